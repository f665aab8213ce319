"""A rule set and its rounds for training agents: one seat decides at a time, by the number of an
action. And rounds that look the same to one seat, with the cards that it does not know dealt anew.

Where the rules let seats speak out of turn, that has a sequential form. Before each move of the
seat whose turn it is, and again after each word, the other seats that could say something are asked
in the order of play, from the next one on; each says it, or waits (`zwanz_ssot.agents.WAIT`). Every
round of the game can be played so. Who is asked nobody else can see: that a seat could speak may
tell of its hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from ..engine import CompiledGame, Move, Round, View, deal, table
from ..engine.deal import DealingStep
from ..engine.state import State
from ..engine.view import view
from ..model import SEATS, Card, Game, Seat
from ..model.cards import bits
from ..players.worlds import Worlds
from ..problems import RulesAreSilent, WrongCall
from .limits import RoundLimits, round_limits
from .observations import ActionList, Array, Events, TensorLayout, heard, in_words, numpy

_SEAT = tuple(Seat)


class AgentGame:
    """A rule set for agents: its actions, sizes and limits, and rounds of it.

    `WrongCall` for a rule set of which no longest round can be proved.

    >>> import zwanz_ssot
    >>> from zwanz_ssot.agents import AgentGame
    >>> rules = AgentGame(zwanz_ssot.load("zwanzigerrufen", "directnet"))
    >>> rules.players, len(rules.actions), rules.limits.score
    (4, 104, 1668)
    >>> round = rules.deal(seed=7)
    >>> round.seat, [rules.actions.text(action) for action in round.legal]
    (Seat.FOREHAND, ['bid rufer T-XX', 'bid farbensolo', 'bid solo'])
    >>> round = round.after(rules.actions.number("bid solo"))
    """

    game: Game
    """The rules."""
    players: int
    actions: ActionList
    limits: RoundLimits
    """The longest round, and the highest score."""
    layout: TensorLayout
    """Where what stands in a tensor."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = game.table.players
        self.actions = ActionList(game)
        self.limits = round_limits(game)
        self.compiled = table(game)
        self.layout = TensorLayout(self.compiled, self.actions, self.limits)

    @property
    def digest(self) -> str:
        """What to keep with whatever was trained: it is another one when an action has another
        number, when a tensor is laid out otherwise, and when the rules are played otherwise.
        """
        return f"{self.actions.digest}-{self.layout.digest}-{self.game.rules_digest}"

    def deal(self, **how: Any) -> AgentRound:
        """Begin a round; ``how`` as of `zwanz_ssot.deal`. It may be over from the start."""
        return self.of(deal(self.game, **how))

    def of(self, round: Round) -> AgentRound:
        """A round of the engine, to go on with. `WrongCall` for one of other rules."""
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


class AgentRound:
    """A round in which one seat decides at a time, immutable: `after` gives another one.

    >>> import zwanz_ssot
    >>> from zwanz_ssot.agents import AgentGame
    >>> rules = AgentGame(zwanz_ssot.load("zwanzigerrufen", "directnet"))
    >>> round = rules.deal(seed=7)
    >>> while not round.over:
    ...     round = round.after(round.legal[0])
    >>> round.scores()
    (-1, 1, 1, -1)
    """

    __slots__ = ("_seen", "_state", "_waited", "deal", "history", "legal", "rules", "seat")

    rules: AgentGame
    deal: tuple[Card, ...]
    """As of `Round`."""
    history: tuple[tuple[Seat, Move], ...]
    """The moves so far, each with its seat; nobody has moved by waiting."""
    seat: Seat | None
    """Whose decision it is; None when the round is over. The others must not be told."""
    legal: tuple[int, ...]
    """The actions that this seat may take, in ascending order."""

    def __init__(
        self,
        rules: AgentGame,
        state: State,
        dealt: tuple[Card, ...],
        history: tuple[tuple[Seat, Move], ...],
        waited: int = 0,
    ) -> None:
        self.rules = rules
        self._state = state
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
        self.seat = _SEAT[seat]

    @property
    def over(self) -> bool:
        """Whether there is nothing more to decide."""
        return self._state.over

    @property
    def round(self) -> Round:
        """The round as everybody else has it, with its ledger, its record and its views."""
        return Round(self.rules.compiled, self._state.copy(), self.deal, self.history)

    @property
    def mask(self) -> Array:
        """By action, 1 where it is legal now, else 0: an array of 8-bit numbers."""
        np = numpy()
        found = np.zeros(len(self.rules.actions), np.int8)
        found[list(self.legal)] = 1
        return found

    def after(self, action: int) -> AgentRound:
        """The round after an action of the seat whose decision it is. Raises `IllegalMove` with
        the reason where the rules refuse it, `WrongCall` for a number that is no action and for
        waiting where nobody is asked.
        """
        if action not in self.legal:
            self._refuse(action)
        assert self.seat is not None
        rules, seat = self.rules, self.seat
        if action == rules.actions.wait:
            waited = self._waited | 1 << seat
            return AgentRound(rules, self._state, self.deal, self.history, waited)
        compiled, number = rules.compiled, rules.actions.engine_number(action)
        state = self._state.copy()
        compiled.make(state, seat, number)
        made = (seat, compiled.moves.all[number])
        return AgentRound(rules, state, self.deal, (*self.history, made))

    def _refuse(self, action: int) -> None:
        move = self.rules.actions.move(action)
        if move is None:
            raise WrongCall("there is nothing to wait for", "take one of AgentRound.legal")
        self.round.after(move, self.seat)

    def scores(self) -> tuple[int, ...]:
        """What each seat gets: its score in the ledger once the round is over; nothing before,
        where the cards were thrown in, and where the rules are silent (`silent` tells).
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
        """The question on which the settlement fails; None where there is none."""
        return self.round.silent()

    def view(self, seat: int | str | None) -> View:
        """What a seat may know, None for an onlooker; as `Round.view`."""
        return self._seen_by(None if seat is None else self._seat(seat))[0]

    def _seen_by(self, seat: Seat | None) -> tuple[View, Events]:
        """What a seat sees, and what it has heard in order."""
        found = self._seen.get(seat)
        if found is None:
            seen = view(self.rules.compiled, self._state, self.history, seat)
            found = self._seen[seat] = seen, heard(seen, self.history)
        return found

    def information(self, seat: int | str | None) -> str:
        """All that a seat has come to know, as one line of text: its cards as they were dealt and
        as it holds them, cards that it has seen, and all words and cards in their order. Two rounds
        that look alike to it have the same text. None is an onlooker.

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
        """The same as one array of 16-bit numbers, laid out as `AgentGame.layout` says."""
        own = None if seat is None else self._seat(seat)
        seen, events = self._seen_by(own)
        return self.rules.layout.filled(seen, events, self._dealt(own), acts=own == self.seat)

    def resample(self, seat: int | str, random: Random) -> AgentRound:
        """A round that looks the same to this seat, with all that it does not know dealt anew:
        hidden cards lie where they may, and all that was said and played is legal with them. The
        seat's `information` stays what it is.

        The same ``random`` gives the same round. `WrongCall` where the round is over, in games in
        which cards are passed on, and where no other deal was found.
        """
        own = self._seat(seat)
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
        """This round after all have waited that are asked before a seat, and after the seat has
        waited itself, if it has.
        """
        turn, waited = self._state.turn, 0
        if own == turn:
            waited = (1 << self.rules.players) - 1
        else:
            order = order_of_asking(turn, self.rules.players)
            for seat in order[: order.index(own) + has_waited]:
                waited |= 1 << seat
        return AgentRound(self.rules, self._state, self.deal, self.history, waited)

    def _dealt(self, seat: int | None) -> int:
        """The cards that a seat was dealt so far, as a set."""
        state = self._state
        return 0 if seat is None else (state.dealt or state.hands)[seat]

    def _seat(self, seat: int | str) -> Seat:
        players = self.rules.players
        try:
            found = Seat.of(seat)
        except ValueError:
            found = None
        if found is None or found >= players:
            raise WrongCall(f"there is no seat {seat!r}", f"seats are {', '.join(SEATS[:players])}")
        return found

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
    """A pickled round again."""
    return AgentRound(rules, round.state, round.deal, round.history, waited)


def _asked(compiled: CompiledGame, state: State, waited: int) -> tuple[int, Sequence[int]]:
    """Who decides, and what it may say where that is not the seat whose turn it is."""
    spoken = compiled.out_of_turn(state)
    if spoken:
        for seat in order_of_asking(state.turn, state.players):
            own = [number for speaker, number in spoken if speaker == seat]
            if own and not waited >> seat & 1:
                return seat, own
    return state.turn, ()


def order_of_asking(turn: int, players: int) -> list[int]:
    """The seats that are asked before the one whose turn it is."""
    return [(turn + place) % players for place in range(1, players)]


# ------------------------------------------------------------- rounds that look the same to a seat

DEALS = 1000
"""After so many deals that do not fit it is given up."""


def dealt_anew(played: Round, seat: Seat, random: Random) -> Iterator[Round]:
    """Rounds with all words and cards of this one in their order, and with other hidden cards.

    What the seat has heard it may hear otherwise in some of them: that is left to the caller.
    `WrongCall` where the round is over, and in games in which cards are passed on.
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
    dealing = _of_the_deal(played)
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


def _of_the_deal(played: Round) -> int:
    """How many of the first moves belong to the deal."""
    kinds = [move.kind for _, move in played.history]
    if kinds[:1] == ["knock"]:
        return played.game.table.players
    return 1 if kinds[:1] == ["cut"] else 0


def _shuffled(played: Round, seat: Seat, random: Random) -> Round:
    """A round in which cards are still dealt, with all but the seat's own cards shuffled."""
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
    """A world as a round; None where what earlier rounds have left makes a difference to it."""
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
    """A pack of which the round's deal gives each seat the cards that it has in a world."""
    compiled, state = played.table, played.state
    pack = [0] * compiled.cards
    assert state.pack is not None
    if any(move.kind == "knock" for _, move in played.history[:1]):
        for seat, hand in enumerate(world.given_hands):
            stack = state.dealt[seat]
            places = [place for place, card in enumerate(state.pack) if stack >> card & 1]
            _lay(pack, places, hand)
        return pack

    # Where each place of the pack goes: deal the places themselves, as if they were cards.
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
    for place, card in zip(places, cards, strict=True):
        pack[place] = card
