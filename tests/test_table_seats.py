"""Who sits at the table in the browser: links, seats that are given to the house, and seats taken
again.
"""

from __future__ import annotations

import asyncio
from threading import Event
from typing import Any

import pytest
from conftest import loaded
from starlette.requests import Request
from starlette.testclient import TestClient
from table_browser import RULES, Browser, a_hub, full_table, stored_table
from tables import positions

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.web import app as app_module
from zwanz_ssot.web import hub as hub_module
from zwanz_ssot.web.answers import language
from zwanz_ssot.web.app import application
from zwanz_ssot.web.connection import SLOW, WRONG
from zwanz_ssot.web.game_table import GameTable, TableSettings
from zwanz_ssot.web.hub import Hub, LiveTable
from zwanz_ssot.web.pace import Pace
from zwanz_ssot.web.store import Store
from zwanz_ssot.web.texts import languages, words

RULE_SET = "zwanzigerrufen:directnet"


async def invited(hub: Hub) -> tuple[str, Browser, int, str]:
    """A table with its owner, and a link to a seat where the house plays."""
    id, token = await hub.open_table(RULE_SET, lang="en", name="Anna")
    owner = Browser(hub, id, token)
    await owner.state()
    table = stored_table(hub, id)
    guest = next(player for player in range(table.players) if player != table.settings.owner)
    answer = await owner.ask("invite", player=guest)
    return id, owner, guest, answer["token"]


async def newest(browser: Browser, fits: Any) -> dict[str, Any]:
    """The newest state, once there is one that fits."""
    await browser.until(lambda frame: frame["type"] == "state" and fits(frame))
    return [frame for frame in browser.frames if frame["type"] == "state"][-1]


def test_a_friend_looks_on_until_he_sits_down_by_a_name() -> None:
    async def story() -> None:
        async with a_hub() as hub:
            id, owner, guest, token = await invited(hub)
            friend = Browser(hub, id, token)
            seen = await friend.state()
            assert seen["seat"] is None and not seen["hand"] and not seen["moves"]
            assert seen["players"][seen["offered"]]["player"] == guest
            assert (await friend.ask("move", move="pass", at=seen["at"]))["code"] == "onlooker"
            assert (await owner.state())["take_back"]
            assert (await friend.ask("sit", name="Otto"))["type"] == "done"
            state = await newest(friend, lambda frame: frame["seat"] is not None)
            assert state["players"][state["seat"]]["name"] == "Otto" and state["hand"]
            assert state["offered"] is None
            assert not (await newest(owner, lambda frame: not frame["take_back"]))["take_back"]

    asyncio.run(story())


def test_a_friend_who_tells_no_name_goes_by_that_of_the_seat() -> None:
    async def story() -> None:
        async with a_hub() as hub:
            id, _, guest, token = await invited(hub)
            name = stored_table(hub, id).chairs[guest].name
            friend = Browser(hub, id, token)
            await friend.state()
            assert (await friend.ask("sit", name=" "))["type"] == "done"
            chair = stored_table(hub, id).chairs[guest]
            assert chair.name == name and chair.person

    asyncio.run(story())


def test_a_seat_given_to_the_house_shows_no_hand_until_it_is_taken_again() -> None:
    async def story() -> None:
        async with a_hub() as hub:
            id, owner, guest, token = await invited(hub)
            tabs = [Browser(hub, id, token), Browser(hub, id, token, "de")]
            await tabs[0].state()
            await tabs[0].ask("sit", name="Otto")
            for tab in tabs:
                await newest(tab, lambda frame: frame["hand"])
            begun = [len(tab.frames) for tab in tabs]
            assert (await owner.ask("free", n=3, player=guest))["type"] == "done"
            for tab, since in zip(tabs, begun, strict=True):
                await tab.until(lambda frame: frame.get("offered") is not None, since)
                for state in tab.frames[since:]:
                    assert not state["hand"] and state["seat"] is None
                    assert not state["take_back"] and not state["moves"] and not state["asked"]
                at = tab.frames[-1]["at"]
                for kind, data in {
                    "move": {"move": "pass", "at": at},
                    "back": {"at": at},
                    "next": {"at": at},
                    "hint": {"at": at},
                    "name": {"name": "Otto"},
                    "record": {"round": 1},
                }.items():
                    assert (await tab.ask(kind, n=7, **data))["code"] == "onlooker", kind
            assert not stored_table(hub, id).chairs[guest].person
            # Whoever comes back by the old link is not back in the seat, but may take it.
            again = Browser(hub, id, token)
            state = await again.state()
            assert state["seat"] is None and state["offered"] is not None
            assert (await again.ask("sit", name="Otto"))["type"] == "done"
            for browser in (again, *tabs):
                await newest(browser, lambda frame: frame["seat"] is not None)
            assert stored_table(hub, id).chairs[guest].name == "Otto"
            await newest(owner, lambda frame: not frame["take_back"])

    asyncio.run(story())


def test_the_house_plays_under_its_own_name_where_a_friend_played() -> None:
    """A friend takes his name with him; whoever comes next tells his own, or goes by the house's."""

    async def story() -> None:
        async with a_hub() as hub:
            id, owner, guest, token = await invited(hub)
            house = stored_table(hub, id).chairs[guest].name
            friend = Browser(hub, id, token)
            await friend.state()
            for number, name in enumerate(("Otto", "Otto the Great"), start=2):
                await friend.ask("sit", n=number, name="Otto")
                assert (await friend.ask("name", n=9, name=name))["type"] == "done"
                await owner.ask("free", n=number, player=guest)
                await owner.ask("free", n=number + 10, player=guest)  # twice changes nothing
                chair = stored_table(hub, id).chairs[guest]
                assert chair.name == house and not chair.person
            state = await newest(owner, lambda frame: frame["take_back"])
            named = [each["name"] for each in state["players"] if each["player"] == guest]
            assert named == [house] and "Otto" not in state["sides"]
            assert (await friend.ask("sit", n=20, name=""))["type"] == "done"
            assert stored_table(hub, id).chairs[guest].name == house

    asyncio.run(story())


def test_to_free_a_seat_of_the_house_changes_nothing() -> None:
    async def story() -> None:
        async with a_hub() as hub:
            id, owner, guest, _ = await invited(hub)
            await owner.ask("name", n=2, name="Zoe")  # so that the first name of the house is free
            before = names_at(hub, id)
            await owner.ask("free", n=3, player=guest)
            assert names_at(hub, id) == before

    asyncio.run(story())


def names_at(hub: Hub, id: str) -> list[str]:
    return [chair.name for chair in stored_table(hub, id).chairs]


def test_a_player_of_the_house_gives_his_name_to_a_friend(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    show = Hub._show

    def shown(self: Hub, live: Any) -> None:
        assert len({chair.name.casefold() for chair in live.table.chairs}) == 4
        show(self, live)

    async def story() -> None:
        async with a_hub() as hub:
            id, owner, guest, token = await invited(hub)
            monkeypatch.setattr(Hub, "_show", shown)
            friend = Browser(hub, id, token)
            await friend.state()
            own = names_at(hub, id)[guest]
            wanted = next(name for name in names_at(hub, id) if name not in ("Anna", own))
            assert (await friend.ask("sit", name=f" {wanted.upper()} "))["type"] == "done"
            assert names_at(hub, id)[guest] == wanted.upper()
            assert len({name.casefold() for name in names_at(hub, id)}) == 4
            # The friend's house player has the name that somebody else took meanwhile.
            assert (await owner.ask("name", n=5, name=own))["type"] == "done"
            for number in (6, 7):
                await owner.ask("free", n=number, player=guest)
            assert len({name.casefold() for name in names_at(hub, id)}) == 4

    asyncio.run(story())


def test_no_two_persons_at_a_table_have_the_same_name() -> None:
    async def story() -> None:
        async with a_hub() as hub:
            id, owner, guest, token = await invited(hub)
            friend = Browser(hub, id, token)
            await friend.state()
            before = names_at(hub, id)
            assert (await friend.ask("sit", name="ＡＮＮＡ"))["code"] == "name_taken"
            assert names_at(hub, id) == before and not stored_table(hub, id).chairs[guest].person
            assert (await friend.ask("sit", n=2, name="Otto"))["type"] == "done"
            denied = await owner.ask("name", n=3, name="otto ")
            assert denied["code"] == "name_taken" and "name" in denied["text"]
            assert (await owner.ask("name", n=4, name="ANNA"))["type"] == "done"  # her own

    asyncio.run(story())


@pytest.mark.parametrize("name", [" anna ", "Ｂｅｎ"])
def test_the_house_goes_by_other_names_than_whoever_opens_the_table(name: str) -> None:
    async def story() -> None:
        async with a_hub() as hub:
            id, _ = await hub.open_table(RULE_SET, lang="en", name=name)
            assert len({each.casefold() for each in names_at(hub, id)}) == 4
            assert not {"Anna", "Ben"} <= set(names_at(hub, id))

    asyncio.run(story())


def test_nothing_is_moved_back_while_the_seat_changes_hands() -> None:
    """What was asked for from a seat is refused if the seat is the house's when its turn comes."""

    async def story() -> None:
        async with a_hub() as hub:
            id, seats = await full_table(hub, RULE_SET)
            live = hub._live[id]
            guest = next(each for each in range(4) if each != live.table.settings.owner)
            owner = seats[live.table.settings.owner]
            async with live.lock:
                freeing = asyncio.create_task(owner.ask("free", n=3, player=guest))
                await asyncio.sleep(0.05)
                naming = asyncio.create_task(seats[guest].ask("name", n=4, name="Otto"))
                await asyncio.sleep(0.05)
            assert (await freeing)["type"] == "done"
            assert (await naming)["code"] == "onlooker"
            assert not live.table.chairs[guest].person

    asyncio.run(story())


def test_onlookers_sit_nowhere_and_sitting_twice_changes_nothing() -> None:
    async def story() -> None:
        async with a_hub() as hub:
            id, seats = await full_table(hub, RULE_SET)
            events = stored_table(hub, id).events
            onlooker = Browser(hub, id)
            assert (await onlooker.state())["offered"] is None
            assert (await onlooker.ask("sit", name="Otto"))["code"] == "onlooker"
            assert (await seats[0].ask("sit", n=5, name="Otto"))["type"] == "done"
            assert stored_table(hub, id).events == events

    asyncio.run(story())


def test_a_link_that_is_wrong_or_outworn_ends_the_connection_for_good() -> None:
    async def story() -> None:
        async with a_hub() as hub:
            id, owner, guest, token = await invited(hub)
            friend = Browser(hub, id, token)
            await friend.state()
            await owner.ask("invite", n=2, player=guest)
            await asyncio.wait_for(friend.task, 60)
            old = Browser(hub, id, token)
            await asyncio.wait_for(old.task, 60)
            assert friend.closed == old.closed == WRONG  # not a code to try again after
            assert [frame["code"] for frame in old.frames] == ["wrong_link"]

    asyncio.run(story())


def test_an_old_link_does_not_outlive_its_replacement(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes by the old one while the new one is written stays outside."""

    async def story() -> None:
        async with a_hub() as hub:
            id, owner, guest, token = await invited(hub)
            begun, let_go, writes = Event(), Event(), hub.store.set_token

            def slow(*given: Any) -> None:
                begun.set()
                let_go.wait(60)
                writes(*given)

            monkeypatch.setattr(hub.store, "set_token", slow)
            asking = asyncio.create_task(owner.ask("invite", n=2, player=guest))
            await asyncio.to_thread(begun.wait, 60)
            late = Browser(hub, id, token)
            await asyncio.sleep(0.1)
            let_go.set()
            await asking
            await asyncio.wait_for(late.task, 60)
            assert [frame["code"] for frame in late.frames] == ["wrong_link"]

    asyncio.run(story())


def test_onlookers_lock_no_player_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "_MOST_BY_LINK", 2)

    async def story() -> None:
        async with a_hub() as hub:
            id, _, _, token = await invited(hub)
            onlookers = [Browser(hub, id) for _ in range(2)]
            for each in onlookers:
                await each.state()
            third = Browser(hub, id)
            await asyncio.wait_for(third.task, 60)
            assert third.frames[0]["code"] == "slow_down"
            assert third.closed == SLOW  # a code to try again after
            await Browser(hub, id, token).state()

    asyncio.run(story())


# pages


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("address", ["/t/", "/nix", "/t/none/at/all", "/rules/nix/en", "/tables"])
def test_an_unknown_address_is_a_page_with_a_way_back(lang: str, address: str) -> None:
    store = Store("sqlite://")
    with TestClient(application(RULES, store), base_url="http://127.0.0.1:8020") as client:
        answer = client.get(address, headers={"Accept-Language": f"{lang}-XX,fr;q=0.5"})
    store.close()
    assert answer.status_code in (404, 405)
    assert words(lang)["denied"]["no_page"] in answer.text
    assert f'href="/?lang={lang}"' in answer.text and "/web/table.css" in answer.text


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [
        ("de", "de"),
        ("en;q=0.1, de", "de"),
        ("en ; q=0.1 , DE-at ; Q=0.2", "de"),
        ("fr, de;q=0.9, en;q=0.8", "de"),
        ("ja, de", "ja"),
        ("ja;q=0, de;q=0.1", "de"),
        ("de;q=0.1, *;q=0.5", "en"),
        ("de;q=many, ja;q=nan, en;q=0.1", "en"),
        ("den, ja-", "ja"),
        ("de;q=0", "en"),
        ("", "en"),
    ],
)
def test_the_language_is_the_one_that_the_browser_wants_most(accepted: str, lang: str) -> None:
    headers = [(b"accept-language", accepted.encode())]
    assert language(Request({"type": "http", "query_string": b"", "headers": headers})) == lang


def test_who_asks_for_too_many_books_is_told_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_module, "_BUILT_AT_ONCE", 0)
    store = Store("sqlite://")
    with TestClient(application(RULES, store), base_url="http://127.0.0.1:8020") as client:
        answer = client.get("/rules/rufmariasch:base/en")
        assert client.get("/rules/rufmariasch:base/xx").status_code == 404
    store.close()
    assert answer.status_code == 429 and words("en")["denied"]["slow_down"] in answer.text


# the pace


def seated(played: Round, *persons: int) -> GameTable:
    """A table at which these seats are persons."""
    game = played.game
    table = GameTable(game, TableSettings(f"{game.id}:{game.variant}", "simple", False, 0))
    for seat in range(table.players):
        table.apply(table.sit(table.match.player_at(seat), f"P{seat}", person=seat in persons))
    table.round = played
    return table


def test_the_pace_of_the_house_is_that_of_the_rules_whoever_may_speak() -> None:
    """In Anrufen the other side doubles out of turn: who may do so is known to nobody else."""
    hub, some = Hub(RULES, Store("sqlite://"), Pace(1)), set[bool]()
    for played in (each for seed in range(12) for each in positions("anrufen", "base", seed)):
        view = played.view(played.turn)
        if view.step == "play" and not view.winners and played.turn is not None:
            others = [seat for seat in range(4) if seat != played.turn]
            some |= {bool(played.moves(seat)) for seat in others}
            tables = [LiveTable("", seated(played, seat), {}) for seat in others]
            assert len({hub._pause(live, view) for live in tables}) == 1, played.moves_made()
    assert some == {True, False}
    hub.store.close()


def test_a_word_is_said_by_itself_only_where_all_know_that_there_is_no_other() -> None:
    """In Hungarian Tarokk nobody bids without an honour."""
    asked = 0
    for seed in range(12):
        played = deal(loaded("hungarian-tarokk", "base"), seed=seed).after("cut 21")
        honours = set(map(str, played.hands[int(played.turn or 0)])) & {"T-I", "T-XXI", "T-Sk"}
        forced = seated(played, 0, 1, 2, 3).forced()
        assert forced is None
        if len(played.moves()) == 1:
            assert not honours
            asked += 1
    assert asked
    # Who has passed says no more, whatever he holds.
    passed = deal(loaded("zwanzigerrufen", "rulebook"), seed=2)
    for word in ("pass", "pass", "bid picolo", "bid farbensolo"):
        passed = passed.after(word)
    assert str(seated(passed, 0, 1, 2, 3).forced()) == "pass"
