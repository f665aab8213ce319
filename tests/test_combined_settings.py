"""Settings that meet in no game of the library, put together: each keeps its meaning, and the second
implementation plays them alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from naive import after, begin, legal_moves
from refusal_reasons import asked, unlike_reasons
from tables import after_words, code, texts

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.library import load
from zwanz_ssot.model import Game, Seat
from zwanz_ssot.problems import RulesAreSilent, RulesFault

PICCOLO = """
  - at: contracts.piccolo
    add:
      name: {en: Piccolo, de: Piccolo}
      declarers: [declarer]
      objective: {tricks_won: {side: declarers, exactly: 3}}  # with one, the opponents are Absolut
      value: 2
      kontra: individual
      play: {first_lead: declarer, beat: if_possible, source: [custom]}
      source: [custom]
    source: custom
  - {at: auction.ladder, was: [rufer, farbensolo, solo], set: [rufer, piccolo, farbensolo, solo],
     source: custom}
"""


def changed(folder: Path, base: str, changes: str) -> Game:
    """A rule set with these changes."""
    file = folder / "changed.yaml"
    head = f"variant: changed\nof: {base}\nname: {{en: X, de: X}}\nchanges:\n"
    file.write_text(head + changes.lstrip("\n"), encoding="utf-8")
    return load(base.partition(":")[0], str(file))


def held_by(rules: Game, *hands: str) -> Round:
    """A round in which the seats hold at least these cards; the talon gets what is left."""
    left = [card for card in rules.deck.by_id if card not in " ".join(hands).split()]
    full = [hand.split() for hand in (*hands, *("",) * (rules.table.players - len(hands)))]
    while any(len(hand) < rules.hand_size for hand in full):
        min(full, key=len).append(left.pop())
    return deal(rules, hands=full, talon=left)


def to_the_end(played: Round) -> Round:
    while played.step != "over":
        moves = texts(played)
        played = played.after("pass" if "pass" in moves else sorted(moves)[0])
    return played


SHARE = [1]


@pytest.fixture(autouse=True)
def share(everything: bool) -> None:
    """A third of the rounds that both implementations play, unless everything is asked for."""
    SHARE[0] = 1 if everything else 3


def agree(rules: Game, rounds: int, likely: Sequence[str] = ()) -> set[str]:
    """Play random rounds with both implementations. Returns the kinds of words that were said, each
    with its contract; ``likely`` are beginnings of moves that are preferred where they are legal.
    """
    seen: set[str] = set()
    random = Random(5)
    everything = [move.text for move in deal(rules, seed=0).state.plan.moves.all]
    for seed in range(rounds // SHARE[0]):
        engine, naive = deal(rules, seed=seed), begin(rules, seed)
        while engine.step != "over":
            moves = sorted(texts(engine))
            assert moves == legal_moves(naive), (seed, engine.step)
            for move in asked(naive, everything, 15, random):
                difference = unlike_reasons(engine, naive, move)
                assert not difference, (seed, difference)
            # A contract that is wanted is mostly left to its bidder.
            if engine.contract is not None and engine.step == "auction" and random.random() < 0.9:
                moves = [move for move in moves if not move.startswith(("bid", "hold"))]
            wanted = [move for move in moves if move.startswith(tuple(likely))] if likely else []
            move = random.choice(wanted if wanted and random.random() < 0.7 else moves)
            if not move.startswith("play"):
                contract = engine.contract
                seen.add(f"{contract.id if contract else None}: {move}")
            engine, naive = engine.after(move), after(naive, move)
        assert not legal_moves(naive)
        try:
            if engine.state.thrown_in is None:
                assert sum(engine.ledger().scores) == 0
        except RulesAreSilent:
            pass
    return seen


def test_each_opponent_doubles_for_himself_in_an_auction(tmp_path: Path) -> None:
    valat = "  - {at: bonuses.valat.contracts, add: [rufer, farbensolo, solo], source: custom}\n"
    rules = changed(tmp_path, "zwanzigerrufen:directnet", PICCOLO + valat)
    low = "T-IIII T-V H-J H-Q D-J D-Q C-10 C-J S-10 S-J"
    played = after_words(
        held_by(rules, low), "forehand: bid piccolo; pass", "second: double game; pass"
    )
    assert "double game" in texts(played)  # the third opponent has not spoken yet
    played = after_words(played, "third: pass", "fourth: double game; pass")
    assert {"double game second", "double game fourth"} <= texts(played)
    assert "double game third" not in texts(played)
    assert code(played, "double game") == "name_opponent"
    played = after_words(played, "forehand: double game fourth; pass")
    assert played.state.duels == (0, 1, 0, 2)
    ledger = to_the_end(played).ledger()
    (line,) = [line for line in ledger.lines if line.item == "game"]
    sign = 1 if line.verdict == "won" else -1
    assert line.each == tuple(sign * share for share in (2 * (2 + 1 + 4), -4, -2, -8))


def test_a_higher_bid_takes_what_was_doubled_between_two_with_it(tmp_path: Path) -> None:
    rules = changed(tmp_path, "zwanzigerrufen:directnet", PICCOLO)
    played = after_words(
        held_by(rules), "forehand: bid piccolo; pass", "second: double game; pass",
        "third: bid solo; pass", "fourth: double game; pass",
    )  # fmt: skip
    assert played.state.duels == (0, 0, 0, 0) and played.state.levels[0] == 1
    stays = "  - {at: auction.overcall_cancels, set: [announcements], source: custom}\n"
    rules = changed(tmp_path, "zwanzigerrufen:directnet", PICCOLO + stays)
    words = agree(rules, 150, ("bid piccolo", "double"))
    assert {"piccolo: double game", "piccolo: double game third"} <= words


def test_what_does_not_count_in_a_higher_game_does_not_stay_announced(tmp_path: Path) -> None:
    """The Pagat Ultimo counts in the Normal Game and in a Solo, not in a Suit Solo; there it falls
    away, and a Solo above does not bring it back. The Valat ends all announcements, until a game is
    bid in which it does not count.
    """
    stays = "  - {at: auction.overcall_cancels, set: [doubles], source: custom}\n"
    valat = "  - {at: bonuses.valat.contracts, add: [rufer], source: custom}\n"
    valat += "  - {at: bonuses.valat.closes, add: [announcements], source: custom}\n"
    rules = changed(tmp_path, "zwanzigerrufen", stays + valat)
    suits = "H-K H-Q H-C H-J H-1 D-K D-Q D-C D-J D-1"
    bid = held_by(rules, "T-I T-XXI T-Sk", suits, "T-XX").after("bid rufer T-XX")
    said = after_words(bid, "forehand: announce pagat_ultimo; pass")
    solo = after_words(said, "second: bid solo")
    assert max(solo.state.announcers) == 0 and "double pagat_ultimo defenders" in texts(solo)
    suit_solo = after_words(said, "second: bid farbensolo; pass")
    assert max(suit_solo.state.announcers) == -1
    assert code(suit_solo, "double pagat_ultimo defenders") == "item_not_announced"
    above = after_words(suit_solo, "third: bid solo; pass", "fourth: pass")
    assert max(above.state.announcers) == -1 and "announce pagat_ultimo" in texts(above)
    closed = after_words(bid, "forehand: announce valat; pass")
    assert code(closed, "announce absolut") == "closed"
    assert "announce absolut" in texts(closed.after("bid solo"))
    agree(rules, 150, ("announce", "double"))


def test_an_announcement_doubles_for_its_announcer_alone(tmp_path: Path) -> None:
    by_itself = "  - {at: kontra.implied_by, set: {absolut: game}, source: custom}\n"
    rules = changed(tmp_path, "zwanzigerrufen", PICCOLO + by_itself)
    played = after_words(
        held_by(rules), "forehand: bid piccolo; pass", "second: announce absolut; pass"
    )
    assert played.state.duels == (0, 1, 0, 0) and played.state.levels[0] == 0
    agree(rules, 30, ("bid piccolo", "announce", "double"))


def test_who_has_to_double_doubles_for_himself(tmp_path: Path) -> None:
    rules = changed(tmp_path, "zwanzigerrufen:directnet", PICCOLO)
    assert agree(rules, 60, ("bid piccolo", "double", "announce"))


def test_announcements_are_doubled_beside_a_game_doubled_one_by_one(tmp_path: Path) -> None:
    own = "  - {at: contracts.dreier.kontra, add: individual, source: custom}\n"
    rules = changed(tmp_path, "koenigrufen", own)
    played = after_words(
        held_by(rules), "forehand: bid dreier", "second: pass", "third: pass", "fourth: pass",
        "forehand: take 1",
    )  # fmt: skip
    while played.step == "exchange":
        played = played.after(sorted(texts(played))[0])
    played = after_words(played, "forehand: announce valat; pass")
    assert {"double game", "double valat"} <= texts(played)
    played = after_words(played, "second: double game; double valat; pass")
    assert code(played, "double trull") == "item_not_announced"
    ledger = to_the_end(played).ledger()
    (line,) = [line for line in ledger.lines if line.item == "valat"]
    assert [factor.word for factor in line.factors] and set(map(abs, line.each[1:]))
    words = agree(rules, 30, ("bid dreier", "announce", "double"))
    assert any(word.startswith("dreier: double game") for word in words)


def test_kontra_in_the_first_trick_beside_announced_bonuses(tmp_path: Path) -> None:
    first = "  - {at: contracts.%s.play, add: {says: {first_trick: [double]}}, source: custom}\n"
    rules = changed(tmp_path, "koenigrufen", first % "solodreier")
    played = after_words(
        held_by(rules), "forehand: bid solodreier; announce valat; pass",
        "second: pass", "third: pass", "fourth: pass",
    )  # fmt: skip
    while played.step == "announcements":
        played = played.after("pass")
    assert not {text for text in texts(played) if text.startswith("double")}
    played = played.after(sorted(texts(played))[0])
    assert {text for text in texts(played) if text.startswith("double")} == {
        "double game", "double valat",
    }  # fmt: skip
    assert code(played, "double trull") == "item_not_announced"
    played = after_words(played, "second: double valat")
    assert "double valat" not in texts(played)
    assert played.state.levels.count(1) == 1
    seen = agree(rules, 30, ("bid solodreier", "announce", "double"))
    assert "solodreier: double game" in seen


def test_the_called_partner_doubles_in_the_first_trick(tmp_path: Path) -> None:
    first = "  - {at: play.says, add: {first_trick: [double]}, source: custom}\n"
    rules = changed(tmp_path, "koenigrufen", first)
    words = agree(rules, 40, ("bid solorufer", "announce", "double"))
    assert "solorufer: double game" in words


@pytest.mark.parametrize("packets", ["[1, 1, 1, 1, 1, 1]", "[2, 1, 1, 1, 1]"])
def test_a_talon_of_more_packets_than_players(tmp_path: Path, packets: str) -> None:
    laid = f"  - {{at: talon.packets, was: [3, 3], set: {packets}, source: custom}}\n"
    rules = changed(tmp_path, "koenigrufen", laid)
    words = agree(rules, 120, ("bid dreier", "take"))
    taken = {word.partition(": ")[2] for word in words if ": take" in word}
    assert taken == {f"take {number + 1}" for number in range(packets.count(",") + 1)}


@pytest.mark.parametrize(
    ("tricks", "needed", "implied"), [(1, 68, 1), (1, 69, 0), (2, 49, 1), (2, 50, 0)]
)
def test_points_that_few_tricks_must_leave_to_the_opponents(
    tricks: int, needed: int, implied: int, tmp_path: Path
) -> None:
    """The dearest trick has 20 of 88 points, seven cards of five and a Queen 39."""
    few = PICCOLO.replace("exactly: 3", f"exactly: {tricks}")
    at = "bonuses.absolut.won.points_at_least.points"
    least = f"  - {{at: {at}, set: {needed}, source: custom}}\n"
    found = []
    try:
        changed(tmp_path, "zwanzigerrufen:directnet", few + least)
    except RulesFault as fault:
        found = [problem.path for problem in fault.problems]
    assert found == ["contracts.piccolo.objective"] * implied


def test_the_winner_of_a_beggar_pays_for_nothing(tmp_path: Path) -> None:
    """In the game that the aim is about, the opponents' tricks are no Valat of theirs."""
    beggar = PICCOLO.replace("exactly: 3", "exactly: 0").replace("      kontra: individual\n", "")
    with pytest.raises(RulesFault) as fault:
        changed(tmp_path, "zwanzigerrufen:directnet", beggar)
    found = {problem.text.split("'")[1] for problem in fault.value.problems}
    assert {problem.path for problem in fault.value.problems} == {"contracts.piccolo.objective"}
    counted = "  - {at: bonuses.%s.contracts, add: [rufer, farbensolo, solo], source: custom}\n"
    lists = "".join(counted % bonus for bonus in sorted(found))
    rules = changed(tmp_path, "zwanzigerrufen:directnet", beggar + lists)
    low = "T-IIII T-V H-J H-Q D-J D-Q C-10 C-J S-10 S-J"
    passes = ("second: pass", "third: pass", "fourth: pass")
    played = after_words(held_by(rules, low), "forehand: bid piccolo; pass", *passes)
    while played.step != "over":
        moves = sorted(texts(played), key=lambda text: list(rules.deck.by_id).index(text[5:]))
        played = played.after(moves[0 if played.turn == 0 else -1])
    ledger = played.ledger()
    (line,) = [line for line in ledger.lines if line.item == "game"]
    assert not {"valat", *found} & {line.item for line in ledger.lines}
    assert line.verdict in ("won", "lost") and line.item == "game"


def test_five_share_what_is_a_multiple_of_two(tmp_path: Path) -> None:
    five = "  - {at: table.players, set: 5, source: custom}\n"
    five += "  - {at: deal.all.packets, set: [8], source: custom}\n"
    with pytest.raises(RulesFault) as fault:
        changed(tmp_path, "zwanzigerrufen:rulebook", five)
    uneven = {problem.path: problem.text for problem in fault.value.problems}
    assert "1 from each of 3 cannot be shared by 2" in uneven["contracts.rufer.value"]


def test_a_bonus_worth_so_many_games_is_doubled_between_two_as_the_game_is(tmp_path: Path) -> None:
    """The announced Valat counts eight games; second has doubled the game, and nobody the Valat, so
    second alone pays or gets it twice.
    """
    own = "  - {at: contracts.solodreier.kontra, add: individual, source: custom}\n"
    rules = changed(tmp_path, "koenigrufen", own)
    played = after_words(
        held_by(rules), "forehand: bid solodreier; announce valat; pass",
        "second: double game; pass", "third: pass", "fourth: pass",
    )  # fmt: skip
    ledger = to_the_end(played).ledger()
    (line,) = [line for line in ledger.lines if line.item == "valat"]
    each = rules.contracts["solodreier"].value * rules.bonuses["valat"].value.amount(announced=True)
    assert line.paid == (-4 * each, 2 * each, each, each)


def test_both_sides_may_have_announced_a_bonus(tmp_path: Path) -> None:
    """Each who announced it keeps the card back, whichever side was the first."""
    waits = "{card: T-IIII, by: {announcer_of: absolut}, before_trick: 9}"
    rules = changed(
        tmp_path, "zwanzigerrufen:wikipedia",
        f"  - {{at: play.hold_back.quapil_waits, add: {waits}, source: custom}}\n",
    )  # fmt: skip
    tarocks = "T-IIII T-V T-VI T-VII T-VIII T-IX T-X T-XI T-XII T-XIII"
    kept = ("forehand: keep", "second: keep", "third: keep", "fourth: keep")
    played = after_words(
        held_by(rules, "S-K", tarocks), *kept, "forehand: bid farbensolo; announce absolut; pass",
        "second: announce absolut; pass", "third: pass", "fourth: pass", "forehand: pass",
        "second: pass",
    )  # fmt: skip
    assert played.step == "play"
    played = played.after("play S-K")
    assert "play T-V" in texts(played) and "play T-IIII" not in texts(played)


def test_who_announces_in_the_play_keeps_the_card_back_from_then_on(tmp_path: Path) -> None:
    """Of several who announce the same, each does."""
    waits = "{waits: {card: E-8, by: {announcer_of: hundred}}}"
    rules = changed(
        tmp_path, "koenigrufen-russbach",
        f"  - {{at: play.hold_back, add: {waits}, source: custom}}\n",
    )  # fmt: skip
    played, own = deal(rules, seed=1), begin(rules, 1)
    bound = 0
    while played.step != "over":
        moves = sorted(played.texts())
        assert moves == legal_moves(own)
        holder = any(card.id == "E-8" for card in played.hands[played.turn or 0])
        may = [move for move in moves if move.startswith("play")]
        bound += holder and len(may) > 0 and "play E-8" not in may
        hundreds = [move for move in moves if move == "announce hundred"]
        move = hundreds[0] if hundreds else moves[-1]
        played, own = played.after(move), after(own, move)
    assert bound


def test_who_doubles_by_announcing_tells_his_side(tmp_path: Path) -> None:
    """As who doubles does: else the number of doubles would tell whose card was called."""
    implied = "  - {at: kontra.implied_by, add: {valat: game}, source: custom}\n"
    rules = changed(tmp_path, "koenigrufen", implied)
    hands = ("H-Q", "S-Q", "S-K", "D-Q")
    played = after_words(
        held_by(rules, *hands), "forehand: open", "second: pass", "third: pass",
        "fourth: pass", "forehand: bid rufer", "forehand: call S-K",
    )  # fmt: skip
    while played.step == "exchange":
        played = played.after(sorted(texts(played))[0])
    played = after_words(played, "forehand: pass", "second: announce valat; pass")
    assert played.view(None).levels == {"game": 1}
    assert played.view(None).sides == ("declarers", "defenders", None, None)


def thrown_in(folder: Path, when: str, who: str = "must") -> Game:
    """directnet, where a hand may or must be thrown in for one reason alone."""
    reason = f"{{when: {when}, thrown_in: {who}, deals_again: dealer}}"
    return changed(
        folder,
        "zwanzigerrufen:directnet",
        f"  - {{at: misdeal.reasons, set: {{odd: {reason}}}, source: custom}}\n",
    )


def has(cards: str, exactly: int) -> str:
    return f"{{hand_has: {{who: anyone, cards: {cards}, exactly: {exactly}}}}}"


TWO_TRULL = f"[{has('trull', 2)}, {has('tarock', 2)}]"


def test_all_that_is_asked_before_the_auction_is_asked_of_one_hand(tmp_path: Path) -> None:
    """ "When a player holds exactly two of the Trull and holds exactly two tarocks"."""
    rules = thrown_in(tmp_path, TWO_TRULL)
    plain = "H-K H-Q H-C H-J H-1 D-K D-Q D-C"
    rest = "T-XIX T-XVIII T-XVII", "T-XVI T-XV T-XIV"
    assert held_by(rules, "T-Sk T-XXI T-XX", f"T-IIII T-V {plain}", *rest).thrown_in is None
    assert held_by(rules, f"T-Sk T-XXI {plain}", "T-IIII T-V", *rest).thrown_in == "odd"


@pytest.mark.parametrize("who", ["must", "may"])
@pytest.mark.parametrize(
    "when",
    [
        TWO_TRULL,
        f"[{has('trull', 1)}, {{not: {has('kings', 0)}}}]",
        f"{{any: [{has('trull', 2)}, [{has('kings', 2)}, {has('tarock', 3)}]]}}",
    ],
)
def test_both_throw_in_for_what_one_hand_holds(when: str, who: str, tmp_path: Path) -> None:
    agree(thrown_in(tmp_path, when, who), 15)


def test_an_auction_ends_when_only_another_one_could_bid_higher(tmp_path: Path) -> None:
    """Everybody knows that forehand cannot bid what the fourth alone may, who has passed."""
    rules = changed(
        tmp_path,
        "hungarian-tarokk",
        "  - {at: auction.ladder, set: [egy, harom, ketto, szolo, proba], source: custom}\n",
    )
    hands = ("T-Sk", "", "T-XXI", "T-I")
    played = after_words(
        held_by(rules, *hands), "forehand: bid egy", "second: pass", "third: bid harom",
        "fourth: bid ketto", "forehand: bid szolo", "third: hold",
    )  # fmt: skip
    assert played.step == "auction"  # the fourth could still bid a Trial
    assert after_words(played, "fourth: pass").step != "auction"
    agree(rules, 30, likely=("bid", "hold"))


def lone_bidder(tmp_path: Path) -> Game:
    raised = "  - {at: auction.own_bid, set: raised_alone, source: custom}\n"
    game = changed(tmp_path, "hungarian-tarokk", raised)
    assert "raised_alone" not in {each.id for each in game.not_used}
    return game


HONOURS = ("T-Sk T-XX", "T-XXI", "T-I", "")


def test_who_alone_has_bid_may_raise_once_when_nobody_else_is_left(tmp_path: Path) -> None:
    asked = after_words(
        held_by(lone_bidder(tmp_path), *HONOURS),
        *("forehand: bid harom", "second: pass", "third: pass", "fourth: pass"),
    )
    assert asked.step == "auction" and asked.turn == Seat.FOREHAND
    assert set(texts(asked)) == {"bid ketto", "bid egy", "bid szolo", "pass"}
    assert code(asked, "bid harom") == "bid_not_higher" and code(asked, "hold") == "own_bid"
    raised, stays = asked.after("bid egy"), asked.after("pass")
    assert raised.step != "auction" and raised.contract and raised.contract.id == "egy"
    assert stays.step != "auction" and stays.contract and stays.contract.id == "harom"


def test_nobody_raises_alone_against_whom_another_has_bid(tmp_path: Path) -> None:
    game = lone_bidder(tmp_path)
    bids = "forehand: bid harom", "second: bid ketto", "third: pass", "fourth: pass"
    assert after_words(held_by(game, *HONOURS), *bids, "forehand: pass").step != "auction"
    held = "forehand: hold", "second: pass"
    assert after_words(held_by(game, *HONOURS), *bids, *held).step != "auction"
    # Who bids last of all has said what he wants.
    late = "forehand: pass", "second: pass", "third: bid harom", "fourth: pass"
    assert after_words(held_by(game, *HONOURS), *late).step == "auction"
    last = "forehand: pass", "second: pass", "third: pass", "fourth: bid proba"
    assert after_words(held_by(game, *HONOURS), *last).step != "auction"
    # Nothing is higher than a Solo.
    assert after_words(held_by(game, *HONOURS), "forehand: bid szolo").step != "auction"


def test_both_let_who_alone_has_bid_raise(tmp_path: Path) -> None:
    agree(lone_bidder(tmp_path), 30, likely=("bid", "pass"))
