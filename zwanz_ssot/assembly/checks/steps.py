"""Checks seats, deal, talon, exchange, announcements and the order of the steps."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from ...model import SEATS, SIDES, Condition, Contract, Cut, Discard, Game, Path, Role, TalonUse
from ...model.cards import bits
from ...problems import to_write
from ...words.cards import CALLED, hand_has
from ...words.joints import ANY
from ...words.registry import RoleFact, role_is
from ...words.roles import dealer, fixed_seat, innermost
from ..resolver import CheckContext

_WHOLE = ("all", "shared")
"""The ways to take the talon that leave nothing of it."""
_STEPS = (
    "misdeal",
    "passing",
    "auction",
    "call",
    "talon",
    "exchange",
    "announcements",
    "play",
    "settlement",
    "naming",
)


def check_table(context: CheckContext) -> None:
    """Note a table, a deal or an order that cannot be played."""
    _seats(context)
    _deal(context)
    _misdeal(context)
    _passing(context)
    _order(context)
    _call(context)


def _seats(context: CheckContext) -> None:
    table = context.game.table
    if table.players > len(SEATS):
        context.unfit((*table.at, "players"), f"at most {len(SEATS)} can play, not {table.players}")
    elif context.sound(table.forehand.at) and (
        fixed_seat(table.forehand, table.players) != 0
        or innermost(table.forehand).word != dealer.name
    ):
        text = "the forehand is always the player after the dealer"
        context.unfit(table.forehand.at, text, "write {next_to: dealer}", key=True)


def _deal(context: CheckContext) -> None:
    game, cards = context.game, len(context.deck.cards)
    talon = sum(game.talon.packets) if game.talon else 0
    dealt = game.hand_size * game.table.players + talon
    last = list(game.deals.values())[-1:]
    here: Path = (*last[0].at, "packets") if last else ("deal",)
    if dealt != cards:
        middle = ""
        if game.talon:
            middle = (
                f" and {talon} laid in the middle (talon.packets: {_listed(game.talon.packets)})"
            )
        text = (
            f"{game.table.players} times {game.hand_size} cards are dealt{middle}, {dealt} in all, "
        )
        text += f"but the pack has {cards}"
        each, rest = divmod(cards - talon, game.table.players)
        context.unfit(here, text, "" if rest else f"deal each of them {each}", key=True)
    laid = sum(step.packets.count(0) for step in game.deals.values())
    if laid != (1 if game.talon else 0):
        hint = "write talon once among the packets, and under talon what lies there"
        context.unfit(here, f"the talon is laid {laid} times", hint, key=True)
    for number, step in enumerate(game.deals.values()):
        if step.cut:
            _cut(context, step.cut, number)


def _listed(packets: Iterable[int]) -> str:
    return ", ".join(map(str, packets))


def _cut(context: CheckContext, cut: Cut, number: int) -> None:
    game, cards = context.game, len(context.deck.cards)
    if 2 * cut.leaves > cards:
        text = f"{cards} cards cannot be cut into two parts of {cut.leaves} or more"
        context.never((*cut.at, "leaves"), text)
    if number:
        context.unfit(
            cut.at,
            "the pack is cut before the first card is dealt",
            "move it to the first dealing",
            key=True,
        )
    if cut.knock and (game.talon or len(game.deals) > 1):
        text = "the pack is dealt in stacks after a knock, so "
        text += "it must go to the players whole and at once"
        context.unfit((*cut.at, "knock"), text, "take it out")


def _misdeal(context: CheckContext) -> None:
    """Note what some hand holds in every deal, where the cards then have to be thrown in."""
    game = context.game
    for reason in game.misdeal:
        if reason.thrown_in == "must" and context.sound(reason.at):
            enough = reason.when.args["of"] if reason.when.word == ANY else (reason.when,)
            for part in enough:
                _in_every_deal(context, part)


def _in_every_deal(context: CheckContext, part: Condition) -> None:
    """Note a demand on any hand that one of them always meets, as there are so many or so few of
    the cards.
    """
    game = context.game
    if part.word != hand_has.name:
        return
    cards, players = part.args["cards"].mask.bit_count(), game.table.players
    laid = sum(game.talon.packets) if game.talon else 0
    most, least = -(-max(0, cards - laid) // players), cards // players
    for key, holds, which in (
        ("at_least", 0 < part.args.get("at_least", 0) <= most, "or more"),
        ("at_most", part.args.get("at_most", -1) >= least, "or less"),
        ("exactly", part.args.get("exactly") == least == 0, "of them"),
    ):
        at = (*part.at, part.word, key)
        if holds and not context.is_faulty(at):
            text = f"with {cards} of these cards, one of {players} hands always holds "
            text += f"{part.args[key]} {which}, so every deal is thrown in"
            other = "write more" if key == "at_least" else "ask for other cards"
            context.always(at, text, f"{other}, or write thrown_in: may")


def _passing(context: CheckContext) -> None:
    """Note cards that cannot be passed like this, or never are."""
    rules, players = context.game.passing, context.game.table.players
    if rules is None or not context.sound(rules.at):
        return
    if rules.cards > context.resolver.hand_size:
        text = f"nobody holds {rules.cards} cards"
        context.never((*rules.at, "cards"), text, f"write {context.resolver.hand_size} or less")
    for number, way in enumerate(rules.to):
        if way == "across" and players % 2:
            text = f"of {players} players nobody sits across from another"
            context.unfit((*rules.at, "to", number), text, "write left, right or nobody")
    if set(rules.to) == {"nobody"}:
        text, hint = "no card is ever passed", "name left, right or across, or take passing out"
        context.never((*rules.at, "to"), text, hint)


def _called_early(game: Game) -> bool:
    """Whether a card is called between two dealings, in a game with a fixed contract."""
    deals = [number for number, step in enumerate(game.order) if step.startswith("deal.")]
    early = "call" in game.order and deals and deals[0] < game.order.index("call") < deals[-1]
    return bool(early) and game.fixed_contract is not None


def _thrown_in_late(game: Game) -> bool:
    """Whether hands are thrown in after the talon has been taken."""
    order = game.order
    both = "misdeal" in order and "talon" in order
    return both and order.index("talon") < order.index("misdeal")


def _called_late(game: Game) -> bool:
    """Whether a card is called right after cards have been exchanged."""
    if "call" not in game.order or "exchange" not in game.order:
        return False
    return game.order.index("call") == game.order.index("exchange") + 1


def _order(context: CheckContext) -> None:
    # Names of steps that do not exist, and steps about which the rules say nothing.
    game = context.game
    steps = [*(f"deal.{key}" for key in game.deals), *_STEPS]
    before = len(context.resolver.problems)
    for number, step in enumerate(game.order):
        context.resolver.named(("order", number), step, steps, "step")
    there = {
        "auction": game.fixed_contract is None or bool(game.auction.ladder),
        "passing": game.passing is not None,
        "talon": game.talon is not None,
        "exchange": game.exchange is not None,
        "announcements": game.announcements is not None,
        "naming": game.naming is not None,
    }
    for number, step in enumerate(game.order):
        if not there.get(step, True):
            text = f"nothing is said about the step '{step}'"
            context.unfit(("order", number), text, f"take it out, or add {step}")
    if len(context.resolver.problems) > before:
        return

    # The usual order, with the steps that have other places in some games.
    wanted = [step for step in steps if step in game.order]
    if "naming" in game.order:  # after some hands are dealt, before the auction or what follows it
        wanted.remove("naming")
        later = _STEPS[_STEPS.index("auction") :]
        latest = next((n for n, step in enumerate(wanted) if step in later), len(wanted))
        hands = (f"deal.{key}" for key, step in game.deals.items() if any(step.packets))
        earliest = next((wanted.index(step) + 1 for step in hands if step in wanted), 1)
        wanted.insert(min(max(game.order.index("naming"), earliest), latest), "naming")
    if _called_early(game):  # between two dealings
        wanted.remove("call")
        wanted.insert(game.order.index("call"), "call")
    if _called_late(game):
        wanted.remove("call")
        wanted.insert(wanted.index("exchange") + 1, "call")
    if _thrown_in_late(game):  # by the hands that the talon has filled
        wanted.remove("misdeal")
        wanted.insert(wanted.index("talon") + 1, "misdeal")
    for number, (step, right) in enumerate(zip(game.order, wanted, strict=True)):
        if step != right:
            text = f"'{right}' has to come before '{step}'"
            context.unfit(("order", number), text, f"write {', '.join(wanted)}")
            break

    # Steps that are missing.
    for step in steps:
        needed = {
            **there,
            "misdeal": bool(game.misdeal),
            "auction": game.fixed_contract is None,
            "call": False,
            "talon": False,
        }
        if step not in game.order and needed.get(step, True):
            context.unfit(("order",), f"the step '{step}' is missing", key=True)


def can_always_call(game: Game, size: int) -> bool:
    """Whether a hand of ``size`` cards always has a card to call: some callable card may be called
    by its holder, or there are more of them than ``size``.
    """
    call = game.call
    if call is None or call.choose == "free":
        return True
    others = {*call.cards, *call.if_all_held}
    return not others.isdisjoint(call.own) or len(others) > size


def _call(context: CheckContext) -> None:
    """Note that no card can be called or, if the contract is fixed, not with every hand."""
    game = context.game
    call = game.call
    if call is not None and context.sound(call.at) and not {*call.cards, *call.if_all_held}:
        context.unfit((*call.at, "cards"), "no card can be called", "name a card")
        return
    if call is not None and call.choose == "free" and context.sound(call.at):
        for key, cards in (("own", call.own), ("if_all_held", call.if_all_held)):
            if cards:
                text = "whoever chooses freely calls one of the cards, his own or not"
                hint = "add these to cards and take this out, or write choose: not_held"
                context.never((*call.at, key), text, hint, key=True)
    if call is None or game.fixed_contract is None or "call" not in game.order:
        return
    before = game.order[: game.order.index("call")]
    dealt = [step for key, step in game.deals.items() if f"deal.{key}" in before]
    size = sum(sum(step.packets) for step in dealt)
    if context.sound(call.at) and not can_always_call(game, size):
        text = f"a hand of {size} cards may hold all of these, and then nothing can be called"
        hint = "write choose: free, or name more cards, here or under if_all_held"
        context.unfit((*call.at, "cards"), text, hint)


def check_talon(context: CheckContext) -> None:
    """Note what is wrong with the talon, the exchange and the announcements."""
    game = context.game
    used = any(contract.talon for contract in game.contracts.values())
    if game.talon is not None and not used:
        context.unfit(
            game.talon.at,
            "no contract says what becomes of the talon",
            "say talon in each of them",
            key=True,
        )
    for contract in game.contracts.values():
        if used and context.sound(contract.at):
            _contract(context, contract)
    if game.exchange is not None and context.sound(game.exchange.at):
        if not any(
            contract.talon and contract.talon.takes != "nothing"
            for contract in game.contracts.values()
        ):
            text = "nobody takes anything from a talon"
            context.never(game.exchange.at, text, "say under talon in a contract", key=True)
        _ladder(context, game.exchange.discard)
    if _called_late(game):
        _callable_late(context)
    _announcements(context)


def _callable_late(context: CheckContext) -> None:
    """Note that a player who calls after the exchange may have had all callable cards."""
    call, talon = context.game.call, context.game.talon
    if call is None or not context.sound(call.at):
        return
    taken = sum(talon.packets) if talon else 0
    most, cards = context.resolver.hand_size + taken, {*call.cards, *call.if_all_held}
    # The cards that their holder may call, too, unless he has discarded them.
    held = cards if call.choose == "free" else cards & {*call.own}
    kept = held & set(bits(context.deck.all & ~_discardable(context)))
    if held and (not call.own_discards or kept or len(held) > taken):
        return
    if held and (call.choose == "free" or len(cards) <= most):
        text = f"a player who discards {taken} cards may discard all that can be called"
        hint = "name more cards, or take own_discards out"
        context.unfit((*call.at, "cards"), text, hint)
    elif not held and len(cards) <= most:
        text = f"a player with {most} cards after the exchange may hold all that can be called"
        context.unfit((*call.at, "cards"), text, "name more cards, or call before the exchange")


def _discardable(context: CheckContext) -> int:
    """The cards that some contract lets a player discard."""
    contracts = context.game.contracts.values()
    return reduce(or_, (_discards(context.game, contract) for contract in contracts), 0)


def _discards(game: Game, contract: Contract) -> int:
    """The cards that may be discarded in a contract."""
    own = contract.talon.discard if contract.talon is not None else ()
    rungs = own or (game.exchange.discard if game.exchange is not None else ())
    return reduce(or_, (rung.cards.mask for rung in rungs), 0)


def _contract(context: CheckContext, contract: Contract) -> None:
    game, use = context.game, contract.talon
    if use is None:
        if game.talon is not None:
            text = "it is not said what becomes of the talon"
            context.unfit(
                contract.at, text, "add talon: {takes: …, seen_by: …, counts_for: …}", key=True
            )
        return
    whole = contract.calls and use.takes == "all" and not _called_late(game)
    if whole and game.exchange and game.exchange.called_card_in_talon == "may_be_conceded":
        text = f"in '{contract.id}' the whole talon is taken at once, and nothing is conceded later"
        hint = "write takes: packet, or exchange.called_card_in_talon: is_played"
        context.unfit((*use.at, "takes"), text, hint)
    if contract.lays_card and use.takes != "nothing":
        text = "a card is laid down with the bid, and could be discarded before it is played"
        laid: Path = (*contract.at, "lays_card")
        context.unfit(laid, text, "take it out, or write talon.takes: nothing", key=True)
    _use(context, use)
    _packets(context, use)
    of_a_side = use.counts_for in SIDES and use.takes == "nothing"
    if of_a_side and not contract.declarers:
        text = "all play against all, so there is no side for which it counts"
        hint = "write last_trick_winner, first_tricks or nobody"
        context.unfit((*use.at, "counts_for"), text, hint)
    if use.to_declarers_if is not None and not contract.declarers:
        text = "all play against all, so there are no declarers to give the rest of the talon to"
        context.unfit((*use.at, "to_declarers_if"), text, "take it out", key=True)
    if use.keeps is not None:
        at: Path = (*use.keeps.at, "at_least")
        if use.keeps.at_least > min(context.resolver.hand_size, use.keeps.cards.mask.bit_count()):
            context.never(at, f"no hand holds {use.keeps.at_least} of these cards", "write less")
    if use.lost_without is not None:
        at = (*use.lost_without.at, "at_least")
        if use.lost_without.at_least > use.lost_without.cards.mask.bit_count():
            context.never(at, "there are not so many of these cards", "write less")
    if use.takes != "nothing":
        _ladder(context, use.discard)


def _use(context: CheckContext, use: TalonUse) -> None:
    """Note what does not fit together: who takes the talon, who sees it and who gets its cards."""
    taken, seen = use.takes != "nothing", (*use.at, "seen_by")
    if taken and use.seen_by == "nobody":
        any_way = "write taker, or everyone"
        hint = to_write("everyone") if use.takes == "packet" else any_way
        context.unfit(seen, "a player who takes cards sees them", hint)
    if not taken and use.seen_by == "taker":
        context.unfit(seen, "nobody takes a card", "write nobody, or everyone")
    if use.takes == "packet" and use.seen_by == "taker":
        text = "it is not said whether the declarer looks at all packets before he takes one"
        context.unfit(seen, text, "write everyone, or takes: all")
    packets = use.packets or (context.game.talon.packets if context.game.talon else ())
    left = sum(packets) - (max(packets, default=0) if use.takes == "packet" else 0)
    if use.counts_for == "first_tricks" and left > context.resolver.tricks:
        text = f"{left} cards are left there, but a round has {context.resolver.tricks} tricks"
        context.unfit((*use.at, "counts_for"), text, "write last_trick_winner, or nobody")
    if use.takes == "shared" and use.seen_by == "everyone":
        context.unfit(seen, "each player sees the packet that he takes", to_write("taker"))
    if use.takes in _WHOLE and use.counts_for != "nobody":
        context.never(
            (*use.at, "counts_for"), "nothing of the talon is left to count", to_write("nobody")
        )
    if use.takes == "packet" and len(packets) == 1:
        context.unfit((*use.at, "takes"), "the whole talon is one packet", to_write("all"))
    players = context.game.table.players
    if use.takes == "shared" and context.game.talon and len(packets) != players:
        text = f"each of {players} players takes a packet, but there are {len(packets)}"
        context.unfit((*use.at, "takes"), text, f"write {players} numbers under packets")
    if use.takes != "shared" and 0 in use.packets:
        at = (*use.at, "packets", use.packets.index(0))
        context.unfit(at, "a packet of no cards", "write more, or takes: shared")
    if use.takes in _WHOLE and use.to_declarers_if is not None:
        at = (*use.at, "to_declarers_if")
        context.never(at, "nothing of the talon is left to give", "take it out", key=True)


def _packets(context: CheckContext, use: TalonUse) -> None:
    """Note packets of a contract that have no use, or not as many cards as the talon."""
    at, talon = (*use.at, "packets"), context.game.talon
    if not use.packets or talon is None:
        return
    if use.takes not in ("packet", "shared") and not use.packet_of_called_card:
        context.never(at, "no packet of the talon is taken here", "take it out", key=True)
    elif context.game.exchange is None:
        text = "the talon is laid in other packets when cards are exchanged, and they are not"
        context.unfit(at, text, "say it under talon, or add exchange", key=True)
    elif sum(use.packets) != sum(talon.packets):
        text = f"the packets {_listed(use.packets)} have {sum(use.packets)} cards, but those of "
        text += f"the talon, {_listed(talon.packets)}, have {sum(talon.packets)}"
        context.unfit(at, text, "let them sum to as many")


def _ladder(context: CheckContext, rungs: tuple[Discard, ...]) -> None:
    """Note rungs without cards of their own, and that a hand may have no card to discard."""
    served = 0
    for rung in rungs:
        if not rung.cards.mask & ~served:
            context.never(
                (*rung.at, "cards"),
                "all its cards are in earlier rungs",
                "take it out, or move it up",
            )
        served |= rung.cards.mask
    never = (context.deck.all & ~served).bit_count()
    if rungs and never > context.resolver.hand_size:
        text = f"{never} cards are never discarded; a hand of nothing else could not go on"
        context.unfit(rungs[-1].at[:-1], text, "name more cards", key=True)


def _announcements(context: CheckContext) -> None:
    game, rules = context.game, context.game.announcements
    for contract in game.contracts.values():
        at: Path = (*contract.at, "must_announce")
        for number, bonus in enumerate(contract.must_announce if context.sound(at) else ()):
            role = game.bonuses[bonus].announced_by
            if (
                role is None
                or not role_is(role, RoleFact.BY_CARD)
                or role.arg not in context.deck.kinds
            ):
                text = f"'{bonus}' is not announced with a card of its own"
                context.unfit((*at, number), text, "say announced_by: {holder_of: …} there")
            elif contract.id not in (game.bonuses[bonus].contracts or (contract.id,)):
                text = f"'{bonus}' does not count in this game"
                context.never(
                    (*at, number), text, f"add {contract.id} to its contracts, or take it out here"
                )
        _with_bid(context, contract)
    _turns(context)
    if rules is None:
        return
    here: Path = (*rules.at, "in_one_turn")
    if "pass" not in rules.in_one_turn:
        context.unfit(here, "without 'pass' no turn ends", "add pass", key=True)
    passes_needed(context, rules.at, rules.ends_after_passes)


def passes_needed(context: CheckContext, at: Path, passes: int) -> None:
    """Note more passes in a row, which end a step, than there are players."""
    players = context.game.table.players
    if passes > players:
        text = f"after {players} passes in a row everybody has passed; {passes} are never needed"
        context.never((*at, "ends_after_passes"), text, f"write {players} or less")


def _turns(context: CheckContext) -> None:
    """Note a first turn of the holder of a card that nobody may hold by then."""
    rules, noted = context.game.announcements, set[Path]()
    for contract in context.game.contracts.values():
        turns = [contract.play.first_lead]
        if rules is not None and contract.declarers:
            turns.append(rules.first)
        for role in map(innermost, turns):
            at = (*role.at, role.word)
            if not role_is(role, RoleFact.BY_CARD) or role.at in noted or context.is_faulty(at):
                continue
            cards = _cards_of(context, role)
            if role.arg == CALLED and not contract.calls:
                text = f"no card is called in '{contract.id}', so nobody holds it"
            elif role.arg != CALLED and cards.bit_count() > 1:
                text = f"the pack has {context.deck.copies} of each, and several may hold one"
            elif cards & _held_by_nobody(context, contract):
                text = f"in '{contract.id}' the card may lie in the talon, or be discarded"
            elif contract.secret_until is not None and contract.secret_until == role.arg:
                secret = context.place((*contract.at, "secret_until"), seen_from=at)
                text = f"whoever begins shows who plays along, which is to be secret ({secret})"
            else:
                continue
            noted.add(role.at)
            context.unfit(role.at, text, "name forehand, another seat, or declarer")


def _cards_of(context: CheckContext, role: Role) -> int:
    """The cards that may be the one whose holder is meant."""
    call = context.game.call
    if role.arg != CALLED:
        return context.deck.kinds.get(str(role.arg), 0)
    called = (*call.cards, *call.if_all_held, *call.own) if call is not None else ()
    return sum(1 << card for card in set(called))


def _held_by_nobody(context: CheckContext, contract: Contract) -> int:
    """The cards that may be in no hand when the first card is led."""
    game, use = context.game, contract.talon
    if game.talon is None or use is None:
        return 0
    return _discards(game, contract) if use.takes in _WHOLE else context.deck.all


def _with_bid(context: CheckContext, contract: Contract) -> None:
    """Note what excludes that the bidder of a contract announces in the same turn."""
    game, at = context.game, (*contract.at, "announces_with_bid")
    if not contract.announces_with_bid or not context.sound(at):
        return
    if contract.must_announce:
        context.unfit(
            at,
            "what must be announced is announced after the auction",
            "drop one of the two",
            key=True,
        )
    elif game.auction.ladder and "announcements" not in game.auction.overcall_cancels:
        text = "a bid that goes above it would leave its announcements standing"
        context.unfit(at, text, "add announcements to auction.overcall_cancels", key=True)
