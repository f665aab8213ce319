"""Lets a person play in the terminal: shows the view of a seat, reads moves, explains rules."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path as FilePath

import click
from rich.console import Group, RenderableType
from rich.text import Text

from ..console import show
from ..engine import Match, Move, Round
from ..explain import card_text
from ..explain.legality import judge, verdict_text
from ..files import write_file
from ..model import Game, Name
from ..move_parser import MoveParser, ParsedMove, squeezed
from ..paths import Path
from ..players import NAMES, Player, SamplingPlayer, Strength, chosen, seated, simple
from ..problems import nearest, repeated
from ..prose import Prose
from ..prose.accounts import standing
from ..prose.phrases import Phrases
from ..prose.shapes import whole
from ..prose.template import capital
from ..record import write
from .transcript import PlayerView, Transcript, account

_LIKE_BEGINNING = 3
"""The fewest letters by which a word is found from its beginning."""

Terms = Callable[[], Iterable[tuple[tuple[str, ...], str]]]
"""Returns the glossary: the names of each word, first that of the reader's language, and its
meaning as plain text.
"""


@dataclass(frozen=True)
class Entry:
    """An entry: its names, that of the reader's language first, and its text."""

    names: tuple[str, ...]
    sentences: str


@dataclass(frozen=True)
class Lookup:
    """Looks words up in the rules of a game and in a glossary, which is read only when needed."""

    prose: Prose
    phrases: Phrases
    terms: Terms = tuple

    def paragraphs(self, word: str) -> RenderableType:
        """The meanings of a word, a paragraph for each; for an empty word the list of all words."""
        if not squeezed(word):
            named = dict.fromkeys(entry.names[0] for entry in self._of_rules)
            return self._row(self.phrases("what_there_is"), self.phrases.listed(named))
        if found := self._find(word):
            return Group(*map(self._paragraph, found))
        known = {name: entry.names[0] for entry in self._entries for name in entry.names}
        near = nearest(word, known)
        unknown = self.phrases("no_word", text=repeated(word))
        if near is None:
            return unknown
        return self._row(unknown, self.phrases("nearest", move=known[near]))

    def _row(self, *sentences: str) -> str:
        return self.phrases.listed(sentences, "sentences")

    def _paragraph(self, entry: Entry) -> Text:
        name = capital(entry.names[0])
        text = Text(self.phrases("labelled", name=name, text=entry.sentences))
        text.stylize("bold", 0, len(name))
        return text

    def _find(self, word: str) -> list[Entry]:
        """The entries with this name; else the only entry with a name that begins so."""
        typed = squeezed(word)
        found = [entry for entry in self._entries if typed in map(squeezed, entry.names)]
        if found or len(typed) < _LIKE_BEGINNING:
            return found
        begun = [
            entry
            for entry in self._entries
            if any(squeezed(name).startswith(typed) for name in entry.names)
        ]
        return begun if len({squeezed(entry.names[0]) for entry in begun}) == 1 else []

    @cached_property
    def _entries(self) -> tuple[Entry, ...]:
        return *self._of_rules, *(Entry(names, text) for names, text in self.terms())

    @cached_property
    def _of_rules(self) -> tuple[Entry, ...]:
        """The entries for what the rules of the game name, in their order."""
        return tuple(self._named())

    def _named(self) -> Iterator[Entry]:
        game = self.prose.game
        for contract in game.contracts.values():
            yield self._entry(contract.id, contract.name, contract.at)
        for bonus in game.bonuses.values():
            yield self._entry(bonus.id, bonus.name, bonus.at)
        for declaration in game.declarations.values():
            yield self._entry(declaration.id, declaration.name, declaration.at)
        if game.kontra is not None:
            for level in game.kontra.levels:
                name = game.kontra.names[level]
                word = self.prose.kontra_word(level)
                yield self._entry(level, name, game.kontra.at, word)

    def _entry(self, id: str, name: Name, at: Path, word: str = "") -> Entry:
        """The entry for a part of the rules, with the sentences of that part."""
        prose, game = self.prose, self.prose.game
        first = word or name.text(prose.language)
        names = tuple(dict.fromkeys((first, *name.texts.values(), *name.also, id)))
        rules = (prose.setting(path, game.at(path)) for path in whole(game, prose.says, at))
        return Entry(names, self.phrases.listed(rules, "sentences"))


with suppress(ImportError):  # line editing and history for ``input``
    import readline  # noqa: F401

_LONGEST_NUMBER = 9
"""The most digits that are read as the number of a move."""


class PlayerLeft(Exception):
    """Raised where the person leaves the table."""


@dataclass(frozen=True)
class HelpSources:
    """Where a person may look something up."""

    terms: Terms = tuple
    """The glossary."""
    page: FilePath | None = None
    """The page of the book."""
    command: str = ""
    """The command that builds the book."""
    built: Callable[[], FilePath] | None = None
    """Builds the book for a person at a terminal, and returns its page."""


def play(
    game: Game,
    transcript: Transcript,
    options: MatchOptions,
    seat: int,
    help_sources: HelpSources,
    opponents: str = NAMES[0],
) -> None:
    """Play rounds with a person, who sits at ``seat`` in the first one, and print them."""
    phrases = transcript.phrases
    person = Person(
        transcript, MoveParser(transcript.prose), seat, help_sources, opponents=opponents
    )
    last: DealtRound | None = None
    for last in play_rounds(game, options, person.play):
        if last.round.turn is None:
            show(transcript.whole(last.round))
            show(settlement(transcript.prose, phrases, last))
        if (file := write_record(options.record, last)) is not None:
            click.echo(phrases("recorded", file=file))  # never broken into lines
    if last is None:
        return
    if last.round.turn is not None:
        show("", phrases("left"))
    if last.after.rounds > 1:
        show(*scores(phrases, last, person.players(game)))
    show(phrases("seed_told", seed=options.seed))


@dataclass(frozen=True)
class Person:
    """A person at the table. ``first`` is the seat in round 1; in later rounds it moves on."""

    transcript: Transcript
    parser: MoveParser
    first: int
    help_sources: HelpSources = HelpSources()
    names: tuple[str, ...] = ()
    """The names of the players by seat in this round."""
    opponents: str = NAMES[0]
    """The names of the other players, for `zwanz_ssot.players.seated`."""

    @property
    def _prose(self) -> Prose:
        return self.transcript.prose

    @property
    def _phrases(self) -> Phrases:
        return self.transcript.phrases

    def play(self, dealt: DealtRound) -> Round:
        """Play a round with the other players; it is unfinished if the person leaves."""
        return self._named(dealt)._play(dealt)

    def players(self, game: Game) -> list[str]:
        """The names of the players of an evening by number; that of the person is the number."""
        others = iter(self._phrases.names())
        yourself = f"{self._phrases('player', n=self.first + 1)}{self._phrases('you')}"
        numbers = range(game.table.players)
        return [yourself if number == self.first else next(others) for number in numbers]

    def _named(self, dealt: DealtRound) -> Person:
        """The person with the names by seat in this round; players keep their names."""
        first = Match(dealt.match.game)
        seats = range(dealt.match.game.table.players)
        by_player = dict(
            zip(map(first.player_at, seats), self.players(dealt.match.game), strict=True)
        )
        return replace(self, names=tuple(by_player[dealt.match.player_at(seat)] for seat in seats))

    def _play(self, dealt: DealtRound) -> Round:
        seat = self.seat(dealt)
        show("", self.transcript.heading(dealt.number, dealt.round, dealt.seed))
        show(self._phrases("you_are", seat=self._prose.seat(seat)))
        others = (each for each in range(len(self.names)) if each != seat)
        named = (self._name(each) for each in others)
        show(self._phrases("table", players=self._phrases.listed(named)))
        current = dealt.round
        at_table = by_seat(dealt, self.opponents)
        with suppress(PlayerLeft):
            if dealt.match.rounds:
                self._read(self._phrases("go_on"))
            while current.turn is not None:
                mover = int(current.turn)
                if mover == seat:
                    move = self._ask(current, seat)
                elif (word := self._interruption(current, seat)) is not None:
                    mover, move = seat, word
                else:
                    move = chosen(at_table[mover], current)
                current = self._make(current, mover, move, seat)
        return current

    def _name(self, seat: int, case: str = "") -> str:
        """The name of another player, with the seat; without names the seat in this ``case``."""
        if not self.names:
            return self._prose.seat(seat, case)
        return self._phrases("noted", text=self.names[seat], note=self._prose.seat(seat))

    def seat(self, dealt: DealtRound) -> int:
        """The seat of the person in this round."""
        players = range(dealt.match.game.table.players)
        player = Match(dealt.match.game).player_at(self.first)
        return next(seat for seat in players if dealt.match.player_at(seat) == player)

    def _make(self, current: Round, mover: int, move: Move, seat: int) -> Round:
        """Make a move, and print what the person hears of it. Returns the round after it."""
        after = current.after(move, mover)
        before = current.view(seat)
        if move.kind == "pass" and current.state.spoke:
            return after  # the pass only closes a turn
        if move.kind != "play":
            heard = after.view(seat).said[-1][1]
            show(self._view(current, seat).happened(mover, heard, before))
        elif len(after.state.winners) > len(before.winners):
            show(self._view(after, seat).last_trick())
        return after

    def _ask(self, current: Round, seat: int) -> Move:
        """Ask the person for a move until it is legal."""
        moves = current.moves()
        if len(moves) == 1 and (moves[0].kind != "play" or len(current.hands[seat]) == 1):
            return moves[0]  # there is no choice
        view = self._view(current, seat)
        show(view.whole())
        while True:
            typed = self._read(f"{self._phrases('choose')}> ")
            move = self._answer(typed, current, view, seat) if typed else None
            if move is not None:
                return move

    def _interruption(self, current: Round, seat: int) -> Move | None:
        """Ask what the person says out of turn; None for nothing, or if nothing can be said."""
        if not current.moves(seat):
            return None
        assert current.turn is not None
        view = self._view(current, seat)
        turn = self._phrases("to_move", seat=self._name(int(current.turn), "nom"))
        show("", turn, view.moves(), self._phrases("say_nothing"))
        while True:
            typed = self._read(f"{self._phrases('choose')}> ")
            if not typed:
                return None
            if (move := self._answer(typed, current, view, seat)) is not None:
                return move

    def _read(self, prompt: str) -> str:
        """Read a line. Raises `PlayerLeft` at the end of the input, and for quit."""
        try:
            typed = input(prompt).strip()
        except EOFError:
            raise PlayerLeft from None
        if self._is_command(typed, "quit"):
            raise PlayerLeft
        return typed

    def _is_command(self, word: str, key: str) -> bool:
        return word.casefold() in self._phrases.commands(key)

    def _answer(self, typed: str, current: Round, view: PlayerView, seat: int) -> Move | None:
        """The legal move that was typed; None where this printed an answer instead."""
        word, _, rest = typed.partition(" ")
        if self._is_command(word, "help"):
            show(self._phrases("help"), "", view.moves())
        elif self._is_command(typed, "said"):
            show(*self.transcript.words_spoken(current))
        elif self._is_command(typed, "last"):
            show(view.last_trick())
        elif self._is_command(typed, "hand"):
            show(view.whole())
        elif self._is_command(word, "what"):
            show(self._lookup.paragraphs(rest))
        elif self._is_command(typed, "hint"):
            show(self._hint(current, seat))
        elif self._is_command(typed, "rules"):
            self._show_book()
        elif self._is_command(word, "why") and rest:
            move = self._numbered(rest, current, seat)
            parsed = ParsedMove(move) if move else self.parser.parse(rest, current, seat)
            self._explain(parsed, rest, current, seat)
        else:
            return self._move(typed, current, seat)
        return None

    @cached_property
    def _lookup(self) -> Lookup:
        return Lookup(self._prose, self._phrases, self.help_sources.terms)

    def _hint(self, current: Round, seat: int) -> str:
        """The move of a sampling player with its expected score, or that of the simple player where
        nothing can be weighed. There is no hint for words out of turn.

        A quiet move goes before another whose score is higher by what may be chance.
        """
        if current.turn is None or int(current.turn) != seat:
            return self._phrases("hinted_nothing")
        view = current.view(seat)
        weighed = SamplingPlayer(HINT, compiled=False).weigh(view) if len(view.moves) > 1 else ()
        best = weighed[0].move if weighed else simple.choose(current.game, view)
        meaning = card_text.spoken(self._prose, best, view)
        hints = [self._phrases("hinted", move=self._written(best), meaning=meaning)]
        if not weighed:
            return hints[0]
        shown = [round(each.points, 1) or 0.0 for each in weighed[:2]]
        points = [self._phrases.number(f"{each:+.1f}") for each in shown]
        hints.append(self._phrases("hinted_points", points=points[0]))
        if len(weighed) > 1:
            key = "hinted_unsure" if shown[1] > shown[0] else "hinted_next"
            other = self._written(weighed[1].move)
            hints.append(self._phrases(key, move=other, points=points[1]))
        return self._phrases.listed(hints, "sentences")

    def _show_book(self) -> None:
        """Print where the book is, or how to build it. At a terminal, build it if there is none,
        and open it.
        """
        page, at_terminal = self.help_sources.page, sys.stdin.isatty() and sys.stdout.isatty()
        if page is None or not page.is_file():
            if not at_terminal or self.help_sources.built is None:
                folder = page.parent if page is not None else FilePath()
                command = self.help_sources.command
                click.echo(self._phrases("book_missing", folder=folder, command=command))
                return
            click.echo(self._phrases("book_coming"))
            page = self.help_sources.built()
        click.echo(self._phrases("book_there", file=page))
        if at_terminal:
            click.launch(str(page.resolve()))

    def _written(self, move: Move) -> str:
        """A move in the form that the person may type."""
        return self.parser.forms(move)[0]

    def _offered(self, current: Round, seat: int) -> list[Move]:
        """The legal moves in the order of their numbers."""
        return card_text.in_order(current.game, current.moves(seat))

    def _numbered(self, typed: str, current: Round, seat: int) -> Move | None:
        """The move with this number, if any. In a cut a number counts cards instead."""
        moves = self._offered(current, seat)
        if any(move.kind == "cut" for move in moves):
            return None
        if not typed.isdecimal() or len(typed) > _LONGEST_NUMBER:
            return None
        return moves[int(typed) - 1] if 1 <= int(typed) <= len(moves) else None

    def _move(self, typed: str, current: Round, seat: int) -> Move | None:
        """The legal move for a number or a text; None where this printed why there is none."""
        if (move := self._numbered(typed, current, seat)) is not None:
            return move
        moves = self._offered(current, seat)
        numbered = typed.isdecimal() and not any(move.kind == "cut" for move in moves)
        parsed = self.parser.parse(typed, current, seat)
        if parsed.move is not None and parsed.move in moves:
            return parsed.move
        if numbered and not parsed.several:
            show(self._phrases("no_number", number=repeated(typed), last=len(moves)))
        else:
            self._explain(parsed, typed, current, seat)
        return None

    def _explain(self, parsed: ParsedMove, typed: str, current: Round, seat: int) -> None:
        """Print whether the typed move is legal and why, or that it is no single move."""
        phrases = self._phrases
        if parsed.several:
            show(phrases("several", moves=phrases.listed(map(self._written, parsed.several))))
        elif parsed.move is not None:
            verdict = judge(current, parsed.move, self._prose, phrases, seat)
            written = replace(verdict, move=self._written(parsed.move))
            show(verdict_text(written, self._prose, phrases))
        else:
            meant = (move for move in current.moves(seat) if str(move) == parsed.near)
            near = next(map(self._written, meant), "")
            hint = phrases("nearest", move=near) if near else phrases("ask_help")
            unknown = phrases("not_understood", text=repeated(typed))
            show(phrases.listed((unknown, hint), "sentences"))

    def _view(self, current: Round, seat: int) -> PlayerView:
        view = current.view(seat)
        return PlayerView(self._prose, self._phrases, view, self.names, self._written)


HINT = Strength(compiled=20, plain=20)
"""The strength of the player that gives hints. Without numba, whose first call takes a minute, a
hint takes a few tenths of a second.
"""
MOST_THROWN_IN = 1000
"""A match ends after this many thrown-in deals in a row, as some rules throw in every hand."""


@dataclass(frozen=True)
class MatchOptions:
    """The first seed, the most rounds, the score that ends the match, the file of the record."""

    seed: int
    rounds: int
    target: int | None
    record: FilePath | None


@dataclass(frozen=True)
class DealtRound:
    """A round of a match: the match before it, its seed, and the round as far as played."""

    match: Match
    seed: int
    round: Round

    @property
    def after(self) -> Match:
        """The match after the round; that before it if the round is unfinished."""
        return self.match if self.round.turn is not None else self.match.after(self.round)

    @property
    def number(self) -> int:
        """The number of the round in the match, from 1."""
        return self.match.rounds + 1


def recorded_match(rounds: Iterable[Round]) -> Iterator[DealtRound]:
    """Recorded rounds as the rounds of one match, in this order. Their seeds are not known, and 0.

    Raises `WrongCall` for a round with other rules than the first one.
    """
    match = None
    for played in rounds:
        dealt = DealtRound(match or Match(played.game), 0, played)
        match = dealt.after
        yield dealt


def by_seat(dealt: DealtRound, names: str) -> list[Player]:
    """The players of a round by seat; ``names`` are in the order of the first round."""
    match = dealt.match
    players = seated(names, match.game.table.players, seed=dealt.seed)
    first = Match(match.game)
    of = {first.player_at(seat): player for seat, player in enumerate(players)}
    return [of[match.player_at(seat)] for seat in range(len(players))]


def play_rounds(
    game: Game, options: MatchOptions, play: Callable[[DealtRound], Round]
) -> Iterator[DealtRound]:
    """Play rounds with ``play`` until the match ends; an unfinished round is the last one."""
    match = Match(game, target=options.target)
    seed, thrown_in = options.seed, 0
    while match.rounds < options.rounds and not match.over and thrown_in < MOST_THROWN_IN:
        dealt = DealtRound(match, seed, match.deal(seed))
        dealt = replace(dealt, round=play(dealt))
        yield dealt
        if dealt.round.turn is not None:
            return
        match = dealt.after
        seed += 1
        thrown_in = thrown_in + 1 if dealt.round.thrown_in is not None else 0


def scores_by_player(match: Match) -> list[int]:
    """The scores by player, first the forehand of the first round."""
    return by_player(match, match.scores)


def by_player(match: Match, numbers: Sequence[int]) -> list[int]:
    """Numbers in the order of the players, first the forehand of the first round."""
    first = Match(match.game)
    return [numbers[first.player_at(seat)] for seat in range(match.game.table.players)]


def settlement(prose: Prose, phrases: Phrases, dealt: DealtRound) -> RenderableType:
    """The settlement of a round that is over, from the second round on with the totals so far. It
    is a sentence where the round was thrown in, or where the rules are silent.
    """
    if silent := dealt.round.silent():
        return card_text.silence(prose, phrases, silent.path)
    ledger = dealt.round.ledger()
    if ledger is None:
        return phrases("thrown_in_again")
    totals = None
    if dealt.match.rounds:
        seats = range(dealt.match.game.table.players)
        totals = [dealt.after.scores[dealt.match.player_at(seat)] for seat in seats]
    return account(prose, phrases, dealt.round, ledger, totals)


def scores(phrases: Phrases, last: DealtRound, names: Sequence[str] = ()) -> list[str]:
    """The scores of a match after its last round, and why it ended.

    ``names`` are those of the players, in the order of the seats in the first round.
    """
    after = last.after
    own = scores_by_player(after)
    called = [names[n] if names else phrases("player", n=n + 1) for n in range(len(own))]
    players = [
        phrases("labelled", name=name, text=standing(after.game, score))
        for name, score in zip(called, own, strict=True)
    ]
    lines = [phrases("labelled", name=phrases("scores"), text=phrases.listed(players))]
    if after.over:
        reached = after.target is not None and max(after.scores) >= after.target
        lines.append(phrases("target", n=after.target) if reached else phrases("match_over"))
        marks, rules = by_player(after, after.loss_marks), after.game.match.loss_marks
        if rules is not None and any(marks):
            losers = [
                phrases("labelled", name=name, text=n)
                for name, n in zip(called, marks, strict=True)
                if n
            ]
            name = rules.name.text(phrases.language)
            lines.append(phrases("labelled", name=name, text=phrases.listed(losers)))
    elif last.round.thrown_in is not None:
        lines.append(phrases("never_dealt", n=MOST_THROWN_IN))
    return lines


def write_record(file: FilePath | None, dealt: DealtRound) -> FilePath | None:
    """Write the record of a round to ``file``; from the second round on beside it, with its number.

    Returns the path of the file; None for a round that was thrown in, and without a ``file``.
    """
    if file is None or dealt.round.thrown_in is not None:
        return None
    number = dealt.number
    path = file if number == 1 else file.with_name(f"{file.stem}-{number}{file.suffix}")
    write_file(path, [write(dealt.round, dealt.seed, path.parent).encode()])
    return path


def later_records(first: FilePath, rounds: int) -> list[FilePath]:
    """The files that exist where `write_record` would write the rounds 2 to ``rounds``."""
    numbered = _numbered(first)
    found = ((file, numbered.fullmatch(file.name)) for file in first.absolute().parent.iterdir())
    at = [(file, int(match[1])) for file, match in found if match is not None]
    return [first.with_name(file.name) for file, number in at if 2 <= number <= rounds]


def _numbered(first: FilePath) -> re.Pattern[str]:
    """The names of the records of a match whose first record this is, with their numbers."""
    return re.compile(rf"{re.escape(first.stem)}-(\d+){re.escape(first.suffix)}")


def in_order(files: Sequence[FilePath]) -> list[FilePath]:
    """Sort the records of one match by the numbers that `write_record` gives them. Where one of the
    files is of another match, keep their order.

    >>> [str(file) for file in in_order([*map(FilePath, ("a-10.yaml", "a-2.yaml", "a.yaml"))])]
    ['a.yaml', 'a-2.yaml', 'a-10.yaml']
    """
    first = min(files, key=lambda file: len(file.name))
    numbered = _numbered(first)
    numbers = {file: numbered.fullmatch(file.name) for file in files if file.name != first.name}
    if not all(numbers.values()) or len({file.parent for file in files}) > 1:
        return list(files)
    return sorted(files, key=lambda file: int(found[1]) if (found := numbers.get(file)) else 1)
