"""Declarations during the play: plain data to model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..model import Declaration, Path
from .site import Site, name
from .words import condition


def declarations(site: Site, data: Mapping[str, Any]) -> dict[str, Declaration]:
    """What may be declared, by id."""
    return {key: _declaration(site, key, value) for key, value in data.items()}


def _declaration(site: Site, key: str, data: Mapping[str, Any]) -> Declaration:
    at: Path = ("declarations", key)
    assert site.deck is not None
    known = dict.fromkeys(card.rank for card in site.deck.cards)
    for number, rank in enumerate(data["ranks"]):
        site.named((*at, "ranks", number), rank, known, "rank")
    return Declaration(
        id=key,
        name=name(data["name"]),
        ranks=tuple(data["ranks"]),
        in_trump=data["points"]["trump"],
        elsewhere=data["points"]["elsewhere"],
        shown=data["shown"],
        binds=data["binds"],
        counts_if=condition(site, (*at, "counts_if"), data["counts_if"])
        if "counts_if" in data
        else None,
        at=at,
    )
