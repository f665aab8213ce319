"""What is drawn on which card, read from ``templates/faces.yaml``: the code knows no card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Protocol
from zlib import crc32

from zwanz_ssot import places

COURTS: Final = ("king", "queen", "cavalier", "jack", "ober", "unter")


class CardLike(Protocol):
    """What a drawing needs to know of a card."""

    @property
    def id(self) -> str: ...
    @property
    def suit(self) -> str: ...
    @property
    def rank(self) -> str: ...


@dataclass(frozen=True)
class Face:
    """What one card shows. ``kind`` is a court, ``pip``, ``numeral``, ``star`` or ``plain``."""

    kind: str
    motif: str
    index: str
    pips: int = 0
    scenes: tuple[str, str] = ("", "")


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    table: Mapping[str, Any] = places.table(places.data("templates") / "faces.yaml")
    return table


def _pair(card_id: str, names: tuple[str, ...]) -> tuple[str, str]:
    """Two different scenes for a card that the table does not have, always the same two."""
    number = crc32(card_id.encode())
    first = number % len(names)
    second = (first + 1 + number // len(names) % (len(names) - 1)) % len(names)
    return names[first], names[second]


def face_of(card: CardLike, scenes: tuple[str, ...], index: str = "") -> Face:
    """What is drawn on a card; `scenes` are the names of all scenes, `index` replaces the rank."""
    table = _table()
    motif = str(table["suits"].get(card.suit, ""))
    index = index or card.rank
    rank = table["ranks"].get(card.rank)
    if motif == "trump":
        if rank == "star":
            return Face("star", motif, index)
        chosen = table["scenes"].get(card.id)
        pair = (str(chosen[0]), str(chosen[1])) if chosen else _pair(card.id, scenes)
        return Face("numeral", motif, index, scenes=pair)
    if motif and rank in COURTS:
        return Face(str(rank), motif, index)
    if motif and isinstance(rank, int):
        return Face("pip", motif, index, pips=rank)
    return Face("plain", motif or card.suit, index)


def sign_of(suit: str) -> str:
    """The sign that is drawn for a suit, by its id; empty for a suit without one."""
    return str(_table()["suits"].get(suit, ""))


def style_of(cards: Iterable[CardLike]) -> str:
    """The style of a pack (tarock, french, german), by the signs of its suits."""
    table = _table()
    signs = {str(table["suits"].get(card.suit, "")) for card in cards}
    return next(
        str(entry["style"])
        for entry in table["styles"]
        if not entry["sign"] or entry["sign"] in signs
    )
