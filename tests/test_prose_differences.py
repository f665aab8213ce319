"""What changes between two rule sets as sentences, in every language."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import Any

import pytest
from changed import changed
from conftest import loaded
from prose_fixtures import at, de, en, game, games  # noqa: F401  fixtures

from zwanz_ssot.diff.behaviour import differences
from zwanz_ssot.game_names import resolve_game
from zwanz_ssot.model import Game
from zwanz_ssot.prose import Prose
from zwanz_ssot.prose.phrases import Phrases


def told(game: Game, lang: str) -> list[str]:
    """The sentences on what a rule set changes."""
    changes = [(it.path, it.old, it.new) for it in game.changes]
    return [*Prose(game, lang).differences(changes)]


def test_a_word_that_lives_on_as_another_name_is_not_told_to_be_gone(
    games: dict[str, Game],
) -> None:
    wikipedia = games["wikipedia"]
    change = next(change for change in wikipedia.changes if change.path == ("kontra", "names"))
    sentence = Prose(wikipedia, "en").difference(change.path, change.old, change.new)
    assert "Supra, also Supre or Subkontra, is a word of doubling." in sentence
    assert "Nobody says Subkontra" not in sentence


def test_who_may_announce_makes_no_difference_where_nobody_can(games: dict[str, Game]) -> None:
    game = games["rulebook"]
    sentence = Prose(game, "en").differences(
        [(change.path, change.old, change.new) for change in game.changes]
    )
    assert "The Pagat Ultimo cannot be announced." in sentence
    assert not [text for text in sentence if "may announce" in text]


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


@pytest.mark.parametrize(
    ("language", "new", "old"),
    [
        (
            "en",
            "The Simple Game is worth 1 token. Lost, it counts double.",
            "Until now: The Simple Game is worth 1 token.",
        ),
        (
            "de",
            "Das Grundspiel ist 1 Marke wert. Verloren zählt das Spiel doppelt.",
            "Bisher: Das Grundspiel ist 1 Marke wert.",
        ),
        (
            "ja",
            "シンプルの価値は1枚です。負けると2倍になります。",
            "変更前：シンプルの価値は1枚です。",
        ),
    ],
)
def test_a_base_without_steps_is_told_as_the_value(language: str, new: str, old: str) -> None:
    value = {"base": 1, "lost_times": 2, "overbid": 2}
    prose = Prose(loaded("anrufen", "base"), language)
    told = prose.difference(("contracts", "simple", "value"), 1, value)
    assert told.startswith(new) and told.endswith(old)


def test_what_may_be_ten_is_counted_without_a_japanese_tsu() -> None:
    """``つ`` counts up to nine."""
    assert Phrases("ja")("differences", n=30, a="a", b="b") == "違いは30件：a → b"


@pytest.mark.parametrize(
    ("path", "old", "new", "sentence"),
    [
        (
            "bonuses.valat.goes_to",
            "either_side",
            "declarers",
            "Der Valat geht an die Spielpartei statt an die Partei, der das gelingt.",
        ),
        (
            "match.stock",
            4,
            5,
            "Jeder beginnt mit 5 Punkten statt 4; die Partie endet, wenn jemand nichts mehr hat.",
        ),
        (
            "bonuses.valat.announced_by",
            "declarers",
            "defenders",
            "Nur die Gegner statt die Spielpartei dürfen den Valat ansagen.",
        ),
    ],
)
def test_what_is_instead_has_its_german_case(path: str, old: Any, new: Any, sentence: str) -> None:
    german = Prose(loaded("zwanzigerrufen", "wikipedia"), "de")
    assert german.difference(at(path), old, new) == sentence


@pytest.mark.parametrize(
    ("lang", "path", "old", "new", "sentence"),
    [
        (
            "en",
            "auction.ends_after_passes",
            3,
            1,
            "The auction ends after one pass. "
            "Until now: The auction ends after three passes in a row.",
        ),
        (
            "en",
            "auction.ends_after_passes",
            3,
            2,
            "The auction ends after two instead of three passes in a row.",
        ),
        (
            "de",
            "auction.ends_after_passes",
            3,
            1,
            "Die Lizitation endet, wenn einmal weiter gesagt wurde. "
            "Bisher: Die Lizitation endet, wenn dreimal hintereinander weiter gesagt wurde.",
        ),
        (
            "en",
            "announcements.ends_after_passes",
            3,
            2,
            "Announcing ends after two instead of three passes in a row.",
        ),
        (
            "en",
            "match.deals",
            16,
            1,
            "The match ends after 1 deal. Until now: The match ends after 16 deals.",
        ),
        (
            "de",
            "match.deals",
            16,
            1,
            "Die Partie endet nach 1 Spiel. Bisher: Die Partie endet nach 16 Spielen.",
        ),
        ("de", "match.deals", 16, 2, "Die Partie endet nach 2 statt 16 Spielen."),
        (
            "de",
            "contracts.solo.starts.double_rounds",
            1,
            2,
            "Auf das Solo folgen zwei Doppelrunden. Bisher: Auf das Solo folgt eine Doppelrunde.",
        ),
        (
            "en",
            "contracts.solo.starts.double_rounds",
            1,
            2,
            "The Solo is followed by two double rounds. "
            "Until now: The Solo is followed by one double round.",
        ),
    ],
)
def test_a_noun_does_not_stand_beside_one_and_many(
    lang: str, path: str, old: int, new: int, sentence: str
) -> None:
    prose = Prose(loaded("zwanzigerrufen", "base"), lang)
    assert prose.difference(at(path), old, new) == sentence


FREE = "at: call.choose, set: free"
OWN = "at: call.own, drop: true"


@pytest.mark.parametrize(
    ("lang", "changes", "text"),
    [
        ("en", [OWN], "Nobody may call a card of their own."),
        ("de", [OWN], "Niemand darf eine eigene Karte rufen."),
        ("ja", [OWN], "自分のカードはコールできません。"),
        ("en", [FREE, OWN], "Of their own cards, the caller may name only those that anybody may call."),
        ("de", [FREE, OWN], "Von den eigenen Karten darf man nur die rufen, die alle rufen dürfen."),
        ("ja", [FREE, OWN], "自分のカードでコールできるのは、誰でもコールできるカードだけです。"),
    ],
)  # fmt: skip
def test_an_own_card_is_not_told_to_be_refused_where_it_may_be_called(
    lang: str, changes: list[str], text: str, tmp_path: FilePath
) -> None:
    assert told(changed(tmp_path, "hungarian-tarokk", *changes), lang)[-1] == text


@pytest.mark.parametrize(
    ("lang", "batch", "text"),
    [
        ("en", "first", "The first cards go to the player after forehand instead of forehand."),
        ("en", "second", "The first cards of the rest go to the player after forehand instead of forehand."),
        ("de", "first", "Die ersten Karten bekommt der Spieler nach der Vorhand statt die Vorhand."),
        ("de", "second", "Die ersten der übrigen Karten bekommt der Spieler nach der Vorhand statt die Vorhand."),
        ("ja", "first", "最初のカードはフォアハンドではなくフォアハンドの次のプレイヤーに配ります。"),
        ("ja", "second", "残りの配札では、最初のカードはフォアハンドではなくフォアハンドの次のプレイヤーに配ります。"),
    ],
)  # fmt: skip
def test_the_second_part_of_a_deal_is_named_where_its_first_player_changes(
    lang: str, batch: str, text: str
) -> None:
    game = resolve_game("bauernschnapsen", None, FilePath(__file__).parent.parent / "docs/games")
    path = ("deal", f"{batch}_batch", "first")
    assert Prose(game, lang).difference(path, "forehand", {"next_to": "forehand"}) == text


@pytest.mark.parametrize("lang", ["en", "de", "ja"])
def test_nothing_is_said_of_a_step_at_which_nothing_could_happen(
    lang: str, tmp_path: FilePath
) -> None:
    order = "at: order, set: [deal.all, auction, play, settlement]"
    made = changed(tmp_path, "zwanzigerrufen", "at: misdeal, drop: true", order)
    assert told(made, lang) == []


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "What a round does not have: throwing in bad hands."),
        ("de", "In jeder Runde entfällt: das Zusammenwerfen."),
        ("ja", "ラウンドに配り直しの判断はありません。"),
    ],
)
def test_a_step_at_which_something_happened_is_told_to_be_gone(
    lang: str, text: str, tmp_path: FilePath
) -> None:
    order = "at: order, set: [deal.all, auction, play, settlement]"
    made = changed(tmp_path, "zwanzigerrufen:wikipedia", "at: misdeal, drop: true", order)
    assert text in told(made, lang)


OTHER_RANK, NO_RANK = "set: {A: tens_second}", "drop: true"


@pytest.mark.parametrize(
    ("lang", "change", "text"),
    [
        ("en", OTHER_RANK, "In the Durchmarsch with another, not played: If a card of the rank Ten has been called, the cards rank, from the highest down: A, 10, K, Q, J, 9. "
         "New: If a card of the rank Ace has been called, the cards rank, from the highest down: A, 10, K, Q, J, 9."),
        ("de", OTHER_RANK, "Im Durchmarsch mit einer anderen gilt: Nicht gespielt: Wurde eine Karte vom Rang Zehn gerufen, ist die Reihenfolge von oben: A, 10, K, D, B, 9. "
         "Neu: Wurde eine Karte vom Rang Ass gerufen, ist die Reihenfolge von oben: A, 10, K, D, B, 9."),
        ("ja", OTHER_RANK, "相棒付きドゥルヒマルシュの場合、不採用：ランク10のカードがコールされたときは、カードの強さは上からA、10、K、Q、J、9の順です。"
         "追加：ランクエースのカードがコールされたときは、カードの強さは上からA、10、K、Q、J、9の順です。"),
        ("en", NO_RANK, "In the Durchmarsch with another, the cards rank alike whatever has been called."),
        ("de", NO_RANK, "Im Durchmarsch mit einer anderen gilt: Die Reihenfolge hängt nicht davon ab, was gerufen wurde."),
    ],
)  # fmt: skip
def test_the_cards_rank_alike_only_where_no_called_rank_is_left(
    lang: str, change: str, text: str, tmp_path: FilePath
) -> None:
    path = "contracts.durchmarsch_mit.play.ranking_if_called"
    made = changed(tmp_path, "koenigrufen-graden", f"at: {path}, {change}")
    assert told(made, lang)[0] == text


def test_a_declined_contract_that_begins_a_sentence_is_not_named_again(tmp_path: FilePath) -> None:
    name = "{en: Big, de: Großer Hundertvierziger mit Damen, ja: ビッグ}"
    made = changed(
        tmp_path,
        "koenigrufen",
        f"at: contracts.dreier.name, set: {name}",
        "at: contracts.dreier.talon.keeps, add: {cards: birds, at_least: 3}",
    )
    assert told(made, "de")[-1].endswith(
        "Im Großen Hundertvierziger mit Damen muss man nach dem Ablegen mindestens drei der vier "
        "Vögel im Blatt behalten, wenn es geht."
    )
    assert "gilt" not in told(made, "de")[-1]


def test_nothing_is_said_of_no_words_where_others_are_left(tmp_path: FilePath) -> None:
    game = changed(tmp_path, "rufmariasch", "at: play.says, set: {when_leading: [declare]}")
    found = differences(loaded("rufmariasch", "base"), game, "en")
    assert [each.sentence for each in found] == [
        "Not played: In the first trick everybody may declare, even out of turn.",
        "New: Whoever leads to a trick may declare before playing the card.",
    ]


@pytest.mark.parametrize(
    ("of", "change", "text"),
    [
        (
            "slovenian-tarok",
            "at: contracts.solo_two.raised_after_exchange, set: [valat_without]",
            "In the Solo Two the declarer may play Valat Without instead, after the exchange and "
            "before anything is announced; until now Colour Valat.",
        ),
        (
            "slovenian-tarok",
            "at: match.restricted_rounds.after, set: [score_of_zero]",
            "A restricted round follows when somebody's score has come to exactly zero; until now "
            "when the cards have been thrown in or somebody's score has come to exactly zero.",
        ),
        (
            "hungarian-tarokk",
            "at: exchange.tells, set: [hearts, tarock]",
            "The others are told how many hearts and tarocks, instead of tarocks, each player "
            "discards.",
        ),
        (
            "zwanzigerrufen:directnet",
            "at: contracts.solo.value, set: {per_difference: {points: 1, pays: 1}}",
            "In the Solo 1 point is paid for every 1 card point of difference. Until now: The Solo "
            "is worth 4 points.",
        ),
    ],
)
def test_what_was_stands_where_it_can_be_read(
    of: str, change: str, text: str, tmp_path: FilePath
) -> None:
    assert text in told(changed(tmp_path, of, change), "en")
