"""The first spread: a game in two lines, what it takes, the pack made up, a round line by line."""

from __future__ import annotations

import math
from collections.abc import Iterator

from zwanz_ssot.model import Game, Passing
from zwanz_ssot.prose.template import capital

from ..pictures import BoughtPack, SpareCard, bought
from ..shortcodes import Context, Html, Values, block
from .cards import alt
from .kinds import game_of, sizes_of_side
from .wording import in_words, prose, typeset, words

_SECONDS_OF_CARD = 5
_MINUTES_OF_AUCTION = 1
_MINUTES_OF_DEAL = 1
"""An estimate, as no source says how long a round takes: a card every five seconds, and a minute
each to deal and to bid.
"""
_IN_A_LINE = 10
"""The cards in a line of pictures."""
_WIDEST_CARD, _WIDEST_ALONE, _MEASURE = 3.6, 4.6, 30.0
"""The widest card in a row, the widest of a single row, and the width of the text, in em."""
_MOST_LINES = 6
_NOBODY = "nobody"


@block("in-brief", sample="[in-brief]")
def in_brief(ctx: Context) -> Values:
    """What the game is in two lines, how many play, how long a round takes and what one needs."""
    game, say = game_of(ctx), words(ctx).text
    pack = bought(game.deck)
    lines = [
        say(
            "in-brief",
            "what",
            name=game.game_name.text(ctx.lang),
            players=_number(ctx, game.table.players),
            cards=_number(ctx, len(game.deck.cards)),
        ),
        *(say("in-brief", f"{goal}.{game.table.players}", goal) for goal in _goals(game)),
    ]
    return {
        "lines": [typeset(ctx, line) for line in lines],
        "stats": [
            ("players", say("in-brief", "players"), str(game.table.players)),
            ("cards", say("in-brief", "cards"), str(len(game.deck.cards))),
            ("duration", say("in-brief", "duration"), _minutes(ctx)),
        ],
        "needs": typeset(ctx, say("in-brief", "needs", pack=_name(ctx, pack))),
    }


def _number(ctx: Context, number: int) -> str:
    """A number as sentences of the language have it: in words, or in digits."""
    return words(ctx).text("in-brief", "number", words=in_words(ctx, number), digits=str(number))


def _goals(game: Game) -> Iterator[str]:
    """Who plays against whom, as the contracts of a game have it."""
    sizes = {
        min(size, 2)
        for contract in game.contracts.values()
        for size in sizes_of_side(game, contract)
    }
    declared = sizes - {0}
    if declared:
        yield {(1, 2): "goal_either", (2,): "goal_partner"}.get(tuple(declared), "goal_alone")
    if 0 in sizes:
        yield "goal_all_sometimes" if declared else "goal_all"


def _minutes(ctx: Context) -> str:
    """About how long a round takes."""
    game = game_of(ctx)
    played = game.hand_size * game.table.players * _SECONDS_OF_CARD / 60
    minutes = _MINUTES_OF_DEAL + played + (_MINUTES_OF_AUCTION if game.auction else 0)
    return words(ctx).text("in-brief", "minutes", minutes=str(round(minutes)))


def _name(ctx: Context, pack: BoughtPack | None) -> str:
    """What to ask for in a shop."""
    if pack is None:
        deck = game_of(ctx).deck
        return words(ctx).text("bought", "other", cards=_number(ctx, len(deck.cards)))
    return words(ctx).text("bought", pack.id)


@block("pack-to-make", sample="[pack-to-make]")
def pack_to_make(ctx: Context) -> Values:
    """Cards to take out of the bought pack, with their pictures; or the best of each suit."""
    game, say = game_of(ctx), words(ctx).text
    pack = bought(game.deck)
    spare = pack.spare if pack else ()
    kept = _number(ctx, len(game.deck.cards))
    text = say("pack-to-make", "all", kept=kept)
    images = [_first_of(ctx, suit.mask) for suit in game.deck.suits.values()]
    beside, widest = len(images), _WIDEST_ALONE
    if spare:
        keys, out = (f"out.{len(spare)}", "out"), _number(ctx, len(spare))
        text = say("pack-to-make", *keys, kept=kept, out=out)
        images = [ctx.card_image(card.id, _spare_name(ctx, card)) for card in spare]
        beside, widest = math.ceil(len(spare) / math.ceil(len(spare) / _IN_A_LINE)), _WIDEST_CARD
    return {
        "title": say("pack-to-make", "title"),
        "text": typeset(ctx, text),
        "cards": images,
        "per_row": beside,
        "widest": round(beside * min(widest, _MEASURE / beside), 1),
    }


def _first_of(ctx: Context, suit: int) -> Html:
    """The strongest card of a suit."""
    deck = game_of(ctx).deck
    card = deck.by_id[deck.shown(suit)[0]]
    return ctx.card_image(card.id, alt(ctx, card))


def _spare_name(ctx: Context, card: SpareCard) -> str:
    """A card that the game has no name for."""
    deck = game_of(ctx).deck
    known = deck.rank_names.get(card.rank)
    suit = capital(deck.suits[card.suit].name.text(ctx.lang))
    rank = known.text(ctx.lang) if known else card.rank
    return words(ctx).text("names", "card", suit=suit, rank=rank)


@block("round-in-brief", sample="[round-in-brief]")
def round_in_brief(ctx: Context) -> Values:
    """A round in up to six lines, in the order of its steps."""
    lines = list(_steps(ctx))
    if len(lines) > _MOST_LINES:
        lines[-2:] = [f"{lines[-2]}{words(ctx).text('round-in-brief', 'blank')}{lines[-1]}"]
    return {
        "title": words(ctx).text("round-in-brief", "title"),
        "lines": [typeset(ctx, line) for line in lines],
    }


def _steps(ctx: Context) -> Iterator[str]:
    """A line for each step of a round; some steps share one."""
    game = game_of(ctx)

    def say(key: str, **values: str) -> str:
        return words(ctx).text("round-in-brief", key, **values)

    dealt = 0
    has_sides = any(contract.declarers for contract in game.contracts.values())
    scores = not any(map(game.pays_value, game.contracts.values())) and all(
        case.scores for contract in game.contracts.values() for case in contract.payments
    )
    calls = "call" in game.order and any(contract.calls for contract in game.contracts.values())
    for step in game.order:
        if step.startswith("deal."):
            yield _dealt(ctx, step.removeprefix("deal."), more=dealt > 0)
            dealt += 1
        elif step == "auction" and game.auction:
            first = prose(ctx).role(game.auction.first)
            yield say("auction_calls" if game.calls_in_bid else "auction", first=first)
        elif step == "passing" and game.passing:
            yield _passed(ctx, game.passing)
        elif step == "naming" and game.naming:
            yield say("naming", who=prose(ctx).role(game.naming.by))
        elif step == "call" and calls:
            yield say(_called(game))
        elif step == "exchange" and not calls:
            yield say("exchange")
        elif step == "play":
            if extra := _calls_in_play(game):
                yield say(extra)
            yield say("play", cards=_number(ctx, game.hand_size))
            yield say("count" if has_sides else "count_scores" if scores else "count_all")
        elif step == "settlement":
            alone = game.settlement.each_pays == "declarers_alone"
            settled = "settle_alone" if alone else "settle" if has_sides else "settle_all"
            yield say("settle_scores" if scores else settled)


def _passed(ctx: Context, passing: Passing) -> str:
    """How many cards each player passes, in every round or in some."""
    return words(ctx).text(
        "round-in-brief",
        "passing_some" if _NOBODY in passing.to else "passing",
        cards=_number(ctx, passing.cards),
        count=passing.cards,
    )


def _called(game: Game) -> str:
    """The line of the call, with that of the exchange before or after it."""
    if "exchange" not in game.order:
        return "call"
    late = game.order.index("exchange") < game.order.index("call")
    return "exchange_call" if late else "call_exchange"


def _calls_in_play(game: Game) -> str:
    """What may be said before and during the play."""
    bonuses = any(bonus.can_be_announced for bonus in game.bonuses.values())
    if game.kontra:
        return "announce_double" if bonuses else "double"
    return "announce" if bonuses else ""


def _dealt(ctx: Context, name: str, more: bool) -> str:
    """How many cards a deal gives each player, and what it leaves over."""
    game = game_of(ctx)
    key = "deal_more" if more else "deal_first" if len(game.deals) > 1 else "deal"
    values = {"cards": _number(ctx, sum(game.deals[name].packets))}
    if game.talon and not more:
        key, values["talon"] = "deal_talon", _number(ctx, sum(game.talon.packets))
    return words(ctx).text("round-in-brief", key, **values)
