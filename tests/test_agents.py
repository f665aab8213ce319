"""Doors for agents: numbers that stay, limits that hold, nothing that a seat may not know."""

from __future__ import annotations

import doctest
import pickle
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random

import naive
import numpy as np
import pytest
import yaml
from conftest import VARIANTS, loaded
from tables import after_words, dealt_anew, positions

import zwanz_ssot
from zwanz_ssot import Game, IllegalMove, WrongCall
from zwanz_ssot.agents import ActionList, AgentGame, AgentRound, round_limits
from zwanz_ssot.library import load_variant_file
from zwanz_ssot.players.worlds import moves_of_the_deal

NUMBERS = Path(__file__).parent / "action_numbers.yaml"
"""The digests of all lists of actions. They change where the moves of a rule set do; then the
changelog has to say so, and this file is written anew from what the test prints.
"""
each_variant = pytest.mark.parametrize(("game", "variant"), VARIANTS)


@cache
def rules_of(game: str, variant: str) -> AgentGame:
    return AgentGame(loaded(game, variant))


def walk(
    start: AgentRound, random: Random, *, passing: float = 0.5, playing: float = 1.0
) -> Iterator[AgentRound]:
    """A random round from here on. Who may pass does so now and then; with ``playing`` below 1,
    cards are put off for words.
    """
    actions = start.rules.actions
    yield start
    while not start.over:
        moves = {action: actions.move(action) for action in start.legal}
        words = [
            n for n, move in moves.items() if move is None or move.kind not in ("play", "pass")
        ]
        quiet = [n for n, move in moves.items() if move is not None and move.kind == "pass"]
        if quiet and random.random() < passing:
            start = start.after(quiet[0])
        elif words and random.random() >= playing:
            start = start.after(random.choice(words))
        else:
            start = start.after(random.choice(start.legal))
        yield start


# numbers


@each_variant
def test_actions_have_numbers_that_stay(game: str, variant: str) -> None:
    rules = rules_of(game, variant)
    actions, base = rules.actions, ActionList(loaded(game, "base"))
    cards = rules.game.deck.cards
    assert [actions.text(card.index) for card in cards] == [f"play {card.id}" for card in cards]
    assert len({*actions.texts, *actions.heard}) == len(
        [text for text in actions.texts if text is not None]
    ) + len(actions.heard) + (None in actions.texts)
    for action, text in actions:
        assert actions.number(text) == action
        move = actions.move(action)
        assert text == (str(move) if move is not None else "wait")
        if text in base.texts and base.game.deck == rules.game.deck:
            assert base.number(text) == action
    assert base.mapping(actions) == {
        base.number(text): n for n, text in actions if text in base.texts
    }


def test_the_numbers_are_those_that_were_promised() -> None:
    now = {
        f"{game}:{variant}": f"{len(rules_of(game, variant).actions)} "
        f"{rules_of(game, variant).actions.digest}"
        for game, variant in VARIANTS
    }
    then = yaml.safe_load(NUMBERS.read_text(encoding="utf-8"))
    assert now == then, f"{NUMBERS} would be now:\n{yaml.safe_dump(now, width=100)}"


def house(tmp_path: Path, *changes: str, of: str = "zwanzigerrufen:directnet") -> Game:
    """A rule set with these changes."""
    file = tmp_path / "house.yaml"
    lines = "\n".join(f"  - {{{change}, source: custom}}" for change in changes)
    file.write_text(
        f"variant: house\nof: {of}\nname: {{en: House, de: Haus}}\nchanges:\n{lines}\n",
        encoding="utf-8",
    )
    return load_variant_file(file)


def test_a_house_rule_keeps_the_numbers_and_changes_the_digest(tmp_path: Path) -> None:
    before = rules_of("zwanzigerrufen", "directnet")
    fewer = AgentGame(house(tmp_path, "at: call.cards, set: [T-XX, T-XIX]"))
    assert fewer.actions.number("bid rufer T-XIX") == before.actions.number("bid rufer T-XIX")
    assert len(fewer.actions) == len(before.actions)
    with pytest.raises(WrongCall, match="has no action 'bid rufer T-XVI'"):
        fewer.actions.number("bid rufer T-XVI")
    assert fewer.actions.digest != before.actions.digest
    # The same moves in a game that is played otherwise: only the digest of the whole tells.
    dearer = AgentGame(house(tmp_path, "at: contracts.solo.value, set: 5"))
    assert dearer.actions.digest == before.actions.digest
    assert dearer.digest != before.digest


def test_what_is_no_action_is_refused() -> None:
    rules = rules_of("zwanzigerrufen", "directnet")
    with pytest.raises(WrongCall, match="did you mean 'bid solo'"):
        rules.actions.number("bid sollo")
    with pytest.raises(WrongCall, match="directnet has no use for action 40 of its base game"):
        AgentGame(loaded("zwanzigerrufen", "directnet")).actions.text(40)
    with pytest.raises(WrongCall, match="has no action 104"):
        rules.actions.text(104)
    start = rules.deal(seed=7)
    with pytest.raises(IllegalMove, match="have to bid"):
        start.after(rules.actions.number("pass"))
    with pytest.raises(WrongCall, match="has no action -1"):
        start.after(-1)
    with pytest.raises(WrongCall, match="there is no seat 'fifth'"):
        start.information("fifth")
    speaking = rules_of("rufmariasch", "base").deal(seed=1)
    with pytest.raises(WrongCall, match="nothing to wait for"):
        speaking.after(speaking.rules.actions.wait)
    with pytest.raises(WrongCall, match="not of rufmariasch"):
        speaking.rules.of(start.round)


# limits


def test_limits_worked_out_by_hand() -> None:
    """Rufmariasch: a cut, a call, 32 cards and a marriage in each of four suits; before each move
    of the play three others may wait. Anrufen for three: 24 cards and so on.
    """
    limits = round_limits(loaded("rufmariasch", "base"))
    assert limits.moves == 1 + 1 + 32 + 4
    assert limits.decisions == 2 + 36 + 3 * 36
    # A Solo of directnet, each item three times doubled, with three who pay: the game 4; Absolut
    # and Pagat 2 and the Valat 12, twice as much in a Solo, by either side; then Trull, four Kings
    # and the captured Mond, which nobody announces and so nobody doubles.
    game, announced, silent = 4 * 8 * 3, 2 * (2 + 2 + 12) * 2 * 8 * 3, 2 * (1 + 1 + 1) * 2 * 3
    assert round_limits(loaded("zwanzigerrufen", "directnet")).score == game + announced + silent


@pytest.mark.sample(7)
@each_variant
def test_no_round_goes_beyond_its_limits(game: str, variant: str) -> None:
    """Rounds in which all say what they can, and put off their cards."""
    rules, random = rules_of(game, variant), Random(5)
    for seed in range(2):
        passed = list(walk(rules.deal(seed=seed), random, passing=0.1, playing=0.2))
        assert len(passed) - 1 <= rules.limits.decisions
        assert len(passed[-1].history) <= rules.limits.moves
        scores = passed[-1].scores()
        assert max(map(abs, scores)) <= rules.limits.score
        if rules.game.sums_to_zero:
            assert sum(scores) == 0
        ledger = None if passed[-1].silent() else passed[-1].round.ledger()
        assert scores == (ledger.scores if ledger else (0,) * rules.players)


# rounds


@pytest.mark.sample(7)
@each_variant
def test_every_round_can_be_played_one_decision_at_a_time(game: str, variant: str) -> None:
    """What is said out of turn, too: whoever does not say it then waits when asked."""
    rules = rules_of(game, variant)
    first, *_, played = positions(game, variant, 1)
    now = rules.of(first)
    for seat, move in played.history:
        while now.seat != seat:
            now = now.after(rules.actions.wait)
        now = now.after(rules.actions.number(move))
    assert now.over and now.round == played
    assert deepcopy(now) is now


def test_a_round_is_pickled_and_so_are_its_rules() -> None:
    now = rules_of("koenigrufen-russbach", "base").deal(seed=1)
    while now.rules.actions.wait not in now.legal:
        now = now.after(now.legal[0])
    now = now.after(now.rules.actions.wait)
    again = pickle.loads(pickle.dumps(now))
    assert again == now and again.seat == now.seat and again.rules == now.rules


def test_others_are_asked_in_the_order_of_play_and_again_after_each_word() -> None:
    """Rußbach: before the first lead everybody may announce two bonuses."""
    rules = rules_of("koenigrufen-russbach", "base")
    now = rules.of(zwanz_ssot.deal(rules.game, seed=1).after("cut 12").after("call H-10"))
    number, asked = rules.actions.number, []
    for action in ("wait", "announce hundred", "wait", "wait", "wait"):
        asked.append(str(now.seat))
        assert now.round.turn == 0
        now = now.after(number(action))
    assert asked == ["second", "third", "second", "third", "fourth"]
    assert str(now.seat) == "forehand"
    assert [(str(seat), str(move)) for seat, move in now.history[2:]] == [
        ("third", "announce hundred")
    ]


def test_nobody_sees_that_another_has_waited() -> None:
    rules = rules_of("koenigrufen-russbach", "base")
    now = rules.of(zwanz_ssot.deal(rules.game, seed=1).after("cut 12").after("call H-10"))
    after = now.after(rules.actions.wait)
    assert (str(now.seat), str(after.seat)) == ("second", "third")
    for seat in (None, "forehand", "fourth"):
        assert now.information(seat) == after.information(seat)
        assert np.array_equal(now.tensor(seat), after.tensor(seat))
    assert now.information("second") != after.information("second")


# what a seat knows


def test_what_a_seat_knows_in_words() -> None:
    rules = rules_of("zwanzigerrufen", "directnet")
    played = after_words(
        zwanz_ssot.deal(rules.game, seed=7), "forehand: bid solo; pass", "second: double game"
    )
    now, own = rules.of(played), "T-XXI T-XVII T-XIV T-XIII T-X T-VII T-VI D-K D-1 C-C"
    assert now.information("second") == (
        f"second | dealt {own} | hand {own} | talon - | discards - | open - | auction | "
        "forehand bid solo, forehand pass, second double game | to decide"
    )
    assert "to decide" not in now.information("third")
    assert now.information(None) == (
        "onlooker | dealt - | hand - | talon - | discards - | open - | auction | "
        "forehand bid solo, forehand pass, second double game"
    )


def test_the_order_of_words_and_cards_is_kept() -> None:
    """A marriage declared before and after a card is led: the views are equal, what agents get is
    not.
    """
    rules = rules_of("rufmariasch", "base")
    for seed in range(60):
        start = zwanz_ssot.deal(rules.game, seed=seed).after("cut 12")
        start = start.after(start.moves()[0])
        declared = [text for text in start.texts() if text.startswith("third: declare")]
        if declared and start.turn == 0:
            break
    card = start.moves()[0]
    first = start.after(declared[0]).after(card)
    second = start.after(card).after(declared[0])
    assert first.view("second") == second.view("second")
    one, other = rules.of(first), rules.of(second)
    assert one.information("second") != other.information("second")
    assert not np.array_equal(one.tensor("second"), other.tensor("second"))


def test_a_tensor_is_read_piece_by_piece() -> None:
    rules = rules_of("zwanzigerrufen", "directnet")
    played = zwanz_ssot.deal(rules.game, seed=7).after("bid solo")
    now = rules.of(played)
    tensor, piece = now.tensor("second"), rules.layout.piece
    assert tensor.dtype == np.int16 and tensor.shape == (rules.layout.size,)
    assert piece(tensor, "seat").tolist() == [0, 1, 0, 0]
    assert piece(tensor, "decides").tolist() == [0]
    hand = [card.id for card in rules.game.deck.cards if piece(tensor, "hand")[card.index]]
    assert hand == played.hands[1].ids
    assert piece(tensor, "history")[:2].tolist() == [
        [1, rules.actions.number("bid solo") + 1],
        [0, 0],
    ]
    assert piece(tensor, "sides").tolist() == [[1, 0], [0, 1], [0, 1], [0, 1]]
    assert now.tensor(0)[rules.layout.pieces["decides"][0]] == 1
    assert now.mask.tolist() == [int(n in now.legal) for n in range(len(rules.actions))]


@pytest.mark.sample(7)
@each_variant
def test_no_hidden_card_changes_what_a_seat_knows(game: str, variant: str) -> None:
    """Cards that a seat has not seen are dealt anew, by the tests' own dealer; all that was said
    and played is legal with them, too.
    """
    rules, random = rules_of(game, variant), Random(7)
    compared = dict.fromkeys([None, *range(rules.players)], 0)
    for seed in range(2):
        for played in positions(game, variant, seed)[2::11]:
            for seat in compared:
                other = dealt_anew(played, random, seat)
                if other is not None and not played.over:
                    compared[seat] += 1
                    one, two = rules.of(played), rules.of(other)
                    if (one.seat == seat) == (two.seat == seat):
                        assert one.information(seat) == two.information(seat)
                        assert np.array_equal(one.tensor(seat), two.tensor(seat))
    assert sum(compared.values()) > 5, compared


@pytest.mark.sample(7)
@each_variant
def test_hidden_cards_dealt_anew_look_the_same(game: str, variant: str) -> None:
    rules, random = rules_of(game, variant), Random(3)
    found = others = 0
    for now in list(walk(rules.deal(seed=1), random))[1::9]:
        for seat in range(rules.players) if not now.over else ():
            other = now.resample(seat, random)
            found += 1
            others += other.deal != now.deal
            assert other.information(seat) == now.information(seat)
            assert np.array_equal(other.tensor(seat), now.tensor(seat))
            if now.seat == seat:
                assert (other.seat, other.legal) == (now.seat, now.legal)
    assert others > found * 0.7, (found, others)


def test_dealing_anew_is_reproducible_and_says_where_it_cannot() -> None:
    now = rules_of("zwanzigerrufen", "base").deal(seed=3)
    now = now.after(now.legal[0])
    seat = now.seat
    assert seat is not None
    assert now.resample(seat, Random(1)) == now.resample(seat, Random(1))
    assert now.resample(seat, Random(1)) != now.resample(seat, Random(2))
    *_, over = walk(now, Random(1))
    with pytest.raises(WrongCall, match="the round is over"):
        over.resample(0, Random(1))


def test_the_page_for_agents_shows_what_one_gets() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    page = Path(__file__).parent.parent / "docs" / "agents.md"
    found = doctest.testfile(str(page), module_relative=False)
    assert found.failed == 0 and found.attempted > 20


# rules that are dropped


def noticed(rules: AgentGame, judge: Game, rounds: int) -> str | None:
    """Where the legal actions differ from those of the second implementation; None: nowhere."""
    random, actions = Random(11), rules.actions
    for seed in range(rounds):
        now = rules.deal(seed=seed)
        position = naive.begin(judge, seed=seed)
        while not now.over:
            if position.over:
                return "over"
            turn, seat = now.round.turn, now.seat
            assert seat is not None
            before = "" if seat == turn else f"{seat}: "
            own = {f"{before}{actions.text(n)}" for n in now.legal if n != actions.wait}
            every = naive.legal_moves(position)
            there = {text for text in every if (seat == turn) == (": " not in text)}
            there = {text for text in there if text.startswith(before)}
            if own != there:
                return ", ".join(sorted(own ^ there))
            action = random.choice(now.legal)
            quiet = [n for n in now.legal if actions.text(n) == "pass"]
            if quiet and random.random() < 0.5:
                action = quiet[0]
            now = now.after(action)
            if action != actions.wait:
                position = naive.after(position, f"{before}{actions.text(action)}")
    return None


@each_variant
def test_the_legal_actions_are_those_of_the_second_implementation(game: str, variant: str) -> None:
    assert noticed(rules_of(game, variant), loaded(game, variant), 1) is None


@pytest.mark.parametrize(
    "change",
    [
        "at: play.follow, set: [suit_led, any_card]",
        "at: bonuses.absolut.announce_if, drop: true",
        "at: contracts.farbensolo.requires, drop: true",
        "at: bonuses.pagat_ultimo.announced_by, drop: true",
    ],
)
def test_a_dropped_rule_is_noticed(change: str, tmp_path: Path) -> None:
    sound = loaded("zwanzigerrufen", "directnet")
    lax = AgentGame(house(tmp_path, change))
    assert noticed(lax, sound, 20) is not None
    assert lax.digest != rules_of("zwanzigerrufen", "directnet").digest


@pytest.mark.parametrize("action", ["bid solo", None, 1.5, float("nan"), [3]])
def test_an_action_that_is_no_number_is_told(action: object) -> None:
    round = AgentGame(loaded("zwanzigerrufen", "directnet")).deal(seed=7)
    with pytest.raises(WrongCall, match="is no action; an action is a number"):
        round.after(action)  # type: ignore[arg-type]


def test_what_is_no_game_is_told() -> None:
    with pytest.raises(WrongCall, match="'zwanzigerrufen' is no game; load it"):
        AgentGame("zwanzigerrufen")  # type: ignore[arg-type]


def test_a_piece_that_is_not_there_is_told() -> None:
    rules = AgentGame(loaded("zwanzigerrufen", "directnet"))
    tensor = rules.deal(seed=7).tensor("forehand")
    with pytest.raises(WrongCall, match="no piece 'hnad'; did you mean 'hand'"):
        rules.layout.piece(tensor, "hnad")


def test_a_deal_is_found_though_few_fit() -> None:
    """One of 2,500 has all that these words promise."""
    words = (
        "cut 7; bid harom; pass; bid ketto; pass; hold; pass; keep; keep; keep; keep; discard D-C; "
        "discard C-Q; discard D-J; discard D-Q; discard C-10; discard T-IX; call T-XX; announce "
        "volat; announce xxi_catch; pass; double xxi_catch declarers; double game; announce volat; "
        "double volat declarers; pass; pass; announce nine_tarocks; announce pagat_ultimo; announce "
        "xxi_catch; pass"
    )
    played = zwanz_ssot.deal(loaded("hungarian-tarokk", "base"), seed=4)
    for word in words.split("; "):
        played = played.after(word)
    now = AgentGame(played.game).of(played)
    assert now.resample(now.seat, Random(0)).information(now.seat) == now.information(now.seat)


def test_only_a_knock_is_followed_by_stacks_that_are_taken() -> None:
    """A packet of the talon may be the first that anybody takes, too."""
    game = loaded("zwanzigerrufen", "base")
    stacks = ["knock", "take", "take", "take"]
    assert moves_of_the_deal(game, [*stacks, "bid", "take"]) == len(stacks)
    assert moves_of_the_deal(game, ["cut", "bid"]) == 1
    assert moves_of_the_deal(game, ["take", "discard"]) == moves_of_the_deal(game, []) == 0
