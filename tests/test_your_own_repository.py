"""``docs/your-own-repository.md``, done: the hook that pre-commit fetches and installs, and each
step of the recipe for continuous integration, in a repository that ``zwanz new`` of the installed
package began.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from packed import ROOT, Installed, environment, offline, run

import system_packages

PAGE = (ROOT / "docs" / "your-own-repository.md").read_text(encoding="utf-8")
SOUND = "  - {at: contracts.solo.value, was: 4, set: 5, source: custom}\n"
BROKEN = SOUND.replace("solo", "soli")
TOLD = "contracts.soli.value: there is no 'soli' in contracts; did you mean 'solo'?"
NOT_HELD = "expect.turn: expected second, got forehand"
ENGINE = ROOT / "docs" / "judge" / "zwanziger.mjs"


def shown(heading: str = "") -> list[str]:
    """The commands that the page shows below a heading, or before the first one."""
    text = PAGE.partition(f"\n## {heading}\n")[2] if heading else PAGE
    return re.findall(r"^ {4}(\S.*)$", text.partition("\n## ")[0], re.MULTILINE)


class Club:
    """What the first lines of the page begin, under git."""

    def __init__(self, installed: Installed, folder: Path) -> None:
        self.folder, self.installed = folder / "my-club", installed
        self.bin = folder / "bin"
        self.bin.mkdir(parents=True)
        # `pip` as it is on a runner: it installs into the environment whose commands come first.
        self.command(
            "pip", f'exec "{sys.executable}" -m pip --python "{installed.bin / "python"}" "$@"'
        )
        self.command("sudo", f'echo "$@" >> "{folder / "sudo"}"')
        self.asked = folder / "sudo"
        path = os.pathsep.join([str(self.bin), str(installed.bin), os.environ["PATH"]])
        people = {
            f"GIT_{who}_{what}": "x@y.z"
            for who in ("AUTHOR", "COMMITTER")
            for what in ("NAME", "EMAIL")
        }
        self.env = {
            **environment(),
            "PATH": path,
            "GIT_CONFIG_GLOBAL": os.devnull,
            "SOURCE": "zwanz-ssot",  # installed already: pip has nothing to fetch
            **people,
        }
        (command,) = [line for line in shown() if line.startswith("zwanz new ")]
        made = self.sh(command, self.folder.parent)
        assert made.returncode == 0, made.stderr
        self.rules = self.folder / "my-club.yaml"
        for step in ("git init -q", "git add .", "git commit -q -m begun"):
            assert self.sh(step).returncode == 0

    def command(self, name: str, script: str) -> None:
        """A command of one line that is found before all others."""
        file = self.bin / name
        file.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        file.chmod(0o755)

    def sh(self, line: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
        """A line of a shell, as a runner runs it."""
        return run(["sh", "-e", "-c", line], folder or self.folder, self.env)

    def write(self, changes: str) -> int:
        """Put changes into the house rules; the line of the first."""
        head = self.rules.read_text(encoding="utf-8").partition("changes:")[0]
        self.rules.write_text(f"{head}changes:\n{changes}", encoding="utf-8")
        return head.count("\n") + 2


@pytest.fixture
def club(installed: Installed, tmp_path: Path) -> Club:
    """A scaffold with nothing changed."""
    return Club(installed, tmp_path)


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A repository with this checkout as it is now: its address, and a revision. The checkout need
    not be a repository itself: it may be a downloaded archive.
    """
    folder = tmp_path_factory.mktemp("published")
    git = ["git", f"--git-dir={folder}", f"--work-tree={ROOT}"]
    git += ["-c", "user.name=x", "-c", "user.email=x@y.z"]
    for step in ("init -q", "add .", "commit -q -m as-it-is", "tag v1"):
        done = run([*git, *step.split()], ROOT, environment())
        assert done.returncode == 0, done.stderr
    return folder.as_uri(), "v1"


def hook_of_the_page(address: str, revision: str) -> dict[str, Any]:
    """The configuration that the page shows, filled in."""
    blocks = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    (block,) = [block for block in blocks if "repos:" in block]
    filled: dict[str, Any] = yaml.safe_load(block.replace("URL", address).replace("TAG", revision))
    return filled


@pytest.mark.sample(0)
def test_the_hook_is_fetched_installed_and_stops_a_broken_commit(
    club: Club, published: tuple[str, str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    config = club.folder / ".pre-commit-config.yaml"
    config.write_text(yaml.safe_dump(hook_of_the_page(*published)), encoding="utf-8")
    home = tmp_path_factory.mktemp("pre-commit")
    club.env["PRE_COMMIT_HOME"] = str(home)
    club.env["PATH"] = os.environ["PATH"]  # no zwanz but the hook's own
    assert shutil.which("zwanz", path=club.env["PATH"]) in (
        None,
        str(Path(sys.executable).with_name("zwanz")),
    )
    club.command("pre-commit", f'exec "{sys.executable}" -m pre_commit "$@"')
    installs = shown("The hooks")[1]
    assert installs == "pre-commit install"
    assert run([str(club.bin / "pre-commit"), "install"], club.folder, club.env).returncode == 0

    first = club.sh("git add . && git commit -m 'with a hook'")
    if first.returncode and offline(first.stdout + first.stderr):
        pytest.skip("the package index cannot be reached from here")
    assert first.returncode == 0, first.stdout + first.stderr
    for hook in ("zwanz check", "zwanz examples"):
        assert hook in first.stdout + first.stderr
    assert list(home.rglob("bin/zwanz")), "it is installed in an environment of its own"

    line = club.write(BROKEN)
    broken = club.sh("git commit -a -m broken")
    assert broken.returncode == 1
    assert f"my-club.yaml:{line}:10: {TOLD}" in broken.stdout + broken.stderr
    club.write(SOUND)
    sound = club.sh("git commit -a -m sound")
    assert sound.returncode == 0, sound.stdout + sound.stderr
    assert club.sh("git rev-list --count HEAD").stdout == "3\n"

    line = spoil_example(club)
    broken = club.sh("git commit -a -m 'an example that does not hold'")
    assert broken.returncode == 1
    assert f"examples/ours.yaml:{line}:7: {NOT_HELD}" in broken.stdout + broken.stderr


def spoil_example(club: Club) -> int:
    """State another turn in the example of the scaffold; the line where it stands."""
    example = club.folder / "examples" / "ours.yaml"
    text, stated = example.read_text(encoding="utf-8"), "      turn: forehand\n"
    assert text.count(stated) == 1, "the scaffold has another example: say anew what is spoilt"
    example.write_text(text.replace(stated, "      turn: second\n"), encoding="utf-8")
    return text.partition(stated)[0].count("\n") + 1


def steps(club: Club) -> list[str]:
    """What the workflow of the scaffold runs, step by step."""
    workflow = yaml.safe_load(
        (club.folder / ".github" / "workflows" / "rules.yml").read_text(encoding="utf-8")
    )
    return [
        step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step
    ]


def test_the_page_shows_the_steps_of_the_workflow(club: Club) -> None:
    named = f"zwanz new {club.folder}2 --from directnet --repository URL --revision TAG"
    assert club.sh(named).returncode == 0
    there = Path(f"{club.folder}2")
    workflow = yaml.safe_load((there / ".github" / "workflows" / "rules.yml").read_text("utf-8"))
    ran = [step["run"] for step in workflow["jobs"]["check"]["steps"] if "run" in step]
    assert [shlex.split(line) for line in shown("Continuous integration")] == [
        shlex.split(line) for line in ran[1:]
    ]
    assert shlex.split(shown()[0]) == shlex.split(ran[1])
    config = yaml.safe_load(
        (club.folder / ".github" / "workflows" / "rules.yml").read_text(encoding="utf-8")
    )
    assert set(config[True]) == {"push", "pull_request"}  # YAML reads `on` as true


def test_the_workflow_says_that_it_has_to_be_told_what_to_install(club: Club) -> None:
    del club.env["SOURCE"]
    asked = club.sh(steps(club)[1])
    assert asked.returncode == 1
    assert "::error::" in asked.stdout and "ZWANZ_SSOT" in asked.stdout


def test_every_step_of_the_workflow_runs_and_leaves_the_book(club: Club) -> None:
    for line in steps(club):
        done = club.sh(line)
        if done.returncode and offline(done.stderr):
            pytest.skip("the package index cannot be reached from here")
        assert done.returncode == 0, (line, done.stdout, done.stderr)
    update, install = club.asked.read_text(encoding="utf-8").splitlines()
    assert update == "apt-get update"
    wanted = [need.packages["apt"] for need in system_packages.needs("run")]
    assert install.split()[-len(wanted) :] == wanted
    assert {file.suffix for file in (club.folder / "build").iterdir()} == {".html", ".pdf"}


def test_the_steps_stop_at_a_broken_rule_with_its_line(club: Club) -> None:
    line = club.write(BROKEN)
    *before, check = steps(club)
    assert all(club.sh(step).returncode == 0 for step in before)
    done = club.sh(check)
    assert done.returncode == 1
    assert f"my-club.yaml:{line}:10: {TOLD}" in done.stdout
    assert not (club.folder / "build").exists()


def test_the_steps_stop_at_an_example_that_does_not_hold(club: Club) -> None:
    line = spoil_example(club)
    done = club.sh(steps(club)[-1])
    assert done.returncode == 1
    assert f"examples/ours.yaml:{line}:7: {NOT_HELD}" in done.stdout
    assert not (club.folder / "build").exists()


@pytest.mark.skipif(shutil.which("node") is None, reason="the sample engine wants node")
def test_an_app_is_judged_by_the_line_that_stands_there_as_a_comment(club: Club) -> None:
    script = (club.folder / "check.sh").read_text(encoding="utf-8")
    (judge,) = re.findall(r"^# (zwanz judge .*)$", script, re.MULTILINE)
    engine = ENGINE.read_text(encoding="utf-8")
    (club.folder / "my-engine.mjs").write_text(engine, encoding="utf-8")
    judge = judge.replace("my-engine.js", "my-engine.mjs")
    club.write(SOUND)
    agreed = club.sh(judge.replace(" -- ", " --rounds 20 -- "))
    assert agreed.returncode == 0, agreed.stdout + agreed.stderr
    was = "verdict, contract.value,"
    assert engine.count(was) == 1, "the sample engine has changed: say anew what is sabotaged"
    spoilt = engine.replace(was, "verdict, contract.value + 1,")
    (club.folder / "my-engine.mjs").write_text(spoilt, encoding="utf-8")
    differs = club.sh(judge.replace(" -- ", " --rounds 40 -- "))
    assert differs.returncode == 1 and "contracts." in differs.stdout
