"""Players: they play every rule set to its end, from nothing but views, the same way each time."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from changed import changed
from conftest import VARIANTS, loaded

import zwanz_ssot
from zwanz_ssot import Round, View, WrongCall
from zwanz_ssot.analysis.contest import contest, play_deal
from zwanz_ssot.kernel import NotLowered
from zwanz_ssot.kernel.playouts import Foresight, foreseen
from zwanz_ssot.model.cards import bits
from zwanz_ssot.players import NAMES, Player, named, prepare, sampling, seated
from zwanz_ssot.players.sampling import PLAIN, SamplingPlayer, Strength
from zwanz_ssot.players.simple import strength
from zwanz_ssot.players.worlds import Worlds

GAMES = Path(__file__).parent.parent / "docs" / "games"
TINY = Strength(compiled=2, plain=2)
ALONE = ("solo", "farbensolo")
ENOUGH, MOST_DEALS = 20, 40
"""Worlds that are looked at, and deals that are played for them: where all pass there are few."""


def tiny(seed: int = 0) -> SamplingPlayer:
    return SamplingPlayer(TINY, seed, compiled=False)


def played(start: Round, players: tuple[Player, ...]) -> list[View]:
    """The views in which the players chose, with more than one move; the round is played out."""
    views = []
    while start.turn is not None:
        view = start.view(start.turn)
        if len(view.moves) > 1:
            views.append(view)
        start = start.after(players[start.turn].choose(view))
    return views


@pytest.mark.sample(5)
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_sampling_players_play_a_round_to_its_end(game: str, variant: str) -> None:
    rules = loaded(game, variant)
    start = zwanz_ssot.deal(rules, seed=2)
    views = played(start, (tiny(),) * rules.table.players)
    for view in views[:: max(1, len(views) // 4)]:
        again = View.from_dict(view.as_dict(), rules)
        assert tiny().choose(again) == tiny().choose(view)


@pytest.mark.sample(5)
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_worlds_are_rounds_that_look_the_same(game: str, variant: str) -> None:
    """In a world the seat sees what it sees in the real round."""
    rules = loaded(game, variant)
    players = seated("random", rules.table.players, seed=5)
    found, random = 0, Random(5)
    for seed in range(MOST_DEALS):
        if seed > 2 and found > ENOUGH:
            break
        for view in played(zwanz_ssot.deal(rules, seed=seed), players)[::3]:
            worlds = Worlds(view)
            for state in worlds.states(random, 2):
                found += 1
                kind = worlds.compiled.steps[state.step].kind
                assert (kind, state.turn, state.hands[state.turn]) == (
                    *(view.step, view.turn),
                    view.hand.mask,
                )
                legal = worlds.compiled.steps[state.step].moves(state)
                assert {worlds.compiled.moves.all[n] for n in legal} == set(view.moves)
                assert [view.game.deck.cards[card] for card in state.played] == [
                    card for _, card in view.played
                ]
                every = [card for hand in state.hands for card in bits(hand)]
                assert len(every) == len(set(every))
                for seat, hand in enumerate(state.hands):
                    assert view.public.held[seat] & ~hand == 0 or view.step != "play"
                    assert view.public.lacked[seat] & hand == 0 or seat == view.seat
    assert found > ENOUGH


def test_a_level_is_part_of_the_name() -> None:
    assert {"simple", "random", "sampling", "sampling:quick", "sampling:strong"} <= set(NAMES)
    with pytest.raises(WrongCall, match="did you mean 'sampling:strong'"):
        named("sampling:stong")


def test_a_table_needs_a_name_for_each_seat() -> None:
    with pytest.raises(WrongCall, match="3 players are named for 4 seats"):
        seated("simple,simple,random", 4)


def test_whoever_has_no_move_does_not_choose() -> None:
    round = zwanz_ssot.deal(loaded("zwanzigerrufen", "directnet"), seed=7)
    for name in NAMES:
        with pytest.raises(WrongCall):
            named(name).choose(round.view("third"))


@pytest.mark.parametrize(("seed", "made"), [(2, 6), (3, 6), (8, 7)])
def test_the_highest_card_is_kept_for_the_one_that_it_catches(seed: int, made: int) -> None:
    """The simple players throw the Sküs on a XIX or a XX in the first trick, while the XXI is out;
    Sküs takes no XXI after that.
    """
    at = zwanz_ssot.deal(loaded("zwanzigerrufen", "directnet"), seed=seed)
    simple = named("simple")
    while len(at.history) < made:
        assert at.turn is not None
        at = at.after(simple.choose(at.view(at.turn)))
    assert at.turn is not None
    view = at.view(at.turn)
    assert "T-XXI" not in view.hand and len(view.played) < 4
    assert view.trick[0][1].id in ("T-XIX", "T-XX")
    assert simple.choose(view) == "play T-Sk"
    assert SamplingPlayer(Strength(20, 20), compiled=False).choose(view) != "play T-Sk"


@pytest.mark.parametrize(("seed", "seat"), [(508, 3), (515, 3), (516, 0), (516, 2)])
def test_a_bid_of_free_will_is_believed(seed: int, seat: int) -> None:
    """Whoever plays alone of his own will, wins here; opponents who took his hand for an ordinary
    one doubled him, and lost twice as much.
    """
    at, simple = zwanz_ssot.deal(loaded("zwanzigerrufen", "directnet"), seed=seed), named("simple")
    while at.turn is not None and not (at.turn == seat and at.view(seat).contract in ALONE):
        at = at.after(simple.choose(at.view(at.turn)))
    view = at.view(seat)
    assert "double game" in view.moves
    assert SamplingPlayer(Strength(40, 40), compiled=False).choose(view) == "pass"
    assert final(at, seated("simple", 4))[seat] < 0


@pytest.mark.parametrize(("seed", "seat"), [(508, 3), (515, 3), (516, 0), (516, 2)])
def test_a_bidder_gets_a_hand_worth_his_bid(seed: int, seat: int) -> None:
    """Stronger than nine of ten hands by chance, in most worlds, and whatever this seat holds."""
    at, simple = zwanz_ssot.deal(loaded("zwanzigerrufen", "directnet"), seed=seed), named("simple")
    while at.turn is not None and not (at.turn == seat and at.view(seat).contract in ALONE):
        at = at.after(simple.choose(at.view(at.turn)))
    view, random = at.view(seat), Random(1)
    assert view.contract is not None and view.declarer is not None
    bid, cards = at.game.contracts[view.contract], range(len(at.game.deck.cards))
    by_chance = sorted(
        strength(at.game, bid, sum(1 << card for card in random.sample(cards, 10)))
        for _ in range(400)
    )
    hands = [state.hands[view.declarer] for state in Worlds(view).states(random, 60)]
    strong = [hand for hand in hands if strength(at.game, bid, hand) >= by_chance[360]]
    assert len(hands) == 20
    assert len(strong) >= 15
    assert len(set(hands)) == 20


@pytest.mark.parametrize("game", ["skat", "doppelkopf"])
def test_what_the_kernel_cannot_play_is_played_by_rules_of_thumb(game: str) -> None:
    """It once took the first move, as every move was expected to bring 0."""
    rules = zwanz_ssot.load(game, rules=GAMES)
    at, simple, chosen = zwanz_ssot.deal(rules, seed=10), named("simple"), 0
    while at.turn is not None:
        view = at.view(at.turn)
        move = simple.choose(view)
        if len(view.moves) > 1 and at.step == "play":
            assert tiny().weigh(view) == ()
            assert tiny().choose(view) == move
            chosen += move != view.moves[0]
        at = at.after(move)
    assert chosen
    with pytest.raises(NotLowered):
        state = next(Worlds(view).states(Random(1), 1))
        foreseen(at.table, [state], (-1,), PLAIN, own=0, compiled=False)


def test_a_bid_that_the_kernel_cannot_play_leaves_the_choice_to_rules_of_thumb(
    tmp_path: Path,
) -> None:
    drawn = "{points_at_least: {side: declarers, points: 35}}"
    rules = changed(tmp_path, "koenigrufen", f"at: contracts.dreier.drawn_if, add: {drawn}")
    at = zwanz_ssot.deal(rules, seed=2).after("cut 20").after("open")
    while at.turn is not None and {"bid dreier", "pass"} <= set((view := at.view(at.turn)).moves):
        assert tiny().weigh(view) == ()
        assert tiny().choose(view) == named("simple").choose(view)
        at = at.after("pass")
    assert len(at.history) == 5


def test_a_declarer_alone_weighs_cards_by_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """With numba; he takes fewer worlds while he holds many cards. Others look ahead as ever."""
    asked: list[tuple[int, Foresight, int]] = []

    def noted(
        _: object, states: list[object], cards: list[int], how: Foresight, **__: object
    ) -> list[list[float]]:
        asked.append((len(states), how, len(cards)))
        return [[0.0] * len(cards) for _ in states]

    monkeypatch.setattr(sampling, "foreseen", noted)
    player = SamplingPlayer(Strength(compiled=60, plain=2))
    player._compiled = True
    round = zwanz_ssot.deal(loaded("zwanzigerrufen", "directnet"), seed=7).after("bid solo")
    while round.step != "play":
        round = round.after("pass")
    player.weigh(round.view("forehand"))
    worlds, how, cards = asked[-1]
    assert how.inner == sampling.FORESIGHT_ALONE.inner > 0
    assert worlds * cards * len(round.view("forehand").hand) ** 3 <= sampling.CARD_EFFORT

    while round.turn == 0 or len(round.view(round.turn).moves) < 2:
        round = round.after(round.moves()[0])
    player.weigh(round.view(round.turn))
    assert asked[-1][1].inner == 0


def test_a_contest_counts_each_seat_against_the_same_seat() -> None:
    """By hand: the scores of a deal with the player in one seat, less those without it."""
    game = loaded("zwanzigerrufen", "directnet")
    for seed in (1, 2):
        start = zwanz_ssot.deal(game, seed=seed)
        alone = final(start, seated("simple", 4))
        expected = []
        for seat in range(4):
            names = ["simple"] * 4
            names[seat] = "random"
            expected.append(final(start, seated(",".join(names), 4, seed=seed))[seat] - alone[seat])
        assert list(play_deal(game, seed, "random", "simple").gains) == expected
        assert any(expected)
    assert contest(game, 2, "simple", "simple", jobs=1).gain == 0


def final(start: Round, players: tuple[Player, ...]) -> tuple[int, ...]:
    while start.turn is not None:
        start = start.after(players[start.turn].choose(start.view(start.turn)))
    ledger = start.ledger()
    return ledger.scores if ledger is not None else (0,) * 4


def test_all_unknown_players_are_told_together() -> None:
    known = "known are simple, random, sampling, sampling:quick, sampling:normal, sampling:strong"
    cases = {
        "foo": f"there is no player 'foo'; {known}",
        "simpel,simpel,simple,simple": "there is no player 'simpel'; did you mean 'simple'?",
        "foo,simpel,bar,simple": f"there are no players 'foo', 'simpel', 'bar'; {known}",
        "foo,simpel": "2 players are named for 4 seats, and there are no players 'foo', 'simpel'; "
        f"name one for all, or one for each seat from the forehand on; {known}",
    }
    for names, told in cases.items():
        with pytest.raises(WrongCall) as wrong:
            seated(names, 4)
        assert str(wrong.value) == told
    with pytest.raises(WrongCall, match="no players 'foo', 'simpel'"):
        prepare("foo,simpel")
