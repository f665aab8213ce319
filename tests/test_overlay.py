"""Changes of a variant: what they do, what they refuse, and whose marks the result carries."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from document_marks import whole
from hypothesis import given, settings
from hypothesis import strategies as st

from zwanz_ssot.overlay import MISSING, Contrast, Difference, apply, compare, net, same
from zwanz_ssot.problems import Mark, RulesFault
from zwanz_ssot.source import Document, Path, parse

BASE = """\
game: small
table:
  players: 4
  direction: clockwise
play:
  wins: [{best_of: trump}, {best_of: suit_led}]
  follow:
    - suit_led
    - trump
    - any_card
misdeal:
  reasons: {}
contracts:
  rufer: {value: 1}
  solo: {value: 4}
open:
  - {id: three, at: table.players, question: Three?, kept: four, source: a §1}
  - {id: five, at: contracts.solo, question: Four or five?, kept: four, source: b §2}
"""


def base() -> Document:
    return parse(BASE, "rules/small/game.yaml")


def overlay(changes: str, rest: str = "") -> Document:
    return parse(f"variant: house\nof: small\nchanges:\n{changes}\n{rest}", "house.yaml")


def changed(changes: str, rest: str = "") -> Document:
    return apply(base(), overlay(changes, rest))[0]


def problems(changes: str) -> list[str]:
    with pytest.raises(RulesFault) as caught:
        apply(base(), overlay(changes))
    return str(caught.value).splitlines()


def test_set_replaces_a_value() -> None:
    document, differences = apply(
        base(),
        overlay("  - {at: table.direction, was: clockwise, set: counterclockwise, source: a §1}"),
    )
    assert document.data["table"] == {"players": 4, "direction": "counterclockwise"}
    assert differences == (
        Difference(
            ("table", "direction"),
            "clockwise",
            "counterclockwise",
            "a §1",
            Mark("house.yaml", 4, 10),
        ),
    )
    whole(document)


def test_add_brings_in_a_value_or_a_whole_section() -> None:
    document, differences = apply(
        base(),
        overlay(
            "  - {at: misdeal.reasons.few, add: {when: x, again: dealer}, source: a}\n"
            "  - {at: kontra, add: {levels: [kontra]}, source: a}\n"
            "  - {at: contracts.rufer.calls, add: true, source: a}\n"
        ),
    )
    assert document.data["misdeal"] == {"reasons": {"few": {"when": "x", "again": "dealer"}}}
    assert document.data["kontra"] == {"levels": ["kontra"]}
    assert document.data["contracts"]["rufer"] == {"value": 1, "calls": True}
    assert [(difference.old, difference.new) for difference in differences] == [
        (MISSING, {"when": "x", "again": "dealer"}),
        (MISSING, {"levels": ["kontra"]}),
        (MISSING, True),
    ]
    whole(document)


def test_drop_removes_a_value() -> None:
    document, (difference,) = apply(
        base(), overlay("  - {at: contracts.solo, was: {value: 4}, drop: true, source: a}")
    )
    assert document.data["contracts"] == {"rufer": {"value": 1}}
    assert (difference.old, difference.new) == ({"value": 4}, MISSING)
    whole(document)


def test_entries_of_lists_are_named_by_their_index() -> None:
    document, differences = apply(
        base(),
        overlay(
            "  - {at: play.follow.0, drop: true, source: a}\n"
            "  - {at: play.follow.2, drop: true, source: a}\n"
            "  - {at: play.follow.1, was: trump, set: void, source: a}\n"
            "  - {at: play.follow.3, add: anything, source: a}\n"
            "  - {at: play.wins.1.best_of, set: any, source: a}\n"
        ),
    )
    assert document.data["play"] == {
        "follow": ["void", "anything"],
        "wins": [{"best_of": "trump"}, {"best_of": "any"}],
    }
    # A list that loses entries differs as a whole: what follows in it has other numbers now.
    *of_follow, of_wins = differences
    old = base().data["play"]["follow"]
    assert (
        len(old) == 3
        and [(each.path, each.old, each.new) for each in of_follow]
        == [(("play", "follow"), old, ["void", "anything"])] * 4
    )
    assert of_wins.path == ("play", "wins", 1, "best_of")
    assert document.marks["play", "follow", 0] == Mark("house.yaml", 6, 42)
    assert document.marks["play", "follow", 1] == Mark("house.yaml", 7, 30)
    whole(document)


def test_what_follows_a_dropped_entry_keeps_its_own_mark() -> None:
    document = changed(
        "  - {at: play.follow.0, drop: true, source: a}\n  - {at: play.wins.0, drop: true, source: a}"
    )
    assert document.marks["play", "follow", 1] == Mark("rules/small/game.yaml", 10, 7)
    assert document.keys["play", "wins", 0, "best_of"] == Mark("rules/small/game.yaml", 6, 29)
    whole(document)


def test_untouched_values_keep_the_marks_of_the_base_and_changed_ones_have_the_overlays() -> None:
    document = changed(
        "  - at: play.wins\n"
        "    was: [{best_of: trump}, {best_of: suit_led}]\n"
        "    set:\n"
        "      - card: pagat\n"
        "        when: x\n"
        "    source: a\n"
        "  - {at: contracts.rufer.calls, add: true, source: a}\n"
    )
    assert document.file == "house.yaml"
    assert document.mark(("table", "players")) == Mark("rules/small/game.yaml", 3, 12)
    assert document.mark(("contracts", "rufer")) == Mark("rules/small/game.yaml", 14, 10)
    assert document.keys["play",] == Mark("rules/small/game.yaml", 5, 1)
    assert document.mark(("play", "wins")) == Mark("house.yaml", 7, 7)
    assert document.mark(("play", "wins", 0, "when")) == Mark("house.yaml", 8, 15)
    assert document.keys["play", "wins", 0, "when"] == Mark("house.yaml", 8, 9)
    # the key of a changed value is where the overlay names it
    assert document.keys["play", "wins"] == Mark("house.yaml", 4, 9)
    assert document.keys["contracts", "rufer", "calls"] == Mark("house.yaml", 10, 10)
    whole(document)


def test_neither_the_base_nor_the_overlay_is_touched() -> None:
    before, over = (
        base(),
        overlay(
            "  - {at: play.wins, set: [{a: 1}], source: a}\n  - {at: table, drop: true, source: a}"
        ),
    )
    old_data, old_marks, over_data = deepcopy(before.data), dict(before.marks), deepcopy(over.data)
    document, _ = apply(before, over)
    document.data["play"]["wins"][0]["a"] = 2
    assert (before.data, before.marks, over.data) == (old_data, old_marks, over_data)


def test_an_overlay_of_an_overlay() -> None:
    first = changed("  - {at: contracts.rufer.value, was: 1, set: 2, source: a}")
    second = parse(
        "changes: [{at: contracts.rufer.value, was: 2, set: 3, source: b},"
        " {at: contracts.solo.value, was: 4, set: 5, source: b}]",
        "own.yaml",
    )
    document, _ = apply(first, second)
    assert document.data["contracts"] == {"rufer": {"value": 3}, "solo": {"value": 5}}
    stale = parse("changes: [{at: contracts.rufer.value, was: 1, set: 3, source: b}]", "own.yaml")
    with pytest.raises(RulesFault) as caught:
        apply(first, stale)
    assert (
        str(caught.value)
        == "own.yaml:1:44: contracts.rufer.value: was 2 (house.yaml:4), not 1; write was: 2"
    )


def test_differences_of_two_overlays_are_told_as_those_of_one() -> None:
    below, first = apply(
        base(),
        overlay(
            """
  - {at: table.players, was: 4, set: 3, source: a}
  - {at: table.direction, was: clockwise, set: counterclockwise, source: a}
  - {at: contracts.solo.bonus, add: 2, source: a}
  - {at: contracts.solo.value, was: 4, set: 6, source: a}
  - {at: play.follow.0, drop: true, source: a}
  - {at: misdeal.reasons.few, add: {at_most: 1}, source: a}
"""
        ),
    )
    own = parse(
        """changes:
  - {at: table.players, was: 3, set: 4, source: b}
  - {at: table.direction, was: counterclockwise, set: either, source: b}
  - {at: contracts.solo, drop: true, source: b}
  - {at: play.follow.1, drop: true, source: b}
  - {at: misdeal.reasons.few.at_most, was: 1, set: 2, source: b}
""",
        "own.yaml",
    )
    _, second = apply(below, own)
    told = [(each.path, each.old, each.new, each.source) for each in net((*first, *second))]
    assert told == [
        (("misdeal", "reasons", "few"), MISSING, {"at_most": 1}, "a"),
        (("table", "direction"), "clockwise", "either", "b"),
        (("contracts", "solo"), {"value": 4}, MISSING, "b"),
        (("play", "follow"), ["suit_led", "trump", "any_card"], ["trump"], "b"),
        (("misdeal", "reasons", "few", "at_most"), 1, 2, "b"),
    ]


@pytest.mark.parametrize("gone", ["three", "five"])
def test_a_list_with_ids_that_lost_an_entry_differs_as_a_whole(gone: str) -> None:
    """The next variant has no indices in it but its own."""
    asked = base().data["open"]
    left = [entry for entry in asked if entry["id"] != gone]
    below, first = apply(base(), overlay(f"  - {{at: open.{gone}, drop: true, source: a}}"))
    assert [(each.path, each.old, each.new) for each in first] == [(("open",), asked, left)]
    own = parse("changes:\n  - {at: open, drop: true, source: b}\n", "own.yaml")
    _, second = apply(below, own)
    (told,) = net((*first, *second))
    assert (told.path, told.old, told.new) == (("open",), asked, MISSING)
    kept = left[0]["id"]
    own = parse(f"changes:\n  - {{at: open.{kept}.kept, set: any, source: b}}\n", "own.yaml")
    _, second = apply(below, own)
    assert [(each.path, each.new) for each in net((*first, *second))] == [
        (("open",), left),
        (("open", 0, "kept"), "any"),
    ]


def test_open_questions_follow_those_of_the_base_or_take_their_place() -> None:
    document = changed(
        "  []",
        "open:\n"
        "  - {id: five, at: contracts.solo, question: Four or five?, kept: five, source: c §3}\n"
        "  - {id: other, at: contracts.solo, question: Another?, kept: 'no', source: c §3}\n",
    )
    assert [(entry["at"], entry["kept"]) for entry in document.data["open"]] == [
        ("table.players", "four"),
        ("contracts.solo", "five"),
        ("contracts.solo", "no"),
    ]
    assert document.marks["open", 0, "kept"] == Mark("rules/small/game.yaml", 17, 60)
    assert document.marks["open", 1, "kept"] == Mark("house.yaml", 6, 67)
    assert document.marks["open", 2] == Mark("house.yaml", 7, 5)
    whole(document)


def test_open_questions_where_the_base_has_none() -> None:
    entry = "{id: q, at: a, question: Why?, kept: so, source: a}"
    over = parse(f"changes: []\nopen:\n  - {entry}", "o.yaml")
    document, differences = apply(parse("a: 1", "b.yaml"), over)
    assert document.data == {
        "a": 1,
        "open": [{"id": "q", "at": "a", "question": "Why?", "kept": "so", "source": "a"}],
    }
    assert differences == ()
    whole(document)
    assert "open" not in apply(parse("a: 1", "b.yaml"), parse("changes: []", "o.yaml"))[0].data


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        (
            "  - {at: table.direction, was: counterclockwise, set: x, source: a}",
            [
                "house.yaml:4:32: table.direction: was 'clockwise' (game.yaml:4), not 'counterclockwise';"
                " write was: 'clockwise'"
            ],
        ),
        (
            "  - {at: play.follow, was: [trump], drop: true, source: a}",
            [
                "house.yaml:4:28: play.follow: was [suit_led, trump, any_card] (game.yaml:8), not [trump];"
                " write was: [suit_led, trump, any_card]"
            ],
        ),
        (
            "  - {at: table.players, was: '4', set: 5, source: a}",
            ["house.yaml:4:30: table.players: was 4 (game.yaml:3), not '4'; write was: 4"],
        ),
        (
            "  - {at: contracts.rufr.value, set: 2, source: a}",
            [
                "house.yaml:4:10: contracts.rufr.value: there is no 'rufr' in contracts; did you mean 'rufer'?"
            ],
        ),
        (
            "  - {at: tabel, drop: true, source: a}",
            ["house.yaml:4:10: tabel: there is no 'tabel' in the rules; did you mean 'table'?"],
        ),
        (
            "  - {at: contracts.picolo, set: {value: 2}, source: a}",
            [
                "house.yaml:4:10: contracts.picolo: there is no 'picolo' in contracts; write 'add' to add it"
            ],
        ),
        (
            "  - {at: contracts.picolo, drop: true, source: a}",
            [
                "house.yaml:4:10: contracts.picolo: there is no 'picolo' in contracts; known are rufer, solo"
            ],
        ),
        (
            "  - {at: kontra.levels.first, add: x, source: a}",
            [
                "house.yaml:4:10: kontra.levels.first: there is no 'kontra' in the rules; add kontra as a whole"
            ],
        ),
        (
            "  - {at: contracts.solos.value, add: x, source: a}",
            [
                "house.yaml:4:10: contracts.solos.value: there is no 'solos' in contracts; did you mean 'solo'?"
            ],
        ),
        (
            "  - {at: table.players.most, add: 5, source: a}",
            ["house.yaml:4:10: table.players.most: table.players is 4, and nothing is inside it"],
        ),
        (
            "  - {at: play.wins.2, set: x, source: a}\n"
            "  - {at: play.follow.4, add: x, source: a}\n"
            "  - {at: play.follow.-1, drop: true, source: a}\n"
            "  - {at: play.follow.01, drop: true, source: a}",
            [
                "house.yaml:4:10: play.wins.2: there is no entry 2 in play.wins, which has 2; the first entry is 0",
                "house.yaml:5:10: play.follow.4: there is no entry 4 in play.follow, which has 3; the first entry is 0",
                "house.yaml:6:10: play.follow.-1: there is no entry -1 in play.follow, which has 3;"
                " the first entry is 0",
                "house.yaml:7:10: play.follow.01: there is no entry 01 in play.follow, which has 3;"
                " the first entry is 0",
            ],
        ),
        (
            "  - {at: table.players, add: 5, source: a}\n  - {at: play.follow.0, add: x, source: a}",
            [
                "house.yaml:4:10: table.players: is there already: 4 (game.yaml:3); write 'set' to change it",
                "house.yaml:5:10: play.follow.0: is there already: 'suit_led' (game.yaml:8);"
                " write 'set' to change it",
            ],
        ),
        (
            "  - {at: contracts.picolo, was: {value: 1}, add: {value: 2}, source: a}",
            [
                "house.yaml:4:33: contracts.picolo: 'was' cannot be used with 'add': there was no value before; remove it"
            ],
        ),
        (
            "  - {at: table.players, was: 4, set: 4, source: a}\n  - {at: contracts.solo, set: {value: 4}, source: a}",
            [
                "house.yaml:4:38: table.players: is 4 already (game.yaml:3); remove this change",
                "house.yaml:5:31: contracts.solo: is {value: 4} already (game.yaml:15); remove this change",
            ],
        ),
        (
            "  - {at: table.players, set: 3, drop: true, source: a}\n  - {at: table.direction, source: a}",
            [
                "house.yaml:4:10: table.players: a change has one of set, add and drop; got set and drop",
                "house.yaml:5:10: table.direction: a change has one of set, add and drop; got none of them",
            ],
        ),
        (
            "  - {at: table.players, set: 3, source: a}\n"
            "  - {at: contracts.solo, drop: true, source: a}\n"
            "  - {at: table.players, set: 5, source: a}\n"
            "  - {at: contracts.solo.value, set: 5, source: a}\n"
            "  - {at: table, drop: true, source: a}",
            [
                "house.yaml:6:10: table.players: is changed twice, first in line 4; make one change of both",
                "house.yaml:7:10: contracts.solo.value: lies inside contracts.solo, which line 5 changes;"
                " make one change of both",
                "house.yaml:8:10: table: holds table.players, which line 4 changes; make one change of both",
            ],
        ),
        (
            "  - {at: contracts.picolo, add: {value: 2}, source: a}\n"
            "  - {at: contracts.picolo.value, set: 3, source: a}",
            [
                "house.yaml:5:10: contracts.picolo.value: lies inside contracts.picolo, which line 4 changes;"
                " make one change of both"
            ],
        ),
        (
            "  - {at: '', drop: true, source: a}\n  - {at: table..players, drop: true, source: a}",
            [
                "house.yaml:4:10: there is no '' in the rules; known are game, table, play, misdeal, contracts, open",
                "house.yaml:5:10: table..players: there is no '' in table",
            ],
        ),
    ],
)
def test_changes_that_do_not_fit(changes: str, lines: list[str]) -> None:
    assert problems(changes) == lines


def test_changes_cannot_pile_up_deeper_than_a_file_may() -> None:
    deep = parse("a: " + "{a: " * 38 + "1" + "}" * 38, "deep.yaml")
    at = ".".join("a" * 39)
    over = parse(f"changes: [{{at: {at}, set: {{b: 2}}, source: x}}]", "house.yaml")
    assert len(compare(deep.data, apply(deep, over)[0].data)) == 1
    over = parse(f"changes: [{{at: {at}, set: {{b: [2]}}, source: x}}]", "house.yaml")
    with pytest.raises(RulesFault) as caught:
        apply(deep, over)
    assert str(caught.value) == (
        f"house.yaml:1:100: {at}: is nested deeper than 40 levels with this; no rule needs that"
    )


def test_paths_that_only_begin_alike_are_apart() -> None:
    document = changed(
        "  - {at: contracts.sol, add: 1, source: a}\n  - {at: contracts.solo, drop: true, source: a}"
    )
    assert document.data["contracts"] == {"rufer": {"value": 1}, "sol": 1}


def test_compare_goes_to_the_values_and_takes_lists_as_wholes() -> None:
    a = {"same": 1, "n": {"x": 1, "y": {"z": [1, 2]}}, "gone": {"a": 1}, "kind": 1, "empty": {}}
    b = {"n": {"y": {"z": [2, 1]}, "x": 1, "new": {"b": 2}}, "same": 1, "kind": True, "empty": None}
    assert compare(a, b) == (
        Contrast(("n", "y", "z"), [1, 2], [2, 1]),
        Contrast(("n", "new"), MISSING, {"b": 2}),
        Contrast(("gone",), {"a": 1}, MISSING),
        Contrast(("kind",), 1, True),
        Contrast(("empty",), {}, None),
    )
    assert compare(a, a) == ()


def test_same_is_strict_about_kinds() -> None:
    assert same({"a": [1, {"b": None}]}, {"a": [1, {"b": None}]})
    assert not same(1, True)
    assert not same(1, 1.0)
    assert not same([0], [False])
    assert not same({"a": 0}, {"a": False})
    assert not same({}, [])
    assert repr(MISSING) == "MISSING"


KEYS = st.sampled_from(["ab", "cd", "ef", "gh"])
SINGLE = st.integers(-5, 5) | st.booleans() | st.sampled_from(["x", "y"])
TREES = st.recursive(
    SINGLE,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=10,
)
TOPS = st.dictionaries(KEYS, TREES, min_size=1, max_size=4)


def sections(path: Path, value: Any) -> list[Path]:
    """The paths of a tree that lead through mappings only."""
    found = [path] if path else []
    for key, inner in value.items() if isinstance(value, dict) else ():
        found += sections((*path, key), inner)
    return found


def as_document(data: Any, name: str) -> Document:
    return parse(json.dumps(data), name)


@settings(max_examples=150)
@given(TOPS, TREES, st.data())
def test_a_set_makes_exactly_its_difference(
    tree: dict[str, Any], new: Any, data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from(sections((), tree)))
    before = as_document(tree, "b")
    old = before.value(path)
    over = as_document(
        {"changes": [{"at": ".".join(map(str, path)), "was": old, "set": new, "source": "a"}]}, "o"
    )
    if same(old, new):
        with pytest.raises(RulesFault, match="already"):
            apply(before, over)
        return
    document, (difference,) = apply(before, over)
    whole(document)
    assert (difference.path, difference.old, difference.new) == (path, old, new)
    found = compare(before.data, document.data)
    assert found
    if not (isinstance(old, dict) and isinstance(new, dict)):
        assert found == (Contrast(path, old, new),)
    assert all(contrast.path[: len(path)] == path for contrast in found)


@settings(max_examples=150)
@given(TOPS, TOPS)
def test_the_contrasts_of_two_trees_are_the_changes_from_one_to_the_other(
    a: dict[str, Any], b: dict[str, Any]
) -> None:
    changes: list[dict[str, Any]] = []
    for contrast in compare(a, b):
        change: dict[str, Any] = {"at": ".".join(map(str, contrast.path)), "source": "a"}
        if contrast.old is MISSING:
            change["add"] = contrast.new
        elif contrast.new is MISSING:
            change |= {"was": contrast.old, "drop": True}
        else:
            change |= {"was": contrast.old, "set": contrast.new}
        changes.append(change)
    document, differences = apply(as_document(a, "a"), as_document({"changes": changes}, "o"))
    assert same(document.data, b)
    assert tuple(Contrast(d.path, d.old, d.new) for d in differences) == compare(a, b)
    whole(document)


@settings(max_examples=100)
@given(st.lists(SINGLE, min_size=1, max_size=6), st.data())
def test_dropping_entries_leaves_the_others_with_their_marks(
    entries: list[Any], data: st.DataObject
) -> None:
    gone = data.draw(st.lists(st.integers(0, len(entries) - 1), unique=True))
    before = as_document({"list": entries}, "b")
    changes = [{"at": f"list.{index}", "drop": True, "source": "a"} for index in gone]
    document, _ = apply(before, as_document({"changes": changes}, "o"))
    kept = [index for index in range(len(entries)) if index not in gone]
    assert document.data["list"] == [entries[index] for index in kept]
    for new, old in enumerate(kept):
        assert document.marks["list", new] == before.marks["list", old]
    whole(document)
