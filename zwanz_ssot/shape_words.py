"""What a failed keyword of a schema means, in one plain sentence and a hint."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from zwanz_ssot.problems import did_you_mean
from zwanz_ssot.source import Path, spell

_MANY = 12
_TYPES = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}
_ID = "an id is wanted: lower case letters, digits, _ and -, with a letter first"
_PATTERNS = {
    "^[a-z][a-z0-9_-]*$": _ID,
    "^[A-Z]-[A-Za-z0-9]+$": "a card id is wanted: suit letter, hyphen, rank",
    "^[A-Z]$": "one capital letter is wanted",
    "^[a-z]{2}$": "the two letters of a language are wanted",
    "^[a-z]+( §.+)?$": "a source is wanted: its name, a space, § and the section",
    "^[a-z][a-z0-9_-]*( §.+)?$": "a source is wanted: its name, a space, § and the section",
    "^talon$": "a number of cards is wanted, or talon",
    "^[0-9]+$": "a number of points is wanted",
    "^C-[0-9]{2}$": "a contradiction is wanted: C, hyphen and its two digits",
    "^[a-z][a-z0-9_-]*(:[a-z][a-z0-9_-]*)?$": "a game is wanted, or game:variant, both ids",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A keyword of a schema that a value fails.

    `path` and `value` are the value's; `keyword` is what fails, `wanted` what the schema says of
    it, `schema` the whole subschema; `of_name` means that the value is the name of a key, and
    `path` its mapping's.
    """

    path: Path
    keyword: str
    wanted: Any
    value: Any
    schema: dict[str, Any]
    of_name: bool = False


def sentence(finding: Finding) -> tuple[str, str]:
    """What is wrong with the value of `finding`, and what would help (may be empty)."""
    say = _KEYWORDS.get(finding.keyword)
    if say is None:
        described = finding.schema.get("description", "")
        wanted = f": {_as_clause(described)}" if described else ""
        return f"{_got(finding.value)} does not fit here{wanted}", ""
    return say(finding)


def words_here(words: Iterable[str]) -> str:
    """``the words here are a, b, c``, or an empty text when there are none or too many to read."""
    known = list(words)
    if len(known) == 1:
        return f"the only word here is '{known[0]}'"
    return f"the words here are {', '.join(known)}" if 0 < len(known) <= _MANY else ""


def _type(finding: Finding) -> tuple[str, str]:
    value = finding.value
    types = [finding.wanted] if isinstance(finding.wanted, str) else finding.wanted
    wanted = " or ".join(_TYPES[name] for name in types)
    hint = ""
    if (
        isinstance(value, str)
        and re.fullmatch(r"-?[0-9]+", value)
        and {"integer", "number"} & {*types}
    ):
        hint = f"write {value} without quotes"
    elif isinstance(value, int | float) and not isinstance(value, bool) and "string" in types:
        hint = f"put it in quotes: '{value}'"
    elif isinstance(value, str | int) and types == ["array"]:
        hint = f"write [{value}]"
    return f"{wanted} is wanted, got {_got(value)}", hint


def _enum(finding: Finding) -> tuple[str, str]:
    words = [str(word) if isinstance(word, str) else spell(word) for word in finding.wanted]
    near = did_you_mean(finding.value, words) if isinstance(finding.value, str) else ""
    if len(words) == 1:
        return f"only '{words[0]}' may stand here, got {_got(finding.value)}", near
    if len(words) > _MANY:
        return f"{_got(finding.value)} is not a word here", near
    return f"one of {', '.join(words)} is wanted, got {_got(finding.value)}", near


def _const(finding: Finding) -> tuple[str, str]:
    return f"only {spell(finding.wanted)} may stand here, got {_got(finding.value)}", ""


def _pattern(finding: Finding) -> tuple[str, str]:
    pattern, value = str(finding.wanted), str(finding.value)
    described = finding.schema.get("description", "")
    wanted = _PATTERNS.get(pattern) or (
        _as_clause(described) if described else "another form is wanted"
    )
    repaired = re.sub(r"[^a-z0-9_-]+", "_", value.lower()).strip("_")
    usable = wanted == _ID and repaired != value and re.search(pattern, repaired)
    return f"{wanted}; got {spell(value)}", f"write '{repaired}'" if usable else ""


def _bound(words: str) -> Callable[[Finding], tuple[str, str]]:
    return lambda finding: (f"{words} {finding.wanted} is wanted, got {finding.value}", "")


def _length(finding: Finding) -> tuple[str, str]:
    if not finding.value:
        return "the text is empty", "write one, or remove the line"
    least = finding.keyword == "minLength"
    limit = f"at {'least' if least else 'most'} {finding.wanted}"
    return f"{limit} characters are wanted, got {len(finding.value)}", ""


def _count(least: str, most: str, one: str, many: str) -> Callable[[Finding], tuple[str, str]]:
    """How many entries (words) a list (mapping) may have; `least` and `most` are the keywords that
    say so.
    """

    def say(finding: Finding) -> tuple[str, str]:
        low, high = finding.schema.get(least, 0), finding.schema.get(most)
        if (
            isinstance(finding.value, dict)
            and low == high == len(finding.schema.get("required", ())) + 1 > 1
        ):
            return _choice(finding), ""
        limit = finding.wanted
        how = "exactly" if low == high else "at least" if finding.keyword == least else "at most"
        number, verb = ("one", f"{one} belongs") if limit == 1 else (str(limit), f"{many} belong")
        got = (
            ", ".join(map(str, finding.value))
            if isinstance(finding.value, dict)
            else len(finding.value)
        )
        hint = words_here(finding.schema.get("properties", {})) if not finding.value else ""
        return f"{how} {number} {verb} here, got {got or 'none'}", hint

    return say


def _choice(finding: Finding) -> str:
    """A mapping that needs some words, and one of several others beside them."""
    needed = finding.schema["required"]
    others = [word for word in finding.schema.get("properties", {}) if word not in needed]
    got = [word for word in finding.value if word in others]
    choice, beside = f"one of {', '.join(others)}", f"beside {', '.join(needed)}"
    return (
        f"only {choice} belongs here {beside}, got {', '.join(got)}"
        if got
        else f"{choice} is missing {beside}"
    )


def first_repeat(entries: list[Any]) -> int:
    """The index of the first entry that stands in the list before."""
    return next(place for place, entry in enumerate(entries) if entry in entries[:place])


def _unique(finding: Finding) -> tuple[str, str]:
    twice = finding.value[first_repeat(finding.value)]
    return f"{spell(twice)} stands twice in this list", "keep one of them"


def _got(value: Any) -> str:
    if isinstance(value, str):
        return f"the text {spell(value)}"
    if isinstance(value, bool) or value is None:
        return spell(value)
    if isinstance(value, int | float):
        return f"the number {value}"
    return f"the {'list' if isinstance(value, list) else 'mapping'} {spell(value)}"


def _as_clause(description: str) -> str:
    return description.rstrip(".")


_KEYWORDS: dict[str, Callable[[Finding], tuple[str, str]]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "pattern": _pattern,
    "minimum": _bound("at least"),
    "maximum": _bound("at most"),
    "exclusiveMinimum": _bound("more than"),
    "exclusiveMaximum": _bound("less than"),
    "multipleOf": _bound("a multiple of"),
    "minLength": _length,
    "maxLength": _length,
    "minItems": _count("minItems", "maxItems", "entry", "entries"),
    "maxItems": _count("minItems", "maxItems", "entry", "entries"),
    "minProperties": _count("minProperties", "maxProperties", "word", "words"),
    "maxProperties": _count("minProperties", "maxProperties", "word", "words"),
    "uniqueItems": _unique,
}
