"""Contracts: all of them in a table, one by its name, how tricks are followed in one, and sentences
that several have in common.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Literal

from zwanz_ssot.library import same_game
from zwanz_ssot.model import Contract, Game, HoldBack, Path, Role, Tricks
from zwanz_ssot.prose.template import Phrase, capital
from zwanz_ssot.words.ladders import any_card, is_rung
from zwanz_ssot.words.roles import announcer_of, has_side_of

from ..shortcodes import Context, Html, Values, block
from ..text.polish import breadth
from . import alike
from .kinds import ContractRef, GameRef, game_of, sizes_of_side
from .wording import aim, names, prose, rule, typeset, words

_GAP = "\0{}\0"
_TALON = "talon"
_ALIKE = 15
"""The letters that sentences must have in common to be told as one."""
_NAME_OF_BONUS = 1
"""The step of a path that is the name of a bonus."""
_FEW = 2
"""Up to so many contracts are named one by one, even if there are no others; from so many rules on,
one sentence tells all.
"""


def settings(ctx: Context, paths: Iterable[Path]) -> Iterator[str]:
    """The rules at some paths as sentences.

    One sentence tells a rule that several contracts, or several bonuses, have alike; and sentences
    that differ in single words become one.
    """
    contracts_of: dict[str, list[str]] = {}
    left = [*paths]
    while left:
        path, value = left[0], game_of(ctx).at(left[0])
        contract = str(path[1]) if path[0] == "contracts" and path[1:] else ""
        sentence = prose(ctx).setting(path, value)
        del left[0]

        # Rules with the same value, whose path differs in one name, may share its sentence.
        place = _NAME_OF_BONUS if _is_of_bonus(path) else len(path) - 1
        beside = []
        for each in left:
            renamed = (*each[:place], path[place], *each[place + 1 :])
            alike_path = len(each) == len(path) and renamed == path
            if alike_path and game_of(ctx).at(each) == value:
                beside.append(each)
        both = prose(ctx).setting(path, value, others=[str(each[place]) for each in beside])
        if not contract and both != sentence:
            sentence, left = both, [each for each in left if each not in beside]

        # The same sentence about other contracts only adds their names.
        contracts_of.setdefault(open_to(ctx, sentence, contract), []).append(contract)
    told = [closed(ctx, sentence, contracts) for sentence, contracts in contracts_of.items()]
    as_one = alike.alternated(told, words(ctx).text("alike", "beside"), _ALIKE)
    return iter([as_one] if as_one else told)


def _is_of_bonus(path: Path) -> bool:
    """Whether a rule is one of a bonus's own."""
    return path[0] == "bonuses" and len(path) > _NAME_OF_BONUS + 1


def forms(ctx: Context, contract: str) -> Iterator[tuple[str, str]]:
    """The grammatical forms of a contract's name, each with the name in it, the longest first.

    A form that begins a sentence ends in ``^``.
    """
    both: list[tuple[str, str]] = []
    for form in ("in", "", "acc", "dat", "bare"):
        name = prose(ctx).contract(contract, form)
        both += [(f"{form}^", capital(name)), (form, name)]
    yield from sorted(both, key=lambda pair: -len(pair[1]))


def open_to(ctx: Context, sentence: str, contract: str) -> str:
    """A sentence with gaps in place of the contract's name, so that equal sentences can be
    found.
    """
    for form, name in forms(ctx, contract) if contract else ():
        sentence = sentence.replace(name, _GAP.format(form))
    return sentence


def closed(ctx: Context, sentence: str, contracts: list[str]) -> str:
    """A sentence with the names of these contracts in its gaps; "every game" if these are all."""
    say, names_of = words(ctx), [dict(forms(ctx, contract)) for contract in contracts if contract]
    every = len(names_of) > _FEW and set(contracts) == set(game_of(ctx).contracts)
    for form in names_of[0] if names_of else ():
        plain = form.rstrip("^")
        names = [forms_of[plain] for forms_of in names_of]
        listed = say.joined(map(Phrase, names)).text
        if every:
            listed = say.text("every", plain or "text")
        filled = capital(listed) if form.endswith("^") else listed
        sentence = sentence.replace(_GAP.format(form), filled)
    return sentence


Scope = Literal["all", "alone", "partner", "everyone", "bid", "unbid"]
_NEVER, _NUMBERED = "never", "number"
_SPECIAL = (
    "by",
    "only",
    "requires",
    "lays_card",
    "joined",
    "secret_until",
    "lost_value",
    "bonus_factor",
    "kontra",
    "talon",
    "must_announce",
)
_FITS: Mapping[Scope, Callable[[Contract, Game], bool]] = {
    "all": lambda contract, game: True,
    "alone": lambda contract, game: max(sizes_of_side(game, contract)) == 1,
    "partner": lambda contract, game: max(sizes_of_side(game, contract)) > 1,
    "everyone": lambda contract, game: not contract.declarers,
    "bid": lambda contract, game: contract.id in game.auction.ladder,
    "unbid": lambda contract, game: contract.id not in game.auction.ladder,
}


def in_order(game: Game) -> list[Contract]:
    """The contracts from the lowest bid to the highest; behind them those that nobody bids."""
    ladder = game.auction.ladder
    others = [contract for id, contract in game.contracts.items() if id not in ladder]
    return [*(game.contracts[id] for id in ladder), *others]


_SHORT_VALUE = 8
"""The letters for which the column of values has room: two numbers, won and lost."""


@block("contract-table", sample="[contract-table]\n\n[contract-table scope=alone]")
def contract_table(
    ctx: Context,
    *,
    scope: Scope = "all",
    only: list[ContractRef] | None = None,
    rest: bool = False,
    special: bool = True,
    game: GameRef | None = None,
    caption: str = "",
) -> Values | Html:
    """The contracts from the lowest bid up: who plays with whom, what for, for how much, and what
    is special. Who and what for is said once for those that have it in common.

    `only` names those that are shown; with `rest`, they are those of the house alone, which no
    chapter can name, and nothing is printed where there are none. Without `special`, what is
    special is told elsewhere.
    """
    rules, say = game_of(ctx), words(ctx).text
    shown = [contract for contract in in_order(rules) if _FITS[scope](contract, rules)]
    if only is not None:
        shown = [contract for contract in shown if contract in only]
    if rest:
        known = {id for each in same_game(rules) for id in each.contracts}
        shown = [contract for contract in shown if contract.id not in known]
    if rest and not shown:
        return Html("")
    if not shown:
        ctx.problem(f"the game has no contracts of the scope '{scope}'")
    # Special rules that several contracts share stand once, below the table.
    rules_of = {each.id: _own_rules(ctx, each) for each in shown} if special else {}
    together = alike.taken_together(rules_of)
    frames = alike.in_frames(ctx, rules_of)
    rules_of |= {contract: [] for group in frames for contract in group}
    below = [alike.in_order(ctx, group, text) for group, text in frames.items()]
    for contracts, texts in together.items():
        every = len(contracts) == len(shown)
        below.append(alike.together(ctx, alike.names_of(ctx, contracts), texts, every=every))
    return {
        "say": say,
        "wide": has_long_values(ctx, shown),
        "groups": list(_groups(_row(ctx, each, rules_of.get(each.id, [])) for each in shown)),
        "together": below,
        "caption": ctx.written(caption) if caption else say("contract-table", f"caption_{scope}"),
    }


@block("contract", inline=True, sample="A [contract id=solo] is played alone.")
def contract(ctx: Context, *, id: ContractRef) -> Html:
    """The name of a contract."""
    return Html.escape(id.name.text(ctx.lang))


@block("ladder", sample="[ladder contract=farbensolo]")
def ladder(
    ctx: Context, *, contract: ContractRef, what: Literal["follow", "lead"] = "follow"
) -> Values:
    """What may be played to a trick (or led to it) in a contract, one step after the other."""
    play, say = contract.play, words(ctx).text
    rungs = play.follow if what == "follow" else play.lead
    last = len(rungs) - 1
    steps = []
    for number, rung in enumerate(rungs):
        key = ("first", "then", "again")[min(number, 2)]
        if number and number == last and is_rung(rung, any_card):
            key = "last"
        steps.append(typeset(ctx, say("ladder", key, rung=prose(ctx).ladder([rung]))))
    beats = what == "follow" and play.beat != _NEVER
    notes = [typeset(ctx, prose(ctx).setting(("play", "beat"), play.beat))] if beats else []
    held = [each for each in play.hold_back if can_hold_back(game_of(ctx), contract, each.by)]
    return {"steps": steps, "notes": [*notes, *_all_held_back(ctx, held)]}


def value(ctx: Context, contract: Contract) -> str:
    """The value of a contract as a cell of a table: per points of difference or per top, or won and
    lost if these differ; a dash where it is never paid.
    """
    say, won, lost = words(ctx).text, contract.value, contract.lost_value
    if steps := contract.per_difference:
        points = prose(ctx).points(steps.points * game_of(ctx).unit)
        per = say("contract-table", "value_per", pays=steps.pays, points=points)
        return f"{contract.base} + {per}" if contract.base else per
    if contract.per_top:
        per = say("contract-table", "value_per_top", pays=contract.per_top)
        return f"{contract.base} + {per}" if contract.base else per
    if contract.becomes or not game_of(ctx).pays_value(contract):
        return "–"
    if lost == won:
        return str(won)
    return say("contract-table", "value_lost", won=won, lost=lost)


def contract_groups(ctx: Context, *, special: bool) -> list[list[Values]]:
    """All contracts of the game as rows, in groups; with `special`, each row has its special rules.

    A group says the same of who plays with whom and what for.
    """
    shown = in_order(game_of(ctx))
    rows = (_row(ctx, each, _own_rules(ctx, each) if special else []) for each in shown)
    return list(_groups(rows))


def has_long_values(ctx: Context, contracts: Iterable[Contract]) -> bool:
    """Whether the values of some contracts need a wider column than numbers do."""
    return any(breadth(value(ctx, each)) > _SHORT_VALUE for each in contracts)


def _own_rules(ctx: Context, contract: Contract) -> list[Html]:
    """The special rules of a contract, as sentences that do not name it."""
    found: list[Html] = []
    for path in _special(game_of(ctx), contract):
        if path == (*contract.at, _TALON):  # part by part, as other contracts may share some
            units = prose(ctx).contract_in_units(contract.id)[1]
            of_talon = (text for key, text in units.items() if key.partition(".")[0] == _TALON)
            found += (typeset(ctx, text) for text in of_talon)
        else:
            found.append(rule(ctx, path, named=False))
    return [*found, *play_rules(ctx, contract)]


def _row(ctx: Context, contract: Contract, own_rules: list[Html]) -> Values:
    """A contract as a row of the table."""
    name, also = names(ctx, contract.name)
    return {
        "at": ".".join(map(str, contract.at)),
        "name": capital(name),
        "also": also,
        "with": who_with_whom(ctx, contract),
        "aim": aim(ctx, contract),
        "value": value(ctx, contract),
        "special": own_rules,
    }


def _groups(rows: Iterable[Values]) -> Iterator[list[Values]]:
    """Groups of neighbouring rows that say the same of who plays with whom and what for; a row with
    special rules is alone.
    """
    said = [
        (row["with"], row["aim"], at if row["special"] else -1, row) for at, row in enumerate(rows)
    ]
    for _, some in groupby(said, key=lambda each: each[:3]):
        yield [row for *_, row in some]


def can_hold_back(game: Game, contract: Contract, who: Role) -> bool:
    """True if somebody in a contract has the role `who`.

    Nobody announces a bonus that cannot be announced in it, and nobody is the declarer where it has
    none.
    """
    if isinstance(who.arg, Role):
        return can_hold_back(game, contract, who.arg)
    if who.word == announcer_of.name:
        bonus = game.bonuses[str(who.arg)]
        return bonus.can_be_announced and bonus.counts_in(contract)
    return has_side_of(contract, who)


def held_back(ctx: Context, held: HoldBack) -> Html:
    """A rule that holds a card back, without the name of the contract that has it."""
    from_play = held.at[held.at.index("play") :]
    return typeset(ctx, prose(ctx).setting(from_play, game_of(ctx).at(held.at)))


def _all_held_back(ctx: Context, held: list[HoldBack]) -> Iterator[Html]:
    """Several rules that hold cards back; those on announced cards make one sentence."""
    announced, text = announced_cards(ctx, held)
    if text:
        yield typeset(ctx, text)
        held = [each for each in held if each not in announced]
    yield from (held_back(ctx, each) for each in held)


def announced_cards(ctx: Context, held: Iterable[HoldBack]) -> tuple[list[HoldBack], str]:
    """The rules that hold announced cards back until their tricks, and one sentence about them.

    The sentence is empty unless there are several.
    """
    announced = [each for each in held if _waits(game_of(ctx), each)]
    if len(announced) < _FEW:
        return announced, ""
    cards = words(ctx).joined(Phrase(prose(ctx).card(each.card)) for each in announced)
    return announced, words(ctx).text("ladder", "announced", cards=cards)


def _waits(game: Game, held: HoldBack) -> bool:
    """True if the player who announced a card for a trick holds it back until that trick."""
    if held.by.word != announcer_of.name or held.while_holding:
        return False
    won = game.bonuses[str(held.by.arg)].won.args
    trick = won.get("trick")
    due = trick.count if isinstance(trick, Tricks) and trick.word == _NUMBERED else None
    return won.get("card") == held.card and due == held.before_trick


def who_with_whom(ctx: Context, contract: Contract) -> Html:
    """Who plays on the declaring side."""
    if max(sizes_of_side(game_of(ctx), contract)) > 1:
        roles = (Phrase(prose(ctx).role(role)) for role in contract.declarers)
        return typeset(ctx, words(ctx).joined(roles).text)
    key = "alone" if contract.declarers else "everyone"
    return typeset(ctx, words(ctx).text("contract-table", key))


def _special(game: Game, contract: Contract) -> Iterator[Path]:
    """The paths of this contract's special rules: all but its objective, sides, value and play.
    Where the value is never paid, what is paid is one of them.
    """
    written: Mapping[str, object] = game.data["contracts"][contract.id]
    if contract.id == game.auction.played_if_all_pass:
        yield ("auction", "if_all_pass")
    yield from ((*contract.at, key) for key in _SPECIAL if key in written)
    yield from (adds.at for adds in contract.value_adds)
    yield from (times.at for times in contract.value_times)
    if not game.pays_value(contract):
        yield from (case.at for case in contract.payments)


def play_rules(ctx: Context, contract: Contract) -> Iterator[Html]:
    """How play in a contract differs from the game, as sentences that do not name it."""
    play: Mapping[str, object] = game_of(ctx).data["contracts"][contract.id].get("play", {})
    for key, inside in play.items():
        if isinstance(inside, Mapping) and key == "hold_back":
            for held in contract.play.hold_back:
                if held.id in inside:
                    yield held_back(ctx, held)
        elif key != "source":
            yield typeset(ctx, prose(ctx).setting(("play", key), inside))
