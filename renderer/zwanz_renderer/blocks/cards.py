"""Cards on the page: one, a row, a grid, one in the middle of a sentence, small labels of suit and rank."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from markupsafe import Markup

from zwanz_ssot.model import Card
from zwanz_ssot.prose.template import capital

from ..faces.hints import face_of
from ..faces.scenes import SCENES
from ..shortcodes import Context, Html, Percent, Values, Whole, block
from .kinds import CardRef, CardsRef, DeckRef, game_of
from .wording import markdown, prose, words

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


Angle = Annotated[int, Whole(-180, 180)]
Columns = Annotated[int, Whole(1, 10)]
_PER_ROW = 10
_WIDTH = 4.9
"""Of a card with the gap beside it, in ems of the text."""
_WIDER_THAN_HIGH = 2.2
"""How many times more cards stand beside each other in a grid than below each other."""
_FAN = 7
"""Degrees from one card of a fan to the next."""


@block("card", inline=True, sample="[[T-XX]], the [card id=T-I as=name], [card id=H-K as=image]")
def card(ctx: Context, *, id: CardRef, as_: Literal["chip", "name", "image"] = "chip") -> Html:
    """A card in a sentence: its label, its name or a tiny picture."""
    if as_ == "name":
        return Html.escape(title(ctx, id))
    return (
        chip(ctx, id)
        if as_ == "chip"
        else ctx.card_image(id.id, alt(ctx, id), kind="card card-tiny")
    )


@block("card-deck", sample='[card-deck id=T-XX angle=-6 caption="The card that is called"]')
def card_deck(ctx: Context, *, id: CardRef, angle: Angle = 0, caption: str = "") -> Values:
    """One card, turned by some degrees (clockwise) if you like."""
    _is_called(ctx, id, caption)
    return {"image": _image(ctx, id), "angle": angle, "caption": markdown(ctx, caption)}


@block("card-row", sample='[card-row cards=trull named=yes caption="The Trull"]')
def card_row(
    ctx: Context,
    *,
    cards: list[CardsRef],
    deck: DeckRef | None = None,
    labels: tuple[str, ...] = (),
    named: bool = False,
    caption: str = "",
) -> Values:
    """Cards side by side, each with a label or its name; a set of the deck stands for all its
    cards.
    """
    shown = flat(cards)
    return _laid(
        ctx, shown, labels, named, caption, math.ceil(len(shown) / math.ceil(len(shown) / _PER_ROW))
    )


@block(
    "card-grid",
    sample='[card-grid cards="H-K H-Q D-K D-Q C-K C-Q" columns=3 width=50]\n\n[card-grid cards=tarock]',
)
def card_grid(
    ctx: Context,
    *,
    cards: list[CardsRef],
    deck: DeckRef | None = None,
    columns: Columns | None = None,
    labels: tuple[str, ...] = (),
    named: bool = False,
    caption: str = "",
) -> Values:
    """Cards in lines of equal length, as many beside each other as look well, or as you say."""
    shown = flat(cards)
    beside = columns or min(_PER_ROW, math.ceil(math.sqrt(len(shown) * _WIDER_THAN_HIGH)))
    return _laid(ctx, shown, labels, named, caption, beside)


def _laid(
    ctx: Context,
    shown: list[Card],
    labels: tuple[str, ...],
    named: bool,
    caption: str,
    per_row: int,
) -> Values:
    if labels and len(labels) != len(shown):
        ctx.problem(f"{len(shown)} cards but {len(labels)} labels", "label each card, or none")
        labels = ()
    if labels and named:
        ctx.problem("has labels and named=yes", "keep one of them")
    for card, label in zip(shown, labels, strict=False):
        _is_called(ctx, card, label)
    return {
        "cells": [
            (_image(ctx, card), _label(ctx, card, n, labels, named)) for n, card in enumerate(shown)
        ],
        "per_row": per_row,
        "widest": per_row * _WIDTH,
        "caption": markdown(ctx, caption),
    }


@block("card-1", sample='[card-1 cards=T-XX caption="The Twenty"]')
def card_1(
    ctx: Context, *, cards: list[CardsRef], caption: str = "", width: Percent = 26
) -> Values:
    """One card to look at."""
    return _shown(ctx, cards, 1, "row", caption, width)


@block(
    "card-2",
    sample='[card-2 cards="T-Sk T-XXI" caption="Who wins?"]\n\n[card-2 cards="H-K H-Q" layout=fan]',
)
def card_2(
    ctx: Context,
    *,
    cards: list[CardsRef],
    layout: Literal["row", "fan"] = "row",
    caption: str = "",
    width: Percent = 44,
) -> Values:
    """Two cards to look at, side by side or held in a hand."""
    return _shown(ctx, cards, 2, layout, caption, width)


@block("card-3", sample="[card-3 cards=trull]\n\n[card-3 cards=trull layout=fan width=40]")
def card_3(
    ctx: Context,
    *,
    cards: list[CardsRef],
    layout: Literal["row", "fan"] = "row",
    caption: str = "",
    width: Percent = 60,
) -> Values:
    """Three cards to look at, side by side or held in a hand."""
    return _shown(ctx, cards, 3, layout, caption, width)


@block("card-4", sample="[card-4 cards=kings]\n\n[card-4 cards=kings layout=stack width=36]")
def card_4(
    ctx: Context,
    *,
    cards: list[CardsRef],
    layout: Literal["row", "stack"] = "row",
    caption: str = "",
    width: Percent = 76,
) -> Values:
    """Four cards to look at, in a row or two upon two."""
    return _shown(ctx, cards, 4, layout, caption, width)


def _shown(
    ctx: Context, cards: list[tuple[Card, ...]], count: int, layout: str, caption: str, width: int
) -> Values:
    shown = flat(cards)
    if len(shown) != count:
        ctx.problem(
            f"shows {count}, and {len(shown)} are given",
            "[card-row] and [card-grid] show any number",
        )
    if len(shown) == 1:
        _is_called(ctx, shown[0], caption)
    middle = (len(shown) - 1) / 2
    return {
        "cells": [
            (_image(ctx, card), round((n - middle) * _FAN, 1)) for n, card in enumerate(shown)
        ],
        "per_row": 2 if layout == "stack" else max(len(shown), 1),
        "layout": layout,
        "caption": markdown(ctx, caption),
        "width": width,
    }


def _is_called(ctx: Context, card: Card, text: str) -> None:
    """Refuse the name of another card below a card."""
    own, text = set(map(str.casefold, _names(ctx, card))), text.strip()
    others = (
        other
        for other in game_of(ctx).deck.cards
        if text.casefold() in map(str.casefold, _names(ctx, other))
    )
    if text and text.casefold() not in own and next(others, None):
        ctx.problem(
            f"'{text}' stands below {card.id}, and is the name of another card",
            f"write {title(ctx, card)}",
        )


def _names(ctx: Context, card: Card) -> Iterator[str]:
    """What a card may be called in the language of the book: by its name, by its rank."""
    yield title(ctx, card)
    rank = game_of(ctx).deck.rank_names.get(card.rank)
    yield from (name.said(ctx.lang) for name in (card.name, rank) if name)


def flat(cards: list[tuple[Card, ...]]) -> list[Card]:
    """Cards and sets of cards as one list of cards."""
    return [card for group in cards for card in group]


def _image(ctx: Context, card: Card) -> Html:
    return ctx.card_image(card.id, alt(ctx, card))


def _label(
    ctx: Context, card: Card, number: int, labels: tuple[str, ...], named: bool
) -> Html | str:
    if labels:
        return markdown(ctx, labels[number])
    return title(ctx, card) if named else ""
