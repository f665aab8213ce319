"""What the book explains, in the order of the alphabet; ``zwanz_renderer/text/indexing.py`` finds
the places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from zwanz_renderer.shortcodes import Context, Values, block
from zwanz_ssot.model import Name

from . import glossary
from .alphabet import alphabetical
from .kinds import game_of
from .words import words

Kind = Literal["words", "contracts", "bonuses", "cards", "headings"]


@dataclass(frozen=True, slots=True)
class Subject:
    """What a reader may look up: its id, its name, and what else it is called."""

    id: str
    name: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is explained: an anchor, and the chapter and the title of the section around
    it.
    """

    anchor: str
    chapter: str
    title: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the index: a name with its places, or with the name under which they stand."""

    name: str
    places: tuple[Place, ...] = ()
    see: str = ""


@block("index", sample='[index of="contracts cards"]')
def index(ctx: Context, *, of: tuple[Kind, ...] = get_args(Kind)) -> Values:
    """Where the book explains what: words, contracts, bonuses, cards with a name, headings; in a
    book with pages.
    """
    return values(ctx, of, [Entry(subject.name) for subject in subjects(ctx, of)])


def values(ctx: Context, of: Sequence[Kind], entries: Iterable[Entry]) -> Values:
    """What the template of an index is given."""
    groups: dict[str, list[Entry]] = {}
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
        for entry in glossary.entries().values():
            if glossary.applies(ctx, entry):
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
