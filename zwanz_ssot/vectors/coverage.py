"""Notes which rules a round meets: how conditions came out, what was played, announced, doubled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import permutations, product
from math import gcd
from typing import NamedTuple

from ..engine import table
from ..engine.moves import seat_and_move
from ..engine.state import State
from ..model import Cards, Carried, Condition, Contract, Game, Keeps, Line, Path, Play, inside
from ..model.identifiers import GAME
from ..paths import dotted
from ..problems import RulesAreSilent
from ..words.compiling import observing, trick
from ..words.joints import ANY
from ..words.ladders import trump
from ..words.outcome import majority
from ..words.registry import CONDITIONS, Asks, Kind, Measure, parts, plain

HELD, FAILED = "held", "failed"
ANNOUNCED, APPLIED, REFUSES = "announced", "applied", "refuses"
JUST_HELD, JUST_FAILED, TIED = "just_held", "just_failed", "tied"
"""How a rule is met. A condition holds or fails; one that asks for points, or for more than others
have, may just hold (with none to spare) or just fail (by the least). An item of the settlement is
met by its verdict, its losers where several tie. A rule on cards to keep refuses a move. Any other
rule applies.
"""
DECIDES = "decides"
"""A condition decides alone: in a list it is the only one that fails, in an ``any`` the only one
that holds. A mistake in it shows nowhere else, so that rounds are aimed at it, too.
"""
UPON, WITHOUT = "upon", "without"
"""How words of the play follow: ``double upon raise`` is a double after somebody has raised,
``double without raise`` one after somebody could have raised and has played a card.
"""
_CLOSE = 2
"""An aim is close where it is missed or exceeded by at most so many points or tricks."""

Feature = tuple[object, ...]
"""Something that happened in a round: a `Meeting` alone, or a name with details."""


class Meeting(NamedTuple):
    """A rule, and a way in which it is met.

    >>> str(Meeting(("contracts", "solo"), "won"))
    'contracts.solo (won)'
    """

    rule: Path
    how: str

    def __str__(self) -> str:
        return f"{dotted(self.rule)} ({self.how})"


class _Joined(NamedTuple):
    """A condition that joins others, and the test of each of these."""

    condition: Condition
    tests: list[Callable[..., bool]]


class ObservedGame:
    """A game that notes in `meetings` and `features` what rounds at its `table` meet."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.meetings: set[Meeting] = set()
        self.features: set[Feature] = set()
        self._contract = -1
        self._deaf = False
        self._trail: list[tuple[Path, bool]] = []
        """The conditions that came out since the last one that joins others."""
        self._offered: frozenset[str] = frozenset()
        """The words that the seat at turn may say during the play."""
        self._said: set[str] = set()
        self._unsaid: set[str] = set()
        """The words said so far during the play, and those left unsaid by who played a card."""
        self._joined: dict[Path, frozenset[Path]] = {
            each.at: frozenset(part.at for part in _below(each))
            for each in inside(game)
            if isinstance(each, Condition) and parts(each)
        }
        with observing(self):
            self.table = table(replace(game))
        self.sets = tuple(dict.fromkeys(_cards_asked_for(game)))
        """The sets of cards that conditions ask about."""
        self._thresholds = [
            {each.at for each in _thresholds(game, contract)}
            for contract in game.contracts.values()
        ]
        """By contract the conditions that ask for points there."""
        self._step = gcd(*(game.worth(card) for card in game.deck.cards))
        """The least difference between two numbers of card points, in parts of a point."""
        self._deciding = {at: list(map(self._tested, found)) for at, found in _joined(game).items()}
        """By the path of a rule of tricks, a contract or a bonus: its conditions that join others.
        """
        self._of_bonuses = [self._measured(each.won) for each in game.bonuses.values()]
        self._of_contracts = [
            self._measured(each.objective) for each in game.contracts.values() if each.objective
        ]

    def notify(self, condition: Condition, holds: bool) -> bool:
        """Note how a condition came out, and how those did that it joins. Returns ``holds``."""
        if self._deaf:
            return holds
        at = condition.at
        self.meetings.add(Meeting(at, HELD if holds else FAILED))
        self.features.add((self._contract, at, holds))
        below = self._joined.get(at)
        if below is not None:
            ways = tuple(each for each in self._trail if each[0] in below)
            self.features.add((self._contract, at, ways))
            self._trail = [each for each in self._trail if each[0] not in below]
        self._trail.append((at, holds))
        return holds

    def _tested(self, joined: Condition) -> _Joined:
        """The compiled tests of the conditions that one joins."""
        words, inner = self.table.words, parts(joined)
        of_tricks = all(CONDITIONS[each.word].asks is Asks.TRICK for each in plain(joined))
        return _Joined(joined, [(words.trick if of_tricks else words.test)(each) for each in inner])

    def _decides(self, asked: _Joined, *of: object) -> None:
        """Note which joined condition decides alone, if any; ``of`` is what the tests take."""
        try:
            results = [test(*of) for test in asked.tests]
        except RulesAreSilent:
            return
        way = asked.condition.word == ANY
        if results.count(way) == 1:
            part = parts(asked.condition)[results.index(way)]
            self.meetings.add(Meeting(part.at, DECIDES))

    def _measured(self, condition: Condition) -> tuple[Path, Measure]:
        return condition.at, self.table.measure(condition)

    @contextmanager
    def deaf(self) -> Iterator[None]:
        """A context in which nothing is noted, to try cards without playing them."""
        self._deaf = True
        try:
            yield
        finally:
            self._deaf = False

    def dealt(self, pack: Sequence[int], carried: Carried) -> State:
        """The state after the deal, or before the first cut. Clears what earlier rounds met."""
        self.meetings, self.features = set(), set()
        self._contract, self._trail = -1, []
        self._offered, self._said, self._unsaid = frozenset(), set(), set()
        state = self.table.begin(carried)
        state.pack = tuple(pack)
        with observing(self):
            self.table.leave(state)
        return state

    def moves(self, state: State) -> list[int]:
        """The numbers of the legal moves; the conditions that they depend on are noted."""
        self._contract = state.contract
        step = self.table.steps[state.step]
        with observing(self):
            found = step.moves(state)
        if step.kind == "play":
            every = self.table.moves.all
            self._offered = frozenset(every[each].kind for each in found) - {"play"}
        return found

    def move(self, state: State, seat: int, number: int) -> None:
        """Make a move, and note what it meets."""
        step, move = self.table.steps[state.step], self.table.moves.all[number]
        self._contract = state.contract
        if step.kind == "exchange":
            self._kept(state)
        self._trail.clear()
        number_of_step = state.step
        if move.kind == "play":
            self._card(state)
            self._unsaid |= self._offered
        elif step.kind == "play":
            self._word(state, seat, move.kind)
        elif step.kind in ("auction", "announcements"):
            self.features.add(("said", state.contract, str(move), state.closed_by))
        won = len(state.winners)
        with observing(self):
            self.table.make(state, seat, number)
        if move.kind == "knock":
            cut = self.game.deals[self.game.order[number_of_step].partition(".")[2]]
            self.meetings.add(Meeting((*cut.at, "cut", "knock"), APPLIED))
        if move.kind == "announce":
            self.meetings.add(Meeting(self.game.bonuses[str(move.item)].at, ANNOUNCED))
        if len(state.winners) > won:
            self._trick(state)

    def end(self, state: State) -> None:
        """Note the hands, the settlement and close results of a round that is over."""
        game = self.game
        for hand in state.dealt:
            self.features.update(("dealt", mask, (hand & mask).bit_count()) for mask in self.sets)
            self.features.update(self._single_cards(hand))
        if state.thrown_in is not None:
            self.features.add(("thrown in", state.thrown_in))
            reasons = (reason.at for reason in game.misdeal if reason.id == state.thrown_in)
            self.meetings.update(Meeting(at, APPLIED) for at in reasons)
            return

        # What was played, and how high it was doubled.
        contract = self.table.contracts[state.contract]
        self._contract = state.contract
        self.features.add(
            ("declarer", contract.id, state.declarer, state.called_card, state.stakes)
        )
        if game.kontra is not None:
            highest = max((*state.levels, *state.duels))
            for level in range(highest):
                self.meetings.add(Meeting((*game.kontra.at, "levels", level), APPLIED))

        # The lines of the settlement.
        try:
            with observing(self):
                ledger = self.table.settlement.settle(state, state.contract, state.stakes)
        except RulesAreSilent as silent:
            self.features.add(("silent", silent.path))
            return
        by_item: dict[str, list[tuple[str, bool]]] = {}
        for line in ledger.lines:
            self._line(contract.id, line)
            by_item.setdefault(line.item, []).append((line.verdict, line.announced))
        both = ((item, *ways) for item, ways in by_item.items() if len(ways) > 1)
        self.features.update(("both sides", *each) for each in both)
        self.features.update(("replaced", contract.id, *each) for each in ledger.replaced)
        self.features.add(("doubles", contract.id, ledger.double_rounds))
        self._close_calls(state)

    def _single_cards(self, hand: int) -> Iterator[Feature]:
        """Cards of one set that are a hand's only ones of a larger set; conditions
        ask about both.
        """
        for large in self.sets:
            alone = hand & large
            if alone.bit_count() == 1:
                smaller = (each for each in self.sets if each & alone and each & ~large == 0)
                yield from (("single", large, alone) for each in smaller if each != large)

    def _card(self, state: State) -> None:
        """Note the rung of the ladder by which the seat at turn plays."""
        tricks = self.table.play_step.tricks(state)
        led = state.played[-state.in_trick] if state.trick else 0
        number, _ = tricks.rung(state.hands[state.turn], state.trick, led)
        rung = (tricks.play.follow if state.trick else tricks.play.lead)[number]
        self.meetings.add(Meeting(rung.at, APPLIED))
        self.features.add((state.contract, rung.at, state.in_trick))

    def _word(self, state: State, seat: int, kind: str) -> None:
        """Note a word said during the play, and the other ones that were said or left unsaid."""
        at = self.table.contracts[state.contract].play.says.at
        how = [f"{kind} {UPON} {other}" for other in self._said - {kind}]
        how += [f"{kind} {WITHOUT} {other}" for other in self._unsaid - self._said - {kind}]
        self.meetings.update(Meeting(at, each) for each in how)
        self.features.update((state.contract, each) for each in how)
        self.features.add((state.contract, kind, state.in_trick, seat == state.turn))
        self._said.add(kind)

    def _kept(self, state: State) -> None:
        """Note where a move is refused because the hand has to keep a card."""
        use = self.table.contracts[state.contract].talon
        if use is None or use.keeps is None:
            return
        step = self.table.steps[state.step]
        for move in self.table.moves.all:
            if move.kind in ("take", "discard"):
                refusal = step.why_not(state, self.table.moves.number[str(move)])
                if refusal is not None and refusal.rule == use.keeps.at:
                    self.meetings.add(Meeting(use.keeps.at, REFUSES))
                    self.features.add((state.contract, "kept from", move.kind))

    def _trick(self, state: State) -> None:
        """Note the rule by which the last trick was won, and the conditions that decided it."""
        assert state.rules is not None
        cards = state.played[-state.players :]
        whole = sum(1 << card for card in cards)
        for win in state.rules.play.wins:
            for asked in self._deciding.get(win.at, ()):
                self._decides(asked, whole, 1 << cards[0], cards)
        if (at := winning_rule(state)) is not None:
            self.meetings.add(Meeting(at, APPLIED))
            self.features.add((state.contract, at, len(state.winners) == state.tricks))

    def _line(self, contract: str, line: Line) -> None:
        """Note a line of the settlement."""
        words = tuple(factor.word for factor in line.factors)
        how = (line.verdict, line.announced, len(line.claimants))
        self.meetings.add(Meeting(line.rule, line.verdict))
        losers = self.game.contracts[contract].losers
        if losers is not None and line.item == GAME and len(line.losers) > 1:
            self.meetings.add(Meeting(losers.at, TIED))
        self.features.update({(contract, line.item, *how), (contract, line.item, words)})
        self.features.add((contract, line.item, line.verdict, "factors", len(words)))

    def _close_calls(self, state: State) -> None:
        """Note how close each side came to its aims, and which conditions decided them."""
        sides = (state.declarers, ((1 << state.players) - 1) & ~state.declarers)
        unit, counting = self.game.unit, self._thresholds[state.contract]
        contract = self.table.contracts[state.contract]
        for at in (contract.at, *(bonus.at for bonus in self.game.bonuses.values())):
            for asked, side in product(self._deciding.get(at, ()), sides):
                self._decides(asked, state, side)
        for at, measure in (*self._of_contracts, *self._of_bonuses):
            for number, side in enumerate(sides):
                figures = measure(state, side) if side else {}
                taken = next(iter(figures.values()), None)
                needed = figures.get("needed", figures.get("others"))
                if taken is None or needed is None:
                    continue
                if at in counting and (how := self._border(taken, figures)):
                    self.meetings.add(Meeting(at, how))
                by = (taken - needed) // (unit if "points" in figures else 1)
                if abs(by) <= _CLOSE:
                    self.features.add(("close", state.contract, at, number, by))

    def _border(self, taken: int, figures: Mapping[str, int]) -> str | None:
        """Whether an aim was just reached or just missed, by the least number of points. What one
        side has more, the others have less.
        """
        if "others" in figures:
            by, least = taken - figures["others"] - 1, 2 * self._step
        else:
            by, least = taken - figures["needed"], self._step
        if not -least <= by < least:
            return None
        return JUST_FAILED if by < 0 else JUST_HELD


def winning_rule(state: State) -> Path | None:
    """The rule under ``wins`` by which the last trick was won; None where none of them applies."""
    rules, players = state.rules, state.players
    assert rules is not None
    cards = state.played[(len(state.winners) - 1) * players :][:players]
    led, best, whole = cards[0], state.winning_cards[-1], sum(1 << card for card in cards)
    for win in rules.play.wins:
        if win.when is not None and not trick(win.when)(whole, 1 << led, cards):
            continue
        if win.card is not None:
            winners = 1 << win.card
        elif win.best_of == trump.name:
            winners = rules.trump
        else:
            winners = rules.suit_of[led]
        if winners >> best & 1:
            return win.at
    return None


class Coverage:
    """Which of the rules that rounds can meet have been met by the rounds added.

    >>> import zwanz_ssot
    >>> from zwanz_ssot.vectors import whole
    >>> game = zwanz_ssot.load("rufmariasch")
    >>> played, coverage = whole(zwanz_ssot.deal(game, seed=1)), Coverage(game)
    >>> coverage.never_met == may_meet(game)
    True
    >>> pack, moves = [card.id for card in played.deal], [str(move) for _, move in played.history]
    >>> coverage.add(pack, played.carried, moves)
    >>> len(coverage.never_met) < len(may_meet(game))
    True
    """

    def __init__(self, game: Game) -> None:
        self._observed = ObservedGame(game)
        self._met: set[Meeting] = set()

    def add(
        self, pack: Sequence[str], carried: Carried, moves: Iterable[str], *, over: bool = True
    ) -> None:
        """Add a round: the cards of its pack, and all its moves, or those up to a position that is
        not ``over``.
        """
        observed = self._observed
        number, index = observed.table.moves.number, observed.game.deck.by_id
        state = observed.dealt([index[card].index for card in pack], carried)
        for text in moves:
            observed.moves(state)
            seat, move = seat_and_move(text)
            observed.move(state, state.turn if seat is None else seat, number[move])
        if over:
            observed.end(state)
        self._met |= observed.meetings

    def add_applied(self, rule: Path) -> None:
        """Add that a rule applied, where a round alone does not show it.

        >>> import zwanz_ssot
        >>> coverage = Coverage(zwanz_ssot.load("zwanzigerrufen", "directnet"))
        >>> rule = ("play", "wins", 0)
        >>> Meeting(rule, APPLIED) in coverage.never_met
        True
        >>> coverage.add_applied(rule)
        >>> Meeting(rule, APPLIED) in coverage.never_met
        False
        """
        self._met.add(Meeting(rule, APPLIED))

    @property
    def never_met(self) -> tuple[Meeting, ...]:
        """Each rule that no round has met, with the way in which it was not met."""
        return tuple(each for each in may_meet(self._observed.game) if each not in self._met)


_OF_WORDS = frozenset(("announce_if", "requires", "forced", "levels"))
"""Settings that decide what may be said."""


def asked_in(meeting: Meeting) -> frozenset[str]:
    """The steps that show whether an engine keeps this rule: it has to be asked for the legal moves
    in one of them, or ``over``, for the settlement of the round.

    >>> sorted(asked_in(Meeting(("play", "follow", 0), APPLIED)))
    ['play']
    """
    names = frozenset(meeting.rule)
    if meeting.how == ANNOUNCED:
        return frozenset(("auction", "announcements"))
    if "play" in names:
        return frozenset(("play",))
    if meeting.rule[0] == "deal":
        return frozenset(("deal",))
    if meeting.rule[0] == "misdeal":
        return frozenset(("misdeal", "auction"))
    if names & _OF_WORDS:
        return frozenset(("auction", "announcements"))
    if names & {"talon", "exchange"}:
        return frozenset(("exchange",))
    return frozenset(("over",))


def may_meet(game: Game) -> tuple[Meeting, ...]:
    """Each rule that rounds of a game can meet, in each way, in the order of the rules.

    >>> import zwanz_ssot
    >>> found = may_meet(zwanz_ssot.load("zwanzigerrufen", "directnet"))
    >>> [str(each) for each in found if each.rule == ("contracts", "solo")]
    ['contracts.solo (won)', 'contracts.solo (lost)']
    """
    return tuple(dict.fromkeys(_may_meet(game)))


def _may_meet(game: Game) -> Iterator[Meeting]:
    for step in game.deals.values():
        if step.cut is not None and step.cut.knock:
            yield Meeting((*step.at, "cut", "knock"), APPLIED)
    yield from (Meeting(reason.at, APPLIED) for reason in game.misdeal)
    for contract in game.contracts.values():
        yield from (Meeting(contract.at, how) for how in ("won", "lost"))
        if contract.drawn_if is not None:
            yield Meeting(contract.at, "drawn")
        if contract.losers is not None:
            yield Meeting(contract.losers.at, TIED)
        if contract.talon is not None and contract.talon.keeps is not None:
            yield Meeting(contract.talon.keeps.at, REFUSES)
    for bonus in game.bonuses.values():
        if bonus.value.announced is not None or bonus.value.announced_times_game is not None:
            yield from (Meeting(bonus.at, how) for how in (ANNOUNCED, "missed"))
        yield Meeting(bonus.at, "won")
        if bonus.lost is not None:
            yield Meeting(bonus.at, "silently_lost")
    if game.kontra is not None:
        levels = range(len(game.kontra.levels))
        yield from (Meeting((*game.kontra.at, "levels", level), APPLIED) for level in levels)
    for play in (game.play, *(contract.play for contract in game.contracts.values())):
        rungs = (*play.lead, *play.follow) if isinstance(play, Play) else ()
        yield from (Meeting(rung.at, APPLIED) for rung in rungs)
        yield from (Meeting(win.at, APPLIED) for win in play.wins)
    for each in inside(game):
        if isinstance(each, Condition) and each.at:
            yield from (Meeting(each.at, how) for how in (HELD, FAILED))
    for contract in game.contracts.values():
        for each in _thresholds(game, contract):
            yield from (Meeting(each.at, how) for how in (JUST_HELD, JUST_FAILED))


def may_decide(game: Game) -> tuple[Meeting, ...]:
    """Each condition that may decide alone (`DECIDES`), in the order of the rules."""
    joined = (each for found in _joined(game).values() for each in found)
    every = (Meeting(part.at, DECIDES) for each in joined for part in parts(each))
    return tuple(dict.fromkeys(every))


def may_say(game: Game) -> tuple[Meeting, ...]:
    """Each word of the play upon another one, and without another one (`UPON`), in the order of the
    contracts. Not every game comes to all of them.
    """
    says = dict.fromkeys(contract.play.says for contract in game.contracts.values())
    return tuple(
        Meeting(each.at, f"{word} {how} {other}")
        for each in says
        for word, other in permutations(sorted(each.words), 2)
        for how in (UPON, WITHOUT)
    )


def _joined(game: Game) -> dict[Path, list[Condition]]:
    """The conditions that join several others, by the path of the rule of tricks, the contract or
    the bonus that they decide.
    """
    contracts, bonuses = game.contracts.values(), game.bonuses.values()
    wins = [win for play in (game.play, *(each.play for each in contracts)) for win in play.wins]
    asked = [(win.at, win.when) for win in wins]
    asked += [(each.at, each.objective) for each in contracts]
    asked += [(each.at, each.won) for each in bonuses]
    found = {
        at: [each for each in (top, *_below(top)) if len(parts(each)) > 1]
        for at, top in asked
        if top is not None
    }
    return {at: joined for at, joined in found.items() if joined}


def _thresholds(game: Game, contract: Contract) -> Iterator[Condition]:
    """The aims of a contract and of its bonuses that ask for a number of points, or for more than
    the others have.
    """
    bonuses = game.bonuses.values()
    counting = (each for each in bonuses if not each.contracts or contract.id in each.contracts)
    for aim in (contract.objective, *(each.won for each in counting)):
        if aim is not None and not parts(aim):
            kinds = {CONDITIONS[aim.word].args[name].kind for name in aim.args}
            if kinds & {Kind.POINTS, Kind.BY_DECLARED} or aim.word == majority.name:
                yield aim


def _below(condition: Condition) -> Iterator[Condition]:
    """All conditions that one joins, at any depth."""
    for part in parts(condition):
        yield part
        yield from _below(part)


def _cards_asked_for(game: Game) -> Iterator[int]:
    """Each set of cards that a condition of the game asks about, or that a hand has to keep."""
    for each in inside(game):
        if isinstance(each, Condition) and not parts(each):
            yield from (arg.mask for arg in each.args.values() if isinstance(arg, Cards))
        elif isinstance(each, Keeps):
            yield each.cards.mask
