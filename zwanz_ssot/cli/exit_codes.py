"""Turns every end of a call into an exit code and at most a few lines, never a traceback.

0 fine; 1 problems in rules, chapters or examples; 2 a wrong call; 3 something has to be installed
first; 70 a mistake of the program itself; 130 interrupted; 141 the output was closed.
"""

from __future__ import annotations

import errno
import os
import sys
import textwrap
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from ..problems import RulesFault, WrongCall, ZwanzError

FINE, PROBLEMS, WRONG, MISSING, BROKEN, INTERRUPTED, UNREAD = 0, 1, 2, 3, 70, 130, 141
DEBUG = "ZWANZ_DEBUG"
_LONGEST = 300
"""Letters that are shown of an unexpected error."""
_FULL = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}
"""Errors of a disk, a file or a quota that is full."""


NO_LIBRARIES = (
    "The Pango libraries are missing; scripts/book of a checkout installs them or says how"
)


class MissingDependency(click.ClickException):
    """Something has to be installed first."""


@contextmanager
def importing_press() -> Iterator[None]:
    """Around imports of the press: raises MissingDependency where its libraries are missing."""
    try:
        yield
    except OSError as error:  # WeasyPrint has not found the libraries
        raise MissingDependency(f"{NO_LIBRARIES} ({str(error).splitlines()[0]})") from None


def exit_code(call: Callable[[], object]) -> int:
    """Make the call, print on stderr what went wrong, and return the exit code."""
    _print_anywhere()
    try:
        ended = call()
        sys.stdout.flush()
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        stop_printing()
        return UNREAD
    except click.ClickException as error:
        error.show()
        return MISSING if isinstance(error, MissingDependency) else WRONG
    except WrongCall as error:
        return _fail(str(error), WRONG)
    except RulesFault as fault:
        from ..console import print_problems

        print_problems(fault.problems, err=True)
        return PROBLEMS
    except ZwanzError as error:
        return _fail(str(error), PROBLEMS)
    except OSError as error:
        if error.errno in _FULL:
            return _fail(f"nothing more can be written: {(error.strerror or '').lower()}", WRONG)
        if error.filename is None:
            return _unexpected(error)
        return _fail(f"{error.filename}: {(error.strerror or 'it cannot be used').lower()}", WRONG)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "zwanz_ssot", "zwanz_renderer"):
            return _unexpected(error)
        return _fail(
            f"the Python package {package!r} is not installed; in a checkout run sh scripts/setup",
            MISSING,
        )
    except Exception as error:
        return _unexpected(error)
    return ended if isinstance(ended, int) else FINE


def _fail(text: str, code: int) -> int:
    """Print an error; the exit code."""
    from ..console import harmless

    click.echo(f"{click.style('zwanz:', bold=True)} {harmless(text)}", err=True)
    return code


def _unexpected(error: Exception) -> int:
    if os.environ.get(DEBUG):
        traceback.print_exception(error)
    else:
        text = textwrap.shorten(str(error), _LONGEST, placeholder=" …")
        what = type(error).__name__ + (f": {text}" if text else "")
        hint = f"{DEBUG}=1 before the command shows where"
        _fail(f"something went wrong inside the program ({what}); {hint}", BROKEN)
    return BROKEN


def _print_anywhere() -> None:
    """Replace closed streams, and let none of them fail on a character.

    An output shows a question mark for a character that it cannot encode; an input reads one for
    bytes that are no text.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def stop_printing() -> None:
    """Write nothing more, not even when Python ends and flushes its output."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # a stream without a file behind it
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
