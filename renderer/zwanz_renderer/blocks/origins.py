"""Where the rules come from: sources, open questions, contradictions; and all rules of a part as
sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from markupsafe import Markup

from zwanz_ssot.model import Dispute, Game, Open, Source
from zwanz_ssot.overlay import net
from zwanz_ssot.paths import dotted, is_within
from zwanz_ssot.prose import shapes
from zwanz_ssot.prose.template import FALLBACK

from ..shortcodes import Context, Html, Values, block
from ..text.markdown import open_note
from ..text.polish import breadth
from . import alike
from .cards import labelled
from .contracts import settings
from .kinds import AskedPath, PathRef, game_of, steps
from .wording import book_words, prose, rule, typeset, words

_CITE = Markup('<cite class="source"{}>{}</cite>')
_LANG = Markup(' lang="{}"')
_KEPT = Markup("<strong>{}</strong>")
_ENDS = (".", "!", "?", "。")
_CONTRACTS = "contracts"
_WHOLE = (_CONTRACTS, "bonuses")
_SHORT = 900
"""The most letters of HTML, soft hyphens included, for a rule in a table."""
_LONG = 200
"""A rule with more letters of HTML than this, three lines of a table, is not printed twice."""
_TALL, _TALL_BESIDE = 380, 290
"""Texts with more letters than this take more than six lines of a table, or of its second
column.
"""


@block(
    "open",
    inline=True,
    sample="A Solo counts as much as a Suit Solo.[open at=contracts.solo.value]",
)
def open_question(ctx: Context, *, at: AskedPath) -> Html:
    """Notes at the end of the chapter with what the sources leave open about a rule; nothing where
    they leave nothing open.
    """
    say = words(ctx).text
    notes = []
    for entry in game_of(ctx).open:
        if entry.at == at:
            texts = _open(ctx, entry)
            question = typeset(ctx, texts["question"])
            kept = _KEPT.format(typeset(ctx, say("open", "kept", kept=texts["kept"])))
            because = typeset(ctx, say("open", "because", **texts))
            asked = Markup(say("alike", "gap")).join([question, kept])
            notes.append(open_note(asked, because, _cite(ctx, entry.source)))
    return Markup("").join(notes)


@block("open-list", sample="[open-list]")
def open_list(ctx: Context) -> Values:
    """Everything the sources leave open: the question, what is played here, and why."""
    entries = game_of(ctx).open
    if not entries:
        ctx.problem("no question is open in this game", "put the block into [if has=open]")
    say, rows = words(ctx).text, []
    for entry in entries:
        texts = _open(ctx, entry)
        answer = say("open", "answer", kept=texts["kept"], why=texts["why"])
        question = typeset(ctx, texts["question"])
        rows.append((question, typeset(ctx, answer), _cite(ctx, entry.source)))
    return {"rows": rows}


def _open(ctx: Context, entry: Open) -> dict[str, str]:
    """The texts of an open question, in the language of the book."""
    return {key: getattr(entry, key).text(ctx.lang) for key in ("question", "kept", "why")}


@block("sources", sample="[sources]")
def sources(ctx: Context) -> Values:
    """The sources that the rules name, and what they are."""
    shown = cited_sources(game_of(ctx))
    if not shown:
        ctx.problem("the rules name no sources")
    rows = [
        (source, *titled(source, ctx.lang), typeset(ctx, source.about.text(ctx.lang)))
        for source in shown
    ]
    return {"say": words(ctx).text, "rows": rows}


@block("not-used", sample="[not-used]")
def not_used(ctx: Context) -> Values:
    """Rules that a source names as played elsewhere, and that are not played here."""
    entries = game_of(ctx).not_used
    if not entries:
        ctx.problem(
            "the rules name nothing that is not used", "put the block into [if has=not_used]"
        )
    rows = []
    for entry in entries:
        text = entry.rule.text(ctx.lang)
        if not text.endswith(_ENDS):
            text = words(ctx).text("open", "because", why=text)
        rows.append((typeset(ctx, text), _cite(ctx, entry.source)))
    return {"rows": rows}


@block("disputes", sample="[disputes]")
def disputes(ctx: Context, *, caption: str = "") -> Values:
    """On what the sources contradict each other: who says what, and what is played here."""
    entries, say = game_of(ctx).disputes, words(ctx).text
    if not entries:
        ctx.problem(
            "the sources contradict each other nowhere", "put the block into [if has=disputes]"
        )
    return {
        "say": say,
        "rows": list(_disputed(ctx, entries)),
        "caption": ctx.written(caption) if caption else say("disputes", "caption"),
    }


def _disputed(ctx: Context, entries: Iterable[Dispute]) -> Iterator[Values]:
    """A row for each contradiction; a long rule that a row above has is only referred to."""
    firsts: dict[Html, Dispute] = {}
    for entry in entries:
        kept = _kept(ctx, entry)
        first = firsts.setdefault(kept, entry)
        if first is not entry and len(kept) > _LONG:
            kept = typeset(ctx, words(ctx).text("disputes", "as", topic=first.topic.text(ctx.lang)))
        yield _dispute(ctx, entry, kept)


def _kept(ctx: Context, entry: Dispute) -> Html:
    """What is played here: the words of the dispute, or the sentence of the rule."""
    if entry.kept:
        return typeset(ctx, entry.kept.text(ctx.lang))
    return Markup(" ").join(_rules(ctx, entry))


def _dispute(ctx: Context, entry: Dispute, kept: Html) -> Values:
    """A contradiction as a row: the topic, who says what, and what is played here."""
    opinions = [
        (cited(ctx, holders), labelled(ctx, typeset(ctx, text)))
        for text, holders in _opinions(ctx, entry).items()
    ]
    elsewhere = Html("")
    if entry.elsewhere:
        text = entry.elsewhere.text(ctx.lang)
        text = words(ctx).text("disputes", "elsewhere", text=text)
        elsewhere = labelled(ctx, typeset(ctx, text))
    beside = [*map(Markup().join, opinions), elsewhere, kept]
    return {
        "topic": typeset(ctx, entry.topic.text(ctx.lang)),
        "said": opinions,
        "elsewhere": elsewhere,
        "kept": labelled(ctx, kept),
        "tall": is_tall(*beside, most=_TALL_BESIDE),
    }


def _opinions(ctx: Context, entry: Dispute) -> Mapping[str, list[str]]:
    """The opinions in a contradiction, each with the sources that have it."""
    found: dict[str, list[str]] = {}
    for source, text in entry.said.items():
        found.setdefault(text.text(ctx.lang), []).append(source)
    return found


def is_tall(*texts: Html, most: int = _TALL) -> bool:
    """True if texts take so many lines of a table that a page may end within them."""
    return sum(map(breadth, texts)) > most


def _rules(ctx: Context, entry: Dispute) -> Iterator[Html]:
    """The sentences of the rules that a dispute is about, each once, up to half a page; no whole
    contract or bonus.
    """
    paths = [path for path in entry.at if ctx.has(path)]
    there = [
        steps(path, ctx)
        for path in paths
        if not path.startswith("deck.")
        and not _is_whole(path)
        and not any(path != other and is_within(path, other) for other in paths)
    ]
    left = _SHORT
    for sentence in settings(ctx, there):
        reason = typeset(ctx, sentence)
        left -= len(reason)
        if left >= 0:
            yield reason


def _is_whole(path: str) -> bool:
    """Whether a path is that of a contract or a bonus."""
    return path.count(".") < 2 and path.partition(".")[0] in _WHOLE


def _cite(ctx: Context, cite: str, gap: str = "\u00a0") -> Html:
    """A source and, after `gap`, a place in it, marked with the language of the source. One that
    is no text has its title in that of the book.
    """
    source = game_of(ctx).sources.get(_id(cite))
    lang = source.language if source else ctx.lang
    if source and (custom := _custom(source, ctx.lang)):
        cite, lang = custom + cite.removeprefix(source.id), ctx.lang
    marked = _LANG.format(lang) if lang != ctx.lang else ""
    return _CITE.format(marked, cite.replace(" §", f"{gap}§"))


def cited(ctx: Context, sources: list[str]) -> Html:
    """Sources for a narrow column, in which a place may stand on a line of its own."""
    cites = [_cite(ctx, source, " ") for source in dict.fromkeys(sources)]
    return Markup.escape(words(ctx).text("join", "comma")).join(cites)


def titled(source: Source, lang: str) -> tuple[str, str]:
    """The title of a source and its language."""
    custom = _custom(source, lang)
    return (custom, lang) if custom else (source.title, source.language)


def _custom(source: Source, lang: str) -> str | None:
    """The name of a custom in a language, as nobody looks for it by its title; None for a text, and
    for a custom with a title of its own.
    """
    usual = book_words(FALLBACK)
    if not usual.has("sources", source.id) or usual.text("sources", source.id) != source.title:
        return None
    return book_words(lang).text("sources", source.id)


def cited_sources(game: Game) -> list[Source]:
    """The sources that the game's rules, its pack, its variant or a contradiction name."""
    cited = {*_cited(game.data), *_cited(game.deck.data)}
    cited |= {_id(change.source) for change in net(game.changes)}
    for dispute in game.disputes:
        cited |= set(map(_id, dispute.said))
    return [source for source in game.sources.values() if source.id in cited]


def _cited(data: Any) -> Iterator[str]:
    """The ids of all sources that plain rules name."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key == "source":
                cites = [value] if isinstance(value, str) else value
                yield from map(_id, cites)
            else:
                yield from _cited(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _cited(value)


def _id(cite: str) -> str:
    """The id of the source that is cited."""
    return cite.partition(" ")[0]


@block("rules", sample="[rules of=auction]")
def rules(
    ctx: Context, *, of: PathRef, also: list[PathRef] | None = None, without: str = ""
) -> Values:
    """Every rule of a part (`of`: ``auction``, ``play``) as a list of sentences, each with what is
    open about it.

    `without` names parts of it, separated by commas, that are told elsewhere. Contracts are
    told together, those in `also` as well.
    """
    inside = game_of(ctx).at(steps(of, ctx))
    left_out = [part.strip() for part in without.split(",") if part.strip()]
    for part in left_out:
        if not isinstance(inside, Mapping) or part not in inside:
            ctx.problem(f"there is no '{part}' in '{of}' that could be left out")
    rows: list[Html] = []
    if inside is None:  # a part that only other games have
        ctx.problem(f"this game has no '{of}'", f"put [if has={of}] and [/if] around it")
        return {"rows": rows}

    # Whole contracts are told by families, all other rules one by one.
    has_sentence = prose(ctx).says
    paths = list(shapes.whole(game_of(ctx), has_sentence, steps(of, ctx), left_out))
    for other in also or []:
        paths += shapes.whole(game_of(ctx), has_sentence, steps(other, ctx))
    whole = [str(path[1]) for path in paths if path[0] == _CONTRACTS and len(path) == 2]
    for contracts, sentences in alike.family_texts(ctx, whole):
        asked = [open_question(ctx, at=f"{_CONTRACTS}.{contract}") for contract in contracts]
        rows.append(Markup("").join([sentences, *asked]))
    for path in paths:
        if path[0] != _CONTRACTS or len(path) != 2:
            rows.append(rule(ctx, path) + open_question(ctx, at=dotted(path)))
    if not rows:
        text = f"no sentence can be made of what stands at '{of}'"
        ctx.problem(text, "name a part of the rules, as in play")
    return {"rows": rows}
