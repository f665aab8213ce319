"""Compares an engine's views, refusals and settlements with those of the rules, and finds the rule
at stake where they differ.

Functions ``of_...`` return the path of that rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from ..engine import Move, Round
from ..engine.moves import seat_and_move
from ..examples.dealing import SPOKEN
from ..model import SEATS, Game, Path, rule_at
from .coverage import winning_rule
from .files import Data

_UNORDERED = (
    "hand",
    "talon",
    "discards",
    "holds",
    "lacks",
    "open",
    "claimants",
    "winners",
    "losers",
)
"""Lists whose order means nothing."""
_OF_LINE = (
    *("claimants", "announced", "verdict", "winners", "losers", "value", "factors"),
    *("each", "paid", "rule"),
)
"""Parts of a line of a settlement in the order in which they are compared."""
_FOLLOWS = {
    "announced": {"claimants"},
    "verdict": {"claimants"},
    "winners": {"claimants", "verdict"},
    "losers": {"claimants", "verdict", "winners"},
    "each": {"claimants", "verdict", "winners", "losers", "value", "factors"},
    "paid": {"claimants", "verdict", "winners", "losers", "value", "factors", "each"},
}
"""Parts that necessarily differ where one of these parts differs, and are then not reported."""
_RARE = {"only_paid", "against"}
"""Parts of a factor that are left out where they are false or null."""
_ALL_SEATS = ("each", "paid")
"""Parts in which a seat with 0 is not left out."""
MISSING, EXTRA = "missing", "extra"
"""The ``part`` of a deviation for a line that the engine lacks, or that only the engine has."""


class Deviation(NamedTuple):
    """A part of an answer that differs from the expected one."""

    part: str
    expected: Any
    got: Any


def compare_views(expected: Data, got: Data) -> Iterator[Deviation]:
    """The parts of a view in which an engine differs."""
    for part, value in got.items():
        if not _are_same(part, value, expected[part]):
            yield Deviation(part, expected[part], value)


def compare_refusal(expected: Data, got: Data) -> Deviation | None:
    """The first part in which a refusal differs from that of the rules; None where none does."""
    for part in ("code", "rule"):
        if part in got and got[part] != expected[part]:
            return Deviation(part, expected[part], got[part])
    return None


def compare_lines(
    expected: list[Data], got: list[Data]
) -> Iterator[tuple[Data, Data | None, Deviation]]:
    """What differs in the lines of a settlement: the expected line, that of the engine, how they
    differ. A line of the engine that is too many stands for both.

    Where each has one line left of an item, the engine has given it to other claimants.
    """
    left = list(got)
    pairs = [(line, _taken(left, line, "claimants")) for line in expected]
    lacking = Counter(line["item"] for line, other in pairs if other is None)
    given = Counter(line["item"] for line in left)
    for line, same in pairs:
        claimed = same is None and lacking[line["item"]] == given[line["item"]] == 1
        other = _taken(left, line) if claimed else same
        if other is None:
            yield line, None, Deviation(MISSING, line, None)
        else:
            yield from ((line, other, each) for each in _compare_line(line, other))
    for line in left:
        yield line, line, Deviation(EXTRA, None, line)


def _taken(lines: list[Data], line: Data, *parts: str) -> Data | None:
    """The first of the lines with the same item and these parts, which is removed; None where there
    is none.
    """
    for number, each in enumerate(lines):
        if all(_are_same(part, each[part], line[part]) for part in ("item", *parts)):
            return lines.pop(number)
    return None


def _compare_line(line: Data, other: Data) -> Iterator[Deviation]:
    named: set[str] = set()
    for part in _OF_LINE:
        if part not in other or part not in line or named & _FOLLOWS.get(part, set()):
            continue
        if _are_same(part, other[part], line[part]):
            continue
        if part != "factors" or factors_that_differ(line[part], other[part]):
            named.add(part)
            yield Deviation(part, line[part], other[part])


def factors_that_differ(expected: list[Data], got: list[Data]) -> list[Data]:
    """The expected factors that an engine gives differently or leaves out. Where there are none,
    the first factor that the engine has beyond the expected ones.
    """
    differing = [
        factor
        for number, factor in enumerate(expected)
        if number >= len(got) or _factor_differs(factor, got[number])
    ]
    return differing or got[len(expected) :][:1]


def _factor_differs(expected: Data, got: Data) -> bool:
    """Whether the engine gives a part of this factor that differs; parts left out do not count."""
    return any(
        not _are_same(name, value, expected[name]) if name in expected else name in _RARE and value
        for name, value in got.items()
    )


def scores_of(lines: list[Data], part: str) -> Data | None:
    """The sum of an engine's lines by seat; None where a line lacks its amounts."""
    sums: Data = {}
    for line in lines:
        shares = line.get(part, line.get("each"))
        if shares is None:
            return None
        for seat, amount in shares.items():
            sums[seat] = sums.get(seat, 0) + amount
    return sums


def _are_same(part: str, one: Any, other: Any) -> bool:
    """Whether two values of a part say the same. What is written alike does; this is quick."""
    return repr(one) == repr(other) or _plain(part, one) == _plain(part, other)


def _plain(part: str, value: Any) -> Any:
    """A value in a form that can be compared: lists without order sorted, zeros and empty lists
    left out, true and false no numbers.
    """
    if isinstance(value, bool):
        return ("bool", value)
    if isinstance(value, dict):
        plain = {name: _plain(part, each) for name, each in value.items()}
        if part in _ALL_SEATS:
            return plain
        return {name: each for name, each in plain.items() if each not in ([], 0)}
    if isinstance(value, list) and part == "talon":
        return [sorted(each, key=str) if isinstance(each, list) else each for each in value]
    if isinstance(value, list) and part in _UNORDERED:
        return sorted((_plain(part, each) for each in value), key=str)
    return value


_SPEECH = ("bid", "number", "announce", "double", "open", "hold", "name", "pass")
"""Kinds of moves in these steps."""
_THROWING = ("keep", "throw-in")
"""Kinds of moves in the step `misdeal`."""


def of_turn(at: Round, seat: str | None, moves: Collection[str]) -> Path:
    """The rule by which it is this seat's turn in this step, or by which the round is over.

    ``seat`` and ``moves`` are those of the engine, where they differ from the rules: they show
    which step the engine believes to be over.
    """
    state, game = at.state, at.game
    kinds = {seat_and_move(move)[1].split(" ")[0] for move in moves}
    if at.thrown_in is not None:
        return of_thrown_in(at, at.thrown_in)

    # Between the cards: after a trick its winner leads, within a trick the turn goes round.
    if at.step in ("play", "over") and state.winners and not state.in_trick:
        return of_trick(at)
    if at.step == "play" and state.played:
        return ("table", "direction")

    # Before the first card: a hand thrown in, the end of the speaking, or the next speaker.
    if at.step != "misdeal" and game.misdeal and (_threw_in(at, seat) or kinds & {*_THROWING}):
        return ("misdeal", "reasons")
    if at.step == "play":
        spoke = at.history and at.history[-1][1].kind in _SPEECH
        return _speech_over(at) if spoke and kinds & {*_SPEECH} else ("play", "first_lead")
    if at.step in SPOKEN:
        return _of_speaker(at, seat, kinds)
    return (at.step,) if game.at((at.step,)) is not None else ("order",)


def of_thrown_in(at: Round, reason: Any) -> Path:
    """The rule by which a round is thrown in for this reason, were it one of the engine's; for one
    that the game lacks, all reasons that it has, or the settlement.
    """
    game = at.game
    passed = (*game.auction.at, "if_all_pass")
    named = next((each.at for each in game.misdeal if each.id == reason), None)
    if named or at.thrown_in is not None:
        return named or passed
    known = (("misdeal", "reasons"), passed)
    return next((each for each in known if game.at(each) is not None), game.settlement.at)


def _threw_in(at: Round, seat: str | None) -> bool:
    """Whether the engine has ended a round in which nobody has bid."""
    has_spoken = any(move.kind in _SPEECH for _, move in at.history)
    return seat is None and not has_spoken


def _of_speaker(at: Round, seat: str | None, kinds: set[str]) -> Path:
    """The rule by which this seat speaks now: on who begins, one turn, or the end."""
    own = _speech(at)
    (last, move) = at.history[-1] if at.history else (None, None)
    if move is None or move.kind not in _SPEECH:
        return (*own, "first")
    if seat is None or "play" in kinds:
        return _speech_over(at) if move.kind == "pass" else (*own, "in_one_turn")
    if last == at.turn or (last is not None and seat == SEATS[last]):
        return (*own, "in_one_turn")  # the speaker goes on where the engine ends his turn
    if at.step == "announcements" and not any(each == at.turn for each, _ in at.history):
        return (*own, "first")
    return ("table", "direction") if move.kind == "pass" else (*own, "next_bid")


def _speech(at: Round) -> Path:
    """The rules of the announcements in that step, of the auction in any other."""
    return ("announcements",) if at.step == "announcements" else at.game.auction.at


def _speech_over(at: Round) -> Path:
    """The rule by which the auction or the announcements end, whichever is or was last."""
    if "announcements" in (at.step, *at.game.order) and at.step != "auction":
        return ("announcements", "ends_after_passes")
    return at.game.auction.end


def of_refusal(at: Round, move: str) -> Path:
    """The rule that allows a legal move that the engine does not allow."""
    seat, text = seat_and_move(move)
    made = next(each for each in at.moves(seat) if str(each) == text)
    found = next((path for path in _of_legal(at, made, seat) if at.game.at(path) is not None), None)
    return found or of_turn(at, None if at.turn is None else SEATS[at.turn], ())


def _of_legal(at: Round, move: Move, seat: int | None) -> Iterator[Path]:
    """The rules by which a move may be legal, the narrowest first; ``seat`` is the one that moves
    out of turn. A game need not have all of them.
    """
    game, auction = at.game, at.game.auction.at
    if seat is not None and at.contract is not None:
        says = at.contract.play.says.any_time
        yield from (each.at for each in says if each.id == move.kind)
    if move.kind == "play" and move.card is not None:
        yield from _of_card(at, move.card.index)
    elif move.kind == "bid":
        yield from _of_bid(at, move)
    elif move.kind == "announce":
        bonus = game.bonuses[str(move.item)]
        yield from _closing(at)
        yield (*bonus.at, "announce_if")
        yield (*bonus.at, "announced_by")
        yield (*bonus.at, "contracts")
        yield bonus.at
    elif move.kind == "double":
        yield from _closing(at)
        doubled = at.after(move, seat).view(None).levels
        again = any(
            level > 1 and at.view(None).levels.get(item) != level for item, level in doubled.items()
        )
        yield ("kontra", "levels" if again else "begins")
    elif move.kind == "pass":
        yield (*_speech(at), "in_one_turn") if at.contract else (*auction, "opening")
    elif move.kind in ("open", "hold", "name", "number"):
        yield (*auction, game.auction.rule_of(move.kind))
    elif move.kind in _THROWING:
        yield ("misdeal", "reasons")
    elif move.kind in ("cut", "knock") or (move.kind == "take" and at.step == "deal"):
        step = game.deals[game.order[at.state.step].partition(".")[2]]
        yield (*step.at, "cut", "leaves" if move.kind == "cut" else "knock")
    elif move.kind == "take" and at.contract is not None:
        yield (*at.contract.at, "talon", "takes")
    elif move.kind == "discard":
        yield ("exchange", "discard")
    elif move.kind == "give":
        yield ("passing", "to")
    elif move.kind == "concede":
        yield ("exchange", "called_card_in_talon")
    elif move.kind == "call":
        yield ("call", "choose")
    elif move.kind == "declare":
        yield (*game.declarations[str(move.item)].at, "ranks")
    elif move.kind == "raise" and at.contract is not None:
        rules, before = at.contract, at.step == "announcements"
        early = "becomes" if rules.becomes else "raised_after_exchange"
        yield (*rules.at, early) if before else (*rules.play.at, "raised_to")


def _of_card(at: Round, card: int) -> Iterator[Path]:
    """The rung of the ladder that allows the card, and before it what else binds the hand."""
    state = at.state
    if at.table.play_step.tied_to(state):
        yield at.table.play_step.tied_by(state)
        return
    tricks = at.table.play_step.tricks(state)
    led = state.played[-state.in_trick] if state.trick else 0
    number, _ = tricks.rung(state.hands[state.turn], state.trick, led)
    rungs = tricks.play.follow if state.trick else tricks.play.lead
    held = next((rule for rule in tricks.play.hold_back if rule.card == card), None)
    if held is not None and state.held_back[state.turn]:
        yield held.at
    yield rungs[number].at


def _of_bid(at: Round, move: Move) -> Iterator[Path]:
    """The rules that allow a bid, the narrowest first."""
    contract, auction = at.game.contracts[str(move.contract)], at.game.auction.at
    if any(each == at.turn and made.kind == "pass" for each, made in at.history):
        yield (*auction, "after_agreeing")
    yield (*contract.at, "requires")
    yield (*contract.at, "by")
    if contract.calls:
        yield ("call", "choose")
    yield (*auction, "next_bid" if at.contract is contract else "ladder")


def _closing(at: Round) -> Iterator[Path]:
    """The rules by which announced bonuses exclude others: the engine may exclude too much."""
    announced = {move.item for _, move in at.history if move.kind == "announce"}
    for bonus in at.game.bonuses.values():
        if bonus.id in announced and (bonus.closes or bonus.replaces):
            yield (*bonus.at, "closes")
            yield bonus.at


def of_trick(at: Round) -> Path:
    """The rule by which the last trick was won."""
    state = at.state
    assert state.rules is not None
    return winning_rule(state) or state.rules.play.at


def of_view(at: Round, name: str) -> Path:
    """The rule behind a part of a view."""
    game, contract = at.game, at.contract
    own: Path = contract.at if contract is not None else game.auction.at
    if name == "won" and at.state.winners:
        return of_trick(at)
    if name in ("sides", "sides_told", "holds", "lacks"):
        for key in ("secret_until", "declarers"):
            if game.at((*own, key)) is not None:
                return (*own, key)
        return own
    rules: dict[str, Path] = {
        "said": (*game.auction.at, "in_one_turn"),
        "contract": (*game.auction.at, "ladder"),
        "declarer": (*game.auction.at, "next_bid"),
        "called_card": ("call", "cards"),
        "levels": _of_levels(at),
        "talon": (*own, "talon"),
        "discards": ("exchange", "discard"),
        "open": (*own, "play", "open_hands"),
        "hand": ("deal",),
    }
    return rules.get(name, ("play",))


def _of_levels(at: Round) -> Path:
    """The rule behind the levels of doubling: that of the doubles said, or of an announcement that
    implies one.
    """
    kontra = at.game.kontra
    announced = [str(move.item) for _, move in at.history if move.kind == "announce"]
    has_doubled = any(move.kind == "double" for _, move in at.history)
    implied = [each for each in announced if kontra is not None and each in kontra.implied_by]
    return (
        ("kontra", "implied_by", implied[-1])
        if implied and not has_doubled
        else ("kontra", "levels")
    )


_OF_BONUS = {
    "verdict": ("won",),
    "winners": ("won",),
    "claimants": ("goes_to", "won"),
    MISSING: ("won",),
}
_OF_CONTRACT = {
    "value": ("value",),
    "verdict": ("objective",),
    "winners": ("objective",),
    "claimants": ("claimed_by", "declarers"),
}
"""The settings of a bonus, and of a contract, that decide each part of its line: the first that it
has.
"""


def of_line(at: Round, end: dict[str, Any], line: dict[str, Any], deviation: Deviation) -> Path:
    """The rule behind a line of the settlement that differs, is missing, or is one too many;
    ``end`` is the expected end of the round.

    For a line too many: the rule that replaces it, or the one by which it does not count here.
    """
    game = at.game
    if deviation.part == EXTRA:
        for each in end["replaced"]:
            if each["item"] == line["item"]:
                return rule_at(game, each["rule"])
        bonus = game.bonuses.get(str(line["item"]))
        if bonus is None:
            return game.settlement.at
        elsewhere = bonus.contracts and (
            at.contract is None or at.contract.id not in bonus.contracts
        )
        return (*bonus.at, "contracts" if elsewhere else "won")
    if deviation.part == "factors":
        rules = (
            each.get("rule") for each in factors_that_differ(deviation.expected, deviation.got)
        )
        named = next((str(rule) for rule in rules if rule), "")
        found = rule_at(game, named) if named else ()
        if found and game.at(found) is not None:
            return found
        if game.kontra is not None:
            return ("kontra",)
    return of_part(game, line, deviation.part)


def of_part(game: Game, line: dict[str, Any], part: str) -> Path:
    """The setting that decides a part of a line; the whole bonus or contract where it has none."""
    if part in ("each", "paid"):
        return (*game.settlement.at, "each_pays")
    rule = rule_at(game, str(line["rule"]))
    if rule[:1] == ("bonuses",) and part == "value":
        keys: Path = ("value", "announced" if line["announced"] else "silent")
        found = [(*rule, *keys)]
    else:
        table = _OF_BONUS if rule[:1] == ("bonuses",) else _OF_CONTRACT
        found = [(*rule, key) for key in table.get(part, ())]
    return next((each for each in found if game.at(each) is not None), rule)


def of_double_rounds(at: Round, end: dict[str, Any]) -> Path:
    """The rule of the bonus that starts double rounds, preferably one that this round settles."""
    items = [line["item"] for line in end["lines"]]
    starting = [each for each in at.game.bonuses.values() if each.starts is not None]
    starting.sort(key=lambda bonus: bonus.id not in items)
    return (*starting[0].at, "starts") if starting else at.game.match.at
