"""Worlds: rounds that are possible by all that one seat knows.

The hidden cards are dealt at random to the places where they may lie: hands, discards, packets of
the talon. A card goes to no hand that has shown to lack it, and to the hand that has shown to hold
it. Then the engine makes all moves of the round again with these cards, so that a world is a state
like any other. A world in which a move is not legal is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from ..engine import CompiledGame, Move, View, table
from ..engine.state import State
from ..model import Contract, Game, TalonUse
from ..model.cards import bits
from .bid_sampling import own_seat
from .simple import by_points, strength

TRIES = 4
"""How often deals are made where earlier ones did not fit. The slowest move in three rounds of wien
took 493 ms with 12, and 128 ms with 4 (and two thirds of the worlds for cards).
"""
CHOICE = 24
"""A seat that has bid voluntarily gets a hand as strong for its bid as the best of so many by
chance. Simple players bid voluntarily with one hand in 20 to 40.
"""
EXCHANGES = 30
"""How many exchanges of two cards are tried to make such a hand."""
BIDDERS_SHARE, BIDDERS_TRIES, FEWEST = 3, 2, 8
"""Where hands are made so, worlds are divided by the first, but not below the last; the second is
in place of `TRIES`.
"""
_HANDS = 480
"""How many random hands tell how strong the best ones are."""
_OWN_FUTURE = -1
"""In place of a seat: the cards that this seat has not been dealt yet."""
"""Kinds of moves that come before the deal."""


@dataclass(slots=True)
class _Place:
    """A place where hidden cards lie."""

    kind: str
    """``hand``, ``discards`` or ``talon``."""
    of: int
    """The seat, or the number of the packet."""
    room: int
    """How many hidden cards lie there."""
    allowed: int
    """The cards that may lie there."""


@dataclass(slots=True)
class DealtWorld:
    """The cards of one world."""

    hands: list[int]
    """The hands as they were dealt, by seat."""
    discards: list[int]
    """The discards by seat."""
    talon: list[int]
    """The packets of the talon."""


class Worlds:
    """Makes deals of the hidden cards that fit a view. ``known`` is false where there are none:
    while the pack is cut, and in games in which cards are passed. Raises `WrongCall` for onlookers.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.compiled = table(view.game)
        self.seat = own_seat(view)
        compiled, players = self.compiled, self.compiled.players
        self._said = _without_dealing(view)
        self._played = [0] * players
        for seat, card in view.played:
            self._played[seat] |= card.bit
        self._find_taken()
        self._find_places()
        self._bidder = self._find_bidder()
        room = sum(place.room for place in self._places)
        fits = room == self._hidden.bit_count() and all(each.room >= 0 for each in self._places)
        self.known = fits and compiled.game.passing is None and view.step not in ("deal", "over")

    def _find_taken(self) -> None:
        """Find the packets that each seat has taken, and what is known of its discards."""
        view, compiled, players = self.view, self.compiled, self.compiled.players
        self._packets = list(compiled.talon)
        self._taken = [0] * players
        self._own_discards = [0] * players
        self._hidden_discards: list[list[int]] = [[] for _ in range(players)]
        use = self._use()
        self._discardable = 0
        if use is None:
            return
        if use.packets:
            self._packets = list(use.packets)
        exchange = compiled.game.exchange
        rungs = use.discard or (exchange.discard if exchange else ())
        self._discardable = sum({1 << card for rung in rungs for card in bits(rung.cards.mask)})
        for suit in exchange.tells if exchange else ():  # a card of it is not heard without it
            self._discardable &= ~compiled.game.deck.suits[suit].mask
        declarer = -1 if view.declarer is None else int(view.declarer)
        if use.takes == "all" and declarer >= 0:
            self._taken[declarer] = (1 << len(self._packets)) - 1
        elif use.takes == "shared" and declarer >= 0:
            for number in range(players):
                self._taken[(declarer + number) % players] = 1 << number
        for seat, move in self._said:
            if move.kind == "take":
                self._taken[seat] |= 1 << (move.count or 0)
            elif move.kind == "discard" and move.card is not None:
                self._own_discards[seat] |= move.card.bit
            elif move.kind == "discard":
                possible = move.suit.mask if move.suit is not None else self._discardable
                self._hidden_discards[seat].append(possible)

    def _use(self) -> TalonUse | None:
        """How the contract uses the talon; None before the exchange."""
        view, kinds = self.view, [step.kind for step in self.compiled.steps]
        if view.contract is None or "exchange" not in kinds:
            return None
        begins = kinds.index("talon") if "talon" in kinds else kinds.index("exchange")
        if view.step != "over" and kinds.index(view.step) < begins:
            return None
        contract = view.contract
        if any(move.kind == "raise" for _, move in self._said):
            bids = [move.contract for _, move in self._said if move.kind == "bid"]
            contract = bids[-1] or contract if bids else contract
        return view.game.contracts[contract].talon

    def _find_places(self) -> None:
        """Find the hidden cards, and the places where each may lie."""
        view, players, seat = self.view, self.compiled.players, self.seat
        every, size = view.game.deck.all, self.compiled.tricks
        gone = sum(self._played) | view.hand.mask
        for discards in self._own_discards:
            gone |= discards

        # The hands and their hidden discards.
        places: list[_Place] = []
        bound: dict[int, int] = {}
        for other in range(players):
            made = self._own_discards[other].bit_count() + len(self._hidden_discards[other])
            taken = sum(self._packets[number] for number in bits(self._taken[other]))
            room = size + taken - made - self._played[other].bit_count()
            if other == seat:
                places.append(_Place("hand", _OWN_FUTURE, room - len(view.hand), every))
                continue
            places.append(_Place("hand", other, room, every & ~view.public.lacked[other]))
            for card in bits(view.public.held[other]):
                bound[card] = 1 << other
            counts: dict[int, int] = {}
            for mask in self._hidden_discards[other]:
                counts[mask] = counts.get(mask, 0) + 1
            places += [_Place("discards", other, many, mask) for mask, many in counts.items()]

        # The talon: the cards of a packet that was seen lie there, or with the seat that took it.
        everybody_took = 0
        for taken in self._taken:
            everybody_took |= taken
        taker: dict[int, int] = {}
        for number, packet_size in enumerate(self._packets):
            seen = view.talon[number] if number < len(view.talon) else None
            if everybody_took >> number & 1:
                who = next(each for each in range(players) if self._taken[each] >> number & 1)
                for card in bits(seen.mask if seen is not None else 0):
                    taker[card] = who
            elif seen is not None:
                gone |= seen.mask
            else:
                places.append(_Place("talon", number, packet_size, every))

        # Each hidden card with the places that it may lie in.
        self._hidden = every & ~gone
        self._places = [place for place in places if place.room]
        self._options: dict[int, list[int]] = {}
        for card in bits(self._hidden):
            self._options[card] = [
                number
                for number, place in enumerate(self._places)
                if place.allowed >> card & 1
                and (card not in bound or (place.kind == "hand" and bound[card] >> place.of & 1))
                and (card not in taker or (place.kind != "talon" and place.of == taker[card]))
            ]

    def fixed(self) -> int:
        """The cards that others are known to hold."""
        return sum({1 << card for held in self.view.public.held for card in bits(held)})

    def may_hold(self) -> list[int]:
        """The cards that each seat may hold, by seat."""
        return [self.view.game.deck.all & ~lacked for lacked in self.view.public.lacked]

    def kept(self) -> int:
        """The seat that has bid voluntarily, as a set, which is empty for none: its hand was chosen
        to fit.
        """
        return 0 if self._bidder is None else 1 << self._bidder[0]

    # one world

    def dealt(self, random: Random) -> DealtWorld | None:
        """Deal the hidden cards; None if this attempt leaves a card without a place."""
        lying = self._assigned(random)
        return None if lying is None else self._laid(lying, random)

    def _dealt_as_bid(self, random: Random) -> DealtWorld | None:
        """`dealt`; where another seat has bid voluntarily, cards are exchanged between its hand and
        other places until it is as strong as the best of `CHOICE` random hands, whatever this seat
        holds itself.
        """
        lying = self._assigned(random)
        if lying is None:
            return None
        world = self._laid(lying, random)
        if self._bidder is None:
            return world
        (seat, contract), game = self._bidder, self.view.game
        random_hands = _random_strengths(game, contract.id)
        wanted = random_hands[int(len(random_hands) * random.random() ** (1 / CHOICE))]
        strong = strength(game, contract, world.hands[seat])
        own = [n for n, each in enumerate(self._places) if each.kind != "talon" and each.of == seat]
        rest = [number for number in range(len(self._places)) if number not in own]
        if not own or not rest:
            return world
        for _ in range(EXCHANGES):
            if strong >= wanted:
                break
            a, b = random.choice(own), random.choice(rest)
            mine, theirs = (random.choice(list(bits(lying[number]))) for number in (a, b))
            if b not in self._options[mine] or a not in self._options[theirs]:
                continue
            changed, both = list(lying), 1 << mine | 1 << theirs
            changed[a] ^= both
            changed[b] ^= both
            other = self._laid(changed, random)
            now = strength(game, contract, other.hands[seat])
            if now >= strong:
                world, lying, strong = other, changed, now
        return world

    def _laid(self, lying: Sequence[int], random: Random) -> DealtWorld:
        """The world in which these cards lie at the places."""
        view, players = self.view, self.compiled.players
        hands, discards = list(self._played), list(self._own_discards)
        hands[self.seat] |= view.hand.mask
        talon = [packet.mask if packet is not None else 0 for packet in view.talon]
        talon = (talon + [0] * len(self._packets))[: len(self._packets)]
        for place, cards in zip(self._places, lying, strict=True):
            if place.kind == "talon":
                talon[place.of] = cards
            elif place.kind == "discards":
                discards[place.of] |= cards
            else:
                hands[self.seat if place.of == _OWN_FUTURE else place.of] |= cards

        # A seat was dealt all cards that it has held, except those of the packets that it took.
        for seat in range(players):
            hands[seat] |= discards[seat]
            for number in bits(self._taken[seat]):
                hands[seat] &= ~talon[number]
            for number in bits(self._taken[seat]):
                if not talon[number]:
                    drawn = random.sample(list(bits(hands[seat])), self._packets[number])
                    talon[number] = sum(1 << card for card in drawn)
                    hands[seat] &= ~talon[number]
        return DealtWorld(hands, discards, talon)

    def _assigned(self, random: Random) -> list[int] | None:
        """The cards of each place, by chance. Cards with the fewest possible places come first;
        None where a card finds none.
        """
        room = [place.room for place in self._places]
        lying = [0] * len(room)
        cards = sorted(self._options, key=lambda card: (len(self._options[card]), random.random()))
        for card in cards:
            options = self._options[card]
            weights = [room[number] for number in options]
            if any(weights):
                chosen = random.choices(options, weights)[0]
            else:
                moved = self._make_room(lying, room, options)
                if moved is None:
                    return None
                chosen = moved
            lying[chosen] |= 1 << card
            room[chosen] -= 1
        return lying

    def _make_room(self, lying: list[int], room: list[int], options: list[int]) -> int | None:
        """Move a card from one of these places to another place with room. Returns the place that
        it left; None where no card can be moved.
        """
        for number in options:
            for other in bits(lying[number]):
                for free in self._options[other]:
                    if room[free]:
                        lying[number] ^= 1 << other
                        lying[free] |= 1 << other
                        room[free] -= 1
                        room[number] += 1
                        return number
        return None

    def states(self, random: Random, many: int) -> Iterator[State]:
        """Up to ``many`` worlds, each as a state in which it is this seat's turn."""
        if not self.known:
            return
        if self._bidder is not None:
            many = min(many, max(FEWEST, many // BIDDERS_SHARE))
        found = 0
        for _ in range(TRIES if self._bidder is None else BIDDERS_TRIES):
            for _ in range(many - found):
                world = self._dealt_as_bid(random)
                state = None if world is None else self.replayed(world, random)
                if state is not None:
                    yield state
                    found += 1
            if found == many:
                return

    def _find_bidder(self) -> tuple[int, Contract] | None:
        """Another seat that has bid voluntarily, with its contract, which is for card points."""
        view = self.view
        if view.contract is None or view.declarer in (None, view.seat):
            return None
        contract = view.game.contracts[view.contract]
        lowest = contract.id == next(iter(view.game.auction.ladder), None)
        return None if lowest or not by_points(contract) else (int(view.declarer or 0), contract)

    def replayed(
        self,
        world: DealtWorld,
        random: Random,
        order: Sequence[bool] = (),
        log: list[tuple[int, int]] | None = None,
    ) -> State | None:
        """The state after all moves of the round, made again with these cards; None where one of
        them is not legal.

        ``order`` says for each move whether it is a card; without it, words come as early as they
        can. ``log`` collects the moves, each as its seat and number.
        """
        compiled, played = self.compiled, self.view.played
        state = self._begun(world, random)
        words, cards = 0, 0
        while words < len(self._said) or cards < len(played):
            if state.over:
                return None
            in_play = compiled.steps[state.step] is compiled.play_step
            is_card = order[words + cards] if order else None
            if words < len(self._said) and not is_card:
                seat, move = self._said[words]
                number = self._meant(state, world, int(seat), move, random)
                if number is not None:
                    compiled.make(state, seat, number)
                    words += 1
                    if log is not None:
                        log.append((seat, number))
                    continue
            if not in_play or is_card is False:
                return None
            if cards == len(played):
                break  # leave out words of the play that are legal nowhere
            seat, card = played[cards]
            if state.turn != seat or not state.hands[seat] & card.bit:
                return None
            compiled.play_step.play_card(state, card.index)
            cards += 1
            if log is not None:
                log.append((int(seat), card.index))
        if state.over or state.turn != self.view.turn:
            return None
        return state if state.hands[self.seat] == self.view.hand.mask else None

    def _begun(self, world: DealtWorld, random: Random) -> State:
        """The state after the deal of a world."""
        compiled, view = self.compiled, self.view
        state = compiled.begin()
        hands = []
        for seat, mask in enumerate(world.hands):
            cards = list(bits(mask))
            random.shuffle(cards)
            if seat == self.seat:  # the cards already held were dealt first
                cards.sort(key=lambda card: not view.hand.mask >> card & 1)
            hands.append(tuple(cards))
        state.given_hands = tuple(hands)
        talon: list[int] = []
        for mask in world.talon:
            packet = list(bits(mask))
            random.shuffle(packet)
            talon += packet
        state.talon_cards = tuple(talon)
        at = 0
        for size in compiled.talon:
            state.talon += (sum(1 << card for card in talon[at : at + size]),)
            at += size
        compiled.leave(state)
        return state

    def _meant(
        self, state: State, world: DealtWorld, seat: int, move: Move, random: Random
    ) -> int | None:
        """The number of a move as it was heard, if the seat can make it now; None if it cannot."""
        compiled, every = self.compiled, self.compiled.moves
        number = every.number.get(move.text)
        if number is not None:
            return number if compiled.why_not(state, seat, number) is None else None
        if seat != state.turn:
            legal = [n for speaker, n in compiled.out_of_turn(state) if speaker == seat]
        else:
            legal = compiled.steps[state.step].moves(state)
        meant = [n for n in legal if self._sounds(compiled, state, world, seat, n, move)]
        return random.choice(meant) if meant else None

    def _sounds(
        self,
        compiled: CompiledGame,
        state: State,
        world: DealtWorld,
        seat: int,
        number: int,
        heard: Move,
    ) -> bool:
        """Whether a move is heard like this one, whose card is hidden, and fits the world."""
        made = compiled.moves.all[number]
        if made.kind != heard.kind:
            return False
        if made.kind == "discard" and made.card is not None:
            fits = self._discardable if heard.suit is None else heard.suit.mask
            return bool(fits & world.discards[seat] & made.card.bit)
        if made.laid is not None:
            first = next((card for other, card in self.view.played if other == seat), None)
            return made.contract == heard.contract and first in (None, made.laid)
        if made.kind == "declare":
            return compiled.play_step.in_play_calls.declarations.heard(state, made) == heard
        return False


@lru_cache(maxsize=64)
def _random_strengths(game: Game, contract: str) -> tuple[float, ...]:
    """The strengths of random hands for a contract, from the weakest."""
    random, cards, size = Random(0), range(len(game.deck.cards)), table(game).tricks
    hands = (sum(1 << card for card in random.sample(cards, size)) for _ in range(_HANDS))
    return tuple(sorted(strength(game, game.contracts[contract], hand) for hand in hands))


def _without_dealing(view: View) -> list[tuple[int, Move]]:
    """The moves that are no cards, without those before the deal."""
    said = [(int(seat), move) for seat, move in view.said]
    return said[moves_of_the_deal(view.game, [move.kind for _, move in said]) :]


def moves_of_the_deal(game: Game, kinds: Sequence[str]) -> int:
    """How many of the first moves belong to the deal: a cut, or a knock and the chosen stacks."""
    if kinds[:1] == ["knock"]:
        return game.table.players
    return 1 if kinds[:1] == ["cut"] else 0


def chance(seed: int, view: View) -> Random:
    """The random numbers of a player for one view, the same on every platform."""
    seat = None if view.seat is None else int(view.seat)
    return Random(f"{seed} {seat} {view.hand.mask} {len(view.said)} {len(view.played)}")
