"""A long list of contents stands in two halves of like height."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from conftest import loaded
from zwanz_renderer.halves import in_halves

from zwanz_renderer import book, pages
from zwanz_renderer.pictures import Pictures
from zwanz_renderer.press import pdf


def contents(*sections: int, dense: bool = True) -> str:
    """A list of chapters with so many sections each."""
    lines = []
    for number, count in enumerate(sections, 1):
        below = "".join(f'<li><a href="#s{number}-{at}">Section</a></li>\n' for at in range(count))
        lines.append(
            f'<li><a href="#c{number}">Chapter</a>\n'
            + (f"<ol>\n{below}</ol>\n" if count else "")
            + "</li>\n"
        )
    kind = "contents dense" if dense else "contents"
    listed = f'<ol class="entries">\n{"".join(lines)}</ol>\n'
    return f'<header></header>\n<nav class="{kind}">\n<h2 id="contents">Contents</h2>\n{listed}</nav>\n'


@pytest.mark.parametrize(
    ("sections", "left"),
    [
        ((3, 3), 1),
        ((3, 3, 3, 3), 2),
        ((9, 0, 0, 0, 0, 3), 1),  # 145.5 on the left, 4 x 24 + 64.5 on the right
        ((0, 0, 0, 9), 2),  # 48 and 169.5: the last would be alone with three on the left
        ((5,), 1),
    ],
)
def test_the_higher_half_is_as_low_as_can_be_and_nothing_is_left_alone(
    sections: tuple[int, ...], left: int
) -> None:
    halves = re.findall(
        r'counter-reset: entry (\d+)">\n(.*?)</ol></div>', in_halves(contents(*sections)), re.DOTALL
    )
    assert [(int(before), len(re.findall(r"#c\d", text))) for before, text in halves] == [
        (0, left),
        (left, len(sections) - left),
    ]


def test_every_line_is_kept_in_its_order() -> None:
    front = contents(2, 0, 4, 1, 3)
    assert re.findall(r'href="([^"]+)"', in_halves(front)) == re.findall(r'href="([^"]+)"', front)


def test_a_short_list_stays_as_it_is() -> None:
    assert in_halves(contents(2, 3, dense=False)) == contents(2, 3, dense=False)


def places(data: bytes, folder: Path) -> list[tuple[str, int, int]]:
    """The words of the page after the title page with where they stand, in points; numbers of pages
    apart.
    """
    (folder / "book.pdf").write_bytes(data)
    call = ["pdftotext", "-bbox", "-f", "2", "-l", "2", str(folder / "book.pdf"), "-"]
    boxes = re.findall(
        r'<word xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>([^<]+)<',
        subprocess.run(call, check=True, capture_output=True, text=True).stdout,
    )
    return sorted(
        (word, round(float(x)), round(float(y))) for x, y, word in boxes if not word.isdigit()
    )


def test_the_halves_stand_where_columns_would(tmp_path: Path) -> None:
    game = loaded("zwanzigerrufen", "wikipedia")
    folder = tmp_path / "chapters"
    folder.mkdir()
    for name, sections in zip("abcdefghi", (4, 1, 3, 5, 2, 3, 6, 1, 4), strict=True):
        text = "".join(
            f"\n## Section {name}{at} {{#{name}-{at}}}\n\nText.\n" for at in "stuvwx"[:sections]
        )
        (folder / f"{name}.md").write_text(
            f"# Chapter {name} {{#{name}}}\n\nText.\n{text}", encoding="utf-8"
        )
    pictures = Pictures(game.deck.cards)
    page = pages.document(
        game, "en", book.Workshop(game, "en", chapters=folder).manuscript.chapters()
    )
    halves = places(pdf.write(page, pictures).data, tmp_path)
    columns = places(pdf.write_plainly(pages.for_printing(page), pictures).data, tmp_path)
    assert [word for word, *_ in halves] == [word for word, *_ in columns]
    assert all(
        abs(x - left) <= 1 and abs(y - top) <= 1
        for (_, x, y), (_, left, top) in zip(halves, columns, strict=True)
    )


def test_an_initial_is_the_first_letter_of_a_chapter_that_begins_with_a_text_and_of_no_other() -> (
    None
):
    """A chapter that begins with a table gives its initial to no later chapter, and not to the
    colophon.
    """
    head = '<div class="opening" aria-hidden="true"></div>\n<h2>{}</h2>\n'
    page = f"{head.format('Index')}<div>a</div>\n<h2>Colophon</h2>\n<p>These are the rules.</p>\n"
    assert "initial" not in pages.for_printing(page)
    page = f"{head.format('The Pack')}<p>Late in the evening{', and late at night' * 4}</p>"
    assert '<span class="initial">L</span>ate' in pages.for_printing(page)


def test_a_text_of_one_line_has_no_initial_which_would_reach_into_the_next() -> None:
    page = '<div class="opening"></div>\n<h2>A</h2>\n<p>{}</p>'
    more, less = (
        page.format("Just a<em>b</em>out one line. " * times) for times in (4, 3)
    )  # 84 and 63 letters
    assert "initial" in pages.for_printing(more, "a5") and "initial" not in pages.for_printing(
        more, "letter"
    )
    assert "initial" not in pages.for_printing(less, "a5")
    full = "Each side counts its Aces and Tens, the last trick, and what it has registered."
    assert "initial" not in pages.for_printing(page.format(full), "a5")
