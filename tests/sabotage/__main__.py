"""``scripts/sabotages``: try every mistake, and say which of them the judge has caught."""

from __future__ import annotations

import argparse
import sys

from zwanz_ssot.library import load

from . import Caught, rounds, tried
from .lists import LISTS


def report(each: Caught) -> None:
    """Print the result of one mistake."""
    where = f"round {each.round}: {each.where}" if each.round else each.where
    print(f"  {each.mistake.what}: {where}", flush=True)


def main(args: list[str]) -> int:
    """Try the mistakes. Exit code 0: all are caught; 1: some are not."""
    parser = argparse.ArgumentParser(prog="scripts/sabotages", description=__doc__)
    parser.add_argument("--rounds", type=int, default=200, help="rounds at most (default: 200)")
    parser.add_argument("--seed", type=int, default=0, help="the rounds of this seed (default: 0)")
    parser.add_argument("games", nargs="*", help="of these rule sets alone, by game or variant")
    options = parser.parse_args(args)
    missed = 0
    for (game, variant), mistakes in LISTS.items():
        if options.games and not {game, variant} & {*options.games}:
            continue
        print(f"{game}:{variant}", flush=True)
        rules = load(game, variant)
        found = tried(rules, rounds(rules, options.rounds, options.seed), mistakes, report)
        caught = [each for each in found if each.round]
        last = max((each.round for each in caught), default=0)
        print(f"  {len(caught)} of {len(found)} caught, the last one in round {last}", flush=True)
        missed += len(found) - len(caught)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
