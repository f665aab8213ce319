"""The table: where the players sit, what lies on it, and what they hold. With a contract, the
engine works out what follows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from zwanz_ssot.engine.state import State
from zwanz_ssot.examples.brief_auction import after_brief_auction
from zwanz_ssot.examples.case_context import CaseContext
from zwanz_ssot.model import SEATS, Card, Contract, Game, Role
from zwanz_ssot.prose.template import Phrase
from zwanz_ssot.words.roles import dealer, fixed_seat

from ..shortcodes import Context, Html, Values, block
from .acting import ExampleRef, Situation, stated
from .cards import alt, chips, flat
from .kinds import (
    CardRef,
    CardsRef,
    ContractRef,
    GameRef,
    SeatRef,
    SuitRef,
    game_of,
    largest_hand,
)
from .tricks import FLAT, SeenTrick, check_called_and_trump, laid_on_table, place_of, round_table
from .wording import markdown, prose, rule, title_of, typeset, words


def seat_of(game: Game, role: Role) -> int:
    """The seat of a role that the table alone decides (dealer, cutter), counted from forehand."""
    seat = fixed_seat(role, game.table.players)
    assert seat is not None
    return seat


@block("reset-diagram", sample="[reset-diagram new-dealer=forehand]")
def reset_diagram(
    ctx: Context,
    *,
    game: GameRef | None = None,
    new_dealer: SeatRef | None = None,
    caption: str = "",
) -> Values:
    """The table: which way play goes, who has dealt, who cuts, who deals the next round.

    With `new-dealer` it is drawn after another round, the chairs named as they were in the first.
    """
    rules, say = game_of(ctx), words(ctx)
    duties: dict[int, list[Phrase]] = {}

    def give(seat: int, duty: str) -> None:
        chair = (seat + moved) % rules.table.players
        duties.setdefault(chair, []).append(Phrase(say.text("reset-diagram", duty)))

    following = seat_of(rules, rules.table.next_dealer)
    moved = 0 if new_dealer is None else new_dealer - following
    give(seat_of(rules, Role(dealer.name, None, ())), "dealer")
    for cut in {seat_of(rules, deal.cut.by) for deal in rules.deals.values() if deal.cut}:
        give(cut, "cutter")
    give(following, "next")
    default = [rule(ctx, ("table", "direction")), rule(ctx, ("table", "next_dealer"))]
    return {
        "seats": [
            (seat, say.joined(duties[n]).text if n in duties else "")
            for n, seat in enumerate(round_table(ctx))
        ],
        "arrows": [_arrow(rules, number + 0.5) for number in range(rules.table.players)],
        "caption": markdown(ctx, caption) or Html(" ").join(default),
    }


def _arrow(game: Game, number: float) -> tuple[float, float, float]:
    """An arrow head on the ring: its place, and its turn in degrees (0: to the right)."""
    x, y = place_of(game, number)
    further, lower = place_of(game, number + 0.02)
    return x, y, round(math.degrees(math.atan2((lower - y) * FLAT, further - x)))


_TABLE, _HAND, _TRICK = "table", "hand", "trick"
_FAN, _WIDEST = 6, 50
"""Degrees from one card of a fan to the next, and at most from the first to the last."""


_SAMPLE = """[scene contract=rufer cards="H-K H-Q" hand="T-V S-Q S-10"]

[scene type=hand cards=trull]"""


@dataclass
class _Scene:
    """What a picture of the table shows; seats are numbers.

    `legal` are the cards that may be played, as a set; None where no card is due.
    """

    leader: int = 0
    trick: list[Card] = field(default_factory=list)
    hand: list[Card] = field(default_factory=list)
    legal: int | None = None
    winner: int | None = None
    turn: int | None = None
    facts: list[Html] = field(default_factory=list)


@dataclass(frozen=True)
class _StatedTrick:
    """A trick that the attributes of a shortcode state, in a contract."""

    contract: Contract
    shown: _Scene
    wins: int | None
    called: Card | None
    trump: int | None

    def entry(self, ctx: Context) -> dict[str, Any]:
        """The trick as an entry of an example file."""
        entry: dict[str, Any] = {
            "contract": self.contract.id,
            "led_by": SEATS[self.shown.leader],
            "trick": [card.id for card in self.shown.trick],
        }
        if self.shown.hand:
            entry["hand"] = [card.id for card in self.shown.hand]
        if self.wins is not None:
            entry["expect"] = {"wins_by": SEATS[self.wins]}
        if self.called:
            entry["called"] = self.called.id
        if self.trump is not None:
            entry["trump"] = tuple(game_of(ctx).deck.suits)[self.trump]
        return entry


@block(
    "scene",
    sample=_SAMPLE,
)
def scene(
    ctx: Context,
    *,
    type: Literal["table", "hand"] = "table",
    cards: list[CardsRef] | None = None,
    hand: list[CardsRef] | None = None,
    contract: ContractRef | None = None,
    lead: SeatRef | None = None,
    wins: SeatRef | None = None,
    called: CardRef | None = None,
    trump: SuitRef | None = None,
    example: ExampleRef | None = None,
    caption: str = "",
) -> Values:
    """Cards on the table in the order they were played, or in a hand; or what an example of the
    rules tells.
    """
    shown, held = flat(cards or []), flat(hand or [])
    play_stated = contract is not None or wins is not None or lead is not None
    named = called is not None or trump is not None
    title: Html | str = ""
    if example is not None:
        if shown or held or play_stated or named or type == _HAND:
            hint = "leave out type, cards, hand, contract, lead, wins, called and trump"
            ctx.problem("has an example, which says all there is", hint)
        seen, title = _of_example(ctx, example)
    else:
        if not shown and not held:
            ctx.problem("shows nothing", "give cards, hand or example")
        seen = _Scene(lead or 0, shown, held)
        if type == _HAND:
            seen = _hand_alone(ctx, [*shown, *held], contract, play_stated or named)
        elif contract is None:
            _without_contract(ctx, seen, wins)
            if named:
                text = "says what is called or trumps, but not in which contract"
                ctx.problem(text, "give contract")
        else:
            check_called_and_trump(ctx, contract, called, trump)
            seen = _played(ctx, _StatedTrick(contract, seen, wins, called, trump)) or seen
    has_table = bool(seen.trick) or (type != _HAND and not seen.hand)
    trick = SeenTrick(seen.leader, seen.trick, seen.winner, seen.turn)
    return {
        "say": words(ctx).text,
        "seats": laid_on_table(ctx, trick) if has_table else [],
        "fan": [_held(ctx, seen, number, card) for number, card in enumerate(seen.hand)],
        "facts": seen.facts,
        "caption": markdown(ctx, caption) or title,
    }


def _hand_alone(
    ctx: Context, hand: list[Card], contract: Contract | None, play_stated: bool
) -> _Scene:
    """A hand without a table."""
    if contract is None:
        _may_lie(ctx, (), hand)
    if play_stated:
        hint = "leave out contract, lead, wins, called and trump"
        ctx.problem("shows a hand alone, of which nothing is played", hint)
    return _Scene(hand=hand)


def _without_contract(ctx: Context, seen: _Scene, wins: int | None) -> None:
    """Check cards on a table without a contract."""
    _may_lie(ctx, seen.trick, seen.hand)
    if wins is not None:
        ctx.problem("says who wins, but not in which contract", "give contract")


def _may_lie(ctx: Context, trick: Sequence[Card], hand: Sequence[Card]) -> None:
    """Report what cannot lie on a table: a card twice, a trick or a hand that is too large."""
    game, cards = game_of(ctx), [*trick, *hand]
    if twice := sorted({card.id for card in cards if cards.count(card) > 1}):
        ctx.problem(f"shows {', '.join(twice)} twice", "name each card once")
    if len(trick) > game.table.players:
        ctx.problem(f"a trick has at most {game.table.players} cards, this one has {len(trick)}")
    if len(hand) > (most := largest_hand(game)):
        ctx.problem(f"a hand has at most {most} cards, this one has {len(hand)}")


def _held(ctx: Context, seen: _Scene, number: int, card: Card) -> Values:
    """A card of the fan, turned by its place in it."""
    return {
        "image": ctx.card_image(card.id, alt(ctx, card)),
        "angle": turn_in_fan(number, len(seen.hand)),
        "barred": seen.legal is not None and not seen.legal & card.bit,
    }


def turn_in_fan(number: int, count: int) -> float:
    """The turn of a card in a fan, in degrees; numbers run from 0, left to right."""
    step = min(_FAN, _WIDEST / max(count, 1))
    return round((number - (count - 1) / 2) * step, 1)


# what follows from the rules


def _played(ctx: Context, trick: _StatedTrick) -> _Scene | None:
    """A stated trick, played by the engine; None with a problem if it is not possible."""
    situation = stated(ctx, trick.entry(ctx))
    return _trick(ctx, situation) if situation and situation.holds(ctx) else None


def _of_example(ctx: Context, situation: Situation) -> tuple[_Scene, Html | str]:
    """An example of the rule files, with its title."""
    entry = situation.entry
    if _TRICK not in entry and _HAND not in entry:
        kind = "score-panel" if "outcome" in entry else "bid-script"
        text = f"the example '{entry['example']}' has no trick and no hand"
        ctx.problem(text, f"show it with [{kind} example=…]")
        return _Scene(), ""
    if not situation.holds(ctx):
        return _Scene(), ""
    seen = _trick(ctx, situation) if _TRICK in entry else _hand(ctx, situation)
    return seen, title_of(ctx, entry)


def _trick(ctx: Context, situation: Situation) -> _Scene:
    """A trick so far: what may be played to it, or who wins it when it is complete."""
    case, by_id = situation.case_context(), game_of(ctx).deck.by_id
    entry, players = case.entry, case.players
    order = [by_id[card] for card in entry[_TRICK]]
    held = [by_id[card] for card in entry.get(_HAND, ())]
    state = after_brief_auction(case)
    if "seat" in entry:
        leader = (SEATS.index(entry["seat"]) - len(order)) % players
    else:
        leader = SEATS.index(entry.get("led_by", SEATS[0]))
    seen = _Scene(leader, order, held)
    if len(order) == players:
        _winner(ctx, seen, case, state)
        return seen
    seen.turn = (leader + len(order)) % players
    if held:
        _choice(ctx, seen, case, state)
    return seen


def _winner(ctx: Context, seen: _Scene, case: CaseContext, state: State) -> None:
    """Who wins the complete trick, and why."""
    rules = case.table.play_step.tricks(state)
    played = [card.index for card in seen.trick]
    best = rules.winner(sum(card.bit for card in seen.trick), played[0], played)
    seen.winner = (seen.leader + played.index(best)) % case.players
    contract = game_of(ctx).contracts[case.entry["contract"]]
    why = prose(ctx).wins(contract.play.wins)
    seen.facts = [typeset(ctx, words(ctx).text("scene", "because", why=why))]


def _choice(ctx: Context, seen: _Scene, case: CaseContext, state: State) -> None:
    """Which cards of the hand may be played, and why the others may not."""
    play, say = case.table.play_step, words(ctx).text
    assert seen.turn is not None

    # The state as it is when the player is to move.
    play.enter(state)
    state.leader, state.turn = seen.leader, seen.turn
    state.hands[state.turn] = sum(card.bit for card in seen.hand)
    state.trick, state.in_trick = sum(card.bit for card in seen.trick), len(seen.trick)
    state.played = [card.index for card in seen.trick]

    legal = play.legal(state)
    may = chips(ctx, [card for card in seen.hand if card.bit & legal])
    seen.legal = legal
    seen.facts.append(Html("{} {}").format(say("scene", "may_play"), may))

    # Cards that are refused for the same reason stand together.
    refused: dict[str, list[Card]] = {}
    for card in seen.hand:
        if refusal := play.why_not(state, card.index):
            refused.setdefault(prose(ctx).refusal(refusal), []).append(card)
    for why, cards in refused.items():
        may_not = say("scene", "may_not")
        colon = say("join", "colon")
        barred = Html("{} {}{}{}").format(may_not, chips(ctx, cards), colon, typeset(ctx, why))
        seen.facts.append(barred)


def _hand(ctx: Context, situation: Situation) -> _Scene:
    """A hand before anything is said, with what the example expects of it."""
    game, say = game_of(ctx), words(ctx).text
    expect = situation.entry["expect"]
    seen = _Scene(hand=[game.deck.by_id[card] for card in situation.entry[_HAND]])
    misdeal = expect.get("misdeal", {})
    if isinstance(misdeal, dict):
        for reasons in misdeal.values():
            seen.facts += [rule(ctx, ("misdeal", "reasons", reason)) for reason in reasons]
    if misdeal == "none":
        seen.facts.append(Html.escape(say("scene", "kept")))
    if card := game.deck.by_id.get(expect.get("may_call", "")):
        seen.facts.append(Html("{} {}.").format(say("scene", "calls"), chips(ctx, [card])))
    if bids := list(dict.fromkeys(bid.split()[0] for bid in expect.get("bids", ()))):
        names = say("join", "comma").join(prose(ctx).contract(bid) for bid in bids)
        seen.facts.append(typeset(ctx, say("scene", "bids", bids=names)))
    return seen
