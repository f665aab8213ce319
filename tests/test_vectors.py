"""Test vectors: what they hold, that they are the same each time, that nothing hidden leaks, what a
bad file gets.
"""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from click.testing import CliRunner, Result
from conftest import VARIANTS, loaded
from jsonschema import Draft202012Validator

from zwanz_ssot import places
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.engine import Round, deal
from zwanz_ssot.model import Verdict
from zwanz_ssot.problems import RulesFault
from zwanz_ssot.vectors import read, text, vectors
from zwanz_ssot.vectors.files import carried_of

ROUNDS = 3


def call(*args: str) -> Result:
    """A call in this process."""
    return CliRunner().invoke(zwanz, list(args))


@cache
def lines(game: str, variant: str, rounds: int = ROUNDS) -> list[Any]:
    """Vectors as a reader has them."""
    return [json.loads(text(line)) for line in vectors(loaded(game, variant), rounds, seed=5)]


def merged(round_data: Any) -> list[tuple[Any, dict[str, Any]]]:
    """Each step of a round, and its end, with the whole views."""
    known: dict[str, Any] = {}
    own: dict[str, dict[str, Any]] = {}
    found = []
    for step in [*round_data["steps"], round_data["end"]]:
        known = {**known, **step["known"]}
        own = {**own, **{seat: {**own.get(seat, {}), **news} for seat, news in step["own"].items()}}
        found.append((step, {seat: {**known, **view} for seat, view in own.items()}))
    return found


@pytest.mark.sample(5, "vectors")
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_every_line_has_the_published_shape(game: str, variant: str) -> None:
    schema = json.loads((places.data("schema") / "vectors.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    found = lines(game, variant)
    assert [list(line) for line in found] == [["vectors"], *[["round"]] * ROUNDS]
    for line in found:
        assert list(validator.iter_errors(line)) == []


@pytest.mark.sample(5, "vectors")
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_a_round_plays_again_to_the_same_end(game: str, variant: str) -> None:
    rules = loaded(game, variant)
    for line in lines(game, variant)[1:]:
        round_data = line["round"]
        played = deal(rules, pack=round_data["deal"]["pack"], **carried_of(round_data).as_dict())
        for step in round_data["steps"]:
            assert step["legal"] == list(played.texts())
            refused = {
                move: (each["code"], each["rule"])
                for each in step["refused"]
                for move in each["moves"]
            }
            assert not set(refused) & set(step["legal"])
            _all_is_answered(played, set(refused) | set(step["legal"]))
            played = played.after(step["move"])
        end, ledger = round_data["end"], None if played.silent() else played.ledger()
        assert played.turn is None and end["thrown_in"] == played.thrown_in
        assert ("scores" in end) == (ledger is not None)
        if ledger is not None:
            assert tuple(end["scores"].values()) == ledger.scores
            assert [row["item"] for row in end["lines"]] == [row.item for row in ledger.lines]
            for number, seat in enumerate(end["scores"]):
                assert sum(row["each"][seat] for row in end["lines"]) == ledger.scores[number]
            assert ("paid" in end) == bool(ledger.paid)


def _all_is_answered(played: Round, texts: set[str]) -> None:
    """Every move of the game is legal or refused; of a kind without a place here one stands for
    all.
    """
    kinds = {move.split(" ")[0] for move in texts}
    for move in played.table.moves.all:
        refusal = played.why_not(move)
        here = refusal is None or refusal.code != "wrong_step"
        assert str(move) in texts if here else move.kind in kinds


@pytest.mark.sample(5, "vectors")
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_no_view_tells_a_card_that_its_seat_has_not_seen(game: str, variant: str) -> None:
    """A hand is the seat's own, and cards laid, discarded or lying in the talon face down are not
    told.
    """
    for line in lines(game, variant)[1:]:
        round_data = line["round"]
        rules, carried = loaded(game, variant), carried_of(round_data).as_dict()
        played = deal(rules, pack=round_data["deal"]["pack"], **carried)
        for step, views in merged(round_data):
            hands = [set(hand.ids) for hand in played.hands]
            assert [set(view["hand"]) for view in views.values()] == hands
            for seat, view in enumerate(views.values()):
                expected = played.view(seat)
                assert [packet is None for packet in view["talon"]] == [
                    packet is None for packet in expected.talon
                ]
                assert [said for _, said in view["said"]] == [
                    str(move) for _, move in expected.said
                ]
            if "move" in step:
                played = played.after(step["move"])


def test_a_bid_with_a_card_face_down_is_heard_without_it() -> None:
    heard = 0
    for line in lines("koenigrufen-graden", "base", 30)[1:]:
        for step, views in merged(line["round"]):
            if (
                len(step.get("move", "").split(" ")) == 3
                and step["move"].startswith("bid ")
                and heard < 5
            ):
                heard += 1
                seat, after = step["seat"], line["round"]["steps"].index(step) + 1
                for other, view in merged(line["round"])[after][1].items():
                    said = view["said"][-1][1]
                    assert said == (
                        step["move"] if other == seat else " ".join(step["move"].split(" ")[:2])
                    )
            assert views
    assert heard


def test_the_bytes_are_the_same_each_time_and_in_a_file(tmp_path: Path) -> None:
    args = ("vectors", "rulebook", "--rounds", "2", "--seed", "9")
    first, again = call(*args), call(*args)
    out = tmp_path / "rounds.jsonl"
    written = call(*args, "--out", str(out))
    assert first.exit_code == 0 and first.stdout_bytes == again.stdout_bytes == out.read_bytes()
    assert "2 rounds" in written.output and list(tmp_path.iterdir()) == [out]
    assert call(*args[:-1], "10").stdout_bytes != first.stdout_bytes
    assert first.stdout_bytes.endswith(b"}\n") and first.stdout_bytes.count(b"\n") == 3


def test_a_double_round_counts_double() -> None:
    found = lines("zwanzigerrufen", "wikipedia", 4)
    assert [line["round"]["stakes"] for line in found[1:]] == [1, 1, 1, 2]


def written(tmp_path: Path, *rows: str) -> Path:
    """A file with these lines."""
    path = tmp_path / "vectors.jsonl"
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


def test_what_was_written_is_read(tmp_path: Path) -> None:
    found = lines("anrufen", "base")
    assert list(read(written(tmp_path, *map(text, found)))) == found


@pytest.mark.parametrize(
    ("rows", "line", "sentence"),
    [
        ((), 1, "the file is empty"),
        (("{",), 1, "not JSON"),
        (("[" * 100_000,), 1, "not JSON"),
        (('"vectors"',), 1, "'vectors'"),
        (('{"round": {}}',), 1, "'vectors'"),
        (("HEAD", "HEAD"), 2, "'round'"),
        (("HEAD", '{"round": {"number": 1}}'), 2, "deal"),
        (("HEAD",), 1, "the file has 0 of the 3 rounds that its head says"),
        (("HEAD", "ROUND"), 2, "the file has 1 of the 3 rounds that its head says"),
    ],
)
def test_a_bad_file_is_told_its_line(
    tmp_path: Path, rows: tuple[str, ...], line: int, sentence: str
) -> None:
    named = dict(zip(("HEAD", "ROUND"), map(text, lines("anrufen", "base")), strict=False))
    path = written(tmp_path, *[named.get(row, row) for row in rows])
    with pytest.raises(RulesFault) as fault:
        list(read(path))
    problem = fault.value.problems[0]
    assert problem.mark is not None and problem.mark.line == line
    assert sentence in str(fault.value)
    judged = call("judge", "--vectors", str(path), "--", "cat")
    assert judged.exit_code in (1, 3) and "Traceback" not in judged.output


def test_what_is_no_ordinary_file_is_written_to_where_it_is(tmp_path: Path) -> None:
    """A pipe is not replaced by a file, nor a link by what it leads to; nothing is left beside
    them.
    """
    plain, link, pipe = (tmp_path / name for name in ("plain", "link", "pipe"))
    args = ("vectors", "zwanzigerrufen", "--variant", "directnet", "--rounds", "1", "--out")
    assert call(*args, str(plain)).exit_code == 0
    whole = plain.read_bytes()
    plain.write_bytes(b"")
    link.symlink_to(plain)
    assert call(*args, str(link)).exit_code == 0
    assert link.is_symlink() and plain.read_bytes() == whole
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as reader:
        taken = reader.submit(pipe.read_bytes)
        assert call(*args, str(pipe)).exit_code == 0
        assert taken.result() == whole
    assert pipe.is_fifo() and sorted(path.name for path in tmp_path.iterdir()) == [
        "link",
        "pipe",
        "plain",
    ]


@pytest.mark.parametrize("page", ["examples.md", "protocol.md"])
def test_the_pages_name_every_verdict(page: str) -> None:
    told = (places.data("docs") / page).read_text(encoding="utf-8")
    assert [each for each in get_args(Verdict) if f"`{each}`" not in told] == []
