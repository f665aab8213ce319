"""What ``pip install`` gives: the wheel, in a bare environment, used from a folder of its own."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from packed import ROOT, Installed

DATA = ("docs", "rules", "schema", "templates")


@pytest.mark.parametrize("kind", DATA)
def test_the_wheel_holds_every_data_file(wheel: Path, kind: str) -> None:
    there = {
        f"zwanz_ssot/data/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / kind).rglob("*")
        if path.is_file() and not path.name.startswith(".") and "__pycache__" not in path.parts
    }
    packed = {
        name
        for name in zipfile.ZipFile(wheel).namelist()
        if name.startswith(f"zwanz_ssot/data/{kind}/")
    }
    assert there
    assert packed == there


def test_the_wheel_holds_the_fonts_and_their_licences(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    fonts = [name for name in names if name.startswith("zwanz_ssot/data/templates/fonts/")]
    families = {name.rsplit("/", 1)[0] for name in fonts if name.endswith((".otf", ".ttf"))}
    assert families
    assert all(f"{family}/OFL.txt" in fonts for family in families)
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_the_wheel_holds_the_two_packages_and_nothing_else(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "zwanz_ssot",
        "zwanz_renderer",
    }


def test_installed_it_reads_its_own_data(installed: Installed) -> None:
    code = "from zwanz_ssot.places import data; print(*map(data, ('docs', 'rules', 'schema', 'templates')), sep='\\n')"
    done = installed.run("python", "-c", code)
    assert done.returncode == 0, done.stderr
    for kind, found in zip(DATA, done.stdout.splitlines(), strict=True):
        path = Path(found)
        assert path.is_dir() and path.name == kind
        assert path.is_relative_to(installed.venv.resolve())


def test_installed_zwanz_says_its_version(installed: Installed, wheel: Path) -> None:
    done = installed.run("zwanz", "--version")
    assert done.returncode == 0, done.stderr
    assert wheel.name.split("-")[1] in done.stdout


def test_installed_zwanz_finds_its_rules_sound(installed: Installed) -> None:
    done = installed.run("zwanz", "check")
    assert done.returncode == 0, done.stdout + done.stderr


def test_installed_zwanz_builds_a_book(installed: Installed) -> None:
    out = installed.elsewhere / "books"
    options = ("--variant", "directnet", "--lang", "en", "--out", str(out))
    done = installed.run("zwanz", "book", "zwanzigerrufen", *options)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "<html" in (out / "zwanzigerrufen.directnet.en.html").read_text(encoding="utf-8").lower()
    assert (out / "zwanzigerrufen.directnet.en.pdf").read_bytes().startswith(b"%PDF")
    assert [path.name for path in installed.elsewhere.iterdir()] == ["books"], (
        "it writes nowhere else"
    )
