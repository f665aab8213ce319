"""A book from its chapters: HTML and PDF, or every problem that stands in the way.

    built = book.build(game, lang="en", out=Path("build"))

Files are written aside and moved into place, so that a build that fails leaves the last book as it was.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from renderer import pages, pdf, polish, typefaces
from renderer.markdown import Chapter, ChapterWriter, Press, Shared
from renderer.pictures import Pictures
from renderer.shortcodes import BLOCKS, Registry
from zwanz_ssot import places
from zwanz_ssot.model import Game
from zwanz_ssot.problems import ChapterFault, Mark, WrongCall, did_you_mean

FORMATS = ("html", "pdf")
_ID = re.compile(r'\sid="([^"]+)"')
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Built:
    """What a build made; a format that was not asked for is None. `pages` counts those of the PDF."""

    html: Path | None
    pdf: Path | None
    pages: int
    seconds: float


def build(
    game: Game,
    *,
    lang: str,
    out: Path,
    formats: Sequence[str] = FORMATS,
    chapters: Path | None = None,
    progress: Progress | None = None,
    registry: Registry | None = None,
    templates: Sequence[Path] | None = None,
) -> Built:
    """Build a game's book in a language into the folder `out`, as ``<game>.<variant>.<lang>.html`` and ``.pdf``.

    `chapters` is a folder of Markdown files, by default the shipped ones. Raises `ChapterFault` with every
    problem of every chapter, `WrongCall` for a language or a format that does not exist.
    """
    began = time.monotonic()
    tell = progress or (lambda step: None)
    _check_call(lang, formats)
    tell("chapters")
    written = write_chapters(game, lang, chapters or _shipped(lang), registry or _shipped_blocks(), templates)
    page = pages.document(game, lang, written)
    pictures = Pictures(game.deck.cards)
    made: dict[str, bytes] = {}
    count = 0
    if "html" in formats:
        tell("html")
        made["html"] = pages.self_contained(page, pictures).encode()
    if "pdf" in formats:
        tell("pdf")
        printed = pdf.write(page, pictures)
        made["pdf"], count = printed.data, printed.pages
    paths = _put(made, out, f"{game.id}.{game.variant}.{lang}")
    return Built(paths.get("html"), paths.get("pdf"), count, time.monotonic() - began)


def write_chapters(
    game: Game, lang: str, folder: Path, registry: Registry, templates: Sequence[Path] | None = None
) -> list[Chapter]:
    """The chapters of a folder in the order of their names; ChapterFault with all that is wrong in them."""
    files = sorted(folder.glob("*.md"))
    if not files:
        raise WrongCall(f"there are no chapters (*.md) in {folder}")
    press, shared = Press(lang, registry=registry, templates=templates), Shared()
    texts = [_read(file, lang, shared) for file in files]
    for text in texts:
        shared.reserved.update(polish.ids(text))
    chapters = [
        ChapterWriter(press, game, _shown(file), shared).chapter(text, number=number)
        for number, (file, text) in enumerate(zip(files, texts, strict=True), 1)
    ]
    _check_anchors(chapters, shared)
    shared.found.raise_if_any(ChapterFault)
    return chapters


def _read(file: Path, lang: str, shared: Shared) -> str:
    """A chapter's text, with a problem for each character that cannot be read or printed."""
    name, data = _shown(file), file.read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig")
        mark = Mark(name, before.count("\n") + 1, len(before) - before.rfind("\n"))
        text = f"byte 0x{data[error.start]:02X} is not UTF-8"
        shared.found.add(mark, "", text, "save the chapter as UTF-8", "chapter")
        return data.decode("utf-8", errors="replace").replace("\ufffd", "?")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        for column, sign in enumerate(line, 1):
            if sign not in typefaces.printable(lang):
                what = f"'{sign}' (U+{ord(sign):04X}) is in no font of the book"
                hint = "say it in letters, or show it with a shortcode"
                shared.found.add(Mark(name, number, column), "", what, hint, code="font")
    return text


def _check_anchors(chapters: Sequence[Chapter], shared: Shared) -> None:
    """Every link needs its place, and no two places one name."""
    stand: Counter[str] = Counter()
    for chapter in chapters:
        stand.update(ids := _ID.findall(chapter.html))
        for anchor in dict.fromkeys(ids):
            if stand[anchor] > 1 and anchor not in shared.clashes:
                mark = shared.anchors.get(anchor, Mark(chapter.file, 1, 1))
                shared.found.add(
                    mark, "", f"the id '{anchor}' stands in the book more than once", code="anchor"
                )
    for chapter in chapters:
        for link in chapter.links:
            if link.target not in stand:
                hint = did_you_mean(link.target, stand)
                shared.found.add(
                    link.mark, "", f"the link to #{link.target} leads nowhere", hint, code="link"
                )


def _check_call(lang: str, formats: Sequence[str]) -> None:
    for name in formats:
        if name not in FORMATS:
            raise WrongCall(f"a book cannot be made as {name!r}", f"known are {', '.join(FORMATS)}")
    if lang not in pages.languages():
        raise WrongCall(f"there is no book in {lang!r}", f"known are {', '.join(pages.languages())}")


def _shipped(lang: str) -> Path:
    return places.data("templates") / "book" / lang


def _shipped_blocks() -> Registry:
    from renderer import blocks  # registers them

    assert blocks
    return BLOCKS


def _shown(file: Path) -> str:
    """A file's name in messages: as short as the working folder allows."""
    try:
        return str(file.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(file)


def _put(made: dict[str, bytes], out: Path, name: str) -> dict[str, Path]:
    """Write all files aside, then move all into place."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=".book-", dir=out))
    except OSError as error:
        raise WrongCall(f"nothing can be written to {out}", error.strerror or "") from None
    try:
        for kind, data in made.items():
            (aside / kind).write_bytes(data)
        paths = {kind: out / f"{name}.{kind}" for kind in made}
        for kind, path in paths.items():
            (aside / kind).replace(path)
    except OSError as error:
        raise WrongCall(f"the book cannot be written to {out}", error.strerror or "") from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return paths
