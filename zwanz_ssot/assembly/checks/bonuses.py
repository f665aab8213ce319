"""Checks bonuses: who gets and announces them, what they replace, what a missed one costs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from ...model import CALLED_CARD, Bonus, Condition, Contract, Path, Role
from ...model.identifiers import without_paths
from ...words.joints import demanded
from ...words.outcome import announced, announced_by
from ...words.registry import CONDITIONS, Kind, RoleFact, role_is, roles_in
from ...words.roles import is_of_claimants
from ..resolver import CheckContext
from .during_play import a_circle
from .objectives import announcers_of, can_be_missed


def check(context: CheckContext) -> None:
    """Note bonuses that nobody gets, announces or pays, and those that replace each other."""
    for bonus in context.game.bonuses.values():
        if context.sound(bonus.at):
            _bonus(context, bonus)
            _announced(context, bonus)
            _thirds(context, bonus)
            _paid_by(context, bonus)
            _replaced_silently(context, bonus)
    _replaced_in_turn(context)
    _missed(context)


def _bonus(context: CheckContext, bonus: Bonus) -> None:
    at = bonus.at
    for key, condition in (("won", bonus.won), ("lost", bonus.lost)):
        asked = condition is None or any(map(is_of_claimants, roles_in(condition)))
        if role_is(bonus.goes_to, RoleFact.BOTH_SIDES) and not asked:
            text = f"it goes to either side, but '{key}' does not ask about the claimants"
            hint = "ask about claimants, or name the side in goes_to"
            context.unfit((*at, key), text, hint, key=True)
    if bonus.lost is not None and not bonus.counts_unannounced:
        text = "it has no silent value that could be lost"
        context.unfit((*at, "lost"), text, "add value.silent, or take lost out", key=True)
    counting = [context.game.contracts[key] for key in bonus.contracts]
    if not counting and not any(map(bonus.counts_in, context.game.contracts.values())):
        text = "no bonus counts where all play against all, and nothing else is played"
        context.never(at, text, "take it out", key=True)
    for number, contract in enumerate(counting):
        if not contract.declarers:
            text = f"no bonus counts in '{contract.id}', where all play against all"
            needless(context, (*at, "contracts"), number, contract, text)
        elif not contract.calls and any(map(_of_called_card, demanded(bonus.won))):
            text = f"no card is called in '{contract.id}', so nobody wins it there"
            needless(context, (*at, "contracts"), number, contract, text)


def _of_called_card(condition: Condition) -> bool:
    """Whether a condition is about the called card."""
    word = CONDITIONS.get(condition.word)
    kinds = {name: argument.kind for name, argument in word.args.items()} if word else {}
    cards = [name for name, kind in kinds.items() if kind is Kind.CARD_OR_CALLED]
    return any(condition.args.get(name) == CALLED_CARD for name in cards)


def needless(context: CheckContext, at: Path, number: int, contract: Contract, text: str) -> None:
    """Note a contract that is named in vain, in a list or by its group."""
    if isinstance(context.game.at(at), str):
        hint = f"take {contract.id} out of the group, or name the others one by one"
        context.never(at, text, hint)
    else:
        context.never((*at, number), text, "take it out")


def _announced(context: CheckContext, bonus: Bonus) -> None:
    at = bonus.at
    if bonus.can_be_announced:
        if bonus.announce_if is not None:
            _first_announced(context, bonus, bonus.announce_if)
        _announced_by_others(context, bonus)
        return
    for key, rule in (("announced_by", bonus.announced_by), ("announce_if", bonus.announce_if)):
        if rule is not None:
            text = "it has no announced value"
            context.unfit((*at, key), text, f"add value.announced, or drop {key}", key=True)
    if bonus.closes:
        context.unfit(
            (*at, "closes"), "it is never announced, so it closes nothing", "drop closes", key=True
        )
    if bonus.starts and bonus.starts.also_if_missed:
        text = "it is never announced, so it is never missed"
        context.never((*bonus.starts.at, "also_if_missed"), text, "take it out", key=True)


def _announced_by_others(context: CheckContext, bonus: Bonus) -> None:
    """Note a bonus that only those announce to whom it never goes."""
    for role in announcers_of(bonus):
        if _are_opponents(role, bonus.goes_to) or _are_opponents(bonus.goes_to, role):
            place = context.place((*bonus.at, "goes_to"), seen_from=role.at)
            text = f"it never goes to these ({place}), so what they announce is missed"
            context.never(role.at, text, "let others announce it, or write goes_to: either_side")


def _are_opponents(one: Role, other: Role) -> bool:
    """Whether a role always is of the other side than another one."""
    ours = role_is(one, RoleFact.DECLARERS) or role_is(one, RoleFact.DECLARER)
    if ours and role_is(other, RoleFact.DEFENDERS):
        return True
    against = other.arg if role_is(other, RoleFact.OPPONENTS) else None
    if not isinstance(against, Role) or isinstance(against.arg, Role):
        return False
    same_card = against.arg is not None and against.arg == one.arg
    return same_card or without_paths(against) == without_paths(one)


def _first_announced(context: CheckContext, bonus: Bonus, condition: Condition) -> None:
    """Note a bonus that may be announced only once it has been."""
    for part in demanded(condition):
        if part.word in (announced.name, announced_by.name) and bonus.id in part.args.values():
            text = f"nobody can be the first to announce '{bonus.id}'"
            context.never((*part.at, part.word), text, "ask about another bonus", key=True)


def _paid_by(context: CheckContext, bonus: Bonus) -> None:
    payers = bonus.paid_by
    if payers is None:
        return
    if role_is(payers, RoleFact.CLAIMING_SIDE):
        text = "who wins it would pay for it, and nobody else"
        context.unfit(payers.at, text, "write {opponents_of: claimants}, or take it out")
    elif bonus.lost is not None and role_is(payers, RoleFact.OPPONENTS) and is_of_claimants(payers):
        place = context.place((*bonus.at, "lost"), seen_from=payers.at)
        text = f"these are paid themselves when it is lost ({place})"
        context.unfit(payers.at, text, "name other players, or take lost out")
    if not bonus.can_be_announced or context.is_faulty(bonus.won.at):
        return
    # A bonus that is won by announcing it is never lost.
    if not context.sound(bonus.won.at) or can_be_missed(context.game, bonus):
        text = "what a side has announced the whole side pays"
        context.unfit((*bonus.at, "paid_by"), text, "take out announced, or this", key=True)


def _missed(context: CheckContext) -> None:
    """Note that nothing says what follows when an announcement is missed, and what should follow
    where it counts for nobody.
    """
    announced = [bonus for bonus in context.game.bonuses.values() if bonus.can_be_announced]
    settlement = context.game.settlement
    if announced and "missed_announcement" not in context.game.data["settlement"]:
        context.resolver.missing(settlement.at, "missed_announcement")
    elif settlement.missed_announcement == "nothing":
        _missed_for_nobody(context, announced)


def _missed_for_nobody(context: CheckContext, announced: list[Bonus]) -> None:
    for bonus in (bonus for bonus in announced if context.sound(bonus.at)):
        for part, stands in {
            ("starts", "also_if_missed"): bonus.starts and bonus.starts.also_if_missed,
            ("silent_count_if_missed",): bonus.silent_count_if_missed,
        }.items():
            at = (*bonus.at, *part)
            rule = (*context.game.settlement.at, "missed_announcement")
            text = "an announcement that is missed counts for nobody "
            text += f"({context.place(rule, seen_from=at)})"
            hint = "take it out, or write missed_announcement: counts_for_opponents"
            if stands:
                context.never(at, text, hint, key=True)


def _replaced_silently(context: CheckContext, bonus: Bonus) -> None:
    if bonus.replaces_unless is not None and not bonus.replaces:
        at = (*bonus.at, "replaces_unless")
        context.never(at, "it replaces nothing", "take it out, or add replaces", key=True)
    for number, other in enumerate(bonus.replaces_silent):
        at = (*bonus.at, "replaces_silent", number)
        replaced = context.game.bonuses[other]
        entry = bonus.where_it_replaces(replaced)
        if not replaced.counts_unannounced:
            context.never(at, f"'{other}' never counts unannounced", "take it out")
        elif entry is not None and entry[-2] == "replaces" and bonus.replaces_unless is None:
            text = f"'{other}' is replaced by 'replaces: {context.game.at(entry)}'"
            context.never(at, text, "take one out")
    for number, other in enumerate(bonus.silent_count_if_missed):
        if other not in bonus.replaces_silent:
            at = (*bonus.at, "silent_count_if_missed", number)
            context.never(at, f"'{other}' counts unannounced as it is", "take it out")


def _replaced_in_turn(context: CheckContext) -> None:
    """Note a bonus that replaces itself, and some that replace each other in turn."""
    bonuses = [bonus for bonus in context.game.bonuses.values() if context.sound(bonus.at)]
    for bonus in bonuses:
        for key, entries in (
            ("replaces", bonus.replaces),
            ("replaces_silent", bonus.replaces_silent),
        ):
            if bonus.id in entries:
                at = (*bonus.at, key, entries.index(bonus.id))
                context.never(at, "it is this bonus itself", "take it out")
    told: set[Path] = set()
    for circle in _circles(context, bonuses):
        (_, here), *others = circle
        if here in told:  # the next circle is told when this one is mended
            continue
        told.add(here)
        then = " and ".join(
            f"'{entry[1]}' replaces '{other}' ({context.place(entry, seen_from=here)})"
            for other, entry in others
        )
        none, of = ("neither", "two") if len(circle) == 2 else ("none", "circle")
        unless = any(context.game.bonuses[str(entry[1])].replaces_unless for _, entry in circle)
        text = f"in turn, {then}, so {none} {'might' if unless else 'would'} count"
        context.unfit(here, text, f"take one of the {of} out")


_Circle = list[tuple[str, Path]]
"""Bonuses that replace each other in turn, each with the place where the one before names it."""


def _circles(context: CheckContext, bonuses: list[Bonus]) -> Iterator[_Circle]:
    """Every two bonuses that replace each other and may count in one contract; after that, longer
    circles, one for each contract.
    """
    replacing = [bonus for bonus in bonuses if bonus.replaces or bonus.replaces_silent]
    found = {
        (one.id, other.id): one.where_it_replaces(other)
        for one, other in permutations(replacing, 2)
    }
    told: set[frozenset[Path]] = set()
    for contract in context.game.contracts.values():
        there = [bonus.id for bonus in replacing if bonus.counts_in(contract)]
        entries = {way: entry for way in permutations(there, 2) if (entry := found[way])}
        circles = []
        for way in combinations(there, 2):
            back = way[::-1]
            if way in entries and back in entries:
                circles.append([(each[1], entries.pop(each)) for each in (way, back)])
        if ways := a_circle(entries):
            circles.append([(way[1], entries[way]) for way in ways])
        for circle in circles:
            if (places := frozenset(entry for _, entry in circle)) not in told:
                told.add(places)
                # An entry that names the other bonus comes before one that names a kind.
                first = next((i for i, (o, e) in enumerate(circle) if context.game.at(e) == o), -1)
                yield [*circle[first:], *circle[:first]]


def _thirds(context: CheckContext, bonus: Bonus) -> None:
    value = bonus.value
    for kind, plain_value, times in (
        ("silent", value.silent, value.silent_times_game),
        ("announced", value.announced, value.announced_times_game),
    ):
        if plain_value is not None and times is not None:
            text = f"its {kind} value is said twice"
            hint = f"keep one of {kind} and {kind}_times_game"
            context.unfit((*value.at, kind), text, hint, key=True)
