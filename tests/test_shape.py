"""Each keyword of a schema as one plain sentence, at the right line, with the nearest word."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from zwanz_ssot import places
from zwanz_ssot import schema as shape
from zwanz_ssot.library import KINDS, kind_of
from zwanz_ssot.problems import WrongCall
from zwanz_ssot.schema import check, fault_of
from zwanz_ssot.source import Document, parse, read

ID = {"type": "string", "pattern": "^[a-z][a-z0-9_-]*$"}
TERMS: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "terms.schema.json",
    "$defs": {
        "id": ID,
        "card": {"type": "string", "pattern": "^[A-Z]-[A-Za-z0-9]+$"},
        "cite": {"type": "string", "pattern": "^[a-z]+( §.+)?$"},
        "text": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"en": {"type": "string", "minLength": 1}, "de": {"type": "string"}},
            "required": ["en", "de"],
        },
        "condition": {
            "type": ["object", "array"],
            "minProperties": 1,
            "maxProperties": 1,
            "additionalProperties": False,
            "items": {"$ref": "#/$defs/condition"},
            "properties": {
                "trick_has": {"$ref": "#/$defs/card"},
                "hand_has": {"$ref": "#/$defs/card"},
                "not": {"$ref": "#/$defs/condition"},
                "led": {"type": "string"},
            },
        },
    },
}
GAME: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "game.schema.json",
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "game": {"$ref": "terms.schema.json#/$defs/id"},
        "name": {"$ref": "terms.schema.json#/$defs/text"},
        "table": {
            "type": "object",
            "additionalProperties": False,
            "required": ["players", "direction"],
            "properties": {
                "players": {"type": "integer", "minimum": 2, "maximum": 8},
                "direction": {"enum": ["clockwise", "counterclockwise"]},
                "open": {"type": "boolean"},
                "knock": {"const": True},
                "odds": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
                "step": {"multipleOf": 5},
            },
        },
        "packets": {"type": "array", "minItems": 1, "maxItems": 3, "items": {"type": "integer"}},
        "pair": {"type": "array", "minItems": 2, "maxItems": 2},
        "ladder": {
            "type": "array",
            "uniqueItems": True,
            "items": {"$ref": "terms.schema.json#/$defs/id"},
        },
        "source": {"$ref": "terms.schema.json#/$defs/cite"},
        "card": {"$ref": "terms.schema.json#/$defs/card"},
        "when": {"$ref": "terms.schema.json#/$defs/condition"},
        "code": {"type": "string", "pattern": "^[0-9]{4}$", "description": "Four digits."},
        "short": {"type": "string", "maxLength": 3},
        "by_name": {
            "type": "object",
            "propertyNames": {"$ref": "terms.schema.json#/$defs/id"},
            "additionalProperties": {"type": "integer"},
        },
        "by_digit": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"also": {}},
            "patternProperties": {"^[0-9]+$": {"type": "integer"}},
        },
        "number_or_text": {"type": ["integer", "string"]},
        "roles": {"type": "object", "additionalProperties": False, "properties": {"most": {}}},
        "role": {"enum": ["holder"]},
        "never": {"not": {}, "description": "Nothing may stand here."},
    },
}


def _forget() -> None:
    shape._validator.cache_clear()
    shape._quick.cache_clear()
    shape._contents.cache_clear()
    shape._file.cache_clear()


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], list[str]]]:
    """Check a text against the two schemas above; the problems as people read them."""
    for schema in (TERMS, GAME):
        (tmp_path / schema["$id"]).write_text(json.dumps(schema), "utf-8")
    monkeypatch.setattr(shape, "shipped", lambda kind: tmp_path)
    _forget()
    yield lambda text: [str(problem) for problem in check(parse(text, "f"), "game")]
    _forget()


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("game: small\nname: {en: Small, de: Klein}\ntable: {players: 4, direction: clockwise}", []),
        # words that are not known
        ("tabel: {}", ["f:1:1: tabel: not a word here; did you mean 'table'?"]),
        ("game: a\ntable:\n  players: 4\n  direction: clockwise\n  Direktion: x",
         ["f:5:3: table.Direktion: not a word here; did you mean 'direction'?"]),
        ("name: {en: a, de: b, fr: c}", ["f:1:22: name.fr: not a word here; the words here are en, de"]),
        ("zzz: 1\nqqq: 2",
         [f"f:{line}:1: {word}: not a word here; the words here are game, name, table, packets, pair, ladder, source,"
          " card, when, code, short, by_name, by_digit, number_or_text, roles, role, never"
          for line, word in ((1, "zzz"), (2, "qqq"))]),
        ("by_digit: {'0': 5, x: 6, alsp: 1}",
         ["f:1:20: by_digit.x: not a word here", "f:1:26: by_digit.alsp: not a word here; did you mean 'also'?"]),
        ("when: [{not: {trick_hass: T-I}}]",
         ["f:1:15: when.0.not.trick_hass: not a word here; did you mean 'trick_has'?"]),
        ("roles: {zzz: 1}", ["f:1:9: roles.zzz: not a word here; the only word here is 'most'"]),
        # what is missing
        ("game: a\ntable:\n  open: true",
         ["f:2:1: table: 'players' is missing", "f:2:1: table: 'direction' is missing"]),
        ("table:\n  player: 4\n  direction: clockwise",
         ["f:2:3: table.player: not a word here; did you mean 'players'?"]),
        # wrong kinds
        ("table: {players: four, direction: clockwise}",
         ["f:1:18: table.players: a whole number is wanted, got the text 'four'"]),
        ("table: {players: '4', direction: clockwise}",
         ["f:1:18: table.players: a whole number is wanted, got the text '4'; write 4 without quotes"]),
        ("table: {players: true, direction: clockwise}",
         ["f:1:18: table.players: a whole number is wanted, got true"]),
        ("table: {players: 4.0, direction: clockwise}",
         ["f:1:18: table.players: a whole number is wanted, got the number 4.0"]),
        ("table: {players: 4, direction: clockwise, open: 1}",
         ["f:1:49: table.open: true or false is wanted, got the number 1"]),
        ("table:\n", ["f:1:7: table: a mapping is wanted, got nothing"]),
        ("game: 20", ["f:1:7: game: a text is wanted, got the number 20; put it in quotes: '20'"]),
        ("packets: 5", ["f:1:10: packets: a list is wanted, got the number 5; write [5]"]),
        ("packets: x", ["f:1:10: packets: a list is wanted, got the text 'x'; write [x]"]),
        ("ladder:\n  a:\n    b: 1", ["f:1:1: ladder: a list is wanted, got the mapping {a: {b: 1}}"]),
        ("number_or_text: [1]", ["f:1:1: number_or_text: a whole number or a text is wanted, got the list [1]"]),
        ("when: T-I", ["f:1:7: when: a mapping or a list is wanted, got the text 'T-I'"]),
        # words from a list
        ("table: {players: 4, direction: clockwize}",
         ["f:1:32: table.direction: one of clockwise, counterclockwise is wanted, got the text 'clockwize';"
          " did you mean 'clockwise'?"]),
        ("table: {players: 4, direction: 5}",
         ["f:1:32: table.direction: one of clockwise, counterclockwise is wanted, got the number 5"]),
        ("role: holders", ["f:1:7: role: only 'holder' may stand here, got the text 'holders';"
                           " did you mean 'holder'?"]),
        ("table: {players: 4, direction: clockwise, knock: false}",
         ["f:1:50: table.knock: only true may stand here, got false"]),
        ("table: {players: 4, direction: clockwise, knock: 1}",
         ["f:1:50: table.knock: only true may stand here, got the number 1"]),
        # forms of texts
        ("game: Four Kings!",
         ["f:1:7: game: an id is wanted: lower case letters, digits, _ and -, with a letter first;"
          " got 'Four Kings!'; write 'four_kings'"]),
        ("ladder: [solo, '5']",
         ["f:1:16: ladder.1: an id is wanted: lower case letters, digits, _ and -, with a letter first; got '5'"]),
        # a line's end behind what would be right
        ('game: "small\\n"',
         ["f:1:7: game: an id is wanted: lower case letters, digits, _ and -, with a letter first;"
          " got 'small '; write 'small'"]),
        ('by_name: {"good\\n": 1}',
         ["f:1:11: by_name.good : an id is wanted: lower case letters, digits, _ and -,"
          " with a letter first; got 'good '; write 'good'"]),
        ("card: XX", ["f:1:7: card: a card id is wanted: suit letter, hyphen, rank; got 'XX'"]),
        ("source: Wikipedia 5", ["f:1:9: source: a source is wanted: its name, a space, § and the section;"
                                 " got 'Wikipedia 5'; write custom for a rule of your own"]),
        ("code: abc", ["f:1:7: code: Four digits; got 'abc'"]),
        ("name: {en: '', de: x}", ["f:1:12: name.en: the text is empty; write one, or remove the line"]),
        ("short: long", ["f:1:8: short: at most 3 characters are wanted, got 4"]),
        # bounds
        ("table: {players: 1, direction: clockwise}", ["f:1:18: table.players: at least 2 is wanted, got 1"]),
        ("table: {players: 9, direction: clockwise}", ["f:1:18: table.players: at most 8 is wanted, got 9"]),
        ("table: {players: 4, direction: clockwise, odds: 0}",
         ["f:1:49: table.odds: more than 0 is wanted, got 0"]),
        ("table: {players: 4, direction: clockwise, odds: 1.5}",
         ["f:1:49: table.odds: less than 1 is wanted, got 1.5"]),
        ("table: {players: 4, direction: clockwise, step: 7}",
         ["f:1:49: table.step: a multiple of 5 is wanted, got 7"]),
        # how many
        ("packets: []", ["f:1:1: packets: at least one entry belongs here, got none"]),
        ("packets: [1, 2, 3, 4]", ["f:1:1: packets: at most 3 entries belong here, got 4"]),
        ("pair: [1]", ["f:1:1: pair: exactly 2 entries belong here, got 1"]),
        ("when: {}", ["f:1:1: when: exactly one word belongs here, got none;"
                      " the words here are trick_has, hand_has, not, led"]),
        ("game: a\nwhen:\n  trick_has: T-I\n  led: a",
         ["f:2:1: when: exactly one word belongs here, got trick_has, led"]),
        ("when: {trick_has: T-I, zzzzzz: 1}",
         ["f:1:24: when.zzzzzz: not a word here; the words here are trick_has, hand_has, not, led"]),
        ("when: {trick_has: T-I, led: a, zzzzzz: 1}",
         ["f:1:1: when: exactly one word belongs here, got trick_has, led, zzzzzz",
          "f:1:32: when.zzzzzz: not a word here; the words here are trick_has, hand_has, not, led"]),
        ("when: [{}]", ["f:1:8: when.0: exactly one word belongs here, got none;"
                        " the words here are trick_has, hand_has, not, led"]),
        ("ladder: [solo, rufer, solo]", ["f:1:23: ladder.2: 'solo' stands twice in this list; keep one of them"]),
        # names of keys
        ("by_name: {four kings: 1, good: x}",
         ["f:1:11: by_name.four kings: an id is wanted: lower case letters, digits, _ and -,"
          " with a letter first; got 'four kings'; write 'four_kings'",
          "f:1:32: by_name.good: a whole number is wanted, got the text 'x'"]),
        ("by_name: {20: 1}",
         ["f:1:11: by_name.20: an id is wanted: lower case letters, digits, _ and -,"
          " with a letter first; got '20'"]),
        # a keyword that has no sentence of its own
        ("never: 5", ["f:1:8: never: the number 5 does not fit here: Nothing may stand here"]),
    ],
)  # fmt: skip
def test_sentences(small: Callable[[str], list[str]], text: str, lines: list[str]) -> None:
    assert small(text) == lines


def test_all_problems_come_together_in_the_order_of_the_file(
    small: Callable[[str], list[str]],
) -> None:
    found = small("zzz: 1\ngame: 5\nname: {en: a}\nladder: [A, b, b]\n")
    assert [line.split(": ")[0] for line in found] == [
        "f:1:1",
        "f:2:7",
        "f:3:1",
        "f:4:10",
        "f:4:16",
    ]


def test_no_message_is_the_validators_own(small: Callable[[str], list[str]]) -> None:
    for line in small(
        "game: []\ntable: {players: x}\nwhen: {a: 1, b: 2}\ncard: 1\nsource: ''\nladder: {}"
    ):
        assert "is not of type" not in line
        assert "does not match" not in line
        assert "was unexpected" not in line


def test_problems_have_codes(small: Callable[[str], list[str]]) -> None:
    document = parse("zzz: 1\ntable: {players: x}", "f")
    assert [problem.code for problem in check(document, "game")] == [
        "shape.unknown",
        "shape.required",
        "shape.type",
    ]


def test_a_schema_that_does_not_exist_is_a_wrong_call(small: Callable[[str], list[str]]) -> None:
    with pytest.raises(WrongCall) as caught:
        check(parse("a: 1", "f"), "gaem")
    assert str(caught.value) == "there is no schema 'gaem'; did you mean 'game'?"


SCHEMAS = sorted(
    path.name.removesuffix(".schema.json") for path in places.data("schema").glob("*.schema.json")
)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_shipped_schemas_are_schemas(schema: str) -> None:
    from jsonschema import Draft202012Validator

    content = json.loads((places.data("schema") / f"{schema}.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(content)
    check(parse("zzz: 1", "f"), schema)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_every_pattern_of_the_shipped_schemas_is_said_in_words(schema: str) -> None:
    from zwanz_ssot.schema import _PATTERNS

    def patterns(node: Any) -> Iterator[tuple[str, str]]:
        if isinstance(node, dict):
            if isinstance(node.get("pattern"), str):
                yield node["pattern"], node.get("description", "")
            for inner in node.values():
                yield from patterns(inner)
        elif isinstance(node, list):
            for inner in node:
                yield from patterns(inner)

    content = json.loads((places.data("schema") / f"{schema}.schema.json").read_text("utf-8"))
    assert not [
        pattern
        for pattern, description in patterns(content)
        if not _PATTERNS.get(pattern, description)
    ]


def test_what_has_changed_in_a_sound_document_can_be_checked_alone(
    small: Callable[[str], list[str]],
) -> None:
    def problems(
        changed: tuple[str | int, ...], table: str = "players: 9, direction: clockwise"
    ) -> list[str]:
        document = parse(f"game: x\nname: {{}}\ntable: {{{table}}}\n", "x.yaml")
        return [f"{problem.path}: {problem.text}" for problem in check(document, "game", changed)]

    assert problems(()) != [] and any(each.startswith("name") for each in problems(()))
    (players,) = problems(("table", "players"))
    assert players.startswith("table.players: ")
    # All that the mapping around must have, too.
    assert problems(("table", "direction"), "direction: clockwise") == [
        "table: 'players' is missing"
    ]


# the quick validator beside the plain one

ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    1,
    1.0,
    0.5,
    -1,
    10**20,
    "",
    "x",
    "x\n",
    "Ä-b",
    [],
    ["x", "x"],
    [1, True],
    {"x": 1},
)
RULES = [
    path for path in sorted(places.data("rules").rglob("*.yaml")) if "examples" not in path.parts
]


@pytest.mark.parametrize("path", RULES, ids=lambda path: "-".join(path.parts[-2:]))
def test_the_quick_validator_hides_nothing_that_the_plain_one_finds(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(path.name)
    sound = read(path)
    schema = KINDS[str(kind_of(sound))]
    ways = [way for way in sound.marks if way]
    for slips in (1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 8, 8):
        spoilt = replace(sound, data=deepcopy(sound.data))
        for *around, last in random.sample(ways, min(slips, len(ways))):
            with suppress(KeyError, IndexError, TypeError):  # what another slip took away
                spoilt.value(tuple(around))[last] = random.choice(ODD)
        quickly = check(spoilt, schema)
        with monkeypatch.context() as patch:
            patch.setattr(shape, "_sound", lambda schema, data: False)
            patch.setattr(shape, "_faulty", lambda schema, data: None)
            assert quickly == check(spoilt, schema)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_whole_is_right_only_where_its_parts_are(schema: str) -> None:
    """So the plain validator may look into those parts alone in which the quick one finds something.
    What a key asks of its mapping (`dependentSchemas`) is only how many there are.
    """
    content = json.loads((places.data("schema") / f"{schema}.schema.json").read_text("utf-8"))
    choices = {"anyOf", "oneOf", "not", "if", "contains", "prefixItems"}

    def keywords(node: Any, named: bool = False) -> Iterator[str]:
        if isinstance(node, dict):
            yield from () if named else node
            for key, inner in node.items():
                if not named and key == "dependentSchemas":
                    assert all(each.keys() <= {"minProperties", "x-is"} for each in inner.values())
                else:
                    yield from keywords(inner, not named and key in ("properties", "$defs"))

    assert choices.isdisjoint(keywords(content))


@pytest.mark.parametrize("key", ["10", "007", "a/b", "~0", ""])
def test_a_fault_is_found_below_any_key(key: str) -> None:
    large = read(places.data("rules") / "zwanzigerrufen" / "game.yaml")
    large.data["deal"] = {key: {}}
    large.data["contracts"] = {key: {"value": {key: 1}}}
    assert {"deal", "contracts"} <= {each.path.partition(".")[0] for each in check(large, "game")}


@pytest.mark.parametrize("first", ["1", "01", "+1"])
@pytest.mark.parametrize("other", ["1", "001"])
def test_a_fault_is_found_below_either_of_keys_of_one_number(first: str, other: str) -> None:
    refusals: dict[str, Any] = {first: "no_such_move"}
    refusals |= {other: {}}
    entry = {"example": "x", "title": {"en": "x"}, "source": "custom", "expect": {}}
    examples = {"examples": [{**entry, "expect": {"may_not_say": refusals}}]}
    assert f"examples.0.expect.may_not_say.{other}: 'because' is missing" == fault_of(
        examples, "examples"
    )
    refusals[other] = {"because": 5}
    assert f"may_not_say.{other}.because: " in str(fault_of(examples, "examples"))


def test_what_only_the_quick_validator_refuses_is_told_in_its_words(
    small: Callable[[str], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "game: small\nname: {en: Small}\n"
    assert small(text) == ["f:2:1: name: 'de' is missing"]
    document = parse(text, "f")
    faulty = shape._faulty
    # Where the wrong part is taken for a valid one, all parts are looked at.
    monkeypatch.setattr(shape, "_faulty", lambda *of: faulty(*of) and frozenset())
    assert small(text) == ["f:2:1: name: 'de' is missing"]
    monkeypatch.setattr(shape, "_findings", lambda *of: iter(()))
    (problem,) = check(document, "game")
    assert str(problem) == 'f:1:1: "de" is a required property'
    assert problem.code == "shape.other"
    assert not shape.fits(document, "game")


def test_one_fault_in_a_large_file_is_looked_for_where_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    large = read(places.data("rules") / "zwanzigerrufen" / "game.yaml")
    large.data["table"]["players"] = "four"
    looked_at: list[object] = []
    may_be_wrong = shape._may_be_wrong

    def counted(part: object) -> bool:
        found = may_be_wrong(part)
        looked_at.extend([part] if found and isinstance(part, dict | list) else [])
        return found

    monkeypatch.setattr(shape, "_may_be_wrong", counted)
    (problem,) = check(large, "game")
    assert problem.path == "table.players"
    assert all(part is large.data["table"] for part in looked_at)


@pytest.mark.parametrize(
    ("schema", "data", "sentence"),
    [
        (
            "ledger",
            {"lines": [{"factors": {}}]},
            "lines.0.factors: a list is wanted, got the mapping {}",
        ),
        ("examples", {"examples": {}}, "examples: a list is wanted, got the mapping {}"),
    ],
)
def test_a_list_of_what_its_own_schema_describes_is_told_like_any_other(
    schema: str, data: Any, sentence: str
) -> None:
    assert fault_of(data, schema) == sentence


def test_a_language_with_a_line_end_is_none() -> None:
    text = 'variant: a\nof: anrufen\nname: {en: x, "fr\\n": x}\nchanges: []\n'
    (problem,) = check(parse(text, "f"), "overlay")
    assert str(problem).startswith("f:3:15: name.fr : not a word here")


@pytest.mark.parametrize(
    ("schema", "data", "at"),
    [
        (
            "examples",
            {"examples": [{"example": "a", "expect": {}, "title": None}]},
            "examples.0.title",
        ),
        ("overlay", {"variant": "a", "of": "b", "changes": [], "name": None}, "name"),
    ],
)
def test_a_text_of_other_names_alone_is_in_no_language(schema: str, data: Any, at: str) -> None:
    whole = json.loads(json.dumps(data).replace("null", '{"also": ["x"]}'))
    texts = {each.path: f"{each.text}; {each.hint}" for each in check(whole_of(whole), schema)}
    assert texts[at] == "a text in one language at least is missing; write {en: …}"
    whole = json.loads(json.dumps(data).replace("null", '{"also": ["x"], "de": "y"}'))
    assert at not in {each.path for each in check(whole_of(whole), schema)}


def whole_of(data: Any) -> Document:
    return Document("f", data, {}, {})
