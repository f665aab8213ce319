"""Writes docs/balance.md: what seven changes do to a game, by `zwanz balance`."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from zwanz_ssot.analysis.balance import Balance, balance
from zwanz_ssot.analysis.figure_words import TABLES, FigureWords
from zwanz_ssot.analysis.simulation import USUAL
from zwanz_ssot.files import write_file
from zwanz_ssot.game_names import resolve_game

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "docs/balance"
BASE = "directnet"
ROUNDS = 1000
"""The rounds that `zwanz balance` plays if no number is given."""
CHANGES = (
    ("A Solo counts five, not four", BASE, f"{FOLDER}/solo-5.yaml"),
    ("A Suit Solo needs six suit cards", BASE, f"{FOLDER}/six-suit-cards.yaml"),
    ("A Valat counts twice as much", BASE, f"{FOLDER}/valat-doubled.yaml"),
    ("No fairy-tale trick", BASE, f"{FOLDER}/no-fairy-tale-trick.yaml"),
    ("Nothing is doubled", BASE, f"{FOLDER}/no-doubling.yaml"),
    ("As played online, and after the encyclopaedia", BASE, "zwanzigerrufen:wikipedia"),
    ("As played online, and by the house rules", BASE, "zwanzigerrufen:rulebook"),
)
_INSIDE, _FIXED = re.compile(r"(?<=,) (?=[^(|]*\))| (?=%)"), "\N{NO-BREAK SPACE}"
"""The blanks inside an interval and before a percent sign, where no line may end."""
HEAD = """\
# What a rule does to the game

What seven changes do to Zwanzigerrufen, measured by `zwanz balance`: five house rules
(`docs/balance/*.yaml`), and two other rule sets. `scripts/balance` plays all of it again and
writes this page.

A is the first rule set of a command, B the second. Both are played with the same cards:
{rounds} rounds of {players} players, seed 0, and {evenings} evenings of 20 rounds. In brackets
are intervals of 95 %; a difference is paired round by round, and that of shares is in percentage
points. **Only what differs is
listed**: figures whose interval of the difference excludes 0. Of twenty equal figures about one
is listed by chance.

The {players} players bid by the hand, hardly by what a contract pays. They announce only what
they have to, and double a game when their hands are strong. So a change of value shows in what a
contract brings, not in how often it is bid, and a rule about announcements that nobody makes
shows nothing. Players that weigh every move (`--players sampling`) answer to both, and take
thirty times as long with numba.
"""


def section(
    title: str, a: str, b: str, options: list[str], played: Callable[[str], Balance]
) -> str:
    """The section of a comparison: its command, and the figures that differ."""
    words = FigureWords([played(a), played(b)], "en")
    figures = [row for table in TABLES for row in words.rows(table)]
    differing = [row for row in figures if row[-1].endswith(" *")]
    call = ["balance", a, "--against", b, *options]
    lines = [f"## {title}", "", f"    zwanz {' '.join(call)}", ""]
    lines.append(words.how_many_differ())
    if differing:
        lines += ["", "| Figure | A | B | B − A |", "| --- | ---: | ---: | ---: |"]
        shown = (f"| {' | '.join(row)} |".replace(" * |", " |") for row in differing)
        lines += [_INSIDE.sub(_FIXED, line) for line in shown]
    return "\n".join(lines) + "\n"


def page(rounds: int, evenings: int, dask: str | None = None) -> str:
    """The page. Each rule set is played once, whatever it is compared with."""

    @cache
    def played(name: str) -> Balance:
        game = resolve_game(str(ROOT / name) if name.endswith(".yaml") else name)
        return balance(game, rounds, evenings=evenings, dask=dask)

    options = ["--rounds", str(rounds)] if rounds != ROUNDS else []
    options += ["--evenings", str(evenings)]
    parts = [HEAD.format(rounds=rounds, evenings=evenings, players=USUAL)]
    for number, (title, a, b) in enumerate(CHANGES, start=1):
        print(f"{number} of {len(CHANGES)}: {title}", file=sys.stderr, flush=True)
        parts.append(section(title, a, b, options, played))
    return "\n".join(parts)


def main() -> None:
    """Play all rule sets, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--evenings", type=int, default=50)
    parser.add_argument("--dask", metavar="ADDRESS")
    chosen = parser.parse_args()
    text = page(chosen.rounds, chosen.evenings, chosen.dask)
    write_file(ROOT / "docs" / "balance.md", [text.encode()])


if __name__ == "__main__":
    main()
