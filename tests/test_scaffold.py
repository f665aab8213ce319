"""``zwanz new``: what it writes is checked by its own script and by its own hook, in a repository
of its own.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from conftest import LANGUAGES

from zwanz_ssot import scaffold
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.engine.random_play import random_rounds
from zwanz_ssot.examples import collect, run
from zwanz_ssot.library import check, library, load
from zwanz_ssot.model import Ledger
from zwanz_ssot.places import data
from zwanz_ssot.prose import languages

ROOT = Path(__file__).parent.parent
CHANGE = "  - {at: contracts.solo.value, was: 4, set: 5, source: custom}\n"
SPOILT = CHANGE.replace("solo", "soli")


def new(*args: str) -> Result:
    """A call of ``zwanz new`` in this process."""
    return CliRunner().invoke(zwanz, ["new", *args])


class Club:
    """A scaffold in a git repository, and a path on which ``zwanz`` is this checkout's."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "my-club"
        made = new(
            str(self.folder), "--from", "zwanzigerrufen:directnet", "--name", 'The "Post": ours'
        )
        assert made.exit_code == 0, made.output
        self.rules = self.folder / "my-club.yaml"
        bin_ = folder / "bin"
        bin_.mkdir()
        call = bin_ / "zwanz"
        call.write_text(
            f'#!/bin/sh\nexec "{sys.executable}" -m zwanz_ssot "$@"\n', encoding="utf-8"
        )
        call.chmod(0o755)
        kept = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith(("GIT_", "PRE_COMMIT"))
        }
        self.env = {
            **kept,
            "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "PRE_COMMIT_HOME": str(folder / "pre-commit"),
            "GIT_CONFIG_GLOBAL": os.devnull,
            **{
                f"GIT_{who}_{what}": "x@y.z"
                for who in ("AUTHOR", "COMMITTER")
                for what in ("NAME", "EMAIL")
            },
        }

    def run(self, *args: str) -> subprocess.CompletedProcess[str]:
        """A command in the folder of the club."""
        return subprocess.run(
            args, cwd=self.folder, env=self.env, capture_output=True, text=True, check=False
        )

    def write(self, changes: str) -> None:
        """Put changes into the house rules."""
        head = self.rules.read_text(encoding="utf-8").partition("changes:")[0]
        self.rules.write_text(f"{head}changes:\n{changes}", encoding="utf-8")

    def line(self) -> int:
        """The line of the first change."""
        return self.rules.read_text(encoding="utf-8").splitlines().index("changes:") + 2


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A new scaffold under git, with nothing committed."""
    made = Club(tmp_path)
    assert made.run("git", "init", "-q").returncode == 0
    return made


def test_the_script_checks_everything_and_makes_the_book_with_the_change_that_stands_there_as_a_comment(
    club: Club,
) -> None:
    text = club.rules.read_text(encoding="utf-8").replace("changes: []", "")
    for line in ("changes:", "  - {at:"):
        assert f"\n# {line}" in text
        text = text.replace(f"\n# {line}", f"\n{line}")
    club.rules.write_text(text, encoding="utf-8")
    output = CliRunner().invoke(zwanz, ["diff", "directnet", str(club.rules)]).output
    assert output.startswith("1 difference: directnet → my-club")
    done = club.run("sh", "check.sh")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 files, no problems" in done.stdout and "1 example, and it holds" in done.stdout
    assert {file.suffix for file in (club.folder / "build").iterdir()} == {".html", ".pdf"}


def test_the_script_stops_at_a_broken_rule_with_its_line(club: Club) -> None:
    club.write(SPOILT)
    done = club.run("sh", "check.sh")
    assert done.returncode == 1
    assert f"my-club.yaml:{club.line()}:10: contracts.soli.value: there is no 'soli'" in done.stdout
    assert "1 problem in 1 file" in done.stderr, "the examples name the same rules"
    assert not (club.folder / "build").exists()


def test_the_hook_stops_a_broken_edit_with_its_line_and_lets_a_sound_one_pass(club: Club) -> None:
    installed = club.run(sys.executable, "-m", "pre_commit", "install")
    assert installed.returncode == 0, installed.stdout + installed.stderr
    club.run("git", "add", ".")
    first = club.run("git", "commit", "-m", "as it comes")
    assert first.returncode == 0, first.stdout + first.stderr

    club.write(SPOILT)
    broken = club.run("git", "commit", "-a", "-m", "broken")
    assert broken.returncode == 1
    output = broken.stdout + broken.stderr
    assert f"my-club.yaml:{club.line()}:10: contracts.soli.value: there is no 'soli'" in output
    assert "did you mean 'solo'?" in output
    assert club.run("git", "rev-list", "--count", "HEAD").stdout == "1\n"

    club.write(CHANGE)
    sound = club.run("git", "commit", "-a", "-m", "sound")
    assert sound.returncode == 0, sound.stdout + sound.stderr
    assert club.run("git", "rev-list", "--count", "HEAD").stdout == "2\n"


def test_the_hook_of_the_project_is_the_one_of_the_scaffold(club: Club) -> None:
    manifest = ROOT / ".pre-commit-hooks.yaml"
    valid = club.run(sys.executable, "-m", "pre_commit", "validate-manifest", str(manifest))
    assert valid.returncode == 0, valid.stdout
    published = yaml.safe_load(manifest.read_text(encoding="utf-8"))
    written = yaml.safe_load((club.folder / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    for hook in published:
        assert hook.pop("description")
        assert hook.pop("language") == "python"
    for hook in written["repos"][0]["hooks"]:
        assert hook.pop("language") == "system"
    assert written["repos"][0]["hooks"] == published


def test_the_page_lists_what_is_written(club: Club) -> None:
    page = (data("docs") / "your-own-repository.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE))
    assert listed == {
        "schema/" if path.parent.name == "schema" else path.relative_to(club.folder).as_posix()
        for path in club.folder.rglob("*")
        if path.is_file() and ".git" not in path.relative_to(club.folder).parts
    }


def test_another_address_of_the_hook_is_written_as_it_is(tmp_path: Path) -> None:
    made = new(
        str(tmp_path / "a"),
        "--from",
        "directnet",
        "--repository",
        "https://x.org/z",
        "--revision",
        "v1",
    )
    assert made.exit_code == 0, made.output
    config = yaml.safe_load(
        (tmp_path / "a" / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    )
    assert config == {
        "repos": [
            {
                "repo": "https://x.org/z",
                "rev": "v1",
                "hooks": [{"id": "zwanz-check"}, {"id": "zwanz-examples"}],
            }
        ]
    }
    workflow = (tmp_path / "a" / ".github" / "workflows" / "rules.yml").read_text(encoding="utf-8")
    assert "pip install 'zwanz-ssot @ git+https://x.org/z@v1'" in workflow


def test_a_repository_on_this_machine_is_for_its_own_hooks_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "zwanz").mkdir()
    monkeypatch.chdir(tmp_path)
    made = new("a", "--from", "directnet", "--repository", "./zwanz", "--revision", "v1")
    assert made.exit_code == 0, made.output
    config = yaml.safe_load(Path("a", ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert config["repos"][0]["repo"] == str(tmp_path / "zwanz")
    workflow = Path("a", ".github", "workflows", "rules.yml").read_text(encoding="utf-8")
    assert str(tmp_path) not in workflow and "vars.ZWANZ_SSOT" in workflow


def test_the_script_checks_its_own_folder_whatever_cdpath_names(club: Club, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere" / club.folder.name
    elsewhere.mkdir(parents=True)
    club.env["CDPATH"] = str(elsewhere.parent)
    call = f"cd '{club.folder.parent}'; sh {club.folder.name}/check.sh"
    done = club.run("env", "sh", "-c", call)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("game", "lang"),
    [*((game, "en") for game in library().games()), *(("anrufen", lang) for lang in languages())],
)
def test_every_game_and_every_language_can_be_begun_with(
    tmp_path: Path, game: str, lang: str
) -> None:
    folder = tmp_path / "ours"
    assert new(str(folder), "--from", game, "--lang", lang).exit_code == 0
    for what in ("check", "examples"):
        done = CliRunner().invoke(
            zwanz, [what, str(folder if what == "check" else folder / "examples")]
        )
        assert done.exit_code == 0, done.output


def test_chapters_may_show_the_examples_that_unchanged_house_rules_inherit(tmp_path: Path) -> None:
    """Those of Graden show the settlement of examples that name the base."""
    folder = tmp_path / "ours"
    assert new(str(folder), "--from", "koenigrufen-graden").exit_code == 0
    call = ["book", "--variant", str(folder / "ours.yaml"), "--format", "html"]
    done = CliRunner().invoke(zwanz, [*call, "--out", str(tmp_path / "build")])
    assert done.exit_code == 0, done.output


def test_a_language_without_a_readme_has_the_english_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it speaks English around the sentences where nobody has translated what the command line
    says.
    """
    texts = shutil.copytree(
        data("templates"), tmp_path / "templates", ignore=shutil.ignore_patterns("README.de.md.j2")
    )
    monkeypatch.setattr(
        "zwanz_ssot.places.data", lambda name: texts if name == "templates" else data(name)
    )
    made = new(str(tmp_path / "ours"), "--from", "directnet", "--lang", "de")
    assert made.exit_code == 0, made.output
    assert "zwanz check" in (tmp_path / "ours" / "README.md").read_text(encoding="utf-8")


def test_what_is_there_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "mine.yaml").write_text("precious", encoding="utf-8")
    refused = new(str(tmp_path / "mine"), "--from", "directnet")
    assert refused.exit_code == 2 and "is there already" in refused.output
    assert [file.name for file in (tmp_path / "mine").iterdir()] == ["mine.yaml"]


def test_of_two_calls_at_once_one_makes_the_folder_and_the_other_says_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second call has looked for the folder, found none, and writes: then the first is done."""
    folder = tmp_path / "club"

    write = scaffold._render

    def late(*args: Any) -> None:
        write(*args)
        folder.mkdir()
        (folder / "first.yaml").write_text("precious", encoding="utf-8")

    monkeypatch.setattr("zwanz_ssot.scaffold._render", late)
    refused = new(str(folder), "--from", "directnet")
    assert refused.exit_code == 2 and "club is there already" in refused.output
    assert [file.name for file in tmp_path.rglob("*")] == ["club", "first.yaml"]


@pytest.mark.parametrize("name", ["base", "directnet", "Über uns", "1st"])
def test_a_name_that_no_variant_can_have_is_refused(tmp_path: Path, name: str) -> None:
    refused = new(str(tmp_path / name), "--from", "directnet")
    assert refused.exit_code == 2 and "cannot be the name" in refused.output
    assert not list(tmp_path.iterdir())


# A new game


@pytest.fixture(scope="module")
def new_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("game") / "rules"
    made = new(str(folder), "--game", "corner-tarock", "--name", "Corner Tarock")
    assert made.exit_code == 0, made.output
    assert f"zwanz check --rules {folder}" in made.output
    return folder


def test_a_new_game_is_sound_and_its_examples_hold(new_game: Path) -> None:
    assert not check(rules=new_game)
    (file,) = collect(new_game)
    answers = run(file)
    assert {answer.variant for answer in answers} == {"base", "dear"}
    assert all(answer.ok for answer in answers)


def test_a_new_game_is_played(new_game: Path) -> None:
    game = load("corner-tarock", rules=new_game)
    assert game.game_name.text("en") == "Corner Tarock"
    scores = [ledger.scores for _, ledger in random_rounds(game, 40) if isinstance(ledger, Ledger)]
    assert scores and all(sum(each) == 0 for each in scores)


def test_a_new_game_is_printed(new_game: Path, tmp_path: Path) -> None:
    options = ("--rules", str(new_game), "--format", "html", "--out", str(tmp_path))
    done = CliRunner().invoke(zwanz, ["book", "corner-tarock", *options])
    assert done.exit_code == 0, done.output
    assert "Corner Tarock" in (tmp_path / "corner-tarock.base.en.html").read_text("utf-8")


def test_the_schemas_that_a_new_game_names_are_there(new_game: Path) -> None:
    for file in new_game.rglob("*.yaml"):
        first = file.read_text(encoding="utf-8").partition("\n")[0]
        assert (file.parent / first.partition("$schema=")[2]).is_file(), file


def leaves(at: tuple[str, ...], data: Any) -> Iterator[tuple[str, ...]]:
    """The paths of all rules in a part of a game."""
    if not isinstance(data, dict):
        yield at
    for key in data if isinstance(data, dict) else ():
        if key not in ("source", "name", "unit"):
            yield from leaves((*at, key), data[key])


def test_every_rule_of_a_new_game_names_a_section_of_its_sheet(new_game: Path) -> None:
    game = load("corner-tarock", rules=new_game)
    assert "Corner Tarock" in game.sources["sheet"].title
    rules = [at for at in leaves((), game.data) if at not in (("game",), ("deck",))]
    assert len(rules) > 30
    assert not [at for at in rules if not game.cites(at)]
    assert all(cite.startswith("sheet §") for at in rules for cite in game.cites(at))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_readme_and_the_script_of_a_new_game_do_what_they_say(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "rules"
    assert new(str(folder), "--game", "corner-tarock", "--lang", lang).exit_code == 0
    monkeypatch.chdir(folder)
    readme = (folder / "README.md").read_text(encoding="utf-8")
    said = re.findall(r"^    zwanz (.+?) +#", readme, re.MULTILINE)
    script = re.findall(r"^zwanz (.+)$", (folder / "check.sh").read_text("utf-8"), re.MULTILINE)
    assert [call.split()[0] for call in said] == ["check", "examples", "play", "random", "book"]
    assert [call.split()[0] for call in script] == ["check", "examples", "book"]
    more = {"play": ["--auto"], "random": ["--rounds", "20"], "book": ["--format", "html"]}
    for call in (*said, *script[:-1]):
        done = CliRunner().invoke(zwanz, [*call.split(), *more.get(call.split()[0], ())])
        assert done.exit_code == 0, (call, done.output)
    printed = (folder / "build" / f"corner-tarock.base.{lang}.html").read_text("utf-8")
    own = (folder / "chapters" / "00-about-the-game.md").read_text("utf-8")
    assert own.partition("\n")[0].removeprefix("# ") in printed.replace("\u00ad", "")
    for path in re.findall(r"`([\w./-]+)`", readme):
        assert path == "sheet" or (folder / path).exists(), path
    assert os.access(folder / "check.sh", os.X_OK)


def test_the_chapters_of_a_new_game_print_its_variant(new_game: Path, tmp_path: Path) -> None:
    """The example that the first one shows is one of the base, and holds there, too."""
    options = ["--rules", str(new_game), "--chapters", str(new_game / "chapters")]
    made = ["book", "corner-tarock", "--variant", "dear", "--format", "html"]
    done = CliRunner().invoke(zwanz, [*made, *options, "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ((), "name one of --from and --game"),
        (("--game", "x", "--from", "zwanzigerrufen"), "--from and --game do not go together"),
        (("--game", "x", "--repository", "u", "--revision", "v"), "go with --from"),
        (("--game", "Tapp Tarock"), "cannot be the name of a game"),
        (("--game", "decks"), "decks cannot be the name of a game; decks is a folder beside"),
        (("--game", "chapters"), "chapters is a folder beside the game"),
        (("--game", "base"), "base stands for the rules of a game without a variant"),
        (("--game", "x", "--name", " "), "--name is empty"),
    ],
)
def test_a_wrong_call_for_a_new_game_writes_nothing(
    options: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    done = new(str(tmp_path / "new"), *options)
    assert done.exit_code == 2 and sentence in " ".join(done.output.split())
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("lang", ["en", "de", "ja"])
def test_the_calls_that_go_on_can_be_pasted_where_a_folder_has_a_space(
    lang: str, tmp_path: Path
) -> None:
    game, club = tmp_path / "my rules", tmp_path / "my rules" / "club"
    made = new(str(game), "--game", "corner-tarock", "--lang", lang)
    assert f"zwanz check --rules '{game}'" in made.output
    made = new(str(club), "--from", "directnet", "--lang", lang)
    assert f"sh '{club}'/check.sh" in made.output


@pytest.mark.parametrize("args", ["rules --out", "docs --out", "new --game corner-tarock"])
def test_a_full_disk_leaves_nothing_behind_and_is_told_in_a_line(
    args: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trees are copied file by file, and what went wrong is gathered."""

    def full(source: str, place: str, **_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", source, None, place)

    monkeypatch.setattr(shutil, "copyfile", full)
    where = tmp_path / "new"
    done = CliRunner().invoke(zwanz, [*args.split(), str(where)])
    assert done.exit_code == 2
    assert done.output == f"zwanz: nothing can be written to {where}; no space left on device\n"
    assert not list(tmp_path.iterdir())
