"""The differences between another engine and the rules: text for people, data for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path as FilePath
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from ..model import SEATS, SIDES, Ledger
from ..paths import dotted
from ..problems import repeated
from ..prose import Prose
from ..prose.phrases import Phrases
from ..vectors import DifferenceKey, Discrepancy, Judge
from ..vectors.amounts import WrongAmount
from ..vectors.card_points import OtherCount
from ..vectors.single_tricks import TRICK
from . import card_text
from .legality import DecidingRule, Verdict, judge, rule_text, verdict_data

_LONGEST = 200
"""The most characters shown of a value or of the name of an engine."""
_SAID = 12
"""The most words shown of what was said before a difference."""
_NEVER = 12
"""The most rules that a text lists as never met."""
_WHOLE = ("missing", "extra")
"""Parts of a difference that stand for a whole line."""
_FACTS = (
    *("declarer", "announced", "levels", "points", "thirds", "declared", "winners", "tricks"),
    *("dealt", "taken", "played", "winning", "last_trick"),
)
"""The facts of an outcome that are shown, in this order."""
_NAMED = ("turn", "score", "sorry")
"""Kinds of differences whose part is not shown, as the rest says it already; so do moves."""

Files = Mapping[int, FilePath]
"""The files with the records of rounds, by the number of the round."""


def judge_text(
    judged: Judge, prose: Prose, phrases: Phrases, records: Files | None = None
) -> RenderableType:
    """What a judge has found, as text: each difference where it was first met, the gravest first;
    then what was not judged, is known or was never met; then a summary.

    ``records`` are the files with the records of the rounds, which the text names.

    >>> import sys, zwanz_ssot
    >>> from zwanz_ssot.vectors import Engine
    >>> prose = zwanz_ssot.Prose(zwanz_ssot.load("rufmariasch"), "en")
    >>> with Engine([sys.executable, "-c", ""], limit=60) as engine:
    ...     judged = Judge(prose.game, engine)
    >>> isinstance(judge_text(judged, prose, Phrases("en")), Group)
    True
    """
    parts: list[RenderableType] = []
    for difference in judged.in_order:
        moves, times = phrases("judged_moves", n=difference.step), judged.times[difference.key]
        where = phrases("differs_at", round=difference.round, moves=moves, n=times)
        if not difference.round:
            of = "differs_in_trick" if _is_trick(difference) else "differs_in_outcome"
            where = phrases(of, example=difference.example, n=times)
        elif difference.example:
            where = phrases("differs_in_example", where=where, example=difference.example)
        head = _head(difference.key, phrases)
        parts.append(Text.assemble((head, "bold red"), (f"  {where}", "dim")))
        record = (records or {}).get(difference.round)
        follows = judged.may_follow(difference.key)
        lines = _difference(difference, follows, prose, phrases, record)
        parts += [_indented(line) for line in lines]
        parts.append(Text())
    parts += [Text(line, style="dim") for line in _remarks(judged, phrases)]
    return Group(*parts, _summary(judged, phrases))


def _indented(line: RenderableType) -> RenderableType:
    """A line, indented; one with a path is not broken, so that it can be copied."""
    if isinstance(line, Group):
        return Group(*map(_indented, line.renderables))
    if isinstance(line, Text) and line.no_wrap:
        return Text.assemble("  ", line, no_wrap=True, overflow="ignore")
    return Padding(line, (0, 0, 0, 2))


def _remarks(judged: Judge, phrases: Phrases) -> Iterator[str]:
    """Lines on what was not judged, what is known, and which rules were never met."""
    if judged.not_asked:
        questions = phrases.listed(map(repeated, judged.not_asked))
        yield phrases("not_judged", questions=questions)
    for key, named in (("judged_in_part", judged.asked_in), ("not_told", judged.untold)):
        if named:
            parts = (
                phrases("noted", text=asked, note=phrases.listed(names))
                for asked, names in named.items()
            )
            yield phrases(key, questions=phrases.listed(parts))
    if judged.tricks or judged.outcomes:
        tricks = phrases("tricks", n=judged.tricks)
        yield phrases("alone_put", tricks=tricks, n=judged.outcomes)
    if judged.tricks_left:
        yield phrases("tricks_left", n=judged.tricks_left)
    if judged.outcomes_left:
        yield phrases("outcomes_left", n=judged.outcomes_left)
    if judged.hands_left and judged.plays_rounds:
        yield phrases("hands_left", n=judged.hands_left)
    if judged.untold_points:
        yield phrases("tell_points", name=judged.untold_points)
    if judged.left:
        yield phrases("judged_left", rounds=phrases("judged_rounds", n=judged.left))
    if judged.known:
        met, all_known = judged.met_again, len(judged.known)
        times = sum(judged.times[key] for key in met)
        yield phrases("known_differences", n=len(met), of=all_known, times=times)
    if never := judged.never_met:
        rules: dict[str, list[str]] = {}
        for each in never:
            rules.setdefault(dotted(each.rule), []).append(phrases(f"met_{each.how}"))
        rows = [
            phrases("noted", text=rule, note=phrases.listed(ways)) for rule, ways in rules.items()
        ]
        shown = rows[:_NEVER]
        yield phrases("never_met", rules=phrases.listed(shown))
        if len(rows) > len(shown):
            yield phrases("never_met_more", n=len(rows) - len(shown))


def _summary(judged: Judge, phrases: Phrases) -> Text:
    """The last line: whether the engine agrees with the rules, and in how many rounds."""
    of, never = len(judged.may_be_met), len(judged.never_met)
    key = "judge_agrees_met" if never else "judge_agrees"
    if not judged.plays_rounds:
        key = "judge_agrees_alone"
    in_part = judged.asked_in or {"legal", "settlement"} & {*judged.not_asked}
    summary = phrases(
        "judge_differs" if judged.found else key,
        but=phrases("but_for_known") if judged.met_again else "",
        part=phrases("of_what_it_answers") if in_part else "",
        engine=repeated(judged.engine_name, _LONGEST),
        game=f"{judged.game.id}:{judged.game.variant}",
        rounds=phrases("judged_rounds", n=judged.rounds),
        n=len(judged.found),
        met=of - never,
        of=of,
    )
    return Text(summary, style="red" if judged.found else "green")


def judge_data(
    judged: Judge, prose: Prose, phrases: Phrases, records: Files | None = None
) -> dict[str, Any]:
    """What a judge has found, as data with the shape of ``zwanz judge --json``.

    >>> import sys, zwanz_ssot
    >>> from zwanz_ssot.vectors import Engine
    >>> prose = zwanz_ssot.Prose(zwanz_ssot.load("rufmariasch"), "en")
    >>> with Engine([sys.executable, "-c", ""], limit=60) as engine:
    ...     judged = Judge(prose.game, engine)
    >>> found = judge_data(judged, prose, Phrases("en"))
    >>> found["rounds"], found["differences"]
    (0, [])
    """
    return {
        "game": judged.game.id,
        "variant": judged.game.variant,
        "engine": judged.engine_name,
        "rounds": judged.rounds,
        "left": judged.left,
        "tricks": judged.tricks,
        "tricks_left": judged.tricks_left,
        "outcomes": judged.outcomes,
        "outcomes_left": judged.outcomes_left,
        "hands_left": judged.hands_left,
        "asked": dict(judged.asked),
        "not_judged": list(judged.not_asked),
        "judged_in": {asked: list(steps) for asked, steps in judged.asked_in.items()},
        "untold": {asked: list(parts) for asked, parts in judged.untold.items()},
        "never_met": [{"rule": dotted(each.rule), "how": each.how} for each in judged.never_met],
        "known": [{**key._asdict(), "times": judged.times[key]} for key in sorted(judged.known)],
        "differences": [
            {
                "kind": each.kind,
                "rule": dotted(each.rule),
                "part": each.part,
                "times": judged.times[each.key],
                "round": each.round or None,
                "example": each.example or None,
                "record": str(records[each.round]) if records and each.round in records else None,
                "told": each.question,
                "step": each.step,
                "to_move": None if each.at.turn is None else SEATS[each.at.turn],
                "said": [[SEATS[seat], str(move)] for seat, move in each.at.history],
                "of": each.of,
                "expected": each.expected,
                "got": each.got,
                "reason": each.reason,
                "amounts": list(_items(each, prose, phrases)),
                "trick": [list(laid) for laid in each.trick],
                "hand": list(each.hand),
                "may_follow": [key._asdict() for key in judged.may_follow(each.key)],
                "because": verdict_data(_verdict(each, prose, phrases), prose)["because"],
            }
            for each in judged.in_order
        ],
    }


def _difference(
    difference: Discrepancy,
    follows: Sequence[DifferenceKey],
    prose: Prose,
    phrases: Phrases,
    record: FilePath | None,
) -> Iterator[RenderableType]:
    """A difference as lines: what differs, both values, what it may follow from, how its items came
    out, the cards, what was said, the rules at stake.
    """
    of, part, kind = repeated(difference.of, _LONGEST), difference.part, difference.kind
    if of and part not in _WHOLE and kind not in _NAMED and not difference.is_about_a_move:
        of = phrases("noted", text=of, note=part)
    if of and part not in _WHOLE:
        yield Text(of)
    yield from (Text(line) for line in _values(difference, prose, phrases))
    if kind == "silent" and difference.expected:
        yield Text(card_text.silence(prose, phrases, str(difference.expected)))
    if follows:
        first = phrases.listed((_key(each, phrases) for each in follows), "semicolon")
        yield Text(phrases("differs_follows", differences=first))
    yield from (Text(line, style="dim") for line in _items(difference, prose, phrases))
    if not difference.round:
        alone = (_trick if _is_trick(difference) else _outcome)(difference, prose, phrases)
        yield Text(alone, style="dim")
    elif cards := _cards(difference.trick, difference.hand, phrases):
        yield Text(phrases.listed(cards, "semicolon"), style="dim")
    words = _words_before(difference) if kind != "points" else []
    if words:
        yield Text(phrases("differs_said", said=phrases.listed(words)), style="dim")
    if record is not None:
        record_line = phrases("differs_record", file=record, n=difference.step)
        yield Text(record_line, style="dim", no_wrap=True, overflow="ignore")
    for each in _verdict(difference, prose, phrases).rules:
        if each.text:
            yield Text(each.text)
        if each.rule:
            yield rule_text(each.rule, prose, phrases)


def _items(difference: Discrepancy, prose: Prose, phrases: Phrases) -> Iterator[str]:
    """How each item came out where a score differs, as that alone may be wrong for many reasons; of
    a line only its item. Where an amount has a cause, the sentence of its item says so.
    """
    amount = difference.amount
    if difference.counted is not None:
        yield _counted(difference.counted, prose, phrases)
    if amount and difference.part == amount.cause.what:
        return  # both values say it already
    ledger = None
    verdict = difference.kind == "line" and difference.part in ("verdict", "winners")
    if difference.round and (amount or verdict or difference.kind == "score"):
        ledger = difference.at.ledger()
    if ledger is None:
        return
    for line, row in zip(ledger.lines, prose.ledger(ledger), strict=True):
        how = phrases("noted", text=row.item, note=row.reason)
        seats = [SEATS[seat] for seat in line.claimants]
        if amount and (line.item, seats) == (amount.line["item"], amount.line["claimants"]):
            yield _amount(how, amount, replace(ledger, lines=(line,)), prose, phrases)
        elif difference.kind == "score" or (verdict and line.item == difference.of):
            yield how


def _amount(how: str, amount: WrongAmount, ledger: Ledger, prose: Prose, phrases: Phrases) -> str:
    """How an item came out, its amount by the rules and by the engine, and what is wrong with it.
    ``ledger`` has its line alone.
    """
    cause, (line,) = amount.cause, ledger.lines
    left_out = tuple(line.factors[number] for number in amount.left_out)
    (row,) = prose.ledger(replace(ledger, lines=(replace(line, factors=left_out),)))
    why = phrases(f"differs_by_{cause.what}", value=cause.detail, factors=row.factors)
    return phrases("differs_amount", item=how, right=amount.right, said=amount.got, why=why)


def _counted(other: OtherCount, prose: Prose, phrases: Phrases) -> str:
    """What an engine counts otherwise, so that its card points come out as they do."""
    return phrases(
        f"differs_{other.what}",
        cards=phrases.listed(other.cards),
        right=_points(other.right, prose),
        said=_points(other.got, prose),
    )


def _points(parts: Fraction, prose: Prose) -> str:
    """Card points, such as 4⅓."""
    return prose.points(int(parts)) if parts.denominator == 1 else str(parts)


def _key(key: DifferenceKey, phrases: Phrases) -> str:
    """A difference in short: its kind, its rule and its part."""
    where = phrases.listed(filter(None, (key.rule, key.part)))
    return phrases("noted", text=_head(key, phrases), note=where)


def _head(key: DifferenceKey, phrases: Phrases) -> str:
    """What differs, in a few words."""
    return phrases(f"differs_{key.part if key.part == 'double_rounds' else key.kind}")


def _cards(
    trick: Iterable[Sequence[str]], hand: Sequence[str], phrases: Phrases
) -> tuple[str, ...]:
    """The cards on the table, each with its seat, and those of a hand, where there are some."""
    lies = phrases.listed(f"{seat} {card}" for seat, card in trick)
    held = phrases.listed(hand)
    return (
        *([phrases("differs_trick_lies", cards=lies)] if lies else []),
        *([phrases("differs_trick_hand", cards=held)] if held else []),
    )


def _words_before(difference: Discrepancy) -> list[str]:
    """What was said before: all of it, or the bid that stands and the last words."""
    words = [(seat, move) for seat, move in difference.at.history if move.kind != "play"]
    spoken = [f"{SEATS[seat]} {move}" for seat, move in words]
    if len(spoken) <= _SAID:
        return spoken
    loud = [f"{SEATS[seat]} {move}" for seat, move in words if move.kind != "pass"]
    bids = [f"{SEATS[seat]} {move}" for seat, move in words if move.kind == "bid"][-1:]
    last = loud[-_SAID:]
    before = [each for each in bids if each not in last]
    return [*before, "…", *last] if len(loud) > len(last) else last


def _is_trick(difference: Discrepancy) -> bool:
    """Whether a difference outside a round is about a single trick, not about an outcome."""
    return TRICK in (difference.question or {})


def _outcome(difference: Discrepancy, prose: Prose, phrases: Phrases) -> str:
    """The outcome of an example: the contract, and the stated facts."""
    question, at = difference.question or {}, difference.at
    facts = [f"{name} {_fact(question[name])}" for name in _FACTS if question.get(name)]
    contract = prose.contract(at.contract.id) if at.contract else ""
    return phrases.listed([contract, *facts], "semicolon")


def _fact(value: Any) -> str:
    """A fact of an outcome without brackets and quotes."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {_fact(each)}" for name, each in value.items())
    if isinstance(value, list):
        return ", ".join(
            " ".join(map(str, each)) if isinstance(each, list) else each for each in value
        )
    return str(value)


def _trick(difference: Discrepancy, prose: Prose, phrases: Phrases) -> str:
    """The trick of an example: the contract, the cards on the table, the hand that plays to it."""
    question, at = difference.question or {}, difference.at
    contract = prose.contract(at.contract.id) if at.contract else ""
    parts = (contract, *_cards(question["trick"], question["hand"], phrases))
    return phrases.listed(filter(None, parts), "semicolon")


def _values(difference: Discrepancy, prose: Prose, phrases: Phrases) -> Iterator[str]:
    """The expected value and that of the engine."""
    right, got, kind = difference.expected, difference.got, difference.kind
    if kind == "sorry":
        yield _shown(got)
    elif kind in ("accepted", "too_many"):
        yield phrases(
            "differs_values",
            right=phrases("differs_refused", code=right),
            said=phrases("differs_legal"),
        )
    elif kind == "too_few":
        reason = difference.reason or {}
        named = ", ".join(str(reason[name]) for name in ("code", "rule") if reason.get(name))
        said = phrases("differs_refused", code=named) if named else phrases("differs_not_legal")
        yield phrases(
            "differs_values", right=phrases("differs_legal"), said=repeated(said, _LONGEST)
        )
    elif difference.part == "missing":
        yield phrases("differs_missing", line=_line(right, prose, phrases))
    elif difference.part == "extra":
        yield phrases("differs_extra", line=_line(got, prose, phrases))
    else:
        yield phrases("differs_values", right=_shown(right), said=_shown(got))


def _line(line: Mapping[str, Any], prose: Prose, phrases: Phrases) -> str:
    """A line of a settlement in words, with the parts that it has."""
    item = str(line["item"])
    known = item in prose.game.bonuses or item == "game"
    parts = [prose.item(item) if known else item]
    if line.get("verdict"):
        verdict = str(line["verdict"])
        named = phrases(verdict) if verdict in _VERDICTS else verdict
        parts.append(phrases("announced", verdict=named) if line.get("announced") else named)
    parts += [_shown(line[name]) for name in ("value", "factors") if line.get(name)]
    head = phrases("noted", text=parts[0], note=phrases.listed(map(str, line["claimants"])))
    parts += [_shown(line["each"])] if "each" in line else []
    whole = phrases.listed([head, *parts[1:]], "semicolon")
    return repeated(whole, _LONGEST)


_VERDICTS = ("won", "lost", "missed", "silently_lost", "conceded", "drawn")


def _verdict(difference: Discrepancy, prose: Prose, phrases: Phrases) -> Verdict:
    """The rules at stake: that of the difference, and those that allow or refuse the move."""
    counted = difference.counted
    own = DecidingRule(counted.rule if counted and counted.rule else difference.rule, "")
    if difference.is_about_a_move:
        legal = difference.of in difference.at.texts()
        if legal or difference.at.why_not(difference.of) is not None:
            found = judge(difference.at, difference.of, prose, phrases)
            named = any(each.rule == difference.rule for each in found.rules)
            more = () if named or not difference.rule else (own,)
            return Verdict(found.move, found.code, (*more, *found.rules))
    at = difference.at
    declarer_moves = at.turn is not None and at.turn == at.declarer
    if difference.kind == "turn" and declarer_moves and at.step not in ("auction", "play"):
        own = DecidingRule(difference.rule, phrases("ground_declarer_moves"))
    return Verdict("", "", (own,) if difference.rule else ())


_NUMBER = re.compile(r"\s*[-+]?[\d.]+\s*")


def _shown(value: Any) -> str:
    """A value of an answer, shortened: seats in the order of play, lists with commas."""
    return repeated(_plain(value), _LONGEST)


def _plain(value: Any) -> str:
    """A value in full: amounts by name, a factor with its word, a list with commas, else JSON; a
    text without its quotes, unless it would look like a number or like nothing.
    """
    names = (*SIDES, *SEATS)
    if isinstance(value, dict) and value and value.keys() <= {*names}:
        return ", ".join(f"{name} {_plain(value[name])}" for name in names if name in value)
    if isinstance(value, dict) and "word" in value:
        times = f" ×{value['times']}" if value.get("times", 1) != 1 else ""
        adds = f" +{value['adds']}" if value.get("adds") else ""
        return f"{value['word']}{times}{adds}"
    if isinstance(value, list) and value:
        return ", ".join(map(_plain, value))
    if isinstance(value, str) and value.strip() and not _NUMBER.fullmatch(value):
        return value
    return json.dumps(value, ensure_ascii=False)
