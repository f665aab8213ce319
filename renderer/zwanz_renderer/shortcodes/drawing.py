"""Drawing a call: the block's function, its template, and the frame round it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from jinja2 import TemplateNotFound
from markupsafe import Markup, escape

from zwanz_ssot import places
from zwanz_ssot.problems import WrongCall

from ..building import templates
from .binding import BlockCall
from .context import Html, Values

_FRAME = Markup('<figure class="block block-{}"{}>\n{}\n{}</figure>\n')
_WIDTH = Markup(' style="--width: {}%"')
_ANNOTATION = Markup("<figcaption>{}</figcaption>\n")


class Drawing:
    """Draws calls with templates (``<name>.html.j2``) of folders; later folders are fallbacks."""

    def __init__(self, folders: Sequence[Path] | None = None) -> None:
        self._folders = folders or [places.data("templates") / "blocks"]
        self._templates = templates(*self._folders, last_newline=True)

    def draw(self, call: BlockCall, body: Html | None = None) -> Html:
        """The HTML of a call; a visible box where the call could not be read.

        Raises WrongCall for a block without a template.
        """
        if call.arguments is None:
            return problem_box(call.block.name, inline=call.block.inline)
        block, arguments = call.block, dict(call.arguments)
        if block.body:
            arguments["body"] = call.raw if block.body == "raw" else body
        result = block.function(call.ctx, **arguments)
        if isinstance(result, dict):
            html = self.template(block.name, {"ctx": call.ctx, **result})
        else:
            html = escape(result)
        return html.strip() if block.inline else self._framed(call, html)

    def template(self, name: str, values: Values) -> Html:
        """A block's template, filled. Raises WrongCall where there is none."""
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
    """What a draft shows where a shortcode has a problem."""
    text = f"[{name}] has a problem" if name else "a shortcode has a problem"
    kind = "span" if inline else "div"
    return Markup('<{} class="problem">{}</{}>').format(kind, text, kind)
