"""What all accounts share, and the reading that the base game keeps where they differ."""

from __future__ import annotations

from typing import NamedTuple

from .cards import KINGS, TRULL
from .tricks import Tricks


class Line(NamedTuple):
    """One line of the settlement; ``factor`` is the product of all that multiplies."""

    item: str
    side: tuple[int, ...]
    announced: bool
    verdict: str
    value: int
    factor: int
    each: tuple[int, ...]


class Plain(Tricks):
    """A round of the base game, with its settlement."""

    VALUES: dict[str, int] = {"rufer": 1, "farbensolo": 4, "solo": 4}  # noqa: RUF012

    def lines(self) -> list[Line]:
        """The settlement, once the round is over and was not thrown in."""
        found = [self.game_line()]
        for side in ("declarers", "defenders"):
            for item in ("absolut", "pagat_ultimo", "valat"):
                found += self.announceable_line(item, side)
            for item in ("trull", "four_kings", "mondfang"):
                if self.counts(item) and self.wins(item, side):
                    found.append(self.line(item, side, False, "won", self.silent_value(item), side))
        return found

    def game_line(self) -> Line:
        assert self.contract is not None
        won = self.game_won()
        winners = "declarers" if won else "defenders"
        return self.line(
            "game",
            "declarers",
            False,
            "won" if won else "lost",
            self.VALUES[self.contract],
            winners,
        )

    def game_won(self) -> bool:
        return self.points_of(self.declarers()) >= 45

    def announceable_line(self, item: str, side: str) -> list[Line]:
        if not self.counts(item):
            return []
        won, value = self.wins(item, side), self.silent_value(item)
        if (item, side) in self.announced:
            verdict, winners = ("won", side) if won else ("missed", self.other(side))
            return [self.line(item, side, True, verdict, self.announced_value(item), winners)]
        if won:
            return [self.line(item, side, False, "won", value, side)]
        if (
            item == "pagat_ultimo"
            and self.side_of(self.player_of("T-I")) == side
            and self.trick_with("T-I") == 10
        ):
            return [self.line(item, side, False, "silently_lost", value, self.other(side))]
        return []

    def counts(self, item: str) -> bool:
        """No bonus that has to do with tarocks in a suit solo."""
        return self.contract != "farbensolo" or item in ("absolut", "valat", "four_kings")

    def silent_value(self, item: str) -> int:
        return {
            "absolut": 1,
            "pagat_ultimo": 1,
            "valat": 6,
            "trull": 1,
            "four_kings": 1,
            "mondfang": 1,
        }[item]

    def announced_value(self, item: str) -> int:
        return {"absolut": 2, "pagat_ultimo": 2, "valat": 12}[item]

    def wins(self, item: str, side: str) -> bool:
        seats = self.members(side)
        if item == "absolut":
            return self.points_of(seats) >= 56
        if item == "valat":
            return self.tricks_of(seats) == 10
        if item == "pagat_ultimo":
            winner, trick = self.tricks[9]
            return winner in seats and (winner, "T-I") in trick
        if item == "trull":
            return self.holder_of_all(TRULL) in seats
        if item == "four_kings":
            return self.holder_of_all(KINGS) in seats
        if item == "mondfang":
            winner, trick = self.tricks[self.trick_with("T-XXI") - 1]
            return (winner, "T-Sk") in trick and self.player_of("T-XXI") not in seats
        raise ValueError(item)

    def bonus_factor(self) -> int:
        return 2 if self.contract == "solo" else 1

    def line(
        self, item: str, side: str, announced: bool, verdict: str, value: int, winners: str
    ) -> Line:
        factor = self.stakes * 2 ** self.doubled.get((item, side), 0)
        if item != "game":
            factor *= self.bonus_factor()
        amount = value * factor
        each = [amount if seat in self.members(winners) else -amount for seat in range(4)]
        if len(self.declarers()) == 1:  # he gets it from each of the three, or pays it to each
            each[self.declarers()[0]] *= 3
        return Line(item, tuple(self.members(side)), announced, verdict, value, factor, tuple(each))

    def scores(self) -> tuple[int, ...]:
        return tuple(sum(line.each[seat] for line in self.lines()) for seat in range(4))

    def double_rounds(self) -> int:
        """How many of the next rounds count double."""
        return 0

    # What both players of a round speak to.

    def moves(self) -> set[str]:
        if self.step == "over":
            return set()
        if self.step == "deal":
            return self.deal_moves()
        if self.step == "misdeal":
            return self.misdeal_moves()
        if self.step == "auction":
            return self.auction_moves()
        return self.play_moves()

    def do(self, move: str) -> None:
        assert move in self.moves(), f"{move} is not legal: {sorted(self.moves())}"
        if self.step == "deal":
            self.do_deal(move)
        elif self.step == "misdeal":
            self.do_misdeal(move)
        elif self.step == "auction":
            self.do_auction(move)
        else:
            self.do_play(move)
