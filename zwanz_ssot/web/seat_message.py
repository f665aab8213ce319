"""The messages to a seat, made only of its view and of what everybody at the table sees.

A browser shows nothing but such messages. `PublicTable` holds no cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..engine import Move, Round, View
from ..engine.view import named_for_trumps
from ..explain import card_text
from ..model import CardSet, seats_in
from ..players.sampling import QUIET
from ..prose.template import capital
from .texts import TableTexts

_OF_CARDS = ("play", "discard", "give")
"""Kinds of moves that are made by clicking a card of the hand."""


@dataclass(frozen=True)
class SeatInfo:
    """What everybody sees of the player at a seat."""

    player: int
    name: str
    person: bool
    here: bool
    """Whether a person is connected."""
    total: int
    """The score of the match before this round."""


@dataclass(frozen=True)
class PublicTable:
    """What everybody at a table sees besides the cards."""

    position: int
    number: int
    """The number of the round, from 1."""
    stakes: int
    dealer: int
    """The seat that deals."""
    seats: tuple[SeatInfo, ...]
    evening: tuple[tuple[int, ...], ...] = ()
    """The scores of each round before, by player."""
    owner: bool = False
    """Whether the receiver opened the table."""
    can_take_back: bool = False
    alone: bool = True
    """Whether only one person plays."""
    offered: int | None = None
    """The seat that the receiver may take from the house by a link."""


def state_message(view: View, public: PublicTable, texts: TableTexts) -> dict[str, Any]:
    """The whole table as the seat of a view sees it, or an onlooker."""
    game, seat = view.game, None if view.seat is None else int(view.seat)
    turn = None if view.turn is None else int(view.turn)
    verb = card_verb(view)
    return {
        "type": "state",
        "at": public.position,
        "round": public.number,
        "stakes": public.stakes,
        "seat": seat,
        "offered": public.offered,
        "step": view.step,
        "turn": turn,
        "clockwise": game.table.direction == "clockwise",
        "players": [_player(number, view, public, texts) for number in range(len(public.seats))],
        "contract": _contract(view, texts),
        "sides": _sides(view, public, texts),
        "hand": _hand(view, verb),
        "verb": verb,
        "moves": _buttons(view, texts),
        "cut": [move.count for move in view.moves if move.kind == "cut"],
        "trick": [[int(each), card.id] for each, card in view.trick],
        "last": _last_trick(view, texts),
        "talon": _talon(view),
        "discards": list(game.deck.shown(view.discards.mask)),
        "talk": [[line.seat, line.text] for line in texts.talk(view)],
        "evening": [list(scores) for scores in public.evening],
        "owner": public.owner,
        "take_back": public.can_take_back and seat is not None,
        "alone": public.alone,
        "asked": _asked(view, texts),
    }


def card_verb(view: View) -> str:
    """What a click on a card of the hand means now: to play, to discard or to give it."""
    kinds = {move.kind for move in view.moves}
    return next((kind for kind in _OF_CARDS if kind in kinds), _OF_CARDS[0])


def _player(number: int, view: View, public: PublicTable, texts: TableTexts) -> dict[str, Any]:
    info = public.seats[number]
    tricks = sum(winner == number for winner in view.winners)
    return {
        "player": info.player,
        "name": info.name,
        "place": capital(texts.prose.seat(number)),
        "person": info.person,
        "here": info.here,
        "you": number == view.seat,
        "dealer": number == public.dealer,
        "declarer": view.declarer == number,
        "side": view.sides[number],
        "tricks": tricks,
        "cards": _held(number, view),
        "open": list(view.game.deck.shown(view.open[number].mask)),
        "total": texts.standing(info.total),
        "last": view.passes_to == number,
    }


def _held(number: int, view: View) -> int:
    """How many cards a seat holds; for another seat, those dealt less those played."""
    if number == view.seat:
        return len(view.hand)
    if view.step in ("deal", "over"):
        return 0
    played = sum(seat == number for seat, _ in view.played)
    return max(0, view.game.hand_size - played)


def _contract(view: View, texts: TableTexts) -> dict[str, Any] | None:
    if view.contract is None:
        return None
    called = view.called_card
    trumps = named_for_trumps(view.said, view.declarer)
    levels = [_doubled(words, level, texts) for words, level in view.levels.items()]
    return {
        "name": texts.prose.contract(view.contract),
        "rule": f"contracts.{view.contract}",
        "called": called.id if called is not None else None,
        "trump": trumps.name.text(texts.lang) if trumps is not None else "",
        "levels": levels,
    }


def _doubled(words: str, level: int, texts: TableTexts) -> str:
    """An item that was doubled, with the word for its level."""
    kontra = texts.game.kontra
    assert kontra is not None
    item = capital(texts.prose.item(words.split()[0], "bare"))
    word = texts.prose.kontra_word(kontra.levels[level - 1])
    return texts.phrases("labelled", name=item, text=word)


def _sides(view: View, public: PublicTable, texts: TableTexts) -> str:
    """The sides as far as this seat knows them, on a line."""
    if view.contract is None:
        return ""
    if not view.game.contracts[view.contract].declarers:
        return texts.phrases("alone")
    parts = []
    for side in ("declarers", "defenders", None):
        names = [
            str(texts.words["you"]) if seat == view.seat else public.seats[seat].name
            for seat, each in enumerate(view.sides)
            if each == side
        ]
        if names:
            label, named = texts.phrases(side or "unknown"), texts.phrases.listed(names)
            parts.append(texts.phrases("labelled", name=label, text=named))
    return " · ".join(parts)


def _hand(view: View, verb: str) -> list[list[Any]]:
    """The own cards in the order of a hand, each with whether it may be clicked."""
    legal = {move.card.id for move in view.moves if move.kind == verb and move.card is not None}
    return [[card, card in legal] for card in view.game.deck.shown(view.hand.mask)]


def _buttons(view: View, texts: TableTexts) -> list[dict[str, str]]:
    """The own moves as buttons, without cards of the hand and places of a cut."""
    shown = [move for move in view.moves if move.kind not in (*_OF_CARDS, "cut")]
    shown.sort(key=lambda move: move.kind not in QUIET)  # first what needs no reading
    return [texts.button(move, view) for move in shown]


def _last_trick(view: View, texts: TableTexts) -> dict[str, Any] | None:
    """The last complete trick, who won it, and its card points."""
    done = len(view.winners)
    if not done:
        return None
    size = len(view.sides)
    trick = view.played[(done - 1) * size : done * size]
    mask = sum(card.bit for _, card in trick)
    points = texts.phrases("points", n=card_text.points(texts.prose, mask))
    return {
        "number": done,
        "cards": [[int(seat), card.id] for seat, card in trick],
        "winner": int(view.winners[-1]),
        "points": points,
    }


def _talon(view: View) -> list[list[str] | None]:
    """The packets of the talon that this seat has seen, until the first card is played."""
    if view.played or view.step == "over":
        return []
    return [_shown(view, packet) for packet in view.talon]


def _shown(view: View, cards: CardSet | None) -> list[str] | None:
    return None if cards is None else list(view.game.deck.shown(cards.mask))


def _asked(view: View, texts: TableTexts) -> str:
    """What this seat has to do now, as a line; empty for nothing."""
    words = texts.words["asked"]
    if not view.moves:
        return ""
    if view.turn != view.seat:
        return str(words["any_time"])
    kinds = [move.kind for move in view.moves]
    if view.step == "play" and card_verb(view) in kinds:
        return str(words["lead" if not view.trick else "follow"])
    if "give" in kinds and view.passes_to is not None:
        return str(words["give"]).format(seat=texts.prose.seat(int(view.passes_to)))
    return str(words.get(kinds[0], words.get(view.step, words["move"])))


def over_message(played: Round, totals: Sequence[int], texts: TableTexts) -> dict[str, Any]:
    """The result of a round that is over; everybody may see all of it."""
    message: dict[str, Any] = {"totals": [texts.standing(total) for total in totals]}
    silent = played.silent()
    if silent is not None:
        return {**message, "sentence": texts.silence(silent.path)}
    if played.thrown_in is not None:
        thrown = texts.phrases("thrown_in", reason=texts.prose.thrown_in(played.thrown_in))
        told = (thrown, texts.phrases("thrown_in_again"))
        return {**message, "sentence": texts.phrases.listed(told, "sentences")}
    ledger = played.ledger()
    assert ledger is not None
    state = played.state
    sides = {}
    if state.declarers:
        everybody = (1 << state.players) - 1
        for key, seats in (
            ("declarers", state.declarers),
            ("defenders", everybody & ~state.declarers),
        ):
            tricks = texts.phrases("tricks", n=state.won(seats))
            points = texts.prose.points(state.points(seats))
            sides[key] = texts.phrases(
                "side_points", side=texts.phrases(key), n=points, tricks=tricks
            )
    return {
        **message,
        "sentence": "",
        "taken": list(sides.values()),
        **texts.settlement(ledger, seats_in(state.declarers)),
    }


def hint_message(move: Move, view: View, texts: TableTexts) -> dict[str, Any]:
    """The move that a computer player would make, as a message."""
    spoken = texts.spoken(move, view)
    card = move.card.id if move.card is not None and move.kind in _OF_CARDS else None
    text = str(texts.words["hinted"]).format(move=spoken)
    return {"type": "hint", "move": move.text, "card": card, "text": text}
