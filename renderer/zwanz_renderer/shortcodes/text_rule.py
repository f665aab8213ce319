"""The text rule: inline blocks, ``[[cards]]`` and ``[[#places]]``; and what is meant as a shortcode
but is none.
"""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

from markdown_it import helpers
from markdown_it.rules_inline import StateInline

from zwanz_renderer.shortcodes.binding import Call, bind, check_names
from zwanz_renderer.shortcodes.registry import Block
from zwanz_renderer.shortcodes.run import Run, make_call, means_a_tag, report_unknown, run_of
from zwanz_renderer.shortcodes.scan import Tag, Written, scan, scan_card

CARD, PLACE = "card", "ref"


def text_rule(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "[":
        return False
    run = run_of(state.env)
    tag, block = _inline_tag(run, state)
    if tag is None:
        return False
    if not silent:
        line, shift = run.origins.place(state.src, state.pos)
        _inline_token(state, run, tag, block, line, shift)
    state.pos = tag.end
    return True


def _inline_tag(run: Run, state: StateInline) -> tuple[Tag | None, Block | None]:
    if (tag := scan_card(state.src, state.pos, state.posMax)) is not None:
        block = run.registry.get(PLACE if tag.word and tag.word.startswith("#") else CARD)
        if block is not None:
            return tag, block
    tag = scan(state.src, state.pos, state.posMax)
    if tag is None:
        return None, None
    block = run.registry.get(tag.name)
    if block is None and (not means_a_tag(tag, state.src) or _is_literal(state, tag)):
        return None, None
    return tag, block


def _is_literal(state: StateInline, tag: Tag) -> bool:
    """Whether ``[some-name]`` is a link to a definition of the chapter, or the inside of
    ``\\[[some-name]]``.
    """
    references = state.env.get("references", {})
    return (
        state.src[: tag.start].endswith("[")
        or state.src[tag.start + 1 : tag.end - 1].upper() in references
    )


def _inline_token(
    state: StateInline, run: Run, tag: Tag, block: Block | None, line: int, shift: int
) -> None:
    if block is None:
        ctx = run.ctx.at(line, tag.start - shift, "")
        report_unknown(run, ctx, tag)
        state.push("shortcode_problem", "", 0)
        return
    call = make_call(run, block, tag, line, shift)
    if not block.inline:
        call.complain(
            tag.start, "is a block: it cannot stand inside text", "give its tag a line of its own"
        )
    elif tag.closing:
        call.complain(tag.start, "has no body, so it is not closed", f"take out [/{tag.name}]")
    elif _with_word(call) and check_names(call) and bind(call):
        token = state.push("shortcode_inline", "", 0)
        token.meta = {"call": call}
        token.content = "x"  # quotation marks beside it are shaped as beside a word
        return
    state.push("shortcode_problem", "", 0)


def _with_word(call: Call) -> bool:
    """Turn ``[[word …]]`` into a value of the block's first attribute."""
    tag = call.tag
    if tag.word is None:
        return True
    if not tag.word:
        call.complain(tag.start, "names no card", "write a card's id between the brackets")
        return False
    first = call.block.parameters[0].name
    call.tag = replace(tag, attributes=(Written(first, tag.word, tag.start + 2), *tag.attributes))
    return True


def link_label_end(state: StateInline, start: int, disableNested: bool = False) -> int:
    """Where a link's text ends. Markdown's own finder takes a shortcode in it for a second link,
    and gives up.
    """
    old, state.pos = state.pos, start + 1
    depth, end = 1, -1
    while state.pos < state.posMax:
        sign = state.src[state.pos]
        depth -= sign == "]"
        if depth == 0:
            end = state.pos
            break
        before, is_tag = (
            state.pos,
            sign == "[" and _inline_tag(run_of(state.env), state)[0] is not None,
        )
        state.md.inline.skipToken(state)
        if sign == "[" and state.pos == before + 1:
            depth += 1
        elif sign == "[" and disableNested and not is_tag:
            break
    state.pos = old
    return end


HELPERS = SimpleNamespace(
    parseLinkLabel=link_label_end,
    parseLinkDestination=helpers.parseLinkDestination,
    parseLinkTitle=helpers.parseLinkTitle,
)
