"""Where the project's data lie: beside the code in a checkout, inside the package when
installed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import yaml

Kind = Literal["rules", "schema", "templates"]

_LOADER: Any = getattr(
    yaml, "CSafeLoader", yaml.SafeLoader
)  # the one written in C, where there is one
_PACKAGE = Path(__file__).resolve().parent


def data(kind: Kind) -> Path:
    """The folder of the shipped rules, schemas or templates.

    A wheel carries them under ``zwanz_ssot/data``; a checkout has them at its top.
    """
    shipped = _PACKAGE / "data" / kind
    return shipped if shipped.is_dir() else _PACKAGE.parent / kind


def table(file: Path) -> Any:
    """What a YAML file holds that is ours: rules, which anybody may write, are read by `source`."""
    with file.open("rb") as stream:
        return yaml.load(stream, Loader=_LOADER)
