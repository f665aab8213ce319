"""What was trained on rounds of agents, as a player among other players."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import SupportsIndex

from ..engine import Move, View
from ..model import Game
from ..players import InformationState
from ..problems import WrongCall, repeated
from .observations import action_number
from .rounds import AgentGame, Decision

Policy = Callable[[Decision], SupportsIndex]
"""Chooses one of the legal actions of a decision."""


class AgentPlayer:
    """A player whose moves a policy chooses, by the numbers of actions. `zwanz_ssot.players.chosen`
    asks it, as the commands do; in a file, a function that returns one makes it a player of one's
    own.

    >>> import zwanz_ssot
    >>> from zwanz_ssot.agents import AgentPlayer
    >>> from zwanz_ssot.players import chosen
    >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
    >>> player = AgentPlayer(lambda decision: decision.legal[-1])
    >>> chosen(player, round)
    Move('bid solo')
    """

    def __init__(self, policy: Policy, *, digest: str | None = None) -> None:
        """``digest`` is `AgentGame.digest` of the rules that the policy was trained for. Raises
        `WrongCall` for a policy that is no function.
        """
        if not callable(policy):
            raise WrongCall(f"{repeated(str(policy))!r} is no function", "give policy(decision)")
        self._policy = policy
        self._digest = digest

    def choose(self, view: View) -> Move:
        """Raises `WrongCall`: a view does not keep the order that tensors hold.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> AgentPlayer(lambda decision: decision.legal[0]).choose(round.view("forehand"))
        Traceback (most recent call last):
        zwanz_ssot.problems.WrongCall: a view lacks the order of words and cards; use players.chosen
        """
        raise WrongCall("a view lacks the order of words and cards", "use players.chosen")

    def choose_informed(self, known: InformationState) -> Move:
        """The move that the policy chooses for the seat at turn.

        Raises `WrongCall` where there are no moves, for other rules than those of ``digest``, and
        for what is no legal action.

        >>> import zwanz_ssot
        >>> from zwanz_ssot.players import InformationState
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> known = InformationState.of(round, "forehand")
        >>> AgentPlayer(lambda decision: decision.legal[-1]).choose_informed(known)
        Move('bid solo')
        """
        view = known.view
        if not view.moves:
            raise WrongCall("there is no move to choose", "ask for the seat whose turn it is")
        rules = _rules(view.game)
        if self._digest not in (None, rules.digest):
            hint = "train it for these, or leave its digest out"
            raise WrongCall(f"this player was trained for other rules than {rules.game}", hint)
        number = rules.actions.number
        decision = Decision(rules, known, tuple(sorted(map(number, view.moves))))
        answer = self._policy(decision)
        try:
            action = action_number(answer)
        except WrongCall:
            action = -1
        move = rules.actions.move(action) if action in decision.legal else None
        if move is None:
            legal = repeated(", ".join(map(str, decision.legal)), 200)
            text = f"the policy chose {repeated(repr(answer))} as {view.seat}"
            raise WrongCall(text, f"legal are {legal}")
        return move


@lru_cache(maxsize=16)
def _rules(game: Game) -> AgentGame:
    return AgentGame(game)
