"""Every block of code and every call in the documentation is one that there is. What they do and
answer is tried by the tests of their pages.
"""

from __future__ import annotations

import doctest
import re
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from zwanz_ssot.cli.framework import COMMANDS, zwanz

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")})
_BLOCK = re.compile(r"^( *)```([a-z]+)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
_CALL = re.compile(r"^(?:    |)(?:\$ )?zwanz ([a-z][^\n]*)$", re.MULTILINE)
OTHER = {"lua", "elisp", "markdown"}
"""Languages of editors, which tests/test_neovim.py runs, and of chapters, of which
tests/test_a_new_game.py makes a book.
"""


def python(text: str) -> None:
    if ">>>" in text:
        text = "".join(each.source for each in doctest.DocTestParser().get_examples(text))
    compile(text, "page", "exec")


READ: dict[str, Callable[[str], Any]] = {
    "yaml": yaml.safe_load,
    "toml": tomllib.loads,
    "python": python,
    "sh": lambda text: [shlex.split(line) for line in text.splitlines()],
}


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def test_blocks_and_calls_are_found() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert {language for _, language, _ in _BLOCK.findall(text)} == {*READ, *OTHER}
    assert {"check", "book", "play"} <= {call.split()[0] for call in _CALL.findall(text)}


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_blocks_of_code_are_written_right(page: Path) -> None:
    for indent, language, text in _BLOCK.findall(page.read_text(encoding="utf-8")):
        if language not in OTHER:
            lines = [line.removeprefix(indent) for line in text.splitlines()]
            READ[language]("\n".join(lines) + "\n")


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_calls_are_of_commands_and_options_that_there_are(page: Path) -> None:
    calls = _CALL.findall(page.read_text(encoding="utf-8"))
    for line in (each.removeprefix("zwanz ") for call in calls for each in call.split("; ")):
        name, *args = shlex.split(line, comments=True)
        if "…" in line or name.isupper():
            continue
        assert name in COMMANDS, line
        ours = args[: args.index("--")] if "--" in args else args
        command = zwanz.get_command(click.Context(zwanz), name)
        assert command is not None
        context = click.Context(command, info_name=name)
        command.make_parser(context).parse_args(list(ours))


_FILE = re.compile(r"`([a-z_]+/)*[a-z_]+\.(py|js|mjs)`")
"""A file of the program, as a page names it: with all folders, or with the last ones."""
OF_READERS = {"tricks.py"}
"""Files that a page lets its reader write."""


def test_each_file_of_the_program_that_a_page_names_is_there() -> None:
    there = [
        f"/{path.relative_to(ROOT)}"
        for folder in ("zwanz_ssot", "renderer", "tests", "scripts", "docs", "templates", "editors")
        for path in (ROOT / folder).rglob("*.*")
    ]
    named = {
        (page.name, found[0].strip("`"))
        for page in PAGES
        for found in _FILE.finditer(page.read_text("utf-8"))
    }
    gone = {
        (page, name)
        for page, name in named
        if name not in OF_READERS and not any(path.endswith(f"/{name}") for path in there)
    }
    assert len(named) > 40 and not gone
