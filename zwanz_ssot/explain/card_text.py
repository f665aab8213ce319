"""Cards, hands, seats and moves as text on a terminal: red suits in red, a hand by suit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.text import Text

from ..model import Game
from ..prose import Prose
from ..prose.phrases import Phrases
from ..prose.template import capital

if TYPE_CHECKING:
    from ..engine import Move, View


_RED = "♥♦"


def card(prose: Prose, index: int, style: str = "") -> Text:
    """A card, by its index in the pack: its suit sign and rank, red suits in red.

    >>> import zwanz_ssot
    >>> prose = zwanz_ssot.Prose(zwanz_ssot.load("zwanzigerrufen"), "en")
    >>> card(prose, prose.game.deck.by_id["H-K"].index).markup
    '[ red]♥K[/ red]'
    """
    short = prose.card_short(index)
    return Text(short, style=f"{style} red" if short[0] in _RED else style)


def cards(prose: Prose, indices: Iterable[int], between: str = " ") -> Text:
    """Several cards on a line, by their indices.

    >>> import zwanz_ssot
    >>> prose = zwanz_ssot.Prose(zwanz_ssot.load("rufmariasch"), "en")
    >>> cards(prose, [0, 1], between="-").plain == f"{card(prose, 0)}-{card(prose, 1)}"
    True
    """
    return Text(between).join(card(prose, index) for index in indices)


def hand_lines(prose: Prose, hand: int) -> Iterable[tuple[Text, Text, int | str]]:
    """A hand, given as a mask, by suit: the name of the suit, its cards from the strongest down,
    and their card points.

    >>> import zwanz_ssot
    >>> prose = zwanz_ssot.Prose(zwanz_ssot.load("rufmariasch"), "en")
    >>> hand = zwanz_ssot.CardSet.of(prose.game.deck, "H-10 H-A E-K").mask
    >>> [(str(name), str(held)) for name, held, _ in hand_lines(prose, hand)]
    [('Hearts', 'H-A H-10'), ('Acorns', 'E-K')]
    """
    for suit in prose.game.deck.suits.values():
        held = sorted(prose.game.deck.within(hand & suit.mask), key=lambda each: -each.index)
        if held:
            yield (
                Text(capital(suit.name.text(prose.language)), style="dim"),
                cards(prose, (each.index for each in held)),
                points(prose, sum(each.bit for each in held)),
            )


def hand_row(prose: Prose, hand: int) -> Text:
    """A hand, given as a mask, on one line with gaps between its suits; a dash for an empty hand.

    >>> import zwanz_ssot
    >>> prose = zwanz_ssot.Prose(zwanz_ssot.load("rufmariasch"), "en")
    >>> hand_row(prose, zwanz_ssot.CardSet.of(prose.game.deck, "H-10 H-A E-K").mask).plain
    'H-A H-10   E-K'
    """
    return Text("   ").join(row for _, row, _ in hand_lines(prose, hand)) if hand else Text("–")


def packets(prose: Prose, talon: Iterable[int]) -> Text:
    """The packets of a talon, given as masks, on one line.

    >>> import zwanz_ssot
    >>> prose = zwanz_ssot.Prose(zwanz_ssot.load("rufmariasch"), "en")
    >>> packets(prose, [1 << 0, 1 << 1]).plain == f"{card(prose, 0)} | {card(prose, 1)}"
    True
    """
    return Text(" | ", style="dim").join(hand_row(prose, packet) for packet in talon)


def points(prose: Prose, taken: int) -> int | str:
    """The card points of a set, given as a mask: a number, or a text in games that count parts of a
    point.

    >>> import zwanz_ssot
    >>> prose = zwanz_ssot.Prose(zwanz_ssot.load("rufmariasch"), "en")
    >>> points(prose, 0)
    0
    """
    parts = sum(prose.game.worth(each) for each in prose.game.deck.within(taken))
    return parts if prose.game.unit == 1 else prose.points(parts)


def seat(prose: Prose, number: int) -> str:
    """The name of a seat with a capital letter first.

    >>> import zwanz_ssot
    >>> prose = zwanz_ssot.Prose(zwanz_ssot.load("rufmariasch"), "en")
    >>> seat(prose, zwanz_ssot.Seat(0))
    'Forehand'
    """
    return capital(prose.seat(number))


def in_order(game: Game, moves: Iterable[Move]) -> list[Move]:
    """The moves in the order in which people look for them: first words, as they come, then cards
    as in a hand.

    >>> import zwanz_ssot
    >>> at = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
    >>> in_order(at.game, at.moves()) == list(at.moves())
    True
    """
    order = {card: place for place, card in enumerate(game.deck.shown(game.deck.all))}

    def place(move: Move) -> int:
        return order[move.card.id] if move.kind == "play" and move.card is not None else -1

    return sorted(moves, key=place)


def spoken(prose: Prose, move: Move, view: View, in_full: bool = False) -> str:
    """A move in words, its cards short or ``in_full``. ``view`` is the view of any seat just before
    it: it has the levels of doubling that a double raises.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> at = zwanz_ssot.deal(game, seed=7).after("bid solo").after("pass")
    >>> (double,) = [move for move in at.moves() if move.kind == "double"]
    >>> "kontra" in spoken(zwanz_ssot.Prose(game, "en"), double, at.view(None)).lower()
    True
    """
    return prose.move(move, level_word(prose.game, move, view), in_full)


def level_word(game: Game, move: Move, view: View) -> str | None:
    """The word for the level that a double raises to; None for other moves and beyond the last
    level. ``view`` is the view of any seat just before it.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> at = zwanz_ssot.deal(game, seed=7).after("bid solo").after("pass")
    >>> (double,) = [move for move in at.moves() if move.kind == "double"]
    >>> level_word(game, double, at.view(None))
    'kontra'
    """
    if move.kind != "double" or game.kontra is None or move.item is None:
        return None
    before = view.levels.get(doubled_item(game, move, view), 0)
    return game.kontra.levels[before] if before < len(game.kontra.levels) else None


def doubled_item(game: Game, move: Move, view: View) -> str:
    """The key of the doubled item in the levels of a view. Where each opponent doubles the game for
    himself, the key names his seat, too.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> at = zwanz_ssot.deal(game, seed=7).after("bid solo").after("pass")
    >>> (double,) = [move for move in at.moves() if move.kind == "double"]
    >>> doubled_item(game, double, at.view(None))
    'game'
    """
    words = str(move).removeprefix(f"{move.kind} ")
    single = view.contract is not None and game.contracts[view.contract].kontra == "individual"
    if move.item != "game" or move.count is not None or not single or view.turn is None:
        return words
    return f"{words} {view.turn}"


def amount(prose: Prose, phrases: Phrases, aim: str, value: int) -> str:
    """What a side has by the aim of a search: card points, of which ``value`` counts the parts, or
    tricks.

    >>> import zwanz_ssot
    >>> prose = zwanz_ssot.Prose(zwanz_ssot.load("koenigrufen"), "en")
    >>> [amount(prose, Phrases("en"), aim, 4) for aim in ("points", "tricks")]
    ['1⅓ card points', '4 tricks']
    """
    if aim == "points":
        return phrases("card_points", n=prose.points(value))
    return phrases("trick_count", n=value)


def silence(prose: Prose, phrases: Phrases, path: str) -> str:
    """A sentence for a round whose result the rules leave open, with the open question, if any.

    >>> import zwanz_ssot
    >>> prose = zwanz_ssot.Prose(zwanz_ssot.load("zwanzigerrufen", "directnet"), "en")
    >>> silence(prose, Phrases("en"), "bonuses.absolut.goes_to")[:48]
    'The rules do not say what this round comes to. I'
    """
    question = prose.question(path)
    key = "rules_silent" if question else "rules_silent_unasked"
    return phrases(key, question=question, path=path)
