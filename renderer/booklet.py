"""A booklet: two pages side by side on each face of a sheet, in the order in which they lie after folding.

Print on both sides, turned over at the short edge; lay the sheets on one another and fold them once.
"""

from __future__ import annotations

import io

_MM = 72 / 25.4
_SHEET = (297 * _MM, 210 * _MM)


def order(pages: int) -> list[tuple[int | None, int | None]]:
    """Left and right page (from 1) of each face, fronts and backs in turn; None is an empty page.

    The pages are filled up to a multiple of four: 5 pages give ``(None, 1), (2, None), (None, 3), (4, 5)``.
    """
    places = -(-pages // 4) * 4

    def real(number: int) -> int | None:
        return number if number <= pages else None

    faces = []
    for low in range(1, places // 2 + 1):
        high = places + 1 - low
        faces.append((real(high), real(low)) if low % 2 else (real(low), real(high)))
    return faces


def imposed(book: bytes) -> bytes:
    """The PDF of a book of A5 pages as a booklet of A4 sheets, to be printed and folded.

    Tags, links and outline are those of pages that are read in turn, so a booklet has none; it is PDF/A-3u.
    """
    import pikepdf  # not needed for any other book

    width, height = _SHEET
    with pikepdf.open(io.BytesIO(book)) as source, pikepdf.new() as out:
        for left, right in order(len(source.pages)):
            out.add_blank_page(page_size=_SHEET)
            face = out.pages[-1]
            for number, at_right in ((left, False), (right, True)):
                if number is None:
                    continue
                page = source.pages[number - 1]
                across, up = (float(page.mediabox[index]) for index in (2, 3))
                x, y = (width / 2 if at_right else width / 2 - across), (height - up) / 2
                face.add_overlay(page, pikepdf.Rectangle(x, y, x + across, y + up))
        out.Root.Lang = source.Root.Lang
        out.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True, Duplex=pikepdf.Name.DuplexFlipShortEdge)
        out.Root.OutputIntents = out.copy_foreign(source.make_indirect(source.Root.OutputIntents))
        with source.open_metadata() as told, out.open_metadata(set_pikepdf_as_editor=False) as meta:
            meta["dc:title"] = told["dc:title"]
            meta["pdfaid:part"], meta["pdfaid:conformance"] = "3", "U"
        out.docinfo["/Title"] = source.docinfo["/Title"]
        out.remove_unreferenced_resources()
        file = io.BytesIO()
        out.save(file, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return file.getvalue()
