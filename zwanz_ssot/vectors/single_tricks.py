"""Questions to another engine about single tricks, without the tricks before them.

An example of a trick states the contract, the cards on the table and one hand. No playable round
leads to it, so the engine is asked about the position itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ..engine import Round
from ..examples import Case
from ..model import SEATS, Game, Path
from .coverage import winning_rule
from .engine import malformed, refuse_repeated
from .files import Data, play_position, stated

TRICK = "trick"
"""The key of the question about a single trick. An engine need not answer it."""
_OF_A_ROUND = ("hands", "talon", "discards", "said")
"""Parts of a position at the first lead that the question about a single trick leaves out."""


class SingleTrick(NamedTuple):
    """A trick that an example states."""

    example: str
    """The name of the example."""
    at: Round
    """The position, with the cards of the trick on the table."""


def example_tricks(game: Game, cases: Iterable[Case]) -> Iterator[SingleTrick]:
    """The tricks that the examples of this rule set state. An order of cards becomes tricks of two
    cards, led by either of them. Raises `RulesFault` as `stated` does.

    >>> import zwanz_ssot
    >>> from zwanz_ssot import examples
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> first = next(example_tricks(game, examples.about(game)))
    >>> first.at.step
    'play'
    """
    for case, tricks in stated(game, cases, Case.tricks):
        yield from (SingleTrick(case.id, at) for at in tricks)


def question(at: Round) -> Data:
    """What the engine is told: the trick, the hand, and what was agreed before the play."""
    position = {name: part for name, part in play_position(at).items() if name not in _OF_A_ROUND}
    state = at.state
    seats = [SEATS[(state.leader + number) % state.players] for number in range(state.in_trick)]
    cards = [at.game.deck.cards[card].id for card in state.played]
    return {
        **position,
        "leads": SEATS[state.leader],
        "trick": [[seat, card] for seat, card in zip(seats, cards, strict=True)],
        "turn": None if _complete(at) else SEATS[state.turn],
        "hand": _hand(at),
    }


def legal(at: Round) -> list[str] | None:
    """The cards of the hand that may be played; None where the example states no hand, or the trick
    is complete.
    """
    if _complete(at) or not _hand(at):
        return None
    state = at.state
    return list(at.game.deck.shown(at.table.play_step.legal(state)))


def winner(at: Round) -> tuple[str, Path] | None:
    """The seat that wins the trick as it lies, and the rule for it; None where no card lies."""
    state = at.state
    if not state.played:
        return None
    rules = at.table.play_step.tricks(state)
    best = rules.winner(state.trick, state.played[0], state.played)
    won_by = (state.leader + state.played.index(best)) % state.players
    state.winners.append(won_by)
    state.winning_cards.append(best)
    return SEATS[won_by], winning_rule(state) or rules.play.at


def answered(answer: Data) -> Data:
    """The engine's answer about a trick. Raises `EngineBroken` where its shape is not that of
    docs/protocol.md.
    """
    given: Any = answer.get(TRICK)
    if isinstance(given, dict) and isinstance(given.get("wins"), str | None):
        cards = given.get("legal") or []
        if isinstance(cards, list) and all(isinstance(each, str) for each in cards):
            refuse_repeated(TRICK, cards)
            return given
    raise malformed(TRICK, answer)


def _complete(at: Round) -> bool:
    return at.state.in_trick == at.state.players


def _hand(at: Round) -> list[str]:
    state = at.state
    return list(at.game.deck.shown(state.hands[state.turn]))
