"""From a name or a path to where it stands, to everything that speaks of it, and to another name
for it; the parts of a file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path as FilePath

from lsprotocol import types

from .. import places
from ..model import Game
from ..paths import is_within
from ..problems import WrongCall
from ..prose.shapes import Patterns
from ..prose.template import words
from .completion import called
from .diagnostics import extent
from .grammar import place
from .mentions import RULE, SECTIONS, SOURCE, Mention, mentions_in
from .outline import Outline, Token
from .rule_paths import steps
from .session import Session

_ID = re.compile(r"[a-z][a-z0-9_-]*")
_RENAMED = frozenset({*SECTIONS.values(), SOURCE})
_NAMING = ("example", "id", "at", "variant", "game")


@dataclass(frozen=True, slots=True)
class Spot:
    """A part of a line of a file; lines and columns count from 0, in characters."""

    file: FilePath
    line: int
    start: int
    end: int


def at_cursor(session: Session, path: FilePath, line: int, column: int) -> list[Mention]:
    """What the word under the cursor names, the narrowest first. A rule within a path reaches to
    the step under the cursor.
    """
    found = []
    for each in mentions_in(session, path):
        if not each.covers(line, column):
            continue
        if each.kind == RULE:
            rest = each.name[max(column - each.start, 0) :]
            end = len(each.name) - len(rest) + len(rest.partition(".")[0])
            each = Mention(RULE, each.name[:end], line, each.start, each.start + end)
        found.append(each)
    token = session.outline(path).at(line, column) if path.suffix != ".md" else None
    if not found and token is not None and token.is_key:
        rule = place(session.outline(path), token.path).rule
        if rule:
            text = ".".join(map(str, rule))
            found.append(Mention(RULE, text, line, token.start, token.end, defines=True))
    return sorted(found, key=lambda each: each.end - each.start)


# definition


def definition(session: Session, path: FilePath, line: int, column: int) -> list[Spot]:
    """Where what the word under the cursor names is written."""
    game = session.base_of(path)
    for each in at_cursor(session, path, line, column):
        spots = [spot for spot in _defined(session, path, game, each) if spot]
        if spots:
            return spots
    return []


def _defined(
    session: Session, path: FilePath, game: Game | None, named: Mention
) -> Iterator[Spot | None]:
    root = session.root(path)
    if named.kind == SOURCE:
        for file in (path, root / "sources.yaml"):
            yield _key(session, file, ("sources", named.name))
    elif named.kind in ("rules", "variant", "game"):
        first, _, second = named.name.partition(":")
        about = first if second or named.kind != "variant" else (game.id if game else "")
        variant = second or ("" if named.kind != "variant" else first)
        known = session.library(path)
        is_base = variant in ("", "base")
        file = known.variant_file(about, variant) if not is_base else root / about / "game.yaml"
        if named.name.endswith((".yaml", ".yml")):
            file = FilePath(os.path.normpath(path.parent / named.name))
        yield Spot(file, 0, 0, 0) if file.exists() else None
    elif named.kind == "deck":
        file = root / "decks" / f"{named.name}.yaml"
        yield Spot(file, 0, 0, 0) if file.exists() else None
    elif game is not None and named.kind in ("card", "cards", "suit"):
        file = root / "decks" / f"{game.deck.id}.yaml"
        card = game.deck.by_id.get(named.name)
        yield _key(session, file, ("suits", card.suit if card else named.name))
        yield _key(session, file, ("sets", named.name))
    elif named.kind in SECTIONS.values():
        for file in session.game_files(path):
            for found in mentions_in(session, file) if file.suffix != ".md" else ():
                if found.defines and (found.kind, found.name) == (named.kind, named.name):
                    yield Spot(file, found.line, found.start, found.end)
    elif game is not None:
        text = named.name
        for each in (game, session.own(path)):
            at = steps(each, text) if each is not None else None
            if each is not None and at is not None and at in each.marks:
                mark = each.marks[at]
                file = FilePath(os.path.abspath(mark.file))  # noqa: PTH100
                lines = session.text(file).split("\n")
                written = lines[mark.line - 1] if mark.line <= len(lines) else ""
                end = extent(written, mark.column - 1)
                yield Spot(file, mark.line - 1, mark.column - 1, end)
                return


def _key(session: Session, file: FilePath, path: tuple[str, ...]) -> Spot | None:
    """Where a key of a file stands."""
    for token in session.outline(file).tokens:
        if token.is_key and token.path == path:
            return Spot(file, token.line, token.start, token.end)
    return None


# references


def references(
    session: Session, path: FilePath, line: int, column: int, *, with_definition: bool = True
) -> list[Spot]:
    """Everything that speaks of what the word under the cursor names: rules, variants, examples,
    chapters and the files of sentences.
    """
    named = at_cursor(session, path, line, column)
    if not named:
        return []
    target = named[0]
    found: dict[Spot, None] = {}
    for file in session.game_files(path):
        for each in mentions_in(session, file):
            same = each.kind == target.kind and each.name == target.name
            inside = target.kind == each.kind == RULE and is_within(each.name, target.name)
            if (same or inside) and (with_definition or not each.defines):
                found.setdefault(Spot(file, each.line, each.start, each.end))
    if target.kind == RULE:
        for spot in _sentences(session, target.name):
            found.setdefault(spot)
    return list(found)


def _sentences(session: Session, rule: str) -> Iterator[Spot]:
    """Where the sentence of a rule is written, in the language of the reader."""
    language = session.language
    path = tuple(int(step) if step.isdigit() else step for step in rule.split("."))
    found = Patterns(words(language).content["settings"]).find(path)
    if found is None:
        return
    file = places.data("templates") / f"words.{language}.yaml"
    for number, text in enumerate(session.text(file).split("\n")):
        key = re.match(rf"""\s+["']?({re.escape(found.pattern.key)})["']?:""", text)
        if key:
            yield Spot(file, number, key.start(1), key.end(1))


# renaming


def renamable(session: Session, path: FilePath, line: int, column: int) -> Mention | None:
    """The id under the cursor, if it can be renamed: its definition lies in a folder that is open
    in the editor.
    """
    for each in at_cursor(session, path, line, column):
        if each.kind in _RENAMED and _is_own(session, path, each):
            return each
    return None


def _is_own(session: Session, path: FilePath, named: Mention) -> bool:
    for spot in _defined(session, path, session.base_of(path), named):
        if spot is not None:
            inside = any(spot.file.is_relative_to(folder) for folder in session.folders)
            return inside or str(spot.file) in session.texts
    return False


def rename(
    session: Session, path: FilePath, line: int, column: int, name: str
) -> dict[FilePath, list[Spot]]:
    """Where an id has to be written anew. WrongCall for what cannot be renamed, or not so."""
    target = renamable(session, path, line, column)
    if target is None:
        raise WrongCall("this cannot be renamed", "it is written in rules that are not open here")
    if not _ID.fullmatch(name):
        raise WrongCall(f"'{name}' cannot be an id", "lower case letters, digits, _ and -")
    found: dict[FilePath, list[Spot]] = {}
    for file in session.game_files(path):
        for each in mentions_in(session, file):
            if each.kind == target.kind and each.name == name:
                raise WrongCall(f"there is a {target.kind} '{name}' already", "choose another name")
            if each.kind == target.kind and each.name == target.name:
                found.setdefault(file, []).append(Spot(file, each.line, each.start, each.end))
    return found


# parts of a file


def symbols(session: Session, path: FilePath) -> list[types.DocumentSymbol]:
    """The parts of a file: its sections, the entries in them, the changes by what they change."""
    outline = session.outline(path)
    if not outline.kind:
        return []
    found: dict[tuple[str | int, ...], types.DocumentSymbol] = {}
    top: list[types.DocumentSymbol] = []
    game = session.own(path) or session.base_of(path)
    for token in outline.tokens:
        for length in range(1, min(len(token.path), 3) + 1):
            part = token.path[:length]
            if part in found:
                found[part].range.end = types.Position(token.line, token.end)
            elif (length == len(token.path) and token.is_key) or isinstance(part[-1], int):
                symbol = _symbol(session, outline, part, token, game)
                found[part] = symbol
                around = found.get(part[:-1])
                siblings = top if around is None else list(around.children or [])
                siblings.append(symbol)
                if around is not None:
                    around.children = siblings
    return top


def _symbol(
    session: Session, outline: Outline, part: tuple[str | int, ...], token: Token, game: Game | None
) -> types.DocumentSymbol:
    name = str(part[-1])
    if isinstance(part[-1], int):
        named = (outline.text((*part, key)) for key in _NAMING)
        name = next(filter(None, named), None) or outline.text(part) or name
    where = types.Range(
        types.Position(token.line, token.start), types.Position(token.line, token.end)
    )
    kind = types.SymbolKind.Event if isinstance(part[-1], int) else types.SymbolKind.Field
    said = called(session, game, name) if game is not None and len(part) == 2 else ""
    return types.DocumentSymbol(
        name or "-",
        types.SymbolKind.Namespace if len(part) == 1 else kind,
        where,
        types.Range(where.start, where.end),
        detail=said or None,
    )


def folds(session: Session, path: FilePath) -> list[types.FoldingRange]:
    """What can be folded: each line with those below it that are indented deeper."""
    lines = session.text(path).split("\n")
    found: list[types.FoldingRange] = []
    opened: list[tuple[int, int]] = []
    last = 0
    for number, line in enumerate([*lines, "end"]):
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip(" "))
        while opened and opened[-1][0] >= indent:
            _, first = opened.pop()
            if last > first:
                found.append(types.FoldingRange(first, last))
        opened.append((indent, number))
        last = number
    return found
