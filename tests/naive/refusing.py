"""Why a move is refused: every reason that is true, by the names of refusals.

Several may be true; the engine has to give one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from zwanz_ssot.model import SEATS, Contract, Promise

from . import announcing, auction, bids, exchanging, playing, speaking
from .cards import group, named, pack
from .items import GAME, announced, doubles
from .numbers import enough, may_say, numbers
from .position import Card, Position
from .roles import declarers, holds, seats

Reasons = Iterable[tuple[str, bool]]
"""Names of reasons, each with whether it is true."""


def of_deal(position: Position, verb: str, rest: str) -> Reasons:
    """Why the pack may not be cut so or knocked upon, or a stack not taken."""
    cut = position.game.deals[position.step.removeprefix("deal.")].cut
    assert cut is not None
    yield "wrong_step", (verb == "take") != bool(position.stacks)
    if position.stacks:
        yield "stack_taken", verb == "take" and not position.stacks[int(rest) - 1]
    elif verb == "cut":
        yield "cut_leaves", not cut.leaves <= int(rest) <= len(position.pack) - cut.leaves
    yield "no_knock", verb == "knock" and not cut.knock


def of_misdeal(position: Position, verb: str, rest: str) -> Reasons:
    """Why the cards may not be thrown in."""
    from .dealing import misdeal_moves

    yield "no_reason", verb == "throw-in" and verb not in misdeal_moves(position)


def of_passing(position: Position, verb: str, rest: str) -> Reasons:
    """Why a card may not be given away."""
    yield "not_in_hand", named(position.game)[rest] not in position.hand


def of_naming(position: Position, verb: str, rest: str) -> Reasons:
    """Why a suit may not be named before the bids."""
    from .calling import suits_to_name

    yield "suit_not_held", f"trump {rest}" not in suits_to_name(position)


def of_auction(position: Position, verb: str, rest: str) -> Reasons:
    """Why a word may not be said in the auction."""
    rules, contract = position.game.auction, position.contract
    may = may_say(position)
    if may is not None:
        yield from _of_numbers(position, verb, rest, may)
        return
    if rules.numbers:
        yield "numbers_over", verb in ("number", "hold")
        if verb in ("number", "hold"):
            return
        bid_for = numbers(position).number
        yield "must_name_contract", verb == "pass" and bool(bid_for) and contract is None
        if verb == "bid":
            named_contract = position.game.contracts[rest.partition(" ")[0]]
            yield "below_number", not enough(position, named_contract)
    if position.naming or verb == "name":
        yield "name_suit", bool(position.naming) and verb != "name"
        yield "nothing_to_name", not position.naming
        return
    begun, first = bool(position.this_turn()), not position.said()
    yield "bid_first", begun and verb in ("bid", "hold")
    if verb == "bid":
        yield from _of_bid(position, *rest.partition(" ")[::2])
    elif verb == "hold":
        yield from _of_hold(position)
    elif verb == "open":
        yield "opened_already", not first
    elif verb == "pass":
        yield "must_bid", first and rules.opening == "must_bid"
        yield "must_open", first and rules.opening == "placeholder"
        yield "must_bid_now", not begun and position.must is not None and contract is None
        yield from _of_promise(position, bids.by_pass(position), "pass_promises")
        yield "forced", contract is not None and announcing.has_to_double(position)
    else:
        yield "nothing_bid", contract is None
        with_bid = verb == "announce" and begun and auction.is_announced_with_bid(position)
        yield "wrong_step", verb not in rules.in_one_turn and not with_bid
        if contract is not None:
            yield from OF_ITEMS[verb](position, rest)


def _of_numbers(position: Position, verb: str, rest: str, may: list[str]) -> Reasons:
    """Why a word may not be said while numbers are bid."""
    answers = "hold" in may
    if verb == "number":
        yield "answer_number", answers
        yield "number_not_higher", not answers and int(rest) <= numbers(position).number
    elif verb == "hold":
        yield "nothing_to_hold", not answers
    elif verb != "pass":
        yield "numbers_first", True


def _may_not_speak(position: Position) -> Reasons:
    """Why a seat may neither bid nor hold at all."""
    free = position.game.auction.after_agreeing != "no_bid"
    yield "agreed", not free and bids.agreed(position, position.mover)


def _may_not_have(position: Position, contract: Contract) -> Reasons:
    """Why this player or this hand may not bid or hold a contract."""
    seat = position.mover
    yield "only_by", contract.by is not None and seat not in seats(position, contract.by, seat)
    yield "hand_requires", not holds(position, contract.requires, seat)


def _of_bid(position: Position, key: str, name: str) -> Reasons:
    game, contract = position.game, position.game.contracts[key]
    own = position.mover == position.declarer or position.mover in position.joined
    yield "own_bid", own and game.auction.own_bid == "stands"
    yield from _may_not_speak(position)
    yield from _may_not_have(position, contract)
    yield "only_as_first_word", contract.only == "as_first_word" and bool(position.said())
    open_to_all = position.must is not None and position.contract is None
    yield "only_after_all_passed", contract.only == "after_all_passed" and not open_to_all
    limit = game.match.restricted_rounds
    if position.restricted and limit is not None:
        yield "restricted_round", key not in limit.contracts
    if position.contract is not None:
        yield from _too_low(position, contract, own=own)
    yield from _of_promise(position, bids.by_bid(position, key), "bid_promises")
    if contract.lays_card:
        yield "not_in_hand", named(game)[name] not in position.hand
    elif contract.calls:
        yield from _of_called(position, named(game)[name] if name else None)


def _of_promise(position: Position, promise: Promise | None, code: str) -> Reasons:
    if promise is not None:
        lacks = pack(position.game)[promise.card] not in position.hand
        yield code, lacks
        yield "promise_requires", not lacks and not bids.can_promise(position, promise)


def _too_low(position: Position, contract: Contract, *, own: bool) -> Reasons:
    rules, joined = position.game.auction, contract.joined
    assert position.contract is not None
    mine, highest = rules.ladder.index(contract.id), rules.ladder.index(position.contract)
    settles = rules.next_bid == "higher_or_equal" and contract.play.trump.word == "named"
    yield "bid_not_higher", mine < highest
    if mine == highest:
        yield "bid_not_higher", own or (joined is None and not settles)
        full = joined is not None and len(position.joined) >= joined.most
        yield "joined_already", full
        yield "settled_already", settles and position.mover in dict(position.named)


def _of_hold(position: Position) -> Reasons:
    next_bid, seat = position.game.auction.next_bid, position.mover
    yield "own_bid", seat == position.declarer or seat in position.joined
    yield from _may_not_speak(position)
    if position.plays is None or position.declarer is None:
        yield "nothing_bid", True
        return
    heard = [word for word in position.said() if word.text.split()[0] in ("bid", "hold")]
    yield "only_senior_holds", next_bid == "higher_or_senior" and seat > position.declarer
    once = next_bid == "higher_or_held_once"
    yield "held_already", once and heard[-1].text == "hold"
    yield "only_bidder_holds", once and seat not in {word.seat for word in heard}
    yield "only_forehand_holds", next_bid == "higher_or_held" and seat != bids.FOREHAND
    yield from _may_not_have(position, position.plays)
    if position.plays.calls:
        yield from _of_called(position, None)


def _of_called(position: Position, card: Card | None) -> Reasons:
    """Why a card may not be called; without one, why none may."""
    call = position.game.call
    assert call is not None
    may = bids.callable_cards(position, position.mover)
    yield "cannot_call", not may
    if card is None or card in may:
        return
    away = call.own_discards == "never" and card in exchanging.discards_by(position, position.mover)
    held = card in position.hand
    listed = card.id in {position.game.deck.cards[index].id for index in call.cards}
    yield "card_discarded", away
    yield "card_held", call.choose != "free" and held
    yield "call_first", call.choose == "first_not_held" and listed and bool(may)
    yield "not_callable", not listed and bool(may)


def of_call(position: Position, verb: str, rest: str) -> Reasons:
    """Why trumps may not be named, or a card not called."""
    from .calling import names_trump

    names = names_trump(position)
    if verb == "trump":
        yield "wrong_step", not names
    elif names:
        yield "trump_first", True
    elif owed := exchanging.owed_call(position):
        yield "call_promised", rest != owed.id
    else:
        yield from _of_called(position, named(position.game)[rest])


def of_exchange(position: Position, verb: str, rest: str) -> Reasons:
    """Why a packet may not be taken, a card not discarded, or the game not given up."""
    moves, taken = exchanging.moves(position), bool(position.taken)
    yield "take_first", verb == "discard" and not taken
    yield "discard_now", verb != "discard" and taken
    if taken and verb == "discard":
        yield from _of_discard(position, named(position.game)[rest], moves)
    elif verb == "take" and not taken:
        there = int(rest) <= len(position.talon)
        yield "no_such_packet", not there
        yield "must_keep", there and f"take {rest}" not in moves
    elif verb == "concede" and not taken:
        in_talon = any(position.called in packet for packet in position.talon)
        yield "not_conceded", not in_talon
        yield "conceded_otherwise", in_talon and f"concede {rest}".strip() not in moves


def _of_discard(position: Position, card: Card, moves: list[str]) -> Reasons:
    contract, exchange = position.plays, position.game.exchange
    assert contract is not None and contract.talon is not None and exchange is not None
    rungs = contract.talon.discard or exchange.discard
    ladder = [group(position.game, rung.cards) for rung in rungs]
    promised = exchanging.owed_call(position) if position.promiser == position.mover else None
    free = position.hand - {promised}
    may_keep = any(cards & free for cards in ladder)
    yield "promised_card", card == promised and may_keep
    if may_keep and card == promised:
        return
    now = next(cards for cards in ladder if cards & (free if may_keep else position.hand))
    yield "not_in_hand", card not in position.hand
    yield "never_discarded", not any(card in cards for cards in ladder)
    yield "discard_first", card not in now and any(card in cards for cards in ladder)
    yield "must_keep", card in now & position.hand and f"discard {card.id}" not in moves


def of_announcements(position: Position, verb: str, rest: str) -> Reasons:
    """Why a word may not be said after the exchange."""
    after, contract = position.game.announcements, position.plays
    assert after is not None and contract is not None
    yield "must_raise", bool(contract.becomes) and verb != "raise"
    if contract.becomes and verb != "raise":
        return
    if verb == "pass":
        yield "forced", announcing.has_to_double(position)
        yield "must_announce", speaking.has_to_announce(position)
    elif verb == "raise":
        words = [word for word in position.said() if not word.text.startswith("raise ")]
        yield "only_declarer_raises", bool(words) or position.mover != position.declarer
        others = (*contract.raised_after_exchange, *contract.becomes)
        yield "not_raised_to", rest not in others
        yield "below_number", not enough(position, position.game.contracts[rest])
    else:
        yield "wrong_step", verb not in after.in_one_turn
        late = verb == "announce" and after.each_announces != "freely"
        yield "announced_before", late and speaking.done_announcing(position)
        owes = after.one_word and speaking.has_to_announce(position)
        yield (
            "must_announce",
            owes and (verb, rest) not in {("announce", bonus) for bonus in speaking.due(position)},
        )
        forced = after.one_word and announcing.has_to_double(position)
        yield "forced", forced and (verb, rest) != ("double", GAME)
        yield from OF_ITEMS[verb](position, rest)


def of_play(position: Position, verb: str, rest: str) -> Reasons:
    """Why a card may not be played, or a word not said before it."""
    if verb == "play":
        reason = playing.why_not(position, f"{verb} {rest}")
        yield reason or "", reason is not None
        return
    if verb not in playing.words_now(position):
        yield from _not_sayable(position, verb)
    elif verb == "declare":
        yield from _of_pair(position, rest)
    elif verb == "raise":
        partner = position.mover != position.declarer and position.mover in declarers(position)
        yield "only_partner_raises", not partner
        yield "not_raised_to", rest not in playing.play_of(position).raised_to
    else:
        yield from OF_ITEMS[verb](position, rest)


def _not_sayable(position: Position, verb: str) -> Reasons:
    rules = [rule for rule in playing.play_of(position).says.any_time if rule.id == verb]
    now = len(position.tricks) + 1
    meant = [rule for rule in rules if now in playing.tricks_meant(position, rule.during)]
    yield "only_they_say", bool(meant)
    yield "not_now", not meant


def _of_pair(position: Position, rest: str) -> Reasons:
    key, letter = rest.split()
    rule = position.game.declarations[key]
    suit = next(suit for suit in position.game.deck.suits.values() if suit.letter == letter)
    own = {word.text for word in position.words if word.seat == position.mover}
    laid = dict(position.laid).get(position.mover) in position.hand
    yield "declared_already", f"declare {rest}" in own
    yield "not_held", not playing.pair(position, rule.ranks, suit) <= position.hand
    yield "laid_card", laid and rule.binds == "lead_one"
    yield "lead_it_first", bool(playing.bound(position))


def _of_announcement(position: Position, rest: str) -> Reasons:
    bonus, seat = position.game.bonuses[rest], position.mover
    yield "not_in_contract", not announcing.counts(position, bonus)
    yield "closed", announcing.closed(position, "announcements")
    yield "already_announced", announcing.is_announced(position, rest)
    yield "speaks_for_others", announcing.taken_for_another(position)
    doubled = any(word.seat == seat for word in doubles(position, GAME))
    yield "doubled_instead", announcing.excluded(position, rest) and doubled
    by = bonus.announced_by
    yield "only_holder", by is not None and seat not in seats(position, by, seat)
    yield "announce_condition", not holds(position, bonus.announce_if, seat)


def _of_double(position: Position, rest: str) -> Reasons:
    game, contract = position.game, position.plays
    item, _, whose = rest.partition(" ")
    kind = "game" if item == GAME else "announcements"
    assert contract is not None
    kontra = game.kontra
    if kontra is None or contract.kontra == "none" or not contract.declarers:
        yield "not_doubled", True
        return
    yield "not_doubled", kind not in kontra.doubles
    if kind not in kontra.doubles:
        return
    closing = ("doubles",) if item == GAME else ("doubles", "bonus_doubles")
    yield "closed", announcing.closed(position, *closing, but=item)
    if item != GAME:
        yield from _of_bonus(position, item, whose)
    elif contract.kontra == "individual":
        yield from _of_duel(position, SEATS.index(whose) if whose else None)
    else:
        yield "no_duel", bool(whose)
        mine = [bonus for bonus, word in announced(position) if word.seat == position.mover]
        excluded = any(announcing.excluded(position, bonus) for bonus in mine)
        yield "announced_instead", excluded
        yield from _not_next(position, GAME, None, position.declarer)


def _of_bonus(position: Position, bonus: str, whose: str) -> Reasons:
    hidden = announcing.open_items(position)
    yield "side_unknown", hidden and bool(whose)
    words = [word for each, word in announced(position) if each == bonus]
    words = [word for word in words if hidden or word.side == whose]
    yield "item_not_announced", not words
    if words and hidden:
        yield from _not_next(position, bonus, None, words[0].seat)
    elif words:
        yield from _not_next(position, bonus, whose, announcing.owner_of(position, words[0]))


def _not_next(position: Position, item: str, whose: str | None, owner: int | None) -> Reasons:
    kontra = position.game.kontra
    assert kontra is not None
    yield "no_more_levels", len(doubles(position, item, whose)) >= len(kontra.levels)
    yield "too_late", not announcing.in_time(position, item, whose)
    yield "own_item", not announcing.has_the_word(position, item, whose, owner)


def _of_duel(position: Position, opponent: int | None) -> Reasons:
    declarer, seat = position.declarer, position.mover
    kontra = position.game.kontra
    assert kontra is not None
    if seat == declarer and opponent is None:
        yield "name_opponent", True
        return
    yield "own_duel", seat != declarer and opponent is not None
    yield "own_duel", opponent == declarer
    other = seat if opponent is None else opponent
    if other != declarer:
        doubled = len(doubles(position, GAME, other))
        yield "own_item", (seat == other) != (doubled % 2 == 0)
        yield "no_more_levels", doubled >= len(kontra.levels)
        yield "too_late", not announcing.in_time(position, GAME, other)


OF_ITEMS: dict[str, Callable[[Position, str], Reasons]] = {
    "announce": _of_announcement,
    "double": _of_double,
}
"""Why an item may not be announced or doubled, wherever that is said."""
