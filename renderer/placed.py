"""Each drawing once in the PDF: a form that every place refers to (Kozea/WeasyPrint#1978).

WeasyPrint draws an SVG again wherever it stands. It takes its images from a cache, though, and an object
with the three methods of `Placed` will do as one. This leans on the insides of WeasyPrint, so it is used
with the versions it was tried with only; with any other the plain way is taken.
"""

from __future__ import annotations

import hashlib
from typing import Any
from xml.etree import ElementTree

import pydyf  # type: ignore[import-untyped]
import weasyprint
from weasyprint.images import SVGImage

from renderer.pictures import Pictures

TRIED = frozenset({70})
_HEIGHT = 100.0


def placed_pictures(pictures: Pictures, page: str, fetcher: object) -> dict[str, object]:
    """The cache to render a page with: its drawings by address; empty for an untried WeasyPrint."""
    if int(weasyprint.__version__.partition(".")[0]) not in TRIED:
        return {}
    return {address: Placed(pictures.svg(address), address, fetcher) for address in pictures.addresses(page)}


class Placed:
    """A drawing as WeasyPrint's image: drawn into a form the first time, placed every time."""

    def __init__(self, svg: str, address: str, fetcher: object) -> None:
        self.id = hashlib.sha256(address.encode()).hexdigest()[:16]
        self._image = SVGImage(ElementTree.fromstring(svg), address, fetcher, None)
        self._form: Any = None
        self._size = (0.0, 0.0)

    def get_intrinsic_size(self, resolution: float, font_size: float) -> Any:
        """Width, height and their ratio."""
        return self._image.get_intrinsic_size(resolution, font_size)

    def draw(self, stream: Any, width: float, height: float, style: Any) -> None:
        """Place the drawing at the origin of the stream, `width` by `height`."""
        if self._form is None:
            self._size = (_HEIGHT * width / height, _HEIGHT)
            self._form = self._drawn(stream)
        name = stream.add_image(self, True, 1)
        stream.transform(width / self._size[0], 0, 0, height / self._size[1], 0, 0)
        stream.draw_x_object(name)

    def get_x_object(self, interpolate: bool, ratio: float) -> Any:
        """The form, when the file is written."""
        return self._form

    def _drawn(self, stream: Any) -> Any:
        width, height = self._size
        resources = pydyf.Dictionary(
            {
                "ExtGState": pydyf.Dictionary(),
                "XObject": pydyf.Dictionary(),
                "Pattern": pydyf.Dictionary(),
                "Shading": pydyf.Dictionary(),
                "ColorSpace": stream._resources["ColorSpace"],
                "Font": None,  # WeasyPrint sets it when it writes the file
            }
        )
        extra = pydyf.Dictionary(
            {
                "Type": "/XObject",
                "Subtype": "/Form",
                "BBox": pydyf.Array((0, 0, width, height)),
                "Resources": resources,
            }
        )
        form = stream.clone(resources=resources, extra=extra, tags=None)
        self._image.draw(form, width, height, None)
        return form
