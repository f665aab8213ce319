"""The auction, or the contract of a game without one: plain data to model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..model import AllPass, Auction, FixedContract, Path, Role
from ..problems import did_you_mean
from .site import Site
from .words import role

SECOND_CHANCE = "second_chance"
_AT: Path = ("auction",)


def auction(site: Site, data: Mapping[str, Any] | None) -> Auction:
    """The round of speech; an empty one where the contract is fixed."""
    if data is None:
        nobody = Role("forehand", None, _AT)
        return Auction(nobody, "may_pass", (), (), "higher", (), "stands", "free", (), 1, (), _AT)
    for number, contract in enumerate(data["ladder"]):
        site.named((*_AT, "ladder", number), contract, site.contracts, "contract")
    assert site.deck is not None
    for number, suit in enumerate(data.get("suit_order", ())):
        site.named((*_AT, "suit_order", number), suit, site.deck.suits, "suit")
    if ("ends_after_passes" in data) == ("ends_when" in data):
        site.fault(
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
        data.get("ends_after_passes", 0),
        tuple(
            _all_pass(site, (*_AT, "if_all_pass", n), after)
            for n, after in enumerate(data.get("if_all_pass", ()))
        ),
        _AT,
    )


def _all_pass(site: Site, at: Path, value: Any) -> AllPass:
    if isinstance(value, str):
        if value != SECOND_CHANCE:
            hint = (
                did_you_mean(value, (SECOND_CHANCE,))
                or f"write {SECOND_CHANCE}, {{must_bid: …}} or {{play: …}}"
            )
            site.fault(
                at,
                f"'{value}' is nothing that follows when all have passed",
                hint,
                code="sense.name",
            )
        return AllPass(value, None, None, at)
    ((word, inner),) = value.items()
    if word == "play":
        site.named((*at, word), inner, site.contracts, "contract")
        return AllPass(word, None, inner, at)
    return AllPass(word, role(site, (*at, word), inner), None, at)


def fixed(site: Site, data: Mapping[str, Any] | None) -> FixedContract | None:
    """The contract of every round, where nothing is bid."""
    if data is None:
        return None
    at: Path = ("fixed_contract",)
    site.named((*at, "contract"), data["contract"], site.contracts, "contract")
    return FixedContract(data["contract"], role(site, (*at, "declarer"), data["declarer"]), at)
