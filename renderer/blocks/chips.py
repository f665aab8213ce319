"""Cards in running text: small labels of suit and rank."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from renderer.faces.hints import face_of
from renderer.faces.scenes import SCENES
from renderer.shortcodes import Context, Html
from zwanz_ssot.model import Card

from .kinds import game_of
from .speech import prose

_CHIP = Markup('<span class="chip chip-{}" title="{}">{}{}</span>')


def title(ctx: Context, card: Card) -> str:
    """A card's name, as in a heading."""
    return prose(ctx).card(card.index)


def chip(ctx: Context, card: Card) -> Html:
    """A card as a label: the sign of its suit, where it has one, and its rank."""
    suit = game_of(ctx).deck.suits[card.suit]
    motif = face_of(card, tuple(SCENES)).motif
    sign = ctx.suit_image(motif, suit.name.said(ctx.lang)) if suit.symbol else ""
    return _CHIP.format(motif, title(ctx, card), sign, _rank(ctx, card))


def chips(ctx: Context, cards: Iterable[Card]) -> Html:
    """Several cards, one after the other."""
    return Markup(" ").join(chip(ctx, card) for card in cards)


def _rank(ctx: Context, card: Card) -> str:
    """The rank; a rank that is no more than the start of the card's own name is written out."""
    name = card.name.said(ctx.lang) if card.name else ""
    return name if len(card.rank) < len(name) and name.startswith(card.rank) else card.rank
