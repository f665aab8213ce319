"""Schemas for editors without our language server: they know every path, hold for every variant,
and yaml-language-server completes by them.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
import pytest_lsp
from click.testing import CliRunner
from conftest import loaded
from editor import Editor, editing
from jsonschema import Draft7Validator
from pytest_lsp import ClientServerConfig, LanguageClient

from write_schemas import written
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.editor_schema import examples_schema, overlay_schema, present
from zwanz_ssot.library import BASE, library
from zwanz_ssot.source import read

RULES = library()
OVERLAYS = sorted(RULES.root.glob("*/variants/*.yaml"))


def test_schemas_have_the_words_and_paths_that_there_are() -> None:
    stale = [file.name for file, text in written() if text != file.read_text(encoding="utf-8")]
    assert not stale, "run python scripts/write_schemas.py"


@pytest.mark.parametrize("file", OVERLAYS, ids=lambda file: "-".join(file.parts[-3::2]))
def test_the_schema_of_its_base_holds_for_each_variant(file: Path) -> None:
    data = read(file).data
    game, _, variant = data["of"].partition(":")
    checked = Draft7Validator(overlay_schema(loaded(game, variant or BASE)))
    assert [str(error.message) for error in checked.iter_errors(data)] == []


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"at": "contracts.solo.value", "set": "four"}, "set"),
        ({"at": "contracts.solo.value", "was": 3, "set": 5}, "was"),
        ({"at": "play.beat", "set": "sometimes"}, "set"),
        ({"at": "contracts.solo.objective", "set": {"points_at_leats": {}}}, "set"),
        ({"at": "bonuses.uhu", "add": {"value": 1}}, "add"),
        ({"at": "contracts.farbensolo.bonus_factor", "add": "two"}, "add"),
    ],
)
def test_what_cannot_stand_at_a_path_is_refused(change: dict[str, object], path: str) -> None:
    checked = Draft7Validator(overlay_schema(loaded("zwanzigerrufen", BASE)))
    data = {
        "variant": "x",
        "of": "zwanzigerrufen",
        "name": {"en": "a", "de": "b"},
        "changes": [{**change, "source": "custom"}],
    }
    found = {list(error.absolute_path)[2] for error in checked.iter_errors(data)}
    assert found == {path}


def test_every_path_that_can_be_changed_has_its_schema() -> None:
    game = loaded("zwanzigerrufen", "directnet")
    made = overlay_schema(game)
    item = made["properties"]["changes"]["items"]
    known = set(item["properties"]["at"]["examples"])
    missing = {each.text for each in present(game)} - known
    # A text in one language has no schema of its own.
    assert {path.rpartition(".")[2] for path in missing} <= {"en", "de", "ja", "also"}


def test_examples_have_a_schema_of_their_own() -> None:
    checked = Draft7Validator(examples_schema())
    for file in sorted(RULES.root.glob("*/examples/*.yaml"))[::9]:
        assert [error.message for error in checked.iter_errors(read(file).data)] == []


def test_the_command_writes_one_for_a_house_and_says_how_to_name_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = tmp_path / "house.yaml"
    house.write_text("variant: house\nof: anrufen:three\nname: {en: a, de: b}\nchanges: []\n")
    monkeypatch.chdir(tmp_path.parent)
    out = tmp_path / "house.schema.json"
    made = CliRunner().invoke(zwanz, ["schema", "--for", str(house), "--out", str(out)])
    assert made.exit_code == 0
    assert made.output == "# yaml-language-server: $schema=house.schema.json\n"
    assert "talon" in out.read_text(encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["house.schema.json", "house.yaml"]


# with yaml-language-server, where it is installed

OF_NPM = Path(__file__).parent / "judges" / "node_modules" / ".bin"
SERVER = os.environ.get("YAML_LANGUAGE_SERVER") or shutil.which(
    "yaml-language-server", path=os.pathsep.join((str(OF_NPM), os.environ.get("PATH", "")))
)
with_server = pytest.mark.skipif(
    SERVER is None,
    reason="no yaml-language-server; npm ci in tests/judges, or name it in YAML_LANGUAGE_SERVER",
)


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[SERVER or "none", "--stdio"]),
    scope="module",
)
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    """A client of yaml-language-server."""
    yield


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as `zwanz new` makes it."""
    folder = tmp_path_factory.mktemp("houses") / "post"
    call = ["new", str(folder), "--from", "zwanzigerrufen:directnet"]
    assert CliRunner().invoke(zwanz, call).exit_code == 0
    return folder


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def editor(client: LanguageClient, house: Path) -> AsyncIterator[Editor]:
    """An editor with yaml-language-server alone."""
    async for running in editing(client, house):
        yield running


@with_server
@pytest.mark.asyncio(loop_scope="module")
async def test_yaml_language_server_completes_paths_and_values(editor: Editor) -> None:
    begun = (editor.folder / "post.yaml").read_text(encoding="utf-8").partition("changes:")[0]
    found = await editor.completed("post.yaml", begun + "changes:\n  - at: bonuses.pag‸\n")
    assert "bonuses.pagat_ultimo.value.silent" in found
    values = await editor.completed(
        "post.yaml", begun + "changes:\n  - at: table.direction\n    set: ‸\n"
    )
    assert {"clockwise", "counterclockwise"} <= set(values)


@with_server
@pytest.mark.asyncio(loop_scope="module")
async def test_yaml_language_server_tells_of_keys_and_slips(editor: Editor) -> None:
    begun = (editor.folder / "post.yaml").read_text(encoding="utf-8").partition("changes:")[0]
    change = "changes:\n  - at: contracts.solo.value\n    se‸t: four\n    source: custom\n"
    # A file of its own: of another's earlier text, problems may still come.
    assert "shall stand there" in await editor.hovered("slips.yaml", begun + change)
    line = begun.count("\n") + 2
    await editor.diagnostics(
        "slips.yaml", lambda found: any(each.range.start.line == line for each in found)
    )
