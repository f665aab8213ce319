"""Words about a round: what was said and played, and the result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..model import Game, Path, seats_in
from ..problems import to_write
from .cards import TrickSpan, span
from .facts import Facts
from .limits import (
    BEFORE_CARD,
    BONUS_WON,
    COUNTED,
    DECLARED,
    IN_AUCTION,
    OUTCOME,
    Args,
    Bounds,
    Moment,
    Remark,
    always,
    never,
    no_such_card,
    unfit,
)
from .premises import BONUSES_ANNOUNCED, KONTRA_RULES, TALON_LAID
from .registry import (
    BONUS,
    BY_DECLARED,
    CARD,
    CARD_OR_CALLED,
    CARDS,
    COUNT,
    ITEM,
    NUMBER,
    POINTS,
    ROLE,
    ROLE_OR_TIED,
    TRICK,
    Argument,
    Asks,
    Kind,
    Measure,
    Seats,
    Test,
    condition,
    every,
    optional,
)
from .roles import declarer, declarers, defenders, opponents_of, others, side_of, speaker

THIRDS = Argument(
    Kind.NUMBER,
    least=1,
    beside=True,
    text="And so many thirds of a point, where cards are counted in packets.",
)
Card = Callable[[Facts], int]
"""From a round to the index of a card, which may be the called one; -1 if none was called."""


# points


@condition(
    "points_at_least",
    asks=Asks.ROUND,
    moments=COUNTED,
    args={
        "side": ROLE_OR_TIED,
        "points": optional(POINTS),
        "thirds": optional(THIRDS),
        "by_declared": optional(BY_DECLARED),
    },
)
def points_at_least(
    side: Seats,
    points: int = 0,
    thirds: int = 0,
    by_declared: Callable[[int], int] | None = None,
) -> Test:
    """The side has taken at least so many card points, or as many as its declarations ask for."""
    if by_declared is None:
        least = points + thirds
        return lambda facts, own: facts.points(side(facts, own)) >= least
    needed = by_declared

    def holds(facts: Facts, own: int) -> bool:
        whose = side(facts, own)
        return facts.points(whose) >= needed(facts.declared(whose))

    return holds


@points_at_least.has_figures
def points_and_needed(
    side: Seats,
    points: int = 0,
    thirds: int = 0,
    by_declared: Callable[[int], int] | None = None,
) -> Measure:
    """The points of the side, and how many it needed."""
    least = points + thirds

    def figures(facts: Facts, own: int) -> dict[str, int]:
        whose = side(facts, own)
        taken = facts.points(whose)
        return {
            "points": taken,
            "needed": by_declared(facts.declared(whose)) if by_declared else least,
        }

    return figures


@points_at_least.has_limits
def _points_there_are(args: Args, bounds: Bounds) -> Iterator[Remark]:
    if "by_declared" in args:
        for other in ("points", "thirds"):
            if other in args:
                text = "how many points are needed is said twice"
                yield unfit(text, f"keep one of {other} and by_declared", at=(other,), key=True)
        return
    if "points" not in args:
        yield unfit("the number of points is missing", "add points", key=True)
        return
    unit, most = bounds.unit, bounds.most_points
    if args.get("thirds", 0) >= unit:
        text = f"a point has {unit} parts here" if unit > 1 else "cards are counted one by one here"
        yield unfit(text, "take thirds out, or see count.packets", at=("thirds",), key=True)
    points = args["points"] * unit + args.get("thirds", 0)
    if points > most:
        yield never(f"there are only {most // unit} card points in a round", at=("points",))
    elif points == 0:
        yield always("every side has 0 points or more", "write at least one", at=("points",))


_OTHER_SIDE = {declarers.name: defenders.name, defenders.name: declarers.name}


@points_at_least.never_with("points_at_least")
def _more_than_there_are(first: Args, second: Args, bounds: Bounds) -> bool:
    """Whether both sides together need more points than there are."""
    both = (first.get("points", 0) + second.get("points", 0)) * bounds.unit
    opposed = _OTHER_SIDE.get(first["side"].word) == second["side"].word
    return opposed and bool(both > bounds.most_points)


@condition("majority", asks=Asks.ROUND, moments=COUNTED, args={"side": ROLE})
def majority(side: Seats) -> Test:
    """The side has more card points than all others together."""

    def holds(facts: Facts, own: int) -> bool:
        whose = side(facts, own)
        return facts.points(whose) > facts.points(others(facts, whose))

    return holds


@majority.has_figures
def points_of_both(side: Seats) -> Measure:
    """The points of the side, and those of all others."""

    def figures(facts: Facts, own: int) -> dict[str, int]:
        whose = side(facts, own)
        return {"points": facts.points(whose), "others": facts.points(others(facts, whose))}

    return figures


# tricks


@condition(
    "tricks_won",
    asks=Asks.ROUND,
    moments=(*OUTCOME, DECLARED),
    args={
        "side": ROLE,
        "all_of": optional(TRICK),
        "exactly": optional(NUMBER),
        "at_least": optional(COUNT),
    },
)
def tricks_won(
    side: Seats,
    all_of: TrickSpan | None = None,
    exactly: int | None = None,
    at_least: int | None = None,
) -> Test:
    """The side has won so many tricks, or all of these."""
    if exactly is not None:
        return lambda facts, own: facts.won(side(facts, own)) == exactly
    if at_least is not None:
        least = at_least
        return lambda facts, own: facts.won(side(facts, own)) >= least
    assert all_of is not None
    if not all_of.single:
        count = len(all_of.numbers)
        return lambda facts, own: facts.won_first(side(facts, own), count)
    number = all_of.numbers[0]

    def won(facts: Facts, own: int) -> bool:
        winner = facts.winner_of(number)
        return winner >= 0 and bool(side(facts, own) >> winner & 1)

    return won


@tricks_won.has_figures
def tricks_and_needed(
    side: Seats,
    all_of: TrickSpan | None = None,
    exactly: int | None = None,
    at_least: int | None = None,
) -> Measure:
    """The tricks of the side, and how many it needed; nothing of one certain trick."""
    if all_of is not None and all_of.single:
        return lambda facts, own: {}
    several = len(all_of.numbers) if all_of is not None else 0
    wanted = next((each for each in (exactly, at_least) if each is not None), several)
    return lambda facts, own: {"tricks": facts.won(side(facts, own)), "needed": wanted}


def _left(facts: Facts) -> int:
    """The number of tricks still to be played."""
    return facts.tricks - facts.won((1 << facts.players) - 1)


@tricks_won.is_hopeless
def tricks_out_of_reach(
    side: Seats,
    all_of: TrickSpan | None = None,
    exactly: int | None = None,
    at_least: int | None = None,
) -> Test:
    """The tricks that are left do not suffice, or a trick too many is won or lost already."""
    if exactly is not None:
        count = exactly
        return lambda facts, own: not 0 <= count - facts.won(side(facts, own)) <= _left(facts)
    if at_least is not None:
        least = at_least
        return lambda facts, own: facts.won(side(facts, own)) + _left(facts) < least
    assert all_of is not None
    numbers = all_of.numbers

    def lost_one(facts: Facts, own: int) -> bool:
        whose = side(facts, own)
        winners = map(facts.winner_of, numbers)
        return any(winner >= 0 and not whose >> winner & 1 for winner in winners)

    return lost_one


@tricks_won.has_limits
def _tricks_there_are(args: Args, bounds: Bounds) -> Iterator[Remark]:
    for key in ("exactly", "at_least"):
        if args.get(key, 0) > bounds.tricks:
            yield never(f"a round has only {bounds.tricks} tricks", at=(key,))


# cards at the end, players


@condition("has_taken", asks=Asks.ROUND, moments=COUNTED, args={"side": ROLE, "cards": CARDS})
def has_taken(side: Seats, cards: int) -> Test:
    """The side has all of these at the end: in tricks, discards and its share of the talon."""
    return lambda facts, own: facts.taken_by(side(facts, own)) & cards == cards


@has_taken.has_figures
def taken_cards(side: Seats, cards: int) -> Measure:
    """The cards in question."""
    return lambda facts, own: {"cards": cards}


@condition(
    "players",
    asks=Asks.ROUND,
    moments=OUTCOME,
    args={"who": ROLE, "exactly": optional(NUMBER), "at_least": optional(COUNT)},
)
def players(who: Seats, exactly: int | None = None, at_least: int | None = None) -> Test:
    """So many players are meant."""
    if exactly is not None:
        return lambda facts, own: who(facts, own).bit_count() == exactly
    least = at_least or 0
    return lambda facts, own: who(facts, own).bit_count() >= least


@players.has_limits
def _players_there_are(args: Args, bounds: Bounds) -> Iterator[Remark]:
    for key in ("exactly", "at_least"):
        if args.get(key, 0) > bounds.players:
            yield never(f"a table has only {bounds.players} players", at=(key,))


@condition(
    "in_talon",
    asks=Asks.ROUND,
    moments=OUTCOME,
    args={"card": CARD_OR_CALLED},
    needs=(TALON_LAID,),
)
def in_talon(card: Card) -> Test:
    """The card lay in the talon."""

    def holds(facts: Facts, own: int) -> bool:
        index = card(facts)
        return index >= 0 and facts.in_talon(index)

    return holds


# how far the play has come


@condition("played", asks=Asks.ROUND, moments=(BEFORE_CARD,), args={"cards": CARDS}, bare=True)
def played(cards: int) -> Test:
    """One of these cards has been played, in an earlier trick or in this one."""
    return lambda facts, own: bool(facts.all_played() & cards)


@played.has_limits
def _never_played(args: Args, bounds: Bounds) -> Iterator[Remark]:
    yield from no_such_card(args)


@condition("this_trick", asks=Asks.ROUND, moments=(BEFORE_CARD,), args={"trick": TRICK}, bare=True)
def this_trick(trick: TrickSpan) -> Test:
    """The trick that is being played is among these."""
    numbers = trick.numbers
    return lambda facts, own: facts.tricks_done() in numbers


@this_trick.has_limits
def _any_trick(args: Args, bounds: Bounds) -> Iterator[Remark]:
    if len(span(args["trick"], bounds.tricks).numbers) == bounds.tricks:
        yield always("every trick is among these", key=True)


# a card in a trick


@condition(
    "card_wins_trick",
    asks=Asks.ROUND,
    moments=OUTCOME,
    args={"card": CARD_OR_CALLED, "trick": TRICK},
)
def card_wins_trick(card: Card, trick: TrickSpan) -> Test:
    """This very card wins the trick."""
    numbers = trick.numbers

    def holds(facts: Facts, own: int) -> bool:
        index = card(facts)
        number = facts.trick_of(index) if index >= 0 else -1
        return number in numbers and facts.winning_card(number) == index

    return holds


@condition(
    "card_in_trick",
    asks=Asks.ROUND,
    moments=OUTCOME,
    args={"card": CARD_OR_CALLED, "trick": TRICK},
)
def card_in_trick(card: Card, trick: TrickSpan) -> Test:
    """The card is played to the trick, whoever wins it."""
    numbers = trick.numbers

    def holds(facts: Facts, own: int) -> bool:
        index = card(facts)
        return index >= 0 and facts.trick_of(index) in numbers

    return holds


@card_wins_trick.has_figures
@card_in_trick.has_figures
def card_and_its_trick(card: Card, trick: TrickSpan) -> Measure:
    """The card, and the trick that it was played to."""

    def figures(facts: Facts, own: int) -> dict[str, int]:
        index = card(facts)
        return {"card": index, "trick": facts.trick_of(index)}

    return figures


@condition("card_beaten_by", asks=Asks.ROUND, moments=OUTCOME, args={"card": CARD, "by": CARD})
def card_beaten_by(card: int, by: int) -> Test:
    """The card falls in a trick that the other card wins."""

    def holds(facts: Facts, own: int) -> bool:
        number = facts.trick_of(card)
        return number >= 0 and facts.winning_card(number) == by

    return holds


@card_beaten_by.has_figures
def beaten_card(card: int, by: int) -> Measure:
    """The card that may be beaten, and the trick that it was played to."""
    return lambda facts, own: {"card": card, "trick": facts.trick_of(card)}


@card_beaten_by.has_limits
def _beaten_by_itself(args: Args, bounds: Bounds) -> Iterator[Remark]:
    if args["card"] == args["by"]:
        yield never("no card is beaten by itself", key=True)


# the deal, the sides, what was said


@condition("dealt_to_one", asks=Asks.ROUND, moments=OUTCOME, args={"cards": CARDS}, bare=True)
def dealt_to_one(cards: int) -> Test:
    """One player was dealt all of these."""
    return lambda facts, own: facts.holder_of_all(cards) >= 0


@dealt_to_one.has_figures
def dealt_cards(cards: int) -> Measure:
    """The cards, and the seat that was dealt them all."""
    return lambda facts, own: {"cards": cards, "seat": facts.holder_of_all(cards)}


@dealt_to_one.has_limits
def _more_than_a_hand(args: Args, bounds: Bounds) -> Iterator[Remark]:
    count, size = args["cards"].mask.bit_count(), bounds.hand_size
    if count > size:
        yield never(f"nobody is dealt {count} cards; a hand has {size}", key=True)
    yield from no_such_card(args)


@condition(
    "was_dealt",
    asks=Asks.ROUND,
    moments=OUTCOME,
    args={
        "who": ROLE,
        "cards": CARDS,
        "at_least": optional(COUNT),
        "exactly": optional(NUMBER),
    },
)
def was_dealt(
    who: Seats, cards: int, at_least: int | None = None, exactly: int | None = None
) -> Test:
    """One of these players was dealt so many of these cards."""

    def holds(facts: Facts, own: int) -> bool:
        hands = [facts.dealt_to(seat) & cards for seat in seats_in(who(facts, own))]
        if at_least is None:
            return any(hand.bit_count() == exactly for hand in hands)
        return any(hand.bit_count() >= at_least for hand in hands)

    return holds


@was_dealt.has_limits
def _dealt_in_a_hand(args: Args, bounds: Bounds) -> Iterator[Remark]:
    """A number that no hand reaches, or that every hand reaches."""
    count, size = args["cards"].mask.bit_count(), bounds.hand_size
    least, most = max(0, size - (len(bounds.deck.cards) - count)), min(count, size)
    for key in ("at_least", "exactly"):
        if args.get(key, 0) > most:
            yield never(f"nobody is dealt {args[key]} of them, at most {most}", at=(key,))
        elif args.get(key, least) < least and key == "exactly":
            yield never(f"everybody is dealt {least} of them or more", at=(key,))
    if args.get("at_least", least + 1) <= least:
        yield always(f"everybody is dealt {least} of them or more", at=("at_least",))
    yield from no_such_card(args)


@condition(
    "is",
    asks=Asks.ROUND,
    moments=(*OUTCOME, IN_AUCTION),
    args={"who": ROLE, "among": ROLE},
)
def belongs_to(who: Seats, among: Seats) -> Test:
    """These players belong to the side."""

    def holds(facts: Facts, own: int) -> bool:
        meant = who(facts, own)
        return meant != 0 and meant & ~among(facts, own) == 0

    return holds


@belongs_to.is_misplaced
def _side_not_known(args: Args, moment: Moment) -> tuple[Path, str, str] | None:
    """Before the play a speaker does not know the sides of others."""
    if moment is not IN_AUCTION or args["who"].word in (speaker.name, declarer.name):
        return None
    return ("who",), "speakers know only their own side for certain", to_write("speaker")


@belongs_to.has_limits
def _certain_side(args: Args, bounds: Bounds) -> Iterator[Remark]:
    who, among = args["who"], args["among"]
    if who.word == among.word and who.arg is None:
        yield always(f"the {who.word} are always among the {among.word}", key=True)
    elif who.word == declarer.name and among.word in _OTHER_SIDE:
        note, how = (always, "always") if among.word == declarers.name else (never, "never")
        yield note(f"the declarer is {how} among the {among.word}", key=True)


@condition(
    "doubled",
    asks=Asks.ROUND,
    moments=(*OUTCOME, IN_AUCTION),
    args={"item": ITEM},
    bare=True,
    needs=(KONTRA_RULES,),
)
def doubled(item: Sequence[int]) -> Test:
    """The game, or a bonus of either side, has been doubled."""
    if len(item) == 1:
        (only,) = item
        return lambda facts, own: facts.level(only) > 0
    ours, theirs = item
    return lambda facts, own: facts.level(ours) > 0 or facts.level(theirs) > 0


@condition(
    "announced",
    asks=Asks.ROUND,
    moments=(*OUTCOME, IN_AUCTION),
    args={"item": BONUS},
    bare=True,
    needs=(BONUSES_ANNOUNCED,),
)
def announced(item: int) -> Test:
    """The bonus has been announced, by either side."""
    return lambda facts, own: facts.announced_by(item) > 0


@condition("wins_game", asks=Asks.ROUND, moments=(BONUS_WON,), args={"side": ROLE}, bare=True)
def wins_game(side: Seats) -> Test:
    """These players are on the side that wins the game, whoever is paid for it."""

    def holds(facts: Facts, own: int) -> bool:
        meant = side(facts, own)
        return meant != 0 and not meant & ~facts.game_winners

    return holds


@condition(
    "announced_by",
    asks=Asks.ROUND,
    moments=(*OUTCOME, IN_AUCTION),
    args={"side": ROLE, "bonus": BONUS},
    needs=(BONUSES_ANNOUNCED,),
)
def announced_by(side: Seats, bonus: int) -> Test:
    """One of these players has announced the bonus."""
    return lambda facts, own: facts.announced_by(bonus) & side(facts, own) != 0


@announced_by.is_misplaced
def _announcers_not_known(args: Args, moment: Moment) -> tuple[Path, str, str] | None:
    """Before the play a speaker knows sides only in relation to himself."""
    of = args["side"].arg
    own = args["side"].word in (side_of.name, opponents_of.name) and of is not None
    if moment is not IN_AUCTION or (own and getattr(of, "word", "") == speaker.name):
        return None
    hint = "write {side_of: speaker} or {opponents_of: speaker}"
    return ("side",), "speakers know only their own side for certain", hint


def announcers_show_sides(game: Game) -> bool:
    """Whether everybody learns the side of whoever announces a bonus: from doubles that name its
    side or, in the play, from conditions that ask which side has announced.

    >>> import zwanz_ssot
    >>> announcers_show_sides(zwanz_ssot.load("zwanzigerrufen", "directnet"))
    True
    """
    said = [word for contract in game.contracts.values() for word in contract.play.says.words]
    if "announce" not in said:
        return game.doubles_name_sides
    kontra = game.kontra
    doubled = "double" in said and kontra is not None and "announcements" in kontra.doubles
    return (doubled and game.doubles_name_sides) or any(
        part.word == announced_by.name
        for bonus in game.bonuses.values()
        if bonus.announce_if is not None
        for part in every(bonus.announce_if)
    )
