"""The tutorials work as they are told: files, calls with their answers, an engine that is judged."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from test_readme import call

ROOT = Path(__file__).parent.parent / "docs" / "tutorials"
HOUSE_RULES, ENGINE = (
    (ROOT / f"{name}.md").read_text(encoding="utf-8") for name in ("house-rules", "engine")
)
SHOWN = re.findall(
    r"^    \$ zwanz (.*)\n((?:(?:    .*)?\n)*?)(?=\n\S|    \$)", HOUSE_RULES, re.MULTILINE
)
FILES = re.findall(r"`(\w+\.\w+)`:\n\n```\w+\n(.*?)```", HOUSE_RULES + ENGINE, re.DOTALL)


def words(text: str) -> str:
    return " ".join(text.split())


def holds(shown: str, answer: str) -> bool:
    """Whether an answer is what is shown, but for what an ellipsis leaves out."""
    wanted = (re.escape(words(part)) for part in shown.split("…"))
    return re.fullmatch(" ?.*".join(wanted), words(answer)) is not None


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with the files of the tutorials."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES:
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("line", "answer"), SHOWN)
@pytest.mark.usefixtures("folder")
def test_a_call_answers_what_is_shown(line: str, answer: str) -> None:
    result = call(line)
    assert result.exit_code == 0, result.output
    assert holds(answer, result.output), result.output


def test_calls_are_shown() -> None:
    assert {line.split()[0] for line, _ in SHOWN} == {"check", "diff", "examples", "why"}


def test_a_slip_is_told_as_shown(folder: Path) -> None:
    file = folder / "post.yaml"
    text = file.read_text(encoding="utf-8").replace("contracts.solo", "contracts.soli")
    file.write_text(text, encoding="utf-8")
    (found,) = re.findall(r"^    (post\.yaml:.*)$", HOUSE_RULES, re.MULTILINE)
    assert found in words(call("check post.yaml").output)


def test_the_judge_finds_what_the_engine_lacks(folder: Path) -> None:
    answer = call(f"judge directnet --rounds 8 -- {sys.executable} tricks.py")
    assert answer.exit_code == 1, answer.output
    blocks = re.findall(r"^    (?:A move|Somebody).*\n(?:    .*\n)*", ENGINE, re.MULTILINE)
    assert len(blocks) == 4
    for block in blocks:
        for line in block.replace("…", "").splitlines():
            assert words(line) in words(answer.output)


@pytest.mark.usefixtures("folder")
def test_a_rule_at_which_the_judge_shows_a_difference_is_met() -> None:
    """Also where the rounds that meet it are left before their end."""
    output = words(call(f"judge directnet --rounds 8 -- {sys.executable} tricks.py").output)
    shown = set(re.findall(r"Rule: (\S+)", output))
    before, _, listed = output.partition("Never met: ")
    assert "Left before the end" in before and "contracts.farbensolo.play.wins.0" in shown
    assert not shown & set(re.findall(r"(\S+) \(", listed))


def test_the_mended_engine_plays_by_the_rules(folder: Path) -> None:
    engine = folder / "tricks.py"
    first, more = re.findall(r"```python\n(.*?)```", ENGINE, re.DOTALL)
    loop = first.index("for line in sys.stdin")
    engine.write_text(f"{first[:loop]}{more}\n\n{first[loop:]}", encoding="utf-8")
    answer = call(f"judge directnet --rounds 8 -- {sys.executable} tricks.py")
    assert answer.exit_code == 0, answer.output
    (shown,) = re.findall(r"and the judge says:\n\n((?:    .*\n)+)", ENGINE)
    assert holds(shown.replace("200 rounds", "8 rounds"), answer.output), answer.output
