"""What is published: pinned workflows, a lock that holds every package, notices of others."""

from __future__ import annotations

import doctest
import re
import subprocess
import tomllib
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

import package_page
import third_party
from zwanz_ssot.cli.framework import zwanz

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_a_workflow_pins_its_actions_and_may_only_read(file: Path) -> None:
    read: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert read["permissions"] == {"contents": "read"}
    steps = [step for job in read["jobs"].values() for step in job["steps"]]
    for used in (step["uses"] for step in steps if "uses" in step):
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", used), used


def test_a_workflow_runs_commands_that_there_are() -> None:
    called = re.findall(
        r"(?<=run: )(scripts/\w+|\.ci/run)",
        "\n".join(file.read_text("utf-8") for file in WORKFLOWS),
    )
    assert len(called) >= 4
    text = "\n".join(file.read_text("utf-8") for file in WORKFLOWS)
    assert text.count("setup-python@") == text.count("PYTHON: python"), "scripts/setup finds others"
    for command in called:
        assert (ROOT / command).is_file()


def test_the_lock_holds_every_package_with_its_hash() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    locked = {normal(name) for name in re.findall(r"^([\w.-]+)(?:\[\w+\])?==", lock, re.MULTILINE)}
    wanted = [*PROJECT["dependencies"], *chain(*PROJECT["optional-dependencies"].values())]
    missing = {normal(re.match(r"[\w.-]+", each)[0]) for each in wanted} - locked  # type: ignore[index]
    assert not missing, "scripts/dependencies lock writes them"
    for entry in re.split(r"\n(?=\w)", lock.strip()):
        assert "--hash=sha256:" in entry, entry


def test_the_page_of_commands_names_every_extra() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    table = page.partition("| Extra | For |")[2].partition("\n\n")[0]
    named = re.findall(r"^\| ([^|]*) \|", table, re.MULTILINE)
    extras = set(re.findall(r"`(\w+)`", " ".join(named)))
    assert extras == set(PROJECT["optional-dependencies"]) - {"dev"}


def test_security_names_tests_that_there_are() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", text))
    assert len(named) >= 6
    assert [name for name in named if not (ROOT / "tests" / f"{name}.py").is_file()] == []


def test_notices_name_licences() -> None:
    failed, tried = doctest.testmod(third_party)
    assert tried and not failed
    for _, _, file in third_party.BUNDLED:
        assert (ROOT / file).is_file() or file == "mypy.LICENSE"  # scripts/wheel puts it in


def test_the_bill_of_materials_names_what_the_package_contains() -> None:
    texts = (ROOT / third_party.EDITOR).read_text(encoding="utf-8")
    parts = {part["name"]: part for part in third_party.bundled(texts)}
    assert {"Vollkorn", "@codemirror/view", "marked"} <= parts.keys()
    assert len(parts) == len({part["bom-ref"] for part in parts.values()}) > 20
    version = parts["@codemirror/view"]["version"]
    assert parts["@codemirror/view"]["purl"] == f"pkg:npm/%40codemirror/view@{version}"
    assert f"* marked {parts['marked']['version']}: MIT" in third_party.notices(
        {"components": []}, texts
    )


def test_the_page_of_the_package_leads_to_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    failed, tried = doctest.testmod(package_page)
    assert tried and not failed
    for name in ("ZWANZ_ADDRESS", "GITHUB_REPOSITORY"):
        monkeypatch.delenv(name, raising=False)
    hook = package_page.AddressHook(str(ROOT), {})
    plain: dict[str, Any] = {"version": "1.0"}
    hook.update(plain)
    assert plain["readme"]["text"] == (ROOT / "README.md").read_text(encoding="utf-8")
    assert "urls" not in plain

    monkeypatch.setenv("ZWANZ_ADDRESS", "https://git.example/club/zwanz/")
    known: dict[str, Any] = {"version": "1.0"}
    hook.update(known)
    assert known["urls"]["Issues"] == "https://git.example/club/zwanz/issues"
    targets = re.findall(r"\]\(([^)]+)\)", known["readme"]["text"])
    assert len(targets) > 15
    for target in targets:
        assert target.startswith("https://"), target
        path = re.sub(r"^https://git.example/club/zwanz/(raw|blob)/v1.0/", "", target)
        assert (ROOT / path.partition("#")[0]).exists() or path == target, target


def test_the_source_archive_has_its_sources() -> None:
    """Every folder and file at the top is in it, but for what is about the repository alone."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("this is no checkout of git")
    tops = {name.split("/")[0] for name in listed.stdout.splitlines()}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    archive = project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert all(each.startswith("/") for each in archive), "else it means any folder of that name"
    inside = {each.strip("/") for each in archive}
    assert tops - inside == {
        ".gitattributes",
        ".github",
        ".gitignore",
        "pyproject.toml",
    }  # two come by themselves


def test_nothing_is_installed_by_a_name_that_nobody_has_claimed() -> None:
    """A page or a message may name the index's packages; ours comes from an address."""
    unclaimed = re.compile(r"pip install [^\n`]*?zwanz[-_]ssot(\[[a-z,]*\])?+(?![\w\]]| @ )")
    assert unclaimed.search("pip install 'zwanz-ssot[web]'")
    assert unclaimed.search('pip install "zwanz-ssot"')
    assert not unclaimed.search('pip install "zwanz-ssot[web] @ git+URL@TAG"')
    kinds = {".py", ".md", ".yaml", ".yml", ".j2", ".json", ".js"}
    places = ("zwanz_ssot", "renderer", "docs", "templates", "editors", "scripts")
    files = [file for place in places for file in (ROOT / place).rglob("*")]
    named = [
        f"{file}: {found[0]}"
        for file in [*ROOT.glob("*.md"), *files]
        if file.suffix in kinds and "node_modules" not in file.parts
        for found in unclaimed.finditer(file.read_text(encoding="utf-8"))
    ]
    assert not named


@pytest.mark.parametrize("call", ["serve directnet", "studio"])
def test_what_a_server_lacks_is_named_by_its_packages(
    call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    result = CliRunner().invoke(zwanz, call.split())
    assert result.exit_code == 3
    assert "pip install starlette uvicorn websockets sqlalchemy" in result.stderr
