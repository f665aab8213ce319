"""What a difference of an engine is shown with: the cards that matter, and what it may follow from."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from conftest import loaded
from test_judge_report import GAME, MIRROR, house, judged, rounds, shown

from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.engine import deal
from zwanz_ssot.model import SEATS
from zwanz_ssot.vectors import Engine, EngineBroken, vectors
from zwanz_ssot.vectors.comparing import compare_lines, factors_that_differ
from zwanz_ssot.vectors.differences import DifferenceKey, Discrepancies, Discrepancy

pytestmark = pytest.mark.usefixtures("aimed_once")


def noted(kind: str, number: int, step: int) -> Discrepancy:
    """A difference of this kind at a rule of the same name, in a round, after so many moves."""
    at = deal(loaded("rufmariasch", "base"), seed=1)
    return Discrepancy(kind, number, step, at, (kind,), None, None)


def followed(*rounds: list[Discrepancy]) -> Discrepancies:
    """The differences of these rounds."""
    found = Discrepancies()
    for each in rounds:
        found.add_round(each)
    return found


VIEW, LINE, MOVE = (DifferenceKey(kind, kind, "") for kind in ("view", "line", "too_many"))


def test_what_always_comes_after_another_difference_may_follow_from_it() -> None:
    found = followed(
        [noted("view", 1, 3), noted("view", 1, 4), noted("line", 1, 9)],
        [noted("view", 2, 3)],
        [noted("view", 3, 8), noted("line", 3, 9)],
    )
    assert found.may_follow(LINE) == (VIEW,) and found.may_follow(VIEW) == ()
    assert [each.key for each in found.in_order] == [VIEW, LINE], "the first is mended first"
    assert found.times == {VIEW: 4, LINE: 2}


def test_what_was_met_by_itself_follows_from_nothing_and_is_shown_there() -> None:
    found = followed(
        [noted("view", 1, 3), noted("line", 1, 9)],
        [noted("line", 2, 9)],
        [noted("line", 3, 9)],
    )
    assert found.may_follow(LINE) == ()
    assert [found.found[each].round for each in (VIEW, LINE)] == [1, 2]


def test_of_one_position_the_view_comes_first() -> None:
    found = followed([noted("too_many", 1, 3), noted("view", 1, 3)])
    assert found.may_follow(MOVE) == (VIEW,) and found.may_follow(VIEW) == ()


def test_a_move_that_differs_in_every_round_explains_nothing() -> None:
    """That it came before is chance."""
    often = [[noted("too_many", n, 1), noted("line", n, 9)] for n in range(1, 9)]
    assert followed(*often).may_follow(LINE) == ()
    clean: list[list[Discrepancy]] = [[]] * 8
    assert followed(*often, *clean).may_follow(LINE) == (MOVE,)


def test_a_score_without_lines_follows_too() -> None:
    found = Discrepancies()
    found.add_round([noted("view", 1, 3)])
    found.add(noted("score", 1, 9), before=[VIEW])
    assert found.may_follow(DifferenceKey("score", "score", "")) == (VIEW,)


def test_what_follows_is_told_with_what_came_before() -> None:
    """An engine that forgets what was doubled: its view differs first, then the settlement."""
    judge = judged("directnet", "undoubled")
    (factors,) = (each.key for each in judge.found.values() if each.part == "factors")
    (levels,) = (each.key for each in judge.found.values() if each.part == "levels")
    assert judge.may_follow(factors) == (levels,)
    assert judge.in_order[0].key == levels
    sentence = (
        f"before it in every such round, from which it may follow: Another view ({levels.rule}"
    )
    assert sentence in shown(judge)


def test_a_card_that_differs_is_shown_with_the_hand_and_the_trick(tmp_path: Path) -> None:
    other = house(
        tmp_path,
        "directnet",
        "at: play.follow, was: [suit_led, trump, any_card], set: [suit_led, any_card]",
    )
    judge = judged("directnet", "", other)
    found = next(each for each in judge.found.values() if dotted_rule(each) == "play.follow.1")
    trick = [f"{seat} {card}" for seat, card in found.trick]
    assert trick and found.hand, "a trump is played to a trick"
    line = f"the trick: {', '.join(trick)}; the hand: {', '.join(found.hand)}"
    assert line in shown(judge)
    command = (sys.executable, str(MIRROR), "", str(other))
    args = ("judge", "directnet", "--rounds", "15", "--limit", "60", "--json")
    data = json.loads(CliRunner().invoke(zwanz, [*args, "--", *command]).stdout)
    (same,) = (each for each in data["differences"] if each["rule"] == "play.follow.1")
    assert (same["trick"], same["hand"]) == ([list(row) for row in found.trick], list(found.hand))
    assert same["may_follow"] == []


def test_a_bid_that_differs_is_shown_with_the_hand_of_its_speaker() -> None:
    judge = judged("directnet", "accepts")
    bids = [each for each in judge.found.values() if each.of.startswith("bid ")]
    assert bids and all(len(each.hand) == 10 and each.trick == () for each in bids)
    assert f"the hand: {', '.join(bids[0].hand)}" in shown(judge)


def test_a_word_out_of_turn_is_shown_with_the_hand_of_its_speaker() -> None:
    found = next(iter(judged("base", "in_turn", game="anrufen").found.values()))
    speaker, _, _ = found.of.partition(":")
    assert found.hand == tuple(found.at.hands[SEATS.index(speaker)].ids)


RUFER = "at: contracts.rufer.value, was: 1, set: 3"


@pytest.mark.parametrize("how", ["no_lines", "only_each"])
def test_a_wrong_amount_is_laid_to_the_value(tmp_path: Path, how: str) -> None:
    judge = judged("directnet", how, house(tmp_path, "directnet", RUFER))
    (found,) = (each for each in judge.found.values() if each.amount)
    assert dotted_rule(found) == "contracts.rufer.value"
    assert re.search(
        r"The game \((won|lost): the \w+ took \d+ card points; 45 were needed\): \d+ by the rules, "
        r"\d+ by the engine, as if it were worth 3",
        shown(judge),
    )


@pytest.mark.parametrize("how", ["undoubled_scores", "undoubled_each"])
def test_a_wrong_amount_is_laid_to_the_factor(how: str) -> None:
    """An engine that never doubles."""
    judge = judged("directnet", how)
    assert {dotted_rule(each) for each in judge.found.values()} == {"kontra.times"}
    sentence = (
        r"32 by the rules, 4 by the engine, leaving out: doubled \(Kontra\), doubled \(Rekontra"
    )
    assert re.search(sentence, shown(judge))


def test_a_value_that_is_told_with_its_factors_is_told_so() -> None:
    judge = judged("directnet", "value_with_factors")
    assert {each.part for each in judge.found.values()} == {"value"}
    assert re.search(r"\d by the rules, \d+ by the engine, which is with its factors", shown(judge))


def test_of_a_factor_each_part_that_is_told_is_compared() -> None:
    factor = {"word": "kontra", "times": 2, "adds": 0, "rule": "kontra.times"}
    same: list[dict[str, Any]] = [
        {},
        {"times": 2},
        {**factor, "against": None, "only_paid": False, "note": "mine"},
    ]
    assert [factors_that_differ([factor], [each]) for each in same] == [[], [], []]
    other = [{"times": 3}, {"adds": False}, {"against": "third"}, {"only_paid": True}]
    assert [factors_that_differ([factor], [each]) for each in other] == [[factor]] * 4
    assert factors_that_differ([factor], [factor, {"times": 2}]) == [{"times": 2}]


def test_a_line_of_other_claimants_is_laid_to_who_claims() -> None:
    """It is neither missing nor one too many."""
    judge = judged("base", "other_claimants", game="rufmariasch")
    (found,) = judge.found.values()
    assert (dotted_rule(found), found.part) == ("contracts.simple.claimed_by", "claimants")
    assert "In the Simple Game the side that has declared has to win." in shown(judge)


def test_of_an_item_with_several_lines_each_is_by_itself() -> None:
    """It cannot be told which of two lines has other claimants."""

    def lines(*seats: str) -> list[dict[str, Any]]:
        return [{"item": "trull", "claimants": [seat]} for seat in seats]

    def parts(expected: list[dict[str, Any]], got: list[dict[str, Any]]) -> list[str]:
        return [deviation.part for _, _, deviation in compare_lines(expected, got)]

    assert parts(lines("forehand", "second"), lines("second", "third")) == ["claimants"]
    assert parts(lines("forehand"), lines("second", "third")) == ["missing", "extra", "extra"]
    assert parts(lines("forehand"), lines("forehand", "forehand")) == ["extra"]


@pytest.mark.parametrize(
    ("game", "variant", "rule"),
    [(GAME, "directnet", "kontra"), ("rufmariasch", "base", "contracts.simple")],
)
def test_a_factor_too_many_is_laid_to_a_rule_that_the_game_has(
    game: str, variant: str, rule: str
) -> None:
    lines = [*vectors(loaded(game, variant), 3)]
    (found,) = judged(variant, "more_factors", lines=lines, game=game).found.values()
    assert (dotted_rule(found), found.part) == (rule, "factors")


def test_another_value_is_not_taken_for_one_with_factors(tmp_path: Path) -> None:
    """Twice the value is what a game is worth that was doubled once."""
    twice = house(tmp_path, "directnet", "at: contracts.rufer.value, was: 1, set: 2")
    text = shown(judged("directnet", "", twice))
    assert "By the rules: 1; the engine: 2" in text and "by the engine," not in text


def test_each_item_is_told_in_one_sentence(tmp_path: Path) -> None:
    text = shown(judged("directnet", "no_lines", house(tmp_path, "directnet", RUFER)))
    assert text.count("The game (") == 1


def test_a_verdict_that_differs_is_told_with_what_decided_it(tmp_path: Path) -> None:
    """Won or lost alone does not show that points are counted wrongly."""
    change = "at: contracts.solo.objective.points_at_least.points, was: 45, set: 40"
    text = shown(judged("directnet", "", house(tmp_path, "directnet", change)))
    assert re.search(r"The game \(lost: the declarer took 4\d card points; 45 were needed\)", text)


def test_an_empty_text_is_shown_with_its_quotes() -> None:
    assert 'the engine: ""' in shown(judged("directnet", "blank"))


def test_true_is_no_number() -> None:
    """An item that was doubled once is at level 1."""
    (found,) = judged("directnet", "true").found.values()
    assert (found.kind, found.part) == ("view", "levels") and True in found.got.values()


@pytest.mark.parametrize(
    ("spoilt", "sentence"),
    [
        ("twice", "answer to 'legal' has '.*' twice"),
        ("twice_claimants", "answer to 'settlement' has 'forehand' twice"),
    ],
)
def test_what_is_listed_twice_is_no_answer(spoilt: str, sentence: str) -> None:
    with pytest.raises(EngineBroken, match=sentence):
        judged("directnet", spoilt)


def test_a_card_that_may_be_played_is_listed_once() -> None:
    script = """import json, sys
for line in sys.stdin:
    ((asked, told),) = json.loads(line).items()
    answer = {"hello": {"answers": ["legal", "settlement", "trick"]}, "trick": {"legal": ["H-K"] * 2}}
    given = {"ok": True} if asked in ("round", "move") else {"sorry": "no"}
    print(json.dumps({asked: answer[asked]} if asked in answer else given), flush=True)
"""
    args = ("judge", "rufmariasch", "--examples", "--rounds", "1", "--limit", "60")
    answer = CliRunner().invoke(zwanz, [*args, "--", sys.executable, "-c", script])
    assert answer.exit_code == 3 and "answer to 'trick' has 'H-K' twice" in answer.stderr


_BY_SEAT = "settlement 'scores' is an object with numbers by seat"


@pytest.mark.parametrize(
    ("spoilt", "sentence", "shown"),
    [
        ("strange_claimants", "'claimants' is a list of texts", '{"claimants": "forehand"}'),
        ("strange_factors", "line of a settlement 'factors' is a list of objects", "2}"),
        ("strange_factor", "'factors' is a list of objects", '{"factors": ["kontra"]}'),
        ("strange_value", "line of a settlement 'value' is a number", '{"value": true}'),
        ("strange_each", "'each' is an object with numbers by seat", '{"each": ['),
        ("strange_reason", "settlement 'silent' is a text, true, false or null", "5}"),
        ("strange_doubles", "settlement 'double_rounds' is a number", '{"double_rounds": "0"}'),
        ("no_scores", _BY_SEAT, "null}"),
        ("words", _BY_SEAT, '{"scores": {"forehand": "many", '),
        ("true_scores", _BY_SEAT, '{"scores": {"forehand": true, '),
        ("other_scores", _BY_SEAT, '"north": 0}}'),
        ("one_score", "settlement 'scores' has an amount for each seat", '{"scores": {"forehand"'),
        ("more_scores", "settlement 'scores' has an amount for each seat", '"sixth": 0}}'),
    ],
)
def test_the_part_of_a_settlement_that_has_another_shape_is_shown(
    spoilt: str, sentence: str, shown: str
) -> None:
    with pytest.raises(EngineBroken) as broken:
        judged("directnet", spoilt)
    assert f"{sentence} (see zwanz docs protocol): " in str(broken.value)
    assert shown in str(broken.value)


@pytest.mark.parametrize(("spoilt", "part"), [("double_lines", "extra"), ("no_line", "missing")])
def test_scores_are_right_whatever_the_lines_come_to(spoilt: str, part: str) -> None:
    """The line alone differs."""
    assert {each.part for each in judged("directnet", spoilt).found.values()} == {part}


def test_a_score_that_differs_is_shown_beside_that_of_the_rules() -> None:
    """Not beside the sum of the lines of the engine."""
    (found,) = (
        each
        for each in judged("directnet", "double_lines_and_one").found.values()
        if each.kind == "score"
    )
    assert found.expected == found.at.ledger().as_dict()["scores"]
    assert found.got == {**found.expected, "forehand": found.expected["forehand"] + 1}


@pytest.mark.parametrize(
    ("spoilt", "game", "variant", "rule"),
    [
        ("thrown_in", GAME, "directnet", "misdeal.reasons"),
        ("few_tarocks", GAME, "directnet", "misdeal.reasons.few_tarocks"),
        ("thrown_in", "anrufen", "base", "auction.if_all_pass"),
        ("thrown_in", "rufmariasch", "base", "settlement"),
    ],
)
def test_a_round_that_was_played_is_thrown_in_by_no_rule_on_tricks(
    spoilt: str, game: str, variant: str, rule: str
) -> None:
    lines = [*vectors(loaded(game, variant), 3)]
    (found,) = judged(variant, spoilt, lines=lines, game=game).found.values()
    assert (found.kind, dotted_rule(found)) == ("thrown_in", rule)


def test_a_number_may_have_a_point() -> None:
    """As some languages write each number: 7.0."""
    assert judged("directnet", "float").found == {}


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "The rules do not say what this round comes to."), ("de", "Die Regeln sagen nicht")],
)
def test_where_the_rules_are_silent_the_open_question_is_shown(
    language: str, sentence: str
) -> None:
    game = loaded("rufmariasch", "named-trump")
    lines = list(vectors(game, 60, seed=5))
    asked = [line for line in lines if "vectors" in line or line["round"]["end"]["silent"]]
    judge = judged("named-trump", "silent", lines=asked, game="rufmariasch")
    (found,) = judge.found.values()
    silent = found.at.silent()
    assert silent is not None and silent.texts[language] in shown(judge, language)
    assert sentence in shown(judge, language)


def test_an_engine_that_stays_silent_is_told_with_what_it_was_asked() -> None:
    script = "import sys; [print('{\"ok\": true}', flush=True) for _ in range(1)]; sys.stdin.read()"
    with Engine([sys.executable, "-c", script], 1) as engine:
        engine.send({"round": {}}, {"move": "play H-K"}, {"legal": {}})
        engine.receive("round")
        with pytest.raises(EngineBroken, match="did not answer 'move' \\(play H-K\\) within 1 s"):
            engine.receive("move")


def dotted_rule(found: Discrepancy) -> str:
    """The rule of a difference."""
    return found.key.rule


@pytest.mark.parametrize(
    ("spoilt", "game", "sentence"),
    [
        # A king is worth 4⅓ points, as of each three cards two points are taken off.
        (
            "kings",
            "koenigrufen",
            "if each of these cards counted 3⅓ instead of 4⅓: H-K, D-K, C-K, S-K",
        ),
        ("no_talon", "koenigrufen", "if cards that nobody played did not count"),
        ("last_trick", GAME, "if the last trick counted 10 instead of 0"),
        ("kings_and_queens", GAME, ""),
    ],
)
def test_wrong_card_points_are_laid_to_what_is_counted_otherwise(
    spoilt: str, game: str, sentence: str
) -> None:
    variant = "wien" if game == "koenigrufen" else "directnet"
    lines = [*vectors(loaded(game, variant), 6)]
    judge = judged(variant, spoilt, lines=lines, game=game)
    assert [(each.kind, dotted_rule(each)) for each in judge.found.values()] == [
        ("points", "count")
    ]
    assert ("It would fit all that it told" in shown(judge)) == bool(sentence)
    assert sentence in shown(judge)


@pytest.mark.parametrize(
    ("spoilt", "sentence", "rule"),
    [
        ("half_trumps", "if the declaration counted 20 instead of 40", "points.trump"),
        ("all_pairs", "if also declarations counted that do not", "counts_if"),
        ("no_pairs", "if no declaration counted", ""),
    ],
)
def test_wrong_points_of_a_declaration_are_laid_to_it(
    spoilt: str, sentence: str, rule: str
) -> None:
    judge = judged("base", spoilt, lines=rounds("base", 20, "rufmariasch"), game="rufmariasch")
    (found,) = judge.found.values()
    named = f"declarations.marriage{rule and '.'}{rule}"
    assert f"It would fit all that it told {sentence} Rule: {named} (" in shown(judge)
    assert found.key.rule == "count", "what is known by its key stays so, however it is explained"


def test_card_points_that_are_right_are_no_difference() -> None:
    for variant, game in (("directnet", GAME), ("wien", "koenigrufen")):
        lines = [*vectors(loaded(game, variant), 6)]
        assert judged(variant, "points", lines=lines, game=game).found == {}


@pytest.mark.parametrize(
    ("game", "variant", "name"),
    [("rufmariasch", "base", "points"), ("koenigrufen", "wien", "thirds")],
)
def test_card_points_under_the_other_name_are_no_answer(game: str, variant: str, name: str) -> None:
    lines = [*vectors(loaded(game, variant), 2)]
    with pytest.raises(EngineBroken, match=f"this game tells card points as '{name}' .*: {{"):
        judged(variant, "other_unit", lines=lines, game=game)
