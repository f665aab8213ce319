"""Tables in a database: the settings of each, the hashes of its tokens, its events in order.

Events are only added, each with the next number of its table, so that a server that is killed can
go on with every round. One process at a time holds a table. It has a *lease*, which ends some
seconds after the process.
"""

from __future__ import annotations

import json
import os
import queue
import secrets
import socket
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from ..problems import WrongCall, ZwanzError
from .game_table import Event

LEASE = 10.0
"""Seconds for which a table is held unless the lease is renewed."""
_AT_ONCE = 256
"""The most events in one transaction."""

_META = sql.MetaData()
_TABLES = sql.Table(
    "tables",
    _META,
    sql.Column("id", sql.String(64), primary_key=True),
    sql.Column("opened", sql.Float, nullable=False),
    sql.Column("digest", sql.String(64), nullable=False),
    sql.Column("settings", sql.Text, nullable=False),
    sql.Column("held_by", sql.String(160)),
    sql.Column("held_until", sql.Float, nullable=False, default=0.0),
)
_SEATS = sql.Table(
    "seats",
    _META,
    sql.Column("table_id", sql.String(64), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("player", sql.Integer, primary_key=True),
    sql.Column("token_hash", sql.String(64), nullable=False),
)
_EVENTS = sql.Table(
    "events",
    _META,
    sql.Column("table_id", sql.String(64), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("body", sql.Text, nullable=False),
)


class LeaseLost(ZwanzError):
    """Another process holds this table, or has written to it."""


@dataclass(frozen=True)
class StoredTable:
    """A table as it is in the database."""

    id: str
    digest: str
    """The digest of its rules."""
    settings: Mapping[str, Any]
    token_hashes: Mapping[int, str]
    """The hashes of the players' tokens, by player."""
    events: tuple[Event, ...]


class Store:
    """The database at a URL of SQLAlchemy. Raises `WrongCall` if it cannot be used.

    >>> store = Store("sqlite://")
    >>> store.open_table("t", "d", {"rules": "r"}, {0: "hash"}, [{"do": "deal"}])
    >>> store.load("t").events
    ({'do': 'deal'},)
    >>> store.append("t", 1, {"do": "move"}).result()
    >>> store.append("t", 1, {"do": "move"}).result()
    Traceback (most recent call last):
    zwanz_ssot.web.store.LeaseLost: t
    >>> store.close()
    """

    def __init__(self, url: str, *, lease: float = LEASE) -> None:
        self.lease = lease
        self.holder = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        try:
            self._engine = _engine(url)
            _META.create_all(self._engine)
        except (SQLAlchemyError, ModuleNotFoundError, ValueError, OverflowError) as error:
            text = str(error).splitlines()[0]
            raise WrongCall(f"the database cannot be used: {text}") from None
        self._waiting: queue.SimpleQueue[_Append | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="zwanz-store", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write the events that wait, and close the database."""
        self._waiting.put(None)
        self._writer.join()
        self._engine.dispose()

    def open_table(
        self,
        id: str,
        digest: str,
        settings: Mapping[str, Any],
        hashes: Mapping[int, str],
        events: Sequence[Event],
    ) -> None:
        """Write a new table with its first events."""
        with self._engine.begin() as connection:
            connection.execute(
                _TABLES.insert().values(
                    id=id,
                    opened=time.time(),
                    digest=digest,
                    settings=json.dumps(settings),
                    held_until=0.0,
                )
            )
            for player, digest_of_token in hashes.items():
                row = {"table_id": id, "player": player, "token_hash": digest_of_token}
                connection.execute(_SEATS.insert().values(**row))
            for number, event in enumerate(events):
                row = {"table_id": id, "number": number, "body": json.dumps(event)}
                connection.execute(_EVENTS.insert().values(**row))

    def load(self, id: str) -> StoredTable | None:
        """A table; None where there is none."""
        with self._engine.connect() as connection:
            found = connection.execute(sql.select(_TABLES).where(_TABLES.c.id == id)).first()
            if found is None:
                return None
            seats = connection.execute(sql.select(_SEATS).where(_SEATS.c.table_id == id)).all()
            rows = connection.execute(
                sql.select(_EVENTS.c.body)
                .where(_EVENTS.c.table_id == id)
                .order_by(_EVENTS.c.number)
            ).all()
        hashes = {seat.player: seat.token_hash for seat in seats}
        events = tuple(json.loads(row.body) for row in rows)
        return StoredTable(id, found.digest, json.loads(found.settings), hashes, events)

    def set_token(self, id: str, player: int, token_hash: str) -> None:
        """Give a player a new token. The one before is no longer valid."""
        key = (_SEATS.c.table_id == id) & (_SEATS.c.player == player)
        with self._engine.begin() as connection:
            connection.execute(_SEATS.delete().where(key))
            row = {"table_id": id, "player": player, "token_hash": token_hash}
            connection.execute(_SEATS.insert().values(**row))

    def hold(self, id: str) -> bool:
        """Hold a table, or renew its lease. Returns False if another process holds it."""
        now = time.time()
        with self._engine.begin() as connection:
            row = connection.execute(
                sql.select(_TABLES.c.held_by, _TABLES.c.held_until).where(_TABLES.c.id == id)
            ).first()
            if row is None:
                return False
            ours = row.held_by == self.holder
            if not ours and row.held_until > now and not _has_ended(row.held_by):
                return False
            unchanged = _TABLES.c.held_by.is_not_distinct_from(row.held_by) & (
                _TABLES.c.held_until == row.held_until
            )
            done = connection.execute(
                _TABLES.update()
                .where((_TABLES.c.id == id) & unchanged)
                .values(held_by=self.holder, held_until=now + self.lease)
            )
            return done.rowcount == 1

    def renew(self, ids: Iterable[str]) -> set[str]:
        """Renew the leases of tables. Returns those that another process has taken over."""
        return {id for id in ids if not self.hold(id)}

    def release(self, ids: Iterable[str]) -> None:
        """Let other processes hold these tables."""
        for id in ids:
            ours = (_TABLES.c.id == id) & (_TABLES.c.held_by == self.holder)
            with self._engine.begin() as connection:
                connection.execute(_TABLES.update().where(ours).values(held_by=None, held_until=0))

    def append(self, id: str, number: int, event: Event) -> Future[None]:
        """Add an event with its number. The future is done when the event is committed; it raises
        `LeaseLost` if the table already has an event with that number.
        """
        entry = _Append(id, number, json.dumps(event), Future())
        self._waiting.put(entry)
        return entry.done

    def _write(self) -> None:
        """Write waiting events in batches, until `close` is called."""
        ended = False
        while not ended:
            batch, entry = list[_Append](), self._waiting.get()
            while entry is not None:
                batch.append(entry)
                if len(batch) == _AT_ONCE or self._waiting.empty():
                    break
                entry = self._waiting.get()
            ended = entry is None
            # Cancelled events are not written; from here on none can be cancelled.
            batch = [each for each in batch if each.done.set_running_or_notify_cancel()]
            if batch and not self._written(batch):
                for each in batch:  # at least one of them fails: find out which
                    if not self._written([each]):
                        each.done.set_exception(LeaseLost(each.id))
        self._waiting = queue.SimpleQueue()

    def _written(self, batch: Sequence[_Append]) -> bool:
        """Write events in one transaction. Returns False, with none written, if one is taken."""
        rows = [{"table_id": it.id, "number": it.number, "body": it.body} for it in batch]
        try:
            with self._engine.begin() as connection:
                connection.execute(_EVENTS.insert(), rows)
        except IntegrityError:
            return False
        except Exception as error:
            for each in batch:
                each.done.set_exception(error)
            return True
        for each in batch:
            each.done.set_result(None)
        return True


@dataclass(frozen=True)
class _Append:
    """An event that waits to be written."""

    id: str
    number: int
    body: str
    done: Future[None]


def _engine(url: str) -> sql.Engine:
    made = sql.make_url(url)
    if made.get_backend_name() != "sqlite":
        return sql.create_engine(made, pool_pre_ping=True)
    memory = made.database in (None, "", ":memory:")
    # A database in memory lives in its one connection. If two threads shared it, the end of a read
    # would roll back what the writer has not committed yet.
    one = {"poolclass": sql.pool.QueuePool, "pool_size": 1, "max_overflow": 0}
    pool: dict[str, Any] = one if memory else {}
    engine = sql.create_engine(made, connect_args={"check_same_thread": False}, **pool)
    sql.event.listen(engine, "connect", _prepare)
    return engine


def _prepare(connection: Any, record: object) -> None:
    """Make SQLite write beside readers, wait for other processes, and survive a kill."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _has_ended(holder: str | None) -> bool:
    """Whether the holder of a table was a process of this machine that has ended."""
    if holder is None:
        return True
    host, pid, _ = holder.rsplit(":", 2)
    if host != socket.gethostname() or not pid.isdecimal():
        return False
    return not _is_running(int(pid))


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError, OSError):
        return True
    return True
