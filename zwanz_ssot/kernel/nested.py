"""The part of the machine that lets a seat choose its cards by playouts of its own.

In a playout that weighs a word, rules of thumb play too badly for a seat that will look ahead at
each of its cards. `by_playouts` chooses such a card as that seat will: it deals the hidden cards
anew a few times, plays each legal card, and plays on by rules of thumb (nested rollouts, Cazenave
2009). Cards stay in a hand only where the seat knows it, or where what was said rests on them; the
exchanges leave next to nothing of where the others lay.
"""

from __future__ import annotations

from .cells import *
from .conditions import everybody, lowest, most_promising, size
from .heuristics import by_heuristics
from .settlement import settle
from .tricks import chosen, legal, next_chance, play

# The area: the round as it is, the same with hidden cards dealt anew, sums by card, and by seat the
# cards that it may hold. Of the work area only the cells below `SCORES` and the trick are kept;
# playouts write the others behind what has been played.
ROUND_KEPT = SCORES + SEATS
AS_IT_IS, DEALT_ANEW, SUMS, MAY_STILL_HOLD = 0, ROUND_KEPT, 2 * ROUND_KEPT, 2 * ROUND_KEPT + CARDS
AREA = MAY_STILL_HOLD + SEATS
EXCHANGES = 2
"""How many exchanges of two cards are tried for each hidden card to deal anew."""


def keep_round(m: Cells, area: Cells, at: int) -> None:
    """Copy the round in the work area to the cells from ``at`` on."""
    for cell in range(SCORES):
        area[at + cell] = m[cell]
    for place in range(SEATS):
        area[at + SCORES + place] = m[IN_TRICK + place]


def bring_back(m: Cells, area: Cells, at: int) -> None:
    """Copy a round that was kept to the work area."""
    for cell in range(SCORES):
        m[cell] = area[at + cell]
    for place in range(SEATS):
        m[IN_TRICK + place] = area[at + SCORES + place]


def see_lacking(m: Cells, p: int, area: Cells, seat: int, card: int, count: int) -> None:
    """Note what a seat lacks by following with a card, after ``count`` others."""
    if count == 0 or m[p + RUNGS_VARY]:
        return
    many = m[p + FOLLOWS]
    rung = p + m[p + FOLLOW] + m[IN_TRICK] * many
    for number in range(many):
        if m[rung + number] >> card & 1:
            return
        area[MAY_STILL_HOLD + seat] &= ~m[rung + number]


def deal_anew(m: Cells, p: int, q: int, own: int, area: Cells, fixed: int, chance: int) -> int:
    """Exchange hidden cards of the others at random in the round at `DEALT_ANEW`. A partner who is
    made by the card called changes with it. Returns the random state afterwards.
    """
    hands, others, hidden = DEALT_ANEW + HANDS, everybody(m, p) & ~(1 << own), 0
    called, declarers = m[q + CALLED], DEALT_ANEW + DECLARERS
    for seat in range(m[p + PLAYERS]):
        if seat != own:
            hidden += size(area[hands + seat])
    for _ in range(EXCHANGES * hidden):
        chance = next_chance(chance)
        a = chosen(chance, others, size(others))
        chance = next_chance(chance)
        b = chosen(chance, others & ~(1 << a), size(others) - 1)
        mine = area[hands + a] & area[MAY_STILL_HOLD + b] & ~fixed
        theirs = area[hands + b] & area[MAY_STILL_HOLD + a] & ~fixed
        if mine == 0 or theirs == 0:
            continue
        chance = next_chance(chance)
        card = chosen(chance, mine, size(mine))
        chance = next_chance(chance)
        other = chosen(chance, theirs, size(theirs))
        if card == called or other == called:
            if m[q + DECLARER] == a or m[q + DECLARER] == b:
                continue
            area[declarers] ^= 1 << a | 1 << b
        area[hands + a] ^= 1 << card | 1 << other
        area[hands + b] ^= 1 << card | 1 << other
    return chance


def by_playouts(
    m: Cells, p: int, q: int, own: int, count: int, cards: int, worlds: int, fixed: int,
    area: Cells, chance: int,
) -> int:  # fmt: skip
    """The card of the legal ``cards`` with the best mean result; among equals that of the rules of
    thumb. ``fixed`` cards stay in their hands. The work area is left as it was.
    """
    players, thumb = m[p + PLAYERS], by_heuristics(m, p, q, own, count, cards)
    keep_round(m, area, AS_IT_IS)
    keep_round(m, area, DEALT_ANEW)
    for card in range(CARDS):
        area[SUMS + card] = 0
    fixed |= m[p + KEEPABLE]
    if m[p + SHOWN_BY] >= 0:
        fixed |= 1 << m[p + SHOWN_BY]
    called = m[q + CALLED]
    if called >= 0:
        holder = -1
        for seat in range(players):
            if m[HANDS + seat] >> called & 1:
                holder = seat
        declarer = m[q + DECLARER]
        if declarer < 0 or holder < 0 or m[DECLARERS] != 1 << declarer | 1 << holder:
            fixed |= 1 << called
    for _ in range(worlds):
        chance = deal_anew(m, p, q, own, area, fixed, chance)
        rest = cards
        while rest:
            first = card = lowest(rest)
            rest &= rest - 1
            bring_back(m, area, DEALT_ANEW)
            seat, lying = own, count
            while seat >= 0:
                if card < 0:
                    card = by_heuristics(m, p, q, seat, lying, legal(m, p, q, seat, lying))
                seat = play(m, p, q, seat, card, lying)
                lying = lying + 1 if lying + 1 < players else 0
                card = -1
            settle(m, p, q)
            if m[STATUS] == SETTLED:
                area[SUMS + first] += m[(MONEY if m[p + TWO_ACCOUNTS] else SCORES) + own]
    bring_back(m, area, AS_IT_IS)
    best = most_promising(area, SUMS, cards)
    return best if area[SUMS + best] > area[SUMS + thumb] else thumb
