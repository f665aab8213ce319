"""Settings of announcing that a foreign engine showed to be wanted: a turn of one word
(`announcements.one_word`), doubles closed on bonuses alone (`bonuses.*.closes: [bonus_doubles]`),
and several announcements that close something.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from changed import changed
from naive import after, begin, legal_moves, settle
from tables import code, texts

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.model import Game
from zwanz_ssot.prose import Prose
from zwanz_ssot.prose.shapes import single

ONE_WORD = "at: announcements.one_word, add: true"


def by_both(rules: Game, seed: int, speaks: float = 0.7) -> list[str]:
    """A random round by both implementations, with much announced; gives its moves."""
    at, own, random = deal(rules, seed=seed), begin(rules, seed), Random(seed)
    made: list[str] = []
    while not at.over:
        moves = sorted(at.texts())
        assert moves == legal_moves(own), (seed, made)
        words = [it for it in moves if it.startswith(("announce ", "double "))]
        move = random.choice(words if words and random.random() < speaks else moves)
        at, own = at.after(move), after(own, move)
        made.append(move)
    ledger, expected = at.ledger() if at.silent() is None else None, None
    if ledger is not None:
        expected = settle(own)
        assert expected is not None and tuple(ledger.scores) == expected[0], seed
    return made


def announcing(rules: Game, seed: int = 3) -> Round:
    """A round as its announcements begin."""
    at = deal(rules, seed=seed)
    while at.step != "announcements":
        moves = [str(move) for move in at.moves()]
        wish = [move for move in moves if move in ("bid dreier", "pass")]
        at = at.after(wish[0] if wish else moves[0])
    return at


def test_a_turn_is_one_word(tmp_path: Path) -> None:
    rules = changed(tmp_path, "koenigrufen", ONE_WORD)
    at = announcing(rules)
    word = next(move for move in at.moves() if move.kind == "announce")
    assert at.after(word).turn != at.turn
    assert announcing(rules).after("pass").turn == at.after(word).turn


def test_who_has_to_double_says_nothing_else_in_a_turn_of_one_word(tmp_path: Path) -> None:
    """His turn ends with his word, and in the next one it may be too late to double."""
    forced = (
        "at: kontra.forced, add: {all: {say: kontra, item: game, who: defenders, "
        "contracts: [dreier], source: [custom]}}"
    )
    rules = changed(tmp_path, "koenigrufen", ONE_WORD, forced)
    at = announcing(rules).after("pass")
    assert texts(at) == {"double game"}
    assert code(at, "announce valat") == code(at, "pass") == "forced"
    doubled = at.after("double game")
    assert doubled.turn == 2 and "pass" in texts(doubled)
    for seed in range(25):
        by_both(rules, seed)


def test_as_many_silent_turns_end_it(tmp_path: Path) -> None:
    """The first turn says what is played; after a word three passes are wanted again."""
    rules = changed(tmp_path, "koenigrufen", ONE_WORD)
    at = announcing(rules)
    word = next(move for move in at.moves() if move.kind == "announce")
    passes = rules.announcements.ends_after_passes if rules.announcements else 0
    at = at.after(word)
    for _ in range(passes):
        assert at.step == "announcements"
        at = at.after("pass")
    assert at.step == "play"


@pytest.mark.parametrize("each", ["once", "first_turn", "freely"])
def test_both_implementations_speak_alike(each: str, tmp_path: Path) -> None:
    choice = f"at: announcements.each_announces, set: {each}"
    rules = changed(tmp_path, "koenigrufen", ONE_WORD, *([choice] if each != "once" else []))
    spoken = [move for seed in range(25) for move in by_both(rules, seed)]
    assert sum(move.startswith("double ") for move in spoken) > 10


STEP = (
    "at: announcements, add: {first: declarer, in_one_turn: [announce, pass], each_announces: once,"
    " doubles_wait: always, ends_after_passes: 3, source: [custom]}"
)
CANCELS = "at: auction.overcall_cancels, set: [announcements]"
MISSED = "at: settlement.missed_announcement, add: counts_for_opponents"
LAST = (
    "name: {en: Last, de: Letzter}, goes_to: either_side, "
    "won: {tricks_won: {side: claimants, all_of: last}}, value: {announced: 1}, source: [custom]"
)


def test_who_has_lost_an_equal_bid_announces_nothing_with_it(tmp_path: Path) -> None:
    """He has not spoken first either, and may announce when it is his turn to."""
    alone = (
        "at: contracts.no_tricks, set: {name: {en: Alone, de: Allein}, declarers: [declarer], "
        "objective: {tricks_won: {side: declarers, at_least: 4}}, value: 2, "
        "announces_with_bid: true, source: [custom]}"
    )
    order = "at: order, set: [deal.all, auction, call, announcements, play, settlement]"
    last = f"at: bonuses, add: {{last: {{{LAST}, contracts: [no_tricks]}}}}"
    rules = changed(tmp_path, "anrufen", STEP, order, alone, last, MISSED, CANCELS)
    at = deal(rules, seed=1)
    for move in ("cut 12", "bid no_tricks", "pass", "bid no_tricks"):
        at = at.after(move)
    lost, won = at.after("name H").after("name C"), at.after("name C").after("name H")
    assert lost.declarer == 0 and lost.turn == 2 and "announce last" not in lost.texts()
    assert won.declarer == won.turn == 1 and "announce last" in won.texts()
    while lost.step != "play" and not (lost.step == "announcements" and lost.turn == 1):
        lost = lost.after("pass" if "pass" in lost.texts() else lost.moves()[0])
    assert "announce last" in lost.texts() and lost.turn == 1
    for seed in range(40):
        by_both(rules, seed)


def test_who_joins_a_bid_announces_nothing_with_it(tmp_path: Path) -> None:
    order = "at: order, set: [deal.all, auction, call, announcements, play, settlement]"
    contracts = "[bettler, plauderer]"
    last = f"at: bonuses, add: {{last: {{{LAST}, contracts: {contracts}}}}}"
    with_bid = "at: contracts.bettler.announces_with_bid, add: true"
    rules = changed(tmp_path, "koenigrufen-graden", STEP, order, last, MISSED, CANCELS, with_bid)
    at = deal(rules, seed=2)
    while at.step != "auction":
        at = at.after(at.moves()[0])
    bids = [move for move in at.moves() if str(move).startswith("bid bettler")]
    bid = at.after(bids[0])
    assert bid.turn == 0 and {"announce last", "pass"} == texts(bid)
    at = bid.after("pass")
    joined = at.after(next(move for move in at.moves() if str(move).startswith("bid bettler")))
    assert joined.turn == 2
    while joined.turn != 1:
        joined = joined.after("pass" if "pass" in joined.texts() else joined.moves()[0])
    assert joined.step == "announcements" and "announce last" in joined.texts()
    for seed in range(30):
        by_both(rules, seed)


def test_who_announces_after_his_partner_doubles_no_more(tmp_path: Path) -> None:
    """An opponent may double the game or announce the Last, not both, be he the second of his side
    who announces it.
    """
    last = f"at: bonuses, add: {{last: {{{LAST}, contracts: [no_tricks]}}}}"
    says = (
        "at: contracts.no_tricks.play.says, set: {any_time: {double: {who: defenders, during: "
        "{first: 1}}, announce: {who: anyone, during: {first: 1}}}}"
    )
    excludes = "at: kontra.excludes, add: {last: [no_tricks]}"
    rules = changed(tmp_path, "anrufen", last, says, excludes, MISSED)
    at = deal(rules, seed=3)
    for move in ("cut 12", "bid no_tricks", *["pass"] * 3, "second: announce last"):
        at = at.after(move)
    assert code(at, "third: double game") is None
    at = at.after("third: announce last")
    assert code(at, "third: double game") == "announced_instead"
    assert "third: double game" not in at.texts() and "fourth: double game" in at.texts()
    for seed in range(12):
        by_both(rules, seed)


def solo_with_two(rules: Game) -> Round:
    """A Solo with the Pagat and then the Valat announced, before the second speaks."""
    for seed in range(50):
        at = deal(rules, seed=seed)
        if at.over or "bid solo" not in at.moves():
            continue
        at = at.after("bid solo")
        if "announce pagat_ultimo" in at.moves():
            return at.after("announce pagat_ultimo").after("announce valat").after("pass")
    raise AssertionError("nobody can announce both")


def test_what_closes_doubles_on_bonuses_leaves_the_game(tmp_path: Path) -> None:
    closes = "at: bonuses.valat.closes, set: [bonus_doubles]"
    rules = changed(tmp_path, "zwanzigerrufen:directnet", closes)
    at = solo_with_two(rules)
    assert {"double game", "double valat declarers"} <= texts(at)
    assert code(at, "double pagat_ultimo declarers") == "closed"
    for seed in range(20):
        by_both(rules, seed)


def test_two_announcements_close_what_each_of_them_does(tmp_path: Path) -> None:
    """The later one does not open again what the first one closed."""
    rules = changed(
        tmp_path,
        "zwanzigerrufen:directnet",
        "at: bonuses.valat.closes, set: [announcements]",
        "at: bonuses.pagat_ultimo.closes, add: [doubles]",
    )
    at = solo_with_two(rules)
    assert code(at, "double game") == code(at, "double valat declarers") == "closed"
    assert "double pagat_ultimo declarers" in texts(at)
    for seed in range(20):
        by_both(rules, seed)


def test_it_is_told_in_every_language(tmp_path: Path) -> None:
    rules = changed(tmp_path, "koenigrufen", ONE_WORD)
    at = ("announcements", "one_word")
    assert {lang: Prose(rules, lang).setting(at, True) for lang in ("en", "de", "ja")} == {
        "en": "In one turn a player says one thing only.",
        "de": "Wer an der Reihe ist, sagt nur eines.",
        "ja": "1回の手番で言えるのは1つだけです。",
    }
    closes = Prose(rules, "en").setting(("bonuses", "valat", "closes"), ["bonus_doubles"])
    assert "no more doubles of other bonuses" in closes


def test_what_closes_doubles_is_silent_of_them_where_nothing_is_doubled(tmp_path: Path) -> None:
    """House rules that drop doubling need not change every list that names it."""
    no_kontra = (
        "at: kontra, drop: true",
        "at: auction.in_one_turn, set: [bid, announce, pass]",
        "at: bonuses.absolut.announce_if, drop: true",
    )
    rules = changed(tmp_path, "zwanzigerrufen:directnet", *no_kontra)
    at = ("bonuses", "valat", "closes")
    assert rules.bonuses["valat"].closes == ("announcements", "doubles")
    closes = ["announcements", "doubles"]
    assert {lang: Prose(rules, lang).setting(at, closes) for lang in ("en", "de", "ja")} == {
        "en": "Once the Valat has been announced, there are no more announcements.",
        "de": "Ist der Valat angesagt, gibt es keine Ansagen mehr.",
        "ja": "ヴァラットが宣言されると、宣言はもうできません。",
    }
    cancels = ("auction", "overcall_cancels")
    said = Prose(rules, "en").setting(cancels, closes)
    assert said == "A higher bid wipes out all announcements."
    agreeing = Prose(rules, "ja").setting(("auction", "after_agreeing"), "no_bid")
    assert "コントラ" not in agreeing
    for lang, word in {"en": "doubl", "de": "ontr", "ja": "へのコントラ"}.items():
        whole = Prose(rules, lang).setting(at[:2], rules.data["bonuses"]["valat"])
        assert word not in whole, whole

    # Where doubles alone were closed, nothing is left to say.
    closes_doubles = "at: bonuses.valat.closes, set: [doubles]"
    rules = changed(tmp_path, "zwanzigerrufen:directnet", *no_kontra, closes_doubles)
    whole = Prose(rules, "en").setting(at[:2], rules.data["bonuses"]["valat"])
    assert "no more" not in whole
    assert at not in single(rules, Prose(rules, "en").says)


def test_where_no_partner_is_hidden_everybody_announces_for_his_side(tmp_path: Path) -> None:
    """Words that speak for the last speaker's side are taken so only of one whose side is hidden."""
    rules = changed(tmp_path, "slovenian-tarok", "at: announcements.speaks_for, add: last_speaker")
    at = deal(rules, seed=3)
    while at.step != "announcements":
        moves = at.texts()
        wish = [move for move in ("bid solo_two", "pass") if move in moves]
        at = at.after(wish[0] if wish else sorted(moves)[0])
    assert at.contract is not None and at.contract.id == "solo_two"
    at = at.after("pass")
    assert at.turn != at.declarer and "announce kings" in at.texts()
    by_both(rules, 3)


def test_a_double_waits_for_the_word_of_its_own_side(tmp_path: Path) -> None:
    """Both sides have announced a bonus: the later announcement is doubled in its own time."""
    rules = changed(tmp_path, "hungarian-tarokk", "at: announcements.doubles_wait, set: one_turn")
    spoken = by_both(rules, 2, speaks=0.9)
    assert any(spoken.count(move) > 1 for move in spoken if move.startswith("announce "))


def test_who_opens_has_not_passed(tmp_path: Path) -> None:
    """The opening word is closed where words may be added to bids; then three others pass."""
    opens = "at: auction.opening, set: placeholder"
    passed = "at: auction.if_all_pass, add: [{must_bid: forehand}]"
    rules = changed(tmp_path, "zwanzigerrufen", opens, passed)
    at, own = deal(rules, seed=1), begin(rules, 1)
    while at.step != "auction":
        move = min(at.texts())
        at, own = at.after(move), after(own, move)
    for move in ("open", "pass", "pass", "pass", "pass"):
        at, own = at.after(move), after(own, move)
    assert at.turn == 0 and "pass" not in at.texts()
    assert sorted(at.texts()) == legal_moves(own)


OPEN_SIDES = "at: announcements.speaks_for, add: own_side"


def test_who_speaks_tells_his_side_and_both_sides_announce(tmp_path: Path) -> None:
    """As at a table where a partner says at once on whose side he speaks."""
    rules = changed(tmp_path, "koenigrufen", OPEN_SIDES)
    at = deal(rules, seed=5)
    wishes = ("open", "bid rufer", "pass")
    while at.step != "announcements":
        at = at.after(next((each for each in wishes if each in at.texts()), min(at.texts())))
    assert at.contract is not None and at.contract.secret_until is not None
    at = at.after("announce trull").after("pass")
    declarers = at.state.declarers
    while declarers >> (at.turn or 0) & 1:  # the partner announces nothing once more
        assert code(at, "announce trull") == "already_announced"
        at = at.after("pass")
    opponent = at.turn
    assert opponent is not None and "announce trull" in at.texts()  # and need not double first
    sides = at.view(None).public.sides
    assert sides[opponent] is None
    at = at.after("announce trull")
    assert at.view(None).public.sides[opponent] == "defenders"
    assert "double trull declarers" in at.texts()


def test_open_sides_are_the_same_to_both_implementations(tmp_path: Path) -> None:
    spoken = by_both(changed(tmp_path, "koenigrufen:tirol", OPEN_SIDES), 10, speaks=0.9)
    assert any(spoken.count(each) > 1 for each in spoken if each.startswith("announce "))


def test_open_sides_are_told_in_every_language(tmp_path: Path) -> None:
    rules = changed(tmp_path, "koenigrufen", OPEN_SIDES)
    at = ("announcements", "speaks_for")
    assert {lang: Prose(rules, lang).setting(at, "own_side") for lang in ("en", "de", "ja")} == {
        "en": "Whoever announces or doubles shows his side by it. Each side may announce a bonus once, even if the other one has.",
        "de": "Wer ansagt oder kontriert, zeigt damit seine Partei. Jede Partei darf eine Prämie einmal ansagen, auch wenn die andere sie angesagt hat.",
        "ja": "宣言やコントラをした人は、それで自分の側を明らかにします。同じボーナスでも、それぞれの側が1回ずつ宣言できます。",
    }


def test_who_announces_what_only_declarers_may_shows_his_side_to_both(tmp_path: Path) -> None:
    """So the declarer does not double what his partner has announced."""
    rules = changed(tmp_path, "slovenian-tarok", "at: bonuses.trula.announced_by, add: declarers")
    announced = 0
    for seed in range(60):
        random, at, own = Random(seed), deal(rules, seed=seed), begin(rules, seed)
        while at.step != "play" and not at.over:
            moves = sorted(at.texts())
            assert moves == legal_moves(own)
            bids = at.step == "auction" and random.random() < 0.5
            move = "pass" if "pass" in moves and not bids else random.choice(moves)
            if at.turn != at.state.declarer and "announce trula" in moves:
                move = "announce trula"
                announced += None in at.view(None).sides
            at, own = at.after(move), after(own, move)
            said = [(seat, str(made)) for seat, made in at.history]
            assert (at.state.declarer, "double trula") not in said
    assert announced > 1
