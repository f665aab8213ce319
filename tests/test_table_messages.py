"""What a seat at the table in the browser is sent: its view and nothing else, in every rule set."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from threading import Event
from typing import Any

import pytest
import sqlalchemy as sql
from conftest import loaded
from table_browser import AT_ONCE, Browser, a_hub, full_table, stored_table
from tables import dealt

from zwanz_ssot import Round, View, deal, places
from zwanz_ssot.engine import table
from zwanz_ssot.model import Role
from zwanz_ssot.prose import Prose
from zwanz_ssot.prose.phrases import Phrases
from zwanz_ssot.terminal.dialogue import Lookup
from zwanz_ssot.web.hub import Hub, LiveTable, public_table
from zwanz_ssot.web.rule_sets import RuleSets
from zwanz_ssot.web.seat_message import PublicTable, SeatInfo, over_message, state_message
from zwanz_ssot.web.store import Store
from zwanz_ssot.web.texts import languages, texts_of, words

KEYS = RuleSets().keys()


def test_the_suit_is_shown_that_a_bidder_named_to_settle_equal_bids() -> None:
    public = PublicTable(1, 1, 1, 0, tuple(SeatInfo(n, "A", False, True, 0) for n in range(4)))
    played = dealt("base", {}, "anrufen")
    for move in ("bid simple", "bid simple", "name D", "name H"):
        played = played.after(move)
    contract = state_message(played.view(2), public, texts_of(played.game, "en"))["contract"]
    assert (played.view(2).declarer, contract["trump"]) == (1, "hearts")


def strings(value: Any) -> Iterator[str]:
    """Every text in a message."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)


def cards_in(value: Any, cards: set[str]) -> set[str]:
    """The cards whose ids stand in a message, alone or within a text."""
    return {word for text in strings(value) for word in text.split() if word in cards}


async def whole_round(key: str, seed: int) -> int:
    """Play a round at random with a person in every seat and an onlooker; hold each state that
    anybody was sent against his view, made from the events in the database. How many there were.
    """
    chance = Random(seed)
    async with a_hub(pace=AT_ONCE) as hub:
        id, seats = await full_table(hub, key)
        onlooker = Browser(hub, id)
        await onlooker.state()
        begun = {browser: len(browser.frames) - 1 for browser in (*seats, onlooker)}
        table = stored_table(hub, id)
        while table.round is not None and not table.round.over:
            player = table.match.player_at(int(table.round.turn or 0))
            if table.forced() is None:
                text = str(chance.choice(table.round.moves()))
                answer = await seats[player].ask("move", move=text, at=table.position)
                assert answer["type"] == "done", (answer, text)
            else:
                await seats[player].state(table.position + 1)
            table = stored_table(hub, id)
        for browser in (*seats, onlooker):
            await browser.state(table.position)

        live: LiveTable = hub._live[id]
        at = positions(hub, id)
        compared = 0
        for player, browser in [*enumerate(seats), (None, onlooker)]:
            for state in browser.frames[begun[browser] :]:
                if state["type"] == "state":
                    compare(state, at[state["at"]], live, player)
                    compared += 1
        assert table.position in {frame.get("at") for frame in onlooker.frames}
        return compared


def positions(hub: Hub, id: str) -> dict[int, Round]:
    """The round at each position of a table."""
    stored = hub.store.load(id)
    assert stored is not None
    table, at = replace(stored_table(hub, id), round=None, events=0, position=0, finished=[]), {}
    for event in stored.events:
        table.apply(event)
        if table.round is not None:
            at[table.position] = table.round
    return at


def compare(state: dict[str, Any], played: Round, live: LiveTable, player: int | None) -> None:
    """A state says what the view of a seat says and what everybody sees, and names no other card."""
    game = live.table.game
    view = played.view(None if player is None else live.table.seat_of(player))
    # The view as a program far away would have it: nothing of the round goes with it.
    sent = View.from_dict(json.loads(json.dumps(view.as_dict())), game)
    public = replace(public_table(live, player), position=state["at"])
    expected = state_message(sent, public, texts_of(game, "en"))
    mine = {name: part for name, part in state.items() if name != "over"}
    assert mine == json.loads(json.dumps(expected))
    ids = set(game.deck.by_id)
    assert cards_in(mine, ids) <= cards_in(view.as_dict(), ids)
    assert bool(state["over"]) == played.over


@pytest.mark.parametrize("key", KEYS)
def test_a_seat_is_sent_its_view_and_nothing_else(key: str) -> None:
    # A round may be thrown in, or given up before a card is played.
    assert asyncio.run(whole_round(key, 11)) > 5


def test_a_table_in_memory_that_is_read_meanwhile_keeps_all_events() -> None:
    """Events are written by a thread of their own; whoever reads between a row and its commit must
    not roll it back.
    """
    store = Store("sqlite://")
    store.open_table("t", "d", {}, {}, [{"do": "deal"}])
    written_to = Event()

    def wait(*execution: Any) -> None:
        if "INSERT" in execution[2]:
            written_to.set()
            time.sleep(0.2)

    sql.event.listen(store._engine, "after_cursor_execute", wait)
    written = store.append("t", 1, {"do": "move"})
    assert written_to.wait(timeout=60)
    store.load("t")
    written.result(timeout=60)
    stored = store.load("t")
    assert stored is not None and len(stored.events) == 2
    store.close()


def test_the_languages_of_the_table_have_the_same_words() -> None:
    def keys(value: Any, path: str = "") -> Iterator[str]:
        yield path
        if isinstance(value, dict):
            for key, each in value.items():
                yield from keys(each, f"{path}.{key}")

    def leaves(value: Any) -> Iterator[Any]:
        if not isinstance(value, dict | list):
            yield value
            return
        for each in value.values() if isinstance(value, dict) else value:
            yield from leaves(each)

    folder = places.data("templates") / "web"
    spoken = {lang: places.table(folder / f"words.{lang}.yaml") for lang in languages()}
    assert set(spoken) == {"de", "en", "ja"}
    english = set(keys(spoken["en"]))
    for lang, found in spoken.items():
        assert set(keys(found)) == english, lang
        assert all(isinstance(each, str) for each in leaves(found)), lang  # YAML reads On as true
        assert len(found["names"]) == len(spoken["en"]["names"])


@pytest.mark.parametrize("lang", languages())
def test_the_table_names_the_sides_as_everything_else_does(lang: str) -> None:
    phrases = Phrases(lang)
    assert words(lang)["side"] == {side: phrases(side) for side in ("declarers", "defenders")}


SAID = {
    ("koenigrufen:wien", "bid rufer"): (
        "Ben bids the Rufer.",
        "Ben sagt den Rufer an.",
        "Benはルーファーをビッドする。",
    ),
    ("koenigrufen:wien", "call C-K"): (
        "Ben calls the King of Clubs.",
        "Ben ruft den Kreuz-König.",
        "Benはクラブのキングをコールする。",
    ),
    ("koenigrufen:wien", "take 1"): (
        "Ben takes packet 1 of the talon.",
        "Ben nimmt Päckchen 1 des Talons.",
        "Benはタロンの1番目の束を取る。",
    ),
    ("koenigrufen:wien", "concede"): (
        "Ben gives the game up.",
        "Ben gibt das Spiel auf.",
        "Benはゲームを降りる。",
    ),
    ("zwanzigerrufen:directnet", "bid rufer T-XX"): (
        "Ben bids the Normal Game and calls the XX.",
        "Ben sagt den Rufer an und ruft XX.",
        "Benは通常ゲームをビッドし、XXをコールする。",
    ),
    ("zwanzigerrufen:directnet", "pass"): ("Ben passes.", "Ben sagt weiter.", "Benはパスする。"),
    ("rufmariasch:base", "call E-A"): (
        "Ben calls the Ace of Acorns.",
        "Ben ruft das Eichel-Ass.",
        "Benはドングリのエースをコールする。",
    ),
    ("anrufen:three", "discard D-J"): (
        "Ben discards the Jack of Diamonds.",
        "Ben legt den Karo-Buben ab.",
        "Benはダイヤのジャックを捨てる。",
    ),
    ("zwanzigerrufen:directnet", "announce absolut"): (
        "Ben announces the Absolut.",
        "Ben sagt das Absolut an.",
        "Benはアブソルートを宣言する。",
    ),
    ("zwanzigerrufen:directnet", "double game"): (
        "Ben says Kontra to the game.",
        "Ben sagt Kontra auf das Spiel.",
        "Benはゲームにコントラをかける。",
    ),
    ("hungarian-tarokk:base", "throw-in"): (
        "Ben throws the cards in.",
        "Ben wirft zusammen.",
        "Benは配り直しにする。",
    ),
}


@pytest.mark.parametrize(("key", "move"), SAID, ids=[move for _, move in SAID])
def test_what_is_said_reads_as_a_sentence(key: str, move: str) -> None:
    game = RuleSets().find(key).game
    meant = next(each for each in table(game).moves.all if each.text == move)
    view = deal(game, seed=1).view(0)
    told = tuple(texts_of(game, lang).told("Ben", meant, view) for lang in ("en", "de", "ja"))
    assert told == SAID[key, move]


def test_a_name_and_what_is_said_make_one_sentence_in_every_message() -> None:
    for key in KEYS:
        current, chance = deal(RuleSets().find(key).game, seed=3), Random(3)
        while not current.over:
            seat = int(current.turn or 0)
            current = current.after(chance.choice(current.moves(seat)), seat)
        for lang in ("en", "de"):
            talk = texts_of(current.game, lang).talk(current.view(None))
            assert all(line.text[0].islower() for line in talk), (key, lang)


def test_a_japanese_declarer_is_called_so_at_the_table() -> None:
    declarer = Prose(loaded("zwanzigerrufen", "directnet"), "ja").role(Role("declarer", None, ()))
    assert words("ja")["declarer"] == declarer


def test_no_blank_stands_between_the_sentences_of_a_japanese_player() -> None:
    game = loaded("zwanzigerrufen", "directnet")
    plain = ["H-K", "H-Q", "H-C", "H-J", "H-1", "D-K", "D-Q", "D-C", "D-J", "D-1"]
    rest = [card for card in game.deck.by_id if card not in plain]
    thrown = deal(game, hands=[plain, rest[:10], rest[10:20], rest[20:]])
    told = over_message(thrown, (0,) * 4, texts_of(game, "ja"))["sentence"]
    lookup = Lookup(Prose(game, "ja"), Phrases("ja"))
    answers = (told, str(lookup.paragraphs("sollo")), str(lookup.paragraphs("")))
    assert all("。" in answer or "：" in answer for answer in answers)
    assert not [answer for answer in answers if "。 " in answer or "： " in answer]
