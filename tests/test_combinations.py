"""Rules of one game in another: what each combination means, worked out from the sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from changed import changed
from transplants import RuleSet, judge
from transplants.parts import OUTSIDE
from transplants.rule_set import shipped

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.engine.trick import OwedCard, narrowed
from zwanz_ssot.library import questions
from zwanz_ssot.model import Game
from zwanz_ssot.paths import parse_path
from zwanz_ssot.problems import RulesFault
from zwanz_ssot.prose import Prose


def rules(of: str, **changes: Any) -> Game:
    """A shipped rule set with values changed; ``__`` stands for the dot of a path."""
    made = tuple(
        {"at": at.replace("__", "."), "set": value, "source": "custom"}
        for at, value in changes.items()
    )
    return RuleSet(of, made).load()


def added(of: str, **values: Any) -> Game:
    """A shipped rule set with sections that it lacks, and others changed."""
    has = shipped(of)
    made = tuple(
        {"at": at, "add" if has.at(parse_path(at)) is None else "set": value, "source": "custom"}
        for at, value in values.items()
    )
    return RuleSet(of, made).load()


def problems(of: str, *changes: dict[str, Any]) -> list[str]:
    """What is wrong with a shipped rule set and these changes."""
    with pytest.raises(RulesFault) as caught:
        RuleSet(of, tuple({**change, "source": "custom"} for change in changes)).load()
    return [f"{each.path}: {each.text}" for each in caught.value.problems]


def problems_of(of: str, *changes: dict[str, Any]) -> list[str]:
    """What is wrong with them, if anything is."""
    try:
        RuleSet(of, tuple({**change, "source": "custom"} for change in changes)).load()
    except RulesFault as fault:
        return [f"{each.path}: {each.text}" for each in fault.problems]
    return []


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


def test_words_of_which_none_could_be_said_are_refused() -> None:
    order = ["deal.all", "auction", "call", "announcements", "play", "settlement"]
    words = {"first": "declarer", "in_one_turn": ["announce", "pass"], "ends_after_passes": 3}
    more = {"each_announces": "freely", "doubles_wait": "one_turn"}
    found = problems(
        "koenigrufen-graden",
        {"at": "order", "set": order},
        {"at": "announcements", "add": {**words, **more}},
    )
    assert any("no bonus can be announced" in each for each in found)


# what no round could tell


def test_thirds_of_a_point_beside_points_by_declaration_are_refused() -> None:
    at = "contracts.simple.objective.points_at_least.thirds"
    found = problems("rufmariasch", {"at": at, "add": 2})
    assert any("how many points are needed is said twice" in each for each in found)


# what a higher bid wipes out


def test_what_an_announcement_has_doubled_goes_with_the_doubles() -> None:
    """The Valat of an opponent doubles the game; it stays announced when the game is overcalled."""
    game = rules("zwanzigerrufen:wikipedia", auction__overcall_cancels=["doubles"])
    begun = dealt(
        game,
        "T-Sk T-XXI T-XIV T-XIII H-K H-1 D-K S-K C-J C-10",
        "T-XX T-XII T-XI H-Q H-C D-Q D-C D-J D-1 S-Q",
        "T-XIX T-X T-IX T-VIII S-C S-J S-10 C-K C-Q H-J",
    )
    while begun.step == "misdeal":
        begun = begun.after("keep")
    bid = played(begun, "bid rufer T-XX", "pass", "pass", "announce valat", "pass")
    assert bid.view(None).levels == {"game": 1}
    assert played(bid, "bid solo").view(None).levels == {}


# a card laid down with the bid


def test_a_card_that_could_be_discarded_is_not_laid_down() -> None:
    found = problems("anrufen:three", {"at": "contracts.simple.lays_card", "add": True})
    assert found == [
        "contracts.simple.lays_card: a card is laid down with the bid, and could be discarded "
        "before it is played"
    ]


@pytest.mark.parametrize(("binds", "declared"), [("nothing", True), ("lead_one", False)])
def test_who_has_laid_a_card_down_declares_only_what_need_not_be_led(
    binds: str, declared: bool
) -> None:
    changes: dict[str, Any] = {"contracts.simple.lays_card": True}
    if binds == "nothing":
        changes["declarations.marriage.binds"] = binds
    game = added("anrufen", **changes)
    position = dealt(game, "H-K H-Q")
    while position.step != "play":
        bids = [move for move in position.moves() if str(move).startswith("bid simple")]
        quiet = [move for move in position.moves() if str(move) == "pass"]
        first = position.turn == 0 and bids
        position = position.after((bids if first else quiet or position.moves())[0])
    assert any(move.kind == "declare" for move in position.moves()) == declared
    if not declared:
        refused = position.why_not("declare marriage H")
        assert refused is not None and refused.code == "laid_card"


# who answers whom


def test_nobody_answers_himself_when_he_learns_that_the_bonus_is_his_own_sides() -> None:
    """Forehand doubles the Uhu of the fourth player; then the holder of the called King shows
    himself, so that forehand knows the fourth to be on his side.
    """
    game = rules("koenigrufen:tirol", announcements__doubles_wait="always")
    begun = dealt(
        game,
        "T-VII T-VIII T-XVI T-XXI T-Sk H-2 D-K C-7 C-J C-Q S-9 S-10",
        "T-VI T-IX T-XVII T-XIX H-C H-K D-C D-Q C-10 S-8 S-J S-C",
        "T-IIII T-X T-XI T-XIV T-XX H-1 D-3 D-1 C-8 C-9 C-K S-K",
    )
    bidding = "open; bid farbendreier; bid besserrufer_high; pass; pass; pass; call H-K"
    exchange = "take 1; discard C-8; discard D-3; discard D-1"
    position = played(begun, *bidding.split("; "), *exchange.split("; "))
    position = played(position, "announce quapil", "pass")
    position = played(position, "announce uhu", "pass", "double uhu", "pass")
    position = played(position, "announce king_ultimo", "pass", "pass", "pass")
    assert position.turn == 0
    refused = position.why_not("double uhu")
    assert refused is not None and refused.code == "own_item"


def test_a_called_partner_who_is_no_secret_doubles_nothing_of_his_own_side() -> None:
    """Everybody knows from the call on who plays with whom: nothing says what shows it later."""
    change = {"at": "contracts.solorufer.secret_until", "drop": True, "source": "custom"}
    assert judge(RuleSet("koenigrufen", (change,), seed=8036708)).fault is None


# the end of an auction


def test_what_is_bid_as_the_first_word_alone_is_not_bid_once_more() -> None:
    game = added("anrufen", **{"contracts.all_tricks_hundred.only": "as_first_word"})
    position = played(deal(game, seed=5), "cut 10", "bid all_tricks_hundred")
    assert position.step == "call"


# more of the known ones


def test_who_cannot_call_does_not_bid_what_is_called_later() -> None:
    game = rules("anrufen", call__cards="marriage_spades")
    assert not [m for m in dealt(game, "S-K S-Q").moves() if str(m) == "bid simple"]
    assert [m for m in dealt(game, "S-K").moves() if str(m) == "bid simple"]


def test_a_card_laid_down_with_an_equal_bid_is_that_of_who_gets_the_game() -> None:
    game = added("anrufen", **{"contracts.all_tricks.lays_card": True})
    begun = dealt(game, "H-A", "D-A", "C-A", "S-A")
    bids = played(begun, "bid all_tricks H-A", "bid all_tricks D-A")
    first, second = (played(bids, f"name {suits[0]}", f"name {suits[1]}") for suits in ("HH", "DH"))
    laid = [position.state.laid for position in (first, second)]
    cards = {card.id: card.index for card in game.deck.cards}
    assert laid == [(cards["H-A"], -1, -1, -1), (-1, cards["D-A"], -1, -1)]


def test_nobody_joins_a_bid_where_bids_are_doubled() -> None:
    joined = {"name": {"en": "Joiner", "de": "Mitspieler"}, "most": 1}
    found = problems("zwanzigerrufen", {"at": "contracts.solo.joined", "add": joined})
    assert any("nobody could say whose game he doubles" in each for each in found)


def test_the_play_ends_when_a_certain_trick_of_the_aim_is_lost() -> None:
    aim = {"tricks_won": {"side": "declarers", "all_of": {"number": 2}}}
    ends = {"ends_when": "aim_failed"}
    solo = {"contracts.solo.objective": aim, "contracts.solo.play": ends}
    begun = dealt(added("zwanzigerrufen", **solo), "T-I", "T-Sk T-XXI")
    position = played(begun, "bid solo", "pass", "pass", "pass", "pass")
    for _ in range(8):
        assert position.step == "play"
        low = [move for move in position.moves() if move.card]
        position = position.after(low[-1] if position.turn == 1 else low[0])
    assert position.over


def test_of_what_must_not_come_about_it_is_not_told_that_it_has_failed() -> None:
    aim = {"not": {"tricks_won": {"side": "declarers", "at_least": 3}}}
    found = problems(
        "zwanzigerrufen",
        {"at": "contracts.solo.objective", "set": aim},
        {"at": "contracts.solo.play", "add": {"ends_when": "aim_failed"}},
    )
    assert any("only of an aim about tricks" in each for each in found)


@pytest.mark.parametrize(
    "side", [{"most": "card_points"}, {"side_of": {"winner_of": "last"}}, {"player_of": "T-I"}]
)
def test_of_a_side_that_the_play_makes_it_is_not_certain_that_its_aim_has_failed(side: Any) -> None:
    """Who has most card points after four tricks may not have them after twelve."""
    for bound in ({"exactly": 0}, {"all_of": "every_trick"}):
        found = problems(
            "slovenian-tarok",
            {"at": "contracts.valat_without.objective.tricks_won", "set": {"side": side, **bound}},
        )
        assert any(
            "valat_without.play.ends_when" in each and "only after the last card" in each
            for each in found
        )


def test_whose_partner_the_last_trick_makes_may_fail_for_himself_alone() -> None:
    last = [{"at": "contracts.valat_without.declarers", "set": ["declarer", {"winner_of": "last"}]}]
    aim, at = {"exactly": 0}, "contracts.valat_without.objective.tricks_won"
    found = problems(
        "slovenian-tarok", *last, {"at": at, "set": {"side": {"side_of": "declarer"}, **aim}}
    )
    assert any("only after the last card" in each for each in found)
    found = problems_of("slovenian-tarok", *last, {"at": at, "set": {"side": "declarer", **aim}})
    assert not any("ends_when" in each for each in found)


def test_a_game_of_one_contract_has_no_step_of_an_auction() -> None:
    """All play against all at once: nobody bids, and no step waits for a bid."""
    one = {"at": "fixed_contract", "add": {"contract": "schurln"}}, {"at": "auction", "drop": True}
    (said,) = problems_of("koenigrufen-graden", *one)
    assert said.startswith("order.1:") and "nothing is said about the step 'auction'" in said
    at_once = {"at": "order", "set": ["deal.all", "play", "settlement"]}
    changes = tuple({**each, "source": "custom"} for each in (*one, at_once))
    assert judge(RuleSet("koenigrufen-graden", changes)).fault is None


def test_a_contract_that_nobody_bid_is_lost_without_a_word() -> None:
    """A Trial is given up when the talon brings no honour, whoever has to play it."""
    changes = (
        {"at": "fixed_contract", "add": {"contract": "proba", "declarer": "forehand"}},
        {"at": "auction", "drop": True},
        {
            "at": "order",
            "set": [each for each in shipped("hungarian-tarokk").order if each != "auction"],
        },
    )
    trial = RuleSet("hungarian-tarokk", tuple({**each, "source": "custom"} for each in changes))
    assert judge(trial, rounds=6).fault is None


def test_who_has_to_call_finds_a_card_with_any_hand() -> None:
    """Forehand calls with the first four cards, and may hold each of three."""
    sevens = ["L-7", "E-7", "H-7", "B-7"]
    with pytest.raises(RulesFault) as fault:
        rules("rufmariasch", call__choose="not_held", call__cards=sevens)
    (problem,) = fault.value.problems
    assert problem.path == "call.cards" and "a hand of 4 cards" in problem.text
    assert rules("rufmariasch", call__cards=sevens)
    assert rules("rufmariasch", call__choose="not_held", call__cards=[*sevens, "B-8"])


def test_who_calls_after_the_exchange_may_hold_what_is_called_instead() -> None:
    """A hand of nine with the whole talon holds four Kings and four Queens."""
    few = {"at": "call.cards", "set": ["kings"]}, {"at": "call.if_all_held", "add": [{"rank": "Q"}]}
    drop = {"at": "call.own", "drop": True}
    found = problems("hungarian-tarokk", *few, drop)
    assert any("after the exchange may hold all" in each for each in found)


def test_the_sentence_of_cards_and_a_group_of_cards() -> None:
    game = rules("zwanzigerrufen:wikipedia", call__cards=["T-XX", [{"suit": "tarock"}]])
    assert Prose(game, "en").setting(("call", "cards"), game.at(("call", "cards")))


def test_a_card_announced_for_two_tricks_is_one_card() -> None:
    """Of several announced cards one may be given up, and there is only this one."""
    change = {"at": "bonuses.uhu.won.card_wins_trick.card", "set": "T-III", "source": "custom"}
    made = RuleSet("koenigrufen:tirol", (change,), seed=504914)
    owed = [OwedCard(1 << 5, 10, True, True), OwedCard(1 << 5, 9, True, True)]
    assert narrowed(1 << 5, owed, 3) == 1 << 5
    assert narrowed(1 << 5 | 1 << 6, [*owed, OwedCard(1 << 6, 8, True, True)], 3) == 1 << 5
    assert judge(made).fault is None


def test_a_called_card_announced_where_none_is_called_binds_nobody() -> None:
    change = {
        "at": "bonuses.kakadu.won.card_wins_trick.card",
        "set": "called_card",
        "source": "custom",
    }
    assert judge(RuleSet("koenigrufen", (change,), seed=8060869)).fault is None


def test_a_raised_game_is_doubled_as_its_own_rules_have_it() -> None:
    """All Tricks is not doubled here; with a Hundred it is, from when the partner raises it."""
    changes = {
        "contracts.all_tricks.kontra": "none",
        "contracts.simple.play.raised_to": ["hundred", "all_tricks_hundred"],
    }
    game = added("anrufen:forced-dealer", **changes)
    for seed in range(60):
        played = deal(game, seed=seed)
        while not played.over and played.step != "play":
            moves = sorted(played.texts())
            wish = [move for move in moves if move == "bid all_tricks"] or ["pass"]
            played = played.after(wish[0] if wish[0] in moves else moves[0])
        if played.contract is None or played.contract.id != "all_tricks":
            continue
        while not played.over and not any("raise" in move for move in played.texts()):
            assert not any("double" in move for move in played.texts())
            played = played.after(sorted(played.texts())[-1])
        if played.over:
            continue
        raised = [move for move in played.texts() if "raise all_tricks_hundred" in move]
        played = played.after(raised[0])
        assert any("double game" in move for move in played.texts())
        return
    raise AssertionError("nobody could raise it")


def test_what_may_have_been_doubled_is_not_raised_to_what_is_doubled_otherwise() -> None:
    found = problems("anrufen", {"at": "contracts.all_tricks_hundred.kontra", "add": "none"})
    text = "it may have been doubled before, and in 'all_tricks_hundred' nothing is"
    assert [each.partition(": ")[0] for each in found if text in each] == [
        "contracts.simple.play.raised_to.2",
        "contracts.hundred.play.raised_to.0",
        "contracts.all_tricks.play.raised_to.0",
    ]
    assert len(found) == 3


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        (None, "individual", "all may have doubled together, and in 'dreier' each does for"),
        ("individual", None, "each may have doubled for himself, and in 'dreier' all double"),
        (None, "none", "it may have been doubled before, and in 'dreier' nothing is"),
        ("individual", "individual", ""),
        ("none", "individual", ""),
        (None, None, ""),
    ],
)
@pytest.mark.parametrize("in_auction", [True, False])
def test_what_was_doubled_in_the_auction_is_raised_to_what_is_doubled_alike(
    before: str | None, after: str | None, sentence: str, in_auction: bool
) -> None:
    changes: list[dict[str, Any]] = [
        {"at": "contracts.farbendreier.raised_after_exchange", "add": ["dreier"]}
    ]
    if in_auction:
        changes += [
            {"at": "auction.in_one_turn", "set": ["bid", "double", "pass"]},
            {"at": "announcements.in_one_turn", "set": ["announce", "pass"]},
        ]
    for contract, kontra in (("farbendreier", before), ("dreier", after)):
        if kontra is not None:
            changes.append({"at": f"contracts.{contract}.kontra", "add": kontra})
    place = "contracts.farbendreier.raised_after_exchange.0"
    found = [each for each in problems_of("koenigrufen", *changes) if each.startswith(place)]
    assert len(found) == bool(sentence and in_auction)
    assert all(sentence in each for each in found)


def test_who_announces_with_the_bid_or_has_to_announce_begins() -> None:
    found = problems("koenigrufen", {"at": "announcements.first", "set": "forehand"})
    assert [each.partition(" (")[0] for each in found] == [
        "contracts.besserrufer.must_announce: who has to announce speaks first, but others begin "
        "here",
        "contracts.solodreier.announces_with_bid: the bidder has spoken first, but others begin "
        "the announcements",
    ]


def test_with_a_bid_nothing_is_announced_that_nobody_makes_or_where_no_bonus_is() -> None:
    at = "contracts.dreier.announces_with_bid"
    ladder = [each for each in shipped("koenigrufen").auction.ladder if each != "dreier"]
    unbid = {"at": "auction.ladder", "set": ladder}, {"at": at, "add": True}
    text = "nobody bids this contract, so nothing is announced with the bid"
    assert f"{at}: {text}" in problems_of("koenigrufen", *unbid)
    assert problems_of("koenigrufen", unbid[1]) == []
    at = "contracts.piccolo.announces_with_bid"
    found = problems_of("koenigrufen", {"at": at, "add": True})
    assert found == [f"{at}: no bonus is announced in this contract"]


def test_an_aim_of_the_dealer_alone_can_be_asked() -> None:
    assert rules("anrufen:forced-dealer", contracts__simple__objective__majority__side="dealer")


def test_who_has_joined_a_bid_has_bid_and_may_hold_a_later_one() -> None:
    laid = ("bettler", "plauderer")
    made = [
        {"at": f"contracts.{each}.lays_card", "drop": True, "source": "custom"} for each in laid
    ]
    made.append({"at": "auction.next_bid", "set": "higher_or_held_once", "source": "custom"})
    game = RuleSet("koenigrufen-graden", tuple(made)).load()
    for seed in range(80):
        begun = deal(game, seed=seed)
        while not begun.over and begun.step != "auction":
            begun = begun.after(sorted(begun.texts())[0])
        bid = sorted(move for move in begun.texts() if move.startswith("bid plauderer"))
        if not bid:
            continue
        begun = begun.after(bid[0]).after("pass")
        join = sorted(move for move in begun.texts() if move.startswith("bid plauderer"))
        higher = begun.after(join[0]) if join else begun
        above = [move for move in higher.texts() if move == "bid koenigmord"]
        if not join or not above:
            continue
        assert "hold" not in higher.after("pass").texts()
        last = higher.after(above[0]).after("pass")
        assert last.turn == 2 and "hold" in last.texts()
        return
    raise AssertionError("nobody joins")


@pytest.mark.parametrize(("doubled", "levels"), [(("pass",), 0), (("double game", "pass"), 1)])
def test_a_double_that_stands_after_an_overcall_is_nothing_to_who_began_it(
    doubled: tuple[str, ...], levels: int
) -> None:
    """Second doubles the Normal Game and then bids a Solo himself: he is no opponent now, and his
    Kontra falls away. That of third is the first one to the Solo, and counts.
    """
    game = rules("zwanzigerrufen:wikipedia", auction__overcall_cancels=["announcements"])
    begun = _kept(game, "bid rufer T-XX", "pass", "double game", "pass", "pass", "pass")
    own = played(begun, "double game", "pass", "bid solo")
    assert own.turn == 1 and own.state.levels[0] == 0 and "double game" not in own.texts()
    own = played(own, "pass", *doubled)
    while not own.over:
        moves = sorted(own.texts())
        own = own.after("pass" if "pass" in moves else moves[0])
    line = own.ledger().lines[0]
    assert line.item == "game" and [factor.word for factor in line.factors] == ["kontra"][:levels]
    assert abs(line.each[1]) == 3 * line.value * 2**levels


def test_what_an_announcement_has_doubled_stays_where_only_announcements_go() -> None:
    game = rules("zwanzigerrufen:wikipedia", auction__overcall_cancels=["announcements"])
    solo = played(_kept(game, "bid rufer T-XX", "pass", "announce valat", "pass"), "bid solo")
    assert solo.state.levels[0] == 1 and not any(seat >= 0 for seat in solo.state.announcers)


def _kept(game: Game, *moves: str) -> Round:
    """A round in which nobody throws the cards in, after these words."""
    tarocks = ("T-XXI T-XIX T-V", "T-XVIII T-X T-VI", "T-XX T-IX T-VII", "T-I T-VIII T-XI")
    begun = dealt(game, *tarocks)
    while begun.step != "auction":
        begun = begun.after("keep")
    return played(begun, *moves)


def test_an_announcement_that_doubles_is_answered_in_the_next_turn() -> None:
    """Doubles do not wait beyond one turn; the turn of the answer begins with the announcement."""
    words = {"first": "declarer", "in_one_turn": ["announce", "double", "pass"]}
    more = {"ends_after_passes": 3, "each_announces": "freely", "doubles_wait": "one_turn"}
    order = ["deal.all", "misdeal", "auction", "announcements", "play", "settlement"]
    game = added(
        "zwanzigerrufen:wikipedia",
        order=order,
        announcements={**words, **more},
        **{"auction.in_one_turn": ["bid", "pass"]},
    )
    begun = _kept(game, "bid solo")
    while begun.step == "auction":
        begun = begun.after("pass")
    spoken = played(begun, "pass", "announce valat", "pass", "pass", "pass")
    assert spoken.turn == 0 and spoken.state.levels[0] == 1 and "double game" in spoken.texts()


def test_the_book_of_an_aim_that_is_another_word_now() -> None:
    """Two changes, of which neither alone leaves a condition."""
    at = "contracts.farbensolo.objective"
    zero = {"side": "defenders", "exactly": 0}
    changes = (
        {"at": f"{at}.points_at_least", "drop": True, "source": "custom"},
        {"at": f"{at}.tricks_won", "add": zero, "source": "custom"},
    )
    assert judge(RuleSet("zwanzigerrufen", changes), rounds=1, book=True).fault is None


def test_who_has_doubled_by_announcing_has_doubled() -> None:
    """An opponent may double the game or announce the Valat here, not both."""
    game = added("zwanzigerrufen:wikipedia", **{"kontra.excludes": {"valat": ["solo"]}})
    begun = _kept(game, "bid solo", "pass", "announce absolut")
    assert begun.turn == 1 and "announce valat" not in begun.texts()


# a pair in trumps that are listed: "40 card points in the trump suit, 20 in any other"


def test_a_pair_counts_as_trumps_where_both_its_cards_are_trumps() -> None:
    changes = {"play.trump": {"cards": ["B-U", "H-7", "L-O", "B-10", "hearts"]}}
    game = added("koenigrufen-russbach", **changes)
    begun = dealt(game, "H-K H-O L-K L-O")
    position = played(begun, "call B-10", "declare marriage H", "declare marriage L")
    # The King of Leaves is no trump, so its pair stands in no trump suit.
    assert position.state.declared_points[0] == (40 + 20) * game.unit
    made = tuple({"at": at, "set": to, "source": "custom"} for at, to in changes.items())
    assert judge(RuleSet("koenigrufen-russbach", made, seed=3002880)).fault is None


# one word a turn, and an announcement that the declarer owes


def test_the_one_word_of_the_first_turn_is_the_announcement_that_is_owed() -> None:
    game = added("koenigrufen:tirol", **{"announcements.one_word": True})
    begun = dealt(game, "C-Q", "T-I T-II H-1 H-2")
    at = played(begun, "open", "bid besserrufer", "pass", "pass", "pass", "call C-K", "take 1")
    while at.step == "exchange":
        at = at.after(next(move for move in at.moves() if str(move) != "discard T-I"))
    assert {str(move) for move in at.moves()} == {"announce pagat", "announce uhu"}
    refused = at.why_not("announce valat")
    assert refused is not None and refused.code == "must_announce"
    assert "announce valat" in played(at, "announce pagat").texts()


# what lies under a bid, and for whom the talon counts


def test_a_bid_with_a_card_is_not_held() -> None:
    change = {"at": "contracts.beggar.lays_card", "add": True}
    (found,) = problems("slovenian-tarok", change)
    assert "auction.next_bid" in found
    assert "a bid is held without a card, but one is laid down with it" in found


def test_the_talon_counts_for_no_side_where_there_is_none() -> None:
    change = {"at": "contracts.klop.talon.counts_for", "set": "declarers"}
    found = problems("slovenian-tarok", change)
    assert (
        "contracts.klop.talon.counts_for: all play against all, so there is no side for which it counts"
        in found
    )


# a card of one's own among those that can be called, and who was dealt a set of cards


def test_who_holds_all_others_and_none_of_the_own_cards_can_call_nothing() -> None:
    changes = (
        {"at": "call.cards", "set": "L-O"},
        {"at": "call.choose", "set": "first_not_held"},
        {"at": "call.own", "add": {"rank": "9"}},
    )
    (problem,) = problems("rufmariasch", *changes)
    assert problem == (
        "call.cards: a hand of 4 cards may hold all of these, and then nothing can be called"
    )


def test_who_was_dealt_all_of_some_cards_announces() -> None:
    changes = {"bonuses.king_ultimo.announced_by": {"holder_of_all": "kings"}}
    made = tuple({"at": at, "set": to, "source": "custom"} for at, to in changes.items())
    assert judge(RuleSet("koenigrufen:tirol", made, seed=50024108)).fault is None
    hands = "C-Q", "T-I T-II H-1 H-2", "C-K D-K H-K S-K"
    begun = dealt(added("koenigrufen:tirol", **changes), *hands)
    at = played(begun, "open", "bid besserrufer", "pass", "pass", "pass", "call C-K", "take 1")
    while at.step == "exchange":
        at = at.after(next(move for move in at.moves() if str(move) != "discard T-I"))
    refused = at.why_not("announce king_ultimo")
    assert refused is not None and refused.code == "only_holder"
    while at.turn != 2:
        at = at.after("announce pagat" if "pass" not in at.texts() else "pass")
    assert "announce king_ultimo" in at.texts()


# announcements in the auction and in a step of their own


def test_a_bonus_is_announced_once_where_doubles_name_no_side() -> None:
    order = ["deal.all", "misdeal", "auction", "announcements", "play", "settlement"]
    after = {
        "first": "declarer",
        "in_one_turn": ["pass"],
        "each_announces": "freely",
        "doubles_wait": "always",
        "ends_after_passes": 2,
        "source": ["custom"],
    }
    changes = ({"at": "order", "set": order}, {"at": "announcements", "add": after})
    made = tuple({**change, "source": "custom"} for change in changes)
    assert judge(RuleSet("zwanzigerrufen:wikipedia", made, seed=60012126)).fault is None
    game = RuleSet("zwanzigerrufen:wikipedia", made).load()
    words = "bid solo", "pass", "announce valat", "pass", "pass", "pass"
    begun = _kept(game, *words)
    assert begun.turn == 0 and "announce valat" not in begun.texts()
    refused = begun.why_not("announce valat")
    assert refused is not None and refused.code == "already_announced"


def test_what_all_of_them_play_is_paid_to_somebody(tmp_path: Path) -> None:
    """All four may join: then nobody is left to whom they pay."""
    name = "{en: Bettel too, de: Bettel mit}"
    lost = "when: {players: {who: losers, at_least: 1}}, from: losers, to: defenders, total: 12"
    won = "from: defenders, to: declarers, total: 12"
    changed(
        tmp_path,
        "koenigrufen",
        f"at: contracts.bettel.joined, add: {{name: {name}, most: 3}}",
        "at: contracts.bettel.objective, set: {tricks_won: {side: each_declarer, exactly: 0}}",
        "at: contracts.bettel.kontra, set: none",
        f"at: contracts.bettel.payments, add: {{lost: {{{lost}}}, won: {{{won}}}}}",
    )
    asked = questions([tmp_path / "changed.yaml"])
    assert [question.path for question in asked] == [
        "contracts.bettel.payments.lost.total",
        "contracts.bettel.payments.won.total",
    ]


def test_who_begins_holds_a_card_in_every_round() -> None:
    """In the talon, or discarded, the card is in nobody's hand, and nobody would begin."""
    for card in ("T-I", "called_card"):
        first = {"at": "play.first_lead", "set": {"holder_of": card}}
        assert any("may lie in the talon" in each for each in problems("koenigrufen", first))
    first = {"at": "announcements.first", "set": {"next_to": {"holder_of": "T-V"}}}
    (found,) = problems("hungarian-tarokk", first)
    assert found.startswith("announcements.first.next_to: in 'proba' the card may lie")
    five = {"holder_of": "H-A"}
    for begins in added("anrufen", **{"play.first_lead": five}).contracts.values():
        assert begins.play.first_lead.arg == "H-A"


@pytest.mark.parametrize("goes_to", ["{}", "{{side_of: {}}}"])
def test_a_bonus_goes_to_one_side(goes_to: str, tmp_path: Path) -> None:
    """Everybody but one are players of both sides, which would both be paid."""
    others = goes_to.format("{all_but: {holder_of_all: kings}}")
    with pytest.raises(RulesFault, match="'all_but'"):
        changed(tmp_path, "zwanzigerrufen", f"at: bonuses.four_kings.goes_to, set: {others}")


@pytest.mark.parametrize(
    ("of", "rule", "text"),
    [
        ("zwanzigerrufen", {"own": ["H-K"]}, "call.own: whoever chooses freely"),
        ("zwanzigerrufen", {"if_all_held": "kings"}, "call.if_all_held: whoever chooses freely"),
    ],
)
def test_who_chooses_freely_needs_no_cards_of_his_own(
    of: str, rule: dict[str, Any], text: str
) -> None:
    ((key, cards),) = rule.items()
    free = {"at": "call.choose", "set": "free"}
    found = problems(of, free, {"at": f"call.{key}", "add": cards})
    assert any(each.startswith(text) for each in found)


LATE_CALL = (
    {"at": "contracts.solorufer.talon.packet_of_called_card", "drop": True},
    {"at": "exchange.called_card_in_talon", "drop": True},
    {
        "at": "order",
        "set": [
            *("deal.all", "auction", "exchange", "call", "announcements", "play", "settlement"),
        ],
    },
)


def test_a_card_is_left_to_be_called_after_the_discard() -> None:
    """Whoever may not call what he has discarded could discard the one card that can be called."""
    free = ({"at": "call.cards", "set": ["H-K"]}, {"at": "call.choose", "set": "free"})
    never = {"at": "call.own_discards", "add": "never"}
    anything = {"at": "exchange.discard", "set": [{"cards": "all"}]}
    found = problems("koenigrufen", *LATE_CALL, *free, never, anything)
    assert found == ["call.cards: a player who discards 6 cards may discard all that can be called"]
    assert not problems_of("koenigrufen", *LATE_CALL, *free, anything)
    assert not problems_of("koenigrufen", *LATE_CALL, *free, never)  # kings are not discarded
    own = {"at": "call.own", "add": {"rank": "K"}}
    assert not problems_of("koenigrufen", *LATE_CALL, own)


def test_there_is_a_trick_for_each_card_of_the_talon(tmp_path: Path) -> None:
    talon = "{takes: nothing, seen_by: nobody, counts_for: first_tricks}"
    with pytest.raises(RulesFault, match="40 cards are left there, but a round has 3 tricks"):
        changed(
            tmp_path,
            "hearts",
            "at: talon, add: {packets: [40]}",
            "at: deal.all.packets, set: [1, 2, talon]",
            f"at: contracts.hearts.talon, add: {talon}",
            "at: play.first_lead, set: forehand",
            "at: passing.cards, set: 1",
            rules=OUTSIDE,
        )


@pytest.mark.parametrize("first", ["{holder_of: C-Q}", "{next_to: {holder_of: C-Q}}"])
def test_who_begins_does_not_hold_one_of_two_equal_cards(first: str, tmp_path: Path) -> None:
    with pytest.raises(RulesFault, match="the pack has 2 of each"):
        changed(tmp_path, "doppelkopf", f"at: play.first_lead, set: {first}", rules=OUTSIDE)
