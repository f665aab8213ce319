"""Contracts: all of them in a table, one by its name, how tricks are followed in one, and what is the
same of several.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

from zwanz_ssot.model import Contract, Game, HoldBack, Path, Role, Tricks
from zwanz_ssot.prose.template import Phrase, capital

from ..shortcodes import Context, Html, Values, block
from .kinds import ContractRef, GameRef, game_of
from .wording import aim, names, prose, rule, typeset, words

_GAP = "\0{}\0"


def settings(ctx: Context, paths: Iterable[Path]) -> Iterator[str]:
    """The rules at some paths as sentences, those of several contracts that say the same as one."""
    told: dict[str, list[str]] = {}
    for path in paths:
        about = str(path[1]) if path[0] == "contracts" and path[1:] else ""
        sentence = prose(ctx).setting(path, game_of(ctx).at(path))
        told.setdefault(open_to(ctx, sentence, about), []).append(about)
    return (closed(ctx, sentence, contracts) for sentence, contracts in told.items())


def forms(ctx: Context, contract: str) -> Iterator[tuple[str, str]]:
    """The name of a contract in each form in which a sentence may have it, the longest first."""
    named = {form: prose(ctx).contract(contract, form) for form in ("in", "", "acc", "dat", "bare")}
    both = [
        pair for form, name in named.items() for pair in ((f"{form}^", capital(name)), (form, name))
    ]
    yield from sorted(both, key=lambda pair: -len(pair[1]))


def open_to(ctx: Context, sentence: str, contract: str) -> str:
    """A sentence with a gap in place of the contract's name, so that those of several contracts can
    be compared.
    """
    for form, name in forms(ctx, contract) if contract else ():
        sentence = sentence.replace(name, _GAP.format(form))
    return sentence


def closed(ctx: Context, sentence: str, contracts: list[str]) -> str:
    """A sentence with the names of these contracts in its gaps."""
    for form in {form for contract in contracts if contract for form, _ in forms(ctx, contract)}:
        names = [dict(forms(ctx, contract))[form.rstrip("^")] for contract in contracts]
        listed = words(ctx).joined(map(Phrase, names)).text
        sentence = sentence.replace(
            _GAP.format(form), capital(listed) if form.endswith("^") else listed
        )
    return sentence


Scope = Literal["all", "alone", "partner", "everyone", "bid", "unbid"]
_ANY_CARD, _NEVER, _NUMBERED = "any_card", "never", "number"
_ANNOUNCER, _OF_A_SIDE = "announcer_of", ("declarer", "declarers", "defenders")
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
    "alone": lambda contract, game: len(contract.declarers) == 1,
    "partner": lambda contract, game: len(contract.declarers) > 1,
    "everyone": lambda contract, game: not contract.declarers,
    "bid": lambda contract, game: contract.id in game.auction.ladder,
    "unbid": lambda contract, game: contract.id not in game.auction.ladder,
}


def in_order(game: Game) -> list[Contract]:
    """The contracts from the lowest bid to the highest; behind them those that nobody bids."""
    bids = [game.contracts[id] for id in game.auction.ladder]
    return bids + [
        contract for contract in game.contracts.values() if contract.id not in game.auction.ladder
    ]


@block("contract-table", sample="[contract-table]\n\n[contract-table scope=alone]")
def contract_table(
    ctx: Context,
    *,
    scope: Scope = "all",
    only: list[ContractRef] | None = None,
    special: bool = True,
    game: GameRef | None = None,
    caption: str = "",
) -> Values:
    """The contracts from the lowest bid up: who plays with whom, what for, for how much, and what
    is special.

    `only` names those that are shown; without `special`, what is special is told elsewhere.
    """
    rules, say = game_of(ctx), words(ctx).text
    shown = [
        contract
        for contract in in_order(rules)
        if _FITS[scope](contract, rules) and (only is None or contract in only)
    ]
    if not shown:
        ctx.problem(f"the game has no contracts of the scope '{scope}'")
    return {
        "say": say,
        "rows": [_row(ctx, contract, special) for contract in shown],
        "caption": ctx.written(caption) if caption else say("contract-table", f"caption_{scope}"),
    }


@block("contract", inline=True, sample="A [contract id=solo] is played alone.")
def contract(ctx: Context, *, id: ContractRef) -> Html:
    """The name of a contract."""
    return Html.escape(id.name.said(ctx.lang))


@block("ladder", sample="[ladder contract=farbensolo]")
def ladder(
    ctx: Context, *, contract: ContractRef, what: Literal["follow", "lead"] = "follow"
) -> Values:
    """What may be played to a trick (or led to it) in a contract, one step after the other."""
    play, said = contract.play, words(ctx)
    rungs = play.follow if what == "follow" else play.lead
    last = len(rungs) - 1
    steps = []
    for number, rung in enumerate(rungs):
        key = ("first", "then", "again")[min(number, 2)]
        if number and number == last and rung.word == _ANY_CARD:
            key = "last"
        steps.append(typeset(ctx, said.text("ladder", key, rung=prose(ctx).ladder([rung]))))
    beats = what == "follow" and play.beat != _NEVER
    notes = [typeset(ctx, prose(ctx).setting(("play", "beat"), play.beat))] if beats else []
    held = [rule for rule in play.hold_back if can_hold_back(game_of(ctx), contract, rule.by)]
    return {"steps": steps, "notes": [*notes, *_all_held_back(ctx, held)]}


def value(ctx: Context, contract: Contract) -> str:
    """What a contract is worth, for how much of a difference; what it costs when lost, where that
    is another amount.
    """
    if steps := contract.per_difference:
        points = prose(ctx).points(steps.points)
        return words(ctx).text("contract-table", "value_per", pays=contract.value, points=points)
    if contract.lost_value == contract.value:
        return str(contract.value)
    return words(ctx).text(
        "contract-table", "value_lost", won=contract.value, lost=contract.lost_value
    )


def _row(ctx: Context, contract: Contract, special: bool) -> Values:
    name, also = names(ctx, contract.name)
    return {
        "name": capital(name),
        "also": also,
        "with": who_with_whom(ctx, contract),
        "aim": aim(ctx, contract),
        "value": value(ctx, contract),
        "special": [
            *(rule(ctx, path) for path in _special(game_of(ctx), contract)),
            *play_rules(ctx, contract),
        ]
        if special
        else [],
    }


def can_hold_back(game: Game, contract: Contract, who: Role) -> bool:
    """Whether there is such a player in a contract: no announcer of what cannot be announced in it,
    no declarer where all play against all.
    """
    if isinstance(who.arg, Role):
        return can_hold_back(game, contract, who.arg)
    if who.word == _ANNOUNCER:
        bonus = game.bonuses[str(who.arg)]
        return bonus.can_be_announced and bonus.counts_in(contract)
    return bool(contract.declarers) or who.word not in _OF_A_SIDE


def held_back(ctx: Context, held: HoldBack) -> Html:
    """A rule that holds a card back, without the name of the contract that has it."""
    return typeset(
        ctx, prose(ctx).setting(held.at[held.at.index("play") :], game_of(ctx).at(held.at))
    )


def _all_held_back(ctx: Context, held: list[HoldBack]) -> Iterator[Html]:
    """Several rules that hold cards back; what is the same of cards that were announced is told
    once of all.
    """
    announced = [rule for rule in held if _waits(game_of(ctx), rule)]
    if len(announced) > 1:
        cards = words(ctx).joined(Phrase(prose(ctx).card(rule.card)) for rule in announced)
        yield typeset(ctx, words(ctx).text("ladder", "announced", cards=cards))
        held = [rule for rule in held if rule not in announced]
    yield from (held_back(ctx, rule) for rule in held)


def _waits(game: Game, held: HoldBack) -> bool:
    """Whether a card is held back by whoever announced it for a trick, until that trick."""
    if held.by.word != _ANNOUNCER or held.while_holding:
        return False
    won = game.bonuses[str(held.by.arg)].won.args
    trick = won.get("trick")
    due = trick.count if isinstance(trick, Tricks) and trick.word == _NUMBERED else None
    return won.get("card") == held.card and due == held.before_trick


def who_with_whom(ctx: Context, contract: Contract) -> Html:
    """Who plays on the declaring side."""
    said = words(ctx)
    if len(contract.declarers) > 1:
        return typeset(
            ctx, said.joined(Phrase(prose(ctx).role(role)) for role in contract.declarers).text
        )
    return typeset(ctx, said.text("contract-table", "alone" if contract.declarers else "everyone"))


def _special(game: Game, contract: Contract) -> Iterator[Path]:
    """Where the rules stand that are this contract's own, beside its aim, its sides, its value and
    its play.
    """
    written: Mapping[str, object] = game.data["contracts"][contract.id]
    if contract.id == game.auction.played_if_all_pass:
        yield ("auction", "if_all_pass")
    yield from ((*contract.at, key) for key in _SPECIAL if key in written)
    yield from (times.at for times in contract.value_times)


def play_rules(ctx: Context, contract: Contract) -> Iterator[Html]:
    """How a contract is played otherwise than the game, as sentences that do not name it."""
    play: Mapping[str, object] = game_of(ctx).data["contracts"][contract.id].get("play", {})
    for key, inside in play.items():
        if isinstance(inside, Mapping) and key == "hold_back":
            yield from (
                held_back(ctx, held) for held in contract.play.hold_back if held.id in inside
            )
        elif key != "source":
            yield typeset(ctx, prose(ctx).setting(("play", key), inside))
