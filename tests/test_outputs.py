"""Files that a call writes: never one that it reads, nor one of another kind."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from zwanz_ssot import places
from zwanz_ssot.cli.framework import zwanz

MIRROR = Path(__file__).parent / "mirror_engine.py"
HOUSE = """\
variant: house
of: zwanzigerrufen:directnet
name: {en: House, de: Haus}
changes:
  - {at: contracts.solo.value, was: 4, set: 8, source: custom}
"""
TEXT = "precious\n"


def call(line: str, typed: str | None = None) -> Result:
    """A call in this process."""
    return CliRunner().invoke(zwanz, shlex.split(line), input=typed)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in: house rules, a link to them, and the record of a round by them."""
    monkeypatch.chdir(tmp_path)
    Path("h.yaml").write_text(HOUSE, encoding="utf-8")
    Path("link.yaml").symlink_to("h.yaml")
    Path("round.yaml").write_text(
        "record: {game: zwanzigerrufen, variant: h.yaml, seed: 3, moves: []}\n", encoding="utf-8"
    )
    return tmp_path


@pytest.mark.parametrize(
    "line",
    [
        "play --variant h.yaml --auto --seed 3 --record h.yaml",
        "play h.yaml --auto --seed 3 --record ./h.yaml",
        "play h.yaml --auto --seed 3 --record link.yaml",
        "schema --for h.yaml --out h.yaml",
        "vectors h.yaml --rounds 1 --out h.yaml",
        "vectors link.yaml --rounds 1 --out h.yaml",
        "vectors round.yaml --out round.yaml",
        "vectors round.yaml --out h.yaml",
        "balance h.yaml --rounds 2 --page h.yaml",
        "balance directnet --against h.yaml --rounds 2 --page h.yaml",
        f"judge h.yaml --rounds 1 --write-known h.yaml -- {sys.executable} {MIRROR}",
        "judge h.yaml --rounds 1 --write-known engine.py -- python engine.py",
    ],
)
def test_what_a_call_reads_is_never_what_it_writes(desk: Path, line: str) -> None:
    Path("engine.py").write_text(TEXT, encoding="utf-8")
    before = {file.name: file.read_bytes() for file in desk.iterdir()}
    done = call(line)
    assert done.exit_code == 2, done.output
    assert "would be replaced" in done.output and len(done.output.splitlines()) <= 4
    assert {file.name: file.read_bytes() for file in desk.iterdir()} == before


ANOTHER = [
    ("vectors directnet --rounds 1 --out {}", "'{}' is no file of vectors"),
    ("mutate directnet --sample 1 --json {}", "'{}' is no list of mutants"),
    ("schema --for h.yaml --out {}", "'{}' is no JSON schema"),
    ("simulate directnet --rounds 1 --out {}", "'{}' is no file of rows"),
    ("balance directnet --rounds 2 --page {}", "'{}' is no page of figures"),
    (
        f"judge directnet --rounds 1 --write-known {{}} -- {sys.executable} {MIRROR}",
        "'{}' is no list of known differences",
    ),
]
"""Calls that write a file, and what they say of one that holds something else."""


@pytest.mark.parametrize(("line", "sentence"), ANOTHER)
@pytest.mark.usefixtures("desk")
def test_what_is_written_replaces_only_a_file_of_its_kind(line: str, sentence: str) -> None:
    texts = {"mine.yaml": HOUSE, "list.json": '{"a": 1}\n', "page.html": "<!doctype html>\n<html>"}
    texts |= {"rows.csv": "number,name\n1,Ann\n", "binary": "\0\x7f"}
    for name, text in texts.items():
        Path(name).write_text(text, encoding="utf-8")
        done = call(line.format(name))
        assert done.exit_code == 2, done.output
        assert done.output == (
            f"zwanz: {sentence.format(name)}, and would be replaced; name another file to write\n"
        )
        assert Path(name).read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    "line",
    [
        "vectors directnet --rounds 1 --out v.jsonl",
        "mutate decks/tarock-40.yaml --sample 1 --json m.json",
        "schema --for h.yaml --out s.json",
        "simulate directnet --rounds 1 --jobs 1 --out r.jsonl",
        "simulate directnet --rounds 1 --jobs 1 --out r.csv",
        "simulate directnet --rounds 1 --jobs 1 --out r.parquet",
        "balance directnet --rounds 2 --jobs 1 --page b.html",
        f"judge directnet --rounds 1 --write-known k.json -- {sys.executable} {MIRROR}",
    ],
)
def test_what_is_written_replaces_a_file_of_its_kind_and_an_empty_one(
    desk: Path, line: str
) -> None:
    name = next(each for each in shlex.split(line) if each[1:2] == "." and each != "h.yaml")
    (desk / name).touch()
    for _ in range(2):
        assert call(line).exit_code == 0
        assert (desk / name).stat().st_size


def test_a_schema_is_replaced_however_it_is_spaced(desk: Path) -> None:
    Path("s.json").write_text('{"$schema":"http://json-schema.org/draft-07/schema#"}', "utf-8")
    assert call("schema --for h.yaml --out s.json").exit_code == 0


def test_a_file_of_the_rules_is_never_written(desk: Path) -> None:
    shutil.copytree(places.data("rules"), "own")
    pack, game = Path("own/decks/tarock-40.yaml"), Path("own/zwanzigerrufen/game.yaml")
    before = pack.read_bytes(), game.read_bytes()
    for line in (
        f"mutate decks/tarock-40.yaml --sample 1 --rules own --json {pack}",
        f"vectors zwanzigerrufen --rounds 1 --rules own --out {game}",
    ):
        done = call(line)
        assert done.exit_code == 2 and "would be replaced" in done.output, done.output
    assert (pack.read_bytes(), game.read_bytes()) == before


def test_a_new_file_beside_what_is_read_is_written(desk: Path) -> None:
    assert call("schema --for h.yaml --out h.schema.json").exit_code == 0
    assert call("schema --for h.yaml --out h.schema.json").exit_code == 0
    assert call("vectors h.yaml --rounds 1 --out h.jsonl").exit_code == 0
    assert call("vectors round.yaml --out h.jsonl").exit_code == 0


def test_a_list_of_known_differences_may_be_written_again(desk: Path) -> None:
    args = (
        f"judge directnet --rounds 1 --limit 60 --write-known known.json {{}} -- {sys.executable}"
    )
    assert call(f"{args.format('')} {MIRROR} second_move").exit_code == 1
    before = Path("known.json").read_bytes()
    done = call(f"{args.format('--known known.json')} {MIRROR} second_move")
    assert done.exit_code == 0, done.output
    assert Path("known.json").read_bytes() == before


@pytest.mark.parametrize("text", [TEXT, "a: [\n", "\0", HOUSE])
def test_a_record_replaces_nothing_but_a_record(desk: Path, text: str) -> None:
    Path("other.yaml").write_text(text, encoding="utf-8")
    for more, typed in (("", "quit\n"), ("--auto", None)):
        done = call(f"play --seed 3 --record other.yaml {more}", typed)
        assert done.exit_code == 2 and "'other.yaml' is no record" in done.output, done.output
        assert Path("other.yaml").read_text(encoding="utf-8") == text


def test_a_record_is_written_over_a_record_and_over_an_empty_file(desk: Path) -> None:
    Path("empty.yaml").touch()
    for file in ("round.yaml", "round.yaml", "empty.yaml"):
        done = call(f"play h.yaml --auto --seed 3 --record {file}")
        assert done.exit_code == 0, done.output
    assert Path("empty.yaml").read_text("utf-8") == Path("round.yaml").read_text("utf-8")
    assert "moves: []" not in Path("round.yaml").read_text("utf-8")


def test_later_rounds_of_a_match_replace_nothing_but_records(desk: Path) -> None:
    Path("evening-2.yaml").write_text(TEXT, encoding="utf-8")
    assert call("play --auto --seed 3 --record evening.yaml").exit_code == 0
    Path("evening.yaml").unlink()
    for more, typed in (("", "quit\n"), ("--auto --rounds 3", None)):
        done = call(f"play --seed 3 --record evening.yaml {more}", typed)
        assert done.exit_code == 2 and "'evening-2.yaml' is no record" in done.output, done.output
        assert not Path("evening.yaml").exists()
    assert Path("evening-2.yaml").read_text(encoding="utf-8") == TEXT


def test_a_judge_replaces_nothing_but_records(desk: Path) -> None:
    Path("round-2.yaml").write_text(TEXT, encoding="utf-8")
    engine = f"{sys.executable} {MIRROR} second_move"
    done = call(f"judge directnet --rounds 3 --limit 60 --record . -- {engine}")
    assert done.exit_code == 2 and "'round-2.yaml' is no record" in done.output, done.output
    assert Path("round-2.yaml").read_text(encoding="utf-8") == TEXT


@pytest.mark.parametrize(
    "line",
    [
        "book h.yaml --out closed/books",
        "trace zwanzigerrufen --out closed",
        "mutate decks/tarock-40.yaml --json closed/mutants.json",
        "play h.yaml --auto --record closed/round.yaml",
    ],
)
@pytest.mark.usefixtures("desk")
def test_a_closed_folder_is_told_before_the_work_begins(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("closed").mkdir()
    closed = Path("closed").absolute()
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK or Path(path) != closed)
    done = call(line)
    place = "closed/books" if "books" in line else "closed"
    sentence = f"zwanz: nothing can be written to {place}; permission denied\n"
    assert (done.exit_code, done.output) == (2, sentence)
