"""An auction as it is spoken, line by line: the engine checks every word and says what comes of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Annotated, Any

from zwanz_ssot.engine import Move, Round, deal, table
from zwanz_ssot.engine.state import State
from zwanz_ssot.model import SEATS, Card, Game, Name
from zwanz_ssot.problems import did_you_mean
from zwanz_ssot.prose.template import Phrase

from ..shortcodes import BadValue, Context, Html, Raw, Values, block
from .acting import ExampleRef, Situation, course, stated
from .cards import said, with_chips
from .kinds import CardRef, SeatRef, game_of, seats_of
from .tricks import Hands
from .wording import prose, typeset, words

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
class SpokenTurn:
    """A line: who speaks, and what."""

    line: int
    seat: str
    words: tuple[Word, ...]
    comment: str


def read(ctx: Context, body: Raw) -> list[SpokenTurn] | None:
    """The turns of a script; None where a line is none, which is a problem at its line."""
    known = dict(_spoken_word(ctx))
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
            found.append(SpokenTurn(line.number, match["seat"], kept, match["comment"] or ""))
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


def _spoken_word(ctx: Context) -> Iterator[tuple[str, Word]]:
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
            card = move.card
            yield from (
                f"{name} {how}" for how in (card.id, card.rank, prose(ctx).card(card.index))
            )


def _doubles(ctx: Context, game: Game) -> Iterator[tuple[str, Word]]:
    for level in game.kontra.levels if game.kontra else ():
        assert game.kontra is not None
        for spoken_as in (level, *_names(game.kontra.names[level])):
            yield _bare(spoken_as), Word(f"double {_GAME}", level)
            for bonus in game.bonuses.values():
                if bonus.can_be_announced:
                    word = Word(f"double {bonus.id}", level)
                    yield from (
                        (_bare(f"{spoken_as} {name}"), word)
                        for name in (bonus.id, *_names(bonus.name))
                    )


def _names(name: Name) -> tuple[str, ...]:
    return (*name.texts.values(), *name.also)


_NOBODY, _PASS, _DISCARD = "nobody", "pass", "discard"
_SILENT = ("play", "cut", "knock", "throw-in", "keep")
"""Moves that are no part of what is said."""


@dataclass(frozen=True, slots=True)
class _Ending:
    """Who plays what in the end: ``forehand: rufer``; ``nobody: …`` for a contract that nobody has
    bid.
    """

    wants: str = "who plays what, as in 'second: solo'"

    def parse(self, text: str, ctx: Context) -> tuple[str, str]:
        who, colon, contract = (part.strip() for part in text.partition(":"))
        seats = (*seats_of(ctx), _NOBODY)
        if not colon or who not in seats:
            raise BadValue(f"must be {self.wants}; got '{text}'", did_you_mean(who, seats))
        if contract not in game_of(ctx).contracts:
            near = did_you_mean(contract, game_of(ctx).contracts)
            raise BadValue(f"must be {self.wants}; there is no contract '{contract}'", near)
        return who, contract


Ending = Annotated[tuple[str, str], _Ending()]
_SAMPLE = """[bid-script ends="forehand: rufer" partner=third]
forehand: bid rufer T-XX
second: pass : Not with this hand.
third: Weiter
fourth: pass
[/bid-script]"""


@block("bid-script", body="raw", sample=_SAMPLE.replace("third: Weiter", "third: pass"))
def bid_script(
    ctx: Context,
    *,
    body: Raw,
    ends: Ending | None = None,
    hands: Hands | None = None,
    talon: list[CardRef] | None = None,
    partner: SeatRef | None = None,
    example: ExampleRef | None = None,
    caption: str = "",
) -> Values:
    """What is said before the play, one turn a line (``seat: word; word : comment``), checked by
    the engine.

    With the bids, that is what is called, taken from the `talon`, discarded and announced.
    """
    script = read(ctx, body)
    told = example
    if script is not None and example is None:
        told = _stated(ctx, script, ends, hands or {}, talon or [], partner)
    if example is not None and (script or ends or hands or talon or partner is not None):
        ctx.problem(
            "has an example, which says all there is",
            "leave out the lines, ends, hands, talon and partner",
        )
    if example is not None and "says" not in example.entry:
        ctx.problem(
            f"nothing is said in the example '{example.entry['example']}'", "name one of an auction"
        )
        told = None
    holds = told is not None and told.holds(ctx)
    played = course(told, finish=bool(ends)) if told and holds else None
    if holds and played is None:
        ctx.problem("does not end here: somebody may not pass yet")
    rows, end = (
        (list(_rows(ctx, played, script or [])), _end(ctx, played)) if played else ([], Html(""))
    )
    default = typeset(ctx, told.entry["title"][ctx.lang]) if example is not None and told else ""
    say = words(ctx).text
    return {
        "say": say,
        "rows": rows,
        "end": end,
        "caption": said(ctx, caption) or default or say("bid-script", "caption"),
    }


def _stated(
    ctx: Context,
    script: list[SpokenTurn],
    ends: tuple[str, str] | None,
    hands: dict[str, int],
    talon: list[Card],
    partner: int | None,
) -> Situation | None:
    """The lines of a script as an example, each in the line that it has in the chapter."""
    if not script:
        ctx.problem("nothing is said", SHAPE)
        return None
    head: dict[str, Any] = {}
    if hands:
        deck = game_of(ctx).deck
        head["hands"] = {seat: list(deck.shown(mask)) for seat, mask in hands.items()}
    if talon:
        head["talon"] = [card.id for card in talon]
    if partner is not None:
        head["partner"] = SEATS[partner]
    if ends:
        who, contract = ends
        head["expect"] = {"contract": contract, "declarer": "none" if who == _NOBODY else who}
    first = script[0].line
    says = [""] * (script[-1].line - first + 1)
    for turn in script:
        spoken = ", ".join(f'"{word.move}"' for word in turn.words)
        says[turn.line - first] = f"  - {turn.seat}: [{spoken}]"
    return stated(ctx, head, ["says:", *says], first - 1)


@dataclass
class _Said:
    """What one player says in a turn, and the line that tells it; None for a pass that no line
    tells.
    """

    seat: int
    told: SpokenTurn | None
    moves: list[tuple[Move, str | None]] = field(default_factory=list)


def _rows(ctx: Context, played: Round, script: list[SpokenTurn]) -> Iterator[Values]:
    """A row for each turn: who speaks, in what words; a word of doubling that is not the due one is
    a problem.
    """
    speaker, game = prose(ctx), game_of(ctx)
    turns: list[_Said] = []
    talon = (
        [card for packet in played.state.talon for card in game.deck.shown(packet)]
        if game.talon
        else None
    )
    at = deal(game, hands=[game.deck.shown(mask) for mask in played.state.dealt], talon=talon)
    asked = [(turn, word) for turn in script for word in turn.words]
    for seat, move in played.history:
        before, at = at.state, at.after(move) if at.step != "over" else at
        if move.kind in _SILENT:
            continue
        level, told = _level(game.kontra.levels if game.kontra else (), before, at.state), None
        if (
            asked
            and asked[0][0].seat == SEATS[seat]
            and not (move.kind == _PASS and asked[0][1].move != _PASS)
        ):
            told, word = asked.pop(0)
            if word.level and level and word.level != level:
                due, got = speaker.kontra_word(level), speaker.kontra_word(word.level)
                ctx.problem(f"the word due here is {due}, not {got}", line=told.line)
        last = turns[-1] if turns else None
        if (
            last is not None
            and last.seat == seat
            and move.kind == _PASS
            and told in (None, last.told)
        ):
            continue  # the pass that closes a turn in which something was said
        if last is None or last.seat != seat or (told is not None and told is not last.told):
            turns.append(last := _Said(seat, told))
        last.moves.append((move, level))
    for turn in turns:
        line = turn.told
        spoken = typeset(ctx, words(ctx).text("join", "comma").join(_spoken(ctx, turn.moves)))
        shown = [move.card for move, _ in turn.moves if move.card is not None]
        yield {
            "speaker": words(ctx).text("seats", SEATS[turn.seat]),
            "said": with_chips(ctx, spoken, shown),
            "comment": ctx.at(line.line, 1, ctx.block).written(line.comment)
            if line and line.comment
            else "",
        }


def _spoken(ctx: Context, moves: list[tuple[Move, str | None]]) -> Iterator[str]:
    """The moves of a turn in words; cards that are discarded one after the other are told together."""
    for kind, run in groupby(moves, key=lambda made: made[0].kind):
        if kind == _DISCARD:
            shown = (
                prose(ctx).card_short(move.card.index) for move, _ in run if move.card is not None
            )
            yield words(ctx).text(
                "bid-script", "discards", cards=words(ctx).joined(map(Phrase, shown))
            )
        else:
            yield from (prose(ctx).move(move, level) for move, level in run)


def _level(levels: tuple[str, ...], before: State, after: State) -> str | None:
    """The word of doubling that was just said, for all or between the declarer and one opponent."""
    pairs = zip((*before.levels, *before.duels), (*after.levels, *after.duels), strict=True)
    raised = [now for was, now in pairs if now > was]
    return levels[raised[0] - 1] if raised else None


def _end(ctx: Context, played: Round) -> Html:
    """What comes of it: who plays what with whom, what is announced, what is doubled; or who has
    the word.
    """
    say, speaker, state = words(ctx), prose(ctx), played.state
    sentences = []
    if played.contract is not None:
        contract = speaker.contract(played.contract.id, "acc")
        if state.declarer < 0:
            sentences.append(say.text("bid-script", "everybody", contract=contract))
        else:
            who = speaker.seat(state.declarer)
            card: Card | None = (
                game_of(ctx).deck.cards[state.called_card] if state.called_card >= 0 else None
            )
            key = "with_partner" if card else "to_call" if played.contract.calls else "alone"
            called = speaker.cards(card.bit, "acc") if card else ""
            sentences.append(say.text("bid-script", key, who=who, contract=contract, card=called))
    sentences += _items(ctx, state)
    if played.step == "auction" and played.turn is not None:
        sentences.append(say.text("bid-script", "open", who=speaker.seat(played.turn)))
    return typeset(ctx, " ".join(sentences))


def _items(ctx: Context, state: State) -> Iterator[str]:
    """What was announced and doubled, item by item."""
    say, speaker, kontra = words(ctx), prose(ctx), game_of(ctx).kontra
    ids = state.plan.bonus_ids
    for item, (announcer, level) in enumerate(zip(state.announcers, state.levels, strict=True)):
        if announcer < 0 and not level:
            continue
        key = "game" if item == 0 else ids[(item - 1) // 2]
        if announcer >= 0:
            yield say.text(
                "bid-script", "announced", item=speaker.item(key), who=speaker.seat(announcer)
            )
        if level and kontra:
            word = speaker.kontra_word(kontra.levels[level - 1])
            yield say.text("bid-script", "doubled", item=speaker.item(key, "dat"), word=word)
    for seat, level in enumerate(state.duels):
        if level and kontra:
            word = speaker.kontra_word(kontra.levels[level - 1])
            yield say.text("bid-script", "duel", who=speaker.seat(seat), word=word)
