"""A module that waits is loaded when something of it is wanted, and not before."""

from __future__ import annotations

import subprocess
import sys

_BEGIN = (
    "import sys; from zwanz_renderer.press.later import later; later({'colorsys': ['rgb_to_hls']});"
)


def _run(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", _BEGIN + code], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_importing_it_loads_nothing() -> None:
    assert (
        _run(
            "import colorsys; from colorsys import rgb_to_hls; print(hasattr(colorsys, '__file__'))"
        )
        == "False"
    )


def test_a_function_of_it_loads_it() -> None:
    code = "from colorsys import rgb_to_hls; print(rgb_to_hls(1, 1, 1), hasattr(sys.modules['colorsys'], '__file__'))"
    assert _run(code) == "(0.0, 1.0, 0.0) True"


def test_whatever_else_is_in_it_loads_it() -> None:
    assert _run("import colorsys; print(colorsys.ONE_THIRD * 3)") == "1.0"


def test_what_is_not_in_it_is_missed() -> None:
    assert (
        _run("import colorsys; print(hasattr(colorsys, 'nothing'), hasattr(colorsys, '__path__'))")
        == "False False"
    )


def test_a_module_that_is_there_stays() -> None:
    assert _run("import math; later({'math': []}); print(math is sys.modules['math'])") == "True"


def test_weasyprint_can_do_without_the_tools_for_fonts_until_it_cuts_one() -> None:
    """If this fails: what WeasyPrint asks for is no longer what the process aside lets wait."""
    code = (
        "from zwanz_renderer.press import serving; later(serving._TO_CUT_FONTS); from renderer.press import pdf;"
        "print(*(name for name in sys.modules if name.startswith('fontTools.') and 'otTables' in name))"
    )
    assert _run(code) == ""
