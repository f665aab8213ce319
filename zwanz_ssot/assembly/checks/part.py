"""What every check works on: the game, its problems, and which parts of the rules are sound."""

from __future__ import annotations

from dataclasses import dataclass

from ...model import Deck, Game, Path
from ...paths import meet
from ..resolver import Resolver


@dataclass(frozen=True)
class CheckContext:
    """A game to be checked. ``shaky`` are the paths at which a name leads nowhere."""

    resolver: Resolver
    game: Game
    shaky: frozenset[Path]

    @property
    def deck(self) -> Deck:
        """The pack of the game."""
        return self.game.deck

    def sound(self, *parts: Path) -> bool:
        """True if no name in or around these parts of the rules leads nowhere."""
        return not any(meet(part, fault) for part in parts for fault in self.shaky)

    def never(self, path: Path, text: str, hint: str = "", *, key: bool = False) -> None:
        """Note something that no round can meet."""
        self.resolver.error(path, text, hint, key=key, code="sense.never")

    def always(self, path: Path, text: str, hint: str = "", *, key: bool = False) -> None:
        """Note something that every round meets, so that it says nothing."""
        self.resolver.error(path, text, hint, key=key, code="sense.always")

    def unfit(self, path: Path, text: str, hint: str = "", *, key: bool = False) -> None:
        """Note parts of the rules that do not fit together."""
        self.resolver.error(path, text, hint, key=key)

    def unknown(self, path: Path, text: str, hint: str = "", *, key: bool = False) -> None:
        """Note a word that means nothing where it stands."""
        self.resolver.error(path, text, hint, key=key, code="sense.place")
