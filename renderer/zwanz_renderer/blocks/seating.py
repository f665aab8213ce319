"""Where the players sit round the table, and who deals the next round."""

from __future__ import annotations

import math
from dataclasses import dataclass

from zwanz_renderer.shortcodes import Context, Values, block
from zwanz_ssot.model import Game, Role
from zwanz_ssot.prose.template import Phrase

from .cards import said
from .kinds import GameRef, SeatRef, game_of, seats_of
from .speech import rule
from .words import words

_REACH = 50
_FLAT = 0.6
"""How high the table is drawn, by its width."""
_BESIDE = {"next_to": 1, "before": -1}
_ANTICLOCKWISE = "counterclockwise"


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: its name, and where it is drawn, in percent from the left and from the top. Forehand
    sits below.
    """

    name: str
    x: float
    y: float


def round_table(ctx: Context) -> list[Seat]:
    """The seats in the order of play, placed as the rules say the play goes."""
    names = seats_of(ctx)
    return [
        Seat(words(ctx).text("seats", name), *_at(game_of(ctx), n)) for n, name in enumerate(names)
    ]


def _at(game: Game, number: float) -> tuple[float, float]:
    turn = (
        2
        * math.pi
        * number
        / game.table.players
        * (1 if game.table.direction == _ANTICLOCKWISE else -1)
    )
    return round(_REACH * (1 + math.sin(turn)), 1), round(_REACH * (1 + math.cos(turn)), 1)


def seat_of(game: Game, role: Role) -> int:
    """The seat of a player whom the rules of the table name, seen from the forehand of the round."""
    if isinstance(role.arg, Role):
        return (seat_of(game, role.arg) + _BESIDE[role.word]) % game.table.players
    return {"forehand": 0, "dealer": game.table.players - 1}[role.word]


@block("reset-diagram", sample="[reset-diagram new-dealer=forehand]")
def reset_diagram(
    ctx: Context,
    *,
    game: GameRef | None = None,
    new_dealer: SeatRef | None = None,
    caption: str = "",
) -> Values:
    """The table: which way play goes, who has dealt, who cuts, who deals the next round."""
    rules, say = game_of(ctx), words(ctx)
    duties: dict[int, list[Phrase]] = {}

    def give(seat: int, duty: str) -> None:
        duties.setdefault(seat, []).append(Phrase(say.text("reset-diagram", duty)))

    following = seat_of(rules, rules.table.next_dealer)
    give(seat_of(rules, Role("dealer", None, ())), "dealer")
    for cut in {seat_of(rules, deal.cut.by) for deal in rules.deals.values() if deal.cut}:
        give(cut, "cutter")
    give(following, "next")
    if new_dealer not in (None, following):
        names = seats_of(ctx)
        ctx.problem(f"{names[following]} deals the next round, not {names[new_dealer or 0]}")
    default = [rule(ctx, ("table", "direction")), rule(ctx, ("table", "next_dealer"))]
    return {
        "seats": [
            (seat, say.joined(duties[n]).text if n in duties else "")
            for n, seat in enumerate(round_table(ctx))
        ],
        "arrows": [_arrow(rules, number + 0.5) for number in range(rules.table.players)],
        "caption": said(ctx, caption) or ctx.render_inline(" ".join(default)),
    }


def _arrow(game: Game, number: float) -> tuple[float, float, float]:
    """An arrow head on the ring, halfway to the next seat: where it is, and how it is turned (0: to
    the right).
    """
    x, y = _at(game, number)
    further, lower = _at(game, number + 0.02)
    return x, y, round(math.degrees(math.atan2((lower - y) * _FLAT, further - x)))
