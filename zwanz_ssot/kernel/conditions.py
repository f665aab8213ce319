"""The part of the machine that runs codes: bit masks, conditions and roles.

A code is a list of instructions for a stack; `zwanz_ssot.kernel.cells` lists the operations. No
operation takes more than two numbers, and a jump drops the one that it asks about before the next
part is run. So however deep a condition is nested, no more than two numbers are on the stack.
"""

from __future__ import annotations

from .cells import *

# sets


def size(cards: int) -> int:
    """The number of bits in a set, added in pairs, fours, bytes (Warren, Hacker's Delight, 5-1)."""
    cards -= cards >> 1 & 0x5555555555555555
    cards = (cards & 0x3333333333333333) + (cards >> 2 & 0x3333333333333333)
    cards = cards + (cards >> 4) & 0x0F0F0F0F0F0F0F0F
    return cards * 0x0101010101010101 >> 56 & 0xFF


def lowest(cards: int) -> int:
    """The number of the lowest bit; -1 of the empty set."""
    return size((cards & -cards) - 1) if cards else -1


def highest(cards: int) -> int:
    """The number of the highest bit; -1 of the empty set."""
    cards |= cards >> 1
    cards |= cards >> 2
    cards |= cards >> 4
    cards |= cards >> 8
    cards |= cards >> 16
    cards |= cards >> 32
    return size(cards) - 1


def most_promising(m: Cells, scores: int, cards: int) -> int:
    """The card with the highest score; of several the one with the lowest number."""
    card = lowest(cards)
    cards &= cards - 1
    while cards:
        other = lowest(cards)
        cards &= cards - 1
        if m[scores + other] > m[scores + card]:
            card = other
    return card


def one(seat: int) -> int:
    """A seat as a set; the empty set for -1."""
    return 1 << seat if seat >= 0 else 0


def first_cell(m: Cells) -> Cells:
    """The array; in the compiled build a pointer to its first cell. Through it a cell is read
    without the test whether its number is negative, and the array is passed in one register.
    """
    return m


# the facts that words ask of a round (`zwanz_ssot.words.facts.Facts`)


def everybody(m: Cells, p: int) -> int:
    """All seats."""
    return (1 << m[p + PLAYERS]) - 1


def points(m: Cells, p: int, seats: int) -> int:
    """The card points of these seats, in parts of a point, as `finish` has counted them."""
    total = 0
    for seat in range(m[p + PLAYERS]):
        if seats >> seat & 1:
            total += m[POINTS + seat]
    return total


def declared(m: Cells, p: int, q: int, seats: int) -> int:
    """The points that these seats have declared, in parts of a point."""
    total = 0
    for seat in range(m[p + PLAYERS]):
        if seats >> seat & 1:
            total += m[q + DECLARED + seat]
    return total


def tricks_of(m: Cells, p: int, seats: int) -> int:
    """The number of tricks that these seats have won."""
    total = 0
    for seat in range(m[p + PLAYERS]):
        if seats >> seat & 1:
            total += m[WON + seat]
    return total


def trick_of(m: Cells, card: int) -> int:
    """The finished trick that a card was played to; else -1."""
    if card >= 0 and m[ALL_PLAYED] >> card & 1 and m[TRICK_OF + card] < m[DONE]:
        return m[TRICK_OF + card]
    return -1


def trick_reached(m: Cells, card: int) -> int:
    """The trick that a card was played to, finished or not; else -1."""
    return m[TRICK_OF + card] if card >= 0 and m[ALL_PLAYED] >> card & 1 else -1


def player_of(m: Cells, p: int, q: int, card: int) -> int:
    """The seat that played a card, as a set; empty if none did."""
    trick = trick_reached(m, card)
    if trick < 0:
        return 0
    players = m[p + PLAYERS]
    first = m[WINNERS + trick - 1] if trick else m[q + LEADER]
    for place in range(players):
        if m[PLAYED + trick * players + place] == card:
            seat = first + place
            return 1 << (seat if seat < players else seat - players)
    return 0


def level(m: Cells, p: int, q: int, item: int) -> int:
    """How often an item has been doubled; the game, by the opponent who doubled it most."""
    found = m[q + SAID + item] >> LEVEL_AT & 15
    if item == 0 and found == 0:
        for seat in range(m[p + PLAYERS]):
            found = max(found, m[q + DUELS + seat])
    return found


def announcers(m: Cells, q: int, bonus: int) -> int:
    """The seats that announced a bonus, as a set."""
    return m[q + SAID + 1 + 2 * bonus] >> ANNOUNCERS_AT


def side(m: Cells, p: int, seats: int) -> int:
    """The whole side that these seats belong to, or both; where there are no sides, these seats."""
    ours, theirs = m[DECLARERS], everybody(m, p) & ~m[DECLARERS]
    if ours == 0:
        return seats
    return (ours if seats & ours else 0) | (theirs if seats & theirs else 0)


def seats_meant(m: Cells, p: int, q: int, op: int, a: int, top: int) -> int:
    """The seats of a role. ``top`` is the operand on the stack, if the operation takes one."""
    players, every = m[p + PLAYERS], everybody(m, p)
    if op == SEATS_LOSERS:
        return m[LOSERS]
    if op == ONE_LOSER:
        return m[LOSERS] & -m[LOSERS]
    if op == SEATS_WINNERS:
        return (m[DECLARERS] if m[DECLARERS] else every) & ~m[LOSERS]
    if op == TURNED:
        seat = highest(top)
        return 1 << (seat + a) % players if seat >= 0 else 0
    if op == OPPONENTS_OF:
        ours = m[DECLARERS]
        if ours == 0:
            return every & ~top if top else 0
        return (every & ~ours if top & ours else 0) | (ours if top & ~ours else 0)
    if op == ALL_BUT:
        return every & ~top if top else 0
    if op == HOLDER_OF:
        if top >= 0:
            for seat in range(players):
                if m[q + EXCHANGED + seat] >> top & 1:
                    return 1 << seat
        return 0
    if op == HOLDER_OF_ALL:
        for seat in range(players):
            if m[q + DEALT + seat] & a == a:
                return 1 << seat
        return 0
    if op == MOST:
        most = m[POINTS]
        for seat in range(1, players):
            most = max(most, m[POINTS + seat])
        found = 0
        for seat in range(players):
            if m[POINTS + seat] == most:
                found |= 1 << seat
        return found
    if op == WITHOUT:
        found = 0
        for seat in range(players):
            if m[WON + seat] == 0:
                found |= 1 << seat
        return found
    if op == WINNER_OF:
        return 1 << m[WINNERS + a] if a < m[DONE] else 0
    ours = m[DECLARERS]  # the only operation left is DECLARING_SIDE
    if declared(m, p, q, every & ~ours) == 0:
        return ours
    if declared(m, p, q, ours):
        m[STATUS] = SILENT
    return every & ~ours


def of_side(m: Cells, p: int, q: int, op: int, a: int, b: int, seats: int) -> bool:
    """Whether a side has the points, tricks, cards or number of players that a test asks for."""
    if op == POINTS_BY_DECLARED:
        had = declared(m, p, q, seats) // m[p + UNIT]
        for row in range(b):
            if m[p + a + 2 * row] == had:
                return points(m, p, seats) >= m[p + a + 2 * row + 1]
        m[STATUS] = SILENT
        return False
    if op == MAJORITY:
        return points(m, p, seats) > points(m, p, everybody(m, p) & ~seats)
    if op == WON_EXACTLY:
        return tricks_of(m, p, seats) == a
    if op == WON_AT_LEAST:
        return tricks_of(m, p, seats) >= a
    if op == WON_FIRST:
        if m[DONE] < a:
            return False
        for trick in range(a):
            if not seats >> m[WINNERS + trick] & 1:
                return False
        return True
    if op == WON_TRICK:
        return m[DONE] > a and seats >> m[WINNERS + a] & 1 != 0
    if op == NEVER_EXACTLY:
        missing = a - tricks_of(m, p, seats)
        return missing < 0 or missing > m[p + SIZE] - m[DONE]
    if op == NEVER_AT_LEAST:
        return tricks_of(m, p, seats) + m[p + SIZE] - m[DONE] < a
    if op == LOST_ONE:
        for trick in range(a, min(b, m[DONE])):
            if not seats >> m[WINNERS + trick] & 1:
                return True
        return False
    if op == HAS_TAKEN:
        had = 0
        for seat in range(m[p + PLAYERS]):
            if seats >> seat & 1:
                had |= m[TAKEN + seat] | m[CREDITED + seat]
        return had & a == a
    if op == PLAYERS_EXACTLY:
        return size(seats) == a
    if op == PLAYERS_AT_LEAST:
        return size(seats) >= a
    for seat in range(m[p + PLAYERS]):  # only WAS_DEALT_* is left
        if seats >> seat & 1:
            many = size(m[q + DEALT + seat] & a)
            if many == b or (op == WAS_DEALT_AT_LEAST and many > b):
                return True
    return False


def of_round(m: Cells, p: int, q: int, own: int, op: int, a: int, b: int) -> bool:
    """Whether a test of the round, of the hand of ``own`` or of the trick asked about holds."""
    if op == WAS_PLAYED:
        return m[ALL_PLAYED] & a != 0
    if op == NOW_IN:
        return a <= m[DONE] < b
    if op == BEATEN_BY:
        trick = trick_of(m, a)
        return trick >= 0 and m[WINNING + trick] == b
    if op == DEALT_TO_ONE:
        for seat in range(m[p + PLAYERS]):
            if m[q + DEALT + seat] & a == a:
                return True
        return False
    if op == DOUBLED:
        return level(m, p, q, a) > 0 or (b > 0 and level(m, p, q, b) > 0)
    if op == LED_WITH:
        return a >> m[IN_TRICK] & 1 != 0
    if op == TRICK_HAS:
        return m[ASKED_TRICK] & a == a
    if op == FALL_IN_ORDER:
        found = 0
        for place in range(m[ASKED_COUNT]):
            if found < b and m[IN_TRICK + place] == m[p + a + found]:
                found += 1
        return found == b
    many = size(m[HANDS + highest(own)] & a)
    if op == HAND_AT_LEAST:
        return many >= b
    if op == HAND_AT_MOST:
        return many <= b
    return many == b


def of_card(m: Cells, p: int, q: int, op: int, a: int, b: int, card: int) -> bool:
    """Whether a card was played to a trick from ``a`` to ``b - 1``, won it, or lay in the talon."""
    if op == LAY_IN_TALON:
        for packet in range(m[p + PACKET_COUNT]):
            if card >= 0 and m[q + TALON + packet] >> card & 1:
                return True
        return False
    trick = trick_reached(m, card)
    if trick < a or trick >= b:
        return False
    return op == CARD_IN or (trick < m[DONE] and m[WINNING + trick] == card)


def ask(m: Cells, p: int, q: int, code: int, own: int) -> int:
    """Run a code; returns the seats of a role, or 0 if a condition does not hold. ``own`` are the
    seats that speak or claim. Sets `STATUS` to `SILENT` where the rules do not say.
    """
    at, top = p + code, STACK - 1
    while True:
        op, a, b = m[at], m[at + 1], m[at + 2]
        at += 3
        if op == END:
            return m[top]
        if op == AND_ELSE or op == OR_ELSE:
            if (m[top] != 0) == (op == OR_ELSE):
                at += a
            else:
                top -= 1
        elif op == PUSH:
            top += 1
            m[top] = a
        elif op == OWN:
            top += 1
            m[top] = own
        elif op == SEATS_DECLARERS:
            top += 1
            m[top] = m[DECLARERS]
        elif op == SEATS_DEFENDERS:
            top += 1
            m[top] = everybody(m, p) & ~m[DECLARERS]
        elif op == SEAT_DECLARER:
            top += 1
            m[top] = one(m[q + DECLARER])
        elif op == SEAT_DEALER:
            top += 1
            m[top] = 1 << m[q + DEALER]
        elif op == THE_CALLED:
            top += 1
            m[top] = m[q + CALLED]
        elif op == ANNOUNCERS:
            top += 1
            m[top] = announcers(m, q, a)
        elif op == PLAYER_OF:
            top += 1
            m[top] = player_of(m, p, q, a)
        elif op == SIDE_OF:
            m[top] = side(m, p, m[top])
        elif op == TURNED or op == OPPONENTS_OF or op == ALL_BUT or op == HOLDER_OF:
            m[top] = seats_meant(m, p, q, op, a, m[top])
        elif op < POINTS_AT_LEAST:
            top += 1
            m[top] = seats_meant(m, p, q, op, a, 0)
        elif op == POINTS_AT_LEAST:
            m[top] = 1 if points(m, p, m[top]) >= a else 0
        elif op == NOT:
            m[top] = 1 if m[top] == 0 else 0
        elif op == IS_AMONG:
            top -= 1
            m[top] = 1 if m[top] != 0 and m[top] & ~m[top + 1] == 0 else 0
        elif op == IN_COMMON:
            top -= 1
            m[top] = 1 if m[top] & m[top + 1] != 0 else 0
        elif op == LAY_IN_TALON or op == CARD_WINS or op == CARD_IN:
            m[top] = 1 if of_card(m, p, q, op, a, b, m[top]) else 0
        elif op < LAY_IN_TALON or op == WAS_DEALT_EXACTLY or op == WAS_DEALT_AT_LEAST:
            m[top] = 1 if of_side(m, p, q, op, a, b, m[top]) else 0
        else:
            top += 1
            m[top] = 1 if of_round(m, p, q, own, op, a, b) else 0
