"""The page: chapters, title, contents and colophon in one HTML document.

`document` gives the page with drawings and fonts as addresses (``card:…``, ``font:…``), for a printer that
fetches them; `self_contained` gives the page that carries everything it needs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from typing import Any

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from renderer import typefaces
from renderer.markdown import Chapter, Heading
from renderer.pictures import Pictures
from renderer.polish import SOFT_HYPHEN
from renderer.sheets import Leaves
from zwanz_ssot import places
from zwanz_ssot.model import Game

_STYLE = "/* the style stands here */"
_INITIAL = re.compile(
    r'(<div class="opening"[^>]*></div>\s*<h2[^>]*>.*?</h2>\s*<p>)([„“‘]?\w)(.*?)(?=</p>)', re.DOTALL
)
_NEXT_NOTE = re.compile('(</cite></span>\\s*\u2060<span class="footnote)">')
_CHAPTER = re.compile(r'(?<=</section>\n)(?=<section class="chapter">)')
_STYLED = re.compile(r"<style>.*?</style>\n", re.DOTALL)
_MAIN = '<main id="text">\n'
_LANG = re.compile(r'<html lang="([\w-]+)"')
_DEPTH = 2


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the contents list, with the lines below it."""

    heading: Heading
    below: tuple[Heading, ...]


def languages() -> list[str]:
    """The languages whose words for contents, colophon and the like are there."""
    return sorted(path.name.split(".")[1] for path in places.data("templates").glob("page.*.yaml"))


def contents(chapters: Sequence[Chapter]) -> list[Entry]:
    """Chapters and their sections."""
    return [
        Entry(chapter.headings[0], tuple(h for h in chapter.headings[1:] if h.level <= _DEPTH))
        for chapter in chapters
        if chapter.headings
    ]


def document(game: Game, lang: str, chapters: Sequence[Chapter]) -> str:
    """The whole page, with addresses for drawings and fonts."""
    templates = places.data("templates")
    environment = Environment(
        loader=FileSystemLoader(str(templates)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    words: dict[str, Any] = yaml.safe_load((templates / f"page.{lang}.yaml").read_text(encoding="utf-8"))
    return environment.get_template("page.html.j2").render(
        lang=lang,
        words=words,
        title=game.game_name.said(lang),
        subtitle=game.name.said(lang) if game.name != game.game_name else "",
        entries=contents(chapters),
        chapters=chapters,
        sources=[(source.title, source.language) for source in game.sources.values()],
        game=game,
        version=_version(),
        style=Markup(_STYLE),
    )


def for_printing(page: str) -> str:
    """The page with an address for each font, its initials and repeated notes marked, as one document."""
    return _marked(page).replace(_STYLE, _paper_style(_language(page)))


def leaves(page: str) -> Leaves:
    """The same in parts: title and contents, each chapter, and the colophon."""
    head, _, body = _marked(page).partition("<body>\n")
    front, _, rest = body.partition(_MAIN)
    chapters, _, colophon = rest.partition("</main>\n")
    parts = [front, *_CHAPTER.split(chapters), colophon.partition("</body>")[0]]
    return Leaves(_paper_style(_language(page)), _STYLED.sub("", head), tuple(part for part in parts if part.strip()))


def _marked(page: str) -> str:
    """The page with what the style sheets of a browser find by themselves, and WeasyPrint does not.

    It fails on a floating ``::first-letter`` that it lays out twice, and finds no room beside a float for lines
    with soft hyphens.
    """
    return _NEXT_NOTE.sub(r'\1 further">', _INITIAL.sub(_with_initial, page))


@cache
def _paper_style(lang: str) -> str:
    fonts = typefaces.rules(lambda cut: f"font:{cut.file}", typefaces.cuts_for(lang))
    return _without_screen(_style(fonts, lang, "print", "paper"))


def _language(page: str) -> str:
    found = _LANG.search(page)
    return found[1] if found else ""


def _with_initial(paragraph: re.Match[str]) -> str:
    before, letter, text = paragraph.groups()
    return f'{before}<span class="initial">{letter}</span>{text.replace(SOFT_HYPHEN, "")}'


def self_contained(page: str, pictures: Pictures) -> str:
    """The page with its drawings and the characters of its fonts inside."""
    lang, shown = _language(page), typefaces.characters(page)
    fonts = typefaces.rules(lambda cut: typefaces.embedded(cut, shown), typefaces.cuts_for(lang))
    page = page.replace(_STYLE, _style(fonts, lang, "screen", "print"))
    head, body, rest = page.partition("<body>\n")
    return head + body + pictures.with_symbols(rest)


def _style(fonts: str, lang: str, *media: str) -> str:
    """The style of the book and of its blocks, for the media it is shown on, and what a language wants otherwise."""
    templates = places.data("templates")
    sheets = [templates / "book.css", *sorted((templates / "blocks").glob("*.css"))]
    sheets += [templates / f"{medium}.css" for medium in media]
    sheets += templates.glob(f"book.{lang}.css")
    return "\n".join([fonts, *(sheet.read_text(encoding="utf-8") for sheet in sheets)])


def _without_screen(css: str) -> str:
    """A style sheet without its ``@media screen`` rules, which a printer would complain of."""
    kept, at = [], 0
    for rule in re.finditer(r"@media screen\b[^{]*\{", css):
        if rule.start() < at:
            continue
        kept.append(css[at : rule.start()])
        depth, at = 1, rule.end()
        while depth and at < len(css):
            depth += (css[at] == "{") - (css[at] == "}")
            at += 1
    return "".join([*kept, css[at:]])


def _version() -> str:
    try:
        return metadata.version("zwanz-ssot")
    except metadata.PackageNotFoundError:
        return ""
