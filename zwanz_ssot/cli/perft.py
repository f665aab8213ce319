"""``zwanz perft``: the positions within so many moves, counted, to compare another engine with."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..console import console, print_json, print_problems, show
from ..model import Refusal
from ..problems import IllegalMove, WrongCall, did_you_mean, repeated
from .exit_codes import FINE, PROBLEMS
from .group import CommandWithExamples
from .options import (
    FILE,
    game_argument,
    json_option,
    lang_option,
    pick,
    rules_option,
    spread,
    variant_option,
)

if TYPE_CHECKING:
    from rich.table import Table

    from ..engine import Round
    from ..model import Game
    from ..perft import Progress, Reached, Recount
    from ..prose import Prose
    from ..prose.phrases import Phrases


@click.command("perft", cls=CommandWithExamples)
@game_argument
@variant_option
@click.option(
    "--deal", "dealt", default="0", show_default=True, metavar="SEED|RECORD", help="Which cards."
)
@click.option(
    "--after",
    metavar="MOVES|N",
    help='Begin after these moves ("bid solo; pass"), or N of the record\'s.',
)
@click.option("--contract", help="Begin where the auction has led to this contract,")
@click.option("--step", help="at the first position of this step,")
@click.option("--last", is_flag=True, help="or where the last tricks begin.")
@click.option(
    "--depth", type=click.IntRange(min=1), default=3, show_default=True, help="How many moves deep."
)
@click.option("--divide", is_flag=True, help="Count below each first move.")
@click.option(
    "--against",
    type=FILE,
    multiple=True,
    metavar="FILE|DIR",
    help="Compare with the counts of these files.",
)
@lang_option
@rules_option
@json_option
def command(
    game: str | None,
    variant: str | None,
    dealt: str,
    after: str | None,
    contract: str | None,
    step: str | None,
    last: bool,
    depth: int,
    divide: bool,
    against: tuple[Path, ...],
    lang: str,
    rules: Path | None,
    as_json: bool,
) -> int:
    """Count the positions within so many moves.

    They are told depth by depth, by the step and the contract of the position that was reached. As
    in chess every line of play counts, so that another engine must come to the same numbers. With
    --against nothing but the counts of those files are counted again; exit code 1 tells of
    differences.
    """
    from ..prose import Prose
    from ..prose.phrases import Phrases

    phrases = Phrases(lang)
    if against:
        return _against(spread(against), rules, phrases, as_json)
    if contract is None and (step is not None or last):
        raise click.UsageError("--step and --last need a --contract")
    if contract is not None and after is not None:
        raise click.UsageError("a position is named by --after or by --contract")
    if step is not None and last:
        raise click.UsageError("--step or --last")
    begun = _dealt(game, variant, dealt, after, rules)
    start = begun if contract is None else _under(begun, contract, step, last)
    prose = Prose(start.game, lang)
    with _progress(phrases) as tell:
        from ..perft import below, counted

        if divide:
            found = below(start, depth, tell)
            _print_divided(start, found, depth, phrases, as_json)
        else:
            _print(start, counted(start, depth, tell), prose, phrases, as_json)
    return FINE


def _dealt(
    game: str | None, variant: str | None, dealt: str, after: str | None, rules: Path | None
) -> Round:
    """The round to count in: a seed or a record, after the moves named."""
    from ..engine import deal

    made = None if after is None else _as_number(after)
    if (seed := _as_number(dealt)) is not None:
        start = deal(pick(game, variant, rules), seed=seed)
        if made is not None:
            raise WrongCall(
                f"--after {made}: the moves of a seed are not known",
                'name them: --after "bid solo; pass"',
            )
    else:
        from ..terminal.position import of_record

        if not Path(dealt).is_file():
            raise WrongCall(f"--deal '{repeated(dealt)}' is neither a seed nor a record")
        if game is not None or variant is not None:
            raise click.UsageError("a record names its game itself")
        start = of_record(Path(dealt), made or 0, rules)
        after = after if made is None else None
    for move in filter(None, (text.strip() for text in (after or "").split(";"))):
        start = _made(start, move)
    return start


def _as_number(text: str) -> int | None:
    """The number that a text is; None for any other text, and for more digits than Python reads."""
    try:
        return int(text) if text.isdecimal() else None
    except ValueError:
        return None


def _made(start: Round, move: str) -> Round:
    from ..prose import Prose

    try:
        return start.after(move)
    except IllegalMove as illegal:
        assert isinstance(illegal.because, Refusal)
        said = Prose(start.game, "en").refusal(illegal.because)
        raise WrongCall(
            f"'{repeated(move)}' is not legal there: {said.removesuffix('.')}"
        ) from None


def _under(begun: Round, contract: str, step: str | None, last: bool) -> Round:
    """The position under a contract that was asked for."""
    from ..perft import after

    known = begun.game.contracts
    if contract not in known:
        hint = did_you_mean(contract, known) or f"known are {', '.join(known)}"
        raise WrongCall(f"there is no contract {contract!r}", hint)
    found = list(after(begun, contract))
    if not found:
        raise WrongCall(f"with these cards nobody comes to {contract!r}", "try another --deal")
    if last:
        if len(found) < 2 or found[-1].step != found[-2].step:
            raise WrongCall(
                f"{contract!r} does not come to the last tricks with these cards",
                "try another --deal",
            )
        return found[-1]
    there = next((each for each in found if step is None or each.step == step), None)
    if there is None:
        steps = ", ".join(dict.fromkeys(each.step for each in found))
        raise WrongCall(f"{contract!r} has no step {step!r}", f"there are {steps}")
    return there


@contextmanager
def _progress(phrases: Phrases) -> Iterator[Progress | None]:
    """On a terminal, how far the count has come is shown meanwhile."""
    if not sys.stderr.isatty():
        yield None
        return
    with console(err=True).status("") as status:
        yield lambda n: status.update(phrases("perft_so_far", n=_number(n)))


def _print(
    start: Round, layers: Sequence[Reached], prose: Prose, phrases: Phrases, as_json: bool
) -> None:
    if as_json:
        print_json({**_head(start), "reached": [dict(layer) for layer in layers]})
        return
    table = _table(
        phrases("perft_step"), phrases("column_contract"), *map(str, range(1, len(layers) + 1))
    )
    for name in _names(start, layers):
        step, _, contract = name.partition(" ")
        table.add_row(step, contract or "–", *(_number(layer.get(name, 0)) for layer in layers))
    table.add_section()
    table.add_row(
        phrases("perft_all"), "", *(_number(sum(layer.values())) for layer in layers), style="bold"
    )
    show(_title(start, phrases), "", table)


def _names(start: Round, layers: Sequence[Reached]) -> list[str]:
    """What was reached, in the order of a round and of its contracts."""
    from ..perft import OVER, THROWN_IN

    steps = [*(room.kind for room in start.table.steps), THROWN_IN, OVER]
    contracts = ["", *start.game.contracts]

    def place(name: str) -> tuple[int, int]:
        step, _, contract = name.partition(" ")
        return steps.index(step), contracts.index(contract)

    return sorted({name for layer in layers for name in layer}, key=place)


def _print_divided(
    start: Round, found: dict[str, int], depth: int, phrases: Phrases, as_json: bool
) -> None:
    if as_json:
        print_json({**_head(start), "depth": depth, "below": found})
        return
    table = _table(phrases("perft_move"), str(depth))
    for move, count in found.items():
        table.add_row(move, _number(count))
    table.add_section()
    table.add_row(phrases("perft_all"), _number(sum(found.values())), style="bold")
    show(_title(start, phrases), "", table)


def _against(files: list[Path], rules: Path | None, phrases: Phrases, as_json: bool) -> int:
    """Recount files, one after the other."""
    from ..perft import recount

    done: list[Recount] = []
    with _progress(phrases) as tell:
        for file in files:
            done.append(recount(file, rules, tell))
    problems = [problem for each in done for problem in each.differences]
    if as_json:
        rows = [
            {
                "game": each.game,
                "variant": each.variant,
                "contracts": list(each.contracts),
                "positions": each.positions,
                "differences": [problem.as_dict() for problem in each.differences],
            }
            for each in done
        ]
        print_json({"rule_sets": rows, "positions": sum(each.positions for each in done)})
    else:
        print_problems(problems)
        table = _table(
            phrases("perft_rules"),
            phrases("perft_contracts"),
            phrases("perft_positions"),
            numbers=1,
        )
        for each in done:
            table.add_row(
                f"{each.game}:{each.variant}", str(len(each.contracts)), _number(each.positions)
            )
        table.add_section()
        table.add_row(
            phrases("perft_all"), "", _number(sum(each.positions for each in done)), style="bold"
        )
        show(table)
    return PROBLEMS if problems else FINE


def _head(start: Round) -> dict[str, Any]:
    game: Game = start.game
    way = [str(move) for _, move in start.history]
    cards = [game.deck.cards[card].id for card in start.deal]
    return {"game": game.id, "variant": game.variant, "cards": cards, "after": way}


def _title(start: Round, phrases: Phrases) -> str:
    game = start.game
    way = "; ".join(str(move) for _, move in start.history)
    return f"{game.id}:{game.variant}" + (f"\n{phrases('perft_after', moves=way)}" if way else "")


def _number(count: int) -> str:
    return f"{count:,}".replace(",", " ") if count else "·"


def _table(*columns: str, numbers: int = 2) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for number, name in enumerate(columns):
        table.add_column(
            name, justify="left" if number < len(columns) - 1 and number < numbers else "right"
        )
    return table
