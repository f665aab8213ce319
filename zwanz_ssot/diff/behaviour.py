"""What a change of rules alters: sentences that differ, with their sources; examples that flip,
positions that are more or fewer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from itertools import product
from pathlib import Path as FilePath
from typing import Any

from ..engine import Round, deal
from ..examples import Case, is_about
from ..library import library
from ..model import Game, Name, Path
from ..overlay import MISSING, Contrast, compare
from ..paths import dotted, is_within
from ..perft import after, before, counted
from ..problems import RulesFault
from ..prose import Prose
from ..prose.shapes import ABOUT_RULES, rule_around
from ..schema import check
from ..source import read, stay


@dataclass(frozen=True)
class RuleDifference:
    """A rule that differs: its path, a sentence, both values, the sources of both."""

    path: Path
    sentence: str
    old: Any
    new: Any
    sources: tuple[tuple[str, ...], tuple[str, ...]]

    @property
    def cited(self) -> tuple[str, ...]:
        """The sources of the new rule; without any, those of the old one."""
        return tuple(dict.fromkeys(self.sources[1] or self.sources[0]))


def differences(before: Game, after: Game, lang: str) -> Iterator[RuleDifference]:
    """Every rule that differs, in the order of the rules.

    Left out are rules that read the same in this language, and those about something that the new
    rules do not have.
    """
    old_prose = Prose(_with_names_of(before, after), lang, after)
    new_prose = Prose(_with_names_of(after, before), lang, before=_with_names_of(before, after))
    for each in _rules(before, after, compare(before.data, after.data)):
        was = None if each.old is MISSING else each.old
        now = None if each.new is MISSING else each.new
        prose = old_prose if now is None else new_prose  # only the old rules name what is gone
        sources = (before.cites(each.path) if was is not None else (), after.cites(each.path))
        if sentence := prose.difference(each.path, was, now):
            yield RuleDifference(each.path, sentence, was, now, sources)


def _with_names_of(game: Game, other: Game) -> Game:
    """A game with the names of another one merged in, for sentences."""
    kontra = game.kontra
    if kontra and other.kontra:
        kontra = replace(kontra, names={**other.kontra.names, **kontra.names})
    return replace(
        game,
        contracts={**other.contracts, **game.contracts},
        bonuses={**other.bonuses, **game.bonuses},
        kontra=kontra or other.kontra,
    )


def _rules(before: Game, after: Game, contrasts: tuple[Contrast, ...]) -> Iterator[Contrast]:
    """The contrasts of rules.

    What one sentence says as a whole (a condition, a name in all its languages) becomes one
    contrast, if another word stands in it or if more than one thing in it differs; so does a
    rule for a case of which more than one part differs.
    """
    inside: dict[Path, list[Contrast]] = {}
    for each in contrasts:
        if not any(step in ABOUT_RULES for step in each.path):
            inside.setdefault(rule_around(each.path), []).append(each)
    cases = Counter(_case(before, path) for path in inside)
    reported: set[Path] = set()
    for path, some in inside.items():
        one, case = some[0], _case(before, path)
        if case in reported:
            continue
        if case and cases[case] > 1:
            reported.add(case)
            yield Contrast(case, before.at(case), after.at(case))
        elif len(some) == 1 and "name" not in one.path[:-1] and MISSING not in (one.old, one.new):
            yield one
        else:
            yield Contrast(path, before.at(path), after.at(path))


def _case(game: Game, path: Path) -> Path:
    """The place of the rule for a case that a part of it stands in; empty where there is none."""
    around = path[:-1]
    held = game.at(around) if around else None
    return around if isinstance(held, Mapping) and "when" in held else ()


def difference_data(difference: RuleDifference) -> Mapping[str, Any]:
    """A difference, for programs."""
    a, b = difference.sources
    return {
        "path": dotted(difference.path),
        "sentence": difference.sentence,
        "a": difference.old,
        "b": difference.new,
        "sources": {"a": list(a), "b": list(b)},
    }


_DEALS = 2
"""Deals that are compared: those of the seeds 0, 1 …"""
_DEEPEST, _ENOUGH = 12, 200
"""Positions are counted at most this many moves deep, and no deeper than about so many of them."""


@dataclass
class FlippedExamples:
    """Examples of one rule set run by the rules of another."""

    known: int = 0
    tried: int = 0
    not_asked: int = 0
    """Examples of something that the other rules do not have."""
    by_new: bool = False
    """Whether examples of the old rules are run by the new ones; else the other way round."""
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
class TriedExample:
    """An example, the other rules, and whether it shows one of the rules that differ."""

    case: Case
    other: Game
    rules: str
    close: bool


def examples_of(game: Game, folder: FilePath) -> Iterator[Case]:
    """Every example of the rule set in a folder of rules, but for files with problems.

    House rules in a file outside the folder have none: what they inherit need not hold for them.
    """
    rules = library(folder)
    shipped = rules.variant_file(game.id, game.variant).absolute()
    if game.own_file not in (None, shipped):
        return
    lineage = rules.lineage(game.id, game.variant)
    for file in sorted((folder / game.id / "examples").glob("*.yaml")):
        with suppress(RulesFault):
            stay(file, folder)
            document = read(file)
            if check(document, "examples"):
                continue
            for number in range(len(document.data["examples"])):
                if is_about(document, number, lineage):
                    yield Case(document, number, game, file)


def is_close(case: Case, paths: Iterable[Path]) -> bool:
    """Whether an example shows one of the rules at these paths, or a rule inside or around one."""
    shown = [str(rule) for rule in case.entry.get("shows", ())]
    changed = [dotted(path) for path in paths]
    return any(is_within(a, b) or is_within(b, a) for a, b in product(shown, changed))


def run_by_other_rules(
    found: list[TriedExample], tries: int, lang: str, *, by_new: bool = False
) -> FlippedExamples:
    """Run at most ``tries`` examples by the other rules, those of rules that differ first."""
    flips = FlippedExamples(known=len(found), by_new=by_new)
    for each in sorted(found, key=lambda tried: not tried.close)[:tries]:
        flips.tried += 1
        try:
            if not replace(each.case, game=each.other).run().ok and each.case.run().ok:
                title = Name(each.case.entry["title"]).text(lang)
                flips.flipped.append((each.rules, title))
        except RulesFault:
            flips.not_asked += 1
    return flips


def flips_between(
    old: Game, new: Game, paths: list[Path], folder: FilePath, tries: int, lang: str
) -> FlippedExamples:
    """The examples of the new rules run by the old ones; without any, the other way round."""
    for game, other, by_new in ((new, old, False), (old, new, True)):
        found = [
            TriedExample(case, other, game.variant, is_close(case, paths))
            for case in examples_of(game, folder)
        ]
        if found:
            return run_by_other_rules(found, tries, lang, by_new=by_new)
    return FlippedExamples()


def moved_positions(rules: str, old: Game, new: Game) -> list[PositionChange]:
    """Where the same cards lead to more or fewer positions; ``rules`` is the name of the rule set.

    Counted are the auction, what follows it under each contract that both have, and the last
    tricks. Nothing is counted for rules that are not dealt the same cards.
    """
    contracts = [contract for contract in new.contracts if contract in old.contracts]
    keys = [("", False), *product(contracts, (False, True))]
    found: dict[tuple[str, bool], PositionChange] = {}
    for seed in range(_DEALS):
        pair = _same_cards(old, new, seed)
        if pair is None:
            break
        left = [key for key in keys if key not in found]
        starts = [_starts(dealt, [contract for contract, _ in left]) for dealt in pair]
        for contract, last in left:
            there = [each[contract, last] for each in starts if (contract, last) in each]
            if len(there) < len(starts):
                continue
            counts = [_count(start) for start in there]
            depth = min(map(len, counts))
            was, now = (sum(count[:depth]) for count in counts)
            if was != now:
                step = there[1].step
                change = PositionChange(rules, contract, step, last, depth, was, now)
                found[contract, last] = change
    return [found[key] for key in keys if key in found]


def _same_cards(old: Game, new: Game, seed: int) -> tuple[Round, Round] | None:
    """A deal in the old rules, and the same hands in the new ones; None where they cannot be."""
    if _cards_needed(old) != _cards_needed(new):
        return None
    size, cards = old.hand_size, [card.id for card in deal(old, seed=seed).deal]
    hands = [cards[size * seat : size * (seat + 1)] for seat in range(old.table.players)]
    talon = cards[size * old.table.players :] or None
    return deal(old, hands=hands, talon=talon), deal(new, hands=hands, talon=talon)


def _cards_needed(game: Game) -> tuple[str, int, int, bool]:
    return game.deck.id, game.table.players, game.hand_size, bool(game.talon)


def _starts(dealt: Round, contracts: Iterable[str]) -> dict[tuple[str, bool], Round]:
    """The positions that counting starts from, by contract and whether of the last tricks."""
    starts: dict[tuple[str, bool], Round] = {}
    for start in before(dealt):
        starts["", False] = start  # the last of them: the auction
    for contract in filter(None, dict.fromkeys(contracts)):
        found = list(after(dealt, contract))
        if found:
            starts[contract, False] = found[0]
        if len(found) > 1 and found[-1].step == found[-2].step:
            starts[contract, True] = found[-1]
    return starts


def _count(start: Round) -> list[int]:
    """The positions after one move, two, …, as deep as they can be counted at once."""
    counts: list[int] = []
    while len(counts) < _DEEPEST:
        counts = [sum(layer.values()) for layer in counted(start, len(counts) + 1)]
        # Stop where the next layer would grow beyond the bound at the rate of the last one.
        growth = counts[-1] / (counts[-2] if len(counts) > 1 else 1)
        if counts[-1] * growth > _ENOUGH or not counts[-1]:
            break
    return counts


@dataclass(frozen=True)
class BehaviourChange:
    """Examples with another outcome, and positions that are more or fewer."""

    flips: FlippedExamples = field(default_factory=FlippedExamples)
    moved: list[PositionChange] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether no example was known, and no position is more or fewer."""
        return not (self.flips.known or self.moved)


def behaviour(
    old: Game, new: Game, paths: list[Path], rules: FilePath, tries: int, lang: str
) -> BehaviourChange:
    """What play by two rule sets shows of rules that differ at these paths.

    ``rules`` is the folder with the examples, of which at most ``tries`` are tried.
    """
    flipped = flips_between(old, new, paths, rules, tries, lang)
    return BehaviourChange(flipped, moved_positions(new.variant, old, new))


def behaviour_data(change: BehaviourChange) -> dict[str, Any]:
    """A change of behaviour, for programs."""
    flips = change.flips
    examples = {
        "known": flips.known,
        "tried": flips.tried,
        "not_asked": flips.not_asked,
        "by_new": flips.by_new,
        "flipped": [{"rules": name, "title": title} for name, title in flips.flipped],
    }
    return {"examples": examples, "positions": [asdict(each) for each in change.moved]}
