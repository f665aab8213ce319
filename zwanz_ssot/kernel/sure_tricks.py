"""The part of the search that finds a lower bound of what a side takes of the tricks left."""

from __future__ import annotations

from .cells import *
from .conditions import lowest, size
from .partitions import add
from .search_area import *
from .tricks import worth_of


def least_worth(m: Cells, s: int, cards: int, many: int) -> int:
    """What ``many`` of these cards count at least."""
    total, row = 0, s + BY_WORTH
    for _ in range(m[s + LEVELS]):
        if many <= 0:
            break
        there = size(cards & m[row + 1])
        total += m[row] * (there if there < many else many)
        many -= there
        row += 2
    return total


def is_stolen(m: Cells, s: int, left: int, theirs: int, hand: int, card: int) -> bool:
    """Whether a card of the other side that wins by a rule of its own may beat this card: all cards
    that have to lie beside it are left, and none but this card is in this hand.
    """
    row = s + RARES
    for _ in range(m[s + RARE_COUNT]):
        party = m[row] | m[row + 1]
        if m[row] & theirs and party & ~left == 0 and party & hand & ~(1 << card) == 0:
            return True
        row += 2
    return False


def sure(m: Cells, p: int, s: int, left: int, seats: int, leader: int) -> int:
    """What the seats of a side take at least of the tricks left, at the beginning of one: tricks or
    card points, by the aim. Adds the conditions that the bound rests on.
    """
    players, over, above = m[p + PLAYERS], m[p + OVER], p + m[p + ABOVE]
    mine = 0
    for seat in range(players):
        if seats >> seat & 1:
            mine |= m[HANDS + seat]
    theirs, safe, tricks, total = left & ~mine, 0, 0, 0
    stealing, row = 0, s + RARES
    for _ in range(m[s + RARE_COUNT]):
        stealing += 1 if m[row] & theirs and (m[row] | m[row + 1]) & ~left == 0 else 0
        row += 2

    # Trumps: one that no card of the others beats wins its trick. Of the trumps of a hand from one
    # up, each that loses costs the others a better one.
    for seat in range(players):
        hand = m[HANDS + seat]
        own, cards, wins, counted = hand & over, hand & over, 0, 0
        if seats >> seat & 1 == 0:
            cards = 0
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            better = m[above + card]
            if better & theirs == 0 and not is_stolen(m, s, left, theirs, hand, card):
                safe |= 1 << card
            found = 1 + size(better & own) - size(better & theirs) - stealing
            if found > wins:
                wins, counted = found, card
        if seats >> seat & 1:
            total += least_worth(m, s, own & ~safe, wins - size(own & safe))
        if wins:
            below = theirs & m[s + RANKED + counted] & ~m[above + counted]
            add(m, s, m[COUNT], counted, below)
        tricks = max(tricks, wins)

    # If no other hand has trumps, the leader wins a trick with each top card.
    hand = m[HANDS + leader]
    if seats >> leader & 1 and m[s + ANY_LEAD] and m[HELD + leader] == 0 and stealing == 0:
        others, cards, wins = left & ~hand, hand, 0
        if others & over or hand & ~m[p + m[p + LEAD]]:
            cards = 0
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            if m[above + card] & others == 0:
                safe |= 1 << card
                wins += 1
        tricks = max(tricks, wins)
    cards = safe
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        add(m, s, m[COUNT], card, theirs & m[s + RANKED + card])
    if m[s + AIM] == AIM_TRICKS:
        return tricks

    # The other side loses a card to each of these tricks.
    total += worth_of(m, p, safe)
    for seat in range(players):
        if seats >> seat & 1 == 0:
            total += least_worth(m, s, m[HANDS + seat], tricks)
    return total
