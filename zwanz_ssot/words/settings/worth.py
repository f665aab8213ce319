"""What values and payments have to do with other parts of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import SEATS, Bonus, Contract, Game, Path, Payment
from .. import premises as p
from ..outcome import tricks_won
from ..premises import PremiseUse, bars, gives, needs, setting
from ..registry import RoleFact, plain, role_is, roles_in
from ..roles import is_whole_side, most_declarers
from .speech import doubled_in

# Values


@setting("bonuses.*.value")
def _bonus_value(game: Game) -> Iterator[PremiseUse]:
    for bonus in game.bonuses.values():
        at = (*bonus.at, "value")
        if bonus.can_be_announced:
            yield gives(p.BONUS_TO_ANNOUNCE, (*at, "announced"))
            text = "nothing is announced in this auction"
            hint = "add announce to auction.in_one_turn, or drop this value"
            here = (*at, "announced")
            yield needs(p.BONUSES_ANNOUNCED, here, text, hint, key=True, never=True)
        yield from _times_game(game, bonus)


def _times_game(game: Game, bonus: Bonus) -> Iterator[PremiseUse]:
    """A bonus that is worth so many games."""
    for announced, key in ((False, "silent_times_game"), (True, "announced_times_game")):
        if bonus.value.is_times_game(announced=announced):
            for contract in filter(bonus.counts_in, game.contracts.values()):
                grows = "grows with the points"
                if contract.per_difference is None:
                    tops = "grows with the highest trumps"
                    grows = tops if contract.per_top else "depends on more than a number"
                text = f"the value of '{contract.id}' {grows}, so none can be "
                text += "multiplied ({place})"
                hint = "write a number, or name other contracts under contracts"
                at = (*bonus.value.at, key)
                yield bars(p.VALUE_GROWS, at, text, hint, within=contract.id, key=True)


@setting("contracts.*.value.per_top")
def _per_top(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if contract.per_top:
            at = (*contract.at, "value", "per_top")
            yield gives(p.VALUE_GROWS, at, within=contract.id)
            yield from _uneven(contract.per_top, at, game, contract)


@setting("contracts.*.value.lost_times")
def _lost_times(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if contract.lost_times > 1:
            at = (*contract.at, "value", "lost_times")
            yield gives(p.VALUE_GROWS, at, within=contract.id)


@setting("contracts.*.value.overbid")
def _overbid(game: Game) -> Iterator[PremiseUse]:
    """What becomes of a contract that is worth less than the number bid."""
    for contract in game.contracts.values():
        if not contract.overbid:
            continue
        at = (*contract.at, "value", "overbid")
        yield gives(p.VALUE_GROWS, at, within=contract.id)
        yield from _uneven(contract.overbid, at, game, contract)
        text, hint = "no numbers are bid in this game", "add auction.numbers, or take it out"
        yield needs(p.NUMBERS_BID, at, text, hint, key=True, never=True)
        text = "who plays along follows from winning it, but it may be lost for its value ({place})"
        yield bars(p.PARTNER_BY_RESULT, at, text, "take it out", within=contract.id, key=True)


@setting("contracts.*.value_adds")
def _value_adds(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        for rule in contract.value_adds:
            yield gives(p.VALUE_GROWS, rule.at, within=contract.id)
            yield from _uneven(rule.adds, (*rule.at, "adds"), game, contract)


@setting("contracts.*.value_times")
def _value_times(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        for rule in contract.value_times:
            yield gives(p.VALUE_GROWS, rule.at, within=contract.id)


@setting("contracts.*.value.per_difference")
def _per_difference(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if contract.per_difference is not None:
            yield gives(p.VALUE_GROWS, contract.per_difference.at, within=contract.id)


# Shares


@setting("settlement.each_pays")
def _each_pays(game: Game) -> Iterator[PremiseUse]:
    if game.settlement.each_pays == "evenly":
        yield gives(p.SHARED_EVENLY, (*game.settlement.at, "each_pays"))


@setting("contracts.*.payments")
def _payments(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if contract.payments:
            yield gives(p.PAID_BY_TABLE, (*contract.at, "payments"), within=contract.id)
        for case in contract.payments:
            yield from _for_points_of_ones_own(contract, case)


def _for_points_of_ones_own(contract: Contract, case: Payment) -> Iterator[PremiseUse]:
    """What a case of payments needs that pays each player for the cards that he has himself."""
    hint = "let them count otherwise, or drop this"
    for premise, side, others in (
        (p.COUNTED_FOR_DEFENDERS, "defenders", (RoleFact.DECLARER, RoleFact.DECLARERS)),
        (p.COUNTED_FOR_DECLARERS, "declarers", (RoleFact.DEFENDERS,)),
    ):
        text = f"each player is paid for his points, but cards count for all {side} ({{place}})"
        counted = [
            (*score.at, "per")
            for score in case.scores
            if score.per and not any(role_is(score.who, fact) for fact in others)
        ]
        for at in [(*case.at, "by_place")] if case.by_place else counted:
            yield bars(premise, at, text, hint, within=contract.id, key=True)


@setting("contracts.*.objective")
def _objective(game: Game) -> Iterator[PremiseUse]:
    """What each declarer has to reach for himself."""
    text = "each declarer wins or loses for himself, but cards count for all declarers ({place})"
    hint = "let them count otherwise, or ask for tricks"
    for contract in game.contracts.values():
        for part in plain(contract.objective) if contract.objective is not None else ():
            each = any(role_is(role, RoleFact.EACH_DECLARER) for role in roles_in(part))
            if each and part.word != tricks_won.name:
                at = (*part.at, part.word)
                yield bars(p.COUNTED_FOR_DECLARERS, at, text, hint, within=contract.id, key=True)


def _most_together(game: Game, contract: Contract) -> int:
    """The most players of a side, if the other side has at least one: the declarers or, where all
    play against all, any players.
    """
    joined = contract.joined.most if contract.joined else 0
    most = most_declarers(contract, game) + joined if contract.declarers else game.table.players
    return min(most, game.table.players - 1)


def _most_claimants(game: Game, contract: Contract) -> int:
    """The most players who win or lose a contract together."""
    claimed = contract.claimed_by
    if claimed is None or is_whole_side(claimed):
        return _most_together(game, contract)
    several = role_is(claimed, RoleFact.SEVERAL) or game.deck.copies > 1
    return game.table.players - 1 if several else 1


def _shares(amount: int, game: Game, most: int) -> tuple[int, int] | None:
    """The sides, the smaller one first, between which an amount for each of the larger one cannot
    be shared in whole points, if up to ``most`` play together; None where it always can.
    """
    players = game.table.players
    if players > len(SEATS):
        return None
    for side in range(1, most + 1):
        smaller, larger = sorted((side, players - side))
        if amount * larger % smaller:
            return smaller, larger
    return None


def _uneven(
    amount: int | None, at: Path, game: Game, contract: Contract, most: int = 0
) -> Iterator[PremiseUse]:
    """What an amount has against being shared evenly in a contract: nothing, where it divides.
    ``most`` play together; 0: as many as claim the contract.
    """
    most = most or _most_claimants(game, contract)
    sides = _shares(amount, game, most) if amount is not None else None
    if sides is not None:
        smaller, larger = sides
        text = f"{amount} from each of {larger} cannot be shared by {smaller} ({{place}})"
        hint = f"write a multiple of {smaller}, or let another number of players play"
        yield bars(p.SHARED_EVENLY, at, text, hint)


def _paid_by_cases(contract: Contract) -> bool:
    """Whether some case of a contract's payments always holds, so that its value is not paid."""
    return any(case.when is None for case in contract.payments)


@setting("contracts.*.value")
def _value(game: Game) -> Iterator[PremiseUse]:
    """What a contract pays, where no case of its payments always holds."""
    for contract in game.contracts.values():
        if _paid_by_cases(contract):
            continue
        if contract.per_difference is not None:
            here = (*contract.per_difference.at, "pays")
            yield from _uneven(contract.per_difference.pays, here, game, contract)
            here = (*contract.at, "value", "base")
            yield from _uneven(contract.base, here, game, contract)
            continue
        yield from _uneven(contract.value, (*contract.at, "value"), game, contract)
        if contract.lost_value != contract.value:
            here = (*contract.at, "lost_value")
            yield from _uneven(contract.lost_value, here, game, contract)


@setting("bonuses.*.value: shares")
def _bonus_shares(game: Game) -> Iterator[PremiseUse]:
    """What a bonus pays. One worth so many games can be shared where the game can."""
    for bonus in game.bonuses.values():
        for contract in filter(bonus.counts_in, game.contracts.values()):
            most, value, factor = _most_together(game, contract), bonus.value, contract.bonus_factor
            by_cases = _paid_by_cases(contract) or contract.claimed_by is not None
            games = {contract.value, contract.lost_value} if by_cases else set[int]()
            for key, amount, counts in (
                ("silent", value.silent, {factor}),
                ("announced", value.announced, {factor}),
                ("silent_times_game", value.silent_times_game, games),
                ("announced_times_game", value.announced_times_game, games),
            ):
                for each in () if amount is None else sorted(amount * count for count in counts):
                    yield from _uneven(each, (*value.at, key), game, contract, most)


@setting("kontra.adds")
def _adds(game: Game) -> Iterator[PremiseUse]:
    if game.kontra is not None and game.kontra.adds:
        for contract in doubled_in(game):
            most = max(_most_together(game, contract), _most_claimants(game, contract))
            yield from _uneven(game.kontra.adds, (*game.kontra.at, "adds"), game, contract, most)
