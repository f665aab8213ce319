"""Where a rule is written, for people and for programs."""

from __future__ import annotations

import os
from pathlib import Path as FilePath
from typing import Any

from ..model import Game, Path
from ..source import dotted


def where(game: Game, path: Path) -> str:
    """``file:line`` of a rule; empty where it has none."""
    found = game.where(path)
    return f"{short(found.file)}:{found.line}" if found else ""


def place(game: Game, path: Path) -> dict[str, Any]:
    """A rule's path, file, line and column."""
    found = game.where(path)
    return {
        "path": dotted(path),
        "file": short(found.file) if found else None,
        "line": found.line if found else None,
        "column": found.column if found else None,
    }


def short(file: str) -> str:
    """A file's name, as short as the working folder allows."""
    try:
        return os.path.relpath(file) if FilePath(file).is_relative_to(FilePath.cwd()) else file
    except (OSError, ValueError):
        return file
