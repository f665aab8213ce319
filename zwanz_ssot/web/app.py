"""The pages of the table, those of recorded rounds, and its socket: an ASGI application, and the
server that runs it.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click
import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from zwanz_renderer import pages, styles
from zwanz_renderer.building import templates

from ..engine import Round
from ..explain import card_text
from ..model import Game
from ..places import data
from ..players import NAMES, prepare
from ..positions import start_of
from ..problems import RulesFault, WrongCall
from ..record import replay_data
from ..schema import check
from ..source import parse
from .connection import MOST_BYTES
from .game_table import clean_name
from .guard import HEADERS, Allowance, Hosts, policy
from .hub import Hub, Pace
from .rule_sets import RuleSets
from .seat_message import PublicTable, SeatInfo, over_message, state_message
from .store import Store
from .texts import TableTexts, languages, texts_of, words

_LONGEST_BODY = 4096
_ASKED = ("rules", "lang", "name", "strength")
"""What is said as text when a table is opened."""
_OPENED_AT_ONCE, _OPENED_A_SECOND = 250, 2.0
"""Tables that may be opened on this server."""
_BUILT_AT_ONCE, _BUILT_A_SECOND = 30, 1.0
"""Pages of books and steps of records that may be asked for."""
_DETAILS = ("book", "full", "head")
"""How finely a card is drawn."""
_SCRIPTS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_FONTS = {".otf": "font/otf", ".ttf": "font/ttf"}
_A_DAY = "private, max-age=86400"
_ANEW = "no-cache"


class _Guarded:
    """Answers for its own hosts alone, to its own pages alone, with the headers of `guard`."""

    def __init__(self, app: ASGIApp, hosts: Hosts, framed: bool) -> None:
        self._app, self._hosts = app, hosts
        self._headers = {**HEADERS, "Content-Security-Policy": policy(framed=framed)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what comes from elsewhere; add the headers to every answer."""
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
            await WebSocket(scope, receive, send).close(4403)
        else:
            response = PlainTextResponse("not from here", 403)
            await response(scope, receive, send_with_headers)


class _Pages:
    """The answers to requests."""

    def __init__(self, rules: RuleSets, hub: Hub, usual: str) -> None:
        self._rules, self._hub, self._usual = rules, hub, usual
        self._opening = Allowance(_OPENED_AT_ONCE, _OPENED_A_SECOND)
        self._building = Allowance(_BUILT_AT_ONCE, _BUILT_A_SECOND)

    async def start(self, request: Request) -> Response:
        """Where one chooses the rules."""
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
        """Open a table; its id and the token of whoever opened it."""
        body = await body_of(request, _LONGEST_BODY)
        if body is None or not self._opening.take():
            return _denied(language(request), "slow_down", 429)
        try:
            asked = json.loads(body)
            if not all(isinstance(asked[key], str) for key in _ASKED):
                raise TypeError
            if asked["strength"].startswith("sampling"):
                _in_background(prepare)
            lang = asked["lang"] if asked["lang"] in languages() else "en"
            id, token = await self._hub.open_table(
                asked["rules"],
                lang=lang,
                name=clean_name(asked["name"]),
                strength=asked["strength"],
                take_back=asked["take_back"] is True,
            )
        except (ValueError, KeyError, TypeError, RecursionError, UnicodeError):
            return _denied(language(request), "malformed", 400)
        except WrongCall as wrong:
            return JSONResponse({"text": str(wrong)}, 404)
        except RulesFault as fault:
            return JSONResponse({"text": "\n".join(map(str, fault.problems))}, 422)
        return JSONResponse({"table": id, "token": token})

    async def table(self, request: Request) -> Response:
        """The page of a table: the same for everybody; who one is, the socket is told."""
        lang, id = language(request), request.path_params["id"]
        stored = await asyncio.to_thread(self._hub.store.load, id)
        if stored is None:
            return self._page("gone", lang, status=404)
        key = stored.settings["rules"]
        try:
            game = self._rules.find(key).game
        except (WrongCall, RulesFault):
            return self._page("gone", lang, status=410)
        title = _title(game, lang)
        _in_background(self._rules.book, key, lang)
        same = [
            {"key": each.key, "title": _title(each.game, lang)}
            for each in self._rules
            if each.game.deck.id == game.deck.id
            and each.game.table.players == game.table.players
            and each.key != key
        ]
        return self._page("table", lang, key=key, game=title, same=same)

    async def replay(self, request: Request) -> Response:
        """Where one looks at recorded rounds."""
        return self._page("replay", language(request))

    async def steps(self, request: Request) -> Response:
        """The steps of a record that was sent."""
        lang, body = language(request), await body_of(request, LONGEST_RECORD)
        if body is None or not self._building.take():
            return _denied(lang, "slow_down", 429)
        try:
            text = body.decode()
            found = await asyncio.to_thread(steps_of, text, self._rules, lang)
        except (WrongCall, UnicodeDecodeError) as wrong:
            return JSONResponse({"text": str(wrong)}, 422)
        except RulesFault as fault:
            return JSONResponse({"text": "\n".join(map(str, fault.problems))}, 422)
        return JSONResponse(found)

    async def book(self, request: Request) -> Response:
        """The page of a book, or where in it a rule is explained."""
        key, lang = request.path_params["key"], request.path_params["lang"]
        if lang not in pages.languages() or not self._building.take():
            return PlainTextResponse("", 404)
        rule = request.query_params.get("at", "")
        try:
            page = await asyncio.to_thread(self._rules.book, key, lang)
            place = await asyncio.to_thread(self._rules.place, key, lang, rule) if rule else ""
        except WrongCall:
            return PlainTextResponse("", 404)
        if rule:
            address = f"{request.url.path}#{quote(place)}"
            return Response(status_code=303, headers={"Location": address})
        return book_page(page)

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
        return Response(drawn, 200, {"Cache-Control": _A_DAY}, "image/svg+xml")

    async def shipped(self, request: Request) -> Response:
        """A script or a style sheet of the table."""
        return shipped_file(data("templates") / "web", request.path_params["name"])

    async def font(self, request: Request) -> Response:
        """A typeface of the book."""
        folder, name = request.path_params["folder"], request.path_params["name"]
        known = f"{folder}/{name}"
        if not any(cut.file == known for lang in languages() for cut in styles.cuts_for(lang)):
            return PlainTextResponse("", 404)
        return _file(data("templates") / "fonts" / folder, name, _FONTS, _A_DAY)

    async def faces(self, request: Request) -> Response:
        """The typefaces of a language, as a style sheet."""
        lang = request.path_params["lang"]
        if lang not in languages():
            return PlainTextResponse("", 404)
        return Response(_font_faces(lang), 200, {"Cache-Control": _A_DAY}, "text/css")

    def _page(self, name: str, lang: str, status: int = 200, **values: Any) -> Response:
        setup = {"lang": lang, "words": words(lang), "key": values.get("key", "")}
        html = (
            _environment()
            .get_template(f"{name}.html.j2")
            .render(
                lang=lang, words=words(lang), setup=setup, languages=languages_shown(), **values
            )
        )
        return HTMLResponse(html, status)


def language(request: Request) -> str:
    """The language that a page is asked for in: named in its address, else the browser's first that
    there is.
    """
    named = request.query_params.get("lang", "")
    if named in languages():
        return named
    for wanted in request.headers.get("accept-language", "").split(","):
        found = wanted.strip()[:2].lower()
        if found in languages():
            return found
    return "en"


def book_page(page: str) -> Response:
    """The page of a book, which runs its own script alone, in a frame of this server."""
    policy = f"{pages.policy()}; frame-ancestors 'self'"
    return HTMLResponse(page, headers={"Content-Security-Policy": policy})


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
    """The whole application. ``usual`` is the key of the rules that are chosen at first, ``hosts``
    are names under which it is asked for beside its addresses; ``more`` are answers to other
    addresses, whose pages may show a table in a frame where it is ``framed``.
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
    )
    app.add_middleware(_Guarded, hosts=Hosts(hosts), framed=framed)
    app.state.hub = hub
    return app


_RUNNING: set[asyncio.Future[Any]] = set()
"""What goes on beside the answers."""


def _in_background(work: Callable[..., object], *given: object) -> None:
    """Let something be made that will be asked for soon; who asks for it is told what is wrong."""
    task = asyncio.ensure_future(asyncio.to_thread(work, *given))
    _RUNNING.add(task)
    task.add_done_callback(_RUNNING.discard)
    task.add_done_callback(lambda done: done.exception())


async def body_of(request: Request, most: int) -> bytes | None:
    """The body of a request; None where it is longer than so many bytes."""
    found = bytearray()
    async for part in request.stream():
        found += part
        if len(found) > most:
            return None
    return bytes(found)


def _denied(lang: str, code: str, status: int) -> Response:
    return JSONResponse({"text": words(lang)["denied"][code]}, status)


def shipped_file(folder: Path, name: str) -> Response:
    """A script, a style sheet or a drawing of a folder of pages."""
    return _file(folder, name, _SCRIPTS, _ANEW)


def _file(folder: Path, name: str, kinds: dict[str, str], kept: str) -> Response:
    """A file of a folder, by a name that is one of its files'."""
    there = {file.name: file for file in folder.iterdir() if file.suffix in kinds}
    if name not in there:
        return PlainTextResponse("", 404)
    headers = {"Cache-Control": kept}
    return Response(there[name].read_bytes(), 200, headers, kinds[there[name].suffix])


def _title(game: Game, lang: str) -> str:
    return title_of(game.game_name.text(lang), game.name.text(lang))


@cache
def _font_faces(lang: str) -> str:
    """Those of all languages: a page names each in its own letters, and so do rules of a house."""
    cuts = dict.fromkeys(cut for each in (lang, *languages()) for cut in styles.cuts_for(each))
    return styles.rules(lambda cut: f"/fonts/{cut.file}", cuts)


@cache
def languages_shown() -> list[tuple[str, str]]:
    """Each language with its own name."""
    return [(lang, str(words(lang)["language"])) for lang in languages()]


@cache
def _environment() -> Any:
    return templates(data("templates") / "web")


# A recorded round, step by step

LONGEST_RECORD = 200_000
"""Bytes of a record that are read."""
_NAME = "record.yaml"


def steps_of(text: str, rules: RuleSets, lang: str) -> dict[str, Any]:
    """A record as its rules, the names of its cards and its steps. `RulesFault` with every problem
    of the record; WrongCall where its rules are not among those of this server: no file that it
    names is read.
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
        "steps": _steps(played, texts),
    }


def title_of(game: str, variant: str) -> str:
    """A game with the name of its variant, where that does not name it.

    >>> title_of("Tarok", "For three"), title_of("Anrufen", "Anrufen for Three")
    ('Tarok: For three', 'Anrufen for Three')
    """
    return variant if game in variant else f"{game}: {variant}"


def _steps(played: Round, texts: TableTexts) -> list[dict[str, Any]]:
    current = start_of(played)
    steps = [_step(current, texts, "")]
    for seat, move in played.history:
        before = current.view(seat)
        current = current.after(move, seat)
        spoken = card_text.spoken(texts.prose, move, before)
        steps.append(_step(current, texts, f"{card_text.seat(texts.prose, seat)}: {spoken}"))
    if played.over:
        ledger = None if played.silent() else played.ledger()
        scores = ledger.scores if ledger is not None else (0,) * played.game.table.players
        steps[-1]["state"]["over"] = over_message(played, scores, texts)
    return steps


def _step(current: Round, texts: TableTexts, sentence: str) -> dict[str, Any]:
    """A position with all hands, and what was just done."""
    game = current.game
    names = tuple(card_text.seat(texts.prose, seat) for seat in range(game.table.players))
    seats = tuple(SeatInfo(seat, name, False, False, 0) for seat, name in enumerate(names))
    public = PublicTable(len(current.history), current.number, current.stakes, -1, seats)
    state = state_message(current.view(None), public, texts)
    for player, hand in zip(state["players"], current.hands, strict=True):
        player["open"] = list(game.deck.shown(hand.mask))
        player["cards"] = len(hand)
    return {"told": sentence, "state": state | {"over": None}}


# -------------------------------------------------------------------------------------- the server

_MOST_CONNECTIONS = 4000
_TRICK = 2.1
"""How many times as long as for another card a computer waits before it leads to the next trick."""
_SWITCH = 0.0005
"""Seconds after which a thread lets another one run. With Python's 5 ms each event that the store
writes held all tables up by 4 ms, measured.
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
    pace: float = 0.75,
) -> None:
    """Serve until an interrupt. WrongCall where nothing can be listened to."""
    listening = listen(host, port)
    store = Store(database)
    hosts = [*names, socket.gethostname()] if host in EVERYWHERE else [*names]
    app = application(rules, store, usual=usual, hosts=hosts, pace=pace_of(pace))
    for address in addresses(host, listening.getsockname()[1]):
        click.echo(address)
    try:
        serve(app, listening)
    finally:
        store.close()


def pace_of(seconds: float) -> Pace:
    """The pace of computers that take so many seconds for a move."""
    return Pace(seconds, _TRICK * seconds)


def serve(app: ASGIApp, listening: socket.socket, longest_frame: int = MOST_BYTES) -> None:
    """Answer at a socket until an interrupt; frames of web sockets have so many bytes at most."""
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
    with suppress(KeyboardInterrupt, asyncio.CancelledError):  # where it has not quite begun
        uvicorn.Server(config).run(sockets=[listening])


def listen(host: str, port: int) -> socket.socket:
    """A socket at an address. WrongCall where nothing can listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(2048)  # who comes before the server is ready waits
    except OSError as error:
        found.close()
        hint = "another program may listen there; --port chooses another one, 0 a free one"
        text = f"nothing can be served at {host}:{port} ({(error.strerror or '').lower()})"
        raise WrongCall(text, hint) from None
    return found


def addresses(host: str, port: int) -> list[str]:
    """Where a browser finds the server: on this machine, and in the network if it is open to it."""
    if host not in EVERYWHERE:
        name = f"[{host}]" if ":" in host else host
        return [f"http://{name}:{port}/"]
    found = [f"http://127.0.0.1:{port}/"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # nothing is sent: it tells the own address
            found.append(f"http://{probe.getsockname()[0]}:{port}/")
        except OSError:
            pass
    return found
