"""For authors of chapters: a reference of blocks with attributes and pictures, and a cheat sheet.

Both are made from the signatures, docstrings and samples of the blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zwanz_ssot import places
from zwanz_ssot.library import same_game
from zwanz_ssot.model import Game
from zwanz_ssot.problems import WrongCall

from . import leaflets
from .leaflets import Leaflet
from .shortcodes import BLOCKS, Attribute, Block, Html, Named, OneOf, Parameter, Whole
from .shortcodes.attributes import Flag, Many, Text
from .text import polish
from .text.html_tree import Edits, tree_of
from .text.markdown import ChapterWriter

_TAG = re.compile(r"\[(?!\[)[^\]\n]*\]")
_MOST = 6
"""A list of words longer than this names things, not looks: its words are not drawn one by one."""
_UNIVERSAL = ("width", "annotation")
_PIECES = (("tr", "tr", 24), ("dt", "dd", 5))
"""What a picture may be cut between: the elements with which a piece begins and ends, and how many
pieces are left whole.
"""
_FEW = 4
_MORE = Html('<p class="none">…</p>\n')


@dataclass(frozen=True, slots=True)
class Shown:
    """A chapter text and what it looks like: None where it suits no rule set of the game, empty for
    what shows nothing.

    `of` names another rule set than that of the paper, where only that one has something to show.
    """

    source: str
    picture: Html | None
    of: str = ""


def write_reference(game: Game, lang: str, out: Path) -> Leaflet:
    """Every block: what it takes, and each of its looks, written and drawn with the rules of
    `game`.

    Files: ``block-reference.<lang>.html`` and ``.pdf`` in the folder `out`.
    """
    reference = _Reference(game, lang)
    values = {
        "words": reference.words,
        "rules_of": reference.words["rules_of"].format(name=game.name.text(lang)),
        "both": reference.inline(reference.words["both"]),
        "groups": [
            (title, [reference.entry(block, drawn=True) for block in blocks])
            for title, blocks in reference.groups()
        ],
    }
    title = reference.words["title"]
    return leaflets.write(game, lang, out, f"block-reference.{lang}", "reference", title, values)


def write_cheat_sheet(game: Game, lang: str, out: Path) -> Leaflet:
    """All blocks on one sheet of A4 in two columns: how each is written, and what it is.

    Files: ``cheat-sheet.<lang>.html`` and ``.pdf`` in the folder `out`.
    """
    reference = _Reference(game, lang)
    values: dict[str, Any] = {
        "words": reference.words,
        "both": reference.inline(reference.words["both"]),
        "grammar": [reference.inline(line) for line in reference.words["grammar"]],
        "groups": [
            (title, [reference.entry(block) for block in blocks])
            for title, blocks in reference.groups()
        ],
    }
    title = reference.words["cheat_title"]
    tries = (
        {**values, "close": close} for close in (False, True)
    )  # where a few blocks more find no room: closer
    return leaflets.write(
        game, lang, out, f"cheat-sheet.{lang}", "cheat-sheet", title, *tries, pages_at_most=1
    )


def _words(lang: str) -> Mapping[str, Any]:
    """The words of the papers in a language; WrongCall if there are none."""
    folder = places.data("templates")
    file = folder / f"reference.{lang}.yaml"
    if not file.is_file():
        known = sorted(file.name.split(".")[1] for file in folder.glob("reference.*.yaml"))
        raise WrongCall(
            f"the papers for authors have no words in {lang!r}", f"known are {', '.join(known)}"
        )
    words: Mapping[str, Any] = places.table(file)
    return words


class _Reference:
    """The blocks, described in a language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game, self.lang = game, lang
        self.writer: ChapterWriter = leaflets.writer(game, lang, "reference")
        self.ctx = leaflets.here(self.writer, "reference")
        self.words: Mapping[str, Any] = _words(lang)

    def groups(self) -> Iterator[tuple[str, list[Block]]]:
        """The blocks by what they are for, with the title of each group."""
        for group in self.words["groups"]:
            found = map(BLOCKS.get, group["blocks"])
            yield group["title"], [block for block in found if block]

    def inline(self, text: str) -> Html:
        """A line of Markdown."""
        return self.ctx.render_inline(text)

    def entry(self, block: Block, *, drawn: bool = False) -> Mapping[str, Any]:
        """The values of a block for a template, with its pictures if `drawn`."""
        own = [
            parameter for parameter in block.accepted.values() if parameter.name not in _UNIVERSAL
        ]
        declared = [parameter for parameter in block.parameters if parameter.name in _UNIVERSAL]
        return {
            "name": block.name,
            "tag": self._tag(block, [*own, *declared]),
            "summary": self.inline(_plain(self.words["summaries"].get(block.name, block.summary))),
            "choices": [
                (parameter.name, self._takes(parameter.attribute))
                for parameter in own
                if isinstance(parameter.attribute, OneOf)
            ],
            "traits": [trait.format(name=block.name) for trait in self._traits(block)],
            "parameters": [self._parameter(parameter) for parameter in [*own, *declared]],
            "looks": list(self._looks(block)) if drawn else [],
        }

    def _tag(self, block: Block, parameters: list[Parameter]) -> str:
        inside = " ".join([block.name, *(f"{parameter.name}=" for parameter in parameters)])
        return f"[{inside}]" + (f" … [/{block.name}]" if block.body else "")

    def _traits(self, block: Block) -> Iterator[str]:
        if block.inline:
            yield self.words["inline"]
        elif block.body:
            yield self.words["raw" if block.body in ("raw", "optional") else "body"]
        if block.plain and not block.inline:
            yield self.words["plain"]

    def _parameter(self, parameter: Parameter) -> tuple[str, str, str]:
        default = self.words["required"] if parameter.required else self._default(parameter)
        return parameter.name, self._takes(parameter.attribute), default

    def _takes(self, attribute: Attribute) -> str:
        """What an attribute takes, in words."""
        kinds: Mapping[str, str] = self.words["kinds"]
        if isinstance(attribute, OneOf):
            return " · ".join(attribute.choices)
        if isinstance(attribute, Whole):
            bounds = {"low": attribute.low, "high": attribute.high}
            key = (
                "whole"
                if attribute.low is None
                else "whole_from"
                if attribute.high is None
                else "whole_to"
            )
            return kinds[key].format(**bounds)
        if isinstance(attribute, Named):
            return self.words["names"].get(attribute.kind) or kinds["named"].format(
                kind=attribute.kind
            )
        if isinstance(attribute, Many):
            return kinds["many"].format(item=self._takes(attribute.item))
        if isinstance(attribute, Flag | Text):
            return kinds["flag" if isinstance(attribute, Flag) else "text"]
        found: str = self.words["wants"].get(attribute.wants, attribute.wants)
        return found

    def _default(self, parameter: Parameter) -> str:
        value = parameter.default
        if isinstance(value, bool):
            return str(self.words["yes" if value else "no"])
        if isinstance(parameter.attribute, Named) and value is not None:
            known = parameter.attribute.known(self.ctx)
            return next((name for name, thing in known.items() if thing == value), "")
        if value in (None, "", (), []):
            return str(self.words["nothing"])
        return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)

    def _looks(self, block: Block) -> Iterator[Shown]:
        """The sample, part by part, and each look that its attributes can give it."""
        sample = self._sample(block)
        parts = [sample] if block.body or block.inline else sample.split("\n\n")
        for part in parts:
            picture = self._draw(part)
            yield Shown(part, picture) if picture is not None else self._elsewhere(part)
        if block.inline or block.decides:
            return
        first = _TAG.search(sample)
        for name, choice, default in _choices(block):
            if first and not any(_shows(part, name, choice, default) for part in parts):
                text = parts[0]
                varied = (
                    text[: first.start()] + _with(first.group(), name, choice) + text[first.end() :]
                )
                if (picture := self._draw(varied)) is not None:
                    yield Shown(varied, picture)

    def _sample(self, block: Block) -> str:
        """The sample of a block, with what its author says in the language."""
        sample = block.sample
        for english, own in self.words["phrases"].items():
            sample = sample.replace(english, own)
        return sample

    def _elsewhere(self, text: str) -> Shown:
        """What a chapter text looks like in the first rule set of the game that has something to
        show there.
        """
        for game in same_game(self.game):
            if game.variant != self.game.variant:
                picture = _Reference(game, self.lang)._draw(text)
                if picture is not None:
                    return Shown(text, picture, game.name.text(self.lang))
        return Shown(text, None)

    def _draw(self, text: str) -> Html | None:
        """What a chapter text looks like, away from all others; None where it has a fault in this
        rule set.
        """
        self.ctx.stage.clear()
        found = self.writer.shared.found
        before = len(found.problems)
        html = self.writer.block(self.ctx, text)
        if len(found.problems) > before:
            return None
        return _shortened(html) if polish.plain(html) else Html("")


def _choices(block: Block) -> Iterator[tuple[str, str, str]]:
    """The attributes that stand for a look, with each word they may have, and the usual one."""
    for parameter in block.parameters:
        attribute = parameter.attribute
        if isinstance(attribute, OneOf) and len(attribute.choices) <= _MOST:
            yield from (
                (parameter.name, word, str(parameter.default)) for word in attribute.choices
            )
        elif isinstance(attribute, Flag):
            yield from (
                (parameter.name, word, "yes" if parameter.default else "no")
                for word in ("yes", "no")
            )


def _shows(part: str, name: str, word: str, default: str) -> bool:
    """Whether a part of a sample has this look already."""
    return f" {name}={word}" in part or (word == default and f" {name}=" not in part)


def _plain(summary: str) -> str:
    """A summary in which a tag outside of code is no tag."""
    parts = summary.split("``")
    return "``".join(
        part if code % 2 else part.replace("[", "\\[") for code, part in enumerate(parts)
    )


def _shortened(html: Html) -> Html:
    """A picture with the first few of many rows of a table or questions of a list."""
    for first, last, most in _PIECES:
        tree = tree_of(html)
        begins = [each.start for each in tree.named(first)]
        if len(begins) > most:
            end = [each.end for each in tree.named(last)][-1]
            end += html.startswith("\n", end)
            html = _without_empty_bodies(html[: begins[_FEW]] + html[end:]) + _MORE
    return html


def _without_empty_bodies(html: str) -> Html:
    """Some HTML without the bodies of tables that have no row left."""
    edits = Edits(html)
    for body in tree_of(html).named("tbody"):
        if not body.inner.strip():
            edits.replace(body.start, body.end + html.startswith("\n", body.end), "")
    return Html(edits.made())


def _with(tag: str, name: str, word: str) -> str:
    """A tag with another word for an attribute."""
    without = re.sub(rf"\s{re.escape(name)}=(\"[^\"]*\"|\S+?)(?=[\s\]])", "", tag)
    return f"{without[:-1]} {name}={word}]"
