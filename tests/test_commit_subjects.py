"""What `scripts/test` asks of the subjects of commits."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import commit_subjects


@pytest.mark.parametrize(
    "subject",
    ["Count the tricks", "Über Farben reden", "A" * 72, 'Revert "Count the tricks"', "Say why …"],
)
def test_a_subject_that_may_stand(subject: str) -> None:
    assert commit_subjects.faults(subject) == []


@pytest.mark.parametrize(
    ("subject", "fault"),
    [
        ("A" * 73, "it has 73 characters, more than 72"),
        ("count the tricks", "it does not begin with a capital letter"),
        ("fixup! Count the tricks", "it does not begin with a capital letter"),
        ("Count the tricks.", "it ends with a period"),
        ("", "it does not begin with a capital letter"),
    ],
)
def test_a_subject_that_may_not(subject: str, fault: str) -> None:
    assert commit_subjects.faults(subject) == [fault]


def test_only_commits_after_the_first_ones_are_judged(tmp_path: Path) -> None:
    who = ("-c", "user.name=x", "-c", "user.email=x@y.z")

    def git(*args: str) -> str:
        command = ["git", *who, *args]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    git("init", "-q")
    for subject in ("the beginning.", "Second", "third: with a blank  and a tail."):
        git("commit", "-q", "--allow-empty", "-m", subject)
    found = commit_subjects.subjects(tmp_path, git("rev-parse", "HEAD~2"))
    assert sorted(found.values()) == ["Second", "third: with a blank  and a tail."]
    assert commit_subjects.subjects(tmp_path) == {}, "this repository has another history"


def test_without_a_history_there_is_nothing_to_judge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert commit_subjects.subjects(tmp_path) == {}
    monkeypatch.setenv("PATH", os.fspath(tmp_path))
    assert commit_subjects.subjects(tmp_path) == {}
