"""Every word of the rule language is executed: some example asks about a rule that says it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from observed_examples import ROOT, Heard, RulePath, heard_of_all, missing
from unused_words import WAITING

from zwanz_ssot.words.joints import ALL
from zwanz_ssot.words.registry import CARD_GROUPS, CONDITIONS, JOINTS, ROLES, RUNGS, TRICKS, TRUMPS


def language() -> set[str]:
    """Every word that rules can say: those of the registry with the names of their arguments, and
    what stands in a ladder and among the rules of play.
    """
    words: set[str] = {*CONDITIONS, *JOINTS, *ROLES, *TRICKS, *CARD_GROUPS, *RUNGS, *TRUMPS}
    for condition in CONDITIONS.values():
        if not condition.bare:
            words |= condition.args.keys()
    defs = json.loads((ROOT / "schema" / "terms.schema.json").read_text("utf-8"))["$defs"]
    play = defs["play"]["properties"]
    words |= {*play, *play["wins"]["items"]["properties"], *play["beat"]["enum"]}
    words |= defs["rung"]["properties"].keys()
    return words - {"source", ALL}  # a list is no word


def test_every_word_is_executed() -> None:
    executed = set().union(
        *(words_at(each, path) for each in heard_of_all().values() for path in decisive(each))
    )
    assert not missing(language() - WAITING, executed)


def decisive(each: Heard) -> Iterator[RulePath]:
    """The rules that decided something an example asks for, and those it says it is about."""
    yield from (rule for _, rule in each.refusals)
    for entry in each.entries:
        yield from (
            tuple(int(s) if s.isdigit() else s for s in rule.split("."))
            for rule in entry.get("shows", ())
        )
        if "trick" in entry and {"wins", "legal"} & entry["expect"].keys():
            parts = ["wins"] if "wins" in entry["expect"] else []
            parts += (
                ["follow" if entry["trick"] else "lead", "beat"]
                if "legal" in entry["expect"]
                else []
            )
            for part in parts:
                own: RulePath = ("contracts", entry["contract"], "play", part)
                yield own if each.game.at(own) is not None else ("play", part)
    for one in each.settled:
        for line in one.ledger.lines:
            if one.asks(line.item):
                keys = (
                    ["objective", "losers", "declarers"]
                    if line.item == "game"
                    else ["won", "goes_to"]
                )
                keys += ["lost"] if line.verdict == "silently_lost" else []
                yield from ((*line.rule, key) for key in keys)
                yield from (factor.rule for factor in line.factors)


def words_at(each: Heard, path: RulePath) -> set[str]:
    """Every word in the rule at a path, and in the sets of cards that it names; with the key that
    it stands under.
    """
    sets = each.game.deck_at(("deck", "sets")) or {}
    found: set[str] = {str(path[-1])} if path else set()

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            found.update(value)
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)
        elif isinstance(value, str) and value not in found:
            found.add(value)
            walk(sets.get(value))

    walk(each.game.at(path))
    return found
