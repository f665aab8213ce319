"""What is said in an auction, line by line: ``forehand: bid rufer T-XX; announce absolut : a
comment``.

A word is a move of the engine, or what one says at the table: the name of a contract (with the card
it calls), of an announcement, of a doubling, and the word for passing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from zwanz_renderer.shortcodes import Context, Raw
from zwanz_ssot.engine import Move, table
from zwanz_ssot.model import Game, Name
from zwanz_ssot.problems import did_you_mean

from .kinds import game_of, seats_of
from .speech import prose
from .words import words

SHAPE = "write seat: what is said; what is said : comment"
_LINE = re.compile(r"\s*(?P<seat>[^\s:]+)\s*:\s*(?P<words>.*?)(?:\s+:\s+(?P<comment>.*\S))?\s*")
_SIGNS = re.compile(r"[\s,.„“”\"'!]+")
_GAME = "game"


@dataclass(frozen=True, slots=True)
class Word:
    """One word: the text of its move, and the word of doubling that was written for it, where one
    was.
    """

    move: str
    level: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A line: who speaks, and what."""

    line: int
    seat: str
    words: tuple[Word, ...]
    comment: str


def read(ctx: Context, body: Raw) -> list[Turn] | None:
    """The turns of a script; None where a line is none, which is a problem at its line."""
    known = dict(_spoken(ctx))
    lines = [line for line in body if line.text.strip()]
    found = []
    for line in lines:
        match = _LINE.fullmatch(line.text)
        if not match or not match["words"].strip():
            ctx.problem("is no turn of somebody", SHAPE, line=line.number)
            continue
        if match["seat"] not in seats_of(ctx):
            hint = (
                did_you_mean(match["seat"], seats_of(ctx))
                or f"the seats are {', '.join(seats_of(ctx))}"
            )
            ctx.problem(f"there is no seat '{match['seat']}'", hint, line=line.number)
            continue
        said = [
            _word(ctx, text.strip(), known, line.number)
            for text in match["words"].split(";")
            if text.strip()
        ]
        if all(said):
            kept = tuple(word for word in said if word)
            found.append(Turn(line.number, match["seat"], kept, match["comment"] or ""))
    return found if len(found) == len(lines) else None


def _word(ctx: Context, text: str, known: Mapping[str, Word], line: int) -> Word | None:
    moves = table(game_of(ctx)).moves
    if moves.find(text):
        return Word(text)
    if _bare(text) in known:
        return known[_bare(text)]
    near = did_you_mean(text, [*moves.number, *known])
    ctx.problem(f"nobody can say '{text}' in this game", near, line=line)
    return None


def _bare(text: str) -> str:
    return _SIGNS.sub(" ", text).strip().casefold()


def _spoken(ctx: Context) -> Iterator[tuple[str, Word]]:
    """All that may be said, without its signs and capitals, with the move that it means."""
    game = game_of(ctx)
    moves = table(game).moves
    for move in moves.all:
        if move.kind == "bid":
            yield from ((_bare(name), Word(move.text)) for name in _bids(ctx, move))
        elif move.kind == "announce" and move.item:
            names = (move.item, *_names(game.bonuses[move.item].name))
            yield from ((_bare(name), Word(move.text)) for name in names)
    yield _bare(words(ctx).text("bid-script", "pass")), Word("pass")
    yield from _doubles(ctx, game)


def _bids(ctx: Context, move: Move) -> Iterator[str]:
    assert move.contract is not None
    game = game_of(ctx)
    for name in (move.contract, *_names(game.contracts[move.contract].name)):
        if move.card is None:
            yield name
        else:
            card = game.deck.cards[move.card]
            yield from (
                f"{name} {how}" for how in (card.id, card.rank, prose(ctx).card(card.index))
            )


def _doubles(ctx: Context, game: Game) -> Iterator[tuple[str, Word]]:
    for level in game.kontra.levels if game.kontra else ():
        assert game.kontra is not None
        for said in (level, *_names(game.kontra.names[level])):
            yield _bare(said), Word(f"double {_GAME}", level)
            for bonus in game.bonuses.values():
                if bonus.announced is not None:
                    word = Word(f"double {bonus.id}", level)
                    yield from (
                        (_bare(f"{said} {name}"), word) for name in (bonus.id, *_names(bonus.name))
                    )


def _names(name: Name) -> tuple[str, ...]:
    return (*name.texts.values(), *name.also)
