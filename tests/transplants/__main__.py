"""``scripts/transplants --seed N --count N --jobs N``: put rule sets together and play them."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import jsonschema

from . import Fault, Report, RuleSet, examine, grafted, smallest

CHUNK, FRESH = 50, 4
"""The seeds of a task, and the tasks of a process, which ends then: played games stay in its
memory.
"""
SHOWN = 3
"""How many rule sets are shown of each kind of fault."""


def part(seeds: range, books: int) -> Report:
    """The report of some seeds."""
    report = Report()
    for rules, seen in examine(seeds, books):
        report.add(rules, seen)
    return report


def chunks(seed: int, count: int) -> Iterator[range]:
    """The seeds in parts."""
    for first in range(seed, seed + count, CHUNK):
        yield range(first, min(first + CHUNK, seed + count))


def main(args: list[str]) -> int:
    """Examine rule sets. Exit code 0: none fails; 1: some do, and are shown."""
    parser = argparse.ArgumentParser(prog="scripts/transplants", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the first seed (default: 1)")
    parser.add_argument("--count", type=int, default=1000, help="how many seeds (default: 1000)")
    parser.add_argument("--accepted", type=int, help="go on until so many are accepted")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--books", type=int, default=0, help="print one in so many (default: 0)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="write failing rule sets here")
    options = parser.parse_args(args)
    count = options.count if options.accepted is None else 10**9
    report, begun = Report(), time.monotonic()
    jsonschema.Draft202012Validator.check_schema({})
    grafted(options.seed)  # so that not each process has to read and import anew
    with get_context("fork").Pool(options.jobs, maxtasksperchild=FRESH) as pool:
        for number, found in enumerate(
            pool.imap(partial(part, books=options.books), chunks(options.seed, count)), 1
        ):
            report.merge(found)
            for rules, fault in found.faults:
                report_fault(rules, fault, options.keep)
            if number % 20 == 0:
                print(f"… {report}", file=sys.stderr, flush=True)
            if options.accepted is not None and report.accepted >= options.accepted:
                pool.terminate()
                break
    minutes = (time.monotonic() - begun) / 60
    for kind, faults in report.by_sign().items():
        print(f"\n{len(faults)} × {kind}")
        for rules, fault in islice(sorted(faults, key=lambda each: len(each[0].changes)), SHOWN):
            show(*smallest(rules, fault), options.keep)
    print(f"\n{report}, in {minutes:.1f} minutes")
    return 1 if report.faults else 0


def report_fault(rules: RuleSet, fault: Fault, folder: Path | None) -> None:
    """Print a failing rule set at once, as it was put together: a long run may be cut."""
    print(f"{rules.name}, {fault.sign}", file=sys.stderr, flush=True)
    keep(rules, folder)


def show(rules: RuleSet, fault: Fault, folder: Path | None) -> None:
    """Print a failing rule set as the file of a variant."""
    print(f"\n# {fault.kind}: {fault.text[:1500]}\n{rules.text}")
    keep(rules, folder)


def keep(rules: RuleSet, folder: Path | None) -> None:
    """Write a rule set to a folder, in place of an older one of its seed."""
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"transplant-{rules.seed}.yaml").write_text(rules.text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
