"""A value of the rules as a phrase, by the kind of place it stands at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..model import Game, Path
from . import reading
from .accounts import signed, times
from .shapes import Shape, item_shape
from .template import Phrase
from .terms import Terms
from .words import Words

_ORDER: Path = ("order",)


class Values:
    """Says single values; what is made of several rules is left to ``settings``."""

    def __init__(self, words: Words, terms: Terms, language: str, game: Game) -> None:
        self._words = words
        self._terms = terms
        self._language = language
        deck = game.deck
        self._game = game
        self._kinds: Mapping[str, Callable[[Any, Path], Phrase]] = {
            "role": lambda value, at: terms.role(reading.role(deck, value, at)),
            "condition": lambda value, at: terms.condition(reading.condition(deck, value, at)),
            "cards": self._cards,
            "trick": lambda value, at: terms.tricks(reading.tricks(value, at)),
            "card": lambda value, at: terms.card(value),
            "text": lambda value, at: self.name(value),
            "open": lambda value, at: Phrase(" ".join(map(self._told, value))),
        }

    def phrase(self, shape: Shape, value: Any, at: Path) -> Phrase:
        """The value at a place of this kind."""
        if shape.kind in self._kinds:
            return self._kinds[shape.kind](value, at)
        if isinstance(value, bool):
            return Phrase(str(value).lower())
        if isinstance(value, int):
            return self.number(value)
        if isinstance(value, str):
            return Phrase(value) if shape.kind == "cite" else self._terms.thing(value)
        return self._list(item_shape(shape), value, at)

    def _cards(self, value: Any, at: Path) -> Phrase:
        """A group by its name; a list of cards one by one, in its order."""
        if isinstance(value, list) and all(card in self._game.deck.by_id for card in value):
            return self._words.joined(self._terms.card(card) for card in value)
        return self._terms.nouns.cards(reading.cards(self._game.deck, value, at))

    def number(self, number: int) -> Phrase:
        """A number, with the forms of a multiplier, and ``units`` of the settlement."""
        said = self._words.numeral(number)
        forms = {
            **said.forms,
            **times(self._words, number).forms,
            "units": self._terms.units(number),
        }
        return Phrase(said.text, forms, said.number)

    def also(self, value: Mapping[str, Any]) -> Phrase | None:
        """The other names a text gives; None where it gives none."""
        names = value.get("also")
        return self._words.joined((Phrase(name) for name in names), "or") if names else None

    def name(self, value: Mapping[str, Any]) -> Phrase:
        """A name as it is written in the rules."""
        return self._terms.nouns.named(self._said(value))

    def _said(self, value: Mapping[str, Any]) -> str:
        return str(value.get(self._language) or next(iter(value.values())))

    def _told(self, value: Mapping[str, Any]) -> str:
        """An open question, or a rule played elsewhere: its first text."""
        return self._said(next(part for part in value.values() if isinstance(part, Mapping)))

    def _list(self, item: Shape, value: Sequence[Any], at: Path) -> Phrase:
        if item.kind == "object":
            return Phrase(" ".join(map(self._told, value)))
        if item.kind == "rung":
            return Phrase(
                self._terms.ladder([reading.rung(self._game.deck, part, at) for part in value])
            )
        if item.kind == "discard":
            return Phrase(
                self._terms.discards([reading.discard(self._game.deck, part, at) for part in value])
            )
        if item.kind == "all_pass":
            return Phrase(
                self._terms.all_pass(
                    [reading.all_pass(self._game.deck, part, at) for part in value]
                )
            )
        if item.kind == "win":
            return Phrase(
                self._terms.wins([reading.win(self._game.deck, part, at) for part in value])
            )
        if any(isinstance(part, int) and part < 0 for part in value):
            return self._words.joined(Phrase(signed(part)) for part in value)
        if any(isinstance(part, int) for part in value):
            return self._around_talon(value)
        there = [part for part in value if not self._nothing(part, at)]
        return self._listed(
            [self._step(item, there[:number], part, at) for number, part in enumerate(there)]
        )

    def _step(self, item: Shape, before: Sequence[Any], part: Any, at: Path) -> Phrase:
        """One of a list; a step of a round that comes again, like a deal in two goes, is told as
        the rest of it.
        """
        kind, *_ = str(part).split(".")
        again = at == _ORDER and kind in (str(step).split(".")[0] for step in before)
        if again and self._words.has("things", f"{kind}.again"):
            return self._words.phrase("things", f"{kind}.again")
        return self.phrase(item, part, at)

    def _listed(self, parts: Sequence[Phrase]) -> Phrase:
        """Several phrases as one; its forms ``or``, ``or.dat``… say that it is one of them or
        another.
        """
        all_, either = self._words.joined(parts), self._words.joined(parts, "or")
        forms = {"or": either.text} | {f"or.{form}": said for form, said in either.forms.items()}
        return Phrase(all_.text, {**all_.forms, **forms}, all_.number)

    def _nothing(self, step: Any, at: Path) -> bool:
        """Whether a step of a round is one at which nothing can happen: its rules are empty."""
        found = self._game.at((step,)) if at == _ORDER else None
        return isinstance(found, Mapping) and not any(found.values())

    def _around_talon(self, sizes: Sequence[int | str]) -> Phrase:
        """Packets of cards; a word among the numbers is the talon, laid between them."""
        place = next((n for n, size in enumerate(sizes) if isinstance(size, str)), None)
        if place is None:
            return self._packets([int(size) for size in sizes])
        parts = {"before": sizes[:place], "after": sizes[place + 1 :]}
        said = {name: self._around_talon(part) for name, part in parts.items() if part}
        return self._words.phrase("amounts", "packets.talon", **said)

    def _packets(self, sizes: Sequence[int]) -> Phrase:
        if len(set(sizes)) > 1:
            listed = self._words.joined(
                Phrase(self._words.numeral(size).said("word")) for size in sizes
            )
            return self._words.phrase("amounts", "packets", sizes=listed)
        if len(sizes) == 1:
            return self._words.phrase("amounts", "packets.one", size=sizes[0])
        same = f"packets.same.{sizes[0]}"
        return self._words.phrase("amounts", same, "packets.same", times=len(sizes), size=sizes[0])
