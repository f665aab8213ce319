"""All rules of a game together. Contracts that are ``like`` another one are spelled out first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..model import (
    Announcements,
    Bonus,
    Call,
    Count,
    DealStep,
    Deck,
    Declaration,
    Dispute,
    Exchange,
    FixedContract,
    Game,
    MatchRules,
    Naming,
    Open,
    Passing,
    Path,
    Settlement,
    Source,
    Table,
    Talon,
    Where,
)
from ..overlay import Difference
from ..paths import dotted, parse_path
from ..problems import ProblemList, did_you_mean
from ..source import Document
from . import sections
from .checks import check
from .resolver import Resolver, name, names, sources
from .sections import not_used
from .structure import TALON, Structurer, resolve

_MERGED = ("play", "talon")
"""Parts of a contract that are inherited key by key; others are inherited as a whole.
"""
_WANTED = ("declarers", "value", "source")
_WANTED_TO_CHANGE = ("declarers", "source")
"""Of a contract that never is the last: it is worth nothing."""
_OF_TALON = ("takes", "seen_by", "counts_for")


def spelled_out(resolver: Resolver) -> Document:
    """The document with every contract in full. Notes a ``like`` that leads nowhere, and keys that
    a contract lacks.
    """
    doc = resolver.document
    raw: Mapping[str, Any] = doc.data["contracts"]
    found = {key: _contract(resolver, ("contracts", key), value, raw) for key, value in raw.items()}
    return (
        replace(doc, data={**doc.data, "contracts": found})
        if any("like" in it for it in raw.values())
        else doc
    )


def _contract(
    resolver: Resolver, at: Path, own: Mapping[str, Any], raw: Mapping[str, Any]
) -> Mapping[str, Any]:
    other: Mapping[str, Any] = {}
    if "like" in own:
        here = (*at, "like")
        if not resolver.named(here, own["like"], tuple(raw), "contract"):
            return own
        other = raw[own["like"]]
        if "like" in other:
            resolver.error(
                here, f"'{own['like']}' is like another contract itself", f"write {other['like']}"
            )
            return own
    full = {**other, **{key: value for key, value in own.items() if key != "like"}}
    full |= {key: {**other[key], **own[key]} for key in _MERGED if key in own and key in other}
    _complete(resolver, at, full, _WANTED if "becomes" not in full else _WANTED_TO_CHANGE)
    if "talon" in full:
        _complete(resolver, (*at, "talon") if "talon" in own else at, full["talon"], _OF_TALON)
    return full


def _complete(
    resolver: Resolver, at: Path, part: Mapping[str, Any], wanted: tuple[str, ...]
) -> None:
    for key in wanted:
        if key not in part:
            resolver.missing(at, key)


def read_sources(data: Mapping[str, Any]) -> dict[str, Source]:
    """The sources by id."""
    return {
        key: Source(
            key, value["title"], value.get("url", ""), value["language"], name(value["about"])
        )
        for key, value in data["sources"].items()
    }


def read_disputes(data: Mapping[str, Any]) -> tuple[Dispute, ...]:
    """Where the sources contradict each other."""
    return tuple(
        Dispute(
            d["id"],
            name(d["topic"]),
            tuple(d["at"]),
            names(d["said"]),
            name(d["elsewhere"]) if "elsewhere" in d else None,
            name(d["kept"]) if "kept" in d else None,
        )
        for d in data["disputes"]
    )


def game(
    doc: Document,
    deck: Deck,
    known: Mapping[str, Source],
    problems: ProblemList,
    *,
    variant: str = "base",
    title: Mapping[str, Any] | None = None,
    changes: tuple[Difference, ...] = (),
    disputes: tuple[Dispute, ...] = (),
) -> Game | None:
    """The game in ``doc`` (changes applied, shape checked); None when its problems make it
    useless.
    """
    before = len(problems)
    resolver = _resolver(doc, deck, known, problems)
    data = spelled_out(resolver).data
    for contract, rules in data["contracts"].items():
        for group in rules.get("groups", ()):
            resolver.groups.setdefault(group, []).append(contract)
    if len(problems) > before:
        return None
    sources(resolver, (), data)
    for key in ("bonuses", "contracts"):
        if "game" in data.get(key, {}):
            text = "'game' means the contract that is played, whichever it is"
            resolver.error((key, "game"), text, "choose another name", key=True, code="sense.name")

    # Where every rule of other tables is played after all, none is left to tell.
    elsewhere = not_used(resolver, data)
    if not elsewhere:
        data = {key: value for key, value in data.items() if key != "not_used"}

    # First pass: the sections of the rules as parts of the model.
    read = Structurer(resolver)
    play = sections.play_of_game(read, data["play"])
    talon = read.optional(Talon, "talon", data)
    built = Game(
        id=data["game"],
        variant=variant,
        name=name(title or data.get("as_played") or data["name"]),
        game_name=name(data["name"]),
        deck=deck,
        order=tuple(data["order"]),
        table=read.part(Table, ("table",), data["table"]),
        deals=read.by_id(DealStep, ("deal",), data["deal"]),
        talon=talon,
        misdeal=sections.misdeal(read, data),
        naming=read.optional(Naming, "naming", data),
        passing=read.optional(Passing, "passing", data),
        call=read.optional(Call, "call", data),
        auction=sections.auction(read, data),
        fixed_contract=read.optional(FixedContract, "fixed_contract", data),
        contract_groups=sections.contract_groups(read, data),
        contracts=sections.contracts(read, data["contracts"], play),
        exchange=read.optional(Exchange, "exchange", data),
        announcements=read.optional(Announcements, "announcements", data),
        play=play,
        count=read.part(Count, ("count",), data["count"]),
        declarations=read.by_id(Declaration, ("declarations",), data.get("declarations", {})),
        bonuses=read.by_id(Bonus, ("bonuses",), data.get("bonuses", {})),
        kontra=sections.kontra(read, data),
        settlement=read.part(Settlement, ("settlement",), data["settlement"]),
        match=read.part(MatchRules, ("match",), data["match"]),
        open=(),
        not_used=elsewhere,
        disputes=disputes,
        sources=known,
        data=data,
        marks=_marks(doc),
        changes=changes,
    )

    # Second pass: names that lead nowhere, then parts that do not fit together.
    resolve(read, built.kontra.levels if built.kontra else (), built.contract_groups)
    built = replace(built, open=_open(resolver, built))
    check(resolver, built)
    return built if len(problems) == before else None


def _resolver(
    doc: Document, deck: Deck, known: Mapping[str, Source], problems: ProblemList
) -> Resolver:
    """A resolver for the names that a game has."""
    data = doc.data
    resolver = Resolver(doc, problems, deck=deck, sources=frozenset(known))
    resolver.contracts = tuple(data["contracts"])
    resolver.bonuses = tuple(data.get("bonuses", {}))
    resolver.players = data["table"]["players"]
    packets = [packet for step in data["deal"].values() for packet in step["packets"]]
    resolver.hand_size = sum(packet for packet in packets if packet != TALON)
    resolver.tricks = resolver.hand_size
    return resolver


def _marks(doc: Document) -> dict[Path, Where]:
    """Where each value is written; a key stands for the value under it."""
    places = {**doc.marks, **doc.keys}
    return {path: Where(mark.file, mark.line, mark.column) for path, mark in places.items()}


def _open(resolver: Resolver, built: Game) -> tuple[Open, ...]:
    """The open questions. A question of the base about a rule that the variant drops is left
    out.
    """
    found = []
    for number, entry in enumerate(built.data.get("open", ())):
        at: Path = ("open", number, "at")
        if built.at(parse_path(entry["at"])) is not None:
            question, kept, why = (name(entry[key]) for key in ("question", "kept", "why"))
            found.append(Open(entry["id"], entry["at"], question, kept, why, entry["source"]))
        elif resolver.mark(at).file == resolver.document.file:
            _no_rule(resolver, at, built, parse_path(entry["at"]))
    return tuple(found)


def _no_rule(resolver: Resolver, at: Path, built: Game, path: Path) -> None:
    """Note an open question about a rule that does not exist."""
    length = next(n for n in range(len(path) - 1, -1, -1) if built.at(path[:n]) is not None)
    inside = built.at(path[:length])
    known = [str(key) for key in inside] if isinstance(inside, dict) else []
    place = dotted(path[:length]) or "the rules"
    hint = did_you_mean(str(path[length]), known) or "an open question names the rule it is about"
    resolver.error(at, f"there is no '{path[length]}' in {place}", hint, code="sense.name")
