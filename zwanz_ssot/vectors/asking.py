"""The shape of an engine's answers. What has another shape is no answer, and ends the judging."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..problems import WrongCall, repeated
from .engine import Engine, EngineBroken

Data = dict[str, Any]

_SHOWN = 120


def strange(asked: str, answer: Data) -> EngineBroken:
    """The error for an answer of another shape."""
    shown = repeated(json.dumps(answer, ensure_ascii=False), _SHOWN)
    return EngineBroken(f"this is no answer to '{asked}' (see docs/protocol.md): {shown}")


def hello(engine: Engine, told: Data) -> tuple[frozenset[str], str]:
    """What the engine can be asked, and what it calls itself. Raises `WrongCall` where it does not
    play the game.
    """
    answer = engine.ask({"hello": told})
    if "sorry" in answer:
        excuse = repeated(str(answer["sorry"]), _SHOWN)
        raise WrongCall(f"the engine does not play {told['game']}:{told['variant']}", excuse)
    said = answer.get("hello")
    if not isinstance(said, dict) or not _texts(said.get("answers")):
        raise strange("hello", answer)
    return frozenset(said["answers"]), str(said.get("engine", engine.name))


def legal(answer: Data) -> tuple[str | None, list[str]]:
    """Whose turn it is, None for nobody's, and the moves."""
    said = answer.get("legal")
    if (
        not isinstance(said, dict)
        or not _texts(said.get("moves"))
        or not isinstance(said.get("seat", 0), str | None)
    ):
        raise strange("legal", answer)
    return said["seat"], said["moves"]


def refusals(answer: Data, count: int) -> list[Data | None]:
    """One for each move that was asked about: None for a legal one."""
    said = answer.get("refusals")
    if (
        not isinstance(said, list)
        or len(said) != count
        or not all(isinstance(each, dict | None) for each in said)
    ):
        raise strange("refusals", answer)
    return said


def views(answer: Data, own: Mapping[str, Data], known: Data) -> dict[str, Data]:
    """Some parts of the views of some seats."""
    said = answer.get("views")
    if not isinstance(said, dict) or not all(
        seat in own and isinstance(view, dict) and set(view) <= {*known, *own[seat]}
        for seat, view in said.items()
    ):
        raise strange("views", answer)
    return said


def settlement(answer: Data) -> Data:
    """What the round came to."""
    said = answer.get("settlement")
    if not isinstance(said, dict):
        raise strange("settlement", answer)
    lines = said.get("lines", [])
    if not isinstance(lines, list) or not all(
        isinstance(line, dict)
        and isinstance(line.get("item"), str)
        and _texts(line.get("claimants"))
        for line in lines
    ):
        raise strange("settlement", answer)
    return said


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)
