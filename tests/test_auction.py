"""The auction, worked out by hand from the accounts."""

from __future__ import annotations

from pathlib import Path

import pytest
from changed import changed, played_by_both
from tables import after_words, code, dealt, texts

from zwanz_ssot.engine import Round
from zwanz_ssot.model import Refusal
from zwanz_ssot.problems import IllegalMove
from zwanz_ssot.prose import Prose

# Nobody has a reason to throw in: every hand holds at least two tarocks and no hand all Glatzen.
SPREAD = {
    "forehand": "T-Sk T-XXI T-XIV T-XIII H-K H-1 D-K S-K C-J C-10",
    "second": "T-XX T-XII T-XI H-Q H-C D-Q D-C D-J D-1 S-Q",
    "third": "T-XIX T-X T-IX T-VIII S-C S-J S-10 C-K C-Q H-J",
    "fourth": "T-XVIII T-XVII T-XVI T-XV T-VII T-VI T-V T-IIII T-I C-C",
}


def opened(variant: str) -> Round:
    """The auction of the deal above; whoever may throw in keeps the cards."""
    played = dealt(variant, SPREAD)
    while played.step == "misdeal":
        played = played.after("keep")
    return played


def test_the_forehand_must_bid_and_calls_the_first_tarock_it_does_not_hold() -> None:
    played = opened("directnet")
    assert played.step == "auction"
    assert texts(played) == {"bid rufer T-XX", "bid farbensolo", "bid solo"}
    assert code(played, "pass") == "must_bid"
    assert code(played, "bid rufer T-XIX") == "call_first"
    assert code(played, "announce absolut") == "nothing_bid"
    assert code(played, "play H-K") == "wrong_step"
    assert code(played, "sing") == "no_such_move"


def test_who_holds_the_twenty_calls_the_nineteen() -> None:
    played = dealt("base", {"forehand": "T-XX T-XVIII"})
    assert code(played, "bid rufer T-XX") == "card_held"
    assert code(played, "bid rufer T-XVIII") == "card_held"
    assert code(played, "bid rufer T-XVII") == "call_first"
    assert code(played, "bid rufer T-XIX") is None


def test_who_holds_all_that_can_be_called_must_play_a_solo() -> None:
    played = dealt("base", {"forehand": "T-XX T-XIX T-XVIII T-XVII T-XVI T-I H-K H-Q H-C H-J"})
    assert code(played, "bid rufer T-XX") == "cannot_call"
    assert texts(played) == {"bid solo"}  # four suit cards are too few for the Farbensolo


@pytest.mark.parametrize(("suit_cards", "refused"), [(5, None), (4, "hand_requires")])
def test_a_suit_solo_needs_five_suit_cards(suit_cards: int, refused: str | None) -> None:
    suits = ["H-K", "H-Q", "H-C", "H-J", "H-1"][:suit_cards]
    tarocks = ["T-Sk", "T-XXI", "T-XIV", "T-XIII", "T-XII", "T-XI"][: 10 - suit_cards]
    played = dealt("base", {"forehand": " ".join(suits + tarocks)})
    assert code(played, "bid farbensolo") == refused


def test_three_passes_after_the_bid_end_the_auction() -> None:
    played = after_words(
        opened("directnet"), "forehand: bid rufer T-XX; pass", "second: pass", "third: pass"
    )
    assert played.step == "auction"
    played = played.after("pass")
    assert played.step == "play"
    assert played.turn == 0
    assert played.state.declarers == 0b0011  # the second player holds the XX


def test_in_the_encyclopaedia_everybody_passes_in_a_turn_of_his_own() -> None:
    played = after_words(
        opened("wikipedia"),
        "forehand: bid rufer T-XX; pass",
        "second: pass",
        "third: pass",
        "fourth: pass",
    )
    assert played.step == "auction"
    assert played.turn == 0
    assert played.after("pass").step == "play"


def test_an_addition_starts_the_passes_anew() -> None:
    played = after_words(
        opened("directnet"),
        "forehand: bid rufer T-XX; pass",
        "second: pass",
        "third: pass",
        "fourth: double game; pass",
        "forehand: pass",
        "second: pass",
    )
    assert played.step == "auction"
    assert played.after("pass").step == "play"


def test_a_bid_is_the_first_word_of_a_turn() -> None:
    played = after_words(
        opened("wikipedia"), "forehand: bid rufer T-XX; pass", "second: announce absolut"
    )
    assert code(played, "bid solo") == "bid_first"


def test_bids_go_up_only() -> None:
    played = after_words(
        opened("wikipedia"), "forehand: bid rufer T-XX; pass", "second: bid solo; pass"
    )
    assert code(played, "bid farbensolo") == "bid_not_higher"
    assert code(played, "bid solo") == "bid_not_higher"
    assert not any(text.startswith("bid") for text in texts(played))


def test_only_the_forehand_calls() -> None:
    played = after_words(dealt("rulebook", SPREAD), "forehand: pass")
    assert code(played, "bid rufer T-XIX") == "only_by"
    assert code(played, "bid valat_called T-XIX") is None


def test_a_higher_game_wipes_out_what_was_said() -> None:
    played = after_words(
        opened("directnet"),
        "forehand: bid rufer T-XX; announce absolut; pass",
        "second: pass",
        "third: bid solo; pass",
    )
    assert not any(level for level in played.state.levels)
    assert played.state.announcers == (-1,) * len(played.state.announcers)
    assert code(played, "double absolut declarers") == "item_not_announced"
    assert played.state.declarers == 0b0100


@pytest.mark.parametrize(("variant", "refused"), [("directnet", "agreed"), ("wikipedia", None)])
def test_who_has_agreed_may_bid_no_more(variant: str, refused: str | None) -> None:
    played = after_words(
        opened(variant),
        "forehand: bid rufer T-XX; pass",
        "second: pass",
        "third: double game; pass",
        "fourth: announce pagat_ultimo; pass",
        "forehand: pass",
    )
    assert code(played, "bid solo") == refused
    played = after_words(played, "second: double game; pass")
    assert code(played, "bid solo") == refused


def test_nobody_overcalls_himself() -> None:
    turns = (
        "forehand: bid rufer T-XX; pass",
        "second: pass",
        "third: pass",
        "fourth: double game; pass",
    )
    played = after_words(opened("wikipedia"), *turns)
    assert code(played, "bid solo") == "own_bid"


def test_the_opponents_begin_and_the_sides_raise_in_turn() -> None:
    played = after_words(opened("directnet"), "forehand: bid rufer T-XX; pass")
    assert code(played, "double game") == "own_item"  # the second player is the called partner
    played = after_words(played, "second: pass", "third: double game")
    assert code(played, "double game") == "own_item"
    played = after_words(played, "third: pass", "fourth: pass", "forehand: double game")
    assert code(played, "double game") == "own_item"
    played = after_words(played, "forehand: pass", "second: pass", "third: double game; pass")
    assert played.state.levels[0] == 3
    assert code(played, "double game") == "no_more_levels"


def test_the_encyclopaedia_knows_a_fourth_word() -> None:
    played = after_words(
        opened("wikipedia"),
        "forehand: bid rufer T-XX; pass",
        "second: pass",
        "third: double game; pass",
        "fourth: pass",
        "forehand: double game; pass",
        "second: pass",
        "third: double game; pass",
        "fourth: pass",
        "forehand: double game",
    )
    assert played.state.levels[0] == 4
    assert (
        code(after_words(played, "forehand: pass", "second: pass"), "double game")
        == "no_more_levels"
    )


def test_opponents_announce_the_absolut_after_kontra_on_the_table_online() -> None:
    played = after_words(opened("directnet"), "forehand: bid rufer T-XX; pass")
    assert code(played, "announce absolut") is None  # the partner's side is free to
    played = after_words(played, "second: pass")
    assert code(played, "announce absolut") == "announce_condition"
    assert code(played.after("double game"), "announce absolut") is None


def test_in_the_encyclopaedia_the_opponents_absolut_says_kontra_by_itself() -> None:
    played = after_words(
        opened("wikipedia"),
        "forehand: bid rufer T-XX; pass",
        "second: pass",
        "third: announce absolut",
    )
    assert played.state.levels[0] == 1
    again = after_words(
        opened("wikipedia"),
        "forehand: bid rufer T-XX; pass",
        "second: pass",
        "third: double game; announce absolut",
    )
    assert again.state.levels[0] == 1  # already doubled: nothing is added
    ours = after_words(opened("wikipedia"), "forehand: bid rufer T-XX; announce absolut")
    assert ours.state.levels[0] == 0  # said for the game it doubles nothing


def test_the_pagat_is_announced_by_its_holder_alone() -> None:
    played = after_words(opened("directnet"), "forehand: bid rufer T-XX")
    assert code(played, "announce pagat_ultimo") == "only_holder"
    played = after_words(played, "forehand: pass", "second: pass", "third: pass")
    assert (
        code(played, "announce pagat_ultimo") is None
    )  # the fourth player holds it, and needs no Kontra
    encyclopaedia = after_words(
        opened("wikipedia"), "forehand: bid rufer T-XX; pass", "second: pass", "third: pass"
    )
    assert code(encyclopaedia, "announce pagat_ultimo") == "announce_condition"
    assert code(encyclopaedia.after("double game"), "announce pagat_ultimo") is None


def test_no_pagat_in_the_suit_solo() -> None:
    played = after_words(
        opened("directnet"),
        "forehand: bid rufer T-XX; pass",
        "second: bid farbensolo; pass",
        "third: pass",
    )
    assert code(played, "announce pagat_ultimo") == "not_in_contract"


def test_an_announcement_is_made_once_a_side() -> None:
    played = after_words(opened("wikipedia"), "forehand: bid rufer T-XX; announce absolut; pass")
    assert code(played, "announce absolut") == "already_announced"  # the partner
    assert code(after_words(played, "second: pass"), "announce absolut") is None  # the other side


def test_after_a_valat_only_the_valat_is_doubled() -> None:
    turns = ("forehand: bid rufer T-XX; announce absolut; announce valat; pass", "second: pass")
    played = after_words(opened("directnet"), *turns)
    assert code(played, "announce absolut") == "closed"
    assert code(played, "announce valat") == "closed"
    assert code(played, "double game") == "closed"
    assert code(played, "double absolut") == "closed"
    assert texts(played) == {"double valat declarers", "pass", "bid solo", "bid farbensolo"}


def test_the_trull_obliges_an_opponent_to_double_a_called_game() -> None:
    trull = {
        "forehand": "T-XIX H-K",
        "second": "T-XX D-K",
        "third": "T-Sk T-XXI T-I",
        "fourth": "T-XVIII T-XVII",
    }
    played = after_words(
        dealt("directnet", trull), "forehand: bid rufer T-XX; pass", "second: pass"
    )
    assert code(played, "pass") == "forced"
    assert code(played.after("double game"), "pass") is None
    free = after_words(dealt("directnet", trull), "forehand: bid solo; pass", "second: pass")
    assert code(free, "pass") is None
    valat = after_words(
        dealt("directnet", trull), "forehand: bid rufer T-XX; announce valat; pass", "second: pass"
    )
    assert code(valat, "pass") is None
    elsewhere = dealt("wikipedia", trull)
    while elsewhere.step == "misdeal":
        elsewhere = elsewhere.after("keep")
    assert (
        code(after_words(elsewhere, "forehand: bid rufer T-XX; pass", "second: pass"), "pass")
        is None
    )


def test_the_house_rules_know_bids_only_and_trischaken_when_all_pass() -> None:
    played = dealt("rulebook", SPREAD)
    assert code(played.after("bid solo"), "announce absolut") == "no_such_move"
    assert code(played.after("bid solo"), "double game") == "no_such_move"
    assert "pass" in texts(played)
    passed = after_words(played, "forehand: pass", "second: pass", "third: pass", "fourth: pass")
    assert passed.step == "play"
    assert passed.contract is not None and not passed.contract.declarers
    assert passed.turn == 0


def test_a_double_may_leave_the_side_out_when_one_side_alone_can_be_meant() -> None:
    played = after_words(
        opened("wikipedia"),
        "forehand: bid rufer T-XX; announce absolut; pass",
        "second: pass",
        "third: double absolut; announce absolut; pass",
        "fourth: pass",
    )
    # The forehand may raise on the own Absolut and double the other one: now the side must be said.
    refusal = played.why_not("double absolut")
    assert refusal is not None
    assert (refusal.code, refusal.args) == ("ambiguous", {"item": "absolut"})
    assert code(played, "double absolut defenders") is None
    assert code(played, "double absolut declarers") is None


def test_an_illegal_move_says_why() -> None:
    with pytest.raises(IllegalMove) as caught:
        opened("directnet").after("pass")
    assert caught.value.because.code == "must_bid"  # type: ignore[attr-defined]


def test_who_has_to_double_may_have_to_whatever_is_held(tmp_path: Path) -> None:
    at = "kontra.forced.trull_against_the_game.when"
    game = changed(tmp_path, "zwanzigerrufen:directnet", f"at: {at}, drop: true")
    forced = 0
    for seed in range(12):
        played = played_by_both(game, seed, quiet=0.6)
        doublers = [seat for seat, move in played.history if str(move) == "double game"]
        forced += any(not played.state.declarers >> seat & 1 for seat in doublers)
    assert forced
    passes = Refusal("forced", (), {"word": "kontra", "item": "game"})
    assert [Prose(game, language).refusal(passes) for language in ("en", "de")] == [
        "You must first say Kontra to the game.",
        "Zuerst musst du Kontra auf das Spiel sagen.",
    ]
