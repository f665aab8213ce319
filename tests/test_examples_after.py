"""Examples of what comes after a round, and of the order of the cards: what is said of them when
they are wrong.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from test_examples_runner import _differences, _file, _problems

from zwanz_ssot.examples import run


def differences(folder: Path, situation: str, expect: str) -> list[tuple[str, Any, Any]]:
    return _differences(folder, f"{situation}\nexpect: {expect}")


ORDER = "in: [base]\ncontract: {contract}\ntrick: []"


def test_trumps_beat_plain_cards_in_a_game_with_trumps_alone(tmp_path: Path) -> None:
    row = "{order: [[T-Sk, T-XXI, T-I, H-K, H-Q]]}"
    assert not differences(tmp_path, ORDER.format(contract="solo"), row)
    # In the Farbensolo the suit that is led wins: neither of the two beats the other whichever is
    # led.
    assert differences(tmp_path, ORDER.format(contract="farbensolo"), row) == [
        ("expect.order.0.2", "T-I beats H-K", "it does not")
    ]


def test_each_card_that_does_not_beat_the_next_is_told(tmp_path: Path) -> None:
    found = differences(
        tmp_path, ORDER.format(contract="solo"), "{order: [[H-K, H-C, H-Q, H-J], [C-J, C-10]]}"
    )
    assert found == [("expect.order.0.1", "H-C beats H-Q", "it does not")]
    assert _problems(tmp_path, ORDER.format(contract="solo") + "\nexpect: {order: [[H-K, H-9]]}")


WON = "in: [{variant}]\ncontract: solo\noutcome: {{points: {{declarers: 50}}}}"


def test_the_next_dealer_is_told_by_the_seats_of_this_round(tmp_path: Path) -> None:
    # The player after the dealer is this round's forehand.
    assert not differences(tmp_path, WON.format(variant="base"), "{next_dealer: forehand}")
    assert differences(tmp_path, WON.format(variant="base"), "{next_dealer: fourth}") == [
        ("expect.next_dealer", "fourth", "forehand")
    ]


def test_who_deals_after_cards_were_thrown_in(tmp_path: Path) -> None:
    hands = "hands: {second: [T-XX, H-K, H-Q, H-C, D-K, D-Q, C-K, C-Q, S-K, S-Q]}"
    example = f"in: [wikipedia]\n{hands}\nsays: [{{second: throw-in}}]"
    assert not differences(
        tmp_path, example, "{thrown_in: one_tarock, next_dealer: fourth}"
    )  # the same dealer
    assert differences(tmp_path, example, "{thrown_in: one_tarock, next_dealer: forehand}") == [
        ("expect.next_dealer", "forehand", "fourth")
    ]


def test_nobody_deals_before_a_round_is_over(tmp_path: Path) -> None:
    (problem,) = _problems(
        tmp_path, "in: [base]\nsays: [{forehand: bid solo}]\nexpect: {next_dealer: forehand}"
    )
    assert "the round is not over" in problem


@pytest.mark.parametrize(("rounds", "over"), [(14, "false"), (15, "true")])
def test_a_match_of_so_many_deals_is_over_with_the_last(
    tmp_path: Path, rounds: int, over: str
) -> None:
    """The big game's match has sixteen deals: the fifteenth is followed by another one."""
    text = f"in: [base]\ncontract: dreier\nmatch: {{rounds: {rounds}}}\noutcome: {{points: {{declarers: 40}}}}"
    assert not _of("koenigrufen", tmp_path, f"{text}\nexpect: {{match_over: {over}}}")


def test_a_match_with_a_stock_is_over_when_somebody_has_nothing_left(tmp_path: Path) -> None:
    """Anrufen: ten tokens each; one is paid for the simple game by each of the opponents."""
    for tokens, over in ((1, "true"), (2, "false")):
        text = (
            f"in: [base]\ncontract: simple\npartner: third\nmatch: {{scores: {{second: {tokens}}}}}"
        )
        text += f"\noutcome: {{points: {{declarers: 50}}}}\nexpect: {{match_over: {over}}}"
        assert not _of("anrufen", tmp_path, text)


def _of(game: str, folder: Path, example: str) -> list[tuple[str, Any, Any]]:
    (answer,) = run(_file(folder, example, top=f"game: {game}"))
    return [(each.path, each.expected, each.got) for each in answer.differences]
