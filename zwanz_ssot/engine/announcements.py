"""Announcements and doubles: in the auction, after the exchange and in the play, also while the partner
may be hidden; nothing is refused that would give away who he is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ..model import Announcements, Bonus, Forced, Refusal
from ..words.cards import CALLED
from ..words.registry import Seats, Test
from .plan import Plan
from .state import State

GAME = 0


class Closing:
    """The rules of what an announcement closes, compiled."""

    def __init__(self, table: Plan) -> None:
        self._bonuses = tuple(table.game.bonuses.values())
        self._announcements = ["announcements" in bonus.closes for bonus in self._bonuses]
        self._doubles = ["doubles" in bonus.closes for bonus in self._bonuses]

    def note(self, state: State, bonus: int) -> None:
        """The bonus of this number has been announced."""
        if self._bonuses[bonus].closes:
            state.closed_by = bonus

    def to_announcing(self, state: State) -> bool:
        """Whether nothing more may be announced."""
        return state.closed_by >= 0 and self._announcements[state.closed_by]

    def to_doubling(self, state: State, item: int) -> bool:
        """Whether the item may no longer be doubled."""
        closed = state.closed_by
        if closed < 0:
            return False
        return self._doubles[closed] and (item == GAME or (item - 1) >> 1 != closed)

    def why_not(self, state: State, item: int | None = None) -> Refusal | None:
        """Why nothing more may be announced, or why the item may not be doubled."""
        shut = self.to_announcing(state) if item is None else self.to_doubling(state, item)
        if not shut:
            return None
        bonus = self._bonuses[state.closed_by]
        return Refusal("closed", (*bonus.at, "closes"), {"bonus": bonus.id})


@dataclass(frozen=True, slots=True)
class Announceable:
    """A bonus that can be announced: its move, its item for the declarers, the card that its
    announcer holds.
    """

    move: int
    item: int
    bonus: Bonus
    card: int
    by: Seats | None
    test: Test | None
    or_doubles: tuple[str, ...]
    """The contracts in which an opponent either announces it or doubles the game."""

    @property
    def decided_by_card(self) -> bool:
        """Whether nothing is asked but whether the hand holds its card, if any."""
        return (self.by is None or self.card >= 0) and self.test is None and not self.or_doubles


class Asking(dict[int, list[tuple[int, int, Announceable | None]]]):
    """What a hand is asked in one contract, by which of ``cards`` it holds: move, item, and the row
    if the card alone does not decide.
    """

    def __init__(self, rows: Sequence[Announceable]) -> None:
        super().__init__()
        self._rows = rows
        self.cards = sum({1 << row.card for row in rows if row.card >= 0})

    def __missing__(self, held: int) -> list[tuple[int, int, Announceable | None]]:
        found = self[held] = [
            (row.move, row.item, None if row.decided_by_card else row)
            for row in self._rows
            if row.card < 0 or held >> row.card & 1
        ]
        return found


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
        find = table.seats
        rows: list[tuple[int, int, Bonus, Seats | None, Test | None]] = []
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


_INDIVIDUAL = "individual"


class Announcing:
    """What may be announced and doubled in the step after the exchange."""

    def __init__(self, table: Plan) -> None:
        self.table = table
        game = table.game
        rules = game.announcements
        assert rules is not None
        self._at = rules.at
        self._at_once = rules.doubles_wait == "one_turn"
        self._once = rules.each_announces != "freely"
        self.kontra = game.kontra if "double" in rules.in_one_turn else None
        self.levels = len(self.kontra.levels) if self.kontra else 0
        doubles = self.kontra.doubles if self.kontra else ()
        self._doubles_game, self._doubles_bonuses = "game" in doubles, "announcements" in doubles
        find = table.seats
        rows: list[Announceable] = []
        for bonus_id, move in (
            table.moves.announces.items() if "announce" in rules.in_one_turn else ()
        ):
            bonus = game.bonuses[bonus_id]
            by = find(bonus.announced_by) if bonus.announced_by else None
            test = table.words.test(bonus.announce_if) if bonus.announce_if else None
            item = 1 + 2 * table.bonus_ids.index(bonus_id)
            either = self.kontra.excludes.get(bonus_id, ()) if self.kontra else ()
            rows.append(Announceable(move, item, bonus, table.holder_card(bonus), by, test, either))
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

    def _may_announce(self, state: State, seat: int, row: Announceable) -> bool:
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


class AnnouncementsRoom:
    """From the declarer's announcements to the last word of agreement."""

    kind = "announcements"

    def __init__(self, table: Plan) -> None:
        self.table = table
        rules = table.game.announcements
        assert rules is not None
        self.rules: Announcements = rules
        self.announcing = Announcing(table)
        self._first = table.seats(rules.first)
        self._pass = table.moves.pass_

    def enter(self, state: State) -> None:
        """Give the first speaker the word; where all play against all, there is nothing to say."""
        if not state.declarers:
            self.table.leave(state)
            return
        state.turn = self._first(state, 0).bit_length() - 1
        state.spoke = not state.lies
        if state.lies:  # it was announced with the bid
            state.turn = (state.turn + 1) % state.players
        state.passes = 0
        state.items = self.announcing.first_items(state)

    def moves(self, state: State) -> list[int]:
        """All that the speaker may say."""
        found: list[int] = []
        self.announcing.add_moves(state, state.turn, found)
        if state.lies or not self._owed(state):
            found.append(self._pass)
        return found

    def apply(self, state: State, move: int) -> None:
        """Say it, or close the turn."""
        if move != self._pass:
            state.passes = 0
            state.spoke = True
            self.announcing.apply(state, move)
            return
        seat = state.turn
        first = not state.lies
        announces = self.rules.each_announces
        if announces == "first_turn" or (announces == "once" and (first or state.announcing)):
            state.silent |= 1 << seat
        state.lies, state.announcing = True, False
        self.announcing.hear(state, seat)
        state.passes = 0 if state.spoke else state.passes + 1
        state.spoke = False
        if state.passes >= self.rules.ends_after_passes:
            self.table.leave(state)
            return
        state.turn = seat + 1 if seat + 1 < state.players else 0

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why it may not be said."""
        made = self.table.moves.all[move]
        if move == self._pass:
            owed = self._owed(state)
            rule = (*self.table.contracts[state.contract].at, "must_announce")
            return Refusal("must_announce", rule, {"bonuses": owed}) if owed else None
        if made.kind in ("announce", "double"):
            return self.announcing.why_not(state, state.turn, move)
        return Refusal("wrong_step", self.rules.at, {"step": self.kind})

    def _owed(self, state: State) -> tuple[str, ...]:
        """The bonuses of which the declarer has to announce one, in the first turn, and still may."""
        if state.lies or not self.table.contracts[state.contract].must_announce:
            return ()
        bonuses, due, moves = (
            self.table.bonus_ids,
            self.table.due(state),
            self.table.moves.announces,
        )
        if any(state.said[1 + 2 * bonuses.index(bonus)] >= 0 for bonus in due):
            return ()
        seat, why_not = state.turn, self.announcing.why_not
        return tuple(bonus for bonus in due if why_not(state, seat, moves[bonus]) is None)
