"""The chapters of a folder, read, checked and drawn; those that did not change are kept."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from markupsafe import Markup

from zwanz_ssot.model import Game
from zwanz_ssot.problems import ChapterFault, Mark, Problem, WrongCall, did_you_mean, in_order

from .. import styles
from ..shortcodes import Registry
from . import indexing, polish
from .markdown import Chapter, ChapterWriter, MarkdownSetup, Shared

_LONGEST = 1_000_000


def wrong(file: Path) -> str:
    """Why a file of a folder is no chapter, and must not be read; empty where it is one."""
    if file.resolve().parent != file.parent.resolve():
        return "the chapter is a link that leads out of its folder"
    if not file.is_file():
        return "the chapter is not a file"
    if file.stat().st_size > _LONGEST:
        return f"the chapter is longer than {_LONGEST // 1_000_000} MB"
    return ""


WIDEST = 10_000
MOST = 200
MOST_BLOCKS = 500
_ID = re.compile(r'\sid="([^"]+)"')
_BOX = Markup('<div class="problem">{}</div>\n')
_OPENING = re.compile(r"(</h2>\n)")
_INDEX = "[index"
_REFERS = ("[ref", "[[#")
Written = Callable[[int, Chapter], None]
"""Told of a chapter by its number as soon as it is written; the book may still change it."""
_Key = tuple[str, str, int, frozenset[str], tuple[str, ...], frozenset[tuple[str, str]]]


@dataclass
class Manuscript:
    """The chapters of one book. `drawn` counts those that were drawn so far.

    With `draft`, chapters with problems are drawn all the same, each with a box that tells what is
    wrong in it.
    """

    game: Game
    lang: str
    folder: Path
    registry: Registry
    templates: Sequence[Path] | None = None
    draft: bool = False
    drawn: int = 0
    problems: tuple[Problem, ...] = ()
    press: MarkdownSetup | None = None
    _kept: dict[str, tuple[_Key, Chapter]] = field(default_factory=dict)

    def chapters(self, tell: Written | None = None) -> list[Chapter]:
        """All chapters in the order of their names; ChapterFault with all that is wrong in them.

        `tell` hears of each chapter as it is most likely to be, until something is wrong.
        """
        if self.press is None:
            self.press = MarkdownSetup(self.lang, registry=self.registry, templates=self.templates)
        shared = Shared()
        files = self._files(shared)
        texts = [_read(file, self.lang, shared) for file in files]
        for text in texts:
            shared.reserved.update(polish.ids(text))
        shared.titles = polish.titles(texts)
        ctx = ChapterWriter(self.press, self.game, "", shared).ctx
        foreseen = (
            indexing.foreseen(ctx) if tell and any(_INDEX in text for text in texts) else _as_it_is
        )
        chapters: list[Chapter] = []
        for number, (file, text) in enumerate(zip(files, texts, strict=True), 1):
            chapters.append(self._chapter(shown(file), text, number, shared))
            if tell and not shared.found and _INDEX not in text:
                tell(number, foreseen(chapters[-1], number))
        _check_anchors(chapters, shared)
        self.problems = shared.found.problems
        if not self.draft:
            shared.found.raise_if_any(ChapterFault)
        chapters = indexing.filled(chapters, ctx, self.press.drawing)
        return (
            [_boxed(chapter, self.problems) for chapter in chapters] if self.problems else chapters
        )

    def _files(self, shared: Shared) -> list[Path]:
        """The files of the chapters, with a problem for each that is none of this folder."""
        found = sorted(self.folder.glob("*.md"))
        if not found:
            raise WrongCall(f"there are no chapters (*.md) in {self.folder}")
        if len(found) > MOST:
            raise WrongCall(f"there are more than {MOST} chapters in {self.folder}")
        files = []
        for file in found:
            if reason := wrong(file):
                shared.found.add(Mark(shown(file), 1, 1), "", reason, code="chapter")
            else:
                files.append(file)
        return files

    def _chapter(self, name: str, text: str, number: int, shared: Shared) -> Chapter:
        titles = frozenset(shared.titles.items() if any(tag in text for tag in _REFERS) else ())
        key = (name, text, number, frozenset(shared.reserved), tuple(shared.anchors), titles)
        kept = self._kept.get(name)
        if kept is not None and kept[0] == key:
            for heading in kept[1].headings:
                shared.anchors.setdefault(heading.anchor, heading.mark)
            return kept[1]
        before = len(shared.found)
        self.drawn += 1
        assert self.press is not None
        chapter = ChapterWriter(self.press, self.game, name, shared, native=True).chapter(
            text, number=number
        )
        self._kept.pop(name, None)
        if len(shared.found) == before:
            self._kept[name] = (key, chapter)
        return chapter


def _as_it_is(chapter: Chapter, _: int) -> Chapter:
    return chapter


def _boxed(chapter: Chapter, problems: Sequence[Problem]) -> Chapter:
    """A chapter of a draft, with its problems told below its heading."""
    mine = [problem for problem in problems if problem.mark and problem.mark.file == chapter.file]
    if not mine:
        return chapter
    boxes = "".join(_BOX.format(str(problem)) for problem in in_order(mine))
    html, headed = _OPENING.subn(lambda found: found[1] + boxes, str(chapter.html), count=1)
    return Chapter(
        chapter.file, Markup(html if headed else boxes + html), chapter.headings, chapter.links
    )


def _read(file: Path, lang: str, shared: Shared) -> str:
    """A chapter's text, with a problem for each character that cannot be read or printed."""
    name, data = shown(file), file.read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig")
        mark = Mark(name, before.count("\n") + 1, len(before) - before.rfind("\n"))
        text = f"byte 0x{data[error.start]:02X} is not UTF-8"
        shared.found.add(mark, "", text, "save the chapter as UTF-8", "chapter")
        return data.decode("utf-8", errors="replace").replace("\ufffd", "?")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    if (
        len(blocks := [at for at, line in enumerate(lines) if line.lstrip().startswith("[")])
        > MOST_BLOCKS
    ):
        what = f"the chapter has more than {MOST_BLOCKS} lines that begin with ["
        shared.found.add(
            Mark(name, blocks[MOST_BLOCKS] + 1, 1),
            "",
            what,
            "divide it into several chapters",
            "chapter",
        )
        del lines[blocks[MOST_BLOCKS] :]
    known = styles.EVERYDAY if styles.EVERYDAY.issuperset(text) else styles.printable(lang)
    for number, line in enumerate(lines, 1):
        if len(line) > WIDEST:
            what = f"the line is longer than {WIDEST} characters"
            shared.found.add(
                Mark(name, number, WIDEST), "", what, "break it into paragraphs", "chapter"
            )
            lines[number - 1] = line = line[:WIDEST]
        if known.issuperset(line):
            continue
        for column, sign in enumerate(line, 1):
            if sign not in known:
                what = f"'{sign}' (U+{ord(sign):04X}) is in no font of the book"
                hint = "say it in letters, or show it with a shortcode"
                shared.found.add(Mark(name, number, column), "", what, hint, code="font")
    return "\n".join(lines)


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


def shown(file: Path) -> str:
    """A file's name in messages: as short as the working folder allows. A link has a name of its
    own.
    """
    try:
        return str((file.parent.resolve() / file.name).relative_to(Path.cwd()))
    except ValueError:
        return str(file)
