"""Rules of other tables: a variant that plays one of them no longer tells it as not played."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml
from changed import changed, played_by_both

from zwanz_ssot.library import library, load, load_variant_file
from zwanz_ssot.model import Game
from zwanz_ssot.problems import RulesFault

_ALL = [
    (game, variant)
    for game in library().games()
    for variant in ("base", *library().variants(game))
    if load(game, variant).not_used
]


def house(folder: Path, changes: list[dict[str, Any]], **rest: Any) -> Game:
    """directnet with these changes."""
    rules = {
        "variant": "house",
        "of": "zwanzigerrufen:directnet",
        "name": {"en": "House", "de": "Haus"},
        "changes": [{**change, "source": "custom"} for change in changes],
        **rest,
    }
    file = folder / "house.yaml"
    file.write_text(yaml.safe_dump(rules, allow_unicode=True))
    return load_variant_file(file)


def not_used(game: Game) -> set[str]:
    return {entry.id for entry in game.not_used}


def faults(folder: Path, changes: list[dict[str, Any]], **rest: Any) -> list[str]:
    with pytest.raises(RulesFault) as caught:
        house(folder, changes, **rest)
    return [str(problem) for problem in caught.value.problems]


def test_what_speaks_of_a_dropped_contract_falls_away(tmp_path: Path) -> None:
    with_it = load("zwanzigerrufen", "directnet")
    without = house(
        tmp_path,
        [
            {"at": "contracts.farbensolo", "drop": True},
            {"at": "auction.ladder", "set": ["rufer", "solo"]},
        ],
    )
    # Of several contracts that one rule changes, the others are left.
    gone = {"six_suit_cards", "trull_in_suit_solo", "rekontra_stands"}
    assert not_used(with_it) - not_used(without) == gone
    questions = [{entry.id for entry in game.open} for game in (with_it, without)]
    assert questions[0] - questions[1] == {"no_card_to_call", "worth_of_the_solo"}


# The five house rules that an editor took from the list of what directnet's site names.


@pytest.mark.parametrize(
    ("changes", "played"),
    [
        (
            [{"at": "contracts.farbensolo.requires.hand_has.at_least", "was": 5, "set": 6}],
            "six_suit_cards",
        ),
        (
            [
                {
                    "at": "misdeal.reasons.only_trull",
                    "add": {
                        "when": [
                            {"hand_has": {"who": "anyone", "cards": "tarock", "exactly": 2}},
                            {"hand_has": {"who": "anyone", "cards": "trull", "exactly": 2}},
                        ],
                        "thrown_in": "must",
                        "deals_again": "dealer",
                    },
                }
            ],
            "two_trull_cards",
        ),
        (
            [
                {
                    "at": "contracts.rufer.objective",
                    "set": {
                        "any": [
                            [
                                {"doubled": "game"},
                                {"points_at_least": {"side": "declarers", "points": 44}},
                            ],
                            {"points_at_least": {"side": "declarers", "points": 45}},
                        ]
                    },
                }
            ],
            "doubled_at_forty_four",
        ),
        (
            [
                {
                    "at": "bonuses.pagat_ultimo.announce_if",
                    "add": {
                        "any": [
                            {"is": {"who": "speaker", "among": "declarers"}},
                            {"doubled": "game"},
                        ]
                    },
                }
            ],
            "pagat_after_kontra",
        ),
        (
            [{"at": "bonuses.trull.contracts", "set": ["farbensolo", "rufer", "solo"]}],
            "trull_in_suit_solo",
        ),
        ([{"at": "bonuses.trull.contracts", "drop": True}], "trull_in_suit_solo"),
    ],
)
def test_what_a_variant_plays_it_does_not_tell_as_not_played(
    tmp_path: Path, changes: list[dict[str, Any]], played: str
) -> None:
    before = not_used(load("zwanzigerrufen", "directnet"))
    assert played in before
    assert not_used(house(tmp_path, changes)) == before - {played}


def test_another_value_is_another_rule(tmp_path: Path) -> None:
    changes = [{"at": "contracts.farbensolo.requires.hand_has.at_least", "set": 7}]
    assert "six_suit_cards" in not_used(house(tmp_path, changes))


@pytest.mark.parametrize(("game", "variant"), _ALL)
def test_each_change_that_a_shipped_entry_names_is_sound_and_plays_it(
    game: str, variant: str, tmp_path: Path
) -> None:
    rules = load(game, variant)
    entries = {entry["id"]: entry for entry in rules.data["not_used"]}
    for entry in rules.not_used:
        for change in entries[entry.id].get("changes", ()):
            file = tmp_path / "house.yaml"
            data = {
                "variant": "house",
                "of": f"{game}:{variant}",
                "name": {"en": "House", "de": "Haus"},
                "changes": [{**deepcopy(change), "source": "custom"}],
            }
            file.write_text(yaml.safe_dump(data, allow_unicode=True))
            assert not_used(load_variant_file(file)) == not_used(rules) - {entry.id}, change


_CHANGES = [
    pytest.param(game, variant, change, id=f"{game}-{variant}-{entry['id']}-{number}")
    for game, variant in _ALL
    for rules in [load(game, variant)]
    for entry in rules.data["not_used"]
    if entry["id"] in not_used(rules)
    for number, change in enumerate(entry.get("changes", ()))
]


@pytest.mark.sample(4)
@pytest.mark.parametrize(("game", "variant", "change"), _CHANGES)
def test_both_implementations_play_each_change_that_an_entry_names(
    game: str, variant: str, change: dict[str, Any], tmp_path: Path
) -> None:
    """As in most shipped rule sets none of them is made, no other test plays them."""
    value = next(
        f"{key}: {json.dumps(change[key])}" for key in ("set", "add", "drop") if key in change
    )
    rules = changed(tmp_path, f"{game}:{variant}", f"at: {change['at']}, {value}")
    for seed in range(3):
        played_by_both(rules, seed)


def test_the_kaiserstich_is_played_at_two_cups() -> None:
    assert "kaiserstich" in not_used(load("koenigrufen"))
    for variant in ("wien", "tirol"):
        assert "kaiserstich" not in not_used(load("koenigrufen", variant))


def test_an_entry_goes_by_its_id(tmp_path: Path) -> None:
    rules = house(tmp_path, [{"at": "not_used.six_suit_cards", "drop": True}])
    assert not_used(rules) == not_used(load("zwanzigerrufen", "directnet")) - {"six_suit_cards"}
    (problem,) = faults(tmp_path, [{"at": "not_used.1", "drop": True}])
    assert problem.endswith(
        "not_used.1: an entry of not_used goes by its id, not by its place; "
        "write not_used.six_suit_cards"
    )
    (problem,) = faults(tmp_path, [{"at": "open.0.kept.en", "set": "so"}])
    assert "write open.both_absoluts" in problem
    (problem,) = faults(tmp_path, [{"at": "not_used.six_cards", "drop": True}])
    assert "there is no 'six_cards' in not_used" in problem
    assert "did you mean 'six_suit_cards'?" in problem


def test_an_entry_of_the_same_id_takes_the_place_of_the_first(tmp_path: Path) -> None:
    entry = {
        "id": "six_suit_cards",
        "rule": {"en": "Seven are needed.", "de": "Sieben."},
        "source": "custom",
    }
    rules = house(tmp_path, [], not_used=[entry])
    assert not_used(rules) == not_used(load("zwanzigerrufen", "directnet"))
    assert "Seven are needed." in [each.rule.text("en") for each in rules.not_used]


def test_what_an_own_entry_says_has_to_be_another_rule(tmp_path: Path) -> None:
    def entry(name: str, **change: Any) -> dict[str, Any]:
        return {"id": name, "rule": {"en": "x", "de": "x"}, "changes": [change], "source": "custom"}

    found = faults(
        tmp_path,
        [],
        not_used=[
            entry("five", at="contracts.solo.value", set=4),
            entry("six", at="contracts.sollo.value", set=6),
            entry("seven", at="contracts.solo.value", set=7),
        ],
    )
    assert [line.split(": ", 2)[2] for line in found] == [
        "these rules play 'five' already; take the entry out",
        "there is no 'sollo' in contracts; did you mean 'solo'?",
    ]
    twice = [entry("seven", at="contracts.solo.value", set=number) for number in (7, 8)]
    (problem,) = faults(tmp_path, [], not_used=twice)
    assert problem.endswith("not_used.1: 'seven' is in line 9 already; choose another id")


def test_a_list_of_nothing_is_not_understood_as_none(tmp_path: Path) -> None:
    (problem,) = faults(tmp_path, [], not_used=[])
    assert "not_used" in problem
