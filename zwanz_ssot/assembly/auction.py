"""Table, deal, misdeal, auction, call and kontra: plain data to model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..model import (
    Auction,
    Call,
    Cut,
    DealStep,
    FixedContract,
    Forced,
    Kontra,
    MisdealReason,
    Path,
    Role,
    Table,
)
from ..words.reading import all_pass, cards, condition, role
from .resolver import Resolver, names
from .scoring import voids

_AT: Path = ("auction",)


def auction(site: Resolver, data: Mapping[str, Any] | None) -> Auction:
    """The round of speech; an empty one where the contract is fixed."""
    if data is None:
        nobody = Role("forehand", None, _AT)
        return Auction(
            nobody, "may_pass", (), (), "higher", (), "stands", "free", (), 1, None, (), _AT
        )
    for number, contract in enumerate(data["ladder"]):
        site.named((*_AT, "ladder", number), contract, site.contracts, "contract")
    assert site.deck is not None
    for number, suit in enumerate(data.get("suit_order", ())):
        site.named((*_AT, "suit_order", number), suit, site.deck.suits, "suit")
    if ("ends_after_passes" in data) == ("ends_when" in data):
        site.error(
            _AT,
            "exactly one of ends_after_passes and ends_when says when the auction ends",
            key=True,
        )
    return Auction(
        role(site, (*_AT, "first"), data["first"]),
        data["opening"],
        tuple(data["in_one_turn"]),
        tuple(data["ladder"]),
        data["next_bid"],
        tuple(data.get("suit_order", ())),
        data["own_bid"],
        data["after_agreeing"],
        tuple(data["overcall_cancels"]),
        data.get("ends_after_passes"),
        data.get("ends_when"),
        tuple(
            all_pass(site, (*_AT, "if_all_pass", n), after)
            for n, after in enumerate(data.get("if_all_pass", ()))
        ),
        _AT,
    )


def fixed(site: Resolver, data: Mapping[str, Any] | None) -> FixedContract | None:
    """The contract of every round, where nothing is bid."""
    if data is None:
        return None
    at: Path = ("fixed_contract",)
    site.named((*at, "contract"), data["contract"], site.contracts, "contract")
    return FixedContract(data["contract"], role(site, (*at, "declarer"), data["declarer"]), at)


TALON = "talon"


def table(site: Resolver, data: Mapping[str, Any]) -> Table:
    """Who sits where."""
    at: Path = ("table",)
    return Table(
        data["players"],
        data["direction"],
        role(site, (*at, "forehand"), data["forehand"]),
        data["first_dealer"],
        role(site, (*at, "next_dealer"), data["next_dealer"]),
        at,
    )


def deals(site: Resolver, data: Mapping[str, Any]) -> dict[str, DealStep]:
    """The dealing steps by id."""
    built = {}
    for key, step in data.items():
        at: Path = ("deal", key)
        cut = step.get("cut")
        built[key] = DealStep(
            key,
            tuple(0 if packet == TALON else packet for packet in step["packets"]),
            role(site, (*at, "first"), step["first"]),
            Cut(
                role(site, (*at, "cut", "by"), cut["by"]),
                cut["leaves"],
                cut.get("knock"),
                (*at, "cut"),
            )
            if cut
            else None,
            at,
        )
    return built


def misdeal(site: Resolver, data: Mapping[str, Any] | None) -> tuple[MisdealReason, ...]:
    """The reasons for throwing in."""
    built = []
    for key, reason in (data or {}).get("reasons", {}).items():
        at: Path = ("misdeal", "reasons", key)
        when = condition(site, (*at, "when"), reason["when"])
        again = role(site, (*at, "deals_again"), reason["deals_again"])
        built.append(MisdealReason(key, when, reason["thrown_in"], again, at))
    return tuple(built)


def call(site: Resolver, data: Mapping[str, Any] | None) -> Call | None:
    """The cards that may be called."""
    if data is None:
        return None
    at: Path = ("call",)
    others = (
        _in_order(site, (*at, "if_all_held"), data["if_all_held"]) if "if_all_held" in data else ()
    )
    return Call(_in_order(site, (*at, "cards"), data["cards"]), others, data["choose"], at)


def _in_order(site: Resolver, path: Path, value: Any) -> tuple[int, ...]:
    """Cards in the order in which they are listed; those of a group from the strongest to the
    weakest.
    """
    assert site.deck is not None
    listed = value if isinstance(value, list) else [value]
    found: list[int] = []
    for number, part in enumerate(listed):
        here = (*path, number) if isinstance(value, list) else path
        found += [
            site.deck.by_id[name].index for name in site.deck.shown(cards(site, here, part).mask)
        ]
    return tuple(dict.fromkeys(found))


def kontra(site: Resolver, data: Mapping[str, Any] | None) -> Kontra | None:
    """The doubling, where there is any."""
    if data is None:
        return None
    at: Path = ("kontra",)
    forced = []
    for key, rule in data.get("forced", {}).items():
        here = (*at, "forced", key)
        site.named((*here, "say"), rule["say"], data["levels"][:1], "first word of kontra")
        for number, contract in enumerate(rule.get("contracts", ())):
            site.named((*here, "contracts", number), contract, site.contracts, "contract")
        who = role(site, (*here, "who"), rule["who"])
        when = condition(site, (*here, "when"), rule["when"])
        contracts = tuple(rule.get("contracts", ()))
        forced.append(Forced(key, rule["say"], rule["item"], who, when, contracts, here))
    for bonus in data.get("implied_by", {}):
        site.named((*at, "implied_by", bonus), bonus, site.bonuses, "bonus", key=True)
    for bonus, contracts in data.get("excludes", {}).items():
        site.named((*at, "excludes", bonus), bonus, site.bonuses, "bonus", key=True)
        for number, contract in enumerate(contracts):
            site.named((*at, "excludes", bonus, number), contract, site.contracts, "contract")
    for number, level in enumerate(data["levels"]):
        if level not in data["names"]:
            site.error(
                (*at, "levels", number), f"'{level}' has no name", "give it one under kontra.names"
            )
    for level in data["names"]:
        site.named((*at, "names", level), level, data["levels"], "level of kontra", key=True)
    return Kontra(
        tuple(data["levels"]),
        names(data["names"]),
        data.get("times", 1),
        data.get("adds", 0),
        data.get("counts_in", "score"),
        voids(site, (*at, "void"), data.get("void", {})),
        tuple(data["doubles"]),
        data["begins"],
        data.get("implied_by", {}),
        tuple(forced),
        {bonus: tuple(contracts) for bonus, contracts in data.get("excludes", {}).items()},
        at,
    )
