"""An environment of PettingZoo (AEC: agents act in turn) for any rule set.

>>> import zwanz_ssot
>>> from zwanz_ssot.agents.aec import RoundEnv
>>> env = RoundEnv(zwanz_ssot.load("zwanzigerrufen", "directnet"))
>>> env.reset(seed=7)
>>> env.agent_selection, env.rules.actions.text(env.round.legal[0])
('player_0', 'bid rufer T-XX')
"""

from __future__ import annotations

from random import Random
from typing import Any

from ..engine import Round
from ..model import SEATS, Game
from ..problems import NotInstalled, WrongCall, repeated, whole_number
from .observations import action_number
from .rounds import AgentGame, AgentRound

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ModuleNotFoundError:
    text = "the environment needs PettingZoo: pip install numpy pettingzoo"
    raise NotInstalled(text) from None

_MODES = ("human", "ansi")
_OPTIONS = ("pack", "hands", "talon")


class RoundEnv(AECEnv):  # type: ignore[misc]  # it comes without types
    """An episode is one round. ``player_0`` is forehand; the others follow in the order of play.

    An observation has ``observation``, the tensor of the agent's seat (`AgentGame.layout`), and
    ``action_mask``: 1 for each legal action, all 0 for an agent that is not to act. Rewards are the
    scores of the ledger at the end of the round. They are 0 before it, if the cards are thrown in
    (``infos`` has ``thrown_in``), and if the rules do not settle the round (``rules_are_silent``).

    An episode has at least one move: cards that are thrown in at once are dealt anew. ``reset``
    takes the options ``pack``, ``hands`` and ``talon`` of `zwanz_ssot.deal` and ignores others.
    """

    metadata: dict[str, Any] = {"render_modes": [*_MODES], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        """``render_mode``: ``human`` prints a round, ``ansi`` returns it as text. Raises
        `WrongCall` for another mode.
        """
        super().__init__()
        if render_mode not in (None, *_MODES):
            raise WrongCall(f"there is no render mode {render_mode!r}", f"take {_MODES}")
        self.rules = AgentGame(game)
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"zwanz_{game.id}_{game.variant}_v0"}
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size, most, actions = self.rules.layout.size, self.rules.layout.most, self.rules.actions
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, most, (size,), np.int16),
                    "action_mask": spaces.Box(0, 1, (len(actions),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(len(actions)) for agent in self.possible_agents
        }
        self._random = Random()
        self.round: AgentRound

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        self._seat(agent)
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new round. A ``seed`` determines this round and all later ones; the cards are
        not those of `zwanz_ssot.deal` with it. Raises `WrongCall` for a seed that is no whole
        number, and for given cards that are thrown in at once.
        """
        if seed is not None:
            seed = int(seed) if isinstance(seed, np.integer) else seed
            whole_number("seed", seed, 0)
            self._random = Random(seed)
        given = {name: cards for name, cards in (options or {}).items() if name in _OPTIONS}
        self.round = self._dealt(given)
        while self.round.over:
            if given:
                raise WrongCall("these cards are thrown in at once", "give other ones")
            self.round = self._dealt({})
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def _dealt(self, given: dict[str, Any]) -> AgentRound:
        if given:
            return self.rules.deal(**given)
        return self.rules.deal(seed=self._random.getrandbits(63))

    def _need_round(self) -> None:
        if not hasattr(self, "round"):
            raise WrongCall("no round has begun", "call reset first")

    def _need_agents(self) -> None:
        self._need_round()
        if not self.agents:
            raise WrongCall("the round is over for all agents", "call reset")

    def _seat(self, agent: str) -> int:
        if not isinstance(agent, str) or agent not in self._seats:
            known = ", ".join(self.possible_agents)
            raise WrongCall(f"there is no agent {repeated(str(agent))!r}", f"there are {known}")
        return self._seats[agent]

    def _select(self) -> None:
        """Select the agent of the seat that decides."""
        seat = self.round.seat
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """The agents in the order in which they act. Raises `WrongCall` before the first
        ``reset``.
        """
        self._need_round()
        return super().agent_iter(max_iter)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the selected agent sees, its reward since it acted last, and whether its round is
        over. Raises `WrongCall` before the first ``reset``, and once it is over for all.
        """
        self._need_agents()
        last: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return last

    def observe(self, agent: str) -> dict[str, Any]:
        """An agent's observation: the tensor of its seat, and the mask of its legal actions. Raises
        `WrongCall` before the first ``reset``.
        """
        self._need_round()
        seat = self._seat(agent)
        mask = self.round.mask
        if self.round.seat != seat:
            mask[:] = 0
        return {"observation": self.round.tensor(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the selected agent's action; None if its round is over.

        Raises `IllegalMove` with the reason if the rules refuse the action, `WrongCall` before the
        first ``reset``, once the round is over for all, and for what is no number.
        """
        self._need_agents()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise WrongCall(f"{agent} has to act", "None is for agents whose round is over")
        self.round = self.round.after(action_number(action))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if self.round.over:
            self._end()
        self._accumulate_rewards()
        if self.round.over:
            self.agent_selection = self.agents[0]
        self._select()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        """Give the rewards, and end the episode for every agent."""
        over: Round = self.round.round
        silent = over.silent()
        for agent, score in zip(self.possible_agents, self.round.scores(), strict=True):
            self.rewards[agent] = score
            self.terminations[agent] = True
            if over.thrown_in is not None:
                self.infos[agent]["thrown_in"] = over.thrown_in
            if silent is not None:
                self.infos[agent]["rules_are_silent"] = silent.path

    def render(self) -> str | None:
        """The hands and the last moves, a line each. The mode ``human`` prints them, ``ansi``
        returns them.
        """
        if self.render_mode is None:
            return None
        self._need_round()
        shown: Round = self.round.round
        lines = [repr(shown)]
        lines += [f"  {SEATS[seat]}: {hand}" for seat, hand in enumerate(shown.hands)]
        lines += [f"  {seat} {move}" for seat, move in shown.history[-self.rules.players :]]
        text = "\n".join(lines)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing: PettingZoo requires the method, but there is nothing to close."""
