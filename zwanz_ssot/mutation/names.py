"""The neighbours of a name: which list it stands in, and what stands beside it there.

A schema says of a text which list it is of (``x-of: contract``). Lists of words of the language
come from the code that reads them, lists of ids from the game at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import ascii_uppercase
from typing import Any

from ..assembly.structure import TRUMPS
from ..library import BASE, Library
from ..model import Deck, Game
from ..words.cards import ALL_CARDS, CALLED
from ..words.reading import RUNGS, SECOND_CHANCE
from ..words.registry import plain_tricks, simple_roles

STEPS = ("misdeal", "auction", "call", "exchange", "announcements", "play", "settlement")
_GAME = "game"


class NameLists:
    """The lists that names of a file may be of; ``game`` and ``deck`` are those that the file is
    about.
    """

    def __init__(
        self, library: Library, game: Game | None = None, deck: Deck | None = None
    ) -> None:
        self._library = library
        self._lists: dict[str, Callable[[], Sequence[str]]] = {
            "game": library.games,
            "deck": library.decks,
            "rules": self._rules,
            "variant": lambda: (
                BASE,
                *(each for game in library.games() for each in library.variants(game)),
            ),
            "letter": lambda: ascii_uppercase,
            "role": simple_roles,
            "trick": plain_tricks,
            "rung": lambda: RUNGS,
            "trump": lambda: (*TRUMPS, "none"),
            "all_pass": lambda: (SECOND_CHANCE,),
        }
        if deck is not None:
            self._of_deck(deck)
        if game is not None:
            self._of_deck(game.deck)
            self._of_game(game)

    def _of_deck(self, deck: Deck) -> None:
        self._lists |= {
            "card": lambda: tuple(deck.by_id),
            "card_or_called": lambda: (CALLED, *deck.by_id),
            "suit": lambda: tuple(deck.suits),
            "rank": lambda: tuple(dict.fromkeys(card.rank for card in deck.cards)),
            "ranking": lambda: tuple(deck.rankings),
            "cards": lambda: (ALL_CARDS, *deck.sets),
        }

    def _of_game(self, game: Game) -> None:
        bonuses = tuple(game.bonuses)
        self._lists |= {
            "contract": lambda: tuple(game.contracts),
            "bonus": lambda: bonuses,
            "item": lambda: (_GAME, *bonuses),
            "replaced": lambda: (_GAME, "bonuses", "silent_bonuses", *bonuses),
            "level": lambda: game.kontra.levels if game.kontra else (),
            "step": lambda: (*(f"deal.{step}" for step in game.deals), *STEPS),
        }

    def _rules(self) -> Sequence[str]:
        library = self._library
        return [
            rules
            for game in library.games()
            for rules in (game, *(f"{game}:{v}" for v in library.variants(game)))
        ]

    def around(self, node: Mapping[str, Any], name: str) -> tuple[str, ...]:
        """The names before and after one, in its list; the last stands before the first."""
        if "enum" in node:
            return beside([each for each in node["enum"] if isinstance(each, str)], name)
        kind = node.get("x-of", "")
        if kind == "number":
            return (str(int(name) - 1), str(int(name) + 1))
        if kind not in self._lists:
            return ()
        known = self._lists[kind]()
        if kind == "cards" and name not in known:
            known = self._lists["card"]()
        return beside(known, name)


def beside(known: Sequence[str], name: str) -> tuple[str, ...]:
    """What stands before and after ``name``, each once; the first and the last are neighbours."""
    if name not in known:
        return tuple(known[:1])
    at = list(known).index(name)
    return tuple(
        dict.fromkeys(
            each for each in (known[at - 1], known[(at + 1) % len(known)]) if each != name
        )
    )
