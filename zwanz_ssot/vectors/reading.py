"""Test vectors from a file: line by line, each checked before it is given away."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..problems import Mark, Problem, RulesFault
from ..shape import check
from ..source import Document

Data = dict[str, Any]


def read(path: Path) -> Iterator[Data]:
    """The lines of a file. Raises `RulesFault` at the first line that is no vector, OSError for no
    file.
    """
    with path.open("rb") as lines:
        number = 0
        for number, line in enumerate(lines, 1):
            yield _line(str(path), number, line)
        if number == 0:
            raise _fault(str(path), 1, "the file is empty", "write one with `zwanz vectors`")


def _line(file: str, number: int, line: bytes) -> Data:
    try:
        data = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        raise _fault(file, number, "this line is not JSON") from None
    kind = "vectors" if number == 1 else "round"
    if not isinstance(data, dict) or list(data) != [kind]:
        raise _fault(file, number, f"this line has to be an object with the one key '{kind}'")
    if faults := check(Document(file, data, {}, {}), "vectors"):
        at = Mark(file, number, 1)
        raise RulesFault(
            Problem(at, fault.path, fault.text, fault.hint, fault.code) for fault in faults
        )
    return data


def _fault(file: str, line: int, said: str, hint: str = "") -> RulesFault:
    return RulesFault([Problem(Mark(file, line, 1), "", said, hint, "vectors")])
