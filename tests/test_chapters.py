"""The chapters of Zwanzigerrufen: each passage where its rule is played; auctions and rounds that
can be played.

What holds of the books of all games is asked in test_books.py.
"""

from __future__ import annotations

import html
import re
from functools import cache
from math import comb

import pytest
import yaml
from conftest import VARIANTS, loaded

import zwanz_ssot
from zwanz_renderer import blocks, book, pages
from zwanz_renderer.shortcodes import BLOCKS
from zwanz_renderer.text.markdown import Chapter
from zwanz_ssot.model import SEATS, Contract
from zwanz_ssot.places import data

GAME, LANGUAGES = "zwanzigerrufen", ["en", "de"]
NAMES = [variant for game, variant in VARIANTS if game == GAME]
ANNOUNCING = ["base", "wikipedia", "directnet"]
assert blocks  # registers them
BOOKS = {
    lang: sorted((data("templates") / "book" / lang / "zwanzigerrufen").glob("*.md"))
    for lang in LANGUAGES
}
every_book = pytest.mark.parametrize(
    ("variant", "lang"), [(name, lang) for lang in LANGUAGES for name in NAMES]
)


@cache
def chapters(variant: str, lang: str) -> list[Chapter]:
    return book.write_chapters(loaded(GAME, variant), lang, BOOKS[lang][0].parent, BLOCKS)


@cache
def text(variant: str, lang: str) -> str:
    """What a reader of the book finds, in plain words: contents, chapters, colophon."""
    document = pages.document(loaded(GAME, variant), lang, chapters(variant, lang)).html
    page = re.sub(r"<style>.*?</style>", "", document, flags=re.DOTALL)
    return plain(re.sub(r"<[^>]+>", " ", page))


def plain(sentence: str) -> str:
    """A text without soft hyphens, typographic quotes and line ends."""
    sentence = html.unescape(sentence).replace("\u00ad", "").replace("’", "'")
    return re.sub(r"\s+([,.;:)])", r"\1", re.sub(r"\s+", " ", sentence))


def word(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(plain(name))}\b")


def missing(variant: str) -> list[Contract]:
    """The contracts that other variants have and this one has not."""
    here = loaded(GAME, variant).contracts
    others = {
        id: contract for other in NAMES for id, contract in loaded(GAME, other).contracts.items()
    }
    return [contract for id, contract in others.items() if id not in here]


def is_native(variant: str, lang: str) -> str:
    """The book without the chapter that tells what others play."""
    shown = [
        chapter.html for chapter in chapters(variant, lang) if "other-tables" not in chapter.file
    ]
    return plain(re.sub(r"<[^>]+>", " ", " ".join(shown)))


@every_book
def test_no_contract_is_told_of_that_the_variant_lacks(variant: str, lang: str) -> None:
    for contract in missing(variant):
        assert not word(contract.name.text(lang)).search(is_native(variant, lang)), contract.id


PASSAGES = [
    ("The fairy-tale trick", "Der Märchenstich", ["wikipedia", "directnet"]),
    ("Throwing in", "Man wirft zusammen", ["wikipedia", "directnet"]),
    ("is a promise", "ist ein Versprechen", ["directnet"]),
    ("Kontra the game", "Kontra Spiel", ANNOUNCING),
    (
        "clears out another suit first",
        "räumt also zuerst eine andere Farbe aus",
        ["wikipedia", "rulebook"],
    ),
    (
        "must play a tarock although it cannot win",
        "muss also Tarock geben, obwohl es nicht gewinnen kann",
        ["base", "directnet"],
    ),
    ("nobody cuts", "keiner hebt ab", ["directnet", "rulebook"]),
    (
        "nothing for it but to bid a game that is played alone",
        "bleibt ihr nur ein Spiel, das man allein spielt",
        ANNOUNCING,
    ),
]


@pytest.mark.parametrize(
    ("lang", "sentence", "where"),
    [
        (lang, sentence, where)
        for *texts, where in PASSAGES
        for lang, sentence in zip(LANGUAGES, texts, strict=True)
    ],
)
def test_a_passage_stands_where_its_rule_is_played(
    lang: str, sentence: str, where: list[str]
) -> None:
    assert sorted(variant for variant in NAMES if sentence in text(variant, lang)) == sorted(where)


# The auction that is told word by word ------------------------------------------------------------

HANDS = [
    "T-Sk T-XX T-XIV T-IX T-V D-1 C-K C-Q S-C S-10",
    "T-XXI T-XVIII T-XVII T-XV T-XIII T-XII T-I H-C H-1 C-C",
    "T-XIX T-XVI T-XI T-X T-VI D-C D-J C-10 S-K S-J",
    "T-VIII T-VII T-IIII H-K H-Q H-J D-K D-Q C-J S-Q",
]
TURNS = [
    ("forehand", ["bid rufer T-XIX"]),
    ("second", []),
    ("third", ["announce absolut"]),
    ("fourth", ["double absolut"]),
    ("forehand", []),
    ("second", ["double game", "announce pagat_ultimo"]),
    ("third", ["double pagat_ultimo"]),
]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_turns_below_are_those_of_the_chapter(lang: str) -> None:
    seats = yaml.safe_load((data("templates") / f"book.{lang}.yaml").read_text(encoding="utf-8"))[
        "book"
    ]["seats"]
    chapter = next(file for file in BOOKS[lang] if "kontra" in file.stem).read_text(
        encoding="utf-8"
    )
    found = re.findall(r"^\| \*\*([\w ]+):\*\*", chapter, re.MULTILINE)
    assert found == [seats[seat] for seat, _ in TURNS]


@pytest.mark.parametrize("variant", ANNOUNCING)
def test_the_auction_of_the_chapter_can_be_said(variant: str) -> None:
    round = zwanz_ssot.deal(loaded(GAME, variant), hands=[hand.split() for hand in HANDS])
    while round.step == "misdeal":
        round = round.after("keep")
    for seat, word in TURNS:
        assert round.turn == SEATS.index(seat)
        for move in [*word, "pass"]:
            round = round.after(move)
    while round.step == "auction":
        round = round.after("pass")
    assert round.step == "play"
    assert round.contract is not None and round.contract.id == "rufer"


# The rounds that are told to the end
# ----------------------------------------------------------------

PANEL = re.compile(r"^\[score-panel\]\n(.*?)^\[/score-panel\]", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("variant", ANNOUNCING)
def test_the_auction_of_the_chapter_is_settled_with_its_hands(variant: str) -> None:
    chapter = next(file for file in BOOKS["en"] if "rounds" in file.stem).read_text(
        encoding="utf-8"
    )
    panels = [yaml.safe_load(panel) for panel in PANEL.findall(chapter)]
    hands = [hand.split() for hand in HANDS]
    assert hands in [list(panel["hands"].values()) for panel in panels]


# What the first evening is told
# ---------------------------------------------------------------------


def test_half_of_the_pack_are_tarocks_and_no_suit_goes_round_twice() -> None:
    game = loaded(GAME, "base")
    sizes = {id: suit.mask.bit_count() for id, suit in game.deck.suits.items()}
    tarocks = sizes.pop("tarock")
    assert 2 * tarocks == len(game.deck.cards)
    assert all(size < 2 * game.table.players for size in sizes.values())


def test_a_king_alone_gets_home_about_every_other_time_and_less_often_in_company() -> None:
    """The other cards of his suit lie among thirty unseen ones; he goes through when each of three
    hands has one.
    """

    def goes_through(others: int) -> float:
        void, void_in_two = comb(20, others) / comb(30, others), comb(10, others) / comb(30, others)
        return 1 - 3 * void + 3 * void_in_two

    assert 0.48 < goes_through(4) < 0.52
    assert goes_through(4) > goes_through(3) > goes_through(2) == pytest.approx(0)


@pytest.mark.parametrize("variant", NAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_hand_may_bid_what_it_is_shown_for(variant: str, lang: str) -> None:
    chapter = next(file for file in BOOKS[lang] if "strategy" in file.stem).read_text(
        encoding="utf-8"
    )
    shown = re.findall(
        r'\[scene type=hand cards="(.*?)".*?\[contract id=(\w+)\]', chapter, re.DOTALL
    )
    game = loaded(GAME, variant)
    assert len(shown) == 3
    for cards, contract in shown:
        if contract not in game.contracts:
            continue
        rest = [card.id for card in game.deck.cards if card.id not in cards.split()]
        round = zwanz_ssot.deal(game, hands=[cards.split(), *(rest[seat::3] for seat in range(3))])
        while round.step == "misdeal":
            round = round.after("keep")
        assert f"bid {contract}" in [move.text for move in round.moves()]


_BIDS_AGAIN = {
    "en": "Whoever has been overbid may bid again, as high or higher, when the turn comes round.",
    "de": "Wer überboten wurde, darf wieder bieten, gleich hoch oder höher, wenn er an die Reihe kommt.",
    "ja": "上回られた人は、次に番が来たとき、同じ高さか、もっと高くビッドできます。",
}


@pytest.mark.parametrize("lang", _BIDS_AGAIN)
def test_the_auction_of_anrufen_says_who_bids_and_who_bids_again(lang: str) -> None:
    (chapter,) = data(f"templates/book/{lang}/anrufen").glob("02-*.md")
    written = chapter.read_text(encoding="utf-8")
    assert "[rule at=auction.in_one_turn]" in written and _BIDS_AGAIN[lang] in written
    at = zwanz_ssot.deal(loaded("anrufen", "base"), seed=3).after("cut 12")
    for move in ("bid simple", "pass", "pass", "bid hundred"):
        assert "bid hundred" in at.moves()
        at = at.after(move)
    assert at.turn == 0 and {"bid no_tricks", "bid all_tricks"} <= {*map(str, at.moves())}
