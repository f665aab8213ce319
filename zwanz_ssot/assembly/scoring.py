"""Contracts, bonuses, values, payments, settlement and match: plain data to model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..model import (
    Bonus,
    BonusValue,
    Condition,
    Contract,
    Count,
    Joined,
    MatchRules,
    Packets,
    Path,
    Payment,
    PerDifference,
    Play,
    Settlement,
    Starts,
    ValueTimes,
    Void,
)
from ..words.cards import CALLED
from ..words.reading import card, condition, role
from .play import play as read_play
from .play import talon_use
from .resolver import Resolver, name


def base_value(data: Any) -> int:
    """What a contract is worth; where that grows with the points, what one step pays."""
    return int(data if isinstance(data, int) else data["per_difference"]["pays"])


def per_difference(at: Path, data: Any) -> PerDifference | None:
    """How the value grows with the points, where it does."""
    if isinstance(data, int):
        return None
    rule = data["per_difference"]
    return PerDifference(rule["points"], rule["pays"], (*at, "per_difference"))


def value_times(site: Resolver, at: Path, data: Mapping[str, Any]) -> tuple[ValueTimes, ...]:
    """What multiplies the value of a contract."""
    return tuple(
        ValueTimes(
            key, condition(site, (*at, key, "when"), rule["when"]), rule["times"], (*at, key)
        )
        for key, rule in data.items()
    )


def payments(site: Resolver, at: Path, data: Mapping[str, Any]) -> tuple[Payment, ...]:
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


def voids(site: Resolver, at: Path, data: Mapping[str, Any]) -> tuple[Void, ...]:
    """When nothing that was doubled counts."""
    built = []
    for key, rule in data.items():
        here = (*at, key)
        for number, contract in enumerate(rule.get("contracts", ())):
            site.named((*here, "contracts", number), contract, site.contracts, "contract")
        when = condition(site, (*here, "when"), rule["when"])
        built.append(Void(key, when, rule.get("item", ""), tuple(rule.get("contracts", ())), here))
    return tuple(built)


REPLACED = ("game", "bonuses", "silent_bonuses")
"""What a bonus may replace beside single bonuses."""


def contracts(site: Resolver, data: Mapping[str, Any], base: Play) -> dict[str, Contract]:
    """What can be played, by id."""
    return {key: _contract(site, key, value, base) for key, value in data.items()}


def _maybe(site: Resolver, at: Path, data: Mapping[str, Any], key: str) -> Condition | None:
    return condition(site, (*at, key), data[key]) if key in data else None


def _joined(at: Path, data: Mapping[str, Any] | None) -> Joined | None:
    return Joined(name(data["name"]), data["most"], at) if data is not None else None


def _bonuses(site: Resolver, at: Path, data: Sequence[str]) -> tuple[str, ...]:
    for number, bonus in enumerate(data):
        site.named((*at, number), bonus, site.bonuses, "bonus")
    return tuple(data)


def _contract(site: Resolver, key: str, data: Mapping[str, Any], base: Play) -> Contract:
    at: Path = ("contracts", key)
    secret = data.get("secret_until", {}).get("played")
    if secret is not None and secret != CALLED:
        card(site, (*at, "secret_until", "played"), secret)
    return Contract(
        id=key,
        name=name(data["name"]),
        by=role(site, (*at, "by"), data["by"]) if "by" in data else None,
        only=data.get("only"),
        calls=data.get("calls", False),
        joined=_joined((*at, "joined"), data.get("joined")),
        lays_card=data.get("lays_card", False),
        requires=_maybe(site, at, data, "requires"),
        declarers=tuple(
            role(site, (*at, "declarers", n), r) for n, r in enumerate(data["declarers"])
        ),
        secret_until=secret,
        objective=_maybe(site, at, data, "objective"),
        losers=role(site, (*at, "losers"), data["losers"]) if "losers" in data else None,
        claimed_by=role(site, (*at, "claimed_by"), data["claimed_by"])
        if "claimed_by" in data
        else None,
        value=base_value(data["value"]),
        lost_value=data.get("lost_value", base_value(data["value"])),
        per_difference=per_difference((*at, "value"), data["value"]),
        value_times=value_times(site, (*at, "value_times"), data.get("value_times", {})),
        payments=payments(site, (*at, "payments"), data.get("payments", {})),
        kontra=data.get("kontra"),
        bonus_factor=data.get("bonus_factor", 1),
        talon=talon_use(site, (*at, "talon"), data.get("talon")),
        announces_with_bid=data.get("announces_with_bid", False),
        must_announce=_bonuses(site, (*at, "must_announce"), data.get("must_announce", ())),
        play=read_play(site, (*at, "play"), data["play"], base) if "play" in data else base,
        at=at,
    )


def _starts(at: Path, data: Mapping[str, Any] | None) -> Starts | None:
    return Starts(data["double_rounds"], at) if data else None


def bonuses(site: Resolver, data: Mapping[str, Any]) -> dict[str, Bonus]:
    """What is settled beside the game, by id."""
    built = {}
    for key, value in data.items():
        at: Path = ("bonuses", key)
        for number, contract in enumerate(value.get("contracts", ())):
            site.named((*at, "contracts", number), contract, site.contracts, "contract")
        for number, item in enumerate(value.get("replaces", ())):
            site.named(
                (*at, "replaces", number), item, (*REPLACED, *site.bonuses), "item of a settlement"
            )
        worth = value["value"]
        built[key] = Bonus(
            id=key,
            name=name(value["name"]),
            announced_by=role(site, (*at, "announced_by"), value["announced_by"])
            if "announced_by" in value
            else None,
            announce_if=_maybe(site, at, value, "announce_if"),
            goes_to=role(site, (*at, "goes_to"), value["goes_to"]),
            won=condition(site, (*at, "won"), value["won"]),
            lost=_maybe(site, at, value, "lost"),
            value=BonusValue(
                worth.get("silent"),
                worth.get("announced"),
                worth.get("silent_times_game"),
                worth.get("announced_times_game"),
                (*at, "value"),
            ),
            contracts=tuple(value.get("contracts", ())),
            replaces=tuple(value.get("replaces", ())),
            replaces_silent=_bonuses(
                site, (*at, "replaces_silent"), value.get("replaces_silent", ())
            ),
            closes=tuple(value.get("closes", ())),
            starts=_starts((*at, "starts"), value.get("starts")),
            at=at,
        )
    return built


def count(data: Mapping[str, Any]) -> Count:
    """What counts beside single cards."""
    at: Path = ("count",)
    rule = data.get("packets")
    packets = Packets(rule["of"], rule["less"], (*at, "packets")) if rule else None
    return Count(data["last_trick"], packets, at)


def settlement(data: Mapping[str, Any]) -> Settlement:
    """Who pays whom."""
    return Settlement(
        unit=name(data["unit"]),
        each_pays=data["each_pays"],
        missed_announcement=data.get("missed_announcement", "nothing"),
        silent_beside_announced=data.get("silent_beside_announced", "counts"),
        at=("settlement",),
    )


def match(data: Mapping[str, Any]) -> MatchRules:
    """From round to round."""
    return MatchRules(
        settle=data["settle"],
        target=data.get("target"),
        stock=data.get("stock", 0),
        deals=data.get("deals"),
        double_rounds=data.get("double_rounds"),
        at=("match",),
    )
