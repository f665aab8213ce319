"""The names, cards, sources and paths in a file, and those under the cursor: their definition,
uses, explanation and renaming. Also the symbols and folds of a file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path as FilePath

from lsprotocol import types

from zwanz_renderer.blocks.kinds import HasName, RulePlace
from zwanz_renderer.shortcodes import Named
from zwanz_renderer.shortcodes.attributes import Many

from .. import places
from ..editor_schema import ID
from ..model import Dispute, Game
from ..paths import dotted, is_within, meet, parse_path
from ..problems import WrongCall
from ..prose.shapes import Patterns
from ..prose.template import words
from ..source import spell
from . import chapters
from .chapters import blocks
from .completion import called
from .diagnostics import extent
from .grammar import outline_of, place, sentence, steps
from .outline import Outline, Token
from .session import Session

# ---------------------------------------------------------------------------------------- mentions

SECTIONS = {"contracts": "contract", "bonuses": "bonus", "contract_groups": "contract_group"}
"""The parts of the rules whose keys are ids, with the kind of these ids."""
_KINDS = {
    "card_or_called": "card",
    "item": "bonus",
    "replaced": "bonus",
    "trick": "",
    "role": "",
    "rung": "",
    "trump": "",
    "all_pass": "",
    "step": "",
    "refusal": "",
}
"""Kinds of names in schemas that are mentions of another kind, or none."""
RULE, SOURCE = "rule", "source"
_MOVES = frozenset({"says", "may_say", "may_only_say", "may_not_say", "moves"})
"""The parts of examples and records with the texts of moves."""
_MOVE = re.compile(r"(?:\w+: *)?(?P<verb>bid|raise|announce|double|concede) +(?P<id>[a-z][\w-]*)")
_TAG = re.compile(r"\[([a-z][\w-]*)((?:\s[^\]]*)?)\]|\[\[([A-Z]-\w+)")
_ATTRIBUTE = re.compile(r"""([\w-]+)=("[^"]*"|'[^']*'|[^\s\]]*)""")
_ITEM = re.compile(r"[\w.-]+")


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a text, with its kind (``contract``, ``card``, ``source``…), or the path of a rule.
    ``defines`` is true at its definition. Lines and columns count from 0.
    """

    kind: str
    name: str
    line: int
    start: int
    end: int
    defines: bool = False

    def covers(self, line: int, column: int) -> bool:
        """Whether a place lies in this mention, its ends included."""
        return self.line == line and self.start <= column <= self.end


@lru_cache(maxsize=512)
def mentions(text: str, is_chapter: bool = False) -> tuple[Mention, ...]:
    """All mentions in a text, in order. An id within a path comes after the path."""
    return tuple(_in_chapter(text) if is_chapter else _in_rules(text))


def mentions_in(session: Session, path: FilePath) -> tuple[Mention, ...]:
    """All mentions in a file."""
    return mentions(session.text(path), path.suffix == ".md")


def _in_rules(text: str) -> Iterator[Mention]:
    outline = outline_of(text)
    for token in outline.tokens:
        if outline.kind in ("examples", "record") and not _MOVES.isdisjoint(token.path[:-1]):
            yield from _in_move(token)
        if token.is_key:
            yield from _of_key(outline.kind, token)
            named = place(outline, token.path[:-1]).node.get("propertyNames", {})
            kind = _KINDS.get(named.get("x-of", ""), named.get("x-of", ""))
            if kind:
                yield _mention(kind, token)
            continue
        here = place(outline, token.path)
        if here.is_path:
            adds = outline.key((*token.path[:-1], "add")) if token.path[-1] == "at" else None
            is_new = adds is not None and adds.text == "add" and token.text.count(".") == 1
            yield from in_path(token.text, token.line, token.start, defines=is_new)
        elif here.is_cite:
            name = token.text.partition(" ")[0]
            end = token.start + len(name)
            yield Mention(SOURCE, name, token.line, token.start, end)
        elif token.path[-1:] == ("like",):
            yield _mention("contract", token)
        elif here.names:
            kind = _KINDS.get(here.names, here.names)
            is_own = len(token.path) == 1 and token.path[0] == kind
            if kind:
                yield _mention(kind, token, defines=is_own and kind == outline.kind)


def _mention(kind: str, token: Token, *, defines: bool = False) -> Mention:
    return Mention(kind, token.text, token.line, token.start, token.end, defines)


def _in_move(token: Token) -> Iterator[Mention]:
    """The contract or bonus that the text of a move names."""
    found = _MOVE.match(token.text)
    if found and found["id"] != "game":
        kind = "contract" if found["verb"] in ("bid", "raise") else "bonus"
        start, end = (token.start + at for at in found.span("id"))
        yield Mention(kind, found["id"], token.line, start, end)


def _of_key(kind: str, token: Token) -> Iterator[Mention]:
    """The id that a key defines."""
    section = token.path[0]
    if len(token.path) != 2:
        return
    if kind == "game" and section in SECTIONS:
        yield _mention(SECTIONS[str(section)], token, defines=True)
    elif section == "sources" and kind in ("sources", "variant"):
        yield _mention(SOURCE, token, defines=True)
    elif kind == "deck" and section in ("sets", "suits"):
        yield _mention("cards" if section == "sets" else "suit", token, defines=True)


def in_path(text: str, line: int, start: int, *, defines: bool = False) -> Iterator[Mention]:
    """The path of a rule as a mention, and the id in it, which an added rule ``defines``."""
    yield Mention(RULE, text, line, start, start + len(text))
    section, _, rest = text.partition(".")
    name = rest.partition(".")[0]
    if section in SECTIONS and name:
        begin = start + len(section) + 1
        yield Mention(SECTIONS[section], name, line, begin, begin + len(name), defines)


def _in_chapter(text: str) -> Iterator[Mention]:
    """The mentions in the shortcodes of a chapter."""
    for number, line in enumerate(text.split("\n")):
        for tag in _TAG.finditer(line):
            if tag[3]:
                yield Mention("card", tag[3], number, tag.start(3), tag.end(3))
                continue
            block = blocks().get(tag[1])
            for given in _ATTRIBUTE.finditer(line, tag.start(2), tag.end(2)) if block else ():
                assert block is not None
                parameter = block.accepted.get(given[1])
                if parameter is None:
                    continue
                attribute = parameter.attribute
                while isinstance(attribute, Many):
                    attribute = attribute.item
                for item in _ITEM.finditer(line, given.start(2), given.end(2)):
                    yield from _of_attribute(attribute, item[0], number, item.start())


def _of_attribute(attribute: object, word: str, line: int, start: int) -> Iterator[Mention]:
    """The mentions in a value of an attribute."""
    is_path = isinstance(attribute, RulePlace | HasName) or "." in word
    if is_path and "." in word and not word.startswith("deck"):
        yield from in_path(word, line, start)
    elif isinstance(attribute, Named):
        kind = {"card of the deck": "card", "card or set of the deck": "card"}.get(
            attribute.kind, attribute.kind
        )
        yield Mention(kind, word, line, start, start + len(word))


# ------------------------------------------------------------------------------------- navigation

_RENAMED = frozenset({*SECTIONS.values(), SOURCE})
"""The kinds of names that can be renamed."""
_NAMING = ("example", "id", "at", "variant", "game")
"""Keys whose value is the title of an entry of a list."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A part of a line of a file; lines and columns count from 0, in characters."""

    file: FilePath
    line: int
    start: int
    end: int


def at_cursor(session: Session, path: FilePath, line: int, column: int) -> list[Mention]:
    """The mentions under the cursor, the narrowest first. A path is cut off after the step under
    the cursor.
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
    """The definitions of the name under the cursor."""
    game = session.base_of(path)
    for each in at_cursor(session, path, line, column):
        spots = [spot for spot in _defined(session, path, game, each) if spot]
        if spots:
            return spots
    return []


def _defined(
    session: Session, path: FilePath, game: Game | None, named: Mention
) -> Iterator[Spot | None]:
    """The possible definitions of a name; None where there is none."""
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
    """The place of a key in a file."""
    for token in session.outline(file).tokens:
        if token.is_key and token.path == path:
            return Spot(file, token.line, token.start, token.end)
    return None


# references


def references(
    session: Session, path: FilePath, line: int, column: int, *, with_definition: bool = True
) -> list[Spot]:
    """All uses of the name under the cursor in rules, variants, examples and chapters; for a rule
    also its sentences.
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
    """The place of the sentence of a rule in the words file of the reader's language."""
    language = session.language
    found = Patterns(words(language).content["settings"]).find(parse_path(rule))
    if found is None:
        return
    file = places.data("templates") / f"words.{language}.yaml"
    for number, text in enumerate(session.text(file).split("\n")):
        key = re.match(rf"""\s+["']?({re.escape(found.pattern.key)})["']?:""", text)
        if key:
            yield Spot(file, number, key.start(1), key.end(1))


# renaming


def renamable(session: Session, path: FilePath, line: int, column: int) -> Mention | None:
    """The id under the cursor, if it can be renamed: its definition must be open in the editor, or
    in one of its folders. None for any other.
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
    """The places at which an id has to be replaced, by file. Raises `WrongCall` for an id that
    cannot be renamed, or not to ``name``.
    """
    target = renamable(session, path, line, column)
    if target is None:
        raise WrongCall("this cannot be renamed", "it is written in rules that are not open here")
    if not re.fullmatch(ID, name):
        raise WrongCall(f"'{name}' cannot be an id", "use lower case letters, digits, _ and -")
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
    """The parts of a file: sections, their entries, and changes by the changed rule."""
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
    title = called(session, game, name) if game is not None and len(part) == 2 else ""
    return types.DocumentSymbol(
        name or "-",
        types.SymbolKind.Namespace if len(part) == 1 else kind,
        where,
        types.Range(where.start, where.end),
        detail=title or None,
    )


def folds(session: Session, path: FilePath) -> list[types.FoldingRange]:
    """The folds of a file: each line with the deeper lines below it."""
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


# Markdown about the word under the cursor

_LONG = 70
"""The most characters of a value in a table."""
_MOST = 8
"""The most examples that are named."""
_MOST_DISPUTES = 4
"""The most disputes that are told. A value has up to three; all contracts have twenty."""
_EXAMPLE = re.compile(r"^\s*- example: *([\w-]+)")
_SHOWS = re.compile(r"\bshows: *\[([^\]]*)\]")


def hover(session: Session, path: FilePath, line: int, column: int) -> str:
    """Markdown about the word under the cursor; empty if nothing is known of it."""
    if path.suffix == ".md":
        return chapters.hover(session, path, line, column)
    outline = session.outline(path)
    token = outline.at(line, column)
    if token is None or not outline.kind:
        return ""
    named = at_cursor(session, path, line, column)
    parts = [text for each in named for text in _of(session, path, each) if text]
    here = place(outline, token.path)
    if token.is_key or not parts:
        description = str(here.node.get("description", ""))
        words_of = here.node.get("properties", {}).get(token.text, {})
        description = str(words_of.get("description", "")) or description
        if description:
            parts.append(f"*{description}*")
    if here.rule and not any(each.kind == RULE for each in named) and not parts:
        parts.append(rule(session, path, dotted(here.rule)))
    paragraphs = "\n\n".join(filter(None, parts)).split("\n\n")
    return "\n\n".join(dict.fromkeys(paragraphs))  # an id and its rule have the same sentence


def _of(session: Session, path: FilePath, named: Mention) -> Iterator[str]:
    """Markdown about a mention."""
    game = session.own(path) or session.base_of(path)
    if named.kind == RULE:
        yield rule(session, path, named.name)
    elif game is None:
        return
    elif named.kind == SOURCE and named.name in game.sources:
        source = game.sources[named.name]
        yield f"**{named.name}** {source.title}"
    elif named.kind == "card" and named.name in game.deck.by_id:
        card = game.deck.by_id[named.name]
        yield f"**{named.name}** {called(session, game, named.name)} ({card.points})"
    elif named.kind == "cards" and named.name in game.deck.sets:
        shown = ", ".join(game.deck.shown(game.deck.sets[named.name]))
        yield f"**{named.name}** {shown}"
    elif named.kind in SECTIONS.values():
        section = next(it for it, kind in SECTIONS.items() if kind == named.kind)
        name = called(session, game, named.name)
        rule_sentence = sentence(session.prose(game), (section, named.name))
        yield f"**{name or named.name}**\n\n{rule_sentence}".strip()


def rule(session: Session, path: FilePath, text: str) -> str:
    """Markdown about a rule: sentence, values, sources, open question, disputes, examples."""
    phrases = session.phrases
    own = session.own(path)
    about = own if own is not None and steps(own, text) is not None else session.base_of(path)
    if about is None:
        return ""
    at = steps(about, text)
    if at is None:
        return f"`{text}` {phrases('hover_none')}"
    parts = [f"`{text}`", sentence(session.prose(about), at)]
    parts.append(_values(session, path, text))
    cites = [f"{cite} ({_title(about, cite)})" for cite in about.cites(at)]
    if cites:
        parts.append(f"{phrases('hover_source')}: {'; '.join(cites)}")
    question = about.question(dotted(at))
    if question is not None:
        asked, kept = (it.text(session.language) for it in (question.question, question.kept))
        parts.append(f"**{phrases('hover_open')}**: {asked} → {kept}")
    disputes = [
        dispute
        for dispute in about.disputes
        if any(meet(parse_path(each), at) for each in dispute.at)
    ]
    disputed = f"**{phrases('hover_disputed')}**"
    for dispute in disputes[:_MOST_DISPUTES]:
        parts.append(f"{disputed} {dispute.id}: {_dispute_text(session, dispute)}")
    if len(disputes) > _MOST_DISPUTES:
        parts.append(f"{disputed} … ({len(disputes)})")
    shown = list(examples_of(session, path, text))
    if shown:
        more = f" … ({len(shown)})" if len(shown) > _MOST else ""
        parts.append(f"{phrases('hover_examples')}: {', '.join(shown[:_MOST])}{more}")
    return "\n\n".join(filter(None, parts))


def _dispute_text(session: Session, dispute: Dispute) -> str:
    said = (f"{source}: {name.text(session.language)}" for source, name in dispute.said.items())
    return f"{dispute.topic.text(session.language)} ({'; '.join(said)})"


def _title(game: Game, cite: str) -> str:
    found = game.sources.get(cite.partition(" ")[0])
    return found.title if found else ""


def _values(session: Session, path: FilePath, text: str) -> str:
    """A table of the values in the base and its variants, by value."""
    phrases = session.phrases
    by_value: dict[str, list[str]] = {}
    sets = list(session.rule_sets(path))
    own = session.own(path)
    if own is not None and all(own is not each for each in sets):
        sets.append(own)
    for game in sets:
        at = steps(game, text)
        value = phrases("hover_none") if at is None else f"`{spell(game.at(at), _LONG)}`"
        by_value.setdefault(value, []).append(game.variant)
    rows = [f"| {', '.join(names)} | {value} |" for value, names in by_value.items()]
    heads = f"| {phrases('hover_rule_set')} | {phrases('hover_value')} |"
    return "\n".join([heads, "|---|---|", *rows])


def examples_of(session: Session, path: FilePath, text: str) -> Iterator[str]:
    """The ids of the examples that show a rule or a part of it."""
    at = parse_path(text)
    for file in session.game_files(path):
        if session.kind(file) != "examples":
            continue
        name = ""
        for line in session.text(file).split("\n"):
            if begun := _EXAMPLE.match(line):
                name = begun[1]
            for shows in _SHOWS.finditer(line):
                paths = [parse_path(each.strip()) for each in shows[1].split(",") if each.strip()]
                if name and any(each[: len(at)] == at for each in paths):
                    yield name
