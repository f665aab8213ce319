"""Which files of a folder are chapters: those that lie in it, and are no longer than a chapter can
be.
"""

from __future__ import annotations

from pathlib import Path

_LONGEST = 1_000_000


def wrong(file: Path) -> str:
    """Why a file of a folder is no chapter, and must not be read; empty where it is one."""
    if file.resolve().parent != file.parent.resolve():
        return "the chapter is a link that leads out of its folder"
    if not file.is_file():
        return "the chapter is not a file"
    if file.stat().st_size > _LONGEST:
        return f"the chapter is longer than {_LONGEST // 1_000_000} MB"
    return ""
