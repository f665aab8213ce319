"""The registry: one entry for each word of the rule language.

A word is a function with a decorator, in the module of its subject. The entry has its arguments,
the moments when it may be asked, its meaning (the function), the figures that decide it, and when
it never or always holds. Its sentences are in ``templates/words.<language>.yaml``. Other modules
look words up here, and keep no lists of words.

    @condition("card_beaten_by", asks=Asks.ROUND, moments=OUTCOME, args={"card": CARD, "by": CARD})
    def card_beaten_by(card: int, by: int) -> Test:
        \"\"\"The card falls in a trick that the other card wins.\"\"\"

        def holds(facts: Facts, own: int) -> bool: ...
        return holds

The function is called once, when a game is compiled, with compiled arguments
(`zwanz_ssot.words.compiling`); the function that it returns is called in play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any, TypeVar

from ..model import Cards, Condition, Deck, Game, Path, Role, Tricks, inside
from .facts import Facts
from .limits import Args, Bounds, Group, Moment, Remark
from .premises import Premise

HandTest = Callable[[int], bool]
"""From a hand, as a set of cards, to whether the condition holds."""
TrickTest = Callable[[int, int, Sequence[int]], bool]
"""From a trick (its cards as a set, the led card as a set of one) and all cards played so far, in
order, to whether the condition holds. A card of the trick that is not among these comes last.
"""
Test = Callable[[Facts, int], bool]
"""From a round and the seats that speak or claim, to whether the condition holds."""
Seats = Callable[[Facts, int], int]
"""From a round and the seats that speak or claim, to a set of seats."""
Measure = Callable[[Facts, int], dict[str, int]]
"""From a round and the seats that claim, to figures by name: points, tricks, cards."""
Meaning = TypeVar("Meaning", bound=Callable[..., Any])


class Asks(Enum):
    """What a condition asks about, and so the kind of its test."""

    HAND = auto()
    """One hand: `HandTest`. Asked in a round, the speaker's own."""
    TRICK = auto()
    """One trick: `TrickTest`."""
    ROUND = auto()
    """A round so far: `Test`."""


class Kind(Enum):
    """The kind of an argument, by which it is read, compiled and put into words."""

    ROLE = auto()
    HAND_OF = auto()
    """Whose hand is looked at. The moment decides it, so that it compiles to None."""
    CARDS = auto()
    CARD = auto()
    CARD_OR_CALLED = auto()
    ORDER = auto()
    """Cards in an order."""
    TRICK = auto()
    """One trick or several."""
    NUMBER = auto()
    POINTS = auto()
    """Whole card points; compiled to parts of a point."""
    BY_DECLARED = auto()
    """The points needed, by points declared; compiled to a function, in parts of a point."""
    BONUS = auto()
    ITEM = auto()
    """The game or a bonus; compiled to the numbers of its items."""
    MEASURE = auto()
    """What is counted: one of the names in the schema."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a word."""

    kind: Kind
    required: bool = True
    takes_ties: bool = False
    """Whether it may be a role that means one of several who tie."""
    least: int = 0
    """The lowest number that it may be."""
    beside: bool = False
    """Whether it may be given beside the one optional argument."""
    text: str = ""
    """Its description in the schema, where its name does not say it."""


ROLE = Argument(Kind.ROLE)
ROLE_OR_TIED = Argument(Kind.ROLE, takes_ties=True)
HAND_OF = Argument(Kind.HAND_OF)
CARDS = Argument(Kind.CARDS)
CARD = Argument(Kind.CARD)
CARD_OR_CALLED = Argument(Kind.CARD_OR_CALLED)
ORDER = Argument(Kind.ORDER)
TRICK = Argument(Kind.TRICK)
NUMBER = Argument(Kind.NUMBER)
COUNT = Argument(Kind.NUMBER, least=1)
POINTS = Argument(Kind.POINTS)
BY_DECLARED = Argument(Kind.BY_DECLARED)
BONUS = Argument(Kind.BONUS)
ITEM = Argument(Kind.ITEM)
MEASURE = Argument(Kind.MEASURE)


def optional(argument: Argument) -> Argument:
    """An argument that may be left out; the meaning is then called without it.

    One of the optional arguments of a word must be given.
    """
    return replace(argument, required=False)


Limits = Callable[[Args, Bounds], Iterable[Remark]]
Excludes = Callable[[Args, Args, Bounds], bool]
Misplaced = Callable[[Args, Moment], tuple[Path, str, str] | None]


@dataclass(eq=False, slots=True)
class ConditionWord:
    """The entry of a condition."""

    name: str
    asks: Asks
    args: Mapping[str, Argument]
    moments: frozenset[Moment]
    """When it may be asked."""
    meaning: Callable[..., Any]
    """From the compiled arguments, by name, to the test of the kind ``asks``."""
    bare: bool = False
    """Whether its only argument is written without a name."""
    figures: Callable[..., Measure] | None = None
    """From the same arguments to the figures that decided, for the reason of a ledger line."""
    hopeless: Callable[..., Test] | None = None
    """From the same arguments to a test whether the condition can no longer come true."""
    limits: Limits | None = None
    """Finds what is wrong with its arguments, or makes it hold never or always."""
    excludes: dict[str, Excludes] = field(default_factory=dict)
    """By another word: tells whether the two can never hold together."""
    needs: tuple[Premise, ...] = ()
    """What other parts of the rules must provide, so that it can hold at all."""
    misplaced: Misplaced | None = None
    """Finds what is wrong with its arguments at a moment: path below the word, text, hint."""

    def has_figures(self, figures: Callable[..., Measure]) -> Callable[..., Measure]:
        """Decorator that registers ``figures``."""
        self.figures = figures
        return figures

    def is_hopeless(self, hopeless: Callable[..., Test]) -> Callable[..., Test]:
        """Decorator that registers ``hopeless``."""
        self.hopeless = hopeless
        return hopeless

    def has_limits(self, limits: Limits) -> Limits:
        """Decorator that registers ``limits``."""
        self.limits = limits
        return limits

    def is_misplaced(self, misplaced: Misplaced) -> Misplaced:
        """Decorator that registers ``misplaced``."""
        self.misplaced = misplaced
        return misplaced

    def never_with(self, other: str) -> Callable[[Excludes], Excludes]:
        """Decorator that registers a function of ``excludes`` for another word."""

        def add(excludes: Excludes) -> Excludes:
            self.excludes[other] = excludes
            return excludes

        return add


@dataclass(eq=False, slots=True)
class JointWord:
    """The entry of a word that joins conditions, which are its argument ``of``."""

    name: str
    meaning: Callable[[Asks, Sequence[Callable[..., bool]]], Callable[..., bool]]
    """From the tests of the joined conditions, all of one kind, to one test."""
    figures: Callable[[Sequence[Test], Sequence[Measure]], Measure]
    hopeless: Callable[[Sequence[Test]], Test]
    single: bool = False
    """Whether ``of`` is one condition, not a tuple."""
    written: bool = True
    """Whether rules have the word; ``all`` is written as a list."""


class RoleFact(Enum):
    """A property that a role has in every round."""

    ONE_SEAT = auto()
    """Exactly one player is meant."""
    SEVERAL = auto()
    """Several players may be meant."""
    DECLARER = auto()
    """The player of the contract."""
    EACH_DECLARER = auto()
    """One of the declarers, each for himself."""
    BOTH_SIDES = auto()
    """Both sides, of which one may get a bonus."""
    CLAIMING_SIDE = auto()
    """The side that claims the contract or bonus."""
    DECLARING_SIDE = auto()
    """The side that has declared; the rules are silent if both have."""
    DECLARERS = auto()
    """The side of the declarer."""
    DEFENDERS = auto()
    """The side against the declarer."""
    OPPONENTS = auto()
    """The players against another role."""
    OF_SIDE = auto()
    """The players on the side of another role, or those against it."""
    EACH_BY_RESULT = auto()
    """Those who have lost each for himself, or those who have not."""
    BY_CARD = auto()
    """The holder of a card."""
    BY_HIDDEN_CARDS = auto()
    """Whoever has cards that only he may know of."""
    ANNOUNCED = auto()
    """Whoever has announced a bonus."""
    BY_RESULT = auto()
    """Known only by the results of tricks."""
    MAY_CHANGE = auto()
    """Cards still to be played may change who is meant."""


@dataclass(eq=False, slots=True)
class RoleWord:
    """The entry of a player or side, or with ``arg`` of a relation."""

    name: str
    arg: Argument | None
    group: Group
    moments: frozenset[Moment]
    """When it is known who is meant."""
    meaning: Callable[..., Any]
    """Of a relation: from the compiled argument to `Seats`. Else `Seats`."""
    tied_at: frozenset[Moment]
    """When it means one of several who tie, so that only card points may be asked for."""
    takes_path: bool
    """Whether the meaning is called with the path at which the word stands."""
    needs: tuple[Premise, ...] = ()
    """What other parts of the rules must provide, so that anybody is meant."""
    facts: frozenset[RoleFact] = frozenset()
    """Its properties, for checks, engine and kernel."""
    seat: int | None = None
    """The seat, if it is the same in every round: counted from the forehand, 0; -1 is the last."""
    turn: int = 0
    """Of a player next to another: how many seats after him; negative: before him."""
    hand_at: frozenset[Moment] = frozenset()
    """When this hand can be looked at, and no other."""


@dataclass(eq=False, slots=True)
class TrickWord:
    """The entry of a name for one trick or several."""

    name: str
    counted: bool
    """Whether it is written with a number."""
    single: bool
    """Whether it always means one trick."""
    span: Callable[[int, int], range]
    """From its number and the number of tricks of a round, to tricks, counted from 0."""


@dataclass(eq=False, slots=True)
class CardsWord:
    """The entry of a way to name a group of cards."""

    name: str
    meaning: Callable[..., int]
    """From the pack and the argument of the filter to a set of cards."""
    filters: bool
    """Whether it is written as ``{word: …}`` and not alone."""
    names: Callable[[Deck], Iterable[str]] | None
    """The names that a filter may take; None if it takes a group of cards."""


@dataclass(eq=False, slots=True)
class RungWord:
    """The entry of a rung that names no cards, in a ladder of cards that must be played."""

    name: str
    meaning: Callable[[int, int, int], int]
    """From the cards of the suit led, the trumps and the whole pack, to the cards of the rung."""
    refusal: str
    """The code of the refusal of other cards; empty: the code of any rung."""


class TrumpSource(Enum):
    """Where the trumps of a contract come from."""

    NOTHING = auto()
    """There are no trumps."""
    CALLED_CARD = auto()
    NAMING = auto()
    """A player names the suit."""
    RULES = auto()
    """The rules name them: a suit, or cards."""


@dataclass(eq=False, slots=True)
class TrumpWord:
    """The entry of a word for trumps that no rule names."""

    name: str
    meaning: Callable[[str | None, str | None], str | None]
    """From the suit of the called card and the named suit (None: none) to the trump suit."""
    source: TrumpSource


CONDITIONS: dict[str, ConditionWord] = {}
JOINTS: dict[str, JointWord] = {}
ROLES: dict[str, RoleWord] = {}
TRICKS: dict[str, TrickWord] = {}
CARD_GROUPS: dict[str, CardsWord] = {}
RUNGS: dict[str, RungWord] = {}
TRUMPS: dict[str, TrumpWord] = {}


def condition(
    name: str,
    *,
    asks: Asks,
    moments: Iterable[Moment],
    args: Mapping[str, Argument],
    bare: bool = False,
    needs: tuple[Premise, ...] = (),
) -> Callable[[Callable[..., Any]], ConditionWord]:
    """Decorator that registers a condition; the function is its meaning."""

    def register(meaning: Callable[..., Any]) -> ConditionWord:
        word = ConditionWord(name, asks, args, frozenset(moments), meaning, bare, needs=needs)
        return _enter(CONDITIONS, name, word)

    return register


def player(
    name: str,
    *,
    group: Group,
    moments: Iterable[Moment],
    tied_at: Iterable[Moment] = (),
    takes_path: bool = False,
    needs: tuple[Premise, ...] = (),
    facts: Iterable[RoleFact] = (),
    seat: int | None = None,
    hand_at: Iterable[Moment] = (),
) -> Callable[[Callable[..., Any]], RoleWord]:
    """Decorator that registers a player or a side; the function finds the seats in play."""

    def register(meaning: Callable[..., Any]) -> RoleWord:
        known, tied = frozenset(moments), frozenset(tied_at)
        entry = RoleWord(
            name, None, group, known, meaning, tied, takes_path, needs,
            frozenset(facts), seat, hand_at=frozenset(hand_at),
        )  # fmt: skip
        return _enter(ROLES, name, entry)

    return register


def relation(
    name: str,
    *,
    of: Argument,
    group: Group,
    moments: Iterable[Moment],
    needs: tuple[Premise, ...] = (),
    facts: Iterable[RoleFact] = (),
    turn: int = 0,
) -> Callable[[Callable[..., Seats]], RoleWord]:
    """Decorator that registers a relation; the function compiles it."""

    def register(meaning: Callable[..., Seats]) -> RoleWord:
        known = frozenset(moments)
        entry = RoleWord(
            name, of, group, known, meaning, frozenset(), False, needs, frozenset(facts),
            turn=turn,
        )  # fmt: skip
        return _enter(ROLES, name, entry)

    return register


def trick_name(
    name: str, *, counted: bool = False, single: bool = False
) -> Callable[[Callable[[int, int], range]], TrickWord]:
    """Decorator that registers a name for one trick or several."""

    def register(span: Callable[[int, int], range]) -> TrickWord:
        return _enter(TRICKS, name, TrickWord(name, counted, single, span))

    return register


def card_group(
    name: str,
    *,
    filters: bool = True,
    names: Callable[[Deck], Iterable[str]] | None = None,
) -> Callable[[Meaning], Meaning]:
    """Decorator that registers a way to name a group of cards."""

    def register(meaning: Meaning) -> Meaning:
        _enter(CARD_GROUPS, name, CardsWord(name, meaning, filters, names))
        return meaning

    return register


def rung(name: str, *, refusal: str = "") -> Callable[[Callable[[int, int, int], int]], RungWord]:
    """Decorator that registers a rung of a ladder."""

    def register(meaning: Callable[[int, int, int], int]) -> RungWord:
        return _enter(RUNGS, name, RungWord(name, meaning, refusal))

    return register


def trump_word(
    name: str, *, source: TrumpSource
) -> Callable[[Callable[[str | None, str | None], str | None]], TrumpWord]:
    """Decorator that registers a word for trumps that no rule names."""

    def register(meaning: Callable[[str | None, str | None], str | None]) -> TrumpWord:
        return _enter(TRUMPS, name, TrumpWord(name, meaning, source))

    return register


Entry = TypeVar("Entry")


def _enter(table: dict[str, Entry], name: str, entry: Entry) -> Entry:
    if name in table:
        raise ValueError(f"the word '{name}' is registered twice")
    table[name] = entry
    return entry


def simple_roles() -> tuple[str, ...]:
    """The roles that stand alone: ``dealer``, ``declarers``…"""
    return tuple(name for name, entry in ROLES.items() if entry.arg is None)


def relations() -> tuple[str, ...]:
    """The roles that have an argument: ``next_to``, ``holder_of``…"""
    return tuple(name for name, entry in ROLES.items() if entry.arg is not None)


def role_is(role: Role, fact: RoleFact) -> bool:
    """Whether a role has a property.

    >>> import zwanz_ssot.words
    >>> role_is(Role("dealer", None, ()), RoleFact.ONE_SEAT)
    True
    """
    entry = ROLES.get(role.word)
    return entry is not None and fact in entry.facts


def hand_to_look_at(moment: Moment) -> str:
    """The role whose hand can be looked at; empty where no hand can.

    >>> from zwanz_ssot.words import limits, roles
    >>> hand_to_look_at(limits.IN_BID)
    'speaker'
    """
    return next((name for name, entry in ROLES.items() if moment in entry.hand_at), "")


def plain_tricks() -> tuple[str, ...]:
    """The names of tricks that stand alone: ``last``, ``every_trick``."""
    return tuple(name for name, entry in TRICKS.items() if not entry.counted)


def conditions_at(moment: Moment) -> tuple[str, ...]:
    """The conditions that can be asked at a moment, as a message lists them."""
    found = [name for name, entry in CONDITIONS.items() if moment in entry.moments]
    return tuple(sorted(found) if moment.by_name else found)


def roles_at(moment: Moment) -> tuple[RoleWord, ...]:
    """The roles that are known at a moment, as a message lists them: relations last."""
    known = [entry for entry in ROLES.values() if moment in entry.moments]
    return tuple(sorted(known, key=lambda entry: moment.order.index(entry.group)))


def meanings() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Each word with each of its functions: meaning, figures and hopeless."""
    for word in CONDITIONS.values():
        functions = (word.meaning, word.figures, word.hopeless)
        yield from ((word.name, function) for function in functions if function is not None)
    for joint in JOINTS.values():
        joining = (joint.meaning, joint.figures, joint.hopeless)
        yield from ((joint.name, function) for function in joining)
    yield from ((role.name, role.meaning) for role in ROLES.values())
    yield from ((trick.name, trick.span) for trick in TRICKS.values())
    yield from ((group.name, group.meaning) for group in CARD_GROUPS.values())
    yield from ((each.name, each.meaning) for each in RUNGS.values())
    yield from ((each.name, each.meaning) for each in TRUMPS.values())


@dataclass(frozen=True, slots=True)
class WordKind:
    """A kind of word, for a list of all words: a title, what it is about, the part of the model
    that has such words, and by word the function whose docstring says what it means.
    """

    title: str
    about: str
    part: type
    words: Mapping[str, Callable[..., Any]]


def word_kinds() -> tuple[WordKind, ...]:
    """All words that rules can have, by kind.

    >>> import zwanz_ssot.words
    >>> [kind.title for kind in word_kinds()]
    ['Conditions', 'Players', 'Tricks', 'Cards']
    """
    joints = {name: word.meaning for name, word in JOINTS.items() if word.written}
    conditions = {name: word.meaning for name, word in CONDITIONS.items()}
    roles = {name: word.meaning for name, word in ROLES.items()}
    tricks = {name: word.span for name, word in TRICKS.items()}
    groups = {name: word.meaning for name, word in CARD_GROUPS.items()}
    return (
        WordKind("Conditions", "what can hold or not", Condition, joints | conditions),
        WordKind("Players", "who is meant", Role, roles),
        WordKind("Tricks", "which tricks are meant", Tricks, tricks),
        WordKind("Cards", "which cards are meant", Cards, groups),
    )


def words_in(part: Condition | Role | Tricks | Cards) -> Iterator[str]:
    """The words of a part of the rules, without those of parts inside it."""
    if isinstance(part, Cards):
        yield from groups_in(part.written)
    else:
        yield part.word


def words_of(game: Game) -> Iterator[tuple[Condition | Role | Tricks | Cards, str]]:
    """Each part of a game's rules that has a word, with the word."""
    for part in inside(game):
        if isinstance(part, Condition | Role | Tricks | Cards):
            yield from ((part, word) for word in words_in(part))


def groups_in(written: object) -> Iterator[str]:
    """The words in a group of cards as it is written.

    >>> import zwanz_ssot.words
    >>> list(groups_in(["H-K", {"not": {"suit": "hearts"}}]))
    ['not', 'suit']
    """
    if isinstance(written, Mapping):
        for key, value in written.items():
            if key in CARD_GROUPS:
                yield key
            yield from groups_in(value)
    elif isinstance(written, list):
        for each in written:
            yield from groups_in(each)
    elif written in CARD_GROUPS:
        yield str(written)


def card_and_trick(condition: Condition) -> tuple[int, Tricks] | None:
    """The card and the tricks that a condition asks about; None if it does not ask about both."""
    word = CONDITIONS.get(condition.word)
    names = {argument.kind: name for name, argument in word.args.items()} if word else {}
    if not {Kind.CARD_OR_CALLED, Kind.TRICK} <= names.keys():
        return None
    return condition.args[names[Kind.CARD_OR_CALLED]], condition.args[names[Kind.TRICK]]


def parts(condition: Condition) -> tuple[Condition, ...]:
    """The conditions that a list, an ``any`` or a ``not`` joins; none for other words."""
    if condition.word not in JOINTS:
        return ()
    inner = condition.args["of"]
    return inner if isinstance(inner, tuple) else (inner,)


def plain(condition: Condition) -> Iterator[Condition]:
    """The conditions in this one, itself included, that join no others."""
    inner = parts(condition)
    if not inner:
        yield condition
    for part in inner:
        yield from plain(part)


def roles_in(condition: Condition) -> Iterator[Role]:
    """The roles that are arguments in a condition, joined conditions included."""
    for part in plain(condition):
        yield from (arg for arg in part.args.values() if isinstance(arg, Role))


def every(condition: Condition) -> Iterator[Condition]:
    """This condition and all inside it."""
    yield condition
    for part in parts(condition):
        yield from every(part)
