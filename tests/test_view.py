"""What one seat may know, and what everybody knows, worked out by hand."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from changed import changed
from conftest import VARIANTS, loaded
from tables import after_words, dealt, dealt_anew, lost_on_the_way, odd_rounds, positions

from zwanz_ssot import CardSet, deal

HANDS = {
    "forehand": "T-Sk T-XXI T-XIV T-XIII H-K H-1 D-K S-K C-J C-10",
    "second": "T-XX T-XII T-XI H-Q H-C D-Q D-C D-J D-1 S-Q",
    "third": "T-XIX T-X T-IX T-VIII S-C S-J S-10 C-K C-Q H-J",
    "fourth": "T-XVIII T-XVII T-XVI T-XV T-VII T-VI T-V T-IIII T-I C-C",
}
ALL_PASS = ("forehand: bid rufer T-XX; pass", "second: pass", "third: pass", "fourth: pass")
SECRET = ("declarers", None, None, None)
TOLD = ("declarers", "declarers", "defenders", "defenders")


def test_the_partner_is_secret_until_the_called_card_falls() -> None:
    played = after_words(dealt("directnet", HANDS), *ALL_PASS)
    assert played.view(0).public.sides == SECRET
    assert played.view(0).sides == SECRET  # the forehand itself does not know
    assert played.view(1).sides == TOLD  # the called player does
    assert played.view(2).sides == ("declarers", None, "defenders", None)
    played = after_words(played, "forehand: play T-XIV", "second: play T-XX")
    assert played.view(2).public.sides == TOLD


def test_two_known_defenders_give_the_partner_away() -> None:
    played = after_words(
        dealt("directnet", HANDS),
        "forehand: bid rufer T-XX; pass",
        "second: pass",
        "third: double game; pass",
    )
    assert played.view(0).public.sides == ("declarers", None, "defenders", None)
    assert played.view(3).sides == TOLD  # the fourth knows that he has not got the XX
    played = after_words(played, "fourth: announce pagat_ultimo; pass")
    assert played.view(0).public.sides == TOLD
    assert str(played.view(0).public.holds[3]) == "T-I"  # only its holder announces it


def test_an_announcement_of_the_partner_gives_him_away() -> None:
    played = after_words(
        dealt("directnet", HANDS), "forehand: bid rufer T-XX; pass", "second: announce absolut"
    )
    assert played.view(3).public.sides == TOLD
    assert str(played.view(3).public.holds[1]) == "T-XX"


def test_who_shows_himself_void_of_tarock_is_no_partner() -> None:
    hands = {
        "forehand": "T-Sk T-XXI T-XIV T-XIII H-K H-1 D-K S-K C-J C-10",
        "second": "H-Q H-C D-Q D-C D-J D-1 S-Q H-J C-K C-Q",
        "third": "T-XX T-XIX T-X T-IX T-VIII S-C S-J S-10",
        "fourth": "T-XVIII T-XVII T-XVI T-XV T-VII T-VI T-V T-IIII T-I C-C",
    }
    played = after_words(dealt("base", hands), *ALL_PASS)
    played = after_words(played, "forehand: play T-XIV", "second: play H-Q", "third: play T-VIII")
    assert played.view(0).public.sides == ("declarers", "defenders", None, None)
    # The fourth has not got the XX either, so only the third is left.
    assert played.view(3).sides == ("declarers", "defenders", "declarers", "defenders")
    tarocks = CardSet(played.game.deck, played.game.deck.suits["tarock"].mask)
    assert tarocks <= played.view(0).public.lacks[1]


def test_calling_the_nineteen_shows_the_twenty() -> None:
    played = after_words(
        dealt("base", {"forehand": "T-XX T-XVIII", "fourth": "T-XIX"}), "forehand: bid rufer T-XIX"
    )
    assert str(played.view(2).public.holds[0]) == "T-XX"
    assert "T-XX" in played.view(2).public.lacks[1]


def test_a_view_shows_the_own_cards_and_moves_only() -> None:
    played = dealt("directnet", HANDS)
    assert played.view(0).moves == played.moves()
    assert played.view(1).moves == ()
    assert [played.view(seat).hand for seat in range(4)] == list(played.hands)


def test_a_solo_has_no_secrets() -> None:
    played = after_words(dealt("directnet", HANDS), "forehand: bid solo; pass")
    assert played.view(2).public.sides == ("declarers", "defenders", "defenders", "defenders")


def test_the_trick_on_the_table_is_seen() -> None:
    played = after_words(
        after_words(dealt("directnet", HANDS), *ALL_PASS), "forehand: play H-1", "second: play H-C"
    )
    cards = played.game.deck.by_id
    assert played.view(3).trick == ((0, cards["H-1"]), (1, cards["H-C"]))
    played = after_words(played, "third: play H-J", "fourth: play T-I")
    assert played.view(3).trick == ()
    assert played.view(3).winners == (3,)


def test_a_declarer_who_holds_the_card_of_his_partner_himself_knows_that_he_is_alone(
    tmp_path: Path,
) -> None:
    """Nobody else does, not even when only one other player may hold it."""
    game = changed(
        tmp_path,
        "zwanzigerrufen",
        "at: contracts.solo.declarers, set: [declarer, {holder_of: T-XX}]",
        "at: contracts.solo.secret_until, add: {played: T-XX}",
    )
    hands = [
        "T-Sk T-XXI T-XX T-XIX T-XVIII T-XVII T-XVI T-XV T-XIV T-XIII",
        "H-K H-Q H-C H-J H-1 D-K D-Q D-C D-J D-1",
        "S-K S-Q S-C S-J S-10 C-K C-Q C-C C-J C-10",
        "T-XII T-XI T-X T-IX T-VIII T-VII T-VI T-V T-IIII T-I",
    ]
    played = deal(game, hands=[hand.split() for hand in hands])
    for move in ("bid solo", *["pass"] * 4):
        played = played.after(move)
    alone = ("declarers", "defenders", "defenders", "defenders")
    assert played.view(0).sides == alone
    assert played.view(1).sides == ("declarers", "defenders", None, None)
    played = after_words(
        played, "forehand: play T-XXI", "second: play H-J", "third: play S-J", "fourth: play T-V"
    )
    assert played.view(None).sides == ("declarers", "defenders", "defenders", None)
    assert played.view(1).sides == ("declarers", "defenders", "defenders", None)
    assert played.view(3).sides == alone  # he has not got it either
    assert played.after("play T-XX").view(1).sides == alone


def test_who_does_not_head_a_trick_where_he_must_has_nothing_to_head_it_with() -> None:
    hands = {
        "forehand": "H-C T-X T-IX T-VIII T-VII S-K S-Q S-C S-J S-10",
        "second": "H-1 H-J D-K D-Q D-C D-J D-1 C-K C-Q C-C",
        "third": "H-K T-Sk T-XXI T-XX T-XIX T-XVIII T-XVII T-XVI T-XV T-XIV",
        "fourth": "H-Q T-I T-IIII T-V T-VI T-XI T-XII T-XIII C-J C-10",
    }
    played = after_words(
        dealt("rulebook", hands),
        "forehand: pass",
        "second: pass",
        "third: pass",
        "fourth: pass",
        "forehand: play H-C",
    )
    played = after_words(played, "second: play H-J")  # the Jack does not head the Cavalier
    # The last two lie on the table.
    assert str(played.view(0).public.lacks[1]) == "H-K H-Q H-C H-J"


def test_an_onlooker_knows_what_everybody_knows() -> None:
    played = after_words(dealt("directnet", HANDS), *ALL_PASS, "forehand: play T-XIV")
    view = played.view(None)
    assert (view.seat, view.moves, len(view.hand), len(view.discards)) == (None, (), 0, 0)
    assert view.sides == view.public.sides == SECRET
    assert view.known() == played.view(1).known()
    assert [str(move) for _, move in view.said] == [
        *("bid rufer T-XX", "pass", "pass", "pass", "pass"),
    ]
    assert [(str(seat), str(card)) for seat, card in view.played] == [("forehand", "T-XIV")]
    played = after_words(played, "second: play T-XX")
    assert played.view(None).sides == TOLD


def test_an_onlooker_does_not_see_what_lies_face_down() -> None:
    """A card laid with a bid, cards discarded, a talon that only the declarer has seen."""
    hidden = {"discard": 0, "bid": 0, "talon": 0}
    for game in ("koenigrufen", "koenigrufen-graden"):
        for played in (each for seed in range(30) for each in positions(game, "base", seed)):
            view, contract = played.view(None), played.contract
            words = [move for _, move in played.history if move.kind != "play"]
            for move, (_, heard) in zip(words, view.said, strict=True):
                assert heard.laid is None
                if move.laid is not None:
                    hidden["bid"] += 1
                    assert str(heard) == f"bid {move.contract}"
                if move.kind == "discard" and heard.card is None:
                    hidden["discard"] += 1
                    assert move.card is not None and move.card not in view.discards
            use = contract.talon if contract is not None else None
            if use is None or use.seen_by != "everyone":
                hidden["talon"] += len(view.talon)
                assert set(view.talon) <= {None}
    assert min(hidden.values()) > 20


@pytest.mark.sample(5)
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_no_hidden_card_changes_the_view_of_an_onlooker(game: str, variant: str) -> None:
    """At each position of whole random rounds: hands that are dealt anew from the cards that nobody
    has shown, and with which all that was said and played is legal too, look the same.
    """
    random, compared = Random(7), 0
    for seed in range(12):
        for played in positions(game, variant, seed)[::4]:
            for _ in range(3):
                other = dealt_anew(played, random)
                if other is not None:
                    compared += 1
                    assert other.view(None) == played.view(None)
    assert compared > 40


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_what_is_known_grows_with_each_move_as_if_counted_anew(game: str, variant: str) -> None:
    """Views on the way, of some positions only, equal those of rounds that nobody has viewed."""
    random, continued = Random(3), 0
    for seed in range(6):
        fresh = positions(game, variant, seed)
        played = fresh[0]
        for number, (mover, move) in enumerate(fresh[-1].history, 1):
            if random.random() < 0.6:
                seat = random.choice((None, *range(played.game.table.players)))
                continued += len(played.history) > 0
                assert played.view(seat) == fresh[number - 1].view(seat), played.moves_made()
            played = played.after(move, mover)
        assert played.view(None) == fresh[-1].view(None)
    assert continued > 30


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_a_view_that_comes_back_has_lost_nothing(game: str, variant: str) -> None:
    """The rules for tricks too, whoever named trumps when."""
    assert lost_on_the_way(odd_rounds(loaded(game, variant), 12), Random(1)) == set()


@pytest.mark.parametrize("doubled", ["announcements, game", "game"])
def test_whose_announcement_is_doubled_by_its_side_shows_his(tmp_path: Path, doubled: str) -> None:
    """Or else the third would learn it from what he may double, which says whose it is."""
    game = changed(
        tmp_path,
        "zwanzigerrufen",
        "at: auction.in_one_turn, set: [bid, pass]",
        "at: auction.overcall_cancels, set: []",
        f"at: kontra.doubles, set: [{doubled}]",
        "at: play.says, add: {any_time: {announce: {who: anyone, during: {first: 2}},"
        " double: {who: anyone, during: {first: 3}}}}",
        "at: bonuses, set: {last: {name: {en: Last, de: Letzter}, goes_to: either_side,"
        " won: {tricks_won: {side: claimants, all_of: last}},"
        " value: {silent: 1, announced: 2}, source: [custom]}}",
    )
    hands = [HANDS[seat].split() for seat in ("forehand", "second", "third", "fourth")]
    bid = after_words(deal(game, hands=hands), "forehand: bid rufer T-XX", *ALL_PASS[1:])
    played = bid.after("announce last", "second")
    names = "announcements" in doubled
    assert ("double last declarers" in played.view(2).moves) == names
    assert played.view(2).sides == (TOLD if names else ("declarers", None, "defenders", None))
