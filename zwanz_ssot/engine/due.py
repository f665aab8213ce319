"""Which cards are owed in a contract: those of bonuses that name a card and its trick."""

from __future__ import annotations

from ..model import Condition, Refusal, Tricks
from .owed import OwedCard, narrowed
from .plan import Plan
from .state import State

_WORDS = ("card_wins_trick", "card_in_trick")
CALLED = -1


class Due:
    """What the rules of one contract ask of announced cards."""

    def __init__(self, table: Plan, contract: int) -> None:
        rule = table.contracts[contract].play.announced_cards
        self.rule = rule
        self.rows: list[tuple[int, int, int, bool, bool]] = []
        """Bonus, card (or `CALLED`), trick, whether it is due in that, whether it is given up in an
        order.
        """
        for key in dict.fromkeys((*rule.given_up, *rule.due)) if rule else ():
            named = named_card(table.game.bonuses[key].won)
            if named is not None and rule is not None:
                card, trick = named
                number = place(trick, table.tricks)
                self.rows.append(
                    (
                        table.bonus_ids.index(key),
                        card,
                        number,
                        key in rule.due,
                        key in rule.given_up,
                    )
                )

    def of(self, state: State) -> tuple[tuple[OwedCard, ...], ...]:
        """What each seat owes, in the order of giving up; nothing at all when nobody announced any."""
        said = state.said
        rows = [row for row in self.rows if said[1 + 2 * row[0]] >= 0 or said[2 + 2 * row[0]] >= 0]
        if not rows:
            return ()
        found: list[list[OwedCard]] = [[] for _ in range(state.players)]
        for bonus, card, trick, due, in_order in rows:
            card = state.called_card if card == CALLED else card
            if card < 0:  # no card is called in this contract
                continue
            for seat in {said[1 + 2 * bonus], said[2 + 2 * bonus]} - {-1}:
                found[seat].append(OwedCard(1 << card, trick, due, in_order))
        return tuple(map(tuple, found))

    def why_not(self, state: State, card: int, cards: int) -> Refusal | None:
        """Why one of these legal cards may not be played."""
        assert self.rule is not None
        now, owed = len(state.winners), state.due[state.turn]
        left = narrowed(cards, owed, now)
        if left >> card & 1:
            return None
        due = any(each.due and each.bit == left and each.trick == now for each in owed)
        code, key = ("due_now", "due") if due else ("give_up_first", "given_up")
        return Refusal(code, (*self.rule.at, key), {"cards": left})


def named_card(condition: Condition) -> tuple[int, Tricks] | None:
    """The card and the trick that a condition names; None where it names none."""
    if condition.word in _WORDS:
        card = condition.args["card"]
        return (card if isinstance(card, int) else CALLED), condition.args["trick"]
    parts = condition.args["of"] if condition.word == "all" else ()
    return next((named for part in parts if (named := named_card(part)) is not None), None)


def place(tricks: Tricks, size: int) -> int:
    """The number of a single trick, counted from 0."""
    return size - 1 if tricks.word == "last" else tricks.count - 1
