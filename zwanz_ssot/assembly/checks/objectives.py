"""Checks for bonuses that the objective of a contract gives to the other side. For example, a
declarer who wins a Bettel leaves every trick to the opponents, and would pay for their Valat.
"""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ...model import Bonus, Condition, Contract, Game, Path, Role
from ...paths import dotted
from ...words.compiling import Compiler
from ...words.facts import Facts
from ...words.joints import demanded
from ...words.outcome import belongs_to, points_at_least
from ...words.registry import RoleFact, Seats, Test, role_is
from ...words.roles import has_declarer, speaker
from ..resolver import CheckContext


def check(context: CheckContext) -> None:
    """Note each contract that nobody can win without a bonus for the opponents."""
    game = context.game
    if not context.sound(("contracts",), ("bonuses",), ("deal",), ("table",)):
        return
    words = compiler_of(game)
    silent = [
        (bonus, words.test(bonus.won), _goes_to(words, bonus))
        for bonus in game.bonuses.values()
        if bonus.counts_unannounced and not context.is_faulty(bonus.at)
    ]
    for contract in game.contracts.values():
        if any(context.is_faulty((*contract.at, part)) for part in ("objective", "declarers")):
            continue
        rounds = _that_declarers_win(game, words, contract)
        for bonus, won, goes_to in silent if rounds else ():
            here = bonus.counts_in(contract)
            if here and all(_is_won(won, goes_to, each) for each in rounds):
                _note(context, contract, bonus)


def announcers_of(bonus: Bonus) -> list[Role]:
    """The players to whom the rules leave it to announce a bonus: who is none of these, may not."""
    found = [bonus.announced_by] if bonus.announced_by is not None else []
    for part in demanded(bonus.announce_if) if bonus.announce_if is not None else ():
        if part.word == belongs_to.name and part.args["who"].word == speaker.name:
            found.append(part.args["among"])
    return found


def can_be_missed(game: Game, bonus: Bonus) -> bool:
    """Whether a bonus that is announced can fail: not if whoever announces it gets it for that."""
    words, everybody = compiler_of(game), (1 << game.table.players) - 1
    won, goes_to = words.test(bonus.won), _goes_to(words, bonus)
    announcers = [words.seats(role) for role in announcers_of(bonus)]
    number = list(game.bonuses).index(bonus.id)
    for declarers in (0b1, 0b11):
        for own in (declarers, everybody & ~declarers):
            # One of the side has announced it, alone or beside one of the other side.
            for others in (0, everybody & ~own):
                announced = {number: own & -own | others & -others}
                facts = _Tricks(game, 0, declarers, 0, announced=announced)
                barred = any(_are_none(seats, facts, own) for seats in announcers)
                try:
                    gets = goes_to is None or goes_to(facts, 0) & own
                    if not barred and not (gets and won(facts, own)):
                        return True
                except Untold:
                    return True
    return False


def _are_none(seats: Seats, facts: Facts, own: int) -> bool:
    """Whether certainly none of some players is among others."""
    try:
        return not seats(facts, 0) & own
    except Untold:
        return False


def least_points(condition: Condition, unit: int) -> int | None:
    """The points, in parts of a point, that a side has to have; None for other conditions."""
    args = condition.args
    if condition.word != points_at_least.name or "points" not in args:
        return None
    return int(args["points"]) * unit + int(args.get("thirds", 0))


def compiler_of(game: Game) -> Compiler:
    """The compiler of words for a game, without a plan of the engine."""
    cards = {kind: mask.bit_length() - 1 for kind, mask in game.deck.kinds.items()}
    cards |= {card.id: card.index for card in game.deck.cards}
    return Compiler(cards, tuple(game.bonuses), tricks=game.hand_size, unit=game.unit)


def _goes_to(words: Compiler, bonus: Bonus) -> Seats | None:
    """Who can get a bonus; None for either side."""
    return None if role_is(bonus.goes_to, RoleFact.BOTH_SIDES) else words.seats(bonus.goes_to)


def _note(context: CheckContext, contract: Contract, bonus: Bonus) -> None:
    at: Path = (*contract.at, "objective")
    place = context.place((*bonus.at, "won"), seen_from=at)
    text = f"a declarer who wins this gives the opponents '{bonus.id}' ({place}) and pays"
    contracts_at = f"{dotted(bonus.at)}.contracts"
    hint = f"name in {contracts_at} those in which it counts"
    group = context.game.at((*bonus.at, "contracts"))
    if isinstance(group, str):
        hint = f"take {group} out of {dotted(contract.at)}.groups, or name others in {contracts_at}"
    elif bonus.contracts:
        hint = f"take {contract.id} out of {contracts_at}"
    context.unfit(at, text, hint)


def _that_declarers_win(game: Game, words: Compiler, contract: Contract) -> list[Facts]:
    """The rounds of a contract that the declarers win, or may win, by the tricks."""
    if contract.objective is None:
        return []
    aim = words.test(contract.objective)
    return [each for each in _rounds(game, contract) if _may_hold(aim, each, each.declarers)]


def _is_won(won: Test, goes_to: Seats | None, facts: Facts) -> bool:
    """Whether the opponents win a bonus for certain."""
    opponents = (1 << facts.players) - 1 & ~facts.declarers
    try:
        meant = goes_to is None or goes_to(facts, 0) & opponents
        return bool(meant) and won(facts, opponents)
    except Untold:
        return False


def _may_hold(aim: Test, facts: Facts, own: int) -> bool:
    try:
        return aim(facts, own)
    except Untold:
        return True


class Untold(Exception):
    """Raised by a question that the known facts of a round do not answer."""


class _BySides(Facts):
    """A round of which only the number and the points of the declarers' tricks are known, and by
    bonus, for some, who has ``announced`` it.
    """

    def __init__(
        self,
        game: Game,
        declarer: int,
        declarers: int,
        own: int,
        taken: int = 0,
        whole: int | None = None,
        announced: Mapping[int, int] | None = None,
    ) -> None:
        self.players, self.tricks = game.table.players, game.hand_size
        self.declarer, self.declarers, self.losers = declarer, declarers, 0
        self._own, self._all = own, (1 << self.players) - 1
        self._announced = announced or {}
        self._points: dict[int, int] = {}
        if whole is not None:
            sides = {declarers: taken, self._all & ~declarers: whole - taken}
            self._points = {0: 0, self._all: whole} | sides

    def won(self, seats: int) -> int:
        known = {0: 0, self._all: self.tricks, self.declarers: self._own}
        known[self._all & ~self.declarers] = self.tricks - self._own
        if seats not in known:
            raise Untold
        return known[seats]

    def won_first(self, seats: int, count: int) -> bool:
        won = self.won(seats)
        if won not in (0, self.tricks):
            raise Untold
        return won > 0

    def points(self, seats: int) -> int:
        """The points of a side's tricks, if only tricks have points."""
        if seats not in self._points:
            raise Untold
        return self._points[seats]

    def announced_by(self, bonus: int) -> int:
        if bonus not in self._announced:
            raise Untold
        return self._announced[bonus]


def telling_no_more(known: ABCMeta) -> Callable[..., Facts]:
    """A class of rounds that tell what those of ``known`` do; to every other question they raise
    `Untold`.
    """

    def ask_unknown(*asked: object) -> Any:
        raise Untold

    others = dict.fromkeys(known.__abstractmethods__, ask_unknown)
    return type(known.__name__, (known,), {**others, "__getattr__": ask_unknown})


_Tricks = telling_no_more(_BySides)


def _rounds(game: Game, contract: Contract) -> Iterator[Facts]:
    """Rounds with each number of tricks that the declarers can win: once with the fewest points
    that these can have, and once with the most.
    """
    declarers = (1 << min(len(contract.declarers), game.table.players - 1)) - 1
    declarer = 0 if has_declarer(contract) else -1
    worth, last = sorted(map(game.worth, game.deck.cards)), game.count.last_trick * game.unit
    # The pack may have too few cards for the deal, which is reported elsewhere.
    most, whole = min(game.hand_size, len(worth) // game.table.players), None
    if game.talon is None and not game.declarations:
        whole = sum(worth) + last
    for own in range(most + 1):
        count = own * game.table.players
        cheapest = sum(worth[:count]) + last * (own == most)
        dearest = sum(worth[len(worth) - count :]) + last * (own > 0)
        for taken in dict.fromkeys((cheapest, dearest)):
            yield _Tricks(game, declarer, declarers, own, taken, whole)
