"""From the deal to the auction, and the play: plain data to model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..model import (
    Call,
    Cut,
    DealStep,
    Forced,
    HoldBack,
    Kontra,
    MisdealReason,
    Path,
    Play,
    Rung,
    Table,
    WinRule,
)
from ..problems import did_you_mean
from .paying import voids
from .site import Site, names
from .words import card, cards, condition, role

TALON = "talon"
RUNGS = ("suit_led", "trump", "any_card")
TRUMPS = ("called", "named")
"""Where a round tells the trump suit: by the card that is called, or by its name."""


def table(site: Site, data: Mapping[str, Any]) -> Table:
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


def deals(site: Site, data: Mapping[str, Any]) -> dict[str, DealStep]:
    """The dealing steps by id."""
    built = {}
    for key, step in data.items():
        at: Path = ("deal", key)
        cut = step.get("cut")
        built[key] = DealStep(
            key,
            tuple(0 if packet == TALON else packet for packet in step["packets"]),
            role(site, (*at, "first"), step["first"]),
            Cut(role(site, (*at, "cut", "by"), cut["by"]), cut["leaves"], cut.get("knock"), (*at, "cut"))
            if cut
            else None,
            at,
        )
    return built


def misdeal(site: Site, data: Mapping[str, Any] | None) -> tuple[MisdealReason, ...]:
    """The reasons for throwing in."""
    built = []
    for key, reason in (data or {}).get("reasons", {}).items():
        at: Path = ("misdeal", "reasons", key)
        when = condition(site, (*at, "when"), reason["when"])
        again = role(site, (*at, "deals_again"), reason["deals_again"])
        built.append(MisdealReason(key, when, reason["thrown_in"], again, at))
    return tuple(built)


def call(site: Site, data: Mapping[str, Any] | None) -> Call | None:
    """The cards that may be called."""
    if data is None:
        return None
    at: Path = ("call",)
    others = _in_order(site, (*at, "if_all_held"), data["if_all_held"]) if "if_all_held" in data else ()
    return Call(_in_order(site, (*at, "cards"), data["cards"]), others, data["choose"], at)


def _in_order(site: Site, path: Path, value: Any) -> tuple[int, ...]:
    """Cards in the order in which they are listed; those of a group from the strongest to the weakest."""
    assert site.deck is not None
    listed = value if isinstance(value, list) else [value]
    found: list[int] = []
    for number, part in enumerate(listed):
        here = (*path, number) if isinstance(value, list) else path
        found += [site.deck.by_id[name].index for name in site.deck.shown(cards(site, here, part).mask)]
    return tuple(dict.fromkeys(found))


def kontra(site: Site, data: Mapping[str, Any] | None) -> Kontra | None:
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
    for number, level in enumerate(data["levels"]):
        if level not in data["names"]:
            site.fault((*at, "levels", number), f"'{level}' has no name", "give it one under kontra.names")
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
        at,
    )


def play(site: Site, at: Path, data: Mapping[str, Any], base: Play | None) -> Play:
    """How a contract is played: its own rules, and the game's wherever it says nothing."""

    def rungs(key: str) -> tuple[Rung, ...]:
        if key not in data:
            return getattr(base, key, ())
        return tuple(_rung(site, (*at, key, n), value) for n, value in enumerate(data[key]))

    trump, trump_from = (base.trump, base.trump_from) if base else (None, "")
    if "trump" in data:
        trump, trump_from = _trump(site, (*at, "trump"), data["trump"])
    ranking: str | None = base.ranking if base else None
    by_rank: Mapping[str, str] = base.ranking_if_called if base else {}
    if "ranking" in data:
        ranking = _ranking(site, (*at, "ranking"), data["ranking"])
    if "ranking_if_called" in data:
        by_rank = _rankings_by_rank(site, (*at, "ranking_if_called"), data["ranking_if_called"])
    held = tuple(
        HoldBack(
            key,
            card(site, (*at, "hold_back", key, "card"), rule["card"]),
            role(site, (*at, "hold_back", key, "by"), rule["by"]),
            cards(site, (*at, "hold_back", key, "while_holding"), rule["while_holding"])
            if "while_holding" in rule
            else None,
            (*at, "hold_back", key),
        )
        for key, rule in data.get("hold_back", {}).items()
    )
    first = role(site, (*at, "first_lead"), data["first_lead"]) if "first_lead" in data else None
    if base is None:
        for key in ("first_lead", "trump", "lead", "follow", "beat", "wins"):
            if key not in data:
                site.fault(at, f"'{key}' is missing", "only a contract may leave it to the game", key=True)
    return Play(
        first or (base.first_lead if base else role(site, at, "forehand")),
        trump,
        trump_from,
        ranking,
        by_rank,
        rungs("lead"),
        rungs("follow"),
        data.get("beat", base.beat if base else "never"),
        ((*base.hold_back, *held) if base else held),
        tuple(_win(site, (*at, "wins", n), rule) for n, rule in enumerate(data["wins"]))
        if "wins" in data
        else (base.wins if base else ()),
        at,
    )


def _trump(site: Site, path: Path, value: Any) -> tuple[str | None, str]:
    """The suit, or where the round tells it."""
    assert site.deck is not None
    if isinstance(value, dict):
        suit = str(value["suit"])
        return (suit if site.named((*path, "suit"), suit, site.deck.suits, "suit") else None), ""
    if value in TRUMPS:
        return None, value
    if value != "none":
        hint = f"write {{suit: {value}}}" if value in site.deck.suits else "write none, called, named, or {suit: …}"
        site.fault(path, f"'{value}' is no trump", hint, code="sense.name")
    return None, ""


def _ranking(site: Site, path: Path, value: str) -> str | None:
    assert site.deck is not None
    return value if site.named(path, value, site.deck.rankings, "ranking of the pack") else None


def _rankings_by_rank(site: Site, path: Path, data: Mapping[str, str]) -> dict[str, str]:
    assert site.deck is not None
    known = dict.fromkeys(card.rank for card in site.deck.cards)
    found = {}
    for rank, value in data.items():
        there = site.named((*path, rank), rank, known, "rank", key=True)
        ranking = _ranking(site, (*path, rank), value)
        if there and ranking is not None:
            found[rank] = ranking
    return found


def _rung(site: Site, path: Path, value: Any) -> Rung:
    if isinstance(value, dict):
        return Rung("cards", cards(site, (*path, "cards"), value["cards"]), path)
    if value not in RUNGS:
        hint = did_you_mean(value, RUNGS) or "write suit_led, trump, any_card or {cards: …}"
        site.fault(path, f"'{value}' is no rung of a ladder", hint, code="sense.name")
    return Rung(value, None, path)


def _win(site: Site, path: Path, data: Mapping[str, Any]) -> WinRule:
    best, very = data.get("best_of"), data.get("card")
    if (best is None) == (very is None):
        site.fault(path, "exactly one of best_of and card says which card wins", key=True)
    return WinRule(
        best,
        card(site, (*path, "card"), very) if very is not None else None,
        condition(site, (*path, "when"), data["when"]) if "when" in data else None,
        path,
    )
