"""Each drawing once in the PDF, as a form XObject that every place refers to.

WeasyPrint draws an SVG anew wherever it stands (Kozea/WeasyPrint#1978). It takes its images from a
cache, though, and an object with the three methods of `Form` will do as an image. The 67 drawings
of a book stand there 284 times; as forms they take half of the file and of the time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import pydyf  # type: ignore[import-untyped]

from .svg_to_pdf import Box, Operators, Unsupported, compiled

if TYPE_CHECKING:
    from ..pictures import Pictures


def image_cache(pictures: Pictures, page: str) -> dict[str, object]:
    """The `cache` for WeasyPrint to render a page with: its drawings by address.

    WeasyPrint draws what is not in it.
    """
    cache: dict[str, object] = {}
    for address in pictures.addresses(page):
        try:
            drawing = compiled(pictures.svg(address))
        except Unsupported:
            continue
        cache[address] = Form(drawing.box, partial(_itself, drawing))
    return cache


class Awaited:
    """Drawings that arrive later: `more` waits for some, once one of them has to be drawn."""

    def __init__(self, more: Callable[[], Mapping[str, Operators]]) -> None:
        self._more, self._drawings = more, dict[str, Operators]()
        self._forms: dict[str, object] = {}

    def image_cache(self, boxes: Mapping[str, Box]) -> dict[str, object]:
        """The `cache` with these drawings, of which only the view boxes are known so far."""
        for address in boxes.keys() - self._forms.keys():
            self._forms[address] = Form(boxes[address], partial(self._drawing, address))
        return {address: self._forms[address] for address in boxes}

    def _drawing(self, address: str) -> Operators:
        while address not in self._drawings:
            self._drawings |= self._more()
        return self._drawings[address]


def _itself(drawing: Operators) -> Operators:
    return drawing


class Form:
    """A drawing as an image of WeasyPrint: one form XObject, drawn wherever it is shown."""

    def __init__(self, box: Box, drawing: Callable[[], Operators]) -> None:
        self._box, self._drawing = box, drawing

    @cached_property
    def id(self) -> str:
        """The name of the form in the file."""
        return hashlib.sha256(self._drawing().data).hexdigest()[:16]

    def get_intrinsic_size(self, resolution: float, font_size: float) -> Any:
        """Width, height and their ratio."""
        *_, width, height = self._box
        return width, height, width / height

    def draw(self, stream: Any, width: float, height: float, style: Any) -> None:
        """Draw the form at the origin of the stream, `width` by `height`."""
        name = stream.add_image(self, True, 1)
        left, top, across, down = self._box
        x, y = width / across, height / down
        stream.transform(x, 0, 0, y, -left * width / across, -top * height / down)
        stream.draw_x_object(name)

    def get_x_object(self, interpolate: bool, ratio: float) -> Any:
        """The form, when the file is written."""
        left, top, width, height = self._box
        extra = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": pydyf.Array((left, top, left + width, top + height)),
            "Resources": pydyf.Dictionary(),
            "Filter": "/FlateDecode",
        }
        return pydyf.Stream([self._drawing().data], pydyf.Dictionary(extra))
