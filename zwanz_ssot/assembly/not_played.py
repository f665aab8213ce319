"""Rules that a source names as played elsewhere: which of them these rules play after all.

An entry of `not_used` may say which changes would play it. A rule set in which one of them is made
plays the rule, whoever made the change and whatever it is called there.
"""

from __future__ import annotations

from typing import Any

from ..contrast import same
from ..model import NotUsed
from ..overlay import check_ids
from ..paths import Path, dotted, parse_path
from ..problems import did_you_mean
from ..schema import Node, below, resolved, root
from .resolver import Resolver, name

_DEEDS = ("set", "add", "drop")
_NO_RULE = ("name", "source")
"""What a rule is called, and who says so, does not make it another rule."""


def not_used(resolver: Resolver, data: dict[str, Any]) -> tuple[NotUsed, ...]:
    """The entries of `not_used` that these rules do not play, with a problem for each entry of
    this file that cannot be meant.
    """
    for section in ("not_used", "open"):
        check_ids(resolver.document, section, resolver.problems)
    found = []
    for number, entry in enumerate(data.get("not_used", ())):
        at: Path = ("not_used", number)
        own = resolver.mark(at).file == resolver.document.file
        plays = False
        for place, change in enumerate(entry.get("changes", ())):
            here: Path = (*at, "changes", place)
            made = _is_made(data, change)
            plays = plays or made
            if own and made:
                text = f"these rules play '{entry['id']}' already"
                resolver.error((*here, "at"), text, "take the entry out", code="sense.not_used")
            elif own:
                _leads_somewhere(resolver, here, data, change)
        if not plays:
            found.append(NotUsed(entry["id"], name(entry["rule"]), entry["source"]))
    return tuple(found)


def _leads_somewhere(
    resolver: Resolver, here: Path, data: dict[str, Any], change: dict[str, Any]
) -> None:
    """Check that a change is about a rule that there is, or could be."""
    *outer, last = parse_path(change["at"])
    reached = data
    for length, step in enumerate([*outer, *([] if "add" in change else [last])]):
        inside = _inside(reached, step)
        if inside is None:
            place = dotted(parse_path(change["at"])[:length]) or "the rules"
            known = reached if isinstance(reached, dict) else ()
            text = f"there is no '{step}' in {place}"
            hint = did_you_mean(str(step), known) or "name the rule that the change would change"
            resolver.error((*here, "at"), text, hint, code="sense.name")
            return
        reached = inside[0]


def _is_made(data: dict[str, Any], change: dict[str, Any]) -> bool:
    """Whether the rules are as after this change."""
    deed = next(deed for deed in _DEEDS if deed in change)
    *outer, last = parse_path(change["at"])
    reached, node = data, root("game")
    for step in outer:
        inside = _inside(reached, step)
        if inside is None:
            return False
        reached, node = inside[0], resolved(below(node, step))
    if deed == "drop":
        return _inside(reached, last) is None
    entry = resolved(below(node, last))
    # What is added among entries that may have any name is looked for under every name.
    if deed == "add" and "propertyNames" in node and isinstance(reached, dict):
        return any(_says(change[deed], each, entry) for each in reached.values())
    there = _inside(reached, last)
    return there is not None and _says(change[deed], there[0], entry)


def _inside(value: Any, step: str | int) -> tuple[Any] | None:
    """What stands at one step, in a tuple; None where there is nothing."""
    if isinstance(value, dict) and step in value:
        return (value[step],)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return (value[step],)
    return None


def _says(wanted: Any, got: Any, node: Node) -> bool:
    """Whether two values of a rule say the same; the schema knows which lists have an order."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        keys = wanted.keys() - set(_NO_RULE)
        return keys == got.keys() - set(_NO_RULE) and all(
            _says(wanted[key], got[key], resolved(below(node, key))) for key in keys
        )
    if not isinstance(wanted, list) or not isinstance(got, list):
        return same(wanted, got)
    if len(wanted) != len(got):
        return False
    inner = resolved(below(node, 0))
    if node.get("x-order") != "free":
        return all(_says(one, other, inner) for one, other in zip(wanted, got, strict=True))
    return all(any(_says(one, other, inner) for other in got) for one in wanted)
