"""Players: each chooses one of the legal moves from the view of a seat.

`named` returns a player by its name. ``simple`` chooses by rules of thumb, with ``bid_sampling``
for bids and ``card_heuristics`` for cards; ``sampling`` weighs moves in ``worlds``; those of
one's own are in a file (``own``). `chosen` asks any of them.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Protocol, runtime_checkable

from ..engine import Move, Round, View
from ..engine.random_play import PASSING
from ..problems import IllegalMove, WrongCall, hint_for_unknown, of_kind, whole_number
from .information import InformationState, InformedPlayer
from .own import OwnPlayer, is_own
from .sampling import SamplingPlayer, Strength, WeighedMove, compile_playouts
from .simple import choose
from .worlds import chance

__all__ = [
    "NAMES",
    "InformationState",
    "InformedPlayer",
    "Player",
    "SamplingPlayer",
    "Strength",
    "WeighedMove",
    "choose",
    "chosen",
    "named",
    "player_of",
    "prepare",
    "refuse_own",
    "refuse_unknown",
    "seated",
]


@runtime_checkable
class Player(Protocol):
    """Chooses a move from the view of a seat; every player is one.

    >>> import zwanz_ssot
    >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
    >>> class First:
    ...     def choose(self, view):
    ...         return view.moves[0]
    >>> player: Player = First()
    >>> player.choose(round.view("forehand"))
    Move('bid rufer T-XX')
    """

    def choose(self, view: View) -> Move:
        """One of ``view.moves``, chosen from the view alone: the same view always gets the same
        move. Raises `WrongCall` where there are no moves.
        """


class SimplePlayer:
    """Plays by rules of thumb (`zwanz_ssot.players.simple`), without any chance."""

    def choose(self, view: View) -> Move:
        """The move that the rules of thumb choose."""
        of_kind("view", View, view)
        return choose(view.game, view)


class RandomPlayer:
    """Draws a legal move; mostly the pass, if there is one."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, view: View) -> Move:
        """A random move, the same for the same seed and view."""
        of_kind("view", View, view)
        if not view.moves:
            raise WrongCall(
                "there is no move to choose", "take the view of the seat whose turn it is"
            )
        random = chance(self._seed, view)
        quiet = [move for move in view.moves if move.kind in ("pass", "open")]
        if quiet and random.random() < PASSING:
            return quiet[0]
        return random.choice(view.moves)


LEVELS: Mapping[str, Strength] = {
    "quick": Strength(12, 4),
    "normal": Strength(40, 8),
    "strong": Strength(120, 20),
}
"""The strengths of the sampling player."""
_MAKERS: Mapping[str, Callable[[int], Player]] = {
    choose.__module__.rpartition(".")[2]: lambda seed: SimplePlayer(),
    "random": RandomPlayer,
    "sampling": partial(SamplingPlayer, LEVELS["normal"]),
    **{f"sampling:{name}": partial(SamplingPlayer, level) for name, level in LEVELS.items()},
}
NAMES = tuple(_MAKERS)
"""The names that `named` knows."""


def named(name: str, *, seed: int = 0) -> Player:
    """The player of this name, whose chance comes from ``seed``. Raises `WrongCall` for an unknown
    name, and for a seed that is no whole number from 0 on.

    >>> import zwanz_ssot
    >>> from zwanz_ssot.players import named
    >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
    >>> named("simple").choose(round.view(round.turn))
    Move('bid rufer T-XX')
    >>> named("simpel")
    Traceback (most recent call last):
    zwanz_ssot.problems.WrongCall: there is no player 'simpel'; did you mean 'simple'?
    """
    whole_number("seed", seed, 0)
    _refuse(_unknown([name]))
    return _MAKERS[name](seed)


def player_of(name: str, *, seed: int = 0) -> Player:
    """The player of a name as for `named`, or of ``FILE.py:NAME``, which runs the file: a class or
    a function there makes the player, from the seed if it takes an argument.

    Raises `WrongCall` for an unknown name, and for what fails in the file.

    >>> player_of("mine.py:Mine")
    Traceback (most recent call last):
    zwanz_ssot.problems.WrongCall: there is no file 'mine.py'; write FILE.py:NAME
    """
    return OwnPlayer(name, seed) if _is_own(name) else named(name, seed=seed)


def chosen(player: Player | InformedPlayer, round: Round) -> Move:
    """The move of a player for the seat at turn. It is shown the view of the seat; an
    `InformedPlayer` all that the seat knows, in order.

    Raises `WrongCall` if the round is over, `IllegalMove` for a move that the rules refuse, and
    what the player raises.

    >>> import zwanz_ssot
    >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
    >>> chosen(named("simple"), round)
    Move('bid rufer T-XX')
    """
    of_kind("round", Round, round)
    if round.turn is None:
        raise WrongCall("the round is over", "ask Round.over")
    if isinstance(player, InformedPlayer):
        move = player.choose_informed(InformationState.of(round, round.turn))
    else:
        of_kind("player", Player, player)
        move = player.choose(round.view(round.turn))
    if refused := round.why_not(move):
        raise IllegalMove(refused)
    return move


def seated(names: str, players: int, *, seed: int = 0) -> tuple[Player, ...]:
    """The ``players`` of a table by seat, from one name for all, or a name for each with commas, as
    for `player_of`.

    Raises `WrongCall` for unknown names, all together, and for a wrong number of names.

    >>> len(seated("simple", 4)), len(seated("random,simple,simple,simple", 4))
    (4, 4)
    """
    whole_number("players", players, 1)
    each = _split(names)
    if len(each) == 1:
        each *= players
    strange = _unknown([name for name in each if not _is_own(name)])
    if len(each) != players:
        text = f"{len(each)} players are named for {players} seats"
        hint = "name one for all, or one for each seat from the forehand on"
        strange = [(text, hint), *strange]
    _refuse(strange)
    return tuple(player_of(name, seed=seed) for name in each)


def prepare(names: str = "sampling") -> None:
    """Compile what players of these names run, as `seated` takes them, if numba is installed. The
    first time takes a minute or more; later the result comes from numba's cache.

    Raises `WrongCall` for unknown names.

    >>> prepare("simple,random")  # nothing to compile
    """
    refuse_unknown(names)
    shipped = [name for name in _split(names) if not _is_own(name)]
    if any(isinstance(named(name), SamplingPlayer) for name in shipped):
        compile_playouts()


def refuse_unknown(names: str) -> None:
    """Raise `WrongCall` for names of no player, all together. Those in files are not looked for.

    >>> refuse_unknown("simple,mine.py:Mine")
    >>> refuse_unknown("simpel")
    Traceback (most recent call last):
    zwanz_ssot.problems.WrongCall: there is no player 'simpel'; did you mean 'simple'?
    """
    _refuse(_unknown([name for name in _split(names) if not _is_own(name)]))


def refuse_own(names: str) -> None:
    """Raise `WrongCall` for players in files, which the machines of a cluster do not have.

    >>> refuse_own("simple,mine.py:Mine")
    Traceback (most recent call last):
    zwanz_ssot.problems.WrongCall: a cluster does not have mine.py:Mine; leave --dask out
    """
    for name in filter(_is_own, _split(names)):
        raise WrongCall(f"a cluster does not have {name}", "leave --dask out")


def _unknown(names: Sequence[object]) -> list[tuple[str, str]]:
    """The sentence and the hint for names of no player; nothing where all are known."""
    strange: list[object] = []
    for name in names:
        if name not in NAMES and name not in strange:
            strange.append(name)
    if len(strange) > 1:
        text = f"there are no players {', '.join(map(repr, strange))}"
        return [(text, f"known are {', '.join(NAMES)}")]
    return [(f"there is no player {it!r}", hint_for_unknown(str(it), NAMES)) for it in strange]


def _refuse(problems: Sequence[tuple[str, str]]) -> None:
    """Raise one `WrongCall` for all problems, if there are any."""
    if problems:
        texts, hints = zip(*problems, strict=True)
        raise WrongCall(", and ".join(texts), "; ".join(hints))


def _is_own(name: object) -> bool:
    return isinstance(name, str) and is_own(name)


def _split(names: str) -> list[str]:
    """The names between commas."""
    return [name.strip() for name in names.split(",")] if isinstance(names, str) else [names]
