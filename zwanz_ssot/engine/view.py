"""What one seat may know: its own cards, all that was said and played, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..model import (
    SEATS,
    SIDES,
    Card,
    CardSet,
    Game,
    PlainData,
    Seat,
    Suit,
    by_seat,
    seat_names,
)
from ..model.identifiers import SEAT
from ..problems import repeated
from .compiled import CompiledGame, table
from .exchange import PassingStep, is_shared
from .moves import Move
from .public import (
    Account,
    Laid,
    PublicKnowledge,
    Sides,
    every_side,
    is_declarer,
    may_lie_elsewhere,
    opened,
    secret_cards,
    sees_talon,
    side,
)
from .state import State, put
from .trick import TrickRules

_DECLARERS = SIDES[0]


@dataclass(slots=True, repr=False)
class View:
    """What one seat, or an onlooker, may know. An onlooker knows what everybody knows. Hidden cards
    change nothing in a view, so it can be sent to a player as it is. `Round.view` makes it. It is
    never changed; a frozen class would take 3 µs to fill where this one takes 0.5.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> round = zwanz_ssot.deal(game, seed=7).after("bid solo")
    >>> view = round.view("second")
    >>> view.seat, view.step, view.hand
    (Seat.SECOND, 'auction', CardSet('T-XXI T-XVII T-XIV T-XIII T-X T-VII T-VI D-K D-1 C-C'))
    >>> view.contract, view.declarer, view.moves
    ('solo', Seat.FOREHAND, ())
    >>> round.view(None).hand
    CardSet('')
    """

    game: Game
    seat: Seat | None
    """Whose view it is; None for an onlooker."""
    step: str
    """As `Round.step`."""
    turn: Seat | None
    """The seat whose turn it is; None when the round is over."""
    hand: CardSet
    """Its own cards; empty for an onlooker."""
    contract: str | None
    """The id of the contract, during the auction of the highest bid; None before the first."""
    declarer: Seat | None
    """The declarer, during the auction the highest bidder; None where there is none."""
    called_card: Card | None
    said: tuple[tuple[Seat, Move], ...]
    """Every move but the cards played, as this seat has heard it: without cards that others have
    laid or discarded face down.
    """
    played: tuple[Laid, ...]
    """The cards played so far, in order."""
    trick: tuple[Laid, ...]
    """The trick on the table."""
    winners: tuple[Seat, ...]
    """By trick: the seat that won it."""
    rules: TrickRules | None = field(compare=False)
    """The rules for tricks in force, for players that look ahead; None before the play. `as_dict`
    leaves them out.
    """
    levels: Mapping[str, int]
    """How often each item has been doubled, by the words that double it (``game``,
    ``pagat_ultimo defenders``), without items that have not been. Where sides may be hidden, a
    bonus has no side.
    """
    talon: tuple[CardSet | None, ...]
    """Its packets as they were laid; None for one that this seat has not seen."""
    discards: CardSet
    """The discarded cards that this seat has seen."""
    public: PublicKnowledge
    open: tuple[CardSet, ...]
    """The hands that lie open, by seat; empty for a closed one."""
    sides: tuple[str | None, ...]
    """The side of each seat, as far as this seat knows it."""
    moves: tuple[Move, ...]
    """The seat's own legal moves; when it is not its turn, those out of turn."""
    passes_to: Seat | None = None
    """The seat that gets the cards of this one, while cards are passed."""

    def as_dict(self) -> dict[str, Any]:
        """The view without ``rules`` as data by ``schema/view.schema.json``: JSON for a player.

        >>> import json, zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> view = zwanz_ssot.deal(game, seed=7).view("forehand")
        >>> text = json.dumps(view.as_dict())
        >>> zwanz_ssot.View.from_dict(json.loads(text), game) == view
        True
        """
        passing = {"passes_to": _name(self.passes_to)} if self.passes_to is not None else {}
        return {
            "game": self.game.id,
            "variant": self.game.variant,
            "seat": _name(self.seat),
            "step": self.step,
            "turn": _name(self.turn),
            **passing,
            **self.known(),
            **self.own(),
            "played": [[SEATS[seat], card.id] for seat, card in self.played],
            "moves": [str(move) for move in self.moves],
        }

    def known(self) -> dict[str, Any]:
        """The part of `as_dict` that is the same in the view of every seat.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> round = zwanz_ssot.deal(game, seed=7)
        >>> round.view("forehand").known() == round.view("second").known()
        True
        """
        gone = 0
        for _, card in self.played:
            gone |= card.bit
        deck = self.game.deck
        lacks = [CardSet(deck, cards & ~gone) for cards in self.public.lacked]
        return {
            "contract": self.contract,
            "declarer": _name(self.declarer),
            "called_card": self.called_card.id if self.called_card else None,
            "trick": [[SEATS[seat], card.id] for seat, card in self.trick],
            "won": seat_names(self.winners),
            "levels": dict(self.levels),
            "sides_told": by_seat(self.public.sides),
            "holds": _hands(self.public.holds),
            "lacks": _hands(lacks),
            "open": _hands(self.open),
        }

    def own(self) -> dict[str, Any]:
        """The part of `as_dict` that depends on this seat.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> round = zwanz_ssot.deal(game, seed=7)
        >>> round.view("forehand").own()["hand"] == round.hands[0].ids
        True
        """
        return {
            "hand": self.hand.ids,
            "said": [[SEATS[seat], str(move)] for seat, move in self.said],
            "talon": [None if packet is None else packet.ids for packet in self.talon],
            "discards": self.discards.ids,
            "sides": by_seat(self.sides),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], game: Game) -> View:
        """The view from the data of `as_dict`, of a round of this game. Raises `WrongCall` for
        other data, and for a view of another game.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> view = round.view("forehand")
        >>> zwanz_ssot.View.from_dict(view.as_dict(), round.game) == view
        True
        """
        read = PlainData.of(data, game, "view")
        read.of_game()
        return cls._read(read)

    @classmethod
    def _read(cls, read: PlainData) -> View:
        game, every = read.game, table(read.game).moves
        nothing = CardSet(game.deck)

        def laid(rows: PlainData) -> tuple[Laid, ...]:
            return tuple((row[0].seat(), row[1].card()) for row in rows)

        def heard(part: PlainData) -> Move:
            try:
                return every.heard(part.value)
            except (ValueError, KeyError):
                raise part.wrong(f"there is no move {repeated(repr(part.value))}") from None

        played = laid(read["played"])
        gone = CardSet.of(game.deck, [card for _, card in played]).mask
        holds = read["holds"].by_seat(PlainData.cards, nothing)
        lacks = read["lacks"].by_seat(PlainData.cards, nothing)
        said = tuple((row[0].seat(), heard(row[1])) for row in read["said"])
        known = PublicKnowledge(
            game.deck,
            read["sides_told"].by_seat(_value),
            tuple(held.mask for held in holds),
            tuple(lacked.mask | gone for lacked in lacks),
        )
        step, contract = read["step"].value, _contract(read["contract"])
        called, winners = read["called_card"].card_if_any(), read["won"].seats()
        declarer = read["declarer"].seat_if_any()
        rules = None
        if contract is not None and (step == "play" or played):
            named = named_for_trumps(said, declarer)
            rules = _rules(game, contract, called, named, played, winners)
        return cls(
            game=game,
            seat=read["seat"].seat_if_any(),
            step=step,
            turn=read["turn"].seat_if_any(),
            hand=read["hand"].cards(),
            contract=contract,
            declarer=declarer,
            called_card=called,
            said=said,
            played=played,
            trick=laid(read["trick"]),
            winners=winners,
            rules=rules,
            levels=dict(read["levels"].value),
            talon=tuple(
                None if packet.value is None else packet.cards() for packet in read["talon"]
            ),
            discards=read["discards"].cards(),
            public=known,
            open=read["open"].by_seat(PlainData.cards, nothing),
            sides=read["sides"].by_seat(_value),
            moves=tuple(map(heard, read["moves"])),
            passes_to=read["passes_to"].seat_if_any() if "passes_to" in read else None,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.as_dict(), self.game)

    def __deepcopy__(self, memo: object) -> View:
        return self

    def __hash__(self) -> int:
        return hash((self.seat, self.step, self.hand, self.said, self.played))

    def __repr__(self) -> str:
        who = "an onlooker" if self.seat is None else str(self.seat)
        return f"View('{self.game}', {who}, {self.step}: {self.hand})"


def _name(seat: Seat | None) -> str | None:
    return None if seat is None else SEATS[seat]


def _unpickled(data: dict[str, Any], game: Game) -> View:
    """A pickled view. The shape of its data is not checked: a view has written them."""
    return View._read(PlainData(data, game, "view"))


def _value(read: PlainData) -> str | None:
    value: str | None = read.value
    return value


def _contract(read: PlainData) -> str | None:
    return None if read.value is None else read.named("contract", read.game.contracts)


def _hands(hands: Sequence[CardSet]) -> dict[str, list[str]]:
    """The cards of each seat that has any, by name."""
    return {SEATS[seat]: cards.ids for seat, cards in enumerate(hands) if cards}


def named_for_trumps(said: Sequence[tuple[Seat, Move]], declarer: Seat | None) -> Suit | None:
    """The suit that is trumps because a player named it: in a step of its own, or the declarer in
    the auction, to settle equal bids. None where nobody has.
    """
    contract, found = None, None
    for seat, move in said:
        if move.kind == "trump":
            return move.suit
        if move.kind == "hold" or (move.kind == "bid" and move.contract != contract):
            contract, found = move.contract or contract, None  # a bid of its own drops suits
        elif move.kind == "name" and seat == declarer:
            found = move.suit
    return found


def _rules(
    game: Game,
    contract: str,
    called: Card | None,
    named: Suit | None,
    played: Sequence[Laid],
    winners: Sequence[Seat],
) -> TrickRules:
    """The rules for tricks by contract, called card, named suit, and the cards played."""
    compiled = table(game)
    state = State(compiled)
    state.contract = compiled.contract_ids.index(contract)
    if called is not None:
        state.called_card = called.index
    if named is not None:
        state.trump = named.index
    state.played = [card.index for _, card in played]
    state.winners = list(winners)
    return compiled.play_step.tricks(state)


def view(
    compiled: CompiledGame,
    state: State,
    seat: Seat | None,
    told: Account,
    moves: tuple[Move, ...] | None = None,
) -> View:
    """The view of one seat; None is an onlooker. ``told`` is the account of the position, ``moves``
    are the seat's own, where they are known.
    """
    deck = compiled.game.deck
    said = told.said
    if not told.says_all:
        said = tuple([made if made[0] == seat else _heard(compiled, state, made) for made in said])
    if moves is None:
        moves = () if seat is None else compiled.moves_of(state, seat)
    step = compiled.steps[state.step] if state.step < len(compiled.steps) else None
    sides = told.public.sides
    hand = discards = compiled.nothing
    if seat is not None:
        sides = _own_sides(state, seat, told.public)
        if held := state.hands[seat]:
            hand = CardSet(deck, held)
    if shown := state.discards_shown | (0 if seat is None else state.discarded_by[seat]):
        discards = CardSet(deck, shown)
    # Field by field: a call with 22 arguments by name takes four times as long, a microsecond.
    seen = View.__new__(View)
    seen.game = compiled.game
    seen.seat = seat
    seen.step = step.kind if step else "over"
    seen.turn = SEAT[state.turn] if step else None
    seen.hand = hand
    seen.contract = compiled.contract_ids[state.contract] if state.contract >= 0 else None
    seen.declarer = SEAT[state.declarer] if state.declarer >= 0 else None
    seen.called_card = deck.cards[state.called_card] if state.called_card >= 0 else None
    seen.said = said
    seen.played = told.played
    seen.trick = told.played[-state.in_trick :] if state.in_trick else ()
    seen.winners = told.winners
    seen.rules = state.rules
    seen.levels = dict(told.levels)  # the account is shared by all views
    seen.talon = _packets(state, seat) if state.talon else ()
    seen.discards = discards
    seen.public = told.public
    seen.open = told.opens
    seen.sides = sides
    seen.moves = moves
    seen.passes_to = step.receiver(state, seat) if isinstance(step, PassingStep) else None
    return seen


def _packets(state: State, seat: Seat | None) -> tuple[CardSet | None, ...]:
    """The packets of the talon; None for one that this seat has not seen."""
    deck, packets = state.plan.game.deck, state.talon
    if sees_talon(state, -1 if seat is None else seat):
        return tuple([CardSet(deck, packet) for packet in packets])
    own = _own_packet(state, seat)
    if own < 0:
        return (None,) * len(packets)
    return put((None,) * len(packets), own, CardSet(deck, packets[own]))


def _heard(compiled: CompiledGame, state: State, made: tuple[Seat, Move]) -> tuple[Seat, Move]:
    """A move as the other seats learn it: without cards laid, discarded or given face down."""
    return made[0], _hidden(compiled, state, made[1])


def _hidden(compiled: CompiledGame, state: State, move: Move) -> Move:
    if move.kind == "declare":
        return compiled.play_step.in_play_calls.declarations.heard(state, move)
    if move.kind == "discard" and move.card is not None:
        if state.discards_shown & move.card.bit:
            return move
        exchange, suit = compiled.game.exchange, compiled.game.deck.suits[move.card.suit]
        if exchange is not None and suit.id in exchange.tells:
            return Move(move.kind, f"{move.kind} {suit.letter}", suit=suit)
        return Move(move.kind, move.kind)
    if move.kind == "give":
        return Move(move.kind, move.kind)
    return move.seen


def _own_packet(state: State, seat: int | None) -> int:
    """The number of the packet of a shared talon that a seat has taken; -1: none."""
    if seat is None or not is_shared(state) or not opened(state):
        return -1
    return (seat - state.declarer) % state.players


def _own_sides(state: State, seat: int, public: PublicKnowledge) -> Sides:
    """The sides that everybody knows, and those that follow from the seat's own cards."""
    known = public.sides
    if state.contract < 0 or not state.declarers or None not in known:
        return known
    contract = state.plan.contracts[state.contract]
    # Where cards make the sides, a holder of all of them is alone; a declarer who knows of another
    # one knows all sides.
    if state.declarer < 0 and contract.secret_until is not None:
        cards = state.plan.game.deck.kinds[contract.secret_until]
        alone = (state.exchanged or state.dealt)[seat] & cards == cards
        ours = [each for each, side in enumerate(known) if side == _DECLARERS]
        if alone or (is_declarer(state, seat) and any(each != seat for each in ours)):
            return every_side(state)
        return (*known[:seat], side(state, seat), *known[seat + 1 :])
    if state.called_card < 0 and contract.calls:
        return known
    if seat != state.declarer and is_declarer(state, seat):
        return every_side(state)

    # A seat that has had or seen the card that makes the sides knows all of them; another one only
    # its own, and a partner who is the only one left.
    secret = secret_cards(state, contract)
    had = state.dealt[seat] | state.exchanged[seat] if state.exchanged else state.dealt[seat]
    own = _own_packet(state, seat)
    packet = state.talon[own] if own >= 0 else 0
    seen = (sum(state.talon) if sees_talon(state, seat) else packet) | had
    if secret & seen:
        return every_side(state)
    sides, lacks = list(known), list(public.lacked)
    sides[seat] = side(state, seat)
    unknown = [each for each, side in enumerate(sides) if side is None]
    if len(unknown) == 1 and not may_lie_elsewhere(state, lacks, secret):
        sides[unknown[0]] = _DECLARERS
    return tuple(sides)
