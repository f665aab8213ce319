"""Outcomes that another engine settles: what was said and how the round came out, without its play.

Most examples of a settlement state card points, tricks and where a few cards went. No playable
round states just that, so the engine is asked to settle these facts as they stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ..engine import Round
from ..examples import Case, StatedFacts, StatedOutcome
from ..model import SEATS, SIDES, Game, seats_in
from ..problems import RulesAreSilent
from .files import Data, agreed, ledger_data, stated

OUTCOME = "outcome"
"""The key of the question about an outcome. An engine need not answer it."""


class BareOutcome(NamedTuple):
    """The outcome that an example states (`example_outcomes`)."""

    example: str
    """The name of the example."""
    at: Round
    """The round, which is over."""
    question: Data
    """What the engine is told."""
    end: Data
    """The expected settlement, in the form of the end of a round of vectors."""


def example_outcomes(game: Game, cases: Iterable[Case]) -> Iterator[BareOutcome]:
    """The outcomes that the examples of this rule set state. Raises `RulesFault` as `stated` does.

    >>> import zwanz_ssot
    >>> from zwanz_ssot import examples
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> first = next(example_outcomes(game, examples.about(game)))
    >>> first.at.over, sum(first.at.ledger().scores)
    (True, 0)
    """
    for case, found in stated(game, cases, Case.outcome):
        if found is not None:
            at, outcome = found
            yield BareOutcome(case.id, at, _question(at, outcome), _end(at, outcome))


def _end(at: Round, outcome: StatedOutcome) -> Data:
    """The settlement of an outcome, or the rule that is silent about it."""
    state = at.state
    end: Data = {"thrown_in": None, "silent": None}
    try:
        facts = StatedFacts(state, outcome)
        ledger = at.table.settlement.settle(facts, state.contract, state.stakes)
    except RulesAreSilent as silent:
        return {**end, "silent": silent.path}
    return {**end, **ledger_data(ledger)}


def _question(at: Round, outcome: StatedOutcome) -> Data:
    """What the engine is told: what was agreed before the play, then the facts of the outcome."""
    state, game, deck = at.state, at.game, at.game.deck
    points = outcome.points
    if points is not None and game.unit == 1:
        facts: Data = {"points": _shares(at, points)}
    else:
        facts = {"thirds": None if points is None else _shares(at, points)}
    return {
        **agreed(at),
        "number": state.bid_number or None,
        "joined": [SEATS[seat] for seat in seats_in(state.joined)],
        "doubled_by": _doubled_by(at),
        "conceded": _conceded(at),
        **at.carried.as_dict(),
        "stakes": state.stakes,
        **facts,
        "declared": _shares(at, {some: n // game.unit for some, n in outcome.declared.items()}),
        "tricks": None if outcome.counts is None else _shares(at, outcome.counts),
        "winners": [SEATS[seat] for seat in outcome.winners],
        "dealt": {deck.cards[card].id: SEATS[seat] for card, seat in _dealt(at, outcome).items()},
        "taken": {
            deck.cards[card].id: [SEATS[seat] for seat in seats_in(some)]
            for card, some in outcome.taken.items()
        },
        "talon": list(deck.shown(outcome.talon)),
        "played": [
            [deck.cards[card].id, trick + 1, _seat(seat)]
            for card, (trick, seat) in outcome.played.items()
        ],
        "winning": [[n + 1, deck.cards[card].id] for n, card in outcome.winning.items()],
        "last_trick": _seat(outcome.won_last),
    }


def _seat(seat: int) -> str | None:
    return None if seat < 0 else SEATS[seat]


def _shares(at: Round, stated: Mapping[int, int]) -> Data:
    """Amounts by the name of their side, or of their seat where they are those of one player."""
    declarers = at.state.declarers
    sides = {declarers: SIDES[0], ((1 << at.game.table.players) - 1) & ~declarers: SIDES[1]}
    both = set(stated) <= set(sides)
    return {
        sides[some] if both or some.bit_count() > 1 else SEATS[seats_in(some)[0]]: amount
        for some, amount in stated.items()
    }


def _dealt(at: Round, outcome: StatedOutcome) -> dict[int, int]:
    """The seat that each card was dealt to; that of the called card may follow from the auction."""
    called, found = at.state.called_card, dict(outcome.dealt)
    if called >= 0 and called not in found:
        holder = StatedFacts(at.state, outcome).holder_of(called)
        found.update({called: holder} if holder >= 0 else {})
    return found


def _doubled_by(at: Round) -> list[Any]:
    """Each doubled item with the seat that doubled it first."""
    found = []
    # Number 0 is the game; then come, for each bonus, that of the declarers and of the defenders.
    for number, seat in enumerate(at.state.first_doublers):
        bonus, side = divmod(number - 1, 2)
        if seat >= 0:
            item = f"{at.table.bonus_ids[bonus]} {SIDES[side]}" if number else "game"
            found.append([item, SEATS[seat]])
    return found


def _conceded(at: Round) -> str | None:
    """What was given up before the play: the game alone, or with it a bonus."""
    state = at.state
    if state.conceded and state.conceded_with >= 0:
        return at.table.bonus_ids[(state.conceded_with - 1) // 2]
    return "game" if state.conceded else None
