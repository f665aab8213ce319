"""Refusals, moves and settlements as sentences, in every language."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path as FilePath
from typing import Any, NamedTuple

import pytest
from changed import changed
from conftest import loaded
from prose_fixtures import content, de, en, game, games, prose, role, whole  # noqa: F401  fixtures

from zwanz_ssot.model import Factor, Game, Ledger, Line, Path, Refusal
from zwanz_ssot.prose import Prose
from zwanz_ssot.prose.template import words
from zwanz_ssot.words import reading

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
        "You must first say Kontra to the game: you hold the Trull.",
        "Zuerst musst du Kontra auf das Spiel sagen: du hältst die Trull.",
    )
    assert both("wrong_step", step="over") == ("The round is over.", "Die Runde ist vorbei.")
    assert both("held_back", card=game.deck.by_id["T-I"].index, cards=hearts)[0] == (
        "The Pagat must wait while you can play something else: ♥Q, ♥A."
    )
    assert both("brand_new")[0] == "The rules do not allow this (brand_new)."


class Made(NamedTuple):
    kind: str
    contract: str | None = None
    card: int | str | None = None
    item: str | None = None
    bonus: str | None = None
    side: str | None = None
    count: int | None = None  # type: ignore[assignment]


def test_what_has_to_be_announced_is_told_alike_of_one_and_of_several() -> None:
    en, de = (Prose(loaded("zwanzigerrufen", "wikipedia"), language) for language in ("en", "de"))
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
    en, de = (Prose(loaded("zwanzigerrufen", "wikipedia"), language) for language in ("en", "de"))
    mond = line("mondfang", "missed", announced=True, part=0)
    assert en.line(mond, (0, 2)) == "announced and missed: the Mond was not caught by the Sküs"
    assert de.line(mond, (0, 2)) == "angesagt und verfehlt: der Mond wurde nicht vom Sküs gefangen"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "announced and missed: only the side that plays the Pagat can win it"),
        ("de", "angesagt und verfehlt: gewinnen kann das nur die Partei, die den Pagat spielt"),
        ("ja", "宣言して失敗：達成できるのはパガットを出した側だけ"),
    ],
)
def test_what_was_reached_for_the_others_is_not_denied(language: str, told: str) -> None:
    rules = loaded("hungarian-tarokk", "base")
    pagat = rules.deck.by_id["T-I"].index
    missed = line("pagat_ultimo", "missed", announced=True, card=pagat, trick=8, not_theirs=1)
    assert Prose(rules, language).line(missed, (1, 3)) == told


def test_a_game_that_the_defenders_claim_is_theirs() -> None:
    """Who has declared has to reach the number of points."""
    en, de = (Prose(loaded("koenigrufen-russbach", "base"), each) for each in ("en", "de"))
    won = line("game", "won", claimants=(1, 3), rule=("contracts", "simple"), points=70, needed=60)
    assert en.line(won, (0, 2)) == "won: the defenders took 70 card points; 60 were needed"
    assert de.line(won, (0, 2)) == "gewonnen: die Gegner haben 70 Kartenpunkte; nötig waren 60"
    assert en.line(won) == "won: second hand and fourth hand took 70 card points; 60 were needed"
    (row,) = en.ledger(Ledger((won,), (0, 0, 0, 0)))
    assert row.reason == en.line(won)


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


@pytest.mark.parametrize(
    "level", ["level", "bonus_factor", "times_game", "double_round", "value_times"]
)
def test_a_word_of_doubling_may_bear_the_name_of_another_factor(
    level: str, tmp_path: FilePath
) -> None:
    game = changed(
        tmp_path,
        "zwanzigerrufen:wikipedia",
        f"at: kontra.levels, set: [{level}]",
        f"at: kontra.names, set: {{{level}: {{en: Once more}}}}",
    )
    doubled = line("trull", "won", factors=(Factor(level, 2, ("kontra", "times")),))
    assert Prose(game, "en").line(doubled).endswith("; doubled (Once more)")


def test_a_ledger_becomes_rows(en: Prose) -> None:
    lost = line("game", "lost", rule=("contracts", "rufer"), points=40, needed=45)
    doubled = dataclasses.replace(
        lost, value=2, factors=(Factor("kontra", 2, ("kontra", "times")),), each=(-4, 4, -4, 0)
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


@pytest.mark.parametrize(
    ("lang", "cards", "count", "text"),
    [
        ("en", "birds", 3, "You have to keep at least three of the four birds."),
        ("en", "tarock", 1, "You have to keep at least one tarock."),
        ("de", "birds", 3, "Du musst mindestens drei der vier Vögel behalten."),
        ("de", "tarock", 1, "Du musst mindestens ein Tarock behalten."),
        ("ja", "birds", 3, "鳥3枚以上を残さなければなりません。"),
        ("ja", "tarock", 1, "タロック1枚以上を残さなければなりません。"),
    ],
)
def test_who_has_to_keep_cards_is_told_how_many_of_them(
    lang: str, cards: str, count: int, text: str
) -> None:
    game = loaded("koenigrufen", "base")
    args = {"count": count, "cards": game.deck.sets[cards]}
    assert Prose(game, lang).refusal(Refusal("must_keep", (), args)) == text
