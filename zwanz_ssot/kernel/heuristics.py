"""The part of the machine that chooses cards by rules of thumb instead of at random.

`by_heuristics` plays as `zwanz_ssot.players.card_heuristics`, for a seat that knows the sides;
`tests/test_kernel_heuristics.py` compares the two.
"""

from __future__ import annotations

from .cells import *
from .conditions import everybody, lowest, size, tricks_of
from .tricks import heading, place_of, winning


def dearest(m: Cells, p: int, cards: int) -> int:
    """The weakest of the cards with the most points."""
    points, best, most = p + m[p + CARD_POINTS], -1, 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if best < 0 or m[points + card] > most:
            best, most = card, m[points + card]
    return best


def cheapest(m: Cells, p: int, cards: int) -> int:
    """The weakest of the cards with the fewest points."""
    points, best, least = p + m[p + CARD_POINTS], -1, 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if best < 0 or m[points + card] < least:
            best, least = card, m[points + card]
    return best


def strongest(m: Cells, p: int, cards: int) -> int:
    """The card with the fewest above it in its suit; among equals the one with more points."""
    above, points = p + m[p + ABOVE], p + m[p + CARD_POINTS]
    best, least, most = -1, 0, 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        over, worth = size(m[above + card]), m[points + card]
        if best < 0 or over < least or (over == least and worth > most):
            best, least, most = card, over, worth
    return best


def least_likely(m: Cells, p: int, cards: int, gone: int) -> int:
    """The card with the fewest lower cards of its suit, less higher ones, that are not ``gone``."""
    above, suit_of, best, least = p + m[p + ABOVE], p + m[p + SUIT_OF], -1, 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        suit = m[suit_of + card] & ~gone
        place = size(suit & ~m[above + card]) - size(suit & m[above + card])
        if best < 0 or place < least:
            best, least = card, place
    return best


def unbeaten(m: Cells, p: int, cards: int, gone: int) -> int:
    """The cards that no card of their suit beats, as all higher ones are ``gone``."""
    found, above = 0, p + m[p + ABOVE]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if m[above + card] & ~gone == 0:
            found |= 1 << card
    return found


def avoids(m: Cells, p: int) -> bool:
    """Whether all seats avoid tricks: where the rules name losers instead of winners, or the
    declarers have as many tricks as they may win.
    """
    if m[p + LOSERS_ARE]:
        return True
    if m[p + EXACTLY] == 0:
        return False
    return tricks_of(m, p, m[DECLARERS]) >= m[p + EXACTLY] - 1


def lead(m: Cells, p: int, q: int, seat: int, cards: int, gone: int) -> int:
    """The card to lead to a trick."""
    if avoids(m, p):
        return least_likely(m, p, cards, gone)

    # A declarer with more trumps than other cards draws those of the others.
    trump = m[p + TRUMP] if m[p + TRUMPS_WIN] else 0
    ours = m[DECLARERS] >> seat & 1
    trumps = cards & trump
    if ours and size(trumps) * 2 > size(cards):
        while trumps & trumps - 1:
            trumps &= trumps - 1
        return lowest(trumps)

    # Cards that nothing beats; the suit of the called card, to find the partner; cheap cards.
    high = unbeaten(m, p, cards, gone)
    if high:
        return dearest(m, p, high)
    called = m[q + CALLED]
    if ours and called >= 0 and gone >> called & 1 == 0:
        to_partner = cards & m[p + m[p + SUIT_OF] + called] & ~trump
        if to_partner:
            return lowest(to_partner)
    small = cards & ~trump
    return cheapest(m, p, small if small else cards)


def friends_of(m: Cells, p: int, q: int, seat: int) -> int:
    """The seats that this seat knows to be on its side, itself included."""
    ours = m[DECLARERS]
    if ours == 0:
        return 1 << seat
    if ours >> seat & 1 == 0:
        ours = everybody(m, p) & ~ours
    declarer = m[q + DECLARER]
    if m[p + SIDES_HIDDEN] == 0:
        return ours
    if declarer < 0:  # cards make the sides
        return 1 << seat
    card = m[p + SHOWN_BY] if m[p + SHOWN_BY] >= 0 else m[q + CALLED]
    if card >= 0 and m[ALL_PLAYED] >> card & 1:
        return ours
    partner = m[DECLARERS] & ~(1 << declarer)
    if (m[q + Q_SHOWN] | 1 << seat) & partner:
        return ours
    return ours & (m[q + Q_SHOWN] | 1 << declarer) | 1 << seat


def by_heuristics(m: Cells, p: int, q: int, seat: int, count: int, cards: int) -> int:
    """The choice among the legal ``cards`` of a seat; ``count`` cards lie in the trick."""
    if cards & cards - 1 == 0:
        return lowest(cards)
    players, trick = m[p + PLAYERS], m[TRICK]
    gone = m[ALL_PLAYED] | m[HANDS + seat]
    if count == 0:
        return lead(m, p, q, seat, cards, gone)
    better = heading(m, p, q, cards, count)
    losing = cards & ~better

    # Where tricks are avoided, play the strongest card that does not win.
    if avoids(m, p):
        return strongest(m, p, losing if losing else cards)

    # Give points to a partner who is certain to win the trick.
    last = count == players - 1
    best = winning(m, p, q, trick, count)
    winner = (seat - count + place_of(m, best) + players) % players
    certain = last or m[p + m[p + ABOVE] + best] & ~gone == 0
    if losing and certain and friends_of(m, p, q, seat) >> winner & 1:
        return dearest(m, p, losing)

    # The last player wins with points; an earlier one with the lowest card that nothing beats.
    if better and last:
        return dearest(m, p, better)
    high = unbeaten(m, p, better, gone)
    if high:
        return lowest(high)
    return cheapest(m, p, losing if losing else cards)
