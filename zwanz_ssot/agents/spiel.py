"""Any rule set as a game of OpenSpiel. Importing this registers it under the name `NAME`.

>>> import pyspiel
>>> import zwanz_ssot.agents.spiel
>>> game = pyspiel.load_game("zwanz(game=zwanzigerrufen,variant=directnet)")
>>> game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()
(4, 104, 40)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from ..library import BASE, library, load
from ..model import SEATS, Game
from ..problems import NotInstalled
from .rounds import AgentGame, AgentRound

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError:
    text = "the game needs OpenSpiel: pip install numpy open_spiel"
    raise NotInstalled(text) from None

NAME = "zwanz"
"""The short name of the game. Its parameters are ``game``, by default the first of the library, and
``variant``, a name or a file.
"""

_DEFAULT = {"game": "", "variant": BASE}


def _game_type(utility: Any, parameters: Mapping[str, Any]) -> Any:
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Card games from rules as data",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(SEATS),
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(parameters),
        default_loadable=False,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # it comes without types
    """A rule set as a game: chance nodes deal the pack card by card, then one seat decides at a
    time with the actions of `AgentGame`. Returns are the scores at the end.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**_DEFAULT, **(params or {})}
        given["game"] = given["game"] or library().first_game() or ""
        rules = AgentGame(load(given["game"], given["variant"]))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(rules.actions),
            max_chance_outcomes=len(rules.game.deck.cards),
            num_players=rules.players,
            min_utility=float(-rules.limits.score),
            max_utility=float(rules.limits.score),
            utility_sum=0.0 if rules.game.sums_to_zero else None,
            max_game_length=rules.limits.decisions,
        )
        kinds = pyspiel.GameType.Utility
        utility = kinds.ZERO_SUM if rules.game.sums_to_zero else kinds.GENERAL_SUM
        super().__init__(_game_type(utility, _DEFAULT), info, given)
        self.rules = rules

    def new_initial_state(self) -> SpielState:
        """The state before the first card is dealt."""
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> SpielObserver:
        """An observer for the players."""
        return SpielObserver(self.rules, kind, params)

    def max_chance_nodes_in_history(self) -> int:
        """The number of cards: each is dealt by a chance node."""
        return len(self.rules.game.deck.cards)


class SpielState(pyspiel.State):  # type: ignore[misc]  # it comes without types
    """A state of the game: the pack while it is dealt, then the round."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.pack: tuple[int, ...] = ()
        """The cards dealt so far, by their numbers."""
        self.round: AgentRound | None = None
        """The round; None while cards are dealt."""

    def current_player(self) -> int:
        """The player to act; chance while cards are dealt."""
        if self.round is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.round.seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.round.seat)

    def _legal_actions(self, player: int) -> list[int]:
        if self.round is None or self.round.seat != player:
            return []
        return list(self.round.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards left in the pack, with equal probabilities."""
        left = [card for card in range(len(self.rules.game.deck.cards)) if card not in self.pack]
        return [(card, 1 / len(left)) for card in left]

    def _apply_action(self, action: int) -> None:
        if self.round is not None:
            self.round = self.round.after(action)
            return
        self.pack = (*self.pack, action)
        cards = self.rules.game.deck.cards
        if len(self.pack) == len(cards):
            self.round = self.rules.deal(pack=[cards[card].id for card in self.pack])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self.rules.game.deck.cards[action].id}"
        return self.rules.actions.text(action)

    def is_terminal(self) -> bool:
        """Whether the round has ended."""
        return self.round is not None and self.round.over

    def returns(self) -> list[float]:
        """The score of each player; 0 before the end."""
        if self.round is None:
            return [0.0] * self.rules.players
        return [float(score) for score in self.round.scores()]

    def resample_from_infostate(self, player: int, draw: Callable[[], float]) -> SpielState:
        """A state with the same information for a player and hidden cards dealt anew
        (`AgentRound.resample`). ``draw`` returns random numbers in [0, 1).
        """
        if self.round is None:
            return self.get_game().new_initial_state()  # type: ignore[no-any-return]
        other = self.round.resample(player, _Drawn(draw))
        found: SpielState = self.get_game().new_initial_state()
        for card in other.deal:
            found.apply_action(card.index)
        number, wait = self.rules.actions.number, self.rules.actions.wait
        for seat, move in other.history:
            while found.current_player() != seat:
                found.apply_action(wait)
            found.apply_action(number(move))
        while found.round != other:
            found.apply_action(wait)
        return found

    def __str__(self) -> str:
        """The pack, then all moves."""
        if self.round is None:
            return " ".join(self.rules.game.deck.cards[card].id for card in self.pack)
        done = [f"{seat} {move}" for seat, move in self.round.history]
        cards = " ".join(card.id for card in self.round.deal)
        return f"{cards}: {', '.join(done) or '-'}: {self.round.seat}"


class SpielObserver:
    """Observes a state for a player, as text and as a tensor. Each observation is the whole
    information state (perfect recall), whatever type is requested.
    """

    def __init__(self, rules: AgentGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters, not {params}")
        public = pyspiel.PrivateInfoType.NONE
        self._rules = rules
        self._onlooker = kind is not None and kind.private_info == public
        self.tensor = np.zeros(rules.layout.size, np.float32)
        self.dict = {name: rules.layout.piece(self.tensor, name) for name in rules.layout.pieces}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill `tensor` and `dict`; with zeros while cards are dealt."""
        self.tensor.fill(0)
        if state.round is not None:
            self.tensor[:] = state.round.tensor(self._seat(player))

    def string_from(self, state: SpielState, player: int) -> str:
        """The observation as text."""
        if state.round is None:
            return f"{SEATS[player]} | deal"
        return state.round.information(self._seat(player))

    def _seat(self, player: int) -> int | None:
        return None if self._onlooker else player


class _Drawn(Random):
    """A generator that takes its numbers from ``draw``."""

    def __init__(self, draw: Callable[[], float]) -> None:
        super().__init__(0)
        self._draw = draw

    def random(self) -> float:
        return self._draw()


def spiel_game(game: Game) -> SpielGame:
    """The game of OpenSpiel for loaded rules."""
    variant = game.variant if game.own_file is None else str(game.own_file)
    return SpielGame({"game": game.id, "variant": variant})


pyspiel.register_game(_game_type(pyspiel.GameType.Utility.GENERAL_SUM, _DEFAULT), SpielGame)
