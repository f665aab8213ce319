"""What ``pip install`` gives: the wheel, in a bare environment, used from a folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import prepare
import pytest

ROOT = Path(__file__).resolve().parent.parent
DATA = ("rules", "schema", "templates")

pytestmark = pytest.mark.xdist_group("wheel")  # one worker builds and installs for all tests here


@dataclass(frozen=True)
class Installed:
    """A bare environment with the wheel, and an empty folder to work in."""

    venv: Path
    elsewhere: Path

    def run(self, command: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """A command of the environment, which finds neither the checkout nor the tests' environment."""
        own = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
        return _run([str(prepare.python_of(self.venv).with_name(command)), *arguments], self.elsewhere, own)


def _run(
    command: Sequence[str], folder: Path, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, check=False, encoding="utf-8"
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    done = _run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)], ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Takes the dependencies from the package index, or from pip's cache."""
    folder = tmp_path_factory.mktemp("bare")
    made = Installed(folder / "venv", folder / "elsewhere")
    made.elsewhere.mkdir()
    venv = _run([sys.executable, "-m", "venv", "--without-pip", str(made.venv)], folder)
    assert venv.returncode == 0, venv.stderr
    pip = [sys.executable, "-m", "pip", "--python", str(prepare.python_of(made.venv)), "--no-input"]
    done = _run([*pip, "install", "--quiet", "--retries", "2", str(wheel)], folder)
    if any(sign in done.stderr for sign in prepare.OFFLINE) and "CI" not in os.environ:
        pytest.skip("the package index cannot be reached from here")
    assert done.returncode == 0, done.stderr
    return made


@pytest.mark.parametrize("kind", DATA)
def test_the_wheel_holds_every_data_file(wheel: Path, kind: str) -> None:
    there = {
        f"zwanz_ssot/data/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / kind).rglob("*")
        if path.is_file() and not path.name.startswith(".") and "__pycache__" not in path.parts
    }
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith(f"zwanz_ssot/data/{kind}/")}
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
    assert {top for top in tops if not top.endswith(".dist-info")} == {"zwanz_ssot", "renderer"}


def test_installed_it_reads_its_own_data(installed: Installed) -> None:
    code = "from zwanz_ssot.places import data; print(*map(data, ('rules', 'schema', 'templates')), sep='\\n')"
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
    assert [path.name for path in installed.elsewhere.iterdir()] == ["books"], "it writes nowhere else"
