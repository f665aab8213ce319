"""First pass: reads plain data into parts of the model, field by field, by the types of fields.

The key of a field is its name, or the ``key`` in its metadata; without the key the field has its
default. ``at`` gets the path of the part, ``id`` its key in the data. Conditions, roles and groups
of cards are read by `zwanz_ssot.words.reading`. Names of other parts of the rules are kept as they
are, and noted as references for the second pass (`resolve`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from ..model import (
    AllPass,
    Cards,
    Condition,
    Discard,
    Name,
    Path,
    Role,
    Rung,
    Tricks,
    Trump,
    WinRule,
)
from ..model.identifiers import CardNumber, CardsInOrder, ContractIds, Packet
from ..words.ladders import no_trumps
from ..words.reading import (
    all_pass,
    card_or_called,
    cards,
    condition,
    discard,
    role,
    rung,
    tricks,
    win,
)
from ..words.registry import TRUMPS
from .resolver import Resolver, name

T = TypeVar("T")

TALON = "talon"
"""The word for the talon among the packets of a deal."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A name of another part of the rules, with its path; it is a value or a key."""

    path: Path
    name: str
    kind: str
    is_key: bool


class Structurer:
    """Builds parts of the model from the data of one document, and collects their references."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self.references: list[Reference] = []

    def part(self, kind: type[T], path: Path, data: Mapping[str, Any], **given: Any) -> T:
        """Build one part of the model. Fields that are ``given`` are not read from the data."""
        build: Any = kind
        values = dict(given)
        for field, key, read in _plan(build):
            if field not in values and key in data:
                values[field] = read(self, (*path, key), data[key])
        made: T = build(at=path, **values)
        return made

    def optional(self, kind: type[T], key: str, data: Mapping[str, Any]) -> T | None:
        """A section of the rules; None if the data has no such key."""
        return self.part(kind, (key,), data[key]) if key in data else None

    def by_id(self, kind: type[T], path: Path, data: Mapping[str, Any]) -> dict[str, T]:
        """Parts by their ids, which are the keys of the data."""
        return {key: self.part(kind, (*path, key), value, id=key) for key, value in data.items()}

    def refer(self, path: Path, value: str, kind: str, *, is_key: bool = False) -> None:
        """Note a reference."""
        self.references.append(Reference(path, value, kind, is_key))


Read = Callable[[Structurer, Path, Any], Any]
"""Returns the value of a field from the plain data at a path."""


@cache
def _plan(kind: Any) -> tuple[tuple[str, str, Read], ...]:
    """The fields to read of a class, each with its key and the reader of its type."""
    hints = get_type_hints(kind, include_extras=True)
    read = [field for field in fields(kind) if field.name not in ("id", "at")]
    return tuple(
        (field.name, field.metadata.get("key", field.name), _reader(hints[field.name]))
        for field in read
    )


def _reader(hint: Any) -> Read:
    """The reader of a type."""
    if hint in _READERS:
        return _READERS[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _reference(hint.__metadata__[0])
    if origin in (Union, UnionType):
        inner = [each for each in arguments if each is not NoneType]
        return _reader(inner[0]) if len(inner) == 1 else _as_written
    if origin is tuple:
        return _entries(arguments[0])
    if origin is Mapping:
        return _mapping(*arguments)
    if is_dataclass(hint) and isinstance(hint, type):
        return lambda structurer, path, data: structurer.part(hint, path, data)
    return _as_written


def _as_written(structurer: Structurer, path: Path, value: Any) -> Any:
    return value


def _reference(kind: str) -> Read:
    def read(structurer: Structurer, path: Path, value: str) -> str:
        structurer.refer(path, value, kind)
        return value

    return read


def _entries(inner: Any) -> Read:
    """The reader of a list, or of a mapping in order, whose keys are the ids of its entries."""
    read_entry = _reader(inner)

    def read(structurer: Structurer, path: Path, data: Any) -> tuple[Any, ...]:
        if isinstance(data, Mapping):
            return tuple(structurer.by_id(inner, path, data).values())
        return tuple(
            read_entry(structurer, (*path, number), entry) for number, entry in enumerate(data)
        )

    return read


def _mapping(key_hint: Any, value_hint: Any) -> Read:
    read_value = _reader(value_hint)
    kind = key_hint.__metadata__[0] if get_origin(key_hint) is Annotated else ""

    def read(structurer: Structurer, path: Path, data: Mapping[str, Any]) -> dict[str, Any]:
        found = {}
        for key, value in data.items():
            here = (*path, key)
            if kind:
                structurer.refer(here, key, kind, is_key=True)
            found[key] = read_value(structurer, here, value)
        return found

    return read


# Types that are not read field by field.


def _word(read_word: Callable[[Resolver, Path, Any], Any]) -> Read:
    return lambda structurer, path, value: read_word(structurer.resolver, path, value)


def _name(structurer: Structurer, path: Path, value: Any) -> Name:
    return name(value)


def _packet(structurer: Structurer, path: Path, value: Any) -> int:
    return 0 if value == TALON else int(value)


def _cards_in_order(structurer: Structurer, path: Path, value: Any) -> tuple[int, ...]:
    """Cards in the order of the list, each once; those of a group from the strongest down."""
    deck = structurer.resolver.deck
    assert deck is not None
    groups = value if isinstance(value, list) else [value]
    found: list[int] = []
    for number, group in enumerate(groups):
        here = (*path, number) if isinstance(value, list) else path
        shown = deck.shown(cards(structurer.resolver, here, group).mask)
        found += [deck.by_id[card].index for card in shown]
    return tuple(dict.fromkeys(found))


def _contracts(structurer: Structurer, path: Path, value: Any) -> tuple[str, ...]:
    """Contracts in the order of the list; those of a group in the order of the rules."""
    if isinstance(value, str):
        structurer.refer(path, value, "group of contracts")
        return tuple(structurer.resolver.groups.get(value, ()))
    for number, contract in enumerate(value):
        structurer.refer((*path, number), contract, "contract")
    return tuple(value)


def _trump(structurer: Structurer, path: Path, value: Any) -> Trump:
    resolver = structurer.resolver
    assert resolver.deck is not None
    if isinstance(value, dict) and "cards" in value:
        here = (*path, "cards")
        groups = [
            cards(resolver, (*here, number), each) for number, each in enumerate(value["cards"])
        ]
        return Trump("cards", None, path, tuple(groups))
    if isinstance(value, dict):
        suit = str(value["suit"])
        structurer.refer((*path, "suit"), suit, "suit")
        there = suit in resolver.deck.suits
        return Trump("suit", suit, path) if there else Trump(no_trumps.name, None, path)
    if value not in TRUMPS:
        is_suit = value in resolver.deck.suits
        words = (
            f"{{suit: {value}}}" if is_suit else "none, called, named, {suit: …} or {cards: […]}"
        )
        resolver.error(path, f"'{value}' is no trump", f"write {words}", code="sense.name")
        return Trump(no_trumps.name, None, path)
    return Trump(value, None, path)


_READERS: dict[Any, Read] = {
    AllPass: _word(all_pass),
    Cards: _word(cards),
    CardNumber: _word(card_or_called),
    CardsInOrder: _cards_in_order,
    Condition: _word(condition),
    ContractIds: _contracts,
    Discard: _word(discard),
    Name: _name,
    Packet: _packet,
    Role: _word(role),
    Rung: _word(rung),
    Tricks: _word(tricks),
    Trump: _trump,
    WinRule: _word(win),
}


# Second pass: the references.

_FOR_ALL = ("game", "bonuses", "silent_bonuses")
"""What a bonus may replace beside single bonuses."""


def resolve(structurer: Structurer, levels: tuple[str, ...], groups: Collection[str]) -> None:
    """Note each reference to an unknown name. ``levels`` are the words of kontra, ``groups`` the
    names of groups of contracts.
    """
    resolver = structurer.resolver
    deck = resolver.deck
    assert deck is not None
    known: dict[str, tuple[str, ...]] = {
        "contract": resolver.contracts,
        "group of contracts": tuple(groups),
        "bonus": resolver.bonuses,
        "item of a settlement": (*_FOR_ALL, *resolver.bonuses),
        "card": tuple(deck.kinds),
        "suit": tuple(deck.suits),
        "rank": tuple(dict.fromkeys(card.rank for card in deck.cards)),
        "ranking of the pack": tuple(deck.rankings),
        "level of kontra": levels,
        "opening word of kontra": levels[:1],
    }
    for each in structurer.references:
        names = known[each.kind]
        hint = deck.hint_for_unknown(each.name) if each.kind == "card" else ""
        if each.kind == "contract" and each.name in groups:
            hint = f"it is a group, and stands alone, as in contracts: {each.name}"
        resolver.named(each.path, each.name, names, each.kind, key=each.is_key, hint=hint)
