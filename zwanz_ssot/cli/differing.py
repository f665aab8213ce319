"""Where an engine differs from the rules, told: what is right, what it says, and the rule at stake."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from ..model import SEATS
from ..problems import repeated
from ..prose import Prose
from ..vectors import Difference, Judge
from .grounds import Ground, Verdict, about, judge, verdict_data
from .phrases import Phrases

_LONGEST = 200
_WHOLE = ("", "legal", "line")
"""Parts that are all of an answer."""

_HEADINGS = {
    "turn": "differs_turn",
    "too_many": "differs_too_many",
    "too_few": "differs_too_few",
    "refusal": "differs_refusal",
    "view": "differs_view",
    "thrown_in": "differs_thrown_in",
    "silent": "differs_silent",
    "line": "differs_line",
    "score": "differs_score",
    "sorry": "differs_sorry",
}


def told(judged: Judge, prose: Prose, phrases: Phrases) -> RenderableType:
    """A summary, and the first difference of each kind."""
    name = f"{judged.game.id}:{judged.game.variant}"
    parts: list[RenderableType] = []
    for kind, difference in judged.found.items():
        heading = phrases(_HEADINGS[kind])
        moves = phrases("judged_moves", n=difference.step)
        where = phrases("differs_at", round=difference.round, moves=moves, n=judged.times[kind])
        parts += [Text.assemble((heading, "bold red"), (f"  {where}", "dim"))]
        parts += [Padding(each, (0, 0, 0, 2)) for each in _difference(difference, prose, phrases)]
        parts.append(Text())
    if judged.not_asked:
        parts.append(
            Text(phrases("not_judged", questions=", ".join(judged.not_asked)), style="dim")
        )
    key = "judge_differs" if judged.found else "judge_agrees"
    kinds = len(judged.found)
    rounds = phrases("judged_rounds", n=judged.rounds)
    said = phrases(
        key, engine=repeated(judged.engine_name, _LONGEST), game=name, rounds=rounds, n=kinds
    )
    return Group(*parts, Text(said, style="red" if judged.found else "green"))


def _difference(difference: Difference, prose: Prose, phrases: Phrases) -> Iterator[RenderableType]:
    of, part = repeated(difference.of), difference.part
    if of and part not in _WHOLE:
        of = phrases("differs_of", of=of, part=part)
    if of:
        yield Text(of)
    if difference.kind == "sorry":
        yield Text(repeated(str(difference.got), _LONGEST))
    elif part != "legal":
        right, said = _short(difference.expected), _short(difference.got)
        yield Text(phrases("differs_values", right=right, said=said))
    for ground in _grounds(difference, prose, phrases).grounds:
        if ground.text:
            yield Text(ground.text)
        yield Padding(about(ground.rule, prose, phrases), (0, 0, 0, 2))


def _grounds(difference: Difference, prose: Prose, phrases: Phrases) -> Verdict:
    """The rules at stake: those that allow or refuse a move, or the one behind the difference."""
    if difference.kind in ("too_many", "too_few", "refusal"):
        legal = any(str(move) == difference.of for move in difference.at.moves())
        if legal or difference.at.why_not(difference.of) is not None:
            return judge(difference.at, difference.of, prose, phrases)
    return Verdict("", "", (Ground(difference.rule, ""),) if difference.rule else ())


def told_data(judged: Judge, prose: Prose, phrases: Phrases) -> dict[str, Any]:
    """The same for programs."""
    return {
        "game": judged.game.id,
        "variant": judged.game.variant,
        "engine": judged.engine_name,
        "rounds": judged.rounds,
        "asked": dict(judged.asked),
        "not_judged": list(judged.not_asked),
        "differences": [
            {
                "kind": each.kind,
                "times": judged.times[each.kind],
                "round": each.round,
                "step": each.step,
                "to_move": None if each.at.turn is None else SEATS[each.at.turn],
                "of": each.of,
                "part": each.part,
                "expected": each.expected,
                "got": each.got,
                "because": verdict_data(_grounds(each, prose, phrases), prose)["because"],
            }
            for each in judged.found.values()
        ],
    }


def _short(value: Any) -> str:
    return repeated(json.dumps(value, ensure_ascii=False), _LONGEST)
