"""Another program that is asked, in JSON Lines on its standard input and output: see docs/protocol.md."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import IO, Any

from ..problems import WrongCall, ZwanzError, repeated

_LONGEST = 4_000_000
"""Bytes of an answer; more is no answer."""
_SHOWN = 120
_PATIENCE = 2.0
"""Seconds in which an engine that was told goodbye may end by itself."""


class EngineBroken(ZwanzError):
    """An engine that cannot be asked any further: it died, hung, or printed what is no answer."""


class Engine:
    """A running engine. ``limit`` seconds are what it has for each answer.

    Raises `WrongCall` for a command that cannot be started. Leaving it as a context ends the
    program, and whatever it has started.
    """

    def __init__(self, command: Sequence[str], limit: float) -> None:
        self.name = " ".join(command)
        self._limit = limit
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=os.name == "posix",
            )
        except (OSError, ValueError) as error:
            reason = (getattr(error, "strerror", None) or "it is no command").lower()
            raise WrongCall(f"the engine {command[0]!r} cannot be started: {reason}") from None
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._questions: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._errors: deque[bytes] = deque(maxlen=20)
        # Each stream has a thread of its own: an engine that reads or says nothing keeps none of
        # the others waiting.
        self._threads = [
            threading.Thread(
                target=_write, args=(self._process.stdin, self._questions), daemon=True
            ),
            threading.Thread(target=_read, args=(self._process.stdout, self._answers), daemon=True),
            threading.Thread(
                target=_gather, args=(self._process.stderr, self._errors), daemon=True
            ),
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to a question. Raises `EngineBroken` where there is none."""
        self.send(question)
        return self.receive(next(iter(question)))

    def send(self, *questions: dict[str, Any]) -> None:
        """Ask several questions; their answers are received in the same order."""
        lines = [
            json.dumps(question, ensure_ascii=False, separators=(",", ":"))
            for question in questions
        ]
        self._questions.put("".join(f"{line}\n" for line in lines).encode())

    def receive(self, asked: str) -> dict[str, Any]:
        """The next answer. ``asked`` is the word of its question. Raises `EngineBroken` where there
        is none.
        """
        try:
            line = self._answers.get(timeout=self._limit)
        except Empty:
            raise EngineBroken(
                f"the engine did not answer '{asked}' within {self._limit:g} seconds"
            ) from None
        if not line:
            raise EngineBroken(
                f"the engine ended instead of answering '{asked}'{self._last_words()}"
            )
        if len(line) > _LONGEST:
            raise EngineBroken(f"the engine's answer to '{asked}' has no end")
        try:
            answer = json.loads(line.decode("utf-8"))
        except (ValueError, RecursionError):
            raise EngineBroken(
                f"the engine's answer to '{asked}' is not JSON: {_short(line)}"
            ) from None
        if not isinstance(answer, dict):
            raise EngineBroken(f"the engine's answer to '{asked}' is not an object: {_short(line)}")
        return answer

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self._questions.put(b'{"bye":{}}\n')
        self._questions.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            if error is None:
                self._process.wait(_PATIENCE)
        self._kill()
        self._process.wait()

    def _kill(self) -> None:
        """End the program, with what it has started where the system knows that."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _last_words(self) -> str:
        """The last thing that it printed to its error output, and its exit code."""
        try:
            code = self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            return ""  # it has only closed its output
        self._threads[-1].join(_PATIENCE)
        said = [line.strip() for line in tuple(self._errors) if line.strip()]
        told = next((line for line in said if b"Error" in line), said[-1] if said else b"")
        return f", with exit code {code}" + (f": {_short(told)}" if told else "")


def _write(stream: IO[bytes], questions: SimpleQueue[bytes | None]) -> None:
    with contextlib.suppress(OSError, ValueError), stream:
        while (question := questions.get()) is not None:
            stream.write(question)
            stream.flush()


def _read(stream: IO[bytes], answers: SimpleQueue[bytes]) -> None:
    """Every line that is not empty; at the end an empty text."""
    with contextlib.suppress(OSError, ValueError), stream:
        while line := stream.readline(_LONGEST + 1):
            if line.strip():
                answers.put(line)
    answers.put(b"")


def _gather(stream: IO[bytes], errors: deque[bytes]) -> None:
    with contextlib.suppress(OSError, ValueError), stream:
        while line := stream.readline(_LONGEST):
            errors.append(line)


def _short(line: bytes) -> str:
    return repeated(line.decode("utf-8", "replace").strip(), _SHOWN)


Data = dict[str, Any]


def strange(asked: str, answer: Data) -> EngineBroken:
    """The error for an answer of another shape."""
    shown = repeated(json.dumps(answer, ensure_ascii=False), _SHOWN)
    return EngineBroken(f"this is no answer to '{asked}' (see docs/protocol.md): {shown}")


def hello(engine: Engine, told: Data) -> tuple[frozenset[str], str]:
    """What the engine can be asked, and what it calls itself. Raises `WrongCall` where it does not
    play the game.
    """
    answer = engine.ask({"hello": told})
    if "sorry" in answer:
        excuse = repeated(str(answer["sorry"]), _SHOWN)
        raise WrongCall(f"the engine does not play {told['game']}:{told['variant']}", excuse)
    said = answer.get("hello")
    if not isinstance(said, dict) or not _texts(said.get("answers")):
        raise strange("hello", answer)
    return frozenset(said["answers"]), str(said.get("engine", engine.name))


def legal(answer: Data) -> tuple[str | None, list[str]]:
    """Whose turn it is, None for nobody's, and the moves."""
    said = answer.get("legal")
    if (
        not isinstance(said, dict)
        or not _texts(said.get("moves"))
        or not isinstance(said.get("seat", 0), str | None)
    ):
        raise strange("legal", answer)
    return said["seat"], said["moves"]


def refusals(answer: Data, count: int) -> list[Data | None]:
    """One for each move that was asked about: None for a legal one."""
    said = answer.get("refusals")
    if (
        not isinstance(said, list)
        or len(said) != count
        or not all(isinstance(each, dict | None) for each in said)
    ):
        raise strange("refusals", answer)
    return said


def views(answer: Data, own: Mapping[str, Data], known: Data) -> dict[str, Data]:
    """Some parts of the views of some seats."""
    said = answer.get("views")
    if not isinstance(said, dict) or not all(
        seat in own and isinstance(view, dict) and set(view) <= {*known, *own[seat]}
        for seat, view in said.items()
    ):
        raise strange("views", answer)
    return said


def settlement(answer: Data) -> Data:
    """What the round came to."""
    said = answer.get("settlement")
    if not isinstance(said, dict):
        raise strange("settlement", answer)
    lines = said.get("lines", [])
    if not isinstance(lines, list) or not all(
        isinstance(line, dict)
        and isinstance(line.get("item"), str)
        and _texts(line.get("claimants"))
        for line in lines
    ):
        raise strange("settlement", answer)
    return said


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)
