"""``zwanz random``, ``simulate``, ``balance`` and ``contest``: play many rounds, and count them,
list them, or compare rules or players by them.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..console import plain_table, print_json, show, showing_progress
from ..files import write_file
from ..game_names import resolve_game
from ..problems import NotInstalled, WrongCall, ZwanzError
from .framework import (
    FINE,
    RULE_SET,
    CommandWithExamples,
    ToWrite,
    WholeNumber,
    begins,
    dask_option,
    first_seed_option,
    game_argument,
    jobs_option,
    json_option,
    lang_option,
    players_option,
    rules_option,
    seed_type,
    variant_option,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from rich.table import Table

    from ..analysis.balance import Balance
    from ..engine.random_play import RoundCounts
    from ..prose import Prose
    from ..prose.phrases import Phrases
from .framework import PLAYERS


@click.command("random", cls=CommandWithExamples)
@game_argument
@variant_option
@click.option(
    "--rounds", type=WholeNumber(min=1), default=2000, show_default=True, help="How many rounds."
)
@click.option(
    "--seed",
    type=seed_type,
    default=0,
    show_default=True,
    help="The same seed gives the same rounds.",
)
@lang_option
@rules_option
@json_option
def random_command(
    game: str | None,
    variant: str | None,
    rounds: int,
    seed: int,
    lang: str,
    rules: Path | None,
    as_json: bool,
) -> None:
    """Count the results of many random rounds.

    Useful after a change of rules: is every contract reached, is anything never won, how often are
    cards thrown in?
    """
    from ..engine.random_play import count_rounds
    from ..prose import Prose
    from ..prose.phrases import Phrases

    chosen = resolve_game(game, variant, rules)
    prose = Prose(chosen, lang)
    counts = count_rounds(chosen, rounds, seed)
    if as_json:
        print_json(counts.as_dict())
        return
    _print_counts(counts, prose, Phrases(lang))


def _print_counts(counts: RoundCounts, prose: Prose, phrases: Phrases) -> None:
    from ..explain.card_text import silence

    game, rounds = counts.game, counts.rounds
    name = game.game_name.text(prose.language)
    show(phrases("statistics", n=rounds, game=name, variant=game.variant), "")

    table = _table(phrases, "contract", "rounds", "share", "won", "points", "score")
    for contract, row in counts.by_contract().items():
        cells = [str(row.rounds), _percent(row.rounds, rounds), "–", "–", "–"]
        if row.rounds and not row.alone:
            points, score = row.points / row.rounds, row.declarer / row.rounds
            cells[2:] = [_percent(row.won, row.rounds), f"{points:.1f}", f"{score:+.1f}"]
        table.add_row(prose.contract(contract), *(phrases.number(cell) for cell in cells))
    show(table)

    if counts.bonuses:
        table = _table(phrases, "bonus", "times", "share")
        for bonus, announced, verdict, times in counts.by_bonus():
            result = phrases("announced" if announced else "silent", verdict=phrases(verdict))
            share = phrases.number(_percent(times, rounds))
            table.add_row(f"{prose.bonus(bonus)}, {result}", str(times), share)
        show("", table)

    if counts.thrown_in:
        table = _table(phrases, "reason", "times", "share")
        for reason in game.deals_again:
            times = counts.thrown_in[reason]
            share = phrases.number(_percent(times, rounds))
            table.add_row(prose.thrown_in(reason), str(times), share)
        show("", table)

    for path, times in sorted(counts.silent.items()):
        share = phrases.number(_percent(times, rounds))
        show("", f"{silence(prose, phrases, path)} {share}")
    show("", phrases("random_note"))


def _table(phrases: Phrases, *columns: str) -> Table:
    return plain_table(*(phrases(f"column_{key}") for key in columns))


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %"


def _progress(phrases: Phrases, things: str) -> AbstractContextManager[Callable[[int, int], None]]:
    return showing_progress(phrases(f"progress_{things}"), partial(phrases, "progress_line"))


@click.command("simulate", cls=CommandWithExamples)
@game_argument
@variant_option
@click.option(
    "--rounds", type=WholeNumber(min=1), default=1000, show_default=True, help="How many rounds."
)
@players_option
@first_seed_option
@jobs_option
@dask_option
@click.option(
    "--out",
    type=ToWrite("file of rows", begins('{"number":1,"seed":', "number,seed,dealer,", "PAR1")),
    required=True,
    help="The file: .jsonl, .csv or .parquet.",
)
@click.option("--resume", is_flag=True, help="Go on where an earlier call was interrupted.")
@lang_option
@rules_option
def simulate_command(
    game: str | None,
    variant: str | None,
    rounds: int,
    players: str | None,
    seed: int,
    jobs: int | None,
    dask: str | None,
    out: Path,
    resume: bool,
    lang: str,
    rules: Path | None,
) -> int:
    """Play many rounds, and write a row for each.

    A row holds contract, declarer, partners, card points, announcements, doubling, every item of
    the settlement and the scores. Rows do not depend on the number of processes. After an
    interruption, the rows so far stay in a file beside OUT, from which --resume goes on.
    """
    from ..analysis.simulation import PART, USUAL, write_rows
    from ..prose.phrases import Phrases

    phrases = Phrases(lang)
    chosen = resolve_game(game, variant, rules)
    try:
        with _progress(phrases, "rounds") as progress:
            write_rows(
                chosen,
                rounds,
                out,
                seed=seed,
                players=players or USUAL,
                jobs=jobs,
                dask=dask,
                resume=resume,
                progress=progress,
            )
    except (KeyboardInterrupt, ZwanzError) as stopped:
        if not isinstance(stopped, WrongCall | NotInstalled):  # as where a cluster has gone
            click.echo(phrases("rows_so_far", file=f"{out}{PART}"), err=True)
        raise
    return FINE


@click.command("balance", cls=CommandWithExamples)
@game_argument
@variant_option
@click.option("--against", type=RULE_SET, help="Another rule set, played with the same cards.")
@click.option(
    "--rounds", type=WholeNumber(min=2), default=1000, show_default=True, help="How many rounds."
)
@players_option
@first_seed_option
@jobs_option
@dask_option
@click.option(
    "--evenings",
    type=WholeNumber(min=0),
    default=0,
    show_default=True,
    help="Also play this many matches; 20 rounds where a match has no end.",
)
@click.option("--markdown", is_flag=True, help="Print Markdown, for a pull request.")
@click.option(
    "--page",
    type=ToWrite("page of figures", begins("<!doctypehtml><!--zwanzbalance-->")),
    help="Also write a page with pictures to this .html file.",
)
@lang_option
@rules_option
@json_option
def balance_command(
    game: str | None,
    variant: str | None,
    against: str | None,
    rounds: int,
    players: str | None,
    seed: int,
    jobs: int | None,
    dask: str | None,
    evenings: int,
    markdown: bool,
    page: Path | None,
    lang: str,
    rules: Path | None,
    as_json: bool,
) -> int:
    """Measure how balanced a game is.

    Plays many rounds and counts how often each contract is bid, by which seat, and won, what it
    brings the declarer, what each item brings, and what each seat scores. --against plays the same
    cards by other rules, and marks what differs.
    """
    from ..analysis.balance import balance, data, rule_set_names
    from ..analysis.figure_words import TABLES, FigureWords
    from ..analysis.pictures import find_matplotlib
    from ..analysis.pictures import page as page_of
    from ..analysis.simulation import USUAL
    from ..prose.phrases import Phrases

    if page is not None and page.suffix != ".html":
        raise WrongCall(f"{page}: a page ends in .html")
    if page is not None:
        find_matplotlib()
    if markdown and as_json:
        raise click.UsageError("give either --markdown or --json")
    sets = [resolve_game(game, variant, rules)]
    if against is not None:
        sets.append(resolve_game(against, None, rules))
        if sets[0].deck.id != sets[1].deck.id or sets[0].table.players != sets[1].table.players:
            text = "these rule sets cannot be played with the same cards"
            raise WrongCall(text, "compare two with one pack and as many players")
    found: list[Balance] = []
    who = players or USUAL
    play = partial(balance, evenings=evenings, seed=seed, players=who, jobs=jobs, dask=dask)
    for each in sets:
        with _progress(Phrases(lang), "rounds") as progress:
            found.append(play(each, rounds, progress=progress))
    if page is not None:
        write_file(page, [page_of(found, lang).encode()])
    if as_json:
        print_json(data(found[0], found[1] if len(found) > 1 else None))
        return FINE
    words, names = FigureWords(found, lang), rule_set_names(found)
    called = names if len(names) == 1 else [f"A {names[0]}", f"B {names[1]}"]
    parts: list[Any] = [words("head", n=rounds, sets=Phrases(lang).listed(called)), ""]
    for table, title in TABLES.items():
        rows = words.rows(table)
        if rows or table != "evening":
            parts += (_markdown if markdown else _text)(words(title), rows, names)
            parts.append("")
    notes = [words("note")]
    if len(found) > 1:
        parts += [words.how_many_differ(), ""]
        notes.append(words("note_paired"))
    parts.append(words.phrases.listed(notes, "sentences"))
    show(*parts) if not markdown else click.echo("\n".join(parts))
    return FINE


def _heads(title: str, names: list[str]) -> list[str]:
    if len(names) == 1:
        return [title, names[0]]
    return [title, "A", "B", "B − A"]


def _text(title: str, rows: list[list[str]], names: list[str]) -> list[Any]:
    table = plain_table(*_heads(title, names))
    for row in rows:
        table.add_row(*row)
    return [table]


def _markdown(title: str, rows: list[list[str]], names: list[str]) -> list[Any]:
    heads = _heads(title, names)
    lines = [heads, ["---"] + ["---:"] * (len(heads) - 1), *rows]
    return ["| " + " | ".join(line).replace("*", "\\*") + " |" for line in lines]


# Players compared


@click.command("contest", cls=CommandWithExamples)
@game_argument
@variant_option
@click.option(
    "--player", type=PLAYERS, default="sampling", show_default=True, help="The player to measure."
)
@click.option("--others", type=PLAYERS, help="All other players; by default simple.")
@click.option(
    "--deals", type=WholeNumber(min=2), default=100, show_default=True, help="How many deals."
)
@first_seed_option
@jobs_option
@dask_option
@lang_option
@rules_option
@json_option
def contest_command(
    game: str | None,
    variant: str | None,
    player: str,
    others: str | None,
    deals: int,
    seed: int,
    jobs: int | None,
    dask: str | None,
    lang: str,
    rules: Path | None,
    as_json: bool,
) -> int:
    """Measure what a player gains on others per round.

    Each deal is played once by the others alone and once with the player in each seat. The gain is
    the score of the player less that of the other one in the same seat. Its interval has a
    confidence of 95 %, over deals.
    """
    from ..analysis.contest import contest
    from ..analysis.simulation import USUAL
    from ..prose.phrases import Phrases

    phrases = Phrases(lang)
    chosen, against = resolve_game(game, variant, rules), others or USUAL
    play = partial(contest, chosen, deals, player, against, seed=seed, jobs=jobs, dask=dask)
    with _progress(phrases, "deals") as progress:
        found = play(progress=progress)
    low, high = found.interval
    if as_json:
        figures = {"value": found.gain, "low": low, "high": high}
        timed = {"mean": found.seconds, "longest": found.slowest}
        print_json({"deals": deals, "gain": figures, "words": found.words, "seconds": timed})
        return FINE
    title = phrases("contest_against", player=player, others=against)
    rows = plain_table(title, f"{chosen.id}:{chosen.variant}")
    gain, *ends = (phrases.number(f"{each:+.2f}") for each in (found.gain, low, high))
    interval = phrases("interval", value=gain, low=ends[0], high=ends[1])
    rows.add_row(phrases("contest_points"), interval)
    rounds = deals * chosen.table.players
    for kind, many in found.words.items():
        rows.add_row(phrases(f"contest_{kind}", n=rounds), str(many))
    choice = phrases.number(f"{1000 * found.seconds:.1f} ms")
    rows.add_row(phrases("contest_choice"), choice)
    rows.add_row(phrases("contest_longest"), f"{1000 * found.slowest:.0f} ms")
    show(rows)
    return FINE
