"""The pack: its suits, its cards, what they count."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from zwanz_ssot.model import Card, Deck
from zwanz_ssot.prose.template import capital

from ..shortcodes import Context, Values, block
from .cards import chips, title
from .kinds import DeckRef, game_of
from .wording import prose, words


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
    default = say("deck-overview", f"caption_{show}", name=pack.name.said(ctx.lang))
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
                "name": capital(suit.name.said(ctx.lang)),
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
            ranks.append(deck.rank_names[rank].said(ctx.lang))
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
