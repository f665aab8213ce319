"""A problem's words and order, the error tree, and the nearest known word."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zwanz_ssot.problems import (
    ChapterFault,
    IllegalMove,
    Mark,
    Problem,
    ProblemList,
    RulesAreSilent,
    RulesFault,
    WrongCall,
    ZwanzError,
    did_you_mean,
    joined_hints,
    nearest,
    to_write,
)

MARK = Mark("rules/game.yaml", 7, 3)


@pytest.mark.parametrize(
    ("problem", "line"),
    [
        (
            Problem(MARK, "table.players", "a number is wanted", "write 4"),
            "rules/game.yaml:7:3: table.players: a number is wanted; write 4",
        ),
        (Problem(MARK, "table", "is missing"), "rules/game.yaml:7:3: table: is missing"),
        (Problem(MARK, "", "the file is empty"), "rules/game.yaml:7:3: the file is empty"),
        (Problem(None, "a.yaml", "there is no such file"), "a.yaml: there is no such file"),
        (Problem(None, "", "nothing", "look", "code.not.shown"), "nothing; look"),
    ],
)
def test_a_problem_is_one_line_without_its_empty_parts(problem: Problem, line: str) -> None:
    assert str(problem) == line


def test_a_problem_as_json_has_all_its_parts() -> None:
    assert Problem(MARK, "a.b", "text", "hint", "shape.type").as_dict() == {
        "file": "rules/game.yaml",
        "line": 7,
        "column": 3,
        "path": "a.b",
        "text": "text",
        "hint": "hint",
        "code": "shape.type",
    }
    without = Problem(None, "a.yaml", "text").as_dict()
    assert (without["file"], without["line"], without["column"]) == (None, None, None)


def test_a_problem_is_seen_from_the_folder_in_which_its_file_lies(tmp_path: Path) -> None:
    inside = Problem(Mark(str(tmp_path / "rules" / "a.yaml"), 2, 1), "a.b", "is wrong", "", "", "b")
    assert str(inside.seen_from(tmp_path)) == "rules/a.yaml:2:1: a.b: is wrong"
    assert inside.seen_from(tmp_path).key == "b"
    missing = Problem(None, str(tmp_path / "a.yaml"), "there is no such file")
    assert missing.seen_from(tmp_path).path == "a.yaml"
    elsewhere = Problem(Mark("/elsewhere/a.yaml", 2, 1), "a.b", "is wrong")
    assert elsewhere.seen_from(tmp_path) == elsewhere


def test_marks_are_ordered_by_file_line_and_column_as_numbers() -> None:
    places = [Mark("b", 1, 1), Mark("a", 10, 1), Mark("a", 9, 20), Mark("a", 9, 3)]
    assert sorted(places) == [Mark("a", 9, 3), Mark("a", 9, 20), Mark("a", 10, 1), Mark("b", 1, 1)]


def test_a_fault_shows_each_problem_once_in_the_order_of_the_files() -> None:
    late, early = (
        Problem(Mark("b.yaml", 2, 1), "", "late"),
        Problem(Mark("b.yaml", 1, 9), "", "early"),
    )
    missing = Problem(None, "a.yaml", "there is no such file")
    fault = RulesFault([late, early, missing, late])
    assert fault.problems == (missing, early, late)
    assert str(fault) == "a.yaml: there is no such file\nb.yaml:1:9: early\nb.yaml:2:1: late"


def test_problems_of_one_place_keep_the_order_they_were_found_in() -> None:
    first, second = Problem(MARK, "z", "first"), Problem(MARK, "a", "second")
    assert RulesFault([first, second]).problems == (first, second)


def test_the_error_tree() -> None:
    assert issubclass(ChapterFault, RulesFault)
    for kind in (RulesFault, IllegalMove, RulesAreSilent, WrongCall):
        assert issubclass(kind, ZwanzError)
        assert not issubclass(kind, RulesFault) or kind is RulesFault


def test_each_error_speaks_and_carries_its_reason() -> None:
    because = Problem(MARK, "play.follow", "the suit led has to be followed")
    assert IllegalMove(because).because is because
    assert str(IllegalMove(because)) == str(because)
    silent = RulesAreSilent("call.cards", "What if all are held?")
    assert (silent.path, silent.question) == ("call.cards", "What if all are held?")
    assert str(silent) == "call.cards: the rules are silent: What if all are held?"
    assert (
        str(WrongCall("there is no game 'x'", "did you mean 'y'?"))
        == "there is no game 'x'; did you mean 'y'?"
    )
    assert str(WrongCall("there is no game 'x'")) == "there is no game 'x'"


@pytest.mark.parametrize(
    "error",
    [
        RulesFault([Problem(MARK, "a", "b")]),
        ChapterFault([Problem(None, "a", "b")]),
        IllegalMove("no"),
        RulesAreSilent("a.b", "what?"),
        WrongCall("no", "hint"),
    ],
)
def test_errors_travel_between_processes(error: ZwanzError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)


def test_a_gathering_collects_and_raises_everything_together() -> None:
    gathering = ProblemList()
    gathering.raise_if_any()
    assert not gathering
    gathering.add(Mark("a", 2, 1), "x", "second", "hint", "code")
    gathering.extend([Problem(Mark("a", 1, 1), "y", "first")])
    assert len(gathering) == 2
    assert [problem.text for problem in gathering.problems] == ["first", "second"]
    with pytest.raises(ChapterFault) as caught:
        gathering.raise_if_any(ChapterFault)
    assert caught.value.problems == gathering.problems


KNOWN = [
    "clockwise",
    "counterclockwise",
    "trick_has",
    "hand_has",
    "first_lead",
    "XX",
    "T-Sk",
    "T-XXI",
    "T-I",
    "H-10",
]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("trick_hass", "trick_has"),
        ("trick-has", "trick_has"),
        ("Trick has", "trick_has"),
        ("clockwize", "clockwise"),
        ("CLOCKWISE", "clockwise"),
        ("counter_clockwise", "counterclockwise"),
        ("firstlead", "first_lead"),
        ("t-sk", "T-Sk"),
        ("xx", "XX"),
        ("T-21", "T-XXI"),
        ("T-1", "T-I"),
        ("H-X", "H-10"),
        ("21", None),
        ("kontra", None),
        ("", None),
        ("x" * 2_000_000, None),
    ],
)
def test_the_nearest_word(word: str, meant: str | None) -> None:
    assert nearest(word, KNOWN) == meant


def test_the_word_itself_comes_before_one_in_another_case() -> None:
    assert nearest("xx", ["XX", "xx"]) == "xx"
    assert nearest("XX", ["XX", "xx"]) == "XX"


def test_did_you_mean_is_a_question_or_nothing() -> None:
    assert did_you_mean("trick_hass", KNOWN) == "did you mean 'trick_has'?"
    assert did_you_mean("kontra", KNOWN) == ""
    assert did_you_mean("kontra", []) == ""


def test_a_problem_knows_what_was_meant_whatever_its_hint_says() -> None:
    hint = did_you_mean("trick_hass", KNOWN)
    problem = Problem(MARK, "a", "not a word here", hint)
    assert (problem.meant, problem.instead_of) == ("trick_has", "trick_hass")
    assert problem.seen_from(Path("/")).meant == "trick_has"
    assert pickle.loads(pickle.dumps(problem)).meant == "trick_has"
    assert type(problem.as_dict()["hint"]) is str and "meant" not in problem.as_dict()
    whole = Problem(MARK, "a", "it is not said", to_write("a.b"))
    assert (str(whole.hint), whole.meant, whole.instead_of) == ("write a.b", "a.b", "")
    assert Problem(MARK, "a", "it is too much", "write less").meant == ""


def test_of_several_hints_none_is_what_was_meant() -> None:
    one, other = did_you_mean("clockwize", KNOWN), did_you_mean("t-sk", KNOWN)
    alone = joined_hints(["", one, one])
    assert alone == one and Problem(MARK, "a", "b", alone).meant == "clockwise"
    both = joined_hints([one, other])
    assert both == f"{one}; {other}" and Problem(MARK, "a", "b", both).meant == ""


@given(st.text(), st.lists(st.text(), max_size=8))
def test_a_known_word_is_its_own_nearest_and_no_other_word_is_invented(
    word: str, known: list[str]
) -> None:
    assert nearest(word, known) in {None, *known}
    if 0 < len(word) <= 60:
        assert nearest(word, [*known, word]) == word
