"""What a chapter may not contain: typed numbers, Roman numerals of cards, raw HTML, images."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.common.html_re import HTML_TAG_RE
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.image import image as plain_image
from markdown_it.rules_inline.text import text as plain_text
from markdown_it.token import Token

from renderer.shortcodes.run import run_of

_NUMBER = re.compile(r"(?<!\d[.,:/–-])\d+(?:[.,:/–-]\d+)*")
_ROMAN = re.compile(r"\b(?=[XVI]{2})X{0,3}(?:IX|IV|V?I{0,3})\b")


def install(md: MarkdownIt) -> None:
    """Put the lints in the place of Markdown's own rules for text, HTML and images."""
    md.inline.ruler.at("text", _text)
    md.inline.ruler.at("html_inline", _html)
    md.inline.ruler.at("image", _image)


def _text(state: StateInline, silent: bool) -> bool:
    start = state.pos
    matched = plain_text(state, silent)
    if matched and not silent and run_of(state.env).lint:
        for number in _NUMBER.finditer(state.src, start):
            if number.start() >= state.pos:
                break
            text = f"'{number.group()}' is typed: a chapter types no number the data know"
            _refuse(state, number.start(), text, "use [value at=…], or say it in words")
        for numeral in _ROMAN.finditer(state.src, start, state.pos):
            _refuse(
                state,
                numeral.start(),
                f"'{numeral.group()}' is typed",
                f"show the card, [[…-{numeral.group()}]]",
            )
    return matched


def _html(state: StateInline, silent: bool) -> bool:
    match = HTML_TAG_RE.match(state.src, state.pos) if state.src[state.pos] == "<" else None
    if match is None or not run_of(state.env).lint:
        return False
    if not silent:
        tag = match.group() if len(match.group()) <= 30 else match.group()[:29] + "…"
        _refuse(state, state.pos, f"a chapter has no HTML; got {tag}", "use Markdown or a shortcode")
        state.pending += match.group()
    state.pos = match.end()
    return True


def _image(state: StateInline, silent: bool) -> bool:
    start = state.pos
    matched = plain_image(state, silent)
    if matched and not silent:
        _refuse(state, start, "a chapter has no images of its own", "show cards with [[…]] or a block")
        state.tokens[-1] = Token("shortcode_problem", "", 0)
    return matched


def _refuse(state: StateInline, at: int, text: str, hint: str) -> None:
    run = run_of(state.env)
    line, shift = run.origins.place(state.src, at)
    run.ctx.at(line, at - shift, "").problem(text, hint)
