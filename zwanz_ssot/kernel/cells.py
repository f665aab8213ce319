"""The cells of the machine: what stands where in its array of whole numbers.

The machine plays and settles rounds of any game and knows none. Its array has three parts:

* the *work area*, at the beginning: the round that is being played;
* *positions* of `POSITION` cells each: the cards and what was said, when the play begins or later;
* *programs*: the rules of one contract, lowered by `zwanz_ssot.kernel.program`.

`zwanz_ssot.kernel.conditions`, `tricks` and `settlement` are the machine. All their functions take
the array ``m``, the first cell ``p`` of the program and the first cell ``q`` of the position, and
whole numbers; sets of cards and of seats are bit masks. So numba compiles the very functions that
plain Python runs (`zwanz_ssot.kernel.machine`).
"""

from __future__ import annotations

from collections.abc import MutableSequence

Cells = MutableSequence[int]

# How much there is room for.
SEATS, CARDS, ITEMS, PACKETS, TALON_CARDS, PAIRS = 8, 62, 64, 8, 16, 4

# The work area. First single numbers.
DONE, COUNT, ALL_PLAYED, DECLARERS, LOSERS, STATUS = 0, 1, 2, 3, 4, 5
TRICK, VOID, VOID_GAME, DOUBLE_ROUNDS, LINE_COUNT = 6, 7, 8, 9, 10
ASKED_TRICK, ASKED_COUNT = 14, 15
# Then a number for each seat, and the places for what a condition is being asked about.
HANDS, HELD, TIED, TAKEN, CREDITED, COUNTS, POINTS = 16, 24, 32, 40, 48, 56, 64
WON, SCORES, MONEY, SHARES, STACK, IN_TRICK = 72, 80, 88, 96, 104, 160
# By trick: the seat and the card that won it. By card: its trick. By place: which, and from which.
WINNERS, WINNING, TRICK_OF, PLAYED, LEGAL = 176, 240, 304, 368, 432
# The items that have a line; by item: its line of the ledger.
ITEMS_LINED, LINES, LINE = 496, 560, 24
VERDICT, ANNOUNCED, VALUE, LINE_WINNERS, LINE_LOSERS, CLAIMANTS, REPLACED = 0, 1, 2, 3, 4, 5, 6
BONUS_AT = 7
EACH, PAID = 8, 16
WORK = LINES + ITEMS * LINE

SETTLED, SILENT = 0, 1
NO_LINE, IS_WON, IS_LOST, IS_MISSED, IS_SILENTLY_LOST, IS_DRAWN = 0, 1, 2, 3, 4, 5

# A position.
PROGRAM, DECLARER, Q_DECLARERS, CALLED, STAKES, DOUBLED_FOR, TURN, LEADER = 0, 1, 2, 3, 4, 5, 6, 7
Q_COUNT, DISCARDED, OWN_DISCARDS, TALON_TAKEN, DEALER, BOUND, Q_SHOWN = 8, 9, 10, 11, 12, 13, 14
Q_HANDS, DEALT, EXCHANGED, Q_TIED, Q_HELD, DUELS, DECLARED = 16, 24, 32, 40, 48, 56, 64
TALON, IN_TALON, SAID, DECLARED_PAIRS, Q_PLAYED = 72, 80, 96, 160, 192
POSITION = 256
# What was said of an item, in one cell: announcer + 1, level, first doubler + 1, all announcers.
LEVEL_AT, DOUBLER_AT, ANNOUNCERS_AT = 4, 8, 12
# What was played, in one cell: the card, and at the end of a trick its winner + 1 and winning card.
WINNER_AT, WINNING_AT = 8, 16

# A program: numbers, and where in it tables and codes begin (0: there is none).
# fmt: off
(PLAYERS, SIZE, TRUMP, PLAIN, RARE, BEAT, KEEPABLE, RUNGS_VARY, SUIT_OF, ABOVE, LEAD, LEADS, FOLLOW,
 FOLLOWS, LEAD_WHEN, FOLLOW_WHEN, WINS, WIN_COUNT, KEPT, KEPT_COUNT, FREED, FREED_COUNT, OWED,
 OWED_COUNT, OVER, LOST, ENDS_AT, WORTH, WORTH_COUNT, LAST_TRICK, PAIR_TESTS, PAIR_COUNT,
 DISCARDS_FOR, USES_TALON, COUNTS_FOR, CALLED_PACKET, GIVEN_IF, PACKET_COUNT, OBJECTIVE, LOSERS_ARE,
 CLAIMED_BY, LATE, EACH_ALONE, WON_VALUE, LOST_VALUE, TOPS, TOP_COUNT, PER_TOP, BASE, STEP, PAYS,
 TO_NEAREST, STEPS, TIMES, TIMES_COUNT, CASES, CASE_COUNT, VOIDS, VOID_COUNT, KONTRA_TIMES,
 KONTRA_ADDS, TWO_ACCOUNTS, DUELLED, UNDOUBLED, ALONE, MISSED_PAYS, SILENT_BESIDE, BONUS_FACTOR,
 CONTRACT_ROUNDS, ITEM_COUNT, BONUSES, BONUS_COUNT, UNIT, REPLACING, CARD_POINTS, TRUMPS_WIN,
 EXACTLY, SIDES_HIDDEN, SHOWN_BY) = range(79)
HEADER = 79

IN_SUIT = 2
"""Of `BEAT`: only the suit led has to be headed; 1: the trick; 0: nothing."""
CALLED_CARD = -1
FOR_DECLARERS, FOR_DEFENDERS, FOR_EACH_SIDE, FOR_LAST_TRICK, FOR_FIRST_TRICKS = 1, 2, 3, 4, 5

# A row of each table.
WIN_ROW, OWED_ROW, CASE_ROW, SCORE_ROW, BONUS_ROW = 2, 6, 6, 4, 19
(BONUS, GOES_TO, PAID_BY, WON_IF, LOST_IF, SILENT_VALUE, ANNOUNCED_VALUE, SILENT_TIMES,
 ANNOUNCED_TIMES, COUNTS_SILENTLY, REPLACES, REPLACES_ANNOUNCED, ROUNDS_WON,
 ROUNDS_MISSED, OF_NO_SIDE, BESIDE_IF, OF_LIST, OF_REPLACES, SPARES_SILENT) = range(19)
BEST_TRUMP, BEST_LED = -1, -2
TOTAL, BY_PLACE, SCORED = 0, 1, 2

# Instructions: each is three cells, the operation and two numbers. First what puts something on the
# stack or changes its top, then what asks.
(END, PUSH, OWN, SEATS_DECLARERS, SEATS_DEFENDERS, SEAT_DECLARER, SEAT_DEALER, SEATS_LOSERS,
 ONE_LOSER, SEATS_WINNERS, TURNED, SIDE_OF, OPPONENTS_OF, ALL_BUT, THE_CALLED, HOLDER_OF,
 HOLDER_OF_ALL, PLAYER_OF, ANNOUNCERS, MOST, WITHOUT, WINNER_OF, DECLARING_SIDE, POINTS_AT_LEAST,
 POINTS_BY_DECLARED, MAJORITY, WON_EXACTLY, WON_AT_LEAST, WON_FIRST, WON_TRICK, NEVER_EXACTLY,
 NEVER_AT_LEAST, LOST_ONE, HAS_TAKEN, PLAYERS_EXACTLY, PLAYERS_AT_LEAST, LAY_IN_TALON, WAS_PLAYED,
 NOW_IN, CARD_WINS, CARD_IN, BEATEN_BY, DEALT_TO_ONE, WAS_DEALT_EXACTLY, WAS_DEALT_AT_LEAST,
 IS_AMONG, IN_COMMON, DOUBLED, HAND_EXACTLY, HAND_AT_LEAST, HAND_AT_MOST, LED_WITH, TRICK_HAS,
 FALL_IN_ORDER, NOT, AND_ELSE, OR_ELSE) = range(57)
# fmt: on
