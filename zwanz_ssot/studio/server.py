"""The server of the studio: the tables of `web` for everybody; the page, files, books and
differences for the owner alone.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import json
import secrets
import socket
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path as FilePath
from typing import Any

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..problems import RulesFault, WrongCall
from ..web.answers import (
    body_of,
    book_page,
    denied,
    language,
    languages_shown,
    rendered,
    shipped_file,
)
from ..web.app import addresses, application, listen, own_name, serve
from ..web.connection import GREETING, WRONG
from ..web.game_table import clean_name
from ..web.guard import new_token, policy, token_hash
from ..web.hub import Hub
from ..web.rule_sets import RuleSets
from ..web.store import Store
from ..web.texts import languages, words, words_of
from .folder import OpenRules, Refused, StudioFolder, encoded
from .language_socket import speak
from .workshop import BASE, SAVED, Overtaken, Workshop, problem_texts

_PAGES = "studio"
"""The folder of the templates of the page."""
_IN_MEMORY = "sqlite://"
"""Tables are not kept: their rules may be unsaved, so they end with the studio."""


def run(
    folder: FilePath,
    host: str,
    port: int,
    announce: Callable[[str], None],
    rules: FilePath | None = None,
) -> None:
    """Serve the studio of a folder until an interrupt. ``announce`` is called with the address,
    which holds the owner's token. Raises `WrongCall` if there is no such folder, no game in
    ``rules``, or the address cannot be used.
    """
    opened, offered = StudioFolder(folder), RuleSets(rules=rules)
    listening = listen(host, port)
    token, store = new_token(), Store(_IN_MEMORY)
    studio = Studio(opened, token, host, rules)
    announce(f"{addresses(host, listening.getsockname()[1])[0]}studio#{token}")
    try:
        serve(studio_application(studio, store, host, offered), listening, LONGEST_FRAME)
    finally:
        studio.close()
        store.close()


def studio_application(
    studio: Studio, store: Store, host: str, offered: RuleSets | None = None
) -> Starlette:
    """The application of `web` with the routes of the studio; pages may show tables in a frame.
    Tables are ``offered`` the shipped rules unless others are given.
    """
    return application(
        offered or RuleSets(),
        store,
        hosts=[own_name(host)],
        more=studio.routes(),
        framed=True,
    )


# ----------------------------------------------------------------------------------------- answers

LONGEST_FRAME = 5_000_000
"""The most bytes of a frame: the longest text, escaped as JSON."""
_LONGEST_BODY = 16_000_000
"""The most bytes of a request."""
_MOST_TEXTS = 200
"""The most unsaved texts in a request."""
_MOST_EDITORS = 8
"""The most editors that are connected at a time, each with a language server."""
_MOST_PAGES = 4
"""The most pages of books that are kept; the newest remain."""
_STATUS = {
    "malformed": 400,
    "outside": 403,
    "kind": 403,
    "missing": 404,
    "changed": 409,
    "long": 413,
}
"""The HTTP status for each code of `Refused`; 422 for any other."""

Handler = Callable[[dict[str, Any], str], Awaitable[Mapping[str, Any]]]


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address that a text writes, one of IPv4 as such where IPv6 wraps it; else None."""
    with suppress(ValueError):
        address = ipaddress.ip_address(text)
        return getattr(address, "ipv4_mapped", None) or address
    return None


@cache
def _addresses_of(host: str) -> frozenset[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    """The addresses of a host, which is a name or an address itself."""
    with suppress(OSError):
        found = (_address(str(each[4][0])) for each in socket.getaddrinfo(host, None))
        return frozenset(each for each in found if each is not None)
    return frozenset()


class Studio:
    """The studio of a folder. It answers requests to ``host``, the address at which the server
    listens; if that is every address, requests to the loopback of this machine.
    """

    def __init__(
        self, folder: StudioFolder, token: str, host: str, rules: FilePath | None = None
    ) -> None:
        self._folder, self._hash, self._host, self._rules = folder, token_hash(token), host, rules
        self._workshop = Workshop()
        self._pages: OrderedDict[str, str] = OrderedDict()
        self._editors = 0
        self._hub: Hub | None = None
        self._handlers: Mapping[str, Handler] = {
            "files": self._files,
            "read": self._read,
            "save": self._save,
            "page": self._page,
            "differences": self._differences,
            "play": self._play,
        }

    def routes(self) -> Sequence[BaseRoute]:
        """The routes of the studio, to be added to those of the table."""
        return [
            Route("/studio", self.start),
            Route("/studio/page/{id}", self.page),
            Route("/studio/files/{name}", self.shipped),
            Route("/studio/{what}", self.asked, methods=["POST"]),
            WebSocketRoute("/studio/language", self.language),
        ]

    def close(self) -> None:
        """End the processes of the workshop."""
        self._workshop.close()

    # permission

    def _is_here(self, request: HTTPConnection) -> bool:
        """Whether the request was sent to the owner's address."""
        server = request.scope.get("server")
        asked = _address(str(server[0])) if server else None
        if asked is None:
            return False
        own = _addresses_of(self._host)
        return asked.is_loopback if any(each.is_unspecified for each in own) else asked in own

    def _is_owner(self, token: object) -> bool:
        return isinstance(token, str) and hmac.compare_digest(token_hash(token), self._hash)

    # pages

    async def start(self, request: Request) -> Response:
        """The studio's page, without texts of the folder: its script sends the token for these."""
        if not self._is_here(request):
            return PlainTextResponse("", 404)
        lang, nonce = language(request), secrets.token_urlsafe(16)
        spoken = words_of(_PAGES, lang)
        setup = {"lang": lang, "words": spoken, "nonce": nonce}
        given = {"lang": lang, "words": spoken, "setup": setup, "languages": languages_shown()}
        html = rendered(_PAGES, "studio", **given)
        return HTMLResponse(html, headers={"Content-Security-Policy": policy(nonce=nonce)})

    async def page(self, request: Request) -> Response:
        """A page of the book that was built; its address is a random token."""
        found = self._pages.get(request.path_params["id"])
        if not self._is_here(request) or found is None:
            return PlainTextResponse("", 404)
        return book_page(found)

    async def shipped(self, request: Request) -> Response:
        """A script or a style sheet of the studio."""
        if not self._is_here(request):
            return PlainTextResponse("", 404)
        return shipped_file(_PAGES, request.path_params["name"])

    async def language(self, socket: WebSocket) -> None:
        """Connect the editor with a language server; the first frame has the token."""
        if not self._is_here(socket) or self._editors >= _MOST_EDITORS:
            await socket.close(WRONG)
            return
        await socket.accept()
        self._editors += 1
        try:
            lang = await self._greeted(socket)
            if lang is None:
                await socket.close(WRONG)
            else:
                await speak(socket, self._folder, lang, self._rules)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass
        finally:
            self._editors -= 1

    async def _greeted(self, socket: WebSocket) -> str | None:
        """The language of the editor; None without the owner's token."""
        try:
            text = await asyncio.wait_for(socket.receive_text(), GREETING)
            hello = json.loads(text)
            if not self._is_owner(hello["token"]):
                return None
            lang = hello["lang"]
        except (TimeoutError, ValueError, TypeError, KeyError, RecursionError):
            return None
        return lang if lang in languages() else "en"

    # requests

    async def asked(self, request: Request) -> Response:
        """Answer a request of the owner's page: JSON in, JSON out."""
        lang = language(request)
        handler = self._handlers.get(request.path_params["what"])
        if handler is None or not self._is_here(request):
            return PlainTextResponse("", 404)
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind != "Bearer" or not self._is_owner(token):
            return denied(words_of(_PAGES, lang), "owner", 401)
        body = await body_of(request, _LONGEST_BODY)
        if body is None:
            return denied(words_of(_PAGES, lang), "long", 413)
        self._hub = request.app.state.hub
        try:
            return JSONResponse(await handler(_object(body), lang))
        except Refused as refused:
            return denied(words_of(_PAGES, lang), refused.code, _STATUS.get(refused.code, 422))
        except asyncio.CancelledError:  # the server ends
            return PlainTextResponse("", 503)
        except Overtaken:
            return JSONResponse({"overtaken": True}, 409)
        except (RulesFault, WrongCall) as wrong:
            return JSONResponse(problem_texts(wrong, self._folder.root), 422)

    async def _files(self, given: dict[str, Any], lang: str) -> Mapping[str, Any]:
        found = await asyncio.to_thread(self._folder.files)
        listed = [{"path": each.path, "kind": each.kind} for each in found]
        return {"name": self._folder.root.name, "uri": self._folder.root.as_uri(), "files": listed}

    async def _read(self, given: dict[str, Any], lang: str) -> Mapping[str, Any]:
        found = await asyncio.to_thread(self._folder.read, _text(given, "path"))
        return {"text": found.text, "stamp": found.stamp}

    async def _save(self, given: dict[str, Any], lang: str) -> Mapping[str, Any]:
        wanted = (_text(given, "path"), _text(given, "text"), _text(given, "stamp"))
        return {"stamp": await asyncio.to_thread(self._folder.save, *wanted)}

    async def _page(self, given: dict[str, Any], lang: str) -> Mapping[str, Any]:
        made = dict(await self._workshop.page(self._draft(given), lang))
        page = made.pop("page", None)
        if page is not None:
            id = new_token()
            self._pages[id] = page
            while len(self._pages) > _MOST_PAGES:
                self._pages.popitem(last=False)
            made["address"] = f"/studio/page/{id}"
        return made

    async def _differences(self, given: dict[str, Any], lang: str) -> Mapping[str, Any]:
        against = _text(given, "against")
        if against not in (BASE, SAVED):
            raise Refused("malformed")
        return await self._workshop.differences(self._draft(given), lang, against)

    async def _play(self, given: dict[str, Any], lang: str) -> Mapping[str, Any]:
        """Open a table with the rules, unsaved texts included."""
        assert self._hub is not None
        game = await asyncio.to_thread(self._draft(given).load)
        key = self._hub.rules.keep(game)
        name = clean_name(_text(given, "name")) or str(words(lang)["guest"])
        id, token = await self._hub.open_table(key, lang=lang, name=name)
        return {"address": f"/t/{id}?lang={lang}#{token}"}

    def _draft(self, given: dict[str, Any]) -> OpenRules:
        """The rules of a request, with all unsaved texts. Raises `Refused`."""
        texts = given.get("texts")
        if not isinstance(texts, dict) or len(texts) > _MOST_TEXTS:
            raise Refused("malformed")
        open_texts = {}
        for name, text in texts.items():
            if not isinstance(text, str):
                raise Refused("malformed")
            encoded(text)
            open_texts[str(self._folder.path(name))] = text
        return OpenRules(self._folder.path(_text(given, "rules")), open_texts, self._rules)


def _object(body: bytes) -> dict[str, Any]:
    """The JSON object in a body. Raises `Refused` for anything else."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Refused("malformed")
    return found


def _text(given: Mapping[str, Any], key: str) -> str:
    """The text with this key. Raises `Refused` where there is none."""
    found = given.get(key)
    if not isinstance(found, str):
        raise Refused("malformed")
    return found
