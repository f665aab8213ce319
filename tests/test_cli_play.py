"""``zwanz play``, ``replay``, ``random`` and ``games``: rounds told, played with a person,
recorded, counted.
"""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
import yaml
from click.testing import CliRunner, Result
from conftest import LANGUAGES, VARIANTS, Sampled, loaded
from rich.cells import cell_len
from rich.console import Console, RenderableType

from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.engine import Move, deal
from zwanz_ssot.examples import cases
from zwanz_ssot.explain import card_text
from zwanz_ssot.kernel.machine import can_compile
from zwanz_ssot.library import library
from zwanz_ssot.model import Factor, Game, Ledger, Line
from zwanz_ssot.model.answers import Verdict
from zwanz_ssot.move_parser import MoveParser
from zwanz_ssot.players import SamplingPlayer, WeighedMove, seated
from zwanz_ssot.positions import played_out
from zwanz_ssot.prose import Prose, languages
from zwanz_ssot.prose.phrases import Phrases, phrases_of
from zwanz_ssot.record import write
from zwanz_ssot.terminal.dialogue import HINT, Lookup, Person
from zwanz_ssot.terminal.transcript import PlayerView, Transcript, ledger_data, position_text
from zwanz_ssot.web.texts import texts_of

GAME = loaded("zwanzigerrufen", "directnet")


def call(*args: str, typed: str | None = None) -> Result:
    """A call in this process."""
    return CliRunner().invoke(zwanz, list(args), input=typed)


def thrown_in_seed() -> int:
    """The first seed whose cards have to be thrown in."""
    return next(seed for seed in range(1000) if deal(GAME, seed=seed).thrown_in)


@pytest.mark.sample(8)
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_a_whole_round_is_told_the_same_each_time(game: str, variant: str, lang: str) -> None:
    args = ("play", game, "--auto", "--seed", "7", "--variant", variant, "--lang", lang)
    first, again = call(*args), call(*args)
    assert first.exit_code == 0 and first.output == again.output
    texts = phrases_of(lang)
    assert texts
    for key in ("hands", "said", "played", "account", "sum"):
        assert texts[key] in first.output
    assert not re.search(r" +$", first.output, re.MULTILINE)


def test_a_variant_without_its_game_is_that_of_the_only_game_that_has_it() -> None:
    args = ("play", "--auto", "--seed", "7", "--variant")
    only = call(*args, "forced-dealer")
    assert only.exit_code == 0
    assert only.output == call("play", "anrufen", *args[1:], "forced-dealer").output
    several = call(*args, "three")
    assert several.exit_code == 2
    assert several.output == (
        "zwanz: several games have a variant 'three'; "
        "write GAME:three, with one of anrufen, slovenian-tarok\n"
    )


def test_it_fits_into_eighty_columns() -> None:
    for variant in ("directnet", "rulebook", "wikipedia"):
        for lang in languages():
            args = ["play", "--auto", "--seed", "3", "--rounds", "4", "-v", variant, "-l", lang]
            output = CliRunner(env={"COLUMNS": "80"}).invoke(zwanz, args).output
            assert max(map(cell_len, output.splitlines())) <= 80
            assert "…" not in output, lang


def test_as_json_the_record_and_the_ledger_agree(tmp_path: Path) -> None:
    args = ("play", "--auto", "--seed", "11", "--variant", "wikipedia", "--rounds", "3", "--json")
    report = json.loads(call(*args, "--record", str(tmp_path / "round.yaml")).output)
    assert next(row["record"]["seed"] for row in report["rounds"] if not row["thrown_in"]) == 11
    settled = [row for row in report["rounds"] if row["ledger"]]
    assert len(settled) == 3
    for row in settled:
        assert sum(row["ledger"]["scores"].values()) == 0
        assert row["record"]["scores"] == row["ledger"]["scores"]
        for line in row["ledger"]["lines"]:
            written = Path(line["rule"]["file"]).read_text(encoding="utf-8").splitlines()
            near = written[
                line["rule"]["line"] - 2 : line["rule"]["line"]
            ]  # its key, or the line below
            assert line["rule"]["path"].split(".")[-1] in " ".join(near)
    assert sum(report["scores"]) == 0
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["round-2.yaml", "round-3.yaml", "round.yaml"]
    for file, row in zip(("round.yaml", "round-2.yaml", "round-3.yaml"), settled, strict=True):
        again = json.loads(call("replay", str(tmp_path / file), "--json").output)
        assert (
            again["ledger"] == row["ledger"] and again["record"]["moves"] == row["record"]["moves"]
        )


@pytest.mark.parametrize("own", [False, True])
def test_the_records_of_a_match_are_replayed_as_one(own: bool, tmp_path: Path) -> None:
    """In the order of their numbers, however they are named; scores go to players, not to seats."""
    rules, folder = tmp_path / "house.yaml", tmp_path / "records"
    text = "{variant: h, of: 'zwanzigerrufen:directnet', name: {en: H, de: H}, changes: [%s]}"
    rules.write_text(text % "{at: contracts.solo.value, set: 5, source: custom}")
    folder.mkdir()
    variant = str(rules) if own else "directnet"
    args = ("play", "--auto", "--seed", "11", "--variant", variant, "--rounds", "3")
    output = call(*args, "--record", str(folder / "evening.yaml")).output
    files = sorted(str(path) for path in folder.iterdir())
    assert files[-1].endswith("evening.yaml")  # a shell names the first round last

    again = call("replay", *files).output
    assert again.splitlines()[-1] == output.splitlines()[-1]
    assert re.findall(r"^Round (\d)", again, re.MULTILINE) == ["1", "2", "3"]

    data = json.loads(call("replay", *files, "--json").output)
    first = [each["ledger"]["scores"] for each in data["rounds"]]
    by_player = [0, 0, 0, 0]
    for number, scores in enumerate(first):
        for seat, amount in enumerate(scores.values()):
            by_player[(number + seat) % 4] += amount
    assert data["scores"] == by_player


def test_records_of_two_games_are_no_match(tmp_path: Path) -> None:
    for variant in ("directnet", "wikipedia"):
        file = str(tmp_path / f"{variant}.yaml")
        call("play", "--auto", "--seed", "11", "--variant", variant, "--record", file)
    result = call("replay", *(str(path) for path in sorted(tmp_path.iterdir())))
    assert result.exit_code == 2 and result.stdout == ""
    assert "of zwanzigerrufen:directnet; a match is of one game" in result.stderr


def test_the_problems_of_all_records_are_told(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.yaml").write_text("record: {game: whist, moves: []}")
    result = call("replay", *(str(tmp_path / f"{name}.yaml") for name in ("one", "two")))
    assert result.exit_code == 1 and result.stderr.count("'variant' is missing") == 2


def test_what_decided_is_told_to_programs_as_the_rules_write_it() -> None:
    plain, packets = loaded("zwanzigerrufen", "wikipedia"), loaded("koenigrufen", "base")

    def measured(game: Game, **facts: int) -> dict[str, Any]:
        line = Line(
            "game",
            ("contracts", "solo"),
            (0,),
            False,
            "won",
            1,
            (),
            (0,),
            (1,),
            (1, -1, 0, 0),
            facts,
        )
        (line_data,) = ledger_data(game, Ledger((line,), (1, -1, 0, 0)))["lines"]
        found: dict[str, Any] = line_data["measured"]
        return found

    pagat = plain.deck.by_id["T-I"].index
    assert measured(plain, card=pagat, trick=9) == {"card": "T-I", "trick": 10}
    assert measured(plain, card=-1, trick=-1, seat=-1) == {
        "card": None,
        "trick": None,
        "seat": None,
    }
    trull = plain.deck.mask(("T-Sk", "T-I", "T-XXI"))
    assert measured(plain, cards=trull, seat=2) == {
        "cards": ["T-I", "T-XXI", "T-Sk"],
        "seat": "third",
    }
    assert measured(plain, points=40, needed=45) == {"points": 40, "needed": 45}
    # Königrufen counts packets of three: 35⅔ points are 107 thirds (Upper Austrian rules).
    assert measured(packets, points=175, needed=107) == {
        "points": {"whole": 58, "parts": 1, "of": 3}, "needed": {"whole": 35, "parts": 2, "of": 3}
    }  # fmt: skip
    assert measured(packets, tricks=3, needed=12) == {"tricks": 3, "needed": 12}


def test_a_ledger_has_the_parts_that_it_has_in_the_library() -> None:
    case = ("contracts", "rufer", "value")
    factor = Factor(
        "double_round", times=2, rule=("match", "double_rounds"), only_paid=True, seat=1
    )
    settled: tuple[Any, ...] = (False, "won", 1, (factor,), (0,), (1,), (1, -1, 0, 0), {"card": 3})
    line = Line("game", ("contracts", "rufer"), (0,), *settled, (2, -2, 0, 0), case)
    ledger = Ledger(
        (line,),
        line.each,
        (("valat", ("bonuses", "valat", "replaces")),),
        paid=line.paid,
        void=(("kontra", "times"),),
        game=GAME,
    )

    def without_places(value: Any) -> Any:
        if isinstance(value, list):
            return [without_places(each) for each in value]
        if isinstance(value, dict):
            return value.get("path") or {key: without_places(value[key]) for key in value}
        return value

    data = ledger_data(GAME, ledger)
    assert without_places(data) == ledger.as_dict() and data["lines"][0]["rule"]["line"]


def test_the_running_scores_are_those_of_the_players_not_of_the_seats() -> None:
    report = json.loads(
        call("play", "--auto", "--seed", "2", "-v", "directnet", "--rounds", "3", "--json").output
    )
    seats = ("forehand", "second", "third", "fourth")
    scores = [0, 0, 0, 0]
    settled = [row["ledger"]["scores"] for row in report["rounds"] if row["ledger"]]
    for number, row in enumerate(
        settled
    ):  # each round the deal, and so the forehand, moves on by one player
        for place, seat in enumerate(seats):
            scores[(number + place) % 4] += row[seat]
    assert report["scores"] == scores


@pytest.mark.parametrize("more", [("--auto",), ("--auto", "--json"), ()])
def test_a_target_that_everybody_has_reached_before_the_first_round_is_refused(
    more: tuple[str, ...],
) -> None:
    """Everybody begins with ten tokens in Anrufen."""
    result = call("play", "anrufen", "--target", "10", "--seed", "3", *more)
    assert result.exit_code == 2 and not result.stdout
    assert "10" in result.stderr and "--target" in result.stderr
    sooner = call("play", "anrufen", "--target", "11", "--seed", "3", "--auto")
    assert sooner.exit_code == 0


def test_a_match_ends_at_its_target() -> None:
    report = json.loads(
        call("play", "--auto", "--seed", "5", "-v", "directnet", "--target", "6", "--json").output
    )
    assert max(report["scores"]) >= 6
    shown = call("play", "--auto", "--seed", "5", "-v", "directnet", "--target", "6").output
    assert "The match is over: 6 points are reached." in shown


def test_one_of_anything_is_told_as_one() -> None:
    """A point that is counted in thirds is one point, too; so is a target."""
    one = Prose(loaded("koenigrufen", "wien"), "en").points(3)
    found = {"en": "1 point", "de": "1 Punkt", "ja": "1点"}
    assert {lang: Phrases(lang)("points", n=one) for lang in found} == found
    shown = call("play", "--auto", "--seed", "5", "-v", "directnet", "--target", "1").output
    assert "The match is over: 1 point is reached." in shown
    sentences = (
        Phrases("de")("side_points", side="Spielpartei", n=n, tricks="1 Stich") for n in (one, "1⅓")
    )
    assert tuple(sentences) == (
        "Spielpartei: 1 Kartenpunkt in 1 Stich",
        "Spielpartei: 1⅓ Kartenpunkte in 1 Stich",
    )


def test_cards_thrown_in_are_told_and_dealt_again() -> None:
    seed = thrown_in_seed()
    output = call("play", "--auto", "--seed", str(seed), "-v", "directnet").output
    assert output.count("Round 1 ") == 2 and f"seed {seed + 1}" in output
    assert "Thrown in: " in output and "The cards are dealt again." in output
    assert output.count("The settlement") == 1


def test_a_person_plays_a_round_to_its_end_with_numbers(tmp_path: Path) -> None:
    file = tmp_path / f"{'a-name-so-long-that-it-fills-a-line' * 3}.yaml"
    args = (
        "play",
        "-v",
        "directnet",
        "--seed",
        "7",
        "--rounds",
        "1",
        "--seat",
        "third",
        "--record",
        str(file),
    )
    result = call(*args, typed="1\n" * 40)
    assert result.exit_code == 0, result.output
    assert "You are third hand" in result.output and "The settlement" in result.output
    assert f"Recorded in {file}." in result.output
    record = yaml.safe_load(file.read_text(encoding="utf-8"))["record"]
    assert record["seed"] == 7 and len(record["moves"]) >= 44
    assert call("replay", str(file)).exit_code == 0


def test_the_person_sits_one_seat_further_back_in_the_next_round() -> None:
    result = call("play", "-v", "directnet", "--seed", "7", "--rounds", "3", typed="1\n" * 120)
    assert re.findall(r"You are (\w+)", result.output) == ["forehand", "fourth", "third"]
    assert re.search(r"The scores: player 1 \(you\): [+−0]", result.output)


def test_of_a_stock_it_is_told_what_is_left() -> None:
    """Ten tokens each to begin with, forty in all; the match ends when somebody has none."""
    result = call("play", "anrufen", "--seed", "1", "--rounds", "60", "--auto")
    scores = [
        int(left.replace("−", "-")) for left in re.findall(r"player \d: (−?\d+)", result.output)
    ]
    assert sum(scores) == 40 and min(scores) <= 0
    assert "The match is over." in result.output


def test_a_refused_card_is_explained_with_its_rule() -> None:
    # Forehand of seed 7 leads to the first trick; the third hand has to follow suit in tarock.
    typed = "pass\nH-K\nwhy ♥K\nquit\n"
    result = call("play", "-v", "directnet", "--seed", "7", "--seat", "third", typed=typed)
    assert result.output.count("No: play ♥K is not legal.") == 2
    assert result.output.count("and must follow suit") == 2
    place = re.search(r"Rule: play\.follow\.0  \((.+):(\d+)\)", result.output)
    assert place
    assert (
        Path(place[1])
        .read_text(encoding="utf-8")
        .splitlines()[int(place[2]) - 1]
        .strip()
        .startswith("follow:")
    )


def test_a_card_that_is_not_held_is_refused_by_no_rule() -> None:
    # Forehand of seed 7 leads to the first trick; the third hand does not hold the Sküs.
    typed = "H-K\npass\nT-Sk\nquit\n"
    result = call("play", "-v", "directnet", "--seed", "7", "--seat", "third", typed=typed)
    out = result.output
    assert "You do not hold the Sküs." in out and "This cannot be done now" in out
    assert "Rule:" not in out and "Source:" not in out


def test_what_a_person_may_ask() -> None:
    typed = "?\nsay\nlast\nhand\nwhy bid solo\nfrob\nbid\n\nquit\n"
    result = call("play", "-v", "directnet", "--seed", "7", typed=typed)
    assert result.exit_code == 0
    for answer in (
        "why a move is not legal",
        "Nothing was said.",
        "No trick has been played yet.",
        "Yes: bid Solo is legal.",
        "This is not understood: frob. ? tells what you may do.",
        "That may mean several moves: bid Normal Game XX, bid Suit Solo, bid Solo.",
        "The cards can be dealt again with --seed 7.",
    ):
        assert answer in result.output
    assert result.output.count("1  bid Normal Game XX") == 3  # at first, after ?, after hand


def test_a_number_beyond_the_list_is_told_as_one() -> None:
    """With five moves there is no sixth; in the play, where cutting is over, no number is a cut."""
    result = call("play", "-v", "directnet", "--seed", "7", typed="6\n0\nbid solo\n99\nquit\n")
    assert result.output.count("There is no move 6 here; the last one is ") == 1
    assert (
        "There is no move 0 here" in result.output and "There is no move 99 here" in result.output
    )
    assert "cut" not in result.output.partition("There is no move 6")[2]


def test_whatever_is_typed_is_answered_in_a_line() -> None:
    """More digits than Python reads as a number, a line without an end, what a terminal would do."""
    typed = ("1" * 5000, "x" * 5000, "why \x1b[31mred", "\x00\u202e", "\u3000", "quit")
    result = call("play", "-v", "directnet", "--seed", "7", typed="\n".join(typed))
    assert result.exit_code == 0, result.output
    assert f"There is no move {'1' * 59}… here; the last one is 3." in " ".join(
        result.output.split()
    )
    assert f"This is not understood: {'x' * 59}…." in " ".join(result.output.split())
    assert (
        "This is not understood: ?[31mred." in result.output
        and "This is not understood: ??." in result.output
    )


def test_what_may_be_said_before_a_card_stands_above_the_cards() -> None:
    """Two announcements, then the eight cards of the hand, with their numbers."""
    result = call("play", "koenigrufen-russbach", "--seed", "28", typed="call L-K\n2\n1\nquit\n")
    may = result.output.split("You may:")[-3:]
    for words, offered in zip((("Hundred", "All Tricks"), ("Hundred",), ()), may, strict=True):
        offered = offered.partition("Your move")[0]
        assert re.findall(r"announce (\w+(?: \w+)?)  ", offered) == list(words)
        numbers = [int(number) for number in re.findall(r"(\d+) [A-Z]-", offered)]
        assert numbers == list(range(len(words) + 1, len(words) + 9))


def test_in_a_narrow_window_no_card_is_torn_from_its_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Twelve cards take two lines of sixty; the heads of the table of tricks are whole words."""
    typed = "bid bettel\n" + "1\n" * 40
    monkeypatch.setenv("COLUMNS", "60")
    result = call("play", "koenigrufen", "--seed", "7", "--rounds", "1", typed=typed)
    assert all(len(line) <= 60 for line in result.output.splitlines())
    assert not re.search(
        r"\d +$", result.output.partition("You may: ")[2].partition("Your move")[0], re.MULTILINE
    )
    assert "…" not in result.output.partition("The tricks")[2]


def test_the_words_to_ask_with_are_those_of_the_language() -> None:
    result = call(
        "play", "-v", "directnet", "--seed", "7", "--lang", "de", typed="hilfe\nwarum solo\nende\n"
    )
    assert "Ja: biete Solo ist erlaubt." in result.output and "aufhören" in result.output


def test_the_end_of_the_input_ends_the_game() -> None:
    result = call("play", "--seed", "7", typed="")
    assert result.exit_code == 0 and "The game ends here." in result.output


def test_a_person_sees_no_card_that_is_hidden() -> None:
    own = deal(GAME, seed=7)
    hidden = own.state.dealt[0] | own.state.dealt[2] | own.state.dealt[3]
    prose = Prose(GAME, "en")
    result = call(
        "play", "-v", "directnet", "--seed", "7", "--seat", "second", typed="?\nwhy XX\nsay\nquit\n"
    )
    before = result.output.replace("bids the Normal Game and calls the XX", "").replace(
        "play T-XX", ""
    )
    before = before.replace("bid Normal Game XX", "").replace("why XX", "")
    shown = set(re.findall(r"[♥♦♣♠][KQCJ0-9]+|\b(?:Sk|[XVI]+)\b", before))
    assert not shown & {prose.card_short(card.index) for card in GAME.deck.within(hidden)}


def test_replay_tells_a_wrong_record_at_its_line(tmp_path: Path) -> None:
    file = tmp_path / "round.yaml"
    call("play", "-v", "directnet", "--auto", "--seed", "7", "--record", str(file))
    text = file.read_text(encoding="utf-8")
    lines = text.splitlines()
    number = next(n for n, line in enumerate(lines) if "play" in line)
    lines[number] = re.sub(r"play \S+(?=})|play \S+$", "play T-XXI", lines[number])
    file.write_text("\n".join(lines), encoding="utf-8")
    result = call("replay", str(file))
    assert result.exit_code == 1
    assert (
        result.stderr.startswith(f"{file}:{number + 1}:")
        and "'play T-XXI' is not legal here" in result.stderr
    )
    file.write_text(re.sub(r"forehand: [-−]?\d+", "forehand: 99", text), encoding="utf-8")
    result = call("replay", str(file))
    assert result.exit_code == 1 and "not 99" in result.stderr


def test_a_record_says_who_sat_where(tmp_path: Path) -> None:
    file = tmp_path / "round.yaml"
    played = deal(GAME, seed=7).after("bid solo")
    text = write(played, seed=7, players=("Anna", "", "Bert\nBrecht", ""))
    file.write_text(text, encoding="utf-8")
    shown = call("replay", str(file)).output
    assert shown.index("Forehand: Anna\nThird hand: Bert Brecht\n") < shown.index("The hands")
    names = {"forehand": "Anna", "third": "Bert\nBrecht"}
    assert json.loads(call("replay", str(file), "--json").output)["players"] == names
    file.write_text(text.replace("third:", "fifth:"), encoding="utf-8")
    result = call("replay", str(file))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"{file}:4:29: record.players.fifth: there is no seat 'fifth'")


def test_what_a_record_says_is_repeated_on_one_line(tmp_path: Path) -> None:
    file = tmp_path / "round.yaml"
    record = {"game": "zwanzigerrufen", "variant": "directnet", "seed": 7}
    for text, shown in (("pass\npass", "pass pass"), ("x" * 5000, f"{'x' * 59}…")):
        file.write_text(
            yaml.safe_dump({"record": {**record, "moves": [{"forehand": text}]}}), encoding="utf-8"
        )
        result = call("replay", str(file))
        assert result.exit_code == 1 and result.stderr.count("\n") == 1
        assert f"'{shown}' is not legal here; this game knows no move “{shown}”" in result.stderr


def test_each_word_between_the_declarer_and_one_opponent_is_told_as_it_stands(
    tmp_path: Path,
) -> None:
    """Second hand doubles for himself, and so does fourth hand; to him the declarer answers, and he
    once more.
    """
    at = deal(loaded("koenigrufen", "base"), seed=7)
    at = at.after(next(move for move in at.moves() if move.kind == "cut"))
    for text in ("bid bettel", *["pass"] * 4, "double game", "pass", "pass", "double game", "pass"):
        at = at.after(text)
    for text in ("double game fourth", *["pass"] * 3, "double game"):
        at = at.after(text)
    file = tmp_path / "round.yaml"
    file.write_text(write(at), encoding="utf-8")
    output = re.findall(r"^.*ontra.*$", call("replay", str(file)).output, re.MULTILINE)
    assert output == [
        "Second hand: says Kontra to the game",
        "Fourth hand: says Kontra to the game",
        "Forehand: says Rekontra to fourth hand",
        "Fourth hand: says Subkontra to the game",
    ]
    asked = call("why", str(file), "--after", str(len(at.history) - 1), "double game").output
    assert "the next word on it is Subkontra." in asked


def test_a_question_that_a_round_does_not_leave_open_is_told(tmp_path: Path) -> None:
    file = tmp_path / "round.yaml"
    call("play", "-v", "directnet", "--auto", "--seed", "7", "--record", str(file))
    file.write_text(
        f"{file.read_text(encoding='utf-8')}  rules_are_silent: kontra\n", encoding="utf-8"
    )
    result = call("replay", str(file))
    assert result.exit_code == 1
    assert "record.rules_are_silent: the rules settle this round; take it out" in result.stderr


def test_a_record_that_ends_early_is_told_as_far_as_it_goes(tmp_path: Path) -> None:
    file = tmp_path / "round.yaml"
    file.write_text(
        "record: {game: zwanzigerrufen, variant: directnet, seed: 7, moves: [{forehand: bid solo}]}",
        encoding="utf-8",
    )
    result = call("replay", str(file))
    assert result.exit_code == 0
    assert (
        "Forehand: bids the Solo" in result.output
        and "it would be the turn of forehand" in result.output
    )


def test_a_record_of_hands_and_a_talon_is_told_from_its_first_word(tmp_path: Path) -> None:
    """Forty-eight cards in four hands, six on the table: whoever told it anew left the talon out of
    the deal.
    """
    game = loaded("koenigrufen", "wien")
    ids = [card.id for card in game.deck.cards]
    dealt = deal(game, hands=[ids[n : n + 12] for n in range(0, 48, 12)], talon=reversed(ids[48:]))
    file = tmp_path / "round.yaml"
    file.write_text(write(played_out(dealt)), encoding="utf-8")
    result = call("replay", str(file))
    assert result.exit_code == 0 and "The settlement" in result.output
    assert "Talon" in result.output and re.search(r"Forehand: (bids|opens|passes)", result.output)
    assert call("why", str(file), "--after", "0", "pass").exit_code == 0


def test_random_rounds_are_counted_whole_and_the_same_each_time(sampled: Sampled) -> None:
    for game, variant in sampled(VARIANTS, 4):
        args = ("random", game, "-v", variant, "--rounds", "200", "--seed", "3", "--json")
        report = json.loads(call(*args).output)
        assert report["rounds"] == 200
        unsettled = sum(report["thrown_in"].values()) + sum(report["rules_are_silent"].values())
        assert sum(row["rounds"] for row in report["contracts"].values()) + unsettled == 200
        assert report == json.loads(call(*args).output)
        assert set(report["contracts"]) == set(loaded(game, variant).contracts)
    shown = call("random", "-v", "directnet", "--rounds", "200", "--seed", "3", "--lang", "de")
    assert shown.exit_code == 0 and "200 zufällige Runden" in shown.output


def test_random_rounds_name_each_way_in_which_a_bonus_comes_out() -> None:
    for lang in LANGUAGES:
        assert all(Phrases(lang)(verdict) for verdict in get_args(Verdict))


def test_where_no_rule_says_what_follows_and_nobody_asked_it_is_told_without_a_gap() -> None:
    game, path = loaded("koenigrufen", "base"), "contracts.trischaken.payments.two_losers.total"
    found = {
        lang: card_text.silence(Prose(game, lang), Phrases(lang), path)
        for lang in ("en", "de", "ja")
    }
    assert found == {
        "en": f"The rules do not say what this round comes to ({path}).",
        "de": f"Die Regeln sagen nicht, was diese Runde ergibt ({path}).",
        "ja": f"このラウンドがどうなるかは、規則に書かれていません（{path}）。",
    }


def test_no_name_of_a_rule_set_is_cut_off() -> None:
    for lang in languages():
        output = CliRunner(env={"COLUMNS": "60"}).invoke(zwanz, ["games", "-l", lang]).output
        assert "…" not in output, lang
        assert max(map(cell_len, output.splitlines())) <= 60


def test_games_lists_every_variant() -> None:
    report = json.loads(call("games", "--json").output)
    there = {row["game"]: [each["variant"] for each in row["variants"]] for row in report["games"]}
    known = library()
    assert there == {game: ["base", *known.variants(game)] for game in known.games()}
    assert report["languages"] == list(languages())
    shown = call("games").output
    assert all(variant in shown for _, variant in VARIANTS)


def test_a_case_of_payments_is_told_below_the_line_that_it_settles(tmp_path: Path) -> None:
    """Why amounts are what they are, which the reason of the game does not say."""
    folder = library().root / "slovenian-tarok" / "examples"
    (case,) = (
        each for each in cases(folder / "rounds.yaml") if each.id.startswith("rounds/klop-with")
    )
    (played,) = case.rounds()
    file = tmp_path / "klop.yaml"
    file.write_text(write(played), encoding="utf-8")
    told = " ".join(call("replay", str(file)).output.split())
    sentence = "Otherwise points are written like this: Everybody scores −1 point for each card"
    assert f"took the most card points: 32⅔ {sentence} point of one's own" in told
    ledger = played.ledger()
    assert ledger is not None
    (note,) = texts_of(played.game, "en").settlement(ledger, ())["notes"]
    assert note.startswith(sentence)


def test_what_is_not_settled_is_told_with_its_rule(tmp_path: Path) -> None:
    at = deal(GAME, seed=3).after("bid solo").after("announce absolut").after("announce valat")
    file = tmp_path / "round.yaml"
    file.write_text(write(played_out(at), 3), encoding="utf-8")
    output = call("replay", str(file)).output
    output = " ".join(output.split())
    assert "Not settled: the game, the Absolut, the Capture of the Mond. Beside the Valat" in output


# What a person may ask


def asked(*typed: str, game: str = "zwanzigerrufen:directnet", lang: str = "en") -> str:
    """What is answered to lines that second hand types in the auction of seed 7, on one line."""
    args = ("play", game, "--seed", "7", "--seat", "second", "--lang", lang)
    result = call(*args, typed="\n".join((*typed, "quit")))
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


def test_what_a_word_is_and_pays_is_told_from_the_rules_and_the_glossary() -> None:
    """56 card points, one point and two: Directnet, Spielregeln."""
    output = asked("what Absolut", "what absolut")
    assert output.count("Unannounced it is worth 1 point. Announced it is worth 2 points.") == 2
    assert output.count("A clear victory, with 56 card points or more.") == 2
    german = asked("was Absolut", "was solo", "was kontra", lang="de")
    assert "Der Wert ohne Ansage: 1 Punkt. Der Wert mit Ansage: 2 Punkte." in german
    assert "Solo: Das Solo, auch Schwarzer genannt: Der Ansager spielt allein." in german
    assert "Die Worte des Verdoppelns, eines auf das andere: Kontra, Rekontra" in german
    japanese = call("play", "--seed", "7", "--lang", "ja", typed="what アブソルート\n").output
    assert "宣言すると2点です。" in japanese


def test_an_id_and_the_beginning_of_a_name_mean_a_word_and_so_does_another_language() -> None:
    assert asked("what pagat_ult").count("Only the holder of the Pagat may announce it.") == 1
    assert "Only the holder of the Pagat" in asked("what パガット・ウルティモ")


def test_an_unknown_word_is_told_with_one_like_it() -> None:
    output = asked("was Absolutt", "was Vollad", "was", lang="de")
    assert "Ein Wort Absolutt haben diese Regeln nicht. War Absolut gemeint?" in output
    assert "Ein Wort Vollad haben diese Regeln nicht. Dein Zug>" in output
    assert "von diesen und anderen: Rufer, Farbensolo, Solo, Absolut, Pagat ultimo" in output


@pytest.mark.sample(12)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_every_contract_bonus_and_word_of_doubling_can_be_looked_up(
    game: str, variant: str, lang: str
) -> None:
    rules = loaded(game, variant)
    lookup = Lookup(Prose(rules, lang), Phrases(lang))
    unknown = Phrases(lang)("no_word", text="").strip(" .。")
    levels = rules.kontra.levels if rules.kontra else ()
    for word in (*rules.contracts, *rules.bonuses, *rules.declarations, *levels):
        console = Console(width=10_000, record=True, file=StringIO())
        console.print(lookup.paragraphs(word))
        output = console.export_text()
        assert unknown not in output and len(output) > len(word) + 10, word


def test_the_hint_is_the_move_of_a_sampling_player() -> None:
    at = deal(GAME, seed=7).after("bid rufer T-XX").after("pass")
    best, other, *_ = SamplingPlayer(HINT, compiled=False).weigh(at.view(1))
    form = MoveParser(Prose(GAME, "de")).forms(best.move)[0]
    assert f"Tipp: {form} (" in asked("tipp", lang="de")
    output = asked("hint")
    assert f"Hint: {MoveParser(Prose(GAME, 'en')).forms(best.move)[0]} (" in output
    assert f"Expected: {best.points:+.1f}.".replace("-", "−") in output
    assert f"Next: {MoveParser(Prose(GAME, 'en')).forms(other.move)[0]}, " in output


@pytest.mark.parametrize(
    ("figures", "told"),
    [
        # A quiet move goes first unless another is clearly better, whatever the means are.
        ((-0.1, 0.04), "Expected: −0.1. Not surely better: {other}, +0.0."),
        ((0.5, 0.2), "Expected: +0.5. Next: {other}, +0.2."),
        ((0.21, 0.24), "Expected: +0.2. Next: {other}, +0.2."),
        ((0.04, -0.04), "Expected: +0.0. Next: {other}, +0.0."),
    ],
)
def test_what_may_be_better_by_chance_is_not_said_to_be_next(
    figures: tuple[float, float], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = deal(GAME, seed=7).after("bid rufer T-XX")
    quiet, other = at.moves()[-1], at.moves()[0]
    weighed = [
        WeighedMove(move, points, 0.3) for move, points in zip((quiet, other), figures, strict=True)
    ]
    monkeypatch.setattr(SamplingPlayer, "weigh", lambda player, view: tuple(weighed))
    prose = Prose(GAME, "en")
    parser = MoveParser(prose)
    said = Person(Transcript(prose, Phrases("en")), parser, 1)._hint(at, int(at.turn or 0))
    assert said.endswith(told.format(other=parser.forms(other)[0])), said


@pytest.mark.skipif(not can_compile(), reason="numba is not installed: extra fast")
@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Not surely better: bid Zwiccolo, +0.0."),
        ("de", "Nicht sicher besser: biete Zwiccolo, +0,0."),
        ("ja", "確かに良いとは言えない手：ツヴィッコロをビッド、+0.0点。"),
    ],
)
def test_the_figures_of_a_hint_fit_their_order(lang: str, told: str) -> None:
    word = {"en": "hint", "de": "tipp", "ja": "ヒント"}[lang]
    output = call("play", "koenigrufen:wien", "--seed", "7", "--lang", lang, typed=f"{word}\n")
    said = "".join(output.output.split())  # a line of Japanese may end anywhere
    assert "".join(told.split()) in said, said


def test_out_of_turn_the_hint_is_to_say_nothing() -> None:
    at = deal(GAME, seed=7)
    prose = Prose(GAME, "en")
    person = Person(Transcript(prose, Phrases("en")), MoveParser(prose), 1)
    assert person._hint(at, 1) == "Hint: say nothing here."


def test_why_with_a_number_means_the_move_that_is_shown() -> None:
    assert "Yes: bid Solo is legal." in asked("why 1")
    assert "Ja: weiter ist erlaubt." in asked("warum 4", lang="de")
    assert "This is not understood: 99." in asked("why 99")


@pytest.mark.sample(9)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_each_move_offered_is_understood_as_it_is_shown(game: str, variant: str, lang: str) -> None:
    """All ways to type each move that is met in six rounds at random; the canonical text as well."""
    rules = loaded(game, variant)
    parser, seen = MoveParser(Prose(rules, lang)), set[tuple[str, str]]()
    for seed in range(6):
        chance, at = Random(seed), deal(rules, seed=seed)
        while at.turn is not None:
            moves = at.moves()
            for move in moves:
                if (at.step, str(move)) not in seen:
                    seen.add((at.step, str(move)))
                    for typed in (str(move), *parser.forms(move)):
                        assert parser.parse(typed, at).move == move, (typed, at.step)
            at = at.after(chance.choice(moves))


def test_german_moves_are_shown_and_understood_in_german() -> None:
    shown = asked("?", "weiter", lang="de")
    for row in ("1 biete Solo", "2 sage Valat an", "3 kontriere Spiel", "4 weiter sagt weiter"):
        assert row in shown
    assert "Zweite Hand (du): sagt weiter" in shown
    assert "Zweite Hand (du): sagt weiter" in asked("passe", lang="de")
    assert "Zweite Hand (du): sagt Kontra auf das Spiel" in asked("Kontra Spiel", lang="de")
    assert "セカンドハンド（あなた）：パスする" in asked("パス", lang="ja")
    parser = MoveParser(Prose(GAME, "de"))
    words = {kind: parser.forms(Move(kind, kind)) for kind in ("open", "hold", "pass", "throw-in")}
    assert "eröffne" in words["open"] and "halte" in words["hold"]
    assert {"weiter", "passe"} <= {*words["pass"]} and "wirf zusammen" in words["throw-in"]


def test_players_keep_their_names_as_the_seats_move_on() -> None:
    """Whoever sits first at forehand sits last in the second round, and the others one before."""
    args = ("play", "-v", "directnet", "--seed", "7", "--rounds", "3")
    output = " ".join(call(*args, typed="1\n" * 120).output.split())
    tables = re.findall(r"With you at the table: (.+?)\. ", output)
    assert tables == [
        "Anna (second hand), Ben (third hand), Clara (fourth hand)",
        "Anna (forehand), Ben (second hand), Clara (third hand)",
        "Ben (forehand), Clara (second hand), Anna (fourth hand)",
    ]
    assert re.search(r"The scores: player 1 \(you\): \S+, Anna: \S+, Ben: \S+, Clara: ", output)


def test_there_are_names_for_every_seat_of_every_game() -> None:
    most = max(loaded(*each).table.players for each in VARIANTS)
    for lang in LANGUAGES:
        names = Phrases(lang).names()
        assert len({*names}) == len(names) >= most - 1


def test_rules_tells_where_the_book_is_or_what_builds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    missing = asked("regeln", lang="de")
    command = "zwanz book zwanzigerrufen:directnet --lang de --format html"
    assert f"In build liegt kein Buch dieser Regeln. So entsteht es: {command}" in missing
    page = Path("build/zwanzigerrufen.directnet.de.html")
    page.parent.mkdir()
    page.write_text("", encoding="utf-8")
    assert f"Das Buch liegt hier: {page}" in asked("regeln", lang="de")


@pytest.mark.skipif(sys.platform != "linux", reason="what opens pages has another name")
def test_rules_builds_the_page_and_opens_it_at_a_terminal(tmp_path: Path) -> None:
    opened = tmp_path / "opened.html"
    opener = tmp_path / "bin" / "xdg-open"
    opener.parent.mkdir()
    opener.write_text(f'#!/bin/sh\ncp "$1" {opened}.part && mv {opened}.part {opened}\n')
    opener.chmod(0o755)
    ours, theirs = os.openpty()
    playing = subprocess.Popen(
        [sys.executable, "-m", "zwanz_ssot", "play", "directnet", "--seed", "1", "--lang", "de"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{opener.parent}:{os.environ['PATH']}"},
        start_new_session=True,
    )
    os.close(theirs)
    os.write(ours, b"regeln\n")
    printed, latest = b"", time.monotonic() + 120
    try:
        while not opened.exists() and time.monotonic() < latest:
            if select.select([ours], [], [], 0.2)[0]:
                printed += os.read(ours, 65536)
    finally:
        os.killpg(playing.pid, signal.SIGKILL)
        playing.wait(60)
        os.close(ours)
    assert "Das Buch entsteht" in printed.decode(errors="replace")
    assert "<title>" in opened.read_text(encoding="utf-8")


def test_a_seat_is_refused_where_nobody_sits_down() -> None:
    result = call("play", "--auto", "--seat", "third")
    assert result.exit_code == 2 and "--seat goes without --auto" in result.stderr


def test_no_move_is_cut_off_where_its_words_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Japanese words have no blank to break a line at."""
    monkeypatch.setenv("COLUMNS", "80")
    args = ("koenigrufen-graden", "--seed", "3", "--seat", "second", "--lang", "ja")
    shown = call("play", *args, typed="quit\n").output
    assert "できること" in shown and "…" not in shown


@pytest.mark.parametrize("command", ["check", "examples"])
def test_a_file_that_is_not_there_is_told_in_one_line(command: str) -> None:
    result = call(command, "nope.yaml")
    assert result.exit_code == 2
    assert result.stderr == "zwanz: there is no file 'nope.yaml'\n"


# seats in German sentences


def test_a_seat_in_a_german_sentence_has_its_article() -> None:
    at = deal(GAME, seed=7).after("bid rufer T-XX").after("pass")
    prose, phrases = Prose(GAME, "de"), Phrases("de")

    def shown(part: RenderableType) -> str:
        console = Console(width=1000, record=True, file=StringIO())
        console.print(part)
        return console.export_text()

    assert "An der Reihe ist die zweite Hand\n" in shown(position_text(at, prose, phrases))
    whole = shown(Transcript(prose, phrases).whole(at))
    assert "Hier endet die Aufzeichnung; an der Reihe wäre die zweite Hand." in whole
    while not at.view(0).winners:
        at = at.after(at.moves()[-1])
    seats = ("der Vorhand", "der zweiten Hand", "der dritten Hand", "der vierten Hand")
    winner = at.view(0).winners[0]
    for seat, marked in ((int(winner), " (du)"), ((winner + 1) % 4, "")):
        last = shown(PlayerView(prose, phrases, at.view(seat)).last_trick())
        assert f"gewonnen von {seats[winner]}{marked}: " in last, last
    who = Person(Transcript(prose, phrases), MoveParser(prose), 1)._name(3, "nom")
    assert who == "die vierte Hand"


def test_a_reason_of_a_german_settlement_names_seats_with_their_articles() -> None:
    """Rußbach, where two who are no declarers may announce together."""
    game = loaded("koenigrufen-russbach", "base")
    reasons = set()
    for seed in range(1, 5):
        ledger = played_out(deal(game, seed=seed), seated("random", 4, seed=seed)).ledger()
        assert ledger is not None
        reasons |= {row.reason for row in Prose(game, "de").ledger(ledger)}
    told = " ".join(reasons)
    assert "die zweite Hand und die vierte Hand haben 4 Stiche" in told
    assert not re.search(r"(?<!die )(zweite Hand|dritte Hand|vierte Hand|Vorhand)", told), told
