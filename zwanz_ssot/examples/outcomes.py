"""Outcomes that an example states without their play, and their settlement.

An example states points and tricks, who was dealt certain cards, the last trick, and which cards
caught others. `StatedFacts` answers from these what the conditions of the rules ask.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..engine import Round
from ..engine.state import State
from ..model import SIDES
from ..problems import RulesAreSilent, ZwanzError
from ..source import Path
from ..words.facts import Facts, in_a_row
from . import brief_auction, settled
from .brief_auction import WORDS, after_brief_auction
from .case_context import CaseContext
from .dealing import Holdings, in_each, rounds, turns


class NotStated(ZwanzError):
    """The settlement needs a fact that the example does not state. ``fact`` names it, ``hint`` says
    how to state it.
    """

    def __init__(self, fact: str, hint: str) -> None:
        self.fact = fact
        self.hint = hint
        super().__init__(fact, hint)


@dataclass(frozen=True)
class StatedOutcome:
    """The facts of an outcome: cards as indices, seats as numbers or masks. What is missing did not
    happen.
    """

    points: Mapping[int, int] | None = None
    """Card points by mask of seats; every seat is in one of the keys. None: not stated."""
    winners: tuple[int, ...] = ()
    """Who won the tricks, in order."""
    counts: Mapping[int, int] | None = None
    """Numbers of tricks by mask of seats, as in `points`. None: not stated."""
    dealt: Mapping[int, int] = field(default_factory=dict)
    """Cards and the seat that each was dealt to."""
    taken: Mapping[int, int] = field(default_factory=dict)
    """Cards and the mask of seats that took each in a trick."""
    talon: int = 0
    """Cards that lay in the talon."""
    declared: Mapping[int, int] = field(default_factory=dict)
    """Declared card points by mask of seats."""
    played: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """Cards with the trick, from 0, that each was played to, and the seat that played it."""
    winning: Mapping[int, int] = field(default_factory=dict)
    """Tricks, from 0, with the card that won each."""
    won_last: int = -1
    """The seat that won the last trick; -1: not stated."""


class StatedFacts(Facts):
    """Answers what the rules ask of an outcome and of what was said before the play; `Facts`
    describes each method.

    Nobody holds a card at the end. Points and tricks that decide must be stated (`NotStated`);
    cards, talons and declarations that are not stated do not exist.
    """

    def __init__(self, state: State, outcome: StatedOutcome) -> None:
        self.state = state
        self.outcome = outcome
        self.declarer = state.declarer
        self.declarers = state.declarers
        self.losers = self.game_winners = 0
        self.players = state.players
        self.doubled_for = state.doubled_for
        self.dealer = state.dealer
        self.tricks = state.tricks

    def hand(self, seat: int) -> int:
        return 0

    def points(self, seats: int) -> int:
        hint = "write points: {declarers: …}, or the points of each player"
        return _sum(self.outcome.points, seats, "the card points decide here", hint)

    def won(self, seats: int) -> int:
        hint = "write tricks: and the winners in order, or tricks: {declarers: …, defenders: …}"
        return _sum(self.outcome.counts, seats, "the number of tricks decides here", hint)

    def won_first(self, seats: int, count: int) -> bool:
        if self.outcome.winners:
            return all(seats >> winner & 1 for winner in self.outcome.winners[:count])
        if self.outcome.counts is None or self.won(seats) < count:
            return False
        if self.won(seats) == self.tricks:
            return True
        raise NotStated("the first tricks decide here", "write tricks: and the winners in order")

    def declared(self, seats: int) -> int:
        return sum(points for some, points in self.outcome.declared.items() if some & seats)

    def taken_by(self, seats: int) -> int:
        return sum(1 << card for card, some in self.outcome.taken.items() if not some & ~seats)

    def in_talon(self, card: int) -> bool:
        return bool(self.outcome.talon >> card & 1)

    def all_played(self) -> int:
        return sum(1 << card for card in self.outcome.played)

    def tricks_done(self) -> int:
        return len(self.outcome.winners)

    def trick_of(self, card: int) -> int:
        return self.outcome.played.get(card, (-1, -1))[0]

    def player_of(self, card: int) -> int:
        return self.outcome.played.get(card, (-1, -1))[1]

    def winning_card(self, trick: int) -> int:
        return self.outcome.winning.get(trick, -1)

    def winner_of(self, trick: int) -> int:
        if trick < len(self.outcome.winners):
            return self.outcome.winners[trick]
        return self.outcome.won_last if trick == self.tricks - 1 else -1

    def holder_of(self, card: int) -> int:
        # A card was dealt to the seat that plays it; the called card may follow from the auction.
        stated = self.outcome.dealt.get(card, self.player_of(card))
        return (
            self.state.holder_of(card) if stated < 0 and card == self.state.called_card else stated
        )

    def discarder_of(self, card: int) -> int:
        return -1

    def dealt_to(self, seat: int) -> int:
        stated, played = self.outcome.dealt, self.outcome.played
        own = [card for card, holder in stated.items() if holder == seat]
        own += [card for card, (_, player) in played.items() if player == seat]
        return sum(1 << card for card in dict.fromkeys(own))

    def tops(self, seats: int, trumps: Sequence[int]) -> int:
        had: list[bool] = []
        for card in trumps:
            holder = self.holder_of(card)
            if holder < 0 and not self.in_talon(card):
                name = self.state.plan.game.deck.cards[card].id
                hint = f"write who was dealt it under dealt: {{{name}: …}}"
                raise NotStated(f"it decides here who had {name}", hint)
            # A card of the talon counts for the side unless another player is said to have had it.
            had.append(holder < 0 or bool(seats >> holder & 1))
            if had[-1] != had[0]:
                break
        return in_a_row(had)

    def number_bid(self) -> int:
        return self.state.bid_number

    def holder_of_all(self, cards: int) -> int:
        holders = {self.holder_of(card) for card in range(cards.bit_length()) if cards >> card & 1}
        return holders.pop() if len(holders) == 1 else -1

    def called(self) -> int:
        return self.state.called_card

    def announced_by(self, bonus: int) -> int:
        return self.state.announced_by(bonus)

    def level(self, item: int) -> int:
        return self.state.level(item)

    def doubled_by(self, item: int) -> int:
        return self.state.doubled_by(item)

    def duel(self, seat: int) -> int:
        return self.state.duel(seat)

    def conceded_item(self) -> int:
        return self.state.conceded_item()

    def announced(self, item: int) -> bool:
        """Whether the item was announced."""
        return self.state.announcers[item] >= 0


def _sum(stated: Mapping[int, int] | None, seats: int, fact: str, hint: str) -> int:
    """The sum for these seats. Raises `NotStated` where it cannot be told from others."""
    if stated is None:
        raise NotStated(fact, hint)
    total = 0
    for some, amount in stated.items():
        if some & seats and some & ~seats:
            raise NotStated(f"{fact}, player by player", hint)
        if some & seats:
            total += amount
    return total


SITUATION = WORDS | {"says", "hands", "talon", "double_round", "match", "outcome"}
EXPECTS = settled.EXPECTS | settled.AFTER_EXPECTS | {"declarers", "rules_are_silent"}
AT: Path = ("outcome",)
"""The path of the outcome in an example."""


def work_out(context: CaseContext) -> None:
    """Settle the outcome and compare, after an auction stated by its words or by its result."""
    if "says" not in context.entry:
        _settle(context, after_brief_auction(context))
        return
    for word in sorted(WORDS - {"partner"}):
        if word in context.entry:
            context.error(
                (word,), f"what was said stands in says, so {word} is not stated beside it"
            )

    def settle(context: CaseContext, played: Round) -> None:
        if played.contract is None:
            context.differ(("says",), "a contract", f"thrown in: {played.thrown_in}")
        else:
            _settle(context, played.state)

    in_each(context, stated_rounds(context), settle)


def stated_rounds(context: CaseContext) -> list[Round]:
    """The round after the stated words, with each deal that is tried; none where the auction is
    stated by its result.
    """
    if "says" not in context.entry:
        return []
    spoken = turns(context)
    holdings = Holdings(context)
    holdings.state_hands()
    holdings.state_talon()
    for card, seat in _played(context).items():
        if not holdings.place(seat, 1 << card):
            context.error(
                AT,
                f"{context.sitting(1 << seat)[0]} cannot hold {context.game.deck.cards[card].id}",
            )
    holdings.conclude(spoken)
    context.done()
    return rounds(context, holdings, spoken, finish=True)


def stated_outcome(context: CaseContext) -> tuple[Round, StatedOutcome] | None:
    """A round that is over, with the stated auction, and its outcome. None where a stated word is
    not legal, or the auction ends without a contract.
    """
    if "says" in context.entry:
        begun = next(iter(stated_rounds(context)), None)
        if begun is None or begun.contract is None:
            return None
        state, dealt, history = begun.state, begun.deal, begun.history
    else:
        state, dealt, history = after_brief_auction(context), (), ()
    found = read(context, state)
    context.done()
    state.step = len(context.table.steps)
    return Round(context.table, state, dealt, history), found


def _settle(context: CaseContext, state: State) -> None:
    """Settle the outcome after this auction, and compare."""
    outcome = read(context, state)
    context.done()
    expect = context.entry["expect"]
    try:
        facts = StatedFacts(state, outcome)
        ledger = context.table.settlement.settle(facts, state.contract, state.stakes)
    except NotStated as missing:
        context.error(AT, f"{missing.fact}, but this outcome does not tell it", missing.hint)
        return
    except RulesAreSilent as silent:
        context.compare(
            ("expect", "rules_are_silent"),
            expect.get("rules_are_silent", "a settlement"),
            silent.path,
        )
        return
    if "rules_are_silent" in expect:
        context.differ(("expect", "rules_are_silent"), expect["rules_are_silent"], "a settlement")
    if "declarers" in expect:
        context.compare(
            ("expect", "declarers"), expect["declarers"], context.sitting(facts.declarers)
        )
    settled.compare(context, ledger, facts)


def read(context: CaseContext, state: State) -> StatedOutcome:
    """The outcome that the example states. Notes a problem for facts that contradict each other."""
    stated = context.entry["outcome"]
    game = context.game
    declared = by_seats(context, state, (*AT, "declared"), stated.get("declared", {}))
    whole = context.table.whole + sum(declared.values()) * game.unit

    # Points and tricks.
    points = _points(context, state, whole)
    winners: tuple[int, ...] = ()
    counts: dict[int, int] | None = None
    if isinstance(tricks := stated.get("tricks"), list):
        winners = tuple(
            context.seat((*AT, "tricks", number), seat) for number, seat in enumerate(tricks)
        )
        counts = {1 << seat: winners.count(seat) for seat in range(context.players)}
        if len(winners) != state.tricks:
            context.error(
                (*AT, "tricks"),
                f"a round has {state.tricks} tricks, here are {len(winners)} winners",
            )
    elif tricks is not None:
        counts = _shares(context, state, "tricks", tricks, state.tricks)
    if counts and points is None and not declared and game.talon is None:
        points = _all_or_nothing(context, state, counts, whole)
    elif counts and points and not context.problems:
        brief_auction.points_of_tricks(
            context, context.table.contracts[state.contract], counts, points, declared
        )

    # Single cards: played, won with, taken.
    last = state.tricks - 1
    played, winning, won_last = _tricks(context, state, last, winners)
    for card, (number, seat, wins) in _in_tricks(context).items():
        played[card] = (number, seat)
        if wins:
            winning[number] = card
    taken = {
        card.index: context.side((*AT, "taken", group), side, state.declarers)
        for group, side in stated.get("taken", {}).items()
        for card in game.deck.within(context.group((*AT, "taken", group), group))
    }
    return StatedOutcome(
        points,
        winners,
        counts,
        _dealt(context),
        taken,
        context.cards((*AT, "talon"), stated.get("talon", ())),
        {seats: amount * game.unit for seats, amount in declared.items()},
        played,
        winning,
        won_last,
    )


def by_seats(
    context: CaseContext, state: State, path: Path, stated: dict[str, int]
) -> dict[int, int]:
    """Amounts stated for sides or players, by mask of seats."""
    return {
        context.side((*path, name), name, state.declarers): amount
        for name, amount in stated.items()
    }


def _points(context: CaseContext, state: State, whole: int) -> dict[int, int] | None:
    """The stated card points, in parts of a point; None where none are stated."""
    stated, unit = context.entry["outcome"], context.game.unit
    if "thirds" in stated and unit == 1:
        context.error(
            (*AT, "thirds"),
            "cards are counted one by one here, so there are no thirds",
            "write points",
        )
    elif "thirds" in stated and "points" in stated:
        context.error(
            (*AT, "thirds"), "the points are stated already", "keep one of points and thirds"
        )
    elif "thirds" in stated:
        return _shares(context, state, "thirds", stated["thirds"], whole)
    if "points" not in stated:
        return None
    shares = _shares(context, state, "points", stated["points"], whole // unit)
    return {seats: amount * unit for seats, amount in shares.items()}


def _in_tricks(context: CaseContext) -> dict[int, tuple[int, int, bool]]:
    """The cards stated under ``played``, each with its trick, the seat that played it, and whether
    it won.
    """
    found = {}
    for card, fall in context.entry["outcome"].get("played", {}).items():
        path: Path = (*AT, "played", card)
        number = fall["trick"]
        if number > context.table.tricks:
            context.error(
                (*path, "trick"), f"a round has {context.table.tricks} tricks, not {number}"
            )
        seat = context.seat((*path, "by"), fall["by"])
        found[context.card(path, card)] = number - 1, seat, fall.get("wins", True)
    return found


def _shares(
    context: CaseContext, state: State, key: str, stated: dict[str, int], whole: int
) -> dict[int, int]:
    """Points or tricks of both sides or of all players, by mask of seats. One of them may be left
    out and has the rest.
    """
    path: Path = (*AT, key)
    by_side = any(name in SIDES for name in stated)
    names = SIDES if by_side else tuple(context.sitting(context.everybody))
    for name in stated:
        if name not in names:
            context.error((*path, name), f"{key} are stated of sides or of players, not of both")
            return {}
    shares = {
        context.side((*path, name), name, state.declarers): amount
        for name, amount in stated.items()
    }
    left, total = [name for name in names if name not in stated], sum(stated.values())
    if total > whole or (not left and total != whole):
        context.error(path, f"all {key} together are {whole}, not {total}")
    elif len(left) > 1 and total != whole:
        context.error(path, f"only one may be left out, here {len(left)} are: {', '.join(left)}")
    for name in left:
        shares[context.side(path, name, state.declarers)] = whole - total if len(left) == 1 else 0
    return shares


def _all_or_nothing(
    context: CaseContext, state: State, counts: dict[int, int], whole: int
) -> dict[int, int] | None:
    """The points where one side has all tricks, and so all points; None where neither has."""
    for seats in (state.declarers, context.everybody & ~state.declarers):
        if seats and sum(n for some, n in counts.items() if not some & ~seats) == state.tricks:
            return {seats: whole, context.everybody & ~seats: 0}
    return None


def _tricks(
    context: CaseContext, state: State, last: int, winners: tuple[int, ...]
) -> tuple[dict[int, tuple[int, int]], dict[int, int], int]:
    """Cards with trick and player, tricks with their winning card, and who won the last one."""
    stated = context.entry["outcome"]
    players = _played(context)
    trick: dict[int, int] = {}
    winning: dict[int, int] = {}
    won_last = winners[-1] if len(winners) == last + 1 else -1
    index = context.table.index

    # The last trick.
    end: dict[str, Any] = stated.get("last_trick", {})
    if "won_by" in end:
        seat = context.seat((*AT, "last_trick", "won_by"), end["won_by"])
        if won_last not in (-1, seat):
            text = f"tricks says that {context.sitting(1 << won_last)[0]} won the last trick"
            context.error((*AT, "last_trick", "won_by"), text)
        won_last = seat
    if "with" in end:
        winning[last] = index.get(end["with"], -1)
    for card in (*end.get("has", ()), *([end["with"]] if "with" in end else [])):
        trick[index.get(card, -1)] = last

    # Cards that were caught: each catching card gets a trick of its own, counted back from the last
    # but one, unless it won the last one.
    free = last - 1
    by: dict[int, int] = {card: number for number, card in winning.items()}
    for card, fall in stated.get("caught", {}).items():
        path: Path = (*AT, "caught", card)
        catcher = context.card((*path, "by"), fall["by"])
        if catcher not in by:
            by[catcher], free = free, free - 1
        number = by[catcher]
        winning[number] = catcher
        if trick.setdefault(index.get(card, -1), number) != number:
            context.error(
                path, f"{card} is in the last trick, which {end.get('with', 'another card')} won"
            )
        else:
            brief_auction.catch(context, state, (*path, "by"), catcher, context.card(path, card))
        trick[catcher] = number
    return (
        {card: (number, players.get(card, -1)) for card, number in trick.items()},
        winning,
        won_last,
    )


def _dealt(context: CaseContext) -> dict[int, int]:
    """Cards and the seat that each was dealt to, from ``hands`` and from ``dealt``."""
    found: dict[int, int] = {}
    for name, cards in context.entry.get("hands", {}).items():
        _put(
            context,
            found,
            ("hands", name),
            context.cards(("hands", name), cards),
            context.seat(("hands", name), name),
        )
    for group, seat in context.entry["outcome"].get("dealt", {}).items():
        path: Path = (*AT, "dealt", group)
        _put(context, found, path, context.group(path, group), context.seat(path, seat))
    return found


def _played(context: CaseContext) -> dict[int, int]:
    """Cards and the seat that held each: those dealt, played to stated tricks, or caught."""
    stated, found = context.entry["outcome"], _dealt(context)
    end: dict[str, Any] = stated.get("last_trick", {})
    if "with" in end and "won_by" in end:
        path: Path = (*AT, "last_trick", "with")
        _put(
            context,
            found,
            path,
            1 << context.card(path, end["with"]),
            context.seat(path, end["won_by"]),
        )
    for card, seat in end.get("has", {}).items():
        path = (*AT, "last_trick", "has", card)
        _put(context, found, path, 1 << context.card(path, card), context.seat(path, seat))
    for index, (_, seat, _) in _in_tricks(context).items():
        _put(context, found, (*AT, "played", context.game.deck.cards[index].id), 1 << index, seat)
    for card, fall in stated.get("caught", {}).items():
        path = (*AT, "caught", card)
        if "of" in fall:
            _put(
                context, found, path, 1 << context.card(path, card), context.seat(path, fall["of"])
            )
    return found


def _put(context: CaseContext, found: dict[int, int], path: Path, cards: int, seat: int) -> None:
    """Note the holder of some cards; a problem where another line names another holder."""
    for card in context.game.deck.within(cards):
        if found.setdefault(card.index, seat) != seat:
            holder = context.sitting(1 << found[card.index])[0]
            context.error(
                path, f"{card.id} was {holder}'s card, as another line of this example says"
            )
