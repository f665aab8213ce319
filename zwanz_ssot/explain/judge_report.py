"""Where another engine differs from the rules: text for people, data for programs."""

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
from ..prose.phrases import Phrases
from ..vectors import Discrepancy, Judge
from .legality import DecidingRule, Verdict, judge, rule_text, verdict_data

_LONGEST = 200
"""Letters that are shown of a value or of the name of an engine."""
_WHOLE = ("", "legal", "line")
"""Parts that are all of an answer, and need no name."""
_OF_MOVES = ("too_many", "too_few", "refusal")
"""Kinds of differences about a move that is legal or not."""


def judge_text(judged: Judge, prose: Prose, phrases: Phrases) -> RenderableType:
    """The first difference of each kind, and a summary."""
    parts: list[RenderableType] = []
    for kind, difference in judged.found.items():
        moves = phrases("judged_moves", n=difference.step)
        where = phrases("differs_at", round=difference.round, moves=moves, n=judged.times[kind])
        parts.append(Text.assemble((phrases(f"differs_{kind}"), "bold red"), (f"  {where}", "dim")))
        parts += [Padding(line, (0, 0, 0, 2)) for line in _difference(difference, prose, phrases)]
        parts.append(Text())
    if judged.not_asked:
        questions = ", ".join(judged.not_asked)
        parts.append(Text(phrases("not_judged", questions=questions), style="dim"))
    summary = phrases(
        "judge_differs" if judged.found else "judge_agrees",
        engine=repeated(judged.engine_name, _LONGEST),
        game=f"{judged.game.id}:{judged.game.variant}",
        rounds=phrases("judged_rounds", n=judged.rounds),
        n=len(judged.found),
    )
    return Group(*parts, Text(summary, style="red" if judged.found else "green"))


def judge_data(judged: Judge, prose: Prose, phrases: Phrases) -> dict[str, Any]:
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
                "because": verdict_data(_verdict(each, prose, phrases), prose)["because"],
            }
            for each in judged.found.values()
        ],
    }


def _difference(
    difference: Discrepancy, prose: Prose, phrases: Phrases
) -> Iterator[RenderableType]:
    """What differs, both values, and the rules at stake."""
    of, part = repeated(difference.of), difference.part
    if of and part not in _WHOLE:
        of = phrases("differs_of", of=of, part=part)
    if of:
        yield Text(of)
    if difference.kind == "sorry":
        yield Text(repeated(str(difference.got), _LONGEST))
    elif part != "legal":
        right, answered = _short(difference.expected), _short(difference.got)
        yield Text(phrases("differs_values", right=right, said=answered))
    for each in _verdict(difference, prose, phrases).rules:
        if each.text:
            yield Text(each.text)
        yield Padding(rule_text(each.rule, prose, phrases), (0, 0, 0, 2))


def _verdict(difference: Discrepancy, prose: Prose, phrases: Phrases) -> Verdict:
    """The rules at stake: those that allow or refuse a move, or the one behind the difference."""
    if difference.kind in _OF_MOVES:
        legal = difference.of in difference.at.texts()
        if legal or difference.at.why_not(difference.of) is not None:
            return judge(difference.at, difference.of, prose, phrases)
    return Verdict("", "", (DecidingRule(difference.rule, ""),) if difference.rule else ())


def _short(value: Any) -> str:
    return repeated(json.dumps(value, ensure_ascii=False), _LONGEST)
