"""The kernel plays and settles as the engine does: legal cards, tricks, points, ledger, scores."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from changed import changed
from conftest import VARIANTS, loaded
from test_during_play import BESIDE_THE_WINNER, BIRD
from test_talon_of_contracts import MADE_BY_THE_XX
from transplants.parts import OUTSIDE

import zwanz_ssot
from zwanz_ssot.engine import CompiledGame, table
from zwanz_ssot.engine.random_play import random_start
from zwanz_ssot.engine.state import State
from zwanz_ssot.kernel import (
    NotLowered,
    Playouts,
    batch,
    cells,
    machine,
    not_lowered,
    playouts,
    tricks,
)
from zwanz_ssot.kernel.codes import Lowering
from zwanz_ssot.kernel.conditions import ask
from zwanz_ssot.kernel.machine import can_compile
from zwanz_ssot.model import Condition, Role
from zwanz_ssot.problems import WrongCall
from zwanz_ssot.words import registry
from zwanz_ssot.words.joints import ALL

CHUNK = 2000
"""Positions that are compared at once."""
SPEAKING = 0.1
"""How often a word is said in the play before a position, where one may be said."""

COMPILE = """
import zwanz_ssot
from zwanz_ssot.kernel import batch, solve
from zwanz_ssot.perft import after
from zwanz_ssot.players import prepare

prepare()
game = zwanz_ssot.load("zwanzigerrufen", "directnet")
played = [each for each in after(zwanz_ssot.deal(game, seed=1), "solo") if each.step == "play"]
batch(game, played, lines=True, cards=True, compiled=True)
solve(played[-1], compiled=True)
"""
"""Calls each entry of the machine once."""

needs_numba = pytest.mark.skipif(not can_compile(), reason="numba is not installed: extra fast")


def starts(compiled: CompiledGame, seed: int) -> Iterator[State]:
    """Rounds up to the first lead; every second one of them some cards and words later."""
    random, later = Random(seed), False
    while True:
        state = random_start(compiled, random)
        if state is None:
            continue
        if later:
            play_on(compiled, state, random)
        later = not later
        if not state.over:
            yield state


def play_on(compiled: CompiledGame, state: State, random: Random) -> None:
    """Some moves of the play, words among them."""
    play, moves = compiled.play_step, random.randrange(compiled.players * compiled.tricks)
    while moves and not state.over:
        words = list(play.words(state))
        if words and random.random() < SPEAKING:
            play.apply(state, random.choice(words))
            continue
        spoken = compiled.out_of_turn(state)
        if spoken and random.random() < SPEAKING:
            play.say(state, *random.choice(spoken))
            continue
        legal = [card for card in range(compiled.cards) if play.legal(state) >> card & 1]
        play.apply(state, random.choice(legal))
        moves -= 1


def by_engine(compiled: CompiledGame, states: list[State], seed: int) -> Playouts:
    """The same rounds with the engine, by the chance of the kernel."""

    def none(*args: object) -> list[int]:
        raise NotLowered("anything", ())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playouts, "program_of", none)
        return playouts.playouts(compiled, states, seed, lines=True, cards=True, compiled=False)


def differences(found: Playouts, expected: Playouts) -> set[tuple[str, int]]:
    """The arrays and rows in which two answers differ; lines that were replaced count for none."""
    names = ("settled", "scores", "paid", "points", "double_rounds", "lines", "cards")
    different = set()
    for name in names:
        mine, other = getattr(found, name).tolist(), getattr(expected, name).tolist()
        if name == "lines":
            for row in mine:
                row[:] = [[0] * cells.LINE if line[cells.REPLACED] else line for line in row]
        different |= {
            (name, row)
            for row, pair in enumerate(zip(mine, other, strict=True))
            if pair[0] != pair[1]
        }
    return different


def compare(game: str, variant: str, count: int, compiled_build: bool) -> None:
    compiled = table(loaded(game, variant))
    found = starts(compiled, seed=11)
    for seed, start in enumerate(range(0, count, CHUNK)):
        states = [next(found) for _ in range(min(CHUNK, count - start))]
        mine = playouts.playouts(
            compiled, states, seed, lines=True, cards=True, compiled=compiled_build
        )
        different = differences(mine, by_engine(compiled, states, seed))
        named = {(name, compiled.contract_ids[states[row].contract]) for name, row in different}
        assert not different, f"{len(different)} differences: {sorted(named)}"


@pytest.mark.sample(8)
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_plain_python_plays_as_the_engine_does(game: str, variant: str, positions: int) -> None:
    compare(game, variant, positions, compiled_build=False)


@pytest.fixture(scope="module")
def compiled_by_another() -> None:
    """The compiled machine, on disk: numba holds hundreds of megabytes once it has compiled."""
    subprocess.run([sys.executable, "-c", COMPILE], check=True)


@needs_numba
@pytest.mark.usefixtures("compiled_by_another")
@pytest.mark.sample(8)
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_compiled_code_plays_as_the_engine_does(game: str, variant: str, positions: int) -> None:
    compare(game, variant, positions, compiled_build=True)


@needs_numba
def test_compiling_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    def code(number: int) -> int:
        return number + 1

    def of_a_user(number: int) -> int:
        return number + 2

    code.__module__ = "the_kernel"
    machine._say_when_compiling({"the_kernel"})
    numba = import_module("numba")
    mine, theirs = numba.njit(code), numba.njit(of_a_user)
    assert theirs(1) == 3
    assert not caplog.messages
    assert (mine(1), mine(1.5)) == (2, 2.5)
    assert caplog.messages == ["numba compiles the kernel for this computer, once: about a minute"]


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_every_contract_is_lowered(game: str, variant: str) -> None:
    assert not not_lowered(loaded(game, variant))


@pytest.mark.parametrize("game", ["bauernschnapsen", "doppelkopf", "hearts", "skat"])
def test_games_of_others_are_played_right_too(game: str) -> None:
    """By the kernel or, where they have what it does not know, by the engine."""
    rules = zwanz_ssot.load(game, rules=OUTSIDE)
    compiled = table(rules)
    found = starts(compiled, seed=6)
    states = [next(found) for _ in range(40)]
    mine = playouts.playouts(compiled, states, 1, lines=True, cards=True, compiled=False)
    assert not differences(mine, by_engine(compiled, states, 1))
    words = {missing.word for missing in not_lowered(rules).values()}
    expected = {
        "doppelkopf": {"copies"},
        "skat": {"lost_times", "value_adds"},
    }
    assert words >= expected.get(game, set())


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("koenigrufen", ["at: contracts.dreier.talon.counts_for, set: first_tricks"]),
        ("koenigrufen", ["at: contracts.rufer.lost_value, add: 3"]),
        (
            "slovenian-tarok:three",
            ["at: contracts.solo_two.talon.counts_for, set: nobody"],
        ),
        # Bonuses that replace one before them, which replaces the game.
        (
            "koenigrufen-russbach",
            [
                "at: bonuses.all_tricks.replaces, add: [hundred]",
                "at: bonuses.all_tricks.won.tricks_won, set: {side: claimants, at_least: 5}",
                "at: bonuses.hundred.won.points_at_least.points, set: 60",
            ],
        ),
        # Discards count for the declarer, not for a partner who sits before him.
        (
            "slovenian-tarok",
            [
                "at: contracts.dva.objective, set: {points_at_least: {side: declarer, points: 30}}",
            ],
        ),
        # Of two who play for themselves the second goes on when the first has failed.
        ("koenigrufen-graden", ["at: contracts.bettler.play, add: {ends_when: aim_failed}"]),
        # Who declares may claim a game that was doubled.
        (
            "koenigrufen-russbach",
            [
                "at: kontra, add: {levels: [kontra], names: {kontra: {en: Kontra}}, times: 2, "
                "doubles: [game], begins: opponents}",
                "at: play.says.any_time.double, add: {who: anyone, during: {first: 1}}",
            ],
        ),
        # Doubling is void by what those reach who claim the game.
        (
            "zwanzigerrufen",
            [
                "at: contracts.solo.claimed_by, add: defenders",
                "at: contracts.solo.objective, set: {points_at_least: "
                "{side: claimants, points: 26}}",
                "at: kontra.void, add: {poor: {when: {not: {points_at_least: {side: claimants, "
                "points: 60}}}, item: game, contracts: [solo], source: [custom]}}",
            ],
        ),
        # Who pays for a bonus alone pays it by his own duel.
        (
            "koenigrufen",
            [
                "at: bonuses.catch, add: {name: {en: Catch}, goes_to: declarers, paid_by: "
                "{player_of: T-XXI}, won: {card_in_trick: {card: T-XXI, trick: every_trick}}, "
                "value: {silent_times_game: 2}, contracts: [bettel, piccolo], source: [custom]}",
            ],
        ),
        # Players score by themselves, by the side they are of.
        (
            "zwanzigerrufen",
            [
                "at: contracts.solo.payments, add: {own: {scores: "
                "{side: {who: {opponents_of: claimants}, gets: 2}}}}",
            ],
        ),
        # A word of doubling adds to the amount of each place; nothing to one without.
        (
            "zwanzigerrufen",
            [
                "at: kontra.times, drop: true",
                "at: kontra.adds, add: 2",
                "at: contracts.solo.payments, add: {places: {by_place: [4, 0, 0, -4]}}",
                "at: contracts.rufer.payments, add: {own: {scores: {all: {who: declarer, gets: 2}}}}",
            ],
        ),
        # The card that makes the declarers may lie in the talon, which then counts for nobody.
        ("zwanzigerrufen", [*MADE_BY_THE_XX]),
        # The partner sits beside the winner of the last trick.
        ("koenigrufen-graden", [*BESIDE_THE_WINNER]),
        # Two of a side announce the same card, and the second holds it.
        ("zwanzigerrufen", [*BIRD]),
    ],
)
def test_house_rules_are_played_right_too(game: str, rules: list[str], tmp_path: Path) -> None:
    compiled = table(changed(tmp_path, game, *rules))
    found = starts(compiled, seed=7)
    states = [next(found) for _ in range(200)]
    mine = playouts.playouts(compiled, states, 1, lines=True, cards=True, compiled=False)
    assert not differences(mine, by_engine(compiled, states, 1))


def test_double_rounds_multiply_what_words_of_doubling_add(tmp_path: Path) -> None:
    rules = changed(
        tmp_path,
        "anrufen",
        "at: contracts.no_tricks.kontra, add: individual",
        "at: match.double_rounds, add: queue",
        "at: match.double_rounds_if_thrown_in, add: 1",
    )
    compiled = table(rules)
    found = starts(compiled, seed=5)
    states = [next(found) for _ in range(200)]
    for state in states:
        state.stakes = 2
    assert any(max(state.duels) for state in states)
    mine = playouts.playouts(compiled, states, 1, lines=True, cards=True, compiled=False)
    assert not differences(mine, by_engine(compiled, states, 1))


def test_double_rounds_of_declarers_are_settled_right_too() -> None:
    """In a Klop nobody is a declarer, even if somebody has bid it."""
    compiled = table(loaded("slovenian-tarok", "base"))
    found = starts(compiled, seed=3)
    states = [next(found) for _ in range(60)]
    for state in states:
        state.doubled_for = 0b1111
    assert any(state.declarer >= 0 and not state.declarers for state in states)
    mine = playouts.playouts(compiled, states, 1, lines=True, cards=True, compiled=False)
    assert not differences(mine, by_engine(compiled, states, 1))


def test_every_word_is_lowered() -> None:
    """What no rule set uses, too; a new word is told by its name until it is lowered."""
    lowering = Lowering(table(loaded("koenigrufen", "wien")), lambda numbers: 0)
    lowered = {word.name for word in lowering._conditions}
    conditions = {*registry.CONDITIONS} - lowered - {"wins_game"}
    by_name = {word.name for word in (*lowering._roles, *lowering._of_seats)}
    seats = {*by_name, "holder_of", "holder_of_all", "player_of"}
    assert not conditions
    by_engine_alone = {"discarder_of"}
    assert {*registry.ROLES} - {*seats, "announcer_of", "winner_of"} == by_engine_alone
    assert {*registry.JOINTS} == {ALL, "any", "not"}


def test_no_nested_condition_needs_more_of_the_stack() -> None:
    """A hundred lists in lists, and the words that take most: two roles, of roles of roles."""
    compiled = table(loaded("zwanzigerrufen", "directnet"))
    m = [0] * (cells.WORK + cells.POSITION)
    m[cells.STACK : cells.IN_TRICK] = [-7] * (cells.IN_TRICK - cells.STACK)
    q, p = cells.WORK, len(m)
    m += [0] * cells.HEADER
    m[p + cells.PLAYERS] = compiled.players

    def put(code: Sequence[int]) -> int:
        m.extend(code)
        return len(m) - len(code) - p

    role = Role("declarer", None, ())
    for _ in range(100):
        role = Role("next_to", role, ())
    is_himself = Condition("is", {"who": role, "among": role}, ())
    nested = is_himself
    for word in ("all", "any") * 50:
        inner = Condition("not", {"of": nested}, ())
        nested = Condition(word, {"of": (inner, is_himself, is_himself)}, ())
    assert ask(m, p, q, Lowering(compiled, put).condition(nested), 1)
    assert m[cells.STACK + 2 : cells.IN_TRICK] == [-7] * (cells.IN_TRICK - cells.STACK - 2)


def test_a_difference_is_found() -> None:
    """A rule changed in the program alone: the Solo is worth one more."""
    compiled = table(loaded("zwanzigerrufen", "directnet"))
    found = starts(compiled, seed=1)
    states = [next(found) for _ in range(40)]
    expected = by_engine(compiled, states, 5)
    with pytest.MonkeyPatch.context() as patch:

        def changed(*args: object) -> list[int]:
            program = playouts.lowered(*args)  # type: ignore[arg-type]
            program[cells.WON_VALUE] += 1
            return program

        patch.setattr(playouts, "program_of", changed)
        mine = playouts.playouts(compiled, states, 5, lines=True, cards=True, compiled=False)
    assert {name for name, _ in differences(mine, expected)} >= {"scores", "lines"}


def test_a_word_that_is_not_lowered_is_named_and_the_engine_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    compiled = table(game)
    found = starts(compiled, seed=3)
    states = [next(found) for _ in range(30)]
    expected = playouts.playouts(compiled, states, 2, lines=True, cards=True, compiled=False)
    compiled.programs.clear()
    real = Lowering._condition

    def without_points(self: Lowering, condition: zwanz_ssot.model.Condition) -> list[int]:
        if condition.word == "points_at_least":
            raise NotLowered(condition.word, condition.at)
        return real(self, condition)

    monkeypatch.setattr(Lowering, "_condition", without_points)
    missing = not_lowered(game)
    assert str(missing["solo"]) == "points_at_least (contracts.solo.objective)"
    mine = playouts.playouts(compiled, states, 2, lines=True, cards=True, compiled=False)
    compiled.programs.clear()
    assert not differences(expected, mine)


def test_chance_is_that_of_its_author() -> None:
    """Marsaglia writes it with two words: ``t = 698769069 * z + c; c = t >> 32; z = t``."""
    z, carry = 43219876, 7654321
    chance = carry << 32 | z
    for _ in range(1000):
        t = 698769069 * z + carry
        carry, z = t >> 32, t % 2**32
        chance = tricks.next_chance(chance)
        assert chance == carry << 32 | z


def test_every_legal_card_is_as_likely() -> None:
    """Chi squared of 4,000 first draws from five cards; 18.5 is met once in a thousand seeds."""
    counts = dict.fromkeys((0, 2, 4, 5, 7), 0)
    for number in range(4000):
        chance = tricks.next_chance(tricks.first_chance(9, number))
        counts[tricks.chosen(chance, 0b10110101, 5)] += 1
    assert sum((count - 800) ** 2 / 800 for count in counts.values()) < 18.5


def test_a_round_does_not_depend_on_those_beside_it() -> None:
    compiled = table(loaded("koenigrufen", "wien"))
    found = starts(compiled, seed=4)
    states = [next(found) for _ in range(6)]
    whole = playouts.playouts(compiled, states, 8, repeats=2, compiled=False).scores.tolist()
    alone = playouts.playouts(compiled, states[:2], 8, repeats=2, compiled=False).scores.tolist()
    assert whole[:4] == alone
    other = playouts.playouts(compiled, states, 9, repeats=2, compiled=False).scores.tolist()
    assert other != whole


def test_wrong_calls() -> None:
    game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    dealt = zwanz_ssot.deal(game, seed=7)
    with pytest.raises(WrongCall, match="position 0 is not in the play but in auction"):
        batch(game, [dealt])
    with pytest.raises(
        WrongCall, match="position 0 is of zwanzigerrufen:directnet, not of anrufen"
    ):
        batch(zwanz_ssot.load("anrufen"), [dealt])
    with pytest.raises(WrongCall, match="seed is a whole number from 0 to"):
        batch(game, [], seed=-1)


def test_an_empty_batch() -> None:
    game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    assert batch(game, [], lines=True, compiled=False).scores.tolist() == []


def test_nobody_pays_for_the_kernel_who_does_not_use_it() -> None:
    """Neither numba nor numpy is imported with the package, the command line or the kernel."""
    code = (
        "import sys, zwanz_ssot.cli, zwanz_ssot.kernel\n"
        "print({'numba', 'numpy', 'llvmlite'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
