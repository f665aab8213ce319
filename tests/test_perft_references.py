"""The engine against the second implementation: counts that were written down, and random rounds
move by move.
"""

from __future__ import annotations

import ast
from random import Random
from typing import Any

import pytest
import yaml
from conftest import VARIANTS, loaded
from naive import Position, after, begin, legal_moves
from naive.counting import FOLDER, follow, layers, reached
from naive.ways import before, under

from zwanz_ssot import perft
from zwanz_ssot.engine import Round, deal
from zwanz_ssot.model import Game

ROUNDS = 4
FEW = 100
"""So many positions of each start are counted again by the second implementation."""

each_rule_set = pytest.mark.parametrize(
    ("game", "variant"), VARIANTS, ids=[f"{g}:{v}" for g, v in VARIANTS]
)


def written(game: str, variant: str) -> list[dict[str, Any]]:
    """The entries of a file of counts."""
    counted = yaml.safe_load((FOLDER / f"{game}-{variant}.yaml").read_text(encoding="utf-8"))[
        "perft"
    ]
    assert (counted["game"], counted["variant"]) == (game, variant)
    entries: list[dict[str, Any]] = counted["counts"]
    return entries


def test_every_rule_set_has_its_counts_and_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.yaml")} == {
        f"{game}-{variant}" for game, variant in VARIANTS
    }


def test_the_second_implementation_shares_nothing_but_the_loaded_rules() -> None:
    shared = set()
    for path in (FOLDER.parent / "naive").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = (
                [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            )
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            shared |= {name for name in names if name.split(".")[0] == "zwanz_ssot"}
    assert shared == {"zwanz_ssot.model", "zwanz_ssot.library"}


@pytest.mark.sample(5)
@each_rule_set
def test_the_engine_counts_what_is_written(game: str, variant: str) -> None:
    found = perft.recount(FOLDER / f"{game}-{variant}.yaml")
    sentence = "\n".join(map(str, found.differences[:10]))
    assert not found.differences, (
        f"{sentence}\nif the rules have changed: python -m tests.naive --write {game}"
    )
    assert found.positions > 10_000


@each_rule_set
def test_every_contract_is_counted_in_each_of_its_steps_and_to_its_end(
    game: str, variant: str
) -> None:
    counted = {
        name
        for entry in written(game, variant)
        if "contract" in entry
        for layer in entry["reached"]
        for name in layer
    }
    missing = {
        f"{step} {contract}"
        for contract in loaded(game, variant).contracts
        for step in ("play", "over")
    } - counted
    assert not missing


@pytest.mark.sample(5)
@each_rule_set
def test_the_second_implementation_still_counts_what_is_written(game: str, variant: str) -> None:
    rules = loaded(game, variant)
    for entry in written(game, variant):
        start = follow(rules, entry["seed"], entry["way"])
        for number, layer in enumerate(layers(start, FEW)):
            assert layer == entry["reached"][number], (entry["seed"], entry["way"], number + 1)


@pytest.mark.sample(5)
@each_rule_set
def test_both_find_the_same_ways(game: str, variant: str) -> None:
    rules = loaded(game, variant)
    dealt, own = deal(rules, seed=1), begin(rules, 1)
    assert [ways(here) for here in perft.before(dealt)] == [way for way, _ in before(own)]
    for contract in rules.contracts:
        assert [ways(here) for here in perft.after(dealt, contract)] == [
            way for way, _ in under(own, contract)
        ]


def ways(here: Round) -> tuple[str, ...]:
    """The moves of a round so far."""
    return here.moves_made()


@pytest.mark.sample(20)
@each_rule_set
@pytest.mark.parametrize("passing", [0.1, 0.5, 0.9])
def test_both_allow_the_same_moves_in_random_rounds(
    game: str, variant: str, passing: float
) -> None:
    rules = loaded(game, variant)
    for seed in range(ROUNDS):
        compare(deal(rules, seed=seed), begin(rules, seed), Random(f"{seed} {passing}"), passing)


@pytest.mark.sample(5)
@each_rule_set
def test_both_allow_the_same_moves_with_cards_that_seldom_come_together(
    game: str, variant: str
) -> None:
    """The four kings, the Trull, the cards that may be called…: in one hand, one in each hand, or
    all but one in the hands of the others.
    """
    rules = loaded(game, variant)
    random = Random(f"{game}:{variant}")
    for cards in sets(rules):
        seat = random.randrange(rules.table.players)
        for wanted in (
            together(rules, cards, seat),
            apart(rules, cards, seat),
            elsewhere(rules, cards, seat, random),
        ):
            pack = stacked(rules, wanted, random)
            compare(deal(rules, pack=pack), begin(rules, pack=pack), random, random.random())


def sets(rules: Game) -> list[tuple[str, ...]]:
    """The sets of the pack, a suit, and the cards that may be called."""
    groups = [rules.deck.shown(mask) for mask in rules.deck.sets.values()]
    if rules.call:
        groups.append(tuple(rules.deck.cards[card].id for card in rules.call.cards))
    return [cards for cards in dict.fromkeys(groups) if len(cards) > 1][:7]


Wanted = list[tuple[int, str]]


def together(rules: Game, cards: tuple[str, ...], seat: int) -> Wanted:
    """As many of these cards as a hand can hold, in one hand."""
    return [(seat, card) for card in cards[: rules.hand_size]]


def apart(rules: Game, cards: tuple[str, ...], seat: int) -> Wanted:
    """One of the first of these cards in each hand."""
    players = rules.table.players
    return [((seat + n) % players, card) for n, card in enumerate(cards[:players])]


def elsewhere(rules: Game, cards: tuple[str, ...], seat: int, random: Random) -> Wanted:
    """A hand with a single one of these cards."""
    others = [card.id for card in rules.deck.cards if card.id not in cards]
    hand = [random.choice(cards), *random.sample(others, min(len(others), rules.hand_size - 1))]
    return [(seat, card) for card in hand]


CUT = 10


def stacked(rules: Game, wanted: Wanted, random: Random) -> list[str]:
    """A pack that gives players these cards, where it is not cut or ten cards are lifted."""
    owners: list[int | None] = []
    for step in rules.deals.values():
        for packet in step.packets:
            talon = sum(rules.talon.packets) if rules.talon else 0
            owners += (
                [n for n in range(rules.table.players) for _ in range(packet)]
                if packet
                else [None] * talon
            )
    pack = random.sample([card.id for card in rules.deck.cards], len(rules.deck.cards))
    for seat, card in wanted:
        place, other = owners.index(seat), pack.index(card)
        owners[place] = None
        pack[place], pack[other] = pack[other], pack[place]
    return pack[-CUT:] + pack[:-CUT] if any(step.cut for step in rules.deals.values()) else pack


def compare(played: Round, own: Position, random: Random, passing: float) -> None:
    """Play a round at random, and hold both against each other move by move, so that the first
    difference is told with all that led to it. A speaker passes with this probability; else the
    kind of move is drawn first.
    """
    while True:
        here = f"{own.game.id}:{own.game.variant}, {len(own.pack)} cards, after {'; '.join(ways(played)) or 'the deal'}"
        assert perft.named(played) == reached(own), here
        assert played.turn == own.seat, here
        moves = legal_moves(own)
        assert sorted(played.texts()) == moves, here
        if own.over:
            return
        move = "pass" if "pass" in moves and random.random() < passing else draw(moves, random)
        played, own = played.after(move), after(own, move)


def draw(moves: list[str], random: Random) -> str:
    """A move of a kind that is drawn."""
    if f"cut {CUT}" in moves and random.random() < 0.8:
        return f"cut {CUT}"
    kinds = sorted({move.split()[0] for move in moves})
    kind = kinds[int(random.random() * len(kinds))]
    some = [move for move in moves if move.split()[0] == kind]
    return some[int(random.random() * len(some))]
