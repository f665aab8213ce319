"""``python -m tests.words_list``: writes ``docs/words.md``, the words of the rule language with the
games that use them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from zwanz_ssot.library import BASE, library, load
from zwanz_ssot.model import Cards, Condition, Game, Role, Tricks, inside
from zwanz_ssot.words import registry

ROOT = Path(__file__).parent.parent
FILE = ROOT / "docs" / "words.md"
LIBRARIES = (ROOT / "rules", ROOT / "docs" / "games")
MOST = 120
"""How many words there may be."""
_ALL = "all"
"""What a list means; nobody writes it."""
_KINDS = (
    ("Conditions", "what can hold or not"),
    ("Players", "who is meant"),
    ("Tricks", "which tricks are meant"),
    ("Cards", "which cards are meant"),
)


def words() -> dict[str, dict[str, Callable[..., Any]]]:
    """The words by kind, each with the function that gives it its meaning."""
    joints = {name: word.meaning for name, word in registry.JOINTS.items() if name != _ALL}
    conditions = {name: word.meaning for name, word in registry.CONDITIONS.items()}
    return {
        "Conditions": {**joints, **conditions},
        "Players": {name: word.meaning for name, word in registry.ROLES.items()},
        "Tricks": {name: word.span for name, word in registry.TRICKS.items()},
        "Cards": {name: word.meaning for name, word in registry.CARD_GROUPS.items()},
    }


def games() -> Iterator[Game]:
    """Every game of the library and of docs/games, in each variant."""
    for root in LIBRARIES:
        shelf = library(root)
        for game in shelf.games():
            for variant in (BASE, *shelf.variants(game)):
                yield load(game, variant, rules=root)


def used_by(game: Game) -> set[tuple[str, str]]:
    """The words that a game uses, each with its kind."""
    kinds = {Condition: "Conditions", Role: "Players", Tricks: "Tricks"}
    found: set[tuple[str, str]] = set()
    for part in inside(game):
        if type(part) in kinds:
            found.add((kinds[type(part)], part.word))
        elif isinstance(part, Cards):
            found |= {("Cards", word) for word in _filters(part.said)}
    return found | {("Cards", word) for word in _filters(game.deck.data.get("sets", {}))}


def _filters(said: Any) -> Iterator[str]:
    """The words of filters anywhere in a group of cards as it is written."""
    if isinstance(said, Mapping):
        for key, value in said.items():
            if key in registry.CARD_GROUPS:
                yield key
            yield from _filters(value)
    elif isinstance(said, list):
        for each in said:
            yield from _filters(each)
    elif isinstance(said, str) and said in registry.CARD_GROUPS:
        yield said


def text() -> str:
    """The page."""
    users: dict[tuple[str, str], dict[str, None]] = {}
    for game in games():
        for word in used_by(game):
            users.setdefault(word, {})[game.id] = None
    every = words()
    count = sum(map(len, every.values()))
    lines = [
        "# The words of the rule language",
        "",
        f"Written by `python -m tests.words_list`: {count} words, fewer than {MOST} for good, with the games that use",
        "them. Each has one meaning in all of them. Settings and steps stand in the schemas",
        "(`schema/game.schema.json`), where editors show them.",
    ]
    for kind, about in _KINDS:
        lines += [
            "",
            f"## {kind}: {about}",
            "",
            "| Word | Meaning | Games |",
            "| --- | --- | --- |",
        ]
        for name, meaning in every[kind].items():
            said = " ".join((meaning.__doc__ or "").split("\n\n")[0].split())
            told = ", ".join(sorted(users.get((kind, name), {}))) or "none of these"
            lines.append(f"| `{name}` | {said} | {told} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
