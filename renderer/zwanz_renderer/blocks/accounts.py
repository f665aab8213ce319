"""The account of a round: a situation as in the example files, settled by the engine."""

from __future__ import annotations

from collections.abc import Iterable

from zwanz_renderer.shortcodes import Context, Html, Raw, Values, block
from zwanz_ssot.engine.state import State
from zwanz_ssot.model import SEATS, Ledger, seats_in
from zwanz_ssot.problems import RulesAreSilent
from zwanz_ssot.prose.accounts import signed
from zwanz_ssot.prose.template import Phrase

from .acting import ExampleRef, Told, lines_of, settled, stated
from .cards import said
from .kinds import game_of, seats_of
from .speech import prose, typeset
from .words import words

_SAMPLE = """[score-panel p1=Anna p2=Bert p3=Cilli p4=Dora]
contract: rufer
partner: third
announced: {pagat_ultimo: fourth}
doubled: {game: 1}
outcome: {points: {declarers: 40}, last_trick: {won_by: fourth, with: T-I}}
expect: {scores: {forehand: -4, second: 4, third: -4, fourth: 4}}
[/score-panel]"""
_SHAPE = "write contract, partner, announced, doubled, outcome and expect as in an example file"


@block("score-panel", body="raw", sample=_SAMPLE)
def score_panel(
    ctx: Context,
    *,
    body: Raw,
    p1: str = "",
    p2: str = "",
    p3: str = "",
    p4: str = "",
    p5: str = "",
    p6: str = "",
    example: ExampleRef | None = None,
    caption: str = "",
) -> Values:
    """What a round comes to: its lines are those of an example, its account is the engine's; p1…
    are the players.
    """
    say, game = words(ctx).text, game_of(ctx)
    told = _told(ctx, body, example)
    holds = told is not None and told.holds(ctx)
    account = None
    try:
        account = settled(told) if told and holds else None
        if holds and account is None:
            ctx.problem("tells too little to be settled", _SHAPE)
    except RulesAreSilent as silent:
        ctx.problem(f"the rules do not tell what follows: {silent}")
    names = [said(ctx, name) for name in (p1, p2, p3, p4, p5, p6) if name]
    if names and len(names) != game.table.players:
        ctx.problem(
            f"{game.table.players} play, and {len(names)} are named", "name all players, or none"
        )
        names = []
    values = (
        _account(ctx, *account)
        if account
        else {"rows": [], "scores": [], "paid": [], "notes": [], "title": ""}
    )
    default = (
        typeset(ctx, example.entry["title"][ctx.lang]) if example is not None else values["title"]
    )
    return {
        "say": say,
        **values,
        "players": names or [say("seat-heads", seat) for seat in seats_of(ctx)],
        "caption": said(ctx, caption) or default,
    }


def _told(ctx: Context, body: Raw, example: Told | None) -> Told | None:
    lines, first = lines_of(body)
    if any(line.strip() for line in lines):
        if example is not None:
            ctx.problem("has an example, which says all there is", "leave out the lines")
        return stated(ctx, {}, lines, first, paths=True)
    if example is None:
        ctx.problem("states nothing", _SHAPE)
    return example


def _account(ctx: Context, state: State, ledger: Ledger) -> Values:
    game, speaker, say = game_of(ctx), prose(ctx), words(ctx)
    contract = state.table.contracts[state.contract]
    rows = [
        {
            "item": row.item,
            "amount": row.amount,
            "each": row.each,
            "why": typeset(
                ctx,
                say.text("join", "semicolon").join(
                    part for part in (row.reason, row.factors) if part
                ),
            ),
        }
        for row in speaker.ledger(ledger, seats_in(state.declarers))
    ]
    notes = [
        say.text("score-panel", "replaced", item=speaker.item(item)) for item, _ in ledger.replaced
    ]
    notes += [speaker.setting(path, game.at(path)) for path in ledger.void]
    if ledger.double_rounds:
        rounds = ledger.double_rounds
        notes.append(
            say.text("score-panel", f"double_rounds.{rounds}", "double_rounds", count=rounds)
        )
    sides = ""
    if contract.declarers:
        everybody = seats_in((1 << game.table.players) - 1)
        ours = seats_in(state.declarers)
        sides = say.text(
            "score-panel",
            "sides",
            declarers=_seats(ctx, ours),
            defenders=_seats(ctx, (seat for seat in everybody if seat not in ours)),
        )
    title = say.text("score-panel", "title", contract=contract.name.said(ctx.lang))
    return {
        "rows": rows,
        "scores": [signed(score) for score in ledger.scores],
        "paid": [signed(paid) for paid in ledger.paid]
        if ledger.paid not in ((), ledger.scores)
        else [],
        "notes": [Html(typeset(ctx, note)) for note in notes],
        "title": typeset(ctx, say.text("join", "colon").join((title, sides)) if sides else title),
    }


def _seats(ctx: Context, seats: Iterable[int]) -> str:
    return (
        words(ctx)
        .joined(Phrase(words(ctx).text("seats-within", SEATS[seat])) for seat in seats)
        .text
    )
