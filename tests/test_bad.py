"""Broken rule files, records and chapters, each with the exact words that its writer is told.

A case in ``tests/bad/<kind>/`` is a broken file, a ``.patch`` of the small, sound library in
``tests/bad/rules/``, or a folder of files laid over that library; beside it stands
``<name>.expected``, which was written by hand. A patch names a file and then, line by line, what is
taken out (``-``) and what comes in its place (``+``); an empty line stands between two places.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest
from sentences import sentences, speakers, speaking

from zwanz_ssot.examples import run
from zwanz_ssot.library import check, library, load, questions
from zwanz_ssot.model import Game
from zwanz_ssot.problems import ChapterFault, Problem, RulesFault
from zwanz_ssot.record import replay
from zwanz_ssot.words import registry

BAD = Path(__file__).parent / "bad"
RULES = BAD / "rules"
GAME = "zwanzigerrufen"
# What the schemas ask, in words of their own.
KEYWORDS = (
    *("unknown", "name", "required", "type", "enum", "const", "pattern", "minimum"),
    *("minLength", "minItems", "minProperties", "maxProperties", "uniqueItems"),
)
_ASKED = re.compile("(?<=what can be asked here: )[a-z_]+(?:, [a-z_]+)*")
CASES = sorted(
    path for kind in BAD.iterdir() if kind.is_dir() and kind != RULES for path in kind.iterdir()
    if path.suffix != ".expected"
)  # fmt: skip


def patched(case: Path, library: Path) -> None:
    """Apply a patch to a copy of the library. Each block of lines taken out must stand there once."""
    file, old, new = library, [], []

    def replace() -> None:
        if old or new:
            text = "\n" + file.read_text(encoding="utf-8")
            before = "\n" + "".join(f"{line}\n" for line in old)
            assert text.count(before) == 1, (
                f"{case.name}: {before!r} stands {text.count(before)} times in {file.name}"
            )
            after = "\n" + "".join(f"{line}\n" for line in new)
            file.write_text(text.replace(before, after).removeprefix("\n"), encoding="utf-8")
        old.clear()
        new.clear()

    for line in case.read_text(encoding="utf-8").splitlines():
        if line.startswith("+"):
            new.append(line[1:])
        elif line.startswith("-"):
            if new:
                replace()
            old.append(line[1:])
        else:
            replace()
            file = library / line if line else file
    replace()


def in_library(case: Path, desk: Path) -> list[Problem]:
    """Everything that is wrong in a library that has been patched, or has had a folder laid over
    it.
    """
    library = desk / "rules"
    shutil.copytree(RULES, library)
    if case.is_dir():
        shutil.copytree(case, library, dirs_exist_ok=True)
    else:
        patched(case, library)
    return check(rules=library)


def alone(case: Path, desk: Path) -> list[Problem]:
    """What is wrong in one file of one's own, beside the sound library."""
    shutil.copytree(RULES, desk / "rules")
    return check([copied(case, desk)], rules=desk / "rules")


def of_record(case: Path, desk: Path) -> list[Problem]:
    """What is wrong in the record of a round."""
    try:
        replay(copied(case, desk), RULES)
    except RulesFault as fault:
        return list(fault.problems)
    return []


def of_examples(case: Path, desk: Path) -> list[Problem]:
    """What is wrong in a file of examples."""
    try:
        run(copied(case, desk), RULES)
    except RulesFault as fault:
        return list(fault.problems)
    return []


def of_chapters(case: Path, desk: Path) -> list[Problem]:
    """What is wrong in a chapter, or in a book of several."""
    from zwanz_renderer import blocks
    from zwanz_renderer.book import write_chapters
    from zwanz_renderer.shortcodes import BLOCKS

    assert blocks
    there = copied(case, desk)
    folder = there if there.is_dir() else there.parent
    language = "de" if case.stem.endswith(".de") else "en"
    try:
        write_chapters(sound(), language, folder, BLOCKS)
    except ChapterFault as fault:
        return list(fault.problems)
    return []


def copied(case: Path, desk: Path) -> Path:
    """The case at the place that its messages name."""
    there = desk / case.parent.name / case.name
    there.parent.mkdir()
    if case.is_dir():
        shutil.copytree(case, there)
    else:
        shutil.copyfile(case, there)
    return there


@cache
def sound() -> Game:
    """The game of the sound library."""
    return load(GAME, rules=RULES)


Way = Callable[[Path, Path], list[Problem]]
WAYS: dict[str, Way] = {
    "yaml": alone,
    "variant": alone,
    "deck": in_library,
    "game": in_library,
    "library": in_library,
    "record": of_record,
    "example": of_examples,
    "chapter": of_chapters,
}


def printed(problems: Iterable[Problem]) -> str:
    """The problems as they are printed."""
    return "".join(f"{problem}\n" for problem in problems)


@cache
def answer(case: Path) -> tuple[tuple[Problem, ...], frozenset[str]]:
    """What is told of a case, and the places in the code that said it."""
    with tempfile.TemporaryDirectory() as desk, contextlib.chdir(desk), speaking() as heard:
        problems = WAYS[case.parent.name](case, Path(desk).resolve())
    return tuple(problems), frozenset(heard)


def expected(case: Path) -> str:
    """The words beside a case."""
    name = case.name if case.is_dir() else case.name.removesuffix(case.suffix)
    return (case.parent / f"{name}.expected").read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_every_problem_is_told_in_these_words(case: Path) -> None:
    assert without_later_words(printed(answer(case)[0]), expected(case)) == expected(case)


def without_later_words(sentence: str, written: str) -> str:
    """What is said, without the conditions that a list of those that can be asked did not have when
    it was written down.
    """
    for found, listed in zip(_ASKED.findall(sentence), _ASKED.findall(written), strict=True):
        kept = [word for word in found.split(", ") if word in listed.split(", ")]
        assert set(found.split(", ")) <= registry.CONDITIONS.keys()
        sentence = sentence.replace(found, ", ".join(kept))
    return sentence


def test_there_are_enough_of_them() -> None:
    chapters = [case for case in CASES if case.parent.name == "chapter"]
    several = [case for case in CASES if expected(case).count("\n") > 1]
    assert len(CASES) >= 200
    assert len(chapters) >= 60
    assert len(several) >= 30


def test_every_case_has_its_words_and_all_words_a_case() -> None:
    names = {
        case.parent / (case.name if case.is_dir() else case.name.removesuffix(case.suffix))
        for case in CASES
    }
    words = {
        path.with_name(path.name.removesuffix(".expected")) for path in BAD.glob("*/*.expected")
    }
    assert names == words
    assert len(names) == len(CASES)


def test_the_library_of_the_cases_is_sound() -> None:
    assert printed(check(rules=RULES)) == ""


def no_files(folder: Path) -> str:
    """What is told of things that are no files to read."""
    (folder / "folder.yaml").mkdir()
    os.mkfifo(folder / "pipe.yaml")
    (folder / "large.yaml").write_bytes(b"#" * 2_000_001)
    names = ("folder.yaml", "large.yaml", "long" * 100 + ".yaml", "missing.yaml", "pipe.yaml")
    return printed(check([folder / name for name in names], rules=RULES)).replace(f"{folder}/", "")


def test_what_is_no_file_to_read(tmp_path: Path) -> None:
    assert no_files(tmp_path) == (
        "folder.yaml: this is a folder; a file is wanted\n"
        "large.yaml: the file has 2000001 bytes; at most 2000000 are read; divide it into several files\n"
        + "long"
        * 100
        + ".yaml: the file cannot be read: File name too long\n"
        "missing.yaml: there is no such file\n"
        "pipe.yaml: this is not an ordinary file\n"
    )


def led_out(folder: Path) -> str:
    """What is told of rules one file of which is a link to a file that lies elsewhere."""
    library = folder / "rules"
    shutil.copytree(RULES, library)
    (library / "sources.yaml").unlink()
    (library / "sources.yaml").symlink_to(RULES / "sources.yaml")
    return printed(check([], rules=library)).replace(f"{folder}/", "")


def test_a_link_that_leads_out_is_not_followed(tmp_path: Path) -> None:
    assert "rules/sources.yaml: this is a link that leads out of its folder\n" in led_out(tmp_path)


def test_every_sentence_about_rules_and_chapters_is_spoken_by_a_case(tmp_path: Path) -> None:
    """Whatever place in the code notes a problem, or words one for words and settings, does so in
    some case.
    """
    heard = set().union(*(answer(case)[1] for case in CASES))
    with speaking() as more:
        no_files(tmp_path)
        led_out(tmp_path)
        questions([library().root / "koenigrufen-russbach" / "game.yaml"])
    heard |= more
    assert sorted(speakers() - heard) == []


def test_every_saying_of_the_yaml_parser_and_every_keyword_of_a_schema_has_a_case() -> None:
    everything = "".join(expected(case) for case in CASES)
    assert [sentence for sentence in sentences() if sentence not in everything] == []
    codes = {problem.code for case in CASES for problem in answer(case)[0]}
    assert {f"shape.{keyword}" for keyword in KEYWORDS} <= codes
    assert "" not in codes


def test_a_variant_may_bring_sources_of_its_own(tmp_path: Path) -> None:
    broken = (BAD / "variant" / "source_brought_twice.yaml").read_text(encoding="utf-8")
    house = tmp_path / "house.yaml"
    sound_text = broken.replace("uncle:", "cousin:").replace("source: ant}", "source: cousin §3}")
    house.write_text(sound_text, encoding="utf-8")
    assert printed(check([house], rules=RULES)) == ""
    game = load(GAME, str(house), rules=RULES)
    assert set(game.sources) == {"uncle", "booklet", "cousin", "aunt"}
    assert game.cites(("contracts", "solo", "value")) == ("aunt",)
