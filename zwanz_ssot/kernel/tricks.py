"""The part of the machine that plays: legal cards, winners of tricks, random cards."""

from __future__ import annotations

from .cells import *
from .conditions import ask, lowest, size

# random numbers: multiply with carry, as in Marsaglia's KISS (1999), with a period of about 2**60,
# seeded by the finalizer of MurmurHash3 (Appleby)

MULTIPLIER = 698769069


def mixed(number: int) -> int:
    """32 bits, each of which depends on the lowest 32 bits of the number."""
    number &= 0xFFFFFFFF
    number = (number ^ number >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    number = (number ^ number >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return number ^ number >> 16


def first_chance(seed: int, number: int) -> int:
    """The first state of the random numbers of a round: 32 bits, and a carry from 1 to less than
    the multiplier.
    """
    word = mixed(mixed(seed) ^ mixed((seed >> 32) + 0x9E3779B9))
    low = mixed(word ^ number & 0xFFFFFFFF)
    carry = mixed(low + word + (number >> 32) + 0x9E3779B9) >> 3
    return carry + 1 << 32 | low


def next_chance(chance: int) -> int:
    """The state after this one; always less than 2**62."""
    return (chance & 0xFFFFFFFF) * MULTIPLIER + (chance >> 32)


def chosen(chance: int, cards: int, many: int) -> int:
    """A random one of these ``many`` cards, by both halves of the state xored to 32 bits."""
    for _ in range(((chance ^ chance >> 32) & 0xFFFFFFFF) * many >> 32):
        cards &= cards - 1
    return lowest(cards)


# the play (`zwanz_ssot.engine.trick`, `zwanz_ssot.engine.play`)


def best_of(m: Cells, p: int, cards: int, count: int) -> int:
    """The strongest of these cards of one suit in the trick."""
    best = -1
    for place in range(count):
        card = m[IN_TRICK + place]
        if cards >> card & 1 and (best < 0 or m[p + m[p + ABOVE] + best] >> card & 1):
            best = card
    return best


def best_plain(m: Cells, p: int, count: int) -> int:
    """The best card of the trumps that win (`OVER`) in the trick; else the best of the suit led."""
    over, above, best = m[p + OVER], p + m[p + ABOVE], m[IN_TRICK]
    for place in range(1, count):
        card = m[IN_TRICK + place]
        if m[above + best] >> card & 1 or (over >> card & 1 and not over >> best & 1):
            best = card
    return best


def winning(m: Cells, p: int, q: int, trick: int, count: int) -> int:
    """The card that wins a trick of ``count`` cards."""
    if m[p + PLAIN] and not trick & m[p + RARE]:
        return best_plain(m, p, count)
    m[ASKED_TRICK], m[ASKED_COUNT] = trick, count
    row = p + m[p + WINS]
    for _ in range(m[p + WIN_COUNT]):
        card, when = m[row], m[row + 1]
        row += WIN_ROW
        cards = trick
        if card >= 0:
            cards &= 1 << card
        elif card == BEST_TRUMP:
            cards &= m[p + TRUMP]
        else:
            cards &= m[p + m[p + SUIT_OF] + m[IN_TRICK]]
        if cards and (when == 0 or ask(m, p, q, when, 0)):
            return best_of(m, p, cards, count)
    return m[IN_TRICK]


def place_of(m: Cells, card: int) -> int:
    """The place of a card in the trick, from 0."""
    place = 0
    while m[IN_TRICK + place] != card:
        place += 1
    return place


def heading(m: Cells, p: int, q: int, cards: int, count: int) -> int:
    """Those of the cards that would win the trick, or by `IN_SUIT` beat the suit led."""
    trick, above = m[TRICK], p + m[p + ABOVE]
    if m[p + BEAT] == IN_SUIT:
        suit = m[p + m[p + SUIT_OF] + m[IN_TRICK]]
        return cards & m[above + best_of(m, p, trick & suit, count)]
    return winners(m, p, q, cards, count)


def winners(m: Cells, p: int, q: int, cards: int, count: int) -> int:
    """Those of the cards that would win the trick."""
    trick, above = m[TRICK], p + m[p + ABOVE]
    found, left = 0, cards
    if m[p + PLAIN] and not trick & m[p + RARE]:
        left = cards & m[p + RARE]
        best = best_plain(m, p, count)
        better = m[above + best]
        if not m[p + OVER] >> best & 1:
            better |= m[p + OVER]
        found = (cards ^ left) & better
    while left:
        card = lowest(left)
        left &= left - 1
        m[IN_TRICK + count] = card
        if winning(m, p, q, trick | 1 << card, count + 1) == card:
            found |= 1 << card
    return found


def waiting(m: Cells, p: int, hand: int, held: int) -> int:
    """The cards that a hand still has to keep back."""
    kept, row = 0, p + m[p + KEPT]
    for _ in range(m[p + KEPT_COUNT]):
        if held & m[row] and (m[row + 2] == 0 or hand & m[row + 2]):
            kept |= m[row + 1]
        row += 3
    return kept


def owing(m: Cells, p: int, q: int, seat: int, cards: int) -> int:
    """The legal cards that are left by what the seat owes the cards that it announced."""
    now, first = m[DONE], 0
    for stage in range(2):
        row = p + m[p + OWED]
        for _ in range(m[p + OWED_COUNT]):
            item, card, trick = m[row], m[row + 1], m[row + 2]
            due, in_order = m[row + 3], m[row + 4]
            row += OWED_ROW
            if card == CALLED_CARD:
                card = m[q + CALLED]
            mine = m[q + SAID + item] >> ANNOUNCERS_AT >> seat & 1
            if card < 0 or not mine or not cards >> card & 1:
                continue
            # A card due now must be played. Else of those owed later only the first may be.
            if stage == 0:
                if due and trick == now:
                    return 1 << card
            elif in_order and trick > now:
                first = first if first else 1 << card
                if 1 << card != first:
                    cards &= ~(1 << card)
    return cards


def legal(m: Cells, p: int, q: int, seat: int, count: int) -> int:
    """The cards that a seat may play to the trick, in which ``count`` cards lie."""
    hand = m[HANDS + seat]
    if hand & hand - 1 == 0:
        return hand
    if count:
        many, when = m[p + FOLLOWS], m[p + FOLLOW_WHEN]
        rung = p + m[p + FOLLOW] + m[IN_TRICK] * many
    else:
        many, when, rung = m[p + LEADS], m[p + LEAD_WHEN], p + m[p + LEAD]

    # The first rung that applies and of which the hand has cards.
    cards = 0
    for number in range(many):
        if m[p + RUNGS_VARY]:
            test = m[p + when + number]
            if test and not ask(m, p, q, test, 1 << seat):
                continue
        cards = hand & m[rung + number]
        if cards:
            break

    # Of these, the cards that beat the trick, and those not held back.
    if cards & cards - 1:
        if count and m[p + BEAT]:
            better = heading(m, p, q, cards, count)
            if better and m[p + BEAT] == IN_SUIT:
                better |= cards & ~m[p + m[p + SUIT_OF] + m[IN_TRICK]]
            if better:
                cards = better
        held = m[HELD + seat]
        if held and cards & m[p + KEEPABLE]:
            free = cards & ~waiting(m, p, hand, held)
            cards = free if free else cards

    # Obligations by what the seat has declared, laid down or announced.
    if m[q + BOUND]:
        tied = m[TIED + seat]
        if tied:
            return cards & tied if cards & tied else tied
        if m[p + OWED_COUNT]:
            return owing(m, p, q, seat, cards)
    return cards


def counted_pairs(m: Cells, p: int, q: int, seat: int) -> int:
    """The points of the declared pairs of a seat that count now, in parts of a point."""
    total = 0
    for rule in range(m[p + PAIR_COUNT]):
        worth = m[q + DECLARED_PAIRS + rule * SEATS + seat]
        test = m[p + m[p + PAIR_TESTS] + rule]
        if worth and (test == 0 or ask(m, p, q, test, 1 << seat)):
            total += worth
    return total


def worth_of(m: Cells, p: int, cards: int) -> int:
    """The points of cards, in parts of a point."""
    total, row = 0, p + m[p + WORTH]
    for _ in range(m[p + WORTH_COUNT]):
        total += m[row] * size(cards & m[row + 1])
        row += 2
    return total


def is_lost(m: Cells, p: int, q: int) -> bool:
    """Whether the objective is out of reach, by each of those who play for it alone."""
    if m[p + EACH_ALONE] == 0:
        return ask(m, p, q, m[p + LOST], m[DECLARERS]) != 0
    for seat in range(m[p + PLAYERS]):
        if m[DECLARERS] >> seat & 1 and not ask(m, p, q, m[p + LOST], 1 << seat):
            return False
    return True


def ends_early(m: Cells, p: int, q: int) -> bool:
    """Whether the objective is out of reach, or a side has the points with which the play ends."""
    if m[p + LOST] and is_lost(m, p, q):
        return True
    if m[p + ENDS_AT] == 0:
        return False
    ours = theirs = most = 0
    for seat in range(m[p + PLAYERS]):
        has = counted_pairs(m, p, q, seat) + worth_of(m, p, m[TAKEN + seat])
        most = max(most, has)
        if m[DECLARERS] >> seat & 1:
            ours += has
        else:
            theirs += has
    if m[DECLARERS]:
        most = max(ours, theirs)
    return most >= m[p + ENDS_AT]


def begin(m: Cells, p: int, q: int) -> int:
    """Set the work area to a position; returns the seat to play, -1 if the play is over."""
    players = m[p + PLAYERS]
    m[DONE] = m[COUNT] = m[ALL_PLAYED] = m[LOSERS] = m[TRICK] = m[STATUS] = 0
    m[DECLARERS] = m[q + Q_DECLARERS]
    for seat in range(players):
        m[HANDS + seat] = m[q + Q_HANDS + seat]
        m[HELD + seat] = m[q + Q_HELD + seat]
        m[TIED + seat] = m[q + Q_TIED + seat]
        m[TAKEN + seat] = m[CREDITED + seat] = m[COUNTS + seat] = m[WON + seat] = 0

    # Earlier tricks with their winners.
    for place in range(m[q + Q_COUNT]):
        cell = m[q + Q_PLAYED + place]
        card = cell & 63
        m[IN_TRICK + place % players] = m[PLAYED + place] = card
        m[TRICK] |= 1 << card
        m[ALL_PLAYED] |= 1 << card
        m[TRICK_OF + card] = m[DONE]
        if cell >> WINNER_AT & 15:
            take(m, (cell >> WINNER_AT & 15) - 1, cell >> WINNING_AT & 63)
    m[COUNT] = m[q + Q_COUNT]
    return m[q + TURN]


def take(m: Cells, winner: int, card: int) -> None:
    """Give the trick to its winner."""
    trick, done = m[TRICK], m[DONE]
    m[WINNERS + done], m[WINNING + done] = winner, card
    m[TAKEN + winner] |= trick
    m[WON + winner] += 1
    m[DONE], m[TRICK] = done + 1, 0


def play(m: Cells, p: int, q: int, seat: int, card: int, count: int) -> int:
    """Play a card to a trick of ``count`` cards; returns the next seat, -1 at the end."""
    bit, players = 1 << card, m[p + PLAYERS]
    m[HANDS + seat] ^= bit
    m[PLAYED + m[COUNT]] = m[IN_TRICK + count] = card
    m[COUNT] += 1
    m[TRICK] |= bit
    m[ALL_PLAYED] |= bit
    m[TIED + seat] = 0
    m[TRICK_OF + card] = m[DONE]
    if count + 1 < players:
        return seat + 1 if seat + 1 < players else 0

    # The trick is full: its winner takes it, and leads.
    best, place = winning(m, p, q, m[TRICK], players), 0
    while m[IN_TRICK + place] != best:  # `place_of`: a call takes one percent of plain playouts
        place += 1
    winner = seat + 1 + place
    winner -= players if winner >= players else 0
    take(m, winner, best)

    # Free cards held back until the next trick, and see whether the play ends.
    row = p + m[p + FREED]
    for _ in range(m[p + FREED_COUNT]):
        if m[row + 1] == m[DONE] + 1:
            for other in range(players):
                m[HELD + other] &= ~m[row]
        row += 2
    if m[DONE] == m[p + SIZE]:
        return -1
    if (m[p + LOST] or m[p + ENDS_AT]) and ends_early(m, p, q):
        return -1
    return winner


def play_out(m: Cells, p: int, q: int, chance: int) -> None:
    """Play a position to its end with random cards. A single legal card takes no random number."""
    seat, players = begin(m, p, q), m[p + PLAYERS]
    count = m[COUNT] % players
    while seat >= 0:
        cards = legal(m, p, q, seat, count)
        m[LEGAL + m[COUNT]] = cards
        many = size(cards)
        if many > 1:
            chance = next_chance(chance)
        seat = play(m, p, q, seat, chosen(chance, cards, many), count)
        count = count + 1 if count + 1 < players else 0
