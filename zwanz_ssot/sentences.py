"""Who makes sentences of what the engine answers.

The engine gives a refusal as a code with arguments; the prose that makes a sentence of it stands on
a higher floor, which the model may not import. `zwanz_ssot` names the maker here when it is
imported, and the prose itself is imported when the first sentence is wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

SentenceMaker = Callable[[Any, str], str]
"""From a refusal and a language to a sentence."""

_makers: list[SentenceMaker] = []


def speak_through(maker: SentenceMaker) -> None:
    """Make sentences with this from now on.

    >>> from zwanz_ssot import sentences
    >>> before = sentences._makers[:]
    >>> sentences.speak_through(lambda refusal, language: f"{language}: {refusal}")
    >>> sentences.sentence("no", "en")
    'en: no'
    >>> sentences._makers[:] = before
    """
    _makers[:] = [maker]


def sentence(refusal: Any, language: str) -> str:
    """The sentence of a refusal. Raises `WrongCall` for a language that there is not."""
    return _makers[-1](refusal, language)
