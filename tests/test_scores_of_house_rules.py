"""House rules that change who gets what: the scores that their sentences tell, worked out by hand,
and rounds that both implementations settle alike.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest
from changed import changed, played_by_both, scored

from zwanz_ssot.examples import as_text, run

OUTSIDE = Path(__file__).resolve().parent.parent / "docs" / "games"


def holds(folder: Path, example: str, of: str, *changes: str, rules: Path | None = None) -> None:
    """Assert that an example comes out under a rule set with these changes."""
    changed(folder, of, *changes, rules=rules)
    head = f"game: {of.partition(':')[0]}\nin: [changed.yaml]\n"
    if rules is not None:
        head += f"rules: {rules}\n"
    head += "examples:\n  - example: stated\n    title: {en: stated}\n    because: {en: by hand}\n"
    file = folder / "stated.yaml"
    file.write_text(head + indent(dedent(example).strip(), "    ") + "\n", "utf-8")
    (answer,) = run(file)
    assert answer.ok, as_text(answer)


# bonuses that replace each other

HUNDRED = (
    "hundred: {name: {en: Hundred}, goes_to: either_side, "
    "won: {points_at_least: {side: claimants, points: 100}}, "
    "value: {silent: 20, announced: 30}, replaces: [game], source: [custom]}"
)
ALL_TRICKS = (
    "all_tricks: {name: {en: All Tricks}, goes_to: either_side, "
    "won: {tricks_won: {side: claimants, all_of: every_trick}}, "
    "value: {silent: 20, announced: 30}, replaces: [hundred], source: [custom]}"
)


@pytest.mark.parametrize("bonuses", [(HUNDRED, ALL_TRICKS), (ALL_TRICKS, HUNDRED)])
def test_a_bonus_that_is_replaced_replaces_nothing(
    bonuses: tuple[str, str], tmp_path: Path
) -> None:
    """All tricks in place of the hundred, 20, and the game, which no bonus that counts replaces, 10,
    in whatever order the file has the bonuses.
    """
    change = f"at: bonuses, set: {{{', '.join(bonuses)}}}"
    example = """
        called: H-10
        contract: simple
        partner: third
        outcome: {declared: {declarers: 20}, points: {declarers: 110}, tricks: {forehand: 8}}
        expect: {scores: {forehand: 30, second: -30, third: 30, fourth: -30}, not_settled: [hundred]}
    """
    holds(tmp_path, example, "koenigrufen-russbach", change)
    game = changed(tmp_path, "koenigrufen-russbach", change)
    for seed in range(20):
        played_by_both(game, seed)


# words of doubling that add

ADDS = ("at: kontra.times, drop: true", "at: kontra.adds, add: 2")
PLACES = "at: contracts.solo.payments, add: {places: {by_place: [4, 0, 0, -4]}}"


def test_doubling_adds_nothing_for_who_gets_nothing(tmp_path: Path) -> None:
    """9 and 2 for each of the declarers."""
    example = """
        contract: gang
        doubled: {game: 1}
        outcome: {tricks: {forehand: 5}, points: {forehand: 120}}
        expect: {scores: {forehand: 11, second: 0, third: 11, fourth: 0}}
    """
    holds(tmp_path, example, "bauernschnapsen", *ADDS, rules=OUTSIDE)
    game = changed(tmp_path, "bauernschnapsen", *ADDS, rules=OUTSIDE)
    for seed in range(20):
        played_by_both(game, seed, quiet=0.5)


@pytest.mark.parametrize(
    ("points", "scores"),
    [
        ((50, 14, 14, 10), (6, 0, 0, -6)),
        ((34, 34, 14, 6), (3, 3, 0, -6)),  # the first two share what their places get
    ],
)
def test_doubling_adds_to_what_a_place_gets_or_pays(
    points: tuple[int, ...], scores: tuple[int, ...], tmp_path: Path
) -> None:
    seats = ("forehand", "second", "third", "fourth")
    stated = ", ".join(f"{seat}: {count}" for seat, count in zip(seats, points, strict=True))
    expected = ", ".join(f"{seat}: {score}" for seat, score in zip(seats, scores, strict=True))
    example = f"""
        contract: solo
        doubled: {{game: 1}}
        outcome: {{points: {{{stated}}}}}
        expect: {{scores: {{{expected}}}}}
    """
    holds(tmp_path, example, "zwanzigerrufen", *ADDS, PLACES)


def test_both_add_to_places_alike(tmp_path: Path) -> None:
    game = changed(tmp_path, "zwanzigerrufen", *ADDS, PLACES)
    for seed in range(20):
        assert sum(scored(played_by_both(game, seed, "solo", quiet=0.3)) or ()) == 0


# points of one player


def test_both_count_the_discards_for_who_discarded_them(tmp_path: Path) -> None:
    rule = "at: contracts.dva.objective, set: {points_at_least: {side: declarer, points: 30}}"
    game = changed(tmp_path, "slovenian-tarok", rule)
    for seed in range(24):
        played_by_both(game, seed, "dva", quiet=0.97)


# several who play for themselves

FAILED = "at: contracts.bettler.play, add: {ends_when: aim_failed}"


@pytest.mark.parametrize(
    ("plays", "turn"),
    [
        ("[[H-A, H-9, H-10, H-Q]]", "forehand"),
        ("[[H-A, H-9, H-10, H-Q], [H-J, S-9, S-10, H-K]]", "fourth"),
        ("[[H-A, H-9, H-10, H-Q], [D-J, D-A, D-K, D-Q]]", "none"),
    ],
)
def test_who_plays_for_himself_plays_on_when_another_has_failed(
    plays: str, turn: str, tmp_path: Path
) -> None:
    """Forehand wins the first trick and fails; second still plays a Bettler of his own."""
    example = f"""
        hands:
          forehand: [H-A, H-J, D-J, D-9, C-9, C-J]
          second: [H-9, S-K, S-J, D-A, S-9, C-A]
          third: [H-10, D-10, D-K, C-K, C-Q, S-10]
        says: [{{forehand: bid bettler H-A}}, {{second: bid bettler H-9}}]
        plays: {plays}
        expect: {{turn: {turn}}}
    """
    holds(tmp_path, example, "koenigrufen-graden", FAILED)


def test_both_end_the_play_when_each_has_failed(tmp_path: Path) -> None:
    game = changed(tmp_path, "koenigrufen-graden", FAILED)
    for seed in range(30):
        played_by_both(game, seed, "bettler")


# what a higher bid leaves standing

WIPES = "at: auction.overcall_cancels, set: {}"
GAME_ALONE = "at: kontra.doubles, set: [game]"


def test_an_announcement_stays_with_who_has_made_it(tmp_path: Path) -> None:
    """Forehand has announced the Absolut and is now against second, who plays a Solo with 50 of 88
    points: the three have missed it, and each pays 2, twice in a Solo.
    """
    example = """
        says: [{forehand: [bid rufer T-XX, announce absolut]}, {second: bid solo}]
        outcome: {points: {declarers: 50}}
        expect:
          ledger:
            - {item: game, verdict: won, wins: [second], each: 4}
            - {item: absolut, verdict: missed, of: defenders, wins: [second], each: 4}
    """
    holds(tmp_path, example, "zwanzigerrufen", WIPES.format("[doubles]"))


@pytest.mark.parametrize("variant", ["base", "wikipedia"])
@pytest.mark.parametrize(
    ("wiped", "more"),
    [("[doubles]", ()), ("[announcements]", ()), ("[]", (GAME_ALONE,))],
)
def test_both_leave_the_same_standing(
    variant: str, wiped: str, more: tuple[str, ...], tmp_path: Path
) -> None:
    game = changed(tmp_path, f"zwanzigerrufen:{variant}", WIPES.format(wiped), *more)
    for seed in range(25):
        played_by_both(game, seed, quiet=0.3)


def test_nothing_stays_doubled_where_nothing_is_doubled(tmp_path: Path) -> None:
    """A Kontra to the Rufer does not double the Solo above it, which counts 4."""
    rules = (WIPES.format("[]"), GAME_ALONE, "at: contracts.solo.kontra, add: none")
    example = """
        says: [{forehand: bid rufer T-XX}, {second: double game}, {third: bid solo}]
        outcome: {points: {declarers: 50}}
        expect: {ledger: [{item: game, verdict: won, each: 4}]}
    """
    holds(tmp_path, example, "zwanzigerrufen", *rules)
    game = changed(tmp_path, "zwanzigerrufen", *rules)
    for seed in range(25):
        played_by_both(game, seed, "solo", quiet=0.3)


# kontra to a game that others claim

KONTRA = (
    "at: kontra, add: {levels: [kontra], names: {kontra: {en: Kontra}}, times: 2, "
    "doubles: [game], begins: opponents}",
    "at: play.says.any_time.double, add: {who: anyone, during: {first: 1}}",
)


@pytest.mark.parametrize(
    "outcome",
    [
        # Who has declared 20 needs 60 points.
        "declared: {defenders: 20}, points: {defenders: 70, declarers: 40}",
        "declared: {defenders: 20}, points: {defenders: 50, declarers: 60}",
        "points: {defenders: 40, declarers: 50}",
    ],
)
def test_kontra_counts_whoever_claims_the_game(outcome: str, tmp_path: Path) -> None:
    """Second, an opponent of the declarer, has doubled the game, 10."""
    example = f"""
        called: H-10
        contract: simple
        partner: third
        doubled: {{game: 1}}
        doubled_by: {{game: second}}
        outcome: {{{outcome}, tricks: {{forehand: 4, second: 4}}}}
        expect: {{ledger: [{{item: game, each: 20}}]}}
    """
    holds(tmp_path, example, "koenigrufen-russbach", *KONTRA)


def test_both_double_a_game_that_others_claim_alike(tmp_path: Path) -> None:
    game = changed(tmp_path, "koenigrufen-russbach", *KONTRA)
    for seed in range(30):
        played_by_both(game, seed, quiet=0.3)


# double rounds of one's own


@pytest.mark.parametrize("replaced", ["[game]", "[bonuses, game]"])
@pytest.mark.parametrize(
    ("tricks", "left"),
    [
        ("{forehand: 11, second: 1}", "{forehand: 2, second: 1}"),  # missed, and nothing used up
        ("{forehand: 12}", "{forehand: 1, second: 1}"),
    ],
)
def test_a_double_round_is_used_up_by_what_is_settled_for_the_game(
    replaced: str, tricks: str, left: str, tmp_path: Path
) -> None:
    """Forehand has announced a Valat, after which everybody gets a double round, and has the Trula,
    which counts or not.
    """
    example = f"""
        contract: solo_two
        match: {{double_rounds: {{forehand: 1}}}}
        announced: {{valat: declarers}}
        outcome: {{tricks: {tricks}, thirds: {{declarers: 190}}, taken: {{trull: declarers}}}}
        expect: {{double_rounds_of: {left}}}
    """
    holds(tmp_path, example, "slovenian-tarok", f"at: bonuses.valat.replaces, set: {replaced}")
