"""The chapters of a folder, read, checked and drawn; a chapter that did not change is kept."""

from __future__ import annotations

import difflib
import os
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from markupsafe import Markup

from zwanz_ssot.model import Game
from zwanz_ssot.problems import ChapterFault, Mark, Problem, WrongCall, did_you_mean, in_order
from zwanz_ssot.source import content

from .. import styles
from ..shortcodes import Registry
from . import indexing, polish
from .html_tree import Edits, tree_of
from .markdown import Chapter, ChapterWriter, MarkdownSetup, Shared

_LONGEST = 1_000_000
WIDEST = 10_000
MOST = 200
_SHOWN = 4
"""How many near anchors a refused link names."""
MOST_BLOCKS = 500
_BOX = Markup('<div class="problem">{}</div>\n')
_INDEX = "[index"
_REFERENCES = ("[ref", "[[#")
OnChapter = Callable[[int, Chapter], None]
"""Called with the number of each drawn chapter and the chapter, which the book may still change."""
_Key = tuple[str, str, int, frozenset[str], tuple[str, ...], frozenset[tuple[str, str]]]


def wrong(file: Path) -> str:
    """Why a file must not be read as a chapter; empty if it may."""
    if Path(os.path.realpath(file)).parent != Path(os.path.realpath(file.parent)):
        return "the chapter is a link that leads out of its folder"
    if not file.is_file():
        return "the chapter is not a file"
    if file.stat().st_size > _LONGEST:
        return f"the chapter is longer than {_LONGEST // 1_000_000} MB"
    return ""


@dataclass
class Manuscript:
    """The chapters of one book; `drawn` counts those drawn so far.

    `opening` is the file of a chapter before those of `folder`. With `draft`, chapters with
    problems are drawn too, each with a box that names its problems.
    """

    game: Game
    lang: str
    folder: Path
    registry: Registry
    templates: Sequence[Path] | None = None
    draft: bool = False
    opening: Path | None = None
    pattern: str = "*.md"
    """The files of the folder that are chapters."""
    drawn: int = 0
    problems: tuple[Problem, ...] = ()
    setup: MarkdownSetup | None = None
    _kept: dict[str, tuple[_Key, Chapter]] = field(default_factory=dict)

    def chapters(self, on_chapter: OnChapter | None = None) -> list[Chapter]:
        """All chapters in the order of their names; ChapterFault with all their problems.

        `on_chapter` gets each chapter as it will most likely be, up to the first problem. WrongCall
        for a folder without chapters, or with too many.
        """
        if self.setup is None:
            self.setup = MarkdownSetup(self.lang, registry=self.registry, templates=self.templates)

        # Ids and headings of all chapters are known before the first one is drawn.
        shared = Shared()
        files = self._files(shared)
        texts = [_read(file, self.lang, shared) for file in files]
        for text in texts:
            shared.reserved.update(polish.ids(text))
        shared.titles = polish.titles(texts)
        ctx = ChapterWriter(self.setup, self.game, "", shared).ctx
        has_index = any(_INDEX in text for text in texts)
        foreseen = indexing.foreseen(ctx) if on_chapter and has_index else _as_it_is

        # A chapter with an index waits for the others; any other goes out with guessed anchors.
        chapters: list[Chapter] = []
        for number, (file, text) in enumerate(zip(files, texts, strict=True), 1):
            chapter = self._chapter(shown(file), text, number, shared)
            chapters.append(chapter)
            if on_chapter and not shared.found and _INDEX not in text:
                on_chapter(number, foreseen(chapter, number))

        _check_anchors(chapters, shared)
        self.problems = shared.found.problems
        if not self.draft:
            shared.found.raise_if_any(ChapterFault)
        chapters = indexing.filled(chapters, ctx, self.setup.drawing)
        if self.problems:
            chapters = [_boxed(chapter, self.problems) for chapter in chapters]
        return chapters

    def _files(self, shared: Shared) -> list[Path]:
        """The files of the chapters; reports each file that must not be read."""
        found = sorted(self.folder.glob(self.pattern))
        if not found:
            raise WrongCall(f"there are no chapters ({self.pattern}) in {self.folder}")
        if self.opening is not None:
            found.insert(0, self.opening)
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
        """A chapter, drawn; the kept one if nothing that it depends on has changed."""
        refers = any(tag in text for tag in _REFERENCES)
        titles = frozenset(shared.titles.items()) if refers else frozenset()
        key = (name, text, number, frozenset(shared.reserved), tuple(shared.anchors), titles)
        kept = self._kept.get(name)
        if kept is not None and kept[0] == key:
            for heading in kept[1].headings:
                shared.anchors.setdefault(heading.anchor, heading.mark)
            return kept[1]

        before = len(shared.found)
        self.drawn += 1
        assert self.setup is not None
        writer = ChapterWriter(self.setup, self.game, name, shared, native=True)
        chapter = writer.chapter(text, number=number)
        self._kept.pop(name, None)
        if len(shared.found) == before:
            self._kept[name] = (key, chapter)
        return chapter


def _as_it_is(chapter: Chapter, _: int) -> Chapter:
    return chapter


def _boxed(chapter: Chapter, problems: Sequence[Problem]) -> Chapter:
    """A chapter of a draft with a box for each of its problems below its first heading."""
    mine = [problem for problem in problems if problem.mark and problem.mark.file == chapter.file]
    if not mine:
        return chapter
    boxes = "".join(_BOX.format(str(problem)) for problem in in_order(mine))
    tree, edits = tree_of(chapter.html), Edits(chapter.html)
    heading = next(tree.named("h2"), None)
    edits.insert(heading.end + len("\n") if heading else 0, boxes)
    return replace(chapter, html=Markup(edits.made()))


# reading


def _read(file: Path, lang: str, shared: Shared) -> str:
    """A chapter's text; reports each character that cannot be read or printed."""
    name, data = shown(file), content(file).removeprefix(BOM_UTF8)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        mark = Mark(name, before.count("\n") + 1, len(before) - before.rfind("\n"))
        text = f"byte 0x{data[error.start]:02X} is not UTF-8"
        shared.found.add(mark, "", text, "save the chapter as UTF-8", "chapter")
        return data.decode("utf-8", errors="replace").replace("\ufffd", "?")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    _cut_blocks(name, lines, shared)
    _cut_lines(name, lines, shared)
    _check_signs(name, lines, lang, shared)
    return "\n".join(lines)


def _cut_blocks(name: str, lines: list[str], shared: Shared) -> None:
    """Drop what follows the last block that a chapter may have."""
    blocks = [at for at, line in enumerate(lines) if line.lstrip().startswith("[")]
    if len(blocks) > MOST_BLOCKS:
        text = f"the chapter has more than {MOST_BLOCKS} lines that begin with ["
        mark, hint = Mark(name, blocks[MOST_BLOCKS] + 1, 1), "divide it into several chapters"
        shared.found.add(mark, "", text, hint, "chapter")
        del lines[blocks[MOST_BLOCKS] :]


def _cut_lines(name: str, lines: list[str], shared: Shared) -> None:
    """Shorten lines that are too long."""
    text = f"the line is longer than {WIDEST} characters"
    for at, line in enumerate(lines):
        if len(line) > WIDEST:
            mark = Mark(name, at + 1, WIDEST)
            shared.found.add(mark, "", text, "break it into paragraphs", "chapter")
            lines[at] = line[:WIDEST]


def _check_signs(name: str, lines: list[str], lang: str, shared: Shared) -> None:
    """Report each character that no font of the book has."""
    everyday = all(map(styles.EVERYDAY.issuperset, lines))
    known = styles.EVERYDAY if everyday else styles.printable(lang)
    hint = "say it in letters, or show it with a shortcode"
    for number, line in enumerate(lines, 1):
        if known.issuperset(line):
            continue
        for column, sign in enumerate(line, 1):
            if sign not in known:
                text = f"'{sign}' (U+{ord(sign):04X}) is in no font of the book"
                shared.found.add(Mark(name, number, column), "", text, hint, code="font")


# anchors


def _check_anchors(chapters: Sequence[Chapter], shared: Shared) -> None:
    """Report links that lead nowhere, and ids that stand in the book twice."""
    count: Counter[str] = Counter()
    for chapter in chapters:
        ids = chapter.ids
        count.update(ids)
        for anchor in dict.fromkeys(ids):
            if count[anchor] > 1 and anchor not in shared.clashes:
                mark = shared.anchors.get(anchor, Mark(chapter.file, 1, 1))
                text = f"the id '{anchor}' stands in the book more than once"
                shared.found.add(mark, "", text, code="anchor")
    for chapter in chapters:
        for link in chapter.links:
            if link.target not in count:
                text = f"the link to #{link.target} leads nowhere"
                hint = did_you_mean(link.target, count) or _near(link.target, count)
                shared.found.add(link.mark, "", text, hint, code="link")


def _near(target: str, anchors: Iterable[str]) -> str:
    """The anchors whose names are most like a target."""
    near = difflib.get_close_matches(target, list(anchors), n=_SHOWN, cutoff=0)
    return f"nearest are {', '.join(f'#{each}' for each in near)}" if near else ""


def shown(file: Path) -> str:
    """A file's name in messages, relative to the working folder if it lies there.

    A symbolic link keeps a name of its own.
    """
    try:
        return str((file.parent.resolve() / file.name).relative_to(Path.cwd()))
    except ValueError:
        return str(file)
