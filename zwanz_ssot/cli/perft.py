"""``zwanz perft``: counts positions within some number of moves, to compare another engine."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..console import console, plain_table, print_json, print_problems, show
from ..files import is_file
from ..game_names import resolve_game
from ..problems import WrongCall, repeated
from .framework import (
    FILE,
    FINE,
    PROBLEMS,
    CommandWithExamples,
    WholeNumber,
    dask_option,
    game_argument,
    is_given,
    jobs_option,
    json_option,
    lang_option,
    rules_option,
    variant_option,
)

if TYPE_CHECKING:
    from ..engine import Round
    from ..perft import Progress, Reached, Recount
    from ..prose.phrases import Phrases


@click.command("perft", cls=CommandWithExamples)
@game_argument
@variant_option
@click.option(
    "--deal",
    "dealt",
    default="0",
    show_default=True,
    metavar="SEED|RECORD",
    help="The deal of a seed, or of a record.",
)
@click.option(
    "--after",
    metavar="MOVES|N",
    help='Begin after these moves ("bid solo; pass"), or after N of the record.',
)
@click.option("--contract", help="Begin where the auction has led to this contract,")
@click.option("--step", help="at the first position of this step,")
@click.option("--last", is_flag=True, help="or where the last tricks begin.")
@click.option(
    "--depth",
    type=WholeNumber(min=1, max=100),
    default=3,
    show_default=True,
    help="How many moves deep.",
)
@click.option("--divide", is_flag=True, help="Count separately below each first move.")
@click.option(
    "--against",
    type=FILE,
    multiple=True,
    metavar="FILE|DIR",
    help="Compare with the counts in these files.",
)
@jobs_option
@dask_option
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
    jobs: int | None,
    dask: str | None,
    lang: str,
    rules: Path | None,
    as_json: bool,
) -> int:
    """Count the positions within some number of moves.

    They are listed depth by depth, by the step and the contract of the position. As in chess every
    line of play counts, so another engine must come to the same numbers. --against counts only what
    these files state, and compares; exit code 1 means differences.
    """
    from ..file_checks import yaml_files
    from ..perft import below, position_counts
    from ..positions import under_contract
    from ..prose import Prose
    from ..prose.phrases import Phrases

    phrases = Phrases(lang)
    if against:
        _refuse_position()
        return _against(yaml_files(against), rules, phrases, as_json, jobs=jobs, dask=dask)
    if contract is None and (step is not None or last):
        raise click.UsageError("--step and --last need a --contract")
    if contract is not None and after is not None:
        raise click.UsageError("a position is named by --after or by --contract")
    if step is not None and last:
        raise click.UsageError("give either --step or --last")
    start = _start(game, variant, dealt, after, rules)
    if contract is not None:
        start = under_contract(start, contract, step, last)
    Prose(start.game, lang)  # refuses an unknown language
    with _progress(phrases) as progress:
        if divide:
            found = below(start, depth, progress, jobs=jobs, dask=dask)
            _print_divided(start, found, depth, phrases, as_json)
        else:
            reached = position_counts(start, depth, progress, jobs=jobs, dask=dask)
            _print(start, reached, phrases, as_json)
    return FINE


_OF_POSITION = ("variant", "after", "contract", "step", "last", "depth", "divide")
"""The options that say what is counted, but for ``--deal``."""


def _refuse_position() -> None:
    """Refuse what says which positions are counted, where files do."""
    named = {"game": "GAME", "dealt": "--deal", **{each: f"--{each}" for each in _OF_POSITION}}
    if given := [name for option, name in named.items() if is_given(option)]:
        raise click.UsageError(
            f"without {', '.join(given)}: the files of --against say what is counted"
        )


def _start(
    game: str | None, variant: str | None, dealt: str, after: str | None, rules: Path | None
) -> Round:
    """The round of a seed or a record, after the given moves or number of moves."""
    from ..engine import deal
    from ..positions import after_moves, from_record

    made = None if after is None else _as_number(after)
    if (seed := _as_number(dealt)) is not None:
        start = deal(resolve_game(game, variant, rules), seed=seed)
        if made is not None:
            raise WrongCall(
                f"--after {made}: the moves of a seed are not known",
                'name them: --after "bid solo; pass"',
            )
    else:
        if not is_file(Path(dealt)):
            raise WrongCall(f"--deal '{repeated(dealt)}' is neither a seed nor a record")
        if game is not None or variant is not None:
            raise click.UsageError("a record names its game itself")
        start = from_record(Path(dealt), made or 0, rules)
        after = after if made is None else None
    named = [text.strip() for text in (after or "").split(";")]
    return after_moves(start, filter(None, named))


def _as_number(text: str) -> int | None:
    """The number in a text; None for any other text, and for more digits than Python reads."""
    try:
        return int(text) if text.isdecimal() else None
    except ValueError:
        return None


@contextmanager
def _progress(phrases: Phrases) -> Iterator[Progress | None]:
    """Gives a function that shows the count so far on a terminal; None without one."""
    if not sys.stderr.isatty():
        yield None
        return
    with console(err=True).status("") as status:
        yield lambda n: status.update(phrases("perft_so_far", n=_number(n)))


def _print(start: Round, layers: Sequence[Reached], phrases: Phrases, as_json: bool) -> None:
    if as_json:
        print_json({**_head(start), "reached": [dict(layer) for layer in layers]})
        return
    depths = [str(depth) for depth in range(1, len(layers) + 1)]
    table = plain_table(phrases("perft_step"), phrases("column_contract"), *depths, texts=2)
    for name in _names(start, layers):
        step, _, contract = name.partition(" ")
        table.add_row(step, contract or "–", *(_number(layer.get(name, 0)) for layer in layers))
    table.add_section()
    sums = [_number(sum(layer.values())) for layer in layers]
    table.add_row(phrases("perft_all"), "", *sums, style="bold")
    show(_title(start, phrases), "", table)


def _names(start: Round, layers: Sequence[Reached]) -> list[str]:
    """The steps and contracts that were reached, in the order of the round and of the rules."""
    from ..perft import OVER, THROWN_IN

    steps = [*(step.kind for step in start.table.steps), THROWN_IN, OVER]
    contracts = ["", *start.game.contracts]

    def place(name: str) -> tuple[int, int]:
        step, _, contract = name.partition(" ")
        return steps.index(step), contracts.index(contract)

    reached: set[str] = set()
    for layer in layers:
        reached |= layer.keys()
    return sorted(reached, key=place)


def _print_divided(
    start: Round, found: dict[str, int], depth: int, phrases: Phrases, as_json: bool
) -> None:
    if as_json:
        print_json({**_head(start), "depth": depth, "below": found})
        return
    table = plain_table(phrases("perft_move"), str(depth))
    for move, count in found.items():
        table.add_row(move, _number(count))
    table.add_section()
    table.add_row(phrases("perft_all"), _number(sum(found.values())), style="bold")
    show(_title(start, phrases), "", table)


def _against(
    files: list[Path],
    rules: Path | None,
    phrases: Phrases,
    as_json: bool,
    *,
    jobs: int | None,
    dask: str | None,
) -> int:
    """Count what the files state, and print the differences."""
    from ..perft import recount

    with _progress(phrases) as progress:
        done = [recount(file, rules, progress, jobs=jobs, dask=dask) for file in files]
    problems = [problem for each in done for problem in each.differences]
    positions = sum(each.positions for each in done)
    if as_json:
        print_json({"rule_sets": [_recount_data(each) for each in done], "positions": positions})
        return PROBLEMS if problems else FINE
    print_problems(problems)
    table = plain_table(
        phrases("perft_rules"), phrases("perft_contracts"), phrases("perft_positions")
    )
    for each in done:
        contracts = str(len(each.contracts))
        table.add_row(f"{each.game}:{each.variant}", contracts, _number(each.positions))
    table.add_section()
    table.add_row(phrases("perft_all"), "", _number(positions), style="bold")
    show(table)
    return PROBLEMS if problems else FINE


def _recount_data(recount: Recount) -> dict[str, Any]:
    return {
        "game": recount.game,
        "variant": recount.variant,
        "contracts": list(recount.contracts),
        "positions": recount.positions,
        "differences": [problem.as_dict() for problem in recount.differences],
    }


def _head(start: Round) -> dict[str, Any]:
    """The position at which counting begins, as data."""
    game = start.game
    cards = [card.id for card in start.deal]
    return {"game": game.id, "variant": game.variant, "cards": cards, "after": _moves(start)}


def _title(start: Round, phrases: Phrases) -> str:
    """The position at which counting begins, as text."""
    name = f"{start.game.id}:{start.game.variant}"
    moves = _moves(start)
    return f"{name}\n{phrases('perft_after', moves='; '.join(moves))}" if moves else name


def _moves(start: Round) -> list[str]:
    return [*start.moves_made()]


def _number(count: int) -> str:
    return f"{count:,}".replace(",", " ") if count else "·"
