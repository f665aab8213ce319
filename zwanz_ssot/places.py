"""Where the data of the project lie: beside the code in a checkout, inside the package when
installed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import yaml

Kind = Literal["rules", "schema", "templates"]
"""The folders of data that are shipped."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The loader written in C, where PyYAML was built with it."""

_PACKAGE = Path(__file__).resolve().parent


def data(kind: Kind) -> Path:
    """The folder of the shipped rules, schemas or templates.

    A wheel carries them under ``zwanz_ssot/data``; a checkout has them at its top.

    >>> data("schema").joinpath("game.schema.json").exists()
    True
    """
    shipped = _PACKAGE / "data" / kind
    return shipped if shipped.is_dir() else _PACKAGE.parent / kind


def table(file: Path) -> Any:
    """The content of a shipped YAML file, as plain data.

    For our own tables only: rule files, which anybody may write, are read by `source`, with marks
    and problems.
    """
    with file.open("rb") as stream:
        return yaml.load(stream, Loader=_LOADER)
