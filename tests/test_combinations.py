"""Rules of one game in another: what each combination means, worked out from the sentences."""

from __future__ import annotations

from typing import Any

import pytest
from transplants import RuleSet
from transplants.rule_set import shipped

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.model import Game
from zwanz_ssot.problems import RulesFault


def rules(of: str, **changes: Any) -> Game:
    """A shipped rule set with values changed; ``__`` stands for the dot of a path."""
    made = tuple(
        {"at": at.replace("__", "."), "set": value, "source": "custom"}
        for at, value in changes.items()
    )
    return RuleSet(of, made).load()


def added(of: str, **values: Any) -> Game:
    """A shipped rule set with sections that it lacks, and others changed."""
    has = shipped(of).data
    made = tuple(
        {"at": at, "set" if at in has else "add": value, "source": "custom"}
        for at, value in values.items()
    )
    return RuleSet(of, made).load()


def problems(of: str, *changes: dict[str, Any]) -> list[str]:
    """What is wrong with a shipped rule set and these changes."""
    with pytest.raises(RulesFault) as caught:
        RuleSet(of, tuple({**change, "source": "custom"} for change in changes)).load()
    return [f"{each.path}: {each.text}" for each in caught.value.problems]


def dealt(game: Game, *hands: str) -> Round:
    """A round with these hands; what is not named goes to the others, in the order of the pack."""
    held = [hand.split() for hand in hands]
    named = {card for hand in held for card in hand}
    rest = [card.id for card in game.deck.cards if card.id not in named]
    held += [[] for _ in range(game.table.players - len(held))]
    for hand in held:
        while len(hand) < game.hand_size:
            hand.append(rest.pop(0))
    return deal(game, hands=held)


def played(begun: Round, *moves: str) -> Round:
    """The round after these moves."""
    for move in moves:
        begun = begun.after(move)
    return begun


def cards(position: Round) -> set[str]:
    """The cards that may be played."""
    return {move.card.id for move in position.moves() if move.kind == "play" and move.card}


# heading the suit led: "Whoever follows suit has to beat the highest card of the suit led"


@pytest.mark.parametrize(
    ("hand", "legal"),
    [
        ("D-K D-1 C-Q", "D-K C-Q"),  # of the suit led the higher card, of other suits any
        ("D-J D-1 C-Q", "D-J D-1 C-Q"),  # nothing is higher
        ("H-J C-Q", "H-J C-Q"),
    ],
)
def test_who_may_play_any_card_and_follows_suit_has_to_beat(hand: str, legal: str) -> None:
    game = rules("zwanzigerrufen", play__beat="in_suit_led", play__follow=["any_card"])
    begun = dealt(game, "D-Q T-XX", hand)
    position = played(begun, "bid solo", "pass", "pass", "pass", "pass", "play D-Q")
    assert cards(position) & set(hand.split()) == set(legal.split())
    for card in set(hand.split()) - set(legal.split()):
        refused = position.why_not(f"play {card}")
        assert refused is not None and refused.code == "must_beat"


def test_who_follows_suit_beats_its_highest_card_also_after_a_trump() -> None:
    game = rules("zwanzigerrufen", play__beat="in_suit_led")
    begun = dealt(game, "D-Q H-K H-Q", "T-IIII T-V T-VI", "D-K D-J")
    position = played(begun, "bid solo", "pass", "pass", "pass", "pass", "play D-Q", "play T-IIII")
    assert cards(position) == {"D-K"}


def test_who_plays_another_suit_where_any_card_may_be_played_shows_nothing() -> None:
    game = rules("zwanzigerrufen", play__beat="in_suit_led", play__follow=["any_card"])
    begun = dealt(game, "D-Q T-XX", "D-K D-1 C-Q H-Q")
    trick = played(begun, "bid solo", "pass", "pass", "pass", "pass", "play D-Q")
    quiet = trick.after("play C-Q").view("third")
    assert "D-K" not in quiet.public.lacks[1].ids
    low = dealt(game, "D-Q T-XX", "D-J D-1 C-Q H-Q", "D-K")
    low = played(low, "bid solo", "pass", "pass", "pass", "pass", "play D-Q", "play D-1")
    assert "D-K" in low.view(None).public.lacks[1].ids


# a pass is final, where bids are announced to and doubled


def test_who_has_passed_is_out_and_who_announced_is_not() -> None:
    game = rules("zwanzigerrufen", auction__after_agreeing="no_word")
    begun = dealt(game, "T-Sk T-I", "T-XX", "H-K", "C-K")
    position = played(begun, "bid rufer T-XX", "pass", "announce valat", "pass", "pass", "pass")
    # Three turns in a row without a word end it; the caller has not passed yet, so he is asked.
    assert position.turn == 0
    assert position.after("pass").step == "play"


def test_a_pass_is_final_also_for_who_is_outbid() -> None:
    game = rules("zwanzigerrufen", auction__after_agreeing="no_word")
    begun = dealt(game, "T-Sk T-I H-Q H-C H-J H-1 D-K", "T-XX", "H-K", "C-K")
    position = played(begun, "bid rufer T-XX", "pass", "pass", "pass", "bid solo", "pass")
    assert position.turn == 0
    position = position.after("pass")
    # The first bidder, second and third are out; the soloist, asked as well, is the only one left.
    assert position.turn == 3
    assert position.after("pass").step == "play"


# a call before the last cards are dealt


def test_who_calls_before_the_last_cards_may_be_dealt_the_called_card() -> None:
    game = rules("koenigrufen-russbach", call__choose="not_held")
    position = deal(game, seed=3)
    while position.step != "call":
        position = position.after(position.moves()[0])
    called = next(
        move for move in position.moves() if move.card and move.card.id not in position.hands[0].ids
    )
    after = position.after(called)
    assert called.card is not None
    assert called.card.id not in after.view("second").public.lacks[0].ids


# a round of words in which there is nothing to say


def test_nobody_is_asked_where_nothing_can_be_announced_or_doubled() -> None:
    game = added(
        "koenigrufen-graden",
        order=["deal.all", "auction", "call", "announcements", "play", "settlement"],
        announcements={
            "first": "declarer",
            "in_one_turn": ["announce", "double", "pass"],
            "each_announces": "freely",
            "doubles_wait": "one_turn",
            "ends_after_passes": 3,
        },
    )
    position = deal(game, seed=1)
    while position.step != "play":
        assert position.step != "announcements"
        position = position.after(position.moves()[0])


# what no round could tell


def test_thirds_of_a_point_beside_points_by_declaration_are_refused() -> None:
    at = "contracts.simple.objective.points_at_least.thirds"
    found = problems("rufmariasch", {"at": at, "add": 2})
    assert any("how many points are needed is said twice" in each for each in found)
