"""Conditions, roles, ladders and who wins a trick as sentences, in every language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from conftest import LANGUAGES, loaded
from jsonschema import Draft202012Validator
from prose_fixtures import content, de, en, game, games, prose, role, whole  # noqa: F401  fixtures

from zwanz_ssot.model import Cards, Condition, Game, Rung, Tricks, WinRule
from zwanz_ssot.places import data
from zwanz_ssot.prose import Prose
from zwanz_ssot.prose.template import WordsFile
from zwanz_ssot.prose.terms import Terms
from zwanz_ssot.words import reading, registry
from zwanz_ssot.words.registry import Kind


def test_every_word_of_the_rules_has_its_sentence() -> None:
    for language in LANGUAGES:
        entries = content(language)
        for word in (*registry.CONDITIONS, "not"):
            assert any(key.split(".")[0] == word for key in entries["conditions"]), word
        assert registry.ROLES.keys() <= entries["roles"].keys()
        assert registry.TRICKS.keys() <= entries["tricks"].keys()
        assert registry.RUNGS.keys() <= entries["rungs"].keys()


def test_a_thing_is_named_without_a_place_to_fill() -> None:
    """An author may name what he likes by the same word, as the payment ``only``."""
    for language in LANGUAGES:
        for word, entry in content(language)["things"].items():
            assert "{" not in (entry if isinstance(entry, str) else entry["text"]), word


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
    assert (
        de.ladder([suit_cards, free]) == "eine Farbkarte; wer das nicht kann, eine beliebige Karte"
    )
    pagat = Cards(game.deck.by_id["T-I"].bit, "T-I", ())
    assert de.ladder([Rung("cards", pagat, ())]) == "der Pagat"
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
