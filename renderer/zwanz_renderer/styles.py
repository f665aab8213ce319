"""The style sheets of the book, put together for a screen, for paper and for a reader of EPUBs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Literal

from zwanz_renderer import typefaces
from zwanz_ssot import places

Paper = Literal["a5", "letter", "booklet"]
_COLOURS = re.compile(r":root \{[^}]*\}")
_NAMED = re.compile(r"(--[a-z-]+):\s*([^;]+);")
_NAME = re.compile(r"var\((--[a-z-]+)\)")
_PAGE = re.compile(r"@page \{\s*size: (\S+) \S+;\s*margin: ([^;]+);")
_FONT_SIZE = re.compile(r"^ *html \{ font-size: ([^;]+);", re.MULTILINE)
_POINTS = {"pt": 1, "mm": 72 / 25.4, "in": 72}
_LETTER = 0.373
"""Mean width of a letter of Book Garamond, in em, in texts of the books."""


def for_screen(lang: str, shown: str) -> str:
    """For a page that carries its fonts with it; `shown` are the characters that it shows."""
    fonts = typefaces.rules(lambda cut: typefaces.embedded(cut, shown), typefaces.cuts_for(lang))
    return _together(fonts, lang, "screen", "print")


def for_trace(langs: Sequence[str], page: str) -> str:
    """For the page of a trace, which speaks several languages: its own style in the colours of the
    book.
    """
    templates = places.data("templates")
    cuts = dict.fromkeys(cut for lang in langs for cut in typefaces.cuts_for(lang))
    shown = typefaces.characters(page)
    fonts = typefaces.rules(lambda cut: typefaces.embedded(cut, shown), cuts)
    day, night = (
        (templates / f"{name}.css").read_text(encoding="utf-8") for name in ("book", "screen")
    )
    by_day = _COLOURS.search(day)
    by_night = _COLOURS.search(night)
    assert by_day and by_night
    dark = f"@media (prefers-color-scheme: dark) {{ {by_night[0]} }}"
    return "\n".join(
        [fonts, by_day[0], dark, (templates / "trace.css").read_text(encoding="utf-8")]
    )


@cache
def for_paper(lang: str, paper: Paper) -> str:
    """For WeasyPrint, with addresses for fonts; a booklet is made of A5 pages."""
    fonts = typefaces.rules(lambda cut: f"font:{cut.file}", typefaces.cuts_for(lang))
    media = ("print", "paper", "paper-letter") if paper == "letter" else ("print", "paper")
    css = without_media("screen", _together(fonts, lang, *media))
    return _spelled_out(css, css)  # WeasyPrint would look up each name for each style anew


@cache
def letters_per_line(paper: Paper) -> float:
    """How many letters fit in a line of text, by the sizes in the style sheets."""
    css = for_paper("en", paper)
    (width, margins), letters = _PAGE.findall(css)[-1], _FONT_SIZE.findall(css)[-1]
    sides = margins.split()  # top, right, bottom, left; left as right, right as top
    right = _points(sides[1 % len(sides)])
    left = _points(sides[3]) if len(sides) == 4 else right
    return (_points(width) - left - right) / _points(letters) / _LETTER


def _points(length: str) -> float:
    return float(length[:-2]) * _POINTS[length[-2:]]


@cache
def for_epub(lang: str) -> str:
    """For readers of EPUBs: neither fonts nor what is for paper, and the colours of the day in
    place of variables.
    """
    css = without_media("print", _together("", lang, "epub"))
    return _spelled_out(css, without_media("screen", css))


def _spelled_out(css: str, named: str) -> str:
    """A style with colours and families of fonts in the place of their names, as the sheets of
    `named` give them.
    """
    said = dict(pair for root in _COLOURS.findall(named) for pair in _NAMED.findall(root))
    return _NAME.sub(lambda use: said.get(use[1], use[0]), css)


def _together(fonts: str, lang: str, *media: str) -> str:
    """The style of the book and of its blocks, for the media it is shown on, and what a language
    wants otherwise.
    """
    templates = places.data("templates")
    sheets = [templates / "book.css", *sorted((templates / "blocks").glob("*.css"))]
    sheets += [templates / f"{medium}.css" for medium in media]
    sheets += templates.glob(f"book.{lang}.css")
    return "\n".join([fonts, *(sheet.read_text(encoding="utf-8") for sheet in sheets)])


def without_media(medium: str, css: str) -> str:
    """A style sheet without its ``@media`` rules for a medium."""
    kept, at = [], 0
    for rule in re.finditer(rf"@media {medium}\b[^{{]*\{{", css):
        if rule.start() < at:
            continue
        kept.append(css[at : rule.start()])
        depth, at = 1, rule.end()
        while depth and at < len(css):
            depth += (css[at] == "{") - (css[at] == "}")
            at += 1
    return "".join([*kept, css[at:]])
