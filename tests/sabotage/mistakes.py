"""Mistakes as they are made when a game is programmed: what is wrong, the file of the second
implementation, and one line of it as it is and as it becomes.
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
    """A mistake in a part of a line, which alone need not be the only one of its kind."""
    assert was.count(part) == 1
    return Mistake(what, file, was, was.replace(part, becomes))


_VALUE = "    value = bonus.value.amount(announced=said)"


def valued(bonus: str, said: str, adds: int) -> Mistake:
    """A bonus that is worth more or less, announced or not."""
    much = "more" if adds > 0 else "less"
    return Mistake(
        f"{'an announced' if said == 'said' else 'a silent'} {bonus} is worth {abs(adds)} {much}",
        "settling.py",
        _VALUE,
        f'{_VALUE} or 0\n    value += {adds} * (bonus.id == "{bonus}" and {said})',
    )


SILENT, SAID = "not said", "said"
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
    "doubled, duels = _own_doubling(outcome, bonus.id, own, side) if said else 0, False",
    "_own_doubling(outcome, bonus.id, own, side) if said else 0",
    "0",
)
ONE_LEVEL_LESS = put(
    "a bonus is doubled once less than the game",
    "announcing.py",
    "if said >= _levels(position) or",
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
    "return holds(position, bonus.announce_if, speaker) and not said_already(position, bonus.id)",
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
BESIDE = "(other in said and settlement.silent_beside_announced != "
NEVER_PASSED = put(
    "a pass is not for good",
    "auction.py",
    'if position.game.auction.after_agreeing != "no_word":',
    'position.game.auction.after_agreeing != "no_word"',
    "True",
)

WIKIPEDIA = [
    CUT,
    put(
        "the cutter takes the first stack",
        "dealing.py",
        "            one(position, _step(position).first)\n",
        "_step(position).first",
        "_step(position).cut.by",
    ),
    put(
        "a hand with one tarock is kept",
        "dealing.py",
        'if reason.thrown_in == "may" and holds(position, asked, seat):',
        "holds(position, asked, seat)",
        "False",
    ),
    put(
        "a hand with a single Trull card is kept",
        "dealing.py",
        'if reason.thrown_in == "may" and holds(position, asked, seat):',
        "holds(position, asked, seat)",
        "holds(position, asked, seat) and not {each.id for each in position.hands[seat]} "
        '& {"T-I", "T-XXI", "T-Sk"}',
    ),
    put(
        "a hand without tarock is kept",
        "dealing.py",
        'if reason.thrown_in == "must" and holds(position, reason.when):',
        "holds(position, reason.when)",
        "False",
    ),
    LAST_CALL,
    put(
        "any of the high tarocks is called",
        "bids.py",
        'return (found[:1] if call.choose == "first_not_held" else found) + own',
        'found[:1] if call.choose == "first_not_held" else found',
        "found",
    ),
    REQUIRES_LESS,
    NO_TRUMPING,
    ANY_LEAD,
    put(
        "the Sküs is the lowest tarock",
        "cards.py",
        "return min(of_suit, key=lambda each: ranks(position, suit).index(each.rank))",
        "lambda each: ranks(position, suit).index(each.rank)",
        'lambda each: (each.rank == "Sk", ranks(position, suit).index(each.rank))',
    ),
    TRUMPS_EVERYWHERE,
    NO_SPECIAL_TRICK,
    SPECIAL_ON_PLAIN,
    put(
        "the game is won with 44",
        "outcome.py",
        _POINTS,
        _POINTS,
        f'{_POINTS} - (args["points"] == 45)',
    ),
    put(
        "the game is won with 46",
        "outcome.py",
        _POINTS,
        _POINTS,
        f'{_POINTS} + (args["points"] == 45)',
    ),
    put(
        "an Absolut needs 55", "outcome.py", _POINTS, _POINTS, f'{_POINTS} - (args["points"] == 56)'
    ),
    put(
        "an Absolut needs 57", "outcome.py", _POINTS, _POINTS, f'{_POINTS} + (args["points"] == 56)'
    ),
    put(
        "a King counts 5",
        "outcome.py",
        "total = sum(game.worth(each) for each in game.deck.cards if each.id in taken)",
        "game.worth(each)",
        'game.worth(each) + (each.rank == "K")',
    ),
    valued("trull", SILENT, 1),
    valued("four_kings", SILENT, -1),
    valued("valat", SILENT, -1),
    valued("absolut", SAID, 1),
    valued("pagat_ultimo", SAID, 1),
    put(
        "the capture of the Mond goes to the side that lost it",
        "outcome.py",
        "return self.others(self.side(inner)) if inner else frozenset()",
        "self.others(self.side(inner))",
        "self.side(inner)",
    ),
    put(
        "a silent Pagat is never lost",
        "settling.py",
        "elif bonus.lost is not None and outcome.holds(bonus.lost, own):",
        "bonus.lost is not None",
        "False",
    ),
    MISSED_IS_FREE,
    NO_BONUS_FACTOR,
    UNDOUBLED_BONUS,
    ONE_LEVEL_LESS,
    put(
        "an announced Absolut does not say Kontra",
        "items.py",
        "return kontra.implied_by.get(rest[0]) == GAME and rules",
        "kontra.implied_by.get(rest[0]) == GAME",
        'kontra.implied_by.get(rest[0]) == GAME and rest[0] != "absolut"',
    ),
    put(
        "an announced Valat does not say Kontra",
        "items.py",
        "return kontra.implied_by.get(rest[0]) == GAME and rules",
        "kontra.implied_by.get(rest[0]) == GAME",
        'kontra.implied_by.get(rest[0]) == GAME and rest[0] != "valat"',
    ),
    ANYBODY_ANNOUNCES,
    ALWAYS_ANNOUNCED,
    put(
        "nothing silent counts beside the same announced by the others",
        "settling.py",
        f'{BESIDE}"counts")',
        ' and settlement.silent_beside_announced != "counts"',
        "",
    ),
    IN_EVERY_CONTRACT,
    put(
        "a higher bid leaves standing what was announced and doubled",
        "items.py",
        "gone = [begin for kind in cancels for begin in begins[kind]]",
        "[begin for kind in cancels for begin in begins[kind]]",
        "[]",
    ),
    put(
        "a pass is for good",
        "auction.py",
        'if position.game.auction.after_agreeing != "no_word":',
        'position.game.auction.after_agreeing != "no_word"',
        "False",
    ),
    put(
        "three passes end the auction",
        "auction.py",
        "enough = _silent(position) >= auction.ends_after_passes",
        "auction.ends_after_passes",
        "auction.ends_after_passes - 1",
    ),
    put(
        "a bid may be lower than the last one",
        "bids.py",
        "return mine > highest",
        "mine > highest",
        "True",
    ),
]

WIEN = [
    CUT,
    LAST_CALL,
    HELD_IS_CALLED,
    put(
        "who holds all Kings calls no Queen",
        "bids.py",
        "    if not found:\n",
        "not found",
        "False",
    ),
    REQUIRES_LESS,
    put(
        "a Rufer is bid before all have passed",
        "bids.py",
        'if contract.only == "after_all_passed" and',
        'contract.only == "after_all_passed"',
        "False",
    ),
    put(
        "the packet that was left counts for the declarers",
        "outcome.py",
        "                to = sides[use.counts_for]\n",
        "use.counts_for",
        '"declarers"',
    ),
    put(
        "the packet of the called King counts for the defenders",
        "outcome.py",
        "if use.packet_of_called_card and here.called in packet:",
        "use.packet_of_called_card",
        "False",
    ),
    put(
        "discards count for the defenders",
        "outcome.py",
        "to = sides.get(counts_for)",
        "counts_for)",
        '"defenders")',
    ),
    put(
        "anything is discarded",
        "exchanging.py",
        "if here := hand & group(position.game, rung.cards):",
        "hand & group(position.game, rung.cards)",
        "hand",
    ),
    put(
        "a suit game needs no suit cards",
        "exchanging.py",
        "if keeps is None:",
        "keeps is None",
        "True",
    ),
    put(
        "no game is given up",
        "exchanging.py",
        'if exchange.called_card_in_talon != "may_be_conceded" or not in_talon:',
        "not in_talon",
        "True",
    ),
    put(
        "who gives up a game with a bird pays the game alone",
        "settling.py",
        'for bonus in named if verb == "concede" else ():',
        'named if verb == "concede" else ()',
        "()",
    ),
    put("nobody has to beat", "playing.py", 'if beat == "never":', 'beat == "never"', "True"),
    put(
        "cards are not kept back",
        "playing.py",
        "        and position.mover in seats(position, rule.by, position.mover)\n        and (rule",
        "position.mover in seats(position, rule.by, position.mover)",
        "False",
    ),
    put(
        "the Pagat of a negative game is not kept to the last",
        "playing.py",
        "(position.hand - {each}) & group(position.game, rule.while_holding)",
        "group(position.game, rule.while_holding)",
        "frozenset()",
    ),
    put(
        "an announced bird may be played a trick too early",
        "playing.py",
        "len(position.tricks) + 1 < rule.before_trick",
        "+ 1 <",
        "+ 2 <",
    ),
    put(
        "an announced bird need not be played in its trick",
        "playing.py",
        "    if due is not None:\n",
        "due is not None",
        "False",
    ),
    put(
        "any of several birds goes first",
        "playing.py",
        "return cards - frozenset(waiting[1:])",
        "waiting[1:]",
        "()",
    ),
    NO_SPECIAL_TRICK,
    SPECIAL_ON_PLAIN,
    TRUMPS_EVERYWHERE,
    NO_TRUMPING,
    ANY_LEAD,
    put(
        "a losing forehand pays all, not those without a trick",
        "settling.py",
        "(each for each in contract.payments if outcome.holds(each.when, claimants))",
        "contract.payments",
        "contract.payments[1:]",
    ),
    put(
        "the talon of the Trischaken lies the other way round",
        "outcome.py",
        "pairs = zip(here.winners, laid, strict=False)",
        "laid",
        "laid[::-1]",
    ),
    put(
        "of two who tie one loses",
        "outcome.py",
        "return frozenset(s for s, points in each.items() if points == max(each.values()))",
        "(s for s, points in each.items() if points == max(each.values()))",
        "(sorted(s for s, points in each.items() if points == max(each.values()))[:1])",
    ),
    put(
        "fewer tricks will do",
        "outcome.py",
        'return sum(won) == args["exactly"]',
        "==",
        "<=",
    ),
    put(
        "a lost negative game is played to the end",
        "playing.py",
        'return contract.play.ends_when == "aim_failed" and aim',
        'contract.play.ends_when == "aim_failed"',
        "False",
    ),
    put(
        "one opponent's Kontra counts for all",
        "settling.py",
        "times = max(doubled, level(position, GAME, seat))",
        "level(position, GAME, seat)",
        "*(level(position, GAME, each) for each in outcome.everybody)",
    ),
    put(
        "a King Ultimo needs no trick",
        "outcome.py",
        'return all(self.holds(each, own) for each in args["of"])',
        "all(",
        "any(",
    ),
    valued("trull", SAID, 1),
    valued("uhu", SAID, 1),
    valued("kakadu", SILENT, 1),
    valued("quapil", SILENT, 1),
    valued("four_kings", SILENT, 1),
    valued("valat", SILENT, 1),
    valued("valat", SAID, 1),
    put(
        "a silent Valat leaves the game doubled",
        "settling.py",
        'if here and void.item in ("", item) and outcome',
        "here and",
        'here and item != "game" and',
    ),
    put(
        "a Valat stands beside Trull and Four Kings",
        "settling.py",
        "silent = not other.announced and other.item in bonus.replaces_silent",
        "not other.announced and other.item in bonus.replaces_silent",
        "False",
    ),
    NO_BONUS_FACTOR,
    put(
        "a lost Sechserdreier costs what a won one brings",
        "settling.py",
        "plain = contract.value if won else contract.lost_value",
        " if won else contract.lost_value",
        "",
    ),
    put(
        "a double is never too late",
        "announcing.py",
        "return not any(last < turn < position.turn for turn in turns)",
        "not any(last < turn < position.turn for turn in turns)",
        "True",
    ),
    put(
        "bonuses are announced in later turns, too",
        "speaking.py",
        'after.each_announces == "first_turn" and earlier',
        'after.each_announces == "first_turn"',
        "False",
    ),
    put(
        "the bird of a Pagatrufer need not be announced",
        "speaking.py",
        "if position.mover != position.declarer or _announced_due(position):",
        "_announced_due(position)",
        "True",
    ),
    put(
        "a silent bonus counts beside the same announced by the others",
        "settling.py",
        f'{BESIDE}"counts")',
        "other in said",
        "False",
    ),
    put("35 points win", "outcome.py", _POINTS, 'args.get("thirds", 0)', "0"),
    put(
        "36 points are needed",
        "outcome.py",
        _POINTS,
        'args.get("thirds", 0)',
        '3 * ("thirds" in args)',
    ),
    put(
        "35 and a third win",
        "outcome.py",
        _POINTS,
        'args.get("thirds", 0)',
        'args.get("thirds", 0) // 2',
    ),
    put(
        "doubles count in the written score",
        "settling.py",
        'return kontra is not None and kontra.counts_in == "money"',
        'kontra is not None and kontra.counts_in == "money"',
        "False",
    ),
    ONE_LEVEL_LESS,
    UNDOUBLED_BONUS,
    MISSED_IS_FREE,
    ANYBODY_ANNOUNCES,
    ALWAYS_ANNOUNCED,
    IN_EVERY_CONTRACT,
    FIRST_LEAD,
]

ANRUFEN = [
    CUT,
    HELD_IS_CALLED,
    LAST_CALL,
    put(
        "all pass once, and it is dealt again",
        "auction.py",
        "after = position.game.auction.if_all_pass[position.chance]",
        "[position.chance]",
        "[-1]",
    ),
    NEVER_PASSED,
    put(
        "no bid is as high as the last one",
        "bids.py",
        'settles = auction.next_bid == "higher_or_equal" and',
        'auction.next_bid == "higher_or_equal"',
        "False",
    ),
    put(
        "No Tricks is bid a second time",
        "bids.py",
        'and contract.play.trump.word == "named"\n',
        'contract.play.trump.word == "named"',
        "True",
    ),
    put(
        "the lower suit settles equal bids",
        "bids.py",
        "winner = later if order.index(suits[later]) < order.index(suits[earlier]) else earlier",
        "<",
        ">",
    ),
    put(
        "of the same suit named twice the later bid stands",
        "bids.py",
        "winner = later if order.index(suits[later]) < order.index(suits[earlier]) else earlier",
        "<",
        "<=",
    ),
    NO_TRUMPING,
    put("nobody has to beat", "playing.py", 'if beat == "never":', 'beat == "never"', "True"),
    put(
        "a trump need not be beaten",
        "playing.py",
        'each for each in cards if beat == "if_possible" or',
        'beat == "if_possible" or',
        "",
    ),
    put(
        "the last trick counts nothing",
        "outcome.py",
        "total += game.count.last_trick * game.unit",
        "game.count.last_trick",
        "0",
    ),
    put(
        "a marriage in trumps counts 20",
        "cards.py",
        "return rule.points.trump if in_trumps else rule.points.elsewhere",
        "rule.points.trump if in_trumps else ",
        "",
    ),
    put(
        "no card of a marriage has to be led",
        "playing.py",
        "if tied := bound(position) & cards:",
        "tied := bound(position) & cards",
        "(tied := bound(position) & cards) and False",
    ),
    put(
        "a marriage is declared by who does not lead",
        "playing.py",
        "words |= set(says.when_leading if not position.table else ())",
        " if not position.table else ()",
        "",
    ),
    put(
        "Contra is said in the second trick",
        "playing.py",
        "return range(1, tricks.count + 1)",
        "+ 1",
        "+ 2",
    ),
    put(
        "Contra waits for its turn",
        "playing.py",
        "        if seat != position.seat:\n",
        "seat != position.seat",
        "False",
    ),
    put(
        "Contra doubles",
        "settling.py",
        "value = (value + kontra.adds) * kontra.times",
        "(value + kontra.adds) * kontra.times",
        "value * 2",
    ),
    put(
        "the bidder raises his own game",
        "playing.py",
        "        and position.mover != position.declarer\n",
        "position.mover != position.declarer",
        "True",
    ),
    put(
        "a game is raised after the first trick",
        "playing.py",
        "words |= set(says.first_trick if not position.tricks else ())",
        " if not position.tricks else ()",
        "",
    ),
    put(
        "a game is raised by one step alone",
        "playing.py",
        'found += [f"raise {contract}" for contract in play_of(position).raised_to]',
        "raised_to",
        "raised_to[:1]",
    ),
    put(
        "a Hundred needs 110",
        "outcome.py",
        _POINTS,
        'args["points"] * unit',
        '(args["points"] + 10) * unit',
    ),
    put(
        "a Hundred needs 90",
        "outcome.py",
        _POINTS,
        'args["points"] * unit',
        '(args["points"] - 10) * unit',
    ),
    put(
        "No Tricks is won with one",
        "outcome.py",
        'return sum(won) == args["exactly"]',
        "==",
        "<= 1 +",
    ),
    put(
        "All Tricks is won with five",
        "outcome.py",
        "return len(won) > max(numbers) and all(won[number] for number in numbers)",
        "all(won[number] for number in numbers)",
        "sum(won) >= 5",
    ),
    put(
        "All Tricks with Hundred needs one of the two",
        "outcome.py",
        'return all(self.holds(each, own) for each in args["of"])',
        "all(",
        "any(",
    ),
    put(
        "All Tricks with Hundred is worth 4",
        "settling.py",
        "plain = contract.value if won else contract.lost_value",
        "contract.value if won else contract.lost_value",
        'contract.value + (contract.id == "all_tricks_hundred")',
    ),
    FIRST_LEAD,
]

LISTS: dict[tuple[str, str], list[Mistake]] = {
    ("zwanzigerrufen", "wikipedia"): WIKIPEDIA,
    ("koenigrufen", "wien"): WIEN,
    ("anrufen", "base"): ANRUFEN,
}
"""The mistakes of each rule set in which they are tried."""
