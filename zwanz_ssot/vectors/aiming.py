"""Rounds chosen so that each rule is met: many are played with a bias, and the best are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heapify, heapreplace
from itertools import islice
from random import Random
from typing import NamedTuple, TypeVar

from ..engine.deal import shuffled
from ..engine.random_play import PASSING
from ..engine.state import State
from ..model import Cards, Carried, Condition, Game, Keeps, Path, inside
from ..model.cards import bits
from ..words.registry import CONDITIONS, Asks, Kind, parts
from .coverage import Feature, Meeting, ObservedGame, may_decide, may_meet, may_say
from .files import Data, carried_into, head, places_of_hands, round_line

T = TypeVar("T")

TRIED = 20
"""Rounds played for each one kept. Measured with `zwanzigerrufen:wikipedia`: with 10, the kept
rounds met its rules in 6 ways fewer; with 40, in no more.
"""
LEAST = 1500
"""Rounds played at least, so that there is a choice even where few are kept."""
_OFTEN = 6
"""Meetings of a rule that count: once is too few, as another rule may hide a mistake in it."""
_WEIGHT = 4.0
"""What a rule not met yet counts; a detail not met yet counts 1."""

_HARD = 8
"""A rule that was hardly met gets at most an eighth of the rounds of the first pass."""
_ENOUGH = 3
"""Meetings of a rule after which it is not looked for any more."""
_CUT = 0.95
"""How often a pack that may be knocked is cut instead: only a cut deals the hands as arranged."""
_SAYING = (0.0, 0.15, 0.5, 0.9)
"""How often a word of the play is said: some more, some less, so that one is said upon another."""
_QUIET = ("pass", "open")
"""Kinds of words that add nothing to what was said."""


@dataclass(frozen=True)
class AimedRound:
    """A round: its pack as indices, what it carries over, its moves by seat and number."""

    pack: tuple[int, ...]
    carried: Carried
    moves: tuple[tuple[int, int], ...]


class _Target(NamedTuple):
    """What makes a round meet a rule: the contract it belongs to, and the cards it asks about."""

    contract: str | None
    sets: tuple[int, ...]
    together: tuple[int, ...]
    """Those of ``sets`` that the rule asks for in one trick."""


@dataclass(frozen=True)
class _Bias:
    """What the players of one round prefer. Frequencies are probabilities from 0 to 1."""

    contract: str | None
    """The only contract that is bid, wherever the rules allow it."""
    passing: float
    """How often a player passes who could speak."""
    bonuses: frozenset[str]
    """The bonuses that are announced."""
    doubling: float
    """How often a possible double is said before the play."""
    grabbing: tuple[float, float]
    """How often the declarers, and their opponents, win a trick that they can win."""
    kept: int
    """Cards that are played last."""
    thrown: int
    """Cards that are played as soon as one of them lies in the trick."""
    saying: Mapping[str, float] = field(default_factory=dict)
    """How often each word of the play is said, by its kind."""
    offered: int = 0
    """Cards that are played, as soon as the rules allow, to a trick that others lead."""


def aimed_rounds(game: Game, rounds: int, seed: int = 0) -> Iterator[AimedRound]:
    """``rounds`` rounds of a game that together meet as many of its rules as possible, best first.
    The same ``seed`` gives the same rounds.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("rufmariasch")
    >>> [type(each).__name__ for each in aimed_rounds(game, 2, seed=1)]
    ['AimedRound', 'AimedRound']
    """
    return islice(_best_first(game, max(LEAST, TRIED * rounds), seed), rounds)


def _best_first(game: Game, tried: int, seed: int) -> Iterator[AimedRound]:
    """The rounds of two passes, of ``tried`` rounds each or a little more, best first."""
    # First pass: rounds with any bias.
    players, random = _BiasedPlayers(game), Random(seed)
    found = [players.round(random, number) for number in range(tried)]
    met = Counter(feature[0] for _, features in found for feature in features)

    # Second pass: rounds aimed at the rules that were met least. Conditions that decide alone, and
    # words upon words, come last and get half as many rounds.
    aims = ((may_meet(game), tried), (may_decide(game), tried // 2), (may_say(game), tried // 2))
    for wanted, left in aims:
        for meeting in sorted(wanted, key=lambda each: met[each]):
            if met[meeting] >= _ENOUGH or not left:
                break
            target, seen = players.target(meeting), met[meeting]
            for number in range(min(left, tried // _HARD)):
                found.append(players.round(random, number, target))
                left -= 1
                seen += (meeting,) in found[-1][1]
                if seen >= _ENOUGH:
                    break

    for number in _best([features for _, features in found]):
        yield found[number][0]


def aimed_vectors(game: Game, rounds: int, seed: int = 0) -> Iterator[Data]:
    """The rounds of `aimed_rounds` as lines of vectors, after their head.

    >>> import zwanz_ssot
    >>> head = next(aimed_vectors(zwanz_ssot.load("rufmariasch"), 1, seed=1))
    >>> head["vectors"]["game"], head["vectors"]["rounds"]
    ('rufmariasch', 1)
    """
    yield {"vectors": {**head(game), "seed": seed, "rounds": rounds}}
    for number, each in enumerate(aimed_rounds(game, rounds, seed), 1):
        yield round_line(game, number, each.pack, each.carried, each.moves)


def _best(features: list[list[Feature]]) -> Iterator[int]:
    """The numbers of the rounds, so that the first ones together have most features. A feature
    counts less each time that it is met.
    """
    met: Counter[Feature] = Counter()

    def worth(number: int) -> float:
        return sum(_worth(each, met[each]) for each in features[number])

    # Lazy greedy selection: the worth of a round only falls as others are chosen. So the first of
    # the queue, reckoned anew, is the best if it still comes before the second.
    queue = [(-worth(number), number) for number in range(len(features))]
    heapify(queue)
    for _ in features:
        while True:
            _, number = queue[0]
            now = -worth(number)
            rest = min(queue[1:3], default=(1.0, 0))
            if (now, number) <= rest:
                break
            heapreplace(queue, (now, number))
        met.update(features[number])
        heapreplace(queue, (1.0, number))  # after all that are left: their keys are not above 0
        yield number


def _worth(feature: Feature, met: int) -> float:
    if isinstance(feature[0], Meeting):
        return _WEIGHT / (1 + met) if met < _OFTEN else 0.0
    return 1.0 / (1 + met) ** 2


class _BiasedPlayers:
    """Players of random rounds of one game, with a new bias in each round."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._observed = ObservedGame(game)
        self._cards = len(game.deck.cards)
        suits = {card.suit: 0 for card in game.deck.cards}
        for card in game.deck.cards:
            suits[card.suit] |= card.bit
        self._suits = tuple(suits.values())
        self._single = tuple(dict.fromkeys(_cards_named(game)))
        words = (contract.play.says.words for contract in game.contracts.values())
        self._words = sorted(frozenset[str]().union(*words))
        """The words of the play."""
        self._places, _ = places_of_hands(game)
        begun = self._observed.dealt(range(self._cards), Carried())
        first = [] if begun.over else self._observed.moves(begun)
        every = self._observed.table.moves.all
        self._cuts = [move for move in first if every[move].kind == "cut"]

    def target(self, meeting: Meeting) -> _Target:
        """What makes a round meet a rule, from its path and the conditions around it."""
        contract = next((each for each in meeting.rule if each in self._game.contracts), None)
        near = dict(_cards_near(self._game, meeting.rule))
        together = tuple(cards for cards, in_trick in near.items() if in_trick)
        return _Target(None if contract is None else str(contract), tuple(near), together)

    def round(
        self, random: Random, number: int, target: _Target | None = None
    ) -> tuple[AimedRound, list[Feature]]:
        """A round played to its end, and what it meets: rules first, then details."""
        observed = self._observed
        cut: list[int] = []
        carried = carried_into(self._game, number + 1)
        bias = self._bias(random)
        if target is not None:
            bias = self._aimed(bias, target, random)
        pack = self._pack(random, bias.offered, target.sets if target else ())
        # Where the first move is a cut, turn the pack back by it, so that the hands come as
        # arranged.
        if self._cuts and random.random() < _CUT:
            cut.append(_one(self._cuts, random))
            lifted = len(pack) - (observed.table.moves.all[cut[0]].count or 0)
            pack = (*pack[lifted:], *pack[:lifted])
        state = observed.dealt(pack, carried)
        log: list[tuple[int, int]] = []
        while not state.over:
            made = (state.turn, cut.pop()) if cut else self._move(state, bias, random)
            log.append(made)
            observed.move(state, *made)
        observed.end(state)
        met: list[Feature] = [(each,) for each in sorted(observed.meetings, key=str)]
        features = sorted(observed.features, key=str)
        return AimedRound(pack, carried, tuple(log)), met + features

    def _bias(self, random: Random) -> _Bias:
        """A bias by chance. Its frequencies lie far apart, so that rounds differ in kind."""
        game = self._game
        bonuses = [bonus for bonus in game.bonuses if random.random() < random.random() ** 2]
        ladder = game.auction.ladder
        sets = (*self._observed.sets, *self._single)
        return _Bias(
            contract=_one(ladder, random) if ladder and random.random() < 0.7 else None,
            passing=(PASSING, 0.3, 0.85)[int(random.random() * 3)],
            bonuses=frozenset(bonuses),
            doubling=(0.0, 0.15, 0.9)[int(random.random() * 3)],
            grabbing=(_grabbing(random), _grabbing(random)),
            kept=_one(sets, random) if sets and random.random() < 0.5 else 0,
            thrown=_one(sets, random) if sets and random.random() < 0.5 else 0,
            saying={word: _one(_SAYING, random) for word in self._words},
        )

    def _aimed(self, bias: _Bias, target: _Target, random: Random) -> _Bias:
        """The bias with the contract of a target, and in most rounds its cards: played last, or to
        one trick that somebody else leads.
        """
        kept = _one(target.sets, random) if target.sets and random.random() < 0.8 else bias.kept
        offered = 0
        if target.together and random.random() < 0.7:
            kept = offered = _one(target.together, random)
        contract = target.contract or bias.contract
        return replace(bias, contract=contract, kept=kept, offered=offered)

    def _pack(self, random: Random, together: int = 0, near: Sequence[int] = ()) -> tuple[int, ...]:
        """A shuffled pack. In most rounds one hand gets a number of the cards of one set that
        conditions ask about, preferably a set ``near`` a rule. Cards that have to fall ``together``
        into one trick come to different hands.
        """
        pack, sets = list(shuffled(self._cards, random)), self._observed.sets
        if together:
            return self._apart(pack, together, random)
        if not sets or random.random() < 0.3:
            return tuple(pack)
        wanted = _one(near if near and random.random() < 0.7 else sets, random)
        size = self._game.hand_size
        most = min(wanted.bit_count(), size)
        count = _one((0, 1, most, int(random.random() * (most + 1))), random)

        # Swap places of the hand with places outside until the hand holds ``count`` of the set.
        hand = _one(self._places, random)
        fitting = [place for place in hand if wanted >> pack[place] & 1]
        others = [place for place in range(len(pack)) if place not in hand]
        more = count > len(fitting)
        given = [place for place in hand if (wanted >> pack[place] & 1) != more]
        taken = [place for place in others if (wanted >> pack[place] & 1) == more]
        for one, other in zip(given[: abs(count - len(fitting))], taken, strict=False):
            pack[one], pack[other] = pack[other], pack[one]
        return tuple(pack)

    def _apart(self, pack: list[int], wanted: int, random: Random) -> tuple[int, ...]:
        """The pack with each of the ``wanted`` cards in another hand. None of these hands holds
        cards of one of the other suits, so that they may play the wanted card to that suit.
        """
        places = [_shuffled(hand, random) for hand in _shuffled(self._places, random)]
        holders = places[: wanted.bit_count()]
        for card, hand in zip(bits(wanted), holders, strict=False):
            at = pack.index(card)
            pack[at], pack[hand[0]] = pack[hand[0]], pack[at]

        # Swap the cards of that suit out of these hands, into other hands or the talon.
        suits = [suit for suit in self._suits if not suit & wanted]
        lacked = _one(suits, random) if suits else 0
        held = {place for hand in holders for place in hand}
        given = [place for place in held if lacked >> pack[place] & 1]
        taken = [place for hand in places for place in hand if place not in held] + [
            place for place in range(len(pack)) if not any(place in hand for hand in places)
        ]
        free = [place for place in taken if not (lacked | wanted) >> pack[place] & 1]
        for one, other in zip(sorted(given), free, strict=False):
            pack[one], pack[other] = pack[other], pack[one]
        return tuple(pack)

    def _move(self, state: State, bias: _Bias, random: Random) -> tuple[int, int]:
        """The next move: its seat, whether or not it is its turn, and its number."""
        every, others = self._observed.table.moves.all, self._observed.table.out_of_turn(state)
        if others:
            seat, word = _one(others, random)
            if random.random() < bias.saying[every[word].kind] / 2:
                return seat, word
        return state.turn, self._at_turn(state, bias, random)

    def _at_turn(self, state: State, bias: _Bias, random: Random) -> int:
        """The number of the move that the seat at turn makes."""
        moves = self._observed.moves(state)
        if len(moves) == 1:
            return moves[0]
        kind, every = self._observed.table.steps[state.step].kind, self._observed.table.moves.all
        if kind == "deal" and random.random() < 0.5:
            return next(
                (move for move in moves if every[move].kind == "knock"), _one(moves, random)
            )
        if kind == "play" and state.over is False:
            return self._played(state, moves, bias, random)
        if kind in ("auction", "announcements"):
            return self._word(moves, bias, random)
        if kind == "misdeal" and random.random() < 0.8:
            return moves[-1]
        return _one(moves, random)

    def _word(self, moves: list[int], bias: _Bias, random: Random) -> int:
        """What is said in the auction or announcements: a word that fits the bias, or a pass."""
        every = self._observed.table.moves.all
        quiet = [move for move in moves if every[move].kind in _QUIET]
        liked = []
        for number in moves:
            move = every[number]
            if move.kind == "bid" and bias.contract is not None:
                fits = move.contract == bias.contract
            elif move.kind == "announce":
                fits = move.item in bias.bonuses
            elif move.kind == "double":
                fits = random.random() < bias.doubling
            else:
                fits = move.kind not in _QUIET
            if fits:
                liked.append(number)
        if quiet and (not liked or random.random() < bias.passing * (1 - bias.doubling)):
            return quiet[0]
        return _one(liked or moves, random)

    def _played(self, state: State, moves: list[int], bias: _Bias, random: Random) -> int:
        """What is said or laid during the play."""
        every = self._observed.table.moves.all
        words = [move for move in moves if every[move].card is None or every[move].kind != "play"]
        if words:
            word = _one(words, random)
            if random.random() < bias.saying[every[word].kind]:
                return word

        # Each preference applies only where it leaves a card; the number of such a move is its
        # card.
        cards = [move for move in moves if move not in words]
        if bias.offered and state.trick:
            cards = [each for each in cards if bias.offered >> each & 1] or cards
        if bias.thrown & state.trick:
            cards = [each for each in cards if bias.thrown >> each & 1] or cards
        cards = [each for each in cards if not bias.kept >> each & 1] or cards

        # Win the trick or leave it, as the side prefers.
        declarer = bool(state.declarers >> state.turn & 1)
        if state.trick and len(cards) > 1:
            tricks = self._observed.table.play_step.tricks(state)
            led = state.played[-state.in_trick]
            order = state.played[-state.in_trick :]
            with self._observed.deaf():
                winning = [
                    each
                    for each in cards
                    if tricks.winner(state.trick | 1 << each, led, (*order, each)) == each
                ]
            losing = [each for each in cards if each not in winning]
            grabs = random.random() < bias.grabbing[not declarer]
            cards = (winning if grabs else losing) or cards
        return _one(cards, random)


def _grabbing(random: Random) -> float:
    """How often a side wins a trick that it can win: always, never, or every other time."""
    return (1.0, 0.0, 0.5)[int(random.random() * 3)]


def _one(several: Sequence[T], random: Random) -> T:
    return several[int(random.random() * len(several))]


def _shuffled(several: Sequence[T], random: Random) -> list[T]:
    return [several[number] for number in shuffled(len(several), random)]


def _cards_near(game: Game, rule: Path) -> Iterator[tuple[int, bool]]:
    """The sets of cards that a rule, or the outermost condition around it, asks about; each with
    whether all its cards have to fall in one trick.
    """
    every = list(inside(game))
    conditions = [each for each in every if isinstance(each, Condition)]
    around = [each for each in conditions if each.at == rule[: len(each.at)]]
    top = min(around, key=lambda each: len(each.at), default=None)
    for each in conditions:
        if top is not None and each.at[: len(top.at)] == top.at and not parts(each):
            in_trick = CONDITIONS[each.word].asks is Asks.TRICK
            for arg in each.args.values():
                if isinstance(arg, Cards):
                    yield arg.mask, in_trick and arg.mask.bit_count() < game.table.players
    kept = (each.cards.mask for each in every if isinstance(each, Keeps) and each.at == rule)
    yield from ((cards, False) for cards in kept)


def _cards_named(game: Game) -> Iterator[int]:
    """Each single card that a condition of the game names, as a set of one card."""
    for each in inside(game):
        if isinstance(each, Condition) and not parts(each):
            kinds = CONDITIONS[each.word].args
            for name, value in each.args.items():
                card = kinds[name].kind in (Kind.CARD, Kind.CARD_OR_CALLED)
                if card and isinstance(value, int) and value >= 0:
                    yield 1 << value
