"""What one seat may know: its own cards, all that was said and played, and what follows from it.

What everybody knows is derived from public things alone: the bid, the called card, sides that were
shown, the cards played, and cards that a seat has shown not to hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..model import SEATS, SIDES, Card, CardSet, Game, PlainData, Seat, by_seat, seat_names
from ..problems import repeated
from .compiled import CompiledGame, table
from .exchange import PassingStep, is_shared
from .moves import Move
from .state import State
from .trick import TrickRules

_SEAT = tuple(Seat)
_NO_LEVELS: Mapping[str, int] = {}
Laid = tuple[Seat, Card]
"""A seat and the card it played."""

_DECLARERS, _DEFENDERS = SIDES


@dataclass(frozen=True, slots=True)
class PublicKnowledge:
    """What everybody knows, by seat."""

    sides: tuple[str | None, ...]
    """``declarers``, ``defenders``, or None where the side is not known."""
    holds: tuple[CardSet, ...]
    """Cards that a seat is known to hold now."""
    lacks: tuple[CardSet, ...]
    """Cards that a seat is known not to hold now."""


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """What one seat, or an onlooker, may know. An onlooker knows what everybody knows. Hidden cards
    change nothing in a view, so it can be sent to a player as it is. `Round.view` makes it.

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
        lacks = [CardSet(cards.deck, cards.mask & ~gone) for cards in self.public.lacks]
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
        gone = CardSet.of(game.deck, [card for _, card in played])
        lacks = read["lacks"].by_seat(PlainData.cards, nothing)
        said = tuple((row[0].seat(), heard(row[1])) for row in read["said"])
        known = PublicKnowledge(
            read["sides_told"].by_seat(_value),
            read["holds"].by_seat(PlainData.cards, nothing),
            tuple(lacked | gone for lacked in lacks),
        )
        step, contract = read["step"].value, _contract(read["contract"])
        called, winners = read["called_card"].card_if_any(), read["won"].seats()
        rules = None
        if contract is not None and (step == "play" or played):
            rules = _rules(game, contract, called, said, played, winners)
        return cls(
            game=game,
            seat=read["seat"].seat_if_any(),
            step=step,
            turn=read["turn"].seat_if_any(),
            hand=read["hand"].cards(),
            contract=contract,
            declarer=read["declarer"].seat_if_any(),
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


def _rules(
    game: Game,
    contract: str,
    called: Card | None,
    said: Sequence[tuple[Seat, Move]],
    played: Sequence[Laid],
    winners: Sequence[Seat],
) -> TrickRules:
    """The rules for tricks by contract, called card, named suit, and the cards played."""
    compiled = table(game)
    state = State(compiled)
    state.contract = compiled.contract_ids.index(contract)
    if called is not None:
        state.called_card = called.index
    for _, move in said:
        if move.kind == "trump" and move.suit is not None:
            state.trump = move.suit.index
    state.played = [card.index for _, card in played]
    state.winners = list(winners)
    return compiled.play_step.tricks(state)


def view(
    compiled: CompiledGame,
    state: State,
    history: Sequence[tuple[Seat, Move]],
    seat: Seat | None,
    moves: tuple[Move, ...] | None = None,
) -> View:
    """The view of one seat; None is an onlooker. ``moves`` are its own, where they are known."""
    deck = compiled.game.deck
    nothing = CardSet(deck)
    made_sets = {0: nothing}

    def cards(mask: int) -> CardSet:
        """The set of a mask. It is cached, as seats often hold or lack the same cards."""
        found = made_sets.get(mask)
        if found is None:
            found = made_sets[mask] = CardSet(deck, mask)
        return found

    # Divide the history: cards played, which all have seen, and all other moves.
    played: list[Laid] = []
    said: list[tuple[Seat, Move]] = []
    for made in history:
        mover, move = made
        if move.kind == "play" and move.card is not None:
            played.append((mover, move.card))
        elif mover == seat or (move.laid is None and move.kind not in _HIDING):
            said.append(made)
        else:
            said.append((mover, _heard(compiled, state, move)))

    if moves is None:
        moves = () if seat is None else compiled.moves_of(state, seat)
    step = None if state.over else compiled.steps[state.step]
    sides, holds, lacks, opens = public(state)
    sees = bool(state.talon) and sees_talon(state, -1 if seat is None else seat)
    own = _own_packet(state, seat)
    return View(
        game=compiled.game,
        seat=seat,
        step=step.kind if step else "over",
        turn=_SEAT[state.turn] if step else None,
        hand=cards(state.hands[seat]) if seat is not None else nothing,
        contract=compiled.contract_ids[state.contract] if state.contract >= 0 else None,
        declarer=_SEAT[state.declarer] if state.declarer >= 0 else None,
        called_card=deck.cards[state.called_card] if state.called_card >= 0 else None,
        said=tuple(said),
        played=tuple(played),
        trick=tuple(played[-state.in_trick :]) if state.in_trick else (),
        winners=tuple([_SEAT[winner] for winner in state.winners]),
        rules=state.rules,
        levels=_levels(state),
        talon=tuple(
            [
                cards(packet) if sees or own == number else None
                for number, packet in enumerate(state.talon)
            ]
        ),
        discards=cards(state.discards_shown | (0 if seat is None else state.discarded_by[seat])),
        public=PublicKnowledge(
            sides,
            tuple([cards(mask) for mask in holds]),
            tuple([cards(mask) for mask in lacks]),
        ),
        open=tuple([cards(mask) for mask in opens]),
        sides=sides if seat is None else _own_sides(state, seat, sides, lacks),
        moves=moves,
        passes_to=step.receiver(state, seat) if isinstance(step, PassingStep) else None,
    )


_HIDING = ("discard", "declare", "give")
"""The kinds of move of which others may learn less, beside bids with a card laid face down."""


def _heard(compiled: CompiledGame, state: State, move: Move) -> Move:
    """A move as the other seats learn it: without cards laid, discarded or given face down."""
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


def _levels(state: State) -> Mapping[str, int]:
    """How often items have been doubled, by the words that double them."""
    if not any(state.levels) and not any(state.duels):
        return _NO_LEVELS
    game = state.plan.game
    named = game.doubles_name_sides
    levels = {"game": state.levels[0]} if state.levels[0] else {}
    for number, bonus in enumerate(game.bonuses):
        ours, theirs = (state.levels[item] for item in state.plan.bonus_items[number])
        if not ours and not theirs:
            continue
        if not named:
            levels[bonus] = ours + theirs
        if named and ours:
            levels[f"{bonus} declarers"] = ours
        if named and theirs:
            levels[f"{bonus} defenders"] = theirs
    for seat, level in enumerate(state.duels):
        if level:
            levels[f"game {SEATS[seat]}"] = level
    return levels


def sees_talon(state: State, seat: int = -1) -> bool:
    """Whether a seat has seen the talon; for -1, whether everybody has."""
    # Cards seen in the exchange stay known if the contract is raised afterwards.
    contract = state.exchange_contract
    use = state.plan.contracts[contract].talon if contract >= 0 else None
    if use is None or use.seen_by == "nobody" or not _opened(state):
        return False
    if use.takes == "shared":
        return False
    return use.seen_by == "everyone" or 0 <= seat == state.declarer


def _own_packet(state: State, seat: int | None) -> int:
    """The number of the packet of a shared talon that a seat has taken; -1: none."""
    if seat is None or not is_shared(state) or not _opened(state):
        return -1
    return (seat - state.declarer) % state.players


def _opened(state: State) -> bool:
    """Whether the exchange has begun."""
    begun = state.plan.steps[: state.step + 1]
    return state.over or any(step.kind in ("talon", "exchange") for step in begun)


def open_hands(state: State) -> tuple[int, ...]:
    """The hands that lie open on the table, by seat; 0 for a closed one."""
    rule = state.plan.contracts[state.contract].play.open_hands if state.rules is not None else None
    if rule is None or len(state.winners) < rule.after_trick:
        return (0,) * state.players
    everybody = (1 << state.players) - 1
    closed = {"opponents": state.declarers, "declarers": everybody & ~state.declarers}.get(
        rule.of, 0
    )
    return tuple(0 if closed >> seat & 1 else hand for seat, hand in enumerate(state.hands))


Masks = Sequence[int]


def public(state: State) -> tuple[tuple[str | None, ...], Masks, Masks, Masks]:
    """What everybody knows, by seat: its side, the cards that it is known to hold, those that it is
    known to lack, and its hand where it lies open; else 0.
    """
    players = state.players
    played = [0] * players
    lacks = [
        void | shown for void, shown in zip(_voids(state, played), state.shown_lacking, strict=True)
    ]
    gone = sum(played)
    sides = _sides(state, lacks, played)
    holds = list(state.shown_holding)
    if state.called_card >= 0 and state.contract >= 0:
        called = 1 << state.called_card
        for seat in range(players):
            if seat != state.declarer and sides[seat] == _DECLARERS:
                holds[seat] |= called
            elif seat != state.declarer and sides[seat] is not None:
                lacks[seat] |= called
        if None not in sides and not sees_talon(state) and any(held & called for held in holds):
            lacks[state.declarer] |= called
    _see_exchange(state, holds, lacks)
    # All others lack a card that one seat holds or has played.
    known = gone
    for held in holds:
        known |= held
    for seat in range(players):
        lacks[seat] = (lacks[seat] | known) & ~(holds[seat] & ~gone)
    opens = open_hands(state)
    for seat, hand in enumerate(opens):
        if hand:
            holds[seat], lacks[seat] = hand, state.plan.game.deck.all & ~hand
            lacks = [lack if other == seat else lack | hand for other, lack in enumerate(lacks)]
    return sides, [held & ~gone for held in holds], lacks, opens


def _see_exchange(state: State, holds: list[int], lacks: list[int]) -> None:
    """Add what everybody knows from an open talon, and from cards discarded face up."""
    if sees_talon(state):
        hidden = 0
        exchange = next(step for step in state.plan.steps if step.kind == "exchange")
        for rung in exchange.ladder(state.exchange_contract):
            if rung.shown:
                break
            hidden |= rung.cards.mask
        face_up = state.discards_shown
        for suit in exchange.rules.declarer_shows:
            face_up &= ~state.plan.game.deck.suits[suit].mask
        if face_up:  # discarded by a later rung, so all cards of the earlier ones are gone
            lacks[state.declarer] |= hidden
        for number, packet in enumerate(state.talon):
            if state.talon_taken >> number & 1:
                holds[state.declarer] |= packet & ~hidden & ~state.discards_shown
            else:
                for seat in range(state.players):
                    lacks[seat] |= packet
    for seat in range(state.players):
        lacks[seat] |= state.discards_shown


def _voids(state: State, played: list[int]) -> list[int]:
    """The cards that each seat has shown not to hold: those of rungs that it could not serve, and,
    where tricks must be headed, those that would have headed one. Fills ``played`` by seat.
    """
    players = state.players
    lacks = [0] * players
    if not state.played:
        return lacks
    tricks = state.rules
    assert tricks is not None
    seat, cards, led, rungs = state.leader, 0, 0, tricks.ever_lead
    for place, card in enumerate(state.played):
        bit = 1 << card
        if place % players == 0:
            seat = state.winners[place // players - 1] if place else state.leader
            cards, led, rungs = 0, card, tricks.ever_lead
        # A card laid down before need not follow suit, so it proves no void.
        laid = place < players and state.laid[seat] >= 0
        for mask, sure in () if laid else rungs:
            if mask & bit:
                if sure and tricks.beat:
                    lacks[seat] |= tricks.not_held(card, mask, cards, led, state.played)
                break
            if sure:
                lacks[seat] |= mask
        cards |= bit
        played[seat] |= bit
        rungs = tricks.ever_follow[led]
        seat = seat + 1 if seat + 1 < players else 0
    return lacks


def _sides(state: State, lacks: Sequence[int], played: Sequence[int]) -> tuple[str | None, ...]:
    """The side of each seat, as far as everybody knows it."""
    players = state.players
    if state.contract < 0 or not state.declarers:
        return (None,) * players
    contract = state.plan.contracts[state.contract]
    if contract.secret_until is None:
        return tuple(_side(state, seat) for seat in range(players))
    if state.declarer < 0:
        return _sides_by_cards(state, contract.secret_until, lacks, played)
    if contract.calls and state.called_card < 0:
        return tuple(_DECLARERS if seat == state.declarer else None for seat in range(players))
    card = state.called_card if contract.calls else state.plan.index[contract.secret_until]
    bit = 1 << card
    revealed = state.shown | 1 << state.declarer
    if state.over or any(cards & bit for cards in played):
        return tuple(_side(state, seat) for seat in range(players))

    # The sides are known once the partner has shown himself, the card lies open in the talon, or
    # only one place is left where it may be.
    may_hold = [
        seat
        for seat in range(players)
        if seat != state.declarer
        and not lacks[seat] & bit
        and not (revealed >> seat & 1 and not _ours(state, seat))
    ]
    in_talon = sees_talon(state) and any(packet & bit for packet in state.talon)
    partner_revealed = any(
        revealed >> seat & 1 and _ours(state, seat)
        for seat in range(players)
        if seat != state.declarer
    )
    places = len(may_hold) + (1 if _may_lie_elsewhere(state, lacks, bit) else 0)
    if partner_revealed or in_talon or places <= 1:
        return tuple(_side(state, seat) for seat in range(players))
    return tuple(
        _DECLARERS if seat == state.declarer else None if seat in may_hold else _DEFENDERS
        for seat in range(players)
    )


def _sides_by_cards(
    state: State, secret: str, lacks: Sequence[int], played: Sequence[int]
) -> tuple[str | None, ...]:
    """The sides where the holders of certain cards are declarers. Known are seats that have played
    one, that cannot hold any, or that have said so.
    """
    cards = state.plan.game.deck.kinds[secret]
    left = cards & ~sum(played)
    revealed = state.shown | _announcers(state)
    known = [
        bool(revealed >> seat & 1 or played[seat] & cards or not left & ~lacks[seat])
        for seat in range(state.players)
    ]
    everybody = state.over or not left
    return tuple(
        _side(state, seat) if known[seat] or everybody else None for seat in range(state.players)
    )


def _announcers(state: State) -> int:
    """The seats that have shown their side by announcing a bonus that not everybody may."""
    revealed = 0
    for number, bonus in enumerate(state.plan.game.bonuses.values()):
        for item in state.plan.bonus_items[number] if bonus.announced_by is not None else ():
            announcer = state.announcers[item]
            revealed |= 1 << announcer if announcer >= 0 else 0
    return revealed


def _may_lie_elsewhere(state: State, lacks: Sequence[int], card: int) -> bool:
    """Whether the called card may be with no other player: in the talon, or with the declarer, who
    may call an own card or be dealt it after the call.
    """
    hidden = bool(state.talon) and not sees_talon(state)
    own = state.plan.game.call is not None and not lacks[state.declarer] & card
    return hidden or own


def _ours(state: State, seat: int) -> bool:
    return bool(state.declarers >> seat & 1)


def _side(state: State, seat: int) -> str:
    return _DECLARERS if _ours(state, seat) else _DEFENDERS


def _own_sides(
    state: State, seat: int, known: tuple[str | None, ...], lacks: Sequence[int]
) -> tuple[str | None, ...]:
    """The sides that everybody knows, and those that follow from the seat's own cards."""
    if state.contract < 0 or not state.declarers or None not in known:
        return known
    contract = state.plan.contracts[state.contract]
    # Where cards make the sides, a holder of all of them is alone; a declarer who knows of another
    # one knows all sides.
    if state.declarer < 0 and contract.secret_until is not None:
        cards = state.plan.game.deck.kinds[contract.secret_until]
        alone = (state.exchanged or state.dealt)[seat] & cards == cards
        ours = [each for each, side in enumerate(known) if side == _DECLARERS]
        if alone or (_ours(state, seat) and any(each != seat for each in ours)):
            return tuple(_side(state, each) for each in range(state.players))
        return (*known[:seat], _side(state, seat), *known[seat + 1 :])
    if state.called_card < 0 and contract.calls:
        return known
    if seat != state.declarer and _ours(state, seat):
        return tuple(_side(state, each) for each in range(state.players))

    # A seat that has had or seen the called card knows all sides; another one only its own, and a
    # partner who is the only one left.
    called = 1 << state.called_card if state.called_card >= 0 else 0
    had = state.dealt[seat] | state.exchanged[seat] if state.exchanged else state.dealt[seat]
    own = _own_packet(state, seat)
    packet = state.talon[own] if own >= 0 else 0
    seen = (sum(state.talon) if sees_talon(state, seat) else packet) | had
    if called & seen:
        return tuple(_side(state, each) for each in range(state.players))
    sides = list(known)
    sides[seat] = _side(state, seat)
    unknown = [each for each, side in enumerate(sides) if side is None]
    if len(unknown) == 1 and not _may_lie_elsewhere(state, lacks, called):
        sides[unknown[0]] = _DECLARERS
    return tuple(sides)
