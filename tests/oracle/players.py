"""Stacked hands, and players with a plan."""

from __future__ import annotations

from random import Random

from .cards import CARDS, GLATZEN, KINGS, TAROCKS, TRULL
from .plain import Plain

HIGH = TAROCKS[::-1]  # strongest first


def wanted(random: Random) -> list[list[str]]:
    """Some cards for one, two or three of the four seats; `stacked` decides which seats."""
    suits = random.sample(CARDS[20:], 9)
    return random.choice(
        [
            [],
            [[*HIGH[:8], "T-I"]],
            [HIGH[:9]],
            [[*HIGH[:5:2], *KINGS], HIGH[1:9:2]],
            [HIGH[1:6]],  # nothing left to call
            [TRULL],
            [TRULL, HIGH[2:5]],
            [KINGS],
            [[*KINGS, *TRULL]],
            [["T-Sk"], ["T-XXI"], ["T-I"]],
            [["T-Sk", "T-XX"], ["T-XXI"], ["T-I"]],
            [[*KINGS, "H-Q", "D-Q", "C-Q", "S-Q", "T-V"], ["T-Sk"], ["T-XXI"], ["T-I"]],
            [[*KINGS, "H-Q", "D-Q", "C-Q", "H-C", "T-V", "T-VI"], ["T-Sk"], ["T-XXI"], ["T-I"]],
            [["T-I", "T-Sk", *HIGH[5:12:2]], [*HIGH[6:13:2], "T-XXI"]],
            [[random.choice(TAROCKS), *suits]],  # a single tarock
            [GLATZEN],
            [suits[:8]],
            [["H-K", "H-Q", "H-C", "D-K", "D-Q", "D-C", "C-K", "S-K"], ["T-Sk"], ["T-XXI", "T-I"]],
            [
                ["H-K", "H-Q", "H-C", "D-K", "D-Q", "S-K", "T-Sk", "T-XX"],
                ["T-XXI", "T-V"],
                ["T-I", "T-VI"],
            ],
        ]
    )


def stacked(random: Random) -> list[list[str]]:
    """Four hands, some with the cards of `wanted`; the forehand's is often among these."""
    hands = [*wanted(random), [], [], [], []][:4]
    return filled(random, hands if random.random() < 0.7 else random.sample(hands, 4))


def filled(random: Random, wanted: list[list[str]]) -> list[list[str]]:
    """Four hands of ten with these cards: the first for the forehand, the others for random
    seats.
    """
    hands = [list(cards) for cards in [*wanted, [], [], [], []][:4]]
    hands[1:] = random.sample(hands[1:], 3)
    left = [card for card in CARDS if not any(card in hand for hand in hands)]
    random.shuffle(left)
    for hand in hands:
        take = 10 - len(hand)
        hand += left[:take]
        left = left[take:]
    return hands


class Players:
    """Four players with one habit in the auction and one at play, drawn anew each round."""

    def __init__(self, random: Random, wild: bool) -> None:
        self.random = random
        self.speak, self.play = self.anything, self.any_card
        if not wild:
            self.speak = random.choice(
                [self.anything, self.bid_and_rest, self.bid_and_rest, self.eager]
            )
            habits = [self.any_card, self.high, self.low, self.team, self.against]
            self.play = random.choice([*habits, *[self.keep_trull, self.keep_pagat] * 3])
        self.no_valat = (
            not wild and random.random() < 0.7
        )  # it closes, or outshines, what else is said
        self.goal = random.random()
        self.moment = random.choice([7, 8, 9, 10])
        self.opening: str | None = None

    @classmethod
    def of_scene(cls, random: Random, opening: str, play: str) -> Players:
        """Players of whom the forehand opens with this contract; ``play`` names a habit below."""
        players = cls(random, wild=False)
        players.speak, players.opening = players.bid_and_rest, opening
        players.play = getattr(players, play)
        return players

    def __call__(self, oracle: Plain, moves: list[str]) -> str:
        if oracle.step == "deal" and "knock" in moves and self.random.random() < 0.3:
            return "knock"
        if oracle.step == "auction":
            if self.no_valat and len(moves) > 1:
                moves = [move for move in moves if move != "announce valat"]
            return self.speak(oracle, moves)
        if oracle.step == "play":
            return self.play(oracle, moves)
        return self.random.choice(moves)

    # At the auction.

    def anything(self, oracle: Plain, moves: list[str]) -> str:
        if "pass" in moves and self.random.random() < 0.6:
            return "pass"
        return self.random.choice(moves)

    def bid_and_rest(self, oracle: Plain, moves: list[str]) -> str:
        """One bid of some height, then mostly passes."""
        bids = [move for move in moves if move.startswith("bid")]
        if self.opening is not None and oracle.contract is None and oracle.turn == 0:
            return next(move for move in bids if move.split()[1] == self.opening)
        if bids and oracle.contract is None and (oracle.turn == 0 or self.goal < 0.8):
            return bids[int(self.goal * len(bids))]
        if "pass" in moves and self.random.random() < 0.8:
            return "pass"
        return self.random.choice(moves)

    def eager(self, oracle: Plain, moves: list[str]) -> str:
        """Announces and doubles whatever can be."""
        loud = [move for move in moves if move.startswith(("announce", "double"))]
        if loud and self.random.random() < 0.7:
            return self.random.choice(loud)
        return self.anything(oracle, moves)

    # At play.

    def any_card(self, oracle: Plain, moves: list[str]) -> str:
        return self.random.choice(moves)

    def high(self, oracle: Plain, moves: list[str]) -> str:
        return max(moves, key=strength)

    def low(self, oracle: Plain, moves: list[str]) -> str:
        return min(moves, key=strength)

    def team(self, oracle: Plain, moves: list[str]) -> str:
        """The declarers want all the tricks, the defenders none."""
        assert oracle.turn is not None
        mine = oracle.contract != "trischaken" and oracle.turn in oracle.declarers()
        return self.high(oracle, moves) if mine else self.low(oracle, moves)

    def against(self, oracle: Plain, moves: list[str]) -> str:
        """The defenders want all the tricks, the declarers none."""
        assert oracle.turn is not None
        mine = oracle.contract == "trischaken" or oracle.turn in oracle.declarers()
        return self.low(oracle, moves) if mine else self.high(oracle, moves)

    def keep_trull(self, oracle: Plain, moves: list[str]) -> str:
        """No Trull card before a certain trick, then the Trull before all else."""
        trull = [move for move in moves if move.removeprefix("play ") in TRULL]
        if trull and len(oracle.tricks) + 1 >= self.moment:
            return trull[0]
        return self.keep(moves, TRULL)

    def keep_pagat(self, oracle: Plain, moves: list[str]) -> str:
        """The Pagat last; in some rounds whoever has it leads high, to draw the tarocks of the
        others.
        """
        assert oracle.turn is not None
        if "T-I" in oracle.hands[oracle.turn] and self.goal < 0.5:
            return max(moves, key=strength)
        return self.keep(moves, ["T-I"])

    def keep(self, moves: list[str], cards: list[str]) -> str:
        others = [move for move in moves if move.removeprefix("play ") not in cards]
        return self.random.choice(others or moves)


def strength(move: str) -> int:
    card = move.removeprefix("play ")
    place = CARDS.index(card)
    return 100 + place if place < 20 else place % 5
