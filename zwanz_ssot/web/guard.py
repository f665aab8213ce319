"""What keeps strangers out: tokens, hosts and origins, headers of every answer, rates."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
import time
from collections.abc import Callable, Collection, Mapping
from urllib.parse import urlsplit


def policy(*, framed: bool = False, nonce: str = "") -> str:
    """What a page may do: show and run what this server sends, and nothing inline.

    ``framed``: pages of this server may show it in a frame. Styles that a script adds count as sent
    where they bear the ``nonce``.

    >>> policy(nonce="x").split("; ")[2]
    "style-src 'self' 'nonce-x'"
    """
    added = f" 'nonce-{nonce}'" if nonce else ""
    around = "'self'" if framed else "'none'"
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self'{added}; img-src 'self'; "
        "font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; "
        f"form-action 'self'; frame-ancestors {around}"
    )


HEADERS: Mapping[str, str] = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""The headers of every answer, beside its policy."""


def new_token() -> str:
    """A token that nobody can guess: 192 bits."""
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> str:
    """What is kept of a token: from it nobody finds the token."""
    return hashlib.sha256(token.encode()).hexdigest()


def player_of(token: str, hashes: Mapping[int, str]) -> int | None:
    """The player with this token; None where nobody has it. All are compared, each in a time that
    tells nothing.

    >>> player_of("b", {0: token_hash("a"), 2: token_hash("b")}), player_of("c", {})
    (2, None)
    """
    given, found = token_hash(token), None
    for player, known in hashes.items():
        if hmac.compare_digest(given, known):
            found = player
    return found


class Hosts:
    """The names under which this server may be asked for.

    A page of another name that is made to lead here (DNS rebinding) asks under that name, and is
    refused. An address of numbers cannot be made to lead elsewhere.

    >>> hosts = Hosts(["table.example"])
    >>> [hosts.knows(h) for h in ("127.0.0.1:8000", "localhost", "table.example", "evil.example")]
    [True, True, True, False]
    >>> hosts.same_origin("http://127.0.0.1:8000", "127.0.0.1:8000")
    True
    >>> hosts.same_origin("http://evil.example", "127.0.0.1:8000")
    False
    """

    def __init__(self, names: Collection[str] = ()) -> None:
        self._names = {"localhost", *(name.lower() for name in names)}

    def knows(self, host: str) -> bool:
        """Whether a ``Host`` header names this server."""
        name = _split(f"//{host}")[0]
        if name is None:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in self._names
        return True

    def same_origin(self, origin: str | None, host: str) -> bool:
        """Whether an ``Origin`` is a page of this server, asked for under the same name."""
        if origin is None or not origin.startswith(("http://", "https://")):
            return False
        return self.knows(host) and _split(origin) == _split(f"{origin.split(':')[0]}://{host}")


def _split(address: str) -> tuple[str | None, int | None]:
    """Name and port of an address; no name where it is none."""
    try:
        parts = urlsplit(address)
        name, port = parts.hostname, parts.port
    except ValueError:
        return None, None
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    return (name.lower() if name else None), (port or usual)


class Allowance:
    """How much somebody may ask for: so many at once, and so many a second from then on.

    >>> clock = iter([0.0, 0.0, 0.0, 0.0, 1.0]).__next__
    >>> allowance = Allowance(at_once=2, a_second=1, clock=clock)
    >>> [allowance.take() for _ in range(4)]
    [True, True, False, True]
    """

    def __init__(
        self, at_once: float, a_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most, self._a_second, self._clock = at_once, a_second, clock
        self._left, self._seen = at_once, clock()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._seen) * self._a_second)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
