"""The transposition table of the search: bounds of positions, found by their keys and cuts."""

from __future__ import annotations

from .cells import *
from .conditions import highest, lowest, size, tricks_of
from .search_area import *


def write_key(m: Cells, p: int, s: int, left: int, leader: int) -> int:
    """Write the key of a position at the beginning of a trick; returns the cell of its list.

    A key: cards left in no run; by run, how many each owner has; what is remembered of finished
    tricks. Also written, by place in a run from the lowest card on: the card, and how many lower
    ones each owner has.
    """
    at, plain, players = s + KEY, left, m[p + PLAYERS]
    for word in range(m[s + KEY_SIZE]):
        m[at + word] = 0
    row = s + RUNS
    for _ in range(m[s + RUN_COUNT]):
        rest = left & m[row]
        if rest:
            plain ^= rest
            counts, place, rising = 0, m[row + 3], m[row + 1]
            while rest:
                card = lowest(rest) if rising else highest(rest)
                rest ^= 1 << card
                m[s + BELOW + place], m[s + PLACE_CARD + place] = counts, card
                counts += 1 << m[s + OWNER + card] * COUNT_BITS
                place += 1
            m[at + (m[row + 2] >> WORD_AT)] |= counts << (m[row + 2] & 63)
        row += RUN_ROW
    m[at] = plain

    # What is remembered of finished tricks.
    if m[s + MEMORY] == MEMORY_OF_CARDS:
        for seat in range(players):
            m[at + m[s + KEY_SIZE] - players + seat] = m[TAKEN + seat]
    elif m[s + MEMORY] == MEMORY_OF_TRICKS:
        won = 0
        for seat in range(players):
            won = won << 7 | m[WON + seat]
        m[at + m[s + KEY_SIZE] - 1] = won
    elif m[s + MEMORY]:
        m[at + m[s + KEY_SIZE] - 1] = tricks_of(m, p, m[DECLARERS])

    # Mix key and leader to the number of a list, with multipliers of MurmurHash3, xxHash32 and
    # Wellons' lowbias32.
    mixed = leader * 0xC2B2AE35
    for word in range(m[s + KEY_SIZE]):
        key = m[at + word]
        mixed ^= (key & 0x7FFFFFFF) * 0x9E3779B1 ^ (key >> 31) * 0x85EBCA77
        mixed = (mixed & 0x7FFFFFFF ^ mixed >> 31) * (0x27D4EB2F + 2 * word)
        mixed ^= mixed >> 29
    mixed ^= mixed >> 32
    mixed = (mixed & 0x7FFFFFFF) * 0x7FEB352D
    mixed ^= mixed >> 23
    return m[s + TABLE] + (mixed & (1 << m[s + TABLE_BITS]) - 1)


def entry_of(m: Cells, s: int, number: int) -> int:
    """The cell of the entry with this number; 0 if there is none or it was overwritten."""
    if number == 0 or number - 1 < m[s + TAKEN_UP] - m[s + ROOM]:
        return 0
    return m[s + TABLE] + (1 << m[s + TABLE_BITS]) + (number - 1) % m[s + ROOM]


def is_of_key(m: Cells, s: int, entry: int, leader: int) -> bool:
    """Whether an entry is of this leader and of the key that is written."""
    if m[entry + BOUNDS] >> LEADER_AT & 15 != leader:
        return False
    for word in range(m[s + KEY_SIZE]):
        if m[entry + KEY_AT + word] != m[s + KEY + word]:
            return False
    return True


def worth_less(m: Cells, p: int, q: int, s: int, left: int, other: int) -> int:
    """The most that the cards ``other`` may count less than the cards ``left``: in each hand and
    run, each card is compared with the one in its place.
    """
    total, row = 0, s + RUNS
    for _ in range(m[s + RUN_COUNT]):
        if m[row + 4] and (left ^ other) & m[row]:
            for seat in range(m[p + PLAYERS]):
                hand = m[q + Q_HANDS + seat] & m[row]
                mine, theirs = left & hand, other & hand
                if mine == theirs:
                    continue
                while mine:
                    less = m[s + WORTH_OF + lowest(mine)] - m[s + WORTH_OF + lowest(theirs)]
                    total += max(less, 0)
                    mine &= mine - 1
                    theirs &= theirs - 1
        row += RUN_ROW
    return total


def has_cuts(m: Cells, s: int, entry: int) -> bool:
    """Whether the position whose key is written has at each cut of an entry as many lower cards of
    each owner.
    """
    at = entry + KEY_AT + m[s + KEY_SIZE]
    for cut in range(m[entry + BOUNDS] >> CUTS_AT):
        cell = m[at + cut]
        if m[s + BELOW + (cell & (1 << PLACE_BITS) - 1)] != cell >> PLACE_BITS:
            return False
    return True


def note_cuts(m: Cells, s: int, entry: int) -> None:
    """Write the cuts of an entry, as cards of the position whose key is written."""
    at, found = entry + KEY_AT + m[s + KEY_SIZE], 0
    for cut in range(m[entry + BOUNDS] >> CUTS_AT):
        found |= 1 << m[s + PLACE_CARD + (m[at + cut] & (1 << PLACE_BITS) - 1)]
    m[s + CUTS] = found


def look_up(
    m: Cells, p: int, q: int, s: int, head: int, left: int, leader: int, wanted: int
) -> int:
    """A bound that decides whether the tricks left bring at least what is wanted; else `UNKNOWN`.

    Writes the cuts of the bound, and into `HINT` the place of the best card (-1: not known). The
    entry that decides goes to the front of its list: nine in ten positions are known, and most by
    an entry that decided before. A list ends at an overwritten entry.
    """
    m[s + HINT] = -1
    number, before = m[head], 0
    entry = entry_of(m, s, number)
    while entry:
        bounds = m[entry + BOUNDS]
        low, high = bounds & BOUND_MASK, bounds >> UPPER_AT & BOUND_MASK
        tells = low >= wanted or high < wanted
        if (tells or m[s + HINT] < 0) and is_of_key(m, s, entry, leader):
            if m[s + HINT] < 0:
                m[s + HINT] = bounds >> BEST_AT & 63
            if tells and has_cuts(m, s, entry):
                found = UNKNOWN
                if low >= wanted:
                    low -= worth_less(m, p, q, s, m[entry + LEFT], left)
                    found = low if low >= wanted else UNKNOWN
                else:
                    high += worth_less(m, p, q, s, left, m[entry + LEFT])
                    found = high if high < wanted else UNKNOWN
                if found != UNKNOWN:
                    note_cuts(m, s, entry)
                    if before:
                        m[before + NEXT], m[entry + NEXT] = m[entry + NEXT], m[head]
                        m[head] = number
                    return found
        before, number = entry, m[entry + NEXT]
        entry = entry_of(m, s, number)
    return UNKNOWN


def keep(
    m: Cells, s: int, head: int, left: int, leader: int, low: int, high: int, place: int, cuts: int
) -> None:
    """Write bounds of the position whose key is written, with the ``place`` of the best card."""
    # The number of the entry. One that does not fit before the end of the room begins at its start.
    words = m[s + KEY_SIZE]
    length = KEY_AT + words
    row = s + RUNS
    for _ in range(m[s + RUN_COUNT]):
        length += size(left & m[row] & cuts)
        row += RUN_ROW
    if m[s + TAKEN_UP] % m[s + ROOM] + length > m[s + ROOM]:
        m[s + TAKEN_UP] += m[s + ROOM] - m[s + TAKEN_UP] % m[s + ROOM]
    number = m[s + TAKEN_UP] + 1
    m[s + TAKEN_UP] += length

    # The cuts: the place, and how many lower cards each owner has. The lowest place is none.
    entry, many = entry_of(m, s, number), 0
    row = s + RUNS
    for _ in range(m[s + RUN_COUNT]):
        marked = left & m[row] & cuts
        if marked:
            for at in range(m[row + 3], m[row + 3] + size(left & m[row])):
                if marked >> m[s + PLACE_CARD + at] & 1 and at > m[row + 3]:
                    m[entry + KEY_AT + words + many] = at | m[s + BELOW + at] << PLACE_BITS
                    many += 1
        row += RUN_ROW

    # The rest of the entry, which becomes the first of its list.
    m[entry + BOUNDS] = (
        low | high << UPPER_AT | leader << LEADER_AT | place << BEST_AT | many << CUTS_AT
    )
    m[entry + NEXT], m[entry + LEFT] = m[head], left
    for word in range(words):
        m[entry + KEY_AT + word] = m[s + KEY + word]
    m[head] = number
