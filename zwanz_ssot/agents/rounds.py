"""Rounds for training agents. One seat decides at a time, by the number of an action. The hidden
cards can be dealt anew so that the round looks the same to one seat.

Seats that may speak out of turn are asked one by one: before each move of the seat on turn, and
again after each word, each other seat that may speak is asked, in the order of play from the next
one on. It speaks or waits (`zwanz_ssot.agents.WAIT`). Every round of the game can be played so.
Which seat is asked is hidden from the others, since the right to speak may depend on its hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ..engine import CompiledGame, Move, Round, View, deal, table
from ..engine.deal import DealingStep
from ..engine.public import Account, account
from ..engine.round import seat_at
from ..engine.state import State
from ..engine.view import view
from ..model import Card, CardSet, Game, Seat
from ..model.cards import bits
from ..model.identifiers import SEAT
from ..players.information import Events, InformationState, heard
from ..players.worlds import Worlds, moves_of_the_deal
from ..problems import RulesAreSilent, WrongCall, of_kind
from .limits import RoundLimits, round_limits
from .observations import ActionList, Array, TensorLayout, in_words, numpy


class AgentGame:
    """A rule set for agents: its actions, limits and layout of tensors; it deals rounds.

    Raises `WrongCall` if its rounds have no upper limit (`round_limits`).

    >>> import zwanz_ssot
    >>> from zwanz_ssot.agents import AgentGame
    >>> rules = AgentGame(zwanz_ssot.load("zwanzigerrufen", "directnet"))
    >>> rules.players, len(rules.actions), rules.limits.score
    (4, 104, 1668)
    >>> round = rules.deal(seed=7)
    >>> round.seat, [rules.actions.text(action) for action in round.legal]
    (Seat.FOREHAND, ['bid rufer T-XX', 'bid farbensolo', 'bid solo'])
    >>> round = round.after(rules.actions.number("bid solo"))
    >>> rules.of(round.round) == round, rules.digest.count("-")
    (True, 2)
    """

    game: Game
    """The rules."""
    players: int
    actions: ActionList
    limits: RoundLimits
    """The most moves of a round, and the highest score."""
    layout: TensorLayout
    """The layout of the observation tensors."""

    def __init__(self, game: Game) -> None:
        of_kind("game", Game, game)
        self.game = game
        self.players = game.table.players
        self.actions = ActionList(game)
        self.limits = round_limits(game)
        self.compiled = table(game)
        self.layout = TensorLayout(self.compiled, self.actions, self.limits)

    @property
    def digest(self) -> str:
        """A fingerprint of the numbers of actions, the layout of tensors and the rules. Save it
        with a trained network, which fits only games with the same digest.
        """
        return f"{self.actions.digest}-{self.layout.digest}-{self.game.rules_digest}"

    def deal(self, **how: Any) -> AgentRound:
        """Deal a round; ``how`` is passed to `zwanz_ssot.deal`. It may be over from the start."""
        return self.of(deal(self.game, **how))

    def of(self, round: Round) -> AgentRound:
        """A round of the engine as an `AgentRound`. Raises `WrongCall` for other rules."""
        of_kind("round", Round, round)
        if round.game is not self.game and round.game != self.game:
            raise WrongCall(f"this is a round of {round.game}, not of {self.game}")
        return AgentRound(self, round.state, round.deal, round.history)

    def __eq__(self, other: object) -> bool:
        return self.game == other.game if isinstance(other, AgentGame) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.game)

    def __repr__(self) -> str:
        return f"AgentGame({str(self.game)!r})"

    def __copy__(self) -> AgentGame:
        return self

    def __deepcopy__(self, memo: object) -> AgentGame:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return AgentGame, (self.game,)


def _mask(rules: AgentGame, legal: Sequence[int]) -> Array:
    """1 for each legal action, else 0."""
    np = numpy()
    found = np.zeros(len(rules.actions), np.int8)
    found[list(legal)] = 1
    return found


@dataclass(frozen=True, slots=True)
class Decision:
    """What one seat decides by: all that it knows, and its legal actions. Unlike a round it holds
    no hidden card. `AgentRound.decision` makes it, and `AgentPlayer` at a table.

    >>> import zwanz_ssot
    >>> from zwanz_ssot.agents import AgentGame
    >>> decision = AgentGame(zwanz_ssot.load("zwanzigerrufen", "directnet")).deal(seed=7).decision
    >>> decision.seat, [decision.rules.actions.text(action) for action in decision.legal]
    (Seat.FOREHAND, ['bid rufer T-XX', 'bid farbensolo', 'bid solo'])
    >>> int(decision.mask.sum()), decision.tensor().shape == (decision.rules.layout.size,)
    (3, True)
    >>> decision.information().endswith("to decide")
    True
    """

    rules: AgentGame
    known: InformationState
    """What the seat knows: its view, and all words and cards in order."""
    legal: tuple[int, ...]
    """The legal actions, in ascending order."""

    @property
    def seat(self) -> Seat:
        """The seat that decides."""
        assert self.known.view.seat is not None
        return self.known.view.seat

    @property
    def mask(self) -> Array:
        """An array of 8-bit integers: 1 for each legal action, else 0."""
        return _mask(self.rules, self.legal)

    def information(self) -> str:
        """The same text as `AgentRound.information` of this seat."""
        known = self.known
        return in_words(known.view, known.events, known.dealt.mask, acts=True)

    def tensor(self) -> Array:
        """The same array as `AgentRound.tensor` of this seat."""
        known = self.known
        return self.rules.layout.filled(known.view, known.events, known.dealt.mask, acts=True)


class AgentRound:
    """A round in which one seat decides at a time. It is immutable: `after` returns a new one.

    >>> import zwanz_ssot
    >>> from zwanz_ssot.agents import AgentGame
    >>> rules = AgentGame(zwanz_ssot.load("zwanzigerrufen", "directnet"))
    >>> round = rules.deal(seed=7)
    >>> while not round.over:
    ...     round = round.after(round.legal[0])
    >>> round.scores()
    (-1, 1, 1, -1)
    >>> round.round.over, round.silent(), int(round.mask.sum())
    (True, None, 0)
    """

    __slots__ = ("_seen", "_state", "_told", "_waited", "deal", "history", "legal", "rules", "seat")

    rules: AgentGame
    deal: tuple[Card, ...]
    """The pack in the order in which it was dealt, as `Round.deal`."""
    history: tuple[tuple[Seat, Move], ...]
    """The moves so far, each with its seat; waiting is no move."""
    seat: Seat | None
    """The seat that decides; None if the round is over. It is hidden from the other seats."""
    legal: tuple[int, ...]
    """The legal actions of this seat, in ascending order."""

    def __init__(
        self,
        rules: AgentGame,
        state: State,
        dealt: tuple[Card, ...],
        history: tuple[tuple[Seat, Move], ...],
        waited: int = 0,
        told: Account | None = None,
    ) -> None:
        self.rules = rules
        self._state = state
        self._told = told
        self.deal = dealt
        self.history = history
        self._waited = waited
        self._seen: dict[int | None, tuple[View, Events]] = {}
        self.seat = None
        self.legal = ()
        if state.over:
            return
        compiled, seat = rules.compiled, state.turn
        numbers: Iterable[int] = ()
        if compiled.speaks_out_of_turn:
            seat, numbers = _asked(compiled, state, waited)
        own = rules.actions.of_engine
        if seat == state.turn:
            numbers = compiled.steps[state.step].moves(state)
            self.legal = tuple(sorted(map(own, numbers)))
        else:
            self.legal = tuple(sorted((*map(own, numbers), rules.actions.wait)))
        self.seat = SEAT[seat]

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self._state.over

    @property
    def round(self) -> Round:
        """The same round as a `zwanz_ssot.Round`, with ledger, record and views."""
        return Round(self.rules.compiled, self._state.copy(), self.deal, self.history)

    @property
    def mask(self) -> Array:
        """An array of 8-bit integers: 1 for each legal action, else 0."""
        return _mask(self.rules, self.legal)

    @property
    def decision(self) -> Decision:
        """What the seat that decides may know, and its legal actions: what a policy chooses from,
        here and at a table (`AgentPlayer`). Raises `WrongCall` if the round is over.

        >>> import zwanz_ssot
        >>> from zwanz_ssot.agents import AgentGame
        >>> round = AgentGame(zwanz_ssot.load("zwanzigerrufen", "directnet")).deal(seed=7)
        >>> round.decision.information() == round.information(round.seat)
        True
        """
        if self.seat is None:
            raise WrongCall("the round is over", "ask AgentRound.over")
        seen, events = self._seen_by(self.seat)
        dealt = CardSet(self.rules.game.deck, self._dealt(self.seat))
        return Decision(self.rules, InformationState(seen, tuple(events), dealt), self.legal)

    def after(self, action: int) -> AgentRound:
        """The round after an action of the seat that decides.

        Raises `IllegalMove` with the reason if the rules refuse the action, `WrongCall` for an
        unknown number and for waiting on one's own turn.
        """
        if action not in self.legal:
            self._refuse(action)
        assert self.seat is not None
        rules, seat = self.rules, self.seat
        if action == rules.actions.wait:
            waited = self._waited | 1 << seat
            return AgentRound(rules, self._state, self.deal, self.history, waited, self._told)
        compiled, number = rules.compiled, rules.actions.engine_number(action)
        state = self._state.copy()
        compiled.make(state, seat, number)
        made = (seat, compiled.moves.all[number])
        return AgentRound(rules, state, self.deal, (*self.history, made), told=self._told)

    def _refuse(self, action: int) -> None:
        """Raise the error for an action that is not legal."""
        move = self.rules.actions.move(action)
        if move is None:
            raise WrongCall("there is nothing to wait for", "take one of AgentRound.legal")
        self.round.after(move, self.seat)

    def scores(self) -> tuple[int, ...]:
        """The score of each seat in the ledger. All 0 before the end, if the cards were thrown in,
        and if the rules do not settle the round (`silent`).
        """
        if self.over and self._state.thrown_in is None:
            state = self._state
            try:
                settler = self.rules.compiled.settlement
                return settler.settle(state.copy(), state.contract, state.stakes).scores
            except RulesAreSilent:
                pass
        return (0,) * self.rules.players

    def silent(self) -> RulesAreSilent | None:
        """The open question of the rules that the settlement needs; None if there is none."""
        return self.round.silent()

    def view(self, seat: int | str | None) -> View:
        """The view of a seat, or of an onlooker (None), as `Round.view`.

        >>> import zwanz_ssot
        >>> from zwanz_ssot.agents import AgentGame
        >>> round = AgentGame(zwanz_ssot.load("zwanzigerrufen", "directnet")).deal(seed=7)
        >>> round.view("forehand") == round.round.view("forehand")
        True
        """
        return self._seen_by(None if seat is None else self._seat(seat))[0]

    def _seen_by(self, seat: Seat | None) -> tuple[View, Events]:
        """The view of a seat, and the words and cards in order as it has heard them."""
        found = self._seen.get(seat)
        if found is None:
            told = self._told = account(self._state, self.history, self._told)
            seen = view(self.rules.compiled, self._state, seat, told)
            found = self._seen[seat] = seen, heard(seen, self.history)
        return found

    def information(self, seat: int | str | None) -> str:
        """A seat's information state as one line of text: the cards it was dealt, its hand, cards
        it has seen, and all words and cards in order. Rounds that the seat cannot tell apart have
        the same text. None is an onlooker.

        >>> import zwanz_ssot
        >>> from zwanz_ssot.agents import AgentGame
        >>> round = AgentGame(zwanz_ssot.load("anrufen")).deal(seed=3)
        >>> print(round.information("second"))
        second | dealt - | hand - | talon - | discards - | open - | deal | -
        """
        own = None if seat is None else self._seat(seat)
        seen, events = self._seen_by(own)
        return in_words(seen, events, self._dealt(own), acts=own == self.seat)

    def tensor(self, seat: int | str | None) -> Array:
        """The same information as an array of 16-bit integers in the layout `AgentGame.layout`.

        >>> import zwanz_ssot
        >>> from zwanz_ssot.agents import AgentGame
        >>> rules = AgentGame(zwanz_ssot.load("zwanzigerrufen", "directnet"))
        >>> rules.deal(seed=7).tensor("forehand").shape == (rules.layout.size,)
        True
        """
        own = None if seat is None else self._seat(seat)
        seen, events = self._seen_by(own)
        return self.rules.layout.filled(seen, events, self._dealt(own), acts=own == self.seat)

    def resample(self, seat: int | str, random: Random) -> AgentRound:
        """A round with the same `information` for this seat, and with hidden cards dealt anew so
        that every word and card so far is legal. Equal ``random`` gives equal rounds.

        Raises `WrongCall` if the round is over, if the game passes cards on, or if no deal is
        found.

        >>> import zwanz_ssot
        >>> from random import Random
        >>> from zwanz_ssot.agents import AgentGame
        >>> round = AgentGame(zwanz_ssot.load("zwanzigerrufen", "directnet")).deal(seed=7)
        >>> other = round.resample("second", Random(1))
        >>> other.information("second") == round.information("second"), other == round
        (True, False)
        """
        own = self._seat(seat)
        of_kind("generator of random numbers", Random, random)
        known = self.information(own)
        for other in dealt_anew(self.round, own, random):
            found = AgentRound(self.rules, other.state, other.deal, other.history)
            has_waited = bool(self._waited >> own & 1)
            if own == self.seat or has_waited:
                found = found._asked_until(own, has_waited=has_waited)
            if found.information(own) == known:
                return found
        raise WrongCall(f"no other deal was found that looks the same to {own}")

    def _asked_until(self, own: Seat, *, has_waited: bool) -> AgentRound:
        """This round after the seats that are asked before ``own`` have waited, and ``own`` too if
        it has waited. Seats that are not asked here do not wait, so that actions lead to it.
        """
        found, wait = self, self.rules.actions.wait
        while found.seat not in (own, self._state.turn):
            found = found.after(wait)
        return found.after(wait) if has_waited and found.seat == own else found

    def _dealt(self, seat: int | None) -> int:
        """The mask of the cards that a seat was dealt so far."""
        state = self._state
        return 0 if seat is None else (state.dealt or state.hands)[seat]

    def _seat(self, seat: int | str) -> Seat:
        return seat_at(self.rules.players, seat)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AgentRound):
            return NotImplemented
        return self._waited == other._waited and self.round == other.round

    def __hash__(self) -> int:
        return hash((self.deal, self.history, self._waited))

    def __repr__(self) -> str:
        who = "over" if self.seat is None else f"{self.seat} decides"
        return f"AgentRound('{self.rules.game}', {who}, {len(self.history)} moves made)"

    def __copy__(self) -> AgentRound:
        return self

    def __deepcopy__(self, memo: object) -> AgentRound:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.rules, self.round, self._waited)


def _again(rules: AgentGame, round: Round, waited: int) -> AgentRound:
    """Restore a pickled round."""
    return AgentRound(rules, round.state, round.deal, round.history, waited)


def _asked(compiled: CompiledGame, state: State, waited: int) -> tuple[int, Sequence[int]]:
    """The seat that decides, and the words it may say if it is not on turn."""
    spoken = compiled.out_of_turn(state)
    if spoken:
        for seat in order_of_asking(state.turn, state.players):
            own = [number for speaker, number in spoken if speaker == seat]
            if own and not waited >> seat & 1:
                return seat, own
    return state.turn, ()


def order_of_asking(turn: int, players: int) -> list[int]:
    """The other seats, in the order in which they are asked before the seat on turn."""
    return [(turn + place) % players for place in range(1, players)]


# ------------------------------------------------------------- rounds that look the same to a seat

DEALS = 20_000
"""The most deals that `dealt_anew` tries, 0.2 ms each."""


def dealt_anew(played: Round, seat: Seat, random: Random) -> Iterator[Round]:
    """Rounds with the same words and cards in the same order, and with other hidden cards.

    The seat may hear a hidden move differently in some of them; the caller has to compare. Raises
    `WrongCall` if the round is over or the game passes cards on.
    """
    if played.over:
        raise WrongCall("the round is over, nothing is dealt anew", "ask AgentRound.over")
    if played.game.passing is not None:
        raise WrongCall(f"cards are passed on in {played.game}, and cannot be dealt anew")
    if played.step == "deal":
        for _ in range(DEALS):
            yield _shuffled(played, seat, random)
        return
    words = [move.kind == "play" for _, move in played.history]
    dealing = moves_of_the_deal(played.game, [move.kind for _, move in played.history])
    worlds = Worlds(played.view(seat))
    for _ in range(DEALS):
        world = worlds.dealt(random)
        log: list[tuple[int, int]] = []
        if world is None:
            continue
        state = worlds.replayed(world, random, words[dealing:], log)
        found = None if state is None else _rebuilt(played, dealing, state, log)
        if found is not None:
            yield found


def _shuffled(played: Round, seat: Seat, random: Random) -> Round:
    """A round during the deal, with all cards shuffled but those of the seat."""
    own = played.hands[seat]
    pack = list(played.deal)
    places = [place for place, card in enumerate(pack) if card not in own]
    cards = [pack[place] for place in places]
    random.shuffle(cards)
    for place, card in zip(places, cards, strict=True):
        pack[place] = card
    found = deal(played.game, pack=[card.id for card in pack], **played.carried.as_dict())
    for mover, move in played.history:
        found = found.after(move, mover)
    return found


def _rebuilt(
    played: Round, dealing: int, world: State, log: Sequence[tuple[int, int]]
) -> Round | None:
    """A world as a round; None if what earlier rounds left over makes a move illegal."""
    compiled, cards = played.table, played.game.deck.cards
    carried = played.carried.as_dict()
    if played.state.pack is not None:
        pack = [cards[card].id for card in _pack(played, world)]
        begun = deal(played.game, pack=pack, **carried)
    else:
        hands = [[cards[card].id for card in hand] for hand in world.given_hands]
        talon = [cards[card].id for card in world.talon_cards] if played.game.talon else None
        begun = deal(played.game, hands=hands, talon=talon, **carried)
    state, made = begun.state, list[tuple[Seat, Move]]()
    first = [(int(seat), compiled.moves.number[str(move)]) for seat, move in played.history]
    for seat, number in (*first[:dealing], *log):
        if compiled.why_not(state, seat, number) is not None:
            return None
        compiled.make(state, seat, number)
        made.append((Seat(seat), compiled.moves.all[number]))
    return Round(compiled, state, begun.deal, tuple(made))


def _pack(played: Round, world: State) -> list[int]:
    """The pack from which the deal gives each seat its cards in ``world``."""
    compiled, state = played.table, played.state
    pack = [0] * compiled.cards
    assert state.pack is not None
    if any(move.kind == "knock" for _, move in played.history[:1]):
        for seat, hand in enumerate(world.given_hands):
            stack = state.dealt[seat]
            places = [place for place, card in enumerate(state.pack) if stack >> card & 1]
            _lay(pack, places, hand)
        return pack

    # Deal the places of the pack instead of cards, to learn which seat gets each place.
    probe = compiled.begin()
    probe.cut = state.cut
    for step in compiled.steps:
        if isinstance(step, DealingStep):
            before = list(probe.hands)
            step.lay(probe, tuple(range(compiled.cards)))
            for seat, hand in enumerate(world.given_hands):
                places = list(bits(probe.hands[seat] & ~before[seat]))
                begins = before[seat].bit_count()
                _lay(pack, places, hand[begins : begins + len(places)])
    _lay(pack, probe.talon_cards, world.talon_cards)
    return pack


def _lay(pack: list[int], places: Sequence[int], cards: Sequence[int]) -> None:
    """Put cards in these places of the pack."""
    for place, card in zip(places, cards, strict=True):
        pack[place] = card
