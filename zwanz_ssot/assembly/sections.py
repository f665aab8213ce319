"""The sections of a game whose data are not read field by field: what they inherit, and what the
parts of one section ask of each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from ..model import (
    Auction,
    Contract,
    ContractGroup,
    Kontra,
    MisdealReason,
    Path,
    PerDifference,
    Play,
    Role,
    Says,
    Trump,
)
from ..words.cards import CALLED
from .structure import Structurer

_OF_GAME = ("first_lead", "trump", "lead", "follow", "beat", "wins")
"""What a game has to say of its play; a contract may leave it to the game."""


def auction(structurer: Structurer, data: Mapping[str, Any]) -> Auction:
    """The auction; an empty one where the contract is fixed."""
    at: Path = ("auction",)
    if "auction" not in data:
        return Auction(
            first=Role("forehand", None, at),
            opening="may_pass",
            in_one_turn=(),
            ladder=(),
            next_bid="higher",
            own_bid="stands",
            after_agreeing="free",
            overcall_cancels=(),
            ends_after_passes=1,
            at=at,
        )
    found = structurer.part(Auction, at, data["auction"])
    if (found.ends_after_passes is None) == (found.ends_when is None):
        text = "exactly one of ends_after_passes and ends_when says when the auction ends"
        structurer.resolver.error(at, text, key=True)
    return found


def misdeal(structurer: Structurer, data: Mapping[str, Any]) -> tuple[MisdealReason, ...]:
    """The reasons for throwing in."""
    reasons = data.get("misdeal", {}).get("reasons", {})
    return tuple(structurer.by_id(MisdealReason, ("misdeal", "reasons"), reasons).values())


def kontra(structurer: Structurer, data: Mapping[str, Any]) -> Kontra | None:
    """The doubling, if there is any."""
    found = structurer.optional(Kontra, "kontra", data)
    if found is None:
        return None
    for forced in found.forced:
        structurer.refer((*forced.at, "say"), forced.say, "first word of kontra")
    for number, level in enumerate(found.levels):
        if level not in found.names:
            text, hint = f"'{level}' has no name", "give it one under kontra.names"
            structurer.resolver.error((*found.at, "levels", number), text, hint)
    return found


def play_of_game(structurer: Structurer, data: Mapping[str, Any]) -> Play:
    """How the game is played where a contract does not say otherwise."""
    at: Path = ("play",)
    for key in _OF_GAME:
        if key not in data:
            text, hint = f"'{key}' is missing", "only a contract may leave it to the game"
            structurer.resolver.error(at, text, hint, key=True)
    # Stand-ins for what is missing: the rest is still read, for its own problems.
    missing: dict[str, Any] = {
        "first_lead": Role("forehand", None, at),
        "trump": Trump("none", None, (*at, "trump")),
        "lead": (),
        "follow": (),
        "beat": "never",
        "wins": (),
        "says": Says(at=(*at, "says")),
    }
    given = {key: value for key, value in missing.items() if key not in data}
    return structurer.part(Play, at, data, beat_at=(*at, "beat"), **given)


def play_of_contract(structurer: Structurer, at: Path, data: Mapping[str, Any], base: Play) -> Play:
    """How a contract is played: its own rules, and the game's for all others.

    Cards that the game holds back are held back in the contract, too.
    """
    given = {
        field.name: getattr(base, field.name)
        for field in fields(Play)
        if field.name not in data and field.name != "at"
    }
    if "beat" in data:
        given["beat_at"] = (*at, "beat")
    found = structurer.part(Play, at, data, **given)
    if "hold_back" in data:
        return replace(found, hold_back=(*base.hold_back, *found.hold_back))
    return found


def contract_groups(structurer: Structurer, data: Mapping[str, Any]) -> dict[str, ContractGroup]:
    """The groups of contracts by id. Notes those that no contract is in, or that are called like a
    contract.
    """
    resolver = structurer.resolver
    found = structurer.by_id(ContractGroup, ("contract_groups",), data.get("contract_groups", {}))
    for key, group in found.items():
        if key in resolver.contracts:
            text = f"'{key}' is a contract"
            resolver.error(group.at, text, "choose another name", key=True, code="sense.name")
        elif key not in resolver.groups:
            text = f"no contract is in the group '{key}'"
            hint = f"write groups: [{key}] in the contracts that are"
            resolver.error(group.at, text, hint, key=True)
    return found


def contracts(structurer: Structurer, data: Mapping[str, Any], base: Play) -> dict[str, Contract]:
    """What can be played, by id."""
    return {key: _contract(structurer, key, value, base) for key, value in data.items()}


def _contract(structurer: Structurer, key: str, data: Mapping[str, Any], base: Play) -> Contract:
    at: Path = ("contracts", key)

    # A value that grows is worth what it begins with, or what one step pays.
    value, per_difference, begins, per_top = data["value"], None, 0, 0
    if not isinstance(value, int):
        here = (*at, "value", "per_difference")
        if "per_difference" in value:
            per_difference = structurer.part(PerDifference, here, value["per_difference"])
        begins, per_top = value.get("base", 0), value.get("per_top", 0)
        if per_difference is None and not per_top:
            text, hint = "nothing is added to the base", f"write value: {begins}"
            structurer.resolver.error((*at, "value"), text, hint)
        value = begins or per_top or (per_difference.pays if per_difference else 0)

    secret = data.get("secret_until", {}).get("played")
    if secret not in (None, CALLED):
        structurer.refer((*at, "secret_until", "played"), secret, "card")

    play = base
    if "play" in data:
        play = play_of_contract(structurer, (*at, "play"), data["play"], base)
    return structurer.part(
        Contract,
        at,
        data,
        id=key,
        value=value,
        per_difference=per_difference,
        base=begins,
        per_top=per_top,
        lost_value=data.get("lost_value", value),
        secret_until=secret,
        play=play,
    )
