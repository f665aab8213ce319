"""The trace of rules through the books, and its page.

`trace` finds where the books of a game say its rules: the blocks that read a rule when they are
drawn, and change with it. `page` writes all of it as one file without scripts: source, rule,
sentence, example, code.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from pathlib import Path as FilePath
from types import CodeType
from typing import Any

from markupsafe import Markup

from zwanz_ssot import places, prose
from zwanz_ssot.model import Game, Name, Path, Source
from zwanz_ssot.mutation.bench import Bench
from zwanz_ssot.problems import Problem, ProblemList, in_order
from zwanz_ssot.source import dotted
from zwanz_ssot.trace.code import watched
from zwanz_ssot.trace.coverage import Counterfactuals, Rule
from zwanz_ssot.trace.tracing import Example, Proof, Traced, Tracer, faults, nowhere
from zwanz_ssot.words import reading
from zwanz_ssot.workers import shared

from . import book, styles
from .building import Page, language_table, templates
from .shortcodes import BLOCKS, Html
from .shortcodes.registry import BlockCall, bind
from .shortcodes.run import Drawing
from .text.manuscript import Manuscript
from .text.markdown import Chapter, MarkdownSetup

MOST = 6
"""The most places that are kept of a rule; the first ones in the book."""
_MANY = 20
"""A block that reads more rules than this, and half of all, states none of them."""
_ROOT = FilePath(__file__).resolve().parent.parent
_SPEAKERS = (
    str(_ROOT),
    str(FilePath(prose.__file__).resolve().parent),
    str(FilePath(reading.__file__).resolve()),
    "<template>",
)
"""Code that states the rules that it reads: blocks, sentences and their reader; not the engine."""


@dataclass(frozen=True, slots=True)
class BookPlace:
    """A block in a chapter; ``chapter`` and ``section`` are titles, ``anchor`` is the section's."""

    block: str
    file: str
    line: int
    chapter: str
    section: str
    anchor: str


@dataclass(frozen=True)
class _Drawn:
    """A block that was drawn, and the rules that it read."""

    call: BlockCall
    body: Html | None
    reads: frozenset[Path]


class _Recording(Drawing):
    """Draws, and notes which rules each block reads."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn: list[_Drawn] = []
        self._open: list[set[Path]] = []

    def note_read(self, path: Path, reader: CodeType) -> None:
        """Note a rule that is read; `reader` is the code that reads it."""
        if self._open and reader.co_filename.startswith(_SPEAKERS):
            self._open[-1].add(path)

    def draw(self, call: BlockCall, body: Html | None = None) -> Html:
        self._open.append(set())
        html = super().draw(call, body)
        self.drawn.append(_Drawn(call, body, frozenset(self._open.pop())))
        return html


class Book:
    """A book of a rule set, drawn once, to find the blocks that state a rule."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game, self.lang = game, lang
        self._drawing = _Recording()
        setup = MarkdownSetup(lang, registry=BLOCKS)
        setup.drawing = self._drawing
        folder = book.chapters_of(game.id, lang)
        manuscript = Manuscript(
            watched(game, self._drawing.note_read), lang, folder, BLOCKS, setup=setup
        )
        self._chapters = {chapter.file: chapter for chapter in manuscript.chapters()}
        self._drawn = tuple(self._drawing.drawn)
        self._all = frozenset(path for drawn in self._drawn for path in drawn.reads)
        self._as_drawn: dict[int, str | None] = {}

    def places(self, path: Path, changed: Sequence[Game]) -> tuple[BookPlace, ...]:
        """The first places that state the rule, at most `MOST`.

        The rule sets of `changed` have another rule there: a block counts only if it looks
        different with one of them. If no block states it in words, the place is the first block
        that shows its effect, as a settled round does. A rule set counts only if its rule is said
        otherwise, as not every value matters beside the other rules.
        """
        found: dict[BookPlace, None] = {}
        said = self._says(self.game, path) if changed else ""
        changed = [game for game in changed if self._says(game, path) != said]
        for number, drawn in enumerate(self._drawn):
            if len(found) == MOST:
                break
            if _read(drawn.reads, path) and self._states(number, changed):
                found[self._place(drawn.call)] = None
        if found:
            return tuple(found)
        for number, drawn in enumerate(self._drawn):
            if not drawn.call.block.inline and self._differs(number, changed[:1]):
                return (self._place(drawn.call),)
        return ()

    def _says(self, game: Game, path: Path) -> str:
        value = game.at(path)
        return "" if value is None else prose.Prose(game, self.lang).setting(path, value)

    def _states(self, number: int, changed: Sequence[Game]) -> bool:
        """True if a block that has read a rule states it.

        Without rule sets to try, a block that reads most rules states none of them.
        """
        if changed:
            return self._differs(number, changed)
        reads = len(self._drawn[number].reads)
        return reads < _MANY or reads < len(self._all) / 2

    def _differs(self, number: int, changed: Iterable[Game]) -> bool:
        if number not in self._as_drawn:
            self._as_drawn[number] = self._again(self._drawn[number], self.game)
        return any(
            self._again(self._drawn[number], game) not in (None, self._as_drawn[number])
            for game in changed
        )

    def _again(self, drawn: _Drawn, game: Game) -> str | None:
        """A block drawn in another rule set, with its problems; None where it cannot be drawn."""
        found = ProblemList()
        call = replace(drawn.call, ctx=replace(drawn.call.ctx, game=game, found=found))
        try:
            html = Drawing.draw(self._drawing, call, drawn.body) if bind(call) else ""
        except Exception:  # the block plays a round that the changed rules do not allow
            return None
        return f"{html}{found.problems}"

    def _place(self, call: BlockCall) -> BookPlace:
        chapter: Chapter = self._chapters[call.ctx.file]
        above = [heading for heading in chapter.headings if heading.mark.line <= call.ctx.line]
        section = above[-1] if above else chapter.headings[0]
        return BookPlace(
            call.block.name,
            call.ctx.file,
            call.ctx.line,
            chapter.title,
            section.text,
            section.anchor,
        )


def _read(reads: frozenset[Path], path: Path) -> bool:
    """True if the rule, a part of it, or what holds it was read."""
    return any(one[: len(path)] == path or path[: len(one)] == one for one in reads)


Books = Mapping[tuple[str, str], tuple[BookPlace, ...]]
"""The places that state a rule, by variant and language of the book."""


@dataclass(frozen=True)
class TraceEntry:
    """A rule, its proofs and its places."""

    traced: Traced
    books: Books
    settled: frozenset[str] = frozenset()
    """The variants beside whose other rules the check accepts no other value: nothing can be tried
    in their books.
    """

    def without(self, lang: str) -> tuple[str, ...]:
        """The variants whose books in a language lack the rule."""
        return tuple(
            variant
            for (variant, other), found in self.books.items()
            if other == lang and not found and variant not in self.settled
        )


@dataclass(frozen=True)
class GameTrace:
    """All rules of a game in some of its variants.

    ``names`` are the names of the variants; files are named from the folder ``root``.
    """

    id: str
    name: Name
    root: FilePath
    names: Mapping[str, Name]
    entries: tuple[TraceEntry, ...]
    sources: Mapping[str, Source]
    titles: Mapping[tuple[str, str], Name]
    """The names of contracts and bonuses, by the path that they have in the rules."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that is missing, by file and line."""
        return in_order(problem for entry in self.entries for problem in lacking(entry))

    @property
    def sentences(self) -> int:
        """How many sentences the rules have, in all languages."""
        return sum(
            len(wording.sentences)
            for entry in self.entries
            for wording in entry.traced.rule.wordings
        )


def lacking(entry: TraceEntry) -> Iterator[Problem]:
    """The problems of a rule: proofs or places that it lacks."""
    yield from faults(entry.traced)
    silent: dict[str, list[str]] = {}
    for lang in dict.fromkeys(lang for _, lang in entry.books):
        for variant in entry.without(lang):
            silent.setdefault(variant, []).append(lang)
    if silent:
        yield nowhere(entry.traced.rule, silent)


def trace(
    game: str, variants: Sequence[str], langs: Sequence[str], rules: FilePath | None = None
) -> GameTrace:
    """Trace a game in some of its variants. Raises as loading does."""
    bench = Bench(rules)
    sets = [each for each in bench.sets if each.game.id == game and each.game.variant in variants]
    tracer = Tracer(bench, sets)
    traced = tracer.rules(langs)
    games = [each.game for each in sets]
    books = [Book(each, lang) for each in games for lang in langs]
    entries = [_entry(each, books, tracer.counterfactuals) for each in traced]
    titles: dict[tuple[str, str], Name] = {}
    sources: dict[str, Source] = {}
    for each in games:
        titles |= {("contracts", id): contract.name for id, contract in each.contracts.items()}
        titles |= {("bonuses", id): bonus.name for id, bonus in each.bonuses.items()}
        sources |= each.sources
    return GameTrace(
        game,
        games[0].game_name,
        bench.library.root.resolve().parent,
        {each.variant: each.name for each in games},
        tuple(entries),
        sources,
        titles,
    )


def _entry(traced: Traced, books: Sequence[Book], counterfactuals: Counterfactuals) -> TraceEntry:
    """A rule with its places in each book whose rule set has it."""
    rule = traced.rule
    changed = {
        variant: [
            game
            for reading in counterfactuals.sound(rule)
            if (game := reading.game(counterfactuals.sets[variant])) is not None
        ]
        for variant in rule.variants
    }
    places = {
        (each.game.variant, each.lang): each.places(rule.path, changed[each.game.variant])
        for each in books
        if each.game.variant in changed
    }
    settled = frozenset(variant for variant, games in changed.items() if not games)
    return TraceEntry(traced, places, settled)


def trace_all(
    wanted: Mapping[str, Sequence[str]],
    langs: Sequence[str],
    rules: FilePath | None = None,
    jobs: int | None = None,
) -> Iterator[GameTrace]:
    """Trace several games in the given variants, in `jobs` processes (default: one a processor).

    The traces come in the order of `wanted`. Raises `ZwanzError` where a process was killed.
    """
    # The games with most variants take longest, so they begin.
    order = sorted(wanted, key=lambda game: len(wanted[game]), reverse=True)
    tasks = [(game, wanted[game], langs, rules) for game in order]
    found: dict[str, GameTrace] = {}
    with closing(shared(_traced, tasks, jobs=jobs)) as traces:
        made = zip(order, traces, strict=True)
        for game in wanted:
            while game not in found:
                found.update([next(made)])
            yield found.pop(game)


def _traced(task: tuple[str, Sequence[str], Sequence[str], FilePath | None]) -> GameTrace:
    return trace(*task)


_LANG = Markup(' lang="{}"')
_NAMED = ("contracts", "bonuses")
_PLACES = 2
"""The places of a rule that the page shows in each language."""
_ONLY = (
    "{0}:target ~ main .rule:not(.{1}) {{ display: none; }}\n"
    "{0}:target ~ nav .to-{2} a {{ font-weight: 700; color: var(--red); }}\n"
)


@cache
def words(lang: str) -> Mapping[str, Any]:
    """The words of the page in a language. `WrongCall` where there are none."""
    return language_table("trace", lang, "a trace has no words in")


def page(trace: GameTrace, lang: str) -> str:
    """The whole page in a language; the rules are said in every language that was traced."""
    return _Page(trace, lang).html()


class _Page:
    def __init__(self, trace: GameTrace, lang: str) -> None:
        self.trace, self.lang, self.words = trace, lang, words(lang)
        self.ids: Counter[str] = Counter()
        self.cited: Counter[str] = Counter()
        self.used: set[tuple[str, str]] = set()

    def html(self) -> str:
        # Sections first: they count the sources and the examples that they show.
        sections = list(self._sections())
        filters = list(self._filters())
        missing = len(self.trace.problems)
        counted = self.words["counted"].format(
            rules=len(self.trace.entries),
            sentences=self.trace.sentences,
            examples=len(self.used),
            sources=len(self.cited),
        )
        environment = templates(places.data("templates"))
        title = self.words["title"].format(game=self.trace.name.text(self.lang))
        shown = {"lang": self.lang, "words": self.words, "title": title}
        body = environment.get_template("trace-body.html.j2").render(
            shown,
            counted=counted,
            lacking=missing,
            verdict=self._many("lacking", missing) if missing else self.words["whole"],
            filters=filters,
            sections=sections,
            sources=list(self._sources()),
        )
        page = Page(environment.get_template("trace.html.j2"), shown, body)
        return page.html(self._style(page.html(), filters))

    def _style(self, page: str, filters: list[Mapping[str, Any]]) -> str:
        """The style sheet, with a rule for each filter that hides all the rest."""
        langs = {self.lang}
        for entry in self.trace.entries:
            langs |= entry.traced.rule.sentences.keys()
        only = ""
        for each in filters:
            id = each["id"]
            if id != "all":
                only += _ONLY.format(f"#{id}", id.replace("only-", "in-"), id)
        return styles.for_trace(sorted(langs), page) + only

    # what can be shown alone

    def _filters(self) -> Iterator[Mapping[str, Any]]:
        rules = [entry.traced.rule for entry in self.trace.entries]
        yield _filter("all", self.words["all"], len(rules))
        if len(self.trace.names) > 1:
            for variant in self.trace.names:
                count = sum(variant in rule.variants for rule in rules)
                yield _filter(f"only-set-{variant}", self._set(variant), count)
        faulty = sum(any(lacking(entry)) for entry in self.trace.entries)
        if faulty:
            yield _filter("only-faulty", self.words["only_lacking"], faulty)
        for source, count in self.cited.items():
            yield _filter(f"only-source-{source}", source, count, listed=False)

    def _sources(self) -> Iterator[Mapping[str, Any]]:
        for key, source in self.trace.sources.items():
            if key in self.cited:
                yield {
                    "id": key,
                    "title": source.title,
                    "url": source.url,
                    "of_title": self._of(source.language),
                    "about": source.about.text(self.lang),
                    "of_about": "",
                    "count": self._many("rules", self.cited[key]),
                }

    # the rules

    def _sections(self) -> Iterator[Mapping[str, Any]]:
        by_section: dict[str, list[TraceEntry]] = {}
        for entry in self.trace.entries:
            by_section.setdefault(str(entry.traced.rule.path[0]), []).append(entry)
        for key, entries in by_section.items():
            # Contracts and bonuses are grouped by their names.
            groups: dict[str, list[TraceEntry]] = {}
            for entry in entries:
                name = str(entry.traced.rule.path[1]) if key in _NAMED else ""
                groups.setdefault(name, []).append(entry)
            yield {
                "id": f"part-{key}",
                "title": self.words["sections"].get(key, key),
                "groups": [self._group(key, name, inside) for name, inside in groups.items()],
            }

    def _group(self, section: str, name: str, entries: Iterable[TraceEntry]) -> Mapping[str, Any]:
        title = self.trace.titles.get((section, name))
        return {
            "id": f"part-{section}-{name}",
            "title": title.text(self.lang) if title else name,
            "rules": [self._rule(entry) for entry in entries],
        }

    def _rule(self, entry: TraceEntry) -> Mapping[str, Any]:
        rule = entry.traced.rule
        cites = [self._cite(cite) for cite in rule.sources]
        self.cited.update({str(cite["id"]): 1 for cite in cites})
        everywhere = len(rule.variants) == len(self.trace.names)
        where = f"{self._short(rule.where.file)}:{rule.where.line}" if rule.where else ""
        return {
            "id": self._id(rule.dotted),
            "classes": self._classes(entry, cites),
            "path": rule.dotted,
            "only": ""
            if everywhere
            else self.words["only_in"].format(sets=self._sets(rule.variants)),
            "sayings": self._wordings(rule),
            "cites": cites,
            "where": where,
            "proofs": [self._proof(proof) for proof in entry.traced.proofs],
            "code": [str(code) for code in entry.traced.code],
            "books": list(self._books(entry)),
        }

    def _classes(self, entry: TraceEntry, cites: list[Mapping[str, Any]]) -> str:
        """The classes of a rule, by which filters find it."""
        classes = [f"in-set-{variant}" for variant in entry.traced.rule.variants]
        classes += dict.fromkeys(f"in-source-{cite['id']}" for cite in cites)
        if any(lacking(entry)):
            classes += ["faulty", "in-faulty"]
        return " ".join(classes)

    def _wordings(self, rule: Rule) -> list[Mapping[str, Any]]:
        """The sentences of a rule; with the rule sets, where these have several."""
        several = len(rule.wordings) > 1
        found: list[Mapping[str, Any]] = []
        for wording in rule.wordings:
            sets = self._sets(wording.variants) if several else ""
            found.append({"sets": sets, "lines": self._lines(wording.sentences)})
        return found

    def _id(self, path: str) -> str:
        """An anchor of a path; of several rules at one path the later ones are numbered."""
        self.ids[path] += 1
        name = re.sub(r"[^\w-]+", "-", path)
        return f"rule-{name}" + (f"-{self.ids[path]}" if self.ids[path] > 1 else "")

    def _lines(self, texts: Mapping[str, str]) -> list[Mapping[str, Any]]:
        """A sentence in each language, that of the page first."""
        order = sorted(texts, key=lambda lang: lang != self.lang)
        return [{"of": self._of(lang), "text": texts[lang]} for lang in order if texts[lang]]

    def _cite(self, cite: str) -> Mapping[str, Any]:
        key, mark, rest = cite.partition(" ")
        source = self.trace.sources.get(key)
        return {
            "id": key,
            "rest": f"{mark}{rest}",
            "of": self._of(source.language if source else self.lang),
        }

    def _proof(self, proof: Proof) -> Mapping[str, Any]:
        """The examples on both sides of a rule, or of a condition in it."""
        witnesses, part = proof.witnesses, proof.part
        met, missed = ("met", "missed") if part else ("shown", "not_shown")
        return {
            "word": f"{dotted(part.condition.at)}.{part.condition.word}" if part else "",
            "clause": part.clauses.get(self.lang, "") if part else "",
            "settled": witnesses.settled,
            "sides": [
                self._side("met", self.words[met], witnesses.positive),
                self._side("missed", self.words[missed], witnesses.near_miss),
            ],
            "code": [str(code) for code in proof.code],
        }

    def _side(self, kind: str, name: str, example: Example | None) -> Mapping[str, Any]:
        if example is None:
            return {"kind": kind, "name": name, "title": ""}
        self.used.add((example.mark.file, example.name))
        lang = self.lang if self.lang in example.title else next(iter(example.title))
        return {
            "kind": kind,
            "name": name,
            "title": example.title[lang],
            "of": self._of(lang),
            "sets": self._set(example.variant),
            "where": f"{self._short(example.mark.file)}:{example.mark.line}",
        }

    def _books(self, entry: TraceEntry) -> Iterator[Mapping[str, Any]]:
        """The places of a rule in the books of each language, and the books that lack it."""
        for lang in dict.fromkeys(lang for _, lang in entry.books):
            by_variant = {
                variant: found for (variant, other), found in entry.books.items() if other == lang
            }
            shown = list(dict.fromkeys(chain.from_iterable(by_variant.values())))
            without = entry.without(lang)
            nowhere = self.words["nowhere"].format(sets=self._sets(without)) if without else ""
            yield {
                "lang": lang,
                "of": self._of(lang),
                "places": [self._place(place) for place in shown[:_PLACES]],
                "nowhere": nowhere,
            }

    def _place(self, place: BookPlace) -> Mapping[str, Any]:
        file = place.file.rpartition("book/")[2]
        title = place.chapter
        if place.section != place.chapter:
            title = f"{place.chapter} › {place.section}"
        return {"title": title, "where": f"[{place.block}] {file}:{place.line}"}

    # small words

    def _set(self, variant: str) -> str:
        return str(self.words["base"]) if variant == "base" else variant

    def _sets(self, variants: Iterable[str]) -> str:
        return ", ".join(map(self._set, variants))

    def _of(self, lang: str) -> Markup | str:
        return _LANG.format(lang) if lang != self.lang else ""

    def _many(self, key: str, number: int) -> str:
        return str(self.words[key]["one" if number == 1 else "many"].format(n=number))

    def _short(self, file: str) -> str:
        """A file below the root of the trace, without the path to it."""
        path = FilePath(file).resolve()
        if not path.is_relative_to(self.trace.root):
            return file
        return path.relative_to(self.trace.root).as_posix()


def _filter(id: str, title: str, count: int, *, listed: bool = True) -> Mapping[str, Any]:
    """A part of the page that can be shown alone; `listed` in the navigation."""
    return {"id": id, "title": title, "count": count, "listed": listed}
