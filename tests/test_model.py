"""The model: where a rule stands, who says it, what a pack holds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from changed import changed
from conftest import loaded

from zwanz_ssot.library import load

Z = "zwanzigerrufen"


def line_of(path: str, text: str) -> int:
    """The first line of a rule file that holds a text."""
    from zwanz_ssot.places import data

    lines = (data("rules") / path).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_a_rule_knows_its_line_also_when_a_variant_changed_it() -> None:
    game = loaded(Z, "directnet")
    rufer, closed = game.where(("contracts", "rufer")), game.where(("bonuses", "valat", "closes"))
    assert rufer is not None and closed is not None
    assert rufer.file.endswith("game.yaml")
    assert rufer.line == line_of(f"{Z}/game.yaml", "  rufer:")
    assert closed.file.endswith("directnet.yaml")
    assert closed.line == line_of(f"{Z}/variants/directnet.yaml", "bonuses.valat.closes")


def test_a_rule_knows_who_says_it() -> None:
    game = loaded(Z, "directnet")
    assert game.cites(("table", "direction")) == ("directnet §Spielregeln",)
    assert game.cites(("play", "hold_back", "announced_pagat")) == ("directnet §Extraregeln",)
    assert game.cites(("contracts", "rufer", "value")) == (
        "wikipedia §Auction",
        "wikipedia §Contracts and Bonuses",
        "directnet §Gewonnenes Spiel",
    )
    assert game.cites(("nowhere",)) == ("wikipedia §Play", "directnet §Spielregeln"), (
        "those of the game as a whole"
    )


def test_a_rule_that_a_later_variant_sets_is_said_by_it_alone(tmp_path: Path) -> None:
    game = changed(
        tmp_path,
        "zwanzigerrufen:directnet",
        "at: contracts.farbensolo.bonus_factor, was: 2, set: 3",
        "at: misdeal.reasons.few_tarocks.thrown_in, was: must, set: may",
    )
    assert game.cites(("contracts", "farbensolo", "bonus_factor")) == ("custom",)
    assert game.cites(("misdeal", "reasons", "few_tarocks")) == ("directnet §Spielregeln", "custom")


def test_a_rule_of_a_contract_that_is_like_another_is_said_by_who_changed_it_there(
    tmp_path: Path,
) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(
        "variant: house\n"
        "of: slovenian-tarok\n"
        "name: {en: House, de: Haus}\n"
        "changes:\n"
        "  - {at: contracts.beggar.starts.double_rounds, set: 2, source: custom}\n"
        "  - {at: contracts.beggar.play.ends_when, set: all_played, source: custom}\n"
        "  - {at: contracts.beggar.value, set: 60, source: custom}\n",
        encoding="utf-8",
    )
    game = load("slovenian-tarok", str(house))
    own = ("contracts", "open_beggar")
    assert game.cites((*own, "starts")) == game.cites((*own, "starts", "double_rounds"))
    assert game.cites((*own, "starts")) == game.cites((*own, "play", "ends_when")) == ("custom",)
    assert game.cites((*own, "value")) == ("tarok_pagat §Contracts",), "it has its own"
    assert game.cites((*own, "play", "open_hands")) == (
        "tarok_pagat §Contracts",
        "tarok_board §Beggar",
    )


def test_the_pack_is_as_the_accounts_have_it() -> None:
    deck = loaded(Z, "base").deck
    assert len(deck.cards) == 40
    assert deck.points == 88
    points = {card.id: card.points for card in deck.cards}
    assert [
        points[c]
        for c in ("T-Sk", "T-XXI", "T-I", "H-K", "S-Q", "D-C", "C-J", "T-XX", "H-1", "S-10")
    ] == [
        *(5, 5, 5, 5),
        *(4, 3, 2, 1),
        *(0, 0),
    ]
    assert deck.shown(deck.mask(["S-10", "T-I", "T-Sk", "S-K"])) == ("T-Sk", "T-I", "S-K", "S-10")
    hearts = [c.rank for c in deck.within(deck.suits["hearts"].mask)]
    assert hearts == ["1", "J", "C", "Q", "K"]  # a stronger card has a higher bit
    assert [card.id for card in deck.within(deck.sets["trull"])] == ["T-I", "T-XXI", "T-Sk"]


class Asked(dict[str, object]):
    """Data that knows how often it was compared."""

    times = 0

    def __eq__(self, other: object) -> bool:
        Asked.times += 1
        return super().__eq__(other)


def test_games_are_compared_once() -> None:
    """What is kept for each game asks for it again and again, be it loaded anew."""
    one = replace(load(Z, "directnet"), data=Asked(load(Z, "directnet").data))
    two, three = load(Z, "directnet"), load(Z, "directnet")
    assert two == one and one == two and two == three and three == one
    assert Asked.times == 1
    assert replace(one, variant="other") != two and replace(two, deck=load(Z).deck) == two
