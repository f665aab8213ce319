"""The condition ``if``: parts of a chapter that stand only where the game has, or lacks, something."""

from __future__ import annotations

from renderer.shortcodes.context import Context
from renderer.shortcodes.registry import condition
from zwanz_ssot.problems import did_you_mean


@condition("if", sample="[if has=contracts]\nThere are contracts.\n[/if]")
def keep_if(ctx: Context, *, has: str = "", not_: str = "") -> bool:
    """Keeps its body where the game's data have a path, or lack one, or both."""
    if not has and not not_:
        ctx.problem("needs has=path, not=path or both")
    for path in filter(None, (has, not_)):
        first = path.partition(".")[0]
        try:
            ctx.find(first)
        except KeyError:
            known = [*ctx.game.data, "deck"]
            ctx.problem(f"the game has no '{first}', so '{path}' can never be found", did_you_mean(first, known))
    return (not has or ctx.has(has)) and (not not_ or not ctx.has(not_))
