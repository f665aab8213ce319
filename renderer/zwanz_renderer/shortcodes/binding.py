"""From the attributes as written to the arguments of a block's function."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from zwanz_ssot.problems import did_you_mean

from .attributes import BadValue
from .context import Context
from .registry import Block, Parameter
from .scan import Tag

_QUOTED = re.compile(r"'([^']{0,60})([^']*)'")
"""What a message quotes; of a long text it shows the beginning."""


@dataclass
class BlockCall:
    """A tag of a chapter on its way to be drawn.

    `shift` is what an offset of the tag has to lose to become a column of its line. `arguments` is
    None until the call is bound, and stays None when something is wrong with it.
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
        """A problem at an offset of the tag."""
        self.ctx.problem(text, hint, column=at - self.shift)


def check_names(call: BlockCall) -> bool:
    """Report slips of writing, unknown, repeated, empty and missing attributes; True when all is
    well.

    This needs no game, so it is done also where a condition leaves the call out.
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
            call.complain(
                written.at, f"has no attribute '{written.key}'", _known(written.key, accepted)
            )
        elif not written.value.strip():
            call.complain(
                written.at,
                f"{written.key} is empty",
                f"give {accepted[written.key].attribute.wants}",
            )
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


def bind(call: BlockCall) -> bool:
    """Read the values of a call with correct names into `arguments`; False if one is wrong."""
    values = {parameter.argument: parameter.default for parameter in call.block.accepted.values()}
    well = True
    for written in call.tag.attributes:
        parameter = call.block.accepted[written.key]
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
