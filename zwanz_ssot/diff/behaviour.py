"""What a change of rules alters: sentences, with their sources; the results of examples; the number
of positions.
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
from ..perft import after, before, position_counts
from ..problems import RulesFault
from ..prose import Prose
from ..prose.shapes import ABOUT_RULES, rule_around
from ..schema import check
from ..source import read, stay


@dataclass(frozen=True)
class RuleDifference:
    """A rule that differs: its path, a sentence, both values, and the sources of both."""

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
    """Every rule that differs, in the order of the rules, with a sentence in the language ``lang``.

    Rules that read the same in this language are left out, and so are rules about something that
    the new rules do not have.
    """
    old_prose = Prose(_with_names_of(before, after), lang, after)
    new_prose = Prose(_with_names_of(after, before), lang, before=_with_names_of(before, after))
    for each in _rules(before, after, compare(before.data, after.data), new_prose):
        was = None if each.old is MISSING else each.old
        now = None if each.new is MISSING else each.new
        prose = (
            old_prose if now is None else new_prose
        )  # only the old rules have the names of what is gone
        sources = (before.cites(each.path) if was is not None else (), after.cites(each.path))
        if sentence := prose.difference(each.path, was, now):
            yield RuleDifference(each.path, sentence, was, now, sources)


def _with_names_of(game: Game, other: Game) -> Game:
    """A game that also has the contracts, bonuses and levels of another one, whose names sentences
    need.
    """
    kontra = game.kontra
    if kontra and other.kontra:
        kontra = replace(kontra, names={**other.kontra.names, **kontra.names})
    return replace(
        game,
        contracts={**other.contracts, **game.contracts},
        bonuses={**other.bonuses, **game.bonuses},
        kontra=kontra or other.kontra,
    )


def _rules(
    before: Game, after: Game, contrasts: tuple[Contrast, ...], prose: Prose
) -> Iterator[Contrast]:
    """The contrasts between values, merged so that each is one of rules.

    One sentence says a whole condition, or a name in all languages. Its contrasts become one where
    several parts differ, or a part is added or removed. A rule with a ``when``, or with one
    sentence for all its parts, becomes one contrast where several of its parts differ.
    """
    # The contrasts by the part of the rules that one sentence says.
    inside: dict[Path, list[Contrast]] = {}
    for each in contrasts:
        if not any(step in ABOUT_RULES for step in each.path):
            inside.setdefault(rule_around(each.path), []).append(each)
    case_of = {path: _case(before, path, prose) for path in inside}
    cases = Counter(case_of.values())
    reported: set[Path] = set()
    for path, some in inside.items():
        one, case = some[0], case_of[path]
        if case in reported:
            continue
        if case and cases[case] > 1:
            reported.add(case)
            yield Contrast(case, before.at(case), after.at(case))
        elif len(some) == 1 and "name" not in one.path[:-1] and MISSING not in (one.old, one.new):
            yield one
        else:
            yield Contrast(path, before.at(path), after.at(path))


def _case(game: Game, path: Path, prose: Prose) -> Path:
    """The path of the rule that a path is a part of, if it has a ``when``, or is told in one
    sentence with the part; empty for any other.
    """
    around = path[:-1]
    held = game.at(around) if around else None
    if isinstance(held, Mapping) and "when" in held:
        return around
    told = prose.told_at(path)
    return told if len(told) < len(path) else ()


def difference_data(difference: RuleDifference) -> Mapping[str, Any]:
    """A difference as data for programs."""
    a, b = difference.sources
    return {
        "path": dotted(difference.path),
        "sentence": difference.sentence,
        "a": difference.old,
        "b": difference.new,
        "sources": {"a": list(a), "b": list(b)},
    }


_DEALS = 2
"""How many deals are compared: those of the seeds 0, 1 …"""
_DEEPEST, _ENOUGH = 12, 200
"""The most moves to which positions are counted, and about the most positions."""


@dataclass
class FlippedExamples:
    """Examples of one rule set, run with the rules of another."""

    known: int = 0
    """How many examples there are."""
    tried: int = 0
    """How many of them were run."""
    not_asked: int = 0
    """How many are about something that the other rules do not have."""
    by_new: bool = False
    """Whether examples of the old rules are run with the new ones, not the other way round."""
    flipped: list[tuple[str, str]] = field(default_factory=list)
    """The examples with another result, by rule set and title."""


@dataclass(frozen=True)
class PositionChange:
    """A change in the number of positions that one deal leads to within ``depth`` moves."""

    rules: str
    contract: str
    """The id of the contract; empty before there is one."""
    step: str
    last: bool
    """Whether positions are counted from the last tricks on."""
    depth: int
    old: int
    new: int


@dataclass(frozen=True)
class TriedExample:
    """An example that is run with other rules."""

    case: Case
    other: Game
    """The other rules."""
    rules: str
    """The name of the rule set."""
    close: bool
    """Whether the example shows one of the rules that differ."""


def examples_of(game: Game, folder: FilePath) -> Iterator[Case]:
    """Every example of a rule set in a folder of rules. Files with problems are left out.

    House rules in a file outside the folder have no examples: those that they inherit need not
    hold.
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
    """Run at most ``tries`` examples with the other rules, beginning with the close ones."""
    flips = FlippedExamples(known=len(found), by_new=by_new)
    for each in sorted(found, key=lambda tried: not tried.close)[:tries]:
        flips.tried += 1
        try:
            holds = replace(each.case, game=each.other).run().ok
        except RulesFault:
            flips.not_asked += 1
            continue
        if holds != _holds(each.case):
            title = Name.of(each.case.entry["title"]).text(lang)
            flips.flipped.append((each.rules, title))
    return flips


def _holds(case: Case) -> bool:
    """Whether an example holds by its own rules; not, where it speaks of what they do not have."""
    try:
        return case.run().ok
    except RulesFault:
        return False


def flips_between(
    old: Game, new: Game, paths: list[Path], folder: FilePath, tries: int, lang: str
) -> FlippedExamples:
    """Run the examples of the new rules with the old ones; without any, the other way round."""
    for game, other, by_new in ((new, old, False), (old, new, True)):
        found = [
            TriedExample(case, other, game.variant, is_close(case, paths))
            for case in examples_of(game, folder)
        ]
        if found:
            return run_by_other_rules(found, tries, lang, by_new=by_new)
    return FlippedExamples()


def moved_positions(rules: str, old: Game, new: Game) -> list[PositionChange]:
    """The changes in the number of positions that the same cards lead to. ``rules`` is the name of
    the rule set.

    Counted are the auction, and for each contract that both have what follows it and the last
    tricks. Nothing is counted for rules that deal other cards.
    """
    contracts = [contract for contract in new.contracts if contract in old.contracts]
    keys = [("", False), *product(contracts, (False, True))]
    found: dict[tuple[str, bool], PositionChange] = {}

    # Of each start, the first deal in which the counts differ.
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
    """A deal in the old rules and the same hands in the new ones; None if these deal others."""
    if _cards_needed(old) != _cards_needed(new):
        return None
    size, cards = old.hand_size, [card.id for card in deal(old, seed=seed).deal]
    hands = [cards[size * seat : size * (seat + 1)] for seat in range(old.table.players)]
    talon = cards[size * old.table.players :] or None
    return deal(old, hands=hands, talon=talon), deal(new, hands=hands, talon=talon)


def _cards_needed(game: Game) -> tuple[tuple[str, ...], int, int, bool]:
    """What two games must have in common to be dealt the same cards."""
    cards = tuple(card.id for card in game.deck.cards)
    return cards, game.table.players, game.hand_size, bool(game.talon)


def _starts(dealt: Round, contracts: Iterable[str]) -> dict[tuple[str, bool], Round]:
    """The positions at which counting starts, by contract and whether in the last tricks."""
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
    """The number of positions after one move, two, …, within the bounds on depth and number."""
    counts: list[int] = []
    while len(counts) < _DEEPEST:
        counts = [sum(layer.values()) for layer in position_counts(start, len(counts) + 1)]
        # Stop where the next layer would grow beyond the bound at the rate of the last one.
        growth = counts[-1] / (counts[-2] if len(counts) > 1 else 1)
        if counts[-1] * growth > _ENOUGH or not counts[-1]:
            break
    return counts


@dataclass(frozen=True)
class BehaviourChange:
    """Examples with another result, and changes in the number of positions."""

    flips: FlippedExamples = field(default_factory=FlippedExamples)
    moved: list[PositionChange] = field(default_factory=list)


def behaviour(
    old: Game, new: Game, paths: list[Path], rules: FilePath, tries: int, lang: str
) -> BehaviourChange:
    """How two rule sets that differ at these paths play differently.

    ``rules`` is the folder with the examples, of which at most ``tries`` are run.
    """
    flipped = flips_between(old, new, paths, rules, tries, lang)
    return BehaviourChange(flipped, moved_positions(new.variant, old, new))


def behaviour_data(change: BehaviourChange) -> dict[str, Any]:
    """A change of behaviour as data for programs."""
    flips = change.flips
    examples = {
        "known": flips.known,
        "tried": flips.tried,
        "not_asked": flips.not_asked,
        "by_new": flips.by_new,
        "flipped": [{"rules": name, "title": title} for name, title in flips.flipped],
    }
    return {"examples": examples, "positions": [asdict(each) for each in change.moved]}
