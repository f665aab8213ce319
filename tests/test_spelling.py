"""What people read is spelt right, and links in it lead to what there is."""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from codespell_lib import main as codespell

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")})
MESSAGES = (
    *("zwanz_ssot", "renderer/zwanz_renderer", "scripts", "schema", "templates/book/en"),
    *(f"templates/{kind}.en.yaml" for kind in ("words", "book", "page", "trace", "claims")),
)
OURS = (
    *(
        "absolut",
        "alle",
        "als",
        "beginn",
        "ende",
        "firs",
        "ist",
        "mane",
        "mariage",
        "oder",
        "offen",
    ),
    *("paket", "passt", "reachers", "sie", "unter", "vor"),
)
"""Names of the games and words of their languages, letters of drawings, the stem of a word."""
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)


def test_words_are_spelt_right() -> None:
    printed = StringIO()
    asked = ["--skip=*.pyc,*.de.yaml,*.ja.yaml", f"--ignore-words-list={','.join(OURS)}"]
    with redirect_stdout(printed):
        found = codespell(*asked, *map(str, PAGES), *(str(ROOT / each) for each in MESSAGES))
    assert not found, printed.getvalue()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_to_what_there_is(page: Path) -> None:
    for link in _LINK.findall(_CODE.sub("", page.read_text(encoding="utf-8"))):
        target, _, anchor = link.partition("#")
        if not re.match(r"[a-z]+:", target):
            file = page.parent / target if target else page
            built_by_the_site = page.parent.name == "site" or "docs/site" in page.as_posix()
            assert file.exists() or built_by_the_site, link
            if anchor and file.suffix == ".md":
                assert anchor in _anchors(file), link


def _anchors(page: Path) -> set[str]:
    """The headings of a page, as links name them."""
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
