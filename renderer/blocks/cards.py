"""Cards on the page: one, a row of them, one in the middle of a sentence."""

from __future__ import annotations

import math
from typing import Annotated, Literal

from renderer.shortcodes import Context, Html, Values, Whole, block
from zwanz_ssot.model import Card

from .chips import chip, title
from .kinds import CardRef, CardsRef

Angle = Annotated[int, Whole(-180, 180)]
_PER_ROW = 10
_WIDTH = 4.9
"""Of a card with the gap beside it, in ems of the text."""


@block("card", inline=True, sample="[[T-XX]], the [card id=T-I as=name], [card id=H-K as=image]")
def card(ctx: Context, *, id: CardRef, as_: Literal["chip", "name", "image"] = "chip") -> Html:
    """A card in a sentence: its label, its name or a tiny picture."""
    if as_ == "name":
        return Html.escape(title(ctx, id))
    return chip(ctx, id) if as_ == "chip" else ctx.card_image(id.id, title(ctx, id), kind="card card-tiny")


@block("card-deck", sample='[card-deck id=T-XX angle=-6 caption="The card that is called"]')
def card_deck(ctx: Context, *, id: CardRef, angle: Angle = 0, caption: str = "") -> Values:
    """One card, turned by some degrees (clockwise) if you like."""
    return {"image": ctx.card_image(id.id, title(ctx, id)), "angle": angle, "caption": _said(ctx, caption)}


@block("card-row", sample='[card-row cards=trull named=yes caption="The Trull"]')
def card_row(
    ctx: Context,
    *,
    cards: list[CardsRef],
    labels: tuple[str, ...] = (),
    named: bool = False,
    caption: str = "",
) -> Values:
    """Cards side by side, each with a label or its name; a set of the deck stands for all its cards."""
    shown = [card for group in cards for card in group]
    if labels and len(labels) != len(shown):
        ctx.problem(f"{len(shown)} cards but {len(labels)} labels", "label each card, or none")
        labels = ()
    if labels and named:
        ctx.problem("has labels and named=yes", "keep one of them")
    rows = math.ceil(len(shown) / _PER_ROW)
    return {
        "cells": [(_image(ctx, card), _label(ctx, card, n, labels, named)) for n, card in enumerate(shown)],
        "per_row": (per_row := math.ceil(len(shown) / rows)),
        "widest": per_row * _WIDTH,
        "caption": _said(ctx, caption),
    }


def _image(ctx: Context, card: Card) -> Html:
    return ctx.card_image(card.id, title(ctx, card))


def _label(ctx: Context, card: Card, number: int, labels: tuple[str, ...], named: bool) -> Html | str:
    if labels:
        return _said(ctx, labels[number])
    return title(ctx, card) if named else ""


def _said(ctx: Context, text: str) -> Html | str:
    return ctx.render_inline(text) if text else ""
