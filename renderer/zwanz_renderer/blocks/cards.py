"""The pack: its suits, its cards, what they count.

Cards on the page: one, a row, a grid, one in a sentence, small labels of suit and rank.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from markupsafe import Markup

from zwanz_ssot.model import Card, Deck
from zwanz_ssot.prose.template import capital

from ..faces.indices import face_of
from ..faces.scenes import SCENES
from ..shortcodes import Context, Html, Percent, Values, Whole, block
from .kinds import CardRef, CardsRef, DeckRef, game_of
from .wording import markdown, prose, words


@block("deck-overview", sample="[deck-overview]\n\n[deck-overview show=points]")
def deck_overview(
    ctx: Context,
    *,
    show: Literal["suits", "points"] = "suits",
    deck: DeckRef | None = None,
    caption: str = "",
) -> Values:
    """The pack by suit, the strongest card of the usual ranking first; or what the cards count, the
    dearest first.

    Where cards are counted in packets, what each counts alone stands beside it.
    """
    pack, say = game_of(ctx).deck, words(ctx).text
    rows = _suits(ctx, pack) if show == "suits" else _points(ctx, pack)
    if not rows:
        ctx.problem("the pack has no cards")
    default = say("deck-overview", f"caption_{show}", name=pack.name.text(ctx.lang))
    return {
        "say": say,
        "show": show,
        "rows": rows,
        "total": len(pack.cards),
        "packets": game_of(ctx).count.packets is not None,
        "points": prose(ctx).points(game_of(ctx).worth_of_all),
        "caption": ctx.written(caption) if caption else default,
    }


def _suits(ctx: Context, deck: Deck) -> list[Values]:
    """A row for each suit, with its cards from the strongest down."""
    game, rows = game_of(ctx), []
    for suit in deck.suits.values():
        cards = [deck.cards[index] for index in deck.order(suit.id, game.play.ranking)]
        if cards:
            row = {
                "name": capital(suit.name.text(ctx.lang)),
                "cards": chips(ctx, cards),
                "count": len(cards),
                "points": prose(ctx).points(sum(map(game.worth, cards))),
            }
            rows.append(row)
    return rows


def _points(ctx: Context, deck: Deck) -> list[Values]:
    """A row for each number of points that a card may count, the highest first."""
    spell, comma = prose(ctx).points, words(ctx).text("join", "comma")
    ordered = [deck.by_id[id] for id in deck.shown(deck.all)]
    rows = []
    for points in sorted({card.points for card in deck.cards}, reverse=True):
        cards = [card for card in ordered if card.points == points]
        count, worth = len(cards), game_of(ctx).worth(cards[0])
        row = {
            "kinds": capital(comma.join(_kinds(ctx, deck, cards))),
            "count": count,
            "points": points,
            "exact": spell(worth),
            "together": spell(worth * count),
        }
        rows.append(row)
    return rows


def _kinds(ctx: Context, deck: Deck, cards: list[Card]) -> Iterable[str]:
    """The names of cards of one value: ranks, suits or the rest of them, single cards."""
    by_rank, by_suit = _groups(cards, "rank"), _groups(cards, "suit")
    all_ranks, all_suits = _groups(deck.cards, "rank"), _groups(deck.cards, "suit")
    named: set[str] = set()
    ranks = []
    for rank, its in by_rank.items():
        if len(its) > 1 and its == all_ranks[rank] and rank in deck.rank_names:
            ranks.append(deck.rank_names[rank].text(ctx.lang))
            named |= {card.id for card in its}
    for suit, its in by_suit.items():
        left = [card for card in its if card.id not in named]
        rest = len(all_suits[suit]) - len(its)
        if len(left) == len(its) > rest:
            name = prose(ctx).cards(deck.suits[suit].mask)
            yield words(ctx).text("deck-overview", "others" if rest else "whole", suit=name)
        else:
            yield from (title(ctx, card) for card in sorted(left, key=lambda card: -card.index))
    yield from ranks


def _groups(cards: Iterable[Card], by: Literal["rank", "suit"]) -> dict[str, list[Card]]:
    groups: dict[str, list[Card]] = {}
    for card in cards:
        groups.setdefault(getattr(card, by), []).append(card)
    return groups


_CHIP = Markup('<span class="chip chip-{}" title="{}">{}{}</span>')
_MANY, _HELD = 11, 3
_LATIN = "[0-9A-Za-zÀ-ɏ]"
"""Letters of scripts with blanks between words; the sign of a card never touches one."""


def title(ctx: Context, card: Card) -> str:
    """A card's name, as in a heading."""
    return prose(ctx).card(card.index)


def alt(ctx: Context, card: Card) -> str:
    """The alternative text of a card's picture: its name, and its suit if the name is only the
    rank.
    """
    name = title(ctx, card)
    if name != card.rank:
        return name
    suit = game_of(ctx).deck.suits[card.suit].name.text(ctx.lang)
    return words(ctx).text("names", "card", suit=capital(suit), rank=name)


def chip(ctx: Context, card: Card) -> Html:
    """A card as a label: the sign of its suit, if it has one, and its rank."""
    suit = game_of(ctx).deck.suits[card.suit]
    motif = face_of(card, tuple(SCENES)).motif
    marked = game_of(ctx).deck.sign(card.suit, ctx.lang)
    sign = ctx.suit_image(motif, suit.name.text(ctx.lang)) if marked else ""
    return _CHIP.format(motif, alt(ctx, card), sign, _rank(ctx, card))


def chips(ctx: Context, cards: Iterable[Card]) -> Html:
    """Labels in a row; the last ones of many stay together, so that none is alone on a line."""
    each = [chip(ctx, card) for card in cards]
    held = _HELD if len(each) > _MANY else 1
    return Markup(" ").join([*each[:-held], Markup("\u00a0").join(each[-held:])])


def with_chips(ctx: Context, text: Html, cards: Iterable[Card]) -> Html:
    """A text with labels in place of the sign and the rank of these cards."""
    shown = {prose(ctx).card_short(card.index): card for card in cards}
    if not shown:
        return text
    signs = "|".join(re.escape(sign) for sign in sorted(shown, key=len, reverse=True))
    parts = re.split(rf"(?<!{_LATIN})({signs})(?!{_LATIN})", text)
    return Markup("").join(
        chip(ctx, shown[part]) if part in shown else Markup(part) for part in parts
    )


def labelled(ctx: Context, text: Html) -> Html:
    """A text with labels for the cards that it names by the sign of their suit."""
    deck = game_of(ctx).deck
    signs = {suit: deck.sign(suit, ctx.lang) for suit in deck.suits}
    shown = {suit for suit, sign in signs.items() if sign and sign in text}
    return with_chips(ctx, text, [card for card in deck.cards if card.suit in shown])


def _rank(ctx: Context, card: Card) -> str:
    """The rank as in the corner of the card; its name where the rank only begins the name."""
    name = card.name.text(ctx.lang) if card.name else ""
    corner = game_of(ctx).deck.corner(card.rank, ctx.lang)
    return name if len(card.rank) < len(name) and name.startswith(card.rank) else corner


Angle = Annotated[int, Whole(-180, 180)]
Columns = Annotated[int, Whole(1, 10)]
_PER_ROW = 10
_WIDTH = 4.9
"""The width of a card with the gap beside it, in em."""
_WIDER_THAN_HIGH = 2.2
"""A grid has so many times more cards in a row than rows."""
_FAN = 7
"""Degrees from one card of a fan to the next."""


@block("card", inline=True, sample="[[T-XX]], the [card id=T-I as=name], [card id=H-K as=image]")
def card(ctx: Context, *, id: CardRef, as_: Literal["chip", "name", "image"] = "chip") -> Html:
    """A card in a sentence: its label, its name or a tiny picture."""
    if as_ == "name":
        return Html.escape(title(ctx, id))
    if as_ == "chip":
        return chip(ctx, id)
    return ctx.card_image(id.id, alt(ctx, id), kind="card card-tiny")


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
    rows = math.ceil(len(shown) / _PER_ROW)
    return _laid(ctx, shown, labels, named, caption, math.ceil(len(shown) / rows))


@block(
    "card-grid",
    sample='[card-grid cards="H-K H-Q D-K D-Q C-K C-Q" columns=3 width=50]\n\n'
    "[card-grid cards=tarock]",
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
    """Cards in rows, each with a label or its name."""
    if labels and len(labels) != len(shown):
        ctx.problem(f"{len(shown)} cards but {len(labels)} labels", "label each card, or none")
        labels = ()
    if labels and named:
        ctx.problem("has labels and named=yes", "keep one of them")
    for card, label in zip(shown, labels, strict=False):
        _is_called(ctx, card, label)
    texts: Sequence[Html | str] = [""] * len(shown)
    if labels:
        texts = [markdown(ctx, label) for label in labels]
    elif named:
        texts = [title(ctx, card) for card in shown]
    images = [_image(ctx, card) for card in shown]
    return {
        "cells": list(zip(images, texts, strict=True)),
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
    """Exactly `count` cards, side by side or turned like a fan."""
    shown = flat(cards)
    if len(shown) != count:
        text = f"shows {count}, and {len(shown)} are given"
        ctx.problem(text, "[card-row] and [card-grid] show any number")
    if len(shown) == 1:
        _is_called(ctx, shown[0], caption)
    middle = (len(shown) - 1) / 2
    turns = [round((number - middle) * _FAN, 1) for number in range(len(shown))]
    images = [_image(ctx, card) for card in shown]
    return {
        "cells": list(zip(images, turns, strict=True)),
        "per_row": 2 if layout == "stack" else max(len(shown), 1),
        "layout": layout,
        "caption": markdown(ctx, caption),
        "width": width,
    }


def _is_called(ctx: Context, card: Card, text: str) -> None:
    """Report a text below a card that is the name of another card."""
    text = text.strip()
    if not text or text.casefold() in _names(ctx, card):
        return
    if any(text.casefold() in _names(ctx, other) for other in game_of(ctx).deck.cards):
        problem = f"'{text}' stands below {card.id}, and is the name of another card"
        ctx.problem(problem, f"write {title(ctx, card)}")


def _names(ctx: Context, card: Card) -> list[str]:
    """The names of a card in the language of the book, its rank among them, without capitals."""
    names = [title(ctx, card)]
    rank = game_of(ctx).deck.rank_names.get(card.rank)
    names += [name.text(ctx.lang) for name in (card.name, rank) if name]
    return [name.casefold() for name in names]


def flat(cards: list[tuple[Card, ...]]) -> list[Card]:
    """Cards and sets of cards as one list of cards."""
    return [card for group in cards for card in group]


def _image(ctx: Context, card: Card) -> Html:
    return ctx.card_image(card.id, alt(ctx, card))
