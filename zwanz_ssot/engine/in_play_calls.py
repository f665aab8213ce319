"""What is said during the play, in turn before one's card, or at any time: declared pairs,
announcements, doubles, raises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..model import Declaration, Refusal, Says
from ..words.cards import span
from ..words.registry import Seats
from ..words.roles import anyone
from .announcer import Announcer, Once
from .moves import Move
from .plan import Plan
from .state import State, put


class DeclaredPair(NamedTuple):
    """The rule and the cards of a pair that a move declares."""

    rule: Declaration
    cards: int


class PairsByHand(dict[int, tuple[tuple[int, bool], ...]]):
    """A cache: the pairs in a hand, by which of ``cards`` it holds. Each as its move, and whether
    it ties a card.
    """

    def __init__(self, pairs: Mapping[int, DeclaredPair]) -> None:
        super().__init__()
        self._pairs = pairs
        self.cards = 0
        for pair in pairs.values():
            self.cards |= pair.cards

    def __missing__(self, hand: int) -> tuple[tuple[int, bool], ...]:
        found = self[hand] = tuple(
            (move, rule.binds != "nothing")
            for move, (rule, cards) in self._pairs.items()
            if hand & cards == cards
        )
        return found


class Declarations:
    """Declaring pairs, and their points."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        deck = plan.game.deck
        suits = tuple(deck.suits.values())
        self.pairs: dict[int, DeclaredPair] = {}
        for (key, suit), move in plan.moves.declares.items():
            rule = plan.game.declarations[key]
            cards = deck.mask(f"{suits[suit].letter}-{rank}" for rank in rule.ranks)
            self.pairs[move] = DeclaredPair(rule, cards)
        self._of_hand = PairsByHand(self.pairs)
        self._counts = {
            rule.id: plan.words.test(rule.counts_if)
            for rule in plan.game.declarations.values()
            if rule.counts_if is not None
        }

    def add_moves(self, state: State, seat: int, found: list[int]) -> None:
        """Add every pair that the seat may declare now to ``found``."""
        held = self._of_hand[state.hands[seat] & self._of_hand.cards]
        if not held or (state.tied[seat] and not self.has_laid(state, seat)):
            return
        tied, declared = state.tied[seat], state.declared_pairs[seat]
        for move, binds in held:
            if move not in declared and not (tied and binds):
                found.append(move)

    @staticmethod
    def has_laid(state: State, seat: int) -> bool:
        """Whether the seat is tied to the card that it laid down with its bid. It may then declare
        only pairs that it need not lead.
        """
        laid = state.laid[seat]
        return laid >= 0 and state.tied[seat] == 1 << laid

    def points(self, state: State, pair: DeclaredPair) -> int:
        """The worth of a pair in this round, in card points."""
        assert state.rules is not None
        points = pair.rule.points
        return points.trump if self.is_trump(state, pair) else points.elsewhere

    @staticmethod
    def is_trump(state: State, pair: DeclaredPair) -> bool:
        """Whether all cards of a pair are trumps."""
        assert state.rules is not None
        return not pair.cards & ~state.rules.trump

    def apply(self, state: State, seat: int, move: int) -> None:
        """Declare a pair."""
        pair = self.pairs[move]
        points = self.points(state, pair)
        state.declared_pairs = put(state.declared_pairs, seat, (*state.declared_pairs[seat], move))
        declared = state.declared_points[seat] + points * self.plan.unit
        state.declared_points = put(state.declared_points, seat, declared)
        if pair.rule.binds == "lead_one":
            state.tied = put(state.tied, seat, pair.cards)
        if self.shows_cards(state, pair):
            state.show(seat, pair.cards)

    def shows_cards(self, state: State, pair: DeclaredPair) -> bool:
        """Whether the others learn which cards are declared: they are shown, led, or the only ones
        of their worth.
        """
        assert state.rules is not None
        rule = pair.rule
        alone = rule.points.trump != rule.points.elsewhere and self.is_trump(state, pair)
        return alone or rule.shown == "cards" or rule.binds == "lead_one"

    def heard(self, state: State, move: Move) -> Move:
        """A declaration as the others hear it: with its points, unless they learn its cards."""
        pair = self.pairs[self.plan.moves.number[move.text]]
        if self.shows_cards(state, pair):
            return move
        points = self.points(state, pair)
        return Move("declare", f"declare {pair.rule.id} {points}", item=pair.rule.id, count=points)

    def count(self, state: State) -> None:
        """At the end, add up the declarations that count."""
        counts = zip(state.declared_counts, self.counting(state), strict=True)
        state.declared_counts = tuple([before + points for before, points in counts])

    def counting(self, state: State) -> list[int]:
        """By seat: its declared points that count so far, in parts of a point."""
        return [
            sum(points for _, points, counts in self.declared_by(state, seat) if counts)
            for seat in range(state.players)
        ]

    def declared_by(self, state: State, seat: int) -> Iterator[tuple[DeclaredPair, int, bool]]:
        """The pairs that a seat has declared, each with its points, in parts of a point, and with
        whether they count so far.
        """
        for move in state.declared_pairs[seat]:
            pair = self.pairs[move]
            test = self._counts.get(pair.rule.id)
            points = self.points(state, pair) * self.plan.unit
            yield pair, points, test is None or test(state, 1 << seat)

    def why_not(self, state: State, seat: int, move: int) -> Refusal | None:
        """Why a pair may not be declared; None if it may."""
        pair = self.pairs[move]
        at = pair.rule.at
        if move in state.declared_pairs[seat]:
            return Refusal("declared_already", at, {"cards": pair.cards})
        if missing := pair.cards & ~state.hands[seat]:
            return Refusal("not_held", (*at, "ranks"), {"cards": missing})
        if state.tied[seat] and self.has_laid(state, seat):
            if pair.rule.binds == "nothing":
                return None
            rule = (*self.plan.contracts[state.contract].at, "lays_card")
            return Refusal("laid_card", rule, {"cards": state.tied[seat]})
        if state.tied[seat]:
            return Refusal("lead_it_first", (*at, "binds"), {"cards": state.tied[seat]})
        return None


IN_PLAY_WORDS = ("declare", "announce", "double", "raise")
"""The kinds of move that are said during the play."""

_Add = Callable[[State, int, list[int]], None]
"""Adds every move of one kind that a seat may make to a list."""


class SpokenWord(NamedTuple):
    """A word that may be said at any time, compiled."""

    word: str
    who: Seats
    during: range
    """The tricks in which it may be said, from 0."""


class AllowedWord(NamedTuple):
    """A word that may be said at one moment of the play, compiled."""

    word: str
    who: Seats | None
    """The seats that may say it; None: everybody."""
    add: _Add

    def is_for(self, state: State, seat: int) -> bool:
        """Whether this seat may say it."""
        return self.who is None or bool(self.who(state, 1 << seat) >> seat & 1)


class InPlayCalls:
    """Everything that may be said during the play, in turn and out of turn."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.declarations = Declarations(plan)
        self.announcer = Announcer(
            plan, step="play", at=("play",), words=plan.game.speech, once=Once.A_PLAYER
        )
        plays = [contract.play for contract in plan.contracts]
        self.raises = [
            {
                plan.moves.raises[contract]: plan.contract_ids.index(contract)
                for contract in play.raised_to
            }
            for play in plays
        ]
        """By contract: the contracts that the partner may raise it to, by move."""
        self._doubles = ["double" in play.says.words for play in plays]

        # What may be said, by whom, and when.
        self._add: dict[str, _Add] = {
            "declare": self.declarations.add_moves,
            "announce": self.announcer.add_announcements,
            "double": self.announcer.add_doubles,
            "raise": self._add_raises,
        }
        self._any_time = [self._spoken(play.says) for play in plays]
        self.speaks_out_of_turn = any(self._any_time)
        """Whether the rules let any seat speak out of turn."""
        tricks = range(plan.tricks + 1)
        self._out_of_turn = [
            [self._in_trick(spoken, trick) for trick in tricks] for spoken in self._any_time
        ]
        """By contract and trick, from 0: what may be said out of turn."""
        self.at_turn = [
            [
                (
                    self._at_turn(play.says, spoken, trick, leading=False),
                    self._at_turn(play.says, spoken, trick, leading=True),
                )
                for trick in tricks
            ]
            for play, spoken in zip(plays, self._any_time, strict=True)
        ]
        """By contract, trick from 0, and following or leading: what may be said in turn."""

    def _spoken(self, says: Says) -> tuple[SpokenWord, ...]:
        return tuple(
            SpokenWord(
                rule.id,
                self.plan.seats(rule.who),
                span(rule.during, self.plan.tricks).numbers,
            )
            for rule in says.any_time
        )

    def _in_trick(self, spoken: Sequence[SpokenWord], trick: int) -> tuple[AllowedWord, ...]:
        here = {each.word: each.who for each in spoken if trick in each.during}
        found = list[AllowedWord]()
        for word in IN_PLAY_WORDS:
            if word in here:
                who = None if here[word] is anyone.meaning else here[word]
                found.append(AllowedWord(word, who, self._add[word]))
        return tuple(found)

    def _at_turn(
        self, says: Says, spoken: Sequence[SpokenWord], trick: int, *, leading: bool
    ) -> tuple[AllowedWord, ...]:
        first = says.first_trick if trick == 0 else ()
        own = {*first, *(says.when_leading if leading else ())}
        by_others = {each.word: each for each in self._in_trick(spoken, trick)}
        return tuple(
            AllowedWord(word, None, self._add[word]) if word in own else by_others[word]
            for word in IN_PLAY_WORDS
            if word in own or word in by_others
        )

    def enter(self, state: State) -> None:
        """Make the game an item to double, where it is doubled in the play."""
        if self._doubles[state.contract] and not state.doublable:
            state.doublable = self.announcer.first_items(state)

    def words(self, state: State, seat: int) -> Sequence[AllowedWord]:
        """What may be said now, in turn or out of turn as for ``seat``, by it or by others."""
        trick = len(state.winners)
        if seat != state.turn:
            return self._out_of_turn[state.contract][trick]
        return self.at_turn[state.contract][trick][not state.trick]

    def out_of_turn(self, state: State) -> list[tuple[int, int]]:
        """The legal moves of seats whose turn it is not, each as ``(seat, number of the move)``."""
        found = list[tuple[int, int]]()
        spoken, turn = self._out_of_turn[state.contract][len(state.winners)], state.turn
        if not spoken:
            return found
        moves: list[int] = []
        for seat in range(state.players):
            if seat == turn:
                continue
            self.add_moves(state, seat, spoken, moves)
            if moves:
                found += [(seat, move) for move in moves]
                moves.clear()
        return found

    @staticmethod
    def add_moves(state: State, seat: int, words: Sequence[AllowedWord], found: list[int]) -> None:
        """Add every move of ``words`` that the seat may make to ``found``."""
        own = 1 << seat
        for _, who, add in words:
            if who is None or who(state, own) & own:
                add(state, seat, found)

    def _add_raises(self, state: State, seat: int, found: list[int]) -> None:
        if self._is_partner(state, seat):
            found += self.raises[state.contract]

    def apply(self, state: State, seat: int, move: int) -> None:
        """Declare, announce, double or raise."""
        kind = self.plan.moves.all[move].kind
        if kind == "declare":
            self.declarations.apply(state, seat, move)
        elif kind == "raise":
            state.contract = self.raises[state.contract][move]
            state.shown |= 1 << seat
            if self._doubles[state.contract]:
                state.doublable = self.announcer.first_items(state)
        else:
            self.announcer.apply(state, seat, move)

    def why_not(self, state: State, seat: int, move: int) -> Refusal | None:
        """Why a seat may not make this move; None if it may."""
        made = self.plan.moves.all[move]
        contract = self.plan.contracts[state.contract]
        words = [it.word for it in self.words(state, seat) if it.is_for(state, seat)]
        if made.kind not in words:
            return self._why_not_now(state, seat, made.kind)
        if made.kind == "declare":
            return self.declarations.why_not(state, seat, move)
        if made.kind in ("announce", "double"):
            return self.announcer.why_not(state, seat, move)
        rule = (*contract.play.at, "raised_to")
        if move not in self.raises[state.contract]:
            return Refusal("not_raised_to", rule, {"contract": made.contract})
        return None if self._is_partner(state, seat) else Refusal("only_partner_raises", rule)

    def _why_not_now(self, state: State, seat: int, word: str) -> Refusal:
        """Why a word may not be said by this seat, in this trick, or at this turn."""
        says = self.plan.contracts[state.contract].play.says
        now = len(state.winners)
        for rule, spoken in zip(says.any_time, self._any_time[state.contract], strict=True):
            if spoken.word == word and now not in spoken.during:
                return Refusal("not_now", rule.at, {"word": word})
            if spoken.word == word:
                return Refusal("only_they_say", (*rule.at, "who"), {"role": rule.who, "word": word})
        code = "not_now" if seat == state.turn else "not_your_turn"
        return Refusal(code, says.at, {"word": word})

    @staticmethod
    def _is_partner(state: State, seat: int) -> bool:
        """Whether the seat plays with the declarer."""
        return bool(state.declarers >> seat & 1) and seat != state.declarer
