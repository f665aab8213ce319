"""Stable numbers for the moves of a game, and the observation of a seat as text and as an array.

Observations are made from the view of the seat, so they hold no hidden information. Unlike a view,
they keep the order of words and cards.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from importlib import import_module
from math import prod
from operator import index
from typing import Any

from ..engine import CompiledGame, Move, View, table
from ..library import base_of
from ..model import SEATS, SIDES, CardSet, Game
from ..players.information import Events
from ..problems import (
    NotInstalled,
    WrongCall,
    did_you_mean,
    hint_for_unknown,
    of_kind,
    repeated,
)
from .limits import RoundLimits

Array = Any
"""A NumPy array."""


@cache
def numpy() -> Any:
    """The module NumPy. Raises `NotInstalled` if it is missing."""
    try:
        return import_module("numpy")
    except ModuleNotFoundError:
        text = "agents need NumPy: pip install numpy"
        raise NotInstalled(text) from None


def action_number(action: object) -> int:
    """An action as an integer. Raises `WrongCall` for what is no whole number.

    >>> action_number("bid solo")
    Traceback (most recent call last):
    zwanz_ssot.problems.WrongCall: 'bid solo' is no action; an action is a number, as in round.legal
    """
    try:
        return index(action)  # type: ignore[arg-type]
    except TypeError:
        hint = "an action is a number, as in round.legal"
        raise WrongCall(f"{repeated(str(action))!r} is no action", hint) from None


def in_words(seen: View, events: Events, dealt: int, *, acts: bool) -> str:
    """A seat's observation as one line of text."""
    deck = seen.game.deck
    packets = ["?" if packet is None else str(packet) or "-" for packet in seen.talon]
    opened = [f"{SEATS[seat]} {cards}" for seat, cards in enumerate(seen.open) if cards]
    parts = [
        "onlooker" if seen.seat is None else str(seen.seat),
        f"dealt {CardSet(deck, dealt) or '-'}",
        f"hand {seen.hand or '-'}",
        f"talon {', '.join(packets) or '-'}",
        f"discards {seen.discards or '-'}",
        f"open {', '.join(opened) or '-'}",
        seen.step,
        ", ".join(f"{seat} {move}" for seat, move in events) or "-",
    ]
    return " | ".join([*parts, *(["to decide"] if acts else [])])


class TensorLayout:
    """The layout of the observation tensors of a rule set.

    Pieces follow each other in the order of `pieces`. A set of cards has a 1 at the number of each
    card. ``history`` has a row for each word or card so far: its seat and its number in the list of
    actions (or in `ActionList.heard`), both counted from 1; rows of 0 follow. The other pieces
    repeat what follows from the history and the seat's own cards.

    >>> import zwanz_ssot
    >>> from zwanz_ssot.agents import AgentGame
    >>> rules = AgentGame(zwanz_ssot.load("zwanzigerrufen", "directnet"))
    >>> tensor = rules.deal(seed=7).tensor("forehand")
    >>> int(rules.layout.piece(tensor, "hand").sum()), rules.layout.pieces["seat"]
    (10, (0, (4,)))
    >>> len(rules.layout.digest)
    8
    """

    pieces: dict[str, tuple[int, tuple[int, ...]]]
    """By name: the index at which a piece begins, and its shape."""
    size: int
    """The number of elements of a tensor."""
    most: int
    """The highest value of an element."""

    def __init__(self, compiled: CompiledGame, actions: ActionList, limits: RoundLimits) -> None:
        self._actions = actions
        cards, players = compiled.cards, compiled.players
        uses = [contract.talon.packets for contract in compiled.contracts if contract.talon]
        packets = max(map(len, (compiled.talon, *uses)))
        self._steps = {
            kind: n for n, kind in enumerate(dict.fromkeys(step.kind for step in compiled.steps))
        } | {"over": len({step.kind for step in compiled.steps})}
        self._contracts = {contract: n for n, contract in enumerate(compiled.contract_ids)}
        self._cards = cards
        shapes: dict[str, tuple[int, ...]] = {
            "seat": (players,),
            "decides": (1,),
            "turn": (players,),
            "step": (len(self._steps),),
            "dealt": (cards,),
            "hand": (cards,),
            "talon": (packets, cards),
            "discards": (cards,),
            "open": (players, cards),
            "contract": (len(self._contracts),),
            "declarer": (players,),
            "called_card": (cards,),
            "sides": (players, len(SIDES)),
            "holds": (players, cards),
            "lacks": (players, cards),
            "trick": (players, cards),
            "played": (players, cards),
            "history": (limits.moves, 2),
        }
        self.pieces = {}
        at = 0
        for name, shape in shapes.items():
            if prod(shape):
                self.pieces[name] = at, shape
                at += prod(shape)
        self.size = at
        self.most = max(len(actions) + len(actions.heard), players)
        self._players = players

    @property
    def digest(self) -> str:
        """8 hexadecimal digits that are equal for equal layouts."""
        text = json.dumps(list(self.pieces.items()))
        return sha256(text.encode()).hexdigest()[:8]

    def piece(self, tensor: Array, name: str) -> Array:
        """A piece of a tensor in its shape, as a view of NumPy (no copy). Raises `WrongCall` for an
        unknown name, and for a tensor of another size.
        """
        if tensor.shape != (self.size,):
            raise WrongCall(f"a tensor of this game has the shape ({self.size},)")
        if name not in self.pieces:
            hint = hint_for_unknown(name, self.pieces)
            raise WrongCall(f"the tensors have no piece {name!r}", hint)
        at, shape = self.pieces[name]
        return tensor[at : at + prod(shape)].reshape(shape)

    def filled(self, seen: View, events: Events, dealt: int, *, acts: bool) -> Array:
        """A seat's observation as a tensor.

        >>> import zwanz_ssot
        >>> from zwanz_ssot.agents import AgentGame
        >>> rules = AgentGame(zwanz_ssot.load("zwanzigerrufen", "directnet"))
        >>> onlooker = rules.deal(seed=7).view(None)
        >>> int(rules.layout.filled(onlooker, (), 0, acts=False).sum())  # step and turn
        2
        """
        np, cards = numpy(), self._cards
        found = np.zeros(self.size, np.int16)
        begin = {name: at for name, (at, _) in self.pieces.items()}
        marked = 0  # bit n is element n: all pieces but the history hold zeros and ones

        def mark(name: str, place: int | None) -> None:
            nonlocal marked
            if place is not None:
                marked |= 1 << begin[name] + place

        def put(name: str, mask: int, row: int = 0) -> None:
            nonlocal marked
            if mask:
                marked |= mask << begin[name] + row * cards

        mark("seat", seen.seat)
        mark("decides", 0 if acts else None)
        mark("turn", seen.turn)
        mark("step", self._steps[seen.step])
        put("dealt", dealt)
        put("hand", seen.hand.mask)
        for row, packet in enumerate(seen.talon):
            put("talon", packet.mask if packet is not None else 0, row)
        put("discards", seen.discards.mask)
        if seen.contract is not None:
            mark("contract", self._contracts[seen.contract])
        mark("declarer", seen.declarer)
        if seen.called_card is not None:
            put("called_card", seen.called_card.bit)
        for seat, side in enumerate(seen.sides):
            if side is not None:
                mark("sides", seat * len(SIDES) + SIDES.index(side))
        for seat in range(self._players):
            put("open", seen.open[seat].mask, seat)
            put("holds", seen.public.held[seat], seat)
            put("lacks", seen.public.lacked[seat], seat)
        for seat, card in seen.trick:
            put("trick", card.bit, seat)
        for seat, card in seen.played:
            put("played", card.bit, seat)

        # The history, a row for each word or card; then all bits at once.
        sound, rows = self._actions.sound, list[int]()
        for seat, move in events:
            rows += (seat + 1, sound(move) + 1)
        at = begin["history"]
        octets = np.frombuffer(marked.to_bytes((at + 7) // 8, "little"), np.uint8)
        found[:at] = np.unpackbits(octets, bitorder="little")[:at]
        found[at : at + len(rows)] = rows
        return found


# ----------------------------------------------------------------------------------------- actions

WAIT = "wait"
"""The action of a seat that declines to speak out of turn. It is no move of the game."""


class ActionList:
    """The actions of a rule set, each with its number, its move and its text.

    >>> import zwanz_ssot
    >>> from zwanz_ssot.agents import ActionList
    >>> actions = ActionList(zwanz_ssot.load("zwanzigerrufen", "directnet"))
    >>> actions.number("play T-XXI"), actions.number("bid solo"), actions.text(0)
    (18, 93, 'play T-I')
    >>> base = ActionList(zwanz_ssot.load("zwanzigerrufen"))
    >>> base.number("bid solo") == actions.number("bid solo")
    True
    >>> len(actions.digest), actions.wait, actions.move(93)
    (16, -1, Move('bid solo'))
    >>> actions.sound(actions.move(93)), actions.of_engine(actions.engine_number(93))
    (93, 93)
    >>> base.mapping(actions)[93]
    93
    """

    game: Game
    texts: tuple[str | None, ...]
    """By number: the text of a move; None for a move of the base game that this variant lacks."""
    heard: tuple[str, ...]
    """Texts of moves as others hear them, if a card is hidden and the text is no move itself
    (``discard``). In observations their numbers follow those of the actions.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        compiled = table(game)
        own = _texts(compiled)
        here = frozenset(own)
        kept = [text if text in here else None for text in _base_texts(game)]
        there = frozenset(kept)
        self.texts = (*kept, *(text for text in own if text not in there))
        self._number = {text: n for n, text in enumerate(self.texts) if text is not None}
        self.heard = _heard(compiled, self._number)
        self._sound = {**self._number}
        for place, text in enumerate(self.heard):
            self._sound[text] = len(self.texts) + place
        every = compiled.moves.all
        self._of_move = tuple(self._number[move.text] for move in every)
        self._moves = {self._of_move[n]: n for n in range(len(every))}

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """Each number that this rule set uses, with its text."""
        return ((n, text) for n, text in enumerate(self.texts) if text is not None)

    @property
    def digest(self) -> str:
        """16 hexadecimal digits that are equal for lists with the same meaning of each number."""
        text = json.dumps([self.texts, self.heard], ensure_ascii=False)
        return sha256(text.encode()).hexdigest()[:16]

    @property
    def wait(self) -> int:
        """The number of `WAIT`; -1 if nobody ever speaks out of turn."""
        return self._number.get(WAIT, -1)

    def number(self, move: Move | str) -> int:
        """The number of a move or of its text. Raises `WrongCall` for an unknown move."""
        found = self._number.get(str(move))
        if found is None:
            hint = did_you_mean(str(move), self._number) or "ActionList.texts has all of them"
            raise WrongCall(f"{self.game} has no action {str(move)!r}", hint)
        return found

    def text(self, action: int) -> str:
        """The text of an action. Raises `WrongCall` for an unknown number, and for none."""
        action = action_number(action)
        known = 0 <= action < len(self.texts)
        text = self.texts[action] if known else None
        if known and text is None:
            raise WrongCall(f"{self.game} has no use for action {action} of its base game")
        if text is None:
            raise WrongCall(f"{self.game} has no action {action}", f"there are {len(self)}")
        return text

    def move(self, action: int) -> Move | None:
        """The move of an action; None for `WAIT`. Raises `WrongCall` for an unknown number."""
        self.text(action)
        number = self._moves.get(action, -1)
        return None if number < 0 else table(self.game).moves.all[number]

    def sound(self, move: Move) -> int:
        """The number of a move as a seat has heard it, perhaps without its card."""
        return self._sound[move.text]

    def engine_number(self, action: int) -> int:
        """The engine's number of an action; -1 for `WAIT`."""
        return self._moves.get(action, -1)

    def of_engine(self, number: int) -> int:
        """The action for an engine's number of a move."""
        return self._of_move[number]

    def mapping(self, other: ActionList) -> Mapping[int, int]:
        """The numbers in ``other`` by the numbers here, of the actions that both lists have. They
        map a trained network from one rule set to another.
        """
        of_kind("list of actions", ActionList, other)
        return {n: other._number[text] for n, text in self if text in other._number}


@lru_cache(maxsize=256)
def _texts(compiled: CompiledGame) -> tuple[str, ...]:
    """The texts of the engine's moves, cards first; `WAIT` last, if seats speak out of turn."""
    texts = tuple(move.text for move in compiled.moves.all)
    return (*texts, WAIT) if compiled.speaks_out_of_turn else texts


def _base_texts(game: Game) -> tuple[str, ...]:
    """The texts of a variant's base game; the game's own if it has no base, or one with another
    pack, as the cards come first in each list.
    """
    base = base_of(game)
    if base is None or base.deck.data != game.deck.data:
        return _texts(table(game))
    return _texts(table(base))


def _heard(compiled: CompiledGame, known: Mapping[str, int]) -> tuple[str, ...]:
    """Each text that others hear of a hidden move and that is no action, in order."""
    found: dict[str, None] = {}
    game = compiled.game
    declarations = game.declarations
    for move in compiled.moves.all:
        if move.laid is not None:
            found[move.seen.text] = None
        elif move.kind == "discard" and move.card is not None:
            found["discard"] = None
            suit = game.deck.suits[move.card.suit]
            if game.exchange is not None and suit.id in game.exchange.tells:
                found[f"discard {suit.letter}"] = None
        elif move.kind == "give":
            found["give"] = None
        elif move.kind == "declare" and move.item is not None:
            points = declarations[move.item].points
            for worth in (points.elsewhere, points.trump):
                found[f"declare {move.item} {worth}"] = None
    return tuple(text for text in found if text not in known)
