"""``zwanz lsp`` asked by a client, as an editor asks it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
import pytest_lsp
from bounded import counted_calls
from conftest import HOUSE
from editor import CONFIG, Editor, editing
from lsprotocol import types
from pytest_lsp import LanguageClient

from zwanz_ssot import places
from zwanz_ssot.examples import run_inherited
from zwanz_ssot.language_server import diagnostics, navigation
from zwanz_ssot.language_server.completion import complete, items
from zwanz_ssot.language_server.diagnostics import (
    DiagnosticsQueue,
    FoundProblem,
    problems_of,
)
from zwanz_ssot.language_server.server import make_server, prepare
from zwanz_ssot.language_server.session import Session
from zwanz_ssot.library import check
from zwanz_ssot.source import MAX_BYTES

CHANGE = HOUSE.split("  - ")[0]
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_lsp.fixture(config=CONFIG, scope="module")
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    """A client whose server runs for all tests of this file."""
    yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that is open in the editor."""
    return tmp_path_factory.mktemp("house")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def editor(client: LanguageClient, folder: Path) -> AsyncIterator[Editor]:
    """The editor of all tests."""
    async for running in editing(client, folder):
        yield running


# diagnostics


async def test_an_unsaved_variant_is_checked_as_the_command_checks_it_when_saved(
    editor: Editor, tmp_path: Path
) -> None:
    wrong = HOUSE.replace("was: 1", "was: 7").replace("name: {en: Ours", "named: {en: Ours")
    editor.show("wrong.yaml", wrong)
    found = await editor.diagnostics("wrong.yaml")

    saved = tmp_path / "wrong.yaml"
    saved.write_text(wrong, encoding="utf-8")
    wanted = {(p.mark.line - 1, p.mark.column - 1, p.code) for p in check([saved]) if p.mark}
    assert len(wanted) >= 2
    got = {
        (d.range.start.line, d.range.start.character, d.code)
        for d in found
        if d.severity == types.DiagnosticSeverity.Error
    }
    assert got == wanted
    assert not (editor.folder / "wrong.yaml").exists()


async def test_what_a_change_breaks_in_other_files_is_told_in_the_open_file(
    editor: Editor,
) -> None:
    change = HOUSE.rpartition("  - ")[0] + "  - {at: kontra, drop: true, source: custom}\n"
    editor.show("without.yaml", change)
    found = await editor.diagnostics("without.yaml")
    assert {each.range.start.line for each in found} == {4}
    assert any("nothing says what is doubled" in each.message for each in found)


async def test_a_range_covers_the_value(editor: Editor) -> None:
    editor.show("range.yaml", HOUSE.replace("was: 1", "was: 7"))
    (found,) = await editor.diagnostics("range.yaml")
    line = HOUSE.replace("was: 1", "was: 7").split("\n")[found.range.start.line]
    assert line[found.range.start.character : found.range.end.character] == "7"


async def test_columns_are_those_of_the_editor_behind_a_byte_order_mark(editor: Editor) -> None:
    editor.show("mark.yaml", "\ufeffvariant: 7\nof: zwanzigerrufen\nname: {en: 7, de: b}\n")
    found = await editor.diagnostics("mark.yaml")
    starts = {(each.range.start.line, each.range.start.character) for each in found}
    assert {(0, 10), (2, 11)} <= starts, found
    assert len(found) > 2


async def test_columns_are_those_of_the_editor_behind_characters_of_two_units(
    editor: Editor,
) -> None:
    text = "variant: wide\nof: zwanzigerrufen\nname: {en: 𝄞𝄞, de: x, jo: 3}\nchanges: []\n"
    editor.show("wide.yaml", text)
    found = await editor.diagnostics("wide.yaml")
    units = text.split("\n")[2].encode("utf-16-le")
    starts = {
        units[2 * d.range.start.character : 2 * d.range.end.character].decode("utf-16-le")
        for d in found
        if d.range.start.line == 2
    }
    assert "3" in starts


async def test_a_broken_line_is_told_and_mended(editor: Editor) -> None:
    editor.show("broken.yaml", HOUSE + "  - {at: bonuses.")
    found = await editor.diagnostics("broken.yaml")
    assert found[0].range.start.line == HOUSE.count("\n")
    editor.show("broken.yaml", HOUSE)
    assert await editor.diagnostics("broken.yaml", lambda now: not now) == []


async def test_what_depends_on_an_edited_file_is_checked_with_the_unsaved_text(
    editor: Editor,
) -> None:
    rules = places.data("rules")
    base = rules / "zwanzigerrufen" / "variants" / "directnet.yaml"
    text = base.read_text(encoding="utf-8")
    editor.show("heir.yaml", HOUSE)
    assert await editor.diagnostics("heir.yaml") == []
    moved = text.replace(
        "changes:\n", "changes:\n  - {at: bonuses.four_kings, drop: true, source: custom}\n", 1
    )
    editor.show(base, moved)
    found = await editor.diagnostics("heir.yaml", lambda now: now)
    assert any("four_kings" in each.message for each in found)
    editor.show(base, text)
    assert await editor.diagnostics("heir.yaml", lambda now: not now) == []


async def test_the_problems_of_a_file_go_with_it(editor: Editor, folder: Path) -> None:
    """A file that is not open is checked when it changes on the disk, and forgotten with it."""

    def changed(kind: types.FileChangeType) -> None:
        event = types.FileEvent(editor.uri("closed.yaml"), kind)
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))

    closed = folder / "closed.yaml"
    closed.write_text(HOUSE.replace("was: 1", "was: 7"), encoding="utf-8")
    changed(types.FileChangeType.Created)
    assert await editor.diagnostics("closed.yaml", lambda now: now)
    closed.write_text("# nothing is left\n", encoding="utf-8")
    changed(types.FileChangeType.Changed)
    assert await editor.diagnostics("closed.yaml", lambda now: not now) == []
    closed.write_text(HOUSE.replace("was: 1", "was: 7"), encoding="utf-8")
    changed(types.FileChangeType.Changed)
    assert await editor.diagnostics("closed.yaml", lambda now: now)
    closed.unlink()
    changed(types.FileChangeType.Deleted)
    assert await editor.diagnostics("closed.yaml", lambda now: not now) == []


async def test_a_chapter_that_is_not_saved_yet_has_no_problem_of_the_others(tmp_path: Path) -> None:
    chapters = tmp_path / "chapters"
    chapters.mkdir()
    (tmp_path / "house.yaml").write_text(HOUSE, encoding="utf-8")
    (chapters / "01.md").write_text("# A\n\n[x](#nowhere)\n", encoding="utf-8")
    session = Session(texts={str(chapters / "02.md"): "# B\n"}, folders=[tmp_path])
    with session.reading():
        assert len(problems_of(session, chapters / "01.md")) == 1
        assert problems_of(session, chapters / "02.md") == []


async def test_examples_of_a_house_are_run_while_its_rules_are_typed(editor: Editor) -> None:
    """A king that follows is legal, and by the rules of the house a tarock beside it is not."""
    example = """\
game: zwanzigerrufen
in: [rules-of-examples.yaml]
examples:
  - example: suit-is-followed
    title: {en: Suit, de: Farbe}
    source: directnet §Spielregeln
    contract: rufer
    trick: [H-J]
    hand: [H-1, H-K, T-XX]
    expect: {legal: [H-1, H-K]}
"""
    editor.show("rules-of-examples.yaml", HOUSE.replace("variant: house", "variant: rules"))
    editor.show("ours.yaml", example)
    assert await editor.diagnostics("ours.yaml") == []
    editor.show(
        "rules-of-examples.yaml",
        HOUSE.replace("variant: house", "variant: rules").replace(
            "changes:\n",
            "changes:\n  - {at: play.follow, set: [any_card], source: custom}\n",
        ),
    )
    (found,) = await editor.diagnostics("ours.yaml", lambda now: now)
    assert found.range.start.line == 9 and "T-XX" in found.message
    editor.show("ours.yaml", example.replace("[H-1, H-K]}", "[H-1, H-K, T-XX]}"))
    assert await editor.diagnostics("ours.yaml", lambda now: not now) == []


async def test_a_file_that_cannot_be_checked_keeps_no_other_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exception that nobody expects is logged, and the queue goes on."""

    def failing(session: Session, path: Path) -> list[FoundProblem]:
        if path.stem == "broken":
            raise KeyError("changes")
        return problems_of(session, path)

    monkeypatch.setattr(diagnostics, "problems_of", failing)
    wrong = HOUSE.replace("was: 1", "was: 7")
    names = ("broken", "other")
    session = Session(texts={str(tmp_path / f"{name}.yaml"): wrong for name in names})
    sent: dict[str, int] = {}
    queue = DiagnosticsQueue(session, lambda file, found: sent.update({file: len(found)}))
    for name in names:
        queue.edited(tmp_path / f"{name}.yaml", at_once=True)
    await queue.settled()
    assert sent == {str(tmp_path / "other.yaml"): 1}


async def test_a_foreign_file_is_let_alone(editor: Editor) -> None:
    editor.show("workflow.yaml", "on: push\njobs: {check: [}\n")
    assert await editor.diagnostics("workflow.yaml") == []


async def test_little_is_done_after_a_keystroke(editor: Editor) -> None:
    """Of all rules, only the file that is written is read again."""
    text = (places.data("rules") / "koenigrufen/variants/wien.yaml").read_text(encoding="utf-8")
    text = text.replace("variant: wien", "variant: quick")
    typed = [
        text.replace("variant: quick", f"variant: quick\nword{number}: 1") for number in range(3)
    ]
    session, path = Session(), editor.folder / "quick.yaml"
    for each in (text, *typed, text.replace("quick", "quick1"), typed[0] + "  - {at: pl"):
        session.texts[str(path)] = each
        with session.reading(), counted_calls() as calls:
            problems_of(session, path)
        if each is not text:
            assert sum(calls.values()) < 1_000_000, calls.most_common(9)

    editor.show("quick.yaml", text)
    await editor.diagnostics("quick.yaml")
    for number, each in enumerate(typed):
        editor.show("quick.yaml", each)
        await editor.diagnostics("quick.yaml", lambda now, word=f"word{number}": word in str(now))


@pytest.mark.parametrize("odd", ["\u2028", "\u2029", "\x85", "\x0c", "\x0b"])
async def test_a_line_ends_where_it_ends_in_the_editor(editor: Editor, odd: str) -> None:
    """Changed parts of a text would be applied at other lines behind such a character, so whole
    texts are asked for.
    """
    offered = editor.begun.capabilities.text_document_sync
    assert isinstance(offered, types.TextDocumentSyncOptions)
    assert offered.change == types.TextDocumentSyncKind.Full
    begun = CHANGE.replace("changes:", f"# a note{odd}and more\nchanges:")
    found = await editor.completed("odd.yaml", begun + "  - {at: bonuses.pag‸")
    text = editor.applied("odd.yaml", found["bonuses.pagat_ultimo.value.silent"])
    assert text.startswith(begun + "  - {at: bonuses.pagat_ultimo.value.silent, was: 1")


async def test_the_server_speaks_through_a_socket(tmp_path: Path) -> None:
    """Two editors at one address, each with a server of its own."""
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "zwanz_ssot", "lsp", "--tcp", "0"), stderr=asyncio.subprocess.PIPE
    )
    assert running.stderr is not None
    host, _, port = (await running.stderr.readline()).decode().strip().rpartition(":")
    assert host == "127.0.0.1"
    try:
        for _ in range(2):
            reader, writer = await asyncio.open_connection(host, int(port))
            body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
            writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 120)
            answer = await reader.readexactly(int(head.split(b"Length: ")[1].split()[0]))
            assert b'"name":"zwanz"' in answer.replace(b" ", b"")
            writer.close()
    finally:
        running.terminate()
        await running.wait()


async def test_links_out_of_the_folder_pipes_devices_and_long_files_are_let_alone(
    tmp_path: Path,
) -> None:
    """The server begins, and names and renames nothing in them."""
    folder = tmp_path / "house"
    folder.mkdir()
    adds = "  - {at: bonuses.ours, add: {name: {en: O, de: O}}, source: custom}\n"
    (folder / "house.yaml").write_text(CHANGE + adds, encoding="utf-8")
    names = "game: zwanzigerrufen\nexamples:\n  - shows: [bonuses.ours]\n"
    (folder / "named.yaml").write_text(names, encoding="utf-8")
    (tmp_path / "private.yaml").write_text(names, encoding="utf-8")
    (folder / "link.yaml").symlink_to(tmp_path / "private.yaml")
    (folder / "zero.yaml").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe.yaml")
    (folder / "long.yaml").write_text(names + "#" * MAX_BYTES, encoding="utf-8")
    server = make_server()
    session = server.session
    session.folders = [folder]
    prepare(server)
    assert session.text(Path("/dev/zero")) == "" and session.text(folder / "pipe.yaml") == ""
    place = (folder / "house.yaml", 4, len("  - {at: bonuses.ou"))
    with session.reading():
        found = {spot.file.name for spot in navigation.references(session, *place)}
        changed = {file.name for file in navigation.rename(session, *place, "mine")}
    assert found == changed == {"house.yaml", "named.yaml"}


# completion


async def test_a_path_brings_what_was_there(editor: Editor) -> None:
    found = await editor.completed("path.yaml", CHANGE + "  - {at: bonuses.pag‸")
    item = found["bonuses.pagat_ultimo.value.silent"]
    assert item.detail == "1"
    assert "Pagat" in str(item.documentation)  # this editor does not say that it asks
    text = editor.applied("path.yaml", item)
    assert text.endswith(
        "{at: bonuses.pagat_ultimo.value.silent, was: 1, set: ${1:1}, source: ${2:custom}}"
    )
    resolved = await editor.client.completion_item_resolve_async(item)
    assert "Pagat" in str(resolved.documentation) and "point" in str(resolved.documentation)


async def test_an_editor_without_snippets_gets_none(tmp_path: Path) -> None:
    session, file = Session(), tmp_path / "plain.yaml"
    session.texts[str(file)] = CHANGE + "  - {at: contracts.solo."
    nowhere = types.Range(types.Position(0, 0), types.Position(0, 0))
    with session.reading():
        asked = complete(session, file, 4, len("  - {at: contracts.solo."))
        found = items(asked, nowhere, snippets=False, asks=True)
    texts = {each.label: each.text_edit.new_text for each in found if each.text_edit}
    assert not [text for text in texts.values() if "${" in text or "\\" in text]
    assert texts["contracts.solo.name"].count("{en: Solo, de: Solo") == 2  # was, and set


@pytest.mark.parametrize("house", ["anrufen:three", ""])
async def test_the_first_completion_loads_no_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, house: str
) -> None:
    of = house or "zwanzigerrufen"
    if house:
        (tmp_path / "house.yaml").write_text(f"variant: house\nof: {house}\n", encoding="utf-8")
    server = make_server()
    server.session.folders = [tmp_path]
    prepare(server)
    assert not server.session.texts
    monkeypatch.setattr("zwanz_ssot.language_server.session.load", None)
    file = tmp_path / "new.yaml"
    server.session.texts[str(file)] = f"variant: new\nof: {of}\nchanges:\n  - {{at: "
    with server.session.reading():
        found = list(complete(server.session, file, 3, len("  - {at: ")).all())
    assert "table.players" in {each.label for each in found}


async def test_what_a_path_brings_is_a_sound_change(editor: Editor) -> None:
    """Written as it is filled in, and with another value, a change has no other problem."""
    found = await editor.completed("sound.yaml", CHANGE + "  - at: bonuses.pagat_ultimo.value.si‸")
    text = editor.applied("sound.yaml", found["bonuses.pagat_ultimo.value.silent"])
    editor.show("sound.yaml", text.replace("${1:1}", "3").replace("${2:custom}", "custom"))
    assert await editor.diagnostics("sound.yaml") == []


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("  - {at: bonuses.pagat_ultimo.lost, set: ‸}", {"card_beaten_by", "points_at_least"}),
        ("  - {at: call.choose, set: ‸", {"first_not_held", "not_held", "free"}),
        ("  - {at: auction.ladder, set: [rufer, ‸", {"rufer", "farbensolo", "solo"}),
        ("  - {at: call.cards, set: [‸", {"T-I", "H-K", "trull"}),
        ("  - {at: bonuses.uhu, add: {won: {card_wins_trick: {‸", {"card", "trick"}),
        ("  - {at: contracts.picolo, add: {‸", {"name", "declarers", "objective", "value"}),
        ("  - at: contracts.picolo\n    add:\n      ‸", {"name", "declarers", "objective"}),
        ("  - {at: play.lead, ‸", {"was", "set", "drop", "source"}),
        ("  - {at: play.lead, set: [any_card], source: ‸", {"directnet §Pagat", "custom"}),
        ("  - {at: table.direction, set: clo‸", {"clockwise", "counterclockwise"}),
        ("  - at: misdeal.reasons.x\n    add:\n      thrown_in: ‸", {"must", "may"}),
        ("‸", {"open", "not_used", "sources"}),
    ],
)
async def test_what_may_stand_at_a_rule_is_offered(
    editor: Editor, typed: str, offered: set[str]
) -> None:
    found = await editor.completed("offered.yaml", CHANGE + typed + "\n")
    assert offered <= set(found), sorted(found)


async def test_nothing_is_offered_that_is_written_already(editor: Editor) -> None:
    found = await editor.completed(
        "twice.yaml", CHANGE + "  - {at: play.lead, ‸, source: custom}\n"
    )
    assert "set" in found and "source" not in found and "at" not in found


async def test_a_broken_line_above_does_not_disturb(editor: Editor) -> None:
    found = await editor.completed(
        "disturbed.yaml", CHANGE + "  - {at: play.lead, set: [\n  - {at: 'call\n  - {at: call.ch‸"
    )
    assert "call.choose" in found


async def test_examples_are_offered_cards_codes_and_paths(editor: Editor) -> None:
    begun = "game: zwanzigerrufen\nin: [base]\nexamples:\n  - example: x\n"
    cards = await editor.completed("ex.yaml", begun + "    hand: [‸")
    assert cards["T-I"].detail == "Pagat"
    shows = await editor.completed("ex.yaml", begun + "    shows: [play.fo‸")
    assert {"play.follow", "play.follow.0"} <= set(shows)
    codes = await editor.completed("ex.yaml", begun + "    expect: {refused: {T-I: ‸")
    assert "must_follow" in codes
    assert "directnet" in await editor.completed("ex.yaml", begun + "    not_in: [‸")


async def test_what_is_said_in_an_example_is_offered_with_its_rule(editor: Editor) -> None:
    begun = "game: zwanzigerrufen\nin: [base]\nexamples:\n  - example: x\n    says: [{second: "
    whole = await editor.completed("says.yaml", begun + "‸")
    assert {"pass", "bid solo", "bid rufer T-XX"} <= set(whole) and "play T-I" not in whole
    found = await editor.completed("says.yaml", begun + "bid ‸")
    text = editor.applied("says.yaml", found["bid solo"])
    assert text.endswith("says: [{second: bid solo")
    resolved = await editor.client.completion_item_resolve_async(found["bid solo"])
    assert "Solo" in str(found["bid solo"].detail) and resolved.documentation


async def test_a_word_says_what_it_means(editor: Editor) -> None:
    typed = CHANGE + "  - {at: bonuses.pagat_ultimo.lost, set: {"
    word = (await editor.completed("word.yaml", typed + "‸"))["points_at_least"]
    assert "card points" in str(word.documentation)
    nested = await editor.completed("word.yaml", typed + "any: [{‸")
    assert "card points" in str(nested["majority"].documentation)


async def test_chapters_are_offered_shortcodes_attributes_and_values(editor: Editor) -> None:
    (editor.folder / "house-of-chapters.yaml").unlink(missing_ok=True)
    chapter = places.data("templates") / "book/en/zwanzigerrufen/01-the-pack.md"
    assert "card-row" in await editor.completed(str(chapter), "# Pack\n\n[card‸")
    assert "cards" in await editor.completed(str(chapter), "# Pack\n\n[card-row ‸")
    assert "T-I" in await editor.completed(str(chapter), '# Pack\n\n[card-row cards="T-II, T‸')
    assert "contracts.solo.value" in await editor.completed(str(chapter), "# A\n\n[value at=con‸")
    assert "H-K" in await editor.completed(str(chapter), "# A\n\nHold the [[‸")


# hover, definition, references, renaming, parts

RULES = places.data("rules")


def edge(text: str, word: str, nth: int = 0) -> str:
    """A text with the cursor inside the nth place of a word."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(word, at + 1)
    return text[: at + len(word) - 1] + "‸" + text[at + len(word) - 1 :]


async def asked(editor: Editor, name: str | Path, text: str, method: str) -> list[types.Location]:
    document, at = editor.show(name, text)
    if method == "definition":
        params = types.DefinitionParams(document, at)
        found = await editor.client.text_document_definition_async(params)
    else:
        context = types.ReferenceContext(include_declaration=True)
        found = await editor.client.text_document_references_async(
            types.ReferenceParams(context, document, at)
        )
    assert found is not None and not isinstance(found, types.Location)
    return [each for each in found if isinstance(each, types.Location)]


def line_of(where: types.Location) -> str:
    path = Path(where.uri.removeprefix("file://"))
    return path.read_text(encoding="utf-8").split("\n")[where.range.start.line]


async def test_a_rule_is_told_with_all_that_is_known_of_it(editor: Editor) -> None:
    text = await editor.hovered("hover.yaml", edge(HOUSE, "value.silent"))
    assert "bonuses.four_kings.value.silent" in text
    assert "| base, directnet" in text and "| wikipedia, house | `2` |" in text
    assert "directnet" in text
    disputed = CHANGE + "  - {at: bonuses.four_kings.na‸me, set: {en: a, de: b}, source: custom}\n"
    assert "C-51" in await editor.hovered("hover.yaml", disputed)


async def test_of_many_disputes_the_first_are_told_and_how_many_there_are(editor: Editor) -> None:
    text = CHANGE + "  - {at: contr‸acts, was: {}, set: {}, source: custom}\n"
    told = await editor.hovered("many.yaml", text)
    disputes = [line for line in told.split("\n") if line.startswith("**disputed**")]
    assert len(disputes) == 5
    assert re.fullmatch(r"\*\*disputed\*\* … \(2\d\)", disputes[-1])


async def test_a_rule_is_told_in_the_language_of_the_reader(editor: Editor) -> None:
    def wanted(language: str) -> types.DidChangeConfigurationParams:
        return types.DidChangeConfigurationParams({"zwanz": {"language": language}})

    editor.client.workspace_did_change_configuration(wanted("de"))
    german = await editor.hovered("hover.yaml", edge(HOUSE, "value.silent"))
    editor.client.workspace_did_change_configuration(wanted("en"))
    english = await editor.hovered("hover.yaml", edge(HOUSE, "value.silent"))
    editor.client.workspace_did_change_configuration(wanted("de"))
    editor.client.workspace_did_change_configuration(wanted(""))  # as if none had been chosen
    usual = await editor.hovered("hover.yaml", edge(HOUSE, "value.silent"))
    assert "Punkte" in german and "points" in english and usual == english


@pytest.mark.parametrize("word", ["bonuses.four_ki‸ngs.value.silent", "contracts.ruf‸er.value"])
async def test_a_sentence_is_told_once(editor: Editor, word: str) -> None:
    text = CHANGE + f"  - {{at: {word}, was: 1, set: 2, source: custom}}\n"
    told = [line for line in (await editor.hovered("once.yaml", text)).split("\n") if line]
    assert len(told) == len(set(told)) and any("**" in line for line in told)


async def test_words_cards_and_sources_are_told(editor: Editor) -> None:
    text = (
        CHANGE
        + "  - {at: play.hold_back.x, add: {card: T-I, by: declarer}, source: directnet §A}\n"
    )
    assert "Pagat" in await editor.hovered("words.yaml", edge(text, "T-I"))
    assert "20er Rufen online" in await editor.hovered("words.yaml", edge(text, "directnet", 1))
    assert "differences" in await editor.hovered("words.yaml", edge(text, "changes"))


async def test_the_definition_of_a_path_and_an_id_is_where_it_is_written(editor: Editor) -> None:
    (rule,) = await asked(editor, "d.yaml", edge(HOUSE, "value.silent"), "definition")
    assert rule.uri.endswith("zwanzigerrufen/game.yaml")
    assert line_of(rule)[rule.range.start.character :] == "silent: 1}"
    ladder = CHANGE + "  - {at: auction.ladder, set: [sol‸o], source: custom}\n"
    (contract,) = await asked(editor, "d.yaml", ladder, "definition")
    block = (RULES / "zwanzigerrufen/game.yaml").read_text(encoding="utf-8").split("\n")
    assert "  solo:" in block[contract.range.start.line - 1 : contract.range.start.line + 1]
    (source,) = await asked(editor, "d.yaml", edge(HOUSE, "source: custom"), "definition")
    assert line_of(source).strip().startswith("custom:")
    (base,) = await asked(editor, "d.yaml", edge(HOUSE, "zwanzigerrufen:directnet"), "definition")
    assert base.uri.endswith("variants/directnet.yaml")


async def test_references_lead_to_variants_examples_chapters_and_sentences(editor: Editor) -> None:
    game = RULES / "zwanzigerrufen/game.yaml"
    text = game.read_text(encoding="utf-8")
    found = await asked(editor, game, edge(text, "  pagat_ultimo:"), "references")
    files = {Path(each.uri).name for each in found}
    assert {"game.yaml", "directnet.yaml", "disputes.yaml"} <= files
    assert any("/examples/" in each.uri for each in found)
    assert any(each.uri.endswith(".md") for each in found)
    saved = [each for each in found if Path(each.uri.removeprefix("file://")).exists()]
    assert len(saved) > 20 and all("pagat_ultimo" in line_of(each) for each in saved)
    value = await asked(editor, "r.yaml", edge(HOUSE, "value.silent"), "references")
    assert any("words.en.yaml" in each.uri for each in value)


OWN = """\
variant: own
of: zwanzigerrufen
name: {en: Own, de: Eigen}
changes:
  - at: contracts.grand
    add: {name: {en: Grand, de: Grand}, declarers: [declarer], objective: {points_at_least: {side: declarers, points: 45}}, value: 6}
    source: custom
  - {at: auction.ladder, set: [rufer, farbensolo, solo, grand], source: custom}
"""


async def test_files_are_searched_in_the_order_of_their_names_and_hidden_ones_are_not(
    tmp_path: Path,
) -> None:
    names = [f"{folder}/{name}" for folder in "fbdace" for name in ("b.yaml", "a.md")]
    for name in (*names, ".git/x.yaml", "build/x.yaml", "a/.x.yaml", "a/x.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    found = Session(folders=[tmp_path]).house_files()
    assert [path.relative_to(tmp_path).as_posix() for path in found] == sorted(names)


async def test_an_id_of_a_house_is_renamed_in_all_its_files(editor: Editor) -> None:
    example = (
        "game: zwanzigerrufen\nin: [own.yaml]\nexamples:\n  - example: a\n    contract: grand\n"
    )
    editor.show("own-examples.yaml", example)
    document, at = editor.show("own.yaml", edge(OWN, "grand", 1))
    edit = await editor.client.text_document_rename_async(
        types.RenameParams(document, at, new_name="grande")
    )
    assert edit is not None and edit.changes is not None
    assert len(edit.changes[editor.uri("own.yaml")]) == 2
    (other,) = edit.changes[editor.uri("own-examples.yaml")]
    assert other.range.start.line == 4
    with pytest.raises(Exception, match="already"):
        await editor.client.text_document_rename_async(
            types.RenameParams(document, at, new_name="solo")
        )


async def test_an_id_is_renamed_in_moves_and_in_the_chapters_of_the_house(tmp_path: Path) -> None:
    """In what examples and records say, and nowhere where the word is another one."""
    (tmp_path / "chapters" / "en").mkdir(parents=True)
    texts = {
        "own.yaml": OWN,
        "said.yaml": "game: zwanzigerrufen\nin: [own.yaml]\nexamples:\n  - example: grand\n"
        "    says:\n      - forehand: bid *grand*\n      - {second: [pass, raise *grand*]}\n"
        "    expect:\n      may_say: [bid *grand*, announce grand, pass]\n"
        '      may_not_say: {bid *grand*: too_low, "bid *grand*": too_low, double game: grand}\n',
        "round.yaml": "record:\n  game: zwanzigerrufen\n  variant: own.yaml\n  moves:\n"
        "    - {forehand: bid *grand*}\n    - {second: double grand}\n",
        "chapters/en/01.md": "# Grand\n\n[value at=contracts.*grand*.value] for a grand\n",
    }
    wanted = {}
    for name, text in texts.items():
        (tmp_path / name).write_text(text.replace("*", ""), encoding="utf-8")
        wanted[name] = {
            (number, starred.start() - 2 * nth)
            for number, line in enumerate(text.split("\n"))
            for nth, starred in enumerate(re.finditer(r"\*grand\*", line))
        }
    session = Session(folders=[tmp_path])
    text = edge(OWN, "grand", 1)
    before = text[: text.index("‸")]
    place = (tmp_path / "own.yaml", before.count("\n"), len(before) - before.rfind("\n") - 1)
    with session.reading():
        found = navigation.rename(session, *place, "grande")
    got = {
        file.relative_to(tmp_path).as_posix(): {(spot.line, spot.start) for spot in spots}
        for file, spots in found.items()
    }
    wanted["own.yaml"] = got["own.yaml"]
    assert len(got["own.yaml"]) == 2 and got == wanted


async def test_an_id_of_rules_that_are_not_open_is_not_renamed(editor: Editor) -> None:
    document, at = editor.show(
        "foreign.yaml",
        "variant: foreign\nof: anrufen\nname: {en: a, de: b}\nchanges:\n"
        "  - {at: contracts.‸x, drop: true, source: custom}\n",
    )
    with pytest.raises(Exception, match="cannot be renamed"):
        await editor.client.text_document_rename_async(
            types.RenameParams(document, at, new_name="y")
        )


async def test_a_refused_rename_leaves_no_traceback_in_the_log(tmp_path: Path) -> None:
    """What an editor shows as the output of the server is its standard error."""
    house = tmp_path / "house.yaml"
    house.write_text(HOUSE, encoding="utf-8")
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "zwanz_ssot", "lsp"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    rename = {
        "textDocument": {"uri": house.as_uri()},
        "position": {"line": 4, "character": 18},
        "newName": "four",
    }
    calls = [
        {"id": 1, "method": "initialize", "params": {"capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"id": 2, "method": "textDocument/rename", "params": rename},
        {"id": 3, "method": "shutdown"},
        {"method": "exit"},
    ]
    bodies = [json.dumps({"jsonrpc": "2.0", **each}).encode() for each in calls]
    sent = b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)
    out, err = await asyncio.wait_for(running.communicate(sent), 120)
    assert b"this cannot be renamed" in out
    assert b"Traceback" not in err, err.decode()


async def test_parts_of_a_file_are_listed_and_folded(editor: Editor) -> None:
    document, _ = editor.show("own.yaml", OWN)
    found = await editor.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(document)
    )
    assert found is not None
    names = {each.name: each for each in found if isinstance(each, types.DocumentSymbol)}
    assert list(names) == ["variant", "of", "name", "changes"]
    changes = [each.name for each in names["changes"].children or ()]
    assert changes == ["contracts.grand", "auction.ladder"]
    folds = await editor.client.text_document_folding_range_async(
        types.FoldingRangeParams(document)
    )
    assert folds is not None
    assert {(each.start_line, each.end_line) for each in folds} == {(3, 7), (4, 6)}


# actions and lenses


async def fixes(
    editor: Editor, name: str, text: str, line: int | None = None
) -> dict[str, types.CodeAction]:
    """What can be done about the problems of a text, or at a line of it; by title."""
    document, _ = editor.show(name, text)
    problems = await editor.diagnostics(name)
    at = line if line is not None else problems[0].range.start.line
    where = types.Range(types.Position(at, 0), types.Position(at, 0))
    context = types.CodeActionContext([] if line is not None else problems)
    found = await editor.client.text_document_code_action_async(
        types.CodeActionParams(document, where, context)
    )
    return {each.title: each for each in found or [] if isinstance(each, types.CodeAction)}


def done(editor: Editor, name: str, action: types.CodeAction) -> str:
    """The text after an action."""
    assert action.edit is not None and action.edit.changes is not None
    (edit,) = action.edit.changes[editor.uri(name)]
    lines = editor.texts[editor.uri(name)].split("\n")
    line, start, end = edit.range.start.line, edit.range.start.character, edit.range.end.character
    lines[line] = lines[line][:start] + edit.new_text + lines[line][end:]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("wrong", "title"),
    [
        (HOUSE.replace("four_kings", "four_king"), "Write 'four_kings'"),
        (HOUSE.replace("was: 1", "was: 7"), "Write was: 1"),
        (HOUSE.replace(", source: custom", ""), "Add source: custom"),
        (HOUSE.replace("changes:", "chnages:"), "Write 'changes'"),
        (
            HOUSE.split("  - ")[0]
            + "  - at: play.beat\n    was: never\n    set: alwais\n    source: custom\n",
            "",
        ),
        (
            HOUSE.split("  - ")[0] + "  - at: table.direction\n    set: clockwisee\n"
            "    source: custom\n",
            "Write 'clockwise'",
        ),
        (HOUSE.replace("gerrufen:directnet", "gerufen:directnet"), "Write 'zwanzigerrufen'"),
        (HOUSE.replace("name:", ":"), ""),  # a key is missing; "write one" is no key
    ],
)
async def test_a_problem_is_mended(editor: Editor, wrong: str, title: str) -> None:
    found = await fixes(editor, "mend.yaml", wrong)
    if not title:  # no word is near enough, or none is known
        assert not any(each.startswith("Write") for each in found)
        return
    mended = done(editor, "mend.yaml", found[title])
    assert mended == HOUSE or "set: clockwise\n" in mended
    editor.show("mend.yaml", mended)
    left = await editor.diagnostics("mend.yaml")
    assert [each.message for each in left if "already" not in each.message] == []


@pytest.mark.parametrize(
    ("number", "change"),
    enumerate(
        [
            "  - {at: 'bonuses.four_kings.value.silent', set: 2, source: custom}\n",
            '  - {set: 2, source: custom, at: "bonuses.four_kings.value.silent"}\n',
            "  - at: 'bonuses.four_kings.value.silent'\n    set: 2\n    source: custom\n",
            '  - set: 2\n    source: custom\n    at: "bonuses.four_kings.value.silent"  # a note\n',
        ]
    ),
)
async def test_a_path_in_quotes_is_guarded_and_completed(
    editor: Editor, number: int, change: str
) -> None:
    """What is added stands behind the quotes; a path alone is completed in them."""
    name = f"quoted-{number}.yaml"
    line = 4 + change.split("at:")[0].count("\n")
    found = await fixes(editor, name, CHANGE + change, line=line)
    guarded = done(editor, name, found["Add was: 1"])
    assert "was: 1" in guarded
    editor.show(f"guarded-{name}", guarded)
    assert await editor.diagnostics(f"guarded-{name}") == []
    typed = CHANGE + change.replace("ent'", "‸'").replace('ent"', '‸"')
    item = (await editor.completed(name, typed))["bonuses.four_kings.value.silent"]
    assert editor.applied(name, item) == CHANGE + change


async def test_was_an_example_and_a_variant_are_begun(editor: Editor) -> None:
    bare = HOUSE.replace("was: 1, ", "")
    found = await fixes(editor, "begin.yaml", bare, line=4)
    guarded = done(editor, "begin.yaml", found["Add was: 1"])
    assert "was: 1" in guarded
    editor.show("guarded.yaml", guarded)
    assert await editor.diagnostics("guarded.yaml") == []
    begun = found["Begin an example of bonuses.four_kings.value.silent"].edit
    assert begun is not None and "shows: [bonuses.four_kings.value.silent]" in str(begun)
    for nothing in ("bonuses.four_king.value.silent", "bonuses.four_kings."):
        wrong = bare.replace("bonuses.four_kings.value.silent", nothing)
        offered = await fixes(editor, "begin.yaml", wrong, line=4)
        assert not any(each.startswith("Begin an example") for each in offered), nothing
    dropped = CHANGE + "  - {at: bonuses.four_kings.value.silent, drop: true, source: custom}\n"
    assert any("an example of" in it for it in await fixes(editor, "begin.yaml", dropped, line=4))
    game = RULES / "anrufen/game.yaml"
    document, _ = editor.show(game, game.read_text(encoding="utf-8"))
    where = types.Range(types.Position(0, 0), types.Position(0, 0))
    offered = await editor.client.text_document_code_action_async(
        types.CodeActionParams(document, where, types.CodeActionContext([]))
    )
    assert any(each.title == "Begin a variant of anrufen" for each in offered or [])


async def test_a_change_is_told_above_it_and_the_examples_that_flip_are_counted(
    editor: Editor, tmp_path: Path
) -> None:
    document, _ = editor.show("lens.yaml", HOUSE.replace("variant: house", "variant: lens"))
    await editor.diagnostics("lens.yaml")
    found = list(
        await editor.client.text_document_code_lens_async(types.CodeLensParams(document)) or []
    )
    titles = {each.range.start.line: each.command.title for each in found if each.command}
    assert "Four Kings" in titles[4] and "2" in titles[4]
    assert {each.command.command for each in found if each.command} >= {"zwanz.play", "zwanz.page"}
    (open_one,) = [each for each in found if each.command is None]
    counted = await editor.client.code_lens_resolve_async(open_one)

    saved = tmp_path / "lens.yaml"
    saved.write_text(HOUSE.replace("variant: house", "variant: lens"), encoding="utf-8")
    _, answers, _ = run_inherited(saved)
    flipped = sum(not answer.ok for answer in answers)
    assert flipped > 0 and counted.command is not None
    assert counted.command.title == f"{flipped} of {len(answers)} examples come out otherwise"


async def test_examples_of_a_variant_with_problems_wait_for_them_to_be_mended(
    editor: Editor,
) -> None:
    document, _ = editor.show("open.yaml", "variant: open\nof: anrufen\nchanges: 3\n")
    assert await editor.diagnostics("open.yaml")
    found = await editor.client.text_document_code_lens_async(types.CodeLensParams(document))
    (open_one,) = [each for each in found or [] if each.command is None]
    command = (await editor.client.code_lens_resolve_async(open_one)).command
    assert command is not None and command.title == "examples are run once the problems are mended"


async def test_commands_and_what_can_be_done_are_named_in_the_language_of_the_reader(
    editor: Editor,
) -> None:
    def speak(language: str) -> None:
        settings = {"zwanz": {"language": language}}
        editor.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams(settings)
        )

    speak("de")
    document, _ = editor.show("german.yaml", HOUSE.replace("variant: house", "variant: german"))
    await editor.diagnostics("german.yaml")
    found = await editor.client.text_document_code_lens_async(types.CodeLensParams(document)) or []
    titles = [each.command.title for each in found if each.command]
    assert {"▶ spielen", "Seite"} <= set(titles)
    (open_one,) = [each for each in found if each.command is None]
    command = (await editor.client.code_lens_resolve_async(open_one)).command
    assert command is not None
    assert re.fullmatch(r"\d+ von \d+ Beispielen gehen anders aus", command.title)
    begun = await fixes(editor, "begun.yaml", HOUSE.replace("was: 1, ", ""), line=4)
    assert {
        "was: 1 ergänzen",
        "Ein Beispiel für bonuses.four_kings.value.silent beginnen",
    } <= set(begun)
    wrong = await fixes(editor, "wrong.yaml", HOUSE.replace("four_kings", "four_king"))
    assert "„four_kings“ schreiben" in wrong
    speak("ja")
    wrong = await fixes(editor, "japanese.yaml", HOUSE.replace("four_kings", "four_king"))
    assert "「four_kings」と書く" in wrong
    speak("")
