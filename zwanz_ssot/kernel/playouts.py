"""Plays rounds to their end with random cards and settles them: a few thousand a second in plain
Python, some hundred thousand if numba is installed (``pip install numba numpy``), the same rounds.

The rules of a contract are lowered to a program (`zwanz_ssot.kernel.program`), which the machine
runs over one array of whole numbers. The engine plays a contract that cannot be lowered.

>>> import zwanz_ssot
>>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
>>> round = zwanz_ssot.deal(game, seed=7).after("bid solo")
>>> while round.step != "play":
...     round = round.after("pass")
>>> found = batch(game, [round], seed=1, repeats=3, compiled=False)
>>> found.scores.tolist()
[[-12, 4, 4, 4], [12, -4, -4, -4], [-12, 4, 4, 4]]
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from ..engine import CompiledGame, Round, table
from ..engine.state import State
from ..model import Game, Ledger, seats_in
from ..model.identifiers import GAME, items_of
from ..problems import (
    RulesAreSilent,
    WrongCall,
    listed,
    of_kind,
    repeated,
    true_or_false,
    whole_number,
)
from ..words.ladders import trump_varies
from . import cells as c
from . import foreseeing as f
from . import nested
from .codes import NotLowered
from .conditions import size
from .machine import build_to_use, machine
from .program import ProgramKey, lowered, position, program_key
from .tricks import chosen, first_chance, next_chance

_CHUNK = 2048
"""Positions in one array: 4.3 MB, which stay in the cache of most processors."""

_VERDICTS = {
    "won": c.IS_WON,
    "lost": c.IS_LOST,
    "missed": c.IS_MISSED,
    "silently_lost": c.IS_SILENTLY_LOST,
    "drawn": c.IS_DRAWN,
}


@dataclass(frozen=True, eq=False)
class Playouts:
    """Rounds that were played out, a row for each: all repeats of the first position, then of the
    second. All arrays have 64-bit numbers; ``numpy.asarray`` takes them without copying.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> round = zwanz_ssot.deal(game, seed=7).after("bid solo")
    >>> while round.step != "play":
    ...     round = round.after("pass")
    >>> found = batch(game, [round], seed=1, compiled=False)
    >>> found.scores.shape, found.settled.tolist(), found.cards is None
    ((1, 4), [1], True)
    """

    settled: memoryview
    """By round: 1; 0 if the rules are silent about the result, and the scores are 0."""
    scores: memoryview
    """By round and seat."""
    paid: memoryview
    """By round and seat: what is paid, in a game where money and scores differ; else 0."""
    points: memoryview
    """By round and seat: card points, in parts of a point (thirds where cards are counted in
    packets of three).
    """
    double_rounds: memoryview
    """By round: the number of double rounds that it starts."""
    lines: memoryview | None
    """By round, item and column: the lines of the ledger; None if not asked for. Items: the game,
    then each bonus for the declarers and for the defenders. Columns: verdict (0: no line; 1 won,
    2 lost, 3 missed, 4 silently lost, 5 drawn), whether announced, value, winners, losers and
    claimants as sets of seats, whether replaced by another line; from 8 on what each seat gets,
    from 16 on what it is paid.
    """
    cards: memoryview | None
    """By round and place in the order of play: the card, and the legal cards as a set; -1 for cards
    that were not played here. None if not asked for.
    """


def program_of(compiled: CompiledGame, key: ProgramKey) -> list[int]:
    """The program of a contract. Raises `NotLowered` for a rule that the machine cannot run."""
    known: dict[ProgramKey, list[int] | NotLowered] = compiled.programs
    if key not in known:
        try:
            known[key] = lowered(compiled, key)
        except NotLowered as missing:
            known[key] = missing
    program = known[key]
    if isinstance(program, NotLowered):
        raise program
    return program


def not_lowered(game: Game) -> Mapping[str, NotLowered]:
    """The contracts that the machine cannot play: by id the error with the unknown word and the
    path of its rule.

    >>> import zwanz_ssot
    >>> not_lowered(zwanz_ssot.load("koenigrufen", "wien"))
    {}
    """
    compiled = table(game)
    found = {}
    for number, contract in enumerate(compiled.contracts):
        trump = contract.play.trump
        suit = next(iter(game.deck.suits)) if trump_varies(trump) else trump.suit
        key = ProgramKey(number, suit, contract.play.ranking, -1)
        try:
            program_of(compiled, key)
        except NotLowered as missing:
            found[contract.id] = missing
    return found


def batch(
    game: Game,
    positions: Iterable[Round],
    seed: int = 0,
    *,
    repeats: int = 1,
    lines: bool = False,
    cards: bool = False,
    compiled: bool | None = None,
) -> Playouts:
    """Play rounds to their end with random cards, and settle them.

    ``positions`` are rounds in the play, at its beginning or later; nobody announces or doubles any
    more. Each is played ``repeats`` times. ``lines`` and ``cards`` ask for these arrays, too.
    ``compiled``: whether to use numba; None: if it is installed.

    All legal cards are equally likely. The random numbers of a round are a multiply-with-carry
    sequence (`zwanz_ssot.kernel.tricks`) seeded with ``seed`` and the number of the round, from 0:
    the same call gives the same rounds on every computer, compiled or not.

    Raises `WrongCall` for a round of other rules or not in the play, for a ``seed`` or ``repeats``
    out of range, and if numba is asked for and is not installed.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> round = zwanz_ssot.deal(game, seed=7).after("bid solo")
    >>> while round.step != "play":
    ...     round = round.after("pass")
    >>> played = batch(game, [round], seed=1, repeats=10, compiled=False)
    >>> played.scores.shape, list(played.settled) == [1] * 10
    ((10, 4), True)
    """
    of_kind("game", Game, game)
    listed("positions", positions)
    rounds = list(positions)
    for number, each in enumerate(rounds):
        if not isinstance(each, Round):
            raise WrongCall(f"position {number} is no round but {repeated(repr(each))}")
        if each.game is not game and each.game != game:
            raise WrongCall(f"position {number} is of {each.game}, not of {game}")
        if each.step != "play":
            hint = "make moves until round.step is play"
            raise WrongCall(f"position {number} is not in the play but in {each.step}", hint)
    states = [each.state for each in rounds]
    return playouts(
        table(game), states, seed, repeats=repeats, lines=lines, cards=cards, compiled=compiled
    )


def playouts(
    game: CompiledGame,
    states: Sequence[State],
    seed: int = 0,
    *,
    repeats: int = 1,
    lines: bool = False,
    cards: bool = False,
    compiled: bool | None = None,
) -> Playouts:
    """`batch` for states of the engine."""
    whole_number("seed", seed, 0, (1 << 63) - 1)
    whole_number("repeats", repeats, 1)
    true_or_false("lines", lines)
    true_or_false("cards", cards)
    compiled = build_to_use(compiled)
    answer = _Answer(game, len(states) * repeats, lines=lines, cards=cards)
    for start in range(0, len(states), _CHUNK):
        _run(game, states[start : start + _CHUNK], seed, repeats, start * repeats, answer, compiled)
    return answer.playouts()


class _Answer:
    """The arrays of an answer while they are filled."""

    def __init__(self, game: CompiledGame, rounds: int, *, lines: bool, cards: bool) -> None:
        self.rounds, self.players, self.items = rounds, game.players, game.items
        self.status = array("q", bytes(16 * rounds))
        by_seat = bytes(8 * rounds * game.players)
        self.scores, self.paid, self.points = (array("q", by_seat) for _ in range(3))
        self.lines = array("q", bytes(8 * rounds * game.items * c.LINE * lines))
        self.cards = array("q", [-1]) * (2 * rounds * c.CARDS * cards)

    def arrays(self) -> tuple[array[int], ...]:
        """The arrays in the order of the parameters of `zwanz_ssot.kernel.settlement.run`."""
        return self.status, self.scores, self.paid, self.points, self.lines, self.cards

    def playouts(self) -> Playouts:
        """The finished answer, each array in its shape."""
        rounds, players = self.rounds, self.players
        settled = array("q", (1 - status for status in self.status[::2]))
        lines = _shaped(self.lines, rounds, self.items, c.LINE) if self.lines else None
        return Playouts(
            memoryview(settled),
            _shaped(self.scores, rounds, players),
            _shaped(self.paid, rounds, players),
            _shaped(self.points, rounds, players),
            memoryview(self.status[1::2]),
            lines,
            _shaped(self.cards, rounds, c.CARDS, 2) if self.cards else None,
        )


def _shaped(numbers: array[int], *shape: int) -> memoryview:
    """An array in a shape; an empty one stays flat."""
    flat = memoryview(numbers)
    return flat.cast("B").cast("q", shape) if numbers else flat


def _run(
    game: CompiledGame,
    states: Sequence[State],
    seed: int,
    repeats: int,
    start: int,
    answer: _Answer,
    compiled: bool,
) -> None:
    """Play some states into the answer. ``start`` is the number of their first round."""
    whole, left = _assembled(game, states)
    run = machine(compiled).run
    numbers: Any = whole if compiled else whole.tolist()
    arrays: Sequence[Any] = answer.arrays()
    if compiled:
        numpy: Any = import_module("numpy")
        numbers, *arrays = (numpy.asarray(each) for each in (whole, *arrays))
    run(numbers, c.WORK, len(states), repeats, seed, start, game.players, game.items, *arrays)
    for number in left:
        for at in range(start + number * repeats, start + (number + 1) * repeats):
            by_engine(game, states[number], seed, at, answer)


def _assembled(
    game: CompiledGame, states: Sequence[State]
) -> tuple[array[int], dict[int, NotLowered]]:
    """The array for some states (work area, positions, each program once), and the numbers of the
    states that the machine cannot play, with the reason.
    """
    whole = array("q", bytes(8 * c.WORK))
    programs: dict[ProgramKey, int] = {}
    code = array("q")
    left: dict[int, NotLowered] = {}
    for number, state in enumerate(states):
        key = program_key(game, state)
        try:
            program = program_of(game, key)
            cells = position(game, state)
        except NotLowered as missing:
            left[number] = missing
            cells = [0] * c.POSITION
        else:
            if key not in programs:
                programs[key] = c.WORK + len(states) * c.POSITION + len(code)
                code.extend(program)
            cells[c.PROGRAM] = programs[key]
        whole.extend(cells)
    whole.extend(code)
    return whole, left


@dataclass(frozen=True)
class Foresight:
    """How much effort `zwanz_ssot.kernel.foreseeing` takes."""

    steps: int
    """How many exchanges of two hidden cards are tried in each world."""
    unlikely: int
    """How many times the likelihood is halved by a card that the rules of thumb would not play."""
    epochs: int
    """How many times each world is played with a card, at most."""
    needed: int
    """In how many worlds a node has to be reached before the seat chooses by its results."""
    inner: int = 0
    """In how many worlds the seat weighs each of its later cards; 0: it chooses by rules of thumb
    and the tree.
    """


_TREE_BITS = 12
"""The number of nodes of the tree, as a power of two: 1.2 MB."""


def foreseen(
    game: CompiledGame,
    states: Sequence[State],
    cards: Sequence[int],
    how: Foresight,
    *,
    own: int,
    fixed: int = 0,
    kept: int = 0,
    may_hold: Sequence[int] = (),
    seed: int = 0,
    compiled: bool | None = None,
) -> list[list[float]]:
    """What a seat gets on average, by state and by card played first (-1: the choice of the rules
    of thumb), by `zwanz_ssot.kernel.foreseeing.foresee`. It is 0 where the rules are silent. Hands
    with more cards than a node of the tree has room for are weighed without it. Raises `NotLowered`
    for a state that the machine cannot play.

    Hidden cards are exchanged to fit what was played: ``fixed`` cards stay in their hands, ``kept``
    seats keep their hands, ``may_hold`` has by seat the cards that it may get.
    """
    compiled = build_to_use(compiled)
    whole, left = _assembled(game, states)
    if left:
        raise next(iter(left.values()))
    if game.tricks > f.MOST_IN_HAND:
        how = replace(how, epochs=1)
    asked = [how.steps, how.unlikely, how.epochs, how.needed, how.inner, _TREE_BITS]
    asked += [first_chance(seed, 0), fixed, kept, *may_hold]
    asked += [game.game.deck.all] * (f.ASKED - len(asked))
    tree = array("q", bytes(8 * (f.FIRST_NODE + (f.NODE << _TREE_BITS if how.epochs > 1 else 0))))
    many = len(cards)
    times, scores = array("q", [1] * many), array("q", bytes(8 * len(states) * many))
    area = array("q", bytes(8 * nested.AREA))
    arrays: Sequence[Any] = (array("q", cards), array("q", asked), tree, area, times, scores)
    numbers: Any = whole if compiled else whole.tolist()
    if compiled:
        numpy: Any = import_module("numpy")
        numbers, *arrays = (numpy.asarray(each) for each in (whole, *arrays))
    machine(compiled).foresee(numbers, c.WORK, len(states), int(own), *arrays)
    return [[scores[n * many + k] / times[k] for k in range(many)] for n in range(len(states))]


def by_engine(game: CompiledGame, state: State, seed: int, at: int, answer: _Answer) -> None:
    """Play and settle round ``at`` with the engine, with the random numbers of the machine."""
    state, chance, play = state.copy(), first_chance(seed, at), game.play_step
    while not state.over:
        legal = play.legal(state)
        many = size(legal)
        if many > 1:
            chance = next_chance(chance)
        card = chosen(chance, legal, many)
        if answer.cards:
            place = 2 * (c.CARDS * at + len(state.played))
            answer.cards[place], answer.cards[place + 1] = card, legal
        play.play_card(state, card)
    for seat in range(game.players):
        answer.points[game.players * at + seat] = state.points(1 << seat)
    try:
        ledger = game.settlement.settle(state, state.contract, state.stakes)
    except RulesAreSilent:
        answer.status[2 * at] = c.SILENT
        return
    answer.status[2 * at + 1] = ledger.double_rounds
    for seat, score in enumerate(ledger.scores):
        answer.scores[game.players * at + seat] = score
    for seat, paid in enumerate(ledger.paid):
        answer.paid[game.players * at + seat] = paid
    if answer.lines:
        _write_lines(game, state, ledger, at, answer)


def _write_lines(
    game: CompiledGame, state: State, ledger: Ledger, at: int, answer: _Answer
) -> None:
    """Write the lines of a ledger as rows of numbers."""
    for line in ledger.lines:
        item = 0
        if line.item != GAME:
            items = items_of(game.bonus_ids.index(line.item))
            item = items[0 if line.claimants == seats_in(state.declarers) else 1]
        row = c.LINE * (game.items * at + item)
        cells = answer.lines
        cells[row + c.VERDICT], cells[row + c.VALUE] = _VERDICTS[line.verdict], line.value
        cells[row + c.ANNOUNCED] = line.announced
        for column, seats in (
            (c.LINE_WINNERS, line.winners),
            (c.LINE_LOSERS, line.losers),
            (c.CLAIMANTS, line.claimants),
        ):
            cells[row + column] = sum(1 << seat for seat in seats)
        for seat, gets in enumerate(line.each):
            cells[row + c.EACH + seat] = gets
        for seat, gets in enumerate(line.paid):
            cells[row + c.PAID + seat] = gets
