"""The tables in use in this process: their connections, computer players and leases."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar, TypeVarTuple

from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..engine import Match, Move, View
from ..players import NAMES, Player, named, prepare
from ..problems import RulesFault, WrongCall
from ..record import write
from .connection import (
    ELSEWHERE,
    FAILED,
    GREETING,
    SLOW,
    WRONG,
    Connection,
    Message,
    number_of,
    parse,
)
from .game_table import Denied, Event, FinishedRound, GameTable, TableSettings, clean_name
from .guard import Allowance, new_token, player_of, token_hash
from .pace import Pace
from .rule_sets import RuleSets
from .seat_message import PublicTable, SeatInfo, hint_message, over_message, state_message
from .store import LeaseLost, Store
from .texts import TableTexts, languages, texts_of, words

_LOG = logging.getLogger(__name__)
_KEPT = 30.0
"""Seconds for which a table without connections stays in memory."""
_MOST_BY_LINK = 64
"""The most connections of onlookers at a table, and the most by the link to a seat."""
_MOST_ROUNDS = 100
"""The most rounds in the list of results; the last ones are shown."""
_OPENED_AT_ONCE, _OPENED_A_SECOND = 250, 2.0
"""The allowance for opening tables."""
_READERS = 8
"""The threads that read the database."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0
"""Seconds after which a move of the house that failed is tried again: twice as many each time."""


_Given = TypeVarTuple("_Given")
_Found = TypeVar("_Found")


@dataclass
class LiveTable:
    """A table that this process holds."""

    id: str
    table: GameTable
    hashes: dict[int, str]
    connections: set[Connection] = field(default_factory=set)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    driver: asyncio.Task[None] | None = None
    left: float = 0.0
    """When the last connection ended."""

    def seated(self, link: int | None) -> int | None:
        """The player of whoever has this link: None if the house plays there, so that everybody
        sees and does no more than an onlooker.
        """
        return link if link is not None and self.table.chairs[link].person else None


class Hub:
    """All tables of a process. `serve` handles a browser until it leaves."""

    def __init__(self, rules: RuleSets, store: Store, pace: Pace | None = None) -> None:
        self.rules, self.store, self.pace = rules, store, pace or Pace()
        self._seed = secrets.SystemRandom().getrandbits(32)
        """The seed of players that play by chance, which nobody can foresee."""
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.opening = Allowance(_OPENED_AT_ONCE, _OPENED_A_SECOND)
        """For tables that browsers ask for, all of them together."""
        self._storing = ThreadPoolExecutor(_READERS, "zwanz-tables")
        self._compiling = ThreadPoolExecutor(1, "zwanz-players")
        self._prepared: asyncio.Future[None] | None = None

    # work in threads

    async def stored(self, work: Callable[[*_Given], _Found], *given: *_Given) -> _Found:
        """What the store does, in threads of its own: no other work holds it up."""
        return await asyncio.get_running_loop().run_in_executor(self._storing, work, *given)

    async def prepared(self) -> None:
        """Compile the players who think ahead, once for all tables."""
        if self._prepared is None:
            loop = asyncio.get_running_loop()
            self._prepared = loop.run_in_executor(self._compiling, prepare)
        await asyncio.shield(self._prepared)

    async def _chosen(self, table: GameTable, view: View) -> Move:
        """The move of the computer player of a table."""
        if table.settings.strength.startswith("sampling"):
            with suppress(Exception):  # then they play as they are
                await self.prepared()
        return await asyncio.to_thread(self._player(table).choose, view)

    # tables

    async def open_table(
        self,
        key: str,
        *,
        lang: str,
        name: str = "",
        strength: str = NAMES[0],
        take_back: bool = True,
        seat: int = 0,
        pack: tuple[str, ...] | None = None,
    ) -> tuple[str, str]:
        """Open a table with one person, who sits at ``seat`` in the first round. Returns the id of
        the table and the token of that person. Raises `WrongCall` for unknown rules or players.
        """
        game = self.rules.find(key).game
        named(strength)
        owner = Match(game).player_at(seat)
        table = GameTable(game, TableSettings(key, strength, take_back, owner))
        spoken, events = words(lang), list[Event]()
        events.append(table.sit(owner, clean_name(name) or str(spoken["guest"])))
        table.apply(events[0])
        for player in range(table.players):
            if player != owner:
                events.append(table.house_sits(player, spoken["names"]))
                table.apply(events[-1])
        events.append(table.next_round(pack))
        id, token = new_token()[:16], new_token()
        await self.stored(
            self.store.open_table,
            id,
            game.digest,
            table.settings.as_dict(),
            {owner: token_hash(token)},
            events,
        )
        return id, token

    async def _found(self, id: str) -> LiveTable:
        """The table with this id, held by this process from now on. Raises `Denied` if it does not
        exist or its rules have changed, `LeaseLost` if another process holds it.
        """
        if id in self._live:
            return self._live[id]
        if id not in self._loading:
            loading = self._loading[id] = asyncio.create_task(self._load(id))
            loading.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> LiveTable:
        """Load a table, and hold it. Raises as `_found`."""
        stored = await self.stored(self.store.load, id)
        if stored is None:
            raise Denied("unknown_table")
        settings = TableSettings(**stored.settings)
        try:
            game = self.rules.find(settings.rules).game
        except (WrongCall, RulesFault):
            raise Denied("rules_gone") from None
        if game.digest != stored.digest:
            raise Denied("rules_gone")
        if not await self.stored(self.store.hold, id):
            raise LeaseLost(id)

        # Load it again: its last holder may have written until now.
        stored = await self.stored(self.store.load, id)
        assert stored is not None
        table = GameTable(game, settings)
        for event in stored.events:
            table.apply(event)
        live = LiveTable(id, table, dict(stored.token_hashes), left=time.monotonic())
        self._live[id] = live
        return live

    async def keep(self) -> None:
        """Renew the leases and release unused tables, until cancelled."""
        while True:
            await asyncio.sleep(self.store.lease / 3)
            now = time.monotonic()
            for live in list(self._live.values()):
                if not live.connections and now - live.left > _KEPT:
                    self._drop(live)
                    await self._release([live.id])
            try:
                lost = await self.stored(self.store.renew, list(self._live))
            except Exception:  # if the database stays away, writing events fails
                continue
            for id in lost:
                if id in self._live:
                    self._drop(self._live[id])

    async def close(self) -> None:
        """Release all tables."""
        ids = list(self._live)
        for live in list(self._live.values()):
            self._drop(live)
        await self._release(ids)
        for pool in (self._storing, self._compiling):
            pool.shutdown(wait=False, cancel_futures=True)

    async def _release(self, ids: Sequence[str]) -> None:
        """Let other processes hold these tables; at once, or when their leases end if the database
        cannot be reached.
        """
        with suppress(Exception):
            await self.stored(self.store.release, ids)

    def _is_held(self, live: LiveTable) -> bool:
        """Whether this is the table that new browsers get: it may have been dropped, and loaded
        again, meanwhile.
        """
        return self._live.get(live.id) is live

    def _drop(self, live: LiveTable) -> None:
        """Forget a table. Its browsers connect again, to the process that then holds it."""
        if self._is_held(live):
            del self._live[live.id]
        if live.driver is not None:
            live.driver.cancel()
        for connection in live.connections:
            connection.close(ELSEWHERE)

    # connections

    async def serve(self, socket: WebSocket, id: str) -> None:
        """Handle a browser at a table until it leaves."""
        await socket.accept()
        connection = Connection(socket, "en")
        sender = asyncio.create_task(connection.send())
        live: LiveTable | None = None
        try:
            live = await self._greet(connection, id)
            if live is not None:
                await self._listen(connection, live)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass
        finally:
            if live is not None:
                live.connections.discard(connection)
                live.left = time.monotonic()
                if self._is_held(live):
                    self._show(live)
            connection.close(1000)
            with suppress(asyncio.TimeoutError, asyncio.CancelledError):
                await asyncio.wait_for(sender, 5)

    async def _greet(self, connection: Connection, id: str) -> LiveTable | None:
        """Read who connects, and show the table. If that fails, close the connection: None."""
        try:
            frame = await asyncio.wait_for(connection.socket.receive(), GREETING)
            hello = parse(frame.get("text"))
            if hello.kind != "hello":
                raise Denied("malformed")
            connection.lang = hello["lang"] if hello["lang"] in languages() else "en"
            live = await self._found(id)
            async with live.lock:
                self._welcome(connection, live, hello["token"])
            return live
        except TimeoutError:
            connection.close(SLOW)
            return None
        except LeaseLost:
            connection.close(ELSEWHERE)
            return None
        except SQLAlchemyError:
            _LOG.exception("table %s cannot be read", id)
            connection.close(FAILED)
            return None
        except Denied as denied:
            text = words(connection.lang)["denied"][denied.code]
            connection.answer({"type": "denied", "n": 0, "code": denied.code, "text": text})
            connection.close(SLOW if denied.code == "slow_down" else WRONG)
            return None

    def _welcome(self, connection: Connection, live: LiveTable, token: str) -> None:
        """Let a connection join the table, by its token. Raises `Denied` for a wrong one and where
        there are too many, `LeaseLost` if the table was dropped meanwhile.
        """
        if not self._is_held(live):
            raise LeaseLost(live.id)
        if token:
            connection.link = player_of(token, live.hashes)
            if connection.link is None:
                raise Denied("wrong_link")
        if sum(each.link == connection.link for each in live.connections) >= _MOST_BY_LINK:
            raise Denied("slow_down")
        texts = texts_of(live.table.game, connection.lang)
        connection.answer({"type": "welcome", "cards": texts.cards, "player": connection.link})
        live.connections.add(connection)
        self._show(live)

    async def _listen(self, connection: Connection, live: LiveTable) -> None:
        """Answer the messages of a browser until it leaves."""
        while True:
            frame = await connection.socket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            number = number_of(frame.get("text"))
            try:
                if not connection.allowance.take():
                    raise Denied("slow_down")
                message = parse(frame.get("text"))
                player = live.seated(connection.link)
                if message.kind == "sit":
                    player = connection.link
                if player is None:
                    raise Denied("onlooker")
                answer = await self._asked(message, player, live, connection.lang)
                connection.answer({"type": "done", **answer, "n": number})
            except Denied as denied:
                texts = texts_of(live.table.game, connection.lang)
                reason: dict[str, Any] = {"text": texts.denied(denied.code)}
                if denied.refusal is not None:
                    reason = texts.refused(denied.refusal)
                message_ = {"type": "denied", "n": number, "code": denied.code, **reason}
                connection.answer(message_)
            except LeaseLost:
                self._drop(live)
                return

    async def _asked(
        self, message: Message, player: int, live: LiveTable, lang: str
    ) -> dict[str, Any]:
        """Do what a player requests, and return the answer."""
        handlers: Mapping[str, Callable[..., Awaitable[dict[str, Any]]]] = {
            "move": self._move,
            "back": self._back,
            "next": self._next,
            "sit": self._sit,
            "name": self._name,
            "hint": self._hint,
            "invite": self._invite,
            "free": self._free,
            "record": self._record,
            "same_deal": self._same_deal,
        }
        handler = handlers.get(message.kind)
        if handler is None:
            raise Denied("malformed")
        try:
            return await handler(message, player, live, lang)
        except SQLAlchemyError:
            _LOG.exception("table %s: %s failed", live.id, message.kind)
            raise Denied("database") from None

    @asynccontextmanager
    async def _from_seat(self, live: LiveTable, player: int) -> AsyncIterator[None]:
        """Hold the lock of a table for a player, unless the house has his seat by then."""
        async with live.lock:
            if live.seated(player) is None:
                raise Denied("onlooker")
            yield

    async def _move(self, message: Message, player: int, live: LiveTable, lang: str) -> Any:
        async with self._from_seat(live, player):
            event = live.table.move(player, message["move"], message["at"])
            await self._happen(live, event)
        return {}

    async def _back(self, message: Message, player: int, live: LiveTable, lang: str) -> Any:
        async with self._from_seat(live, player):
            if len(live.table.persons()) > 1:
                raise Denied("no_take_back")
            await self._happen(live, live.table.take_back(player, message["at"]))
        return {}

    async def _next(self, message: Message, player: int, live: LiveTable, lang: str) -> Any:
        async with self._from_seat(live, player):
            if message["at"] != live.table.position:
                raise Denied("late")
            await self._happen(live, live.table.next_round())
        return {}

    async def _sit(self, message: Message, player: int, live: LiveTable, lang: str) -> Any:
        """Take the seat of a link from the house. Whoever tells no name keeps that of the seat."""
        async with live.lock:
            if live.seated(player) is None:
                name = clean_name(message["name"]) or live.table.chairs[player].name
                await self._seat(live, player, name, lang)
        return {}

    async def _seat(self, live: LiveTable, player: int, name: str, lang: str) -> None:
        """Seat a person by a name, which a player of the house gives up before."""
        seated = live.table.sit(player, name)
        for other in live.table.called(name, player):
            await self._happen(live, live.table.house_sits(other, words(lang)["names"], name))
        await self._happen(live, seated)

    async def _name(self, message: Message, player: int, live: LiveTable, lang: str) -> Any:
        async with self._from_seat(live, player):
            if not clean_name(message["name"]):
                raise Denied("malformed")
            await self._seat(live, player, message["name"], lang)
        return {}

    async def _hint(self, message: Message, player: int, live: LiveTable, lang: str) -> Any:
        table = live.table
        if message["at"] != table.position:
            raise Denied("late")
        if table.round is None or table.round.over:
            raise Denied("round_over")
        seat = table.seat_of(player)
        if table.round.turn != seat:
            raise Denied("not_your_turn")
        view = table.round.view(seat)
        move = await self._chosen(table, view)
        return {"hint": hint_message(move, view, texts_of(table.game, lang))}

    async def _invite(self, message: Message, player: int, live: LiveTable, lang: str) -> Any:
        self._must_own(live, player)
        guest = message["player"]
        if not 0 <= guest < live.table.players or guest == player:
            raise Denied("no_chair")
        token = new_token()
        async with live.lock:
            await self.stored(self.store.set_token, live.id, guest, token_hash(token))
            live.hashes[guest] = token_hash(token)
        for connection in live.connections:
            if connection.link == guest:
                connection.close(WRONG)
        return {"token": token}

    async def _free(self, message: Message, player: int, live: LiveTable, lang: str) -> Any:
        self._must_own(live, player)
        guest = message["player"]
        if guest == player:
            raise Denied("no_chair")
        async with live.lock:
            await self._happen(live, live.table.house_sits(guest, words(lang)["names"]))
        return {}

    def _must_own(self, live: LiveTable, player: int) -> None:
        if player != live.table.settings.owner:
            raise Denied("not_yours")

    async def _record(self, message: Message, player: int, live: LiveTable, lang: str) -> Any:
        """The record of a round that is over, with all cards."""
        over = self._over(live, message["round"])
        return {"record": write(over.round, players=over.players)}

    def _over(self, live: LiveTable, number: int) -> FinishedRound:
        rounds = live.table.rounds_over()
        if not 1 <= number <= len(rounds):
            raise Denied("no_round")
        return rounds[number - 1]

    async def _same_deal(self, message: Message, player: int, live: LiveTable, lang: str) -> Any:
        """Open another table on which the cards of a round that is over are dealt again."""
        over = self._over(live, message["round"])
        try:
            game = self.rules.find(message["rules"]).game
        except (WrongCall, RulesFault):
            raise Denied("rules_gone") from None
        pack = tuple(card.id for card in over.round.deal)
        if sorted(pack) != sorted(game.deck.by_id) or game.table.players != live.table.players:
            raise Denied("other_pack")
        if not self.opening.take():
            raise Denied("slow_down")
        seats = range(live.table.players)
        seat = next(seat for seat in seats if over.match.player_at(seat) == player)
        id, token = await self.open_table(
            message["rules"],
            lang=lang,
            name=live.table.chairs[player].name,
            strength=live.table.settings.strength,
            take_back=live.table.settings.take_back,
            seat=seat,
            pack=pack,
        )
        return {"table": id, "token": token}

    # events

    async def _happen(self, live: LiveTable, event: Event) -> None:
        """Write an event, apply it, and show the table to all."""
        await asyncio.wrap_future(self.store.append(live.id, live.table.events, event))
        live.table.apply(event)
        self._show(live)

    async def _drive(self, live: LiveTable) -> None:
        """Make the moves of computers and all forced moves, while a player is connected. What fails
        is tried again, as the database may be away for a while.
        """
        pause = _FIRST_PAUSE
        while any(live.seated(each.link) is not None for each in live.connections):
            try:
                if not await self._move_of_house(live):
                    return
                pause = _FIRST_PAUSE
            except LeaseLost:
                self._drop(live)
                return
            except Exception:
                _LOG.exception("table %s: a move of the house failed", live.id)
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)

    async def _move_of_house(self, live: LiveTable) -> bool:
        """Make the next move by itself. Returns False if a person is to choose it."""
        table = live.table
        if table.round is None or table.round.turn is None:
            return False
        seat, position = table.computer_to_move(), table.position
        view = table.round.view(int(table.round.turn))
        forced = None if seat is not None else await asyncio.to_thread(table.forced)
        if table.position != position:
            return True
        if seat is None and forced is None:
            return False
        await asyncio.sleep(self._pause(live, view))
        move = forced
        if move is None:
            move = await self._chosen(table, view)
        async with live.lock:
            if table.position != position or table.computer_to_move() != seat:
                return True
            player = table.match.player_at(int(view.turn or 0))
            await self._happen(live, table.move(player, str(move), position))
        return True

    def _player(self, table: GameTable) -> Player:
        """The computer player of a table."""
        return named(table.settings.strength, seed=self._seed)

    def _pause(self, live: LiveTable, view: View) -> float:
        """The seconds before a move at a view."""
        others = any(live.table.seat_of(each) != view.seat for each in live.table.persons())
        return self.pace.before(view, others)

    def _resume(self, live: LiveTable) -> None:
        """Let the computers go on, if they do not already."""
        if live.driver is None or live.driver.done():
            live.driver = asyncio.create_task(self._drive(live))

    def _show(self, live: LiveTable) -> None:
        """Send each connection the view of its seat, and let the computers go on."""
        made: dict[tuple[int | None, str], dict[str, Any]] = {}
        for connection in live.connections:
            key = (connection.link, connection.lang)
            if key not in made:
                made[key] = self._state(live, connection.link, connection.lang)
            connection.show(made[key])
        if live.connections:
            self._resume(live)

    def _state(self, live: LiveTable, link: int | None, lang: str) -> dict[str, Any]:
        table, texts = live.table, texts_of(live.table.game, lang)
        assert table.round is not None
        player = live.seated(link)
        seat = None if player is None else table.seat_of(player)
        public = public_table(live, link)
        message = state_message(table.round.view(seat), public, texts)
        message["over"] = None
        if table.round.over:
            message["over"] = self._result(table, texts)
        return message

    def _result(self, table: GameTable, texts: TableTexts) -> dict[str, Any]:
        assert table.round is not None
        after = table.after
        totals = [after.scores[table.match.player_at(seat)] for seat in range(table.players)]
        result = over_message(table.round, totals, texts)
        return {**result, "match_over": after.over}


def _brought_by(each: FinishedRound) -> tuple[int, ...]:
    """What each player scored in a round that is over."""
    rows = zip(each.after.scores, each.match.scores, strict=True)
    return tuple(after - before for after, before in rows)


def public_table(live: LiveTable, link: int | None) -> PublicTable:
    """What everybody at a table sees besides the cards, as it is sent to whoever has a link."""
    table = live.table
    here = {live.seated(connection.link) for connection in live.connections}
    offered = table.seat_of(link) if link is not None and live.seated(link) is None else None
    seats = []
    for seat in range(table.players):
        who = table.match.player_at(seat)
        chair = table.chairs[who]
        seats.append(SeatInfo(who, chair.name, chair.person, who in here, table.match.scores[who]))
    brought = [
        _brought_by(each) for each in table.finished[-_MOST_ROUNDS:] if each.round.thrown_in is None
    ]
    persons = table.persons()
    return PublicTable(
        position=table.position,
        number=len(table.finished) + 1,
        stakes=table.round.stakes if table.round is not None else 1,
        dealer=table.seat_of(table.match.dealer),
        seats=tuple(seats),
        evening=tuple(brought),
        owner=link is not None and link == table.settings.owner,
        offered=offered,
        can_take_back=table.settings.take_back and len(persons) <= 1,
        alone=len(persons) <= 1,
    )
