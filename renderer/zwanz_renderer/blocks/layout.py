"""Columns, page breaks, notes, thoughts, small facts at a glance, and links."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from typing import Annotated, Literal
from urllib.parse import urlsplit

from markupsafe import Markup

from zwanz_ssot.model import SEATS, SIDES, Role
from zwanz_ssot.paths import parse_step
from zwanz_ssot.problems import nearest
from zwanz_ssot.prose.template import Phrase

from ..shortcodes import BadValue, Context, Html, OneOf, Values, Whole, block
from ..text.html_tree import Edits, tree_of
from .cards import chips, flat
from .kinds import CardsRef, Href, game_of, seats_of
from .wording import in_words, markdown, prose, typeset, words

_ONLINE = Html('<div class="online">\n{}</div>\n')
_ONLINE_SAMPLE = """[online]
What would be too much on paper …
[/online]"""
_COLUMN = Html('<div class="col">\n{}</div>\n')
_VOID = ("br", "img", "hr", "wbr", "col", "input")
_SAMPLE = """[columns count=2]
[col]
On the left …
[/col]
[col]
… and on the right.
[/col]
[/columns]"""


@block("columns", body=True, sample=_SAMPLE)
def columns(ctx: Context, *, body: Html, count: Annotated[int, Whole(2, 4)] = 2) -> Values:
    """Columns of equal width, one [col] each."""
    inside = _Columns()
    inside.feed(body)
    if inside.found != count:
        there = f"there {'is' if inside.found == 1 else 'are'} {inside.found}"
        text = f"{count} columns are asked for, and {there}"
        ctx.problem(text, "give each column a [col] … [/col]")
    if inside.stray:
        hint = "put it into a [col] … [/col], or outside of [columns]"
        ctx.problem("something stands between the columns", hint)
    return {"body": body, "count": count}


@block("col", body=True, plain=True, sample=_SAMPLE)
def col(ctx: Context, *, body: Html) -> Html:
    """One column inside of columns."""
    return _COLUMN.format(body)


@block("online", body=True, plain=True, sample=_ONLINE_SAMPLE)
def online(ctx: Context, *, body: Html) -> Html:
    """What stands on the web page alone; on paper a line names its sections."""
    return _ONLINE.format(body)


@block("pagebreak", sample="[pagebreak]")
def pagebreak(ctx: Context) -> Values:
    """What follows begins on a new page of the printed book."""
    return {}


@block("note", body=True, sample='[note title="A hint"]\nCount the tarocks.\n[/note]')
def note(ctx: Context, *, body: Html, title: str = "") -> Values:
    """A remark apart from the text, with a title if you like."""
    return {"body": body, "title": ctx.written(title) if title else ""}


class _Columns(HTMLParser):
    """Counts the columns at the top of a text, and reports anything else there."""

    def __init__(self) -> None:
        super().__init__()
        self.found, self.stray, self._depth = 0, False, 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._depth == 0:
            is_column = ("class", "col") in attrs
            self.found += is_column
            self.stray = self.stray or not is_column
        self._depth += tag not in _VOID

    def handle_endtag(self, tag: str) -> None:
        self._depth -= tag not in _VOID

    def handle_data(self, data: str) -> None:
        self.stray = self.stray or (self._depth == 0 and bool(data.strip()))


Tint = Literal["red", "gold", "blue", "green"]
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


@dataclass(frozen=True, slots=True)
class _Colour:
    """A colour as in style sheets."""

    wants: str = "a colour as six hexadecimal digits, as in #A8281F"

    def parse(self, text: str, ctx: Context) -> str:
        if not _COLOUR.fullmatch(text):
            raise BadValue(f"must be {self.wants}; got '{text}'")
        return text.upper()


Colour = Annotated[str, _Colour()]


@block(
    "pov",
    body=True,
    sample="[pov player=second color=blue]\nForehand has *called*. Is it me?\n[/pov]",
)
def pov(ctx: Context, *, body: Html, player: str, color: Tint = "red") -> Values:
    """What one player sees and thinks; the player is a seat or any name."""
    seats = seats_of(ctx)
    meant_as_seat = player in SEATS or (player.islower() and nearest(player, seats))
    if player not in seats and meant_as_seat:
        ctx.problem(f"nobody sits there: player={player}", f"seats are {', '.join(seats)}")
    seat = words(ctx).text("seats", player) if player in seats else markdown(ctx, player)
    return {
        "body": body,
        "color": color,
        "label": Html.escape(words(ctx).text("pov", "label", player="{}")).format(seat),
    }


@block(
    "sticky", body=True, sample='[sticky title="Remember"]\nWho is void **must** trump.\n[/sticky]'
)
def sticky(ctx: Context, *, body: Html, title: str = "") -> Values:
    """A note as if stuck to the page."""
    return {"body": body, "title": markdown(ctx, title)}


@block(
    "cta-banner",
    sample='[cta-banner href="https://example.org/" label="Play along" text="A table is free."]',
)
def cta_banner(ctx: Context, *, href: Href, label: str = "", text: str = "") -> Values:
    """A link that asks to be followed: to a place in the book, or to a web page."""
    target, say = urlsplit(href), words(ctx).text
    if target.scheme:
        default = say("cta-banner", "away", where=target.netloc or target.path)
    else:
        default = say("cta-banner", "here")
    return {
        "href": href,
        "label": markdown(ctx, label) or default,
        "text": markdown(ctx, text),
    }


@block(
    "color-swatch-row",
    sample='[color-swatch-row hex="#A8281F, #D6A03C, #264B73" label="red, gold, blue"]',
)
def color_swatch_row(
    ctx: Context, *, hex: list[Colour], label: tuple[str, ...] = (), caption: str = ""
) -> Values:
    """Colours side by side, each with its label and its number."""
    if label and len(label) != len(hex):
        ctx.problem(f"{len(hex)} colours but {len(label)} labels", "label each colour, or none")
        label = ()
    labels = [markdown(ctx, text) for text in label] or [""] * len(hex)
    return {"swatches": list(zip(hex, labels, strict=True)), "caption": markdown(ctx, caption)}


Players = Annotated[int, Whole(1, len(SEATS))]
Taker = Annotated[str, OneOf((*SIDES, *SEATS))]
Points = Annotated[int, Whole(0)]


@block("stats-row", sample='[stats-row ages="from ten" duration="an evening"]')
def stats_row(
    ctx: Context, *, players: Players | None = None, ages: str = "", duration: str = ""
) -> Values:
    """How many play (the rules know), from which age, for how long: in words, or in years and
    minutes.
    """
    there, say = game_of(ctx).table.players, words(ctx).text
    if players not in (None, there):
        text = f"the game is for {there} players, not for {players}"
        ctx.problem(text, "leave players out: the rules know")
    shown = {
        "players": in_words(ctx, there),
        "ages": _counted(ctx, "years", ages),
        "duration": _counted(ctx, "minutes", duration),
    }
    stats = [(kind, say("stats-row", kind), value) for kind, value in shown.items() if value]
    return {"stats": stats}


def _counted(ctx: Context, unit: str, written: str) -> Html | str:
    """A whole number with its unit; any other text as it is written."""
    count = parse_step(written)
    if isinstance(count, str):
        return markdown(ctx, written)
    return typeset(ctx, words(ctx).text("stats-row", unit, count=count))


@block("capture-marker", sample='[capture-marker cards="T-XXI H-K D-Q" points=14 to=declarers]')
def capture_marker(
    ctx: Context, *, cards: list[CardsRef] | None = None, to: Taker, points: Points | None = None
) -> Values:
    """What captured cards count, and for whom; a wrong number of points is a problem, and without
    cards one that is more than all cards count.
    """
    shown = flat(cards or [])
    if twice := sorted({card.id for card in shown if shown.count(card) > 1}):
        ctx.problem(f"counts {', '.join(twice)} twice", "name each card once")
    game, sentences = game_of(ctx), prose(ctx)
    once = {card.id: card for card in shown}.values()
    parts = sum(map(game.worth, once))
    if cards is None and points is None:
        ctx.problem("names neither cards nor points", "give one of them")
    elif cards is None and points is not None:
        parts = points * game.unit
        if parts > game.worth_of_all:
            all_points = sentences.points(game.worth_of_all)
            ctx.problem(f"all cards together count {all_points}, not {points}")
    counted = Phrase(sentences.points(parts), number="one" if parts == game.unit else "many")
    if points is not None and parts != points * game.unit:
        text = f"these cards count {counted.text}, not {points}"
        whole, rest = divmod(parts, game.unit)
        ctx.problem(text, "leave points out" if rest else f"write points={whole}, or leave it out")

    # Who captured them: a seat of this table, or a side.
    if to in SEATS and to not in seats_of(ctx):
        ctx.problem(f"nobody sits there: to={to}", f"seats are {', '.join(seats_of(ctx))}")
    if to in SIDES:
        who = sentences.role(Role(to, None, ()), "acc")
    else:
        who = sentences.seat(SEATS.index(to), "acc")
    return {
        "cards": chips(ctx, shown),
        "text": words(ctx).text("capture-marker", "text", points=counted, who=who),
    }


_LINK = Markup('<a href="#{}">{}</a>')
_NAME = re.compile(r"[A-Za-z0-9][\w-]*")


@dataclass(frozen=True, slots=True)
class _Anchor:
    """The anchor of a heading, with or without ``#``."""

    wants: str = "the anchor of a section, as in #the-match"

    def parse(self, text: str, ctx: Context) -> str:
        anchor = text.removeprefix("#")
        if not _NAME.fullmatch(anchor):
            raise BadValue(f"must be {self.wants}; got '{text}'")
        return anchor


Anchor = Annotated[str, _Anchor()]


@block("ref", inline=True, sample='It is told [ref to=top text="at the top"].')
def ref(ctx: Context, *, to: Anchor, text: str = "") -> Html:
    """A link to a section of the book, by its heading or by words of your own; ``[[#anchor]]`` is
    short for it.
    """
    return _LINK.format(to, ctx.written(text) if text else _title(ctx, to))


def _title(ctx: Context, anchor: str) -> Html:
    """The words of the heading with this anchor, without links of their own.

    If there is no such heading (a problem of its own), or it refers to others, they are made of the
    anchor.
    """
    title = ctx.titles.get(anchor) or anchor.replace("-", " ")
    html = str(replace(ctx, titles={}).render_inline(title))
    edits = Edits(html)
    for link in tree_of(html).named("a"):
        edits.replace(link.start, link.inside, "")
        edits.replace(link.close, link.end, "")
    return Html(edits.made())
