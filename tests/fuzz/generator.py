"""One file for each number: its kind, its place among the rules, its text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from zwanz_renderer import book
from zwanz_ssot import places
from zwanz_ssot.engine import deal
from zwanz_ssot.library import BASE
from zwanz_ssot.paths import dotted
from zwanz_ssot.record import record

from .mutators import ODD, calls_in, spoil, spoilt_chapter, spoilt_text
from .workspace import HOUSE, LANGUAGES, Workspace, read, sound_game, workspace, written


@dataclass(frozen=True)
class Mutant:
    """A file that somebody may have written.

    `place` is its path in the workspace; for a chapter, its rule set and language; for words, their
    language. `seed` decides what is done with it.
    """

    kind: str
    place: str
    text: str
    seed: int = 0


def made(seed: int, kind: str | None = None) -> Mutant:
    """The file of a number, of one kind or of any."""
    random = Random(f"{kind} {seed}")
    kind = kind or random.choices(list(KINDS), [weight for weight, _ in KINDS.values()])[0]
    place, text = KINDS[kind][1](workspace(), random)
    return Mutant(kind, place, text, seed)


def _spoilt(on: Workspace, place: str, random: Random) -> tuple[str, str]:
    """A file of the workspace with mistakes in its data, or sometimes in its text."""
    text = on.text(place)
    if random.random() < 0.15:
        return place, spoilt_text(text, _words_of(place), random)
    return place, written(spoil(on.data(place), on, random))


@cache
def _words_of(place: str) -> list[str]:
    return sorted(set(workspace().text(place).replace(":", " ").split())) or ["x"]


def _rules(on: Workspace, random: Random) -> tuple[str, str]:
    return _spoilt(on, random.choice(on.places("*/game.yaml")), random)


def _decks(on: Workspace, random: Random) -> tuple[str, str]:
    return _spoilt(on, random.choice(on.places("decks/*.yaml")), random)


def _others(on: Workspace, random: Random) -> tuple[str, str]:
    """Sources, disputes, the glossary, the list of games."""
    return _spoilt(on, random.choice([*on.places("*.yaml"), *on.places("*/disputes.yaml")]), random)


def _overlays(on: Workspace, random: Random) -> tuple[str, str]:
    if random.random() < 0.3:
        place, text = _spoilt(on, random.choice(on.places("*/variants/*.yaml")), random)
        return place, text
    if random.random() < 0.1:
        data = read((HOUSE / "house.yaml").read_text(encoding="utf-8"))
        return "own/house.yaml", written(spoil(data, on, random))
    where, game, variant = random.choice(on.rule_sets)
    folder = "own" if where == "rules" else f"games/{game}/variants"
    rules = _rules_of(where, game, variant)
    data = {
        "variant": "house",
        "of": game if variant == BASE else f"{game}:{variant}",
        "name": {"en": "A house", "de": "Ein Haus"},
        "changes": [_change(rules, on, random) for _ in range(random.choice((1, 1, 2, 3, 5)))],
    }
    for key in ("open", "not_used", "groups"):
        if random.random() < 0.08:
            data[key] = deepcopy(random.choice(on.donors.get(key, [[]])))
    return f"{folder}/house.yaml", written(
        spoil(data, on, random) if random.random() < 0.2 else data
    )


_Rule = tuple[tuple[Any, ...], Any, Any]
"""A rule: its path, its value, and what holds it."""


def _change(rules: Sequence[_Rule], on: Workspace, random: Random) -> dict[str, Any]:
    """A change of a rule: it is gone, a little different, or as elsewhere; or there is a new one
    beside it.
    """
    path, value, around = random.choice(rules)
    source = {"source": "custom"}
    name = str(path[-1]) if isinstance(path[-1], str) else f"{path[-2]}[]"
    match random.randrange(8):
        case 0:
            return {"at": dotted(path), "drop": True, **source}
        case 1 if isinstance(around, dict):
            new = random.choice(sorted({key for key in on.donors if not key.endswith("[]")}))
            new_value = deepcopy(random.choice(on.donors[new]))
            return {"at": dotted((*path[:-1], new)), "add": new_value, **source}
        case 2:
            return {"at": dotted(path), "set": deepcopy(random.choice(ODD)), **source}
        case 3 | 4:
            spoilt = spoil({name: value}, on, random).get(name, 1)
            return {"at": dotted(path), "set": spoilt, **source}
        case 5 if isinstance(value, list):
            more = deepcopy(random.choice(on.donors.get(f"{name}[]", [1])))
            return {"at": dotted(path), random.choice(("add", "set")): [more], **source}
        case _:
            if isinstance(value, int) and random.random() < 0.5:
                return {"at": dotted(path), "set": value + random.choice((-1, 1, 2)), **source}
            other = deepcopy(random.choice(on.donors.get(name, [value])))
            return {"at": dotted(path), "set": other, **source}


@cache
def _rules_of(where: str, game: str, variant: str) -> list[_Rule]:
    """Every rule of a rule set; spoil only copies."""
    data = sound_game(where, game, variant).data
    found: list[_Rule] = []
    waiting: list[tuple[tuple[Any, ...], Any]] = [((), data)]
    while waiting:
        path, here = waiting.pop()
        if not isinstance(here, (dict, list)):
            continue
        for key, value in here.items() if isinstance(here, dict) else enumerate(here):
            if key not in ("name", "source", "game"):
                found.append(((*path, key), value, here))
                waiting.append(((*path, key), value))
    return found


def _examples(on: Workspace, random: Random) -> tuple[str, str]:
    place = random.choice([*on.places("*/examples/*.yaml"), "own/examples.yaml"])
    if place == "own/examples.yaml":
        whole = read((HOUSE / "examples.yaml").read_text(encoding="utf-8"))
    else:
        whole = on.data(place)
    some = whole["examples"]
    data = {**whole, "examples": random.sample(some, min(len(some), random.choice((1, 1, 2))))}
    if random.random() < 0.15:
        return place, spoilt_text(
            written(data), _words_of(random.choice(on.places("*.yaml"))), random
        )
    return place, written(spoil(data, on, random))


def _records(on: Workspace, random: Random) -> tuple[str, str]:
    where, game, variant = random.choice(on.rule_sets)
    own = Random(random.randrange(30))
    played = deal(sound_game(where, game, variant), seed=own.randrange(99))
    while played.turn is not None:
        played = played.after(own.choice(played.moves()))
    data = record(played)
    place = f"{where}/{game}/records/round.yaml"
    return place, written(spoil(data, on, random) if random.random() < 0.95 else data)


def _chapters(on: Workspace, random: Random) -> tuple[str, str]:
    where, game, variant = random.choice(on.rule_sets)
    language = random.choice(LANGUAGES)
    texts = _chapters_of(game if random.random() < 0.6 else book.ANY, language)
    calls = [call for each in texts for call in calls_in(each)]
    paths = [dotted(path) for path, _, _ in _rules_of(where, game, variant)]
    others = _rules_of(*random.choice(on.rule_sets))
    paths += [dotted(path) for path, _, _ in random.sample(others, 40)]
    text = spoilt_chapter(random.choice(texts), calls, paths, random)
    return f"{where}/{game}:{variant} {language}", text


@cache
def _chapters_of(game: str, language: str) -> tuple[str, ...]:
    folder = book.chapters_of(game, language)
    return tuple(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md")))


def _words(on: Workspace, random: Random) -> tuple[str, str]:
    """Words in which sentences are missing or different: an unfinished translation."""
    language = random.choice(LANGUAGES[1:])
    text = (places.data("templates") / f"words.{language}.yaml").read_text(encoding="utf-8")
    data = read(text)
    for _ in range(random.choice((1, 2, 5, 40))):
        section = random.choice([key for key in data if isinstance(data[key], dict) and data[key]])
        if section in ("grammar", "numbers", "articles", "nouns", "join"):
            continue
        entries = data[section]
        key = random.choice(list(entries))
        if random.random() < 0.6:
            del entries[key]
        elif isinstance(entries[key], str):
            entries[key] = random.choice(("", "x", entries[key] + ".", f"「{entries[key]}」"))
    return language, written(data)


KINDS: dict[str, tuple[int, Callable[[Workspace, Random], tuple[str, str]]]] = {
    "rules": (25, _rules),
    "overlays": (30, _overlays),
    "decks": (6, _decks),
    "others": (6, _others),
    "examples": (15, _examples),
    "records": (8, _records),
    "chapters": (4, _chapters),
    "words": (1, _words),
}
"""The kinds of files, the weight of each, and how it is made. Chapters and words take longest."""
