"""Refusal of typed numbers, Roman numerals of cards, raw HTML, images and titles of links."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.common.html_re import HTML_TAG_RE
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.image import image as plain_image
from markdown_it.rules_inline.text import text as plain_text
from markdown_it.token import Token

from ..shortcodes.run import ParseRun, run_of

_NUMBER = re.compile(r"(?<!\d[.,:/–-])\d+(?:[.,:/–-]\d+)*|[²³¹¼-¾⁰-₉⅐-↋①-⓿]+")
_CODE = ("code_inline", "code_block", "fence")
_ROMAN = re.compile(r"\b(?=[XVI]{2})X{0,3}(?:IX|IV|V?I{0,3})\b")


def install(md: MarkdownIt) -> None:
    """Put the lints in the place of Markdown's own rules for text, HTML and images."""
    md.inline.ruler.at("text", _text)
    md.inline.ruler.at("html_inline", _html)
    md.inline.ruler.at("image", _image)


def check(run: ParseRun, token: Token) -> None:
    """Refuse titles of links, and numbers in code and as entities, which `_text` does not see."""
    if token.type in _CODE:
        begin = (token.map[0] if token.map else 0) + run.first_line + (token.type == "fence")
        for nth, text in enumerate(token.content.split("\n"), begin):
            for found in _NUMBER.finditer(text):
                run.ctx.at(nth, 1, "").problem(*_typed(found.group()))
    cursor = 0
    for child in token.children or ():
        written = child.markup if child.info == "entity" else child.content
        cursor = max(token.content.find(written, cursor), cursor)
        line, shift = run.origins.place(token.content, cursor)
        ctx = run.ctx.at(line, cursor - shift, "")
        if child.type in _CODE:
            for found in _NUMBER.finditer(child.content):
                ctx.at(line, cursor - shift + found.start(), "").problem(*_typed(found.group()))
        elif "title" in child.attrs:
            ctx.problem("a link has no title", "say it in the text")
        elif child.info == "entity" and child.content.isnumeric():
            ctx.problem(f"'{child.content}' is typed, as '{child.markup}'", "use [value at=…]")
        cursor += len(written)


def _text(state: StateInline, silent: bool) -> bool:
    start = state.pos
    matched = plain_text(state, silent)
    if matched and not silent and run_of(state.env).lint:
        begun = _NUMBER.search(state.src, start, state.pos)  # its end may stand behind what is text
        for number in _NUMBER.finditer(state.src, start) if begun else ():
            if number.start() >= state.pos:
                break
            _refuse(state, number.start(), *_typed(number.group()))
        for numeral in _ROMAN.finditer(state.src, start, state.pos):
            _refuse(
                state,
                numeral.start(),
                f"'{numeral.group()}' is typed",
                f"show the card, [[…-{numeral.group()}]]",
            )
    return matched


def _typed(number: str) -> tuple[str, str]:
    """The message on a number, and the hint."""
    text = f"'{number}' is typed: a chapter types no number the data know"
    return text, "use [value at=…], or say it in words"


def _html(state: StateInline, silent: bool) -> bool:
    match = HTML_TAG_RE.match(state.src, state.pos) if state.src[state.pos] == "<" else None
    if match is None or not run_of(state.env).lint:
        return False
    if not silent:
        tag = match.group() if len(match.group()) <= 30 else match.group()[:29] + "…"
        _refuse(
            state, state.pos, f"a chapter has no HTML; got {tag}", "use Markdown or a shortcode"
        )
        state.pending += match.group()
    state.pos = match.end()
    return True


def _image(state: StateInline, silent: bool) -> bool:
    start = state.pos
    matched = plain_image(state, silent)
    if matched and not silent:
        _refuse(
            state, start, "a chapter has no images of its own", "show cards with [[…]] or a block"
        )
        state.tokens[-1] = Token("shortcode_problem", "", 0)
    return matched


def _refuse(state: StateInline, at: int, text: str, hint: str) -> None:
    run = run_of(state.env)
    line, shift = run.origins.place(state.src, at)
    run.ctx.at(line, at - shift, "").problem(text, hint)
