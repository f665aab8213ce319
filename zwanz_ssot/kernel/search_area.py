"""The layout of the search's area in the array of the machine: what each cell holds.

The area comes after the program, and after it the transposition table: first the lists, one for
each hash of a key, each with the number of its newest entry; then room for entries of different
lengths, written one after the other, in the end over the oldest ones.
"""

from __future__ import annotations

# The area: numbers; by card; the key, runs, rare cards, worths; by place; the place by card; the
# cards with conditions by depth; conditions to be kept; by depth and card: scores, and conditions.
(NODES, LIMIT, STOPPED, AIM, CODE, MEMORY, TABLE, TABLE_BITS, KEY_SIZE, LOWEST, HIGHEST, FEWEST,
 MOST_BESIDE, RUN_COUNT, SURE, ANY_LEAD, RARE_COUNT, LEVELS, ROOM, TAKEN_UP, HINT,
 EACH_CARD) = range(22)  # fmt: skip
RANKED, USEFUL, WORTH_OF, OWNER, KEY, RUNS, RARES, BY_WORTH = 32, 96, 160, 224, 288, 304, 384, 416
BELOW, PLACE_CARD, PLACE_OF, MARKED, FOUND = 448, 512, 576, 640, 704
SCORE = 768
BEATS = SCORE + 64 * 64
LEAST, MOST, OURS, THEIRS, FIRST_PLACE = (BEATS + 64 * number for number in range(64, 69))
SEARCH = FIRST_PLACE + 64

# The aim; what a key remembers of finished tricks.
AIM_POINTS, AIM_TRICKS, AIM_OBJECTIVE = 0, 1, 2
NO_MEMORY, MEMORY_OF_SIDE, MEMORY_OF_TRICKS, MEMORY_OF_CARDS, MEMORY_OF_ALL = 0, 1, 2, 3, 4

# An entry of the table: bounds with the leader, the place of the best card in the leader's hand and
# the number of conditions; the next entry of its list; cards left; then the key, the conditions.
BOUNDS, NEXT, LEFT, TO_OURS, TO_THEIRS, KEY_AT = 0, 1, 2, 3, 4, 5
UPPER_AT, LEADER_AT, BEST_AT, MANY_AT, BOUND_MASK = 16, 32, 40, 48, 0xFFFF
RUN_ROW = 4
"""The cells of a run: its cards, whether a higher number ranks higher, the word and bit of the key
with its numbers of cards, and whether its cards count differently.
"""
WORD_AT, COUNT_BITS, PLACE_BITS, BELOW_BITS = 8, 5, 6, 6
UNKNOWN = -1
"""The result of a look-up that finds no bound."""

# The answer: nodes, whether solved, value, length of the line; values by card; cards of the line.
A_NODES, A_SOLVED, A_VALUE, A_LENGTH, A_CARDS, A_LINE = 0, 1, 2, 3, 8, 72
ANSWER = 144
NOT_A_CARD = -1 << 40
MOST_USEFUL = 512
"""How useful (`USEFUL`) a lead can be before the numbers of all cards are halved."""
LAST_TRICKS, FIRST_STEP, SINGLE_STEPS = 5, 2, 6
"""The last tricks that are solved to guess the value, the first step away from the guess, and the
windows in which a card's value is neared by one point. Tuned on a hundred Solos of directnet with
ten tricks: of a first step of 4 and 2, 2 took two percent fewer nodes in the geometric mean; going
on at the value of the last card that missed took five percent more than single steps.
"""
