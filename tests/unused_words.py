"""Words of the rule language that wait for the game that speaks them; empty when all games are
there.
"""

WAITING = {"ends_at_points", "equal_cards", "this_trick", "was_dealt", "wins_game"}
