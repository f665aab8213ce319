"""Views that show hidden cards: two rounds in which a seat hears the same words and sees the same
cards, and has two different views.
"""

from __future__ import annotations

from random import Random

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.engine.moves import Move
from zwanz_ssot.model import SIDES, CardSet, Seat

TRIES = 2


def leak(played: Round, random: Random) -> str:
    """How a seat's view changes with cards that it does not know; empty if it does not."""
    if played.state.pack is None:
        return ""
    shown = _shown_along(played)
    seats: list[int | None] = [None, *range(played.game.table.players)]
    for seat in random.sample(seats, 2):
        view = played.view(seat)
        hidden = _hidden(played, seat)
        for _ in range(TRIES):
            other = _dealt_anew(played, seat, hidden, shown, random)
            if other is None:
                continue
            now = other.view(seat)
            if now.open != view.open:
                continue  # open hands are known to all, so this deal is not possible
            if now != view:
                before, after = view.as_dict(), now.as_dict()
                keys = [key for key in before if before[key] != after[key]]
                changes = "; ".join(f"{key} {before[key]} → {after[key]}" for key in keys)
                return f"{'an onlooker' if seat is None else f'seat {seat}'}: {changes}"
    return ""


def untrue(played: Round) -> str:
    """What everybody is said to know in the play, and is not so; empty if all of it is."""
    if played.step != "play" or played.over:
        return ""
    public, state = played.view(None).public, played.state
    for seat, hand in enumerate(state.hands):
        if wrong := public.held[seat] & ~hand:
            return f"seat {seat} does not hold {CardSet(public.deck, wrong).ids}"
        if wrong := public.lacked[seat] & hand:
            return f"seat {seat} holds {CardSet(public.deck, wrong).ids}"
        side = SIDES[0] if state.declarers >> seat & 1 else SIDES[1]
        if public.sides[seat] not in (None, side):
            return f"seat {seat} is one of the {side}"
    return ""


def _hidden(played: Round, seat: int | None) -> list[int]:
    """The places in the deal of the cards that a seat has not seen."""
    state, deck, game = played.state, played.game.deck, played.game
    seen = {card for _, card in played.view(None).played}
    seen |= set(CardSet(deck, state.discards_shown))
    view = played.view(seat)
    for hand in (*view.open, *view.public.holds):
        seen |= set(hand)
    if seat is not None:
        seen |= set(played.hands[seat])
        if state.dealt:
            seen |= set(CardSet(deck, state.dealt[seat]))
    contract = _exchanged(played)
    use = game.contracts[contract].talon if contract is not None else None
    for number, packet in enumerate(state.talon):
        # Whoever takes a packet has seen the whole talon, unless each player takes one.
        taker = bool(state.talon_taken) and seat == state.declarer
        if use is not None and use.takes == "shared" and seat is not None and state.talon_taken:
            taker = (state.declarer + number) % state.players == seat
        watched = use is not None and use.seen_by == "everyone" and played.step != "auction"
        if taker or watched:
            seen |= set(CardSet(deck, packet))
    if state.step < len(played.table.steps) and played.step.startswith("deal"):
        return []
    return [place for place, card in enumerate(played.deal) if card not in seen]


def _exchanged(played: Round) -> str | None:
    """The contract of the exchange, before the declarer raised it; its rules say who saw
    the talon.
    """
    again = deal(played.game, pack=[card.id for card in played.deal])
    for mover, move in played.history:
        if move.kind == "raise":
            break
        again = again.after(move, mover)
    return again.contract.id if again.contract is not None else None


def _dealt_anew(
    played: Round,
    seat: int | None,
    places: list[int],
    shown: list[tuple[int, int]],
    random: Random,
) -> Round | None:
    """The round with other hidden cards, in which the seat hears the same; None if there is
    none.
    """
    order = list(played.deal)
    cards = [order[place] for place in places]
    for place, card in zip(places, random.sample(cards, len(cards)), strict=True):
        order[place] = card
    ids = [card.id for card in order]
    other = deal(played.game, pack=ids)
    said = played.view(seat).said
    heard = iter(said)
    for (mover, move), sides in zip(played.history, shown, strict=True):
        sound = move if move.kind == "play" else next(heard)[1]
        following = _heard(other, mover, move, hidden=str(sound) != str(move))
        if following is None or _sides_shown(following) != sides:
            return None
        other = following
    # Everybody sees whose turn it is, and may learn by it who holds the card that leads.
    here, there = (other.step, other.turn), (played.step, played.turn)
    if here != there or other.view(seat).said != said:
        return None
    return other


def _sides_shown(played: Round) -> tuple[int, int]:
    """The seats that have shown their side by announcing or doubling, and those of them that
    declare.

    Without a secret side, all have.
    """
    state, contract = played.state, played.contract
    secret = contract is None or contract.secret_until is not None
    shown = state.shown if secret else -1
    return shown, shown & state.declarers


def _shown_along(played: Round) -> list[tuple[int, int]]:
    """The sides that are known after each move of a round."""
    if not played.history:
        return []
    found = []
    again = deal(played.game, pack=[card.id for card in played.deal])
    for mover, move in played.history:
        again = again.after(move, mover)
        found.append(_sides_shown(again))
    return found


def _heard(other: Round, mover: Seat, move: Move, *, hidden: bool) -> Round | None:
    """The other round after a move that sounds the same: the same words, or, for a card laid face
    down, some card.
    """
    if other.over:
        return None
    if other.why_not(move, mover) is None:
        return other.after(move, mover)
    alike = [each for each in other.moves(mover) if each.kind == move.kind] if hidden else []
    return other.after(alike[0], mover) if alike else None
