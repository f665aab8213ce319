"""Where what is tagged in a PDF stands on its pages: whether it is read in the order in which it is
seen, and which tables are torn.

Each function takes a file and knows nothing of how it was made. All lengths are points; heights are
measured from the top of a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import count, groupby
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf

_BLOCK = re.compile(r"/(H[1-6]|P|Caption|LI|TR|Figure|Note)")
"""What is read as one thing; of those in each other the innermost counts."""
_TITLE = re.compile(r"/(H[1-6]|Caption)")
_LINE = 3.0
"""By how much what is read later may stand higher: signs, and cells with smaller letters."""
_TOP = 100
"""Points from the top of a page in which the first thing on it stands."""


@dataclass(frozen=True, slots=True)
class Box:
    """A box around baselines and corners on a page; pages count from 1."""

    page: int
    left: float
    top: float
    right: float
    bottom: float

    def around(self, other: Box) -> Box:
        """The box around two of one page."""
        return Box(
            self.page,
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def passes(self, other: Box) -> bool:
        """Whether it stands beside another or around it, as a frame does."""
        beside = self.left > other.right or other.left > self.right
        around = self.left <= other.left and self.right >= other.right
        return beside or (around and self.top <= other.top and self.bottom >= other.bottom)


@dataclass(frozen=True, slots=True)
class Ink:
    """What is drawn at one mark: letters of one line, or a drawing, which has no text."""

    box: Box
    text: str


@dataclass(frozen=True, slots=True)
class Block:
    """What stands of one structure element on one page."""

    kind: str
    box: Box


def out_of_order(file: Path) -> list[str]:
    """Headings and captions that are read after what stands below them, or before what stands above
    them; and what is read but stands on no page.
    """
    faults = []
    for page, some in groupby(blocks(file), lambda block: block.box.page):
        read = [block for block in some if block.kind != "/Note"]
        faults += [
            f"page {page}: a {block.kind[1:]} is read that is off the page"
            for block in read
            if block.box.bottom < 0
        ]
        for at, title in enumerate(read):
            if not _TITLE.fullmatch(title.kind):
                continue
            box = title.box
            below = [it for it in read[:at] if it.box.bottom > box.bottom + _LINE]
            above = [it for it in read[at + 1 :] if 0 <= it.box.top < box.top - _LINE]
            for others, word, place in ((below, "before", "below"), (above, "after", "above")):
                wrong = {it.kind[1:] for it in others if not it.box.passes(box)}
                if wrong:
                    faults.append(
                        f"page {page}: what stands {place} a {title.kind[1:]} at {box.top:.0f} is "
                        f"read {word} it: {', '.join(sorted(wrong))}"
                    )
    return faults


@dataclass(frozen=True, slots=True)
class Table:
    """What stands of a table on one page; a table that is torn is tagged as one on each page."""

    box: Box
    captioned: bool
    heads: int
    """How many heads its columns have."""
    rows: int
    """How many rows have a head; what is said of a row stands in a row of its own below it."""
    pictured: bool
    """Whether its data are pictures alone, as the hands of a deal are."""


@dataclass(frozen=True, slots=True)
class TornTable:
    """A table on several pages: the first of them, the heads of its columns, its height, that of
    what stands on the first page, its rows on each, and whether its data are pictures alone.
    """

    page: int
    heads: int
    height: float
    first: float
    rows: tuple[int, ...]
    pictured: bool


def torn_tables(file: Path) -> list[TornTable]:
    """The tables on several pages. Heads that are repeated count once in the height, about."""
    runs: list[list[Table]] = []
    for table in tables(file):
        last = runs[-1][-1] if runs else None
        if (
            last is not None
            and not table.captioned
            and table.heads == last.heads
            and table.box.page == last.box.page + 1
            and table.box.top < _TOP
        ):
            runs[-1].append(table)
        else:
            runs.append([table])
    return [
        TornTable(
            run[0].box.page,
            run[0].heads,
            sum(table.box.bottom - table.box.top for table in run),
            run[0].box.bottom - run[0].box.top,
            tuple(table.rows for table in run),
            all(table.pictured for table in run),
        )
        for run in runs
        if len(run) > 1
    ]


def tables(file: Path) -> tuple[Table, ...]:
    """All tables with heads of columns, in reading order."""
    found: dict[tuple[int, int], list[tuple[tuple[Element, ...], Box]]] = {}
    for path, box in _drawn(file):
        at = next((at for at, element in enumerate(path) if element.kind == "/Table"), None)
        if at is not None:
            found.setdefault((path[at].number, box.page), []).append((path[at:], box))
    return tuple(_table(parts) for parts in found.values())


def _table(parts: list[tuple[tuple[Element, ...], Box]]) -> Table:
    inside = [({element.kind: element.number for element in path}, box) for path, box in parts]
    return Table(
        reduce(Box.around, (box for _, box in inside)),
        any("/Caption" in kinds for kinds, _ in inside),
        len({kinds["/TH"] for kinds, _ in inside if "/TH" in kinds and "/THead" in kinds}),
        len({kinds["/TR"] for kinds, _ in inside if "/TH" in kinds and "/TBody" in kinds}),
        all("/Figure" in kinds for kinds, _ in inside if "/TD" in kinds),
    )


class Element(NamedTuple):
    """A structure element: its kind, and its place among all."""

    kind: str
    number: int


def blocks(file: Path) -> tuple[Block, ...]:
    """All blocks page by page, in reading order."""
    found: dict[tuple[int, int], Block] = {}
    for path, box in _drawn(file):
        inner = [element for element in path if _BLOCK.fullmatch(element.kind)]
        kind, number = inner[-1] if inner else path[-1]
        known = found.get((number, box.page))
        found[number, box.page] = Block(kind, known.box.around(box) if known else box)
    return tuple(sorted(found.values(), key=lambda block: block.box.page))


def _drawn(file: Path) -> Iterator[tuple[tuple[Element, ...], Box]]:
    """All that is tagged and drawn, in reading order: the elements around it, and its box."""
    return ((path, ink.box) for path, ink in drawn(file))


def drawn(file: Path) -> tuple[tuple[tuple[Element, ...], Ink], ...]:
    """All that is tagged and drawn, in reading order: the elements around it, and itself."""
    return _drawn_then(file, file.stat().st_mtime_ns)


@lru_cache
def _drawn_then(file: Path, written: int) -> tuple[tuple[tuple[Element, ...], Ink], ...]:
    with pikepdf.open(file) as pdf:
        numbers = {page.objgen: at for at, page in enumerate(pdf.pages, 1)}
        inks = {at: _inks(page, at) for at, page in enumerate(pdf.pages, 1)}
        marks = list(_marks(pdf.Root.StructTreeRoot, numbers, count(1)))
    return tuple((path, inks[page][mark]) for path, page, mark in marks if mark in inks[page])


def _marks(
    element: pikepdf.Object,
    numbers: Mapping[tuple[int, int], int],
    places: Iterator[int],
    path: tuple[Element, ...] = (),
    page: int = 0,
) -> Iterator[tuple[tuple[Element, ...], int, int]]:
    """Each mark in reading order: the elements around it, its page, its number on that."""
    page = numbers[element.Pg.objgen] if "/Pg" in element else page
    kids = element.get("/K", pikepdf.Array())
    for kid in list(kids) if isinstance(kids, pikepdf.Array) else [kids]:
        if not isinstance(kid, pikepdf.Dictionary):
            yield path, page, int(kid)
        elif "/S" in kid:
            inner = (*path, Element(str(kid.S), next(places)))
            yield from _marks(kid, numbers, places, inner, page)
        elif "/MCID" in kid:
            yield path, numbers[kid.Pg.objgen] if "/Pg" in kid else page, int(kid.MCID)


def _inks(page: pikepdf.Page, number: int) -> dict[int, Ink]:
    """What each mark on a page is: the box has the first baselines of letters, and the corners of
    drawings.
    """
    height = float(page.mediabox[3])
    found: dict[int, Ink] = {}
    letters: Mapping[int, str] = {}
    matrix = text = pikepdf.Matrix()
    saved: list[pikepdf.Matrix] = []
    marks: list[int | None] = []
    corners: list[tuple[float, float]] = []

    def note(points: Sequence[tuple[float, float]], written: str = "") -> None:
        mark = next((mark for mark in reversed(marks) if mark is not None), None)
        if mark is not None and points:
            xs, ys = zip(*points, strict=True)
            box = Box(number, min(xs), height - max(ys), max(xs), height - min(ys))
            before = found.get(mark)
            found[mark] = (
                Ink(before.box.around(box), before.text + written) if before else Ink(box, written)
            )

    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "q":
                saved.append(matrix)
            case "Q":
                matrix = saved.pop()
            case "cm":
                matrix = _matrix(operands) @ matrix
            case "BMC" | "BDC":
                given: Any = operands[1] if len(operands) > 1 else {}
                marked = isinstance(given, pikepdf.Dictionary) and "/MCID" in given
                marks.append(int(given.MCID) if marked else None)
            case "EMC":
                marks.pop()
            case "BT":
                text = pikepdf.Matrix()
            case "Tm":
                text = _matrix(operands)
            case "Tf":
                letters = _letters(page.resources.Font[str(operands[0])])
            case "Tj" | "TJ":
                note([matrix.transform((text.e, text.f))], _written(operands[0], letters))
            case "m" | "l":
                corners.append(matrix.transform(_numbers(operands)))
            case "re":
                x, y, wide, high = _numbers(operands)
                corners += [matrix.transform(at) for at in ((x, y), (x + wide, y + high))]
            case "n":
                corners = []
            case "f" | "f*" | "S" | "s" | "B" | "B*":
                note(corners)
                corners = []
            case "Do":
                form: Any = page.resources.XObject[str(operands[0])]
                left, low, right, high = _numbers(form.get("/BBox", (0, 0, 1, 1)))
                own = _matrix(form.get("/Matrix", (1, 0, 0, 1, 0, 0))) @ matrix
                note([own.transform(at) for at in ((left, low), (right, high))])
    return found


def _letters(font: Any) -> Mapping[int, str]:
    """The letters of each glyph of a font."""
    return _letters_in(bytes(font.ToUnicode.read_bytes()))


@lru_cache
def _letters_in(table: bytes) -> Mapping[int, str]:
    pairs = re.findall(rb"^<([0-9a-f]+)> <([0-9a-f]*)>$", table, re.MULTILINE)
    return {
        int(glyph, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for glyph, text in pairs
    }


def _written(shown: Any, letters: Mapping[int, str]) -> str:
    """The text of a string of glyphs of two bytes, or of some with distances between them."""
    parts = list(shown) if isinstance(shown, pikepdf.Array) else [shown]
    glyphs = b"".join(bytes(part) for part in parts if isinstance(part, pikepdf.String))
    numbers = (int.from_bytes(glyphs[at : at + 2]) for at in range(0, len(glyphs), 2))
    return "".join(letters.get(number, "") for number in numbers)


def _matrix(operands: Any) -> pikepdf.Matrix:
    return pikepdf.Matrix(*_numbers(operands))


def _numbers(operands: Any) -> tuple[float, ...]:
    return tuple(map(float, operands))
