"""The settlement: the ledger of a round, with the line of the game and those of the bonuses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from ..model import (
    Bonus,
    Condition,
    Contract,
    Deck,
    Factor,
    Ledger,
    Line,
    Path,
    Payment,
    Play,
    Role,
    Score,
    ValueAdds,
    ValueTimes,
    Verdict,
    Void,
    seats_in,
)
from ..model.identifiers import DECLARERS, DEFENDERS, GAME, GAME_ITEM, items_of
from ..model.scoring import replacing_first
from ..problems import RulesAreSilent
from ..words.facts import Facts
from ..words.registry import Measure, RoleFact, Seats, Test, role_is
from ..words.roles import late_partners, one, others
from .payments import Doubling, ItemOutcome, Lines
from .plan import Plan


@dataclass(frozen=True, slots=True)
class _BonusRule:
    """A bonus, compiled."""

    items: tuple[int, int]
    """Its item for each side."""
    bonus: Bonus
    goes_to: Seats | None
    """None: to either side."""
    paid_by: Seats | None
    """None: by the whole side."""
    won: Test
    lost: Test | None
    measures: tuple[Measure, Measure]
    """The figures behind winning it, and behind losing it unannounced."""
    silent: bool
    """Whether it counts without being announced."""
    only_silent: bool
    """Whether an announcement of it is worth nothing by itself."""


class SettledBonuses:
    """The bonuses of a game, compiled for the settlement."""

    def __init__(self, plan: Plan, doubling: Doubling, lines: Lines) -> None:
        self._plan = plan
        self._doubling = doubling
        self._lines = lines
        game = plan.game
        rules = [self._rule(number, bonus) for number, bonus in enumerate(game.bonuses.values())]
        self._rules = [_counted_in(contract, rules) for contract in plan.contracts]
        self._beside = {
            bonus.id: plan.words.test(bonus.replaces_unless)
            for bonus in game.bonuses.values()
            if bonus.replaces_unless
        }
        """By bonus: the condition under which it does not replace other lines."""
        self._missed_pays = game.settlement.missed_announcement == "counts_for_opponents"
        self._silent_beside = game.settlement.silent_beside_announced == "counts"

    def _rule(self, number: int, bonus: Bonus) -> _BonusRule:
        plan = self._plan
        return _BonusRule(
            items_of(number),
            bonus,
            None if role_is(bonus.goes_to, RoleFact.BOTH_SIDES) else plan.seats(bonus.goes_to),
            plan.seats(bonus.paid_by) if bonus.paid_by else None,
            plan.words.test(bonus.won),
            plan.words.test(bonus.lost) if bonus.lost else None,
            (plan.measure(bonus.won), plan.measure(bonus.lost or bonus.won)),
            bonus.counts_unannounced,
            bonus.value.amount(announced=True) == 0,
        )

    def stands_beside(self, bonus: str, facts: Facts, claimants: int) -> bool:
        """Whether a bonus that replaces other lines leaves them this time."""
        test = self._beside.get(bonus)
        return test is not None and test(facts, claimants)

    def lines(
        self, facts: Facts, contract: int, stakes: tuple[int, int], void: tuple[Void, ...]
    ) -> Iterator[Line]:
        """The lines of all bonuses that were won or lost, in order. ``stakes`` are those of the
        round, and those of bonuses that one player pays alone.
        """
        sides = (facts.declarers, others(facts, facts.declarers))
        for rule in self._rules[contract]:
            ours, theirs = rule.items
            announced = facts.announced(ours), facts.announced(theirs)
            if not rule.silent and True not in announced:
                continue
            claim = rule.goes_to(facts, 0) if rule.goes_to else sides[0] | sides[1]
            for side in (DECLARERS, DEFENDERS):
                own, against = sides[side], announced[1 - side]
                if announced[side]:
                    if rule.only_silent:
                        continue
                    verdict = self._announced(facts, rule, own, claim)
                elif rule.silent and claim & own and (self._silent_beside or not against):
                    verdict = self._silent(facts, rule, own)
                else:
                    continue
                if verdict is not None:
                    winners = own if verdict == "won" else sides[1 - side]
                    outcome = self._outcome(facts, contract, void, rule, side, verdict, winners)
                    line = self._lines.line(facts, outcome, stakes[rule.paid_by is not None])
                    if rule.paid_by is None:
                        yield line
                    elif payers := rule.paid_by(facts, own):
                        yield self._lines.paid_by(facts, line, payers, winners)

    def conceded(
        self, facts: Facts, contract: int, stakes: int, void: tuple[Void, ...]
    ) -> Iterator[Line]:
        """The line of the bonus that was conceded with the game, as one announced and missed."""
        for rule in self._rules[contract] if self._missed_pays else ():
            if facts.conceded_item() in rule.items and not rule.only_silent:
                winners = others(facts, facts.declarers)
                outcome = self._outcome(facts, contract, void, rule, DECLARERS, "conceded", winners)
                yield self._lines.line(facts, outcome, stakes)

    def _announced(self, facts: Facts, rule: _BonusRule, own: int, claim: int) -> Verdict | None:
        """The verdict for the side ``own``, which announced the bonus; None if nothing is settled.
        ``claim`` are the seats that it can go to.
        """
        won = rule.won(facts, own) and claim & own
        return "won" if won else "missed" if self._missed_pays else None

    @staticmethod
    def _silent(facts: Facts, rule: _BonusRule, own: int) -> Verdict | None:
        """The verdict for the side ``own``, which said nothing; None if nothing is settled."""
        if rule.won(facts, own):
            return "won"
        return "silently_lost" if rule.lost is not None and rule.lost(facts, own) else None

    def _outcome(
        self,
        facts: Facts,
        contract: int,
        void: tuple[Void, ...],
        rule: _BonusRule,
        side: int,
        verdict: Verdict,
        winners: int,
    ) -> ItemOutcome:
        bonus, item = rule.bonus, rule.items[side]
        own = facts.declarers if side == DECLARERS else others(facts, facts.declarers)
        conceded = verdict == "conceded"
        announced = conceded or facts.announced(item)
        value = bonus.value.amount(announced=announced)
        assert value is not None

        # The value is a number, or a multiple of the value of the game.
        factors: list[Factor] = []
        played = self._plan.contracts[contract]
        kind = "announced" if announced else "silent"
        times_game = bonus.value.is_times_game(announced=announced)
        if times_game:
            rule_of_value = (*bonus.at, "value", f"{kind}_times_game")
            factors.append(Factor("times_game", value, rule_of_value))
            value = played.value if winners & facts.declarers else played.lost_value
        elif played.bonus_factor > 1:
            rule_of_factor = (*played.at, "bonus_factor")
            factors.append(Factor("bonus_factor", played.bonus_factor, rule_of_factor))

        # Its own kontra; where it stands for the game, that of the game if it has more levels.
        duels: list[Factor] = []
        if not void or all(each.item for each in void):
            doubled = self._doubling.factors(facts, contract, item, own)
            beside = times_game and self.stands_beside(bonus.id, facts, own)
            if times_game and not void and not beside:
                game = self._doubling.factors(facts, contract, GAME_ITEM, facts.declarers)
                doubled = max(doubled, game, key=len)
                duels = self._doubling.each(facts, contract, beyond=len(doubled))
            factors += doubled
        measure_won, measure_lost = rule.measures
        measure = measure_lost if verdict == "silently_lost" else measure_won
        measured = {} if conceded else measure(facts, own)
        if verdict == "missed" and rule.won(facts, own):
            measured["not_theirs"] = 1
        return ItemOutcome(
            item=bonus.id,
            rule=bonus.at,
            claimants=own,
            announced=announced,
            verdict=verdict,
            winners=winners,
            value=value,
            factors=factors,
            duels=duels,
            measured=measured,
        )


def _counted_in(contract: Contract, rules: list[_BonusRule]) -> list[_BonusRule]:
    return [rule for rule in rules if rule.bonus.counts_in(contract)]


@dataclass(frozen=True, slots=True)
class _Case:
    """A case of a table of payments, compiled."""

    payment: Payment
    when: Test | None
    payers: Seats | None
    payees: Seats | None
    scores: tuple[tuple[Score, Seats], ...]


@dataclass(frozen=True, slots=True)
class _GameRule:
    """A contract, compiled."""

    contract: Contract
    objective: Test | None
    drawn_if: Test | None
    measure: Measure | None
    losers: Seats | None
    claimed_by: Seats | None
    late: tuple[Seats, ...]
    """Partners who are known only by the result."""
    each: bool
    """Whether each declarer has to reach the objective by himself."""
    adds: tuple[tuple[ValueAdds, Test], ...]
    times: tuple[tuple[ValueTimes, Test], ...]
    cases: tuple[_Case, ...]
    trumps: tuple[int, ...]
    """The highest first; empty where they do not add to the value."""


class SettledGame:
    """The contracts of a game, compiled for the settlement."""

    def __init__(self, plan: Plan, doubling: Doubling, lines: Lines) -> None:
        self._plan = plan
        self._doubling = doubling
        self._lines = lines
        self._rules = [self._rule(contract) for contract in plan.contracts]

    def _rule(self, contract: Contract) -> _GameRule:
        seats, test = self._plan.seats, self._plan.words.test
        objective = contract.objective
        return _GameRule(
            contract,
            test(objective) if objective else None,
            test(contract.drawn_if) if contract.drawn_if else None,
            self._plan.measure(objective) if objective else None,
            seats(contract.losers) if contract.losers else None,
            seats(contract.claimed_by) if contract.claimed_by else None,
            tuple(map(seats, late_partners(contract))),
            objective is not None and speaks_of(objective, RoleFact.EACH_DECLARER),
            tuple((adds, test(adds.when)) for adds in contract.value_adds),
            tuple((times, test(times.when)) for times in contract.value_times),
            tuple(self._case(case) for case in contract.payments),
            trumps_in_order(contract.play, self._plan.game.deck) if contract.per_top else (),
        )

    def _case(self, case: Payment) -> _Case:
        seats = self._plan.seats
        return _Case(
            case,
            self._plan.words.test(case.when) if case.when else None,
            seats(case.from_) if case.from_ else None,
            seats(case.to) if case.to else None,
            tuple((score, seats(score.who)) for score in case.scores),
        )

    def line(self, facts: Facts, contract: int, stakes: int, void: tuple[Void, ...]) -> Line:
        """The line of the game. Sets the losers and the winners of the game in ``facts``, and adds
        a partner who is known only by the result.
        """
        rule = self._rules[contract]
        claimants, winners, verdict, measured = self._came_out(facts, rule)
        facts.game_winners = winners
        if verdict == "drawn":
            return self._drawn(facts, rule, claimants, measured)
        won = verdict == "won"
        value = self._value(facts, rule, claimants, won=won, measured=measured)
        case = _first_case(rule, facts, claimants)
        factors = [
            Factor(times.id, times.times, times.at)
            for times, test in rule.times
            if test(facts, claimants)
        ]
        # Whoever claims it in the end, the game was the declarers' when it was doubled.
        doubled, duels = self._doubled(facts, contract, facts.declarers or claimants, void)
        factors += doubled
        outcome = ItemOutcome(
            item=GAME,
            rule=rule.contract.at,
            claimants=claimants,
            announced=False,
            verdict=verdict,
            winners=winners,
            value=value if case is None else case.payment.total,
            factors=factors,
            duels=duels,
            measured=measured,
        )

        # A case of the contract's payments may name other payers.
        if case is None:
            return self._lines.line(facts, outcome, stakes)
        line = self._lines.unshared(facts, outcome, stakes)
        if case.scores:
            shares = [self._own(facts, case, claimants, seat) for seat in range(facts.players)]
            return self._lines.shares(line, case.payment.at, shares)
        if case.payers is None or case.payees is None:
            points = [facts.points(1 << seat) for seat in range(facts.players)]
            return self._lines.by_place(line, case.payment, points)
        payers, payees = case.payers(facts, claimants), case.payees(facts, claimants)
        return self._lines.case(line, facts.players, case.payment.at, payers, payees)

    def _drawn(
        self, facts: Facts, rule: _GameRule, claimants: int, measured: dict[str, Any]
    ) -> Line:
        """The line of a game that neither side has won: nothing is paid for it."""
        outcome = ItemOutcome(
            item=GAME,
            rule=rule.contract.at,
            claimants=claimants,
            announced=False,
            verdict="drawn",
            winners=0,
            value=0,
            measured=measured,
        )
        return replace(self._lines.unshared(facts, outcome, 1), losers=())

    def _own(self, facts: Facts, case: _Case, claimants: int, seat: int) -> int:
        """What a seat scores by itself in a case of payments. Each score is rounded to the nearest
        multiple of ``to_nearest``, halves away from zero.
        """
        total, own = 0, 1 << seat
        for score, who in case.scores:
            if not who(facts, claimants) & own:
                continue
            amount, parts = score.gets - score.loses, 1
            if score.per:
                amount, parts = amount * facts.points(own), self._plan.unit
            step = parts * score.to_nearest
            nearest = (2 * abs(amount) + step) // (2 * step) * score.to_nearest
            total += nearest if amount > 0 else -nearest
        return total

    @property
    def has_late_partners(self) -> bool:
        """Whether any partner is known only by the result."""
        return any(rule.late for rule in self._rules)

    def find_late_partner(self, facts: Facts, contract: int) -> None:
        """Add the partner who is known only by the result to the declarers' side."""
        rule = self._rules[contract]
        if rule.late and rule.objective is not None and rule.objective(facts, facts.declarers):
            self._join(facts, rule)

    def _join(self, facts: Facts, rule: _GameRule) -> None:
        for partner in rule.late:
            facts.declarers |= partner(facts, facts.declarers)

    def conceded(self, facts: Facts, contract: int, stakes: int, void: tuple[Void, ...]) -> Line:
        """The line of a game that was conceded before the play: the declarers have lost it."""
        rule, own = self._plan.contracts[contract], facts.declarers
        factors, duels = self._doubled(facts, contract, own, void)
        outcome = ItemOutcome(
            item=GAME,
            rule=rule.at,
            claimants=own,
            announced=False,
            verdict="conceded",
            winners=others(facts, own),
            value=rule.lost_value,
            factors=factors,
            duels=duels,
        )
        return self._lines.line(facts, outcome, stakes)

    def _doubled(
        self, facts: Facts, contract: int, own: int, void: tuple[Void, ...]
    ) -> tuple[list[Factor], list[Factor]]:
        """What doubled the game of the side ``own``: between all, and in duels."""
        if void:
            return [], []
        between_all = self._doubling.factors(facts, contract, GAME_ITEM, own)
        return between_all, self._doubling.each(facts, contract)

    def claimants(self, facts: Facts, contract: int) -> int:
        """Whose item the game is, before a partner is known only by the result; nobody's, where all
        play against all.
        """
        return self._claimants(facts, self._rules[contract])

    @staticmethod
    def _claimants(facts: Facts, rule: _GameRule) -> int:
        return rule.claimed_by(facts, facts.declarers) if rule.claimed_by else facts.declarers

    def _came_out(self, facts: Facts, rule: _GameRule) -> tuple[int, int, Verdict, dict[str, Any]]:
        """Claimants, winners, verdict, and the figures that decided it."""
        if rule.losers is not None:
            facts.losers = rule.losers(facts, 0)
            points = facts.points(facts.losers) // max(1, facts.losers.bit_count())
            return facts.losers, others(facts, facts.losers), "lost", {"points": points}
        assert rule.objective is not None and rule.measure is not None
        claimants = self._claimants(facts, rule)
        if rule.each:
            own = [1 << seat for seat in seats_in(claimants)]
            facts.losers = sum(one for one in own if not rule.objective(facts, one))
            won = not facts.losers
        else:
            won = rule.objective(facts, claimants)
        overbid = self._overbid(facts, rule, claimants)
        if overbid:
            won, facts.losers = False, claimants if rule.each else facts.losers
        measured = rule.measure(facts, facts.losers or claimants)
        if overbid:
            measured["overbid"] = facts.number_bid()
        if won and rule.late:
            self._join(facts, rule)
            claimants = facts.declarers
        if won:
            return claimants, claimants, "won", measured
        if rule.drawn_if is not None and not overbid and rule.drawn_if(facts, claimants):
            return claimants, 0, "drawn", measured
        return claimants, others(facts, claimants), "lost", measured

    def _value(
        self,
        facts: Facts,
        rule: _GameRule,
        claimants: int,
        *,
        won: bool,
        measured: dict[str, Any],
    ) -> int:
        contract = rule.contract
        if not contract.grows:
            return contract.value if won else contract.lost_value
        value = self._grown(facts, rule, claimants, measured)
        if "overbid" in measured:  # the lowest multiple of ``overbid`` that reaches the number
            value = -(-facts.number_bid() // contract.overbid) * contract.overbid
        return value if won else value * contract.lost_times

    def _overbid(self, facts: Facts, rule: _GameRule, claimants: int) -> bool:
        """Whether the contract is worth less than the number that was bid."""
        if not rule.contract.overbid:
            return False
        return self._grown(facts, rule, claimants, {}) < facts.number_bid()

    def _grown(
        self, facts: Facts, rule: _GameRule, claimants: int, measured: dict[str, Any]
    ) -> int:
        """The value of a contract that grows, before it is won or lost. Fills ``measured``."""
        contract, steps = rule.contract, rule.contract.per_difference
        value = contract.base
        if contract.per_top:
            tops = measured["tops"] = facts.tops(facts.declarers, rule.trumps)
            value += tops * contract.per_top
        value += sum(adds.adds for adds, test in rule.adds if test(facts, claimants))
        if steps is None:
            return value
        ours, step = facts.points(facts.declarers), steps.points * self._plan.unit
        if steps.from_ == "half":  # which may be a fraction, so all is doubled
            difference, step = abs(2 * ours - self._plan.whole), 2 * step
        else:
            difference = abs(ours - facts.points(others(facts, facts.declarers)))
        measured["difference"] = difference * steps.points // step
        if steps.rounded == "nearest":
            difference += step // 2
        return value + difference // step * steps.pays


def trumps_in_order(play: Play, deck: Deck) -> tuple[int, ...]:
    """The trumps of a contract from the highest down, as far as no round changes them."""
    found: list[int] = []
    for group in [each.mask for each in play.trump.cards] or [play.trump.mask(deck)]:
        for suit in deck.suits:
            found += [card for card in deck.order(suit, play.ranking) if group >> card & 1]
    return tuple(dict.fromkeys(found))


def _first_case(rule: _GameRule, facts: Facts, claimants: int) -> _Case | None:
    """The first case of the payments that holds; None without one."""
    for case in rule.cases:
        if case.when is None or case.when(facts, claimants):
            return case
    return None


def speaks_of(condition: Condition, fact: RoleFact) -> bool:
    """Whether a condition contains a role with this fact."""
    for arg in condition.args.values():
        for part in arg if isinstance(arg, tuple) else (arg,):
            if isinstance(part, Condition) and speaks_of(part, fact):
                return True
            if isinstance(part, Role) and role_is(part, fact):
                return True
    return False


def _sums(rows: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The sum of each column."""
    if len(rows) == 1:
        return rows[0]
    return tuple(map(sum, zip(*rows, strict=True)))


class Settler:
    """The rules of settlement, compiled. Works on the `Facts` of any round, played or stated."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._doubling = Doubling(plan)
        lines = Lines(plan)
        self._game = SettledGame(plan, self._doubling, lines)
        self._bonuses = SettledBonuses(plan, self._doubling, lines)
        self._late = self._game.has_late_partners
        bonuses = plan.game.bonuses.values()
        self._double_rounds = {
            (bonus.id, verdict): bonus.starts.double_rounds
            for bonus in bonuses
            if bonus.starts
            for verdict in ("won", *(("missed", "conceded") if bonus.starts.also_if_missed else ()))
        }
        """By bonus and verdict: how many double rounds it starts."""
        self._contract_rounds = [
            contract.starts.double_rounds if contract.starts else 0 for contract in plan.contracts
        ]
        self._replacing = [
            [
                bonus
                for bonus in replacing_first([each for each in bonuses if each.counts_in(contract)])
                if bonus.replaces or bonus.replaces_silent
            ]
            for contract in plan.contracts
        ]
        """By contract: the bonuses that replace others, each after those that replace it."""

    def close(self, facts: Facts, contract: int) -> None:
        """After the last trick, find the partner who is known only by the result. Nobody is, where
        the rules do not say what the result is.
        """
        if self._late:
            with suppress(RulesAreSilent):
                self._game.find_late_partner(facts, contract)

    def settle(self, facts: Facts, contract: int, stakes: int = 1) -> Ledger:
        """The ledger of a round in this contract. ``stakes`` is 2 in a double round.

        Items that are replaced have no line, but are named in ``replaced``. Raises `RulesAreSilent`
        where no rule covers the result.
        """
        try:
            return self._settle(facts, contract, stakes)
        except RulesAreSilent as silent:
            asked = self.plan.game.question(silent.path)
            raise RulesAreSilent(silent.path, asked.question.texts if asked else {}) from None

    def _settle(self, facts: Facts, contract: int, stakes: int) -> Ledger:
        # The declarer's own double round doubles all lines but those that one player pays alone.
        # Who bids a game of all against all declares nothing.
        own = facts.doubled_for & facts.declarers & one(facts.declarer)
        all_stakes = (2, stakes) if own else (stakes, stakes)
        stakes = all_stakes[0]
        void = self._doubling.void(facts, contract, self._game.claimants(facts, contract))
        if facts.conceded_item() >= 0:
            lines = [self._game.conceded(facts, contract, stakes, void)]
            lines += self._bonuses.conceded(facts, contract, stakes, void)
        else:
            lines = [self._game.line(facts, contract, stakes, void)]
            lines += self._bonuses.lines(facts, contract, all_stakes, void)
        lines, replaced = self._replace(facts, contract, lines)
        return self._ledger(lines, contract, replaced, tuple(rule.at for rule in void))

    def _ledger(
        self,
        lines: list[Line],
        contract: int,
        replaced: list[tuple[str, Path]],
        void: tuple[Path, ...],
    ) -> Ledger:
        scores = _sums([line.each for line in lines])
        money = _sums([line.paid for line in lines]) if self._doubling.two_accounts else ()
        double_rounds = self._contract_rounds[contract]
        if self._double_rounds:
            came_out = [(line.item, line.verdict) for line in lines]
            double_rounds += sum(self._double_rounds.get(each, 0) for each in came_out)
        return Ledger(tuple(lines), scores, tuple(replaced), double_rounds, money, void)

    def _replace(
        self, facts: Facts, contract: int, lines: list[Line]
    ) -> tuple[list[Line], list[tuple[str, Path]]]:
        """The lines without those that bonuses of the round replace; and the items of these, each
        with the path of the rule. A bonus that is replaced replaces nothing.
        """
        gone: dict[int, Path] = {}
        for bonus in self._replacing[contract]:
            for line in lines:
                if line.item != bonus.id or id(line) in gone:
                    continue
                for other, key in self._replaced(facts, lines, line):
                    gone.setdefault(id(other), (*bonus.at, key))
        if not gone:
            return lines, []
        left = [line for line in lines if id(line) not in gone]
        return left, [(line.item, gone[id(line)]) for line in lines if id(line) in gone]

    def _replaced(self, facts: Facts, lines: list[Line], by: Line) -> Iterator[tuple[Line, str]]:
        """The lines that the bonus of a line replaces, each with the key of the rule."""
        bonus = self.plan.game.bonuses[by.item]
        claimants = sum(1 << seat for seat in by.claimants)
        beside = self._bonuses.stands_beside(by.item, facts, claimants)
        for line in lines:
            if line.item == by.item:
                continue
            if line.item == GAME:
                kinds = {GAME}
            elif line.announced:
                kinds = {"bonuses", line.item}
            else:
                kinds = {"bonuses", "silent_bonuses", line.item}
            if kinds & set(bonus.replaces) and not beside:
                yield line, "replaces"
            elif not line.announced and line.item in bonus.replaces_silent:
                spares = bonus.silent_count_if_missed if by.verdict == "missed" else ()
                if spares and (line.item in spares or line.claimants != by.claimants):
                    continue
                yield line, "replaces_silent"
