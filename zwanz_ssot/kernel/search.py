"""The part of the machine that searches a position with all cards open to the end of the play.

The search is alpha-beta (Knuth and Moore 1975) with null windows, as in MTD(f) (Plaat et al. 1996).
A *run* is a set of cards that no rule tells apart but by rank. A *condition* asks that one card of
a run ranks above another one. Each bound comes with the conditions that it rests on, and holds for
all positions that fulfil them, as in Ginsberg's partition search (1996). Cards of a run may count
differently; the bound is then wider by the difference (cf. Kupferschmid and Helmert's
quasi-symmetry for Skat, 2006). The transposition table (`zwanz_ssot.kernel.partitions`) and the
choice among the cards of a hand use the conditions. Tricks that a side cannot lose
(`zwanz_ssot.kernel.sure_tricks`) bound a position before it is searched.
"""

from __future__ import annotations

from .cells import *
from .conditions import ask, first_cell, lowest, most_promising, points, size, tricks_of
from .partitions import add, add_all, differs, keep, look_up, write_key
from .search_area import *
from .settlement import finish
from .sure_tricks import sure
from .tricks import begin, best_of, legal, place_of, play, winners, winning, worth_of


def value_at_end(m: Cells, p: int, q: int, s: int) -> int:
    """The value of the aim at the end of the play."""
    if m[s + AIM] == AIM_TRICKS:
        return so_far(m, p, s)
    for seat in range(m[p + PLAYERS]):
        m[CREDITED + seat] = 0
    finish(m, p, q)
    if m[s + AIM] == AIM_OBJECTIVE:
        return 1 if ask(m, p, q, m[s + CODE], m[DECLARERS]) else 0
    return points(m, p, m[DECLARERS])


def so_far(m: Cells, p: int, s: int) -> int:
    """What the declarers have of the aim by finished tricks."""
    if m[s + AIM] == AIM_TRICKS:
        return tricks_of(m, p, m[DECLARERS])
    total = 0
    if m[s + AIM] != AIM_OBJECTIVE:
        for seat in range(m[p + PLAYERS]):
            if m[DECLARERS] >> seat & 1:
                total += worth_of(m, p, m[TAKEN + seat])
    return total


def cards_left(m: Cells, p: int) -> int:
    """The cards of all hands."""
    left = 0
    for seat in range(m[p + PLAYERS]):
        left |= m[HANDS + seat]
    return left


def take_back(m: Cells, p: int, q: int, seat: int, card: int, done: int, tied: int) -> None:
    """Undo `play`: before the card ``done`` tricks were finished, and the seat was ``tied``."""
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


def nth(cards: int, number: int) -> int:
    """The card at a place of a set, from 0 for the lowest."""
    for _ in range(number):
        cards &= cards - 1
    return lowest(cards)


def replies(m: Cells, p: int, seat: int, card: int) -> int:
    """How many cards the opponents may follow a lead with; 0 if there is only one opponent."""
    ours, many, others, total = m[DECLARERS] >> seat & 1, m[p + FOLLOWS], 0, 0
    rung = p + m[p + FOLLOW] + card * many
    for other in range(m[p + PLAYERS]):
        if m[DECLARERS] >> other & 1 != ours:
            cards = 0
            for number in range(many):
                cards = m[HANDS + other] & m[rung + number]
                if cards:
                    break
            total += size(cards)
            others += 1
    return total if others > 1 else 0


def weigh(m: Cells, p: int, q: int, s: int, seat: int, cards: int, count: int, first: int) -> None:
    """Write the scores by which cards are tried: of leads by how often they decided before and how
    few cards can follow, of others by who wins the trick. ``first`` gets the highest.
    """
    scores, players = s + SCORE + m[COUNT] * 64, m[p + PLAYERS]
    ours = m[DECLARERS] >> seat & 1
    friend, won = 0, 0
    if count:
        best = winning(m, p, q, m[TRICK], count)
        won = winners(m, p, q, cards, count)
        winner = (seat - count + place_of(m, best) + players) % players
        friend = (m[DECLARERS] >> winner & 1) == ours
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        score, worth = m[s + USEFUL + card], 4 * m[s + WORTH_OF + card]
        if count == 0:
            # Tuned: of 16, 32 and 64, 32 took fewer nodes than 16 in 30 positions with 10 tricks
            # (of 0, 6 and 16 that took the fewest), and 64 more than 32 with other rules.
            score -= 32 * replies(m, p, seat, card)
        else:
            wins = won >> card & 1
            # Tuned: of 0, 15 and 60, 60 took the fewest nodes in 20 positions with 8 tricks.
            score = 60 if wins else 0
            if wins and count + 1 == players:
                score = 400 + worth
            score += worth if friend and not wins else -worth
        m[scores + card] = 1 << 30 if card == first else score


def add_legal(m: Cells, p: int, q: int, s: int, hand: int, count: int) -> None:
    """Add the conditions by which a hand's cards beat the best of the trick, or do not."""
    best, depth, above = winning(m, p, q, m[TRICK], count), m[COUNT], p + m[p + ABOVE]
    if m[p + BEAT] == IN_SUIT:
        best = best_of(m, p, m[TRICK] & m[p + m[p + SUIT_OF] + m[IN_TRICK]], count)
    run = m[s + RANKED + best]
    add(m, s, depth, best, run & (hand | m[TRICK]) & ~m[above + best] & ~(1 << best))
    higher = hand & run & m[above + best]
    while higher:
        card = lowest(higher)
        higher &= higher - 1
        add(m, s, depth, card, 1 << best)


def changes_nothing(m: Cells, p: int, s: int, depth: int, hand: int, card: int, other: int) -> bool:
    """Whether the conditions of the next depth, after a card of a hand was played, hold as well if
    another one of its run changes places with it. Adds what that rests on.
    """
    above, run = p + m[p + ABOVE], m[s + RANKED + card]
    low, high = card, other
    if m[above + other] >> card & 1:
        low, high = other, card

    # What the higher one, or a card of the hand between the two, has to beat: after the exchange
    # the lower one has to beat it.
    below, upper = 0, (m[above + low] & ~m[above + high]) & run & hand
    mine = upper & m[s + MARKED + depth + 1]
    while mine:
        each = lowest(mine)
        mine &= mine - 1
        below |= m[s + BEATS + (depth + 1) * 64 + each]
    if below & m[above + low]:
        return False

    # Cards that have to beat the lower one, or a card of the hand between the two: after the
    # exchange they have to beat the higher one.
    lower, over = upper ^ 1 << high | 1 << low, 0
    rest = m[s + MARKED + depth + 1] & run & ~hand
    while rest:
        each = lowest(rest)
        rest &= rest - 1
        if m[s + BEATS + (depth + 1) * 64 + each] & lower:
            over |= 1 << each
    if over & ~m[above + high]:
        return False
    add(m, s, depth, low, below)
    while over:
        each = lowest(over)
        over &= over - 1
        add(m, s, depth, each, 1 << high)
    return True


def exchanged(m: Cells, s: int, ours: int, theirs: int, card: int, other: int, least: bool) -> int:
    """How much more the declarers get at least (else: at most), if two cards change places in the
    lines of a bound.
    """
    more = m[s + WORTH_OF + other] - m[s + WORTH_OF + card]
    first = differs(ours, theirs, card, more, least)
    return first + differs(ours, theirs, other, -more, least)


def with_exchanged(cards: int, card: int, other: int) -> int:
    """A set in which two cards have changed places."""
    if (cards >> card ^ cards >> other) & 1:
        cards ^= 1 << card | 1 << other
    return cards


def conclude(m: Cells, p: int, q: int, s: int, seat: int, card: int, done: int, tied: int) -> None:
    """Undo `play` after a search, with what its bound owes to the trick that the card has ended."""
    after, ends = m[COUNT], m[DONE] != done
    ours = m[DECLARERS] >> m[WINNERS + done] & 1
    take_back(m, p, q, seat, card, done, tied)
    if ends:
        trick, wins = m[TRICK] | 1 << card, m[WINNING + done]
        m[s + (OURS if ours else THEIRS) + after] |= trick
        add(m, s, after, wins, trick & m[s + RANKED + wins] & ~(1 << wins))


def search(m: Cells, p: int, q: int, s: int, seat: int, count: int, beta: int) -> int:
    """A bound of the value of the position that decides whether it is at least ``beta``. Writes the
    conditions that it rests on (`BEATS`), and who takes which cards in its lines (`OURS`).
    """
    depth = m[COUNT]
    m[s + MARKED + depth] = 0
    if seat < 0:
        m[s + OURS + depth] = m[s + THEIRS + depth] = cards_left(m, p)
        return value_at_end(m, p, q, s)
    if m[s + NODES] >= m[s + LIMIT]:
        m[s + STOPPED] = 1
        return 0
    m[s + NODES] += 1

    # At the beginning of a trick: bounds of what is left, and the transposition table.
    head, base, left, first, low, high = 0, 0, 0, -1, 0, 0
    hand = m[HANDS + seat]
    if count == 0:
        left, base = cards_left(m, p), so_far(m, p, s)
        if m[s + AIM] == AIM_OBJECTIVE:
            high = 1
        elif m[s + AIM] == AIM_TRICKS:
            high = m[p + SIZE] - m[DONE]
        else:
            low = m[s + FEWEST]
            high = m[s + MOST_BESIDE] + worth_of(m, p, left)
        if base + low >= beta:
            m[s + OURS + depth], m[s + THEIRS + depth] = 0, left
            return base + low
        if base + high < beta:
            m[s + OURS + depth], m[s + THEIRS + depth] = left, 0
            return base + high
        if m[s + MEMORY] < MEMORY_OF_ALL:
            head = write_key(m, p, s, left, seat)
            known = look_up(m, p, q, s, head, left, seat, beta - base)
            if known != UNKNOWN:
                return base + known
            if m[s + HINT] >= 0:
                first = nth(hand, m[s + HINT])
        if m[s + SURE]:
            ours = m[DECLARERS]
            low += sure(m, p, s, left, ours, seat, beta - base - low)
            if base + low >= beta:
                return base + low
            m[s + MARKED + depth] = 0
            high -= sure(
                m, p, s, left, (1 << m[p + PLAYERS]) - 1 ^ ours, seat, base + high - beta + 1
            )
            if base + high < beta:
                taken = m[s + OURS + depth]
                m[s + OURS + depth], m[s + THEIRS + depth] = m[s + THEIRS + depth], taken
                return base + high
            m[s + MARKED + depth] = 0

    # Try the cards, the most promising first.
    maximizes = m[DECLARERS] >> seat & 1 != 0
    cards, asks = legal(m, p, q, seat, count), count and m[p + BEAT] and hand & hand - 1
    if asks:
        add_legal(m, p, q, s, hand, count)
    if cards & cards - 1:
        weigh(m, p, q, s, seat, cards, count, first)
    scores, best, best_card = s + SCORE + depth * 64, 0, -1
    to_ours = to_theirs = 0
    while cards:
        card = most_promising(m, scores, cards)
        cards ^= 1 << card

        done, tied = m[DONE], m[TIED + seat]
        after = play(m, p, q, seat, card, count)
        next_count = count + 1 if count + 1 < m[p + PLAYERS] else 0
        value = search(m, p, q, s, after, next_count, beta)
        conclude(m, p, q, s, seat, card, done, tied)
        if m[s + STOPPED]:
            return 0
        if best_card < 0 or (value > best if maximizes else value < best):
            best, best_card = value, card
        if (value >= beta) == maximizes:
            if count == 0:
                m[s + USEFUL + best_card] += size(hand)
                if m[s + USEFUL + best_card] > MOST_USEFUL:
                    for other in range(CARDS):
                        m[s + USEFUL + other] >>= 1
            m[s + MARKED + depth] = 0
            if asks:
                add_legal(m, p, q, s, hand, count)
            add_all(m, s, depth, depth + 1)
            to_ours, to_theirs = m[s + OURS + depth + 1], m[s + THEIRS + depth + 1]
            break
        add_all(m, s, depth, depth + 1)
        ours, theirs = m[s + OURS + depth + 1], m[s + THEIRS + depth + 1]
        to_ours |= ours
        to_theirs |= theirs

        # Skip cards of the run that fulfil the conditions too: their values differ by no more than
        # what the two cards count, where they go to different sides.
        others = cards & m[s + RANKED + card]
        while others:
            other = lowest(others)
            others &= others - 1
            bound = value + exchanged(m, s, ours, theirs, card, other, not maximizes)
            if (bound >= beta) == maximizes:
                continue
            if not changes_nothing(m, p, s, depth, hand, card, other):
                continue
            cards ^= 1 << other
            best = max(best, bound) if maximizes else min(best, bound)
            to_ours |= with_exchanged(ours, card, other)
            to_theirs |= with_exchanged(theirs, card, other)
    m[s + OURS + depth], m[s + THEIRS + depth] = to_ours, to_theirs

    # Keep the bound. The search below has overwritten the key.
    if head:
        head = write_key(m, p, s, left, seat)
        place = size(hand & (1 << best_card) - 1)
        if best >= beta:
            keep(m, s, head, left, seat, best - base, BOUND_MASK, place, depth)
        else:
            keep(m, s, head, left, seat, 0, best - base, place, depth)
    return best


def estimate(m: Cells, p: int, q: int, s: int, seat: int, count: int, low: int, high: int) -> int:
    """A guess of the value: play the most promising cards, and solve the last tricks."""
    if seat < 0:
        return value_at_end(m, p, q, s)
    if count == 0 and m[p + SIZE] - m[DONE] <= LAST_TRICKS:
        return exact(m, p, q, s, seat, count, (low + high) // 2, high - low, low, high)
    cards = legal(m, p, q, seat, count)
    if cards & cards - 1:
        weigh(m, p, q, s, seat, cards, count, -1)
    card = most_promising(m, s + SCORE + m[COUNT] * 64, cards)
    done, tied = m[DONE], m[TIED + seat]
    after = play(m, p, q, seat, card, count)
    next_count = count + 1 if count + 1 < m[p + PLAYERS] else 0
    value = estimate(m, p, q, s, after, next_count, low, high)
    take_back(m, p, q, seat, card, done, tied)
    return value


def exact(
    m: Cells,
    p: int,
    q: int,
    s: int,
    seat: int,
    count: int,
    guess: int,
    step: int,
    low: int,
    high: int,
) -> int:
    """The value of the position, which is from ``low`` to ``high``. Null windows move away from the
    guess by steps that double, until they are halves of what is left.
    """
    beta = min(max(guess, low + 1), high)
    while low < high:
        value = search(m, p, q, s, seat, count, beta)
        if m[s + STOPPED]:
            return 0
        if value < beta:
            high = max(value, low)
            beta = max(high + 1 - step, low + (high - low + 1) // 2)
        else:
            low = min(value, high)
            beta = min(low + step, high - (high - low) // 2)
        step *= 2
    return low


def bound_others(
    m: Cells, p: int, s: int, seat: int, card: int, others: int, beta: int, value: int
) -> None:
    """Bound the values of other cards of a hand that can change places with a card under the
    conditions of its bound.
    """
    depth = m[COUNT]
    ours, theirs = m[s + OURS + depth + 1], m[s + THEIRS + depth + 1]
    others &= m[s + RANKED + card]
    while others:
        other = lowest(others)
        others &= others - 1
        if not changes_nothing(m, p, s, depth, m[HANDS + seat], card, other):
            continue
        if value >= beta:
            bound = value + exchanged(m, s, ours, theirs, card, other, True)
            m[s + LEAST + other] = max(m[s + LEAST + other], bound)
        else:
            bound = value + exchanged(m, s, ours, theirs, card, other, False)
            m[s + MOST + other] = min(m[s + MOST + other], bound)


def exact_after(
    m: Cells, p: int, q: int, s: int, seat: int, card: int, count: int, others: int
) -> int:
    """The value after a legal card of the position. Null windows begin at the value of the
    position, which none exceeds, and go on point by point, as the bounds that miss take few nodes;
    a far value is neared as in `exact`. ``others`` are the cards whose bounds may follow.
    """
    maximizes, step, windows = m[DECLARERS] >> seat & 1 != 0, 1, 0
    beta = m[s + MOST + card] if maximizes else m[s + LEAST + card] + 1
    while m[s + LEAST + card] < m[s + MOST + card]:
        done, tied = m[DONE], m[TIED + seat]
        after = play(m, p, q, seat, card, count)
        next_count = count + 1 if count + 1 < m[p + PLAYERS] else 0
        value = search(m, p, q, s, after, next_count, beta)
        conclude(m, p, q, s, seat, card, done, tied)
        if m[s + STOPPED]:
            return 0
        m[s + MARKED + m[COUNT]] = 0
        bound_others(m, p, s, seat, card, others, beta, value)
        low, high = m[s + LEAST + card], m[s + MOST + card]
        if value >= beta:
            low = m[s + LEAST + card] = min(value, high)
            beta = min(low + step, high - (high - low) // 2)
        else:
            high = m[s + MOST + card] = max(value, low)
            beta = max(high + 1 - step, low + (high - low + 1) // 2)
        windows += 1
        step = 1 if windows < SINGLE_STEPS else 2 * step
        beta = min(max(beta, low + 1), high)
    return m[s + LEAST + card]


def solve_position(m: Cells, q: int, s: int, answer: Cells) -> None:
    """Write to ``answer`` the value, if asked for that of each legal card, and a principal line."""
    p = m[q + PROGRAM]
    players = m[p + PLAYERS]
    seat = begin(m, p, q)
    count = m[COUNT] % players
    lowest_value, highest_value = m[s + LOWEST], m[s + HIGHEST]
    guess = lowest_value
    if highest_value - lowest_value > 1:
        guess = estimate(m, p, q, s, seat, count, lowest_value, highest_value)
        for card in range(CARDS):  # leads that decide the last tricks mislead before
            m[s + USEFUL + card] = 0
    value = exact(m, p, q, s, seat, count, guess, FIRST_STEP, lowest_value, highest_value)
    for card in range(64):
        answer[A_CARDS + card] = NOT_A_CARD

    # The value of each legal card.
    for card in range(64):
        m[s + LEAST + card], m[s + MOST + card] = lowest_value, highest_value
        if m[DECLARERS] >> seat & 1:
            m[s + MOST + card] = value
        else:
            m[s + LEAST + card] = value
    cards = legal(m, p, q, seat, count) if m[s + EACH_CARD] else 0
    while cards and not m[s + STOPPED]:
        card = most_promising(m, s + USEFUL, cards)
        cards ^= 1 << card
        answer[A_CARDS + card] = exact_after(m, p, q, s, seat, card, count, cards)
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
                played = value == lowest_value
                played = played or search(m, p, q, s, after, next_count, value) >= value
            else:
                played = value == highest_value
                played = played or search(m, p, q, s, after, next_count, value + 1) <= value
            if m[s + STOPPED]:
                return
            if not played:
                take_back(m, p, q, seat, card, done, tied)
            else:
                answer[A_LINE + answer[A_LENGTH]] = card
                answer[A_LENGTH] += 1
                seat, count = after, next_count


def solve_cells(cells: Cells, q: int, s: int, answer: Cells) -> None:
    """`solve_position`, through pointers where it is compiled."""
    solve_position(first_cell(cells), q, s, first_cell(answer))
