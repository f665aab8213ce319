"""Learns from random rounds what each action brings, and plays what brings most against chance.

python docs/agents/train.py [GAME [VARIANT]]
"""

import random
import sys

import numpy as np

import zwanz_ssot
from zwanz_ssot.agents import AgentGame

LEARNING, PLAYING = 2000, 1000
try:
    game = zwanz_ssot.load(*(sys.argv[1:] or ["zwanzigerrufen", "directnet"]))
except zwanz_ssot.WrongCall as wrong:
    sys.exit(str(wrong))
rules = AgentGame(game)
chance = random.Random(1)
total, times = np.zeros(len(rules.actions)), np.ones(len(rules.actions))


def by_chance(round):
    return chance.choice(round.legal)


def by_learning(round):
    return max(round.legal, key=lambda action: total[action] / times[action])


def play(seed, players):
    round, taken = rules.deal(seed=seed), []
    while not round.over:
        taken.append((round.seat, players[round.seat](round)))
        round = round.after(taken[-1][1])
    return round.scores(), taken


for seed in range(LEARNING):
    scores, taken = play(seed, [by_chance] * rules.players)
    for seat, action in taken:
        total[action] += scores[seat]
        times[action] += 1

gained = []
for seed in range(LEARNING, LEARNING + PLAYING):  # the learner sits in each seat in turn
    own = seed % rules.players
    players = [by_learning if seat == own else by_chance for seat in range(rules.players)]
    gained.append(play(seed, players)[0][own])
error = 1.96 * np.std(gained) / len(gained) ** 0.5
print(f"{rules.game}: {np.mean(gained):+.2f} ± {error:.2f} points a round against chance")
