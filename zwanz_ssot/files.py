"""The status of files, and atomic writing: each file is written whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import stat
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from .problems import WrongCall

_UNFINISHED = ".zwanz-"
"""The prefix of temporary files and folders, which are not yet moved into place."""
_STALE = 3600.0
"""The age in seconds of temporary files and folders to remove, left by killed processes."""


def status(path: Path) -> os.stat_result | None:
    """The `stat` of a file or folder; None if it does not exist, or cannot exist.

    Raises OSError where that is not known, as without permission or for too long a name: there
    `Path.exists` returns False since Python 3.14.
    """
    try:
        return path.stat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return None


def is_file(path: Path) -> bool:
    """Whether there is an ordinary file. Raises OSError where that is not known."""
    found = status(path)
    return found is not None and stat.S_ISREG(found.st_mode)


def refuse_closed(folder: Path) -> None:
    """Raise `WrongCall` where a folder, or the one that it would be made in, cannot be written to.

    >>> refuse_closed(Path("books"))
    """
    there = folder.absolute()
    while status(there) is None:
        there = there.parent
    if not os.access(there, os.W_OK):
        raise _nothing_written(folder, os.strerror(errno.EACCES))


def _nothing_written(folder: Path, reason: str | None) -> WrongCall:
    return WrongCall(f"nothing can be written to {folder}", (reason or "").lower())


def write_file(file: Path, parts: Iterable[bytes]) -> None:
    """Write a file atomically: to a temporary file beside it, which then replaces it.

    A link stays a link. A device or a pipe is written to directly. A killed process leaves the
    temporary file; `write_files` removes it from its folder once it is old. Raises OSError.
    """
    place = Path(os.path.realpath(file))  # `resolve` raises other errors for a loop of links
    if place.exists() and not place.is_file():
        with place.open("wb") as out:
            out.writelines(parts)
        return
    unfinished = place.with_name(f"{_UNFINISHED}{secrets.token_hex(8)}")
    try:
        with unfinished.open("xb") as out:
            out.writelines(parts)
        unfinished.replace(place)
    except OSError as error:
        if error.filename != str(unfinished):
            raise
        raise OSError(error.errno, error.strerror, str(file)) from None
    finally:
        unfinished.unlink(missing_ok=True)


def write_files(files: Mapping[str, bytes], folder: Path) -> dict[str, Path]:
    """Write files, given by name, into a folder. Returns their paths by name.

    All are written to a temporary folder first, and then moved one by one: an interruption leaves
    each file old or new, never partial. Raises WrongCall where nothing can be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _remove_stale(folder)
        unfinished = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=folder))
    except OSError as error:
        raise _nothing_written(folder, error.strerror) from None
    try:
        for name, data in files.items():
            (unfinished / name).write_bytes(data)
        for name in files:
            (unfinished / name).replace(folder / name)
    except OSError as error:
        reason = (error.strerror or "").lower()
        raise WrongCall(f"the files cannot be written to {folder}", reason) from None
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return {name: folder / name for name in files}


def _remove_stale(folder: Path) -> None:
    """Remove the temporary files and folders of killed processes."""
    for left in folder.glob(f"{_UNFINISHED}*"):
        with suppress(OSError):  # it has been moved meanwhile, or is another user's
            found = left.stat()
            if time.time() - found.st_mtime <= _STALE:
                continue
            if stat.S_ISDIR(found.st_mode):
                shutil.rmtree(left, ignore_errors=True)
            else:
                left.unlink()


@contextmanager
def whole_folder(folder: Path, taken: WrongCall) -> Iterator[Path]:
    """Give a temporary folder to write into, which is renamed to ``folder`` at the end.

    Raises ``taken`` if ``folder`` exists and is not an empty folder, at the beginning or at the
    end. Raises WrongCall where nothing can be written, or a tree cannot be copied.
    """
    if folder.is_symlink() or (folder.exists() and not _empty(folder)):
        raise taken
    parent = folder.absolute().parent
    try:
        parent.mkdir(parents=True, exist_ok=True)
        temporary = tempfile.TemporaryDirectory(prefix=_UNFINISHED, dir=parent)
    except OSError as error:
        raise _nothing_written(folder, error.strerror) from None
    with temporary as unfinished:
        made = Path(unfinished) / "made"
        made.mkdir()
        try:
            yield made
            if _empty(folder):
                folder.rmdir()
            made.rename(folder)
        except shutil.Error as error:
            first = str(error.args[0][0][-1])  # [Errno 28] No space left on device: 'from' -> 'to'
            reason = re.sub(r"^\[Errno \d+\] ([^:]*).*", lambda found: found[1], first)
            raise _nothing_written(folder, reason) from None
        except OSError:
            if folder.exists() and not _empty(folder):  # another call was quicker
                raise taken from None
            raise


def _empty(folder: Path) -> bool:
    return folder.is_dir() and not any(folder.iterdir())
