"""Words of the rule language that no game uses yet; empty when all games are there."""

WAITING = {"ends_at_points", "equal_cards", "this_trick", "wins_game"}
