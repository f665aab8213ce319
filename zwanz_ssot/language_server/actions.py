"""Code actions of an editor: repairs, such as the nearest right word or a missing source, and the
beginning of an example or a variant. Also the lenses above variants and changes.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from typing import Any

from ..examples import cases, is_about
from ..model import Game
from ..overlay import MISSING
from ..paths import Path
from ..problems import RulesFault
from .completion import flow
from .grammar import steps
from .outline import Token
from .session import Session

_GUARDED = frozenset({"was", "add", "drop"})
"""Keys of a change for which no ``was`` is suggested."""
_LONGEST = 160
"""The most characters of a sentence above a change."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A text that replaces a part of a line, or is inserted where the part is empty."""

    line: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Action:
    """A code action: ``edits`` in the file, or a ``new`` file with a ``text``. ``repairs`` is the
    number of the problem that it solves.
    """

    title: str
    edits: tuple[Edit, ...] = ()
    new: FilePath | None = None
    text: str = ""
    repairs: int | None = None


@dataclass(frozen=True, slots=True)
class ShownProblem:
    """A problem as the editor has shown it. Lines and columns count from 0, in characters.

    ``key``, ``meant`` and ``instead_of`` are those of the `Problem`.
    """

    line: int
    start: int
    end: int
    code: str
    key: str = ""
    meant: str = ""
    instead_of: str = ""


@dataclass(frozen=True, slots=True)
class Lens:
    """A text above a line. A click on it calls the ``command`` of the editor, if any."""

    line: int
    title: str
    command: str = ""


def actions(
    session: Session, path: FilePath, line: int, problems: Sequence[ShownProblem]
) -> Iterator[Action]:
    """The actions for a line of a file, first the repairs of its problems."""
    lines = session.text(path).split("\n")
    for number, problem in enumerate(problems):
        for edit, title in _repairs(session, path, lines, problem):
            yield Action(title, (edit,), repairs=number)
    change = _change(session, path, line)
    if change is not None:
        yield from _guarded(session, path, change)
        yield from _example(session, path, change)
    if session.kind(path) in ("game", "variant") and line <= 2:
        yield from _variant(session, path)


def _repairs(
    session: Session, path: FilePath, lines: list[str], problem: ShownProblem
) -> Iterator[tuple[Edit, str]]:
    """The edits that could solve a problem, each with a title."""
    phrases = session.phrases
    written = lines[problem.line][problem.start : problem.end] if problem.line < len(lines) else ""
    if problem.meant:
        place = _place_of(problem.instead_of, written)
        if place is not None:
            begin, end = problem.start + place[0], problem.start + place[1]
            yield (
                Edit(problem.line, begin, end, problem.meant),
                phrases("edit_write", text=problem.meant),
            )
    elif problem.code == "overlay.stale":
        change = _change(session, path, problem.line)
        value = _now(session, path, change) if change is not None else None
        if value is not None:
            text = flow(value)
            title = phrases("edit_write_was", value=text)
            yield Edit(problem.line, problem.start, problem.end, text), title
    elif problem.key == "source":
        edit = _added(lines, problem, "source: custom")
        if edit is not None:
            yield edit, phrases("edit_add", text="source: custom")


def _place_of(word: str, written: str) -> tuple[int, int] | None:
    """Where a word begins and ends in a text, the last time that it stands there by itself; for an
    empty word all within the quotes.
    """
    if not word:
        quoted = written[:1] in ("'", '"')
        return quoted, len(written) - quoted
    found = list(re.finditer(rf"(?<![\w-]){re.escape(word)}(?![\w-])", written))
    return found[-1].span() if found else None


def _added(lines: list[str], problem: ShownProblem, text: str) -> Edit | None:
    """The edit that adds a key at the end of the mapping that begins at a problem."""
    if problem.line >= len(lines):  # the text has become shorter since
        return None
    line = lines[problem.line]
    if line[problem.start : problem.start + 1] == "{":
        end = problem.end - 1
        return Edit(problem.line, end, end, f", {text}") if line[end : end + 1] == "}" else None
    last = problem.line
    for number in range(problem.line + 1, len(lines)):
        indent = len(lines[number]) - len(lines[number].lstrip(" "))
        if lines[number].strip() and indent < problem.start:
            break
        if lines[number].strip():
            last = number
    return Edit(last, len(lines[last]), len(lines[last]), f"\n{' ' * problem.start}{text}")


def _change(session: Session, path: FilePath, line: int) -> Token | None:
    """The token with the path of the change that a line belongs to."""
    outline = session.outline(path)
    if outline.kind != "variant":
        return None
    inside = [it for it in outline.tokens if it.line == line and it.path[:1] == ("changes",)]
    return outline.value((*inside[0].path[:2], "at")) if inside else None


def _now(session: Session, path: FilePath, change: Token) -> Any:
    """The value of a rule before a change."""
    base = session.base_of(path)
    at = steps(base, change.text) if base is not None else None
    return base.at(at) if base is not None and at is not None else None


def _guarded(session: Session, path: FilePath, change: Token) -> Iterator[Action]:
    """The action that adds `was` to a change that sets a value without it."""
    there = set(session.outline(path).keys(change.path[:-1]))
    value = _now(session, path, change)
    if value is None or there & _GUARDED or "set" not in there:
        return
    text = flow(value)
    key = session.outline(path).key(change.path)
    line = session.text(path).split("\n")[change.line]
    in_block = key is not None and line[: key.start].strip(" -") == ""
    begin = f"\n{' ' * (key.start if key else 0)}" if in_block else ", "
    end = change.end + (line[change.end : change.end + 1] in ("'", '"'))
    title = session.phrases("edit_add", text=f"was: {text}")
    yield Action(title, (Edit(change.line, end, end, f"{begin}was: {text}"),))


def _example(session: Session, path: FilePath, change: Token) -> Iterator[Action]:
    """The action that begins an example of a changed rule, in a new file. None for a path that
    leads nowhere, before the change and after it.
    """
    game = session.own(path) or session.base_of(path)
    name = re.sub(r"[^a-z0-9]+", "-", change.text.lower()).strip("-")
    new = path.parent / "examples" / f"{name}.yaml"
    if game is None or new.exists():
        return
    around = (session.own(path), session.base_of(path))
    if not any(each is not None and steps(each, change.text) is not None for each in around):
        return
    text = (
        f"game: {game.id}\nin: [../{path.name}]\nexamples:\n  - example: {name}\n"
        f"    title: {{en: …, de: …}}\n    source: custom\n    shows: [{change.text}]\n"
        "    expect: {}\n"
    )
    title = session.phrases("edit_begin_example", path=change.text)
    yield Action(title, new=new, text=text)


def _variant(session: Session, path: FilePath) -> Iterator[Action]:
    """The action that begins a variant of a library's rules, in the first folder of the editor."""
    root = session.root(path)
    game = session.own(path)
    if game is None or not path.is_relative_to(root):
        return
    folder = session.folders[0] if session.folders else path.parent
    new = folder / "house.yaml"
    if not new.exists():
        of = game.id if path.name == "game.yaml" else f"{game.id}:{game.variant}"
        text = (
            f"variant: house\nof: {of}\nname: {{en: Our rules, de: Unsere Regeln}}\nchanges: []\n"
        )
        yield Action(session.phrases("edit_begin_variant", of=of), new=new, text=text)


# lenses


def lenses(session: Session, path: FilePath) -> Iterator[Lens]:
    """The lenses of a file: commands above a variant or game, a sentence above each change."""
    outline = session.outline(path)
    if outline.kind not in ("variant", "game"):
        return
    yield Lens(0, f"▶ {session.phrases('lens_play')}", "zwanz.play")
    yield Lens(0, session.phrases("lens_page"), "zwanz.page")
    game, base = session.own(path), session.base_of(path)
    if outline.kind != "variant" or game is None or base is None:
        return
    titles = {
        difference.mark.line - 1: _sentence(session, base, game, difference)
        for difference in game.changes[len(base.changes) :]
    }
    for line, title in titles.items():
        if title:
            yield Lens(line, title, "zwanz.said")


def _sentence(session: Session, base: Game, game: Game, difference: Any) -> str:
    """The sentence of a change; empty where nothing changes in words."""
    path: Path = difference.path
    try:
        about = base if difference.new is MISSING else game
        sentence = session.prose(about).difference(path, difference.old, difference.new)
    except (KeyError, TypeError, ValueError):
        return ""
    return sentence if len(sentence) <= _LONGEST else f"{sentence[: _LONGEST - 1]}…"


async def otherwise(session: Session, path: FilePath) -> str:
    """How many examples of its base come out otherwise by a variant, as a sentence. Other tasks run
    after each example.
    """
    with session.reading():
        game = session.own(path)
        if game is None:
            return ""
        root = session.root(path)
        line = session.library(path).lineage(game.id, game.variant, game.own_file)
        parent = line[1] if len(line) > 1 else "base"
        files = sorted((root / game.id / "examples").glob("*.yaml"))
        games = {(root, each.id, each.variant): each for each in session.rule_sets(path)}
    held, other = 0, 0
    for file in files:
        with session.reading():
            found = cases(file, root, games)
        for case in found:
            if case.game.variant != parent:
                continue
            with session.reading():
                try:
                    if is_about(case.document, case.number, line):
                        is_ok = replace(case, game=game).run().ok
                        held, other = held + is_ok, other + (not is_ok)
                except RulesFault:
                    pass  # it is about rules that the variant drops
            await asyncio.sleep(0)
    return session.phrases("lens_otherwise", n=other, all=held + other)
