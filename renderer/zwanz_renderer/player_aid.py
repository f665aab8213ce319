"""The player aid on the back cover of a book: what one looks up at the table, on one page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zwanz_ssot.model import Game

from .blocks.bonuses import bonus_list
from .blocks.cards import deck_overview
from .blocks.contracts import in_order, value
from .blocks.in_brief import round_in_brief
from .blocks.scores import levels
from .blocks.wording import prose, rule, words
from .text.markdown import ChapterWriter, MarkdownSetup, Shared
from .text.polish import breadth, plain

_SIZES = {"large": 29.0, "": 37.0, "close": 44.0}
"""Lines of a table that the page has room for, in letters of three sizes."""
_HEADING, _COLUMN_HEADS = 1.7, 1.0
"""The height of a heading with its space, and of the heads of columns, in lines of a table."""
_LETTERS = {"side": 34, "page": 76}
"""Letters in a line of a column and of the whole page."""
_CHIPS = 17
"""Cards in a line of the table of ranks."""


def player_aid(game: Game, lang: str) -> dict[str, Any]:
    """The values of the back cover's template.

    `sides` are the names of the parts in the left and in the right column; `contracts` have names
    and values from the lowest bid up, `bonuses` names and both values, `points` kinds of cards and
    what they count, `suits` the cards from the strongest down, `levels` the words of doubling,
    `round` the steps of a round, if there is room; `size` is that of the letters.
    """
    ctx = ChapterWriter(MarkdownSetup(lang), game, "back cover", Shared()).ctx
    ctx = ctx.at(1, 1, "player-aid")
    bonuses = bonus_list(ctx, special=False)["rows"] if game.bonuses else []
    contracts = [(each.name.said(lang), value(ctx, each)) for each in in_order(game)]
    points, suits = deck_overview(ctx, show="points")["rows"], deck_overview(ctx)["rows"]
    last_trick = rule(ctx, ("count", "last_trick")) if game.count.last_trick else ""
    said = [(level.name, level.effect) for level in list(levels(ctx, game))[1:]]
    told = round_in_brief(ctx)

    # The contracts stand on the left; each further part in the column that is shorter so far.
    heights = {
        "contracts": _HEADING + _COLUMN_HEADS + sum(_lines(f"{n}  {v}") for n, v in contracts),
        "points": _HEADING + 1 + sum(_lines(row["kinds"]) for row in points) + 2 * bool(last_trick),
    }
    if bonuses:
        heights["bonuses"] = _HEADING + _COLUMN_HEADS + len(bonuses)
    if said:
        heights["doubling"] = _HEADING + (len(said) + 1) // 2
    sides, height = _columns(heights)

    height += _HEADING + sum(-(-row["count"] // _CHIPS) for row in suits)
    steps = _HEADING + sum(_lines(plain(line), "page") for line in told["lines"])
    size = _size_of(height + steps)
    return {
        "say": words(ctx).text,
        "sides": sides,
        "contracts": contracts,
        "bonuses": bonuses,
        "announced": any(bonus.can_be_announced for bonus in game.bonuses.values()),
        "points": points,
        "packets": game.count.packets is not None,
        "together": prose(ctx).points(game.worth_of_all),
        "last_trick": last_trick,
        "suits": suits,
        "levels": said,
        "round": told if size is not None else None,
        "size": size if size is not None else (_size_of(height) or "close"),
    }


def _size_of(height: float) -> str | None:
    """The largest letters in which so many lines find room; None if there are none."""
    return next((size for size, room in _SIZES.items() if height <= room), None)


def _columns(heights: Mapping[str, float]) -> tuple[tuple[list[str], list[str]], float]:
    """The parts on the left and on the right, and how high the higher column is."""
    sides: tuple[list[str], list[str]] = ([], [])
    filled = [0.0, 0.0]
    for part in sorted(heights, key=lambda part: (part != "contracts", -heights[part])):
        side = 0 if filled[0] <= filled[1] else 1
        sides[side].append(part)
        filled[side] += heights[part]
    return sides, max(filled)


def _lines(text: str, where: str = "side") -> int:
    """How many lines a text takes."""
    return -(-breadth(text) // _LETTERS[where])
