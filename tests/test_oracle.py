"""The engine against a second, naive implementation of the same rules: every position and every
line of a settlement of thousands of rounds, many of them stacked so that rare things happen.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from conftest import loaded
from oracle import ORACLES, Directnet, Plain, Rulebook, Wikipedia
from oracle.cards import CARDS, KINGS, POINTS
from oracle.compare import Compared, compare
from oracle.players import HIGH, Players, filled, stacked
from oracle.rare import AT_LEAST
from oracle.ties import TIES

from zwanz_ssot.engine import deal

ROUNDS, STACKED, SCENE = 1000, 1500, 60
each_variant = pytest.mark.parametrize("variant", list(ORACLES))


def test_the_cards_written_down_for_the_oracle_are_the_pack() -> None:
    assert len(CARDS) == len(set(CARDS)) == len(POINTS) == 40
    assert sum(POINTS.values()) == 88
    for variant in ORACLES:
        cards = {card.id: card.points for card in loaded("zwanzigerrufen", variant).deck.cards}
        assert cards == POINTS


def from_pack(variant: str, number: int, oracle: type[Plain], counted: Compared) -> None:
    """A round from a shuffled pack, cut, knocked and thrown in as it comes."""
    random = Random(number)
    pack = random.sample(CARDS, 40)
    stakes = 1 + number % 2
    played = deal(loaded("zwanzigerrufen", variant), pack=pack, stakes=stakes)
    compare(
        played,
        oracle(pack, stakes=stakes),
        Players(random, wild=True),
        counted,
        f"{variant} pack {number}",
    )


def from_hands(
    variant: str,
    hands: list[list[str]],
    oracle: type[Plain],
    players: Players,
    counted: Compared,
    sentence: str,
) -> None:
    """A round from four hands; every second one is a double round."""
    stakes = players.random.choice([1, 2])
    played = deal(loaded("zwanzigerrufen", variant), hands=hands, stakes=stakes)
    compare(played, oracle(None, hands, stakes), players, counted, f"{variant} {sentence}")


@pytest.mark.sample(1)
@each_variant
def test_random_rounds_are_the_same_in_every_position_and_line(variant: str) -> None:
    counted = Compared()
    for number in range(ROUNDS):
        from_pack(variant, number, ORACLES[variant], counted)
    assert counted.positions["play"] > 35 * ROUNDS
    assert counted.positions["auction"] > 4 * ROUNDS
    if variant in ("base", "wikipedia"):
        assert counted.seen["knock"] > ROUNDS / 5
    if variant == "wikipedia":
        assert counted.seen["thrown in: no_tarock"] >= 1
        assert counted.seen["thrown in: one_tarock"] >= 3
    if variant == "directnet":
        assert counted.seen["thrown in: few_tarocks"] >= 20


@pytest.mark.sample(1)
@each_variant
def test_stacked_rounds_are_the_same_and_rare_things_happen_in_them(variant: str) -> None:
    counted = Compared()
    for number in range(STACKED):
        random = Random(number)
        hands = stacked(random)
        players = Players(random, wild=False)
        from_hands(variant, hands, ORACLES[variant], players, counted, f"stacked {number}")
    missed = {
        name: counted.seen[name]
        for name, least in AT_LEAST[variant].items()
        if counted.seen[name] < least
    }
    assert not missed, f"too seldom: {missed}"


QUEENS = ["H-Q", "D-Q", "C-Q", "S-Q"]
APART = [["T-Sk"], ["T-XXI"], ["T-I"]]
# what the forehand and others hold, her bid, how all play, what is to come of it, and how often
SCENES = {
    "the Trull falls together": (
        [[], *APART],
        "solo",
        "keep_trull",
        "trull in one trick, tarock led, solo",
        5,
    ),
    "and falls on a suit card in a suit solo": (
        [[*KINGS, *QUEENS, "T-V", "T-VI"], *APART],
        "farbensolo",
        "keep_trull",
        "trull in one trick, suit led, farbensolo",
        3,
    ),
    "and falls on a tarock in a suit solo": (
        [[*KINGS, *QUEENS, "T-Sk", "T-VI"], *APART[1:]],
        "farbensolo",
        "keep_trull",
        "trull in one trick, tarock led, farbensolo",
        3,
    ),
    "all the tricks alone": (
        [[*HIGH[:9], "H-K"]],
        "solo",
        "team",
        "valat silent won by declarers, alone",
        10,
    ),
    "the Pagat last": (
        [[*HIGH[:8], "T-I"]],
        "solo",
        "keep_pagat",
        "pagat_ultimo silent won by declarers, alone",
        3,
    ),
    "the Mond caught by his partner's Sküs": (
        [["T-XXI", "T-IIII"], ["T-Sk", "T-XX"]],
        "rufer",
        "high",
        "mond caught by partner",
        10,
    ),
    "the Trull and the Kings in one hand": (
        [["T-Sk", "T-XXI", "T-I", *KINGS]],
        "solo",
        "any_card",
        "trull silent won by declarers, alone",
        20,
    ),
}


@pytest.mark.sample(9)
@each_variant
@pytest.mark.parametrize("scene", list(SCENES))
def test_scenes_that_hardly_come_by_chance(variant: str, scene: str) -> None:
    held, opening, habit, thing, least = SCENES[scene]
    if variant == "rulebook" and thing.startswith("valat"):
        opening, thing = "valat_alone", "valat_alone won"
    if variant == "rulebook" and thing.startswith("trull silent"):  # held, it counts in a Farberl
        opening, thing = "farbensolo", thing.replace("trull", "trull_in_hand")
    counted = Compared()
    for number in range(SCENE):
        random = Random(number)
        hands = filled(random, held)
        players = Players.of_scene(random, opening, habit)
        from_hands(variant, hands, ORACLES[variant], players, counted, f"{scene} {number}")
    assert counted.seen[thing] >= least, counted.seen


@pytest.mark.parametrize("points", list(TIES))
def test_ties_in_trischaken(points: tuple[int, ...]) -> None:
    hands = [hand.split() for hand in TIES[points]]

    def first_card(oracle: Plain, moves: list[str]) -> str:
        return (
            "pass"
            if oracle.step == "auction"
            else min(moves, key=lambda move: CARDS.index(move[5:]))
        )

    oracle, counted = Rulebook(None, hands), Compared()
    played = deal(loaded("zwanzigerrufen", "rulebook"), hands=hands)
    compare(played, oracle, first_card, counted, f"a tie at {points}")
    assert tuple(oracle.points_of([seat]) for seat in range(4)) == points
    assert counted.seen[f"trischaken, {points.count(max(points))} losers"] == 1


class WinsWith44(Plain):
    def game_won(self) -> bool:
        return self.points_of(self.declarers()) >= 44


class PartnersCatchNoMond(Plain):
    def wins(self, item: str, side: str) -> bool:
        winner = self.tricks[self.trick_with("T-XXI") - 1][0]
        own = self.side_of(winner) == self.side_of(self.player_of("T-XXI"))
        return super().wins(item, side) and not (item == "mondfang" and own)


class KontraNotImplied(Wikipedia):
    def announce_with(self, seat: int, bonus: str) -> None:
        pass


class PagatNotKept(Directnet):
    def legal(self, seat: int) -> list[str]:
        return Plain.legal(self, seat)


class NobodyMustKontra(Directnet):
    def may_pass(self, seat: int) -> bool:
        return self.contract is not None


class NobodyMustBeat(Rulebook):
    def beating(self, seat: int, cards: list[str]) -> list[str]:
        return cards


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "wrong",
    [
        WinsWith44,
        PartnersCatchNoMond,
        KontraNotImplied,
        PagatNotKept,
        NobodyMustKontra,
        NobodyMustBeat,
    ],
)
def test_a_rule_that_differs_is_noticed(wrong: type[Plain]) -> None:
    """The comparison is worth something only if it fails for wrong rules."""
    variant = next(name for name, oracle in ORACLES.items() if oracle is wrong.__bases__[0])
    noticed: Counter[bool] = Counter()
    for number in range(STACKED):
        random = Random(number)
        hands = stacked(random)
        try:
            from_hands(variant, hands, wrong, Players(random, wild=False), Compared(), "wrong")
        except AssertionError:
            noticed[True] += 1
            if noticed[True] == 2:
                return
    raise AssertionError(f"{wrong.__name__} was noticed {noticed[True]} times only")
