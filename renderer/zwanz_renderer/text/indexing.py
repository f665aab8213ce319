"""The index of a book: where its drawn chapters explain a thing.

A chapter explains a thing in a heading that names it, in italics or bold that introduce it, or in
its row of a table of contracts or bonuses; if none does, where it is first mentioned. The glossary
is in alphabetical order itself, so the index does not lead there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from markupsafe import Markup

from ..blocks import index
from ..blocks.index import IndexEntry, IndexPlace, Kind, Subject
from ..shortcodes import Context
from ..shortcodes.run import Drawing
from . import polish
from .html_tree import Edits, Element, HtmlTree, tree_of
from .markdown import Chapter
from .online import is_online

_TEXTS = ("p", "li")
_OF_TEXT = {"data-at"}
_GAP = r"(?:\s|<[^<>]*>)+"
"""What may stand between the words of a name."""
_TABLES = ("contract-table", "bonus-list")
"""Tables whose rows each explain what the head of the row names."""
# Ranks of places: the lower the better.
_IS_HEADING, _IN_HEADING, _MENTIONED = 0, 3, 5
_RANKS = {"em": 1, "strong": 1, "th": 2, "span": 4}

_SECTION = 2
_OF_HEADING = "section-"
"""The id of a subject that is a heading begins with this."""
_SIGNS = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


@dataclass(frozen=True, slots=True)
class _Found:
    """A place in a chapter's HTML, by offsets; the lower its `rank`, the better.

    `anchor` is the id that stands there already, if any.
    """

    rank: int
    start: int
    end: int
    anchor: str = ""


def foreseen(ctx: Context) -> Callable[[Chapter, int], Chapter]:
    """A function that guesses, from one chapter and its number, what `filled` will make of it."""
    places = _Places(ctx, index.subjects(ctx, index.KINDS))
    return places.alone


def filled(chapters: Sequence[Chapter], ctx: Context, drawing: Drawing) -> list[Chapter]:
    """The chapters with the entries of their indexes, and with anchors where these lead."""
    if not any(chapter.has_index for chapter in chapters):
        return list(chapters)
    # Find each subject in the chapters; those with an index of their own explain nothing.
    subjects = index.subjects(ctx, index.KINDS)
    known = {index.folded(ctx, subject.name): subject for subject in subjects}
    headings = _headings(ctx, chapters, known)
    places = _Places(ctx, [*known.values(), *headings])
    numbers = {chapter.file: number for number, chapter in enumerate(chapters, 1)}
    found = places.found([chapter for chapter in chapters if not chapter.has_index], numbers)

    def entries(of: Sequence[Kind]) -> Iterator[IndexEntry]:
        wanted = [known[index.folded(ctx, subject.name)] for subject in index.subjects(ctx, of)]
        if "headings" in of:
            wanted += headings
        return _entries(ctx, wanted, found)

    def with_indexes(chapter: Chapter) -> Chapter:
        if not chapter.has_index:
            return chapter
        edits = Edits(chapter.html)
        for empty in filter(index.is_index, tree_of(chapter.html).named("div")):
            of = index.kinds_of(empty)
            full = drawing.template("index", index.values(ctx, of, entries(of)))
            edits.replace(empty.start, empty.end, full.strip())
        return replace(chapter, html=Markup(edits.made()))

    # Set the anchors, note which paths of the rules each chapter explains, and fill the indexes.
    permanent = index.permanent(ctx)
    ids = {path: known[name].id for path, name in permanent.items() if name in known}
    marked = []
    for chapter in chapters:
        anchors = places.anchors(chapter, numbers[chapter.file])
        explains = tuple((path, anchors[id]) for path, id in ids.items() if id in anchors)
        chapter = replace(places.marked(chapter, numbers[chapter.file]), explains=explains)
        marked.append(with_indexes(chapter))
    return _with_unnamed(marked, permanent)


def _with_unnamed(chapters: list[Chapter], permanent: Iterable[str]) -> list[Chapter]:
    """The chapters; the first, which is about the whole game, explains what no other names."""
    first, named = chapters[0], {path for chapter in chapters for path, _ in chapter.explains}
    if not first.headings:
        return chapters
    unnamed = ((path, first.headings[0].anchor) for path in permanent if path not in named)
    return [replace(first, explains=(*first.explains, *unnamed)), *chapters[1:]]


def _headings(
    ctx: Context, chapters: Sequence[Chapter], known: Mapping[str, Subject]
) -> list[Subject]:
    """The headings inside chapters as subjects, except those that name a known subject."""
    subjects: dict[str, Subject] = {}
    for heading in chain.from_iterable(chapter.headings for chapter in chapters):
        names = list(index.singular(ctx, heading.text))
        if heading.level >= _SECTION and known.keys().isdisjoint(names):
            subject = Subject(f"{_OF_HEADING}{heading.anchor}", index.turned(ctx, heading.text))
            subjects.setdefault(names[0], subject)
    return list(subjects.values())


def _entries(
    ctx: Context, subjects: Sequence[Subject], found: Mapping[str, Sequence[IndexPlace]]
) -> Iterator[IndexEntry]:
    """The lines of an index; a subject's other names refer to its line."""
    names = {index.folded(ctx, subject.name) for subject in subjects}
    for subject in subjects:
        if places := found.get(subject.id):
            yield IndexEntry(subject.name, tuple(places))
            for other in subject.also:
                name = index.folded(ctx, other)
                if name not in names:
                    names.add(name)
                    yield IndexEntry(index.turned(ctx, other), see=subject.name)


class _Places:
    """Finds subjects in chapters, and sets anchors there."""

    def __init__(self, ctx: Context, subjects: Sequence[Subject]) -> None:
        self._ctx, self._subjects = ctx, subjects
        self._ids: dict[str, str] = {}
        for subject in subjects:
            self._ids |= {index.folded(ctx, other): subject.id for other in subject.also}
        # The first name of a subject goes before the other name of another one.
        self._ids |= {index.folded(ctx, subject.name): subject.id for subject in subjects}
        words = "|".join(map(re.escape, sorted(self._ids, key=len, reverse=True)))
        self._named = re.compile(rf"(?<!\w)(?:{words})(?!\w)")
        self._marks: dict[str, dict[str, _Found]] = {}
        self._mentions: dict[str, dict[str, _Found]] = {}
        self._seen: set[str] = set()

    def found(
        self, chapters: Sequence[Chapter], numbers: Mapping[str, int]
    ) -> dict[str, list[IndexPlace]]:
        """The places of each subject by its id, at most one in a chapter, in the order of
        the book.
        """
        for chapter in chapters:
            self._look_through(chapter)
        explained = set(chain.from_iterable(self._marks.values()))
        for subject in self._subjects:
            if subject.id not in explained:
                self._lead_to_mention(chapters, subject)

        # A place has the title of the section that it stands in.
        places: dict[str, list[IndexPlace]] = {}
        for chapter in chapters:
            number = numbers[chapter.file]
            titles = sorted((chapter.start(each), each.text) for each in chapter.headings)
            for id, mark in self._marks[chapter.file].items():
                anchor = mark.anchor or _anchor(id, number)
                above = [title for start, title in titles if start <= mark.start]
                section = above[-1] if above else chapter.title
                places.setdefault(id, []).append(IndexPlace(anchor, _roman(number), section))
        return places

    def anchors(self, chapter: Chapter, number: int) -> dict[str, str]:
        """The anchor of each subject that a chapter explains, by the subject's id."""
        marks = self._marks.get(chapter.file, {})
        return {id: mark.anchor or _anchor(id, number) for id, mark in marks.items()}

    def alone(self, chapter: Chapter, number: int) -> Chapter:
        """A chapter with its anchors, as far as it and the chapters before it tell."""
        self._look_through(chapter)
        return self.marked(chapter, number)

    def marked(self, chapter: Chapter, number: int) -> Chapter:
        """A chapter with a new anchor at each place without one."""
        html = str(chapter.html)
        edits = Edits(html)
        marks = self._mentions.get(chapter.file, {}) | self._marks.get(chapter.file, {})
        for id, mark in sorted(marks.items(), key=lambda item: item[1].start):
            if mark.anchor:
                continue
            attribute = f'id="{_anchor(id, number)}"'
            if mark.end > mark.start:
                edits.insert(mark.start, f"<span {attribute}>")
                edits.insert(mark.end, "</span>")
            else:
                edits.insert(mark.start, f" {attribute}")
        return replace(chapter, html=Markup(edits.made())) if edits else chapter

    def _look_through(self, chapter: Chapter) -> None:
        """Note the subjects that a chapter explains, and those that it is the first to mention.

        Only the last chapter shows which mentions are needed. But an anchor too many does no harm,
        and this way a chapter does not depend on later ones. Headings as subjects are left out,
        since they are known at the end alone.
        """
        self._marks[chapter.file] = self._best(chapter)
        self._mentions[chapter.file] = mentions = {}
        self._seen.update(self._marks[chapter.file])
        for subject in self._subjects:
            if subject.id in self._seen or subject.id.startswith(_OF_HEADING):
                continue
            if found := self._mention(chapter, subject):
                mentions[subject.id] = found
                self._seen.add(subject.id)

    def _lead_to_mention(self, chapters: Sequence[Chapter], subject: Subject) -> None:
        """Let the index lead to where a subject is first mentioned."""
        for chapter in chapters:
            found = self._mentions[chapter.file].get(subject.id)
            if found is None and subject.id.startswith(_OF_HEADING):
                found = self._mention(chapter, subject)
            if found:
                self._marks[chapter.file][subject.id] = found
                return

    def _best(self, chapter: Chapter) -> dict[str, _Found]:
        """The best place of each subject that a chapter explains, by the subject's id."""
        best: dict[str, _Found] = {}
        for id, found in chain(self._in_headings(chapter), self._in_text(chapter)):
            known = best.get(id)
            if known is None or (found.rank, found.start) < (known.rank, known.start):
                best[id] = found
        return best

    def _id_of(self, text: str) -> str | None:
        """The id of the subject that a text names."""
        names = index.singular(self._ctx, text)
        return next((self._ids[name] for name in names if name in self._ids), None)

    def _in_headings(self, chapter: Chapter) -> Iterator[tuple[str, _Found]]:
        tree = tree_of(chapter.html)
        for heading in chapter.headings:
            element = tree.by_id[heading.anchor]
            start = element.start
            if _is_left_out(element):
                continue
            if (id := self._id_of(heading.text)) is not None:
                yield id, _Found(_IS_HEADING, start, start, heading.anchor)
            for word in self._named.findall(heading.text.casefold()):
                yield self._ids[word], _Found(_IN_HEADING, start, start, heading.anchor)

    def _in_text(self, chapter: Chapter) -> Iterator[tuple[str, _Found]]:
        for element in tree_of(chapter.html).named(*_RANKS):
            if not _introduces(element) or _is_left_out(element):
                continue
            name = _with_name(element).first_text
            text = polish.plain(name).replace(polish.SOFT_HYPHEN, "").strip()
            if (id := self._id_of(text)) is not None:
                inside_tag = element.inside - 1
                yield id, _Found(_RANKS[element.tag], inside_tag, inside_tag)

    def _mention(self, chapter: Chapter, subject: Subject) -> _Found | None:
        """Where a chapter first mentions a subject in running text, apart from other mentions."""
        # Any of its names, but not within a longer name of another subject.
        forms = [form for form, id in self._ids.items() if id == subject.id]
        longer = [
            form
            for form, id in self._ids.items()
            if id != subject.id and any(name in form for name in forms)
        ]
        others = _any_of(longer).replace(re.escape(" "), _GAP) if longer else "(?!)"
        wanted = re.compile(
            rf"(?<!\w)(?:(?P<other>{others})|{_any_of(forms)})(?!\w)", re.IGNORECASE
        )
        taken = [*self._marks[chapter.file].values(), *self._mentions[chapter.file].values()]

        tree = tree_of(chapter.html)
        for mention in wanted.finditer(chapter.html):
            if mention["other"] or tree.is_in_tag(mention.start()) or _overlaps(mention, taken):
                continue
            if _is_running_text(tree, mention.start()):
                return _Found(_MENTIONED, *mention.span())
        return None


def _any_of(names: Iterable[str]) -> str:
    """A pattern for any of some names, perhaps with soft hyphens."""
    longest_first = sorted(names, key=len, reverse=True)
    return "|".join(f"{polish.SOFT_HYPHEN}?".join(map(re.escape, name)) for name in longest_first)


def _with_name(element: Element) -> Element:
    """What has the name in an element: in a row of several alike, a part with the path of a
    rule.
    """
    first = element.children[0] if element.children else element
    return first if element.tag == "th" and "data-at" in first.attributes else element


def _introduces(element: Element) -> bool:
    """True for an element that names what is explained: words in italics or bold, the head of a row
    in a table that explains, the label of a card.

    Other names may follow its text, and nothing else.
    """
    if "id" in element.attributes:
        return False
    name = _with_name(element)
    others = [child for child in element.children if child is not name]
    if others and not others[0].is_a("span", "also"):
        return False
    if element.tag == "span":
        return "card-label" in element.classes
    if element.tag == "th":
        heads_row = element.attributes.get("scope") == "row"
        return heads_row and any(map(_is_table, element.around()))
    return True


def _is_table(element: Element) -> bool:
    return element.tag == "div" and any(name in element.classes for name in _TABLES)


def _is_running_text(tree: HtmlTree, at: int) -> bool:
    """True inside a paragraph or a list item, with no attribute but the path of a rule."""
    around = list(tree.around(at))
    if any(map(_leads_nowhere, around)):
        return False
    # Notes and open questions have a class or an id: they are no running text.
    return any(each.tag in _TEXTS and each.attributes.keys() <= _OF_TEXT for each in around)


def _is_left_out(element: Element) -> bool:
    """True inside elements that no index leads to."""
    return any(map(_leads_nowhere, element.around()))


def _leads_nowhere(element: Element) -> bool:
    """True for elements to which no index leads: parts for the web page, drawings, the glossary."""
    return is_online(element) or element.tag == "svg" or element.is_a("ul", "glossary")


def _overlaps(mention: re.Match[str], places: Iterable[_Found]) -> bool:
    """True if a part of a mention is marked already."""
    start, end = mention.span()
    return any(place.start < end and start < place.end for place in places)


def _anchor(id: str, number: int) -> str:
    """The anchor of a subject in the chapter with a number."""
    return f"{id}-in-{number}"


def _roman(number: int) -> str:
    """The number of a chapter as the book writes it.

    >>> _roman(14)
    'XIV'
    """
    text = ""
    for worth, sign in _SIGNS:
        text += sign * (number // worth)
        number %= worth
    return text
