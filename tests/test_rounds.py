"""Whole random rounds of every variant, and what must be true of each of them.

What goes through them move by move plays a few hundred, from fixed seeds, and as many as one likes
on request: ``scripts/test tests/test_rounds.py -n 2 --rounds 2000``.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from random import Random
from types import SimpleNamespace

import pytest
import rounds_proof
import yaml
from conftest import VARIANTS, loaded
from rounds_proof import wrong

from zwanz_ssot.engine import Round, compiled, deal, table
from zwanz_ssot.engine.random_play import PASSING, random_round, random_rounds
from zwanz_ssot.engine.state import State
from zwanz_ssot.model import Game, Ledger
from zwanz_ssot.problems import RulesAreSilent
from zwanz_ssot.record import record, replay_data, write

SETTLED = 2000
"""So many rounds come to every contract of each rule set."""
each_variant = pytest.mark.parametrize(
    ("game", "variant"), VARIANTS, ids=[f"{g}-{v}" for g, v in VARIANTS]
)


def finished(game: str, variant: str, count: int, seed: int) -> list[Round]:
    """Random rounds through the public door, move by move, thrown-in ones among them."""
    random, rounds = Random(seed), []
    for number in range(count):
        played = deal(loaded(game, variant), seed=seed * 1000003 + number)
        while played.step != "over":
            moves = played.moves()
            quiet = str(moves[-1]) == "pass" and random.random() < PASSING
            played = played.after(str(moves[-1]) if quiet else random.choice(played.texts()))
        rounds.append(played)
    return rounds


@pytest.mark.sample(5)
@each_variant
def test_cards_are_conserved_scores_sum_to_zero_and_every_contract_is_reached(
    game: str, variant: str
) -> None:
    rules = loaded(game, variant)
    reached = set()
    settled = thrown_in = 0
    for state, outcome in random_rounds(rules, SETTLED, seed=11):
        assert not wrong(rules, state, outcome)
        thrown_in += outcome is None
        if isinstance(outcome, Ledger):
            settled += 1
            reached.add(table(rules).contract_ids[state.contract])
    assert reached == set(rules.contracts)
    # Where few hands may bid, players who speak by chance pass half of the rounds.
    assert settled + thrown_in > SETTLED * 0.9 and settled > SETTLED / 2


def test_what_is_wrong_with_a_round_is_noticed() -> None:
    rules = loaded("zwanzigerrufen", "wikipedia")
    state, ledger = next(
        (state, outcome)
        for state, outcome in random_rounds(rules, 50, seed=3)
        if isinstance(outcome, Ledger) and len(state.winners) == table(rules).tricks
    )
    assert not wrong(rules, state, ledger)

    one, *others = ledger.scores
    line = ledger.lines[0]
    uneven = replace(line, each=(line.each[0] + 1, *line.each[1:]))
    assert "not zero" in wrong(rules, state, replace(ledger, scores=(one + 1, *others)))
    assert "do not sum" in wrong(rules, state, replace(ledger, lines=(uneven,)))
    both = replace(line, losers=line.winners)
    assert "wins and loses" in wrong(rules, state, replace(ledger, lines=(both,)))

    assert "after 40 cards" in wrong(rules, state, None)
    assert "no question" in wrong(rules, state, RulesAreSilent("contracts.nowhere", "nobody says"))
    state.taken[0] ^= state.taken[0] & -state.taken[0]
    assert "taken" in wrong(rules, state, ledger)
    state.talon = (1, *state.talon)
    assert "not the pack" in wrong(rules, state, ledger)


def test_the_proof_by_rounds_counts_what_it_played(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["60", "--jobs", "1", "--views", "10", "--only", "anrufen"]
    assert rounds_proof.main(asked) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[1] for line in lines[:-1]] == ["base", "forced-dealer", "three"]
    assert all(": 20 rounds" in line and "2 views, 0 faults" in line for line in lines[:-1])
    assert lines[-1].startswith("60 rounds") and lines[-1].endswith("0 faults")


@each_variant
def test_why_not_is_silent_for_exactly_the_moves_there_are(
    game: str, variant: str, rounds: int
) -> None:
    compiled, random = table(loaded(game, variant)), Random(5)
    every = range(len(compiled.moves.all))
    for number in range(rounds):
        state = State(compiled)
        deck = list(range(len(compiled.game.deck.cards)))
        random.shuffle(deck)
        state.pack = tuple(deck)
        compiled.leave(state)
        while not state.over:
            room = compiled.steps[state.step]
            moves = room.moves(state)
            assert moves, "no move before the end"
            assert len(set(moves)) == len(moves)
            # All moves of the game are tried in every twentieth round, in the others those of the
            # step.
            if number % 20 == 0:
                assert {move for move in every if room.why_not(state, move) is None} == set(moves)
            else:
                kinds = {compiled.moves.all[move].kind for move in moves}
                tried = [move for move in every if compiled.moves.all[move].kind in kinds]
                assert {move for move in tried if room.why_not(state, move) is None} == set(moves)
            spoken = compiled.out_of_turn(state)
            if number % 20 == 0 and compiled.speaks_out_of_turn:
                others = [seat for seat in range(compiled.players) if seat != state.turn]
                asked = [(seat, move) for seat in others for move in every]
                assert [one for one in asked if compiled.why_not(state, *one) is None] == sorted(
                    spoken
                )
            if spoken and random.random() < 0.5:
                compiled.make(state, *random.choice(spoken))
                continue
            quiet = compiled.moves.all[moves[-1]].kind == "pass" and random.random() < PASSING
            room.apply(state, moves[-1] if quiet else random.choice(moves))


@pytest.mark.parametrize(
    ("game", "variant"), [("koenigrufen", "wien"), ("rufmariasch", "base"), ("anrufen", "three")]
)
def test_a_copy_of_a_state_shares_nothing_that_changes(game: str, variant: str) -> None:
    state = random_round(table(loaded(game, variant)), Random(3))
    copied = state.copy()
    assert fields(State)
    for each in fields(State):
        ours, theirs = getattr(state, each.name), getattr(copied, each.name)
        assert ours == theirs
        if isinstance(ours, list):
            assert ours is not theirs
            assert all(isinstance(entry, int) for entry in ours)
        else:
            hash(ours)  # a list, set or dictionary has none, nor has a tuple with one in it


@each_variant
def test_every_move_leaves_the_round_as_it_was(game: str, variant: str) -> None:
    for played in finished(game, variant, 2, seed=41):
        at = played.begun()
        for text in played.moves_made():
            others = at.texts()
            before = {each.name: getattr(at.state, each.name) for each in fields(State)}
            for other in others:
                at.after(other)
            after = at.after(text)
            after.view(0)
            assert {each.name: getattr(at.state, each.name) for each in fields(State)} == before
            at = after


@each_variant
def test_records_replay_to_the_same_ledger(game: str, variant: str, rounds: int) -> None:
    for number, played in enumerate(finished(game, variant, rounds, seed=23)):
        data = record(played)
        if number % 100 == 0:
            data = yaml.safe_load(write(played))
        again = replay_data(data, played.game)
        assert str(again.silent()) == str(played.silent())
        if not played.silent():
            assert again.ledger() == played.ledger()
        assert again.thrown_in == played.thrown_in
        assert again.history == played.history


@each_variant
def test_fast_play_and_the_public_door_come_to_the_same(
    game: str, variant: str, rounds: int
) -> None:
    """The random player works on bare states; the same moves made through `Round` give the same
    ledger.
    """
    compiled, random = table(loaded(game, variant)), Random(31)
    for _ in range(rounds // 2):
        found: list[tuple[int, int]] = []
        state = random_round(compiled, random, log=found)
        assert state.pack is not None
        played = deal(compiled.game, pack=[compiled.game.deck.cards[n].id for n in state.pack])
        for seat, move in found:
            played = played.after(compiled.moves.all[move], seat)
        assert played.thrown_in == state.thrown_in
        if state.thrown_in is None and not played.silent():
            assert played.ledger() == compiled.settlement.settle(
                state, state.contract, state.stakes
            )


def _hands(rules: Game, order: list[str]) -> dict[str, list[list[str]] | list[str]]:
    """Cards in the order of the hands and the talon, as `deal` wants them."""
    size, held = rules.hand_size, rules.hand_size * rules.table.players
    hands: dict[str, list[list[str]] | list[str]] = {
        "hands": [order[n : n + size] for n in range(0, held, size)]
    }
    return {**hands, "talon": order[held:]} if rules.talon else hands


def _other_deal(played: Round, seat: int, random: Random) -> list[str]:
    """The same deal for one seat and for all cards played or discarded; what is hidden is dealt
    anew.
    """
    size = played.game.hand_size
    own = range(seat * size, (seat + 1) * size)
    state = played.state
    view = played.view(seat)
    seen = sum(packet.mask for packet in view.talon if packet is not None)
    seen |= sum(hand.mask for hand in view.open)
    seen |= (
        sum(1 << card for card in (*state.played, *(card for card in state.laid if card >= 0)))
        | state.discarded
    )
    hidden = [
        place for place, card in enumerate(played.deal) if place not in own and not seen & card.bit
    ]
    order = list(played.deal)
    for place, card in zip(
        hidden, random.sample([order[place] for place in hidden], len(hidden)), strict=True
    ):
        order[place] = card
    return [card.id for card in order]


@each_variant
def test_views_do_not_change_when_hidden_cards_are_dealt_anew(
    game: str, variant: str, rounds: int
) -> None:
    """A deal that differs only in what a seat cannot see, and in which all that was said and played
    is legal too, looks the same to that seat.
    """
    random, rules = Random(77), loaded(game, variant)
    compared = 0
    for _round in range(rounds):
        order = [card.id for card in rules.deck.cards]
        random.shuffle(order)
        played = deal(rules, **_hands(rules, order))  # type: ignore[arg-type]
        for _ in range(random.randrange(4, 50)):
            if played.step == "over":
                break
            moves = played.moves()
            quiet = str(moves[-1]) in ("pass", "keep") and random.random() < 0.8
            played = played.after(str(moves[-1]) if quiet else random.choice(played.texts()))
        if played.step == "over":
            continue
        seat = random.randrange(rules.table.players)
        for _ in range(4):
            other = deal(rules, **_hands(rules, _other_deal(played, seat, random)))  # type: ignore[arg-type]
            for who, move in played.history:
                if other.over or other.why_not(move, who) is not None:
                    break
                other = other.after(move, who)
            else:
                # Who announces or doubles says aloud which side he is on: another side is another
                # word.
                state, other_state = played.state, other.state
                if state.shown & state.declarers == other_state.shown & other_state.declarers:
                    compared += 1
                    assert other.view(seat) == played.view(seat)
    assert compared > rounds / 4


def test_games_are_compiled_in_several_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """As those of the tables that a server plays: one in each thread drops the oldest one."""
    monkeypatch.setattr(compiled, "_MOST", 2)
    monkeypatch.setattr(compiled, "CompiledGame", lambda game: SimpleNamespace(game=game))
    games = [loaded(*variant) for variant in VARIANTS[:8]] * 5000
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            parts = [games[start:] + games[:start] for start in range(4)]
            found = [*threads.map(lambda part: [*map(compiled.table, part)], parts)]
    finally:
        sys.setswitchinterval(interval)
        compiled._COMPILED.clear()
    assert [[each.game for each in part] for part in found] == parts
