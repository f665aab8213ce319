"""Sentences about the rules, in the language of the book."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from zwanz_renderer.shortcodes import Context, Html
from zwanz_ssot.model import Condition, Contract, Game, Name, Path, Role
from zwanz_ssot.prose import Prose
from zwanz_ssot.prose.template import capital

from .kinds import game_of
from .words import words

_BOOKS = 8
_SIDE, _ALONE = "declarers", "declarer"


@lru_cache(_BOOKS)
def _prose(game: Game, lang: str) -> Prose:
    return Prose(game, lang)


def prose(ctx: Context) -> Prose:
    """Who makes sentences of the rules of the game."""
    return _prose(game_of(ctx), ctx.lang)


def typeset(ctx: Context, text: str) -> Html:
    """A text made of words and data, with the quotation marks and the hyphens of the book."""
    return ctx.render_inline(text)


def rule(ctx: Context, path: Path) -> Html:
    """The rule at a path of the game, as a sentence."""
    return typeset(ctx, prose(ctx).setting(path, game_of(ctx).at(path)))


def names(ctx: Context, name: Name) -> tuple[str, str]:
    """A name, and the other names in use as a remark ("also …"; empty where there are none)."""
    also = (
        words(ctx).text("names", "also", names=words(ctx).text("join", "comma").join(name.also))
        if name.also
        else ""
    )
    return name.said(ctx.lang), also


def clause(ctx: Context, condition: Condition) -> Html:
    """A condition, with a capital letter."""
    return typeset(ctx, capital(prose(ctx).condition(condition)))


def aim(ctx: Context, contract: Contract) -> Html:
    """What wins a contract, or who loses it."""
    if contract.objective is None:
        assert contract.losers is not None
        loser = prose(ctx).role(contract.losers)
        return typeset(ctx, words(ctx).text("contract-table", "loser", loser=loser))
    alone = len(contract.declarers) == 1
    return clause(ctx, _of_one(contract.objective) if alone else contract.objective)


def _of_one(condition: Condition) -> Condition:
    """A condition on the declaring side, said of the one player who is this side."""
    args = {
        key: replace(value, word=_ALONE)
        if isinstance(value, Role) and value.word == _SIDE
        else value
        for key, value in condition.args.items()
    }
    return replace(condition, args=args)
