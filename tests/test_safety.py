"""Chapters and rules from strangers: they read nothing, reach nothing, run nothing, and break
nothing.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from bounded import limited
from conftest import loaded

from zwanz_renderer import book, formats
from zwanz_ssot.model import Game, Name
from zwanz_ssot.problems import ChapterFault, WrongCall

ROOT = Path(__file__).resolve().parent.parent
SECRET = "the secret of the innkeeper"
HOSTILE = '<script>alert(1)</script>{{ 7*7 }}{% include "x" %}"><img src=x onerror=alert(1)>/* the style stands here */'
ATTACKS = {
    "a file as a link": "[x](file:///etc/passwd)",
    "a file as a link, relative": "[x](../../secret.txt)",
    "a script as a link": "[x](javascript:alert)",
    "a script as a link, hidden": "[x](java&#x73;cript:alert)",
    "data as a link": "[x](data:text/html,boo)",
    "an automatic link": "<javascript:alert>",
    "a script": "<script>alert(x)</script>",
    "a script in a block": "<script>\nalert(x)\n</script>",
    "an event": '<p onclick="alert(x)">x</p>',
    "an event of an image": "<img src=x onerror=alert(x)>",
    "a style": "<style>@import 'https://example.org';</style>",
    "a frame": '<iframe src="https://example.org"></iframe>',
    "an object": '<object data="file:///etc/passwd"></object>',
    "a drawing with a script": '<svg onload="alert(x)"><script>x</script></svg>',
    "an image from a file": "![x](file:///etc/passwd)",
    "an image from the web": "![x](https://example.org/x.png)",
    "a comment that ends the page": "--></body></html>",
    "a style as a width": '[card-row cards=trull width="50%; background: url(https://example.org)"]',
    "a way up as an attribute": "[card-row cards=../../etc/passwd]",
    "a way up as a path of rules": "[value at=../../etc/passwd]",
    "the insides of Python as a path": "[value at=__class__.__mro__]",
}


@pytest.fixture(scope="module")
def game() -> Game:
    return loaded("zwanzigerrufen", "directnet")


def chapter(folder: Path, text: str, name: str = "01.md") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def assert_harmless(html: str) -> None:
    """Nothing on the page runs, fetches, or leaves the page but by a link of the book's own."""
    body = html.partition("<body>")[2]
    tags = re.findall(r"<([a-zA-Z][\w-]*)([^>]*)>", body)
    assert not {tag.lower() for tag, _ in tags} & {
        "script",
        "iframe",
        "object",
        "embed",
        "style",
        "img",
        "b",
        "form",
    }
    for _, attributes in tags:
        assert not re.search(r"\son\w+\s*=", re.sub(r'"[^"]*"', '""', attributes)), attributes
        assert not re.search(r"url\((?!#)", attributes), attributes
        for address in re.findall(r'(?:href|src)="([^"]*)"', attributes):
            assert address.startswith(("#", "https://", "mailto:")), address


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_chapter_that_attacks_is_refused_and_its_draft_is_harmless(
    game: Game, tmp_path: Path, attack: str
) -> None:
    chapters = chapter(tmp_path / "c", f"# A\n\nText.\n\n{ATTACKS[attack]}\n")
    with pytest.raises(ChapterFault):
        book.build(game, lang="en", out=tmp_path / "out", chapters=chapters, formats=["html"])
    assert not (tmp_path / "out").exists()
    draft = book.build(
        game,
        lang="en",
        out=tmp_path / "out",
        chapters=chapters,
        draft=True,
        formats=formats.FORMATS,
    )
    assert draft.problems
    assert_harmless(draft.files["html"].read_text(encoding="utf-8"))


def test_templates_in_a_chapter_are_text(game: Game, tmp_path: Path) -> None:
    text = "# A {{ config }}\n\n{{ game.rules }} and {% for x in y %} and ${x} and `{{ seven }}`\n"
    built = book.build(
        game,
        lang="en",
        out=tmp_path / "o",
        chapters=chapter(tmp_path / "c", text),
        formats=["html"],
    )
    html = built.files["html"].read_text(encoding="utf-8")
    assert "{{ config }}" in html and "{{ game.rules }}" in html and "${x}" in html


def test_what_looks_like_code_in_an_attribute_is_text(game: Game, tmp_path: Path) -> None:
    chapters = chapter(
        tmp_path / "c", '# A\n\n[card-row cards=trull annotation="{{ config }} & ${x}"]\n'
    )
    built = book.build(game, lang="en", out=tmp_path / "o", chapters=chapters, formats=["html"])
    html = built.files["html"].read_text(encoding="utf-8")
    assert_harmless(html)
    assert "{{ config }} &amp; ${x}" in html


@pytest.mark.parametrize("tag", ["<script>", "<b>"])
def test_a_tag_in_an_attribute_is_refused(game: Game, tmp_path: Path, tag: str) -> None:
    chapters = chapter(
        tmp_path / "c", f'# A\n\n[card-row cards=trull annotation="{tag}alert(x)"]\n'
    )
    with pytest.raises(ChapterFault, match=f"a chapter has no HTML; got {tag}"):
        book.build(game, lang="en", out=tmp_path / "o", chapters=chapters, formats=["html"])
    assert not list((tmp_path / "o").glob("*.html"))


def test_names_in_rules_are_text_wherever_they_are_shown(game: Game, tmp_path: Path) -> None:
    bad = Name({"en": HOSTILE, "de": HOSTILE})
    spoilt = replace(
        game,
        name=bad,
        game_name=bad,
        sources={key: replace(source, title=HOSTILE) for key, source in game.sources.items()},
        contracts={key: replace(one, name=bad) for key, one in game.contracts.items()},
        bonuses={key: replace(one, name=bad) for key, one in game.bonuses.items()},
    )
    text = "# A\n\n[value at=name]\n\n[contract-table]\n\n[bonus-list]\n"
    built = book.build(
        spoilt,
        lang="en",
        out=tmp_path / "o",
        chapters=chapter(tmp_path / "c", text),
        formats=formats.FORMATS,
    )
    assert built.pages
    html = built.files["html"].read_text(encoding="utf-8")
    head, _, body = html.partition("<body>")
    assert html.count("<script") == 1 and "<img" not in html
    assert (
        head.count("@font-face") >= 4 and "@font-face" not in body
    )  # the style stands in the head alone
    assert_harmless(html)


def test_a_chapter_is_a_file_of_its_folder(game: Game, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text(f"# A\n\n{SECRET}\n", encoding="utf-8")
    chapters = chapter(tmp_path / "c", "# B\n\nText.\n", "02.md")
    (chapters / "01.md").symlink_to(tmp_path / "secret.txt")
    (chapters / "03.md").mkdir()
    with pytest.raises(ChapterFault) as caught:
        book.build(game, lang="en", out=tmp_path / "o", chapters=chapters, formats=["html"])
    assert [problem.text for problem in caught.value.problems] == [
        "the chapter is a link that leads out of its folder",
        "the chapter is not a file",
    ]
    draft = book.build(
        game, lang="en", out=tmp_path / "o", chapters=chapters, formats=["html"], draft=True
    )
    assert SECRET not in draft.files["html"].read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["pipe", "link to itself"])
def test_what_is_never_read_is_no_chapter(game: Game, tmp_path: Path, kind: str) -> None:
    chapters = chapter(tmp_path / "c", "# B\n\nText.\n", "02.md")
    if kind == "pipe":
        os.mkfifo(chapters / "01.md")
    else:
        (chapters / "01.md").symlink_to("01.md")
    with pytest.raises(ChapterFault, match="the chapter is not a file"):
        book.build(game, lang="en", out=tmp_path / "o", chapters=chapters, formats=["html"])


@pytest.mark.parametrize("kind", ["secret", "endless", "pipe", "folder", "nowhere"])
def test_a_reference_looks_into_no_file_that_is_no_chapter(
    game: Game, tmp_path: Path, kind: str
) -> None:
    (tmp_path / "secret.txt").write_text(f"# {SECRET} {{#keys}}\n", encoding="utf-8")
    chapters = chapter(tmp_path / "c", "# B\n\nSee [ref to=keys] and [[#keys]].\n", "02.md")
    file = chapters / "01.md"
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "folder":
        file.mkdir()
    else:
        file.symlink_to(
            {"secret": "../secret.txt", "endless": "/dev/zero", "nowhere": "nowhere"}[kind]
        )
    built = book.build(
        game, lang="en", out=tmp_path / "o", chapters=chapters, formats=["html"], draft=True
    )
    first, *others = [str(problem) for problem in built.problems]
    assert (
        first.startswith(f"{file}:1:1: the chapter is ")
        and "nowhere" in others[0]
        and len(others) == 2
    )
    assert SECRET not in built.files["html"].read_text(encoding="utf-8")


def test_what_is_too_much_is_refused_at_once(game: Game, tmp_path: Path) -> None:
    long = chapter(tmp_path / "long", "# A\n\n" + "word " * 250_000)
    with pytest.raises(ChapterFault, match="longer than 1 MB"):
        book.build(game, lang="en", out=tmp_path / "o", chapters=long, formats=["html"])
    many = tmp_path / "many"
    for number in range(250):
        chapter(many, "# A\n", f"{number:03}.md")
    with pytest.raises(WrongCall, match="more than 200 chapters"):
        book.build(game, lang="en", out=tmp_path / "o", chapters=many, formats=["html"])


@pytest.mark.parametrize(
    "text",
    [
        "[" * 5000,
        "> " * 3000 + "x",
        "[note]\n" * 500,
        "*a " * 20000,
        "[x](" * 5000,
        "[[" * 5000,
        "`" * 30001,
        "|" * 20000,
        "## x\n\n" * 5000,
        "x [ref to=a] [[#a]]\n" * 2000,
        "[variants]\n\n" * 5000,
    ],
    ids=[
        "brackets",
        "quotes",
        "blocks",
        "stars",
        "links",
        "cards",
        "ticks",
        "cells",
        "headings",
        "references",
        "tables",
    ],
)
def test_what_is_nested_deep_takes_no_long_time(game: Game, tmp_path: Path, text: str) -> None:
    chapters = chapter(tmp_path / "c", f"# A\n\n{text}\n")
    with limited(600):
        book.build(
            game, lang="en", out=tmp_path / "o", chapters=chapters, formats=["html"], draft=True
        )


def test_a_build_reaches_no_network(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **more: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    text = "# A\n\n[a page](https://example.org/x.html)\n\n[card-row cards=trull]\n"
    chapters = chapter(tmp_path / "c", text)
    built = book.build(
        game, lang="en", out=tmp_path / "o", chapters=chapters, formats=formats.FORMATS
    )
    assert built.pages


_BUILD = """
import sys; sys.path.insert(0, {root!r})
from pathlib import Path
from zwanz_renderer import book
from zwanz_ssot.library import load
workshop = book.BookBuilder(load("rufmariasch"), "en")
while True:
    for formats in (["html", "pdf", "epub"],):
        workshop.build(Path({out!r}), formats=formats)
        print("built", flush=True)
"""


@pytest.mark.sample(1)
@pytest.mark.parametrize("wait", [0.0, 0.05, 0.2])
def test_a_build_that_is_killed_leaves_the_former_book_whole(tmp_path: Path, wait: float) -> None:
    code = _BUILD.format(root=str(ROOT), out=str(tmp_path))
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == "built\n"
        whole = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
        assert process.stdout.readline() == "built\n"
        time.sleep(wait)
        process.send_signal(signal.SIGKILL)
    assert len(whole) == 3
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == whole


_IN_LITTLE_ROOM = """
import resource, sys; sys.path.insert(0, {root!r})
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
from zwanz_ssot.cli import main
sys.argv = ["zwanz", "book", "zwanzigerrufen", "--chapters", {chapters!r}, "--out", {out!r}, "--format", {kind!r}]
main()
"""


@pytest.mark.parametrize(
    "kind", ["html", "pdf"]
)  # one is too large itself, the other needs files that are
def test_a_full_disk_leaves_the_former_book_whole_and_is_told_in_a_line(
    tmp_path: Path, kind: str
) -> None:
    pytest.importorskip("resource")
    out = tmp_path / "o"
    out.mkdir()
    former = out / f"zwanzigerrufen.base.en.{kind}"
    former.write_text("the former book", encoding="utf-8")
    chapters = chapter(tmp_path / "c", "# A\n\n[card-row cards=trull]\n")
    code = _IN_LITTLE_ROOM.format(root=str(ROOT), chapters=str(chapters), out=str(out), kind=kind)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2 and not done.stdout
    (line,) = done.stderr.splitlines()
    assert line.startswith("zwanz: ") and "too large" in line.lower()
    assert [path.name for path in out.iterdir()] == [former.name]
    assert former.read_text(encoding="utf-8") == "the former book"
