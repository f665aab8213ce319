"""Each drawing once in the PDF: a form that every place refers to (Kozea/WeasyPrint#1978).

WeasyPrint draws an SVG again wherever it stands. It takes its images from a cache, though, and an
object with the three methods of `Placed` will do as one. This leans on the insides of WeasyPrint,
so it is used with the versions it was tried with only; with any other the plain way is taken.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import pydyf  # type: ignore[import-untyped]
import weasyprint

from .curves import Unsupported
from .operators import Operators, compiled

if TYPE_CHECKING:
    from ..pictures import Pictures

TRIED = frozenset({70})
Box = tuple[float, float, float, float]


def known() -> bool:
    """Whether this WeasyPrint is one whose insides were tried."""
    return int(weasyprint.__version__.partition(".")[0]) in TRIED


def placed_pictures(pictures: Pictures, page: str) -> dict[str, object]:
    """The cache to render a page with: its drawings by address.

    What is not in it WeasyPrint draws itself.
    """
    cache: dict[str, object] = {}
    for address in pictures.addresses(page):
        try:
            drawing = compiled(pictures.svg(address))
        except Unsupported:
            continue
        cache[address] = Placed(drawing.box, partial(_same, drawing))
    return cache


class Awaited:
    """Pictures of which only the view boxes are known: when one is to be drawn, `more` is asked for
    drawings.
    """

    def __init__(self, more: Callable[[], Mapping[str, Operators]]) -> None:
        self._more, self._drawings = more, dict[str, Operators]()
        self._known: dict[str, object] = {}

    def pictures(self, boxes: Mapping[str, Box]) -> dict[str, object]:
        """The cache to render a page with that shows these."""
        for address in boxes.keys() - self._known.keys():
            self._known[address] = Placed(boxes[address], partial(self._drawing, address))
        return {address: self._known[address] for address in boxes}

    def _drawing(self, address: str) -> Operators:
        while address not in self._drawings:
            self._drawings |= self._more()
        return self._drawings[address]


def _same(drawing: Operators) -> Operators:
    return drawing


class Placed:
    """A drawing as WeasyPrint's image: one form, placed wherever it is shown."""

    def __init__(self, box: Box, drawing: Callable[[], Operators]) -> None:
        self._box, self._drawing = box, drawing

    @cached_property
    def id(self) -> str:
        """What names the form in the file."""
        return hashlib.sha256(self._drawing().data).hexdigest()[:16]

    def get_intrinsic_size(self, resolution: float, font_size: float) -> Any:
        """Width, height and their ratio."""
        *_, width, height = self._box
        return width, height, width / height

    def draw(self, stream: Any, width: float, height: float, style: Any) -> None:
        """Place the drawing at the origin of the stream, `width` by `height`."""
        name = stream.add_image(self, True, 1)
        left, top, across, down = self._box
        stream.transform(
            width / across, 0, 0, height / down, -left * width / across, -top * height / down
        )
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
