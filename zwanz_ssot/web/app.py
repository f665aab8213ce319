"""The pages of the table, and its socket, as an application for any ASGI server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from zwanz_renderer import pages, styles
from zwanz_renderer.building import templates

from ..model import Game
from ..places import data
from ..players import NAMES, prepare
from ..problems import RulesFault, WrongCall
from .game_table import clean_name
from .guard import HEADERS, Allowance, Hosts
from .hub import Hub, Pace
from .replaying import LONGEST_RECORD, steps_of, title_of
from .rule_sets import RuleSets
from .store import Store
from .texts import languages, words

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

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self._app, self._hosts = app, hosts

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
                for name, value in HEADERS.items():
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
            title = spoken["start"]["house"] if each.own else game.game_name.said(lang)
            entry = {
                "key": each.key,
                "title": game.name.said(lang),
                "players": game.table.players,
                "deck": game.deck.name.said(lang),
            }
            groups.setdefault(title, []).append(entry)
        return [{"title": title, "rules": rules} for title, rules in groups.items()]

    async def open(self, request: Request) -> Response:
        """Open a table; its id and the token of whoever opened it."""
        body = await _body(request, _LONGEST_BODY)
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
        lang, body = language(request), await _body(request, LONGEST_RECORD)
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
        policy = f"{pages.policy()}; frame-ancestors 'self'"
        return HTMLResponse(page, headers={"Content-Security-Policy": policy})

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
        return _file(data("templates") / "web", request.path_params["name"], _SCRIPTS, _ANEW)

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
            .render(lang=lang, words=words(lang), setup=setup, languages=_languages(), **values)
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


def application(
    rules: RuleSets,
    store: Store,
    *,
    usual: str = "",
    hosts: Sequence[str] = (),
    pace: Pace | None = None,
) -> Starlette:
    """The whole application. ``usual`` is the key of the rules that are chosen at first, ``hosts``
    are names under which it is asked for beside its addresses.
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
        ],
        lifespan=lifespan,
    )
    app.add_middleware(_Guarded, hosts=Hosts(hosts))
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


async def _body(request: Request, most: int) -> bytes | None:
    """The body of a request; None where it is longer than so many bytes."""
    found = bytearray()
    async for part in request.stream():
        found += part
        if len(found) > most:
            return None
    return bytes(found)


def _denied(lang: str, code: str, status: int) -> Response:
    return JSONResponse({"text": words(lang)["denied"][code]}, status)


def _file(folder: Path, name: str, kinds: dict[str, str], kept: str) -> Response:
    """A file of a folder, by a name that is one of its files'."""
    there = {file.name: file for file in folder.iterdir() if file.suffix in kinds}
    if name not in there:
        return PlainTextResponse("", 404)
    headers = {"Cache-Control": kept}
    return Response(there[name].read_bytes(), 200, headers, kinds[there[name].suffix])


def _title(game: Game, lang: str) -> str:
    return title_of(game.game_name.said(lang), game.name.said(lang))


@cache
def _font_faces(lang: str) -> str:
    return styles.rules(lambda cut: f"/fonts/{cut.file}", styles.cuts_for(lang))


@cache
def _languages() -> list[tuple[str, str]]:
    return [(lang, str(words(lang)["language"])) for lang in languages()]


@cache
def _environment() -> Any:
    return templates(data("templates") / "web")
