"""A trick, complete or not: which cards of a hand may be played to it, why others may not, and who
wins it as it lies.
"""

from __future__ import annotations

from itertools import pairwise

from ..engine import Round
from ..engine.state import State
from ..model import SEATS
from ..problems import RulesAreSilent
from ..prose import Prose
from ..source import Path
from . import settled
from .brief_auction import WORDS, after_brief_auction
from .case_context import CaseContext
from .outcomes import NotStated, StatedFacts, StatedOutcome

SITUATION = WORDS | {"trick", "hand", "seat", "led_by"}
EXPECTS = frozenset(["legal", "refused", "wins", "wins_by", "won", "not_won", "order"])


def work_out(context: CaseContext) -> None:
    """Compare what the example says of the trick with what the rules say."""
    expect, state = context.entry["expect"], _position(context)
    if "legal" in expect:
        _legal(context, state, expect["legal"])
    for card, wanted in expect.get("refused", {}).items():
        path: Path = ("expect", "refused", card)
        known = len(context.problems)
        index = context.card(path, card)
        if len(context.problems) == known:
            context.refused(path, wanted, context.table.play_step.why_not(state, index))
    if "order" in expect:
        _order(context, state, expect["order"])
    if state.played:
        _won(context, state)


def _position(context: CaseContext) -> State:
    """The position of the trick as it lies. Only the hand at turn has cards."""
    entry = context.entry
    order = [context.card(("trick", number), card) for number, card in enumerate(entry["trick"])]
    cards = sum(1 << card for card in order)
    hand = context.cards(("hand",), entry.get("hand", ()))
    context.done()
    state = after_brief_auction(context)
    leader = _leader(context, len(order))
    _check(context, order, cards, hand)
    context.done()
    context.table.play_step.enter(state)
    state.leader, state.turn = leader, (leader + len(order)) % context.players
    state.hands[state.turn], state.trick = hand, cards
    state.played, state.in_trick = order, len(order)
    return state


def stated_tricks(context: CaseContext) -> list[Round]:
    """The trick as a position in the play, and for each two neighbours in an ``order`` the two
    tricks that begin with them. No move was made before. Only the hand at turn has cards, if the
    example states any.
    """
    state = _position(context)
    kinds = [step.kind for step in context.table.steps]
    state.step = kinds.index("play")
    found = [state] if state.played or state.hands[state.turn] else []
    index = context.table.index
    for names in context.entry["expect"].get("order", ()):
        for better, other in pairwise(names):
            for cards in ([index[better], index[other]], [index[other], index[better]]):
                begun = state.copy()
                begun.trick, begun.played, begun.in_trick = sum(1 << n for n in cards), cards, 2
                begun.turn = (begun.leader + 2) % context.players
                found.append(begun)
    return [Round(context.table, each, ()) for each in found]


def stated_rounds(context: CaseContext) -> list[Round]:
    """Empty: an example about a trick does not state how the round came to it."""
    return []


def _leader(context: CaseContext, cards: int) -> int:
    """The seat that led: as stated, counted back from the seat of the hand, or else forehand."""
    entry = context.entry
    leader = context.seat(("led_by",), entry["led_by"]) if "led_by" in entry else None
    if "seat" not in entry:
        return leader or 0
    counted = (context.seat(("seat",), entry["seat"]) - cards) % context.players
    if leader not in (None, counted):
        turn = SEATS[((leader or 0) + cards) % context.players]
        context.error(
            ("seat",), f"{entry['led_by']} led and {cards} cards lie there, so it is {turn}'s turn"
        )
    return counted


def _check(context: CaseContext, order: list[int], cards: int, hand: int) -> None:
    """Note problems: a trick with too many cards, or a hand that cannot play to it."""
    expect = context.entry["expect"]
    if len(order) > context.players:
        context.error(
            ("trick",), f"a trick has at most {context.players} cards, this one has {len(order)}"
        )
    if both := hand & cards:
        context.error(
            ("hand",), f"{', '.join(context.shown(both))} cannot be in the hand and in the trick"
        )
    asked = [key for key in ("legal", "refused") if key in expect]
    if asked and not hand:
        context.error(
            ("expect", asked[0]), "no hand is stated that could play", "write hand: and its cards"
        )
    elif asked and len(order) >= context.players:
        context.error(("expect", asked[0]), "the trick is complete, nobody plays to it")
    for key in EXPECTS & expect.keys() - {"legal", "refused", "order"}:
        if not order:
            context.error(("expect", key), "the trick is empty, so nothing wins it")


def _legal(context: CaseContext, state: State, expected: list[str]) -> None:
    """Compare the cards that may be played."""
    path: Path = ("expect", "legal")
    step = context.table.play_step
    legal, wanted = step.legal(state), context.cards(path, expected)
    for number, card in enumerate(expected):
        refusal = step.why_not(state, context.table.index.get(card, 0))
        if refusal is not None and not context.problems:
            context.not_allowed((*path, number), card, refusal)
    if legal & ~wanted:
        contract = context.table.contracts[state.contract]
        ladder = contract.play.follow if state.trick else contract.play.lead
        shown = context.shown(legal)
        context.differ(path, expected, shown, ladder[0].at[:-1], lambda prose: prose.ladder(ladder))


def _order(context: CaseContext, state: State, rows: list[list[str]]) -> None:
    """Note a difference where a card of a row does not beat the next one, whichever is led."""
    rules, index = context.table.play_step.tricks(state), context.table.index
    wins = context.table.contracts[state.contract].play.wins
    for row, names in enumerate(rows):
        context.cards(("expect", "order", row), names)
        if context.problems:
            return
        for number, (better, other) in enumerate(pairwise(names)):
            best, worse = index[better], index[other]
            played = ((best, worse), (worse, best))
            if any(
                rules.winner(1 << best | 1 << worse, cards[0], cards) != best for cards in played
            ):
                path: Path = ("expect", "order", row, number)
                context.differ(
                    path,
                    f"{better} beats {other}",
                    "it does not",
                    wins[0].at[:-1],
                    lambda p: p.wins(wins),
                )


def _won(context: CaseContext, state: State) -> None:
    """Compare who wins the trick, and which bonuses it decides."""
    expect, order = context.entry["expect"], state.played
    contract, step = context.table.contracts[state.contract], context.table.play_step
    best = step.tricks(state).winner(state.trick, order[0], order)
    winner = (state.leader + order.index(best)) % context.players
    rule = contract.play.wins[0].at[:-1]

    def sentence(prose: Prose) -> str:
        return prose.wins(contract.play.wins)

    if "wins" in expect:
        context.card(("expect", "wins"), expect["wins"])
        context.compare(
            ("expect", "wins"), expect["wins"], context.game.deck.cards[best].id, rule, sentence
        )
    if "wins_by" in expect:
        context.compare(("expect", "wins_by"), expect["wins_by"], SEATS[winner], rule, sentence)
    if expect.keys() & {"won", "not_won"}:
        place = state.tricks - 2  # any trick but the last
        played = {
            card: (place, (state.leader + number) % context.players)
            for number, card in enumerate(order)
        }
        nothing = {1 << seat: 0 for seat in range(context.players)}
        facts = StatedFacts(
            state,
            StatedOutcome(points=nothing, counts=nothing, played=played, winning={place: best}),
        )
        path: Path = ("expect", "won" if "won" in expect else "not_won")
        try:
            ledger = context.table.settlement.settle(facts, state.contract)
        except NotStated as missing:
            text = f"{missing.fact}, but one trick does not tell it"
            context.error(path, text, "state an outcome instead")
        except RulesAreSilent as silent:
            context.silent(path, silent)
        else:
            settled.compare(context, ledger, facts)
