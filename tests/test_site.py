"""The documentation site: every page stands in the contents, every link leads somewhere."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
from test_judges_html import axe

import site_pages

LOOKED_AT = (
    "index",
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
        patch.setattr(site_pages.Shelf, "examples", lambda *_: (None, None))
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


def test_every_word_has_its_section(site: Path) -> None:
    text = (site / "words" / "conditions.html").read_text(encoding="utf-8")
    for word in site_pages.registry.CONDITIONS:
        assert f">{word}<" in text


def test_versions_lie_beside_each_other(site: Path) -> None:
    assert '"9.9"' in (site.parent / "versions.json").read_text(encoding="utf-8")
    assert 'href="9.9/index.html"' in (site.parent / "index.html").read_text(encoding="utf-8")


def test_axe_finds_no_fault(site: Path) -> None:
    assert axe([site / f"{page}.html" for page in LOOKED_AT]) == []


def test_the_gallery_names_books_in_their_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_pages, "ProcessPoolExecutor", ThreadPoolExecutor)
    monkeypatch.setattr(site_pages, "_build", lambda book, out: ".".join(book))
    site_pages.write_gallery(tmp_path / "gallery", "one")
    page = (tmp_path / "gallery" / "index.md").read_text(encoding="utf-8")
    assert "## Hungarian Tarokk\n" in page and "Cover: Hungarian Tarokk (en)" in page
    assert "Name(" not in page and ".de." not in page
    assert "Ungarisches Tarock (de)" in site_pages._shown(("hungarian-tarokk", "base", "de"), "x")


def test_versions_are_listed_by_their_numbers(tmp_path: Path) -> None:
    for name in ("0.9", "0.10", "0.2.0", "main"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.html").write_text("", encoding="utf-8")
    site_pages.write_versions(tmp_path, "0.10")
    listed = json.loads((tmp_path / "versions.json").read_text(encoding="utf-8"))
    assert listed == ["0.10", "0.9", "0.2.0", "main"]
