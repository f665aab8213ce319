"""Where the books of a game say its rules: the blocks that read a rule when they are drawn, and
change with it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from types import CodeType

from zwanz_ssot import prose
from zwanz_ssot.model import Game, Name, Path, Source
from zwanz_ssot.mutation.bench import Bench
from zwanz_ssot.problems import Problem, ProblemList, in_order
from zwanz_ssot.trace.code import watched
from zwanz_ssot.trace.coverage import Counterfactuals
from zwanz_ssot.trace.rules import Rule
from zwanz_ssot.trace.tracing import Traced, Tracer, faults, nowhere
from zwanz_ssot.words import reading

from .. import book
from ..shortcodes import BLOCKS, Html
from ..shortcodes.binding import BlockCall, bind
from ..shortcodes.run import Drawing
from ..text.manuscript import Manuscript
from ..text.markdown import Chapter, MarkdownSetup

MOST = 6
"""The most places of a rule; the first ones in the book."""
_MANY = 20
"""A block that reads more rules than this, and half of all, says none of them."""
_ROOT = FilePath(__file__).resolve().parent.parent
_SPEAKERS = (
    str(_ROOT),
    str(FilePath(prose.__file__).resolve().parent),
    str(FilePath(reading.__file__).resolve()),
    "<template>",
)
"""Code that states a rule when it reads it: blocks, sentences and their reader, not the engine."""


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


class _Listening(Drawing):
    """Draws, and notes which rules each block reads."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn: list[_Drawn] = []
        self._now: list[set[Path]] = []

    def hear(self, path: Path, reader: CodeType) -> None:
        """A rule is read, somewhere in the program."""
        if self._now and reader.co_filename.startswith(_SPEAKERS):
            self._now[-1].add(path)

    def draw(self, call: BlockCall, body: Html | None = None) -> Html:
        self._now.append(set())
        html = super().draw(call, body)
        self.drawn.append(_Drawn(call, body, frozenset(self._now.pop())))
        return html


class Book:
    """A book of a rule set, drawn once and asked which of its blocks say a rule."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game, self.lang = game, lang
        self._drawing = _Listening()
        setup = MarkdownSetup(lang, registry=BLOCKS)
        setup.drawing = self._drawing
        folder = book.chapters_of(game.id, lang)
        manuscript = Manuscript(
            watched(game, self._drawing.hear), lang, folder, BLOCKS, setup=setup
        )
        self._chapters = {chapter.file: chapter for chapter in manuscript.chapters()}
        self._drawn = tuple(self._drawing.drawn)
        self._all = frozenset(path for drawn in self._drawn for path in drawn.reads)
        self._said: dict[int, str | None] = {}

    def places(self, path: Path, changed: Sequence[Game]) -> tuple[BookPlace, ...]:
        """The first places that say the rule.

        In the rule sets of `changed` the rule is another one: only blocks that look different with
        one of them count. If none says it in words, it is the first block that shows it, as a round
        does that is played and settled.
        """
        found: dict[BookPlace, None] = {}
        for number, drawn in enumerate(self._drawn):
            if len(found) == MOST:
                break
            if _read(drawn.reads, path) and self._says(number, changed):
                found[self._place(drawn.call)] = None
        if found:
            return tuple(found)
        for number, drawn in enumerate(self._drawn):
            if not drawn.call.block.inline and self._differs(number, changed[:1]):
                return (self._place(drawn.call),)
        return ()

    def _says(self, number: int, changed: Sequence[Game]) -> bool:
        """True if a block that has read a rule says it.

        Without rule sets to try, a block that reads most rules says none of them.
        """
        if changed:
            return self._differs(number, changed)
        reads = len(self._drawn[number].reads)
        return reads < _MANY or reads < len(self._all) / 2

    def _differs(self, number: int, changed: Iterable[Game]) -> bool:
        if number not in self._said:
            self._said[number] = self._again(self._drawn[number], self.game)
        return any(
            self._again(self._drawn[number], game) not in (None, self._said[number])
            for game in changed
        )

    def _again(self, drawn: _Drawn, game: Game) -> str | None:
        """A block in another rule set, with its problems; None where it cannot be drawn."""
        found = ProblemList()
        call = replace(drawn.call, ctx=replace(drawn.call.ctx, game=game, found=found))
        try:
            html = Drawing.draw(self._drawing, call, drawn.body) if bind(call) else ""
        except Exception:  # the block plays what nobody has foreseen; that is no statement
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
    """True if a part of a rule has been read."""
    return any(one[: len(path)] == path or path[: len(one)] == one for one in reads)


Books = Mapping[tuple[str, str], tuple[BookPlace, ...]]
"""By variant and language, where a book says a rule."""


@dataclass(frozen=True)
class TraceEntry:
    """A rule, its proofs and its places."""

    traced: Traced
    books: Books


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
            len(saying.said) for entry in self.entries for saying in entry.traced.rule.sayings
        )


def lacking(entry: TraceEntry) -> Iterator[Problem]:
    """What a rule lacks: proofs, or a place in a book."""
    yield from faults(entry.traced)
    silent: dict[str, list[str]] = {}
    for (variant, lang), places in entry.books.items():
        if not places:
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
    entries = [
        TraceEntry(each, dict(_books(each.rule, books, tracer.counterfactuals))) for each in traced
    ]
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


def _books(
    rule: Rule, books: Sequence[Book], counterfactuals: Counterfactuals
) -> Iterator[tuple[tuple[str, str], tuple[BookPlace, ...]]]:
    """The places of a rule in each book whose rule set has it."""
    readings = counterfactuals.sound(rule)
    for each in books:
        variant = each.game.variant
        if variant in rule.sets:
            with_it = (reading.game(counterfactuals.sets[variant]) for reading in readings)
            yield (
                (variant, each.lang),
                each.places(rule.path, [game for game in with_it if game is not None]),
            )


def trace_all(
    wanted: Mapping[str, Sequence[str]],
    langs: Sequence[str],
    rules: FilePath | None = None,
    jobs: int | None = None,
) -> Iterator[GameTrace]:
    """Trace several games in the given variants, in `jobs` processes (default: one a processor).

    The traces come in the order of `wanted`.
    """
    jobs = min(jobs or os.cpu_count() or 1, len(wanted))
    if jobs == 1:
        for game, variants in wanted.items():
            yield trace(game, variants, langs, rules)
        return
    with ProcessPoolExecutor(jobs) as pool:
        found = {
            game: pool.submit(trace, game, variants, langs, rules)
            for game, variants in _longest_first(wanted)
        }
        yield from (found[game].result() for game in wanted)


def _longest_first(wanted: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, Sequence[str]]]:
    """The games with the most variants, which take the longest, begin."""
    return iter(sorted(wanted.items(), key=lambda item: len(item[1]), reverse=True))
