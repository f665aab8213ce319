"""The rules of a part of the game, one sentence after the other, whatever the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from renderer.shortcodes import Context, Values, block
from zwanz_ssot.model import Path

from .kinds import PathRef, game_of, steps
from .origins import open_question
from .speech import prose, typeset

_UNSAID = frozenset({"source", "name"})


@block("rules", sample="[rules of=auction]")
def rules(ctx: Context, *, of: PathRef, without: str = "") -> Values:
    """Every rule of a part (`of`: ``auction``, ``play``) as a list of sentences, each with what is open about it.

    `without` names parts of it, separated by commas, that are told elsewhere.
    """
    inside = game_of(ctx).at(steps(of, ctx))
    left_out = [part.strip() for part in without.split(",") if part.strip()]
    for part in left_out:
        if not isinstance(inside, Mapping) or part not in inside:
            ctx.problem(f"there is no '{part}' in '{of}' that could be left out")
    rows = [
        typeset(ctx, sentence) + open_question(ctx, at=".".join(map(str, path)))
        for path, sentence in _sentences(ctx, steps(of, ctx), frozenset(left_out))
    ]
    if not rows:
        ctx.problem(f"no sentence can be made of what stands at '{of}'", "name a part of the rules, as in play")
    return {"rows": rows}


def _sentences(ctx: Context, path: Path, without: frozenset[str]) -> Iterator[tuple[Path, str]]:
    """The rules at and below a path: a whole one where it can be said as one, else its parts."""
    found = game_of(ctx).at(path)
    parts = found if isinstance(found, Mapping) else {}
    if not without and prose(ctx).says(path):
        yield path, prose(ctx).setting(path, found)
        return
    for key in parts:
        if key not in without and key not in _UNSAID:
            yield from _sentences(ctx, (*path, key), frozenset())
