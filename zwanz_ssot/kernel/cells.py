"""The layout of the machine's array of whole numbers: what each cell holds.

The machine plays and settles rounds of any game; it has no rules of its own. Its array has three
parts:

* the *work area*, at the beginning: the round that is being played;
* *positions* of `POSITION` cells each: the cards and what was said, when the play begins or later;
* *programs*: the rules of one contract each, lowered by `zwanz_ssot.kernel.program`.

The functions of the machine are in the modules that `zwanz_ssot.kernel.machine` lists. They take
the array ``m``, the first cell ``p`` of the program, the first cell ``q`` of the position and whole
numbers; sets of cards and of seats are bit masks. numba can compile such functions.
"""

from __future__ import annotations

from collections.abc import MutableSequence

Cells = MutableSequence[int]

# How many of each a position and a program have cells for.
SEATS, CARDS, ITEMS, PACKETS, TALON_CARDS, PAIRS = 8, 62, 64, 8, 16, 4

# The work area. First single numbers.
DONE, COUNT, ALL_PLAYED, DECLARERS, LOSERS, STATUS = 0, 1, 2, 3, 4, 5
TRICK, VOID, VOID_GAME, DOUBLE_ROUNDS, LINE_COUNT = 6, 7, 8, 9, 10
ASKED_TRICK, ASKED_COUNT = 14, 15
# Then a cell for each seat, the stack, and the cards of the trick by place.
HANDS, HELD, TIED, TAKEN, CREDITED, COUNTS, POINTS = 16, 24, 32, 40, 48, 56, 64
WON, SCORES, MONEY, SHARES, STACK, IN_TRICK = 72, 80, 88, 96, 104, 160
# By trick: its winner and winning card. By card: its trick. By place: the card, the legal ones.
WINNERS, WINNING, TRICK_OF, PLAYED, LEGAL = 176, 240, 304, 368, 432
# The items that have a line of the ledger, in order; then by item the `LINE` cells of its line.
ITEMS_LINED, LINES, LINE = 496, 560, 24
VERDICT, ANNOUNCED, VALUE, LINE_WINNERS, LINE_LOSERS, CLAIMANTS, REPLACED = 0, 1, 2, 3, 4, 5, 6
BONUS_AT = 7
EACH, PAID = 8, 16
WORK = LINES + ITEMS * LINE

SETTLED, SILENT = 0, 1
NO_LINE, IS_WON, IS_LOST, IS_MISSED, IS_SILENTLY_LOST, IS_DRAWN = 0, 1, 2, 3, 4, 5

# A position.
PROGRAM, DECLARER, Q_DECLARERS, CALLED, STAKES, DOUBLED_FOR, TURN, LEADER = 0, 1, 2, 3, 4, 5, 6, 7
Q_COUNT, TALON_TAKEN, DEALER, BOUND, Q_SHOWN = 8, 9, 10, 11, 12
Q_HANDS, DEALT, EXCHANGED, Q_TIED, Q_HELD, DUELS, DECLARED = 16, 24, 32, 40, 48, 56, 64
TALON, IN_TALON, SAID, DECLARED_PAIRS, Q_PLAYED, HELD_AT_FIRST = 72, 80, 96, 160, 192, 254
DISCARDED_BY, POSITION = 262, 270
# The cell of an item, in bits: announcer + 1, level, first doubler + 1, all announcers.
LEVEL_AT, DOUBLER_AT, ANNOUNCERS_AT = 4, 8, 12
# The cell of a card played, in bits: the card; at the end of a trick its winner + 1, winning card.
WINNER_AT, WINNING_AT = 8, 16

# The header of a program: numbers, and the places of its tables and codes (0: there is none).
# fmt: off
(PLAYERS, SIZE, TRUMP, PLAIN, RARE, BEAT, KEEPABLE, RUNGS_VARY, SUIT_OF, ABOVE, LEAD, LEADS, FOLLOW,
 FOLLOWS, LEAD_WHEN, FOLLOW_WHEN, WINS, WIN_COUNT, KEPT, KEPT_COUNT, FREED, FREED_COUNT, OWED,
 OWED_COUNT, OVER, LOST, ENDS_AT, WORTH, WORTH_COUNT, LAST_TRICK, PAIR_TESTS, PAIR_COUNT,
 DISCARDS_FOR, USES_TALON, COUNTS_FOR, CALLED_PACKET, GIVEN_IF, PACKET_COUNT, OBJECTIVE, LOSERS_ARE,
 CLAIMED_BY, LATE, EACH_ALONE, WON_VALUE, LOST_VALUE, TOPS, TOP_COUNT, PER_TOP, BASE, STEP, PAYS,
 TO_NEAREST, STEPS, TIMES, TIMES_COUNT, CASES, CASE_COUNT, VOIDS, VOID_COUNT, KONTRA_TIMES,
 KONTRA_ADDS, TWO_ACCOUNTS, DUELLED, UNDOUBLED, ALONE, MISSED_PAYS, SILENT_BESIDE, BONUS_FACTOR,
 CONTRACT_ROUNDS, ITEM_COUNT, BONUSES, BONUS_COUNT, UNIT, REPLACING, CARD_POINTS, TRUMPS_WIN,
 EXACTLY, SIDES_HIDDEN, SHOWN_BY, HALF_OF) = range(80)
HEADER = 80

IN_SUIT = 2
"""`BEAT` if players have to beat the best card of the suit led; 1: the trick; 0: nothing."""
CALLED_CARD = -1
FOR_DECLARERS, FOR_DEFENDERS, FOR_EACH_SIDE, FOR_LAST_TRICK, FOR_FIRST_TRICKS = 1, 2, 3, 4, 5

# The cells of a row of each table; then the columns of the table of bonuses.
WIN_ROW, OWED_ROW, CASE_ROW, SCORE_ROW, BONUS_ROW = 2, 5, 6, 4, 19
(BONUS, GOES_TO, PAID_BY, WON_IF, LOST_IF, SILENT_VALUE, ANNOUNCED_VALUE, SILENT_TIMES,
 ANNOUNCED_TIMES, COUNTS_SILENTLY, REPLACES, REPLACES_ANNOUNCED, ROUNDS_WON,
 ROUNDS_MISSED, OF_NO_SIDE, BESIDE_IF, OF_LIST, OF_REPLACES, SPARES_SILENT) = range(19)
BEST_TRUMP, BEST_LED = -1, -2
TOTAL, BY_PLACE, SCORED = 0, 1, 2

# Operations. An instruction has three cells: the operation and two operands, ``a`` and ``b``. First
# those that push a number or change the top of the stack; from POINTS_AT_LEAST on tests and joints.
(END, PUSH, OWN, SEATS_DECLARERS, SEATS_DEFENDERS, SEAT_DECLARER, SEAT_DEALER, SEATS_LOSERS,
 ONE_LOSER, SEATS_WINNERS, TURNED, SIDE_OF, OPPONENTS_OF, ALL_BUT, THE_CALLED, HOLDER_OF,
 HOLDER_OF_ALL, PLAYER_OF, ANNOUNCERS, MOST, WITHOUT, WINNER_OF, DECLARING_SIDE, POINTS_AT_LEAST,
 POINTS_BY_DECLARED, MAJORITY, WON_EXACTLY, WON_AT_LEAST, WON_FIRST, WON_TRICK, NEVER_EXACTLY,
 NEVER_AT_LEAST, LOST_ONE, HAS_TAKEN, PLAYERS_EXACTLY, PLAYERS_AT_LEAST, LAY_IN_TALON, WAS_PLAYED,
 NOW_IN, CARD_WINS, CARD_IN, BEATEN_BY, DEALT_TO_ONE, WAS_DEALT_EXACTLY, WAS_DEALT_AT_LEAST,
 IS_AMONG, IN_COMMON, DOUBLED, HAND_EXACTLY, HAND_AT_LEAST, HAND_AT_MOST, LED_WITH, TRICK_HAS,
 FALL_IN_ORDER, NOT, AND_ELSE, OR_ELSE) = range(57)
# fmt: on
