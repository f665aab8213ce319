"""An outcome without its play: points and tricks, sets dealt, the last trick, what was caught; and
its settlement.
"""

from __future__ import annotations

from typing import Any

from ..engine import Round
from ..engine.state import State
from ..problems import RulesAreSilent
from ..source import Path
from . import brief_auction, settled
from .brief_auction import WORDS, said_in_short
from .case_context import SIDES, CaseContext
from .dealing import Holdings, in_each, rounds
from .playthrough import turns
from .stated_outcome import NotStated, StatedFacts, StatedOutcome

SITUATION = WORDS | {"says", "hands", "talon", "double_round", "match", "outcome"}
EXPECTS = settled.EXPECTS | settled.AFTER_EXPECTS | {"declarers", "rules_are_silent"}
AT: Path = ("outcome",)


def work_out(desk: CaseContext) -> None:
    """Settle the outcome, after what was said or what is stated of it in short."""
    if "says" not in desk.entry:
        _settle(desk, said_in_short(desk))
        return
    for word in sorted(WORDS - {"partner"}):
        if word in desk.entry:
            desk.error((word,), f"what was said stands in says, so {word} is not stated beside it")
    said = turns(desk)
    holdings = Holdings(desk)
    holdings.state_hands()
    holdings.state_talon()
    for card, seat in _played(desk).items():
        if not holdings.place(seat, 1 << card):
            desk.error(
                AT, f"{desk.sitting(1 << seat)[0]} cannot hold {desk.game.deck.cards[card].id}"
            )
    holdings.conclude(said)
    desk.done()

    def settle(desk: CaseContext, played: Round) -> None:
        if played.contract is None:
            desk.differ(("says",), "a contract", f"thrown in: {played.thrown_in}")
        else:
            _settle(desk, played.state)

    in_each(desk, rounds(desk, holdings, said, finish=True), settle)


def _settle(desk: CaseContext, said: State) -> None:
    outcome = read(desk, said)
    desk.done()
    expect = desk.entry["expect"]
    try:
        facts = StatedFacts(said, outcome)
        ledger = desk.table.settlement.settle(facts, said.contract, said.stakes)
    except NotStated as missing:
        desk.error(AT, f"{missing.fact}, but this outcome does not tell it", missing.hint)
        return
    except RulesAreSilent as silent:
        desk.compare(
            ("expect", "rules_are_silent"),
            expect.get("rules_are_silent", "a settlement"),
            silent.path,
        )
        return
    if "rules_are_silent" in expect:
        desk.differ(("expect", "rules_are_silent"), expect["rules_are_silent"], "a settlement")
    if "declarers" in expect:
        desk.compare(("expect", "declarers"), expect["declarers"], desk.sitting(facts.declarers))
    settled.compare(desk, ledger, facts.declarers)


def read(desk: CaseContext, said: State) -> StatedOutcome:
    """The outcome as the example states it; what contradicts itself is a problem."""
    stated = desk.entry["outcome"]
    game = desk.game
    declared = by_seats(desk, said, (*AT, "declared"), stated.get("declared", {}))
    whole = desk.table.whole + sum(declared.values()) * game.unit
    points = _points(desk, said, whole)
    winners: tuple[int, ...] = ()
    counts: dict[int, int] | None = None
    if isinstance(tricks := stated.get("tricks"), list):
        winners = tuple(
            desk.seat((*AT, "tricks", number), seat) for number, seat in enumerate(tricks)
        )
        counts = {1 << seat: winners.count(seat) for seat in range(desk.players)}
        if len(winners) != said.tricks:
            desk.error(
                (*AT, "tricks"),
                f"a round has {said.tricks} tricks, here are {len(winners)} winners",
            )
    elif tricks is not None:
        counts = _shares(desk, said, "tricks", tricks, said.tricks)
    if counts and points is None and not declared and game.talon is None:
        points = _all_or_nothing(desk, said, counts, whole)
    elif counts and points and not desk.problems:
        brief_auction.points_of_tricks(
            desk, desk.table.contracts[said.contract], counts, points, declared
        )
    last = said.tricks - 1
    played, winning, won_last = _tricks(desk, said, last, winners)
    for card, (number, seat) in _in_tricks(desk).items():
        played[card] = (number, seat)
        winning.update(
            {number: card} if stated["played"][game.deck.cards[card].id].get("wins", True) else {}
        )
    taken = {
        card.index: desk.side((*AT, "taken", group), side, said.declarers)
        for group, side in stated.get("taken", {}).items()
        for card in game.deck.within(desk.group((*AT, "taken", group), group))
    }
    return StatedOutcome(
        points,
        winners,
        counts,
        _dealt(desk),
        taken,
        desk.cards((*AT, "talon"), stated.get("talon", ())),
        {seats: amount * game.unit for seats, amount in declared.items()},
        played,
        winning,
        won_last,
    )


def by_seats(desk: CaseContext, said: State, path: Path, stated: dict[str, int]) -> dict[int, int]:
    """Amounts that are stated of sides or players, by seats."""
    return {
        desk.side((*path, name), name, said.declarers): amount for name, amount in stated.items()
    }


def _points(desk: CaseContext, said: State, whole: int) -> dict[int, int] | None:
    """Card points as stated, in whole points or in thirds; None where they are not stated."""
    stated, unit = desk.entry["outcome"], desk.game.unit
    if "thirds" in stated and unit == 1:
        desk.error(
            (*AT, "thirds"),
            "cards are counted one by one here, so there are no thirds",
            "write points",
        )
    elif "thirds" in stated and "points" in stated:
        desk.error(
            (*AT, "thirds"), "the points are stated already", "keep one of points and thirds"
        )
    elif "thirds" in stated:
        return _shares(desk, said, "thirds", stated["thirds"], whole)
    if "points" not in stated:
        return None
    shares = _shares(desk, said, "points", stated["points"], whole // unit)
    return {seats: amount * unit for seats, amount in shares.items()}


def _in_tricks(desk: CaseContext) -> dict[int, tuple[int, int]]:
    """Cards that are stated to have fallen in some trick, with its number and who played them."""
    found = {}
    for card, fall in desk.entry["outcome"].get("played", {}).items():
        path: Path = (*AT, "played", card)
        number = fall["trick"]
        if number > desk.table.tricks:
            desk.error((*path, "trick"), f"a round has {desk.table.tricks} tricks, not {number}")
        found[desk.card(path, card)] = (number - 1, desk.seat((*path, "by"), fall["by"]))
    return found


def _shares(
    desk: CaseContext, said: State, key: str, stated: dict[str, int], whole: int
) -> dict[int, int]:
    """Points or tricks by seats: of both sides or of all players; the one left out has the rest."""
    path: Path = (*AT, key)
    by_side = any(name in SIDES for name in stated)
    names = SIDES if by_side else tuple(desk.sitting(desk.everybody))
    for name in stated:
        if name not in names:
            desk.error((*path, name), f"{key} are stated of sides or of players, not of both")
            return {}
    shares = {
        desk.side((*path, name), name, said.declarers): amount for name, amount in stated.items()
    }
    left, total = [name for name in names if name not in stated], sum(stated.values())
    if total > whole or (not left and total != whole):
        desk.error(path, f"all {key} together are {whole}, not {total}")
    elif len(left) > 1 and total != whole:
        desk.error(path, f"only one may be left out, here {len(left)} are: {', '.join(left)}")
    for name in left:
        shares[desk.side(path, name, said.declarers)] = whole - total if len(left) == 1 else 0
    return shares


def _all_or_nothing(
    desk: CaseContext, said: State, counts: dict[int, int], whole: int
) -> dict[int, int] | None:
    """Who has all the tricks has all the points."""
    for seats in (said.declarers, desk.everybody & ~said.declarers):
        if seats and sum(n for some, n in counts.items() if not some & ~seats) == said.tricks:
            return {seats: whole, desk.everybody & ~seats: 0}
    return None


def _tricks(
    desk: CaseContext, said: State, last: int, winners: tuple[int, ...]
) -> tuple[dict[int, tuple[int, int]], dict[int, int], int]:
    """Cards with their trick and player; the winning cards; who won the last trick."""
    stated = desk.entry["outcome"]
    players = _played(desk)
    trick: dict[int, int] = {}
    winning: dict[int, int] = {}
    won_last = winners[-1] if len(winners) == last + 1 else -1
    index = desk.table.index
    end: dict[str, Any] = stated.get("last_trick", {})
    if "won_by" in end:
        seat = desk.seat((*AT, "last_trick", "won_by"), end["won_by"])
        if won_last not in (-1, seat):
            text = f"tricks says that {desk.sitting(1 << won_last)[0]} won the last trick"
            desk.error((*AT, "last_trick", "won_by"), text)
        won_last = seat
    if "with" in end:
        winning[last] = index.get(end["with"], -1)
    for card in (*end.get("has", ()), *([end["with"]] if "with" in end else [])):
        trick[index.get(card, -1)] = last
    free = last - 1
    by: dict[int, int] = {card: number for number, card in winning.items()}
    for card, fall in stated.get("caught", {}).items():
        path: Path = (*AT, "caught", card)
        catcher = desk.card((*path, "by"), fall["by"])
        if catcher not in by:
            by[catcher], free = free, free - 1
        number = by[catcher]
        winning[number] = catcher
        if trick.setdefault(index.get(card, -1), number) != number:
            desk.error(
                path, f"{card} is in the last trick, which {end.get('with', 'another card')} won"
            )
        else:
            brief_auction.catch(desk, said, (*path, "by"), catcher, desk.card(path, card))
        trick[catcher] = number
    return (
        {card: (number, players.get(card, -1)) for card, number in trick.items()},
        winning,
        won_last,
    )


def _dealt(desk: CaseContext) -> dict[int, int]:
    """Cards and to whom they were dealt: by hands, and by what is said of single cards and sets."""
    found: dict[int, int] = {}
    for name, cards in desk.entry.get("hands", {}).items():
        _put(
            desk,
            found,
            ("hands", name),
            desk.cards(("hands", name), cards),
            desk.seat(("hands", name), name),
        )
    for group, seat in desk.entry["outcome"].get("dealt", {}).items():
        path: Path = (*AT, "dealt", group)
        _put(desk, found, path, desk.group(path, group), desk.seat(path, seat))
    return found


def _played(desk: CaseContext) -> dict[int, int]:
    """Cards and who held and played them: the dealt ones, those of the last trick, and those that
    were caught.
    """
    stated, found = desk.entry["outcome"], _dealt(desk)
    end: dict[str, Any] = stated.get("last_trick", {})
    if "with" in end and "won_by" in end:
        path: Path = (*AT, "last_trick", "with")
        _put(desk, found, path, 1 << desk.card(path, end["with"]), desk.seat(path, end["won_by"]))
    for card, seat in end.get("has", {}).items():
        path = (*AT, "last_trick", "has", card)
        _put(desk, found, path, 1 << desk.card(path, card), desk.seat(path, seat))
    for index, (_, seat) in _in_tricks(desk).items():
        _put(desk, found, (*AT, "played", desk.game.deck.cards[index].id), 1 << index, seat)
    for card, fall in stated.get("caught", {}).items():
        path = (*AT, "caught", card)
        if "of" in fall:
            _put(desk, found, path, 1 << desk.card(path, card), desk.seat(path, fall["of"]))
    return found


def _put(desk: CaseContext, found: dict[int, int], path: Path, cards: int, seat: int) -> None:
    for card in desk.game.deck.within(cards):
        if found.setdefault(card.index, seat) != seat:
            holder = desk.sitting(1 << found[card.index])[0]
            desk.error(path, f"{card.id} was {holder}'s card, as another line of this example says")
