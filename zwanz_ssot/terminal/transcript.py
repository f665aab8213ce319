"""A whole round, told: the hands as they were dealt, what was said, the tricks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..engine import Move, Round, View, deal
from ..explain import card_text
from ..prose import Prose
from ..prose.phrases import Phrases

_WORD = 8
"""So many letters of a word stay together in a narrow table."""


@dataclass(frozen=True)
class Transcript:
    """Tells of rounds in the language of ``prose``."""

    prose: Prose
    phrases: Phrases

    def heading(self, number: int, played: Round, seed: int | None) -> RenderableType:
        """The line that a round begins with."""
        game = played.game
        parts = [
            self.phrases(
                "round",
                n=number,
                game=game.game_name.said(self.prose.language),
                variant=game.variant,
            )
        ]
        if seed is not None:
            parts.append(self.phrases("seeded", seed=seed))
        if played.stakes > 1:
            parts.append(self.phrases("stakes", n=played.stakes))
        return Text(" · ".join(parts), style="bold")

    def whole(self, played: Round) -> RenderableType:
        """Everything up to the settlement."""
        parts: list[RenderableType] = [self._title("hands"), self.hands(played)]
        parts += [self._title("said"), *self.said(played)]
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
        """The four hands as they were dealt."""
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(no_wrap=True)
        table.add_column()
        table.add_column(justify="right", style="dim", no_wrap=True)
        for seat, hand in enumerate(played.state.dealt):
            worth = self.phrases("points", n=card_text.points(self.prose, hand))
            table.add_row(
                card_text.seat(self.prose, seat), card_text.hand_row(self.prose, hand), worth
            )
        if played.state.talon:
            table.add_row(self.phrases("talon"), card_text.packets(self.prose, played.state.talon))
        return table

    def said(self, played: Round) -> Iterator[RenderableType]:
        """The words of the auction, and what came before it, a line for each turn."""
        told = False
        kept = [seat for seat, move in played.history if move.kind == "keep"]
        everybody_kept = len(kept) == played.game.table.players
        for seat, moves in self._turns(played, skip="keep" if everybody_kept else ""):
            told = True
            line = Text(f"{card_text.seat(self.prose, seat)}: ", style="")
            line.append(", ".join(moves))
            yield line
        if not told:
            yield Text(self.phrases("nothing_said"), style="dim")

    def _turns(self, played: Round, skip: str) -> Iterator[tuple[int, list[str]]]:
        """Who said what, also during the play; the word that closes a turn is left out where more
        was said.
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
        """The tricks as a table: a column for each seat, the card led underlined, the winning one
        bold.
        """
        state, players = played.state, played.game.table.players
        table = Table(box=None, pad_edge=False, header_style="dim")
        seats = [card_text.seat(self.prose, seat) for seat in range(players)]
        word = min(_WORD, max(cell_len(word) for seat in seats for word in seat.split()))
        table.add_column(self.phrases("trick"), justify="right")
        for seat in range(players):
            table.add_column(seats[seat], min_width=word, overflow="fold")
        table.add_column(self.phrases("winner"), min_width=word, overflow="fold")
        worth = self.phrases("worth")
        table.add_column(worth, justify="right", no_wrap=True, min_width=cell_len(worth))
        plays = [
            (seat, move.card)
            for seat, move in played.history
            if move.kind == "play" and move.card is not None
        ]
        for number in range(0, len(plays), players):
            trick = plays[number : number + players]
            nth = number // players
            best = state.winning_cards[nth] if nth < len(state.winning_cards) else -1
            cells: list[Text] = [Text("")] * players
            for place, (seat, card) in enumerate(trick):
                style = " ".join(["underline"] * (place == 0) + ["bold"] * (card.index == best))
                cells[seat] = card_text.card(self.prose, card.index, style)
                if place == 0:
                    cells[seat] = Text.assemble(cells[seat], (" •", "dim"))
            won = card_text.seat(self.prose, state.winners[nth]) if best >= 0 else ""
            points = (
                str(card_text.points(self.prose, sum(card.bit for _, card in trick)))
                if best >= 0
                else ""
            )
            table.add_row(str(nth + 1), *cells, won, points)
        return table

    def sides(self, played: Round) -> Iterator[RenderableType]:
        """The card points and tricks of each side, once all is played; of each seat where there are
        no sides.
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
        state = played.state
        everybody = (1 << state.players) - 1
        if not state.declarers:
            yield from (
                (card_text.seat(self.prose, seat), 1 << seat) for seat in range(state.players)
            )
            return
        for key, seats in (
            ("declarers", state.declarers),
            ("defenders", everybody & ~state.declarers),
        ):
            names = ", ".join(
                self.prose.seat(seat) for seat in range(state.players) if seats >> seat & 1
            )
            yield f"{self.phrases(key)} ({names})", seats

    def thrown_in(self, played: Round) -> RenderableType:
        """Why a round was thrown in."""
        return Text(self.phrases("thrown_in", reason=self.prose.thrown_in(str(played.thrown_in))))


def steps(played: Round) -> Iterator[tuple[int, Move, View]]:
    """The moves of a round, each with what its maker could know just before it."""
    current = begun(played)
    for seat, move in played.history:
        yield seat, move, current.view(seat)
        current = current.after(move)


def begun(played: Round) -> Round:
    """The round before its first move."""
    game, stakes = played.game, played.stakes
    ids = [card.id for card in played.deal]
    if played.state.pack is not None:
        return deal(game, pack=ids, stakes=stakes)
    size, held = game.hand_size, game.hand_size * game.table.players
    return deal(
        game,
        hands=[ids[n : n + size] for n in range(0, held, size)],
        talon=ids[held:],
        stakes=stakes,
    )
