"""Parses moves that people type: a move's text, a card in any notation, or the start of either."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from .engine import Move, Round, table
from .model import Card, Game
from .problems import WrongCall, did_you_mean, nearest
from .prose import Prose
from .prose.phrases import Phrases

Fits = Callable[[str, Move, frozenset[str]], bool]
_STEPS = {
    "deal": ("cut", "knock", "take"),
    "misdeal": ("keep", "throw-in"),
    "passing": ("give",),
    "auction": ("bid", "number", "open", "hold", "name", "announce", "double", "pass"),
    "naming": ("trump",),
    "call": ("trump", "call"),
    "exchange": ("take", "discard", "concede"),
    "announcements": ("announce", "double", "pass"),
    "play": ("play",),
}
"""The kinds of moves that a text may mean in each step, legal or not."""
SPOKEN = frozenset((*_STEPS["auction"], *_STEPS["naming"], *_STEPS["announcements"]))
"""The kinds of moves that are spoken, not played."""


@dataclass(frozen=True)
class ParsedMove:
    """The move that a text means, or ``several``; if there is none, ``near`` is a similar one."""

    move: Move | None = None
    several: tuple[Move, ...] = ()
    near: str = ""


@dataclass(frozen=True)
class MoveParser:
    """Parses moves of one game, with the names of one language."""

    prose: Prose

    @property
    def game(self) -> Game:
        """The game whose moves are parsed."""
        return self.prose.game

    @cached_property
    def _readings(self) -> tuple[tuple[Move, frozenset[str]], ...]:
        """Every move of the game with the texts that mean it."""
        moves = table(self.game).moves.all
        return tuple((move, frozenset(filter(squeezed, self._names(move)))) for move in moves)

    def parse(self, text: str, at: Round, seat: int | None = None) -> ParsedMove:
        """The move that a text means at a position, for the seat to move or for ``seat``.

        Legal moves are preferred; among illegal ones, those with a card in the hand.
        """
        legal = at.moves(seat)
        if not squeezed(text):
            return ParsedMove()

        # Compare the moves of this step, by the strictest comparison first.
        kinds = {*_STEPS.get(at.step, ()), *(move.kind for move in legal)}
        mover = at.turn if seat is None else seat
        hand = at.hands[mover] if mover is not None else ()
        here = [(move, names) for move, names in self._readings if move.kind in kinds]
        here.sort(key=lambda row: not (row[0].card is not None and row[0].card in hand))
        for fits in (*_EXACTLY, _begins, _begins_by_words):
            found = [move for move, names in here if fits(text, move, names)]
            allowed = [move for move in found if move in legal]
            # An id is that of its card, even if another card may be written so.
            by_id = [move for move in allowed if str(move).split()[1:] == text.split()]
            if len(by_id) == 1:
                return ParsedMove(by_id[0])
            if len(allowed) > 1:
                return ParsedMove(several=tuple(allowed))
            if found:
                return ParsedMove((allowed or found)[0])

        # Compare the moves of other steps, which have to be written in full.
        for fits in _EXACTLY:
            if elsewhere := [move for move, names in self._readings if fits(text, move, names)]:
                return ParsedMove(elsewhere[0])

        # Nothing fits: find the most similar legal move.
        meant = {name: str(move) for move in legal for name in (*self.forms(move), str(move))}
        near = nearest(text, meant)
        return ParsedMove(near=meant[near] if near is not None else "")

    def forms(self, move: Move) -> tuple[str, ...]:
        """The texts of a move in this language, the usual one first: ``biete Solo``, ``weiter``.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> MoveParser(zwanz_ssot.Prose(round.game, "de")).forms(round.moves()[0])
        ('biete Rufer XX', 'sage Rufer XX an', 'spiele Rufer XX')
        """
        what = self.objects(move)
        return tuple(
            form.format(what=what).strip()
            for form in self._phrases.typed(move.kind.replace("-", "_"))
        )

    def objects(self, move: Move) -> str:
        """What a move is about, without its verb: ``Rufer XX``, ``Pagat``, ``♥K``.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> MoveParser(zwanz_ssot.Prose(round.game, "de")).objects(round.moves()[0])
        'Rufer XX'
        """
        return " ".join(self._objects(move))

    @cached_property
    def _phrases(self) -> Phrases:
        return Phrases(self.prose.language)

    def _objects(self, move: Move) -> Iterable[str]:
        """The objects of a move in this language: contract, cards, bonus, suit, number."""
        prose, language = self.prose, self.prose.language
        if move.contract is not None:
            yield prose.contract(move.contract)
        for card in (move.card, move.laid):
            if card is not None:
                yield prose.card_short(card)
        if move.item is not None and move.item in self.game.declarations:
            yield self.game.declarations[move.item].name.text(language)
        elif move.item is not None:
            yield prose.item(move.item, "bare")
        if move.side is not None and move.item != "game":
            yield self._phrases(move.side)
        if move.suit is not None:
            yield move.suit.name.text(language)
        if move.count is not None:
            seat = move.kind == "double"
            number = move.count + (move.kind == "take")
            yield prose.seat(move.count) if seat else str(number)

    def _names(self, move: Move) -> Iterable[str]:
        """Every text that means a move."""
        kind, *rest = str(move).split()
        yield str(move)
        yield " ".join(rest)
        yield from self.forms(move)
        if move.card is not None:  # what is played, or called by a bid
            yield from card_names(self.prose, move.card)
        if move.laid is not None:
            yield from card_names(self.prose, move.laid)
        if kind in ("trump", "name") and move.suit is not None:
            suit = move.suit
            yield from (
                suit.id,
                self.game.deck.sign(suit.id, self.prose.language),
                *suit.name.texts.values(),
            )
        if move.contract is not None:
            yield from (f"{kind} {move.contract}", move.contract)
            yield from self.game.contracts[move.contract].name.texts.values()
        if move.kind == "announce" and move.item is not None:
            yield from self.game.bonuses[move.item].name.texts.values()
        if move.kind == "double" and self.game.kontra is not None:
            item = "" if move.item == "game" else f" {move.item}"
            what = self.objects(move)
            for level in self.game.kontra.levels:
                word = self.prose.kontra_word(level)
                yield from (f"{level}{item}", f"{word}{item}", f"{word} {what}")


def squeezed(text: str) -> str:
    """A text in lower case without spaces, hyphens and underscores.

    >>> squeezed("Throw-in")
    'throwin'
    """
    return "".join(text.casefold().split()).replace("-", "").replace("_", "")


def card_names(prose: Prose, card: Card) -> set[str]:
    """Every text that means a card: its id, its names, the rank alone or with the suit's sign.

    The sign may come before or after the rank. But a rank that the language writes with another
    letter comes after it: before it, the letter could be read as the sign of another card.
    """
    deck, language = prose.game.deck, prose.language
    corner = deck.corner(card.rank, language)
    suit = deck.suits[card.suit]
    signs = {suit.letter, deck.sign(card.suit, language)} - {""}
    if not suit.symbol:  # as readers of the language know it: S-7 for the Seven of Schellen
        signs.add(f"{suit.name.text(language)[:1].upper()}-")
    names = {card.id, card.rank, corner, prose.card(card.index), prose.card_short(card.index)}
    names |= {sign + rank for sign in signs for rank in (card.rank, corner)}
    if corner == card.rank:
        names |= {card.rank + sign for sign in signs}
    if card.name is not None:
        names |= {*card.name.texts.values(), *card.name.also}
    return names


def read_cards(prose: Prose, text: str) -> list[int]:
    """The indices of the cards in a text, separated by spaces or commas.

    Raises `WrongCall` for a card that is not in the pack, and for an ambiguous one.
    """
    return [_card(prose, word) for word in text.replace(",", " ").split()]


def _card(prose: Prose, word: str) -> int:
    deck = prose.game.deck
    for normalize in _NORMALIZERS:
        typed = normalize(word)
        found = [card for card in deck.cards if typed in map(normalize, card_names(prose, card))]
        named = [card for card in found if typed == normalize(card.id)]
        if len(named or found) == 1:
            return (named or found)[0].index
        if found:
            raise WrongCall(
                f"{word!r} may be several cards",
                f"write one of {', '.join(card.id for card in found)}",
            )
    raise WrongCall(f"there is no card {word!r} in the pack", did_you_mean(word, deck.by_id))


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _folded(text: str) -> str:
    return _spaced(text).casefold()


_NORMALIZERS = (_spaced, _folded, squeezed)
"""What is done to texts before they are compared, the least first: ``Sk`` and ``SK`` may be two
cards.
"""


def _exactly(normalize: Callable[[str], str]) -> Fits:
    def fits(text: str, move: Move, names: frozenset[str]) -> bool:
        return normalize(text) in map(normalize, names)

    return fits


_EXACTLY = tuple(map(_exactly, _NORMALIZERS))


def _begins(text: str, move: Move, names: frozenset[str]) -> bool:
    typed = squeezed(text)
    return any(squeezed(name).startswith(typed) for name in names)


def _begins_by_words(text: str, move: Move, names: frozenset[str]) -> bool:
    """Whether each word typed begins the word in its place: ``b s`` means ``bid solo``."""
    typed, words = text.casefold().split(), str(move).casefold().split()
    pairs = zip(words, typed, strict=False)
    return len(typed) <= len(words) and all(word.startswith(start) for word, start in pairs)
