"""What is published: pinned workflows, a lock that holds every package, notices of others."""

from __future__ import annotations

import doctest
import re
import tomllib
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import yaml

import third_party

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


def test_notices_name_licences() -> None:
    failed, tried = doctest.testmod(third_party)
    assert tried and not failed
    for _, _, file in third_party.BUNDLED:
        assert (ROOT / file).is_file()
