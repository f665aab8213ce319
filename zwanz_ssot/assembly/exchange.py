"""The talon, the exchange and the announcements after it: plain data to model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..model import Announcements, Discard, Exchange, Keeps, Path, Talon, TalonUse
from .site import Site
from .words import cards, role


def talon(data: Mapping[str, Any] | None) -> Talon | None:
    """The cards in the middle, where there are any."""
    return Talon(tuple(data["packets"]), ("talon",)) if data is not None else None


def talon_use(site: Site, at: Path, data: Mapping[str, Any] | None) -> TalonUse | None:
    """What becomes of the talon in a contract."""
    if data is None:
        return None
    discard = _ladder(site, (*at, "discard"), data.get("discard", ()))
    called = data.get("packet_of_called_card", "")
    keeps = None
    if rule := data.get("keeps"):
        keeps = Keeps(
            cards(site, (*at, "keeps", "cards"), rule["cards"]), rule["at_least"], (*at, "keeps")
        )
    return TalonUse(data["takes"], data["seen_by"], data["counts_for"], called, discard, at, keeps)


def exchange(site: Site, data: Mapping[str, Any] | None) -> Exchange | None:
    """Taking and discarding, where there is such a step."""
    if data is None:
        return None
    at: Path = ("exchange",)
    concedes = data.get("called_card_in_talon") == "may_be_conceded"
    return Exchange(
        _ladder(site, (*at, "discard"), data["discard"]), data["discards_count_for"], concedes, at
    )


def announcements(site: Site, data: Mapping[str, Any] | None) -> Announcements | None:
    """The round of announcements, where it is a step of its own."""
    if data is None:
        return None
    at: Path = ("announcements",)
    return Announcements(
        role(site, (*at, "first"), data["first"]),
        tuple(data["in_one_turn"]),
        data["each_announces"] != "freely",
        data["each_announces"] == "first_turn",
        data["doubles_wait"] == "one_turn",
        data["ends_after_passes"],
        at,
    )


def _ladder(site: Site, at: Path, data: Sequence[Mapping[str, Any]]) -> tuple[Discard, ...]:
    return tuple(
        Discard(cards(site, (*at, n, "cards"), rung["cards"]), rung.get("shown", False), (*at, n))
        for n, rung in enumerate(data)
    )
