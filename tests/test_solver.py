"""Positions solved with all cards open are worth what plain minimax over the engine finds."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from conftest import VARIANTS, loaded

import zwanz_ssot
from zwanz_ssot import Game, Round
from zwanz_ssot.engine import CompiledGame, table
from zwanz_ssot.engine.random_play import random_start
from zwanz_ssot.engine.round import hypothetical
from zwanz_ssot.engine.state import State
from zwanz_ssot.kernel import NotSolved, Solution, cells, solve, solver
from zwanz_ssot.kernel.machine import can_compile
from zwanz_ssot.kernel.solver import AIMS, OBJECTIVE, POINTS, TRICKS
from zwanz_ssot.library import load_variant_file
from zwanz_ssot.problems import RulesAreSilent, WrongCall

MOST_LEAVES = 3000
"""Endings with more ways to play them on are left to shorter ones: minimax is slow."""

needs_numba = pytest.mark.skipif(not can_compile(), reason="numba is not installed: extra fast")


def random_endings(compiled: CompiledGame, seed: int) -> Iterator[State]:
    """Rounds with two to four tricks to play, in the middle of a trick or before it."""
    random = Random(seed)
    while True:
        state = random_start(compiled, random)
        if state is None:
            continue
        whole = compiled.players * compiled.tricks
        last = random.randint(2 * compiled.players - 1, 4 * compiled.players)
        while not state.over and len(state.played) < whole - last:
            legal = compiled.play_step.legal(state)
            cards = [card for card in range(compiled.cards) if legal >> card & 1]
            compiled.play_step.play_card(state, random.choice(cards))
        if not state.over and leaves(compiled, state, MOST_LEAVES) < MOST_LEAVES:
            yield state


def leaves(compiled: CompiledGame, state: State, most: int) -> int:
    """How many ways there are to play on, counted up to ``most``."""
    if state.over:
        return 1
    found, legal = 0, compiled.play_step.legal(state)
    for card in range(compiled.cards):
        if legal >> card & 1 and found < most:
            after = state.copy()
            compiled.play_step.play_card(after, card)
            found += leaves(compiled, after, most - found)
    return found


def minimax(compiled: CompiledGame, state: State, aim: str) -> int:
    """Every way to play on, to the end."""
    if state.over:
        return at_end(compiled, state, aim)
    values, legal = [], compiled.play_step.legal(state)
    for card in range(compiled.cards):
        if legal >> card & 1:
            after = state.copy()
            compiled.play_step.play_card(after, card)
            values.append(minimax(compiled, after, aim))
    return max(values) if state.declarers >> state.turn & 1 else min(values)


class Replaced(Exception):
    """The ledger has no line of the game."""


def at_end(compiled: CompiledGame, state: State, aim: str) -> int:
    """What the engine says of a round that is over. `Replaced` where a bonus takes the place of the
    line that tells whether the game is won.
    """
    if aim == POINTS:
        return state.points(state.declarers)
    if aim == TRICKS:
        return sum(state.declarers >> winner & 1 for winner in state.winners)
    ledger = compiled.settlement.settle(state, state.contract, state.stakes)
    verdicts = [line.verdict for line in ledger.lines if line.item == "game"]
    if not verdicts:
        raise Replaced
    return int(verdicts[0] == "won")


def compare(game: Game, count: int, compiled_build: bool) -> dict[str, int]:
    """Compare endings, in turn by each aim, at least one by points and one by tricks; how many
    were compared by each.
    """
    compiled = table(game)
    found, done = random_endings(compiled, seed=5), dict.fromkeys(AIMS, 0)
    tried = 0
    while tried < 20 * count and (
        sum(done.values()) < count or not (done[POINTS] and done[TRICKS])
    ):
        state, aim = next(found), [*AIMS][tried % len(AIMS)]
        tried += 1
        position = Round(compiled, state, ())
        try:
            mine = solve(position, aim=aim, compiled=compiled_build)
        except WrongCall:
            continue
        assert isinstance(mine, Solution)
        cards = {}
        try:
            for card in range(compiled.cards):
                if compiled.play_step.legal(state) >> card & 1:
                    after = state.copy()
                    compiled.play_step.play_card(after, card)
                    cards[game.deck.cards[card].id] = minimax(compiled, after, aim)
        except (RulesAreSilent, Replaced):
            continue
        where = f"{compiled.contract_ids[state.contract]} {aim}"
        assert mine.cards == cards, where
        best = max if state.declarers >> state.turn & 1 else min
        assert mine.value == best(cards.values()), where

        # The principal line keeps the value to the end.
        end = state.copy()
        for card_id in mine.line:
            card = compiled.index[card_id]
            assert compiled.play_step.legal(end) >> card & 1, where
            compiled.play_step.play_card(end, card)
        assert end.over and at_end(compiled, end, aim) == mine.value, where
        done[aim] += 1
    return done


@pytest.mark.sample(8)
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_values_are_those_of_minimax(game: str, variant: str, endings: int) -> None:
    done = compare(loaded(game, variant), endings, compiled_build=False)
    assert done[POINTS] and done[TRICKS]


@needs_numba
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_compiled_values_are_those_of_minimax(game: str, variant: str, endings: int) -> None:
    done = compare(loaded(game, variant), endings, compiled_build=True)
    assert done[POINTS] and done[TRICKS]


def test_the_best_trump_is_lost_where_the_lowest_wins() -> None:
    # The fairy tale trick cannot be avoided: the Pagat takes the Sküs and the XXI.
    game = loaded("zwanzigerrufen", "directnet")
    compiled = table(game)
    last = ["H-K T-Sk", "H-Q T-XXI", "H-J T-I", "H-C D-1"]
    held = [[compiled.index[card] for card in cards.split()] for cards in last]
    gone = [card for card in range(compiled.cards) if not any(card in hand for hand in held)]
    dealt = [gone[seat::4] for seat in range(4)]
    hands = [sum(1 << card for card in (*held[seat], *dealt[seat])) for seat in range(4)]
    state = hypothetical(compiled, hands, (), "solo", [(0, -1)])
    while compiled.steps[state.step].kind != "play":
        compiled.steps[state.step].apply(state, compiled.moves.pass_)

    # Eight tricks went to the second player; the forehand, who plays alone, leads to the ninth.
    state.hands = [sum(1 << card for card in hand) for hand in held]
    state.played, state.winners = gone, [1] * 7 + [0]
    state.winning_cards = gone[::4]
    state.taken[1], state.taken[0] = sum(1 << card for card in gone[:28]), 0
    state.taken[0] = sum(1 << card for card in gone[28:])
    state.turn = 0
    for aim in (POINTS, TRICKS):
        found = solve(Round(compiled, state, ()), aim=aim, compiled=False)
        assert isinstance(found, Solution)
        assert found.value == minimax(compiled, state, aim)
        for card_id, value in found.cards.items():
            after = state.copy()
            compiled.play_step.play_card(after, compiled.index[card_id])
            assert value == minimax(compiled, after, aim)
        if aim == TRICKS:
            assert found.value == 2  # the one before, and the hearts


def ending(tricks: int, seed: int = 7) -> Round:
    """A Solo of Zwanzigerrufen with so many tricks to play, and the first legal cards before."""
    position = zwanz_ssot.deal(loaded("zwanzigerrufen", "directnet"), seed=seed).after("bid solo")
    while position.step != "play":
        position = position.after("pass")
    while len(position.state.played) < 4 * (10 - tricks):
        position = position.after(position.moves()[0])
    return position


def test_too_few_nodes_are_an_answer() -> None:
    assert solve(ending(5), nodes=20, compiled=False) == NotSolved(POINTS, 20)


def test_what_was_found_before_the_end_of_the_nodes_is_not_told_as_solved() -> None:
    whole = solve(ending(4), compiled=False)
    assert isinstance(whole, Solution)
    for nodes in range(1, whole.nodes, whole.nodes // 9):
        assert isinstance(solve(ending(4), nodes=nodes, compiled=False), NotSolved)
    assert solve(ending(4), nodes=whole.nodes, compiled=False) == whole


@needs_numba
def test_both_builds_look_at_the_same_nodes() -> None:
    assert solve(ending(4), compiled=False) == solve(ending(4), compiled=True)


def test_an_operation_that_the_solver_does_not_know_changes_no_value(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As one that a new word brings: nothing is taken for the same that it may tell apart."""
    file = tmp_path / "kings.yaml"
    file.write_text(
        """
variant: kings
of: anrufen
name: {en: Kings}
changes:
  - at: contracts.simple.objective
    set: {has_taken: {side: declarers, cards: [H-K, S-K]}}
    source: custom
""",
        encoding="utf-8",
    )
    compiled, random = table(load_variant_file(file)), Random(4)
    sets = {name: getattr(solver, name) for name in ("_OF_TAKEN", "_OF_CARDS")}
    decided = set()
    for _ in range(60):
        state = random_start(compiled, random)
        if state is None or compiled.contract_ids[state.contract] != "simple":
            continue
        while not state.over and len(state.played) < 2 * compiled.players:
            legal = compiled.play_step.legal(state)
            cards = [card for card in range(compiled.cards) if legal >> card & 1]
            compiled.play_step.play_card(state, random.choice(cards))
        position = Round(compiled, state, ())
        whole = solve(position, aim=OBJECTIVE, compiled=False)
        for name, its in sets.items():
            monkeypatch.setattr(solver, name, {*its} - {cells.HAS_TAKEN})
        unknown = solve(position, aim=OBJECTIVE, compiled=False)
        for name, its in sets.items():
            monkeypatch.setattr(solver, name, its)
        assert isinstance(whole, Solution) and isinstance(unknown, Solution)
        assert unknown.cards == whole.cards
        decided.add(whole.value)
    assert decided == {0, 1}


def test_the_solver_knows_every_operation() -> None:
    """It is right without, but keeps less: say in `kernel/solver.py` what a new one depends on."""
    names = inspect.getsource(cells).partition("(END, ")[2].partition(")")[0]
    operations = re.findall(r"\w+", f"END {names}")
    assert len(operations) == cells.OR_ELSE + 1
    assert not [name for name in operations if not solver._is_known(getattr(cells, name))]


def test_equal_cards_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = solve(ending(4, seed=3), compiled=False)
    monkeypatch.setattr(solver._Search, "_twins", lambda *_, **__: [0] * cells.CARDS)
    without = solve(ending(4, seed=3), compiled=False)
    assert isinstance(whole, Solution) and isinstance(without, Solution)
    assert without.cards == whole.cards
    assert without.nodes > whole.nodes


@needs_numba
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_longer_endings_are_worth_the_same_without_runs(
    game: str, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no card is taken for another, every position is a position of its own."""
    compiled, random = table(loaded(game, variant)), Random(2)
    runs, nodes, with_runs = solver._Search._runs, 0, 0
    for number in range(60):
        state = random_start(compiled, random)
        left = random.randint(5 * compiled.players - 2, 6 * compiled.players)
        whole = compiled.players * compiled.tricks
        while state is not None and not state.over and len(state.played) < whole - left:
            legal = compiled.play_step.legal(state)
            cards = [card for card in range(compiled.cards) if legal >> card & 1]
            compiled.play_step.play_card(state, random.choice(cards))
        if state is None or state.over:
            continue
        position, aim = Round(compiled, state, ()), [*AIMS][number % len(AIMS)]
        try:
            mine = solve(position, aim=aim, nodes=300_000, compiled=True)
        except WrongCall:
            continue
        monkeypatch.setattr(solver._Search, "_runs", lambda *_: [])
        plain = solve(position, aim=aim, nodes=300_000, compiled=True)
        monkeypatch.setattr(solver._Search, "_runs", runs)
        if isinstance(mine, Solution) and isinstance(plain, Solution):
            assert mine.cards == plain.cards, compiled.contract_ids[state.contract]
            nodes, with_runs = nodes + plain.nodes, with_runs + mine.nodes
    assert 0 < with_runs < nodes


def test_a_table_hit_keeps_what_the_answer_rests_on() -> None:
    """A card was left out beside one whose rank had mattered, where that had come from the table:
    in this ranking the ten stands below the jack, but not in the pack.
    """
    compiled = table(loaded("koenigrufen-graden", "base"))
    held = ["C-Q C-10", "H-9 S-K", "S-Q S-10 C-A", "S-J S-A"]
    hands = [[compiled.index[card] for card in cards.split()] for cards in held]
    lying = [compiled.index[card] for card in ("D-10", "D-9", "C-K")]
    gone = [
        card
        for card in range(compiled.cards)
        if card not in lying and not any(card in hand for hand in hands)
    ]
    found = random_endings(compiled, seed=5)
    state = next(it for it in found if compiled.contract_ids[it.contract] == "plauderer")
    state.hands = [sum(1 << card for card in hand) for hand in hands]
    state.tied, state.declarers, state.turn, state.in_trick = [0] * 4, 8, 2, 3
    state.played, state.trick = gone + lying, sum(1 << card for card in lying)
    state.winners, state.winning_cards = [3] * 3, gone[::4]
    state.taken = [0, 0, 0, sum(1 << card for card in gone)]
    for aim in (POINTS, TRICKS):
        mine = solve(Round(compiled, state, ()), aim=aim, compiled=False)
        assert isinstance(mine, Solution)
        assert mine.value == minimax(compiled, state, aim)


def test_an_objective_of_points_asks_for_no_more_than_whether_it_is_reached() -> None:
    for seed in range(4):
        points = solve(ending(4, seed), aim=POINTS, compiled=False)
        won = solve(ending(4, seed), aim=OBJECTIVE, compiled=False)
        assert isinstance(points, Solution) and isinstance(won, Solution)
        assert won.cards == {card: int(value >= 45) for card, value in points.cards.items()}
        assert won.nodes < points.nodes


def test_the_value_alone_takes_fewer_nodes() -> None:
    whole = solve(ending(4), compiled=False)
    alone = solve(ending(4), cards=False, compiled=False)
    assert isinstance(whole, Solution) and isinstance(alone, Solution)
    assert (alone.value, alone.cards) == (whole.value, {})
    assert alone.nodes < whole.nodes


def test_a_crowded_table_changes_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four entries for thousands of positions: what stands there is never taken for another."""
    whole = solve(ending(5), compiled=False)
    monkeypatch.setattr(solver, "_TABLE_BITS", {False: 2})
    crowded = solve(ending(5), compiled=False)
    assert isinstance(whole, Solution) and isinstance(crowded, Solution)
    assert crowded.cards == whole.cards
    assert crowded.nodes > whole.nodes


def test_wrong_calls() -> None:
    dealt = zwanz_ssot.deal(loaded("zwanzigerrufen", "directnet"), seed=7)
    with pytest.raises(WrongCall, match="not in the play but in auction"):
        solve(dealt)
    with pytest.raises(WrongCall, match="there is no aim 'tricksy'"):
        solve(ending(2), aim="tricksy")
    with pytest.raises(WrongCall, match=r"nodes is a whole number from 1 to .*, not 0"):
        solve(ending(2), nodes=0)
