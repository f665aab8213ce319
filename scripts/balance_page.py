"""Writes docs/balance.md and its pictures: what seven changes do to a game, by `zwanz balance`."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from zwanz_ssot.files import write_file

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "docs/balance"
PLAYERS = "simple"
BASE = "zwanzigerrufen:directnet"
CHANGES = (
    ("A Solo counts five, not four", BASE, f"{FOLDER}/solo-5.yaml"),
    ("A Suit Solo needs six suit cards", BASE, f"{FOLDER}/six-suit-cards.yaml"),
    ("A Valat counts twice as much", BASE, f"{FOLDER}/valat-doubled.yaml"),
    ("No fairy-tale trick", BASE, f"{FOLDER}/no-fairy-tale-trick.yaml"),
    ("Nothing is doubled", BASE, f"{FOLDER}/no-doubling.yaml"),
    ("As played online, and after the encyclopaedia", BASE, "zwanzigerrufen:wikipedia"),
    ("As played online, and by the house rules", BASE, "zwanzigerrufen:rulebook"),
)
HEAD = """\
# What a rule does to the game

What seven changes do, as `zwanz balance` counts it: five house rules ([the files](balance)), and
from one rule set of Zwanzigerrufen to each of two others. `scripts/balance` plays all of it again
and writes this page.

Each pair was played with the same cards: {rounds} rounds of {players} players, seed 0, and
{evenings} evenings of 20 rounds. In brackets stand intervals of 95 %, those of a difference
paired round by round; differences of shares are in percentage points. **Only what differs is
listed**: figures whose interval of the difference excludes 0. Of twenty figures that are alike
about one is listed by chance.

The {players} players bid by the hand, hardly by what a contract pays, announce only what they
have to, and double a game when their hands are strong. So a change of value shows in what it
brings, not in who bids; a rule about words that nobody says shows nothing. `--players sampling`
weighs both, for a hundred times the time.
"""


def zwanz(*args: str) -> str:
    """The output of a command."""
    call = [sys.executable, "-m", "zwanz_ssot", *args]
    return subprocess.run(call, check=True, capture_output=True, text=True, cwd=ROOT).stdout


def section(title: str, a: str, b: str, options: list[str]) -> str:
    """The section of a comparison: the change in sentences, and its effects."""
    output = zwanz("balance", a, "--against", b, *options, "--markdown").splitlines()
    figures = [
        line
        for line in output
        if line.startswith("| ") and "---" not in line and "B − A" not in line
    ]
    differing = [line for line in figures if line.endswith("\\* |")]
    lines = [f"## {title}", "", f"    zwanz balance {a} --against {b}", ""]
    lines.append(f"{len(differing)} of {len(figures)} figures differ.")
    if differing:
        lines += ["", "| Figure | A | B | B − A |", "| --- | ---: | ---: | ---: |"]
        lines += [line.replace(" \\*", "") for line in differing]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Run all comparisons, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--evenings", type=int, default=50)
    parser.add_argument("--dask", metavar="ADDRESS")
    chosen = parser.parse_args()
    options = ["--rounds", str(chosen.rounds), "--evenings", str(chosen.evenings)]
    options += ["--players", PLAYERS]
    if chosen.dask:
        options += ["--dask", chosen.dask]
    figures = {"rounds": chosen.rounds, "evenings": chosen.evenings, "players": PLAYERS}
    parts = [HEAD.format(**figures)]
    for number, (title, a, b) in enumerate(CHANGES, start=1):
        print(f"{number} of {len(CHANGES)}: {title}", file=sys.stderr, flush=True)
        parts.append(section(title, a, b, options))
    write_file(ROOT / "docs" / "balance.md", ["\n".join(parts).encode()])


if __name__ == "__main__":
    main()
