"""The part of the machine that settles rounds, and `run`, which plays and settles many."""

from __future__ import annotations

from .cells import *
from .conditions import ask, everybody, first_cell, level, lowest, one, points, size
from .tricks import counted_pairs, first_chance, play_out, worth_of

# the settlement (`zwanz_ssot.engine.settlement`, `zwanz_ssot.engine.payments`)


def credit(m: Cells, p: int, q: int, cards: int, whose: int, discarder: int) -> None:
    """Credit cards of a side to who discarded them or, if he is not of the side, to the declarer;
    else to the first seat of the side; to nobody if it is empty.
    """
    seats = m[DECLARERS]
    if whose != FOR_DECLARERS:
        seats = everybody(m, p) & ~seats
    if one(discarder) & seats:
        m[CREDITED + discarder] |= cards
    elif one(m[q + DECLARER]) & seats:
        m[CREDITED + m[q + DECLARER]] |= cards
    elif seats:
        m[CREDITED + lowest(seats)] |= cards


def credit_discards(m: Cells, p: int, q: int) -> None:
    """Credit discards to the side that they count for."""
    for seat in range(m[p + PLAYERS] if m[p + DISCARDS_FOR] else 0):
        cards, whose = m[q + DISCARDED_BY + seat], m[p + DISCARDS_FOR]
        if whose == FOR_EACH_SIDE:
            whose = FOR_DECLARERS if seat == m[q + DECLARER] else FOR_DEFENDERS
        if cards:
            credit(m, p, q, cards, whose, seat)


def credit_talon(m: Cells, p: int, q: int) -> None:
    """Credit packets of the talon that nobody took to the side or seats that they count for."""
    called = one(m[q + CALLED]) if m[p + CALLED_PACKET] else 0
    given = m[p + GIVEN_IF]
    all_to_declarers = given != 0 and ask(m, p, q, given, m[DECLARERS]) != 0
    shared = 0
    for number in range(m[p + PACKET_COUNT]):
        packet, whose = m[q + TALON + number], m[p + COUNTS_FOR]
        if m[q + TALON_TAKEN] >> number & 1:
            continue
        if all_to_declarers:
            whose = FOR_DECLARERS
        elif packet & called:
            whose = m[p + CALLED_PACKET]
        if whose == FOR_FIRST_TRICKS:
            shared |= packet
        elif whose == FOR_LAST_TRICK:
            if m[DONE]:
                m[CREDITED + m[WINNERS + m[DONE] - 1]] |= packet
        elif whose:
            credit(m, p, q, packet, whose, -1)
    trick = 0
    for place in range(TALON_CARDS):
        card = m[q + IN_TALON + place]
        if card >= 0 and shared >> card & 1 and trick < m[DONE]:
            m[CREDITED + m[WINNERS + trick]] |= 1 << card
            trick += 1


def finish(m: Cells, p: int, q: int) -> None:
    """Count card points at the end of the play, and find a partner known only by the result."""
    players = m[p + PLAYERS]
    for seat in range(players):
        m[COUNTS + seat] = counted_pairs(m, p, q, seat)
    credit_discards(m, p, q)
    if m[p + USES_TALON]:
        credit_talon(m, p, q)
    for seat in range(players):
        cards = m[TAKEN + seat] | m[CREDITED + seat]
        m[POINTS + seat] = m[COUNTS + seat] + worth_of(m, p, cards)
    if m[p + LAST_TRICK] and m[DONE] == m[p + SIZE]:
        m[POINTS + m[WINNERS + m[DONE] - 1]] += m[p + LAST_TRICK]
    if m[p + LATE] and ask(m, p, q, m[p + OBJECTIVE], m[DECLARERS]):
        m[DECLARERS] |= ask(m, p, q, m[p + LATE], m[DECLARERS])


def levels_of(m: Cells, p: int, q: int, item: int, own: int) -> int:
    """The level of kontra that counts for an item that ``own`` claims; 0 if ``own`` doubled it."""
    found = level(m, p, q, item)
    if found == 0 or (item == 0 and m[p + UNDOUBLED]):
        return 0
    by = (m[q + SAID + item] >> DOUBLER_AT & 15) - 1
    if by >= 0 and own >> by & 1:
        return 0
    return found


def raised(m: Cells, p: int, value: int, levels: int) -> int:
    """A value after so many levels of kontra."""
    for _ in range(levels):
        value = (value + m[p + KONTRA_ADDS]) * m[p + KONTRA_TIMES]
    return value


def hand_over(m: Cells, p: int, to: int, payers: int, payees: int, total: int) -> None:
    """Write what every seat gets if each side shares the total evenly; else the round is silent."""
    give, take_ = size(payers), size(payees)
    if give == 0 or take_ == 0 or total % give or total % take_:
        m[STATUS] = SILENT
        return
    for seat in range(m[p + PLAYERS]):
        gets = total // take_ if payees >> seat & 1 else 0
        m[to + seat] = gets - (total // give if payers >> seat & 1 else 0)


def share(
    m: Cells, p: int, q: int, to: int, winners: int, value: int, levels: int, duels: int,
    stakes: int,
) -> None:  # fmt: skip
    """Write what every seat gets for an item, from cell ``to`` on. ``duels``: the level beyond
    which each opponent settles with the declarer by his own level; -1: no opponent does.
    """
    players, ours = m[p + PLAYERS], m[DECLARERS]
    losers = everybody(m, p) & ~winners
    amount = raised(m, p, value, levels)
    if m[p + ALONE]:
        amount = amount * stakes if winners & ours else -amount * stakes
        for seat in range(players):
            m[to + seat] = amount if ours >> seat & 1 else 0
        return

    # If an opponent has doubled alone, the declarer settles with each opponent.
    declarer, alone, own = m[q + DECLARER], False, 0
    if duels >= 0:
        for seat in range(players):
            alone = alone or m[q + DUELS + seat] > duels
    if alone:
        sign = 1 if winners >> declarer & 1 else -1
        for seat in range(players):
            part = raised(m, p, amount, m[q + DUELS + seat] - duels) * stakes
            m[to + seat] = -sign * part
            own += part if seat != declarer else 0
        m[to + declarer] = sign * own
        return
    many, few = size(winners), size(losers)
    if many and few:
        hand_over(m, p, to, losers, winners, amount * stakes * max(many, few))
    else:
        for seat in range(players):
            m[to + seat] = 0


def open_line(m: Cells, item: int, verdict: int, claimants: int) -> int:
    """Begin the line of an item; returns its first cell."""
    row = LINES + item * LINE
    m[row + VERDICT], m[row + CLAIMANTS] = verdict, claimants
    m[row + REPLACED] = m[row + ANNOUNCED] = 0
    m[ITEMS_LINED + m[LINE_COUNT]] = item
    m[LINE_COUNT] += 1
    return row


def add_line(
    m: Cells, p: int, q: int, item: int, verdict: int, claimants: int, winners: int, value: int,
    times: int, levels: int, duels: int, stakes: int,
) -> None:  # fmt: skip
    """Write the line of an item: what every seat gets, in scores and in money."""
    row = open_line(m, item, verdict, claimants)
    m[row + VALUE] = value
    m[row + ANNOUNCED] = 1 if item and m[q + SAID + item] & 15 else 0
    m[row + LINE_WINNERS] = winners
    m[row + LINE_LOSERS] = everybody(m, p) & ~winners
    if m[p + TWO_ACCOUNTS]:
        share(m, p, q, row + PAID, winners, value * times, levels, duels, stakes)
        levels, duels = 0, -1
    share(m, p, q, row + EACH, winners, value * times, levels, duels, stakes)


def worth_when_won(m: Cells, p: int, q: int, won: bool) -> int:
    """The value of the contract, won or lost."""
    if m[p + STEPS] == 0 and m[p + PER_TOP] == 0:
        return m[p + WON_VALUE] if won else m[p + LOST_VALUE]
    value = m[p + BASE]
    if m[p + PER_TOP]:
        had = row = 0
        for seat in range(m[p + PLAYERS]):
            if m[DECLARERS] >> seat & 1:
                had |= m[q + DEALT + seat]
        trumps = p + m[p + TOPS]
        while row < m[p + TOP_COUNT] and (had >> m[trumps + row] ^ had >> m[trumps]) & 1 == 0:
            row += 1
        value += row * m[p + PER_TOP]
    if m[p + STEPS]:
        ours = points(m, p, m[DECLARERS])
        whole = m[p + HALF_OF] if m[p + HALF_OF] else points(m, p, everybody(m, p))
        difference = abs(2 * ours - whole)
        if m[p + TO_NEAREST]:
            difference += m[p + STEP] // 2
        value += difference // m[p + STEP] * m[p + PAYS]
    return value


def own_score(m: Cells, p: int, q: int, rows: int, many: int, claimants: int, seat: int) -> int:
    """The score of a seat by the rows of a case of payments."""
    total, own = 0, 1 << seat
    for number in range(many):
        row = p + rows + number * SCORE_ROW
        if not ask(m, p, q, m[row], claimants) & own:
            continue
        amount, to_nearest, parts = m[row + 1], m[row + 3], 1
        if m[row + 2]:
            amount, parts = amount * m[POINTS + seat], m[p + UNIT]
        step = parts * to_nearest
        nearest = (2 * abs(amount) + step) // (2 * step) * to_nearest
        total += nearest if amount > 0 else -nearest
    return total


def share_after(
    m: Cells, p: int, own: int, times: int, levels: int, stakes: int, words: int
) -> int:
    """A share after all that multiplies its amount; who gets nothing, gets nothing."""
    if own == 0:
        return 0
    amount = raised(m, p, raised(m, p, abs(own) * times, levels) * stakes, words)
    return -amount if own < 0 else amount


def shares_by_place(
    m: Cells, p: int, shares: int, to: int, times: int, levels: int, stakes: int, words: int
) -> None:
    """Write what every seat gets by its rank in card points, after all that multiplies it; seats
    that tie share their places.
    """
    players = m[p + PLAYERS]
    for seat in range(players):
        before = tied = 0
        for other in range(players):
            before += 1 if m[POINTS + other] > m[POINTS + seat] else 0
            tied += 1 if m[POINTS + other] == m[POINTS + seat] else 0
        together = 0
        for place in range(before, before + tied):
            together += share_after(m, p, m[p + shares + place], times, levels, stakes, words)
        if together % tied:
            m[STATUS] = SILENT
        m[to + seat] = together // tied


def pay_by_case(
    m: Cells, p: int, q: int, case: int, claimants: int, times: int, levels: int, stakes: int
) -> None:
    """Write the payments of the game by a case of the contract."""
    row, players = LINES, m[p + PLAYERS]
    words = 0
    if m[p + DUELLED] and not m[VOID] and not m[VOID_GAME]:
        for seat in range(players):
            words += m[q + DUELS + seat]
    two = m[p + TWO_ACCOUNTS]
    if m[case + 1] == TOTAL:
        total = m[case + 2]
        payers, payees = (
            ask(m, p, q, m[case + 3], claimants),
            ask(m, p, q, m[case + 4], claimants),
        )
        written = raised(m, p, total * times, 0 if two else levels) * stakes
        hand_over(m, p, row + EACH, payers, payees, written)
        if two:
            paid = raised(m, p, raised(m, p, total * times, levels) * stakes, words)
            hand_over(m, p, row + PAID, payers, payees, paid)
        m[row + LINE_WINNERS], m[row + LINE_LOSERS] = payees, payers
        return

    # Each seat gets a share of its own.
    by_place, shares = m[case + 1] == BY_PLACE, m[case + 2]
    if by_place:
        shares_by_place(m, p, shares, SHARES, 1, 0, 1, 0)
        shares_by_place(m, p, shares, row + PAID, times, levels, stakes, words)
    else:
        for seat in range(players):
            own = own_score(m, p, q, shares, m[case + 3], claimants, seat)
            m[SHARES + seat] = own
            m[row + PAID + seat] = share_after(m, p, own, times, levels, stakes, words)
    winners = losers = most = together = 0
    for seat in range(players):
        own = m[SHARES + seat]
        most = max(most, abs(own))
        together += max(own, 0)
        winners |= (1 << seat) if own > 0 else 0
        losers |= (1 << seat) if own < 0 else 0
        m[row + EACH + seat] = own * times * stakes if two else m[row + PAID + seat]
    m[row + VALUE] = together if by_place else most
    m[row + LINE_WINNERS], m[row + LINE_LOSERS] = winners, losers


def claimants_of(m: Cells, p: int, q: int) -> int:
    """The seats whose item the game is, before a partner is known only by the result."""
    return ask(m, p, q, m[p + CLAIMED_BY], m[DECLARERS]) if m[p + CLAIMED_BY] else m[DECLARERS]


def settle_game(m: Cells, p: int, q: int, stakes: int) -> None:
    """Write the line of the game."""
    every = everybody(m, p)
    if m[p + LOSERS_ARE]:
        m[LOSERS] = ask(m, p, q, m[p + LOSERS_ARE], 0)
        claimants, won = m[LOSERS], False
    else:
        claimants = claimants_of(m, p, q)
        if m[p + EACH_ALONE]:
            for seat in range(m[p + PLAYERS]):
                if claimants >> seat & 1 and not ask(m, p, q, m[p + OBJECTIVE], 1 << seat):
                    m[LOSERS] |= 1 << seat
            won = m[LOSERS] == 0
        else:
            won = ask(m, p, q, m[p + OBJECTIVE], claimants) != 0
        if won and m[p + LATE]:
            m[DECLARERS] |= ask(m, p, q, m[p + LATE], m[DECLARERS])
            claimants = m[DECLARERS]
    value = worth_when_won(m, p, q, won)

    # The first case of the payments that holds, multipliers, kontra.
    case, row = 0, p + m[p + CASES]
    for _ in range(m[p + CASE_COUNT]):
        if case == 0 and (m[row] == 0 or ask(m, p, q, m[row], claimants)):
            case = row
        row += CASE_ROW
    times, row = 1, p + m[p + TIMES]
    for _ in range(m[p + TIMES_COUNT]):
        if ask(m, p, q, m[row], claimants):
            times *= m[row + 1]
        row += 2
    levels, duels = 0, -1
    if not m[VOID] and not m[VOID_GAME]:
        levels = levels_of(m, p, q, 0, m[DECLARERS] if m[DECLARERS] else claimants)
        duels = 0 if m[p + DUELLED] else -1

    verdict = IS_WON if won else IS_LOST
    winners = claimants if won else every & ~claimants
    if case == 0:
        add_line(m, p, q, 0, verdict, claimants, winners, value, times, levels, duels, stakes)
        return
    row = open_line(m, 0, verdict, claimants)
    m[row + VALUE] = m[case + 2]
    pay_by_case(m, p, q, case, claimants, times, levels, stakes)


def settle_bonus(
    m: Cells, p: int, q: int, row: int, item: int, verdict: int, own: int, winners: int,
    stakes: int,
) -> None:  # fmt: skip
    """Write the line of a bonus for one side, if somebody pays for it."""
    was_announced = m[q + SAID + item] & 15 != 0
    value = m[row + ANNOUNCED_VALUE] if was_announced else m[row + SILENT_VALUE]
    of_game = m[row + ANNOUNCED_TIMES] if was_announced else m[row + SILENT_TIMES]
    times = m[p + BONUS_FACTOR]
    if of_game:
        times = value
        value = m[p + WON_VALUE] if winners & m[DECLARERS] else m[p + LOST_VALUE]
    levels, duels = 0, -1
    if not m[VOID]:
        levels = levels_of(m, p, q, item, own)
        beside = m[row + BESIDE_IF] and ask(m, p, q, m[row + BESIDE_IF], own) != 0
        if of_game and not m[VOID_GAME] and not beside:
            levels = max(levels, levels_of(m, p, q, 0, m[DECLARERS]))
            duels = levels if m[p + DUELLED] else -1
    if not m[row + PAID_BY]:
        add_line(m, p, q, item, verdict, own, winners, value, times, levels, duels, stakes)
        m[LINES + item * LINE + BONUS_AT] = row
        return

    # Payers named by the rules pay each winner, or lose to nobody if only declarers score.
    payers = ask(m, p, q, m[row + PAID_BY], own)
    if payers == 0:
        return
    add_line(m, p, q, item, verdict, own, winners, value, times, levels, duels, stakes)
    m[LINES + item * LINE + BONUS_AT] = row
    line, payees = LINES + item * LINE, winners & ~payers
    m[line + LINE_WINNERS], m[line + LINE_LOSERS] = payees, payers
    players, declarer, alone = m[p + PLAYERS], m[q + DECLARER], m[p + ALONE]
    amount = raised(m, p, value * times, levels)
    for seat in range(players):
        m[line + EACH + seat] = m[line + PAID + seat] = 0
    for payer in range(players):
        for payee in range(players):
            gets = payees >> payee & 1 != 0 and not alone
            if payers >> payer & 1 == 0 or not (gets or (alone and payee == payer)):
                continue
            words = 0
            if duels >= 0 and payer == declarer:
                words = max(0, m[q + DUELS + payee] - duels)
            elif duels >= 0 and payee == declarer:
                words = max(0, m[q + DUELS + payer] - duels)
            paid = raised(m, p, amount, words) * stakes
            written = value * times * stakes if m[p + TWO_ACCOUNTS] else paid
            m[line + PAID + payer] -= paid
            m[line + EACH + payer] -= written
            if gets:
                m[line + PAID + payee] += paid
                m[line + EACH + payee] += written


def settle_bonuses(m: Cells, p: int, q: int, stakes: int, stakes_alone: int) -> None:
    """Write the lines of all bonuses that were won or lost."""
    every = everybody(m, p)
    row = p + m[p + BONUSES] - BONUS_ROW
    for _ in range(m[p + BONUS_COUNT]):
        row += BONUS_ROW
        first = 1 + 2 * m[row + BONUS]
        ours, theirs = m[q + SAID + first] & 15, m[q + SAID + first + 1] & 15
        if not (m[row + COUNTS_SILENTLY] or ours or theirs):
            continue

        # A condition that does not depend on the side is tested once for both; it seldom holds.
        alike, won, lost = m[row + OF_NO_SIDE] != 0, False, False
        if alike:
            won = ask(m, p, q, m[row + WON_IF], 0) != 0
            lost = m[row + LOST_IF] != 0 and ask(m, p, q, m[row + LOST_IF], 0) != 0
            if not (won or lost or ours or theirs):
                continue
        claim = ask(m, p, q, m[row + GOES_TO], 0) if m[row + GOES_TO] else every
        for number in range(2):
            own = every & ~m[DECLARERS] if number else m[DECLARERS]
            mine, against = (theirs, ours) if number else (ours, theirs)
            if not mine:
                counts = m[p + SILENT_BESIDE] or not against
                if not (counts and m[row + COUNTS_SILENTLY] and claim & own):
                    continue
            if not alike:
                won = ask(m, p, q, m[row + WON_IF], own) != 0
            verdict = NO_LINE
            if mine:
                if won and claim & own:
                    verdict = IS_WON
                elif m[p + MISSED_PAYS]:
                    verdict = IS_MISSED
            elif won:
                verdict = IS_WON
            elif m[row + LOST_IF]:
                if not alike:
                    lost = ask(m, p, q, m[row + LOST_IF], own) != 0
                verdict = IS_SILENTLY_LOST if lost else NO_LINE
            if verdict:
                winners = own if verdict == IS_WON else every & ~own
                at_stake = stakes_alone if m[row + PAID_BY] else stakes
                settle_bonus(m, p, q, row, first + number, verdict, own, winners, at_stake)


def replace_lines(m: Cells, p: int, q: int) -> None:
    """Mark the lines that bonuses replace; the first line is that of the game."""
    for number in range(1, m[LINE_COUNT]):
        by = LINES + m[ITEMS_LINED + number] * LINE
        row = m[by + BONUS_AT]
        if not m[row + REPLACES] or m[by + REPLACED]:
            continue
        beside = False
        if m[row + BESIDE_IF]:
            beside = ask(m, p, q, m[row + BESIDE_IF], m[by + CLAIMANTS]) != 0
        spares = m[row + SPARES_SILENT] if m[by + VERDICT] == IS_MISSED else 0
        if m[row + REPLACES] & 2 and not beside:
            m[LINES + REPLACED] = 1
        for other in range(1, m[LINE_COUNT]):
            line = LINES + m[ITEMS_LINED + other] * LINE
            if m[line + BONUS_AT] != row:
                gone = 0
                if not beside:
                    gone = (
                        m[row + REPLACES_ANNOUNCED] if m[line + ANNOUNCED] else m[row + OF_REPLACES]
                    )
                own = m[line + CLAIMANTS] == m[by + CLAIMANTS]
                if not m[line + ANNOUNCED] and (own or not spares):
                    gone |= m[row + OF_LIST] & ~spares
                if gone >> m[m[line + BONUS_AT] + BONUS] & 1:
                    m[line + REPLACED] = 1


def find_voids(m: Cells, p: int, q: int) -> None:
    """Find whether kontra counts for nothing: for all items, or for the game."""
    m[VOID] = m[VOID_GAME] = 0
    row = p + m[p + VOIDS]
    for _ in range(m[p + VOID_COUNT]):
        was_doubled, of_game = level(m, p, q, 0) > 0, m[row + 1]
        if not of_game:
            for item in range(1, m[p + ITEM_COUNT]):
                was_doubled = was_doubled or level(m, p, q, item) > 0
        if was_doubled and ask(m, p, q, m[row], claimants_of(m, p, q)):
            m[VOID_GAME if of_game else VOID] = 1
        row += 2


def add_up(m: Cells, p: int) -> None:
    """Add up the lines that are not replaced: scores, money, and double rounds that they start."""
    players = m[p + PLAYERS]
    m[DOUBLE_ROUNDS] = m[p + CONTRACT_ROUNDS]
    for seat in range(players):
        m[SCORES + seat] = m[MONEY + seat] = 0
    for number in range(m[LINE_COUNT]):
        row = LINES + m[ITEMS_LINED + number] * LINE
        if m[row + REPLACED]:
            continue
        for seat in range(players):
            m[SCORES + seat] += m[row + EACH + seat]
            m[MONEY + seat] += m[row + PAID + seat] if m[p + TWO_ACCOUNTS] else 0
        if number and m[row + VERDICT] == IS_WON:
            m[DOUBLE_ROUNDS] += m[m[row + BONUS_AT] + ROUNDS_WON]
        elif number and m[row + VERDICT] == IS_MISSED:
            m[DOUBLE_ROUNDS] += m[m[row + BONUS_AT] + ROUNDS_MISSED]


def settle(m: Cells, p: int, q: int) -> None:
    """Settle the round in the work area, whose play is over."""
    finish(m, p, q)
    m[LINE_COUNT] = 0
    stakes = stakes_alone = m[q + STAKES]
    if m[q + DOUBLED_FOR] & m[DECLARERS] & one(m[q + DECLARER]):
        stakes = 2
    find_voids(m, p, q)
    settle_game(m, p, q, stakes)
    settle_bonuses(m, p, q, stakes, stakes_alone)
    if m[p + REPLACING] and m[LINE_COUNT] > 1:
        replace_lines(m, p, q)
    add_up(m, p)


def play_all(
    m: Cells, first: int, positions: int, repeats: int, seed: int, start: int, players: int,
    items: int, status: Cells, scores: Cells, paid: Cells, card_points: Cells, lines: Cells,
    cards: Cells, with_lines: bool, with_cards: bool,
) -> None:  # fmt: skip
    """Play each position ``repeats`` times and settle it; skip one without a program.

    ``first`` is the cell of the first position, ``start`` the number of the first round, which
    seeds its random numbers. The arrays of the answer have a row for each round.
    """
    for number in range(positions * repeats):
        q = first + number // repeats * POSITION
        p, at = m[q + PROGRAM], start + number
        if p == 0:
            continue
        play_out(m, p, q, first_chance(seed, at))
        settle(m, p, q)

        # Write the answer. It has no scores and lines if the rules are silent.
        status[2 * at], status[2 * at + 1] = m[STATUS], m[DOUBLE_ROUNDS]
        for seat in range(players):
            card_points[players * at + seat] = m[POINTS + seat]
        if with_cards:
            for place in range(m[q + Q_COUNT], m[COUNT]):
                cards[2 * (CARDS * at + place)] = m[PLAYED + place]
                cards[2 * (CARDS * at + place) + 1] = m[LEGAL + place]
        if m[STATUS] != SETTLED:
            continue
        for seat in range(players):
            scores[players * at + seat] = m[SCORES + seat]
            paid[players * at + seat] = m[MONEY + seat]
        for entry in range(m[LINE_COUNT] if with_lines else 0):
            item = m[ITEMS_LINED + entry]
            row, to = LINES + item * LINE, (items * at + item) * LINE
            for cell in range(BONUS_AT):
                lines[to + cell] = m[row + cell]
            for seat in range(players):
                lines[to + EACH + seat] = m[row + EACH + seat]
                if m[p + TWO_ACCOUNTS]:
                    lines[to + PAID + seat] = m[row + PAID + seat]


def run(
    m: Cells, first: int, positions: int, repeats: int, seed: int, start: int, players: int,
    items: int, status: Cells, scores: Cells, paid: Cells, card_points: Cells, lines: Cells,
    cards: Cells,
) -> None:  # fmt: skip
    """`play_all`, through pointers where it is compiled. ``lines`` and ``cards`` are not filled if
    they are empty.
    """
    play_all(
        first_cell(m), first, positions, repeats, seed, start, players, items, first_cell(status),
        first_cell(scores), first_cell(paid), first_cell(card_points), first_cell(lines),
        first_cell(cards), len(lines) > 0, len(cards) > 0,
    )  # fmt: skip
