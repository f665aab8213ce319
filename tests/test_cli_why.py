"""``zwanz why``: the rule that allows or refuses, its sentence, its file and line."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest
from changed import changed
from click.testing import CliRunner, Result
from conftest import VARIANTS, loaded

from zwanz_ssot import places
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.engine import deal
from zwanz_ssot.explain.legality import judge
from zwanz_ssot.perft import after
from zwanz_ssot.positions import played_out
from zwanz_ssot.prose import Prose
from zwanz_ssot.prose.phrases import Phrases

OUTSIDE = Path(__file__).resolve().parent.parent / "docs" / "games"


def call(*args: str) -> Result:
    """A call in this process."""
    return CliRunner().invoke(zwanz, ["why", *args])


def asked(*args: str) -> Any:
    """The answer as data."""
    result = call(*args, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def rules(answer: Any) -> list[str]:
    """The paths of the rules that decided."""
    return [row["rule"]["path"] for row in answer["because"] if row["rule"]]


# A hand, a trick, a card; in which variant; legal or the code; the rules that decide.
PLAYS = [
    (
        "farbensolo",
        "S-Q T-V T-XX",
        "H-K",
        "T-V",
        "base",
        "",
        ["contracts.farbensolo.play.follow.1"],
    ),
    (
        "farbensolo",
        "S-Q T-V T-XX",
        "H-K",
        "S-Q",
        "base",
        "must_trump",
        ["contracts.farbensolo.play.follow.1"],
    ),
    (
        "farbensolo",
        "S-Q T-V T-XX",
        "H-K",
        "S-Q",
        "rulebook",
        "",
        ["contracts.farbensolo.play.follow.1"],
    ),
    (
        "farbensolo",
        "S-Q T-V T-XX",
        "H-K",
        "T-V",
        "rulebook",
        "must_play_of",
        ["contracts.farbensolo.play.follow.1"],
    ),
    ("solo", "H-Q H-1 T-V", "H-K", "T-V", "base", "must_follow", ["play.follow.0"]),
    ("solo", "H-Q H-1 T-V", "H-K", "H-1", "base", "", ["play.follow.0"]),
    ("solo", "S-Q D-1", "H-K", "D-1", "base", "", ["play.follow.2"]),
    ("solo", "S-Q D-1", "H-K", "H-Q", "base", "not_in_hand", []),
    ("solo", "S-Q D-1", "", "D-1", "base", "", ["play.lead.0"]),
    (
        "farbensolo",
        "S-Q T-V",
        "",
        "T-V",
        "base",
        "must_lead_of",
        ["contracts.farbensolo.play.lead.0"],
    ),
    ("picolo", "H-Q H-1", "H-C", "H-1", "rulebook", "must_beat", ["contracts.picolo.play.beat"]),
    (
        "picolo",
        "H-Q H-1",
        "H-C",
        "H-Q",
        "rulebook",
        "",
        ["play.follow.0", "contracts.picolo.play.beat"],
    ),
    (
        "picolo",
        "H-Q H-1",
        "H-K",
        "H-1",
        "rulebook",
        "",
        ["play.follow.0", "contracts.picolo.play.beat"],
    ),
]


MARIASCH = ("--contract", "simple", "--hand", "H-K H-O B-7 L-9", "--trick", "E-7")


@pytest.mark.parametrize(
    ("variant", "trumps"),
    [("base", ("--called", "H-A")), ("named-trump", ("--called", "B-A", "--trump", "hearts"))],
)
def test_trumps_that_are_called_or_named_are_stated(variant: str, trumps: tuple[str, ...]) -> None:
    """Without acorns one plays a trump, and wins the trick with it: pagat, Rußbach, Play."""
    of = ("rufmariasch", *MARIASCH, *trumps, "--variant", variant)
    for card, legal in (("H-K", True), ("H-O", True), ("B-7", False), ("L-9", False)):
        assert asked(*of, card)["legal"] is legal


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ((), "the trumps of simple are the suit of the called card; say it with --called"),
        (("--variant", "named-trump"), "the trumps of simple are named; say the suit with --trump"),
        (("--called", "H-A B-A"), "one card is called; --called names it"),
        (("--called", "H-A", "--trump", "hearts"), "nobody names the trumps of simple; leave out"),
        (("--trump", "roses"), "there is no suit 'roses'; known are hearts, bells, acorns, leaves"),
    ],
)
def test_trumps_that_are_not_stated_or_stated_wrongly(more: tuple[str, ...], told: str) -> None:
    answer = CliRunner().invoke(zwanz, ["why", "rufmariasch", *MARIASCH, *more, "H-K"])
    assert answer.exit_code == 2
    assert answer.stderr.startswith(f"zwanz: {told}")


@pytest.mark.parametrize(("contract", "hand", "trick", "card", "variant", "code", "decided"), PLAYS)
def test_a_card_of_a_hand_to_a_trick(
    contract: str, hand: str, trick: str, card: str, variant: str, code: str, decided: list[str]
) -> None:
    answer = asked(
        "--contract", contract, "--hand", hand, "--trick", trick, "--variant", variant, card
    )
    assert (answer["legal"], answer["code"]) == (not code, code or None)
    assert rules(answer) == decided
    for row in answer["because"]:
        if not decided:  # a card that is not held is refused by no rule
            assert row["sentence"] and not row["sources"]
            continue
        written = Path(row["rule"]["file"]).read_text(encoding="utf-8").splitlines()
        key = [step for step in row["rule"]["path"].split(".") if not step.isdigit()][-1]
        # In a game the key stands in this line or above it; in a variant, "at:" some lines above
        # "set:".
        assert key in " ".join(written[row["rule"]["line"] - 3 : row["rule"]["line"]])
        assert row["sentence"] and row["sources"]


def test_a_card_held_back_waits_for_others_and_only_for_others() -> None:
    hold = (
        "--variant",
        "directnet",
        "--contract",
        "solo",
        "--announced",
        "pagat_ultimo",
        "--trick",
        "T-X",
    )
    refused = asked(*hold, "--hand", "T-I T-V", "T-I")
    assert refused["code"] == "held_back" and rules(refused) == ["play.hold_back.announced_pagat"]
    allowed = asked(*hold, "--hand", "T-I H-K", "T-I")
    assert allowed["legal"] and rules(allowed) == [
        "play.follow.0",
        "play.hold_back.announced_pagat",
    ]
    nobody = asked(
        "--variant", "directnet", "--contract", "solo", "--trick", "T-X", "--hand", "T-I T-V", "T-I"
    )
    assert nobody["legal"] and rules(nobody) == ["play.follow.0"]


def test_the_side_decides_whose_card_is_held_back() -> None:
    hold = (
        "--variant",
        "rulebook",
        "--contract",
        "picolo",
        "--hand",
        "T-Sk T-V",
        "--trick",
        "T-XXI",
    )
    assert asked(*hold, "T-V")["code"] == "must_beat"
    assert asked(*hold, "T-Sk")["legal"]
    lead = ("--variant", "rulebook", "--contract", "picolo", "--hand", "T-Sk T-V")
    assert asked(*lead, "T-Sk")["code"] == "held_back"
    assert asked(*lead, "--side", "defenders", "T-Sk")["legal"]


def test_a_round_from_a_seed_after_some_moves() -> None:
    opening = asked("--seed", "7", "--variant", "directnet", "pass")
    assert opening["to_move"] == "forehand" and opening["code"] == "must_bid"
    assert rules(opening) == ["auction.opening"]
    bid = asked("--seed", "7", "--variant", "directnet", "rufer")
    assert bid["move"] == "bid rufer T-XX"
    assert rules(bid) == ["auction.ladder", "contracts.rufer.by", "call.choose"]
    later = asked("--seed", "7", "--variant", "directnet", "--after", "2", "solo")
    assert later["to_move"] == "second" and rules(later) == ["auction.ladder"]
    double = asked("--seed", "7", "--variant", "directnet", "--after", "2", "kontra")
    assert double["legal"] and rules(double) == ["kontra.doubles", "kontra.begins"]
    cut = asked("--seed", "7", "--variant", "wikipedia", "cut 2")
    assert cut["code"] == "cut_leaves" and rules(cut) == ["deal.all.cut.leaves"]


def test_a_record_gives_the_position(tmp_path: Path) -> None:
    file = tmp_path / "round.yaml"
    moves = (
        "[{forehand: bid solo}, {forehand: pass}, {second: pass}, {third: pass}, {fourth: pass}]"
    )
    file.write_text(
        f"record: {{game: zwanzigerrufen, variant: directnet, seed: 7, moves: {moves}}}",
        encoding="utf-8",
    )
    assert asked(str(file), "Sk")["legal"]
    assert asked(str(file), "--after", "2", "double", "game")["legal"]
    assert asked(str(file), "--after", "1", "bid", "farbensolo")["code"] == "bid_first"
    assert call(str(file), "--after", "6", "pass").exit_code == 2


def test_a_finished_round_has_no_one_to_move(tmp_path: Path) -> None:
    file = tmp_path / "round.yaml"
    CliRunner().invoke(
        zwanz, ["play", "-v", "directnet", "--auto", "--seed", "7", "--record", str(file)]
    )
    result = call(str(file), "pass")
    assert result.exit_code == 2 and "--after N, with N less than 45" in result.stderr


@pytest.mark.sample(6)
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_every_move_of_a_round_has_its_rules(game: str, variant: str, lang: str) -> None:
    """For each position: each legal move is allowed by rules that are written somewhere, each other
    one refused.
    """
    prose, phrases = Prose(loaded(game, variant), lang), Phrases(lang)
    for seed in range(3):
        played = played_out(deal(loaded(game, variant), seed=seed))
        at = played.begun()
        for _, move in played.history:
            for legal in at.moves():
                verdict = judge(at, legal, prose, phrases)
                assert verdict.legal and verdict.rules
                for each in verdict.rules:
                    assert (
                        prose.game.at(each.rule) is not None
                        and prose.game.where(each.rule) is not None
                    )
                    assert each.text and "{" not in each.text
            for other in at.table.moves.all[:40:7]:
                verdict = judge(at, other, prose, phrases)
                assert verdict.legal == (other in at.moves())
            at = at.after(move)


def test_it_is_told_to_people_with_file_and_line() -> None:
    args = ("--contract", "farbensolo", "--hand", "S-Q T-V T-XX", "--trick", "H-K", "S-Q")
    output = call(*args).output
    assert "No: play S-Q is not legal." in output
    assert "Rule: contracts.farbensolo.play.follow.1  (" in output and "game.yaml:" in output
    assert "On the table: ♥K" in output
    output = call(*args, "--lang", "de").output
    assert (
        "Nein: play S-Q ist nicht erlaubt." in output and "Quelle: directnet §Extraregeln" in output
    )


def test_a_place_is_not_broken_however_long_it_is(tmp_path: Path) -> None:
    """So that a terminal or an editor opens it."""
    folder = tmp_path / ("deep" * 25)
    shutil.copytree(places.data("rules"), folder)
    card = ["--contract", "solo", "--hand", "H-K T-XX", "--trick", "H-Q", "T-XX"]
    output = call("--rules", str(folder), "--variant", "directnet", *card).output
    (place,) = re.findall(r"\n  Rule: play\.follow\.0  \((.*):\d+\)\n", output)
    assert place.endswith("zwanzigerrufen/game.yaml") and len(place) > 100
    sentences = [line for line in output.splitlines() if place not in line]
    assert max(map(len, sentences)) <= 100


def test_who_may_say_nothing_out_of_turn_is_told_so(tmp_path: Path) -> None:
    result = call("directnet", "--seed", "7", "--after", "2", "third: fly")
    assert result.exit_code == 2
    assert "fly; third may say nothing there" in result.output


def test_house_rules_are_a_game_beside_a_seed(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(
        "variant: house\nof: zwanzigerrufen:wikipedia\nname: {en: Ours, de: Unsere}\nchanges: []\n",
        encoding="utf-8",
    )
    there = ("--seed", "7", "--after", "1", "throw-in")
    assert asked(str(house), *there) == asked("--variant", str(house), *there)


def test_the_usage_names_the_game_that_is_accepted_before_a_move() -> None:
    assert "[RECORD|GAME] MOVE" in call("--help").output
    result = call("zwanzigerrufen:directnet", "solo", "--seed", "7", "--after", "2")
    assert result.exit_code == 0


@pytest.mark.parametrize(("game", "variant"), [("rufmariasch", "base"), ("anrufen", "base")])
def test_what_is_said_out_of_turn_is_told_with_its_rules(game: str, variant: str) -> None:
    """A text that names its seat, as the judge has it."""
    prose, phrases, met = Prose(loaded(game, variant), "en"), Phrases("en"), 0
    for seed in range(12):
        at = deal(prose.game, seed=seed)
        while not at.over:
            for text in at.texts()[len(at.moves()) :]:
                verdict = judge(at, text, prose, phrases)
                assert verdict.legal and verdict.rules and ": " not in verdict.move
                assert "any_time" in verdict.rules[0].rule
                assert verdict.rules[0].text == "This may be said whoever's turn it is."
                assert phrases("ground_turn") not in [each.text for each in verdict.rules]
                met += 1
            at = at.after(at.moves()[seed % len(at.moves())])
    assert met


def test_a_double_without_its_side_is_told_as_the_legal_one() -> None:
    game = loaded("zwanzigerrufen", "directnet")
    prose, phrases, chance = Prose(game, "en"), Phrases("en"), Random(1)
    for seed in range(300):
        at = deal(game, seed=seed)
        while not at.over and at.step != "play":
            for move in at.moves():
                short = str(move).rpartition(" ")[0]
                if move.kind == "double" and short.count(" ") == 1 and at.why_not(short) is None:
                    assert judge(at, short, prose, phrases).move == str(move)
                    return
            at = at.after(chance.choice(at.moves()))
    pytest.fail("no double with a side was met")


def why(at: Any, move: str, lang: str = "en") -> list[tuple[str, str]]:
    """The rules that decide a move, each with its sentence."""
    verdict = judge(at, move, Prose(at.game, lang), Phrases(lang))
    return [(".".join(map(str, each.rule)), each.text) for each in verdict.rules]


@pytest.mark.parametrize(
    ("choose", "called", "text"),
    [
        (
            "first_not_held",
            "T-XIX",
            "XIX is the first of the cards to call that the hand does not hold.",
        ),
        (
            "not_held",
            "T-XVIII",
            "XVIII is one of the cards to call, and the hand does not hold it.",
        ),
        ("free", "T-XX", "This card may be called."),
    ],
)
def test_why_a_card_may_be_called_depends_on_what_may_be(
    choose: str, called: str, text: str, tmp_path: Path
) -> None:
    """Forehand holds the Twenty, and neither the Nineteen nor the Eighteen."""
    game = loaded("zwanzigerrufen", "directnet")
    if choose != "first_not_held":
        game = changed(tmp_path, "zwanzigerrufen:directnet", f"at: call.choose, set: {choose}")
    twenty, others = game.deck.by_id["T-XX"].bit, ("T-XIX", "T-XVIII")
    rest = sum(game.deck.by_id[each].bit for each in others)
    deals = (deal(game, seed=seed) for seed in range(200))
    at = next(each for each in deals if each.state.hands[0] & (twenty | rest) == twenty)
    assert ("call.choose", text) in why(at, f"bid rufer {called}")


def test_who_holds_a_bid_sits_before_the_highest_bidder() -> None:
    at = deal(loaded("slovenian-tarok", "base"), seed=1)
    while "hold" not in map(str, at.moves()) or at.turn == 0:
        at = at.after("pass" if at.turn == 0 else at.moves()[1 if at.contract is None else 0])
        assert not at.over
    assert why(at, "hold") == [
        (
            "auction.next_bid",
            "Another player holds the highest bid, and the speaker sits before him.",
        )
    ]


def test_a_pass_among_announcements_is_allowed_by_their_rule() -> None:
    at = deal(loaded("slovenian-tarok", "base"), seed=2)
    while at.step != "announcements":
        at = at.after(at.moves()[0] if at.contract is None else at.moves()[-1])
    assert [rule for rule, _ in why(at, "pass")] == ["announcements.in_one_turn"]


def test_a_declarer_who_raises_after_the_exchange_is_no_partner_who_helps() -> None:
    dealt = deal(loaded("slovenian-tarok", "base"), seed=1)
    at = next(each for each in after(dealt, "solo_two") if each.step == "announcements")
    move = next(str(move) for move in at.moves() if move.kind == "raise")
    ((rule, text),) = why(at, move)
    assert rule.endswith("raised_after_exchange")
    assert text == "The declarer may play this higher game instead, after the exchange."


def test_a_discard_is_allowed_by_the_list_of_its_contract(tmp_path: Path) -> None:
    own = "at: contracts.dreier.talon.discard, add: [{cards: tarock}, {cards: all}]"
    game = changed(tmp_path, "koenigrufen", own)
    for contract, listed in (
        ("dreier", "contracts.dreier.talon.discard"),
        ("rufer", "exchange.discard"),
    ):
        found = after(deal(game, seed=3), contract)
        at = next(each for each in found if each.step == "exchange")
        while at.moves()[0].kind != "discard":
            at = at.after(at.moves()[0])
        assert [rule for rule, _ in why(at, str(at.moves()[0]))] == [listed]


def test_a_stack_is_taken_where_the_contract_is_fixed(tmp_path: Path) -> None:
    """It is no packet of a talon, and says so by the rule of the cut."""
    cut = "at: deal.all.cut, add: {by: {before: dealer}, leaves: 5, knock: stacks_are_chosen}"
    game = changed(tmp_path, "hearts", cut, rules=OUTSIDE)
    verdict = judge(deal(game, seed=3).after("knock"), "take 1", Prose(game, "en"), Phrases("en"))
    assert verdict.legal and [each.rule[:3] for each in verdict.rules] == [("deal", "all", "cut")]
