"""A round as others see it: its deal and what was said and played. All else is derived."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from ..model import SEATS, Contract, Game, Ledger, Refusal
from ..problems import IllegalMove, RulesAreSilent, WrongCall
from .auction import AuctionStep
from .compiled import CompiledGame, table
from .deal import shuffled
from .moves import Move, unknown
from .state import State
from .view import View, view


def hypothetical(
    compiled: CompiledGame,
    hands: Sequence[int],
    talon: Sequence[int],
    contract: str,
    bids: Sequence[tuple[int, int]],
) -> State:
    """The state after an auction in which nothing was said but this contract: by a seat with the
    card that it calls or lays down, -1 for none; by another one after it, who joins. Without bids
    everybody has passed.

    ``hands`` are sets of cards by seat, ``talon`` cards in the order of its packets. Whether the
    hands could bid so is not asked.
    """
    state = compiled.begin()
    state.hands = list(hands)
    state.dealt = tuple(hands)
    state.talon_cards = tuple(talon)
    at = 0
    for size in compiled.talon:
        state.talon += (sum(1 << card for card in talon[at : at + size]),)
        at += size
    state.step = next(
        number for number, room in enumerate(compiled.steps) if room.kind == "auction"
    )
    room = compiled.steps[state.step]
    state.contract = -1 if bids else compiled.contract_ids.index(contract)
    assert isinstance(room, AuctionStep)
    for state.turn, card in bids:
        room.high_bid.bid(state, compiled.contract_ids.index(contract), card)
    compiled.leave(state)
    return state


class Round:
    """One round, immutable. Seats are numbers in the order of play from the forehand, 0."""

    __slots__ = ("_state", "deal", "history", "table")

    def __init__(
        self, state: State, dealt: tuple[int, ...], history: tuple[tuple[int, Move], ...] = ()
    ) -> None:
        self._state = state
        self.table: CompiledGame = table(state.plan.game)
        self.deal = dealt
        """The pack as it lay on the table, as card indices; the hands one after the other where
        those were given.
        """
        self.history = history

    @property
    def game(self) -> Game:
        """The rules."""
        return self.table.game

    @property
    def state(self) -> State:
        """A copy of all that is known about the round, for those who may know it."""
        return self._state.copy()

    @property
    def step(self) -> str:
        """``deal``, ``misdeal``, ``auction``, ``play``, or ``over``."""
        return "over" if self._state.over else self.table.steps[self._state.step].kind

    @property
    def turn(self) -> int | None:
        """The seat whose move it is; None when the round is over."""
        return None if self._state.over else self._state.turn

    @property
    def thrown_in(self) -> str | None:
        """The reason for which the cards were thrown in."""
        return self._state.thrown_in

    @property
    def contract(self) -> Contract | None:
        """The highest bid so far, the contract once the auction is over."""
        return self.table.contracts[self._state.contract] if self._state.contract >= 0 else None

    @property
    def hands(self) -> tuple[int, ...]:
        """What each seat holds now, as sets of cards."""
        return tuple(self._state.hands)

    def moves(self) -> tuple[Move, ...]:
        """Every legal move; empty only when the round is over."""
        if self._state.over:
            return ()
        every = self.table.moves.all
        return tuple(every[n] for n in self.table.steps[self._state.step].moves(self._state))

    def why_not(self, move: Move | str) -> Refusal | None:
        """Why a move is not legal; None when it is. The reason speaks only of what the mover may
        know.
        """
        found = self._find(move)
        return found if isinstance(found, Refusal) else self._why_not(found)

    def after(self, move: Move | str) -> Round:
        """The round with this move made. Raises `IllegalMove` with the refusal."""
        found = self._find(move)
        refused = found if isinstance(found, Refusal) else self._why_not(found)
        if refused is not None:
            raise IllegalMove(refused)
        assert isinstance(found, int)
        state = self._state.copy()
        seat = state.turn
        self.table.steps[state.step].apply(state, found)
        return Round(state, self.deal, (*self.history, (seat, self.table.moves.all[found])))

    def view(self, seat: int) -> View:
        """What one seat may know."""
        return view(self._state, self.history, seat)

    def ledger(self) -> Ledger | None:
        """The settlement; None before the end, and when the cards were thrown in. Raises
        `RulesAreSilent` where no rule says what follows.
        """
        state = self._state
        if not state.over or state.thrown_in is not None:
            return None
        return self.table.settlement.settle(state.copy(), state.contract, state.stakes)

    def silent(self) -> RulesAreSilent | None:
        """The question on which the settlement fails; None where there is none."""
        try:
            self.ledger()
        except RulesAreSilent as silent:
            return silent
        return None

    def _why_not(self, number: int) -> Refusal | None:
        if self._state.over:
            return Refusal("wrong_step", (), {"step": "over"})
        return self.table.steps[self._state.step].why_not(self._state, number)

    def _find(self, move: Move | str) -> int | Refusal:
        """The number of a move, or why it is none. A double without a side means the one that is
        legal.
        """
        found = self.table.moves.find(str(move))
        if len(found) > 1:
            legal = [n for n in found if self._why_not(n) is None]
            if len(legal) != 1:
                return self._no_single(found, legal)
            return legal[0]
        return found[0] if found else unknown(str(move))

    def _no_single(self, found: list[int], legal: list[int]) -> Refusal:
        """Why a double without a side is refused: it could mean either, or the better reason of the
        two.
        """
        if legal:
            return Refusal("ambiguous", (), {"item": self.table.moves.all[found[0]].item})
        reasons = [refusal for n in found if (refusal := self._why_not(n)) is not None]
        return next((each for each in reasons if each.code != "item_not_announced"), reasons[0])


def deal(
    game: Game,
    *,
    seed: int | None = None,
    pack: Sequence[str] | None = None,
    hands: Sequence[Iterable[str]] | None = None,
    talon: Iterable[str] | None = None,
    stakes: int = 1,
) -> Round:
    """Begin a round: with a pack shuffled from ``seed``, a ``pack`` in order (its first card dealt
    first), or ``hands`` from the forehand on. Each hand stands in the order in which it is dealt,
    where that matters; what they leave is the ``talon``, in the order of its packets or, where that
    is not given, of the pack. ``stakes`` 2 is a double round. Raises `WrongCall` for cards that do
    not fit.
    """
    compiled = table(game)
    state = compiled.begin(stakes)
    if hands is not None:
        order = _hands(game, hands, talon)
        size, held = compiled.tricks, compiled.tricks * compiled.players
        state.given_hands = tuple(order[n : n + size] for n in range(0, held, size))
        state.talon_cards = order[held:]
        for packet in compiled.talon:
            state.talon += (sum(1 << card for card in order[held : held + packet]),)
            held += packet
    else:
        order = (
            _pack(game, pack) if pack is not None else shuffled(len(game.deck.cards), Random(seed))
        )
        state.pack = order
    compiled.leave(state)
    return Round(state, order)


def _pack(game: Game, pack: Sequence[str]) -> tuple[int, ...]:
    known = game.deck.by_id
    strange = [card for card in pack if card not in known]
    missing = [card for card in known if card not in pack]
    if strange or missing or len(pack) != len(known):
        twice = sorted({card for card in pack if pack.count(card) > 1})
        kinds = (("unknown", strange), ("missing", missing), ("twice", twice))
        told = "; ".join(f"{kind}: {', '.join(cards)}" for kind, cards in kinds if cards)
        raise WrongCall(f"these cards are not the pack {game.deck.id}", told)
    return tuple(known[card].index for card in pack)


def _hands(
    game: Game, hands: Sequence[Iterable[str]], talon: Iterable[str] | None
) -> tuple[int, ...]:
    given = [list(hand) for hand in hands]
    held = [card for hand in given for card in hand]
    rest = (
        [card for card in game.deck.by_id if card not in held]
        if talon is None and game.talon
        else list(talon or ())
    )
    order = _pack(game, [*held, *rest])
    if len(given) != game.table.players or {len(hand) for hand in given} != {game.hand_size}:
        sizes = ", ".join(f"{SEATS[n]} {len(hand)}" for n, hand in enumerate(given))
        raise WrongCall("every player gets the same number of cards", sizes)
    return order
