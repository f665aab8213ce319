"""Examples name rule sets; the variants of these inherit them, but for those of ``not_in``."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from zwanz_ssot import places
from zwanz_ssot.diff.behaviour import examples_of
from zwanz_ssot.examples import cases, run_inherited
from zwanz_ssot.library import library, load
from zwanz_ssot.problems import RulesFault

VARIANT = """\
variant: {name}
of: zwanzigerrufen{of}
name: {{en: Ours, de: Unseres}}
changes:
  - {{at: contracts.solo.value, set: {value}, source: custom}}
"""
EXAMPLE = """\
  - example: {id}
    title: {{en: Any, de: Irgendeins}}
    because: {{en: any, de: irgendeins}}
    says: [{{forehand: bid solo}}]
    expect: {{contract: solo}}
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """The shipped rules with ``post``, a variant of ``directnet``, and ``attic``, one of that."""
    root = tmp_path / "rules"
    copytree(places.data("rules"), root)
    variants = root / "zwanzigerrufen" / "variants"
    for name, of, value in (("post", ":directnet", 7), ("attic", ":post", 8)):
        text = VARIANT.format(name=name, of=of, value=value)
        (variants / f"{name}.yaml").write_text(text, encoding="utf-8")
    return root


def write(rules: Path, top: str, **own: str) -> Path:
    """A file with an example for each keyword, whose value is written into it."""
    entries = (
        EXAMPLE.format(id=name) + "".join(f"    {line}\n" for line in lines.splitlines())
        for name, lines in own.items()
    )
    file = rules / "zwanzigerrufen" / "examples" / "zz.yaml"
    file.write_text(f"{top}\nexamples:\n{''.join(entries)}", encoding="utf-8")
    return file


def rule_sets(file: Path, example: str) -> list[str]:
    return [case.game.variant for case in cases(file) if case.entry["example"] == example]


def test_a_variant_inherits_what_holds_in_what_it_is_a_variant_of(rules: Path) -> None:
    file = write(
        rules,
        "in: [base]\nnot_in: [rulebook, directnet]",
        plain="",
        all="in: [base]",
        some="in: [directnet]",
        nearest="in: [base]\nnot_in: [post]",
        less="not_in: [wikipedia]",
        back="in: [base, attic]\nnot_in: [directnet, rulebook, wikipedia]",
    )
    every = ["base", "attic", "directnet", "post", "rulebook", "wikipedia"]
    assert rule_sets(file, "plain") == ["base", "wikipedia"]
    assert rule_sets(file, "all") == every
    assert rule_sets(file, "some") == ["attic", "directnet", "post"]
    assert rule_sets(file, "nearest") == ["base", "directnet", "rulebook", "wikipedia"]
    assert rule_sets(file, "less") == ["base"]
    assert rule_sets(file, "back") == ["base", "attic"]


def test_examples_of_one_rule_set_are_found_in_the_same_way(rules: Path) -> None:
    write(rules, "in: [directnet]", plain="", other="not_in: [post]")
    for variant, expected in (("directnet", {"plain", "other"}), ("attic", {"plain"})):
        game = load("zwanzigerrufen", variant, rules=rules)
        found = [case for case in examples_of(game, rules) if case.source.stem == "zz"]
        assert {case.entry["example"] for case in found} == expected


def test_house_rules_may_be_called_like_what_they_are_a_variant_of(tmp_path: Path) -> None:
    own = tmp_path / "house.yaml"
    text = "variant: directnet\nof: zwanzigerrufen:directnet\nname: {en: House}\nchanges: []\n"
    own.write_text(text, encoding="utf-8")
    lineage = library().lineage("zwanzigerrufen", "directnet", own)
    assert lineage == ("directnet", "directnet", "base")


def test_what_is_excepted_is_not_told_as_coming_out_otherwise(rules: Path) -> None:
    variant = rules / "zwanzigerrufen" / "variants" / "post.yaml"
    for file in (rules / "zwanzigerrufen" / "examples").glob("*.yaml"):
        file.unlink()
    write(rules, "in: [directnet]", plain="", other="not_in: [post]")
    base, answers, foreign = run_inherited(variant, rules)
    assert (base, [answer.example for answer in answers], foreign) == ("directnet", ["plain"], [])


def test_a_variant_that_inherits_nothing_cannot_be_taken_out(rules: Path) -> None:
    file = write(
        rules,
        "in: [directnet]",
        base="not_in: [base]",
        twice="in: [base, post]\nnot_in: [post]",
        unknown="not_in: [pots]",
        above="in: [post]\nnot_in: [directnet]",
    )
    with pytest.raises(RulesFault) as fault:
        cases(file)
    found = [(problem.path, problem.text) for problem in fault.value.problems]
    outside = "is not inherited from what 'in' names"
    assert [text for path, text in found if path.endswith("not_in.0")] == [
        f"base {outside}",
        f"post {outside}",
        "zwanzigerrufen has no variant 'pots'",
        f"directnet {outside}",
    ]


def test_a_lineage_ends_at_the_base() -> None:
    folder = library()
    assert folder.lineage("zwanzigerrufen", "directnet") == ("directnet", "base")
    assert folder.lineage("zwanzigerrufen", "base") == ("base",)
    assert folder.lineage("zwanzigerrufen", "of-my-own") == ("of-my-own",)
