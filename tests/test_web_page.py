"""The web page of a book in a browser: the search in it, and what it may do."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pikepdf
from built_books import GERMAN, JAPANESE, VIENNA, WIKIPEDIA, BuiltBooks
from conftest import loaded
from test_judges_html import BROWSERS, JUDGES, answer, tool

from zwanz_renderer.leaflets import write_score_sheet

TOLD = "document.querySelector('.search-told').textContent"
CHOSEN = "document.querySelector('[aria-selected=true]').textContent"
SOUGHT = (
    "(word => document.querySelector('main').textContent.replace(/\\u00ad/g, '').includes(word))"
)


def driven(jobs: list[dict[str, Any]]) -> Any:
    """What pages answer to keys and questions, a list a job (see judges/drive.mjs)."""
    return answer([tool("node"), JUDGES / "drive.mjs", tool(*BROWSERS), json.dumps(jobs)])


def job(page: Path, *steps: dict[str, Any], width: int = 390, **more: Any) -> dict[str, Any]:
    return {"file": str(page), "width": width, "steps": list(steps), **more}


def test_a_page_runs_its_own_script_and_nothing_else(built: BuiltBooks) -> None:
    html = built.book(*WIKIPEDIA, "html").read_text(encoding="utf-8")
    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", html, re.DOTALL)
    assert [attributes for attributes, _ in scripts] == [' type="module"']
    digest = base64.b64encode(hashlib.sha256(scripts[0][1].encode()).digest()).decode()
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', html)
    assert f"script-src 'sha256-{digest}'" in policy and "default-src 'none'" in policy
    assert not re.search(r"<[^>]*\son[a-z]+=", html.partition("<body>")[2])


def test_without_a_script_no_search_is_shown(built: BuiltBooks) -> None:
    """All of it stands in an element that shows nothing."""
    body = built.book(*WIKIPEDIA, "html").read_text(encoding="utf-8").partition("<body>")[2]
    outside = re.sub(r"<template.*?</template>", "", body, flags=re.DOTALL)
    assert "search" in body and 'class="search' not in outside and "<button" not in outside


def test_a_reader_searches_with_keys_alone(built: BuiltBooks) -> None:
    """In three languages: `/` opens, words are found in any order and without their accents, and
    Japanese ones inside of others; the number of hits is told; Enter goes there, Escape closes.
    """
    english, german, japanese = (
        built.book(*book, "html") for book in (WIKIPEDIA, GERMAN, JAPANESE)
    )
    opened = "document.querySelector('dialog').open"
    found = driven(
        [
            job(english, {"ask": opened}, {"key": "/"}, {"until": opened}, {"ask": opened}, {"key": "Escape"},
                {"until": f"!{opened}"}, {"ask": opened}),
            job(english, {"key": "/"}, {"type": "qqqq"}, {"ask": TOLD}, {"key": "Enter"}, {"ask": opened}),
            job(english, {"key": "/"}, {"type": "the contracts"}, {"ask": CHOSEN}, {"key": "Enter"},
                {"ask": "[location.hash, document.activeElement.id]"}, {"ask": opened}),
            job(english, {"key": "/"}, {"type": "trick ult pag"}, {"ask": TOLD}, {"key": "ArrowDown"},
                {"key": "ArrowUp"}, {"key": "ArrowUp"}, {"ask": "document.querySelector('[role=combobox]').getAttribute('aria-activedescendant')"},
                {"ask": "document.querySelectorAll('[role=option]').length - 1"}),
            job(german, {"key": "/"}, {"type": "konig"}, {"ask": TOLD},
                {"ask": f"{SOUGHT}('König')"}, {"ask": "[...document.querySelectorAll('mark')].every(m => m.textContent.toLowerCase() === 'könig')"}),
            job(japanese, {"key": "/"}, {"type": "ード点"}, {"ask": TOLD}, {"type": "か"}, {"ask": TOLD}),
        ]
    )  # fmt: skip
    assert found[0] == [False, True, False]
    assert found[1] == ["Nothing found.", True]
    assert found[2][0].startswith("The contracts") and found[2][1:] == [
        ["#the-contracts", "the-contracts"],
        False,
    ]
    several = re.fullmatch(r"(\d+) places\.", found[3][0])
    assert several and found[3][1] == f"hit-{found[3][2]}"
    assert re.fullmatch(r"\d+ Stellen\.", found[4][0]) and found[4][1:] == [True, True]
    assert re.fullmatch(r"\d+か所。", found[5][0]) and found[5][1] != found[5][0]


def test_the_contents_mark_the_place_one_is_at(built: BuiltBooks) -> None:
    """The section and its chapter, wherever one jumps to; on a telephone a bar names the chapter
    and leads back, and what one goes to does not lie under it.
    """
    page = built.book(*WIKIPEDIA, "html")
    marked = (
        "[...document.querySelectorAll('.contents [aria-current]')].map(link => link.textContent)"
    )
    bar = "document.querySelector('.bar').innerText.split('\\n').map(line => line.trim()).filter(line => line)"
    unfolded = "document.querySelectorAll('.contents details[open]').length"
    below = (
        "document.querySelector('#the-auction').getBoundingClientRect().top"
        " - document.querySelector('.bar').getBoundingClientRect().bottom"
    )
    to = "location.hash = '#the-trull'"
    back = "document.querySelector('.bar a').click()"
    reached = "document.querySelector('#contents').getBoundingClientRect().top < 450"
    wide, narrow = driven(
        [
            job(page, {"until": f"{marked}.includes('The auction')"}, {"ask": marked}, {"ask": unfolded},
                {"ask": to}, {"until": f"{marked}.includes('The Trull')"}, {"ask": marked},
                {"ask": unfolded}, width=1280, hash="#the-auction"),
            job(page, {"until": f"{bar}.includes('Calling and Bidding')"}, {"ask": bar}, {"ask": below},
                {"ask": unfolded}, {"ask": back}, {"until": reached}, {"ask": reached},
                hash="#the-auction"),
        ]
    )  # fmt: skip
    assert wide[0] == ["Calling and Bidding", "The auction"] and wide[1] == 1
    assert wide[3] == ["The Pack", "The Trull"] and wide[4] == 1
    assert "Calling and Bidding" in narrow[0] and narrow[1] >= 0 and narrow[2] == 0
    assert narrow[-1] is True


def test_contracts_and_bonuses_are_cards_on_a_telephone(built: BuiltBooks) -> None:
    """Each value under its own name, or beside it where contracts are told together, and nothing
    wider than the screen; columns on a wide one.
    """
    page = built.book(*VIENNA, "html")
    labels = (
        "[...new Set([...document.querySelectorAll('.contract-table td, .bonus-list td')]"
        ".map(cell => getComputedStyle(cell, '::before').content))]"
    )
    wider = (
        "[...document.querySelectorAll('.contract-table, .bonus-list, .bonus-matrix, .trick-table')]"
        ".filter(box => box.scrollWidth > box.clientWidth + 1).length"
    )
    cells = ".contract-table :is(td:not(.number), tbody:not(.alike) td)"
    shown = f"[...document.querySelectorAll('{cells}')].map(cell => cell.offsetWidth)"
    narrow, wide = driven(
        [
            job(
                page,
                *({"ask": each} for each in (labels, wider, shown)),
                {"ask": "document.documentElement.scrollWidth"},
                width=320,
            ),
            job(page, {"ask": labels}, {"ask": shown}, width=1280),
        ]
    )
    assert {'"Wer"', '"Ziel"', '"Wert"', '"Wann"', '"Still"', '"Angesagt"'} <= set(narrow[0])
    assert narrow[1] == 0 and min(narrow[2]) > 200 and narrow[3] == 320
    assert wide[0] == ["none"] and min(wide[1]) < 200


def test_a_score_sheet_is_as_wide_as_a_telephone(tmp_path: Path) -> None:
    """No table is scrolled sideways, and no word is cut."""
    wider = (
        "[...document.querySelectorAll('html, .table, th')]"
        ".filter(box => box.scrollWidth > box.clientWidth + 1).map(box => box.textContent)"
    )
    for variant, lang in (("directnet", "de"), ("base", "ja")):
        sheet = write_score_sheet(loaded("zwanzigerrufen", variant), lang, tmp_path)
        (said,) = driven([job(sheet.html, {"ask": wider}, width=390)])
        assert said == [[]]


def test_the_cover_is_as_wide_as_the_window_beside_a_scrollbar(built: BuiltBooks) -> None:
    page = built.book(*WIKIPEDIA, "html")
    room = "innerWidth - document.documentElement.clientWidth"
    wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    cover = (
        "document.querySelector('.title-page').offsetWidth - document.documentElement.clientWidth"
    )
    for said in driven(
        [
            job(
                page,
                *({"ask": each} for each in (room, wider, cover)),
                width=width,
                scrollbars=True,
            )
            for width in (390, 1000, 1280)
        ]
    ):
        assert said[0] > 0 and said[1:] == [0, 0]


def test_headings_and_rules_show_the_link_that_stays(built: BuiltBooks) -> None:
    """Hidden until the focus or the pointer is there; the bar's link leads to the chapter."""
    page = built.book(*WIKIPEDIA, "html")
    link = "document.querySelector('{} .permalink')"
    (said,) = driven(
        [
            job(page, {"ask": link.format('[id="contracts.solo"]') + ".getAttribute('href')"},
                {"ask": link.format("#the-auction") + ".getAttribute('href')"},
                {"ask": "[...document.querySelectorAll('.permalink')].every(each => document.getElementById(decodeURIComponent(each.hash.slice(1))))"},
                {"ask": "document.querySelector('.here').getAttribute('href')"},
                hash="#the-auction"),
        ]
    )  # fmt: skip
    assert said == ["#contracts.solo", "#the-auction", True, "#calling-and-bidding"]


def test_printed_from_a_browser_it_has_numbers_and_short_lines(
    built: BuiltBooks, tmp_path: Path
) -> None:
    """Of 124 mm at most, black links, all folded parts, and no buttons."""
    paper = tmp_path / "printed.pdf"
    driven([job(built.book(*WIKIPEDIA, "html"), width=1280, paper=str(paper))])
    with pikepdf.open(paper) as pdf:
        count = len(pdf.pages)
    text = subprocess.run(["pdftotext", "-layout", paper, "-"], capture_output=True, text=True)
    sheets = text.stdout.split("\f")[:count]
    numbers = [sheet.rstrip().rpartition("\n")[2].strip() for sheet in sheets]
    assert numbers[1:] == [str(number) for number in range(2, count + 1)]
    whole = text.stdout
    assert "How few cards may the cutter lift or leave?" in whole  # an open question
    assert "Courts and bald heads" in sheets[1]  # in the contents, after the cover
    assert "Search" not in whole and "Escape" not in whole


def test_printed_from_a_browser_a_short_table_stays_on_its_page(
    built: BuiltBooks, tmp_path: Path
) -> None:
    """The values of the cards: a head, five rows and their sum, which would begin at a foot."""
    paper = tmp_path / "printed.pdf"
    driven([job(built.book(*VIENNA, "html"), width=1280, paper=str(paper))])
    text = subprocess.run(["pdftotext", "-layout", paper, "-"], capture_output=True, text=True)
    heads = [sheet for sheet in text.stdout.split("\f") if re.search(r"Je +Genau +Karten", sheet)]
    assert len(heads) == 1 and "Sküs, Mond, Pagat, König" in heads[0]
