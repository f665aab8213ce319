"""The fourth part of the machine: a position with all cards open, searched to the end.

Alpha-beta (Knuth and Moore 1975) with windows of one, as MTD(f) (Plaat et al. 1996). Bounds that
were found are kept in a table, by all that they depend on: the leader, the cards left, and where
the rules ask who took what, that too. Where they do not ask, cards left that differ only in their
place among the cards gone are the same, as in Ginsberg's partition search (1996): the key has for
each run of twins how many are left, and for each card left its owner. Tricks that a side cannot
lose bound a position before it is searched.
"""

from __future__ import annotations

from .cells import *
from .conditions import ask, lowest, size
from .settlement import finish
from .tricks import begin, legal, play, winning, worth_of

# The area of the search, after the programs: numbers, then by card, then by depth and card.
(NODES, LIMIT, STOPPED, AIM, CODE, MEMORY, TABLE, TABLE_BITS, KEY_SIZE, LOWEST, HIGHEST, FEWEST,
 MOST_BESIDE, RUN_COUNT, SURE, ANY_LEAD, RARE_COUNT, LEVELS) = range(18)  # fmt: skip
TWINS, USEFUL, WORTH_OF, KEY, RUNS, RARES, BY_WORTH = 24, 88, 152, 216, 224, 288, 320
SCORE = 352
SEARCH = SCORE + 64 * 64
AIM_POINTS, AIM_TRICKS, AIM_OBJECTIVE = 0, 1, 2
NO_MEMORY, MEMORY_OF_CARDS, MEMORY_OF_ALL = 0, 1, 2

# An entry of the table: cards left, leader and bounds with the place of the best card among those
# left, then the rest of the key.
LEFT, BOUNDS, KEY_AT = 0, 1, 2
UPPER_AT, LEADER_AT, BEST_AT, BOUND_MASK = 16, 32, 40, 0xFFFF
PROBES = 4
OWNER_BITS, OWNERS = 3, 20
"""Bits for an owner, and how many owners stand in a cell."""

# An answer: nodes, whether it is solved, value, moves of the line, then by card and by move.
A_NODES, A_SOLVED, A_VALUE, A_LENGTH, A_CARDS, A_LINE = 0, 1, 2, 3, 8, 72
ANSWER = 144
NOT_A_CARD = -1 << 40
MOST_USEFUL = 512
"""When the leads that decided are counted anew, by halves: far below what a number may be."""


def value_at_end(m: Cells, p: int, q: int, s: int) -> int:
    """The value of the aim at the end of the play."""
    if m[s + AIM] == AIM_TRICKS:
        return so_far(m, p, s)
    for seat in range(m[p + PLAYERS]):
        m[CREDITED + seat] = 0
    finish(m, p, q)
    if m[s + AIM] == AIM_OBJECTIVE:
        return 1 if ask(m, p, q, m[s + CODE], m[DECLARERS]) else 0
    total = 0
    for seat in range(m[p + PLAYERS]):
        if m[DECLARERS] >> seat & 1:
            total += m[POINTS + seat]
    return total


def so_far(m: Cells, p: int, s: int) -> int:
    """The declarers' part of the aim, from the tricks that are over."""
    total = 0
    if m[s + AIM] != AIM_OBJECTIVE:
        for seat in range(m[p + PLAYERS]):
            if m[DECLARERS] >> seat & 1:
                if m[s + AIM] == AIM_TRICKS:
                    total += m[WON + seat]
                else:
                    total += worth_of(m, p, m[TAKEN + seat])
    return total


def cards_left(m: Cells, p: int) -> int:
    """The cards of all hands."""
    left = 0
    for seat in range(m[p + PLAYERS]):
        left |= m[HANDS + seat]
    return left


def take_back(m: Cells, p: int, q: int, seat: int, card: int, done: int, tied: int) -> None:
    """Undo a card: ``done`` tricks were over before it, and the seat was ``tied``."""
    players, bit = m[p + PLAYERS], 1 << card
    if m[DONE] != done:
        winner, trick = m[WINNERS + done], 0
        for place in range(players):
            lying = m[PLAYED + done * players + place]
            m[IN_TRICK + place] = lying
            trick |= 1 << lying
        m[TAKEN + winner] ^= trick
        m[WON + winner] -= 1
        m[DONE], m[TRICK] = done, trick
        if m[p + FREED_COUNT]:
            for other in range(players):
                m[HELD + other] = m[q + Q_HELD + other]
            row = p + m[p + FREED]
            for _ in range(m[p + FREED_COUNT]):
                if m[row + 1] <= done + 1:
                    for other in range(players):
                        m[HELD + other] &= ~m[row]
                row += 2
    m[HANDS + seat] |= bit
    m[TIED + seat] = tied
    m[COUNT] -= 1
    m[TRICK] ^= bit
    m[ALL_PLAYED] ^= bit


def least_worth(m: Cells, s: int, cards: int, many: int) -> int:
    """What so many of these cards count at least."""
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
    """Whether a card of the other side that wins by a rule of its own may win from this card: all
    that has to lie beside it is left, and not in the hand of the card, which gives one to a trick.
    """
    row = s + RARES
    for _ in range(m[s + RARE_COUNT]):
        party = m[row] | m[row + 1]
        if m[row] & theirs and party & ~left == 0 and party & hand & ~(1 << card) == 0:
            return True
        row += 2
    return False


def sure(m: Cells, p: int, s: int, left: int, seats: int, leader: int) -> int:
    """What the seats of a side take at least of the tricks that are left, at the beginning of one:
    tricks, or what they count.
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

    # Lower bound from trumps: one that no card of the others beats wins its trick. Of a hand's
    # trumps from one up, each that loses costs the others a better one.
    for seat in range(players):
        hand = m[HANDS + seat]
        own, cards, wins = hand & over, hand & over, 0
        if seats >> seat & 1 == 0:
            cards = 0
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            better = m[above + card]
            if better & theirs == 0 and not is_stolen(m, s, left, theirs, hand, card):
                safe |= 1 << card
            wins = max(wins, 1 + size(better & own) - size(better & theirs) - stealing)
        if seats >> seat & 1:
            total += least_worth(m, s, own & ~safe, wins - size(own & safe))
        tricks = max(tricks, wins)

    # A leader who alone holds trumps wins a trick with each top card.
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
    if m[s + AIM] == AIM_TRICKS:
        return tricks

    # The other side loses a card to each of these tricks.
    total += worth_of(m, p, safe)
    for seat in range(players):
        if seats >> seat & 1 == 0:
            total += least_worth(m, s, m[HANDS + seat], tricks)
    return total


def different(m: Cells, p: int, s: int, hand: int, cards: int) -> int:
    """Of legal cards, one of those that are worth the same: twins (the same to every rule and
    count) with none but twins of the same hand between them, of cards that are not gone.
    """
    kept, above = 0, p + m[p + ABOVE]
    around = cards_left(m, p) | m[TRICK]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        kept |= 1 << card
        twins = cards & m[s + TWINS + card]
        while twins:
            other = lowest(twins)
            twins &= twins - 1
            between = (m[above + card] ^ m[above + other]) & around
            if between & ~(hand & m[s + TWINS + card]) == 0:
                cards ^= 1 << other
    return kept


def write_key(m: Cells, p: int, s: int, left: int) -> int:
    """Write the key of a position at the beginning of a trick, beside its leader; the cards left as
    the key has them.
    """
    at = s + KEY
    if m[s + MEMORY]:
        for seat in range(m[p + PLAYERS]):
            m[at + seat] = m[TAKEN + seat]
        return left

    # The owner of each card left.
    owners, shift, rest = 0, 0, left
    for word in range(m[s + KEY_SIZE]):
        m[at + word] = 0
    while rest:
        bit = rest & -rest
        rest ^= bit
        owner = 0
        while m[HANDS + owner] & bit == 0:
            owner += 1
        owners |= owner << shift
        shift += OWNER_BITS
        if shift == OWNER_BITS * OWNERS or rest == 0:
            m[at] = owners
            owners, shift = 0, 0
            at += 1

    # Of each run of equivalent cards: as many as are left, from the lowest on.
    row = s + RUNS
    for _ in range(m[s + RUN_COUNT]):
        run = m[row]
        if left & run:
            left = left & ~run | (1 << size(left & run)) - 1 << m[row + 1]
        row += 2
    return left


def place_of(m: Cells, s: int, left: int, leader: int) -> int:
    """The entry of the position whose key is written; -1 - entry of a free one if it has none."""
    words = m[s + KEY_SIZE]
    mixed = (left & 0x7FFFFFFF) * 0x9E3779B1 ^ (left >> 31) * 0x85EBCA77 ^ leader * 0xC2B2AE3D
    for word in range(words):
        key = m[s + KEY + word]
        mixed ^= (key & 0x7FFFFFFF ^ key >> 31) * (0x27D4EB2F + 2 * word)
        mixed ^= mixed >> 29
    mixed ^= mixed >> 32
    mixed = (mixed & 0x7FFFFFFF) * 0x7FEB352D
    mixed ^= mixed >> 23
    slots = (1 << m[s + TABLE_BITS]) - 1
    free = -1
    for probe in range(PROBES):
        entry = m[s + TABLE] + ((mixed + probe) & slots) * (KEY_AT + words)
        if m[entry + LEFT] == 0:
            return -1 - entry
        if m[entry + LEFT] == left and m[entry + BOUNDS] >> LEADER_AT & 15 == leader:
            same = True
            for word in range(words):
                same = same and m[entry + KEY_AT + word] == m[s + KEY + word]
            if same:
                return entry
        if free < 0 and probe == mixed >> 40 & PROBES - 1:
            free = entry
    return -1 - (free if free >= 0 else entry)


def nth(cards: int, number: int) -> int:
    """The card at a place of a set, the lowest at 0."""
    for _ in range(number):
        cards &= cards - 1
    return lowest(cards)


def weigh(m: Cells, p: int, q: int, s: int, seat: int, cards: int, count: int, first: int) -> None:
    """Write the order in which cards are tried: leads by what they decided before, others by who
    wins the trick.
    """
    scores, players = s + SCORE + m[COUNT] * 64, m[p + PLAYERS]
    ours = m[DECLARERS] >> seat & 1
    friend, best = 0, -1
    if count:
        best, place = winning(m, p, q, m[TRICK], count), 0
        while m[IN_TRICK + place] != best:
            place += 1
        friend = (m[DECLARERS] >> (seat - count + place + players) % players & 1) == ours
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        score, worth = m[s + USEFUL + card], 4 * m[s + WORTH_OF + card]
        if count:
            m[IN_TRICK + count] = card
            wins = winning(m, p, q, m[TRICK] | 1 << card, count + 1) == card
            # Tuned: of 0, 15 and 60, 60 took the fewest nodes in 20 positions with 8 tricks.
            score = 60 if wins else 0
            if wins and count + 1 == players:
                score = 400 + worth
            score += worth if friend and not wins else -worth
        m[scores + card] = 1 << 30 if card == first else score


def search(m: Cells, p: int, q: int, s: int, seat: int, count: int, alpha: int, beta: int) -> int:
    """The value of the position, or a bound of it if it lies outside the window."""
    if seat < 0:
        return value_at_end(m, p, q, s)
    if m[s + NODES] >= m[s + LIMIT]:
        m[s + STOPPED] = 1
        return 0
    m[s + NODES] += 1

    # At the start of a trick: bounds of the rest, and the table of positions already searched.
    entry, base, left, first, low, high = -1, 0, 0, -1, 0, 0
    if count == 0:
        left, base = cards_left(m, p), so_far(m, p, s)
        if m[s + AIM] == AIM_OBJECTIVE:
            high = 1
        elif m[s + AIM] == AIM_TRICKS:
            high = m[p + SIZE] - m[DONE]
        else:
            low = m[s + FEWEST]
            high = m[s + MOST_BESIDE] + worth_of(m, p, left)
        if m[s + SURE]:
            ours = m[DECLARERS]
            low += sure(m, p, s, left, ours, seat)
            high -= sure(m, p, s, left, (1 << m[p + PLAYERS]) - 1 ^ ours, seat)
            if base + low >= beta:
                return base + low
            if base + high <= alpha:
                return base + high
        if m[s + MEMORY] < MEMORY_OF_ALL:
            entry = place_of(m, s, write_key(m, p, s, left), seat)
            if entry >= 0:
                bounds = m[entry + BOUNDS]
                low = max(low, bounds & BOUND_MASK)
                high = min(high, bounds >> UPPER_AT & BOUND_MASK)
                first = nth(left, bounds >> BEST_AT & 63)
        if base + low >= beta or low == high:
            return base + low
        if base + high <= alpha:
            return base + high

    # Try one card of each equivalence class, the most promising first.
    maximizes = m[DECLARERS] >> seat & 1 != 0
    cards = different(m, p, s, m[HANDS + seat], legal(m, p, q, seat, count))
    if cards & cards - 1:
        weigh(m, p, q, s, seat, cards, count, first)
    scores, best, best_card = s + SCORE + m[COUNT] * 64, 0, -1
    floor, ceiling = alpha, beta
    while cards:
        card = lowest(cards)
        others = cards & cards - 1
        while others:
            other = lowest(others)
            others &= others - 1
            if m[scores + other] > m[scores + card]:
                card = other
        cards ^= 1 << card

        done, tied = m[DONE], m[TIED + seat]
        after = play(m, p, q, seat, card, count)
        next_count = count + 1 if count + 1 < m[p + PLAYERS] else 0
        value = search(m, p, q, s, after, next_count, floor, ceiling)
        take_back(m, p, q, seat, card, done, tied)
        if m[s + STOPPED]:
            return 0
        if best_card < 0 or (value > best if maximizes else value < best):
            best, best_card = value, card
        if maximizes:
            floor = max(floor, best)
        else:
            ceiling = min(ceiling, best)
        if floor >= ceiling:
            if count == 0:
                m[s + USEFUL + best_card] += size(m[HANDS + seat])
                if m[s + USEFUL + best_card] > MOST_USEFUL:
                    for other in range(CARDS):
                        m[s + USEFUL + other] >>= 1
            break

    if count == 0 and m[s + MEMORY] < MEMORY_OF_ALL:
        if best < beta:
            high = min(high, best - base)
        if best > alpha:
            low = max(low, best - base)
        kept = write_key(m, p, s, left)
        entry = place_of(m, s, kept, seat)
        entry = entry if entry >= 0 else -1 - entry
        place = size(left & (1 << best_card) - 1)
        m[entry + LEFT] = kept
        m[entry + BOUNDS] = low | high << UPPER_AT | seat << LEADER_AT | place << BEST_AT
        for word in range(m[s + KEY_SIZE]):
            m[entry + KEY_AT + word] = m[s + KEY + word]
    return best


def exact(m: Cells, p: int, q: int, s: int, seat: int, count: int, guess: int) -> int:
    """The value of the position: windows of one, each beside the last answer."""
    low, high = m[s + LOWEST], m[s + HIGHEST]
    value = min(max(guess, low), high)
    while low < high:
        beta = value + 1 if value == low else value
        value = search(m, p, q, s, seat, count, beta - 1, beta)
        if m[s + STOPPED]:
            return 0
        if value < beta:
            high = value
        else:
            low = value
    return low


def solve_position(m: Cells, q: int, s: int, answer: Cells) -> None:
    """Find the value of each legal card and a principal line."""
    p = m[q + PROGRAM]
    players = m[p + PLAYERS]
    seat = begin(m, p, q)
    count, value = m[COUNT] % players, NOT_A_CARD
    guess = (m[s + LOWEST] + m[s + HIGHEST]) // 2
    maximizes = m[DECLARERS] >> seat & 1 != 0
    cards, found = legal(m, p, q, seat, count), 0
    for card in range(64):
        answer[A_CARDS + card] = NOT_A_CARD

    # Value each legal card; equivalent cards share a value.
    while cards and not m[s + STOPPED]:
        card = lowest(cards)
        group = 1 << card
        others = cards ^ group
        while others:
            other = lowest(others)
            others &= others - 1
            if size(different(m, p, s, m[HANDS + seat], 1 << card | 1 << other)) == 1:
                group |= 1 << other
        cards &= ~group
        done, tied = m[DONE], m[TIED + seat]
        after = play(m, p, q, seat, card, count)
        found = exact(m, p, q, s, after, count + 1 if count + 1 < players else 0, guess)
        take_back(m, p, q, seat, card, done, tied)
        guess = found
        for each in range(64):
            if group >> each & 1:
                answer[A_CARDS + each] = found
        if value == NOT_A_CARD or (found > value if maximizes else found < value):
            value = found
    answer[A_NODES] = m[s + NODES]
    answer[A_SOLVED] = 0 if m[s + STOPPED] else 1
    answer[A_VALUE] = value
    answer[A_LENGTH] = 0
    if m[s + STOPPED]:
        return

    # The principal variation: at each step the first card that keeps the value.
    m[s + LIMIT] += m[s + NODES]
    while seat >= 0:
        maximizes = m[DECLARERS] >> seat & 1 != 0
        cards, played = legal(m, p, q, seat, count), False
        next_count = count + 1 if count + 1 < players else 0
        while cards and not played:
            card = lowest(cards)
            cards &= cards - 1
            done, tied = m[DONE], m[TIED + seat]
            after = play(m, p, q, seat, card, count)
            if maximizes:
                played = search(m, p, q, s, after, next_count, value - 1, value) >= value
            else:
                played = search(m, p, q, s, after, next_count, value, value + 1) <= value
            if m[s + STOPPED]:
                return
            if not played:
                take_back(m, p, q, seat, card, done, tied)
            else:
                answer[A_LINE + answer[A_LENGTH]] = card
                answer[A_LENGTH] += 1
                seat, count = after, next_count
