"""Reading YAML: where values stand, and every guard with its exact line, column and words."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest
import yaml
from bounded import limited
from document_marks import whole
from hypothesis import given, settings
from hypothesis import strategies as st

from zwanz_ssot import source, yaml_reader
from zwanz_ssot.language_server.completion import flow
from zwanz_ssot.library import written
from zwanz_ssot.problems import Mark, RulesFault
from zwanz_ssot.source import abridged, dotted, exists, parse, read, spell

GAME = """\
# a comment
game: small
table:
  players: 4
  'forehand': {next_to: dealer}   # flow
ladder:
  - solo
  - {by: "all", is: true}
points: [5, -3, 1.5, '10', null, ~]
lookup: {0: 50, -1: x}
text: |
  two
  lines
empty:
"""


@pytest.fixture(params=["the C parser", "the Python parser"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both parsers of PyYAML have to give the same guards."""
    if request.param == "the Python parser":
        monkeypatch.setattr(yaml_reader, "_LOADER", yaml.SafeLoader)
    return str(request.param)


def problems(text: str | bytes) -> list[str]:
    """The problems of a text in the file ``f``, as people read them."""
    with pytest.raises(RulesFault) as caught:
        parse(text, "f")
    return str(caught.value).splitlines()


def test_the_data_are_plain(parser: str) -> None:
    assert parse(GAME, "f").data == {
        "game": "small",
        "table": {"players": 4, "forehand": {"next_to": "dealer"}},
        "ladder": ["solo", {"by": "all", "is": True}],
        "points": [5, -3, 1.5, "10", None, None],
        "lookup": {"0": 50, "-1": "x"},
        "text": "two\nlines\n",
        "empty": None,
    }


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ((), (2, 1), None),
        (("game",), (2, 7), (2, 1)),
        (("table",), (4, 3), (3, 1)),
        (("table", "players"), (4, 12), (4, 3)),
        (("table", "forehand"), (5, 15), (5, 3)),
        (("table", "forehand", "next_to"), (5, 25), (5, 16)),
        (("ladder", 0), (7, 5), None),
        (("ladder", 1), (8, 5), None),
        (("ladder", 1, "is"), (8, 21), (8, 17)),
        (("points", 3), (9, 22), None),
        (("lookup", "0"), (10, 13), (10, 10)),
        (("lookup", "-1"), (10, 21), (10, 17)),
        (("text",), (11, 7), (11, 1)),
    ],
)
def test_each_value_and_each_key_knows_its_place(
    parser: str, path: source.Path, value: tuple[int, int], key: tuple[int, int] | None
) -> None:
    document = parse(GAME, "f")
    assert document.marks[path] == Mark("f", *value)
    assert document.keys.get(path) == (Mark("f", *key) if key else None)


def test_a_path_that_is_not_there_has_the_mark_of_what_is_around_it() -> None:
    document = parse(GAME, "f")
    assert document.mark(("table", "players", "deep", 3)) == Mark("f", 4, 12)
    assert document.mark(("ladder", 7)) == document.marks[("ladder",)]
    assert document.mark(("nothing",)) == Mark("f", 2, 1)


def test_values_and_dotted_paths() -> None:
    document = parse(GAME, "f")
    assert document.value(("ladder", 1, "by")) == "all"
    assert document.value(()) is document.data
    assert dotted(("ladder", 1, "by")) == "ladder.1.by"


def test_columns_count_characters_not_bytes(parser: str) -> None:
    assert parse("ä: [♥♥, 𝄞, x]", "f").marks[("ä", 2)] == Mark("f", 1, 12)


def test_a_byte_order_mark_and_windows_line_ends_are_fine(parser: str) -> None:
    document = parse(b"\xef\xbb\xbfa: 1\r\nb: \xc3\xa4\r\n", "f")
    assert document.data == {"a": 1, "b": "ä"}
    assert document.marks[("a",)] == Mark("f", 1, 4)
    assert document.marks[("b",)] == Mark("f", 2, 4)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_byte_order_mark_is_told_as_such(parser: str, encoding: str) -> None:
    assert problems("a: 1\nname: Müller".encode(encoding)) == [
        "f:1:1: the file is written in UTF-16; save it as UTF-8"
    ]


TWO_READINGS = "for some readers of YAML and true or false for others"
LIKE_A_NUMBER = (
    "looks like a number, but readers of YAML do not agree on which; "
    "write plain digits such as 12, or put it in quotes if it is a text"
)


@pytest.mark.parametrize("word", ["yes", "No", "on", "OFF", "y", "N"])
def test_words_that_some_read_as_true_or_false(parser: str, word: str) -> None:
    assert problems(f"a: 1\nb: [x, {word}]") == [
        f"f:2:8: b.1: '{word}' is a text {TWO_READINGS}; write true or false, or put it in quotes: '{word}'"
    ]
    assert problems(f"a:\n  {word}: 1") == [
        f"f:2:3: a: '{word}' is a text {TWO_READINGS}; choose another word, or put it in quotes: '{word}'"
    ]
    assert parse(f"a: '{word}'", "f").data == {"a": word}


@pytest.mark.parametrize(
    ("word", "right"), [("True", "true"), ("FALSE", "false"), ("Null", "null")]
)
def test_true_false_and_null_have_one_spelling(parser: str, word: str, right: str) -> None:
    assert problems(f"a: {word}") == [
        f"f:1:4: a: '{word}' is a text for some readers of YAML and {right} for others; "
        f"write {right}, or put it in quotes: '{word}'"
    ]


@pytest.mark.parametrize(
    "word",
    ["010", "0o17", "0x1F", "0b11", "1_000", "12:30", "1:2:3", "2024-01-31", "2024-01-31 10:00:00", ".5", "5.",
     "1e5", "1.5e3", "+5", "00", ".inf", "-.INF", ".nan", "1.2.3", "1e" + "9" * 60],
)  # fmt: skip
def test_numbers_that_readers_understand_differently(parser: str, word: str) -> None:
    shown = word if len(word) <= 40 else word[:39] + "…"
    assert problems(f"a: {word}") == [f"f:1:4: a: '{shown}' {LIKE_A_NUMBER}"]
    assert parse(f"a: '{word}'", "f").data == {"a": word}


@pytest.mark.parametrize("word", ["9" * 19, "-" + "9" * 5000, "1." + "0" * 400, "9" * 19 + ".5"])
def test_numbers_of_too_many_digits(parser: str, word: str) -> None:
    shown = word if len(word) <= 40 else word[:39] + "…"
    assert problems(f"a: {word}") == [
        f"f:1:4: a: '{shown}' has too many digits for a number; "
        "write at most 18, or put it in quotes if it is a text"
    ]
    assert parse(f"a: '{word}'", "f").data == {"a": word}


@pytest.mark.parametrize(
    ("word", "value"),
    [("0", 0), ("-7", -7), ("9" * 18, int("9" * 18)), ("1.5", 1.5), ("-0.25", -0.25), ("XX", "XX"), ("1st", "1st"),
     ("T-XX", "T-XX"), ("5 points", "5 points"), ("3x", "3x"), ("nothing", "nothing"), ("=", "=")],
)  # fmt: skip
def test_plain_words_that_mean_one_thing(parser: str, word: str, value: Any) -> None:
    data = parse(f"a: {word}", "f").data
    assert data == {"a": value}
    assert type(data["a"]) is type(value)


EMPTY = "the file is empty; write at least one 'key: value'"
NO_MAPPING = "stands at the top of the file; a mapping is wanted; write 'key: value' lines"
KEY = "put it in quotes if it is meant as a key"
ALIAS = "is an alias; each value stands once; write the value here; contracts that share rules say like: with the name of the first, or name a group"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [f"f:1:1: {EMPTY}"]),
        ("# only a comment\n", [f"f:1:1: {EMPTY}"]),
        ("---\n...\n", [f"f:1:1: {EMPTY}"]),
        ("- a\n- b", [f"f:1:1: a list {NO_MAPPING}"]),
        ("\n  word", [f"f:2:3: a single value {NO_MAPPING}"]),
        ("a: 1\n---\nb: 2", ["f:2:1: a second document begins here; keep one document in one file"]),
        (
            "a:\n  b: 1\n  c: 2\n  b: 3\na: 4\n",
            [
                "f:4:3: a: 'b' is written twice here, first in line 2; keep one of them",
                "f:5:1: 'a' is written twice here, first in line 1; keep one of them",
            ],
        ),
        ("{0: a, '0': b}", ["f:1:8: '0' is written twice here, first in line 1; keep one of them"]),
        ("a: {b: {c: 1}}\nd: {b: {c: 1}}\na: {b: {c: 1}}",
         ["f:3:1: 'a' is written twice here, first in line 1; keep one of them"]),
        ("a: &x [1]\nb: *x\nc: [*x]",
         ["f:1:4: a: '&x' is an anchor; each value stands once; remove it; contracts that share"
          " rules say like: with the name of the first, or name a group",
          f"f:2:4: b: '*x' {ALIAS}",
          f"f:3:5: c.0: '*x' {ALIAS}"]),
        ("a: !x 1\nb: !!python/object:os.system [rm]\nc: !!str 5\nd: ! x",
         ["f:1:4: a: '!x' is a tag; rule files have none; remove it, or put the text in quotes",
          "f:2:4: b: '!!python/object:os.system' is a tag; rule files have none;"
          " remove it, or put the text in quotes",
          "f:3:4: c: '!!str' is a tag; rule files have none; remove it, or put the text in quotes",
          "f:4:4: d: '!' is a tag; rule files have none; remove it, or put the text in quotes"]),
        ("a: 1\n<<: {b: 2}",
         ["f:2:1: '<<' merges another mapping into this one; write its entries out here"]),
        ("true: 1\n~: 2\n1.5: 3\n",
         [f"f:1:1: 'true' is not a name; {KEY}", f"f:2:1: '~' is not a name; {KEY}",
          f"f:3:1: '1.5' is not a name; {KEY}"]),
        ("{: 1}", ["f:1:2: a key is missing before ':'; write one"]),
        ("a:\n  ? [x, z]\n  : 1",
         ["f:2:5: a: a key is a single word, not a list, a mapping or an alias; put it in quotes"]),
        ("name: {en: one, two}",
         ["f:1:17: name.two: 'two' is a key without ': ' and a value; put a text with a comma in quotes"]),
        ("a: {b:1, c: 2}", ["f:1:5: a.b:1: 'b:1' is a key without ': ' and a value; write a space after its colon"]),
        ("a: 1\nb: x\x00y\nc: \x1b[1m\nd: \x00",
         ["f:2:5: the invisible character U+0000 stands here, and 1 more; remove it",
          "f:3:4: the invisible character U+001B stands here; remove it"]),
        ("a: 1\u2028b: 2", ["f:1:5: the invisible character U+2028 stands here; remove it"]),
        ("a: 1\rb: 2", ["f:1:5: the invisible character U+000D stands here; remove it"]),
        ("a: '\u202etext'", ["f:1:5: the invisible character U+202E stands here; remove it"]),
        ("a: '\ud800'", ["f:1:5: the invisible character U+D800 stands here; remove it"]),
        ('a: "\\e[31m"', ["f:1:4: a: this text contains the invisible character U+001B; remove it"]),
        ("a:\n\tb: 1\n\n\t\tc: 2\n \td: 3", ["f:2:1: a tab indents this line, and 2 more; indent with spaces"]),
        ("a:\n  \tb: 1", ["f:2:3: a tab indents this line; indent with spaces"]),
        ("a: 1\n\u00a0\u00a0b: 2",
         ["f:2:1: the space-like character U+00A0 indents this line; indent with spaces"]),
    ],
)  # fmt: skip
def test_guards(parser: str, text: str, lines: list[str]) -> None:
    assert problems(text) == lines


def test_a_tab_between_words_is_no_harm() -> None:
    assert parse("a:\t1\t# so\nb: 'x\ty'", "f").data == {"a": 1, "b": "x\ty"}


QUOTES = "put the text in quotes"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: 1\nname: Foo: Bar", "f:2:10: a ':' stands where no value can begin; put a text with ': ' in quotes,"
         " and indent the keys of one mapping alike"),
        ("a: 1\nb: [1, 2\nc: 3", "f:2:4: the list that opens here with '[' is not closed, and line 3 does not"
         " continue it; write ',' between entries and ']' at the end"),
        ("a: {x: 1\nb: 3", "f:1:4: the mapping that opens here with '{' is not closed, and line 2 does not"
         " continue it; write ',' between entries and '}' at the end"),
        ("a: 1\nb: {x: [1, 2\n\n", "f:2:8: b.x: the list that opens here is not closed; write ']'"),
        ("a: 1\nb: {x: 1,", "f:2:4: b: the mapping that opens here is not closed; write '}'"),
        ("a: 'x\nb: 1\n", "f:1:4: the quote that opens here is never closed; write the same quote at its end"),
        ('a: "x\n---\n"', "f:1:4: the quote that opens here is not closed before line 2;"
         " write the same quote at its end"),
        ("a: @x", f"f:1:4: a value cannot begin with this character; {QUOTES}"),
        ("a: `x", f"f:1:4: a value cannot begin with this character; {QUOTES}"),
        ("a: 1\nb\n", "f:2:1: this line has no ': ' after its key; write 'key: value', with a space after"
         " the colon"),
        ("a: - b", "f:1:4: a list with '- ' cannot begin in the middle of a line; begin it on a line of its own"),
        ("a: [,]", "f:1:5: something is missing before this; write one, or remove the bracket or the comma"),
        ("a: 1\n...\nb: 1", "f:3:1: text stands after the end of the document; keep one document in one file"),
        ("a: !u!x", f"f:1:4: '!' begins a tag, which rule files do not have; {QUOTES}"),
        ("a: *", f"f:1:5: '*' and '&' begin aliases and anchors, which rule files do not have; {QUOTES}"),
        ('a: "\\xzz"', "f:1:7: no character has this number after its backslash;"
         " use single quotes, in which a backslash is only itself"),
        ("%YAML 3.0\n---\na: 1", "f:1:1: this version of YAML is not known; remove the line that begins with '%'"),
    ],
)  # fmt: skip
def test_what_is_not_yaml_is_said_in_our_words(parser: str, text: str, line: str) -> None:
    assert problems(text) == [line]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: {? : 2}", f"f:1:7: a: a key is missing before ':'; {KEY}"),
        ("a:\n  b: 1\n c: 2", "f:3:2: this does not continue the mapping that begins in line 1; indent its keys"
         " alike; a text with quotes or brackets in it is put in quotes"),
        ("a: 'it's'", "f:1:8: this does not continue the mapping that begins in line 1; indent its keys"
         " alike; a text with quotes or brackets in it is put in quotes"),
        ("- a\nb: 1", "f:2:1: this does not continue the list that begins in line 1;"
         " begin each entry with '- ', indented alike"),
        ('a: "\\q"', "f:1:5: no character is written like this after a backslash;"
         " use single quotes, in which a backslash is only itself"),
        ("a: |x\n  y", "f:1:5: nothing may follow '|' or '>' in its line; begin the text in the next line"),
        ("%FOO\na: 1", "f:1:1: a line that begins with '%' is a directive; remove it"),
        ("a: 1\n\t\nb: 2\n", "f:2:1: a tab stands where spaces belong; use spaces"),
    ],
)  # fmt: skip
def test_what_only_the_c_parser_says_so_exactly(text: str, line: str) -> None:
    if not yaml.__with_libyaml__:
        pytest.skip("PyYAML without its C parser")
    assert problems(text) == [line]


def test_problems_before_the_text_breaks_off_are_told_too() -> None:
    found = problems("a: 010\na: yes\nb: [")
    assert [line.split(": ")[0] for line in found] == ["f:1:4", "f:2:1", "f:2:4", "f:3:4"]


def test_bytes_that_are_not_utf8() -> None:
    assert problems("a: 1\nb: ä".encode() + b" \xe4") == [
        "f:2:6: byte 0xE4 is not UTF-8; save the file as UTF-8",
    ]
    assert problems(b"\xef\xbb\xbfa: \xff") == [
        "f:1:4: byte 0xFF is not UTF-8; save the file as UTF-8"
    ]
    for encoding in ("utf-16-le", "utf-16-be"):
        bom = "\ufeff".encode(encoding)
        found = problems(bom + "a: 1".encode(encoding))
        assert found == ["f:1:1: the file is written in UTF-16; save it as UTF-8"]


def nested(depth: int, flow: bool) -> str:
    if flow:
        return "a: " + "[" * depth + "]" * depth
    return "".join(f"{' ' * level}a:\n" for level in range(depth)) + " " * depth + "a: 1"


@pytest.mark.parametrize("flow", [True, False])
def test_forty_levels_are_enough(parser: str, flow: bool) -> None:
    assert parse(nested(39, flow), "f")
    (line,) = problems(nested(40, flow))
    assert line.endswith(": this is nested deeper than 40 levels; no rule needs that")
    assert line.startswith("f:1:43: " if flow else "f:41:41: ")


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "a: " + "[" * 100_000 + "]" * 100_000,
        "{a: " * 100_000,
        "- " * 100_000,
        "? " * 100_000,
        "a: " + "{[" * 50_000,
    ],
)
def test_a_bomb_of_brackets_is_answered_at_once(parser: str, text: str) -> None:
    with limited(600):
        assert len(problems(text)) == 1


@pytest.mark.parametrize("number", ["FFFFFFFF", "80000000", "00110000"])
@pytest.mark.parametrize("depth", [0, 1005])
def test_a_number_of_no_character_is_told_at_its_place(
    parser: str, depth: int, number: str
) -> None:
    (line,) = problems("[" * depth + rf'"\U{number}"' + "]" * depth)
    assert line == (
        f"f:1:{depth + 4}: no character is written like this after a backslash; "
        "use single quotes, in which a backslash is only itself"
    )


def test_a_bomb_of_colons_is_answered_at_once(parser: str) -> None:
    with limited(600):
        assert problems('a: ["' + "a: " * 200_000 + '," : ] ]') != []
        assert problems('a: ["' + "a: " * 200_000 + '"] ]') != []
        assert problems("a: [" + "a: " * 200_000 + "]") != []


def test_a_bomb_of_aliases_is_never_unfolded() -> None:
    lines = ["a0: &a0 [x, x]"] + [
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)
    ]
    found = problems("\n".join(lines))
    assert len(found) <= yaml_reader.MAX_PROBLEMS + 2
    assert found[-1].endswith("problems so far; the rest of the file was not read")


def test_a_long_plain_file_is_read_in_time() -> None:
    text = "a: [" + "word, " * 100_000 + "word]"
    with limited(600):
        assert len(parse(text, "f").data["a"]) == 100_001


def test_files_are_named_as_short_as_the_working_folder_allows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rules").mkdir()
    file = tmp_path / "rules" / "a.yaml"
    file.write_text("a: 1", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert read(file).file == "rules/a.yaml"
    assert read(Path("rules/a.yaml")).file == "rules/a.yaml"
    assert read(file, shown="here").mark(("a",)) == Mark("here", 1, 4)
    monkeypatch.chdir(tmp_path / "rules")
    assert read(file).file == "a.yaml"
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    assert read(file).file == file.as_posix()
    assert read(Path("../rules/a.yaml")).file == "../rules/a.yaml"


def fault(path: Path) -> str:
    with pytest.raises(RulesFault) as caught:
        read(path, "f")
    assert [problem.mark for problem in caught.value.problems] == [None]
    return str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert fault(tmp_path / "no.yaml") == "f: there is no such file"
    assert fault(tmp_path) == "f: this is a folder; a file is wanted"
    assert fault(Path("a\0b")) in (
        "f: there is no such file",
        "f: the file cannot be read: its name is not a path",
    )
    assert fault(tmp_path / ("x" * 5000)) in (
        "f: there is no such file",
        "f: the file cannot be read: File name too long",
    )
    os.mkfifo(tmp_path / "pipe")
    assert fault(tmp_path / "pipe") == "f: this is not an ordinary file"
    large = tmp_path / "large.yaml"
    large.write_bytes(b"a: 1\n" + b"#" * 2_000_000)
    assert fault(large) == (
        "f: the file has 2000005 bytes; at most 2000000 are read; divide it into several files"
    )
    closed = tmp_path / "closed.yaml"
    closed.write_text("a: 1", "utf-8")
    closed.chmod(0)
    if not os.access(closed, os.R_OK):
        assert fault(closed) == "f: the file cannot be read: Permission denied"


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("x", "'x'"),
        (5, "5"),
        (1.5, "1.5"),
        (True, "true"),
        (None, "nothing"),
        ([], "[]"),
        ({}, "{}"),
        ([1, "x", {"a": [True]}], "[1, 'x', {a: [true]}]"),
        ("y" * 80, "'" + "y" * 58 + "…"),
    ],
)
def test_values_are_spelled_on_one_line(value: Any, written: str) -> None:
    assert spell(value) == written


SIX_CONTRACTS = ", ".join(f"contract_{n}" for n in range(6))


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("y" * 80, "'" + "y" * 58 + "…"),
        ([1, "x", "T: x", {"a": [True]}], "[1, x, 'T: x', {a: [true]}]"),
        (["true", "no", "yes sir"], "['true', 'no', yes sir]"),
        ([f"contract_{n}" for n in range(30)], f"[{SIX_CONTRACTS}, …]"),
        (
            {"a": {"b": ["x" * 30] * 9, "c": 1}, "d": 2},
            f"{{a: {{b: [{'x' * 30}, {'x' * 30}, …], …}}, …}}",
        ),
    ],
)
def test_an_abridged_list_is_closed(value: Any, written: str) -> None:
    assert abridged(value) == written


def test_a_huge_value_is_spelled_at_once() -> None:
    assert len(spell([["x" * 10] * 1000] * 1000)) == 60


@settings(max_examples=300)
@given(st.binary(max_size=60) | st.text(alphabet="ab:-?[]{}'\"|>&*!%@#,\n\t \\01.~<x", max_size=60))
def test_whatever_the_text_only_rulesfault_is_raised(text: str | bytes) -> None:
    try:
        whole(parse(text, "f"))
    except RulesFault as fault:
        for problem in fault.problems:
            assert problem.mark is not None
            assert problem.mark.line >= 1 and problem.mark.column >= 1
            assert problem.text and "\n" not in str(problem)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(st.characters(codec="utf-8"), max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abcdefgh", min_size=3), inner, max_size=3),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=150)
@given(st.dictionaries(st.text("abcdefgh", min_size=3), PLAIN, min_size=1, max_size=4))
def test_what_was_written_is_read_again(data: dict[str, Any]) -> None:
    """As JSON, which is YAML too; characters that no rule file may hold are the only exception."""
    text = json.dumps(data, indent=1, ensure_ascii=False)
    try:
        document = parse(text, "f")
    except RulesFault as fault:
        assert {problem.code for problem in fault.problems} == {"source.character"}
        return
    assert document.data == data
    whole(document)


_WORDS = st.text("ab1 .:-'{}[],#§é", max_size=6) | st.sampled_from(["true", "no", "null", "1e3"])
_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**15), 10**15)
    | st.sampled_from([0.5, -2.25, 10.0])
    | _WORDS,
    lambda part: st.lists(part, max_size=3) | st.dictionaries(_WORDS, part, max_size=3),
    max_leaves=8,
)


@given(_VALUES)
def test_a_value_on_one_line_is_read_back(value: object) -> None:
    text = flow(value)
    assert "\n" not in text
    assert parse(f"set: {text}\n", "it").data == {"set": value}


def test_a_name_too_long_is_no_file_and_what_may_not_be_looked_at_is_no_such_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not exists(tmp_path / ("x" * 2000))

    def refused(path: Path) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "exists", refused)
    with pytest.raises(PermissionError):
        exists(tmp_path)


def test_a_text_of_the_same_time_and_length_is_read_anew_once_it_is_another_file(
    tmp_path: Path,
) -> None:
    """An archive gives all its files one time, and so does a checkout that is made quickly."""
    house, newer = tmp_path / "house.yaml", tmp_path / "newer.yaml"
    house.write_text("variant: one\n")
    newer.write_text("variant: two\n")
    for file in (house, newer):
        os.utime(file, (10**9, 10**9))
    assert written(house).data == {"variant": "one"}
    newer.replace(house)
    assert written(house).data == {"variant": "two"}


def test_a_text_of_the_same_time_and_another_length_is_read_anew(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    for name in ("one", "three"):
        house.write_text(f"variant: {name}\n")
        os.utime(house, (10**9, 10**9))
        assert written(house).data == {"variant": name}
