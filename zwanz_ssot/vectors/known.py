"""Differences that are accepted: a file of JSON, written by the judge or copied from its answer."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from ..problems import WrongCall
from .judging import DifferenceKey

_PARTS = DifferenceKey._fields


def read_known(path: Path) -> frozenset[DifferenceKey]:
    """The differences of a file: a list of them, or an object that has one under ``known`` or
    ``differences``, as ``zwanz judge --json`` prints it. What else is told of each is not read.

    Raises `WrongCall` for another shape, OSError for no file.
    """
    try:
        data = json.loads(path.read_bytes().decode("utf-8"))
    except (ValueError, RecursionError):
        raise _no_list(path, "it is not JSON") from None
    lists = [data]
    if isinstance(data, dict):
        lists = [data[name] for name in ("known", "differences") if name in data]
        if not lists:
            raise _no_list(path, "it has neither 'known' nor 'differences'")
    found = set()
    for number, each in enumerate((each for some in lists for each in _rows(path, some)), 1):
        if not isinstance(each, dict) or not all(isinstance(each.get(p), str) for p in _PARTS):
            raise _no_list(path, f"entry {number} lacks one of {', '.join(_PARTS)}")
        found.add(DifferenceKey(*(each[part] for part in _PARTS)))
    return frozenset(found)


def _rows(path: Path, rows: object) -> list[object]:
    if not isinstance(rows, list):
        raise _no_list(path, "the differences are no list")
    return rows


def written_known(known: Iterable[DifferenceKey]) -> str:
    """The differences as a file that `read_known` reads, one a line."""
    rows = [json.dumps(each._asdict(), ensure_ascii=False) for each in sorted(known)]
    return '{"known": [\n' + ",\n".join(f"  {row}" for row in rows) + "\n]}\n"


def _no_list(path: Path, why: str) -> WrongCall:
    return WrongCall(
        f"{path} is no list of known differences: {why}", "write one with `--write-known`"
    )
