"""Rules, refusals and settlements as sentences, in every language."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path as FilePath
from typing import Any, NamedTuple

import pytest
import yaml
from conftest import LANGUAGES, loaded
from jsonschema import Draft202012Validator

from zwanz_ssot.game_names import resolve_game
from zwanz_ssot.library import load
from zwanz_ssot.model import (
    Cards,
    Condition,
    Factor,
    Game,
    Ledger,
    Line,
    Path,
    Refusal,
    Role,
    Rung,
    Tricks,
    WinRule,
)
from zwanz_ssot.places import data
from zwanz_ssot.problems import WrongCall
from zwanz_ssot.prose import Prose, languages, shapes
from zwanz_ssot.prose.nouns import Nouns
from zwanz_ssot.prose.settings import RuleSentences
from zwanz_ssot.prose.template import Phrase, WordsFile, fill, phrase, sentence, words
from zwanz_ssot.prose.terms import Terms
from zwanz_ssot.words import reading, registry
from zwanz_ssot.words.registry import Kind

GAME = "zwanzigerrufen"
VARIANTS = ("base", "directnet", "rulebook", "wikipedia")
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
    "number",
    "gender",
    "a",
    "highest",
    "did",
    "laid",
    "hands",
}
CODES = set(
    re.findall(
        r"\w+",
        """
        wrong_step no_such_move cut_leaves no_knock stack_taken no_reason must_bid bid_not_higher
        bid_first own_bid agreed only_by hand_requires calls_card calls_none card_held call_first cannot_call
        nothing_bid already_announced not_in_contract not_announceable only_holder announce_condition closed
        not_doubled item_not_announced own_item no_more_levels ambiguous forced not_in_hand must_follow must_trump
        must_play_of must_lead_of must_beat held_back
        trump_first suit_not_held not_callable take_first discard_now no_such_packet not_conceded conceded_otherwise discard_first never_discarded
        side_unknown speaks_for_others promise_requires name_opponent own_duel no_duel too_late announced_before must_announce
        announced_instead doubled_instead must_keep
        must_open must_bid_now opened_already only_as_first_word only_after_all_passed joined_already
        settled_already only_forehand_holds only_senior_holds only_bidder_holds held_already card_discarded bid_promises pass_promises call_promised promised_card name_suit nothing_to_name
        not_now not_your_turn only_they_say declared_already not_held lead_it_first lead_declared laid_card due_now give_up_first
        not_raised_to only_partner_raises restricted_round only_declarer_raises must_raise
        number_not_higher answer_number nothing_to_hold numbers_first numbers_over must_name_contract below_number
        """,
    )
)


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    return {variant: load(GAME, variant) for variant in VARIANTS}


@pytest.fixture(scope="module")
def game(games: dict[str, Game]) -> Game:
    return games["directnet"]


@pytest.fixture(params=LANGUAGES, scope="module")
def prose(request: pytest.FixtureRequest, game: Game) -> Prose:
    return Prose(game, request.param)


@pytest.fixture(scope="module")
def en(game: Game) -> Prose:
    return Prose(game, "en")


@pytest.fixture(scope="module")
def de(game: Game) -> Prose:
    return Prose(game, "de")


def whole(text: str) -> bool:
    """Whether nothing was left unfilled, doubled or torn."""
    return bool(text) and not re.search(r"[{}\[\]]|None|  | [.,;]|,,|\.\.|[,;:]$", text)


def role(word: str, arg: Any = None) -> Role:
    return Role(word, arg, ())


def content(language: str) -> Mapping[str, Any]:
    text = (data("templates") / f"words.{language}.yaml").read_text(encoding="utf-8")
    loaded: Mapping[str, Any] = yaml.safe_load(text)
    return loaded


# the words files


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


# the template language


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


# cards and names


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


def test_a_word_that_lives_on_as_another_name_is_not_told_to_be_gone(
    games: dict[str, Game],
) -> None:
    wikipedia = games["wikipedia"]
    change = next(change for change in wikipedia.changes if change.path == ("kontra", "names"))
    sentence = Prose(wikipedia, "en").difference(change.path, change.old, change.new)
    assert "Supra, also Supre or Subkontra, is a word of doubling." in sentence
    assert "Nobody says Subkontra" not in sentence


def test_a_deal_in_two_goes_is_told_as_one_and_the_rest() -> None:
    order = ["deal.first_batch", "call", "deal.second_batch", "play"]
    found = {
        lang: Prose(loaded("rufmariasch", "base"), lang).setting(("order",), order)
        for lang in ("en", "de", "ja")
    }
    assert found == {
        "en": "A round runs like this: the deal, the call, the rest of the deal and the play.",
        "de": "Eine Runde läuft so ab: das Geben, das Rufen, das Geben der übrigen Karten und das Ausspielen.",
        "ja": "1ラウンドは、配札、コール、残りの配札とプレイの順に進みます。",
    }


def test_a_step_at_which_nothing_can_happen_is_no_part_of_a_round(games: dict[str, Game]) -> None:
    def order(variant: str) -> str:
        return Prose(games[variant], "en").setting(("order",), list(games[variant].order))

    assert (
        order("rulebook")
        == "A round runs like this: the deal, the auction, the play and the settlement."
    )
    assert "the deal, throwing in bad hands, the auction" in order("wikipedia")


def test_what_a_variant_drops_keeps_its_name() -> None:
    wien = loaded("koenigrufen", "wien")
    assert "besserrufer" not in wien.contracts
    assert Prose(wien, "ja").contract("besserrufer") == "ベッサールーファー"
    old, new = ["besserrufer", "bettel", "rufer"], ["rufer", "bettel"]
    ladder = Prose(wien, "ja").differences([(("auction", "ladder"), old, new)])
    assert "ベッサールーファー" in ladder[0]


# terms


def test_every_word_of_the_rules_has_its_sentence() -> None:
    for language in LANGUAGES:
        entries = content(language)
        for word in (*registry.CONDITIONS, "not"):
            assert any(key.split(".")[0] == word for key in entries["conditions"]), word
        assert registry.ROLES.keys() <= entries["roles"].keys()
        assert registry.TRICKS.keys() <= entries["tricks"].keys()
        assert registry.RUNGS.keys() <= entries["rungs"].keys()


CONDITIONS: list[Any] = [
    {"points_at_least": {"side": "each_loser", "points": 35, "thirds": 2}},
    {"points_at_least": {"side": "claimants", "by_declared": {0: 50, 20: 60}}},
    {"majority": {"side": "declarers"}},
    {"tricks_won": {"side": "declarers", "all_of": {"number": 9}}},
    {"has_taken": {"side": "claimants", "cards": "trull"}},
    {"players": {"who": "losers", "exactly": 2}},
    {"players": {"who": {"without": "tricks"}, "exactly": 1}},
    {"players": {"who": "winners", "exactly": 0}},
    {"players": {"who": "declarers", "at_least": 2}},
    {"players": {"who": {"without": "tricks"}, "at_least": 1}},
    *({"players": {"who": "losers", "exactly": n}} for n in (0, 1)),
    *({"players": {"who": "winners", "exactly": n}} for n in (1, 2)),
    {"players": {"who": "winners", "at_least": 1}},
    {"players": {"who": "declarers", "exactly": 2}},
    {"players": {"who": {"without": "tricks"}, "exactly": 2}},
    {"in_talon": {"card": "called_card"}},
    {"points_at_least": {"side": "declarers", "points": 1}},
    {"tricks_won": {"side": "claimants", "all_of": {"first": 3}}},
    {"tricks_won": {"side": "claimants", "all_of": "last"}},
    *({"tricks_won": {"side": "losers", "exactly": n}} for n in (0, 1, 2)),
    {"tricks_won": {"side": "declarers", "at_least": 1}},
    *(
        {"hand_has": {"who": who, "cards": cards, how: n}}
        for who in ("speaker", "anyone")
        for cards in ("tarock", "kings", "trull", "plain_cards", ["H-K", "T-I"], {"rank": "K"}, {"not": "hearts"})
        for how in ("at_least", "at_most", "exactly")
        for n in (0, 1, 2, 3, 4)
        if n or how != "at_least"
    ),
    {"fall_in_order": ["T-XXI", "T-Sk", "T-I"]},
    *({"trick_has": cards} for cards in ("T-I", "trull", "plain_cards", ["T-I", "H-K"], "hearts")),
    *({"led": cards} for cards in ("T-I", "trull", "plain_cards", ["T-I", "H-K"], "hearts")),
    *({"played": cards} for cards in ("T-I", "trull", "plain_cards", ["T-I", "H-K"], "hearts")),
    *({"this_trick": trick} for trick in ("last", {"first": 1}, {"number": 4})),
    *({word: {"card": "T-I", "trick": trick}} for word in ("card_wins_trick", "card_in_trick")
      for trick in ("last", "every_trick", {"first": 1}, {"first": 3})),
    {"card_beaten_by": {"card": "T-XXI", "by": "T-Sk"}},
    *({"dealt_to_one": cards} for cards in ("T-I", "trull", "hearts", ["T-I", "H-K"])),
    *(
        {"was_dealt": {"who": who, "cards": cards, how: n}}
        for who in ("claimants", "declarer", "declarers")
        for cards in ("tarock", "kings", "trull", ["H-K", "T-I"])
        for how in ("at_least", "exactly")
        for n in (0, 1, 2, 4)
        if n or how != "at_least"
    ),
    *({"is": {"who": "forehand", "among": side}} for side in ("declarers", "defenders", "losers", "claimants")),
    {"is": {"who": {"announcer_of": "valat"}, "among": {"side_of": {"next_to": "dealer"}}}},
    {"doubled": "game"},
    {"doubled": "four_kings"},
    {"announced": "valat"},
    {"any": [{"doubled": "game"}, [{"announced": "valat"}, {"led": "tarock"}]]},
]  # fmt: skip


ARGUMENTS: dict[Kind, tuple[Any, ...]] = {
    Kind.ROLE: ("declarers", "claimants", "forehand"),
    Kind.HAND_OF: ("speaker",),
    Kind.CARDS: ("trull", "T-I"),
    Kind.CARD: ("T-I", "T-XXI"),
    Kind.CARD_OR_CALLED: ("T-I",),
    Kind.ORDER: (["T-XXI", "T-Sk"],),
    Kind.TRICK: ("last", "every_trick", {"first": 3}),
    Kind.NUMBER: (1, 2),
    Kind.POINTS: (1, 45),
    Kind.BY_DECLARED: ({"0": 50, "20": 60},),
    Kind.BONUS: ("valat",),
    Kind.ITEM: ("game", "valat"),
}
"""What an argument of each kind may be."""


def usual(word: registry.ConditionWord) -> Iterator[Any]:
    """A word as rules may say it: with what it requires, alone or with one of what it may have."""
    if word.bare:
        (argument,) = word.args.values()
        yield from ({word.name: sample} for sample in ARGUMENTS[argument.kind])
        return
    required = [name for name, argument in word.args.items() if argument.required]
    options = [name for name in word.args if name not in required and name != "thirds"]
    for option in options or [None]:
        names = [*required, *filter(None, [option])]
        for samples in product(*(ARGUMENTS[word.args[name].kind] for name in names)):
            yield {word.name: dict(zip(names, samples, strict=True))}


EVERY = [plain for word in registry.CONDITIONS.values() for plain in usual(word)]


def test_usual_conditions_are_as_the_schema_has_them() -> None:
    """So that what is read below is what rules may say."""
    schema = json.loads((data("schema") / "terms.schema.json").read_text(encoding="utf-8"))
    validator = Draft202012Validator({**schema, "$ref": "#/$defs/condition"})
    for plain in EVERY:
        assert not [error.message for error in validator.iter_errors(plain)], plain
    assert not validator.is_valid({"majority": {"side": "declarers", "points": 1}})


def all_conditions(game: Game) -> Iterator[Condition]:
    for plain in (*CONDITIONS, *EVERY):
        yield reading.condition(reading.GameNames(game), (), plain)
        yield reading.condition(reading.GameNames(game), (), {"not": plain})
    # Where one plays alone, it is the declarer, and not one of the declarers.
    alone = ("contracts", "solo", "objective")
    among = {"is": {"who": {"announcer_of": "valat"}, "among": "declarers"}}
    yield reading.condition(reading.GameNames(game), alone, among)
    yield reading.condition(reading.GameNames(game), alone, {"not": among})
    announcer = {"is": {"who": "anyone", "among": {"announcer_of": "valat"}}}
    yield reading.condition(reading.GameNames(game), (), announcer)


def test_every_condition_reads_whole_in_every_form_and_denied(prose: Prose) -> None:
    read = set()
    for condition in all_conditions(prose.game):
        for form in ("", "if"):
            text = prose.condition(condition, form)
            assert whole(text), f"{condition}: {text}"
            read.add(text)
    assert len(read) > 2 * len(CONDITIONS) * 0.8, "different conditions, different words"


def test_no_condition_entry_is_idle(prose: Prose) -> None:
    class Noted(dict[str, Any]):
        used: set[str]

        def __getitem__(self, key: str) -> Any:
            self.used.add(key)
            return super().__getitem__(key)

    sections = dict(content(prose.language))
    noted = Noted(sections["conditions"])
    noted.used = set()
    sections["conditions"] = noted

    terms = Terms(WordsFile(sections), prose.language, prose.game)
    for condition in all_conditions(prose.game):
        terms.condition(condition)
    assert set(noted) - noted.used == set()


SENTENCES = [
    (
        {"points_at_least": {"side": "declarers", "points": 45}},
        "the declarers take at least 45 card points",
        "die Spielpartei mindestens 45 Kartenpunkte erreicht",
    ),
    (
        {"hand_has": {"who": "anyone", "cards": "tarock", "at_most": 1}},
        "a player holds at most one tarock",
        "ein Spieler höchstens ein Tarock hält",
    ),
    (
        {"hand_has": {"who": "anyone", "cards": "tarock", "at_most": 0}},
        "a player holds no tarocks",
        "ein Spieler kein Tarock hält",
    ),
    (
        {"hand_has": {"who": "speaker", "cards": "kings", "at_least": 2}},
        "the speaker holds at least two of the four Kings",
        "der Sprecher mindestens zwei der vier Könige hält",
    ),
    (
        {"hand_has": {"who": "speaker", "cards": "trull", "at_least": 3}},
        "the speaker holds the Trull",
        "der Sprecher die Trull hält",
    ),
    (
        [{"trick_has": "trull"}, {"led": "tarock"}],
        "the Trull comes together in one trick and tarocks were led",
        "die Trull in einem Stich zusammenkommt und Tarock ausgespielt wurde",
    ),
    (
        [
            {"points_at_least": {"side": "declarers", "points": 45}},
            {"tricks_won": {"side": "declarers", "all_of": "every_trick"}},
        ],
        "the declarers take at least 45 card points and win every trick",
        "die Spielpartei mindestens 45 Kartenpunkte erreicht und jeden Stich gewinnt",
    ),
    (
        [
            {"points_at_least": {"side": "declarers", "points": 45}},
            {"points_at_least": {"side": "claimants", "points": 9}},
        ],
        "the declarers take at least 45 card points and one side takes at least 9 card points",
        "die Spielpartei mindestens 45 Kartenpunkte erreicht und eine Partei mindestens 9 Kartenpunkte erreicht",
    ),
    (
        {"any": [{"is": {"who": "speaker", "among": "declarers"}}, {"doubled": "game"}]},
        "the speaker is one of the declarers or the game has been doubled",
        "der Sprecher zur Spielpartei gehört oder das Spiel kontriert ist",
    ),
    (
        {"not": {"announced": "four_kings"}},
        "the Four Kings have not been announced",
        "die Königstrull nicht angesagt ist",
    ),
    (
        {"card_beaten_by": {"card": "T-XXI", "by": "T-Sk"}},
        "the Mond is caught by the Sküs",
        "der Mond vom Sküs gefangen wird",
    ),
    (
        {"tricks_won": {"side": "claimants", "all_of": "every_trick"}},
        "one side wins every trick",
        "eine Partei jeden Stich gewinnt",
    ),
]


MOND = {"card": "T-XXI", "trick": "every_trick"}
NONE = [
    (
        {"not": {"card_in_trick": MOND}},
        "the Mond falls in no trick",
        "der Mond in keinem Stich fällt",
        "モンドがどのトリックにも出ない",
    ),
    (
        {"not": {"card_wins_trick": MOND}},
        "the Mond wins no trick",
        "der Mond keinen Stich gewinnt",
        "モンドがどのトリックも取らない",
    ),
    (
        {"not": {"has_taken": {"side": "declarers", "cards": "T-XXI"}}},
        "the declarers do not have the Mond at the end",
        "die Spielpartei den Mond am Ende nicht hat",
        "デクレアラー側が最後にモンドを持っていない",
    ),
]
"""What holds of no trick, and of one card: not of every trick, and not of some of the card."""


@pytest.mark.parametrize(("plain", "en", "de", "ja"), NONE)
def test_what_holds_of_no_trick_or_one_card(
    plain: Any, en: str, de: str, ja: str, game: Game
) -> None:
    condition = reading.condition(reading.GameNames(game), (), plain)
    assert Prose(game, "en").condition(condition) == en
    assert Prose(game, "de").condition(condition, "if") == de
    assert Prose(game, "ja").condition(condition) == ja


@pytest.mark.parametrize(("plain", "english", "german"), SENTENCES)
def test_conditions_read_as_they_should(
    plain: Any, english: str, german: str, en: Prose, de: Prose
) -> None:
    condition = reading.condition(reading.GameNames(en.game), (), plain)
    assert en.condition(condition) == english
    assert de.condition(condition, "if") == german


def test_a_main_clause_in_german_has_its_verb_in_second_place(de: Prose) -> None:
    condition = Condition("doubled", {"item": "game"}, ())
    assert de.condition(condition) == "das Spiel ist kontriert"
    assert de.condition(condition, "if") == "das Spiel kontriert ist"


def test_players_and_sides(en: Prose, de: Prose, game: Game) -> None:
    holder = role("holder_of", "called_card")
    assert (en.role(holder), de.role(holder, "dat")) == (
        "the holder of the called card",
        "dem Spieler mit der gerufenen Karte",
    )
    before = role("before", role("dealer"))
    assert (en.role(before), de.role(before)) == (
        "the player before the dealer",
        "der Spieler vor dem Geber",
    )
    catchers = role("opponents_of", role("player_of", "T-XXI"))
    assert en.role(catchers) == "the opponents of whoever plays the Mond"
    assert de.role(catchers, "dat") == "den Gegnern dessen, der den Mond spielt"
    kings = role("side_of", role("holder_of_all", Cards(game.deck.sets["kings"], "kings", ())))
    assert en.role(kings) == "the side of the player dealt the four Kings"
    assert en.role(role("side_of", role("forehand"))) == "the side of forehand"
    assert de.role(role("side_of", holder)) == "die Partei des Spielers mit der gerufenen Karte"
    assert (
        de.role(role("most", "card_points"), "acc") == "den Spieler mit den meisten Kartenpunkten"
    )


def test_who_plays_alone_is_no_side_of_several(games: dict[str, Game]) -> None:
    game = games["base"]
    found = {
        key: Prose(game, "en").condition(it.objective)
        for key, it in game.contracts.items()
        if it.objective
    }
    assert found["rufer"].startswith("the declarers take")
    assert found["solo"].startswith("the declarer takes")
    assert Prose(game, "en").role(role("declarers")) == "the declarers"
    assert Prose(loaded("anrufen", "three"), "en").role(role("declarers")) == "the declarer", (
        "nobody has a partner"
    )


def test_tricks(en: Prose, de: Prose) -> None:
    assert en.tricks(Tricks("first", 3, ())) == "the first 3 tricks"
    assert en.tricks(Tricks("first", 1, ())) == "the first trick"
    assert de.tricks(Tricks("last", 1, ()), "acc") == "den letzten Stich"


def test_ladders(en: Prose, de: Prose, game: Game) -> None:
    plain = Cards(game.deck.sets["plain_cards"], "plain_cards", ())
    suit, trump, free = (Rung(word, None, ()) for word in ("suit_led", "trump", "any_card"))
    suit_cards = Rung("cards", plain, ())
    assert en.ladder([free]) == "any card"
    assert (
        en.ladder([suit, trump, free])
        == "a card of the suit led; without one, a tarock; without that either, any card"
    )
    assert en.ladder([suit, suit_cards, trump]) == (
        "a card of the suit led; without one, a suit card; without that either, a tarock"
    )
    assert de.ladder([suit_cards, free]) == "eine Farbkarte; wer keine hat, eine beliebige Karte"
    pagat = Cards(game.deck.by_id["T-I"].bit, "T-I", ())
    assert de.ladder([Rung("cards", pagat, ())]) == "den Pagat"
    kings = Rung("cards", Cards(game.deck.sets["kings"], "kings", ()), ())
    assert en.ladder([kings, free]) == "one of the four Kings; without one, any card"
    first = Rung(
        "cards",
        plain,
        (),
        reading.condition(reading.GameNames(game), (), {"this_trick": {"first": 1}}),
    )
    assert en.ladder([first, free]) == (
        "a suit card, provided that it is the first trick; otherwise any card"
    ), "who has one need not play it in a later trick"


def test_who_wins_a_trick(en: Prose, de: Prose, game: Game) -> None:
    trull = Cards(game.deck.sets["trull"], "trull", ())
    wins = [
        WinRule(
            None, game.deck.by_id["T-I"].index, Condition("trick_has", {"cards": trull}, ()), ()
        ),
        WinRule("trump", None, None, ()),
        WinRule("suit_led", None, None, ()),
    ]
    assert en.wins(wins) == (
        "if the Trull comes together in one trick, the Pagat wins it. Otherwise the highest tarock wins it "
        "or, without one, the highest card of the suit led"
    )
    assert de.wins(wins[1:]) == (
        "das höchste Tarock gewinnt den Stich, ersatzweise die höchste Karte der ausgespielten Farbe"
    )


# refusals


def refusal_args(game: Game, code: str) -> dict[str, Any]:
    deck = game.deck
    return {
        "step": "auction",
        "text": "dance",
        "count": 3,
        "number": 48,
        "word": "kontra",
        "contract": "farbensolo",
        "highest": "solo",
        "role": role("forehand"),
        "condition": reading.condition(
            reading.GameNames(game),
            (),
            {"hand_has": {"who": "speaker", "cards": "trull", "at_least": 3}},
        ),
        "card": deck.by_id["T-I"].index,
        "cards": deck.mask(["H-Q", "H-1"]),
        "bonus": "four_kings",
        "bonuses": ("four_kings", "trull"),
        "item": "game",
    }


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_refusal_is_a_whole_sentence(code: str, prose: Prose) -> None:
    sentence_of = prose.refusal(Refusal(code, (), refusal_args(prose.game, code)))
    assert whole(sentence_of) and not sentence_of[0].islower() and sentence_of[-1] in ".。"


def test_there_are_words_for_the_refusals_there_are(prose: Prose) -> None:
    engine = FilePath(__file__).parent.parent / "zwanz_ssot" / "engine"
    raised = {
        code
        for file in engine.glob("*.py")
        for code in re.findall(r'Refusal\(\s*"(\w+)"', file.read_text("utf-8"))
    }
    found = {code.split(".")[0] for code in content(prose.language)["refusals"]} - {"unknown"}
    assert found == CODES
    assert raised <= found


def test_refusals_speak_to_the_player(en: Prose, de: Prose, game: Game) -> None:
    def both(code: str, **args: Any) -> tuple[str, str]:
        refused = Refusal(code, (), args)
        return en.refusal(refused), de.refusal(refused)

    hearts = game.deck.mask(["H-Q", "H-1"])
    assert both("must_follow", cards=hearts) == (
        "You hold hearts and must follow suit: ♥Q, ♥A.",
        "Du hast Herz und musst bedienen: ♥D, ♥A.",
    )
    needs = game.contracts["farbensolo"].requires
    assert both("hand_requires", contract="farbensolo", condition=needs) == (
        "You may bid the Suit Solo only if you hold at least five suit cards.",
        "Du darfst das Farbensolo nur ansagen, wenn du mindestens fünf Farbkarten hältst.",
    )
    assert both("only_by", contract="rufer", role=role("forehand")) == (
        "Only forehand may bid the Normal Game.",
        "Nur die Vorhand darf den Rufer ansagen.",
    )
    rule = game.kontra.forced[0] if game.kontra else None
    assert rule is not None
    assert both("forced", word=rule.say, item="game", condition=rule.when) == (
        "You must say Kontra to the game before you pass: you hold the Trull.",
        "Bevor du weiter sagst, musst du Kontra auf das Spiel sagen: du hältst die Trull.",
    )
    assert both("wrong_step", step="over") == ("The round is over.", "Die Runde ist vorbei.")
    assert both("held_back", card=game.deck.by_id["T-I"].index, cards=hearts)[0] == (
        "The Pagat must wait while you can play something else: ♥Q, ♥A."
    )
    assert both("brand_new")[0] == "The rules do not allow this (brand_new)."


# moves


class Made(NamedTuple):
    kind: str
    contract: str | None = None
    card: int | str | None = None
    item: str | None = None
    bonus: str | None = None
    side: str | None = None
    count: int | None = None  # type: ignore[assignment]


def test_what_has_to_be_announced_is_told_alike_of_one_and_of_several() -> None:
    en, de = (Prose(loaded("koenigrufen", "wien"), language) for language in ("en", "de"))
    one, several = (
        Refusal("must_announce", (), {"bonuses": ids})
        for ids in (("uhu",), ("pagat", "uhu", "kakadu"))
    )
    assert en.refusal(one) == "Before you pass you must announce the Uhu."
    assert de.refusal(one) == "Bevor du weiter sagst, musst du den Uhu ansagen."
    assert (
        en.refusal(several) == "Before you pass you must announce the Pagat, the Uhu or the Kakadu."
    )
    assert (
        de.refusal(several)
        == "Bevor du weiter sagst, musst du den Pagat, den Uhu oder den Kakadu ansagen."
    )


def test_moves_as_one_tells_of_them(en: Prose, de: Prose, game: Game) -> None:
    king = game.deck.by_id["H-K"].index
    found = [
        (Made("play", card=king), "plays the King of Hearts", "spielt den Herz-König"),
        (
            Made("bid", "rufer", "T-XX"),
            "bids the Normal Game and calls the XX",
            "sagt den Rufer an und ruft XX",
        ),
        (Made("bid", "solo"), "bids the Solo", "sagt das Solo an"),
        (Made("announce", bonus="valat"), "announces the Valat", "sagt den Valat an"),
        (Made("double", item="game", side="declarers"), "doubles the game", "kontriert das Spiel"),
        (
            Made("double", item="absolut", side="defenders"),
            "doubles the Absolut of the defenders",
            "kontriert das Absolut der Gegner",
        ),
        (Made("cut", count=1), "cuts off 1 card", "hebt 1 Karte ab"),
        (Made("take", count=0), "takes stack 1", "nimmt Stoß 1"),
        (Made("pass"), "passes", "sagt weiter"),
        (Made("knock"), "knocks on the pack", "klopft"),
        (Made("throw-in"), "throws the cards in", "wirft zusammen"),
        (Made("keep"), "keeps the hand", "behält das Blatt"),
    ]
    for made, english, german in found:
        assert (en.move(made), de.move(made)) == (english, german)
    answer = Made("double", item="game", side="declarers", count=1)
    assert (en.move(answer), de.move(answer)) == (
        "answers the double of second hand",
        "antwortet der zweiten Hand auf ihr Kontra",
    )
    assert (en.move(answer, "rekontra"), de.move(answer, "rekontra")) == (
        "says Rekontra to second hand",
        "sagt Rekontra gegen die zweite Hand",
    )
    double = Made("double", item="game")
    assert (en.move(double, "kontra"), de.move(double, "kontra")) == (
        "says Kontra to the game",
        "sagt Kontra auf das Spiel",
    )


# settlement


def line(
    item: str,
    verdict: Any,
    *,
    announced: bool = False,
    claimants: tuple[int, ...] = (0, 2),
    **kwargs: Any,
) -> Line:
    others = tuple(seat for seat in range(4) if seat not in claimants)
    at: Path = kwargs.pop("rule", ("bonuses", item))
    factors = kwargs.pop("factors", ())
    winners, losers = (claimants, others) if verdict == "won" else (others, claimants)
    return Line(
        item, at, claimants, announced, verdict, 1, factors, winners, losers, (1, -1, 1, -1), kwargs
    )


def test_lines_say_what_decided(en: Prose, de: Prose, game: Game) -> None:
    pagat = game.deck.by_id["T-I"].index
    lost = line("game", "lost", rule=("contracts", "rufer"), points=40, needed=45)
    assert en.line(lost) == "lost: the declarers took 40 card points; 45 were needed"
    assert de.line(lost) == "verloren: die Spielpartei hat 40 Kartenpunkte; nötig waren 45"
    alone = line("game", "won", claimants=(1,), rule=("contracts", "solo"), points=45, needed=45)
    assert en.line(alone) == "won: the declarer took 45 card points; 45 were needed"
    missed = line("absolut", "missed", announced=True, points=55, needed=56)
    assert (
        en.line(missed)
        == "announced and missed: forehand and third hand took 55 card points; 56 were needed"
    )
    silent = line("pagat_ultimo", "silently_lost", card=pagat, trick=9)
    assert (
        en.line(silent) == "lost unannounced: the Pagat fell in the last trick and did not win it"
    )
    assert en.line(line("pagat_ultimo", "missed", announced=True, card=pagat)) == (
        "announced and missed: the Pagat did not win the last trick"
    )
    assert en.line(line("trull", "won")) == "made unannounced: the Trull lay in one hand"
    assert de.line(line("valat", "won", announced=True, tricks=10, needed=10)) == (
        "angesagt und erreicht: die Vorhand und die dritte Hand haben 10 Stiche; nötig waren 10"
    )


def test_who_has_not_more_than_the_others_is_told_the_points_of_both() -> None:
    en, de = (Prose(loaded("anrufen", "three"), language) for language in ("en", "de"))
    lost = line("game", "lost", claimants=(1,), rule=("contracts", "simple"), points=50, others=70)
    assert en.line(lost, (1,)) == "lost: the declarer took 50 card points, the others 70"
    assert de.line(lost, (1,)) == "verloren: der Ansager hat 50 Kartenpunkte, die anderen 70"


def test_of_several_things_that_had_to_be_the_one_that_was_not_is_told() -> None:
    en, de = (Prose(loaded("koenigrufen", "tirol"), language) for language in ("en", "de"))
    king = line("king_ultimo", "missed", announced=True, part=0)
    assert (
        en.line(king, (0, 2))
        == "announced and missed: the called card did not fall in the last trick"
    )
    assert (
        de.line(king, (0, 2))
        == "angesagt und verfehlt: die gerufene Karte ist nicht im letzten Stich gefallen"
    )
    trick = line("king_ultimo", "missed", announced=True, part=1)
    assert (
        en.line(trick, (0, 2)) == "announced and missed: the declarers did not win the last trick"
    )
    assert (
        de.line(trick, (0, 2))
        == "angesagt und verfehlt: die Spielpartei hat den letzten Stich nicht gewonnen"
    )
    mond = line("mondfang", "missed", announced=True, part=0)
    assert en.line(mond, (0, 2)) == "announced and missed: the Mond was not caught by the Sküs"
    assert de.line(mond, (0, 2)) == "angesagt und verfehlt: der Mond wurde nicht vom Sküs gefangen"


def test_who_has_taken_nothing_has_no_trick_instead_of_0(en: Prose, de: Prose) -> None:
    missed = line("valat", "missed", announced=True, tricks=0, needed=10)
    assert (
        en.line(missed, (1,)) == "announced and missed: the defenders won no trick; 10 were needed"
    )
    assert (
        de.line(missed, (1,))
        == "angesagt und verfehlt: die Gegner haben keinen Stich; nötig waren 10"
    )


def test_a_game_given_up_has_no_figures_behind_it(
    prose: Prose, en: Prose, de: Prose, game: Game
) -> None:
    assert en.line(line("game", "conceded", rule=("contracts", "rufer"))) == "conceded"
    assert de.line(line("game", "conceded", rule=("contracts", "rufer"))) == "aufgegeben"
    only = words(prose.language)
    for key in game.contracts:
        given_up = line("game", "conceded", rule=("contracts", key))
        assert prose.line(given_up) == only.text("verdicts", "game.conceded")
    for key in game.bonuses:
        assert prose.line(line(key, "conceded", announced=True)) == only.text(
            "verdicts", "announced.conceded"
        )


def test_a_line_names_the_sides_where_it_is_told_who_plays_together(en: Prose, de: Prose) -> None:
    missed = line("absolut", "missed", announced=True, claimants=(1, 3), points=55, needed=56)
    assert (
        en.line(missed, (0, 2))
        == "announced and missed: the defenders took 55 card points; 56 were needed"
    )
    assert en.line(missed, (1, 3)).startswith("announced and missed: the declarers took")
    assert (
        de.line(missed, (0, 2))
        == "angesagt und verfehlt: die Gegner haben 55 Kartenpunkte; nötig waren 56"
    )
    alone = line("absolut", "won", claimants=(2,), points=60, needed=56)
    assert (
        en.line(alone, (2,)) == "made unannounced: the declarer took 60 card points; 56 were needed"
    )
    joined = line("absolut", "won", claimants=(0, 2), points=60, needed=56)
    assert en.line(joined, (2,)).startswith("made unannounced: the declarer took"), (
        "a partner found in the last trick"
    )
    game = line("game", "lost", rule=("contracts", "rufer"), points=33, needed=45)
    rows = en.ledger(Ledger((game, missed), (0, 0, 0, 0)))
    assert rows[1].reason == en.line(missed, (0, 2))


def test_factors_say_where_they_come_from(games: dict[str, Game]) -> None:
    factors = (
        Factor("bonus_factor", 2, ("contracts", "solo", "bonus_factor")),
        Factor("kontra", 2, ("kontra", "times")),
        Factor("double_round", 2, ("match", "double_rounds")),
    )
    it = line("trull", "won", factors=factors)
    assert Prose(games["wikipedia"], "en").line(it) == (
        "made unannounced: the Trull lay in one hand; doubled in the Solo, doubled (Kontra) and double round"
    )
    assert (
        Prose(games["wikipedia"], "de")
        .line(it)
        .endswith("; verdoppelt im Solo, verdoppelt (Kontra) und Doppelrunde")
    )
    at = ("contracts", "trischaken", "value_times", "forehand")
    rule = ("contracts", "trischaken")
    most = line(
        "game", "lost", claimants=(0,), rule=rule, points=30, factors=(Factor("forehand", 2, at),)
    )
    assert Prose(games["rulebook"], "en").line(most) == (
        "lost: forehand took the most card points: 30; doubled because forehand loses"
    )


def test_a_ledger_becomes_rows(en: Prose) -> None:
    lost = line("game", "lost", rule=("contracts", "rufer"), points=40, needed=45)
    doubled = dataclasses.replace(
        lost, value=2, factors=(Factor("kontra", 2, ()),), each=(-4, 4, -4, 0)
    )
    (row,) = en.ledger(Ledger((doubled,), (-4, 4, -4, 0)))
    assert (row.item, row.value, row.factors, row.amount) == ("The game", 2, "doubled (Kontra)", 4)
    assert (row.winners, row.losers) == ("second hand and fourth hand", "forehand and third hand")
    assert row.each == ("−4", "+4", "−4", "0")
    assert row.reason == "lost: the declarers took 40 card points; 45 were needed"


def test_who_may_win_no_trick_is_not_told_that_none_was_needed() -> None:
    en, de = (Prose(loaded("anrufen", "base"), lang) for lang in ("en", "de"))
    none, two = (
        line(
            "game",
            verdict,
            claimants=(0,),
            rule=("contracts", "no_tricks"),
            tricks=tricks,
            needed=0,
        )
        for verdict, tricks in (("won", 0), ("lost", 2))
    )
    assert en.line(none) == "won: the declarer won no trick"
    assert de.line(none) == "gewonnen: der Ansager hat keinen Stich"
    assert (en.line(two), de.line(two)) == (
        "lost: the declarer won 2 tricks; none was allowed",
        "verloren: der Ansager hat 2 Stiche; erlaubt war keiner",
    )


def test_reasons_for_doubling_are_set_off_by_commas_in_german() -> None:
    game = loaded("koenigrufen", "base")
    rules = game.contracts["trischaken"].value_times
    factors = tuple(Factor(rule.id, 2, rule.at) for rule in rules)
    came = dataclasses.replace(
        line("game", "lost", rule=("contracts", "trischaken")), factors=factors
    )
    (row,) = Prose(game, "de").ledger(Ledger((came,), (0, 0, 0, 0)))
    assert row.factors == (
        "verdoppelt, weil jeder Verlierer mindestens 35⅔ Kartenpunkte erreicht, "
        "und verdoppelt, weil die Vorhand verliert"
    )


# what the rules around a rule change in its sentence


def test_who_is_paid_is_not_described_twice(games: dict[str, Game]) -> None:
    game = games["directnet"]
    en, de = Prose(game, "en"), Prose(game, "de")
    trull, mond = game.bonuses["trull"], game.bonuses["mondfang"]
    assert en.paid(trull) == "It is paid to that player's side."
    assert en.paid(mond) == "It is paid to the opponents of whoever plays the Mond."
    whole = en.setting(trull.at, game.at(trull.at))
    assert "is won if one player was dealt the Trull, and paid to that player's side." in whole
    assert "bezahlt wird an die Partei dieses Spielers." in de.setting(trull.at, game.at(trull.at))
    alone = en.setting((*trull.at, "goes_to"), game.at((*trull.at, "goes_to")))
    assert alone == "The Trull is paid to the side of the player dealt the Trull."


def test_nothing_is_said_of_additions_where_there_are_none(games: dict[str, Game]) -> None:
    at: Path = ("auction", "after_agreeing")
    with_additions, without = Prose(games["base"], "en"), Prose(games["rulebook"], "en")
    assert (
        with_additions.setting(at, "no_bid")
        == "Whoever has passed or added to a bid can no longer bid."
    )
    assert without.setting(at, "no_bid") == "Whoever has passed can no longer bid."
    assert (
        without.refusal(Refusal("agreed", at)) == "You have passed before; you can no longer bid."
    )
    assert (
        Prose(games["rulebook"], "de").setting(at, "no_bid")
        == "Wer weiter gesagt hat, darf nicht mehr bieten."
    )


def test_who_may_announce_makes_no_difference_where_nobody_can(games: dict[str, Game]) -> None:
    game = games["rulebook"]
    sentence = Prose(game, "en").differences(
        [(change.path, change.old, change.new) for change in game.changes]
    )
    assert "The Pagat Ultimo cannot be announced." in sentence
    assert not [text for text in sentence if "may announce" in text]


# settings

NAMES = {"contracts": "rufer", "bonuses": "valat", "names": "kontra", "implied_by": "valat"}
VALUES: dict[str, tuple[Any, Any]] = {
    "role": ("declarer", {"next_to": "dealer"}),
    "condition": ({"doubled": "game"}, [{"announced": "valat"}, {"led": "hearts"}]),
    "cards": ("trull", "hearts"),
    "card": ("T-I", "H-K"),
    "trick": ("last", "every_trick"),
    "rung": ("any_card", {"cards": "plain_cards"}),
    "discard": ({"cards": "hearts"}, {"cards": "spades", "shown": True}),
    "all_pass": ("second_chance", {"deal_again": "dealer"}),
    "text": ({"en": "Tea", "de": "Tee"}, {"en": "Milk", "de": "Milch", "also": ["Mylk"]}),
    "cite": ("here §1", "there"),
    "win": ({"best_of": "trump"}, {"card": "T-I", "when": {"trick_has": "trull"}}),
    "open": ([], []),
}


def sample(shape: shapes.Shape, number: int, name: str = "") -> Any:
    """A value for a place; number 0 and 1 are different where the schema leaves a choice."""
    node = shape.node
    if shape.kind in VALUES:
        return VALUES[shape.kind][number]
    if shape.kind in ("object", "map"):
        below: Mapping[str, Any] = node.get("properties", {}) or {
            NAMES.get(name, "x"): node["additionalProperties"]
        }
        return {key: sample(shapes.item_shape(shapes.Shape("", {"items": it})), number, key)
                for key, it in below.items()}  # fmt: skip
    if shape.kind == "list":
        return [sample(shapes.item_shape(shape), number)] * (number + 1)
    if "enum" in node:
        return node["enum"][min(number, len(node["enum"]) - 1)]
    if node.get("type") == "integer":
        return node.get("minimum", 0) + number + 1
    if node.get("type") == "boolean":
        return bool(number)
    return ("hearts", "spades")[number]


def concrete(path: Path) -> Path:
    """A path of the schema with names for its wildcards."""
    return tuple(
        NAMES.get(str(path[n - 1]), "x") if step == shapes.ANY else step
        for n, step in enumerate(path)
    )


PARTS = {"card", "by", "when", "times", "say", "item", "who", "during"}
"""What the rule around it cannot do without."""
PLACES = [".".join(map(str, concrete(path))) for path in shapes.places()]


def at(dotted: str) -> Path:
    return tuple(dotted.split("."))


@pytest.fixture(scope="module")
def sampled(game: Game) -> Game:
    """The game with every rule that a schema knows, as data."""
    return dataclasses.replace(game, data=sample(shapes.shape(()) or pytest.fail(), 0))


@pytest.mark.parametrize("dotted", PLACES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_a_game_can_have_has_a_sentence(
    dotted: str, language: str, sampled: Game
) -> None:
    path = at(dotted)
    if path[-1] == "open":
        pytest.skip("open questions are sentences themselves")
    shape = shapes.shape(path)
    assert shape is not None
    first, second = (sample(shape, number, path[-1]) for number in (0, 1))  # type: ignore[arg-type]
    prose = Prose(sampled, language)
    one, other = prose.setting(path, first), prose.setting(path, second)
    assert whole(one) and whole(other), (one, other)
    assert not one[0].islower() and one.endswith((".", "?", "。"))
    assert (one == other) == (first == second), (
        f"the sentence does not tell {first} from {second}: {one}"
    )
    sentence = prose.difference(path, first, second)
    assert whole(sentence) if first != second else not sentence
    if shapes.shape(path[:-1]) and path[-1] not in PARTS:
        assert whole(prose.difference(path, None, first)) and whole(
            prose.difference(path, first, None)
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_pattern_is_idle(language: str, game: Game) -> None:
    rules = RuleSentences(words(language), Terms(words(language), language, game), language, game)
    used = {found.pattern.key for dotted in PLACES if (found := rules.patterns.find(at(dotted)))}
    assert {pattern.key for pattern in rules.patterns.all} == used


@pytest.mark.parametrize("language", LANGUAGES)
def test_single_values_that_have_sentences_are_values_there_are(language: str) -> None:
    for key, entry in content(language)["settings"].items():
        if not isinstance(entry, Mapping) or "is" not in entry:
            continue
        path = concrete(
            tuple(shapes.ANY if step.startswith("<") else step for step in key.split("."))
        )
        shape = shapes.shape(path)
        assert shape is not None
        choice = shape.node.get("enum")
        if choice is not None:
            assert set(entry["is"]) == set(choice), f"{key}: a sentence for each of {choice}"


def test_settings_read_as_they_should(en: Prose, de: Prose) -> None:
    found = {
        "table.direction": (
            "clockwise",
            "Cards are dealt, words spoken and tricks played clockwise.",
        ),
        "deal.all.packets": ([5, 5], "Each player is dealt two packets of five cards."),
        "auction.ends_after_passes": (1, "The auction ends after one pass in a row."),
        "auction.ladder": (
            ["rufer", "solo"],
            "The bids, from the lowest up: Normal Game and Solo.",
        ),
        "contracts.solo.value": (4, "The Solo is worth 4 points."),
        "contracts.rufer.value": (1, "The Normal Game is worth 1 point."),
        "contracts.solo.bonus_factor": (2, "In the Solo every bonus counts double."),
        "contracts.solo.declarers": ([], "In the Solo all play against all."),
        "bonuses.four_kings.value.silent": (2, "The Four Kings count 2 points unannounced."),
        "misdeal.reasons": ({}, "No hand is bad enough to be thrown in."),
        "count.last_trick": (0, "The last trick counts nothing of its own."),
        "call.cards": (["T-XX", "T-XIX"], "These cards may be called: XX and XIX."),
        "play.trump": ("none", "There are no trumps."),
    }
    for dotted, (value, text) in found.items():
        assert en.setting(at(dotted), value) == text
    assert de.setting(at("bonuses.valat.replaces"), ["game", "bonuses"]) == (
        "Neben dem Valat zählen das Spiel und die anderen Prämien nicht."
    )
    assert en.setting(at("contracts.solo.play.beat"), "if_possible") == (
        "In the Solo, whoever can must head the trick."
    )
    deal = {
        "packets": [3, 2],
        "first": "forehand",
        "cut": {"by": {"before": "dealer"}, "leaves": 1},
    }
    assert en.setting(("deal", "all"), deal) == (
        "Each player is dealt packets of three and two cards. The first cards go to forehand. "
        "The player before the dealer cuts the pack, leaving at least one card in each part."
    )


def test_a_value_within_a_rule_is_said_with_the_rule(en: Prose) -> None:
    path = at("contracts.solo.objective.points_at_least.points")
    assert (
        en.setting(path, 44) == "The Solo is won when the declarer takes at least 44 card points."
    )
    assert en.difference(path, 45, 44) == (
        "The Solo is won when the declarer takes at least 44 instead of 45 card points."
    )


def test_a_place_that_no_rule_file_has_is_refused(en: Prose) -> None:
    with pytest.raises(KeyError, match="weather"):
        en.setting(("weather",), "fine")


# differences


def test_differences_read_as_they_should(en: Prose, de: Prose) -> None:
    def both(dotted: str, old: Any, new: Any) -> tuple[str, str]:
        return en.difference(at(dotted), old, new), de.difference(at(dotted), old, new)

    assert both("bonuses.four_kings.value.silent", 1, 2) == (
        "The Four Kings count 2 points instead of 1 unannounced.",
        "Die Königstrull zählt ohne Ansage 2 Punkte statt 1.",
    )
    assert both("table.direction", "counterclockwise", "clockwise")[0] == (
        "Cards are dealt, words spoken and tricks played clockwise, not anticlockwise."
    )
    # One item alone has a sentence of its own.
    assert both("kontra.doubles", ["game", "announcements"], ["game"]) == (
        "Nothing can be doubled but the game. "
        "Until now: What can be doubled, each on its own: the game and announcements.",
        "Kontriert werden kann nur das Spiel. "
        "Bisher: Kontriert werden kann, jedes für sich: das Spiel und Ansagen.",
    )
    assert both("auction.opening", "must_bid", "may_pass")[0] == (
        "The first speaker may pass. Until now: The first speaker has to bid."
    )
    assert both("contracts.solo.bonus_factor", None, 2) == (
        "New: In the Solo every bonus counts double.",
        "Neu: Im Solo zählt jede Prämie doppelt.",
    )
    assert (
        both("contracts.solo.requires", {"doubled": "game"}, None)[1]
        == "Das Solo darf man mit jedem Blatt ansagen."
    )
    assert both("deal.all.cut", {"by": "dealer", "leaves": 3}, None)[0] == "The pack is not cut."
    gone = {"name": {"en": "Tea Time", "de": "Valat zum Tee"}}
    assert both("bonuses.tea", gone, None) == (
        "The Tea Time does not count.",
        "Der Valat zum Tee zählt nicht.",
    )
    assert both("contracts.rufer.declarers", ["declarer"], [])[0] == (
        "In the Normal Game all play against all. Until now: In the Normal Game the declarer plays alone."
    )


def test_what_changes_within_one_rule_is_told_once(en: Prose) -> None:
    path = at("contracts.farbensolo.name")
    sentence = en.differences([((*path, "en"), "Tea", "Milk"), ((*path, "de"), "Tee", "Milch")])
    assert sentence == ("The contract Tea is called Milk, also Färbeln or Farberl.",)


def test_what_a_contract_plays_replaces_what_it_played_itself(en: Prose) -> None:
    """The new sentence says of which contract it is, and the old one need not say it again."""
    path = at("contracts.farbensolo.play.lead")
    assert en.differences([(path, [{"cards": "plain_cards"}, "any_card"], ["any_card"])]) == (
        "In the Suit Solo, any card may be led. "
        "Until now: One leads a suit card; without one, any card.",
    )


@pytest.mark.parametrize(
    ("new", "sentence"),
    [
        (["rufer", "solo"], "The Trull no longer counts in the Farberl."),
        (
            ["rufer", "farbensolo", "solo", "valat_alone"],
            "The Trull counts in the Valat alone as well.",
        ),
        (
            ["rufer", "valat_alone"],
            "The Trull now counts in the Valat alone as well, and no longer in the Farberl and in the Solo.",
        ),
        (
            ["valat_called", "valat_alone"],
            "The Trull counts in these games: Valat with a partner and Valat alone. "
            "Until now: Normal Game, Farberl and Solo.",
        ),
    ],
)
def test_where_a_bonus_counts_is_told_as_what_is_new(new: list[str], sentence: str) -> None:
    prose, path = Prose(loaded("zwanzigerrufen", "rulebook"), "en"), at("bonuses.trull.contracts")
    assert prose.difference(path, ["rufer", "farbensolo", "solo"], new) == sentence


def test_the_same_of_several_bonuses_is_told_in_one_sentence() -> None:
    prose = Prose(loaded("zwanzigerrufen", "wikipedia"), "en")
    path = at("kontra.implied_by.absolut")
    assert prose.setting(path, "game", others=["valat"]) == (
        "Announced by the opponents, the Absolut and the Valat double the game as well."
    )


# the real rules


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_of_every_variant_is_a_sentence(
    variant: str, language: str, games: dict[str, Game]
) -> None:
    game = games[variant]
    prose = Prose(game, language)
    for section, value in game.data.items():
        if section not in ("cover", "nouns", "open", "not_used"):
            assert whole(prose.setting((section,), value)), section
    for contract in game.contracts.values():
        assert whole(prose.ladder(contract.play.follow)) and whole(prose.wins(contract.play.wins))
    for each in prose.differences((it.path, it.old, it.new) for it in game.changes):
        assert whole(each), each


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


def test_what_changes_alike_for_several_bonuses_is_told_of_all_of_them_in_the_plural() -> None:
    path, old, new = ("bonuses", "pagat", "contracts"), ["rufer", "dreier"], ["rufer", "solorufer"]
    german = Prose(loaded("koenigrufen", "tirol"), "de")
    assert german.difference_in_parts(path, old, new, ["uhu", "quapil"]) == (
        "Der Pagat, der Uhu und der Quapil zählen auch im Solorufer, aber nicht mehr im Dreier.",
    )
    assert german.difference(path, old, new).startswith("Der Pagat zählt auch im Solorufer")


def test_what_is_new_or_gone_begins_a_part_of_its_own() -> None:
    """A value that is counted in another way brings what it was along, and begins a part."""
    tirol = loaded("koenigrufen", "tirol")
    change = next(it for it in tirol.changes if it.path == ("bonuses", "valat", "value"))
    parts = Prose(tirol, "en").difference_in_parts(change.path, change.old, change.new)
    assert [part.split(". ")[1].split(":")[0] for part in parts] == ["Until now"] * 2
    assert [part.split()[-1] for part in parts] == ["unannounced.", "announced."]
    joined = Prose(tirol, "en").difference(change.path, change.old, change.new)
    assert joined == " ".join(parts)


def test_a_list_in_the_nominative_is_not_told_behind_statt() -> None:
    """German "statt" asks for another case; the old list stands behind a colon."""
    german = Prose(loaded("anrufen", "three"), "de")
    assert german.difference(("order",), ["call", "deal", "play"], ["deal", "call", "play"]) == (
        "Eine Runde läuft so ab: das Geben, das Ansagen von Trumpf und das Ausspielen. Bisher: das Ansagen von Trumpf, das Geben und das Ausspielen."
    )


@pytest.mark.parametrize(
    ("new", "sentence"),
    [
        (["picolo", "solo", "farbensolo"], "The bids, from the lowest up: Picolo, Solo and Suit"),
        (["farbensolo", "picolo", "solo"], "What may be bid besides: Picolo."),
        (["solo"], "What may no longer be bid: Suit Solo."),
        (["solo", "picolo"], "What may be bid besides: Picolo; what no longer: Suit Solo."),
    ],
)
def test_an_order_is_told_again_only_where_it_is_another(new: list[str], sentence: str) -> None:
    base = loaded("zwanzigerrufen", "base")
    found = Prose(loaded("zwanzigerrufen", "rulebook"), "en", before=base).difference(
        ("auction", "ladder"), ["farbensolo", "solo"], new
    )
    assert found.replace("Farberl", "Suit Solo").startswith(sentence)


def test_a_whole_set_of_cards_is_all_of_them_in_japanese_too() -> None:
    """A name of several cards does not say by itself that all of them are meant."""
    game = loaded("zwanzigerrufen", "directnet")
    few = Prose(game, "ja").setting(
        at("misdeal.reasons.all_glatzen.when"),
        {"hand_has": {"who": "anyone", "cards": "glatzen", "at_least": 4}},
    )
    one = Prose(game, "ja").setting(
        at("misdeal.reasons.all_glatzen.when"),
        {"hand_has": {"who": "anyone", "cards": "T-I", "at_least": 1}},
    )
    assert "すべて" in few and "すべて" not in one


def test_what_ends_or_begins_alike_is_not_told_again_as_the_old_rule() -> None:
    three = Prose(loaded("anrufen", "three"), "en", before=loaded("anrufen", "base"))
    old = loaded("anrufen", "base").at(("play", "says"))
    sentences = three.difference(("play", "says"), old, three.game.at(("play", "says")))
    assert sentences.count("Whoever leads to a trick may declare") == 1


def test_what_follows_when_all_pass_is_compared_in_sentences_of_its_own() -> None:
    old, new = (
        ["second_chance", {"deal_again": "dealer"}],
        ["second_chance", {"must_bid": "dealer"}],
    )
    assert Prose(loaded("anrufen", "three"), "de").difference(
        ("auction", "if_all_pass"), old, new
    ) == (
        "Wenn niemand bietet, dürfen alle noch einmal sprechen; sagen alle noch einmal weiter, muss der Geber bieten. "
        "Bisher: sagen alle noch einmal weiter, wird nicht gespielt, und der Geber gibt noch einmal."
    )


def test_who_pays_instead_stands_in_the_nominative_in_german() -> None:
    path = ("contracts", "trischaken", "payments", "to_virgins", "from")
    german = Prose(loaded("koenigrufen", "tirol"), "de")
    others = {"opponents_of": {"without": "tricks"}}
    sentence = german.difference(path, "losers", others)
    assert "zahlen alle anderen zusammen 6 Punkte" in sentence
    assert "Bisher: Wenn jemand ohne Stich geblieben ist, zahlen die Verlierer zusammen" in sentence


@pytest.mark.parametrize(
    ("lang", "one", "two"),
    [
        (
            "en",
            "raise the game to All Tricks with Hundred.",
            "raise the game to one of these: Hundred or All Tricks.",
        ),
        (
            "de",
            "darf auf den Durchmarsch-Hunderter erhöhen.",
            "darf auf den Hunderter oder den Durchmarsch erhöhen.",
        ),
        (
            "ja",
            "ハンドレッド・ドゥルヒマルシュに引き上げる",
            "ハンドレッドとドゥルヒマルシュのどれかに引き上げる",
        ),
    ],
)
def test_what_is_raised_to_one_game_alone_is_not_raised_to_one_of_these(
    lang: str, one: str, two: str
) -> None:
    prose, path = (
        Prose(loaded("anrufen", "base"), lang),
        ("contracts", "simple", "play", "raised_to"),
    )
    assert one in prose.setting(path, ["all_tricks_hundred"])
    assert two in prose.setting(path, ["hundred", "all_tricks"])


@pytest.mark.parametrize(
    ("game", "path", "old", "new", "sentence"),
    [
        ("zwanzigerrufen", "contracts.solo.value", 4, 8, "ソロの価値は4点ではなく8点です。"),
        ("anrufen", "table.players", 4, 3, "4人ではなく3人で遊びます。"),
        (
            "koenigrufen",
            "match.deals",
            16,
            20,
            "マッチは、16ディールではなく20ディールで終わります。",
        ),
    ],
)
def test_both_numbers_of_a_japanese_difference_name_what_they_count(
    game: str, path: str, old: int, new: int, sentence: str
) -> None:
    assert (
        Prose(loaded(game, "base"), "ja").difference(tuple(path.split(".")), old, new) == sentence
    )


def test_what_several_rules_end_with_is_told_once_behind_the_last() -> None:
    """Each promise binds who takes the game over: that stands once, for all three."""
    game = loaded("hungarian-tarokk", "base")
    sentence = Prose(game, "en").setting(("auction", "promises"), game.at(("auction", "promises")))
    for card in ("promises the XIX.", "promises the XVIII.", "promises the XX."):
        assert sentence.count(card) == 1
    assert sentence.endswith(
        "Whoever then takes over must call this card, and its holder keeps it."
        " Only the first promise of a round counts."
    )
    assert (
        sentence.count("Whoever then takes over") == sentence.count("Only the first promise") == 1
    )


def test_who_lost_alone_pays_alone() -> None:
    at = ("contracts", "trischaken", "payments", "to_virgins")
    game = loaded("koenigrufen", "base")
    found = [Prose(game, language).setting(at, game.at(at)) for language in ("en", "de")]
    assert found == [
        "When one player alone has lost and somebody has won no trick, the loser pays 3 points in all "
        "to those without a trick.",
        "Wenn einer allein verloren hat und jemand ohne Stich geblieben ist, zahlt der Verlierer "
        "zusammen 3 Punkte an die Spieler ohne Stich.",
    ]
    at = (*at[:-1], "two_losers_one_virgin")
    assert "the losers pay 4 points in all to whoever is without a trick." in (
        Prose(game, "en").setting(at, game.at(at))
    )


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
    assert all(noun["gen"][-1] in "sn" for noun in strong.values() if noun)
