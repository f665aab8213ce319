"""Settings of announcing that a foreign engine showed to be wanted: a turn of one word
(`announcements.one_word`), doubles closed on bonuses alone (`bonuses.*.closes: [bonus_doubles]`),
and several announcements that close something.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from changed import changed
from naive import after, begin, legal_moves, settle
from tables import code, texts

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.model import Game
from zwanz_ssot.prose import Prose

ONE_WORD = "at: announcements.one_word, add: true"


def by_both(rules: Game, seed: int, speaks: float = 0.7) -> list[str]:
    """A random round by both implementations, with much announced; gives its moves."""
    at, own, random = deal(rules, seed=seed), begin(rules, seed), Random(seed)
    made: list[str] = []
    while not at.over:
        moves = sorted(at.texts())
        assert moves == legal_moves(own), (seed, made)
        words = [it for it in moves if it.startswith(("announce ", "double "))]
        move = random.choice(words if words and random.random() < speaks else moves)
        at, own = at.after(move), after(own, move)
        made.append(move)
    ledger, expected = at.ledger() if at.silent() is None else None, None
    if ledger is not None:
        expected = settle(own)
        assert expected is not None and tuple(ledger.scores) == expected[0], seed
    return made


def announcing(rules: Game, seed: int = 3) -> Round:
    """A round as its announcements begin."""
    at = deal(rules, seed=seed)
    while at.step != "announcements":
        moves = [str(move) for move in at.moves()]
        wish = [move for move in moves if move in ("bid dreier", "pass")]
        at = at.after(wish[0] if wish else moves[0])
    return at


def test_a_turn_is_one_word(tmp_path: Path) -> None:
    rules = changed(tmp_path, "koenigrufen", ONE_WORD)
    at = announcing(rules)
    word = next(move for move in at.moves() if move.kind == "announce")
    assert at.after(word).turn != at.turn
    assert announcing(rules).after("pass").turn == at.after(word).turn


def test_as_many_silent_turns_end_it(tmp_path: Path) -> None:
    """The first turn says what is played; after a word three passes are wanted again."""
    rules = changed(tmp_path, "koenigrufen", ONE_WORD)
    at = announcing(rules)
    word = next(move for move in at.moves() if move.kind == "announce")
    passes = rules.announcements.ends_after_passes if rules.announcements else 0
    at = at.after(word)
    for _ in range(passes):
        assert at.step == "announcements"
        at = at.after("pass")
    assert at.step == "play"


@pytest.mark.parametrize("each", ["once", "first_turn", "freely"])
def test_both_implementations_speak_alike(each: str, tmp_path: Path) -> None:
    choice = f"at: announcements.each_announces, set: {each}"
    rules = changed(tmp_path, "koenigrufen", ONE_WORD, *([choice] if each != "once" else []))
    said = [move for seed in range(25) for move in by_both(rules, seed)]
    assert sum(move.startswith("double ") for move in said) > 10


def solo_with_two(rules: Game) -> Round:
    """A Solo with the Pagat and then the Valat announced, before the second speaks."""
    for seed in range(50):
        at = deal(rules, seed=seed)
        if at.over or "bid solo" not in at.moves():
            continue
        at = at.after("bid solo")
        if "announce pagat_ultimo" in at.moves():
            return at.after("announce pagat_ultimo").after("announce valat").after("pass")
    raise AssertionError("nobody can announce both")


def test_what_closes_doubles_on_bonuses_leaves_the_game(tmp_path: Path) -> None:
    closes = "at: bonuses.valat.closes, set: [bonus_doubles]"
    rules = changed(tmp_path, "zwanzigerrufen:directnet", closes)
    at = solo_with_two(rules)
    assert {"double game", "double valat declarers"} <= texts(at)
    assert code(at, "double pagat_ultimo declarers") == "closed"
    for seed in range(20):
        by_both(rules, seed)


def test_two_announcements_close_what_each_of_them_does(tmp_path: Path) -> None:
    """The later one does not open again what the first one closed."""
    rules = changed(
        tmp_path,
        "zwanzigerrufen:directnet",
        "at: bonuses.valat.closes, set: [announcements]",
        "at: bonuses.pagat_ultimo.closes, add: [doubles]",
    )
    at = solo_with_two(rules)
    assert code(at, "double game") == code(at, "double valat declarers") == "closed"
    assert "double pagat_ultimo declarers" in texts(at)
    for seed in range(20):
        by_both(rules, seed)


def test_it_is_told_in_every_language(tmp_path: Path) -> None:
    rules = changed(tmp_path, "koenigrufen", ONE_WORD)
    at = ("announcements", "one_word")
    assert {lang: Prose(rules, lang).setting(at, True) for lang in ("en", "de", "ja")} == {
        "en": "In one turn a player says one thing only.",
        "de": "Wer an der Reihe ist, sagt nur eines.",
        "ja": "1回の手番で言えるのは1つだけです。",
    }
    closes = Prose(rules, "en").setting(("bonuses", "valat", "closes"), ["bonus_doubles"])
    assert "no more doubles of other bonuses" in closes
