"""The games of docs/games, which come from outside the family: checked, played by both
implementations, settled, read aloud and printed. Expected cards and scores are worked out by hand.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from changed import changed
from click.testing import CliRunner
from conftest import LANGUAGES
from naive import begin
from tables import lost_on_the_way, odd_rounds
from test_perft_references import compare

from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.engine import Round, deal
from zwanz_ssot.engine.compiled import table
from zwanz_ssot.engine.random_play import random_rounds
from zwanz_ssot.engine.trick import TrickRules
from zwanz_ssot.library import check, load
from zwanz_ssot.model import SEATS, Game
from zwanz_ssot.prose import Prose

GAMES = Path(__file__).parent.parent / "docs" / "games"
NAMES = tuple(sorted(path.parent.name for path in GAMES.glob("*/game.yaml")))
each_game = pytest.mark.parametrize("name", NAMES)


@cache
def rules_of(name: str) -> Game:
    """A game of the folder."""
    return load(name, rules=GAMES)


def test_nothing_is_wrong_with_them() -> None:
    assert check(rules=GAMES) == []


@each_game
def test_both_implementations_play_them_alike(name: str) -> None:
    rules = rules_of(name)
    for seed in range(12):
        random, number = Random(f"{name} {seed}"), 1 + seed % 4
        own = begin(rules, seed, number=number)
        compare(deal(rules, seed=seed, number=number), own, random, 0.3)


@each_game
def test_a_view_that_comes_back_has_lost_nothing(name: str) -> None:
    """Nor the rules of the moment: hearts may not be led before they are broken, for one."""
    assert lost_on_the_way(odd_rounds(rules_of(name), 12), Random(1)) == set()


@each_game
def test_they_are_settled(name: str) -> None:
    settled = [ledger for _, ledger in random_rounds(rules_of(name), 250, seed=1) if ledger]
    assert len(settled) > 100


@each_game
def test_their_examples_hold(name: str) -> None:
    result = CliRunner().invoke(zwanz, ["examples", "--rules", str(GAMES), *map(str, files(name))])
    assert result.exit_code == 0, result.output


def files(name: str) -> list[Path]:
    """The examples of a game."""
    found = sorted((GAMES / name / "examples").glob("*.yaml"))
    assert found
    return found


@each_game
def test_the_page_quotes_what_the_rules_say(name: str) -> None:
    prose = Prose(rules_of(name), "en")
    sentence = " ".join(
        prose.setting((section,), value)
        for section, value in rules_of(name).data.items()
        if section not in ("open", "not_used")
    )
    page = (GAMES / f"{name}.md").read_text(encoding="utf-8")
    quoted = re.findall(r"^> (.+)$", page, re.MULTILINE)
    assert len(quoted) >= 5
    assert [line for line in quoted if line not in sentence] == []


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_they_print(name: str, language: str, tmp_path: Path) -> None:
    command = ["book", name, "--rules", str(GAMES), "--lang", language, "--format", "html"]
    result = CliRunner().invoke(zwanz, [*command, "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert (tmp_path / f"{name}.base.{language}.html").stat().st_size > 50_000


# Skat: trumps listed one by one


def tricks(name: str, contract: str) -> TrickRules:
    """The rules for tricks of a contract."""
    rules = rules_of(name)
    return TrickRules(rules.contracts[contract].play, rules.deck)


def winner(name: str, contract: str, cards: str) -> str:
    """Who takes a trick, its cards in the order played."""
    deck = rules_of(name).deck
    order = [deck.by_id[card].index for card in cards.split()]
    best = tricks(name, contract).winner(deck.mask(cards.split()), order[0], order)
    return deck.cards[best].id


@pytest.mark.parametrize(
    ("contract", "cards", "best"),
    [
        ("clubs", "D-J C-A S-J", "S-J"),  # Jacks before the Ace of trumps, by their suits
        ("clubs", "H-A D-J H-10", "D-J"),  # a Jack ruffs a suit
        ("clubs", "C-10 C-K C-Q", "C-10"),  # the Ten stands second
        ("hearts", "C-J H-A S-A", "C-J"),
        ("hearts", "C-A H-7 C-10", "H-7"),
        ("grand", "H-A H-10 D-J", "D-J"),
        ("grand", "C-A C-10 H-A", "C-A"),
        ("grand", "C-A D-A D-10", "C-A"),
        ("null", "C-10 C-J C-9", "C-J"),  # the Ten stands below the Jack, and the Jack is a club
        ("null", "C-9 D-J H-A", "C-9"),
    ],
)
def test_who_takes_a_trick_of_skat(contract: str, cards: str, best: str) -> None:
    assert winner("skat", contract, cards) == best


@pytest.mark.parametrize(
    ("contract", "hand", "trick", "may"),
    [
        ("clubs", "D-J D-A H-7", "C-7", "D-J"),  # a Jack follows trumps
        ("clubs", "D-J D-A H-7", "D-7", "D-A"),  # … and its printed suit no more
        ("clubs", "D-J H-7", "D-7", "D-J H-7"),
        ("grand", "C-A C-7 D-7", "S-J", "C-A C-7 D-7"),
        ("grand", "C-J C-7 D-7", "S-J", "C-J"),
        ("null", "C-J C-7 D-7", "C-A", "C-J C-7"),
    ],
)
def test_what_follows_in_skat(contract: str, hand: str, trick: str, may: str) -> None:
    deck = rules_of("skat").deck
    held, lies = deck.mask(hand.split()), deck.mask(trick.split())
    legal = tricks("skat", contract).legal(held, lies, deck.by_id[trick].index, 0, ())
    assert legal == deck.mask(may.split())


# Doppelkopf: equal cards


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        ("H-9a H-Aa H-Ab H-9b", "H-Aa"),
        ("H-9a H-Ab H-Aa H-9b", "H-Ab"),
        ("H-Ka H-9b H-9a H-Kb", "H-Ka"),
        ("H-Aa D-Jb H-Ab D-Ja", "D-Jb"),
        ("D-Ja D-Jb C-Jb C-Ja", "C-Jb"),
    ],
)
def test_the_first_of_equal_cards_wins(cards: str, best: str) -> None:
    assert winner("doppelkopf", "jack_solo", cards) == best


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        ("H-9a H-Aa H-Ab H-9b", "H-Ab"),
        ("H-Ka H-9b H-9a H-Kb", "H-Kb"),
        ("D-Ja D-Jb C-Jb C-Ja", "C-Ja"),
    ],
)
def test_the_second_of_equal_cards_wins_where_the_rules_say_so(cards: str, best: str) -> None:
    game = rules_of("doppelkopf")
    play = replace(game.contracts["jack_solo"].play, equal_cards="second_wins")
    order = [game.deck.by_id[card].index for card in cards.split()]
    rules = TrickRules(play, game.deck)
    lies = game.deck.mask(cards.split())
    assert game.deck.cards[rules.winner(lies, order[0], order)].id == best


@pytest.mark.parametrize(
    ("equal", "may"),
    [("first_wins", "H-10a"), ("second_wins", "H-10a H-Kb")],
)
def test_an_equal_card_heads_a_trick_only_if_the_second_wins(equal: str, may: str) -> None:
    game = rules_of("doppelkopf")
    play = replace(game.contracts["jack_solo"].play, equal_cards=equal, beat="if_possible")
    rules, deck = TrickRules(play, game.deck), game.deck
    hand, lies = deck.mask(["H-10a", "H-Kb", "H-9a"]), deck.mask(["H-9b", "H-Ka"])
    order = [deck.by_id[card].index for card in ("H-9b", "H-Ka")]
    assert rules.legal(hand, lies, order[0], 0, order) == deck.mask(may.split())


class LastTrick:
    """What a condition may ask of a round whose twelfth trick a card has won."""

    def __init__(self, card: int) -> None:
        self.card = card

    def trick_of(self, card: int) -> int:
        return 11 if card == self.card else 0

    def winning_card(self, trick: int) -> int:
        return self.card if trick == 11 else -1


def test_rules_that_name_a_card_mean_either_of_equal_ones() -> None:
    """Of the two Jacks of Clubs the second wins the last trick, and pays for it."""
    game = rules_of("doppelkopf")
    won = game.bonuses["charlie"].won
    words = table(game).words
    names = ("C-Ja", "C-Jb")
    jacks = [game.deck.by_id[card].index for card in names]
    for jack in jacks:
        facts = LastTrick(jack)
        assert words.test(won)(facts, 1)
        assert words.figures(won)(facts, 1) == {"card": jack, "trick": 11}
    assert not words.test(won)(LastTrick(0), 1)


# Hearts: what has been played decides what may be led


def test_hearts_are_led_when_they_are_broken() -> None:
    """The first trick goes to the Ace of Clubs of the second; a heart falls in the second trick."""
    rules = rules_of("hearts")
    ranks = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
    hearts, clubs, spades, diamonds = ([f"{suit}-{rank}" for rank in ranks] for suit in "HCSD")
    hands = [
        [clubs[-1], *diamonds[1:]],
        [clubs[0], *hearts[1:7], *spades[:6]],
        [clubs[1], diamonds[0], *spades[6:], *hearts[9:]],
        [*clubs[2:-1], hearts[0], *hearts[7:9]],
    ]
    at = deal(rules, hands=hands, number=4)  # nothing is passed
    assert {str(move) for move in at.moves()} == {"play C-2"}
    for card in ("C-2", "C-A", "C-K", "C-Q"):
        at = at.after(f"play {card}")
    led = {str(move) for move in at.moves()}
    assert led == {f"play {card}" for card in spades[:6]}  # none of its hearts
    for card in ("S-A", "S-8", "H-A", "D-K"):
        at = at.after(f"play {card}")
    led = {str(move) for move in at.moves()}
    assert led == {f"play {card}" for card in (*spades[1:6], *hearts[1:7])}


# Doppelkopf: the cards make the sides


def test_who_holds_a_queen_of_clubs_plays_with_the_other() -> None:
    rules = rules_of("doppelkopf")
    cards = [card.id for card in rules.deck.cards if card.id not in ("C-Qa", "C-Qb")]
    hands = [["C-Qa", *cards[:11]], cards[11:23], ["C-Qb", *cards[23:34]], cards[34:46]]
    at = deal(rules, hands=hands)
    for _ in range(4):
        at = at.after("pass")
    assert at.state.declarers == 0b0101 and at.declarer is None
    # Each knows his own side at first, and nobody another one's.
    assert [at.view(seat).sides for seat in range(4)] == [
        tuple(
            ("declarers" if each in (0, 2) else "defenders") if each == seat else None
            for each in range(4)
        )
        for seat in range(4)
    ]
    spoken = at.after("announce re")
    assert spoken.view(1).sides == ("declarers", "defenders", None, None)
    assert spoken.view(2).sides == ("declarers", "defenders", "declarers", "defenders")


def test_who_holds_both_queens_plays_alone_and_knows_it() -> None:
    rules = rules_of("doppelkopf")
    cards = [card.id for card in rules.deck.cards if card.id not in ("C-Qa", "C-Qb")]
    hands = [["C-Qa", "C-Qb", *cards[:10]], cards[10:22], cards[22:34], cards[34:46]]
    at = deal(rules, hands=hands)
    for _ in range(4):
        at = at.after("pass")
    assert at.state.declarers == 0b0001
    assert at.view(0).sides == ("declarers", "defenders", "defenders", "defenders")
    assert at.view(1).sides == (None, "defenders", None, None)


# Doppelkopf: what is announced as long as a hand has enough cards


def normal_game(rules: Game | None = None) -> Round:
    """A normal game in which forehand and third hold a Queen of Clubs, and nobody has spoken."""
    rules = rules or rules_of("doppelkopf")
    cards = [card.id for card in rules.deck.cards if card.id not in ("C-Qa", "C-Qb")]
    hands = [["C-Qa", *cards[:11]], cards[11:23], ["C-Qb", *cards[23:34]], cards[34:46]]
    at = deal(rules, hands=hands)
    for _ in range(4):
        at = at.after("pass")
    return at


def announces(at: Round, seat: int) -> set[str]:
    """What a seat may announce at this moment."""
    moves = at.moves(SEATS[seat])
    return {str(move).split()[1] for move in moves if move.kind == "announce"}


def with_cards(at: Round, seat: int, left: int) -> Round:
    """The round when a seat has so many cards left and has just played, or never yet."""
    while at.state.hands[seat].bit_count() > left:
        at = at.after(next(move for move in at.moves() if move.kind == "play"))
    return at


@pytest.mark.parametrize(
    ("left", "may"),
    [
        (12, {"no_ninety"}),
        (10, {"no_ninety"}),
        (9, set()),
    ],
)
def test_a_side_announces_more_with_enough_cards(left: int, may: set[str]) -> None:
    at = with_cards(normal_game().after("announce re", "forehand"), 2, left)
    assert announces(at, 2) - {"re"} == may
    assert announces(at, 1) - {"contra"} == set()  # its own side has announced nothing


def test_re_is_announced_with_eleven_cards_and_later_in_answer() -> None:
    at = normal_game()
    assert announces(with_cards(at, 0, 11), 0) == {"re"}
    assert announces(with_cards(at, 0, 10), 0) == set()
    # In answer to Contra with ten, to what Contra announces later with a card less than it took.
    contra = at.after("announce contra", "second")
    assert announces(with_cards(contra, 0, 10), 0) == {"re"}
    assert announces(with_cards(contra, 0, 9), 0) == set()
    below = with_cards(contra, 0, 10).after("announce no_ninety", "fourth")
    assert announces(with_cards(below, 0, 9), 0) == {"re"}
    assert announces(with_cards(below, 0, 8), 0) == set()


def test_each_step_is_announced_after_the_one_below_it() -> None:
    at = normal_game().after("announce re", "third")
    for bonus, next_one in (
        ("no_ninety", "no_sixty"),
        ("no_sixty", "no_thirty"),
        ("no_thirty", "black"),
    ):
        assert announces(at, 0) - {"re"} == {bonus}
        refused = at.why_not(f"announce {next_one}", "forehand")
        assert refused is not None and refused.code == "announce_condition"
        at = at.after(f"announce {bonus}", "forehand")
        assert announces(at, 2) == announces(at, 0) - {"re"} == {next_one}
    assert announces(at.after("announce black", "third"), 0) == {"re"}


def test_whoever_announces_shows_his_side() -> None:
    at = normal_game().after("announce re", "forehand").after("announce contra", "second")
    assert at.view(None).sides == ("declarers", "defenders", None, None)
    spoken = at.after("announce no_ninety", "third")
    assert spoken.view(None).sides[2] == "declarers"


@pytest.mark.parametrize(
    ("who", "told"),
    [
        ("declarers", ("declarers", None, "declarers", None)),
        ("{all_but: dealer}", (None, None, None, None)),
    ],
)
def test_both_who_announce_what_one_side_alone_may_show_theirs(
    who: str, told: tuple[str | None, ...], tmp_path: Path
) -> None:
    """Where all others but the dealer may, nobody shows any."""
    free = [name for name, bonus in rules_of("doppelkopf").bonuses.items() if bonus.announce_if]
    rules = changed(
        tmp_path,
        "doppelkopf",
        f"at: bonuses.re.announced_by, add: {who}",
        *(f"at: bonuses.{name}.announce_if, drop: true" for name in free),
        rules=GAMES,
    )
    at = normal_game(rules).after("announce re", "forehand")
    assert at.view(None).sides == (told[0], None, None, None)
    assert at.after("announce re", "third").view(None).sides == told


# Play that ends at a score


def ends_at(tmp_path: Path, of: str, points: int) -> Game:
    """A game whose play ends at so many card points, but where all tricks are to be won."""
    file = tmp_path / "score.yaml"
    of_skat = ("hearts", "spades", "clubs", "grand", "diamonds_hand", "grand_hand")
    named = [f"contracts.{contract}." for contract in of_skat]
    changes = "".join(
        f"  - {{at: {contract}play.ends_at_points, add: {points}, source: custom}}\n"
        for contract in (named if of == "skat" else [""])
    )
    file.write_text(
        f"variant: score\nof: {of}\nname: {{en: To a score, de: Auf Punkte}}\nchanges:\n{changes}",
        encoding="utf-8",
    )
    return load(of, str(file), rules=GAMES if of in NAMES else None)


@pytest.mark.parametrize(("of", "points"), [("skat", 61), ("koenigrufen-russbach", 66)])
def test_the_play_ends_with_the_trick_that_brings_enough(
    of: str, points: int, tmp_path: Path
) -> None:
    """Both implementations end it alike, with cards still in the hands or not."""
    rules = ends_at(tmp_path, of, points)
    for seed in range(12):
        compare(deal(rules, seed=seed), begin(rules, seed), Random(seed), 0.3)
    early = 0
    for state, ledger in random_rounds(rules, 100, seed=2):
        if ledger is None:
            continue
        # The points after each trick, added up by hand.
        taken = [0] * rules.table.players
        enough = []
        for number, taker in enumerate(state.winners):
            size = rules.table.players
            cards = state.played[number * size :][:size]
            taken[taker] += sum(rules.deck.cards[card].points for card in cards)
            ours = sum(it for seat, it in enumerate(taken) if state.declarers >> seat & 1)
            enough.append(max(ours, sum(taken) - ours) >= points)
        play = state.plan.contracts[state.contract].play
        if not rules.declarations and play.ends_at_points is not None:
            assert not any(enough[:-1])
            fails_early = play.ends_when == "aim_failed"
            assert enough[-1] or fails_early or not any(state.hands)
        early += any(state.hands)
    assert early > 4
