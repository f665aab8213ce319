"""The list of words in docs/words.md is that of the registry and of the rules."""

from __future__ import annotations

from words_list import FILE, MOST, text

from zwanz_ssot.words.registry import word_kinds


def test_the_list_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "run python -m tests.words_list"


def test_words_stay_few() -> None:
    assert sum(len(kind.words) for kind in word_kinds()) < MOST
