"""The house itself: who imports whom, no rule in the code, no word of the rules without meaning."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import VARIANTS, loaded
from unused_words import WAITING

from zwanz_ssot import places
from zwanz_ssot.problems import NotInstalled
from zwanz_ssot.words import registry
from zwanz_ssot.words.joints import ALL
from zwanz_ssot.words.registry import Kind

ROOT = Path(__file__).parent.parent
CODE = [
    path
    for folder in ("zwanz_ssot", "renderer/zwanz_renderer")
    for path in sorted((ROOT / folder).rglob("*.py"))
]

# The floors of the house, from the ground: a room may import those before it that it names.
# Paths are for all of them.
ROOMS = {
    "places": set(),
    "paths": set(),
    "problems": set(),
    "files": {"problems"},
    "yaml_reader": {"problems"},
    "source": {"places", "problems", "yaml_reader", "files"},
    "schema": {"problems", "source", "places"},
    "model": {"places", "problems", "schema"},
    "console": {"problems", "yaml_reader", "line_breaking"},
    "line_breaking": set(),
    "words": {"model", "problems"},
    "overlay": {"schema", "problems", "source"},
    "assembly": {"schema", "problems", "source", "overlay", "model", "words"},
    "library": {"problems", "source", "schema", "overlay", "assembly", "model", "places"},
    "engine": {"model", "words", "problems"},
    "prose": {"model", "words", "problems", "places", "schema"},
    "record": {"problems", "source", "schema", "library", "model", "engine", "prose", "files"},
    "vectors": {"problems", "source", "schema", "model", "words", "engine", "examples"},
    "workers": {"places", "problems"},
    "perft": {"workers", "problems", "source", "schema", "library", "model", "engine"},
    "kernel": {"problems", "paths", "model", "words", "engine"},
    "players": {"problems", "model", "words", "engine", "kernel"},
    "examples": {
        *("problems", "source", "schema", "library", "model", "words", "engine", "prose", "places"),
        "kernel",
    },
    "mutation": {
        *("places", "problems", "source", "overlay", "schema", "library", "assembly", "model"),
        *("words", "examples", "paths", "workers"),
    },
    "trace": {
        *("problems", "source", "schema", "overlay", "library", "model", "words", "engine"),
        *("prose", "examples", "mutation"),
    },
    "editor_schema": {"schema", "library", "model"},
    "game_names": {"problems", "library", "model"},
    "file_checks": {"problems", "source", "library", "examples", "record"},
    "scaffold": {
        "files",
        "editor_schema",
        "places",
        "problems",
        "source",
        "library",
        "model",
        "prose",
        "examples",
    },
    "move_parser": {"problems", "model", "engine", "prose"},
    "positions": {
        *("problems", "files", "model", "words", "engine", "prose", "record", "perft", "players"),
        "move_parser",
    },
    "explain": {"places", "problems", "source", "model", "engine", "prose", "record", "vectors"},
    "diff": {
        *("problems", "source", "overlay", "schema", "library", "model", "engine", "prose"),
        *("perft", "examples"),
    },
    "agents": {"problems", "model", "words", "library", "engine", "players"},
    "analysis": {
        "places",
        "workers",
        "problems",
        "files",
        "model",
        "words",
        "engine",
        "kernel",
        "players",
        "prose",
    },
    "terminal": {
        *("problems", "console", "files", "model", "engine", "prose", "record", "players"),
        *("move_parser", "positions", "explain"),
    },
    "zwanz_renderer": {
        *("places", "files", "problems", "source", "schema", "library", "model", "engine"),
        *("prose", "words", "examples", "mutation", "trace", "workers", "overlay", "zwanz_ssot"),
    },
    "language_server": {
        *(
            "places",
            "files",
            "problems",
            "source",
            "schema",
            "library",
            "model",
            "prose",
            "overlay",
        ),
        *("yaml_reader", "editor_schema", "examples", "record", "mutation", "diff", "explain"),
        *("file_checks", "words", "engine", "move_parser"),
        "zwanz_renderer",
    },
    "web": {
        *("places", "problems", "paths", "source", "schema", "model", "library", "engine", "prose"),
        *("words", "record", "players", "move_parser", "explain", "game_names"),
        "zwanz_renderer",
    },
    "studio": {
        *("places", "paths", "files", "problems", "source", "model", "library", "prose", "diff"),
        *("web", "language_server", "zwanz_renderer", "workers"),
    },
    "cli": {
        *("places", "files", "problems", "model", "console", "library", "engine", "prose"),
        *("record", "vectors", "perft", "examples", "mutation", "game_names", "file_checks"),
        *("trace", "scaffold", "move_parser", "positions", "explain"),
        *("diff", "terminal", "analysis", "kernel", "players", "zwanz_renderer"),
        *("language_server", "web", "studio", "editor_schema"),
    },
}


def dotted(path: Path) -> str:
    """The module that a file is: the folder ``renderer`` holds the package ``zwanz_renderer``."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[1:] if parts[0] == "renderer" else parts)


MODULES = {dotted(path).removesuffix(".__init__") for path in CODE}


def room_of(module: str) -> str:
    """The room a module belongs to: ``zwanz_ssot.engine.play`` → ``engine``."""
    parts = module.split(".")
    if parts[0] != "zwanz_ssot":
        return parts[0]
    return parts[1] if len(parts) > 1 else "zwanz_ssot"


@cache
def text_of(path: Path) -> str:
    """The code of a file, read once."""
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a file, parsed once."""
    return ast.parse(text_of(path))


@cache
def imports(path: Path) -> set[str]:
    """The modules of ours that a file imports, absolute."""
    here = dotted(path).split(".")
    package = here[:-1]
    found = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = list(package[: len(package) - node.level + 1]) if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            files = {f"{module}.{alias.name}" for alias in node.names} & MODULES
            found |= files or {module}
    return {name for name in found if name.split(".")[0] in ("zwanz_ssot", "zwanz_renderer")}


@pytest.mark.parametrize("path", CODE, ids=lambda p: str(p.relative_to(ROOT)))
def test_rooms_import_only_what_lies_before_them(path: Path) -> None:
    module = dotted(path)
    room = room_of(module.removesuffix(".__init__"))
    if room in ("zwanz_ssot", "__main__"):
        return
    assert room in ROOMS, f"{room} is no room; draw it in ROOMS"
    allowed = ROOMS[room] | {room, "paths"}
    strange = {name for name in imports(path) if room_of(name) not in allowed}
    assert not strange, f"{module} imports {sorted(strange)}"


def test_the_rooms_have_no_circle() -> None:
    done: set[str] = set()
    left = dict(ROOMS)
    while left:
        ready = {room for room, before in left.items() if before - {"zwanz_ssot"} <= done}
        assert ready, f"a circle among {sorted(left)}"
        done |= ready
        left = {room: before for room, before in left.items() if room not in ready}


def test_no_two_files_need_each_other() -> None:
    """File by file, also where an import is for types alone or inside a function."""
    names = {dotted(p).removesuffix(".__init__"): p for p in CODE}
    needs = {
        name: {other for other in imports(path) if other in names} - {name}
        for name, path in names.items()
    }
    # A package is imported by its name; what it gathers from its own files is no way back.
    needs = {
        name: {n for n in other if not name.startswith(f"{n}.")} for name, other in needs.items()
    }
    done: set[str] = set()
    while left := {name: other - done for name, other in needs.items() if name not in done}:
        ready = {name for name, other in left.items() if not other}
        assert ready, (
            f"these need each other: { {name: sorted(other) for name, other in left.items()} }"
        )
        done |= ready


def rule_ids() -> set[str]:
    """Every id that the rules give to a game, a variant, a pack, a contract, a bonus, a card, a
    reason or a set.
    """
    ids: set[str] = set()
    for game, variant in VARIANTS:
        rules = loaded(game, variant)
        ids |= {game, variant, rules.deck.id, *rules.contracts, *rules.bonuses, *rules.deck.by_id}
        ids |= {reason.id for reason in rules.misdeal} | set(
            rules.data.get("play", {}).get("hold_back", {})
        )
        ids |= set(rules.deck.data.get("sets", {})) | set(
            rules.kontra.levels if rules.kontra else ()
        )
    # The base is no variant but the word for none; kontra is also the rules' own word for doubling.
    return ids - {"base", "kontra"}


def test_no_id_of_the_rules_stands_in_the_code() -> None:
    ids = rule_ids()
    found = []
    for path in CODE:
        tree = tree_of(path)
        docs = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        found += [
            f"{path.relative_to(ROOT)}:{node.lineno}: {node.value}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and node.value in ids and id(node) not in docs
        ]
    assert not found, found


def words_used(tree: object, known: set[str]) -> set[str]:
    """The words of ``known`` that are keys anywhere in a rule tree."""
    if isinstance(tree, dict):
        return (set(tree) & known).union(
            *(words_used(value, known) for value in tree.values()), set()
        )
    if isinstance(tree, list):
        return set().union(*(words_used(value, known) for value in tree))
    return set()


DEFS = json.loads((places.data("schema") / "terms.schema.json").read_text(encoding="utf-8"))[
    "$defs"
]
REFS = {
    Kind.ROLE: "role",
    Kind.HAND_OF: "role",
    Kind.CARDS: "cards",
    Kind.CARD: "card",
    Kind.TRICK: "trick",
    Kind.BONUS: "id",
    Kind.ITEM: "id",
}
LISTS = {
    Kind.CARD: "card",
    Kind.CARD_OR_CALLED: "card_or_called",
    Kind.BONUS: "bonus",
    Kind.ITEM: "item",
}
TYPES = {
    Kind.NUMBER: "integer",
    Kind.POINTS: "integer",
    Kind.BY_DECLARED: "object",
    Kind.ORDER: "array",
}


def fits(node: dict[str, Any], kind: Kind) -> bool:
    """Whether a schema lets through what an argument of this kind is written as."""
    whole = DEFS[REFS[kind]] | node if kind in REFS else node
    if kind in REFS and node.get("$ref") != f"#/$defs/{REFS[kind]}":
        return False
    if kind is Kind.MEASURE:
        return "enum" in node
    return whole.get("x-of") == LISTS.get(kind, whole.get("x-of")) and (
        kind not in TYPES or whole.get("type") == TYPES[kind]
    )


def test_the_schema_has_the_words_of_the_registry_and_no_others() -> None:
    conditions = {*registry.CONDITIONS, *registry.JOINTS} - {ALL}
    assert DEFS["condition"]["properties"].keys() == conditions
    assert DEFS["role"]["properties"].keys() == set(registry.relations())
    counted = {name for name, word in registry.TRICKS.items() if word.counted}
    assert DEFS["trick"]["properties"].keys() == counted
    filters = {name for name, word in registry.CARD_GROUPS.items() if word.filters}
    assert DEFS["cards"]["properties"].keys() == filters


@pytest.mark.parametrize("name", registry.CONDITIONS)
def test_the_schema_lets_through_the_arguments_of_a_condition(name: str) -> None:
    word, node = registry.CONDITIONS[name], DEFS["condition"]["properties"][name]
    if word.bare:
        (argument,) = word.args.values()
        assert fits(node, argument.kind)
        return
    assert node["properties"].keys() == word.args.keys()
    required = {key for key, argument in word.args.items() if argument.required}
    assert set(node["required"]) == required
    for key, argument in word.args.items():
        assert fits(node["properties"][key], argument.kind), key


@pytest.mark.parametrize("name", registry.relations())
def test_the_schema_lets_through_the_argument_of_a_relation(name: str) -> None:
    argument = registry.ROLES[name].arg
    assert argument is not None
    assert fits(DEFS["role"]["properties"][name], argument.kind)


def test_a_kind_that_does_not_fit_is_noticed() -> None:
    card = DEFS["condition"]["properties"]["card_wins_trick"]["properties"]["card"]
    assert fits(card, Kind.CARD_OR_CALLED)
    assert not any(fits(card, kind) for kind in (Kind.CARD, Kind.ROLE, Kind.NUMBER, Kind.ITEM))


def test_every_word_has_a_meaning_and_is_used() -> None:
    """A docstring that says what it means, a moment to be asked at, a use in the rules; sentences
    are proved in test_prose_conditions.
    """
    for name, meaning in registry.meanings():
        assert meaning.__doc__, f"{name} does not say what it means"
    for name, condition in registry.CONDITIONS.items():
        assert condition.moments, f"{name} can be asked nowhere"
    for name, role in registry.ROLES.items():
        assert role.moments or role.tied_at, f"{name} means nobody anywhere"
    every = {*registry.CONDITIONS, *registry.JOINTS, *registry.relations()} - {ALL}
    every |= {name for name, word in registry.TRICKS.items() if word.counted}
    every |= {name for name, word in registry.CARD_GROUPS.items() if word.filters}
    used: set[str] = set()
    for game, variant in VARIANTS:
        rules = loaded(game, variant)
        used |= words_used(rules.data, every) | words_used(rules.deck.data, every)
    assert every - used <= WAITING, f"no rule uses {sorted(every - used)}"
    assert len(every) < 80


def declared(node: object) -> set[str]:
    """Every property that a schema declares, anywhere in it."""
    if isinstance(node, dict):
        own = set(node["properties"]) if isinstance(node.get("properties"), dict) else set()
        return own.union(*(declared(value) for value in node.values()), set())
    if isinstance(node, list):
        return set().union(*(declared(value) for value in node))
    return set()


def test_every_property_of_a_schema_is_read_by_code() -> None:
    """As a key in the code, or as a field of the model, which `assembly` reads by its name."""
    code = "".join(map(text_of, CODE))
    patterns = (r"""["'](\w[\w-]*)["']""", r"def _(\w+)", r"^    (\w+): ")
    read = {name for each in patterns for name in re.findall(each, code, re.MULTILINE)}
    for path in sorted(places.data("schema").glob("*.schema.json")):
        if path.stem.startswith("answers"):
            continue  # what the program writes
        for word in sorted(declared(json.loads(path.read_text(encoding="utf-8")))):
            assert word in read, f"{path.name}: {word} is read by nothing"


def test_schemas_are_closed_and_know_no_alternatives() -> None:
    def walk(node: object, where: str) -> None:
        if isinstance(node, dict):
            assert not {"oneOf", "anyOf", "allOf"} & set(node), where
            if "properties" in node and isinstance(node["properties"], dict) and "type" in node:
                assert node.get("additionalProperties") is False, where
            for key, value in node.items():
                walk(value, f"{where}.{key}")
        elif isinstance(node, list):
            for number, value in enumerate(node):
                walk(value, f"{where}.{number}")

    for path in places.data("schema").glob("*.schema.json"):
        walk(json.loads(path.read_text(encoding="utf-8")), path.name)


def test_every_rule_file_names_its_schema() -> None:
    for path in sorted(places.data("rules").rglob("*.yaml")):
        first = path.read_text(encoding="utf-8").splitlines()[0]
        match = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
        assert match, f"{path} does not name its schema for editors"
        assert (path.parent / match[1]).resolve().exists() or not path.is_relative_to(ROOT), path
        assert places.table(path), path


def test_files_are_concepts() -> None:
    """No file is longer than one can keep in mind, and none is a fragment of another one."""
    lines = {str(path.relative_to(ROOT)): len(text_of(path).splitlines()) for path in CODE}
    assert not {name: count for name, count in lines.items() if count > 800}
    faces = ("__init__.py", "__main__.py")
    assert not {
        name: count for name, count in lines.items() if count < 40 and not name.endswith(faces)
    }


WORDS = {
    *(*registry.CONDITIONS, *registry.JOINTS, *registry.ROLES),
    *(*registry.TRICKS, *registry.CARD_GROUPS, *registry.RUNGS, *registry.TRUMPS),
}
ALSO_SO_CALLED = {"kind", "key", "takes", "counts_for", "double_rounds", "of", "kontra"}
"""Kinds of moves, keys of the rules, and settings with values that are called like words."""


def spelt(node: ast.expr) -> set[str]:
    """The texts of a literal: one, several, or the keys of a mapping."""
    if isinstance(node, ast.Dict):
        inner = [key for key in node.keys if key is not None]
    else:
        inner = getattr(node, "elts", [node])
    values = (each.value for each in inner if isinstance(each, ast.Constant))
    return {each for each in values if isinstance(each, str)}


def name_of(node: ast.expr) -> str:
    """The last name of ``a.b`` or ``b``; empty for other expressions."""
    return getattr(node, "attr", getattr(node, "id", ""))


def asked_by_name(tree: ast.AST) -> list[int]:
    """The lines in which a word of the rule language is told by its name: a comparison with it, or
    a mapping by words that is asked where it stands.
    """
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            looked_up = isinstance(node.ops[0], ast.In) and isinstance(node.left, ast.Constant)
            sides = [] if looked_up else [node.left, *node.comparators]
            names = {name_of(side) for side in sides}
            texts = set().union(*map(spelt, sides))
        elif isinstance(node, ast.Subscript):
            names, texts = {name_of(node.slice)}, spelt(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            names = {name_of(each) for each in node.args[:1]}
            texts = spelt(node.func.value)
        else:
            continue
        if ("word" in names and texts) or (WORDS & texts and not ALSO_SO_CALLED & names):
            found.append(node.lineno)
    return found


@pytest.mark.parametrize("room", ["model", "words", "assembly", "engine"])
def test_no_word_is_told_by_its_name(room: str) -> None:
    """What is so of a word stands in its entry, and whoever wants to know asks for it."""
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in CODE
        if room_of(dotted(path)) == room
        for line in asked_by_name(tree_of(path))
    ]
    assert not found, found


@pytest.mark.parametrize(
    "line",
    [
        'role.word == "declarer"',
        'if role in ("anyone", "speaker"): pass',
        'found = {"suit_led": 1, "trump": 2}[rung.word]',
        'step = {"next_to": 1}.get(role.word)',
        'win.best_of == "trump"',
        'part.word != "something new"',
    ],
)
def test_a_word_that_is_told_by_its_name_is_noticed(line: str) -> None:
    assert asked_by_name(ast.parse(line)) == [1]
    assert not asked_by_name(ast.parse("role_is(role, RoleFact.DECLARER)"))


LANGUAGES = {file.name.split(".")[1] for file in (ROOT / "templates").glob("words.*.yaml")}


def test_no_language_is_told_by_its_name() -> None:
    """What is so of a language stands in its files, so that one more takes texts and no code. Only
    the renderer knows how some languages are hyphenated.
    """
    others = LANGUAGES - {"en"}
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in CODE
        if path.is_relative_to(ROOT / "zwanz_ssot")
        for node in ast.walk(tree_of(path))
        if (isinstance(node, ast.Compare) and others & set().union(*map(spelt, node.comparators)))
        or (isinstance(node, ast.Dict) and others & spelt(node))
    ]
    assert not found, found


def test_nobody_imports_a_private_name() -> None:
    found = []
    for path in CODE:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ImportFrom) and node.module != "__future__":
                private = [alias.name for alias in node.names if alias.name.startswith("_")]
                ours = node.level or (node.module or "").startswith(
                    ("zwanz_ssot", "zwanz_renderer")
                )
                if private and ours:
                    found.append(f"{path.relative_to(ROOT)}:{node.lineno}: {private}")
    assert not found, found


def test_no_two_public_classes_have_one_name() -> None:
    where: dict[str, list[str]] = {}
    for path in CODE:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                where.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    twice = {name: files for name, files in where.items() if len(files) > 1}
    assert not twice, twice


@pytest.mark.parametrize("room", ["examples", "library", "model", "prose", "vectors"])
def test_a_function_that_a_room_exports_has_an_example(room: str) -> None:
    module = importlib.import_module(f"zwanz_ssot.{room}")
    exported = [getattr(module, name) for name in module.__all__]
    functions = [each for each in exported if inspect.isfunction(each)]
    assert functions
    assert not [each.__name__ for each in functions if ">>> " not in (each.__doc__ or "")]


def test_a_public_function_of_explain_has_an_example() -> None:
    functions = [
        each
        for path in CODE
        if path.parent.name == "explain"
        for each in tree_of(path).body
        if isinstance(each, ast.FunctionDef) and not each.name.startswith("_")
    ]
    assert functions
    assert not [each.name for each in functions if ">>> " not in (ast.get_docstring(each) or "")]


WITH_EXAMPLES = [path for path in CODE if ">>> " in text_of(path)]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda p: str(p.relative_to(ROOT)))
def test_the_examples_in_docstrings_hold(path: Path) -> None:
    try:
        module = importlib.import_module(dotted(path).removesuffix(".__init__"))
    except NotInstalled as missing:
        pytest.skip(str(missing))
    result = doctest.testmod(module)
    assert result.attempted and not result.failed
