"""What the full book takes, beside the plain way: WeasyPrint alone, the cards as ``<img>``, in the
same run.

    python -m benchmarks.book [GAME:VARIANT] [--lang en] [--times 3]

Every cold figure is that of a new process, with nothing kept from the last but what Python compiles
of its modules when they are installed; seconds are of wall time, from its start to its end, the
median of several runs, taken in turn so that a busy machine is as hard on one as on the other. Both
ways write a tagged PDF/UA of the very same HTML, title page and style included; the plain one finds
it ready, ours begins with the rules. Memory is that of all processes of a book together, what they
share counted once.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

_SHARE = re.compile(r"^Pss:\s+(\d+) kB", re.MULTILINE)
USUAL = "zwanzigerrufen:wikipedia"
ASIDE = """
import json, sys, time
began = time.perf_counter()
from pathlib import Path
sys.path.insert(0, "")
from benchmarks import book
of_it = book.WAYS[sys.argv[1]](*sys.argv[2:])
print(json.dumps({"of_it": of_it, "s": time.perf_counter() - began}))
"""


def laid_ready(game: str, lang: str, folder: Path) -> Path:
    """Write the page for paper as a file, with its drawings and fonts as files beside it."""
    from zwanz_renderer import book, pages, styles
    from zwanz_renderer.pictures import Pictures, file_name

    workshop = book.BookBuilder(_load(game), lang)
    pictures = Pictures.of(workshop.game, lang)
    written = workshop.manuscript.chapters()
    page = pages.parts(pages.document(workshop.game, lang, written)).document
    for address in pictures.addresses(page):
        (folder / file_name(address)).write_text(pictures.svg(address), encoding="utf-8")
        page = page.replace(f'src="{address}"', f'src="{file_name(address)}"')
    for cut in styles.cuts_for(lang):
        name = Path(cut.file).name
        (folder / name).write_bytes(cut.source)
        page = page.replace(f"font:{cut.file}", name)
    file = folder / "page.html"
    file.write_text(page, encoding="utf-8")
    return file


def plain(page: str, lang: str, out: str) -> dict[str, Any]:
    """Print a page that is ready with WeasyPrint alone."""
    import weasyprint

    document = weasyprint.HTML(page).render()
    document.write_pdf(Path(out) / "plain.pdf", pdf_variant="pdf/ua-1")
    text = Path(page).read_text(encoding="utf-8")
    return {
        "pages": len(document.pages),
        "cards": text.count('<img class="card'),
        "tables": text.count("<table"),
    }


def ours(game: str, lang: str, out: str) -> dict[str, Any]:
    """Make the PDF alone, as ``zwanz book --format pdf`` does."""
    return _built(game, lang, out, ("pdf",))


def whole(game: str, lang: str, out: str) -> dict[str, Any]:
    """Make HTML and PDF, as ``zwanz book`` does."""
    return _built(game, lang, out, ("html", "pdf"))


def again(game: str, lang: str, out: str) -> dict[str, Any]:
    """The seconds of building again after a word is added to one chapter, for HTML and for PDF."""
    import shutil

    from zwanz_renderer import book

    folder = Path(out) / "chapters"
    shutil.copytree(book.chapters_of(_load(game).id, lang), folder)
    workshop = book.BookBuilder(_load(game), lang, chapters=folder)
    first = workshop.build(Path(out), formats=("html", "pdf"))
    seconds: dict[str, list[float]] = {"html": [], "pdf": []}
    for file in sorted(folder.glob("*.md")):
        for kind, taken in seconds.items():
            text = file.read_text(encoding="utf-8")
            file.write_text(text.rstrip() + "\n\nOne more sentence.\n", encoding="utf-8")
            taken.append(workshop.build(Path(out), formats=(kind,)).seconds)
    return {
        "pages": first.pages,
        "html": statistics.median(seconds["html"]),
        "html_most": max(seconds["html"]),
        "pdf": statistics.median(seconds["pdf"]),
        "pdf_most": max(seconds["pdf"]),
    }


def _built(game: str, lang: str, out: str, formats: tuple[str, ...]) -> dict[str, Any]:
    from zwanz_renderer.press import worker

    worker.begin()
    gc.set_threshold(100_000, 50, 50)  # as the command does
    from zwanz_renderer import book

    built = book.build(_load(game), lang=lang, out=Path(out), formats=formats, in_worker=True)
    worker.end()
    return {"pages": built.pages, "timings": dict(built.timings)}


def _load(game: str) -> Any:
    from zwanz_ssot.library import load

    return load(*game.split(":"))


WAYS = {"plain": plain, "ours": ours, "whole": whole, "again": again}


def cold(way: str, game: str, lang: str, weigh: bool = False) -> dict[str, Any]:
    """Run one way in a new process: its answer and its seconds; with `weigh`, its peak memory in
    MB.
    """
    with tempfile.TemporaryDirectory() as out:
        began = time.perf_counter()
        command = [sys.executable, "-c", ASIDE, way, game, lang, out]
        installed = {
            name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
        }
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=installed) as process:
            assert process.stdout is not None
            weight = _weight(process.pid) if weigh else 0.0
            output = process.stdout.read()
            _, _, used = os.wait4(process.pid, 0)
            process.returncode = 0
        seconds = time.perf_counter() - began
        sizes = {
            path.name: path.stat().st_size / 1e6 for path in Path(out).iterdir() if path.is_file()
        }
    of_it = json.loads(output)["of_it"]
    busy = used.ru_utime + used.ru_stime
    return {**of_it, "seconds": seconds, "busy": busy, "mb": weight, "sizes": sizes}


def _weight(process: int) -> float:
    """The peak memory in MB of a process and all that it starts; 0 without ``/proc``."""
    most = 0
    while (running := _running(process)) and os.waitid(
        os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT
    ) is None:
        found = 0
        for each in running:
            with suppress(OSError):
                found += int(_SHARE.findall(Path(f"/proc/{each}/smaps_rollup").read_text())[0])
        most = max(most, found)
        time.sleep(0.03)
    return most / 1024


def _running(process: int) -> list[int]:
    """The ids of a process and its descendants."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return []
    return [process, *(each for child in children for each in _running(int(child)))]


def report(game: str, lang: str, times: int) -> None:
    """Print the table of one book."""
    runs: dict[str, list[dict[str, Any]]] = {"plain": [], "ours": [], "whole": []}
    with tempfile.TemporaryDirectory() as folder:
        page = laid_ready(game, lang, Path(folder))
        weights = {
            way: cold(way, str(page) if way == "plain" else game, lang, weigh=True)["mb"]
            for way in runs
        }
        for _ in range(times):
            for way, taken in runs.items():
                taken.append(cold(way, str(page) if way == "plain" else game, lang))
    about = runs["plain"][0]
    print(
        f"{game} in {lang}: {about['cards']} cards, {about['tables']} tables; {times} runs in turn"
    )
    for way, name in (("plain", "plain way, PDF"), ("ours", "PDF"), ("whole", "HTML and PDF")):
        seconds = [run["seconds"] for run in runs[way]]
        sizes = ", ".join(
            f"{Path(file).suffix[1:]} {size:.2f} MB"
            for file, size in sorted(runs[way][0]["sizes"].items())
        )
        print(
            f"  {name:16}{statistics.median(seconds):6.2f} s"
            f"  ({min(seconds):.2f} to {max(seconds):.2f};"
            f" {statistics.median(run['busy'] for run in runs[way]):.2f} s of processors)"
            f"  {weights[way]:4.0f} MB of memory  {runs[way][0]['pages']} pages  {sizes}"
        )
    for way, name in (("ours", "PDF"), ("whole", "HTML and PDF")):
        pairs = zip(runs["plain"], runs[way], strict=True)
        ratios = [plain["seconds"] / ours["seconds"] for plain, ours in pairs]
        slower = f"{statistics.median(ratios):.1f} times as long as the {name}"
        print(f"  the plain way takes {slower}  ({min(ratios):.1f} to {max(ratios):.1f}; goal: 6)")
    for way, name in (("ours", "PDF"), ("whole", "HTML and PDF")):
        print(f"  where the time of {name} goes (pages are set beside the rest):")
        spent = [run["timings"] for run in runs[way]]
        for step in spent[0]:
            print(f"    {statistics.median(timings[step] for timings in spent):6.2f} s  {step}")
    edit = cold("again", game, lang)
    edit["mb"] = cold("again", game, lang, weigh=True)["mb"]
    print(
        f"  built again after a change in one chapter, of {edit['pages']} pages"
        " (median and worst of all chapters):"
        f" HTML {edit['html']:.2f} s, {edit['html_most']:.2f} s (goal: 1);"
        f" PDF {edit['pdf']:.2f} s, {edit['pdf_most']:.2f} s (goal: 2); {edit['mb']:.0f} MB"
    )


def main() -> None:
    """Print the table of the book that is asked for."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("game", nargs="?", default=USUAL)
    arguments.add_argument("--lang", default="en")
    arguments.add_argument("--times", type=int, default=3)
    asked = arguments.parse_args()
    report(asked.game, asked.lang, asked.times)


if __name__ == "__main__":
    main()
