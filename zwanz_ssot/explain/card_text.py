"""Cards and seats as they are printed: red signs red, a hand by suit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.text import Text

from ..model import Game
from ..prose import Prose

if TYPE_CHECKING:
    from ..engine import Move, View


_RED = "♥♦"


def card(prose: Prose, index: int, style: str = "") -> Text:
    """One card as sign and rank."""
    short = prose.card_short(index)
    return Text(short, style=f"{style} red" if short[0] in _RED else style)


def cards(prose: Prose, indices: Iterable[int], between: str = " ") -> Text:
    """Several cards on a line."""
    return Text(between).join(card(prose, index) for index in indices)


def hand_lines(prose: Prose, hand: int) -> Iterable[tuple[Text, Text, int | str]]:
    """A hand by suit: the suit's name, its cards from the strongest down, their points."""
    for suit in prose.game.deck.suits.values():
        held = sorted(prose.game.deck.within(hand & suit.mask), key=lambda each: -each.index)
        if held:
            yield (
                Text(capital(suit.name.text(prose.language)), style="dim"),
                cards(prose, (each.index for each in held)),
                points(prose, sum(each.bit for each in held)),
            )


def hand_row(prose: Prose, hand: int) -> Text:
    """A hand on one line, its suits apart."""
    return Text("   ").join(row for _, row, _ in hand_lines(prose, hand)) if hand else Text("–")


def packets(prose: Prose, talon: Iterable[int]) -> Text:
    """The packets of a talon on one line."""
    return Text(" | ", style="dim").join(hand_row(prose, packet) for packet in talon)


def points(prose: Prose, taken: int) -> int | str:
    """The card points of a set; as a text where a point has parts."""
    parts = sum(prose.game.worth(each) for each in prose.game.deck.within(taken))
    return parts if prose.game.unit == 1 else prose.points(parts)


def capital(text: str) -> str:
    """A text that begins a line."""
    return text[:1].upper() + text[1:]


def seat(prose: Prose, number: int) -> str:
    """A seat's name at the beginning of a line."""
    return capital(prose.seat(number))


def in_order(game: Game, moves: Iterable[Move]) -> list[Move]:
    """Moves as a person looks for them: words as they come, then cards in the order of the hand."""
    order = {card: place for place, card in enumerate(game.deck.shown(game.deck.all))}

    def place(move: Move) -> int:
        return order[move.card.id] if move.kind == "play" and move.card is not None else -1

    return sorted(moves, key=place)


def spoken(prose: Prose, move: Move, view: View) -> str:
    """A move as one tells of it; ``view`` is anybody's just before it, and tells how far the
    doubling had gone.
    """
    return prose.move(move, level_word(prose.game, move, view))


def level_word(game: Game, move: Move, view: View) -> str | None:
    """The word of doubling that a double amounts to; ``view`` is anybody's just before it."""
    if move.kind != "double" or game.kontra is None or move.item is None:
        return None
    before = view.levels.get(doubled_item(game, move, view), 0)
    return game.kontra.levels[before] if before < len(game.kontra.levels) else None


def doubled_item(game: Game, move: Move, view: View) -> str:
    """The words under which the levels of a view have what is doubled. Where each opponent doubles
    the game for himself, it is the game between the declarer and one seat.
    """
    words = str(move).removeprefix(f"{move.kind} ")
    single = view.contract is not None and game.contracts[view.contract].kontra == "individual"
    if move.item != "game" or move.count is not None or not single or view.turn is None:
        return words
    return f"{words} {view.turn}"
