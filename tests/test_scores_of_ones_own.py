"""Settlements in which not each pays alike: declarers alone score, players score by themselves, one
player pays for his side, and a value that is a base and a difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from changed import changed
from conftest import loaded
from tables import texts

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.engine.random_play import random_rounds
from zwanz_ssot.model import Game, Ledger
from zwanz_ssot.problems import RulesFault
from zwanz_ssot.prose import Prose

ALONE = "at: settlement.each_pays, set: declarers_alone"
DIFFERENCE = (
    "at: contracts.rufer.value, set: {base: 10, per_difference: "
    "{points: 5, pays: 5, from: half, rounded: nearest}}"
)
OWN = (
    "at: contracts.trischaken.payments, set: {"
    "more_than_half: {when: {points_at_least: {side: each_loser, points: 35, thirds: 2}}, "
    "scores: {the_loser: {who: losers, loses: 70}, the_free: {who: {without: tricks}, gets: 70}}}, "
    "somebody_free: {when: {players: {who: {without: tricks}, at_least: 1}}, "
    "scores: {the_free: {who: {without: tricks}, gets: 70}}}, "
    "own: {scores: {all: {who: anyone, loses: 1, per: card_point, to_nearest: 5}}}}"
)
MOND = (
    "at: bonuses.mond, add: {name: {en: Mond caught, de: Mond gefangen}, "
    "goes_to: {opponents_of: {player_of: T-XXI}}, paid_by: {player_of: T-XXI}, "
    "won: {card_beaten_by: {card: T-XXI, by: T-Sk}}, value: {silent: 20}, source: [custom]}"
)
HANDED = "at: contracts.dreier.payments, add: {{won: {{{}}}}}"
TIMES = "at: contracts.trischaken.value_times, drop: true"
PLAYED = "at: exchange.called_card_in_talon, set: is_played"


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Königrufen scored as in Slovenia."""
    folder = tmp_path_factory.mktemp("alone")
    return changed(folder, "koenigrufen", ALONE, DIFFERENCE, OWN, MOND, TIMES, PLAYED, *GONE)


GONE = tuple(
    f"at: {path}, drop: true"
    for path in (
        *("contracts.piccolo.kontra", "contracts.bettel.kontra"),
        *("contracts.piccolo_ouvert.kontra", "contracts.bettel_ouvert.kontra"),
        *("kontra.excludes", "bonuses.valat"),
    )
)
"""Duels between the declarer and single opponents, and a bonus that multiplies the game."""


@pytest.fixture(scope="module")
def rounds(alone: Game) -> list[Round]:
    """Random rounds, played to their end."""
    found = []
    for seed in range(60):
        played = deal(alone, seed=seed)
        while not played.over:
            moves = sorted(texts(played))
            wish = [m for m in moves if m in ("open", "pass", "bid rufer")] if seed % 2 else []
            wish = wish or [m for m in moves if m in ("open", "bid trischaken", "pass")]
            played = played.after(wish[-1] if wish else moves[(seed * 5) % len(moves)])
        found.append(played)
    return found


def test_only_declarers_score_and_each_the_whole_value(rounds: list[Round]) -> None:
    seen = set()
    for played in rounds:
        ledger = played.ledger()
        assert ledger is not None
        own = played.state.declarers
        for line in ledger.lines:
            if line.item == "mond" or not own:
                continue
            sign = 1 if set(line.winners) & {s for s in range(4) if own >> s & 1} else -1
            assert line.each == tuple(sign * line.amount * (own >> s & 1) for s in range(4))
            seen.add((line.item == "game", sign))
    assert seen == {(True, 1), (True, -1), (False, 1), (False, -1)}


def test_a_value_is_a_base_and_the_difference_from_half_in_fives(rounds: list[Round]) -> None:
    """The pack counts 70; parts are thirds of a point."""
    values = set()
    for played in rounds:
        if played.state.plan.contract_ids[played.state.contract] != "rufer":
            continue
        line = played.ledger().lines[0]  # type: ignore[union-attr]
        parts = played.state.points(played.state.declarers)
        away = abs(parts / 3 - 35)
        fives = min(range(0, 40, 5), key=lambda five: (abs(away - five), -five))
        assert line.value == 10 + fives
        values.add(fives)
    assert len(values) > 2


def test_all_against_all_each_loses_his_own_points_in_fives(rounds: list[Round]) -> None:
    kinds = set()
    for played in rounds:
        if played.state.declarers:
            continue
        line = played.ledger().lines[0]  # type: ignore[union-attr]
        points = [played.state.points(1 << seat) / 3 for seat in range(4)]
        free = [70 if not played.state.won(1 << seat) else 0 for seat in range(4)]
        over = [-70 if own > 35.5 else 0 for own in points]
        kinds.add((any(free), any(over)))
        if any(free) or any(over):
            assert list(line.each) == [a + b for a, b in zip(free, over, strict=True)]
        else:
            assert all(
                each % 5 == 0 and abs(-each - own) <= 2.5
                for each, own in zip(line.each, points, strict=True)
            )
    assert (False, False) in kinds


@pytest.mark.parametrize("key", ["gets", "loses"])
def test_a_half_is_rounded_away_from_zero(tmp_path: Path, key: str) -> None:
    """Of 2⅔ points 2 count, of 3 points 4, whether they are got or lost."""
    rule = "at: contracts.trischaken.payments, set: {own: {scores: {all: {who: anyone, "
    rule += f"{key}: 1, per: card_point, to_nearest: 2}}}}}}}}"
    game, halves = changed(tmp_path, "koenigrufen", rule, TIMES), 0
    for seed in range(40):
        played = deal(game, seed=seed)
        while not played.over:
            wish = [move for move in ("open", "pass", "bid trischaken") if move in texts(played)]
            played = played.after([*wish, min(texts(played))][0])
        ledger = played.ledger()
        assert ledger is not None
        for seat, each in enumerate(ledger.scores):
            thirds = played.state.points(1 << seat)
            halves += thirds % 6 == 3
            assert each == (thirds + 3) // 6 * 2 * (1 if key == "gets" else -1)
    assert halves


def test_one_player_pays_for_a_bonus_alone(rounds: list[Round], tmp_path: Path) -> None:
    caught = [
        (line.each, played.state.player_of(played.game.deck.by_id["T-XXI"].index))
        for played in rounds
        for line in played.ledger().lines  # type: ignore[union-attr]
        if line.item == "mond"
    ]
    assert caught
    for each, player in caught:
        assert each == tuple(-20 if seat == player else 0 for seat in range(4))
    evenly = changed(tmp_path, "koenigrufen", MOND)
    assert evenly.sums_to_zero
    for seed, (state, ledger) in enumerate(random_rounds(evenly, 400)):
        for line in ledger.lines if isinstance(ledger, Ledger) else ():
            if line.item == "mond":
                player = state.player_of(evenly.deck.by_id["T-XXI"].index)
                winners = len(line.winners)
                assert line.each[player] == -line.amount * winners, seed
                each = [-line.amount * winners, *[line.amount] * winners, *[0] * 3]
                assert sorted(line.each) == sorted(each[:4])


def test_the_rules_say_whether_scores_sum_to_zero(alone: Game) -> None:
    assert not alone.sums_to_zero
    assert loaded("koenigrufen", "base").sums_to_zero


def test_the_sentences(alone: Game) -> None:
    setting = Prose(alone, "en").setting
    at = ("contracts", "rufer", "value")
    assert setting(at, alone.at(at)) == (
        "The Rufer is worth 10 points and what the difference brings. In the Rufer 5 points are "
        "paid for every 5 card points of difference. The difference is that from half of all card "
        "points. The difference is rounded to the nearest step."
    )
    at = ("contracts", "trischaken", "payments", "own")
    assert setting(at, alone.at(at)) == (
        "Otherwise points are written like this: Everybody scores −1 point for each card point "
        "of one's own, rounded to the nearest 5."
    )
    at = ("contracts", "trischaken", "payments", "more_than_half", "scores", "the_loser", "who")
    assert setting(at, "losers") == "In Trischaken the losers score here."
    assert setting(at, "declarer") == "In Trischaken the declarer scores here."
    at = ("bonuses", "mond", "paid_by")
    assert setting(at, alone.at(at)) == "The player of the Mond pays for the Mond caught alone."
    assert Prose(alone, "de").setting(("settlement", "each_pays"), "declarers_alone") == (
        "Nur die Spielpartei schreibt, jeder in ihr den ganzen Wert; was sie verliert, bekommt niemand."
    )


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ((ALONE,), "where declarers alone score, no opponent settles for himself"),
        (
            (ALONE, "at: contracts.trischaken.payments, drop: true"),
            "where declarers alone score, nobody would score without any",
        ),
        (
            (ALONE, HANDED.format("from: declarer, to: defenders, total: 210")),
            "where declarers alone score, nobody else pays or gets anything",
        ),
        (
            (ALONE, HANDED.format("scores: {others: {who: defenders, gets: 70}}")),
            "where declarers alone score, nobody else pays or gets anything",
        ),
        (
            (MOND.replace("silent: 20", "silent: 20, announced: 40"),),
            "what a side has announced the whole side pays",
        ),
        ((OWN.replace("loses: 1,", "loses: 1, gets: 2,"),), "either gets something or loses it"),
        ((OWN.replace("per: card_point, ", ""),), "needs no rounding"),
        ((OWN.replace("own: {scores", "own: {total: 3, scores"),), "who pays is said twice"),
    ],
)
def test_what_means_nothing_is_refused(
    tmp_path: Path, changes: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(RulesFault) as fault:
        changed(tmp_path, "koenigrufen", *changes)
    assert sentence in str(fault.value)
