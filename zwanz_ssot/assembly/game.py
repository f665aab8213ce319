"""Builds a game, and packs of cards: reads the sections that are not read field by field, lets
contracts inherit, and checks the parts of one section against each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from pathlib import Path as FilePath
from typing import Any

from ..model import (
    Announcements,
    Auction,
    Bonus,
    Call,
    Card,
    Contract,
    ContractGroup,
    Count,
    DealStep,
    Deck,
    Declaration,
    Dispute,
    Exchange,
    FixedContract,
    Game,
    Kontra,
    MatchRules,
    MisdealReason,
    Name,
    Naming,
    NotUsed,
    Open,
    Passing,
    Path,
    PerDifference,
    Play,
    Role,
    Says,
    Settlement,
    Source,
    Suit,
    Table,
    Talon,
    Trump,
    Where,
)
from ..overlay import OPERATIONS, Difference, check_ids, same
from ..paths import parse_path, value_at
from ..problems import ProblemList, to_write
from ..schema import Node, below, resolved, root
from ..source import Document
from ..words.cards import ALL_CARDS, CALLED
from ..words.ladders import no_trumps
from ..words.reading import cards as read_cards
from ..words.roles import forehand
from .checks import check
from .resolver import MERGED, Resolver, name, names, sources
from .structure import TALON, Structurer, resolve

_GROWN: dict[str, int] = {
    each.name: each.default
    for each in fields(Contract)
    if each.metadata.get("key") == "value" and isinstance(each.default, int)
}
"""The numbers of a value that grows, with their defaults."""
_OF_GAME = ("first_lead", "trump", "lead", "follow", "beat", "wins")
"""The keys that the play of a game needs; a contract may leave them to the game."""


def auction(structurer: Structurer, data: Mapping[str, Any]) -> Auction:
    """The auction; an empty one if the data has none."""
    at: Path = ("auction",)
    if "auction" not in data:
        return Auction(
            first=Role(forehand.name, None, at),
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
    """The reasons for throwing in the cards."""
    reasons = data.get("misdeal", {}).get("reasons", {})
    return tuple(structurer.by_id(MisdealReason, ("misdeal", "reasons"), reasons).values())


def kontra(structurer: Structurer, data: Mapping[str, Any]) -> Kontra | None:
    """The rules of doubling; None if there are none."""
    found = structurer.optional(Kontra, "kontra", data)
    if found is None:
        return None
    for forced in found.forced:
        structurer.refer((*forced.at, "say"), forced.say, "opening word of kontra")
    for number, level in enumerate(found.levels):
        if level not in found.names:
            text, hint = f"'{level}' has no name", "give it one under kontra.names"
            structurer.resolver.error((*found.at, "levels", number), text, hint)
    return found


def play_of_game(structurer: Structurer, data: Mapping[str, Any]) -> Play:
    """The play of the game, which contracts may change."""
    at: Path = ("play",)
    for key in _OF_GAME:
        if key not in data:
            text, hint = f"'{key}' is missing", "only a contract may leave it to the game"
            structurer.resolver.error(at, text, hint, key=True)
    # Replace missing parts, so that problems of the rest are found too.
    missing: dict[str, Any] = {
        "first_lead": Role(forehand.name, None, at),
        "trump": Trump(no_trumps.name, None, (*at, "trump")),
        "lead": (),
        "follow": (),
        "beat": "never",
        "wins": (),
        "says": Says(at=(*at, "says")),
    }
    given = {key: value for key, value in missing.items() if key not in data}
    return structurer.part(Play, at, data, beat_at=(*at, "beat"), **given)


def play_of_contract(structurer: Structurer, at: Path, data: Mapping[str, Any], base: Play) -> Play:
    """The play of a contract: its own rules, and the game's for all others. Cards that the game
    holds back are held back in the contract, too.
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
    """The groups of contracts by id. Notes groups without contracts, and with a contract's name."""
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
    """The contracts by id."""
    return {key: _contract(structurer, key, value, base) for key, value in data.items()}


def _contract(structurer: Structurer, key: str, data: Mapping[str, Any], base: Play) -> Contract:
    at: Path = ("contracts", key)

    # The value: a number, or one that grows, which is then its base or what a step pays.
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
            _base_alone(structurer, (*at, "value"), data, grown)
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
        like=structurer.resolver.document.data["contracts"][key].get("like"),
        value=value,
        per_difference=per_difference,
        **grown,
        lost_value=data.get("lost_value", value),
        secret_until=secret,
        play=play,
    )


def _base_alone(
    structurer: Structurer, at: Path, data: Mapping[str, Any], grown: Mapping[str, int]
) -> None:
    """Note a base to which nothing is added, one that may be a number, and one that is missing."""
    value, begins = data["value"], grown["base"] or 1
    hint = f"write value: {begins}"
    if "value_adds" not in data:
        text = "nothing is added to the base"
        if grown["lost_times"] > 1 and "lost_value" not in data:
            hint += f" and lost_value: {begins * grown['lost_times']}"
    elif "base" not in value:
        text, hint = "the base is missing, to which value_adds adds", "add base"
    elif len(value) == 1:
        text = "a base alone is a number"
    else:
        return
    structurer.resolver.error(at, text, hint)


# Rules that a source names as played elsewhere (`not_used`). An entry may list changes that would
# play the rule. A rule set in which one of them is made plays it, even under another name.

_NO_RULE = ("name", "source")
"""Parts of a rule that make no difference when two rules are compared."""


def not_used(resolver: Resolver, data: dict[str, Any]) -> tuple[NotUsed, ...]:
    """The entries of `not_used` that these rules do not play, without those of the base about, or
    speaking of, rules that a variant drops. Notes entries of this file that they do play, and paths
    of unknown rules.
    """
    for section in ("not_used", "open"):
        check_ids(resolver.document, section, resolver.problems)
    found = []
    for number, entry in enumerate(data.get("not_used", ())):
        at: Path = ("not_used", number)
        own = resolver.mark(at).file == resolver.document.file
        lost = _speaks_of_lost(resolver, at, entry, data, own=own)
        made, strange = [], {}
        changes = entry.get("changes", ())
        for place, change in enumerate(changes):
            path = parse_path(change["at"])
            if _is_made(data, change):
                made.append(place)
            elif missing := _nowhere(data, path[:-1] if "add" in change else path):
                strange[place] = missing
        if not (made or lost) and (own or not changes or len(strange) < len(changes)):
            found.append(NotUsed(entry["id"], name(entry["rule"]), entry["source"]))
        if not own:
            continue
        for place in made:
            text = f"these rules play '{entry['id']}' already"
            here: Path = (*at, "changes", place, "at")
            resolver.error(here, text, "take the entry out", code="sense.not_used")
        for place, (path, step, known) in strange.items():
            hint = "name the rule that the change would change"
            resolver.leads_nowhere((*at, "changes", place, "at"), path, step, known, hint=hint)
    return tuple(found)


def _speaks_of_lost(
    resolver: Resolver, at: Path, entry: Mapping[str, Any], data: Mapping[str, Any], *, own: bool
) -> bool:
    """Whether the text of an entry speaks of a rule (`about`) that there is not. Notes it in an
    entry of this file.
    """
    lost = False
    for number, other in enumerate(entry.get("about", ())):
        missing = _nowhere(data, parse_path(other))
        lost = lost or missing is not None
        if missing and own:
            path, step, known = missing
            hint = "name a rule that the text speaks of, or take this out"
            resolver.leads_nowhere((*at, "about", number), path, step, known, hint=hint)
    return lost


def _nowhere(data: Mapping[str, Any], path: Path) -> tuple[Path, str | int, Iterable[Any]] | None:
    """Where a path leaves the rules: as far as it goes, the step that is not there, and those that
    are. None if all of it is there.
    """
    reached: Any = data
    for length, step in enumerate(path):
        inside = _inside(reached, step)
        if inside is None:
            return path[:length], step, reached if isinstance(reached, dict) else ()
        reached = inside[0]
    return None


def _is_made(data: dict[str, Any], change: dict[str, Any]) -> bool:
    """Whether the rules are the same after this change."""
    operation = next(operation for operation in OPERATIONS if operation in change)
    *outer, last = parse_path(change["at"])
    reached, node = data, root("game")
    for step in outer:
        inside = _inside(reached, step)
        if inside is None:
            return False
        reached, node = inside[0], resolved(below(node, step))
    if operation == "drop":
        return _inside(reached, last) is None
    entry = resolved(below(node, last))
    # An added entry may have another name here, if entries may have any name.
    if operation == "add" and "propertyNames" in node and isinstance(reached, dict):
        return any(_reads_the_same(change[operation], each, entry) for each in reached.values())
    there = _inside(reached, last)
    return there is not None and _reads_the_same(change[operation], there[0], entry)


def _inside(value: Any, step: str | int) -> tuple[Any] | None:
    """The value at one step, in a tuple; None if there is none."""
    if isinstance(value, dict) and step in value:
        return (value[step],)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return (value[step],)
    return None


def _reads_the_same(wanted: Any, got: Any, node: Node) -> bool:
    """Whether two values mean the same rule, by their schema ``node``, which says whether the order
    of a list matters.
    """
    if isinstance(wanted, dict) and isinstance(got, dict):
        keys = wanted.keys() - set(_NO_RULE)
        return keys == got.keys() - set(_NO_RULE) and all(
            _reads_the_same(wanted[key], got[key], resolved(below(node, key))) for key in keys
        )
    if not isinstance(wanted, list) or not isinstance(got, list):
        return same(wanted, got)
    if len(wanted) != len(got):
        return False
    inner = resolved(below(node, 0))
    if node.get("x-order") != "free":
        return all(
            _reads_the_same(one, other, inner) for one, other in zip(wanted, got, strict=True)
        )
    return all(any(_reads_the_same(one, other, inner) for other in got) for one in wanted)


_WANTED = ("declarers", "value", "source")
"""The keys that a contract needs."""
_WANTED_WITHOUT_VALUE = ("declarers", "source")
"""The keys that a contract needs if it has no value: it `becomes` another one, or a case of its
payments always holds.
"""
_OF_TALON = ("takes", "seen_by", "counts_for")
"""The keys that the talon of a contract needs."""


def spelled_out(resolver: Resolver) -> Document:
    """The document with every contract in full. Notes a ``like`` without a contract, and missing
    keys.
    """
    doc = resolver.document
    raw: Mapping[str, Any] = doc.data["contracts"]
    found = {
        key: _with_inherited(resolver, ("contracts", key), value, raw) for key, value in raw.items()
    }
    return (
        replace(doc, data={**doc.data, "contracts": found})
        if any("like" in it for it in raw.values())
        else doc
    )


def _with_inherited(
    resolver: Resolver, at: Path, own: Mapping[str, Any], raw: Mapping[str, Any]
) -> Mapping[str, Any]:
    other: Mapping[str, Any] = {}
    if "like" in own:
        here = (*at, "like")
        if not resolver.named(here, own["like"], tuple(raw), "contract"):
            return own
        other = raw[own["like"]]
        if "like" in other:
            _note_chain(resolver, here, raw)
            return own
    full = {**other, **{key: value for key, value in own.items() if key != "like"}}
    full |= {key: {**other[key], **own[key]} for key in MERGED if key in own and key in other}
    _complete(resolver, at, full, _WANTED_WITHOUT_VALUE if _no_value(full) else _WANTED)
    if "talon" in full:
        _complete(resolver, (*at, "talon") if "talon" in own else at, full["talon"], _OF_TALON)
    return full


def _no_value(contract: Mapping[str, Any]) -> bool:
    """Whether a contract may be without a value."""
    cases: Mapping[str, Any] = contract.get("payments") or {}
    return "becomes" in contract or any("when" not in case for case in cases.values())


def _note_chain(resolver: Resolver, at: Path, raw: Mapping[str, Any]) -> None:
    """Note a contract that is like one that is like another, or like itself in the end."""
    chain: list[str] = [str(at[1])]
    while chain[-1] in raw and "like" in raw[chain[-1]] and chain[-1] not in chain[:-1]:
        chain.append(raw[chain[-1]]["like"])
    if chain[1] == chain[0]:
        resolver.error(at, "a contract cannot be like itself", "name another one")
        return
    if chain[-1] == chain[0]:
        text = f"contracts cannot be like each other in a circle: {' → '.join(chain)}"
        resolver.error(at, text, "write out the rules of one of them")
        return
    ends = chain[-1] in raw and "like" not in raw[chain[-1]]
    text = f"'{chain[1]}' is like another contract itself"
    hint = to_write(chain[-1]) if ends else "name one that is not"
    resolver.error(at, text, hint)


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
    """The contradictions between the sources."""
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
    """The game in ``doc``, which fits its schema, with the changes applied. None if there are
    problems, which are added to ``problems``.
    """
    # Spell out contracts that are like others, and collect the groups of contracts.
    before = len(problems)
    resolver = _resolver(doc, deck, known, problems)
    data = spelled_out(resolver).data
    for contract, rules in data["contracts"].items():
        for group in rules.get("groups", ()):
            resolver.groups.setdefault(group, []).append(contract)
    if len(problems) > before:
        return None

    # Check the sources, and the reserved name `game`.
    sources(resolver, (), data)
    for key in ("bonuses", "contracts"):
        if "game" in data.get(key, {}):
            text = "'game' means the contract that is played, whichever it is"
            resolver.error((key, "game"), text, "choose another name", key=True, code="sense.name")

    # Leave out entries of `not_used` that this rule set plays.
    elsewhere = not_used(resolver, data)
    if not elsewhere:
        data = {key: value for key, value in data.items() if key != "not_used"}

    # First pass: the sections of the rules as parts of the model.
    read = Structurer(resolver)
    if "card" in data.get("cover", {}):
        read.refer(("cover", "card"), data["cover"]["card"], "card")
    play = play_of_game(read, data["play"])
    talon = read.optional(Talon, "talon", data)
    built = Game(
        id=data["game"],
        variant=variant,
        name=name(title or data.get("as_played") or data["name"]),
        game_name=name(data["name"]),
        nouns=data.get("nouns", {}),
        deck=deck,
        order=tuple(data["order"]),
        table=read.part(Table, ("table",), data["table"]),
        deals=read.by_id(DealStep, ("deal",), data["deal"]),
        talon=talon,
        misdeal=misdeal(read, data),
        naming=read.optional(Naming, "naming", data),
        passing=read.optional(Passing, "passing", data),
        call=read.optional(Call, "call", data),
        auction=auction(read, data),
        fixed_contract=read.optional(FixedContract, "fixed_contract", data),
        contract_groups=contract_groups(read, data),
        contracts=contracts(read, data["contracts"], play),
        exchange=read.optional(Exchange, "exchange", data),
        announcements=read.optional(Announcements, "announcements", data),
        play=play,
        count=read.part(Count, ("count",), data["count"]),
        declarations=read.by_id(Declaration, ("declarations",), data.get("declarations", {})),
        bonuses=read.by_id(Bonus, ("bonuses",), data.get("bonuses", {})),
        kontra=kontra(read, data),
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

    # Second pass: unknown names, then parts that do not fit together.
    resolve(read, built.kontra.levels if built.kontra else (), built.contract_groups)
    built = replace(built, open=_open(resolver, built))
    check(resolver, built)
    return built if len(problems) == before else None


def _resolver(
    doc: Document, deck: Deck, known: Mapping[str, Source], problems: ProblemList
) -> Resolver:
    """A resolver with the names in a game."""
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
    """The place of each value, which is that of its key if it has one."""
    places = {**doc.marks, **doc.keys}
    files = {mark.file for mark in places.values()}
    whole = {file: str(FilePath(file).absolute()) for file in files}
    return {path: Where(whole[mark.file], mark.line, mark.column) for path, mark in places.items()}


def _open(resolver: Resolver, built: Game) -> tuple[Open, ...]:
    """The open questions, without those of the base about, or speaking of, a rule that a variant
    drops, about a single value that it sets, or answered by a rule that it changes.
    """
    found = []
    order = list(dict.fromkeys(change.mark.file for change in built.changes))
    for number, entry in enumerate(built.data.get("open", ())):
        at: Path = ("open", number, "at")
        path = parse_path(entry["at"])
        file = resolver.mark(at).file
        own = file == resolver.document.file
        after = order[order.index(file) + 1 :] if file in order else () if own else order
        later = [change for change in built.changes if change.mark.file in after]
        lost = _speaks_of_lost(resolver, at[:2], entry, built.data, own=own)
        answers = [parse_path(each) for each in entry.get("answered_by", ())]
        for place, answer in enumerate(answers if own else ()):
            if missing := _nowhere(built.data, answer[:-1]):
                hint = "name a rule that would answer the question, or take this out"
                resolver.leads_nowhere((*at[:2], "answered_by", place), *missing, hint=hint)
        if built.at(path) is None:
            if own:
                _no_rule(resolver, at, built, path)
        elif not lost and not any(_answers(it, built, path, answers) for it in later):
            question, kept, why = (name(entry[key]) for key in ("question", "kept", "why"))
            found.append(Open(entry["id"], entry["at"], question, kept, why, entry["source"]))
    return tuple(found)


def _answers(change: Difference, game: Game, about: Path, answers: Iterable[Path]) -> bool:
    """Whether a change answers a question about a rule: it sets the rule, which is a single value
    or a list, or it is at, inside or around one of the rules that the question names.
    """
    if not isinstance(game.at(about), dict) and _sets(change, about):
        return True
    return any(change.path[: len(it)] == it or _sets(change, it) for it in answers)


def _sets(change: Difference, path: Path) -> bool:
    """Whether a change at or around a path gives it another value."""
    end = len(change.path)
    old, new = (value_at(each, path[end:]) for each in (change.old, change.new))
    return path[:end] == change.path and not same(old, new)


def _no_rule(resolver: Resolver, at: Path, built: Game, path: Path) -> None:
    """Note an open question about a rule that does not exist."""
    length = next(n for n in range(len(path) - 1, -1, -1) if built.at(path[:n]) is not None)
    inside = built.at(path[:length])
    known = inside if isinstance(inside, dict) else ()
    hint = "an open question names the rule it is about"
    resolver.leads_nowhere(at, path[:length], path[length], known, hint=hint)


# ---------------------------------------------------------------------------------- packs of cards

_FEW = 6
"""Up to so many cards without points are reported one by one."""
_NAMED = 3
"""The number of cards that are named if there are more."""
_COPIES = ("a", "b", "c", "d")
"""The endings of ids that distinguish equal cards."""


def deck(resolver: Resolver) -> Deck | None:
    """The pack in the resolver's document; None if there are problems, which are noted."""
    data = resolver.document.data
    before = len(resolver.problems)
    built, suits = _cards(resolver, data)
    sources(resolver, (), data)
    if len({card.id for card in built}) < len(built):
        return None  # two suits have one letter: nothing more can be said about their cards

    # The pack with its suits as sets, then the other sets, which may name cards and suits.
    sets: dict[str, int] = {suit.id: suit.mask for suit in suits.values()}
    own = data.get("names", {})
    set_names = {**{suit.id: suit.name for suit in suits.values()}, **names(own.get("sets"))}
    pack = Deck(
        id=data["deck"],
        name=name(data["name"]),
        cards=built,
        suits=suits,
        sets=sets,
        set_names=set_names,
        rank_names=names(own.get("ranks")),
        corners=names(own.get("corners")),
        signs=names(own.get("signs")),
        rankings={key: tuple(ranks) for key, ranks in data.get("rankings", {}).items()},
        source=tuple(data["source"]),
        data=data,
        copies=data.get("copies", 1),
    )
    resolver.deck = pack
    taken = {**dict.fromkeys(sets, "a suit has this name already"), ALL_CARDS: _NAMES_ALL}
    if ALL_CARDS in suits:
        _taken(resolver, ("suits", ALL_CARDS), _NAMES_ALL)
    for key, value in data.get("sets", {}).items():
        if key in taken:
            _taken(resolver, ("sets", key), taken[key])
        else:
            sets[key] = read_cards(resolver, ("sets", key), value).mask
    for key, ranks in data.get("rankings", {}).items():
        if not any(set(suit.ranks) == set(ranks) for suit in suits.values()):
            text = "no suit has these ranks and no others"
            resolver.error(
                ("rankings", key),
                text,
                "name every rank of a suit once",
                key=True,
                code="sense.deck",
            )
    _names_point_somewhere(resolver, pack)
    if len(resolver.problems) == before:
        _promises(resolver, pack)
    return pack if len(resolver.problems) == before else None


_NAMES_ALL = "this word names the whole pack"


def _taken(resolver: Resolver, path: Path, text: str) -> None:
    """Note that something else has a name already."""
    resolver.error(path, text, "choose another one", key=True, code="sense.twice")


def _cards(resolver: Resolver, data: Mapping[str, Any]) -> tuple[tuple[Card, ...], dict[str, Suit]]:
    own: dict[str, Name] = names(data.get("names", {}).get("cards"))
    points = data["points"]
    copied = _COPIES[: data["copies"]] if "copies" in data else ("",)
    letters: dict[str, str] = {}
    built: list[Card] = []
    worthless: list[tuple[str, Path]] = []
    suits: dict[str, Suit] = {}
    for number, (suit_id, suit) in enumerate(data["suits"].items()):
        letter = suit["letter"]
        if letter in letters:
            text = f"{letter} is the letter of {letters[letter]} already"
            resolver.error(
                ("suits", suit_id, "letter"), text, "choose another one", code="sense.twice"
            )
        letters[letter] = suit_id
        first = len(built)
        for rank in reversed(suit["ranks"]):
            card = f"{letter}-{rank}"
            worth = points.get("cards", {}).get(card, points.get("ranks", {}).get(rank))
            if worth is None:
                worth = points.get("suits", {}).get(suit_id)
            if worth is None:
                worthless.append((card, ("suits", suit_id, "ranks", suit["ranks"].index(rank))))
            kind = card if "copies" in data else ""
            for copy in copied:
                index = len(built)
                built.append(
                    Card(card + copy, suit_id, rank, index, worth or 0, own.get(card), kind)
                )
        mask = ((1 << len(built)) - 1) ^ ((1 << first) - 1)
        suits[suit_id] = Suit(
            suit_id,
            letter,
            suit.get("symbol", ""),
            name(suit["name"]),
            tuple(suit["ranks"]),
            mask,
            number,
        )
    _report_worthless(resolver, worthless)
    return tuple(built), suits


def _report_worthless(resolver: Resolver, cards: list[tuple[str, Path]]) -> None:
    """Note cards without points: a few one by one, more in one problem."""
    hint = "name {} under points, by card, rank or suit"
    if len(cards) > _FEW:
        listed = ", ".join(card for card, _ in cards[:_NAMED])
        text = f"{len(cards)} cards have no points: {listed} and more"
        resolver.error(cards[0][1], text, hint.format("them"), code="sense.deck")
        return
    for card, at in cards:
        text = f"the card {card} has no points"
        resolver.error(at, text, hint.format("it"), code="sense.deck")


def _names_point_somewhere(resolver: Resolver, pack: Deck) -> None:
    data = resolver.document.data
    known: dict[str, tuple[str, Iterable[str]]] = {
        "suits": ("suit", pack.suits),
        "ranks": ("rank", {card.rank: 0 for card in pack.cards}),
        "cards": ("card", pack.kinds),
        "sets": ("set", pack.sets),
        "corners": ("rank", {card.rank: 0 for card in pack.cards}),
        "signs": ("suit", pack.suits),
    }
    for section in ("points", "names"):
        for part, entries in data.get(section, {}).items():
            kind, there = known[part]
            for key in entries:
                resolver.named((section, part, key), key, there, kind, key=True)


def _promises(resolver: Resolver, pack: Deck) -> None:
    checks = resolver.document.data["checks"]
    found = {"cards": len(pack.cards), "points": pack.points}
    for key, count in found.items():
        if checks[key] != count:
            text = f"{checks[key]} {key} are promised, but the pack has {count}"
            resolver.error(("checks", key), text, code="sense.deck")
    for suit, count in checks.get("per_suit", {}).items():
        path = ("checks", "per_suit", suit)
        if (
            resolver.named(path, suit, pack.suits, "suit", key=True)
            and pack.suits[suit].mask.bit_count() != count
        ):
            have = pack.suits[suit].mask.bit_count()
            resolver.error(
                path, f"{count} cards are promised, but the suit has {have}", code="sense.deck"
            )
