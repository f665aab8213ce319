"""Players of one's own, in a Python file: ``FILE.py:NAME`` is a class, or a function that returns a
player.

The file is run. So its name may come from whoever starts the program alone, never from a file of
rules, a record, or over the network.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from ..engine import Move, View
from ..problems import WrongCall, did_you_mean, repeated
from .information import InformationState, InformedPlayer

_SUFFIX = ".py"


def is_own(name: str) -> bool:
    """Whether a name of a player means a Python file.

    >>> is_own("mine.py:Mine"), is_own("mine.py"), is_own("sampling:quick")
    (True, True, False)
    """
    return name.endswith(_SUFFIX) or f"{_SUFFIX}:" in name


class OwnPlayer:
    """A player from a file. What it does wrong is a `WrongCall` that names it."""

    def __init__(self, name: str, seed: int = 0) -> None:
        """``NAME`` is called with the seed of its chance if it takes an argument.

        Raises `WrongCall` where there is no such file or name, where the file or the call fails,
        and where the result has neither ``choose`` nor ``choose_informed``.
        """
        file, _, wanted = name.rpartition(":") if not name.endswith(_SUFFIX) else (name, "", "")
        if not wanted:
            raise WrongCall(f"{file}: which player?", f"write {file}:NAME")
        self._name = name
        self._file = str(Path(file).absolute())
        module = _tried(file, self._file, lambda: _loaded(self._file, file))
        make = getattr(module, wanted, None)
        if make is None:
            classes = [each for each, value in vars(module).items() if isinstance(value, type)]
            raise WrongCall(f"{file} has no {wanted!r}", did_you_mean(wanted, classes))
        if callable(make):
            arguments = (seed,) if _takes(make, seed) else ()
            self._player: Any = _tried(name, self._file, lambda: make(*arguments))
        methods = ("choose", "choose_informed") if callable(make) else ()
        if not any(callable(getattr(self._player, method, None)) for method in methods):
            raise WrongCall(f"{name} makes no player", "it needs a method choose(view)")

    def choose(self, view: View) -> Move:
        """The move that it chooses, or of which it gives the text. Raises `WrongCall` for any other
        answer, and if it fails.
        """
        return self._legal(view, lambda: self._player.choose(view))

    def choose_informed(self, known: InformationState) -> Move:
        """As `choose`, for a player that is asked so (`InformedPlayer`), and for any other."""
        if not isinstance(self._player, InformedPlayer):
            return self.choose(known.view)
        return self._legal(known.view, lambda: self._player.choose_informed(known))

    def _legal(self, view: View, choose: Callable[[], Any]) -> Move:
        chosen = _tried(self._name, self._file, choose)
        for move in view.moves:
            if isinstance(chosen, Move | str) and move == chosen:
                return move
        answer = repr(str(chosen)) if isinstance(chosen, Move) else repr(chosen)
        legal = repeated(", ".join(map(str, view.moves)), 200)
        raise WrongCall(
            f"{self._name} chose {repeated(answer)} as {view.seat}", f"legal are {legal}"
        )


@cache
def _loaded(file: str, shown: str) -> ModuleType:
    """The module in a file, which is run once. It finds other modules in its folder."""
    path = Path(file)
    spec = spec_from_file_location(f"player_{path.stem}", path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise WrongCall(f"there is no file {shown!r}", "write FILE.py:NAME")
    module = module_from_spec(spec)
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    sys.modules[spec.name] = module  # dataclasses and pickle look for it there
    spec.loader.exec_module(module)
    return module


def _takes(make: Callable[..., Any], seed: int) -> bool:
    """Whether it can be called with the seed alone."""
    try:
        signature(make).bind(seed)
    except (TypeError, ValueError):
        return False
    return True


def _tried(name: str, file: str, call: Callable[[], Any]) -> Any:
    """What a call returns. Whatever else it raises is a `WrongCall`, with the line of the file."""
    try:
        return call()
    except WrongCall:
        raise
    except (Exception, SystemExit) as error:
        lines = [each.lineno for each in extract_tb(error.__traceback__) if each.filename == file]
        where = f"at {Path(file).name}, line {lines[-1]}" if lines else ""
        told = repeated(str(error), 200)
        raise WrongCall(f"{name} failed: {type(error).__name__}: {told}", where) from error
