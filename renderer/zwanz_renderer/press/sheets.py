"""Pages from parts: each part of a book is laid out alone, and kept for as long as it stays the
same.

A part begins on the page on which the one before it ends, where there is room; else on the next.
The numbers of pages that links show are written when all parts have their places, so that nothing
is laid out twice for them unless a number has more digits than was thought; all figures of a face
are equally wide.

This leans on the insides of WeasyPrint (the boxes of a page, their texts), like `placed`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import weasyprint
from weasyprint.text.fonts import FontConfiguration

from . import page_boxes, parted
from .index_lines import once_a_page
from .leaves import Leaves
from .parsed import Html
from .parts import Begin, Part, Run, beginning, in_main, is_chapter, is_colophon
from .sheet import Sheet

_LINK = re.compile(r'(<a\b[^>]*?\bhref="#([^"]+)")')
_ROOT = re.compile(r'<html\b([^>]*?)(?: style="([^"]*)")?>')
_UNKNOWN = "00"
_TRIES = 6
_FRONT = 2  # pages before the chapters: the title, and contents that fill one
_SECOND = "border: 0; margin: 0; padding: 0"
"""The look of notes below those of the chapter before."""
_LEFT = (0.4, 0.2)  # the shares of the text that are left when the pages before them may be painted
_REHEARSED = """<section class="chapter"><h2 id="a">A <em>b</em></h2>
<p><span class="initial">C</span> <strong>d</strong> <a href="#a" data-page="1">e</a></p>
<ul><li>f</li></ul><table><tr><th scope="row">g</th><td>h</td></tr></table></section>"""

Early = Callable[[Sequence[Sheet], FontConfiguration], None]


class Typesetter:
    """Lays out one book, again and again.

    `fetcher` gives what the style names; `laid_out` counts the parts that were laid out so far.
    """

    def __init__(self, fetcher: object, colours: str) -> None:
        self.laid_out = 0
        self._fetcher, self._colours = fetcher, colours
        self._style = self._head = ""
        self._sheet: Any = None
        self._fonts = FontConfiguration()
        self._kept: dict[int, Part] = {}
        self._run = Run()
        self._shared: dict[tuple[Sheet, ...], Sheet] = {}
        self._numbers: dict[str, int] = {}

    def document(self, leaves: Leaves, cache: dict[str, object], early: Early | None = None) -> Any:
        """The document with all pages; `cache` holds the drawings by their address.

        Before the last parts are laid out, `early` is told the pages that are there and need no
        numbers of others, and their fonts.
        """
        self.prepare(leaves.style)
        self._below(leaves.head)
        for _ in range(_TRIES):
            before = dict(self._numbers)
            pages, parts = self._pages(leaves, cache, early)
            early = None
            if all(self._as_long(part) for part in parts) or before == self._numbers:
                break
        for part in parts:
            self._write_numbers(part)
        return parts[0].document.copy(pages)

    def prepare(self, style: str) -> None:
        """Read a style and its fonts, if they are others than those at hand."""
        if style != self._style:
            self._style, self._head = style, ""
            self.forget()
            self._fonts = FontConfiguration()
            self._sheet = weasyprint.CSS(
                string=style, base_url="book:", url_fetcher=self._fetcher, font_config=self._fonts
            )

    def ahead(self, number: int, head: str, body: str, cache: dict[str, object]) -> None:
        """Lay out a chapter as the part of this number, where it will begin if what stands before
        the chapters takes as many pages as usual, and all chapters before this one were laid out in
        the same way.
        """
        self._below(head)
        if number == 1:
            self._run = Run([None] * _FRONT)
        if len(self._run.parts) == number - 1:
            self._add(self._run, number, head, body, cache)

    def forget(self) -> None:
        """Forget what was laid out."""
        self._kept, self._run = {}, Run()

    def _below(self, head: str) -> None:
        if head != self._head:
            self.forget()
            self._head = head

    def rehearse(self, lang: str) -> Any:
        """A page of a few words in the style at hand; it is no part of any book."""
        head = f'<!DOCTYPE html>\n<html lang="{lang}"><head><title>{lang}</title></head>\n'
        document = self._render(head, _REHEARSED, 1, Begin(1), {})
        self.laid_out -= 1
        return document

    def _pages(
        self, leaves: Leaves, cache: dict[str, object], early: Early | None
    ) -> tuple[list[Any], list[Part]]:
        run = Run()
        whole = sum(map(len, leaves.parts))
        ahead = [whole * share for share in _LEFT] if early else []
        for index, body in enumerate(leaves.parts):
            self._add(run, index, leaves.head, once_a_page(body, _numbers(run.pages, 1)), cache)
            if early and ahead and sum(map(len, leaves.parts[index + 1 :])) <= ahead[0]:
                ahead.pop(0)
                early(self._ready(run.pages[:-1], run.parts), self._fonts)
        self._kept = {index: part for index, part in self._kept.items() if index < len(run.parts)}
        self._shared = {page.parts: page for page in run.pages if len(page.parts) > 1}
        return run.pages, run.parts

    def _add(self, run: Run, index: int, head: str, body: str, cache: dict[str, object]) -> None:
        """Lay out a part, or take the one that is kept, after those before it."""
        runs_on = (
            (is_chapter(body) or is_colophon(body))
            and run.parts
            and is_chapter(run.parts[-1].key[0])
        )
        begin = beginning(run.pages, run.parts[-1]) if runs_on else Begin(len(run.pages) + 1)
        part = self._part(index, head, body, begin, cache)
        begin = part.begin
        mine = list(part.document.pages)
        for page in mine:
            page_boxes.at_foot(page._page_box, page_boxes.split(page._page_box)[1])
        if begin.taken:
            run.pages[-1] = self._together(run.pages[-1], mine.pop(0))
        run.pages += mine
        run.parts.append(part)
        self._numbers.update(_numbers(run.pages[begin.page - 1 :], begin.page))

    def _part(
        self, index: int, head: str, body: str, begin: Begin, cache: dict[str, object]
    ) -> Part:
        key = (body, begin)
        kept = self._kept.get(index)
        if kept is not None and kept.key == key and self._as_long(kept):
            return kept
        shown = {anchor: self._number(anchor) for _, anchor in _LINK.findall(body)}
        numbered = _with_numbers(body, shown)
        document = self._render(head, numbered, index, begin, cache)
        if (
            begin.taken and page_boxes.filled(document.pages[0]._page_box)[0] < begin.taken + 1
        ):  # too little found room
            begin = Begin(begin.page + 1)
            document = self._render(head, numbered, index, begin, cache)
        if begin.taken and is_colophon(body):
            page_boxes.sink(document.pages[0]._page_box)
        part = self._kept[index] = Part(key, begin, document, shown)
        return part

    def _render(
        self, head: str, body: str, index: int, begin: Begin, cache: dict[str, object]
    ) -> Any:
        self.laid_out += 1
        space = f'<div style="height: {begin.taken:.3f}px"></div>\n' if begin.taken else ""
        head = _ROOT.sub(
            rf'<html\1 style="break-before: {"right" if begin.page % 2 else "left"}; \2">',
            head,
            count=1,
        )
        counting = f"counter-reset: chapter {index - 1} footnote {begin.notes}"
        html = Html(
            f'{head}<body style="{counting}">\n{in_main(space, body)}</body></html>',
            "book:",
            self._fetcher,
        )
        foot = f"margin-bottom: {begin.foot:.3f}px; @footnote {{ {_SECOND} }}" if begin.foot else ""
        own = weasyprint.CSS(
            string=f"@page :first {{ counter-reset: page {begin.page}; {foot} }}",
            font_config=self._fonts,
        )
        document = parted.rendered(
            lambda *more: html.render(
                font_config=self._fonts,
                cache=cache,
                stylesheets=[self._sheet, own, *more],
                output_intent=self._colours,
            ),
            self._fonts,
        )
        for page in document.pages[:-1]:
            page_boxes.fill(page._page_box)
        document.pages[:] = [Sheet(page._page_box) for page in document.pages]
        return document

    def _together(self, upper: Sheet, lower: Sheet) -> Sheet:
        """The page on which one part ends and the next begins, its notes in the order of their
        numbers.
        """
        box, parts = upper._page_box, (*upper.parts, *lower.parts)
        above, noted, margins = page_boxes.split(box)
        below, notes, _ = page_boxes.split(lower._page_box)
        page_boxes.at_foot(box, [*noted, *notes])
        if parts in self._shared:
            return self._shared[parts]
        return Sheet(box.copy_with_children([*above, *below, *noted, *notes, *margins]), parts)

    def _number(self, anchor: str) -> str:
        return str(self._numbers.get(anchor, _UNKNOWN))

    def _as_long(self, part: Part) -> bool:
        """Whether the numbers that a part shows take the room that they were given."""
        return all(len(self._number(anchor)) == len(text) for anchor, text in part.shown.items())

    def _write_numbers(self, part: Part) -> None:
        for anchor, box in (pair for page in part.document.pages for pair in page.numbers):
            was, now = part.shown[anchor], self._number(anchor)
            if was != now:
                box.text = box.text.replace(was, now)
                box.pango_layout.text = box.pango_layout.text.replace(was, now)
        part.shown = {anchor: self._number(anchor) for anchor in part.shown}

    def _ready(self, pages: Sequence[Sheet], parts: Sequence[Part]) -> list[Sheet]:
        """Those of some pages that show no numbers but those that are known, which are written on
        them. A part that gave too much or too little room to a number will be laid out again.
        """
        done: set[Sheet] = set()
        for part in parts:
            if self._as_long(part):
                self._write_numbers(part)
                done.update(part.document.pages)
        return [
            page
            for page in pages
            if done.issuperset(page.parts)
            and all(anchor in self._numbers for anchor, _ in page.numbers)
        ]


def _numbers(pages: Sequence[Any], first: int) -> dict[str, int]:
    """The page of each anchor; the pages are numbered from the `first`."""
    return {name: at for at, page in enumerate(pages, first) for name in page.anchors}


def _with_numbers(body: str, shown: Mapping[str, str]) -> str:
    return _LINK.sub(lambda link: f'{link[1]} data-page="{shown[link[2]]}"', body)
