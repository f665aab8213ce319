"""Auctions as they are spoken, line by line: the engine checks each word and says how they end."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Annotated, Any

from zwanz_ssot.engine import Move, Round, table
from zwanz_ssot.engine.state import State
from zwanz_ssot.model import SEATS, Card, Contract, Game, Name
from zwanz_ssot.model.identifiers import GAME
from zwanz_ssot.problems import did_you_mean
from zwanz_ssot.prose.template import Phrase
from zwanz_ssot.source import Path as DataPath

from ..shortcodes import BadValue, BodyLine, Context, Html, Raw, Values, block
from .acting import ExampleRef, Situation, playthrough, stated
from .cards import with_chips
from .kinds import CardRef, SeatRef, game_of, seats_of
from .tricks import Hands
from .wording import markdown, prose, title_of, typeset, words

SHAPE = "write seat: what is said; what is said : comment"
_LINE = re.compile(r"\s*(?P<seat>[^\s:]+)\s*:\s*(?P<words>.*?)(?:\s+:\s+(?P<comment>.*\S))?\s*")
_SIGNS = re.compile(r"[\s,.„“”\"'!]+")


@dataclass(frozen=True, slots=True)
class Word:
    """One word: the text of its move, and the word of doubling that was written, if any."""

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
    """The turns of a script; None, with a problem at each line that is no turn."""
    known: dict[str, list[Word]] = {}
    for text, word in _known_words(ctx):
        if word not in known.setdefault(text, []):
            known[text].append(word)
    turns = []
    sound = True
    for line in body:
        if not line.text.strip():
            continue
        turn = _turn(ctx, line, known)
        if turn is None:
            sound = False
        else:
            turns.append(turn)
    return turns if sound else None


def _turn(ctx: Context, line: BodyLine, known: Mapping[str, Sequence[Word]]) -> SpokenTurn | None:
    """The turn on a line; None with a problem at the line."""
    match = _LINE.fullmatch(line.text)
    if not match or not match["words"].strip():
        ctx.problem("is no turn of somebody", SHAPE, line=line.number)
        return None
    seat, seats = match["seat"], seats_of(ctx)
    if seat not in seats:
        hint = did_you_mean(seat, seats) or f"the seats are {', '.join(seats)}"
        ctx.problem(f"there is no seat '{seat}'", hint, line=line.number)
        return None
    texts = [text.strip() for text in match["words"].split(";") if text.strip()]
    found = [_word(ctx, text, known, line.number) for text in texts]
    spoken = tuple(word for word in found if word)
    if len(spoken) < len(found):
        return None
    return SpokenTurn(line.number, seat, spoken, match["comment"] or "")


def _word(ctx: Context, text: str, known: Mapping[str, Sequence[Word]], line: int) -> Word | None:
    """The word of a text in a turn; None with a problem at the line."""
    moves = table(game_of(ctx)).moves
    if moves.find(text):
        return Word(text)
    meant = known.get(_folded(text), ())
    if len(meant) == 1:
        return meant[0]
    if meant:
        hint = f"say which card, as in '{meant[0].move}'"
        ctx.problem(f"'{text}' can be any of {len(meant)} moves", hint, line=line)
        return None
    near = did_you_mean(text, [*moves.number, *known])
    ctx.problem(f"nobody can say '{text}' in this game", near, line=line)
    return None


def _folded(text: str) -> str:
    """A text without signs and capitals."""
    return _SIGNS.sub(" ", text).strip().casefold()


def _known_words(ctx: Context) -> Iterator[tuple[str, Word]]:
    """All words of a turn, folded, each with its move."""
    game = game_of(ctx)
    for move in table(game).moves.all:
        if move.kind == "bid":
            texts = list(_bid_names(ctx, move))
        elif move.kind == "announce" and move.item:
            texts = [move.item, *_names(game.bonuses[move.item].name)]
        else:
            continue
        for text in texts:
            yield _folded(text), Word(move.text)
    yield _folded(words(ctx).text("bid-script", "pass")), Word("pass")
    if game.kontra:
        for level in game.kontra.levels:
            for text in (level, *_names(game.kontra.names[level])):
                yield from _doubles(game, level, text)


def _bid_names(ctx: Context, move: Move) -> Iterator[str]:
    """The names of a bid: of its contract, and of the card that it names or lays down, if any."""
    assert move.contract is not None
    game, card = game_of(ctx), move.card or move.laid
    for name in (move.contract, *_names(game.contracts[move.contract].name)):
        yield name
        if card is not None:
            for card_name in (card.id, card.rank, prose(ctx).card(card.index)):
                yield f"{name} {card_name}"


def _doubles(game: Game, level: str, text: str) -> Iterator[tuple[str, Word]]:
    """A word of doubling, said alone (of the game) and with the name of a bonus."""
    yield _folded(text), Word(f"double {GAME}", level)
    for bonus in game.bonuses.values():
        if bonus.can_be_announced:
            for name in (bonus.id, *_names(bonus.name)):
                yield _folded(f"{text} {name}"), Word(f"double {bonus.id}", level)


def _names(name: Name) -> tuple[str, ...]:
    """A name in all languages, and its other names."""
    return (*name.texts.values(), *name.also)


_NOBODY, _PASS, _DISCARD = "nobody", "pass", "discard"
_SILENT = ("play", "cut", "knock", "throw-in", "keep")
"""Moves that are no part of what is said."""


@dataclass(frozen=True, slots=True)
class _Ending:
    """The end of an auction, as written: ``forehand: rufer``, or ``nobody: …`` for a contract that
    nobody has bid.
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
third: pass
fourth: pass
[/bid-script]"""


@block("bid-script", body="optional", sample=_SAMPLE)
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
    situation = example
    if example is not None:
        if script or ends or hands or talon or partner is not None:
            hint = "leave out the lines, ends, hands, talon and partner"
            ctx.problem("has an example, which says all there is", hint)
        if "says" not in example.entry:
            name = example.entry["example"]
            ctx.problem(f"nothing is said in the example '{name}'", "name one of an auction")
            situation = None
    elif script is not None:
        situation = _stated(ctx, script, ends, hands or {}, talon or [], partner)
    # What is shown is what the engine has played.
    played = _played(ctx, situation, finish=bool(ends)) if situation else None

    say = words(ctx).text
    title = title_of(ctx, example.entry) if example and situation else ""
    return {
        "say": say,
        "rows": [_row(ctx, turn) for turn in _turns(ctx, played, script or [])] if played else [],
        "end": _end(ctx, played) if played else Html(""),
        "caption": markdown(ctx, caption) or title or say("bid-script", "caption"),
    }


def _stated(
    ctx: Context,
    script: list[SpokenTurn],
    ends: tuple[str, str] | None,
    hands: dict[str, int],
    talon: list[Card],
    partner: int | None,
) -> Situation | None:
    """The situation that a script states."""
    if not script:
        ctx.problem("nothing is said", SHAPE)
        return None
    # The situation as an entry of an example file.
    entry: dict[str, Any] = {}
    if hands:
        deck = game_of(ctx).deck
        entry["hands"] = {seat: list(deck.shown(mask)) for seat, mask in hands.items()}
    if talon:
        entry["talon"] = [card.id for card in talon]
    if partner is not None:
        entry["partner"] = SEATS[partner]
    if ends:
        who, contract = ends
        entry["expect"] = {"contract": contract, "declarer": "none" if who == _NOBODY else who}
    entry["says"] = []
    for turn in script:
        entry["says"].append({turn.seat: [word.move for word in turn.words]})
    lines: dict[DataPath, int] = {("says", n): turn.line for n, turn in enumerate(script)}
    return stated(ctx, entry, lines)


def _played(ctx: Context, situation: Situation, *, finish: bool) -> Round | None:
    """The round of an auction that holds; None if it does not, or cannot end here."""
    if not situation.holds(ctx):
        return None
    played = playthrough(situation, finish=finish)
    if played is None:
        ctx.problem("does not end here: somebody may not pass yet")
    return played


# turns


@dataclass
class _MadeTurn:
    """What one player says in a turn: each move, with the word of doubling that it used, if any.

    `line` is the line of the chapter; None for moves that no line has.
    """

    seat: int
    line: SpokenTurn | None
    moves: list[tuple[Move, str | None]] = field(default_factory=list)


def _turns(ctx: Context, played: Round, script: list[SpokenTurn]) -> list[_MadeTurn]:
    """The moves of a round as turns; a wrong word of doubling is reported."""
    turns: list[_MadeTurn] = []
    left = deque((line, word) for line in script for word in line.words)
    for seat, move, level in _spoken_moves(ctx, played):
        # The next word of the chapter is this move, unless the move is a pass that no line has.
        line: SpokenTurn | None = None
        is_due = left and left[0][0].seat == SEATS[seat]
        if is_due and (move.kind != _PASS or left[0][1].move == _PASS):
            line, word = left.popleft()
            _check_level(ctx, line, word, level)

        # A pass after other words of the same turn only closes it.
        last = turns[-1] if turns and turns[-1].seat == seat else None
        if last and move.kind == _PASS and line in (None, last.line):
            continue
        if last is None or line not in (None, last.line):
            last = _MadeTurn(seat, line)
            turns.append(last)
        last.moves.append((move, level))
    return turns


def _spoken_moves(ctx: Context, played: Round) -> Iterator[tuple[int, Move, str | None]]:
    """Seat and move of everything that was said, with the word of doubling that was used,
    if any.
    """
    game = game_of(ctx)
    levels = game.kontra.levels if game.kontra else ()
    at = played.begun()
    for seat, move in played.history:
        before = at.state
        if at.step != "over":
            at = at.after(move, seat)
        if move.kind not in _SILENT:
            yield seat, move, _level(levels, before, at.state)


def _check_level(ctx: Context, line: SpokenTurn, word: Word, level: str | None) -> None:
    """Report a word of doubling that is not the one due."""
    if word.level and level and word.level != level:
        due, got = prose(ctx).kontra_word(level), prose(ctx).kontra_word(word.level)
        ctx.problem(f"the word due here is {due}, not {got}", line=line.line)


def _row(ctx: Context, turn: _MadeTurn) -> Values:
    """A turn as a row: who speaks, in what words, and the comment of the chapter."""
    line = turn.line
    comma = words(ctx).text("join", "comma")
    text = typeset(ctx, comma.join(_in_words(ctx, turn.moves)))
    named = [card for move, _ in turn.moves for card in (move.card, move.laid) if card]
    comment: Html | str = ""
    if line and line.comment:
        comment = ctx.at(line.line, 1, ctx.block).written(line.comment)
    return {
        "speaker": words(ctx).text("seats", SEATS[turn.seat]),
        "said": with_chips(ctx, text, named),
        "comment": comment,
    }


def _in_words(ctx: Context, moves: list[tuple[Move, str | None]]) -> Iterator[str]:
    """The moves of a turn in words; cards discarded one after the other make one phrase."""
    for kind, run in groupby(moves, key=lambda made: made[0].kind):
        if kind == _DISCARD:
            cards = [move.card.index for move, _ in run if move.card is not None]
            shown = words(ctx).joined(Phrase(prose(ctx).card_short(card)) for card in cards)
            yield words(ctx).text("bid-script", "discards", cards=shown)
        else:
            yield from (prose(ctx).move(move, level) for move, level in run)


def _level(levels: tuple[str, ...], before: State, after: State) -> str | None:
    """The word of doubling that was just said, for all or between the declarer and one opponent."""
    pairs = zip((*before.levels, *before.duels), (*after.levels, *after.duels), strict=True)
    raised = [now for was, now in pairs if now > was]
    return levels[raised[0] - 1] if raised else None


# how it ends


def _end(ctx: Context, played: Round) -> Html:
    """Who plays what with whom, what is announced and doubled, and who speaks next if nobody plays
    yet.
    """
    sentences = []
    if played.contract is not None:
        sentences.append(_contract(ctx, played, played.contract))
    sentences += _items(ctx, played.state)
    if played.step == "auction" and played.turn is not None:
        seat = prose(ctx).seat(played.turn)
        sentences.append(words(ctx).text("bid-script", "open", who=seat))
    return typeset(ctx, " ".join(sentences))


def _contract(ctx: Context, played: Round, contract: Contract) -> str:
    """Who plays the contract, and with whom."""
    say, sentences, state = words(ctx).text, prose(ctx), played.state
    name = sentences.contract(contract.id, "acc")
    if state.declarer < 0:
        return say("bid-script", "everybody", contract=name)
    who = sentences.seat(state.declarer)
    card = game_of(ctx).deck.cards[state.called_card] if state.called_card >= 0 else None
    key = "with_partner" if card else "to_call" if contract.calls else "alone"
    called = sentences.cards(card.bit, "acc") if card else ""
    return say("bid-script", key, who=who, contract=name, card=called)


def _items(ctx: Context, state: State) -> Iterator[str]:
    """What was announced and doubled, item by item."""
    say, sentences, kontra = words(ctx).text, prose(ctx), game_of(ctx).kontra
    ids = state.plan.bonus_ids
    for item, (announcer, level) in enumerate(zip(state.announcers, state.levels, strict=True)):
        # Item 0 is the game; each bonus has two, one for each side.
        key = GAME if item == 0 else ids[(item - 1) // 2]
        if announcer >= 0:
            who = sentences.seat(announcer)
            yield say("bid-script", "announced", item=sentences.item(key), who=who)
        if level and kontra:
            word = sentences.kontra_word(kontra.levels[level - 1])
            yield say("bid-script", "doubled", item=sentences.item(key, "dat"), word=word)
    for seat, level in enumerate(state.duels):
        if level and kontra:
            word = sentences.kontra_word(kontra.levels[level - 1])
            yield say("bid-script", "duel", who=sentences.seat(seat), word=word)
