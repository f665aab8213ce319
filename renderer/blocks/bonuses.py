"""Bonuses: what is settled beside the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from renderer.shortcodes import Context, Html, Values, block
from zwanz_ssot.model import Bonus, Contract, Path

from .kinds import ContractRef, GameRef, game_of
from .speech import clause, names, prose, rule, typeset
from .words import words

Scope = Literal["all", "announced", "silent"]
_SPECIAL = ("lost", "announced_by", "announce_if", "contracts", "replaces", "closes")
_ANY_SIDE = "either_side"


@block("bonus-list", sample="[bonus-list]\n\n[bonus-list scope=announced contract=solo]")
def bonus_list(
    ctx: Context,
    *,
    scope: Scope = "all",
    contract: ContractRef | None = None,
    game: GameRef | None = None,
    caption: str = "",
) -> Values:
    """The bonuses, or those of a contract with their values in it: when each is won, and what it is worth."""
    said = words(ctx)
    shown = [bonus for bonus in game_of(ctx).bonuses.values() if _fits(bonus, scope, contract)]
    if not shown:
        where = f" in the contract '{contract.id}'" if contract else ""
        ctx.problem(f"the game has no bonuses of the scope '{scope}'{where}")
    default = said.text("bonus-list", f"caption_{scope}")
    if contract:
        default = said.text("bonus-list", "caption_contract", list=default, contract=contract.name.said(ctx.lang))
    return {
        "say": said.text,
        "rows": [_row(ctx, bonus, contract) for bonus in shown],
        "silent": scope != "announced" and any(bonus.silent is not None for bonus in shown),
        "announced": scope != "silent" and any(bonus.announced is not None for bonus in shown),
        "caption": ctx.render_inline(caption) if caption else default,
    }


def _fits(bonus: Bonus, scope: Scope, contract: Contract | None) -> bool:
    if contract and not bonus.counts_in(contract):
        return False
    return scope == "all" or (bonus.announced if scope == "announced" else bonus.silent) is not None


def _row(ctx: Context, bonus: Bonus, contract: Contract | None) -> Values:
    name, also = names(ctx, bonus.name)
    factor = contract.bonus_factor if contract else 1
    return {
        "name": name,
        "also": also,
        "won": clause(ctx, bonus.won),
        "silent": None if bonus.silent is None else bonus.silent * factor,
        "announced": None if bonus.announced is None else bonus.announced * factor,
        "special": [*_paid(ctx, bonus), *(rule(ctx, path) for path in _special(ctx, bonus, contract))],
    }


def _paid(ctx: Context, bonus: Bonus) -> Iterator[Html]:
    """Who is paid, where it is not simply the side that reaches it."""
    if bonus.goes_to.word != _ANY_SIDE:
        yield typeset(ctx, prose(ctx).paid(bonus))


def _special(ctx: Context, bonus: Bonus, contract: Contract | None) -> Iterator[Path]:
    """Where the rules stand that are this bonus's own, beside its condition and its value."""
    written: Mapping[str, object] = game_of(ctx).data["bonuses"][bonus.id]
    for key in _SPECIAL:
        if key in written and not (contract and key == "contracts"):
            yield (*bonus.at, key)
    if bonus.double_rounds:
        yield (*bonus.at, "starts", "double_rounds")
