"""The packs: what is in them by the accounts of their games, what cards are called and how they are
written.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from shutil import copytree

import pytest
from changed import changed
from conftest import LANGUAGES, loaded

from zwanz_renderer import faces
from zwanz_renderer.faces import indices
from zwanz_renderer.faces.indices import face_of
from zwanz_renderer.faces.scenes import SCENES
from zwanz_renderer.pictures import Pictures
from zwanz_ssot.library import check, library, load_deck
from zwanz_ssot.model import Cards, Deck
from zwanz_ssot.move_parser import card_names, read_cards, squeezed
from zwanz_ssot.problems import WrongCall
from zwanz_ssot.prose import Prose
from zwanz_ssot.prose.nouns import Nouns
from zwanz_ssot.prose.template import words

DECKS = library().decks()
PIPS = ("A", "1", "2", "3", "4", "7", "8", "9", "10")
each_deck = pytest.mark.parametrize("name", DECKS)
each_deck_and_language = pytest.mark.parametrize(("name", "lang"), list(product(DECKS, LANGUAGES)))


@cache
def deck(name: str) -> Deck:
    return load_deck(name)


@cache
def prose(name: str, lang: str) -> Prose:
    """What can be said of cards alone does not depend on the game that is played with them."""
    return Prose(replace(loaded("zwanzigerrufen", "base"), deck=deck(name)), lang)


def set_of(name: str, key: str) -> set[str]:
    return {card.id for card in deck(name).within(deck(name).sets[key])}


def test_there_is_a_pack_for_every_game_of_the_family() -> None:
    assert DECKS == ("french-24", "german-24", "german-32", "tarock-40", "tarock-42", "tarock-54")


def test_fifty_four_cards_count_seventy_points_in_packets_of_three() -> None:
    pack = deck("tarock-54")
    # 7 of five (Trull and Kings), 4 Queens of four, 4 Cavaliers of three, 4 Jacks of two; 19
    # tarocks and 16 pips of one
    assert Counter(card.points for card in pack.cards) == {5: 7, 4: 4, 3: 4, 2: 4, 1: 35}
    assert 3 * pack.points - 2 * len(pack.cards) == 210  # thirds of a point: 70 points


def test_red_pips_run_backwards_and_black_ones_forwards() -> None:
    pack = deck("tarock-54")
    ranks = {
        suit: [pack.by_id[card].rank for card in pack.shown(pack.sets[suit])] for suit in pack.suits
    }
    assert ranks["hearts"] == ranks["diamonds"] == ["K", "Q", "C", "J", "1", "2", "3", "4"]
    assert ranks["clubs"] == ranks["spades"] == ["K", "Q", "C", "J", "10", "9", "8", "7"]
    assert ranks["tarock"][:3] == ["Sk", "XXI", "XX"] and ranks["tarock"][-4:] == [
        "IIII",
        "III",
        "II",
        "I",
    ]


def test_groups_of_the_tarock_game() -> None:
    kings = {"H-K", "D-K", "C-K", "S-K"}
    assert set_of("tarock-54", "birds") == {"T-I", "T-II", "T-III", "T-IIII"}
    assert (
        set_of("tarock-54", "trull") == {"T-Sk", "T-XXI", "T-I"}
        and set_of("tarock-54", "kings") == kings
    )
    # what may be laid away: of 22 tarocks all but the Trull, of 32 suit cards all but the Kings
    assert len(set_of("tarock-54", "common_tarocks")) == 19
    assert len(set_of("tarock-54", "common_plain_cards")) == 28


@pytest.mark.parametrize(
    ("name", "ranks"),
    [
        ("german-32", "A 10 K O U 9 8 7"),
        ("german-24", "A 10 K O U 9"),
        ("french-24", "A 10 K Q J 9"),
    ],
)
def test_packs_of_the_calling_games_count_aces_and_tens(name: str, ranks: str) -> None:
    pack = deck(name)
    assert {suit.ranks for suit in pack.suits.values()} == {tuple(ranks.split())}
    # with ten for the last trick there are ninety points in a round
    assert pack.points == 80 and {card.rank for card in pack.cards if card.points} == {"A", "10"}
    assert {card.points for card in pack.cards} == {10, 0}


def test_a_marriage_is_king_and_queen_of_a_suit() -> None:
    pack = deck("french-24")
    for suit in pack.suits.values():
        assert set_of("french-24", f"marriage_{suit.id}") == {
            f"{suit.letter}-K",
            f"{suit.letter}-Q",
        }


def test_where_all_tricks_count_the_ten_stands_low() -> None:
    pack, order = deck("french-24"), "A K Q J 10 9"
    for suit in pack.suits:
        assert [pack.cards[index].rank for index in pack.order(suit, "tens_low")] == order.split()
        assert [pack.cards[index].rank for index in pack.order(suit)][:2] == ["A", "10"]


@each_deck_and_language
def test_every_card_has_a_name_that_no_other_has(name: str, lang: str) -> None:
    pack = deck(name)
    names = [prose(name, lang).card(card.index) for card in pack.cards]
    assert len(set(names)) == len(names)
    for named in (
        pack.name,
        *pack.set_names.values(),
        *pack.rank_names.values(),
        *(s.name for s in pack.suits.values()),
    ):
        assert lang in named.texts, named
    for card in pack.cards:
        if card.name is None and card.suit != "tarock":
            assert card.rank in pack.rank_names, card.id


@each_deck
def test_every_card_has_its_article_in_german(name: str) -> None:
    nouns = Nouns(words("de"), "de", deck(name))
    for card in deck(name).cards:
        assert nouns.card(card.index).text.split()[0] in ("der", "die", "das"), card.id


def test_articles_of_the_ranks_of_german_cards() -> None:
    german, english = (Nouns(words(lang), lang, deck("german-32")) for lang in ("de", "en"))
    ober, eight = (deck("german-32").by_id[card].index for card in ("E-O", "L-8"))
    assert (
        german.card(ober).forms["a"] == "einen Eichel-Ober"
        and german.card(eight).forms["dat"] == "der Laub-Acht"
    )
    assert english.card(ober).forms["a"] == "an Ober of Acorns"


def test_only_the_noun_that_was_found_in_a_name_takes_another_form() -> None:
    nouns = Nouns(words("de"), "de", deck("german-32"))
    assert nouns.named("Bubenstreich mit Bube").forms["acc"] == "Bubenstreich mit Bube"
    assert nouns.named("Kartentausch um Karten").forms["one"] == "Kartentausch um Karte"
    assert nouns.named("Karten der Reihe nach").forms["one"] == "Karte der Reihe nach"


def test_a_noun_that_is_declined_is_so_after_every_preposition() -> None:
    nouns = Nouns(words("de"), "de", deck("french-24"))
    jack, aces = nouns.named("Herz-Bube").forms, nouns.named("Asse").forms
    assert (jack["by"], jack["in"]) == ("vom Herz-Buben", "im Herz-Buben")
    assert (jack["a"], jack["none"]) == ("einen Herz-Buben", "keinen Herz-Buben")
    assert jack["highest"] == "der höchste Herz-Bube"
    assert (aces["by"], aces["in"], aces["none"]) == ("von den Assen", "in den Assen", "keine Asse")
    rufer = nouns.named("hoher Besserrufer").forms
    assert (rufer["a"], rufer["by"]) == ("einen hohen Besserrufer", "vom hohen Besserrufer")


@each_deck_and_language
def test_a_card_is_written_as_no_other_is(name: str, lang: str) -> None:
    shorts = [prose(name, lang).card_short(card.index) for card in deck(name).cards]
    assert len(set(shorts)) == len(shorts)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_pack_without_signs_of_suits_writes_their_letters(lang: str) -> None:
    """“A, A, A may be called” says nothing; but tarocks, whose ranks no other suit has, need none."""
    german = replace(deck("german-32"), signs={})
    tarock = deck("tarock-40")
    assert [german.sign(suit, lang) for suit in german.suits] == ["H-", "B-", "E-", "L-"]
    assert tarock.sign("tarock", lang) == ""
    bells = {"bells": german.suits["bells"]}
    assert replace(german, suits=bells).sign("bells", lang) == ""


def test_each_language_writes_the_courts_and_suits_it_knows() -> None:
    def shorts(name: str, lang: str, *ids: str) -> list[str]:
        return [prose(name, lang).card_short(deck(name).by_id[card].index) for card in ids]

    assert shorts("french-24", "en", "H-A", "S-Q", "C-J") == ["♥A", "♠Q", "♣J"]
    assert shorts("french-24", "de", "H-A", "S-Q", "C-J") == ["♥A", "♠D", "♣B"]
    assert shorts("tarock-54", "de", "T-II", "D-C", "D-1") == ["II", "♦R", "♦1"]
    assert shorts("german-32", "en", "B-O", "E-A", "L-10") == ["B-O", "E-A", "L-10"]
    assert shorts("german-32", "de", "B-O", "E-A", "L-10") == ["B-O", "E-A", "L-10"]


@each_deck_and_language
def test_what_may_be_typed_for_a_card_means_no_other(name: str, lang: str) -> None:
    sentences = prose(name, lang)
    bare = {
        squeezed(text)
        for card in deck(name).cards
        for text in (card.rank, deck(name).corner(card.rank, lang))
    }
    meant: dict[str, set[str]] = {}
    for card in deck(name).cards:
        for text in card_names(sentences, card):
            if (
                squeezed(text) not in bare
            ):  # a rank alone may be several cards, and then is asked for
                meant.setdefault(" ".join(text.casefold().split()), set()).add(card.id)
    assert {text: cards for text, cards in meant.items() if len(cards) > 1} == {}


@pytest.mark.parametrize(
    ("name", "lang", "text", "cards"),
    [
        ("german-32", "de", "SO ea l10", "B-O E-A L-10"),
        ("german-32", "en", "bo AA h7", "B-O E-A H-7"),
        ("french-24", "de", "♥D ♠B H-Q", "H-Q S-J H-Q"),
        ("french-24", "de", "HD SB ck", "H-Q S-J C-K"),
        ("french-24", "en", "HQ sj 10d", "H-Q S-J D-10"),
        ("tarock-54", "de", "CD D-C dr sb uhu ii", "C-Q D-C D-C S-J T-II T-II"),
    ],
)
def test_cards_as_people_of_a_language_type_them(
    name: str, lang: str, text: str, cards: str
) -> None:
    assert [
        deck(name).cards[index].id for index in read_cards(prose(name, lang), text)
    ] == cards.split()


@pytest.mark.parametrize(
    ("name", "lang", "text"), [("german-32", "en", "be"), ("french-24", "en", "♥D")]
)
def test_the_letters_of_another_language_are_not_understood(
    name: str, lang: str, text: str
) -> None:
    with pytest.raises(WrongCall, match="there is no card"):
        read_cards(prose(name, lang), text)


@each_deck
def test_every_card_of_every_pack_is_drawn(name: str) -> None:
    pack = deck(name)
    kinds = Counter(face_of(card, tuple(SCENES)).kind for card in pack.cards)
    assert "plain" not in kinds
    courts = sum(
        rank in ("K", "Q", "C", "J", "O", "U")
        for suit in pack.suits.values()
        for rank in suit.ranks
    )
    assert (
        sum(kinds[kind] for kind in ("king", "queen", "cavalier", "jack", "ober", "unter"))
        == courts
    )
    assert all(faces.has_picture(card) == (card.rank not in PIPS) for card in pack.cards)


@each_deck
def test_a_book_shows_the_cards_of_its_pack_in_their_size_and_letters(name: str) -> None:
    pack = deck(name)
    pictures = Pictures(pack.cards, pack.corners_in("de"))
    wide, high = faces.size(faces.style_of(pack.cards))
    assert (wide, high) == ((610, 1130) if "tarock" in pack.suits else (590, 910))
    for card in pack.cards:
        assert pictures.picture(f"card:{card.id}@book").view_box == f"0 0 {wide} {high}"
    assert pictures.picture("back:@book").view_box == f"0 0 {wide} {high}"


def test_the_queen_of_a_german_book_bears_a_d() -> None:
    pack = deck("french-24")
    english, german = (
        Pictures(pack.cards, pack.corners_in(lang)).svg("card:S-Q@book") for lang in ("en", "de")
    )
    letters = {letter: indices.glyph(letter)[0] for letter in "QD"}
    assert letters["Q"] in english and letters["D"] not in english
    assert letters["D"] in german and letters["Q"] not in german


def test_the_aces_of_a_german_pack_show_four_seasons() -> None:
    pack = deck("german-32")
    drawn = [
        set(re.findall(r' d="([^"]*)"', faces.svg(pack.by_id[f"{suit.letter}-A"], style="german")))
        for suit in pack.suits.values()
    ]
    for one, other in product(drawn, drawn):
        assert one is other or len(one - other) >= 5


@each_deck_and_language
def test_sentences_and_moves_name_a_suit_by_one_letter(name: str, lang: str) -> None:
    """A card of a suit without a symbol is shown with the letter that its moves have."""
    for suit in deck(name).suits.values():
        sign = deck(name).sign(suit.id, lang)
        assert not sign.endswith("-") or sign == f"{suit.letter}-"


def test_a_suit_may_be_typed_by_its_initial_in_the_language() -> None:
    typed = {"en": "A-U B-7", "de": "E-U S-7", "ja": "E-U B-7"}
    for lang, text in typed.items():
        found = read_cards(prose("german-32", lang), text)
        assert [deck("german-32").cards[card].id for card in found] == ["E-U", "B-7"]


def test_a_pack_whose_source_is_gone_is_refused_though_it_has_not_changed_itself(
    tmp_path: Path,
) -> None:
    rules = tmp_path / "rules"
    copytree(library().root / "decks", rules / "decks")
    shipped = (library().root / "sources.yaml").read_text(encoding="utf-8")
    pack, sources = rules / "decks" / "tarock-40.yaml", rules / "sources.yaml"
    sources.write_text(shipped, encoding="utf-8")
    assert check([pack], rules=rules) == []
    sources.write_text(shipped.replace("\n  wikipedia:\n", "\n  encyclopedia:\n"), encoding="utf-8")
    assert {problem.code for problem in check([pack], rules=rules)} == {"sense.name"}
    sources.write_text(shipped, encoding="utf-8")
    assert check([pack], rules=rules) == []


def test_a_set_whose_name_has_a_hyphen_can_be_named(tmp_path: Path) -> None:
    """It is no card: the letter of a suit is a capital one."""
    rules = tmp_path / "rules"
    copytree(library().root, rules)
    pack = rules / "decks" / "tarock-40.yaml"
    text = pack.read_text(encoding="utf-8")
    pack.write_text(
        text.replace("sets:\n", "sets:\n  two-kings: [H-K, D-K]\n", 1), encoding="utf-8"
    )
    change = "at: bonuses.four_kings.won.dealt_to_one, set: two-kings"
    won = changed(tmp_path, "zwanzigerrufen", change, rules=rules).bonuses["four_kings"].won
    (cards,) = won.args.values()
    assert isinstance(cards, Cards) and cards.mask.bit_count() == 2
