"""The auction: who may bid what, whose turn it is, when it ends."""

from __future__ import annotations

from .announcing import announcements, doublings, has_to_double
from .bids import bid, bids, by_bid, by_pass, can_promise, could_bid, hold, may_hold, settled
from .cards import pack
from .numbers import may_say, numbers
from .position import Position
from .roles import one


def enter(position: Position) -> Position:
    """The first speaker's turn."""
    return position.turn_of(one(position, position.game.auction.first))


def moves(position: Position) -> list[str]:
    """The words of a turn: perhaps a bid, then additions, then a pass."""
    auction = position.game.auction
    words = may_say(position)
    if words is not None:
        return words
    if position.naming:
        letters = {suit.id: suit.letter for suit in position.game.deck.suits.values()}
        return [f"name {letters[suit]}" for suit in auction.suit_order]
    begun = bool(position.this_turn())
    found = [] if begun else bids(position)
    if not begun and may_hold(position):
        found.append("hold")
    if not can_promise(position, by_pass(position)):
        return found

    # Words beside a bid: opening, announcing, doubling.
    first_word = not position.said()
    if first_word and auction.opening == "placeholder":
        return [*found, "open"]
    if position.contract is not None:
        found += announcements(position) if "announce" in auction.in_one_turn else []
        found += doublings(position) if "double" in auction.in_one_turn else []
        found += announcements(position) if begun and is_announced_with_bid(position) else []

    # Passing, unless a bid or a double is due.
    has_to_bid = not begun and (
        (position.must is not None and position.contract is None)
        or (first_word and auction.opening == "must_bid")
        or bool(numbers(position).number and position.contract is None)
    )
    if not has_to_bid and not (position.contract is not None and has_to_double(position)):
        found.append("pass")
    return found


def apply(position: Position, move: str) -> Position:
    """The position after a word: a pass closes the turn, and a bid does so if nothing can be added
    to it.
    """
    verb, _, rest = move.partition(" ")
    after = position.with_word(move)
    if may_say(position) is not None:
        now = numbers(after)
        speakers = [seat for seat in (now.asks, now.answers, now.left) if seat is not None]
        return after.turn_of(speakers[0]) if speakers else _nobody_bid(after)

    # What the word promises is known before the position changes.
    promised = by_bid(position, rest.split()[0]) if verb == "bid" else None
    if verb == "pass":
        promised = by_pass(position)
    if promised is not None:
        after = after.but(promised=pack(after.game)[promised.card], promiser=position.mover)
    if verb == "bid":
        after = bid(position, after, rest)
    elif verb == "hold":
        after = hold(after)
    elif verb == "name":
        after = settled(after, rest)

    # The turn goes on while suits are to be named, or something may be added.
    if after.naming:
        return after.turn_of(after.naming[0]) if verb != "name" else after.but(seat=after.naming[0])
    adds = {"announce", "double"} & set(position.game.auction.in_one_turn)
    if verb in ("announce", "double") or (verb in ("bid", "hold", "open", "name") and adds):
        return after
    stands = after.mover == after.declarer  # it has neither joined a bid nor lost an equal one
    if verb in ("bid", "hold", "name") and stands and is_announced_with_bid(after):
        return after
    return _close(after, _last_bidder(after) if verb == "name" else after.mover)


def is_announced_with_bid(position: Position) -> bool:
    """Whether the bidder announces in the same turn."""
    return position.plays is not None and position.plays.announces_with_bid


def _last_bidder(position: Position) -> int:
    """The last bidder, after whom the auction goes on when suits have been named."""
    return [word.seat for word in position.said() if word.text.startswith("bid ")][-1]


def _close(position: Position, speaker: int) -> Position:
    """The position after a turn: the next speaker's, or the end of the auction."""
    if position.contract is None:
        if _all_passed(position):
            return _nobody_bid(position)
    elif _over(position):
        if _asked_again(position, speaker):
            return position.turn_of(position.declarer)
        return position.end_step()
    return position.turn_of(_next(position, speaker))


def _turns(position: Position) -> list[tuple[int, tuple[str, ...]]]:
    """The turns since all passed last: the speaker and the words of each."""
    turns: dict[int, tuple[int, tuple[str, ...]]] = {}
    for word in position.said():
        if word.chance == position.chance:
            turns[word.turn] = (word.seat, (*turns.get(word.turn, (0, ()))[1], word.text))
    return [turns[turn] for turn in sorted(turns)]


def out(position: Position) -> set[int]:
    """The seats that have passed for good, if a pass is for good."""
    if position.game.auction.after_agreeing != "no_word":
        return set()
    passed = {seat for seat, words in _turns(position) if words == ("pass",)}
    if position.must is not None:
        passed |= set(range(position.players)) - {position.must}  # they have passed before
    return passed


def _silent(position: Position) -> int:
    """How many turns in a row had nothing but a pass, up to now."""
    count = 0
    for _, words in reversed(_turns(position)):
        if words != ("pass",):
            break
        count += 1
    return count


def _all_passed(position: Position) -> bool:
    speakers = {seat for seat, _ in _turns(position)}
    return len(speakers) == position.players and _silent(position) >= position.players - _opened(
        position
    )


def _opened(position: Position) -> bool:
    """Whether the first speaker has opened without a contract, which is no pass."""
    return any("open" in words for _, words in _turns(position))


def _over(position: Position) -> bool:
    auction = position.game.auction
    if auction.ends_after_passes:
        enough = _silent(position) >= auction.ends_after_passes
        return enough or len(out(position)) == position.players
    left = set(range(position.players)) - out(position) - {position.declarer} - position.joined
    return position.must is not None or not any(could_bid(position, seat) for seat in left)


def _asked_again(position: Position, speaker: int) -> bool:
    """Whether the only bidder may raise the bid after all others passed; not if the last word was
    the bidder's.
    """
    if position.game.auction.own_bid != "raised_alone" or speaker == position.declarer:
        return False
    words = position.said("auction")
    bidders = {word.seat for word in words if word.text.split()[0] in ("bid", "hold")}
    return bidders == {position.declarer} and could_bid(position, bidders.pop())


def _next(position: Position, speaker: int) -> int:
    """The next speaker: none who is out, and, if passes are not counted, none whose bid stands."""
    auction = position.game.auction
    silent: set[int | None] = {*out(position)}
    if auction.after_agreeing == "no_word" and not auction.ends_after_passes:
        silent |= {position.declarer, *position.joined}
    following = position.next(speaker)
    while following in silent:
        following = position.next(following)
    return following


def _nobody_bid(position: Position) -> Position:
    """The position after all have passed: the next thing that the rules name for it."""
    from .dealing import thrown_in

    after = position.game.auction.if_all_pass[position.chance]
    again = position.but(chance=position.chance + 1)
    if after.word == "second_chance":
        return again.turn_of(one(position, position.game.auction.first))
    if after.word == "must_bid":
        assert after.who is not None
        speaker = one(position, after.who)
        return again.but(must=speaker).turn_of(speaker)
    if after.word == "deal_again":
        return thrown_in(position, "all_passed")
    return position.but(contract=after.contract).end_step()
