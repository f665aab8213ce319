"""What decided: the figures behind a condition, for the reason of a settlement line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..model import CALLED_CARD, Condition
from .facts import Facts
from .outcome import after_declaring, needed
from .roles import others, seats


def measure(
    condition: Condition, facts: Facts, own: int, cards: Mapping[str, int], bonuses: Sequence[str], unit: int = 1
) -> dict[str, Any]:
    """Points or tricks and how many were needed, or the card in question; of a list, all of it."""
    word, args = condition.word, condition.args
    if word in ("all", "any", "not"):
        inner = args["of"]
        found: dict[str, Any] = {}
        for part in inner if isinstance(inner, tuple) else (inner,):
            found.update(measure(part, facts, own, cards, bonuses, unit))
        return found
    side = seats(args["side"], cards, bonuses)(facts, own) if "side" in args else own
    if word == "points_at_least":
        least = after_declaring(condition, facts, side, unit) if "by_declared" in args else needed(args, unit)
        return {"points": facts.points(side), "needed": least}
    if word == "majority":
        return {"points": facts.points(side), "others": facts.points(others(facts, side))}
    if word == "tricks_won":
        if "all_of" in args and args["all_of"].word in ("last", "number"):
            return {}
        least = args.get("exactly", args.get("at_least", args["all_of"].count if "all_of" in args else 0))
        return {"tricks": facts.won(side), "needed": least}
    if word in ("card_wins_trick", "card_in_trick", "card_beaten_by"):
        card = facts.called() if args["card"] == CALLED_CARD else args["card"]
        return {"card": card, "trick": facts.trick_of(card)}
    if word == "dealt_to_one":
        return {"cards": args["cards"].mask, "seat": facts.holder_of_all(args["cards"].mask)}
    if word == "has_taken":
        return {"cards": args["cards"].mask}
    return {}
