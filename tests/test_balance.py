"""``zwanz balance``: figures with intervals that were worked out by hand, and rule sets compared
with the same cards.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from statistics import pvariance
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

import balance_page
import zwanz_ssot
from zwanz_ssot.analysis.balance import (
    Balance,
    Figure,
    balance,
    balance_of_rows,
    data,
    difference,
    figures_of_evenings,
    wilson,
)
from zwanz_ssot.analysis.figure_words import FigureWords
from zwanz_ssot.analysis.simulation import Evening, evening, simulate
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.game_names import resolve_game
from zwanz_ssot.model import Game
from zwanz_ssot.players import seated

DEARER = """\
variant: dearer
of: zwanzigerrufen
name: {en: Dearer, de: Teurer}
changes:
  - {at: contracts.solo.value, was: 4, set: 8, source: wikipedia §Contracts}
"""
ROUNDS = 400


def call(*args: object) -> Result:
    return CliRunner().invoke(zwanz, ["balance", *map(str, args)])


@pytest.fixture(scope="module")
def directnet() -> Game:
    return zwanz_ssot.load("zwanzigerrufen", "directnet")


@pytest.fixture(scope="module")
def random_rounds(directnet: Game) -> list[dict[str, Any]]:
    return [*simulate(directnet, ROUNDS, players="random", jobs=1)]


@pytest.fixture(scope="module")
def played(directnet: Game, random_rounds: list[dict[str, Any]]) -> Balance:
    return balance_of_rows(directnet, ROUNDS, random_rounds)


def test_the_interval_of_a_share_is_wilsons() -> None:
    """By hand, z = 1.959964, z² = 3.841459. Of 10 of 10: the lower end is n / (n + z²)."""
    none, whole = wilson(0, 10), wilson(10, 10)
    assert (none.value, none.low) == (0, 0)
    assert none.high == pytest.approx(3.841459 / 13.841459, abs=1e-6)
    assert whole.low == pytest.approx(10 / 13.841459, abs=1e-6)
    assert whole.high == pytest.approx(1)
    half = wilson(5, 10)
    width = 1.959964 * (10 * 0.25 + 3.841459 / 4) ** 0.5 / 13.841459
    assert (half.low, half.high) == pytest.approx((0.5 - width, 0.5 + width), abs=1e-6)


def test_the_interval_of_a_mean_is_its_standard_error_on_both_sides() -> None:
    """1, 2, 3, 4, twice: mean 2.5, variance 10/7, standard error √(10/56)."""
    figure = Figure(is_share=False)
    for number, value in enumerate((1, 2, 3, 4) * 2):
        figure.add(number, value)
    found = figure.interval(8)
    assert found is not None and found.low is not None and found.high is not None
    assert found.value == 2.5
    half = 1.959964 * (10 / 56) ** 0.5
    assert (found.low, found.high) == pytest.approx((2.5 - half, 2.5 + half), abs=1e-5)


def test_the_interval_of_what_not_every_round_tells_weighs_the_rounds_that_do() -> None:
    """4 and 8 in six of twelve rounds: mean 6, six pulls of 4, six of 0: variance 96/11."""
    figure = Figure(is_share=False)
    for number in range(0, 12, 2):
        figure.add(number, 4 if number % 4 else 8)
    found = figure.interval(12)
    assert found is not None and found.high is not None
    assert found.value == 6
    assert found.high - 6 == pytest.approx(1.959964 * (96 / 11 / 12) ** 0.5, abs=1e-5)


def test_figures_are_what_is_counted_in_the_rows(
    played: Balance, random_rounds: list[dict[str, Any]]
) -> None:
    solos = [row for row in random_rounds if row["contract"] == "solo"]
    bid, won = (
        played.interval(("contract", "solo", "bid")),
        played.interval(("contract", "solo", "won")),
    )
    gets = played.interval(("contract", "solo", "declarer gets"))
    assert bid and won and gets and len(solos) > 20
    assert bid.value == len(solos) / ROUNDS
    assert won.value == sum(row["won_by"] == "declarers" for row in solos) / len(solos)
    assert gets.value == pytest.approx(
        sum(row["scores"][row["declarer"]] for row in solos) / len(solos)
    )
    seats = [played.interval(("contract", "solo", seat)) for seat in random_rounds[0]["scores"]]
    assert sum(seat.value for seat in seats if seat) == pytest.approx(bid.value)
    forehand = [row["scores"]["forehand"] for row in random_rounds if not row["rules_are_silent"]]
    variance = played.interval(("seat", "forehand", "variance"))
    assert variance and variance.value == pytest.approx(pvariance(forehand))
    scores = [played.interval(("seat", seat, "score")) for seat in random_rounds[0]["scores"]]
    assert sum(score.value for score in scores if score) == pytest.approx(0)


def test_a_rule_set_against_itself_differs_in_nothing(played: Balance) -> None:
    for name in played.figures:
        found = difference(played, played, name)
        assert found is None or (found.value, found.low, found.high) == (0, None, None)
    assert not any(figure["differs"] for figure in data(played, played)["figures"])


def test_two_files_of_one_name_are_told_apart_by_their_paths(tmp_path: Path) -> None:
    found = []
    for day in ("monday", "tuesday"):
        file = tmp_path / day / "house.yaml"
        file.parent.mkdir()
        file.write_text(DEARER, encoding="utf-8")
        found.append(balance_of_rows(zwanz_ssot.load("zwanzigerrufen", str(file)), 0, []))
    names = {"a": "zwanzigerrufen:monday/house.yaml", "b": "zwanzigerrufen:tuesday/house.yaml"}
    assert data(*found).items() >= names.items()


def test_a_solo_of_twice_the_value_is_marked_and_nothing_of_other_contracts(
    tmp_path: Path,
) -> None:
    """Random players do the same by both rules, so that nothing but the amounts can differ."""
    file = tmp_path / "dearer.yaml"
    file.write_text(DEARER, encoding="utf-8")
    base = balance(zwanz_ssot.load("zwanzigerrufen"), ROUNDS, players="random", jobs=1)
    dearer = balance(resolve_game(str(file)), ROUNDS, players="random", jobs=1)
    marked = {
        (each["table"], each["row"], each["column"])
        for each in data(base, dearer)["figures"]
        if each["differs"]
    }
    assert ("contract", "solo", "declarer gets") in marked
    for table, row, column in marked:
        assert table == "seat" or row == "solo" or (row.startswith("game") and column == "brings")
        assert column not in ("bid", "won", "rounds")


def test_few_rounds_that_differ_are_no_difference(directnet: Game) -> None:
    name = ("seat", "forehand", "score")
    for differing, marked in ((5, False), (6, True)):
        one, other = Figure(is_share=False), Figure(is_share=False)
        for number in range(100):
            one.add(number, 0)
            other.add(number, number < differing)
        found = difference(
            Balance(directnet, 100, {name: one}), Balance(directnet, 100, {name: other}), name
        )
        assert found is not None and found.value == pytest.approx(differing / 100)
        assert found.excludes_zero is marked


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "no difference"), ("de", "kein Unterschied"), ("ja", "差なし")]
)
def test_a_figure_that_no_round_changes_does_not_ask_for_more_rounds(
    lang: str, told: str, directnet: Game
) -> None:
    name = ("seat", "forehand", "score")
    one, other = Figure(is_share=False), Figure(is_share=False)
    for number in range(100):
        one.add(number, number)
        other.add(number, number)
    before, after = (Balance(directnet, 100, {name: each}) for each in (one, other))
    ((*_, difference_told),) = FigureWords([before, after], lang).rows("seat")
    assert difference_told == told
    other.add(0, 1, 0)
    other.add(1, -1, 0)  # as much in all, but not in each round
    ((*_, difference_told),) = FigureWords([before, after], lang).rows("seat")
    assert difference_told.startswith("+0") and told not in difference_told


def test_what_few_rounds_tell_has_no_interval(directnet: Game) -> None:
    """One round that is won tells nothing of a share, whatever a hundred others say."""
    name = ("contract", "solo", "won")
    one, other = Figure(is_share=True), Figure(is_share=True)
    one.add(0, 1)
    for number in range(100):
        other.add(number, number % 2)
    found = difference(
        Balance(directnet, 100, {name: one}), Balance(directnet, 100, {name: other}), name
    )
    assert found is not None and found.low is None and not found.excludes_zero


def test_all_three_forms_say_the_same() -> None:
    args = ("directnet", "--against", "wikipedia", "--rounds", 60, "--players", "random")
    report = json.loads(call(*args, "--json").stdout)
    assert (report["a"], report["b"], report["rounds"]) == (
        "zwanzigerrufen:directnet",
        "zwanzigerrufen:wikipedia",
        60,
    )
    markdown, text = call(*args, "--markdown").stdout, call(*args).stdout
    bid = next(
        each for each in report["figures"] if (each["row"], each["column"]) == ("solo", "bid")
    )
    for answer in (markdown, text):
        assert f"{bid['a']['value'] * 100:.1f} % ({bid['a']['low'] * 100:.1f}, " in answer
    assert "| Contracts | A | B | B − A |" in markdown


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ("directnet --against nothing", "there is no game or variant 'nothing'"),
        ("directnet --against rufmariasch", "cannot be played with the same cards"),
        ("directnet --players clever", "there is no player 'clever'"),
        ("directnet --markdown --json", "--markdown or --json"),
        ("directnet --rounds 1", "--rounds"),
    ],
)
def test_a_wrong_call_is_told_in_a_sentence(args: str, sentence: str) -> None:
    result = call(*args.split())
    assert result.exit_code == 2 and sentence in result.stderr and result.stdout == ""


def test_an_evening_is_played_as_a_match_and_counted(directnet: Game) -> None:
    """Twenty rounds of directnet, by hand with `Match`; its scores sum to nothing."""
    found = evening(directnet, 2, seed=7, players="random")
    match = zwanz_ssot.Match(directnet)
    for dealt in range(20):
        seed = 7 + 1000 + dealt
        at_table = seated("random", 4, seed=seed)
        played = match.deal(seed=seed)
        while (seat := played.turn) is not None:
            played = played.after(at_table[seat].choose(played.view(seat)))
        match = match.after(played)
    assert (found.rounds, found.ended, found.scores) == (20, True, match.final_scores)

    # Four players who end at +6, +2, −2, −6 lie 4 from their mean.
    figures = figures_of_evenings(
        [Evening(1, 20, True, (6, 2, -2, -6)), Evening(2, 12, True, (0, 0, 0, 0))]
    )
    assert figures["evening", "match", "rounds"].sums == (32, 2)
    assert figures["evening", "player", "ends from the mean"].sums == (4, 2)


def test_a_match_that_ends_has_its_own_length() -> None:
    """Each loses his stock or somebody reaches the target: `Match.over` says when."""
    game = zwanz_ssot.load("rufmariasch")
    found = evening(game, 1, players="random")
    assert found.ended
    target = zwanz_ssot.Match(game).target
    assert target is None or max(found.scores) >= target


def test_the_page_has_a_picture_of_each_group_with_its_figures_in_words(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="Matplotlib is not installed")
    house, page = tmp_path / "house.yaml", tmp_path / "page.html"
    house.write_text(DEARER, encoding="utf-8")
    args = ("--rounds", 60, "--players", "random", "--jobs", 1, "--page", page)
    answer = call("wikipedia", "--against", house, *args, "--json")
    assert answer.exit_code == 0, answer.output
    figures = {
        (each["table"], each["row"], each["column"]): each
        for each in json.loads(answer.stdout)["figures"]
    }
    text = page.read_text(encoding="utf-8")
    first = text
    tree = ElementTree.fromstring(
        re.sub(r"(?s).*?<svg role", "<svg role", text, count=1).split("</svg>")[0] + "</svg>"
    )
    alt = tree.get("aria-label")
    solo = figures["contract", "solo", "bid"]
    assert f"Solo: {100 * solo['a']['value']:.2f} against {100 * solo['b']['value']:.2f}" in alt
    assert call("wikipedia", "--against", house, *args).exit_code == 0
    assert page.read_text(encoding="utf-8") == first


def test_a_page_of_another_ending_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "page.pdf"
    answer = call("directnet", "--rounds", 2, "--page", page)
    assert answer.exit_code == 2 and "page.pdf: a page ends in .html" in answer.output
    assert not page.exists()


def test_a_page_without_matplotlib_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    answer = call("directnet", "--rounds", 2, "--page", tmp_path / "page.html")
    assert answer.exit_code == 3
    assert "pip install matplotlib" in answer.output


def test_the_page_plays_each_rule_set_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def heard(game: Game, rounds: int, **more: Any) -> Balance:
        asked.append(game.variant)
        return balance(game, rounds, evenings=more["evenings"], jobs=1)

    monkeypatch.setattr(balance_page, "balance", heard)
    monkeypatch.setattr(balance_page, "CHANGES", balance_page.CHANGES[:2])
    text = balance_page.page(20, 1)
    assert asked == ["directnet", "solo-5", "six-suit-cards"]
    calls = re.findall(r"^    zwanz (.*)$", text, re.MULTILINE)
    assert len(calls) == 2
    for call in calls:
        printed = CliRunner().invoke(zwanz, [*call.split(), "--markdown"]).stdout
        marked = [line for line in printed.splitlines() if line.endswith("\\* |")]
        wanted = [line.replace(" \\*", "") for line in marked]
        shown = text.replace("\N{NO-BREAK SPACE}", " ").splitlines()
        assert [line for line in shown if line in wanted] == wanted


IN_LANGUAGES = [
    ("en", ["Contracts", "Rufer, bid", "Trull silent, rounds", "second hand, score"]),
    ("de", ["Spiele", "Rufer, angesagt", "Trull ohne Ansage, Runden", "zweite Hand, Punkte"]),
    (
        "ja",
        [
            "コントラクト",
            "ルーファー、ビッド",
            "トゥルル（宣言なし）、",
            "セカンドハンド、得点",
        ],
    ),
]
ENGLISH = [
    "Contracts",
    "Settlement",
    "Seats",
    "Evenings",
    "rounds",
    "bid",
    "won",
    "gets",
    "silent",
    "announced",
    "doubled",
    "brings",
    "score",
    "variance",
    "match",
    "ended",
    "mean",
    "few",
    "figures",
    "differ",
    "interval",
    "brackets",
    "points",
    "Nothing",
]


@pytest.mark.parametrize(("lang", "told"), IN_LANGUAGES)
def test_its_figures_are_told_in_each_language(
    lang: str, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")  # so that no label is wrapped
    args = ("koenigrufen:wien", "--rounds", 40, "--players", "random", "--evenings", 2)
    for form in ((), ("--markdown",), ("--against", "koenigrufen:wien")):
        answer = call(*args, "--lang", lang, *form)
        assert answer.exit_code == 0, answer.output
        for text in told:
            assert text in answer.stdout, (text, answer.stdout)
        if lang != "en":
            words = re.findall(r"[A-Za-z]+", answer.stdout)
            assert not {*ENGLISH} & {*words}, {*ENGLISH} & {*words}


def test_german_figures_have_a_comma() -> None:
    text = call("directnet", "--rounds", 20, "--players", "random", "--lang", "de").stdout
    figures = text.split("In Klammern")[0]
    assert re.search(r"\d,\d %? ?\(\d+,\d; \d+,\d\)", figures), figures
    assert not re.search(r"\d\.\d", figures)


def test_the_page_is_in_the_language_asked_for(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="Matplotlib is not installed")
    page = tmp_path / "page.html"
    args = ("--rounds", 30, "--players", "random", "--jobs", 1, "--page", page, "--lang", "ja")
    answer = call("directnet", "--against", "wikipedia", *args)
    assert answer.exit_code == 0 and "Glyph" not in answer.output, answer.output
    text = re.sub(r"(?s)<style>.*?</style>|<[^>]*?>", " ", page.read_text(encoding="utf-8"))
    assert '<html lang="ja">' in page.read_text(encoding="utf-8")
    assert not {*ENGLISH, "and", "the", "Seats"} & {*re.findall("[A-Za-z]+", text)}


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Nothing differs: each figure is the same by both rule sets."),
        ("de", "Nichts unterscheidet sich: Jeder Wert ist nach beiden Regeln derselbe."),
        ("ja", "違いはありません。"),
    ],
)
def test_a_game_against_itself_is_said_to_differ_in_nothing(lang: str, told: str) -> None:
    args = ("directnet", "--against", "directnet", "--rounds", 10, "--players", "random")
    assert told in call(*args, "--lang", lang).stdout
    assert told in call(*args, "--lang", lang, "--markdown").stdout
    alone = call(*args[:1], *args[3:], "--lang", lang).stdout
    assert told not in alone and "differ" not in alone


@pytest.mark.parametrize(("lang", "decimal"), [("de", ","), ("en", ".")])
def test_axes_have_the_decimal_sign_of_the_language(
    tmp_path: Path, lang: str, decimal: str
) -> None:
    page = tmp_path / "page.html"
    args = ("--rounds", 100, "--players", "simple", "--jobs", 1, "--page", page, "--lang", lang)
    assert call("directnet", *args).exit_code == 0
    ticks = re.findall(r"<text[^>]*>−?\d+([.,])\d+</text>", page.read_text(encoding="utf-8"))
    assert {*ticks} == {decimal}


def test_how_many_figures_differ_is_told() -> None:
    args = ("directnet", "--against", "rulebook", "--rounds", 60, "--players", "random")
    text = call(*args, "--markdown").stdout
    rows = [line for line in text.splitlines() if line.startswith("|") and "---" not in line]
    marked = sum(line.endswith(" \\* |") for line in rows)
    every = sum(not line.endswith("B − A |") for line in rows)
    assert marked > 1 and f"{marked} of {every} figures differ." in text
