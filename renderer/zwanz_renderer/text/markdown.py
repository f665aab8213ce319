"""Turns chapters into HTML: Markdown with shortcodes, with the headings and links in it.

    setup = MarkdownSetup("en")
    writer = ChapterWriter(setup, game, "03-play.md", shared)
    chapter = writer.chapter(text)

Raw HTML, images and typed numbers are refused; what remains is escaped. Nothing is raised here:
problems go into ``shared.found``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup
from mdit_py_plugins.footnote import footnote_plugin

from zwanz_ssot.model import Game
from zwanz_ssot.places import data, table
from zwanz_ssot.problems import Mark, ProblemList

from ..shortcodes import BLOCKS, Context, Html, Registry
from ..shortcodes.pairing import CLOSE, LEAF, OPEN, call_of
from ..shortcodes.plugin import install
from ..shortcodes.run import At, Drawing, Origins, ParseRun, problem_box, run_of
from . import lints, polish
from .html_tree import Edits, HtmlTree, tree_of

_SECTIONS = ("h2", "h3")
WEB = ("https://", "http://", "mailto:")
"""The beginnings of links out of the book."""


class ChapterRenderer(RendererHTML):
    """Markdown's renderer, which draws blocks too, each with the HTML between its tags."""

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
        # A refused link has no target in a draft.
        if not target.startswith(("#", *WEB)):
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


_QUOTES = {"de": "„“‚‘"}
_ENGLISH_QUOTES = "“”‘’"
_INDEX = "index"


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a chapter: level 1 is the chapter's own; `anchor` its id on the page."""

    level: int
    text: str
    anchor: str
    mark: Mark

    @property
    def tag(self) -> str:
        """The tag in the book, where the level above is that of the title."""
        return f"h{min(self.level + 1, 6)}"


@dataclass(frozen=True, slots=True)
class Link:
    """A link to an anchor of the book."""

    target: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class Chapter:
    """A drawn chapter. `explains` lists what the index of the book leads to in it: paths of the
    rules, each with its anchor.
    """

    file: str
    html: Html
    headings: tuple[Heading, ...]
    links: tuple[Link, ...]
    has_index: bool = False
    explains: tuple[tuple[str, str], ...] = ()

    @property
    def title(self) -> str:
        """The text of its first heading; without one, the name of its file."""
        return self.headings[0].text if self.headings else self.file

    @property
    def ids(self) -> list[str]:
        """The ids of all its elements, in order."""
        return [each.attributes["id"] for each in tree_of(self.html).having("id")]

    def start(self, heading: Heading) -> int:
        """The offset in the HTML at which the tag of a heading begins."""
        return tree_of(self.html).by_id[heading.anchor].start


@dataclass
class Shared:
    """What the chapters of one book share.

    anchors    ids that headings have so far
    reserved   ids that headings ask for by name; no other heading may get one of them
    clashes    ids that two headings ask for, which has been reported
    numbered   the last number that ids of the same words got
    titles     the words of headings by their ids, for references
    """

    found: ProblemList = field(default_factory=ProblemList)
    anchors: dict[str, Mark] = field(default_factory=dict)
    clashes: set[str] = field(default_factory=set)
    reserved: set[str] = field(default_factory=set)
    numbered: dict[str, int] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)


class MarkdownSetup:
    """The parser and the templates for a language; one serves any number of chapters."""

    def __init__(
        self,
        lang: str = "en",
        *,
        registry: Registry = BLOCKS,
        templates: Sequence[Path] | None = None,
    ) -> None:
        self.lang, self.registry, self.drawing = lang, registry, Drawing(templates)
        quotes = _QUOTES.get(lang, _ENGLISH_QUOTES)
        options = {"html": False, "typographer": True, "quotes": quotes}
        self.parser = MarkdownIt("commonmark", options, renderer_cls=ChapterRenderer)
        self.parser.enable(["table", "replacements", "smartquotes"])
        self.parser.validateLink = _any_link  # type: ignore[method-assign]
        self.parser.use(footnote_plugin, inline=False)
        self.parser.add_render_rule("footnote_caption", footnote_number)
        install(self.parser)
        lints.install(self.parser)
        core = self.parser.core.ruler
        core.after("shortcode_pairs", "heading_ids", polish.take_ids)
        core.at("inline", _inline_with_origins)
        core.push("headings", _collect)
        core.push("keep_together", polish.keep_punctuation)
        self.hyphens = polish.SoftHyphens(lang)
        core.push("soft_hyphens", self.hyphens)


class ChapterWriter:
    """Writes one chapter, and the small texts that its blocks ask for."""

    def __init__(
        self,
        setup: MarkdownSetup,
        game: Game,
        file: str,
        shared: Shared | None = None,
        *,
        native: bool = False,
    ) -> None:
        """With `native`, every text has to be in the language of the setup."""
        self.setup, self.shared, self.native = setup, shared or Shared(), native
        self.headings: list[Heading] = []
        self.links: list[Link] = []
        self.has_index = False
        found, titles = self.shared.found, self.shared.titles
        self.ctx = Context(game, setup.lang, file, self, found, titles=titles)

    def chapter(self, text: str, *, number: int = 1) -> Chapter:
        """Draw a whole chapter; `number` keeps the footnotes of several chapters apart."""
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self.shared.reserved.update(polish.ids(text))
        run = ParseRun(self.ctx, self.setup.registry, Origins(text))
        html = self._render(text, run, docId=f"c{number}")
        html = Markup(with_open_notes(html, self.setup.lang, number))
        headings = sorted(self.headings, key=lambda heading: heading.mark)
        tops = [heading.level == 1 for heading in headings]
        if not tops or not tops[0] or sum(tops) > 1:
            self.ctx.problem(
                "a chapter begins with one '# Heading' and has no second one of that level"
            )
        html = polish.closed_up(html)
        there = tree_of(html).by_id  # a block with a problem is a box, without the headings in it
        return Chapter(
            self.ctx.file,
            html,
            tuple(heading for heading in headings if heading.anchor in there),
            tuple(self.links),
            self.has_index,
        )

    def inline(
        self, ctx: Context, text: str, *, lint: bool = False, shortcodes: bool = True
    ) -> Html:
        """Render a line of Markdown inside a block.

        With `lint`, typed numbers are refused, as in all that an author writes; without, they may
        stand there, as in what a block makes of the rules. Without `shortcodes`, these are text.
        """
        place, registry = At(ctx.line, ctx.column), self.setup.registry
        run = ParseRun(ctx, registry, place, ctx.line, lint=lint, shortcodes=shortcodes)
        env = self._env(run)
        tokens = self.setup.parser.parseInline(text, env)
        return Markup(self.setup.parser.renderer.render(tokens, self.setup.parser.options, env))

    def block(self, ctx: Context, text: str) -> Html:
        """Render paragraphs of Markdown inside a block; the first line has the number of
        its tag.
        """
        return self._render(
            text, ParseRun(ctx, self.setup.registry, Origins(text, ctx.line), ctx.line, lint=False)
        )

    def draw(self, token: Token, body: Html | None = None) -> Html:
        """Draw the block of a token; note the links in it, and that the chapter has an index."""
        call = call_of(token)
        html = Markup(self.setup.hyphens.heads(self.setup.drawing.draw(call, body)))
        mark = Mark(self.ctx.file, call.ctx.line, call.ctx.column)
        inside = set(_targets(body or ""))
        own = [target for target in _targets(html) if target not in inside]
        self.links += [Link(target, mark) for target in own]
        if call.block.name == _INDEX and call.arguments is not None:
            self.has_index = True
        return html

    def _render(self, text: str, run: ParseRun, **more: str) -> Html:
        return Markup(self.setup.parser.render(text, self._env(run, **more)))

    def _env(self, run: ParseRun, **more: str) -> dict[str, Any]:
        return {"run": run, "writer": self, **more}


def _targets(html: str) -> Iterator[str]:
    """The anchors of the book to which links in some HTML lead."""
    if "href" not in html:  # most blocks have no link
        return
    for link in HtmlTree(html).having("href"):
        target = link.attributes["href"]
        if target.startswith("#"):
            yield target[1:]


def _any_link(url: str) -> bool:
    """Let Markdown take every link for one: it would print some as text, and they could not be
    refused.
    """
    return True


def _writer_of(env: EnvType) -> ChapterWriter:
    writer = env["writer"]
    assert isinstance(writer, ChapterWriter)
    return writer


def _inline_with_origins(state: StateCore) -> None:
    run = run_of(state.env)
    for token in state.tokens:
        if token.type == "inline":
            run.origins.enter(token)
            token.children = token.children or []
            state.md.inline.parse(token.content, state.md, state.env, token.children)
            if run.lint and isinstance(run.ctx.game, Game):  # a test's stand-in has no rules
                lints.check_claims(run, token, native=_writer_of(state.env).native)
        if run.lint:
            lints.check_typed(run, token)


def _collect(state: StateCore) -> None:
    """Note headings and links; give each heading its id and its level in the book."""
    run, writer = run_of(state.env), _writer_of(state.env)
    for index, token in enumerate(state.tokens):
        if token.type == "heading_open":
            _heading(state, index, run, writer)
        elif token.type == "inline":
            _links(token, state.src, run, writer)


def _links(token: Token, source: str, run: ParseRun, writer: ChapterWriter) -> None:
    """Note the links into the book; refuse those that lead neither there nor to the web."""
    for target, line, column in polish.links(token, source, run.first_line):
        mark = Mark(run.ctx.file, line, column)
        if target.startswith("#"):
            writer.links.append(Link(target[1:], mark))
        elif not target.startswith(WEB):
            text = f"the link to '{unquote(target)}' leads nowhere"
            hint = "write #anchor for a place in the book, or a full https:// address"
            run.ctx.found.add(mark, "", text, hint, code="link")
            for child in token.children or ():
                if child.attrs.get("href") == target:
                    del child.attrs["href"]  # a draft shows no such link


def _heading(state: StateCore, index: int, run: ParseRun, writer: ChapterWriter) -> None:
    """Note a heading under the id that it asks for, or one made of its words."""
    token, content, closing = state.tokens[index : index + 3]
    shared = writer.shared
    mark = Mark(run.ctx.file, (token.map or [0])[0] + run.first_line, 1)
    html = state.md.renderer.renderInline(content.children or [], state.md.options, state.env)  # type: ignore[attr-defined]
    text = polish.plain(html)
    anchor = token.meta.get("id")
    if anchor is None:
        taken = (shared.reserved, shared.anchors)
        anchor = polish.free_slug(text, *taken, numbered=shared.numbered)
    elif anchor in shared.anchors:
        where = shared.anchors[anchor]
        shared.clashes.add(anchor)
        what, hint = f"the id '{anchor}' is taken", f"see {where.file}:{where.line}"
        run.ctx.found.add(mark, "", what, hint, code="anchor")
    shared.anchors.setdefault(anchor, mark)

    heading = Heading(int(token.tag[1]), text, anchor, mark)
    token.attrs["id"] = anchor
    token.tag = closing.tag = heading.tag
    writer.headings.append(heading)


# Open questions about the rules, gathered at the end of a chapter.
# A block leaves each question in the text (`open_note`). The finished chapter has a number in its
# place, and the questions in a list below its last paragraph, folded on a screen.

_JOINER = "\u2060"
"""A word joiner keeps the sign of the note from beginning a line."""
_ASKED = "open-note"
_NOTE = Markup(f'{_JOINER}<span class="{_ASKED}">{{}} <span class="why">{{}} {{}}</span></span>')
_MARK = '\u2060<sup class="open-mark"><a class="bare" {id}href="#open-{place}">{number}</a></sup>'
_ENTRY = (
    '<li id="open-{place}"><a class="bare number" href="#asked-{place}">{number}</a> {text}</li>\n'
)
_LIST = (
    '<details class="open-questions">\n<summary>{title}</summary>\n<ol>\n{entries}</ol>\n'
    "</details>\n"
)


def open_note(question: Html, because: Html, cite: Html) -> Html:
    """A question with the reason for its answer and the source, to be gathered."""
    return _NOTE.format(question, because, cite)


def with_open_notes(html: str, lang: str, number: int) -> str:
    """A chapter with numbers in place of its questions, and the list of them at its end.

    `number` is that of the chapter. A question that is asked twice stands in the list once.
    """
    asked: dict[str, int] = {}
    edits = Edits(html)
    for note in tree_of(html).named("span"):
        if _ASKED not in note.classes:
            continue
        first = note.inner not in asked
        nth = asked.setdefault(note.inner, len(asked) + 1)
        place = f"{number}-{nth}"
        id = f'id="asked-{place}" ' if first else ""
        mark = _MARK.format(id=id, place=place, number=nth)
        edits.replace(note.start - len(_JOINER), note.end, mark)
    if not asked:
        return html
    entries = (
        _ENTRY.format(place=f"{number}-{nth}", number=nth, text=question)
        for question, nth in asked.items()
    )
    return edits.made() + _LIST.format(title=_title(lang), entries="".join(entries))


@cache
def _title(lang: str) -> str:
    """The title of the list of questions."""
    file = table(data("templates") / f"book.{lang}.yaml")
    return str(file["book"]["open"]["title"])
