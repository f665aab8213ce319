"""Moves: what can be said and done in a round, each with a short text and a number in its game."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..model import SEATS, Game, Refusal

SIDES = ("declarers", "defenders")


@dataclass(frozen=True, slots=True)
class Move:
    """A move. ``kind`` is the word it begins with; the rest is set where the kind needs it.

    ``card`` is an index, ``item`` is ``game`` or the id of a bonus or a declaration, ``side`` the
    side whose item is meant; ``laid`` is a card laid face down, ``suit`` the number of a suit.
    """

    kind: str
    text: str = field(compare=False, default="")
    contract: str | None = None
    card: int | None = None
    item: str | None = None
    side: str | None = None
    count: int | None = None
    laid: int | None = None
    suit: int | None = None

    @property
    def seen(self) -> Move:
        """The move as the others see it: a card laid face down is not told."""
        return (
            self
            if self.laid is None
            else Move(self.kind, f"{self.kind} {self.contract}", contract=self.contract)
        )

    def __str__(self) -> str:
        return self.text


class MoveList:
    """All moves of a game, numbered. Playing card ``n`` is move ``n``."""

    def __init__(self, game: Game) -> None:
        cards = game.deck.cards
        self.all: list[Move] = [Move("play", f"play {card.id}", card=card.index) for card in cards]
        self.cuts = self._several(
            [Move("cut", f"cut {n}", count=n) for n in range(1, len(cards))]
            if self._cuts(game)
            else []
        )
        self.knock = self._add(Move("knock", "knock"))
        self.takes = self._several(
            [Move("take", f"take {n + 1}", count=n) for n in range(game.table.players)]
        )
        self.throw_in = self._add(Move("throw-in", "throw-in"))
        self.keep = self._add(Move("keep", "keep"))
        self.pass_ = self._add(Move("pass", "pass"))
        self.open = self._only_if(game.auction.opening == "placeholder", "open")
        self.hold = self._only_if(game.auction.next_bid == "higher_or_held", "hold")
        order = game.auction.suit_order
        self.names = {
            self._add(Move("name", f"name {suit.letter}", suit=suit.index)): suit.index
            for suit in game.deck.suits.values()
            if suit.id in order
        }
        self.bids: dict[tuple[str, int], int] = {}
        for contract in game.auction.ladder:
            if game.contracts[contract].lays_card:
                for laid in cards:
                    text = f"bid {contract} {laid.id}"
                    self.bids[contract, laid.index] = self._add(
                        Move("bid", text, contract=contract, laid=laid.index)
                    )
            elif game.contracts[contract].calls and game.call and game.calls_in_bid:
                for card in game.call.every:
                    text = f"bid {contract} {cards[card].id}"
                    self.bids[contract, card] = self._add(
                        Move("bid", text, contract=contract, card=card)
                    )
            else:
                self.bids[contract, -1] = self._add(
                    Move("bid", f"bid {contract}", contract=contract)
                )
        self.announces = {
            bonus.id: self._add(Move("announce", f"announce {bonus.id}", item=bonus.id))
            for bonus in game.bonuses.values()
            if bonus.announced is not None
        }
        self.trumps: dict[int, int] = {}
        if (
            any(contract.play.trump_from == "named" for contract in game.contracts.values())
            and "call" in game.order
        ):
            for suit in game.deck.suits.values():
                self.trumps[suit.index] = self._add(
                    Move("trump", f"trump {suit.letter}", suit=suit.index)
                )
        self.calls: dict[int, int] = {}
        if game.call and not game.calls_in_bid:
            for index in game.call.every:
                self.calls[index] = self._add(Move("call", f"call {cards[index].id}", card=index))
        self.discards: dict[int, int] = {}
        self.concedes: dict[str, int] = {}
        if game.exchange:
            self._exchange(game)
        self.doubles: dict[tuple[str, int], int] = {}
        self.open_doubles: dict[str, int] = {}
        """By bonus, where its announcer's side may be hidden."""
        self.duels: dict[int, int] = {}
        """By opponent: the declarer's answer to a double that holds between the two alone."""
        if game.kontra:
            self.doubles["game", 0] = self._add(
                Move("double", "double game", item="game", side=SIDES[0])
            )
            for bonus_id in self.announces if game.announcements is None else ():
                for number, side in enumerate(SIDES):
                    text = f"double {bonus_id} {side}"
                    self.doubles[bonus_id, number] = self._add(
                        Move("double", text, item=bonus_id, side=side)
                    )
            if game.announcements:
                self._open_doubles(game)
        self.declares: dict[tuple[str, int], int] = {}
        for declaration in game.declarations.values():
            for suit in game.deck.suits.values():
                if set(declaration.ranks) <= set(suit.ranks):
                    text = f"declare {declaration.id} {suit.letter}"
                    made = Move("declare", text, item=declaration.id, suit=suit.index)
                    self.declares[declaration.id, suit.index] = self._add(made)
        raised = dict.fromkeys(
            key for contract in game.contracts.values() for key in contract.play.raised_to
        )
        self.raises = {
            key: self._add(Move("raise", f"raise {key}", contract=key)) for key in raised
        }
        self.number = {move.text: n for n, move in enumerate(self.all)}

    def _exchange(self, game: Game) -> None:
        for card in game.deck.cards:
            self.discards[card.index] = self._add(
                Move("discard", f"discard {card.id}", card=card.index)
            )
        if game.exchange and game.exchange.concedes:
            self.concedes[""] = self._add(Move("concede", "concede"))
            owed = dict.fromkeys(
                bonus for contract in game.contracts.values() for bonus in contract.must_announce
            )
            for bonus in owed:
                self.concedes[bonus] = self._add(Move("concede", f"concede {bonus}", item=bonus))

    def _open_doubles(self, game: Game) -> None:
        for bonus in self.announces:
            self.open_doubles[bonus] = self._add(Move("double", f"double {bonus}", item=bonus))
        if any(contract.kontra == "individual" for contract in game.contracts.values()):
            for seat in range(game.table.players):
                move = Move("double", f"double game {SEATS[seat]}", item="game", count=seat)
                self.duels[seat] = self._add(move)

    @staticmethod
    def _cuts(game: Game) -> bool:
        return any(step.cut for step in game.deals.values())

    def _add(self, move: Move) -> int:
        self.all.append(move)
        return len(self.all) - 1

    def _only_if(self, there: bool, word: str) -> int:
        """The number of a move that not every game has; -1 where it has it not."""
        return self._add(Move(word, word)) if there else -1

    def _several(self, moves: list[Move]) -> range:
        first = len(self.all)
        self.all.extend(moves)
        return range(first, len(self.all))

    def find(self, text: str) -> list[int]:
        """The moves that a text may mean: one; none; two where ``double BONUS`` names no side."""
        words = " ".join(text.split())
        if words in self.number:
            return [self.number[words]]
        if words.startswith("double "):
            return [
                self.number[f"{words} {side}"] for side in SIDES if f"{words} {side}" in self.number
            ]
        return []


def unknown(text: str) -> Refusal:
    """The answer to a text that is no move of the game."""
    return Refusal("no_such_move", (), {"text": text})
