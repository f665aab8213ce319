"""From rule files to a `Game`: finds, reads and checks files, applies changes, builds the game.

A folder of rules has ``sources.yaml``, ``glossary.yaml``, ``library.yaml``, ``decks/<deck>.yaml``
and a folder for each game with ``game.yaml``, ``variants/<variant>.yaml`` and, if its sources
disagree, ``disputes.yaml``. The file of a variant or a pack may also be elsewhere.

``folder`` reads the files; ``drafts`` builds a game with its changes, and repairs files of a wrong
shape; ``checking`` finds all problems at once.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache, lru_cache, partial
from pathlib import Path

from ..model import Deck, Game
from ..paths import dotted
from ..places import here
from ..problems import Hint, Problem, RulesFault, WrongCall, hint_for_unknown, meant, of_kind
from ..source import Document, exists
from . import drafts
from .checking import KINDS, Checking, check, check_file, kind_of, questions, refuse_other_kind
from .folder import BASE, Library, bare, folder_around, is_rule_file, library, written

__all__ = [
    "BASE",
    "KINDS",
    "Checking",
    "Library",
    "bare",
    "base_of",
    "check",
    "check_file",
    "folder_around",
    "is_rule_file",
    "kind_of",
    "library",
    "library_of",
    "load",
    "load_deck",
    "load_named",
    "load_variant_file",
    "other_games",
    "questions",
    "refuse_other_kind",
    "same_game",
    "written",
]


def load(game: str, variant: str | Path = BASE, *, rules: Path | str | None = None) -> Game:
    """Load the rules of a game in one variant.

    ``variant`` may be the path of a file of house rules; ``rules`` is a folder of rules to use
    instead of the shipped ones. Two games that are loaded from the same files are equal.

    Raises `RulesFault` with every problem found, `WrongCall` for a game, a variant or a folder that
    does not exist, and for the file of a variant of another game.

    >>> import zwanz_ssot
    >>> zwanz_ssot.load("zwanzigerrufen", "directnet")
    Game('zwanzigerrufen:directnet')
    >>> zwanz_ssot.load("zwanzigerufen")
    Traceback (most recent call last):
    zwanz_ssot.problems.WrongCall: there is no game 'zwanzigerufen'; did you mean 'zwanzigerrufen'?
    """
    if rules is not None:
        of_kind("path", str | Path, rules)
    root = None if rules is None else Path(rules)
    if root is not None and not (exists(root) and root.is_dir()):
        raise WrongCall(f"there is no folder of rules '{root}'")
    folder = library(root)
    if game not in folder.games():
        raise WrongCall(f"there is no game '{game}'", _instead_of(str(game), folder))
    variant = str(variant)
    if is_rule_file(variant):
        loaded = load_variant_file(Path(variant), rules=root)
        if loaded.id != game:
            text = f"{variant} is a variant of {loaded.id}, not of {game}"
            raise WrongCall(text, f"load '{loaded.id}' with it")
        return loaded
    if variant == BASE:
        loaded = drafts.finish(drafts.base(folder, game))
    elif variant in folder.variants(game):
        loaded = drafts.finish(drafts.variant(folder, folder.variant_file(game, variant)))
    else:
        hint = hint_for_unknown(variant, (BASE, *folder.variants(game)))
        if variant in folder.games():
            hint = Hint(f"it is a game: name it in place of {game}")
        raise WrongCall(f"{game} has no variant '{variant}'", hint)
    return _reloadable(loaded, variant, root)


def _instead_of(game: str, folder: Library) -> str:
    """The hint for what is no game, but perhaps a variant, or a game with its variant."""
    if is_rule_file(game):
        return "it is the second argument, after its game"
    of = [each for each in folder.games() if game in folder.variants(each)]
    parts = game.split(":") if ":" in game else [*of, game]
    if len(parts) == 2 and parts[0] in folder.games():
        return f"write '{parts[0]}', '{parts[1]}'"
    return hint_for_unknown(game, folder.games())


def load_variant_file(file: Path, *, rules: Path | None = None) -> Game:
    """Load a file of house rules, which says itself of which game it is. Raises as `load`.

    >>> file = library().variant_file("zwanzigerrufen", "directnet")
    >>> load_variant_file(file)
    Game('zwanzigerrufen:directnet')
    """
    if not exists(file):
        raise WrongCall(f"there is no variant file '{file}'", meant(file))
    refuse_other_kind(written(file), "variant")
    loaded = drafts.finish(drafts.variant(library(rules), file))
    return _reloadable(loaded, str(file.absolute()), rules, file.absolute())


def _reloadable(
    loaded: Game, variant: str, rules: Path | None, own_file: Path | None = None
) -> Game:
    """The game, with the call that loads it again."""
    reload = partial(_reloaded, loaded.id, variant, rules and rules.absolute())
    return loaded.reloaded_by(reload, own_file)


@lru_cache(maxsize=64)
def _reloaded(game: str, variant: str, rules: Path | None, digest: str) -> Game:
    """A pickled game, loaded again. WrongCall if its files have changed."""
    if is_rule_file(variant):
        variant = str(here(Path(variant)))
    loaded = load(game, variant, rules=rules and here(rules))
    if loaded.digest != digest:
        text = f"the rules of {loaded} are not those that were pickled"
        raise WrongCall(text, "unpickle it with the same rule files, or send a record instead")
    return loaded


def load_named(
    document: Document, kind: str, *, rules: Path | None = None, folder: Path | None = None
) -> Game:
    """Load the game that a document names by `game` and `variant` under the key ``kind``. With
    ``folder``, that of the document, the variant may be the path of a file from there. Raises
    `RulesFault` for rules with problems, and for unknown names, at their line.

    >>> named = {"game": "zwanzigerrufen", "variant": "directnet"}
    >>> load_named(Document("round.yaml", {"record": named}, {}, {}), "record")
    Game('zwanzigerrufen:directnet')
    """
    stated = document.data[kind]
    variant = stated["variant"]
    if folder is not None and is_rule_file(variant):
        variant = os.path.normpath(folder / variant)
    try:
        return load(stated["game"], variant, rules=rules)
    except WrongCall as wrong:
        key = "variant" if stated["game"] in library(rules).games() else "game"
        at, hint, is_file = (kind, key), wrong.hint, is_rule_file(variant)
        unknown = key == "variant" and not (is_file and exists(Path(variant)))
        if folder is not None and unknown and not isinstance(hint, Hint):
            house = "put it there, or" if is_file else "for house rules"
            house += " write the path of their file here; replay, why and solve take --variant FILE"
            hint = f"{hint}; {house}" if hint else house
        problem = Problem(document.mark(at), dotted(at), wrong.text, hint, kind)
        raise RulesFault([problem]) from None


def load_deck(deck: str, *, rules: Path | None = None) -> Deck:
    """Load a pack of cards by its name. Raises as `load` does.

    >>> len(load_deck("tarock-40").cards)
    40
    """
    folder = library(rules)
    if deck not in folder.decks():
        raise WrongCall(f"there is no pack '{deck}'", hint_for_unknown(deck, folder.decks()))
    return drafts.deck(folder, folder.file(folder.root / "decks" / f"{deck}.yaml", "deck"))


def library_of(game: Game) -> Library:
    """The folder of rules that a game was loaded from; the shipped one if it was from no file.

    >>> library_of(load("zwanzigerrufen", "directnet")) == library()
    True
    """
    reload = game.reloading
    return library(None if reload is None else reload.args[2])


def base_of(game: Game) -> Game | None:
    """The base of a variant, from the same folder of rules; a base game itself. None for a variant
    that was not loaded from files.

    >>> base_of(load("zwanzigerrufen", "directnet"))
    Game('zwanzigerrufen:base')
    """
    if game.variant == BASE:
        return game
    reload = game.reloading
    return None if reload is None else load(game.id, rules=reload.args[2])


def same_game(game: Game) -> Iterator[Game]:
    """The shipped rule sets of the same game, each loaded once.

    >>> "rufmariasch:named-trump" in map(str, same_game(load("rufmariasch")))
    True
    """
    if game.id in library().games():
        for _, variant in library().rule_sets(game.id):
            yield _shipped(game.id, variant)


def other_games(game: Game) -> Iterator[Game]:
    """The shipped rule sets of all other games, each loaded once.

    >>> any(each.id == "anrufen" for each in other_games(load("rufmariasch")))
    True
    >>> any(each.id == "rufmariasch" for each in other_games(load("rufmariasch")))
    False
    """
    for other in library().games():
        if other != game.id:
            for _, variant in library().rule_sets(other):
                yield _shipped(other, variant)


@cache
def _shipped(game: str, variant: str) -> Game:
    return load(game, variant)
