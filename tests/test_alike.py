"""Contracts told together say of each what the rules say of it, and nothing else."""

from __future__ import annotations

import re

import pytest
from conftest import LANGUAGES, VARIANTS, Sampled, loaded

from zwanz_renderer import blocks
from zwanz_renderer.blocks.alike import Family, Unit, alternated, families
from zwanz_renderer.shortcodes import BLOCKS
from zwanz_renderer.text.markdown import ChapterWriter, MarkdownSetup, Shared
from zwanz_ssot.model import Game
from zwanz_ssot.prose import Prose

assert blocks and BLOCKS


def drawn(game: Game, lang: str, text: str) -> str:
    """What a text becomes, without tags."""
    shared = Shared()
    writer = ChapterWriter(MarkdownSetup(lang), game, "x.md", shared)
    html = str(writer.chapter(f"# X\n\n{text}").html)
    assert not shared.found.problems
    return re.sub(r"<[^>]+>", "\n", html).replace("\u00ad", "")


def units(game: Game, lang: str) -> dict[str, list[Unit]]:
    prose = Prose(game, lang)
    return {
        contract: [Unit(*rule) for rule in prose.contract_in_units(contract)[1].items()]
        for contract in game.contracts
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_contract_in_units_is_the_whole_contract(lang: str, sampled: Sampled) -> None:
    """Nothing is lost and nothing is said twice, whatever the contract has."""
    for variant in sampled(VARIANTS, 6):
        game = loaded(*variant)
        prose = Prose(game, lang)
        for contract in game.contracts:
            at = ("contracts", contract)
            title, rules = prose.contract_in_units(contract)
            whole = prose.setting(at, game.at(at))
            assert whole.startswith(title)
            parts = "".join([*rules.values()])
            bare = re.sub(r"\W", "", whole.removeprefix(title))
            assert re.sub(r"\W", "", parts) == bare, (variant, contract)


@pytest.mark.parametrize("variant", VARIANTS, ids=":".join)
def test_a_family_says_of_each_contract_its_own_rules_alone(variant: tuple[str, str]) -> None:
    rules_of = units(loaded(*variant), "en")
    found = {}
    for family in families(rules_of):
        for contract, own in family.own.items():
            assert contract not in found
            found[contract] = {*family.common, *own}
    assert found == {contract: set(rules) for contract, rules in rules_of.items()}


@pytest.mark.parametrize("variant", VARIANTS, ids=":".join)
def test_who_reads_like_another_but_for_this_comes_to_the_same_rules(
    variant: tuple[str, str],
) -> None:
    """The rules of the base, those of the same keys replaced, are the rules of the contract."""
    rules_of = units(loaded(*variant), "en")
    for base, its in rules_of.items():
        for contract, rules in rules_of.items():
            family = Family(list(rules), {contract: []})
            if contract != base and family.is_like(its):
                read = dict(its) | dict(family.without(its).common)
                assert read == dict(rules), (contract, base)


def test_a_base_that_has_a_rule_more_is_none() -> None:
    family = Family([Unit("value", "It is worth 1 point.")], {"a": []})
    assert family.is_like([Unit("value", "It is worth 2 points.")])
    assert not family.is_like([Unit("by", "Only forehand may bid it.")])


def test_what_several_contracts_of_a_table_share_is_told_once_below_it() -> None:
    text = drawn(loaded("koenigrufen", "wien"), "en", "[contract-table scope=partner]")
    takes = "The declarer takes one packet of the talon and discards as many cards."
    assert text.count(takes) == 1
    names = "Rufer, Pagatrufer, Uhurufer, Kakadurufer and Quapilrufer, each of them: "
    assert names + takes in text
    assert "All of them: The partner remains secret" in text


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "like the Piccolo but for this: It is won when the declarer wins exactly two"),
        ("de", "wie der Piccolo bis auf dies: Gewonnen wird, wenn der Ansager genau zwei Stiche"),
        (
            "ja",
            "次の点のほかはピッコロと同じです。デクレアラーがちょうど2トリックを取ると勝ちです。",
        ),
    ],
)
def test_a_new_contract_is_told_as_what_differs_from_an_old_one(lang: str, sentence: str) -> None:
    assert sentence in drawn(loaded("koenigrufen", "wien"), lang, "[differences]")


def test_new_contracts_that_are_like_no_old_one_are_named_and_not_told_again() -> None:
    text = drawn(loaded("zwanzigerrufen", "rulebook"), "en", "[differences]")
    names = "Picolo, Solodreier, Valat with a partner, Valat alone and Trischaken"
    assert f"New: {names}; told among the contracts." in text
    assert "The loser is whoever" not in text


def test_nothing_is_told_of_the_rest_of_a_talon_that_is_taken_whole() -> None:
    rest = "What is left counts for nobody."
    for game, variant, contract, given in (
        ("anrufen", "three", "simple", False),
        ("hungarian-tarokk", "base", "harom", False),
        ("koenigrufen", "base", "bettel", True),
    ):
        rules, path = loaded(game, variant), ("contracts", contract)
        units = Prose(rules, "en").contract_in_units(contract)[1]
        assert (rest in " ".join(units.values())) == given
        talon = Prose(rules, "en").setting((*path, "talon"), rules.at((*path, "talon")))
        assert (rest in talon) == given


def test_what_differs_in_single_words_is_told_once_with_these_side_by_side() -> None:
    birds = ("the Pagat", "the Uhu", "the Kakadu")
    one = "It may be bid only if the bidder holds {}, and {} is announced with it."
    assert alternated([one.format(bird, bird) for bird in birds]) == (
        "It may be bid only if the bidder holds the Pagat / Uhu / Kakadu,"
        " and the Pagat / Uhu / Kakadu is announced with it."
    )
    assert not alternated([one.format(bird, bird) for bird in birds[:2]]), "two are told apart"
    assert not alternated([f"{bird} is caught." for bird in birds]), "too little is the same"
    assert not alternated([one.format(bird, bird) for bird in (*birds[:2], "one of the birds")])
    assert not alternated([one.format(f"<b>{bird}</b>", bird) for bird in birds]), (
        "marks stay whole"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_bird_games_of_vienna_are_one_line_below_their_table(lang: str) -> None:
    """Each bird's game asks for the bird, keeps it in the hand and has to announce it: its row has
    its name alone.
    """
    game = loaded("koenigrufen", "wien")
    html = drawn(game, lang, "[contract-table scope=partner]")
    birds = [Prose(game, lang).bonus(bird) for bird in ("pagat", "uhu", "kakadu", "quapil")]
    beside = "／" if lang == "ja" else " / "
    assert html.count(beside.join(birds)) == 3


@pytest.mark.parametrize(
    ("variant", "sentence", "other"),
    [
        ("wien", "Trischaken is paid by other rules, which stand with the game.", "6 instead of 3"),
        (
            "wien",
            "Other values, the usual ones in brackets: Bettel 4 (2), Suit Dreier 5 (3)",
            "is worth 4",
        ),
        (
            "tirol",
            "New: Whoever announced one of these plays it before its trick only when no other card"
            " is legal: Pagat, Uhu, Kakadu and Quapil.",
            "Whoever announced the Uhu",
        ),
        (
            "wien",
            "The Trull and the Four Kings may be announced only if the Valat has not been announced.",
            "The Four Kings may be announced only",
        ),
    ],
)
def test_differences_of_a_kind_are_told_together(variant: str, sentence: str, other: str) -> None:
    text = drawn(loaded("koenigrufen", variant), "en", "[differences]")
    assert sentence in text and other not in text


def test_differences_tell_the_steps_and_the_contracts_that_are_gone_by_their_names() -> None:
    text = drawn(loaded("slovenian-tarok", "three"), "en", "[differences]")
    assert "What a round does not have: the call." in text
    assert "The Three, the Two and the One are not played." in text
    assert "Anybody may bid the Klop" not in text  # nobody bids it among three
