"""What the rules share while one text is parsed, and what a tag means to them."""

from __future__ import annotations

from dataclasses import dataclass, field

from zwanz_renderer.shortcodes.binding import Call
from zwanz_renderer.shortcodes.context import Context
from zwanz_renderer.shortcodes.origin import Origins
from zwanz_renderer.shortcodes.registry import Block, Registry
from zwanz_renderer.shortcodes.scan import Tag, like

_LITERAL = "write \\[ for a bracket that is meant as one"


@dataclass
class Run:
    """What the rules share while one text is parsed. `first_line` is the line its first line has in
    the file.
    """

    ctx: Context
    registry: Registry
    origins: Origins
    first_line: int = 1
    lint: bool = True
    unknown: set[str] = field(default_factory=set)


def run_of(env: object) -> Run:
    """The run that a parser's environment carries."""
    assert isinstance(env, dict)
    run = env["run"]
    assert isinstance(run, Run)
    return run


def make_call(run: Run, block: Block, tag: Tag, line: int, shift: int) -> Call:
    """A call of a block at a line of the file; `shift` turns offsets of the tag into columns."""
    return Call(block, tag, run.ctx.at(line, tag.start - shift, block.name), shift)


def means_a_tag(tag: Tag, src: str) -> bool:
    """Whether an unknown name is meant as a tag: it closes, has attributes, or a hyphen and no link
    behind it.
    """
    if tag.attributes or tag.closing:
        return True
    linked = src[tag.end : tag.end + 1] in ("(", "[", ":") and tag.end < len(src)
    return "-" in tag.name and not linked


def report_unknown(run: Run, ctx: Context, tag: Tag) -> None:
    """A name that looks like a shortcode and is none; its closing tag is not reported again."""
    if tag.closing and tag.name in run.unknown:
        return
    run.unknown.add(tag.name)
    name = f"/{tag.name}" if tag.closing else tag.name
    ctx.problem(f"there is no shortcode [{name}]", like(tag.name, run.registry.names) or _LITERAL)
