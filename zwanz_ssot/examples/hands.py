"""A hand: must it be thrown in, which card does it call, what may it bid as the first word?"""

from __future__ import annotations

from typing import Any

from ..engine.auction import AuctionStep
from ..engine.state import State
from ..model import MisdealReason
from ..source import Path
from ..words.compiling import hand as hand_test
from .case_context import NONE, CaseContext

SITUATION = frozenset(["hand", "seat"])
EXPECTS = frozenset(["misdeal", "may_call", "bids", "refused"])


def work_out(desk: CaseContext) -> None:
    """Compare what the example says of the hand with what the rules say."""
    entry, expect = desk.entry, desk.entry["expect"]
    cards = desk.cards(("hand",), entry["hand"])
    seat = desk.seat(("seat",), entry["seat"]) if "seat" in entry else 0
    if len(entry["hand"]) != desk.hand_size:
        desk.error(
            ("hand",), f"a hand has {desk.hand_size} cards, this one has {len(entry['hand'])}"
        )
    if "misdeal" in expect:
        _misdeal(desk, cards, expect["misdeal"])
    room = next((room for room in desk.table.steps if isinstance(room, AuctionStep)), None)
    if room is None:
        return
    state = State(desk.table)
    state.hands[seat], state.turn = cards, seat
    if "may_call" in expect:
        _call(desk, room, cards, expect["may_call"])
    if "bids" in expect:
        _bids(desk, room, state, expect["bids"])
    for text, wanted in expect.get("refused", {}).items():
        path: Path = ("expect", "refused", text)
        if (move := _bid(desk, path, text)) is not None:
            desk.refused(path, wanted, room.bids.why_not(state, seat, move))


def _misdeal(desk: CaseContext, cards: int, expected: Any) -> None:
    wanted = {} if expected == NONE else expected
    for how in ("must", "may"):
        path: Path = ("expect", "misdeal", how) if how in wanted else ("expect", "misdeal")
        reasons = {reason.id: reason for reason in desk.game.misdeal if reason.thrown_in == how}
        for number, reason in enumerate(wanted.get(how, ())):
            desk.named(
                (*path, number),
                reason,
                reasons,
                f"reason why cards {how} be thrown in",
                where=desk.varies,
            )
        for reason in reasons.values():
            holds, said = hand_test(reason.when)(cards), reason.id in wanted.get(how, ())
            if holds != said:
                _differ(desk, path, reason, said, holds)


def _differ(desk: CaseContext, path: Path, reason: MisdealReason, said: bool, holds: bool) -> None:
    words = {True: reason.id, False: NONE}
    desk.differ(
        path, words[said], words[holds], reason.at, lambda prose: prose.condition(reason.when)
    )


def _call(desk: CaseContext, room: AuctionStep, cards: int, expected: str) -> None:
    path: Path = ("expect", "may_call")
    for card in expected.split() if expected != NONE else ():
        desk.card(path, card)
    got = " ".join(desk.game.deck.cards[each].id for each in room.bids.callable.by(cards)) or NONE
    desk.compare(path, expected, got, ("call",) if desk.game.call else None)


def _bids(desk: CaseContext, room: AuctionStep, state: State, expected: list[str]) -> None:
    """Each bid that is missing or too many is a difference of its own."""
    seat, every = state.turn, desk.table.moves
    open_now = room.bids.open_to(state, seat)
    found = [(_bid(desk, _at(number), text), number) for number, text in enumerate(expected)]
    named = {move: number for move, number in found if move is not None}
    for move, number in named.items():
        if refusal := room.bids.why_not(state, seat, move):
            desk.not_allowed(_at(number), expected[number], refusal)
    for move in open_now:
        if move not in named:
            made = every.all[move]
            at = desk.game.contracts[made.contract].at if made.contract else None
            desk.differ(("expect", "bids"), NONE, str(made).removeprefix("bid "), at)


def _at(number: int) -> Path:
    return ("expect", "bids", number)


def _bid(desk: CaseContext, path: Path, text: str) -> int | None:
    """The number of a bid; None and a problem when the game has no such bid."""
    bids = {
        str(desk.table.moves.all[move]).removeprefix("bid "): move
        for move in desk.table.moves.bids.values()
    }
    return bids[text] if desk.named(path, text, bids, "bid", where=desk.varies) else None
