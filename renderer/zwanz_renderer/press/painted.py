"""Pages painted one by one, so that processes can share them, and those that stay are not painted
again.

WeasyPrint paints a whole book, and then tags it; but of the other pages it needs to know numbers of
objects alone. `Painter.ink` gives what one page comes to, with marks in the place of these numbers.
A `Painted` page has them put in when the file is written, so that this is the same wherever and
whenever each page was painted.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from contextlib import AbstractContextManager
from copy import copy
from dataclasses import dataclass
from typing import Any

import pydyf  # type: ignore[import-untyped]
from weasyprint.pdf import tags as tagging
from weasyprint.pdf.stream import Stream

from . import archive
from .instead import instead
from .placed import Placed

_SCALE = 0.75  # points in a pixel
_MARK = re.compile(rb"\0(\w+)\0")
_OF_ONE_PAGE = re.compile(r"[aA][\d.]+")  # a state that is named after what it is


class Entangled(Exception):
    """There is something on a page that cannot be painted without knowing of the others."""


@dataclass(frozen=True, slots=True)
class Ink:
    """What painting a page came to.

    The compressed `content` with the `states`, `images` and `fonts` it uses (of each font, by its
    key, what the glyphs stand for and how wide they are); the `elements` of the tags, and which of
    them are the `tops`, have the parts of the content (`marked`, in their order), go with a link
    (`linked`: element and link), or head a table (`heads`).
    """

    content: bytes
    states: Mapping[str, Any]
    images: tuple[str, ...]
    fonts: Mapping[Any, tuple[Mapping[int, str], Mapping[int, int]]]
    elements: tuple[bytes, ...]
    tops: tuple[int, ...]
    marked: tuple[int, ...]
    linked: tuple[tuple[int, int], ...]
    heads: Mapping[str, int]


class Painter:
    """Paints pages of one book; `anchors` are those of all its pages.

    `fonts` are those that were used so far, by their keys.
    """

    def __init__(self, config: Any, colours: str, anchors: Container[str]) -> None:
        self._colours, self._anchors = colours, anchors
        self.fonts: dict[Any, Any] = config.__dict__.setdefault("_painted", {})

    def state(self, page: Any) -> tuple[object, ...]:
        """What the ink of a page depends on, but for what is laid out."""
        return page.state, tuple(link[1] in self._anchors for link in page.links)

    def painted(self, page: Any, drawings: Mapping[str, Placed]) -> Any:
        """A page with its ink, or as it is; `drawings` are those of the book by their ids."""
        ink = page.ink[1]
        return (
            Painted(page, ink, annotated(page, self._anchors), drawings, self.fonts)
            if ink
            else page
        )

    def ink(self, page: Any) -> Ink:
        """What a page comes to; `Entangled` where that cannot be told without the other pages."""
        resources: dict[str, Any] = {
            kind: {} for kind in ("ExtGState", "XObject", "Pattern", "Shading")
        }
        resources["ColorSpace"] = None
        images: dict[str, Any] = {}
        fonts, tags = _Used(self.fonts), {}  # type: ignore[var-annotated]
        around = (0, 0, page.width, page.height)
        stream = Stream(fonts, around, resources, images, tags, {}, self._colours, compress=True)
        stream.transform(d=-1, f=page.height * _SCALE)
        page.paint(stream, _SCALE)
        drawings = [image["image"] for image in images.values()]
        if (
            resources["Pattern"]
            or resources["Shading"]
            or resources["XObject"].keys() != images.keys()
            or not all(map(_OF_ONE_PAGE.fullmatch, resources["ExtGState"]))
            or not all(isinstance(drawing, Placed) for drawing in drawings)
            or any(font.missing for font in fonts.values())
        ):
            raise Entangled
        tree, nums, annotations = _Tree(), {}, []  # type: ignore[var-annotated]
        for link in page.links:
            link[3].link_annotation = None
        for number, box in enumerate(annotated(page, self._anchors)):
            box.link_annotation = tree.stranger(f"link{number}")
        tops = tagging._build_box_tree(
            page._page_box, tree.stranger("book"), tree, 0, nums, annotations, tags
        )
        top = tuple(_index(element.reference) for element in tops)
        heads = archive.name_headers(tree.objects, _index)
        archive.compress(stream)
        return Ink(
            content=stream.stream[0],
            states=resources["ExtGState"],
            images=tuple(drawing.id for drawing in drawings),
            fonts={key: (font.to_unicode, font.widths) for key, font in fonts.items()},
            elements=tuple(element.data for element in tree.objects),
            tops=top,
            marked=tuple(_index(nums[part]) for part in sorted(nums)),
            linked=tuple(
                (_index(element), int(link.number[5:-1])) for element, link in annotations
            ),
            heads={name: _index(cell) for name, cell in heads.items()},
        )


class Painted:
    """A page with its ink, as it is written; `boxes` are those of its links."""

    def __init__(
        self,
        page: Any,
        ink: Ink,
        boxes: list[Any],
        drawings: Mapping[str, Placed],
        fonts: Mapping[Any, Any],
    ) -> None:
        self.width, self.height, self.bleed = page.width, page.height, page.bleed
        self.links, self.anchors, self.bookmarks, self.forms = (
            page.links,
            page.anchors,
            page.bookmarks,
            page.forms,
        )
        self.heads: dict[str, bytes] = {}
        self._boxes = boxes
        self._page_box, self._ink, self._drawings, self._fonts = self, ink, drawings, fonts

    def paint(self, stream: Any, scale: float) -> None:
        """Put the content on the page, and what it uses among that of the book."""
        ink = self._ink
        stream.stream, stream.compress = [ink.content], False
        stream.extra["Filter"] = "/FlateDecode"
        for name, state in ink.states.items():
            stream._resources["ExtGState"].setdefault(name, state)
        for drawing in ink.images:
            stream.add_image(self._drawings[drawing], True, 1)
        for key, (stand_for, widths) in ink.fonts.items():
            if key not in stream._fonts:
                font = stream._fonts[key] = copy(
                    self._fonts[key]
                )  # which will be cut to what is used
                font.to_unicode, font.widths = {}, {}
            font = stream._fonts[key]
            for known, more in ((font.to_unicode, stand_for), (font.widths, widths)):
                known.update((glyph, found) for glyph, found in more.items() if glyph not in known)

    def tagged(
        self, book: Any, pdf: Any, page: bytes, nums: dict[int, bytes], annotations: list[Any]
    ) -> list[Any]:
        """Put the elements among the objects of the file; those that stand directly below the book."""
        first = len(pdf.objects)
        numbers = {b"page": page.split()[0], b"book": b"%d" % book.number}
        for number, box in enumerate(self._boxes):
            numbers[b"link%d" % number] = b"%d" % box.link_annotation.number

        def number_of(mark: re.Match[bytes]) -> bytes:
            return numbers.get(mark[1]) or b"%d" % (first + int(mark[1]))

        for element in self._ink.elements:
            pdf.add_object(archive.Settled(_MARK.sub(number_of, element)))
        mine = pdf.objects[first:]
        nums.update(enumerate(mine[index].reference for index in self._ink.marked))
        annotations += [
            (mine[index].reference, self._boxes[link].link_annotation)
            for index, link in self._ink.linked
        ]
        for name, index in self._ink.heads.items():
            self.heads[_MARK.sub(number_of, name.encode()).decode()] = mine[index].reference
        return [mine[index] for index in self._ink.tops]


def annotated(page: Any, anchors: Container[str]) -> list[Any]:
    """The boxes of a page's links that lead somewhere, as WeasyPrint takes them."""
    return [
        link[3]
        for link in page.links
        if link[0] == "external" or (link[0] == "internal" and link[1] in anchors)
    ]


def in_place() -> AbstractContextManager[None]:
    """Let WeasyPrint tag painted pages with what they bring."""
    plainly = tagging._build_box_tree

    def tree(
        box: Any, parent: Any, pdf: Any, page: int, nums: Any, annotations: Any, tags: Any
    ) -> Any:
        if isinstance(box, Painted):
            return box.tagged(parent, pdf, pdf.page_references[page], nums, annotations)
        return plainly(box, parent, pdf, page, nums, annotations, tags)

    return instead([(tagging, "_build_box_tree", tree)])


class _Used(dict[Any, Any]):
    """The fonts of one page, in the order in which it first uses them, taken from those that are
    `known`.
    """

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
    """Takes the place of a file while one page is tagged: numbers objects by marks."""

    page_references = (b"\0page\0 0 R",)

    def __init__(self) -> None:
        self.objects: list[Any] = []

    def add_object(self, thing: Any) -> None:
        thing.number = f"\0{len(self.objects)}\0"
        self.objects.append(thing)

    def stranger(self, name: str) -> Any:
        """An object of the file that is known by a name."""
        thing = pydyf.Dictionary({"S": "/Document"})
        thing.number = f"\0{name}\0"
        return thing


def _index(reference: bytes) -> int:
    """Where among the objects of a page one is that a mark refers to."""
    return int(reference.split(b"\0", 2)[1])
