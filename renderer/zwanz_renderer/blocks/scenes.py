"""The table: where the players sit, what lies there and what is held; with a contract, the engine says
what follows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from zwanz_ssot.engine.state import State
from zwanz_ssot.examples.brief_auction import said_in_short
from zwanz_ssot.examples.case_context import CaseContext
from zwanz_ssot.model import SEATS, Card, Game, Role
from zwanz_ssot.prose.template import Phrase

from ..shortcodes import Context, Html, Values, block
from .acting import ExampleRef, Situation, stated
from .cards import alt, chips, flat, said
from .kinds import (
    CardRef,
    CardsRef,
    ContractRef,
    GameRef,
    SeatRef,
    SuitRef,
    game_of,
    largest_hand,
    seats_of,
)
from .tricks import can_be_said
from .wording import prose, rule, typeset, words

_REACH = 50
_FLAT = 0.6
"""How high the table is drawn, by its width."""
_BESIDE = {"next_to": 1, "before": -1}
_ANTICLOCKWISE = "counterclockwise"


@dataclass(frozen=True, slots=True)
class PlacedSeat:
    """A seat: its name, and where it is drawn, in percent from the left and from the top. Forehand
    sits below.
    """

    name: str
    x: float
    y: float


def round_table(ctx: Context) -> list[PlacedSeat]:
    """The seats in the order of play, placed as the rules say the play goes."""
    names = seats_of(ctx)
    return [
        PlacedSeat(words(ctx).text("seats", name), *_at(game_of(ctx), n))
        for n, name in enumerate(names)
    ]


def _at(game: Game, number: float) -> tuple[float, float]:
    turn = (
        2
        * math.pi
        * number
        / game.table.players
        * (1 if game.table.direction == _ANTICLOCKWISE else -1)
    )
    return round(_REACH * (1 + math.sin(turn)), 1), round(_REACH * (1 + math.cos(turn)), 1)


def seat_of(game: Game, role: Role) -> int:
    """The seat of a player whom the rules of the table name, seen from the forehand of the round."""
    if isinstance(role.arg, Role):
        return (seat_of(game, role.arg) + _BESIDE[role.word]) % game.table.players
    return {"forehand": 0, "dealer": game.table.players - 1}[role.word]


@block("reset-diagram", sample="[reset-diagram new-dealer=forehand]")
def reset_diagram(
    ctx: Context,
    *,
    game: GameRef | None = None,
    new_dealer: SeatRef | None = None,
    caption: str = "",
) -> Values:
    """The table: which way play goes, who has dealt, who cuts, who deals the next round."""
    rules, say = game_of(ctx), words(ctx)
    duties: dict[int, list[Phrase]] = {}

    def give(seat: int, duty: str) -> None:
        duties.setdefault(seat, []).append(Phrase(say.text("reset-diagram", duty)))

    following = seat_of(rules, rules.table.next_dealer)
    give(seat_of(rules, Role("dealer", None, ())), "dealer")
    for cut in {seat_of(rules, deal.cut.by) for deal in rules.deals.values() if deal.cut}:
        give(cut, "cutter")
    give(following, "next")
    if new_dealer not in (None, following):
        names = seats_of(ctx)
        ctx.problem(f"{names[following]} deals the next round, not {names[new_dealer or 0]}")
    default = [rule(ctx, ("table", "direction")), rule(ctx, ("table", "next_dealer"))]
    return {
        "seats": [
            (seat, say.joined(duties[n]).text if n in duties else "")
            for n, seat in enumerate(round_table(ctx))
        ],
        "arrows": [_arrow(rules, number + 0.5) for number in range(rules.table.players)],
        "caption": said(ctx, caption) or ctx.render_inline(" ".join(default)),
    }


def _arrow(game: Game, number: float) -> tuple[float, float, float]:
    """An arrow head on the ring, halfway to the next seat: where it is, and how it is turned (0: to
    the right).
    """
    x, y = _at(game, number)
    further, lower = _at(game, number + 0.02)
    return x, y, round(math.degrees(math.atan2((lower - y) * _FLAT, further - x)))


_TABLE, _HAND, _TRICK = "table", "hand", "trick"
_FAN, _WIDEST = 6, 50
"""Degrees from one card of a fan to the next, and at most from the first to the last."""
_INWARDS = 0.46
"""Where a card lies between the middle of the table and its player."""


@dataclass
class _Scene:
    """What is to be seen. Seats are numbers; `legal` are the cards that may be played, None where
    nobody asks.
    """

    leader: int = 0
    trick: list[Card] = field(default_factory=list)
    hand: list[Card] = field(default_factory=list)
    legal: int | None = None
    winner: int | None = None
    turn: int | None = None
    facts: list[Html] = field(default_factory=list)


@block(
    "scene",
    sample='[scene contract=rufer cards="H-K H-Q" hand="T-V S-Q S-10"]\n\n[scene type=hand cards=trull]',
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
    if example is not None:
        if shown or held or contract or wins is not None or lead is not None:
            ctx.problem(
                "has an example, which says all there is",
                "leave out cards, hand, contract, lead and wins",
            )
        seen, default = _example(ctx, example)
    else:
        if not shown and not held:
            ctx.problem("shows nothing", "give cards, hand or example")
        seen, default = _Scene(lead or 0, shown, held), ""
        if contract is None:
            _may_lie(
                ctx, shown if type == _TABLE else (), held if type == _TABLE else [*shown, *held]
            )
        if type == _HAND:
            if contract or wins is not None or lead is not None:
                ctx.problem(
                    "shows a hand alone, of which nothing is played",
                    "leave out contract, lead and wins",
                )
            seen = _Scene(trick=[], hand=[*shown, *held])
        elif contract is not None:
            can_be_said(ctx, contract, called, trump)
            suit = None if trump is None else tuple(game_of(ctx).deck.suits)[trump]
            before = {"called": called and called.id, "trump": suit}
            seen = _played(ctx, _entry(contract.id, lead or 0, shown, held, wins), before) or seen
        elif wins is not None:
            ctx.problem("says who wins, but not in which contract", "give contract")
    seats = round_table(ctx) if seen.trick or (type != _HAND and not seen.hand) else []
    return {
        "say": words(ctx).text,
        "seats": [_seat(ctx, seen, number, at.name, at.x, at.y) for number, at in enumerate(seats)],
        "fan": [_held(ctx, seen, number, card) for number, card in enumerate(seen.hand)],
        "facts": seen.facts,
        "caption": said(ctx, caption) or default,
    }


def _may_lie(ctx: Context, trick: Sequence[Card], hand: Sequence[Card]) -> None:
    """Refuse what cannot lie on a table: a card twice, a trick or a hand that is too large."""
    game, cards = game_of(ctx), [*trick, *hand]
    if twice := sorted({card.id for card in cards if cards.count(card) > 1}):
        ctx.problem(f"shows {', '.join(twice)} twice", "name each card once")
    if len(trick) > game.table.players:
        ctx.problem(f"a trick has at most {game.table.players} cards, this one has {len(trick)}")
    if len(hand) > (most := largest_hand(game)):
        ctx.problem(f"a hand has at most {most} cards, this one has {len(hand)}")


def _seat(ctx: Context, seen: _Scene, number: int, name: str, x: float, y: float) -> Values:
    place = (number - seen.leader) % len(SEATS[: game_of(ctx).table.players])
    card = seen.trick[place] if place < len(seen.trick) else None
    say = words(ctx)
    deeds = [
        say.text("scene", deed)
        for deed, done in (
            ("leads", bool(card) and place == 0),
            ("wins", number == seen.winner),
            ("turn", number == seen.turn),
        )
        if done
    ]
    return {
        "name": name,
        "at": (x, y),
        "deed": say.text("join", "comma").join(deeds),
        "wins": number == seen.winner,
        "card": ctx.card_image(card.id, alt(ctx, card)) if card else "",
        "lies": (round(50 + (x - 50) * _INWARDS, 1), round(50 + (y - 50) * _INWARDS, 1)),
    }


def _held(ctx: Context, seen: _Scene, number: int, card: Card) -> Values:
    middle = (len(seen.hand) - 1) / 2
    step = min(_FAN, _WIDEST / max(len(seen.hand), 1))
    return {
        "image": ctx.card_image(card.id, alt(ctx, card)),
        "angle": round((number - middle) * step, 1),
        "barred": seen.legal is not None and not seen.legal & card.bit,
    }


def _entry(
    contract: str, lead: int, trick: Sequence[Card], hand: Sequence[Card], wins: int | None
) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "contract": contract,
        "led_by": SEATS[lead],
        "trick": [card.id for card in trick],
    }
    if hand:
        entry["hand"] = [card.id for card in hand]
    if wins is not None:
        entry["expect"] = {"wins_by": SEATS[wins]}
    return entry


def _played(ctx: Context, entry: dict[str, Any], before: dict[str, Any]) -> _Scene | None:
    """A trick as the engine sees it; `before`: the card called and the trump suit named, where
    there are any.
    """
    told = stated(
        ctx, {**entry, **{key: value for key, value in before.items() if value}}, first=ctx.line
    )
    return _trick(ctx, told) if told and told.holds(ctx) else None


def _example(ctx: Context, told: Situation) -> tuple[_Scene, Html | str]:
    entry = told.entry
    if _TRICK not in entry and _HAND not in entry:
        kind = "score-panel" if "outcome" in entry else "bid-script"
        ctx.problem(
            f"the example '{entry['example']}' has no trick and no hand",
            f"show it with [{kind} example=…]",
        )
        return _Scene(), ""
    if not told.holds(ctx):
        return _Scene(), ""
    return (_trick if _TRICK in entry else _hand)(ctx, told), typeset(ctx, entry["title"][ctx.lang])


def _trick(ctx: Context, told: Situation) -> _Scene:
    """A trick so far, with what may be played to it, and who wins it when it is complete."""
    desk, game = told.desk(), game_of(ctx)
    entry = desk.entry
    order = [game.deck.by_id[card] for card in entry[_TRICK]]
    held = [game.deck.by_id[card] for card in entry.get(_HAND, ())]
    state = said_in_short(desk)
    leader = SEATS.index(entry.get("led_by", SEATS[0]))
    if "seat" in entry:
        leader = (SEATS.index(entry["seat"]) - len(order)) % desk.players
    seen = _Scene(leader, order, held)
    if len(order) == desk.players:
        tricks = desk.table.play_step.tricks(state)
        lain = [card.index for card in order]
        best = tricks.winner(sum(card.bit for card in order), lain[0], lain)
        seen.winner = (leader + lain.index(best)) % desk.players
        because = prose(ctx).wins(game.contracts[entry["contract"]].play.wins)
        seen.facts = [typeset(ctx, words(ctx).text("scene", "because", why=because))]
        return seen
    seen.turn = (leader + len(order)) % desk.players
    if held:
        _choice(ctx, seen, desk, state)
    return seen


def _choice(ctx: Context, seen: _Scene, desk: CaseContext, state: State) -> None:
    """Which cards of the hand may be played, and why the others may not."""
    room, say = desk.table.play_step, words(ctx)
    room.enter(state)
    assert seen.turn is not None
    state.leader, state.turn = seen.leader, seen.turn
    state.hands[state.turn] = sum(card.bit for card in seen.hand)
    state.trick, state.in_trick = sum(card.bit for card in seen.trick), len(seen.trick)
    state.played = [card.index for card in seen.trick]
    seen.legal = room.legal(state)
    may = chips(ctx, [card for card in seen.hand if card.bit & seen.legal])
    seen.facts.append(Html("{} {}").format(say.text("scene", "may_play"), may))
    whys: dict[str, list[Card]] = {}
    for card in seen.hand:
        if refused := room.why_not(state, card.index):
            whys.setdefault(prose(ctx).refusal(refused), []).append(card)
    for why, cards in whys.items():
        barred = Html("{} {}: {}").format(
            say.text("scene", "may_not"), chips(ctx, cards), typeset(ctx, why)
        )
        seen.facts.append(barred)


def _hand(ctx: Context, told: Situation) -> _Scene:
    """A hand before anything is said: what the example expects of it, which is true."""
    game, say = game_of(ctx), words(ctx)
    expect = told.entry["expect"]
    seen = _Scene(hand=[game.deck.by_id[card] for card in told.entry[_HAND]])
    misdeal = expect.get("misdeal", {})
    for reasons in misdeal.values() if isinstance(misdeal, dict) else ():
        seen.facts += [rule(ctx, ("misdeal", "reasons", reason)) for reason in reasons]
    if misdeal == "none":
        seen.facts.append(Html.escape(say.text("scene", "kept")))
    if card := game.deck.by_id.get(expect.get("may_call", "")):
        seen.facts.append(Html("{} {}.").format(say.text("scene", "calls"), chips(ctx, [card])))
    bids = list(dict.fromkeys(bid.split()[0] for bid in expect.get("bids", ())))
    if bids:
        names = say.text("join", "comma").join(prose(ctx).contract(bid) for bid in bids)
        seen.facts.append(typeset(ctx, say.text("scene", "bids", bids=names)))
    return seen
