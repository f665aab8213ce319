"""The commands, each imported only when it is called. Help ends with worked calls."""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import click

from ..places import table
from ..problems import did_you_mean
from .exit_codes import UNREAD, exit_code, stop_printing

COMMANDS = {
    "check": "check.check_command",
    "games": "check.games_command",
    "play": "play.play_command",
    "replay": "play.replay_command",
    "why": "why.command",
    "diff": "diff.command",
    "new": "new.command",
    "book": "book.command",
    "leaflet": "papers.leaflet_command",
    "deck": "papers.deck_command",
    "examples": "check.examples_command",
    "mutate": "mutate.command",
    "random": "random_rounds.command",
    "vectors": "judge.vectors_command",
    "judge": "judge.judge_command",
    "perft": "perft.command",
    "trace": "trace.command",
    "report": "report.command",
}
"""The commands, in the order in which help shows them, with module and function."""


class CommandWithExamples(click.Command):
    """A command whose help ends with worked calls, as ``help.yaml`` has them."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The worked calls."""
        write_calls(self.name or "", formatter)


class LazyGroup(click.Group):
    """All commands; every exception behind them ends in an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, in the order in which help shows them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """One command; None when there is none of this name."""
        if name not in COMMANDS:
            return None
        module, function = COMMANDS[name].split(".")
        found = getattr(import_module(f".{module}", __package__), function)
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments begin with."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            hint = did_you_mean(name, COMMANDS) or f"there are {', '.join(COMMANDS)}"
            raise click.UsageError(f"There is no command {name!r}; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The worked calls, and the exit codes."""
        write_calls("zwanz", formatter)
        with formatter.section("Exit codes"):
            formatter.write_text(
                "0 fine; 1 problems in rules, chapters or examples; 2 a wrong call"
            )

    def invoke(self, ctx: click.Context) -> Any:
        """Call the command that was found."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            stop_printing()
            raise click.exceptions.Exit(UNREAD) from None

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Make a call, and leave with its exit code."""
        call = super().main
        sys.exit(exit_code(lambda: call(*args, **{**extra, "standalone_mode": False})))


@cache
def worked_calls() -> dict[str, list[dict[str, str]]]:
    """By command: each worked call, and what it does."""
    found: dict[str, list[dict[str, str]]] = table(Path(__file__).with_name("help.yaml"))
    return found


def write_calls(name: str, formatter: click.HelpFormatter) -> None:
    """Write the worked calls of a command."""
    with formatter.section("For example"):
        for row in worked_calls()[name]:
            formatter.write_text(row["call"])
            with formatter.indentation():
                formatter.write_text(row["does"])


def _colour_wanted() -> bool | None:
    """False where the environment asks for no colours, else None: the terminal decides."""
    return False if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else None


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="zwanz-ssot", prog_name="zwanz")
@click.pass_context
def zwanz(ctx: click.Context) -> None:
    """Card game rules as data: check them, play them, compare them, print them as a book."""
    ctx.color = _colour_wanted()
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
