"""Cards in running text: small labels of suit and rank."""

from __future__ import annotations

import re
from collections.abc import Iterable

from markupsafe import Markup

from zwanz_renderer.faces.hints import face_of
from zwanz_renderer.faces.scenes import SCENES
from zwanz_renderer.shortcodes import Context, Html
from zwanz_ssot.model import Card
from zwanz_ssot.prose.template import capital

from .kinds import game_of
from .speech import prose
from .words import words

_CHIP = Markup('<span class="chip chip-{}" title="{}">{}{}</span>')
_MANY, _HELD = 11, 3
_LATIN = "[0-9A-Za-zÀ-ɏ]"
"""What a sign cannot touch: letters of scripts with blanks between words. In Japanese it always
touches some.
"""


def title(ctx: Context, card: Card) -> str:
    """A card's name, as in a heading."""
    return prose(ctx).card(card.index)


def alt(ctx: Context, card: Card) -> str:
    """What is read aloud for a picture of a card: its name, with its suit where it is called by its
    rank alone.
    """
    name = title(ctx, card)
    suit = game_of(ctx).deck.suits[card.suit].name.said(ctx.lang)
    return (
        words(ctx).text("names", "card", suit=capital(suit), rank=name)
        if name == card.rank
        else name
    )


def chip(ctx: Context, card: Card) -> Html:
    """A card as a label: the sign of its suit, where it has one, and its rank."""
    suit = game_of(ctx).deck.suits[card.suit]
    motif = face_of(card, tuple(SCENES)).motif
    marked = game_of(ctx).deck.sign(card.suit, ctx.lang)
    sign = ctx.suit_image(motif, suit.name.said(ctx.lang)) if marked else ""
    return _CHIP.format(motif, alt(ctx, card), sign, _rank(ctx, card))


def chips(ctx: Context, cards: Iterable[Card]) -> Html:
    """Several cards, one after the other; of many, the last ones hold together, so that none is
    alone on a line.
    """
    each = [chip(ctx, card) for card in cards]
    held = _HELD if len(each) > _MANY else 1
    return Markup(" ").join([*each[:-held], Markup("\u00a0").join(each[-held:])])


def with_chips(ctx: Context, text: Html, cards: Iterable[Card]) -> Html:
    """A text in which these cards, where they stand as sign and rank, are labels."""
    shown = {prose(ctx).card_short(card.index): card for card in cards}
    if not shown:
        return text
    signs = "|".join(re.escape(sign) for sign in sorted(shown, key=len, reverse=True))
    parts = re.split(rf"(?<!{_LATIN})({signs})(?!{_LATIN})", text)
    return Markup("").join(
        chip(ctx, shown[part]) if part in shown else Markup(part) for part in parts
    )


def _rank(ctx: Context, card: Card) -> str:
    """The rank; a rank that is no more than the start of the card's own name is written out."""
    name = card.name.said(ctx.lang) if card.name else ""
    corner = game_of(ctx).deck.corner(card.rank, ctx.lang)
    return name if len(card.rank) < len(name) and name.startswith(card.rank) else corner
