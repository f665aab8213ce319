"""The studio in a real browser: a rule is edited, its problem, page, sentence and play are seen, and
it is saved; axe on each view, and nothing that the policy of the page forbids.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect, sync_playwright
from test_judges_html import BROWSERS, tool
from test_table_browser import a_page, axe

HOUSE = """\
variant: house
of: anrufen:three
name: {en: Ours, de: Unsere}
changes:
  - {at: contracts.hundred.value, was: 2, set: 3, source: custom}
"""
OWN = (
    HOUSE
    + """\
  - at: contracts.silence
    add:
      name: {en: Silence, de: Stille}
      like: simple
    source: custom
"""
)
EXAMPLE = """\
game: anrufen
in: [house.yaml]
examples:
  - example: silence
    title: {en: Silence, de: Stille}
    source: custom
    contract: silence
    expect: {}
"""
PATIENCE = 120_000
"""Milliseconds: the language server and the first page take seconds, on a busy machine many."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "house.yaml").write_text(HOUSE, encoding="utf-8")
    (tmp_path / "notes.md").write_text("# Notes\n", encoding="utf-8")
    return tmp_path


class Running:
    """A studio that runs."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, "0"
        self.start()

    def start(self) -> None:
        """Start it, a second time at the same port."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "zwanz_ssot", "studio", str(self._folder), "--port", self._port],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()
        self._port = re.findall(r":(\d+)/", self.address)[0]

    def kill_language_server(self) -> None:
        """Kill the process that the editor speaks with."""
        for status in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                parent = status.read_text().rpartition(")")[2].split()[1]
                words = status.with_name("cmdline").read_bytes().split(b"\0")
                if parent == str(self._process.pid) and b"lsp" in words:
                    os.kill(int(status.parent.name), signal.SIGKILL)

    def stop(self) -> None:
        """End it; it may have told nothing of its own failures."""
        self._process.terminate()
        try:  # which waits for every process that could still write
            output = self._process.communicate(timeout=300)[1]
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            raise
        assert "Traceback" not in output, output


@pytest.fixture
def studio(folder: Path) -> Iterator[Running]:
    running = Running(folder)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=tool(*BROWSERS), args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    made = a_page(browser, 1280, "light")
    made.set_default_timeout(PATIENCE)
    yield made
    made.context.close()


def find(page: Any, text: str) -> None:
    """Select a text where it stands next."""
    page.keyboard.press("Control+f")
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")


def test_a_rule_is_edited_seen_played_and_saved(studio: Running, folder: Path, page: Any) -> None:
    page.goto(studio.address.replace("#", "?lang=en#"))
    assert "#" not in page.url
    # The sentence and the page of the text as it is on the disk.
    page.click("#views [data-view=differences]")
    sentence = page.locator(".rule-change .sentence")
    expect(sentence).to_contain_text("3 tokens instead of 2")
    faults = axe(page, "differences")

    # A slip is told at its line; typed with keys alone.
    page.locator(".cm-content").focus()
    find(page, "hundr")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("e")
    expect(page.locator("#problem-list")).to_contain_text("did you mean 'hundred'?")
    expect(page.locator("#problem-count")).to_have_text("1 problem")
    expect(page.locator("#files .count")).to_have_text("1")
    expect(page.locator("#differences .problem-text")).to_contain_text("hundreed")
    faults += axe(page, "a problem")

    # The nearest right word is offered, and taken.
    page.keyboard.press("Control+.")
    page.click("dialog .choices button >> nth=0")
    expect(page.locator("#problem-count")).to_have_text("No problems")

    # Another value: its sentence, at once and unsaved.
    find(page, "set: 3")
    page.keyboard.type("set: 7")
    expect(sentence).to_contain_text("7 tokens instead of 2")
    expect(page.locator("#state")).to_have_text("not saved")
    assert (folder / "house.yaml").read_text(encoding="utf-8") == HOUSE

    # Its page, at the place of the rule.
    page.click(".rule-change >> text=In the page")
    book = page.frame_locator("#page-frames iframe:not(.coming)")
    expect(book.locator("#contracts\\.hundred")).to_contain_text("7")
    faults += axe(page, "page")

    # A table plays by it: what may be said says what it is worth.
    page.click("#views [data-view=play]")
    page.fill("#player", "Anna")
    page.click("#play")
    table = page.frame_locator("#table iframe")
    expect(table.locator("h1")).to_contain_text("Ours")
    expect(table.locator(".seat").first).to_be_attached()
    faults += axe(page, "play")

    # Saved with a key; what is saved is what is compared with.
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+s")
    expect(page.locator("#state")).to_have_text("Saved: house.yaml.")
    assert (folder / "house.yaml").read_text(encoding="utf-8") == HOUSE.replace("set: 3", "set: 7")

    # Completion fills in what stands at a path.
    page.keyboard.press("Control+End")
    page.keyboard.type("  - {at: contracts.simple.val")
    expect(page.locator(".cm-tooltip-autocomplete li").first).to_contain_text(
        "contracts.simple.value"
    )
    expect(page.locator(".cm-completionInfo")).to_contain_text("1 token")
    page.wait_for_timeout(300)
    page.keyboard.press("Enter")
    expect(page.locator(".cm-content")).to_contain_text("contracts.simple.value, was: 1, set: 1")

    # On a telephone each view by itself; with Tab one leaves the text.
    page.set_viewport_size({"width": 390, "height": 844})
    for view in ("files", "text", "page", "differences", "play"):
        page.click(f"#views [data-view={view}]")
        faults += axe(page, f"{view} at 390")
    assert not faults and not page.faults, (faults, page.faults)


def test_differences_that_are_old_can_be_read(studio: Running, page: Any) -> None:
    page.goto(studio.address.replace("#", "?lang=en#"))
    page.click("#views [data-view=differences]")
    expect(page.locator(".rule-change .sentence")).to_contain_text("3 tokens instead of 2")
    # The next ones never come.
    page.route("**/studio/differences?*", lambda route: None)
    page.locator(".cm-content").focus()
    find(page, "hundr")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("e")
    expect(page.locator("#differences.old .rule-change .sentence")).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert not axe(page, f"old differences, {scheme}")


def test_no_text_is_lost(studio: Running, folder: Path, page: Any) -> None:
    (folder / "house.yaml").write_text(OWN, encoding="utf-8")
    (folder / "silence.yaml").write_text(EXAMPLE, encoding="utf-8")
    page.goto(studio.address.replace("#", "?lang=en#"))
    text, state, network = (
        page.locator(".cm-content"),
        page.locator("#state"),
        page.locator("#network"),
    )
    expect(page.locator("#problem-count")).to_contain_text("problem")

    # An id has another name in every file, and all of them are saved.
    text.focus()
    find(page, "contracts.sil")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("F2")
    page.fill("dialog input", "hush")
    page.keyboard.press("Enter")
    expect(page.locator("dialog li")).to_have_text(["house.yaml", "silence.yaml"])
    page.click("dialog .main")
    expect(page.locator("#files .dot")).to_have_count(0)
    assert "contracts.hush" in (folder / "house.yaml").read_text(encoding="utf-8")
    assert "contract: hush" in (folder / "silence.yaml").read_text(encoding="utf-8")

    # The language server is lost, and comes back to the text as it is.
    studio.kill_language_server()
    expect(network).to_have_text("The language server is away; trying again …")
    text.focus()
    find(page, "set: 3")
    page.keyboard.type("set: [")
    expect(network).to_have_text("")
    expect(page.locator("#problem-list")).to_contain_text("Line 5")
    page.keyboard.press("Backspace")
    page.keyboard.type("4")

    # Another program has written meanwhile.
    theirs = (folder / "house.yaml").read_text(encoding="utf-8") + "# theirs\n"
    (folder / "house.yaml").write_text(theirs, encoding="utf-8")
    page.keyboard.press("Control+s")
    expect(page.locator("#dialog-title")).to_have_text("The file has changed on the disk")
    assert (folder / "house.yaml").read_text(encoding="utf-8") == theirs
    page.click("dialog button >> text=What stands here")
    expect(state).to_have_text("Saved: house.yaml.")
    assert "set: 4" in (folder / "house.yaml").read_text(encoding="utf-8")

    # What it has changed, added or removed is seen when the reader comes back.
    back = "dispatchEvent(new Event('focus'))"
    theirs = (folder / "house.yaml").read_text(encoding="utf-8") + "# theirs again\n"
    (folder / "house.yaml").write_text(theirs, encoding="utf-8")
    (folder / "theirs.md").write_text("# Theirs\n", encoding="utf-8")
    page.evaluate(back)
    expect(page.locator("#files")).to_contain_text("theirs.md")
    expect(text).to_contain_text("# theirs again")
    (folder / "theirs.md").unlink()
    page.evaluate(back)
    expect(page.locator("#files")).not_to_contain_text("theirs.md")

    # What a screen reader is told, and the way out of the text with keys alone.
    tree = page.locator("body").aria_snapshot()
    for named in ('region "Text"', 'navigation "Files"', 'region "What becomes of it"'):
        assert named in tree, tree
    assert (
        page.locator("#live[aria-live]").count() and page.locator("#network[role=status]").count()
    )
    described = text.get_attribute("aria-describedby")
    assert "Tab leaves the text" in (page.locator(f"#{described}").text_content() or "")
    text.focus()
    find(page, "set: 4")
    page.keyboard.type("set: 9")
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.closest('.cm-editor')")
    expect(state).to_have_text("not saved")

    # The studio is started anew: its old address is told to be one, and the text is there again.
    page.faults.clear()
    asked: list[str] = []
    page.on("dialog", lambda it: (asked.append(it.type), it.accept()))
    studio.stop()
    studio.start()
    expect(network).to_contain_text("The studio was started anew.")
    for view in page.locator("#views button:visible").all():
        view.click(trial=True)  # what is said stops no click
    page.faults.clear()
    page.goto(studio.address.replace("#", "?lang=en&again#"))
    assert asked == ["beforeunload"]
    expect(page.locator("#dialog-title")).to_have_text("Texts that were not saved")
    faults = axe(page, "texts that were not saved")
    page.click("dialog .main")
    expect(text).to_contain_text("set: 9")
    page.keyboard.press("Control+s")
    expect(state).to_have_text("Saved: house.yaml.")
    assert "set: 9" in (folder / "house.yaml").read_text(encoding="utf-8")
    assert not faults and not page.faults, (faults, page.faults)

    # What is said of a save stands until the next keystroke, however soon after one it came.
    text.focus()
    find(page, "set: 9")
    page.keyboard.type("set: 8")
    page.keyboard.press("Control+s")
    expect(state).to_have_text("Saved: house.yaml.")
    page.wait_for_timeout(1500)
    expect(state).to_have_text("Saved: house.yaml.")
    page.keyboard.press("Backspace")
    expect(state).to_have_text("not saved")
