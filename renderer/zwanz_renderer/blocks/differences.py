"""How a rule set differs from its game: a row for a difference, or for several of a kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from zwanz_ssot.library import base_of
from zwanz_ssot.model import Game
from zwanz_ssot.overlay import MISSING, Difference, net
from zwanz_ssot.prose import Prose, shapes
from zwanz_ssot.prose.settings import changed
from zwanz_ssot.prose.template import Phrase

from ..shortcodes import Context, Values, block
from . import alike
from .contracts import announced_cards, closed, open_to
from .kinds import game_of
from .origins import cited, is_tall
from .wording import prose, typeset, words

_CONTRACTS, _BONUSES = "contracts", "bonuses"
_ONE_WORD = ("condition", "role", "cards", "trick", "rung", "discard")
"""Kinds of values that are told as a whole: half of one, with its old word gone, says nothing."""
_PROSE = "sentences about differences"
"""The key of the section's notes under which these sentences are kept."""
_CASES, _MANY_CASES = ("payments", "value_times", "value_adds"), 4
"""Parts of a contract that are told case by case. From so many changed cases on, one sentence says
that the cases differ; the book has them all.
"""
_VALUES, _MANY_VALUES = (("value",), ("value", "base")), 3
"""The paths of a contract's value. From so many changed values on, one list tells them."""
_HELD_BACK = ("play", "hold_back")


@dataclass
class Change:
    """A difference, its place among all of them, and the sources that state it."""

    place: int
    it: Difference
    sources: list[str]

    @property
    def name(self) -> str:
        """The contract or the bonus that it is about; empty where it is about none."""
        path = self.it.path
        return str(path[1]) if path[0] in (_CONTRACTS, _BONUSES) and len(path) > 1 else ""


@dataclass
class Row:
    """Texts about a difference, each of which can stand alone, its place, and its sources."""

    place: int
    parts: tuple[str, ...]
    sources: list[str]


@block("differences", sample="[differences]")
def differences(ctx: Context, *, caption: str = "") -> Values:
    """How this rule set differs from the game: each change as a sentence, with who says so."""
    game, say = game_of(ctx), words(ctx).text
    changes = tuple(net(game.changes))
    new = {str(each.path[1]): each.source for each in changes if _is_new(each)}
    rows = []
    for contracts, change in alike.family_texts(ctx, new, new=True):
        sources = [new[contract] for contract in contracts]
        rows.append((change, cited(ctx, sources), is_tall(change)))
    for row in sorted(_rows(ctx, game, changes), key=lambda row: row.place):
        for part in row.parts:
            change = typeset(ctx, part)
            rows.append((change, cited(ctx, row.sources), is_tall(change)))
    if not game.changes:
        text = f"the rule set '{game.variant}' changes nothing"
        ctx.problem(text, "put the block into [if has=changes]")
    elif not rows:
        rows = [(Markup.escape(say("differences", "same")), Markup(""), False)]
    default = say("differences", "caption", name=game.name.text(ctx.lang))
    return {
        "say": say,
        "rows": rows,
        "caption": ctx.written(caption) if caption else default,
    }


def _is_new(change: Difference) -> bool:
    """Whether a whole contract is added."""
    return change.path[0] == _CONTRACTS and len(change.path) == 2 and change.old is MISSING


def _rows(ctx: Context, game: Game, changes: Iterable[Difference]) -> Iterator[Row]:
    """Every difference but that of new contracts: those of a kind together, the others alone."""
    left: list[Change] = []
    for place, it in enumerate(changes):
        if it.path[0] in shapes.ABOUT_RULES or _is_new(it):
            continue
        what = (it.path, it.old, it.new)
        if same := next((e for e in left if (e.it.path, e.it.old, e.it.new) == what), None):
            same.sources.append(it.source)  # a list whose entries are changed one by one
        else:
            left.append(Change(place, it, [it.source]))
    for gathered in (_cases, _values, _held_back):
        for some, texts in gathered(ctx, left):
            yield Row(some[0].place, texts, [source for each in some for source in each.sources])
            left = [each for each in left if each not in some]
    yield from _alone(ctx, _shared(game, _together(ctx, left)))


Gathered = Iterable[tuple[Sequence[Change], tuple[str, ...]]]
"""Changes that are told together, and the texts."""


def _cases(ctx: Context, changes: Sequence[Change]) -> Gathered:
    """Many changed cases of a contract, told as one: that its cases are others."""
    inside: dict[str, list[Change]] = {}
    for each in changes:
        if each.it.path[0] == _CONTRACTS and each.it.path[2:3] and each.it.path[2] in _CASES:
            inside.setdefault(each.name, []).append(each)
    for contract, some in inside.items():
        if sum(len(_parts(ctx, each)) for each in some) >= _MANY_CASES:
            name = Phrase(prose(ctx).contract(contract, ""))
            yield some, (words(ctx).text("differences", "cases", name=name),)


def _values(ctx: Context, changes: Sequence[Change]) -> Gathered:
    """The changed values of many contracts as one list."""
    some = [
        each
        for each in changes
        if each.it.path[0] == _CONTRACTS and each.it.path[2:] in _VALUES and _are_numbers(each.it)
    ]
    if len(some) >= _MANY_VALUES:
        say = words(ctx).text
        values = []
        for each in some:
            name, old, new = prose(ctx).contract(each.name), str(each.it.old), str(each.it.new)
            values.append(Phrase(say("differences", "value", name=Phrase(name), old=old, new=new)))
        yield some, (say("differences", "values", values=words(ctx).joined(values).text),)


def _are_numbers(change: Difference) -> bool:
    return isinstance(change.old, int) and isinstance(change.new, int)


def _held_back(ctx: Context, changes: Sequence[Change]) -> Gathered:
    """New rules that hold announced cards back until their tricks, as one."""
    held, text = announced_cards(ctx, game_of(ctx).play.hold_back)
    ids = [each.id for each in held]
    there = game_of(ctx).at(_HELD_BACK) or {}  # a later change may have dropped one again
    some = [each for each in changes if _is_held_back(each.it) and set(_new_keys(each.it)) & {*ids}]
    new = [key for each in some for key in _new_keys(each.it) if key in there]
    if text and set(ids) <= {*new}:
        parts = [words(ctx).text("alike", "new", of=text)]
        for key in new:
            path = (*_HELD_BACK, key)
            if key not in ids:
                parts += prose_of(ctx).difference_in_parts(path, None, there[key])
        yield some, tuple(parts)


def _is_held_back(change: Difference) -> bool:
    return change.path[: len(_HELD_BACK)] == _HELD_BACK and change.new is not MISSING


def _new_keys(change: Difference) -> Sequence[str]:
    """The rules that hold cards back that are new with a change."""
    if change.path == _HELD_BACK:
        return [*change.new] if not change.old or change.old is MISSING else []
    return [str(change.path[-1])] if change.old is MISSING else []


def _together(ctx: Context, changes: Sequence[Change]) -> list[Change]:
    """The changes, in which all changes of one condition, role or set of cards are one if they
    exchange a word in it, and all changes of a rule that is told in one sentence.
    """
    game, say = game_of(ctx), prose_of(ctx)
    inside: dict[tuple[Any, ...], list[Change]] = {}
    for change in changes:
        around = shapes.rule_around(change.it.path)
        inside.setdefault(min(around, say.told_at(around), key=len), []).append(change)
    found = []
    for whole, some in inside.items():
        another = any(
            MISSING in (each.it.old, each.it.new) and each.it.path != whole for each in some
        )
        here = shapes.shape(whole)
        one_word = another and here is not None and here.kind in _ONE_WORD
        if len(some) == 1 or not (one_word or shapes.has_parts(whole)):
            found += some
            continue
        # The whole as it was: each change taken back from what it is now.
        before = after = game.at(whole)
        for change in reversed(some):
            old = None if change.it.old is MISSING else change.it.old
            before = changed(before, change.it.path[len(whole) :], old)
        it = replace(some[0].it, path=whole, old=before, new=after)
        found.append(Change(some[0].place, it, [each.it.source for each in some]))
    return found


def _shared(game: Game, changes: Sequence[Change]) -> Iterator[tuple[Change, list[str]]]:
    """Each kind of change once, with the names of the other bonuses that have it."""
    seen: list[tuple[Any, ...]] = []
    for change in changes:
        kind = _kind(game, change)
        if kind in seen:
            continue
        seen.append(kind)
        others = [each for each in changes if each is not change and _kind(game, each) == kind]
        sources = [source for each in (change, *others) for source in each.sources]
        yield replace(change, sources=sources), [other.name for other in others]


def _kind(game: Game, change: Change) -> tuple[Any, ...]:
    """The change without the name of its bonus, to compare it with those of others.

    Of a list of contracts that only grows, it is what is added.
    """
    it = change.it
    if it.path[0] != _BONUSES or len(it.path) == 2:
        return (*it.path, it.old, it.new)
    lists = isinstance(it.old, list | tuple) and isinstance(it.new, list | tuple)
    if lists and all(each in it.new or not _is_contract(game, each) for each in it.old):
        return (*it.path[2:], [each for each in it.new if each not in it.old])
    return (*it.path[2:], it.old, it.new)


def _is_contract(game: Game, entry: Any) -> bool:
    """Whether an entry of a list names a contract; it may be anything."""
    return isinstance(entry, str) and entry in game.contracts


def _alone(ctx: Context, changes: Iterable[tuple[Change, list[str]]]) -> Iterator[Row]:
    """Changes as rows; one row for the same change of several contracts."""
    found: dict[tuple[str, ...], list[Change]] = {}
    for change, others in changes:
        parts = _parts(ctx, change, others)
        if parts:
            contract = change.name if change.it.path[0] == _CONTRACTS else ""
            opened = tuple(open_to(ctx, part, contract) for part in parts)
            found.setdefault(opened, []).append(change)
    for opened, some in found.items():
        names = [*dict.fromkeys(each.name for each in some)]
        of_contracts = some[0].it.path[0] == _CONTRACTS
        if of_contracts and len(names) > 1 and set(names) != set(game_of(ctx).contracts):
            parts = _parts(ctx, some[0], names[1:])
        else:
            parts = tuple(closed(ctx, part, names if of_contracts else [""]) for part in opened)
        yield Row(some[0].place, parts, [source for each in some for source in each.sources])


def _parts(ctx: Context, change: Change, others: Sequence[str] = ()) -> tuple[str, ...]:
    """A change as texts that can each stand alone; `others` are further contracts or bonuses that
    have it.
    """
    it = change.it
    return prose_of(ctx).difference_in_parts(it.path, it.old, it.new, others)


def prose_of(ctx: Context) -> Prose:
    """The sentences about the rules of the game, and about what they were in its base."""
    if _PROSE not in ctx.stage:
        game = game_of(ctx)
        ctx.stage[_PROSE] = Prose(game, ctx.lang, before=base_of(game))
    found: Prose = ctx.stage[_PROSE]
    return found
