"""A whole round as text: the hands as they were dealt, the words of the auction, the tricks, the
settlement as a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..engine import Round
from ..explain import card_text
from ..model import Card, Ledger, Path, seats_in
from ..positions import steps
from ..prose import Prose
from ..prose.accounts import signed, standing
from ..prose.phrases import Phrases

_SEAT_WIDTH = 8
_GAP = 2


def account(
    prose: Prose,
    phrases: Phrases,
    played: Round,
    ledger: Ledger,
    totals: Sequence[int] | None = None,
) -> RenderableType:
    """The lines with their reasons, the scores of the round, and the totals by seat so far."""
    game = prose.game
    parts: list[RenderableType] = [Text(f"\n{phrases('account')}", style="bold cyan")]
    if ledger.lines:
        names = [card_text.seat(prose, seat) for seat in range(len(ledger.scores))]
        heads = [Text(name, style="dim", justify="right") for name in names]
        parts.append(_row(Text(), "", heads))
    else:
        parts.append(Text(phrases("no_lines"), style="dim"))

    # Each line of the ledger, with its reason below it.
    for row in prose.ledger(ledger, seats_in(played.state.declarers)):
        cells = [_coloured(each) for each in row.each]
        parts.append(_row(Text(row.item, style="bold"), str(row.amount), cells))
        why = f"{row.reason}; {row.value}, {row.factors}" if row.factors else row.reason
        parts.append(Padding(Text(why, style="dim"), (0, 0, 0, _GAP)))

    # Rules that keep something from being settled or doubled.
    parts += _replaced(prose, phrases, ledger)
    for rule in ledger.void:
        sentence = prose.setting(rule, game.at(rule))
        parts.append(Text(phrases("void", sentence=sentence), style="dim"))

    # Sums: of the round, what is paid if that is something else, and so far.
    sums = {"sum": [signed(each) for each in ledger.scores]}
    if ledger.paid and ledger.paid != ledger.scores:
        sums["paid"] = [signed(each) for each in ledger.paid]
    if totals is not None:
        sums["total"] = [standing(game, each) for each in totals]
    for key, amounts in sums.items():
        cells = [_coloured(each) for each in amounts]
        parts.append(_row(Text(phrases(key), style="bold"), "", cells))
    return Group(*parts)


def silence(prose: Prose, phrases: Phrases, path: str) -> str:
    """A sentence for a round whose result the rules leave open, with their question if any."""
    question = prose.question(path)
    key = "rules_silent" if question else "rules_silent_unasked"
    return phrases(key, question=question, path=path)


def _replaced(prose: Prose, phrases: Phrases, ledger: Ledger) -> Iterator[RenderableType]:
    """What is not settled, and the rule that excludes it."""
    by_rule: dict[Path, list[str]] = {}
    for item, rule in ledger.replaced:
        by_rule.setdefault(rule, []).append(prose.item(item))
    for rule, items in by_rule.items():
        sentence = prose.setting(rule, prose.game.at(rule))
        names = ", ".join(dict.fromkeys(items))
        yield Text(phrases("replaced", items=names, sentence=sentence), style="dim")


def _row(item: Text, amount: str, cells: Sequence[Text]) -> RenderableType:
    """One line, as a table of its own: the reason below it can then take the whole width."""
    table = Table(box=None, show_header=False, pad_edge=False, expand=True, padding=(0, _GAP, 0, 0))
    table.add_column(ratio=1)
    table.add_column(width=4, justify="right")
    for _ in cells:
        table.add_column(width=_SEAT_WIDTH, justify="right", vertical="bottom")
    table.add_row(item, amount, *cells)
    return table


def _coloured(amount: str) -> Text:
    style = "green" if amount.startswith("+") else "red" if amount != "0" else "dim"
    return Text(amount, style=style)


_LETTERS_TOGETHER = 8
"""Letters of a word that stay together in a narrow table: names of seats break no earlier."""


@dataclass(frozen=True)
class Transcript:
    """Writes rounds in the language of ``prose``."""

    prose: Prose
    phrases: Phrases

    def heading(self, number: int, played: Round, seed: int | None) -> RenderableType:
        """The first line of a round."""
        game = played.game
        name = game.game_name.said(self.prose.language)
        parts = [self.phrases("round", n=number, game=name, variant=game.variant)]
        if seed is not None:
            parts.append(self.phrases("seeded", seed=seed))
        if played.stakes > 1:
            parts.append(self.phrases("stakes", n=played.stakes))
        return Text(" · ".join(parts), style="bold")

    def whole(self, played: Round) -> RenderableType:
        """Everything up to the settlement."""
        parts: list[RenderableType] = [self._title("hands"), self.hands(played)]
        parts += [self._title("said"), *self.words_spoken(played)]
        if played.state.winners or played.state.in_trick:
            parts += [self._title("played"), self.tricks(played), *self.sides(played)]
        if played.thrown_in is not None:
            parts += [Text(), self.thrown_in(played)]
        elif played.turn is not None:
            parts += [Text(), Text(self.phrases("unfinished", seat=self.prose.seat(played.turn)))]
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
        """The words of the auction and before it, a line for each turn."""
        keepers = sum(move.kind == "keep" for _, move in played.history)
        everybody_kept = keepers == played.game.table.players
        silent = True
        for seat, words in self._turns(played, skip="keep" if everybody_kept else ""):
            silent = False
            line = Text(f"{card_text.seat(self.prose, seat)}: ", style="")
            line.append(", ".join(words))
            yield line
        if silent:
            yield Text(self.phrases("nothing_said"), style="dim")

    def _turns(self, played: Round, skip: str) -> Iterator[tuple[int, list[str]]]:
        """Each turn with its words, also those during the play.

        A pass that only closes a turn of more words is left out.
        """
        speaker, words = -1, list[str]()
        for seat, move, before in steps(played):
            if move.kind in (skip, "play"):
                continue
            if seat != speaker:
                if words:
                    yield speaker, words
                speaker, words = seat, []
            if move.kind != "pass" or not words:
                words.append(card_text.spoken(self.prose, move, before))
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
        for place, (seat, card) in enumerate(trick):
            style = " ".join(["underline"] * (place == 0) + ["bold"] * (card.index == best))
            cells[seat] = card_text.card(self.prose, card.index, style)
            if place == 0:
                cells[seat] = Text.assemble(cells[seat], (" •", "dim"))
        return cells

    def sides(self, played: Round) -> Iterator[RenderableType]:
        """Card points and tricks of each side, or seat without sides, once all is played."""
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
        for key, seats in (("declarers", state.declarers), ("defenders", defenders)):
            there = [seat for seat in range(state.players) if seats >> seat & 1]
            yield f"{self.phrases(key)} ({', '.join(map(self.prose.seat, there))})", seats

    def thrown_in(self, played: Round) -> RenderableType:
        """Why a round was thrown in."""
        return Text(self.phrases("thrown_in", reason=self.prose.thrown_in(str(played.thrown_in))))
