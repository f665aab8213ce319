"""The view of one player: the table, the hand, the known sides, the legal moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..engine import Move, Round, View
from ..explain import card_text
from ..model import Card
from ..prose import Prose
from ..prose.phrases import Phrases

_GAP = "   "
_SIDES = ("declarers", "defenders", None)


@dataclass(frozen=True)
class Flow:
    """Short texts in lines, none of them broken; the head stays with the first."""

    head: Text
    parts: Sequence[Text]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """Lines with as many texts as fit."""
        line = self.head
        for number, part in enumerate(self.parts):
            if number and line.cell_len + len(_GAP) + part.cell_len > options.max_width:
                yield line
                line = part
            else:
                line = Text.assemble(line, _GAP if number else "", part)
        yield line


@dataclass(frozen=True)
class PlayerView:
    """The view of one seat as text; it holds nothing that the seat may not know."""

    prose: Prose
    phrases: Phrases
    view: View
    names: Sequence[str] = ()
    """The names of the players by seat, where they have some; of this seat it is not used."""
    written: Callable[[Move], str] = str
    """A move as the reader may type it."""

    def whole(self) -> RenderableType:
        """Table, hand, sides and moves."""
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
        """The talon as far as this seat has seen it, until the first card is played."""
        seen = [packet.mask for packet in self.view.talon if packet is not None]
        if seen and not self.view.played:
            packets = card_text.packets(self.prose, seen)
            yield Text.assemble((f"{self.phrases('talon')}   ", "bold"), packets)

    def _laid(self, trick: Sequence[tuple[int, Card]]) -> list[Text]:
        """The cards of a trick, each behind the name of its seat."""
        return [
            Text.assemble((f"{self._short(seat)} ", "dim"), card_text.card(self.prose, card.index))
            for seat, card in trick
        ]

    def name(self, seat: int) -> str:
        """The name of a seat; this one is marked, the others have that of their player."""
        if seat == self.view.seat:
            return f"{self.prose.seat(seat)}{self.phrases('you')}"
        if not self.names:
            return self.prose.seat(seat)
        return self.phrases("named", name=self.names[seat], seat=self.prose.seat(seat))

    def _short(self, seat: int) -> str:
        """The player at a seat, or the seat alone, at the beginning of a line."""
        if self.names and seat != self.view.seat:
            return self.names[seat]
        return card_text.seat(self.prose, seat)

    def _player(self, seat: int) -> str:
        """The player at a seat, or the seat alone, within a line; this one is marked."""
        return self.names[seat] if self.names and seat != self.view.seat else self.name(seat)

    def hand(self) -> RenderableType:
        """The hand by suit, with the points of each."""
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
                parts.append(f"{phrases(side or 'unknown')}: {', '.join(seats)}")
        yield Text(" · ".join(parts), style="dim")

    def moves(self) -> RenderableType:
        """The legal moves with their numbers: a row for each, but all cards in one flow."""
        head = Text(f"{self.phrases('your_moves')}: ")
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
        """Number, text and meaning of each move; all cuts together in one row without a number."""
        cuts = [move for move in self.view.moves if move.kind == "cut"]
        if cuts:
            meaning = card_text.spoken(self.prose, cuts[-1], self.view)
            yield "", f"{self.written(cuts[0])} … {self.written(cuts[-1])}", meaning
        for number, move in moves:
            if move.kind != "cut":
                shown = "" if cuts else str(number)
                yield shown, self.written(move), card_text.spoken(self.prose, move, self.view)

    def happened(self, seat: int, move: Move, before: View) -> RenderableType:
        """A move that somebody made, on a line; ``before`` is a view just before it."""
        meaning = card_text.spoken(self.prose, move, before)
        return Text(f"{card_text.capital(self.name(seat))}: {meaning}")

    def last_trick(self) -> RenderableType:
        """The last whole trick, and who won it."""
        done = len(self.view.winners)
        if not done:
            return Text(self.phrases("no_last"), style="dim")
        players = len(self.view.sides)
        trick = self.view.played[(done - 1) * players : done * players]
        worth = card_text.points(self.prose, sum(card.bit for _, card in trick))
        points = self.phrases("points", n=worth)
        won = self.phrases("trick_won", seat=self.name(self.view.winners[-1]), points=points)
        head = Text(f"{self.phrases('trick')} {done}   ", style="dim")
        return Group(Text(), Flow(head, self._laid(trick)), Text(f"  {won}", style="bold"))


def position_text(
    at: Round, prose: Prose, phrases: Phrases, speaker: int | None = None
) -> RenderableType:
    """Who is to move, the hand of that player or of the ``speaker``, and the cards on the table, on
    a line each.
    """
    state = at.state
    seat = state.turn if speaker is None else speaker
    lines = []
    if at.history or not state.in_trick:
        lines.append(Text(phrases("to_move", seat=prose.seat(state.turn))))
    if state.hands[seat]:
        hand = card_text.hand_row(prose, state.hands[seat])
        lines.append(Text.assemble((f"{phrases('your_hand')}: ", "dim"), hand))
    if state.in_trick:
        table = card_text.cards(prose, state.played[-state.in_trick :])
        lines.append(Text.assemble((f"{phrases('on_table')}: ", "dim"), table))
    return Text("\n").join(lines)
