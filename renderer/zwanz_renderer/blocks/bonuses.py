"""Bonuses: what is settled beside the game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from zwanz_ssot.model import Bonus, Contract, Path
from zwanz_ssot.prose.template import Phrase
from zwanz_ssot.words.registry import RoleFact, role_is

from ..shortcodes import Context, Html, Values, block
from . import alike
from .contracts import in_order
from .kinds import ContractRef, GameRef, game_of
from .wording import clause, names, prose, rule, typeset, words

Scope = Literal["all", "announced", "silent"]
Which = Literal["silent", "announced"]
_SPECIAL = (
    *("lost", "paid_by", "announced_by", "announce_if", "contracts", "replaces"),
    *("replaces_unless", "replaces_silent", "silent_count_if_missed", "closes"),
)
_NOTHING = "–"
_SHORT_KANA = 4
_KANA_BREAK = re.compile("(?<=・)|(?<=[ァ-ヴ]ー)(?=[ァ-ヴ]{2})|(?<=[ァ-ー])(?=[一-鿿])")
"""Where a name in kana may be broken: after a dot, after a long vowel, before Chinese
characters.
"""


@block("bonus-list", sample="[bonus-list]\n\n[bonus-list scope=announced contract=solo]")
def bonus_list(
    ctx: Context,
    *,
    scope: Scope = "all",
    contract: ContractRef | None = None,
    special: bool = True,
    game: GameRef | None = None,
    caption: str = "",
) -> Values:
    """The bonuses, or those of a contract with their values in it: when each is won, and what it is
    worth.

    Without `special`, who is paid and where it counts is told elsewhere.
    """
    say = words(ctx).text
    shown = [bonus for bonus in game_of(ctx).bonuses.values() if _fits(bonus, scope, contract)]
    if not shown:
        where = f" in the contract '{contract.id}'" if contract else ""
        ctx.problem(f"the game has no bonuses of the scope '{scope}'{where}")
    default = say("bonus-list", f"caption_{scope}")
    if contract:
        name = contract.name.text(ctx.lang)
        default = say("bonus-list", "caption_contract", list=default, contract=name)
    # Special rules that several bonuses share stand once, below the table.
    specials = {each.id: list(_special(ctx, each, contract)) for each in shown if special}
    together = alike.taken_together(specials)
    return {
        "say": say,
        "rows": [_row(ctx, bonus, contract, specials.get(bonus.id, [])) for bonus in shown],
        "together": [
            alike.together(ctx, _names_of(ctx, holders), texts, every=len(holders) == len(shown))
            for holders, texts in together.items()
        ],
        "silent": scope != "announced" and any(bonus.counts_unannounced for bonus in shown),
        "announced": scope != "silent" and any(bonus.can_be_announced for bonus in shown),
        "caption": ctx.written(caption) if caption else default,
    }


@block("bonus-matrix", sample="[bonus-matrix]")
def bonus_matrix(ctx: Context, *, game: GameRef | None = None, caption: str = "") -> Values:
    """What every bonus is worth in every contract, silent / announced; contracts with the same
    values in one row.
    """
    rules, say = game_of(ctx), words(ctx).text
    shown = [
        bonus
        for bonus in rules.bonuses.values()
        if bonus.counts_unannounced or bonus.can_be_announced
    ]
    if not shown:
        ctx.problem("the game has no bonuses")
    rows_of: dict[tuple[str, ...], list[str]] = {}
    for contract in in_order(rules):
        values = tuple(_both(ctx, bonus, contract) for bonus in shown)
        if set(values) != {_NOTHING}:
            rows_of.setdefault(values, []).append(contract.name.text(ctx.lang))
    comma = say("join", "comma")
    return {
        "say": say,
        "bonuses": [_pieces(bonus.name.text(ctx.lang)) for bonus in shown],
        "rows": [(_listed(names, comma.rstrip()), values) for values, names in rows_of.items()],
        "gap": " " if comma.endswith(" ") else "",
        "caption": ctx.written(caption) if caption else say("bonus-matrix", "caption"),
    }


def _listed(names: list[str], comma: str) -> list[str]:
    """Names one by one, each but the last with the comma that follows it."""
    return [*(name + comma for name in names[:-1]), names[-1]]


def _pieces(name: str) -> list[str]:
    """The pieces of a name between which a line may end: several only for long names in kana, which
    have no blanks.
    """
    if len(name) <= _SHORT_KANA:
        return [name]
    return [piece for piece in _KANA_BREAK.split(name) if piece]


def _both(ctx: Context, bonus: Bonus, contract: Contract) -> str:
    """Its values in a contract, silent and announced; a dash where it does not count there."""
    if not bonus.counts_in(contract):
        return _NOTHING
    silent = worth(ctx, bonus, "silent", contract) or _NOTHING
    announced = worth(ctx, bonus, "announced", contract)
    return silent if announced is None else f"{silent}/{announced}"


def worth(ctx: Context, bonus: Bonus, which: Which, contract: Contract | None = None) -> str | None:
    """A value of a bonus, silent or announced; in a contract, as it counts there. None
    without one.
    """
    announced = which == "announced"
    value = bonus.value.amount(announced=announced)
    if value is None:
        return None
    if bonus.value.is_times_game(announced=announced):
        if contract:
            return str(value * contract.value)
        return words(ctx).text("bonus-list", "times_game", times=value)
    return str(value * (contract.bonus_factor if contract else 1))


def _fits(bonus: Bonus, scope: Scope, contract: Contract | None) -> bool:
    if contract and not bonus.counts_in(contract):
        return False
    if scope == "announced":
        return bonus.can_be_announced
    return scope == "all" or bonus.counts_unannounced


def bonus_rows(ctx: Context, *, special: bool) -> list[Values]:
    """All bonuses of the game as rows, each with all that is ``special`` about it."""
    return [
        _row(ctx, each, None, list(_special(ctx, each, None)) if special else [])
        for each in game_of(ctx).bonuses.values()
    ]


def _names_of(ctx: Context, bonuses: Iterable[str]) -> str:
    return words(ctx).joined(Phrase(prose(ctx).bonus(each)) for each in bonuses).text


def _row(ctx: Context, bonus: Bonus, contract: Contract | None, special: list[Html]) -> Values:
    """A bonus as a row of the list, with what is special about it."""
    name, also = names(ctx, bonus.name)
    return {
        "at": ".".join(map(str, bonus.at)),
        "name": name,
        "also": also,
        "won": clause(ctx, bonus.won),
        "silent": worth(ctx, bonus, "silent", contract),
        "announced": worth(ctx, bonus, "announced", contract),
        "special": special,
    }


def _special(ctx: Context, bonus: Bonus, contract: Contract | None) -> Iterator[Html]:
    """The special rules of a bonus, as sentences; first who is paid, if not the winning side."""
    if not role_is(bonus.goes_to, RoleFact.BOTH_SIDES):
        yield typeset(ctx, prose(ctx).paid(bonus))
    yield from (rule(ctx, path, named=False) for path in _own_rules(ctx, bonus, contract))


def _own_rules(ctx: Context, bonus: Bonus, contract: Contract | None) -> Iterator[Path]:
    """The paths of this bonus's own rules beside its condition and its value."""
    written: Mapping[str, object] = game_of(ctx).data["bonuses"][bonus.id]
    for key in _SPECIAL:
        if key in written and not (contract and key == "contracts"):
            yield (*bonus.at, key)
    if bonus.starts:
        yield (*bonus.at, "starts", "double_rounds")
        if bonus.starts.also_if_missed:
            yield (*bonus.at, "starts", "also_if_missed")
