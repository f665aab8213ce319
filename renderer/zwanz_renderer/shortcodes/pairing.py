"""Matches opening and closing tags; decides conditions, and drops what they leave out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain

from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from zwanz_ssot.library import other_games, same_game
from zwanz_ssot.model import Game
from zwanz_ssot.problems import did_you_mean

from .context import Context
from .registry import BlockCall, bind, check_names, condition


@condition("if", sample="[if has=contracts]\nThere are contracts.\n[/if]")
def keep_if(ctx: Context, *, has: str = "", not_: str = "", is_: str = "") -> bool:
    """Keeps its body where the game's data have a path, or lack one, or both. With `is`, this word
    or number stands at the path of `has`; with `not` alone, another one.
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

    def stands(path: str, word: str) -> bool:
        return ctx.has(path) and (not word or str(ctx.find(path)) == word)

    lacks = not not_ or not stands(not_, "" if has else is_)
    return lacks and (not has or stands(has, is_))


def _anywhere(ctx: Context, path: str) -> bool:
    """True if a path is in the rules of the book, of another rule set or of another game."""
    if _leads(ctx, path):
        return True
    # Other games are loaded only if no rule set of this game has the path.
    others = chain(same_game(ctx.game), other_games(ctx.game))
    return any(_leads(replace(ctx, game=game), path) for game in others)


def _leads(ctx: Context, path: str) -> bool:
    try:
        ctx.find(path)
    except KeyError:
        return False
    return True


def _near(ctx: Context, path: str) -> str:
    """A hint for the first step that leads nowhere in the rules of the book."""
    before, _, last = path.rpartition(".")
    while before and not _leads(ctx, before):
        before, _, last = before.rpartition(".")
    inside = ctx.find(before) if before else {}
    return did_you_mean(last, inside) if isinstance(inside, Mapping) else ""


OPEN, CLOSE, LEAF = "shortcode_open", "shortcode_close", "shortcode"
BROKEN = "shortcode_problem"


def pair(state: StateCore) -> None:
    """Give every opening token its closing one; a core rule between block and inline parsing."""
    tokens = _Stack().match(state.tokens)
    state.tokens = _kept(tokens)


def call_of(token: Token) -> BlockCall:
    """The call that a shortcode token carries."""
    call = token.meta["call"]
    assert isinstance(call, BlockCall)
    return call


@dataclass
class _Opened:
    """A container that is open: a shortcode, or (with no call) one of Markdown's own."""

    index: int
    call: BlockCall | None


class _Stack:
    def __init__(self) -> None:
        self.out: list[Token] = []
        self.open: list[_Opened] = []
        self.forced: list[str] = []

    def match(self, tokens: list[Token]) -> list[Token]:
        for token in tokens:
            self.out.append(token)
            if token.type == OPEN:
                self.open.append(_Opened(len(self.out) - 1, call_of(token)))
            elif token.type == CLOSE:
                self._close(token)
            elif token.nesting == 1:
                self.open.append(_Opened(len(self.out) - 1, None))
            elif token.nesting == -1:
                self._unclosed_down_to_container()
                if self.open:
                    self.open.pop()
        self._unclosed_down_to_container()
        return self.out

    def _close(self, token: Token) -> None:
        call = call_of(token)
        name = call.block.name
        inner: list[_Opened] = []
        while self.open and (opened := self.open[-1]).call is not None:
            if opened.call.block.name == name:
                self.open.pop()
                self._crossed(call, opened.call, inner)
                return
            inner.append(self.open.pop())
        self.open.extend(reversed(inner))
        _break(token)
        if name in self.forced:
            self.forced.remove(name)
        else:
            call.complain(
                call.tag.start, "is closed here but was not opened", f"open it with [{name}] above"
            )

    def _crossed(self, closing: BlockCall, outer: BlockCall, inner: list[_Opened]) -> None:
        """Report that `outer` ends while others inside it are open, with the lines of both."""
        for opened in inner:
            assert opened.call is not None
            name, line = opened.call.block.name, opened.call.ctx.line
            opener = f"closes what line {outer.ctx.line} opened"
            text = f"{opener}, but [{name}] of line {line} is still open"
            closing.complain(closing.tag.start, text, f"close [{name}] first")
            self.forced.append(name)
            _break(self.out[opened.index])

    def _unclosed_down_to_container(self) -> None:
        while self.open and (call := self.open[-1].call) is not None:
            name = call.block.name
            call.complain(
                call.tag.start, "is not closed", f"close it with [/{name}] on a line of its own"
            )
            _break(self.out[self.open.pop().index])


def _break(token: Token) -> None:
    token.type, token.nesting = BROKEN, 0


def _kept(tokens: list[Token]) -> list[Token]:
    """Bind every call; drop the tags of conditions, and the bodies of false ones."""
    out: list[Token] = []
    depth, dropping_from = 0, 0
    for token in tokens:
        if token.type == OPEN:
            depth += 1
        well = token.type not in (OPEN, LEAF) or check_names(call_of(token))
        # In a body that is dropped no value is read: it may name what this game lacks.
        if dropping_from:
            if token.type == CLOSE and depth == dropping_from:
                dropping_from = 0
        elif token.type in (OPEN, LEAF):
            call = call_of(token)
            well = bind(call, well=well)
            if not call.block.decides:
                out.append(token)
            elif well and not call.block.function(call.ctx, **(call.arguments or {})):
                dropping_from = depth
        elif not (token.type == CLOSE and call_of(token).block.decides):
            out.append(token)
        if token.type == CLOSE:
            depth -= 1
    return out
