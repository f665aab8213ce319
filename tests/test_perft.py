"""Counting positions: the engine's counts, worked out by hand, and held against the second
implementation.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from conftest import VARIANTS, loaded

from zwanz_ssot import perft
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.engine import Round, deal
from zwanz_ssot.perft import after, before, below, position_counts, recount, way
from zwanz_ssot.problems import RulesFault
from zwanz_ssot.workers import shared


def call(*args: str) -> Result:
    """A call in this process."""
    return CliRunner().invoke(zwanz, list(args))


def plain(start: Round, depth: int) -> list[Counter[str]]:
    """The positions within so many moves, counted with rounds that are copied."""
    layer, counts = [start], []
    for _ in range(depth):
        layer = [here.after(move) for here in layer for move in here.moves()]
        counts.append(Counter(name(here) for here in layer))
    return counts


def name(here: Round) -> str:
    """Step and contract."""
    contract = here.view(0).contract
    step = "thrown_in" if here.thrown_in else here.step
    return step if contract is None else f"{step} {contract}"


HANDS = (
    "T-Sk T-XXI T-XIX T-XVIII T-XVII S-K C-K H-C D-K H-K",
    "T-XI T-X T-IX T-IIII T-I S-Q C-Q H-J D-Q H-Q",
    "T-XV T-XIV T-XIII T-XII D-1 S-J C-J D-J D-C C-C",
    "T-XVI T-VIII T-VII T-VI T-V S-10 C-10 H-1 T-XX S-C",
)
"""Played from the left: forehand leads and wins the first eight tricks."""


def two_tricks_left() -> Round:
    """Forehand has D-K H-K and leads; second D-Q H-Q, third D-C C-C, fourth T-XX S-C."""
    hands = [hand.split() for hand in HANDS]
    played = deal(loaded("zwanzigerrufen", "directnet"), hands=hands).after("bid solo")
    while played.step == "auction":
        played = played.after("pass")
    for trick in range(8):
        for hand in hands:
            played = played.after(f"play {hand[trick]}")
    return played


def test_two_tricks_are_counted_to_the_end() -> None:
    """To D-K everybody's card is forced: D-Q, D-C, and T-XX of the fourth, who has no diamonds. The
    fourth leads S-C and the others have one card each: one line. To H-K the second has to follow
    with H-Q, the third has neither hearts nor tarocks and plays either card, the fourth T-XX: two
    lines.
    """
    start = two_tricks_left()
    counts = [sum(layer.values()) for layer in position_counts(start, 9)]
    assert counts == [2, 2, 3, 3, 3, 3, 3, 3, 0]
    assert position_counts(start, 8)[-2:] == ({"play solo": 3}, {"over solo": 3})
    assert below(start, 8) == {"play D-K": 1, "play H-K": 2}
    assert position_counts(start, 0) == () and below(start, 0) == {}


def test_a_round_that_is_over_has_nothing_below_it() -> None:
    over = two_tricks_left()
    while over.turn is not None:
        over = over.after(over.moves()[0])
    assert position_counts(over, 2) == ({}, {}) and below(over, 2) == {}


@pytest.mark.sample(5)
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_bare_states_count_what_rounds_do(game: str, variant: str) -> None:
    for start in before(deal(loaded(game, variant), seed=3)):
        assert list(position_counts(start, 2)) == plain(start, 2)


def test_the_way_to_a_contract_says_nothing_else() -> None:
    """Forehand's Rufer is opened by bidding it; all others pass, and forehand agrees."""
    dealt = deal(loaded("zwanzigerrufen", "directnet"), seed=0)
    there = way(dealt, "rufer")
    assert there is not None
    assert [str(move) for _, move in there.history] == [
        "bid rufer T-XX",
        "pass",
        "pass",
        "pass",
        "pass",
    ]
    first, last = after(dealt, "rufer")
    assert (first.history, last.step) == (there.history, "play")
    assert len(last.history) == 5 + 7 * 4, "seven of ten tricks are played"


def test_a_contract_that_these_cards_do_not_allow_has_no_way() -> None:
    """Who holds all four kings can call none, and so plays no Rufer."""
    game = loaded("koenigrufen", "base")
    kings = [card.id for card in game.deck.cards if card.rank == "K"]
    others = [card.id for card in game.deck.cards if card.rank != "K"]
    hands = [kings + others[:8], *(others[8 + 12 * n : 20 + 12 * n] for n in range(3))]
    dealt = deal(game, hands=hands)
    assert way(dealt, "rufer") is None and way(dealt, "trischaken") is not None


FILE = """\
perft:
  game: zwanzigerrufen
  variant: directnet
  counts:
  - seed: 7
    contract: solo
    way: [bid solo]
    reached:
    - {auction solo: 3, play solo: 2}
"""


def test_a_difference_is_told_at_its_line(tmp_path: Path) -> None:
    file = tmp_path / "counts.yaml"
    file.write_text(FILE, encoding="utf-8")
    found = recount(file)
    assert (found.game, found.variant, found.contracts, found.positions) == (
        "zwanzigerrufen",
        "directnet",
        ("solo",),
        5,
    )
    (difference,) = found.differences
    problem = "perft.counts.0.reached.0.play solo: 'play solo' is reached 0 times, not 2"
    assert str(difference).endswith(f":9:36: {problem}")
    answer = call("perft", "--against", str(file))
    assert answer.exit_code == 1 and "counts.yaml:9:36" in answer.output
    assert json.loads(call("perft", "--against", str(file), "--json").output)["positions"] == 5


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("directnet",), "GAME"),
        (("--variant", "directnet"), "--variant"),
        (("--deal", "0"), "--deal"),
        (("--contract", "solo", "--last"), "--contract, --last"),
        (("--after", "pass"), "--after"),
        (("--step", "play"), "--step"),
        (("--depth", "3", "--divide"), "--depth, --divide"),
    ],
)
def test_files_say_themselves_what_is_counted(
    tmp_path: Path, args: tuple[str, ...], named: str
) -> None:
    file = tmp_path / "counts.yaml"
    file.write_text(FILE, encoding="utf-8")
    answer = call("perft", *args, "--against", str(file))
    assert answer.exit_code == 2
    assert f"without {named}: the files of --against say what is counted" in answer.output


def test_files_are_counted_again_by_whom_one_asks_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "counts.yaml"
    entry = FILE[FILE.index("  - seed") :]
    file.write_text(FILE + entry + entry.replace("bid solo]", "bid nothing]"), encoding="utf-8")
    asked: list[tuple[object, object]] = []

    def heard(*args: Any, jobs: int | None, dask: str | None, **more: Any) -> Any:
        asked.append((jobs, dask))
        return shared(*args, jobs=jobs or 1, **more)

    monkeypatch.setattr(perft, "shared", heard)
    for who in (("--jobs", "1"), ("--jobs", "2"), ("--dask", "tcp://127.0.0.1:9")):
        answer = call("perft", "--against", str(file), *who, "--json")
        assert answer.exit_code == 1, answer.output
        report = json.loads(answer.stdout)
        assert report["positions"] == 10
        at = [each["path"] for each in report["rule_sets"][0]["differences"]]
        assert at == [
            "perft.counts.0.reached.0.play solo",
            "perft.counts.1.reached.0.play solo",
            "perft.counts.2.way",
        ]
    assert asked == [(1, None), (2, None), (None, "tcp://127.0.0.1:9")]


def test_a_way_that_the_rules_refuse_is_told_at_its_line(tmp_path: Path) -> None:
    file = tmp_path / "counts.yaml"
    file.write_text(FILE.replace("bid solo]", "bid nothing]"), encoding="utf-8")
    (difference,) = recount(file).differences
    assert difference.mark is not None and difference.mark.line == 7


def test_a_file_about_rules_that_there_are_not_is_told(tmp_path: Path) -> None:
    file = tmp_path / "counts.yaml"
    file.write_text(FILE.replace("directnet", "directnot"), encoding="utf-8")
    with pytest.raises(RulesFault, match=r"counts.yaml:3:.*did you mean 'directnet'"):
        recount(file)
    file.write_text(FILE.replace("zwanzigerrufen", "zwanzigrufen"), encoding="utf-8")
    with pytest.raises(RulesFault, match=r"counts.yaml:2:.*did you mean 'zwanzigerrufen'"):
        recount(file)


def test_the_command_tells_depth_by_depth_what_is_reached() -> None:
    report = json.loads(
        call(
            "perft", "directnet", "--deal", "7", "--after", "bid solo", "--depth", "2", "--json"
        ).output
    )
    assert report["after"] == ["bid solo"] and len(report["cards"]) == 40
    divided = json.loads(
        call("perft", "directnet", "--deal", "7", "--depth", "2", "--divide", "--json").output
    )
    start = deal(loaded("zwanzigerrufen", "directnet"), seed=7)
    assert divided["below"] == {str(move): len(start.after(move).moves()) for move in start.moves()}
    assert sum(report["reached"][0].values()) == divided["below"]["bid solo"]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ("--after 3", "the moves of a seed are not known"),
        ("--after frobnicate", "is not legal there"),
        ("--deal nofile.yaml", "neither a seed nor a record"),
        (f"--deal {'9' * 200}.yaml", f"--deal '{'9' * 59}…' is neither a seed nor a record"),
        (f"--after {'9' * 5000}", f"'{'9' * 59}…' is not legal there"),
        (f"--deal {'9' * 5000}", "file name too long"),
        ("--contract slo", "did you mean 'solo'"),
        ("--contract solo --step call", "there are play"),
        ("--step play", "need a --contract"),
        ("--contract solo --after pass", "--after or by --contract"),
        ("--contract solo --step play --last", "--step or --last"),
    ],
)
def test_a_wrong_call_is_told(args: str, sentence: str) -> None:
    result = call("perft", "directnet", *args.split())
    assert result.exit_code == 2 and sentence in str(result.output)


def test_the_table_goes_by_step_and_contract_and_adds_up() -> None:
    """Of the deal of a seed with its cut: one way to keep silent, and each bid of the forehand."""
    output = call("perft", "koenigrufen", "--after", "cut 10", "--depth", "3").output.splitlines()
    rows = [line.split() for line in output[4:-1]]
    steps = [row[0] for row in rows]
    assert steps == sorted(
        steps, key=["auction", "call", "exchange", "announcements", "play"].index
    )
    assert int(output[-1].split()[1]) == sum(int(row[2]) for row in rows if row[2] != "·")
