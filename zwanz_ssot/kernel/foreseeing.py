"""The part of the machine that looks ahead: it weighs cards in worlds that fit what was played.

`foresee` takes one position for each world: rounds that look alike to the seat to play. First
`make_likely` exchanges hidden cards between the other hands, so that the rules of thumb would play
what these hands did play. Then each world is played out many times with each card. Others play by
rules of thumb. The seat itself plays what had the best results so far after the same cards, in any
world: a tree search over what the seat sees (Silver and Veness 2010), which chooses the card to try
next by the bound of Rosin (2011). Instead it may choose by playouts (`zwanz_ssot.kernel.nested`).
"""

from __future__ import annotations

from math import sqrt

from .cells import *
from .conditions import first_cell, lowest, size
from .heuristics import by_heuristics
from .nested import MAY_STILL_HOLD, by_playouts, see_lacking
from .settlement import settle
from .tricks import begin, chosen, legal, next_chance, play

# The tree: the path of one round, then nodes. A node: its key, the epoch that made it, the worlds
# that reached it in that epoch, visits; then two cells for each card in hand: tries and the sum of
# results.
KEY, BORN, WORLDS, VISITS, OF_CARD = 0, 1, 2, 3, 4
MOST_IN_HAND = 16
PATH, FIRST_NODE, NODE = 0, 96, OF_CARD + 2 * MOST_IN_HAND
PROBES = 8
"""How many nodes are looked at to find a key."""
UNLIKE_BITS = 6
"""Bits for the number of cards of a seat that do not fit."""

# The cells of ``asked``: of `zwanz_ssot.kernel.playouts.Foresight`, the tree's size, the chance,
# cards that stay in their hands, seats that keep their hands, and by seat the cards it may hold.
(STEPS, UNLIKELY, EPOCHS, NEEDED, INNER, TREE_BITS, CHANCE, FIXED, KEPT, MAY_HOLD) = range(10)
ASKED = MAY_HOLD + SEATS


def unlike(m: Cells, p: int, q: int, seats: int) -> int:
    """How many cards these seats have played that the rules of thumb would not, in `UNLIKE_BITS`
    for each seat. What was said during the play counts as said before it.
    """
    # Give the cards played back to the hands.
    players = m[p + PLAYERS]
    m[DONE] = m[COUNT] = m[ALL_PLAYED] = m[TRICK] = 0
    m[DECLARERS] = m[q + Q_DECLARERS]
    for seat in range(players):
        m[HANDS + seat] = m[q + Q_HANDS + seat]
        m[HELD + seat] = m[q + HELD_AT_FIRST + seat]
        m[TIED + seat] = m[TAKEN + seat] = m[WON + seat] = 0
    seat = m[q + LEADER]
    for place in range(m[q + Q_COUNT]):
        cell = m[q + Q_PLAYED + place]
        m[HANDS + seat] |= 1 << (cell & 63)
        winner = cell >> WINNER_AT & 15
        seat = winner - 1 if winner else (seat + 1) % players

    # Play them again, and compare each with the choice of the rules of thumb.
    found, count, seat = 0, 0, m[q + LEADER]
    for place in range(m[q + Q_COUNT]):
        card = m[q + Q_PLAYED + place] & 63
        if seats >> seat & 1:
            cards = legal(m, p, q, seat, count)
            if cards & cards - 1 and by_heuristics(m, p, q, seat, count, cards) != card:
                found += 1 << UNLIKE_BITS * seat
        seat = play(m, p, q, seat, card, count)
        count = count + 1 if count + 1 < players else 0
    return found


def change_hands(m: Cells, q: int, a: int, b: int, both: int) -> None:
    """Exchange two cards, ``both``, between two hands, as they were dealt and as they are."""
    m[q + Q_HANDS + a] ^= both
    m[q + DEALT + a] ^= both
    m[q + EXCHANGED + a] ^= both
    m[q + Q_HANDS + b] ^= both
    m[q + DEALT + b] ^= both
    m[q + EXCHANGED + b] ^= both


def make_likely(m: Cells, p: int, q: int, own: int, asked: Cells, chance: int) -> int:
    """Exchange hidden cards between the hands of others, so that they fit what was played, by the
    Metropolis algorithm (Metropolis et al. 1953). Returns the random state afterwards.
    """
    others = ((1 << m[p + PLAYERS]) - 1) & ~(1 << own | asked[KEPT])
    if others & others - 1 == 0:
        return chance

    # Cards whose holder the play depends on stay where they are.
    fixed = asked[FIXED] | m[p + KEEPABLE]
    if m[q + CALLED] >= 0:
        fixed |= 1 << m[q + CALLED]
    if m[p + SHOWN_BY] >= 0:
        fixed |= 1 << m[p + SHOWN_BY]
    now, field = unlike(m, p, q, others), (1 << UNLIKE_BITS) - 1
    for _ in range(asked[STEPS]):
        # A card of each of two hands that the other may hold.
        chance = next_chance(chance)
        a = chosen(chance, others, size(others))
        chance = next_chance(chance)
        b = chosen(chance, others & ~(1 << a), size(others) - 1)
        mine = m[q + Q_HANDS + a] & m[q + DEALT + a] & asked[MAY_HOLD + b] & ~fixed
        if mine == 0:
            continue
        chance = next_chance(chance)
        card = chosen(chance, mine, size(mine))
        theirs = m[q + Q_HANDS + b] & m[q + DEALT + b] & asked[MAY_HOLD + a] & ~fixed
        if theirs == 0:
            continue
        chance = next_chance(chance)

        # Keep an exchange with a probability halved `UNLIKELY` times for each more unlikely card.
        both = 1 << card | 1 << chosen(chance, theirs, size(theirs))
        change_hands(m, q, a, b, both)
        found = unlike(m, p, q, 1 << a | 1 << b)
        change = -(now >> UNLIKE_BITS * a & field) - (now >> UNLIKE_BITS * b & field)
        change += (found >> UNLIKE_BITS * a & field) + (found >> UNLIKE_BITS * b & field)
        chance = next_chance(chance)
        limit = 0xFFFFFFFF >> min(32, asked[UNLIKELY] * max(change, 0))
        if (chance ^ chance >> 32) & 0xFFFFFFFF > limit:
            change_hands(m, q, a, b, both)
        else:
            now = now & ~(field << UNLIKE_BITS * a | field << UNLIKE_BITS * b) | found
    return chance


def node_of(tree: Cells, bits: int, key: int, epoch: int) -> int:
    """The node of a key, made in this epoch if there is none; -1 if there is no room."""
    slots = (1 << bits) - 1
    for probe in range(PROBES):
        entry = FIRST_NODE + ((key ^ key >> 24) + probe & slots) * NODE
        if tree[entry + KEY] == key:
            return entry
        if tree[entry + KEY] == 0:
            tree[entry + KEY], tree[entry + BORN] = key, epoch
            return entry
    return -1


def promising(tree: Cells, entry: int, hand: int, cards: int, thumb: int, spread: float) -> int:
    """The card to try next: that of the highest mean result plus a bonus, which falls with each
    try (Rosin 2011). Among equals ``thumb``, the card of the rules of thumb.
    """
    visits, total, many = tree[entry + VISITS], 0, size(cards)
    rest = cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        total += tree[entry + OF_CARD + 2 * size(hand & (1 << card) - 1) + 1]
    mean, bound = total / visits, spread * sqrt(visits) / many
    best, most, rest = thumb, 0.0, cards
    for place in range(many + 1):
        card = thumb
        if place:
            card = lowest(rest)
            rest &= rest - 1
        at = entry + OF_CARD + 2 * size(hand & (1 << card) - 1)
        value = tree[at + 1] / tree[at] if tree[at] else mean
        value += bound / (1 + tree[at])
        if place == 0 or value > most:
            best, most = card, value
    return best


def played_once(
    m: Cells, p: int, q: int, own: int, first: int, asked: Cells, tree: Cells, epoch: int,
    spread: float, area: Cells,
) -> int:  # fmt: skip
    """Play ``first`` (-1: as any other card), then to the end; returns what the seat gets."""
    worlds = asked[INNER]
    if worlds:
        for other in range(m[p + PLAYERS]):
            area[MAY_STILL_HOLD + other] = asked[MAY_HOLD + other]
    seat, players, hand = begin(m, p, q), m[p + PLAYERS], m[q + Q_HANDS + own]
    count, card, key, length, inside = m[COUNT] % players, first, 1, 0, spread > 0
    while seat >= 0:
        if card < 0:
            cards = legal(m, p, q, seat, count)
            if worlds and seat == own and cards & cards - 1:
                card = by_playouts(
                    m, p, q, own, count, cards, worlds, asked[FIXED], area, asked[CHANCE]
                )
                asked[CHANCE] = next_chance(asked[CHANCE])
            else:
                card = by_heuristics(m, p, q, seat, count, cards)

            # Inside the tree the seat plays a promising card. The path ends at a new node.
            if inside and seat == own and cards & cards - 1:
                entry = node_of(tree, asked[TREE_BITS], key, epoch)
                if entry < 0:
                    inside = False
                elif tree[entry + BORN] == epoch:
                    tree[entry + WORLDS] += 1
                elif tree[entry + WORLDS] < asked[NEEDED]:
                    inside = False
                else:
                    card = promising(tree, entry, hand, cards, card, spread)
                if inside:
                    tree[PATH + length] = entry
                    tree[PATH + length + 1] = entry + OF_CARD + 2 * size(hand & (1 << card) - 1)
                    length += 2
                    inside = tree[entry + BORN] != epoch
        if worlds:
            see_lacking(m, p, area, seat, card, count)
        key = (key * 1000003 ^ card + 1) & 0x3FFFFFFFFFFFFF
        seat = play(m, p, q, seat, card, count)
        card = -1
        count = count + 1 if count + 1 < players else 0
    settle(m, p, q)
    score = 0
    if m[STATUS] == SETTLED:
        score = m[(MONEY if m[p + TWO_ACCOUNTS] else SCORES) + own]
    for step in range(0, length, 2):
        tree[tree[PATH + step] + VISITS] += 1
        tree[tree[PATH + step + 1]] += 1
        tree[tree[PATH + step + 1] + 1] += score
    return score


def worst(scores: Cells, positions: int, many: int, times: Cells, left: int) -> int:
    """The index of the card with the lowest mean result, of those whose bit is in ``left``."""
    found, least = -1, 0.0
    for entry in range(many):
        if left >> entry & 1:
            total = 0
            for number in range(positions):
                total += scores[number * many + entry]
            value = total / times[entry]
            if found < 0 or value < least:
                found, least = entry, value
    return found


def spread_of(scores: Cells, positions: int, many: int) -> float:
    """The difference between the best and the worst card, in the mean of all worlds; of a single
    card, half the mean deviation of the worlds. At least one, so that other cards are tried.
    """
    spread, total = 0.0, 0
    for number in range(positions):
        total += scores[number * many]
    for number in range(positions):
        if many == 1:
            spread += abs(scores[number] - total / positions) / 2
            continue
        low = high = scores[number * many]
        for entry in range(1, many):
            low = min(low, scores[number * many + entry])
            high = max(high, scores[number * many + entry])
        spread += high - low
    return max(1.0, spread / positions)


def weigh_cards(
    m: Cells, first: int, positions: int, own: int, many: int, cards: Cells, asked: Cells,
    tree: Cells, area: Cells, times: Cells, scores: Cells,
) -> None:  # fmt: skip
    """Find what the seat to play gets after each of ``many`` ``cards`` in each position: writes a
    row of ``scores`` for each, by card the sum of ``times`` rounds.

    After the first epoch only the best half of the cards is played, at least three; in the second
    half of the epochs two. Sums begin anew in each epoch up to the middle one.
    """
    chance = asked[CHANCE]
    if asked[STEPS]:
        for number in range(positions):
            q = first + number * POSITION
            chance = make_likely(m, m[q + PROGRAM], q, own, asked, chance)
        asked[CHANCE] = chance
    left, spread = (1 << many) - 1, 0.0
    for epoch in range(asked[EPOCHS]):
        if epoch == 1:
            spread = spread_of(scores, positions, many)
        if epoch == 1 or (epoch > 1 and epoch == asked[EPOCHS] // 2):
            keep = max(3, (many + 1) // 2) if epoch == 1 else 2
            while size(left) > keep:
                left ^= 1 << worst(scores, positions, many, times, left)
        fresh = epoch <= asked[EPOCHS] // 2
        for entry in range(many):
            if left >> entry & 1:
                times[entry] = 1 if fresh else times[entry] + 1
                for number in range(positions):
                    q = first + number * POSITION
                    p, card = m[q + PROGRAM], cards[entry]
                    got = played_once(m, p, q, own, card, asked, tree, epoch, spread, area)
                    at = number * many + entry
                    scores[at] = got if fresh else scores[at] + got


def foresee(
    m: Cells, first: int, positions: int, own: int, cards: Cells, asked: Cells, tree: Cells,
    area: Cells, times: Cells, scores: Cells,
) -> None:  # fmt: skip
    """`weigh_cards`, through pointers where it is compiled."""
    weigh_cards(
        first_cell(m), first, positions, own, len(cards), first_cell(cards), first_cell(asked),
        first_cell(tree), first_cell(area), first_cell(times), first_cell(scores),
    )  # fmt: skip
