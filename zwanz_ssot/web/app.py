"""The ASGI application with the pages of tables and recorded rounds, and the server
that runs it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import cache
from typing import Any
from urllib.parse import quote

import click
import uvicorn
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from zwanz_renderer import pages, styles

from ..engine import Round
from ..explain import card_text
from ..model import SEATS, Game
from ..places import data
from ..players import NAMES
from ..problems import RulesFault, WrongCall
from ..record import replay_data
from ..schema import check
from ..source import parse
from .answers import (
    A_DAY,
    body_of,
    book_page,
    denied,
    file_of,
    language,
    languages_shown,
    rendered,
    shipped_file,
)
from .connection import MOST_BYTES, WRONG
from .game_table import clean_name
from .guard import HEADERS, Allowance, Hosts, policy
from .hub import Hub
from .pace import PACE, Pace
from .rule_sets import RuleSets
from .seat_message import PublicTable, SeatInfo, over_message, state_message
from .store import Store
from .texts import TableTexts, languages, texts_of, words

_LOG = logging.getLogger(__name__)
_LONGEST_BODY = 4096
"""The most bytes of a request to open a table."""
_ASKED = ("rules", "lang", "name", "strength")
"""The texts in a request to open a table."""
_BUILT_AT_ONCE, _BUILT_A_SECOND = 30, 1.0
"""The allowance for pages of books and steps of records, for all browsers together."""
_DETAILS = ("book", "full", "head")
"""The drawings of a card, by how fine they are."""
_FONTS = {".otf": "font/otf", ".ttf": "font/ttf"}
_PAGES = "web"
"""The folder of the templates of the pages."""


class _Guarded:
    """Refuses requests for other hosts or from other pages, and adds the headers of `guard`."""

    def __init__(self, app: ASGIApp, hosts: Hosts, framed: bool) -> None:
        self._app, self._hosts = app, hosts
        self._headers = {**HEADERS, "Content-Security-Policy": policy(framed=framed)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request from elsewhere, or pass it on; add the headers to the answer."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        reads = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        allowed = self._hosts.knows(host) and (reads or self._hosts.same_origin(origin, host))

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    given.setdefault(name, value)
                given.setdefault("Cache-Control", "no-store")
            await send(message)

        if allowed:
            await self._app(scope, receive, send_with_headers)
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close(WRONG)
        else:
            response = PlainTextResponse("not from here", 403)
            await response(scope, receive, send_with_headers)


class _Pages:
    """Answers the requests for pages and their parts."""

    def __init__(self, rules: RuleSets, hub: Hub, usual: str) -> None:
        self._rules, self._hub, self._usual = rules, hub, usual
        self._building = Allowance(_BUILT_AT_ONCE, _BUILT_A_SECOND)
        self._printing = ThreadPoolExecutor(1, "zwanz-books")

    async def start(self, request: Request) -> Response:
        """The page on which rules are chosen."""
        lang = language(request)
        groups = await asyncio.to_thread(self._groups, lang)
        return self._page("start", lang, groups=groups, usual=self._usual, strengths=NAMES)

    def _groups(self, lang: str) -> list[dict[str, Any]]:
        """The rule sets of each game, house rules first."""
        spoken, groups = words(lang), dict[str, list[dict[str, Any]]]()
        for each in self._rules:
            game = each.game
            title = spoken["start"]["house"] if each.own else game.game_name.text(lang)
            entry = {
                "key": each.key,
                "title": game.name.text(lang),
                "players": game.table.players,
                "deck": game.deck.name.text(lang),
            }
            groups.setdefault(title, []).append(entry)
        return [{"title": title, "rules": rules} for title, rules in groups.items()]

    async def open(self, request: Request) -> Response:
        """Open a table. Answers with its id and the token of the owner."""
        body = await body_of(request, _LONGEST_BODY)
        if body is None or not self._hub.opening.take():
            return denied(words(language(request)), "slow_down", 429)
        try:
            asked = json.loads(body)
            if not all(isinstance(asked[key], str) for key in _ASKED):
                raise TypeError
            take_back = asked["take_back"] is True
        except (ValueError, KeyError, TypeError, RecursionError):
            return denied(words(language(request)), "malformed", 400)
        if asked["strength"].startswith("sampling"):
            _in_background(self._hub.prepared())
        lang = asked["lang"] if asked["lang"] in languages() else "en"
        try:
            id, token = await self._hub.open_table(
                asked["rules"],
                lang=lang,
                name=clean_name(asked["name"]),
                strength=asked["strength"],
                take_back=take_back,
            )
        except WrongCall as wrong:
            return JSONResponse({"text": str(wrong)}, 404)
        except RulesFault as fault:
            return JSONResponse({"text": "\n".join(map(str, fault.problems))}, 422)
        return JSONResponse({"table": id, "token": token})

    async def table(self, request: Request) -> Response:
        """The page of a table, the same for everybody; the socket learns whose browser it is."""
        lang, id = language(request), request.path_params["id"]
        stored = await self._hub.stored(self._hub.store.load, id)
        if stored is None:
            return self._page("gone", lang, status=404, reason="unknown_table")
        key = stored.settings["rules"]
        try:
            game = self._rules.find(key).game
        except (WrongCall, RulesFault):
            return self._page("gone", lang, status=410, reason="rules_gone")
        title = _title(game, lang)
        _in_background(self._printed(self._rules.book, key, lang))
        same = [
            {"key": each.key, "title": _title(each.game, lang)}
            for each in self._rules
            if each.game.deck.id == game.deck.id
            and each.game.table.players == game.table.players
            and each.key != key
        ]
        return self._page("table", lang, key=key, game=title, same=same)

    async def missing(self, request: Request, error: Exception) -> Response:
        """The page in place of one that there is not, or that is asked for in a wrong way."""
        status = error.status_code if isinstance(error, HTTPException) else 404
        return self._page("gone", language(request), status=status, reason="no_page")

    async def failed(self, request: Request, error: Exception) -> Response:
        """What is answered while the database is away."""
        _LOG.error("the database failed", exc_info=error)
        if request.method == "POST":
            return denied(words(language(request)), "database", 503)
        return self._page("gone", language(request), status=503, reason="database")

    async def replay(self, request: Request) -> Response:
        """The page for recorded rounds."""
        return self._page("replay", language(request))

    async def steps(self, request: Request) -> Response:
        """The steps of the record in the request."""
        lang, body = language(request), await body_of(request, LONGEST_RECORD)
        if body is None or not self._building.take():
            return denied(words(lang), "slow_down", 429)
        try:
            text = body.decode()
            found = await asyncio.to_thread(steps_of, text, self._rules, lang)
        except (WrongCall, UnicodeDecodeError) as wrong:
            return JSONResponse({"text": str(wrong)}, 422)
        except RulesFault as fault:
            return JSONResponse({"text": "\n".join(map(str, fault.problems))}, 422)
        return JSONResponse(found)

    async def book(self, request: Request) -> Response:
        """The page of a book, or a redirect to the place that explains a rule."""
        key, lang = request.path_params["key"], request.path_params["lang"]
        if lang not in pages.languages():
            raise HTTPException(404)
        if not self._building.take():
            return self._page("gone", language(request), status=429, reason="slow_down")
        rule = request.query_params.get("at", "")
        try:
            page = await self._printed(self._rules.book, key, lang)
            place = await self._printed(self._rules.place, key, lang, rule) if rule else ""
        except (WrongCall, RulesFault):
            raise HTTPException(404) from None
        if rule:
            address = f"{request.url.path}#{quote(place)}"
            return Response(status_code=303, headers={"Location": address})
        return book_page(page)

    async def _printed(self, work: Callable[..., str], *given: str) -> str:
        """What comes of a book, which is built in a thread of its own: the next one waits there."""
        return await asyncio.get_running_loop().run_in_executor(self._printing, work, *given)

    def close(self) -> None:
        """Begin no more books."""
        self._printing.shutdown(wait=False, cancel_futures=True)

    async def card(self, request: Request) -> Response:
        """A drawing of a card, or of a back."""
        path = request.path_params
        if path["lang"] not in languages() or path["detail"] not in _DETAILS:
            return PlainTextResponse("", 404)
        name = path["card"]
        address = "back:@book" if name == "back" else f"card:{name}@{path['detail']}"
        try:
            drawn = await asyncio.to_thread(self._rules.drawing, path["key"], path["lang"], address)
        except (WrongCall, RulesFault, KeyError):
            return PlainTextResponse("", 404)
        return Response(drawn, 200, {"Cache-Control": A_DAY}, "image/svg+xml")

    async def shipped(self, request: Request) -> Response:
        """A script or a style sheet of the table."""
        return shipped_file(_PAGES, request.path_params["name"])

    async def font(self, request: Request) -> Response:
        """A typeface of the book."""
        folder, name = request.path_params["folder"], request.path_params["name"]
        known = f"{folder}/{name}"
        if not any(cut.file == known for lang in languages() for cut in styles.cuts_for(lang)):
            return PlainTextResponse("", 404)
        return file_of(data("templates") / "fonts" / folder, name, _FONTS, A_DAY)

    async def faces(self, request: Request) -> Response:
        """The typefaces of a language, as a style sheet."""
        lang = request.path_params["lang"]
        if lang not in languages():
            return PlainTextResponse("", 404)
        return Response(_font_faces(lang), 200, {"Cache-Control": A_DAY}, "text/css")

    def _page(self, name: str, lang: str, status: int = 200, **values: Any) -> Response:
        shown = languages_shown()
        key = values.get("key", "")
        setup = {"lang": lang, "words": words(lang), "key": key, "languages": shown}
        given = {"lang": lang, "words": words(lang), "setup": setup, "languages": shown, **values}
        return HTMLResponse(rendered(_PAGES, name, **given), status)


def application(
    rules: RuleSets,
    store: Store,
    *,
    usual: str = "",
    hosts: Sequence[str] = (),
    pace: Pace | None = None,
    more: Sequence[BaseRoute] = (),
    framed: bool = False,
) -> Starlette:
    """The whole application. ``usual`` is the key of the rules that are chosen at first. ``hosts``
    are host names of the server, besides its addresses. ``more`` are further routes; their pages
    may show a table in a frame if it may be ``framed``.
    """
    hub = Hub(rules, store, pace)
    page = _Pages(rules, hub, usual or rules.keys()[0])

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        keeper = asyncio.create_task(hub.keep())
        yield
        keeper.cancel()
        with suppress(asyncio.CancelledError):
            await keeper
        page.close()
        await hub.close()

    async def socket(websocket: WebSocket) -> None:
        await hub.serve(websocket, websocket.path_params["id"])

    app = Starlette(
        routes=[
            Route("/", page.start),
            Route("/tables", page.open, methods=["POST"]),
            Route("/t/{id}", page.table),
            WebSocketRoute("/t/{id}/socket", socket),
            Route("/replay", page.replay),
            Route("/replay/steps", page.steps, methods=["POST"]),
            Route("/rules/{key}/{lang}", page.book),
            Route("/cards/{key}/{lang}/{detail:str}/{card}.svg", page.card),
            Route("/web/{name}", page.shipped),
            Route("/fonts/{lang}.css", page.faces),
            Route("/fonts/{folder}/{name}", page.font),
            *more,
        ],
        lifespan=lifespan,
        exception_handlers={HTTPException: page.missing, SQLAlchemyError: page.failed},
    )
    app.add_middleware(_Guarded, hosts=Hosts(hosts), framed=framed)
    app.state.hub = hub
    return app


_RUNNING: set[asyncio.Future[Any]] = set()
"""The work that goes on in the background."""


def _in_background(work: Coroutine[Any, Any, object]) -> None:
    """Prepare something. Errors are left to the request that needs it."""
    task = asyncio.ensure_future(work)
    _RUNNING.add(task)
    task.add_done_callback(_RUNNING.discard)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())


def _title(game: Game, lang: str) -> str:
    return title_of(game.game_name.text(lang), game.name.text(lang))


@cache
def _font_faces(lang: str) -> str:
    """The typefaces of all languages, as pages and house rules may show names in any script."""
    cuts = dict.fromkeys(cut for each in (lang, *languages()) for cut in styles.cuts_for(each))
    return styles.rules(lambda cut: f"/fonts/{cut.file}", cuts)


# A recorded round, step by step

LONGEST_RECORD = 200_000
"""The most bytes of a record."""
_NAME = "record.yaml"
"""The name of a record in its problems."""


def steps_of(text: str, rules: RuleSets, lang: str) -> dict[str, Any]:
    """A record as data: its rules, the names of its cards and its steps.

    Raises `RulesFault` with every problem of the record, and `WrongCall` if this server does not
    offer its rules. A file that the record names is not read.
    """
    document = parse(text, _NAME)
    if faults := check(document, "record"):
        raise RulesFault(faults)
    entry = document.data["record"]
    found = rules.of_record(str(entry["game"]), str(entry["variant"]))
    if found.game.id != entry["game"]:
        raise WrongCall(f"this is a record of {entry['game']}, not of {found.game.id}")
    played = replay_data(document.data, found.game)
    texts = texts_of(found.game, lang)
    return {
        "rules": found.key,
        "title": title_of(found.game.game_name.text(lang), found.game.name.text(lang)),
        "cards": texts.cards,
        "steps": _steps(played, texts, _names(entry.get("players", {}), played.game, texts)),
    }


def title_of(game: str, variant: str) -> str:
    """The name of a game and its variant; that of the variant alone if it contains the game.

    >>> title_of("Tarok", "For three"), title_of("Anrufen", "Anrufen for Three")
    ('Tarok: For three', 'Anrufen for Three')
    """
    return variant if game in variant else f"{game}: {variant}"


def _names(players: Mapping[str, str], game: Game, texts: TableTexts) -> tuple[str, ...]:
    """The names of the players by seat; of a player without one, the seat."""
    seats = SEATS[: game.table.players]
    return tuple(
        clean_name(players.get(name, "")) or card_text.seat(texts.prose, seat)
        for seat, name in enumerate(seats)
    )


def _steps(played: Round, texts: TableTexts, names: Sequence[str]) -> list[dict[str, Any]]:
    current = played.begun()
    steps = [_step(current, texts, names, "")]
    for seat, move in played.history:
        before = current.view(seat)
        current = current.after(move, seat)
        steps.append(_step(current, texts, names, texts.told(names[seat], move, before)))
    if played.over:
        ledger = None if played.silent() else played.ledger()
        scores = ledger.scores if ledger is not None else (0,) * played.game.table.players
        steps[-1]["state"]["over"] = over_message(played, scores, texts)
    return steps


def _step(current: Round, texts: TableTexts, names: Sequence[str], sentence: str) -> dict[str, Any]:
    """A position with all hands, and the move before it as a sentence."""
    game = current.game
    seats = tuple(SeatInfo(seat, name, False, False, 0) for seat, name in enumerate(names))
    public = PublicTable(len(current.history), current.number, current.stakes, -1, seats)
    state = state_message(current.view(None), public, texts)
    for player, hand in zip(state["players"], current.hands, strict=True):
        player["open"] = list(game.deck.shown(hand.mask))
        player["cards"] = len(hand)
    return {"told": sentence, "state": state | {"over": None}}


# -------------------------------------------------------------------------------------- the server

_MOST_CONNECTIONS = 4000
"""The most connections at a time."""
_SWITCH = 0.0005
"""Seconds after which a thread lets another one run. With Python's default of 5 ms, each event that
the store wrote delayed all tables by 4 ms, as measured.
"""
EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that mean every address of this machine."""


def run(
    rules: RuleSets,
    database: str,
    usual: str,
    host: str,
    port: int,
    names: Sequence[str] = (),
    pace: float = PACE,
) -> None:
    """Serve tables until an interrupt. Raises `WrongCall` where it cannot listen."""
    listening = listen(host, port)
    store = Store(database)
    hosts = [*names, own_name(host)]
    app = application(rules, store, usual=usual, hosts=hosts, pace=Pace(pace))
    for address in addresses(host, listening.getsockname()[1]):
        click.echo(address)
    try:
        serve(app, listening)
    finally:
        store.close()


def serve(app: ASGIApp, listening: socket.socket, longest_frame: int = MOST_BYTES) -> None:
    """Answer at a socket until an interrupt, or until it is to terminate, so that whoever calls can
    tidy up. ``longest_frame`` is the most bytes of a web socket frame.
    """
    sys.setswitchinterval(_SWITCH)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,  # addresses hold the ids of tables
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=longest_frame,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=32_768,
    )
    server = uvicorn.Server(config)

    def end(*_: object) -> None:
        server.should_exit = True

    # Uvicorn hears signals only once it has started, and hands them on when it has ended.
    in_main = threading.current_thread() is threading.main_thread()
    ending = (signal.SIGINT, signal.SIGTERM) if in_main else ()
    before = {each: signal.signal(each, end) for each in ending}
    try:
        server.run(sockets=[listening])
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket at an address. Raises `WrongCall` where it cannot listen."""
    if not host:  # the system would take it for every address
        raise WrongCall("the host is empty", "0.0.0.0 stands for every address of this machine")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(2048)  # browsers wait until the server is ready
    except OSError as error:
        found.close()
        hint = "another program may listen there; --port chooses another one, 0 a free one"
        text = f"nothing can be served at {host}:{port} ({(error.strerror or '').lower()})"
        raise WrongCall(text, hint) from None
    return found


def own_name(host: str) -> str:
    """The name by which browsers reach a server that listens at a host."""
    return socket.gethostname() if host in EVERYWHERE else host


def addresses(host: str, port: int) -> list[str]:
    """The addresses for browsers: on this machine, and in the network if it listens there."""
    if host not in EVERYWHERE:
        name = f"[{host}]" if ":" in host else host
        return [f"http://{name}:{port}/"]
    found = [f"http://127.0.0.1:{port}/"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # sends nothing, but finds the own address
            found.append(f"http://{probe.getsockname()[0]}:{port}/")
        except OSError:
            pass
    return found
