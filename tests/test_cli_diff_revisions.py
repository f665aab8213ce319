"""``zwanz diff`` of two git revisions: each rule change as a sentence, and examples that flip."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.diff.revisions import unpack
from zwanz_ssot.places import data

VALUE = "    value: 1\n    play: {raised_to: [hundred,"
"""The Simple Game of Anrufen is worth one token: where that is written."""
SENTENCE = "The Simple Game is worth 1 token instead of 2."
NEXT = "next_dealer: {next_to: dealer}"
"""Who deals next in Anrufen: where that is written."""
HOUSE = """\
variant: house
of: zwanzigerrufen:directnet
name: {en: House, de: Haus}
changes:
  - {at: contracts.solo.value, was: 4, set: 5, source: custom}
"""


def call(*args: str) -> Result:
    """A call in this process."""
    return CliRunner().invoke(zwanz, ["diff", *args])


def git(*args: str) -> str:
    """A call of git that has to succeed."""
    who = {
        f"GIT_{who}_{what}": "x@y.z"
        for who in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    env = {**os.environ, **who, "GIT_CONFIG_GLOBAL": os.devnull}
    return subprocess.run(
        ["git", *args], env=env, capture_output=True, text=True, check=True
    ).stdout


def commit(name: str) -> None:
    """Commit everything, and give the state a name."""
    git("add", ".")
    git("commit", "-q", "-m", name)
    git("tag", name)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one game: in state ``two`` its simple contract is worth two, in ``one`` as
    it is shipped. Gives the file of the game.
    """
    monkeypatch.chdir(tmp_path)
    for name in [each for each in os.environ if each.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name in ("anrufen", "decks"):
        shutil.copytree(data("rules") / name, tmp_path / "rules" / name)
    for name in ("sources.yaml", "glossary.yaml", "library.yaml"):
        shutil.copy(data("rules") / name, tmp_path / "rules" / name)
    file = tmp_path / "rules" / "anrufen" / "game.yaml"
    shipped = file.read_text(encoding="utf-8")
    assert shipped.count(VALUE) == 1
    git("init", "-q")
    file.write_text(shipped.replace(VALUE, VALUE.replace("1", "2", 1)), encoding="utf-8")
    commit("two")
    file.write_text(shipped, encoding="utf-8")
    commit("one")
    return file


def test_a_change_is_told_once_and_not_again_of_each_variant(game: Path) -> None:
    report = json.loads(call("two", "one", "--json", "--tries", "0").output)
    assert [each["rules"] for each in report["rule_sets"]] == ["anrufen:base"]
    (difference,) = report["rule_sets"][0]["differences"]
    assert (difference["path"], difference["sentence"]) == ("contracts.simple.value", SENTENCE)
    assert (difference["a"], difference["b"]) == (2, 1)
    assert report["examples"]["tried"] == 0 < report["examples"]["known"]


def test_examples_that_flip_are_named_and_no_more_are_tried_than_asked_for(game: Path) -> None:
    report = json.loads(call("two", "one", "--json").output)["examples"]
    assert 0 < len(report["flipped"]) <= report["tried"] <= 200
    few = json.loads(call("two", "one", "--json", "--tries", "3").output)["examples"]
    assert few["tried"] == 3 and few["known"] == report["known"]


def test_an_example_that_a_change_breaks_is_told_like_one_that_it_mends(game: Path) -> None:
    """Whoever changes a rule first sees the examples that hold by the old rules alone."""
    mended, broken = (
        json.loads(call(*states, "--json").output)["examples"]
        for states in (("two", "one"), ("one", "two"))
    )
    assert broken == mended and mended["flipped"]


def test_examples_about_a_changed_rule_are_tried_first_in_variants_too(game: Path) -> None:
    """A change of the game is not repeated for its variants, which inherit it all the same."""
    text = game.read_text(encoding="utf-8")
    assert text.count(NEXT) == 1
    game.write_text(text.replace(NEXT, "next_dealer: dealer"), encoding="utf-8")
    commit("other")
    report = json.loads(call("one", "other", "--json", "--tries", "3").output)["examples"]
    rules = {each["rules"] for each in report["flipped"]}
    assert rules == {"anrufen:base", "anrufen:forced-dealer", "anrufen:three"}


def test_the_two_dots_of_git_and_paths_are_understood(game: Path) -> None:
    apart = call("two", "one", "--no-play").output
    assert SENTENCE in apart and "anrufen:base: 1 difference" in apart
    assert call("two..one", "--no-play").output.splitlines() == apart.splitlines()
    assert SENTENCE in call("two..one", "rules/anrufen", "--no-play").output
    assert call("two", "one", "rules/decks").output == "From two to one no rule changes.\n"


def test_a_pack_that_changes_is_not_passed_over_but_a_comment_is(game: Path) -> None:
    pack = Path("rules/decks/tarock-54.yaml")
    text = pack.read_text(encoding="utf-8")
    pack.write_text(f"{text}# a comment\n", encoding="utf-8")
    commit("commented")
    assert call("one", "commented").output == "From one to commented no rule changes.\n"
    pack.write_text(text.replace("fifty-four-card Tarock pack", "large pack"), encoding="utf-8")
    commit("renamed")
    assert "rules/decks/tarock-54.yaml cannot be compared." in call("one", "renamed").output


def test_no_positions_are_counted_where_a_pack_changes_its_cards(game: Path) -> None:
    for file in (Path("rules/decks/tarock-54.yaml"), *game.parent.rglob("*.yaml")):
        text = file.read_text(encoding="utf-8")
        file.write_text(
            text.replace("'7'", "'6'").replace("S-7", "S-6").replace("C-7", "C-6"), encoding="utf-8"
        )
    commit("recarded")
    result = call("two", "recarded", "--tries", "1")
    assert result.exit_code == 0 and SENTENCE in result.output, result.output
    assert "rules/decks/tarock-54.yaml cannot be compared." in result.output


@pytest.mark.skipif(sys.platform != "linux", reason="names of files that are any bytes")
def test_files_may_have_any_name_and_users_any_setting_of_git(game: Path) -> None:
    file = os.fsdecode(b"caf\xe9.yaml")
    Path(file).write_text(HOUSE, encoding="utf-8")
    commit("named")
    git("config", "diff.relative", "true")
    os.chdir("rules")
    result = call("two", "named", "--no-play")
    assert result.exit_code == 0, result.output
    assert SENTENCE in result.output and "caf?.yaml is new." in result.output


def test_markdown_has_a_heading_a_table_and_the_examples(game: Path) -> None:
    rows = call("two", "one", "--markdown", "--lang", "de").output.splitlines()
    assert rows[0] == "## Änderungen der Regeln: two → one"
    assert "**anrufen:base: 1 Unterschied**" in rows
    assert "| Unterschied | Regel | Quelle |" in rows
    assert sum(row.startswith("* ") for row in rows) >= 1


def test_the_checkout_is_not_touched_and_not_looked_at(game: Path) -> None:
    game.write_text("nonsense: [", encoding="utf-8")
    before = git("status", "--porcelain"), git("rev-parse", "HEAD")
    assert SENTENCE in call("two", "one", "--no-play").output
    assert (git("status", "--porcelain"), git("rev-parse", "HEAD")) == before
    assert game.read_text(encoding="utf-8") == "nonsense: ["


@pytest.mark.parametrize("name", ["house.yaml", "house.yml", "club/house.yml"])
def test_a_variant_of_ones_own_is_told_where_it_is_new_changed_and_gone(
    game: Path, name: str
) -> None:
    house = Path(name)
    house.parent.mkdir(exist_ok=True)
    house.write_text(HOUSE, encoding="utf-8")
    commit("began")
    house.write_text(HOUSE.replace("set: 5", "set: 8"), encoding="utf-8")
    commit("dearer")
    house.unlink()
    commit("ended")
    assert f"{name} is new." in call("one", "began").output
    assert "The Solo is worth 8 points instead of 5." in call("began", "dearer").output
    assert f"{name} is gone." in call("dearer", "ended").output


def test_a_state_that_cannot_be_read_is_told_with_its_line(game: Path) -> None:
    game.write_text(
        game.read_text(encoding="utf-8").replace(VALUE, VALUE.replace("value", "valeu")),
        encoding="utf-8",
    )
    commit("broken")
    result = call("one", "broken")
    assert result.exit_code == 1
    assert "anrufen:base cannot be compared. new: rules/anrufen/game.yaml:" in result.output


@pytest.mark.parametrize("form", [(), ("--markdown",), ("--json",)])
def test_a_problem_of_the_new_state_alone_is_an_exit_code(
    game: Path, form: tuple[str, ...]
) -> None:
    house, broken = game.parents[2] / "house.yaml", HOUSE.replace("was: 4", "was: 3")
    house.write_text(HOUSE, encoding="utf-8")
    commit("sound")
    house.write_text(broken, encoding="utf-8")
    commit("broken")
    house.write_text(f"{broken}# still\n", encoding="utf-8")
    commit("still")
    for old, new, code in (("sound", "broken", 1), ("broken", "sound", 0), ("broken", "still", 1)):
        result = call(old, new, "--no-play", *form)
        assert result.exit_code == code
        assert f"{'new' if code else 'old'}: house.yaml:5:" in result.output
    assert call("sound", "broken", "rules").exit_code == 0  # of other files


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("two", "nothing"), "git knows no revision nothing"),
        (("nothing..one",), "git knows no revision nothing"),
        (("two..--all",), "git knows no revision --all"),
        (("two", "one", "nofile.yaml"), "neither of the two revisions has nofile.yaml"),
        (("anrufen", "one", "rules"), "paths go with two revisions"),
    ],
)
def test_a_wrong_call_is_told_in_one_sentence(
    game: Path, args: tuple[str, ...], sentence: str
) -> None:
    result = call(*args)
    assert result.exit_code == 2 and sentence in result.output and "Traceback" not in result.output


def test_without_git_and_outside_a_repository_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert "in no git repository" in call("a..b").output
    monkeypatch.setenv("PATH", str(tmp_path))
    result = call("a..b")
    assert result.exit_code == 2 and "git is not installed" in result.output


def test_two_names_that_nobody_knows_are_also_sought_in_git(
    game: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    unknown = "there is no game or variant 'HEAD~30'; "
    assert f"{unknown}git knows no revision HEAD~30" in call("HEAD~30", "HEAD~29").output
    outside = tmp_path_factory.mktemp("outside")
    monkeypatch.chdir(outside)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(outside.parent))
    result = call("HEAD~30", "HEAD")
    assert result.exit_code == 2
    assert f"{unknown}this folder is in no git repository" in result.output
    monkeypatch.setenv("PATH", str(outside))
    assert f"{unknown}git is not installed" in call("HEAD~30", "HEAD").output


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_nothing_is_left_where_it_is_told_to_end(name: str, game: Path, tmp_path: Path) -> None:
    """The revisions are unpacked into a folder, and git runs beside it."""
    if signal.getsignal(getattr(signal, name)) is signal.SIG_IGN:
        pytest.skip(f"{name} is ignored here, as by nohup")
    own = tmp_path / "temporary"
    own.mkdir()
    command = [sys.executable, "-m", "zwanz_ssot", "diff", "two", "one", "--tries", "100000"]
    comparing = subprocess.Popen(
        command, env={**os.environ, "TMPDIR": str(own)}, stdout=subprocess.DEVNULL
    )
    while not list(own.glob("*/*")) and comparing.poll() is None:
        time.sleep(0.001)
    comparing.send_signal(getattr(signal, name))
    assert comparing.wait(300) == 128 + getattr(signal, name)
    assert list(own.iterdir()) == []


def test_a_link_that_leads_out_of_a_repository_is_not_followed(game: Path) -> None:
    examples = game.parent / "examples"
    (examples / "evil.yaml").symlink_to("/etc/passwd")
    (examples / "folder.yaml").mkdir()
    (examples / "folder.yaml" / "inside.yaml").write_text("examples: []\n", encoding="utf-8")
    commit("linked")
    assert call("one", "linked").output == "From one to linked no rule changes.\n"
    assert SENTENCE in call("two", "linked", "--tries", "5").output


def unpacked(name: str, folder: Path) -> dict[str, str]:
    """The text of each file that a commit unpacks into a new folder, by its path there. The folder
    goes again, so that nothing commits it.
    """
    unpack(name, folder)
    assert not any(path.is_symlink() for path in folder.rglob("*"))
    files = [path for path in folder.rglob("*") if path.is_file()]
    texts = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in files}
    shutil.rmtree(folder)
    return texts


def test_a_link_to_a_file_of_the_commit_is_that_file(tmp_path: Path, game: Path) -> None:
    before = unpacked("one", tmp_path / "before")
    (game.parent / "near.yaml").symlink_to("game.yaml")
    (tmp_path / "far.yaml").symlink_to("rules/anrufen/near.yaml")
    (tmp_path / "itself.yaml").symlink_to("itself.yaml")
    (tmp_path / "there.yaml").symlink_to("back.yaml")
    (tmp_path / "back.yaml").symlink_to("there.yaml")
    (tmp_path / "outside.yaml").symlink_to("../outside.yaml")
    commit("linked")
    shipped = before["rules/anrufen/game.yaml"]
    added = {"rules/anrufen/near.yaml": shipped, "far.yaml": shipped}
    assert unpacked("linked", tmp_path / "after") == before | added


def test_what_climbs_out_of_the_folder_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git refuses to pack such a path; a stand-in for git does it here."""
    packed = tmp_path / "packed.tar"
    with tarfile.open(packed, "w") as archive:
        for name in ("in.yaml", "../out.yaml", f"{tmp_path}/absolute.yaml", "a/../../up.yaml"):
            member = tarfile.TarInfo(name)
            member.size = len(name)
            archive.addfile(member, io.BytesIO(name.encode()))
    stand_in = tmp_path / "bin" / "git"
    stand_in.parent.mkdir()
    script = f'#!/bin/sh\ncase " $* " in *" archive "*) cat "{packed}" ;; esac\n'
    stand_in.write_text(script, encoding="utf-8")
    stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", str(stand_in.parent), prepend=os.pathsep)
    assert unpacked("any", tmp_path / "folder") == {"in.yaml": "in.yaml"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bin", "packed.tar"]
