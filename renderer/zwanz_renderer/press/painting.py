"""Paints and tags pages one by one, also in a second process.

WeasyPrint paints all pages of a book, and then tags them. But one page needs only the object
numbers of the others. `PagePainter.paint` writes marks instead of these numbers, and `PaintedPage`
replaces the marks when the file is written. So pages that do not change are not painted again.
"""

from __future__ import annotations

import logging
import os
import pickle
import re
import signal
import threading
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import IO, Any, NoReturn

import pydyf  # type: ignore[import-untyped]
from weasyprint.pdf import tags as tagging
from weasyprint.pdf.stream import Stream

from ..pdf_drawings import Form
from .patching import Patch
from .weasyprint_calls import COLOURS, Settled, Warnings, compress, name_headers

_WORTHWHILE = 8  # pages: painting so many takes as long as starting a process, about 0.1 s
_SCALE = 0.75  # pt in a px
_MARK = re.compile(rb"\0(\w+)\0")
_OPACITY = re.compile(r"[aA][\d.]+")  # names a graphics state, the same on all pages


@dataclass(frozen=True, slots=True)
class PageContent:
    """A painted page. The last four fields have indices of `elements`."""

    stream: bytes  # compressed
    states: Mapping[str, Any]  # the graphics states that it uses
    images: tuple[str, ...]
    fonts: Mapping[Any, tuple[Mapping[int, str], Mapping[int, int]]]  # texts and widths of glyphs
    elements: tuple[bytes, ...]  # the tags
    tops: tuple[int, ...]  # those directly below the book
    marked: tuple[int, ...]  # those of the marked contents, in their order
    linked: tuple[tuple[int, int], ...]  # those in links, with the index of the link
    heads: Mapping[str, int]  # header cells of tables, by id


_Painted = tuple[object, PageContent | None]


class PagePainter:
    """Paints single pages of a book. `anchors` are those of the book, `fonts` those used so far."""

    def __init__(self, config: Any, anchors: Container[str]) -> None:
        self._anchors = anchors
        self.fonts: dict[Any, Any] = config.__dict__.setdefault("_painted_fonts", {})

    def state(self, page: Any) -> tuple[object, ...]:
        """All that the content of a page depends on besides its layout."""
        numbers = tuple(box.text for _, box in page.numbers)
        return numbers, tuple(link[1] in self._anchors for link in page.links)

    def replaced(self, page: Any, drawings: Mapping[str, Form]) -> Any:
        """The page with its painted content, or the page itself if it is entangled."""
        return PaintedPage(page, self, drawings) if page.painted[1] is not None else page

    def link_boxes(self, page: Any) -> list[Any]:
        """The boxes of the links of a page that have a target, in WeasyPrint's order."""
        return [
            link[3]
            for link in page.links
            if link[0] == "external" or (link[0] == "internal" and link[1] in self._anchors)
        ]

    def paint(self, page: Any) -> PageContent | None:
        """Paint a page; None if it is entangled: it cannot be painted without the others."""
        # The content.
        stream, fonts, tags, images = self._painted(page)
        drawings = [image["image"] for image in images.values()]
        resources = stream._resources
        if (
            resources["Pattern"]
            or resources["Shading"]
            or resources["XObject"].keys() != images.keys()
            or not all(map(_OPACITY.fullmatch, resources["ExtGState"]))
            or not all(isinstance(drawing, Form) for drawing in drawings)
            or any(font.missing for font in fonts.values())
        ):
            return None

        # The tags, with marks in place of object numbers.
        tree = _Tree()
        nums: dict[int, bytes] = {}
        annotations: list[Any] = []
        for link in page.links:
            link[3].link_annotation = None
        for number, box in enumerate(self.link_boxes(page)):
            box.link_annotation = tree.named(f"link{number}")
            box.link_annotation.link = number
        top_elements = tagging._build_box_tree(
            page._page_box, tree.named("book"), tree, 0, nums, annotations, tags
        )
        tops = tuple(_index(element.reference) for element in top_elements)
        heads = name_headers(tree.objects, _index)
        compress(stream)
        return PageContent(
            stream=stream.stream[0],
            states=resources["ExtGState"],
            images=tuple(drawing.id for drawing in drawings),
            fonts={key: (font.to_unicode, font.widths) for key, font in fonts.items()},
            elements=tuple(element.data for element in tree.objects),
            tops=tops,
            marked=tuple(_index(nums[content]) for content in sorted(nums)),
            linked=tuple((_index(element), annotation.link) for element, annotation in annotations),
            heads={name: _index(cell) for name, cell in heads.items()},
        )

    def _painted(self, page: Any) -> tuple[Any, _PageFonts, Any, dict[str, Any]]:
        """The content stream of a page, with the fonts, tags and images that it uses."""
        kinds = ("ExtGState", "XObject", "Pattern", "Shading")
        resources: dict[str, Any] = {"ColorSpace": None, **{kind: {} for kind in kinds}}
        fonts = _PageFonts(self.fonts)
        tags: Any = {}
        images: dict[str, Any] = {}
        box = (0, 0, page.width, page.height)
        stream = Stream(fonts, box, resources, images, tags, {}, COLOURS, compress=True)
        stream.transform(d=-1, f=page.height * _SCALE)
        page.paint(stream, _SCALE)
        return stream, fonts, tags, images


class PaintedPage:
    """A painted page of WeasyPrint's document."""

    def __init__(self, page: Any, painter: PagePainter, drawings: Mapping[str, Form]) -> None:
        self.width, self.height, self.bleed = page.width, page.height, page.bleed
        self.links, self.anchors = page.links, page.anchors
        self.bookmarks, self.forms = page.bookmarks, page.forms
        self.heads: dict[str, bytes] = {}
        self._page_box, self._boxes = self, painter.link_boxes(page)
        self._content, self._drawings, self._fonts = page.painted[1], drawings, painter.fonts

    def paint(self, stream: Any, scale: float) -> None:
        """Write the content of the page into a stream, and add its resources to the book's."""
        content = self._content
        stream.stream, stream.compress = [content.stream], False
        stream.extra["Filter"] = "/FlateDecode"
        for name, state in content.states.items():
            stream._resources["ExtGState"].setdefault(name, state)
        for drawing in content.images:
            stream.add_image(self._drawings[drawing], True, 1)
        for key, (texts, widths) in content.fonts.items():
            if key not in stream._fonts:
                font = stream._fonts[key] = copy(self._fonts[key])  # it will be subset
                font.to_unicode, font.widths = {}, {}
            font = stream._fonts[key]
            for glyph, text in texts.items():
                font.to_unicode.setdefault(glyph, text)
            for glyph, width in widths.items():
                font.widths.setdefault(glyph, width)

    def tagged(
        self, book: Any, pdf: Any, page: bytes, nums: dict[int, bytes], annotations: list[Any]
    ) -> list[Any]:
        """Add the tags of the page to the file. Returns those directly below the `book`."""
        first = len(pdf.objects)
        numbers = {b"page": page.split()[0], b"book": b"%d" % book.number}
        for number, box in enumerate(self._boxes):
            numbers[b"link%d" % number] = b"%d" % box.link_annotation.number

        def number_of(mark: re.Match[bytes]) -> bytes:
            return numbers.get(mark[1]) or b"%d" % (first + int(mark[1]))

        for element in self._content.elements:
            pdf.add_object(Settled(_MARK.sub(number_of, element)))
        mine = pdf.objects[first:]
        nums.update(enumerate(mine[index].reference for index in self._content.marked))
        for index, link in self._content.linked:
            annotations.append((mine[index].reference, self._boxes[link].link_annotation))
        for name, index in self._content.heads.items():
            self.heads[_MARK.sub(number_of, name.encode()).decode()] = mine[index].reference
        return [mine[index] for index in self._content.tops]


class _PageFonts(dict[Any, Any]):
    """The fonts of one page, in the order in which it first uses them."""

    def __init__(self, known: dict[Any, Any]) -> None:
        super().__init__()
        self._known = known

    def __contains__(self, key: object) -> bool:
        if not super().__contains__(key) and key in self._known:
            self[key] = self._known[key]
        return super().__contains__(key)

    def __setitem__(self, key: Any, font: Any) -> None:
        font.to_unicode, font.widths, font.missing = {}, {}, {}
        self._known[key] = font
        super().__setitem__(key, font)


class _Tree:
    """Takes the place of the file while one page is tagged. Marks take the place of numbers."""

    page_references = (b"\0page\0 0 R",)

    def __init__(self) -> None:
        self.objects: list[Any] = []

    def add_object(self, thing: Any) -> None:
        thing.number = f"\0{len(self.objects)}\0"
        self.objects.append(thing)

    def named(self, name: str) -> Any:
        """A placeholder for an object outside the page."""
        thing = pydyf.Dictionary({"S": "/Document"})
        thing.number = f"\0{name}\0"
        return thing


def _index(reference: bytes) -> int:
    """The index in a reference that is marked."""
    return int(reference.split(b"\0", 2)[1])


_original_tree = tagging._build_box_tree


def _build_box_tree(
    box: Any, parent: Any, pdf: Any, page: int, nums: Any, annotations: Any, tags: Any
) -> Any:
    """`tags._build_box_tree` that adds the tags of a painted page."""
    if isinstance(box, PaintedPage):
        return box.tagged(parent, pdf, pdf.page_references[page], nums, annotations)
    return _original_tree(box, parent, pdf, page, nums, annotations, tags)


PATCHES = (Patch(tagging, "_build_box_tree", _build_box_tree, "Paint and tag pages one by one"),)

# -------------------------------------------------------------------------------------- all pages


class CannotFork(Exception):
    """This process cannot be forked."""


class BookPainter:
    """Paints the pages of one book, except those that were painted in their present state.

    `cache` has the drawings by address, `anchors` are all anchors of the book. With `share`,
    forks of this process paint too: up to two during layout, and one after it. If a fork fails or
    warns, this process paints its pages, so that the reason is reported once.
    """

    def __init__(self, cache: Mapping[str, object], anchors: Container[str], share: bool) -> None:
        self._cache, self._anchors, self._share = cache, anchors, share
        self._begun: list[tuple[Sequence[Any], _Fork]] = []

    def begin(self, pages: Sequence[Any], config: Any) -> None:
        """Let a fork paint these pages, while others are laid out."""
        begun = {page for some, _ in self._begun for page in some}
        new = [page for page in pages if page.painted is None and page not in begun]
        if self._share and len(new) >= _WORTHWHILE:
            assert self._drawings is not None  # a fork could not wait for these
            self._let_fork_paint(new, PagePainter(config, self._anchors))

    def painted(self, document: Any) -> Any:
        """The document with all pages painted that are not entangled."""
        painter = PagePainter(document.font_config, self._anchors)
        self._take_from_forks()

        # Discard outdated content, and paint what is missing, by two processes if it is much.
        for page in document.pages:
            if page.painted is not None and page.painted[0] != painter.state(page):
                page.painted = None
        new = [page for page in document.pages if page.painted is None]
        if self._share and len(new) >= _WORTHWHILE:
            self._let_fork_paint(new[1::2], painter)
            for page in new[::2]:
                page.painted = _content(painter, page)
            self._take_from_forks()
        for page in document.pages:
            if page.painted is None or _has_new_font(page.painted[1], painter):
                page.painted = _content(painter, page)
        return document.copy([painter.replaced(page, self._drawings) for page in document.pages])

    def close(self) -> None:
        """Wait for the forks that still paint."""
        for _, fork in self._begun:
            fork.end()

    def _let_fork_paint(self, pages: Sequence[Any], painter: PagePainter) -> None:
        with suppress(CannotFork):
            fork = _Fork(lambda: [_content(painter, page) for page in pages])
            self._begun.append((pages, fork))

    def _take_from_forks(self) -> None:
        while self._begun:
            pages, fork = self._begun[0]
            fork.give_content(pages)
            del self._begun[0]

    @cached_property
    def _drawings(self) -> dict[str, Form]:
        drawings = (each for each in self._cache.values() if isinstance(each, Form))
        return {drawing.id: drawing for drawing in drawings}


def _content(painter: PagePainter, page: Any) -> _Painted:
    return painter.state(page), painter.paint(page)


def _has_new_font(content: PageContent | None, painter: PagePainter) -> bool:
    """True if a fork used a font that this process has not loaded."""
    return content is not None and not painter.fonts.keys() >= content.fonts.keys()


class _Fork:
    """A fork of this process that does some work. Raises CannotFork."""

    def __init__(self, work: Callable[[], list[_Painted]]) -> None:
        if not _all_threads_known():
            raise CannotFork
        try:
            reads, writes = os.pipe()
            self._id = os.fork()
        except (OSError, AttributeError):
            raise CannotFork from None
        if not self._id:
            _work(work, writes)
        os.close(writes)
        self._stream: IO[bytes] | None = os.fdopen(reads, "rb")

    def give_content(self, pages: Sequence[Any]) -> None:
        """Wait for the content of pages and give it to them, unless the fork failed or warned."""
        assert self._stream is not None
        data = self._stream.read()
        if self.end() == 0:
            for page, content in zip(pages, pickle.loads(data), strict=True):
                page.painted = content

    def end(self) -> int | None:
        """Wait for the end of the fork, and return its status; None if it has ended before."""
        if self._stream is None:
            return None
        self._stream.close()
        self._stream = None
        return os.waitpid(self._id, 0)[1]


def _all_threads_known() -> bool:
    """True if this process has no threads but Python's. Pango 1.58 (1.50 does not) looks for fonts
    in a thread, which a fork lacks, so that it would wait for ever.
    """
    try:
        return len(list(Path("/proc/self/task").iterdir())) <= threading.active_count()
    except OSError:
        return False


def _work(work: Callable[[], object], writes: int) -> NoReturn:
    """Do the work of a fork, and end without cleaning up what belongs to the first process."""
    status = 1
    with suppress(BaseException):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        warnings = Warnings()
        logging.getLogger("weasyprint").handlers[:] = [warnings]
        outcome = work()
        with os.fdopen(writes, "wb") as stream:
            stream.write(pickle.dumps(outcome))
        status = bool(warnings.texts)
    os._exit(status)
