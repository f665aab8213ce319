"""Who makes sentences of what the engine answers.

The engine gives a refusal as a code with arguments. The prose that makes a sentence of it stands on
a higher floor, which the model may not import: so `zwanz_ssot` names the maker here when it is
imported, and the prose itself is imported when the first sentence is wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

SentenceMaker = Callable[[Any, str], str]
"""From a refusal and a language to a sentence; it raises `WrongCall` for an unknown language."""


def without_prose(refusal: Any, language: str) -> str:
    """What can be said of a refusal that does not know its game: its code and its rule.

    >>> from zwanz_ssot.model import Refusal
    >>> without_prose(Refusal("must_bid", ("auction", "opening")), "en")
    'This move is not legal: must_bid (auction.opening).'
    """
    rule = ".".join(map(str, refusal.rule))
    return f"This move is not legal: {refusal.code}{f' ({rule})' if rule else ''}."


_makers: list[SentenceMaker] = [without_prose]


def speak_through(maker: SentenceMaker) -> None:
    """Make the sentences of all refusals that know their game with this, from now on."""
    _makers[:] = [maker]


def sentence(refusal: Any, language: str) -> str:
    """The sentence of a refusal. Raises `WrongCall` for a language that there is not.

    >>> import zwanz_ssot
    >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen"), seed=7)
    >>> sentence(round.why_not("bid nothing"), "en")
    'This game knows no move “bid nothing”.'
    """
    maker = _makers[0] if refusal.game is not None else without_prose
    return maker(refusal, language)
