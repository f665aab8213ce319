"""The two commands of a fresh machine, run in a small copy of the checkout with stand-ins for pip
and apt.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

import prepare
import system_packages

ROOT = Path(__file__).resolve().parent.parent
SHELL_TOOLS = ("sh", "cat", "dirname", "readlink", "env", "getconf", "ln", "true")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the commands are shell scripts")


@dataclass(frozen=True)
class Checkout:
    """A copy of the scripts in a folder with a space in its name; ``bin`` is all that its PATH
    holds.
    """

    root: Path
    bin: Path
    log: Path

    @property
    def venv(self) -> Path:
        return self.root / ".venv"

    def tool(self, name: str, body: str = "", folder: Path | None = None) -> Path:
        """A command that writes its name and arguments to the log, then does ``body``."""
        path = (folder or self.bin) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'#!/bin/sh\necho "{name} $*" >> "{self.log}"\n{body}\n')
        path.chmod(0o755)
        return path

    def environment(self, pip: str = "exit 0", ruff: str = "exit 0") -> None:
        """A virtual environment whose Python works, but only pretends to be pip, ruff, mypy and
        pytest.
        """
        real = f'exec "{sys.executable}" "$@"'
        cases = f'*"-m pip install"*) {pip} ;; "-m ruff"*) {ruff} ;; "-m "*) exit 0 ;;'
        self.tool("python", f'case "$*" in {cases} esac\n{real}', self.venv / "bin")
        self.tool("zwanz", "", self.venv / "bin")

    def run(self, script: str, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
        surroundings: Mapping[str, str] = {"PATH": str(self.bin), "PYTHON": sys.executable, **env}
        return subprocess.run(
            [str(self.root / "scripts" / script), *arguments],
            cwd="/",
            env=surroundings,
            capture_output=True,
            text=True,
            check=False,
        )

    def calls(self, containing: str) -> list[str]:
        """The calls in the log that contain some words; the log is emptied."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return [line for line in lines if containing in line]

    def need(self, proof: str, package: str = "wanted") -> None:
        """Make the table ask for one thing only."""
        row = " ".join([proof, *[package] * len(system_packages.MANAGERS)])
        (self.root / "scripts" / "system-packages.txt").write_text(f"[run]\n{row}\n[test]\n")


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    root = tmp_path / "a house"
    shutil.copytree(
        ROOT / "scripts", root / "scripts", ignore=shutil.ignore_patterns("__pycache__")
    )
    shutil.copy(ROOT / "pyproject.toml", root)
    made = Checkout(root, tmp_path / "bin", tmp_path / "log")
    made.bin.mkdir()
    for name in SHELL_TOOLS:
        found = shutil.which(name)
        assert found is not None
        (made.bin / name).symlink_to(found)
    made.need("cmd:sh")
    return made


# The commands
# ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["scripts/book", "scripts/test", "scripts/setup", ".ci/run"])
def test_commands_can_be_executed(path: str) -> None:
    assert os.access(ROOT / path, os.X_OK)


@pytest.mark.parametrize("script", ["book", "test"])
def test_help_needs_no_set_up(checkout: Checkout, script: str) -> None:
    done = checkout.run(script, "--help", PYTHON="/nowhere/python")
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: scripts/{script}")
    assert not checkout.venv.exists()


def test_the_second_call_makes_no_pip_call(checkout: Checkout) -> None:
    checkout.environment()
    first = checkout.run("book")
    assert first.returncode == 0, first.stderr
    assert "Setting up (once, about a minute)" in first.stderr
    assert [call.endswith("--editable .") for call in checkout.calls("pip install")] == [True]
    second = checkout.run("book")
    assert (second.returncode, second.stderr) == (0, "")
    assert checkout.calls("pip") == []


@pytest.mark.parametrize(("uv", "by_pip"), [("exit 0", 0), ("exit 2", 1)])
def test_uv_installs_where_it_can_and_pip_where_it_cannot(
    checkout: Checkout, uv: str, by_pip: int
) -> None:
    checkout.environment()
    checkout.tool("uv", uv)
    done = checkout.run("book")
    assert done.returncode == 0, done.stderr
    calls = checkout.calls("pip install")
    by_uv = [call for call in calls if call.startswith("uv ")]
    python = checkout.venv / "bin" / "python"
    assert by_uv == [f"uv pip install --python {python} --quiet --editable ."]
    assert len(calls) - len(by_uv) == by_pip


def test_a_changed_pyproject_is_installed_again(checkout: Checkout) -> None:
    checkout.environment()
    checkout.run("book")
    checkout.calls("")
    with (checkout.root / "pyproject.toml").open("a") as file:
        file.write("# another dependency\n")
    assert checkout.run("book").returncode == 0
    assert len(checkout.calls("pip install")) == 1


def test_the_tests_environment_also_prints_books_but_not_the_other_way_round(
    checkout: Checkout,
) -> None:
    checkout.environment()
    checkout.run("book")
    checkout.calls("")
    checkout.run("test")
    assert [call.endswith("--editable .[dev]") for call in checkout.calls("pip install")] == [True]
    checkout.run("book")
    assert checkout.calls("pip") == []


def test_book_has_a_default_and_passes_arguments_on(checkout: Checkout) -> None:
    checkout.environment()
    out = f"zwanz book --out {checkout.root / 'build'}"
    checkout.run("book")
    assert checkout.calls("zwanz book") == [f"{out} zwanzigerrufen --variant wikipedia --lang en"]
    checkout.run("book", "zwanzigerrufen", "--variant", "directnet")
    assert checkout.calls("zwanz book") == [f"{out} zwanzigerrufen --variant directnet"]


def test_lint_types_and_tests_all_run_though_lint_fails(checkout: Checkout) -> None:
    checkout.environment(ruff="exit 1")
    done = checkout.run("test", "-k", "two words")
    assert done.returncode == 1
    assert "lint" in done.stderr
    lint, format_, types, tests = checkout.calls("python -m ")
    assert lint == "python -m ruff check"
    assert format_ == "python -m ruff format --check"
    assert types == "python -m mypy"
    assert tests.startswith("python -m pytest -n ") and tests.endswith(" -k two words")


@pytest.mark.parametrize(
    "arguments",
    [("-k", "auction"), ("tests/test_trick.py",), ("-x", "tests/test_trick.py::test_a")],
)
def test_some_tests_alone_run_in_one_process(
    checkout: Checkout, arguments: tuple[str, ...]
) -> None:
    checkout.environment()
    checkout.run("test", *arguments)
    (tests,) = checkout.calls("python -m pytest")
    assert tests == f"python -m pytest -n 0 --dist loadfile {' '.join(arguments)}"


def test_all_tests_run_in_four_processes_where_there_are_two_cores(checkout: Checkout) -> None:
    checkout.environment()
    for cores, workers in ((1, 0), (2, 4), (64, 4)):
        checkout.tool("getconf", f"echo {cores}", checkout.root / "first")
        path = f"{checkout.root / 'first'}{os.pathsep}{checkout.bin}"
        checkout.run("test", "-x", PATH=path)
        (tests,) = checkout.calls("python -m pytest")
        assert tests == f"python -m pytest -n {workers} --dist loadfile -x"


def test_the_quick_tests_are_named_in_a_file(checkout: Checkout) -> None:
    checkout.environment()
    quick = checkout.root / "tests" / "quick.txt"
    quick.parent.mkdir()
    quick.write_text("# these\n\ntests/test_one.py\ntests/test_two.py\n", encoding="utf-8")
    done = checkout.run("test", "--quick", "-x")
    assert done.returncode == 0, done.stderr
    (tests,) = checkout.calls("python -m pytest")
    assert tests.endswith(" --dist loadfile -x tests/test_one.py tests/test_two.py")


def test_every_quick_test_is_there() -> None:
    lines = (ROOT / "tests" / "quick.txt").read_text(encoding="utf-8").splitlines()
    named = [line for line in lines if line and not line.startswith("#")]
    assert named == sorted(set(named))
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_when_all_is_well_nothing_is_said_after_pytest(checkout: Checkout) -> None:
    checkout.environment()
    checkout.run("test")
    done = checkout.run("test")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "Lint (ruff)",
        "Format (ruff)",
        "Types (mypy)",
        "Commits (subjects)",
        "Tests (pytest)",
    ]


# Which Python, which environment
# --------------------------------------------------------------------


def test_the_first_python_that_is_new_enough_is_taken(checkout: Checkout) -> None:
    checkout.environment()
    checkout.tool("python3.11", "exit 127")  # as pyenv leaves them: there, but not to be run
    checkout.tool("python3.12", f'exec "{sys.executable}" "$@"')
    done = checkout.run("book", PYTHON="")
    assert done.returncode == 0, done.stderr
    assert checkout.calls("python3.12 ")[-1].endswith("prepare.py run")


def test_without_a_python_the_command_for_each_platform_is_printed(checkout: Checkout) -> None:
    checkout.tool("python3", "exit 1")  # too old: the question about its version fails
    done = checkout.run("book", PYTHON="")
    assert done.returncode == 3
    assert "No Python 3.11 or newer was found" in done.stderr
    line = next(line for line in done.stderr.splitlines() if "Debian, Ubuntu" in line)
    asked = line.partition("install -y ")[2].split()
    assert asked[:2] == ["python3", "python3-venv"]
    assert asked[2:], "what books need besides, so that a person is asked once"


def test_a_python_named_but_too_old_is_said_to_be_so(checkout: Checkout) -> None:
    old = checkout.tool("python3.9", "exit 1")
    done = checkout.run("book", PYTHON=str(old))
    assert done.returncode == 3
    assert done.stderr == (
        f"PYTHON={old} is not a Python 3.11 or newer. Please name another, or leave PYTHON empty.\n"
    )


def test_an_environment_that_was_never_finished_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[str] = []

    def pretend(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        commands.append(" ".join(command))
        return subprocess.CompletedProcess(command, 0, "3.11", "")

    folder = tmp_path / "venv"
    (folder / "lib").mkdir(parents=True)
    (folder / prepare.UNFINISHED).touch()
    monkeypatch.setattr(subprocess, "run", pretend)
    assert not prepare.works(folder)
    prepare.create(folder)
    assert commands == [f"{sys.executable} -I -m venv {folder}"]
    assert not (folder / "lib").exists()
    assert (folder / prepare.UNFINISHED).exists(), (
        "only a finished installation takes the mark away"
    )
    prepare.install(folder, "run")
    assert sorted(path.name for path in folder.iterdir()) == [prepare.stamp("run")]


def test_a_failed_installation_leaves_no_stamp(checkout: Checkout) -> None:
    checkout.environment(pip="exit 1")
    assert checkout.run("book").returncode == 4
    assert not (checkout.venv / prepare.stamp("run")).exists()


def test_a_folder_that_is_not_ours_is_never_emptied(checkout: Checkout, tmp_path: Path) -> None:
    precious = tmp_path / "photos" / "one.jpg"
    precious.parent.mkdir()
    precious.touch()
    done = checkout.run("book", ZWANZ_VENV=str(precious.parent))
    assert done.returncode == 4
    assert "name a new folder in ZWANZ_VENV" in done.stderr
    assert precious.exists()


def test_no_network_is_said_in_a_sentence(checkout: Checkout) -> None:
    checkout.environment(
        pip="echo \"NewConnectionError('[Errno -3] Temporary failure'))\" >&2; exit 1"
    )
    done = checkout.run("book")
    assert done.returncode == 4
    assert "there is no way to the package index (pypi.org)" in done.stderr
    assert "NewConnectionError" not in done.stderr


def test_any_other_trouble_of_pip_is_shown(checkout: Checkout) -> None:
    checkout.environment(pip='echo "ERROR: no space left on device" >&2; exit 1')
    done = checkout.run("book")
    assert done.returncode == 4
    assert "ERROR: no space left on device" in done.stderr


# What the system lacks
# ------------------------------------------------------------------------------


def test_a_missing_library_stops_with_code_3_before_anything_is_installed(
    checkout: Checkout,
) -> None:
    checkout.need("lib:no-such-library")
    checkout.tool("dnf")
    done = checkout.run("book")
    assert done.returncode == 3
    assert "The system lacks: no-such-library." in done.stderr
    sudo = "" if os.geteuid() == 0 else "sudo "
    assert f"\n  {sudo}dnf install -y wanted\n" in done.stderr
    assert not checkout.venv.exists()


def test_on_debian_it_is_installed_where_that_is_allowed(checkout: Checkout) -> None:
    checkout.environment()
    checkout.need("cmd:wanted-tool")
    checkout.tool("sudo", 'shift; exec "$@"')
    marks = f'"{checkout.root}/updated"', f'"{checkout.bin}/wanted-tool"'
    checkout.tool(
        "apt-get",
        f"""
        case "$*" in *update*) echo > {marks[0]}; exit ;; esac
        [ -e {marks[0]} ] || exit 100  # as on a new machine, which has no list of packages yet
        ln -s /bin/sh {marks[1]}
    """,
    )
    done = checkout.run("book")
    assert done.returncode == 0, done.stderr
    assert "installing wanted (apt-get)" in done.stderr
    calls = [call for call in checkout.calls("apt-get -q") if not call.startswith("sudo")]
    asked = ["update" if call.endswith(" update") else "install" for call in calls]
    assert asked[-3:] == ["install", "update", "install"]
