"""What is added to a bid: announcements, doubles and their raises."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from ..model import Bonus, Forced, Refusal
from ..terms.outcome import Test
from ..terms.roles import Seats, seats
from .closing import Closing
from .plan import Plan
from .state import State

GAME = 0


def why_not_by(
    state: State, seat: int, bonus: Bonus, by: Seats | None, test: Test | None
) -> Refusal | None:
    """Why this seat, or its hand, may not announce a bonus; ``by`` and ``test`` are the bonus's
    own, compiled.
    """
    if by is not None and not by(state, 1 << seat) >> seat & 1:
        return Refusal(
            "only_holder",
            (*bonus.at, "announced_by"),
            {"bonus": bonus.id, "role": bonus.announced_by},
        )
    if test is not None and not test(state, 1 << seat):
        args = {"bonus": bonus.id, "condition": bonus.announce_if}
        return Refusal("announce_condition", (*bonus.at, "announce_if"), args)
    return None


class Sayings:
    """Announcements and doubles, where they may be said: ``says`` names what a turn may have. Side
    0 are the declarers, side 1 the defenders.
    """

    def __init__(self, table: Plan, says: Collection[str]) -> None:
        self.table = table
        game = table.game
        self.kontra = game.kontra
        self.announcing = "announce" in says
        self.levels = len(game.kontra.levels) if game.kontra and "double" in says else 0
        doubles = game.kontra.doubles if game.kontra else ()
        self._doubles_game, self._doubles_bonuses = "game" in doubles, "announcements" in doubles
        find = partial(seats, cards=table.index, bonuses=table.bonus_ids)
        Row = tuple[int, int, Bonus, Seats | None, Test | None]
        rows: list[Row] = []
        for bonus_id, move in table.moves.announces.items():
            bonus = game.bonuses[bonus_id]
            by = find(bonus.announced_by) if bonus.announced_by else None
            test = table.words.test(bonus.announce_if) if bonus.announce_if else None
            rows.append((move, table.bonus_ids.index(bonus_id), bonus, by, test))
        self._by_contract = [
            [row for row in rows if row[2].counts_in(contract)] for contract in table.contracts
        ]
        self._of_move = {row[0]: row for row in rows}
        holders = {row[1]: row[2].announced_by for row in rows if row[2].announced_by}
        self._shows = {
            number: 1 << table.index[role.arg]
            for number, role in holders.items()
            if role.word == "holder_of" and role.arg in table.index
        }
        """By bonus: the card that its announcer must hold."""
        self.closing = Closing(table)
        self.double_move = {
            (GAME if item == "game" else 1 + 2 * table.bonus_ids.index(item) + side): move
            for (item, side), move in table.moves.doubles.items()
        }
        self._item_of_move = {move: item for item, move in self.double_move.items()}
        implied = game.kontra.implied_by if game.kontra else {}
        self._implies = {table.bonus_ids.index(bonus) for bonus in implied}
        forced = game.kontra.forced if game.kontra else ()
        self._forced: list[list[tuple[Forced, Seats, Test]]] = [
            [
                (rule, find(rule.who), table.words.test(rule.when))
                for rule in forced
                if not rule.contracts or contract.id in rule.contracts
            ]
            for contract in table.contracts
        ]

    def first_items(self) -> list[int]:
        """What can be doubled when a bid has just been made."""
        return [GAME] if self._doubles_game and self.levels else []

    def add_moves(self, state: State, seat: int, found: list[int]) -> None:
        """Add every announcement and double the seat may say to ``found``."""
        if self.announcing and not self.closing.to_announcing(state):
            said, side = state.said, 0 if state.declarers >> seat & 1 else 1
            for move, bonus, _, by, test in self._by_contract[state.contract]:
                if (
                    said[1 + 2 * bonus + side] < 0
                    and (by is None or by(state, 1 << seat) >> seat & 1)
                    and (test is None or test(state, 1 << seat))
                ):
                    found.append(move)
        if state.items:
            self.add_doubles(state, seat, found)

    def add_doubles(self, state: State, seat: int, found: list[int]) -> None:
        """Add every double the seat may say to ``found``."""
        side = 0 if state.declarers >> seat & 1 else 1
        levels, most = state.levels, self.levels
        for item in state.items:
            level = levels[item]
            if (
                level < most
                and self._has_the_word(item, level, side)
                and not self.closing.to_doubling(state, item)
            ):
                found.append(self.double_move[item])

    def in_contract(self, state: State) -> list[int]:
        """The announcements that there are in the contract."""
        return [row[0] for row in self._by_contract[state.contract]]

    def announced_by(self, state: State, seat: int, move: int) -> int:
        """Who on the seat's side has announced this already; -1 nobody."""
        return state.said[
            1 + 2 * self._of_move[move][1] + (0 if state.declarers >> seat & 1 else 1)
        ]

    @staticmethod
    def _has_the_word(item: int, level: int, side: int) -> bool:
        """The opponents begin; then the two sides raise in turn."""
        owner = 0 if item == GAME else (item - 1) & 1
        return (owner != side) == (level & 1 == 0)

    def must_double(self, state: State, seat: int) -> Forced | None:
        """The rule that makes the seat double before it passes; None where there is none."""
        for rule, who, test in self._forced[state.contract]:
            if (
                state.levels[GAME] == 0
                and who(state, 1 << seat) >> seat & 1
                and not self.closing.to_doubling(state, GAME)
                and test(state, 1 << seat)
            ):
                return rule
        return None

    def apply(self, state: State, move: int) -> None:
        """Note an announcement or a double."""
        item = self._item_of_move.get(move)
        if item is not None:
            state.levels[item] += 1
            return
        _, bonus, _, _, _ = self._of_move[move]
        seat = state.turn
        side = 0 if state.declarers >> seat & 1 else 1
        item = 1 + 2 * bonus + side
        state.said[item] = seat
        state.told_holds[seat] |= self._shows.get(bonus, 0)
        if self._doubles_bonuses and self.levels:
            state.items.append(item)
        self.closing.note(state, bonus)
        if bonus in self._implies and side == 1 and state.levels[GAME] == 0:
            state.levels[GAME] = 1

    def why_not(self, state: State, seat: int, move: int) -> Refusal | None:
        """Why an announcement or a double is refused."""
        row = self._of_move.get(move)
        return (
            self._why_not_double(state, seat, move)
            if row is None
            else self.why_not_announce(state, seat, move)
        )

    def why_not_announce(
        self, state: State, seat: int, move: int, *, again: bool = False
    ) -> Refusal | None:
        """Why a seat may not announce something; ``again``: also when its side has done so already."""
        _, _, bonus, by, test = self._of_move[move]
        contract = self.table.contract_ids[state.contract]
        if self._of_move[move] not in self._by_contract[state.contract]:
            return Refusal(
                "not_in_contract",
                (*bonus.at, "contracts"),
                {"bonus": bonus.id, "contract": contract},
            )
        if (closed := self.closing.why_not(state)) is not None:
            return closed
        if not again and self.announced_by(state, seat, move) >= 0:
            return Refusal("already_announced", bonus.at, {"bonus": bonus.id})
        return why_not_by(state, seat, bonus, by, test)

    def _why_not_double(self, state: State, seat: int, move: int) -> Refusal | None:
        assert self.kontra is not None
        at = self.kontra.at
        made = self.table.moves.all[move]
        item, name = self._item_of_move[move], made.item or "game"
        if not (self._doubles_game if item == GAME else self._doubles_bonuses):
            return Refusal("not_doubled", (*at, "doubles"), {"item": name})
        if item != GAME and state.said[item] < 0:
            return Refusal("item_not_announced", (*at, "doubles"), {"bonus": name})
        if (closed := self.closing.why_not(state, item)) is not None:
            return closed
        level, side = state.levels[item], 0 if state.declarers >> seat & 1 else 1
        if level >= self.levels:
            word = self.kontra.levels[-1]
            return Refusal("no_more_levels", (*at, "levels"), {"item": name, "word": word})
        if not self._has_the_word(item, level, side):
            return Refusal("own_item", (*at, "begins"), {"item": name})
        return None
