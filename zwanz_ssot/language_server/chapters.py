"""Chapters in an editor: their game and language, their problems, and suggestions and explanations
at a place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Any

from lsprotocol import types

from zwanz_renderer.blocks.kinds import HasName, RulePlace
from zwanz_renderer.shortcodes import BLOCKS, Block, Context, Named, OneOf, Parameter, Registry
from zwanz_renderer.shortcodes.attributes import Flag, Many
from zwanz_renderer.text.manuscript import Manuscript

from ..library import BASE, library
from ..model import Game
from ..paths import parse_path
from ..problems import ChapterFault, Problem
from ..prose import languages
from ..source import spell
from .completion import Kind, Suggestion, called, escaped, plain
from .grammar import present, sentence
from .session import Session

_SHIPPED = "book"
_ANY = "any"
"""Names of folders: of shipped chapters, and of those that print any game."""


@dataclass(frozen=True, slots=True)
class ChapterHome:
    """The folder of a chapter, its language, and the rules that it is about."""

    folder: FilePath
    language: str
    game: Game


def is_chapter(session: Session, path: FilePath) -> bool:
    """Whether a Markdown file is a chapter of a book: it lies in ``book/<language>/<game>``, or
    beside house rules in ``chapters`` or ``chapters/<language>``.
    """
    folder = path.parent
    if folder.parent.parent.name == _SHIPPED and folder.parent.name in languages():
        return folder.name == _ANY or folder.name in session.library(path).games()
    return session.house_of(folder) is not None


def home(session: Session, path: FilePath) -> ChapterHome | None:
    """The home of a chapter; None for any other file, and for rules with problems."""
    folder = path.parent
    house = session.house_of(folder)
    if house is not None:
        language = folder.name if folder.name in languages() else session.language
        own = session.own(house)
        return ChapterHome(folder, language, own) if own else None
    if not is_chapter(session, path):
        return None
    root, name = session.root(path), folder.name
    name = (library(root).first_game() or "") if name == _ANY else name
    game = session.game(root, name, BASE)
    return ChapterHome(folder, folder.parent.name, game) if game else None


def chapter_problems(session: Session, path: FilePath) -> Iterator[Problem]:
    """The problems of a chapter. The other chapters of its folder are read, too, as links lead
    there, but their problems are left out.
    """
    where = home(session, path)
    if where is None:
        return
    try:
        _manuscript(where).chapters()
    except ChapterFault as fault:
        for problem in fault.problems:
            if problem.mark is not None and _is_same(path, FilePath(problem.mark.file)):
                yield problem


def _is_same(path: FilePath, other: FilePath) -> bool:
    """Whether two paths are of one file. A chapter that is not saved yet is none."""
    return path.exists() and path.samefile(other)


def chapters_about(session: Session, path: FilePath) -> Iterator[FilePath]:
    """The open chapters about the game of a file."""
    about = session.base_of(path)
    for file in map(FilePath, list(session.texts)):
        where = home(session, file) if file.suffix == ".md" else None
        if where is not None and about is not None and where.game.id == about.id:
            yield file


def blocks() -> Registry:
    """The shortcodes that a chapter may use."""
    from zwanz_renderer import blocks as shipped  # registers them

    assert shipped
    return BLOCKS


@lru_cache(maxsize=8)
def _manuscript(where: ChapterHome) -> Manuscript:
    """The chapters of a folder. One manuscript is kept for the same rules, so that only changed
    chapters are read again.
    """
    return Manuscript(where.game, where.language, where.folder, blocks())


# Suggestions

_OPENED = re.compile(r"\[(?P<name>[a-z][\w-]*)(?P<rest>\s[^\]]*)$")
_BEGUN = re.compile(r"(?<!\\)\[(?P<name>[\w-]*)$")
_CARD = re.compile(r"\[\[(?P<name>[\w-]*)$")
_VALUE = re.compile(r"""([\w-]+)=(["']?)([^"'=\]]*)$""")
_KEY = re.compile(r"(?:^|\s)([\w-]*)$")
_WORD = re.compile(r"[\w.-]*$")
_TAG = re.compile(r"\[\[?(?P<name>[\w-]+)[^\]]*\]?")
_LONG = 60
"""The most characters of a value in a suggestion."""


@dataclass(frozen=True, slots=True)
class ChapterPlace:
    """The suggestions at a place of a chapter; they replace the typed ``prefix``."""

    prefix: str
    suggestions: list[Suggestion]


def complete(session: Session, path: FilePath, line: int, column: int) -> ChapterPlace | None:
    """The suggestions at a place of a chapter; None outside shortcodes."""
    where = home(session, path)
    lines = session.text(path).split("\n")
    if where is None or line >= len(lines):
        return None
    before = lines[line][:column]
    if found := _CARD.search(before):
        return ChapterPlace(found["name"], list(_cards(session, where)))
    if found := _BEGUN.search(before):
        return ChapterPlace(found["name"], list(_shortcodes()))
    opened = _OPENED.search(before)
    block = blocks().get(opened["name"]) if opened else None
    if opened is None or block is None:
        return None
    rest = opened["rest"]
    if value := _VALUE.search(rest):
        parameter = block.accepted.get(value[1])
        word = _WORD.search(value[3])
        if parameter is None or (not value[2] and " " in value[3]):
            return _attributes(block, rest)
        suggestions = list(_values(session, where, parameter.attribute))
        return ChapterPlace(word[0] if word else "", suggestions)
    return _attributes(block, rest)


def _shortcodes() -> Iterator[Suggestion]:
    """Every shortcode, with its required attributes."""
    for block in blocks():
        needed = [each for each in block.parameters if each.required]
        text = block.name
        for number, each in enumerate(needed, 1):
            text += f" {each.name}=${number}"
        text += "]"
        if block.body is True or block.body == "raw":
            text += f"\n${len(needed) + 1}\n[/{block.name}]"
        kind = Kind.Keyword if block.decides else Kind.Function
        yield Suggestion(block.name, text, kind, block.summary)


def _cards(session: Session, where: ChapterHome) -> Iterator[Suggestion]:
    for card in where.game.deck.by_id:
        name = called(session, where.game, card)
        yield Suggestion(card, f"{card}]]", Kind.Value, name)


def _attributes(block: Block, rest: str) -> ChapterPlace:
    """The attributes that a shortcode does not have yet."""
    there = set(re.findall(r"([\w-]+)=", rest))
    key = _KEY.search(rest)
    found = [
        Suggestion(
            each.name,
            f"{each.name}=$1",
            Kind.Property,
            _wants(each),
            rank="1" if each.required else "3",
        )
        for each in block.accepted.values()
        if each.name not in there
    ]
    return ChapterPlace(key[1] if key else "", found)


def _wants(parameter: Parameter) -> str:
    """What an attribute takes, and its default."""
    usual = parameter.default
    default = "" if parameter.required or usual in (None, "", ()) else f"; usually {usual}"
    return f"{parameter.attribute.wants}{default}"


def _values(session: Session, where: ChapterHome, attribute: Any) -> Iterator[Suggestion]:
    """The values of an attribute, where they can be listed."""
    if isinstance(attribute, Many):
        yield from _values(session, where, attribute.item)
    elif isinstance(attribute, OneOf):
        yield from (Suggestion(each, each, Kind.EnumMember) for each in attribute.choices)
    elif isinstance(attribute, Flag):
        yield from (Suggestion(each, each, Kind.EnumMember) for each in ("yes", "no"))
    elif isinstance(attribute, Named):
        for name in attribute.known(_context(where)):
            yield Suggestion(name, escaped(name), Kind.Value, called(session, where.game, name))
    elif isinstance(attribute, HasName):
        for found in present(where.game):
            if isinstance(found.value, dict) and "name" in found.value:
                detail = called(session, where.game, str(found.at[-1]))
                yield Suggestion(found.text, found.text, Kind.Field, detail, path=found.at)
        yield from (Suggestion(each, each, Kind.Value) for each in ("game", "variant", "deck"))
    elif isinstance(attribute, RulePlace):
        for found in present(where.game, entries=True):
            detail = spell(found.value, _LONG)
            yield Suggestion(found.text, found.text, Kind.Field, detail, path=found.at)


def _context(where: ChapterHome) -> Context:
    """The context of a block, which knows the names that may be used."""
    from zwanz_renderer.text.markdown import ChapterWriter, MarkdownSetup

    return ChapterWriter(MarkdownSetup(where.language), where.game, "").ctx


def items(found: ChapterPlace, where: types.Range, snippets: bool) -> list[types.CompletionItem]:
    """Suggestions in the form of the protocol."""
    form = types.InsertTextFormat
    return [
        types.CompletionItem(
            each.label,
            kind=each.kind,
            detail=each.detail or None,
            sort_text=f"{each.rank}{each.label}",
            insert_text_format=form.Snippet if snippets else form.PlainText,
            text_edit=types.TextEdit(where, each.text if snippets else plain(each.text)),
        )
        for each in found.suggestions
    ]


def hover(session: Session, path: FilePath, line: int, column: int) -> str:
    """Markdown about the shortcode under the cursor, or about the rule that it names."""
    where = home(session, path)
    lines = session.text(path).split("\n")
    if where is None or line >= len(lines):
        return ""
    for tag in _TAG.finditer(lines[line]):
        if not tag.start() <= column <= tag.end():
            continue
        for word in re.finditer(r"=[\"']?([a-z_]+(?:\.[\w-]+)+)", tag[0]):
            if tag.start() + word.start(1) <= column <= tag.start() + word.end(1):
                return sentence(session.prose(where.game), parse_path(word[1]))
        block = blocks().get(tag["name"])
        if block is not None:
            rows = [f"* `{each.name}`: {_wants(each)}" for each in block.accepted.values()]
            sample = f"\n\n```\n{block.sample}\n```" if block.sample else ""
            return f"**[{block.name}]** {block.summary}\n\n" + "\n".join(rows) + sample
        return called(session, where.game, tag["name"])
    return ""
