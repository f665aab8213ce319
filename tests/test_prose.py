"""Words files, their templates, and the names of cards, contracts and bonuses, in every language."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Any

import pytest
from conftest import LANGUAGES, loaded
from prose_fixtures import content, de, en, game, games  # noqa: F401  fixtures

from zwanz_ssot.game_names import resolve_game
from zwanz_ssot.model import Cards, Game
from zwanz_ssot.problems import WrongCall
from zwanz_ssot.prose import Prose, languages
from zwanz_ssot.prose.nouns import Nouns
from zwanz_ssot.prose.template import Phrase, WordsFile, fill, phrase, sentence, words

GRAMMAR = ("articles", "nouns")
"""Sections of a words file that are a language's own affair."""

FORMS = {
    "text",
    "acc",
    "dat",
    "gen",
    "if",
    "in",
    "into",
    "bare",
    "adj",
    "adv",
    "after",
    "then",
    "number",
    "gender",
    "a",
    "highest",
    "did",
    "laid",
    "hands",
}


def test_there_are_words_in_german_english_and_japanese() -> None:
    assert {"de", "en", "ja"} <= {*languages()}


def test_a_language_without_words_is_a_wrong_call(game: Game) -> None:
    with pytest.raises(
        WrongCall, match="no words for the language 'fr'; there are: " + ", ".join(languages())
    ):
        Prose(game, "fr")


def test_all_languages_have_the_same_entries() -> None:
    first, *others = (content(language) for language in LANGUAGES)
    for other in others:
        assert first.keys() == other.keys()
        for section in first.keys() - {"language", "numbers", *GRAMMAR}:
            assert first[section].keys() == other[section].keys(), section
    settings = [content(language)["settings"] for language in LANGUAGES]
    for key in settings[0]:
        kinds = [entry[key] if isinstance(entry[key], dict) else {"text": ""} for entry in settings]
        # where "new instead of old" fits into the sentence of one language, another may need a
        # sentence of its own
        assert all(kind.keys() - {"changed"} == kinds[0].keys() - {"changed"} for kind in kinds), (
            key
        )
        assert all(kind.get("is", {}).keys() == kinds[0].get("is", {}).keys() for kind in kinds), (
            key
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_is_text_with_known_forms(language: str) -> None:
    def check(value: Any, at: str) -> None:
        if isinstance(value, Mapping):
            for key, inner in value.items():
                assert isinstance(key, str), f"{at}: {key!r} is read as no text; quote it"
                check(inner, f"{at}.{key}")
        else:
            texts = value if isinstance(value, list) else [value]
            assert all(isinstance(text, str) for text in texts), f"{at}: {value!r}; quote it"

    entries = content(language)
    check(entries, language)
    for section in ("roles", "conditions", "tricks", "wins", "things", "multiples", "amounts"):
        for key, entry in entries[section].items():
            assert not isinstance(entry, Mapping) or set(entry) <= FORMS, f"{section}.{key}"


def test_a_template_fills_in_forms_numbers_and_capitals() -> None:
    values = {"who": Phrase("die Gegner", {"dat": "den Gegnern"}, "many"), "n": 1, "m": 2}
    assert (
        fill("{who:^} {who:hat|haben} {n} {n:Stich|Stiche}", values) == "Die Gegner haben 1 Stich"
    )
    assert fill("von {who:@dat} {m:Stich|Stiche}", values) == "von den Gegnern Stiche"
    assert fill("{who:@dat^}", values) == "Den Gegnern"
    assert fill("Then, {said:_}", {"said": "The declarer leads."}) == "Then, the declarer leads."
    assert fill("{who:@gen}", values) == "die Gegner", "a form that is missing is the plain text"
    assert (
        fill("{you:hat|haben|hast}{you:holds|hold}", {"you": Phrase("du", number="you")})
        == "hasthold"
    )


@pytest.mark.parametrize(
    ("n", "sentence"), [(0, "karet"), (1, "karta"), (2, "karty"), (4, "karty"), (5, "karet")]
)
def test_a_language_may_count_a_few_otherwise(n: int, sentence: str) -> None:
    """As Czech does: one card, two to four cards, five cards."""
    assert (
        fill("{n:karta|karet|2 3 4=karty}", {"n": n})
        == fill("{n:karta|karet|2 3 4=karty}", {"n": str(n)})
        == sentence
    )
    assert (
        WordsFile({"x": {"y": "{n:karta|karet|2 3 4=karty}"}, "numbers": {"1": "jeden"}}).text(
            "x", "y", n=n
        )
        == sentence
    )
    assert (
        fill("{who:hraje|hrají|2 3 4=hrají}", {"who": Phrase("obránci", number="many")}) == "hrají"
    )


def test_a_part_in_brackets_falls_away_with_its_value() -> None:
    assert fill("a[ and {b}][ or {c}]", {"b": "b"}) == "a and b"
    with pytest.raises(KeyError, match="c"):
        fill("a {c}", {})


def test_a_phrase_takes_its_number_from_the_value_it_names() -> None:
    assert (
        phrase({"text": "{x}", "number": "x"}, {"x": Phrase("they", number="many")}).number
        == "many"
    )


def test_a_sentence_is_tidied() -> None:
    assert sentence("the side, that won, , pays,") == "The side, that won, pays."
    assert sentence("so?") == "So?"


def test_cards_have_their_own_names_or_those_of_rank_and_suit(
    en: Prose, de: Prose, game: Game
) -> None:
    card = {key: it.index for key, it in game.deck.by_id.items()}
    assert [en.card(card[key]) for key in ("T-I", "H-K", "S-10", "T-XVIII")] == [
        "Pagat", "King of Hearts", "Ten of Spades", "XVIII",
    ]  # fmt: skip
    assert [de.card(card[key]) for key in ("T-I", "H-K", "S-J", "T-XVIII")] == [
        "Pagat", "Herz-König", "Pik-Bube", "Tarock XVIII",
    ]  # fmt: skip
    assert [en.card_short(card[key]) for key in ("T-XX", "H-K", "C-10")] == ["XX", "♥K", "♣10"]


def test_groups_of_cards_are_named_or_listed(en: Prose, de: Prose, game: Game) -> None:
    deck = game.deck
    trull = Cards(deck.sets["trull"], "trull", ())
    assert (en.cards(trull), de.cards(trull), de.cards(trull, "dat")) == (
        "the Trull",
        "die Trull",
        "der Trull",
    )
    pair = deck.mask(["H-K", "T-I", "S-J"])
    assert en.cards(pair) == "the Pagat, the King of Hearts and the Jack of Spades"
    assert de.cards(pair, "acc") == "den Pagat, den Herz-König und den Pik-Buben"
    assert en.cards(pair, "short") == "I, ♥K, ♠J"
    assert en.cards(deck.sets["kings"]) == "the four Kings"
    assert de.cards(deck.sets["kings"], "dat") == "den vier Königen"
    plain = Cards(deck.all & ~deck.suits["tarock"].mask, {"not": {"suit": "tarock"}}, ())
    assert (en.cards(plain), de.cards(plain)) == ("suit cards", "Farbkarten")
    assert en.cards(0) == "none"


def test_contracts_and_bonuses_take_the_article_of_their_language(en: Prose, de: Prose) -> None:
    assert (en.contract("solo"), en.contract("solo", "in")) == ("Solo", "in the Solo")
    assert (de.contract("rufer", "in"), de.contract("farbensolo", "in")) == (
        "im Rufer",
        "im Farbensolo",
    )
    assert (de.bonus("trull", "dat"), de.bonus("valat", "acc")) == ("der Trull", "den Valat")
    assert (en.item("game"), de.item("game"), en.item("four_kings")) == (
        "the game",
        "das Spiel",
        "the Four Kings",
    )
    assert en.contract("no_such_game") == "No such game", "an unknown id is spelled out"
    assert (en.seat(0), en.seat(2), de.seat(3)) == ("forehand", "third hand", "vierte Hand")
    assert en.kontra_word("rekontra") == "Rekontra"


def test_what_a_variant_drops_keeps_its_name() -> None:
    wien = loaded("koenigrufen", "wien")
    assert "besserrufer" not in wien.contracts
    assert Prose(wien, "ja").contract("besserrufer") == "ベッサールーファー"
    old, new = ["besserrufer", "bettel", "rufer"], ["rufer", "bettel"]
    ladder = Prose(wien, "ja").differences([(("auction", "ladder"), old, new)])
    assert "ベッサールーファー" in ladder[0]


def test_a_name_that_says_all_of_them_has_no_article_in_german() -> None:
    """All Kings, as a bonus: never "die Alle Könige", and in the cases that German has for "alle"."""
    german = Prose(loaded("koenigrufen", "tirol"), "de")
    assert german.bonus("four_kings", "") == "Alle Könige"
    assert german.bonus("four_kings", "dat") == "Allen Königen"
    assert german.bonus("four_kings", "gen") == "Aller Könige"
    path = ("bonuses", "four_kings", "won")
    assert german.setting(path, german.game.at(path)) == (
        "Alle Könige sind gewonnen, wenn eine Partei am Ende die vier Könige hat."
    )


def test_a_name_that_begins_with_a_preposition_or_an_article_has_no_other_before_it() -> None:
    game = resolve_game("doppelkopf", None, FilePath(__file__).parent.parent / "docs" / "games")
    english = Prose(game, "en")
    assert english.bonus("against", "") == "Against the Queens"
    assert english.bonus("against", "in") == "in Against the Queens"
    assert english.setting(("bonuses", "against"), game.at(("bonuses", "against"))).startswith(
        "Against the Queens is won if "
    )
    named = english._terms.names.nouns.named
    assert named("The Old Ones").forms["gen"] == "of The Old Ones"
    assert named("Withered Kings").text == "the Withered Kings"
    assert Prose(game, "de")._terms.names.nouns.named("Gegen den Solo").text == "Gegen den Solo"


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        (
            "Großer Hundertvierziger mit Damen",
            "der Große Hundertvierziger mit Damen, den Großen Hundertvierziger mit Damen, "
            "dem Großen Hundertvierziger mit Damen, des Großen Hundertvierzigers mit Damen, "
            "im Großen Hundertvierziger mit Damen",
        ),
        ("Offener Berač", "der Offene Berač, den Offenen Berač, dem Offenen Berač, des Offenen Beračs, im Offenen Berač"),
        ("Kleines Solo", "das Kleine Solo, das Kleine Solo, dem Kleinen Solo, des Kleinen Solos, im Kleinen Solo"),
        ("Große Trull", "die Große Trull, die Große Trull, der Großen Trull, der Großen Trull, in der Großen Trull"),
        ("Solo ohne Könige", "das Solo ohne Könige, das Solo ohne Könige, dem Solo ohne Könige, des Solos ohne Könige, im Solo ohne Könige"),
        ("Wiener Valat", "der Wiener Valat, den Wiener Valat, dem Wiener Valat, des Wiener Valats, im Wiener Valat"),
        ("Xyx mit Damen", "Xyx mit Damen, Xyx mit Damen, Xyx mit Damen, von Xyx mit Damen, in Xyx mit Damen"),
    ],
)  # fmt: skip
def test_the_noun_of_a_german_name_stands_before_a_preposition_and_after_its_adjective(
    name: str, forms: str, de: Prose
) -> None:
    found = de._terms.names.nouns.named(name).forms
    assert ", ".join(found[form] for form in ("nom", "acc", "dat", "gen", "in")) == forms


@pytest.mark.parametrize(
    ("cards", "genitive"),
    [
        ("H-A", "des Herz-Asses"),
        ("H-K", "des Herz-Königs"),
        ("H-J", "des Herz-Buben"),
        ("H-Q", "der Herz-Dame"),
    ],
)
def test_the_genitive_of_a_card_in_german(cards: str, genitive: str) -> None:
    anrufen = loaded("anrufen", "base")
    assert Prose(anrufen, "de").cards(anrufen.deck.mask([cards]), "gen") == genitive


def test_the_genitive_of_a_game_in_german(game: Game) -> None:
    names = {
        "Rufer": "des Rufers",
        "Bettel ouvert": "des Bettels ouvert",
        "Tarock XX": "des Tarocks XX",
        "Durchmarsch": "des Durchmarsches",
        "hoher Besserrufer": "des hohen Besserrufers",
        "Farbensolo": "des Farbensolos",
        "Sküs": "des Sküs",
    }
    nouns = Nouns(words("de"), "de", game.deck)
    assert {name: nouns.named(name).inflected("gen") for name in names} == names


def test_no_masculine_or_neuter_noun_is_without_its_genitive_in_german() -> None:
    """But a name in s, and suits, which stand without an article."""
    alike = {"Sküs", "Herz", "Karo", "Kreuz", "Pik", "Laub"}
    nouns = content("de")["nouns"]
    strong = {
        name: noun if isinstance(noun, Mapping) else {}
        for name, noun in nouns.items()
        if (noun if isinstance(noun, str) else noun["gender"]) in ("masculine", "neuter")
    }
    assert {name for name, forms in strong.items() if "gen" not in forms} == alike
    heads = [noun["gen"].partition(" außer ")[0] for noun in strong.values() if noun]
    assert all(head[-1] in "sn" for head in heads)
