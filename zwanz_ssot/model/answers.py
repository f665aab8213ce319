"""Results of the engine: refusals and settlements, each with a published form (``as_dict``).

``schema/refusal.schema.json`` and ``schema/ledger.schema.json`` describe that form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ..paths import Path, dotted, parse_step, value_at
from ..problems import repeated, sentence
from .cards import CardSet, Deck
from .game import Game, inside
from .identifiers import SEATS, Condition, Role
from .plain_data import PlainData

Data = dict[str, Any]

Verdict = Literal["won", "lost", "missed", "silently_lost", "conceded", "drawn"]
"""The result of an item for the side that claims it. In this order: reached; a game not reached; an
announcement not reached; lost although nobody announced it; given up before the play; a game that
neither side wins.
"""


def rule_at(game: Game, text: str) -> Path:
    """The path in a text of `dotted`: indices of lists become numbers again.

    >>> import zwanz_ssot
    >>> rule_at(zwanz_ssot.load("zwanzigerrufen"), "play.follow.0")
    ('play', 'follow', 0)
    """
    path: list[str | int] = []
    value: Any = game.data
    for step in text.split(".") if text else ():
        key: str | int = step
        if isinstance(value, list) or (isinstance(value, dict) and step not in value):
            number = parse_step(step)
            key = number if isinstance(value, list) or number in value else step
        path.append(key)
        value = value_at(value, (key,))
    return tuple(path)


_OF_NO_RULE = frozenset({"wrong_step", "not_in_hand"})
"""The codes of refusals that may have no rule of their own."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Refusal:
    """Why a move is not legal. ``str`` of it is a sentence in English.

    >>> import zwanz_ssot
    >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
    >>> refusal = round.why_not("pass")
    >>> refusal
    Refusal('must_bid', rule='auction.opening')
    >>> str(refusal)
    'You speak first and have to bid.'
    >>> refusal.sentence("de")
    'Du sprichst zuerst und musst bieten.'
    """

    code: str
    """The kind of refusal, for programs."""
    rule: Path
    """The path of the rule that refuses the move; empty where no rule can be named."""
    args: Mapping[str, Any] = field(default_factory=dict)
    """The arguments of the sentence: cards as index or mask, ids, conditions and roles."""
    game: Game | None = None
    """The rules; None for a refusal that a single step of the engine gives."""

    @property
    def cited(self) -> Path:
        """The rule that people are told; empty where it is a whole part of the rules, in which the
        move has no place or the card is not held.

        >>> Refusal("must_follow", ("play", "follow", 0)).cited
        ('play', 'follow', 0)
        >>> Refusal("not_in_hand", ("play",)).cited
        ()
        """
        return () if self.code in _OF_NO_RULE and len(self.rule) == 1 else self.rule

    def sentence(self, language: str = "en") -> str:
        """The refusal as a sentence to the player. Raises WrongCall for an unknown language.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> zwanz_ssot.deal(game, seed=7).why_not("pass").sentence()
        'You speak first and have to bid.'
        """
        return sentence(self, language)

    def as_dict(self) -> Data:
        """Code, rule and arguments, as ``schema/refusal.schema.json`` has them.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> refusal = zwanz_ssot.deal(game, seed=7).why_not("bid rufer T-Sk")
        >>> refusal.as_dict()["code"]
        'no_such_move'
        >>> Refusal.from_dict(refusal.as_dict(), game) == refusal
        True
        """
        args = {name: self._plain(name, value) for name, value in self.args.items()}
        return {"code": self.code, "rule": dotted(self.rule), "args": args}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], game: Game) -> Refusal:
        """The refusal of this game in data of `as_dict`. Raises `WrongCall` for other data.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> data = {"code": "must_bid", "rule": "auction.opening", "args": {}}
        >>> Refusal.from_dict(data, game).sentence()
        'You speak first and have to bid.'
        """
        read = PlainData.of(data, game, "refusal")
        args = {name: _argument(name, part) for name, part in read["args"].items()}
        made = cls(read["code"].value, rule_at(game, read["rule"].value), args, game)
        try:
            made.sentence()
        except (LookupError, TypeError, ValueError, AttributeError):
            code = repeated(repr(made.code))
            raise read.wrong(f"no refusal has the code {code} with such a rule and args") from None
        return made

    def _plain(self, name: str, value: Any) -> Any:
        if isinstance(value, Condition | Role):
            return dotted(value.at)
        if name == "card" and isinstance(value, int) and self.game is not None:
            return self.game.deck.cards[value].id
        if name == "cards" and self.game is not None:
            return CardSet(self.game.deck, value).ids
        return list(value) if isinstance(value, tuple) else value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Refusal):
            return NotImplemented
        mine, others = (self.code, self.rule, self.args), (other.code, other.rule, other.args)
        return mine == others

    def __hash__(self) -> int:
        return hash((self.code, self.rule))

    def __str__(self) -> str:
        return self.sentence()

    def __repr__(self) -> str:
        rule = f", rule={dotted(self.rule)!r}" if self.rule else ""
        return f"Refusal({self.code!r}{rule})"


def _argument(name: str, read: PlainData) -> Any:
    """An argument of a refusal, from its published form."""
    value = read.value
    if name in ("condition", "role"):
        kind = Condition if name == "condition" else Role
        for part in inside(read.game):
            if isinstance(part, kind) and dotted(part.at) == value:
                return part
        raise read.wrong(f"the rules have no {name} {repeated(repr(value))}")
    if name == "card":
        return read.card().index
    if name == "cards":
        return read.cards().mask
    return tuple(value) if isinstance(value, list) else value


@dataclass(frozen=True, slots=True)
class Factor:
    """A factor of a value, or an amount added to it. ``word`` is a kontra level, ``bonus_factor``,
    ``times_game``, ``double_round`` or the id of a ``value_times``; ``rule`` is its path.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> factor = Factor("kontra", times=2, rule=("kontra", "times"))
    >>> factor.as_dict()
    {'word': 'kontra', 'times': 2, 'adds': 0, 'rule': 'kontra.times'}
    >>> Factor.from_dict(factor.as_dict(), game) == factor
    True
    """

    word: str
    times: int
    rule: Path
    adds: int = 0
    only_paid: bool = False
    """Whether it counts only in what is paid, not in the written score."""
    seat: int = -1
    """The one opponent against whom it counts; -1: against all."""

    @property
    def is_level(self) -> bool:
        """Whether ``word`` is a level of kontra, whatever it is called.

        >>> Factor("double_round", times=2, rule=("match", "double_rounds")).is_level
        False
        """
        return self.rule[:1] == ("kontra",)

    def as_dict(self) -> Data:
        """The parts by name; a seat is under ``against``."""
        plain: Data = {
            "word": self.word,
            "times": self.times,
            "adds": self.adds,
            "rule": dotted(self.rule),
        }
        if self.only_paid:
            plain["only_paid"] = True
        if self.seat >= 0:
            plain["against"] = SEATS[self.seat]
        return plain

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], game: Game) -> Factor:
        """The factor in data of `as_dict`. Raises `WrongCall` for other data."""
        return cls._read(PlainData.of(data, game, "factor", "vectors/$defs/factor"))

    @classmethod
    def _read(cls, read: PlainData) -> Factor:
        return cls(
            word=read["word"].value,
            times=read["times"].value,
            rule=rule_at(read.game, read["rule"].value),
            adds=read["adds"].value,
            only_paid=read["only_paid"].value if "only_paid" in read else False,
            seat=int(read["against"].seat()) if "against" in read else -1,
        )


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a settlement. Seats are numbers in the order of play; ``each`` is what each seat
    gets.

    >>> import zwanz_ssot
    >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
    >>> round = round.after("bid solo")
    >>> while not round.over:
    ...     round = round.after("pass" if "pass" in round.moves() else round.moves()[0])
    >>> line = round.ledger().lines[0]
    >>> line.item, line.verdict, line.value, line.amount, line.winners
    ('game', 'lost', 4, 4, (1, 2, 3))
    >>> Line.from_dict(line.as_dict(round.game.deck), round.game) == line
    True
    """

    item: str
    """``game`` or the id of a bonus."""
    rule: Path
    claimants: tuple[int, ...]
    """The side whose item it is: the declarers for the game, the announcers or reachers of a bonus.
    """
    announced: bool
    verdict: Verdict
    value: int
    factors: tuple[Factor, ...]
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    each: tuple[int, ...]
    measured: Mapping[str, Any] = field(default_factory=dict)
    """The facts that decided: ``points`` and ``needed``, ``tricks`` and ``needed``, ``card``…"""
    paid: tuple[int, ...] = ()
    """What each seat is paid, if that differs from the written score."""
    case: Path = ()
    """The case of the contract's payments that applied; empty if it was settled evenly."""

    @property
    def amount(self) -> int:
        """The value in the written score, after the factors that count for all."""
        value = self.value
        for factor in self.factors:
            if not factor.only_paid and factor.seat < 0:
                value = (value + factor.adds) * factor.times
        return value

    def as_dict(self, deck: Deck | None) -> Data:
        """The parts by name. ``rule`` is the case of payments that applied, with the item's own
        rule under ``item_rule``; without a case it is the item's own rule. Without a ``deck``,
        which names the cards, ``measured`` is empty.
        """
        measured = (
            {name: _fact(name, value, deck) for name, value in self.measured.items()}
            if deck is not None
            else {}
        )
        own_rule = {"item_rule": dotted(self.rule)} if self.case else {}
        money = {"paid": by_seat(self.paid)} if self.paid else {}
        return {
            "item": self.item,
            "rule": dotted(self.case or self.rule),
            **own_rule,
            "claimants": seat_names(self.claimants),
            "announced": self.announced,
            "verdict": self.verdict,
            "value": self.value,
            "factors": [factor.as_dict() for factor in self.factors],
            "winners": seat_names(self.winners),
            "losers": seat_names(self.losers),
            "each": by_seat(self.each),
            **money,
            "measured": measured,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], game: Game) -> Line:
        """The line in data of `as_dict`. Raises `WrongCall` for other data."""
        return cls._read(PlainData.of(data, game, "line of a ledger", "ledger/$defs/settled"))

    @classmethod
    def _read(cls, read: PlainData) -> Line:
        rule = rule_at(read.game, read["rule"].value)
        own = "item_rule" in read
        return cls(
            item=read["item"].value,
            rule=rule_at(read.game, read["item_rule"].value) if own else rule,
            claimants=_seat_numbers(read["claimants"]),
            announced=read["announced"].value,
            verdict=read["verdict"].value,
            value=read["value"].value,
            factors=tuple(map(Factor._read, read["factors"])),
            winners=_seat_numbers(read["winners"]),
            losers=_seat_numbers(read["losers"]),
            each=read["each"].by_seat(PlainData.number),
            measured={name: _measured(name, part) for name, part in read["measured"].items()},
            paid=read["paid"].by_seat(PlainData.number) if "paid" in read else (),
            case=rule if own else (),
        )


@dataclass(frozen=True, slots=True, repr=False)
class Ledger:
    """The settlement of one round. ``scores`` sum to zero if `Game.sums_to_zero`.

    >>> import zwanz_ssot
    >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
    >>> while not round.over:
    ...     round = round.after(round.moves()[-1])
    >>> round.ledger()
    Ledger(forehand -12, second +4, third +4, fourth +4: game)
    """

    lines: tuple[Line, ...]
    scores: tuple[int, ...]
    """What each seat gets, by seat."""
    replaced: tuple[tuple[str, Path], ...] = ()
    """Items that were not settled, with the path of the rule that says so."""
    double_rounds: int = 0
    """How many of the following rounds count double because of this one."""
    paid: tuple[int, ...] = ()
    """What each seat is paid, if doubling counts in money only; sums to zero."""
    void: tuple[Path, ...] = ()
    """The rules by which doubling did not count."""
    game: Game | None = field(default=None, compare=False)
    """The rules; None for a ledger that is not of a `Round`."""

    def as_dict(self) -> Data:
        """The lines and the scores, as ``schema/ledger.schema.json`` has them.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> round = zwanz_ssot.deal(game, seed=7)
        >>> while not round.over:
        ...     round = round.after(round.moves()[-1])
        >>> round.ledger().as_dict()["scores"]
        {'forehand': -12, 'second': 4, 'third': 4, 'fourth': 4}
        >>> Ledger.from_dict(round.ledger().as_dict(), game) == round.ledger()
        True
        """
        deck = self.game.deck if self.game is not None else None
        money = {"paid": by_seat(self.paid)} if self.paid else {}
        return {
            "lines": [line.as_dict(deck) for line in self.lines],
            "replaced": [{"item": item, "rule": dotted(rule)} for item, rule in self.replaced],
            "void": [dotted(rule) for rule in self.void],
            "scores": by_seat(self.scores),
            **money,
            "double_rounds": self.double_rounds,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], game: Game) -> Ledger:
        """The ledger of a round of this game in data of `as_dict`. Raises `WrongCall` for other
        data.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> round = round.after("bid solo")
        >>> while not round.over:
        ...     round = round.after("pass" if "pass" in round.moves() else round.moves()[0])
        >>> ledger = round.ledger()
        >>> Ledger.from_dict(ledger.as_dict(), round.game) == ledger
        True
        """
        read = PlainData.of(data, game, "ledger")
        replaced = ((each["item"], rule_at(game, each["rule"])) for each in read["replaced"].value)
        return cls(
            lines=tuple(map(Line._read, read["lines"])),
            scores=read["scores"].by_seat(PlainData.number),
            replaced=tuple(replaced),
            double_rounds=read["double_rounds"].value,
            paid=read["paid"].by_seat(PlainData.number) if "paid" in read else (),
            void=tuple(rule_at(game, rule) for rule in read["void"].value),
            game=game,
        )

    def __hash__(self) -> int:
        return hash((self.scores, self.paid, self.double_rounds))

    def __repr__(self) -> str:
        scores = ", ".join(f"{SEATS[n]} {score:+}" for n, score in enumerate(self.scores))
        items = ", ".join(line.item for line in self.lines)
        return f"Ledger({scores}: {items or 'nothing was settled'})"


def _fact(name: str, value: int, deck: Deck) -> Any:
    """A figure in its published form: cards and seats by name, tricks counted from 1."""
    match name:
        case "cards":
            return CardSet(deck, value).ids
        case "card" | "seat" | "trick" if value < 0:
            return None
        case "card":
            return deck.cards[value].id
        case "seat":
            return SEATS[value]
        case "trick":
            return value + 1
        case _:
            return value


def _measured(name: str, read: PlainData) -> int:
    """A figure, from its published form."""
    match name:
        case "cards":
            return read.cards().mask
        case "card" | "seat" | "trick" if read.value is None:
            return -1
        case "card":
            return read.card().index
        case "seat":
            return int(read.seat())
        case "trick" if read.number() < 1:
            raise read.wrong("tricks are counted from 1")
        case "trick":
            return read.number() - 1
        case _:
            return read.number()


def by_seat(values: Sequence[Any]) -> Data:
    """Values by the names of the seats.

    >>> by_seat([3, -1, -1, -1])
    {'forehand': 3, 'second': -1, 'third': -1, 'fourth': -1}
    """
    return {SEATS[seat]: value for seat, value in enumerate(values)}


def seat_names(seats: Sequence[int]) -> list[str]:
    """The names of these seats.

    >>> seat_names([0, 2])
    ['forehand', 'third']
    """
    return [SEATS[seat] for seat in seats]


def _seat_numbers(read: PlainData) -> tuple[int, ...]:
    return tuple(map(int, read.seats()))
