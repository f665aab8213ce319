"""Modules that are loaded when something of them is wanted, and not before.

    later({"fontTools.subset": ()})
    from fontTools import subset  # a stand-in
    subset.Options()  # the module itself

WeasyPrint asks for the tools to cut fonts down when it is imported, which takes a sixth of that
time, and then lets HarfBuzz cut them, wherever that is.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any


def later(modules: Mapping[str, Sequence[str]]) -> None:
    """Let some modules wait, each with the functions that are imported from it by name; not those
    already there.
    """
    for name, functions in modules.items():
        if name not in sys.modules:
            sys.modules[name] = _Later(name, functions)


class _Later(ModuleType):
    """Stands for a module until it is wanted."""

    def __init__(self, name: str, functions: Sequence[str]) -> None:
        super().__init__(name)
        for function in functions:
            setattr(self, function, self._called(function))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what an import asks for
            raise AttributeError(name)
        return getattr(self._loaded(), name)

    def _called(self, function: str) -> Callable[..., Any]:
        return lambda *given, **named: getattr(self._loaded(), function)(*given, **named)

    def _loaded(self) -> ModuleType:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return import_module(self.__name__)
