"""Independent judges of every book's page: two validators, and axe-core in a browser.

They come from npm (``npm ci --ignore-scripts`` in tests/judges) and want Java, Node and Chromium.
Where these are missing the tests are skipped, except in CI, where they fail.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import unquote

import pytest
from built_books import Book, BuiltBooks
from conftest import Sampled

from zwanz_renderer.tracing import page as page_of
from zwanz_renderer.tracing import trace

JUDGES = Path(__file__).with_name("judges")
MODULES = JUDGES / "node_modules"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
OF_PRINT = re.compile(
    r"^CSS: .*(string-set|bookmark-|target-|leader\(|footnote|string\(|@page|hyphenate-)"
)
"""What the validator, which knows screens alone, says of a style sheet's parts for paper."""


def tool(*names: str) -> str:
    """The path of a judge's tool; where there is none, a reader's test is skipped, and a test in CI
    fails.
    """
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found and MODULES.is_dir():
        return found
    missing = f"{names[0]} is" if not found else "tests/judges/node_modules is"
    _without(
        f"{missing} missing: install Node, Java and Chromium, then `npm ci --ignore-scripts` in tests/judges"
    )


def _without(reason: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def answer(command: Sequence[str | Path], stream: str = "stdout") -> Any:
    """What a judge prints as JSON; its own failure is told in its own words."""
    done = subprocess.run(command, capture_output=True, text=True)
    printed: str = getattr(done, stream)
    try:
        return json.loads(printed)
    except ValueError:
        pytest.fail(f"{command[0]} did not judge: {done.stdout[-500:]}{done.stderr[-1500:]}")


def nu(pages: Sequence[Path]) -> list[str]:
    """The errors that the Nu validator finds."""
    jar = MODULES / "vnu-jar" / "build" / "dist" / "vnu.jar"
    command = [
        tool("java"),
        "-Xss8m",
        "-jar",
        jar,
        "--errors-only",
        "--format",
        "json",
        "--exit-zero-always",
        *pages,
    ]
    messages = answer(command, "stderr")["messages"]
    return [
        f"{Path(it.get('url', '')).name}:{it.get('lastLine', 0)}: {it['message']}"
        for it in messages
        if it["type"] in ("error", "non-document-error") and not OF_PRINT.search(it["message"])
    ]


def strict(pages: Sequence[Path]) -> list[str]:
    """The errors that html-validate finds with its rules for good style and for accessibility."""
    script = MODULES / "html-validate" / "bin" / "html-validate.mjs"
    rules = JUDGES / "html-validate.json"
    found = answer([tool("node"), script, "--config", rules, "--formatter", "json", *pages])
    return [
        f"{Path(one['filePath']).name}:{it['line']}: {it['ruleId']}: {it['message']}"
        for one in found
        for it in one["messages"]
        if it["severity"] == 2
    ]


def axe(pages: Sequence[Path]) -> list[str]:
    """The violations that axe-core finds on a wide bright screen and on a narrow dark one."""
    found: list[str] = answer([tool("node"), JUDGES / "axe.mjs", tool(*BROWSERS), *pages])
    return found


class Links(HTMLParser):
    """The ids of a page, and where its links lead."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name in ("href", "src"):
                self.links.append(value or "")

    def dead(self) -> list[str]:
        """The links that lead nowhere: no file lies beside a page, so its own anchors and the web
        are all there is.
        """
        known, away = {f"#{id}" for id in self.ids}, ("https://", "http://", "data:")
        return [
            link for link in self.links if unquote(link) not in known and not link.startswith(away)
        ]


def trace_of_rules(out: Path) -> Path:
    """The page of a small game that `zwanz trace` writes; those of the others differ in their
    length alone.
    """
    rules = Path(__file__).with_name("mutants")
    file = out / "trace.html"
    file.write_text(
        page_of(trace("mini", ["base", "dear"], ["en", "de"], rules), "de"), encoding="utf-8"
    )
    return file


def test_no_judge_finds_a_fault(
    judged_books: list[Book], built: BuiltBooks, sampled: Sampled, tmp_path: Path
) -> None:
    """All in one test, so that each judge starts once. The pages of four games have all that the
    pages of a game are made of.
    """
    pages = [*(built.book(*one, "html") for one in sampled(judged_books, 4))]
    pages.append(trace_of_rules(tmp_path))
    for page in pages:
        links = Links(page)
        assert links.dead() == [] and len(links.links) > 20, page.name
        assert len(set(links.ids)) == len(links.ids), page.name
    for judge in (nu, strict, axe):
        assert judge(pages) == []


FAULTY = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Faults</title></head>
<body><h1>Faults</h1><p id="a">A <b>word<p id="a"><a href="#nowhere">a link</a> <img src="data:,"></body></html>
"""


def test_the_judges_see_what_is_wrong(tmp_path: Path) -> None:
    page = tmp_path / "faulty.html"
    page.write_text(FAULTY, encoding="utf-8")
    assert any("Duplicate ID" in fault for fault in nu([page]))
    assert any("no-dup-id" in fault for fault in strict([page]))
    assert any("image-alt" in fault for fault in axe([page]))
    assert Links(page).dead() == ["#nowhere"]
