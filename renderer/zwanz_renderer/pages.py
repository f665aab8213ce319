"""The page: chapters, title, contents and colophon in one HTML document.

`document` gives the page with drawings and fonts as addresses (``card:…``, ``font:…``), for a
printer that fetches them; `self_contained` gives the page that carries everything it needs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from zwanz_ssot import places
from zwanz_ssot.model import Game

from . import halves, styles, title_cards
from .blocks.origins import cited_sources
from .blocks.side_by_side import own_name
from .building import templates
from .pictures import Pictures
from .press.leaves import Leaves
from .styles import Paper
from .text.markdown import Chapter, Heading
from .text.polish import SOFT_HYPHEN, closed_up, plain

_STYLE = "/* the style stands here */"
_INITIAL = re.compile(
    r'(<div class="opening"[^>]*></div>\s*<h2[^>]*>(?:(?!</h2>).)*</h2>\s*<p>)([„“‘]?\w)(.*?)(?=</p>)',
    re.DOTALL,
)
_ONE_LINE: Mapping[Paper, int] = {"a5": 82, "booklet": 82, "letter": 90}
"""A text of fewer letters may be one line, and an initial, which is two lines high, would reach
into what follows.
"""
_NOTE = '\u2060<span class="footnote'
_NEXT_NOTE = re.compile(f'(</cite></span>\\s*{_NOTE})">')
_CHAPTER = re.compile(r'(?<=</section>\n)(?=<section class="chapter">)')
_STYLED = re.compile(r"<style>.*?</style>\n", re.DOTALL)
_MAIN = '<main id="text">\n'
_LANG = re.compile(r'<html lang="([\w-]+)"')
_DEPTH = 2
_ONE_COLUMN = 27  # lines
_LOOSE = 46  # lines: more of them stand closer together


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the contents list, with the lines below it."""

    heading: Heading
    below: tuple[Heading, ...]


def languages() -> list[str]:
    """The languages whose words for contents, colophon and the like are there."""
    return sorted(path.name.split(".")[1] for path in places.data("templates").glob("page.*.yaml"))


@cache
def words(lang: str) -> dict[str, Any]:
    """The words of the book's frame in a language."""
    file = places.data("templates") / f"page.{lang}.yaml"
    said: dict[str, Any] = places.table(file)
    return said


def contents(chapters: Sequence[Chapter]) -> list[Entry]:
    """Chapters and their sections."""
    return [
        Entry(chapter.headings[0], tuple(h for h in chapter.headings[1:] if h.level <= _DEPTH))
        for chapter in chapters
        if chapter.headings
    ]


def full_title(game: Game, lang: str) -> str:
    """The name of the game and, where it has one of its own, of the variant."""
    subtitle = _subtitle(game, lang)
    return game.game_name.said(lang) + (f" – {subtitle}" if subtitle else "")


def document(game: Game, lang: str, chapters: Sequence[Chapter]) -> str:
    """The whole page, with addresses for drawings and fonts."""
    front, colophon = frame(game, lang)
    return str(
        _template("page").render(
            lang=lang,
            words=words(lang),
            title=game.game_name.said(lang),
            full_title=full_title(game, lang),
            entries=(entries := contents(chapters)),
            dense=(lines := sum(1 + len(entry.below) for entry in entries)) > _ONE_COLUMN,
            close=lines > _LOOSE,
            chapters=chapters,
            front=front,
            colophon=colophon,
            style=Markup(_STYLE),
        )
    )


def frame(game: Game, lang: str) -> tuple[Markup, Markup]:
    """The title page and the colophon."""
    given = {
        "lang": lang,
        "words": words(lang),
        "title": game.game_name.said(lang),
        "subtitle": _subtitle(game, lang),
        "fan": title_cards.named(game, lang),
        "sources": [(source.title, source.language) for source in cited_sources(game)],
        "version": _version(),
    }
    return tuple(
        closed_up(_template(name).render(given)) for name in ("page-title", "page-colophon")
    )  # type: ignore[return-value]


def for_printing(page: str, paper: Paper = "a5") -> str:
    """The page with an address for each font, its initials and repeated notes marked, as one
    document.
    """
    return _marked(page, paper).replace(_STYLE, styles.for_paper(_language(page), paper), 1)


def leaves(page: str, paper: Paper = "a5") -> Leaves:
    """The same in parts: title and contents, each chapter, and the colophon."""
    head, _, body = _marked(page, paper).partition("<body>\n")
    front, _, rest = body.partition(_MAIN)
    chapters, _, colophon = rest.partition("</main>\n")
    parts = [halves.in_halves(front), *_CHAPTER.split(chapters), colophon.partition("</body>")[0]]
    return Leaves(
        styles.for_paper(_language(page), paper),
        _STYLED.sub("", head, count=1),
        tuple(part for part in parts if part.strip()),
    )


def leaf(game: Game, lang: str, chapter: Chapter, paper: Paper) -> str:
    """A chapter as it stands among the `leaves` of the page that it will be on."""
    return _marked(
        _template("page-chapter").render(title=game.game_name.said(lang), chapter=chapter), paper
    )


def self_contained(page: str, pictures: Pictures) -> str:
    """The page with its drawings and the characters of its fonts inside, and notes without the
    joint to their sign: in a browser they are paragraphs, and it would be a line of its own between
    two of them.
    """
    lang = _language(page)
    page = page.replace(_NOTE, _NOTE[1:])
    page = page.replace(_STYLE, styles.for_screen(lang, styles.characters(page)), 1)
    head, body, rest = page.partition("<body>\n")
    return head + body + pictures.with_symbols(rest, words(lang)["worth"])


def _marked(page: str, paper: Paper) -> str:
    """The page with what the style sheets of a browser find by themselves, and WeasyPrint does not.

    It fails on a floating ``::first-letter`` that it lays out twice, and finds no room beside a
    float for lines with soft hyphens.
    """
    return _NEXT_NOTE.sub(
        r'\1 further">', _INITIAL.sub(partial(_with_initial, _ONE_LINE[paper]), page)
    )


def _language(page: str) -> str:
    found = _LANG.search(page)
    return found[1] if found else ""


def _with_initial(least: int, paragraph: re.Match[str]) -> str:
    before, letter, text = paragraph.groups()
    text = text.replace(SOFT_HYPHEN, "")
    if len(plain(text.partition('<span class="footnote')[0])) < least:
        return paragraph[0]
    return f'{before}<span class="initial">{letter}</span>{text}'


def _subtitle(game: Game, lang: str) -> str:
    return own_name(game, lang) if game.name != game.game_name else ""


@cache
def _templates() -> Environment:
    return templates(places.data("templates"), last_newline=True)


def _template(name: str) -> Any:
    return _templates().get_template(f"{name}.html.j2")


def _version() -> str:
    from importlib import metadata

    try:
        return metadata.version("zwanz-ssot")
    except metadata.PackageNotFoundError:
        return ""
