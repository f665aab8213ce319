"""Writes what schemas say of other files: conditions, paths that variants change, genders of names.

    python scripts/write_schemas.py

``$defs.condition`` of the terms schema lists the conditions of the registry with their arguments;
the schema of variants, for editors that complete from it, the paths of all rules; ``nouns`` of the
schema of games what ``articles`` in the words of each language has.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from zwanz_ssot import places
from zwanz_ssot.editor_schema import all_paths
from zwanz_ssot.files import write_file
from zwanz_ssot.library import library
from zwanz_ssot.prose.template import languages, words
from zwanz_ssot.words import registry
from zwanz_ssot.words.registry import Argument, ConditionWord, Kind

TERMS = places.data("schema") / "terms.schema.json"
VARIANTS = places.data("schema") / "overlay.schema.json"
GAMES = places.data("schema") / "game.schema.json"
_ALL = "all"
"""A gender of names in the pack alone."""
_Node = dict[str, Any]


def _ref(name: str) -> _Node:
    return {"$ref": f"#/$defs/{name}"}


_SHAPES: dict[Kind, _Node] = {
    Kind.ROLE: _ref("role"),
    Kind.HAND_OF: _ref("role"),
    Kind.CARDS: _ref("cards"),
    Kind.CARD: _ref("card"),
    Kind.CARD_OR_CALLED: {
        "type": "string",
        "description": "A card, or called_card.",
        "pattern": "^[A-Z]-[A-Za-z0-9]+$|^called_card$",
        "x-of": "card_or_called",
    },
    Kind.ORDER: {"type": "array", "items": _ref("card"), "minItems": 2, "uniqueItems": True},
    Kind.TRICK: _ref("trick"),
    Kind.NUMBER: {"type": "integer"},
    Kind.POINTS: {"type": "integer"},
    Kind.BY_DECLARED: {
        "type": "object",
        "description": "How many points, by what the side has declared.",
        "propertyNames": {"pattern": "^[0-9]{1,9}$", "x-of": "number"},
        "additionalProperties": {"type": "integer", "minimum": 1},
        "minProperties": 2,
    },
    Kind.BONUS: {**_ref("id"), "x-of": "bonus"},
    Kind.ITEM: {**_ref("id"), "x-of": "item"},
}
"""The schema of an argument, by its kind. Measures have none, as no condition takes one."""


def _argument(argument: Argument) -> _Node:
    shape = dict(_SHAPES[argument.kind])
    if argument.text:
        shape["description"] = argument.text
    if shape.get("type") == "integer":
        shape["minimum"] = argument.least
    return shape


def condition(word: ConditionWord) -> _Node:
    """The schema of a condition."""
    text = {"description": " ".join((inspect.getdoc(word.meaning) or "").split())}
    if word.bare:
        (argument,) = word.args.values()
        return _argument(argument) | text
    required = [name for name, argument in word.args.items() if argument.required]
    node: _Node = {
        "type": "object",
        **text,
        "additionalProperties": False,
        "properties": {name: _argument(argument) for name, argument in word.args.items()},
        "required": required,
    }
    optional = [argument for argument in word.args.values() if not argument.required]
    if optional:  # at least one of them must be given
        node["minProperties"] = len(required) + 1
        node["maxProperties"] = len(required) + 1 + sum(argument.beside for argument in optional)
    return node


def terms(schema: _Node) -> None:
    """Give the terms schema the conditions of the registry."""
    properties = schema["$defs"]["condition"]["properties"]
    joints = {name: node for name, node in properties.items() if name in registry.JOINTS}
    written = {name: condition(word) for name, word in registry.CONDITIONS.items()}
    schema["$defs"]["condition"]["properties"] = joints | written


def variants(schema: _Node) -> None:
    """Give the schema of variants the paths that the library has now."""
    at = schema["properties"]["changes"]["items"]["properties"]["at"]
    at["examples"] = all_paths(library())


def games(schema: _Node) -> None:
    """Give the schema of games the genders of each language that has any, and the forms of a new
    one.
    """
    known = schema["properties"]["nouns"]["properties"]
    for language in languages():
        articles = words(language).content["articles"]
        if language not in known and len(articles) > 1:
            known[language] = _nouns(language, articles)
        if language in known:
            parts = known[language]["additionalProperties"]["properties"]
            parts["gender"]["enum"] = [gender for gender in articles if gender != _ALL]


def _nouns(language: str, articles: Mapping[str, Mapping[str, str]]) -> _Node:
    forms = dict.fromkeys(form for its in articles.values() for form in its)
    text = {"type": "string", "minLength": 1}
    properties: _Node = {"gender": {"description": "The gender."}}
    properties |= {form: {**text, "description": f"The form {form}."} for form in forms}
    properties["one"] = {**text, "description": "The singular of a name that means many."}
    noun = {
        "type": "object",
        "additionalProperties": False,
        "required": ["gender"],
        "properties": properties,
    }
    return {
        "type": "object",
        "description": f"What templates/words.{language}.yaml has under articles.",
        "minProperties": 1,
        "additionalProperties": noun,
    }


WRITERS: dict[Path, Callable[[_Node], None]] = {TERMS: terms, VARIANTS: variants, GAMES: games}


def written() -> Iterator[tuple[Path, str]]:
    """The files, each with the text that it should have."""
    for file, write in WRITERS.items():
        schema = json.loads(file.read_text(encoding="utf-8"))
        write(schema)
        yield file, json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for path, content in written():
        write_file(path, [content.encode()])
