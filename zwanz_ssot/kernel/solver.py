"""Solves positions with all cards open: the result of the declarers' side if both sides play
perfectly.

>>> import zwanz_ssot
>>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
>>> round = zwanz_ssot.deal(game, seed=7).after("bid solo")
>>> while round.step != "play":
...     round = round.after("pass")
>>> for _ in range(30):
...     round = round.after(round.moves()[0])
>>> found = solve(round, compiled=False)
>>> found.value, dict(found.cards)
(25, {'D-J': 25, 'D-C': 25, 'S-Q': 25})
>>> solve(round, nodes=5, compiled=False)
NotSolved(aim='points', nodes=5)
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from itertools import chain, combinations, groupby
from typing import Any

from ..engine import CompiledGame, Round, table
from ..engine.state import State
from ..problems import WrongCall, hint_for_unknown, of_kind, true_or_false, whole_number
from . import cells as c
from . import search_area as s
from .codes import NotLowered
from .conditions import size
from .machine import build_to_use, machine
from .playouts import program_of
from .program import position as lowered_position
from .program import program_key
from .tricks import worth_of

POINTS, TRICKS, OBJECTIVE = "points", "tricks", "objective"
AIMS = {POINTS: s.AIM_POINTS, TRICKS: s.AIM_TRICKS, OBJECTIVE: s.AIM_OBJECTIVE}

_TABLE_BITS = {True: 19, False: 14}
"""The number of lists of the table and of entries, as a power of two, by build. The compiled table
takes 71 MB; the plain one is small, as a Python list has to be filled.
"""

_OF_POINTS = (c.POINTS_AT_LEAST, c.POINTS_BY_DECLARED, c.MAJORITY)
_OF_TAKEN = {*_OF_POINTS, c.HAS_TAKEN}
"""Operations that depend on who took which cards."""
_OF_TRICKS = {c.WON_EXACTLY, c.WON_AT_LEAST, c.NEVER_EXACTLY, c.NEVER_AT_LEAST, c.WITHOUT}
"""Operations that depend on who has won how many tricks."""
_OF_SIDES = {c.OWN, c.SEATS_DECLARERS, c.SEATS_DEFENDERS, c.SIDE_OF, c.OPPONENTS_OF}
"""Operations that give whole sides, where ``own`` are the declarers."""
_LEAST_ROOM = 128
"""The fewest cells for entries: enough for the longest. Their number is a power of two."""
_CONDITIONS = 6
"""The number of conditions of an entry, on average, that the table has room for."""
_MOST_CELLS = 16 * s.RUN_ROW
_WORD = 62
"""The bits of a cell that a key uses."""
_OF_ORDER = {
    *(c.WON_FIRST, c.WON_TRICK, c.LOST_ONE, c.CARD_WINS, c.CARD_IN, c.BEATEN_BY, c.WINNER_OF),
    *(c.MOST, c.SEATS_LOSERS, c.ONE_LOSER, c.SEATS_WINNERS),
}
"""Operations that depend on more of the finished tricks, such as their order."""
_OF_CARD_BELOW = (c.HOLDER_OF, c.LAY_IN_TALON, c.CARD_WINS, c.CARD_IN)
"""Operations on the card that the instruction before has pushed."""
_OF_CARDS = {
    *(c.HAS_TAKEN, c.WAS_PLAYED, c.HAND_EXACTLY, c.HAND_AT_LEAST, c.HAND_AT_MOST),
    *(c.LED_WITH, c.TRICK_HAS),
}
"""Operations on a set of cards, the operand ``a``."""
_OF_NO_TRICK = {
    *(c.END, c.PUSH, c.OWN, c.SEATS_DECLARERS, c.SEATS_DEFENDERS, c.SEAT_DECLARER, c.SEAT_DEALER),
    *(c.TURNED, c.SIDE_OF, c.OPPONENTS_OF, c.ALL_BUT, c.THE_CALLED, c.HOLDER_OF, c.HOLDER_OF_ALL),
    *(c.PLAYER_OF, c.ANNOUNCERS, c.DECLARING_SIDE, c.PLAYERS_EXACTLY, c.PLAYERS_AT_LEAST),
    *(c.LAY_IN_TALON, c.WAS_PLAYED, c.NOW_IN, c.DEALT_TO_ONE, c.WAS_DEALT_EXACTLY),
    *(c.WAS_DEALT_AT_LEAST, c.IS_AMONG, c.IN_COMMON, c.DOUBLED, c.HAND_EXACTLY, c.HAND_AT_LEAST),
    *(c.HAND_AT_MOST, c.LED_WITH, c.TRICK_HAS, c.FALL_IN_ORDER, c.NOT, c.AND_ELSE, c.OR_ELSE),
}
"""Operations that depend on no finished trick, but for the cards that have gone in them."""


def _is_known(op: int) -> bool:
    return any(op in each for each in (_OF_NO_TRICK, _OF_TAKEN, _OF_TRICKS, _OF_ORDER))


@dataclass(frozen=True)
class Solution:
    """The value of a position with all cards open, if both sides play perfectly.

    >>> found = Solution("tricks", 2, 1, {"H-K": 2, "H-Q": 1}, ("H-K", "H-A"), 5)
    >>> [card for card, value in found.cards.items() if value == found.value]
    ['H-K']
    """

    aim: str
    """What is counted for the declarers' side: ``points``, ``tricks`` or ``objective``."""
    value: int
    """Card points at the end of the round, in parts of a point; tricks; or 1 if the contract's
    objective is reached, and 0 if not.
    """
    parts: int
    """The parts of a point (3 where cards are counted in packets of three); 1 for other aims."""
    cards: Mapping[str, int]
    """The value after each legal card; empty if only that of the position was asked for."""
    line: tuple[str, ...]
    """Cards that keep the value, from here to the end; fewer if that took too many nodes."""
    nodes: int
    """The number of positions searched for the values."""


@dataclass(frozen=True)
class NotSolved:
    """The search stopped at its limit of nodes.

    >>> NotSolved("points", 5_000_000).aim
    'points'
    """

    aim: str
    nodes: int
    """The number of positions searched."""


def solve(
    position: Round,
    *,
    aim: str | None = None,
    nodes: int = 5_000_000,
    cards: bool = True,
    compiled: bool | None = None,
) -> Solution | NotSolved:
    """Search a round in the play to its end, with all cards open; nobody announces or doubles any
    more.

    ``aim`` is what the declarers' side maximizes and the other side minimizes: ``points`` (card
    points as they are settled), ``tricks``, or ``objective`` (1 if the contract's is reached).
    None: points if the objective asks for them or there is none, else the objective. At most
    ``nodes`` positions are searched. ``cards``: whether to find the value of each legal card too,
    which takes several times as long. ``compiled``: whether to use numba; None: if it is installed.

    Raises `WrongCall` for a round that is not in the play, without two sides or with a rule that
    the kernel does not know, for an unknown aim, for ``nodes`` out of range, and if numba is asked
    for and is not installed.

    The last trick is forced, so its value is the result of the round:

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> round = zwanz_ssot.deal(game, seed=7).after("bid solo")
    >>> while round.step != "play":
    ...     round = round.after("pass")
    >>> for _ in range(36):
    ...     round = round.after(round.moves()[0])
    >>> solution = solve(round, compiled=False)
    >>> for card in solution.line:
    ...     round = round.after(f"play {card}")
    >>> round.ledger().lines[0].measured["points"] == solution.value
    True
    """
    of_kind("round", Round, position)
    if position.step != "play":
        hint = "make moves until round.step is play"
        raise WrongCall(f"the position is not in the play but in {position.step}", hint)
    whole_number("nodes", nodes, 1, (1 << 63) - 1)
    true_or_false("cards", cards)
    compiled = build_to_use(compiled)
    game, state = table(position.game), position.state
    try:
        program = program_of(game, program_key(game, state))
        where = lowered_position(game, state)
    except NotLowered as missing:
        raise WrongCall(f"the kernel does not know a rule: {missing}") from None
    aim = _aim(program, state, aim)
    return _solved(game, aim, _Search(program, where, aim, nodes, cards, compiled), compiled)


def _aim(program: list[int], state: State, aim: str | None) -> str:
    """The aim, by default that of the contract. Raises `WrongCall` for a position without it."""
    if aim is not None and (not isinstance(aim, str) or aim not in AIMS):
        raise WrongCall(f"there is no aim {aim!r}", hint_for_unknown(str(aim), AIMS))
    every = (1 << program[c.PLAYERS]) - 1
    if state.declarers in (0, every):
        raise WrongCall("the contract has no two sides: everybody plays alone")
    if program[c.LATE]:
        raise WrongCall("the contract has no two sides before the end of the play")
    code = program[c.OBJECTIVE]
    asked = {op for op, _, _ in _instructions(program, code)}
    if aim is None:
        aim = OBJECTIVE if code and not asked & {*_OF_POINTS} else POINTS
    if aim == OBJECTIVE:
        if code == 0:
            raise WrongCall("the contract has no objective", f"aim {POINTS} or {TRICKS}")
        if asked & {c.POINTS_BY_DECLARED} or program[c.CLAIMED_BY]:
            raise WrongCall("whose objective it is depends on what was declared", f"aim {POINTS}")
        if program[c.EACH_ALONE] and size(state.declarers) > 1:
            raise WrongCall("each declarer has an objective alone", f"aim {POINTS} or {TRICKS}")
    return aim


def _instructions(program: list[int], code: int) -> list[tuple[int, int, int]]:
    found = []
    while code and program[code] != c.END:
        found.append((program[code], program[code + 1], program[code + 2]))
        code += 3
    return found


def _points_needed(program: list[int]) -> int | None:
    """The points with which the declarers reach the objective; None if it asks for more."""
    asked = _instructions(program, program[c.OBJECTIVE])
    if [op for op, _, _ in asked] == [c.SEATS_DECLARERS, c.POINTS_AT_LEAST]:
        return asked[1][1]
    return None


class _Search:
    """The array for one search: work area, position, program, area; and the size of the table."""

    def __init__(
        self,
        program: list[int],
        where: list[int],
        aim: str,
        nodes: int,
        cards: bool,
        compiled: bool,
    ) -> None:
        self.program, self.where, self.aim = program, where, aim
        codes = [program[place] for place in (c.LOST, c.GIVEN_IF)]
        codes += [program[program[c.WINS] + c.WIN_ROW * n + 1] for n in range(program[c.WIN_COUNT])]
        lists = (
            (c.PAIR_TESTS, c.PAIR_COUNT), (c.LEAD_WHEN, c.LEADS), (c.FOLLOW_WHEN, c.FOLLOWS)
        )  # fmt: skip
        for place, many in lists:
            codes += program[program[place] : program[place] + program[many]]
        self.points_needed = None
        if aim == OBJECTIVE:
            self.points_needed = _points_needed(program)
            if self.points_needed is None:
                codes.append(program[c.OBJECTIVE])
            else:
                self.aim = aim = POINTS
        self.instructions = [_instructions(program, code) for code in codes]

        # The array without the table.
        self.q, p = c.WORK, c.WORK + c.POSITION
        where[c.PROGRAM] = p
        self.s = p + len(program)
        area = [0] * s.SEARCH
        area[s.LIMIT], area[s.AIM], area[s.EACH_CARD] = nodes, AIMS[aim], int(cards)
        area[s.CODE] = program[c.OBJECTIVE]
        area[s.MEMORY] = self._memory()
        area[s.TABLE] = self.s + s.SEARCH
        area[s.TABLE_BITS] = min(_TABLE_BITS[compiled], nodes.bit_length())
        area[s.LOWEST : s.LOWEST + 4] = self._bounds()
        for card in range(self._cards() if aim == POINTS else 0):
            area[s.WORTH_OF + card] = worth_of(program, 0, 1 << card)
        if aim != OBJECTIVE:
            self._note_sure_tricks(area)
        self._note_runs(area)
        if area[s.HIGHEST] > s.BOUND_MASK:
            raise WrongCall("the game has more points than the solver has room for")
        if self.points_needed is not None:
            area[s.LOWEST], area[s.HIGHEST] = self.points_needed - 1, self.points_needed
        length = s.KEY_AT + area[s.KEY_SIZE] + _CONDITIONS
        room = max(length << area[s.TABLE_BITS], _LEAST_ROOM)
        area[s.ROOM] = 1 << (room - 1).bit_length()
        self.entries = (1 << area[s.TABLE_BITS]) + area[s.ROOM]
        self.cells = array("q", bytes(8 * c.WORK))
        self.cells.extend([*where, *program, *area])

    def _memory(self) -> int:
        """What a key has to remember of finished tricks, as the result depends on it."""
        program = self.program
        if program[c.USES_TALON] and c.FOR_FIRST_TRICKS in (
            program[c.COUNTS_FOR],
            program[c.CALLED_PACKET],
        ):
            return s.MEMORY_OF_ALL
        most = s.MEMORY_OF_CARDS if program[c.ENDS_AT] else s.NO_MEMORY
        known = {*_OF_TRICKS, *_OF_SIDES, c.AND_ELSE, c.OR_ELSE}
        if program[c.EACH_ALONE] and size(self.where[c.Q_DECLARERS]) > 1:
            known -= {c.OWN}
        for code in self.instructions:
            by_side = all(op in known for op, _, _ in code)
            for op, a, b in code:
                found = self._remembers(op, a, b)
                if found == s.MEMORY_OF_TRICKS and by_side:
                    found = s.MEMORY_OF_SIDE
                most = max(most, found)
        return most

    def _remembers(self, op: int, a: int, b: int) -> int:
        tricks = self.program[c.SIZE]
        if op in _OF_TAKEN:
            return s.MEMORY_OF_CARDS
        if op in _OF_TRICKS:
            return s.MEMORY_OF_TRICKS
        if op in _OF_NO_TRICK:
            return s.NO_MEMORY
        if op in (c.WON_TRICK, c.WINNER_OF, c.CARD_WINS, c.CARD_IN) and a == tricks - 1:
            return s.NO_MEMORY
        every = (op == c.WON_FIRST and a == tricks) or (op == c.LOST_ONE and (a, b) == (0, tricks))
        return s.MEMORY_OF_TRICKS if every else s.MEMORY_OF_ALL

    def _bounds(self) -> list[int]:
        """The lowest and the highest value; the least and the most points beside cards of hands and
        tricks, that is by the talon, the discards, declared pairs and the last trick.
        """
        program, where = self.program, self.where
        if self.aim != POINTS:
            return [0, program[c.SIZE] if self.aim == TRICKS else 1, 0, 0]
        players = program[c.PLAYERS]
        cards = 0
        for row in range(program[c.WORTH_COUNT]):
            cards |= program[program[c.WORTH] + 2 * row + 1]
        played = [cell & 63 for cell in where[c.Q_PLAYED : c.Q_PLAYED + where[c.Q_COUNT]]]
        in_play = sum(where[c.Q_HANDS : c.Q_HANDS + players]) + sum(1 << card for card in played)
        rest = program[c.LAST_TRICK]
        rest += sum(where[c.DECLARED_PAIRS : c.DECLARED_PAIRS + c.PAIRS * c.SEATS])
        beside = rest + worth_of(program, 0, cards & ~in_play)
        return [0, rest + worth_of(program, 0, cards), 0, beside]

    def _note_sure_tricks(self, area: list[int]) -> None:
        """Write what `sure_tricks` needs, if the best trump wins but for cards with a rule of their
        own, all trumps are ranked, and the play goes to its end.
        """
        program = self.program
        above, over = program[c.ABOVE], program[c.OVER]
        trumps = [card for card in range(self._cards()) if over >> card & 1]
        ordered = all(
            (program[above + card] >> other & 1) != (program[above + other] >> card & 1)
            for card, other in combinations(trumps, 2)
        )
        if not program[c.PLAIN] or program[c.LOST] or program[c.ENDS_AT] or not ordered:
            return

        # Cards that win by a rule of their own, each with those that have to lie beside it.
        rare: list[int] = []
        for number in range(program[c.WIN_COUNT]):
            row = program[c.WINS] + c.WIN_ROW * number
            if program[row] >= 0:
                rare += [1 << program[row], self._beside(program[row + 1])]

        # Cards by what they count, the least first.
        worths: dict[int, int] = {}
        for card in range(self._cards()):
            worth = area[s.WORTH_OF + card]
            worths[worth] = worths.get(worth, 0) | 1 << card
        by_worth = [*chain.from_iterable(sorted(worths.items()))]
        if len(rare) > s.BY_WORTH - s.RARES or len(by_worth) > s.SCORE - s.BY_WORTH:
            return
        area[s.SURE], area[s.RARE_COUNT], area[s.LEVELS] = 1, len(rare) // 2, len(worths)
        area[s.RARES : s.RARES + len(rare)] = rare
        area[s.BY_WORTH : s.BY_WORTH + len(by_worth)] = by_worth
        fixed = program[c.LEADS] == 1 and not program[c.RUNGS_VARY]
        area[s.ANY_LEAD] = int(fixed and not self.where[c.BOUND])

    def _beside(self, code: int) -> int:
        """The cards without which a condition on a trick does not hold; 0 unless it is a single
        `TRICK_HAS`.
        """
        asked = _instructions(self.program, code)
        return asked[0][1] if [op for op, _, _ in asked] == [c.TRICK_HAS] else 0

    def _note_runs(self, area: list[int]) -> None:
        """Write the owner of each card, the runs, and the size of a key. Cards of a run differ only
        in their rank and in what they count.
        """
        program, where, by_cards = self.program, self.where, area[s.MEMORY] >= s.MEMORY_OF_CARDS
        players = program[c.PLAYERS]
        for card in range(self._cards()):
            for seat in range(players):
                if where[c.Q_HANDS + seat] >> card & 1:
                    area[s.OWNER + card] = seat

        # Each run gets bits of a word of the key for its numbers of cards, and places.
        key_word, key_shift, place = 1, 0, 0
        rows: list[int] = []
        for run in self._runs(self._twins(counts=by_cards)):
            if len(rows) == _MOST_CELLS:
                break
            if key_shift + s.COUNT_BITS * players > _WORD:
                key_word, key_shift = key_word + 1, 0
            cards = sum(1 << card for card in run)
            for card in run:
                area[s.RANKED + card] = cards
            varied = len({area[s.WORTH_OF + card] for card in run}) > 1
            rows += [cards, run[0] > run[-1], key_word << s.WORD_AT | key_shift, varied]
            key_shift += s.COUNT_BITS * players
            for seat in range(players):
                own = [card for card in run if where[c.Q_HANDS + seat] >> card & 1]
                for card in own:
                    area[s.FIRST_PLACE + card] = place
                place += len(own)
        area[s.RUN_COUNT] = len(rows) // s.RUN_ROW
        area[s.RUNS : s.RUNS + len(rows)] = rows
        area[s.KEY_SIZE] = key_word + 1
        if area[s.MEMORY] == s.MEMORY_OF_CARDS:
            area[s.KEY_SIZE] += players
        elif area[s.MEMORY]:
            area[s.KEY_SIZE] += 1

    def _twins(self, counts: bool) -> list[int]:
        """By card, as a set, the cards that differ from it only in rank and, unless ``counts``, in
        what they count.
        """
        program = self.program
        masks, alone = self._distinguished(counts)
        above, suit_of = program[c.ABOVE], program[c.SUIT_OF]
        follows = program[c.FOLLOWS]
        groups: dict[tuple[object, ...], int] = {}
        signatures: dict[int, tuple[object, ...]] = {}
        cards = range(self._cards())
        for card in cards:
            suit = program[suit_of + card]
            others = [each for each in cards if each != card]
            ordered = all(
                (program[above + card] >> each & 1) != (program[above + each] >> card & 1)
                for each in others
                if suit >> each & 1
            )
            rungs = program[c.FOLLOW] + card * follows
            signature: tuple[object, ...] = (
                card if alone >> card & 1 or not ordered else -1,
                suit,
                tuple(program[rungs : rungs + follows]),
                tuple(mask >> card & 1 for mask in masks),
                program[above + card] & ~suit,
                tuple(program[above + each] >> card & 1 for each in others if not suit >> each & 1),
            )
            signatures[card] = signature
            groups[signature] = groups.get(signature, 0) | 1 << card
        found = [0] * c.CARDS
        for card, signature in signatures.items():
            found[card] = groups[signature]
        return found

    def _runs(self, twins: list[int]) -> list[list[int]]:
        """The runs: twins with only twins between them in rank, the highest first. A run ends where
        the numbers of its cards cease to fall or to rise.
        """
        program, found = self.program, list[list[int]]()
        above, suit_of = program[c.ABOVE], program[c.SUIT_OF]
        for suit in sorted({program[suit_of + card] for card in range(self._cards())}):
            ranked = [card for card in range(self._cards()) if suit >> card & 1]
            ranked.sort(key=lambda card: size(program[above + card] & suit))
            for _, group in groupby(ranked, key=lambda card: twins[card] or 1 << card):
                run: list[int] = []
                for card in group:
                    if len(run) > 1 and (run[-1] > run[-2]) != (card > run[-1]):
                        found.append(run)
                        run = []
                    run.append(card)
                found.append(run)
        return [run for run in found if len(run) > 1]

    def _cards(self) -> int:
        """The number of cards: `ABOVE` has a cell for each, and `LEAD` follows."""
        return self.program[c.LEAD] - self.program[c.ABOVE]

    def _distinguished(self, counts: bool) -> tuple[list[int], int]:
        """The sets of cards that a rule (or a count) names, and the set of cards named alone: every
        card, if there is an operation of which nothing is known.
        """
        program, where, alone = self.program, self.where, 0
        masks = [program[c.TRUMP], program[c.OVER], program[c.RARE]]
        masks += program[program[c.LEAD] : program[c.LEAD] + program[c.LEADS]]
        follow = program[c.FOLLOW]
        masks += program[follow : follow + program[c.FOLLOWS] * self._cards()]
        masks += program[program[c.SUIT_OF] : program[c.SUIT_OF] + self._cards()]
        for row in range(program[c.WORTH_COUNT] if counts else 0):
            masks.append(program[program[c.WORTH] + 2 * row + 1])
        masks += where[c.Q_TIED : c.Q_TIED + c.SEATS]

        # Cards held back; single cards that are called, win by a rule of their own, or are owed.
        for row in range(program[c.KEPT_COUNT]):
            masks += program[program[c.KEPT] + 3 * row + 1 : program[c.KEPT] + 3 * row + 3]
        named = [where[c.CALLED]]
        named += [program[program[c.WINS] + c.WIN_ROW * n] for n in range(program[c.WIN_COUNT])]
        owed = program[c.OWED]
        named += [program[owed + c.OWED_ROW * n + 1] for n in range(program[c.OWED_COUNT])]
        for code in self.instructions:
            before = 0
            for op, a, b in code:
                if not _is_known(op):
                    named += range(self._cards())
                elif op in _OF_CARDS:
                    masks.append(a)
                elif op in _OF_CARD_BELOW and before >= 0:
                    named.append(before)
                elif op == c.PLAYER_OF:
                    named.append(a)
                elif op == c.BEATEN_BY:
                    named += [a, b]
                elif op == c.FALL_IN_ORDER:
                    named += program[a : a + b]
                before = a
        for card in named:
            alone |= 1 << card if card >= 0 else 0
        return masks, alone


def _solved(game: CompiledGame, aim: str, search: _Search, compiled: bool) -> Solution | NotSolved:
    answer: Any = array("q", bytes(8 * s.ANSWER))
    cells: Any = search.cells
    if compiled:
        numpy: Any = import_module("numpy")
        cells = numpy.zeros(len(search.cells) + search.entries, numpy.int64)
        cells[: len(search.cells)] = search.cells
        answer = numpy.asarray(answer)
    else:
        cells = [*cells, *[0] * search.entries]
    machine(compiled).solve(cells, search.q, search.s, answer)
    found = [int(each) for each in answer]
    if not found[s.A_SOLVED]:
        return NotSolved(aim, found[s.A_NODES])
    ids = [card.id for card in game.game.deck.cards]
    line = found[s.A_LINE : s.A_LINE + found[s.A_LENGTH]]
    needed = search.points_needed

    def value(number: int) -> int:
        return number if needed is None else int(number >= needed)

    return Solution(
        aim,
        value(found[s.A_VALUE]),
        game.unit if aim == POINTS else 1,
        {
            card: value(number)
            for card, number in zip(ids, found[s.A_CARDS :], strict=False)
            if number != s.NOT_A_CARD
        },
        tuple(ids[card] for card in line),
        found[s.A_NODES],
    )
