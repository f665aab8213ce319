"""The pictures of README.md, made by the program: ``python scripts/pictures.py``.

A cover and a spread of a book, a row of cards, a refused card in a terminal, the table in a
browser. Chromium, and pdftoppm of Poppler, have to be there.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright
from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "docs" / "pictures"
ZWANZ = [sys.executable, "-m", "zwanz_ssot"]
CARDS = ("T-Sk", "T-XXI", "T-XX", "T-I", "H-K", "C-Q", "S-C", "D-J", "H-1")
REFUSED = ("why", "-v", "directnet", "--contract", "farbensolo", "--trick", "H-K", "S-Q", "--hand")
HAND = "S-Q T-V T-XX"
SPREAD = (6, 7)
"""The pages of the PDF that lie side by side: the first spread after the contents."""


def book(folder: Path) -> None:
    """Make the picture of a book: the cover, and a spread beside it."""
    subprocess.run(
        [*ZWANZ, "book", "wikipedia", "--format", "pdf", "--out", str(folder)],
        check=True,
        capture_output=True,
    )
    (pdf,) = folder.glob("*.pdf")
    pages = []
    for number in (1, *SPREAD):
        name = folder / f"page-{number}"
        asked = ["pdftoppm", "-r", "110", "-png", "-singlefile", "-f", str(number)]
        subprocess.run([*asked, str(pdf), str(name)], check=True)
        pages.append(Image.open(f"{name}.png").convert("RGB"))
    gap = 24
    width = sum(page.width for page in pages) + 3 * gap
    sheet = Image.new("RGB", (width, pages[0].height + 2 * gap), "#d8d4cb")
    place = gap
    for number, page in enumerate(pages):
        sheet.paste(page, (place, gap))
        place += page.width + (gap if number == 0 else 0)
    save(
        sheet.resize((sheet.width * 2 // 3, sheet.height * 2 // 3), Image.Resampling.LANCZOS),
        "book",
    )


def cards(folder: Path, page: Page) -> None:
    """Make the picture of a row of cards of the big pack."""
    subprocess.run(
        [*ZWANZ, "deck", "tarock-54", "--out", str(folder)], check=True, capture_output=True
    )
    files = [next(folder.rglob(f"{card}.svg")) for card in CARDS]
    images = "".join(f'<img src="{file.as_uri()}">' for file in files)
    style = "body{margin:16px;display:flex;gap:12px;background:#2f5d4a}img{width:112px}"
    html = folder / "row.html"
    html.write_text(f"<!DOCTYPE html><style>{style}</style>{images}", encoding="utf-8")
    page.set_viewport_size(
        {"width": 16 * 2 + 112 * len(CARDS) + 12 * (len(CARDS) - 1), "height": 240}
    )
    page.goto(html.as_uri())
    page.screenshot(path=folder / "cards.png")
    save(Image.open(folder / "cards.png"), "cards")


def terminal() -> None:
    """Make the picture of a refused card in a terminal."""
    done = subprocess.run(
        [*ZWANZ, *REFUSED, HAND],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "84", "FORCE_COLOR": "1"},
    )
    console = Console(record=True, width=88, file=open(os.devnull, "w"), force_terminal=True)  # noqa: SIM115, PTH123
    console.print(Text(f'$ zwanz {" ".join(REFUSED)} \\\n    "{HAND}"'))
    console.print(Text.from_ansi(done.stdout))
    OUT.mkdir(exist_ok=True)
    svg = console.export_svg(title="zwanz", unique_id="zwanz")
    # The fonts are those of the reader; rich would fetch some from the network.
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    (OUT / "terminal.svg").write_text(svg, encoding="utf-8")


def table(folder: Path, page: Page) -> None:
    """Make the picture of the table in a browser, with a trick begun."""
    kept = f"sqlite:///{folder / 'tables.db'}"
    called = [*ZWANZ, "serve", "directnet", "--port", "0", "--pace", "0.05", "--database", kept]
    server = subprocess.Popen(called, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(f"{address}?lang=en")
        page.fill("input[name=name]", "Anna")
        page.click("button[type=submit]")
        # The last choice, a pass, is taken until there is a card to play after two tricks.
        played = 0
        while played < 3:
            page.wait_for_selector(".asked.mine, dialog[open]", timeout=60_000)
            page.wait_for_timeout(400)
            if page.locator(".in-hand.legal button").count():
                if played == 2:
                    break
                page.locator(".in-hand.legal button").first.click(position={"x": 6, "y": 14})
                played += 1
            elif page.locator(".choice").count():
                page.locator(".choice").first.click()
            elif page.locator(".cutting button").count():
                page.locator(".cutting button").first.click()
            page.wait_for_timeout(400)
        page.wait_for_timeout(1500)
        page.screenshot(path=folder / "table.png")
        save(Image.open(folder / "table.png"), "table")
    finally:
        server.terminate()
        server.wait()


def save(image: Image.Image, name: str) -> None:
    """Write a picture with a palette: it looks the same, and has a third of the size."""
    OUT.mkdir(exist_ok=True)
    image.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(
        OUT / f"{name}.png", optimize=True
    )


def main() -> None:
    """Make all pictures anew."""
    browser = shutil.which("chromium") or shutil.which("google-chrome") or ""
    with tempfile.TemporaryDirectory() as aside, sync_playwright() as playwright:
        folder = Path(aside)
        page = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"]).new_page()
        terminal()
        book(folder)
        cards(folder, page)
        table(folder, page)


if __name__ == "__main__":
    main()
