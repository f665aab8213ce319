"""Tokens to HTML where Markdown's own renderer does not do: above all, calls of blocks."""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup

from ..shortcodes.drawing import problem_box
from ..shortcodes.pairing import CLOSE, LEAF, OPEN

_SECTIONS = ("h2", "h3")
WEB = ("https://", "http://", "mailto:")
"""How a link out of the book begins."""


class ChapterRenderer(RendererHTML):
    """Draws the calls, with the HTML of what stands between their tags."""

    def render(self, tokens: Sequence[Token], options: OptionsDict, env: EnvType) -> str:
        out: list[str] = []
        plain_from, at = 0, 0
        while at < len(tokens):
            if tokens[at].type not in (OPEN, LEAF):
                at += 1
                continue
            out.append(super().render(tokens[plain_from:at], options, env))
            end = _matching(tokens, at)
            body = Markup(self.render(tokens[at + 1 : end], options, env)) if end > at else None
            out.append(str(env["writer"].draw(tokens[at], body)))
            at = plain_from = end + 1
        out.append(super().render(tokens[plain_from:], options, env))
        return "".join(out)

    def shortcode_inline(
        self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
    ) -> str:
        html = env["writer"].draw(tokens[at])
        before, after = tokens[at].meta.get("before", ""), tokens[at].meta.get("after", "")
        # A line never ends between a word and its punctuation, but may between two words of a name.
        if "<" not in html:
            return f"{before}{html}{after}"
        if before or after:
            return str(Markup('<span class="keep">{}{}{}</span>').format(before, html, after))
        return str(html)

    def heading_open(
        self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
    ) -> str:
        if tokens[at].tag in _SECTIONS:
            env["writer"].ctx.stage.clear()
        return self.renderToken(tokens, at, options, env)

    def table_open(
        self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
    ) -> str:
        return '<div class="table">\n<table>\n'

    def table_close(
        self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
    ) -> str:
        return "</table>\n</div>\n"

    def link_open(
        self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
    ) -> str:
        target = str(tokens[at].attrs.get("href", ""))
        if not target.startswith(
            ("#", *WEB)
        ):  # has been refused; a draft shows it without the way there
            tokens[at].attrs.pop("href", None)
        return self.renderToken(tokens, at, options, env)

    def shortcode_problem(
        self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
    ) -> str:
        return str(problem_box("", inline=True))


def _matching(tokens: Sequence[Token], at: int) -> int:
    """The index of the token that closes the call at `at`; `at` itself when it has no body."""
    depth = 0
    for index in range(at, len(tokens)):
        depth += (tokens[index].type == OPEN) - (tokens[index].type == CLOSE)
        if depth == 0:
            return index
    return at


def footnote_number(
    renderer: object, tokens: Sequence[Token], at: int, options: object, env: object
) -> str:
    return str(tokens[at].meta["id"] + 1)
