"""The compiled wheel, as far as it can be tried without a compiler; `scripts/wheel` tries the rest."""

from __future__ import annotations

import csv
import doctest
import hashlib
import io
import re
import shutil
import zipfile
from base64 import urlsafe_b64decode
from dataclasses import fields
from pathlib import Path

import pytest
from conftest import is_always_the_same

import compiled_wheel
from zwanz_ssot import engine
from zwanz_ssot.engine.state import State
from zwanz_ssot.problems import NotInstalled
from zwanz_ssot.trace.code import Readers

ROOT = Path(__file__).parent.parent
TAG = "cp311-cp311-manylinux_2_17_x86_64"
ABOUT = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


@pytest.fixture
def pure(tmp_path: Path) -> Path:
    """A small pure wheel."""
    file = tmp_path / "thing-1-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as wheel:
        wheel.writestr("thing/part.py", "x = 1\n")
        wheel.writestr("thing-1.dist-info/WHEEL", ABOUT)
        wheel.writestr(
            "thing-1.dist-info/METADATA", "Name: thing\nLicense-File: LICENSE\n\n# Thing\n"
        )
        wheel.writestr("thing-1.dist-info/RECORD", "thing/part.py,,\nthing-1.dist-info/RECORD,,\n")
    return file


def test_the_compiled_wheel_is_the_pure_one_with_binaries(pure: Path, tmp_path: Path) -> None:
    made = compiled_wheel.with_binaries(
        pure, {"thing/part.so": b"code"}, TAG, tmp_path / "out", compiled_wheel.licence_of_mypy()
    )
    assert made.name == f"thing-1-{TAG}.whl"
    with zipfile.ZipFile(made) as wheel:
        files = {name: wheel.read(name) for name in wheel.namelist()}
    assert files["thing/part.py"] == b"x = 1\n"
    assert files["thing/part.so"] == b"code"
    about = files["thing-1.dist-info/WHEEL"].decode()
    assert "Root-Is-Purelib: false" in about and f"Tag: {TAG}\n" in about
    assert "-any" not in about
    assert b"License-File: mypy.LICENSE\n" in files["thing-1.dist-info/METADATA"]
    assert b"MIT License" in files["thing-1.dist-info/licenses/mypy.LICENSE"]

    record = files["thing-1.dist-info/RECORD"].decode()
    rows = {path: (digest, size) for path, digest, size in csv.reader(io.StringIO(record))}
    assert rows.keys() == files.keys()
    assert rows.pop("thing-1.dist-info/RECORD") == ("", "")
    for path, (digest, size) in rows.items():
        kind, _, value = digest.partition("=")
        assert kind == "sha256" and int(size) == len(files[path])
        assert urlsafe_b64decode(value + "=") == hashlib.sha256(files[path]).digest()


def test_the_modules_that_are_compiled_are_there() -> None:
    names = compiled_wheel.modules()
    assert all((ROOT / name).is_file() for name in names)
    in_rooms = {(room, pattern) for room, each in compiled_wheel.ROOMS.items() for pattern in each}
    for room, pattern in in_rooms:
        assert [*(ROOT / "zwanz_ssot" / room).glob(pattern)], pattern


def test_what_copies_a_state_is_compiled_with_it(tmp_path: Path) -> None:
    module = tmp_path / "zwanz_ssot" / "engine" / "state.py"
    shutil.copytree(ROOT / "zwanz_ssot", tmp_path / "zwanz_ssot")
    compiled_wheel._write_out_copy(tmp_path)
    text = module.read_text(encoding="utf-8")
    assert "exec(" not in text
    written = text.rpartition("\ndef _copy(old: State)")[2].partition("\n\n\n")[0]
    copied = re.findall(r"^    new\.(\w+) = old\.\1(?:\.copy\(\))?$", written, re.MULTILINE)
    assert copied == [each.name for each in fields(State)]


def test_the_examples_of_the_script_hold() -> None:
    failed, tried = doctest.testmod(compiled_wheel)
    assert tried and not failed


def test_without_a_compiler_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiled_wheel.sysconfig, "get_config_var", lambda name: "no-such-cc -O")
    assert compiled_wheel.main(["--build"]) == 3
    output = capsys.readouterr().err
    assert "a C compiler (no-such-cc)" in output and "apt-get install -y gcc python3-dev" in output


def test_the_worker_digests_rounds_alike_each_time() -> None:
    name = "zwanzigerrufen:directnet"
    assert is_always_the_same(f"import compiled_wheel; print(compiled_wheel._digest({name!r}, 5))")
    assert compiled_wheel._digest(name, 5) != compiled_wheel._digest(name, 6)
    assert name in compiled_wheel._rule_sets()


def test_a_compiled_package_refuses_to_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "__file__", "engine/__init__.cpython-311-x86_64-linux-gnu.so")
    with pytest.raises(NotInstalled, match="install the pure one"):
        Readers()
