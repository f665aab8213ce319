"""Names in rules from elsewhere: one that leads nowhere is replaced by one that exists."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from zwanz_ssot.library import Library, load_deck
from zwanz_ssot.schema import Node, below, resolved, root
from zwanz_ssot.words.reading import SECOND_CHANCE
from zwanz_ssot.words.registry import RUNGS, TRUMPS, plain_tricks, simple_roles

from .parts import Data, is_text

GAME, BONUSES = "game", ("bonuses", "silent_bonuses")
CALLED, ALL = "called_card", "all"


class Names:
    """The names in some rules, by their kind in the schema."""

    def __init__(self, data: Data, library: Library, random: Random) -> None:
        self.data, self.random = data, random
        known = data["deck"] in library.decks()
        deck = load_deck(data["deck"], rules=library.root) if known else None
        bonuses = tuple(data.get("bonuses", ()))
        self.known: dict[str, Sequence[str]] = {
            "contract": tuple(data["contracts"]),
            "contract_group": tuple(data.get("contract_groups", ())),
            "bonus": bonuses,
            "item": (GAME, *bonuses),
            "replaced": (GAME, *BONUSES, *bonuses),
            "level": tuple(data.get("kontra", {}).get("levels", ())),
        }
        if deck is not None:
            self.known |= {
                "card": tuple(deck.by_id),
                "card_or_called": (CALLED, *deck.by_id),
                "suit": tuple(deck.suits),
                "rank": tuple(dict.fromkeys(card.rank for card in deck.cards)),
                "ranking": tuple(deck.rankings),
                "cards": (ALL, *deck.sets, *deck.by_id),
            }

    def one(self, kind: str) -> str | None:
        """A random name of a kind; None without any."""
        known = self.known.get(kind) or WORDS.get(kind, ())
        return self.random.choice(known) if known else None

    def mend(self) -> None:
        """Replace every name that leads nowhere by one of its kind."""
        node = root("game")
        if self.data.get("cover", {}).get("card") not in self.known.get("card", ()):
            self.data.pop("cover", None)
        for key in self.data:
            if key not in (
                "game",
                "name",
                "as_played",
                "cover",
                "nouns",
                "deck",
                "open",
                "not_used",
                "idle",
            ):
                self.data[key] = self._mended(self.data[key], below(node, key))

    def _mended(self, value: Any, unresolved: Node) -> Any:
        node = resolved(unresolved)
        if is_text(node):
            return value
        if isinstance(value, str):
            return self._name(value, node)
        if isinstance(value, list):
            found = [self._mended(entry, below(node, n)) for n, entry in enumerate(value)]
            if node.get("uniqueItems"):
                found = [each for n, each in enumerate(found) if each not in found[:n]]
            return found
        if isinstance(value, dict):
            keys = resolved(node.get("propertyNames", {}))
            named = node.get("properties", {})
            return {
                key if key in named else self._name(key, keys): self._mended(part, below(node, key))
                for key, part in value.items()
            }
        return value

    def _name(self, name: str, node: Node) -> str:
        known = self.known.get(node.get("x-of", ""))
        if not known or name in known or name in node.get("enum", ()):
            return name
        return self.random.choice(known)


WORDS: dict[str, Sequence[str]] = {
    "role": simple_roles(),
    "trick": plain_tricks(),
    "rung": tuple(RUNGS),
    "trump": tuple(TRUMPS),
    "all_pass": (SECOND_CHANCE,),
}
"""Words that are names by themselves, by the kind of their place."""
