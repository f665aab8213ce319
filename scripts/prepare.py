"""The set-up behind ``scripts/book`` and ``scripts/test``: system libraries, environment, packages.

    python3.11 scripts/prepare.py run              make all ready to print a book
    python3.11 scripts/prepare.py test             ... and to run the tests
    .venv/bin/python scripts/prepare.py run --ready    only ask: exit code 0 when nothing is to be
    done

What was installed is stamped inside the environment, so that a second call has nothing to do.
Progress goes to stderr. Only the standard library is used: this runs before anything is installed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import get_args

import system_packages
from system_packages import Level, Stop

ROOT = Path(__file__).resolve().parent.parent
UNFINISHED = ".zwanz-unfinished"  # is in an environment until its first stamp
OFFLINE = (
    "Temporary failure in name resolution",
    "NameResolutionError",
    "Failed to resolve",
    "ProxyError",
    "Failed to establish a new connection",
    "NewConnectionError",
    "Network is unreachable",
    "ConnectTimeoutError",
    "Read timed out",
    "No route to host",
)


def main(arguments: list[str]) -> int:
    """Run with the level, and perhaps ``--ready``, as arguments; return the exit code."""
    level: Level = "test" if arguments[0] == "test" else "run"
    if "--ready" in arguments:
        return 0 if ready(level) else 1
    try:
        with alone():
            if not ask_ready(level):
                make_ready(level)
    except Stop as stop:
        report(str(stop))
        return stop.code
    except OSError as trouble:
        report(f"The set-up failed: {trouble}")
        return 4
    except KeyboardInterrupt:
        report("Stopped. The next call takes it up again.")
        return 130
    return 0


def make_ready(level: Level) -> None:
    """Run all steps, first those that only a person can complete."""
    began = time.monotonic()
    report("Setting up (once, about a minute) …")
    folder = environment()
    new = not works(folder)
    system_packages.provide(level, report, venv=new)
    if new:
        create(folder)
    install(folder, level)
    report(f"Ready after {time.monotonic() - began:.0f} s.")


def report(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


# The environment
# ------------------------------------------------------------------------------------


def environment() -> Path:
    """The folder of the virtual environment: ``$ZWANZ_VENV``, else ``.venv`` in the checkout."""
    chosen = os.environ.get("ZWANZ_VENV")
    return Path(chosen).resolve() if chosen else ROOT / ".venv"


def python_of(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def works(folder: Path) -> bool:
    """Whether an environment was finished, its Python runs and is new enough, and it has pip."""
    if (folder / UNFINISHED).exists() or not python_of(folder).exists():
        return False
    probe = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    return _runs([str(python_of(folder)), "-I", "-c", probe])


def create(folder: Path) -> None:
    """Make the environment with this Python, in place of a broken one."""
    if folder.exists() and any(folder.iterdir()):
        made_here = any((folder / mark).exists() for mark in (UNFINISHED, stamp("run")))
        if not made_here and folder != ROOT / ".venv":
            raise Stop(
                f"{folder} holds something else than a working environment with Python 3.11 or "
                "newer.\n"
                "Please name a new folder in ZWANZ_VENV, or remove that one; then call this again.",
                4,
            )
        report(f"  {folder} is broken or was never finished: making it anew")
        shutil.rmtree(folder)
    report(f"  making the Python environment {folder}")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / UNFINISHED).touch()
    done = subprocess.run(
        [sys.executable, "-I", "-m", "venv", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise Stop(f"The environment could not be made:\n{_last(done.stderr or done.stdout)}", 4)


# Packages and the stamp
# -----------------------------------------------------------------------------


def install(folder: Path, level: Level) -> None:
    """Install the project, editable, with its dependencies; then write the stamp.

    uv does it where it is there: in 6 seconds instead of 35, by CI's clock. pip does it where
    there is no uv, or where uv fails: what only pip is told (a mirror, a proxy) uv does not know.
    """
    report("  fetching and installing the Python packages")
    python = str(python_of(folder))
    what = ["--quiet", "--editable", ".[dev]" if level == "test" else "."]
    uv = shutil.which("uv")
    by_uv = uv is not None and _runs([uv, "pip", "install", "--python", python, *what], ROOT)
    if not by_uv:
        _install_by_pip(python, what)
    version = subprocess.run(
        [python, "-I", "-c", "import sys; print(sys.version)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    levels = get_args(Level) if level == "test" else (level,)
    for each in levels:
        (folder / stamp(each)).write_text(digest(folder, version), encoding="ascii")
    (folder / UNFINISHED).unlink(missing_ok=True)


def _install_by_pip(python: str, what: list[str]) -> None:
    options = ["--disable-pip-version-check", "--no-input", "--retries", "2"]
    surroundings = {key: value for key, value in os.environ.items() if key != "PIP_USER"}
    done = subprocess.run(
        [python, "-I", "-m", "pip", "install", *options, *what],
        cwd=ROOT,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        words = done.stderr or done.stdout
        if any(sign in words for sign in OFFLINE):
            raise Stop(
                "The Python packages could not be fetched: there is no way to the package index "
                "(pypi.org).\n"
                "Please see to the network, or to the proxy in HTTPS_PROXY; then call this again.",
                4,
            )
        raise Stop(f"pip could not install the packages:\n{_last(words)}", 4)


def stamp(level: Level) -> str:
    return f".zwanz-{level}"


def digest(folder: Path, version: str) -> str:
    """A digest of what the installed packages depend on: pyproject.toml, the Python, the
    folders.
    """
    rest = "\0".join([version, str(ROOT), str(folder)])
    return hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + rest.encode()).hexdigest()


def ready(level: Level) -> bool:
    """Whether nothing is to be done. The environment's own Python asks; no process is started."""
    folder = environment()
    written = folder / stamp(level)
    if not written.exists() or written.read_text(encoding="ascii") != digest(
        folder, sys.version.strip()
    ):
        return False
    return not system_packages.missing(level)


def ask_ready(level: Level) -> bool:
    python = python_of(environment())
    return python.exists() and _runs([str(python), str(Path(__file__).resolve()), level, "--ready"])


# Small things
# ---------------------------------------------------------------------------------------


@contextmanager
def alone() -> Iterator[None]:
    """Let two calls take turns (not on Windows, which has no such lock)."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    handle = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _runs(command: list[str], folder: Path | None = None) -> bool:
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _last(words: str, lines: int = 8) -> str:
    return "\n".join("  " + line for line in words.strip().splitlines()[-lines:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
