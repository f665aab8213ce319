"""What one example in one rule set is worked out with: its entry, its game, what was found so far;
and the answer, with its differences from what is expected, as data and as text.

A name that the game does not have is a problem at its line. An expected value that does not follow
from the rules is a difference. Paths count from the example.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..engine import CompiledGame, table
from ..model import SEATS, SIDES, Carried, Game, Name, Refusal, seat_names, seats_in
from ..model import Path as RulePath
from ..model.identifiers import GAME
from ..model.scoring import seats_of
from ..paths import dotted, is_within, parse_path
from ..problems import Mark, RulesAreSilent
from ..prose import Prose, languages
from ..prose.template import Phrase, WordsFile, words
from ..source import Document, DocumentProblems, Path, spell

NOT_LEGAL = "it is not legal here"
"""The note on a move that is refused where the example makes it."""


@dataclass(frozen=True, slots=True)
class Decisive:
    """The rule that decided: its dotted path, where it is written, and its sentence by language."""

    path: str
    file: str | None
    line: int | None
    sentence: Mapping[str, str]

    def as_dict(self) -> dict[str, Any]:
        """The rule as plain data."""
        return {
            "path": self.path,
            "file": self.file,
            "line": self.line,
            "sentence": dict(self.sentence),
        }


@dataclass(frozen=True, slots=True)
class Mismatch:
    """An expected value that does not follow from the rules. ``expected`` and ``got`` are plain
    data.
    """

    mark: Mark
    path: str
    expected: Any
    got: Any
    rule: Decisive | None = None
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The parts by name, as ``schema/answers.schema.json`` tells."""
        return {
            "path": self.path,
            "file": self.mark.file,
            "line": self.mark.line,
            "column": self.mark.column,
            "expected": self.expected,
            "got": self.got,
            "note": self.note,
            "rule": self.rule.as_dict() if self.rule else None,
        }


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of one example in one rule set."""

    example: str
    title: Mapping[str, str]
    game: str
    variant: str
    mark: Mark
    differences: tuple[Mismatch, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether all that the example expects follows from the rules."""
        return not self.differences

    def as_dict(self) -> dict[str, Any]:
        """The parts by name, as ``schema/answers.schema.json`` tells."""
        return {
            "example": self.example,
            "title": dict(self.title),
            "game": self.game,
            "variant": self.variant,
            "file": self.mark.file,
            "line": self.mark.line,
            "ok": self.ok,
            "differences": [difference.as_dict() for difference in self.differences],
        }


def report(answers: Sequence[Answer]) -> dict[str, Any]:
    """All answers of a run as one document with the shape of ``schema/answers.schema.json``.

    >>> from zwanz_ssot.examples import run
    >>> from zwanz_ssot.library import library
    >>> file = library().root / "rufmariasch" / "examples" / "cards.yaml"
    >>> report(run(file))["ok"]
    True
    """
    return {
        "ok": all(answer.ok for answer in answers),
        "answers": [answer.as_dict() for answer in answers],
    }


_ENGLISH = "en"


def as_text(answer: Answer, language: str = _ENGLISH) -> str:
    """A line on whether the example holds; below it each difference, with its place and its rule.

    >>> from zwanz_ssot.examples import run
    >>> from zwanz_ssot.library import library
    >>> file = library().root / "rufmariasch" / "examples" / "cards.yaml"
    >>> as_text(run(file)[0]).partition(": ")[0]
    'order-of-the-cards [base] holds'
    """
    phrases = words(language)
    verdict = phrases.text("examples", "ok" if answer.ok else "wrong")
    title = Name.of(answer.title).text(language)
    lines = [f"{answer.example} [{answer.variant}] {verdict}: {title}"]
    for difference in answer.differences:
        lines += [f"  {line}" for line in _difference(difference, language, phrases)]
    return "\n".join(lines)


def _difference(difference: Mismatch, language: str, phrases: WordsFile) -> list[str]:
    expected, got = Phrase(_spelled(difference.expected)), Phrase(_spelled(difference.got))
    text = phrases.text("examples", "expected", expected=expected, got=got)
    lines = [f"{difference.mark}: {difference.path}: {text}"]
    if difference.note:
        lines.append(f"  {difference.note}")
    if difference.rule is not None:
        lines.append(f"  {_rule(difference.rule, language)}")
    return lines


def _rule(rule: Decisive, language: str) -> str:
    place = f" ({rule.file}:{rule.line})" if rule.file else ""
    sentence = Name(rule.sentence).text(language) if rule.sentence else ""
    name = f"{rule.path}{place}" if rule.path else ""
    return ": ".join(part for part in (name, sentence) if part)


def _spelled(value: Any) -> str:
    return value if isinstance(value, str) else spell(value, 160)


NONE = "none"
Sentence = Callable[[Prose], str]


class CaseContext(DocumentProblems):
    """One example while it runs in one rule set: its entry, its game, and what was found so far.
    Unless it is told ``in_words``, a difference is noted without the rule that decided.
    """

    def __init__(
        self, document: Document, number: int, game: Game, *, in_words: bool = True
    ) -> None:
        super().__init__(document, at=("examples", number), code="example")
        self.entry: Mapping[str, Any] = document.value(self.at)
        self.game = game
        self.table: CompiledGame = table(game)
        self.players = game.table.players
        self.everybody = (1 << self.players) - 1
        self.hand_size = self.table.tricks
        self.differences: list[Mismatch] = []
        self._in_words = in_words

    def carried(self) -> Carried:
        """What the round carries over from earlier ones, as the example states it."""
        match, rules = self.entry.get("match", {}), self.game.match
        here: Path = ("match", "double_rounds")
        stated = match.get("double_rounds", {}).items()
        seats = [self.seat((*here, name), name) for name, count in stated if count]
        if seats and rules.double_rounds != "each_declarer":
            self.error(here, "nobody has double rounds of his own in this game", "take them out")
            seats = []
        restricted = bool(match.get("restricted"))
        if restricted and rules.restricted_rounds is None:
            self.error(("match", "restricted"), "no rounds are restricted here", "take it out")
            restricted = False
        stakes = 2 if self.entry.get("double_round") else 1
        return Carried(stakes, seats_of(seats), restricted)

    # names

    def mark(self, path: Path, *, key: bool = True) -> Mark:
        """Where a part of the example is written: at its key, if it has one."""
        return super().mark(path, key=True)

    @property
    def varies(self) -> str:
        """How a problem with a name begins, as another variant may have this name."""
        return f"{self.game.id}, {self.game.variant}, has"

    def card(self, path: Path, value: str) -> int:
        """The index of a card; 0 and a problem when there is none."""
        known = self.game.deck.by_id
        return known[value].index if self.named(path, value, known, "card") else 0

    def cards(self, path: Path, values: Iterable[str]) -> int:
        """A list of cards as a set."""
        total = 0
        for number, value in enumerate(values):
            total |= 1 << self.card((*path, number), value)
        return total

    def group(self, path: Path, value: str) -> int:
        """A card or a named set of cards, as a set."""
        deck = self.game.deck
        if value in deck.sets:
            return deck.sets[value]
        return (
            deck.by_id[value].bit
            if self.named(path, value, [*deck.sets, *deck.by_id], "card or set")
            else 0
        )

    def seat(self, path: Path, value: str) -> int:
        """The number of a seat; 0 and a problem when the table has none."""
        return SEATS.index(value) if self.named(path, value, SEATS[: self.players], "player") else 0

    def seats(self, path: Path, values: Iterable[str]) -> int:
        """A list of players as a set."""
        total = 0
        for number, value in enumerate(values):
            total |= 1 << self.seat((*path, number), value)
        return total

    def side(self, path: Path, value: str | list[str], declarers: int) -> int:
        """A side, a player or a list of players as a set of seats."""
        if isinstance(value, list):
            return self.seats(path, value)
        if value in SIDES:
            if not declarers:
                self.error(
                    path,
                    "nobody plays with anybody here, so there are no sides",
                    "name the players",
                )
            return declarers if value == SIDES[0] else self.everybody & ~declarers
        return (
            1 << SEATS.index(value)
            if self.named(path, value, (*SIDES, *SEATS[: self.players]), "side")
            else 0
        )

    def bonus(self, path: Path, value: str) -> int:
        """The number of a bonus; 0 and a problem when there is none."""
        ids = self.table.bonus_ids
        return ids.index(value) if self.named(path, value, ids, "bonus", where=self.varies) else 0

    def item(self, path: Path, value: str) -> str:
        """The game or a bonus; a problem for anything else."""
        self.named(path, value, (GAME, *self.table.bonus_ids), "item", where=self.varies)
        return value

    def contract(self, path: Path, value: str) -> int:
        """The number of a contract; 0 and a problem when there is none."""
        ids = self.table.contract_ids
        return (
            ids.index(value) if self.named(path, value, ids, "contract", where=self.varies) else 0
        )

    # sets as names

    def shown(self, cards: int) -> list[str]:
        """A set of cards as their ids."""
        return list(self.game.deck.shown(cards))

    def sitting(self, seats: int) -> list[str]:
        """A set of seats as their names."""
        return seat_names(seats_in(seats))

    # comparing

    def compare(
        self,
        path: Path,
        expected: Any,
        got: Any,
        rule: RulePath | None = None,
        sentence: Sentence | None = None,
    ) -> None:
        """Note a difference where two plain values differ. The order of a list of texts does not
        matter.
        """
        if _unordered(expected) != _unordered(got):
            self.differ(path, expected, got, rule, sentence)

    def differ(
        self,
        path: Path,
        expected: Any,
        got: Any,
        rule: RulePath | None = None,
        sentence: Sentence | None = None,
        note: str = "",
    ) -> None:
        """Note a difference. ``rule`` decided what was got; ``sentence`` puts it in words."""
        decisive = None
        if self._in_words and rule is not None:
            decisive = self._decisive(rule, sentence)
        self.differences.append(
            Mismatch(self.mark(path), dotted(path), expected, got, decisive, note)
        )

    def refused(
        self, path: Path, expected: str | Mapping[str, str], refusal: Refusal | None
    ) -> None:
        """Compare how a move is refused with a code, or with ``{because: code, rule: path}``."""
        wanted = {"because": expected} if isinstance(expected, str) else expected
        at = path if wanted is not expected else (*path, "because")
        known = words("en").content["refusals"]
        if not self.named(at, wanted["because"], known, "code of a refusal"):
            return
        if refusal is None:
            self.differ(path, wanted["because"], "allowed")
            return
        rule = dotted(refusal.rule)
        if refusal.code != wanted["because"]:
            self.not_allowed(path, wanted["because"], refusal)
        elif "rule" in wanted and not is_within(rule, wanted["rule"]):
            self.differ(
                (*path, "rule"),
                wanted["rule"],
                rule,
                refusal.rule,
                lambda prose: prose.refusal(refusal),
            )

    def silent(self, path: Path, silent: RulesAreSilent) -> None:
        """Note that the rules do not say what is expected at a path."""
        rule = parse_path(silent.path)
        self.differ(path, "a settlement", silent.path, rule, note=silent.question)

    def not_allowed(self, path: Path, expected: Any, refusal: Refusal, note: str = "") -> None:
        """Note that a move is refused where the example expects another refusal, or none."""
        self.differ(
            path, expected, refusal.code, refusal.rule, lambda prose: prose.refusal(refusal), note
        )

    def _decisive(self, rule: RulePath, sentence: Sentence | None) -> Decisive:
        where = self.game.where(rule)
        mark = where.mark if where else None
        sentences = {}
        if sentence is not None:
            sentences = {each: sentence(Prose(self.game, each)) for each in languages()}
        return Decisive(
            dotted(rule), mark.file if mark else None, mark.line if mark else None, sentences
        )


def _unordered(value: Any) -> Any:
    return (
        sorted(value)
        if isinstance(value, list) and all(isinstance(each, str) for each in value)
        else value
    )
