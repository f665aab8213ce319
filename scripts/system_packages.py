"""The system's part of the set-up: the libraries and commands that are missing, and how to get
them.

The table is ``system-packages.txt``. Only the standard library is used, as this runs before
anything is installed.
"""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Level = Literal["run", "test"]
Which = Callable[[str], object]

TABLE = Path(__file__).with_name("system-packages.txt")
MANAGERS = (
    "apt",
    "dnf",
    "pacman",
    "apk",
    "brew",
    "msys2",
)  # the columns of the table, in its order

_TOOLS = {"apt": "apt-get", "dnf": "dnf", "pacman": "pacman", "apk": "apk", "brew": "brew"}
_COMMANDS = {
    "apt": "sudo apt-get install -y {}",
    "dnf": "sudo dnf install -y {}",
    "pacman": "sudo pacman -S --needed {}",
    "apk": "sudo apk add {}",
    "brew": "brew install {}",
    "msys2": "pacman -S {}",
}
_NOTES = {
    "brew": (
        'If it is installed and not found: export DYLD_FALLBACK_LIBRARY_PATH="$(brew --prefix)/lib"'
    ),
    "msys2": (
        'Run it in the shell "MSYS2 UCRT64" (https://www.msys2.org), '
        "then in the shell that you use here:\n"
        "  set WEASYPRINT_DLL_DIRECTORIES=C:\\msys64\\ucrt64\\bin\n"
        "(in PowerShell: $env:WEASYPRINT_DLL_DIRECTORIES = 'C:\\msys64\\ucrt64\\bin')\n"
        "and put that folder on the PATH as well."
    ),
}


class Stop(Exception):
    """The set-up cannot go on; the message says why, and what to do.

    Code 3: the person has to install something. Code 4: anything else.
    """

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Need:
    """A line of the table: what must be there (``lib:…``, ``cmd:…``, ``py:…``), and its package for
    each manager.
    """

    proof: str
    packages: dict[str, str]


VENV = Need("py:ensurepip", {"apt": f"python3.{sys.version_info.minor}-venv"})
"""What this Python needs to make environments. Debian and Ubuntu alone keep it in a package of its
own.
"""


def needs(level: Level, table: str | None = None) -> list[Need]:
    """The lines that ``level`` asks for; ``test`` includes ``run``."""
    section, found = "", []
    for line in (table if table is not None else TABLE.read_text(encoding="utf-8")).splitlines():
        words = line.split("#")[0].split()
        if len(words) == 1:
            section = words[0].strip("[]")
        elif words and section in ("run", level):
            found.append(Need(words[0], dict(zip(MANAGERS, words[1:], strict=True))))
    return found


def is_there(proof: str) -> bool:
    """Whether a library loads (by a name that WeasyPrint tries), a command is on the PATH, or this
    Python has a module.
    """
    kind, name = proof.split(":", 1)
    if kind == "cmd":
        return shutil.which(name) is not None
    if kind == "py":
        importlib.invalidate_caches()
        return importlib.util.find_spec(name) is not None
    if sys.platform == "win32":
        for folder in os.environ.get("WEASYPRINT_DLL_DIRECTORIES", "C:\\msys64\\ucrt64\\bin").split(
            ";"
        ):
            with suppress(OSError):
                os.add_dll_directory(folder)
        names = [f"lib{name}-0.dll"]
    elif sys.platform == "darwin":
        names = [f"lib{name}.0.dylib", f"lib{name}.dylib"]
    else:
        names = [f"lib{name}.so.0"]
    for candidate in names:
        with suppress(OSError):
            ctypes.CDLL(candidate)
            return True
    return False


def missing(
    level: Level, there: Callable[[str], bool] = is_there, venv: bool = False
) -> list[Need]:
    """What `level` needs and the system lacks; with `venv`, an environment has to be made, too."""
    wanted = [VENV, *needs(level)] if venv else needs(level)
    return [need for need in wanted if not there(need.proof)]


def manager(platform: str = sys.platform, which: Which = shutil.which) -> str | None:
    """The package manager of this machine, by its name in the table; None if it is not there."""
    if platform == "win32":
        return "msys2"
    candidates = ("brew",) if platform == "darwin" else ("apt", "dnf", "pacman", "apk", "brew")
    found = next((name for name in candidates if which(_TOOLS[name])), None)
    return found or ("brew" if platform == "darwin" else None)


def advice(
    lacking: Sequence[Need],
    name: str | None,
    root: bool = False,
    for_tests: Sequence[Need] = (),
) -> str:
    """The message for the person: what is missing, and the exact command that installs it.

    With `root` the command has no sudo. `for_tests` is what the tests need and the system lacks, if
    that is more.
    """
    what = ", ".join(need.proof.split(":", 1)[1] for need in lacking)
    if name is None:
        lines = [
            f"The system lacks: {what}.",
            "Please install Pango and HarfBuzz (with its subset library), for the tests git and",
            "Poppler's tools, with your system's package manager; then call this again.",
        ]
    elif command := _command(lacking, name, root):
        lines = [
            f"The system lacks: {what}. Please install what brings it, then call this again:",
            "",
            f"  {command}",
        ]
        if len(for_tests) > len(lacking):
            lines += [
                "",
                "or, to run the tests as well:",
                "",
                f"  {_command(for_tests, name, root)}",
            ]
        if name in _NOTES:
            lines += ["", _NOTES[name]]
    else:
        lines = [f"The system lacks: {what}. Please install what brings it, then call this again."]
    if VENV in lacking:
        lines += [
            "",
            f"{sys.executable} cannot make virtual environments without ensurepip;",
            "another Python 3.11 or newer can be named:  PYTHON=/path/to/python3 scripts/book",
        ]
    return "\n".join(lines)


def _command(lacking: Sequence[Need], name: str, root: bool) -> str:
    """The command that installs what is lacking, each package once; empty if no package does."""
    packages = dict.fromkeys(need.packages[name] for need in lacking if name in need.packages)
    command = _COMMANDS[name].format(" ".join(packages)) if packages else ""
    return command.removeprefix("sudo ") if root else command


def provide(level: Level, report: Callable[[str], None], venv: bool = False) -> None:
    """Install what the system lacks for `level`, if this process may; otherwise raise Stop with all
    of it.

    With `venv`, an environment has to be made, too.
    """
    lacking = missing(level, venv=venv)
    if not lacking:
        return
    name, trouble = manager(), ""
    if name == "apt":
        packages = dict.fromkeys(need.packages[name] for need in lacking)
        trouble = apt_install(list(packages), report)
        lacking = missing(level, venv=venv)
        if not lacking:
            return
    for_tests = missing("test", venv=venv)
    message = advice(lacking, name, _root_rights() == [], for_tests)
    raise Stop("\n".join(filter(None, [trouble, message])), 3)


def apt_install(packages: list[str], report: Callable[[str], None]) -> str:
    """Install Debian packages as root, or with a sudo that asks for no password; return apt's
    complaint, or an empty text.
    """
    rights = _root_rights()
    if rights is None or not shutil.which("apt-get"):
        return ""
    report(f"  installing {' '.join(packages)} (apt-get)")
    apt = [*rights, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"]
    install = [*apt, "install", "-y", "--no-install-recommends", *packages]
    if not _quietly(install):
        return ""
    # A new machine has no lists of packages yet.
    stale = _quietly([*apt, "-o", "APT::Update::Error-Mode=any", "update"])
    trouble = _quietly(install)
    return f"apt-get could not do it: {stale or trouble}" if trouble else ""


def _root_rights() -> list[str] | None:
    """What stands before a command to run it as root; None if that needs a password."""
    if sys.platform == "win32":
        return None
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and not _quietly(["sudo", "-n", "true"]):
        return ["sudo", "-n"]
    return None


def _quietly(command: list[str]) -> str:
    """Run a command; return its last line if it fails, else an empty text."""
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        return ""
    words = (done.stderr or done.stdout).strip().splitlines()
    return words[-1] if words else f"exit code {done.returncode}"
