"""The words of the field with what they mean, and what the book explains, in the order of the alphabet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Literal, get_args

from zwanz_ssot.model import Name
from zwanz_ssot.places import data
from zwanz_ssot.problems import RulesFault
from zwanz_ssot.schema import check
from zwanz_ssot.source import read

from ..shortcodes import Context, Named, Values, block
from .kinds import game_of
from .wording import alphabetical, words


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """A word: its name and its meaning by language, the paths one of which the rules must have, and
    those of which they may have none.
    """

    id: str
    name: Mapping[str, str]
    text: Mapping[str, str]
    needs: tuple[str, ...]
    unless: tuple[str, ...]

    def said(self, lang: str) -> tuple[str, str]:
        """The word and its meaning; in English, as far as they are missing in the language."""
        name, text = (its.get(lang, its["en"]) for its in (self.name, self.text))
        return name, text


@cache
def glossary_terms() -> Mapping[str, GlossaryTerm]:
    """The words by id; RulesFault with every problem of the file."""
    document = read(data("rules") / "glossary.yaml")
    if problems := check(document, "glossary"):
        raise RulesFault(problems)
    return {
        id: GlossaryTerm(
            id,
            entry["name"],
            entry["text"],
            tuple(entry.get("needs", ())),
            tuple(entry.get("unless", ())),
        )
        for id, entry in document.data["terms"].items()
    }


def applies(ctx: Context, entry: GlossaryTerm) -> bool:
    """Whether a word belongs to this game: it needs nothing, or a part of the rules that is there
    and not empty.
    """

    def there(path: str) -> bool:
        return ctx.has(path) and ctx.find(path) not in ({}, [])

    return (not entry.needs or any(map(there, entry.needs))) and not any(map(there, entry.unless))


TermRef = Annotated[GlossaryTerm, Named("word of the glossary", lambda ctx: glossary_terms())]


@block("glossary", sample='[glossary terms="trick forehand kontra"]')
def glossary(ctx: Context, *, terms: list[TermRef] | None = None) -> Values:
    """What the words of the game mean, in the order of the alphabet; without terms, all that this
    game has.
    """
    for entry in terms or ():
        if not applies(ctx, entry):
            ctx.problem(
                f"this game has no use for '{entry.id}'",
                f"its rules lack {' and '.join(entry.needs)}",
            )
    shown = {
        entry.id: entry for entry in (terms or glossary_terms().values()) if applies(ctx, entry)
    }
    if lacking := [
        entry.id
        for entry in shown.values()
        if ctx.lang not in entry.name.keys() & entry.text.keys()
    ]:
        text = (
            f"rules/glossary.yaml does not say in '{ctx.lang}' what these are: {', '.join(lacking)}"
        )
        ctx.problem(text, "write their name and text in this language")
    rows = [
        (name, ctx.render_inline(text))
        for name, text in (entry.said(ctx.lang) for entry in shown.values())
    ]
    return {"rows": sorted(rows, key=lambda row: alphabetical(row[0], ctx.lang))}


Kind = Literal["words", "contracts", "bonuses", "cards", "headings"]


@dataclass(frozen=True, slots=True)
class Subject:
    """What a reader may look up: its id, its name, and what else it is called."""

    id: str
    name: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexPlace:
    """Where something is explained: an anchor, and the chapter and the title of the section around
    it.
    """

    anchor: str
    chapter: str
    title: str


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A line of the index: a name with its places, or with the name under which they stand."""

    name: str
    places: tuple[IndexPlace, ...] = ()
    see: str = ""


@block("index", sample='[index of="contracts cards"]')
def index(ctx: Context, *, of: tuple[Kind, ...] = get_args(Kind)) -> Values:
    """Where the book explains what: words, contracts, bonuses, cards with a name, headings; in a
    book with pages.
    """
    return without_places(ctx, of)


def without_places(ctx: Context, of: Sequence[Kind]) -> Values:
    """An index as it is drawn before the chapters around it are known."""
    return values(ctx, of, [IndexEntry(subject.name) for subject in subjects(ctx, of)])


def values(ctx: Context, of: Sequence[Kind], entries: Iterable[IndexEntry]) -> Values:
    """What the template of an index is given."""
    groups: dict[str, list[IndexEntry]] = {}
    for entry in sorted(entries, key=lambda entry: alphabetical(entry.name, ctx.lang)):
        groups.setdefault(_letter(ctx, entry.name), []).append(entry)
    halved = [
        (
            letter,
            [half for half in (its[: (len(its) + 1) // 2], its[(len(its) + 1) // 2 :]) if half],
        )
        for letter, its in groups.items()
    ]
    return {"of": " ".join(of), "groups": halved, "say": words(ctx).text}


def subjects(ctx: Context, of: Sequence[Kind]) -> list[Subject]:
    """What an index of these kinds has to say where the book explains it, but for its headings.

    What has one name in several kinds (a bonus and the word for it) is one subject.
    """
    found: dict[str, Subject] = {}
    for subject in _subjects(ctx, of):
        known = found.get(key := folded(ctx, subject.name))
        found[key] = Subject(known.id, known.name, known.also + subject.also) if known else subject
    return list(found.values())


def _subjects(ctx: Context, of: Sequence[Kind]) -> Iterator[Subject]:
    game = game_of(ctx)
    if "words" in of:
        for entry in glossary_terms().values():
            if applies(ctx, entry):
                yield Subject(f"word-{entry.id}", turned(ctx, entry.said(ctx.lang)[0]))
    named: list[tuple[str, str, Name | None]] = []
    if "contracts" in of:
        named += [("contract", contract.id, contract.name) for contract in game.contracts.values()]
    if "bonuses" in of:
        named += [("bonus", bonus.id, bonus.name) for bonus in game.bonuses.values()]
    if "cards" in of:
        named += [("card", card.id, card.name) for card in game.deck.cards]
    for kind, id, name in named:
        if name is not None:
            yield Subject(f"{kind}-{id}", turned(ctx, name.said(ctx.lang)), name.also)


def turned(ctx: Context, name: str) -> str:
    """A name as it stands in an index, with its article behind it: *Trull, die*."""
    article, _, rest = name.partition(" ")
    return (
        f"{rest[0].upper()}{rest[1:]}, {article.lower()}"
        if rest and _is_article(ctx, article)
        else name
    )


def folded(ctx: Context, name: str) -> str:
    """What two names have in common that mean the same: no article, no capitals."""
    article, _, rest = name.partition(" ")
    bare, _, behind = name.rpartition(", ")
    if rest and _is_article(ctx, article):
        name = rest
    elif bare and _is_article(ctx, behind):
        name = bare
    return name.casefold()


def singular(ctx: Context, name: str) -> Iterator[str]:
    """What a name may be folded to: itself, and what is left of it without an ending of several."""
    yield (bare := folded(ctx, name))
    for ending in words(ctx).text("index", "endings").split():
        if bare.endswith(ending):
            yield bare.removesuffix(ending)


def _is_article(ctx: Context, word: str) -> bool:
    return word.casefold() in words(ctx).text("index", "articles").split()


def _letter(ctx: Context, name: str) -> str:
    """The letter that a name stands under: its first one without marks, or the first of its row of
    letters.
    """
    first = alphabetical(name, ctx.lang)[0][0].upper()
    rows = words(ctx).text("index", "rows").split()
    return next((row[0] for row in rows if first in row), first)
