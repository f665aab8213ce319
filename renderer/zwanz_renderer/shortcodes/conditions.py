"""The condition ``if``: parts of a chapter that stand only where the game has, or lacks, something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from zwanz_renderer import rule_sets
from zwanz_renderer.shortcodes.context import Context
from zwanz_renderer.shortcodes.registry import condition
from zwanz_ssot.model import Game
from zwanz_ssot.problems import did_you_mean


@condition("if", sample="[if has=contracts]\nThere are contracts.\n[/if]")
def keep_if(ctx: Context, *, has: str = "", not_: str = "", is_: str = "") -> bool:
    """Keeps its body where the game's data have a path, or lack one, or both; with `is`, where this
    word stands there.
    """
    if not has and not not_:
        ctx.problem("needs has=path, not=path or both")
    for path in filter(None, (has, not_)):
        first = path.partition(".")[0]
        try:
            ctx.find(first)
        except KeyError:
            known = [*ctx.game.data, "deck"]
            ctx.problem(
                f"the game has no '{first}', so '{path}' can never be found",
                did_you_mean(first, known),
            )
            continue
        if isinstance(ctx.game, Game) and not _anywhere(ctx, path):
            ctx.problem(f"no rule set has '{path}', so it can never be found", _near(ctx, path))
    if is_ and not has:
        ctx.problem("is=word needs has=path, the place where the word may stand")
    stands = not is_ or (ctx.has(has) and ctx.find(has) == is_)
    return stands and (not has or ctx.has(has)) and (not not_ or not ctx.has(not_))


def _anywhere(ctx: Context, path: str) -> bool:
    """Whether a path leads somewhere in the rules of the book, of another table or, at the last, of
    another game.
    """
    others = (game for games in (rule_sets.beside, rule_sets.elsewhere) for game in games(ctx.game))
    return _leads(ctx, path) or any(_leads(replace(ctx, game=game), path) for game in others)


def _leads(ctx: Context, path: str) -> bool:
    try:
        ctx.find(path)
    except KeyError:
        return False
    return True


def _near(ctx: Context, path: str) -> str:
    """The nearest word to the first step that leads nowhere in the rules of the book."""
    before, _, last = path.rpartition(".")
    while before and not _leads(ctx, before):
        before, _, last = before.rpartition(".")
    inside = ctx.find(before) if before else {}
    return did_you_mean(last, inside) if isinstance(inside, Mapping) else ""
