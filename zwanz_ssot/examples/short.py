"""What was said, in short: the contract, who plays it with whom, what was announced and doubled."""

from __future__ import annotations

from functools import partial

from ..engine.state import State
from ..source import Path
from ..terms.roles import seats
from .desk import GAME, SIDES, Desk

WORDS = frozenset(["contract", "declarer", "partner", "announced", "doubled"])


def said_in_short(desk: Desk) -> State:
    """The state after an auction that came to what the example states."""
    entry, state = desk.entry, State(desk.table, 2 if desk.entry.get("double_round") else 1)
    if "contract" not in entry:
        desk.fault((), "no contract is stated", "write contract: and its id, or says: and what was said")
        desk.done()
    state.contract = desk.contract(("contract",), entry["contract"])
    contract = desk.table.contracts[state.contract]
    if contract.declarers:
        _declarers(desk, state)
    elif "declarer" in entry or "partner" in entry:
        at = ("declarer" if "declarer" in entry else "partner",)
        desk.fault(at, f"in {contract.id} all play against all")
    desk.done()
    for item, whose in entry.get("announced", {}).items():
        _announced(desk, state, item, [whose] if isinstance(whose, str) else whose)
    for item, times in entry.get("doubled", {}).items():
        _doubled(desk, state, item, times)
    desk.done()
    _implied(desk, state)
    desk.done()
    return state


def _declarers(desk: Desk, state: State) -> None:
    """The side of the declarers: the roles that the contract names, a partner being the one stated."""
    entry, contract = desk.entry, desk.table.contracts[state.contract]
    state.declarer = desk.seat(("declarer",), entry["declarer"]) if "declarer" in entry else 0
    if contract.calls:
        opposite = (state.declarer + desk.players // 2) % desk.players
        partner = desk.seat(("partner",), entry["partner"]) if "partner" in entry else opposite
        if partner == state.declarer:
            desk.fault(("partner",), "the declarer is not the own partner")
        state.declarers = 1 << state.declarer | 1 << partner
        return
    if "partner" in entry:
        desk.fault(("partner",), f"{contract.id} is played without a called partner")
    find = partial(seats, cards=desk.table.index, bonuses=desk.table.bonus_ids)
    for role in contract.declarers:
        state.declarers |= find(role)(state, 1 << state.declarer)


def _announced(desk: Desk, state: State, item: str, whose: list[str]) -> None:
    path: Path = ("announced", item)
    number = desk.bonus(path, item)
    if desk.problems:
        return
    bonus = desk.game.bonuses[item]
    contract = desk.table.contracts[state.contract]
    if bonus.announced is None:
        desk.fault(path, f"{item} is not announced in {desk.game.variant}")
    elif not bonus.counts_in(contract):
        desk.fault(path, f"{item} does not count in {contract.id}")
    for who in whose:
        mask = desk.side(path, who, state.declarers)
        side = 0 if mask & state.declarers else 1
        speaker = (mask & -mask).bit_length() - 1
        state.said[1 + 2 * number + side] = speaker


def _doubled(desk: Desk, state: State, words: str, times: int) -> None:
    path: Path = ("doubled", words)
    item, _, side = words.partition(" ")
    desk.item(path, item)
    kontra = desk.game.kontra
    if kontra is None:
        desk.fault(path, f"nothing is doubled in {desk.game.variant}")
    elif times > len(kontra.levels):
        desk.fault(path, f"{desk.game.variant} doubles at most {len(kontra.levels)} times", ", ".join(kontra.levels))
    if side and desk.named(path, side, SIDES, "side") and item == GAME:
        desk.fault(path, "the game belongs to the declarers", f"write {GAME}")
    if desk.problems:
        return
    if item == GAME:
        state.levels[0] = times
        return
    first = 1 + 2 * desk.table.bonus_ids.index(item)
    wanted = [first + SIDES.index(side)] if side else [first, first + 1]
    announced = [number for number in wanted if state.said[number] >= 0]
    if not announced:
        desk.fault(path, f"{words} was not announced, so it was not doubled", "state it under announced")
    elif len(announced) > 1:
        desk.fault(path, f"both sides announced {item}", f"write '{item} {SIDES[0]}' or '{item} {SIDES[1]}'")
    else:
        state.levels[announced[0]] = times


def _implied(desk: Desk, state: State) -> None:
    """An announcement that doubles an item by itself cannot leave it undoubled."""
    kontra = desk.game.kontra
    for bonus, item in kontra.implied_by.items() if kontra else ():
        number = 2 + 2 * desk.table.bonus_ids.index(bonus)
        if state.said[number] >= 0 and item == GAME and not state.levels[0]:
            text = f"announced by the {SIDES[1]}, {bonus} doubles the {item} by itself in {desk.game.variant}"
            desk.fault(("announced", bonus), text, f"write doubled: {{{item}: 1}}")
