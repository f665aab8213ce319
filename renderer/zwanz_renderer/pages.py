"""The book as a document: title, contents, chapters, colophon and the player aid on the back cover.

`document` makes it, with addresses for drawings and fonts (``card:…``, ``font:…``). `parts`
prepares it for the press, `self_contained` for a browser, with everything it needs inside.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from typing import Any, NamedTuple

from jinja2 import Environment
from markupsafe import Markup

from zwanz_ssot import places
from zwanz_ssot.model import Game
from zwanz_ssot.problems import WrongCall
from zwanz_ssot.prose import Prose
from zwanz_ssot.prose import languages as spoken_languages

from . import styles
from .blocks.bonuses import bonus_rows
from .blocks.cards import deck_overview
from .blocks.contracts import in_order, value
from .blocks.in_brief import round_in_brief
from .blocks.origins import cited_sources, titled
from .blocks.scores import levels
from .blocks.side_by_side import own_name
from .blocks.wording import prose, rule
from .blocks.wording import words as block_words
from .book_parts import (
    LOOSE,
    ONE_COLUMN,
    BookPart,
    BookParts,
    Contents,
    ContentsEntry,
    Frame,
    contents,
    identifier_of,
)
from .building import Page, language_files, templates
from .pictures import Pictures, ground_of, motif_card
from .styles import Paper
from .text import online
from .text.html_tree import Edits, Element, HtmlTree, tags
from .text.markdown import Chapter, ChapterWriter, MarkdownSetup, Shared
from .text.polish import SOFT_HYPHEN, breadth, closed_up, plain, wide_letters

_STYLE = "/* the style stands here */"
"""Stands for the style in the HTML that the identifier of a book is made of."""
_LETTER = re.compile(r"[„“‘]?\w")
"""An initial: a letter, and the quotation mark before it."""
_JOINT = "\u2060"
"""A word joiner keeps a note and the word before it on one line."""
_NOTE = f'{_JOINT}<span class="footnote'
_HOW = "see “Adding a language” in CONTRIBUTING.md"
AID = "player-aid"
"""The anchor of the player aid, where it is a section."""
_OPENING = '<div class="opening"'


OF_A_BOOK = ("page", "book", "claims")
"""The kinds of files, ``templates/<kind>.<language>.yaml``, without which there is no book."""


def languages() -> list[str]:
    """The languages that have all the words of a book."""
    files = [language_files(kind) for kind in OF_A_BOOK]
    return [lang for lang in files[0] if all(lang in its for its in files)]


def require_language(lang: str, chapters: Sequence[str] = ()) -> None:
    """WrongCall for a language without books. Of one that is only begun, the hint names what to
    write: the words of a book, and of these `chapters` (patterns below ``templates``) those that
    are not there.
    """
    folder = places.data("templates")
    files = [f"{kind}.{lang}.yaml" for kind in OF_A_BOOK]
    lacking = [file for file in (*files, *chapters) if not any(folder.glob(file))]
    if lang not in spoken_languages():
        raise WrongCall(f"there is no book in {lang!r}", f"known are {', '.join(languages())}")
    if lacking:
        named = ", ".join(f"templates/{file}" for file in lacking)
        raise WrongCall(f"there is no book in {lang!r} yet", f"write {named} ({_HOW})")


@cache
def words(lang: str) -> dict[str, Any]:
    """The words of the book's frame in a language."""
    file = places.data("templates") / f"page.{lang}.yaml"
    table: dict[str, Any] = places.table(file)
    return table


def full_title(game: Game, lang: str) -> str:
    """The name of the game and, where it has one of its own, of the variant."""
    subtitle = _subtitle(game, lang)
    return game.game_name.text(lang) + (f" – {subtitle}" if subtitle else "")


@dataclass(frozen=True, slots=True)
class BookDocument:
    """A book as a document: its pieces on paper, and its web page."""

    frame: Frame
    front: BookPart
    chapters: tuple[str, ...]
    back: BookPart
    page: Page

    @property
    def html(self) -> str:
        """The web page, with nothing but a note in the place of its style."""
        return self.page.html(_STYLE)


def document(
    game: Game, lang: str, chapters: Sequence[Chapter], *, whole: bool = False
) -> BookDocument:
    """The book of these chapters. With `whole`, the parts for the web page stand on paper too."""
    frame = frame_of(game, lang)
    title = title_pages(game, lang)
    paper = on_paper(lang, chapters, whole=whole)
    front = _front(lang, title.printed, contents(paper))
    drawn = tuple(chapter_html(game, lang, chapter) for chapter in paper)
    linked = online.linked(chapters)
    aid = aid_section(game, lang)
    shown = "".join(chapter_html(game, lang, each.chapter, each.id) for each in linked)
    heads = _template("page-heads").render(
        title=_css_string(full_title(game, lang)),
        chapters=[(each.id, _css_string(each.chapter.title)) for each in linked],
    )
    body = _template("page-body").render(
        words=words(lang),
        front=Markup(_front(lang, title.page, contents(chapters), folded=True, aid=aid).html),
        chapters=Markup(shown),
        aid=aid.html,
        colophon=title.colophon,
        search=Markup(_template("page-search").render(words=words(lang))),
    )
    values = {
        "lang": lang,
        "root_style": Markup(
            f"{frame.root_style}; --title: {longest_word(game.game_name.text(lang)):.2f}"
        ),
        "policy": Markup(policy()),
        "web_style": Markup(f"{_shipped('web.css')}\n{heads}"),
        "script": Markup(_shipped("page.js")),
        "head": Markup(frame.head),
    }
    page = Page(_template("page"), values, body)
    return BookDocument(frame, front, drawn, back_cover(game, lang), page)


_LETTER_WIDTH = 0.58
"""The width in em that a letter of the bold face takes in most words; a Japanese one takes 1."""


def longest_word(title: str) -> float:
    """The width in em of the longest part of a title that no line break divides.

    >>> longest_word("ケーニヒルーフェン（グラーデン）")
    9.0
    """
    return max(
        wide_letters(word) + _LETTER_WIDTH * (len(word) - wide_letters(word))
        for word in re.split(r"\s|(?<=-)|(?=（)", title)
    )


@cache
def policy() -> str:
    """What a browser lets a page do: show what is in it, and run the one script of the book.

    Nothing is fetched, whatever stands on the page
    (`Content Security Policy <https://www.w3.org/TR/CSP3/>`_).
    """
    digest = hashlib.sha256(_shipped("page.js").encode()).digest()
    return (
        "default-src 'none'; base-uri 'none'; form-action 'none'; font-src data:; "
        f"style-src 'unsafe-inline'; script-src 'sha256-{base64.b64encode(digest).decode()}'"
    )


@cache
def _shipped(name: str) -> str:
    """The text of a file of the templates."""
    return (places.data("templates") / name).read_text(encoding="utf-8")


def on_paper(lang: str, chapters: Sequence[Chapter], *, whole: bool = False) -> list[Chapter]:
    """The chapters without the parts for the web page alone; with `whole`, all of them."""
    if whole:
        return list(chapters)
    spoken = words(lang)
    return online.without_parts(chapters, spoken["online"], spoken["semicolon"])


def frame_of(game: Game, lang: str) -> Frame:
    """What all parts of a book share."""
    head = _template("page-head").render(words=words(lang), full_title=full_title(game, lang))
    style = f"--page: '{words(lang)['page']}\\a0'; --cover: {ground_of(game)}"
    return Frame(lang, style, head)


def _css_string(text: str) -> Markup:
    """A text as a string of CSS, which may stand in a ``style`` element."""
    return Markup('"' + re.sub(r'[\\"<\n]', lambda it: f"\\{ord(it[0]):x} ", text) + '"')


class AidSection(NamedTuple):
    """The player aid outside of a printed book: its anchor, its title, and the section."""

    anchor: str
    title: str
    html: Markup


def aid_section(game: Game, lang: str) -> AidSection:
    """The player aid as a section, for what has no back cover."""
    given = {"title": game.game_name.text(lang), "subtitle": _subtitle(game, lang), "id": AID}
    values = player_aid(game, lang)
    html = closed_up(_template("page-aid-section").render(given, **values))
    return AidSection(AID, values["say"]("summary", "title", name=given["title"]), html)


def _front(
    lang: str,
    title_page: Markup,
    entries: Sequence[ContentsEntry],
    *,
    folded: bool = False,
    aid: AidSection | None = None,
) -> BookPart:
    """The title page and the contents.

    With `folded`, a reader opens the sections of each chapter. `aid` adds a line for the player
    aid, which follows the chapters.
    """
    lines = sum(1 + len(entry.below) for entry in entries)
    dense = lines > ONE_COLUMN
    before, closer = (
        _template("page-front").render(
            words=words(lang), title_page=title_page, dense=dense, close=close
        )
        for close in (lines > LOOSE, True)
    )
    line, given = _template("page-entry"), {"folded": folded, "words": words(lang)}
    entry_html = tuple(line.render(given, entry=entry) for entry in entries)
    if aid is not None:
        entry_html = (*entry_html, _template("page-aid-entry").render(aid=aid))
    letters = []
    for entry in entries:
        headings = (entry.heading, *entry.below)
        letters.append(tuple(len(heading.text) for heading in headings))
    listed = Contents(before, entry_html, "</nav>\n", closer, tuple(letters))
    return BookPart("front", listed.html(), listed if dense else None)


def chapter_html(game: Game, lang: str, chapter: Chapter, id: str = "") -> str:
    """A chapter as a section, with an id where one is given."""
    title = game.game_name.text(lang)
    html: str = _template("page-chapter").render(title=title, chapter=chapter, id=id)
    return html


class TitlePages(NamedTuple):
    """The title page on screens and on paper, and the colophon."""

    page: Markup
    printed: Markup
    """The page and its back, the imprint, which holds the colophon on paper."""
    colophon: Markup


def title_pages(game: Game, lang: str) -> TitlePages:
    """The title page, on screens and on paper, and the colophon."""
    given = {
        "lang": lang,
        "words": words(lang),
        "title": game.game_name.text(lang),
        "subtitle": _subtitle(game, lang),
        "motif": Prose(game, lang).card(motif_card(game).index),
        "sources": [titled(source, lang) for source in cited_sources(game)],
        "version": _version(),
        "edition": _edition(game, lang),
    }
    colophon = closed_up(_template("page-colophon").render(given))
    page, printed = (
        closed_up(_template("page-title").render(given, colophon=imprint, printed=bool(imprint)))
        for imprint in ("", colophon)
    )
    return TitlePages(page, printed, colophon)


def back_cover(game: Game, lang: str) -> BookPart:
    """The back cover with the player aid, and the page for notes that may stand before it.

    In small letters it has a round in brief only if there is room; and the ranks of the cards.
    """
    given = {"title": game.game_name.text(lang), "subtitle": _subtitle(game, lang), "id": ""}
    given |= player_aid(game, lang)
    without: list[dict[str, Any]] = [{}, {"round": None}, {"round": None, "suits": []}]
    first, *smaller = (
        str(closed_up(_template("page-back").render({**given, **less, "size": size})))
        for less in without
        for size in _SIZES
    )
    notes = _template("page-notes").render(words=words(lang))
    return BookPart("back", first, notes=notes, smaller=tuple(smaller))


def _edition(game: Game, lang: str) -> dict[str, Any]:
    """Number of the edition, digest and date of the rules; a user's own rules are no edition of
    ours, and have the digest alone.
    """
    shipped = places.data("rules").absolute()
    if any(path != shipped for path in game.loaded_from):
        return {"number": None, "mark": game.rules_digest}
    edition = places.table(places.data("templates") / "edition.yaml")
    day = date.fromisoformat(str(edition["rules_of"]))
    spoken = words(lang)
    month = spoken["months"][day.month - 1]
    dated = spoken["date"].format(day=day.day, month=month, year=day.year)
    return {
        "number": edition["number"],
        "mark": game.rules_digest,
        "date": dated,
    }


def parts(book: BookDocument, paper: Paper = "a5") -> BookParts:
    """The book in parts, for the press."""
    chapters = (chapter_part(chapter, paper) for chapter in book.chapters)
    return BookParts(
        styles.for_paper(book.frame.lang, paper),
        book.frame,
        (book.front, *chapters, book.back),
        identifier_of(book.html),
    )


def chapter_part(html: str, paper: Paper) -> BookPart:
    """A chapter as a part for the press."""
    return BookPart("chapter", marked(html, paper))


def for_printing(page: Page) -> str:
    """The HTML of a leaflet for the press, which gets its style separately."""
    return replace(page, body=marked(page.body)).html()


def marked(html: str, paper: Paper = "a5") -> str:
    """HTML in which initials and repeated notes are marked, as WeasyPrint cannot find them.

    WeasyPrint fails on a floating ``::first-letter`` that it lays out twice, and finds no room
    beside a float for lines with soft hyphens.
    """
    if _OPENING not in html and _NOTE not in html:
        return html
    least = styles.letters_per_line(paper)
    tree, edits = HtmlTree(html), Edits(html)
    for opening in tree.named("div"):
        if "opening" in opening.classes and (paragraph := _first_paragraph(tree, opening)):
            _mark_initial(tree, paragraph, least, edits)
    for note in tree.named("span"):
        if note.classes == ["footnote"] and _follows_note(tree, note):
            edits.insert(note.inside - 2, " further")
    return edits.made()


def _first_paragraph(tree: HtmlTree, opening: Element) -> Element | None:
    """The paragraph below the heading of a chapter; None if something else follows it."""
    heading = tree.next_to(opening)
    if heading is None or heading.tag != "h2":
        return None
    first = tree.next_to(heading)
    return first if first is not None and first.tag == "p" and not first.attributes else None


def _mark_initial(tree: HtmlTree, paragraph: Element, least: float, edits: Edits) -> None:
    """Mark the initial, which is two lines high, unless the paragraph may be one line long."""
    letter = _LETTER.match(paragraph.first_text)
    if letter is None:
        return
    text = paragraph.inner[letter.end() :].replace(SOFT_HYPHEN, "")
    if len(plain(text.partition('<span class="footnote')[0])) < least:
        return
    edits.insert(paragraph.inside, '<span class="initial">')
    edits.insert(paragraph.inside + letter.end(), "</span>")
    for at in range(paragraph.inside, paragraph.close):
        if tree.html[at] == SOFT_HYPHEN:
            edits.replace(at, at + 1, "")


def _follows_note(tree: HtmlTree, note: Element) -> bool:
    """True for a note right after another one: the joint alone stands between it and the cite that
    ends the other.
    """
    before = tree.ending_at(len(tree.html[: note.start].removesuffix(_JOINT).rstrip()))
    if before is None or before.tag != "span" or not before.children:
        return False
    last = before.children[-1]
    return last.tag == "cite" and last.end == before.close


def self_contained(page: Page, lang: str, pictures: Pictures) -> str:
    """The page with its drawings and fonts inside.

    The joints before notes are removed: notes are paragraphs in a browser, and a joint between two
    of them would be a line.
    """
    page = replace(page, body=_without_joints(page.body))
    style = styles.for_screen(lang, styles.characters(page.html()))
    body = pictures.with_symbols(page.body, words(lang)["worth"])
    return replace(page, body=body).html(style)


def _without_joints(html: str) -> str:
    edits = Edits(html)
    for note in filter(_is_note, tags(html, "span")):
        if html[note.start - 1] == _JOINT:
            edits.replace(note.start - 1, note.start, "")
    return edits.made()


def _is_note(element: Element) -> bool:
    return "footnote" in element.classes


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


# ---------------------------------------------------------------------------------- the player aid

_SIZES = ("large", "", "close")
"""The sizes of the letters on the back cover, the largest first."""
_HEADING, _COLUMN_HEADS = 1.7, 1.0
"""Heights of a heading with its space, and of the heads of columns, in lines of a table."""
_LETTERS = 34
"""Letters in a line of a column."""
_UNEVEN = 5.0
"""The contracts go on in the right column if they are so many lines higher than all else."""
_CONTRACTS, _MORE = "contracts", "more_contracts"


def player_aid(game: Game, lang: str) -> dict[str, Any]:
    """The values for the template of the back cover.

    `sides` are the parts in the left and in the right column; `contracts` have names and values
    from the lowest bid up, and the first so many (`beside`) stand on the left, `bonuses` have names
    and both values, `points` kinds of cards and what they count, `suits` the cards from the
    strongest down, `levels` the words of doubling; `round` are the steps of a round.
    """
    ctx = ChapterWriter(MarkdownSetup(lang), game, "back cover", Shared()).ctx
    ctx = ctx.at(1, 1, "player-aid")
    bonuses = bonus_rows(ctx, special=False)
    contracts = [(each.name.text(lang), value(ctx, each)) for each in in_order(game)]
    points, suits = deck_overview(ctx, show="points")["rows"], deck_overview(ctx)["rows"]
    last_trick = rule(ctx, ("count", "last_trick")) if game.count.last_trick else ""
    doubling = [(level.name, level.effect) for level in list(levels(ctx, game))[1:]]

    # The contracts stand on the left; each further part in the column that is shorter so far.
    rows_of = {
        _CONTRACTS: contracts,
        "points": [(row["kinds"], str(row["points"])) for row in points],
        "bonuses": [(row["name"], f"{row['silent']}  {row['announced']}") for row in bonuses],
    }
    lines_of = {part: _lines(rows) for part, rows in rows_of.items()}
    heights = {
        _CONTRACTS: _HEADING + _COLUMN_HEADS + sum(lines_of[_CONTRACTS]),
        "points": _HEADING + 1 + sum(lines_of["points"]) + 2 * bool(last_trick),
    }
    if bonuses:
        heights["bonuses"] = _HEADING + _COLUMN_HEADS + sum(lines_of["bonuses"])
    if doubling:
        heights["doubling"] = _HEADING + (len(doubling) + 1) // 2
    sides, filled = _columns(heights)

    # Many contracts go on at the top of the right column.
    beside = len(contracts)
    spare = filled[0] - filled[1] - _COLUMN_HEADS
    if sides[0] == [_CONTRACTS] and spare > _UNEVEN:
        sides[1].insert(0, _MORE)
        while spare > 0:
            beside -= 1
            spare -= 2 * lines_of[_CONTRACTS][beside]
    return {
        "say": block_words(ctx).text,
        "sides": sides,
        "contracts": contracts,
        "beside": beside,
        "bonuses": bonuses,
        "announced": any(bonus.can_be_announced for bonus in game.bonuses.values()),
        "points": points,
        "packets": game.count.packets is not None,
        "together": prose(ctx).points(game.worth_of_all),
        "last_trick": last_trick,
        "suits": suits,
        "levels": doubling,
        "round": round_in_brief(ctx),
    }


def _columns(heights: Mapping[str, float]) -> tuple[tuple[list[str], list[str]], list[float]]:
    """The parts on the left and on the right, and how high the columns are."""
    sides: tuple[list[str], list[str]] = ([], [])
    filled = [0.0, 0.0]
    for part in sorted(heights, key=lambda part: (part != _CONTRACTS, -heights[part])):
        side = 0 if filled[0] <= filled[1] else 1
        sides[side].append(part)
        filled[side] += heights[part]
    return sides, filled


def _lines(rows: Sequence[tuple[str, str]]) -> list[int]:
    """How many lines the names in a column take, beside their values."""
    room = _LETTERS - max((breadth(value) for _, value in rows), default=0) - 1
    return [-(-breadth(name) // max(room, 1)) for name, _ in rows]
