"""Rule sets put together by chance play, or are refused with reasons: a few here, many with
`scripts/transplants`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import is_always_the_same
from transplants import Fault, Report, RuleSet, examine, grafted, judge, smallest
from transplants.grafting import alternatives
from transplants.parts import OUTSIDE, donors, parts_by_kind, settings, unplayed

from zwanz_ssot.library import library, load_variant_file
from zwanz_ssot.problems import RulesFault

SEEDS, BOOKS = range(1, 81), 20


def test_rule_sets_put_together_by_chance_play() -> None:
    report = Report()
    for rules, seen in examine(SEEDS, BOOKS):
        report.add(rules, seen)
    assert not report.faults, "\n\n".join(
        f"{fault.kind}: {fault.text}\n{rules.text}"
        for rules, fault in (smallest(*each) for each in report.faults[:5])
    )
    assert report.accepted > len(SEEDS) // 4
    assert report.tried - report.accepted > len(SEEDS) // 10  # and some are refused


def test_a_seed_is_always_the_same_rule_set() -> None:
    assert is_always_the_same(
        "from transplants import grafted; print(*(grafted(seed).text for seed in range(30)))"
    )


def test_parts_are_of_every_game_of_ours_and_settings_of_the_schema() -> None:
    names = set()
    for known in (library(), library(OUTSIDE)):
        names |= {f"{game}:{each}" for game in known.games() for each in known.variants(game)}
        names |= set(known.games())
    assert {donor.name for donor in donors()} == names
    parts = {part.of for parts in parts_by_kind().values() for part in parts}
    assert {name.partition(":")[0] for name in parts} == {name.partition(":")[0] for name in names}
    assert {("play.beat", "in_suit_led"), ("auction.after_agreeing", "no_word")} <= set(settings())


def test_parts_are_of_what_is_played_elsewhere_and_of_the_other_of_two_sections() -> None:
    every = [(donor, change) for donor in donors() for change in unplayed(donor.data)]
    assert every
    parts = [part.value for kind in parts_by_kind().values() for part in kind]
    for donor, change in every:
        at = f"{donor.name}, {change['at']}"
        assert "drop" in change or change.get("set", change.get("add")) in parts, at
    assert set(alternatives()) == {("auction", "fixed_contract"), ("fixed_contract", "auction")}
    origins = [note for seed in range(0, 200, 2) for note in grafted(seed).origins]
    assert any("as played elsewhere" in note for note in origins)
    assert any(note.endswith("for auction") for note in origins)


def test_a_rule_set_that_fails_is_a_file_that_can_be_read(tmp_path: Path) -> None:
    found = 0
    for seed in range(40):
        rules = grafted(seed)
        file = tmp_path / f"{rules.name}.yaml"
        file.write_text(rules.text, encoding="utf-8")
        try:
            game = rules.load()
        except RulesFault as refused:
            with pytest.raises(RulesFault) as again:
                load_variant_file(file, rules=rules.root)
            assert _problems(again.value) == _problems(refused)
        else:
            found += 1
            assert load_variant_file(file, rules=rules.root).data == game.data
    assert found > 5


def _problems(refused: RulesFault) -> list[tuple[str, str]]:
    return sorted((each.path, each.code) for each in refused.problems)


def test_a_difference_is_found_and_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a second implementation that follows no suit, whatever is played differs."""
    from naive import playing

    monkeypatch.setattr(playing, "legal", lambda position: position.hand)
    rules = RuleSet(
        "zwanzigerrufen:directnet",
        (
            {"at": "contracts.solo.value", "set": 5, "source": "custom"},
            {"at": "count.last_trick", "set": 10, "source": "custom"},
        ),
    )
    fault = judge(rules).fault
    assert isinstance(fault, Fault) and fault.kind == "moves differ in play: play"
    small, again = smallest(rules, fault)
    assert len(small.changes) == 1 and again.kind == fault.kind
