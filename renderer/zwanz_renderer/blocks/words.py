"""The fixed words of the blocks: headings of columns, captions, labels.
``templates/book.<language>.yaml``.
"""

from __future__ import annotations

from functools import cache

from zwanz_renderer.shortcodes import Context
from zwanz_ssot.places import data, table
from zwanz_ssot.problems import WrongCall
from zwanz_ssot.prose.words import Words

_TENS = 10


@cache
def _words(lang: str) -> Words:
    file = data("templates") / f"book.{lang}.yaml"
    if not file.is_file():
        raise WrongCall(
            f"there are no words for the blocks of a book in '{lang}'", f"write {file.name}"
        )
    return Words(table(file)["book"])


def words(ctx: Context) -> Words:
    """The words of the book's language: sections are blocks, entries are templates."""
    return _words(ctx.lang)


def in_words(ctx: Context, number: int) -> str:
    """A number in words, as far as the language has them; else in digits."""
    said = words(ctx)
    if said.has("numbers", str(number)):
        return said.text("numbers", str(number))
    tens, ones = number // _TENS * _TENS, number % _TENS
    if number < 0 or not said.has("numbers", str(tens)):
        return str(number)
    one = said.text("numbers", f"{ones}.compound", str(ones))
    return said.text("numbers", "compound", tens=said.text("numbers", str(tens)), ones=one)


def signed(number: int) -> str:
    """A gain or a loss, with its sign."""
    return f"+{number}" if number > 0 else str(number).replace("-", "−")
