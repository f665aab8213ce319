"""An auction stated by its result: the contract, the sides, what was announced and doubled; and
problems of results that no round can have.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..engine.state import State, put
from ..model import NO_KONTRA, SEATS, SIDES, Contract
from ..model.identifiers import DEFENDERS, GAME, GAME_ITEM, item_of
from ..problems import to_write
from ..source import Path
from ..words.ladders import trump_varies
from ..words.roles import has_declarer
from .case_context import NONE, CaseContext

_POINTS: Path = ("outcome", "points")


def declarer(context: CaseContext, state: State) -> None:
    """Note a problem where the declarer may not bid the contract."""
    contract = context.table.contracts[state.contract]
    if contract.by is None:
        return
    may = context.table.seats(contract.by)(state, 1 << state.declarer)
    if not may >> state.declarer & 1:
        who = " or ".join(context.sitting(may))
        context.error(
            ("declarer",), f"only {who} may bid {contract.id}, not {SEATS[state.declarer]}"
        )


def called(context: CaseContext, state: State) -> None:
    """Note a problem where the called card may not be called."""
    call = context.game.call
    cards = call.every if call else ()
    if not context.problems and state.called_card not in cards:
        card = context.game.deck.cards[state.called_card].id
        known = ", ".join(context.game.deck.cards[each].id for each in cards)
        context.error(
            ("called",),
            f"{card} cannot be called",
            f"the cards that can are {known}" if known else "",
        )


def points_of_tricks(
    context: CaseContext,
    contract: Contract,
    counts: Mapping[int, int],
    points: Mapping[int, int],
    declared: Mapping[int, int],
) -> None:
    """Note a problem where some seats cannot have these points, in parts of a point, with their
    tricks. Seats without a trick have no points, whatever they declared.

    The cards of the talon may belong to either side, unless nobody takes them and they count for
    nobody.
    """
    game, talon = context.game, contract.talon
    stays = talon is not None and talon.takes == "nothing" and talon.counts_for == "nobody"
    spare = sum(game.talon.packets) if game.talon and not stays else 0
    worth = sorted(game.worth(card) for card in game.deck.cards)
    extra = context.table.whole - sum(worth)  # for the last trick

    # So many cards have at least the points of the cheapest ones, at most those of the dearest
    # ones, the talon and the last trick.
    for some, amount in points.items():
        won = [number for each, number in counts.items() if not each & ~some]
        if not won or sum(each for each in counts if not each & ~some) != some:
            continue
        who, cards, stated = (
            " and ".join(context.sitting(some)),
            sum(won) * context.players,
            amount // game.unit,
        )
        if amount and not cards and not spare:
            context.error(_POINTS, f"{who} won no trick and cannot have {stated} points")
            return
        least = sum(worth[:cards]) // game.unit
        most = (sum(worth[max(len(worth) - cards - spare, 0) :]) + extra) // game.unit
        if not declared and 0 <= cards <= len(worth) and not least <= stated <= most:
            context.error(
                _POINTS,
                f"{sum(won)} tricks of {who} have from {least} to {most} points, not {stated}",
            )
            return


def catch(context: CaseContext, state: State, path: Path, winner: int, caught: int) -> None:
    """Note a problem where a card cannot win a trick with the other one, even with a third."""
    play, rules = (
        context.table.contracts[state.contract].play,
        context.table.play_step.tricks(state),
    )
    if context.problems or (trump_varies(play.trump) and not rules.trump):
        return
    deck, lying = context.game.deck, 1 << winner | 1 << caught
    for third in deck.cards:
        whole = lying | 1 << third.index
        if any(
            rules.winner(whole, led.index, (led.index,)) == winner for led in deck.within(whole)
        ):
            return
    context.error(
        path, f"{deck.cards[winner].id} wins no trick in which {deck.cards[caught].id} lies"
    )


WORDS = frozenset(
    (
        *("contract", "declarer", "number", "partner", "called", "trump", "joined_by"),
        *("announced", "doubled", "doubled_by", "conceded"),
    )
)
"""The keys of an example that state the result of an auction."""


def after_brief_auction(context: CaseContext) -> State:
    """The state after an auction with the result that the example states."""
    entry, state = context.entry, context.table.begin(context.carried())
    if "contract" not in entry:
        context.error(
            (), "no contract is stated", "write contract: and its id, or says: and what was said"
        )
        context.done()
    state.contract = context.contract(("contract",), entry["contract"])
    contract = context.table.contracts[state.contract]
    if ("contract",) in context.faulty:
        _players_named(context)
    elif contract.declarers:
        _declarers(context, state)
    else:
        for word in ("declarer", "partner", "joined_by", "conceded"):
            if word in entry:
                context.error((word,), f"in {contract.id} all play against all")
    if "called" in entry:
        state.called_card = context.card(("called",), entry["called"])
        called(context, state)
    if "number" in entry:
        state.bid_number = entry["number"]
        if state.bid_number not in context.game.auction.numbers:
            context.error(("number",), f"{state.bid_number} is not bid in this game")
    if "trump" in entry and context.named(
        ("trump",), entry["trump"], context.game.deck.suits, "suit"
    ):
        state.trump = context.game.deck.suits[entry["trump"]].index
    context.done()
    for item, whose in entry.get("announced", {}).items():
        _announced(context, state, item, [whose] if isinstance(whose, str) else whose)
    for item, times in entry.get("doubled", {}).items():
        _doubled(context, state, item, times)
    context.done()
    for item, who in entry.get("doubled_by", {}).items():
        _doubled_by(context, state, item, who)
    if "conceded" in entry:
        state.conceded = True
        if context.item(("conceded",), entry["conceded"]) != GAME:
            state.conceded_with = item_of(context.bonus(("conceded",), entry["conceded"]))
    _implied(context, state)
    context.done()
    return state


def _players_named(context: CaseContext) -> None:
    """Note each unknown player. No more can be said of an unknown contract's players."""
    for word in ("declarer", "partner", "joined_by"):
        if context.entry.get(word, NONE) != NONE:
            context.seat((word,), context.entry[word])


def _declarers(context: CaseContext, state: State) -> None:
    """Set the declarer and the side of the declarers: the roles that the contract names, with the
    stated partner.
    """
    entry, contract = context.entry, context.table.contracts[state.contract]
    state.declarer = context.seat(("declarer",), entry["declarer"]) if "declarer" in entry else 0
    declarer(context, state)
    if contract.calls:
        partner = (state.declarer + context.players // 2) % context.players
        if "partner" in entry:
            partner = (
                state.declarer
                if entry["partner"] == NONE
                else context.seat(("partner",), entry["partner"])
            )
            if partner == state.declarer and entry["partner"] != NONE:
                context.error(("partner",), "the declarer is not the own partner")
        state.declarers = 1 << state.declarer | 1 << partner
        return
    if not has_declarer(contract) and contract.declarers:
        # Cards held make the sides; the example names two players of the side.
        partner = (state.declarer + context.players // 2) % context.players
        if "partner" in entry and entry["partner"] != NONE:
            partner = context.seat(("partner",), entry["partner"])
        state.declarers = 1 << state.declarer
        if entry.get("partner") != NONE:
            state.declarers |= 1 << partner
        state.declarer = -1
        return
    if "partner" in entry:
        context.error(("partner",), f"{contract.id} is played without a called partner")
    for role in contract.declarers:
        state.declarers |= context.table.seats(role)(state, 1 << state.declarer)
    if "joined_by" in entry:
        if contract.joined is None:
            context.error(("joined_by",), f"nobody joins in {contract.id}")
        state.joined = 1 << context.seat(("joined_by",), entry["joined_by"])
        state.declarers |= state.joined


def _announced(context: CaseContext, state: State, item: str, whose: list[str]) -> None:
    """Set who announced a bonus: the given players, or the first one of a side."""
    path: Path = ("announced", item)
    number = context.bonus(path, item)
    if context.problems:
        return
    bonus = context.game.bonuses[item]
    contract = context.table.contracts[state.contract]
    if not bonus.can_be_announced:
        context.error(path, f"{item} is not announced in {context.game.variant}")
    elif not bonus.counts_in(contract):
        context.error(path, f"{item} does not count in {contract.id}")
    for who in whose:
        mask = context.side(path, who, state.declarers)
        side = 0 if mask & state.declarers else 1
        speaker = (mask & -mask).bit_length() - 1
        state.announcers = put(state.announcers, item_of(number, side), speaker)


def _doubled(context: CaseContext, state: State, words: str, times: int) -> None:
    """Set how often an item was doubled: the game, that against one seat, or a bonus."""
    path: Path = ("doubled", words)
    item, _, side = words.partition(" ")
    context.item(path, item)
    kontra = context.game.kontra
    if kontra is None:
        context.error(path, f"nothing is doubled in {context.game.variant}")
    elif context.table.contracts[state.contract].kontra == NO_KONTRA:
        context.error(path, f"nothing is doubled in {context.entry['contract']}")
    elif times > len(kontra.levels):
        context.error(
            path,
            f"nothing is doubled more than {len(kontra.levels)} times in {context.game.variant}",
            ", ".join(kontra.levels),
        )
    if item == GAME and context.table.contracts[state.contract].kontra == "individual":
        _duel(context, state, path, side, times)
        return
    if side and context.named(path, side, SIDES, "side", where=context.varies) and item == GAME:
        context.error(path, "the game belongs to the declarers", to_write(GAME))
    if context.problems:
        return
    if item == GAME:
        state.levels = put(state.levels, 0, times)
        return
    first = item_of(context.table.bonus_ids.index(item))
    wanted = [first + SIDES.index(side)] if side else [first, first + 1]
    announced = [number for number in wanted if state.announcers[number] >= 0]
    if not announced:
        context.error(
            path, f"{words} was not announced, so it was not doubled", "state it under announced"
        )
    elif len(announced) > 1:
        context.error(
            path,
            f"both sides announced {item}",
            f"write '{item} {SIDES[0]}' or '{item} {SIDES[1]}'",
        )
    else:
        state.levels = put(state.levels, announced[0], times)


def _duel(context: CaseContext, state: State, path: Path, who: str, times: int) -> None:
    """Set how often the game between the declarer and one opponent was doubled."""
    seat = context.seat(path, who)
    if not context.problems and state.declarers >> seat & 1:
        context.error(
            path,
            "each opponent doubles for himself here",
            f"write '{GAME} second', or another opponent",
        )
    state.duels = put(state.duels, seat, times)


def _doubled_by(context: CaseContext, state: State, words: str, who: str) -> None:
    """Set who doubled an item first."""
    path: Path = ("doubled_by", words)
    if words not in context.entry.get("doubled", {}):
        context.error(path, f"{words} was not doubled", "state it under doubled, in the same words")
        return
    item, _, side = words.partition(" ")
    first = GAME_ITEM if item == GAME else item_of(context.bonus(path, item))
    numbers = (
        [0]
        if item == GAME
        else [first + SIDES.index(side)]
        if side in SIDES
        else [first, first + 1]
    )
    for number in numbers:
        if state.levels[number]:
            state.first_doublers = put(state.first_doublers, number, context.seat(path, who))


def _implied(context: CaseContext, state: State) -> None:
    """Note a problem where an announcement that implies a double leaves its item undoubled."""
    kontra = context.game.kontra
    for bonus, item in kontra.implied_by.items() if kontra else ():
        number = item_of(context.table.bonus_ids.index(bonus), DEFENDERS)
        if state.announcers[number] >= 0 and item == GAME and not state.levels[0]:
            text = f"announced by the {SIDES[1]}, {bonus} doubles the {item} by itself "
            text += f"in {context.game.variant}"
            context.error(("announced", bonus), text, f"write doubled: {{{item}: 1}}")
