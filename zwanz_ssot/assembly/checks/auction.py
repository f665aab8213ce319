"""Checks the auction: turns, the ladder of contracts, what follows when all pass; and kontra."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from ...model import Auction, Contract, Game, Kontra, Path, Promise, RestrictedRounds, Role
from ...model.identifiers import GAME
from ...words.cards import CALLED
from ...words.ladders import is_named
from ...words.registry import RoleFact, role_is
from ...words.roles import fixed_seat, has_declarer, side_of
from ...words.settings.speech import doubled_in
from ..resolver import CheckContext
from .bonuses import needless
from .during_play import of_declarers
from .steps import can_always_call, passes_needed


def check(context: CheckContext) -> None:
    """Note an auction that cannot be held, and contracts that are never reached."""
    _one_of_two(context)
    if context.game.auction.ladder and context.sound(context.game.auction.at):
        _turns(context, context.game.auction)
        _left_standing(context, context.game.auction)
        _passing(context, context.game.auction)
        _ladder(context, context.game.auction)
        _opening(context, context.game.auction)
        _all_pass(context, context.game.auction)
        _equal_bids(context, context.game.auction)
        _promises(context, context.game.auction)
        _numbers(context, context.game.auction)
    if context.game.match.restricted_rounds and context.sound(context.game.match.at):
        _restricted(context, context.game.match.restricted_rounds)
    if context.game.kontra and context.sound(context.game.kontra.at):
        _kontra(context, context.game.kontra)
        _implied(context, context.game.kontra)
        _forced(context, context.game.kontra)
        _excluded(context, context.game.kontra)


def _one_of_two(context: CheckContext) -> None:
    fixed, bid = context.game.fixed_contract, bool(context.game.auction.ladder)
    if fixed is None and not bid:
        context.unfit((), "nothing says what is played", "add auction, or fixed_contract")
    if fixed is not None and bid:
        context.unfit(
            fixed.at,
            "the contract is fixed, and there is an auction besides",
            "keep one of them",
            key=True,
        )
    if fixed is None or not context.sound(fixed.at):
        return
    contract = context.game.contracts[fixed.contract]
    if fixed.declarer is None and has_declarer(contract):
        context.resolver.missing(fixed.at, "declarer")
    if fixed.declarer is not None and not contract.declarers:
        text = f"nobody can be the declarer of '{fixed.contract}': it has no declarers"
        context.unfit((*fixed.at, "contract"), text, "name a contract with declarers")


def _restricted(context: CheckContext, rules: RestrictedRounds) -> None:
    """Note restricted rounds whose contracts cannot be bid, or not by a player who has to bid."""
    game, at = context.game, (*rules.at, "contracts")
    ladder = game.auction.ladder
    for number, key in enumerate(rules.contracts):
        if key not in ladder:
            text = f"'{key}' is never bid in this game"
            context.never((*at, number), text, "name a contract of auction.ladder")
    # A player who has to bid needs a contract for any hand.
    if not context.sound(game.auction.at):
        return
    last = [after.must_bid for after in game.auction.if_all_pass]
    forced = [(who, "after_all_passed") for who in last if who is not None]
    if game.auction.opening == "must_bid":
        forced.append((game.auction.first, "as_first_word"))
    contracts = [key for key in rules.contracts if key in ladder]
    for who, moment in forced:
        if not _can_always_bid(context, contracts, who, moment):
            text = "somebody has to bid, and may have no hand for any of these"
            context.unfit(at, text, "add a contract that any hand may bid", key=True)


def _left_standing(context: CheckContext, auction: Auction) -> None:
    """Note doubles of announcements that a higher bid leaves to other sides."""
    kontra, spoken = context.game.kontra, {"announce", "double"} <= set(auction.in_one_turn)
    doubled = kontra is not None and "announcements" in kontra.doubles
    if spoken and doubled and len(auction.ladder) > 1 and not auction.overcall_cancels:
        text = "a higher bid makes other sides: who doubled an announcement may be its partner then"
        hint = "add doubles, or announcements"
        context.unfit((*auction.at, "overcall_cancels"), text, hint)


def _turns(context: CheckContext, auction: Auction) -> None:
    at: Path = (*auction.at, "in_one_turn")
    for word in ("bid", "pass"):
        if word not in auction.in_one_turn:
            context.unfit(at, f"without '{word}' there is no auction", f"add {word}", key=True)


def _passing(context: CheckContext, auction: Auction) -> None:
    if not auction.ends_after_passes and auction.after_agreeing != "no_word":
        text = "nobody is ever out of the auction, so it would not end"
        context.unfit(
            (*auction.at, "after_agreeing"),
            text,
            "write no_word, or ends_after_passes instead of ends_when",
        )
    if not auction.ends_after_passes and auction.own_bid == "may_be_raised":
        text = "the highest bidder never has the word again"
        context.never(
            (*auction.at, "own_bid"),
            text,
            "write stands, or ends_after_passes instead of ends_when",
        )
    if auction.ends_after_passes and auction.own_bid == "raised_alone":
        text = "only where the auction ends when one is left is he asked once more"
        hint = "write may_be_raised or stands, or ends_when instead of ends_after_passes"
        context.unfit((*auction.at, "own_bid"), text, hint)
    if auction.ends_after_passes:
        passes_needed(context, auction.at, auction.ends_after_passes)


def _ladder(context: CheckContext, auction: Auction) -> None:
    fallback = auction.played_if_all_pass
    raised = context.game.raised_contracts
    for key, contract in context.game.contracts.items():
        at: Path = ("contracts", key)
        if key not in auction.ladder and key != fallback and key not in raised:
            text = "this contract is never reached"
            hint = (
                "name it in auction.ladder, or drop it"
                if contract.declarers
                else "name it in auction.if_all_pass, or drop it"
            )
            context.never(at, text, hint, key=True)
        if key in auction.ladder:
            _moment(context, auction, contract)
        if key in auction.ladder and not contract.declarers and contract.only != "after_all_passed":
            place = (*auction.at, "ladder", auction.ladder.index(key))
            context.unfit(
                place,
                f"nobody can bid '{key}': it has no declarers",
                "name it in auction.if_all_pass",
            )
        if key == fallback and has_declarer(contract):
            text = f"'{key}' needs a declarer, but when all pass nobody has bid"
            here = next(after.at for after in auction.if_all_pass if after.contract == key)
            context.unfit((*here, "play"), text, "name a contract with declarers: []")


def _promises(context: CheckContext, auction: Auction) -> None:
    """Note promises that cannot be made, equal ones, and those of a card that cannot be called."""
    call, made = context.game.call, set[tuple[int | None, str | None]]()
    for promise in auction.promises:
        how = promise.bid_skips, promise.pass_against
        if how.count(None) != 1:
            text = "exactly one of bid_skips and pass_against says what promises the card"
            context.unfit(promise.at, text, key=True)
            continue
        if how in made:
            text = "another promise is made in the same way"
            context.unfit(promise.at, text, "keep one of them", key=True)
        made.add(how)
        if call is not None and promise.card not in call.cards:
            text = "this card cannot be called"
            context.unfit((*promise.at, "card"), text, "name one of call.cards")
        if promise.bid_skips is not None and promise.bid_skips > len(auction.ladder):
            text = "no bid skips so many steps"
            context.never((*promise.at, "bid_skips"), text, "write less")
        if promise.pass_against is not None:
            _pass_against(context, auction, promise)


def _pass_against(context: CheckContext, auction: Auction, promise: Promise) -> None:
    """Note a promise by a pass that is impossible, or by a bidder who may be unable to hold the
    bid.
    """
    at = (*promise.at, "pass_against")
    if promise.pass_against not in auction.ladder:
        context.never(at, "nobody bids this contract", "name a contract of auction.ladder")
        return
    if auction.next_bid not in ("higher_or_held", "higher_or_held_once", "higher_or_senior"):
        text = "no bid is held here, so nobody passes in place of holding it"
        context.unfit(at, text, "write next_bid: higher_or_held_once, or take this out")
        return
    rungs = [context.game.contracts[key] for key in auction.ladder]
    against = context.game.contracts[str(promise.pass_against)]
    lower = [
        contract
        for contract in rungs[: rungs.index(against)]
        if contract is not rungs[0] or not _ends_auction(context.game, contract)
    ]
    if not lower:
        context.never(at, "nobody can have bid before it", "name a higher contract")
    data = context.game.data["contracts"]
    may_lack = against.calls and not can_always_call(context.game, context.resolver.hand_size)
    for contract in lower:
        same = (data[each.id].get("requires") for each in (contract, against))
        asks = against.requires is not None and len({*map(str, same)}) > 1
        if against.by is not None or asks or (may_lack and not contract.calls):
            text = f"a player who has bid '{contract.id}' may be unable to hold it"
            context.unfit(at, text, "let everybody who can bid one be able to bid the other")
            return


def _ends_auction(game: Game, lowest: Contract) -> bool:
    """Whether nobody can answer the lowest bid: only the last speaker may make it, and players who
    have passed say no more.
    """
    if lowest.by is None or game.auction.after_agreeing != "no_word":
        return False
    players = game.table.players
    by, first = fixed_seat(lowest.by, players), fixed_seat(game.auction.first, players)
    return by is not None and first is not None and by == (first - 1) % players


def _moment(context: CheckContext, auction: Auction, contract: Contract) -> None:
    """Note a contract that is bid at a moment that never comes, and one that others may join where
    the game is doubled in the auction.
    """
    at, players = (*contract.at, "only"), context.game.table.players
    if contract.only == "after_all_passed" and not any(
        after.must_bid for after in auction.if_all_pass
    ):
        context.never(
            at, "nobody bids after all have passed", "add must_bid to auction.if_all_pass"
        )
    who = (
        fixed_seat(contract.by, players)
        if contract.by is not None and context.sound(contract.at)
        else None
    )
    if contract.only == "as_first_word" and who not in (None, fixed_seat(auction.first, players)):
        context.never(
            at, "the player who may bid it never has the first word", "take it out, or take by out"
        )
    last = [fixed_seat(after.must_bid, players) for after in auction.if_all_pass if after.must_bid]
    late = contract.only == "after_all_passed" and who is not None
    if late and last and not {who, None} & set(last):
        text = "the player who may bid it has no word after all have passed"
        context.never(at, text, "name him in must_bid of auction.if_all_pass, or take by out")
    if contract.joined is not None and {"announce", "double"} & set(auction.in_one_turn):
        text = (
            f"a player who joins '{contract.id}' plays for himself; "
            "nobody could say whose game he doubles"
        )
        hint = "take joined out there, or announce and double after the auction"
        context.unfit((*auction.at, "in_one_turn"), text, hint, key=True)
    if contract.joined is not None and (who is not None or contract.only == "as_first_word"):
        text = "only one player may bid it, so nobody joins him"
        key = "only" if who is None else "by"
        context.never(contract.joined.at, text, f"take it out, or take {key} out", key=True)


def _opening(context: CheckContext, auction: Auction) -> None:
    if auction.opening != "must_bid" and not auction.if_all_pass:
        text = "nobody has to bid, and nothing follows when nobody does"
        context.unfit((*auction.at, "opening"), text, "add auction.if_all_pass, or write must_bid")
    if auction.opening == "must_bid":
        if auction.if_all_pass:
            text = "the first speaker has to bid, so all can never pass"
            context.never((*auction.at, "if_all_pass"), text, "drop it, or write opening: may_pass")
        if not _can_always_bid(context, auction.ladder, auction.first, "as_first_word"):
            text = "the first speaker has to bid, but with some hands may bid nothing"
            hint = "let one contract of the ladder be open to every hand, or write may_pass"
            context.unfit((*auction.at, "opening"), text, hint)


def _can_always_bid(
    context: CheckContext, contracts: Iterable[str], who: Role, moment: str
) -> bool:
    """Whether a player can bid one of these contracts with any hand at this moment; True also if
    names are unknown.
    """
    asked = [context.game.contracts[key] for key in contracts]
    if not context.sound(("call",), *(contract.at for contract in asked)):
        return True
    seat = fixed_seat(who, context.game.table.players)
    return any(
        contract.only in (None, moment) and _is_open_to_any_hand(context, contract, seat)
        for contract in asked
    )


def _is_open_to_any_hand(context: CheckContext, contract: Contract, seat: int | None) -> bool:
    """Whether a seat, or every seat if it is None, may bid a contract with any hand."""
    by = contract.by
    if by is not None and (seat is None or fixed_seat(by, context.game.table.players) != seat):
        return False
    can_call = not contract.calls or can_always_call(context.game, context.resolver.hand_size)
    return can_call and contract.requires is None


def _all_pass(context: CheckContext, auction: Auction) -> None:
    last = len(auction.if_all_pass) - 1
    for number, after in enumerate(auction.if_all_pass):
        if number < last and not after.asks_again:
            text = "after this nobody passes any more"
            context.never(
                auction.if_all_pass[number + 1].at, text, "take it out, or move it up", key=True
            )
            break
        if number == last and after.asks_again:
            text = "it is not said what follows when all pass once more"
            context.unfit(after.at, text, "add must_bid, deal_again or play")
        who = after.must_bid
        if who is not None and not _can_always_bid(
            context, auction.ladder, who, "after_all_passed"
        ):
            text = "this player has to bid, but with some hands may bid nothing"
            hint = "let one contract of the ladder be open to every hand"
            context.unfit((*after.at, "must_bid"), text, hint)


def _equal_bids(context: CheckContext, auction: Auction) -> None:
    settled = auction.next_bid == "higher_or_equal"
    if settled and not auction.suit_order:
        text = "nothing says which of two equal bids stands"
        context.unfit((*auction.at, "next_bid"), text, "add suit_order, the highest suit first")
    contracts = context.game.contracts
    names = (key in contracts and is_named(contracts[key].play.trump) for key in auction.ladder)
    if settled and not any(names):
        text = "equal bids are settled by their trump suits, and none is named"
        context.never((*auction.at, "next_bid"), text, "write higher, or trump: named")
    if auction.suit_order and not settled:
        text = "equal bids are never made, so no suit settles them"
        context.never(
            (*auction.at, "suit_order"),
            text,
            "drop it, or write next_bid: higher_or_equal",
            key=True,
        )
    missing = [suit for suit in context.deck.suits if suit not in auction.suit_order]
    if settled and auction.suit_order and missing:
        text = f"{', '.join(missing)} could not be named"
        context.unfit((*auction.at, "suit_order"), text, "name every suit", key=True)


_BESIDE_NUMBERS = {
    "opening": "may_pass",
    "in_one_turn": ("bid", "pass"),
    "next_bid": "higher",
    "own_bid": "stands",
    "after_agreeing": "no_word",
    "ends_when": "one_is_left",
}
"""The settings that an auction of numbers needs. Its end leaves one player, who then names a
contract for the highest number.
"""


def _numbers(context: CheckContext, auction: Auction) -> None:
    """Note numbers out of order, and what prevents the last bidder from naming a contract."""
    if not auction.numbers:
        return
    at: Path = (*auction.at, "numbers")
    for number, (low, high) in enumerate(pairwise(auction.numbers), 1):
        if high <= low:
            text = f"{high} is not higher than {low}"
            context.unfit((*at, number), text, "write the lowest number first")
    for key, wanted in _BESIDE_NUMBERS.items():
        found = getattr(auction, key)
        same = set(found) == set(wanted) if isinstance(wanted, tuple) else found == wanted
        if not same:
            here = (*auction.at, key) if key in context.game.data["auction"] else auction.at
            written = f"[{', '.join(wanted)}]" if isinstance(wanted, tuple) else wanted
            text = "the highest bidder names a contract, and nobody else speaks"
            context.unfit(here, text, f"write {key}: {written}, or drop numbers", key=True)
    for after in auction.if_all_pass:
        if after.deal_again is None and after.contract is None:
            text = "nobody has bid a number, so nobody names a contract"
            context.unfit(after.at, text, "write deal_again or play", key=True)
    if auction.promises:
        text = "the highest bidder may not have the card for any contract"
        context.unfit(at, text, "drop promises, or drop numbers", key=True)
    if context.game.match.restricted_rounds is not None:
        text = "the highest bidder has to find a contract in restricted rounds, too"
        context.unfit(at, text, "drop match.restricted_rounds, or drop numbers", key=True)
    ladder = [context.game.contracts[key] for key in auction.ladder]
    if not context.sound(*(("contracts", contract.id) for contract in ladder)):
        return
    for contract in ladder:
        if contract.only is not None:
            text = "after numbers there is one moment to name a contract"
            context.unfit((*contract.at, "only"), text, "take it out", key=True)
    highest = auction.numbers[-1]
    if not any(
        contract.reaches(highest) and _is_open_to_any_hand(context, contract, None)
        for contract in ladder
    ):
        text = "the highest bidder may have no hand for any contract of the ladder"
        context.unfit(at, text, "let one that can be worth it be open to every hand", key=True)
    lowest = auction.numbers[0]
    for key in dict.fromkeys((*auction.ladder, *(key for each in ladder for key in each.becomes))):
        if not context.game.contracts[key].reaches(lowest):
            text = f"the lowest number that is bid is {lowest}, so it is never worth enough"
            hint = f"write {lowest} or more, or let it grow"
            context.never(("contracts", key, "value"), text, hint)
    for contract in ladder:
        others = [context.game.contracts[key] for key in contract.becomes]
        if others and not any(other.reaches(highest) for other in others):
            text = f"none of these can be worth {highest}, which may have been bid"
            context.unfit((*contract.at, "becomes"), text, "add one whose value grows", key=True)


def _kontra(context: CheckContext, kontra: Kontra) -> None:
    if (kontra.times > 1) == bool(kontra.adds):
        context.unfit(
            kontra.at,
            "a word of doubling either multiplies or adds",
            "write times or adds",
            key=True,
        )
    if context.sound(("contracts",)) and not any(doubled_in(context.game)):
        text = "there is no contract in which anything is doubled"
        context.never(kontra.at, text, "take it out", key=True)


def _implied(context: CheckContext, kontra: Kontra) -> None:
    for bonus, item in kontra.implied_by.items():
        at = (*kontra.at, "implied_by", bonus)
        if not context.game.bonuses[bonus].can_be_announced:
            text = f"'{bonus}' is never announced"
            context.never(at, text, "give it an announced value", key=True)
        elif item not in kontra.doubles:
            text = f"announcing '{bonus}' doubles the {item}, but it cannot be doubled"
            context.unfit(at, text, f"add {item} to kontra.doubles")


def _forced(context: CheckContext, kontra: Kontra) -> None:
    """Note a duty to double of those who never say the word, or in a contract without doubling."""
    doubled = {contract.id for contract in doubled_in(context.game)}
    for rule in kontra.forced:
        if rule.item not in kontra.doubles:
            text = f"the {rule.item} has to be doubled here, but cannot be"
            context.unfit((*rule.at, "item"), text, f"add {rule.item} to kontra.doubles")
        if rule.item == GAME and rule.say == kontra.levels[0] and _is_of_declarers(rule.who):
            text = f"the declarers' opponents say {rule.say} to the game"
            context.never((*rule.at, "who"), text, "write defenders")
        for number, contract in enumerate(context.game.contracts[key] for key in rule.contracts):
            if contract.id not in doubled:
                text = f"nothing is doubled in '{contract.id}'"
                needless(context, (*rule.at, "contracts"), number, contract, text)


def _is_of_declarers(role: Role) -> bool:
    """Whether a role is always one of the declarers, or their side."""
    partner = role_is(role, RoleFact.BY_CARD) and role.arg == CALLED
    inner = role.arg
    if isinstance(inner, Role) and role.word == side_of.name:
        return _is_of_declarers(inner)
    return partner or of_declarers(role)


def _excluded(context: CheckContext, kontra: Kontra) -> None:
    """Note that an announcement excludes a kontra in a contract that does not have both."""
    for key, contracts in kontra.excludes.items():
        bonus, at = context.game.bonuses[key], (*kontra.at, "excludes", key)
        for number, contract in enumerate(context.game.contracts[each] for each in contracts):
            if not bonus.can_be_announced or not bonus.counts_in(contract):
                text = f"'{key}' is not announced in '{contract.id}'"
            elif contract.kontra is not None or "game" not in kontra.doubles:
                text = f"the game is not doubled for all in '{contract.id}'"
            else:
                continue
            needless(context, at, number, contract, text)
