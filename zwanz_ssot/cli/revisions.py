"""What two git revisions hold: their rule files in folders aside. The checkout is never touched."""

from __future__ import annotations

import io
import posixpath
import subprocess
import tarfile
from collections.abc import Mapping
from pathlib import Path

from ..problems import WrongCall
from .phrases import Phrases


def is_revision(name: str) -> bool:
    """Whether git knows a commit of this name here; False also where there is no git."""
    try:
        return _commit(name) is not None
    except OSError:
        return False


def commit(name: str, phrases: Phrases) -> str:
    """The full name of a commit. `WrongCall` without git, outside a repository and for an unknown
    revision.
    """
    try:
        if _git("rev-parse", "--git-dir").returncode:
            raise WrongCall(phrases("no_repository"))
    except OSError:
        raise WrongCall(phrases("no_git")) from None
    found = _commit(name)
    if found is None:
        raise WrongCall(phrases("no_revision", name=name))
    return found


def changed(old: str, new: str, paths: tuple[str, ...], phrases: Phrases) -> list[str]:
    """The YAML files that differ between two commits, below ``paths`` if there are any, as seen
    from the top. `WrongCall` for a path that neither commit has.
    """
    for path in paths:
        if not any(
            _git("ls-tree", "-r", "--name-only", each, "--", path).stdout for each in (old, new)
        ):
            raise WrongCall(phrases("no_such_path", path=path))
    names = (
        _git("diff", "--name-only", "--no-renames", "-z", old, new, "--", *paths)
        .stdout.decode()
        .split("\0")
    )
    return [name for name in names if name.endswith((".yaml", ".yml"))]


def unpack(name: str, folder: Path) -> None:
    """Write the YAML files of a commit into a folder. A link becomes a copy of the file that it
    leads to; a link that leads out of the commit is left out.
    """
    folder.mkdir()
    top = _git("rev-parse", "--show-toplevel").stdout.decode().rstrip("\n") or "."
    packed = _git("archive", "--format=tar", name, "--", "*.yaml", at=top)
    if packed.returncode:  # no file fits: nothing to unpack
        return
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        members = {posixpath.normpath(member.name): member for member in archive}
        for path in members:
            content = _content(archive, members, path)
            if content is not None and _inside(folder, path):
                target = folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)


def _content(
    archive: tarfile.TarFile, members: Mapping[str, tarfile.TarInfo], path: str
) -> bytes | None:
    """The content of a file, through links to other files of the archive; None for anything else.

    `TarFile.extractall` with a filter would do it, but Python 3.11 has filters only since 3.11.4.
    """
    followed: set[str] = set()
    while path in members and path not in followed:
        followed.add(path)
        member = members[path]
        if member.issym():
            path = posixpath.normpath(posixpath.join(posixpath.dirname(path), member.linkname))
            continue
        reader = archive.extractfile(member) if member.isreg() else None
        return None if reader is None else reader.read()
    return None


def _inside(folder: Path, path: str) -> bool:
    """Whether a path below a folder stays there."""
    return (folder / path).resolve().is_relative_to(folder.resolve())


def _commit(name: str) -> str | None:
    if name.startswith("-") or "\0" in name:
        return None
    done = _git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    return done.stdout.decode().strip() if done.returncode == 0 else None


def _git(*args: str, at: str | None = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", *args], cwd=at, capture_output=True, check=False)
