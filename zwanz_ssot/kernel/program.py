"""Lowers the rules of one contract to a program of the machine, and a round to a position.

A program is a list of whole numbers: a header of `cells.HEADER` cells, then tables and codes; the
header has their places. The rules for tricks come from the engine
(`zwanz_ssot.engine.trick.TrickRules`), all others from the model.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import NamedTuple

from ..engine import CompiledGame
from ..engine.settlement import speaks_of, trumps_in_order
from ..engine.state import State
from ..engine.trick import TrickRules, in_force
from ..model import CALLED_CARD, Bonus, Contract, Payment, Rung, TalonUse
from ..model.identifiers import item_of
from ..model.scoring import replacing_first
from ..words.cards import span
from ..words.joints import owed_card
from ..words.ladders import suit_led, trump
from ..words.registry import RoleFact, role_is
from ..words.roles import late_partners
from . import cells as c
from .codes import Lowering, NotLowered

_SIDES = {
    "declarers": c.FOR_DECLARERS,
    "defenders": c.FOR_DEFENDERS,
    "each_side": c.FOR_EACH_SIDE,
    "last_trick_winner": c.FOR_LAST_TRICK,
    "first_tricks": c.FOR_FIRST_TRICKS,
    "nobody": 0,
    "": 0,
}
_OF_A_SIDE = (
    *(c.OWN, c.POINTS_BY_DECLARED, c.DECLARING_SIDE),
    *(c.HAND_EXACTLY, c.HAND_AT_LEAST, c.HAND_AT_MOST),
)
_NOT_READ = {
    "Contract": ("value_adds", "lost_times", "overbid", "drawn_if"),
}
"""Settings of the model that the machine does not support, by class."""
_MOST_BONUSES = (c.ITEMS - 1) // 2
_MOST_SAID = 15
"""The highest level of kontra that a cell of a position has room for."""


class ProgramKey(NamedTuple):
    """The key of a program: contract, trump suit, ranking, and a called card if it is held back."""

    contract: int
    trump: str | None
    ranking: str | None
    called: int


def program_key(compiled: CompiledGame, state: State) -> ProgramKey:
    """The key of the program that a round is played by."""
    play = compiled.contracts[state.contract].play
    trump, ranking = in_force(play, compiled.game.deck, state.called_card, state.trump)
    holds_called = any(rule.card == CALLED_CARD for rule in play.hold_back)
    return ProgramKey(
        state.contract, trump, ranking, state.called_card if holds_called else CALLED_CARD
    )


def lowered(compiled: CompiledGame, key: ProgramKey) -> list[int]:
    """Lower a contract to a program. Raises `NotLowered` for a rule that the machine cannot run."""
    _check_size(compiled)
    contract = compiled.contracts[key.contract]
    _check_settings(contract)
    for bonus in compiled.game.bonuses.values():
        _check_settings(bonus)
    if contract.per_top and compiled.game.talon:  # tops that lie in the talon are not counted
        raise NotLowered("per_top", contract.at)
    program = _Program(compiled, contract)
    program.play(key)
    program.counting()
    program.game()
    program.kontra()
    program.bonuses()
    return program.cells


def _check_size(compiled: CompiledGame) -> None:
    """Raise `NotLowered` if the cells have no room for the game."""
    game = compiled.game
    if game.deck.copies > 1:
        raise NotLowered("copies", ("deck",))
    if len(game.deck.cards) > c.CARDS:
        raise NotLowered("cards", ("deck",))
    if len(compiled.bonus_ids) > _MOST_BONUSES:
        raise NotLowered("bonuses", ("bonuses",))
    if len(game.declarations) > c.PAIRS:
        raise NotLowered("declarations", ("declarations",))
    if game.kontra is not None and len(game.kontra.levels) > _MOST_SAID:
        raise NotLowered("levels", ("kontra", "levels"))


def _check_settings(part: Contract | Bonus) -> None:
    """Raise `NotLowered` for a setting that is not supported and differs from its default."""
    usual = {each.name: each.default for each in fields(part)}
    for name in _NOT_READ.get(type(part).__name__, ()):
        if getattr(part, name) != usual[name]:
            raise NotLowered(name, part.at)


class _Program:
    """A program that is being written."""

    def __init__(self, compiled: CompiledGame, contract: Contract) -> None:
        self.compiled, self.contract = compiled, contract
        self.cells = [0] * c.HEADER
        self.lowering = Lowering(compiled, self.put)
        self.cells[c.PLAYERS] = compiled.players
        self.cells[c.SIZE] = compiled.tricks
        self.cells[c.UNIT] = compiled.unit
        self.cells[c.ITEM_COUNT] = compiled.items

    def put(self, numbers: Iterable[int]) -> int:
        """Write numbers; returns their place in the program."""
        place = len(self.cells)
        self.cells += numbers
        return place

    def table(self, place: int, count: int, rows: Sequence[Sequence[int]]) -> None:
        """Write a table, and its place and number of rows into the header."""
        self.cells[place] = self.put(cell for row in rows for cell in row)
        self.cells[count] = len(rows)

    # the play

    def play(self, key: ProgramKey) -> None:
        """Write the rules for tricks: leads, follows, winners, cards held back, end of the play."""
        compiled, play, cells = self.compiled, self.contract.play, self.cells
        rules = TrickRules(play, compiled.game.deck, key.trump, key.ranking, key.called)
        cells[c.TRUMP] = rules.trump
        cells[c.BEAT] = {"never": 0, "if_possible": 1, "in_suit_led": c.IN_SUIT}[play.beat]
        cells[c.SUIT_OF] = self.put(rules.suit_of)
        cells[c.ABOVE] = self.put(rules.above)

        # The ladders: one to lead, one for each card led.
        self.table(c.LEAD, c.LEADS, [(mask,) for mask in rules.lead])
        cells[c.FOLLOW] = self.put(mask for ladder in rules.follow for mask in ladder)
        cells[c.FOLLOWS] = len(play.follow)
        cells[c.LEAD_WHEN] = self.put(self._when(play.lead))
        cells[c.FOLLOW_WHEN] = self.put(self._when(play.follow))
        cells[c.RUNGS_VARY] = any(rung.when for rung in (*play.lead, *play.follow))

        # Winners. `PLAIN`: without rare cards in it, the best trump or card of the suit led wins.
        best = {trump.name: c.BEST_TRUMP, suit_led.name: c.BEST_LED}
        rows = []
        for win in play.wins:
            who = win.card if win.card is not None else best[win.best_of or ""]
            rows.append((who, self.lowering.condition(win.when) if win.when else 0))
        self.table(c.WINS, c.WIN_COUNT, rows)
        plain = tuple(who for who, _ in rows if who < 0)
        simple = not any(when for who, when in rows if who < 0)
        fits = plain in ((c.BEST_TRUMP, c.BEST_LED), (c.BEST_LED,))
        cells[c.PLAIN] = simple and fits
        cells[c.OVER] = rules.trump if c.BEST_TRUMP in plain else 0
        cells[c.RARE] = sum(1 << who for who in {who for who, _ in rows if who >= 0})

        # Cells for rules of thumb (`zwanz_ssot.kernel.heuristics`).
        cells[c.CARD_POINTS] = self.put(card.points for card in compiled.game.deck.cards)
        cells[c.TRUMPS_WIN] = c.BEST_TRUMP in plain
        goal = self.contract.objective
        exactly = goal.args.get("exactly", -1) if goal is not None else -1
        cells[c.EXACTLY] = exactly + 1
        secret = self.contract.secret_until
        cells[c.SIDES_HIDDEN] = secret is not None
        cells[c.SHOWN_BY] = compiled.index.get(secret or "", c.CALLED_CARD)

        self._kept(key)
        self._owed()
        if self.contract.objective is not None and play.ends_when == "aim_failed":
            cells[c.LOST] = self.lowering.hopeless(self.contract.objective)
        cells[c.ENDS_AT] = (play.ends_at_points or 0) * compiled.unit

    def _when(self, rungs: Sequence[Rung]) -> list[int]:
        return [self.lowering.condition(rung.when) if rung.when else 0 for rung in rungs]

    def _kept(self, key: ProgramKey) -> None:
        """Write the cards that are held back, and the trick from which each is free."""
        kept, freed = [], []
        for number, rule in enumerate(self.contract.play.hold_back):
            card = key.called if rule.card == CALLED_CARD else rule.card
            if card >= 0:
                company = rule.while_holding.mask & ~(1 << card) if rule.while_holding else 0
                kept.append((1 << number, 1 << card, company))
            if rule.before_trick:
                freed.append((1 << number, rule.before_trick))
        self.table(c.KEPT, c.KEPT_COUNT, kept)
        self.table(c.FREED, c.FREED_COUNT, freed)
        self.cells[c.KEEPABLE] = sum({card for _, card, _ in kept})

    def _owed(self) -> None:
        """Write the cards that announcers owe their announcements, in the order of giving up."""
        rule, rows = self.contract.play.announced_cards, []
        for key in dict.fromkeys((*rule.given_up, *rule.due)) if rule is not None else ():
            named = owed_card(self.compiled.game.bonuses[key].won)
            if rule is not None and named is not None:
                card, tricks = named
                item = item_of(self.compiled.bonus_ids.index(key))
                trick = span(tricks, self.compiled.tricks).numbers[0]
                rows.append((item, card, trick, key in rule.due, key in rule.given_up))
        self.table(c.OWED, c.OWED_COUNT, rows)

    # what counts

    def counting(self) -> None:
        """Write what counts: card points, pairs, discards and the talon."""
        compiled, cells, game = self.compiled, self.cells, self.compiled.game
        self.table(c.WORTH, c.WORTH_COUNT, compiled.worth)
        cells[c.LAST_TRICK] = compiled.last_trick
        tests = [
            (self.lowering.condition(rule.counts_if) if rule.counts_if else 0,)
            for rule in game.declarations.values()
        ]
        self.table(c.PAIR_TESTS, c.PAIR_COUNT, tests)
        cells[c.PACKET_COUNT] = c.PACKETS if game.talon else 0
        if game.exchange is not None:
            cells[c.DISCARDS_FOR] = _SIDES[game.exchange.discards_count_for]
        use = self.contract.talon if game.talon else None
        if use is not None:
            self._talon(use)

    def _talon(self, use: TalonUse) -> None:
        cells = self.cells
        cells[c.USES_TALON] = 1
        cells[c.COUNTS_FOR] = _SIDES[use.counts_for]
        cells[c.CALLED_PACKET] = _SIDES[use.packet_of_called_card]
        if use.to_declarers_if is not None:
            cells[c.GIVEN_IF] = self.lowering.condition(use.to_declarers_if)

    # the settlement

    def game(self) -> None:
        """Write the settlement of the game."""
        contract, cells, lowering = self.contract, self.cells, self.lowering
        objective = contract.objective
        if objective is not None:
            cells[c.OBJECTIVE] = lowering.condition(objective)
            cells[c.EACH_ALONE] = speaks_of(objective, RoleFact.EACH_DECLARER)
            cells[c.LATE] = lowering.roles(late_partners(contract))
        if contract.losers is not None:
            cells[c.LOSERS_ARE] = lowering.role(contract.losers)
        if contract.claimed_by is not None:
            cells[c.CLAIMED_BY] = lowering.role(contract.claimed_by)

        # Value, multipliers, payments by case.
        cells[c.WON_VALUE], cells[c.LOST_VALUE] = contract.value, contract.lost_value
        cells[c.BASE], cells[c.PER_TOP] = contract.base, contract.per_top
        if contract.per_top:
            trumps = trumps_in_order(contract.play, self.compiled.game.deck)
            self.table(c.TOPS, c.TOP_COUNT, [(card,) for card in trumps])
        steps = contract.per_difference
        if steps is not None:
            of_half = steps.from_ == "half"
            cells[c.STEPS], cells[c.PAYS] = 1, steps.pays
            cells[c.STEP] = steps.points * self.compiled.unit * (2 if of_half else 1)
            cells[c.HALF_OF] = self.compiled.whole if of_half else 0
            cells[c.TO_NEAREST] = steps.rounded == "nearest"
        times = [(lowering.condition(each.when), each.times) for each in contract.value_times]
        self.table(c.TIMES, c.TIMES_COUNT, times)
        cases = [self._case(case) for case in contract.payments]
        self.table(c.CASES, c.CASE_COUNT, cases)
        cells[c.CONTRACT_ROUNDS] = contract.starts.double_rounds if contract.starts else 0
        cells[c.BONUS_FACTOR] = contract.bonus_factor

    def _case(self, case: Payment) -> tuple[int, ...]:
        lowering = self.lowering
        when = lowering.condition(case.when) if case.when else 0
        if case.scores:
            rows = [
                (
                    lowering.role(score.who),
                    score.gets - score.loses,
                    bool(score.per),
                    score.to_nearest,
                )
                for score in case.scores
            ]
            place = self.put(cell for row in rows for cell in row)
            return when, c.SCORED, place, len(rows), 0, 0
        if case.from_ is None or case.to is None:
            return when, c.BY_PLACE, self.put(case.by_place), 0, 0, 0
        payers, payees = lowering.role(case.from_), lowering.role(case.to)
        return when, c.TOTAL, case.total, payers, payees, 0

    def kontra(self) -> None:
        """Write what each level of kontra does, and where kontra counts for nothing."""
        game, cells = self.compiled.game, self.cells
        kontra = game.kontra
        cells[c.KONTRA_TIMES] = 1
        cells[c.UNDOUBLED] = self.contract.kontra is not None
        cells[c.DUELLED] = self.contract.kontra == "individual"
        cells[c.ALONE] = game.settlement.each_pays == "declarers_alone"
        if kontra is None:
            return
        cells[c.KONTRA_TIMES], cells[c.KONTRA_ADDS] = kontra.times, kontra.adds
        cells[c.TWO_ACCOUNTS] = kontra.counts_in == "money"
        voids = [
            (self.lowering.condition(void.when), bool(void.item))
            for void in kontra.void
            if not void.contracts or self.contract.id in void.contracts
        ]
        self.table(c.VOIDS, c.VOID_COUNT, voids)

    def bonuses(self) -> None:
        """Write the settlement of the bonuses that count in the contract."""
        game, cells = self.compiled.game, self.cells
        cells[c.MISSED_PAYS] = game.settlement.missed_announcement == "counts_for_opponents"
        cells[c.SILENT_BESIDE] = game.settlement.silent_beside_announced == "counts"
        counted = [bonus for bonus in game.bonuses.values() if bonus.counts_in(self.contract)]
        ids = self.compiled.bonus_ids
        rows = [self._bonus(ids.index(bonus.id), bonus) for bonus in replacing_first(counted)]
        self.table(c.BONUSES, c.BONUS_COUNT, rows)
        cells[c.REPLACING] = any(row[c.REPLACES] for row in rows)

    def _bonus(self, number: int, bonus: Bonus) -> list[int]:
        lowering, value, row = self.lowering, bonus.value, [0] * c.BONUS_ROW
        if value.amount(announced=True) == 0:
            raise NotLowered("announced", value.at)
        row[c.BONUS] = number
        if not role_is(bonus.goes_to, RoleFact.BOTH_SIDES):
            row[c.GOES_TO] = lowering.role(bonus.goes_to)
        if bonus.paid_by is not None:
            row[c.PAID_BY] = lowering.role(bonus.paid_by)
        row[c.WON_IF] = lowering.condition(bonus.won)
        if bonus.lost is not None:
            row[c.LOST_IF] = lowering.condition(bonus.lost)
        row[c.OF_NO_SIDE] = not any(map(self._asks_of_a_side, (row[c.WON_IF], row[c.LOST_IF])))
        row[c.SILENT_VALUE] = value.amount(announced=False) or 0
        row[c.ANNOUNCED_VALUE] = value.amount(announced=True) or 0
        row[c.SILENT_TIMES] = value.is_times_game(announced=False)
        row[c.ANNOUNCED_TIMES] = value.is_times_game(announced=True)
        row[c.COUNTS_SILENTLY] = bonus.counts_unannounced

        # The bonuses whose lines it replaces, a bit for each. `REPLACES` has bit 1 for the game.
        ids, gone = self.compiled.bonus_ids, set(bonus.replaces)
        silent = {*bonus.replaces, *bonus.replaces_silent}
        every = (1 << len(ids)) - 1
        row[c.REPLACES] = bool(silent) + 2 * ("game" in gone)
        row[c.REPLACES_ANNOUNCED] = every if "bonuses" in gone else _bits(ids, gone)
        all_silent = bool({"bonuses", "silent_bonuses"} & gone)
        row[c.OF_REPLACES] = every if all_silent else _bits(ids, gone)
        row[c.OF_LIST] = _bits(ids, set(bonus.replaces_silent))
        row[c.SPARES_SILENT] = _bits(ids, set(bonus.silent_count_if_missed))
        if bonus.replaces_unless is not None:
            row[c.BESIDE_IF] = lowering.condition(bonus.replaces_unless)
        if bonus.starts is not None:
            row[c.ROUNDS_WON] = bonus.starts.double_rounds
            row[c.ROUNDS_MISSED] = bonus.starts.double_rounds * bonus.starts.also_if_missed
        return row

    def _asks_of_a_side(self, code: int) -> bool:
        """Whether a code depends on the side that claims the bonus, or may find the rules
        silent.
        """
        while code and self.cells[code] != c.END:
            if self.cells[code] in _OF_A_SIDE:
                return True
            code += 3
        return False


def _bits(ids: Sequence[str], meant: set[str]) -> int:
    return sum(1 << number for number, bonus in enumerate(ids) if bonus in meant)


def position(compiled: CompiledGame, state: State) -> list[int]:
    """A round in the play as a position; the caller sets `cells.PROGRAM`. Raises `NotLowered`."""
    cells, players = [0] * c.POSITION, compiled.players
    if len(state.talon) > c.PACKETS or len(state.talon_cards) > c.TALON_CARDS:
        raise NotLowered("talon", ("talon",))
    cells[c.DECLARER], cells[c.Q_DECLARERS] = state.declarer, state.declarers
    cells[c.CALLED], cells[c.STAKES] = state.called_card, state.stakes
    cells[c.DOUBLED_FOR], cells[c.DEALER] = state.doubled_for, state.dealer
    cells[c.TURN], cells[c.LEADER] = state.turn, state.leader
    cells[c.Q_SHOWN] = state.shown
    if compiled.play_step.in_play_calls.announcer.called_lies_open(state):
        cells[c.Q_SHOWN] = (1 << players) - 1
    cells[c.TALON_TAKEN], cells[c.BOUND] = state.talon_taken, state.bound

    # By seat; the talon by packet and by card.
    by_seat: tuple[tuple[int, Sequence[int]], ...] = (
        (c.Q_HANDS, state.hands),
        (c.DEALT, state.dealt),
        (c.EXCHANGED, state.exchanged or state.dealt),
        (c.Q_TIED, state.tied),
        (c.Q_HELD, state.held_back),
        (c.HELD_AT_FIRST, compiled.play_step.kept_back(state, trick=1)),
        (c.DISCARDED_BY, state.discarded_by),
        (c.DUELS, state.duels),
        (c.DECLARED, state.declared_points),
        (c.TALON, state.talon),
        (c.IN_TALON, (*state.talon_cards, *[-1] * (c.TALON_CARDS - len(state.talon_cards)))),
    )
    for place, numbers in by_seat:
        cells[place : place + len(numbers)] = numbers

    # Announcements and doubles of each item; declared pairs.
    for item, by in enumerate(state.announcers):
        announcement = by + 1 | state.levels[item] << c.LEVEL_AT
        cells[c.SAID + item] = announcement | state.first_doublers[item] + 1 << c.DOUBLER_AT
    for bonus, (ours, _) in enumerate(compiled.bonus_items):
        cells[c.SAID + ours] |= state.announced_by(bonus) << c.ANNOUNCERS_AT
    declarations = compiled.play_step.in_play_calls.declarations
    rules = list(compiled.game.declarations)
    for seat, moves in enumerate(state.declared_pairs):
        for move in moves:
            pair = declarations.pairs[move]
            place = c.DECLARED_PAIRS + rules.index(pair.rule.id) * c.SEATS + seat
            cells[place] += declarations.points(state, pair) * compiled.unit

    # Cards played; the last one of each trick with winner and winning card.
    cells[c.Q_COUNT] = len(state.played)
    for number, card in enumerate(state.played):
        trick, place = divmod(number, players)
        ends = place == players - 1
        won = state.winners[trick] + 1 << c.WINNER_AT if ends else 0
        with_ = state.winning_cards[trick] << c.WINNING_AT if ends else 0
        cells[c.Q_PLAYED + number] = card | won | with_
    return cells
