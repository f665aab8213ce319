"""A sample of ``scripts/sabotages``: every mistake can still be made, and one is caught."""

from __future__ import annotations

import ast

import pytest
from conftest import loaded
from sabotage import NAIVE, Mistake, caught
from sabotage.lists import LISTS
from sabotage.mistakes import CUT

from zwanz_ssot.vectors import text, vectors

EVERY = [each for mistakes in LISTS.values() for each in mistakes]


@pytest.mark.parametrize("mistake", dict.fromkeys(EVERY), ids=lambda each: each.what)
def test_every_mistake_can_be_made(mistake: Mistake) -> None:
    script = (NAIVE / mistake.file).read_text(encoding="utf-8")
    assert script.count(mistake.was) == 1
    changed = script.replace(mistake.was, mistake.becomes)
    assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(script))


def test_no_mistake_is_tried_twice() -> None:
    for mistakes in LISTS.values():
        assert len({each.what for each in mistakes}) == len(mistakes) >= 27
        assert len({each[1:] for each in mistakes}) == len(mistakes)


def test_a_mistake_is_caught_and_where_there_is_none_nothing_is() -> None:
    game = loaded("anrufen", "base")
    lines = [text(line) for line in vectors(game, 2, seed=5)]
    found = caught(game, lines, CUT)
    assert (found.round, found.where) == (1, "too_many deal.all.cut.leaves")
    assert caught(game, lines, CUT._replace(becomes=CUT.was)).round == 0
