"""Compares what parts of the rules need, give and bar.

Words declare that in the registry, settings and steps in `zwanz_ssot.words.settings`. A premise
that is needed but not given is a problem, and so is one that is barred but given; the problem is at
the part that needs or bars, and names the other line. This module knows no word or setting.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...model import CALLED_CARD, Condition, Game, Path, Role
from ...model.identifiers import ContractIds
from ...words.cards import CALLED
from ...words.premises import (
    BARS,
    GIVES,
    NEEDS,
    Premise,
    PremiseUse,
    contract_of,
    needs,
    needs_called_card,
)
from ...words.registry import CONDITIONS, ROLES, Kind, plain
from ...words.settings import SETTINGS
from ..resolver import CheckContext
from .scopes import conditions, roles


def check(context: CheckContext) -> None:
    """Note every premise that is needed but missing, and every one that is barred but given."""
    # A word that means nothing in its place has been noted there.
    noted = frozenset(context.resolver.faulty)
    claims = [each for each in _claims(context) if each.kind == GIVES or each.at not in noted]
    given: dict[Premise, list[PremiseUse]] = {}
    for claim in claims:
        if claim.kind == GIVES:
            given.setdefault(claim.premise, []).append(claim)
    for claim in claims:
        only = _only_in(context.game, claim.at)
        met = next(
            (
                each
                for each in given.get(claim.premise, ())
                if claim.meets(each) and (not only or each.within in (*only, ""))
            ),
            None,
        )
        if claim.kind == NEEDS and met is None:
            _note(context, claim, claim.beside)
        elif claim.kind == BARS and met is not None:
            _note(context, claim, met.at)


def _only_in(game: Game, at: Path) -> ContractIds:
    """The only contracts in which a rule of a bonus or of a duty to double applies; empty: all, or
    one of them has an unknown name.
    """
    only: ContractIds = ()
    match at:
        case "bonuses", name, *_:
            only = game.bonuses[str(name)].contracts
        case "kontra", "forced", name, *_ if game.kontra is not None:
            only = next(rule.contracts for rule in game.kontra.forced if rule.id == name)
    return only if game.contracts.keys() >= {*only} else ()


def _claims(context: CheckContext) -> Iterator[PremiseUse]:
    """Everything that the rules of the game need, give and bar."""
    for claims in SETTINGS.values():
        yield from claims(context.game)
    for condition, _ in conditions(context.game):
        for part in plain(condition):
            yield from _of_condition(part)
    for role, _ in roles(context.game):
        yield from _of_role(role)


def _of_condition(condition: Condition) -> Iterator[PremiseUse]:
    word, at = CONDITIONS[condition.word], (*condition.at, condition.word)
    yield from _of_word(word.needs, at, key=True)
    for name, value in condition.args.items():
        if isinstance(value, Role):
            yield from _of_role(value)
        elif word.args[name].kind is Kind.CARD_OR_CALLED and value == CALLED_CARD:
            yield needs_called_card((*at, name))


def _of_role(role: Role) -> Iterator[PremiseUse]:
    if role.word not in ROLES:
        return  # an unknown word, which has been reported
    at = role.at if role.arg is None else (*role.at, role.word)
    yield from _of_word(ROLES[role.word].needs, at, key=role.arg is not None)
    if isinstance(role.arg, Role):
        yield from _of_role(role.arg)
    elif role.arg == CALLED:
        yield needs_called_card(at, key=True)


def _of_word(premises: Iterable[Premise], at: Path, *, key: bool) -> Iterator[PremiseUse]:
    for premise in premises:
        text, hint = premise.missing, premise.write
        yield needs(premise, at, text, hint, within=contract_of(at), key=key, never=True)


def _note(context: CheckContext, claim: PremiseUse, other: Path) -> None:
    """Note the problem of a claim; ``other`` is the path that it names."""
    if not context.sound(claim.at, *([claim.beside] if claim.beside else [])):
        return
    note = context.never if claim.never else context.unfit
    text = claim.text.replace("{place}", context.place(other, seen_from=claim.at))
    note(claim.at, text, claim.hint, key=claim.key)
