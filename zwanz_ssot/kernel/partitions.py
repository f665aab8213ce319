"""The transposition table of the search: bounds of positions, found by keys and conditions.

A condition asks that a card ranks above a card of another hand in the same run. They are kept while
searching by depth and card (`BEATS`): the cards that this one has to be above. `MARKED` are the
cards of a depth that have such a set. That a hand's higher card is above its lower one goes without
saying, so a condition of a card holds for the higher cards of its hand too.
"""

from __future__ import annotations

from .cells import *
from .conditions import highest, lowest, size, tricks_of
from .search_area import *


def write_key(m: Cells, p: int, s: int, left: int, leader: int) -> int:
    """Write the key of a position at the beginning of a trick; returns the cell of its list.

    A key: cards left in no run; by run, how many each owner has; what is remembered of finished
    tricks. Also written, by place: the card, and how many lower ones each owner has in its run. A
    run has a place for each card of each owner, who fills his from the lowest card on.
    """
    at, plain, players = s + KEY, left, m[p + PLAYERS]
    for word in range(m[s + KEY_SIZE]):
        m[at + word] = 0
    row = s + RUNS
    for _ in range(m[s + RUN_COUNT]):
        rest = left & m[row]
        if rest:
            plain ^= rest
            below, counts, rising, shift = 0, 0, m[row + 1], m[row + 2] & 63
            owner = m[s + OWNER + lowest(rest)]
            if rest & ~m[HANDS + owner] == 0:  # no condition between cards of a hand
                counts = size(rest) << owner * COUNT_BITS + shift
                rest = 0
            while rest:
                card = lowest(rest) if rising else highest(rest)
                rest ^= 1 << card
                owner = m[s + OWNER + card]
                counts += 1 << owner * COUNT_BITS + shift
                owner *= BELOW_BITS
                place = m[s + FIRST_PLACE + card] + (below >> owner & (1 << BELOW_BITS) - 1)
                m[s + BELOW + place], m[s + PLACE_CARD + place] = below, card
                m[s + PLACE_OF + card] = place
                below += 1 << owner
            m[at + (m[row + 2] >> WORD_AT)] |= counts
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
    return m[s + TABLE] + (1 << m[s + TABLE_BITS]) + (number - 1 & m[s + ROOM] - 1)


def is_of_key(m: Cells, s: int, entry: int, leader: int) -> bool:
    """Whether an entry is of this leader and of the key that is written."""
    if m[entry + BOUNDS] >> LEADER_AT & 15 != leader:
        return False
    for word in range(m[s + KEY_SIZE]):
        if m[entry + KEY_AT + word] != m[s + KEY + word]:
            return False
    return True


def differs(ours: int, theirs: int, card: int, more: int, least: bool) -> int:
    """How much the declarers get more at least (else: at most), if a card counts so much more than
    in the lines of a bound, which give it to ``ours`` or to ``theirs``.
    """
    if not ours >> card & 1:
        return 0
    if theirs >> card & 1 and (more > 0) == least:
        return 0
    return more


def carry_over(m: Cells, p: int, q: int, s: int, entry: int, left: int, least: bool) -> int:
    """How much more the declarers get at least (else: at most) of the cards left than of those of
    an entry: in each hand and run, each card counts as the one in its place. Writes who takes which
    cards in the lines of the bound.
    """
    total, row, other = 0, s + RUNS, m[entry + LEFT]
    ours, theirs = m[entry + TO_OURS], m[entry + TO_THEIRS]
    to_ours, to_theirs = ours, theirs
    for _ in range(m[s + RUN_COUNT]):
        if m[row + 3] and (left ^ other) & m[row]:
            for seat in range(m[p + PLAYERS]):
                hand = m[q + Q_HANDS + seat] & m[row]
                now, then = left & hand, other & hand
                if now == then:
                    continue
                to_ours &= ~then
                to_theirs &= ~then
                while now:
                    card, old = lowest(now), lowest(then)
                    to_ours |= (ours >> old & 1) << card
                    to_theirs |= (theirs >> old & 1) << card
                    more = m[s + WORTH_OF + card] - m[s + WORTH_OF + old]
                    total += differs(ours, theirs, old, more, least)
                    now &= now - 1
                    then &= then - 1
        row += RUN_ROW
    m[s + OURS + m[COUNT]], m[s + THEIRS + m[COUNT]] = to_ours, to_theirs
    return total


def add(m: Cells, s: int, depth: int, card: int, lower: int) -> None:
    """Add the condition that a card is above the cards ``lower``, which are of its run."""
    at = s + BEATS + depth * 64 + card
    if m[s + MARKED + depth] >> card & 1:
        m[at] |= lower
    elif lower:
        m[s + MARKED + depth] |= 1 << card
        m[at] = lower


def add_all(m: Cells, s: int, depth: int, other: int) -> None:
    """Add the conditions of another depth to those of this one."""
    rest = m[s + MARKED + other]
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        add(m, s, depth, card, m[s + BEATS + other * 64 + card])


def guards(m: Cells, p: int) -> int:
    """A bit above each owner's number of lower cards: `has_order` subtracts below it."""
    found = 0
    for seat in range(m[p + PLAYERS]):
        found |= 1 << (seat + 1) * BELOW_BITS - 1
    return found


def has_order(m: Cells, s: int, entry: int, guard: int) -> bool:
    """Whether the position whose key is written fulfils the conditions of an entry: that the card
    of a place has at least so many lower ones of each owner. All owners are compared at once.
    """
    at = entry + KEY_AT + m[s + KEY_SIZE]
    for number in range(m[entry + BOUNDS] >> MANY_AT):
        cell = m[at + number]
        lower = m[s + BELOW + (cell & (1 << PLACE_BITS) - 1)]
        if (lower | guard) - (cell >> PLACE_BITS) & guard != guard:
            return False
    return True


def note_order(m: Cells, p: int, s: int, entry: int, depth: int) -> None:
    """Write the conditions of an entry, for cards of the position whose key is written."""
    at, mask = entry + KEY_AT + m[s + KEY_SIZE], (1 << BELOW_BITS) - 1
    for number in range(m[entry + BOUNDS] >> MANY_AT):
        cell = m[at + number]
        place = cell & (1 << PLACE_BITS) - 1
        card, wanted, lower = m[s + PLACE_CARD + place], cell >> PLACE_BITS, 0
        run = m[s + RANKED + card]
        for seat in range(m[p + PLAYERS]):
            many = wanted >> seat * BELOW_BITS & mask
            if many:
                first = m[s + FIRST_PLACE + lowest(run & m[HANDS + seat])]
                lower |= 1 << m[s + PLACE_CARD + first + many - 1]
        add(m, s, depth, card, lower)


def look_up(
    m: Cells, p: int, q: int, s: int, head: int, left: int, leader: int, wanted: int
) -> int:
    """A bound that decides whether the tricks left bring at least what is wanted; else `UNKNOWN`.

    Writes the conditions of the bound, and into `HINT` the place of the best card (-1: not known).
    The entry that decides goes to the front of its list: nine in ten positions are known, and most
    by an entry that decided before. A list ends at an overwritten entry.
    """
    m[s + HINT] = -1
    guard = guards(m, p)
    number, before = m[head], 0
    entry = entry_of(m, s, number)
    while entry:
        bounds = m[entry + BOUNDS]
        low, high = bounds & BOUND_MASK, bounds >> UPPER_AT & BOUND_MASK
        tells = low >= wanted or high < wanted
        if m[s + HINT] < 0 and is_of_key(m, s, entry, leader):
            m[s + HINT] = bounds >> BEST_AT & 63
        if tells and has_order(m, s, entry, guard) and is_of_key(m, s, entry, leader):
            found = UNKNOWN
            if low >= wanted:
                low += carry_over(m, p, q, s, entry, left, True)
                found = low if low >= wanted else UNKNOWN
            else:
                high += carry_over(m, p, q, s, entry, left, False)
                found = high if high < wanted else UNKNOWN
            if found != UNKNOWN:
                note_order(m, p, s, entry, m[COUNT])
                if before:
                    m[before + NEXT], m[entry + NEXT] = m[entry + NEXT], m[head]
                    m[head] = number
                return found
        before, number = entry, m[entry + NEXT]
        entry = entry_of(m, s, number)
    return UNKNOWN


def keep(
    m: Cells,
    s: int,
    head: int,
    left: int,
    leader: int,
    low: int,
    high: int,
    place_of_best: int,
    depth: int,
) -> None:
    """Write bounds of the position whose key is written, and its conditions."""
    # The conditions, by place: how many lower cards of each owner there have to be, unless a lower
    # card of the same hand needs as many.
    many, mask = 0, (1 << BELOW_BITS) - 1
    marked = m[s + MARKED + depth]
    while marked:
        card = lowest(marked)
        hand = m[s + RANKED + card] & m[HANDS + m[s + OWNER + card]]
        marked &= ~hand
        first, needed = m[s + FIRST_PLACE + card], 0
        for place in range(first, first + size(hand)):
            card = m[s + PLACE_CARD + place]
            if not m[s + MARKED + depth] >> card & 1:
                continue
            rest, found = m[s + BEATS + depth * 64 + card], 0
            while rest:
                other = lowest(rest)
                rest &= rest - 1
                shift = m[s + OWNER + other] * BELOW_BITS
                lower = (m[s + BELOW + m[s + PLACE_OF + other]] >> shift & mask) + 1
                if lower > needed >> shift & mask:
                    needed = needed & ~(mask << shift) | lower << shift
                    found = found & ~(mask << shift) | lower << shift
            if found:
                m[s + FOUND + many] = place | found << PLACE_BITS
                many += 1

    # The number of the entry. One that does not fit before the end of the room begins at its start.
    words = m[s + KEY_SIZE]
    length = KEY_AT + words + many
    used = m[s + TAKEN_UP] & m[s + ROOM] - 1
    if used + length > m[s + ROOM]:
        m[s + TAKEN_UP] += m[s + ROOM] - used
    number = m[s + TAKEN_UP] + 1
    m[s + TAKEN_UP] += length

    # The entry, which becomes the first of its list.
    entry = entry_of(m, s, number)
    m[entry + BOUNDS] = (
        low | high << UPPER_AT | leader << LEADER_AT | place_of_best << BEST_AT | many << MANY_AT
    )
    m[entry + NEXT], m[entry + LEFT] = m[head], left
    m[entry + TO_OURS], m[entry + TO_THEIRS] = m[s + OURS + depth], m[s + THEIRS + depth]
    for word in range(words):
        m[entry + KEY_AT + word] = m[s + KEY + word]
    for condition in range(many):
        m[entry + KEY_AT + words + condition] = m[s + FOUND + condition]
    m[head] = number
