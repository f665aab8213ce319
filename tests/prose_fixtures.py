"""Fixtures of the tests of sentences: the variants of Zwanzigerrufen, and who says their rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
import yaml
from conftest import LANGUAGES

from zwanz_ssot.library import load
from zwanz_ssot.model import Game, Path, Role
from zwanz_ssot.places import data
from zwanz_ssot.prose import Prose

GAME = "zwanzigerrufen"

VARIANTS = ("base", "directnet", "rulebook", "wikipedia")


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    return {variant: load(GAME, variant) for variant in VARIANTS}


@pytest.fixture(scope="module")
def game(games: dict[str, Game]) -> Game:
    return games["directnet"]


@pytest.fixture(params=LANGUAGES, scope="module")
def prose(request: pytest.FixtureRequest, game: Game) -> Prose:
    return Prose(game, request.param)


@pytest.fixture(scope="module")
def en(game: Game) -> Prose:
    return Prose(game, "en")


@pytest.fixture(scope="module")
def de(game: Game) -> Prose:
    return Prose(game, "de")


def whole(text: str) -> bool:
    """Whether nothing was left unfilled, doubled or torn."""
    return bool(text) and not re.search(r"[{}\[\]]|None|  | [.,;]|,,|\.\.|[,;:]$", text)


def role(word: str, arg: Any = None) -> Role:
    return Role(word, arg, ())


def content(language: str) -> Mapping[str, Any]:
    text = (data("templates") / f"words.{language}.yaml").read_text(encoding="utf-8")
    loaded: Mapping[str, Any] = yaml.safe_load(text)
    return loaded


def at(dotted: str) -> Path:
    return tuple(dotted.split("."))
