"""What a word is: a contract, a bonus, a word of doubling, a term of the glossary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from rich.console import Group, RenderableType
from rich.text import Text

from ..explain.card_text import capital
from ..model import Name, Path
from ..move_parser import squeezed
from ..problems import nearest, repeated
from ..prose import Prose
from ..prose.phrases import Phrases
from ..prose.shapes import whole

_LIKE_BEGINNING = 3
"""Letters from which the beginning of a word is enough."""

Terms = Callable[[], Iterable[tuple[tuple[str, ...], str]]]
"""Gives the glossary: all names of each word, the reader's first, and its meaning as plain text."""


@dataclass(frozen=True)
class Entry:
    """Something that has a name: all its names, the reader's first, and what is said of it."""

    names: tuple[str, ...]
    sentences: str


@dataclass(frozen=True)
class Lookup:
    """Looks words up in the rules of a game and in a glossary, which is read when it is needed."""

    prose: Prose
    phrases: Phrases
    terms: Terms = tuple

    def told(self, word: str) -> RenderableType:
        """What a word is, a paragraph for each meaning; without a word, which there are."""
        if not squeezed(word):
            named = (entry.names[0] for entry in self._of_rules)
            return f"{self.phrases('what_there_is')} {', '.join(dict.fromkeys(named))}"
        if found := self._find(word):
            return Group(*map(self._paragraph, found))
        known = {name: entry.names[0] for entry in self._entries for name in entry.names}
        near = nearest(word, known)
        unknown = self.phrases("no_word", text=repeated(word))
        if near is None:
            return unknown
        return f"{unknown} {self.phrases('nearest', move=known[near])}"

    def _paragraph(self, entry: Entry) -> Text:
        name = capital(entry.names[0])
        told = Text(self.phrases("meaning", name=name, text=entry.sentences))
        told.stylize("bold", 0, len(name))
        return told

    def _find(self, word: str) -> list[Entry]:
        """All that has this name; else what alone has a name that begins so."""
        typed = squeezed(word)
        found = [entry for entry in self._entries if typed in map(squeezed, entry.names)]
        if found or len(typed) < _LIKE_BEGINNING:
            return found
        begun = [
            entry
            for entry in self._entries
            if any(squeezed(name).startswith(typed) for name in entry.names)
        ]
        return begun if len({squeezed(entry.names[0]) for entry in begun}) == 1 else []

    @cached_property
    def _entries(self) -> tuple[Entry, ...]:
        return *self._of_rules, *(Entry(names, text) for names, text in self.terms())

    @cached_property
    def _of_rules(self) -> tuple[Entry, ...]:
        """What the rules of the game name, in their order."""
        return tuple(self._named())

    def _named(self) -> Iterator[Entry]:
        game = self.prose.game
        for contract in game.contracts.values():
            yield self._entry(contract.id, contract.name, contract.at)
        for bonus in game.bonuses.values():
            yield self._entry(bonus.id, bonus.name, bonus.at)
        for declaration in game.declarations.values():
            yield self._entry(declaration.id, declaration.name, declaration.at)
        if game.kontra is not None:
            for level in game.kontra.levels:
                name = game.kontra.names[level]
                said = self.prose.kontra_word(level)
                yield self._entry(level, name, game.kontra.at, said)

    def _entry(self, id: str, name: Name, at: Path, said: str = "") -> Entry:
        """A thing of the rules: with its rules as sentences, as far as it has some of its own."""
        prose, game = self.prose, self.prose.game
        first = said or name.said(prose.language)
        names = tuple(dict.fromkeys((first, *name.texts.values(), *name.also, id)))
        rules = (prose.setting(path, game.at(path)) for path in whole(game, prose.says, at))
        between = "" if prose.language == "ja" else " "
        return Entry(names, between.join(rules))
