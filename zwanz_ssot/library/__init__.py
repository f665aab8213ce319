"""Find, read, check, overlay, build: from rule files to a `Game`.

A folder of rules holds ``sources.yaml``, ``glossary.yaml``, ``library.yaml``, ``decks/<deck>.yaml``
and a folder for each game with ``game.yaml``, ``variants/<variant>.yaml`` and, where its sources
disagree, ``disputes.yaml``. A variant or deck of one's own is read beside the shipped ones.

``folder`` reads the files; ``drafts`` builds a game with its changes; ``checking`` finds all
problems at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ..model import Deck, Game
from ..paths import dotted
from ..problems import Problem, RulesFault, WrongCall
from ..source import Document
from . import drafts
from .checking import KINDS, Checking, check, check_file, kind_of
from .drafts import BASE, known
from .folder import Library, bare, is_rule_file, library, written

__all__ = [
    "BASE",
    "KINDS",
    "Checking",
    "Library",
    "bare",
    "check",
    "check_file",
    "is_rule_file",
    "kind_of",
    "library",
    "load",
    "load_deck",
    "load_named",
    "other_games",
    "same_game",
    "written",
]


def load(game: str, variant: str = BASE, *, rules: Path | None = None) -> Game:
    """Load a game in one variant. ``variant`` may be the path of a variant file of one's own.

    Raises `RulesFault` with every problem found, `WrongCall` for a game or variant that does not
    exist.
    """
    folder = library(rules)
    if game not in folder.games():
        raise WrongCall(f"there is no game '{game}'", known(game, folder.games()))
    if is_rule_file(variant):
        if not Path(variant).exists():
            raise WrongCall(f"there is no variant file '{variant}'")
        return drafts.finish(drafts.variant(folder, Path(variant)))
    if variant == BASE:
        return drafts.finish(drafts.base(folder, game))
    if variant not in folder.variants(game):
        raise WrongCall(
            f"{game} has no variant '{variant}'", known(variant, (BASE, *folder.variants(game)))
        )
    return drafts.finish(drafts.variant(folder, folder.variant_file(game, variant)))


def load_named(document: Document, kind: str, *, rules: Path | None = None) -> Game:
    """Load the game that a document of this kind names by `game` and `variant`. Raises
    `RulesFault`: rules with problems, or names that there are not, at their line.
    """
    stated = document.data[kind]
    try:
        return load(stated["game"], stated["variant"], rules=rules)
    except WrongCall as wrong:
        at = (kind, "variant" if stated["game"] in library(rules).games() else "game")
        raise RulesFault(
            [Problem(document.mark(at), dotted(at), wrong.text, wrong.hint, kind)]
        ) from None


def load_deck(deck: str, *, rules: Path | None = None) -> Deck:
    """Load a pack of cards by its name. Raises as `load` does."""
    folder = library(rules)
    if deck not in folder.decks():
        raise WrongCall(f"there is no pack '{deck}'", known(deck, folder.decks()))
    return drafts.deck(folder, folder.file(folder.root / "decks" / f"{deck}.yaml", "deck"))


def same_game(game: Game) -> Iterator[Game]:
    """The shipped rule sets of the same game, each loaded once."""
    if game.id in library().games():
        for variant in (BASE, *library().variants(game.id)):
            yield _shipped(game.id, variant)


def other_games(game: Game) -> Iterator[Game]:
    """The shipped rule sets of all other games, each loaded once."""
    for other in library().games():
        if other != game.id:
            for variant in (BASE, *library().variants(other)):
                yield _shipped(other, variant)


@cache
def _shipped(game: str, variant: str) -> Game:
    return load(game, variant)
