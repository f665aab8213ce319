"""Texts about several contracts: first their common rules, then the own rules of each.

A new contract is described by what differs from the contract most like it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple, TypeVar

from markupsafe import Markup

from zwanz_ssot.prose.template import Phrase, capital

from ..shortcodes import Context, Html
from .kinds import game_of
from .wording import prose, typeset, words

_SHARE = 0.5
"""The share of its rules, in letters, that a contract must have in common with its family. A lower
share makes lists of exceptions long; tried on the books of all games.
"""
_WORTH = 60
"""The letters that common rules must save to be worth a line of their own."""
_LIST = Markup("<ul>{}</ul>")
_ITEM = Markup("<li>{}</li>")
_NAME = Markup("<strong>{}</strong>")
"""The names at the beginning of rules, in bold so that a reader finds them."""


class Unit(NamedTuple):
    """A rule of a contract, as a text without its name. Rules with the same key replace
    each other.
    """

    key: str
    text: str


Rules = Sequence[Unit]


class FamilyText(NamedTuple):
    """Contracts, and the text about all of them."""

    contracts: list[str]
    text: Html


@dataclass
class Family:
    """Contracts, and the rules that all of them have; `own` has the other rules of each."""

    common: list[Unit]
    own: dict[str, list[Unit]] = field(default_factory=dict)

    @property
    def contracts(self) -> list[str]:
        """The contracts in their order."""
        return list(self.own)

    def takes(self, contract: str, rules: Rules) -> bool:
        """Add a contract if it has enough in common with the family; True if so.

        A rule that it lacks is no longer common: it becomes one of each other contract's own.
        """
        shared = [rule for rule in self.common if rule in rules]
        every = _letters(self.common) + _letters(rules)
        if 2 * _letters(shared) < _SHARE * every or _letters(shared) < _WORTH:
            return False
        left = [rule for rule in self.common if rule not in shared]
        for own in self.own.values():
            own[:0] = left
        self.own[contract] = [rule for rule in rules if rule not in shared]
        self.common = shared
        return True

    def is_like(self, base: Rules) -> bool:
        """Whether each contract replaces every rule of `base` that it lacks."""
        for own in self.own.values():
            rules = [*self.common, *own]
            lacks = {rule.key for rule in base if rule not in rules}
            if not lacks <= {rule.key for rule in rules if rule not in base}:
                return False
        return True

    def without(self, base: Rules) -> Family:
        """The family with only what differs from the base."""

        def left(rules: Rules) -> list[Unit]:
            return [rule for rule in rules if rule not in base]

        return Family(left(self.common), {each: left(rules) for each, rules in self.own.items()})


def families(rules_of: Mapping[str, Rules]) -> list[Family]:
    """Contracts grouped by common rules, in their order."""
    found: list[Family] = []
    for contract, rules in rules_of.items():
        if not any(family.takes(contract, rules) for family in found):
            found.append(Family(list(rules), {contract: []}))
    return found


def family_texts(
    ctx: Context, contracts: Iterable[str], *, new: bool = False
) -> Iterator[FamilyText]:
    """A text about each family of contracts.

    With `new`, it says how they differ from an old contract; those like none are only named, as the
    book has their rules.
    """
    shown = list(contracts)
    others = [each for each in game_of(ctx).contracts if new and each not in shown]
    bases = {base: _units(ctx, base) for base in others}
    key = "new" if new else "plain"
    return _texts(ctx, {each: _units(ctx, each) for each in shown}, bases, key)


def _units(ctx: Context, contract: str) -> Rules:
    _, rules = prose(ctx).contract_in_units(contract)
    return [Unit(*rule) for rule in rules.items()]


def _texts(
    ctx: Context, rules_of: Mapping[str, Rules], bases: Mapping[str, Rules], key: str = "plain"
) -> Iterator[FamilyText]:
    """The texts of families: the common rules of each, and a list of the rest below.

    With `bases`, a family is told as the differences from the one most like it.
    """
    say, named = words(ctx).text, list[str]()
    for family in families(rules_of):
        base = _base(family, bases)
        if bases and not base:
            named += family.contracts
            continue
        rest = family.without(bases[base]) if base else family
        head = typeset(ctx, say("alike", key, of=_head(ctx, family, base)))
        text = say("alike", "gap").join(rule.text for rule in rest.common)
        left = rest.own if len(rest.own) > 1 else {}
        left = {each: own for each, own in left.items() if own or _has_aliases(ctx, each)}
        lines = [_ITEM.format(line) for line in _lines(ctx, left)]
        inside = _LIST.format(Markup("").join(lines)) if lines else Markup("")
        head = _NAME.format(head) if key == "plain" else head
        gap = say("alike", "gap") if text else ""
        yield FamilyText(family.contracts, head + gap + typeset(ctx, text) + inside)
    if named:
        names = capital(names_of(ctx, named))
        yield FamilyText(named, typeset(ctx, say("alike", "new_names", of=names)))


def _lines(ctx: Context, left: Mapping[str, Rules]) -> Iterator[Html]:
    """The own rules of a family's contracts: one text if they differ in single words alone, else
    again by families.
    """
    gap, beside = (words(ctx).text("alike", key) for key in ("gap", "beside"))
    texts = [gap.join(rule.text for rule in rules) for rules in left.values()]
    whole = alternated(texts, beside)
    if whole and not any(_has_aliases(ctx, each) for each in left):
        yield in_order(ctx, list(left), typeset(ctx, whole))
    else:
        yield from (text for _, text in _texts(ctx, left, {}))


def _base(family: Family, bases: Mapping[str, Rules]) -> str:
    """The contract that a family shares most rules with; empty if it shares too few."""
    saved = {}
    for base, rules in bases.items():
        if family.is_like(rules):
            saved[base] = _letters(rule for rule in family.common if rule in rules)
    best = max(saved, key=lambda base: saved[base], default="")
    return best if best and saved[best] >= _WORTH else ""


def _head(ctx: Context, family: Family, base: str) -> str:
    """The names of a family, and of the contract that it is like."""
    say, like = words(ctx).text, "_like" if base else ""
    other = prose(ctx).contract(base, "") if base else ""
    if len(family.own) > 1:
        return say("alike", f"several{like}", name=names_of(ctx, family.contracts), base=other)
    return say("alike", f"one{like}", name=_title(ctx, family.contracts[0]), base=other)


def _title(ctx: Context, contract: str) -> str:
    return prose(ctx).contract_in_units(contract)[0]


def _has_aliases(ctx: Context, contract: str) -> bool:
    """Whether a contract has more names than its first one."""
    return _title(ctx, contract) != capital(prose(ctx).contract(contract, ""))


Rule = TypeVar("Rule", bound=str)


def shared(rules_of: Mapping[str, Sequence[Rule]]) -> dict[Rule, list[str]]:
    """The common rules that save enough letters, each with the contracts (or bonuses) that
    have it.
    """
    holders: dict[Rule, list[str]] = {}
    for contract, rules in rules_of.items():
        for rule in rules:
            holders.setdefault(rule, []).append(contract)
    return {
        rule: contracts
        for rule, contracts in holders.items()
        if len(rule) * (len(contracts) - 1) >= _WORTH
    }


def taken_together(rules_of: Mapping[str, list[Rule]]) -> dict[tuple[str, ...], list[Rule]]:
    """Remove the `shared` rules from the lists; return them by the contracts (or bonuses) that
    share them.
    """
    common = shared(rules_of)
    for rules in rules_of.values():
        rules[:] = [rule for rule in rules if rule not in common]
    together: dict[tuple[str, ...], list[Rule]] = {}
    for rule, holders in common.items():
        together.setdefault(tuple(holders), []).append(rule)
    return together


_WORD = re.compile(r"[ァ-ヴー・]+|[.,;:。、]|\s+|[^\sァ-ヴー・.,;:。、]+")
"""A word of a sentence; where words have no blanks between them, a name in kana."""
_FEWEST, _PLACES, _SAME = 3, 4, 30
"""Texts become one if there are so many, they differ in at most so many places, and have so many
letters in common.
"""


def alternated(texts: Sequence[str], beside: str = " / ", least: int = _SAME) -> str:
    """One text for several that differ in single words, with these words side by side.

    Empty if they have fewer than `least` letters in common, or differ in too many places.

    >>> alternated([f"The declarer has to announce the {it}." for it in ("Uhu", "Pagat", "Mond")])
    'The declarer has to announce the Uhu / Pagat / Mond.'
    """
    rows = [_WORD.findall(text) for text in texts]
    if len(rows) < _FEWEST or len(set(map(len, rows))) > 1 or len(set(texts)) < len(texts):
        return ""
    joined, places, same = "", 0, 0
    # Runs of equal words stand once; runs of others have all variants beside each other.
    for differ, columns in groupby(zip(*rows, strict=True), key=lambda it: len(set(it)) > 1):
        run = list(columns)
        variants = ["".join(words) for words in zip(*run, strict=True)]
        if not differ:
            same += len(variants[0])
            joined += variants[0]
        elif any(mark in variant for variant in variants for mark in "<>&."):
            return ""
        else:
            places += 1
            joined += beside.join(variants)
    return joined if places <= _PLACES and same >= least else ""


def in_frames(ctx: Context, rules_of: Mapping[str, Sequence[Html]]) -> dict[tuple[str, ...], Html]:
    """One text for each group of contracts whose rules differ in single words."""
    groups, gap = list[list[str]](), words(ctx).text("alike", "gap")
    texts = {each: gap.join(map(str, rules)) for each, rules in rules_of.items() if rules}
    for contract, text in texts.items():
        size = len(_WORD.findall(text))
        fits = (it for it in groups if len(_WORD.findall(texts[it[0]])) == size)
        group = next((it for it in fits if _alike(texts[it[0]], text)), None)
        if group is None:
            groups.append([contract])
        else:
            group.append(contract)
    beside = words(ctx).text("alike", "beside")
    found = {}
    for group in groups:
        if text := alternated([texts[each] for each in group], beside):
            found[tuple(group)] = Markup(text)
    return found


def _alike(one: str, other: str) -> bool:
    """Whether two texts with equally many words have most of them in common."""
    pairs = zip(_WORD.findall(one), _WORD.findall(other), strict=True)
    return sum(len(a) for a, b in pairs if a == b) >= max(_SAME, len(one) / 2)


def in_order(ctx: Context, contracts: Sequence[str], text: Html) -> Html:
    """A text in which words stand side by side, one for each of these contracts, with their names
    before it.
    """
    say = words(ctx).text
    head = typeset(ctx, say("alike", "in_order", name=names_of(ctx, contracts)))
    return _NAME.format(head) + say("alike", "gap") + text


def together(ctx: Context, name: str, rules: Sequence[Html], *, every: bool) -> Html:
    """Rules of several things in a table, under their `name`; with `every`, of all in it."""
    say = words(ctx).text
    head = say("alike", "every") if every else say("alike", "several", name=name)
    gap = say("alike", "gap")
    return typeset(ctx, head) + gap + Markup(gap).join(rules)


def names_of(ctx: Context, contracts: Sequence[str]) -> str:
    """The names of contracts, one after the other."""
    return words(ctx).joined(Phrase(prose(ctx).contract(each)) for each in contracts).text


def _letters(rules: Iterable[Unit]) -> int:
    return sum(len(rule.text) for rule in rules)
