"""The runner of examples: what it tells when an example is wrong, and when it cannot be meant."""

from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest
from conftest import is_always_the_same

from zwanz_ssot.examples import Answer, as_text, collect, report, rounds, run, run_files
from zwanz_ssot.library import library
from zwanz_ssot.problems import RulesFault

ROOT = Path(__file__).resolve().parent.parent


def _file(folder: Path, *examples: str, top: str = "game: zwanzigerrufen") -> Path:
    """A file with these examples; each is given an id, a title and a reason unless it has them."""
    lines = [top, "examples:"]
    for number, example in enumerate(examples):
        lines.append(f"  - example: number-{number}")
        lines.append("    title: {en: a test, de: ein Test}")
        lines.append("    because: {en: so it is, de: so ist es}")
        lines.append(indent(_alone(dedent(example).strip(), top), "    "))
    path = folder / "test.yaml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _alone(example: str, top: str) -> str:
    """An example, not inherited by the variants that it does not name."""
    game, held = re.search(r"game: (\S+)", top), re.search(r"^in: \[(.*)\]$", example, re.M)
    named = held[1].split(", ") if held else []
    others = [name for name in library().variants(game[1]) if name not in named] if game else []
    return f"{example}\nnot_in: [{', '.join(others)}]" if "base" in named and others else example


def _one(folder: Path, example: str) -> Answer:
    (answer,) = run(_file(folder, example))
    return answer


def _differences(folder: Path, example: str) -> list[tuple[str, Any, Any]]:
    return [(d.path, d.expected, d.got) for d in _one(folder, example).differences]


def _problems(folder: Path, *examples: str, top: str = "game: zwanzigerrufen") -> list[str]:
    """The problems of a file, each as ``line: path: sentence; hint``."""
    path = _file(folder, *examples, top=top)
    with pytest.raises(RulesFault) as fault:
        run(path)
    found = []
    for problem in fault.value.problems:
        assert problem.mark is not None and problem.mark.file.endswith("test.yaml")
        hint = f"; {problem.hint}" if problem.hint else ""
        found.append(f"{problem.mark.line}: {problem.path}: {problem.text}{hint}")
    return found


class TestDifferences:
    """A wrong expectation is answered with what follows, and with the rule that decided."""

    def test_a_trick_won_by_another_card(self, tmp_path: Path) -> None:
        answer = _one(
            tmp_path,
            """
            in: [directnet]
            contract: rufer
            trick: [T-XXI, T-Sk, T-I, H-K]
            expect: {wins: T-Sk, wins_by: second}
            """,
        )
        assert not answer.ok
        card, player = answer.differences
        assert (card.path, card.expected, card.got, card.mark.line) == (
            "expect.wins",
            "T-Sk",
            "T-I",
            9,
        )
        assert (player.expected, player.got) == ("second", "third")
        assert card.rule is not None and card.rule.path == "play.wins"
        assert card.rule.file is not None and card.rule.file.endswith("variants/directnet.yaml")
        assert "Pagat" in card.rule.sentence["en"] and "Pagat" in card.rule.sentence["de"]

    def test_a_card_that_may_not_be_played(self, tmp_path: Path) -> None:
        answer = _one(
            tmp_path,
            """
            in: [base]
            contract: rufer
            trick: [H-K]
            hand: [H-J, T-V]
            expect: {legal: [H-J, T-V]}
            """,
        )
        (difference,) = answer.differences
        assert (difference.path, difference.expected, difference.got) == (
            "expect.legal.1",
            "T-V",
            "must_follow",
        )
        assert difference.rule is not None and difference.rule.path == "play.follow.0"

    def test_a_card_that_may_be_played_but_is_not_listed(self, tmp_path: Path) -> None:
        example = """
            in: [base]
            contract: rufer
            trick: [H-K]
            hand: [H-J, H-Q]
            expect: {legal: [H-J]}
            """
        assert _differences(tmp_path, example) == [("expect.legal", ["H-J"], ["H-Q", "H-J"])]

    def test_another_code_another_rule_and_no_refusal(self, tmp_path: Path) -> None:
        example = """
            in: [base]
            contract: rufer
            trick: [H-K]
            hand: [H-J, T-V, S-K]
            expect:
              refused:
                T-V: must_trump
                S-K: {because: must_follow, rule: contracts}
                H-J: must_follow
            """
        assert _differences(tmp_path, example) == [
            ("expect.refused.T-V", "must_trump", "must_follow"),
            ("expect.refused.S-K.rule", "contracts", "play.follow.0"),
            ("expect.refused.H-J", "must_follow", "allowed"),
        ]

    def test_a_rule_may_be_named_in_part_but_only_by_whole_steps(self, tmp_path: Path) -> None:
        example = """
            in: [base]
            contract: rufer
            trick: [H-K]
            hand: [H-J, T-V, S-K]
            expect: {refused: {T-V: {because: must_follow, rule: play}, S-K: {because: must_follow, rule: pla}}}
            """
        assert _differences(tmp_path, example) == [
            ("expect.refused.S-K.rule", "pla", "play.follow.0")
        ]

    def test_every_line_and_column_of_a_ledger(self, tmp_path: Path) -> None:
        example = """
            in: [base]
            contract: solo
            declarer: second
            outcome: {points: {declarers: 45}, dealt: {kings: second}}
            expect:
              ledger:
                - {item: game, of: defenders, wins: forehand, verdict: lost, announced: true, value: 1, doubled: 1,
                   factors: [kontra], each: 1, gets: {second: 1}}
                - {item: absolut}
              scores: {second: 1}
              won: [absolut]
              not_won: [game]
              not_settled: [game]
              double_rounds: 1
            """
        kings = {"forehand": -2, "second": 6, "third": -2, "fourth": -2}
        assert _differences(tmp_path, example) == [
            ("expect.ledger.0.of", "defenders", "declarers"),
            ("expect.ledger.0.wins", "forehand", "second"),
            ("expect.ledger.0.verdict", "lost", "won"),
            ("expect.ledger.0.announced", True, False),
            ("expect.ledger.0.value", 1, 4),
            ("expect.ledger.0.doubled", 1, 0),
            ("expect.ledger.0.factors", ["kontra"], []),
            ("expect.ledger.0.each", 1, 4),
            ("expect.ledger.0.gets", {"second": 1}, {"second": 12}),
            ("expect.ledger.1.item", "absolut", "none"),
            (
                "expect.ledger",
                "none",
                {"item": "four_kings", "verdict": "won", "each": 2, "gets": kings},
            ),
            ("expect.scores.second", 1, 18),
            ("expect.won.0", "won", "not won"),
            ("expect.not_won.0", "not won", "won"),
            ("expect.not_settled", ["game"], []),
            ("expect.double_rounds", 1, 0),
        ]

    def test_a_hand(self, tmp_path: Path) -> None:
        example = """
            in: [directnet]
            hand: [T-V, H-K, H-Q, H-C, D-K, D-J, C-Q, C-J, S-C, S-10]
            expect:
              misdeal: none
              may_call: T-XIX
              bids: [rufer T-XIX, solo]
              refused: {farbensolo: hand_requires}
            """
        assert _differences(tmp_path, example) == [
            ("expect.misdeal", "none", "few_tarocks"),
            ("expect.may_call", "T-XIX", "T-XX"),
            ("expect.bids.0", "rufer T-XIX", "call_first"),
            ("expect.bids", "none", "rufer T-XX"),
            ("expect.bids", "none", "farbensolo"),
            ("expect.refused.farbensolo", "hand_requires", "allowed"),
        ]

    def test_what_is_known_and_who_speaks(self, tmp_path: Path) -> None:
        example = """
            in: [base]
            hands: {third: [T-XX]}
            says:
              - forehand: bid rufer T-XX
            expect:
              turn: third
              over: true
              contract: solo
              declarer: second
              called: none
              declarers: [forehand]
              may_say: [double absolut declarers]
              may_only_say: [pass]
              may_not_say: {pass: forced}
              thrown_in: none
              everyone_knows: {sides: {third: declarers}, holds: {forehand: [T-XX]}, lacks: {forehand: [T-XIX]}}
              knows: {third: {sides: {third: defenders}}}
            """
        found = {path: (expected, got) for path, expected, got in _differences(tmp_path, example)}
        assert found.pop("expect.may_only_say")[0] == "none"
        assert found == {
            "expect.turn": ("third", "second"),
            "expect.over": (True, False),
            "expect.contract": ("solo", "rufer"),
            "expect.declarer": ("second", "forehand"),
            "expect.called": ("none", "T-XX"),
            "expect.declarers": (["forehand"], ["forehand", "third"]),
            "expect.may_say.0": ("double absolut declarers", "item_not_announced"),
            "expect.may_not_say.pass": ("forced", "allowed"),
            "expect.everyone_knows.sides.third": ("declarers", "unknown"),
            "expect.everyone_knows.holds.forehand": (["T-XX"], []),
            "expect.everyone_knows.lacks.forehand": (["T-XIX"], ["T-XX"]),
            "expect.knows.third.sides.third": ("defenders", "declarers"),
        }

    def test_a_word_that_is_not_legal_is_told_where_it_is_said(self, tmp_path: Path) -> None:
        answer = _one(
            tmp_path,
            """
            in: [base]
            says:
              - forehand: bid rufer T-XX
              - second: [double game, double game]
            expect: {turn: third}
            """,
        )
        (difference,) = answer.differences
        assert (difference.path, difference.got, difference.mark.line) == (
            "says.1.second.1",
            "own_item",
            9,
        )
        assert difference.note == "it is not legal here"

    def test_a_player_who_is_not_to_speak(self, tmp_path: Path) -> None:
        example = """
            in: [base]
            says:
              - forehand: bid rufer T-XX
              - third: pass
            expect: {turn: fourth}
            """
        assert _differences(tmp_path, example) == [("says.1.third", "third", "second")]

    def test_a_card_that_is_played_against_the_rules(self, tmp_path: Path) -> None:
        example = """
            in: [base]
            hands: {second: [H-K]}
            says: [{forehand: bid rufer T-XX}]
            plays: [[H-Q, T-V]]
            expect: {turn: third}
            """
        assert _differences(tmp_path, example) == [("plays.0.1", "play T-V", "must_follow")]


class TestOpenCards:
    """Cards that nobody is said to hold are dealt so that what was said is legal."""

    def test_an_expectation_that_hangs_on_them_is_told(self, tmp_path: Path) -> None:
        answer = _one(
            tmp_path,
            """
            in: [base]
            says: [{forehand: bid rufer T-XX}]
            expect: {declarers: [forehand, third]}
            """,
        )
        assert [difference.note for difference in answer.differences] == [
            "this depends on cards that the example does not give to anybody; state who holds them"
        ]

    def test_what_is_said_and_played_tells_who_holds_what(self, tmp_path: Path) -> None:
        answer = _one(
            tmp_path,
            """
            in: [base]
            says:
              - forehand: bid rufer T-XVIII
              - second: announce pagat_ultimo
              - third: pass
              - fourth: double pagat_ultimo
            partner: fourth
            plays: [[H-1, H-J, H-Q, H-C]]
            expect:
              declarers: [forehand, fourth]
              winners: [third]
              everyone_knows: {holds: {forehand: [T-XX, T-XIX], second: [T-I]}}
            """,
        )
        assert answer.ok, as_text(answer)

    def test_the_deals_are_always_the_same(self, tmp_path: Path) -> None:
        path = _file(
            tmp_path,
            """
            in: [wikipedia]
            says: [{forehand: bid solo}]
            expect: {hands: {second: [T-Sk]}}
            """,
        )
        assert is_always_the_same(
            "from pathlib import Path; from zwanz_ssot.examples import report, run; "
            f"print(report(run(Path({str(path)!r}))))"
        )


class TestProblems:
    """What cannot be meant is a problem at its line, and all of them are told together."""

    def test_names(self, tmp_path: Path) -> None:
        problems = _problems(
            tmp_path,
            """
            in: [base]
            shows: [play.folow]
            contract: rufr
            trick: [H-7]
            hand: [T-V]
            expect: {legal: [T-V]}
            """,
            """
            in: [base]
            says: [{forehand: bid rufr T-XX}]
            expect: {turn: second}
            """,
            """
            in: [base]
            contract: rufer
            outcome: {points: {declarers: 45}, dealt: {trul: second}}
            expect: {won: [gam]}
            """,
            """
            in: [base]
            contract: rufr
            trick: [H-7]
            expect: {wins: H-7}
            """,
            """
            in: [base]
            contract: rufr
            outcome: {points: {declarers: 45}}
            expect: {won: [game]}
            """,
        )
        assert problems == [
            "7: examples.0.shows.0: zwanzigerrufen, base, has no rule at play.folow",
            "17: examples.1.says.0.forehand: zwanzigerrufen, base, has no move 'bid rufr T-XX'; "
            "did you mean 'bid rufer T-XX'?",
            "25: examples.2.outcome.dealt.trul: there is no card or set 'trul'; did you mean 'trull'?",
            "33: examples.3.trick.0: there is no card 'H-7'",
            "40: examples.4.contract: zwanzigerrufen, base, has no contract 'rufr'; did you mean 'rufer'?",
        ]

    def test_a_rule_set_that_there_is_not(self, tmp_path: Path) -> None:
        problems = _problems(tmp_path, "in: [base, wikipediaa]\nsays: []\nexpect: {turn: forehand}")
        assert problems == [
            "6: examples.0.in.1: zwanzigerrufen has no variant 'wikipediaa'; did you mean 'wikipedia'?"
        ]

    @pytest.mark.parametrize(
        ("example", "problem"),
        [
            (
                "outcome: {points: {declarers: 45, defenders: 44}}",
                "all points together are 88, not 89",
            ),
            ("outcome: {points: {declarers: 89}}", "all points together are 88, not 89"),
            (
                "outcome: {points: {forehand: 20, second: 20}}",
                "only one may be left out, here 2 are: third, fourth",
            ),
            (
                "outcome: {points: {forehand: 44, defenders: 44}}",
                "points are stated of sides or of players, not of both",
            ),
            ("outcome: {tricks: [second, third]}", "a round has 10 tricks, here are 2 winners"),
            (
                "outcome: {tricks: {declarers: 3, defenders: 4}}",
                "all tricks together are 10, not 7",
            ),
            (
                "outcome: {points: {declarers: 4}, tricks: {declarers: 0}}",
                "forehand and third won no trick and cannot have 4 points",
            ),
            (
                "outcome: {points: {declarers: 44}, dealt: {trull: second, T-I: third}}",
                "T-I was second's card, as another line of this example says",
            ),
            (
                "outcome: {points: {declarers: 44}, last_trick: {won_by: second, with: T-XX},"
                " caught: {T-XIX: {by: T-XX, of: second}, T-XX: {by: T-Sk, of: second}}}",
                "T-XX is in the last trick, which T-XX won",
            ),
            (
                "outcome: {tricks: [second, second, second, second, second, second, second, second, second, third],"
                " last_trick: {won_by: second}}",
                "tricks says that third won the last trick",
            ),
            (
                "outcome: {dealt: {trull: second}}",
                "the card points decide here, but this outcome does not tell it; "
                "write points: {declarers: …}, or the points of each player",
            ),
            (
                "announced: {trull: second}\noutcome: {points: {declarers: 44}}",
                "trull is not announced in base",
            ),
            (
                "doubled: {game: 4}\noutcome: {points: {declarers: 44}}",
                "nothing is doubled more than 3 times in base; kontra, rekontra, subkontra",
            ),
            (
                "doubled: {absolut: 1}\noutcome: {points: {declarers: 44}}",
                "absolut was not announced, so it was not doubled; state it under announced",
            ),
            (
                "announced: {absolut: [declarers, defenders]}\ndoubled: {absolut: 1}\n"
                "outcome: {points: {declarers: 44}}",
                "both sides announced absolut; write 'absolut declarers' or 'absolut defenders'",
            ),
            (
                "says: [{forehand: bid rufer T-XX}]\noutcome: {points: {declarers: 44}}",
                "what was said stands in says, so contract is not stated beside it",
            ),
            (
                "partner: forehand\noutcome: {points: {declarers: 44}}",
                "the declarer is not the own partner",
            ),
        ],
    )
    def test_contradictions(self, tmp_path: Path, example: str, problem: str) -> None:
        problems = _problems(
            tmp_path, f"in: [base]\ncontract: rufer\n{example}\nexpect: {{won: [game]}}"
        )
        assert [found_problem.split(": ", 2)[2] for found_problem in problems] == [problem]

    @pytest.mark.parametrize(
        ("example", "problem"),
        [
            ("hand: [T-XX]\nexpect: {may_call: T-XX}", "a hand has 10 cards, this one has 1"),
            ("says: []\nexpect: {wins: T-XX}", "wins is not asked of a round; ask for: "),
            (
                "hand: [T-XX]\nsays: []\nexpect: {may_call: T-XX}",
                "says has no place in an example about a hand",
            ),
            (
                "expect: {turn: second}",
                "no situation is stated; write one of hand, says, trick and outcome",
            ),
            ("trick: [H-K]\nexpect: {wins: H-K}", "no contract is stated; write contract:"),
            (
                "contract: solo\ntrick: [H-K]\nexpect: {legal: [H-Q]}",
                "no hand is stated that could play; write hand:",
            ),
            (
                "contract: solo\ntrick: []\nhand: [H-K]\nexpect: {wins: H-K}",
                "the trick is empty, so nothing wins it",
            ),
            (
                "contract: solo\ntrick: [H-K]\nled_by: second\nseat: second\nhand: [H-Q]\nexpect: {legal: [H-Q]}",
                "second led and 1 cards lie there, so it is third's turn",
            ),
            (
                "contract: solo\ntrick: [H-K]\nhand: [H-K]\nexpect: {legal: [H-K]}",
                "H-K cannot be in the hand and in the trick",
            ),
            (
                "hands: {second: [T-V], third: [T-V]}\nexpect: {turn: forehand}",
                "T-V is in another hand already",
            ),
            (
                "says: [{forehand: bid solo}]\npartner: third\nexpect: {turn: second}",
                "nobody has called a card",
            ),
            (
                "says: [{forehand: bid rufer T-XX}]\nhands: {second: [T-XX]}\npartner: third\nexpect: {turn: second}",
                "third cannot hold T-XX, which was called",
            ),
            ("says: [{forehand: []}]\nexpect: {turn: second}", "nothing is said here; write pass"),
            (
                "says: [{forehand: bid solo}]\nexpect: {scores: {second: 1}}",
                "the round is not over",
            ),
            (
                "pack: [T-XX]\nexpect: {turn: forehand}",
                "a pack has 40 cards, this one has 1; missing: ",
            ),
            (
                "says: [{forehand: bid solo}]\nplays: [[H-K, H-Q], [H-C]]\nexpect: {turn: second}",
                "a trick has 4 cards, this one has 2",
            ),
            (
                "says: [{forehand: bid solo}]\nplays: [[H-K, H-Q, H-C, H-J], [H-K]]\nexpect: {turn: second}",
                "H-K is played a second time here",
            ),
        ],
    )
    def test_situations_that_nobody_can_mean(
        self, tmp_path: Path, example: str, problem: str
    ) -> None:
        problems = _problems(tmp_path, f"in: [base]\n{example}")
        assert [found_problem.split(": ", 2)[2][: len(problem)] for found_problem in problems] == [
            problem
        ]

    def test_an_announcement_that_doubles_by_itself(self, tmp_path: Path) -> None:
        problems = _problems(
            tmp_path,
            """
            in: [wikipedia]
            contract: rufer
            announced: {absolut: second}
            outcome: {points: {declarers: 44}}
            expect: {won: [absolut]}
            """,
        )
        assert problems == [
            "8: examples.0.announced.absolut: announced by the defenders, absolut doubles the game by itself in "
            "wikipedia; write doubled: {game: 1}"
        ]

    def test_the_shape_of_the_file(self, tmp_path: Path) -> None:
        path = tmp_path / "test.yaml"
        path.write_text(
            "game: zwanzigerrufen\nexamples:\n"
            "  - exampl: x\n    title: {en: a, de: b}\n    expect: {trun: second}\n",
            "utf-8",
        )
        with pytest.raises(RulesFault) as fault:
            run(path)
        assert [f"{p.mark.line}: {p.text}; {p.hint}" for p in fault.value.problems if p.mark] == [
            "3: not a word here; did you mean 'example'?",
            "5: not a word here; did you mean 'turn'?",
        ]

    def test_what_every_example_needs(self, tmp_path: Path) -> None:
        path = tmp_path / "test.yaml"
        example = (
            "example: x\n    title: {en: a, de: b}\n    says: []\n    expect: {turn: forehand}\n"
        )
        path.write_text(f"examples:\n  - {example}  - {example}", "utf-8")
        with pytest.raises(RulesFault) as fault:
            run(path)
        assert sorted({problem.text for problem in fault.value.problems}) == [
            "'game' is missing",
            "'in' is missing",
            "'source' is missing",
            "there is an example 'x' before",
        ]

    def test_no_file(self, tmp_path: Path) -> None:
        with pytest.raises(RulesFault, match="there is no such file"):
            run(tmp_path / "none.yaml")

    def test_problems_of_all_files_are_told_together(self, tmp_path: Path) -> None:
        first, second = tmp_path / "a", tmp_path / "b"
        first.mkdir()
        second.mkdir()
        bad = "in: [base]\nhand: [T-XX]\nexpect: {may_call: none}"
        with pytest.raises(RulesFault) as fault:
            run_files([_file(first, bad), _file(second, bad)])
        assert len(fault.value.problems) == 2


def test_a_card_that_is_twice_in_a_trick_is_told(tmp_path: Path) -> None:
    (found,) = _problems(
        tmp_path,
        "says: [{forehand: bid rufer T-XX}]\nplays: [[H-Q, H-1, T-V, T-V]]\nexpect: {turn: forehand}",
        top="game: zwanzigerrufen\nin: [base]",
    )
    assert "T-V is played a second time here" in found


def test_house_rules_lie_anywhere(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(
        dedent(
            """
            variant: house
            of: zwanzigerrufen:wikipedia
            name: {en: our table, de: unser Tisch}
            changes:
              - {at: contracts.solo.value, was: 4, set: 5, source: wikipedia §Auction}
            """
        ),
        "utf-8",
    )
    path = _file(
        tmp_path,
        "contract: solo\noutcome: {points: {declarers: 45}}\nexpect: {scores: {forehand: 15, second: -5}}",
        top="game: zwanzigerrufen\nin: [house.yaml]",
    )
    (answer,) = run(path)
    assert answer.ok, as_text(answer)
    assert answer.variant == "house"


def test_the_shipped_examples_are_found() -> None:
    assert ROOT / "rules" / "zwanzigerrufen" / "examples" / "tricks.yaml" in collect(ROOT / "rules")


def test_answers_have_their_published_shape(tmp_path: Path) -> None:
    from jsonschema import Draft202012Validator

    schema = json.loads((ROOT / "schema" / "answers.schema.json").read_text("utf-8"))
    answers = run(
        _file(
            tmp_path,
            "in: [base, directnet]\ncontract: rufer\ntrick: [T-XXI, T-Sk, T-I, H-K]\n"
            "expect: {wins: T-Sk, wins_by: third}",
            "in: [base]\ncontract: rufer\noutcome: {points: {declarers: 45}}\nexpect: {ledger: []}",
        )
    )
    whole = json.loads(json.dumps(report(answers)))
    assert list(Draft202012Validator(schema).iter_errors(whole)) == []
    assert [answer["ok"] for answer in whole["answers"]] == [False, False, False]
    assert whole["ok"] is False


def test_an_answer_is_told_in_both_languages(tmp_path: Path) -> None:
    answer = _one(tmp_path, "in: [base]\ncontract: rufer\ntrick: [H-K, H-Q]\nexpect: {wins: H-Q}")
    english, german = as_text(answer, "en"), as_text(answer, "de")
    assert english.startswith("number-0 [base] does not hold: a test\n")
    assert "test.yaml:9:14: expect.wins: expected H-Q, got H-K" in english
    assert "play.wins (" in english and "game.yaml:" in english
    assert as_text(answer, "ja").startswith("number-0 [base] 成り立たない: a test\n"), (
        "a title that is not there is English"
    )
    assert german.startswith("number-0 [base] stimmt nicht: ein Test\n")
    assert "erwartet H-Q, ergibt H-K" in german


# Best play with all cards open

BEST_PLAY = (ROOT / "rules/zwanzigerrufen/examples/best-play.yaml").read_text(encoding="utf-8")


def _claimed(folder: Path, expect: str, plays: int = 8) -> Path:
    """The first shipped example of best play, broken off after some tricks, with other claims."""
    text = BEST_PLAY.partition("  - example: defender")[0]
    head, _, rest = text.partition("    plays:\n")
    tricks = rest.splitlines()[:plays]
    shown = ["    plays:", *tricks] if tricks else []
    path = folder / "test.yaml"
    path.write_text(
        "\n".join([head.rstrip(), *shown, f"    expect: {expect}", ""]), encoding="utf-8"
    )
    return path


@pytest.mark.parametrize(
    "claim",
    [
        "{solved: 45, best: [T-XVIII]}",
        "{solved: won, best: [T-XVIII]}",
        "{best: [T-XVIII]}",
        "{solved: {thirds: 45}}",
        "{solved: {tricks: 5}}",  # the first, the fifth and the eighth, and both that are left
    ],
)
def test_what_is_claimed_of_best_play_holds(tmp_path: Path, claim: str) -> None:
    (answer,) = run(_claimed(tmp_path, claim))
    assert answer.ok, answer.differences


@pytest.mark.parametrize(
    ("claim", "path", "expected", "got"),
    [
        ("{solved: 44}", "expect.solved", 44, 45),
        ("{solved: lost}", "expect.solved", "lost", "won"),
        ("{best: [S-K]}", "expect.best", ["S-K"], ["T-XVIII"]),
        ("{best: [S-K, T-XVIII]}", "expect.best", ["S-K", "T-XVIII"], ["T-XVIII"]),
    ],
)
def test_a_wrong_claim_of_best_play_is_told(
    tmp_path: Path, claim: str, path: str, expected: Any, got: Any
) -> None:
    (answer,) = run(_claimed(tmp_path, claim))
    assert [(d.path, d.expected, d.got) for d in answer.differences] == [(path, expected, got)]


def test_a_position_that_takes_too_long_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "SOLVED_WITHIN", 100)
    with pytest.raises(RulesFault) as fault:
        run(_claimed(tmp_path, "{solved: 45}", plays=4))
    (problem,) = fault.value.problems
    assert problem.path.endswith("expect.solved") and problem.mark is not None
    assert problem.text == "this is not solved within 100 positions"
    assert "more tricks" in problem.hint


def test_best_play_is_asked_for_in_the_play_alone(tmp_path: Path) -> None:
    situation = "in: [directnet]\nsays: [{forehand: bid solo}]\nspeaking: true\n"
    (found,) = _problems(tmp_path, f"{situation}expect: {{solved: won}}")
    assert "no card is to be played here; write the tricks so far with plays:" in found


def test_where_all_play_against_all_nothing_is_solved(tmp_path: Path) -> None:
    passes = "says: [{forehand: pass}, {second: pass}, {third: pass}, {fourth: pass}]"
    situation = f"in: [rulebook]\n{passes}\nplays: [[C-C, C-J, C-Q, C-K]]\n"
    (found,) = _problems(tmp_path, f"{situation}expect: {{solved: won}}")
    assert "the contract has no two sides: everybody plays alone" in found


def test_a_folder_of_rules_with_too_long_a_name_has_no_games(tmp_path: Path) -> None:
    example = "says: []\nexpect: {turn: forehand}"
    assert _problems(tmp_path, example, top=f"rules: {'r' * 300}\nin: [base]") == [
        "1: : 'game' is missing"
    ]


def test_a_trick_that_the_rules_do_not_settle_is_told_like_any_difference(tmp_path: Path) -> None:
    trick = "contract: trischaken\ntrick: [H-K, H-Q, H-C, H-J]\nexpect: {won: [game]}"
    path = _file(tmp_path, trick, top="game: koenigrufen\nin: [tirol]")
    (answer,) = run(path)
    (difference,) = answer.differences
    assert (difference.path, difference.expected) == ("expect.won", "a settlement")
    assert difference.mark.line == 9
    assert difference.rule is not None
    assert difference.got == difference.rule.path


def test_a_round_that_the_rules_do_not_settle_is_told_like_any_difference(tmp_path: Path) -> None:
    """Both sides declare pairs."""
    path = _file(tmp_path, BOTH_DECLARE, top="game: koenigrufen-russbach\nin: [base]")
    (answer,) = run(path)
    (difference,) = answer.differences
    assert (difference.path, difference.expected) == ("expect", "a settlement")
    assert "the rules are silent" not in difference.note
    assert str(difference.got).startswith("contracts.simple.")


def test_a_trick_does_not_tell_who_had_the_highest_trumps(tmp_path: Path) -> None:
    house = """
        variant: tops
        of: zwanzigerrufen:directnet
        name: {en: tops}
        changes:
          - {at: contracts.solo.value, set: {per_top: 2}, source: custom}
        """
    (tmp_path / "tops.yaml").write_text(dedent(house), "utf-8")
    assert _problems(
        tmp_path,
        "contract: solo\ntrick: [T-I, T-V, H-K, H-Q]\nexpect: {not_won: [game]}",
        top="game: zwanzigerrufen\nin: [tops.yaml]",
    ) == [
        "9: examples.0.expect.not_won: it decides here who had T-Sk, but one trick does not tell it;"
        " state an outcome instead"
    ]


BOTH_DECLARE = """
pack: [L-8, B-A, H-U, B-O, H-A, E-O, H-K, H-9, L-9, L-7, B-7, L-10, B-U, H-O, B-8,
  L-U, B-10, E-A, E-K, B-K, H-8, H-10, E-9, H-7, L-A, E-10, E-U, B-9, E-7, L-O, L-K, E-8]
says: [{third: cut 15}, {forehand: call L-K}]
plays:
- [H-U, declare marriage B, H-A, announce all_tricks, H-9, declare marriage L, announce hundred,
   announce all_tricks, H-O]
- [B-K, B-7, B-U, B-10]
- [E-K, E-9, E-10, E-7]
- [L-A, L-10, L-8, H-10]
- [H-7, L-O, L-U, H-K]
- [L-K, B-A, B-O, L-9]
- [B-9, E-8, E-O, L-7]
- [E-U, B-8, E-A, H-8]
expect: {scores: {forehand: 1}}
"""
