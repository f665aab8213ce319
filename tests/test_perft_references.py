"""The engine against the second implementation: counts that were written down, and random rounds move by move."""

from __future__ import annotations

from random import Random

import pytest
import yaml
from conftest import VARIANTS, loaded
from naive import after, begin, kind, legal_moves
from naive.counting import FOLDER, follow, layers, reached
from naive.ways import before, under

from zwanz_ssot import perft
from zwanz_ssot.engine import Round, deal

ROUNDS = 12
FEW = 100
"""So many positions of each start are counted again by the second implementation."""

each_rule_set = pytest.mark.parametrize(("game", "variant"), VARIANTS, ids=[f"{g}:{v}" for g, v in VARIANTS])


def written(game: str, variant: str) -> list[dict[str, object]]:
    """The entries of a file of counts."""
    told = yaml.safe_load((FOLDER / f"{game}-{variant}.yaml").read_text(encoding="utf-8"))["perft"]
    assert (told["game"], told["variant"]) == (game, variant)
    entries: list[dict[str, object]] = told["counts"]
    return entries


def test_every_rule_set_has_its_counts_and_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.yaml")} == {f"{game}-{variant}" for game, variant in VARIANTS}


@each_rule_set
def test_the_engine_counts_what_is_written(game: str, variant: str) -> None:
    found = perft.recount(FOLDER / f"{game}-{variant}.yaml")
    told = "\n".join(map(str, found.differences[:10]))
    assert not found.differences, f"{told}\nif the rules have changed: python -m tests.naive --write {game}"
    assert found.positions > 10_000


@each_rule_set
def test_every_contract_is_counted_in_each_of_its_steps_and_to_its_end(game: str, variant: str) -> None:
    counted = {
        name for entry in written(game, variant) if "contract" in entry for layer in entry["reached"] for name in layer
    }
    missing = {
        f"{step} {contract}" for contract in loaded(game, variant).contracts for step in ("play", "over")
    } - counted
    assert not missing


@each_rule_set
def test_the_second_implementation_still_counts_what_is_written(game: str, variant: str) -> None:
    rules = loaded(game, variant)
    for entry in written(game, variant):
        start = follow(rules, entry["seed"], entry["way"])
        for number, layer in enumerate(layers(start, FEW)):
            assert layer == entry["reached"][number], (entry["seed"], entry["way"], number + 1)


@each_rule_set
def test_both_find_the_same_ways(game: str, variant: str) -> None:
    rules = loaded(game, variant)
    dealt, own = deal(rules, seed=1), begin(rules, 1)
    assert [ways(here) for here in perft.before(dealt)] == [way for way, _ in before(own)]
    for contract in rules.contracts:
        assert [ways(here) for here in perft.after(dealt, contract)] == [way for way, _ in under(own, contract)]


def ways(here: Round) -> tuple[str, ...]:
    """The moves of a round so far."""
    return tuple(str(move) for _, move in here.history)


@each_rule_set
@pytest.mark.parametrize("passing", [0.2, 0.6, 0.9])
def test_both_allow_the_same_moves_in_random_rounds(game: str, variant: str, passing: float) -> None:
    """Move by move, so that the first difference is told with all that led to it."""
    rules = loaded(game, variant)
    for seed in range(ROUNDS // 3):
        random = Random(f"{seed} {passing}")
        played, own = deal(rules, seed=seed), begin(rules, seed)
        while True:
            here = f"{game}:{variant}, seed {seed}, after {'; '.join(ways(played)) or 'the deal'}"
            assert perft.named(played) == reached(own), here
            assert played.turn == own.seat, here
            assert sorted(map(str, played.moves())) == legal_moves(own), here
            if own.over:
                break
            moves = legal_moves(own)
            quiet = "pass" in moves and random.random() < passing
            move = "pass" if quiet else moves[int(random.random() * len(moves))]
            played, own = played.after(move), after(own, move)
    assert kind(own) in ("over", "thrown_in")
