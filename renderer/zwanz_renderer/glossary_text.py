"""The glossary as plain text, for whoever looks a word up without a page: the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from zwanz_ssot.model import Game
from zwanz_ssot.places import data

from . import blocks  # registers them: the meanings of words hold some
from .blocks.index import applies, glossary_terms, without_rules_of_others
from .text.markdown import ChapterWriter, MarkdownSetup
from .text.polish import SOFT_HYPHEN, plain

assert blocks


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
        name, text = entry.said(lang)
        html = writer.ctx.render_inline(without_rules_of_others(writer.ctx, text))
        others = [each for each in entry.name.values() if isinstance(each, str)]
        also = [each for each in entry.name.values() if not isinstance(each, str)]
        names = (name, *others, *(word for words in also for word in words), entry.id)
        found = tuple(dict.fromkeys((*names, *entry.aliases)))
        yield PlainTerm(found, plain(html).replace(SOFT_HYPHEN, ""))
