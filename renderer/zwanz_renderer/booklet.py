"""A booklet: two pages side by side on each face of a sheet, in the order after folding.

Print on both sides, turned over at the short edge; stack the sheets and fold them once.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from .pdf_drawings import written_clearly

_MM = 72 / 25.4
_SHEET = (297 * _MM, 210 * _MM)


def order(pages: int) -> list[tuple[int | None, int | None]]:
    """The left and right page of each face, fronts and backs in turn; None is an empty page.

    >>> order(6)  # filled up to a multiple of four before the last page, the back cover
    [(6, 1), (2, None), (None, 3), (4, 5)]
    """
    places = -(-pages // 4) * 4
    inner = max(pages - 1, 1)
    numbers = [*range(1, inner + 1), *[None] * (places - pages), *range(inner + 1, pages + 1)]
    faces: list[tuple[int | None, int | None]] = []
    for low in range(1, places // 2 + 1):
        high = places + 1 - low
        first, last = numbers[low - 1], numbers[high - 1]
        faces.append((last, first) if low % 2 else (first, last))
    return faces


def imposed(book: bytes) -> bytes:
    """The PDF of a book of A5 pages as a booklet of A4 sheets.

    Tags, links and outline stay in the order of the book. Raises UnclearStreams.
    """
    return written_clearly(partial(_imposed, book))


def _imposed(book: bytes, spare: int) -> bytes:
    """A booklet; `spare` blanks in its streams change their bytes, but nothing that is seen."""
    import pikepdf  # not needed for any other book

    width, height = _SHEET
    with pikepdf.open(io.BytesIO(book)) as file:
        pages = [page.obj for page in file.pages]
        places: dict[tuple[int, int], _Place] = {}
        # Each page becomes a form that is drawn on its half of a new face.
        for left, right in order(len(pages)):
            face = file.add_blank_page(page_size=_SHEET).obj
            face.Tabs = pikepdf.Name.S
            face.Annots = file.make_indirect(pikepdf.Array())
            drawn, forms = b"", pikepdf.Dictionary()
            for number, name in ((left, "Left"), (right, "Right")):
                if number is None:
                    continue
                page = pages[number - 1]
                across, up = (float(page.MediaBox[index]) for index in (2, 3))
                x = width / 2 if name == "Right" else width / 2 - across
                y = (height - up) / 2
                form = file.make_indirect(pikepdf.Page(page).as_form_xobject())
                if spare:
                    form.write(form.read_bytes() + b" " * spare)
                if "/StructParents" in page:
                    form.StructParents = page.StructParents
                forms[f"/{name}"] = form
                drawn += f"q 1 0 0 1 {x:.4f} {y:.4f} cm /{name} Do Q\n".encode()
                places[page.objgen] = _Place(face, form, x, y)
            procedures = pikepdf.Array([pikepdf.Name.PDF] * (1 + spare))
            face.Resources = pikepdf.Dictionary(XObject=forms, ProcSet=procedures)
            face.Contents = file.make_stream(drawn + b" " * spare)
        # What refers to pages refers to faces from here on; then the pages go.
        for page in pages:
            _move_links(page, places)
        _move_references(file, places)
        del file.pages[: len(pages)]
        file.Root.ViewerPreferences = pikepdf.Dictionary(
            DisplayDocTitle=True, Duplex=pikepdf.Name.DuplexFlipShortEdge
        )
        file.remove_unreferenced_resources()
        out = io.BytesIO()
        file.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    return out.getvalue()


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a page of the book went: the face of a sheet, its form there, its lower left corner."""

    face: Any
    form: Any
    x: float
    y: float


def _move_links(page: Any, places: Mapping[tuple[int, int], _Place]) -> None:
    """Move the links of a page to its face."""
    place = places[page.objgen]
    for link in page.get("/Annots", ()):
        link.Rect = _shifted(link.Rect, place)
        if "/P" in link:
            link.P = place.face
        place.face.Annots.append(link)


def _move_references(file: Any, places: Mapping[tuple[int, int], _Place]) -> None:
    """Let tags and the targets of links and of the outline refer to faces instead of pages."""
    import pikepdf

    for thing in list(file.objects):
        if isinstance(thing, pikepdf.Array):
            _move_target(thing, places)
        elif isinstance(thing, pikepdf.Dictionary):
            if thing.get("/Type") == "/StructElem":
                _move_tag(thing, places)
            for target in (thing.get("/Dest"), thing.get("/D"), *thing.get("/Names", ())):
                if isinstance(target, pikepdf.Dictionary):
                    target = target.get("/D")
                if isinstance(target, pikepdf.Array):
                    _move_target(target, places)
            action = thing.get("/A")
            target = action.get("/D") if isinstance(action, pikepdf.Dictionary) else None
            if isinstance(target, pikepdf.Array):
                _move_target(target, places)


def _shifted(box: Any, place: _Place) -> list[float]:
    """A box of a page (left, bottom, right, top) on its face."""
    return [float(side) + (place.y if at % 2 else place.x) for at, side in enumerate(box)]


def _place_of(page: Any, places: Mapping[tuple[int, int], _Place]) -> _Place | None:
    import pikepdf

    return places.get(page.objgen) if isinstance(page, pikepdf.Dictionary) else None


def _move_target(target: Any, places: Mapping[tuple[int, int], _Place]) -> None:
    """Move a target: the page, how to show it, and from where."""
    place = _place_of(target[0], places) if len(target) else None
    if place is None:
        return
    target[0] = place.face
    if len(target) > 3 and target[1] == "/XYZ":
        for at, more in ((2, place.x), (3, place.y)):
            target[at] = float(target[at]) + more


def _move_tag(tag: Any, places: Mapping[tuple[int, int], _Place]) -> None:
    """Move a tag to the face of its page, where the form has its marked contents."""
    import pikepdf

    place, kids = _place_of(tag.get("/Pg"), places), tag.get("/K")
    if kids is None:
        return
    moved = pikepdf.Array()
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, int) and place is not None:
            kid = pikepdf.Dictionary(Type=pikepdf.Name.MCR, Pg=place.face, Stm=place.form, MCID=kid)
        elif isinstance(kid, pikepdf.Dictionary) and kid.get("/Type") in ("/MCR", "/OBJR"):
            its = _place_of(kid.get("/Pg"), places) or place
            if its is not None:
                kid.Pg = its.face
                if kid.Type == "/MCR":
                    kid.Stm = its.form
        moved.append(kid)
    tag.K = moved
    if place is None:
        return
    tag.Pg = place.face
    traits = tag.get("/A")
    if isinstance(traits, pikepdf.Dictionary) and "/BBox" in traits:
        traits.BBox = _shifted(traits.BBox, place)
