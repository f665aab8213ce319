"""Refusals of random rounds: each names a reason that the second implementation finds as well."""

from __future__ import annotations

from random import Random

import pytest
from conftest import VARIANTS, loaded
from naive import after, begin, legal_moves, reasons
from refusal_reasons import asked, unlike_reasons
from transplants.parts import OUTSIDE

from zwanz_ssot import places
from zwanz_ssot.engine import Round, deal
from zwanz_ssot.library import library, load
from zwanz_ssot.model import Game, Refusal

ROUNDS, ASKED = 2, 20
"""So many rounds of each rule set; so many moves of its game are asked about at each position."""


@pytest.mark.parametrize(("game", "variant"), VARIANTS, ids=[f"{g}-{v}" for g, v in VARIANTS])
def test_a_refusal_names_a_reason_that_there_is(game: str, variant: str, rounds: int) -> None:
    _compared(loaded(game, variant), rounds)


@pytest.mark.parametrize("game", library(OUTSIDE).games())
def test_so_it_does_outside_the_family(game: str, rounds: int) -> None:
    _compared(load(game, rules=OUTSIDE), rounds, least=1)


def test_another_reason_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = loaded("zwanzigerrufen", "directnet")
    played, own = deal(rules, seed=7), begin(rules, 7)
    assert unlike_reasons(played, own, "pass") == ""
    monkeypatch.setattr(Round, "why_not", lambda played, move: Refusal("own_bid", ()))
    assert unlike_reasons(played, own, "pass") == "pass: engine own_bid, naive must_bid"
    assert unlike_reasons(played, own, "bid solo") == "bid solo: engine own_bid, naive None"


def test_who_gives_up_names_what_he_would_have_to_announce() -> None:
    """In a Besserrufer with the called card in the talon."""
    rules = loaded("koenigrufen", "base")
    for seed in range(400):
        played, own = deal(rules, seed=seed), begin(rules, seed)
        while played.step in ("deal", "misdeal", "auction", "call") and not played.over:
            moves = legal_moves(own)
            wish = [move for move in moves if move in ("keep", "open", "bid besserrufer")]
            quiet = ["pass"] if "pass" in moves else []
            move = [*wish, *quiet, *moves][0]
            played, own = played.after(move), after(own, move)
        named = [move for move in legal_moves(own) if move.startswith("concede ")]
        if named and not played.over:
            refused = played.why_not("concede")
            assert refused is not None and refused.code == "conceded_otherwise"
            assert unlike_reasons(played, own, "concede") == ""
            return
    raise AssertionError("nobody could give up")


def _compared(rules: Game, rounds: int, least: int = ROUNDS) -> None:
    """Rounds of a rule set, in which legal moves have no reason against them, and others one."""
    for seed in range(max(least, rounds // 150)):
        random = Random(seed)
        played, own = deal(rules, seed=seed), begin(rules, seed)
        every = [move.text for move in played.table.moves.all]
        while not played.over:
            legal = legal_moves(own)
            output = [
                unlike_reasons(played, own, move) for move in asked(own, every, ASKED, random)
            ]
            assert not any(output), (output, [str(move) for _, move in played.history])
            assert not any(reasons(own, move) for move in legal if ": " not in move)
            quiet = "pass" in legal and random.random() < 0.4
            kinds = sorted({move.split()[0] for move in legal})
            kind = random.choice(kinds)
            move = random.choice([move for move in legal if move.startswith(kind)])
            move = "pass" if quiet else move
            played, own = played.after(move), after(own, move)


@pytest.mark.parametrize("lang", ["en", "de", "ja"])
def test_a_refusal_needs_no_name_that_it_is_not_given(lang: str) -> None:
    """Rules are told with their contract or without; a refusal is told in one way."""
    told = places.table(places.data("templates") / f"words.{lang}.yaml")["refusals"]
    assert not [code for code, text in told.items() if "named}" in str(text)]
