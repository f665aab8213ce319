"""Moves: what can be said and done in a round. Each has a text, and a number in its game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..model import SEATS, SIDES, Card, Game, PlainData, Refusal, Suit
from ..model.identifiers import DECLARERS, GAME
from ..words.ladders import is_named

HIDING = ("discard", "declare", "give")
"""The kinds of move of which others may learn less, beside bids with a card laid face down."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Move:
    """A move. ``str`` of it is its text, which `Round.after` takes as well; a move equals its text.
    ``Move("bid solo")`` has its text and kind alone.

    >>> import zwanz_ssot
    >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
    >>> move = round.moves()[0]
    >>> move, move.kind, move.contract, move.card
    (Move('bid rufer T-XX'), 'bid', 'rufer', Card('T-XX'))
    >>> "bid solo" in round.moves(), Move("bid solo") in round.moves()
    (True, True)
    """

    kind: str
    """The word that the text begins with."""
    text: str = ""
    contract: str | None = None
    """The id of the contract that is bid or raised to."""
    card: Card | None = None
    """The card that is played, called, discarded or given away."""
    item: str | None = None
    """The item that is announced, doubled, declared or conceded: ``game``, or the id of a bonus or
    a declaration.
    """
    side: str | None = None
    """The side whose item is doubled: ``declarers`` or ``defenders``."""
    count: int | None = None
    """The place of a cut; the stack or packet that is taken, from 0; the points of a declaration;
    the seat that is doubled; the number that is bid.
    """
    laid: Card | None = None
    """A card laid face down with a bid."""
    suit: Suit | None = None

    def __post_init__(self) -> None:
        if not self.text:  # as repr shows it
            object.__setattr__(self, "text", self.kind)
            object.__setattr__(self, "kind", self.kind.partition(" ")[0])

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self.kind, self.text, self.contract, self.card, self.item, self.side, self.count)
        return Move, (*parts, self.laid, self.suit)

    @property
    def seen(self) -> Move:
        """The move as the others see it: a card laid face down is hidden.

        >>> from zwanz_ssot.model import Card
        >>> king = Card("H-K", "hearts", "K", index=0, points=5, name=None)
        >>> move = Move("bid", "bid solo H-K", contract="solo", laid=king)
        >>> move.seen
        Move('bid solo')
        """
        if self.laid is None:
            return self
        return Move(self.kind, f"{self.kind} {self.contract}", contract=self.contract)

    def as_dict(self) -> dict[str, Any]:
        """The move as data by ``schema/move.schema.json``. Other data have its text alone.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> move = zwanz_ssot.deal(game, seed=7).moves()[0]
        >>> move.as_dict()
        {'text': 'bid rufer T-XX', 'kind': 'bid', 'contract': 'rufer', 'card': 'T-XX'}
        >>> Move.from_dict(move.as_dict(), game) == move
        True
        """
        parts = {
            "contract": self.contract,
            "card": self.card.id if self.card else None,
            "item": self.item,
            "side": self.side,
            "count": self.count,
            "laid": self.laid.id if self.laid else None,
            "suit": self.suit.id if self.suit else None,
        }
        given = {name: value for name, value in parts.items() if value is not None}
        return {"text": self.text, "kind": self.kind, **given}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], game: Game) -> Move:
        """The move from the data of `as_dict`. Raises `WrongCall` for other data, and for a card or
        a suit that the game does not have.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> Move.from_dict({"text": "play H-K", "kind": "play", "card": "H-K"}, game)
        Move('play H-K')
        """
        parts: dict[str, Any] = {}
        for name, part in PlainData.of(data, game, "move").items():
            match name:
                case "card" | "laid":
                    parts[name] = part.card()
                case "suit":
                    parts[name] = part.suit()
                case _:
                    parts[name] = part.value
        return cls(**parts)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Move):
            return self.text == other.text
        return self.text == other if isinstance(other, str) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"


class MoveList:
    """All moves of a game, numbered. Playing card ``n`` is move ``n``."""

    def __init__(self, game: Game) -> None:
        # A move has the number of its place in this order: cards come first, as `play` counts on.
        cards = game.deck.cards
        self._suits = {suit.letter: suit for suit in game.deck.suits.values()}
        self.all: list[Move] = [Move("play", f"play {card.id}", card=card) for card in cards]

        # The deal: cuts, stacks after a knock; cards thrown in.
        self.cuts = self._several(
            [Move("cut", f"cut {n}", count=n) for n in range(1, len(cards))]
            if self._cuts(game)
            else []
        )
        self.knock = self._add(Move("knock", "knock"))
        self.takes = self._several(
            [Move("take", f"take {n + 1}", count=n) for n in range(_most_to_take(game))]
        )
        """The moves that take a stack after a knock, or a packet of the talon."""
        self.throw_in = self._add(Move("throw-in", "throw-in"))
        self.keep = self._add(Move("keep", "keep"))

        # The auction: passes, numbers, suits, contracts with the cards that they call or lay down.
        self.pass_ = self._add(Move("pass", "pass"))
        self.open = self._only_if(game.auction.opening == "placeholder", "open")
        held = ("higher_or_held", "higher_or_held_once", "higher_or_senior")
        self.numbers = {
            self._add(Move("number", f"number {value}", count=value)): value
            for value in game.auction.numbers
        }
        self.hold = self._only_if(game.auction.next_bid in held or bool(self.numbers), "hold")
        order = game.auction.suit_order
        self.names = {
            self._add(Move("name", f"name {suit.letter}", suit=suit)): suit.index
            for suit in game.deck.suits.values()
            if suit.id in order
        }
        self.bids: dict[tuple[str, int], int] = {}
        for contract in game.auction.ladder:
            if game.contracts[contract].lays_card:
                for laid in cards:
                    text = f"bid {contract} {laid.id}"
                    self.bids[contract, laid.index] = self._add(
                        Move("bid", text, contract=contract, laid=laid)
                    )
            elif game.contracts[contract].calls and game.call and game.calls_in_bid:
                for card in game.call.every:
                    text = f"bid {contract} {cards[card].id}"
                    self.bids[contract, card] = self._add(
                        Move("bid", text, contract=contract, card=cards[card])
                    )
            else:
                self.bids[contract, -1] = self._add(
                    Move("bid", f"bid {contract}", contract=contract)
                )

        # Bonuses to announce; suits and cards to name after the auction.
        self.announces = {
            bonus.id: self._add(Move("announce", f"announce {bonus.id}", item=bonus.id))
            for bonus in game.bonuses.values()
            if bonus.can_be_announced
        }
        self.trumps: dict[int, int] = {}
        names_trumps = any(is_named(contract.play.trump) for contract in game.contracts.values())
        if names_trumps and {"call", "naming"} & set(game.order):
            for suit in game.deck.suits.values():
                self.trumps[suit.index] = self._add(
                    Move("trump", f"trump {suit.letter}", suit=suit)
                )
        self.calls: dict[int, int] = {}
        if game.call and not game.calls_in_bid:
            for index in game.call.every:
                self.calls[index] = self._add(
                    Move("call", f"call {cards[index].id}", card=cards[index])
                )

        # Cards that are passed on, or laid away in the exchange.
        self.gives: dict[int, int] = {}
        if game.passing:
            for given in cards:
                self.gives[given.index] = self._add(Move("give", f"give {given.id}", card=given))
        self.discards: dict[int, int] = {}
        self.concedes: dict[str, int] = {}
        if game.exchange:
            self._exchange(game)

        # Doubles of the game, of each bonus, and in duels with single opponents.
        self.doubles: dict[tuple[str, int], int] = {}
        self.open_doubles: dict[str, int] = {}
        """By bonus: the double without a side, where its announcer's side may be hidden."""
        self.duels: dict[int, int] = {}
        """By opponent: the move by which the declarer doubles in the duel with him."""
        if game.kontra:
            self.doubles[GAME, DECLARERS] = self._add(
                Move("double", "double game", item=GAME, side=SIDES[DECLARERS])
            )
            names_sides = game.doubles_name_sides
            for bonus_id in self.announces if names_sides else ():
                for number, side in enumerate(SIDES):
                    text = f"double {bonus_id} {side}"
                    self.doubles[bonus_id, number] = self._add(
                        Move("double", text, item=bonus_id, side=side)
                    )
            for bonus_id in self.announces if not names_sides else ():
                text = f"double {bonus_id}"
                self.open_doubles[bonus_id] = self._add(Move("double", text, item=bonus_id))
            if any(contract.kontra == "individual" for contract in game.contracts.values()):
                for seat in range(game.table.players):
                    text = f"double game {SEATS[seat]}"
                    move = Move("double", text, item=GAME, count=seat)
                    self.duels[seat] = self._add(move)

        # Words of the play: declarations, and contracts that are raised.
        self.declares: dict[tuple[str, int], int] = {}
        for declaration in game.declarations.values():
            for suit in game.deck.suits.values():
                if set(declaration.ranks) <= set(suit.ranks):
                    text = f"declare {declaration.id} {suit.letter}"
                    made = Move("declare", text, item=declaration.id, suit=suit)
                    self.declares[declaration.id, suit.index] = self._add(made)
        self.raises = {
            key: self._add(Move("raise", f"raise {key}", contract=key))
            for key in game.raised_contracts
        }
        self.number = {move.text: n for n, move in enumerate(self.all)}

    def _exchange(self, game: Game) -> None:
        for card in game.deck.cards:
            self.discards[card.index] = self._add(Move("discard", f"discard {card.id}", card=card))
        if game.exchange and game.exchange.called_card_in_talon == "may_be_conceded":
            self.concedes[""] = self._add(Move("concede", "concede"))
            owed = dict.fromkeys(
                bonus for contract in game.contracts.values() for bonus in contract.must_announce
            )
            for bonus in owed:
                self.concedes[bonus] = self._add(Move("concede", f"concede {bonus}", item=bonus))

    @staticmethod
    def _cuts(game: Game) -> bool:
        return any(step.cut for step in game.deals.values())

    def _add(self, move: Move) -> int:
        self.all.append(move)
        return len(self.all) - 1

    def _only_if(self, there: bool, word: str) -> int:
        """Add a move that not every game has; -1 where the game does not have it."""
        return self._add(Move(word, word)) if there else -1

    def _several(self, moves: list[Move]) -> range:
        first = len(self.all)
        self.all.extend(moves)
        return range(first, len(self.all))

    def find(self, text: str) -> list[int]:
        """The numbers of the moves that a text may mean: none, one, or two where ``double BONUS``
        names no side.
        """
        words = " ".join(text.split())
        if words in self.number:
            return [self.number[words]]
        if words.startswith("double "):
            return [
                self.number[f"{words} {side}"] for side in SIDES if f"{words} {side}" in self.number
            ]
        return []

    def heard(self, text: str) -> Move:
        """The move with this text, which may be the text that others hear, without hidden cards.
        Raises ValueError or KeyError for a text that no move can have.
        """
        if text in self.number:
            return self.all[self.number[text]]
        kind, *words = text.split()
        match kind, words:
            case "bid", [contract]:
                return Move(kind, text, contract=contract)
            case "declare", [item, points]:
                return Move(kind, text, item=item, count=int(points))
            case "discard", [letter]:
                return Move(kind, text, suit=self._suits[letter])
            case _:
                return Move(kind, text)


def out_of_turn(seat: int, move: Move | str) -> str:
    """The text of a move by a seat whose turn it is not.

    >>> out_of_turn(2, "double game")
    'third: double game'
    """
    return f"{SEATS[seat]}: {move}"


def seat_and_move(text: str) -> tuple[int | None, str]:
    """The seat that a text names, or None, and the text of the move.

    >>> seat_and_move("third: double game"), seat_and_move("play H-K")
    ((2, 'double game'), (None, 'play H-K'))
    """
    name, colon, move = text.partition(":")
    if colon and name.strip() in SEATS:
        return SEATS.index(name.strip()), move.strip()
    return None, text


def _most_to_take(game: Game) -> int:
    """The largest number of stacks, or of packets of the talon, to choose from."""
    talons = [contract.talon.packets for contract in game.contracts.values() if contract.talon]
    if game.talon:
        talons.append(game.talon.packets)
    return max([game.table.players, *map(len, talons)])


def unknown(text: str) -> Refusal:
    """The refusal of a text that is no move of the game."""
    return Refusal("no_such_move", (), {"text": text})
