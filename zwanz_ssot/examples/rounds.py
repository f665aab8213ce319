"""A round on its way or at its end: who has the word, what may be said and played, what is known,
what it came to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..engine import Round
from ..model import SEATS
from ..source import Path
from . import settled
from .case_context import NONE, CaseContext
from .dealing import Holdings, in_each, rounds
from .playthrough import SPACE, known_move, turns

SITUATION = frozenset(
    ["hands", "talon", "partner", "pack", "says", "speaking", "plays", "double_round", "match"]
)
UNKNOWN = "unknown"


def work_out(desk: CaseContext) -> None:
    """Compare what the example says of the round with what the rules say, in each deal that is
    tried.
    """
    said = turns(desk)
    _check_cards(desk)
    holdings = Holdings(desk)
    holdings.state_hands()
    holdings.state_talon()
    holdings.conclude(said)
    desk.done()
    in_each(desk, rounds(desk, holdings, said), _compare)


def _check_cards(desk: CaseContext) -> None:
    entry = desk.entry
    pack, whole = entry.get("pack", ()), desk.game.deck.by_id
    desk.cards(("pack",), pack)
    if pack and not desk.problems and len(pack) != len(whole):
        missing = [card for card in whole if card not in pack]
        hint = f"missing: {', '.join(missing)}"
        desk.error(("pack",), f"a pack has {len(whole)} cards, this one has {len(pack)}", hint)
    if pack and "hands" in entry:
        desk.error(
            ("hands",), "the pack says already who gets which card", "keep one of pack and hands"
        )
    tricks = entry.get("plays", ())
    seen = 0
    for number, trick in enumerate(tricks):
        path: Path = ("plays", number)
        size = sum(SPACE not in card for card in trick)
        full = size == desk.players or (number == len(tricks) - 1 and size < desk.players)
        if not full:
            desk.error(path, f"a trick has {desk.players} cards, this one has {size}")
        for place, card in enumerate(trick):
            if SPACE in card:
                known_move(desk, (*path, place), card)
                continue
            bit = 1 << desk.card((*path, place), card)
            if seen & bit and card in whole:
                desk.error((*path, place), f"{card} is played a second time here")
            seen |= bit


def _compare(desk: CaseContext, played: Round) -> None:
    for key, expected in desk.entry["expect"].items():
        if key in CHECKS:
            CHECKS[key](desk, played, ("expect", key), expected)
    asked = desk.entry["expect"].keys()
    if played.thrown_in is not None:
        settled.compare_after(desk, None, played.thrown_in)
        if settled.EXPECTS & asked:
            desk.differ(("expect",), "a settlement", f"thrown in: {played.thrown_in}")
    elif (settled.EXPECTS | settled.AFTER_EXPECTS) & asked:
        ledger = played.ledger()
        if ledger is not None:
            settled.compare(desk, ledger, played.state.declarers)
        else:
            hint = "write all its tricks, or state its outcome"
            desk.error(("expect",), "the round is not over, so nothing is settled", hint)


def _turn(desk: CaseContext, played: Round, path: Path, expected: str) -> None:
    desk.compare(path, expected, NONE if played.turn is None else SEATS[played.turn])


def _over(desk: CaseContext, played: Round, path: Path, expected: bool) -> None:
    desk.compare(
        path, expected, played.step not in ("deal", "misdeal", "auction"), desk.game.auction.end
    )


def _thrown_in(desk: CaseContext, played: Round, path: Path, expected: str) -> None:
    if expected != NONE:
        desk.named(path, expected, desk.game.deals_again, "reason to throw in", where=desk.varies)
    desk.compare(path, expected, played.thrown_in or NONE)


def _may_say(desk: CaseContext, played: Round, path: Path, expected: list[str]) -> None:
    for number, word in enumerate(expected):
        at = (*path, number)
        if known_move(desk, at, word) and (refusal := played.why_not(word)) is not None:
            desk.not_allowed(at, word, refusal)


def _may_only_say(desk: CaseContext, played: Round, path: Path, expected: list[str]) -> None:
    _may_say(desk, played, path, expected)
    numbers = {number for word in expected for number in desk.table.moves.find(word)}
    for move in played.moves():
        if desk.table.moves.number[str(move)] not in numbers:
            desk.differ(path, NONE, str(move))


def _may_not_say(desk: CaseContext, played: Round, path: Path, expected: dict[str, Any]) -> None:
    for word, wanted in expected.items():
        at = (*path, word)
        code = wanted if isinstance(wanted, str) else wanted["because"]
        if code == "no_such_move" or known_move(desk, at, word):
            desk.refused(at, wanted, played.why_not(word))


def _contract(desk: CaseContext, played: Round, path: Path, expected: str) -> None:
    if expected != NONE:
        desk.contract(path, expected)
    desk.compare(path, expected, played.contract.id if played.contract else NONE)


def _declarer(desk: CaseContext, played: Round, path: Path, expected: str) -> None:
    seat = played.state.declarer
    desk.compare(path, expected, SEATS[seat] if seat >= 0 else NONE)


def _called(desk: CaseContext, played: Round, path: Path, expected: str) -> None:
    if expected != NONE:
        desk.card(path, expected)
    called = played.state.called_card
    desk.compare(path, expected, desk.game.deck.cards[called].id if called >= 0 else NONE)


def _declarers(desk: CaseContext, played: Round, path: Path, expected: list[str]) -> None:
    desk.compare(path, expected, desk.sitting(played.state.declarers))


def _everyone_knows(desk: CaseContext, played: Round, path: Path, expected: dict[str, Any]) -> None:
    public = played.view(0).public
    _known(desk, path, expected, public.sides)
    for word, sets in (("holds", public.holds), ("lacks", public.lacks)):
        for name, cards in expected.get(word, {}).items():
            at = (*path, word, name)
            known = sets[desk.seat(at, name)].mask
            wanted = desk.cards(at, cards)
            if word == "holds" or wanted & ~known:
                desk.compare(at, cards, desk.shown(known))


def _knows(desk: CaseContext, played: Round, path: Path, expected: dict[str, Any]) -> None:
    for name, known in expected.items():
        view = played.view(desk.seat((*path, name), name))
        _known(desk, (*path, name), known, view.sides)
        for word in ("holds", "lacks"):
            if word in known:
                desk.error(
                    (*path, name, word),
                    "this is asked of all players together",
                    "write it in everyone_knows",
                )


def _known(
    desk: CaseContext, path: Path, expected: dict[str, Any], sides: tuple[str | None, ...]
) -> None:
    for name, side in expected.get("sides", {}).items():
        at = (*path, "sides", name)
        desk.compare(at, side, sides[desk.seat(at, name)] or UNKNOWN)


def _hands(desk: CaseContext, played: Round, path: Path, expected: dict[str, list[str]]) -> None:
    for name, cards in expected.items():
        at = (*path, name)
        desk.cards(at, cards)
        desk.compare(at, cards, desk.shown(played.hands[desk.seat(at, name)].mask))


def _sees_talon(desk: CaseContext, played: Round, path: Path, expected: list[str]) -> None:
    desk.seats(path, expected)
    seen = [SEATS[seat] for seat in range(desk.players) if None not in played.view(seat).talon]
    contract = played.contract
    desk.compare(
        path,
        expected,
        seen,
        (*contract.talon.at, "seen_by") if contract and contract.talon else ("talon",),
    )


def _legal(desk: CaseContext, played: Round, path: Path, expected: list[str]) -> None:
    desk.cards(path, expected)
    desk.compare(
        path,
        expected,
        [str(move).removeprefix("play ") for move in played.moves() if move.kind == "play"],
    )


def _refused(desk: CaseContext, played: Round, path: Path, expected: dict[str, Any]) -> None:
    for card, wanted in expected.items():
        desk.card((*path, card), card)
        desk.refused((*path, card), wanted, played.why_not(f"play {card}"))


def _winners(desk: CaseContext, played: Round, path: Path, expected: list[str]) -> None:
    got = [SEATS[seat] for seat in played.state.winners]
    for number, (wanted, seat) in enumerate(zip(expected, got, strict=False)):
        desk.compare((*path, number), wanted, seat)
    if len(expected) != len(got):
        desk.differ(path, f"{len(expected)} tricks", f"{len(got)} tricks")


def _points(desk: CaseContext, played: Round, path: Path, expected: dict[str, int]) -> None:
    unit = desk.game.unit
    for name, points in expected.items():
        whole, rest = divmod(_parts(desk, played, (*path, name), name), unit)
        desk.compare((*path, name), points, whole if not rest else f"{whole} and {rest}/{unit}")


def _thirds(desk: CaseContext, played: Round, path: Path, expected: dict[str, int]) -> None:
    for name, parts in expected.items():
        desk.compare((*path, name), parts, _parts(desk, played, (*path, name), name))


def _parts(desk: CaseContext, played: Round, path: Path, name: str) -> int:
    """Card points of a side or a player, in parts of a point."""
    state = played.state
    return state.points(desk.side(path, name, state.declarers))


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
    "legal": _legal,
    "refused": _refused,
    "winners": _winners,
    "points": _points,
    "thirds": _thirds,
}
EXPECTS = frozenset(CHECKS) | settled.EXPECTS | settled.AFTER_EXPECTS
