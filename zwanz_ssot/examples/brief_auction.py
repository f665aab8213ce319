"""What was said, in short: the contract, who plays it with whom, what was announced and doubled; and
what no round can come to although each word of it could be meant.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..engine.state import State
from ..model import SEATS, Contract
from ..model.items import DEFENDERS, GAME_ITEM, item_of
from ..source import Path
from .case_context import GAME, NONE, SIDES, CaseContext

_POINTS: Path = ("outcome", "points")


def declarer(desk: CaseContext, state: State) -> None:
    """The declarer may bid the contract, where only one seat may."""
    contract = desk.table.contracts[state.contract]
    if contract.by is None:
        return
    may = desk.table.seats(contract.by)(state, 1 << state.declarer)
    if not may >> state.declarer & 1:
        who = " or ".join(desk.sitting(may))
        desk.error(("declarer",), f"only {who} may bid {contract.id}, not {SEATS[state.declarer]}")


def called(desk: CaseContext, state: State) -> None:
    """The called card is one of those that may be called."""
    call = desk.game.call
    cards = call.every if call else ()
    if not desk.problems and state.called_card not in cards:
        card = desk.game.deck.cards[state.called_card].id
        known = ", ".join(desk.game.deck.cards[each].id for each in cards)
        desk.error(
            ("called",),
            f"{card} cannot be called",
            f"the cards that can are {known}" if known else "",
        )


def points_of_tricks(
    desk: CaseContext,
    contract: Contract,
    counts: Mapping[int, int],
    points: Mapping[int, int],
    declared: Mapping[int, int],
) -> None:
    """So many tricks have so many points, in parts of a point; who has none has no points, whatever
    was declared.

    Cards of a talon may lie with either side, unless they stay where they are and count for nobody.
    """
    game, talon = desk.game, contract.talon
    stays = talon is not None and talon.takes == "nothing" and talon.counts_for == "nobody"
    spare = sum(game.talon.packets) if game.talon and not stays else 0
    worth = sorted(game.worth(card) for card in game.deck.cards)
    extra = desk.table.whole - sum(worth)  # for the last trick
    for some, amount in points.items():
        won = [number for each, number in counts.items() if not each & ~some]
        if not won or sum(each for each in counts if not each & ~some) != some:
            continue
        who, cards, said = (
            " and ".join(desk.sitting(some)),
            sum(won) * desk.players,
            amount // game.unit,
        )
        if amount and not cards and not spare:
            desk.error(_POINTS, f"{who} won no trick and cannot have {said} points")
            return
        least = sum(worth[:cards]) // game.unit
        most = (sum(worth[max(len(worth) - cards - spare, 0) :]) + extra) // game.unit
        if not declared and 0 <= cards <= len(worth) and not least <= said <= most:
            desk.error(
                _POINTS,
                f"{sum(won)} tricks of {who} have from {least} to {most} points, not {said}",
            )
            return


def catch(desk: CaseContext, said: State, path: Path, winner: int, caught: int) -> None:
    """A card can win a trick in which the other one lies, perhaps with a third."""
    play, rules = desk.table.contracts[said.contract].play, desk.table.play_step.tricks(said)
    if desk.problems or (play.trump.varies and not rules.trump):
        return
    deck, lying = desk.game.deck, 1 << winner | 1 << caught
    for third in deck.cards:
        whole = lying | 1 << third.index
        if any(
            rules.winner(whole, led.index, (led.index,)) == winner for led in deck.within(whole)
        ):
            return
    desk.error(path, f"{deck.cards[winner].id} wins no trick in which {deck.cards[caught].id} lies")


WORDS = frozenset(
    (
        *("contract", "declarer", "partner", "called", "trump", "joined_by"),
        *("announced", "doubled", "doubled_by", "conceded"),
    )
)


def said_in_short(desk: CaseContext) -> State:
    """The state after an auction that came to what the example states."""
    entry, state = desk.entry, State(desk.table, 2 if desk.entry.get("double_round") else 1)
    if "contract" not in entry:
        desk.error(
            (), "no contract is stated", "write contract: and its id, or says: and what was said"
        )
        desk.done()
    state.contract = desk.contract(("contract",), entry["contract"])
    contract = desk.table.contracts[state.contract]
    if contract.declarers:
        _declarers(desk, state)
    else:
        for word in ("declarer", "partner", "joined_by", "conceded"):
            if word in entry:
                desk.error((word,), f"in {contract.id} all play against all")
    if "called" in entry:
        state.called_card = desk.card(("called",), entry["called"])
        called(desk, state)
    if "trump" in entry and desk.named(("trump",), entry["trump"], desk.game.deck.suits, "suit"):
        state.trump = desk.game.deck.suits[entry["trump"]].index
    desk.done()
    for item, whose in entry.get("announced", {}).items():
        _announced(desk, state, item, [whose] if isinstance(whose, str) else whose)
    for item, times in entry.get("doubled", {}).items():
        _doubled(desk, state, item, times)
    desk.done()
    for item, who in entry.get("doubled_by", {}).items():
        _doubled_by(desk, state, item, who)
    if "conceded" in entry:
        state.conceded = True
        if desk.item(("conceded",), entry["conceded"]) != GAME:
            state.conceded_with = item_of(desk.bonus(("conceded",), entry["conceded"]))
    _implied(desk, state)
    desk.done()
    return state


def _declarers(desk: CaseContext, state: State) -> None:
    """The side of the declarers: the roles that the contract names, a partner being the one stated."""
    entry, contract = desk.entry, desk.table.contracts[state.contract]
    state.declarer = desk.seat(("declarer",), entry["declarer"]) if "declarer" in entry else 0
    declarer(desk, state)
    if contract.calls:
        partner = (state.declarer + desk.players // 2) % desk.players
        if "partner" in entry:
            partner = (
                state.declarer
                if entry["partner"] == NONE
                else desk.seat(("partner",), entry["partner"])
            )
            if partner == state.declarer and entry["partner"] != NONE:
                desk.error(("partner",), "the declarer is not the own partner")
        state.declarers = 1 << state.declarer | 1 << partner
        return
    if "partner" in entry:
        desk.error(("partner",), f"{contract.id} is played without a called partner")
    for role in contract.declarers:
        state.declarers |= desk.table.seats(role)(state, 1 << state.declarer)
    if "joined_by" in entry:
        if contract.joined is None:
            desk.error(("joined_by",), f"nobody joins in {contract.id}")
        state.joined = 1 << desk.seat(("joined_by",), entry["joined_by"])
        state.declarers |= state.joined


def _announced(desk: CaseContext, state: State, item: str, whose: list[str]) -> None:
    path: Path = ("announced", item)
    number = desk.bonus(path, item)
    if desk.problems:
        return
    bonus = desk.game.bonuses[item]
    contract = desk.table.contracts[state.contract]
    if not bonus.can_be_announced:
        desk.error(path, f"{item} is not announced in {desk.game.variant}")
    elif not bonus.counts_in(contract):
        desk.error(path, f"{item} does not count in {contract.id}")
    for who in whose:
        mask = desk.side(path, who, state.declarers)
        side = 0 if mask & state.declarers else 1
        speaker = (mask & -mask).bit_length() - 1
        state.announcers[item_of(number, side)] = speaker


def _doubled(desk: CaseContext, state: State, words: str, times: int) -> None:
    path: Path = ("doubled", words)
    item, _, side = words.partition(" ")
    desk.item(path, item)
    kontra = desk.game.kontra
    if kontra is None:
        desk.error(path, f"nothing is doubled in {desk.game.variant}")
    elif desk.table.contracts[state.contract].kontra == "none":
        desk.error(path, f"nothing is doubled in {desk.entry['contract']}")
    elif times > len(kontra.levels):
        desk.error(
            path,
            f"{desk.game.variant} doubles at most {len(kontra.levels)} times",
            ", ".join(kontra.levels),
        )
    if item == GAME and desk.table.contracts[state.contract].kontra == "individual":
        _duel(desk, state, path, side, times)
        return
    if side and desk.named(path, side, SIDES, "side") and item == GAME:
        desk.error(path, "the game belongs to the declarers", f"write {GAME}")
    if desk.problems:
        return
    if item == GAME:
        state.levels[0] = times
        return
    first = item_of(desk.table.bonus_ids.index(item))
    wanted = [first + SIDES.index(side)] if side else [first, first + 1]
    announced = [number for number in wanted if state.announcers[number] >= 0]
    if not announced:
        desk.error(
            path, f"{words} was not announced, so it was not doubled", "state it under announced"
        )
    elif len(announced) > 1:
        desk.error(
            path,
            f"both sides announced {item}",
            f"write '{item} {SIDES[0]}' or '{item} {SIDES[1]}'",
        )
    else:
        state.levels[announced[0]] = times


def _duel(desk: CaseContext, state: State, path: Path, who: str, times: int) -> None:
    """A game that an opponent doubles for himself."""
    seat = desk.seat(path, who)
    if not desk.problems and state.declarers >> seat & 1:
        desk.error(
            path,
            "each opponent doubles for himself here",
            f"write '{GAME} second', or another opponent",
        )
    state.duels[seat] = times


def _doubled_by(desk: CaseContext, state: State, words: str, who: str) -> None:
    """Who said the first word of kontra."""
    path: Path = ("doubled_by", words)
    if words not in desk.entry.get("doubled", {}):
        desk.error(path, f"{words} was not doubled", "state it under doubled, in the same words")
        return
    item, _, side = words.partition(" ")
    first = GAME_ITEM if item == GAME else item_of(desk.bonus(path, item))
    numbers = (
        [0]
        if item == GAME
        else [first + SIDES.index(side)]
        if side in SIDES
        else [first, first + 1]
    )
    for number in numbers:
        if state.levels[number]:
            state.first_doublers[number] = desk.seat(path, who)


def _implied(desk: CaseContext, state: State) -> None:
    """An announcement that doubles an item by itself cannot leave it undoubled."""
    kontra = desk.game.kontra
    for bonus, item in kontra.implied_by.items() if kontra else ():
        number = item_of(desk.table.bonus_ids.index(bonus), DEFENDERS)
        if state.announcers[number] >= 0 and item == GAME and not state.levels[0]:
            text = f"announced by the {SIDES[1]}, {bonus} doubles the {item} by itself in {desk.game.variant}"
            desk.error(("announced", bonus), text, f"write doubled: {{{item}: 1}}")
