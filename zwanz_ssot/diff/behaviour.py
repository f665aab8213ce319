"""What a change of rules alters in play: examples that come out otherwise, positions that are more or
fewer; for a terminal, in Markdown, for programs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import click

from ..paths import dotted, is_within
from ..problems import RulesFault

if TYPE_CHECKING:
    from ..engine import Round
    from ..examples import Case
    from ..model import Game, Path
    from ..prose.phrases import Phrases


_DEALS = 2
"""So many deals are looked at: those of the seeds 0, 1 …"""
_DEEPEST, _ENOUGH = 12, 200
"""Positions are counted so many moves deep at most, and no deeper where there would be more than so
many.
"""


@dataclass
class FlippedExamples:
    """Examples of one state of the rules held against another one."""

    known: int = 0
    tried: int = 0
    not_asked: int = 0
    """They speak of what the other rules do not have."""
    by_new: bool = False
    """Whether they are examples of the old rules, held against the new ones; else the other way
    round.
    """
    flipped: list[tuple[str, str]] = field(default_factory=list)
    """Rule set and title."""


@dataclass(frozen=True)
class PositionChange:
    """Positions within some moves of the same deal that are more or fewer."""

    rules: str
    contract: str
    """Its id; empty where none stands yet."""
    step: str
    last: bool
    """Whether counting begins where the last tricks do."""
    depth: int
    old: int
    new: int


@dataclass(frozen=True)
class TriedExamples:
    """An example, what it is compared with, and whether it shows one of the rules that differ."""

    case: Case
    other: Game
    rules: str
    close: bool


def examples_of(game: Game, folder: FilePath) -> Iterator[Case]:
    """Every example of the rule set in a folder of rules; a file with problems of its own, told
    elsewhere, has none.
    """
    from ..examples import Case
    from ..schema import check
    from ..source import read, stay

    for file in sorted((folder / game.id / "examples").glob("*.yaml")):
        with suppress(RulesFault):
            stay(file, folder)
            document = read(file)
            for number, entry in enumerate(
                document.data["examples"] if not check(document, "examples") else ()
            ):
                if game.variant in entry.get("in", document.data.get("in", ())):
                    yield Case(document, number, game, file)


def is_close(case: Case, paths: Iterable[Path]) -> bool:
    """Whether an example shows one of the rules at these paths."""
    shown = [str(rule) for rule in case.entry.get("shows", ())]
    changed = [dotted(path) for path in paths]
    return any(is_within(one, other) or is_within(other, one) for one in shown for other in changed)


def flips(
    found: list[TriedExamples], tries: int, lang: str, *, by_new: bool = False
) -> FlippedExamples:
    """Hold at most ``tries`` examples against the other rules, those of rules that differ first."""
    told = FlippedExamples(known=len(found), by_new=by_new)
    for each in sorted(found, key=lambda tried: not tried.close)[:tries]:
        told.tried += 1
        try:
            if not replace(each.case, game=each.other).run().ok and each.case.run().ok:
                title = each.case.entry["title"]
                told.flipped.append((each.rules, title.get(lang, title["en"])))
        except RulesFault:
            told.not_asked += 1
    return told


def between(
    old: Game, new: Game, paths: list[Path], folder: FilePath, tries: int, lang: str
) -> FlippedExamples:
    """The examples of the new rules held against the old ones; where they have none, the other way
    round.
    """
    for game, other, by_new in ((new, old, False), (old, new, True)):
        found = [
            TriedExamples(case, other, game.variant, is_close(case, paths))
            for case in examples_of(game, folder)
        ]
        if found:
            return flips(found, tries, lang, by_new=by_new)
    return FlippedExamples()


def moved(rules: str, old: Game, new: Game) -> list[PositionChange]:
    """Where the same cards lead to more or fewer positions: in the auction, after it under each
    contract that both have, and in the last tricks. Nothing for rules that are not dealt the same
    cards.
    """
    contracts = [contract for contract in new.contracts if contract in old.contracts]
    keys = [("", False), *((contract, last) for contract in contracts for last in (False, True))]
    found: dict[tuple[str, bool], PositionChange] = {}
    for seed in range(_DEALS):
        pair, left = _same_cards(old, new, seed), [key for key in keys if key not in found]
        if pair is None:
            break
        begins = [_begins(dealt, [contract for contract, _ in left]) for dealt in pair]
        for key in left:
            there = [begun[key] for begun in begins if key in begun]
            if len(there) < len(begins):
                continue
            counts = [_count(start) for start in there]
            depth = min(map(len, counts))
            was, now = (sum(count[:depth]) for count in counts)
            if was != now:
                found[key] = PositionChange(rules, key[0], there[1].step, key[1], depth, was, now)
    return [found[key] for key in keys if key in found]


def _same_cards(old: Game, new: Game, seed: int) -> tuple[Round, Round] | None:
    """A deal in the old rules, and the same hands in the new ones."""
    from ..engine import deal

    alike = [
        (game.deck.id, game.table.players, game.hand_size, bool(game.talon)) for game in (old, new)
    ]
    if alike[0] != alike[1]:
        return None
    size, cards = old.hand_size, [card.id for card in deal(old, seed=seed).deal]
    hands = [cards[size * seat : size * (seat + 1)] for seat in range(old.table.players)]
    talon = cards[size * old.table.players :] or None
    return deal(old, hands=hands, talon=talon), deal(new, hands=hands, talon=talon)


def _begins(dealt: Round, contracts: Iterable[str]) -> dict[tuple[str, bool], Round]:
    """Where counting begins, by the contract, and whether from the last tricks on."""
    from ..perft import after, before

    begun: dict[tuple[str, bool], Round] = {}
    for start in before(dealt):
        begun["", False] = start  # the last of them: the auction
    for contract in filter(None, dict.fromkeys(contracts)):
        found = list(after(dealt, contract))
        if found:
            begun[contract, False] = found[0]
        if len(found) > 1 and found[-1].step == found[-2].step:
            begun[contract, True] = found[-1]
    return begun


def _count(begun: Round) -> list[int]:
    """The positions after one move, two, … as long as there are no more of them than can be counted
    at once.
    """
    from ..perft import counted

    counts: list[int] = []
    while len(counts) < _DEEPEST:
        counts = [sum(layer.values()) for layer in counted(begun, len(counts) + 1)]
        growing = counts[-1] / (counts[-2] if len(counts) > 1 else 1)
        if counts[-1] * growing > _ENOUGH or not counts[-1]:
            break
    return counts


_SHOWN = 12
"""So many examples that flip are named; of the others it is said how many there are."""


@dataclass(frozen=True)
class BehaviourChange:
    """Examples that come out otherwise, and positions that are more or fewer."""

    flips: FlippedExamples = field(default_factory=FlippedExamples)
    moved: list[PositionChange] = field(default_factory=list)

    @property
    def tells(self) -> bool:
        """Whether there is anything to say."""
        return bool(self.flips.known or self.moved)


def print_altered(
    altered: BehaviourChange, games: Mapping[str, Game], lang: str, phrases: Phrases
) -> None:
    """For a terminal. ``games`` are the rule sets by their names."""
    from rich import box
    from rich.table import Table

    from ..console import show

    if altered.flips.known:
        click.echo(_summary(altered.flips, phrases))
        for row in _listed(altered.flips, phrases):
            click.echo(f"  {row}")
    if altered.moved:
        table = Table(
            *_heads(altered, phrases), box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False
        )
        for number in range(-3, 0):
            table.columns[number].justify = "right"
        for cells in _rows(altered, games, lang, phrases):
            table.add_row(*cells)
        click.echo(("\n" if altered.flips.known else "") + phrases("moved"))
        show("", table)


def altered_markdown(
    altered: BehaviourChange, games: Mapping[str, Game], lang: str, phrases: Phrases
) -> Iterator[str]:
    """Line by line: a list of examples, a table of positions."""
    if altered.flips.known:
        yield f"\n{_summary(altered.flips, phrases)}"
        if altered.flips.flipped:
            yield ""
        yield from (f"* {row}" for row in _listed(altered.flips, phrases))
    if altered.moved:
        heads = _heads(altered, phrases)
        yield f"\n{phrases('moved')}\n"
        yield f"| {' | '.join(heads)} |"
        yield f"|{' --- |' * (len(heads) - 3)}{' ---: |' * 3}"
        yield from (f"| {' | '.join(row)} |" for row in _rows(altered, games, lang, phrases))


def altered_data(altered: BehaviourChange) -> Mapping[str, Any]:
    """For programs."""
    flips = altered.flips
    flipped = [{"rules": name, "title": title} for name, title in flips.flipped]
    counts = {
        "known": flips.known,
        "tried": flips.tried,
        "not_asked": flips.not_asked,
        "by_new": flips.by_new,
    }
    return {
        "examples": {**counts, "flipped": flipped},
        "positions": [asdict(each) for each in altered.moved],
    }


def _summary(flips: FlippedExamples, phrases: Phrases) -> str:
    count, rest = ("flips_by_new", "not_asked_by_new") if flips.by_new else ("flips", "not_asked")
    said = phrases(count, n=len(flips.flipped), tried=flips.tried, known=flips.known)
    return f"{said} {phrases(rest, n=flips.not_asked)}" if flips.not_asked else said


def _listed(flips: FlippedExamples, phrases: Phrases) -> list[str]:
    rows = [f"{title} ({name})" for name, title in flips.flipped]
    left = len(rows) - _SHOWN
    return [*rows[:_SHOWN], phrases("more_flips", n=left)] if left > 0 else rows


def _several(altered: BehaviourChange) -> bool:
    """Whether there are counts of more than one rule set."""
    return len({each.rules for each in altered.moved}) > 1


def _heads(altered: BehaviourChange, phrases: Phrases) -> list[str]:
    heads = [
        phrases(key)
        for key in ("column_contract", "perft_step", "moved_depth", "moved_old", "moved_new")
    ]
    return [phrases("perft_rules"), *heads] if _several(altered) else heads


def _rows(
    altered: BehaviourChange, games: Mapping[str, Game], lang: str, phrases: Phrases
) -> Iterator[list[str]]:
    for each in altered.moved:
        contract = games[each.rules].contracts.get(each.contract)
        step = phrases("moved_last") if each.last else each.step
        row = [
            contract.name.said(lang) if contract else "–",
            step,
            *map(str, (each.depth, each.old, each.new)),
        ]
        yield [each.rules, *row] if _several(altered) else row
