"""The papers a book is printed on: what independent judges say of the PDFs, and in which order a
booklet lies.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import page as judge
import pikepdf
import pytest
from built_books import WIKIPEDIA, BuiltBooks

from zwanz_renderer import booklet, formats
from zwanz_renderer.styles import Paper

A4, A5, LETTER = (297.0, 210.0), (148.0, 210.0), (215.9, 279.4)
PROFILES = {
    "PDF_UA_1": judge.ValidationProfile.PDF_UA_1,
    "PDF_A_3A": judge.ValidationProfile.PDF_A_3A,
}


def millimetres(page: pikepdf.Page) -> tuple[float, float]:
    left, bottom, right, top = (float(side) for side in page.mediabox)
    return round((right - left) / 72 * 25.4, 1), round((top - bottom) / 72 * 25.4, 1)


def faults(file: Path, profile: judge.ValidationProfile) -> list[str]:
    """What a judge objects to; veraPDF has the rule on metadata filters in part 1 of PDF/A only."""
    found = judge.validate_pdf(str(file), profile=profile).failures
    return [
        f"{fault.rule_id}: {fault.message}"
        for fault in found
        if "METADATA-FILTER" not in fault.rule_id
    ]


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory, built: BuiltBooks) -> dict[Paper, Path]:
    """The shipped book of one variant on each paper, each built by a process of its own: what a
    book takes is given back when it ends.
    """
    out = tmp_path_factory.mktemp("papers")
    made = {formats.PAPERS[0]: built.book(*WIKIPEDIA, "pdf")}
    game, variant, lang = WIKIPEDIA
    call = [sys.executable, "-m", "zwanz_ssot", "book", game, "--variant", variant]
    for paper in formats.PAPERS[1:]:
        options = ["--lang", lang, "--format", paper, "--out", str(out)]
        subprocess.run([*call, *options], check=True, capture_output=True)
        (made[paper],) = out.glob(f"*.{paper}.pdf")
    return made


def test_each_paper_has_a_file_and_a_size_of_its_own(papers: dict[Paper, Path]) -> None:
    assert {paper: file.name for paper, file in papers.items()} == {
        "a5": "zwanzigerrufen.wikipedia.en.pdf",
        "letter": "zwanzigerrufen.wikipedia.en.letter.pdf",
        "booklet": "zwanzigerrufen.wikipedia.en.booklet.pdf",
    }
    for paper, size in (("a5", A5), ("letter", LETTER), ("booklet", A4)):
        with pikepdf.open(papers[paper]) as file:
            assert {millimetres(page) for page in file.pages} == {size}, paper


@pytest.mark.parametrize("paper", formats.PAPERS)
@pytest.mark.parametrize("profile", PROFILES)
def test_it_can_be_read_aloud_and_kept_for_ever(
    papers: dict[Paper, Path], paper: Paper, profile: str
) -> None:
    assert faults(papers[paper], PROFILES[profile]) == []


def outline(items: Iterable[Any]) -> Iterator[tuple[str, pikepdf.Object]]:
    for item in items:
        yield item.title, item.destination[0]
        yield from outline(item.children)


def read_aloud(file: pikepdf.Pdf) -> list[str]:
    """The alternative texts of a file's pictures, in the order of its tags."""
    found = []

    def walk(tag: pikepdf.Object) -> None:
        if isinstance(tag, pikepdf.Array):
            for kid in tag:
                walk(kid)
        elif isinstance(tag, pikepdf.Dictionary):
            if "/Alt" in tag:
                found.append(str(tag.Alt))
            if "/K" in tag:
                walk(tag.K)

    walk(file.Root.StructTreeRoot.K)
    return found


def test_a_booklet_is_read_aloud_like_the_book(papers: dict[Paper, Path]) -> None:
    with pikepdf.open(papers["a5"]) as plain, pikepdf.open(papers["booklet"]) as folded:
        assert read_aloud(folded) == read_aloud(plain) != []
        faces = {page.objgen for page in folded.pages}
        tags = [
            thing
            for thing in folded.objects
            if isinstance(thing, pikepdf.Dictionary) and "/Pg" in thing
        ]
        assert {tag.Pg.objgen for tag in tags} <= faces


def test_the_outline_of_a_booklet_leads_to_the_faces_of_its_sheets(
    papers: dict[Paper, Path],
) -> None:
    def titles(file: pikepdf.Pdf) -> list[tuple[str, int]]:
        """The titles of a file, each with the index of the page it leads to."""
        pages = {page.objgen: index for index, page in enumerate(file.pages)}
        with file.open_outline() as tree:
            return [(title, pages[page.objgen]) for title, page in outline(tree.root)]

    with pikepdf.open(papers["a5"]) as plain, pikepdf.open(papers["booklet"]) as folded:
        before, after, order = titles(plain), titles(folded), booklet.order(len(plain.pages))
    assert [title for title, _ in before] == [title for title, _ in after] != []
    assert all(page + 1 in order[face] for (_, page), (_, face) in zip(before, after, strict=True))


@pytest.mark.skipif(not shutil.which("qpdf"), reason="needs qpdf")
def test_qpdf_finds_nothing_wrong(papers: dict[Paper, Path]) -> None:
    for file in papers.values():
        done = subprocess.run(["qpdf", "--check", str(file)], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def test_both_standards_and_the_colours_are_named(papers: dict[Paper, Path]) -> None:
    with pikepdf.open(papers["a5"]) as file:
        with file.open_metadata() as data:
            assert (data["pdfuaid:part"], data["pdfaid:part"], data["pdfaid:conformance"]) == (
                "1",
                "3",
                "A",
            )
        (intent,) = file.Root.OutputIntents
        assert intent.S == "/GTS_PDFA1" and intent.DestOutputProfile.N == 3
        assert len(file.trailer.ID) == 2


def test_every_header_cell_says_what_it_heads_and_has_an_id_of_its_own(
    papers: dict[Paper, Path],
) -> None:
    with pikepdf.open(papers["a5"]) as file:
        cells = [
            o for o in file.objects if isinstance(o, pikepdf.Dictionary) and o.get("/S") == "/TH"
        ]
        assert len(cells) > 40
        assert {str(cell.A.Scope) for cell in cells} == {"/Column", "/Row"}
        ids = [str(cell.ID) for cell in cells]
        assert len(ids) == len(set(ids))
        listed = file.Root.StructTreeRoot.IDTree.Names
        assert sorted(ids) == [str(name) for name in listed[::2]]
        headers = {
            str(header)
            for o in file.objects
            if isinstance(o, pikepdf.Dictionary) and o.get("/S") == "/TD"
            for header in o.A.get("/Headers", [])
        }
        assert headers <= set(ids)


@pytest.mark.parametrize(
    ("pages", "faces"),
    [
        (1, [(None, 1), (None, None)]),
        (4, [(4, 1), (2, 3)]),
        (5, [(5, 1), (2, None), (None, 3), (4, None)]),
        (6, [(6, 1), (2, None), (None, 3), (4, 5)]),
        (8, [(8, 1), (2, 7), (6, 3), (4, 5)]),
        (12, [(12, 1), (2, 11), (10, 3), (4, 9), (8, 5), (6, 7)]),
    ],
)
def test_the_order_of_a_booklet(pages: int, faces: list[tuple[int | None, int | None]]) -> None:
    assert booklet.order(pages) == faces


@pytest.mark.parametrize("pages", [*range(1, 30), 64, 97])
def test_a_folded_booklet_reads_from_the_first_page_to_the_last(pages: int) -> None:
    faces = booklet.order(pages)
    sheets = list(zip(faces[::2], faces[1::2], strict=True))
    # folded, the right of a front lies on the left of its back; the sheets lie in one another, the
    # first outside
    first_half = [side for front, back in sheets for side in (front[1], back[0])]
    second_half = [side for front, back in reversed(sheets) for side in (back[1], front[0])]
    read = [side for side in first_half + second_half if side is not None]
    assert read == list(range(1, pages + 1))


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs poppler")
def test_a_booklet_has_the_pages_of_the_book_where_they_belong(papers: dict[Paper, Path]) -> None:
    with pikepdf.open(papers["a5"]) as plain, pikepdf.open(papers["booklet"]) as folded:
        faces = booklet.order(len(plain.pages))
        assert len(folded.pages) == len(faces) and len(faces) % 2 == 0
    for at, (left, right) in enumerate(faces, 1):
        for number, x in ((left, 0), (right, 421)):
            area = ["-x", str(x), "-y", "0", "-W", "421", "-H", "596"]
            shown = text_of(papers["booklet"], at, *area)
            assert shown == ("" if number is None else text_of(papers["a5"], number)), (at, number)


def text_of(file: Path, page: int, *area: str) -> str:
    command = ["pdftotext", "-f", str(page), "-l", str(page), *area, str(file), "-"]
    return " ".join(
        subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    )
