"""Apart from the text: what a player thinks, a note stuck to the page, a way to go on, colours."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Literal
from urllib.parse import urlsplit

from zwanz_renderer.shortcodes import BadValue, Context, Html, Values, block
from zwanz_ssot.model import SEATS
from zwanz_ssot.problems import nearest

from .cards import said
from .kinds import Href, seats_of
from .words import words

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
    if player not in seats and (player in SEATS or (player.islower() and nearest(player, seats))):
        ctx.problem(f"nobody sits there: player={player}", f"seats are {', '.join(seats)}")
    seat = words(ctx).text("seats", player) if player in seats else said(ctx, player)
    return {
        "body": body,
        "player": seat,
        "color": color,
        "label": words(ctx).text("pov", "label", player=seat),
    }


@block(
    "sticky", body=True, sample='[sticky title="Remember"]\nWho is void **must** trump.\n[/sticky]'
)
def sticky(ctx: Context, *, body: Html, title: str = "") -> Values:
    """A note as if stuck to the page."""
    return {"body": body, "title": said(ctx, title)}


@block(
    "cta-banner",
    sample='[cta-banner href="https://example.org/" label="Play along" text="A table is free."]',
)
def cta_banner(ctx: Context, *, href: Href, label: str = "", text: str = "") -> Values:
    """A link that asks to be followed: to a place in the book, or to a web page."""
    target = urlsplit(href)
    words_ = words(ctx)
    default = (
        words_.text("cta-banner", "away", where=target.netloc or target.path)
        if target.scheme
        else ""
    )
    return {
        "href": href,
        "label": said(ctx, label) or default or words_.text("cta-banner", "here"),
        "text": said(ctx, text),
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
    labels = [said(ctx, text) for text in label] or [""] * len(hex)
    return {"swatches": list(zip(hex, labels, strict=True)), "caption": said(ctx, caption)}
