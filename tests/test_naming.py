"""Trumps named before anything is bid: in Bauernschnapsen, and where other rules do not fit it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from changed import changed
from tables import code, texts

from zwanz_renderer import book
from zwanz_ssot.engine import Round, deal
from zwanz_ssot.library import load
from zwanz_ssot.model import Game
from zwanz_ssot.players import choose
from zwanz_ssot.problems import RulesFault
from zwanz_ssot.prose import Prose

GAMES = Path(__file__).parent.parent / "docs" / "games"
HANDS = [
    ["H-A", "H-10", "H-K", "H-Q", "H-J"],
    ["S-A", "S-10", "S-K", "S-Q", "S-J"],
    ["C-A", "C-10", "C-K", "C-Q", "C-J"],
    ["D-A", "D-10", "D-K", "D-Q", "D-J"],
]

DONE = ("pass",) * 4
"""After a bid: its bidder, who adds nothing to it, then the others, who neither bid nor double."""


@cache
def rules() -> Game:
    """Bauernschnapsen."""
    return load("bauernschnapsen", rules=GAMES)


def begun() -> Round:
    """Each player holds a suit; forehand has seen three of its hearts."""
    return deal(rules(), hands=HANDS)


def test_a_suit_that_is_held_is_named_after_three_cards() -> None:
    at = begun()
    assert at.step == "naming" and texts(at) == {"trump H"}
    assert len(at.hands[0].ids) == 3
    assert code(at, "trump S") == "suit_not_held" and code(at, "pass") == "wrong_step"
    assert str(choose(rules(), at.view(0))) == "trump H"
    named = at.after("trump H")
    assert named.step == "auction" and len(named.hands[0].ids) == 5
    assert {"bid schnapser", "bid gang", "pass"} < texts(named)


def test_a_schnapser_is_made_in_three_tricks() -> None:
    """Forty for the pair, then Queen, Ace and Ten of trumps: sixty-four, and what others throw."""
    at = begun()
    for move in ("trump H", "bid schnapser", *DONE, "declare marriage H"):
        at = at.after(move)
    for card in ("H-Q", "S-J", "C-J", "D-J"):
        at = at.after(f"play {card}")
    for card in ("H-A", "S-Q", "C-Q"):
        at = at.after(f"play {card}")
    assert not at.over
    at = at.after("play D-Q")  # 40 + 3 + 6, then 11 + 9: sixty-nine
    ledger = at.ledger()
    assert at.over and ledger is not None and ledger.scores == (6, 0, 6, 0)


def test_the_suit_is_trumps_in_the_contracts_that_want_one() -> None:
    at = begun().after("trump H")
    rufer = at
    for move in ("pass", "pass", "pass", "pass", "bid simple", *DONE):
        rufer = rufer.after(move)
    trumps = rules().deck.suits["hearts"].mask
    assert rufer.state.rules is not None and rufer.state.rules.trump == trumps
    gang = at
    for move in ("bid gang", *DONE):
        gang = gang.after(move)
    assert gang.state.rules is not None and not gang.state.rules.trump


def test_the_game_ends_with_twenty_four_points() -> None:
    assert rules().match.target == 24


def test_it_is_told_in_every_language() -> None:
    at = ("naming", "by")
    found = {lang: Prose(rules(), lang).setting(at, "forehand") for lang in ("en", "de", "ja")}
    assert found == {
        "en": "Forehand names the trump suit before anything is bid.",
        "de": "Bevor geboten wird, sagt die Vorhand die Trumpffarbe an.",
        "ja": "ビッドの前に、フォアハンドが切り札のスートを指定します。",
    }
    role = ("contracts", "gang", "declarers")
    sentence = Prose(rules(), "de").setting(role, rules().at(role))
    assert sentence == (
        "Im Gang spielen der Ansager und der zweite Spieler nach dem Ansager zusammen."
    )


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("bauernschnapsen", "Forehand names the trump suit."),
        ("hungarian-tarokk", "then a card is called, whose holder is the partner."),
    ],
)
def test_a_round_in_brief_has_its_steps_in_order(name: str, sentence: str, tmp_path: Path) -> None:
    game = load(name, rules=GAMES if (GAMES / name).exists() else None)
    (page,) = book.build(game, lang="en", out=tmp_path, formats=["html"]).paths
    text = re.sub(r"<[^>]+>|\u00ad", "", page.read_text(encoding="utf-8"))
    assert sentence in re.sub(r"\s+", " ", text)


NAMING = "at: naming, add: {by: forehand, suits: any}"
ORDER = (
    "at: order, set: [deal.all, naming, auction, call, exchange, announcements, play, settlement]"
)


def test_a_suit_named_before_the_bids_is_trumps_where_nobody_is_the_declarer(
    tmp_path: Path,
) -> None:
    each = (
        "{name: {en: Each, de: Jeder}, declarers: [], losers: {most: card_points}, value: 1, "
        "play: {ends_at_points: 66}, source: [custom]}"
    )
    game = changed(
        tmp_path,
        "bauernschnapsen",
        "at: auction.if_all_pass, set: [{play: each}]",
        "at: contracts.simple.only, drop: true",
        f"at: contracts.each, add: {each}",
        rules=GAMES,
    )
    at = deal(game, hands=HANDS)
    for move in ("trump H", "pass", "pass", "pass", "pass"):
        at = at.after(move)
    assert at.contract is not None and at.contract.id == "each"
    assert at.state.rules is not None
    assert at.state.rules.trump == game.deck.suits["hearts"].mask


def test_a_suit_is_named_at_any_time_before_the_play_of_a_fixed_contract(tmp_path: Path) -> None:
    order = "at: order, set: [deal.first_batch, {}, play, settlement]"
    rest = (
        "at: naming, add: {by: forehand, suits: held}",
        "at: play.trump, set: named",
        "at: call, drop: true",
        "at: contracts.simple.calls, drop: true",
        "at: contracts.simple.secret_until, drop: true",
        "at: contracts.simple.declarers, set: [declarer, {next_to: {next_to: declarer}}]",
    )
    for steps, cards in (("naming, deal.second_batch", 4), ("deal.second_batch, naming", 8)):
        at = deal(changed(tmp_path, "rufmariasch", order.format(steps), *rest), seed=1)
        while at.step == "deal":
            at = at.after(at.moves()[0])
        assert at.step == "naming" and len(at.hands[0].ids) == cards


@pytest.mark.parametrize(
    ("of", "changes", "sentence"),
    [
        ("koenigrufen", (NAMING, ORDER), "no contract plays with the suit that is named"),
        ("koenigrufen", (NAMING,), "the step 'naming' is missing"),
        ("koenigrufen", (ORDER,), "nothing is said about the step 'naming'"),
        (
            "koenigrufen",
            (NAMING, ORDER.replace("naming, auction", "auction, naming")),
            "'naming' has to come before 'auction'",
        ),
        (
            "anrufen",
            (NAMING, "at: order, set: [deal.all, naming, auction, call, play, settlement]"),
            "equal bids name their suits, but it is named already",
        ),
    ],
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, of: str, changes: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(RulesFault) as fault:
        changed(tmp_path, of, *changes)
    assert sentence in str(fault.value)
