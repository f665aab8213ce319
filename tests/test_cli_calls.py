"""Every way a call of ``zwanz`` can end: exit codes, help, colours, interrupts, pipes, nonsense."""

from __future__ import annotations

import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import get_args

import pytest
import yaml
from bounded import hear_interrupts
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from zwanz_ssot import places
from zwanz_ssot.cli.framework import COMMANDS, exit_code, worked_calls, zwanz
from zwanz_ssot.model.answers import Verdict
from zwanz_ssot.prose import phrases

HERE = Path(phrases.__file__).parent
ZWANZ = [sys.executable, "-m", "zwanz_ssot"]
HOUSE = """\
variant: house
of: zwanzigerrufen
name: {en: House, de: Haus}
changes:
  - {at: contracts.solo.value, was: 4, set: 8, source: wikipedia §Contracts}
"""
EXAMPLES = """\
game: zwanzigerrufen
in: [directnet]
examples:
  - example: follow
    title: {en: Follow suit, de: Farbe bekennen}
    source: directnet §Spielregeln
    contract: solo
    trick: [H-K]
    hand: [H-Q, T-V]
    expect: {legal: [H-Q]}
"""


def call(*args: str, typed: str | None = None) -> Result:
    """A call in this process."""
    return CliRunner().invoke(zwanz, list(args), input=typed)


def run(*args: str, **extra: str) -> subprocess.CompletedProcess[str]:
    """A call as a shell makes it."""
    env = {**os.environ, **extra}
    return subprocess.run(
        [*ZWANZ, *args],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        env=env,
        timeout=300,
    )


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with the files that the worked calls name."""
    monkeypatch.chdir(tmp_path)
    Path("house.yaml").write_text(HOUSE, encoding="utf-8")
    Path("mine.yaml").write_text(EXAMPLES, encoding="utf-8")
    played = ("play", "-v", "wikipedia", "--auto", "--seed", "7", "--rounds", "2")
    assert call(*played, "--record", "round.yaml").exit_code == 0
    return tmp_path


WORKED = [row["call"] for rows in worked_calls().values() for row in rows]

ELSEWHERE = (
    "COMMAND",
    "zwanz book",
    "zwanz judge",
    "zwanz mutate",
    "zwanz serve",
    "zwanz trace",
    "report --mutants",
    "HEAD",
    "zwanz lsp",
    "zwanz studio",
)
"""Calls that are made by tests of their own."""


@pytest.mark.sample(16)
@pytest.mark.parametrize(
    "worked", [each for each in WORKED if not any(word in each for word in ELSEWHERE)]
)
def test_every_worked_call_of_the_help_works(
    desk: Path, worked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if worked.startswith("zwanz report"):  # the lies that it plants take nearly all of its time
        monkeypatch.setattr(places, "tests", lambda: None)
    result = call(*shlex.split(worked)[1:], typed="quit\n")
    assert result.exit_code == 0, result.output


def test_what_people_read_names_pages_that_an_installed_package_opens() -> None:
    """A wheel has no folder of docs beside it."""
    told = {name: call(name, "--help").output for name in COMMANDS}
    for file in sorted(Path(phrases.__file__).parent.glob("phrases.*.yaml")):
        told[file.name] = file.read_text(encoding="utf-8")
    assert [name for name, text in told.items() if re.search(r"docs/[\w/-]+\.md", text)] == []
    pages = re.findall(r"zwanz docs ([a-z][a-z/-]+)", " ".join(told.values()))
    assert len(pages) > 6
    for page in {*pages}:
        assert (places.data("docs") / f"{page}.md").is_file(), page


def test_a_page_may_be_named_without_its_folder_and_is_proposed_with_it() -> None:
    hint = "zwanz: there is no page 'house-rules'; did you mean 'tutorials/house-rules'?\n"
    assert call("docs", "house-rules").stderr == hint
    assert call("docs", "desing").stderr.endswith("; did you mean 'design'?\n")
    assert call("docs", "x").stderr.endswith("; zwanz docs lists them\n")


def test_every_command_has_worked_calls_and_a_line_in_the_list() -> None:
    help_of_all = call("--help").output
    for name in COMMANDS:
        output = call(name, "--help").output
        assert output.split("For example:")[1].count(f"zwanz {name}") >= 1
        line = re.search(rf"^  {name} +(.+)$", help_of_all, re.MULTILINE)
        assert line and not line[1].endswith("...")
    assert call().output == help_of_all


RECORD = "record: {game: zwanzigerrufen, variant: directnet}\n"


@pytest.mark.parametrize(
    ("text", "args", "told"),
    [
        (RECORD, "perft FILE --depth 2", "is the record of a round, not a variant; perft takes"),
        (RECORD, "diff FILE directnet", "is the record of a round, not a variant"),
        (RECORD, "serve --house FILE", "is the record of a round, not a variant"),
        (RECORD, "mutate FILE", "is the record of a round, not a variant"),
        (RECORD, "examples FILE", "is the record of a round, not a file of examples; perft takes"),
        ("game: mine\ndeck: mine\n", "examples FILE", "is a game, not a file of examples"),
        ("deck: mine\nsuits: {}\n", "examples FILE", "is a pack of cards, not a file of examples"),
        (EXAMPLES, "play --auto --variant FILE", "is a file of examples, not a variant"),
        ("deck: mine\nsuits: {}\n", "perft FILE", "is a pack of cards, not a variant"),
        ("game: mine\ndeck: mine\n", "perft FILE", "is a game, not a variant"),
        ("sources: {}\n", "perft FILE", "is a list of sources, not a variant"),
        (HOUSE, "replay FILE", "is a variant, not the record of a round; zwanz play takes"),
        (HOUSE, "perft --deal FILE", "is a variant, not the record of a round"),
        (HOUSE, "why FILE pass", "is a variant, not the record of a round"),
    ],
)
def test_a_file_of_another_kind_is_told_in_one_sentence(
    text: str, args: str, told: str, tmp_path: Path
) -> None:
    file = tmp_path / "file.yaml"
    file.write_text(text, encoding="utf-8")
    result = call(*(str(file) if word == "FILE" else word for word in args.split()))
    assert result.exit_code == 2 and result.stdout == ""
    assert f"file.yaml' {told}" in result.stderr and result.stderr.count("\n") == 1


@pytest.mark.parametrize("text", [HOUSE, "game: mine\ndeck: mine\n", "sources: {}\n"])
def test_mutate_tells_where_rules_have_to_lie(text: str, tmp_path: Path) -> None:
    file = tmp_path / "file.yaml"
    file.write_text(text, encoding="utf-8")
    result = call("mutate", str(file))
    hint = "put it into a folder of rules, and name that folder with --rules"
    assert result.exit_code == 2
    assert result.stderr == f"zwanz: {file} is no file of these rules; {hint}\n"


def test_mutate_tells_what_it_takes_where_a_file_holds_no_rules(tmp_path: Path) -> None:
    file = tmp_path / "file.yaml"
    file.write_text("foo: 1\n", encoding="utf-8")
    result = call("mutate", str(file))
    hint = "name one of the folder of rules, such as decks/tarock-40.yaml"
    assert result.stderr == f"zwanz: {file} is no file of these rules; {hint}\n"


@pytest.mark.parametrize("args", ["deck german-24 --print", "book", "leaflet summary"])
def test_a_file_is_refused_where_a_folder_is_written_to(args: str, tmp_path: Path) -> None:
    out = tmp_path / "foo.pdf"
    result = call(*args.split(), "--out", str(out))
    assert result.exit_code == 2 and not out.exists()
    assert "foo.pdf' is the name of a file" in " ".join(result.output.split())
    assert "the folder" in " ".join(result.output.split())


WRONG = [
    "chekc",
    "--frob",
    "check nofile.yaml",
    "check --rules nofolder",
    "games extra",
    "games --lang fr",
    "play nogame",
    "play --variant wikipedai",
    "play zwanzigerrufen:directnet --variant wikipedia",
    "play other:base --auto",
    "play house.yaml",
    "play --auto --lang fr",
    "play --json",
    "play --seed -1",
    "play --seat ninth",
    "play --seat fifth --auto",
    "play --seat second --auto",
    "play --auto --record nofolder/round.yaml",
    "play --auto --record ''",
    "replay",
    "replay nofile.yaml",
    "replay .",
    "replay round.yaml --nodes 5",
    "docs games --out copy",
    "docs nope --out copy",
    "docs --open --out copy",
    "why",
    "why pass",
    "why nofile.yaml pass",
    "why --seed 7",
    "why --seed 7 --hand H-K --contract solo H-K",
    "why --hand H-K H-K",
    "why --hand H-K --contract slo H-K",
    "why --hand 'H-K H-9' --contract solo H-K",
    "why --hand H-K --trick H-K --contract solo H-K",
    "why --hand H-K --trick 'H-Q H-C H-J H-1' --contract solo H-K",
    "why --hand H-K --contract solo --announced trull H-K",
    "why --hand '' --contract solo H-K",
    "why --seed 7 --after 999 pass",
    "why --seed 7 --side defenders pass",
    "why --seed 7 --side declarers pass",
    "why --seed 7 --announced trull pass",
    "why --seed 7 --trick H-K pass",
    "why --hand H-K --contract solo --after 0 H-K",
    "why --seed 7 --hand '' --contract solo pass",
    "why --seed 7 frobnicate",
    "diff directnet",
    "diff directnet nothing",
    "diff directnet wikipedia --json --markdown",
    "book --format docx",
    "book --lang fr",
    "book nogame",
    "examples nofile.yaml",
    "random --rounds 0",
    "vectors --rounds 0",
    "vectors nogame",
    "vectors directnet --out nofolder/rounds.jsonl",
    "vectors directnet --out ''",
    "mutate --json nofolder/mutants.json",
    "mutate --json ''",
    "judge directnet",
    "judge directnet --",
    "judge -- no-such-engine",
    "judge --vectors nofile.jsonl -- cat",
    "judge nogame -- cat",
    "judge directnet --limit nan -- cat",
    "judge directnet --limit inf -- cat",
    "judge directnet --limit 1e12 -- cat",
]


@pytest.mark.parametrize("args", WRONG)
def test_a_wrong_call_ends_with_2_and_one_message(
    args: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = call(*shlex.split(args))
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.output
    assert result.stderr.count("Error:") + result.stderr.count("zwanz:") == 1
    assert not list(tmp_path.iterdir()), "it writes nothing"


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ("why round.yaml --after 0 --side declarers pass", "they go with it"),
        ("why round.yaml --after 0 --game anrufen pass", "--game goes without it"),
        ("why --hand H-K --contract solo --after 3 H-K", "it goes without --hand"),
        ("replay round.yaml --nodes 5", "it goes with that"),
        ("docs --open games --out copy", "it goes without a PAGE and --open"),
    ],
)
def test_an_option_without_effect_is_refused(args: str, sentence: str) -> None:
    result = call(*shlex.split(args))
    assert result.exit_code == 2 and not Path("copy").exists()
    assert sentence in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ("why pass", "give the position: a RECORD, --seed or --hand"),
        ("why pass --seed 3 --hand H-K", "--seed and --hand do not go together"),
        ("solve", "give the position: a RECORD, --seed or --hands"),
        ("play directnet --seed x", "Invalid value for '--seed': 'x' is not a whole number"),
        ("simulate --rounds 1.5", "Invalid value for '--rounds': '1.5' is not a whole number"),
        ("studio nowhere", "there is no folder 'nowhere'"),
    ],
)
def test_a_wrong_call_is_told_in_a_sentence(args: str, sentence: str) -> None:
    result = call(*shlex.split(args))
    assert result.exit_code == 2 and result.stderr.rstrip(".\n").endswith(sentence)


@pytest.mark.parametrize("args", ["check", "examples", "perft --against", "examples --json"])
def test_a_folder_without_files_is_not_taken_for_what_is_shipped(args: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing to check", encoding="utf-8")
    result = call(*shlex.split(args), str(tmp_path))
    assert result.exit_code == 2 and result.stdout == ""
    assert f"there is no .yaml file in '{tmp_path}'" in result.stderr


def test_a_language_that_is_not_there_is_refused_before_anything_is_counted_or_written(
    tmp_path: Path,
) -> None:
    file = tmp_path / "rounds.jsonl"
    calls = (
        "report",
        f"vectors directnet --rounds 1 --out {file}",
        "perft --depth 1",
        "games",
        "random --rounds 1",
    )
    for args in calls:
        result = call(*args.split(), "--lang", "fr")
        assert result.exit_code == 2 and "no words for the language 'fr'" in result.stderr, args
    assert not file.exists()


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        ("chekc", "did you mean 'check'?"),
        ("play --variant wikipedai", "did you mean 'wikipedia'?"),
        ("diff direktnet wikipedia", "did you mean 'directnet'?"),
        ("why --hand H-K --contract slo H-K", "did you mean 'solo'?"),
        (
            "why --variant koenigrufen --seed 1 pass",
            "zwanzigerrufen has no variant 'koenigrufen'; it is a game: name it in place of "
            "zwanzigerrufen",
        ),
    ],
)
def test_a_wrong_call_names_the_nearest_word(args: str, hint: str) -> None:
    assert hint in call(*shlex.split(args)).stderr


@pytest.mark.parametrize("args", ["check", "examples", "replay", "solve", "perft --deal", "why"])
def test_a_name_that_is_too_long_is_told_on_a_short_line(args: str) -> None:
    """In every version of Python; those before 3.14 told such a name from a missing file."""
    done = CliRunner().invoke(zwanz, [*args.split(), f"{'x' * 5000}.yaml"])
    output = done.output.strip()
    assert (done.exit_code, len(output.splitlines())) == (2, 1)
    assert "file name too long" in output and len(output) < 400


@pytest.mark.parametrize("missing", ["nofile.yaml", "folder.yaml"])
def test_replay_and_why_answer_alike_where_there_is_no_record(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder.yaml").mkdir()
    for args in ("replay", "why"):
        result = call(args, missing)
        assert result.exit_code == 2
        assert result.stderr == f"zwanz: there is no record '{missing}'\n", args


def test_a_seat_is_refused_where_nobody_sits_down() -> None:
    result = call("play", "--auto", "--seat", "second")
    assert result.exit_code == 2 and "--seat goes without --auto" in result.stderr


WORDS = """check games play replay why diff examples random --json --seed --variant --lang --hand --contract --trick
--after --auto --rounds 1 7 -1 solo de directnet zwanzigerrufen zwanzigerrufen: : H-K pass -- - .yaml"""
ARGS = st.one_of(st.sampled_from(WORDS.split()), st.text(max_size=8))


@settings(max_examples=60)
@given(st.lists(ARGS, max_size=6))
def test_nonsense_never_ends_in_a_traceback(args: list[str]) -> None:
    result = call(*args, typed="quit\n")
    assert result.exit_code in (0, 1, 2), (args, result.output)
    assert "Traceback" not in result.output


def test_a_mistake_of_the_program_ends_with_70_and_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*args: object, **extra: object) -> list[object]:
        raise RuntimeError("a mistake")

    monkeypatch.setattr("zwanz_ssot.library.check", broken)
    result = call("check")
    assert result.exit_code == 70
    assert result.output.count("\n") == 1 and "ZWANZ_DEBUG=1" in result.output
    monkeypatch.setenv("ZWANZ_DEBUG", "1")
    result = call("check")
    assert result.exit_code == 70 and "Traceback" in result.output and "a mistake" in result.output


def test_without_the_libraries_for_pages_a_book_ends_with_3(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZWANZ_ONE_PROCESS", "1")

    def missing(name: str, *args: object, **extra: object) -> object:
        if name == "weasyprint":
            raise OSError("cannot load library 'libpango-1.0-0'\nand more")
        return real(name, *args, **extra)  # type: ignore[arg-type]

    real = __import__
    monkeypatch.setattr("builtins.__import__", missing)
    result = call("book", "--format", "pdf", "--out", str(tmp_path))
    assert result.exit_code == 3
    assert not any(tmp_path.iterdir())
    assert "scripts/book" in result.output and "and more" not in result.output


@pytest.mark.parametrize(("name", "code", "sentence"), [
    ("some_package.part", 3, "the Python package 'some_package' is not installed; in a checkout run sh scripts/setup"),
    ("zwanz_ssot.nothing", 70, "something went wrong inside the program (ModuleNotFoundError: No module named"),
])  # fmt: skip
def test_a_package_that_is_missing_is_to_be_installed(
    capsys: pytest.CaptureFixture[str], name: str, code: int, sentence: str
) -> None:
    """After new rules of set-up were fetched, say, and nothing was set up."""

    def call() -> None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    assert exit_code(call) == code
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    "args", ["diff directnet house.yaml", "play -v house.yaml --auto", "replay round.yaml"]
)
@pytest.mark.usefixtures("desk")
def test_a_file_that_cannot_be_read_ends_with_2(args: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read = Path.read_bytes

    def closed(path: Path) -> bytes:
        if path.name in ("house.yaml", "round.yaml"):
            raise PermissionError(13, "Permission denied", str(path))
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", closed)
    result = call(*args.split())
    assert result.exit_code == 2, result.output
    assert "the file cannot be read: Permission denied" in result.output


def test_a_mistake_of_the_program_is_named_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever adds a word without its sentence in some language, or a block without its template,
    sees which.
    """

    def call() -> None:
        raise KeyError("conditions.cards_taken")

    def long() -> None:
        raise ValueError("one line\n  and a second one" + "\n and more" * 99)

    def unreadable() -> None:
        (tmp_path / "words.cs.yaml").write_text("a: {b: c", encoding="utf-8")
        places.table(tmp_path / "words.cs.yaml")

    assert [exit_code(each) for each in (call, long, unreadable, _fails)] == [70] * 4
    first, second, third, fourth = capsys.readouterr().err.splitlines()
    assert "(KeyError: 'conditions.cards_taken')" in first
    assert "(ValueError: one line and a second one and more" in second and len(second) < 500
    assert 'words.cs.yaml", line 1, column' in third
    assert "(AssertionError)" in fourth


def _fails() -> None:
    raise AssertionError


def test_an_interrupt_ends_quietly_with_130() -> None:
    process = subprocess.Popen(
        [*ZWANZ, "play", "--seed", "7"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=hear_interrupts,
    )
    assert process.stdout is not None and process.stdin is not None
    while b"> " not in process.stdout.read1():  # type: ignore[attr-defined]
        pass
    # Its input stays open: nothing but the interrupt can end it. `input` of Python 3.11.2 loses one
    # that comes while the prompt is written to a pipe, so one comes later, and again after a while.
    for _ in range(20):
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=5)
            break
    assert process.poll() == 130
    _, err = process.communicate()
    assert err.strip() == b""


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    process = subprocess.Popen(
        [*ZWANZ, "play", "--auto", "--seed", "1", "--rounds", "60"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=300) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is full")
@pytest.mark.parametrize("args", ["games", "check --json", "docs command-line"])
def test_a_full_output_is_told_in_a_line(args: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*ZWANZ, *args.split()], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr == b"zwanz: nothing more can be written: no space left on device\n"


@pytest.mark.skipif(os.name != "posix", reason="a shell closes a stream like this")
@pytest.mark.parametrize(
    ("args", "closed", "code", "sentence"),
    [
        ("games", ">&-", 0, ""),
        ("vectors directnet --rounds 1", ">&-", 0, ""),
        ("play --help", ">&-", 0, ""),
        ("play nogame", "2>&-", 2, ""),
        ("play --seed 7", "<&-", 0, "The game ends here."),
    ],
)
def test_a_stream_that_is_closed_is_done_without(
    args: str, closed: str, code: int, sentence: str
) -> None:
    command = f"{shlex.join(ZWANZ)} {args} {closed}"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=False, timeout=300
    )
    assert (done.returncode, done.stderr) == (code, "") and sentence in done.stdout


@pytest.mark.parametrize("columns", ["9" * 5000, "²", "-5", "abc"])
def test_a_width_that_is_no_width_is_passed_over(
    columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert call("games").exit_code == 0


def test_what_is_typed_in_another_encoding_is_not_understood_and_no_more() -> None:
    """Bytes that are no text in the encoding of the input, as they come from a file or a paste."""
    env = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    call_of = [*ZWANZ, "play", "-v", "directnet", "--seed", "7"]
    done = subprocess.run(
        call_of, input=b"\xe4h\xff\nquit\n", capture_output=True, check=False, env=env, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"This is not understood: " in done.stdout and b"The game ends here." in done.stdout


def test_an_output_that_cannot_show_the_suits_still_works() -> None:
    done = run("play", "--auto", "--seed", "1", PYTHONIOENCODING="latin-1")
    assert done.returncode == 0 and "?K" in done.stdout


def test_check_starts_without_what_it_does_not_need() -> None:
    code = (
        "import sys\ntry:\n from zwanz_ssot.cli import main; main()\n"
        "except SystemExit as end:\n print(end.code, sorted({'rich', 'weasyprint', 'jinja2', 'zwanz_renderer'} & "
        "{name.split('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "check"], capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines()[-1] == "0 []", done.stdout + done.stderr


def _on_a_terminal(*args: str, **extra: str) -> str:
    main, other = pty.openpty()
    env = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    process = subprocess.Popen(
        [*ZWANZ, *args], stdout=other, stderr=other, env={**env, "TERM": "xterm", **extra}
    )
    os.close(other)
    printed = b""
    while True:
        try:
            part = os.read(main, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        printed += part
    process.wait(timeout=300)
    os.close(main)
    return printed.decode()


@pytest.mark.parametrize(
    "args", [("check",), ("diff", "wikipedia", "directnet"), ("play", "--auto", "--seed", "7")]
)
def test_colours_are_for_terminals_that_want_them(args: tuple[str, ...]) -> None:
    assert "\x1b[" in _on_a_terminal(*args)
    assert "\x1b[" not in _on_a_terminal(*args, NO_COLOR="1")
    assert "\x1b[" not in _on_a_terminal(*args, TERM="dumb")
    assert "\x1b[" not in run(*args).stdout


def test_the_version_is_told() -> None:
    assert re.fullmatch(r"zwanz, version \d+\.\d+\.\d+\n", call("--version").output)


def test_the_shell_completes_commands_games_variants_and_languages() -> None:
    def complete(words: str, number: int) -> str:
        done = run(_ZWANZ_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(number))
        return done.stdout

    assert "plain,play" in complete("zwanz p", 1)
    assert "plain,directnet" in complete("zwanz diff d", 2)
    assert "plain,wikipedia" in complete("zwanz play --variant w", 3)
    assert "plain,de" in complete("zwanz play --lang d", 3)


def _fields(text: object) -> set[str]:
    return set(re.findall(r"{(\w+)}", str(text)))


def test_the_phrases_of_all_languages_have_the_same_keys_and_places() -> None:
    english = phrases.phrases_of("en")
    assert english
    for file in HERE.glob("phrases.*.yaml"):
        other = yaml.safe_load(file.read_text(encoding="utf-8"))
        assert list(other) == list(english), file
        for key, text in other.items():
            if key != "commands":
                assert _fields(text) == _fields(english[key]), f"{file.name}: {key}"


def test_every_phrase_is_said_somewhere() -> None:
    templates = places.data("templates")
    found = [*HERE.parent.rglob("*.py"), *(templates / "scaffold").rglob("*.j2")]
    found.append(templates / "balance.html.j2")
    code = "".join(path.read_text(encoding="utf-8") for path in found)
    made_up = (
        "column_",
        "ground_",
        "report_",
        "differs_by_",
        "differs_",
        "met_",
        "mistake_",
        "balance_",
        "contest_",
        "progress_",
    )
    verdicts = set(get_args(Verdict))
    english = phrases.phrases_of("en")
    assert english
    for key in english.keys() - verdicts:
        stem = next((key.removeprefix(start) for start in made_up if key.startswith(start)), key)
        assert re.search(rf"""["']({key}|{stem})["']""", code), key


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("diff", "wikipedia", "directnet", "--no-play"), "comparing wikipedia and directnet"),
        (("trace", "mini", "--rules", str(Path(__file__).with_name("mutants"))), "tracing mini"),
    ],
)
def test_what_takes_long_says_on_a_terminal_that_it_goes_on(
    args: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    more = ("--out", str(tmp_path)) if args[0] == "trace" else ()
    assert told in _on_a_terminal(*args, *more)
    assert told not in run(*args, *more).stderr


def test_an_interrupt_while_the_program_is_loaded_is_no_traceback() -> None:
    script = (
        "import sys; from zwanz_ssot.cli import main\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, *more):\n"
        "        if name == 'zwanz_ssot.cli.framework': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "main()\n"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (130, "")
