"""The outcome of a round: which seats a role means, and which conditions hold, once all is played.

Sides are sets of seats; `own` is the side whose contract or bonus it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zwanz_ssot.model import Condition, Role, Tricks

from .cards import card, equal_cards, group, pair_points, winner
from .items import announced, level
from .position import Card, Hand, Position
from .roles import Seats, against, dealt_all, declarers, holder, seats, with_them


class Silent(Exception):
    """No rule says what follows."""


@dataclass
class Outcome:
    """A finished round, with the sides that its result makes."""

    position: Position
    declarers: Seats
    losers: Seats = frozenset()
    """The players who lose, each for himself."""
    game_winners: Seats = frozenset()
    """The side that has won the game."""

    @property
    def everybody(self) -> Seats:
        """All seats."""
        return frozenset(range(self.position.players))

    def others(self, side: Seats) -> Seats:
        """All seats but these."""
        return self.everybody - side

    # cards and points

    def cards(self, side: Seats) -> Hand:
        """Every card that counts for these seats."""
        found: set[Card] = set()
        for trick, won in zip(self.position.tricks, self.position.winners, strict=True):
            if won in side:
                found |= {each for _, each in trick}
        for seat, each in self._beside_tricks():
            if seat in side:
                found.add(each)
        return frozenset(found)

    def _beside_tricks(self) -> list[tuple[int, Card]]:
        """Discards, and the cards that nobody took of the talon; each with a seat that it counts
        for: of its side, who laid it away, or else the declarer.
        """
        here = self.position
        sides = {"declarers": self.declarers, "defenders": self.others(self.declarers)}
        found = []
        for seat, each in here.laid_away:
            assert here.game.exchange is not None
            to = sides.get(here.game.exchange.discards_count_for)
            if to is None:
                to = sides["declarers" if seat == here.declarer else "defenders"]
            found += [(seat if seat in to else self._one_of(to), each)] if to else []

        # The packets that were left: all to the declarers if they meet a condition, or by rule.
        use = here.plays.talon if here.plays is not None else None
        if use is None:
            return found
        left = [number for number in range(len(here.talon)) if number not in here.taken]
        given = getattr(use, "to_declarers_if", None)
        if given is not None and self.holds(given, self.declarers):
            to = self.declarers
            rest = [each for number in left for each in here.talon[number]]
            return found + [(self._one_of(to), each) for each in rest if to]
        own = [use.packet_of_called_card and here.called in packet for packet in here.talon]
        shared = {card for number in left if not own[number] for card in here.talon[number]}
        laid = [card for card in _talon_in_order(here) if card in shared]
        for number in left:
            packet = here.talon[number]
            if own[number]:
                to = sides[use.packet_of_called_card]
            elif use.counts_for in sides:
                to = sides[use.counts_for]
            elif use.counts_for == "last_trick_winner":
                to = frozenset(here.winners[-1:])
            elif use.counts_for == "first_tricks":
                to = frozenset()
                pairs = zip(here.winners, laid, strict=False)
                found += [(won, each) for won, each in pairs if each in packet]
            else:
                to = frozenset()
            found += [(self._one_of(to), each) for each in packet if to]
        return found

    def _one_of(self, side: Seats) -> int:
        """The declarer if he is of the side; else its first player."""
        declarer = self.position.declarer
        return declarer if declarer is not None and declarer in side else min(side)

    def points(self, side: Seats) -> int:
        """Card points, in parts of a point: cards, the last trick, declarations that count."""
        here = self.position
        game = here.game
        taken = {each.id for each in self.cards(side)}
        total = sum(game.worth(each) for each in game.deck.cards if each.id in taken)
        whole = len(here.tricks) == game.hand_size
        if whole and here.winners[-1] in side:
            total += game.count.last_trick * game.unit
        for seat, name, points in self._declared():
            counts = here.game.declarations[name].counts_if
            if seat in side and (counts is None or self.holds(counts, frozenset({seat}))):
                total += points * game.unit
        return total

    def _declared(self) -> list[tuple[int, str, int]]:
        """The pairs declared: by whom, which, how many points."""
        found = []
        for word in self.position.words:
            verb, *rest = word.text.split()
            if verb == "declare":
                points = pair_points(self.position, rest[0], rest[1])
                found.append((word.seat, rest[0], points))
        return found

    def declared(self, side: Seats) -> int:
        """Points declared, whether they count or not."""
        return sum(points for seat, _, points in self._declared() if seat in side)

    # players

    def seats(self, role: Role, own: Seats) -> Seats:
        """The seats that a role means."""
        here = self.position
        inner = self.seats(role.arg, own) if isinstance(role.arg, Role) else frozenset()
        match role.word:
            case "declarers":
                return self.declarers
            case "defenders":
                return self.others(self.declarers)
            case "claimants" | "each_declarer" | "speaker":
                return own
            case "either_side":
                return self.everybody
            case "declaring_side":
                return self._declaring_side()
            case "losers":
                return self.losers
            case "each_loser":
                return frozenset(sorted(self.losers)[:1])
            case "winners":
                return (self.declarers or self.everybody) - self.losers
            case "next_to" | "before":
                by = 1 if role.word == "next_to" else -1
                return frozenset((seat + by) % here.players for seat in inner)
            case "side_of":
                return with_them(inner, self.declarers, self.everybody)
            case "opponents_of":
                return against(inner, self.declarers, self.everybody)
            case "all_but":
                return self.everybody - inner if inner else frozenset()
            case "discarder_of":
                wanted = equal_cards(here, str(role.arg))
                return frozenset(seat for seat, each in here.laid_away if each in wanted)
            case "player_of":
                wanted = card(here, str(role.arg))
                return frozenset(
                    seat for trick in here.tricks for seat, each in trick if each == wanted
                )
            case "winner_of":
                assert isinstance(role.arg, Tricks)
                number = self.numbers(role.arg)[0]
                return frozenset(here.winners[number : number + 1])
            case "most":
                each = {seat: self.points(frozenset({seat})) for seat in self.everybody}
                return frozenset(s for s, points in each.items() if points == max(each.values()))
            case "without":
                return self.everybody - frozenset(here.winners)
            case "holder_of":
                return holder(here, str(role.arg))
            case "announcer_of":
                words = [word for bonus, word in announced(here) if bonus == role.arg]
                return frozenset(word.seat for word in words)
        return seats(here, role)

    def _declaring_side(self) -> Seats:
        """The side that has declared pairs; the declarers if none has."""
        theirs = self.others(self.declarers)
        if not self.declared(theirs):
            return self.declarers
        if self.declared(self.declarers):
            raise Silent
        return theirs

    # tricks

    def numbers(self, tricks: Tricks) -> list[int]:
        """The numbers of some tricks, counted from 0."""
        last = self.position.game.hand_size - 1
        match tricks.word:
            case "last":
                return [last]
            case "every_trick":
                return list(range(last + 1))
            case "first":
                return list(range(tricks.count))
            case "number":
                return [tricks.count - 1]
        raise NotImplementedError(tricks.word)

    def _fell(self, name: int | str) -> tuple[int, Card] | None:
        """The trick in which a card was played, and the card; None if it was not."""
        wanted = card(self.position, name)
        for number, trick in enumerate(self.position.tricks):
            for _, each in trick:
                if each == wanted:
                    return number, each
        return None

    def _winning(self, number: int) -> Card:
        """The card that won a trick."""
        trick = self.position.tricks[number]
        return dict(trick)[winner(self.position, trick)]

    # conditions

    def holds(self, condition: Condition | None, own: Seats) -> bool:
        """Whether a condition holds."""
        if condition is None:
            return True
        args, here = condition.args, self.position
        match condition.word:
            case "all":
                return all(self.holds(each, own) for each in args["of"])
            case "any":
                return any(self.holds(each, own) for each in args["of"])
            case "not":
                return not self.holds(args["of"], own)
            case "points_at_least":
                return self._enough(args, own)
            case "majority":
                side = self.seats(args["side"], own)
                return self.points(side) > self.points(self.others(side))
            case "tricks_won":
                return self._tricks(args, self.seats(args["side"], own))
            case "has_taken":
                return group(here.game, args["cards"]) <= self.cards(self.seats(args["side"], own))
            case "players":
                count = len(self.seats(args["who"], own))
                return count == args["exactly"] if "exactly" in args else count >= args["at_least"]
            case "in_talon":
                return any(card(here, args["card"]) in packet for packet in here.talon)
            case "card_wins_trick" | "card_in_trick":
                fell = self._fell(args["card"])
                if fell is None or fell[0] not in self.numbers(args["trick"]):
                    return False
                return condition.word == "card_in_trick" or self._winning(fell[0]) == fell[1]
            case "card_beaten_by":
                fell = self._fell(args["card"])
                return fell is not None and self._winning(fell[0]) == card(here, args["by"])
            case "dealt_to_one":
                return bool(dealt_all(here, args["cards"]))
            case "was_dealt":
                wanted = group(here.game, args["cards"])
                counts = [len(here.dealt[n] & wanted) for n in self.seats(args["who"], own)]
                if "exactly" in args:
                    return args["exactly"] in counts
                return max(counts, default=0) >= args["at_least"]
            case "is":
                who = self.seats(args["who"], own)
                return bool(who) and who <= self.seats(args["among"], own)
            case "announced":
                return any(bonus == args["item"] for bonus, _ in announced(here))
            case "wins_game":
                who = self.seats(args["side"], own)
                return bool(who) and who <= self.game_winners
            case "announced_by":
                announcers = {
                    word.seat for bonus, word in announced(here) if bonus == args["bonus"]
                }
                return bool(announcers & self.seats(args["side"], own))
            case "doubled":
                return any(level(here, args["item"], seat) for seat in self.everybody)
        raise NotImplementedError(condition.word)

    def _enough(self, args: Any, own: Seats) -> bool:
        """Whether a side has the points that it needs."""
        side, unit = self.seats(args["side"], own), self.position.game.unit
        if "by_declared" not in args:
            return self.points(side) >= args["points"] * unit + args.get("thirds", 0)
        needed = args["by_declared"].get(self.declared(side))
        if needed is None:
            raise Silent
        return self.points(side) >= needed * unit

    def _tricks(self, args: Any, side: Seats) -> bool:
        """Whether a side has won the tricks that it should."""
        won = [seat in side for seat in self.position.winners]
        if "exactly" in args:
            return sum(won) == args["exactly"]
        if "at_least" in args:
            return sum(won) >= args["at_least"]
        numbers = self.numbers(args["all_of"])
        return len(won) > max(numbers) and all(won[number] for number in numbers)


def _talon_in_order(position: Position) -> list[Card]:
    """The cards of the talon as they lay in the pack."""
    place = {each: number for number, each in enumerate(position.pack)}
    return sorted((each for packet in position.talon for each in packet), key=place.__getitem__)


def asks_each(condition: Condition) -> bool:
    """Whether a condition has to hold for each declarer alone."""
    for arg in condition.args.values():
        for part in arg if isinstance(arg, tuple) else (arg,):
            if isinstance(part, Condition) and asks_each(part):
                return True
            if isinstance(part, Role) and part.word == "each_declarer":
                return True
    return False


def over(position: Position) -> Outcome:
    """The outcome of a round that has been played."""
    return Outcome(position, declarers(position))
