"""Mistakes that programmers of a game make: what is wrong, the file of the second implementation,
and a line of it as it is and as it becomes.
"""

from __future__ import annotations

from typing import NamedTuple


class Mistake(NamedTuple):
    """A mistake, and the change that makes it."""

    what: str
    file: str
    was: str
    becomes: str


def put(what: str, file: str, was: str, part: str, becomes: str) -> Mistake:
    """A mistake in a part of a line; the part need not be unique in the file."""
    assert was.count(part) == 1
    return Mistake(what, file, was, was.replace(part, becomes))


_VALUE = "    value = bonus.value.amount(announced=announced)"


def valued(bonus: str, when: str, adds: int) -> Mistake:
    """A mistake in the value of a bonus, announced or not."""
    much = "more" if adds > 0 else "less"
    return Mistake(
        f"{'an announced' if when == ANNOUNCED else 'a silent'} {bonus} is worth {abs(adds)} {much}",
        "settling.py",
        _VALUE,
        f'{_VALUE} or 0\n    value += {adds} * (bonus.id == "{bonus}" and {when})',
    )


SILENT, ANNOUNCED = "not announced", "announced"
_POINTS = 'return self.points(side) >= args["points"] * unit + args.get("thirds", 0)'
_TRICK_CONDITION = "if rule.when is not None and not trick_is(position, rule.when, trick):"

CUT = put(
    "a cut leaves a card less",
    "dealing.py",
    "range(cut.leaves, len(position.pack) - cut.leaves + 1)",
    "range(cut.leaves,",
    "range(cut.leaves - 1,",
)
LAST_CALL = put(
    "the last card that may be called is forgotten",
    "bids.py",
    "every = [every_card[index] for index in call.cards]",
    "call.cards",
    "call.cards[:-1]",
)
HELD_IS_CALLED = put(
    "a card of one's own hand is called",
    "bids.py",
    "found = [card for card in every if card not in has]",
    " if card not in has",
    "",
)
REQUIRES_LESS = put(
    "a hand needs a card less for its bid",
    "roles.py",
    "(least is None or count >= least)",
    "count >= least",
    "count >= least - 1",
)
NO_TRUMPING = put(
    "who is void need not play a trump",
    "playing.py",
    'if rung.word == "any_card":',
    '== "any_card"',
    'in ("any_card", "trump")',
)
ANY_LEAD = put(
    "anything is led in a suit game",
    "playing.py",
    "whole = play.follow if position.table else play.lead",
    "else play.lead",
    "else play.lead[-1:]",
)
NO_SPECIAL_TRICK = put(
    "the Trull in one trick is a trick as any other",
    "cards.py",
    _TRICK_CONDITION,
    " and not trick_is(position, rule.when, trick)",
    "",
)
SPECIAL_ON_PLAIN = put(
    "the Pagat wins the Trull in a suit game also on a plain lead",
    "cards.py",
    'return trick[0][1] in group(game, args["cards"])',
    'trick[0][1] in group(game, args["cards"])',
    "True",
)
TRUMPS_EVERYWHERE = put(
    "a trump wins wherever another contract says otherwise",
    "cards.py",
    "for rule in play_of(position).wins:",
    "play_of(position)",
    "position.game.play",
)
FIRST_LEAD = put(
    "somebody else leads",
    "playing.py",
    "return position.turn_of(one(position, play_of(position).first_lead))",
    "one(position, play_of(position).first_lead)",
    "position.next(one(position, play_of(position).first_lead))",
)
MISSED_IS_FREE = put(
    "a missed announcement is free",
    "settling.py",
    'if not won and settlement.missed_announcement != "counts_for_opponents":',
    ' and settlement.missed_announcement != "counts_for_opponents"',
    "",
)
NO_BONUS_FACTOR = put(
    "a Solo does not multiply bonuses",
    "settling.py",
    "value *= contract.bonus_factor",
    "contract.bonus_factor",
    "1",
)
UNDOUBLED_BONUS = put(
    "a doubled announcement counts once",
    "settling.py",
    "doubled, duels = _own_doubling(outcome, bonus.id, own, side) if announced else 0, False",
    "_own_doubling(outcome, bonus.id, own, side) if announced else 0",
    "0",
)
ONE_LEVEL_LESS = put(
    "a bonus is doubled once less than the game",
    "announcing.py",
    "if doubled >= _levels(position) or",
    "_levels(position)",
    "_levels(position) - (item != GAME)",
)
ANYBODY_ANNOUNCES = put(
    "anybody announces the bonus of a card",
    "announcing.py",
    "if bonus.announced_by is not None and speaker not in seats(",
    "bonus.announced_by is not None",
    "False",
)
ALWAYS_ANNOUNCED = put(
    "nothing has to hold for an announcement",
    "announcing.py",
    "return holds(position, bonus.announce_if, speaker) and not is_announced(position, bonus.id)",
    "holds(position, bonus.announce_if, speaker) and ",
    "",
)
IN_EVERY_CONTRACT = put(
    "a bonus counts in every contract",
    "settling.py",
    "or (bonus.contracts and contract.id not in bonus.contracts):",
    "bonus.contracts and contract.id",
    "False and contract.id",
)
BESIDE = "(other in sides_with and settlement.silent_beside_announced != "
NEVER_PASSED = put(
    "a pass is not for good",
    "auction.py",
    'if position.game.auction.after_agreeing != "no_word":',
    'position.game.auction.after_agreeing != "no_word"',
    "True",
)

AFTER_ALL = put(
    "a Rufer is bid before all have passed",
    "bids.py",
    'if contract.only == "after_all_passed" and',
    'contract.only == "after_all_passed"',
    "False",
)
THREE_PASSES = put(
    "three passes end the auction",
    "auction.py",
    "enough = _silent(position) >= auction.ends_after_passes",
    "auction.ends_after_passes",
    "auction.ends_after_passes - 1",
)
ANY_DISCARD = put(
    "anything is discarded",
    "exchanging.py",
    "if here := hand & group(position.game, rung.cards):",
    "hand & group(position.game, rung.cards)",
    "hand",
)
PLAYED_ON = put(
    "a lost negative game is played to the end",
    "playing.py",
    'if contract.play.ends_when != "aim_failed" or aim is None:',
    'contract.play.ends_when != "aim_failed"',
    "True",
)
LAID_OTHER_WAY = put(
    "the talon of the Trischaken lies the other way round",
    "outcome.py",
    "pairs = zip(here.winners, laid, strict=False)",
    "laid",
    "laid[::-1]",
)
NO_THIRDS = put("35 points win", "outcome.py", _POINTS, 'args.get("thirds", 0)', "0")
TOO_MANY_THIRDS = put(
    "36 points are needed",
    "outcome.py",
    _POINTS,
    'args.get("thirds", 0)',
    '3 * ("thirds" in args)',
)
HALF_THE_THIRDS = put(
    "35 and a third win",
    "outcome.py",
    _POINTS,
    'args.get("thirds", 0)',
    'args.get("thirds", 0) // 2',
)
BESIDE_ANNOUNCED = put(
    "a silent bonus counts beside the same announced by the others",
    "settling.py",
    f'{BESIDE}"counts")',
    "other in sides_with",
    "False",
)
NOBODY_BEATS = put(
    "nobody has to beat", "playing.py", 'if beat == "never":', 'beat == "never"', "True"
)
