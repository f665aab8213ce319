"""The one way in which templates are read: what a value says is text, and a name that nobody gave
is a mistake.
"""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def templates(*folders: Path, last_newline: bool = False) -> Environment:
    """The templates of these folders, the first that has one; the newline at the end of a template
    is kept where it is asked for.
    """
    return Environment(
        loader=FileSystemLoader([str(folder) for folder in folders]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=last_newline,
    )
