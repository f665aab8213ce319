"""No contradiction between the accounts is lost, and what each variant plays follows the account it
is named after.
"""

from __future__ import annotations

from pathlib import Path

from conftest import loaded

from zwanz_ssot.engine.random_play import random_rounds
from zwanz_ssot.library import load
from zwanz_ssot.model import Game
from zwanz_ssot.problems import RulesAreSilent

ROOT = Path(__file__).parent.parent

# The contradictions found when the accounts were compared; numbers that are missing were found to
# be none.
FOUND = (
    "01 02 03 04 05 06 07 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 30 "
    "31 33 34 35 36 37 38 39 40 41 42 44 45 46 47 48 49 50 51 52 53 54 55"
)


def test_every_contradiction_is_in_the_data() -> None:
    disputes = loaded("zwanzigerrufen", "base").disputes
    assert [dispute.id for dispute in disputes] == [f"C-{number}" for number in FOUND.split()]
    for dispute in disputes:
        assert dispute.said, dispute.id
        for text in (dispute.topic, *dispute.said.values()):
            assert {"en", "de"} <= set(text.texts), dispute.id


def test_where_the_accounts_differ_the_variants_differ() -> None:
    """A handful of the sharpest contradictions, read off the loaded rules."""
    wikipedia, directnet, rulebook = (
        loaded("zwanzigerrufen", v) for v in ("wikipedia", "directnet", "rulebook")
    )
    directions = [g.table.direction for g in (wikipedia, directnet, rulebook)]
    assert directions == ["counterclockwise", "clockwise", "clockwise"]
    assert [g.bonuses["four_kings"].value.silent for g in (wikipedia, directnet)] == [2, 1]
    assert "four_kings" not in rulebook.bonuses
    assert [g.contracts["farbensolo"].bonus_factor for g in (wikipedia, directnet)] == [1, 2]
    follow = [
        [rung.word for rung in g.contracts["farbensolo"].play.follow]
        for g in (wikipedia, directnet, rulebook)
    ]
    assert follow[1] == ["suit_led", "trump", "any_card"]
    assert follow[0] == follow[2] == ["suit_led", "cards", "any_card"]
    assert [len(g.kontra.levels) if g.kontra else 0 for g in (wikipedia, directnet, rulebook)] == [
        4,
        3,
        0,
    ]
    assert [len(g.play.wins) for g in (wikipedia, directnet, rulebook)] == [3, 3, 2]
    assert [len(g.contracts["farbensolo"].play.wins) for g in (wikipedia, directnet)] == [2, 1]
    assert rulebook.auction.opening == "may_pass"
    payees = [str(g.at(("bonuses", "trull", "goes_to"))) for g in (directnet, rulebook)]
    assert payees == ["{'side_of': {'holder_of_all': 'trull'}}", "declarers"]
    assert [g.auction.after_agreeing for g in (wikipedia, directnet)] == ["free", "no_bid"]


def test_a_dealer_who_is_forced_leaves_nobody_to_ask_who_deals_again() -> None:
    asked = {variant: [it.question.text("en") for it in loaded("anrufen", variant).open]
             for variant in ("base", "forced-dealer")}  # fmt: skip
    again = "Who deals again when all have passed twice?"
    assert again in asked["base"]
    assert [each for each in asked["base"] if each not in asked["forced-dealer"]] == [again]


def test_a_variant_drops_the_open_questions_that_it_answers() -> None:
    """Those whose words its own source answers; a variant may ask one of its own by the same id."""

    def dropped(variant: str) -> set[str]:
        base, ours = (
            {
                (each["id"], each["question"]["en"])
                for each in loaded("koenigrufen", it).data["open"]
            }
            for it in ("base", variant)
        )
        return {id for id, _ in base - ours}

    both = {"held_solodreier", "call_before_talon", "late_kontra"}
    both |= {"kontra_and_valat", "announced_card_is_due"}
    of_vienna = {"forehand_passes_first", "kontra_between_partners"}
    of_vienna |= {"given_up_with_several_birds", "discarded_bird"}
    assert dropped("wien") == both | of_vienna
    assert dropped("tirol") == both | {"first_dealer_ties", "end_of_announcements", "three_losers"}


def test_a_table_answers_what_the_rules_leave_to_it(tmp_path: Path) -> None:
    """The variant that the docs show settles every round; without it some are not settled."""
    text = (ROOT / "docs" / "your-own-repository.md").read_text(encoding="utf-8")
    file = tmp_path / "our_table.yaml"
    variant = text.partition("variant: our_table")[2].partition("```")[0]
    file.write_text(f"variant: our_table{variant}", encoding="utf-8")
    game = load("koenigrufen-russbach", str(file))

    def silent(rules: Game) -> int:
        return sum(isinstance(end, RulesAreSilent) for _, end in random_rounds(rules, 600))

    assert silent(loaded("koenigrufen-russbach", "base")) > 5
    assert silent(game) == 0
    left = {each.question.text("en") for each in game.open}
    assert not any(question.startswith("Both sides have declared") for question in left)
