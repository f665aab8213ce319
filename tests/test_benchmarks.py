"""``python -m benchmarks``: the page that the plain way prints is complete, and parts can be chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from benchmarks import __main__ as benchmarks
from benchmarks import book, engine, scale


def test_the_page_of_the_plain_way_names_only_files_beside_it(tmp_path: Path) -> None:
    """In this book the cards left out of the pack are drawn, too."""
    page = book.laid_ready(book.USUAL, "en", tmp_path)
    text = page.read_text(encoding="utf-8")
    named = set(re.findall(r'<img [^>]*src="([^"]+)"', text))
    named |= set(re.findall(r"url\(['\"]?([^'\")]+)", text))
    assert "card-T-III-book.svg" in named
    assert {Path(name).suffix for name in named} >= {".svg", ".otf"}
    assert {name for name in named if not (tmp_path / name).is_file()} == set()


@pytest.mark.parametrize(
    ("arguments", "measured"),
    [
        ([], ["check", "engine", "kernel", "solver", "scale", "book"]),
        (["book", "check"], ["check", "book"]),
    ],
)
def test_parts_are_measured_as_asked(
    arguments: list[str], measured: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    for name in benchmarks.PARTS:
        monkeypatch.setitem(benchmarks.PARTS, name, lambda name=name: done.append(name))
    benchmarks.main(arguments)
    assert done == measured


def test_each_part_has_its_place_in_the_table_of_figures() -> None:
    page = (Path(__file__).parents[1] / "docs" / "figures.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`python -m benchmarks (\w+)`", page)) == set(benchmarks.PARTS)
    commands = re.findall(r"\| `?([^|]*?)`? \|$", page, re.MULTILINE)
    scripts = {command.split()[0] for command in commands if command.startswith("scripts/")}
    assert scripts and all((Path(__file__).parents[1] / script).is_file() for script in scripts)


def test_an_unknown_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        benchmarks.main(["books"])
    assert "no such part: books" in capsys.readouterr().err


def test_the_engine_is_measured_and_a_peer_that_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> Iterator[engine.Runner]:
        raise ModuleNotFoundError("No module named 'peer'", name="peer")

    def reference() -> Iterator[engine.Runner]:
        yield engine.Runner(engine.REFERENCE, 1, lambda: sum(range(1000)))

    monkeypatch.setattr(engine, "ROUNDS", 2)
    monkeypatch.setattr(engine, "PUBLIC", 1)
    monkeypatch.setattr(engine, "OURS", engine.OURS[:1])
    monkeypatch.setattr(engine, "PEERS", {"other": missing, "open_spiel": reference})
    engine.report(1)
    printed = capsys.readouterr().out
    assert "other is not here (peer is missing)" in printed
    assert re.search(r"zwanzigerrufen:directnet, rounds and ledgers  \d+  \d+ ", printed)
    assert re.search(rf"{engine.REFERENCE}  .*  1\.00\n", printed)


def test_more_workers_are_measured_and_a_cluster_that_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scale, "ROUNDS", 2)
    monkeypatch.setattr(scale.os, "cpu_count", lambda: 1)
    monkeypatch.setattr(scale, "cluster", lambda rules, cores: nullcontext())
    scale.report(1)
    printed = capsys.readouterr().out
    assert "distributed is not here" in printed
    assert re.search(r"    1 process  \d+\.\d  .*  1\.00  1\.00\n", printed)


def test_no_deal_is_played_twice_by_players_that_remember(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = list[int]()

    def simulate(rules: object, rounds: int, *, seed: int, **how: object) -> list[dict[str, int]]:
        seeds.extend(range(seed, seed + rounds))
        return []

    monkeypatch.setattr(scale, "simulate", simulate)
    monkeypatch.setattr(scale, "ROUNDS", 3)
    monkeypatch.setattr(scale, "cluster", lambda rules, cores: nullcontext())
    scale.report(2)
    assert len(seeds) == len(set(seeds)) > 0


def test_processes_are_doubled_up_to_the_processors() -> None:
    rules = scale.load(*scale.GAME)
    assert [way.workers for way in scale.processes(rules, 6)] == [1, 2, 4, 6]
