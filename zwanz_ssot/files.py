"""Files looked at, and written so that each is there whole or not at all."""

from __future__ import annotations

import os
import re
import shutil
import stat
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from .problems import WrongCall

_UNFINISHED = ".zwanz-"
"""How the name of a folder begins that holds files not yet moved into place."""
_STALE = 3600.0
"""Seconds after which such a folder is left by a process that was killed: a build takes seconds."""


def status(path: Path) -> os.stat_result | None:
    """What the system knows of a file or folder; None where there is none, or can be none.

    Raises OSError for one that cannot be looked at, as in a folder without permission or by a name
    that is too long: `Path.exists` says False of them since Python 3.14.
    """
    try:
        return path.stat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return None


def is_file(path: Path) -> bool:
    """Whether there is an ordinary file. Raises OSError where that cannot be told."""
    found = status(path)
    return found is not None and stat.S_ISREG(found.st_mode)


def write_file(file: Path, parts: Iterable[bytes]) -> None:
    """Write a file beside its place, and move it there when it is complete.

    A link stays a link. A device or a pipe is written to directly. Raises OSError.
    """
    place = Path(os.path.realpath(file))  # `resolve` raises other errors where links go in a ring
    if place.exists() and not place.is_file():
        with place.open("wb") as out:
            out.writelines(parts)
        return
    unfinished = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        with unfinished.open("wb") as out:
            out.writelines(parts)
        unfinished.replace(place)
    finally:
        unfinished.unlink(missing_ok=True)


def write_files(files: Mapping[str, bytes], folder: Path) -> dict[str, Path]:
    """Write files by their names into a folder; their paths by the same names.

    All are written aside first, then each is moved into its place in one step: an interruption
    leaves every file as it was or as it will be. WrongCall where nothing can be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _remove_stale(folder)
        unfinished = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=folder))
    except OSError as error:
        raise WrongCall(f"nothing can be written to {folder}", error.strerror or "") from None
    try:
        for name, data in files.items():
            (unfinished / name).write_bytes(data)
        for name in files:
            (unfinished / name).replace(folder / name)
    except OSError as error:
        raise WrongCall(f"the files cannot be written to {folder}", error.strerror or "") from None
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return {name: folder / name for name in files}


def _remove_stale(folder: Path) -> None:
    """Remove what killed processes left unfinished."""
    for left in folder.glob(f"{_UNFINISHED}*"):
        if time.time() - left.stat().st_mtime > _STALE:
            shutil.rmtree(left, ignore_errors=True)


@contextmanager
def whole_folder(folder: Path, taken: WrongCall) -> Iterator[Path]:
    """A place to write into, which becomes the folder when all is written.

    Raises ``taken`` where something is there already, be it only when all is written: an empty
    folder is nothing. WrongCall where a tree cannot be copied.
    """
    if folder.is_symlink() or (folder.exists() and not _empty(folder)):
        raise taken
    parent = folder.absolute().parent
    parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=_UNFINISHED, dir=parent) as unfinished:
        made = Path(unfinished) / "made"
        made.mkdir()
        try:
            yield made
            if _empty(folder):
                folder.rmdir()
            made.rename(folder)
        except shutil.Error as error:
            first = str(error.args[0][0][-1])  # [Errno 28] No space left on device: 'from' -> 'to'
            reason = re.sub(r"^\[Errno \d+\] ([^:]*).*", lambda found: found[1].lower(), first)
            raise WrongCall(f"nothing can be written to {folder}", reason) from None
        except OSError:
            if folder.exists() and not _empty(folder):  # another call was quicker
                raise taken from None
            raise


def _empty(folder: Path) -> bool:
    return folder.is_dir() and not any(folder.iterdir())
