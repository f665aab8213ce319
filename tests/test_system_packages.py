"""What the system lacks, on each platform: the table, the package manager, the command that is
printed.
"""

from __future__ import annotations

import pytest

import system_packages

RUN = system_packages.needs("run")


def test_books_need_pango_and_harfbuzz_and_tests_also_poppler() -> None:
    assert [need.packages["apt"] for need in RUN] == [
        "libpango-1.0-0",
        "libpangoft2-1.0-0",
        "libharfbuzz-subset0",
    ]
    more = [need for need in system_packages.needs("test") if need not in RUN]
    assert {need.packages["apt"] for need in more} == {"poppler-utils"}


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


def test_a_sudo_that_asks_for_a_password_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_packages, "missing", lambda level: RUN)
    monkeypatch.setattr(system_packages, "manager", lambda: "apt")
    monkeypatch.setattr(system_packages, "_root_rights", lambda: None)
    with pytest.raises(system_packages.Stop) as stopped:
        system_packages.provide("run", print)
    assert stopped.value.code == 3
    assert "sudo apt-get install -y libpango-1.0-0" in str(stopped.value)
