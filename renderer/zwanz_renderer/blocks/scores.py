"""What a contract brings and costs each player, and the account of a round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Annotated, NamedTuple

from zwanz_ssot.engine.payments import evenly
from zwanz_ssot.engine.state import State
from zwanz_ssot.model import SEATS, Contract, Game, Ledger, seats_in
from zwanz_ssot.paths import dotted
from zwanz_ssot.problems import RulesAreSilent
from zwanz_ssot.prose.accounts import signed
from zwanz_ssot.prose.template import Phrase

from ..shortcodes import Context, Html, Raw, Text, Values, block
from . import alike
from .acting import ExampleRef, Situation, read_situation, settled
from .contracts import in_order
from .kinds import ContractRef, GameRef, game_of, seats_of, sizes_of_side
from .wording import in_words, markdown, prose, rule, title_of, typeset, words

_GAME, _MONEY = "game", "money"


@block("score-table", sample="[score-table contract=rufer]\n\n[score-table]")
def score_table(
    ctx: Context,
    *,
    contract: ContractRef | None = None,
    game: GameRef | None = None,
    caption: str = "",
) -> Values | Html:
    """What each player gets or pays: in one contract by what was said, or in all contracts with
    nothing said; nothing where the payments of all of them are rules of their own.
    """
    rules, say = game_of(ctx), words(ctx).text
    if contract is None:
        default = say("score-table", "caption_contracts")
        values = _all_contracts(ctx, rules)
        if not values["rows"]:
            return Html("")
    else:
        default = say("score-table", "caption", contract=contract.name.text(ctx.lang))
        values = (
            _with_sides(ctx, rules, contract)
            if contract.declarers
            else _without_sides(ctx, rules, contract)
        )
        values["notes"] = [*_growing(ctx, [contract])]
        values["notes"] += [rule(ctx, times.at) for times in contract.value_times]
        if contract.kontra and contract.declarers:
            values["notes"].append(rule(ctx, (*contract.at, "kontra")))
        if contract.payments:
            ctx.problem(
                f"what is paid in '{contract.id}' is told case by case",
                f"write [rules of={dotted(contract.at)}.payments]",
            )
        if (
            rules.kontra
            and rules.kontra.counts_in == _MONEY
            and contract.declarers
            and len(values["rows"]) > 1
        ):
            values["notes"].append(rule(ctx, ("kontra", "counts_in")))
    return {"notes": [], **values, "caption": ctx.written(caption) if caption else default}


def shares(game: Game, winners: int, value: int) -> tuple[int, int]:
    """What each of `winners` players gets, and each of the others, where some pay the others."""
    players = game.table.players
    won = (1 << winners) - 1
    each = evenly(players, won, ((1 << players) - 1) & ~won, value)
    return each[0], each[-1]


def _growing(ctx: Context, contracts: Sequence[Contract]) -> Iterator[Html]:
    """What a round adds to the numbers of a table, which have it not: a note for the contracts that
    are alike in it.
    """
    yield from _differences(ctx, contracts)
    tops: dict[tuple[int, bool], list[Contract]] = {}
    losing: dict[int, list[Contract]] = {}
    for each in contracts:
        if each.per_top:
            tops.setdefault((each.per_top, bool(each.base)), []).append(each)
        if each.lost_times > 1:
            losing.setdefault(each.lost_times, []).append(each)
    for (pays, has_base), some in tops.items():
        yield _note(ctx, "tops" if has_base else "tops_alone", some, pays=pays)
    if adding := [each for each in contracts if each.value_adds or each.overbid]:
        yield _note(ctx, "adds", adding)
    for times, some in losing.items():
        yield _note(ctx, "lost_times", some, times=prose(ctx).factor(times))


def _note(ctx: Context, key: str, contracts: Iterable[Contract], **values: int | str) -> Html:
    """A note below a table, with the contracts that it is about."""
    names = alike.names_of(ctx, [each.id for each in contracts])
    return typeset(ctx, words(ctx).text("score-table", key, contracts=names, **values))


def _differences(ctx: Context, contracts: Iterable[Contract]) -> Iterator[Html]:
    """What the difference of card points adds, with how it is counted."""
    alike_in: dict[tuple[object, ...], list[Contract]] = {}
    for each in contracts:
        if steps := each.per_difference:
            key = steps.points, steps.pays, steps.from_, steps.rounded, bool(each.base)
            alike_in.setdefault(key, []).append(each)
    for some in alike_in.values():
        steps, at = some[0].per_difference, (*some[0].at, "value", "per_difference")
        assert steps is not None
        head = words(ctx).text(
            "score-table",
            "difference" if some[0].base else "difference_alone",
            contracts=alike.names_of(ctx, [each.id for each in some]),
            pays=steps.pays,
            points=prose(ctx).points(steps.points * game_of(ctx).unit),
        )
        details = {"from": steps.from_, "rounded": steps.rounded}
        told = [prose(ctx).setting((*at, key), found) for key, found in details.items()]
        gap = words(ctx).text("alike", "gap")
        yield typeset(ctx, gap.join([head, *told]))


def _sides(
    ctx: Context, game: Game, contract: Contract, name: str, times: int = 1, adds: int = 0
) -> Iterator[tuple[str, list[str]]]:
    """The rows of a contract: each declarer and each opponent when the game is won, and when it is
    lost; one for each number of declarers, if it is not always the same.
    """
    sizes = sizes_of_side(game, contract)
    for count in reversed(sizes):
        sized = words(ctx).text("score-table", "sized", name=name, count=count)
        amounts = _amounts(game, contract, count, times, adds)
        yield sized if len(sizes) > 1 else name, [signed(amount) for amount in amounts]


def _amounts(
    game: Game, contract: Contract, declarers: int, times: int, adds: int
) -> tuple[int, int, int, int]:
    """What each of so many declarers and each opponent gets when the game is won, and when it is
    lost.
    """
    lost_value = contract.lost_value * contract.lost_times
    if game.settlement.each_pays == "declarers_alone":
        return contract.value * times + adds, 0, -(lost_value * times + adds), 0
    won = shares(game, declarers, contract.value * times + adds)
    lost = shares(game, game.table.players - declarers, lost_value * times + adds)
    return *won, lost[1], lost[0]


class Level(NamedTuple):
    """A word of doubling: how often the game then counts, and what is added to it."""

    name: str
    times: int
    adds: int

    @property
    def effect(self) -> str:
        """What it does, as a sign and a number."""
        return f"+{self.adds}" if self.adds else f"×{self.times}"


def levels(ctx: Context, game: Game) -> Iterator[Level]:
    """The words of doubling for the game, beginning with none."""
    yield Level(words(ctx).text("score-table", "plain"), 1, 0)
    kontra = game.kontra
    if kontra and _GAME in kontra.doubles:
        for number, level in enumerate(kontra.levels, 1):
            yield Level(
                kontra.names[level].text(ctx.lang), kontra.times**number, kontra.adds * number
            )


def _with_sides(ctx: Context, game: Game, contract: Contract) -> Values:
    """A row for each word of doubling: what each side gets when the game is won, and when lost."""
    say = words(ctx).text
    rows = list(levels(ctx, game))
    if len(rows) == 1 or contract.kontra:
        rows = [Level(contract.name.text(ctx.lang), 1, 0)]
    declarer = say("score-table", _declarers([contract], game))
    return {
        "first": say("score-table", "level" if len(rows) > 1 else "contract"),
        "groups": [say("score-table", "won"), say("score-table", "lost")],
        "columns": [declarer, say("score-table", "defenders")] * 2,
        "rows": [
            row
            for name, times, adds in rows
            for row in _sides(ctx, game, contract, name, times, adds)
        ],
    }


def _declarers(contracts: Iterable[Contract], game: Game) -> str:
    """The word for the head of the declarers' column: one of them, or each."""
    several = any(max(sizes_of_side(game, each)) > 1 for each in contracts)
    return "declarers" if several else "declarer"


def _without_sides(ctx: Context, game: Game, contract: Contract) -> Values:
    """A row for each number of losers, where all play against all."""
    say, players = words(ctx).text, game.table.players
    rows = []
    for losers in range(1, players):
        gain, loss = shares(game, players - losers, contract.value)
        number = in_words(ctx, losers)
        head = say("score-table", f"losing.{losers}", "losing", count=losers, said=number)
        rows.append((head, [signed(loss), signed(gain)]))
    return {
        "first": say("score-table", "losers"),
        "groups": [],
        "columns": [say("score-table", "each_loser"), say("score-table", "others")],
        "rows": rows,
    }


def _all_contracts(ctx: Context, game: Game) -> Values:
    """A row for each contract, with nothing said to it."""
    say = words(ctx).text
    rows: list[tuple[str, list[str]]] = []
    shown = []
    for contract in in_order(game):
        cases = contract.payments
        if any(case.by_place or case.scores or case.when is None for case in cases):
            continue  # its payments are rules of their own
        if contract.becomes:
            continue  # it has the value of the contract that it becomes
        name = contract.name.text(ctx.lang)
        if contract.declarers:
            rows += _sides(ctx, game, contract, name)
        else:
            gain, loss = shares(game, game.table.players - 1, contract.value)
            rows.append((name, ["–", "–", signed(loss), signed(gain)]))
        shown.append(contract)
    side = _declarers(game.contracts.values(), game)
    multiplied = [each for each in shown if each.value_times]
    times = [_note(ctx, "multiplied", multiplied)] if multiplied else []
    return {
        "first": say("score-table", "contract"),
        "groups": [say("score-table", "won"), say("score-table", "lost")],
        "columns": [say("score-table", side), say("score-table", "defenders")] * 2,
        "rows": rows,
        "notes": [*_growing(ctx, shown), *times],
    }


_SAMPLE = """[score-panel p1=Anna p2=Bert p3=Cilli p4=Dora]
contract: rufer
partner: third
announced: {pagat_ultimo: fourth}
doubled: {game: 1}
outcome: {points: {declarers: 40}, last_trick: {won_by: fourth, with: T-I}}
expect: {scores: {forehand: -4, second: 4, third: -4, fourth: 4}}
[/score-panel]"""
_EMPTY: Values = {"rows": [], "blank": 0, "scores": [], "paid": [], "notes": [], "title": ""}
_LINES_TO_FILL = 4
"""The lines of a panel to fill in: the game, and a few bonuses."""
Player = Annotated[str | None, Text(may_be_empty=True)]
_SHAPE = "write contract, partner, announced, doubled, outcome and expect as in an example file"


@block("score-panel", body="optional", sample=_SAMPLE)
def score_panel(
    ctx: Context,
    *,
    body: Raw,
    p1: Player = None,
    p2: Player = None,
    p3: Player = None,
    p4: Player = None,
    p5: Player = None,
    p6: Player = None,
    example: ExampleRef | None = None,
    caption: str = "",
) -> Values:
    """What a round comes to: its lines are those of an example, its account is the engine's; p1…
    are the players. With players alone it is what they begin with; with a name left empty
    (``p1= p2=``) it is a panel to fill in.
    """
    say, players = words(ctx).text, game_of(ctx).table.players
    given = (p1, p2, p3, p4, p5, p6)
    named = [markdown(ctx, name or "") for name in given]
    states = example is not None or any(line.text.strip() for line in body)
    fills_in = "" in given and not states
    begins = any(named) and not states
    count = len([name for name in named if name])
    if count and (any(named[players:]) or (count < players and states)):
        text = f"{players} play, and {count} are named"
        ctx.problem(text, "name all players, or none")
        named = []
    for number, name in enumerate(given[players:], players + 1):
        if name == "":
            ctx.problem(f"{players} play, and p{number} is none of them", "leave it out")
    if states and "" in given:
        text = "has names left empty, and a round to settle"
        ctx.problem(text, "name the players, or leave their names out")
    heads = (say("seat-heads", seat) for seat in seats_of(ctx))
    names = [name or head for name, head in zip_longest(named[:players], heads)]
    if fills_in:
        values = _to_fill_in(ctx)
    elif begins:
        values = _opening(ctx)
    else:
        situation = _situation(ctx, body, example)
        values = _settled(ctx, situation) if situation else _EMPTY
    title = title_of(ctx, example.entry) if example else values["title"]
    return {
        "say": say,
        **values,
        "players": names,
        "caption": markdown(ctx, caption) or title,
    }


def _opening(ctx: Context) -> Values:
    """The scores before the first round."""
    match, players = game_of(ctx).match, game_of(ctx).table.players
    return {
        **_EMPTY,
        "scores": [str(match.stock or 0)] * players,
        "title": words(ctx).text("score-panel", "opening"),
    }


def _to_fill_in(ctx: Context) -> Values:
    """Empty lines, and an empty sum for each player."""
    return {
        **_EMPTY,
        "blank": _LINES_TO_FILL,
        "scores": [""] * game_of(ctx).table.players,
        "title": words(ctx).text("score-panel", "blank"),
    }


def _situation(ctx: Context, body: Raw, example: Situation | None) -> Situation | None:
    """The situation of the lines, or of the example."""
    if any(line.text.strip() for line in body):
        if example is not None:
            ctx.problem("has an example, which says all there is", "leave out the lines")
        return read_situation(ctx, body)
    if example is None:
        ctx.problem("states nothing", _SHAPE)
    return example


def _settled(ctx: Context, situation: Situation) -> Values:
    """The account of a situation; empty, with a problem, if it does not hold."""
    if not situation.holds(ctx):
        return _EMPTY
    try:
        account = settled(situation)
    except RulesAreSilent as silent:
        ctx.problem(f"the rules do not tell what follows: {silent}")
        return _EMPTY
    if account is None:
        ctx.problem("tells too little to be settled", _SHAPE)
        return _EMPTY
    return _account(ctx, *account)


def _account(ctx: Context, state: State, ledger: Ledger) -> Values:
    """A settled round: its lines, what each player gets, and what is special about it."""
    return {
        **_EMPTY,
        "rows": _lines(ctx, state, ledger),
        "scores": [signed(score) for score in ledger.scores],
        "paid": _paid(ledger),
        "notes": [Html(typeset(ctx, note)) for note in _notes(ctx, ledger)],
        "title": _title(ctx, state),
    }


def _lines(ctx: Context, state: State, ledger: Ledger) -> list[Values]:
    """The lines of the account, each with its reason and its factors."""
    semicolon = words(ctx).text("join", "semicolon")
    rows = []
    for row in prose(ctx).ledger(ledger, seats_in(state.declarers)):
        why = semicolon.join(part for part in (row.reason, row.factors) if part)
        rows.append(
            {
                "item": row.item,
                "amount": row.amount,
                "each": row.each,
                "why": typeset(ctx, why),
            }
        )
    return rows


def _paid(ledger: Ledger) -> list[str]:
    """What each player is paid, where that is not the score."""
    if ledger.paid in ((), ledger.scores):
        return []
    return [signed(paid) for paid in ledger.paid]


def _notes(ctx: Context, ledger: Ledger) -> Iterator[str]:
    """What a bonus replaces, rules that make a line void, and rounds that count double."""
    say, sentences = words(ctx).text, prose(ctx)
    for item, _ in ledger.replaced:
        yield say("score-panel", "replaced", item=sentences.item(item))
    for path in ledger.void:
        yield sentences.setting(path, game_of(ctx).at(path))
    if rounds := ledger.double_rounds:
        yield say("score-panel", f"double_rounds.{rounds}", "double_rounds", count=rounds)


def _title(ctx: Context, state: State) -> Html:
    """The contract, and who played against whom."""
    say = words(ctx).text
    contract = state.plan.contracts[state.contract]
    title = say("score-panel", "title", contract=contract.name.text(ctx.lang))
    if not contract.declarers:
        return typeset(ctx, title)
    declarers = seats_in(state.declarers)
    players = range(game_of(ctx).table.players)
    defenders = [seat for seat in players if seat not in declarers]
    sides = say(
        "score-panel",
        "sides",
        declarers=_seats(ctx, declarers),
        defenders=_seats(ctx, defenders),
    )
    return typeset(ctx, say("join", "colon").join((title, sides)))


def _seats(ctx: Context, seats: Iterable[int]) -> str:
    """Seats as they are named inside a sentence."""
    known = words(ctx)
    return known.joined(Phrase(known.text("seats-within", SEATS[seat])) for seat in seats).text
