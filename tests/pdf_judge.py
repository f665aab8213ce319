"""What can be wrong with a PDF of a book though every standard is kept: a judge that knows nothing
of how it was made.

Each function takes a file and gives its faults as lines, with the page where there is one.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree

import page as conformance
import pikepdf

from zwanz_renderer import pages

HEADING = re.compile(r"/H([1-6])")
LEFTOVERS = {
    "Markdown": re.compile(r"\*\*|__|(?m:^\s*#{1,6} )|\]\(|`|~~~|(?m:^\s*\|)"),
    "a shortcode": re.compile(r"\[/?[a-z][a-z0-9-]*(\]|\s+[a-z]+=)|\[\[|\]\]"),
    "HTML": re.compile(r"</?[a-z]+[ >]|&[a-z]+;|&#\d+;"),
    "a template": re.compile(
        r"\{\{|\}\}|\{%|\{[a-z_.]+\}|\bNone\b|\bTrue\b|\bFalse\b|\bundefined\b|\bnan\b"
    ),
    "a character that could not be read": re.compile("\ufffd"),
}
SLACK = 1.0
"""How far, in points, boxes of letters may reach over each other or over the edge: fonts draw a
little outside.
"""


@dataclass(frozen=True, slots=True)
class Word:
    """A word on a page, and its box in points from the top left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: Word) -> bool:
        """Whether the boxes lie on each other by more than the slack across and nearly half a line
        down.
        """
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > SLACK and down > 0.45 * min(
            self.bottom - self.top, other.bottom - other.top
        )


def faults(file: Path) -> list[str]:
    """What any paper is judged by: the standards, what is tagged, links, and what is seen."""
    return [
        fault for judge in (standards, structure, links, leftovers, words) for fault in judge(file)
    ]


def standards(file: Path) -> list[str]:
    """Faults of syntax, and against PDF/UA-1 and PDF/A-3a; veraPDF has the rule on metadata filters
    in part 1 only.
    """
    with pikepdf.open(file) as pdf:
        faults = [f"syntax: {fault}" for fault in pdf.check_pdf_syntax()]
    for profile in (conformance.ValidationProfile.PDF_UA_1, conformance.ValidationProfile.PDF_A_3A):
        found = conformance.validate_pdf(str(file), profile=profile).failures
        faults += [
            f"{it.rule_id}: {it.message}" for it in found if "METADATA-FILTER" not in it.rule_id
        ]
    return faults


# what is tagged


def structure(file: Path) -> list[str]:
    """Tables without rows, heads or data, figures without a text, headings that are empty or skip a
    level.
    """
    with pikepdf.open(file) as pdf:
        if "/StructTreeRoot" not in pdf.Root:
            return ["nothing is tagged"]
        numbers: dict[object, int] = {
            page.objgen: number for number, page in enumerate(pdf.pages, 1)
        }
        return list(_tagged(pdf.Root.StructTreeRoot, numbers))


def _tagged(root: pikepdf.Object, numbers: dict[object, int]) -> Iterator[str]:
    level = 0
    for element in _below(root):
        kind = str(element.get("/S", ""))
        where = f"page {numbers.get(element.Pg.objgen) if '/Pg' in element else '?'}"
        if heading := HEADING.fullmatch(kind):
            if int(heading[1]) > level + 1:
                yield f"{where}: a heading of level {heading[1]} follows one of level {level}"
            level = int(heading[1])
            if not _marked(element):
                yield f"{where}: an empty heading"
        elif (
            kind == "/Figure"
            and not str(element.get("/Alt", element.get("/ActualText", ""))).strip()
        ):
            yield f"{where}: a figure without a text"
        elif kind == "/Table":
            parts = {str(part.get("/S", "")) for part in _below(element)}
            for part, name in (("/TR", "rows"), ("/TH", "heads"), ("/TD", "data")):
                if part not in parts:
                    yield f"{where}: a table without {name}"
    if not level:
        yield "no heading at all"


def _below(element: pikepdf.Object) -> Iterator[pikepdf.Dictionary]:
    """The structure elements under one, in reading order."""
    for kid in _kids(element):
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield kid
            yield from _below(kid)


def _kids(element: pikepdf.Object) -> list[object]:
    kids: object = element.get("/K", pikepdf.Array())
    return list(kids) if isinstance(kids, pikepdf.Array) else [kids]


def _marked(element: pikepdf.Object) -> bool:
    """Whether something that is drawn belongs to an element: a number or a reference among its
    kids.
    """
    return any(
        not isinstance(kid, pikepdf.Dictionary) or "/S" not in kid or _marked(kid)
        for kid in _kids(element)
    )


# links


def links(file: Path) -> list[str]:
    """Links that lead nowhere, or that cannot be read aloud."""
    faults = []
    with pikepdf.open(file) as pdf:
        names = pdf.Root.get("/Names", pikepdf.Dictionary())
        known = set(pikepdf.NameTree(names.Dests)) if "/Dests" in names else set()
        for number, page in enumerate(pdf.pages, 1):
            for note in page.get("/Annots", []):
                if note.get("/Subtype") != "/Link":
                    continue
                action = note.get("/A", pikepdf.Dictionary())
                target = note.get("/Dest", action.get("/D"))
                if isinstance(target, pikepdf.String) and str(target) not in known:
                    faults.append(f"page {number}: a link to {target}, which is nowhere")
                if target is None and not str(action.get("/URI", "")).startswith("https://"):
                    faults.append(f"page {number}: a link without a target")
                if not str(note.get("/Contents", "")).strip():
                    faults.append(f"page {number}: a link without a text")
    return faults


# what is seen


def leftovers(file: Path) -> list[str]:
    """Marks of Markdown, of shortcodes, of HTML and of templates in the text."""
    text = subprocess.run(
        ["pdftotext", "-layout", file, "-"], capture_output=True, check=True
    ).stdout.decode()
    return [
        f"page {number}: {kind} is left over: {' '.join(line.split())}"
        for number, page in enumerate(text.split("\f"), 1)
        for line in page.splitlines()
        for kind, pattern in LEFTOVERS.items()
        if pattern.search(line)
    ]


def words(file: Path) -> list[str]:
    """Words over words, and words over the edge of the page."""
    faults = []
    for number, (width, height, seen) in enumerate(seen_pages(file), 1):
        for word in seen:
            if (
                word.left < -SLACK
                or word.top < -SLACK
                or word.right > width + SLACK
                or word.bottom > height + SLACK
            ):
                faults.append(f"page {number}: '{word.text}' lies over the edge")
        faults += [
            f"page {number}: '{one.text}' lies on '{other.text}'"
            for one, other in _collisions(seen)
        ]
    return faults


def empty(file: Path) -> list[str]:
    """Pages without any word, as those of cards are."""
    return [
        f"page {number}: is empty"
        for number, (*_, seen) in enumerate(seen_pages(file), 1)
        if not seen
    ]


def _collisions(seen: list[Word]) -> Iterator[tuple[Word, Word]]:
    """Pairs of words that lie on each other; those above the line that is being looked at are laid
    aside.
    """
    near: list[Word] = []
    for word in sorted(seen, key=lambda word: word.top):
        near = [other for other in near if other.bottom > word.top]
        yield from ((other, word) for other in near if word.covers(other))
        near.append(word)


def seen_pages(file: Path) -> Iterator[tuple[float, float, list[Word]]]:
    """The size of each page and the words on it."""
    output = subprocess.run(
        ["pdftotext", "-bbox", file, "-"], capture_output=True, check=True
    ).stdout.decode()
    output = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f]", "", output)
    html = "{http://www.w3.org/1999/xhtml}"
    for page in ElementTree.fromstring(output).iter(f"{html}page"):
        sides = ("xMin", "yMin", "xMax", "yMax")
        seen = [
            Word(word.text or "", *(float(word.attrib[it]) for it in sides))
            for word in page.iter(f"{html}word")
        ]
        yield float(page.attrib["width"]), float(page.attrib["height"]), seen


def gaps(file: Path) -> list[str]:
    """Pages inside a book with a hole that no end of a chapter explains, and too many pages with a
    lesser one.
    """
    empty = dict(enumerate(_emptiness(file), 1))
    # not the cover, imprint and contents, the end of the index and the back cover
    inside = range(4, len(empty) - 1 - _has_notes(file))
    ends = {begin - 1 for begin in chapters(file)}
    found = [
        f"page {at}: {empty[at]:.0%} of it is empty in one piece"
        for at in inside
        if empty[at] > (_HOLE_AT_AN_END if at in ends else _HOLE)
    ]
    holed = [at for at in inside if empty[at] > _LESSER and at not in ends]
    if len(holed) > max(3, len(empty) * _OF_ALL):
        found.append(f"a fifth and more is empty on {len(holed)} of {len(empty)} pages: {holed}")
    return found


def bands(file: Path) -> dict[int, float]:
    """Of each inner page (not cover, imprint, contents, the last text and what follows it) the
    highest blank band, as a share of the text block.
    """
    heights = _emptiness(file)
    return dict(enumerate(heights[3 : -2 - _has_notes(file)], 4))


def _has_notes(file: Path) -> bool:
    """Whether a page for notes stands before the back cover."""
    with pikepdf.open(file) as pdf:
        before = len(pdf.pages) - 1
    command = ["pdftotext", "-f", str(before), "-l", str(before), file, "-"]
    text = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    return text.strip() in {pages.words(lang)["notes"] for lang in pages.languages()}


_HOLE_AT_AN_END = 0.36
"""A chapter may end so far above the foot of a page that the next has no room for its beginning,
and no further; an ornament then halves the rest.
"""
_HOLE = 0.36
"""A section may end so far above it that the next has no room for its heading and the first row of
its table.
"""
_LESSER, _OF_ALL = 0.2, 1 / 16


def chapters(file: Path) -> Iterator[int]:
    """The pages on which chapters begin."""
    with pikepdf.open(file) as pdf, pdf.open_outline() as outline:
        for item in outline.root:
            place = item.destination if item.destination is not None else item.action.D
            yield pikepdf.Page(place[0]).index + 1


@lru_cache
def _emptiness(file: Path) -> tuple[float, ...]:
    """Of each page the highest blank stripe, as a part of what lies between running head and
    number.
    """
    heights = []
    pages = subprocess.run(
        ["pdftoppm", "-r", "36", "-gray", file], capture_output=True, check=True
    ).stdout
    while pages:
        _, size, _, rest = pages.split(b"\n", 3)
        across, down = map(int, size.split())
        dots, pages = rest[: across * down], rest[across * down :]
        lines = range(down // 10, down * 9 // 10)
        blank = "".join(
            " " if min(dots[at * across : (at + 1) * across]) > 200 else "x" for at in lines
        )
        heights.append(max(map(len, blank.split("x"))) / len(lines))
    return tuple(heights)
