"""A printer that replaces functions of WeasyPrint: better pages in less time.

Each part of a book is laid out alone, and kept until it changes. It begins on the last page of the
part before, if there is room, else on the next page. The page numbers of links are written when all
parts have their places. As all digits are equally wide, a part is laid out again only if one of its
numbers has more or fewer digits than assumed.

Importing this module fails if WeasyPrint lacks a function; see `pdf.misfit`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import weasyprint
from weasyprint.css import get_all_computed_styles
from weasyprint.document import Page
from weasyprint.text.fonts import FontConfiguration

from ..book_parts import BookPart, BookParts, Contents, Frame, Pdf, in_halves, name_pages_once
from ..building import Clock
from . import page_breaks, page_filling, painting, patching, weasyprint_fixes, weasyprint_speedups
from .settings import SETTINGS, EarlyStop, Worse, badness, may_help
from .weasyprint_calls import PdfFault, anchor_pages, listening, merge_links, render, write
from .weasyprint_speedups import Html

SPEEDUPS = weasyprint_speedups.PATCHES
LAYOUT = (*page_breaks.PATCHES, *weasyprint_fixes.LINES, *weasyprint_fixes.FOOTNOTES)
FILE = (*painting.PATCHES, *weasyprint_speedups.FILE, *weasyprint_fixes.LIGATURES)
PATCHES = (*SPEEDUPS, *LAYOUT, *FILE)
with patching.applied(PATCHES):  # fails if a function does not exist
    pass

_UNKNOWN = "00"  # a page number that is not known yet: most have two digits
_MOST_LAYOUTS = 6  # until page numbers agree, or halves; two have sufficed for all books
_FRONT_PAGES = 3  # before the first chapter, assumed: title, imprint, contents
_CLOSER = 10 * page_filling.PX  # how much the margin above a chapter may lack, rather than break
_LEFT_TO_LAY_OUT = (0.4, 0.2)
"""Shares of the text that are left when `early` gets the pages so far: laying out the rest takes as
long as painting them.
"""
_OPENINGS = 2 * '<section class="chapter"><div class="opening"></div></section>'
_SECTION_END = "</section>\n"
_TAIL = f'<hr class="{page_filling.TAIL}">\n'

Early = Callable[[Sequence["BookPage"], FontConfiguration], None]
Cache = dict[str, object]


@dataclass(frozen=True, slots=True)
class Start:
    """Where a part begins: its page, and the px of it that the part before has `taken` from the top
    and by footnotes from the `foot`. Its own footnotes are counted on from `notes`.
    """

    page: int
    taken: float = 0.0
    foot: float = 0.0
    notes: int = 0


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """A part of a book by its number, and where it should begin.

    `known` are the pages that its index could name.
    """

    number: int
    part: BookPart
    known: Mapping[str, int]
    start: Start


@dataclass
class LaidOutPart:
    """A part with its document.

    `start` is where it begins, `asked` has where it should have begun, and `shown` are the page
    numbers in it by anchor.
    """

    asked: PlacedPart
    start: Start
    document: Any
    shown: dict[str, str]


@dataclass
class _Pages:
    """The pages of the first parts of a book; None stands for a page that is not laid out yet."""

    pages: list[Any] = field(default_factory=list)
    parts: list[LaidOutPart] = field(default_factory=list)


class BookPage(Page):  # type: ignore[misc]
    """A page of a book.

    `parts` are the pages that it was joined from; `numbers` the anchors and boxes of page numbers,
    which alone change after layout; `painted` the content and the state in which it was painted.
    """

    def __init__(self, page_box: Any, parts: tuple[BookPage, ...] = ()) -> None:
        super().__init__(page_box)
        merge_links([self])
        self.parts = parts or (self,)
        self.numbers = list(_numbers_in(page_box))
        self.painted: tuple[object, Any] | None = None


def _numbers_in(page_box: Any) -> Iterator[tuple[str, Any]]:
    for box in page_box.descendants(placeholders=True):
        box = getattr(box, "_box", box)
        if box.element_tag == "a::after" and hasattr(box, "pango_layout"):
            number = box.element.get("data-page")
            if number and number in box.text:
                yield box.element.get("href", "").removeprefix("#"), box


class Typesetter:
    """Lays out one book, any number of times.

    `fetcher` loads the resources of the style; `laid_out` is the number of parts laid out so far.
    """

    def __init__(self, fetcher: object) -> None:
        self.laid_out = 0
        self._fetcher = fetcher
        self._style = ""
        self._frame: Frame | None = None
        self._cache: Cache = {}
        self._sheet: Any = None
        self._fonts = FontConfiguration()
        self._kept: dict[int, LaidOutPart] = {}
        self._ahead = _Pages()
        self._joined: dict[tuple[BookPage, ...], BookPage] = {}
        self._numbers: dict[str, int] = {}
        self._halves: dict[BookPart, tuple[Contents, list[tuple[int, int]]]] = {}

    def document(self, book: BookParts, cache: Cache, early: Early | None = None) -> Any:
        """The document with all pages. `cache` has the drawings by address.

        Before the last parts are laid out, `early` gets the complete pages, and the fonts.
        """
        self.prepare(book.style)
        self._use(book.frame, cache)
        for _ in range(_MOST_LAYOUTS):
            before = dict(self._numbers)
            made = self._laid_out(book, early)
            early = None
            if all(self._fits(part) for part in made.parts) or before == self._numbers:
                break
        for part in made.parts:
            self._write_numbers(part)
        return made.parts[0].document.copy(made.pages)

    def prepare(self, style: str) -> None:
        """Load a style sheet and its fonts, unless they are loaded."""
        if style != self._style:
            self._style, self._frame = style, None
            self.forget()
            self.__dict__.pop("_opening_height", None)
            self._fonts = FontConfiguration()
            self._sheet = weasyprint.CSS(
                string=style, base_url="book:", url_fetcher=self._fetcher, font_config=self._fonts
            )

    def ahead(self, number: int, frame: Frame, part: BookPart, cache: Cache) -> None:
        """Lay out a chapter of an incomplete book, if all chapters before it are laid out. An index
        waits for its page numbers.

        `document` keeps it if the front has `_FRONT_PAGES` pages.
        """
        self._use(frame, cache)
        if number == 1:
            self._ahead = _Pages([None] * _FRONT_PAGES)
        if len(self._ahead.parts) == number - 1 and not part.has_index:
            self._add(self._ahead, number, part)

    def forget(self) -> None:
        """Forget what was laid out."""
        self._kept, self._ahead, self._halves = {}, _Pages(), {}

    def _use(self, frame: Frame, cache: Cache) -> None:
        self._cache = cache
        if frame != self._frame:
            self.forget()
            self._frame = frame

    # -------------------------------------------------------------------- the parts in order

    def _laid_out(self, book: BookParts, early: Early | None) -> _Pages:
        so_far = _Pages()
        left = sum(len(part.html) for part in book.parts)
        ahead = [left * share for share in _LEFT_TO_LAY_OUT] if early else []
        for number, part in enumerate(book.parts):
            self._add(so_far, number, part)
            left -= len(part.html)
            if early and ahead and left <= ahead[0]:
                ahead.pop(0)
                early(self._complete(so_far), self._fonts)
        if book.parts[-1].kind == "chapter":
            page_filling.end_with_tail(so_far.pages[-1]._page_box, True)
        self._kept = {at: part for at, part in self._kept.items() if at < len(book.parts)}
        self._joined = {page.parts: page for page in so_far.pages if len(page.parts) > 1}
        return so_far

    def _add(self, so_far: _Pages, number: int, part: BookPart) -> None:
        """Add a part to those before it, laid out or kept."""
        last = so_far.parts[-1] if so_far.parts else None
        chapter_before = last if last and last.asked.part.kind == "chapter" else None
        start = Start(len(so_far.pages) + 1)
        if chapter_before and part.kind == "chapter":
            start = self._start_after(so_far.pages, chapter_before)
        known = anchor_pages(so_far.pages) if part.has_index else {}
        laid_out = self._part(PlacedPart(number, part, known, start))
        pages = list(laid_out.document.pages)
        for page in pages:
            notes = page_filling.split(page._page_box)[1]
            page_filling.put_at_foot(page._page_box, notes)
        if chapter_before:
            page_filling.end_with_tail(so_far.pages[-1]._page_box, not laid_out.start.taken)
        if laid_out.start.taken:
            so_far.pages[-1] = self._join(so_far.pages[-1], pages.pop(0))
        so_far.pages += pages
        so_far.parts.append(laid_out)
        first = laid_out.start.page
        self._numbers.update(anchor_pages(so_far.pages[first - 1 :], first))

    def _start_after(self, pages: Sequence[Any], last: LaidOutPart) -> Start:
        """Where a part begins after a chapter: on the last page if it has room for an opening."""
        box = pages[-1]._page_box
        notes = page_filling.split(box)[1]
        text, noted = page_filling.filled(box)
        taken = min(text, box.height - noted - self._opening_height)
        if taken < text - _CLOSER:
            return Start(len(pages) + 1)
        if not notes:
            return Start(len(pages), taken)
        count = last.start.notes + last.asked.part.footnotes
        return Start(len(pages), taken, box.margin_bottom + noted, count)

    @cached_property
    def _opening_height(self) -> float:
        """The px that a chapter needs below another one: its margin and its opening."""
        html = self._html(_OPENINGS)
        style_of = get_all_computed_styles(html, [self._sheet], font_config=self._fonts)
        opening = html.etree_element.find(".//section[2]/div")
        chapter = html.etree_element.find(".//section[2]")
        margin, height = style_of(chapter)["margin_top"], style_of(opening)["height"]
        return float(margin.value + height.value)

    def _join(self, upper: BookPage, lower: BookPage) -> BookPage:
        """The page on which one part ends and the next one begins, with the footnotes of both."""
        box, parts = upper._page_box, (*upper.parts, *lower.parts)
        above, above_notes, margins = page_filling.split(box)
        below, below_notes, _ = page_filling.split(lower._page_box)
        notes = [*above_notes, *below_notes]
        page_filling.put_at_foot(box, notes)
        if parts in self._joined:
            return self._joined[parts]
        return BookPage(box.copy_with_children([*above, *below, *notes, *margins]), parts)

    # ----------------------------------------------------------------------------- one part

    def _part(self, asked: PlacedPart) -> LaidOutPart:
        """A part, laid out or kept."""
        kept = self._kept.get(asked.number)
        if kept and kept.asked == asked and self._fits(kept):
            return kept
        placed = asked
        document, shown = self._rendered(placed)
        if _is_empty(document.pages[0]._page_box, placed.start):
            placed = replace(asked, start=Start(asked.start.page + 1))
            document, shown = self._rendered(placed)
        laid_out = self._kept[asked.number] = LaidOutPart(asked, placed.start, document, shown)
        return laid_out

    def _rendered(self, placed: PlacedPart) -> tuple[Any, dict[str, str]]:
        """The document of a part, and the page numbers that it shows."""
        part = placed.part
        if part.smaller:
            return self._largest(placed)
        if part.contents is None:
            return self._well_set(placed)

        # A contents list in halves, until they are those for the true heights of the entries.
        listed, halves = part.contents, self._halves.get(part)
        if halves is None:
            halves = listed, in_halves(listed.guessed_heights(), [float("inf")])
        for _ in range(_MOST_LAYOUTS):
            listed, tried = halves
            page, shown = self._page(placed, listed.halved(tried))
            document = self._laid_out_page(page, placed.start)
            found = listed.halves_in(document)
            if len(found) > 1 and listed.before != listed.closer:
                halves = replace(listed, before=listed.closer), found
            elif found == tried:
                break
            else:
                halves = listed, found
        self._halves[part] = halves
        return document, shown

    def _largest(self, placed: PlacedPart) -> tuple[Any, dict[str, str]]:
        """A back cover in the largest setting for which it has room, else in the last."""
        for html in (placed.part.html, *placed.part.smaller):
            page, shown = self._page(placed, html)
            document = self._laid_out_page(page, placed.start)
            if page_filling.has_room(document.pages[-1]._page_box):
                break
        return document, shown

    def _well_set(self, placed: PlacedPart) -> tuple[Any, dict[str, str]]:
        """A part in the setting in which its pages end best; see `settings`."""
        page, shown = self._page(placed, placed.part.html)
        best = self._laid_out_page(page, placed.start)
        pages = [sheet._page_box for sheet in best.pages]
        if placed.part.kind != "chapter" or _is_empty(pages[0], placed.start):
            return best, shown
        count, least = len(pages), badness(pages, len(pages))
        style = page.etree_element.get("style")
        for setting in SETTINGS if may_help(pages) else ():
            page.etree_element.set("style", f"{style}; {setting}")
            page.watch = EarlyStop(least, count)
            with suppress(Worse):
                tried = self._laid_out_page(page, placed.start)
                bad = badness([sheet._page_box for sheet in tried.pages], count)
                if bad < least:
                    best, least = tried, bad
            if not least:
                break
        return best, shown

    def _page(self, placed: PlacedPart, html: str) -> tuple[Html, dict[str, str]]:
        """The parsed `html` of a part, and the page numbers that it shows."""
        start = placed.start
        space = f'<div style="height: {start.taken:.3f}px"></div>\n' if start.taken else ""
        body = f"{space}{html}"
        if placed.part.kind == "chapter":
            body = f"<main>\n{body.removesuffix(_SECTION_END)}{_TAIL}{_SECTION_END}</main>\n"
        side = "right" if start.page % 2 else "left"
        if side == "right":
            body = f"{placed.part.notes}{body}"
        page = self._html(
            body,
            root_style=f"break-before: {side}; ",
            body_style=f"counter-reset: chapter {placed.number - 1} footnote {start.notes}",
        )
        if placed.known:
            name_pages_once(page.etree_element, placed.known)
        return page, self._number_links(page.etree_element)

    def _laid_out_page(self, page: Html, start: Start) -> Any:
        """The document of a parsed part. The `watch` of the page may raise Worse."""
        self.laid_out += 1
        first_page = f"counter-reset: page {start.page};"
        if start.foot:  # the footnotes go below those of the part before, without another rule
            first_page += f" margin-bottom: {start.foot:.3f}px;"
            first_page += " @footnote { border: 0; margin: 0; padding: 0 }"
        own = weasyprint.CSS(string=f"@page :first {{ {first_page} }}", font_config=self._fonts)
        document = render(page, self._fonts, [self._sheet, own], cache=self._cache)
        for sheet in document.pages[:-1]:
            page_filling.fill(sheet._page_box)
        page_filling.end_sections([sheet._page_box for sheet in document.pages])
        document.pages[:] = [BookPage(sheet._page_box) for sheet in document.pages]
        return document

    def _html(self, body: str, root_style: str = "", body_style: str = "") -> Html:
        assert self._frame is not None
        text = self._frame.document(body, root_style=root_style, body_style=body_style)
        return Html(text, "book:", self._fetcher)

    # ------------------------------------------------------------------------- page numbers

    def _number_links(self, tree: Any) -> dict[str, str]:
        """Write page numbers into the elements of links. Returns the numbers by anchor."""
        shown: dict[str, str] = {}
        for link in tree.iter("a"):
            href = link.get("href", "")
            if href.startswith("#"):
                anchor = href[1:]
                shown[anchor] = self._number(anchor)
                link.set("data-page", shown[anchor])
        return shown

    def _number(self, anchor: str) -> str:
        return str(self._numbers.get(anchor, _UNKNOWN))

    def _fits(self, part: LaidOutPart) -> bool:
        """True if the page numbers in a part have as many digits as when it was laid out."""
        return all(len(self._number(anchor)) == len(text) for anchor, text in part.shown.items())

    def _write_numbers(self, part: LaidOutPart) -> None:
        for page in part.document.pages:
            for anchor, box in page.numbers:
                was, now = part.shown[anchor], self._number(anchor)
                if was != now:
                    box.text = box.text.replace(was, now)
                    box.pango_layout.text = box.pango_layout.text.replace(was, now)
        part.shown = {anchor: self._number(anchor) for anchor in part.shown}

    def _complete(self, so_far: _Pages) -> list[BookPage]:
        """The pages, without the last, whose page numbers are known and fit. They are written."""
        done: set[BookPage] = set()
        for part in so_far.parts:
            if self._fits(part):
                self._write_numbers(part)
                done.update(part.document.pages)
        known = self._numbers.keys()
        complete = (page for page in so_far.pages[:-1] if done.issuperset(page.parts))
        return [page for page in complete if known >= {anchor for anchor, _ in page.numbers}]


def _is_empty(page_box: Any, start: Start) -> bool:
    """True if no line of a part fits the page on which it should begin."""
    return bool(start.taken) and page_filling.filled(page_box)[0] < start.taken + 1


class PatchedPrinter:
    """Prints one book, any number of times; only parts that changed are laid out again.

    With `strict`, warnings of WeasyPrint are errors. With `share`, forks of this process paint too.
    """

    def __init__(self, fetcher: object, strict: bool, share: bool = False) -> None:
        self._strict, self._share = strict, share
        self.typesetter = Typesetter(fetcher)

    def ahead(self, number: int, frame: Frame, part: BookPart, cache: Cache) -> None:
        """Lay out a chapter of an incomplete book; `write` uses it if it still fits."""
        try:
            with listening(self._strict), patching.applied((*SPEEDUPS, *LAYOUT)):
                self.typesetter.ahead(number, frame, part, cache)
        except PdfFault:
            self.typesetter.forget()  # `write` will report it

    def write(self, book: BookParts, cache: Cache, clock: Clock) -> Pdf:
        """Print a book with the drawings in `cache`. Raises PdfFault."""
        painter = painting.BookPainter(cache, book.anchors, self._share)
        with listening(self._strict), patching.applied(SPEEDUPS), closing(painter):
            with clock.step("layout"), patching.applied(LAYOUT):
                document = self.typesetter.document(book, cache, painter.begin)
            with clock.step("pdf"), patching.applied(FILE):
                return write(painter.painted(document), book.identifier)
