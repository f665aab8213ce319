"""Words of the rule language that wait for the game that speaks them; empty when all games are there."""

WAITING: set[str] = {
    *("has_taken", "in_talon", "number", "thirds", "without"),
    *("announced_cards", "ends_when"),
}
