"""What decided: the figures behind a condition, for the reason of a settlement line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..model import Condition
from .facts import Facts
from .roles import seats


def measure(
    condition: Condition, facts: Facts, own: int, cards: Mapping[str, int], bonuses: Sequence[str]
) -> dict[str, Any]:
    """Points or tricks and how many were needed, or the card in question; of a list, all of it."""
    word, args = condition.word, condition.args
    if word in ("all", "any", "not"):
        inner = args["of"]
        found: dict[str, Any] = {}
        for part in inner if isinstance(inner, tuple) else (inner,):
            found.update(measure(part, facts, own, cards, bonuses))
        return found
    if word == "points_at_least":
        return {"points": facts.points(seats(args["side"], cards, bonuses)(facts, own)), "needed": args["points"]}
    if word == "tricks_won":
        won = facts.won(seats(args["side"], cards, bonuses)(facts, own))
        needed = args.get("exactly", args.get("at_least", args["all_of"].count if "all_of" in args else 0))
        return {"tricks": won, "needed": needed}
    if word in ("card_wins_trick", "card_in_trick", "card_beaten_by"):
        return {"card": args["card"], "trick": facts.trick_of(args["card"])}
    if word == "dealt_to_one":
        return {"cards": args["cards"].mask, "seat": facts.holder_of_all(args["cards"].mask)}
    return {}
