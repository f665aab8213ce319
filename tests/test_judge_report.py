"""What the judge tells: every difference once for each rule, the rule at stake, what is known, what
was never met; engines that play a part of the round.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from conftest import loaded
from rich.console import Console

from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.engine import deal
from zwanz_ssot.explain.judge_report import judge_text
from zwanz_ssot.paths import dotted
from zwanz_ssot.places import data
from zwanz_ssot.problems import WrongCall
from zwanz_ssot.prose import Prose
from zwanz_ssot.prose.phrases import Phrases
from zwanz_ssot.record import replay, write
from zwanz_ssot.vectors import (
    DifferenceKey,
    Engine,
    Judge,
    aimed_vectors,
    read_known,
    written_known,
)
from zwanz_ssot.vectors.engine import last_error

pytestmark = pytest.mark.usefixtures("aimed_once")

ROOT = Path(__file__).parent.parent
MIRROR = ROOT / "tests" / "mirror_engine.py"
GAME = "zwanzigerrufen"


def call(*args: str) -> Result:
    """A call in this process."""
    return CliRunner().invoke(zwanz, list(args))


ROUNDS = 15


@cache
def rounds(variant: str, count: int = ROUNDS, game: str = GAME) -> list[Any]:
    """Aimed rounds, the same for all tests."""
    return list(aimed_vectors(loaded(game, variant), count))


def judged(
    variant: str,
    spoilt: str,
    house: Path | None = None,
    *,
    lines: list[Any] | None = None,
    known: frozenset[DifferenceKey] = frozenset(),
    game: str = GAME,
) -> Judge:
    """The project's own engine, spoilt, or playing by house rules."""
    command = [sys.executable, str(MIRROR), spoilt, *([str(house)] if house else [])]
    with Engine(command, 60) as engine:
        judge = Judge(loaded(game, variant), engine, known)
        judge.play(lines or rounds(variant, game=game))
    return judge


def house(tmp_path: Path, variant: str, *changes: str) -> Path:
    """A variant file with these changes of rules."""
    file = tmp_path / "other.yaml"
    lines = [f"  - {{{change}, source: custom}}\n" for change in changes]
    head = f"variant: other\nof: {GAME}:{variant}\nname: {{en: Other, de: Anders}}\nchanges:\n"
    file.write_text(head + "".join(lines), encoding="utf-8")
    return file


def rules_of(judge: Judge, kind: str) -> set[str]:
    """The rules at which there are differences of a kind."""
    return {dotted(each.rule) for each in judge.found.values() if each.kind == kind}


def test_each_rule_that_differs_is_told_and_hides_no_other(tmp_path: Path) -> None:
    other = house(
        tmp_path,
        "base",
        "at: contracts.rufer.value, was: 1, set: 2",
        "at: contracts.solo.value, was: 4, set: 5",
        "at: contracts.solo.bonus_factor, was: 2, set: 3",
        "at: bonuses.trull.value.silent, was: 1, set: 2",
    )
    judge = judged("base", "", other)
    assert {"contracts.rufer.value", "contracts.solo.value", "contracts.solo.bonus_factor"} <= (
        rules_of(judge, "line")
    )
    assert "bonuses.trull.value.silent" in rules_of(judge, "line")
    assert rules_of(judge, "score") == set(), "a score that follows from a line is not told again"
    assert all(times > 0 for times in judge.times.values())

    # The same without lines: a total is laid to the line that could explain it.
    totals = judged("base", "no_lines", other)
    assert rules_of(totals, "line") == set()
    assert {"contracts.rufer.value", "contracts.solo.value"} <= rules_of(totals, "score")
    assert "settlement.each_pays" not in rules_of(totals, "score")

    # It is told how each item came out, as a score alone may be wrong for many reasons.
    reason = r"The game \((won|lost): the \w+ took \d+ card points; \d+ were needed"
    assert re.search(reason, shown(totals)) and not re.search(reason, shown(judge))


def test_a_known_difference_hides_itself_alone(tmp_path: Path) -> None:
    other = house(
        tmp_path,
        "base",
        "at: contracts.rufer.value, was: 1, set: 2",
        "at: contracts.solo.value, was: 4, set: 5",
    )
    both = judged("base", "", other)
    assert len(both.found) == 2
    first, second = both.found
    one = judged("base", "", other, known=frozenset([first]))
    assert set(one.found) == {second} and one.times == both.times and one.met_again == (first,)


def shown(judge: Judge, language: str = "en") -> str:
    """What is told to people, on one line."""
    console = Console(width=200, file=StringIO())
    console.print(judge_text(judge, Prose(judge.game, language), Phrases(language)))
    return " ".join(console.file.getvalue().split())  # type: ignore[attr-defined]


def test_an_engine_with_known_differences_does_not_play_by_the_rules(tmp_path: Path) -> None:
    other = house(tmp_path, "base", "at: contracts.rufer.value, was: 1, set: 2")
    (known,) = judged("base", "", other).found
    accepted = judged("base", "", other, known=frozenset([known]))
    assert accepted.found == {}
    assert "as the rules have it (but for what is known)" in shown(accepted)
    assert "but for" not in shown(judged("base", "", known=frozenset([known])))


def test_of_a_part_only_what_was_asked_counts_as_met() -> None:
    """An engine that knows the play alone says nothing of bids, values and aims."""
    whole, part = judged("wikipedia", ""), judged("wikipedia", "play")
    of_play = [each for each in whole.may_be_met if "play" in each.rule]
    assert list(part.may_be_met) == of_play != list(whole.may_be_met)
    assert f" of {len(of_play)} cases of what it answers." in shown(part)
    assert {each.rule[0] for each in judged("wikipedia", "settlement").may_be_met} == {
        "contracts",
        "bonuses",
        "misdeal",
    }


def test_a_round_in_which_an_engine_dies_is_named_and_recorded(tmp_path: Path) -> None:
    text = MIRROR.read_text(encoding="utf-8")
    dies = 'if asked == "move" and given.startswith("play"):\n            raise ValueError("out")\n'
    wrong = tmp_path / "dies.py"
    before = "        answer: dict[str, Any] = {"
    wrong.write_text(text.replace(before, f"        {dies}{before}"), encoding="utf-8")
    args = ("judge", "directnet", "--rounds", "1", "--limit", "60", "--record", str(tmp_path))
    answer = call(*args, "--", sys.executable, str(wrong))
    at = replay(tmp_path / "round-1.yaml")
    made = [move.kind for _, move in at.history].index("play")
    assert answer.exit_code == 3
    assert f"ValueError: out (round 1, after {made} moves)" in answer.stderr


def test_of_many_words_the_bid_that_stands_is_shown(tmp_path: Path) -> None:
    other = house(tmp_path, "directnet", "at: contracts.rufer.value, was: 1, set: 2")
    lines = shown(judged("directnet", "", other)).split(" Said: ")
    long = [line for line in lines[1:] if "…" in line]
    assert long and all(line.index("bid ") < line.index("…") for line in long)


def test_known_differences_are_written_and_read_again(tmp_path: Path) -> None:
    known = tmp_path / "known.json"
    mirror = ("--", sys.executable, str(MIRROR), "second_move")
    args = ("judge", "directnet", "--rounds", "3", "--limit", "60")
    answer = call(*args, "--json", "--write-known", str(known), *mirror)
    assert answer.exit_code == 1
    copied = tmp_path / "copied.json"
    copied.write_text(answer.stdout, encoding="utf-8")
    assert read_known(known) == read_known(copied)
    for file in (known, copied):
        again = call(*args, "--known", str(file), *mirror)
        assert again.exit_code == 0, again.output
        assert "Known differences met again: 1 of 1; 3 times in all" in again.output
    keys = read_known(known)
    assert written_known(keys) == known.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "it is not JSON"),
        ("{}", "neither 'known' nor 'differences'"),
        ('{"known": 1}', "the differences are no list"),
        ('[{"kind": "line", "rule": "play"}]', "entry 1 lacks one of kind, rule, part"),
    ],
)
def test_a_file_that_is_no_list_of_differences_is_refused(
    tmp_path: Path, text: str, sentence: str
) -> None:
    file = tmp_path / "known.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(WrongCall, match=sentence):
        read_known(file)


def test_an_illegal_move_that_is_accepted_is_told_first(tmp_path: Path) -> None:
    other = house(tmp_path, "base", "at: contracts.solo.value, was: 4, set: 5")
    judge = judged("base", "accepts", other)
    assert judge.in_order[0].kind == "accepted"
    assert "line" in {each.kind for each in judge.in_order}
    assert "refusal" not in {each.kind for each in judge.in_order}
    assert {"play", "play.follow.0", "auction.ladder"} <= rules_of(judge, "accepted")
    command = (sys.executable, str(MIRROR), "accepts")
    answer = call("judge", "base", "--rounds", "2", "--limit", "60", "--", *command)
    assert answer.output.startswith("An illegal move is accepted")
    assert "By the rules: refused (must_bid); the engine: legal" in answer.output


def test_the_place_of_a_rule_is_not_broken(tmp_path: Path) -> None:
    folder = tmp_path / ("deep" * 25)
    shutil.copytree(data("rules"), folder)
    command = (sys.executable, str(MIRROR), "accepts")
    asked = ("base", "--rules", str(folder), "--rounds", "2", "--limit", "60", "--")
    output = call("judge", *asked, *command).output
    places = re.findall(r"\n    Rule: [\w.]+  \((\S+):\d+\)\n", output)
    assert places and all(str(folder.name) in place for place in places)


def test_the_reason_that_the_engine_gives_names_the_rule(tmp_path: Path) -> None:
    """It refuses an announcement for another one that was made: it closes more than the rules."""
    other = house(tmp_path, "base", "at: bonuses.valat.closes, add: [announcements]")
    judge = judged("base", "", other)
    found = next(each for each in judge.found.values() if each.kind == "too_few")
    assert found.reason is not None and found.reason["code"] == "closed"
    spoken = [str(move) for _, move in found.at.history]
    assert found.of.startswith("announce") and "announce valat" in spoken


def test_words_out_of_turn_that_the_engine_lacks_are_told_with_their_rules() -> None:
    judge = judged("base", "in_turn", game="anrufen")
    (found,) = {each.kind for each in judge.found.values()}
    assert found == "too_few" and "Rule: play.says.any_time.double" in shown(judge)
    assert re.search(
        r"(second|third|fourth|forehand): double game By the rules: legal", shown(judge)
    )


def test_a_move_of_a_seat_that_has_no_turn_is_told_with_its_refusal() -> None:
    judge = judged("directnet", "no_turn")
    assert {each.kind for each in judge.found.values()} == {"too_many"}
    assert "By the rules: refused (not_your_turn); the engine: legal" in shown(judge)
    assert "It is not your turn." in shown(judge)
    over = judged("base", "after_all", game="anrufen")
    assert {each.at.over for each in over.found.values()} == {True}
    assert "By the rules: refused (wrong_step); the engine: legal" in shown(over)


def test_a_turn_that_differs_is_told_with_the_sentence_of_its_rule() -> None:
    """At the call, and in the middle of a trick."""
    judge = judged("base", "next_seat", game="anrufen")
    assert {"call", "table.direction"} <= rules_of(judge, "turn")
    text = shown(judge)
    assert re.search(
        r"It is the turn of the declarer. Rule: call .{,60} It says: Any card may", text
    )
    assert re.search(r"Rule: table.direction .{,60} It says: Cards are dealt, words spoken", text)


@pytest.mark.parametrize("how", ["no_side", "named"])
def test_a_move_in_other_words_is_the_same_move(how: str) -> None:
    """A record may leave out the side of a double that can only mean one, and names seats."""
    lines = rounds("directnet", 40)
    legal = {move for row in lines[1:] for step in row["round"]["steps"] for move in step["legal"]}
    assert any(move.startswith("double") and move.endswith("defenders") for move in legal)
    assert judged("directnet", how, lines=lines).found == {}


def test_kontra_that_is_said_by_itself_is_named_so(tmp_path: Path) -> None:
    other = house(
        tmp_path,
        "wikipedia",
        "at: kontra.implied_by.absolut, drop: true",
    )
    judge = judged("wikipedia", "", other)
    levels = {
        dotted(each.rule)
        for each in judge.found.values()
        if each.kind == "view" and each.part == "levels"
    }
    assert "kontra.implied_by.absolut" in levels


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ("at: auction.ends_after_passes, was: 4, set: 3", "auction.ends_after_passes"),
        ("at: misdeal.reasons.one_tarock, drop: true", "misdeal.reasons"),
    ],
)
def test_a_turn_that_differs_is_named_by_what_the_engine_holds_to_be_over(
    tmp_path: Path, change: str, rule: str
) -> None:
    judge = judged("wikipedia", "", house(tmp_path, "wikipedia", change))
    found = rules_of(judge, "turn") | rules_of(judge, "too_few") | rules_of(judge, "sorry")
    assert any(each.startswith(rule) for each in found), judge.found.keys()


def test_other_double_rounds_are_told(tmp_path: Path) -> None:
    other = house(
        tmp_path, "wikipedia", "at: bonuses.mondfang.starts.double_rounds, was: 4, set: 3"
    )
    judge = judged("wikipedia", "", other)
    (found,) = judge.found.values()
    assert (found.kind, found.part, found.expected) == ("score", "double_rounds", 4)
    assert dotted(found.rule) == "bonuses.mondfang.starts"
    for language, sentence in (
        ("en", "Another number of double rounds"),
        ("de", "Eine andere Zahl von Doppelrunden"),
        ("ja", "2倍のラウンドの数が違います"),
    ):
        assert shown(judge, language).startswith(sentence)


def test_a_missing_line_is_told_in_words(tmp_path: Path) -> None:
    other = house(tmp_path, "base", "at: bonuses.trull.contracts, was: [rufer, solo], set: [solo]")
    judge = judged("base", "", other)
    found = next(each for each in judge.found.values() if each.part == "missing")
    assert dotted(found.rule) == "bonuses.trull.won"

    console = Console(width=200, file=StringIO())
    console.print(judge_text(judge, Prose(judge.game, "en"), Phrases("en")))
    output = console.file.getvalue()  # type: ignore[attr-defined]
    assert "A line that the engine does not have: the Trull (" in output and '{"' not in output


def test_a_round_that_differs_is_recorded_and_can_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("--", sys.executable, str(MIRROR), "second_move")
    args = ("judge", "directnet", "--rounds", "2", "--limit", "60", "--record", str(tmp_path))
    answer = call(*args, "--json", *command)
    (found,) = json.loads(answer.stdout)["differences"]
    assert found["step"] == 1 and found["record"] == str(tmp_path / "round-1.yaml")
    played = replay(Path(found["record"]))
    assert played.over
    assert [[str(seat), str(move)] for seat, move in played.history[:1]] == found["said"]
    why = call("why", found["record"], "--after", "1", str(played.history[1][1]))
    assert why.exit_code == 0, why.output
    # A path is one word, also where the terminal is narrower than it is long.
    monkeypatch.setenv("COLUMNS", "40")
    report = call(*args, *command).output.splitlines()
    assert f"  Recorded: {found['record']}, after 1 move" in report
    others = (line for line in report if "Recorded: " not in line and "Rule: " not in line)
    assert max(map(len, others)) <= 40


def test_a_difference_is_told_with_the_number_that_the_round_has_in_its_vectors() -> None:
    """A file may hold some of many rounds, or several that were written together."""
    head, *lines = rounds("directnet")
    judge = judged("directnet", "second_move", lines=[head, lines[6]])
    (found,) = judge.found.values()
    assert found.round == 7 == lines[6]["round"]["number"]
    twice = judged("directnet", "second_move", lines=[head, lines[6], lines[2], lines[6]])
    assert twice.rounds == 3 and twice.whole_round(7) == judge.whole_round(7)


def test_an_engine_that_knows_the_play_alone_is_judged_there() -> None:
    judge = judged("wikipedia", "play")
    assert judge.found == {} and judge.asked["settlement"] == 0
    assert judge.asked["position"] > 10
    assert judge.asked["legal"] == judge.asked["views"] + judge.asked["position"]
    assert judge.not_asked == ("refusals", "settlement")
    assert judge.asked_in == {"legal": ("play",), "views": ("play",)}
    console = Console(width=200, file=StringIO())
    console.print(judge_text(judge, Prose(judge.game, "en"), Phrases("en")))
    output = console.file.getvalue()  # type: ignore[attr-defined]
    assert "Not judged, because the engine does not answer it: refusals, settlement\n" in output
    assert "in which the engine answers it: legal (play), views (play)\n" in output
    assert judge.asked["move"] % 40 == 0, "it is told the cards played and nothing before"


def test_what_an_engine_never_tells_is_named() -> None:
    """It answers a question with nothing, or without some parts."""
    sentence = "Not judged, because the engine never tells it: "
    judge = judged("directnet", "no_views")
    assert judge.found == {} and {"hand", "said", "trick"} <= {*judge.untold["views"]}
    assert f"{sentence}views (called_card, contract," in shown(judge)
    assert judged("directnet", "undoubled").untold == {}

    script = """import json, sys
for line in sys.stdin:
    hello = {"hello": {"answers": {"trick": True}}}
    print(json.dumps(hello if "hello" in line else {"trick": {}}), flush=True)
"""
    args = ("judge", "rufmariasch", "--examples", "--rounds", "1", "--limit", "60")
    engine = ("--", sys.executable, "-c", script)
    assert f"{sentence}trick (legal, wins)\n" in call(*args, *engine).output
    found = json.loads(call(*args, "--json", *engine).stdout)
    assert found["untold"] == {"trick": ["legal", "wins"]}


def test_an_engine_that_only_settles_is_told_all_moves() -> None:
    judge = judged("wikipedia", "settlement")
    assert judge.found == {} and judge.asked["legal"] == 0 and judge.asked["settlement"] == ROUNDS


def test_after_another_turn_the_play_is_set_up_and_judged() -> None:
    judge = judged("directnet", "turn")
    assert {each.kind for each in judge.found.values()} == {"turn"}
    assert judge.asked["position"] > 10 and judge.asked["settlement"] > 10
    assert judge.left == 0


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        (
            '{"legal": ["playing"]}',
            "the engine answers 'legal' in 'playing', which is no step; did you mean 'play'?",
        ),
        (
            '{"legal": ["spielen"]}',
            "the engine answers 'legal' in 'spielen', which is no step; known are deal, misdeal, "
            "passing, naming, auction, call, exchange, announcements, play, over",
        ),
        ('{"legal": 1}', "no answer to 'hello'"),
        ('{"views": true}', "has to answer 'legal', 'settlement', 'trick' or 'outcome'"),
    ],
)
def test_an_engine_says_properly_what_it_answers(answers: str, sentence: str) -> None:
    script = f'print(\'{{"hello": {{"answers": {answers}}}}}\')'
    answer = call("judge", "directnet", "--rounds", "1", "--", sys.executable, "-c", script)
    assert answer.exit_code == 3 and sentence in answer.stderr, answer.output


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            [
                "file:///app/engine.mjs:2",
                "else throw new Error(`cannot play: ${why}`);",
                "           ^",
                "",
                "Error: cannot play: no such card",
                "    at f (file:///app/engine.mjs:2:12)",
                "",
                "Node.js v20.20.2",
            ],
            "Error: cannot play: no such card",
        ),
        (
            ["node:internal/x:1", "TypeError [ERR_X]: wrong", "    at g", "Node.js v20.20.2"],
            "TypeError [ERR_X]: wrong",
        ),
        (
            [
                "Traceback (most recent call last):",
                '  File "engine.py", line 3, in <module>',
                '    raise ValueError("KeyError: of somebody else")',
                "ValueError: out of cards",
            ],
            "ValueError: out of cards",
        ),
        (["warming up", "Segmentation fault"], "Segmentation fault"),
        ([], ""),
    ],
)
def test_the_line_of_an_error_that_tells_most_is_shown(lines: list[str], expected: str) -> None:
    assert last_error(lines) == expected


def test_vectors_are_made_of_records_of_ones_own(tmp_path: Path) -> None:
    game = loaded(GAME, "wikipedia")
    hands = [list(hand.ids) for hand in deal(game, seed=5).after("cut 20").hands]
    begun = deal(game, hands=hands)
    while begun.step == "misdeal":
        begun = begun.after("keep")
    file, out = tmp_path / "mine.yaml", tmp_path / "mine.jsonl"
    file.write_text(write(begun.after("bid solo")), encoding="utf-8")
    answer = call("vectors", str(file), "--out", str(out))
    assert answer.exit_code == 0, answer.output
    line = json.loads(out.read_text(encoding="utf-8").split("\n")[1])["round"]
    assert [sorted(hand) for hand in line["deal"]["hands"].values()] == list(map(sorted, hands))
    assert "bid solo" in [step["move"] for step in line["steps"]]
    again = call("judge", "--vectors", str(out), "--", sys.executable, str(MIRROR))
    assert again.exit_code == 0, again.output
    assert call("vectors", str(file), "--rounds", "3").exit_code == 2
    assert call("vectors", "wikipedia", "base").exit_code == 2
