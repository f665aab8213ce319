"""What a person sees in turn: the table, the own hand, who plays with whom, what may be done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..engine import Move, Round, View
from ..explain import card_text
from ..model import Card
from .transcript import Transcript

_GAP = "   "
_SIDES = ("declarers", "defenders", None)


@dataclass(frozen=True)
class Flow:
    """Short texts one after the other, none of them broken, after a head that belongs to the first."""

    head: Text
    parts: Sequence[Text]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """As many on a line as there is room for."""
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
    """What one seat sees of a round; nothing that it may not know."""

    teller: Transcript
    view: View

    def whole(self) -> RenderableType:
        """Table, hand, sides and moves."""
        parts = [*self._on_table(), *self._talon(), self.hand(), *self.sides(), self.moves()]
        return Group(Text(), *parts)

    def _on_table(self) -> Iterator[RenderableType]:
        if self.view.step != "play":
            return
        number = len(self.view.winners) + 1
        head = Text(f"{self.teller.phrases('trick')} {number}   ", style="bold")
        if not self.view.trick:
            yield head.append(self.teller.phrases("you_lead"), style="not bold")
            return
        yield Flow(head, self._laid(self.view.trick))

    def _talon(self) -> Iterator[RenderableType]:
        """The talon as far as this seat has seen it, until the first card is played."""
        seen = [packet.mask for packet in self.view.talon if packet is not None]
        if seen and not self.view.played:
            packets = card_text.packets(self.teller.prose, seen)
            yield Text.assemble((f"{self.teller.phrases('talon')}   ", "bold"), packets)

    def _laid(self, trick: Sequence[tuple[int, Card]]) -> list[Text]:
        prose = self.teller.prose
        return [
            Text.assemble(
                (f"{card_text.seat(prose, seat)} ", "dim"), card_text.card(prose, card.index)
            )
            for seat, card in trick
        ]

    def name(self, seat: int) -> str:
        """A seat; the own one is marked."""
        return f"{self.teller.prose.seat(seat)}{self.teller.phrases('you') if seat == self.view.seat else ''}"

    def hand(self) -> RenderableType:
        """The own hand by suit, with the points of each."""
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(no_wrap=True)
        table.add_column()
        table.add_column(justify="right", style="dim", no_wrap=True)
        for suit, cards, worth in card_text.hand_lines(self.teller.prose, self.view.hand.mask):
            table.add_row(suit, cards, self.teller.phrases("points", n=worth))
        return table

    def sides(self) -> Iterator[RenderableType]:
        """Who is known to play with whom, as far as this seat knows."""
        view, phrases = self.view, self.teller.phrases
        if view.contract is None:
            return
        if not self.teller.prose.game.contracts[view.contract].declarers:
            yield Text(phrases("alone"), style="dim")
            return
        parts = []
        for side in _SIDES:
            seats = [self.name(seat) for seat, each in enumerate(view.sides) if each == side]
            if seats:
                parts.append(f"{phrases(side or 'unknown')}: {', '.join(seats)}")
        yield Text(" · ".join(parts), style="dim")

    def moves(self) -> RenderableType:
        """The legal moves with their numbers: cards on one line, other moves one below the other."""
        prose = self.teller.prose
        head = Text(f"{self.teller.phrases('your_moves')}: ")
        moves = list(enumerate(card_text.in_order(prose.game, self.view.moves), 1))
        cards = [
            Text.assemble((f"{number} ", "dim"), card_text.card(prose, move.card.index, "bold"))
            for number, move in moves
            if move.kind == "play" and move.card is not None
        ]
        table = Table(box=None, show_header=False, pad_edge=False)
        for column in ("dim", "bold", ""):
            table.add_column(style=column, justify="right" if column == "dim" else "left")
        for row in self._rows((number, move) for number, move in moves if move.kind != "play"):
            table.add_row(*row)
        if not cards:
            return Group(head, table)
        return Group(head, table, Flow(Text(), cards)) if table.row_count else Flow(head, cards)

    def _rows(self, moves: Iterable[tuple[int, Move]]) -> Iterator[tuple[str, str, str]]:
        """Number, text and meaning of each move; many that differ in a number only make one row."""
        cuts = [move for move in self.view.moves if move.kind == "cut"]
        if cuts:
            yield (
                "",
                f"{cuts[0]} … {cuts[-1]}",
                card_text.spoken(self.teller.prose, cuts[-1], self.view),
            )
        for number, move in moves:
            if move.kind != "cut":
                shown = "" if cuts else str(number)
                yield shown, str(move), card_text.spoken(self.teller.prose, move, self.view)

    def happened(self, seat: int, move: Move, before: View) -> RenderableType:
        """What somebody said or did, on a line."""
        return Text(
            f"{card_text.capital(self.name(seat))}: {card_text.spoken(self.teller.prose, move, before)}"
        )

    def last_trick(self) -> RenderableType:
        """The last whole trick, and who won it."""
        done = len(self.view.winners)
        if not done:
            return Text(self.teller.phrases("no_last"), style="dim")
        players = len(self.view.sides)
        trick = self.view.played[(done - 1) * players : done * players]
        worth = card_text.points(self.teller.prose, sum(card.bit for _, card in trick))
        line = Text(f"{self.teller.phrases('trick')} {done}   ", style="dim")
        winner = self.name(self.view.winners[-1])
        won = self.teller.phrases(
            "trick_won", seat=winner, points=self.teller.phrases("points", n=worth)
        )
        return Group(Text(), Flow(line, self._laid(trick)), Text(f"  {won}", style="bold"))


def sight(teller: Transcript, at: Round, seat: int) -> PlayerView:
    """What a seat sees now."""
    return PlayerView(teller, at.view(seat))
