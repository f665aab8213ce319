"""Names of one part of the rules in another one: each kind of name has a type of its own.

To Python they are all plain text, or the number of a card. The assembly reads from these types what
a name in a rule file has to lead to, and says the kind in its problems (``there is no bonus 'x'``).

>>> ContractId.__metadata__
('contract',)
"""

from __future__ import annotations

from typing import Annotated

ContractId = Annotated[str, "contract"]
"""The id of a contract."""

BonusId = Annotated[str, "bonus"]
"""The id of a bonus."""

SettledId = Annotated[str, "item of a settlement"]
"""The id of a bonus, ``game``, ``bonuses`` for all of them or ``silent_bonuses``."""

SuitId = Annotated[str, "suit"]
"""The id of a suit of the pack."""

RankId = Annotated[str, "rank"]
"""A rank that some card of the pack has."""

RankingId = Annotated[str, "ranking of the pack"]
"""The name of another order of the ranks."""

LevelId = Annotated[str, "level of kontra"]
"""A word of doubling."""

CardNumber = Annotated[int, "card or called_card"]
"""The index of a card, or `CALLED_CARD`."""

CardsInOrder = Annotated[tuple[int, ...], "cards in order"]
"""The indices of cards, as they are listed; those of a group from the strongest to the weakest."""

Packet = Annotated[int, "packet"]
"""How many cards a player gets at a time; 0 where the talon is laid."""
