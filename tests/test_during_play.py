"""What is said during the play and what it binds to; cards owed, hands laid open, plays that end
early.

Each is played in a small game that has nothing else.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from changed import changed, played_by_both
from naive import after, begin, legal_moves, reasons
from tables import after_words, code, texts

from zwanz_ssot import places
from zwanz_ssot.engine import Round, deal
from zwanz_ssot.engine.random_play import random_rounds
from zwanz_ssot.engine.trick import OwedCard, narrowed
from zwanz_ssot.library import load
from zwanz_ssot.model import Game
from zwanz_ssot.problems import RulesFault
from zwanz_ssot.words.joints import owed_card

GAME = """
game: small
name: {{en: Small, de: Klein}}
deck: {deck}
order: [deal.all, {steps}play, settlement]
table:
  players: 4
  direction: clockwise
  forehand: {{next_to: dealer}}
  first_dealer: by_lot
  next_dealer: {{next_to: dealer}}
deal: {{all: {{packets: [{each}], first: forehand}}}}
{rules}
count: {{last_trick: 0}}
settlement: {{unit: {{en: points, de: Punkte}}, each_pays: evenly, missed_announcement: nothing}}
match: {{settle: every_round}}
"""
FRENCH = """
call: {cards: all, choose: free}
fixed_contract: {contract: simple, declarer: forehand}
contracts:
  simple:
    name: {en: Simple, de: Einfach}
    calls: true
    declarers: [declarer, {holder_of: called_card}]
    secret_until: {played: called_card}
    objective: {majority: {side: declarers}}
    value: 1
    play: {raised_to: [every]}
    source: [custom]
  every:
    name: {en: Every Trick, de: Alle Stiche}
    calls: true
    declarers: [declarer, {holder_of: called_card}]
    secret_until: {played: called_card}
    objective: {tricks_won: {side: declarers, all_of: every_trick}}
    value: 2
    play: {ends_when: aim_failed}
    source: [custom]
play:
  first_lead: forehand
  trump: called
  lead: [any_card]
  follow: [suit_led, trump, any_card]
  beat: if_possible
  wins: [{best_of: trump}, {best_of: suit_led}]
  says: {first_trick: [raise, double], when_leading: [declare]}
declarations:
  marriage:
    name: {en: marriage, de: Paar}
    ranks: [K, Q]
    points: {trump: 40, elsewhere: 20}
    shown: word
    binds: lead_one
    source: [custom]
kontra:
  levels: [contra]
  names: {contra: {en: Contra, de: Contra}}
  times: 2
  doubles: [game]
  begins: opponents
"""
TAROCK = """
auction:
  first: forehand
  opening: must_bid
  in_one_turn: [bid, announce, pass]
  ladder: [game_of_one, beggar]
  next_bid: higher
  own_bid: stands
  after_agreeing: free
  overcall_cancels: []
  ends_after_passes: 4
contracts:
  game_of_one:
    name: {en: Game of One, de: Einzelspiel}
    declarers: [declarer]
    objective: {majority: {side: declarers}}
    value: 1
    source: [custom]
  beggar:
    name: {en: Beggar, de: Bettler}
    declarers: [declarer]
    objective: {tricks_won: {side: declarers, exactly: 0}}
    value: 1
    play:
      ends_when: aim_failed
      open_hands: {after_trick: 1, of: everyone}
    source: [custom]
play:
  first_lead: forehand
  trump: {suit: tarock}
  lead: [any_card]
  follow: [suit_led, trump, any_card]
  beat: never
  wins: [{best_of: trump}, {best_of: suit_led}]
  announced_cards: {due: [third_last, second_last, last], given_up: [third_last, second_last, last]}
bonuses:
  last: {name: {en: L, de: L}, announced_by: {holder_of: T-I}, goes_to: {side_of: {player_of: T-I}},
    won: {card_wins_trick: {card: T-I, trick: last}}, value: {announced: 1}, source: [custom]}
  second_last: {name: {en: S, de: S}, announced_by: {holder_of: T-IIII}, goes_to: {side_of: {player_of: T-IIII}},
    won: {card_wins_trick: {card: T-IIII, trick: {number: 9}}}, value: {announced: 1}, source: [custom]}
  third_last: {name: {en: T, de: T}, announced_by: {holder_of: T-V}, goes_to: {side_of: {player_of: T-V}},
    won: {card_wins_trick: {card: T-V, trick: {number: 8}}}, value: {announced: 1}, source: [custom]}
"""

PAIR = """\
  pair:
    name: {en: Pair, de: Paar}
    calls: true
    declarers: [declarer, {holder_of: called_card}]
    secret_until: {played: called_card}
    objective: {majority: {side: declarers}}
    value: 1
    source: [custom]
"""


def small(folder: Path, **parts: str) -> Game:
    """A game of these parts."""
    rules = folder / "rules"
    shutil.copytree(places.data("rules") / "decks", rules / "decks")
    shutil.copy(places.data("rules") / "sources.yaml", rules)
    (rules / "small").mkdir()
    (rules / "small" / "game.yaml").write_text(GAME.format(**parts), encoding="utf-8")
    return load("small", rules=rules)


@pytest.fixture(scope="module")
def french(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A called partner who may raise, contra, marriages that bind the lead."""
    return small(
        tmp_path_factory.mktemp("french"), deck="french-24", steps="call, ", each="6", rules=FRENCH
    )


@pytest.fixture(scope="module")
def tarock(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Announced cards, open hands, a play that ends early."""
    return small(
        tmp_path_factory.mktemp("tarock"),
        deck="tarock-40",
        steps="auction, ",
        each="10",
        rules=TAROCK,
    )


HANDS = (
    "H-A H-K H-Q S-K S-Q C-9",
    "H-10 S-A S-10 D-A D-10 C-A",
    "H-J D-K D-Q D-J C-K C-Q",
    "H-9 S-J S-9 D-9 C-10 C-J",
)


def begun(game: Game, *hands: str) -> Round:
    return deal(game, hands=[hand.split() for hand in hands])


def cards(played: Round) -> set[str]:
    """The cards that may be played."""
    return {text.removeprefix("play ") for text in texts(played) if text.startswith("play ")}


def test_a_declared_pair_that_may_not_be_led_binds_nobody(tmp_path: Path) -> None:
    """What is declared binds after the rules for tricks, and shuts out nothing that it leaves no
    card for; of a pair of which one card may be led, that one is.
    """
    for number, (lead, legal, refused) in enumerate(
        (
            ("{cards: clubs}", {"C-9"}, "must_lead_of"),
            ("{cards: [S-K, C-9]}", {"S-K"}, "lead_declared"),
        )
    ):
        rules = FRENCH.replace("lead: [any_card]", f"lead: [{lead}, any_card]")
        game = small(
            tmp_path / str(number), deck="french-24", steps="call, ", each="6", rules=rules
        )
        played = begun(game, *HANDS).after("call H-10").after("declare marriage S")
        assert texts(played) == {f"play {card}" for card in legal}
        assert code(played, "play H-A") == refused
        assert code(played, "play S-Q") == "must_lead_of"
        again = begin(game, pack=[card.id for card in played.deal])
        for _, move in played.history:
            again = after(again, str(move))
        assert set(legal_moves(again)) == texts(played)
        for card in HANDS[0].split():
            assert {code(played, f"play {card}")} - {None} == reasons(again, f"play {card}")
        assert played.view(1).public.lacks[0] == begun(game, *HANDS).view(1).public.lacks[0]


def test_a_declaration_when_leading_binds_the_lead(french: Game) -> None:
    played = begun(french, *HANDS).after("call H-10").after("declare marriage S")
    assert texts(played) == {"play S-K", "play S-Q"}
    assert code(played, "play H-A") == "lead_declared"
    assert code(played, "declare marriage H") == "lead_it_first"
    assert code(played, "declare marriage S") == "declared_already"
    assert played.state.declared_points == (20, 0, 0, 0)
    after = after_words(
        played, "forehand: play S-Q", "second: play S-10", "third: play H-J", "fourth: play S-9"
    )
    assert after.turn == 2
    assert {"declare marriage D", "declare marriage C"} <= texts(
        after
    )  # trick after trick, who leads may declare
    assert (
        code(begun(french, *HANDS).after("call H-10").after("play H-A"), "declare marriage D")
        == "not_now"
    )


def test_what_is_declared_with_the_lead_is_known_to_all(french: Game) -> None:
    played = begun(french, *HANDS).after("call H-10").after("declare marriage S")
    assert set(played.view(2).public.holds[0].ids) == {"S-K", "S-Q"}
    assert [str(move) for _, move in played.view(2).said] == ["call H-10", "declare marriage S"]


def test_the_partner_raises_and_shows_himself(french: Game) -> None:
    led = begun(french, *HANDS).after("call H-10").after("play C-9")
    assert {"raise every"} == {text for text in texts(led) if text.startswith("raise")}
    assert (
        code(begun(french, *HANDS).after("call H-10"), "raise every") == "only_partner_raises"
    )  # the caller himself
    raised = led.after("raise every")
    assert raised.contract is not None and raised.contract.id == "every"
    assert raised.turn == 1 and raised.view(3).public.sides == (
        "declarers",
        "declarers",
        "defenders",
        "defenders",
    )
    assert code(raised, "raise every") == "not_raised_to"
    third = raised.after("play C-A")
    assert code(third, "raise every") == "not_raised_to"


def test_contra_before_the_own_card_of_the_first_trick(french: Game) -> None:
    third = after_words(
        begun(french, *HANDS).after("call H-10"), "forehand: play C-9", "second: play C-A"
    )
    assert "double game" in texts(third)
    doubled = third.after("double game")
    assert doubled.state.levels[0] == 1 and doubled.turn == 2
    assert doubled.view(0).public.sides[2] == "defenders"
    assert code(doubled, "double game") == "no_more_levels"
    assert (
        code(begun(french, *HANDS).after("call H-10").after("play C-9"), "double game")
        == "own_item"
    )


def test_the_play_ends_when_a_trick_of_all_is_lost(french: Game) -> None:
    played = begun(french, *HANDS).after("call H-10")
    played = after_words(
        played,
        "forehand: play S-Q",
        "second: raise every; play S-10",
        "third: play H-J",
        "fourth: play S-9",
    )
    assert played.step == "over" and len(played.state.winners) == 1
    ledger = played.ledger()
    assert ledger is not None and ledger.scores == (-2, -2, 2, 2)


TAROCKS = (
    "T-I T-IIII T-V H-K D-K C-K S-K H-Q D-Q C-Q",
    "T-Sk T-XXI T-XX T-XIX T-XVIII T-XVII T-XVI T-XV T-XIV T-XIII",
    "T-XII T-XI T-X T-IX T-VIII T-VII T-VI H-J",
    "H-C H-1 D-C D-J D-1 C-C C-J C-10 S-Q S-C",
)


def announced(game: Game, *words: str, contract: str = "game_of_one") -> Round:
    """A round in which forehand has announced this, and everybody has agreed."""
    deck = game.deck
    spare = [card.id for card in deck.cards if card.id not in " ".join(TAROCKS).split()]
    hands = [hand.split() for hand in TAROCKS]
    for hand in hands:
        hand += spare[: 10 - len(hand)]
    played = deal(game, hands=hands).after(f"bid {contract}")
    for word in (*words, "pass", "pass", "pass", "pass", "pass"):
        played = played.after(word) if played.step == "auction" else played
    assert played.step == "play"
    return played


def test_of_announced_cards_the_first_in_order_goes_first(tarock: Game) -> None:
    both = announced(tarock, "announce last", "announce third_last")
    assert cards(both) == set(TAROCKS[0].split()) - {
        "T-I"
    }  # the second one is not announced, and free
    assert code(both, "play T-I") == "give_up_first"
    gone = after_words(
        both, "forehand: play T-V", "second: play T-Sk", "third: play T-VI", "fourth: play H-C"
    )
    assert gone.state.winners == [1]
    led = after_words(gone, "second: play T-XXI", "third: play T-VII", "fourth: play H-1")
    assert cards(led) == {"T-I", "T-IIII"}  # the Five is gone, nothing comes before the Pagat


def test_an_announced_card_is_played_in_its_trick_where_it_is_legal() -> None:
    last, before, free = (
        OwedCard(1, 9, True, True),
        OwedCard(2, 8, True, True),
        OwedCard(4, 9, True, False),
    )
    assert (
        narrowed(0b1011, (before, last), 7) == 0b1010
    )  # one of two goes: that of the earlier trick
    assert (
        narrowed(0b1001, (before, last), 7) == 0b1001
    )  # the other one is not legal: nothing comes before this
    assert narrowed(0b1011, (before, last), 8) == 0b0010  # its trick has come
    assert narrowed(0b1001, (before, last), 8) == 0b1001  # not legal in its trick
    assert narrowed(0b1010, (before, last), 9) == 0b1010  # its trick is past: it is free
    assert narrowed(0b1011, (before, last), 9) == 0b0001
    assert narrowed(0b0111, (before, last, free), 7) == 0b0110  # outside the order
    assert narrowed(0b0100, (free,), 9) == 0b0100
    assert (
        narrowed(0b1001, (OwedCard(1, 9, False, True),), 9) == 0b1001
    )  # it has a place in the order, and no duty


BIRD = (
    "at: auction.in_one_turn, set: [bid, pass]",
    "at: auction.overcall_cancels, set: []",
    "at: kontra, drop: true",
    "at: bonuses, set: {bird: {name: {en: Bird, de: Vogel}, goes_to: either_side, won: "
    "[{card_wins_trick: {card: T-I, trick: {number: 2}}}, "
    "{tricks_won: {side: claimants, all_of: {number: 2}}}], "
    "value: {announced: 1}, source: [custom]}}",
    "at: play.says, add: {any_time: {announce: {who: anyone, during: {first: 1}}}}",
    "at: play.announced_cards, add: {due: [bird]}",
)
"""Each player may announce that the Pagat wins the second trick, and has to play it there."""


def test_whoever_announces_a_card_as_the_second_of_his_side_owes_it_too(tmp_path: Path) -> None:
    game = changed(tmp_path, "zwanzigerrufen", *BIRD)
    held = ("T-Sk T-XXI", "T-VIII T-IIII", "T-I T-V T-VI H-K H-Q D-K D-Q C-K S-K T-VII", "T-IX")
    hands = [each.split() for each in held]
    rest = [card.id for card in game.deck.cards if card.id not in " ".join(held).split()]
    for hand in hands:
        hand += [rest.pop() for _ in range(10 - len(hand))]
    played = after_words(
        deal(game, hands=hands),
        "forehand: bid solo", "second: pass", "third: pass", "fourth: pass",
    )  # fmt: skip
    for word in ("second: announce bird", "third: announce bird"):
        played = played.after(word)
    assert [len(owed) for owed in played.state.owed] == [0, 1, 1, 0]
    led = after_words(
        played,
        "forehand: play T-Sk", "second: play T-VIII", "third: play T-V", "fourth: play T-IX",
        "forehand: play T-XXI", "second: play T-IIII",
    )  # fmt: skip
    assert cards(led) == {"T-I"}
    assert code(led, "play T-VI") == "due_now"


BESIDE_THE_WINNER = (
    "at: contracts.durchmarsch_am_letzten.declarers, set: [declarer, {next_to: {winner_of: last}}]",
    "at: contracts.durchmarsch_am_letzten.objective, "
    "set: {tricks_won: {side: declarer, at_least: 1}}",
)


def test_a_partner_beside_the_winner_of_a_trick_joins_in_the_end(tmp_path: Path) -> None:
    game, joined = changed(tmp_path, "koenigrufen-graden", *BESIDE_THE_WINNER), 0
    for seed in range(12):
        played = played_by_both(game, seed, "durchmarsch_am_letzten", quiet=1)
        state = played.state
        if played.contract is None or played.contract.id != "durchmarsch_am_letzten":
            continue
        if state.declarer in state.winners and not state.conceded:
            partner = (state.winners[-1] + 1) % 4
            assert state.declarers == 1 << state.declarer | 1 << partner
            joined += partner != state.declarer
    assert joined


def test_a_bonus_owes_the_first_card_that_it_names_for_one_trick(tmp_path: Path) -> None:
    won = (
        "at: bonuses.pagat.won, set: [{card_in_trick: {card: T-XXI, trick: every_trick}}, "
        "{card_wins_trick: {card: T-I, trick: last}}]"
    )
    game = changed(tmp_path, "koenigrufen", won)
    owed = owed_card(game.bonuses["pagat"].won)
    assert owed is not None
    assert (game.deck.cards[owed[0]].id, owed[1].word) == ("T-I", "last")
    for seed in range(3):
        played_by_both(game, seed)


def test_where_no_card_is_called_an_announcement_of_it_binds_no_card_and_is_missed(
    tmp_path: Path,
) -> None:
    named = "won: {card_wins_trick: {card: T-I, trick: last}}"
    assert named in TAROCK
    calling = "call: {cards: [H-K], choose: free}\n" + TAROCK.replace(
        named, named.replace("T-I", "called_card")
    )
    calling = calling.replace("  beggar:", PAIR + "  beggar:").replace(
        "_one, beggar", "_one, pair, beggar"
    )
    game = small(tmp_path, deck="tarock-40", steps="auction, ", each="10", rules=calling)
    played = announced(game, "announce last")
    assert cards(played) == set(TAROCKS[0].split())
    while played.turn is not None:
        played = played.after(played.moves()[0])
    ledger = played.ledger()
    assert ledger is not None
    assert [line.item for line in ledger.lines] == [
        "game"
    ]  # a missed announcement costs nothing here


def test_hands_lie_open_after_the_first_trick(tarock: Game) -> None:
    played = announced(tarock, contract="beggar")
    assert not any(played.view(1).open)
    played = after_words(
        played, "forehand: play H-Q", "second: play T-XIII", "third: play H-J", "fourth: play H-C"
    )
    assert played.view(3).open == played.hands
    assert played.view(3).public.holds == played.hands


def test_the_play_ends_with_the_first_trick_of_a_beggar(tarock: Game) -> None:
    deck = tarock.deck
    spare = [card.id for card in deck.cards if card.id not in " ".join(TAROCKS).split()]
    third = TAROCKS[2].split()
    hands = [
        TAROCKS[0].split(),
        TAROCKS[1].split(),
        third + spare[: 10 - len(third)],
        TAROCKS[3].split(),
    ]
    played = deal(tarock, hands=hands)
    played = after_words(
        played,
        "forehand: bid game_of_one; pass",
        "second: bid beggar; pass",
        "third: pass",
        "fourth: pass",
    )
    played = after_words(played, "forehand: pass", "second: pass")
    played = after_words(
        played, "forehand: play H-Q", "second: play T-XIII", "third: play H-J", "fourth: play H-C"
    )
    assert played.step == "over" and played.state.winners == [1]
    ledger = played.ledger()
    assert ledger is not None and ledger.scores == (1, -3, 1, 1)


def test_a_contract_may_be_reached_by_a_raise_alone(tmp_path: Path) -> None:
    ladder = "at: auction.ladder, set: [simple, hundred, no_tricks, all_tricks]"
    game = changed(tmp_path, "anrufen", ladder)
    played = [list(game.contracts)[state.contract] for state, _ in random_rounds(game, 20)]
    assert "all_tricks_hundred" in played


LATE = "{cards: clubs, when: {this_trick: {first: %s}}}, any_card"
BEATS = "{card: H-A, when: {led: %s}}, {best_of: trump}, {best_of: suit_led}"


@pytest.mark.parametrize(
    ("key", "rules", "one", "other"),
    [("lead", LATE, "2", "3"), ("wins", BEATS, "hearts", "clubs")],
)
def test_plays_with_the_same_words_are_the_same_play(
    key: str, rules: str, one: str, other: str, tmp_path: Path
) -> None:
    raised = "at: contracts.simple.play.raised_to, set: [hundred]"
    ends = "at: contracts.hundred.play.raised_to, drop: true"
    simple, hundred = (f"at: contracts.{name}.play.{key}, add: " for name in ("simple", "hundred"))
    first = f"{simple}[{rules % one}]"
    game = changed(tmp_path, "anrufen", raised, ends, first, f"{hundred}[{rules % one}]")
    assert game.contracts["simple"].play.raised_to == ("hundred",)
    with pytest.raises(RulesFault, match="'hundred' is played in another way"):
        changed(tmp_path, "anrufen", raised, ends, first, f"{hundred}[{rules % other}]")
