"""Shortcodes as a plugin of markdown-it: tags that begin a line (tried before tables and
paragraphs), and tags inside a text, ``[[cards]]`` and ``[[#places]]`` among them.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from types import SimpleNamespace

from markdown_it import MarkdownIt, helpers
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

from .attributes import Tag, Written, like, scan, scan_card
from .context import BodyLine
from .pairing import pair
from .registry import Block, BlockCall, bind, check_names
from .run import ParseRun, make_call, means_a_tag, report_unknown, run_of


def block_rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if state.is_code_block(start):
        return False
    run = run_of(state.env)
    at = state.bMarks[start] + state.tShift[start]
    if _block_tag(run, state.src, at, state.eMarks[start]) is None:
        return False
    if not silent:
        _BlockLine(state, run, start, end).read(at)
    return True


def _block_tag(
    run: ParseRun, src: str, at: int, limit: int, known: Container[str] | None = None
) -> Tag | None:
    """The tag of a block at `at`; of an unknown one only if it is meant so, alone on its line."""
    tag = scan(src, at, limit, known)
    if tag is None:
        return None
    block = run.registry.get(tag.name)
    if block is not None:
        return None if block.inline else tag
    if src[tag.end : limit].strip():
        return None
    blocks = _blocks(run)
    return tag if means_a_tag(tag, src) or like(tag.name, blocks) else None


def _blocks(run: ParseRun) -> list[str]:
    """The names of all blocks that are not inline."""
    return [block.name for block in run.registry if not block.inline]


class _BlockLine:
    """A line of a chapter that begins with a tag: tags, and texts between them."""

    def __init__(self, state: StateBlock, run: ParseRun, start: int, end: int) -> None:
        self.state, self.run, self.start, self.end = state, run, start, end
        self.src, self.limit = state.src, state.eMarks[start]
        self.line = start + run.first_line
        self.shift = state.src.rfind("\n", 0, state.bMarks[start] + state.tShift[start])

    def read(self, at: int) -> None:
        self.state.line = self.start + 1
        body_open = False
        while at < self.limit:
            if self.src[at].isspace():
                at += 1
                continue
            tag = _block_tag(self.run, self.src, at, self.limit)
            if tag is not None:
                at, body_open = self._tag(tag)
                continue
            next_tag = self._next_tag(at)
            if next_tag is None or not body_open:
                self._trailing(at)
                return
            self._text(at, next_tag)
            at = next_tag

    def _next_tag(self, at: int) -> int | None:
        blocks = _blocks(self.run)
        while (at := self.src.find("[", at, self.limit)) >= 0:
            if _block_tag(self.run, self.src, at, self.limit, blocks) is not None:
                return at
            at += 1
        return None

    def _trailing(self, at: int) -> None:
        text = self.src[at : self.limit].strip()
        short = text if len(text) <= 30 else text[:29] + "…"
        ctx = self.run.ctx.at(self.line, at - self.shift, "")
        ctx.problem(
            f"'{short}' stands on the line of a block's tag", "give the tag a line of its own"
        )

    def _text(self, at: int, end: int) -> None:
        """Parse the Markdown between two tags of this line."""
        state, line = self.state, self.start
        # The parser sees a line that holds this text alone.
        saved = state.bMarks[line], state.eMarks[line], state.tShift[line], state.sCount[line]
        state.bMarks[line], state.eMarks[line] = at, end
        state.tShift[line], state.sCount[line] = 0, state.blkIndent
        before = len(state.tokens)
        state.md.block.tokenize(state, line, line + 1)
        for token in state.tokens[before:]:
            token.meta.setdefault("from", at + ~self.shift)
        state.bMarks[line], state.eMarks[line], state.tShift[line], state.sCount[line] = saved
        state.line = self.start + 1

    def _tag(self, tag: Tag) -> tuple[int, bool]:
        """Push the token of a tag; return the offset behind it, and if it opens a body."""
        block = self.run.registry.get(tag.name)
        if block is None:
            self._unknown(tag)
            return tag.end, False
        call = make_call(self.run, block, tag, self.line, self.shift)
        if tag.closing and not block.body:
            call.complain(tag.start, "has no body, so it is not closed", f"take out [/{tag.name}]")
            return tag.end, False
        if tag.closing:
            for slip in tag.slips:
                call.complain(slip.at, slip.text, slip.hint)
            self._push("shortcode_close", -1, call)
            return tag.end, False
        if block.body in ("raw", "optional"):
            return self._raw(call), False
        self._push("shortcode_open" if block.body else "shortcode", 1 if block.body else 0, call)
        return tag.end, bool(block.body)

    def _unknown(self, tag: Tag) -> None:
        ctx = self.run.ctx.at(self.line, tag.start - self.shift, "")
        report_unknown(self.run, ctx, tag)
        self.state.push("shortcode_problem", "", 0)

    def _push(self, kind: str, nesting: int, call: BlockCall) -> None:
        token = self.state.push(kind, "", nesting)  # type: ignore[arg-type]
        token.map = [self.start, self.start + 1]
        token.meta = {"call": call}

    def _nothing_below(self, call: BlockCall) -> bool:
        """True if a tag has no body: none on its line or the next, no closing tag below."""
        below = self.start + 1
        alone = not self.src[call.tag.end : self.limit].strip()
        if not alone or not (below >= self.end or self.state.isEmpty(below)):
            return False
        opening, close = f"[{call.block.name}", f"[/{call.block.name}]"
        texts = (self.state.getLines(n, n + 1, 0, False).strip() for n in range(below, self.end))
        tags = (text for text in texts if text == close or text.startswith(opening))
        return next(tags, opening) != close

    def _raw(self, call: BlockCall) -> int:
        """Take the lines up to the closing tag unparsed; return the offset to read on at."""
        state, close = self.state, f"[/{call.block.name}]"
        on_line = self.src.find(close, call.tag.end, self.limit)
        if on_line >= 0:
            call.raw = (BodyLine(self.line, self.src[call.tag.end : on_line].strip()),)
            self._push("shortcode", 0, call)
            return on_line + len(close)

        if call.block.body == "optional" and self._nothing_below(call):
            call.raw = ()
            self._push("shortcode", 0, call)
            return call.tag.end

        # The lines below, as far as the container goes, until one is the closing tag.
        lines: list[BodyLine] = []
        if rest := self.src[call.tag.end : self.limit].strip():
            lines.append(BodyLine(self.line, rest))
        for number in range(self.start + 1, self.end):
            if state.sCount[number] < state.blkIndent and not state.isEmpty(number):
                break
            text = state.getLines(number, number + 1, state.blkIndent, False)
            if text.strip() == close:
                call.raw = tuple(lines)
                self._push("shortcode", 0, call)
                state.line = number + 1
                return self.limit
            lines.append(BodyLine(number + self.run.first_line, text))

        # It is not closed: the chapter goes on below the next empty line.
        call.complain(
            call.tag.start, "is not closed", f"close it with {close} on a line of its own"
        )
        self.state.push("shortcode_problem", "", 0)
        state.line = next(
            (n for n in range(self.start + 1, self.end) if state.isEmpty(n)), self.end
        )
        return self.limit


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


def _inline_tag(run: ParseRun, state: StateInline) -> tuple[Tag | None, Block | None]:
    if not run.shortcodes:
        return None, None
    if (tag := scan_card(state.src, state.pos, state.posMax)) is not None:
        block = run.registry.get(PLACE if tag.word and tag.word.startswith("#") else CARD)
        if block is not None:
            return tag, block
    tag = scan(state.src, state.pos, state.posMax, run.registry)
    if tag is None:
        return None, None
    block = run.registry.get(tag.name)
    if block is None and (not means_a_tag(tag, state.src) or _is_literal(state, tag)):
        return None, None
    return tag, block


def _is_literal(state: StateInline, tag: Tag) -> bool:
    r"""Whether ``[some-name]`` is a link to a definition of the chapter, or the inside of
    ``\[[some-name]]``.
    """
    references = state.env.get("references", {})
    return (
        state.src[: tag.start].endswith("[")
        or state.src[tag.start + 1 : tag.end - 1].upper() in references
    )


def _inline_token(
    state: StateInline, run: ParseRun, tag: Tag, block: Block | None, line: int, shift: int
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
    elif _with_word(call) and bind(call, well=check_names(call)):
        token = state.push("shortcode_inline", "", 0)
        token.meta = {"call": call}
        token.content = "x"  # so that quotation marks beside it curl as beside a word
        return
    state.push("shortcode_problem", "", 0)


def _with_word(call: BlockCall) -> bool:
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
    """The offset at which a link's text ends; -1 if it does not.

    Markdown's own function takes a shortcode in the text for a second link, and gives up.
    """
    old, state.pos = state.pos, start + 1
    depth, end = 1, -1
    while state.pos < state.posMax:
        sign = state.src[state.pos]
        depth -= sign == "]"
        if depth == 0:
            end = state.pos
            break
        before = state.pos
        is_tag = sign == "[" and _inline_tag(run_of(state.env), state)[0] is not None
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


def install(md: MarkdownIt) -> None:
    """Add the two rules and the pairing to a parser.

    Its environment must carry a `ParseRun` as ``run``.
    """
    md.block.ruler.before(
        "table", "shortcode", block_rule, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    md.inline.ruler.before("link", "shortcode", text_rule)
    md.helpers = HELPERS  # type: ignore[assignment]
    md.core.ruler.after("block", "shortcode_pairs", pair)
