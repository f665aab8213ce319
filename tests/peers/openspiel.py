"""Rounds through OpenSpiel and through the rules of docs/games side by side.

``python -m tests.peers.openspiel hearts 10000`` plays so many rounds of a game and prints the first
differences.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.library import load
from zwanz_ssot.model import Game

GAMES = Path(__file__).parent.parent.parent / "docs" / "games"
OF_HEARTS = {"pass_cards": True}
LEFT_RIGHT_ACROSS_NOBODY = (1, 3, 2, 0)
"""To whom cards are passed, from round to round of a match, as OpenSpiel numbers it."""
SUITS = "CDHS"


class Differs(AssertionError):
    """The two do not agree; the text says where."""


def ours(text: str) -> str:
    """A card of OpenSpiel as the rules write it: ``TD`` and ``DT`` are both ``D-10``.

    >>> ours("TD"), ours("CQ")
    ('D-10', 'C-Q')
    """
    first, second = text
    suit, rank = (first, second) if first in SUITS else (second, first)
    return f"{suit}-{'10' if rank == 'T' else rank}"


def named(state: Any) -> dict[str, int]:
    """The legal cards of a position of OpenSpiel with their numbers."""
    seat = state.current_player()
    return {ours(state.action_to_string(seat, move)): move for move in state.legal_actions()}


def dealt(state: Any, cards: list[str]) -> None:
    """Deal these cards, in the order in which OpenSpiel asks for them."""
    for card in cards:
        numbers = {
            ours(state.action_to_string(-1, move)): move for move, _ in state.chance_outcomes()
        }
        state.apply_action(numbers[card])


def compare(at: Round, state: Any, random: Random, step: str) -> Round:
    """Play one card, or lay one away, at random; both have to allow the same ones."""
    theirs = named(state)
    mine = {move.card.id for move in at.moves() if move.card is not None}
    if mine != theirs.keys():
        place = f"{step} after {'; '.join(str(move) for _, move in at.history)}"
        raise Differs(
            f"{place}: only ours {mine - theirs.keys()}, only theirs {theirs.keys() - mine}"
        )
    card = random.choice(sorted(mine))
    state.apply_action(theirs[card])
    return at.after(f"{step} {card}")


def hearts(rules: Game, spiel: Any, random: Random) -> int:
    """A round of Hearts; gives the number of decisions."""
    pack = random.sample([card.id for card in rules.deck.cards], 52)
    hands = [pack[seat * 13 : seat * 13 + 13] for seat in range(4)]
    state = spiel.new_initial_state()
    number = random.randrange(4)
    state.apply_action(LEFT_RIGHT_ACROSS_NOBODY[number])
    dealt(state, [hands[card % 4][card // 4] for card in range(52)])
    at, decisions = deal(rules, hands=hands, number=number + 1), 0
    while not at.over:
        if at.turn is None or int(at.turn) != state.current_player():
            raise Differs(f"ours: {at.turn} leads, theirs: {state.current_player()}")
        step = "give" if at.step == "passing" else "play"
        at, decisions = compare(at, state, random, step), decisions + 1
    if not state.is_terminal():
        raise Differs("theirs goes on")
    ledger = at.ledger()
    assert ledger is not None
    theirs = [int(value) - 26 for value in state.returns()]
    if theirs != list(ledger.scores):
        raise Differs(f"ours {ledger.scores}, theirs {theirs}")
    return decisions


def skat(rules: Game, spiel: Any, random: Random) -> int:
    """A round of Skat; gives the number of decisions."""
    pack = random.sample([card.id for card in rules.deck.cards], 32)
    state = spiel.new_initial_state()
    dealt(state, pack)
    hands = [[*pack[3 * n : 3 * n + 3], *pack[11 + 4 * n : 15 + 4 * n]] for n in range(3)]
    hands = [[*hand, *pack[23 + 3 * n : 26 + 3 * n]] for n, hand in enumerate(hands)]
    at = deal(rules, hands=hands, talon=pack[9:11])
    contract = random.choice((*rules.contracts["with_skat"].becomes[:5], "grand"))
    declarer, decisions = random.randrange(3), 0
    while at.step == "auction":
        assert at.turn is not None
        # The declarer says the lowest number, to which every game comes, and takes the Skat.
        own = ("bid with_skat", "hold", "number 18") if int(at.turn) == declarer else ()
        at = at.after(next((word for word in own if word in at.moves()), "pass"))
    for seat in range(declarer + 1):
        names = {state.action_to_string(seat, move): move for move in state.legal_actions()}
        state.apply_action(names[contract if seat == declarer else "unknown/pass"])
    while not at.over:
        if at.turn is None or int(at.turn) != state.current_player():
            raise Differs(f"ours: {at.turn}, theirs: {state.current_player()}")
        step = "discard" if at.step == "exchange" else "play"
        at, decisions = compare(at, state, random, step), decisions + 1
        if at.step == "announcements":
            at = at.after(f"raise {contract}")
    if not state.is_terminal():
        raise Differs("theirs goes on")
    ledger = at.ledger()
    assert ledger is not None
    won, theirs = ledger.scores[declarer] > 0, state.returns()[declarer] > 0
    if won != theirs:
        raise Differs(f"{contract}: ours won: {won}, theirs: {theirs}; {state}")
    return decisions


WAYS: dict[str, Callable[[Game, Any, Random], int]] = {"hearts": hearts, "skat": skat}


def rounds(name: str, number: int, seed: int = 0) -> Iterator[int]:
    """Play so many rounds; gives the number of decisions of each. Raises `Differs`."""
    import pyspiel

    spiel = pyspiel.load_game(name, OF_HEARTS if name == "hearts" else {})
    rules = load(name, rules=GAMES)
    for each in range(number):
        random = Random(f"{name} {seed} {each}")
        try:
            yield WAYS[name](rules, spiel, random)
        except Differs as differs:
            raise Differs(f"round {each}: {differs}") from None


if __name__ == "__main__":
    game, count = sys.argv[1], int(sys.argv[2])
    decisions = sum(rounds(game, count))
    print(f"{game}: {count} rounds, {decisions} decisions, no difference")
