"""All rules of a game together, contracts that are ``like`` another one spelled out first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..model import Deck, Dispute, Game, NotUsed, Open, Path, Source, Where
from ..overlay import Difference
from ..paths import dotted, parse_path
from ..problems import ProblemList, did_you_mean
from ..source import Document
from . import auction, scoring
from . import play as declarations
from . import play as exchange
from .checks import check
from .play import play as read_play
from .resolver import Resolver, name, names, sources

_MERGED = ("play", "talon")
"""Parts of a contract of which each rule is taken over on its own; every other one is taken over
whole.
"""
_WANTED = ("declarers", "value", "source")
_OF_TALON = ("takes", "seen_by", "counts_for")


def spelled_out(site: Resolver) -> Document:
    """The document with every contract in full; notes contracts that are like none, and what is
    missing in them.
    """
    doc = site.document
    raw: Mapping[str, Any] = doc.data["contracts"]
    found = {key: _contract(site, ("contracts", key), value, raw) for key, value in raw.items()}
    return (
        replace(doc, data={**doc.data, "contracts": found})
        if any("like" in it for it in raw.values())
        else doc
    )


def _contract(
    site: Resolver, at: Path, own: Mapping[str, Any], raw: Mapping[str, Any]
) -> Mapping[str, Any]:
    other: Mapping[str, Any] = {}
    if "like" in own:
        here = (*at, "like")
        if not site.named(here, own["like"], tuple(raw), "contract"):
            return own
        other = raw[own["like"]]
        if "like" in other:
            site.error(
                here, f"'{own['like']}' is like another contract itself", f"write {other['like']}"
            )
            return own
    full = {**other, **{key: value for key, value in own.items() if key != "like"}}
    full |= {key: {**other[key], **own[key]} for key in _MERGED if key in own and key in other}
    _complete(site, at, full, _WANTED)
    if "talon" in full:
        _complete(site, (*at, "talon") if "talon" in own else at, full["talon"], _OF_TALON)
    return full


def _complete(site: Resolver, at: Path, part: Mapping[str, Any], wanted: tuple[str, ...]) -> None:
    for key in wanted:
        if key not in part:
            site.missing(at, key)


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
    """The game in ``doc`` (changes applied, shape checked); None when its problems make it useless."""
    data = doc.data
    before = len(problems)
    hand = sum(
        packet
        for step in data["deal"].values()
        for packet in step["packets"]
        if packet != auction.TALON
    )
    site = Resolver(
        doc,
        problems,
        deck=deck,
        sources=frozenset(known),
    )
    site.contracts = tuple(data["contracts"])
    site.bonuses = tuple(data.get("bonuses", {}))
    site.players = data["table"]["players"]
    site.hand_size = site.tricks = hand
    data = spelled_out(site).data
    if len(problems) > before:
        return None
    sources(site, (), data)
    for key in ("bonuses", "contracts"):
        if "game" in data.get(key, {}):
            text = "'game' means the contract that is played, whichever it is"
            site.error((key, "game"), text, "choose another name", key=True, code="sense.name")
    play = read_play(site, ("play",), data["play"], None)
    built = Game(
        id=data["game"],
        variant=variant,
        name=name(title or data.get("as_played") or data["name"]),
        game_name=name(data["name"]),
        deck=deck,
        order=tuple(data["order"]),
        table=auction.table(site, data["table"]),
        deals=auction.deals(site, data["deal"]),
        talon=exchange.talon(data.get("talon")),
        misdeal=auction.misdeal(site, data.get("misdeal")),
        call=auction.call(site, data.get("call")),
        auction=auction.auction(site, data.get("auction")),
        fixed_contract=auction.fixed(site, data.get("fixed_contract")),
        contracts=scoring.contracts(site, data["contracts"], play),
        exchange=exchange.exchange(site, data.get("exchange")),
        announcements=exchange.announcements(site, data.get("announcements")),
        play=play,
        count=scoring.count(data["count"]),
        declarations=declarations.declarations(site, data.get("declarations", {})),
        bonuses=scoring.bonuses(site, data.get("bonuses", {})),
        kontra=auction.kontra(site, data.get("kontra")),
        settlement=scoring.settlement(data["settlement"]),
        match=scoring.match(data["match"]),
        open=(),
        not_used=tuple(NotUsed(name(n["rule"]), n["source"]) for n in data.get("not_used", ())),
        disputes=disputes,
        sources=known,
        data=data,
        marks={
            path: Where(m.file, m.line, m.column) for path, m in {**doc.marks, **doc.keys}.items()
        },
        changes=changes,
    )
    built = replace(built, open=_open(site, built))
    check(site, built)
    return built if len(problems) == before else None


def _open(site: Resolver, built: Game) -> tuple[Open, ...]:
    """The open questions. What the base asked of a rule that the variant drops is no question any
    more.
    """
    found = []
    for number, entry in enumerate(built.data.get("open", ())):
        at: Path = ("open", number, "at")
        if built.at(parse_path(entry["at"])) is not None:
            question, kept, why = (name(entry[key]) for key in ("question", "kept", "why"))
            found.append(Open(entry["at"], question, kept, why, entry["source"]))
        elif site.mark(at).file == site.document.file:
            _no_rule(site, at, built, parse_path(entry["at"]))
    return tuple(found)


def _no_rule(site: Resolver, at: Path, built: Game, path: Path) -> None:
    """An open question at nowhere: say where its path ends."""
    length = next(n for n in range(len(path) - 1, -1, -1) if built.at(path[:n]) is not None)
    inside = built.at(path[:length])
    known = [str(key) for key in inside] if isinstance(inside, dict) else []
    place = dotted(path[:length]) or "the rules"
    hint = did_you_mean(str(path[length]), known) or "an open question names the rule it is about"
    site.error(at, f"there is no '{path[length]}' in {place}", hint, code="sense.name")
