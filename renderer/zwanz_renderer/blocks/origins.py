"""Where the rules come from: sources, what they leave open, how this rule set differs; and all rules of
a part as sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from zwanz_ssot.model import Dispute, Game, Open, Source
from zwanz_ssot.overlay import Difference
from zwanz_ssot.prose import enumeration

from ..shortcodes import Context, Html, Values, block
from ..text.polish import breadth
from .contracts import closed, open_to
from .kinds import PathRef, game_of, steps
from .wording import prose, rule, typeset, words

_CITE = Markup('<cite class="source"{}>{}</cite>')
_LANG = Markup(' lang="{}"')
_WHOLE = ("contracts", "bonuses")
_SHORT = 900
"""So many letters of HTML, its soft hyphens among them, are the most that a table says of a rule.
"""
_LONG = 200
"""So many letters of HTML are more than two lines or three of a table, and not worth reading twice.
"""
_TALL, _TALL_BESIDE = 380, 290
"""So many letters are more than six lines of a table, or of its second column."""
_FOR_READERS = ("not_used", "open")
"""What tells of rules, and is none."""
_FOOTNOTE = Markup(
    '\u2060<span class="footnote">{} {}</span>'
)  # the sign of the note never begins a line


@block(
    "open",
    inline=True,
    sample="A Solo counts as much as a Suit Solo.[open at=contracts.solo.value]",
)
def open_question(ctx: Context, *, at: PathRef) -> Html:
    """Footnotes with what the sources leave open about a rule; nothing where they leave nothing
    open.
    """
    said = words(ctx).text
    notes = []
    for entry in game_of(ctx).open:
        if entry.at == at:
            text = typeset(ctx, said("open", "note", **_open(ctx, entry)))
            notes.append(_FOOTNOTE.format(text, _cite(ctx, entry.source)))
    return Markup("").join(notes)


@block("open-list", sample="[open-list]")
def open_list(ctx: Context) -> Values:
    """Everything the sources leave open: the question, what is played here, and why."""
    entries = game_of(ctx).open
    if not entries:
        ctx.problem("no question is open in this game", "put the block into [if has=open]")
    rows = []
    for entry in entries:
        said = _open(ctx, entry)
        answer = typeset(ctx, words(ctx).text("open", "answer", kept=said["kept"], why=said["why"]))
        rows.append((typeset(ctx, said["question"]), answer, _cite(ctx, entry.source)))
    return {"rows": rows}


def _open(ctx: Context, entry: Open) -> dict[str, str]:
    return {key: getattr(entry, key).said(ctx.lang) for key in ("question", "kept", "why")}


@block("sources", sample="[sources]")
def sources(ctx: Context) -> Values:
    """The sources that the rules name, and what they are."""
    shown = cited_sources(game_of(ctx))
    if not shown:
        ctx.problem("the rules name no sources")
    rows = [(source, typeset(ctx, source.about.said(ctx.lang))) for source in shown]
    return {"say": words(ctx).text, "rows": rows}


@block("differences", sample="[differences]")
def differences(ctx: Context, *, caption: str = "") -> Values:
    """How this rule set differs from the game: each change as a sentence, with who says so."""
    game, said = game_of(ctx), words(ctx).text
    told = _told(ctx, game)
    parts = [(typeset(ctx, part), _cites(ctx, by)) for parts, by in told.items() for part in parts]
    rows = [(rule, source, _tall(rule)) for rule, source in parts]
    if not game.changes:
        ctx.problem(
            f"the rule set '{game.variant}' changes nothing", "put the block into [if has=changes]"
        )
    elif not rows:
        rows = [(Markup("{}").format(said("differences", "same")), Markup(""), False)]
    default = said("differences", "caption", name=game.name.said(ctx.lang))
    return {
        "say": said,
        "rows": rows,
        "caption": ctx.written(caption) if caption else default,
    }


def _told(ctx: Context, game: Game) -> Mapping[tuple[str, ...], list[str]]:
    """Every difference as texts that can stand alone, with its sources; what is the same of several
    contracts is told once of all.
    """
    found: dict[tuple[str, ...], tuple[list[str], list[str]]] = {}
    for change, others in _shared(
        [change for change in game.changes if change.path[0] not in _FOR_READERS]
    ):
        about = change.path[1] if change.path[0] == "contracts" and change.path[1:] else ""
        parts = prose(ctx).difference_in_parts(change.path, change.old, change.new, others)
        if parts:
            opened = tuple(open_to(ctx, part, str(about)) for part in parts)
            contracts, sources = found.setdefault(opened, ([], []))
            if about not in contracts:
                contracts.append(str(about))
            sources.append(change.source)
    return {
        tuple(closed(ctx, part, contracts) for part in parts): sources
        for parts, (contracts, sources) in found.items()
    }


def _shared(changes: Sequence[Difference]) -> Iterator[tuple[Difference, list[str]]]:
    """Each change, with the names of the other bonuses whose lists change in the same way; these
    are left out.
    """
    told: list[tuple[Any, ...]] = []
    for change in changes:
        same = _alike(change)
        if same not in told:
            told.append(same)
            yield (
                change,
                [str(it.path[1]) for it in changes if it is not change and _alike(it) == same],
            )


def _alike(change: Difference) -> tuple[Any, ...]:
    """What two changes have in common that can be told together: all but the name, of a list of a
    bonus.
    """
    listed = (
        change.path[0] == "bonuses"
        and len(change.path) > 2
        and isinstance(change.new, list | tuple)
    )
    return (*(change.path[2:] if listed else change.path), change.old, change.new, change.source)


@block("not-used", sample="[not-used]")
def not_used(ctx: Context) -> Values:
    """Rules that a source names as played elsewhere, and that are not played here."""
    entries = game_of(ctx).not_used
    if not entries:
        ctx.problem(
            "the rules name nothing that is not used", "put the block into [if has=not_used]"
        )
    return {
        "rows": [
            (typeset(ctx, entry.rule.said(ctx.lang)), _cite(ctx, entry.source)) for entry in entries
        ]
    }


@block("disputes", sample="[disputes]")
def disputes(ctx: Context, *, caption: str = "") -> Values:
    """On what the sources contradict each other: who says what, and what is played here."""
    entries, said = game_of(ctx).disputes, words(ctx).text
    if not entries:
        ctx.problem(
            "the sources contradict each other nowhere", "put the block into [if has=disputes]"
        )
    return {
        "say": said,
        "rows": list(_disputed(ctx, entries)),
        "caption": ctx.written(caption) if caption else said("disputes", "caption"),
    }


def _disputed(ctx: Context, entries: Iterable[Dispute]) -> Iterator[Values]:
    """A row for each contradiction; a rule of many lines that another row has told is not told
    again.
    """
    told: dict[Html, Dispute] = {}
    for entry in entries:
        kept = _kept(ctx, entry)
        if (first := told.setdefault(kept, entry)) is not entry and len(kept) > _LONG:
            kept = typeset(ctx, words(ctx).text("disputes", "as", topic=first.topic.said(ctx.lang)))
        yield _dispute(ctx, entry, kept)


def _kept(ctx: Context, entry: Dispute) -> Html:
    """What is played here, in a text of its own or in the words of the rule."""
    return (
        typeset(ctx, entry.kept.said(ctx.lang))
        if entry.kept
        else next(_rules(ctx, entry), Markup(""))
    )


def _dispute(ctx: Context, entry: Dispute, kept: Html) -> Values:
    opinions = [
        (_cite(ctx, source), typeset(ctx, text.said(ctx.lang)))
        for source, text in entry.said.items()
    ]
    elsewhere = (
        words(ctx).text("disputes", "elsewhere", text=entry.elsewhere.said(ctx.lang))
        if entry.elsewhere
        else ""
    )
    return {
        "topic": typeset(ctx, entry.topic.said(ctx.lang)),
        "said": opinions,
        "elsewhere": typeset(ctx, elsewhere),
        "kept": kept,
        "tall": _tall(
            *map(Markup().join, opinions), typeset(ctx, elsewhere), kept, most=_TALL_BESIDE
        ),
    }


def _tall(*texts: Html, most: int = _TALL) -> bool:
    """Whether texts take so many lines of a table that a page may end among them."""
    return sum(map(breadth, texts)) > most


def _rules(ctx: Context, entry: Dispute) -> Iterator[Html]:
    """The rules that a dispute is about, as far as this game has them; never a whole contract or
    bonus, or another that takes half a page to tell.
    """
    for path in entry.at:
        whole = path.count(".") < 2 and path.partition(".")[0] in _WHOLE
        if ctx.has(path) and not whole and not path.startswith("deck."):
            told = rule(ctx, steps(path, ctx))
            if len(told) <= _SHORT:
                yield told


def _cite(ctx: Context, cite: str, gap: str = "\u00a0") -> Html:
    """A source and, after a ``gap``, a place in it; the name of the place is in the language of the
    source.
    """
    source = game_of(ctx).sources.get(_id(cite))
    lang = source.language if source else ctx.lang
    return _CITE.format(
        _LANG.format(lang) if lang != ctx.lang else "", cite.replace(" §", f"{gap}§")
    )


def _cites(ctx: Context, sources: list[str]) -> Html:
    """Sources for a narrow column, in which a place may stand on a line of its own."""
    cites = [_cite(ctx, source, " ") for source in dict.fromkeys(sources)]
    return Markup.escape(words(ctx).text("join", "comma")).join(cites)


def cited_sources(game: Game) -> list[Source]:
    """The sources that the game's rules, its pack, its variant or a contradiction name, out of all
    that there are.
    """
    cited = (
        set(_cited(game.data))
        | set(_cited(game.deck.data))
        | {_id(change.source) for change in game.changes}
    )
    cited |= {_id(source) for dispute in game.disputes for source in dispute.said}
    return [source for source in game.sources.values() if source.id in cited]


def _cited(data: Any) -> Iterator[str]:
    """The ids of all sources that plain rules name."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key == "source":
                yield from (_id(cite) for cite in ([value] if isinstance(value, str) else value))
            else:
                yield from _cited(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _cited(value)


def _id(cite: str) -> str:
    return cite.partition(" ")[0]


@block("rules", sample="[rules of=auction]")
def rules(ctx: Context, *, of: PathRef, without: str = "") -> Values:
    """Every rule of a part (`of`: ``auction``, ``play``) as a list of sentences, each with what is
    open about it.

    `without` names parts of it, separated by commas, that are told elsewhere.
    """
    inside = game_of(ctx).at(steps(of, ctx))
    left_out = [part.strip() for part in without.split(",") if part.strip()]
    for part in left_out:
        if not isinstance(inside, Mapping) or part not in inside:
            ctx.problem(f"there is no '{part}' in '{of}' that could be left out")
    says = prose(ctx)
    rows = [
        typeset(ctx, says.setting(path, game_of(ctx).at(path)))
        + open_question(ctx, at=".".join(map(str, path)))
        for path in enumeration.whole(game_of(ctx), says.says, steps(of, ctx), left_out)
    ]
    if not rows:
        ctx.problem(
            f"no sentence can be made of what stands at '{of}'",
            "name a part of the rules, as in play",
        )
    return {"rows": rows}
