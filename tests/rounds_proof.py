"""``scripts/rounds-proof``: random rounds of every rule set. No card may be lost, no sum be wrong,
and no view show what is hidden.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from zlib import crc32

from transplants.secrets import leak

from zwanz_ssot import load
from zwanz_ssot.engine import deal, table
from zwanz_ssot.engine.random_play import PASSING, Outcome, random_rounds
from zwanz_ssot.engine.state import State
from zwanz_ssot.library import library
from zwanz_ssot.model import Game
from zwanz_ssot.problems import RulesAreSilent
from zwanz_ssot.workers import chunked, shared

CHUNK = 5000
"""The rounds of one task."""
VIEWED = 200
"""The views are compared in one round of so many, as that costs as much as 50 rounds without."""
LONGEST = 80
"""A round whose views are compared ends before this move."""


@dataclass(frozen=True)
class Task:
    """Some rounds of a rule set."""

    game: str
    variant: str
    numbers: range
    seed: int
    views: int


@dataclass
class Played:
    """The results of some rounds."""

    rounds: int = 0
    thrown_in: int = 0
    silent: int = 0
    views: int = 0
    contracts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, other: Played) -> None:
        """Add the results of others."""
        self.rounds += other.rounds
        self.thrown_in += other.thrown_in
        self.silent += other.silent
        self.views += other.views
        self.contracts += other.contracts
        self.faults += other.faults


def wrong(rules: Game, state: State, outcome: Outcome) -> str:
    """What is wrong with a random round and its ledger; empty if nothing is."""
    if sum(state.dealt) + sum(state.talon) != rules.deck.all:
        return "hands and talon are not the pack"
    if outcome is None:
        again = state.thrown_in in rules.deals_again and not state.played
        return "" if again else f"thrown in by {state.thrown_in} after {len(state.played)} cards"
    if isinstance(outcome, RulesAreSilent):
        return "" if rules.question(outcome.path) else f"no question is asked about {outcome.path}"
    return _cards(rules, state) or _sums(rules, outcome)


def _cards(rules: Game, state: State) -> str:
    """What is wrong with the cards: each one played is taken once, and the points are theirs; empty
    if nothing is.
    """
    tricks = table(rules).tricks
    taken, beside = sum(state.taken), sum(state.credited)
    if taken != sum(1 << card for card in state.played) or taken & beside:
        return "the cards taken are not those played"
    if len(state.winners) < tricks:
        return ""
    if len(set(state.played)) != tricks * state.players or any(state.hands):
        return "not every card of the hands was played once"
    points = sum(rules.worth(card) for card in rules.deck.within(taken | beside))
    points += table(rules).last_trick + sum(state.declared_counts)
    if sum(state.points(1 << seat) for seat in range(state.players)) != points:
        return f"the players' points do not sum to {points}"
    return ""


def _sums(rules: Game, ledger: Outcome) -> str:
    """What is wrong with the sums: scores, payments and lines are zero in all, if the rules say so;
    empty if nothing is.
    """
    assert ledger is not None and not isinstance(ledger, RulesAreSilent)
    if rules.sums_to_zero and (sum(ledger.scores) or sum(ledger.paid)):
        return f"scores {ledger.scores}, paid {ledger.paid}: not zero"
    for line in ledger.lines:
        if rules.sums_to_zero and sum(line.each):
            return f"{'.'.join(line.rule)}: {line.each} do not sum to zero"
        if not set(line.winners).isdisjoint(line.losers):
            return f"{'.'.join(line.rule)}: a seat wins and loses"
        if line.rule[0] not in ("contracts", "bonuses"):
            return f"{'.'.join(line.rule)} is neither a contract nor a bonus"
    return ""


def played(task: Task) -> Played:
    """Play some rounds, and compare the views of some others."""
    rules, found = load(task.game, task.variant), Played()
    ids = table(rules).contract_ids
    name = f"{task.game}:{task.variant}"
    seed = crc32(f"{name} {task.seed} {task.numbers.start}".encode())
    for number, (state, outcome) in enumerate(random_rounds(rules, len(task.numbers), seed), 1):
        found.rounds += 1
        if outcome is None:
            found.thrown_in += 1
        elif isinstance(outcome, RulesAreSilent):
            found.silent += 1
        else:
            found.contracts[ids[state.contract]] += 1
        if fault := wrong(rules, state, outcome):
            found.faults.append(f"{name}, round {number} of seed {seed}: {fault}")
    random = Random(seed)
    for _ in range(len(task.numbers) // task.views if task.views else 0):
        found.views += 1
        if leaked := _leak(rules, random):
            found.faults.append(f"{name}, a view of seed {seed}: {leaked}")
    return found


def _leak(rules: Game, random: Random) -> str:
    """How a view in a random round shows hidden cards; empty if none does."""
    now = deal(rules, seed=random.getrandbits(32))
    for _ in range(random.randrange(4, LONGEST)):
        if now.over:
            break
        moves = now.moves()
        quiet = str(moves[-1]) == "pass" and random.random() < PASSING
        following = now.after(moves[-1] if quiet else random.choice(moves))
        if following.over:
            break
        now = following
    return leak(now, random)


def tasks(rounds: int, seed: int, views: int, only: str) -> Iterator[Task]:
    """The tasks: the same number of rounds of every rule set, a chunk of each in turn."""
    sets = [one for one in library().rule_sets() if only in ":".join(one)]
    each = -(-rounds // len(sets)) if sets else 0
    for numbers in chunked(range(each), CHUNK):
        for game, variant in sets:
            yield Task(game, variant, numbers, seed, views)


def main(arguments: list[str]) -> int:
    """Play rounds. Exit code 0: nothing is wrong; 1: something is, and is printed."""
    parser = argparse.ArgumentParser(prog="scripts/rounds-proof", description=__doc__)
    parser.add_argument("rounds", type=int, nargs="?", default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--views", type=int, default=VIEWED)
    parser.add_argument("--only", default="")
    options = parser.parse_args(arguments)
    if options.rounds < 1 or options.views < 0:
        parser.error("so many rounds cannot be played")
    todo = list(tasks(options.rounds, options.seed, options.views, options.only))
    if not todo:
        parser.error(f"no rule set is called like '{options.only}'")
    counts: dict[str, Played] = {}
    begun = shown = time.monotonic()
    for task, found in zip(todo, shared(played, todo, jobs=options.jobs), strict=True):
        counts.setdefault(f"{task.game}:{task.variant}", Played()).add(found)
        for fault in found.faults:
            print(fault, flush=True)
        if time.monotonic() - shown > 30:
            shown = time.monotonic()
            done = sum(each.rounds for each in counts.values())
            print(f"… {done:,} rounds in {shown - begun:.0f} s", file=sys.stderr, flush=True)
    for name, each in sorted(counts.items()):
        rarest = min(each.contracts.values(), default=0)
        print(
            f"{name}: {each.rounds:,} rounds, {each.thrown_in:,} thrown in, {each.silent:,} of which "
            f"the rules are silent, {len(each.contracts)} of {len(load(*name.split(':')).contracts)} "
            f"contracts (the rarest {rarest:,} times), {each.views:,} views, "
            f"{len(each.faults)} faults"
        )
    faults = sum(len(each.faults) for each in counts.values())
    rounds = sum(each.rounds for each in counts.values())
    print(f"{rounds:,} rounds in {(time.monotonic() - begun) / 60:.1f} minutes, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
