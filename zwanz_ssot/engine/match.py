"""A match: dealer and forehand of each round, running scores, double rounds, the target."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from ..model import Card, Carried, Game, Ledger, Role, Seat
from ..model.identifiers import GAME
from ..problems import WrongCall, of_kind, repeated, true_or_false, whole_number
from ..words.roles import forehand_from_dealer, one
from .compiled import table
from .round import Round, deal, seat_at

_BY_PLAYER = ("scores", "paid", "own_double_rounds", "led")
"""The fields with a number for each player."""


@dataclass(frozen=True, repr=False)
class Match:
    """A match, immutable. Players are numbered from 0 in the order of play. Seats begin with the
    forehand of each round; `player_at` gives the player at a seat. Raises `WrongCall` for numbers
    that no match has.

    >>> import zwanz_ssot
    >>> match = zwanz_ssot.Match(zwanz_ssot.load("zwanzigerrufen", "directnet"))
    >>> round = match.deal(seed=7)
    >>> while not round.over:
    ...     round = round.after(round.moves()[-1])
    >>> match = match.after(round)
    >>> match
    Match('zwanzigerrufen:directnet', scores +4 -12 +4 +4 after 1 round, player 1 deals)
    >>> match.player_at(0), match.over
    (2, False)
    """

    game: Game
    dealer: int = 0
    """The player who deals the present round."""
    scores: tuple[int, ...] = ()
    """By player."""
    double_rounds: int = 0
    """How many of the coming rounds count double."""
    own_double_rounds: tuple[int, ...] = ()
    """By player: how many double rounds of his own he has, where declarers use them up."""
    restricted: bool = False
    """Whether only some contracts may be bid in the coming round."""
    paid: tuple[int, ...] = ()
    """By player: the money paid to him, where the rules keep it beside the scores."""
    rounds: int = 0
    """How many rounds were played to their end."""
    led: tuple[int, ...] = ()
    """By player: the players, as a set, who had no points when he was one point short of the
    target.
    """
    target: int | None = None
    """The score that ends the match; by default that of the rules, if they have one."""

    def __post_init__(self) -> None:
        self._check()
        for name in _BY_PLAYER:
            object.__setattr__(self, name, tuple(getattr(self, name)))
        if not self.scores:
            object.__setattr__(self, "scores", (self.game.match.stock,) * self.game.table.players)
        if not self.paid:
            object.__setattr__(self, "paid", (0,) * self.game.table.players)
        if not self.own_double_rounds:
            object.__setattr__(self, "own_double_rounds", (0,) * self.game.table.players)
        if self.target is None:
            object.__setattr__(self, "target", self.game.match.target)
        if not self.led:
            object.__setattr__(self, "led", (0,) * self.game.table.players)
            object.__setattr__(self, "led", self._leading(self.scores))

    def _check(self) -> None:
        """Raise `WrongCall` for a field that no match has."""
        of_kind("game", Game, self.game)
        players = self.game.table.players
        whole_number("dealer", self.dealer, 0, players - 1)
        whole_number("double_rounds", self.double_rounds, 0)
        whole_number("rounds", self.rounds, 0)
        true_or_false("restricted", self.restricted)
        if self.target is not None:
            whole_number("target", self.target, 1)
        for name in _BY_PLAYER:
            each = getattr(self, name)
            numbers = isinstance(each, tuple | list) and all(type(one) is int for one in each)
            if not numbers or len(each) not in (0, players):
                raise WrongCall(f"{name} are {players} whole numbers, not {repeated(repr(each))}")

    def __reduce__(self) -> tuple[Any, ...]:
        return Match, tuple(getattr(self, each.name) for each in fields(self))

    @property
    def stakes(self) -> int:
        """2 in a double round, else 1.

        >>> import zwanz_ssot
        >>> match = zwanz_ssot.Match(zwanz_ssot.load("zwanzigerrufen", "directnet"))
        >>> match.stakes
        1
        """
        return 2 if self.double_rounds else 1

    @property
    def over(self) -> bool:
        """Whether a player has reached the target or lost the stock, or all deals are played."""
        rules = self.game.match
        if self.target is not None and max(self.scores) >= self.target:
            return True
        if rules.stock and min(self.scores) <= 0:
            return True
        return rules.deals is not None and self.rounds >= rules.deals

    @property
    def final_scores(self) -> tuple[int, ...]:
        """The scores if the match ends now: each unused double round of one's own costs
        ``match.double_rounds_left`` of the rules.

        >>> import zwanz_ssot
        >>> match = zwanz_ssot.Match(zwanz_ssot.load("zwanzigerrufen", "directnet"))
        >>> match.final_scores
        (0, 0, 0, 0)
        """
        cost = self.game.match.double_rounds_left
        owed = zip(self.scores, self.own_double_rounds, strict=True)
        return tuple(score - cost * left for score, left in owed)

    @property
    def loss_marks(self) -> tuple[int, ...]:
        """By player: the marks for losing the match, where the rules have them. All 0 before a
        player reaches the target; 0 for players who have.

        >>> import zwanz_ssot
        >>> match = zwanz_ssot.Match(zwanz_ssot.load("zwanzigerrufen", "directnet"))
        >>> match.loss_marks  # these rules mark no losses
        (0, 0, 0, 0)
        """
        rules = self.game.match.loss_marks
        target = self.target
        if rules is None or target is None or max(self.scores) < target:
            return (0,) * len(self.scores)
        winners = [player for player, score in enumerate(self.scores) if score >= target]
        found = []
        for player, score in enumerate(self.scores):
            marks = rules.usual
            if score <= 0 and rules.without_points is not None:
                marks = rules.without_points
            led = all(self.led[player] >> winner & 1 for winner in winners)
            if led and rules.after_leading is not None:
                marks = rules.after_leading
            found.append(0 if player in winners else marks)
        return tuple(found)

    def player_at(self, seat: int | str) -> int:
        """The player at a seat of the present round, by the number or the name of the seat. Raises
        `WrongCall` for a seat that is not at the table.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> match = zwanz_ssot.Match(game)
        >>> (match.player_at(0) - match.dealer) % 4
        1
        """
        return self._player(seat_at(self.game.table.players, seat))

    def deal(self, seed: int | None = None, pack: Iterable[Card | str] | None = None) -> Round:
        """Deal the next round from a seed or a pack, as `zwanz_ssot.deal` does. The round may be
        over from the start. Raises `WrongCall` for cards that do not fit.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> zwanz_ssot.Match(game).deal(seed=7) == zwanz_ssot.deal(game, seed=7)
        True
        """
        own = self.own_double_rounds
        seats = [seat for seat in range(self.game.table.players) if own[self._player(seat)]]
        left = Carried(self.stakes, tuple(map(Seat, seats)), self.restricted, self.rounds + 1)
        return deal(self.game, seed=seed, pack=pack, **left.as_dict())

    def after(self, played: Round) -> Match:
        """The match after a round. After a round thrown in, the rule for its reason names the
        dealer, and nothing else counts; a round that the rules do not settle scores nothing. Raises
        `WrongCall` for a round that is not over, or is of another game.

        >>> import zwanz_ssot
        >>> match = zwanz_ssot.Match(zwanz_ssot.load("zwanzigerrufen", "directnet"))
        >>> match.after(match.deal(seed=7))
        Traceback (most recent call last):
        zwanz_ssot.problems.WrongCall: this round is not over: forehand is to move; play it to its \
end first
        """
        of_kind("round", Round, played)
        if played.game != self.game:
            raise WrongCall(f"this is a round of {played.game}, and the match is of {self.game}")
        if not played.over:
            text = f"this round is not over: {played.turn} is to move"
            raise WrongCall(text, "play it to its end first")
        if played.thrown_in is not None:
            return self.again(played.thrown_in)
        if played.silent():
            return self.settled(Ledger((), (0,) * self.game.table.players))
        ledger = played.ledger()
        assert ledger is not None
        state = played.state
        used = state.doubled_for & state.declarers & one(state.declarer)
        return self.settled(ledger, state.declarer if used else None)

    def again(self, thrown_in: str) -> Match:
        """The match after a round that was thrown in for this reason, an id of
        ``Game.deals_again``. Raises `WrongCall` for another one.

        >>> import zwanz_ssot
        >>> match = zwanz_ssot.Match(zwanz_ssot.load("zwanzigerrufen", "directnet"))
        >>> again = match.again("few_tarocks")
        >>> again.dealer == match.dealer, again.rounds
        (True, 0)
        """
        dealers, rules = self.game.deals_again, self.game.match.restricted_rounds
        if thrown_in not in dealers:
            reasons = ", ".join(dealers)
            hint = f"reasons are {reasons}" if reasons else "no rule throws cards in here"
            raise WrongCall(f"'{thrown_in}' is no reason to throw the cards in", hint)
        restricts = rules is not None and "thrown_in" in rules.after
        return replace(
            self._doubling(self.game.match.double_rounds_if_thrown_in),
            dealer=self._who(dealers[thrown_in]),
            restricted=self.restricted or restricts,
        )

    def _doubling(self, more: int) -> Match:
        """The match with more double rounds: in the queue, or for each player."""
        if self._of_declarers:
            own = tuple(rounds + more for rounds in self.own_double_rounds)
            return replace(self, own_double_rounds=own)
        return replace(self, double_rounds=self.double_rounds + more)

    def settled(self, ledger: Ledger, declarer: int | None = None) -> Match:
        """The match after a round with this ledger. ``declarer`` is the declarer's seat if the
        round counted double by a double round of his own, which he uses up by winning.

        >>> import zwanz_ssot
        >>> match = zwanz_ssot.Match(zwanz_ssot.load("zwanzigerrufen", "directnet"))
        >>> match.settled(zwanz_ssot.Ledger((), (-3, 1, 1, 1)))  # player 1 is forehand
        Match('zwanzigerrufen:directnet', scores +1 -3 +1 +1 after 1 round, player 1 deals)
        """
        own = list(self.own_double_rounds)
        won = declarer in _winners_of_game(ledger)
        if declarer is not None and won and own[self._player(declarer)]:
            own[self._player(declarer)] -= 1
        scores, paid = list(self.scores), list(self.paid)
        for seat, amount in enumerate(ledger.scores):
            scores[self._player(seat)] += amount
        for seat, amount in enumerate(ledger.paid):
            paid[self._player(seat)] += amount
        after = replace(
            self,
            scores=tuple(scores),
            led=self._leading(scores),
            paid=tuple(paid),
            double_rounds=max(0, self.double_rounds - 1),
            own_double_rounds=tuple(own),
            restricted=self._restricts(scores),
            dealer=self._who(self.game.table.next_dealer),
            rounds=self.rounds + 1,
        )
        return after._doubling(ledger.double_rounds)

    def _restricts(self, scores: list[int]) -> bool:
        """Whether a score has become zero, and a restricted round follows by the rules."""
        rules = self.game.match.restricted_rounds
        if rules is None or "score_of_zero" not in rules.after:
            return False
        changed = (now for now, before in zip(scores, self.scores, strict=True) if now != before)
        return 0 in changed

    def _leading(self, scores: Sequence[int]) -> tuple[int, ...]:
        """`led` after these scores: for players one point short of the target, those without points
        are added.
        """
        if self.game.match.loss_marks is None or self.target is None:
            return self.led
        without = sum(1 << player for player, score in enumerate(scores) if score <= 0)
        return tuple(
            led | (without if score == self.target - 1 else 0)
            for led, score in zip(self.led, scores, strict=True)
        )

    @property
    def _of_declarers(self) -> bool:
        return self.game.match.double_rounds == "each_declarer"

    def __repr__(self) -> str:
        scores = " ".join(f"{score:+}" for score in self.scores)
        rounds = f"{self.rounds} {'round' if self.rounds == 1 else 'rounds'}"
        return f"Match('{self.game}', scores {scores} after {rounds}, player {self.dealer} deals)"

    def _who(self, role: Role) -> int:
        """The player of a role, by the seats of the present round."""
        compiled = table(self.game)
        seat = compiled.seats(role)(compiled.begin(), 0).bit_length() - 1
        return self._player(seat)

    def _player(self, seat: int) -> int:
        return (self._forehand() + seat) % self.game.table.players

    def _forehand(self) -> int:
        return (self.dealer + forehand_from_dealer(self.game.table)) % self.game.table.players


def _winners_of_game(ledger: Ledger) -> tuple[int, ...]:
    """The seats that win the game or, where a bonus is settled in its place, that bonus."""
    rule = dict(ledger.replaced).get(GAME)
    item = rule[1] if rule else GAME
    return next((line.winners for line in ledger.lines if line.item == item), ())
