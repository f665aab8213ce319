"""Sentences of conditions within conditions: they say what holds, and are read in one way alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from zwanz_ssot.library import load_variant_file
from zwanz_ssot.model import Game
from zwanz_ssot.prose.template import words
from zwanz_ssot.prose.terms import Terms
from zwanz_ssot.words.joints import all_of, any_of
from zwanz_ssot.words.registry import Asks, Test

A: dict[str, Any] = {"announced": "valat"}
B: dict[str, Any] = {"doubled": "game"}
C: dict[str, Any] = {"announced": "absolut"}
D: dict[str, Any] = {"points_at_least": {"side": "declarers", "points": 45}}


def game(folder: Path, objective: Any, contract: str = "rufer") -> Game:
    """directnet, where a contract is won by this condition."""
    rules = {
        "variant": "house",
        "of": "zwanzigerrufen:directnet",
        "name": {"en": "House", "de": "Haus", "ja": "家"},
        "changes": [
            {"at": f"contracts.{contract}.objective", "set": objective, "source": "custom"}
        ],
    }
    file = folder / "house.yaml"
    file.write_text(json.dumps(rules))
    return load_variant_file(file)


def clause_of(game: Game, lang: str, contract: str = "rufer") -> str:
    objective = game.contracts[contract].objective
    assert objective is not None
    clause = Terms(words(lang), lang, game).condition(objective)
    return clause.inflected("if")


VALAT = "the Valat has been announced"
DOUBLED = "the game has been doubled"
ABSOLUT = "the Absolut has been announced"
POINTS = "the declarers take at least 45 card points"


@pytest.mark.parametrize(
    ("condition", "sentence"),
    [
        ({"any": [[A, B], C]}, f"either {VALAT} and {DOUBLED}, or {ABSOLUT}"),
        ({"any": [C, [A, B], D]}, f"either {ABSOLUT}, or {VALAT} and {DOUBLED}, or {POINTS}"),
        ({"any": [[A, B], [C, D]]}, f"either {VALAT} and {DOUBLED}, or {ABSOLUT} and {POINTS}"),
        ([A, {"any": [B, D]}], f"{VALAT}, and either {DOUBLED} or {POINTS}"),
        ([{"any": [A, B]}, D], f"either {VALAT} or {DOUBLED}, and {POINTS}"),
        (
            {"any": [[A, {"any": [B, D]}], C]},
            f"either ({VALAT}, and either {DOUBLED} or {POINTS}), or {ABSOLUT}",
        ),
        (
            [C, {"any": [[A, B], D]}],
            f"{ABSOLUT}, and (either {VALAT} and {DOUBLED}, or {POINTS})",
        ),
        ({"any": [A, D]}, f"{VALAT} or {POINTS}"),
        ([A, D], f"{VALAT} and {POINTS}"),
    ],
)
def test_either_and_or_say_what_holds_together(
    condition: Any, sentence: str, tmp_path: Path
) -> None:
    assert clause_of(game(tmp_path, condition), "en") == sentence


def test_other_languages_say_the_same(tmp_path: Path) -> None:
    house = game(tmp_path, {"any": [[A, B], C]})
    assert clause_of(house, "de") == (
        "entweder der Valat angesagt ist und das Spiel kontriert ist, oder das Absolut angesagt ist"
    )
    japanese = clause_of(house, "ja")
    first, last = japanese.split("か、または")
    assert first.startswith("（") and first.endswith("）")
    assert "（" not in last


def test_who_plays_alone_is_the_declarer(tmp_path: Path) -> None:
    is_his = {"is": {"who": {"announcer_of": "valat"}, "among": "declarers"}}
    solo = game(tmp_path, {"any": [[is_his, A], [{"not": is_his}, D]]}, "solo")
    text = clause_of(solo, "en", "solo")
    assert "one of the declarer" not in text
    assert text.startswith("either whoever announced the Valat is the declarer and")
    assert "whoever announced the Valat is not the declarer and" in text
    assert "der Ansager ist" in clause_of(solo, "de", "solo")
    normal = game(tmp_path, {"any": [[is_his, A], D]})
    assert "is one of the declarers and" in clause_of(normal, "en")


@pytest.mark.parametrize("join", [all_of, any_of])
def test_many_conditions_are_asked_in_their_order(join: Any) -> None:
    """However many there are, calls go no deeper than for a few; the first that decides is the last
    one asked.
    """
    asked: list[int] = []

    def test(number: int, holds: bool) -> Test:
        return lambda facts, own: asked.append(number) or holds

    nothing: Any = None
    never, always = [test(n, False) for n in range(5000)], [test(n, True) for n in range(5000)]
    assert join(Asks.ROUND, always)(nothing, 0) and not join(Asks.ROUND, never)(nothing, 0)
    asked.clear()
    decided = join is any_of
    undecided = never if decided else always
    joined = join(Asks.ROUND, [*undecided[:9], test(9, decided), *undecided[10:]])
    assert joined(nothing, 0) is decided and asked == [*range(10)]
