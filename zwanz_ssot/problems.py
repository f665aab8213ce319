"""Problems: where they are, what is wrong, what would help; and every error this project raises.

    ZwanzError              every error that this project raises on purpose
    ├── RulesFault          rule files with problems: all of them, in the order of the files
    │   └── ChapterFault    the same, for chapters of a book
    ├── IllegalMove         a move that the rules refuse; `because` says which rule
    ├── RulesAreSilent      a round needs an answer that no source gives
    ├── NotInstalled        something has to be installed first (exit code 3)
    └── WrongCall           the caller asked for something that does not exist (exit code 2)

A problem prints as one line, ``file:line:column: path: sentence; hint``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path as FilePath
from types import UnionType
from typing import Any

LONGEST = 1000
"""The most characters of a path, a text or a hint. The longest of the project's own, a list of all
words allowed at a place, has about half as many.
"""
_LONGEST_WORD = 60
_ALIKE = 0.7


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """A place in a file: line and column count from 1, columns in characters."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Hint(str):
    """A hint that says what to write: ``meant``, in place of the word ``instead_of``, or of all
    that the problem marks where that is empty. It is a text, so that it goes wherever hints go.
    """

    meant: str
    instead_of: str

    def __new__(cls, text: str, meant: str = "", instead_of: str = "") -> Hint:
        made = super().__new__(cls, text)
        made.meant, made.instead_of = meant, instead_of
        return made


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong.

    `mark` is None where no line can be named (then `path` may be the file itself); `path` is the
    dotted path in the data; `text` one sentence without a full stop; `hint` what to do about it;
    `code` a short stable name of the kind of problem, for programs; `key` the key that is missing
    at `path`, if one is.
    """

    mark: Mark | None
    path: str
    text: str
    hint: str = ""
    code: str = ""
    key: str = ""

    def __post_init__(self) -> None:
        # Texts may repeat what somebody wrote: keep them short and on one line.
        for field in ("path", "text", "hint"):
            given = getattr(self, field)
            kept: str = repeated(given, LONGEST)
            if isinstance(given, Hint):
                kept = Hint(kept, given.meant, given.instead_of)
            object.__setattr__(self, field, kept)

    def __str__(self) -> str:
        place = f"{self.mark}: " if self.mark else ""
        path = f"{self.path}: " if self.path else ""
        hint = f"; {self.hint}" if self.hint else ""
        return f"{place}{path}{self.text}{hint}"

    @property
    def meant(self) -> str:
        """What was probably meant, as the hint says it; empty where it does not say that.

        >>> Problem(None, "tables", "not a word here", did_you_mean("tables", ["table"])).meant
        'table'
        """
        return self.hint.meant if isinstance(self.hint, Hint) else ""

    @property
    def instead_of(self) -> str:
        """The word that ``meant`` replaces; empty for all that is marked."""
        return self.hint.instead_of if isinstance(self.hint, Hint) else ""

    def seen_from(self, folder: FilePath) -> Problem:
        """The same problem with its file named relative to `folder`, if it lies in there."""
        if self.mark is None:  # then the path may be the file
            return replace(self, path=_relative(self.path, folder))
        return replace(self, mark=replace(self.mark, file=_relative(self.mark.file, folder)))

    def as_dict(self) -> dict[str, str | int | None]:
        """The parts by name, for JSON; file, line and column are None where there is no mark."""
        mark = self.mark
        return {
            "file": mark.file if mark else None,
            "line": mark.line if mark else None,
            "column": mark.column if mark else None,
            "path": self.path,
            "text": self.text,
            "hint": str(self.hint),
            "code": self.code,
        }


def _relative(file: str, folder: FilePath) -> str:
    whole = FilePath(file).absolute()
    return whole.relative_to(folder).as_posix() if whole.is_relative_to(folder) else file


def by_place(problem: Problem) -> tuple[str, int, int]:
    """The sort key: file, line, column. A problem without a mark is sorted by its path as file."""
    mark = problem.mark
    return (mark.file, mark.line, mark.column) if mark else (problem.path, 0, 0)


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Each problem once, sorted by place; problems of one place keep their order."""
    return tuple(sorted(dict.fromkeys(problems), key=by_place))


class ZwanzError(Exception):
    """The base of all errors that this project raises on purpose; its text is meant for people.

    >>> import zwanz_ssot
    >>> try:
    ...     zwanz_ssot.load("bridge")
    ... except zwanz_ssot.ZwanzError as error:
    ...     print(str(error).partition(";")[0])
    there is no game 'bridge'
    """


class RulesFault(ZwanzError):
    """Rule files with problems. `problems` holds each once, sorted by place.

    >>> problem = Problem(None, "contracts.solo", "it has no value", "add value", "shape")
    >>> print(RulesFault([problem]))
    contracts.solo: it has no value; add value
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = in_order(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class ChapterFault(RulesFault):
    """Chapters of a book with problems."""


class IllegalMove(ZwanzError):
    """The rules refuse a move. `because` is the refusal; the text is its sentence.

    >>> import zwanz_ssot
    >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
    >>> try:
    ...     round.after("pass")
    ... except zwanz_ssot.IllegalMove as illegal:
    ...     print(illegal.because.rule, illegal)
    ('auction', 'opening') You speak first and have to bid.
    """

    def __init__(self, because: object) -> None:
        self.because = because
        super().__init__(because)

    def __str__(self) -> str:
        return str(self.because)


class RulesAreSilent(ZwanzError):
    """A round needs an answer that no source gives: the dotted `path`, and the open question as one
    text or as one for each language.

    >>> silent = RulesAreSilent("settlement.each_pays", "who pays the odd point?")
    >>> silent.question, silent.path
    ('who pays the odd point?', 'settlement.each_pays')
    """

    def __init__(self, path: str, texts: str | Mapping[str, str] = "") -> None:
        self.path = path
        self.texts = {"en": texts} if isinstance(texts, str) else dict(texts)
        super().__init__(path, texts)

    @property
    def question(self) -> str:
        """The open question in English, the language of all problems."""
        return self.texts.get("en") or "no rule says what follows"

    def __str__(self) -> str:
        return f"{self.path}: the rules are silent: {self.question}"


class NotInstalled(ZwanzError):
    """Something has to be installed first. Its text says what, and how."""


class WrongCall(ZwanzError):
    """The caller asked for a game, variant, language or file that does not exist.

    >>> str(WrongCall("there is no seat 'sixth'", "seats are forehand, second, third, fourth"))
    "there is no seat 'sixth'; seats are forehand, second, third, fourth"
    """

    def __init__(self, text: str, hint: str = "") -> None:
        self.text = text
        self.hint = hint
        super().__init__(text, hint)

    def __str__(self) -> str:
        return f"{self.text}; {self.hint}" if self.hint else self.text


class ProblemList:
    """Collects problems, so that all are shown together."""

    def __init__(self) -> None:
        self._found: list[Problem] = []

    def add(
        self,
        mark: Mark | None,
        path: str,
        text: str,
        hint: str = "",
        code: str = "",
        *,
        key: str = "",
    ) -> None:
        """Note one problem; the arguments are those of `Problem`."""
        self._found.append(Problem(mark, path, text, hint, code, key))

    def extend(self, problems: Iterable[Problem]) -> None:
        """Note problems that were found elsewhere."""
        self._found.extend(problems)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Each problem once, sorted by place."""
        return in_order(self._found)

    def __bool__(self) -> bool:
        return bool(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def raise_if_any(self, error: type[RulesFault] = RulesFault) -> None:
        """Raise `error` with all problems, if there are any."""
        if self._found:
            raise error(self._found)


def repeated(text: str, most: int = 60) -> str:
    """A text from outside as a message repeats it: on one line, without control characters, cut off
    after `most` characters.
    """
    letters = (
        " " if letter.isspace() else letter if letter.isprintable() else "?"
        for letter in text[: most + 1]
    )
    line = "".join(letters)
    return line if len(line) <= most else f"{line[: most - 1]}…"


def whole_number(name: str, value: object, least: int, most: int | None = None) -> None:
    """Raise `WrongCall` for an argument that is no whole number in this range; True and 1.0 are
    none.

    >>> whole_number("seed", 7, 0)
    >>> whole_number("seed", 1.5, 0)
    Traceback (most recent call last):
    zwanz_ssot.problems.WrongCall: seed is a whole number from 0 on, not 1.5
    """
    number = value if isinstance(value, int) and not isinstance(value, bool) else least - 1
    if least <= number and (most is None or number <= most):
        return
    upper = "on" if most is None else f"to {most}"
    raise WrongCall(f"{name} is a whole number from {least} {upper}, not {repeated(repr(value))}")


def true_or_false(name: str, value: object) -> None:
    """Raise `WrongCall` for an argument that is neither True nor False."""
    if not isinstance(value, bool):
        raise WrongCall(f"{name} is True or False, not {repeated(repr(value))}")


_WHERE_FROM = {
    "game": "load it with zwanz_ssot.load",
    "round": "deal one with zwanz_ssot.deal",
    "strength": "Strength(compiled=40, plain=8) is one",
    "generator of random numbers": "random.Random(1) is one",
    "view": "take one with Round.view",
    "move": "Round.moves has the legal ones",
    "player": "zwanz_ssot.players.named makes one",
    "list of actions": "AgentGame.actions is one",
    "path": "write it as a text or a pathlib.Path",
}


def of_kind(name: str, kind: type | UnionType, value: object) -> None:
    """Raise `WrongCall` for an argument that is none of the things with this name.

    >>> of_kind("game", int, "zwanzigerrufen")
    Traceback (most recent call last):
    zwanz_ssot.problems.WrongCall: 'zwanzigerrufen' is no game; load it with zwanz_ssot.load
    """
    if not isinstance(value, kind):
        raise WrongCall(f"{repeated(str(value))!r} is no {name}", _WHERE_FROM[name])


def listed(name: str, value: object) -> None:
    """Raise `WrongCall` for an argument that has no entries, or is a text."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise WrongCall(f"{name} is a list, not {repeated(repr(value))}")


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that is most like `word`; None if none is alike.

    Case makes no difference, nor which of hyphen, underscore and space is used, nor whether a
    number is written in digits or as a Roman numeral.
    """
    if not isinstance(word, str) or len(word) > _LONGEST_WORD:
        return None
    words = sorted(known, reverse=True)
    if word in words:
        return word
    wanted = _in_digits(word)
    if same := next((other for other in words if _in_digits(other) == wanted), None):
        return same
    folded = {_fold(other): other for other in words}
    close = get_close_matches(_fold(word), folded, n=1, cutoff=_ALIKE)
    return folded[close[0]] if close else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``did you mean 'x'?`` with the nearest known word, or an empty text when none is near."""
    other = nearest(word, known)
    return Hint(f"did you mean '{other}'?", other, word) if other is not None else ""


def meant(missing: FilePath) -> str:
    """The hint that names the file most like one that is not there; empty where none is."""
    with suppress(OSError, ValueError):
        return did_you_mean(missing.name, sorted(each.name for each in missing.parent.iterdir()))
    return ""


def hint_for_unknown(word: str, known: Iterable[str]) -> str:
    """A hint for an unknown word: the nearest known one, or all of them.

    >>> str(hint_for_unknown("solu", ["solo", "valat"])), hint_for_unknown("x", ["solo", "valat"])
    ("did you mean 'solo'?", 'known are solo, valat')
    """
    every = list(known)
    return did_you_mean(word, every) or f"known are {', '.join(every) or 'none'}"


def to_write(text: str) -> Hint:
    """``write x``: the text has to replace all that the problem marks."""
    return Hint(f"write {text}", text)


def joined_hints(hints: Iterable[str]) -> str:
    """Several hints as one, each once. One alone still says what was meant."""
    each = list(dict.fromkeys(filter(None, hints)))
    return each[0] if len(each) == 1 else "; ".join(each)


ROMAN = {"I": 1, "V": 5, "X": 10}
"""The signs of Roman numerals, and what they are worth."""
_NUMERAL = re.compile(r"(?<![^\W_])(?=[IVX])X{0,3}(?:IX|IV|V?I{0,4})(?![^\W_])")


def roman(numeral: str) -> int:
    """The number of a Roman numeral.

    >>> roman("XIV"), roman("XVIIII")
    (14, 19)
    """
    total = 0
    for sign, after in zip(numeral, f"{numeral[1:]} ", strict=True):
        worth = ROMAN[sign]
        total += worth if worth >= ROMAN.get(after, 0) else -worth
    return total


def _in_digits(word: str) -> str:
    """A word with its Roman numerals in digits."""
    return _NUMERAL.sub(lambda found: str(roman(found[0])), word)


def _fold(word: str) -> str:
    return word.casefold().replace("-", "_").replace(" ", "_")


# The sentence of a refusal. The engine gives a refusal as a code with arguments. This module cannot
# import the prose that makes a sentence of it, so `zwanz_ssot` registers the maker here.

SentenceMaker = Callable[[Any, str], str]
"""From a refusal and a language to a sentence; it raises `WrongCall` for an unknown language."""


def without_prose(refusal: Any, language: str) -> str:
    """The sentence of a refusal without a game: its code and its rule.

    >>> from zwanz_ssot.model import Refusal
    >>> without_prose(Refusal("must_bid", ("auction", "opening")), "en")
    'This move is not legal: must_bid (auction.opening).'
    """
    rule = ".".join(map(str, refusal.rule))
    return f"This move is not legal: {refusal.code}{f' ({rule})' if rule else ''}."


_makers: list[SentenceMaker] = [without_prose]


def speak_through(maker: SentenceMaker) -> None:
    """Register what makes the sentences of all refusals with a game."""
    _makers[:] = [maker]


def sentence(refusal: Any, language: str) -> str:
    """The sentence of a refusal. Raises `WrongCall` for an unknown language.

    >>> import zwanz_ssot
    >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen"), seed=7)
    >>> sentence(round.why_not("bid nothing"), "en")
    'This game knows no move “bid nothing”.'
    """
    maker = _makers[0] if refusal.game is not None else without_prose
    return maker(refusal, language)
