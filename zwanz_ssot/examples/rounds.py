"""A round, or the beginning of one: whose turn it is, what may be said and played, what each player
knows, and the settlement.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..engine import Round
from ..kernel import NotSolved, Solution, solve
from ..model import SEATS
from ..problems import WrongCall
from ..source import Path
from . import settled
from .case_context import NONE, CaseContext
from .dealing import SPACE, Holdings, in_each, known_move, rounds, turns

SITUATION = frozenset(
    ["hands", "talon", "partner", "pack", "says", "speaking", "plays", "double_round", "match"]
)
UNKNOWN = "unknown"
"""The side of a player whose side is not known."""
SOLVED_WITHIN = 50_000
"""The most positions that are searched for what an example expects of best play."""
_REACHED = ("lost", "won")
"""The words for an objective that is not reached, and for one that is."""


def work_out(context: CaseContext) -> None:
    """Compare what the example expects of the round with what the rules say, in each deal tried."""
    in_each(context, stated_rounds(context), _compare)


def stated_rounds(context: CaseContext) -> list[Round]:
    """The round that the example states, with each deal that is tried."""
    spoken = turns(context)
    _check_cards(context)
    holdings = Holdings(context)
    holdings.state_hands()
    holdings.state_talon()
    holdings.conclude(spoken)
    context.done()
    return rounds(context, holdings, spoken)


def _check_cards(context: CaseContext) -> None:
    """Note problems with the stated pack and tricks: cards missing, too many, or played twice."""
    entry = context.entry
    pack, whole = entry.get("pack", ()), context.game.deck.by_id
    context.cards(("pack",), pack)
    if "pack" in entry and not context.problems and len(pack) != len(whole):
        missing = [card for card in whole if card not in pack]
        hint = f"missing: {', '.join(missing)}"
        context.error(("pack",), f"a pack has {len(whole)} cards, this one has {len(pack)}", hint)
    if pack and "hands" in entry:
        context.error(
            ("hands",), "the pack says already who gets which card", "keep one of pack and hands"
        )
    tricks = entry.get("plays", ())
    seen = 0
    for number, trick in enumerate(tricks):
        path: Path = ("plays", number)
        size = sum(SPACE not in card for card in trick)
        full = size == context.players or (number == len(tricks) - 1 and size < context.players)
        if not full:
            context.error(path, f"a trick has {context.players} cards, this one has {size}")
        for place, card in enumerate(trick):
            if SPACE in card:
                known_move(context, (*path, place), card)
                continue
            bit = 1 << context.card((*path, place), card)
            if seen & bit and card in whole:
                context.error((*path, place), f"{card} is played a second time here")
            seen |= bit


def _compare(context: CaseContext, played: Round) -> None:
    """Compare all that the example expects of one round."""
    for key, expected in context.entry["expect"].items():
        if key in CHECKS:
            CHECKS[key](context, played, ("expect", key), expected)

    # The settlement, where one is expected.
    asked = context.entry["expect"].keys()
    if played.thrown_in is not None:
        settled.compare_after(context, None, played.thrown_in)
        if settled.EXPECTS & asked:
            context.differ(("expect",), "a settlement", f"thrown in: {played.thrown_in}")
    elif (settled.EXPECTS | settled.AFTER_EXPECTS) & asked:
        ledger = played.ledger()
        if ledger is not None:
            settled.compare(context, ledger, played.state)
        else:
            hint = "write all its tricks, or state its outcome"
            context.error(("expect",), "the round is not over, so nothing is settled", hint)


# The checks, by the key under ``expect``; each compares one expectation.


def _turn(context: CaseContext, played: Round, path: Path, expected: str) -> None:
    context.compare(path, expected, NONE if played.turn is None else SEATS[played.turn])


def _over(context: CaseContext, played: Round, path: Path, expected: bool) -> None:
    context.compare(
        path, expected, played.step not in ("deal", "misdeal", "auction"), context.game.auction.end
    )


def _thrown_in(context: CaseContext, played: Round, path: Path, expected: str) -> None:
    if expected != NONE:
        context.named(
            path, expected, context.game.deals_again, "reason to throw in", where=context.varies
        )
    context.compare(path, expected, played.thrown_in or NONE)


def _may_say(context: CaseContext, played: Round, path: Path, expected: list[str]) -> None:
    for number, word in enumerate(expected):
        at = (*path, number)
        if known_move(context, at, word) and (refusal := played.why_not(word)) is not None:
            context.not_allowed(at, word, refusal)


def _may_only_say(context: CaseContext, played: Round, path: Path, expected: list[str]) -> None:
    _may_say(context, played, path, expected)
    numbers = {number for word in expected for number in context.table.moves.find(word)}
    for move in played.moves():
        if context.table.moves.number[str(move)] not in numbers:
            context.differ(path, NONE, str(move))


def _may_not_say(context: CaseContext, played: Round, path: Path, expected: dict[str, Any]) -> None:
    for word, wanted in expected.items():
        at = (*path, word)
        code = wanted if isinstance(wanted, str) else wanted["because"]
        if code == "no_such_move" or known_move(context, at, word):
            context.refused(at, wanted, played.why_not(word))


def _contract(context: CaseContext, played: Round, path: Path, expected: str) -> None:
    if expected != NONE:
        context.contract(path, expected)
    context.compare(path, expected, played.contract.id if played.contract else NONE)


def _declarer(context: CaseContext, played: Round, path: Path, expected: str) -> None:
    seat = played.state.declarer
    context.compare(path, expected, SEATS[seat] if seat >= 0 else NONE)


def _called(context: CaseContext, played: Round, path: Path, expected: str) -> None:
    if expected != NONE:
        context.card(path, expected)
    called = played.state.called_card
    context.compare(path, expected, context.game.deck.cards[called].id if called >= 0 else NONE)


def _declarers(context: CaseContext, played: Round, path: Path, expected: list[str]) -> None:
    context.compare(path, expected, context.sitting(played.state.declarers))


def _everyone_knows(
    context: CaseContext, played: Round, path: Path, expected: dict[str, Any]
) -> None:
    public = played.view(0).public
    _known(context, path, expected, public.sides)
    for word, sets in (("holds", public.holds), ("lacks", public.lacks)):
        for name, cards in expected.get(word, {}).items():
            at = (*path, word, name)
            known = sets[context.seat(at, name)].mask
            wanted = context.cards(at, cards)
            if word == "holds" or wanted & ~known:
                context.compare(at, cards, context.shown(known))


def _knows(context: CaseContext, played: Round, path: Path, expected: dict[str, Any]) -> None:
    for name, known in expected.items():
        view = played.view(context.seat((*path, name), name))
        _known(context, (*path, name), known, view.sides)
        for word in ("holds", "lacks"):
            if word in known:
                context.error(
                    (*path, name, word),
                    "this is asked of all players together",
                    "write it in everyone_knows",
                )


def _known(
    context: CaseContext, path: Path, expected: dict[str, Any], sides: tuple[str | None, ...]
) -> None:
    for name, side in expected.get("sides", {}).items():
        at = (*path, "sides", name)
        context.compare(at, side, sides[context.seat(at, name)] or UNKNOWN)


def _hands(context: CaseContext, played: Round, path: Path, expected: dict[str, list[str]]) -> None:
    for name, cards in expected.items():
        at = (*path, name)
        context.cards(at, cards)
        context.compare(at, cards, context.shown(played.hands[context.seat(at, name)].mask))


def _sees_talon(context: CaseContext, played: Round, path: Path, expected: list[str]) -> None:
    context.seats(path, expected)
    seen = [SEATS[seat] for seat in range(context.players) if None not in played.view(seat).talon]
    contract = played.contract
    context.compare(
        path,
        expected,
        seen,
        (*contract.talon.at, "seen_by") if contract and contract.talon else ("talon",),
    )


def _legal(context: CaseContext, played: Round, path: Path, expected: list[str]) -> None:
    context.cards(path, expected)
    context.compare(
        path,
        expected,
        [str(move).removeprefix("play ") for move in played.moves() if move.kind == "play"],
    )


def _discards_heard(
    context: CaseContext, played: Round, path: Path, expected: dict[str, list[str]]
) -> None:
    context.seats(path, list(expected))
    said = played.view(None).said
    for name, wanted in expected.items():
        heard = [
            move.text.partition(" ")[2] or "face_down"
            for seat, move in said
            if SEATS[seat] == name and move.kind == "discard"
        ]
        context.compare((*path, name), wanted, heard, ("exchange",))


def _refused(context: CaseContext, played: Round, path: Path, expected: dict[str, Any]) -> None:
    for card, wanted in expected.items():
        context.card((*path, card), card)
        context.refused((*path, card), wanted, played.why_not(f"play {card}"))


def _winners(context: CaseContext, played: Round, path: Path, expected: list[str]) -> None:
    got = [SEATS[seat] for seat in played.state.winners]
    for number, (wanted, seat) in enumerate(zip(expected, got, strict=False)):
        context.compare((*path, number), wanted, seat)
    if len(expected) != len(got):
        context.differ(path, f"{len(expected)} tricks", f"{len(got)} tricks")


def _points(context: CaseContext, played: Round, path: Path, expected: dict[str, int]) -> None:
    unit = context.game.unit
    for name, points in expected.items():
        whole, rest = divmod(_parts(context, played, (*path, name), name), unit)
        context.compare((*path, name), points, whole if not rest else f"{whole} and {rest}/{unit}")


def _thirds(context: CaseContext, played: Round, path: Path, expected: dict[str, int]) -> None:
    for name, parts in expected.items():
        context.compare((*path, name), parts, _parts(context, played, (*path, name), name))


def _parts(context: CaseContext, played: Round, path: Path, name: str) -> int:
    """The card points of a side or a player, in parts of a point."""
    state = played.state
    return state.points(context.side(path, name, state.declarers))


def _solved(context: CaseContext, played: Round, path: Path, expected: Any) -> None:
    found = _solution(context, played, path, expected)
    if found is None:
        return
    if isinstance(expected, dict):
        ((unit, value),) = expected.items()
        context.compare((*path, unit), value, found.value)
    elif isinstance(expected, str):
        context.compare(path, expected, _REACHED[found.value])
    else:
        whole, rest = divmod(found.value, found.parts)
        got = whole if not rest else f"{whole} and {rest}/{found.parts}"
        context.compare(path, expected, got)


def _best(context: CaseContext, played: Round, path: Path, expected: list[str]) -> None:
    context.cards(path, expected)
    found = _solution(context, played, path, context.entry["expect"].get("solved"))
    if found is not None:
        best = [card for card, value in found.cards.items() if value == found.value]
        context.compare(path, expected, best)


def _solution(context: CaseContext, played: Round, path: Path, claimed: Any) -> Solution | None:
    """The solution of the position with all cards open, for the aim that the type of the
    ``claimed`` value implies. None, with a problem noted, where it cannot be solved.
    """
    if played.step != "play":
        context.error(path, "no card is to be played here", "write the tricks so far with plays:")
        return None
    aims = {str: "objective", int: "points", dict: "tricks"}
    aim = aims.get(type(claimed))
    if isinstance(claimed, dict) and "thirds" in claimed:
        aim = "points"
    try:
        found = solve(played, aim=aim, nodes=SOLVED_WITHIN, compiled=False)
    except WrongCall as wrong:
        context.error(path, wrong.text, wrong.hint)
        return None
    if isinstance(found, NotSolved):
        text = f"this is not solved within {SOLVED_WITHIN} positions"
        context.error(path, text, "play more tricks before it, so that fewer cards are left")
        return None
    return found


Check = Callable[[CaseContext, Round, Path, Any], None]
CHECKS: dict[str, Check] = {
    "turn": _turn,
    "over": _over,
    "thrown_in": _thrown_in,
    "may_say": _may_say,
    "may_only_say": _may_only_say,
    "may_not_say": _may_not_say,
    "contract": _contract,
    "declarer": _declarer,
    "called": _called,
    "declarers": _declarers,
    "everyone_knows": _everyone_knows,
    "knows": _knows,
    "hands": _hands,
    "sees_talon": _sees_talon,
    "discards_heard": _discards_heard,
    "legal": _legal,
    "refused": _refused,
    "winners": _winners,
    "points": _points,
    "thirds": _thirds,
    "solved": _solved,
    "best": _best,
}
EXPECTS = frozenset(CHECKS) | settled.EXPECTS | settled.AFTER_EXPECTS
