"""Values, tables of payments, what multiplies and what voids: plain data to model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..model import Path, Payment, PerDifference, ValueTimes, Void
from .site import Site
from .words import condition, role


def value(data: Any) -> int:
    """What a contract is worth; where that grows with the points, what one step pays."""
    return int(data if isinstance(data, int) else data["per_difference"]["pays"])


def per_difference(at: Path, data: Any) -> PerDifference | None:
    """How the value grows with the points, where it does."""
    if isinstance(data, int):
        return None
    rule = data["per_difference"]
    return PerDifference(rule["points"], rule["pays"], (*at, "per_difference"))


def value_times(site: Site, at: Path, data: Mapping[str, Any]) -> tuple[ValueTimes, ...]:
    """What multiplies the value of a contract."""
    return tuple(
        ValueTimes(
            key, condition(site, (*at, key, "when"), rule["when"]), rule["times"], (*at, key)
        )
        for key, rule in data.items()
    )


def payments(site: Site, at: Path, data: Mapping[str, Any]) -> tuple[Payment, ...]:
    """The cases that are not settled evenly, in their order."""
    return tuple(
        Payment(
            key,
            condition(site, (*at, key, "when"), rule["when"]) if "when" in rule else None,
            role(site, (*at, key, "from"), rule["from"]) if "from" in rule else None,
            role(site, (*at, key, "to"), rule["to"]) if "to" in rule else None,
            rule.get("total", 0),
            (*at, key),
            tuple(rule.get("by_place", ())),
        )
        for key, rule in data.items()
    )


def voids(site: Site, at: Path, data: Mapping[str, Any]) -> tuple[Void, ...]:
    """When nothing that was doubled counts."""
    built = []
    for key, rule in data.items():
        here = (*at, key)
        for number, contract in enumerate(rule.get("contracts", ())):
            site.named((*here, "contracts", number), contract, site.contracts, "contract")
        when = condition(site, (*here, "when"), rule["when"])
        built.append(Void(key, when, rule.get("item", ""), tuple(rule.get("contracts", ())), here))
    return tuple(built)
