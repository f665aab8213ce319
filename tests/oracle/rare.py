"""Rare things, and how often they happened."""

from __future__ import annotations

from collections.abc import Iterator

from .cards import TRULL, tarocks_in
from .plain import Plain
from .tricks import Tricks


def position(oracle: Plain) -> Iterator[str]:
    """The rare things in a position."""
    seat = oracle.turn
    assert seat is not None
    moves = oracle.moves()
    if oracle.step == "auction":
        if oracle.contract == "rufer" and "pass" not in moves:
            yield "kontra forced"
        if (
            oracle.words_in_turn == 0
            and oracle.contract not in (None, oracle.LADDER[-1])
            and seat in oracle.agreed
        ):
            yield "agreed before"
        if oracle.contract is None and seat == 0 and not any("rufer" in move for move in moves):
            yield "nothing to call"
        if oracle.announced and oracle.doubled and any(move.startswith("bid") for move in moves):
            yield "overcall of announcements"
    if oracle.step == "play":
        followed = Tricks.legal(oracle, seat)
        legal = oracle.legal(seat)
        if len(legal) < len(followed):
            yield f"held back or must beat in {oracle.contract}"
        if oracle.contract == "farbensolo" and oracle.trick and tarocks_in([oracle.trick[0][1]]):
            yield "tarock led in farbensolo"
        if (
            oracle.contract == "farbensolo"
            and oracle.trick
            and not any(card[0] == oracle.trick[0][1][0] for card in oracle.hands[seat])
            and 0 < len(tarocks_in(oracle.hands[seat])) < len(oracle.hands[seat])
        ):
            yield "void with both in farbensolo"


def end(oracle: Plain, moves: list[str]) -> Iterator[str]:
    """The rare things in a finished round."""
    if "knock" in moves:
        yield "knock"
    if oracle.thrown_in is not None:
        yield f"thrown in: {oracle.thrown_in}"
        return
    for winner, trick in oracle.tricks:
        fallen = [card for _, card in trick]
        if all(card in fallen for card in TRULL):
            led = "tarock" if tarocks_in(fallen[:1]) else "suit"
            yield f"trull in one trick, {led} led, {oracle.contract}"
        if (winner, "T-Sk") in trick and "T-XXI" in fallen and oracle.contract != "trischaken":
            caught = oracle.side_of(oracle.player_of("T-XXI"))
            yield "mond caught by partner" if oracle.side_of(winner) == caught else "mond caught"
    if oracle.contract == "trischaken":
        yield from trischaken(oracle)
        return
    yield f"{oracle.contract} {'won' if oracle.game_won() else 'lost'}"
    if oracle.stakes == 2:
        yield f"double round of {oracle.contract}"
    for line in oracle.lines():
        when = "announced" if line.announced else "silent"
        side = "declarers" if line.side == tuple(oracle.declarers()) else "defenders"
        kind = "alone" if len(oracle.declarers()) == 1 else "called"
        if line.item != "game":
            yield f"{line.item} {when} {line.verdict} by {side}, {kind}"
        if line.item == "pagat_ultimo" and line.verdict in ("missed", "silently_lost"):
            winner = oracle.tricks[9][0]
            if oracle.trick_with("T-I") == 10 and winner in line.side:
                yield "pagat ultimo taken over by the partner"
    yield from borders(oracle)
    for (item, _), times in oracle.doubled.items():
        yield f"{'game' if item == 'game' else 'bonus'} doubled {times} times"


def borders(oracle: Plain) -> Iterator[str]:
    """Point counts beside a limit."""
    for side in ("declarers", "defenders"):
        taken = oracle.points_of(oracle.members(side))
        if (
            side == "declarers"
            and taken in (44, 45)
            and oracle.contract in ("rufer", "farbensolo", "solo")
        ):
            yield f"{taken} points"
        if side == "declarers" and taken in (35, 36) and oracle.contract == "solodreier":
            yield f"{taken} points of a solodreier"
        if taken in (55, 56):
            yield f"{taken} points"


def trischaken(oracle: Plain) -> Iterator[str]:
    taken = [oracle.points_of([seat]) for seat in range(4)]
    yield f"trischaken, {taken.count(max(taken))} losers"
    if max(taken) in (35, 36):
        yield f"trischaken with {max(taken)}"


# How often what is named above has to be among the stacked rounds of each variant.
DECLARED = (
    "by declarers, alone",
    "by declarers, called",
    "by defenders, alone",
    "by defenders, called",
)
ANNOUNCING = {
    **{f"trull silent won {who}": 5 for who in DECLARED if "defenders" in who},
    **{f"absolut silent won {who}": 10 for who in DECLARED},
    **{f"pagat_ultimo announced missed {who}": 5 for who in DECLARED},
    **{f"valat announced missed {who}": 5 for who in DECLARED},
    **{f"four_kings silent won {who}": 1 for who in DECLARED},
    "absolut announced won by declarers, alone": 10,
    "absolut announced won by defenders, alone": 10,
    "absolut announced missed by declarers, alone": 10,
    "absolut announced missed by defenders, alone": 10,
    "bonus doubled 3 times": 50,
    "game doubled 1 times": 50,
    "game doubled 2 times": 5,
    "game doubled 3 times": 20,
    "mondfang silent won by declarers, alone": 10,
    "mondfang silent won by declarers, called": 10,
    "mondfang silent won by defenders, alone": 5,
    "mondfang silent won by defenders, called": 10,
    "nothing to call": 50,
    "overcall of announcements": 50,
    "rufer won": 50,
    "rufer lost": 50,
    "solo won": 50,
    "solo lost": 50,
    "valat silent won by declarers, alone": 10,
    "valat silent won by defenders, alone": 10,
}
ALWAYS = {
    **{f"trull silent won {who}": 5 for who in DECLARED if "declarers" in who},
    "44 points": 3,
    "45 points": 3,
    "55 points": 3,
    "56 points": 3,
    "agreed before": 200,
    "farbensolo won": 20,
    "farbensolo lost": 20,
    "mond caught": 40,
    "mond caught by partner": 40,
    "pagat ultimo taken over by the partner": 5,
    "pagat_ultimo silent won by declarers, alone": 5,
    "pagat_ultimo silent won by defenders, alone": 5,
    "pagat_ultimo silent silently_lost by declarers, alone": 5,
    "pagat_ultimo silent silently_lost by defenders, alone": 5,
    "tarock led in farbensolo": 500,
    "void with both in farbensolo": 300,
}
AT_LEAST: dict[str, dict[str, int]] = {
    "base": {**ALWAYS, **ANNOUNCING},
    "wikipedia": {
        **ALWAYS,
        **ANNOUNCING,
        "bonus doubled 4 times": 50,
        "game doubled 4 times": 20,
        "thrown in: no_tarock": 10,
        "thrown in: one_tarock": 50,
    },
    "directnet": {
        **ALWAYS,
        **ANNOUNCING,
        "kontra forced": 10,
        "held back or must beat in rufer": 100,
        "held back or must beat in solo": 100,
        "thrown in: all_glatzen": 50,
        "thrown in: few_tarocks": 100,
    },
    "rulebook": {
        **ALWAYS,
        # Fewer of its contracts are won at forty-five.
        "45 points": 1,
        "held back or must beat in picolo": 200,
        "held back or must beat in trischaken": 100,
        "picolo won": 10,
        "picolo lost": 30,
        "rufer won": 10,
        "rufer lost": 10,
        "solo won": 10,
        "solo lost": 30,
        "solodreier won": 10,
        "solodreier lost": 30,
        "trischaken, 1 losers": 50,
        "trull_in_hand silent won by declarers, alone": 3,
        "valat_alone won": 5,
        "valat_alone lost": 50,
        "valat_called won": 5,
        "valat_called lost": 50,
    },
}
