"""The index of a book: where it explains what, found in its chapters once all of them are written.

A thing is explained where a heading names it, where a text introduces it in italics or bold, in its
row of a table of contracts or bonuses, in the list of words; failing all that, where it is first
mentioned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import get_args

from markupsafe import Markup

from ..blocks import index
from ..blocks.index import IndexEntry, IndexPlace, Kind, Subject
from ..shortcodes import Context
from ..shortcodes.drawing import Drawing
from . import polish
from .markdown import Chapter

_INDEX = re.compile(r'<div class="index" data-of="([^"]*)">')
_MARKED = re.compile(
    r'<(em|strong|dfn|th scope="row"|span class="card-label")>([^<]*)'
    r'(?=<(?:/(?:em|strong|dfn|th|span)>|span class="also"))'
)
_RANKS = {"em": 1, "strong": 1, "th": 2, "dfn": 4, "span": 5}
_TABLE = re.compile(r'<div class="table fixed (?:contract-table|bonus-list).*?</table>', re.DOTALL)
_TEXT = re.compile(r"<(?:p|li)>.*?</(?:p|li)>", re.DOTALL)
_HEADS, _NAMES = 0, 3
_HEADING = re.compile(r'<h[2-6] id="([^"]+)"')
_SECTION = 2
_SIGNS = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


@dataclass(frozen=True, slots=True)
class _Found:
    """A place in a chapter's HTML: the better the lower its rank; with the anchor that stands
    there, if any.
    """

    rank: int
    start: int
    end: int
    anchor: str = ""


def foreseen(ctx: Context) -> Callable[[Chapter, int], Chapter]:
    """What `filled` will most likely make of a chapter by its number, as long as no other is known."""
    places = _Places(ctx, index.subjects(ctx, get_args(Kind)))
    return lambda chapter, number: places.alone(chapter, number)


def filled(chapters: Sequence[Chapter], ctx: Context, drawing: Drawing) -> list[Chapter]:
    """The chapters with what their indexes say, and with anchors where that is found."""
    kinds = [of.split() for chapter in chapters for of in _INDEX.findall(chapter.html)]
    if not kinds:
        return list(chapters)
    everything: tuple[Kind, ...] = get_args(Kind)
    known = {
        index.folded(ctx, subject.name): subject for subject in index.subjects(ctx, everything)
    }
    headings = _headings(ctx, chapters, known)
    places = _Places(ctx, [*known.values(), *headings])
    numbers = {chapter.file: number for number, chapter in enumerate(chapters, 1)}
    found = places.found(
        [chapter for chapter in chapters if not _INDEX.search(chapter.html)], numbers
    )
    marked = [places.marked(chapter, numbers[chapter.file]) for chapter in chapters]

    def drawn(opening: re.Match[str]) -> tuple[str, str]:
        of: list[Kind] = [kind for kind in everything if kind in opening[1].split()]
        own = index.subjects(ctx, of)
        before = drawing.template(
            "index", index.values(ctx, of, [IndexEntry(subject.name) for subject in own])
        )
        wanted = [known[index.folded(ctx, subject.name)] for subject in own]
        wanted += headings if "headings" in of else ()
        after = drawing.template("index", index.values(ctx, of, _entries(ctx, wanted, found)))
        return before.strip(), after.strip()

    return [
        _with(chapter, [drawn(opening) for opening in _INDEX.finditer(chapter.html)])
        for chapter in marked
    ]


def _headings(
    ctx: Context, chapters: Sequence[Chapter], known: Mapping[str, Subject]
) -> list[Subject]:
    """The headings below those of chapters as subjects, but for those that name one."""
    texts: dict[str, Subject] = {}
    for heading in chain.from_iterable(chapter.headings for chapter in chapters):
        if heading.level >= _SECTION and known.keys().isdisjoint(
            names := list(index.singular(ctx, heading.text))
        ):
            texts.setdefault(
                names[0], Subject(f"section-{heading.anchor}", index.turned(ctx, heading.text))
            )
    return list(texts.values())


def _entries(
    ctx: Context, subjects: Sequence[Subject], found: Mapping[str, Sequence[IndexPlace]]
) -> Iterator[IndexEntry]:
    """The lines of an index; those of other names lead to the one that has the places."""
    names = {index.folded(ctx, subject.name) for subject in subjects}
    for subject in subjects:
        if places := found.get(subject.id):
            yield IndexEntry(subject.name, tuple(places))
            for other in subject.also:
                if (name := index.folded(ctx, other)) not in names:
                    names.add(name)
                    yield IndexEntry(index.turned(ctx, other), see=subject.name)


class _Places:
    """Looks for subjects in chapters, and puts anchors where they stand."""

    def __init__(self, ctx: Context, subjects: Sequence[Subject]) -> None:
        self._ctx, self._subjects = ctx, subjects
        self._ids = {
            index.folded(ctx, other): subject.id for subject in subjects for other in subject.also
        }
        self._ids |= {index.folded(ctx, subject.name): subject.id for subject in subjects}
        words = "|".join(map(re.escape, sorted(self._ids, key=len, reverse=True)))
        self._named = re.compile(rf"(?<!\w)(?:{words})(?!\w)")
        self._marks: dict[str, dict[str, _Found]] = {}

    def found(
        self, chapters: Sequence[Chapter], numbers: Mapping[str, int]
    ) -> dict[str, list[IndexPlace]]:
        """The places of each subject by its id, one in a chapter, in the order of the book."""
        self._marks = {chapter.file: self._best(chapter) for chapter in chapters}
        there = set(chain.from_iterable(self._marks.values()))
        for subject in self._subjects:
            if subject.id not in there:
                self._mention(chapters, subject)
        places: dict[str, list[IndexPlace]] = {}
        for chapter in chapters:
            for id, mark in self._marks[chapter.file].items():
                anchor = mark.anchor or _anchor(id, numbers[chapter.file])
                place = IndexPlace(
                    anchor, _roman(numbers[chapter.file]), _section(chapter, mark.start)
                )
                places.setdefault(id, []).append(place)
        return places

    def alone(self, chapter: Chapter, number: int) -> Chapter:
        """The same, where it is the only chapter."""
        self._marks = {chapter.file: self._best(chapter)}
        return self.marked(chapter, number)

    def marked(self, chapter: Chapter, number: int) -> Chapter:
        """A chapter with an anchor at each place that has none."""
        html, made = str(chapter.html), []
        at = sorted(self._marks.get(chapter.file, {}).items(), key=lambda item: item[1].start)
        last = 0
        for id, mark in at:
            if mark.anchor:
                continue
            named = f'id="{_anchor(id, number)}"'
            made.append(html[last : mark.start])
            if mark.end > mark.start:
                made.append(f"<span {named}>{html[mark.start : mark.end]}</span>")
            else:
                made.append(f" {named}")
            last = mark.end
        return replace(chapter, html=Markup("".join([*made, html[last:]]))) if made else chapter

    def _best(self, chapter: Chapter) -> dict[str, _Found]:
        best: dict[str, _Found] = {}
        for id, found in chain(self._in_headings(chapter), self._in_text(chapter)):
            known = best.get(id)
            if known is None or (found.rank, found.start) < (known.rank, known.start):
                best[id] = found
        return best

    def _id_of(self, said: str) -> str | None:
        return next(
            (self._ids[name] for name in index.singular(self._ctx, said) if name in self._ids), None
        )

    def _in_headings(self, chapter: Chapter) -> Iterator[tuple[str, _Found]]:
        starts = {opening[1]: opening.start() for opening in _HEADING.finditer(chapter.html)}
        for heading in chapter.headings:
            start = starts[heading.anchor]
            if (id := self._id_of(heading.text)) is not None:
                yield id, _Found(_HEADS, start, start, heading.anchor)
            for word in self._named.findall(heading.text.casefold()):
                yield self._ids[word], _Found(_NAMES, start, start, heading.anchor)

    def _in_text(self, chapter: Chapter) -> Iterator[tuple[str, _Found]]:
        tables = [table.span() for table in _TABLE.finditer(chapter.html)]
        for mark in _MARKED.finditer(chapter.html):
            tag = mark[1].partition(" ")[0]
            if tag == "th" and not any(start < mark.start() < end for start, end in tables):
                continue
            id = self._id_of(polish.plain(mark[2]).replace(polish.SOFT_HYPHEN, "").strip())
            if id is not None:
                yield id, _Found(_RANKS[tag], at := mark.start(2) - 1, at)

    def _mention(self, chapters: Sequence[Chapter], subject: Subject) -> None:
        """Note where a subject is first mentioned in running text."""
        forms = sorted(
            (form for form, id in self._ids.items() if id == subject.id), key=len, reverse=True
        )
        said = "|".join(f"{polish.SOFT_HYPHEN}?".join(map(re.escape, form)) for form in forms)
        wanted = re.compile(rf"(?<!\w)(?:{said})(?!\w)(?![^<]*>)", re.IGNORECASE)
        for chapter in chapters:
            for text in _TEXT.finditer(chapter.html):
                if mention := wanted.search(chapter.html, *text.span()):
                    taken = self._marks[chapter.file]
                    if not any(
                        found.start < mention.end() and mention.start() < found.end
                        for found in taken.values()
                    ):
                        taken[subject.id] = _Found(_RANKS["span"] + 1, *mention.span())
                        return


def _anchor(id: str, number: int) -> str:
    return f"{id}-in-{number}"


def _section(chapter: Chapter, at: int) -> str:
    """The heading of the section that a place of a chapter is in."""
    titles = {heading.anchor: heading.text for heading in chapter.headings}
    openings = [opening for opening in _HEADING.finditer(chapter.html) if opening.start() <= at]
    before = [opening[1] for opening in openings if opening[1] in titles]
    return titles[before[-1]] if before else chapter.title


def _roman(number: int) -> str:
    """The number of a chapter as the book writes it."""
    said = ""
    for worth, sign in _SIGNS:
        said += sign * (number // worth)
        number %= worth
    return said


def _with(chapter: Chapter, changes: Sequence[tuple[str, str]]) -> Chapter:
    html = str(chapter.html)
    for before, after in changes:
        html = html.replace(before, after)
    return replace(chapter, html=Markup(html)) if changes else chapter
