"""Where names and rules are spoken of: every path, id, card and source of a file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path as FilePath

from zwanz_renderer.blocks.kinds import HasName, RulePlace
from zwanz_renderer.shortcodes import Named
from zwanz_renderer.shortcodes.attributes import Many

from .chapters import blocks
from .grammar import outline_of, place
from .outline import Token
from .session import Session

SECTIONS = {"contracts": "contract", "bonuses": "bonus", "contract_groups": "contract_group"}
"""The parts of the rules whose keys are ids, and what these are ids of."""
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
RULE, SOURCE = "rule", "source"
_TAG = re.compile(r"\[([a-z][\w-]*)((?:\s[^\]]*)?)\]|\[\[([A-Z]-\w+)")
_ATTRIBUTE = re.compile(r"""([\w-]+)=("[^"]*"|'[^']*'|[^\s\]]*)""")
_ITEM = re.compile(r"[\w.-]+")


@dataclass(frozen=True, slots=True)
class Mention:
    """A name of a kind (``contract``, ``card``, ``source``…), or the path of a rule. Lines and
    columns count from 0. ``defines`` is true where the thing itself is written.
    """

    kind: str
    name: str
    line: int
    start: int
    end: int
    defines: bool = False

    def covers(self, line: int, column: int) -> bool:
        """Whether a place lies in it, its ends included."""
        return self.line == line and self.start <= column <= self.end


@lru_cache(maxsize=512)
def mentions(text: str, is_chapter: bool = False) -> tuple[Mention, ...]:
    """All that a text speaks of, in its order. An id within a path comes after the path."""
    return tuple(_in_chapter(text) if is_chapter else _in_rules(text))


def mentions_in(session: Session, path: FilePath) -> tuple[Mention, ...]:
    """All that a file speaks of."""
    return mentions(session.text(path), path.suffix == ".md")


def _in_rules(text: str) -> Iterator[Mention]:
    outline = outline_of(text)
    for token in outline.tokens:
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


def _of_key(kind: str, token: Token) -> Iterator[Mention]:
    """The id that a key gives to what stands below it."""
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
    """A path of rules, and the id in it, which a change ``defines`` that adds it."""
    yield Mention(RULE, text, line, start, start + len(text))
    section, _, rest = text.partition(".")
    name = rest.partition(".")[0]
    if section in SECTIONS and name:
        begin = start + len(section) + 1
        yield Mention(SECTIONS[section], name, line, begin, begin + len(name), defines)


def _in_chapter(text: str) -> Iterator[Mention]:
    """What the shortcodes of a chapter name."""
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
    """What a value of an attribute names."""
    is_path = isinstance(attribute, RulePlace | HasName) or "." in word
    if is_path and "." in word and not word.startswith("deck"):
        yield from in_path(word, line, start)
    elif isinstance(attribute, Named):
        kind = {"card of the deck": "card", "card or set of the deck": "card"}.get(
            attribute.kind, attribute.kind
        )
        yield Mention(kind, word, line, start, start + len(word))
