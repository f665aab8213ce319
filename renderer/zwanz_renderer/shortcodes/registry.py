"""The blocks by name with their attributes, and the binding of written attributes to arguments."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar, get_type_hints

from zwanz_ssot.problems import did_you_mean

from .attributes import Attribute, BadValue, Percent, Tag, Text, Written, attribute_for
from .context import Context

Body = Literal[False, True, "raw", "optional"]
Function = TypeVar("Function", bound=Callable[..., Any])

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_NOT_ATTRIBUTES = ("ctx", "body")


@dataclass(frozen=True, slots=True)
class Parameter:
    """One attribute of a block: its `name` in a chapter, the `argument` of the function, its kind
    and its default.
    """

    name: str
    argument: str
    attribute: Attribute
    required: bool
    default: Any = None


@dataclass(frozen=True, slots=True)
class Block:
    """A registered shortcode; a condition, which keeps its body or leaves it out, `decides`."""

    name: str
    function: Callable[..., Any]
    parameters: tuple[Parameter, ...]
    body: Body = False
    inline: bool = False
    plain: bool = False
    decides: bool = False
    sample: str = ""

    @property
    def summary(self) -> str:
        """The first paragraph of the function's docstring, as one line."""
        first, _, _ = (inspect.getdoc(self.function) or "").partition("\n\n")
        return " ".join(first.split())

    @property
    def accepted(self) -> dict[str, Parameter]:
        """Every attribute a chapter may write: the block's own and the universal ones."""
        own = {parameter.name: parameter for parameter in self.parameters}
        return own if self.plain or self.inline or self.decides else _UNIVERSAL | own


_UNIVERSAL = {
    "width": Parameter("width", "width", attribute_for(Percent), False, 100),
    "annotation": Parameter("annotation", "annotation", Text(), False, ""),
}


class Registry:
    """A set of blocks by name. Tests make their own; the book uses `BLOCKS`."""

    def __init__(self) -> None:
        self._blocks: dict[str, Block] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._blocks

    def __iter__(self) -> Iterator[Block]:
        return iter(sorted(self._blocks.values(), key=lambda block: block.name))

    def get(self, name: str) -> Block | None:
        """The block of that name, or None."""
        return self._blocks.get(name)

    @property
    def names(self) -> list[str]:
        """All names, sorted."""
        return sorted(self._blocks)

    def block(
        self,
        name: str,
        *,
        body: Body = False,
        inline: bool = False,
        plain: bool = False,
        sample: str = "",
    ) -> Callable[[Function], Function]:
        """Register the function below as a block; see the package's docstring."""
        if inline and body:
            raise ValueError(f"{name}: an inline block has no body")

        def register(function: Function) -> Function:
            self._add(
                Block(name, function, _parameters(function), body, inline, plain, sample=sample)
            )
            return function

        return register

    def condition(self, name: str, *, sample: str = "") -> Callable[[Function], Function]:
        """Register the function below (``ctx``, attributes → bool) as a condition round a body."""

        def register(function: Function) -> Function:
            block = Block(
                name, function, _parameters(function), True, plain=True, decides=True, sample=sample
            )
            self._add(block)
            return function

        return register

    def _add(self, block: Block) -> None:
        if not _NAME.fullmatch(block.name):
            raise ValueError(f"{block.name!r} cannot be the name of a block")
        known = self._blocks.get(block.name)
        if known is not None and known.function.__qualname__ != block.function.__qualname__:
            raise ValueError(f"two blocks are named {block.name}")
        self._blocks[block.name] = block


def _parameters(function: Callable[..., Any]) -> tuple[Parameter, ...]:
    hints = get_type_hints(function, include_extras=True)
    return tuple(
        Parameter(
            name=name.rstrip("_").replace("_", "-"),
            argument=name,
            attribute=attribute_for(hints[name]),
            required=declared.default is declared.empty,
            default=None if declared.default is declared.empty else declared.default,
        )
        for name, declared in inspect.signature(function).parameters.items()
        if name not in _NOT_ATTRIBUTES
    )


BLOCKS = Registry()
block = BLOCKS.block
condition = BLOCKS.condition

_QUOTED = re.compile(r"'([^']{0,60})([^']*)'")
"""A quotation in a message; only the beginning of a long one is kept."""


@dataclass
class BlockCall:
    """A tag of a chapter that is to be drawn.

    An offset of the tag less `shift` is a column of its line. `arguments` is None until the call is
    bound, and stays None if it has a problem.
    """

    block: Block
    tag: Tag
    ctx: Context
    shift: int
    arguments: dict[str, Any] | None = None
    width: int = 100
    annotation: str = ""
    raw: Any = field(default=None)

    def complain(self, at: int, text: str, hint: str = "") -> None:
        """Report a problem at an offset of the tag."""
        self.ctx.problem(text, hint, column=at - self.shift)


def _is_empty(written: Written, accepted: Mapping[str, Parameter]) -> bool:
    """Whether an attribute lacks a value that it has to have."""
    attribute = accepted[written.key].attribute
    may_be = isinstance(attribute, Text) and attribute.may_be_empty
    return not written.value.strip() and not may_be


def check_names(call: BlockCall) -> bool:
    """Report wrong syntax, and unknown, repeated, empty and missing attributes; True without any.

    No game is needed, so this is done where a condition leaves the call out, too.
    """
    accepted = call.block.accepted
    for slip in call.tag.slips:
        call.complain(slip.at, slip.text, slip.hint)
    well = not call.tag.slips
    seen: set[str] = set()
    for written in call.tag.attributes:
        if written.key in seen:
            call.complain(written.at, f"{written.key} is given twice", "keep one of them")
        elif written.key not in accepted:
            hint = _known(written.key, accepted)
            call.complain(written.at, f"has no attribute '{written.key}'", hint)
        elif _is_empty(written, accepted):
            hint = f"give {accepted[written.key].attribute.wants}"
            call.complain(written.at, f"{written.key} is empty", hint)
        else:
            seen.add(written.key)
            continue
        seen.add(written.key)
        well = False
    for parameter in accepted.values():
        if parameter.required and parameter.name not in seen:
            call.complain(call.tag.start, f"needs {parameter.name}, {parameter.attribute.wants}")
            well = False
    return well


def bind(call: BlockCall, *, well: bool = True) -> bool:
    """Read the values of a call into `arguments`; False if one is wrong.

    Unless its names are `well` (see `check_names`), the values are read for their problems alone.
    """
    accepted = call.block.accepted
    values = {parameter.argument: parameter.default for parameter in accepted.values()}
    told: set[str] = set()
    for written in call.tag.attributes:
        if written.key not in accepted or written.key in told or _is_empty(written, accepted):
            continue  # of which `check_names` has told
        told.add(written.key)
        parameter = accepted[written.key]
        try:
            values[parameter.argument] = parameter.attribute.parse(written.value.strip(), call.ctx)
        except BadValue as bad:
            text = _QUOTED.sub(lambda found: f"'{found[1]}{'…' * bool(found[2])}'", bad.text)
            call.complain(written.at, f"{written.key} {text}", bad.hint)
            well = False
    if well:
        own = {parameter.argument for parameter in call.block.parameters}
        call.arguments = {name: value for name, value in values.items() if name in own}
        call.width = 100 if "width" in own else values.get("width", 100)
        call.annotation = "" if "annotation" in own else values.get("annotation", "")
    return well


def _known(key: str, accepted: dict[str, Parameter]) -> str:
    return did_you_mean(key, accepted) or (
        "it takes " + ", ".join(accepted) if accepted else "it takes none"
    )
