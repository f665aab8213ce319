"""Rounds for tests: hands stated in part, the rest dealt in the order of the pack; words in one
line.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from conftest import loaded

from zwanz_ssot.engine import Round, deal
from zwanz_ssot.model import SEATS, CardSet


def dealt(
    variant: str, hands: Mapping[str, str], game: str = "zwanzigerrufen", stakes: int = 1
) -> Round:
    """A round in which these seats hold at least these cards, with blanks between them."""
    rules = loaded(game, variant)
    held = [hands.get(seat, "").split() for seat in SEATS[: rules.table.players]]
    size = len(rules.deck.cards) // rules.table.players
    left = [card.id for card in rules.deck.cards if not any(card.id in hand for hand in held)]
    for hand in held:
        take = size - len(hand)
        hand += left[:take]
        left = left[take:]
    return deal(rules, hands=held, stakes=stakes)


def after_words(played: Round, *words: str) -> Round:
    """The round after these words, each ``seat: move; move`` with the closing pass written out."""
    for line in words:
        seat, _, moves = line.partition(": ")
        for move in moves.split("; "):
            assert played.turn is not None and SEATS[played.turn] == seat, (
                f"{line}: it is {played.turn}'s turn"
            )
            played = played.after(move)
    return played


def code(played: Round, move: str) -> str | None:
    """Why a move is refused, in one word; None when it is legal."""
    refusal = played.why_not(move)
    return refusal.code if refusal else None


def texts(played: Round) -> set[str]:
    """The legal moves."""
    return {str(move) for move in played.moves()}


def positions(game: str, variant: str, seed: int) -> list[Round]:
    """The positions of a random round."""
    random = Random(seed)
    found = [deal(loaded(game, variant), seed=seed)]
    while not found[-1].over:
        moves = found[-1].moves()
        quiet = str(moves[-1]) == "pass" and random.random() < 0.7
        move = str(moves[-1]) if quiet else random.choice(found[-1].texts())
        found.append(found[-1].after(move))
    return found


def dealt_anew(played: Round, random: Random, seat: int | None = None) -> Round | None:
    """The round with other cards where the seat, or an onlooker, has not seen them.

    None if the words are not legal then, or say something else.
    """
    view, size = played.view(seat), played.game.hand_size
    contract = played.contract
    use = contract.talon if contract is not None else None
    seen = use is not None and (use.seen_by == "everyone" or seat is not None)
    talon = view.talon if seen else ()
    shown = {card for _, card in view.played}
    shown |= set(CardSet(played.game.deck, played.state.discards_shown))
    if seat is not None:
        shown |= {*view.hand, *view.discards, *CardSet(played.game.deck, played.state.dealt[seat])}
    for hand in (*view.open, *view.public.holds, *(packet for packet in talon if packet)):
        shown |= set(hand)
    order = list(played.deal)
    places = [place for place, card in enumerate(order) if card not in shown]
    cards = [order[place] for place in places]
    for place, card in zip(places, random.sample(cards, len(cards)), strict=True):
        order[place] = card
    ids, held = [card.id for card in order], size * played.game.table.players
    rules = played.game
    if played.state.pack is not None:
        other = deal(rules, pack=ids)
    else:
        hands = [ids[place : place + size] for place in range(0, held, size)]
        other = deal(rules, hands=hands, talon=ids[held:] if rules.talon else None)
    for mover, move in played.history:
        if other.over or other.why_not(move, mover) is not None:
            return None
        other = other.after(move, mover)
    # Announcing and doubling show a side, so another side is another word.
    now, then = played.state, other.state
    same = now.shown & now.declarers == then.shown & then.declarers
    return other if same and other.step == played.step else None
