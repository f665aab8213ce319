"""Bids and passes that promise a card, hands thrown in after the talon, bonuses that replace nothing
after all: where the rules of Hungarian Tarokk have them, and where other rules do not fit them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest
from naive import begin
from tables import texts
from test_perft_references import compare

from zwanz_ssot.engine import Round, View, deal
from zwanz_ssot.library import load
from zwanz_ssot.model import Game
from zwanz_ssot.problems import RulesFault
from zwanz_ssot.prose import Prose


@cache
def rules() -> Game:
    """Hungarian Tarokk."""
    return load("hungarian-tarokk")


def handed(*held: str, game: Game | None = None) -> Round:
    """These hands, filled up with suit cards and low tarocks; the talon last."""
    deck = rules().deck
    hands = [text.split() for text in held]
    left = [card.id for card in reversed(deck.cards) if not any(card.id in hand for hand in hands)]
    for hand in hands:
        while len(hand) < 9:
            hand.append(left.pop(0))
    return deal(game or rules(), hands=hands, talon=left)


def after_words(at: Round, *moves: str) -> Round:
    """The round after these words."""
    for move in moves:
        at = at.after(move)
    return at


def test_the_last_speaker_promises_nobody_anything() -> None:
    """When three have passed there is nobody left to answer, so any bid is free."""
    at = handed("T-Sk", "T-XXI", "T-II", "T-I T-III")
    assert {"bid ketto", "bid egy"}.isdisjoint(texts(at))
    last = after_words(at, "pass", "pass", "pass")
    assert texts(last) == {"bid harom", "bid ketto", "bid egy", "bid szolo", "pass"}


def test_only_the_first_promise_counts() -> None:
    """The Two promises the XIX; after it nobody promises, and a Solo without any card is free."""
    at = after_words(handed("T-Sk T-XIX", "T-XXI T-II", "T-III", "T-I"), "bid ketto")
    assert texts(at) == {"bid egy", "bid szolo", "pass"}
    assert after_words(at, "pass", "pass", "bid szolo").turn == 0


def test_a_promise_binds_who_takes_the_game_over_alone() -> None:
    """Who has promised the XIX and is the declarer himself may discard it, and calls as ever."""
    at = after_words(
        handed("T-Sk T-XIX", "T-XXI", "T-XX", "T-I"), "bid ketto", "pass", "pass", "pass"
    )
    at = after_words(at, "keep", "keep", "keep", "keep")
    assert at.step == "exchange" and "discard T-XIX" in texts(at)
    while at.step == "exchange":
        at = at.after(next(each for each in sorted(texts(at)) if each != "discard T-XIX"))
    assert texts(at) == {"call T-XX"}


def discarding(game: Game | None = None) -> Round:
    """The declarer has discarded the XIX, the Queen and the Cavalier of hearts; second the II, third
    a Ten.
    """
    at = handed("T-Sk T-XX T-XIX H-Q H-C H-J", "T-XXI T-II", "T-III S-10", "T-I", game=game)
    at = after_words(at, "bid harom", "pass", "pass", "pass", "keep", "keep", "keep", "keep")
    return after_words(
        at, "discard T-XIX", "discard H-Q", "discard H-C", "discard T-II", "discard S-10"
    )


def test_others_are_told_of_a_tarock_and_see_those_of_the_declarer() -> None:
    at = discarding()
    own, seen = ["discard T-XIX", "discard H-Q", "discard H-C"], ["discard T-XIX", "discard"]
    for seat in (0, 1, 2, 3, None):
        view = at.view(seat)
        heard = [str(move) for _, move in view.said if move.kind == "discard"]
        assert heard[:3] == (own if seat == 0 else [*seen, "discard"])
        assert heard[3] == ("discard T-II" if seat == 1 else "discard T")
        assert heard[4] == ("discard S-10" if seat == 2 else "discard")
        assert "T-XIX" in view.discards.ids and ("T-II" in view.discards.ids) == (seat == 1)
        assert View.from_dict(view.as_dict(), rules()) == view


def test_what_was_told_is_said_in_words() -> None:
    (later,) = [move for _, move in discarding().view(3).said if str(move) == "discard T"]
    spoken = {lang: Prose(rules(), lang).move(later) for lang in ("en", "de", "ja")}
    assert spoken == {
        "en": "discards one of the tarocks face down",
        "de": "legt verdeckt eine Karte dieser Farbe ab: Tarock",
        "ja": "タロックを1枚伏せて捨てる",
    }


def test_without_these_rules_all_is_face_down(tmp_path: Path) -> None:
    file = tmp_path / "quiet.yaml"
    drops = "".join(
        f"  - {{at: exchange.{key}, drop: true, source: custom}}\n"
        for key in ("tells", "declarer_shows")
    )
    head = "variant: quiet\nof: hungarian-tarokk\nname: {en: Quiet, de: Leise}\nchanges:\n"
    file.write_text(head + drops, encoding="utf-8")
    quiet = load("hungarian-tarokk", str(file))
    at = discarding(quiet)
    heard = [str(move) for _, move in at.view(3).said if move.kind == "discard"]
    assert heard == ["discard"] * 5 and at.view(3).discards.ids == []


def test_both_implementations_keep_promises() -> None:
    """In some rounds a card has to be called because it was promised."""
    bound = 0
    for seed in range(12):
        start = deal(rules(), seed=seed)
        compare(start, begin(rules(), seed), Random(seed), 0.3)
    for seed in range(60):
        at, random = deal(rules(), seed=seed), Random(seed)
        while not at.over and at.step != "play":
            at = at.after(random.choice(sorted(texts(at) - {"throw-in"})))
        bound += at.state.promised >= 0 and at.state.promiser != at.state.declarer
    assert bound >= 3


def with_change(folder: Path, change: str) -> Game:
    """The rules with one change."""
    file = folder / "changed.yaml"
    head = "variant: changed\nof: hungarian-tarokk\nname: {en: Changed, de: Anders}\nchanges:\n"
    file.write_text(f"{head}  - {{{change}, source: custom}}\n", encoding="utf-8")
    return load("hungarian-tarokk", str(file))


CUE = "at: auction.promises.cue_bid, set: "


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (CUE + "{card: T-Sk, bid_skips: 1}", "this card cannot be called"),
        (CUE + "{card: T-XIX}", "exactly one of bid_skips and pass_against"),
        (CUE + "{card: T-XIX, bid_skips: 2}", "another promise is made in the same way"),
        (CUE + "{card: T-XIX, bid_skips: 9}", "no bid skips so many steps"),
        (CUE + "{card: T-XIX, pass_against: harom}", "nobody can have bid before it"),
        ("at: auction.next_bid, set: higher", "no bid is held here"),
        ("at: contracts.harom.requires.hand_has.at_least, set: 2", ""),
        (
            "at: contracts.ketto.requires, add: {hand_has: {who: speaker, cards: kings, at_least: 1}}",
            "may be unable",
        ),
        ("at: auction.opening, set: must_bid", "the first speaker has to bid"),
        ("at: bonuses.volat.replaces, drop: true", "it replaces nothing"),
        (
            "at: order, set: [deal.all, auction, misdeal, talon, exchange, call, announcements, play, settlement]",
            "has to come before",
        ),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, change: str, fault: str) -> None:
    if not fault:
        assert with_change(tmp_path, change).auction.promises
        return
    with pytest.raises(RulesFault) as caught:
        with_change(tmp_path, change)
    assert fault in str(caught.value)
