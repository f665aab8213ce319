"""A trick so far: which cards of a hand may be played to it, why others may not, who wins it as it
lies.
"""

from __future__ import annotations

from itertools import pairwise

from ..engine.state import State
from ..model import SEATS
from ..prose import Prose
from ..source import Path
from . import settled
from .brief_auction import WORDS, said_in_short
from .case_context import CaseContext
from .stated_outcome import StatedFacts, StatedOutcome

SITUATION = WORDS | {"trick", "hand", "seat", "led_by"}
EXPECTS = frozenset(["legal", "refused", "wins", "wins_by", "won", "not_won", "order"])


def work_out(desk: CaseContext) -> None:
    """Compare what the example says of the trick with what the rules say."""
    entry, expect = desk.entry, desk.entry["expect"]
    order = [desk.card(("trick", number), card) for number, card in enumerate(entry["trick"])]
    cards = sum(1 << card for card in order)
    hand = desk.cards(("hand",), entry.get("hand", ()))
    desk.done()
    state = said_in_short(desk)
    leader = _leader(desk, len(order))
    _check(desk, order, cards, hand)
    desk.done()
    desk.table.play_step.enter(state)
    state.leader, state.turn = leader, (leader + len(order)) % desk.players
    state.hands[state.turn], state.trick = hand, cards
    state.played, state.in_trick = order, len(order)
    if "legal" in expect:
        _legal(desk, state, expect["legal"])
    for card, wanted in expect.get("refused", {}).items():
        path: Path = ("expect", "refused", card)
        index = desk.card(path, card)
        if not desk.problems:
            desk.refused(path, wanted, desk.table.play_step.why_not(state, index))
    if "order" in expect:
        _order(desk, state, expect["order"])
    if order:
        _won(desk, state)


def _leader(desk: CaseContext, cards: int) -> int:
    """Who led: as stated, or counted back from whose hand it is; the forehand otherwise."""
    entry = desk.entry
    leader = desk.seat(("led_by",), entry["led_by"]) if "led_by" in entry else None
    if "seat" not in entry:
        return leader or 0
    counted = (desk.seat(("seat",), entry["seat"]) - cards) % desk.players
    if leader not in (None, counted):
        turn = SEATS[((leader or 0) + cards) % desk.players]
        desk.error(
            ("seat",), f"{entry['led_by']} led and {cards} cards lie there, so it is {turn}'s turn"
        )
    return counted


def _check(desk: CaseContext, order: list[int], cards: int, hand: int) -> None:
    """A trick is no larger than the table, and a hand that is asked about has something to play."""
    expect = desk.entry["expect"]
    if len(order) > desk.players:
        desk.error(
            ("trick",), f"a trick has at most {desk.players} cards, this one has {len(order)}"
        )
    if both := hand & cards:
        desk.error(
            ("hand",), f"{', '.join(desk.shown(both))} cannot be in the hand and in the trick"
        )
    asked = [key for key in ("legal", "refused") if key in expect]
    if asked and not hand:
        desk.error(
            ("expect", asked[0]), "no hand is stated that could play", "write hand: and its cards"
        )
    elif asked and len(order) >= desk.players:
        desk.error(("expect", asked[0]), "the trick is complete, nobody plays to it")
    for key in EXPECTS & expect.keys() - {"legal", "refused", "order"}:
        if not order:
            desk.error(("expect", key), "the trick is empty, so nothing wins it")


def _legal(desk: CaseContext, state: State, expected: list[str]) -> None:
    path: Path = ("expect", "legal")
    room = desk.table.play_step
    legal, wanted = room.legal(state), desk.cards(path, expected)
    for number, card in enumerate(expected):
        refusal = room.why_not(state, desk.table.index.get(card, 0))
        if refusal is not None and not desk.problems:
            desk.not_allowed((*path, number), card, refusal)
    if legal & ~wanted:
        contract = desk.table.contracts[state.contract]
        ladder = contract.play.follow if state.trick else contract.play.lead
        shown = desk.shown(legal)
        desk.differ(path, expected, shown, ladder[0].at[:-1], lambda prose: prose.ladder(ladder))


def _order(desk: CaseContext, state: State, rows: list[list[str]]) -> None:
    """Each card of a row beats the next one, whichever of them is led."""
    rules, index = desk.table.play_step.tricks(state), desk.table.index
    wins = desk.table.contracts[state.contract].play.wins
    for row, names in enumerate(rows):
        desk.cards(("expect", "order", row), names)
        if desk.problems:
            return
        for number, (better, other) in enumerate(pairwise(names)):
            best, worse = index[better], index[other]
            played = ((best, worse), (worse, best))
            if any(
                rules.winner(1 << best | 1 << worse, cards[0], cards) != best for cards in played
            ):
                path: Path = ("expect", "order", row, number)
                desk.differ(
                    path,
                    f"{better} beats {other}",
                    "it does not",
                    wins[0].at[:-1],
                    lambda p: p.wins(wins),
                )


def _won(desk: CaseContext, state: State) -> None:
    """Who wins the trick, and which bonuses it decides."""
    expect, order = desk.entry["expect"], state.played
    contract, room = desk.table.contracts[state.contract], desk.table.play_step
    best = room.tricks(state).winner(state.trick, order[0], order)
    winner = (state.leader + order.index(best)) % desk.players
    rule = contract.play.wins[0].at[:-1]

    def said(prose: Prose) -> str:
        return prose.wins(contract.play.wins)

    if "wins" in expect:
        desk.card(("expect", "wins"), expect["wins"])
        desk.compare(("expect", "wins"), expect["wins"], desk.game.deck.cards[best].id, rule, said)
    if "wins_by" in expect:
        desk.compare(("expect", "wins_by"), expect["wins_by"], SEATS[winner], rule, said)
    if expect.keys() & {"won", "not_won"}:
        place = state.tricks - 2  # any trick but the last
        played = {
            card: (place, (state.leader + number) % desk.players)
            for number, card in enumerate(order)
        }
        nothing = {1 << seat: 0 for seat in range(desk.players)}
        facts = StatedFacts(
            state,
            StatedOutcome(points=nothing, counts=nothing, played=played, winning={place: best}),
        )
        settled.compare(desk, desk.table.settlement.settle(facts, state.contract), state.declarers)
