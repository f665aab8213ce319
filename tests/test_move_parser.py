"""What a person types: cards in any notation, moves and their beginnings; and the simple players."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest
from conftest import VARIANTS, loaded

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.library import library, load
from zwanz_ssot.move_parser import MoveParser, read_cards
from zwanz_ssot.players.simple import choose
from zwanz_ssot.positions import played_out
from zwanz_ssot.problems import WrongCall
from zwanz_ssot.prose import Prose

GAME = loaded("zwanzigerrufen", "directnet")
ENGLISH, GERMAN = Prose(GAME, "en"), Prose(GAME, "de")
HANDS = [
    ["T-Sk", "T-XV", "T-XII", "T-XI", "T-IX", "H-J", "C-K", "C-Q", "C-J", "S-C"],
    ["T-XXI", "T-XVII", "T-XIV", "T-XIII", "T-X", "T-VII", "T-VI", "D-K", "D-1", "C-C"],
    ["T-XIX", "T-XVIII", "T-V", "T-IIII", "H-K", "D-Q", "C-10", "S-K", "S-J", "S-10"],
    ["T-XX", "T-XVI", "T-VIII", "T-I", "H-Q", "H-C", "H-1", "D-C", "D-J", "S-Q"],
]


def played(*moves: str) -> Round:
    """A round with these hands after these moves."""
    at = deal(GAME, hands=HANDS)
    for move in moves:
        at = at.after(move)
    return at


OPENING = played()
PLAY = played("bid solo", "pass", "pass", "pass", "pass")
ANSWER = played("bid solo", "pass")


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("C-K", "C-K"), ("c-k", "C-K"), ("ck", "C-K"), ("kc", "C-K"), ("♣K", "C-K"), ("k♣", "C-K"), ("♣ k", "C-K"),
        ("K", "C-K"),  # the only King in this hand
        ("King of Clubs", "C-K"), ("king of", "C-K"), ("play C-K", "C-K"), ("p c-k", "C-K"),
        ("XV", "T-XV"), ("xv", "T-XV"), ("t-xv", "T-XV"),
        ("Sk", "T-Sk"), ("Sküs", "T-Sk"), ("gstieß", "T-Sk"), ("sc", "S-C"), ("S-C", "S-C"), ("♠C", "S-C"),
        # not in the hand, and still meant
        ("q", "C-Q"), ("X", "T-X"), ("S-K", "S-K"), ("SK", "S-K"),
    ],
)  # fmt: skip
def test_a_card_in_any_notation(text: str, card: str) -> None:
    meant = MoveParser(ENGLISH).parse(text, PLAY)
    assert str(meant.move) == f"play {card}"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("bid solo", "bid solo"), ("BID  SOLO", "bid solo"), ("solo", "bid solo"), ("b s", "bid solo"),
        ("so", "bid solo"), ("farb", "bid farbensolo"), ("bid f", "bid farbensolo"), ("Suit Solo", "bid farbensolo"),
        ("rufer", "bid rufer T-XX"), ("bid rufer", "bid rufer T-XX"), ("t-xx", "bid rufer T-XX"),
        ("bid rufer T-XIX", "bid rufer T-XIX"),  # another card than the first one not held: refused
        ("pass", "pass"),  # must bid: refused
        ("kontra", "double game"), ("play C-K", "play C-K"),
    ],
)  # fmt: skip
def test_a_move_or_its_beginning(text: str, move: str) -> None:
    assert str(MoveParser(ENGLISH).parse(text, OPENING).move) == move


def test_the_names_of_the_language_are_understood() -> None:
    assert (
        str(MoveParser(GERMAN).parse(GERMAN.card(GAME.deck.by_id["C-K"].index), PLAY).move)
        == "play C-K"
    )
    assert str(MoveParser(GERMAN).parse("Farbensolo", OPENING).move) == "bid farbensolo"
    assert str(MoveParser(GERMAN).parse("kontra", ANSWER).move) == "double game"


def test_what_may_be_several_moves_is_not_guessed() -> None:
    meant = MoveParser(ENGLISH).parse(
        "x", played("bid solo", "pass", "pass", "pass", "pass", "play T-Sk")
    )
    assert str(meant.move) == "play T-X"  # the card itself, though others begin so
    meant = MoveParser(ENGLISH).parse("bid", OPENING)
    assert meant.move is None
    assert [str(move) for move in meant.several] == ["bid rufer T-XX", "bid farbensolo", "bid solo"]


def test_a_card_alone_is_what_one_does_with_cards_in_that_step() -> None:
    three = loaded("anrufen", "three")
    hands = [
        ["H-A", "H-10", "H-K", "H-J", "D-10", "S-J", "C-K"],
        ["H-Q", "H-9", "D-K", "D-Q", "S-Q", "S-9", "C-10"],
    ]
    used = {"D-9", "S-K", "C-A", *hands[0], *hands[1]}
    hands.append([card.id for card in three.deck.cards if card.id not in used])
    at = deal(three, hands=hands, talon=["D-9", "S-K", "C-A"])
    for move in ("bid simple", "pass", "pass"):
        at = at.after(move)
    for text in ("hearts", "♥", "Herz", "h", "trump H"):
        assert str(MoveParser(Prose(three, "en")).parse(text, at).move) == "trump H"
    at = at.after("trump H")
    for text in ("C-A", "♣A", "discard C-A"):
        assert str(MoveParser(Prose(three, "en")).parse(text, at).move) == "discard C-A"


def test_what_means_nothing_has_a_nearest_move_or_none() -> None:
    assert MoveParser(ENGLISH).parse("bid sloo", OPENING).near == "bid solo"
    for text in ("", "   ", "?!", "zzz", "--"):
        meant = MoveParser(ENGLISH).parse(text, OPENING)
        assert (meant.move, meant.several, meant.near) == (None, (), "")


def test_cards_of_a_hand_in_one_text() -> None:
    ids = [GAME.deck.cards[card].id for card in read_cards(ENGLISH, "S-Q, T-V  xx ♥K Sk, SK")]
    assert ids == ["S-Q", "T-V", "T-XX", "H-K", "T-Sk", "S-K"]
    for text in ("K", "sk", "H-9", "nothing"):
        with pytest.raises(WrongCall):
            read_cards(ENGLISH, text)


@pytest.mark.sample(6)
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_the_simple_players_keep_the_rules_and_always_do_the_same(game: str, variant: str) -> None:
    rules = loaded(game, variant)
    for seed in range(5):
        first, again = played_out(deal(rules, seed=seed)), played_out(deal(rules, seed=seed))
        assert first.turn is None and first.history == again.history


def test_a_simple_player_knows_only_what_its_seat_may_know() -> None:
    """The same view with other hidden cards gets the same move."""
    other = [HANDS[0], HANDS[2], HANDS[1], HANDS[3]]
    moves = ("bid solo", "pass", "pass", "pass", "pass")
    at, swapped = played(*moves), deal(GAME, hands=other)
    for move in moves:
        swapped = swapped.after(move)
    assert choose(GAME, at.view(0)) == choose(GAME, swapped.view(0))


def test_a_simple_player_gives_points_to_its_partner_and_none_to_others() -> None:
    # Forehand calls the Twenty, which the fourth hand has; everybody knows once it has been played.
    at = played(
        "bid rufer T-XX",
        "pass",
        "pass",
        "pass",
        "pass",
        "play T-IX",
        "play T-VI",
        "play T-XIX",
        "play T-XX",
    )
    assert at.turn == 3
    at = at.after("play H-Q").after("play H-J").after("play T-VII")  # the second hand wins so far
    assert choose(GAME, at.view(2)) == at.moves()[0] and str(at.moves()[0]) == "play H-K"
    lost = played(
        "bid rufer T-XX", "pass", "pass", "pass", "pass", "play C-K", "play C-C", "play C-10"
    )
    # The fourth hand is void of clubs and has to play tarock: the Pagat, its dearest, would win,
    # and so would the others; the trick is the last to play, and so the Pagat brings its five
    # points home.
    assert lost.view(3).sides[0] == lost.view(3).sides[3] == "declarers"
    assert str(choose(GAME, lost.view(3))) == "play T-I"


def test_a_simple_player_who_cannot_win_gives_most_to_its_side() -> None:
    at = played("bid solo", "pass", "pass", "pass", "pass", "play H-J", "play T-VI", "play H-K")
    # The fourth hand has to follow and cannot win: the Ace is worth nothing, the Queen four points,
    # the Cavalier three. Its own side (the defenders) wins the trick by the Six: so it gives the
    # most it has.
    assert str(choose(GAME, at.view(3))) == "play H-Q"


def test_an_id_is_that_of_its_card_alone(tmp_path: Path) -> None:
    """Without signs, bells and bows both begin with B in English, and B is the letter of bells."""
    rules = tmp_path / "rules"
    copytree(library().root, rules)
    pack = rules / "decks" / "german-32.yaml"
    text = pack.read_text(encoding="utf-8").replace("{en: leaves,", "{en: bows,")
    pack.write_text(text, encoding="utf-8")
    prose = Prose(load("rufmariasch", rules=rules), "en")
    assert read_cards(prose, "B-A b-a L-A") == read_cards(prose, "B-A B-A L-A")
    assert len(set(read_cards(prose, "B-A L-A"))) == 2
