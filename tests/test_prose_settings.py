"""Each rule of a game as a sentence, in every language."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path as FilePath
from typing import Any

import pytest
from conftest import LANGUAGES, loaded
from prose_fixtures import VARIANTS, at, content, de, en, game, games, whole  # noqa: F401  fixtures

from zwanz_ssot.game_names import resolve_game
from zwanz_ssot.model import Game, Path, Refusal
from zwanz_ssot.overlay import MISSING
from zwanz_ssot.prose import Prose, shapes
from zwanz_ssot.prose.settings import RuleSentences
from zwanz_ssot.prose.template import words
from zwanz_ssot.prose.terms import Terms


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
        "auction.ends_after_passes": (1, "The auction ends after one pass."),
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
    ("lang", "text"),
    [
        (
            "en",
            "In the Rufer the declarer has to announce the Pagat if its card was dealt to him.",
        ),
        (
            "de",
            "Im Rufer muss der Ansager den Pagat ansagen, wenn er beim Geben die Karte dazu "
            "bekommen hat.",
        ),
        (
            "ja",
            "ルーファーでは、デクレアラーは、そのカードを配られていれば、パガットを宣言しなければなりません。",
        ),
    ],
)
def test_one_bonus_has_to_be_announced_only_by_whom_its_card_was_dealt_to(
    lang: str, text: str
) -> None:
    prose = Prose(loaded("koenigrufen", "base"), lang)
    assert prose.setting(("contracts", "rufer", "must_announce"), ["pagat"]) == text


TOPS = (
    "of the highest trumps, from the top down without a gap, that the declaring side had, or lacked"
)
SPITZEN = "jeden der höchsten Trümpfe, von oben an ohne Lücke, den die Spielpartei hatte oder der ihr fehlte"
MATADORE = (
    "一番上の切り札から途切れずにデクレアラー側が持っていた（または持っていなかった）枚数1枚につき"
)
STEPS = {"points": 5, "pays": 1, "from": "half"}


@pytest.mark.parametrize(
    ("lang", "value", "text"),
    [
        (
            "en",
            {"base": 3, "per_difference": STEPS, "per_top": 2},
            "The Solo is worth 3 points and what the difference brings. In the Solo 1 point is "
            "paid for every 5 card points of difference. The difference is that from half of all "
            f"card points. Each {TOPS}, adds 2 points.",
        ),
        (
            "de",
            {"base": 3, "per_difference": STEPS, "per_top": 2},
            "Das Solo ist 3 Punkte wert und was der Unterschied bringt. Im Solo wird für je "
            "5 Kartenpunkte Unterschied 1 Punkt bezahlt. Gemeint ist der Unterschied zur Hälfte "
            f"aller Kartenpunkte. Für {SPITZEN}, kommen 2 Punkte dazu.",
        ),
        (
            "ja",
            {"base": 3, "per_difference": STEPS, "per_top": 2},
            "ソロの価値は3点に差の分を加えたものです。ソロでは、カード点の差5点につき1点を支払います。"
            f"差とは、カード点全体の半分との差です。{MATADORE}、さらに2点を加えます。",
        ),
        ("en", {"base": 3, "per_top": 2}, f"The Solo is worth 3 points and 2 points more for each {TOPS}."),
        ("en", {"per_top": 2}, f"In the Solo each {TOPS}, adds 2 points."),
        ("de", {"per_top": 1}, f"Im Solo kommt für {SPITZEN}, 1 Punkt dazu."),
        ("ja", {"per_top": 2}, f"ソロでは、{MATADORE}2点を加えます。"),
    ],
)  # fmt: skip
def test_what_trumps_add_is_told_beside_any_other_part_of_a_value(
    lang: str, value: Mapping[str, Any], text: str, games: dict[str, Game]
) -> None:
    prose, path = Prose(games["directnet"], lang), at("contracts.solo.value")
    assert prose.setting(path, value) == text
    # The whole contract tells it once, too.
    trumps = {"en": TOPS, "de": SPITZEN, "ja": MATADORE}[lang]
    solo = {**games["directnet"].at(path[:-1]), "value": value}
    assert prose.setting(path[:-1], solo).count(trumps) == 1


def test_the_difference_that_is_paid_is_not_said_to_be_that_between_the_sides(en: Prose) -> None:
    """It may be the difference from half of the card points: another sentence says which."""
    steps = "contracts.solo.value.per_difference"
    assert [en.setting(at(f"{steps}.points"), 10), en.setting(at(f"{steps}.pays"), 2)] == [
        "In the Solo every 10 card points of difference are paid.",
        "In the Solo every step of difference pays 2 points.",
    ]


@pytest.mark.parametrize(
    ("lang", "cards", "text"),
    [
        ("en", ["T-XXI", "T-Sk"], "as long as the Sküs is in the same hand."),
        ("en", "trull", "as long as the Sküs or the Pagat is in the same hand."),
        ("en", "tarock", "as long as other tarocks are in the same hand."),
        ("en", "hearts", "as long as hearts are in the same hand."),
        (
            "de",
            ["T-XXI", "T-Sk"],
            "Jeder darf den Mond nur spielen, wenn keine andere Karte erlaubt ist, "
            "solange der Sküs im selben Blatt ist.",
        ),
        ("de", "trull", "solange der Sküs oder der Pagat im selben Blatt ist."),
        ("de", "tarock", "solange andere Tarock im selben Blatt sind."),
        (
            "ja",
            ["T-XXI", "T-Sk"],
            "各プレイヤーがモンドを出せるのは、同じ手札にスキュースがある間は、"
            "ほかに何も出せないときだけです。",
        ),
        ("ja", "tarock", "同じ手札にほかのタロックがある間は、ほかに何も出せないときだけです。"),
    ],
)
def test_a_card_is_held_back_for_other_cards_and_not_for_itself(
    lang: str, cards: Any, text: str, games: dict[str, Game]
) -> None:
    rule = {"card": "T-XXI", "by": "anyone", "while_holding": cards}
    assert Prose(games["base"], lang).setting(at("play.hold_back.mond"), rule).endswith(text)


@pytest.mark.parametrize(
    ("lang", "scores", "pays"),
    [
        (
            "en",
            "Points are written like this: The declarer scores +2 points.",
            "The declarer pays 2 points in all to the defenders.",
        ),
        (
            "de",
            "Im Bettel gilt: Der Ansager schreibt +2 Punkte.",
            "Im Bettel zahlt der Ansager zusammen 2 Punkte an die Gegner.",
        ),
        (
            "ja",
            "次のように得点します：デクレアラーは2点を得ます。",
            "デクレアラーがディフェンダー側に合わせて2点を支払います。",
        ),
    ],
)
def test_the_only_case_of_payments_is_not_told_as_any_other_case(
    lang: str, scores: str, pays: str
) -> None:
    prose, path = Prose(loaded("koenigrufen", "base"), lang), at("contracts.bettel.payments.x")
    assert prose.setting(path, {"scores": {"a": {"who": "declarers", "gets": 2}}}) == scores
    assert prose.setting(path, {"from": "declarers", "to": "defenders", "total": 2}) == pays


@pytest.mark.parametrize(
    ("lang", "text", "declared"),
    [
        (
            "en",
            "The play ends after the trick with which a side has 60 card points.",
            "60 card points, declarations included.",
        ),
        (
            "de",
            "Das Spiel endet nach dem Stich, mit dem eine Partei 60 Kartenpunkte hat.",
            "60 Kartenpunkte hat, Ansagen von Paaren eingerechnet.",
        ),
        (
            "ja",
            "どちらかの側のカード点が60点になったトリックで、プレイは終わります。",
            "（宣言したペアを含めて）60点になったトリックで、プレイは終わります。",
        ),
    ],
)
def test_declarations_are_counted_only_where_there_are_some(
    lang: str, text: str, declared: str
) -> None:
    path = at("play.ends_at_points")
    assert Prose(loaded("zwanzigerrufen", "base"), lang).setting(path, 60) == text
    assert Prose(loaded("anrufen", "base"), lang).setting(path, 60).endswith(declared)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_bonus_is_said_to_be_announced_once_unless_each_side_may(lang: str) -> None:
    once = {"en": "only once", "de": "nur einmal", "ja": "1回だけ"}[lang]
    for name, alone in (("koenigrufen", True), ("hungarian-tarokk", False)):
        rules = loaded(name, "base")
        path = ("announcements", "in_one_turn")
        assert (once in Prose(rules, lang).setting(path, rules.at(path))) == alone


def test_what_a_german_contract_costs_lost_is_told_without_a_pronoun() -> None:
    """``es`` would not agree with ``der Rufer``."""
    prose = Prose(loaded("koenigrufen", "base"), "de")
    value = {"base": 2, "lost_times": 3, "overbid": 2}
    assert prose.setting(at("contracts.rufer.value"), value) == (
        "Der Rufer ist 2 Punkte wert. Verloren zählt das Spiel dreifach. "
        "Ist das Spiel weniger wert als die gereizte Zahl, ist es verloren und so viel wert wie "
        "das nächste Vielfache von 2, das sie erreicht."
    )


HOLDER = {"holder_of": "T-I"}


@pytest.mark.parametrize(
    ("lang", "path", "value", "text"),
    [
        ("en", "bonuses.valat.announced_by", "declarers", "Only the declarers may announce the Valat."),
        ("en", "bonuses.valat.announced_by", {"all_but": HOLDER}, "All but the holder of the Pagat may announce the Valat."),
        ("de", "bonuses.valat.announced_by", "defenders", "Nur die Gegner dürfen den Valat ansagen."),
        ("de", "bonuses.valat.announced_by", "declarers", "Nur die Spielpartei darf den Valat ansagen."),
        ("de", "bonuses.valat.announced_by", {"all_but": HOLDER}, "Alle außer dem Spieler mit dem Pagat dürfen den Valat ansagen."),
        ("ja", "bonuses.valat.announced_by", {"all_but": HOLDER}, "ヴァラットを宣言できるのはパガットを持つプレイヤー以外の全員です。"),
        ("ja", "bonuses.valat.announced_by", "declarers", "ヴァラットを宣言できるのはデクレアラー側だけです。"),
        ("en", "contracts.trischaken.losers", {"opponents_of": HOLDER}, "In Trischaken the losers are the opponents of the holder of the Pagat."),
        ("de", "contracts.trischaken.losers", {"opponents_of": HOLDER}, "Im Trischaken verlieren die Gegner des Spielers mit dem Pagat."),
        ("de", "contracts.solo.claimed_by", "defenders", "Im Solo müssen die Gegner das Ziel erreichen."),
        ("de", "contracts.solo.by", "defenders", "Nur die Gegner dürfen das Solo ansagen."),
        ("de", "play.hold_back.x", {"card": "T-I", "by": "defenders"}, "Die Gegner dürfen den Pagat nur spielen, wenn keine andere Karte erlaubt ist."),
        ("de", "kontra.doubles", ["announcements"], "Kontriert werden können nur Ansagen."),
        ("de", "kontra.doubles", ["game"], "Kontriert werden kann nur das Spiel."),
        ("de", "match.stock", 5, "Jeder beginnt mit 5 Punkten; die Partie endet, wenn jemand nichts mehr hat."),
        ("de", "match.stock", 1, "Jeder beginnt mit 1 Punkt; die Partie endet, wenn jemand nichts mehr hat."),
        ("en", "kontra.forced.x", {"say": "kontra", "item": "game", "who": HOLDER}, "The holder of the Pagat must say Kontra to the game."),
        ("en", "kontra.forced.x", {"say": "kontra", "item": "game", "who": "defenders"}, "Each of the defenders must say Kontra to the game."),
        ("en", "kontra.forced.x", {"say": "kontra", "item": "game", "who": HOLDER, "contracts": ["solo"]}, "In the Solo, the holder of the Pagat must say Kontra to the game."),
        ("de", "kontra.forced.x", {"say": "kontra", "item": "game", "who": HOLDER}, "Der Spieler mit dem Pagat muss Kontra auf das Spiel sagen."),
        ("de", "kontra.forced.x", {"say": "kontra", "item": "game", "who": "defenders"}, "Jeder der Gegner muss Kontra auf das Spiel sagen."),
        ("de", "kontra.forced.x", {"say": "kontra", "item": "game", "who": "defenders", "contracts": ["solo"]}, "Im Solo muss jeder der Gegner Kontra auf das Spiel sagen."),
        ("de", "kontra.forced.x", {"say": "kontra", "item": "game", "who": HOLDER, "contracts": ["solo"]}, "Im Solo muss der Spieler mit dem Pagat Kontra auf das Spiel sagen."),
        ("ja", "kontra.forced.x", {"say": "kontra", "item": "game", "who": HOLDER}, "パガットを持つプレイヤーは、ゲームにコントラをかけなければなりません。"),
        ("ja", "kontra.forced.x", {"say": "kontra", "item": "game", "who": "defenders"}, "ディフェンダー側の発言者は、ゲームにコントラをかけなければなりません。"),
    ],
)  # fmt: skip
def test_sentences_on_roles_and_numbers_agree_with_them(
    lang: str, path: str, value: Any, text: str, games: dict[str, Game]
) -> None:
    assert Prose(games["wikipedia"], lang).setting(at(path), value) == text


@pytest.mark.parametrize(
    ("lang", "once", "twice"),
    [
        (
            "en",
            "The Valat counts as much as the game unannounced.",
            "The Valat counts twice the game unannounced.",
        ),
        (
            "de",
            "Der Valat zählt ohne Ansage so viel wie das Spiel.",
            "Der Valat zählt ohne Ansage zweimal das Spiel.",
        ),
        ("ja", "ヴァラットは、宣言なしでゲームと同じ点です。", "ヴァラットは、宣言なしでゲームの2倍です。"),
    ],
)  # fmt: skip
def test_once_the_game_is_as_much_as_the_game(
    lang: str, once: str, twice: str, games: dict[str, Game]
) -> None:
    prose, path = Prose(games["base"], lang), at("bonuses.valat.value.silent_times_game")
    assert [prose.setting(path, 1), prose.setting(path, 2)] == [once, twice]


def test_several_tarocks_are_many() -> None:
    prose = Prose(loaded("hungarian-tarokk", "base"), "en")
    path = at("bonuses.eight_tarocks.value.silent")
    assert prose.setting(path, 1) == "The Eight Tarocks count 1 point unannounced."


@pytest.mark.parametrize(
    ("lang", "first", "lead", "won"),
    [
        ("en", 3, "One leads a heart, provided that it is one of the first 3 tricks.",
         "The Valat is won if the Mond falls in one of the first 3 tricks."),
        ("en", 1, "One leads a heart, provided that it is the first trick.",
         "The Valat is won if the Mond falls in the first trick."),
        ("de", 3, "Ausgespielt wird ein Herz, sofern es einer von den ersten 3 Stichen ist.",
         "Der Valat ist gewonnen, wenn der Mond in den ersten 3 Stichen fällt."),
        ("de", 1, "Ausgespielt wird ein Herz, sofern es der erste Stich ist.",
         "Der Valat ist gewonnen, wenn der Mond im ersten Stich fällt."),
        ("ja", 3, "リードするのは、ハート（最初の3トリックのどれかである場合）です。",
         "ヴァラットは、モンドが最初の3トリックのどれかに出ると達成です。"),
        ("ja", 1, "リードするのは、ハート（最初のトリックである場合）です。",
         "ヴァラットは、モンドが最初のトリックに出ると達成です。"),
    ],
)  # fmt: skip
def test_the_first_trick_is_one_and_the_first_three_are_several(
    lang: str, first: int, lead: str, won: str, games: dict[str, Game]
) -> None:
    prose = Prose(games["base"], lang)
    rungs = [{"cards": "hearts", "when": {"this_trick": {"first": first}}}]
    falls = {"card_in_trick": {"card": "T-XXI", "trick": {"first": first}}}
    assert prose.setting(at("play.lead"), rungs) == lead
    assert prose.setting(at("bonuses.valat.won"), falls) == won


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        (
            "en",
            "In the Solo, if the trick was led with one of the four Kings, the Pagat wins the trick.",
        ),
        (
            "de",
            "Im Solo gilt: Wenn eine Karte von den vier Königen ausgespielt wurde, gewinnt der Pagat den Stich.",
        ),
    ],
)
def test_the_trick_that_is_won_is_named_where_no_trick_was(
    lang: str, text: str, games: dict[str, Game]
) -> None:
    wins = [{"card": "T-I", "when": {"led": "kings"}}, {"best_of": "suit_led"}]
    prose = Prose(games["base"], lang)
    assert prose.setting(at("contracts.solo.play.wins"), wins).startswith(text)


@pytest.mark.parametrize(
    ("name", "path", "value", "text"),
    [
        ("hearts", "passing.cards", 1, "Jeder gibt eine Karte weiter."),
        ("hearts", "passing.cards", 2, "Jeder gibt zwei Karten weiter."),
        (
            "hearts",
            "passing",
            {"cards": 1, "to": ["left"]},
            "Wenn alle Karten gegeben sind, gibt jeder eine Karte verdeckt weiter; niemand sieht an, "
            "was er bekommt, bevor alle gegeben haben. Sie gehen von Runde zu Runde nach links.",
        ),
        (
            "koenigrufen",
            "deal.all.packets",
            [1, "talon", 11],
            "Jeder Spieler bekommt ein Päckchen zu einer Karte, dann wird der Talon gelegt, "
            "dann ein Päckchen zu elf Karten.",
        ),
        (
            "koenigrufen",
            "deal.all.packets",
            [1, 11],
            "Jeder Spieler bekommt Päckchen zu einer und elf Karten.",
        ),
        (
            "koenigrufen",
            "contracts.dreier.talon.keeps.at_least",
            1,
            "Im Dreier muss mindestens eine solche Karte im Blatt bleiben, wenn es geht.",
        ),
        (
            "koenigrufen",
            "contracts.dreier.talon.lost_without.at_least",
            1,
            "Im Dreier wird das Spiel aufgegeben, wenn mit den Karten aus dem Talon nicht "
            "mindestens eine solche Karte im Blatt ist.",
        ),
    ],
)
def test_one_card_has_its_german_gender(name: str, path: str, value: Any, text: str) -> None:
    folder = "docs/games" if name == "hearts" else "rules"
    game = resolve_game(name, None, FilePath(__file__).parent.parent / folder)
    assert Prose(game, "de").setting(at(path), value) == text


@pytest.mark.parametrize(
    ("lang", "path", "text"),
    [
        ("en", "play.lead", "One leads the Pagat, provided that it is the first trick; otherwise any card."),
        ("de", "play.lead", "Ausgespielt wird der Pagat, sofern es der erste Stich ist; sonst eine beliebige Karte."),
        ("de", "play.follow", "Zugegeben wird der Pagat, sofern es der erste Stich ist; sonst eine beliebige Karte."),
        ("de", "contracts.solo.play.lead", "Im Solo gilt: Ausgespielt wird der Pagat, sofern es der erste Stich ist; sonst eine beliebige Karte."),
    ],
)  # fmt: skip
def test_a_single_card_that_is_led_is_the_subject_in_german(
    lang: str, path: str, text: str, games: dict[str, Game]
) -> None:
    rungs = [{"cards": "T-I", "when": {"this_trick": {"first": 1}}}, "any_card"]
    assert Prose(games["base"], lang).setting(at(path), rungs) == text


@pytest.mark.parametrize(
    ("lang", "cards", "at_least", "text"),
    [
        ("en", "birds", 3, "In the Dreier the hand must still hold at least three of the four birds after the discard, if it can."),
        ("en", "tarock", 1, "In the Dreier the hand must still hold at least one tarock after the discard, if it can."),
        ("en", "tarock", 2, "In the Dreier the hand must still hold at least two tarocks after the discard, if it can."),
        ("de", "birds", 3, "Im Dreier muss man nach dem Ablegen mindestens drei der vier Vögel im Blatt behalten, wenn es geht."),
        ("de", "tarock", 1, "Im Dreier muss man nach dem Ablegen mindestens ein Tarock im Blatt behalten, wenn es geht."),
        ("de", "tarock", 2, "Im Dreier muss man nach dem Ablegen mindestens zwei Tarock im Blatt behalten, wenn es geht."),
        ("ja", "birds", 3, "ドライアーでは、捨てた後の手札に、できるかぎり鳥3枚以上が残らなければなりません。"),
        ("ja", "tarock", 1, "ドライアーでは、捨てた後の手札に、できるかぎりタロック1枚以上が残らなければなりません。"),
    ],
)  # fmt: skip
def test_what_must_be_kept_is_counted_as_a_number_of_its_cards(
    lang: str, cards: str, at_least: int, text: str
) -> None:
    prose = Prose(loaded("koenigrufen", "base"), lang)
    kept = {"cards": cards, "at_least": at_least}
    assert prose.setting(at("contracts.dreier.talon.keeps"), kept) == text


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("birds", "does not hold at least one of the four birds, the game"),
        ("tarock", "does not hold at least one tarock, the game"),
    ],
)
def test_what_a_game_is_lost_without_is_counted_so_too(cards: str, text: str) -> None:
    prose = Prose(loaded("koenigrufen", "base"), "en")
    lost = {"cards": cards, "at_least": 1}
    assert text in prose.setting(at("contracts.dreier.talon.lost_without"), lost)


@pytest.mark.parametrize(
    ("lang", "path", "value", "text"),
    [
        ("en", "play.trump.suit", "hearts", "Hearts are trumps."),
        ("de", "play.trump.suit", "hearts", "Herz ist Trumpf."),
        ("ja", "play.trump.suit", "hearts", "切り札はハートです。"),
        ("en", "auction.suit_order", ["hearts", "clubs"], "When equal bids are settled the suits rank, from the highest down: hearts and clubs."),
        ("de", "auction.suit_order", ["hearts", "clubs"], "Zwischen gleichen Geboten entscheidet die Farbe, von der höchsten abwärts: Herz und Kreuz."),
        ("ja", "auction.suit_order", ["hearts", "clubs"], "同じビッドのときのスートの順は、高いほうからハートとクラブです。"),
    ],
)  # fmt: skip
def test_a_suit_is_named_as_such_beside_a_contract_of_its_name(
    lang: str, path: str, value: Any, text: str
) -> None:
    folder = FilePath(__file__).parent.parent / "docs/games"
    assert Prose(resolve_game("hearts", None, folder), lang).setting(at(path), value) == text


@pytest.mark.parametrize(
    ("lang", "spared", "plain"),
    [
        (
            "en",
            "In the Solorufer every bonus counts double, but not the Valat as a multiple of the game.",
            "In the Solorufer every bonus counts double.",
        ),
        (
            "de",
            "Im Solorufer zählt jede Prämie doppelt, nur der Valat als Vielfaches des Spiels nicht.",
            "Im Solorufer zählt jede Prämie doppelt.",
        ),
        (
            "ja",
            "ソロルーファーでは、ボーナスは（ゲームの倍数で数えるヴァラットを除き）すべて2倍です。",
            "ソロルーファーでは、ボーナスはすべて2倍です。",
        ),
    ],
)
def test_what_multiplies_bonuses_spares_a_multiple_of_the_game(
    lang: str, spared: str, plain: str
) -> None:
    """The Valat is four or eight times the game in Upper Austria, ten or twenty points in Vienna."""
    upper, vienna = (Prose(loaded("koenigrufen", each), lang) for each in ("base", "wien"))
    path = at("contracts.solorufer.bonus_factor")
    assert (upper.setting(path, 2), vienna.setting(path, 2)) == (spared, plain)


def test_a_sentence_by_pronoun_alters_no_other_threads(en: Prose) -> None:
    at = ("contracts", "solo", "value")
    usual, by_pronoun = en.setting(at, 4), en.setting(at, 4, named=False)
    assert usual != by_pronoun
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # so that threads meet within a sentence
    try:
        with ThreadPoolExecutor(4) as threads:
            asked = [number % 2 == 0 for number in range(400)]
            said = [*threads.map(lambda named: en.setting(at, 4, named=named), asked)]
    finally:
        sys.setswitchinterval(interval)
    assert said == [usual if named else by_pronoun for named in asked]


def test_every_rule_that_is_not_played_is_told(en: Prose) -> None:
    rules = [{"rule": {"en": "A Skat."}}, {"id": "no_text"}, {"rule": {"also": ["y"], "de": "Z."}}]
    assert en.setting(("not_used",), rules) == "Not played here: A Skat. No text Z."


def test_a_name_that_is_gone_is_told_in_a_language_not_by_other_names(game: Game) -> None:
    gone = {"name": {"also": ["x"], "de": "Y"}}
    change = dataclasses.replace(game.changes[0], path=("contracts", "gone"), old=gone, new=MISSING)
    prose = Prose(dataclasses.replace(game, changes=(change,)), "ja")
    assert prose.contract("gone") == "Y"
