"""What is said during the play, at one's turn and before one's card: pairs declared, announcements,
doubles, raises.

Nobody says aloud which side he is on by announcing here. So each player may announce a bonus once,
also when an unknown partner has announced it before; it counts once for their side.
"""

from __future__ import annotations

from ..model import Refusal, Says
from .declarations import Declarations
from .plan import Plan
from .sayings import Sayings
from .state import State


class Asides:
    """All that may be said before a card is played."""

    def __init__(self, table: Plan) -> None:
        self.table = table
        self.declarations = Declarations(table)
        plays = [contract.play for contract in table.contracts]
        self._words = [_by_moment(play.says) for play in plays]
        self.talks = [any(words) for words in self._words]
        """By contract: whether anything is ever said."""
        self._doubles = [
            "double" in play.says.first_trick + play.says.when_leading for play in plays
        ]
        self.sayings = Sayings(table, table.game.speech)
        self.raises = [
            {
                table.moves.raises[contract]: table.contract_ids.index(contract)
                for contract in play.raised_to
            }
            for play in plays
        ]

    def enter(self, state: State) -> None:
        """Open the game to doubling, where it is doubled in the play."""
        if self._doubles[state.contract] and not state.items:
            state.items = self.sayings.first_items()

    def words(self, state: State) -> frozenset[str]:
        """What may be said at this moment of the play."""
        return self._words[state.contract][(not state.winners) * 2 + (not state.trick)]

    def add_moves(self, state: State, words: frozenset[str], found: list[int]) -> None:
        """Add everything of ``words`` that the seat may say now to ``found``."""
        if "declare" in words:
            self.declarations.add_moves(state, found)
        if "announce" in words:
            found += [
                move
                for move in self.sayings.in_contract(state)
                if self._why_not_announce(state, move) is None
            ]
        if "double" in words:
            self.sayings.add_doubles(state, state.turn, found)
        if "raise" in words and self._is_partner(state):
            found += self.raises[state.contract]

    def apply(self, state: State, move: int) -> None:
        """Say it."""
        seat, kind = state.turn, self.table.moves.all[move].kind
        if kind == "declare":
            self.declarations.apply(state, move)
        elif kind == "raise":
            state.contract = self.raises[state.contract][move]
            state.shown |= 1 << seat
        elif kind == "double":
            self.sayings.apply(state, move)
            state.shown |= 1 << seat
        else:
            state.announced_here[seat] += (move,)
            if self.sayings.announced_by(state, seat, move) < 0:
                self.sayings.apply(state, move)

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why it may not be said."""
        kind, at = (
            self.table.moves.all[move].kind,
            self.table.contracts[state.contract].play.says.at,
        )
        if kind not in self.words(state):
            return Refusal("not_now", at, {"word": kind})
        if kind == "declare":
            return self.declarations.why_not(state, move)
        if kind == "announce":
            return self._why_not_announce(state, move)
        if kind == "double":
            return self.sayings.why_not(state, state.turn, move)
        contract = self.table.contracts[state.contract]
        rule = (*contract.play.at, "raised_to")
        if move not in self.raises[state.contract]:
            return Refusal("not_raised_to", rule, {"contract": self.table.moves.all[move].contract})
        return None if self._is_partner(state) else Refusal("only_partner_raises", rule)

    @staticmethod
    def _is_partner(state: State) -> bool:
        """Whether it is the turn of one who plays with the declarer."""
        return bool(state.declarers >> state.turn & 1) and state.turn != state.declarer

    def _why_not_announce(self, state: State, move: int) -> Refusal | None:
        if move in state.announced_here[state.turn]:
            bonus = self.table.game.bonuses[self.table.moves.all[move].item or ""]
            return Refusal("already_announced", bonus.at, {"bonus": bonus.id})
        return self.sayings.why_not_announce(state, state.turn, move, again=True)


def _by_moment(says: Says) -> tuple[frozenset[str], ...]:
    """What may be said: following later on, leading later on, following in the first trick, leading
    to it.
    """
    first, leading = frozenset(says.first_trick), frozenset(says.when_leading)
    return frozenset(), leading, first, first | leading
