"""What the system lacks, on each platform: the table, the package manager, the command that is
printed.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import system_packages

RUN = system_packages.needs("run")


def test_books_need_pango_and_harfbuzz_and_tests_also_git_and_poppler() -> None:
    assert [need.packages["apt"] for need in RUN] == [
        "libpango-1.0-0",
        "libpangoft2-1.0-0",
        "libharfbuzz-subset0",
    ]
    more = [need for need in system_packages.needs("test") if need not in RUN]
    assert {need.packages["apt"] for need in more} == {"git", "poppler-utils"}


@pytest.mark.parametrize(
    ("platform", "tool", "expected"),
    [
        ("linux", "apt-get", "apt"),
        ("linux", "dnf", "dnf"),
        ("linux", "pacman", "pacman"),
        ("linux", "apk", "apk"),
        ("linux", "zypper", None),
        ("darwin", "brew", "brew"),
        ("darwin", "nothing", "brew"),
        ("win32", "nothing", "msys2"),
    ],
)
def test_the_package_manager_of_a_machine(platform: str, tool: str, expected: str | None) -> None:
    assert system_packages.manager(platform, lambda name: name == tool) == expected


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("apt", "sudo apt-get install -y libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"),
        ("dnf", "sudo dnf install -y pango harfbuzz"),
        ("pacman", "sudo pacman -S --needed pango harfbuzz"),
        ("apk", "sudo apk add pango harfbuzz-subset"),
        ("brew", "brew install pango harfbuzz"),
        ("msys2", "pacman -S mingw-w64-ucrt-x86_64-pango mingw-w64-ucrt-x86_64-harfbuzz"),
    ],
)
def test_the_exact_command_is_printed(name: str, command: str) -> None:
    assert f"\n  {command}\n" in system_packages.advice(RUN, name) + "\n"


def test_windows_and_macos_are_told_where_the_libraries_are_looked_for() -> None:
    assert "WEASYPRINT_DLL_DIRECTORIES=C:\\msys64\\ucrt64\\bin" in system_packages.advice(
        RUN, "msys2"
    )
    assert "DYLD_FALLBACK_LIBRARY_PATH" in system_packages.advice(RUN, "brew")


def test_an_unknown_system_is_told_what_to_look_for() -> None:
    assert "Pango and HarfBuzz" in system_packages.advice(RUN, None)


def test_only_what_is_missing_is_asked_for() -> None:
    lacking = system_packages.missing("run", lambda proof: proof != "lib:harfbuzz-subset")
    assert "install -y libharfbuzz-subset0\n" in system_packages.advice(lacking, "apt") + "\n"


class Machine:
    """A Debian machine on which some things are there and nobody may install the others."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *there: str) -> None:
        self.missing = system_packages.missing
        self.there = there
        monkeypatch.setattr(system_packages, "missing", self.lacks)
        monkeypatch.setattr(system_packages, "manager", lambda: "apt")
        monkeypatch.setattr(system_packages, "_root_rights", lambda: None)

    def lacks(self, level: system_packages.Level, venv: bool) -> list[system_packages.Need]:
        return self.missing(level, lambda proof: proof in self.there, venv)

    def lines(self, level: system_packages.Level, venv: bool = True) -> list[str]:
        """The lines that a person is told."""
        with pytest.raises(system_packages.Stop) as stopped:
            system_packages.provide(level, print, venv=venv)
        assert stopped.value.code == 3
        return str(stopped.value).splitlines()


LIBRARIES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
VENV = f"python3.{sys.version_info.minor}-venv"


def test_who_may_not_install_is_told_everything_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = Machine(monkeypatch).lines("test")
    assert [line for line in lines if "apt-get" in line] == [
        f"  sudo apt-get install -y {VENV} {LIBRARIES} git poppler-utils"
    ]


def test_who_wants_a_book_is_told_what_the_tests_want_too(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = Machine(monkeypatch).lines("run")
    assert [line for line in lines if "apt-get" in line] == [
        f"  sudo apt-get install -y {VENV} {LIBRARIES}",
        f"  sudo apt-get install -y {VENV} {LIBRARIES} git poppler-utils",
    ]


def test_who_lacks_nothing_for_the_tests_is_told_of_books_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tools = ("cmd:git", "cmd:pdftotext", "cmd:pdftoppm")
    lines = Machine(monkeypatch, *tools).lines("run", venv=False)
    assert [line for line in lines if "apt-get" in line] == [
        f"  sudo apt-get install -y {LIBRARIES}"
    ]


def test_a_python_that_cannot_make_environments_may_be_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = [need.proof for need in system_packages.needs("test")]
    lines = Machine(monkeypatch, *there).lines("run")
    assert f"  sudo apt-get install -y {VENV}" in lines
    assert "PYTHON=/path/to/python3 scripts/book" in lines[-1]
    elsewhere = system_packages.advice([system_packages.VENV], "dnf")
    assert "dnf" not in elsewhere and "ensurepip" in elsewhere


def test_a_module_of_python_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not system_packages.is_there("py:zwanz_no_such_module")
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "zwanz_no_such_module.py").touch()
    assert system_packages.is_there("py:zwanz_no_such_module")
