"""Runs a call: the block's function, its template, and the frame round it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from jinja2 import TemplateNotFound
from markdown_it.token import Token
from markupsafe import Markup, escape

from zwanz_ssot import places
from zwanz_ssot.problems import WrongCall

from ..building import templates
from .attributes import Tag, like
from .context import Context, Html, Values
from .registry import Block, BlockCall, Registry

_FRAME = Markup('<figure class="block block-{}"{}>\n{}\n{}</figure>\n')
_WIDTH = Markup(' style="--width: {}%"')
_ANNOTATION = Markup("<figcaption>{}</figcaption>\n")


class Drawing:
    """Draws calls with templates (``<name>.html.j2``) of some folders; earlier folders win."""

    def __init__(self, folders: Sequence[Path] | None = None) -> None:
        self._folders = folders or [places.data("templates") / "blocks"]
        self._templates = templates(*self._folders, last_newline=True)

    def draw(self, call: BlockCall, body: Html | None = None) -> Html:
        """The HTML of a call; a visible box if the call could not be bound.

        Raises WrongCall for a block without a template.
        """
        if call.arguments is None:
            return problem_box(call.block.name, inline=call.block.inline)
        block, arguments = call.block, dict(call.arguments)
        if block.body:
            arguments["body"] = call.raw if block.body in ("raw", "optional") else body
        result = block.function(call.ctx, **arguments)
        if isinstance(result, dict):
            html = self.template(block.name, {"ctx": call.ctx, **result})
        else:
            html = escape(result)
        return html.strip() if block.inline else self._framed(call, html)

    def template(self, name: str, values: Values) -> Html:
        """A block's template with these values. Raises WrongCall where there is none."""
        file = f"{name}.html.j2"
        try:
            found = self._templates.get_template(file)
        except TemplateNotFound:
            hint = f"write {self._folders[0] / file}, or return Html"
            raise WrongCall(f"the block [{name}] has no template", hint) from None
        return Markup(found.render(**values))

    def _framed(self, call: BlockCall, html: Html) -> Html:
        """The HTML with its width and its annotation, where it has any."""
        if call.block.plain or (call.width == 100 and not call.annotation):
            return html
        width = _WIDTH.format(call.width) if call.width < 100 else ""
        annotation = ""
        if call.annotation:
            annotation = _ANNOTATION.format(call.ctx.written(call.annotation))
        return _FRAME.format(call.block.name, width, html.strip(), annotation)


def problem_box(name: str, *, inline: bool = False) -> Html:
    """The box of a draft in place of a shortcode with a problem."""
    text = f"[{name}] has a problem" if name else "a shortcode has a problem"
    kind = "span" if inline else "div"
    return Markup('<{} class="problem">{}</{}>').format(kind, text, kind)


_INDENT = re.compile("^[ \t]*", re.MULTILINE)


class Origins:
    """Finds the line and column of a text that Markdown's inline rules see.

    These see a paragraph, a heading or a table cell without its indentation and marks, so each of
    its lines is looked up in the source, one cell after the other.
    """

    def __init__(self, source: str, first_line: int = 1) -> None:
        self._source = source.split("\n")
        self._first_line = first_line
        self._cursors: dict[int, int] = {}
        self._starts: list[tuple[int, int]] = [(first_line, 0)]
        self._text, self._lines, self._inner = "", [0], [0]

    def enter(self, token: Token) -> None:
        """Look up the lines of a token, before the inline rules see it."""
        if token.map is None:
            return
        self._starts = [
            (number, self._find(number, text.strip(), token.meta.get("from", 0)))
            for number, text in enumerate(token.content.split("\n"), token.map[0])
        ]

    def _find(self, number: int, text: str, begin: int) -> int:
        if number >= len(self._source):
            return 0
        line, begin = self._source[number], max(begin, self._cursors.get(number, 0))
        at = line.find(text, begin)
        if at < 0:  # a bar inside a table cell is written with a backslash
            at = line.find(text.replace("|", "\\|"), begin)
        if at < 0:
            return max(line.find(text), 0)
        self._cursors[number] = at + len(text)
        return at

    def place(self, text: str, at: int) -> tuple[int, int]:
        """The line in the file of an offset of the current text, and its shift.

        The offset less the shift is its column; this holds for all offsets on the line.
        """
        if text is not self._text:
            indents = list(_INDENT.finditer(text))
            self._text = text
            self._lines = [each.start() for each in indents]
            self._inner = [each.end() for each in indents]
        nth = bisect_right(self._lines, at) - 1
        number, start = self._starts[min(nth, len(self._starts) - 1)]
        return number + self._first_line, self._inner[nth] - start - 1


class At(Origins):
    """The origins of a text that a block renders: everything in it stands at the block's tag."""

    def __init__(self, line: int, column: int) -> None:
        super().__init__("", line)
        self._line, self._column = line, column

    def enter(self, token: Token) -> None:
        """Do nothing: the place is always the same."""

    def place(self, text: str, at: int) -> tuple[int, int]:
        """The line of the tag, and a shift that gives its column."""
        return self._line, at - self._column


_LITERAL = "write \\[ for a bracket that is meant as one"


@dataclass
class ParseRun:
    """The state of parsing one text. `first_line` is its first line in the file. Without
    `shortcodes`, these are text like any other.
    """

    ctx: Context
    registry: Registry
    origins: Origins
    first_line: int = 1
    lint: bool = True
    shortcodes: bool = True
    unknown: set[str] = field(default_factory=set)


def run_of(env: object) -> ParseRun:
    """The run that a parser's environment carries."""
    assert isinstance(env, dict)
    run = env["run"]
    assert isinstance(run, ParseRun)
    return run


def make_call(run: ParseRun, block: Block, tag: Tag, line: int, shift: int) -> BlockCall:
    """A call of a block at a line of the file; an offset less `shift` is a column. In a text that a
    block renders, all of the call stands at the block's tag.
    """
    if isinstance(run.origins, At):
        tag = replace(
            tag,
            attributes=tuple(replace(each, at=tag.start) for each in tag.attributes),
            slips=tuple(replace(each, at=tag.start) for each in tag.slips),
        )
    return BlockCall(block, tag, run.ctx.at(line, tag.start - shift, block.name), shift)


def means_a_tag(tag: Tag, src: str) -> bool:
    """True if a tag with an unknown name is meant as a shortcode.

    It closes, or has attributes, or has a hyphen in its name and no link behind it. With another
    bracket inside it is the text of a link.
    """
    if any(src.startswith("[", slip.at) for slip in tag.slips):
        return False
    if tag.attributes or tag.closing:
        return True
    linked = src[tag.end : tag.end + 1] in ("(", "[", ":") and tag.end < len(src)
    return "-" in tag.name and not linked


def report_unknown(run: ParseRun, ctx: Context, tag: Tag) -> None:
    """Report an unknown shortcode, but not its closing tag again."""
    if tag.closing and tag.name in run.unknown:
        return
    run.unknown.add(tag.name)
    name = f"/{tag.name}" if tag.closing else tag.name
    ctx.problem(f"there is no shortcode [{name}]", like(tag.name, run.registry.names) or _LITERAL)
