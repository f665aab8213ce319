"""Upper limits of a rule set: the moves of a round, and the score of a seat.

Both are computed from the rules alone. No round need reach them, as some reasons for it to end
earlier are not considered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ..engine import CompiledGame, table
from ..engine.settlement import trumps_in_order
from ..model import Bonus, Contract, Game, Payment
from ..problems import WrongCall
from ..words.ladders import is_named


@dataclass(frozen=True, slots=True)
class RoundLimits:
    """Upper limits of a round that is no double round.

    >>> import zwanz_ssot
    >>> from zwanz_ssot.agents import round_limits
    >>> limits = round_limits(zwanz_ssot.load("zwanzigerrufen", "directnet"))
    >>> limits.score, limits.decisions == limits.moves
    (1668, True)
    """

    moves: int
    """Moves from the first cut to the last card."""
    decisions: int
    """Moves, and each time a seat declines to speak out of turn."""
    score: int
    """Points that one seat can win or lose."""


def round_limits(game: Game) -> RoundLimits:
    """The limits of a rule set. Raises `WrongCall` if contracts can be raised in a circle.

    >>> import zwanz_ssot
    >>> round_limits(zwanz_ssot.load("rufmariasch")).moves  # a cut, a call, 32 cards, 4 marriages
    38
    """
    compiled = table(game)
    by_step = [_LONGEST[name.partition(".")[0]](compiled, name) for name in game.order]
    moves = sum(by_step)
    waits = 0
    if compiled.speaks_out_of_turn:
        waits = by_step[game.order.index("play")] * (compiled.players - 1)
    score = max((_score(compiled, contract) for contract in compiled.contracts), default=0)
    return RoundLimits(moves, moves + waits, score)


# The most moves of each step


def _deal(compiled: CompiledGame, name: str) -> int:
    """A cut is one move; after a knock, all but the last player choose a stack."""
    cut = compiled.game.deals[name.partition(".")[2]].cut
    return 0 if cut is None else compiled.players if cut.knock else 1


def _misdeal(compiled: CompiledGame, name: str) -> int:
    asked = any(reason.thrown_in == "may" for reason in compiled.game.misdeal)
    return compiled.players if asked else 0


def _passing(compiled: CompiledGame, name: str) -> int:
    rules = compiled.game.passing
    return compiled.players * rules.cards if rules else 0


def _auction(compiled: CompiledGame, name: str) -> int:
    """Bids only rise: each contract is bid once, and held, joined and equalled at most once by each
    other player. Announcements and doubles may begin anew with every bid.
    """
    game, rules, others = compiled.game, compiled.game.auction, compiled.players - 1

    # Bids: ``bids`` counts all of them, ``takes`` those that take the game over, ``with_words``
    # those that announce something with them. ``times`` is how often the auction may be held.
    ladder = [game.contracts[contract] for contract in rules.ladder]
    times = 1 + len(rules.if_all_pass)
    holds = {"higher_or_held": 1, "higher_or_held_once": 1, "higher_or_senior": others}
    held = holds.get(rules.next_bid, 0)
    bids = takes = with_words = 0
    for contract in ladder:
        own = takers = 1 + held
        own += contract.joined.most if contract.joined else 0
        if rules.next_bid == "higher_or_equal" and is_named(contract.play.trump):
            own, takers = own + others + compiled.players, takers + others
        bids, takes = bids + own, takes + takers
        with_words += own if contract.announces_with_bid else 0

    # Announcements and doubles: by all players, or by the bidder alone.
    adds = bool({"announce", "double"} & set(rules.in_one_turn))
    every = len(compiled.moves.announces)
    announces = every * with_words
    if "announce" in rules.in_one_turn:
        announces += 2 * every * (takes if "announcements" in rules.overcall_cancels else 1)
    doubles = _doubles(compiled, 2 * every) if "double" in rules.in_one_turn else 0
    if "doubles" in rules.overcall_cancels or any(each.kontra for each in ladder):
        doubles *= takes
    opens = times if rules.opening == "placeholder" else 0
    numbers = (2 * len(rules.numbers) + compiled.players) * times if rules.numbers else 0
    words = bids + announces + doubles + opens

    # A pass closes each turn that may have several words. A turn without a word is a pass, too.
    closing = words if adds else with_words
    if rules.after_agreeing == "no_word":
        agreeing = compiled.players * times
    else:
        in_a_row = rules.ends_after_passes or compiled.players
        agreeing = compiled.players * times + words * (in_a_row - 1) + 1
    return words + numbers + closing + agreeing


def _doubles(compiled: CompiledGame, announced: int) -> int:
    """The most doubles: of the game (by all, or between each two), and of each announced bonus."""
    kontra = compiled.game.kontra
    if kontra is None:
        return 0
    items = 1 + (announced if "announcements" in kontra.doubles else 0)
    if any(contract.kontra == "individual" for contract in compiled.contracts):
        items += compiled.players - 1
    return len(kontra.levels) * items


def _naming(compiled: CompiledGame, name: str) -> int:
    return 1


def _call(compiled: CompiledGame, name: str) -> int:
    return bool(compiled.moves.trumps) + bool(compiled.moves.calls)


def _talon(compiled: CompiledGame, name: str) -> int:
    return 0


def _exchange(compiled: CompiledGame, name: str) -> int:
    """Choose a packet or concede, then discard as many cards as were taken."""
    longest = 0
    for contract in compiled.contracts:
        use = contract.talon
        if use is None or use.takes == "nothing":
            continue
        packets = use.packets or compiled.talon
        one = use.takes == "packet"
        longest = max(longest, 1 + max(packets, default=0) if one else sum(packets))
    return max(longest, 1 if compiled.moves.concedes else 0)


def _announcements(compiled: CompiledGame, name: str) -> int:
    rules = compiled.game.announcements
    assert rules is not None
    chain = _longest_chain(compiled, lambda it: (*it.raised_after_exchange, *it.becomes))
    announces = len(compiled.moves.announces) if "announce" in rules.in_one_turn else 0
    announces *= 2 if rules.speaks_for else 1
    items = 2 * len(compiled.moves.announces)
    doubles = _doubles(compiled, items) if "double" in rules.in_one_turn else 0
    words = chain + announces + doubles
    closing = 0 if rules.one_word else words
    return words + closing + words * (rules.ends_after_passes - 1) + rules.ends_after_passes + 1


def _play(compiled: CompiledGame, name: str) -> int:
    """Each card is played once; each pair is declared once by its holder."""
    game, players = compiled.game, compiled.players
    spoken = {word for contract in compiled.contracts for word in contract.play.says.words}
    words = 0
    if "declare" in spoken:
        words += len(compiled.moves.declares) * (1 if game.deck.copies == 1 else players)
    if "announce" in spoken:
        words += players * len(compiled.moves.announces)
    if "double" in spoken:
        words += _doubles(compiled, 2 * len(compiled.moves.announces))
    if "raise" in spoken:
        words += _longest_chain(compiled, lambda it: it.play.raised_to)
    return players * compiled.tricks + words


_LONGEST: Mapping[str, Callable[[CompiledGame, str], int]] = {
    "deal": _deal,
    "misdeal": _misdeal,
    "passing": _passing,
    "auction": _auction,
    "naming": _naming,
    "call": _call,
    "talon": _talon,
    "exchange": _exchange,
    "announcements": _announcements,
    "play": _play,
    "settlement": lambda compiled, name: 0,
}


def _longest_chain(compiled: CompiledGame, following: Callable[[Contract], Iterable[str]]) -> int:
    """The length of the longest chain of raised contracts."""
    contracts = compiled.game.contracts

    def length(contract: str, before: tuple[str, ...]) -> int:
        if contract in before:
            text = f"{compiled.game} lets {contract} be raised to itself"
            raise WrongCall(text, "so no round can be proved to end")
        further = (*before, contract)
        return max((1 + length(it, further) for it in following(contracts[contract])), default=0)

    return max((length(contract, ()) for contract in contracts), default=0)


# The highest score of a seat


def _score(compiled: CompiledGame, contract: Contract) -> int:
    """The most that a seat gets or pays in a contract: the game and all bonuses of both sides, with
    every double.
    """
    game = compiled.game
    shares = 1 if game.settlement.each_pays == "declarers_alone" else compiled.players - 1
    value = _value(compiled, contract)
    times = 1
    for each in contract.value_times:
        times *= max(1, each.times)
    most = _doubled(game, value * times, item=False) * shares
    for case in contract.payments:
        own = _case(compiled, case)
        most = max(most, _doubled(game, own * times, item=False))
    for bonus in game.bonuses.values():
        if bonus.counts_in(contract) or bonus.id in contract.must_announce:
            most += 2 * _bonus(game, contract, bonus) * shares
    return most


def _doubled(game: Game, value: int, *, item: bool) -> int:
    """A value after every level of kontra that counts in the score."""
    kontra = game.kontra
    if kontra is None or kontra.counts_in == "money":
        return value
    if item and "announcements" not in kontra.doubles:
        return value
    for _ in kontra.levels:
        value = (value + max(0, kontra.adds)) * max(1, kontra.times)
    return value


def _bonus(game: Game, contract: Contract, bonus: Bonus) -> int:
    """The most that a bonus of one side is worth, doubled if it is announced or replaces the
    game.
    """
    most = 0
    for announced in (False, True):
        amount = bonus.value.amount(announced=announced)
        if amount is None:
            continue
        instead = bonus.value.is_times_game(announced=announced)
        factor = max(contract.value, contract.lost_value) if instead else contract.bonus_factor
        worth = abs(amount) * max(1, factor)
        if announced or instead:
            worth = _doubled(game, worth, item=not instead)
        most = max(most, worth)
    return most


def _value(compiled: CompiledGame, contract: Contract) -> int:
    """The most that a contract is worth before it is multiplied."""
    if not contract.grows:
        return max(abs(contract.value), abs(contract.lost_value))
    value = abs(contract.base)
    if contract.per_top:
        value += contract.per_top * len(trumps_in_order(contract.play, compiled.game.deck))
    value += sum(max(0, each.adds) for each in contract.value_adds)
    steps = contract.per_difference
    if steps is not None:
        step = steps.points * compiled.unit
        value += (_most_points(compiled) // step + 1) * abs(steps.pays)
    if contract.overbid:
        value = max(value, max(compiled.game.auction.numbers, default=0) + contract.overbid)
    return value * max(1, contract.lost_times)


def _most_points(compiled: CompiledGame) -> int:
    """The points of all cards, the last trick and all declarations, in parts of a point."""
    pairs = compiled.game.declarations
    declared = 0
    for item, _ in compiled.moves.declares:
        points = pairs[item].points
        declared += max(abs(points.trump), abs(points.elsewhere)) * compiled.game.deck.copies
    worth = sum(abs(compiled.game.worth(card)) for card in compiled.game.deck.cards)
    return worth + abs(compiled.last_trick) + declared * compiled.unit


def _case(compiled: CompiledGame, case: Payment) -> int:
    """The most that a seat gets or pays in one case of the payments."""
    own = max((abs(share) for share in case.by_place), default=0)
    scored = 0
    for score in case.scores:
        amount = abs(score.gets) + abs(score.loses)
        if score.per:
            amount = amount * _most_points(compiled) // compiled.unit
        scored += amount + score.to_nearest
    return max(abs(case.total), own, scored)
