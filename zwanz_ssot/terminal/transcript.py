"""A round as text: the view of one player, or the whole round with hands, auction, tricks and
settlement. The settlement also as data for programs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..engine import Move, Round, View
from ..explain import card_text
from ..explain.legality import place
from ..model import SEATS, SIDES, Card, Game, Ledger, Path, rule_at, seats_in
from ..positions import steps
from ..problems import repeated
from ..prose import Prose
from ..prose.accounts import signed, standing
from ..prose.phrases import Phrases
from ..prose.template import capital
from ..record import record

_SEAT_WIDTH = 8
"""Columns on the terminal for the amounts of a seat."""
_GAP = 2
"""Columns between cells, and before a reason."""


def account(
    prose: Prose,
    phrases: Phrases,
    played: Round,
    ledger: Ledger,
    totals: Sequence[int] | None = None,
) -> RenderableType:
    """A settlement: its lines with their reasons, the scores, and the totals by seat, if given."""
    game = prose.game
    parts: list[RenderableType] = [Text(f"\n{phrases('account')}", style="bold cyan")]
    if ledger.lines:
        names = [card_text.seat(prose, seat) for seat in range(len(ledger.scores))]
        heads = [Text(_narrow(name), style="dim", justify="right") for name in names]
        parts.append(_row(Text(), "", heads))
    else:
        parts.append(Text(phrases("no_lines"), style="dim"))

    # Each line of the ledger, with its reason below it, and the case of payments that applied.
    rows = prose.ledger(ledger, seats_in(played.state.declarers))
    for row, line in zip(rows, ledger.lines, strict=True):
        cells = [_coloured(each) for each in row.each]
        parts.append(_row(Text(row.item, style="bold"), str(row.amount), cells))
        why = row.reason
        if row.factors:
            reckoned = phrases.listed([row.value, row.factors])
            why = phrases.listed([why, reckoned], "semicolon")
        reasons = [why, *([prose.setting(line.case, game.at(line.case))] if line.case else [])]
        parts += [Padding(Text(text, style="dim"), (0, 0, 0, _GAP)) for text in reasons]

    # Rules that exclude an item or a double from the settlement.
    parts += _replaced(prose, phrases, ledger)
    for rule in ledger.void:
        sentence = prose.setting(rule, game.at(rule))
        parts.append(Text(phrases("void", sentence=sentence), style="dim"))

    # The sums of the round, of what is paid if that differs, and of all rounds so far.
    sums = {"sum": [signed(each) for each in ledger.scores]}
    if ledger.paid and ledger.paid != ledger.scores:
        sums["paid"] = [signed(each) for each in ledger.paid]
    if totals is not None:
        sums["total"] = [standing(game, each) for each in totals]
    for key, amounts in sums.items():
        cells = [_coloured(each) for each in amounts]
        parts.append(_row(Text(phrases(key), style="bold"), "", cells))
    return Group(*parts)


def _replaced(prose: Prose, phrases: Phrases, ledger: Ledger) -> Iterator[RenderableType]:
    """The items that are not settled, with the rule that excludes each."""
    by_rule: dict[Path, list[str]] = {}
    for item, rule in ledger.replaced:
        by_rule.setdefault(rule, []).append(prose.item(item))
    for rule, items in by_rule.items():
        sentence = prose.setting(rule, prose.game.at(rule))
        names = phrases.listed(dict.fromkeys(items))
        yield Text(phrases("replaced", items=names, sentence=sentence), style="dim")


def _row(item: Text, amount: str, cells: Sequence[Text]) -> RenderableType:
    """A line as a table of its own, so that the reason below it can take the whole width."""
    table = Table(box=None, show_header=False, pad_edge=False, expand=True, padding=(0, _GAP, 0, 0))
    table.add_column(ratio=1)
    table.add_column(width=4, justify="right")
    for _ in cells:
        table.add_column(width=_SEAT_WIDTH, justify="right", vertical="bottom")
    table.add_row(item, amount, *cells)
    return table


def _narrow(name: str) -> str:
    """A name that fits a column: a long word is broken into equal parts."""
    words = []
    for word in name.split():
        parts = -(-cell_len(word) // _SEAT_WIDTH)
        size = -(-len(word) // parts)
        words.append("\n".join(word[at : at + size] for at in range(0, len(word), size)))
    return " ".join(words)


def _coloured(amount: str) -> Text:
    style = "green" if amount.startswith("+") else "red" if amount != "0" else "dim"
    return Text(amount, style=style)


_LETTERS_TOGETHER = 8
"""The fewest letters of a name that stay together in a narrow table."""


@dataclass(frozen=True)
class Transcript:
    """Writes rounds as text in the language of ``prose``."""

    prose: Prose
    phrases: Phrases

    def heading(self, number: int, played: Round, seed: int | None) -> RenderableType:
        """The first line of a round."""
        game = played.game
        name = game.game_name.text(self.prose.language)
        parts = [self.phrases("round", n=number, game=name, variant=game.variant)]
        if seed is not None:
            parts.append(self.phrases("seeded", seed=seed))
        if played.stakes > 1:
            parts.append(self.phrases("stakes", n=played.stakes))
        return Text(" · ".join(parts), style="bold")

    def players(self, names: Mapping[str, str]) -> Iterator[RenderableType]:
        """A line for each player with a name."""
        for seat, name in names.items():
            where = card_text.seat(self.prose, SEATS.index(seat))
            yield Text(self.phrases("labelled", name=where, text=repeated(name)))

    def whole(self, played: Round) -> RenderableType:
        """The whole round up to the settlement."""
        parts: list[RenderableType] = [self._title("hands"), self.hands(played)]
        parts += [self._title("said"), *self.words_spoken(played)]
        if played.state.winners or played.state.in_trick:
            parts += [self._title("played"), self.tricks(played), *self.sides(played)]
        if played.thrown_in is not None:
            parts += [Text(), self.thrown_in(played)]
        elif played.turn is not None:
            seat = self.prose.seat(played.turn, "nom")
            parts += [Text(), Text(self.phrases("unfinished", seat=seat))]
        return Group(*parts)

    def _title(self, key: str) -> Text:
        return Text(f"\n{self.phrases(key)}", style="bold cyan")

    def hands(self, played: Round) -> RenderableType:
        """The hands as they were dealt, each with its points, and the talon."""
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(no_wrap=True)
        table.add_column()
        table.add_column(justify="right", style="dim", no_wrap=True)
        for seat, hand in enumerate(played.state.dealt):
            points = self.phrases("points", n=card_text.points(self.prose, hand))
            cards = card_text.hand_row(self.prose, hand)
            table.add_row(card_text.seat(self.prose, seat), cards, points)
        if played.state.talon:
            packets = card_text.packets(self.prose, played.state.talon)
            table.add_row(self.phrases("talon"), packets)
        return table

    def words_spoken(self, played: Round) -> Iterator[RenderableType]:
        """All words of the round, a line for each turn."""
        keepers = sum(move.kind == "keep" for _, move in played.history)
        everybody_kept = keepers == played.game.table.players
        silent = True
        for seat, words in self._turns(played, skip="keep" if everybody_kept else ""):
            silent = False
            name, said = card_text.seat(self.prose, seat), self.phrases.listed(words)
            yield Text(self.phrases("labelled", name=name, text=said))
        if silent:
            yield Text(self.phrases("nothing_said"), style="dim")

    def _turns(self, played: Round, skip: str) -> Iterator[tuple[int, list[str]]]:
        """Each turn with its words. A pass that only closes a turn of several words is left out; it
        closes none that began in another step, as with the cut.
        """
        speaker, words, step = -1, list[str](), ""
        for seat, move, before in steps(played):
            if move.kind in (skip, "play"):
                continue
            if seat != speaker:
                if words:
                    yield speaker, words
                speaker, words = seat, []
            if move.kind != "pass" or not words or step != before.step:
                words.append(card_text.spoken(self.prose, move, before))
            step = before.step
        if words:
            yield speaker, words

    def tricks(self, played: Round) -> RenderableType:
        """The tricks as a table with a column for each seat; the winning card is bold."""
        state, players = played.state, played.game.table.players
        table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1, 0, 0))
        seats = [card_text.seat(self.prose, seat) for seat in range(players)]
        longest = max(cell_len(word) for name in seats for word in name.split())
        width = min(_LETTERS_TOGETHER, longest)
        table.add_column(self.phrases("trick"), justify="right")
        for name in seats:
            table.add_column(name, min_width=width, overflow="fold")
        table.add_column(self.phrases("winner"), min_width=width, overflow="fold")
        worth = self.phrases("worth")
        table.add_column(worth, justify="right", no_wrap=True, min_width=cell_len(worth))

        plays = [
            (seat, move.card)
            for seat, move in played.history
            if move.kind == "play" and move.card is not None
        ]
        for number, first in enumerate(range(0, len(plays), players)):
            trick = plays[first : first + players]
            best = state.winning_cards[number] if number < len(state.winning_cards) else -1
            won, points = "", ""
            if best >= 0:
                won = card_text.seat(self.prose, state.winners[number])
                points = str(card_text.points(self.prose, sum(card.bit for _, card in trick)))
            table.add_row(str(number + 1), *self._cells(trick, best, players), won, points)
        return table

    def _cells(self, trick: Sequence[tuple[int, Card]], best: int, players: int) -> list[Text]:
        """The cards of a trick by seat: the one led underlined with a dot, the winning one bold."""
        cells: list[Text] = [Text("")] * players
        for nth, (seat, card) in enumerate(trick):
            style = " ".join(["underline"] * (nth == 0) + ["bold"] * (card.index == best))
            cells[seat] = card_text.card(self.prose, card.index, style)
            if nth == 0:
                cells[seat] = Text.assemble(cells[seat], (" •", "dim"))
        return cells

    def sides(self, played: Round) -> Iterator[RenderableType]:
        """Card points and tricks of each side, or of each seat where there are no sides; for a
        round that is over.
        """
        if played.turn is not None:
            return
        state = played.state
        yield Text()
        for name, seats in self._sides(played):
            tricks = self.phrases("tricks", n=state.won(seats))
            points = self.prose.points(state.points(seats))
            yield Text(self.phrases("side_points", side=name, n=points, tricks=tricks))

    def _sides(self, played: Round) -> Iterator[tuple[str, int]]:
        """The name of each side and its seats as a mask."""
        state = played.state
        if not state.declarers:
            for seat in range(state.players):
                yield card_text.seat(self.prose, seat), 1 << seat
            return
        everybody = (1 << state.players) - 1
        defenders = everybody & ~state.declarers
        for key, seats in zip(SIDES, (state.declarers, defenders), strict=True):
            named = self.phrases.listed(map(self.prose.seat, seats_in(seats)))
            yield self.phrases("noted", text=self.phrases(key), note=named), seats

    def thrown_in(self, played: Round) -> RenderableType:
        """Why a round was thrown in."""
        return Text(self.phrases("thrown_in", reason=self.prose.thrown_in(str(played.thrown_in))))


# Rounds and settlements as data


def round_data(played: Round, seed: int | None = None) -> dict[str, Any]:
    """A round that is over, as data: its record, why it was thrown in, its settlement."""
    ledger = None if played.silent() else played.ledger()
    return {
        **record(played, seed),
        "thrown_in": played.thrown_in,
        "ledger": ledger_data(played.game, ledger) if ledger else None,
    }


def ledger_data(game: Game, ledger: Ledger) -> dict[str, Any]:
    """A settlement as in `Ledger.as_dict`, but each rule with its file and line, and card points as
    whole ones.
    """
    data = replace(ledger, game=game).as_dict()
    data["void"] = [place(game, rule) for rule in ledger.void]
    lines = data["lines"]
    for each in (*lines, *data["replaced"], *(each for line in lines for each in line["factors"])):
        for key in ("rule", "item_rule"):
            if key in each:
                each[key] = place(game, rule_at(game, each[key]))
    for line in lines:
        measured = line["measured"]
        for name in ("points", "others", "needed") if "points" in measured else ():
            if name in measured:
                measured[name] = _points(game, measured[name])
    return data


def _points(game: Game, parts: int) -> int | dict[str, int]:
    whole, rest = divmod(parts, game.unit)
    return whole if game.unit == 1 else {"whole": whole, "parts": rest, "of": game.unit}


# -------------------------------------------------------------------------- the view of one player

_BETWEEN = "   "
_SIDES = (*SIDES, None)


@dataclass(frozen=True)
class Flow:
    """Short texts that flow in lines without being broken; the head stays with the first."""

    head: Text
    parts: Sequence[Text]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """Lines with as many texts as fit."""
        line = self.head
        for number, part in enumerate(self.parts):
            if number and line.cell_len + len(_BETWEEN) + part.cell_len > options.max_width:
                yield line
                line = part
            else:
                line = Text.assemble(line, _BETWEEN if number else "", part)
        yield line


@dataclass(frozen=True)
class PlayerView:
    """The view of one seat as text, with nothing that the seat may not know."""

    prose: Prose
    phrases: Phrases
    view: View
    names: Sequence[str] = ()
    """The names of the players by seat, if any; that of this seat is not used."""
    written: Callable[[Move], str] = str
    """Returns a move in the form that the reader may type."""

    def whole(self) -> RenderableType:
        """The table, the hand, the sides and the legal moves."""
        parts = [*self._on_table(), *self._talon(), self.hand(), *self.sides(), self.moves()]
        return Group(Text(), *parts)

    def _on_table(self) -> Iterator[RenderableType]:
        if self.view.step != "play":
            return
        number = len(self.view.winners) + 1
        head = Text(f"{self.phrases('trick')} {number}   ", style="bold")
        if not self.view.trick:
            yield head.append(self.phrases("you_lead"), style="not bold")
            return
        yield Flow(head, self._laid(self.view.trick))

    def _talon(self) -> Iterator[RenderableType]:
        """The packets of the talon that this seat has seen, until the first card is played."""
        seen = [packet.mask for packet in self.view.talon if packet is not None]
        if seen and not self.view.played:
            packets = card_text.packets(self.prose, seen)
            yield Text.assemble((f"{self.phrases('talon')}   ", "bold"), packets)

    def _laid(self, trick: Sequence[tuple[int, Card]]) -> list[Text]:
        """The cards of a trick, each after the name of its seat."""
        return [
            Text.assemble((f"{self._short(seat)} ", "dim"), card_text.card(self.prose, card.index))
            for seat, card in trick
        ]

    def name(self, seat: int, case: str = "") -> str:
        """The name of a seat: marked for this one, with the player for another one. ``case`` is
        that of a seat without a player's name.
        """
        if seat == self.view.seat:
            return f"{self.prose.seat(seat, case)}{self.phrases('you')}"
        if not self.names:
            return self.prose.seat(seat, case)
        return self.phrases("noted", text=self.names[seat], note=self.prose.seat(seat))

    def _short(self, seat: int) -> str:
        """The name of a player, or of the seat, at the beginning of a line."""
        if self.names and seat != self.view.seat:
            return self.names[seat]
        return card_text.seat(self.prose, seat)

    def _player(self, seat: int) -> str:
        """The name of a player, or of the seat, within a line; that of this seat is marked."""
        return self.names[seat] if self.names and seat != self.view.seat else self.name(seat)

    def hand(self) -> RenderableType:
        """The hand by suit, with the card points of each."""
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(no_wrap=True)
        table.add_column()
        table.add_column(justify="right", style="dim", no_wrap=True)
        for suit, cards, worth in card_text.hand_lines(self.prose, self.view.hand.mask):
            table.add_row(suit, cards, self.phrases("points", n=worth))
        return table

    def sides(self) -> Iterator[RenderableType]:
        """Who plays with whom, as far as this seat knows."""
        view, phrases = self.view, self.phrases
        if view.contract is None:
            return
        if not self.prose.game.contracts[view.contract].declarers:
            yield Text(phrases("alone"), style="dim")
            return
        parts = []
        for side in _SIDES:
            seats = [self._player(seat) for seat, each in enumerate(view.sides) if each == side]
            if seats:
                named = phrases.listed(seats)
                parts.append(phrases("labelled", name=phrases(side or "unknown"), text=named))
        yield Text(" · ".join(parts), style="dim")

    def moves(self) -> RenderableType:
        """The legal moves with their numbers: a row for each word, all cards in lines together."""
        head = Text(self.phrases("labelled", name=self.phrases("your_moves"), text=""))
        moves = list(enumerate(card_text.in_order(self.prose.game, self.view.moves), 1))
        cards = [
            Text.assemble(
                (f"{number} ", "dim"), card_text.card(self.prose, move.card.index, "bold")
            )
            for number, move in moves
            if move.kind == "play" and move.card is not None
        ]
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(style="dim", justify="right")
        table.add_column(style="bold", overflow="fold")
        table.add_column(overflow="fold")
        for row in self._rows((number, move) for number, move in moves if move.kind != "play"):
            table.add_row(*row)
        if not cards:
            return Group(head, table)
        if not table.row_count:
            return Flow(head, cards)
        return Group(head, table, Flow(Text(), cards))

    def _rows(self, moves: Iterable[tuple[int, Move]]) -> Iterator[tuple[str, str, str]]:
        """Number, text and meaning of each move; all cuts are one row without a number."""
        cuts = [move for move in self.view.moves if move.kind == "cut"]
        if cuts:
            meaning = card_text.spoken(self.prose, cuts[-1], self.view)
            yield "", f"{self.written(cuts[0])} … {self.written(cuts[-1])}", meaning
        for number, move in moves:
            if move.kind != "cut":
                shown = "" if cuts else str(number)
                yield shown, self.written(move), card_text.spoken(self.prose, move, self.view)

    def happened(self, seat: int, move: Move, before: View) -> RenderableType:
        """A move of a seat, on a line; ``before`` is a view just before it."""
        meaning = card_text.spoken(self.prose, move, before)
        name = capital(self.name(seat))
        return Text(self.phrases("labelled", name=name, text=meaning))

    def last_trick(self) -> RenderableType:
        """The last complete trick, and who won it."""
        done = len(self.view.winners)
        if not done:
            return Text(self.phrases("no_last"), style="dim")
        players = len(self.view.sides)
        trick = self.view.played[(done - 1) * players : done * players]
        worth = card_text.points(self.prose, sum(card.bit for _, card in trick))
        points = self.phrases("points", n=worth)
        won = self.phrases("trick_won", seat=self.name(self.view.winners[-1], "dat"), points=points)
        head = Text(f"{self.phrases('trick')} {done}   ", style="dim")
        return Group(Text(), Flow(head, self._laid(trick)), Text(f"  {won}", style="bold"))


def position_text(
    at: Round, prose: Prose, phrases: Phrases, speaker: int | None = None
) -> RenderableType:
    """The seat to move, its hand or that of the ``speaker``, and the cards on the table, on a line
    each.
    """

    def label(key: str) -> str:
        return phrases("labelled", name=phrases(key), text="")

    state = at.state
    seat = state.turn if speaker is None else speaker
    lines = []
    if at.history or not state.in_trick:
        lines.append(Text(phrases("to_move", seat=prose.seat(state.turn, "nom"))))
    if state.hands[seat]:
        hand = card_text.hand_row(prose, state.hands[seat])
        lines.append(Text.assemble((label("your_hand"), "dim"), hand))
    if state.in_trick:
        table = card_text.cards(prose, state.played[-state.in_trick :])
        lines.append(Text.assemble((label("on_table"), "dim"), table))
    return Text("\n").join(lines)
