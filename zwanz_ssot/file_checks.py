"""The problems of files of any kind: rules, packs, sources, examples, records of rounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from . import library
from .problems import Problem, RulesFault, WrongCall, nearest
from .source import WordFault, stay


def problems_in(files: Iterable[Path], rules: Path | None = None) -> Iterator[Problem]:
    """The problems of files, each checked by its kind.

    Rules are checked together, so that each game is built once. ``rules`` is a folder of rules to
    use instead of the shipped ones.
    """
    rule_files = []
    for file in files:
        try:
            data = _data_of(file)
            if kind := _played(data):
                _play(file, rules, is_record=kind == "record")
            else:
                rule_files.append(file)
        except RulesFault as fault:
            yield from fault.problems
    if rule_files:
        yield from library.check(rule_files, rules=rules)


def _data_of(file: Path) -> Mapping[str, Any]:
    """What is written in a file, also where readers of YAML dispute its words."""
    try:
        document = library.written(file)
    except WordFault as fault:
        document = fault.document
    return document.data if isinstance(document.data, dict) else {}


def _played(data: Mapping[str, Any]) -> str | None:
    """The key under which a file holds a record or examples, also where that is misspelt."""
    kinds = ("record", "examples")
    if found := next((kind for kind in kinds if kind in data), None):
        return found
    if any(kind in data for kind in library.KINDS if kind != "game"):
        return None
    near = (nearest(key, (*library.KINDS, *kinds)) for key in data)
    return next((word for word in near if word in kinds), None)


def _play(file: Path, rules: Path | None, *, is_record: bool) -> None:
    """Replay a record, or run examples. Imports the engine only here: checking rules takes a fifth
    less time without it.
    """
    from .examples import run_files
    from .record import replay

    if is_record:
        replay(file, rules)
    else:
        run_files([file], rules)


def examples_in(rules: Path) -> list[Path]:
    """The files of examples in a folder of rules. Imports the engine only here, too."""
    from .examples import collect

    return collect(rules)


def rules_around(paths: Iterable[Path]) -> Path | None:
    """The one folder of rules that holds, or is, all these paths; None if there is none."""
    found = {library.folder_around(path) for path in paths}
    return found.pop() if len(found) == 1 else None


def yaml_files(paths: Iterable[Path]) -> list[Path]:
    """The files among the paths, and the YAML files in the folders, without hidden ones.

    Raises `WrongCall` for a folder without any and for a chapter, `RulesFault` for a link that
    leads out of its folder.
    """
    found: list[Path] = []
    for path in paths:
        if path.suffix == ".md":
            raise _chapters(path)
        found += _inside(path) if path.is_dir() else [path]
    return found


def _chapters(path: Path) -> WrongCall:
    text = f"{str(path)!r} holds chapters of a book, not rules"
    if not path.is_dir():
        text = f"{str(path)!r} is a chapter of a book, not a file of rules"
    hint = "zwanz book --chapters builds a book of a folder of them, and tells what is wrong"
    return WrongCall(text, hint)


def _inside(folder: Path) -> list[Path]:
    found = []
    for file in sorted(folder.rglob("*.y*ml")):
        steps = file.relative_to(folder).parts
        if library.is_rule_file(file.name) and not any(step.startswith(".") for step in steps):
            found.append(file)
    if not found and any(folder.rglob("*.md")):
        raise _chapters(folder)
    if not found:
        raise WrongCall(f"there is no .yaml file in {str(folder)!r}")
    for file in found:
        stay(file, folder)
    return found
