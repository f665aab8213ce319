"""The documentation site: every page stands in the contents, every link leads somewhere."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
from fontTools.ttLib import TTFont
from playwright.sync_api import sync_playwright
from test_judges_html import BROWSERS, axe

import site_pages
from zwanz_ssot.library import library

ROOT = Path(__file__).parent.parent

LOOKED_AT = (
    "index",
    "search",
    "balance",
    "command-line",
    "design",
    "words/conditions",
    "tutorials/engine",
    "modules/zwanz_ssot",
    "commands/judge",
)


class Page(HTMLParser):
    """The ids of a page, and where its links lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids.add(given.get("id") or "")
        link = given.get("href") or given.get("src")
        if link and not re.match(r"[a-z]+:", link):
            self.links.append(link)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site without books, and without the examples of words, which take a minute to find."""
    out = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site_pages.WordUses, "examples", lambda *_: (None, None))
        assert site_pages.main(["--books", "none", "--version", "9.9", "--out", str(out)]) == 0
    return out / "9.9"


def test_every_link_leads_somewhere(site: Path) -> None:
    pages = {file: Page(file.read_text(encoding="utf-8")) for file in site.rglob("*.html")}
    assert len(pages) > 60
    dead = []
    for file, page in pages.items():
        for link in page.links:
            path, part = urldefrag(unquote(link))
            target = (file.parent / path.partition("?")[0]).resolve() if path else file
            known = pages[target].ids if target in pages else {part}
            if not target.exists() or (part and part not in known):
                dead.append(f"{file.relative_to(site)}: {link}")
    assert not dead


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    fetched = re.compile(r"<(?:script|img|link|iframe)\b[^>]*?(?:src|href)=\"(https?:[^\"]+)")
    for file in site.rglob("*.html"):
        assert not fetched.findall(file.read_text(encoding="utf-8")), file
    for file in site.rglob("*.css"):
        assert "url(http" not in file.read_text(encoding="utf-8"), file


def test_every_package_that_is_public_has_its_page(site: Path) -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    public = text.partition("## What is public")[2].partition("May change at any time")[0]
    named = set(re.findall(r"`(zwanz_ssot[.\w]*)`", public))
    assert len(named) >= 5
    for name in named:
        assert (site / "modules" / f"{name}.html").is_file(), name


def test_every_word_has_its_section(site: Path) -> None:
    text = (site / "words" / "conditions.html").read_text(encoding="utf-8")
    for word in site_pages.registry.CONDITIONS:
        assert f">{word}<" in text


def test_versions_lie_beside_each_other(site: Path) -> None:
    assert '"9.9"' in (site.parent / "versions.json").read_text(encoding="utf-8")
    assert 'href="9.9/index.html"' in (site.parent / "index.html").read_text(encoding="utf-8")


def test_no_block_of_code_ends_with_an_empty_line(site: Path) -> None:
    """Samples that are run need one in their source, before the closing fence."""
    for file in site.rglob("*.html"):
        assert not re.search(r"\n(<span></span>)?\n</pre>", file.read_text(encoding="utf-8")), file


def test_axe_finds_no_fault(site: Path) -> None:
    assert axe([site / f"{page}.html" for page in LOOKED_AT]) == []


BROKEN_OR_WIDE = """() => {
  const lines = cell => {
    const range = document.createRange();
    range.selectNodeContents(cell.querySelector("p") || cell);
    return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size;
  };
  const words = [...document.querySelectorAll("article code.literal span.pre")].filter(
    word => !word.closest(".table-wrapper"));
  const wide = words.filter(word => word.getBoundingClientRect().right > innerWidth);
  const broken = words.filter(
    word => word.getClientRects().length > 1 && word.textContent.length <= 40);
  const figures = [...document.querySelectorAll("td.text-right")].filter(
    cell => lines(cell) > 2);
  return [...wide, ...broken, ...figures].map(word => word.textContent);
}"""


def test_on_a_phone_words_of_code_and_intervals_stay_whole_and_pages_fit(site: Path) -> None:
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        pytest.skip("there is no Chromium")
    names = ("command-line", "weasyprint", "contributing", "balance")
    pages = [site / f"{page}.html" for page in names]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 390, "height": 844})
        for file in pages:
            page.goto(file.as_uri())
            assert page.evaluate(BROKEN_OR_WIDE) == [], file
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, file
        browser.close()


def gallery(folder: Path, books: str = "one") -> str:
    """The page of the gallery, and its books in the folder beside it."""
    site_pages.write_gallery(folder / "gallery", books)
    return (folder / "gallery" / "index.md").read_text(encoding="utf-8")


def test_the_gallery_names_books_in_their_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_pages, "ProcessPoolExecutor", ThreadPoolExecutor)
    monkeypatch.setattr(site_pages, "_build", lambda *_: None)
    monkeypatch.setattr(site_pages, "_draw", lambda *_: None)
    page = gallery(tmp_path)
    assert "## Hungarian Tarokk\n" in page and "Cover: Hungarian Tarokk (English)" in page
    # A section is about the game, though its base is one of several ways to play it.
    assert "## Anrufen\n" in page and "## Königrufen\n" in page
    assert "Name(" not in page and ".de." not in page
    german = site_pages.Book(None, "hungarian-tarokk", "base", "de")
    assert "Ungarisches Tarock (Deutsch)" in site_pages._shown(german)


def test_the_gallery_offers_every_game_with_its_papers_and_its_pack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shipped ones and those of ``docs/games``; games that share a pack share its files."""
    monkeypatch.setattr(site_pages, "ProcessPoolExecutor", ThreadPoolExecutor)
    drawn = []
    monkeypatch.setattr(site_pages, "_build", lambda *_: None)
    monkeypatch.setattr(site_pages, "_draw", lambda pack, _: drawn.append(pack[1]))
    sections = gallery(tmp_path).split("\n## ")[1:]
    outside = {file.parent.name for file in (ROOT / "docs" / "games").glob("*/game.yaml")}
    assert len(sections) == len({*library().games(), *outside}) and outside
    for section in sections:
        links = re.findall(r'href="\.\./(?:books|decks)/([^"]+)"', section)
        ends = {link.split(".", 3)[-1] if link.count(".") > 2 else link for link in links}
        assert {"html", "pdf", "summary.pdf", "score-sheet.pdf", "sources.pdf"} <= ends, section
        assert any(link.endswith("/index.html") for link in links), section
    assert sorted(drawn) == sorted(set(drawn)) and "tarock-54" in drawn and "skat-32" in drawn


def test_what_the_gallery_links_to_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = site_pages.Book(site_pages.LIBRARIES[1], "hearts", "base", "en")
    monkeypatch.setattr(site_pages, "ProcessPoolExecutor", ThreadPoolExecutor)
    monkeypatch.setattr(site_pages, "_books", lambda _: [one])
    links = re.findall(r'(?:href|src)="\.\./([^"]+)"', gallery(tmp_path))
    assert len(links) >= 8
    assert [link for link in links if not (tmp_path / "_extra" / link).is_file()] == []


def test_japanese_is_shown_in_a_font_of_the_site(site: Path) -> None:
    """Each character of its sentences is in the file that the style sheet names, in its range."""
    style = (site / "_static" / "site.css").read_text(encoding="utf-8")
    face = re.search(r'"Book Mincho";\s+src: url\("([^"]+)"\);\s+unicode-range: ([^;]+);', style)
    assert face
    known = TTFont(site / "_static" / face[1]).getBestCmap()
    ends = [part.strip().removeprefix("U+").split("-") for part in face[2].split(",")]
    text = (site / "words" / "conditions.html").read_text(encoding="utf-8")
    found = "".join(re.findall(r'<dd lang="ja">(.*?)</dd>', text))
    wide = {letter for letter in found if ord(letter) >= 0x2E80}
    assert len(wide) > 100
    for letter in sorted(wide):
        assert any(int(low, 16) <= ord(letter) <= int(high, 16) for low, high in ends), letter
        assert ord(letter) in known, letter


def test_versions_are_listed_by_their_numbers(tmp_path: Path) -> None:
    for name in ("0.9", "0.10", "0.2.0", "main"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.html").write_text("", encoding="utf-8")
    site_pages.write_versions(tmp_path, "0.10")
    listed = json.loads((tmp_path / "versions.json").read_text(encoding="utf-8"))
    assert listed == ["0.10", "0.9", "0.2.0", "main"]


def test_each_version_with_a_tag_is_built_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The workflow puts all versions on the site at once, as it replaces what was there."""
    source, out = tmp_path / "source", tmp_path / "site"
    git = ["git", "-C", str(source), "-c", "user.name=A", "-c", "user.email=a@b.example"]
    (source / "scripts").mkdir(parents=True)
    subprocess.run([*git, "init", "-q"], check=True)
    for tag in ("v0.2.0", "v0.10.0", "v0.1.0", "other"):
        script = source / "scripts" / "site"
        script.write_text(
            f'#!/bin/sh\nmkdir -p "$4/$2"; echo {tag} > "$4/$2/index.html"\n', "utf-8"
        )
        script.chmod(0o755)
        if tag == "v0.1.0":
            script.unlink()
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "-qm", tag], check=True)
        subprocess.run([*git, "tag", tag], check=True)
    monkeypatch.setattr(site_pages, "ROOT", source)
    assert site_pages.build_tags(out)
    assert capfd.readouterr().out == "v0.1.0 has no site\n"
    assert {each.name for each in out.iterdir()} == {"0.2.0", "0.10.0"}
    assert (out / "0.2.0" / "index.html").read_text() == "v0.2.0\n"
    (out / "main").mkdir()
    (out / "main" / "index.html").write_text("", encoding="utf-8")
    site_pages.write_versions(out, "main")
    assert 'href="0.10.0/index.html"' in (out / "index.html").read_text(encoding="utf-8")
    workflow = (ROOT / ".github" / "workflows" / "pages.yml").read_text(encoding="utf-8")
    assert "--tags" in workflow and "fetch-depth: 0" in workflow
