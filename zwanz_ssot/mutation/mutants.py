"""The possible changes of a rule file, read from its schema: a mutant for each change of each
value. A name is replaced by its neighbours in the list of names of its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Any

from ..library import BASE, Library
from ..model import Deck, Game
from ..model.identifiers import GAME
from ..overlay import same
from ..paths import parse_path
from ..problems import Mark
from ..schema import Node, below, resolved, root
from ..source import Document, Path, dotted, spell
from ..words.cards import ALL_CARDS, CALLED
from ..words.reading import SECOND_CHANCE
from ..words.registry import RUNGS, TRUMPS, plain_tricks, simple_roles

STEPS = (
    "misdeal",
    "passing",
    "auction",
    "call",
    "exchange",
    "announcements",
    "play",
    "settlement",
    "naming",
)


class NameLists:
    """The names of each kind that a file may use; ``game`` and ``deck`` are those of the file."""

    def __init__(
        self, library: Library, game: Game | None = None, deck: Deck | None = None
    ) -> None:
        self._library = library
        self._lists: dict[str, Callable[[], Sequence[str]]] = {
            "game": library.games,
            "deck": library.decks,
            "rules": self._rules,
            "variant": lambda: (
                BASE,
                *(each for game in library.games() for each in library.variants(game)),
            ),
            "letter": lambda: ascii_uppercase,
            "role": simple_roles,
            "trick": plain_tricks,
            "rung": lambda: tuple(RUNGS),
            "trump": lambda: tuple(TRUMPS),
            "all_pass": lambda: (SECOND_CHANCE,),
        }
        if deck is not None:
            self._of_deck(deck)
        if game is not None:
            self._of_deck(game.deck)
            self._of_game(game)

    def _of_deck(self, deck: Deck) -> None:
        self._lists |= {
            "card": lambda: tuple(deck.kinds),
            "card_or_called": lambda: (CALLED, *deck.kinds),
            "suit": lambda: tuple(deck.suits),
            "rank": lambda: tuple(dict.fromkeys(card.rank for card in deck.cards)),
            "ranking": lambda: tuple(deck.rankings),
            "cards": lambda: (ALL_CARDS, *deck.sets),
        }

    def _of_game(self, game: Game) -> None:
        bonuses = tuple(game.bonuses)
        self._lists |= {
            "contract": lambda: tuple(game.contracts),
            "contract_group": lambda: tuple(game.contract_groups),
            "bonus": lambda: bonuses,
            "item": lambda: (GAME, *bonuses),
            "replaced": lambda: (GAME, "bonuses", "silent_bonuses", *bonuses),
            "level": lambda: game.kontra.levels if game.kontra else (),
            "step": lambda: (*(f"deal.{step}" for step in game.deals), *STEPS),
        }

    def _rules(self) -> Sequence[str]:
        library = self._library
        return [
            rules
            for game in library.games()
            for rules in (game, *(f"{game}:{v}" for v in library.variants(game)))
        ]

    def known(self, kind: str) -> tuple[str, ...]:
        """The names of a kind, such as ``card``; for ``cards`` the groups, then the cards. Empty
        for a kind that the rules of the file do not have.
        """
        found = tuple(self._lists[kind]()) if kind in self._lists else ()
        return (*found, *self.known("card")) if kind == "cards" and found else found

    def around(self, node: Mapping[str, Any], name: str) -> tuple[str, ...]:
        """The neighbours of a name in its list (`beside`)."""
        if "enum" in node:
            return beside([each for each in node["enum"] if isinstance(each, str)], name)
        kind = node.get("x-of", "")
        if kind == "number":
            return (str(int(name) - 1), str(int(name) + 1))
        if kind not in self._lists:
            return ()
        known = self._lists[kind]()
        if kind == "cards" and name not in known:
            known = self._lists["card"]()
        return beside(known, name)


def beside(known: Sequence[str], name: str) -> tuple[str, ...]:
    """The names before and after ``name``, each once; the first and the last one are neighbours."""
    if name not in known:
        return tuple(known[:1])
    at = list(known).index(name)
    return tuple(
        dict.fromkeys(
            each for each in (known[at - 1], known[(at + 1) % len(known)]) if each != name
        )
    )


KINDS = ("more", "less", "renamed", "flipped", "negated", "dropped", "swapped", "garbled")
_TOLD = ("text", "look", "cite", "guard", "rule")
"""Values (``x-is`` in the schema) that are no rule of their own, and so are not dropped alone."""


@dataclass(frozen=True)
class Mutant:
    """One change of a rule file: ``value`` replaces what stands at ``at`` in the document."""

    path: str
    """The dotted path of the rule that is changed."""
    kind: str
    """One of ``KINDS``."""
    description: str
    """The change in a few words."""
    mark: Mark
    at: Path
    value: Any
    to: str | None = None
    """The new value as a rule file has it, if it replaces another one; else None."""

    @property
    def in_guard(self) -> bool:
        """Whether this changes the ``was`` of a change in a variant."""
        return self.at[:1] == ("changes",) and self.at[2:3] == ("was",)


def written(value: Any) -> str:
    """A single value as a rule file has it, without quotes."""
    return value if isinstance(value, str) else spell(value)


def mutants(document: Document, schema: str, names: NameLists) -> Iterator[Mutant]:
    """Every mutant of a file, in its order."""
    yield from _Walk(document, names).value(document.data, root(schema), (), ())


def mutated(document: Document, mutant: Mutant) -> Document:
    """The document with the mutant in it. New parts have the place of the old ones."""
    at = mutant.at
    data = _put(document.data, at, mutant.value)
    length = len(at)
    marks = {path: mark for path, mark in document.marks.items() if path[:length] != at}
    keys = {
        path: mark
        for path, mark in document.keys.items()
        if path[:length] != at or len(path) == length
    }
    for path in _inside(at, mutant.value):
        marks[path] = document.mark(path)
        if len(path) > length and isinstance(path[-1], str):
            keys[path] = document.keys.get(path) or document.mark(path)
    return replace(document, data=data, marks=marks, keys=keys)


def _put(data: Any, at: Path, value: Any) -> Any:
    if not at:
        return value
    copied: Any = dict(data) if isinstance(data, dict) else list(data)
    copied[at[0]] = _put(data[at[0]], at[1:], value)
    return copied


def _inside(path: Path, value: Any) -> Iterator[Path]:
    yield path
    parts = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for step, part in parts:
        yield from _inside((*path, step), part)


@dataclass(frozen=True)
class _Walk:
    """A walk through a document along its schema. ``at`` is the path of a value in the document,
    ``rule`` the path of the rule that it changes: they differ in a variant.
    """

    document: Document
    names: NameLists

    def value(self, value: Any, node: Node, at: Path, rule: Path) -> Iterator[Mutant]:
        """The mutants of a value and its parts."""
        node = resolved(node)
        kind = node.get("x-is")
        if kind in ("text", "look"):
            return
        if kind in ("cite", "path"):
            yield from self._garbled(value, at, rule)
            return
        if kind == "condition":
            yield from self._negated(value, at, rule)
        if isinstance(value, bool):
            yield self._one("flipped", at, rule, value, not value)
        elif isinstance(value, int):
            yield self._one("more", at, rule, value, value + 1)
            yield self._one("less", at, rule, value, value - 1)
        elif isinstance(value, str):
            for name in self.names.around(node, value):
                yield self._one("renamed", at, rule, value, name)
        elif isinstance(value, list):
            yield from self._list(value, node, at, rule)
        elif isinstance(value, dict):
            yield from self._mapping(value, node, at, rule)

    def _one(self, kind: str, at: Path, rule: Path, old: Any, new: Any) -> Mutant:
        return self._mutant(kind, at, rule, f"{spell(old)} → {spell(new)}", at, new, written(new))

    def _mutant(
        self,
        kind: str,
        at: Path,
        rule: Path,
        description: str,
        changed: Path,
        value: Any,
        to: str | None = None,
    ) -> Mutant:
        key = self.document.keys.get(at) if kind in ("dropped", "swapped") else None
        mark = key or self.document.mark(at)
        return Mutant(dotted(rule), kind, description, mark, changed, value, to)

    def _garbled(self, value: Any, at: Path, rule: Path) -> Iterator[Mutant]:
        """The name of a source or a rule replaced by one that does not exist."""
        if isinstance(value, list):
            for number, inner in enumerate(value):
                yield from self._garbled(inner, (*at, number), (*rule, number))
        else:
            head, mark, rest = value.partition(" §" if " §" in value else ".")
            yield self._one("garbled", at, rule, value, f"{head}-x{mark}{rest}")

    def _negated(self, value: Any, at: Path, rule: Path) -> Iterator[Mutant]:
        if at[-1:] == ("not",):
            return  # the same mutant as that of the condition around it
        if isinstance(value, dict) and "not" in value:
            yield self._mutant("negated", at, rule, f"{spell(value)} negated", at, value["not"])
        else:
            yield self._mutant("negated", at, rule, f"{spell(value)} negated", at, {"not": value})

    def _list(self, value: list[Any], node: Node, at: Path, rule: Path) -> Iterator[Mutant]:
        """Each entry dropped, swapped with the next one where the order matters, and changed."""
        inner = below(node, 0)
        for number, item in enumerate(value):
            here = (*at, number)
            there = self._called(item, rule, number)
            rest = [*value[:number], *value[number + 1 :]]
            description = f"{spell(item)} dropped" if at != ("changes",) else "the change left out"
            if at == ("changes",) and resolved(_of_rule(item["at"])).get("x-is") == "text":
                continue  # a change of a text for people
            if (
                at[-1:] == ("any",) and len(rest) == 1
            ):  # an ``any`` of one condition is that condition
                yield self._mutant("dropped", here, there, description, at[:-1], rest[0])
            else:
                yield self._mutant("dropped", here, there, description, at, rest)
            if (
                node.get("x-order") != "free"
                and number + 1 < len(value)
                and not same(item, value[number + 1])
            ):
                swapped = [*value[:number], value[number + 1], item, *value[number + 2 :]]
                description = f"{spell(item)} and {spell(value[number + 1])} in turn"
                yield self._mutant("swapped", here, there, description, at, swapped)
            yield from self.value(item, inner, here, there)

    def _called(self, item: Any, rule: Path, number: int) -> Path:
        """The name of a change in a variant: the rule that it changes."""
        return tuple(item["at"].split(".")) if rule == ("changes",) else (*rule, number)

    def _mapping(self, value: dict[str, Any], node: Node, at: Path, rule: Path) -> Iterator[Mutant]:
        """Each key dropped, renamed, swapped with the next one where the order matters, and its
        value changed.
        """
        single = node.get("minProperties") == node.get("maxProperties") == 1
        if single and len(value) == 1:
            yield from self._reworded(value, node, at, rule)
        keys = list(value)
        for number, key in enumerate(keys):
            inner = resolved(below(node, key))
            kind = inner.get("x-is")
            here, there = (*at, key), (*rule, key)
            if kind in ("rule", "guard") and "at" in value:
                inner, there = _of_rule(value["at"]), rule
            if not single and key not in node.get("required", ()) and kind not in _TOLD:
                rest = {each: part for each, part in value.items() if each != key}
                yield self._mutant("dropped", here, there, f"{key} dropped", at, rest)
            for name in self._other_keys(node, key, value):
                renamed = {name if each == key else each: part for each, part in value.items()}
                yield self._mutant("renamed", here, there, f"{key} → {name}", at, renamed, name)
            if node.get("x-order") == "matters" and number + 1 < len(keys):
                order = [*keys[:number], keys[number + 1], key, *keys[number + 2 :]]
                swapped = {each: value[each] for each in order}
                yield self._mutant(
                    "swapped", here, there, f"{key} and {keys[number + 1]} in turn", at, swapped
                )
            yield from self.value(value[key], inner, here, there)

    def _other_keys(self, node: Node, key: str, there: Container[str]) -> tuple[str, ...]:
        """The neighbours of a key that is a name, without those that are keys already."""
        named = node.get("propertyNames")
        if not named or key in node.get("properties", {}):
            return ()
        return tuple(name for name in self.names.around(resolved(named), key) if name not in there)

    def _reworded(
        self, value: dict[str, Any], node: Node, at: Path, rule: Path
    ) -> Iterator[Mutant]:
        """The only key of a mapping replaced by its neighbours among the keys with values of the
        same shape.
        """
        ((word, inner),) = value.items()
        words = node.get("properties", {})
        if word not in words:
            return
        shape = _shape(words[word])
        alike = [other for other in words if _shape(words[other]) == shape]
        for other in beside(alike, word):
            if other == "not" and node.get("x-is") == "condition":
                continue  # the mutant `negated`
            yield self._mutant("renamed", at, rule, f"{word} → {other}", at, {other: inner}, other)


def _shape(node: Node) -> Node:
    """A schema without its descriptions."""
    return {key: value for key, value in node.items() if key != "description"}


def _of_rule(rule: str) -> Node:
    """The schema of the rule at a path, or of the text around it."""
    found = root("game")
    for step in parse_path(rule):
        if resolved(found).get("x-is") == "text":
            break
        found = below(resolved(found), step)
    return found
