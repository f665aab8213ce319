"""Shared by all commands: exit codes, the group that imports a command when it is called, options
and their completion in a shell.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import textwrap
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from math import isnan
from os import PathLike
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

import click
from click.shell_completion import CompletionItem

from ..files import is_file, refuse_closed, status
from ..places import table
from ..problems import (
    NotInstalled,
    RulesFault,
    WrongCall,
    ZwanzError,
    did_you_mean,
    meant,
    repeated,
)

FINE, PROBLEMS, WRONG, MISSING, BROKEN, INTERRUPTED, UNREAD = 0, 1, 2, 3, 70, 130, 141
"""The exit codes: no problems; problems; a wrong call; something missing; an error in the program;
an interrupt; an output that nobody reads any more.
"""
DEBUG = "ZWANZ_DEBUG"
"""The environment variable that makes unexpected errors print their traceback."""
ENGINE = "engine"
"""The key in the context of a call of the words that start an engine."""
_LONGEST = 300
"""The most characters shown of an unexpected error."""
_FULL = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}
"""The errors of a full disk, file or quota."""


def exit_code(call: Callable[[], object]) -> int:
    """Make a call, print its error on stderr, if any, and return the exit code."""
    _print_anywhere()
    try:
        ended = call()
        sys.stdout.flush()
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        stop_printing()
        return UNREAD
    except click.ClickException as error:
        error.show()
        return WRONG
    except WrongCall as error:
        return _fail(str(error), WRONG)
    except RulesFault as fault:
        from ..console import print_problems

        print_problems(fault.problems, err=True)
        unread = all(each.code == "source.unreadable" for each in fault.problems)
        return WRONG if unread else PROBLEMS
    except NotInstalled as error:
        return _fail(str(error), MISSING)
    except ZwanzError as error:
        return _fail(str(error), PROBLEMS)
    except OSError as error:
        if error.errno in _FULL:
            _print_the_rest()
            return _fail(f"nothing more can be written: {(error.strerror or '').lower()}", WRONG)
        if error.filename is None:
            return _unexpected(error)
        reason = (error.strerror or "it cannot be used").lower()
        return _fail(f"{repeated(str(error.filename), _LONGEST)}: {reason}", WRONG)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "zwanz_ssot", "zwanz_renderer"):
            return _unexpected(error)
        return _fail(
            f"the Python package {package!r} is not installed; in a checkout run sh scripts/setup",
            MISSING,
        )
    except Exception as error:
        return _unexpected(error)
    return ended if isinstance(ended, int) else FINE


def _fail(text: str, code: int) -> int:
    """Print an error on stderr, and return the exit code."""
    from ..console import harmless

    click.echo(f"{click.style('zwanz:', bold=True)} {harmless(text)}", err=True)
    return code


def _unexpected(error: Exception) -> int:
    if os.environ.get(DEBUG):
        traceback.print_exception(error)
    else:
        text = textwrap.shorten(str(error), _LONGEST, placeholder=" …")
        what = type(error).__name__ + (f": {text}" if text else "")
        hint = f"{DEBUG}=1 before the command shows where"
        _fail(f"something went wrong inside the program ({what}); {hint}", BROKEN)
    return BROKEN


def _print_anywhere() -> None:
    """Replace closed streams, and make none of them fail on a character.

    An output prints a question mark for a character that it cannot encode; an input reads one for
    bytes that are no text.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _print_the_rest() -> None:
    """Print what waits to be printed, or discard it where the output is what is full."""
    try:
        sys.stdout.flush()
    except OSError:
        stop_printing()


def stop_printing() -> None:
    """Discard all further output, also what Python flushes when it ends."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # a stream without a file behind it
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """A context in which SIGTERM and SIGHUP raise `SystemExit`, so that what a command has begun is
    cleaned up as after any error: temporary folders, started programs. One that is ignored, as by
    ``nohup``, stays so.

    >>> import signal
    >>> with ended_by_signals():
    ...     signal.raise_signal(signal.SIGTERM)
    Traceback (most recent call last):
    SystemExit: 143
    """

    def end(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        signals = []  # only the main thread can handle signals
    heard = (number for number in signals if signal.getsignal(number) is not signal.SIG_IGN)
    before = {number: signal.signal(number, end) for number in heard}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


COMMANDS = {
    "check": "check.check_command",
    "games": "check.games_command",
    "play": "play.play_command",
    "serve": "serve.serve",
    "replay": "play.replay_command",
    "why": "why.command",
    "diff": "diff.command",
    "new": "authoring.new_command",
    "book": "book.command",
    "leaflet": "book.leaflet_command",
    "deck": "book.deck_command",
    "examples": "check.examples_command",
    "mutate": "mutate.command",
    "random": "simulate.random_command",
    "simulate": "simulate.simulate_command",
    "balance": "simulate.balance_command",
    "contest": "simulate.contest_command",
    "solve": "solve.command",
    "vectors": "judge.vectors_command",
    "judge": "judge.judge_command",
    "perft": "perft.command",
    "trace": "report.trace_command",
    "report": "report.report_command",
    "studio": "serve.studio",
    "lsp": "authoring.lsp_command",
    "schema": "authoring.schema_command",
    "rules": "shipped.rules_command",
    "docs": "shipped.docs_command",
}
"""The commands, in the order in which help shows them, with module and function."""


class CommandWithExamples(click.Command):
    """A command whose help ends with the example calls in ``help.yaml``, and which writes over no
    file that it reads.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Raises `WrongCall` where a file to write is one to read."""
        left = super().parse_args(ctx, args)
        for param in self.params:
            if isinstance(param.type, ToWrite) and (out := ctx.params.get(param.name or "")):
                spared = {param.name, param.type.over}
                others = (each for name, each in ctx.params.items() if name not in spared)
                engine = map(Path, ctx.meta.get(ENGINE, ()))
                refuse_inputs(out, (*_files(others), *engine))
        return left

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example calls."""
        write_calls(self.name or "", formatter)


class LazyGroup(click.Group):
    """The group of all commands. It turns every exception into an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, in the order in which help shows them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of this name, imported now; None for an unknown name."""
        if name not in COMMANDS:
            return None
        module, function = COMMANDS[name].split(".")
        found = getattr(import_module(f".{module}", __package__), function)
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments begin with. Suggests one for an unknown name."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            hint = did_you_mean(name, COMMANDS) or f"there are {', '.join(COMMANDS)}"
            raise click.UsageError(f"There is no command {name!r}; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example calls and the exit codes."""
        write_calls("zwanz", formatter)
        with formatter.section("Exit codes"):
            formatter.write_text(
                "0 fine; 1 problems in rules, chapters or examples; 2 a wrong call"
            )

    def invoke(self, ctx: click.Context) -> Any:
        """Call the command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            stop_printing()
            raise click.exceptions.Exit(UNREAD) from None

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Make a call, and exit with its exit code."""
        call = super().main
        sys.exit(exit_code(lambda: call(*args, **{**extra, "standalone_mode": False})))


@cache
def worked_calls() -> dict[str, list[dict[str, str]]]:
    """The example calls by command, each with what it does."""
    found: dict[str, list[dict[str, str]]] = table(Path(__file__).with_name("help.yaml"))
    return found


def write_calls(name: str, formatter: click.HelpFormatter) -> None:
    """Write the example calls of a command."""
    with formatter.section("For example"):
        for row in worked_calls()[name]:
            formatter.write_text(row["call"])
            with formatter.indentation():
                formatter.write_text(row["does"])


def _colour_wanted() -> bool | None:
    """False where the environment asks for no colours; else None: the terminal decides."""
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


if TYPE_CHECKING:
    from ..prose.phrases import Phrases
    from ..record import ReplayedRecord

    TextType = click.ParamType[str]
    PathType = click.Path[Path]
else:
    TextType = click.ParamType
    PathType = click.Path


class Known(TextType):
    """A text that the shell completes with known names."""

    def __init__(self, name: str, known: Callable[[], tuple[str, ...]]) -> None:
        self.name = name
        self._known = known

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The known names that begin with what was typed."""
        return [CompletionItem(each) for each in self._known() if each.startswith(incomplete)]


def _games() -> tuple[str, ...]:
    from ..library import library

    return library().games()


def _variants() -> tuple[str, ...]:
    from ..library import BASE, library

    known = library()
    variants = {variant for game in known.games() for variant in known.variants(game)}
    return (BASE, *sorted(variants))


def _languages() -> tuple[str, ...]:
    from ..prose import languages

    return languages()


def _decks() -> tuple[str, ...]:
    from ..library import library

    return library().decks()


class WholeNumber(click.IntRange):
    """A whole number within limits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number. Refuses other texts in plain words."""
        try:
            int(value)
        except ValueError:
            self.fail(f"{value!r} is not a whole number", param, ctx)
        return super().convert(value, param, ctx)


def the_one(ways: Mapping[str, Any]) -> None:
    """Refuse a call that gives none of these ways to state a position, or several."""
    given = [name for name, value in ways.items() if value is not None]
    if not given:
        *names, last = ways
        raise click.UsageError(f"give the position: {', '.join(names)} or {last}")
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(given)} do not go together")


def is_given(option: str) -> bool:
    """Whether an option of the present call was given, so that its value is not the default."""
    source = click.get_current_context().get_parameter_source(option)
    return source is not click.core.ParameterSource.DEFAULT


class ToWrite(PathType):
    """A file to write. It must have a name, and its folder must exist. What is there already must
    be of the same ``kind``, as ``holds`` tells, or empty.

    `CommandWithExamples` refuses one that the call reads, unless it is that of the parameter
    ``over``.
    """

    def __init__(self, kind: str, holds: Callable[[Path], bool], over: str | None = None) -> None:
        super().__init__(dir_okay=False, path_type=Path)
        self._kind, self._holds = kind, holds
        self.over = over

    def convert(
        self, value: str | PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        """The file. Refuses one that cannot be written, and raises `WrongCall` for one that holds
        anything else.
        """
        file = Path(super().convert(value, param, ctx))
        if not file.name:
            self.fail("a file is wanted, and this names none", param, ctx)
        if not file.absolute().parent.is_dir():
            self.fail(f"there is no folder {str(file.parent)!r} to write to", param, ctx)
        if is_file(file) or not file.exists():
            place = Path(os.path.realpath(file)) if file.is_symlink() else file
            refuse_closed(place.parent)
        _refuse_others(file, self._kind, self._holds)
        return file


_HEAD = 1000
"""The bytes at the beginning of a file by which its kind is told."""


def begins(*texts: str) -> Callable[[Path], bool]:
    """Whether a file begins with one of these texts, which are without white space, as is the
    beginning of the file that they are compared with.
    """

    def holds(file: Path) -> bool:
        with file.open("rb") as opened:
            head = b"".join(opened.read(_HEAD).split())
        return head.startswith(tuple(text.encode() for text in texts))

    return holds


def refuse_inputs(out: Path, inputs: Iterable[Path]) -> None:
    """Raise `WrongCall` where a file to write is one of those that a call reads. A device, such as
    a terminal, may be both.
    """
    if is_file(out) and any(_is_same(out, each) for each in inputs):
        raise _replaces(out, "is read by this call")


def refuse_others_than_records(files: Iterable[Path]) -> None:
    """Raise `WrongCall` for a file that exists, is not empty and holds no record."""
    for file in files:
        _refuse_others(file, _RECORD, holds_record)


def _refuse_others(file: Path, kind: str, holds: Callable[[Path], bool]) -> None:
    """Raise `WrongCall` for a file that exists, is not empty and is of another kind."""
    found = status(file)
    if is_file(file) and found is not None and found.st_size and not holds(file):
        raise _replaces(file, f"is no {kind}")


def _replaces(out: Path, what: str) -> WrongCall:
    text = f"{repeated(str(out), _LONGEST)!r} {what}, and would be replaced"
    return WrongCall(text, "name another file to write")


def _files(values: Iterable[Any]) -> Iterator[Path]:
    """The paths among the values of parameters. A text is one if it is that of a file of rules."""
    from ..library import is_rule_file

    for value in values:
        if isinstance(value, Path):
            yield value
        elif isinstance(value, str) and is_rule_file(value):
            yield Path(value)
        elif isinstance(value, (list, tuple)):
            yield from _files(value)


def _is_same(file: Path, other: Path) -> bool:
    """Whether two paths lead to one file. False where that is not known."""
    try:
        return file.samefile(other)
    except (OSError, ValueError):
        return False


def holds_record(file: Path) -> bool:
    """Whether a file holds a record. False where it cannot be read as YAML."""
    from ..record import is_record

    try:
        return is_record(file)
    except RulesFault:
        return False


def echo_other_rules(
    record: ReplayedRecord, variant: object, phrases: Phrases, *, err: bool
) -> None:
    """Say that a record is shown by other rules than it was played by: those of today, or those of
    the ``variant`` that was named.
    """
    if record.has_changed_rules:
        told = "rules_changed" if variant is None else "rules_others"
        click.echo(phrases(told), err=err)


def means_record(word: str, stated: bool) -> bool:
    """Whether a word of the command line means a record. Where the position is ``stated`` by other
    options, a file of house rules is the game.
    """
    from ..library import is_rule_file

    return is_rule_file(word) and (not stated or holds_record(Path(word)))


_RECORD = "record"
_OF_FILES = frozenset({".html", ".pdf", ".epub", ".svg", ".png"})


class FolderToWrite(PathType):
    """A folder to write to, which need not be there yet."""

    def __init__(self) -> None:
        super().__init__(file_okay=False, path_type=Path)

    def convert(
        self, value: str | PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        """The folder. Refuses a closed one, and a new one that is named as files that go to it."""
        folder = Path(super().convert(value, param, ctx))
        if folder.suffix.lower() in _OF_FILES and not folder.is_dir():
            name = repeated(str(folder), _LONGEST)
            self.fail(f"{name!r} is the name of a file; name the folder it goes to", param, ctx)
        refuse_closed(folder)
        return folder


class Seconds(click.FloatRange):
    """A number of seconds, up to a day."""

    def __init__(self) -> None:
        super().__init__(min=0.01, max=86_400)

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number. Refuses one out of range, and what is no number."""
        seconds = float(super().convert(value, param, ctx))
        if isnan(seconds):
            self.fail(f"{value!r} is not a number of seconds", param, ctx)
        return seconds


class FileThere(click.Path):
    """A file or folder that must exist. All commands refuse a missing one in one sentence."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path. Raises `WrongCall` where there is nothing."""
        if not value or status(Path(value)) is None:
            text = f"there is no file {repeated(str(value))!r}"
            raise WrongCall(text, meant(Path(value)) if value else "")
        return super().convert(value, param, ctx)


GAME = Known("game", _games)
VARIANT = Known("variant", _variants)
DECK = Known("deck", _decks)
RULE_SET = Known("rules", lambda: (*_games(), *_variants()))
FILE = FileThere()
RECORD_TO_WRITE = ToWrite(_RECORD, holds_record)

game_argument = click.argument("game", required=False, type=GAME)
variant_option = click.option(
    "--variant",
    "-v",
    type=VARIANT,
    metavar="VARIANT|FILE",
    help="The variant, or the file of your own variant.",
)
OUT = Path("build")
"""The default folder for books."""

out_option = click.option(
    "--out",
    type=FolderToWrite(),
    default=OUT,
    show_default=True,
    help="The folder that the files go to.",
)
lang_option = click.option(
    "--lang",
    "-l",
    type=Known("language", _languages),
    default="en",
    show_default=True,
    envvar="ZWANZ_LANG",
    metavar="LANG",
    help="The language of the sentences; also ZWANZ_LANG.",
)
rules_option = click.option(
    "--rules",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="A folder of rules to use instead of the shipped ones.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Answer as JSON, for programs.")
seed_type = WholeNumber(min=0)
first_seed_option = click.option(
    "--seed",
    type=seed_type,
    default=0,
    show_default=True,
    help="The seed of the first deal; each later round takes the next one.",
)


def _one_way_to_share(context: click.Context, option: click.Parameter, value: Any) -> Any:
    """Refuse the second of two options that exclude each other; called for each of them."""
    other = "dask" if option.name == "jobs" else "jobs"
    if value is not None and context.params.get(other) is not None:
        raise click.UsageError("give either --jobs or --dask")
    return value


jobs_option = click.option(
    "--jobs",
    type=WholeNumber(min=1),
    callback=_one_way_to_share,
    help="The number of processes; by default one for each processor.",
)
dask_option = click.option(
    "--dask",
    metavar="ADDRESS",
    callback=_one_way_to_share,
    help="Run on the Dask cluster whose scheduler has this address, tcp://HOST:PORT.",
)


def _players() -> tuple[str, ...]:
    from ..players import NAMES

    return NAMES


PLAYERS = Known("players", _players)
players_option = click.option(
    "--players",
    type=PLAYERS,
    help="Who plays: one name for all, or one for each seat, with commas; by default simple. Your "
    "own player is FILE.py:NAME.",
)
