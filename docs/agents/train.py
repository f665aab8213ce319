"""Learns from random rounds what each action brings, and plays what brings most against chance.

python docs/agents/train.py [GAME [VARIANT]]

What it has learned is then in learned.npz, and sits down at a table:

zwanz contest GAME:VARIANT --player docs/agents/train.py:Learned --others simple
"""

import random
import sys

import numpy as np

import zwanz_ssot
from zwanz_ssot.agents import AgentGame, AgentPlayer

LEARNING, PLAYING, FILE = 2000, 1000, "learned.npz"
chance = random.Random(1)


def by_chance(decision):
    return chance.choice(decision.legal)


def highest(means):
    return lambda decision: max(decision.legal, key=means.__getitem__)


def Learned():
    with np.load(FILE) as kept:
        return AgentPlayer(highest(kept["means"]), digest=str(kept["digest"]))


def play(round, policies):
    taken = []
    while not round.over:
        taken.append((round.seat, policies[round.seat](round.decision)))
        round = round.after(taken[-1][1])
    return round.scores(), taken


def train(rules):
    total, times = np.zeros(len(rules.actions)), np.ones(len(rules.actions))
    for seed in range(LEARNING):
        scores, taken = play(rules.deal(seed=seed), [by_chance] * rules.players)
        for seat, action in taken:
            total[action] += scores[seat]
            times[action] += 1
    np.savez(FILE, means=total / times, digest=rules.digest)
    gained = []
    for seed in range(LEARNING, LEARNING + PLAYING):  # the learner sits in each seat in turn
        policies = [by_chance] * rules.players
        policies[seed % rules.players] = highest(total / times)
        gained.append(play(rules.deal(seed=seed), policies)[0][seed % rules.players])
    error = 1.96 * np.std(gained) / len(gained) ** 0.5
    print(f"{rules.game}: {np.mean(gained):+.2f} ± {error:.2f} points a round against chance")


if __name__ == "__main__":
    if len(sys.argv) > 3:
        sys.exit("usage: python docs/agents/train.py [GAME [VARIANT]]")
    try:
        train(AgentGame(zwanz_ssot.load(*(sys.argv[1:] or ["zwanzigerrufen", "directnet"]))))
    except zwanz_ssot.WrongCall as wrong:
        sys.exit(str(wrong))
