"""Lowers conditions and roles to codes, which `zwanz_ssot.kernel.conditions` runs.

`zwanz_ssot.words` defines what each word means.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..engine import CompiledGame
from ..model import CALLED_CARD, Condition, Path, Role, Tricks
from ..model.identifiers import items_of
from ..paths import dotted
from ..words import cards as of_cards
from ..words import outcome, roles
from ..words.cards import CALLED, span
from ..words.joints import ALL, ANY, NOT
from ..words.registry import CONDITIONS, JOINTS, ROLES, ConditionWord, RoleWord, every, parts
from . import cells as c


class NotLowered(Exception):
    """Raised for a rule that the machine cannot run, with its ``word`` and its ``path``.

    >>> str(NotLowered("some_word", ("contracts", "solo", "objective")))
    'some_word (contracts.solo.objective)'
    """

    def __init__(self, word: str, path: Path) -> None:
        self.word, self.path = word, path
        super().__init__(word, path)

    def __str__(self) -> str:
        return f"{self.word} ({dotted(self.path)})"


Code = list[int]
"""Instructions, each of three cells."""


class Lowering:
    """Lowers conditions and roles of one game to codes; raises `NotLowered` if it cannot. ``put``
    writes a code, or a list that an instruction needs, to the program and returns its place.
    """

    def __init__(self, compiled: CompiledGame, put: Callable[[Sequence[int]], int]) -> None:
        self._compiled = compiled
        self._put = put
        every_seat = (1 << compiled.players) - 1
        self._roles: Mapping[RoleWord, tuple[int, int]] = {
            roles.dealer: (c.SEAT_DEALER, 0),
            roles.forehand: (c.PUSH, 1),
            roles.declarer: (c.SEAT_DECLARER, 0),
            roles.speaker: (c.OWN, 0),
            roles.anyone: (c.PUSH, every_seat),
            roles.declarers: (c.SEATS_DECLARERS, 0),
            roles.defenders: (c.SEATS_DEFENDERS, 0),
            roles.claimants: (c.OWN, 0),
            roles.either_side: (c.PUSH, every_seat),
            roles.declaring_side: (c.DECLARING_SIDE, 0),
            roles.losers: (c.SEATS_LOSERS, 0),
            roles.each_loser: (c.ONE_LOSER, 0),
            roles.winners: (c.SEATS_WINNERS, 0),
            roles.each_declarer: (c.OWN, 0),
            roles.most: (c.MOST, 0),
            roles.without: (c.WITHOUT, 0),
        }
        self._of_seats: Mapping[RoleWord, tuple[int, int]] = {
            roles.next_to: (c.TURNED, 1),
            roles.before: (c.TURNED, compiled.players - 1),
            roles.side_of: (c.SIDE_OF, 0),
            roles.opponents_of: (c.OPPONENTS_OF, 0),
            roles.all_but: (c.ALL_BUT, 0),
        }
        self._conditions: Mapping[ConditionWord, Callable[[Condition], Code]] = {
            outcome.points_at_least: self._points_at_least,
            outcome.majority: lambda it: [*self._role(it.args["side"]), c.MAJORITY, 0, 0],
            outcome.tricks_won: self._tricks_won,
            outcome.has_taken: lambda it: [
                *self._role(it.args["side"]), c.HAS_TAKEN, it.args["cards"].mask, 0
            ],
            outcome.players: self._players,
            outcome.in_talon: lambda it: [*self._card(it.args["card"]), c.LAY_IN_TALON, 0, 0],
            outcome.played: lambda it: [c.WAS_PLAYED, it.args["cards"].mask, 0],
            outcome.this_trick: lambda it: [c.NOW_IN, *self._span(it.args["trick"])],
            outcome.card_wins_trick: lambda it: self._in_trick(it, c.CARD_WINS),
            outcome.card_in_trick: lambda it: self._in_trick(it, c.CARD_IN),
            outcome.card_beaten_by: lambda it: [
                c.BEATEN_BY, self._index(it.args["card"]), self._index(it.args["by"])
            ],
            outcome.dealt_to_one: lambda it: [c.DEALT_TO_ONE, it.args["cards"].mask, 0],
            outcome.was_dealt: self._was_dealt,
            outcome.belongs_to: lambda it: [
                *self._role(it.args["who"]), *self._role(it.args["among"]), c.IS_AMONG, 0, 0
            ],
            outcome.doubled: self._doubled,
            outcome.announced: lambda it: [c.ANNOUNCERS, self._bonus(it.args["item"]), 0],
            outcome.announced_by: lambda it: [
                *self._role(it.args["side"]),
                *(c.ANNOUNCERS, self._bonus(it.args["bonus"]), 0),
                *(c.IN_COMMON, 0, 0),
            ],
            of_cards.hand_has: self._hand_has,
            of_cards.led: lambda it: [c.LED_WITH, it.args["cards"].mask, 0],
            of_cards.trick_has: lambda it: [c.TRICK_HAS, it.args["cards"].mask, 0],
            of_cards.fall_in_order: self._fall_in_order,
        }  # fmt: skip

    def condition(self, condition: Condition) -> int:
        """Write a condition; returns its place in the program."""
        return self._put([*self._condition(condition), c.END, 0, 0])

    def role(self, role: Role) -> int:
        """Write a role; returns its place in the program."""
        return self._put([*self._role(role), c.END, 0, 0])

    def roles(self, declarers: Sequence[Role]) -> int:
        """Write the only one of these roles; returns its place, 0 if there is none."""
        if len(declarers) > 1:
            raise NotLowered("declarers", declarers[1].at)
        return self.role(declarers[0]) if declarers else 0

    def hopeless(self, condition: Condition) -> int:
        """Write the test whether a condition can no longer hold; returns its place."""
        return self._put([*self._hopeless(condition), c.END, 0, 0])

    # joints

    def _condition(self, condition: Condition) -> Code:
        if condition.word in JOINTS:
            inner = [self._condition(part) for part in parts(condition)]
            if condition.word == NOT:
                return [*inner[0], c.NOT, 0, 0]
            if condition.word == ANY:
                # The engine asks all parts for figures, and so finds the rules silent about a part
                # that the machine would skip.
                for each in every(condition):
                    if "by_declared" in each.args:
                        raise NotLowered("by_declared", each.at)
            return self._joined(inner, c.AND_ELSE if condition.word == ALL else c.OR_ELSE)
        lower = self._conditions.get(CONDITIONS[condition.word])
        if lower is None:
            raise NotLowered(condition.word, condition.at)
        return lower(condition)

    def _joined(self, inner: Sequence[Code], jump: int) -> Code:
        """Join codes so that the first one that decides skips the others. The operand ``a`` of a
        jump is the number of cells to skip.
        """
        code = list(inner[-1])
        for each in reversed(inner[:-1]):
            code = [*each, jump, len(code), 0, *code]
        return code

    def _hopeless(self, condition: Condition) -> Code:
        if condition.word in JOINTS:
            if condition.word == NOT:
                return [c.PUSH, 0, 0]
            inner = [self._hopeless(part) for part in parts(condition)]
            return self._joined(inner, c.OR_ELSE if condition.word == ALL else c.AND_ELSE)
        if CONDITIONS[condition.word].hopeless is None:
            return [c.PUSH, 0, 0]
        if condition.word != outcome.tricks_won.name:
            raise NotLowered(condition.word, condition.at)
        args, side = condition.args, self._role(condition.args["side"])
        if "exactly" in args:
            return [*side, c.NEVER_EXACTLY, args["exactly"], 0]
        if "at_least" in args:
            return [*side, c.NEVER_AT_LEAST, args["at_least"], 0]
        return [*side, c.LOST_ONE, *self._span(args["all_of"])]

    # arguments

    def _role(self, role: Role) -> Code:
        entry = ROLES[role.word]
        if entry in self._of_seats and isinstance(role.arg, Role):
            op, number = self._of_seats[entry]
            return [*self._role(role.arg), op, number, 0]
        if entry in self._roles:
            return [*self._roles[entry], 0]
        arg: Any = role.arg
        if entry is roles.holder_of:
            return [*self._card(arg), c.HOLDER_OF, 0, 0]
        if entry is roles.holder_of_all:
            return [c.HOLDER_OF_ALL, arg.mask, 0]
        if entry is roles.player_of:
            return [c.PLAYER_OF, self._index(arg), 0]
        if entry is roles.announcer_of:
            return [c.ANNOUNCERS, self._bonus(arg), 0]
        if entry is roles.winner_of:
            return [c.WINNER_OF, self._span(arg)[0], 0]
        raise NotLowered(role.word, role.at)

    def _index(self, card: int | str) -> int:
        return card if isinstance(card, int) else self._compiled.index[card]

    def _card(self, card: int | str) -> Code:
        if card in (CALLED_CARD, CALLED):
            return [c.THE_CALLED, 0, 0]
        return [c.PUSH, self._index(card), 0]

    def _bonus(self, bonus: str) -> int:
        return self._compiled.bonus_ids.index(bonus)

    def _span(self, tricks: Tricks) -> tuple[int, int]:
        numbers = span(tricks, self._compiled.tricks).numbers
        return numbers.start, numbers.stop

    # conditions

    def _points_at_least(self, it: Condition) -> Code:
        side, unit = self._role(it.args["side"]), self._compiled.unit
        if "by_declared" in it.args:
            rows = it.args["by_declared"]
            table = [cell for had, needed in rows.items() for cell in (had, needed * unit)]
            return [*side, c.POINTS_BY_DECLARED, self._put(table), len(rows)]
        least = it.args.get("points", 0) * unit + it.args.get("thirds", 0)
        return [*side, c.POINTS_AT_LEAST, least, 0]

    def _tricks_won(self, it: Condition) -> Code:
        side = self._role(it.args["side"])
        if "exactly" in it.args:
            return [*side, c.WON_EXACTLY, it.args["exactly"], 0]
        if "at_least" in it.args:
            return [*side, c.WON_AT_LEAST, it.args["at_least"], 0]
        which = span(it.args["all_of"], self._compiled.tricks)
        if which.single:
            return [*side, c.WON_TRICK, which.numbers[0], 0]
        return [*side, c.WON_FIRST, len(which.numbers), 0]

    def _players(self, it: Condition) -> Code:
        who = self._role(it.args["who"])
        if "exactly" in it.args:
            return [*who, c.PLAYERS_EXACTLY, it.args["exactly"], 0]
        return [*who, c.PLAYERS_AT_LEAST, it.args.get("at_least", 0), 0]

    def _in_trick(self, it: Condition, op: int) -> Code:
        return [*self._card(it.args["card"]), op, *self._span(it.args["trick"])]

    def _was_dealt(self, it: Condition) -> Code:
        who, cards = self._role(it.args["who"]), it.args["cards"].mask
        if "at_least" in it.args:
            return [*who, c.WAS_DEALT_AT_LEAST, cards, it.args["at_least"]]
        return [*who, c.WAS_DEALT_EXACTLY, cards, it.args["exactly"]]

    def _doubled(self, it: Condition) -> Code:
        item = it.args["item"]
        if item in self._compiled.bonus_ids:
            return [c.DOUBLED, *items_of(self._bonus(item))]
        return [c.DOUBLED, 0, 0]

    def _hand_has(self, it: Condition) -> Code:
        cards = it.args["cards"].mask
        for key, op in (("at_least", c.HAND_AT_LEAST), ("at_most", c.HAND_AT_MOST)):
            if key in it.args:
                return [op, cards, it.args[key]]
        return [c.HAND_EXACTLY, cards, it.args["exactly"]]

    def _fall_in_order(self, it: Condition) -> Code:
        order = [self._index(card) for card in it.args["order"]]
        return [c.FALL_IN_ORDER, self._put(order), len(order)]
