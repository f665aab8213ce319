"""Announcements and doubles while the partner may be hidden: nothing is refused that would give
away who he is.

Each bonus is announced once, by whoever is the first. Somebody may double it who does not know that
its announcer is a partner; whether the double counts is found at the settlement. Where each
opponent doubles for himself (``kontra: individual``), he and the declarer answer each other in
``state.duels``.
"""

from __future__ import annotations

from functools import partial

from ..model import Refusal
from ..terms.roles import CALLED, seats
from .announceable import Asking, Row
from .closing import Closing
from .plan import Plan
from .sayings import why_not_by
from .state import State

GAME = 0
_INDIVIDUAL = "individual"


class Announcing:
    """What may be announced and doubled in the step after the exchange."""

    def __init__(self, table: Plan) -> None:
        self.table = table
        game = table.game
        rules = game.announcements
        assert rules is not None
        self._at = rules.at
        self._at_once, self._once = rules.at_once, rules.once
        self.kontra = game.kontra if "double" in rules.in_one_turn else None
        self.levels = len(self.kontra.levels) if self.kontra else 0
        doubles = self.kontra.doubles if self.kontra else ()
        self._doubles_game, self._doubles_bonuses = "game" in doubles, "announcements" in doubles
        find = partial(seats, cards=table.index, bonuses=table.bonus_ids)
        rows: list[Row] = []
        for bonus_id, move in (
            table.moves.announces.items() if "announce" in rules.in_one_turn else ()
        ):
            bonus = game.bonuses[bonus_id]
            by = find(bonus.announced_by) if bonus.announced_by else None
            test = table.words.test(bonus.announce_if) if bonus.announce_if else None
            item = 1 + 2 * table.bonus_ids.index(bonus_id)
            either = self.kontra.excludes.get(bonus_id, ()) if self.kontra else ()
            rows.append(Row(move, item, bonus, table.holder_card(bonus), by, test, either))
        self._rows = {row.move: row for row in rows}
        self._by_contract = [
            [row for row in rows if row.bonus.counts_in(contract)] for contract in table.contracts
        ]
        self._asked = [Asking(rows) for rows in self._by_contract]
        self._either = [
            tuple(row.item for row in rows if contract in row.or_doubles)
            for contract, rows in zip(table.contract_ids, self._by_contract, strict=True)
        ]
        """By contract: the items of the bonuses of which an opponent announces one, or doubles the
        game.
        """
        self.closing = Closing(table)
        moves = table.moves
        named = [
            moves.open_doubles.get(table.bonus_ids[(item - 1) >> 1], -1)
            for item in range(1, table.items)
        ]
        self._double_of = [moves.doubles.get(("game", 0), -1), *named]
        """By item: the move that doubles it."""
        self._everybody = (1 << table.players) - 1
        self._secret = [contract.secret_until is not None for contract in table.contracts]
        uses = [contract.talon for contract in table.contracts]
        self._seen = [use is not None and use.seen_by == "everyone" for use in uses]
        self._kontra_of = [contract.kontra for contract in table.contracts]
        self._individual = [
            kontra == _INDIVIDUAL and self._doubles_game and self.levels > 0
            for kontra in self._kontra_of
        ]

    def first_items(self, state: State) -> list[int]:
        """What can be doubled when the step begins: the game, and what was announced with the bid."""
        if self._kontra_of[state.contract] is not None or not self.levels:
            return []
        announced = (
            [item for item, seat in enumerate(state.said) if seat >= 0]
            if self._doubles_bonuses
            else []
        )
        return [GAME, *announced] if self._doubles_game else announced

    def add_moves(self, state: State, seat: int, found: list[int]) -> None:
        """Add every announcement and double that the seat may say to ``found``."""
        self.add_announcements(state, seat, found)
        self._add_doubles(state, seat, found)

    def add_announcements(self, state: State, seat: int, found: list[int]) -> None:
        """Add every announcement that the seat may make to ``found``."""
        if state.silent >> seat & 1 or self.closing.to_announcing(state):
            return
        said, asked = state.said, self._asked[state.contract]
        for move, item, row in asked[state.hands[seat] & asked.cards]:
            if (
                said[item] < 0
                and said[item + 1] < 0
                and (row is None or self._may_announce(state, seat, row))
            ):
                found.append(move)

    def _add_doubles(self, state: State, seat: int, found: list[int]) -> None:
        if state.items and (most := self.levels):
            heard, levels, late = state.heard, state.levels, self._at_once
            sides: tuple[int, int] | None = None
            for item in state.items:
                if levels[item] < most and not (late and heard[item] >> seat & 1):
                    sides = sides or self.friends(state, seat)
                    if self._has_the_word(state, seat, item, sides) and self._may_raise(
                        state, seat, item
                    ):
                        found.append(self._double_of[item])
        if self._individual[state.contract]:
            doubles = self.table.moves
            if seat != state.declarer:
                if self._may_duel(state, seat, seat):
                    found.append(doubles.doubles["game", 0])
            else:
                found += [
                    move
                    for other, move in doubles.duels.items()
                    if self._may_duel(state, seat, other)
                ]

    def _may_announce(self, state: State, seat: int, row: Row) -> bool:
        by, test = row.by, row.test
        if state.doublers >> seat & 1 and row.item in self._either[state.contract]:
            return False
        return (by is None or bool(by(state, 1 << seat) >> seat & 1)) and (
            test is None or test(state, 1 << seat)
        )

    def close(self, state: State) -> None:
        """The declarer lies: he has announced what he announces."""
        state.lies, state.announcing = True, False
        if self._once:
            state.silent |= 1 << state.turn

    def hear(self, state: State, seat: int) -> None:
        """The seat has let its turn pass: what it has not doubled now it will not double later."""
        for item in state.items:
            state.heard[item] |= 1 << seat
        if self._individual[state.contract]:
            for other in range(state.players):
                state.heard[self.table.items + other] |= 1 << seat

    # who knows what

    def friends(self, state: State, seat: int) -> tuple[int, int]:
        """The seats that this one knows to be on its side and against it; itself is on its side."""
        declarers, everybody = state.declarers, self._everybody
        ours = declarers if declarers >> seat & 1 else everybody & ~declarers
        if not self._secret[state.contract]:
            return ours, everybody & ~ours
        partner = declarers & ~(1 << state.declarer)
        if (state.shown | 1 << seat) & partner or self._seen_in_talon(state):
            return ours, everybody & ~ours
        known = state.shown | 1 << state.declarer
        return ours & known | 1 << seat, ~ours & known

    def _seen_in_talon(self, state: State) -> bool:
        called = state.called_card
        if called < 0 or not self._seen[state.contract]:
            return False
        return any(packet >> called & 1 for packet in state.talon)

    # saying

    def apply(self, state: State, move: int) -> None:
        """Note an announcement or a double."""
        made, seat = self.table.moves.all[move], state.turn
        if made.kind == "announce":
            bonus = self._rows[move].bonus
            item = self._rows[move].item + (0 if state.declarers >> seat & 1 else 1)
            state.said[item] = seat
            state.announcing = True
            if self._doubles_bonuses and self.levels and self._kontra_of[state.contract] is None:
                state.items.append(item)
            if bonus.announced_by is not None and bonus.announced_by.arg == CALLED:
                state.shown |= 1 << seat
            elif (card := self.table.holder_card(bonus)) >= 0:
                state.told_holds[seat] |= 1 << card
            state.heard[item] = 0
            self.closing.note(state, (item - 1) >> 1)
            return
        other = self._duelled(state, made.count)
        if other >= 0:
            state.duels[other] += 1
            state.heard[self.table.items + other] = 0
            return
        item = self._item(state, made.item)
        if item == GAME:
            state.shown |= 1 << seat
            if state.levels[item] & 1 == 0:
                state.doublers |= 1 << seat
        if state.levels[item] == 0:
            state.first_doubles[item] = seat
        state.levels[item] += 1
        state.heard[item] = 0

    def _duelled(self, state: State, named: int | None) -> int:
        """The opponent between whom and the declarer the game is doubled; -1 where it is doubled
        for all.
        """
        if not self._individual[state.contract]:
            return -1
        return state.turn if named is None else named

    def _item(self, state: State, name: str | None) -> int:
        """The item of a bonus, whichever side announced it; that of the declarers where nobody did."""
        if name is None or name == "game":
            return GAME
        first = 1 + 2 * self.table.bonus_ids.index(name)
        return first + 1 if state.said[first + 1] >= 0 else first

    # refusing

    def why_not(self, state: State, seat: int, move: int) -> Refusal | None:
        """Why an announcement or a double is refused."""
        made = self.table.moves.all[move]
        if made.kind == "announce":
            return self._why_not_announce(state, seat, move)
        if self.kontra is None or self._kontra_of[state.contract] == "none":
            return Refusal("not_doubled", self._at, {"item": made.item or "game"})
        if made.side is not None and made.item != "game":
            return Refusal("side_unknown", self._at, {"bonus": made.item})
        if self._individual[state.contract]:
            if made.item != "game":
                return Refusal("item_not_announced", self._at, {"bonus": made.item})
            if seat == state.declarer and made.count is None:
                return Refusal(
                    "name_opponent", (*self.table.contracts[state.contract].at, "kontra")
                )
            if seat != state.declarer and made.count is not None:
                return Refusal("own_duel", (*self.table.contracts[state.contract].at, "kontra"))
            return self._why_not_duel(state, seat, seat if made.count is None else made.count)
        if made.count is not None:
            return Refusal("no_duel", (*self.kontra.at, "doubles"))
        item = self._item(state, made.item)
        if not (self._doubles_game if item == GAME else self._doubles_bonuses):
            return Refusal(
                "not_doubled", (*self.kontra.at, "doubles"), {"item": made.item or "game"}
            )
        if item != GAME and state.said[item] < 0:
            return Refusal("item_not_announced", (*self.kontra.at, "doubles"), {"bonus": made.item})
        return self._why_not_raise(state, seat, item)

    def _why_not_raise(self, state: State, seat: int, item: int) -> Refusal | None:
        assert self.kontra is not None
        level = state.levels[item]
        name = "game" if item == GAME else self.table.bonus_ids[(item - 1) >> 1]
        if (closed := self.closing.why_not(state, item)) is not None:
            return closed
        if not self._has_the_word(state, seat, item, self.friends(state, seat)):
            return Refusal("own_item", (*self.kontra.at, "begins"), {"item": name})
        if item == GAME and (said := self._announced_instead(state, seat)) >= 0:
            bonus = self.table.bonus_ids[(said - 1) >> 1]
            return Refusal(
                "announced_instead", (*self.kontra.at, "excludes", bonus), {"bonus": bonus}
            )
        return self._why_not_level(state, level, item, seat, name)

    def _announced_instead(self, state: State, seat: int) -> int:
        """The item that an opponent has announced and so does not double the game; -1 where there
        is none.
        """
        if state.levels[GAME] & 1:
            return -1
        either = self._either[state.contract]
        return next(
            (item for item in either if seat in (state.said[item], state.said[item + 1])), -1
        )

    @staticmethod
    def _has_the_word(state: State, seat: int, item: int, sides: tuple[int, int]) -> bool:
        """The first double is for whoever may be an opponent; what follows for those who know their
        side.
        """
        level = state.levels[item]
        owner = state.declarer if item == GAME else state.said[item]
        if level == 0:
            return not sides[0] >> owner & 1
        if level & 1:
            return bool(sides[0] >> owner & 1)
        return bool(sides[1] >> owner & 1) or state.first_doubles[item] == seat

    def _may_raise(self, state: State, seat: int, item: int) -> bool:
        """Whether a seat that has the word in time may double an item that can go higher."""
        if (
            item == GAME
            and self._either[state.contract]
            and self._announced_instead(state, seat) >= 0
        ):
            return False
        return not self.closing.to_doubling(state, item)

    def _may_duel(self, state: State, seat: int, other: int) -> bool:
        """Whether the declarer, or this opponent, may double what is between the two of them."""
        level = state.duels[other]
        if other == state.declarer or (seat == other) != (level & 1 == 0) or level >= self.levels:
            return False
        return not (self._at_once and state.heard[self.table.items + other] >> seat & 1)

    def _why_not_duel(self, state: State, seat: int, other: int) -> Refusal | None:
        assert self.kontra is not None
        level = state.duels[other]
        if other == state.declarer:
            return Refusal("own_duel", (*self.table.contracts[state.contract].at, "kontra"))
        if (seat == other) != (level & 1 == 0):
            return Refusal("own_item", (*self.kontra.at, "begins"), {"item": "game"})
        return self._why_not_level(state, level, self.table.items + other, seat, "game")

    def _why_not_level(
        self, state: State, level: int, heard: int, seat: int, name: str
    ) -> Refusal | None:
        assert self.kontra is not None
        if level >= self.levels:
            word = self.kontra.levels[-1]
            return Refusal(
                "no_more_levels", (*self.kontra.at, "levels"), {"item": name, "word": word}
            )
        if self._at_once and state.heard[heard] >> seat & 1:
            return Refusal("too_late", (*self._at, "doubles_wait"), {"item": name})
        return None

    def _why_not_announce(self, state: State, seat: int, move: int) -> Refusal | None:
        row = self._rows.get(move)
        if row is None:
            return Refusal("wrong_step", self._at, {"step": "announcements"})
        bonus = row.bonus
        contract = self.table.contract_ids[state.contract]
        if row not in self._by_contract[state.contract]:
            return Refusal(
                "not_in_contract",
                (*bonus.at, "contracts"),
                {"bonus": bonus.id, "contract": contract},
            )
        if (closed := self.closing.why_not(state)) is not None:
            return closed
        if state.silent >> seat & 1:
            return Refusal("announced_before", (*self._at, "each_announces"))
        if state.said[row.item] >= 0 or state.said[row.item + 1] >= 0:
            return Refusal("already_announced", bonus.at, {"bonus": bonus.id})
        if state.doublers >> seat & 1 and row.item in self._either[state.contract]:
            return Refusal("doubled_instead", ("kontra", "excludes", bonus.id), {"bonus": bonus.id})
        return why_not_by(state, seat, bonus, row.by, row.test)
