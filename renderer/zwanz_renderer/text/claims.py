"""What a chapter says in words of its own although the rules know it: numbers, directions, names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from markdown_it.token import Token

from zwanz_ssot.library import same_game
from zwanz_ssot.model import Game, Name
from zwanz_ssot.places import data, table

from ..shortcodes.run import ParseRun

_SMALL, _LARGEST, _TENS = 10, 100, 10
"""Up to ten, a number in words is no number of the rules but a way of speaking."""
WORD = re.compile(r"[^\W\d_]+")
_FOREIGN = 3
"""So many little words of another language, and none of the book's own, make a text one of that
language.
"""


@dataclass(frozen=True)
class ClaimPatterns:
    """The ways of a language to say what the rules know."""

    numbers: Mapping[str, int]
    signs: frozenset[str]
    """The words of numbers (or the signs, where words have no blanks between them): most texts have
    none of them.
    """
    counts: Mapping[str, re.Pattern[str]]
    large: re.Pattern[str]
    as_card: re.Pattern[str] | None
    said: Mapping[str, Mapping[str, re.Pattern[str]]]


def foreign(lang: str, said: str) -> str | None:
    """The language that a text is in, where it is certainly not that of the book."""
    heard = WORD.findall(said.lower())
    counts = {other: sum(map(common(other).__contains__, heard)) for other in languages()}
    if counts[lang] or (not common(lang) and not said.isascii() and _own_letters(said)):
        return None
    most = max(counts, key=lambda other: counts[other])
    return most if counts[most] >= _FOREIGN else None


def _own_letters(said: str) -> bool:
    """Whether a text has letters that are written without blanks between words."""
    return any("\u3040" <= sign <= "\u9fff" for sign in said)


@cache
def languages() -> tuple[str, ...]:
    """Those that have a file of their own."""
    return tuple(
        sorted(file.name.split(".")[1] for file in data("templates").glob("claims.*.yaml"))
    )


@cache
def _told(lang: str) -> Mapping[str, Any]:
    told: Mapping[str, Any] = table(data("templates") / f"claims.{lang}.yaml")["claims"]
    return told


@cache
def common(lang: str) -> frozenset[str]:
    """The little words that tell a language; none where there are no blanks between words."""
    return frozenset(_told(lang)["common"].split())


@cache
def ways(lang: str) -> ClaimPatterns:
    """The ways of a language, as its file has them."""
    told = _told(lang)
    numbers = _numbers(table(data("templates") / f"book.{lang}.yaml")["book"]["numbers"])
    spaced = bool(common(lang))

    def of(names: Mapping[str, int]) -> str:
        return "|".join(sorted(map(re.escape, names), key=len, reverse=True))

    bound = r"\b(?:{})\b" if spaced else "(?:{})"
    every, large = (
        of(numbers),
        {name: number for name, number in numbers.items() if number > _SMALL},
    )
    counts = {
        what: re.compile(
            "|".join(bound.format(way.replace("{n}", f"({every})")) for way in each), re.IGNORECASE
        )
        for what, each in told["counts"].items()
    }
    capitals = "|".join(
        sorted((re.escape(name.capitalize()) for name in numbers), key=len, reverse=True)
    )
    card = told["as_card"].replace("{n:^}", f"(?:{capitals})").replace("{n}", f"(?:{every})")
    return ClaimPatterns(
        numbers,
        frozenset(numbers) if spaced else frozenset("".join(numbers)),
        counts,
        re.compile(bound.format(of(large)), re.IGNORECASE),
        re.compile(card) if card else None,
        {
            path: {
                value: re.compile("|".join(each), re.IGNORECASE) for value, each in values.items()
            }
            for path, values in told["words"].items()
        },
    )


def _numbers(said: Mapping[str, str]) -> Mapping[str, int]:
    """The numbers below a hundred in words."""
    numbers = {}
    for number in range(_LARGEST):
        tens, ones = number // _TENS * _TENS, number % _TENS
        word = said.get(str(number))
        if word is None:
            one = said.get(f"{ones}.compound", said[str(ones)])
            word = said["compound"].format(tens=said[str(tens)], ones=one)
        numbers[word.lower()] = number
    return numbers


_GAP = "\ufffc"
_DIGITS = {"I": 1, "V": 5, "X": 10}
_BOOKS = 8


@dataclass(frozen=True)
class Claim:
    """A text that will not do: what is wrong, what to write, and where it begins."""

    at: int
    text: str
    hint: str


def check(run: ParseRun, token: Token, *, native: bool) -> None:
    """Hold the text of a paragraph, a heading or a cell against the rules; what is wrong is told at
    its line.

    `native`: it has to be in the language of the book, too.
    """
    said, places = _plain(token)
    found = list(_claims(run.ctx.game, run.ctx.lang, said))
    if native and (tongue := foreign(run.ctx.lang, said)):
        found.append(
            Claim(
                0,
                f"this is written in '{tongue}', and the book is in '{run.ctx.lang}'",
                "translate it",
            )
        )
    for claim in found:
        at = places[claim.at] if places else 0
        line, shift = run.origins.place(token.content, at)
        run.ctx.at(line, at - shift, "").problem(claim.text, claim.hint)


def _plain(token: Token) -> tuple[str, list[int]]:
    """The words of a token without its marks, and where in its source each sign stands."""
    said: list[str] = []
    places: list[int] = []
    cursor = 0
    for child in token.children or ():
        if child.type == "text":
            found = token.content.find(child.content, cursor)
            cursor = found if found >= 0 else cursor
            said += child.content
            places += range(cursor, cursor + len(child.content))
            cursor += len(child.content)
        elif child.nesting == 0:
            cursor = (
                max(token.content.find("\n", cursor), cursor)
                if child.type.endswith("break")
                else cursor
            )
            said.append(" " if child.type.endswith("break") else _GAP)
            places.append(cursor)
    return "".join(said), [min(place, max(len(token.content) - 1, 0)) for place in places]


def _claims(game: Game, lang: str, said: str) -> Iterator[Claim]:
    words = ways(lang)
    yield from _counted(game, lang, said)
    for path, values in words.said.items():
        right = _at(game, path)
        for value, pattern in values.items():
            for found in pattern.finditer(said) if right is not None and value != right else ():
                text = f"'{found.group()}' is said, and the rules give '{right}'"
                yield Claim(found.start(), text, f"write [rule at={path}]")
    for name, pattern in _strangers(game, lang).items():
        for found in pattern.finditer(said):
            text = f"there is no '{name}' in the rule set '{game.variant}'"
            yield Claim(
                found.start(),
                text,
                "put what others play into [if has=…], and say its name with [name of=…]",
            )


# numbers in words


def _counted(game: Game, lang: str, said: str) -> Iterator[Claim]:
    """Numbers in words: of what the rules count, and those that no rule has."""
    words = ways(lang)
    if words.signs.isdisjoint(WORD.findall(said.lower()) if common(lang) else said):
        return
    told: set[int] = set()
    for what, pattern in words.counts.items():
        path, right = _COUNTS[what]
        for found in pattern.finditer(said):
            number = next(group for group in found.groups() if group)
            told.update(range(found.start(), found.end()))
            if words.numbers[number.lower()] != right(game):
                text = f"'{found.group()}' is said, and the rules give {right(game)}"
                yield Claim(found.start(), text, f"write [value at={path} as=words]")
    names = {card.name.said(lang) for card in game.deck.cards if card.name}
    cards = {match.end() for match in words.as_card.finditer(said)} if words.as_card else set()
    for found in words.large.finditer(said):
        number = words.numbers[found.group().lower()]
        known = (
            _ranks(game)
            if found.end() in cards or _card_after(words, said, found)
            else _known(game)
        )
        if number not in known and found.start() not in told and found.group() not in names:
            yield Claim(
                found.start(),
                f"'{found.group()}' is no number of these rules",
                "write [value at=… as=words]",
            )


def _card_after(words: ClaimPatterns, said: str, found: re.Match[str]) -> bool:
    """Whether the number is part of a card's name that goes on behind it."""
    return words.as_card is not None and words.as_card.match(said, found.start()) is not None


def _parts(game: Game) -> int:
    return game.worth_of_all // game.unit


_COUNTS: Mapping[str, tuple[str, Callable[[Game], int]]] = {
    "players": ("table.players", lambda game: game.table.players),
    "cards": ("deck.checks.cards", lambda game: len(game.deck.cards)),
    "points": ("deck.checks.points", _parts),
    "hand": ("deal", lambda game: game.hand_size),
    "tricks": ("deal", lambda game: game.hand_size),
    "suits": ("deck.suits take=count", lambda game: len(game.deck.suits)),
}


@lru_cache(_BOOKS)
def _known(game: Game) -> frozenset[int]:
    """Every number that the rules and the pack have, and what follows from them."""
    numbers = {right(game) for _, right in _COUNTS.values()}
    numbers |= {suit.mask.bit_count() for suit in game.deck.suits.values()}
    inside: list[Any] = [game.data, game.deck.data]
    while inside:
        found = inside.pop()
        if isinstance(found, Mapping):
            inside += found.values()
        elif isinstance(found, list | tuple):
            inside += found
        elif isinstance(found, int):
            numbers.add(found)
    return frozenset(numbers)


@lru_cache(_BOOKS)
def _ranks(game: Game) -> frozenset[int]:
    """The numbers of cards that are called by a Roman numeral."""
    return frozenset(
        sum(
            _DIGITS[sign] if _DIGITS[sign] >= _DIGITS.get(after, 0) else -_DIGITS[sign]
            for sign, after in pairs
        )
        for card in game.deck.cards
        if set(card.rank) <= _DIGITS.keys()
        for pairs in [list(zip(card.rank, f"{card.rank[1:]} ", strict=True))]
    )


def _at(game: Game, path: str) -> Any:
    try:
        return game.at(tuple(path.split(".")))
    except KeyError:
        return None


# names


@lru_cache(_BOOKS)
def _strangers(game: Game, lang: str) -> Mapping[str, re.Pattern[str]]:
    """Names of contracts and bonuses that other rule sets of the game have, and this one has not."""
    own = " ".join(
        text
        for name in (*_named(game), *game.deck.set_names.values())
        for text in (*name.texts.values(), *name.also)
    )
    names = {name.said(lang) for other in same_game(game) for name in _named(other)}
    names = {name for name in names if name not in own}
    return {
        name: re.compile(rf"(?<![A-Za-zÄÖÜäöüß]){re.escape(name)}(?![A-Za-zÄÖÜäöüß])")
        for name in sorted(names)
    }


def _named(game: Game) -> Iterator[Name]:
    """What the contracts and the bonuses are called."""
    yield from (contract.name for contract in game.contracts.values())
    yield from (bonus.name for bonus in game.bonuses.values())
