"""Cards weighed by looking ahead: worlds that fit what was played, and the search in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from conftest import VARIANTS, loaded

import zwanz_ssot
from zwanz_ssot.engine import CompiledGame, Round, table
from zwanz_ssot.engine.state import State
from zwanz_ssot.kernel import cells as c
from zwanz_ssot.kernel import foreseeing as f
from zwanz_ssot.kernel import nested
from zwanz_ssot.kernel.playouts import Foresight, foreseen, program_of
from zwanz_ssot.kernel.program import position, program_key
from zwanz_ssot.kernel.tricks import begin, first_chance
from zwanz_ssot.model.cards import bits
from zwanz_ssot.players import card_heuristics, named
from zwanz_ssot.players.sampling import stay_silent
from zwanz_ssot.players.worlds import Worlds, chance
from zwanz_ssot.problems import RulesAreSilent

ROOT = Path(__file__).parent.parent
THUMBS = Foresight(steps=0, unlikely=3, epochs=1, needed=3)
FIELD = (1 << f.UNLIKE_BITS) - 1


def rounds(game: str, variant: str, player: str, deals: int) -> Iterator[Round]:
    """Each position of some rounds, played by players of one kind."""
    rules, chooser = loaded(game, variant), named(player, seed=3)
    for seed in range(deals):
        round = zwanz_ssot.deal(rules, seed=seed)
        while round.turn is not None:
            yield round
            round = round.after(chooser.choose(round.view(round.turn)))


def cells_of(compiled: CompiledGame, state: State) -> tuple[list[int], int, int]:
    """The machine's array for one state, the cell of its program and that of its position."""
    where, p = position(compiled, state), c.WORK + c.POSITION
    where[c.PROGRAM] = p
    program = program_of(compiled, program_key(compiled, state))
    return [*[0] * c.WORK, *where, *program], p, c.WORK


def by_thumb(compiled: CompiledGame, state: State) -> int:
    """The card of the rules of thumb, by the engine."""
    cards = compiled.play_step.legal(state)
    now = card_heuristics.sampled_situation(compiled, state, cards, open_sides=False)
    return card_heuristics.card(now)


@pytest.mark.sample(5)
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_what_was_played_is_held_against_the_rules_of_thumb(game: str, variant: str) -> None:
    """Card by card, as the engine's players would have chosen in its place."""
    compiled, compared = table(loaded(game, variant)), 0
    before: Round | None = None
    unlike, silent, has_spoken = [0] * compiled.players, True, False
    for round in rounds(game, variant, "random", 20):
        state = round.state
        if round.step != "play":
            before, unlike, silent = None, [0] * compiled.players, True
            continue
        silent = silent and (before is None or round.history[-1][1].kind == "play")
        has_spoken = has_spoken or not silent
        if before is not None and len(state.played) > len(before.state.played):
            cards, last = compiled.play_step.legal(before.state), before.state
            if cards & cards - 1 and by_thumb(compiled, last) != state.played[-1]:
                unlike[last.turn] += 1
        before = round
        if silent and state.played and not state.in_trick and not state.bound:
            m, p, q = cells_of(compiled, state)
            mine = f.unlike(m, p, q, (1 << compiled.players) - 1)
            assert [mine >> f.UNLIKE_BITS * n & FIELD for n in range(compiled.players)] == unlike
            compared += any(unlike)
    assert compared or has_spoken  # rounds with words in the play are left out: these tell of sides


def test_a_card_that_is_free_now_was_held_back_before() -> None:
    """In Vienna an announced bird waits for its trick, and is free from there on."""
    rules = loaded("koenigrufen", "wien")
    compiled, compared = table(rules), 0
    for seed in range(12):
        at, random, unlike = zwanz_ssot.deal(rules, seed=seed), Random(seed), [0] * 4
        while at.turn is not None and len(at.state.winners) < 10:
            state, moves = at.state, [str(move) for move in at.moves()]
            wish = [move for move in ("announce quapil", "announce kakadu") if move in moves]
            wish += [move for move in moves if at.step == "announcements" and move == "pass"]
            move = wish[0] if wish else random.choice(moves)
            if at.step == "play":
                cards = compiled.play_step.legal(state)
                thumb = f"play {rules.deck.cards[by_thumb(compiled, state)].id}"
                unlike[state.turn] += cards & cards - 1 != 0 and move != thumb
            at = at.after(move)
            if at.step == "play" and at.state.bound and at.state.played:
                m, p, q = cells_of(compiled, at.state)
                mine = f.unlike(m, p, q, 0b1111)
                assert [mine >> f.UNLIKE_BITS * n & FIELD for n in range(4)] == unlike
                compared += 1
    assert compared > 100


@pytest.mark.sample(5)
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_worlds_that_are_made_likely_stay_possible_and_fit_better(game: str, variant: str) -> None:
    compiled, moved = table(loaded(game, variant)), 0
    total = [0, 0]
    for number, round in enumerate(rounds(game, variant, "simple", 12)):
        if number % 7 or round.step != "play" or len(round.state.played) < 2 * compiled.players:
            continue
        assert round.turn is not None
        view = round.view(round.turn)
        worlds = Worlds(view)
        asked = [0] * f.ASKED
        asked[f.STEPS], asked[f.UNLIKELY] = 30, 3
        asked[f.FIXED] = worlds.fixed()
        asked[f.MAY_HOLD : f.MAY_HOLD + compiled.players] = worlds.may_hold()
        for state in worlds.states(chance(1, view), 2):
            m, p, q = cells_of(compiled, state)
            others = (1 << compiled.players) - 1 & ~(1 << state.turn)

            def misfits(m: list[int] = m, p: int = p, q: int = q, others: int = others) -> int:
                found = f.unlike(m, p, q, others)
                return sum(found >> f.UNLIKE_BITS * n & FIELD for n in range(c.SEATS))

            total[0] += misfits()
            f.make_likely(m, p, q, state.turn, asked, first_chance(number, 0))
            total[1] += misfits()

            # The same cards in hands of the same size, where they may lie.
            hands = m[q + c.Q_HANDS : q + c.Q_HANDS + compiled.players]
            assert hands[state.turn] == state.hands[state.turn]
            assert [hand.bit_count() for hand in hands] == [h.bit_count() for h in state.hands]
            assert sum(hands) == sum(state.hands)
            for seat, hand in enumerate(hands):
                assert view.public.held[seat] & ~hand == 0
                assert seat == state.turn or view.public.lacked[seat] & hand == 0
            moved += hands != state.hands
    assert moved
    assert total[1] < total[0]


def best_reply(compiled: CompiledGame, state: State, seat: int) -> int:
    """The most that a seat can get while all others play by rules of thumb: every one of its cards
    is tried, with the engine.
    """
    while not state.over and state.turn != seat:
        compiled.play_step.play_card(state, by_thumb(compiled, state))
    if not state.over:
        found = []
        for card in bits(compiled.play_step.legal(state)):
            after = state.copy()
            compiled.play_step.play_card(after, card)
            found.append(best_reply(compiled, after, seat))
        return max(found)
    try:
        ledger = compiled.settlement.settle(state, state.contract, state.stakes)
    except RulesAreSilent:
        return 0
    return (ledger.paid or ledger.scores)[seat]


@pytest.mark.parametrize(("game", "variant"), [("zwanzigerrufen", "directnet")])
def test_the_search_comes_close_to_the_best_reply(game: str, variant: str) -> None:
    """With one world it knows all cards: more than rules of thumb get, never more than can be."""
    compiled, better = table(loaded(game, variant)), 0
    how = Foresight(steps=0, unlikely=3, epochs=40, needed=2)
    for number, round in enumerate(rounds(game, variant, "simple", 25)):
        state = round.state
        left = state.hands[state.turn].bit_count()
        if round.step != "play" or left not in (4, 5) or number % 3:
            continue
        legal = list(bits(compiled.play_step.legal(state)))
        if len(legal) < 2:
            continue
        worlds = [state] * 3
        mine = foreseen(compiled, worlds, legal, how, own=state.turn, compiled=False)
        thumbs = foreseen(compiled, [state], legal, THUMBS, own=state.turn, compiled=False)[0]
        most = best_reply(compiled, state.copy(), state.turn)
        assert max(map(max, mine)) <= most
        assert max(thumbs) <= most
        better += max(map(max, mine)) > max(thumbs)
    assert better


@pytest.mark.sample(5)
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_a_playout_within_a_playout_deals_what_the_seat_does_not_see(
    game: str, variant: str
) -> None:
    """Hands of the same size, without the cards that they cannot hold, and the partner is who holds
    the card called. A card is chosen without a trace in the round.
    """
    compiled, moved, chosen = table(loaded(game, variant)), 0, 0
    for number, round in enumerate(rounds(game, variant, "simple", 8)):
        if number % 5 or round.step != "play":
            continue
        state, seat = round.state, round.state.turn
        m, p, q = cells_of(compiled, state)
        view = round.view(round.turn)
        may_hold = [compiled.game.deck.all & ~lacked for lacked in view.public.lacked]
        begin(m, p, q)
        area = [0] * nested.AREA
        area[nested.MAY_STILL_HOLD : nested.MAY_STILL_HOLD + compiled.players] = may_hold
        nested.keep_round(m, area, nested.DEALT_ANEW)
        shown = sum({1 << card for held in view.public.held for card in bits(held)})
        fixed = shown if state.called_card < 0 else shown | 1 << state.called_card
        nested.deal_anew(m, p, q, seat, area, fixed, first_chance(number, 0))
        first = nested.DEALT_ANEW + c.HANDS
        hands = area[first : first + compiled.players]
        assert hands[seat] == state.hands[seat]
        assert [hand.bit_count() for hand in hands] == [hand.bit_count() for hand in state.hands]
        assert sum(hands) == sum(state.hands)
        for other, hand in enumerate(hands):
            assert other == seat or hand & ~may_hold[other] == 0
            assert fixed & state.hands[other] & ~hand == 0
        moved += hands != list(state.hands)

        legal = compiled.play_step.legal(state)
        if legal.bit_count() > 1:
            before, count = [*m[: c.ASKED_TRICK], *m[c.HANDS : c.SCORES]], state.in_trick
            at = m, p, q, seat, count, legal, 2, shown, area, first_chance(number, 1)
            assert legal >> nested.by_playouts(*at) & 1
            assert [*m[: c.ASKED_TRICK], *m[c.HANDS : c.SCORES]] == before
            chosen += 1
    assert moved
    assert chosen


def test_the_partner_changes_with_the_card_called() -> None:
    compiled, changed = table(loaded("zwanzigerrufen", "directnet")), 0
    for number, round in enumerate(rounds("zwanzigerrufen", "directnet", "simple", 8)):
        state = round.state
        if round.step != "play" or state.played or state.called_card < 0:
            continue
        m, p, q = cells_of(compiled, state)
        begin(m, p, q)
        area = [0] * nested.AREA
        nested.keep_round(m, area, nested.DEALT_ANEW)
        area[nested.MAY_STILL_HOLD : nested.AREA] = [compiled.game.deck.all] * c.SEATS
        nested.deal_anew(m, p, q, state.declarer, area, 0, first_chance(number, 0))
        hands = area[nested.DEALT_ANEW + c.HANDS : nested.DEALT_ANEW + c.HANDS + 4]
        partner = next(n for n, hand in enumerate(hands) if hand >> state.called_card & 1)
        declarers = area[nested.DEALT_ANEW + c.DECLARERS]
        assert declarers == 1 << state.declarer | 1 << partner
        changed += declarers != state.declarers
    assert changed


def test_playouts_within_playouts_win_what_rules_of_thumb_lose() -> None:
    """A long suit of trumps without the highest: rules of thumb lead them all, from the top."""
    round = zwanz_ssot.deal(loaded("zwanzigerrufen", "directnet"), seed=22036)
    compiled, simple = round.table, named("simple")
    while round.turn is not None and round.turn != 2:
        round = round.after(simple.choose(round.view(round.turn)))
    view, states = round.view(2), []
    for state in Worlds(view).states(chance(1, view), 12):
        compiled.make(state, 2, compiled.moves.number["bid solo"])
        stay_silent(compiled, state)
        states.append(state)
    thumbs, playouts = (
        sum(row[0] for row in foreseen(compiled, states, (-1,), how, own=2, compiled=False))
        for how in (THUMBS, replace(THUMBS, inner=8))
    )
    assert playouts > thumbs


def test_hands_that_no_node_has_room_for_are_weighed_by_rules_of_thumb(tmp_path: Path) -> None:
    """Hearts for two, with 26 cards in each hand."""
    file = tmp_path / "two.yaml"
    file.write_text(
        """
variant: two
of: hearts
name: {en: For Two}
changes:
  - {at: table.players, set: 2, source: custom}
  - {at: deal.all.packets, set: [26], source: custom}
  - {at: passing, drop: true, source: custom}
  - {at: order, set: [deal.all, play, settlement], source: custom}
""",
        encoding="utf-8",
    )
    rules = zwanz_ssot.load("hearts", str(file), rules=ROOT / "docs" / "games")
    compiled, states = table(rules), []
    for seed in range(6):
        state = zwanz_ssot.deal(rules, seed=seed).state
        while compiled.play_step.legal(state).bit_count() < 8:
            compiled.play_step.play_card(state, by_thumb(compiled, state))
        states.append(state)
    ahead, differ = replace(THUMBS, epochs=12), False
    for state in states:
        cards, worlds = list(bits(compiled.play_step.legal(state))), [state] * 3
        found = foreseen(compiled, worlds, cards, ahead, own=state.turn, compiled=False)
        assert found == foreseen(compiled, worlds, cards, THUMBS, own=state.turn, compiled=False)
        differ |= len(set(found[0])) > 1
    assert differ
