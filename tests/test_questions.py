"""``zwanz check FILE``: what the rules leave to the table, and what answers it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from changed import changed
from click.testing import CliRunner
from conftest import loaded
from tables import texts

from zwanz_ssot import places
from zwanz_ssot.assembly.checks.unanswered import silences
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.engine import deal
from zwanz_ssot.library import load_variant_file
from zwanz_ssot.paths import dotted
from zwanz_ssot.problems import RulesFault

HOUSE = """\
variant: our_table
of: {game}
name: {{en: At Our Table, de: An unserem Tisch}}
changes:
{changes}"""


def check(*args: object) -> tuple[int, list[dict[str, str]]]:
    done = CliRunner().invoke(zwanz, ["check", *map(str, args), "--json"])
    return done.exit_code, json.loads(done.output)["questions"]


@pytest.mark.parametrize("game", ["rufmariasch", "koenigrufen-russbach"])
def test_what_is_left_to_the_table_is_told_with_its_answer(game: str, tmp_path: Path) -> None:
    code, asked = check(places.data("rules") / game / "game.yaml")
    assert code == 0
    points = "contracts.simple.objective.points_at_least.by_declared"
    # Four pairs are worth 40 and three times 20; the account ends with sixty.
    assert [(each["path"], each["hint"]) for each in asked] == [
        (
            "contracts.simple.claimed_by",
            "to answer it, a variant says "
            "{at: contracts.simple.claimed_by, set: declarers, source: custom} "
            "and {at: open.both_declared, drop: true, source: custom}",
        ),
        (
            points,
            "to answer it, a variant says "
            f"{{at: {points}.80, add: …, source: custom}} "
            f"and {{at: {points}.100, add: …, source: custom}} "
            "and {at: open.more_than_sixty_declared, drop: true, source: custom}",
        ),
    ]
    # What it says is an answer.
    found = [each["hint"].removeprefix("to answer it, a variant says ") for each in asked]
    changes = [change for each in found for change in each.split(" and ")]
    lines = "".join(f"  - {change.replace('…', '120')}\n" for change in changes)
    house = tmp_path / "our_table.yaml"
    house.write_text(HOUSE.format(game=game, changes=lines), encoding="utf-8")
    assert check(house) == (0, [])


def test_a_table_that_answers_by_half_is_asked_the_rest(tmp_path: Path) -> None:
    house = tmp_path / "our_table.yaml"
    change = "contracts.simple.objective.points_at_least.by_declared.80, add: 120, source: custom"
    text = HOUSE.format(game="koenigrufen-russbach", changes=f"  - {{at: {change}}}\n")
    house.write_text(text, encoding="utf-8")
    _, asked = check(house)
    assert [".80" in each["hint"] for each in asked] == [False, False]
    assert ".100, add" in asked[1]["hint"]


def test_rules_that_settle_every_round_leave_nothing() -> None:
    for game in ("zwanzigerrufen", "koenigrufen", "anrufen"):
        assert check(places.data("rules") / game / "game.yaml") == (0, [])


PLACES = "contracts.trischaken.payments.in_order.by_place"


def refused(folder: Path, of: str, *changes: str) -> list[str]:
    """What is wrong with these changes."""
    with pytest.raises(RulesFault) as fault:
        changed(folder, of, *changes)
    return [f"{problem.path}: {problem.text}" for problem in fault.value.problems]


@pytest.mark.parametrize(
    ("of", "change"),
    [
        ("anrufen", "at: contracts.simple.objective, set: {majority: {side: {side_of: %s}}}"),
        (
            "anrufen",
            "at: contracts.hundred.payments, add: {all: {from: {opponents_of: %s}, to: %s, total: 4}}",
        ),
    ],
)
def test_that_both_sides_may_have_declared_is_asked_wherever_the_rules_say_whose_side(
    of: str, change: str, tmp_path: Path
) -> None:
    found = refused(tmp_path, of, change.replace("%s", "declaring_side"))
    assert "no rule says what follows when both sides have declared" in found[0]


def test_whose_the_talon_is_does_not_depend_on_who_has_declared(tmp_path: Path) -> None:
    given = "to_declarers_if: {tricks_won: {side: {side_of: declaring_side}, at_least: 1}}"
    talon = f"{{takes: nothing, seen_by: nobody, counts_for: defenders, {given}}}"
    (found,) = refused(tmp_path, "anrufen:three", f"at: contracts.simple.talon, set: {talon}")
    text = "'declaring_side' means nobody when it is settled whose the talon is"
    assert found.endswith(text)


LATE = """\
  - {at: contracts.simple.declarers, set: [declarer, {winner_of: last}], source: custom}
  - {at: contracts.simple.objective, set: {majority: {side: declaring_side}}, source: custom}
  - {at: contracts.simple.calls, drop: true, source: custom}
  - {at: contracts.simple.secret_until, drop: true, source: custom}
  - {at: contracts.simple.play, drop: true, source: custom}
  - {at: contracts.hundred.play, drop: true, source: custom}
  - {at: contracts.all_tricks.play, drop: true, source: custom}
  - {at: contracts.no_tricks.play.says, drop: true, source: custom}
  - {at: play.says.first_trick, drop: true, source: custom}
  - {at: play.says.any_time, drop: true, source: custom}
  - {at: kontra, drop: true, source: custom}
open:
  - id: both
    at: contracts.simple.objective.majority.side
    question: {en: Both have declared., de: Beide haben gemeldet.}
    kept: {en: nobody wins, de: niemand gewinnt}
    why: {en: not said, de: nicht gesagt}
    source: custom
"""


def test_a_play_ends_where_the_rules_do_not_say_who_was_the_partner(tmp_path: Path) -> None:
    house = tmp_path / "our_table.yaml"
    house.write_text(HOUSE.format(game="anrufen", changes=LATE), encoding="utf-8")
    rules = load_variant_file(house)
    silent = 0
    for seed in range(40):
        played = deal(rules, seed=seed)
        while not played.over:
            moves = texts(played)
            pairs = sorted(move for move in moves if move.startswith("declare"))
            wanted = {"bid simple", "pass"} & moves
            played = played.after([*pairs, *sorted(wanted), *sorted(moves)][0])
        ours = played.state.declarers
        declared = {ours >> seat & 1 for seat in range(4) if played.state.declared_pairs[seat]}
        silent += len(declared) == 2
        assert (played.silent() is not None) == (len(declared) == 2)
    assert silent


def test_three_who_cannot_share_are_asked_about(tmp_path: Path) -> None:
    """Places get -2, -2, 2, 2: three who tie would share two points (tirol's own example)."""
    _, asked = check(places.data("rules") / "koenigrufen" / "variants" / "tirol.yaml")
    assert [each["path"] for each in asked] == [PLACES]
    assert "three players tie" in asked[0]["text"]
    # -3, -1, 1, 3: two share -4, 0 or 4, three -3 or 3.
    assert shared(tmp_path, f"{{at: {PLACES}, set: [-3, -1, 1, 3], source: custom}}") == []
    # -3, -1, 2, 2: the middle two share one.
    assert shared(tmp_path, f"{{at: {PLACES}, set: [-3, -1, 2, 2], source: custom}}") == [PLACES]


def test_a_total_that_some_cannot_share_is_asked_about(tmp_path: Path) -> None:
    """Six is shared by one, two and three, nine not by two; who ties with forehand never gets here."""
    total = "contracts.trischaken.payments.to_all.total"
    assert shared(tmp_path, f"{{at: {total}, set: 6, source: custom}}", "wien") == []
    assert shared(tmp_path, f"{{at: {total}, set: 9, source: custom}}", "wien") == [total]


def test_a_total_for_those_without_a_trick_is_asked_about_beside_declarers(tmp_path: Path) -> None:
    """Three opponents share twelve, one, two or three of them; where each has a trick, nobody."""
    won = "won: {when: {points_at_least: {side: declarers, points: 45}}, scores: "
    won += "{alone: {who: declarer, gets: 3}}}"
    lost = "lost: {from: declarer, to: {without: tricks}, total: 12}"
    rules = changed(
        tmp_path, "zwanzigerrufen", f"at: contracts.solo.payments, add: {{{won}, {lost}}}"
    )
    assert [(dotted(each.at), each.when) for each in silences(rules)] == [
        ("contracts.solo.payments.lost.total", "12 is to be shared by nobody")
    ]


def test_two_with_equal_cards_share_as_two(tmp_path: Path) -> None:
    """Whoever holds a Queen of Clubs declares; there are two in the pack."""
    cases = "{won: {when: {points_at_least: {side: declarers, points: 121}}, from: defenders, "
    cases += "to: declarers, total: %s}, lost: {from: declarers, to: defenders, total: %s}}"
    contract = "name: {en: Normal, de: Normal}, declarers: [{holder_of: C-Q}], value: 1, "
    contract += "secret_until: {played: C-Q}, source: [custom], "
    contract += "objective: {points_at_least: {side: declarers, points: 121}}"

    def asked(total: int) -> list[str]:
        normal = f"{contract}, payments: {cases % (total, 6)}"
        change = f"at: contracts.normal, set: {{{normal}}}"
        outside = places.data("rules").parent / "docs" / "games"
        rules = changed(tmp_path, "doppelkopf", change, rules=outside)
        return [dotted(each.at) for each in silences(rules)]

    assert asked(3) == ["contracts.normal.payments.won.total"]
    assert asked(6) == []


def test_a_total_of_those_who_join_is_asked_about(tmp_path: Path) -> None:
    """Two of four play a Bettler: two win 100 from two, one wins 150 from one."""
    total = "contracts.bettler.payments.{}.total"

    def asked(case: str, amount: int) -> list[str]:
        change = f"{{at: {total.format(case)}, set: {amount}, source: custom}}"
        return shared(tmp_path, change, of="koenigrufen-graden")

    assert asked("both_made", 102) == [] == asked("one_made", 151)
    assert asked("both_made", 101) == [total.format("both_made")]
    assert asked("both_lost", 201) == [total.format("both_lost")]
    case = "contracts.bettler.payments.both_made"
    when = "{players: {who: declarers, exactly: 2}}"
    change = f"{{at: {case}, set: {{when: {when}, by_place: [2, 1, -1, -2]}}, source: custom}}"
    assert shared(tmp_path, change, of="koenigrufen-graden") == [f"{case}.by_place"]


@pytest.mark.parametrize(("total", "adds", "asked"), [(12, 6, False), (12, 2, True), (13, 6, True)])
def test_a_total_to_which_kontra_adds_is_asked_about(
    total: int, adds: int, asked: bool, tmp_path: Path
) -> None:
    """Two may play against two, or one against three."""
    case = "contracts.hundred.payments"
    when = "{points_at_least: {side: declarers, points: 100}}"
    won = f"{{won: {{when: {when}, from: defenders, to: declarers, total: {total}}}}}"
    change = f"at: {case}, add: {won}, source: custom}}\n  - {{at: kontra.adds, set: {adds}"
    found = shared(tmp_path, f"{{{change}, source: custom}}", of="anrufen")
    assert found == ([f"{case}.won.total"] if asked else [])


def shared(folder: Path, change: str, variant: str = "tirol", of: str = "") -> list[str]:
    """The paths that a variant of the Königrufen, or of other rules, with this change asks about."""
    house = folder / "our_table.yaml"
    game = of or f"koenigrufen:{variant}"
    house.write_text(HOUSE.format(game=game, changes=f"  - {change}\n"), "utf-8")
    return [each["path"] for each in check(house)[1]]


@pytest.mark.parametrize("contract", ["trischaken", "trischaken_free", "trischaken_six_free"])
def test_a_question_is_also_asked_about_contracts_that_are_like_the_one_it_names(
    contract: str,
) -> None:
    """One round in ten million at random: three players tie in a Trischaken without heading."""
    game = loaded("koenigrufen", "tirol")
    asked = game.question(f"contracts.{contract}.payments.in_order.by_place")
    assert asked is not None and asked.id == "trischaken_ties"
    assert game.question(f"contracts.{contract}.value") is None
    assert game.question("contracts.piccolo.payments") is None


def test_no_question_is_asked_about_a_contract_that_has_an_equal_rule_of_its_own() -> None:
    game = loaded("koenigrufen", "tirol")
    (asked,) = (each for each in game.open if each.id == "trischaken_ties")
    assert asked.at.startswith("contracts.trischaken.")
    own = {contract.id for contract in game.contracts.values() if contract.like != "trischaken"}
    for contract in own - {"trischaken"}:
        assert game.question(asked.at.replace("trischaken", contract, 1)) is not asked


def ids_of_questions(folder: Path, of: str, *changes: str, rest: str = "") -> set[str]:
    """The ids of the open questions of a house variant with these changes."""
    file = folder / "house.yaml"
    lines = "".join(f"  - {change}\n" for change in changes)
    file.write_text(HOUSE.format(game=of, changes=lines) + rest, encoding="utf-8")
    return {question.id for question in load_variant_file(file).open}


def test_a_value_that_a_table_has_set_is_no_longer_asked_about(tmp_path: Path) -> None:
    """“Is the Solo worth as much as the Suit Solo? As much” would be false in that book."""
    of = "zwanzigerrufen:directnet"
    before = {question.id for question in loaded("zwanzigerrufen", "directnet").open}
    solo = "{at: contracts.solo.value, set: 5, source: custom}"
    assert before - ids_of_questions(tmp_path, of, solo) == {"worth_of_the_solo"}
    packets = "{at: deal.all.packets, set: [2, 3, 2, 3], source: custom}"
    assert before - ids_of_questions(tmp_path, of, packets) == {"packets"}
    calls = "{at: call.cards, set: [T-XX, T-XIX, T-XVIII], source: custom}"
    assert before - ids_of_questions(tmp_path, of, calls) == {
        "no_card_to_call",
        "slip_in_the_calls",
    }


def test_a_value_inside_what_is_changed_as_a_whole_is_no_longer_asked_about(
    tmp_path: Path,
) -> None:
    of = "zwanzigerrufen:directnet"
    solo = (
        "{at: contracts.solo, set: {name: {en: Solo, de: Solo}, declarers: [declarer], value: %d, "
        "objective: {points_at_least: {side: declarers, points: 45}}, source: [custom]}, "
        "source: custom}"
    )
    assert "worth_of_the_solo" not in ids_of_questions(tmp_path, of, solo % 5)
    assert "worth_of_the_solo" in ids_of_questions(tmp_path, of, solo % 4)


def test_a_question_about_more_than_one_value_stays_beside_a_change(tmp_path: Path) -> None:
    """Whether both Valats count is asked of the whole bonus; what it is worth does not tell."""
    valat = "{at: bonuses.valat.value, set: {silent: 5, announced: 10}, source: custom}"
    assert "both_valats" in ids_of_questions(tmp_path, "zwanzigerrufen:directnet", valat)


def test_a_table_may_ask_about_the_value_that_it_has_set(tmp_path: Path) -> None:
    rest = (
        "open:\n"
        "  - id: worth_of_the_solo\n"
        "    at: contracts.solo.value\n"
        "    question: {en: 'Five, or six?', de: 'Fünf oder sechs?'}\n"
        "    kept: {en: five, de: fünf}\n"
        "    why: {en: we drew lots, de: das Los entschied}\n"
        "    source: custom\n"
    )
    solo = "{at: contracts.solo.value, set: 5, source: custom}"
    asked = ids_of_questions(tmp_path, "zwanzigerrufen:directnet", solo, rest=rest)
    assert "worth_of_the_solo" in asked


def test_a_rule_that_answers_a_question_is_named_by_it(tmp_path: Path) -> None:
    """“In some rule sets a Valat cancels all other bonuses. Here too? Nothing is cancelled” would be
    false where it does.
    """
    of = "zwanzigerrufen:wikipedia"
    before = {question.id for question in loaded("zwanzigerrufen", "wikipedia").open}
    for change, answered in (
        ("{at: bonuses.valat.replaces, add: [game, bonuses], source: custom}", "valat_and_bonuses"),
        ("{at: contracts.farbensolo.bonus_factor, add: 2, source: custom}", "bonuses_in_suit_solo"),
        (
            "{at: contracts.farbensolo.play.wins, set: [{best_of: suit_led}], source: custom}",
            "fairy_tale_trick",
        ),
    ):
        assert before - ids_of_questions(tmp_path, of, change) == {answered}


def test_an_answer_that_there_cannot_be_is_told(tmp_path: Path) -> None:
    rest = (
        "open:\n"
        "  - id: worth\n"
        "    at: contracts.solo\n"
        "    answered_by: [contracts.soli.value]\n"
        "    question: {en: 'Five, or six?'}\n"
        "    kept: {en: five}\n"
        "    why: {en: we drew lots}\n"
        "    source: custom\n"
    )
    solo = "{at: contracts.solo.value, set: 5, source: custom}"
    with pytest.raises(RulesFault, match="there is no 'soli' in contracts; did you mean 'solo'"):
        ids_of_questions(tmp_path, "zwanzigerrufen:directnet", solo, rest=rest)
