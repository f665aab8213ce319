"""Keeps strangers out, by tokens, hosts and origins, headers of every answer, and rates."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
import time
from collections.abc import Callable, Collection, Mapping
from urllib.parse import urlsplit


def policy(*, framed: bool = False, nonce: str = "") -> str:
    """The Content-Security-Policy of a page: it loads from this server only, and nothing inline.

    With ``framed``, pages of this server may show it in a frame. Styles that a script adds are
    allowed with the ``nonce``.

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
"""The headers of every answer, besides its policy."""


def new_token() -> str:
    """A token that nobody can guess: 192 bits."""
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> str:
    """The hash of a token, which is stored in its place."""
    return hashlib.sha256(token.encode()).hexdigest()


def player_of(token: str, hashes: Mapping[int, str]) -> int | None:
    """The player with this token; None where nobody has it. All hashes are compared, each in
    constant time.

    >>> player_of("b", {0: token_hash("a"), 2: token_hash("b")}), player_of("c", {})
    (2, None)
    """
    given, found = token_hash(token), None
    for player, known in hashes.items():
        if hmac.compare_digest(given, known):
            found = player
    return found


class Hosts:
    """The host names and addresses of this server.

    A page whose own name is made to lead here (DNS rebinding) sends that name, and is refused.
    Numeric addresses are allowed, as they cannot be made to lead elsewhere.

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
        """Whether an ``Origin`` header names a page of this server under the same host."""
        if origin is None or not origin.startswith(("http://", "https://")):
            return False
        return self.knows(host) and _split(origin) == _split(f"{origin.split(':')[0]}://{host}")


def _split(address: str) -> tuple[str | None, int | None]:
    """Name and port of an address; None for both if it is malformed."""
    try:
        parts = urlsplit(address)
        name, port = parts.hostname, parts.port
    except ValueError:
        return None, None
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    return (name.lower() if name else None), (port or usual)


class Allowance:
    """A token bucket: ``at_once`` requests are allowed at once, and then ``a_second`` per second.

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
        """Whether one more request is allowed now. Counts it if it is."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._seen) * self._a_second)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
