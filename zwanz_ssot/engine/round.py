"""A round as a value: its deal and its moves. All else is derived from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from ..model import (
    SEATS,
    Card,
    CardSet,
    Carried,
    Contract,
    Game,
    Ledger,
    PlainData,
    Refusal,
    Seat,
    by_seat,
    seats_in,
)
from ..model.identifiers import SEAT
from ..problems import (
    IllegalMove,
    RulesAreSilent,
    WrongCall,
    listed,
    true_or_false,
    whole_number,
)
from .auction import AuctionStep
from .compiled import CompiledGame, table
from .deal import shuffled
from .moves import Move, out_of_turn, seat_and_move, unknown
from .public import Account, account
from .state import State, in_packets
from .view import View, view

_TURN: tuple[Seat | None, ...] = (*Seat, None)
"""By turn; the last is for -1, when the round is over."""
_STAKES = (1, 2)


def hypothetical(
    compiled: CompiledGame,
    hands: Sequence[int],
    talon: Sequence[int],
    contract: str,
    bids: Sequence[tuple[int, int]],
    trump: int = -1,
) -> State:
    """The state after an auction in which only this contract was bid.

    ``bids`` are pairs of a seat and a card: first the declarer with the card that he calls or lays
    down, -1 for none; then seats that join him. Without bids everybody has passed. ``hands`` are
    sets of cards by seat, ``talon`` cards in the order of its packets. ``trump`` is the number of a
    suit named before, -1 for none. Whether the hands may bid so is not checked.
    """
    state = compiled.begin()
    state.trump = trump
    state.hands = list(hands)
    state.dealt = tuple(hands)
    state.talon_cards = tuple(talon)
    state.talon = in_packets(talon, compiled.talon)
    state.step = next(
        number for number, step in enumerate(compiled.steps) if step.kind == "auction"
    )
    auction = compiled.steps[state.step]
    state.contract = -1 if bids else compiled.contract_ids.index(contract)
    assert isinstance(auction, AuctionStep)
    for state.turn, card in bids:
        auction.high_bid.bid(state, compiled.contract_ids.index(contract), card)
    compiled.leave(state)
    return state


def seat_at(players: int, seat: int | str) -> Seat:
    """The seat with this number or name at a table of so many players. Raises `WrongCall` for
    another one.
    """
    if isinstance(seat, int) and 0 <= seat < players:
        return SEAT[seat]
    try:
        found = Seat.of(seat)
    except ValueError:
        found = None
    if found is None or found >= players:
        known = f"seats are {', '.join(SEATS[:players])}, or 0 to {players - 1}"
        raise WrongCall(f"there is no seat {seat!r}", known)
    return found


class Round:
    """One round, immutable. `deal` begins it; `after` gives the round after a move.

    A round may be over from the start: where the rules throw the cards in by force, nobody has a
    move. Ask `over` before the first one.

    Two rounds are equal when their rules, cards and moves are. A round is pickled as its deal and
    its moves; `copy` and `deepcopy` give the round itself.

    >>> import copy, pickle, zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> round = zwanz_ssot.deal(game, seed=7)
    >>> round
    Round('zwanzigerrufen:directnet', auction: forehand to move, 0 moves made)
    >>> round.after("bid solo").contract.value
    4
    >>> pickle.loads(pickle.dumps(round)) == copy.deepcopy(round) == round
    True
    """

    __slots__ = ("_legal", "_state", "_told", "deal", "history", "table")

    table: CompiledGame
    """The compiled game, for programs that count positions; it may change without notice."""
    deal: tuple[Card, ...]
    """The pack in order, its first card dealt first; where hands were given, these one after the
    other, then the talon.
    """
    history: tuple[tuple[Seat, Move], ...]
    """The moves so far, each with its seat."""

    def __init__(
        self,
        compiled: CompiledGame,
        state: State,
        dealt: tuple[Card, ...],
        history: tuple[tuple[Seat, Move], ...] = (),
        told: Account | None = None,
    ) -> None:
        self._state = state
        self._legal: tuple[Move, ...] | None = None
        self._told = told
        self.table = compiled
        self.deal = dealt
        self.history = history

    @property
    def game(self) -> Game:
        """The rules.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> round.game
        Game('zwanzigerrufen:directnet')
        """
        return self.table.game

    @property
    def state(self) -> State:
        """A copy of the state of the round, as the engine keeps it. Sets are bit masks, and names
        may change without notice.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> round.state.turn, round.state is round.state
        (0, False)
        """
        return self._state.copy()

    @property
    def step(self) -> str:
        """``deal``, ``misdeal``, ``passing``, ``naming``, ``auction``, ``call``, ``talon``,
        ``exchange``, ``announcements``, ``play``, or ``over``.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> round.step
        'auction'
        """
        return "over" if self._state.over else self.table.steps[self._state.step].kind

    @property
    def over(self) -> bool:
        """Whether the round is over, which it may be from the start.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> plain = "H-K H-Q H-C H-J H-1 D-K D-Q D-C D-J D-1".split()
        >>> rest = [card.id for card in game.deck.cards if card.id not in plain]
        >>> round = zwanz_ssot.deal(game, hands=[plain, rest[:10], rest[10:20], rest[20:]])
        >>> round.over, round.thrown_in, round.moves(), round.ledger()
        (True, 'few_tarocks', (), None)
        """
        return self._state.over

    @property
    def turn(self) -> Seat | None:
        """The seat whose turn it is; None when the round is over. Others may speak before it where
        the rules let them: see `moves`.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> round.turn
        Seat.FOREHAND
        """
        return _TURN[self._state.turn]

    @property
    def thrown_in(self) -> str | None:
        """The id of the reason for which the cards were thrown in; None if they were not.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> round.thrown_in is None
        True
        """
        return self._state.thrown_in

    @property
    def stakes(self) -> int:
        """2 in a double round, else 1.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> round.stakes
        1
        """
        return self._state.stakes

    @property
    def number(self) -> int:
        """Which round of the match it is, from 1.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> round.number
        1
        """
        return self._state.number

    @property
    def carried(self) -> Carried:
        """What earlier rounds of a match have left to this one: its stakes, the seats with double
        rounds of their own, whether only some contracts may be bid, and its number.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> round.carried
        Carried(stakes=1, doubled_for=(), restricted=False, number=1)
        """
        state = self._state
        return Carried(
            state.stakes,
            tuple(map(Seat, seats_in(state.doubled_for))),
            state.restricted,
            state.number,
        )

    @property
    def contract(self) -> Contract | None:
        """The contract, during the auction that of the highest bid; None before the first one."""
        return self.table.contracts[self._state.contract] if self._state.contract >= 0 else None

    @property
    def declarer(self) -> Seat | None:
        """The declarer, during the auction the highest bidder; None where there is none.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> round.declarer, round.after("bid solo").declarer
        (None, Seat.FOREHAND)
        """
        return SEAT[self._state.declarer] if self._state.declarer >= 0 else None

    @property
    def called_card(self) -> Card | None:
        """The card that was called; None if there is none.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> round.after("bid rufer T-XX").called_card
        Card('T-XX')
        """
        called = self._state.called_card
        return self.game.deck.cards[called] if called >= 0 else None

    @property
    def hands(self) -> tuple[CardSet, ...]:
        """The cards that each seat holds now. No player may see all of them: send a `view`.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> len(round.hands), len(round.hands[0]), round.hands[1].isdisjoint(round.hands[0])
        (4, 10, True)
        """
        deck = self.game.deck
        return tuple(CardSet(deck, hand) for hand in self._state.hands)

    def moves(self, seat: int | str | None = None) -> tuple[Move, ...]:
        """Every legal move of the seat whose turn it is; empty only when the round is over. Of
        another ``seat``: what it may say out of turn, in most games nothing. No player may see the
        moves of others: send a `view`. Raises `WrongCall` for a seat that is not at the table.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> [str(move) for move in round.moves()]
        ['bid rufer T-XX', 'bid farbensolo', 'bid solo']
        >>> round.moves("second")
        ()
        """
        state = self._state
        if state.turn < 0:
            return ()
        if seat is None or self._seat(seat) == state.turn:
            if self._legal is None:
                self._legal = self.table.moves_now(state)
            return self._legal
        return self.table.moves_of(state, self._seat(seat))

    def texts(self) -> tuple[str, ...]:
        """Every legal move: those of the seat whose turn it is, then those out of turn, with the
        seat before them. `after` takes each of them.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("anrufen")
        >>> round = zwanz_ssot.deal(game, seed=3).after("cut 12").after("bid no_tricks")
        >>> for _ in range(3):
        ...     round = round.after("pass")
        >>> round.texts()[-4:]
        ('play C-A', 'second: double game', 'third: double game', 'fourth: double game')
        """
        every = self.table.moves.all
        spoken = self.table.out_of_turn(self._state)
        others = (out_of_turn(seat, every[n]) for seat, n in spoken)
        return (*map(str, self.moves()), *others)

    def why_not(self, move: Move | str, seat: int | str | None = None) -> Refusal | None:
        """Why a move is not legal; None when it is. The reason reveals nothing that the mover may
        not know. The mover is the seat whose turn it is, or another ``seat``, which a text may also
        name itself: ``third: double game``.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> print(round.why_not("pass"))
        You speak first and have to bid.
        >>> print(round.why_not("pass", "third"))
        It is not your turn.
        >>> round.why_not("bid solo") is None
        True
        """
        mover, found = self._find(move, seat)
        refused = found if isinstance(found, Refusal) else self._why_not(mover, found)
        if refused is None:
            return None
        return Refusal(refused.code, refused.rule, refused.args, self.game)

    def is_for(self, seat: int | str, move: Move | str) -> bool:
        """Whether this seat may make a move of such a kind now, legal or not: in turn, or out of
        turn where the rules let it.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> round = zwanz_ssot.deal(game, seed=7)
        >>> round.is_for("forehand", "bid solo"), round.is_for("second", "bid solo")
        (True, False)
        """
        refused = self.why_not(move, seat)
        return refused is None or refused.code != "not_your_turn"

    def after(self, move: Move | str, seat: int | str | None = None) -> Round:
        """The round after this move of the seat whose turn it is, or of another one as in
        `why_not`. Raises `IllegalMove`, whose text is the sentence of the refusal.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> round.after("bid solo").turn
        Seat.FOREHAND
        >>> round.after("pass")
        Traceback (most recent call last):
        zwanz_ssot.problems.IllegalMove: You speak first and have to bid.
        """
        compiled, state = self.table, self._state.copy()

        # A move from `moves` is known to be legal.
        if seat is None and self._legal is not None:
            for legal in self._legal:
                if legal is move:
                    made = ((SEAT[state.turn], legal),)
                    compiled.steps[state.step].apply(state, compiled.moves.number[legal.text])
                    return Round(compiled, state, self.deal, self.history + made, self._told)

        mover, found = self._find(move, seat)
        refused = found if isinstance(found, Refusal) else self._why_not(mover, found)
        if refused is not None:
            raise IllegalMove(Refusal(refused.code, refused.rule, refused.args, self.game))
        assert isinstance(found, int)
        compiled.make(state, mover, found)
        made = ((SEAT[mover], compiled.moves.all[found]),)
        return Round(compiled, state, self.deal, self.history + made, self._told)

    def moves_made(self) -> tuple[str, ...]:
        """The moves so far as texts that `after` takes in order; those made out of turn name their
        seat.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> round.after("bid solo").after("pass").moves_made()
        ('bid solo', 'pass')
        """
        numbers, state = self.table.moves.number, self.begun()._state.copy()
        made: list[str] = []
        for seat, move in self.history:
            made.append(str(move) if seat == state.turn else out_of_turn(seat, move))
            self.table.make(state, seat, numbers[move.text])
        return tuple(made)

    def begun(self) -> Round:
        """The round before its first move.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> round.after("bid solo").begun() == round
        True
        """
        order = tuple(card.index for card in self.deal)
        return _begun(self.table, order, self._state.pack is None, self.carried)

    def view(self, seat: int | str | None) -> View:
        """What the player in one seat may know. ``seat`` is a `Seat`, its number or its name; None
        is an onlooker, who knows what everybody knows and sees no hand. Raises `WrongCall` for a
        seat that is not at the table.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> round.view("second").hand == round.hands[1]
        True
        >>> round.view(4)
        Traceback (most recent call last):
        zwanz_ssot.problems.WrongCall: there is no seat 4; seats are forehand, second, third, \
fourth, or 0 to 3
        """
        found = None if seat is None else self._seat(seat)
        told = self._told = account(self._state, self.history, self._told)
        moves = self.moves() if found == self._state.turn else None
        return view(self.table, self._state, found, told, moves)

    def ledger(self) -> Ledger | None:
        """The settlement; None before the end, and when the cards were thrown in. Raises
        `RulesAreSilent` where no rule covers the result.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> round = zwanz_ssot.deal(game, seed=7)
        >>> while not round.over:
        ...     round = round.after(round.moves()[-1])
        >>> sum(round.ledger().scores)
        0
        """
        state = self._state
        if not state.over or state.thrown_in is not None:
            return None
        ledger = self.table.settlement.settle(state.copy(), state.contract, state.stakes)
        return replace(ledger, game=self.game)

    def silent(self) -> RulesAreSilent | None:
        """The error that `ledger` raises; None where it raises none.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> round.silent() is None
        True
        """
        try:
            self.ledger()
        except RulesAreSilent as silent:
            return silent
        return None

    def as_dict(self) -> dict[str, Any]:
        """The round as a record by ``schema/record.schema.json``: its deal, moves and scores. It
        shows all cards: send a `view` to players.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> round = zwanz_ssot.deal(game, seed=7).after("bid solo")
        >>> round.as_dict()["record"]["moves"]
        [{'forehand': 'bid solo'}]
        >>> zwanz_ssot.Round.from_dict(round.as_dict(), game) == round
        True
        """
        entry: dict[str, Any] = {"game": self.game.id, "variant": self.game.variant}
        entry |= self.carried.as_dict()
        ids = [card.id for card in self.deal]
        if self._state.pack is not None:
            entry["pack"] = ids
        else:
            size, held = self.game.hand_size, self.game.hand_size * self.game.table.players
            entry["hands"] = by_seat([ids[n : n + size] for n in range(0, held, size)])
            if self.game.talon:
                entry["talon"] = ids[held:]
        entry["moves"] = [{SEATS[seat]: str(move)} for seat, move in self.history]
        if silent := self.silent():
            entry["rules_are_silent"] = silent.path
        elif (ledger := self.ledger()) is not None:
            entry["scores"] = by_seat(ledger.scores)
        return {"record": entry}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], game: Game) -> Round:
        """The round from the record of `as_dict`, played again. Raises `WrongCall` for a record of
        another game or without cards, for other data, and where it is another seat's turn, and
        `IllegalMove` as `after` does.
        `zwanz_ssot.record` finds every problem of a file with its line, and compares the scores.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> round = round.after("bid solo")
        >>> zwanz_ssot.Round.from_dict(round.as_dict(), round.game) == round
        True
        """
        read = PlainData.of(data, game, "record of a round", "record")["record"]
        entry = read.value
        house_rules = entry["variant"].endswith((".yaml", ".yml")) and game.own_file is not None
        named = (entry["game"], game.variant if house_rules else entry["variant"])
        if named != (game.id, game.variant):
            raise WrongCall(
                f"this is a record of {entry['game']}:{entry['variant']}, not of {game}"
            )
        dealt = {way: entry[way] for way in ("seed", "pack", "hands") if way in entry}
        if len(dealt) != 1:
            raise read.wrong("exactly one of seed, pack and hands says how the cards were dealt")
        if "hands" in dealt:
            dealt["hands"] = read["hands"].by_seat(lambda hand: hand.value, [])
        played = deal(game, talon=entry.get("talon"), **dealt, **Carried.of(entry).as_dict())
        for number, row in enumerate(entry["moves"], 1):
            ((seat, text),) = row.items()
            if played.turn is None or not played.is_for(seat, text):
                turn = "the round is over" if played.turn is None else f"it is {played.turn}'s turn"
                raise WrongCall(f"move {number} is by {seat}, but {turn}")
            played = played.after(text, seat)
        return played

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Round):
            return NotImplemented
        return self._parts() == other._parts() and self.game == other.game

    def __hash__(self) -> int:
        return hash((self.deal, self.history))

    def __repr__(self) -> str:
        if self.thrown_in is not None:
            where = f"thrown in: {self.thrown_in}"
        elif self.turn is None:
            where = "over"
        else:
            where = f"{self.step}: {self.turn} to move"
        made = len(self.history)
        return f"Round('{self.game}', {where}, {made} {'move' if made == 1 else 'moves'} made)"

    def __copy__(self) -> Round:
        return self

    def __deepcopy__(self, memo: object) -> Round:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        given = self._state.pack is None
        order = tuple(card.index for card in self.deal)
        moves = tuple((int(seat), str(move)) for seat, move in self.history)
        return _played, (self.game, order, given, self.carried, moves)

    def _parts(self) -> tuple[object, ...]:
        """All that makes a round, without its rules."""
        return self.deal, self._state.pack is None, self.carried, self.history

    def _seat(self, seat: int | str) -> Seat:
        return seat_at(self.table.players, seat)

    def _why_not(self, mover: int, number: int) -> Refusal | None:
        return self.table.why_not(self._state, mover, number)

    def _find(self, move: Move | str, seat: int | str | None) -> tuple[int, int | Refusal]:
        """The seat and the number of a move, or the refusal of its text. A double without a side
        means the one that is legal.
        """
        mover = self._state.turn if seat is None else self._seat(seat)
        text = str(move)
        number = self.table.moves.number.get(text)
        if number is not None:
            return mover, number
        named, rest = seat_and_move(text)
        if seat is None and named is not None and named < self.table.players:
            mover, text = named, rest
        found = self.table.moves.find(text)
        if len(found) > 1:
            legal = [n for n in found if self._why_not(mover, n) is None]
            if len(legal) != 1:
                return mover, self._no_single(mover, found, legal)
            return mover, legal[0]
        return mover, found[0] if found else unknown(text)

    def _no_single(self, mover: int, found: list[int], legal: list[int]) -> Refusal:
        """The refusal of a double without a side: it could mean either, or the better of the two
        reasons.
        """
        if legal:
            return Refusal("ambiguous", (), {"item": self.table.moves.all[found[0]].item})
        reasons = [refusal for n in found if (refusal := self._why_not(mover, n))]
        return next((each for each in reasons if each.code != "item_not_announced"), reasons[0])


def deal(
    game: Game,
    *,
    seed: int | None = None,
    pack: Iterable[Card | str] | None = None,
    hands: Iterable[Iterable[Card | str]] | None = None,
    talon: Iterable[Card | str] | None = None,
    stakes: int = 1,
    doubled_for: Iterable[int | str] = (),
    restricted: bool = False,
    number: int = 1,
) -> Round:
    """Begin a round from a seed, a pack or hands; without any, the pack is shuffled at random.

    ``seed``: the pack is shuffled from this number, 0 or more, alike on every platform.
    ``pack``: cards or their ids in order; the first one is dealt first.
    ``hands``: cards or ids for each seat from the forehand on, in the order in which they are
    dealt, where that matters. The rest is the ``talon``, in the order of its packets or, by
    default, of the pack.
    ``stakes``: 2 for a double round. ``doubled_for``: the seats that have a double round of their
    own. ``restricted``: only the contracts of ``match.restricted_rounds`` may be bid.
    ``number``: which round of the match it is, from 1; ignored in games that pass no cards.

    Raises `WrongCall` for what is no game, for cards that do not fit, for two ways at once, for
    other stakes or numbers, for a seed that is no whole number, and for what the rules of the match
    do not have. The round may be over from the start (see `Round.over`).

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> zwanz_ssot.deal(game, seed=7).hands[0]
    CardSet('T-Sk T-XV T-XII T-XI T-IX H-J C-K C-Q C-J S-C')
    >>> zwanz_ssot.deal(game, seed=7, stakes=7)
    Traceback (most recent call last):
    zwanz_ssot.problems.WrongCall: the stakes of a round are 1, or 2 in a double round, not 7
    """
    compiled = table(game)
    ways = {"seed": seed, "pack": pack, "hands": hands}
    given = [name for name, value in ways.items() if value is not None]
    if len(given) > 1:
        text = f"a round is dealt in one way, not by {' and '.join(given)}"
        raise WrongCall(text, f"leave {given[0]} or {given[1]} out")
    if talon is not None and hands is None:
        raise WrongCall("a talon is given beside hands only", "give the hands, or leave it out")
    if type(stakes) is not int or stakes not in _STAKES:
        raise WrongCall(f"the stakes of a round are 1, or 2 in a double round, not {stakes!r}")
    whole_number("number", number, 1)
    if seed is not None:
        whole_number("seed", seed, 0)
    true_or_false("restricted", restricted)
    listed("doubled_for", doubled_for)
    left = _carried(game, stakes, doubled_for, restricted)
    carried = replace(left, number=number if game.passing is not None else 1)
    if hands is not None:
        return _begun(compiled, _hands(game, hands, talon), True, carried)
    if pack is not None:
        order = _pack(game, _ids("pack", pack))
    else:
        order = shuffled(len(game.deck.cards), Random(seed))
    return _begun(compiled, order, False, carried)


def _carried(game: Game, stakes: int, doubled: Iterable[int | str], restricted: bool) -> Carried:
    """What earlier rounds leave. Raises `WrongCall` for what the rules of the match do not have."""
    rules, names = game.match, tuple(doubled)
    if names and rules.double_rounds != "each_declarer":
        raise WrongCall("nobody has double rounds of his own in this game", "leave doubled_for out")
    if restricted and rules.restricted_rounds is None:
        raise WrongCall("this game has no restricted rounds", "leave restricted out")
    seats = {seat_at(game.table.players, name) for name in names}
    return Carried(stakes, tuple(sorted(seats)), restricted)


def _begun(compiled: CompiledGame, order: tuple[int, ...], given: bool, carried: Carried) -> Round:
    """A round with cards in this order: of the pack, or of the hands if they are ``given``."""
    state = compiled.begin(carried)
    if given:
        size, held = compiled.tricks, compiled.tricks * compiled.players
        state.given_hands = tuple(order[n : n + size] for n in range(0, held, size))
        state.talon_cards = order[held:]
        state.talon = in_packets(state.talon_cards, compiled.talon)
    else:
        state.pack = order
    compiled.leave(state)
    cards = compiled.game.deck.cards
    return Round(compiled, state, tuple(cards[card] for card in order))


def _played(
    game: Game,
    order: tuple[int, ...],
    given: bool,
    carried: Carried,
    moves: tuple[tuple[int, str], ...],
) -> Round:
    """A pickled round. Its moves are not checked: they were legal by the same rules."""
    compiled = table(game)
    begun = _begun(compiled, order, given, carried)
    state, history = begun.state, []
    for seat, text in moves:
        move = compiled.moves.number[text]
        history.append((SEAT[seat], compiled.moves.all[move]))
        compiled.make(state, seat, move)
    return Round(compiled, state, begun.deal, tuple(history))


def _ids(name: str, cards: Iterable[Card | str]) -> list[str]:
    """The ids of cards; what is none is an unknown one. Raises `WrongCall` for what is no list."""
    listed(name, cards)
    return list(map(str, cards))


def _pack(game: Game, pack: Sequence[str]) -> tuple[int, ...]:
    known = game.deck.by_id
    strange = [card for card in pack if card not in known]
    missing = [card for card in known if card not in pack]
    if strange or missing or len(pack) != len(known):
        twice = sorted({card for card in pack if pack.count(card) > 1})
        kinds = (("unknown", strange), ("missing", missing), ("twice", twice))
        faults = "; ".join(f"{kind}: {', '.join(cards)}" for kind, cards in kinds if cards)
        raise WrongCall(f"these cards are not the pack {game.deck.id}", faults)
    return tuple(known[card].index for card in pack)


def _hands(
    game: Game, hands: Iterable[Iterable[Card | str]], talon: Iterable[Card | str] | None
) -> tuple[int, ...]:
    listed("hands", hands)
    given = [_ids("hand", hand) for hand in hands]
    laid = _ids("talon", talon) if talon is not None else []
    held = [card for hand in given for card in hand]
    rest = (
        [card for card in game.deck.by_id if card not in held]
        if talon is None and game.talon
        else laid
    )
    order = _pack(game, [*held, *rest])
    if len(given) != game.table.players or {len(hand) for hand in given} != {game.hand_size}:
        sizes = ", ".join(f"{SEATS[n]} {len(hand)}" for n, hand in enumerate(given))
        raise WrongCall("every player gets the same number of cards", sizes)
    return order
