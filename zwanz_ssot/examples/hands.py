"""A hand: must it be thrown in, which card does it call, what may it bid as the first word?"""

from __future__ import annotations

from itertools import islice
from typing import Any

from ..engine import Move, Round, deal
from ..engine.auction import AuctionStep
from ..engine.state import State
from ..model import MisdealReason
from ..source import Path
from ..words.compiling import hand as hand_test
from .case_context import NONE, CaseContext
from .dealing import KEEP, PASS, Holdings

_DEALS = 8
"""The most deals that are tried for one in which no other player has to throw the cards in."""
SITUATION = frozenset(["hand", "seat"])
EXPECTS = frozenset(["misdeal", "may_call", "bids", "refused"])


def work_out(context: CaseContext) -> None:
    """Compare what the example says of the hand with what the rules say."""
    entry, expect = context.entry, context.entry["expect"]
    cards = context.cards(("hand",), entry["hand"])
    seat = context.seat(("seat",), entry["seat"]) if "seat" in entry else 0
    if len(entry["hand"]) != context.hand_size:
        context.error(
            ("hand",), f"a hand has {context.hand_size} cards, this one has {len(entry['hand'])}"
        )
    if "misdeal" in expect:
        _misdeal(context, cards, expect["misdeal"])
    step = next((step for step in context.table.steps if isinstance(step, AuctionStep)), None)
    if step is None:
        return
    state = State(context.table)
    state.hands[seat], state.turn = cards, seat
    if "may_call" in expect:
        _call(context, step, cards, expect["may_call"])
    if "bids" in expect:
        _bids(context, step, state, expect["bids"])
    for text, wanted in expect.get("refused", {}).items():
        path: Path = ("expect", "refused", text)
        if (move := _bid(context, path, text)) is not None:
            context.refused(path, wanted, step.bids.why_not(state, seat, move))


def stated_rounds(context: CaseContext) -> list[Round]:
    """A round in which the seat holds this hand and speaks next. The others hold any cards, keep
    them, and pass where they may.
    """
    holdings = Holdings(context)
    seat = context.seat(("seat",), context.entry["seat"]) if "seat" in context.entry else 0
    holdings.place(seat, context.cards(("hand",), context.entry["hand"]))
    context.done()
    found = [
        _at_first_word(deal(context.game, hands=hands, talon=talon), seat)
        for hands, talon in islice(holdings.deals(), _DEALS)
    ]
    return [next((each for each in found if each.turn == seat), found[0])]


def _at_first_word(begun: Round, seat: int) -> Round:
    """The round before the first word of the seat in the auction, or where it ends earlier."""
    while begun.step == "misdeal" or (begun.step == "auction" and begun.turn != seat):
        begun = begun.after(min(begun.moves(), key=_loudness))
    return begun


def _loudness(move: Move) -> int:
    """The rank of a move by how much it says: keep the cards, pass, open, anything else."""
    kinds = (KEEP, PASS, "open")
    return kinds.index(move.kind) if move.kind in kinds else len(kinds)


def _misdeal(context: CaseContext, cards: int, expected: Any) -> None:
    """Compare the reasons for which these cards must, and may, be thrown in."""
    wanted = {} if expected == NONE else expected
    for how in ("must", "may"):
        path: Path = ("expect", "misdeal", how) if how in wanted else ("expect", "misdeal")
        reasons = {reason.id: reason for reason in context.game.misdeal if reason.thrown_in == how}
        for number, reason in enumerate(wanted.get(how, ())):
            context.named(
                (*path, number),
                reason,
                reasons,
                f"reason why cards {how} be thrown in",
                where=context.varies,
            )
        for reason in reasons.values():
            holds, stated = hand_test(reason.when)(cards), reason.id in wanted.get(how, ())
            if holds != stated:
                _differ(context, path, reason, stated, holds)


def _differ(
    context: CaseContext, path: Path, reason: MisdealReason, stated: bool, holds: bool
) -> None:
    words = {True: reason.id, False: NONE}
    context.differ(
        path, words[stated], words[holds], reason.at, lambda prose: prose.condition(reason.when)
    )


def _call(context: CaseContext, step: AuctionStep, cards: int, expected: str) -> None:
    """Compare the cards that a player with these cards may call."""
    path: Path = ("expect", "may_call")
    for card in expected.split() if expected != NONE else ():
        context.card(path, card)
    got = (
        " ".join(context.game.deck.cards[each].id for each in step.bids.callable.by(cards)) or NONE
    )
    context.compare(path, expected, got, ("call",) if context.game.call else None)


def _bids(context: CaseContext, step: AuctionStep, state: State, expected: list[str]) -> None:
    """Compare the possible bids: each one that is missing or too many is a difference."""
    seat, every = state.turn, context.table.moves
    open_now = step.bids.open_to(state, seat)
    found = [(_bid(context, _at(number), text), number) for number, text in enumerate(expected)]
    named = {move: number for move, number in found if move is not None}
    for move, number in named.items():
        if refusal := step.bids.why_not(state, seat, move):
            context.not_allowed(_at(number), expected[number], refusal)
    for move in open_now:
        if move not in named:
            made = every.all[move]
            at = context.game.contracts[made.contract].at if made.contract else None
            context.differ(("expect", "bids"), NONE, str(made).removeprefix("bid "), at)


def _at(number: int) -> Path:
    return ("expect", "bids", number)


def _bid(context: CaseContext, path: Path, text: str) -> int | None:
    """The number of a bid; None and a problem when the game has no such bid."""
    bids = {
        str(context.table.moves.all[move]).removeprefix("bid "): move
        for move in context.table.moves.bids.values()
    }
    return bids[text] if context.named(path, text, bids, "bid", where=context.varies) else None
