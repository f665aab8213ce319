"""Words of the rule language that wait for the game that speaks them; empty when all games are
there.
"""

WAITING = {"equal_cards"}
