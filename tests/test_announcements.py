"""Announcements after the exchange: hidden partners, doubles that count for nothing, doubles of
single opponents.
"""

from __future__ import annotations

from pathlib import Path

from conftest import loaded
from tables import after_words, code, texts

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.library import load
from zwanz_ssot.model import Game

K = "koenigrufen"
PASSES = ("second: pass", "third: pass", "fourth: pass")


def dealt(rules: Game | None = None, **held: str) -> Round:
    """A round in which these seats hold at least these cards."""
    rules = rules or loaded(K, "base")
    hands = [held.get(seat, "").split() for seat in ("forehand", "second", "third", "fourth")]
    left = [card for card in rules.deck.by_id if not any(card in hand for hand in hands)]
    for hand in hands:
        take = 12 - len(hand)
        hand += left[:take]
        left = left[take:]
    return deal(rules, hands=hands, talon=left)


def solorufer(partner: str) -> Round:
    """A Solorufer of the forehand in which ``partner`` holds the called king, and the second hand
    the Pagat.
    """
    cards = {"forehand": "H-K D-K", "second": "T-I", partner: "S-K"}
    cards |= {"second": "T-I S-K"} if partner == "second" else {}
    return after_words(
        dealt(**cards), "forehand: bid solorufer", *PASSES, "forehand: call S-K; pass"
    )


def to_the_end(played: Round) -> Round:
    while played.step != "over":
        moves = played.moves()
        played = played.after("pass" if "pass" in texts(played) else moves[0])
    return played


def test_who_must_announce_may_pass_once_nothing_can_be_announced_any_more(tmp_path: Path) -> None:
    file = tmp_path / "closing.yaml"
    closes = "{at: bonuses.valat.closes, add: [announcements, doubles], source: custom}"
    file.write_text(
        f"variant: closing\nof: {K}\nname: {{en: X, de: X}}\nchanges: [{closes}]\n",
        encoding="utf-8",
    )
    played = dealt(load(K, str(file)), forehand="H-K D-K T-I", third="S-K")
    played = after_words(played, "forehand: bid besserrufer", *PASSES, "forehand: call S-K; take 1")
    while played.step == "exchange":
        played = played.after(played.moves()[0])
    assert code(played, "pass") == "must_announce"
    assert texts(played.after("announce valat")) == {"pass"}


def test_a_double_between_hidden_partners_is_said_and_counts_for_nothing() -> None:
    played = after_words(
        solorufer("second"), "second: announce pagat; pass", "third: pass", "fourth: pass"
    )
    assert "double pagat" in texts(played)
    ledger = to_the_end(played.after("double pagat")).ledger()
    assert ledger is not None
    (line,) = (line for line in ledger.lines if line.item == "pagat")
    assert [factor.word for factor in line.factors] == ["bonus_factor"]


def test_a_double_of_an_opponent_counts_in_money_only() -> None:
    played = after_words(
        solorufer("third"), "second: announce pagat; pass", "third: pass", "fourth: pass"
    )
    ledger = to_the_end(played.after("double pagat")).ledger()
    assert ledger is not None
    (line,) = (line for line in ledger.lines if line.item == "pagat")
    assert line.each == (-4, 4, -4, 4) or line.each == (
        4,
        -4,
        4,
        -4,
    )  # announced 2, twice in a solo
    assert [abs(amount) for amount in line.paid] == [8, 8, 8, 8]


def test_what_is_refused_does_not_tell_who_the_partner_is() -> None:
    """The declarer may say the same things, whether the announcer is his partner or not."""
    heard = []
    for partner in ("second", "third"):
        played = after_words(
            solorufer(partner), "second: announce pagat; pass", "third: pass", "fourth: pass"
        )
        heard.append(
            (
                texts(played),
                code(played, "double game"),
                played.view(0).levels,
                played.view(0).sides,
            )
        )
        heard.append(
            (
                texts(played.after("double pagat")),
                "",
                played.after("double pagat").view(0).levels,
                (),
            )
        )
    assert heard[:2] == heard[2:]


def test_a_bonus_is_announced_once_whichever_side_announces_it() -> None:
    for partner in ("second", "third"):
        played = after_words(solorufer(partner), "second: announce trull; pass")
        assert code(played, "announce trull") == "already_announced"


def test_single_opponents_are_doubled_and_answered_one_by_one() -> None:
    played = after_words(dealt(), "forehand: bid bettel", *PASSES, "forehand: pass")
    played = after_words(
        played, "second: double game; pass", "third: pass", "fourth: double game; pass"
    )
    assert played.state.duels == (0, 1, 0, 1)
    played = after_words(
        played, "forehand: double game fourth; pass", "second: pass", "third: pass"
    )
    assert texts(played) == {"double game", "pass"}
    played = after_words(played, "fourth: double game; pass")
    assert played.state.duels == (0, 1, 0, 3)
    assert code(played, "double game fourth") == "no_more_levels"


def test_what_is_announced_in_the_play_only_is_refused_in_the_auction(tmp_path: Path) -> None:
    """The auction of this variant knows doubles, and no announcements."""
    file = tmp_path / "later.yaml"
    words = "was: [bid, announce, double, pass], set: [bid, double, pass]"
    file.write_text(
        "variant: later\nof: zwanzigerrufen\nname: {en: X, de: X}\nchanges:\n"
        f"  - {{at: auction.in_one_turn, {words}, source: custom}}\n"
        "  - {at: play.says, add: {first_trick: [announce]}, source: custom}\n"
        "  - {at: kontra.doubles, was: [game, announcements], set: [game], source: custom}\n",
        encoding="utf-8",
    )
    played = deal(load("zwanzigerrufen", str(file)), seed=3)
    while played.step != "auction":
        played = played.after(played.moves()[0])
    played = played.after(next(move for move in played.moves() if move.kind == "bid"))
    assert not any(text.startswith("announce") for text in texts(played))
    assert code(played, "announce absolut") == "wrong_step"
    while played.step == "auction":
        played = played.after("pass")
    assert "announce absolut" in texts(played)
