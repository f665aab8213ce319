"""Tricks as they are played: written in a chapter, line by line, checked by the engine, and drawn
on the table.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from zwanz_ssot.engine.trick import TrickRules, in_force
from zwanz_ssot.model import SEATS, Card, Contract, Game
from zwanz_ssot.problems import did_you_mean, joined_hints
from zwanz_ssot.words.ladders import is_called, trump_varies
from zwanz_ssot.words.roles import anyone

from ..shortcodes import BadValue, BodyLine, Context, Raw, Values, Whole, block
from .cards import alt
from .dealt import check_tricks, keep_tricks
from .kinds import CardRef, ContractRef, SuitRef, game_of, largest_hand, seats_of
from .wording import markdown, prose, words

_SHAPE = "write seat: card | seat: card … -> winner : comment"
_PLAY = re.compile(r"\s*(?P<seat>[^\s:|]+)\s*:\s*(?P<card>[^\s|]+)\s*")
_END = re.compile(r"\s*(?P<winner>[^\s:]+)\s*(?::\s*(?P<comment>.*\S))?\s*")


@dataclass(frozen=True, slots=True)
class TrickLine:
    """A line: who played which card, in order, and who is said to win."""

    line: int
    plays: tuple[tuple[str, Card], ...]
    winner: str
    comment: str

    @property
    def leader(self) -> str:
        """Who led."""
        return self.plays[0][0]

    @property
    def cards(self) -> list[Card]:
        """The cards in the order in which they were played."""
        return [card for _, card in self.plays]

    def card_of(self, seat: str) -> Card:
        """The card that a seat played."""
        return dict(self.plays)[seat]


class _Reader:
    """Reads the lines one after the other; after a bad line anybody may lead."""

    def __init__(self, ctx: Context, seats: Sequence[str], lead: str) -> None:
        self.seats, self.leader = tuple(seats), lead
        self.cards = game_of(ctx).deck.by_id
        self.seen: dict[str, int] = {}

    def trick(self, line: BodyLine) -> TrickLine:
        """The trick on a line; BadValue with what is wrong with it."""
        before, arrow, after = line.text.partition("->")
        end = _END.fullmatch(after)
        if not arrow or not end:
            raise BadValue("does not say who wins", _SHAPE)
        plays = tuple(self._play(part) for part in before.split("|"))
        leader, self.leader = self.leader or plays[0][0], ""
        winner = self._seat(end["winner"])
        first = self.seats.index(leader)
        due = self.seats[first:] + self.seats[:first]
        for (seat, _), expected in zip(plays, due, strict=False):
            if seat != expected:
                verb = "leads" if expected == leader else "plays"
                raise BadValue(
                    f"{expected} {verb} here, not {seat}", f"the order is {', '.join(due)}"
                )
        if len(plays) != len(due):
            raise BadValue(f"has {len(plays)} cards for {len(due)} players", _SHAPE)
        for _, card in plays:
            if card.id in self.seen:
                raise BadValue(f"{card.id} has been played already, in line {self.seen[card.id]}")
            self.seen[card.id] = line.number
        self.leader = winner
        return TrickLine(line.number, plays, winner, end["comment"] or "")

    def _play(self, text: str) -> tuple[str, Card]:
        play = _PLAY.fullmatch(text)
        if not play:
            raise BadValue(f"'{text.strip()}' is no seat and card", _SHAPE)
        if play["card"] not in self.cards:
            raise BadValue(
                f"there is no card '{play['card']}'", did_you_mean(play["card"], self.cards)
            )
        return self._seat(play["seat"]), self.cards[play["card"]]

    def _seat(self, name: str) -> str:
        if name not in self.seats:
            hint = did_you_mean(name, self.seats) or f"the seats are {', '.join(self.seats)}"
            raise BadValue(f"there is no seat '{name}'", hint)
        return name


def read(ctx: Context, body: Raw, seats: Sequence[str], lead: str) -> list[TrickLine]:
    """The tricks of a body; each bad line is reported."""
    reader, tricks = _Reader(ctx, seats, lead), []
    lines = [line for line in body if line.text.strip()]
    if not lines:
        ctx.problem("has no tricks", _SHAPE)
    for line in lines:
        try:
            tricks.append(reader.trick(line))
        except BadValue as bad:
            ctx.problem(bad.text, bad.hint, line=line.number)
    return tricks


@dataclass(frozen=True, slots=True)
class _HandsOf:
    """Whole hands as they were before the first of the tricks, by seat."""

    wants: str = "hands by seat, as in 'second: H-K T-I; third: S-J'"

    def parse(self, text: str, ctx: Context) -> dict[str, int]:
        deck, hands = game_of(ctx).deck, {}
        for part in text.split(";"):
            seat, colon, cards = part.partition(":")
            if not colon or seat.strip() not in SEATS[: game_of(ctx).table.players]:
                raise BadValue(f"must be {self.wants}; got '{part.strip()}'")
            if unknown := [card for card in cards.split() if card not in deck.by_id]:
                listed = ", ".join(f"'{card}'" for card in unknown)
                hint = joined_hints(did_you_mean(card, deck.by_id) for card in unknown)
                raise BadValue(f"names no card of the deck with {listed}", hint)
            hands[seat.strip()] = deck.mask(cards.split())
        return hands


Draws = Annotated[int, Whole(1, 99)]
Hands = Annotated[dict[str, int], _HandsOf()]
_SAMPLE = """[trick-table contract=rufer lead=second]
second: H-K | third: H-1 | fourth: T-IX | forehand: H-Q -> fourth : Fourth has no hearts.
[/trick-table]"""


@block("trick-table", body="optional", sample=_SAMPLE)
def trick_table(
    ctx: Context,
    *,
    body: Raw,
    contract: ContractRef | None = None,
    lead: Literal["forehand", "second", "third", "fourth", "fifth", "sixth"] = "forehand",
    hands: Hands | None = None,
    called: CardRef | None = None,
    trump: SuitRef | None = None,
    points: bool = False,
    draws: Draws | None = None,
    caption: str = "",
) -> Values:
    """Tricks of a contract, one a line (``seat: card | … -> winner : comment``); a wrong winner is
    a problem.

    Without a contract, it is the one of every round, or the lowest bid. `called` and `trump` are
    what has been said before, where the trump suit or the ranking hangs on it. `draws` is the
    number of the trick that is drawn on the table below, the decisive one. A bare table is one
    trick to fill in.
    """
    game, say = game_of(ctx), words(ctx).text
    seats = SEATS[: game.table.players]
    if not body:
        given = {"hands": hands, "called": called, "trump": trump, "draws": draws}
        title = contract.name.text(ctx.lang) if contract else ""
        values = _to_fill_in(ctx, title, lead, [name for name in given if given[name] is not None])
        return values | {"points": points} | ({"caption": ctx.written(caption)} if caption else {})
    contract = contract or _usual(game)
    tricks = read(ctx, body, seats, lead) if _is_seat(ctx, lead, seats) else []
    check_called_and_trump(ctx, contract, called, trump)

    # The trump suit and the ranking of these tricks, by what has been said before.
    suit, ranking = in_force(
        contract.play, game.deck, called.index if called else -1, -1 if trump is None else trump
    )
    if suit is None and trump is not None:  # a called card makes trumps, but only its suit is given
        suit = tuple(game.deck.suits)[trump]

    # The cards are held against the deal above, the winners against the rules.
    check_tricks(ctx, [(trick.line, trick.plays) for trick in tricks])
    keep_tricks(ctx, [trick.cards for trick in tricks])
    _check(ctx, contract, TrickRules(contract.play, game.deck, suit, ranking), tricks, hands or {})

    count = len(tricks)
    key = "caption" if count > 1 else "caption_one"
    title = say("trick-table", key, contract=contract.name.text(ctx.lang))
    return {
        "say": say,
        "seats": [say("seat-heads", seat) for seat in seats],
        "rows": [_row(ctx, trick, nth, points, count) for nth, trick in enumerate(tricks, 1)],
        "turns": [],
        "numbered": count > 1,
        "drawn": _drawn(ctx, tricks, draws) if draws else None,
        "points": points,
        "caption": ctx.written(caption) if caption else title,
    }


def _to_fill_in(ctx: Context, contract: str, lead: str, given: Sequence[str]) -> Values:
    """A trick without cards: for each seat its place in the order of play.

    Attributes about cards are reported.
    """
    for name in given:
        ctx.problem(f"has no tricks, so {name} tells nothing", "leave it out")
    say, seats = words(ctx).text, seats_of(ctx)
    first = seats.index(lead) if _is_seat(ctx, lead, seats) else 0
    blank = say("trick-table", "blank")
    return {
        "say": say,
        "seats": [say("seat-heads", seat) for seat in seats],
        "rows": [],
        "turns": [(number - first) % len(seats) + 1 for number in range(len(seats))],
        "numbered": False,
        "drawn": None,
        "caption": say("trick-table", "caption_one", contract=contract) if contract else blank,
    }


def _drawn(ctx: Context, tricks: Sequence[TrickLine], number: int) -> Values | None:
    """A trick as it lies on the table, with its number; a number that no trick has is reported."""
    if number > len(tricks):
        ctx.problem(f"has {len(tricks)} tricks, and draws={number} is none of them")
        return None
    trick, say = tricks[number - 1], words(ctx).text
    names = seats_of(ctx)
    seen = SeenTrick(names.index(trick.leader), trick.cards, names.index(trick.winner))
    caption = say("trick-table", "drawn", number=number) if len(tricks) > 1 else ""
    return {"seats": laid_on_table(ctx, seen), "caption": caption}


def _usual(game: Game) -> Contract:
    """The contract of every round, or the lowest that can be bid."""
    fixed = game.fixed_contract
    return game.contracts[fixed.contract if fixed else game.auction.ladder[0]]


def _is_seat(ctx: Context, lead: str, seats: tuple[str, ...]) -> bool:
    if lead not in seats:
        hint = did_you_mean(lead, seats) or f"seats are {', '.join(seats)}"
        ctx.problem(f"nobody sits there: lead={lead}", hint)
    return lead in seats


def check_called_and_trump(
    ctx: Context, contract: Contract, called: Card | None, trump: int | None
) -> None:
    """Report a card that nobody can call in the contract, and a trump suit that nobody can name."""
    game = game_of(ctx)
    if called is not None and not (contract.calls and game.call):
        ctx.problem(f"nothing is called in '{contract.id}'", "leave called out")
    elif called and game.call and called.index not in game.call.every:
        shown = ", ".join(game.deck.cards[card].id for card in game.call.every)
        ctx.problem(f"{called.id} cannot be called", f"the cards that can are {shown}")

    rule, suits = contract.play.trump, tuple(game.deck.suits)
    of_called = called if is_called(rule) else None
    if trump is not None and not trump_varies(rule):
        ctx.problem(f"the round tells no trump suit in '{contract.id}'", "leave trump out")
    elif trump is None and trump_varies(rule) and not of_called:
        hint = "give trump, or the card that is called"
        ctx.problem(f"the round tells the trump suit in '{contract.id}'", hint)
    elif trump is not None and of_called and suits[trump] != of_called.suit:
        text = f"with {of_called.id} called {of_called.suit} are trumps, not {suits[trump]}"
        ctx.problem(text, "leave trump out")


def _check_hands(ctx: Context, tricks: Sequence[TrickLine], hands: Mapping[str, int]) -> bool:
    """True if these hands are possible: none is too large, no card is in two, and nobody plays a
    card of another hand.
    """
    game, problems = game_of(ctx), len(ctx.found)
    most = largest_hand(game)
    if len(tricks) > game.hand_size:
        ctx.problem(f"a round has {game.hand_size} tricks, and there are {len(tricks)}")
    for seat, held in hands.items():
        if held.bit_count() > most:
            ctx.problem(f"a hand has at most {most} cards, and {seat} has {held.bit_count()}")
        for other, its in hands.items():
            if seat < other and held & its:
                both = ", ".join(game.deck.shown(held & its))
                ctx.problem(f"{both} is in two hands, those of {seat} and {other}")
        for trick in tricks:
            for other, card in trick.plays:
                if other != seat and card.bit & held:
                    text = f"{other} plays {card.id}, which is in the hand of {seat}"
                    ctx.problem(text, line=trick.line)
    return len(ctx.found) == problems


def _check(
    ctx: Context,
    contract: Contract,
    rules: TrickRules,
    tricks: Sequence[TrickLine],
    hands: Mapping[str, int],
) -> None:
    """Let the engine play the tricks; report a wrong winner and a card that was not allowed.

    If a hand is not given, only the cards that the player shows in this and later tricks are known.
    """
    if not _check_hands(ctx, tricks, hands):
        return

    # Of the rules that hold cards back, only those for everybody are known to apply.
    back = 0
    for number, each in enumerate(contract.play.hold_back):
        if each.by.word == anyone.name:
            back |= 1 << number
    for number, trick in enumerate(tricks):
        on_table, led = 0, trick.plays[0][1].index
        played: list[int] = []
        for seat, card in trick.plays:
            # What the player held when this card was played, as far as it is known.
            gone = sum(earlier.card_of(seat).bit for earlier in tricks[:number])
            shown = sum(later.card_of(seat).bit for later in tricks[number:])
            held = hands[seat] & ~gone if seat in hands else shown
            refusal = rules.why_not(card.index, held, on_table, led, back, played)
            if refusal:
                _refuse(ctx, trick, seat, card, prose(ctx).refusal(refusal), given=seat in hands)
            on_table |= card.bit
            played.append(card.index)
        _check_winner(ctx, contract, trick, rules.winner(on_table, led, played))


def _refuse(
    ctx: Context, trick: TrickLine, seat: str, card: Card, sentence: str, *, given: bool
) -> None:
    """Report a card that was not allowed, with the reason; `given`: the whole hand is known."""
    why = sentence.removesuffix(".")
    text = f"{seat} may not play {card.id}: {why[:1].lower()}{why[1:]}"
    hint = f"{seat}'s hand is given" if given else f"{seat} shows more cards in the lines below"
    ctx.problem(text, hint, line=trick.line)


def _check_winner(ctx: Context, contract: Contract, trick: TrickLine, best: int) -> None:
    """Report a winner who did not play the best card."""
    winner, card = next((seat, card) for seat, card in trick.plays if card.index == best)
    if winner != trick.winner:
        because = prose(ctx).wins(contract.play.wins)
        did = f"{winner} does, with {card.id} ({because})"
        text = f"{trick.winner} does not win this trick: {did}"
        ctx.problem(text, f"write -> {winner}", line=trick.line)


def _row(ctx: Context, trick: TrickLine, number: int, points: bool, count: int) -> Values:
    """A row of a trick, and what it counts.

    The last trick of a whole round also counts what the rules give for it.
    """
    game, cards = game_of(ctx), dict(trick.plays)
    counted = sum(map(game.worth, cards.values()))
    if number == count == game.hand_size:
        counted += game.count.last_trick * game.unit
    cells = []
    turns = {seat: turn for turn, (seat, _) in enumerate(trick.plays, 1)}
    for seat in SEATS[: len(cards)]:
        card = cards[seat]
        image = ctx.card_image(card.id, alt(ctx, card), detail="head")
        did = {"leads": seat == trick.leader, "wins": seat == trick.winner}
        cells.append({"card": image, "turn": turns[seat], **did})
    return {
        "number": number,
        "cells": cells,
        "points": prose(ctx).points(counted) if points else None,
        "comment": markdown(ctx.at(trick.line, 1, ctx.block), trick.comment),
    }


# The table seen from above: where the players sit, and the cards of a trick before them.

FLAT = 0.58
"""The height of a drawn table, as a part of its width."""
_REACH = 50
_STEEP = 36
"""A seat further from the middle line than this, in percent, is above or below the table."""
_INWARDS = 0.62
"""Where a card lies from the middle of the table (0) to its player (1)."""
_ANTICLOCKWISE = "counterclockwise"


@dataclass(frozen=True, slots=True)
class PlacedSeat:
    """A seat: its name, and where it is drawn, in percent from the left and from the top.

    Forehand sits below.
    """

    name: str
    x: float
    y: float

    @property
    def side(self) -> Literal["above", "below", "left", "right"]:
        """The side of the table on which its name stands."""
        if abs(self.y - _REACH) > _STEEP:
            return "below" if self.y > _REACH else "above"
        return "left" if self.x < _REACH else "right"


@dataclass(frozen=True, slots=True)
class SeenTrick:
    """A trick as far as it is played; seats are numbers, `turn` is the seat that plays next."""

    leader: int
    cards: list[Card]
    winner: int | None = None
    turn: int | None = None


def round_table(ctx: Context) -> list[PlacedSeat]:
    """The seats in the order of play, placed in the direction of play."""
    seats = []
    for number, name in enumerate(seats_of(ctx)):
        x, y = place_of(game_of(ctx), number)
        seats.append(PlacedSeat(words(ctx).text("seats", name), x, y))
    return seats


def place_of(game: Game, number: float) -> tuple[float, float]:
    """The place of a seat, in percent from left and top; a number and a half is between two
    seats.
    """
    direction = 1 if game.table.direction == _ANTICLOCKWISE else -1
    turn = 2 * math.pi * number / game.table.players * direction
    return round(_REACH * (1 + math.sin(turn)), 1), round(_REACH * (1 + math.cos(turn)), 1)


def laid_on_table(ctx: Context, seen: SeenTrick) -> list[Values]:
    """Each seat with its card, its place in the order of play, and what its player does."""
    return [_seat(ctx, seen, number, seat) for number, seat in enumerate(round_table(ctx))]


def _seat(ctx: Context, seen: SeenTrick, number: int, seat: PlacedSeat) -> Values:
    place = (number - seen.leader) % game_of(ctx).table.players
    card = seen.cards[place] if place < len(seen.cards) else None
    say = words(ctx).text
    deeds = {
        "leads": bool(card) and place == 0,
        "wins": number == seen.winner,
        "turn": number == seen.turn,
    }
    done = [say("scene", deed) for deed, is_done in deeds.items() if is_done]
    x, y = (round(50 + (part - 50) * _INWARDS, 1) for part in (seat.x, seat.y))
    return {
        "name": seat.name,
        "at": (seat.x, seat.y),
        "side": seat.side,
        "turn": place + 1,
        "deed": say("join", "comma").join(done),
        "wins": number == seen.winner,
        "card": ctx.card_image(card.id, alt(ctx, card), detail="head") if card else "",
        "lies": (x, y),
    }
