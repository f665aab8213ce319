"""What calling, declarers, bids, trumps and the talon have to do with other parts of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import CALLED_CARD, SIDES, Contract, Game, Path, TalonUse
from ...problems import to_write
from .. import premises as p
from ..ladders import is_called, is_named
from ..premises import PremiseUse, bars, gives, needs, setting
from ..registry import RoleFact, role_is
from ..roles import has_declarer, innermost, late_partners
from .speech import announced_in

_STEP_OF_CALLS = "write the step call in order, after the auction"


# Sides: calling, declarers, joining


@setting("call")
def _call(game: Game) -> Iterator[PremiseUse]:
    """Which cards may be called."""
    if game.call is None:
        return
    yield gives(p.CARDS_TO_CALL, ("call",))
    text = "no contract calls a card"
    hint = "write calls: true in one of them, or drop call"
    yield needs(p.CARD_CALLED, ("call",), text, hint, key=True, never=True)
    if game.calls_in_bid:
        yield gives(p.CALLED_WITH_BID, ("call",))


@setting("order: call")
def _call_step(game: Game) -> Iterator[PremiseUse]:
    """The step in which the declarer names trumps and calls a card."""
    if "call" in game.order:
        yield gives(p.SUIT_NAMED, ("order", game.order.index("call")))


@setting("naming")
def _naming(game: Game) -> Iterator[PremiseUse]:
    """The step in which trumps are named before anything is bid."""
    if named_before_bids(game):
        at = ("order", game.order.index("naming"))
        yield gives(p.SUIT_NAMED, at)
        yield gives(p.NAMED_BEFORE_BIDS, at)
    if game.naming is not None:
        text, hint = "no contract plays with the suit that is named", "write play.trump: named"
        yield needs(p.NAMED_SUIT_PLAYED, game.naming.at, text, hint, key=True, never=True)


def named_before_bids(game: Game) -> bool:
    """Whether a step names the trumps of all contracts."""
    return game.naming is not None and "naming" in game.order


@setting("contracts.*.calls")
def _calls(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if not contract.calls:
            continue
        at = (*contract.at, "calls")
        yield gives(p.CARD_CALLED, at, within=contract.id)
        text = "nothing says which cards can be called"
        yield needs(p.CARDS_TO_CALL, at, text, "add call", key=True)
        if game.fixed_contract is not None and game.fixed_contract.contract == contract.id:
            text = "a card is called with a bid ({place}), but nobody bids the fixed contract"
            hint = "write the step call in order, before the play"
            yield bars(p.CALLED_WITH_BID, at, text, hint, key=True)
        if contract.id in game.auction.ladder and "call" in game.order:
            yield gives(p.CALLED_AFTER_AUCTION, at, within=contract.id)
        if _call_follows_exchange(game):
            yield gives(p.CALLED_AFTER_EXCHANGE, at, within=contract.id)


def _call_follows_exchange(game: Game) -> bool:
    order = game.order
    steps = "call" in order and "exchange" in order
    return steps and order.index("exchange") < order.index("call")


@setting("call.own_discards")
def _own_discards(game: Game) -> Iterator[PremiseUse]:
    if game.call is not None and game.call.own_discards:
        at = (*game.call.at, "own_discards")
        text = "nothing has been discarded when a card is called"
        hint = "write call after exchange in order, or take this out"
        yield needs(p.CALLED_AFTER_EXCHANGE, at, text, hint, key=True, never=True)


@setting("play.hold_back")
def _held_back(game: Game) -> Iterator[PremiseUse]:
    """A card called that is kept back."""
    for play in (game.play, *(contract.play for contract in game.contracts.values())):
        for rule in play.hold_back:
            own = rule.at[: len(play.at)] == play.at
            if own and rule.card == CALLED_CARD:
                yield p.needs_called_card((*rule.at, "card"))


@setting("contracts.*.declarers")
def _declarers(game: Game) -> Iterator[PremiseUse]:
    bid = set(game.auction.ladder)  # whoever bids a contract is its declarer
    if game.fixed_contract is not None and game.fixed_contract.declarer is not None:
        bid.add(game.fixed_contract.contract)
    for contract in game.contracts.values():
        at: Path = (*contract.at, "declarers")
        if contract.declarers:
            yield gives(p.SIDES, at, within=contract.id)
        if has_declarer(contract) or (contract.declarers and contract.id in bid):
            yield gives(p.HAS_DECLARER, at, within=contract.id)
        if has_declarer(contract) and len(contract.declarers) == 1:
            yield gives(p.DECLARER_ALONE, at, within=contract.id)
        shared = contract.talon is not None and contract.talon.takes == "shared"
        shared = shared and not contract.calls  # else the partner is called later
        for role in contract.declarers if shared else ():
            if role_is(innermost(role), RoleFact.BY_CARD):
                yield gives(p.PARTNER_BY_TALON, role.at, within=contract.id)
        for role in late_partners(contract):
            yield gives(p.PARTNER_BY_RESULT, role.at, within=contract.id)
            text = (
                "cards count for the defenders ({place}), of whom one may be the partner in the end"
            )
            hint = "let them count otherwise, or name the partner otherwise"
            yield bars(p.COUNTED_FOR_DEFENDERS, role.at, text, hint, within=contract.id)


@setting("contracts.*.joined")
def _joined(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if contract.joined is None:
            continue
        at = (*contract.at, "joined")
        yield gives(p.SEVERAL_DECLARERS, at, within=contract.id)
        text = "who joins plays for himself, but the declarer has a partner here"
        hint = "write declarers: [declarer], or take this out"
        yield needs(
            p.DECLARER_ALONE, at, text, hint,
            within=contract.id, beside=(*contract.at, "declarers"), key=True,
        )  # fmt: skip
        if contract.calls:
            text = "a card is called with this bid already"
            hint = "take it out, or give the call a step of its own"
            yield bars(p.CALLED_WITH_BID, at, text, hint, key=True)


# Bids

_OF_A_BID = ("by", "only", "requires", "lays_card", "joined")
_OF_AN_EXCHANGE = ("packets", "discard", "keeps", "lost_without")
_LEAVING = ("nothing", "packet")
"""What is taken of a talon of which cards are left."""


@setting("contracts.*: what is asked of a bid")
def _asked_of_a_bid(game: Game) -> Iterator[PremiseUse]:
    """Own rules of a contract about those who bid it, where it is played without a bid."""
    fixed = game.fixed_contract
    hint = "take it out" if fixed else "name it in auction.ladder, or take it out"
    for contract in game.contracts.values():
        own = game.data["contracts"][contract.id]
        is_fixed = fixed is not None and fixed.contract == contract.id
        played = has_declarer(contract) and (is_fixed or contract.id in game.raised_contracts)
        for key in _OF_A_BID if played else ():
            at = (*contract.at, key)
            if own.get(key) and at in game.marks:  # it has not got it from another contract
                text = "nobody bids this contract, so this never applies"
                yield needs(
                    p.BID_IN_AUCTION, at, text, hint, within=contract.id, key=True, never=True
                )
        if played and not is_fixed and contract.talon is not None:
            yield from _exchanged_before(game, contract, contract.talon, hint)


def _exchanged_before(
    game: Game, contract: Contract, use: TalonUse, hint: str
) -> Iterator[PremiseUse]:
    """Own rules of an exchange, of a contract that is played only after that of another one."""
    if game.auction.played_if_all_pass == contract.id:
        return
    for key in _OF_AN_EXCHANGE:
        at = (*use.at, key)
        if at in game.marks:
            text = "cards are exchanged before a contract becomes this one, so this never applies"
            yield needs(p.BID_IN_AUCTION, at, text, hint, within=contract.id, key=True, never=True)


@setting("contracts.*.lays_card")
def _lays_card(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if contract.lays_card:
            yield gives(p.LAID_WITH_BID, (*contract.at, "lays_card"))
        if contract.lays_card and contract.calls:
            text = "a card is called with this bid already"
            hint = "take it out, or give the call a step of its own"
            yield bars(p.CALLED_WITH_BID, (*contract.at, "lays_card"), text, hint, key=True)


@setting("auction.next_bid")
def _next_bid(game: Game) -> Iterator[PremiseUse]:
    if game.auction.next_bid in ("higher_or_held", "higher_or_held_once", "higher_or_senior"):
        text = "a card is called with the bid, so nobody can hold it"
        hint = "give the call a step of its own, or write higher"
        yield bars(p.CALLED_WITH_BID, (*game.auction.at, "next_bid"), text, hint)
        text = "a bid is held without a card, but one is laid down with it ({place})"
        yield bars(p.LAID_WITH_BID, (*game.auction.at, "next_bid"), text, to_write("higher"))


@setting("auction.opening")
def _opening(game: Game) -> Iterator[PremiseUse]:
    if game.auction.opening == "must_bid":
        yield gives(p.FIRST_HAS_TO_BID, (*game.auction.at, "opening"))


@setting("auction.if_all_pass")
def _if_all_pass(game: Game) -> Iterator[PremiseUse]:
    """A bid that a player has to make after all have passed, who may all bid again."""
    for after in game.auction.if_all_pass:
        if after.must_bid is not None and game.auction.after_agreeing != "no_word":
            yield gives(p.FORCED_BID_ANSWERED, (*after.at, "must_bid"))


@setting("auction.promises")
def _promises(game: Game) -> Iterator[PremiseUse]:
    """Bids and passes that promise a card, which the declarer calls after the auction."""
    for promise in game.auction.promises:
        text = "no card is called after the auction, so the promise binds nobody"
        yield needs(p.CALLED_AFTER_AUCTION, promise.at, text, "take it out", key=True)
        text = "a card is called with the bid, so a promise comes too late"
        hint = "give the call a step of its own, or take this out"
        yield bars(p.CALLED_WITH_BID, promise.at, text, hint, key=True)
        if promise.bid_skips is not None:
            text = "the first speaker has to bid, and may hold no card that he would promise"
            hint = "write opening: may_pass, or take this out"
            yield bars(p.FIRST_HAS_TO_BID, (*promise.at, "bid_skips"), text, hint, key=True)
            text = "who has to bid ({place}) may hold no card that he would promise"
            hint = "write after_agreeing: no_word, or take this out"
            yield bars(p.FORCED_BID_ANSWERED, (*promise.at, "bid_skips"), text, hint, key=True)


@setting("auction.numbers")
def _numbers(game: Game) -> Iterator[PremiseUse]:
    if game.auction.numbers:
        yield gives(p.NUMBERS_BID, (*game.auction.at, "numbers"))


# Trumps


def _in_force(game: Game, contract: Contract, key: str) -> Path:
    """Where a contract has its rule of play: in its own rules, or the contract itself for the
    game's.
    """
    own = game.data["contracts"][contract.id].get("play", {})
    return (*contract.at, "play", key) if key in own else contract.at


@setting("play.trump")
def _trump(game: Game) -> Iterator[PremiseUse]:
    """A suit that is named, or told by the called card."""
    for contract in game.contracts.values():
        trump = contract.play.trump
        at = _in_force(game, contract, "trump")
        if is_called(trump):
            text = f"no card is called in '{contract.id}', so none tells the trump suit"
            hint = "say play.trump for this contract"
            yield needs(
                p.CARD_CALLED, at, text, hint, within=contract.id, beside=game.play.at, key=True
            )
        if is_named(trump):
            text = "the suit that is named is trumps, but no step names one ({place})"
            yield needs(p.SUIT_NAMED, trump.at, text, _STEP_OF_CALLS, beside=("order",))
        if is_named(trump) and not named_before_bids(game):
            text = f"a suit is named for trumps, but nobody is the declarer of '{contract.id}'"
            hint = "say play.trump for this contract"
            yield needs(p.HAS_DECLARER, at, text, hint, within=contract.id, key=True)


@setting("play.trump: named")
def _trump_named(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if is_named(contract.play.trump):
            yield gives(p.NAMED_SUIT_PLAYED, contract.play.trump.at, within=contract.id)
            if game.auction.next_bid == "higher_or_equal":
                at = (*game.auction.at, "next_bid")
                text = "equal bids name their suits, but it is named already ({place})"
                yield bars(p.NAMED_BEFORE_BIDS, at, text, "write higher, or drop naming")


@setting("play.ranking_if_called")
def _ranking_if_called(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if contract.play.ranking_if_called:
            text = f"no card is called in '{contract.id}', so no ranking depends on it"
            at = _in_force(game, contract, "ranking_if_called")
            yield needs(
                p.CARD_CALLED, at, text, "take it out",
                within=contract.id, beside=game.play.at, key=True,
            )  # fmt: skip


# --------------------------------------------------------------------------------------- the talon


@setting("order: talon")
def _talon_step(game: Game) -> Iterator[PremiseUse]:
    """The step in which each player takes his packet, and discards nothing yet."""
    if "talon" in game.order:
        at = ("order", game.order.index("talon"))
        text = "no contract lets all players take of the talon"
        yield needs(p.TALON_SHARED, at, text, "write takes: shared, or take talon out", never=True)
    for contract in game.contracts.values():
        if contract.talon is not None and contract.talon.takes == "shared":
            takes: Path = (*contract.talon.at, "takes")
            yield gives(p.TALON_SHARED, takes, within=contract.id)
            if "talon" in game.order:
                yield gives(p.TALON_SHARED_FIRST, takes, within=contract.id)


@setting("talon")
def _talon(game: Game) -> Iterator[PremiseUse]:
    """Cards laid in the middle, and what contracts make of them."""
    if game.talon is not None:
        yield gives(p.TALON_LAID, game.talon.at)
    if game.exchange is not None:
        yield gives(p.TALON_EXCHANGED, game.exchange.at)
    if game.exchange is not None and game.exchange.called_card_in_talon == "may_be_conceded":
        at = (*game.exchange.at, "called_card_in_talon")
        text = "no card has been called when cards are exchanged ({place})"
        yield bars(p.CALLED_AFTER_EXCHANGE, at, text, "take it out, or call before the exchange")
        if any(each.calls for each in announced_in(game)):
            yield _given_up(at, "write is_played")
    for contract in game.contracts.values():
        use = contract.talon
        if use is None:
            continue
        text, hint = "there is no talon in this game", "say under talon what lies there"
        yield needs(p.TALON_LAID, use.at, text, hint, key=True)
        yield from _discarded(game, contract, use)
        for at in _for_defenders(game, contract, use):
            yield gives(p.COUNTED_FOR_DEFENDERS, at, within=contract.id)
        for at in _for_declarers(game, contract, use):
            yield gives(p.COUNTED_FOR_DECLARERS, at, within=contract.id)
        if use.takes == "nothing":
            continue
        yield gives(p.CARDS_TAKEN, use.at, within=contract.id)
        text = "it is not said what is discarded for the cards taken"
        if game.talon is not None:
            yield needs(p.TALON_EXCHANGED, use.at, text, "add exchange", key=True)
        if use.takes == "shared" and contract.calls:
            text = "a called card may lie in the talon, and go to any player"
            hint = "write call after exchange in order"
            here = (*use.at, "takes")
            yield needs(p.CALLED_AFTER_EXCHANGE, here, text, hint, within=contract.id)
        text = "cards of the talon are taken, but there is nobody to take them"
        hint = "write takes: nothing"
        at = (*use.at, "takes")
        yield needs(p.HAS_DECLARER, at, text, hint, within=contract.id)


def _given_up(at: Path, hint: str, *, key: bool = False) -> PremiseUse:
    """What giving up before the play has against words of the auction."""
    text = "what has been announced before the game is given up is neither won nor missed ({place})"
    hint = f"{hint}, or announce after the exchange"
    return bars(p.ANNOUNCED_IN_AUCTION, at, text, hint, key=key)


def _discarded(game: Game, contract: Contract, use: TalonUse) -> Iterator[PremiseUse]:
    """What a contract says of the cards laid away for those taken."""
    taken = p.CARDS_TAKEN
    text, hint, within = taken.missing, taken.write, contract.id
    if use.keeps is not None:
        yield needs(taken, use.keeps.at, text, hint, within=within, key=True, never=True)
    if use.lost_without is not None:
        text = "the talon is not shared before anything is discarded"
        hint = "write talon among the steps of order, and takes: shared, or take this out"
        at = use.lost_without.at
        yield needs(p.TALON_SHARED_FIRST, at, text, hint, within=within, key=True, never=True)
        if contract in announced_in(game):
            yield _given_up(at, "take it out", key=True)
    if use.discard:
        at = (*use.at, "discard")
        yield needs(taken, at, text, hint, within=within, key=True, never=True)


def _left_for(use: TalonUse, side: str) -> Iterator[Path]:
    """The settings by which cards left in the talon count for a side."""
    for key in ("counts_for", "packet_of_called_card") if use.takes in _LEAVING else ():
        if getattr(use, key) == side:
            yield (*use.at, key)


def _for_declarers(game: Game, contract: Contract, use: TalonUse) -> Iterator[Path]:
    """The settings by which cards that no declarer took or discarded count for several declarers of
    whom each may be alone: those who join, or whom cards make declarers.
    """
    by_cards = 0 if has_declarer(contract) else len(contract.declarers) * game.deck.copies
    if contract.joined is None and by_cards < 2:
        return
    declarers, _ = SIDES
    yield from _left_for(use, declarers)
    if use.takes in _LEAVING and use.to_declarers_if is not None:
        yield (*use.at, "to_declarers_if")
    exchange = game.exchange if use.takes == "shared" else None
    if exchange is not None and exchange.discards_count_for == declarers:
        yield (*exchange.at, "discards_count_for")


def _for_defenders(game: Game, contract: Contract, use: TalonUse) -> Iterator[Path]:
    """The settings by which cards that no defender took or discarded count for the defenders."""
    if not contract.declarers:
        return
    _, defenders = SIDES
    yield from _left_for(use, defenders)
    if game.exchange is not None and use.takes != "nothing":
        partners = use.takes == "shared" and len(contract.declarers) > 1
        if game.exchange.discards_count_for in (defenders, "each_side" if partners else ""):
            yield (*game.exchange.at, "discards_count_for")
