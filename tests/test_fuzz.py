"""Files of every kind with slips by chance, a few of them, and all that once failed. `scripts/fuzz`
makes as many as one likes.
"""

from __future__ import annotations

import os
import signal
from collections import Counter
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import bounded
import pytest
import yaml
from bounded import TooLong, TooMuch, limited, modest
from conftest import is_always_the_same
from fuzz import KINDS, Mutant, Outcome, keep, kept, made, runner, shrinker, smallest, tried
from fuzz import __main__ as running
from fuzz.__main__ import Count, Sums
from fuzz.mutators import spoil
from fuzz.workspace import workspace, written

CORPUS = dict(kept())
FILES = {"overlays": 50, "rules": 20, "examples": 15, "records": 60, "others": 20, "decks": 40}
FEW = 3
"""Of the kinds that take most of the time."""


@pytest.mark.parametrize("name", CORPUS)
def test_what_once_failed_does_so_no_more(name: str) -> None:
    outcome = tried(CORPUS[name])
    assert not outcome.fault, outcome.message


@pytest.mark.parametrize("kind", KINDS)
def test_files_with_slips_are_told_or_put_to_use(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "PRINTED", 0.05)
    outcomes = [(seed, tried(made(seed, kind))) for seed in range(FILES.get(kind, FEW))]
    assert [(seed, each.fault, each.message) for seed, each in outcomes if each.fault] == []


def test_a_number_always_makes_the_same_file() -> None:
    assert is_always_the_same("from fuzz import made; print(*map(made, range(9)))")


class _Plain(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
    """PyYAML's own representer, without aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def test_data_is_written_as_by_pyyaml() -> None:
    for random in map(Random, range(40)):
        place = random.choice(workspace().places("*/*.yaml"))
        data = [spoil(workspace().data(place), workspace(), random), 0.5]
        options = {"allow_unicode": True, "sort_keys": False, "width": 100}
        assert written(data) == yaml.dump(data, Dumper=_Plain, default_flow_style=None, **options)


def test_what_never_ends_or_takes_ever_more_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TooLong), limited(0.05):
        while True:
            pass
    # What this process has held before, and holds behind it, in kilobytes.
    peaks = iter([500_000, 500_000 + 39 * 1024, 500_000, 500_000 + 41 * 1024])
    monkeypatch.setattr(bounded, "getrusage", lambda who: SimpleNamespace(ru_maxrss=next(peaks)))
    with modest(40):
        pass
    with pytest.raises(TooMuch), modest(40):
        pass


def test_a_file_that_fails_is_made_small_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crashes(mutant: Mutant) -> Outcome:
        return Outcome(fault="KeyError" if "bad" in mutant.text else "")

    monkeypatch.setattr(shrinker, "tried", crashes)
    text = "a: 1\nlist: [x, {deep: bad}, y]\nb: {c: 2}\n"
    small = smallest(Mutant("rules", "rules/x/game.yaml", text, 7), "KeyError")
    assert small.text == "- {deep: bad}"
    keep(small, "KeyError in game.py finish", tmp_path)
    ((name, again),) = kept(tmp_path)
    assert again == small
    assert name.startswith("rules-keyerror-in-game-py-finish-")


def test_what_is_counted_of_a_run_that_is_cut_is_where_the_next_begins(tmp_path: Path) -> None:
    def count(kind: str, files: int, sound: int) -> Count:
        return Count(Counter({kind: files}), Counter({kind: sound}), rounds=sound, peak=files)

    path = tmp_path / "sums.json"
    sums = Sums.of(5, path)
    sums.finish(range(7, 9), count("rules", 2, 1))  # the part before it is still in hand
    assert Sums.of(1, path).reached == 5
    assert not Sums.of(1, path).count.total
    sums.finish(range(5, 7), count("decks", 2, 0))
    again = Sums.of(1, path)
    assert (again.first, again.reached, again.count.total) == (5, 9, 4)
    again.finish(range(9, 10), count("rules", 1, 1))
    assert Sums.of(1, path).count.sound == {"rules": 2}
    assert Sums.of(1, path).count.rounds == 2


def test_a_run_that_is_asked_to_end_tells_what_it_has_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(running, "warm", lambda shelves: os.kill(os.getpid(), signal.SIGTERM))
    before = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        assert running.main(["--count", "9"]) == 128 + signal.SIGTERM
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert capsys.readouterr().out.startswith("0 files from seed 1 on, all before 1; ")
