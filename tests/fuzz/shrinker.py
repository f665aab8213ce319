"""Shrinking: a failing file, made as small as it can be and still fail."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

import yaml

from .generator import Mutant
from .runner import tried
from .workspace import read, written

TRIES = 250


def smallest(mutant: Mutant, fault: str, tries: int = TRIES) -> Mutant:
    """The file without everything that the fault does not need."""
    left = [tries]

    def fails(text: str) -> bool:
        left[0] -= 1
        return left[0] >= 0 and tried(replace(mutant, text=text)).fault == fault

    text = mutant.text
    if mutant.kind != "chapters":
        try:
            data = read(text)
        except yaml.YAMLError:
            data = None
        if isinstance(data, dict) and fails(written(data)):
            text = written(_small_data(data, lambda less: fails(written(less))))
    return replace(mutant, text=_small_text(text, fails))


def _small_data(data: Any, fails: Any) -> Any:
    """The data without branches that the fault does not need; large ones are tried first."""
    depth, progress = 1, True
    while progress or depth < 8:
        progress = False
        for path in list(_paths(data, depth)):
            less = deepcopy(data)
            around = less
            try:
                for step in path[:-1]:
                    around = around[step]
                del around[path[-1]]
            except (KeyError, IndexError):
                continue
            if fails(less):
                data, progress = less, True
        depth += 1
    return data


def _paths(data: Any, depth: int, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of a length, last ones first, so that removing one leaves the numbers of the
    others.
    """
    if not isinstance(data, (dict, list)):
        return
    keys = list(data) if isinstance(data, dict) else range(len(data))
    for key in reversed(list(keys)):
        if depth == 1:
            yield (*path, key)
        else:
            yield from _paths(data[key], depth - 1, (*path, key))


def _small_text(text: str, fails: Any) -> str:
    """The text without lines that the fault does not need, tried in ever smaller pieces."""
    lines = text.split("\n")
    size = max(1, len(lines) // 2)
    while size:
        at = 0
        while at < len(lines):
            less = lines[:at] + lines[at + size :]
            if less and fails("\n".join(less)):
                lines = less
            else:
                at += size
        size //= 2
    return "\n".join(lines)
