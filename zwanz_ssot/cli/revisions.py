"""What two git revisions hold: their rule files in folders aside. The checkout is never touched."""

from __future__ import annotations

import io
import subprocess
import tarfile
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
    """Write the YAML files of a commit into a folder; what leads out of it is left out."""
    folder.mkdir()
    top = _git("rev-parse", "--show-toplevel").stdout.decode().rstrip("\n") or "."
    packed = _git("archive", "--format=tar", name, "--", "*.yaml", at=top)
    if packed.returncode:  # no file fits: nothing to unpack
        return
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter=_inside)


def _inside(member: tarfile.TarInfo, folder: str) -> tarfile.TarInfo | None:
    """A file that stays in the folder that it is unpacked into; None for a link that leads out of
    it.
    """
    try:
        return tarfile.data_filter(member, folder)
    except tarfile.FilterError:
        return None


def _commit(name: str) -> str | None:
    if name.startswith("-") or "\0" in name:
        return None
    done = _git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    return done.stdout.decode().strip() if done.returncode == 0 else None


def _git(*args: str, at: str | None = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", *args], cwd=at, capture_output=True, check=False)
