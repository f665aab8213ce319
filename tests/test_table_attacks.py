"""Attacks on the table in the browser: what must not work, tried one by one."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from table_browser import RULES, Browser, a_hub, full_table, stored_table
from table_fuzz import fuzz

from zwanz_ssot.engine import Move, deal
from zwanz_ssot.library import load
from zwanz_ssot.problems import WrongCall
from zwanz_ssot.record import write
from zwanz_ssot.web import hub as hub_module
from zwanz_ssot.web import rule_sets, store
from zwanz_ssot.web.app import addresses, application, listen, own_name
from zwanz_ssot.web.connection import AT_ONCE, ELSEWHERE, FAILED
from zwanz_ssot.web.game_table import GameTable
from zwanz_ssot.web.guard import Allowance, Hosts
from zwanz_ssot.web.rule_sets import RuleSets
from zwanz_ssot.web.store import LeaseLost, Store

KEYS = RuleSets().keys()
HOME = "http://127.0.0.1:8020"
OPEN = {
    "rules": "zwanzigerrufen:directnet",
    "lang": "en",
    "name": "Anna",
    "strength": "random",
    "take_back": True,
}
SETTINGS = {"rules": OPEN["rules"], "strength": "random", "take_back": True, "owner": 0}
RECORD = """\
record:
  game: zwanzigerrufen
  variant: {variant}
  seed: 7
  moves: []
"""


@pytest.fixture
def client() -> Iterator[TestClient]:
    store = Store("sqlite://")
    with TestClient(application(RULES, store), base_url=HOME) as made:
        yield made
    store.close()


def opened(client: TestClient, **given: Any) -> Any:
    return client.post("/tables", json={**OPEN, **given}, headers={"Origin": HOME})


# from elsewhere


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9", None])
def test_another_page_opens_no_table_and_no_socket(client: TestClient, origin: str | None) -> None:
    headers = {"Origin": origin} if origin is not None else {}
    assert client.post("/tables", json=OPEN, headers=headers).status_code == 403
    assert client.post("/replay/steps", content="", headers=headers).status_code == 403
    table = opened(client).json()["table"]
    with (
        pytest.raises(WebSocketDisconnect) as ended,
        client.websocket_connect(f"ws://127.0.0.1:8020/t/{table}/socket", headers=headers),
    ):
        pass
    assert ended.value.code == 4403


def test_a_foreign_name_that_leads_here_is_refused(client: TestClient) -> None:
    for host in ("evil.example", "evil.example:8020", "127.0.0.1.evil.example", ""):
        assert client.get("/", headers={"Host": host}).status_code == 403
    headers = {"Host": "evil.example", "Origin": "http://evil.example"}
    assert client.post("/tables", json=OPEN, headers=headers).status_code == 403


@pytest.mark.parametrize("host", ["Table.Example", "127.0.0.1", "::1", "0.0.0.0", "localhost"])
def test_the_server_knows_the_addresses_that_it_prints(host: str) -> None:
    known = Hosts([own_name(host)])
    assert all(known.knows(urlsplit(each).netloc) for each in addresses(host, 8020))


def test_an_empty_host_is_not_every_address() -> None:
    with pytest.raises(WrongCall, match="the host is empty"):
        listen("", 0)


def test_no_page_runs_or_fetches_what_is_not_of_this_server(client: TestClient) -> None:
    table = opened(client).json()["table"]
    for address in ("/", "/replay", f"/t/{table}", "/t/nothing"):
        answer = client.get(address)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert not re.search(r"<script(?![^>]*\bsrc=\"/)|<style|\sstyle=|\son[a-z]+=", answer.text)
        assert not re.search(r"(?:src|href)=\"(?!/|#)", answer.text), address


# files


@pytest.mark.parametrize(
    "address",
    [
        "/web/../../../../etc/passwd",
        "/web/..%2f..%2f..%2fetc%2fpasswd",
        "/web/words.en.yaml",
        "/web/start.html.j2",
        "/web/%2e%2e/book.css",
        "/fonts/ebgaramond/OFL.txt",
        "/fonts/ebgaramond/..%2f..%2fbook.css",
        "/cards/zwanzigerrufen:directnet/en/book/..%2f..%2fx.svg",
        "/cards/zwanzigerrufen:directnet/en/nothing/H-K.svg",
        "/cards/..:base/en/book/H-K.svg",
        "/cards/zwanzigerrufen:..%2f..%2fx/en/book/H-K.svg",
        "/rules/house:x/en",
        "/rules/%2Fetc%2Fpasswd/en",
        "/rules/zwanzigerrufen:directnet/xx",
    ],
)
def test_no_other_file_is_read(client: TestClient, address: str) -> None:
    assert client.get(address).status_code == 404


def test_a_record_is_stepped_through_with_the_names_of_its_players(client: TestClient) -> None:
    """A name is one short line, as at the table."""
    played = deal(load("rufmariasch"), seed=7)
    body = write(played.after(played.moves()[0]), players=("Anna", "", "Bert\n" * 99, ""))
    answer = client.post("/replay/steps?lang=de", content=body, headers={"Origin": HOME}).json()
    for step in answer["steps"]:
        names = [player["name"] for player in step["state"]["players"]]
        assert names == ["Anna", "Zweite Hand", "Bert Bert Bert Bert Bert", "Vierte Hand"]
    assert answer["steps"][1]["told"].startswith("Bert Bert Bert Bert Bert hebt ")


def test_a_record_names_no_file_that_is_read(client: TestClient, tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("password: swordfish\n")
    for variant in (str(secret), f"../../../../../..{secret}", "secret.yaml"):
        body = RECORD.format(variant=json.dumps(variant))
        answer = client.post("/replay/steps", content=body, headers={"Origin": HOME})
        assert answer.status_code == 422
        assert "swordfish" not in answer.text and "password" not in answer.text
    body = RECORD.format(variant="directnet")
    assert client.post("/replay/steps", content=body, headers={"Origin": HOME}).status_code == 200


def test_bodies_that_are_too_large_or_malformed_are_answered(client: TestClient) -> None:
    headers = {"Origin": HOME}
    assert client.post("/tables", content=b"x" * 5000, headers=headers).status_code == 429
    for body in (
        b"",
        b"[]",
        b"{}",
        b"\xff",
        b"[" * 4000,
        json.dumps({**OPEN, "lang": []}).encode(),
    ):
        assert client.post("/tables", content=body, headers=headers).status_code == 400
    assert opened(client, rules="nothing:base").status_code == 404
    assert opened(client, strength="nobody").status_code == 404
    for body in (b"\xff", b"record: {", b"a: &a [*a]", b"!!python/object:os.system {}"):
        answer = client.post("/replay/steps", content=body, headers=headers)
        assert answer.status_code == 422 and "Traceback" not in answer.text


def test_an_error_of_the_program_is_not_taken_for_one_of_the_request(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reaches the server, which logs it."""

    def fails(*_: object) -> None:
        raise KeyError("a fault")

    monkeypatch.setattr(GameTable, "next_round", fails)
    with pytest.raises(KeyError, match="a fault"):
        opened(client)


# seats


def test_a_seat_belongs_to_who_has_its_link() -> None:
    async def attack() -> None:
        async with a_hub() as hub:
            id, seats = await full_table(hub, "zwanzigerrufen:directnet")
            _, own_token = await hub.open_table("anrufen:three", lang="en")
            for token in ("x", own_token, "0" * 32):
                forger = Browser(hub, id, token)
                denied = await forger.until(lambda frame: frame["type"] == "denied")
                assert denied["code"] == "wrong_link" and len(forger.frames) == 1
                await asyncio.wait_for(forger.task, 60)
            # A new link makes the one before worthless, and sends away who sits there by it.
            table = stored_table(hub, id)
            owner = table.settings.owner
            guest = next(player for player in range(4) if player != owner)
            answer = await seats[owner].ask("invite", n=5, player=guest)
            await asyncio.wait_for(seats[guest].task, 60)
            back = Browser(hub, id, answer["token"])
            assert (await back.state())["seat"] is not None
            # Only whoever opened the table gives links.
            for kind in ("invite", "free"):
                denied = await back.ask(kind, n=6, player=owner)
                assert denied["code"] == "not_yours"
            # The database has no token.
            assert hub.store.load(id) is not None
            assert answer["token"] not in str(hub.store.load(id))

    asyncio.run(attack())


def test_what_is_illegal_late_repeated_or_another_ones_changes_nothing() -> None:
    async def attack() -> None:
        async with a_hub() as hub:
            id, seats = await full_table(hub, "zwanzigerrufen:directnet")
            onlooker = Browser(hub, id)
            await onlooker.state()
            table = stored_table(hub, id)
            while table.forced() is not None or table.round is None or table.round.over:
                id, seats = await full_table(hub, "zwanzigerrufen:directnet")
                table = stored_table(hub, id)
            mover = table.match.player_at(int(table.round.turn or 0))
            move = str(table.round.moves()[0])
            other = (mover + 1) % 4
            at = table.position
            assert (await onlooker.ask("move", move=move, at=at))["code"] == "onlooker"
            assert (await seats[other].ask("move", move=move, at=at))["code"] == "illegal"
            assert (await seats[mover].ask("move", move="pass", at=at))["code"] == "illegal"
            assert (await seats[mover].ask("move", move=move, at=at + 1))["code"] == "late"
            for text in ("second: pass", "", "nonsense"):
                assert (await seats[mover].ask("move", move=text, at=at))["code"] == "illegal"
            assert (await seats[mover].ask("back", at=at))["code"] == "no_take_back"
            assert (await seats[mover].ask("record", round=1))["code"] == "no_round"
            rules = "zwanzigerrufen:base"
            asked = await seats[mover].ask("same_deal", round=1, rules=rules)
            assert asked["code"] == "no_round"
            assert (await seats[mover].ask("next", at=at))["code"] == "not_over"
            assert stored_table(hub, id).events == table.events
            # The same message once more is late: it is for a position that has passed.
            assert (await seats[mover].ask("move", n=8, move=move, at=at))["type"] == "done"
            assert (await seats[mover].ask("move", n=9, move=move, at=at))["code"] == "late"

    asyncio.run(attack())


def test_messages_by_chance_change_nothing() -> None:
    became = asyncio.run(fuzz(400, seed=3))
    assert became.total() >= 400 and became["malformed"] and became["late"] and became["onlooker"]


def test_who_sends_too_much_is_told_to_wait() -> None:
    async def attack() -> None:
        async with a_hub() as hub:
            _, seats = await full_table(hub, "zwanzigerrufen:directnet")
            asked = range(1, AT_ONCE + 20)
            for number in asked:
                seats[0].send_raw(json.dumps({"type": "record", "n": number, "round": 1}))
            denied = await seats[0].until(lambda frame: frame.get("code") == "slow_down")
            assert denied["text"]
            await seats[0].until(lambda frame: frame.get("n") == asked[-1])
            answered = [frame["n"] for frame in seats[0].frames if frame["type"] == "denied"]
            assert answered == [*asked]
            # What is not understood is answered by its number, too.
            await asyncio.sleep(0.2)
            assert (await seats[0].ask("nonsense", n=77))["code"] == "malformed"

    asyncio.run(attack())


def test_the_same_deal_opens_no_more_tables_than_may_be_opened() -> None:
    async def attack() -> None:
        async with a_hub() as hub:
            id, token = await hub.open_table("zwanzigerrufen:base", lang="en", name="Anna")
            anna = Browser(hub, id, token)
            state = await anna.state()
            while not state["over"]:
                if state["turn"] == state["seat"] and stored_table(hub, id).forced() is None:
                    view = hub._live[id].table.round.view(state["seat"])  # type: ignore[union-attr]
                    await anna.ask("move", move=str(view.moves[-1]), at=state["at"])
                state = await anna.state(state["at"] + 1)
            hub.opening = Allowance(1, 0)
            asked = {"round": 1, "rules": "zwanzigerrufen:directnet"}
            assert (await anna.ask("same_deal", n=2, **asked))["type"] == "done"
            assert (await anna.ask("same_deal", n=3, **asked))["code"] == "slow_down"

    asyncio.run(attack())


def test_a_browser_that_reads_nothing_holds_nobody_up() -> None:
    async def attack() -> None:
        async with a_hub() as hub:
            id, seats = await full_table(hub, "zwanzigerrufen:directnet")
            slow = Browser(hub, id)
            await slow.state()
            slow.stuck = True
            owner = stored_table(hub, id).settings.owner
            for number in range(1, 20):
                answer = await seats[owner].ask("name", n=number, name=f"Name {number}")
                assert answer["type"] == "done"
            slow.stuck = False
            newest = await slow.until(
                lambda frame: (
                    frame["type"] == "state"
                    and "Name 19" in [player["name"] for player in frame["players"]]
                )
            )
            # What it missed was left out: the newest state says all.
            states = [frame for frame in slow.frames if frame["type"] == "state"]
            assert newest is states[-1] and len(states) < 10

    asyncio.run(attack())


def test_a_name_is_text_on_the_page(client: TestClient) -> None:
    answer = opened(client, name='"><script>alert(1)</script>')
    page = client.get(f"/t/{answer.json()['table']}")
    assert "alert(1)" not in page.text


@pytest.mark.parametrize("busy", ["books", "players"])
def test_books_and_players_that_take_long_hold_no_table_up(
    monkeypatch: pytest.MonkeyPatch, busy: str
) -> None:
    begun, let_go = Event(), Event()
    worked: list[object] = []

    def waits(*given: object, **named: object) -> str:
        worked.append(given)
        begun.set()
        let_go.wait(120)
        return "<p>"

    async def story() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(2))
        page_of = waits if busy == "books" else lambda *given, **named: "<p>"
        monkeypatch.setattr(rule_sets, "rules_page", page_of)
        monkeypatch.setattr(hub_module, "prepare", waits)
        store = Store("sqlite://")
        app = application(RuleSets(), store)
        transport = httpx.ASGITransport(app=app)
        headers = {"Origin": HOME}
        async with httpx.AsyncClient(transport=transport, base_url=HOME, headers=headers) as client:
            waiting = []
            for key in KEYS[:6]:
                if busy == "books":
                    waiting.append(asyncio.create_task(client.get(f"/rules/{key}/en")))
                else:
                    quick = {**OPEN, "strength": "sampling:quick"}
                    waiting.append(asyncio.create_task(client.post("/tables", json=quick)))
            await asyncio.to_thread(begun.wait, 60)
            answer = await asyncio.wait_for(client.post("/tables", json=OPEN), 60)
            page = await asyncio.wait_for(client.get(f"/t/{answer.json()['table']}"), 60)
            drawing = f"/cards/{OPEN['rules']}/en/book/back.svg"
            card = await asyncio.wait_for(client.get(drawing), 60)
            assert answer.status_code == page.status_code == card.status_code == 200
            assert len(worked) == 1
            let_go.set()
            done = await asyncio.gather(*waiting)
            assert {each.status_code for each in done} == {200}
        await app.state.hub.close()
        store.close()

    try:
        asyncio.run(story())
    finally:
        let_go.set()


# coming back, and servers that share a database


def test_a_seat_that_was_lost_comes_back_to_where_it_was() -> None:
    async def story() -> None:
        async with a_hub() as hub:
            id, token = await hub.open_table("zwanzigerrufen:directnet", lang="en", name="Anna")
            first = Browser(hub, id, token)
            seen = await first.state()
            await first.leave()
            again = Browser(hub, id, token, "de")
            state = await again.state()
            assert state["seat"] == seen["seat"]
            assert sorted(state["hand"]) == sorted(seen["hand"]) or state["at"] > seen["at"]

    asyncio.run(story())


def test_a_table_is_held_by_one_server_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(store, "time", SimpleNamespace(time=lambda: now))
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    one, two = Store(url, lease=30), Store(url, lease=30)
    one.open_table("t", "d", {}, {}, [{"do": "deal"}])
    assert one.hold("t") and one.hold("t") and not two.hold("t")
    assert two.renew(["t"]) == {"t"}
    now += 31
    assert two.hold("t") and not one.hold("t")
    # What the first one still writes is refused where the second has written.
    two.append("t", 1, {"do": "move"}).result(60)
    with pytest.raises(LeaseLost):
        one.append("t", 1, {"do": "move"}).result(60)
    two.release(["t"])
    assert one.hold("t")
    loaded = one.load("t")
    assert loaded is not None and len(loaded.events) == 2
    one.close()
    two.close()


def test_leases_are_renewed_after_the_database_was_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The table that nobody uses cannot be released for a while; that of the others is held on."""

    async def story() -> None:
        async with a_hub() as hub:
            monkeypatch.setattr(hub_module, "_KEPT", 0.0)
            monkeypatch.setattr(hub.store, "lease", 0.03)
            empty, token = await hub.open_table(OPEN["rules"], lang="en", name="Anna")
            await (left := Browser(hub, empty, token)).state()
            used, token = await hub.open_table(OPEN["rules"], lang="en", name="Otto")
            await Browser(hub, used, token).state()
            released: list[str] = []

            def release(ids: Iterable[str]) -> None:
                released.extend(ids)
                if len(released) == 1:
                    raise OperationalError("UPDATE tables", {}, Exception("it is away"))

            renewed = asyncio.Event()
            loop = asyncio.get_running_loop()

            def renew(ids: Iterable[str]) -> set[str]:
                if released:
                    loop.call_soon_threadsafe(renewed.set)
                return set()

            monkeypatch.setattr(hub.store, "release", release)
            monkeypatch.setattr(hub.store, "renew", renew)
            keeper = asyncio.create_task(hub.keep())
            await left.leave()
            await asyncio.wait_for(
                asyncio.wait(
                    [keeper, asyncio.create_task(renewed.wait())],
                    return_when=asyncio.FIRST_COMPLETED,
                ),
                60,
            )
            assert not keeper.done() and renewed.is_set() and released == [empty]
            keeper.cancel()

    asyncio.run(story())


def test_a_table_that_was_taken_over_is_not_lost_with_an_older_copy_of_it() -> None:
    """Its lease may be lost and won again while a move is still on its way to the database."""

    async def story() -> None:
        async with a_hub() as hub:
            id, token = await hub.open_table(OPEN["rules"], lang="en", name="Anna")
            await Browser(hub, id, token).state()
            older = hub._live[id]
            hub._drop(older)
            await (again := Browser(hub, id, token)).state()
            newer = hub._live[id]
            hub._drop(older)
            assert hub._live[id] is newer and again.closed is None

    asyncio.run(story())


def test_a_table_that_cannot_be_used_is_left_to_others(tmp_path: Path) -> None:
    """One whose rules have changed is not held; nothing is kept of it, nor of one held elsewhere."""
    url = f"sqlite:///{tmp_path / 'tables.db'}"

    async def story() -> None:
        async with a_hub(url) as hub:
            other = Store(url)
            other.open_table("t", "another digest", SETTINGS, {}, [])
            changed = Browser(hub, "t")
            denied = await changed.until(lambda frame: frame["type"] == "denied")
            assert denied["code"] == "rules_gone" and other.hold("t")
            id, token = await hub.open_table(OPEN["rules"], lang="en", name="Anna")
            assert other.hold(id)
            elsewhere = Browser(hub, id, token)
            await asyncio.wait_for(elsewhere.task, 60)
            assert elsewhere.closed == ELSEWHERE
            other.release([id])
            await asyncio.gather(*(Browser(hub, id, token).state() for _ in range(3)))
            assert not hub._loading and len(hub._live) == 1
            assert len(hub._live[id].connections) == 3
            other.close()

    asyncio.run(story())


def test_a_move_of_the_house_is_legal_before_it_is_written(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What is written is applied whenever the table is loaded."""
    monkeypatch.setattr(hub_module, "_FIRST_PAUSE", 0.01)

    async def story() -> None:
        async with a_hub() as hub:
            id, token = await hub.open_table(OPEN["rules"], lang="en", name="Anna", seat=3)
            chosen, wrong = hub._chosen, [Move("nonsense"), Move("play I")]

            async def choose(*given: Any) -> Move:
                return wrong.pop() if wrong else await chosen(*given)

            monkeypatch.setattr(hub, "_chosen", choose)
            anna = Browser(hub, id, token)
            state = await anna.state()
            while state["turn"] != state["seat"] or not state["moves"]:
                state = await anna.state(state["at"] + 1)
            assert not wrong and stored_table(hub, id).position == state["at"]

    asyncio.run(story())
    assert caplog.text.count("a move of the house failed") == 2


class _Once:
    """A part of a store that fails once, and then works again."""

    def __init__(self, works: Any) -> None:
        self.works, self.failed = works, False

    def __call__(self, *given: Any) -> Any:
        if self.failed:
            return self.works(*given)
        self.failed = True
        raise OperationalError("INSERT", {}, Exception("the database is locked"))


def test_a_table_goes_on_after_an_error_of_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a move of the house, in one of a person, and in a greeting."""
    monkeypatch.setattr(hub_module, "_FIRST_PAUSE", 0.01)

    async def story() -> None:
        async with a_hub() as hub:
            id, token = await hub.open_table(OPEN["rules"], lang="en", name="Anna", seat=3)
            monkeypatch.setattr(hub.store, "load", _Once(hub.store.load))
            early = Browser(hub, id, token)
            await asyncio.wait_for(early.task, 60)
            assert early.closed == FAILED
            house = _Once(hub.store.append)
            monkeypatch.setattr(hub.store, "append", house)
            anna = Browser(hub, id, token)
            state = await anna.state()
            while state["turn"] != state["seat"] or not state["moves"]:
                state = await anna.state(state["at"] + 1)
            assert house.failed
            move = state["moves"][0]["move"]
            monkeypatch.setattr(hub.store, "append", _Once(house.works))
            denied = await anna.ask("move", n=2, move=move, at=state["at"])
            assert denied["code"] == "database" and denied["text"]
            assert (await anna.ask("move", n=3, move=move, at=state["at"]))["type"] == "done"

    asyncio.run(story())


def test_a_page_is_answered_while_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store("sqlite://")
    with TestClient(application(RULES, store), base_url=HOME) as client:
        monkeypatch.setattr(store, "open_table", _Once(store.open_table))
        answer = opened(client)
        assert answer.status_code == 503 and "written" in answer.json()["text"]
        answer = opened(client)
        assert answer.status_code == 200
        monkeypatch.setattr(store, "load", _Once(store.load))
        page = client.get(f"/t/{answer.json()['table']}")
        assert page.status_code == 503 and "/web/table.css" in page.text
    store.close()


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "postgresql://localhost:port/tables",
        "sqlite:///tables.db?timeout=long",
        "sqlite:///tables.db?detect_types=99999999999999999",
        "sqlite:///tables\0.db",
    ],
)
def test_a_database_that_cannot_be_used_is_told(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(WrongCall, match="the database cannot be used: "):
        Store(url)


def test_the_leases_of_any_tables_are_renewed() -> None:
    store = Store("sqlite://")
    assert store.renew(id for id in ("lost",)) == {"lost"}
    store.close()
