"""The wheel of this checkout, built once, in a bare environment: what ``pip install`` gives."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import prepare

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Installed:
    """A bare environment with the wheel, and an empty folder to work in."""

    venv: Path
    elsewhere: Path

    def run(self, command: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the environment, which sees neither the checkout nor the tests'
        environment.
        """
        return run([str(self.bin / command), *arguments], self.elsewhere, environment())

    @property
    def bin(self) -> Path:
        """The folder of the environment's commands."""
        return prepare.python_of(self.venv).parent


def environment() -> dict[str, str]:
    """The variables of this process without those that lead to its own Python, to git and to
    pre-commit.
    """
    strange = ("PYTHON", "VIRTUAL_ENV", "GIT_", "PRE_COMMIT")
    return {key: value for key, value in os.environ.items() if not key.startswith(strange)}


def offline(command: str) -> bool:
    """Whether a command failed for lack of the package index; if that is allowed, skip its test."""
    return any(sign in command for sign in prepare.OFFLINE) and "CI" not in os.environ


def run(
    command: Sequence[str], folder: Path, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder."""
    return subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, check=False, encoding="utf-8"
    )


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    done = run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)], ROOT
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The installed wheel; its dependencies come from the package index, or from pip's cache."""
    folder = tmp_path_factory.mktemp("bare")
    made = Installed(folder / "venv", folder / "elsewhere")
    made.elsewhere.mkdir()
    venv = run([sys.executable, "-m", "venv", "--without-pip", str(made.venv)], folder)
    assert venv.returncode == 0, venv.stderr
    pip = [sys.executable, "-m", "pip", "--python", str(prepare.python_of(made.venv)), "--no-input"]
    done = run([*pip, "install", "--quiet", "--retries", "2", str(wheel)], folder)
    if offline(done.stderr):
        pytest.skip("the package index cannot be reached from here")
    assert done.returncode == 0, done.stderr
    return made
