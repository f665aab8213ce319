"""The settlement: what each seat gets or pays, item by item."""

from __future__ import annotations

from dataclasses import dataclass

from zwanz_ssot.model import Bonus, Contract, Role

from .cards import pack, play_of, ranks, trumps_listed
from .exchanging import shared
from .items import GAME, announced, doubles, level
from .numbers import numbers
from .outcome import Outcome, Seats, asks_each, over
from .paying import Scores, between_sides, of_a_table, paid_alone
from .position import DECLARERS, DEFENDERS, Position


@dataclass(frozen=True)
class Line:
    """The line of an item: whether it was announced, and the scores as written down and as paid."""

    item: str
    announced: bool
    each: Scores
    paid: Scores
    beside: bool = False
    """Whether it replaces nothing."""
    missed: bool = False
    """Whether it was announced and missed."""
    own: Seats = frozenset()
    """The side whose bonus it is."""


def settle(position: Position, doubled_for: Seats = frozenset()) -> tuple[Scores, Scores] | None:
    """The scores as written down and as paid; None if the cards were thrown in.

    `doubled_for` are the players whose double round it is, if they declare. Raises `Silent` where
    no rule says what follows.
    """
    if position.thrown_in is not None or position.plays is None:
        return None
    lines = _conceded(position) if position.conceded else _lines(position)
    own = position.declarer in doubled_for and bool(position.plays.declarers)
    times = [2 if own and not _paid_by_one(position, line) else 1 for line in lines]
    return (
        _sum(position, [line.each for line in lines], times),
        _sum(position, [line.paid for line in lines], times),
    )


def _sum(position: Position, scores: list[Scores], times: list[int]) -> Scores:
    pairs = list(zip(scores, times, strict=True))
    return tuple(sum(each[seat] * n for each, n in pairs) for seat in range(position.players))


def _paid_by_one(position: Position, line: Line) -> bool:
    """Whether one player pays an item alone; the declarer's double round does not double it."""
    bonus = position.game.bonuses.get(line.item)
    return bonus is not None and bonus.paid_by is not None


def _lines(position: Position) -> list[Line]:
    outcome = over(position)
    lines = [_game(outcome)]
    for bonus in position.game.bonuses.values():
        lines += _bonus(outcome, bonus)
    return _without_replaced(position, lines)


def _conceded(position: Position) -> list[Line]:
    """The lines of a game that was given up: the game is lost, and the bonus missed that had to be
    announced.
    """
    contract, outcome = position.plays, over(position)
    assert contract is not None
    own, winners = outcome.declarers, outcome.others(outcome.declarers)

    def pays(doubled: int, *, duels: bool) -> Scores:
        if duels and _in_duels(outcome):
            return _duels(outcome, winners, contract.lost_value, doubled)
        return between_sides(outcome, winners, _raised(position, contract.lost_value, doubled))

    paid = pays(_own_doubling(outcome, GAME, own, None), duels=True)
    written = pays(0, duels=False) if _paid_only(position) else paid
    lines = [Line(GAME, False, written, paid)]
    last = position.words[-1].text.split() if position.words else []
    for name in last[1:] if last[:1] == ["concede"] else ():
        bonus = position.game.bonuses[name]
        costs = position.game.settlement.missed_announcement == "counts_for_opponents"
        if costs and bonus.value.amount(announced=True):
            lines.append(_line(outcome, bonus, True, own, DECLARERS, winners, None, won=False))
    return _without_replaced(position, lines)


# doubling


def _void(outcome: Outcome, item: str) -> bool:
    """Whether the doubles of an item are void."""
    position = outcome.position
    kontra, contract = position.game.kontra, position.plays
    assert contract is not None
    for void in kontra.void if kontra else ():
        here = not void.contracts or contract.id in void.contracts
        if here and void.item in ("", item) and outcome.holds(void.when, _claimants(outcome)):
            return True
    return False


def _raised(position: Position, value: int, times: int) -> int:
    """A value doubled `times` times, by the rules of doubling."""
    kontra = position.game.kontra
    for _ in range(times):
        assert kontra is not None
        value = (value + kontra.adds) * kontra.times
    return value


def _own_doubling(outcome: Outcome, item: str, own: Seats, side: str | None) -> int:
    """How often an item was doubled; 0 if its own side began."""
    position, contract = outcome.position, outcome.position.plays
    assert contract is not None
    each_for_himself = contract.kontra == "individual" and item == GAME
    if each_for_himself or contract.kontra == "none" or _void(outcome, item):
        return 0
    words = doubles(position, item, side)
    return 0 if not words or words[0].seat in own else len(words)


def _paid_only(position: Position) -> bool:
    kontra = position.game.kontra
    return kontra is not None and kontra.counts_in == "money"


# the game


def _game(outcome: Outcome) -> Line:
    position = outcome.position
    contract = position.plays
    assert contract is not None

    # Who has won, and the value of the contract for it.
    claimants, won = _came_out(outcome, contract)
    drawn = not won and contract.drawn_if is not None
    drawn = drawn and outcome.holds(contract.drawn_if, claimants)
    plain = contract.value if won else contract.lost_value
    value = _grown(outcome, contract, claimants, plain)
    bid = numbers(position).number

    # A value below the number that was bid loses, and is raised to it.
    if contract.overbid and value < bid:
        won = drawn = False
        if contract.objective is not None and asks_each(contract.objective):
            outcome.losers = claimants
        while value < bid or value % contract.overbid:
            value += 1

    winners = claimants if won else outcome.others(claimants)
    outcome.game_winners = frozenset() if drawn else winners
    if drawn:
        nothing = (0,) * position.players
        return Line(GAME, False, nothing, nothing)
    if not won:
        value *= contract.lost_times
    if contract.losers is not None:
        winners = outcome.others(outcome.losers)

    # What multiplies it, and who pays.
    times = 1
    for rule in contract.value_times:
        if outcome.holds(rule.when, claimants):
            times *= rule.times
    doubled = _own_doubling(outcome, GAME, outcome.declarers or claimants, None)
    case = next(
        (each for each in contract.payments if outcome.holds(each.when, claimants)),
        None,
    )

    def pays(doubled: int, *, duels: bool) -> Scores:
        def amount(value: int) -> int:
            return _raised(position, value * times, doubled)

        if case is not None:
            return of_a_table(outcome, case, claimants, amount)
        if duels and _in_duels(outcome):
            return _duels(outcome, winners, value * times, doubled)
        return between_sides(outcome, winners, amount(value))

    paid = pays(doubled, duels=True)
    written = pays(0, duels=False) if _paid_only(position) else paid
    return Line(GAME, False, written, paid)


def _grown(outcome: Outcome, contract: Contract, claimants: Seats, plain: int) -> int:
    """The value of a contract as it grows; `plain` if it does not grow."""
    steps = contract.per_difference or contract.per_top or contract.value_adds
    if not steps and contract.lost_times == 1 and not contract.overbid:
        return plain
    value = contract.base
    if contract.per_difference is not None:
        value = _of_difference(outcome, contract)
    if contract.per_top:
        value += contract.per_top * _tops(outcome)
    for rule in contract.value_adds:
        if outcome.holds(rule.when, claimants):
            value += rule.adds
    return value


def _of_difference(outcome: Outcome, contract: Contract) -> int:
    """A value that grows from its base with the difference of card points, step by step."""
    grows, ours = contract.per_difference, outcome.declarers
    assert grows is not None
    own, other = outcome.points(ours), outcome.points(outcome.others(ours))
    # All is doubled, as half of all points may be a fraction.
    game = outcome.position.game
    all_points = game.worth_of_all + game.count.last_trick * game.unit
    away = abs(2 * own - all_points) if grows.from_ == "half" else 2 * abs(own - other)
    step = 2 * grows.points * game.unit
    steps, rest = divmod(away, step)
    if grows.rounded == "nearest" and 2 * rest >= step:
        steps += 1
    return contract.base + steps * grows.pays


def _tops(outcome: Outcome) -> int:
    """How many of the highest trumps the declarers have, or lack, without a gap.

    The cards that they were dealt and took from the talon count.
    """
    position, play = outcome.position, play_of(outcome.position)
    suit = play.trump.suit
    if suit is None:
        order = trumps_listed(position)
    else:
        own = [each for each in pack(position.game) if each.suit == suit]
        order = sorted(own, key=lambda each: ranks(position, suit).index(each.rank))
    had = {card for seat in outcome.declarers for card in position.dealt[seat]}
    for number in position.taken:
        # Where all share the talon, the packets have gone round, beginning with the declarer.
        assert position.declarer is not None
        seat = (position.declarer + number * shared(position)) % position.players
        had |= position.talon[number] if seat in outcome.declarers else set()
    had |= outcome.cards(outcome.declarers) & frozenset(position.talon_cards)
    tops = 0
    for card in order:
        if (card in had) != (order[0] in had):
            break
        tops += 1
    return tops


def _came_out(outcome: Outcome, contract: Contract) -> tuple[Seats, bool]:
    """The side whose item the game is, and whether it has won.

    Notes in the outcome who loses for himself, and a partner whom only the result tells.
    """
    if contract.losers is not None:
        outcome.losers = outcome.seats(contract.losers, frozenset())
        return outcome.losers, False
    assert contract.objective is not None
    claimants = _claimants(outcome)
    if asks_each(contract.objective):
        outcome.losers = frozenset(
            seat for seat in claimants if not outcome.holds(contract.objective, frozenset({seat}))
        )
        won = not outcome.losers
    else:
        won = outcome.holds(contract.objective, claimants)
    late = [role for role in contract.declarers if _known_late(role)]
    if won and late:
        for role in late:
            outcome.declarers |= outcome.seats(role, outcome.declarers)
        claimants = outcome.declarers
    return claimants, won


def _known_late(role: Role) -> bool:
    """Whether a role means the winner of a trick, or a neighbour of his."""
    beside = isinstance(role.arg, Role) and _known_late(role.arg)
    return beside or role.word == "winner_of"


def _claimants(outcome: Outcome) -> Seats:
    """The side whose item the game is."""
    contract = outcome.position.plays
    assert contract is not None
    if contract.claimed_by is None:
        return outcome.declarers
    return outcome.seats(contract.claimed_by, outcome.declarers)


def _duels(outcome: Outcome, winners: Seats, value: int, doubled: int) -> Scores:
    """The scores if the declarer settles with each opponent alone; `doubled` is the least
    doubling.
    """
    position = outcome.position
    declarer = position.declarer
    assert declarer is not None
    gets = dict.fromkeys(sorted(outcome.everybody), 0)
    for seat in outcome.everybody - {declarer}:
        times = max(doubled, level(position, GAME, seat))
        amount = _raised(position, value, times)
        sign = 1 if declarer in winners else -1
        gets[declarer] += sign * amount
        gets[seat] -= sign * amount
    return tuple(gets.values())


def _in_duels(outcome: Outcome) -> bool:
    """Whether the game was doubled between the declarer and some opponent alone."""
    position = outcome.position
    contract = position.plays
    if contract is None or contract.kontra != "individual" or _void(outcome, GAME):
        return False
    return any(level(position, GAME, seat) for seat in outcome.everybody)


# bonuses


def _bonus(outcome: Outcome, bonus: Bonus) -> list[Line]:
    """The lines of a bonus: for the declarers, for the defenders."""
    position = outcome.position
    contract, settlement = position.plays, position.game.settlement
    assert contract is not None
    if not contract.declarers or (bonus.contracts and contract.id not in bonus.contracts):
        return []
    sides_with = {word.side for each, word in announced(position) if each == bonus.id}
    silent = bonus.value.amount(announced=False) is not None
    if not sides_with and not silent:
        return []
    claim = outcome.everybody
    if bonus.goes_to.word != "either_side":
        claim = outcome.seats(bonus.goes_to, frozenset())
    found = []
    sides = {DECLARERS: outcome.declarers, DEFENDERS: outcome.others(outcome.declarers)}
    for name, own in sides.items():
        other = DEFENDERS if name == DECLARERS else DECLARERS
        # An announced bonus is won or missed; a silent one counts if it is won, or lost.
        if name in sides_with:
            if not bonus.value.amount(announced=True):
                continue
            won = bool(claim & own) and outcome.holds(bonus.won, own)
            if not won and settlement.missed_announcement != "counts_for_opponents":
                continue
        elif (
            not claim & own
            or not silent
            or (other in sides_with and settlement.silent_beside_announced != "counts")
        ):
            continue
        elif outcome.holds(bonus.won, own):
            won = True
        elif bonus.lost is not None and outcome.holds(bonus.lost, own):
            won = False
        else:
            continue
        payers = outcome.seats(bonus.paid_by, own) if bonus.paid_by else None
        if payers is None or payers:
            found.append(
                _line(outcome, bonus, name in sides_with, own, name, sides[other], payers, won=won)
            )
    return found


def _line(
    outcome: Outcome,
    bonus: Bonus,
    announced: bool,
    own: Seats,
    side: str,
    others: Seats,
    payers: Seats | None,
    *,
    won: bool,
) -> Line:
    position = outcome.position
    contract = position.plays
    assert contract is not None
    winners = own if won else others
    value = bonus.value.amount(announced=announced)
    assert value is not None
    doubled, duels = _own_doubling(outcome, bonus.id, own, side) if announced else 0, False
    beside = bonus.replaces_unless is not None and outcome.holds(bonus.replaces_unless, own)
    if bonus.value.is_times_game(announced=announced):
        value *= contract.value if winners & outcome.declarers else contract.lost_value
        if not beside:
            doubled = max(doubled, _own_doubling(outcome, GAME, outcome.declarers, None))
        duels = _in_duels(outcome) and not beside
    else:
        value *= contract.bonus_factor

    def pays(doubled: int, *, duels: bool) -> Scores:
        assert value is not None
        if payers is not None:

            def amount(payer: int, payee: int) -> int:
                pair = {payer, payee}
                opponents = pair - {position.declarer} if position.declarer in pair else set()
                own = [level(position, GAME, seat) for seat in opponents] if duels else []
                return _raised(position, value, max([doubled, *own]))

            return paid_alone(outcome, payers, winners, amount)
        if duels:
            return _duels(outcome, winners, value, doubled)
        return between_sides(outcome, winners, _raised(position, value, doubled))

    paid = pays(doubled, duels=duels)
    written = pays(0, duels=False) if _paid_only(position) else paid
    return Line(bonus.id, announced, written, paid, beside, announced and not won, own)


def _without_replaced(position: Position, lines: list[Line]) -> list[Line]:
    """The lines without those that a bonus replaces; a replaced bonus replaces nothing."""

    def counts(line: Line) -> bool:
        return not any(_replaces(position, other, line) and counts(other) for other in lines)

    return [line for line in lines if counts(line)]


def _replaces(position: Position, line: Line, other: Line) -> bool:
    """Whether a line takes the place of another one, if it counts."""
    if line.item in (GAME, other.item):
        return False
    bonus = position.game.bonuses[line.item]
    kinds = {other.item}
    if other.item != GAME:
        kinds |= {"bonuses"} if other.announced else {"bonuses", "silent_bonuses"}
    silent = not other.announced and other.item in bonus.replaces_silent
    if line.missed and bonus.silent_count_if_missed:
        own = other.own == line.own and other.item not in bonus.silent_count_if_missed
        silent = silent and own
    return bool(kinds & set(bonus.replaces) and not line.beside) or silent
