"""Talon, exchange, announcements, tricks and what is said meanwhile: plain data to model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..model import (
    AnnouncedCards,
    Announcements,
    Declaration,
    DeclarationPoints,
    Discard,
    Exchange,
    HoldBack,
    Keeps,
    OpenHands,
    Path,
    Play,
    Rung,
    Says,
    Talon,
    TalonUse,
    Trump,
)
from ..words.reading import card_or_called, cards, condition, discard, role, rung, win
from .resolver import Resolver, name


def declarations(site: Resolver, data: Mapping[str, Any]) -> dict[str, Declaration]:
    """What may be declared, by id."""
    return {key: _declaration(site, key, value) for key, value in data.items()}


def _declaration(site: Resolver, key: str, data: Mapping[str, Any]) -> Declaration:
    at: Path = ("declarations", key)
    assert site.deck is not None
    known = dict.fromkeys(card.rank for card in site.deck.cards)
    for number, rank in enumerate(data["ranks"]):
        site.named((*at, "ranks", number), rank, known, "rank")
    return Declaration(
        id=key,
        name=name(data["name"]),
        ranks=tuple(data["ranks"]),
        points=DeclarationPoints(
            data["points"]["trump"], data["points"]["elsewhere"], (*at, "points")
        ),
        shown=data["shown"],
        binds=data["binds"],
        counts_if=condition(site, (*at, "counts_if"), data["counts_if"])
        if "counts_if" in data
        else None,
        at=at,
    )


def talon(data: Mapping[str, Any] | None) -> Talon | None:
    """The cards in the middle, where there are any."""
    return Talon(tuple(data["packets"]), ("talon",)) if data is not None else None


def talon_use(site: Resolver, at: Path, data: Mapping[str, Any] | None) -> TalonUse | None:
    """What becomes of the talon in a contract."""
    if data is None:
        return None
    ladder = _ladder(site, (*at, "discard"), data.get("discard", ()))
    called = data.get("packet_of_called_card", "")
    keeps = None
    if rule := data.get("keeps"):
        keeps = Keeps(
            cards(site, (*at, "keeps", "cards"), rule["cards"]), rule["at_least"], (*at, "keeps")
        )
    return TalonUse(data["takes"], data["seen_by"], data["counts_for"], called, ladder, at, keeps)


def exchange(site: Resolver, data: Mapping[str, Any] | None) -> Exchange | None:
    """Taking and discarding, where there is such a step."""
    if data is None:
        return None
    at: Path = ("exchange",)
    return Exchange(
        _ladder(site, (*at, "discard"), data["discard"]),
        data["discards_count_for"],
        data.get("called_card_in_talon", "is_played"),
        at,
    )


def announcements(site: Resolver, data: Mapping[str, Any] | None) -> Announcements | None:
    """The round of announcements, where it is a step of its own."""
    if data is None:
        return None
    at: Path = ("announcements",)
    return Announcements(
        role(site, (*at, "first"), data["first"]),
        tuple(data["in_one_turn"]),
        data["each_announces"],
        data["doubles_wait"],
        data["ends_after_passes"],
        at,
    )


def _ladder(site: Resolver, at: Path, data: Sequence[Mapping[str, Any]]) -> tuple[Discard, ...]:
    return tuple(discard(site, (*at, number), each) for number, each in enumerate(data))


TRUMPS = ("called", "named")
"""Where a round tells the trump suit: by the card that is called, or by its name."""


def play(site: Resolver, at: Path, data: Mapping[str, Any], base: Play | None) -> Play:
    """How a contract is played: its own rules, and the game's wherever it says nothing."""

    def rungs(key: str) -> tuple[Rung, ...]:
        if key not in data:
            return getattr(base, key, ())
        return tuple(rung(site, (*at, key, n), value) for n, value in enumerate(data[key]))

    trump = base.trump if base else Trump("none", None, (*at, "trump"))
    if "trump" in data:
        trump = _trump(site, (*at, "trump"), data["trump"])
    ranking: str | None = base.ranking if base else None
    by_rank: Mapping[str, str] = base.ranking_if_called if base else {}
    if "ranking" in data:
        ranking = _ranking(site, (*at, "ranking"), data["ranking"])
    if "ranking_if_called" in data:
        by_rank = _rankings_by_rank(site, (*at, "ranking_if_called"), data["ranking_if_called"])
    held = tuple(
        HoldBack(
            key,
            card_or_called(site, (*at, "hold_back", key, "card"), rule["card"]),
            role(site, (*at, "hold_back", key, "by"), rule["by"]),
            cards(site, (*at, "hold_back", key, "while_holding"), rule["while_holding"])
            if "while_holding" in rule
            else None,
            rule.get("before_trick"),
            (*at, "hold_back", key),
        )
        for key, rule in data.get("hold_back", {}).items()
    )
    first = role(site, (*at, "first_lead"), data["first_lead"]) if "first_lead" in data else None
    if base is None:
        for key in ("first_lead", "trump", "lead", "follow", "beat", "wins"):
            if key not in data:
                site.error(
                    at, f"'{key}' is missing", "only a contract may leave it to the game", key=True
                )
    return Play(
        first or (base.first_lead if base else role(site, at, "forehand")),
        trump,
        ranking,
        by_rank,
        rungs("lead"),
        rungs("follow"),
        data.get("beat", base.beat if base else "never"),
        ((*base.hold_back, *held) if base else held),
        tuple(win(site, (*at, "wins", n), rule) for n, rule in enumerate(data["wins"]))
        if "wins" in data
        else (base.wins if base else ()),
        _says(at, data["says"])
        if "says" in data
        else (base.says if base else Says((), (), (*at, "says"))),
        _announced_cards(site, (*at, "announced_cards"), data["announced_cards"])
        if "announced_cards" in data
        else (base.announced_cards if base else None),
        OpenHands(data["open_hands"]["after_trick"], data["open_hands"]["of"], (*at, "open_hands"))
        if "open_hands" in data
        else (base.open_hands if base else None),
        data.get("ends_when", base.ends_when if base else "all_played"),
        _raised_to(site, at, data) if "raised_to" in data else (base.raised_to if base else ()),
        at,
        base.beat_at if base and "beat" not in data else (*at, "beat"),
    )


def _says(at: Path, data: Mapping[str, Any]) -> Says:
    return Says(
        tuple(data.get("first_trick", ())), tuple(data.get("when_leading", ())), (*at, "says")
    )


def _announced_cards(site: Resolver, at: Path, data: Mapping[str, Any]) -> AnnouncedCards:
    for key in ("due", "given_up"):
        for number, bonus in enumerate(data.get(key, ())):
            site.named((*at, key, number), bonus, site.bonuses, "bonus")
    return AnnouncedCards(tuple(data["due"]), tuple(data.get("given_up", ())), at)


def _raised_to(site: Resolver, at: Path, data: Mapping[str, Any]) -> tuple[str, ...]:
    for number, contract in enumerate(data["raised_to"]):
        site.named((*at, "raised_to", number), contract, site.contracts, "contract")
    return tuple(data["raised_to"])


def _trump(site: Resolver, path: Path, value: Any) -> Trump:
    assert site.deck is not None
    if isinstance(value, dict):
        suit = str(value["suit"])
        there = site.named((*path, "suit"), suit, site.deck.suits, "suit")
        return Trump("suit", suit, path) if there else Trump("none", None, path)
    if value in TRUMPS:
        return Trump(value, None, path)
    if value != "none":
        hint = (
            f"write {{suit: {value}}}"
            if value in site.deck.suits
            else "write none, called, named, or {suit: …}"
        )
        site.error(path, f"'{value}' is no trump", hint, code="sense.name")
    return Trump("none", None, path)


def _ranking(site: Resolver, path: Path, value: str) -> str | None:
    assert site.deck is not None
    return value if site.named(path, value, site.deck.rankings, "ranking of the pack") else None


def _rankings_by_rank(site: Resolver, path: Path, data: Mapping[str, str]) -> dict[str, str]:
    assert site.deck is not None
    known = dict.fromkeys(card.rank for card in site.deck.cards)
    found = {}
    for rank, value in data.items():
        there = site.named((*path, rank), rank, known, "rank", key=True)
        ranking = _ranking(site, (*path, rank), value)
        if there and ranking is not None:
            found[rank] = ranking
    return found
