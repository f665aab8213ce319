"""The studio: its owner alone, his folder alone, the text as it stands, saved or not."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from zwanz_ssot import places
from zwanz_ssot.problems import WrongCall
from zwanz_ssot.source import MAX_BYTES
from zwanz_ssot.studio import workshop
from zwanz_ssot.studio.folder import OpenRules, Refused, StudioFolder
from zwanz_ssot.studio.language_socket import admitted
from zwanz_ssot.studio.server import Studio, run, studio_application
from zwanz_ssot.studio.workshop import differences_of
from zwanz_ssot.web.guard import new_token
from zwanz_ssot.web.store import Store
from zwanz_ssot.web.texts import languages, words_of

HOME = "http://127.0.0.1:8021"
TOKEN = "the-owner's-token"
OWNER = {"Origin": HOME, "Authorization": f"Bearer {TOKEN}"}
HOUSE = """\
variant: house
of: zwanzigerrufen:directnet
name: {en: Ours, de: Unsere}
changes:
  - {at: bonuses.mondfang.value.silent, was: 1, set: 2, source: custom}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "house"
    made.mkdir()
    (made / "house.yaml").write_text(HOUSE)
    (made / "notes.md").write_text("# Notes\n")
    (made / ".hidden.yaml").write_text("secret: swordfish\n")
    (made / "key.pem").write_text("swordfish")
    (tmp_path / "secret.yaml").write_text("secret: swordfish\n")
    (made / "out.yaml").symlink_to(tmp_path / "secret.yaml")
    (made / "away").symlink_to(tmp_path)
    return made


def a_client(folder: Path, host: str = "127.0.0.1", base: str = HOME) -> Iterator[TestClient]:
    store = Store("sqlite://")
    studio = Studio(StudioFolder(folder), TOKEN, host)
    with TestClient(studio_application(studio, store, host), base_url=base) as made:
        yield made
    studio.close()
    store.close()


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    yield from a_client(folder)


def ask(client: TestClient, what: str, headers: dict[str, str] = OWNER, **given: Any) -> Any:
    return client.post(f"/studio/{what}", json=given, headers=headers)


def killed(*given: object) -> None:
    """End the process in which this is called."""
    os._exit(1)


# whose it is


def test_nothing_of_the_folder_is_told_without_the_token(client: TestClient) -> None:
    for given in ("", "Bearer", "Bearer ", f"Basic {TOKEN}", f"Bearer {TOKEN}x", f"{TOKEN}"):
        headers = {"Origin": HOME, "Authorization": given}
        for what in ("files", "read", "save", "page", "differences", "play"):
            answer = ask(client, what, headers, path="house.yaml")
            assert answer.status_code == 401 and "house" not in answer.text.lower()
    page = client.get("/studio")
    assert page.status_code == 200 and "house.yaml" not in page.text
    assert client.get(f"/studio/page/{TOKEN}").status_code == 404


def test_other_pages_and_names_are_refused(client: TestClient) -> None:
    for origin in ("http://evil.example", "null", "http://127.0.0.1:9"):
        answer = ask(client, "files", {**OWNER, "Origin": origin})
        assert answer.status_code == 403
    assert ask(client, "files", {"Authorization": OWNER["Authorization"]}).status_code == 403
    assert client.get("/studio", headers={"Host": "evil.example"}).status_code == 403
    hello = json.dumps({"token": TOKEN, "lang": "en"})
    for headers, first in (({"Origin": "http://evil.example"}, hello), ({"Origin": HOME}, "{}")):
        with (
            pytest.raises(WebSocketDisconnect) as ended,
            client.websocket_connect("ws://127.0.0.1:8021/studio/language", headers=headers) as it,
        ):
            it.send_text(first)
            it.receive_text()
        assert ended.value.code == 4403


def test_the_studio_is_at_its_own_address_alone(folder: Path) -> None:
    for host, base, there in (
        ("0.0.0.0", "http://192.168.0.7:8021", False),
        ("0.0.0.0", HOME, True),
        ("192.168.0.7", "http://192.168.0.7:8021", True),
        ("192.168.0.7", HOME, False),
        ("::", "http://[::ffff:127.0.0.1]:8021", True),
        ("::", "http://[::ffff:192.168.0.7]:8021", False),
        ("localhost", HOME, True),
        ("localhost", "http://192.168.0.7:8021", False),
    ):
        for client in a_client(folder, host, base):
            found = client.get("/studio").status_code
            asked = ask(client, "files", {**OWNER, "Origin": base}).status_code
            assert (found, asked) == ((200, 200) if there else (404, 404)), (host, base)
            assert client.get("/replay").status_code == 200


def test_the_page_runs_what_this_server_sends_alone(client: TestClient) -> None:
    answers = [client.get("/studio") for _ in range(2)]
    policies = [answer.headers["Content-Security-Policy"] for answer in answers]
    assert policies[0] != policies[1]
    for answer, policy in zip(answers, policies, strict=True):
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy and "script-src 'self';" in policy
        assert not re.search(r"<script(?![^>]*\bsrc=\"/)|<style|\sstyle=|\son[a-z]+=", answer.text)
    for name in ("words.en.yaml", "..%2fweb.css", "studio.html.j2", "editor.licences.txt"):
        assert client.get(f"/studio/files/{name}").status_code == 404


# the folder


@pytest.mark.parametrize(
    "name",
    [
        *("../secret.yaml", "/etc/passwd", "a/../../secret.yaml", "./house.yaml", "a//b.yaml"),
        *(".hidden.yaml", ".git/config.yaml", "..", "", "a\\..\\b.yaml", "house.yaml\0.md"),
        *("out.yaml", "away/secret.yaml", "away/new.yaml", "key.pem", "check.sh", "x" * 500),
    ],
)
def test_no_other_file_is_read_or_written(client: TestClient, folder: Path, name: str) -> None:
    before = {path: path.read_bytes() for path in folder.parent.rglob("*") if path.is_file()}
    for what, more in (("read", {}), ("save", {"text": "taken: over\n", "stamp": ""})):
        answer = ask(client, what, path=name, **more)
        assert answer.status_code in (403, 404) and "swordfish" not in answer.text, answer.text
    asked = {"rules": name, "texts": {}, "against": "base", "name": ""}
    for what in ("page", "differences", "play"):
        assert ask(client, what, **asked).status_code == 403
    asked = {"rules": "house.yaml", "texts": {name: HOUSE}, "against": "base", "name": ""}
    assert ask(client, "play", **asked).status_code == 403
    after = {path: path.read_bytes() for path in folder.parent.rglob("*") if path.is_file()}
    assert after == before


def test_what_can_be_opened_is_listed(client: TestClient) -> None:
    answer = ask(client, "files").json()
    kinds = {each["path"]: each["kind"] for each in answer["files"]}
    assert kinds == {"house.yaml": "variant", "notes.md": "chapter"}


def test_a_text_is_saved_whole_and_not_over_another_one(client: TestClient, folder: Path) -> None:
    read = ask(client, "read", path="house.yaml").json()
    assert read["text"] == HOUSE
    saved = ask(client, "save", path="house.yaml", text=HOUSE + "# é\n", stamp=read["stamp"])
    assert saved.status_code == 200
    assert (folder / "house.yaml").read_text(encoding="utf-8") == HOUSE + "# é\n"
    again = ask(client, "save", path="house.yaml", text=HOUSE, stamp=read["stamp"])
    assert again.status_code == 409 and again.json()["code"] == "changed"
    other = ask(client, "save", path="house.yaml", text=HOUSE, stamp="")
    assert other.status_code == 409
    new = ask(client, "save", path="examples/ours.yaml", text="game: x\n", stamp="")
    assert new.status_code == 200 and (folder / "examples" / "ours.yaml").is_file()
    assert not list(folder.glob(".house.yaml*"))


def test_what_a_file_is_beside_its_text_stays(folder: Path) -> None:
    """Its rights, and how its lines end."""
    file = folder / "house.yaml"
    file.write_bytes(HOUSE.replace("\n", "\r\n").encode())
    file.chmod(0o600)
    studio = StudioFolder(folder)
    read = studio.read("house.yaml")
    assert read.text == HOUSE
    studio.save("house.yaml", HOUSE + "# more\n", read.stamp)
    assert file.read_bytes() == (HOUSE + "# more\n").replace("\n", "\r\n").encode()
    assert file.stat().st_mode & 0o777 == 0o600


def test_what_is_too_long_or_no_text_is_answered(client: TestClient, folder: Path) -> None:
    (folder / "odd.yaml").write_bytes(b"\xff\xfe")
    (folder / "long.yaml").write_bytes(b"#" * (MAX_BYTES + 1))
    os.mkfifo(folder / "pipe.yaml")
    for name, code in (("odd.yaml", "encoding"), ("long.yaml", "long"), ("pipe.yaml", "kind")):
        assert ask(client, "read", path=name).json()["code"] == code
    long = "#" * (MAX_BYTES + 1)
    assert ask(client, "save", path="new.yaml", text=long, stamp="").status_code == 413
    half = b'{"path": "new.yaml", "text": "\\ud800", "stamp": ""}'
    assert client.post("/studio/save", content=half, headers=OWNER).status_code == 422
    for body in (b"", b"[]", b"{", b"\xff", b"[" * 4000, b'{"path": 1}', b'{"path": []}'):
        answer = client.post("/studio/read", content=body, headers=OWNER)
        assert answer.status_code == 400, body
    for what, given in (
        ("save", {"path": "new.yaml", "text": 1, "stamp": ""}),
        ("page", {"rules": "house.yaml", "texts": []}),
        ("page", {"rules": "house.yaml", "texts": {"house.yaml": 1}}),
        ("page", {"rules": "house.yaml", "texts": dict.fromkeys(map(str, range(201)), "")}),
        ("play", {"rules": "house.yaml"}),
        ("differences", {"rules": "house.yaml", "texts": {}}),
        ("differences", {"rules": "house.yaml", "texts": {}, "against": []}),
    ):
        answer = ask(client, what, **given)
        assert answer.status_code == 400 and answer.json()["code"] == "malformed", given
    assert client.post("/studio/nothing", content=b"{}", headers=OWNER).status_code == 404
    assert client.post("/studio/read", content=b" " * 17_000_000, headers=OWNER).status_code == 413


def test_an_error_of_the_program_is_not_taken_for_one_of_the_request(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reaches the server, which logs it."""
    for error in (ValueError, KeyError, TypeError, RecursionError):

        def fails(*_: object, error: type[Exception] = error) -> None:
            raise error("a fault")

        monkeypatch.setattr(OpenRules, "load", fails)
        with pytest.raises(error, match="a fault"):
            ask(client, "play", rules="house.yaml", texts={}, name="Anna")


# the language server


def test_the_language_server_hears_of_the_folder_alone(folder: Path) -> None:
    opened = StudioFolder(folder)
    begun = admitted(
        {
            **{"jsonrpc": "2.0", "id": 1, "method": "initialize"},
            "params": {"rootUri": "file:///etc", "workspaceFolders": [{"uri": "file:///etc"}]},
        },
        opened,
    )
    assert begun is not None and "etc" not in str(begun)
    assert begun["params"]["rootUri"] == folder.as_uri()

    def asks(uri: object, method: str = "textDocument/hover", **more: Any) -> bool:
        message = {"jsonrpc": "2.0", "id": 2, "method": method}
        params = {"textDocument": {"uri": uri}, **more}
        return admitted({**message, "params": params}, opened) is not None

    assert asks((folder / "house.yaml").as_uri())
    assert asks((folder / "new.yaml").as_uri(), "textDocument/didOpen", text="file: x")
    for name in ("out.yaml", "away/secret.yaml", "../secret.yaml", "key.pem", "%2e%2e/secret.yaml"):
        assert not asks(f"{folder.as_uri()}/{name}"), name
    for uri in ("file:///etc/passwd", "file://host/x.yaml", "http://x/y.yaml", "x.yaml", 7, None):
        assert not asks(uri), uri
    for uri in ("file://[", "file://\u2100/x.yaml"):  # no addresses at all
        assert not asks(uri), uri
    assert not asks((folder / "house.yaml").as_uri(), "workspace/didChangeWatchedFiles")
    assert not asks((folder / "house.yaml").as_uri(), item={"data": {"file": "/etc/passwd"}})
    for odd in (None, [], "x", {"method": "textDocument/hover"}):
        assert admitted(odd, opened) is None


def test_the_editor_speaks_with_the_language_server(client: TestClient, folder: Path) -> None:
    uri = (folder / "house.yaml").as_uri()
    text = HOUSE.replace("mondfang", "mondfung")
    with client.websocket_connect(
        "ws://127.0.0.1:8021/studio/language", headers={"Origin": HOME}
    ) as socket:

        def send(method: str, **given: Any) -> None:
            socket.send_text(json.dumps({"jsonrpc": "2.0", "method": method, **given}))

        socket.send_text(json.dumps({"token": TOKEN, "lang": "en"}))
        send("textDocument/hover", id=9, params={"textDocument": {"uri": "file:///etc/passwd"}})
        assert json.loads(socket.receive_text())["error"]
        send("initialize", id=1, params={"capabilities": {}})
        assert json.loads(socket.receive_text())["result"]["capabilities"]
        send("initialized", params={})
        item = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        send("textDocument/didOpen", params={"textDocument": item})
        while (report := json.loads(socket.receive_text())).get("method") != (
            "textDocument/publishDiagnostics"
        ):
            pass
        assert any("mondfang" in each["message"] for each in report["params"]["diagnostics"])


def test_no_code_of_the_folder_is_run(
    client: TestClient, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither by the language server nor by the processes of page and differences."""
    marker = folder.parent / "marker"
    (folder / "zwanz_ssot").mkdir()
    for name in ("yaml", "click", "zwanz_ssot/__init__", "multiprocessing", "pickle"):
        (folder / f"{name}.py").write_text(f"open({str(marker)!r}, 'a').write({name!r})\n")
    monkeypatch.chdir(folder)
    with client.websocket_connect(
        "ws://127.0.0.1:8021/studio/language", headers={"Origin": HOME}
    ) as socket:
        socket.send_text(json.dumps({"token": TOKEN, "lang": "en"}))
        begun = {"jsonrpc": "2.0", "method": "initialize", "id": 1}
        socket.send_text(json.dumps({**begun, "params": {"capabilities": {}}}))
        assert json.loads(socket.receive_text())["result"]["capabilities"]
    asked = {"rules": "house.yaml", "texts": {}, "against": "base"}
    assert ask(client, "differences", **asked).json()["sections"]
    assert not marker.exists(), marker.read_text()


# the text as it stands


def test_unsaved_text_is_played_as_it_stands(client: TestClient, folder: Path) -> None:
    unsaved = HOUSE.replace("set: 2", "set: 7").replace("Ours", "Seven")
    asked = {"rules": "house.yaml", "texts": {"house.yaml": unsaved}, "name": "Anna"}
    address = ask(client, "play", **asked).json()["address"]
    hub = client.app.state.hub  # type: ignore[attr-defined]
    stored = hub.store.load(address.removeprefix("/t/").partition("?")[0])
    key = stored.settings["rules"]
    game = hub.rules.find(key).game
    assert game.at(("bonuses", "mondfang", "value", "silent")) == 7
    assert game.name.text("en") == "Seven" and game.digest == stored.digest
    assert key.startswith("draft:") and not {key} & {*hub.rules.keys()}
    framed = client.get("/replay").headers["Content-Security-Policy"]
    assert "frame-ancestors 'self'" in framed
    assert (folder / "house.yaml").read_text() == HOUSE


def test_rules_with_problems_are_not_played(client: TestClient) -> None:
    asked = {"texts": {"house.yaml": HOUSE.replace("set: 2", "set: [")}, "name": ""}
    answer = ask(client, "play", rules="house.yaml", **asked)
    assert answer.status_code == 422 and "house.yaml:5" in answer.json()["problems"][0]
    answer = ask(client, "play", rules="notes.md", texts={}, name="")
    assert answer.status_code == 422


def test_what_differs_is_said_of_the_text_as_it_stands(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workshop, "_TRIES", 4)
    file = folder / "house.yaml"
    draft = OpenRules(file, {str(file): HOUSE.replace("set: 2", "set: 7")})
    base = differences_of(draft, "en", "base")["sections"]
    (rule,) = base[0]["rules"]
    assert rule["path"] == "bonuses.mondfang.value.silent"
    assert "7" in rule["sentence"] and "1" in rule["sentence"]
    saved = differences_of(draft, "de", "saved")["sections"]
    (rule,) = saved[0]["rules"]
    assert "7" in rule["sentence"] and "2" in rule["sentence"]
    assert differences_of(draft.saved(), "en", "saved")["sections"][0]["rules"] == []
    faulty = OpenRules(file, {str(file): HOUSE.replace("mondfang", "mondfung")})
    assert "mondfang" in differences_of(faulty, "en", "base")["problems"][0]


def test_a_process_that_is_killed_is_told_and_another_one_is_begun(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by a machine that is out of memory."""
    with monkeypatch.context() as patch:
        patch.setattr(workshop, "differences_of", killed)
        answer = ask(client, "differences", rules="house.yaml", texts={}, against="base")
    assert answer.status_code == 422 and "killed" in answer.json()["problems"][0]
    again = ask(client, "differences", rules="house.yaml", texts={}, against="base")
    assert again.status_code == 200 and again.json()["sections"]


def test_every_language_has_every_word() -> None:
    def keys(value: Any, at: str = "") -> set[str]:
        if not isinstance(value, dict):
            return {at}
        return set().union(*(keys(inner, f"{at}.{key}") for key, inner in value.items()))

    wanted = keys(words_of("studio", "en"))
    for lang in languages():
        assert keys(words_of("studio", lang)) == wanted, lang
    page = (places.data("templates") / "studio" / "studio.js").read_text(encoding="utf-8")
    known = {key.split(".")[1] for key in wanted}
    assert set(re.findall(r"\bwords\.(\w+)", page)) <= known


SCRIPT = (places.data("templates") / "studio" / "studio.js").read_text(encoding="utf-8")


def in_node(begin: str, end: str, more: str, before: str = "", script: str = SCRIPT) -> Any:
    """What a part of a script prints as JSON with more lines before and after it."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    part = script[script.index(begin) : script.index(end) if end else None]
    run = subprocess.run(
        [node, "-e", before + part + more], capture_output=True, text=True, check=True
    )
    return json.loads(run.stdout)


def test_the_skip_link_is_no_token() -> None:
    part = SCRIPT[SCRIPT.index("const token") :]
    form = re.match(r"const token = /(.*?)/\.test", part)
    assert form is not None and not re.match(form[1], "#text")
    for _ in range(9):
        assert re.match(form[1], f"#{new_token()}")
    assert re.search(r"querySelector\(\"\.skip\"\).*\n +event\.preventDefault", SCRIPT)


def test_a_file_has_the_same_address_in_the_page_and_in_the_server() -> None:
    name = "house (1)! it's *ours* – ä+&.yaml"
    more = f"console.log(JSON.stringify(encoded({json.dumps(name)})))"
    assert in_node("const encoded", "function pathOf", more) == quote(name)


def test_windows_and_texts_that_cannot_be_read_keep_what_is_not_saved() -> None:
    """Of several windows with one store, each keeps and forgets its own texts alone."""
    begin = """
    let store = '{"gone.yaml": {"text": "mine", "stamp": "1"}}';
    const kept = { get: () => store, set: (key, value) => { store = value; } }, keptAt = () => "";
    const isChanged = (it) => it.text !== it.saved, textOf = (it) => it.text, seen = [];
    const a = { path: "a.yaml", text: "new", saved: "old", stamp: "2" };
    function window_(...open) {
      const buffers = new Map(open.map((it) => [it.path, it]));
    """
    end = """
      return keep;
    }
    const first = window_(a), second = window_({ path: "b.yaml", text: "n", saved: "o", stamp: "3" });
    for (const keep of [first, second, first]) keep();
    seen.push(Object.keys(JSON.parse(store)).sort());
    a.saved = a.text;
    first();
    seen.push(Object.keys(JSON.parse(store)).sort());
    console.log(JSON.stringify(seen));
    """
    found = in_node("const ours", "/* Bring back what", end, begin)
    assert found == [["a.yaml", "b.yaml", "gone.yaml"], ["b.yaml", "gone.yaml"]]


def test_a_text_is_saved_after_what_is_being_saved_of_it() -> None:
    """Two keystrokes at once meet no stamp of before."""
    more = """
    let current = null;
    const stamps = [];
    async function written(it) { stamps.push(it.stamp); await 0; it.stamp += 1; return true; }
    const it = { stamp: 1 };
    Promise.all([save(it), save(it), save(it)]).then(() => console.log(JSON.stringify(stamps)));
    """
    found = in_node("async function save(buffer", "async function written", more)
    assert found == [1, 2, 3]


def test_what_was_not_made_is_asked_for_again_and_a_place_is_gone_to_once() -> None:
    """As when the server is away for a while; and a page that is made later stays where it is."""
    begin = """
    const document = { querySelectorAll: () => [], querySelector: () => ({ value: "base" }) };
    const none = () => {}, place = { classList: { add: none, remove: none } };
    for (const does of ["addEventListener", "replaceChildren", "setAttribute", "removeAttribute"]) {
      place[does] = none;
    }
    place.querySelector = () => ({ contentDocument: null });
    const byId = () => place, kept = { get: () => "" }, words = {}, made = () => place;
    """
    more = """
    const asked = [], studio = { draft: () => 1, look() {}, say() {} };
    studio.ask = async (what) => { asked.push(what); return { code: "network", text: "away" }; };
    const results = new Results(studio);
    (async () => {
      for (const what of ["page", "page", "differences", "differences"]) await results[what]();
      results.shown.page = "1";
      results.see("contracts.solo.value");
      console.log(JSON.stringify([...asked, results.place]));
    })();
    """
    script = (places.data("templates") / "studio" / "results.js").read_text(encoding="utf-8")
    found = in_node("class Results", "", more, begin, script)
    assert found == ["page", "page", "differences", "differences", ""]


def test_a_folder_that_there_is_not_is_told(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="no folder"):
        StudioFolder(tmp_path / "nowhere")
    with pytest.raises(Refused):
        StudioFolder(tmp_path).read("none.yaml")


def test_no_address_is_told_where_there_are_no_games(folder: Path, tmp_path: Path) -> None:
    (empty := tmp_path / "empty").mkdir()
    told: list[str] = []
    with pytest.raises(WrongCall, match="there are no games in"):
        run(folder, "127.0.0.1", 0, told.append, empty)
    assert not told


def test_house_rules_with_a_byte_order_mark_are_listed_as_such(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text("\ufeffvariant: house\n", encoding="utf-8")
    assert [file.kind for file in StudioFolder(tmp_path).files()] == ["variant"]


def test_a_file_is_refused_with_the_call_that_opens_its_folder(tmp_path: Path) -> None:
    file = tmp_path / "my club" / "house.yaml"
    file.parent.mkdir()
    file.write_text("variant: house\n", encoding="utf-8")
    hint = f"open the one that it lies in: zwanz studio '{file.parent}'"
    with pytest.raises(WrongCall, match=f"house.yaml' is no folder; {hint}"):
        StudioFolder(file)
