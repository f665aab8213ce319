"""Grafting: parts of one game, and settings of the schema, put into another game.

Every second rule set gets parts of other games. The others get two settings of the schema, each
pair in turn; some of them at another table, or beside a part of another game. Nothing here knows a
game, a word or a setting: kinds and their values are read from the schema, parts from the shipped
rules, `not_used` included.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

from zwanz_ssot.library import load_deck
from zwanz_ssot.schema import Node, resolved

from .names import Names
from .parts import (
    EACH,
    Data,
    Donor,
    Part,
    Place,
    at,
    donors,
    is_open,
    made,
    parts_by_kind,
    places,
    settings,
    unplayed,
)
from .rule_set import RuleSet, rule_set

MOST_PARTS = 3
LEFT_OUT, MADE_UP, NEW_TABLE, UNPLAYED, INSTEAD = 0.12, 0.15, 0.1, 0.1, 0.03
"""The shares of changes in which something is left out, is made up from the schema alone, is played
with other numbers or another pack, is a rule of `not_used`, or is a section in place of its
alternative.
"""
BESIDE = 0.2
"""The share of pairs at another table, and the share of pairs beside another part."""
PLAYERS, HAND = (2, 6), 14


def grafted(seed: int) -> RuleSet:
    """The rule set of a seed."""
    random = Random(f"transplant {seed}")
    if seed % 2 and (pair := Graft(random).pair(seed // 2, seed)).changes:
        return pair
    while not (found := Graft(random).parts(seed)).changes:
        pass  # the new value was the old one
    return found


class Graft:
    """Makes one rule set."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.origins: list[str] = []
        self.host = donors()[0]

    def parts(self, seed: int) -> RuleSet:
        """A rule set with one to three changes: parts of other games, rules of `not_used`, other
        numbers of players and cards.
        """
        self.host = host = self.random.choice(donors())
        data = deepcopy(host.data)
        for _ in range(self.random.randint(1, MOST_PARTS)):
            way = self.random.random()
            if way < NEW_TABLE:
                self._other_table(data)
            elif way < NEW_TABLE + UNPLAYED and unplayed(host.data):
                self._played_elsewhere(data)
            elif way > 1 - INSTEAD:
                self._section_for_another(data)
            else:
                self._part(data)
        return self._done(host, data, seed)

    def pair(self, number: int, seed: int) -> RuleSet:
        """A rule set with the values of two settings, perhaps beside another change; `number` is
        that of the pair.
        """
        every = settings()
        count = len(every)
        # A step that grows after each round meets every pair once.
        first, step = number % count, 1 + number // count % (count - 1)
        wanted = [every[first], every[(first + step) % count]]
        self.random.shuffle(wanted)
        kinds = {kind for kind, _ in wanted}
        ready = [host for host in donors() if kinds <= _kinds(host.name)]
        self.host = host = self.random.choice(ready or donors())
        data = deepcopy(host.data)
        for kind, value in wanted:
            self._setting(data, kind, value)
        beside = self.random.random()
        if beside < BESIDE:
            self._other_table(data)
        elif beside < 2 * BESIDE:
            self._part(data)
        return self._done(host, data, seed)

    def _places(self, data: Data) -> Sequence[Place]:
        """All places; those of an unchanged rule set are kept."""
        return tuple(places(data)) if self.origins else _places_of(self.host.name)

    def _done(self, host: Donor, data: Data, seed: int) -> RuleSet:
        Names(data, host.library, self.random).mend()
        return rule_set(host, data, [f"{host.name}, {t}" for t in self.origins], seed)

    # parts

    def _section_for_another(self, data: Data) -> None:
        """Replace a section by its alternative, which never stands beside it, from another rule
        set.
        """
        pairs = [(old, new) for old, new in alternatives() if old in data and new not in data]
        if not pairs:
            return
        old, new = self.random.choice(pairs)
        other = self.random.choice([donor for donor in donors() if new in donor.data])
        data[new] = deepcopy(other.data[new])
        _in_order(data, new, other.data["order"])
        del data[old]
        data["order"] = [step for step in data["order"] if step != old]
        self.origins.append(f"{new} of {other.name} for {old}")

    def _played_elsewhere(self, data: Data) -> None:
        """Play a rule of ``not_used``."""
        change = self.random.choice(unplayed(self.host.data))
        if made(data, change):
            self.origins.append(f"{change['at']} as played elsewhere")

    def _part(self, data: Data) -> None:
        """Put a part of another rule set into some place, or leave something out."""
        by_kind: dict[str, list[Place]] = {}
        for place in self._places(data):
            by_kind.setdefault(place.kind, []).append(place)
        opened: dict[str, list[Place]] = {}
        for place in itertools.chain(*list(by_kind.values())):
            if place.there and is_open(place.node):
                entries = f"{place.kind}.{EACH}"
                opened.setdefault(entries, []).append(place)
                by_kind.setdefault(entries, [])
        kind = self.random.choice(sorted(by_kind))
        found = by_kind[kind]
        if kind in opened and (not found or self.random.random() < 0.5):
            self._new_entry(data, self.random.choice(opened[kind]), kind)
        elif self.random.random() < LEFT_OUT:
            self._leave_out(data, self.random.choice(found))
        else:
            place = self.random.choice(found)
            self._put(data, place, self._value(data, place))

    def _leave_out(self, data: Data, place: Place) -> None:
        if place.there and place.may_go:
            del at(data, place.path[:-1])[place.path[-1]]
            self.origins.append(f"{_dots(place)} left out")

    def _value(self, data: Data, place: Place) -> Part | None:
        """Another value for a place: of a rule set, or made up."""
        own = at(data, place.path) if place.there else None
        others = [part for part in parts_by_kind().get(place.kind, ()) if part.value != own]
        if not others or self.random.random() < MADE_UP:
            made = self._made_up(data, place.node)
            return Part(made, str(place.path[-1]), "the schema") if made is not None else None
        return self.random.choice(others)

    def _put(self, data: Data, place: Place, part: Part | None) -> None:
        """Put a value into a place."""
        if part is None:
            return
        value = deepcopy(part.value)
        around = at(data, place.path[:-1])
        if isinstance(around, list) and self.random.random() < 0.3:
            around.insert(self.random.randint(0, len(around)), value)
        else:
            around[place.path[-1]] = value
        if place.path[:-1] == () and not place.there:
            _in_order(data, str(place.path[0]), part.order)
        self.origins.append(f"{_dots(place)} of {part.of}")

    def _new_entry(self, data: Data, around: Place, kind: str) -> None:
        """Add an entry of another rule set to a mapping, under its name."""
        parts, entries = parts_by_kind().get(kind, ()), at(data, around.path)
        if not parts or not isinstance(entries, dict):  # the place has a list here
            return
        part = self.random.choice(parts)
        entries[part.key] = deepcopy(part.value)
        ladder = data.get("auction", {}).get("ladder")
        if kind == "contracts.*" and ladder is not None and part.key not in ladder:
            ladder.insert(self.random.randint(0, len(ladder)), part.key)
        self.origins.append(f"{_dots(around)}.{part.key} of {part.of}")

    # settings

    def _setting(self, data: Data, kind: str, value: Any) -> None:
        found = [place for place in self._places(data) if place.kind == kind]
        if not found:
            return
        place = self.random.choice(found)
        around = at(data, place.path[:-1])
        if isinstance(around, list):
            listed = around if value in around else [*around, value]
            around[:] = [value] if self.random.random() < 0.3 else listed
        else:
            around[place.path[-1]] = value
        self.origins.append(f"{_dots(place)}: {value}")

    # the table

    def _other_table(self, data: Data) -> None:
        """Change the numbers of players and cards, or the pack."""
        deals = [step for step in data["deal"].values() if step["packets"] != ["talon"]]
        if not deals:
            return
        decks = self.host.library.decks()
        if self.random.random() < 0.5 or data["deck"] not in decks:
            data["deck"] = self.random.choice(decks)
            self.origins.append(f"the pack {data['deck']}")
        players = data["table"]["players"]
        if self.random.random() < 0.6:
            players = data["table"]["players"] = self.random.randint(*PLAYERS)

        # Each gets as many cards as there are, in the first two deals; the talon gets the rest.
        cards = len(load_deck(data["deck"], rules=self.host.library.root).cards)
        talon = sum(data.get("talon", {}).get("packets", ()))
        size = min(HAND, (cards - talon) // players)
        left = cards - size * players
        for step in deals:
            step["packets"] = [packet for packet in step["packets"] if packet == "talon"]
        first = size // 2 if len(deals) > 1 else size
        deals[0]["packets"].insert(0, first)
        if first < size:
            deals[1]["packets"].append(size - first)
        if left and talon:
            half = left // 2
            data["talon"]["packets"] = [half, left - half] if half else [left]
        elif left:
            data["talon"] = {"packets": [left]}
            deals[-1]["packets"].append("talon")
        elif talon:
            del data["talon"]
            for step in data["deal"].values():
                step["packets"] = [packet for packet in step["packets"] if packet != "talon"]
        self.origins.append(f"{players} players, {size} cards each of {cards}")

    # made up

    def _made_up(self, data: Data, node: Node) -> Any:
        return MadeUp(self.random, Names(data, self.host.library, self.random)).value(node)


class MadeUp:
    """Random values of the schema's shapes."""

    def __init__(self, random: Random, names: Names) -> None:
        self.random, self.names = random, names

    def value(self, unresolved: Node, depth: int = 0) -> Any:
        """A value of the right shape; None if the schema does not say enough."""
        node = resolved(unresolved)
        if node.get("x-is") == "cite":
            return ["custom"] if node.get("type") == "array" else "custom"
        if node.get("x-is") == "text":
            return {"en": "Something", "de": "Etwas"}
        kinds = node.get("type", "string" if "enum" in node else "object")
        kind = self.random.choice(kinds) if isinstance(kinds, list) else kinds
        if depth > 3 and isinstance(kinds, list) and "string" in kinds:
            kind = "string"
        make: Callable[[Node, int], Any] = getattr(self, f"_{kind}", self._nothing)
        return make(node, depth)

    def _nothing(self, node: Node, depth: int) -> Any:
        return None

    def _boolean(self, node: Node, depth: int) -> bool:
        return self.random.random() < 0.5

    def _integer(self, node: Node, depth: int) -> int:
        least = node.get("minimum", -2)
        return int(self.random.randint(least, node.get("maximum", least + 5)))

    def _string(self, node: Node, depth: int) -> str | None:
        if "enum" in node:
            return str(self.random.choice(node["enum"]))
        return self.names.one(node.get("x-of", ""))

    def _array(self, node: Node, depth: int) -> list[Any] | None:
        inner = [self.value(node.get("items", {}), depth + 1) for _ in range(self._how_many(node))]
        found = [each for number, each in enumerate(inner) if each not in inner[:number]]
        return None if None in found or not found else found

    def _how_many(self, node: Node) -> int:
        least = max(1, node.get("minItems", 0))
        return self.random.randint(least, least + 1)

    def _object(self, node: Node, depth: int) -> Data | None:
        named = node.get("properties", {})
        if not named:
            return None
        if node.get("maxProperties") == 1:
            keys = [self.random.choice(sorted(named))]
        else:
            needed = node.get("required", ())
            free = [key for key in named if key not in needed]
            extra = max(0, node.get("minProperties", 0) - len(needed))
            more = max(extra, int(self.random.random() < 0.4))
            keys = [*needed, *self.random.sample(free, min(more, len(free)))]
        found = {key: self.value(named[key], depth + 1) for key in keys}
        return None if None in found.values() else found


@cache
def alternatives() -> tuple[tuple[str, str], ...]:
    """Pairs of sections of which every rule set has exactly one."""
    sections = sorted({str(place.path[0]) for place in _places_of(donors()[0].name)})
    return tuple(
        (one, other)
        for one, other in itertools.permutations(sections, 2)
        if all((one in donor.data) != (other in donor.data) for donor in donors())
    )


@cache
def _places_of(name: str) -> tuple[Place, ...]:
    """The places of a shipped rule set."""
    (data,) = (donor.data for donor in donors() if donor.name == name)
    return tuple(places(data))


@cache
def _kinds(name: str) -> frozenset[str]:
    """The kinds of places that a shipped rule set has."""
    return frozenset(place.kind for place in _places_of(name))


def _dots(place: Place) -> str:
    return ".".join(map(str, place.path))


def _in_order(data: Data, step: str, order: Sequence[str]) -> None:
    """Insert a new step where the order of its own game has it."""
    if step not in order or step in data["order"]:
        return
    before = order[: order.index(step)]
    places = [number for number, each in enumerate(data["order"]) if each in before]
    data["order"].insert(max(places, default=-1) + 1, step)
