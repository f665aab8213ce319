"""``zwanz judge``: the sample engine agrees with the rules; each sabotaged copy is caught with the
rule at stake; an engine that dies, hangs or prints rubbish ends the judging in a sentence.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from conftest import VARIANTS, loaded

from zwanz_ssot.cli.framework import ended_by_signals, zwanz
from zwanz_ssot.console import print_json
from zwanz_ssot.source import dotted
from zwanz_ssot.vectors import Discrepancy, Engine, Judge, text, vectors

pytestmark = pytest.mark.usefixtures("aimed_once")

ROOT = Path(__file__).parent.parent
SAMPLE = ROOT / "docs" / "judge" / "zwanziger.mjs"
MIRROR = ROOT / "tests" / "mirror_engine.py"
GAME = "zwanzigerrufen"
HOUSE = """\
variant: house
of: zwanzigerrufen:directnet
name: {en: As we play it at the Post, de: Wie wir in der Post spielen}
changes:
  - {at: contracts.solo.value, was: 4, set: 5, source: custom}
  - {at: bonuses.four_kings.value.silent, was: 1, set: 2, source: custom}
"""
"""The house rules of README."""


def call(*args: str) -> Result:
    """A call in this process."""
    return CliRunner().invoke(zwanz, list(args))


def node() -> str:
    """The path of Node; where there is none, a reader's test is skipped, and a test in CI fails."""
    if found := shutil.which("node"):
        return found
    if os.environ.get("CI"):
        pytest.fail("node is missing: the sample engine cannot be judged")
    pytest.skip("node is missing: install Node.js to judge the sample engine")


@cache
def rounds(variant: str) -> list[Any]:
    """Many rounds, the same for all tests."""
    return list(vectors(loaded(GAME, variant), 40))


@pytest.mark.parametrize("variant", ["base", "directnet"])
def test_the_sample_engine_plays_as_the_rules_have_it(variant: str) -> None:
    with Engine([node(), str(SAMPLE)], 60) as engine:
        judge = Judge(loaded(GAME, variant), engine)
        judge.play(rounds(variant))
    assert judge.found == {} and judge.rounds == 40
    assert judge.engine_name == "zwanziger.mjs" and judge.not_asked == ()
    assert judge.untold == {"views": ("holds", "lacks", "sides", "sides_told")}


# What is changed in the sample engine, what it becomes, and the difference that has to be found:
# its kind, the rule at stake, what it is of ("" for anything), the variant.
SABOTAGE = [
    # wrong winner: the lowest card wins, so somebody else leads
    (
        "strengthOf(id) > strengthOf(best)",
        "strengthOf(id) < strengthOf(best)",
        "turn",
        "play.wins.1",
        "",
        "directnet",
    ),
    # nobody has to follow suit
    (
        "return suitOf(id) === suitOf(round.trick[0].card);",
        "return true;",
        "too_many",
        "play.follow.0",
        "",
        "base",
    ),
    # the Pagat that was announced may be played at once
    (
        "legal.length > 1",
        "legal.length > 9",
        "too_many",
        "play.hold_back.announced_pagat",
        "play T-I",
        "directnet",
    ),
    # and may never be played
    ("legal.length > 1", "true", "too_few", "", "play T-I", "directnet"),
    # a suit solo is led with anything
    (
        "return cardSet(rung.cards).includes(id);",
        "return true;",
        "too_many",
        "contracts.farbensolo.play.lead.0",
        "",
        "base",
    ),
    # the declarer leads
    (
        'step = "play";\n  round.turn = 0;',
        'step = "play";\n  round.turn = round.declarer;',
        "turn",
        "play.first_lead",
        "",
        "base",
    ),
    # the last card of the list is called
    ("rules.call.cards.find(", "rules.call.cards.findLast(", "too_many", "call.choose", "", "base"),
    # who has agreed bids again
    ("round.barred.has(round.turn)", "false", "too_many", "auction.after_agreeing", "", "base"),
    # the announcer's side doubles first
    (
        "level(item) % 2 === 1;",
        "level(item) % 2 === 0;",
        "too_many",
        "kontra.begins",
        "",
        "directnet",
    ),
    # one word of doubling is missing
    (
        "rules.kontra.levels.length",
        "rules.kontra.levels.length - 1",
        "too_few",
        "",
        "double ",
        "directnet",
    ),
    # a Valat closes nothing
    (
        'if (closes("announcements"))',
        "if (false)",
        "too_many",
        "bonuses.valat.closes",
        "",
        "directnet",
    ),
    # a defender announces the Absolut against a game that nobody has doubled
    (
        "bonus.announce_if && side === 1",
        "false",
        "too_many",
        "bonuses.absolut.announce_if",
        "announce absolut",
        "directnet",
    ),
    # another reason of a refusal
    (
        '"card_held", "call.choose"',
        '"card_held", "call.cards"',
        "refusal",
        "call.choose",
        "",
        "base",
    ),
    # a cut that leaves too little
    (
        "const fine = number >= least",
        "const fine = number >= least - 1",
        "too_many",
        "deal.all.cut.leaves",
        "cut 2",
        "base",
    ),
    # a hand that must be thrown in is played
    (
        "round.thrownIn = name;\n      over();\n      return;",
        "",
        "turn",
        "misdeal.reasons.few_tarocks",
        "",
        "directnet",
    ),
    # it is thrown in for another reason
    (
        "round.thrownIn = name;",
        'round.thrownIn = "all_glatzen";',
        "thrown_in",
        "misdeal.reasons.few_tarocks",
        "",
        "directnet",
    ),
    # wrong value of the game
    ("verdict, contract.value,", "verdict, contract.value + 1,", "line", ".value", "game", "base"),
    # wrong value of a bonus that was not announced
    (
        "announced ? bonus.value.announced : bonus.value.silent",
        "bonus.value.announced ?? 1",
        "line",
        ".value.silent",
        "",
        "base",
    ),
    # kontra multiplies by three
    (
        "({ word, times, adds: 0, rule:",
        "({ word, times: times + 1, adds: 0, rule:",
        "line",
        "kontra.times",
        "",
        "base",
    ),
    # a Solo does not double its bonuses
    ("contractRules().bonus_factor ?? 1", "1", "line", ".bonus_factor", "", "base"),
    # a Valat is settled beside the game
    ("?.replaces)", "?.nothing)", "line", "bonuses.valat.replaces", "game", "directnet"),
    # an announcement that is missed is forgotten
    ('? "won" : "missed"', '? "won" : null', "line", "bonuses.", "", "base"),
    # everybody gets one point more than the lines say
    (
        "const scores = bySeat((seat) =>",
        "const scores = bySeat((seat) => 1 +",
        "score",
        "settlement.each_pays",
        "",
        "base",
    ),
    # the hand is told as it was dealt
    (
        "hand: round.hands[seat],",
        "hand: round.dealt[seat],",
        "view",
        "deal",
        "forehand",
        "directnet",
    ),
    # the words of the deal are forgotten
    (
        'if (kind !== "play") round.said',
        'if (round.step === "auction") round.said',
        "view",
        "auction.in_one_turn",
        "",
        "base",
    ),
]


@pytest.mark.sample(10)
@pytest.mark.parametrize(("was", "becomes", "kind", "rule", "of", "variant"), SABOTAGE)
def test_a_sabotaged_engine_is_caught(
    tmp_path: Path, was: str, becomes: str, kind: str, rule: str, of: str, variant: str
) -> None:
    script = SAMPLE.read_text(encoding="utf-8")
    assert script.count(was) == 1, "the sample engine has changed: say anew what is sabotaged"
    file = tmp_path / "sabotaged.mjs"
    file.write_text(script.replace(was, becomes), encoding="utf-8")
    with Engine([node(), str(file)], 60) as engine:
        judge = Judge(loaded(GAME, variant), engine)

        def fitting() -> list[Discrepancy]:
            return [
                each
                for each in judge.found.values()
                if each.kind == kind and rule in dotted(each.rule) and of in each.of
            ]

        def until_it_is_found() -> Iterator[Any]:
            for line in rounds(variant):
                if not fitting():
                    yield line

        judge.play(until_it_is_found())
    assert fitting(), judge.times


def test_what_differs_is_told_with_the_rule_and_its_place(tmp_path: Path) -> None:
    file = tmp_path / "sabotaged.mjs"
    script = SAMPLE.read_text(encoding="utf-8")
    file.write_text(
        script.replace("verdict, contract.value,", "verdict, contract.value + 1,"), encoding="utf-8"
    )
    args = ("judge", "directnet", "--rounds", "3", "--limit", "60")
    answer = call(*args, "--", node(), str(file))
    assert answer.exit_code == 1
    assert "It says: The Solo is worth 4 points." in answer.output
    line = 1 + (ROOT / "rules/zwanzigerrufen/game.yaml").read_text(encoding="utf-8").split(
        "\n"
    ).index("  solo:")  # the value stands three lines below
    assert (
        f"contracts.solo.value  (rules/zwanzigerrufen/game.yaml:{line + 4})"
        in answer.output.replace(f"{ROOT}/", "")
    )
    german = call(*args, "--lang", "de", "--", node(), str(file))
    assert "Ein anderer Posten der Abrechnung" in german.output
    data = json.loads(call(*args, "--json", "--", node(), str(file)).stdout)
    assert {each["rule"] for each in data["differences"]} <= {
        f"contracts.{name}.value" for name in ("rufer", "farbensolo", "solo")
    }, "a value of each contract, and no score that only follows from it"
    for each in data["differences"]:
        assert (each["kind"], each["of"], each["part"]) == ("line", "game", "value")
        assert each["got"] == each["expected"] + 1
        assert each["because"][0]["rule"]["path"] == each["rule"]


def test_what_an_engine_counts_otherwise_is_named_and_what_rests_on_it_follows(
    tmp_path: Path,
) -> None:
    """A Queen counts three points: what the engine loses by it may follow from that."""
    script = SAMPLE.read_text(encoding="utf-8")
    was, tells = "place, points });", ", points: cardPoints()"
    assert script.count(was) == script.count(tells) == 1
    file = tmp_path / "counting.mjs"
    queens = script.replace(was, 'place, points: rank === "Q" ? 3 : points });')
    file.write_text(queens, encoding="utf-8")
    args = ("judge", "directnet", "--rounds", "12", "--limit", "60", "--json", "--", node())
    first, *others = json.loads(call(*args, str(file)).stdout)["differences"]
    assert (first["kind"], first["rule"], first["part"]) == ("points", "count", "points")
    assert first["amounts"] == [
        "It would fit all that it told if each of these cards counted 3 instead of 4: "
        "H-Q, D-Q, C-Q, S-Q"
    ]
    assert others and all(each["kind"] == "line" for each in others)
    for each in others:
        assert [key["kind"] for key in each["may_follow"]] == ["points"]

    # An engine that does not tell its points is told that it could.
    file.write_text(queens.replace(tells, ""), encoding="utf-8")
    hint = "An engine that tells them in its settlement (`points`) is led to what it counts"
    found = call(*(each for each in args if each != "--json"), str(file))
    assert hint in " ".join(found.output.split())
    sound = call("judge", "directnet", "--rounds", "3", "--limit", "60", "--", node(), str(SAMPLE))
    assert hint not in " ".join(sound.output.split())


@pytest.mark.parametrize(
    "told", ['"many"', "[1, 2]", "{ north: 44 }", '{ declarers: "44" }', "{ defenders: 44.5 }"]
)
def test_card_points_of_another_shape_are_no_answer(tmp_path: Path, told: str) -> None:
    script = SAMPLE.read_text(encoding="utf-8").replace("points: cardPoints()", f"points: {told}")
    file = tmp_path / "counting.mjs"
    file.write_text(script, encoding="utf-8")
    args = ("judge", "directnet", "--rounds", "3", "--limit", "60", "--", node(), str(file))
    answer = call(*args)
    assert answer.exit_code == 3
    text = "card points are whole numbers by side or seat (see zwanz docs protocol): "
    assert text + '{"points":' in answer.stderr


def test_an_engine_that_does_not_play_the_game_says_so() -> None:
    answer = call("judge", "rufmariasch", "--", node(), str(SAMPLE))
    assert answer.exit_code == 2 and "this engine plays zwanzigerrufen" in answer.stderr
    answer = call("judge", "wikipedia", "--", node(), str(SAMPLE))
    assert answer.exit_code == 2
    assert "this engine does not play misdeal.reasons.one_tarock.when" in answer.stderr


@pytest.mark.parametrize(
    ("changes", "unread"),
    [
        ("", ""),
        ("at: auction.after_agreeing, was: no_bid, set: free", ""),
        ("at: contracts.solo.objective.points_at_least.points, was: 45, set: 50", ""),
        ("at: deal.all.packets, was: [5, 5], set: [3, 4, 3]", ""),
        ("at: kontra.times, was: 2, set: 3", ""),
        ("at: bonuses.valat.closes, drop: true", ""),
        ("at: bonuses.trull.value, set: {announced: 2}", "bonuses.trull.value.silent"),
        ("at: auction.overcall_cancels, set: [doubles]", "auction.overcall_cancels"),
        ("at: count.last_trick, set: 3", "count.last_trick"),
    ],
)
def test_the_sample_engine_plays_house_rules_that_it_reads(
    changes: str, unread: str, tmp_path: Path
) -> None:
    house = tmp_path / "house.yaml"
    more = f"  - {{{changes}, source: custom}}\n" if changes else ""
    house.write_text(HOUSE + more, encoding="utf-8")
    answer = call("judge", str(house), "--rounds", "12", "--", node(), str(SAMPLE))
    if unread:
        assert (answer.exit_code, answer.stderr) == (
            2,
            "zwanz: the engine does not play zwanzigerrufen:house; "
            f"this engine does not play {unread}\n",
        )
    else:
        assert answer.exit_code == 0, answer.output


ECHO = "import sys, json\nfor line in sys.stdin:\n    print({}, flush=True)\n"
GREET = 'json.dumps({"hello": {"answers": ["legal", "settlement"]}} if "hello" in line else {"ok": True})'
BROKEN = [
    ("raise SystemExit(4)", "ended instead of answering 'hello', with exit code 4"),
    pytest.param(
        "import os; os.kill(os.getpid(), 9)",
        "ended instead of answering 'hello', killed by SIGKILL",
        marks=pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them"),
    ),
    ("raise ValueError('out of cards')", "ValueError: out of cards"),
    ("import time; time.sleep(60)", "did not answer 'hello' within 0.5 seconds"),
    (
        "print('Welcome!')",
        "is not JSON: Welcome! (what is no answer belongs on standard error)",
    ),
    ("print('[1]')", "is not an object: [1]"),
    ("print()", "answer to 'hello' is an empty line"),
    (
        r"import sys; sys.stdout.buffer.write(b'\xef\xbb\xbf{}\n')",
        "answer to 'hello' begins with a byte order mark",
    ),
    ("import sys; sys.stdout.buffer.write(bytes([255, 10]))", "is not JSON"),
    ("print('[' * 100000)", "is not JSON"),
    *(
        (
            f"print('{{\"hello\": ' + {value} + '}}')",
            "a number of more than 15 digits, a lone surrogate",
        )
        for value in (
            *(
                "'9' * 400",
                "'9' * 5000",
                "'-1' + '0' * 15",
                "'1e15'",
                "'1e999'",
            ),
            *("'[' * 600 + ']' * 600", "r'\"\\ud83d\"'", "r'{\"\\ud83d\": 1}'"),
        )
    ),
    *((f"print('{{\"hello\": {value}}}')", "is not JSON") for value in ("[NaN]", "-Infinity")),
    ("print('{}')", "no answer to 'hello'"),
    ('print(\'{"hello": {"answers": 1}}\')', "no answer to 'hello'"),
    ('print(\'{"hello": {"answers": ["legal"]}}\')', "has to answer 'legal' and 'settlement'"),
    (
        'print(\'{"hello": {"answers": ["legal", "settlement"]}}\')',
        "ended instead of answering 'round'",
    ),
    ("print('{\"sorry\": null}')", "'sorry' to 'hello' is not a text: {\"sorry\": null}"),
    (
        ECHO.format(f'{GREET} if line[2:7] != "round" else \'{{"sorry": null}}\''),
        "'sorry' to 'round' is not a text",
    ),
    (
        ECHO.format(GREET),
        'this is no answer to \'legal\', which is {"legal": {"seat": …, "moves": […]}}',
    ),
    (
        ECHO.format(
            GREET[:-1] + ' if "round" in line else {"legal": {"seat": "vorhand", "moves": []}})'
        ),
        "a seat that is none, 'vorhand'; did you mean 'forehand'?",
    ),
    (
        "import sys, os, time; sys.stdout.write('x' * 10**7); time.sleep(60)",
        "is longer than 4000000 bytes",
    ),
]


@pytest.mark.parametrize(("script", "sentence"), BROKEN)
def test_a_broken_engine_ends_with_3_and_a_sentence(script: str, sentence: str) -> None:
    limit = "0.5" if "within" in sentence else "60"
    answer = call(
        "judge", "directnet", "--rounds", "1", "--limit", limit, "--", sys.executable, "-c", script
    )
    assert answer.exit_code == 3, answer.output
    assert (
        sentence in answer.stderr
        and answer.stderr.startswith("zwanz:")
        and answer.stderr.count("\n") == 1
    )
    assert answer.stdout == ""


def test_what_is_printed_as_json_is_json() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        print_json({"got": float("nan")})


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes as Linux has them")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_an_engine_ends_with_a_judge_that_is_told_to_end(name: str, tmp_path: Path) -> None:
    _skip_where_ignored(name)
    pid = tmp_path / "pid"
    script = f"import os, time; open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    command = [sys.executable, "-m", "zwanz_ssot", "judge", "directnet", "--limit", "600"]
    judge = subprocess.Popen([*command, "--", sys.executable, "-c", script])
    while not (pid.is_file() and pid.read_text("utf-8")):
        time.sleep(0.05)
    judge.send_signal(getattr(signal, name))
    assert judge.wait(300) == 128 + getattr(signal, name)
    _goes_away(int(pid.read_text("utf-8")))


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes as Linux has them")
@pytest.mark.parametrize("where", ["Popen.__init__", "Popen.wait", "Thread.start"])
def test_an_engine_ends_with_a_judge_that_is_told_to_end_in_between(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it is started, and while it may still end by itself."""
    pid = tmp_path / "pid"
    script = f"import os, time; open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    owner: type = {"Popen": subprocess.Popen, "Thread": threading.Thread}[where.split(".")[0]]
    method = where.split(".")[1]
    original = getattr(owner, method)

    def interrupted(*args: Any, **more: Any) -> None:
        if method != "wait":
            original(*args, **more)
        monkeypatch.undo()
        while not (pid.is_file() and pid.read_text("utf-8")):
            time.sleep(0.01)
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(owner, method, interrupted)
    with (
        pytest.raises(SystemExit),
        ended_by_signals(),
        Engine([sys.executable, "-c", script], 60),
    ):
        pass
    _goes_away(int(pid.read_text("utf-8")))


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals as POSIX has them")
def test_an_engine_ends_with_a_judge_of_whom_another_thread_takes_the_signal(
    tmp_path: Path,
) -> None:
    """So does a signal that comes just before the wait for an answer: it does not end the wait."""
    late = tmp_path / "late"
    script = f"import time; time.sleep(30); open({str(late)!r}, 'w')"

    def end() -> None:
        time.sleep(0.5)
        signal.pthread_kill(threading.get_ident(), signal.SIGTERM)

    other = threading.Thread(target=end)
    with (
        pytest.raises(SystemExit),
        ended_by_signals(),
        Engine([sys.executable, "-c", script], 600) as engine,
    ):
        other.start()
        engine.ask({"hello": {}})
    other.join()
    assert not late.exists()


def _skip_where_ignored(name: str) -> None:
    """Skip a test of a signal that whoever runs the tests has ignored, as by ``nohup``."""
    if signal.getsignal(getattr(signal, name)) is signal.SIG_IGN:
        pytest.skip(f"{name} is ignored here")


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_signal_that_is_ignored_stays_so() -> None:
    """``nohup zwanz judge …`` goes on when its terminal is closed."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with ended_by_signals():
            signal.raise_signal(signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def _goes_away(pid: int) -> None:
    """Wait until the process is gone, or killed and not yet reaped."""
    status = Path("/proc", str(pid), "stat")
    with suppress(FileNotFoundError, ProcessLookupError):
        for _ in range(6000):
            if status.read_text().rpartition(")")[2].split()[0] in "ZX":
                return
            time.sleep(0.01)
        pytest.fail("it goes on")


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes as Linux has them")
def test_what_an_engine_has_started_apart_ends_with_it(tmp_path: Path) -> None:
    """A child in a session of its own, whose parent is gone."""
    pid = tmp_path / "pid"
    script = f"""
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        open({str(pid)!r} + "x", "w").write(str(os.getpid()))
        os.rename({str(pid)!r} + "x", {str(pid)!r})
        time.sleep(600)
    os._exit(0)
os.wait()
print("{{}}", flush=True)
"""
    with Engine([sys.executable, "-c", script], 60) as engine:
        engine.ask({"hello": {}})
        while not pid.is_file():
            time.sleep(0.01)
    _goes_away(int(pid.read_text("utf-8")))


def test_an_engine_that_talks_without_being_asked_has_to_wait(tmp_path: Path) -> None:
    file = tmp_path / "said"
    script = f"print('{{}}\\n' * 200_000); open({str(file)!r}, 'w')"
    with Engine([sys.executable, "-c", script], 60) as engine:
        assert engine.ask({"hello": {}}) == {}
        time.sleep(1)
        assert not file.exists()


def test_what_an_engine_says_is_repeated_on_a_short_line() -> None:
    """Its name, its excuse and its moves, were they without end, of many lines, or meant for the
    terminal.
    """
    answer = 'json.dumps({"sorry": "no\\n\\x1b[2J" + "x" * 5000})'
    result = call(
        "judge",
        "directnet",
        "--rounds",
        "1",
        "--limit",
        "60",
        "--",
        sys.executable,
        "-c",
        ECHO.format(answer),
    )
    assert result.exit_code == 2 and result.stderr.count("\n") == 1 and len(result.stderr) < 300
    assert "the engine does not play zwanzigerrufen:directnet; no ?[2Jxxx" in result.stderr
    hello = (
        '{"hello": {"engine": "my\\nown\\x07" + "y" * 5000, "answers": ["legal", "settlement"]}}'
    )
    legal = '{"legal": {"seat": "forehand", "moves": ["\\x07\\n" + "z" * 5000]}}'
    answer = f'{hello} if "hello" in line else {legal} if "legal" in line else {{"ok": True}}'
    args = ("judge", "directnet", "--rounds", "1", "--limit", "60", "--", sys.executable, "-c")
    result = call(*args, ECHO.format(f"json.dumps({answer})"))
    assert (
        "? zzz" in " ".join(result.output.split())
        and "z…\n" in result.output
        and "\x07" not in result.output
    )
    result = call(
        *args,
        ECHO.format(
            f'json.dumps({hello} if "hello" in line else {{"sorry": "a\\nb" + "c" * 5000}})'
        ),
    )
    assert result.exit_code == 1 and "c…\n" in result.output and len(result.output) < 1500
    assert " a bccc" in " ".join(result.output.split()) and "my own?yyy" in " ".join(
        result.output.split()
    )


MIRROR = ROOT / "tests" / "mirror_engine.py"


def mirrored(game: str, variant: str, lines: list[Any], spoilt: str = "") -> Judge:
    """Vectors played against the project's own engine, spoilt in one answer."""
    with Engine([sys.executable, str(MIRROR), spoilt], 60) as engine:
        judge = Judge(loaded(game, variant), engine)
        judge.play(lines)
    return judge


def test_one_round_and_one_move_are_told_as_one() -> None:
    args = ("judge", "directnet", "--rounds", "1", "--limit", "60")
    answer = call(*args, "--", sys.executable, str(MIRROR))
    assert answer.exit_code == 0
    assert "as the rules have it wherever 1 round met them: " in " ".join(answer.output.split())
    answer = call(*args, "--lang", "de", "--", sys.executable, str(MIRROR), "second_move")
    assert answer.exit_code == 1 and "Runde 1, nach 1 Zug\n" in answer.output
    assert " ".join(answer.output.split()).endswith(
        "in einem Punkt von zwanzigerrufen:directnet ab, in 1 Runde."
    )


@pytest.mark.sample(4)
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_every_game_can_be_judged(game: str, variant: str) -> None:
    judge = mirrored(game, variant, list(vectors(loaded(game, variant), 2, seed=5)))
    assert judge.found == {} and judge.rounds == 2
    assert judge.untold == {}, "every part of a view is compared"


def test_money_of_its_own_account_is_judged() -> None:
    judge = mirrored(
        "koenigrufen", "base", list(vectors(loaded("koenigrufen", "base"), 2, seed=5)), "paid"
    )
    assert [each.part for each in judge.found.values()] == ["paid"]


def test_a_settlement_where_the_rules_are_silent_is_caught() -> None:
    lines = list(vectors(loaded("rufmariasch", "named-trump"), 60, seed=5))
    asked = [line for line in lines if "vectors" in line or line["round"]["end"]["silent"]]
    assert len(asked) > 1, "of sixty rounds one is not settled by the rules"
    assert mirrored("rufmariasch", "named-trump", asked).found == {}
    (found,) = mirrored("rufmariasch", "named-trump", asked, "silent").found.values()
    assert found.kind == "silent" and dotted(found.rule) == asked[1]["round"]["end"]["silent"]


@pytest.mark.parametrize("part", ["talon", "sides"])
def test_a_view_that_tells_too_much_is_caught(part: str) -> None:
    judge = mirrored(
        "koenigrufen", "base", list(vectors(loaded("koenigrufen", "base"), 2, seed=5)), part
    )
    assert {(each.kind, each.part) for each in judge.found.values()} == {("view", part)}


def test_vectors_of_other_rules_are_refused(tmp_path: Path) -> None:
    first, *rest = rounds("base")[:2]
    other = json.loads(text(first))
    other["vectors"]["rules"]["contracts"]["solo"]["value"] = 7
    file = tmp_path / "old.jsonl"
    file.write_text("".join(f"{text(line)}\n" for line in (other, *rest)), encoding="utf-8")
    answer = call("judge", "--vectors", str(file), "--", "cat")
    assert answer.exit_code == 2 and "other rules" in answer.stderr


@pytest.mark.parametrize(
    ("place", "value", "sentence"),
    [
        (("steps", 0, "legal", 0), "play Z-9", "contradicts the rules at 'steps.0.legal.0'"),
        (("steps", 1, "seat"), "third", "contradicts the rules at 'steps.1.seat'"),
        (("end", "scores", "forehand"), 55, "contradicts the rules at 'end.scores.forehand'"),
        (("steps", 0, "move"), "pass", "has a move that is not legal: pass"),
        (("steps",), [], "breaks off before its end"),
    ],
)
def test_vectors_that_contradict_the_rules_are_refused(
    tmp_path: Path, place: tuple[str | int, ...], value: Any, sentence: str
) -> None:
    lines = list(vectors(loaded("rufmariasch", "base"), 1))
    inner = lines[1]["round"]
    for part in place[:-1]:
        inner = inner[part]
    inner[place[-1]] = value
    file = tmp_path / "spoilt.jsonl"
    file.write_text("".join(f"{text(line)}\n" for line in lines), encoding="utf-8")
    answer = call("judge", "--vectors", str(file), "--", sys.executable, str(MIRROR))
    assert answer.exit_code == 2, answer.output
    assert answer.stderr == (
        f"zwanz: round 1 of the vectors {sentence}; write them again with `zwanz vectors`\n"
    )


def test_a_file_of_vectors_is_played(tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    lines = vectors(loaded(GAME, "directnet"), 2)
    file.write_text("".join(f"{text(line)}\n" for line in lines), encoding="utf-8")
    answer = call("judge", "--vectors", str(file), "--limit", "60", "--", node(), str(SAMPLE))
    assert answer.exit_code == 0, answer.output
    last = " ".join(answer.output.split())
    assert "Never met: " in last
    assert (
        "zwanziger.mjs plays zwanzigerrufen:directnet as the rules have it wherever 2 rounds met"
        in last
    )
    assert call("judge", "--vectors", str(file), "--rounds", "2", "--", "cat").exit_code == 2


def test_vectors_of_house_rules_are_played_where_their_file_is_named(tmp_path: Path) -> None:
    house, file = tmp_path / "house.yaml", tmp_path / "rounds.jsonl"
    house.write_text(HOUSE, encoding="utf-8")
    assert call("vectors", str(house), "--rounds", "1", "--out", str(file)).exit_code == 0
    engine = ("--", sys.executable, str(MIRROR), "", str(house))
    answer = call("judge", "--vectors", str(file), *engine)
    assert answer.exit_code == 2 and "zwanzigerrufen has no variant 'house'" in answer.output
    assert "name their file as well: zwanz judge FILE --vectors" in answer.output
    answer = call("judge", str(house), "--vectors", str(file), *engine)
    assert answer.exit_code == 0, answer.output
