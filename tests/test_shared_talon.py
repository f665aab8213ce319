"""A talon of which every player takes a packet, and a card called when all have theirs."""

from __future__ import annotations

from pathlib import Path
from random import Random

import naive
import pytest
from changed import changed, played_by_both
from tables import after_words, code, texts
from test_exchange import TALON
from transplants.secrets import leak

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.examples.outcomes import StatedFacts, StatedOutcome
from zwanz_ssot.model import Game
from zwanz_ssot.problems import RulesFault
from zwanz_ssot.prose import Prose
from zwanz_ssot.record import record, replay_data

CALLED = (
    "T-XX T-XIX T-XVIII T-XVII T-XVI T-XV T-XIV T-XIII T-XII T-XI T-X T-IX T-VIII T-VII T-VI T-V"
)
MORE = "T-IIII T-III T-II"
RUFER = "contracts.rufer.talon"
SHARED = (
    f"at: {RUFER}.takes, set: shared",
    f"at: {RUFER}.seen_by, set: taker",
    f"at: {RUFER}.counts_for, set: nobody",
    "at: exchange.discards_count_for, set: each_side",
    "at: exchange.called_card_in_talon, drop: true",
)
LATE = (
    "at: order, set: [deal.all, auction, exchange, call, announcements, play, settlement]",
    f"at: call.cards, set: [{', '.join([*CALLED.split(), *MORE.split()])}]",
    "at: call.choose, set: first_not_held",
)
OWN = ("at: call.own, add: [T-XX]", "at: call.own_discards, add: never")
SIZES = f"at: {RUFER}.packets, add: [3, 1, 1, 1]"
OPENED = ("forehand: open", "second: pass", "third: pass", "fourth: pass", "forehand: bid rufer")

HAND = ["T-XX", "T-XVIII", "T-XVII", "T-I", "H-K", "D-K", "H-Q", "H-3", "D-4", "S-8", "C-7", "C-J"]
"""What forehand is dealt; with `TALON` it takes ♠J, the II and ♠7."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Königrufen with a talon that all share in the Rufer, and a tarock called after that."""
    return changed(tmp_path_factory.mktemp("shared"), "koenigrufen", *SHARED, *LATE, *OWN, SIZES)


def begun(game: Game) -> Round:
    """Forehand plays a Rufer, and all have their cards of the talon; the XIX is fourth's."""
    left = [card.id for card in game.deck.cards if card.id not in (*HAND, *TALON, "T-XIX")]
    hands = [HAND, left[0:35:3], left[1:35:3], ["T-XIX", *left[2:35:3]]]
    return after_words(deal(game, hands=hands, talon=TALON), *OPENED)


def test_every_player_takes_a_packet_and_discards_in_turn(shared: Game) -> None:
    """Three cards for forehand, then ♣K, ♣8 and ♦3 for the others in turn."""
    at = begun(shared)
    assert [packet.ids for packet in at.view(1).talon if packet] == [["C-K"]]
    assert [len(hand.ids) for hand in at.hands] == [15, 13, 13, 13]
    assert "C-K" in at.hands[1].ids and "D-3" in at.hands[3].ids
    at = after_words(at, "forehand: discard S-J; discard S-7; discard S-8")
    for seat, card in ((2, "C-8"), (3, "D-3")):
        assert at.turn == seat - 1
        own = next(move for move in texts(at) if move.startswith("discard"))
        at = at.after(own)
        assert card in at.hands[seat].ids
    assert at.turn == 3 and texts(at) >= {"discard D-3"}


def discarded(at: Round, last: str = "D-3") -> Round:
    """Forehand has discarded the three spades, the others a card of hearts, or the last."""
    at = after_words(at, "forehand: discard S-J; discard S-7; discard S-8")
    for _ in range(2):
        at = at.after(sorted(texts(at))[0])
    return at.after(f"discard {last}")


def test_what_one_has_discarded_others_do_not_see(shared: Game) -> None:
    at = discarded(begun(shared))
    assert at.view(0).discards.ids == ["S-7", "S-8", "S-J"]
    assert at.view(3).discards.ids == ["D-3"]
    assert at.view(None).discards.ids == []
    heard = [str(move) for _, move in at.view(3).said if move.kind == "discard"]
    assert heard == ["discard"] * 5 + ["discard D-3"]


def test_the_card_is_called_when_all_have_theirs(shared: Game) -> None:
    """Forehand holds the XX: it calls the XIX, or the XX to play alone."""
    at = discarded(begun(shared))
    assert at.step == "call" and texts(at) == {"call T-XIX", "call T-XX"}
    called = at.after("call T-XIX")
    assert called.state.declarers == 0b1001
    assert called.view(3).sides == ("declarers", "defenders", "defenders", "declarers")
    assert called.view(1).sides == ("declarers", "defenders", None, None)
    assert at.after("call T-XX").state.declarers == 0b0001


def test_a_card_laid_away_is_not_called(tmp_path: Path, shared: Game) -> None:
    """Whoever has discarded the XIX calls the next one; without that rule he may call it, and is
    alone.
    """
    any_card = "at: exchange.discard, set: [{cards: all}]"
    for own, called in ((OWN, {"call T-XVI", "call T-XX"}), (OWN[:1], {"call T-XIX", "call T-XX"})):
        game = changed(tmp_path, "koenigrufen", *SHARED, *LATE, *own, SIZES, any_card)
        left = [card.id for card in game.deck.cards if card.id not in (*HAND, *TALON, "T-XIX")]
        hands = [["T-XIX", *HAND[:11]], ["C-J", *left[:11]], left[11:23], left[23:]]
        at = after_words(deal(game, hands=hands, talon=TALON), *OPENED)
        at = after_words(at, "forehand: discard T-XIX; discard S-J; discard S-7")
        for _ in range(3):
            at = at.after(at.moves()[0])
        assert texts(at) == called
        if own == OWN:
            assert code(at, "call T-XIX") == "card_discarded"
        assert code(at, "call T-XVIII") in ("card_held", "call_first")


def test_discards_count_for_the_side_that_made_them(shared: Game) -> None:
    """The declarer's discards are 2 + 1 + 1 points less two; the partner's are the opponents'."""
    at = discarded(begun(shared)).after("call T-XIX")
    random = Random(5)
    while not at.over:
        at = at.after("pass" if "pass" in texts(at) else random.choice(sorted(texts(at))))
    deck, state = shared.deck, at.state
    ours = deck.mask(["S-J", "S-7", "S-8"])
    assert state.taken_by(state.declarers) & state.discarded == ours
    assert state.taken_by(0b0110) & state.discarded == state.discarded & ~ours


def test_both_implementations_agree_and_no_view_leaks(shared: Game) -> None:
    calls = 0
    for seed in range(12):
        played = played_by_both(shared, seed, "rufer")
        calls += any(move.kind == "call" for _, move in played.history)
        assert replay_data(record(played), shared).history == played.history
        at = deal(shared, seed=seed)
        for number, (seat, move) in enumerate(played.history):
            if number % 5 == 0:
                assert leak(at, Random(seed)) == ""
            at = at.after(move, seat)
    assert calls > 6


GROWS = (
    "at: contracts.rufer.value, set: {base: 1, per_top: 1}",
    "at: bonuses.valat.value, set: {silent: 4, announced: 8}",
)


@pytest.mark.parametrize(
    ("talon", "tops"),
    [
        ("S-J T-II S-7 C-K C-8 T-Sk", 6),  # the partner took the Sküs: all down to the XVII
        ("T-Sk T-II S-7 C-K C-8 D-3", 6),
        ("S-J T-II S-7 T-Sk C-8 D-3", 1),  # an opponent took it
        ("S-J T-II S-7 C-K T-Sk D-3", 1),
    ],
)
def test_only_what_its_side_took_counts_among_its_trumps(
    tmp_path: Path, talon: str, tops: int
) -> None:
    """Forehand has the XX, XVIII and XVII, fourth the XXI and XIX, second the XVI."""
    game = changed(tmp_path, "koenigrufen", *SHARED, *LATE, *OWN, SIZES, *GROWS)
    laid, theirs = talon.split(), ["T-XXI", "T-XIX"]
    own = [card for card in HAND if card not in laid]
    fixed = [*own, *laid, *theirs, "T-XVI"]
    left = [card.id for card in game.deck.cards if card.id not in fixed]
    mine, left = left[len(left) - 12 + len(own) :], left[: len(left) - 12 + len(own)]
    hands = [[*own, *mine], ["T-XVI", *left[:11]], left[11:23], [*theirs, *left[23:]]]
    at = after_words(deal(game, hands=hands, talon=laid), *OPENED)
    while not at.over:
        wish = [move for move in ("call T-XIX", "pass") if move in texts(at)]
        at = at.after([*wish, min(texts(at))][0])
    ledger = at.ledger()
    assert ledger is not None and ledger.lines[0].measured["tops"] == tops


def test_a_stated_card_of_the_talon_is_of_the_side_that_had_it(shared: Game) -> None:
    state, deck = discarded(begun(shared)).after("call T-XIX").state, shared.deck
    cards = [deck.by_id[card].index for card in ("T-Sk", "T-XXI", "T-XX")]
    dealt = dict.fromkeys(cards[1:], 0)
    for holder, tops in ({}, 3), ({cards[0]: 3}, 3), ({cards[0]: 1}, 1):
        outcome = StatedOutcome(dealt={**dealt, **holder}, talon=1 << cards[0])
        assert StatedFacts(state, outcome).tops(state.declarers, cards) == tops


def test_both_implementations_count_the_trumps_of_a_side_alike(tmp_path: Path) -> None:
    game = changed(tmp_path, "koenigrufen", *SHARED, *LATE, *OWN, SIZES, *GROWS)
    seen = set()
    for seed in range(12):
        played = played_by_both(game, seed, "rufer")
        own = naive.begin(game, seed)
        for _, move in played.history:
            own = naive.after(own, str(move))
        ledger, expected = played.ledger(), naive.settle(own)
        if ledger is not None and expected is not None:
            assert ledger.scores == expected[0], seed
            seen.add(ledger.lines[0].measured.get("tops"))
    assert {1, 2} <= seen


def test_the_rules_are_told_in_every_language(shared: Game) -> None:
    takes, packets = (("contracts", "rufer", "talon", key) for key in ("takes", "packets"))
    assert Prose(shared, "en").setting(takes, "shared") == (
        "In the Rufer every player takes one packet of the talon, the declarer the first and those "
        "after him the next ones, and each discards as many cards."
    )
    assert Prose(shared, "en").setting(packets, [0, 2, 2, 2]) == (
        "In the Rufer the talon is laid out as packets of 0, 2, 2 and 2 cards."
    )
    assert Prose(shared, "de").setting(("call", "own"), ["T-XX"]) == (
        "Wer eine von diesen hält, darf auch sie rufen, um allein zu spielen: XX."
    )
    assert Prose(shared, "ja").setting(packets, [3, 1, 1, 1]) == (
        "ルーファーでは、タロンの束は3、1、1と1枚です。"
    )


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ((*SHARED, SIZES), "a called card may lie in the talon, and go to any player"),
        ((*SHARED, *LATE), "each of 4 players takes a packet, but there are 2"),
        (
            (*SHARED, *LATE, f"at: {RUFER}.packets, add: [3, 2, 2, 1]"),
            "the packets 3, 2, 2, 1 have 8 cards, but those of the talon, 3, 3, have 6",
        ),
        (
            (SHARED[0], *SHARED[2:], *LATE, SIZES),
            "each player sees the packet that he takes",
        ),
        (
            (*SHARED[:2], *SHARED[3:], *LATE, SIZES),
            "nothing of the talon is left to count",
        ),
        ((*LATE, *OWN), "no card has been called when cards are exchanged"),
        (
            ("at: call.own_discards, add: never",),
            "nothing has been discarded when a card is called",
        ),
        (
            (*SHARED[:3], *SHARED[4:], *LATE[::2], SIZES),
            "a player with 18 cards after the exchange may hold all that can be called",
        ),
        (
            ("at: contracts.dreier.talon.packets, add: [0, 3, 3]",),
            "a packet of no cards",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(
    tmp_path: Path, changes: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(RulesFault) as fault:
        changed(tmp_path, "koenigrufen", *changes)
    assert sentence in str(fault.value)
