"""The folders of the project's data: beside the code in a checkout, in the package if installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import yaml

Kind = Literal["docs", "rules", "schema", "templates"]
"""The folders of data that are shipped."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The loader written in C, where PyYAML was built with it."""

_PACKAGE = Path(__file__).resolve().parent


def data(kind: Kind) -> Path:
    """The folder of the shipped rules, schemas, templates or documentation.

    A wheel has them in ``zwanz_ssot/data``; a checkout has them at its top.

    >>> (data("rules") / "library.yaml").is_file()
    True
    """
    shipped = _PACKAGE / "data" / kind
    return shipped if shipped.is_dir() else _PACKAGE.parent / kind


MOVED: dict[Path, Path] = {}
"""Folders of another machine, with the folders here that hold their files (see `workers`)."""


def here(path: Path) -> Path:
    """The path on this machine of a file or folder that another machine has named.

    >>> here(Path("/rules/decks"))
    PosixPath('/rules/decks')
    """
    for folder in (path, *path.parents):
        if folder in MOVED:
            return MOVED[folder] / path.relative_to(folder)
    return path


def tests() -> Path | None:
    """The folder of the tests in a checkout; None where the package is installed."""
    folder = _PACKAGE.parent / "tests"
    return folder if (folder / "perft").is_dir() else None


def short_path(file: str | Path) -> str:
    """The path of a file, relative to the working folder if it is below that.

    >>> short_path(Path.cwd() / "house.yaml"), short_path("house.yaml")
    ('house.yaml', 'house.yaml')
    """
    try:
        return Path(file).relative_to(Path.cwd()).as_posix()
    except (OSError, ValueError):
        return file if isinstance(file, str) else file.as_posix()


def table(file: Path) -> Any:
    """The content of one of the project's own YAML files.

    Files that anybody may write are read with `zwanz_ssot.source` instead, which checks them.
    """
    with file.open("rb") as stream:
        return yaml.load(stream, Loader=_LOADER)
