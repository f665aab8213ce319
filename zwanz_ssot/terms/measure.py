"""What decided: the figures behind a condition, for the reason of a settlement line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..model import CALLED_CARD, Condition
from .facts import Facts
from .outcome import ConditionCompiler, after_declaring, needed
from .roles import Seats, others, seats

Measure = Callable[[Facts, int], dict[str, int]]
"""From a round and the seats that claim, to points or tricks and how many were needed, or the card
in question.
"""


def measure(
    condition: Condition, cards: Mapping[str, int], bonuses: Sequence[str], unit: int = 1
) -> Measure:
    """The function that finds the figures behind a condition; of several that must all hold, with
    the ``part`` that does not, those of the first such part.
    """
    word, args = condition.word, condition.args
    if word == "all":
        test = ConditionCompiler(cards, bonuses, unit).test
        rows = [(test(part), measure(part, cards, bonuses, unit)) for part in args["of"]]

        def of_first_missing(facts: Facts, own: int) -> dict[str, int]:
            for number, (holds, figures) in enumerate(rows):
                if not holds(facts, own):
                    return {"part": number, **figures(facts, own)}
            return {}

        return of_first_missing
    if word in ("any", "not"):
        inner = args["of"]
        parts = [
            measure(part, cards, bonuses, unit)
            for part in (inner if isinstance(inner, tuple) else (inner,))
        ]
        return lambda facts, own: {
            name: value for part in parts for name, value in part(facts, own).items()
        }
    side: Seats = (
        seats(args["side"], cards, bonuses) if "side" in args else (lambda facts, own: own)
    )
    if word == "points_at_least":
        if "by_declared" in args:
            return lambda facts, own: {
                "points": facts.points(whose := side(facts, own)),
                "needed": after_declaring(condition, facts, whose, unit),
            }
        least = needed(args, unit)
        return lambda facts, own: {"points": facts.points(side(facts, own)), "needed": least}
    if word == "majority":
        return lambda facts, own: {
            "points": facts.points(whose := side(facts, own)),
            "others": facts.points(others(facts, whose)),
        }
    if word == "tricks_won":
        if "all_of" in args and args["all_of"].word in ("last", "number"):
            return lambda facts, own: {}
        least = args.get(
            "exactly", args.get("at_least", args["all_of"].count if "all_of" in args else 0)
        )
        return lambda facts, own: {"tricks": facts.won(side(facts, own)), "needed": least}
    if word in ("card_wins_trick", "card_in_trick", "card_beaten_by"):
        index = args["card"]
        return lambda facts, own: {
            "card": (card := facts.called() if index == CALLED_CARD else index),
            "trick": facts.trick_of(card),
        }
    if word in ("dealt_to_one", "has_taken"):
        mask = args["cards"].mask
        if word == "has_taken":
            return lambda facts, own: {"cards": mask}
        return lambda facts, own: {"cards": mask, "seat": facts.holder_of_all(mask)}
    return lambda facts, own: {}
