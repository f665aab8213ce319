"""What everybody knows of a round: sides, cards that seats hold and lack, hands that lie open.

It is derived from public things alone: the bid, the called card, sides that were shown, the cards
played, and cards that a seat has shown not to hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..model import SEATS, SIDES, Card, CardSet, Contract, Deck, Seat
from ..model.identifiers import GAME, GAME_ITEM, SEAT
from .moves import HIDING, Move
from .state import State
from .trick import TrickRules

_DECLARERS, _DEFENDERS = SIDES
_NO_LEVELS: Mapping[str, int] = {}
Laid = tuple[Seat, Card]
"""A seat and the card it played."""
History = Sequence[tuple[Seat, Move]]
"""The moves of a round, each with its seat."""
Sides = tuple[str | None, ...]
Masks = Sequence[int]


@dataclass(slots=True, unsafe_hash=True)
class PublicKnowledge:
    """What everybody knows, by seat. Never changed; not frozen, as `View` says."""

    deck: Deck = field(repr=False, compare=False)
    sides: tuple[str | None, ...]
    """``declarers``, ``defenders``, or None where the side is not known."""
    held: tuple[int, ...]
    """`holds` as bit masks (`CardSet.mask`)."""
    lacked: tuple[int, ...]
    """`lacks` as bit masks."""

    @property
    def holds(self) -> tuple[CardSet, ...]:
        """Cards that a seat is known to hold now."""
        return tuple([CardSet(self.deck, cards) for cards in self.held])

    @property
    def lacks(self) -> tuple[CardSet, ...]:
        """Cards that a seat is known not to hold now."""
        return tuple([CardSet(self.deck, cards) for cards in self.lacked])


@dataclass(slots=True, eq=False)
class Account:
    """The moves of a round so far, and what they have told everybody."""

    moves: int
    """How many moves there are."""
    said: tuple[tuple[Seat, Move], ...]
    """Every move but the cards played, hidden cards included: for views to leave out."""
    says_all: bool
    """Whether everybody may know all of ``said``."""
    played: tuple[Laid, ...]
    """The cards played, in order."""
    winners: tuple[Seat, ...]
    """By trick: the seat that won it."""
    levels: Mapping[str, int]
    """As `View.levels`."""
    public: PublicKnowledge
    opens: tuple[CardSet, ...]
    """As `View.open`."""
    played_by: list[int]
    """By seat: the cards that it has played."""
    voids: list[int]
    """By seat: the cards that its play has shown it not to hold."""
    rules: TrickRules | None
    """The rules for tricks by which ``voids`` were found."""
    facts: tuple[Any, ...]
    """What ``public`` was found from, but for the cards played."""
    doubled: tuple[Any, ...]
    """What ``levels`` was found from."""


def account(state: State, history: History, before: Account | None = None) -> Account:
    """The account of a position. ``before`` is that of this or an earlier position of the round,
    which is used as far as it holds.
    """
    if before is not None:
        more = len(history) - before.moves
        if not more:
            return before
        # Where only cards have been played since, or words said that tell nothing of cards or
        # sides, these are added, in a third of the time.
        if state.rules is None:
            if before.facts == _facts(state):
                return _with_words(state, history[before.moves :], before)
        elif before.rules is state.rules and len(state.played) - len(before.played) == more:
            found = _with_cards(state, history[before.moves :], before)
            if found is not None:
                return found

    # Divide the history: cards played, which all have seen, and all other moves.
    played: list[Laid] = []
    said: list[tuple[Seat, Move]] = []
    played_by, voids = [0] * state.players, [0] * state.players
    says_all = True
    for made in history:
        mover, move = made
        if move.kind == "play" and move.card is not None:
            played.append((mover, move.card))
            played_by[mover] |= move.card.bit
        else:
            said.append(made)
            if _hides(made):
                says_all = False

    if played:
        _find_voids(state, 0, voids)
    sides, holds, lacks, opens = _public(state, played_by, voids)
    return Account(
        moves=len(history),
        said=tuple(said),
        says_all=says_all,
        played=tuple(played),
        winners=tuple([SEAT[winner] for winner in state.winners]),
        levels=levels_of(state),
        public=PublicKnowledge(state.plan.game.deck, sides, tuple(holds), tuple(lacks)),
        opens=state.plan.sets(opens),
        played_by=played_by,
        voids=voids,
        rules=state.rules,
        facts=_facts(state),
        doubled=(state.levels, state.duels),
    )


def _facts(state: State) -> tuple[Any, ...]:
    """What tells everybody of cards and sides before the first card is played."""
    return (
        state.contract,
        state.declarer,
        state.declarers,
        state.called_card,
        state.exchange_contract,
        state.step,
        state.talon,
        state.talon_taken,
        state.discards_shown,
        state.shown,
        state.shown_holding,
        state.shown_lacking,
        state.announcers,
    )


def _hides(made: tuple[Seat, Move]) -> bool:
    """Whether others may learn less of a move."""
    return made[1].laid is not None or made[1].kind in HIDING


def _with_words(state: State, made: History, before: Account) -> Account:
    """The account with these words added, of which none tells of cards or sides."""
    doubled = (state.levels, state.duels)
    return Account(
        before.moves + len(made),
        before.said + tuple(made),
        before.says_all and not any(map(_hides, made)),
        before.played,
        before.winners,
        before.levels if before.doubled == doubled else levels_of(state),
        before.public,
        before.opens,
        before.played_by,
        before.voids,
        None,
        before.facts,
        doubled,
    )


def _with_cards(state: State, made: History, before: Account) -> Account | None:
    """The account with these cards added; None where they show more than that they are gone and
    that seats lack others.
    """
    public, contract = before.public, state.plan.contracts[state.contract]
    if state.over or contract.play.open_hands is not None:
        return None
    played, played_by, gone = [], before.played_by.copy(), 0
    for mover, move in made:
        card = move.card
        assert card is not None
        bit = card.bit
        played.append((mover, card))
        played_by[mover] |= bit
        gone |= bit

    # Cards that make the sides tell of them when they are played, or shown to lie elsewhere.
    voids, told = before.voids, gone
    if len(made) > 1 or _may_show_voids(state, len(before.played)):
        voids = voids.copy()
        _find_voids(state, len(before.played), voids)
        for void, known in zip(voids, before.voids, strict=True):
            told |= void ^ known
    if None in public.sides and told & secret_cards(state, contract):
        shown = [void | said for void, said in zip(voids, state.shown_lacking, strict=True)]
        if _sides(state, shown, played_by, sees_talon(state)) != public.sides:
            return None

    # Cards that are gone are held by nobody.
    held, lacked = public.held, [cards | gone for cards in public.lacked]
    if voids is not before.voids:
        lacked = [cards | void for cards, void in zip(lacked, voids, strict=True)]
    if any(held):
        held = tuple([cards & ~gone for cards in held])
        lacked = [cards & ~own for cards, own in zip(lacked, held, strict=True)]
    winners = before.winners
    if len(winners) < len(state.winners):
        winners += tuple([SEAT[winner] for winner in state.winners[len(winners) :]])
    return Account(
        before.moves + len(played),
        before.said,
        before.says_all,
        before.played + tuple(played),
        winners,
        before.levels,
        PublicKnowledge(public.deck, public.sides, held, tuple(lacked)),
        before.opens,
        played_by,
        voids,
        state.rules,
        before.facts,
        before.doubled,
    )


def secret_cards(state: State, contract: Contract) -> int:
    """The cards that make the sides, while these are hidden; else 0."""
    if contract.secret_until is None:
        return 0
    if contract.calls and state.called_card >= 0:
        return 1 << state.called_card
    return state.plan.game.deck.kinds[contract.secret_until]


def levels_of(state: State) -> Mapping[str, int]:
    """How often items have been doubled, by the words that double them."""
    if not any(state.levels) and not any(state.duels):
        return _NO_LEVELS
    game = state.plan.game
    named = game.doubles_name_sides
    levels = {GAME: state.levels[GAME_ITEM]} if state.levels[GAME_ITEM] else {}
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
    if use is None or use.seen_by == "nobody" or not opened(state):
        return False
    if use.takes == "shared":
        return False
    return use.seen_by == "everyone" or 0 <= seat == state.declarer


def opened(state: State) -> bool:
    """Whether the exchange has begun."""
    return state.step >= state.plan.exchange_begins


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


def _public(state: State, played: Masks, voids: Masks) -> tuple[Sides, list[int], list[int], Masks]:
    """What everybody knows, by seat: its side, the cards that it is known to hold, those that it is
    known to lack, and its hand where it lies open; else 0.
    """
    players, sees = state.players, sees_talon(state)
    gone = sum(played)
    lacks = [void | shown for void, shown in zip(voids, state.shown_lacking, strict=True)]
    sides = _sides(state, lacks, played, sees)
    holds = list(state.shown_holding)
    if state.called_card >= 0 and state.contract >= 0:
        called = 1 << state.called_card
        for seat in range(players):
            if seat != state.declarer and sides[seat] == _DECLARERS:
                holds[seat] |= called
            elif seat != state.declarer and sides[seat] is not None:
                lacks[seat] |= called
        if None not in sides and not sees and any(held & called for held in holds):
            lacks[state.declarer] |= called
    if sees or state.discards_shown:
        _see_exchange(state, sees, holds, lacks)
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


def _see_exchange(state: State, sees: bool, holds: list[int], lacks: list[int]) -> None:
    """Add what everybody knows from a talon that all have seen, and from discards face up."""
    for number, packet in enumerate(state.talon if sees else ()):
        if not state.talon_taken >> number & 1:
            for seat in range(state.players):
                lacks[seat] |= packet
    if sees and state.talon_taken:
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
    for seat in range(state.players):
        lacks[seat] |= state.discards_shown


def _may_show_voids(state: State, place: int) -> bool:
    """Whether the card played at a place may show that its seat lacks others: not where it is of
    the first rung, and need not head the trick.
    """
    tricks, played = state.rules, state.played
    assert tricks is not None
    begins = place - place % state.players
    rungs = tricks.ever_follow[played[begins]] if begins < place else tricks.ever_lead
    mask, sure = rungs[0]
    return not mask >> played[place] & 1 or (sure and tricks.beat)


def _find_voids(state: State, begin: int, lacks: list[int]) -> None:
    """Add, by seat, the cards that those played from the place ``begin`` on have shown it not to
    hold: cards of rungs that it could not serve, and, where tricks must be headed, those that would
    have headed one.
    """
    end = len(state.played)
    tricks, players = state.rules, state.players
    assert tricks is not None

    # The cards of a trick that has been counted in part.
    seat, cards, led, rungs = state.leader, 0, 0, tricks.ever_lead
    place = begin - begin % players
    if place < begin:
        seat = state.winners[place // players - 1] if place else state.leader
        led = state.played[place]
        rungs = tricks.ever_follow[led]
        for card in state.played[place:begin]:
            cards |= 1 << card
        seat = (seat + begin - place) % players

    for place in range(begin, end):
        card = state.played[place]
        bit = 1 << card
        if place % players == 0:
            seat = state.winners[place // players - 1] if place else state.leader
            cards, led, rungs = 0, card, tricks.ever_lead
        # A card laid down before need not follow suit, so it proves no void.
        laid = place < players and state.laid[seat] >= 0
        for mask, sure in () if laid else rungs:
            if mask & bit:
                if sure and tricks.beat:
                    lacks[seat] |= tricks.not_held(card, mask, cards, led, state.played[:place])
                break
            if sure:
                lacks[seat] |= mask
        cards |= bit
        rungs = tricks.ever_follow[led]
        seat = seat + 1 if seat + 1 < players else 0


def _sides(state: State, lacks: Masks, played: Masks, sees: bool) -> Sides:
    """The side of each seat, as far as everybody knows it."""
    players = state.players
    if state.contract < 0 or not state.declarers:
        return (None,) * players
    contract = state.plan.contracts[state.contract]
    if contract.secret_until is None:
        return every_side(state)
    if state.declarer < 0:
        return _sides_by_cards(state, contract.secret_until, lacks, played)
    if contract.calls and state.called_card < 0:
        return tuple([_DECLARERS if seat == state.declarer else None for seat in range(players)])
    card = state.called_card if contract.calls else state.plan.index[contract.secret_until]
    bit = 1 << card
    revealed = state.shown | 1 << state.declarer
    if state.over or any(cards & bit for cards in played):
        return every_side(state)

    # The sides are known once the partner has shown himself, the card lies open in the talon, or
    # only one place is left where it may be.
    may_hold = [
        seat
        for seat in range(players)
        if seat != state.declarer
        and not lacks[seat] & bit
        and not (revealed >> seat & 1 and not is_declarer(state, seat))
    ]
    in_talon = sees and any(packet & bit for packet in state.talon)
    partner_revealed = any(
        revealed >> seat & 1 and is_declarer(state, seat)
        for seat in range(players)
        if seat != state.declarer
    )
    places = len(may_hold) + (1 if may_lie_elsewhere(state, lacks, bit) else 0)
    if partner_revealed or in_talon or places <= 1:
        return every_side(state)
    return tuple(
        _DECLARERS if seat == state.declarer else None if seat in may_hold else _DEFENDERS
        for seat in range(players)
    )


def _sides_by_cards(state: State, secret: str, lacks: Masks, played: Masks) -> Sides:
    """The sides where the holders of certain cards are declarers. Known are seats that have played
    one, that cannot hold any, or that have said so.
    """
    cards = state.plan.game.deck.kinds[secret]
    left = cards & ~sum(played)
    has = [held | gone for held, gone in zip(state.shown_holding, played, strict=True)]
    known = [
        bool(state.shown >> seat & 1 or has[seat] & cards or not left & ~lacks[seat])
        for seat in range(state.players)
    ]
    everybody = state.over or not left
    return tuple(
        side(state, seat) if known[seat] or everybody else None for seat in range(state.players)
    )


def may_lie_elsewhere(state: State, lacks: Masks, card: int) -> bool:
    """Whether the card that makes the sides may be with no other player: in the talon, or with the
    declarer, who may call an own card or be dealt it after the call, and may hold one that the
    rules name.
    """
    hidden = bool(state.talon) and not sees_talon(state)
    named = not state.plan.contracts[state.contract].calls
    own = named or state.plan.game.call is not None
    return hidden or (own and not lacks[state.declarer] & card)


def is_declarer(state: State, seat: int) -> bool:
    """Whether a seat is on the declarers' side."""
    return bool(state.declarers >> seat & 1)


def side(state: State, seat: int) -> str:
    """The side of a seat."""
    return _DECLARERS if state.declarers >> seat & 1 else _DEFENDERS


def every_side(state: State) -> Sides:
    """The sides of all seats."""
    declarers = state.declarers
    return tuple(
        [_DECLARERS if declarers >> seat & 1 else _DEFENDERS for seat in range(state.players)]
    )
