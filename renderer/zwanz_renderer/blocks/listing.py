"""The rules of a part of the game, one sentence after the other, whatever the game."""

from __future__ import annotations

from collections.abc import Mapping

from zwanz_renderer.shortcodes import Context, Values, block
from zwanz_ssot.prose import enumeration

from .kinds import PathRef, game_of, steps
from .origins import open_question
from .speech import prose, typeset


@block("rules", sample="[rules of=auction]")
def rules(ctx: Context, *, of: PathRef, without: str = "") -> Values:
    """Every rule of a part (`of`: ``auction``, ``play``) as a list of sentences, each with what is
    open about it.

    `without` names parts of it, separated by commas, that are told elsewhere.
    """
    inside = game_of(ctx).at(steps(of, ctx))
    left_out = [part.strip() for part in without.split(",") if part.strip()]
    for part in left_out:
        if not isinstance(inside, Mapping) or part not in inside:
            ctx.problem(f"there is no '{part}' in '{of}' that could be left out")
    says = prose(ctx)
    rows = [
        typeset(ctx, says.setting(path, game_of(ctx).at(path)))
        + open_question(ctx, at=".".join(map(str, path)))
        for path in enumeration.whole(game_of(ctx), says.says, steps(of, ctx), left_out)
    ]
    if not rows:
        ctx.problem(
            f"no sentence can be made of what stands at '{of}'",
            "name a part of the rules, as in play",
        )
    return {"rows": rows}
