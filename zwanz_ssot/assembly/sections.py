"""The sections of a game whose data are not read field by field: what they inherit, and what the
parts of one section ask of each other; which of the rules of other tables are played after all.
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
    NotUsed,
    PerDifference,
    Play,
    Role,
    Says,
    Trump,
)
from ..overlay import check_ids, same
from ..paths import Path, dotted, parse_path
from ..problems import did_you_mean
from ..schema import Node, below, resolved, root
from ..words.cards import CALLED
from .resolver import Resolver, name
from .structure import Structurer

_GROWN = {"base": 0, "per_top": 0, "lost_times": 1, "overbid": 0}
"""The numbers of a value that grows, as they are where nothing is said."""
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
    per_difference, grown = None, dict(_GROWN)
    value = data.get("value", 0)
    if isinstance(value, int):
        grown["base"] = value if "value_adds" in data else 0
    else:
        here = (*at, "value", "per_difference")
        if "per_difference" in value:
            per_difference = structurer.part(PerDifference, here, value["per_difference"])
        grown |= {name: value[name] for name in _GROWN if name in value}
        if per_difference is None and not grown["per_top"]:
            begins = grown["base"] or 1
            text, hint = "nothing is added to the base", f"write value: {begins}"
            structurer.resolver.error((*at, "value"), text, hint)
        steps = per_difference.pays if per_difference else 0
        value = grown["base"] or grown["per_top"] or steps

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
        **grown,
        lost_value=data.get("lost_value", value),
        secret_until=secret,
        play=play,
    )


# Rules that a source names as played elsewhere: which of them these rules play after all.
# An entry of `not_used` may say which changes would play it. A rule set in which one of them is
# made plays the rule, whoever made the change and whatever it is called there.

_DEEDS = ("set", "add", "drop")
_NO_RULE = ("name", "source")
"""What a rule is called, and who says so, does not make it another rule."""


def not_used(resolver: Resolver, data: dict[str, Any]) -> tuple[NotUsed, ...]:
    """The entries of `not_used` that these rules do not play, with a problem for each entry of
    this file that cannot be meant.
    """
    for section in ("not_used", "open"):
        check_ids(resolver.document, section, resolver.problems)
    found = []
    for number, entry in enumerate(data.get("not_used", ())):
        at: Path = ("not_used", number)
        own = resolver.mark(at).file == resolver.document.file
        plays = False
        for place, change in enumerate(entry.get("changes", ())):
            here: Path = (*at, "changes", place)
            made = _is_made(data, change)
            plays = plays or made
            if own and made:
                text = f"these rules play '{entry['id']}' already"
                resolver.error((*here, "at"), text, "take the entry out", code="sense.not_used")
            elif own:
                _leads_somewhere(resolver, here, data, change)
        if not plays:
            found.append(NotUsed(entry["id"], name(entry["rule"]), entry["source"]))
    return tuple(found)


def _leads_somewhere(
    resolver: Resolver, here: Path, data: dict[str, Any], change: dict[str, Any]
) -> None:
    """Check that a change is about a rule that there is, or could be."""
    *outer, last = parse_path(change["at"])
    reached = data
    for length, step in enumerate([*outer, *([] if "add" in change else [last])]):
        inside = _inside(reached, step)
        if inside is None:
            place = dotted(parse_path(change["at"])[:length]) or "the rules"
            known = reached if isinstance(reached, dict) else ()
            text = f"there is no '{step}' in {place}"
            hint = did_you_mean(str(step), known) or "name the rule that the change would change"
            resolver.error((*here, "at"), text, hint, code="sense.name")
            return
        reached = inside[0]


def _is_made(data: dict[str, Any], change: dict[str, Any]) -> bool:
    """Whether the rules are as after this change."""
    deed = next(deed for deed in _DEEDS if deed in change)
    *outer, last = parse_path(change["at"])
    reached, node = data, root("game")
    for step in outer:
        inside = _inside(reached, step)
        if inside is None:
            return False
        reached, node = inside[0], resolved(below(node, step))
    if deed == "drop":
        return _inside(reached, last) is None
    entry = resolved(below(node, last))
    # What is added among entries that may have any name is looked for under every name.
    if deed == "add" and "propertyNames" in node and isinstance(reached, dict):
        return any(_says(change[deed], each, entry) for each in reached.values())
    there = _inside(reached, last)
    return there is not None and _says(change[deed], there[0], entry)


def _inside(value: Any, step: str | int) -> tuple[Any] | None:
    """What stands at one step, in a tuple; None where there is nothing."""
    if isinstance(value, dict) and step in value:
        return (value[step],)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return (value[step],)
    return None


def _says(wanted: Any, got: Any, node: Node) -> bool:
    """Whether two values of a rule say the same; the schema knows which lists have an order."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        keys = wanted.keys() - set(_NO_RULE)
        return keys == got.keys() - set(_NO_RULE) and all(
            _says(wanted[key], got[key], resolved(below(node, key))) for key in keys
        )
    if not isinstance(wanted, list) or not isinstance(got, list):
        return same(wanted, got)
    if len(wanted) != len(got):
        return False
    inner = resolved(below(node, 0))
    if node.get("x-order") != "free":
        return all(_says(one, other, inner) for one, other in zip(wanted, got, strict=True))
    return all(any(_says(one, other, inner) for other in got) for one in wanted)
