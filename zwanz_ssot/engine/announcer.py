"""Announcements and doubles: in the auction, after the exchange and in the play.

One class, `Announcer`, offers, checks and applies them in all three places, which differ in how
often a bonus is announced, and in whether a seat must know its side. No refusal reveals who the
hidden partner is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum

from ..model import (
    NO_KONTRA,
    SIDES,
    Announcements,
    Bonus,
    Contract,
    Forced,
    Path,
    Refusal,
)
from ..model.identifiers import (
    DECLARERS,
    DEFENDERS,
    GAME,
    GAME_ITEM,
    bonus_of,
    item_of,
    items_of,
    side_of,
)
from ..words.cards import CALLED
from ..words.outcome import announcers_show_sides
from ..words.registry import Seats, Test
from ..words.roles import names_side
from .moves import Move
from .plan import Plan
from .state import State, put, unite


class Once(Enum):
    """How often one bonus may be announced."""

    A_ROUND = "round"
    """Once, by either side. Sides may be hidden, and each seat acts on what it knows."""
    A_SIDE = "side"
    """Once by each side. The announcer shows his side."""
    A_PLAYER = "player"
    """Once by each player, whatever his partner has announced."""


@dataclass(frozen=True, slots=True)
class AnnouncedBonus:
    """A bonus that can be announced, compiled."""

    move: int
    item: int
    """Its item for the declarers."""
    bonus: Bonus
    card: int
    """The card that its announcer holds; -1 where any hand may announce it."""
    by: Seats | None
    test: Test | None
    or_doubles: tuple[str, ...]
    """The contracts in which an opponent either announces it or doubles the game."""
    number: int
    doubles_game: bool
    """Whether an opponent's announcement of it doubles the game."""
    shows_side: bool
    """Whether its announcer shows his side, as no other may announce it."""

    @property
    def decided_by_card(self) -> bool:
        """Whether nothing but holding its card, if it has one, is asked of the announcer."""
        return (self.by is None or self.card >= 0) and self.test is None and not self.or_doubles

    @property
    def by_anyone(self) -> bool:
        """Whether nothing is asked of the announcer."""
        return self.by is None and self.decided_by_card

    def allows(self, state: State, seat: int) -> bool:
        """Whether this seat, and its hand, may announce it."""
        by, test = self.by, self.test
        if by is not None and not by(state, 1 << seat) >> seat & 1:
            return False
        return test is None or test(state, 1 << seat)

    def why_not(self, state: State, seat: int) -> Refusal | None:
        """Why this seat, or its hand, may not announce it; None if it may."""
        bonus = self.bonus
        if self.by is not None and not self.by(state, 1 << seat) >> seat & 1:
            args = {"bonus": bonus.id, "role": bonus.announced_by}
            return Refusal("only_holder", (*bonus.at, "announced_by"), args)
        if self.test is not None and not self.test(state, 1 << seat):
            wanted = {"bonus": bonus.id, "condition": bonus.announce_if}
            return Refusal("announce_condition", (*bonus.at, "announce_if"), wanted)
        return None


class BonusesByHand(dict[int, list[tuple[int, int, AnnouncedBonus | None]]]):
    """A cache: the bonuses of one contract that a hand may announce, by which of ``cards`` it
    holds. Each as its move, its item, and itself where more than the card decides.
    """

    def __init__(self, bonuses: Sequence[AnnouncedBonus]) -> None:
        super().__init__()
        self._bonuses = bonuses
        self.cards = sum({1 << each.card for each in bonuses if each.card >= 0})

    def __missing__(self, held: int) -> list[tuple[int, int, AnnouncedBonus | None]]:
        found = self[held] = [
            (each.move, each.item, None if each.decided_by_card else each)
            for each in self._bonuses
            if each.card < 0 or held >> each.card & 1
        ]
        return found


class Closing:
    """The rules by which an announcement ends announcing or doubling, compiled."""

    def __init__(self, plan: Plan) -> None:
        self._bonuses = tuple(plan.game.bonuses.values())
        self._announcing = self._closing_bonuses("announcements")
        self._doubling = self._closing_bonuses("doubles")
        self._doubling_bonuses = self._doubling | self._closing_bonuses("bonus_doubles")

    def _closing_bonuses(self, what: str) -> int:
        """The bonuses that close ``what``, as a set of their numbers."""
        return sum(1 << n for n, bonus in enumerate(self._bonuses) if what in bonus.closes)

    def note(self, state: State, bonus: int) -> None:
        """Note that the bonus of this number has been announced."""
        if self._bonuses[bonus].closes:
            state.closed_by |= 1 << bonus

    def closes_announcing(self, state: State) -> bool:
        """Whether nothing more may be announced."""
        return bool(state.closed_by & self._announcing)

    def closes_doubling(self, state: State, item: int) -> bool:
        """Whether the item may no longer be doubled."""
        return bool(self._closing_doubles(state, item))

    def _closing_doubles(self, state: State, item: int) -> int:
        """The announced bonuses that close doubling the item; none closes doubling itself."""
        if item == GAME_ITEM:
            return state.closed_by & self._doubling
        return state.closed_by & self._doubling_bonuses & ~(1 << bonus_of(item))

    def why_not_announce(self, state: State) -> Refusal | None:
        """Why nothing more may be announced."""
        return self._refusal(state.closed_by & self._announcing)

    def why_not_double(self, state: State, item: int) -> Refusal | None:
        """Why the item may not be doubled."""
        return self._refusal(self._closing_doubles(state, item))

    def _refusal(self, closing: int) -> Refusal | None:
        if not closing:
            return None
        bonus = self._bonuses[closing.bit_length() - 1]
        return Refusal("closed", (*bonus.at, "closes"), {"bonus": bonus.id})


class Announcer:
    """Offers, checks and applies announcements and doubles in one place of a round.

    ``words`` are the kinds of move allowed there (``announce``, ``double``); refusals name ``step``
    and ``at``. ``rules`` are given for the announcements after the exchange.

    How often a bonus is announced (``once``) depends on the place; where sides stay hidden, A_SIDE
    becomes A_ROUND. How it is doubled depends on the game: where its announcements after the
    exchange do not show sides, ``double BONUS`` names none.

    `add_announcements` and `add_doubles` ask the same rules as `why_not`, on purpose: asking
    `why_not` about each candidate gives the same moves, but makes random rounds 1.8 times slower
    (5,221 → 2,826 a second). ``tests/test_rounds.py`` compares the two at every position of random
    rounds of each rule set.
    """

    def __init__(
        self,
        plan: Plan,
        *,
        step: str,
        at: Path,
        words: Collection[str],
        once: Once = Once.A_SIDE,
        rules: Announcements | None = None,
    ) -> None:
        self.plan = plan
        game = plan.game
        self._step, self._at = step, at
        # Where sides stay hidden, a double could not say which of two announcements it means.
        if once is Once.A_SIDE and not game.doubles_name_sides:
            once = Once.A_ROUND
        self._once_a_round = once is Once.A_ROUND
        self._once_a_side = once is Once.A_SIDE
        self._once_a_player = once is Once.A_PLAYER
        self._speaks_for_last = rules is not None and rules.speaks_for == "last_speaker"
        self._after_exchange = rules is not None
        self._muted_after_turn = rules is not None and rules.each_announces != "freely"
        self._doubled_at_once = rules is not None and rules.doubles_wait == "one_turn"
        self._closing = Closing(plan)

        # Bonuses to announce, by contract.
        implied = game.kontra.implied_by if game.kontra else {}
        self._implies = {plan.bonus_ids.index(bonus) for bonus in implied}
        kontra = game.kontra if "double" in words else None
        excludes = game.kontra.excludes if game.kontra else {}
        announces = plan.moves.announces if "announce" in words else {}
        bonuses = [
            self._announced_bonus(game.bonuses[bonus], move, excludes.get(bonus, ()))
            for bonus, move in announces.items()
        ]
        self._of_move = {each.move: each for each in bonuses}
        self._in_contract = [
            [each for each in bonuses if each.bonus.counts_in(contract)]
            for contract in plan.contracts
        ]
        self._by_hand = [BonusesByHand(each) for each in self._in_contract]
        self._by_player = [
            [(each.move, each.item, None if each.by_anyone else each) for each in in_contract]
            for in_contract in self._in_contract
        ]
        """By contract: its bonuses, where each player announces them. Each as its move, its item,
        and itself where its rules ask something.
        """
        self._shows_side = self._once_a_player and announcers_show_sides(game)
        """Whether announcers in the play show their side."""
        self._either = [
            tuple(each.item for each in in_contract if contract in each.or_doubles)
            for contract, in_contract in zip(plan.contract_ids, self._in_contract, strict=True)
        ]
        """By contract: the items that an opponent announces instead of doubling the game."""

        # Items to double, and their levels.
        self.kontra = kontra
        self.levels = len(kontra.levels) if kontra else 0
        doubles = kontra.doubles if kontra else ()
        self._doubles_game, self._doubles_bonuses = GAME in doubles, "announcements" in doubles
        self._sides_may_hide = game.announcements is not None
        self._sides_named = game.doubles_name_sides
        self._side = [side_of(item) for item in range(plan.items)]
        self._double_of = [self._double_move(item) for item in range(plan.items)]
        """By item: the move that doubles it; -1 for none."""
        self.double_of_game = self._double_of[GAME_ITEM]
        self._kontra_of = [
            contract.kontra if contract.declarers else NO_KONTRA for contract in plan.contracts
        ]
        self._individual = [
            own == "individual" and self._doubles_game and self.levels > 0
            for own in self._kontra_of
        ]
        """By contract: whether each opponent doubles the game in a duel with the declarer."""

        # Forced doubles.
        self._forced = [self._forced_in(contract) for contract in plan.contracts]
        self.forces = [bool(forced) for forced in self._forced]
        """By contract: whether any seat ever has to double."""

        # Which sides a seat knows.
        self._everybody = (1 << plan.players) - 1
        self._secret = [contract.secret_until is not None for contract in plan.contracts]
        self._shown_by = [
            plan.index.get(contract.secret_until or "", -1) for contract in plan.contracts
        ]
        """By contract: the card that shows the partner; -1 for the called one, and for none."""
        uses = [contract.talon for contract in plan.contracts]
        self._open_talon = [use is not None and use.seen_by == "everyone" for use in uses]

    def _announced_bonus(
        self, bonus: Bonus, move: int, or_doubles: tuple[str, ...]
    ) -> AnnouncedBonus:
        plan, by = self.plan, bonus.announced_by
        number = plan.bonus_ids.index(bonus.id)
        return AnnouncedBonus(
            move,
            item_of(number),
            bonus,
            plan.holder_card(bonus),
            plan.seats(by) if by else None,
            plan.words.test(bonus.announce_if) if bonus.announce_if else None,
            or_doubles,
            number,
            number in self._implies,
            by is not None and (by.arg == CALLED or names_side(by)),
        )

    def _double_move(self, item: int) -> int:
        moves = self.plan.moves
        if item == GAME_ITEM:
            return moves.doubles.get((GAME, DECLARERS), -1)
        bonus = self.plan.bonus_ids[bonus_of(item)]
        if self._sides_named:
            return moves.doubles.get((bonus, side_of(item)), -1)
        return moves.open_doubles.get(bonus, -1)

    def _forced_in(self, contract: Contract) -> list[tuple[Forced, Seats, Test | None]]:
        kontra = self.plan.game.kontra
        return [
            (
                rule,
                self.plan.seats(rule.who),
                self.plan.words.test(rule.when) if rule.when else None,
            )
            for rule in (kontra.forced if kontra else ())
            if not rule.contracts or contract.id in rule.contracts
        ]

    def first_items(self, state: State) -> tuple[int, ...]:
        """The items that can be doubled when a contract has just been bid, or when this place of
        the round begins: the game, and what was announced before.
        """
        own = self._kontra_of[state.contract]
        if own == NO_KONTRA or not self.levels:
            return ()
        game = (GAME_ITEM,) if self._doubles_game and own is None else ()
        if not self._doubles_bonuses or max(state.announcers) < 0:
            return game
        return game + tuple([item for item, seat in enumerate(state.announcers) if seat >= 0])

    def has_words(self, contract: int) -> bool:
        """Whether anything can be announced or doubled in a contract, whatever the hands."""
        doubled = self._doubles_game and self.levels > 0 and self._kontra_of[contract] != NO_KONTRA
        return doubled or bool(self._in_contract[contract])

    # Offering

    def add_announcements(self, state: State, seat: int, found: list[int]) -> None:
        """Add every announcement that the seat may make to ``found``."""
        if state.closed_by and self._closing.closes_announcing(state):
            return
        if self._once_a_player:
            announcers, own = state.announcers, state.announced_in_play[seat]
            for move, item, asked in self._by_player[state.contract]:
                announced = (
                    bonus_of(item) in own
                    or announcers[item] == seat
                    or announcers[item + 1] == seat
                )
                if not announced and (asked is None or self._may_announce(state, seat, asked)):
                    found.append(move)
            return
        if self._after_exchange and state.muted >> seat & 1:
            return
        if self._speaks_for_last and self._speaks_for_others(state, seat):
            return
        # The bonus must not be announced yet: by either side, or by the own side where each side
        # announces for itself.
        announcers, side = state.announcers, -1
        if self._once_a_side:
            side = DECLARERS if state.declarers >> seat & 1 else DEFENDERS
        by_hand = self._by_hand[state.contract]
        for move, item, asked in by_hand[state.hands[seat] & by_hand.cards]:
            if side < 0:
                announced = announcers[item] >= 0 or announcers[item + 1] >= 0
            else:
                announced = announcers[item + side] >= 0
            if not announced and (asked is None or self._may_announce(state, seat, asked)):
                found.append(move)

    def _speaks_for_others(self, state: State, seat: int) -> bool:
        """Whether an announcement of this seat would count for the other side: its own side is not
        known to all, and the last speaker is of the other.
        """
        last = state.last_speaker if state.last_speaker >= 0 else state.declarer
        declarers = state.declarers
        if (declarers >> last & 1) == (declarers >> seat & 1):
            return False
        return not self._is_known(state, seat)

    def _is_known(self, state: State, seat: int) -> bool:
        """Whether everybody knows the side of this seat."""
        if not self._secret[state.contract]:
            return True
        if (state.shown | 1 << state.declarer) >> seat & 1:
            return True
        partner = state.declarers & ~(1 << state.declarer)
        return bool(state.shown & partner) or self._partner_is_shown(state)

    def _may_announce(self, state: State, seat: int, asked: AnnouncedBonus) -> bool:
        if state.doublers >> seat & 1 and asked.item in self._either[state.contract]:
            return False
        return asked.allows(state, seat)

    def add_doubles(self, state: State, seat: int, found: list[int]) -> None:
        """Add every double that the seat may make to ``found``."""
        contract = state.contract
        if self._individual[contract] and not self._closing.closes_doubling(state, GAME_ITEM):
            self._add_duels(state, seat, found)
        if not state.doublable:
            return
        levels, most, closed = state.levels, self.levels, state.closed_by != 0
        own = DECLARERS if state.declarers >> seat & 1 else DEFENDERS
        at_once, passed = self._doubled_at_once, state.passed_since
        known: tuple[int, int] | None = None
        for item in state.doublable:
            level = levels[item]
            if level >= most or (at_once and passed[item] >> seat & 1):
                continue
            if self._sides_may_hide:
                known = known or self.sides_known_to(state, seat)
                if not self._knows_to_answer(state, seat, item, known):
                    continue
            elif (self._side[item] != own) != (level & 1 == 0) or (
                level and state.last_doublers[item] == seat  # it has overcalled since
            ):
                continue
            if item == GAME_ITEM and self._announced_instead(state, seat) >= 0:
                continue
            if not closed or not self._closing.closes_doubling(state, item):
                found.append(self._double_of[item])

    def _add_duels(self, state: State, seat: int, found: list[int]) -> None:
        moves = self.plan.moves
        if seat != state.declarer:
            if self._may_duel(state, seat, seat):
                found.append(moves.doubles[GAME, DECLARERS])
            return
        for other, move in moves.duels.items():
            if self._may_duel(state, seat, other):
                found.append(move)

    def _is_late(self, state: State, seat: int, place: int) -> bool:
        """Whether the seat has passed on an item or duel that is doubled at once or never."""
        return self._doubled_at_once and bool(state.passed_since[place] >> seat & 1)

    def _has_the_word(self, state: State, seat: int, item: int) -> bool:
        """Whether this seat may be next to double an item: the opponents begin, then the sides take
        turns. No seat answers its own double, not even after it has overcalled.
        """
        if self._sides_may_hide:
            known = self.sides_known_to(state, seat)
            return self._knows_to_answer(state, seat, item, known)
        level = state.levels[item]
        if level and state.last_doublers[item] == seat:
            return False
        own = DECLARERS if state.declarers >> seat & 1 else DEFENDERS
        return (self._side[item] != own) == (level & 1 == 0)

    @staticmethod
    def _knows_to_answer(state: State, seat: int, item: int, known: tuple[int, int]) -> bool:
        """The same where sides may be hidden. ``known`` are the seats that this one knows to be on
        its side, and those against it.
        """
        with_it, against_it = known
        owner = state.declarer if item == GAME_ITEM else state.announcers[item]
        level = state.levels[item]
        # The first double: seats that may be opponents. The second: seats that know the item to be
        # their side's. Later ones: known opponents, and the seat of the first double. No seat
        # answers itself.
        if level == 0:
            return not with_it >> owner & 1
        if state.last_doublers[item] == seat:
            return False
        if level & 1:
            return bool(with_it >> owner & 1)
        return bool(against_it >> owner & 1) or state.first_doublers[item] == seat

    def _may_duel(self, state: State, seat: int, other: int) -> bool:
        """Whether the declarer, or the opponent ``other``, may double in the duel of the two."""
        level = state.duels[other]
        if other == state.declarer or (seat == other) != (level & 1 == 0) or level >= self.levels:
            return False
        return not self._is_late(state, seat, self.plan.items + other)

    def must_double(self, state: State, seat: int) -> Forced | None:
        """The rule by which the seat must double before it passes; None without one."""
        for rule, who, test in self._forced[state.contract]:
            undoubled = state.duels[seat] == state.levels[GAME_ITEM] == 0
            if not (undoubled and who(state, 1 << seat) >> seat & 1):
                continue
            if test is None or test(state, 1 << seat):
                found: list[int] = []
                self.add_doubles(state, seat, found)
                if self.double_of_game in found:
                    return rule
        return None

    @staticmethod
    def must_not_pass(rule: Forced) -> Refusal:
        """The refusal of a pass by a seat that must double."""
        args: dict[str, object] = {"word": rule.say, "item": rule.item}
        if rule.when is not None:
            args["condition"] = rule.when
        return Refusal("forced", rule.at, args)

    # Who knows what

    def sides_known_to(self, state: State, seat: int) -> tuple[int, int]:
        """The seats that this one knows to be on its side, with itself, and those against it."""
        declarers, everybody = state.declarers, self._everybody
        ours = declarers if declarers >> seat & 1 else everybody & ~declarers
        if not self._secret[state.contract]:
            return ours, everybody & ~ours
        if state.declarer < 0:  # the cards held decide the sides
            return 1 << seat, 0
        partner = declarers & ~(1 << state.declarer)
        if (state.shown | 1 << seat) & partner or self._partner_is_shown(state):
            return ours, everybody & ~ours
        known = state.shown | 1 << state.declarer
        return ours & known | 1 << seat, ~ours & known

    def _partner_is_shown(self, state: State) -> bool:
        """Whether a card has shown everybody who plays with the declarer: in a trick, or face up in
        the talon.
        """
        called, shown_by = state.called_card, self._shown_by[state.contract]
        if (called if shown_by < 0 else shown_by) in state.played:
            return True
        return self.called_lies_open(state)

    def called_lies_open(self, state: State) -> bool:
        """Whether the called card lies face up in the talon, so that nobody holds it."""
        called = state.called_card
        if called < 0 or not self._open_talon[state.exchange_contract]:
            return False
        return state.in_talon(called)

    def _announced_instead(self, state: State, seat: int) -> int:
        """The item that this opponent has announced instead of doubling the game; -1: none."""
        if state.levels[GAME_ITEM] & 1:
            return -1
        own = state.announced_in_play[seat]
        for item in self._either[state.contract]:
            if (
                seat in (state.announcers[item], state.announcers[item + 1])
                or bonus_of(item) in own
            ):
                return item
        return -1

    # Applying

    def apply(self, state: State, seat: int, move: int) -> None:
        """Make an announcement or a double."""
        made = self.plan.moves.all[move]
        if made.kind == "announce":
            self._announce(state, seat, self._of_move[move])
        else:
            self._double(state, seat, made)

    def _announce(self, state: State, seat: int, announced: AnnouncedBonus) -> None:
        side = DECLARERS if state.declarers >> seat & 1 else DEFENDERS
        item = announced.item + side
        if announced.doubles_game and side == DEFENDERS:
            self._double_by_itself(state, seat)
        if self._shows_side or self._once_a_side or announced.shows_side:
            state.shown |= 1 << seat
        if self._once_a_player:
            before = state.announced_in_play[seat]
            state.announced_in_play = put(
                state.announced_in_play, seat, (*before, announced.number)
            )
            if state.announcers[item] >= 0:
                return
        state.announcers = put(state.announcers, item, seat)
        state.announced_in_turn = True

        # What else the announcement shows of hands and sides.
        if announced.card >= 0:
            state.show(seat, 1 << announced.card)
        implies = announced.doubles_game and self._kontra_of[state.contract] != NO_KONTRA
        if implies:
            state.shown |= 1 << seat
        state.last_speaker = seat

        # Items that can be doubled from now on, and what the announcement closes.
        if self._doubles_bonuses and self._kontra_of[state.contract] != NO_KONTRA:
            state.doublable += (item,)
        state.passed_since = put(state.passed_since, item, 0)
        self._closing.note(state, announced.number)

    def _double_by_itself(self, state: State, seat: int) -> None:
        """Double the game by an opponent's announcement: for all, or in his duel."""
        own = self._kontra_of[state.contract]
        if own == "individual":
            if not state.duels[seat]:
                state.duels = put(state.duels, seat, 1)
                state.passed_since = put(state.passed_since, self.plan.items + seat, 0)
        elif own is None and not state.levels[GAME_ITEM]:
            state.levels = put(state.levels, GAME_ITEM, 1)
            state.first_doublers = put(state.first_doublers, GAME_ITEM, seat)
            state.last_doublers = put(state.last_doublers, GAME_ITEM, seat)
            state.doublers |= 1 << seat
            state.passed_since = put(state.passed_since, GAME_ITEM, 0)

    def _double(self, state: State, seat: int, made: Move) -> None:
        state.last_speaker = seat
        if self._individual[state.contract] and made.item == GAME:
            other = seat if made.count is None else made.count
            state.duels = put(state.duels, other, state.duels[other] + 1)
            state.passed_since = put(state.passed_since, self.plan.items + other, 0)
            return
        item = self._item_of(state, made)
        if self._sides_named or item == GAME_ITEM:
            state.shown |= 1 << seat
        if item == GAME_ITEM and state.levels[item] & 1 == 0:
            state.doublers |= 1 << seat
        if state.levels[item] == 0:
            state.first_doublers = put(state.first_doublers, item, seat)
        state.last_doublers = put(state.last_doublers, item, seat)
        state.levels = put(state.levels, item, state.levels[item] + 1)
        state.passed_since = put(state.passed_since, item, 0)

    def _item_of(self, state: State, made: Move) -> int:
        """The item that a move doubles. Without a side it is that of the side that has announced
        it, or the declarers' if nobody has.
        """
        if made.item is None or made.item == GAME:
            return GAME_ITEM
        bonus = self.plan.bonus_ids.index(made.item)
        if made.side is not None:
            return item_of(bonus, SIDES.index(made.side))
        ours, theirs = items_of(bonus)
        return theirs if state.announcers[theirs] >= 0 else ours

    def end_bid(self, state: State) -> None:
        """End the turn of a bidder who has announced with his bid."""
        state.first_turn_over, state.announced_in_turn = True, False
        if self._muted_after_turn:
            state.muted |= 1 << state.turn

    def let_pass(self, state: State, seat: int) -> None:
        """Note that the seat has had a turn, after which it may be too late to double."""
        if not self._doubled_at_once:
            return
        for item in state.doublable:
            state.passed_since = unite(state.passed_since, item, 1 << seat)
        if self._individual[state.contract]:
            for other in range(state.players):
                duel = self.plan.items + other
                state.passed_since = unite(state.passed_since, duel, 1 << seat)

    # Refusing

    def why_not(self, state: State, seat: int, move: int) -> Refusal | None:
        """Why an announcement or a double is refused; None if it is legal."""
        made = self.plan.moves.all[move]
        if made.kind == "announce":
            return self._why_not_announce(state, seat, move)
        return self._why_not_double(state, seat, made)

    def _why_not_announce(self, state: State, seat: int, move: int) -> Refusal | None:
        announced = self._of_move.get(move)
        if announced is None:
            return Refusal("wrong_step", self._at, {"step": self._step})
        bonus = announced.bonus
        if announced not in self._in_contract[state.contract]:
            args = {"bonus": bonus.id, "contract": self.plan.contract_ids[state.contract]}
            return Refusal("not_in_contract", (*bonus.at, "contracts"), args)
        closed = self._closing.why_not_announce(state)
        if closed is not None:
            return closed
        if self._after_exchange and state.muted >> seat & 1:
            return Refusal("announced_before", (*self._at, "each_announces"))
        if self._speaks_for_last and self._speaks_for_others(state, seat):
            return Refusal("speaks_for_others", (*self._at, "speaks_for"))
        if self._is_announced(state, seat, announced):
            return Refusal("already_announced", bonus.at, {"bonus": bonus.id})
        if state.doublers >> seat & 1 and announced.item in self._either[state.contract]:
            return Refusal("doubled_instead", ("kontra", "excludes", bonus.id), {"bonus": bonus.id})
        return announced.why_not(state, seat)

    def _is_announced(self, state: State, seat: int, announced: AnnouncedBonus) -> bool:
        """Whether the bonus has been announced so that this seat cannot announce it again."""
        if self._once_a_player:
            both = state.announcers[announced.item], state.announcers[announced.item + 1]
            return announced.number in state.announced_in_play[seat] or seat in both
        ours = DECLARERS if state.declarers >> seat & 1 else DEFENDERS
        if state.announcers[announced.item + ours] >= 0:
            return True
        return self._once_a_round and state.announcers[announced.item + DEFENDERS - ours] >= 0

    def _why_not_double(self, state: State, seat: int, made: Move) -> Refusal | None:
        name = made.item or GAME
        kontra, own = self.kontra, self._kontra_of[state.contract]
        if kontra is None or own == NO_KONTRA:
            return Refusal("not_doubled", self._at, {"item": name})
        if not self._sides_named and made.side is not None and name != GAME:
            return Refusal("side_unknown", self._at, {"bonus": name})
        if self._individual[state.contract] and name == GAME:
            return self._why_not_duel(state, seat, made)
        if made.count is not None:
            return Refusal("no_duel", (*kontra.at, "doubles"))
        item = self._item_of(state, made)
        if not (self._doubles_game if item == GAME_ITEM else self._doubles_bonuses):
            return Refusal("not_doubled", (*kontra.at, "doubles"), {"item": name})
        if item != GAME_ITEM and state.announcers[item] < 0:
            return Refusal("item_not_announced", (*kontra.at, "doubles"), {"bonus": name})
        return self._why_not_raise(state, seat, item, name)

    def _why_not_raise(self, state: State, seat: int, item: int, name: str) -> Refusal | None:
        assert self.kontra is not None
        closed = self._closing.why_not_double(state, item)
        if closed is not None:
            return closed
        too_high = self._why_no_level(state.levels[item], name)
        if not self._sides_may_hide and too_high is not None:
            return too_high
        if not self._has_the_word(state, seat, item):
            return Refusal("own_item", (*self.kontra.at, "begins"), {"item": name})
        instead = self._announced_instead(state, seat) if item == GAME_ITEM else -1
        if instead >= 0:
            bonus = self.plan.bonus_ids[bonus_of(instead)]
            rule = (*self.kontra.at, "excludes", bonus)
            return Refusal("announced_instead", rule, {"bonus": bonus})
        return too_high or self._why_late(state, seat, item, name)

    def _why_not_duel(self, state: State, seat: int, made: Move) -> Refusal | None:
        """Why the duel of an opponent and the declarer may not be doubled."""
        assert self.kontra is not None
        rule = (*self.plan.contracts[state.contract].at, "kontra")
        closed = self._closing.why_not_double(state, GAME_ITEM)
        if closed is not None:
            return closed
        if seat == state.declarer and made.count is None:
            return Refusal("name_opponent", rule)
        if seat != state.declarer and made.count is not None:
            return Refusal("own_duel", rule)
        other = seat if made.count is None else made.count
        if other == state.declarer:
            return Refusal("own_duel", rule)
        level = state.duels[other]
        if (seat == other) != (level & 1 == 0):
            return Refusal("own_item", (*self.kontra.at, "begins"), {"item": GAME})
        duel = self.plan.items + other
        return self._why_no_level(level, GAME) or self._why_late(state, seat, duel, GAME)

    def _why_no_level(self, level: int, name: str) -> Refusal | None:
        assert self.kontra is not None
        if level < self.levels:
            return None
        args = {"item": name, "word": self.kontra.levels[-1]}
        return Refusal("no_more_levels", (*self.kontra.at, "levels"), args)

    def _why_late(self, state: State, seat: int, place: int, name: str) -> Refusal | None:
        if not self._is_late(state, seat, place):
            return None
        return Refusal("too_late", (*self._at, "doubles_wait"), {"item": name})
