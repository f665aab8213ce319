"""Rule files with slips of any kind never give anything but problems, or rules that can be played."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zwanz_ssot import places
from zwanz_ssot.engine import Round, deal
from zwanz_ssot.library import check, library, load
from zwanz_ssot.model import Game


def spoilt(text: str, words: list[str], random: Random) -> str:
    """A rule file with one to three slips: lines lost, doubled, moved, indented; words, numbers and
    signs changed.
    """
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        lines = text.splitlines() or [""]
        at, other = random.randrange(len(lines)), random.randrange(len(lines))
        there = re.findall(r"[A-Za-z][\w-]*", lines[at])
        match random.randrange(8):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[other])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines[at] = re.sub(
                    r"\d+", str(random.choice([0, 1, 3, 11, 99, -1])), lines[at], count=1
                )
            case 4:
                lines[at] = " " * random.randrange(1, 5) + lines[at]
            case 5:
                lines[at] = lines[at][random.randrange(1, 3) :]
            case 6 if there:
                lines[at] = lines[at].replace(random.choice(there), random.choice(words), 1)
            case _:
                place = random.randrange(len(lines[at]) + 1)
                lines[at] = (
                    lines[at][:place]
                    + random.choice(",:[]{}\"'#&*!|>%@` \t-")
                    + lines[at][place + 1 :]
                )
        text = "".join(f"{line}\n" for line in lines)
    return text


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the shipped rules, to be spoilt."""
    return Path(shutil.copytree(places.data("rules"), tmp_path_factory.mktemp("shipped") / "rules"))


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 2**32))
def test_a_spoilt_rule_file_gives_problems_or_rules_that_play(shipped: Path, seed: int) -> None:
    random = Random(seed)
    file = random.choice(library(shipped).files())
    sound_text = file.read_text(encoding="utf-8")
    words = sorted(set(re.findall(r"[A-Za-z][\w-]*", sound_text)))
    try:
        file.write_text(spoilt(sound_text, words, random), encoding="utf-8")
        problems = check([file], rules=shipped)
        assert all(
            problem.code and problem.text and "\n" not in str(problem) for problem in problems
        )
        if not problems and file.name == "game.yaml":
            played = play(load(file.parent.name, rules=shipped), random)
            ledger = played.ledger()
            assert (ledger is None) == (played.thrown_in is not None)
            if ledger is not None and played.game.sums_to_zero:
                assert sum(ledger.scores) == 0
    finally:
        file.write_text(sound_text, encoding="utf-8")


def play(game: Game, random: Random) -> Round:
    """A round of random moves, to its end."""
    played = deal(game, seed=random.randrange(1000))
    while played.turn is not None:
        played = played.after(random.choice(played.moves()))
    return played


def test_a_check_of_all_shipped_rules_starts_quickly() -> None:
    """A fresh process, everything read and judged: well under a second on the slowest of our
    machines.
    """
    code = "from zwanz_ssot import library; assert library.check() == []"
    began = time.process_time()
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parent.parent)
    assert time.process_time() - began < 3
