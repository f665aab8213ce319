"""The part of the search that finds a lower bound of what a side takes of the tricks left."""

from __future__ import annotations

from .cells import *
from .conditions import lowest, size
from .partitions import add
from .search_area import *


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


def least_lost(m: Cells, p: int, s: int, seats: int, tricks: int) -> int:
    """What so many tricks of a side count at least by the cards of the others; the tricks
    themselves if they are the aim.
    """
    if m[s + AIM] == AIM_TRICKS:
        return tricks
    least = 0
    for seat in range(m[p + PLAYERS]):
        if seats >> seat & 1 == 0:
            least += least_worth(m, s, m[HANDS + seat], tricks)
    return least


def cashed(m: Cells, p: int, s: int, left: int, leader: int) -> int:
    """The best cards of plain suits that the leader wins tricks with one after the other: every
    other hand has to follow each of them, or can do no more than discard. Adds the conditions.
    """
    hand, over, above = m[HANDS + leader], m[p + OVER], p + m[p + ABOVE]
    others, found, rares = left & ~hand, 0, 0
    row = s + RARES
    for _ in range(m[s + RARE_COUNT]):
        rares |= m[row]
        row += 2
    rest = hand & m[p + m[p + LEAD]] & ~over
    while rest:
        card = lowest(rest)
        follow = m[p + m[p + FOLLOW] + card * m[p + FOLLOWS]]
        cards = rest & (follow | 1 << card)
        rest ^= cards
        if rares & left & follow or follow & over or not follow >> card & 1:
            continue
        rounds = size(cards)
        for seat in range(m[p + PLAYERS]):
            if seat != leader and m[HANDS + seat] & (over | rares):
                rounds = min(rounds, size(m[HANDS + seat] & follow))
        while cards and rounds:
            card = lowest(cards)
            cards &= cards - 1
            if m[above + card] & ~over & others == 0:
                found |= 1 << card
                rounds -= 1
                add(m, s, m[COUNT], card, others & m[s + RANKED + card])
    return found


def sure(m: Cells, p: int, s: int, left: int, seats: int, leader: int, wanted: int) -> int:
    """What the seats of a side take at least of the tricks left, at the beginning of one: tricks or
    card points, by the aim. Looks for more only while less is found than is ``wanted``. Adds the
    conditions that the bound rests on, and writes which cards the side takes in it (`OURS`).
    """
    players, over, above = m[p + PLAYERS], m[p + OVER], p + m[p + ABOVE]
    mine = 0
    for seat in range(players):
        if seats >> seat & 1:
            mine |= m[HANDS + seat]
    theirs, safe, unsure, tricks, total = left & ~mine, 0, 0, 0, 0
    stealing, row = 0, s + RARES
    for _ in range(m[s + RARE_COUNT]):
        stealing += 1 if m[row] & theirs and (m[row] | m[row + 1]) & ~left == 0 else 0
        row += 2

    # Trumps: one that no card of the others beats wins its trick. Of the trumps of a hand from one
    # up, each that loses costs the others a better one.
    for seat in range(players):
        own, wins, counted = m[HANDS + seat] & over, 0, 0
        cards = own if seats >> seat & 1 else 0
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            better = m[above + card]
            if better & theirs == 0 and not is_stolen(m, s, left, theirs, m[HANDS + seat], card):
                safe |= 1 << card
                add(m, s, m[COUNT], card, theirs & m[s + RANKED + card])
            found = 1 + size(better & own) - size(better & theirs) - stealing
            if found > wins:
                wins, counted = found, card
        if wins > size(own & safe):
            unsure |= own & ~safe
            total += least_worth(m, s, own & ~safe, wins - size(own & safe))
            below = theirs & m[s + RANKED + counted] & ~m[above + counted]
            add(m, s, m[COUNT], counted, below)
        tricks = max(tricks, wins)
    total += least_worth(m, s, safe, CARDS)
    least = least_lost(m, p, s, seats, tricks)

    # The best cards of plain suits, if the trumps are not enough.
    if total + least < wanted and seats >> leader & 1 and m[s + ANY_LEAD] and m[HELD + leader] == 0:
        cards = cashed(m, p, s, left, leader)
        safe |= cards
        tricks += size(cards)
        total += least_worth(m, s, cards, CARDS)
        least = least_lost(m, p, s, seats, tricks)
    if tricks:
        unsure |= theirs
    m[s + OURS + m[COUNT]], m[s + THEIRS + m[COUNT]] = safe | unsure, left & ~safe
    return total + least
