"""A file with problems of shape as it was probably meant, so that whatever else is wrong in it can
be told at the same time.

Only what changes no meaning is done: a word that is not known becomes the one that its hint names,
or is left out; a missing source is one of a house; of a variant, a change that brings what cannot
stand in its place is undone, and nothing is told of what it would have changed or brought.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from ..overlay import MISSING, Difference
from ..paths import Path, dotted, is_within, parse_path
from ..problems import Mark, Problem
from ..schema import check as check_shape
from ..source import Document

_MEANT = re.compile(r"did you mean '(.+)'\?")


@dataclass(frozen=True)
class Repaired:
    """A document of the right shape, and the paths at which it says less than was written."""

    document: Document
    undone: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    """The paths of sources that were missing; nothing is told of what stands there now."""


def none_about(problems: Iterable[Problem], paths: Sequence[str]) -> list[Problem]:
    """The problems that neither lie in one of these paths nor name what stands there."""
    return [problem for problem in problems if not any(_is_about(problem, path) for path in paths)]


def repaired(
    document: Document,
    problems: Sequence[Problem],
    schema: str,
    changes: Sequence[Difference] = (),
) -> Repaired | None:
    """A document with these problems of shape, repaired; None where that cannot be done.

    ``changes`` are those of the variant that the document is.
    """
    work = replace(document, data=deepcopy(document.data))
    # From the inside outwards, so that each problem is still found at its path.
    for problem in sorted(problems, key=lambda each: -each.path.count(".")):
        work = _repair(work, problem)
    left = check_shape(work, schema) if problems else []
    undone = {
        dotted(change.path): change
        for change in changes
        if (change.old is not MISSING or len(change.path) > 1)
        and any(is_within(problem.path, dotted(change.path)) for problem in left)
    }
    for change in undone.values():
        container = _container(work.data, change.path)
        if container is None or change.path[-1] not in container:
            continue
        if change.old is MISSING:
            del container[change.path[-1]]
        else:
            container[change.path[-1]] = deepcopy(change.old)
    if left and (not undone or check_shape(work, schema)):
        return None
    missing = [each.path for each in problems if _lacks_source(each)]
    return Repaired(work, tuple(undone), tuple(f"{path}.source" for path in missing))


def _is_about(problem: Problem, path: str) -> bool:
    name = re.escape(path.rpartition(".")[2])
    named = re.search(rf"\b{name}\b", f"{problem.path} {problem.text}")
    return is_within(problem.path, path) or named is not None


def _repair(document: Document, problem: Problem) -> Document:
    """A document without one problem, if that is of a kind that can be repaired."""
    path = parse_path(problem.path) if problem.path else ()
    if _lacks_source(problem):
        # Rules list their sources, a change names its one.
        document.value(path)["source"] = "custom" if path[:1] == ("changes",) else ["custom"]
        return document
    container = _container(document.data, path)
    meant = _MEANT.search(problem.hint)
    if container is None or path[-1] not in container:
        return document
    if problem.code == "shape.unknown":
        if meant is None or meant[1] in container:
            del container[path[-1]]
            return document
        renamed = {meant[1] if key == path[-1] else key: it for key, it in container.items()}
        container.clear()
        container.update(renamed)
        other = (*path[:-1], meant[1])
        return replace(
            document,
            marks=_moved(document.marks, path, other),
            keys=_moved(document.keys, path, other),
        )
    if problem.code == "shape.enum" and meant is not None:
        container[path[-1]] = meant[1]
    return document


def _lacks_source(problem: Problem) -> bool:
    return problem.code == "shape.required" and problem.key == "source"


def _container(data: Any, path: Path) -> dict[Any, Any] | None:
    """The mapping that the last step of a path leads out of; None where there is none."""
    for step in path[:-1]:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return None
    return data if path and isinstance(data, dict) else None


def _moved(places: Mapping[Path, Mark], old: Path, new: Path) -> dict[Path, Mark]:
    """Places of what stood at or below one path, now at another."""
    size = len(old)
    return {
        (*new, *path[size:]) if path[:size] == old else path: place
        for path, place in places.items()
    }
