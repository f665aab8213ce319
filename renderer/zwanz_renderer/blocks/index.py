"""The glossary, and the index of what the book explains, both in the order of the alphabet; and the
glossary as plain text, for a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Literal, cast, get_args

from zwanz_ssot.model import Bonus, Contract, Game, Name
from zwanz_ssot.places import data
from zwanz_ssot.problems import RulesFault
from zwanz_ssot.prose.template import FALLBACK
from zwanz_ssot.schema import check
from zwanz_ssot.source import read

from ..shortcodes import Context, Named, Values, block
from ..text.html_tree import Element
from ..text.markdown import ChapterWriter, MarkdownSetup
from ..text.polish import SOFT_HYPHEN, plain
from .kinds import game_of
from .wording import alphabetical, words

_RULE = re.compile(r"\s*\[rule at=([\w.-]+)\]")
"""A rule that the meaning of a word quotes."""
_VALUE = re.compile(r"\[value at=([\w.-]+)")
_CARD = re.compile(r"\[\[([\w-]+)")
"""A value of the rules, and a card, in the meaning of a word, which makes no sense without them."""


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """A word of the glossary: its name and its meaning by language.

    The rules must have one of the paths in `needs`, and none of those in `unless`.
    """

    id: str
    name: Mapping[str, str]
    text: Mapping[str, str]
    needs: tuple[str, ...]
    unless: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    """Other ids by which a chapter may name the word."""

    def is_in(self, lang: str) -> bool:
        """True if it has a name and a meaning in the language."""
        return lang in self.name and lang in self.text

    def in_language(self, lang: str) -> tuple[str, str]:
        """The word and its meaning in the language; if it lacks them, in English or any other."""
        return Name.of(self.name).text(lang), Name.of(self.text).text(lang)


@cache
def glossary_terms() -> Mapping[str, GlossaryTerm]:
    """The words of the glossary by id; RulesFault with every problem of the file."""
    document = read(data("rules") / "glossary.yaml")
    if problems := check(document, "glossary"):
        raise RulesFault(problems)
    terms = {}
    for id, entry in document.data["terms"].items():
        needs, unless = (tuple(entry.get(key, ())) for key in ("needs", "unless"))
        aliases = tuple(entry.get("aliases", ()))
        terms[id] = GlossaryTerm(id, entry["name"], entry["text"], needs, unless, aliases)
    return terms


def applies(ctx: Context, entry: GlossaryTerm) -> bool:
    """True if a word belongs to this game.

    The parts of the rules that it needs have to be there and not empty, and so do the values and
    cards that its meaning names.
    """

    return not _why_not(ctx, entry)


def _why_not(ctx: Context, entry: GlossaryTerm) -> str:
    """Why a word does not belong to this game; empty for one that does."""

    def there(path: str) -> bool:
        return ctx.has(path) and ctx.find(path) not in ({}, [], 0)

    if entry.needs and not any(map(there, entry.needs)):
        return f"its rules lack {' and '.join(entry.needs)}"
    if barring := [path for path in entry.unless if there(path)]:
        return f"its rules have {' and '.join(barring)}"
    text, cards = Name.of(entry.text).text(FALLBACK), game_of(ctx).deck.by_id.keys()
    lacking = [path for path in _VALUE.findall(text) if not ctx.has(path)]
    lacking += [card for card in _CARD.findall(text) if card not in cards]
    return f"its rules lack {' and '.join(lacking)}" if lacking else ""


def without_rules_of_others(ctx: Context, text: str) -> str:
    """A meaning without the quoted rules that this game does not have at these paths."""

    def kept(match: re.Match[str]) -> str:
        return match[0] if ctx.has(match[1]) else ""

    return _RULE.sub(kept, text)


def _by_name(ctx: Context) -> Mapping[str, GlossaryTerm]:
    """Every word by its id and its other ids; if words share one, that of this game has it."""
    aliased: dict[str, GlossaryTerm] = {}
    for entry in glossary_terms().values():
        for alias in entry.aliases:
            if alias not in aliased or applies(ctx, entry):
                aliased[alias] = entry
    return {**aliased, **glossary_terms()}


TermRef = Annotated[GlossaryTerm, Named("word of the glossary", _by_name)]


@block("glossary", sample='[glossary terms="trick forehand kontra"]')
def glossary(ctx: Context, *, terms: list[TermRef] | None = None) -> Values:
    """What the words of the game mean, in the order of the alphabet; without terms, all that this
    game has, and no rules, which the chapters tell.
    """
    for entry in terms or ():
        if not applies(ctx, entry):
            ctx.problem(f"this game has no use for '{entry.id}'", _why_not(ctx, entry))
    wanted = terms or glossary_terms().values()
    shown = {entry.id: entry for entry in wanted if applies(ctx, entry)}

    lacking = [id for id, entry in shown.items() if not entry.is_in(ctx.lang)]
    if lacking:
        text = f"rules/glossary.yaml does not say in '{ctx.lang}' what these are"
        hint = "write their name and text in this language"
        ctx.problem(f"{text}: {', '.join(lacking)}", hint)

    rows = []
    for entry in shown.values():
        name, text = entry.in_language(ctx.lang)
        definition = without_rules_of_others(ctx, text) if terms else _RULE.sub("", text)
        rows.append((name, ctx.render_inline(definition), entry.id))
    return {"rows": sorted(rows, key=lambda row: alphabetical(row[0], ctx.lang))}


def permanent(ctx: Context) -> dict[str, str]:
    """The folded name of everything with a permanent id, by its path in rules and glossary."""
    game = game_of(ctx)
    terms = [entry for entry in glossary_terms().values() if applies(ctx, entry)]
    named = {f"terms.{entry.id}": entry.in_language(ctx.lang)[0] for entry in terms}
    things: list[Contract | Bonus] = [*game.contracts.values(), *game.bonuses.values()]
    for thing in things:
        named[".".join(map(str, thing.at))] = thing.name.text(ctx.lang)
    return {path: folded(ctx, turned(ctx, name)) for path, name in named.items()}


Kind = Literal["words", "contracts", "bonuses", "cards", "headings"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that a reader may look up: its id, its name, and its other names."""

    id: str
    name: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexPlace:
    """A place that explains something: an anchor, its chapter, and the title of its section."""

    anchor: str
    chapter: str
    title: str


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A line of the index: a name with its places, or the name that has them."""

    name: str
    places: tuple[IndexPlace, ...] = ()
    see: str = ""


@block("index", sample='[index of="contracts cards"]')
def index(ctx: Context, *, of: tuple[Kind, ...] = KINDS) -> Values:
    """Where the book explains what: words, contracts, bonuses, cards with a name, headings; in a
    book with pages.
    """
    # The places are filled in when all chapters are drawn.
    return values(ctx, of, [IndexEntry(subject.name) for subject in subjects(ctx, of)])


def is_index(element: Element) -> bool:
    """True for an index in a drawn chapter."""
    return element.is_a("div", "index")


def kinds_of(element: Element) -> tuple[Kind, ...]:
    """The kinds of subjects that a drawn index lists, in the words of its block."""
    return cast(tuple[Kind, ...], tuple(element.attributes["data-of"].split()))


def values(ctx: Context, of: Sequence[Kind], entries: Iterable[IndexEntry]) -> Values:
    """The values of the template of an index."""
    groups: dict[str, list[IndexEntry]] = {}
    for entry in sorted(entries, key=lambda entry: alphabetical(entry.name, ctx.lang)):
        groups.setdefault(_letter(ctx, entry.name), []).append(entry)
    return {"of": " ".join(of), "groups": list(groups.items()), "say": words(ctx).text}


def subjects(ctx: Context, of: Sequence[Kind]) -> list[Subject]:
    """The subjects of an index of these kinds, except headings.

    What has one name in several kinds (a bonus and the word for it) is one subject.
    """
    found: dict[str, Subject] = {}
    for subject in _subjects(ctx, of):
        key = folded(ctx, subject.name)
        if known := found.get(key):
            subject = Subject(known.id, known.name, known.also + subject.also)
        found[key] = subject
    return list(found.values())


def _subjects(ctx: Context, of: Sequence[Kind]) -> Iterator[Subject]:
    """Each thing of these kinds; several may have one name."""
    game = game_of(ctx)
    if "words" in of:
        for entry in glossary_terms().values():
            if applies(ctx, entry):
                yield Subject(f"word-{entry.id}", turned(ctx, entry.in_language(ctx.lang)[0]))
    named: list[tuple[str, str, Name | None]] = []
    if "contracts" in of:
        named += [("contract", contract.id, contract.name) for contract in game.contracts.values()]
    if "bonuses" in of:
        named += [("bonus", bonus.id, bonus.name) for bonus in game.bonuses.values()]
    if "cards" in of:
        named += [("card", card.id, card.name) for card in game.deck.cards]
    for kind, id, name in named:
        if name is not None:
            yield Subject(f"{kind}-{id}", turned(ctx, name.text(ctx.lang)), name.also)


def turned(ctx: Context, name: str) -> str:
    """A name as it is listed in an index, with its article behind it: *Trull, die*."""
    article, _, rest = name.partition(" ")
    if not rest or not _is_article(ctx, article):
        return name
    return f"{rest[0].upper()}{rest[1:]}, {article.lower()}"


def folded(ctx: Context, name: str) -> str:
    """A name without its article and capitals, to find equal ones."""
    article, _, rest = name.partition(" ")
    bare, _, behind = name.rpartition(", ")
    if rest and _is_article(ctx, article):
        name = rest
    elif bare and _is_article(ctx, behind):
        name = bare
    return name.casefold()


def singular(ctx: Context, name: str) -> Iterator[str]:
    """A name, folded, and the same without an ending of the plural."""
    bare = folded(ctx, name)
    yield bare
    for ending in words(ctx).text("index", "endings").split():
        if bare.endswith(ending):
            yield bare.removesuffix(ending)


def _is_article(ctx: Context, word: str) -> bool:
    return word.casefold() in words(ctx).text("index", "articles").split()


def _letter(ctx: Context, name: str) -> str:
    """The letter of a name in an index: its first one without marks, or the first of its row; of a
    name that is only marks, the name itself.
    """
    letters, _ = alphabetical(name, ctx.lang)
    first = letters[:1].upper() or name
    rows = words(ctx).text("index", "rows").split()
    return next((row[0] for row in rows if first in row), first)


@dataclass(frozen=True, slots=True)
class PlainTerm:
    """A word of the glossary: its names, that of the language first, and its meaning."""

    names: tuple[str, ...]
    text: str


def plain_terms(game: Game, lang: str) -> Iterator[PlainTerm]:
    """The words of the glossary that belong to this game, as plain text in the language.

    >>> import zwanz_ssot
    >>> terms = plain_terms(zwanz_ssot.load("zwanzigerrufen", "directnet"), "de")
    >>> next(term.text for term in terms if "Partie" in term.names)
    'Alle Runden, die zusammen gespielt und abgerechnet werden.'
    """
    writer = ChapterWriter(MarkdownSetup(lang), game, str(data("rules") / "glossary.yaml"))
    for entry in glossary_terms().values():
        if not applies(writer.ctx, entry):
            continue
        name, text = entry.in_language(lang)
        html = writer.ctx.render_inline(without_rules_of_others(writer.ctx, text))
        others = [each for each in entry.name.values() if isinstance(each, str)]
        also = [each for each in entry.name.values() if not isinstance(each, str)]
        names = (name, *others, *(word for words in also for word in words), entry.id)
        found = tuple(dict.fromkeys((*names, *entry.aliases)))
        yield PlainTerm(found, plain(html).replace(SOFT_HYPHEN, ""))
