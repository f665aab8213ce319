"""A game: all its rules together, with the place where each is written."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property, partial
from hashlib import sha256
from itertools import takewhile
from pathlib import PurePath
from typing import Any, ClassVar, NamedTuple

from ..paths import Path, is_within, meet, parse_path, value_at
from ..paths import dotted as dotted_path
from ..places import short_path
from ..problems import Mark
from .cards import Card, Deck, Name
from .contracts import (
    Announcements,
    Auction,
    Call,
    Contract,
    ContractGroup,
    DealStep,
    Exchange,
    FixedContract,
    Kontra,
    MisdealReason,
    Naming,
    Passing,
    Table,
    Talon,
)
from .identifiers import Role
from .play import Declaration, Play
from .scoring import Bonus, Count, MatchRules, Settlement

ALL_PASSED = "all_passed"
"""The reason for throwing in the cards when nobody bids."""


def told_apart(one: Game, other: Game) -> tuple[str, str]:
    """The names of the variants of two games; where both have one name, of house rules that of
    their file, without the folders that are common to both.

    >>> import zwanz_ssot
    >>> games = zwanz_ssot.load("zwanzigerrufen"), zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> told_apart(*games)
    ('base', 'directnet')
    """
    files = one.own_file, other.own_file
    if one.variant != other.variant or files[0] == files[1]:
        return one.variant, other.variant
    common = -1
    if files[0] is not None and files[1] is not None:
        pairs = zip(files[0].parts, files[1].parts, strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    ways = (None if file is None else PurePath(*file.parts[common:]).as_posix() for file in files)
    first, second = (way or game.variant for way, game in zip(ways, (one, other), strict=True))
    return first, second


class Where(NamedTuple):
    """A place in a rule file: its absolute path; line and column, which count from 1."""

    file: str
    line: int
    column: int

    @property
    def mark(self) -> Mark:
        """The place as problems name it: the file relative to the working folder, if below it."""
        return Mark(short_path(self.file), self.line, self.column)


@dataclass(frozen=True, slots=True)
class Source:
    """A text that rules are taken from."""

    id: str
    title: str
    url: str
    language: str
    about: Name


@dataclass(frozen=True, slots=True)
class Open:
    """A question that the sources leave open, and what is played."""

    id: str
    at: str
    question: Name
    kept: Name
    why: Name
    source: str


@dataclass(frozen=True, slots=True)
class NotUsed:
    """A rule that a source names as played elsewhere."""

    id: str
    rule: Name
    source: str


@dataclass(frozen=True, slots=True)
class Dispute:
    """A point on which the sources contradict each other."""

    id: str
    topic: Name
    at: tuple[str, ...]
    said: Mapping[str, Name]
    elsewhere: Name | None
    kept: Name | None


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """The rules of one game in one variant (``base``: none).

    Two games are equal if all their rules are, and the places of these in files. A game from
    `zwanz_ssot.load` is pickled by name, and unpickling loads it again; `copy` and `deepcopy`
    return the game itself.

    >>> import pickle, zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> game
    Game('zwanzigerrufen:directnet')
    >>> pickle.loads(pickle.dumps(game)) == game
    True
    """

    id: str
    variant: str
    name: Name
    """The variant's name; of the base its `as_played`, or the game's name."""
    game_name: Name
    nouns: Mapping[str, Mapping[str, Mapping[str, str]]]
    """By language and end of a name: the gender of the noun, and forms of it."""
    deck: Deck
    order: tuple[str, ...]
    table: Table
    deals: Mapping[str, DealStep]
    talon: Talon | None
    misdeal: tuple[MisdealReason, ...]
    naming: Naming | None
    passing: Passing | None
    call: Call | None
    auction: Auction
    fixed_contract: FixedContract | None
    """The contract of a game without an auction."""
    contract_groups: Mapping[str, ContractGroup]
    contracts: Mapping[str, Contract]
    exchange: Exchange | None
    announcements: Announcements | None
    """Announcements in a step of their own."""
    play: Play
    count: Count
    declarations: Mapping[str, Declaration]
    bonuses: Mapping[str, Bonus]
    kontra: Kontra | None
    settlement: Settlement
    match: MatchRules
    open: tuple[Open, ...]
    not_used: tuple[NotUsed, ...]
    disputes: tuple[Dispute, ...]
    sources: Mapping[str, Source]
    data: Mapping[str, Any]
    """The rules as plain data, changes applied."""
    marks: Mapping[Path, Where]
    changes: tuple[Any, ...]
    """The variant's differences from the game, as ``zwanz_ssot.overlay.Difference``."""

    _reload: ClassVar[partial[Game] | None] = None
    own_file: ClassVar[PurePath | None] = None
    """The file of house rules; None for a rule set of a library."""

    _same: ClassVar[object | None] = None
    """An object that games found equal share, so that caches need not compare them again."""

    def reloaded_by(self, reload: partial[Game], own_file: PurePath | None = None) -> Game:
        """Return this game, pickled from now on as ``reload``: a call that loads it again, given
        its `digest` as the last argument.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> game.reloaded_by(game.reloading) is game
        True
        """
        object.__setattr__(self, "_reload", reload)
        object.__setattr__(self, "own_file", own_file)
        return self

    @property
    def reloading(self) -> partial[Game] | None:
        """The call that `reloaded_by` was given; None for a game that was not loaded from files.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> game.reloading(game.digest) == game
        True
        """
        return self._reload

    @property
    def loaded_from(self) -> tuple[PurePath, ...]:
        """The folder of rules and the file of house rules that it was loaded from, without shipped
        ones.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> game.loaded_from  # the shipped rules
        ()
        """
        return tuple(path for path in (self.rules_folder, self.own_file) if path is not None)

    @property
    def rules_folder(self) -> PurePath | None:
        """The folder of rules that it was loaded from; None for the shipped one.

        >>> import zwanz_ssot
        >>> zwanz_ssot.load("zwanzigerrufen", "directnet").rules_folder is None
        True
        """
        return self._reload.args[2] if self._reload is not None else None

    @cached_property
    def digest(self) -> str:
        """64 hexadecimal digits (SHA-256) that identify these rules, the same on every machine."""
        rules = [self.id, self.variant, self.data, self.deck.data]
        text = json.dumps(rules, default=str, ensure_ascii=False)
        return sha256(text.encode()).hexdigest()

    @cached_property
    def rules_digest(self) -> str:
        """16 hexadecimal digits that identify how these rules are played: names, sources and
        questions do not count.
        """
        played = {key: part for key, part in self.data.items() if key not in _QUESTIONS}
        text = json.dumps([_bare(played), _bare(self.deck.data)], default=str)
        return sha256(text.encode()).hexdigest()[:16]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if other.__class__ is not self.__class__:
            return NotImplemented
        if self._same is not None and self._same is other._same:
            return True
        names = (field.name for field in fields(self))
        equal = all(getattr(self, name) == getattr(other, name) for name in names)
        if equal:
            same = self._same or other._same or object()
            for each in (self, other):
                object.__setattr__(each, "_same", same)
        return equal

    def __hash__(self) -> int:
        return hash((self.id, self.variant))

    def __str__(self) -> str:
        return f"{self.id}:{self.variant}"

    def __repr__(self) -> str:
        return f"Game('{self}')"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce_ex__(self, protocol: Any) -> Any:
        if self._reload is None:
            return super().__reduce_ex__(protocol)
        return self._reload, (self.digest,)

    @property
    def calls_in_bid(self) -> bool:
        """Whether a card is called together with the bid, not in a step of its own.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> game.calls_in_bid  # ``bid rufer T-XX``
        True
        """
        return self.call is not None and "call" not in self.order

    @property
    def raised_contracts(self) -> tuple[str, ...]:
        """The contracts to which another one may be raised, or which it becomes; each once.

        >>> import zwanz_ssot
        >>> zwanz_ssot.load("anrufen").raised_contracts
        ('hundred', 'all_tricks', 'all_tricks_hundred')
        """
        raised = dict.fromkeys(
            key
            for contract in self.contracts.values()
            for key in (
                *contract.raised_after_exchange,
                *contract.becomes,
                *contract.play.raised_to,
            )
        )
        return tuple(raised)

    @property
    def doubles_name_sides(self) -> bool:
        """Whether the double of a bonus names the side that has announced it.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> game.doubles_name_sides  # ``double pagat_ultimo declarers``
        True
        """
        return self.announcements is None or bool(self.announcements.speaks_for)

    @property
    def sums_to_zero(self) -> bool:
        """Whether the scores of a round always sum to zero.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> game.sums_to_zero
        True
        """
        cases = [case for contract in self.contracts.values() for case in contract.payments]
        return self.settlement.each_pays == "evenly" and not any(case.scores for case in cases)

    def pays_value(self, contract: Contract) -> bool:
        """Whether the value of a contract is ever paid or asked for. It is not where a case of its
        payments always holds; but a number may be bid against it, or a bonus be a multiple of it.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> game.pays_value(game.contracts["solo"])
        True
        """
        return (
            all(case.when is not None for case in contract.payments)
            or bool(self.auction.numbers)
            or any(
                bonus.value.is_times_game(announced=announced)
                for bonus in self.bonuses.values()
                if bonus.counts_in(contract)
                for announced in (False, True)
            )
        )

    @property
    def deals_again(self) -> Mapping[str, Role]:
        """Every reason to throw in the cards, with the player who deals then.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> {reason: role.word for reason, role in game.deals_again.items()}
        {'few_tarocks': 'dealer', 'all_glatzen': 'dealer'}
        """
        found = {reason.id: reason.deals_again for reason in self.misdeal}
        for after in self.auction.if_all_pass:
            if after.deal_again is not None:
                found[ALL_PASSED] = after.deal_again
        return found

    @property
    def unit(self) -> int:
        """The number of parts in which a card point is counted.

        >>> import zwanz_ssot
        >>> zwanz_ssot.load("zwanzigerrufen").unit, zwanz_ssot.load("koenigrufen").unit
        (1, 3)
        """
        return self.count.packets.of if self.count.packets else 1

    def worth(self, card: Card) -> int:
        """The value of a card in parts of a point (`unit`).

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> game.worth(game.deck.by_id["H-K"])
        5
        """
        packets = self.count.packets
        return card.points * self.unit - (packets.less if packets else 0)

    @property
    def worth_of_all(self) -> int:
        """The value of the whole pack in parts of a point (`unit`).

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> game.worth_of_all == sum(map(game.worth, game.deck.cards))
        True
        """
        return sum(self.worth(card) for card in self.deck.cards)

    @property
    def speech(self) -> frozenset[str]:
        """Every word that can be said in some turn: ``bid``, ``announce``, ``double``, ``pass``.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> sorted(game.speech)
        ['announce', 'bid', 'double', 'pass']
        """
        after = self.announcements.in_one_turn if self.announcements else ()
        says = [self.play.says, *(contract.play.says for contract in self.contracts.values())]
        in_play = [word for each in says for word in each.words]
        return frozenset((*self.auction.in_one_turn, *after, *in_play))

    @property
    def hand_size(self) -> int:
        """The number of cards that each player is dealt.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> game.hand_size
        10
        """
        return sum(sum(step.packets) for step in self.deals.values())

    def where(self, path: Path) -> Where | None:
        """The place where the rule at ``path`` is written, or the nearest part around it.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> game.where(("contracts", "solo", "value")).file.endswith("zwanzigerrufen/game.yaml")
        True
        """
        for end in range(len(path), -1, -1):
            if found := self.marks.get(path[:end]):
                return found
        return None

    def question(self, dotted: str) -> Open | None:
        """The open question about the rule at this path, or about the nearest part around it; for a
        contract that is `like` another one, also about what it takes from that.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> game.question("auction.own_bid").at
        'auction.own_bid'
        >>> game.question("play.follow") is None
        True
        """
        for path in (dotted, dotted_path(self.written_at(parse_path(dotted)))):
            around = [entry for entry in self.open if is_within(path, entry.at)]
            if around:
                return max(around, key=lambda entry: len(entry.at))
        return None

    def written_at(self, path: Path) -> Path:
        """The path where a rule is written, which its contract may take from another one: as a
        whole, or a key of a part like the play.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("slovenian-tarok")
        >>> game.written_at(("contracts", "ena", "calls"))
        ('contracts', 'dva', 'calls')
        >>> game.written_at(("contracts", "ena", "value"))
        ('contracts', 'ena', 'value')
        """
        match path:
            case "contracts", own, part, *rest if not {path[:3], path[:4]} <= self.marks.keys():
                contract = self.contracts.get(str(own))
                if contract is not None and contract.like is not None:
                    return ("contracts", contract.like, part, *rest)
        return path

    def at(self, path: Path) -> Any:
        """The plain value at ``path``; None where there is none.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> game.at(("contracts", "solo", "value")), game.at(("contracts", "nolo"))
        (4, None)
        """
        return value_at(self.data, path)

    def deck_at(self, path: Path) -> Any:
        """The plain value at ``deck.…`` in the pack's own file; None where there is none.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> game.deck_at(("deck", "suits", "hearts", "letter"))
        'H'
        """
        return value_at(self.deck.data, path[1:]) if path[:1] == ("deck",) else None

    def cites(self, path: Path) -> tuple[str, ...]:
        """The sources of the rule at ``path``: those of changes to it, or to what its contract
        takes from another one; else the nearest ``source`` around it.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> game.cites(("contracts", "solo", "value"))
        ('wikipedia §Auction', 'wikipedia §Contracts and Bonuses', 'directnet §Gewonnenes Spiel')
        """
        written = self.written_at(path)
        changed_by = [c for c in self.changes if meet(c.path, path) or meet(c.path, written)]
        if changed_by:
            left = (
                change.source
                for number, change in enumerate(changed_by)
                if not any(later.replaces(change) for later in changed_by[number + 1 :])
            )
            return tuple(dict.fromkeys(left))
        for end in range(len(path), -1, -1):
            around = self.at(path[:end])
            if isinstance(around, dict) and "source" in around:
                return tuple(around["source"])
        return ()


_QUESTIONS = frozenset({"as_played", "cover", "nouns", "open", "not_used"})
_FOR_PEOPLE = frozenset({"name", "names", "unit", "source"})
"""Sections, and parts of sections, that do not change the play."""


def _bare(value: Any) -> Any:
    """Rules without `_FOR_PEOPLE`."""
    if isinstance(value, Mapping):
        return {key: _bare(part) for key, part in value.items() if key not in _FOR_PEOPLE}
    if isinstance(value, list | tuple):
        return [_bare(part) for part in value]
    return value


_NOT_RULES = frozenset({"data", "marks", "deck", "sources", "changes"})
"""The fields of a game that hold no rules."""


def inside(game: Game) -> Iterator[Any]:
    """Each part of the rules, before the parts in it: dataclasses, and the plain values and
    containers in them. A part in several places comes several times.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen")
    >>> any(part is game.contracts["solo"] for part in inside(game))
    True
    """
    for field in fields(game):
        if field.name not in _NOT_RULES:
            yield from _inside(getattr(game, field.name))


def _inside(thing: Any) -> Iterator[Any]:
    yield thing
    if isinstance(thing, Mapping):
        inner = list(thing.values())
    elif isinstance(thing, list | tuple):
        inner = list(thing)
    elif is_dataclass(thing) and not isinstance(thing, type):
        inner = [getattr(thing, field.name) for field in fields(thing)]
    else:
        return
    for part in inner:
        yield from _inside(part)
