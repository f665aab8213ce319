"""The JSON schemas of our files, and the problems that they find in documents.

`check` gives each problem a place, a plain sentence and a hint. `root`, `below` and `resolved` walk
through a schema along the data that it describes.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from .places import data as shipped
from .problems import Hint, Problem, WrongCall, did_you_mean, in_order, nearest
from .source import Document, Path, dotted, spell

Node = Mapping[str, Any]
"""A schema or a part of one."""

_MANY = 12
"""The most words that most messages list."""
_ALL = 60
"""More words than are allowed in any place."""
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
_CITE = "a source is wanted: its name, a space, § and the section"
_OWN = "for a rule of your own"
_PATTERNS = {
    "^[a-z][a-z0-9_-]*$": _ID,
    "^[A-Z]-[A-Za-z0-9]+$": "a card id is wanted: suit letter, hyphen, rank",
    "^[A-Z]$": "one capital letter is wanted",
    "^[a-z]{2}$": "the two letters of a language are wanted",
    "^[a-z]+( §.+)?$": _CITE,
    "^[a-z][a-z0-9_-]*( §.+)?$": _CITE,
    "^talon$": "a number of cards is wanted, or talon",
    "^[0-9]{1,9}$": "a number of points is wanted",
    "^[0-9a-f]{16}$": "the sixteen hexadecimal digits that the program wrote are wanted",
    "^C-[0-9]{2}$": "a contradiction is wanted: C, hyphen and its two digits",
    "^[a-z][a-z0-9_-]*(:[a-z][a-z0-9_-]*)?$": "a game is wanted, or game:variant, both ids",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A value that fails a keyword of a schema.

    `wanted` is the value of the keyword in `schema`, the subschema that it is in. With `of_name`,
    `value` is a key, and `path` that of its mapping.
    """

    path: Path
    keyword: str
    wanted: Any
    value: Any
    schema: dict[str, Any]
    of_name: bool = False


def sentence(finding: Finding) -> tuple[str, str]:
    """The sentence and the hint for a finding; the hint may be empty."""
    explain = _KEYWORDS.get(finding.keyword)
    if explain is None:
        described = finding.schema.get("description", "")
        wanted = f": {_as_clause(described)}" if described else ""
        return f"{_got(finding.value)} does not fit here{wanted}", ""
    return explain(finding)


def words_here(words: Iterable[str], most: int = _MANY) -> str:
    """``the words here are a, b, c``; an empty text for none, or for more than ``most``."""
    known = list(words)
    if len(known) == 1:
        return f"the only word here is '{known[0]}'"
    return f"the words here are {', '.join(known)}" if 0 < len(known) <= most else ""


def _holders(finding: Finding, key: str) -> str:
    """The hint that an unknown key belongs inside of words that are allowed here; else empty."""
    words = finding.schema.get("properties", {})
    holders = [word for word in words if key in _arguments(words[word])]
    return f"it stands inside {', '.join(holders)}" if 0 < len(holders) <= _MANY else ""


def _arguments(node: Node) -> Iterable[str]:
    """The keys of the mapping that a schema describes; none if the terms do not define it."""
    properties: Mapping[str, Node] = _in_terms(node).get("properties", {})
    return properties


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
        hint = _instead_of_a_number(finding.schema) or f"put it in quotes: '{value}'"
    elif isinstance(value, str | int) and types == ["array"]:
        hint = f"write [{value}]"
    elif isinstance(value, dict) and types == ["array"] and _of_mappings(finding.schema):
        hint = "begin each entry with '- '"
    elif isinstance(value, str) and finding.schema.get("x-is") == "text":
        hint = f"write {{en: {value}}}"
    elif types == ["object"] and value is not None and "required" in finding.schema:
        hint = f"write {{{_arguments_around(finding)}}}"
    return f"{wanted} is wanted, got {_got(value)}", hint


def _of_mappings(schema: Node) -> bool:
    """Whether the entries of a list are mappings."""
    return bool(_in_terms(schema.get("items", {})).get("type") == "object")


def _instead_of_a_number(schema: Node) -> str:
    """The hint to write what a description lists, where a mapping of this schema may hold the
    number; else empty. (A word such as ``last`` is no number in quotes.)
    """
    properties = schema.get("properties", {}).values()
    holds = any(each.get("type") == "integer" for each in properties)
    listed = schema.get("description", "").partition(": ")[2].removesuffix(".")
    return f"write {listed}" if holds and listed else ""


def _arguments_around(finding: Finding) -> str:
    """The required keys of a mapping, as text. A number that was written in place of the mapping
    becomes the value of the first key for a number.
    """
    needed, properties = finding.schema["required"], finding.schema.get("properties", {})
    written = dict.fromkeys(needed, "…")
    if isinstance(finding.value, int):
        ordered = [*needed, *(name for name in properties if name not in needed)]
        numbers = (name for name in ordered if properties.get(name, {}).get("type") == "integer")
        written |= {name: str(finding.value) for name in [*numbers][:1]}
    return ", ".join(f"{name}: {value}" for name, value in written.items())


def _enum(finding: Finding) -> tuple[str, str]:
    words = [str(word) if isinstance(word, str) else spell(word) for word in finding.wanted]
    near = did_you_mean(finding.value, words) if isinstance(finding.value, str) else ""
    if len(words) == 1:
        return f"only '{words[0]}' may stand here, got {_got(finding.value)}", near
    if len(words) > _MANY:
        return f"{_got(finding.value)} is not a word here", near
    hint = near or _turned_round(finding)
    return f"one of {', '.join(words)} is wanted, got {_got(finding.value)}", hint


def _turned_round(finding: Finding) -> str:
    """The hint for a mapping to words that has one of these as its key; else empty."""
    word = finding.path[-1] if finding.path else None
    named = finding.value if isinstance(finding.value, list) else [finding.value]
    if word not in finding.wanted or not named or not all(isinstance(it, str) for it in named):
        return ""
    listed = ", ".join(f"{it}: {word}" for it in named[:_MANY])
    return f"write what {word} has first: {listed}{', …' if named[_MANY:] else ''}"


def _const(finding: Finding) -> tuple[str, str]:
    return f"only {spell(finding.wanted)} may stand here, got {_got(finding.value)}", ""


def _pattern(finding: Finding) -> tuple[str, str]:
    pattern, value = str(finding.wanted), str(finding.value)
    described = finding.schema.get("description", "")
    wanted = _PATTERNS.get(pattern) or (
        _as_clause(described) if described else "another form is wanted"
    )
    if wanted == _CITE:
        return f"{wanted}; got {spell(value)}", f"write custom {_OWN}"
    repaired = re.sub(r"[^a-z0-9_-]+", "_", _in_ascii(value.lower())).strip("_")
    usable = wanted == _ID and repaired != value and re.search(pattern, repaired)
    hint = Hint(f"write '{repaired}'", repaired, value) if usable else ""
    return f"{wanted}; got {spell(value)}", hint


_UMLAUT = re.compile("([aou])\u0308")


def _in_ascii(text: str) -> str:
    """A text with its umlauts in two letters, and its other letters without accents."""
    apart = _UMLAUT.sub(r"\1e", unicodedata.normalize("NFD", text)).replace("ß", "ss")
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def _bound(words: str) -> Callable[[Finding], tuple[str, str]]:
    return lambda finding: (f"{words} {finding.wanted} is wanted, got {finding.value}", "")


def _length(finding: Finding) -> tuple[str, str]:
    if not finding.value:
        return "the text is empty", "write one, or remove the line"
    least = finding.keyword == "minLength"
    limit = f"at {'least' if least else 'most'} {finding.wanted}"
    return f"{limit} characters are wanted, got {len(finding.value)}", ""


def _count(least: str, most: str, one: str, many: str) -> Callable[[Finding], tuple[str, str]]:
    """Explains a wrong number of entries (list) or words (mapping), by the keywords `least` and
    `most`; `one` and `many` are what is counted.
    """

    def explain(finding: Finding) -> tuple[str, str]:
        if finding.schema.get("x-is") == "text":
            return "a text in one language at least is missing", "write {en: …}"
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

    return explain


def _choice(finding: Finding) -> str:
    """The sentence for a mapping with required words, and exactly one of the others."""
    needed = finding.schema["required"]
    others = [word for word in finding.schema.get("properties", {}) if word not in needed]
    got = [word for word in finding.value if word in others]
    choice, beside = f"one of {', '.join(others)}", f"beside {', '.join(needed)}"
    return (
        f"only {choice} belongs here {beside}, got {', '.join(got)}"
        if got
        else f"{choice} is missing {beside}"
    )


def _one_chosen(finding: Finding) -> bool:
    """Whether a mapping has one of the words to choose from, and lacks a required one."""
    needed = finding.schema.get("required", ())
    chosen = [word for word in finding.value if word not in needed]
    return len(chosen) == 1 and any(word not in finding.value for word in needed)


def first_repeat(entries: list[Any]) -> int:
    """The index of the first entry that repeats an earlier one."""
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


_LANGUAGES = ("en", "de")
"""The languages to suggest for a misspelt one; the schema allows any two letters."""
_HINTED = 1_000
"""The most unknown words of a mapping that get a hint; more than are ever shown."""
_SUFFIX = ".schema.json"
_TERMS = f"terms{_SUFFIX}"
# Unknown words explain missing ones and surplus ones. Of the rest only the first is reported.
_ORDER = ("additionalProperties", "required", "enum", "const", "type", "pattern")


def check(document: Document, schema: str, changed: Path = ()) -> list[Problem]:
    """The problems of a document's shape by a schema (a name such as ``game``), in file order.

    `changed` is the path of the only change to a document that was valid before: then only the part
    around it is checked, which is much faster. Raises WrongCall for an unknown schema.
    """
    around, pointer = _part(schema, changed)
    if not pointer and _sound(schema, document.data):
        return []
    part = f"{schema}{pointer}", document.value(around), around
    faulty = None if pointer else _faulty(schema, document.data)
    findings = _within(faulty, *part)
    if not findings and faulty is not None:
        findings = _within(None, *part)
    if not findings and not pointer and (said := _first_error(schema, document.data)):
        return [_at_value(document, (), said, "", "other")]
    found: dict[Path, list[Finding]] = {}
    for finding in findings:
        found.setdefault(finding.path, []).append(finding)
    return list(
        in_order(problem for some in found.values() for problem in _problems_of(document, some))
    )


def fits(document: Document, schema: str, changed: Path = ()) -> bool:
    """True if `check` finds nothing. Faster, because it stops at the first problem."""
    around, pointer = _part(schema, changed)
    if not pointer and _sound(schema, document.data):
        return True
    if any(_findings(f"{schema}{pointer}", document.value(around), around)):
        return False
    return bool(pointer) or not _first_error(schema, document.data)


def fault_of(data: Any, schema: str) -> str | None:
    """The first problem of plain data by a schema, as a sentence with its path but without a file;
    None if they fit. ``schema`` may be a place in one, such as ``ledger/$defs/settled``.
    """
    try:
        problems = check(Document("", data, {}, {}), schema)
    except RecursionError:
        return "it is nested too deeply"
    except TypeError:  # the validators compare and search keys, all of which JSON has as texts
        return "each key has to be a text"
    return str(replace(problems[0], mark=None)) if problems else None


def root(schema: str) -> Node:
    """A whole schema by its name, such as ``game``."""
    return _file(f"{schema}{_SUFFIX}")


def resolved(node: Node) -> Node:
    """A schema with its references followed; keywords beside a reference override those in it."""
    while "$ref" in node:
        file, _, pointer = node["$ref"].partition("#")
        found: Any = _file(file or _TERMS)
        for step in filter(None, pointer.split("/")):
            found = found[step]
        node = {**found, **{key: value for key, value in node.items() if key != "$ref"}}
    return node


def _in_terms(node: Node) -> Node:
    """`resolved`, but empty for a reference to a definition of another schema than the terms."""
    name = node.get("$ref", "").rpartition("#/$defs/")[2]
    return resolved(node) if not name or name in root("terms")["$defs"] else {}


def definition(node: Node) -> str:
    """The name of the last definition that a schema's references lead to; empty without one."""
    name = ""
    while "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        node = root("terms")["$defs"][name]
    return name


def below(node: Node, step: str | int) -> Node:
    """The schema of one part of a value; empty where the schema does not describe it."""
    found: Any = node
    for keyword in _keywords(node, step):
        found = found[keyword]
    return {} if found is node else found


def node_at(schema: str, path: Path) -> Node:
    """The schema of the value at a path; empty where the whole schema does not describe it."""
    node = root(schema)
    for step in path:
        node = below(resolved(node), step)
    return node


def _keywords(node: Node, step: str | int) -> tuple[str, ...]:
    """The keywords that lead to the schema of one part of a value; empty where there is none."""
    if isinstance(step, int) and "items" in node:
        return ("items",)
    if step in node.get("properties", ()):
        return ("properties", str(step))
    if isinstance(node.get("additionalProperties"), Mapping):
        return ("additionalProperties",)
    return ()


def _part(schema: str, changed: Path) -> tuple[Path, str]:
    """The smallest part around a changed path that can be checked alone, and the pointer to its
    schema.

    References are not followed. A mapping is checked as a whole, because it may require keys; so is
    a list of unique entries.
    """
    if f"{schema}{_SUFFIX}" not in _contents():
        return (), ""
    node = root(schema)
    around: Path = ()
    pointer = ""
    for length, step in enumerate(changed[:-1], 1):
        keywords = _keywords(node, step)
        if "uniqueItems" in node or not keywords:
            break
        node = below(node, step)
        around, pointer = changed[:length], f"{pointer}/{'/'.join(keywords)}"
    return around, pointer


def _sound(schema: str, data: Any) -> bool:
    """True if the quick validator, whose errors say too little, finds a document valid."""
    if f"{schema}{_SUFFIX}" not in _contents() or _has_fraction(data):
        return False
    try:
        sound: bool = _quick(schema).is_valid(data)
    except ValueError:  # not what JSON can hold
        return False
    return sound


_FAULTY: ContextVar[frozenset[int] | None] = ContextVar("faulty", default=None)
"""The `id`s of the lists and mappings that the slow validator looks into; None: all of them."""


def _faulty(schema: str, data: Any) -> frozenset[int] | None:
    """The `id`s of the lists and mappings in which the quick validator finds errors; None where it
    cannot tell. No schema of ours has a keyword, such as `anyOf`, that allows an invalid part in a
    valid whole.
    """
    if f"{schema}{_SUFFIX}" not in _contents() or _has_fraction(data):
        return None
    faulty = set()
    try:
        for error in _quick(schema).iter_errors(data):
            here = data
            faulty.add(id(here))
            for step in error.instance_path:
                if isinstance(here, dict) and isinstance(step, int):
                    # The validator takes a key such as "10" for a number, and "010" for the same.
                    (step,) = (key for key in here if re.fullmatch(rf"\+?0*{step}", key))
                here = here[step]
                faulty.add(id(here))
    except (ValueError, KeyError):  # not what JSON can hold; two keys such as "7" and "007"
        return None
    return frozenset(faulty)


def _first_error(schema: str, data: Any) -> str:
    """What the quick validator says first of a document; empty if it finds nothing or cannot
    tell.
    """
    if f"{schema}{_SUFFIX}" not in _contents() or _has_fraction(data):
        return ""
    try:
        return next((str(error.message) for error in _quick(schema).iter_errors(data)), "")
    except ValueError:  # not what JSON can hold
        return ""


def _may_be_wrong(part: Any) -> bool:
    faulty = _FAULTY.get()
    return faulty is None or not isinstance(part, dict | list) or id(part) in faulty


def _parts(plain: Any) -> Any:
    """A keyword for the parts of a mapping, without those that the quick validator finds valid."""

    def keyword(validator: Any, wanted: Any, value: Any, schema: Node) -> Iterator[Any]:
        if isinstance(value, dict) and isinstance(wanted, Mapping):
            value = {key: part for key, part in value.items() if _may_be_wrong(part)}
        if "patternProperties" in schema:
            whole = {_as_python(each): part for each, part in schema["patternProperties"].items()}
            schema = {**schema, "patternProperties": whole}
        return plain(validator, wanted, value, schema)  # type: ignore[no-any-return]

    return keyword


def _matching(validator: Any, pattern: str, value: Any, schema: Node) -> Iterator[Any]:
    """`pattern`, of which ``$`` is the end alone, and not also the place before a last line's end
    as in Python's.
    """
    from jsonschema import ValidationError

    if isinstance(value, str) and not re.search(_as_python(pattern), value):
        yield ValidationError(f"{value!r} does not match {pattern!r}")


@cache
def _as_python(pattern: str) -> str:
    """A pattern of a schema, as Python writes it."""
    return re.sub(r"\$(?=\||$)", r"\\Z", pattern)


def _items(validator: Any, wanted: Any, value: Any, schema: Node) -> Iterator[Any]:
    """`items`, without the entries that the quick validator finds valid."""
    for place, part in enumerate(value if isinstance(value, list) else ()):
        if _may_be_wrong(part):
            yield from validator.descend(part, wanted, path=place)


def _has_fraction(data: Any) -> bool:
    """True if data have a number with a point: 1.0 is an integer to JSON Schema, but not here."""
    if isinstance(data, dict):
        return any(map(_has_fraction, data.values()))
    return any(map(_has_fraction, data)) if isinstance(data, list) else isinstance(data, float)


@cache
def _quick(schema: str) -> Any:
    from jsonschema_rs import Draft202012Validator, Registry

    return Draft202012Validator(
        _contents()[f"{schema}{_SUFFIX}"], registry=Registry(list(_contents().items()))
    )


def _within(faulty: frozenset[int] | None, schema: str, data: Any, around: Path) -> list[Finding]:
    """The findings of `_findings` in these lists and mappings; None for all of them."""
    token = _FAULTY.set(faulty)
    try:
        return [*_findings(schema, data, around)]
    finally:
        _FAULTY.reset(token)


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
    files = sorted(shipped("schema").glob(f"*{_SUFFIX}"))
    return {file.name: _file(file.name) for file in files}


@cache
def _file(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((shipped("schema") / name).read_text("utf-8"))
    return content


@cache
def _validator(schema: str) -> Any:
    """The validator of a schema (``game``) or of a place in it (``game/properties/table``)."""
    # Imported here: it takes a tenth of a second, and many calls need no check.
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
    plain = Draft202012Validator.VALIDATORS
    keywords = {key: _parts(plain[key]) for key in ("properties", "additionalProperties")}
    keywords |= {"items": _items, "pattern": _matching}
    strict: Any = extend(Draft202012Validator, keywords, type_checker=whole)  # type: ignore[no-untyped-call]
    place = {"$ref": f"{schema}{_SUFFIX}#/{pointer}"} if pointer else contents[f"{schema}{_SUFFIX}"]
    return strict(place, registry=registry)


def _problems_of(document: Document, findings: list[Finding]) -> list[Problem]:
    """The problems of one value: unknown words, missing words, and the first of other kinds."""
    problems: list[Problem] = []
    meant: set[str | None] = set()
    unknown = 0
    for finding in sorted(findings, key=_rank):
        path = finding.path
        if finding.keyword == "additionalProperties":
            known = dict.fromkeys(
                [*finding.schema.get("properties", ()), *finding.schema.get("required", ())]
            )
            if finding.schema.get("x-is") == "text":
                known |= dict.fromkeys(_LANGUAGES)
            for key in _unknown(finding):
                unknown += 1
                if unknown > _HINTED:
                    problems.append(
                        _at_key(document, (*path, key), "not a word here", "", "unknown")
                    )
                    continue
                meant.add(nearest(key, known))
                closed = (
                    "patternProperties" not in finding.schema
                )  # else the known words are not all
                hint = did_you_mean(key, known) or _holders(finding, key)
                if not path and "changes" in known and key in root("game")["properties"]:
                    hint = f"write - {{at: {key}.…, set: …}} under changes:"
                hint = hint or (words_here(known, _ALL) if closed else "")
                problems.append(_at_key(document, (*path, key), "not a word here", hint, "unknown"))
        elif finding.of_name:
            problems.append(_at_key(document, (*path, finding.value), *sentence(finding), "name"))
        elif finding.keyword == "required":
            missing = (
                key for key in finding.wanted if key not in finding.value and key not in meant
            )
            for key in missing:
                hint = _missing_source(finding.schema, key)
                problem = _at_value(document, path, f"'{key}' is missing", hint, "required")
                problems.append(replace(problem, key=key))
        elif finding.keyword == "maxProperties" and len(finding.value) - unknown <= finding.wanted:
            continue  # the unknown words are the ones too many
        elif finding.keyword in ("minProperties", "maxProperties") and _one_chosen(finding):
            continue  # the missing word has been reported
        else:
            if finding.keyword == "uniqueItems":
                path = (*path, first_repeat(finding.value))
            problems.append(_at_value(document, path, *sentence(finding), finding.keyword))
            break
    return problems


def _missing_source(node: Node, key: str) -> str:
    """The hint how a missing source is written there; empty for any other key."""
    wanted = _in_terms(node.get("properties", {}).get(key, {}))
    if wanted.get("x-is") != "cite":
        return ""
    return f"write {key}: {'[custom]' if wanted['type'] == 'array' else 'custom'} {_OWN}"


def _rank(finding: Finding) -> int:
    return _ORDER.index(finding.keyword) if finding.keyword in _ORDER else len(_ORDER)


def _unknown(finding: Finding) -> list[str]:
    """The keys of a mapping that its closed schema does not name."""
    known = finding.schema.get("properties", {})
    patterns = finding.schema.get("patternProperties", {})
    return [
        key
        for key in finding.value
        if key not in known and not any(re.search(_as_python(each), key) for each in patterns)
    ]


def _at_key(document: Document, path: Path, text: str, hint: str, code: str) -> Problem:
    mark = document.keys.get(path) or document.mark(path)
    return Problem(mark, dotted(path), text, hint, f"shape.{code}")


def _at_value(document: Document, path: Path, text: str, hint: str, code: str) -> Problem:
    """A problem marked at the value, or at the key of a list or mapping, where people look."""
    value = document.value(path)
    if isinstance(value, dict | list):
        return _at_key(document, path, text, hint, code)
    return Problem(document.mark(path), dotted(path), text, hint, f"shape.{code}")
