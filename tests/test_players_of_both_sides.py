"""Roles that mean players of both sides, or of whom nobody can tell yet who they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from changed import changed, played_by_both
from test_questions import check as asked_about
from test_scores_of_house_rules import OUTSIDE, holds

from zwanz_ssot.examples import as_text, run
from zwanz_ssot.library import check

MOST = (
    "at: bonuses.fee, add: {name: {en: Fee}, goes_to: {side_of: {most: card_points}}, "
    "won: {points_at_least: {side: {most: card_points}, points: 30}}, value: {silent: 1}, "
    "source: [custom]}"
)


def test_a_bonus_of_players_of_both_sides_goes_to_both(tmp_path: Path) -> None:
    """Forehand and second have 30 points each: the Fee is won by either side, and only the game is
    left, which the declarers win with 50.
    """
    example = """
        contract: rufer
        partner: third
        outcome: {points: {forehand: 30, second: 30, third: 20, fourth: 8}}
        expect:
          ledger: [{item: game}, {item: fee, gets: {forehand: 1}}, {item: fee, gets: {forehand: -1}}]
          scores: {forehand: 1, second: -1, third: 1, fourth: -1}
    """
    holds(tmp_path, example, "zwanzigerrufen:directnet", MOST)
    game = changed(tmp_path, "zwanzigerrufen:directnet", MOST)
    for seed in range(30):
        played_by_both(game, seed)


OPPONENTS = "at: bonuses.four_kings.goes_to, set: {opponents_of: {announcer_of: absolut}}"


def test_the_opponents_of_both_are_both(tmp_path: Path) -> None:
    """Each side has announced the Absolut, so the Kings of anybody are won by both."""
    game = changed(tmp_path, "zwanzigerrufen:directnet", OPPONENTS)
    for seed in range(30):
        played_by_both(game, seed, quiet=0.3)


@pytest.mark.parametrize("announced", ["second", "[forehand, second]"])
def test_each_side_is_bound_by_its_own_announcement(announced: str, tmp_path: Path) -> None:
    """Hungarian Tarokk: whoever holds the Pagat back for the last trick does so whether the other
    side has announced it, too, or not.
    """
    file = tmp_path / "held.yaml"
    file.write_text(
        "game: hungarian-tarokk\nin: [base]\nexamples:\n"
        "  - example: held\n    title: {en: held}\n    because: {en: by hand}\n"
        f"    contract: harom\n    partner: third\n    announced: {{pagat_ultimo: {announced}}}\n"
        "    led_by: forehand\n    trick: [T-X]\n    hand: [T-I, T-V, H-K]\n"
        "    expect: {legal: [T-V]}\n",
        encoding="utf-8",
    )
    (answer,) = run(file)
    assert answer.ok, as_text(answer)


LOSES = "at: contracts.trischaken.losers, set: {%s}"


@pytest.mark.parametrize(
    ("who", "total", "when"),
    [
        ("winner_of: last", 6, ""),
        ("winner_of: last", 5, "shared by 3"),
        ("holder_of: T-I", 6, "shared by nobody"),
        ("player_of: T-I", 6, "shared by nobody"),
    ],
)
def test_a_loser_of_whom_points_tell_nothing_is_checked(
    who: str, total: int, when: str, tmp_path: Path
) -> None:
    """Each player may be the one, and nobody where the card lies in the talon; three others can
    share six, not five.
    """
    pays = f"set: {{all: {{from: losers, to: winners, total: {total}}}}}"
    changed(tmp_path, "koenigrufen", LOSES % who, f"at: contracts.trischaken.payments, {pays}")
    code, asked = asked_about(tmp_path / "changed.yaml")
    assert code == 0 and len(asked) == bool(when) and all(when in each["text"] for each in asked)


def test_so_it_is_where_the_loser_is_no_declarer(tmp_path: Path) -> None:
    game = changed(
        tmp_path, "hearts", "at: contracts.hearts.losers, set: {player_of: S-Q}", rules=OUTSIDE
    )
    assert game.contracts["hearts"].losers is not None
    assert check([tmp_path / "changed.yaml"], rules=OUTSIDE) == []


def test_a_reason_names_those_whom_the_condition_asks_about(tmp_path: Path) -> None:
    """The declarers get a bonus for 50 points of the defenders, who took 55 of 88."""
    pity = (
        "at: bonuses.pity, add: {name: {en: Pity, de: Trost}, goes_to: declarers, "
        "won: {points_at_least: {side: defenders, points: 50}}, value: {silent: 1}, "
        "source: [custom]}"
    )
    changed(tmp_path, "zwanzigerrufen:directnet", pity)
    file = tmp_path / "pity.yaml"
    file.write_text(
        "game: zwanzigerrufen\nin: [changed.yaml]\nexamples:\n"
        "  - example: pity\n    title: {en: pity}\n    because: {en: by hand}\n"
        "    contract: rufer\n    partner: third\n    outcome: {points: {declarers: 33}}\n"
        "    expect: {ledger: []}\n",
        encoding="utf-8",
    )
    (answer,) = run(file)
    assert "the defenders took 55 card points; 50 were needed" in as_text(answer)
    assert "die Gegner haben 55 Kartenpunkte; nötig waren 50" in as_text(answer, "de")
