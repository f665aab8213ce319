"""Runs another engine and asks it questions in JSON Lines, as docs/protocol.md describes them."""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import signal
import subprocess
import threading
import time
from codecs import BOM_UTF8
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from queue import Empty, Queue, SimpleQueue
from types import TracebackType
from typing import IO, Any

from ..model import SEATS, SIDES
from ..problems import WrongCall, ZwanzError, hint_for_unknown, repeated
from .files import Data

STEPS = (
    *("deal", "misdeal", "passing", "naming", "auction", "call", "exchange"),
    *("announcements", "play", "over"),
)
"""The steps of a round in which an engine may be asked."""
OF_ROUNDS = ("legal", "settlement")
"""The questions that an engine has to answer, both, unless it lists the steps that it answers in.
"""
OF_EXAMPLES = ("trick", "outcome")
"""The questions about an example without a round; an engine may answer these alone."""
POINTS = ("points", "thirds")
"""The names of card points: whole ones, and thirds where cards are counted in packets of three."""
_LONGEST = 4_000_000
"""The most bytes of an answer: far more than any that docs/protocol.md asks for."""
_DIGITS, _DEPTH = 15, 20
"""The most digits of a number in an answer, and the most lists and objects within one another."""
_WAITING = 64
"""The most answers that wait to be read: more than the questions that are asked at once."""
_OF_ENGINE = "ZWANZ_JUDGED"
"""The environment variable that marks an engine and the processes that it starts."""
_TIMES = 10
"""The most times that its processes are looked for and killed, until none is left."""
_SHOWN = 120
"""The most characters of an answer that an error shows."""
_PATIENCE = 2.0
"""Seconds that an engine has to end by itself after `bye`."""
_LOOK = 1.0
"""The seconds after which a wait for an answer looks for a signal: one that another thread took, or
that came just before the wait began, does not end it.
"""


class EngineBroken(ZwanzError):
    """The engine cannot be asked any further: it died, hung, or its answer has the wrong shape.

    >>> import sys
    >>> with Engine([sys.executable, "-c", ""], limit=60) as engine:
    ...     engine.ask({"hello": {}})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    zwanz_ssot.vectors.engine.EngineBroken: the engine ended instead of answering 'hello', with ...
    """


class Engine:
    """An engine, which has ``limit`` seconds for each answer. It runs within the context.

    Entering it raises `WrongCall` for a command that cannot be started. Leaving it ends the program
    and all processes that it has started.

    >>> import sys
    >>> echo = "import sys; [print(line, end='', flush=True) for line in sys.stdin]"
    >>> with Engine([sys.executable, "-c", echo], limit=60) as engine:
    ...     print(engine.ask({"hello": 1}))
    ...     engine.send({"legal": {}}, {"views": {}})
    ...     print(engine.receive("legal"), engine.receive("views"))
    {'hello': 1}
    {'legal': {}} {'views': {}}
    """

    def __init__(self, command: Sequence[str], limit: float) -> None:
        self.name = " ".join(command)
        self._command = command
        self._limit = limit
        self._mark = f"{_OF_ENGINE}={secrets.token_hex(16)}"
        self._process: subprocess.Popen[bytes] | None = None
        self._questions: SimpleQueue[bytes | None] = SimpleQueue()
        self._moves: deque[str] = deque()
        """The moves that were sent and have no answer yet."""
        self._answers: Queue[bytes] = Queue(_WAITING)
        self._errors: deque[bytes] = deque(maxlen=20)
        self._threads: list[threading.Thread] = []

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=os.name == "posix",
                env={**os.environ, _OF_ENGINE: self._mark.partition("=")[2]},
            )
        except (OSError, ValueError) as error:
            reason = (getattr(error, "strerror", None) or "it is no command").lower()
            raise WrongCall(
                f"the engine {self._command[0]!r} cannot be started: {reason}"
            ) from None
        assert self._process.stdin and self._process.stdout and self._process.stderr
        # A thread for each stream: an engine that does not read or write one of them does not block
        # the others.
        self._threads = [
            threading.Thread(
                target=_write, args=(self._process.stdin, self._questions), daemon=True
            ),
            threading.Thread(
                target=_read_lines, args=(self._process.stdout, self._answers), daemon=True
            ),
            threading.Thread(
                target=_keep_last, args=(self._process.stderr, self._errors), daemon=True
            ),
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, question: Data) -> Data:
        """Ask a question and return its answer. Raises `EngineBroken` where there is none."""
        self.send(question)
        return self.receive(next(iter(question)))

    def send(self, *questions: Data) -> None:
        """Send several questions; `receive` returns their answers in the same order."""
        lines = [
            json.dumps(question, ensure_ascii=False, separators=(",", ":"))
            for question in questions
        ]
        self._moves.extend(str(each["move"]) for each in questions if "move" in each)
        self._questions.put("".join(f"{line}\n" for line in lines).encode())

    def receive(self, asked: str) -> Data:
        """The next answer; ``asked`` is the key of its question.

        Raises `EngineBroken` where there is none.
        """
        move = self._moves.popleft() if asked == "move" and self._moves else ""
        of = f"'{asked}'" + (f" ({move})" if move else "")
        line = self._next_line()
        if line is None:
            raise EngineBroken(f"the engine did not answer {of} within {self._limit:g} seconds")
        if not line:
            raise EngineBroken(f"the engine ended instead of answering {of}{self._exit_note()}")
        if len(line) > _LONGEST:
            raise EngineBroken(f"the engine's answer to '{asked}' is longer than {_LONGEST} bytes")
        if not line.strip():
            raise EngineBroken(f"the engine's answer to '{asked}' is an empty line")
        if line.startswith(BOM_UTF8):
            raise EngineBroken(f"the engine's answer to '{asked}' begins with a byte order mark")
        try:
            # Of a number too long for `int` enough digits are read to refuse it below.
            answer = json.loads(
                line.decode("utf-8"),
                parse_int=lambda text: int(text[: _DIGITS + 2]),
                parse_constant=_refuse_constant,
            )
        except (ValueError, RecursionError):
            raise EngineBroken(
                f"the engine's answer to '{asked}' is not JSON: {_short(line)} "
                "(what is no answer belongs on standard error)"
            ) from None
        if not _is_plain(answer):
            raise EngineBroken(
                f"the engine's answer to '{asked}' has a number of more than {_DIGITS} digits, "
                f"a lone surrogate, or more than {_DEPTH} lists and objects within one another: "
                f"{_short(line)}"
            )
        if not isinstance(answer, dict):
            raise EngineBroken(f"the engine's answer to '{asked}' is not an object: {_short(line)}")
        if not isinstance(answer.get("sorry", ""), str):
            raise EngineBroken(f"the engine's 'sorry' to '{asked}' is not a text: {_short(line)}")
        return answer

    def _next_line(self) -> bytes | None:
        """The next line of its answers, empty at their end; None if it writes none in time."""
        end = time.monotonic() + self._limit
        while True:
            left = end - time.monotonic()
            with contextlib.suppress(Empty):
                return self._answers.get(timeout=max(0.0, min(left, _LOOK)))
            if left <= _LOOK:
                return None

    def __enter__(self) -> Engine:
        try:
            self._start()
        except BaseException:  # a signal may come while the program is being started
            self._kill()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._process
        try:
            if error is None:
                self._questions.put(b'{"bye":{}}\n')
                self._questions.put(None)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(_PATIENCE)
        finally:
            self._kill()
        self._process.wait()

    def _kill(self) -> None:
        """End the program; on POSIX also the processes of its session, and on Linux those that have
        left it. Stop writing to it.
        """
        self._questions.put(None)
        if self._process:  # None: there is none, or its number is not known yet
            with contextlib.suppress(ProcessLookupError, PermissionError):
                if os.name == "posix":
                    os.killpg(self._process.pid, signal.SIGKILL)
                else:
                    self._process.kill()
        for _ in range(_TIMES):  # a process may start another one meanwhile
            if not _kill_all(self._mark.encode()):
                break

    def _exit_note(self) -> str:
        """Its exit code or signal, and what went wrong by its error output; empty while it runs."""
        assert self._process
        try:
            code = self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            return ""  # it has only closed its output
        self._threads[-1].join(_PATIENCE)
        lines = [line.decode("utf-8", "replace").rstrip() for line in tuple(self._errors)]
        line = last_error(lines)
        how = f"with exit code {code}"
        if os.name == "posix" and code < 0:
            names = {each.value: each.name for each in signal.Signals}
            how = f"killed by {names.get(-code, f'signal {-code}')}"
        return f", {how}" + (f": {repeated(line, _SHOWN)}" if line else "")


def _kill_all(mark: bytes) -> int:
    """Kill every process with this entry in its environment, and return their number. Finds none on
    systems other than Linux, which do not show environments.
    """
    found = 0
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if mark in environment.read_bytes().split(b"\0"):
                os.kill(int(environment.parent.name), signal.SIGKILL)
                found += 1
    return found


_ERROR = re.compile(
    r"^(Uncaught )?([\w.]*(Error|Exception|Interrupt)\b( \[\w+\])?|panic|fatal)(:|$)"
)
"""The beginning of a line that says what went wrong, as Python, Node and Go print it. A quoted line
of source does not begin so.
"""


def last_error(lines: Sequence[str]) -> str:
    """The line of an error output that says what went wrong; without one the last line, leaving out
    the version that Node prints at its end.
    """
    errors = [line for line in lines if _ERROR.match(line)]
    printed = [line for line in lines if line.strip() and not line.startswith("Node.js v")]
    return (errors or printed or [""])[-1].strip()


def _write(stream: IO[bytes], questions: SimpleQueue[bytes | None]) -> None:
    """Write the questions to the engine until None comes, then close its input."""
    with contextlib.suppress(OSError, ValueError), stream:
        while (question := questions.get()) is not None:
            stream.write(question)
            stream.flush()


def _read_lines(stream: IO[bytes], answers: Queue[bytes]) -> None:
    """Queue every line, and at the end an empty text. Once the queue is full, an engine
    that writes without being asked has to wait.
    """
    with contextlib.suppress(OSError, ValueError), stream:
        while line := stream.readline(_LONGEST + 1):
            answers.put(line)
    answers.put(b"")


def _keep_last(stream: IO[bytes], errors: deque[bytes]) -> None:
    """Keep the last lines of the error output."""
    with contextlib.suppress(OSError, ValueError), stream:
        while line := stream.readline(_LONGEST):
            errors.append(line)


def _refuse_constant(text: str) -> None:
    """Raise `ValueError` for NaN and infinities, which Python reads and JSON does not know."""
    raise ValueError(text)


_SURROGATE = re.compile("[\ud800-\udfff]")


def _is_plain(value: Any, depth: int = _DEPTH) -> bool:
    """Whether a value can be compared and printed: at most ``depth`` lists and objects within one
    another, no long number, and texts that can be encoded.
    """
    if isinstance(value, str):
        return not _SURROGATE.search(value)
    if isinstance(value, int | float):
        return bool(abs(value) < 10**_DIGITS)
    parts = [*value, *value.values()] if isinstance(value, dict) else value or ()
    return all(depth and _is_plain(each, depth - 1) for each in parts)


def _short(line: bytes) -> str:
    return repeated(line.decode("utf-8", "replace").strip(), _SHOWN)


def _as_json(value: Any) -> str:
    """A value of an answer as JSON, shortened."""
    return repeated(json.dumps(value, ensure_ascii=False), _SHOWN)


# The answers, by the key of the question. Each function raises EngineBroken for another shape.


_SHAPES = {
    "hello": '{"engine": …, "answers": …}',
    "legal": '{"seat": …, "moves": […]}',
    "refusals": '[{"code": …}, null, …]',
    "views": "{seat: {…}}",
    "settlement": '{"scores": {…}, "lines": […]}',
    "outcome": '{"scores": {…}, "lines": […]}',
    "trick": '{"legal": […], "wins": …}',
}
"""By question: what an answer holds, shortened. The other questions are answered with ok."""


def malformed(asked: str, answer: Data) -> EngineBroken:
    """The error for an answer of another shape."""
    wanted = f'{{"{asked}": {_SHAPES[asked]}}}' if asked in _SHAPES else '{"ok": true}'
    return EngineBroken(
        f"this is no answer to '{asked}', which is {wanted} (see zwanz docs protocol): "
        f"{_as_json(answer)}"
    )


def hello(engine: Engine, game: Data) -> tuple[dict[str, frozenset[str] | None], str]:
    """The questions that the engine answers, and its name. Each question comes with the steps in
    which the engine answers it; None stands for all.

    Raises `WrongCall` where the engine does not play the game.
    """
    answer = engine.ask({"hello": game})
    if "sorry" in answer:
        excuse = repeated(answer["sorry"], _SHOWN)
        raise WrongCall(f"the engine does not play {game['game']}:{game['variant']}", excuse)
    found = answer.get("hello")
    listed = found.get("answers") if isinstance(found, dict) else None
    for asked, steps in listed.items() if isinstance(listed, dict) else ():
        for step in steps if _texts(steps) else ():
            if step not in STEPS:
                hint = hint_for_unknown(step, STEPS)
                text = f"the engine answers '{asked}' in '{step}', which is no step; {hint}"
                raise EngineBroken(repeated(text, 2 * _SHOWN))
    if not isinstance(found, dict) or not (_texts(listed) or _by_step(listed)):
        raise malformed("hello", answer)
    answers: dict[str, frozenset[str] | None] = {}
    if isinstance(listed, dict):
        answers = {
            asked: None if steps is True else frozenset(steps)
            for asked, steps in listed.items()
            if steps is not False
        }
        if not {*OF_ROUNDS, *OF_EXAMPLES} & answers.keys():
            *most, last = (*OF_ROUNDS, *OF_EXAMPLES)
            named = ", ".join(f"'{each}'" for each in most)
            raise EngineBroken(f"the engine has to answer {named} or '{last}'")
    else:
        answers = dict.fromkeys(listed or ())
        if not {*OF_ROUNDS} <= answers.keys():
            raise EngineBroken(
                "the engine has to answer 'legal' and 'settlement'; one that plays a part of the "
                'round tells the steps: {"legal": ["play"]}'
            )
    return answers, str(found.get("engine", engine.name))


def legal(answer: Data, players: int) -> tuple[str | None, list[str]]:
    """The seat to move, None for nobody, and the legal moves."""
    found = answer.get("legal")
    if (
        not isinstance(found, dict)
        or not _texts(found.get("moves"))
        or not isinstance(found.get("seat", 0), str | None)
    ):
        raise malformed("legal", answer)
    seat, seats = found["seat"], SEATS[:players]
    if seat is not None and seat not in seats:
        hint = hint_for_unknown(seat, seats)
        raise EngineBroken(f"the engine names a seat that is none, {repeated(seat)!r}; {hint}")
    refuse_repeated("legal", found["moves"])
    return seat, found["moves"]


def refuse_repeated(asked: str, texts: Sequence[str]) -> None:
    """Raise `EngineBroken` where an answer lists a text twice."""
    for text, times in Counter(texts).items():
        if times > 1:
            raise EngineBroken(f"the engine's answer to '{asked}' has {repeated(text)!r} twice")


def refusals(answer: Data, count: int) -> list[Data | None]:
    """The refusal of each of the ``count`` moves asked about; None for a legal one."""
    found = answer.get("refusals")
    if (
        not isinstance(found, list)
        or len(found) != count
        or not all(isinstance(each, dict | None) for each in found)
    ):
        raise malformed("refusals", answer)
    return found


def views(answer: Data, own: Mapping[str, Data], known: Data) -> dict[str, Data]:
    """Parts of views, by seat. The engine may leave out seats and parts, but not invent any: the
    seats are those of ``own``, the parts those of ``known`` and of the seat.
    """
    found = answer.get("views")
    if not isinstance(found, dict) or not all(
        seat in own and isinstance(view, dict) and set(view) <= {*known, *own[seat]}
        for seat, view in found.items()
    ):
        raise malformed("views", answer)
    return found


def settlement(answer: Data, asked: str = "settlement") -> Data:
    """The settlement of the round, or of an outcome where that was ``asked``."""
    found = answer.get(asked)
    if not isinstance(found, dict):
        raise malformed(asked, answer)
    _check_parts("a settlement", found, _OF_SETTLEMENT)
    lines = found.get("lines", [])
    for line in lines if isinstance(lines, list) else [lines]:
        if not isinstance(line, dict) or not {"item", "claimants"} <= line.keys():
            raise EngineBroken(
                "the lines of a settlement are a list of objects, each with its item and its "
                f"claimants (see zwanz docs protocol); this is none: {_as_json(line)}"
            )
        _check_parts("a line of a settlement", line, _OF_LINE)
        refuse_repeated(asked, line["claimants"])
    return found


def check_amounts(settled: Data, players: int) -> None:
    """Raise `EngineBroken` where a settlement tells anything else than an amount of each seat."""
    _check_parts("a settlement", {"scores": None, **settled}, _OF_AMOUNTS)
    for part in ("scores", "paid"):
        if part in settled and settled[part].keys() != {*SEATS[:players]}:
            raise EngineBroken(
                f"in a settlement '{part}' has an amount for each seat (see zwanz docs protocol): "
                f"{_as_json({part: settled[part]})}"
            )


def points(answer: Data, name: str, players: int) -> dict[str, int]:
    """The card points that the engine tells with a settlement, by side or by seat; empty if it
    tells none. ``name`` is the one of `POINTS` under which this game tells them.
    """
    settled = answer["settlement"]
    for other in POINTS:
        if other != name and settled.get(other) is not None:
            raise EngineBroken(
                f"this game tells card points as '{name}' (see zwanz docs protocol): "
                f"{_as_json({other: settled[other]})}"
            )
    told: Any = settled.get(name, {})
    names = {*SIDES, *SEATS[:players]}
    amounts = told.values() if isinstance(told, dict) and told.keys() <= names else [told]
    if not all(_is_number(amount) and amount % 1 == 0 for amount in amounts):
        raise EngineBroken(
            "card points are whole numbers by side or seat (see zwanz docs protocol): "
            f"{_as_json({name: told})}"
        )
    return {each: int(amount) for each, amount in told.items()}


def _check_parts(what: str, found: Data, shapes: _Shapes) -> None:
    """Raise `EngineBroken` where a part of an answer has another shape."""
    for part, value in found.items():
        is_right, shape = shapes.get(part, (None, ""))
        if is_right and not is_right(value):
            raise EngineBroken(
                f"in {what} '{part}' is {shape} (see zwanz docs protocol): "
                f"{_as_json({part: value})}"
            )


def _by_step(value: Any) -> bool:
    """Whether these are questions, each with its steps, true for all or false for none."""
    return isinstance(value, dict) and all(
        isinstance(steps, bool) or _texts(steps) for steps in value.values()
    )


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _objects(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _amounts(value: Any) -> bool:
    """Whether these are amounts by seat."""
    return isinstance(value, dict) and all(
        seat in SEATS and _is_number(amount) for seat, amount in value.items()
    )


_Shapes = Mapping[str, tuple[Callable[[Any], bool], str]]
"""By the part of an answer: whether a value has its shape, and that shape in words."""
_TEXT = (lambda value: isinstance(value, str), "a text")
_TEXTS = (_texts, "a list of texts")
_NUMBER = (_is_number, "a number")
_AMOUNTS = (_amounts, "an object with numbers by seat")
_REASON = (lambda value: isinstance(value, str | bool | None), "a text, true, false or null")
_OF_SETTLEMENT: _Shapes = dict.fromkeys(("thrown_in", "silent"), _REASON)
_OF_AMOUNTS: _Shapes = {"scores": _AMOUNTS, "paid": _AMOUNTS, "double_rounds": _NUMBER}
_OF_LINE: _Shapes = {
    **dict.fromkeys(("item", "verdict", "rule"), _TEXT),
    **dict.fromkeys(("claimants", "winners", "losers"), _TEXTS),
    **dict.fromkeys(("each", "paid"), _AMOUNTS),
    "announced": (lambda value: isinstance(value, bool), "true or false"),
    "value": _NUMBER,
    "factors": (_objects, "a list of objects"),
}
