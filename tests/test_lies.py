"""Books cannot lie: each lie of ``tests/lies`` is planted in the chapters of its rule sets and
refused at its line.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import VARIANTS

import zwanz_ssot
from zwanz_renderer import blocks, false_claims
from zwanz_renderer.false_claims import FalseClaim
from zwanz_renderer.text.lints import false_of_cards

FOLDER = Path(__file__).parent / "lies"
LIES = list(false_claims.read(FOLDER))
RULES = [f"{game}:{variant}" for game, variant in VARIANTS]
LANGUAGES = {"en", "de", "ja"}
assert blocks  # registers them


@pytest.mark.sample(4)
@pytest.mark.parametrize("rules", RULES)
def test_each_lie_is_refused_at_its_line_in_these_words(rules: str, tmp_path: Path) -> None:
    found = {
        (lie.kind, lie.lang): ([lie.message], false_claims.answer(lie, tmp_path))
        for lie in LIES
        if lie.rules == rules
    }
    other = {where: both for where, both in found.items() if both[0] != both[1]}
    assert not other, f"told and found; in {FOLDER}, give {rules} its values or name it in not_in"


def test_every_rule_set_is_lied_about_in_every_language() -> None:
    kinds = {rules: {lie.kind for lie in LIES if lie.rules == rules} for rules in RULES}
    assert {rules: len(its) for rules, its in kinds.items() if len(its) < 40} == {}
    assert {(lie.rules, lie.lang) for lie in LIES} == {
        (rules, lang) for rules in RULES for lang in LANGUAGES
    }


def test_no_lie_stands_in_one_rule_set_twice() -> None:
    times = Counter((lie.kind, lie.rules, lie.lang) for lie in LIES)
    assert [lie for lie, number in times.items() if number > 1] == []


def test_they_are_counted_by_rule_set_those_that_pass_as_well(tmp_path: Path) -> None:
    (tmp_path / "lies").mkdir()
    (tmp_path / "aside").mkdir()
    (tmp_path / "lies" / "some.yaml").write_text(
        """
in: [zwanzigerrufen:base, anrufen:base]
not_in: [zwanzigerrufen:rulebook, zwanzigerrufen:wikipedia, anrufen:forced-dealer]
values: {zwanzigerrufen:base: {cards: 40}, anrufen:base: {cards: 24}}
lies:
  - lie: typed
    says: All <cards>.
    told: "1:5: '<cards>' is typed: a chapter types no number the data know; use [value at=…], or say it in words"
  - lie: nobody-notices
    in: [anrufen:base]
    not_in: [anrufen:forced-dealer, anrufen:three]
    says: The moon is made of cheese.
    told: "1:1: it is not"
""",
        encoding="utf-8",
    )
    counted = false_claims.caught(tmp_path / "lies", tmp_path / "aside")
    assert counted == {
        "zwanzigerrufen:base": (1, 1),
        "zwanzigerrufen:directnet": (1, 1),
        "anrufen:base": (2, 1),
        "anrufen:three": (1, 1),
    }


def test_a_truth_about_cards_is_told_nothing(tmp_path: Path) -> None:
    """Of claims in the words of the lies: what is true, what is true of a hand, and what is true in
    some contract (in the Farbensolo tarocks do not beat other cards).
    """
    true = """
The Sküs is the strongest tarock, and the Pagat is the weakest tarock. The Sküs beats the Mond. A King counts five.
The [[H-K]] counts five points. Now the Mond is the highest tarock. If the Pagat beats the Sküs, be glad.
The King of Hearts beats the Queen.
"""
    claim = FalseClaim("truth", "zwanzigerrufen:rulebook", "en", true, "")
    assert false_claims.answer(claim, tmp_path) == []


@pytest.mark.parametrize(
    ("lie", "wrong"),
    [
        ("One may win ſeventeen tricks.", "1:13: 'ſeventeen' is no number of these rules"),
        ("An Ace counts ſix.", "1:1: 'An Ace counts ſix' is said, and the rules give 10"),
        ("The Kıng of Hearts is the strongest card.", "the rules give 'Ace of Hearts'"),
        ("The KİNG of Hearts is the strongest card.", "the rules give 'Ace of Hearts'"),
    ],
)
def test_a_letter_that_stands_for_another_hides_no_lie(
    lie: str, wrong: str, tmp_path: Path
) -> None:
    (told,) = false_claims.answer(FalseClaim("letter", "anrufen:base", "en", lie, ""), tmp_path)
    assert wrong in told


def test_a_way_to_win_in_one_contract_makes_a_claim_true() -> None:
    """Without the Suit Solo, in which tarocks do not beat suits, the same sentence is false."""
    text = "The King of Hearts beats the Pagat."
    game = zwanz_ssot.load("zwanzigerrufen")
    others = {name: it for name, it in game.contracts.items() if name != "farbensolo"}
    assert list(false_of_cards(game, "en", text, {})) == []
    (claim,) = false_of_cards(replace(game, contracts=others), "en", text, {})
    assert "never let 'King of Hearts' win against 'Pagat'" in claim.text


def test_a_truth_is_told_nothing() -> None:
    """What the lies say wrongly, said rightly."""
    true = """
The pack has forty cards, and all ten tricks count. It is a game for four players, and it goes clockwise.

[trick-table contract=solo hands="second: T-V S-K"]
forehand: H-K | second: T-V | third: H-Q | fourth: H-C -> second
[/trick-table]

[card-row cards="H-K H-Q" labels="King, Queen"]

[scene contract=rufer cards="T-XXI T-Sk T-I T-V" wins=third]
"""
    with tempfile.TemporaryDirectory() as aside:
        assert (
            false_claims.answer(
                FalseClaim("true", "zwanzigerrufen:directnet", "en", true, ""), Path(aside)
            )
            == []
        )
