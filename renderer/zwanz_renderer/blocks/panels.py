"""Small facts at a glance: how many play, for whom and how long; what a catch of cards counts."""

from __future__ import annotations

from typing import Annotated

from zwanz_renderer.shortcodes import Context, OneOf, Values, Whole, block
from zwanz_ssot.model import SEATS, Role
from zwanz_ssot.prose.template import Phrase

from .cards import flat, said
from .chips import chips
from .kinds import CardsRef, game_of, seats_of
from .speech import prose
from .words import in_words, words

_SIDES = ("declarers", "defenders")
Players = Annotated[int, Whole(1, len(SEATS))]
Taker = Annotated[str, OneOf((*_SIDES, *SEATS))]
Points = Annotated[int, Whole(0)]


@block("stats-row", sample='[stats-row ages="from ten" duration="an evening"]')
def stats_row(
    ctx: Context, *, players: Players | None = None, ages: str = "", duration: str = ""
) -> Values:
    """How many play (the rules know), from which age, for how long."""
    there, said_ = game_of(ctx).table.players, words(ctx)
    if players not in (None, there):
        ctx.problem(
            f"the game is for {there} players, not for {players}",
            "leave players out: the rules know",
        )
    shown = {
        "players": in_words(ctx, there),
        "ages": said(ctx, ages),
        "duration": said(ctx, duration),
    }
    return {
        "stats": [
            (kind, said_.text("stats-row", kind), value) for kind, value in shown.items() if value
        ]
    }


@block("capture-marker", sample='[capture-marker cards="T-XXI H-K D-Q" points=14 to=declarers]')
def capture_marker(
    ctx: Context, *, cards: list[CardsRef], to: Taker, points: Points | None = None
) -> Values:
    """What captured cards count, and for whom; a wrong number of points is a problem."""
    shown = flat(cards)
    if twice := sorted({card.id for card in shown if shown.count(card) > 1}):
        ctx.problem(f"counts {', '.join(twice)} twice", "name each card once")
    game = game_of(ctx)
    parts = sum(game.worth(card) for card in {card.id: card for card in shown}.values())
    counted = Phrase(prose(ctx).points(parts), number="one" if parts == game.unit else "many")
    if points is not None and parts != points * game.unit:
        ctx.problem(
            f"these cards count {counted.text}, not {points}",
            f"write points={counted.text}, or leave it out",
        )
    if to in SEATS and to not in seats_of(ctx):
        ctx.problem(f"nobody sits there: to={to}", f"seats are {', '.join(seats_of(ctx))}")
    speaker = prose(ctx)
    who = (
        speaker.role(Role(to, None, ()), "acc")
        if to in _SIDES
        else speaker.seat(SEATS.index(to), "acc")
    )
    return {
        "cards": chips(ctx, shown),
        "text": words(ctx).text("capture-marker", "text", points=counted, who=who),
    }
