"""``python -m tests.words_list``: writes ``docs/words.md``, the words of the rule language with the
games that use them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from zwanz_ssot.library import library, load
from zwanz_ssot.model import Cards, Game
from zwanz_ssot.words import registry

ROOT = Path(__file__).parent.parent
FILE = ROOT / "docs" / "words.md"
LIBRARIES = (ROOT / "rules", ROOT / "docs" / "games")
MOST = 120
"""The most words that there may be."""


def games() -> Iterator[Game]:
    """Every game of the library and of docs/games, in each variant."""
    for root in LIBRARIES:
        for game, variant in library(root).rule_sets():
            yield load(game, variant, rules=root)


def used_by(game: Game) -> set[tuple[type, str]]:
    """The words that a game uses, each with the part of the model that has it."""
    found = {(type(part), word) for part, word in registry.words_of(game)}
    return found | {(Cards, word) for word in registry.groups_in(game.deck.data.get("sets", {}))}


def text() -> str:
    """The page."""
    users: dict[tuple[type, str], dict[str, None]] = {}
    for game in games():
        for word in used_by(game):
            users.setdefault(word, {})[game.id] = None
    kinds = registry.word_kinds()
    count = sum(len(kind.words) for kind in kinds)
    lines = [
        "# The words of the rule language",
        "",
        f"{count} words, with the games under `rules` and `docs/games` that use them. A word has one meaning in all games.",
        f"A test keeps their number below {MOST}. Settings and steps are in `schema/game.schema.json`, where editors show them.",
        "",
        "`python -m tests.words_list` writes this page.",
    ]
    for kind in kinds:
        lines += [
            "",
            f"## {kind.title}: {kind.about}",
            "",
            "| Word | Meaning | Games |",
            "| --- | --- | --- |",
        ]
        for name, meaning in kind.words.items():
            meaning_text = " ".join((meaning.__doc__ or "").split("\n\n")[0].split())
            played_in = ", ".join(sorted(users.get((kind.part, name), {}))) or "none of these"
            lines.append(f"| `{name}` | {meaning_text} | {played_in} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
