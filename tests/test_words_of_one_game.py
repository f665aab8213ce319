"""Words of the rule language that only one game speaks: few, and each named here. ``pytest -s``
prints the list.

A word that a second game takes up leaves the list; a new word of a single game has to be added, and
so is seen. Conditions are printed, but not named here: each of them is one entry in the registry,
and no other room knows of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

from conftest import VARIANTS, loaded
from test_house import declared, words_used

from zwanz_ssot import places
from zwanz_ssot.words import registry

ONE_GAME = {
    "anrufen": """
        adds first_trick raised_to stock suit_order when_leading
    """,
    "hungarian-tarokk": """
        all_but bid_skips bonus declarer_shows discarder_of double_rounds_if_thrown_in lost_without
        own_discards pass_against promises
        replaces_unless silent_count_if_missed speaks_for tells
    """,
    "koenigrufen": """
        announced_cards announces_with_bid before_trick by_place called_card_in_talon counts_in deals
        due excludes given_up keeps lost_value must_announce number packet_of_called_card
        void while_holding
    """,
    "koenigrufen-graden": """
        joined lays_card ranking ranking_if_called winner_of
    """,
    "slovenian-tarok": """
        after also_if_missed base contract_groups double_rounds_left gets groups loses per
        raised_after_exchange restricted_rounds rounded scores to_declarers_if to_nearest
    """,
    "zwanzigerrufen": """
        holder_of_all implied_by knock
    """,
}


@cache
def language() -> frozenset[str]:
    """Every word and every property of the rules, and every kind of step."""
    words: set[str] = set()
    for name in ("terms", "game"):
        words |= declared(
            json.loads((places.data("schema") / f"{name}.schema.json").read_text(encoding="utf-8"))
        )
    return frozenset(words)


def speakers() -> dict[str, set[str]]:
    """The games by the words that they use, in the game or in a variant."""
    found: dict[str, set[str]] = {}
    for game, variant in VARIANTS:
        rules = loaded(game, variant)
        steps = {step.partition(".")[0] for step in rules.order}
        for word in words_used(rules.data, set(language())) | steps:
            found.setdefault(word, set()).add(game)
    return found


def test_words_of_one_game_say_so() -> None:
    alone = {
        word: next(iter(games)) for word, games in sorted(speakers().items()) if len(games) == 1
    }
    for word, game in alone.items():
        print(f"{word}: {game}")
    named = {word: game for word, game in alone.items() if word not in registry.CONDITIONS}
    assert not to_write(named)


def to_write(named: Mapping[str, str]) -> list[str]:
    """What has to be changed in ONE_GAME, a line for each word."""
    written = {word: game for game, words in ONE_GAME.items() for word in words.split()}
    new = [f"write {word} under {named[word]}" for word in sorted({*named} - {*written})]
    gone = [f"strike {word} from {written[word]}" for word in sorted({*written} - {*named})]
    both = {*named} & {*written}
    moved = [word for word in sorted(both) if named[word] != written[word]]
    return [*new, *gone, *(f"move {word} to {named[word]}" for word in moved)]


def test_the_list_says_what_to_write_in_it() -> None:
    named = {word: game for game, words in ONE_GAME.items() for word in words.split()}
    assert to_write(named) == []
    changed = {**named, "rank": "rufmariasch", "adds": "skat"}
    del changed["knock"]
    assert to_write(changed) == [
        "write rank under rufmariasch",
        "strike knock from zwanzigerrufen",
        "move adds to skat",
    ]
