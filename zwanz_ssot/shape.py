"""JSON Schema → problems, each at its line and with the nearest word that would fit.

The schemas are closed and use no ``oneOf`` or ``anyOf``; so every error has one place and one
reason. What the validator finds becomes a finding here, `shape_words` says it, and of several
findings at one value the one that tells most is kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from zwanz_ssot import places
from zwanz_ssot.problems import Problem, WrongCall, did_you_mean, in_order, nearest
from zwanz_ssot.shape_words import Finding, first_repeat, sentence, words_here
from zwanz_ssot.source import Document, Path, dotted

_SUFFIX = ".schema.json"
# Unknown words explain what is missing and what is too many; of the rest, the first here tells
# most.
_ORDER = ("additionalProperties", "required", "enum", "const", "type", "pattern")


def check(document: Document, schema: str, changed: Path = ()) -> list[Problem]:
    """Everything in `document` that does not have the shape of `schema` (a name such as ``game``).

    The problems come in the order of the file; an empty list means that the shape is right. Where
    the document is a sound one but for what has `changed` in it, only the part around that is
    looked at, which is much faster. Raises WrongCall for a schema that does not exist.
    """
    found: dict[Path, list[Finding]] = {}
    around, pointer = _part(schema, changed)
    if not pointer and _sound(schema, document.data):
        return []
    for finding in _findings(f"{schema}{pointer}", document.value(around), around):
        found.setdefault(finding.path, []).append(finding)
    return list(in_order(problem for some in found.values() for problem in _told(document, some)))


def _part(schema: str, changed: Path) -> tuple[Path, str]:
    """The smallest part around what has changed for which the schema has a place of its own, and
    that place. What must stand in a mapping, or only once in a list, hangs on the whole of it.
    """
    node: Any = _contents().get(f"{schema}{_SUFFIX}", {})
    around: Path = ()
    pointer = ""
    for length, step in enumerate(changed[:-1], 1):
        if "uniqueItems" in node:
            break
        if isinstance(step, int) and "items" in node:
            way: tuple[str, ...] = ("items",)
        elif step in node.get("properties", ()):
            way = ("properties", str(step))
        elif isinstance(node.get("additionalProperties"), dict):
            way = ("additionalProperties",)
        else:  # a reference, or nothing that the schema speaks of
            break
        for key in way:
            node = node[key]
        around, pointer = changed[:length], f"{pointer}/{'/'.join(way)}"
    return around, pointer


def _sound(schema: str, data: Any) -> bool:
    """Whether a whole document is certainly right: told by a validator that is quick, and says of
    errors too little.
    """
    if f"{schema}{_SUFFIX}" not in _contents() or _has_fraction(data):
        return False
    try:
        sound: bool = _quick(schema).is_valid(data)
    except ValueError:  # not what JSON can hold
        return False
    return sound


def _has_fraction(data: Any) -> bool:
    """Whether there is a number with a point in some data: to JSON Schema 1.0 is an integer, and
    here it is not.
    """
    if isinstance(data, dict):
        return any(map(_has_fraction, data.values()))
    return any(map(_has_fraction, data)) if isinstance(data, list) else isinstance(data, float)


@cache
def _quick(schema: str) -> Any:
    from jsonschema_rs import Draft202012Validator, Registry

    return Draft202012Validator(
        _contents()[f"{schema}{_SUFFIX}"], registry=Registry(list(_contents().items()))
    )


def _findings(schema: str, data: Any, around: Path) -> Iterator[Finding]:
    for error in _validator(schema).iter_errors(data):
        yield Finding(
            path=(*around, *error.absolute_path),
            keyword=str(error.validator),
            wanted=error.validator_value,
            value=error.instance,
            schema=error.schema if isinstance(error.schema, dict) else {},
            of_name="propertyNames" in error.absolute_schema_path
            and isinstance(error.instance, str),
        )


@cache
def _contents() -> dict[str, Any]:
    """All schemas, by their file names."""
    files = sorted(places.data("schema").glob(f"*{_SUFFIX}"))
    return {file.name: json.loads(file.read_text("utf-8")) for file in files}


@cache
def _validator(schema: str) -> Any:
    """What tells the errors of a value: ``game``, or a place in a schema,
    ``game/properties/table``.
    """
    # Imported here: it takes a tenth of a second, which a call that needs no check should not pay.
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    contents = _contents()
    schema, _, pointer = schema.partition("/")
    if f"{schema}{_SUFFIX}" not in contents:
        known = [name.removesuffix(_SUFFIX) for name in contents]
        raise WrongCall(f"there is no schema '{schema}'", did_you_mean(schema, known))
    registry: Any = Registry().with_resources(
        (name, DRAFT202012.create_resource(content)) for name, content in contents.items()
    )
    whole = Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: type(value) is int
    )
    strict: Any = extend(Draft202012Validator, type_checker=whole)  # type: ignore[no-untyped-call]
    place = {"$ref": f"{schema}{_SUFFIX}#/{pointer}"} if pointer else contents[f"{schema}{_SUFFIX}"]
    return strict(place, registry=registry)


def _told(document: Document, findings: list[Finding]) -> list[Problem]:
    """The problems of one value: words not known in it, what it lacks, and what else it is not."""
    problems: list[Problem] = []
    meant: set[str | None] = set()
    strangers = 0
    for finding in sorted(findings, key=_telling):
        path = finding.path
        if finding.keyword == "additionalProperties":
            known = dict.fromkeys(
                [*finding.schema.get("properties", ()), *finding.schema.get("required", ())]
            )
            for key in _unknown(finding):
                strangers += 1
                meant.add(nearest(key, known))
                closed = (
                    "patternProperties" not in finding.schema
                )  # else the known words are not all
                hint = did_you_mean(key, known) or (words_here(known) if closed else "")
                problems.append(_at_key(document, (*path, key), "not a word here", hint, "unknown"))
        elif finding.of_name:
            problems.append(_at_key(document, (*path, finding.value), *sentence(finding), "name"))
        elif finding.keyword == "required":
            missing = (
                key for key in finding.wanted if key not in finding.value and key not in meant
            )
            problems += [
                _at_value(document, path, f"'{key}' is missing", "", "required") for key in missing
            ]
        elif (
            finding.keyword == "maxProperties" and len(finding.value) - strangers <= finding.wanted
        ):
            continue  # the unknown words are the ones too many
        else:
            if finding.keyword == "uniqueItems":
                path = (*path, first_repeat(finding.value))
            problems.append(_at_value(document, path, *sentence(finding), finding.keyword))
            break
    return problems


def _telling(finding: Finding) -> int:
    return _ORDER.index(finding.keyword) if finding.keyword in _ORDER else len(_ORDER)


def _unknown(finding: Finding) -> list[str]:
    """The keys of a mapping that its closed schema does not name."""
    known = finding.schema.get("properties", {})
    patterns = finding.schema.get("patternProperties", {})
    return [
        key
        for key in finding.value
        if key not in known and not any(re.search(pattern, key) for pattern in patterns)
    ]


def _at_key(document: Document, path: Path, text: str, hint: str, code: str) -> Problem:
    mark = document.keys.get(path) or document.mark(path)
    return Problem(mark, dotted(path), text, hint, f"shape.{code}")


def _at_value(document: Document, path: Path, text: str, hint: str, code: str) -> Problem:
    """Marked at the value; a list or mapping is marked at its key, where a person looks for it."""
    value = document.value(path)
    if isinstance(value, dict | list):
        return _at_key(document, path, text, hint, code)
    return Problem(document.mark(path), dotted(path), text, hint, f"shape.{code}")
