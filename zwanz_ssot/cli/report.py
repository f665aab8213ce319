"""``zwanz report``: for every rule set, what its rules are proved by."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..console import print_json, show
from ..problems import WrongCall
from ..prose.phrases import Phrases
from .exit_codes import FINE, PROBLEMS
from .group import CommandWithExamples
from .options import json_option, lang_option, rules_option

if TYPE_CHECKING:
    from rich.table import Table

    from ..library import Library
    from ..model import Game


COLUMNS = ("terms", "sources", "examples", "mutants", "positions", "sentences", "lies")
"""What is counted, in the order of the table."""


@dataclass(frozen=True, slots=True)
class CountOf:
    """A number; ``of`` is how many there should be, where only some might do."""

    number: int
    of: int | None = None

    @property
    def is_gap(self) -> bool:
        """Whether there is none of it, or not all."""
        return not self.number or (self.of is not None and self.number != self.of)


@dataclass(frozen=True)
class Figures:
    """A rule set, ``game:variant``, and its counts. A column that could not be counted at all is
    not in it.
    """

    rules: str
    counts: Mapping[str, CountOf]

    @property
    def gaps(self) -> tuple[str, ...]:
        """The columns in which something is missing."""
        return tuple(column for column, count in self.counts.items() if count.is_gap)


@dataclass(frozen=True)
class Inputs:
    """Where counts come from that are not made here. ``tests`` is the folder of a checkout; None in
    a package.
    """

    tests: Path | None
    mutants: Path | None

    @property
    def missing(self) -> Mapping[str, str]:
        """The columns that cannot be counted, and why."""
        found = {} if self.mutants else {"mutants": "no_mutants"}
        return found if self.tests else {**found, "positions": "no_checkout", "lies": "no_checkout"}


def figures(shelf: Library, inputs: Inputs) -> tuple[Figures, ...]:
    """The counts of every rule set of a folder of rules. `WrongCall` for a file of mutants that is
    none; raises as loading and examples do.
    """
    from ..library import BASE, load

    games = [
        load(game, variant, rules=shelf.root)
        for game in shelf.games()
        for variant in (BASE, *shelf.variants(game))
    ]
    by_column: dict[str, Mapping[str, CountOf]] = {"examples": _examples(shelf)}
    if inputs.mutants is not None:
        by_column["mutants"] = _mutants(inputs.mutants)
    if inputs.tests is not None:
        by_column["positions"] = _positions(inputs.tests / "perft")
        by_column["lies"] = _lies(inputs.tests / "lies")
    return tuple(_figures(game, by_column) for game in games)


def _figures(game: Game, by_column: Mapping[str, Mapping[str, CountOf]]) -> Figures:
    name = f"{game.id}:{game.variant}"
    own = {
        "terms": CountOf(len(set(_words(game)))),
        "sources": CountOf(_sources(game)),
        "sentences": _sentences(game),
    }
    counted = {column: counts.get(name, CountOf(0)) for column, counts in by_column.items()}
    both = {**own, **counted}
    return Figures(name, {column: both[column] for column in COLUMNS if column in both})


def _words(game: Game) -> Iterator[str]:
    """The words of the rule language that the rules of a game say."""
    from ..model import AllPass, Condition, Role, Rung, Tricks, inside

    yield from (step.partition(".")[0] for step in game.order)
    for part in inside(game):
        if isinstance(part, Condition | Role | Rung | Tricks | AllPass):
            yield f"{type(part).__name__} {part.word}"


def _sources(game: Game) -> int:
    """How many sources say its rules."""
    from ..prose import Prose
    from ..prose.enumeration import single

    paths = single(game, Prose(game, "en").says)
    return len({cite.partition(" ")[0] for path in paths for cite in game.cites(path)})


def _sentences(game: Game) -> CountOf:
    """How many sentences its rules have in all languages; as many are wanted as there are rules, in
    each.
    """
    from ..prose import Prose, languages
    from ..prose.enumeration import single

    every = [Prose(game, language) for language in languages()]
    paths = list(single(game, every[0].says))
    said = sum(bool(prose.setting(path, game.at(path))) for prose in every for path in paths)
    return CountOf(said, len(paths) * len(every))


def _examples(shelf: Library) -> Mapping[str, CountOf]:
    """How many examples hold, of all that there are."""
    from ..examples import collect, run_files

    found: dict[str, list[bool]] = {}
    for answer in run_files(collect(shelf.root), shelf.root):
        found.setdefault(f"{answer.game}:{answer.variant}", []).append(answer.ok)
    return {name: CountOf(sum(held), len(held)) for name, held in found.items()}


def _mutants(file: Path) -> Mapping[str, CountOf]:
    """How many mutants of a rule set's own file were noticed, of all but those that its file marks."""
    try:
        rows: Sequence[Mapping[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["rows"]
        return {
            str(row["rules"]): CountOf(
                row["check"] + row["examples"], row["mutants"] - row["marked"]
            )
            for row in rows
        }
    except (OSError, ValueError, KeyError, TypeError) as error:
        hint = "zwanz mutate --json FILE writes one"
        raise WrongCall(f"{file} does not say what came of the mutants: {error}", hint) from None


def _positions(folder: Path) -> Mapping[str, CountOf]:
    """How many positions the reference counts compare; a test holds them against the engine."""
    from ..source import read

    found: dict[str, int] = {}
    for file in sorted(folder.glob("*.yaml")):
        stated = read(file).data["perft"]
        name = f"{stated['game']}:{stated['variant']}"
        layers = (layer for entry in stated["counts"] for layer in entry["reached"])
        found[name] = found.get(name, 0) + sum(sum(layer.values()) for layer in layers)
    return {name: CountOf(number) for name, number in found.items()}


def _lies(folder: Path) -> Mapping[str, CountOf]:
    """How many lies were planted in chapters of a rule set's book, and how many of them the book
    refuses.
    """
    from tempfile import TemporaryDirectory

    from zwanz_renderer.false_claims import caught

    with TemporaryDirectory(prefix="zwanz-") as aside:
        return {
            name: CountOf(refused, planted)
            for name, (planted, refused) in caught(folder, Path(aside)).items()
        }


_NOTHING = "–"


@click.command("report", cls=CommandWithExamples)
@click.option(
    "--mutants",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="What `zwanz mutate --json FILE` wrote.",
)
@click.option("--markdown", is_flag=True, help="Print a table in Markdown.")
@click.option("--whole", is_flag=True, help="What cannot be counted here is a gap, too.")
@lang_option
@rules_option
@json_option
def command(
    mutants: Path | None, markdown: bool, whole: bool, lang: str, rules: Path | None, as_json: bool
) -> int:
    """Print what proves the rules.

    A row for every rule set: the words of the rule language that it uses, its sources, its
    examples, how many of its mutants are noticed, the positions that another implementation has
    counted, its sentences in all languages, and the lies in its chapters that are caught. A gap, a
    number that is nothing or not all of what it should be, is exit code 1. Positions and lies are
    those of a checkout; an installed package does not have them.
    """
    from ..library import library

    if markdown and as_json:
        raise click.UsageError("either --markdown or --json")
    phrases = Phrases(lang)
    shelf = library(rules)
    inputs = Inputs(_tests(), mutants)
    rows = figures(shelf, inputs)
    missing = inputs.missing
    untranslated = _untranslated()
    if as_json:
        print_json(_data(rows, missing) | {"to_be_translated": untranslated})
    elif markdown:
        click.echo("\n".join(_markdown(rows, phrases)))
    else:
        show(_table(rows, phrases))
        for column, why in missing.items():
            click.echo(f"{_NOTHING} {phrases(f'report_{column}')}: {phrases(f'report_{why}')}")
    if not as_json:
        for language, keys in untranslated.items():
            told = phrases("report_untranslated", language=language, n=len(keys))
            click.echo(f"{told}: {', '.join(keys)}")
    gaps = sum(len(row.gaps) for row in rows) + (len(missing) * len(rows) if whole else 0)
    if not as_json:
        colour = "red" if gaps else "green"
        click.echo(
            click.style(
                phrases("report_gaps", n=gaps) if gaps else phrases("report_whole"), fg=colour
            )
        )
    return PROBLEMS if gaps else FINE


def _untranslated() -> Mapping[str, Sequence[str]]:
    """By language, the sentences that are still shown in English; none of a whole language."""
    from ..prose import languages
    from ..prose.template import words

    keys = {language: words(language).untranslated for language in languages()}
    return {language: found for language, found in keys.items() if found}


def _tests() -> Path | None:
    """The tests of a checkout; None where the package is installed."""
    folder = Path(__file__).resolve().parents[2] / "tests"
    return folder if (folder / "perft").is_dir() else None


def _table(rows: Sequence[Figures], phrases: Phrases) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(phrases("report_rules"), no_wrap=True)
    for column in COLUMNS:
        table.add_column(phrases(f"report_{column}"), justify="right")
    for row in rows:
        cells = [_cell(row.counts.get(column)) for column in COLUMNS]
        table.add_row(row.rules, *cells, style="red" if row.gaps else None)
    table.add_section()
    table.add_row(
        phrases("report_all"), *(_cell(_sum(rows, column)) for column in COLUMNS), style="bold"
    )
    return table


def _markdown(rows: Sequence[Figures], phrases: Phrases) -> list[str]:
    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(cells)} |"

    names = [phrases(f"report_{column}") for column in COLUMNS]
    told = [
        line([row.rules, *(_cell(row.counts.get(column)) for column in COLUMNS)]) for row in rows
    ]
    total = line(
        [
            f"**{phrases('report_all')}**",
            *(f"**{_cell(_sum(rows, column))}**" for column in COLUMNS),
        ]
    )
    return [line([phrases("report_rules"), *names]), f"|---|{'---:|' * len(names)}", *told, total]


def _data(rows: Sequence[Figures], missing: object) -> dict[str, object]:
    told = [
        {
            "rules": row.rules,
            **{
                column: {"number": each.number, "of": each.of}
                for column, each in row.counts.items()
            },
            "gaps": list(row.gaps),
        }
        for row in rows
    ]
    return {"rule_sets": told, "not_counted": missing}


def _sum(rows: Sequence[Figures], column: str) -> CountOf | None:
    """All rule sets together; None where a sum says nothing."""
    counts = [row.counts[column] for row in rows if column in row.counts]
    if not counts or column in ("terms", "sources"):
        return None
    of = [each.of for each in counts if each.of is not None]
    return CountOf(sum(each.number for each in counts), sum(of) if len(of) == len(counts) else None)


def _cell(count: CountOf | None) -> str:
    if count is None:
        return _NOTHING
    number = f"{count.number:,}".replace(",", "\u202f")
    return number if count.of in (None, count.number) else f"{number} / {count.of}"
