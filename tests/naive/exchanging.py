"""The exchange: cards are taken from the talon, and as many discarded; a game may be given up."""

from __future__ import annotations

from .cards import group, named
from .position import Card, Hand, Position
from .speaking import due


def enter(position: Position) -> Position:
    """Begin, if the contract takes anything of the talon."""
    contract, declarer = position.plays, position.declarer
    if contract is None or contract.talon is None or contract.talon.takes == "nothing":
        return position.end_step()
    assert declarer is not None
    if position.taken:
        return _first_to_discard(position)
    begun = position.but(talon=_laid(position)).turn_of(declarer)
    if contract.talon.takes == "packet":
        return begun
    taken = _take(begun, tuple(range(len(begun.talon))))
    return _first_to_discard(taken)


def enter_talon(position: Position) -> Position:
    """Each player takes his packet, where the talon is shared."""
    if not shared(position):
        return position.end_step()
    laid = position.but(talon=_laid(position))
    shared_out = _take(laid, tuple(range(len(laid.talon))))
    contract, declarer = position.plays, position.declarer
    assert contract is not None and contract.talon is not None and declarer is not None
    wanted = contract.talon.lost_without
    if wanted is not None:
        held = shared_out.hands[declarer] & group(position.game, wanted.cards)
        if len(held) < wanted.at_least:
            return shared_out.but(conceded=True, stage=len(position.game.order), seat=None)
    return shared_out.end_step()


def nothing_to_do(position: Position) -> list[str]:
    """There are no moves while the talon is taken."""
    return []


def _first_to_discard(position: Position) -> Position:
    assert position.declarer is not None
    begun = position.turn_of(position.declarer)
    return begun if _left(begun) else _next_to_discard(begun)


def _laid(position: Position) -> tuple[Hand, ...]:
    """The talon in the packets of the contract."""
    contract, cards = position.plays, list(position.talon_cards)
    assert contract is not None and contract.talon is not None
    found = []
    for size in contract.talon.packets or [len(packet) for packet in position.talon]:
        found.append(frozenset(cards[:size]))
        del cards[:size]
    return tuple(found)


def moves(position: Position) -> list[str]:
    """Taking a packet or giving up, then discarding."""
    if not position.taken:
        packets = range(len(position.talon))
        keeping = [n for n in packets if _can_keep(_take(position, (n,)))] or packets
        return [*(f"take {n + 1}" for n in keeping), *_concessions(position)]
    cards = _discards(position)
    keeping_on = [card for card in cards if _can_keep(_without(position, card))]
    return [f"discard {card.id}" for card in keeping_on or cards]


def apply(position: Position, move: str) -> Position:
    """The position after a packet is taken, the game is given up, or one card is discarded."""
    verb, _, name = move.partition(" ")
    if verb == "take":
        return _take(position, (int(name) - 1,))
    if verb == "concede":
        return position.with_word(move).but(
            conceded=True, stage=len(position.game.order), seat=None
        )
    card = named(position.game)[name]
    away = (*position.laid_away, (position.mover, card))
    done = _without(position, card).but(laid_away=away)
    return done if _left(done) else _next_to_discard(done)


def _next_to_discard(position: Position) -> Position:
    """The turn of the next player with cards to discard."""
    seat = position.mover
    for _ in range(position.players):
        seat = position.next(seat)
        if len(position.hands[seat]) > position.game.hand_size:
            return position.turn_of(seat)
    return position.end_step()


def shared(position: Position) -> bool:
    """Whether every player gets a packet of the talon."""
    contract = position.plays
    return contract is not None and contract.talon is not None and contract.talon.takes == "shared"


def discards_by(position: Position, seat: int) -> Hand:
    """What a player has discarded."""
    return frozenset(card for each, card in position.laid_away if each == seat)


def owed_call(position: Position) -> Card | None:
    """The card that the declarer must call, as another player has promised it."""
    return None if position.promiser == position.declarer else position.promised


def _take(position: Position, packets: tuple[int, ...]) -> Position:
    assert position.declarer is not None
    hands = list(position.hands)
    for n in packets:
        # Where all share the talon, the packets go round, beginning with the declarer.
        seat = (position.declarer + n * shared(position)) % position.players
        hands[seat] |= position.talon[n]
    return position.but(hands=tuple(hands), taken=packets)


def _without(position: Position, card: Card) -> Position:
    hands = tuple(hand - {card} for hand in position.hands)
    return position.but(hands=hands, discards=position.discards | {card})


def _left(position: Position) -> int:
    """How many cards the mover still has to discard."""
    return len(position.hand) - position.game.hand_size


def _can_keep(position: Position) -> bool:
    """Whether some discards leave the hand with what it has to keep; all are tried."""
    contract = position.plays
    assert contract is not None and contract.talon is not None
    keeps = contract.talon.keeps
    if keeps is None:
        return True
    if _left(position) == 0:
        return len(position.hand & group(position.game, keeps.cards)) >= keeps.at_least
    return any(_can_keep(_without(position, card)) for card in _discards(position))


def _concessions(position: Position) -> list[str]:
    """Giving up, if the called card lies in the talon, with the bonus that had to be announced."""
    exchange = position.game.exchange
    assert exchange is not None
    in_talon = any(position.called in packet for packet in position.talon)
    if exchange.called_card_in_talon != "may_be_conceded" or not in_talon:
        return []
    owed = due(position)
    return [f"concede {bonus}" for bonus in owed] if owed else ["concede"]


def _discards(position: Position) -> Hand:
    """The cards that may be discarded: the first kind of which the hand still has any."""
    contract, exchange = position.plays, position.game.exchange
    assert contract is not None and contract.talon is not None and exchange is not None
    # Whoever has promised a card to the declarer discards it last of all.
    owed = owed_call(position)
    kept: Hand = frozenset({owed} if owed and position.promiser == position.mover else ())
    for hand in (position.hand - kept, position.hand):
        for rung in contract.talon.discard or exchange.discard:
            if here := hand & group(position.game, rung.cards):
                return here
    return frozenset()
