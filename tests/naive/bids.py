"""Bids: which may be made, and what they change."""

from __future__ import annotations

from zwanz_ssot.model import Contract, Promise

from .cards import named, pack
from .exchanging import discards_by
from .numbers import enough
from .position import Card, Hand, Position
from .roles import holds, seats

FOREHAND = 0


def bids(position: Position) -> list[str]:
    """The bids that the speaker may make."""
    found = []
    for key in position.game.auction.ladder:
        contract = position.game.contracts[key]
        if (
            _open_to(position, contract, position.mover)
            and holds(position, contract.requires, position.mover)
            and can_promise(position, by_bid(position, key))
        ):
            found += [f"bid {key}{with_it}" for with_it in _with(position, contract)]
    return found


def _with(position: Position, contract: Contract) -> list[str]:
    """The texts of a bid, with what has to be named or laid down."""
    if contract.calls and not callable_cards(position, position.mover):
        return []
    if contract.lays_card:
        return [f" {card.id}" for card in position.hand]
    if contract.calls and position.game.calls_in_bid:
        return [f" {card.id}" for card in callable_cards(position, position.mover)]
    return [""]


def callable_cards(position: Position, caller: int) -> list[Card]:
    """The cards that a player may call."""
    call, every_card, hand = position.game.call, pack(position.game), position.hands[caller]
    assert call is not None
    every = [every_card[index] for index in call.cards]
    away: Hand = frozenset()
    if call.own_discards == "never" and position.discards:
        away = discards_by(position, caller)
    if call.choose == "free":
        return [card for card in every if card not in away]
    own = [every_card[index] for index in call.own]
    own = [card for card in own if card in hand]
    has = hand | away
    found = [card for card in every if card not in has]
    if not found:
        others = [every_card[index] for index in call.if_all_held]
        return [card for card in others if card not in has] + own
    return (found[:1] if call.choose == "first_not_held" else found) + own


def _open_to(position: Position, contract: Contract, seat: int) -> bool:
    """Whether a seat may bid a contract now, with any cards."""
    if contract.by is not None and seat not in seats(position, contract.by, seat):
        return False
    if contract.only == "as_first_word" and position.said("auction"):
        return False
    if contract.only == "after_all_passed" and (position.must is None or position.contract):
        return False
    if not enough(position, contract):
        return False
    rules = position.game.match.restricted_rounds
    if position.restricted and rules is not None and contract.id not in rules.contracts:
        return False
    return _against(position, contract, seat)


def _against(position: Position, contract: Contract, seat: int) -> bool:
    """Whether a bid is high enough, and its bidder may still bid."""
    auction = position.game.auction
    own = seat == position.declarer or seat in position.joined
    if own and auction.own_bid == "stands":
        return False
    if auction.after_agreeing == "no_bid" and agreed(position, seat):
        return False
    if position.contract is None:
        return True
    ladder = auction.ladder
    mine, highest = ladder.index(contract.id), ladder.index(position.contract)
    if mine != highest:
        return mine > highest
    if own:
        return False
    if contract.joined is not None:
        return len(position.joined) < contract.joined.most
    settles = auction.next_bid == "higher_or_equal" and contract.play.trump.word == "named"
    return settles and seat not in dict(position.named)


def can_promise(position: Position, promise: Promise | None) -> bool:
    """Whether the speaker holds the promised card, and what the promise asks for besides."""
    if promise is None:
        return True
    card = pack(position.game)[promise.card]
    return card in position.hand and holds(position, promise.requires, position.mover)


def by_bid(position: Position, key: str) -> Promise | None:
    """The promise of a bid, by the steps of the ladder that the speaker skips.

    There is none if nobody else may speak any more.
    """
    from .auction import out

    others = set(range(position.players)) - {position.mover} - out(position)
    if position.game.auction.after_agreeing == "no_bid":
        others = {seat for seat in others if not agreed(position, seat)}
    if position.promised is not None or not others:
        return None
    ladder, contracts = position.game.auction.ladder, position.game.contracts
    steps: list[str] = list(ladder)
    if position.contract is not None:
        steps = ladder[ladder.index(position.contract) + 1 :]
        if _holds(position, position.mover):
            steps = ["hold", *steps]
    if key not in steps:
        return None
    # A contract that only others may bid is no step that is skipped.
    skipped = 0
    for step in steps[: steps.index(key)]:
        by = contracts[step].by if step != "hold" else None
        skipped += by is None or position.mover in seats(position, by, position.mover)
    return _promised(position, bid_skips=skipped, pass_against=None)


def by_pass(position: Position) -> Promise | None:
    """The promise of a pass, by a speaker who could hold the bid."""
    could = not position.this_turn() and _holds(position, position.mover)
    bids = [word for word in position.said("auction") if word.text.split()[0] in ("bid", "hold")]
    could = could and bids[-1].text != "hold" and position.mover in {word.seat for word in bids}
    if position.promised is not None or position.contract is None or not could:
        return None
    return _promised(position, bid_skips=None, pass_against=position.contract)


def _promised(
    position: Position, *, bid_skips: int | None, pass_against: str | None
) -> Promise | None:
    for rule in position.game.auction.promises:
        if (rule.bid_skips, rule.pass_against) == (bid_skips, pass_against):
            return rule
    return None


def agreed(position: Position, seat: int) -> bool:
    """Whether a seat has passed, or added something to a bid, since all had passed."""
    spoken = [word for word in position.said("auction") if word.chance == position.chance]
    for turn in {word.turn for word in spoken if word.seat == seat}:
        words = [word.text for word in position.words if word.turn == turn]
        if words == ["pass"] or any(text.startswith(("announce ", "double ")) for text in words):
            return True
    return False


def may_hold(position: Position) -> bool:
    """Whether the speaker may take over the bid that stands."""
    contract, speaker = position.plays, position.mover
    return (
        _holds(position, speaker)
        and contract is not None
        and (contract.by is None or speaker in seats(position, contract.by, speaker))
        and holds(position, contract.requires, position.mover)
        and (not contract.calls or bool(callable_cards(position, speaker)))
    )


def _holds(position: Position, seat: int) -> bool:
    if position.declarer in (None, seat) or seat in position.joined:
        return False
    if position.game.auction.after_agreeing == "no_bid" and agreed(position, seat):
        return False
    if position.game.auction.next_bid == "higher_or_senior":
        return seat in range(position.declarer or 0)  # from forehand up to the highest bidder
    if position.game.auction.next_bid == "higher_or_held_once":
        heard = position.said("auction")
        bids_made = [word for word in heard if word.text.split()[0] in ("bid", "hold")]
        return bids_made[-1].text != "hold" and seat in {word.seat for word in bids_made}
    return seat == FOREHAND and position.game.auction.next_bid == "higher_or_held"


def could_bid(position: Position, seat: int) -> bool:
    """Whether a seat could bid against the highest bid, as far as everybody knows."""
    if _holds(position, seat):
        return True
    return any(
        _open_to(position, position.game.contracts[key], seat)
        for key in position.game.auction.ladder
    )


def bid(before: Position, after: Position, words: str) -> Position:
    """The position after a bid."""
    key, _, name = words.partition(" ")
    contract, speaker = after.game.contracts[key], after.mover
    card = named(after.game)[name] if name else None
    equal = key == before.contract
    if equal and contract.joined is not None:
        laid = ((speaker, card),) if card else ()
        return after.but(joined=after.joined | {speaker}, laid=(*after.laid, *laid))
    if equal:
        assert after.declarer is not None
        return after.but(
            laid=(*after.laid, (speaker, card)) if contract.lays_card and card else after.laid,
            naming=tuple(
                seat for seat in (after.declarer, speaker) if seat not in dict(after.named)
            ),
        )
    laid = ((speaker, card),) if card and contract.lays_card else ()
    return after.but(
        taken_over=len(after.words),
        contract=key,
        declarer=speaker,
        joined=frozenset(),
        laid=laid,
        named=(),
        called=card if contract.calls and not contract.lays_card else None,
    )


def hold(after: Position) -> Position:
    """The position after forehand has taken over a bid."""
    return after.but(declarer=after.mover, taken_over=len(after.words))


def settled(after: Position, letter: str) -> Position:
    """The position after a suit was named for one of two equal bids."""
    suit = next(suit.id for suit in after.game.deck.suits.values() if suit.letter == letter)
    after = after.but(named=(*after.named, (after.naming[0], suit)), naming=after.naming[1:])
    if after.naming:
        return after
    order = after.game.auction.suit_order
    suits = dict(after.named)
    assert after.declarer is not None
    later, earlier = after.mover, after.declarer
    winner = later if order.index(suits[later]) < order.index(suits[earlier]) else earlier
    laid = tuple((seat, card) for seat, card in after.laid if seat == winner)
    taken_over = len(after.words) if winner == later else after.taken_over
    return after.but(declarer=winner, laid=laid, taken_over=taken_over)


def named_suit(position: Position) -> str | None:
    """The suit that the declarer has named to settle equal bids."""
    return None if position.declarer is None else dict(position.named).get(position.declarer)
