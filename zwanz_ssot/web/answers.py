"""What requests are answered with, at the table and in the studio: pages, files, refusals."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from zwanz_renderer import pages
from zwanz_renderer.building import templates

from ..places import data
from .texts import languages, words

_SCRIPTS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
A_DAY = "private, max-age=86400"
_ANEW = "no-cache"
"""Values of Cache-Control: a browser keeps the answer for a day, or asks whether it has changed."""


def language(request: Request) -> str:
    """The language of a request: that in its address, else the known one that the browser wants
    most, else English.
    """
    named = request.query_params.get("lang", "")
    if named in languages():
        return named
    wanted = map(_wanted, request.headers.get("accept-language", "").split(","))
    known = [(lang, weight) for lang, weight in wanted if lang in languages() and 0 < weight <= 1]
    return max(known, key=lambda each: each[1], default=("en", 1.0))[0]


def _wanted(entry: str) -> tuple[str, float]:
    """The language and the weight of an entry of Accept-Language; a weight of 0 if malformed.

    >>> _wanted("de-AT;q=0.5"), _wanted(" ja"), _wanted("*")
    (('de', 0.5), ('ja', 1.0), ('en', 1.0))
    """
    name, _, weight = entry.lower().partition(";")
    lang = name.strip().partition("-")[0]
    try:
        return ("en" if lang == "*" else lang), float(weight.strip().removeprefix("q=") or 1)
    except ValueError:
        return lang, 0.0


@cache
def languages_shown() -> list[tuple[str, str]]:
    """Each language, with its name in itself."""
    return [(lang, str(words(lang)["language"])) for lang in languages()]


async def body_of(request: Request, most: int) -> bytes | None:
    """The body of a request; None if it has more than ``most`` bytes."""
    found = bytearray()
    async for part in request.stream():
        found += part
        if len(found) > most:
            return None
    return bytes(found)


def denied(words: Mapping[str, Any], code: str, status: int) -> Response:
    """A refusal, with the sentence that the words of the pages have for its code."""
    return JSONResponse({"code": code, "text": words["denied"][code]}, status)


def rendered(folder: str, name: str, **values: Any) -> str:
    """The HTML of a page of a folder of templates."""
    return str(_environment(folder).get_template(f"{name}.html.j2").render(**values))


@cache
def _environment(folder: str) -> Any:
    return templates(data("templates") / folder)


def book_page(page: str) -> Response:
    """The page of a book: only its own script runs, and only this server may frame it."""
    policy = f"{pages.policy()}; frame-ancestors 'self'"
    return HTMLResponse(page, headers={"Content-Security-Policy": policy})


def shipped_file(folder: str, name: str) -> Response:
    """A script, a style sheet or a drawing in a folder of templates."""
    return file_of(data("templates") / folder, name, _SCRIPTS, _ANEW)


def file_of(folder: Path, name: str, kinds: Mapping[str, str], kept: str) -> Response:
    """The file of this name in a folder, by the media types of its ``kinds``; ``kept`` is a value
    of Cache-Control. No path leads out: only its files are served.
    """
    there = {file.name: file for file in folder.iterdir() if file.suffix in kinds}
    if name not in there:
        return PlainTextResponse("", 404)
    headers = {"Cache-Control": kept}
    return Response(there[name].read_bytes(), 200, headers, kinds[there[name].suffix])
