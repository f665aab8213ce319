"""For authors of chapters: a reference of blocks with attributes and pictures, and a cheat sheet.

Both are made from the signatures, docstrings and samples of the blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zwanz_ssot.library import same_game
from zwanz_ssot.model import Game

from . import leaflets
from .building import language_table
from .leaflets import Leaflet
from .shortcodes import BLOCKS, Attribute, Block, Html, Named, OneOf, Parameter, Whole
from .shortcodes.attributes import Flag, Many, Text
from .text import polish
from .text.html_tree import Edits, tree_of
from .text.markdown import ChapterWriter

_TAG = re.compile(r"\[(?!\[)[^\]\n]*\]")
_MOST = 6
"""An attribute with more words than this names things rather than looks: no picture of each."""
_UNIVERSAL = ("width", "annotation")
_PIECES = (("tr", "tr", 24), ("dt", "dd", 5))
"""Where a picture is cut: the first and the last element of a piece, and how many pieces a picture
may have before it is cut.
"""
_FEW = 4
"""Pieces that a cut picture keeps."""
_MORE = Html('<p class="none">…</p>\n')


@dataclass(frozen=True, slots=True)
class Shown:
    """A chapter text and its picture: None where no rule set of the game can draw it, empty where
    it shows nothing.

    `of` names the rule set of the picture if it is not that of the paper.
    """

    source: str
    picture: Html | None
    of: str = ""


def write_reference(game: Game, lang: str, out: Path) -> Leaflet:
    """Write the reference: each block, its attributes and its looks, drawn with the rules of
    `game`.

    Files: ``block-reference.<lang>.html`` and ``.pdf`` in the folder `out`. WrongCall for a
    language without words.
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
    """Write the cheat sheet: how to write each block and what it is, on one sheet of A4.

    Files: ``cheat-sheet.<lang>.html`` and ``.pdf`` in the folder `out`. WrongCall for a language
    without words.
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
    # Lines stand closer if the sheet has no room for all blocks otherwise.
    tries = ({**values, "close": close} for close in (False, True))
    return leaflets.write(
        game, lang, out, f"cheat-sheet.{lang}", "cheat-sheet", title, *tries, pages_at_most=1
    )


class _Reference:
    """The blocks, described in a language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game, self.lang = game, lang
        self.writer: ChapterWriter = leaflets.writer(game, lang, "reference")
        self.ctx = leaflets.here(self.writer, "reference")
        self.words = language_table("reference", lang, "the papers for authors have no words in")

    def groups(self) -> Iterator[tuple[str, list[Block]]]:
        """The groups of blocks: title and blocks of each."""
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
            key = "whole_from" if attribute.high is None else "whole_to"
            if attribute.low is None:
                key = "whole"
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
        """The sample of a block, its English phrases in the language of the paper."""
        sample = block.sample
        for english, own in self.words["phrases"].items():
            sample = sample.replace(english, own)
        return sample

    def _elsewhere(self, text: str) -> Shown:
        """A chapter text drawn in the first other rule set of the game that shows anything
        there.
        """
        for game in same_game(self.game):
            if game.variant != self.game.variant:
                picture = _Reference(game, self.lang)._draw(text)
                if picture is not None:
                    return Shown(text, picture, game.name.text(self.lang))
        return Shown(text, None)

    def _draw(self, text: str) -> Html | None:
        """A chapter text drawn by itself; None where it has a problem in this rule set."""
        self.ctx.stage.clear()
        found = self.writer.shared.found
        before = len(found.problems)
        html = self.writer.block(self.ctx, text)
        if len(found.problems) > before:
            return None
        return _shortened(html) if polish.plain(html) else Html("")


def _choices(block: Block) -> Iterator[tuple[str, str, str]]:
    """Each attribute that changes the look, with each word it takes and its default."""
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
    """A summary in which tags outside of code are escaped."""
    parts = summary.split("``")
    return "``".join(
        part if code % 2 else part.replace("[", "\\[") for code, part in enumerate(parts)
    )


def _shortened(html: Html) -> Html:
    """A picture whose long tables and lists keep only their first pieces."""
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
    """A tag whose attribute has another word."""
    without = re.sub(rf"\s{re.escape(name)}=(\"[^\"]*\"|\S+?)(?=[\s\]])", "", tag)
    return f"{without[:-1]} {name}={word}]"
