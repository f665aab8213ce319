"""``zwanz simulate``: a row a round, the same however many processes play and however it is
interrupted.
"""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bounded import hear_interrupts
from click.testing import CliRunner, Result

import zwanz_ssot
from zwanz_ssot.analysis import simulation
from zwanz_ssot.analysis.simulation import columns, flat, round_row, simulate, write_rows
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.library import library
from zwanz_ssot.model import SEATS, Game
from zwanz_ssot.positions import played_out
from zwanz_ssot.problems import ZwanzError

RULE_SETS = [
    (game, variant) for game in library().games() for variant in ("base", *library().variants(game))
]


def call(*args: object) -> Result:
    return CliRunner().invoke(zwanz, ["simulate", *map(str, args)])


def rows_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def directnet() -> Game:
    return zwanz_ssot.load("zwanzigerrufen", "directnet")


@pytest.mark.sample(6)
@pytest.mark.parametrize(("game", "variant"), RULE_SETS)
def test_items_add_up_to_the_scores_and_scores_to_zero(game: str, variant: str) -> None:
    rules = zwanz_ssot.load(game, variant)
    settled = 0
    for row in simulate(rules, 60, players="random", jobs=1):
        seats = SEATS[: rules.table.players]
        assert tuple(row["scores"]) == seats
        if row["rules_are_silent"]:
            assert set(row["scores"].values()) == {None}
            continue
        sums = {seat: sum(item["each"][seat] for item in row["items"]) for seat in seats}
        assert sums == row["scores"]
        if rules.sums_to_zero:
            assert sum(row["scores"].values()) == 0
        if row["thrown_in"]:
            assert not row["items"] and row["contract"] is None and row["won_by"] is None
            continue
        settled += 1
        assert row["contract"] in rules.contracts
        assert flat(rules, row).keys() == columns(rules).keys()
        named = [item["item"] for item in row["items"]]
        assert "game" in named or "game" in row["replaced"]
        assert (row["won_by"] is None) == (row["points"] is None)
    assert settled >= 20


def test_a_row_tells_the_round_that_the_seed_deals(directnet: Game) -> None:
    """What the engine's own round says, asked part by part."""
    for number in (4, 8, 9):
        row = round_row(directnet, number, seed=10)
        played = played_out(zwanz_ssot.deal(directnet, seed=10 + number - 1))
        ledger = played.ledger()
        assert ledger is not None and played.contract is not None and played.declarer is not None
        assert row["seed"] == 10 + number - 1
        assert row["contract"] == played.contract.id
        assert row["declarer"] == str(played.declarer)
        assert tuple(row["scores"].values()) == ledger.scores
        game = ledger.lines[0]
        assert row["won_by"] == ("declarers" if game.verdict == "won" else "defenders")
        assert row["points"] == game.measured["points"]


def test_who_has_won_is_told_where_a_bonus_stands_for_the_game(directnet: Game) -> None:
    """The ledger of a Valat has no line of the game: it goes to whoever made it."""
    rows = simulate(directnet, 1500, players="random", jobs=1)
    replaced = [row for row in rows if "game" in row["replaced"]]
    assert {row["won_by"] for row in replaced} == {"declarers", "defenders"}
    for row in replaced:
        gets = row["scores"][row["declarer"]]
        valat = next(item for item in row["items"] if item["item"] == "valat")
        winner = (
            valat["side"]
            if valat["verdict"] == "won"
            else {"declarers": "defenders", "defenders": "declarers"}[valat["side"]]
        )
        assert row["won_by"] == winner
        assert valat["each"][row["declarer"]] * (1 if winner == "declarers" else -1) > 0, gets


@pytest.mark.parametrize("players", ["simple", "random"])
def test_rows_are_the_same_with_one_process_and_with_two(
    directnet: Game, tmp_path: Path, players: str
) -> None:
    files = [tmp_path / f"{jobs}.jsonl" for jobs in (1, 2)]
    for jobs, file in enumerate(files, start=1):
        write_rows(directnet, 50, file, seed=3, players=players, jobs=jobs)
    one, two = (file.read_bytes() for file in files)
    assert one == two
    assert [row["number"] for row in rows_of(files[0])] == [*range(1, 51)]
    assert not list(tmp_path.glob("*.part"))


def test_a_round_does_not_depend_on_those_before_it(directnet: Game) -> None:
    alone = round_row(directnet, 7, seed=5)
    assert [*simulate(directnet, 8, seed=5, jobs=1)][6] == alone


def test_killed_and_resumed_it_writes_the_same_file(directnet: Game, tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    write_rows(directnet, 100, whole, jobs=1)
    part = tmp_path / "cut.jsonl.part"
    _stopped(cut, part, signal.SIGKILL)
    assert not cut.exists()
    text = part.read_text(encoding="utf-8")
    assert 20 < len(text.splitlines()) < 5000

    # A line that was cut off in the middle is played again.
    part.write_text(text[: text.rindex("\n") - 5], encoding="utf-8")
    args = f"directnet --rounds 100 --out {cut} --resume --jobs 1"
    assert call(*args.split()).exit_code == 0
    assert cut.read_bytes() == whole.read_bytes()
    assert not part.exists()


def test_where_the_workers_have_gone_it_says_how_to_go_on(
    directnet: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = simulate(directnet, 5, jobs=1)

    def some(*_: Any, **__: Any) -> Iterator[dict[str, Any]]:
        yield from rows
        raise ZwanzError("the Dask scheduler at tcp://here:1 has gone")

    monkeypatch.setattr(simulation, "simulate", some)
    out = tmp_path / "rows.jsonl"
    answer = call("directnet", "--rounds", "50", "--out", str(out))
    assert answer.exit_code == 1
    assert answer.stderr.splitlines()[-2:] == [
        f"the rows so far are in {out}.part; --resume goes on",
        "zwanz: the Dask scheduler at tcp://here:1 has gone",
    ]
    again = call("directnet", "--rounds", "50", "--out", str(out))
    assert again.exit_code == 2 and "so far" not in again.stderr


def test_ctrl_c_keeps_the_rows_and_says_how_to_go_on(tmp_path: Path) -> None:
    out, part = tmp_path / "rows.jsonl", tmp_path / "rows.jsonl.part"
    code, printed = _stopped(out, part, signal.SIGINT)
    assert code == 130
    assert printed.strip().splitlines()[-1] == f"the rows so far are in {part}; --resume goes on"
    assert "Traceback" not in printed and not out.exists()
    assert part.read_text(encoding="utf-8").endswith("}\n")


def _stopped(out: Path, part: Path, how: signal.Signals) -> tuple[int, str]:
    """The exit code and the errors of a call that gets a signal, as a terminal sends it to all
    processes of the call, once some rows are there.
    """
    args = f"simulate directnet --rounds 5000 --jobs 2 --out {shlex.quote(str(out))}"
    process = subprocess.Popen(
        [sys.executable, "-m", "zwanz_ssot", *shlex.split(args)],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hear_interrupts,
    )
    begun = time.monotonic()
    while not part.exists() or part.read_bytes().count(b"\n") < 25:
        assert time.monotonic() - begun < 600 and process.poll() is None
        time.sleep(0.02)
    if how is signal.SIGINT:
        os.killpg(process.pid, how)
    else:
        process.send_signal(how)  # the others have to end by themselves
    _, output = process.communicate(timeout=600)
    return process.returncode, output


def test_the_table_has_a_column_for_each_item_and_side(directnet: Game, tmp_path: Path) -> None:
    file, nested = tmp_path / "rows.csv", tmp_path / "rows.jsonl"
    args = "directnet --rounds 120 --players random --jobs 1 --out"
    assert call(*args.split(), file).exit_code == call(*args.split(), nested).exit_code == 0
    with file.open(encoding="utf-8", newline="") as text:
        table = [*csv.DictReader(text)]
    assert [*table[0]] == [*columns(directnet)]
    for cells, row in zip(table, rows_of(nested), strict=True):
        assert int(cells["score forehand"]) == row["scores"]["forehand"]
        assert cells["partners"].split() == row["partners"]
        for item in row["items"]:
            assert int(cells[f"{item['item']} {item['side']}"]) == item["amount"]
    assert any(cells["doubled"] for cells in table)
    assert any(cells["announced"] for cells in table)


def test_parquet_holds_what_the_table_holds(directnet: Game, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    file = tmp_path / "rows.parquet"
    write_rows(directnet, 40, file, players="random", jobs=1)
    rows = simulate(directnet, 40, players="random", jobs=1)
    assert parquet.read_table(file).to_pylist() == [flat(directnet, row) for row in rows]


def test_seeds_that_parquet_cannot_hold_are_refused_before_a_round_is_played(
    tmp_path: Path,
) -> None:
    pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    asked = ("directnet", "--rounds", 2, "--players", "random", "--jobs", 1)
    largest = 2**63 - 1
    result = call(*asked, "--seed", largest, "--out", tmp_path / "rows.parquet")
    assert result.exit_code == 2 and f"the seed {largest + 1};" in result.output
    assert not list(tmp_path.iterdir())
    fits = call(*asked, "--seed", largest - 1, "--out", tmp_path / "rows.parquet")
    assert fits.exit_code == 0, fits.output
    other = call(*asked, "--seed", largest, "--out", tmp_path / "rows.csv")
    assert other.exit_code == 0, other.output


def test_any_number_of_rounds_begins(directnet: Game) -> None:
    rows = simulate(directnet, 10**30, players="random", jobs=1)
    assert next(rows)["number"] == 1
    rows.close()


def test_without_pyarrow_parquet_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulation, "find_spec", lambda name: None)
    result = call("directnet", "--rounds", 1, "--out", tmp_path / "rows.parquet")
    assert result.exit_code == 3 and "pip install pyarrow" in result.stderr
    assert not list(tmp_path.iterdir())


WRONG = [
    ("--out rows.txt", "name a file that ends in .jsonl, .csv or .parquet"),
    ("--out rows", "rows cannot be written to"),
    ("--out nofolder/rows.csv", "there is no folder"),
    ("--out rows.csv --players clever", "there is no player 'clever'"),
    ("--out rows.csv --players simpel", "did you mean 'simple'"),
    ("--out rows.csv --resume", "to go on with"),
    ("--out held.csv", "holds the rows of an earlier call"),
    ("--out held.csv --resume --players random --seed 2", "holds rows of other seed: 0, not 2"),
    ("--out held.csv --resume --players simple", "holds rows of other players: random"),
    ("--out strange.csv --resume", "does not hold rows of a simulation"),
    ("--out empty.csv --resume", "does not hold rows of a simulation"),
    ("--out gap.csv --resume --players random", "does not hold rows of a simulation"),
    (
        "--out more.csv --resume --players random",
        "more.csv.part holds 3 rounds, more than the 2 wanted; say --rounds 3, or remove the file",
    ),
]


@pytest.mark.parametrize(("args", "sentence"), WRONG)
def test_a_wrong_call_is_told_in_a_sentence(
    args: str, sentence: str, directnet: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    head = json.dumps(simulation._head(directnet, 0, "random"))
    Path("held.csv.part").write_text(f"{head}\n", encoding="utf-8")
    Path("strange.csv.part").write_text("no rows\n", encoding="utf-8")
    Path("empty.csv.part").write_text("", encoding="utf-8")
    Path("gap.csv.part").write_text(f'{head}\n{{"number": 2}}\n', encoding="utf-8")
    rows = "".join(f'{{"number": {n}}}\n' for n in (1, 2, 3))
    Path("more.csv.part").write_text(f"{head}\n{rows}", encoding="utf-8")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    done = subprocess.run(
        [sys.executable, *shlex.split(f"-m zwanz_ssot simulate directnet --rounds 2 {args}")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert sentence in done.stderr and "Traceback" not in done.stderr and done.stdout == ""
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def _called(*args: object) -> Result:
    return CliRunner().invoke(zwanz, list(map(str, args)))


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        (
            "en",
            ["random against simple", "points a round", "announce, in 8 rounds", "2 of 2 deals"],
        ),
        (
            "de",
            ["random gegen simple", "Punkte je Runde", "angesagt in 8 Runden", "2 von 2 Ausgaben"],
        ),
        ("ja", ["random対simple", "1ラウンドあたりの点", "8ラウンドでの宣言", "2ディールのうち2"]),
    ],
)
def test_a_contest_is_told_in_each_language(lang: str, told: list[str]) -> None:
    asked = ("contest", "directnet", "--player", "random", "--deals", 2)
    answer = _called(*asked, "--lang", lang)
    assert answer.exit_code == 0, answer.output
    for text in told:
        assert text in answer.output, answer.output
    assert (("." in answer.stdout) is (lang != "de")) and ("−" in answer.stdout), answer.stdout
    if lang != "en":
        words = {*re.findall("[a-z]+", answer.output)}
        assert not words & {"against", "points", "round", "rounds", "choice", "longest", "deals"}


@pytest.mark.parametrize(
    ("lang", "told", "progress"),
    [
        ("en", "the rows so far are in {}; --resume goes on", "2 of 2 rounds"),
        ("de", "die Zeilen bis hierher stehen in {}; --resume macht weiter", "2 von 2 Runden"),
        ("ja", "ここまでの行は{}にあります。--resumeで続けられます", "2ラウンドのうち2"),
    ],
)
def test_a_simulation_speaks_each_language(
    lang: str, told: str, progress: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "rows.jsonl"
    asked = ("simulate", "directnet", "--rounds", 2, "--out", out, "--lang", lang)
    answer = _called(*asked, "--players", "random")
    assert answer.exit_code == 0 and progress in answer.stderr, answer.output

    def none(*_: Any, **__: Any) -> Iterator[dict[str, Any]]:
        raise ZwanzError("the Dask scheduler at tcp://here:1 has gone")
        yield {}

    monkeypatch.setattr(simulation, "simulate", none)
    assert told.format(f"{out}.part") in _called(*asked).stderr


@pytest.mark.parametrize("cluster", [(), ("--dask", "tcp://127.0.0.1:9")])
def test_all_unknown_players_are_told_together(cluster: tuple[str, ...], tmp_path: Path) -> None:
    out = ("--out", tmp_path / "rows.csv")
    for asked in (
        ("contest", "directnet", "--player", "foo", "--others", "bar", *cluster),
        ("simulate", "directnet", "--players", "foo,simple,simple,bar", *out, *cluster),
        ("balance", "directnet", "--players", "foo,simple,simple,bar", *cluster),
    ):
        answer = _called(*asked)
        assert answer.exit_code == 2 and "no players 'foo', 'bar'" in answer.output, answer.output
