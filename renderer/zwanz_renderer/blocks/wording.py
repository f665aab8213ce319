"""The words of blocks: fixed ones of ``templates/book.<language>.yaml``, sentences about the rules,
and the order of the alphabet.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from zwanz_ssot.model import Condition, Contract, Game, Name, Path, Role
from zwanz_ssot.places import data, table
from zwanz_ssot.problems import WrongCall
from zwanz_ssot.prose import Prose
from zwanz_ssot.prose.template import FALLBACK, WordsFile, capital
from zwanz_ssot.words.roles import declarer, declarers

from ..shortcodes import Context, Html
from .kinds import game_of, sizes_of_side

_TENS = 10


@cache
def book_words(lang: str) -> WordsFile:
    """The words of blocks in a language; in English what it lacks. Raises WrongCall without any."""
    file = data("templates") / f"book.{lang}.yaml"
    if not file.is_file():
        raise WrongCall(
            f"there are no words for the blocks of a book in '{lang}'", f"write {file.name}"
        )
    english = f"book.{FALLBACK}.yaml"
    usual = None if lang == FALLBACK else table(data("templates") / english)["book"]
    return WordsFile(table(file)["book"], usual, file=english)


def words(ctx: Context) -> WordsFile:
    """The words of the book's language: sections are blocks, entries are templates."""
    return book_words(ctx.lang)


def in_words(ctx: Context, number: int) -> str:
    """A number in words; in digits if the language has no word for it."""
    known = words(ctx)
    if known.has("numbers", str(number)):
        return known.text("numbers", str(number))
    tens, ones = number // _TENS * _TENS, number % _TENS
    if number < 0 or not known.has("numbers", str(tens)):
        return str(number)
    one = known.text("numbers", f"{ones}.compound", str(ones))
    return known.text("numbers", "compound", tens=known.text("numbers", str(tens)), ones=one)


_LONG = "ー"


def alphabetical(name: str, lang: str) -> tuple[str, str]:
    """The sort key of a name: its letters without marks and capitals; then the name itself.

    Chinese characters go by their reading (``readings.<language>.yaml``), in plain katakana, as in
    the Japanese order of fifty sounds.
    """
    read = name
    for written, sound in _readings(lang):
        read = read.replace(written, sound)
    bare = unicodedata.normalize("NFKD", read.casefold())
    return "".join(_plain(letter for letter in bare if not unicodedata.combining(letter))), name


def _plain(letters: Iterator[str]) -> Iterator[str]:
    """Kana as large katakana, a long vowel as that vowel once more; other letters as they are."""
    sound = ""
    for letter in letters:
        if letter == _LONG:
            if sound[-1:] not in tuple("AEIOU"):
                continue
            letter = unicodedata.lookup(f"KATAKANA LETTER {sound[-1]}")
        name = unicodedata.name(letter, "")
        if name.startswith(("HIRAGANA LETTER ", "KATAKANA LETTER ")):
            sound = name.rpartition(" ")[2]
            letter = _katakana(sound) or letter
        yield letter


def _katakana(sound: str) -> str:
    """The katakana of a sound; empty for an old one that is written in hiragana alone."""
    try:
        return unicodedata.lookup(f"KATAKANA LETTER {sound}")
    except KeyError:
        return ""


@cache
def _readings(lang: str) -> tuple[tuple[str, str], ...]:
    """Words and their readings, the longest first; none where a language has no such file."""
    file = data("templates") / f"readings.{lang}.yaml"
    readings: dict[str, str] = table(file) if file.is_file() else {}
    return tuple(sorted(readings.items(), key=lambda pair: -len(pair[0])))


_BOOKS = 8


@lru_cache(_BOOKS)
def _prose(game: Game, lang: str) -> Prose:
    return Prose(game, lang)


def prose(ctx: Context) -> Prose:
    """The sentences about the rules of the game."""
    return _prose(game_of(ctx), ctx.lang)


def typeset(ctx: Context, text: str) -> Html:
    """A text made of words and data, with the quotation marks and the hyphens of the book."""
    return ctx.typeset(text)


def markdown(ctx: Context, text: str) -> Html | str:
    """A line of Markdown of the chapter's author (a caption, a label); empty for an empty text."""
    return ctx.written(text) if text else ""


def rule(ctx: Context, path: Path, *, named: bool = True) -> Html:
    """The rule at a path of the game, as a sentence; with `named` false without the name of its
    contract or bonus.
    """
    return typeset(ctx, prose(ctx).setting(path, game_of(ctx).at(path), named=named))


def names(ctx: Context, name: Name) -> tuple[str, str]:
    """A name, and the other names in use as a remark ("also …"; empty where there are none)."""
    say = words(ctx).text
    others = say("join", "comma").join(name.also)
    return name.text(ctx.lang), say("names", "also", names=others) if others else ""


def title_of(ctx: Context, example: Mapping[str, Any]) -> Html:
    """The title of an example, given as its entry."""
    return typeset(ctx, Name.of(example["title"]).text(ctx.lang))


def clause(ctx: Context, condition: Condition) -> Html:
    """A condition, with a capital letter."""
    return typeset(ctx, capital(prose(ctx).condition(condition)))


def aim(ctx: Context, contract: Contract) -> Html:
    """The objective of a contract, or who loses it; of one that becomes others, which these are."""
    if contract.becomes:
        sentence = prose(ctx).setting((*contract.at, "becomes"), list(contract.becomes))
        return typeset(ctx, sentence)
    if contract.objective is None:
        assert contract.losers is not None
        loser = prose(ctx).role(contract.losers)
        return typeset(ctx, words(ctx).text("contract-table", "loser", loser=loser))
    alone = max(sizes_of_side(game_of(ctx), contract)) == 1
    return clause(ctx, _of_one(contract.objective) if alone else contract.objective)


def _of_one(condition: Condition) -> Condition:
    """A condition on the declaring side, as one on the only player of this side."""
    args = dict(condition.args)
    for key, value in condition.args.items():
        if isinstance(value, Role) and value.word == declarers.name:
            args[key] = replace(value, word=declarer.name)
    return replace(condition, args=args)
