"""Who pays whom: rules of payment alone, tables of cases, doubling, and where the rules are silent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from textwrap import dedent, indent

import pytest
from changed import changed, played_by_both, scored, scores_of
from conftest import loaded
from naive import after, begin
from tables import texts

from zwanz_ssot.engine import deal
from zwanz_ssot.engine.compiled import CompiledGame
from zwanz_ssot.engine.payments import handed_over, multiplied, one_by_one
from zwanz_ssot.engine.settlement import Settler
from zwanz_ssot.engine.state import State
from zwanz_ssot.examples import run
from zwanz_ssot.examples.outcomes import StatedFacts, StatedOutcome
from zwanz_ssot.model import Factor, Game, Payment, Role
from zwanz_ssot.model.identifiers import items_of
from zwanz_ssot.problems import RulesAreSilent, RulesFault

PAGAT = "pagat_ultimo"
GAMES = Path(__file__).parent.parent / "docs" / "games"


def factor(times: int = 1, adds: int = 0, seat: int = -1) -> Factor:
    """Something that multiplies or adds."""
    return Factor("x", times, (), adds, seat=seat)


def test_a_total_is_given_by_all_alike_and_shared_by_all_alike() -> None:
    assert handed_over(4, 0b0001, 0b1110, 6) == (-6, 2, 2, 2)
    assert handed_over(4, 0b0011, 0b1000, 4) == (-2, -2, 0, 4)
    assert handed_over(4, 0b0100, 0b1000, 150) == (0, 0, -150, 150)


@pytest.mark.parametrize(("payers", "payees"), [(0b0001, 0b0110), (0b0110, 0b0001)])
def test_what_cannot_be_shared_is_no_settlement(payers: int, payees: int) -> None:
    with pytest.raises(ValueError, match="3"):
        handed_over(4, payers, payees, 3)


def test_every_opponent_settles_for_himself() -> None:
    assert one_by_one(4, 0, True, [0, 4, 2, 2]) == (8, -4, -2, -2)
    assert one_by_one(4, 0, False, [0, 14, 28, 7]) == (-49, 14, 28, 7)
    assert one_by_one(3, 1, True, [5, 0, 3]) == (-5, 8, -3)


def test_words_of_doubling_multiply_or_add_in_their_order() -> None:
    assert multiplied(2, []) == 2
    assert multiplied(2, [factor(times=2), factor(times=2)]) == 8
    assert (
        multiplied(1, [factor(adds=1), factor(times=2)]) == 4
    )  # a Contra in a round that counts double


def everybody_for_himself(
    points: tuple[int, ...], payments: tuple[Payment, ...]
) -> tuple[int, ...]:
    """What each gets in a contract of all against all, with these payments."""
    rules = loaded("zwanzigerrufen", "rulebook")
    contract = next(each for each in rules.contracts.values() if not each.declarers)
    plain = replace(contract, payments=payments, value=10, lost_value=10, value_times=())
    game: Game = replace(rules, contracts={**rules.contracts, contract.id: plain})
    table = CompiledGame(game)
    outcome = StatedOutcome(
        points={1 << seat: taken for seat, taken in enumerate(points)},
        counts={1: 10, 2: 0, 4: 0, 8: 0},
    )
    facts = StatedFacts(State(table), outcome)
    return Settler(table).settle(facts, table.contract_ids.index(contract.id)).scores


def role(word: str) -> Role:
    """A player or a side without more words."""
    return Role(word, None, ())


def test_the_most_points_pay_and_two_or_three_may_tie() -> None:
    assert everybody_for_himself((40, 30, 18, 0), ()) == (-30, 10, 10, 10)
    assert everybody_for_himself((40, 40, 8, 0), ()) == (-10, -10, 10, 10)
    assert everybody_for_himself((30, 28, 30, 0), ()) == (-10, 10, -10, 10)
    assert everybody_for_himself((29, 29, 1, 29), ()) == (-10, -10, 30, -10)


def test_the_first_case_that_holds_is_paid() -> None:
    first = Payment(
        id="first",
        from_=role("losers"),
        to=role("winners"),
        total=6,
        at=("contracts", "x", "payments", "first"),
    )
    second = replace(first, id="second", total=12)
    assert everybody_for_himself((40, 30, 18, 0), (first, second)) == (-6, 2, 2, 2)


def test_a_case_that_cannot_be_shared_leaves_the_rules_silent() -> None:
    odd = Payment(
        id="odd",
        from_=role("losers"),
        to=role("winners"),
        total=4,
        at=("contracts", "x", "payments", "odd"),
    )
    with pytest.raises(RulesAreSilent) as silent:
        everybody_for_himself((40, 30, 18, 0), (odd,))
    assert silent.value.path == "contracts.x.payments.odd.total"
    assert silent.value.question == "no rule says what follows"


SPOKEN_OF_NOTHING = (
    "at: bonuses, drop: true",
    "at: contracts.solo.bonus_factor, drop: true",
    "at: auction.in_one_turn, set: [bid, double, pass]",
    "at: kontra.doubles, set: [game]",
    "at: kontra.implied_by, drop: true",
    "at: kontra.forced, drop: true",
    "at: auction.overcall_cancels, set: [doubles]",
    "at: settlement.missed_announcement, drop: true",
)
FIVE = ("at: table.players, set: 5", "at: deal.all.packets, set: [4, 4]")


def settled(folder: Path, rules: Game, example: str) -> list[tuple[str, object, object]]:
    """What an example expects of a changed rule set and does not get."""
    file = folder / "example.yaml"
    text = f"game: {rules.id}\nexamples:\n  - example: one\n    title: {{en: One, de: Eins}}\n"
    text += "    because: {en: so it is, de: so ist es}\n    in: [changed.yaml]\n"
    file.write_text(text + indent(dedent(example), "    "), encoding="utf-8")
    (answer,) = run(file)
    return [(each.path, each.expected, each.got) for each in answer.differences]


def problems(folder: Path, of: str, *changes: str, rules: Path | None = None) -> list[str]:
    """What is wrong with a rule set that is changed."""
    with pytest.raises(RulesFault) as fault:
        changed(folder, of, *changes, rules=rules)
    return [f"{each.path}: {each.text}" for each in fault.value.problems]


LAST = "{name: {en: Last, de: Letzter}, goes_to: either_side, value: {%s}, source: [custom], "
LAST += "won: {tricks_won: {side: claimants, all_of: last}}}"


def test_players_who_claim_a_contract_may_be_two_of_five(tmp_path: Path) -> None:
    """The declarer is alone, but two players may be those without a trick."""
    solo = (
        "at: auction.ladder, set: [solo]",
        "at: contracts.rufer, drop: true",
        "at: contracts.farbensolo, drop: true",
        "at: call, drop: true",
        "at: contracts.solo.objective, set: {tricks_won: {side: claimants, exactly: 0}}",
    )
    rest = (*FIVE, *SPOKEN_OF_NOTHING, *solo)

    def claimed(by: str, value: int) -> tuple[str, ...]:
        worth = f"at: contracts.solo.value, set: {value}"
        return *rest, worth, f"at: contracts.solo.claimed_by, add: {by}"

    (told,) = problems(tmp_path, "zwanzigerrufen", *claimed("{without: tricks}", 1))
    assert told.startswith("contracts.solo.value: 1 from each of 3 cannot be shared by 2")
    for by, value in (("{without: tricks}", 2), ("defenders", 1), ("forehand", 1)):
        assert changed(tmp_path, "zwanzigerrufen", *claimed(by, value))


def test_a_bonus_worth_a_game_that_is_paid_by_cases_is_shared_itself(tmp_path: Path) -> None:
    """Two of five win the last trick: a bonus of one game, which itself is written down alone."""
    cases = "{all: {scores: {each: {who: declarers, gets: 1}}}}"
    rest = (
        *FIVE,
        *(each for each in SPOKEN_OF_NOTHING[1:] if "bonus_factor" not in each),
        "at: auction.ladder, set: [rufer]",
        "at: contracts.rufer.by, drop: true",
        "at: auction.opening, set: may_pass",
        "at: auction.if_all_pass, add: [{deal_again: dealer}]",
        "at: contracts.solo, drop: true",
        "at: contracts.farbensolo, drop: true",
        f"at: contracts.rufer.payments, add: {cases}",
    )

    def worth(games: int) -> tuple[str, ...]:
        last = LAST % f"silent_times_game: {games}"
        return *rest, f"at: bonuses, set: {{last: {last}}}"

    (told,) = problems(tmp_path, "zwanzigerrufen", *worth(1))
    assert told.startswith("bonuses.last.value.silent_times_game: 1 from each of 3 cannot be")
    assert changed(tmp_path, "zwanzigerrufen", *worth(2))


def test_of_five_two_may_hold_equal_cards(tmp_path: Path) -> None:
    """There are two Queens of Clubs, and each holder is a declarer."""
    normal = """
        name: {en: Normal, de: Normal}
        declarers: [{holder_of: C-Q}]
        secret_until: {played: C-Q}
        objective: {points_at_least: {side: declarers, points: 121}}
        value: %s
        talon: {takes: nothing, seen_by: nobody, counts_for: last_trick_winner}
        source: [custom]
    """
    flat = ", ".join(line.strip() for line in normal.strip().splitlines())
    rest = (
        "at: table.players, set: 5",
        "at: deal.all.packets, set: [3, talon, 3, 3]",
        "at: talon, add: {packets: [3], source: [custom]}",
        "at: auction, drop: true",
        "at: order, set: [deal.all, play, settlement]",
        "at: fixed_contract, add: {contract: normal, source: [custom]}",
        "at: bonuses, drop: true",
        "at: play.says, drop: true",
        "at: settlement.missed_announcement, drop: true",
    )

    def worth(value: int) -> tuple[str, ...]:
        return *rest, f"at: contracts, set: {{normal: {{{flat % value}}}}}"

    (told,) = problems(tmp_path, "doppelkopf", *worth(1), rules=GAMES)
    assert told.startswith("contracts.normal.value: 1 from each of 3 cannot be shared by 2")
    assert changed(tmp_path, "doppelkopf", *worth(2), rules=GAMES)


def test_a_case_pays_its_total_whether_the_sides_could_share_it_or_not(tmp_path: Path) -> None:
    """Five cannot be shared by two and three, but by one and one."""
    one_pays = "{won: {from: declarer, to: {next_to: declarer}, total: 5}}"
    payments = f"at: contracts.rufer.payments, add: {one_pays}"
    rules = changed(tmp_path, "zwanzigerrufen", *FIVE, *SPOKEN_OF_NOTHING, payments)
    example = """
        contract: rufer
        partner: third
        outcome: {points: {declarers: 50}}
        expect: {scores: {forehand: -5, second: 5, third: 0, fourth: 0}}
    """
    assert settled(tmp_path, rules, example) == []


CLAIMANTS_SCORE = (
    "at: contracts.solo.payments, add: {won: {when: {points_at_least: {side: claimants, "
    "points: 45}}, scores: {theirs: {who: claimants, gets: 3}}}, "
    "lost: {scores: {others: {who: {opponents_of: claimants}, gets: 2}}}}"
)


@pytest.mark.parametrize(
    ("points", "scores"),
    [(45, "forehand: 3, second: 0, third: 0"), (44, "forehand: 0, second: 2, third: 2")],
)
def test_whoever_claims_a_contract_scores_as_a_side(
    tmp_path: Path, points: int, scores: str
) -> None:
    rules = changed(tmp_path, "zwanzigerrufen", *SPOKEN_OF_NOTHING, CLAIMANTS_SCORE)
    example = f"""
        contract: solo
        outcome: {{points: {{declarers: {points}}}}}
        expect: {{scores: {{{scores}}}}}
    """
    assert settled(tmp_path, rules, example) == []
    assert played_by_both(rules, points, towards="solo").contract is not None


@pytest.mark.parametrize(
    ("winner", "scores"),
    [
        ("third", "forehand: 5, second: -5, third: 5, fourth: -5"),
        ("second", "forehand: -3, second: 3, third: -3, fourth: 3"),
    ],
)
def test_the_opponents_of_whoever_gets_a_bonus_pay_for_it(
    tmp_path: Path, winner: str, scores: str
) -> None:
    """Each of two pays 2 to each of two others, whichever side gets it; the game is worth 1."""
    paid = (LAST % "silent: 2").replace("}}}", "}}, paid_by: {opponents_of: claimants}}")
    last = f"at: bonuses, set: {{last: {paid}}}"
    rules = changed(tmp_path, "zwanzigerrufen", *SPOKEN_OF_NOTHING[1:], last)
    example = f"""
        contract: rufer
        partner: third
        outcome: {{points: {{declarers: 45}}, last_trick: {{won_by: {winner}}}}}
        expect: {{scores: {{{scores}}}}}
    """
    assert settled(tmp_path, rules, example) == []
    for seed in range(3):
        assert played_by_both(rules, seed, towards="solo").over


DEFENDERS_CLAIM = (
    "at: contracts.solo.claimed_by, add: defenders",
    "at: contracts.solo.objective, set: {points_at_least: {side: claimants, points: 26}}",
)
VOID_FOR_POOR_CLAIMANTS = (
    "at: kontra.void, add: {poor: {when: {not: {points_at_least: {side: claimants, points: 26}}}, "
    "item: game, contracts: [solo], source: [custom]}}"
)


@pytest.mark.parametrize(
    ("points", "scores"),
    [(5, "forehand: -24, second: 8, third: 8"), (63, "forehand: 12, second: -4, third: -4")],
)
def test_doubling_is_void_by_what_those_reach_who_claim_the_game(
    tmp_path: Path, points: int, scores: str
) -> None:
    """Of 88 points the defenders have 83, or 25."""
    changes = (*SPOKEN_OF_NOTHING, *DEFENDERS_CLAIM, VOID_FOR_POOR_CLAIMANTS)
    rules = changed(tmp_path, "zwanzigerrufen", *changes)
    example = f"""
        contract: solo
        doubled: {{game: 1}}
        outcome: {{points: {{declarers: {points}}}}}
        expect: {{scores: {{{scores}}}}}
    """
    assert settled(tmp_path, rules, example) == []
    for seed in range(4):
        assert played_by_both(rules, seed, towards="solo", quiet=0.3).over


FOUR_GAMES = "{silent: 1, announced_times_game: 4}"


@pytest.mark.parametrize(
    ("changes", "costs"),
    [
        (("at: contracts.besserrufer.bonus_factor, add: 2",), 9),  # 1 for the game and 2 x 4
        (
            (
                "at: contracts.besserrufer.value, set: 3",
                f"at: bonuses.pagat.value, set: {FOUR_GAMES}",
                f"at: bonuses.uhu.value, set: {FOUR_GAMES}",
                f"at: bonuses.kakadu.value, set: {FOUR_GAMES}",
                f"at: bonuses.quapil.value, set: {FOUR_GAMES}",
            ),
            15,  # 3 for the game and 4 x 3
        ),
        (("at: settlement.missed_announcement, set: nothing",), 1),
        (("at: bonuses.uhu.replaces, add: [game]",), 4),
    ],
)
def test_a_bonus_that_is_conceded_counts_as_one_announced_and_missed(
    tmp_path: Path, changes: tuple[str, ...], costs: int
) -> None:
    rules = changed(tmp_path, "koenigrufen", *changes)
    example = f"""
        contract: besserrufer
        partner: none
        conceded: uhu
        outcome: {{}}
        expect: {{scores: {{forehand: {-3 * costs}, second: {costs}, third: {costs}}}}}
    """
    assert settled(tmp_path, rules, example) == []
    given_up = sum(_conceded(rules, seed) for seed in range(40))
    assert given_up


def _conceded(rules: Game, seed: int) -> bool:
    """Whether a round is given up where the rules allow it; both implementations settle it alike."""
    played, own = deal(rules, seed=seed), begin(rules, seed)
    while not played.over and played.step != "announcements":
        moves = texts(played)
        wished = [move for move in moves if move.split()[:1] in (["concede"], ["open"])]
        wished += [move for move in moves if move in ("bid besserrufer", "pass")]
        move = wished[0] if wished else sorted(moves)[0]
        played, own = played.after(move), after(own, move)
    if not played.over:
        return False
    assert scored(played) == scores_of(own), [str(move) for _, move in played.history]
    return played.state.conceded


GIVEN_UP = (
    "at: order, set: [deal.all, misdeal, auction, talon, exchange, play, settlement]",
    "at: deal.all.packets, set: [talon, 4, 5]",
    "at: deal.all.cut, drop: true",
    "at: talon, add: {packets: [1, 1, 1, 1], source: [custom]}",
    "at: exchange, add: {discard: [{cards: all}], discards_count_for: each_side, source: [custom]}",
    "at: call, drop: true",
    "at: auction.ladder, set: [solo]",
    "at: contracts, set: {solo: {name: {en: Solo, de: Solo}, declarers: [declarer, "
    "{next_to: {next_to: declarer}}], objective: {points_at_least: {side: declarers, points: 36}}, "
    "value: 2, talon: {takes: shared, seen_by: taker, counts_for: nobody, "
    "lost_without: {cards: trull, at_least: 2}}, source: [custom]}}",
)


@pytest.mark.parametrize(("doubled", "costs"), [("", 2), ("doubled: {game: 1}", 4)])
def test_a_game_that_is_given_up_is_lost_by_all_who_declared_it_and_doubled(
    tmp_path: Path, doubled: str, costs: int
) -> None:
    """Two play against two; each pays one of the others."""
    rest = [each for each in SPOKEN_OF_NOTHING if "contracts.solo" not in each]
    rules = changed(tmp_path, "zwanzigerrufen", *rest, *GIVEN_UP)
    example = f"""
        contract: solo
        {doubled}
        conceded: game
        outcome: {{}}
        expect: {{scores: {{forehand: {-costs}, second: {costs}, third: {-costs}}}}}
    """
    assert settled(tmp_path, rules, example) == []
    played = [played_by_both(rules, seed, towards="solo", quiet=0.5) for seed in range(6)]
    assert any(each.state.conceded and max(each.state.levels) for each in played)


def test_what_is_announced_in_the_auction_is_not_given_up_with_the_game(tmp_path: Path) -> None:
    rest = [each for each in SPOKEN_OF_NOTHING if "contracts.solo" not in each]
    rest = [each for each in rest if "bonuses" not in each and "missed" not in each]
    announced = f"at: bonuses, set: {{last: {LAST % 'announced: 2'}}}"
    rest = [each for each in rest if "in_one_turn" not in each and "overcall" not in each]
    (told,) = problems(tmp_path, "zwanzigerrufen", *rest, *GIVEN_UP, announced)
    text = "what has been announced before the game is given up is neither won nor missed"
    assert told.startswith(f"contracts.solo.talon.lost_without: {text}")


IN_DUELS = (
    "at: contracts.no_tricks.kontra, add: individual",
    "at: match.double_rounds, add: queue",
    "at: match.double_rounds_if_thrown_in, add: 1",
)


def test_a_double_round_multiplies_what_a_word_of_doubling_has_added(tmp_path: Path) -> None:
    """Second has said Contra: 2 + 1, twice; the others pay 2, twice."""
    rules = changed(tmp_path, "anrufen", *IN_DUELS)
    example = """
        contract: no_tricks
        double_round: true
        doubled: {game second: 1}
        outcome: {tricks: {declarers: 1}}
        expect: {scores: {forehand: -14, second: 6, third: 4, fourth: 4}}
    """
    assert settled(tmp_path, rules, example) == []


CATCH = (
    "at: kontra.counts_in, drop: true",
    "at: bonuses.catch, add: {name: {en: Catch, de: Fang}, goes_to: declarers, "
    "paid_by: {player_of: T-XXI}, won: {card_in_trick: {card: T-XXI, trick: every_trick}}, "
    "value: {silent_times_game: 2}, contracts: [bettel], source: [custom]}",
)


@pytest.mark.parametrize(
    ("doubled", "scores"),
    [
        (
            "game second: 1, game third: 1, game fourth: 1",
            "forehand: 20, second: -4, third: -4, fourth: -12",
        ),
        ("game second: 1", "forehand: 12, second: -4, third: -2, fourth: -6"),
    ],
)
def test_who_pays_for_a_bonus_alone_pays_it_by_his_own_duel(
    tmp_path: Path, doubled: str, scores: str
) -> None:
    """A Bettel of 2; beside it fourth pays two games, doubled where he has doubled."""
    rules = changed(tmp_path, "koenigrufen", *CATCH)
    example = f"""
        contract: bettel
        doubled: {{{doubled}}}
        outcome: {{tricks: {{declarers: 0}}, played: {{T-XXI: {{trick: 3, by: fourth}}}}}}
        expect: {{scores: {{{scores}}}}}
    """
    assert settled(tmp_path, rules, example) == []
    for seed in range(4):
        assert played_by_both(rules, seed, towards="bettel", quiet=0.2).over


def test_half_of_all_points_is_half_of_the_pack(tmp_path: Path) -> None:
    """Three packets lie for nobody: 36⅔ of 70 are 1⅔ away from 35, not half of 6⅔."""
    nobodys = "at: contracts.solo_two.talon.counts_for, set: nobody"
    table = CompiledGame(changed(tmp_path, "slovenian-tarok:three", nobodys))
    state = State(table)
    state.declarer, state.declarers = 0, 1
    state.contract = table.contract_ids.index("solo_two")

    def value(own: int, others: int) -> int:
        outcome = StatedOutcome(points={1: own, 6: others}, counts={1: 8, 6: 8})
        (line,) = Settler(table).settle(StatedFacts(state, outcome), state.contract).lines
        return line.value

    assert (value(110, 90), value(113, 87), value(98, 90)) == (20, 25, 20)


def test_what_is_replaced_names_the_rule_that_says_so() -> None:
    """The Viennese Valat takes the place of a silent Trull alone, the one of Upper Austria of the
    game, too.
    """
    for variant, expected in (
        ("wien", {"trull": "replaces_silent"}),
        ("base", {"game": "replaces", "trull": "replaces"}),
    ):
        table = CompiledGame(loaded("koenigrufen", variant))
        state = State(table)
        state.contract, state.declarer, state.declarers = table.contract_ids.index("dreier"), 0, 1
        deck = table.game.deck
        every = {1: 12, 2: 0, 4: 0, 8: 0}
        trull = {deck.by_id[card].index: 1 for card in ("T-Sk", "T-XXI", "T-I")}
        outcome = StatedOutcome(points={1: 210, 14: 0}, counts=every, taken=trull)
        ledger = Settler(table).settle(StatedFacts(state, outcome), state.contract)
        assert dict(ledger.replaced) == {
            item: ("bonuses", "valat", key) for item, key in expected.items()
        }


def test_of_all_that_was_promised_the_first_that_failed_decided() -> None:
    table = CompiledGame(loaded("anrufen", "three"))

    def measured(points: int, tricks: int) -> Mapping[str, int]:
        state = State(table)
        state.declarer, state.declarers = 0, 1
        outcome = StatedOutcome(
            points={1: points, 2: 130 - points, 4: 0}, counts={1: tricks, 2: 7 - tricks, 4: 0}
        )
        contract = table.contract_ids.index("all_tricks_hundred")
        (line,) = Settler(table).settle(StatedFacts(state, outcome), contract).lines
        assert line.verdict == ("won" if points >= 100 and tricks == 7 else "lost")
        return line.measured

    assert measured(90, 6) == {"part": 0, "points": 90, "needed": 100}
    assert measured(120, 6) == {"part": 1, "tricks": 6, "needed": 7}
    assert measured(130, 7) == {}


def test_what_is_reached_for_the_other_side_only_is_told_so() -> None:
    """The Pagat wins the last trick for the declarers, after a defender has announced it."""
    game = loaded("hungarian-tarokk", "base")
    table = CompiledGame(game)
    pagat, (_, theirs) = game.deck.by_id["T-I"].index, items_of(table.bonus_ids.index(PAGAT))
    state = State(table)
    state.contract, state.declarer, state.declarers = table.contract_ids.index("harom"), 0, 0b0101
    state.announcers = tuple(1 if item == theirs else -1 for item in range(len(state.announcers)))

    def told(seat: int) -> list[tuple[tuple[int, ...], str, bool]]:
        outcome = StatedOutcome(
            points={0b0101: 50, 0b1010: 44},
            counts={1: 3, 2: 2, 4: 2, 8: 2},
            played={pagat: (8, seat)},
            winning={8: pagat},
            won_last=seat,
        )
        lines = Settler(table).settle(StatedFacts(state, outcome), state.contract).lines
        of_pagat = [line for line in lines if line.item == PAGAT]
        return [(line.claimants, line.verdict, "not_theirs" in line.measured) for line in of_pagat]

    assert told(0) == [((0, 2), "won", False), ((1, 3), "missed", True)]
    assert told(1) == [((1, 3), "won", False)]
