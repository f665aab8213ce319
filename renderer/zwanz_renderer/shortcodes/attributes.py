"""What an attribute's text means: one small converter for each kind of value."""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Protocol, Union, get_args, get_origin, runtime_checkable

from zwanz_ssot.problems import did_you_mean

from .context import Context

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_FEW = 12
_GOT = "; got "
_FLAGS = {"yes": True, "no": False, "true": True, "false": False}


class BadValue(Exception):
    """A wrong value. `text` continues the attribute's name: "must be …; got 'x'"."""

    def __init__(self, text: str, hint: str = "") -> None:
        super().__init__(text)
        self.text, self.hint = text, hint


@runtime_checkable
class Attribute(Protocol):
    """A kind of value. `wants` says what it asks for, as in "a whole number"."""

    @property
    def wants(self) -> str: ...

    def parse(self, text: str, ctx: Context) -> object:
        """The value of `text` (never empty), or BadValue."""
        ...


@dataclass(frozen=True, slots=True)
class Text:
    """Any text; an empty one, too, where that `may_be_empty`."""

    wants: str = "a text"
    may_be_empty: bool = False

    def parse(self, text: str, ctx: Context) -> str:
        return text


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `low` to `high`, both allowed."""

    low: int | None = None
    high: int | None = None

    @property
    def wants(self) -> str:
        match self.low, self.high:
            case None, None:
                return "a whole number"
            case low, None:
                return f"a whole number of at least {low}"
            case None, high:
                return f"a whole number of at most {high}"
            case low, high:
                return f"a whole number from {low} to {high}"

    def parse(self, text: str, ctx: Context) -> int:
        fits = _WHOLE.fullmatch(text) is not None
        number = int(text) if fits else 0
        too_low = self.low is not None and number < self.low
        too_high = self.high is not None and number > self.high
        if not fits or too_low or too_high:
            raise BadValue(f"must be {self.wants}; got '{text}'")
        return number


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    wants: str = "yes or no"

    def parse(self, text: str, ctx: Context) -> bool:
        if text.lower() not in _FLAGS:
            raise BadValue(f"must be {self.wants}; got '{text}'")
        return _FLAGS[text.lower()]


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words."""

    choices: tuple[str, ...]

    @property
    def wants(self) -> str:
        return _one_of(self.choices)

    def parse(self, text: str, ctx: Context) -> str:
        if text not in self.choices:
            raise BadValue(f"must be {self.wants}; got '{text}'", did_you_mean(text, self.choices))
        return text


@dataclass(frozen=True, slots=True)
class Named:
    """The name of something that only the game knows: `known` maps each name to its thing."""

    kind: str
    known: Callable[[Context], Mapping[str, Any]]

    @property
    def wants(self) -> str:
        return f"the name of a {self.kind}"

    def parse(self, text: str, ctx: Context) -> object:
        known = self.known(ctx)
        if text in known:
            return known[text]
        wants = _one_of(known) if 0 < len(known) <= _FEW else f"a {self.kind}"
        raise BadValue(f"must be {wants}; got '{text}'", did_you_mean(text, known))


@dataclass(frozen=True, slots=True)
class Many:
    """Several values: at commas, or at spaces where the text has no comma. Texts at commas only."""

    item: Attribute
    make: type[list[object]] | type[tuple[object, ...]] = list

    @property
    def wants(self) -> str:
        return f"a list, each item {self.item.wants}"

    def parse(self, text: str, ctx: Context) -> list[object] | tuple[object, ...]:
        texts = isinstance(self.item, Text)
        parts = text.split(",") if texts or "," in text else text.split()
        items = [part.strip() for part in parts]
        if not texts and "" in items:
            raise BadValue("has an empty item in its list", "take out one of the commas")
        values, wrong = [], []
        for item in items:
            try:
                values.append(self.item.parse(item, ctx) if item else item)
            except BadValue as bad:
                wrong.append(bad)
        if wrong:
            raise _together(wrong)
        return self.make(values)


Percent = Annotated[int, Whole(1, 100)]


def attribute_for(annotation: Any) -> Attribute:
    """The converter that a parameter's annotation asks for; TypeError when there is none."""
    simple: dict[Any, Attribute] = {str: Text(), int: Whole(), bool: Flag()}
    if annotation in simple:
        return simple[annotation]
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        declared = [extra for extra in arguments[1:] if isinstance(extra, Attribute)]
        if declared:
            return declared[0]
    elif origin is Literal:
        return OneOf(tuple(str(choice) for choice in arguments))
    elif origin in (list, tuple):
        return Many(attribute_for(arguments[0]), origin)
    elif origin in (Union, types.UnionType):
        rest = [argument for argument in arguments if argument is not type(None)]
        if len(rest) == 1:
            return attribute_for(rest[0])
    raise TypeError(f"no attribute can be read as {annotation!r}")


def _together(wrong: list[BadValue]) -> BadValue:
    """Several wrong values of a list as one: what is asked for once, then all that was got."""
    wants, gap, _ = wrong[0].text.rpartition(_GOT)
    others = [bad.text.rpartition(_GOT) for bad in wrong]
    hints = "; ".join(dict.fromkeys(bad.hint for bad in wrong if bad.hint))
    if all(each[:2] == (wants, gap) for each in others):
        return BadValue(wants + gap + ", ".join(got for *_, got in others), hints)
    return BadValue("; ".join(bad.text for bad in wrong), hints)


def _one_of(choices: Iterable[str]) -> str:
    return "one of " + ", ".join(choices)
