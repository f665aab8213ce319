"""Words of the rule language that wait for the game that speaks them; empty when all games are there."""

WAITING: set[str] = {
    *("by_declared", "declaring_side", "each_declarer", "has_taken", "in_talon", "majority", "number", "thirds"),
    *("winner_of", "winners", "without"),
    *("announced_cards", "ends_when", "in_suit_led", "open_hands", "raised_to", "ranking", "ranking_if_called", "says"),
}
