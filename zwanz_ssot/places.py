"""Where the project's data lie: beside the code in a checkout, inside the package when installed."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

Kind = Literal["rules", "schema", "templates"]

_PACKAGE = Path(__file__).resolve().parent


def data(kind: Kind) -> Path:
    """The folder of the shipped rules, schemas or templates.

    A wheel carries them under ``zwanz_ssot/data``; a checkout has them at its top.
    """
    shipped = _PACKAGE / "data" / kind
    return shipped if shipped.is_dir() else _PACKAGE.parent / kind
