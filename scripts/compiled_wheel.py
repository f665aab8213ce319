"""The compiled wheel behind ``scripts/wheel``: the pure one, with modules compiled by mypyc beside
their sources, which Python then prefers.

The modules are compiled in a copy of the checkout, where tests can run on them.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import os
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import sysconfig
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.metadata import files as files_of
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "zwanz_ssot"
ROOMS: Mapping[str, Sequence[str]] = {
    "engine": ("*.py",),
    "words": ("cards.py", "compiling.py", "outcome.py", "roles.py"),
}
"""The modules that are compiled. The other words run only when rules are loaded. They stay as they
are, and so does `Facts`, from which examples derive classes.
"""
COPY_MADE = re.compile(r"^_made: .*?^_copy: .*?$", re.MULTILINE | re.DOTALL)
"""The lines of ``engine/state.py`` that make the function that copies a `State`."""
MEASURED = ("zwanzigerrufen:directnet", "zwanzigerrufen:wikipedia", "koenigrufen:wien")
SPEED_ROUNDS = 1500
"""How many random rounds are timed at once."""
OPTIONS = {"opt_level": "3", "debug_level": "0", "group_name": PACKAGE}
OLDEST_GLIBC = 17
"""The minor version of glibc 2 in the oldest Linux that wheels are named for."""


class Stop(Exception):
    """Ends the script, with an exit code and a sentence."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def modules(root: Path = ROOT) -> list[str]:
    """The files that are compiled, relative to the root.

    >>> [name for name in modules() if "words" in name][0]
    'zwanz_ssot/words/cards.py'
    """
    found = (
        file.relative_to(root).as_posix()
        for room, patterns in ROOMS.items()
        for pattern in patterns
        for file in (root / PACKAGE / room).glob(pattern)
    )
    return sorted(found)


def platform_tag(binaries: Sequence[bytes], platform: str) -> str:
    """The platform in the name of a wheel; on Linux with the newest glibc that its binaries ask
    for.

    >>> platform_tag([b"GLIBC_2.2.5 GLIBC_2.34"], "linux-x86_64")
    'manylinux_2_34_x86_64'
    >>> platform_tag([b""], "macosx-11.0-arm64")
    'macosx_11_0_arm64'
    """
    name = re.sub(r"[-.]", "_", platform)
    if not name.startswith("linux_") or sysconfig.get_config_var("SOABI").endswith("musl"):
        return name
    asked = [int(minor) for each in binaries for minor in re.findall(rb"GLIBC_2\.(\d+)", each)]
    return f"manylinux_2_{max([OLDEST_GLIBC, *asked])}_{name.removeprefix('linux_')}"


def with_binaries(
    pure: Path, binaries: Mapping[str, bytes], tag: str, out: Path, licence: bytes
) -> Path:
    """Write the pure wheel with binaries at their paths, named for one Python and platform.

    `tag` is that of the wheel, ``cp311-cp311-manylinux_2_17_x86_64``; `licence` is that of mypy,
    whose runtime is in the binaries. Returns the wheel's path.
    """
    name = pure.name.replace("py3-none-any", tag)
    assert name != pure.name, f"{pure} is no pure wheel"
    out.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(pure) as old, zipfile.ZipFile(out / name, "w") as new:
        files = {entry.filename: (entry, old.read(entry)) for entry in old.infolist()}

        # WHEEL says that there are binaries, and for what.
        record = next(path for path in files if path.endswith(".dist-info/RECORD"))
        about, text = files[(meta := record.replace("RECORD", "WHEEL"))]
        text = text.replace(b"Root-Is-Purelib: true", b"Root-Is-Purelib: false")
        files[meta] = about, text.replace(b"Tag: py3-none-any", f"Tag: {tag}".encode())

        # The licence of what the binaries contain of mypy.
        entry, text = files[(meta := record.replace("RECORD", "METADATA"))]
        head, line, rest = text.partition(b"License-File: LICENSE\n")
        files[meta] = entry, head + b"License-File: mypy.LICENSE\n" + line + rest
        beside = {record.replace("RECORD", "licenses/mypy.LICENSE"): licence}

        # What is new has the date of the other files, and RECORD is written anew, last.
        when = about.date_time
        for path, data in {**binaries, **beside}.items():
            entry = zipfile.ZipInfo(path, when)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o100755 << 16
            files[path] = entry, data
        end, _ = files.pop(record)
        files[record] = end, _record({path: data for path, (_, data) in files.items()}, record)
        for entry, data in files.values():
            new.writestr(entry, data)
    return out / name


def _record(files: Mapping[str, bytes], own: str) -> bytes:
    """The list of a wheel's files with digest and size; its own line has neither."""
    lines = []
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(data)}")
    return "\n".join([*lines, f"{own},,", ""]).encode()


def licence_of_mypy() -> bytes:
    """The text of the licence of the mypy that compiles."""
    (file,) = (each for each in files_of("mypy") or () if each.match("licenses/LICENSE"))
    return file.read_binary()


def _asked_for() -> None:
    """Stop if a C compiler or the headers of Python are missing."""
    command = shlex.split(sysconfig.get_config_var("CC") or "cc")[0]
    header = Path(sysconfig.get_paths()["include"]) / "Python.h"
    missing = [] if shutil.which(command) else [f"a C compiler ({command})"]
    missing += [] if header.is_file() else [f"the headers of Python ({header})"]
    if missing:
        raise Stop(
            3,
            f"The compiled wheel needs {' and '.join(missing)}. Please install:\n\n"
            "  Debian, Ubuntu:  sudo apt-get install -y gcc python3-dev\n"
            "  Fedora:          sudo dnf install -y gcc python3-devel\n"
            "  Alpine:          sudo apk add gcc musl-dev python3-dev\n"
            "  macOS:           xcode-select --install",
        )


def run(
    command: Sequence[object], folder: Path, env: Mapping[str, str] | None = None, code: int = 1
) -> str:
    """The output of a command; if it fails, print it and stop with `code`."""
    words = [*map(str, command)]
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout, done.stderr, sep="\n")
        raise Stop(code, f"This has failed: {shlex.join(words)}")
    return done.stdout


def copied(aside: Path) -> Path:
    """A copy of the checkout, uncommitted changes included."""
    copy = aside / "checkout"
    run(["git", "clone", "--quiet", "--shared", ROOT, copy], aside)
    changed = run(["git", "ls-files", "-dmo", "--exclude-standard", "-z"], ROOT).split("\0")
    for name in filter(None, changed):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_file():
            shutil.copy2(ROOT / name, copy / name)
        else:
            (copy / name).unlink(missing_ok=True)
    return copy


def _write_out_copy(copy: Path) -> None:
    """Put the function that copies a `State` into its module, where it is compiled with it: it
    takes 1.0 µs, and 5.6 where `exec` makes it.
    """
    module = copy / PACKAGE / "engine" / "state.py"
    ask = "from zwanz_ssot.engine.state import source_of_copy; print(source_of_copy())"
    source = run([sys.executable, "-c", ask], copy, {**os.environ, "PYTHONPATH": str(copy)})
    text, times = COPY_MADE.subn(lambda _: source, module.read_text(encoding="utf-8"))
    assert times == 1, "engine/state.py makes its copy in another way"
    module.write_text(text, encoding="utf-8")


def compiled(copy: Path) -> dict[str, bytes]:
    """Compile the modules beside their sources; the binaries by their paths."""
    _write_out_copy(copy)
    project = (
        copy / "pyproject.toml"
    )  # setuptools looks at it, and does not know what hatchling fills in
    text = project.read_text(encoding="utf-8")
    project.write_text(re.sub(r"^dynamic = .*\n", "", text, flags=re.MULTILINE), encoding="utf-8")
    setup = (
        "from setuptools import setup; from mypyc.build import mypycify\n"
        f"made = mypycify({modules(copy)!r}, **{OPTIONS!r})\n"
        "setup(name='compiled', packages=[], ext_modules=made)"
    )
    run([sys.executable, "-c", setup, "build_ext", "--inplace"], copy)
    ending = sysconfig.get_config_var("EXT_SUFFIX")
    found = [*copy.glob(f"*{ending}"), *(copy / PACKAGE).rglob(f"*{ending}")]
    assert len(found) == len(modules(copy)) + 1, found
    return {file.relative_to(copy).as_posix(): file.read_bytes() for file in sorted(found)}


def build(aside: Path, out: Path) -> tuple[Path, Path, Path]:
    """The pure wheel, the compiled one, and the copy in which it was compiled."""
    _asked_for()
    copy = copied(aside)
    run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", aside / "pure"], copy)
    (pure,) = (aside / "pure").glob("*.whl")
    binaries = compiled(copy)
    python = "cp" + sysconfig.get_config_var("py_version_nodot")
    tag = f"{python}-{python}-{platform_tag([*binaries.values()], sysconfig.get_platform())}"
    return pure, with_binaries(pure, binaries, tag, out, licence_of_mypy()), copy


# Two installations side by side


class Installed:
    """A wheel in an environment of its own, with a worker that answers each line by one line."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        uv = [sys.executable, "-m", "uv"]
        self._bin = folder / ("Scripts" if os.name == "nt" else "bin")
        run([*uv, "venv", "--quiet", "--python", sys.executable, folder], folder.parent, code=4)
        install = [*uv, "pip", "install", "--quiet", "--python", self._bin / "python", wheel]
        run(install, folder.parent, code=4)
        run([self._bin / "zwanz", "check"], folder)
        self._worker = subprocess.Popen(
            [self._bin / "python", "-I", __file__, "--worker"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, question: str, *about: object) -> Any:
        """The answer of a function of the worker."""
        assert self._worker.stdin is not None and self._worker.stdout is not None
        print(json.dumps([question, *about]), file=self._worker.stdin, flush=True)
        line = self._worker.stdout.readline()
        if not line:
            raise Stop(1, f"The worker has died at {question} {about}")
        return json.loads(line)

    def close(self) -> None:
        """End the worker."""
        self._worker.communicate()


def _digest(name: str, rounds: int) -> str:
    """A digest of everything that was said, played and settled in random rounds."""
    from zwanz_ssot.engine import table
    from zwanz_ssot.engine.random_play import random_round
    from zwanz_ssot.library import load
    from zwanz_ssot.model import Carried
    from zwanz_ssot.problems import RulesAreSilent

    game, variant = name.split(":")
    compiled, random, found = table(load(game, variant)), Random(1), hashlib.sha256()
    for number in range(1, rounds + 1):
        log: list[tuple[int, int]] = []
        state = random_round(compiled, random, Carried(number=number), log)
        settled: object = state.thrown_in
        if not state.thrown_in:
            try:
                settled = compiled.settlement.settle(state, state.contract, state.stakes)
            except RulesAreSilent as silent:
                settled = str(silent)
        found.update(repr((log, settled)).encode())
    return found.hexdigest()


def _seconds(name: str, rounds: int) -> float:
    """The processor seconds of random rounds, from the deal to the ledger."""
    from zwanz_ssot.engine.random_play import random_rounds
    from zwanz_ssot.library import load

    game, variant = name.split(":")
    rules = load(game, variant)
    for _ in random_rounds(rules, 50):
        pass
    start = time.process_time()
    for _ in random_rounds(rules, rounds, seed=1):
        pass
    return time.process_time() - start


def _is_compiled() -> bool:
    from zwanz_ssot.engine import play
    from zwanz_ssot.words import outcome

    return all(not str(module.__file__).endswith(".py") for module in (play, outcome))


def _rule_sets() -> list[str]:
    from zwanz_ssot.library import library

    return list(map(":".join, library().rule_sets()))


_ANSWERS: Mapping[str, Callable[..., Any]] = {
    "digest": _digest,
    "seconds": _seconds,
    "is_compiled": _is_compiled,
    "rule_sets": _rule_sets,
}


def _work() -> None:
    for line in sys.stdin:
        question, *about = json.loads(line)
        print(json.dumps(_ANSWERS[question](*about)), flush=True)


def different(pure: Installed, fast: Installed, rounds: int) -> Iterator[str]:
    """The rule sets in which the two play different random rounds."""
    assert fast.ask("is_compiled") and not pure.ask("is_compiled")
    for name in pure.ask("rule_sets"):
        if pure.ask("digest", name, rounds) != fast.ask("digest", name, rounds):
            yield name


def measure(pure: Installed, fast: Installed, cycles: int) -> None:
    """Print how many random rounds each plays in a second of processor time; they take turns."""
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"random rounds a second of processor time, in turn, {cycles} times; load {load}")
    print("    medians; ratio: median, least and most")
    for name in MEASURED:
        asked = ("seconds", name, SPEED_ROUNDS)
        seconds = [(pure.ask(*asked), fast.ask(*asked)) for _ in range(cycles)]
        plain, quick = (
            SPEED_ROUNDS / statistics.median(each) for each in zip(*seconds, strict=True)
        )
        ratios = [slow / short for slow, short in seconds]
        ratio = f"{statistics.median(ratios):.2f}  ({min(ratios):.2f} to {max(ratios):.2f})"
        print(f"    {name}  pure {plain:.0f}, compiled {quick:.0f}, ratio {ratio}")


# Tests on the compiled modules

OF_SOURCE = (
    "test_trace.py",
    "test_bad.py::test_every_sentence_about_rules_and_chapters",
    "test_house.py::test_the_examples_in_docstrings",
    "test_house.py::test_every_word_has_a_meaning",
    "test_api.py::test_the_examples_of_docstrings",
    "test_api.py::test_the_page_of_the_interface",
    "test_api.py::test_every_public_class_and_function",
    "test_api.py::test_what_one_works_with",
    "test_api.py::test_there_is_no_such_seat[1.5]",
)
"""Tests that compiled code cannot pass: those of frames and docstrings, which it does not have, and
of a wrong type of argument, for which it raises a TypeError.
"""


def test(copy: Path, which: str) -> None:
    """Run tests in the copy, where Python finds the compiled modules."""
    files = (copy / "tests" / "quick.txt").read_text(encoding="utf-8").splitlines()
    named = [file for file in files if file.startswith("tests/")] if which == "quick" else []
    path = os.pathsep.join(map(str, (copy, copy / "renderer")))
    env = {**os.environ, "PYTHONPATH": path, "ZWANZ_VENV": str(Path(sys.prefix))}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *named]
    command += [f"--deselect=tests/{each}" for each in OF_SOURCE]
    if subprocess.run(command, cwd=copy, env=env, check=False).returncode:
        raise Stop(1, "Tests have failed on the compiled modules.")


def main(arguments: Sequence[str]) -> int:
    """Build, compare, measure and test; return the exit code."""
    parser = argparse.ArgumentParser(prog="scripts/wheel")
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--rounds", type=int, default=150)
    parser.add_argument("--cycles", type=int, default=5)
    parser.add_argument("--tests", choices=("quick", "all", "none"), default="quick")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    asked = parser.parse_args(arguments)
    try:
        with TemporaryDirectory(prefix="zwanz-wheel-") as folder:
            aside = Path(folder)
            pure, wheel, copy = build(aside, aside / "dist")
            both = Installed(pure, aside / "a"), Installed(wheel, aside / "b")
            if wrong := list(different(*both, asked.rounds)):
                raise Stop(1, f"Other random rounds than in the pure package: {', '.join(wrong)}")
            print(f"the same {asked.rounds} random rounds in each rule set")
            if not asked.build:
                measure(*both, asked.cycles)
            for each in both:
                each.close()
            if not asked.build and asked.tests != "none":
                test(copy, asked.tests)
            asked.out.mkdir(parents=True, exist_ok=True)
            print(shutil.copy2(wheel, asked.out))
    except Stop as stop:
        print(stop, file=sys.stderr)
        return stop.code
    return 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--worker"]:
        _work()
    else:
        sys.exit(main(sys.argv[1:]))
