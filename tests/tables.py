"""Rounds for tests: hands stated in part, the rest dealt in the order of the pack; words in one
line.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Iterator, Mapping
from random import Random

from conftest import loaded

from zwanz_ssot.engine import Move, Round, View, deal
from zwanz_ssot.engine.public import PublicKnowledge
from zwanz_ssot.engine.trick import TrickRules
from zwanz_ssot.model import SEATS, CardSet, Game


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


def odd_rounds(rules: Game, count: int) -> Iterator[Round]:
    """The positions of random rounds in which what is seldom legal is often said: first the kind of
    move is drawn, in turn or out of turn.
    """
    for seed in range(count):
        random, played = Random(seed), deal(rules, seed=seed)
        yield played
        while played.turn is not None:
            seats = [played.turn] * 3 + list(range(rules.table.players))
            seat = random.choice([seat for seat in seats if played.moves(seat)])
            moves = played.moves(seat)
            kinds = sorted({move.kind for move in moves})
            kind = "pass" if "pass" in kinds and random.random() < 0.3 else random.choice(kinds)
            played = played.after(random.choice([it for it in moves if it.kind == kind]), seat)
            yield played


def lost_on_the_way(rounds: Iterable[Round], random: Random) -> set[str]:
    """What the views of some positions have lost, by name, when they come back from JSON and from
    a pickle.
    """
    lost: set[str] = set()
    for played in rounds:
        view = played.view(random.choice((None, *range(played.game.table.players))))
        sent = View.from_dict(json.loads(json.dumps(view.as_dict(), sort_keys=True)), played.game)
        for again in (sent, pickle.loads(pickle.dumps(view))):
            lost |= _unlike(view, again)
    return lost


def _unlike(one: object, other: object, name: str = "view") -> set[str]:
    """The public attributes in which two objects differ; of a view and its parts, by name."""
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        pairs = zip(one, other, strict=True)
        return {lost for mine, its in pairs for lost in _unlike(mine, its, name)}
    if isinstance(one, Move) and isinstance(other, Move):
        return set() if one.as_dict() == other.as_dict() else {name}
    if type(one) is type(other) and isinstance(one, View | PublicKnowledge | TrickRules):
        names = [it for it in dir(one) if not it.startswith("_") and not callable(getattr(one, it))]
        return {
            lost
            for it in names
            for lost in _unlike(getattr(one, it), getattr(other, it), f"{name}.{it}")
        }
    return set() if one == other else {name}


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
