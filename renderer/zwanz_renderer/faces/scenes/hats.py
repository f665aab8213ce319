"""Hats of the people of the scenes, about the head that wears them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..palette import BLUE, GOLD, INK, PAPER, RED
from ..paths import bow, gouge, line, path, ring, shape


def _felt(c: str) -> str:
    return (
        shape("M-26-14C-26-34-12-46 14-52C22-40 26-28 27-14Z", c, 3.4)
        + shape("M-40-8C-34-22 32-24 42-14C36-2-26 0-40-8Z", c, 3.4)
        + path(gouge(bow((18, -24), (34, -40), (30, -62), 6), 8), RED)
    )


def _straw(c: str) -> str:
    return (
        shape("M-24-14C-24-44 24-44 24-14Z", c, 3.4)
        + shape("M-56-6C-36-24 36-24 56-6C30-14-30-14-56-6Z", c, 3.4)
        + line("M-23-21Q0-29 23-21", 6, RED)
    )


def _cap(c: str) -> str:
    return shape("M-29-12C-36-44 34-48 30-14C10-22-10-20-29-12Z", c, 3.4) + shape(
        "M-30-10C-12-22 14-22 30-13L28-6C12-14-12-13-29-3Z", INK, 2
    )


def _scarf(c: str) -> str:
    return shape(
        "M-30 14C-40-18-26-40 0-40C26-40 40-18 30 14C26-2 26-14 18-20C6-26-6-26-18-20C-26-14-26-2-30 14Z",
        c,
        3.4,
    ) + path(ring(-14, -29, 3.5) + ring(4, -33, 3.5) + ring(20, -26, 3.5), PAPER)


def _top(c: str) -> str:
    return (
        shape("M-25-14L-28-64C-10-70 10-70 28-64L25-14Z", c, 3.4)
        + line("M-25-24Q0-31 25-24", 7, RED if c != RED else GOLD)
        + shape("M-42-10C-30-22 30-22 42-10C24-14-24-14-42-10Z", c, 3.4)
    )


def _tricorne(c: str) -> str:
    return shape(
        "M-46-14C-34-30-20-46 0-50C20-46 34-30 46-14C26-22 12-16 0-9C-12-16-26-22-46-14Z", c, 3.4
    ) + line("M-42-16C-26-22-12-16 0-10C12-16 26-22 42-16", 3, GOLD)


def _bonnet(c: str) -> str:
    return shape("M-27-8C-36-34-16-48 0-48C16-48 36-34 27-8C14-24-14-24-27-8Z", c, 3.4) + path(
        ring(-13, -30, 4) + ring(0, -36, 4) + ring(13, -30, 4), RED
    )


def _plumed(c: str) -> str:
    return (
        shape("M14-30C24-62 52-62 58-42C60-26 44-28 40-36C40-20 26-14 14-18Z", PAPER, 3)
        + shape("M-26-14C-28-46 26-50 26-14Z", c, 3.4)
        + shape("M-48-12C-30-24 30-24 50-20C46-4 20-6 0-8C-20-6-40-2-48-12Z", c, 3.4)
    )


def _bowler(c: str) -> str:
    return (
        shape("M-27-12C-30-56 30-56 27-12Z", c, 3.4)
        + line("M-26-18Q0-26 26-18", 6, RED if c != RED else GOLD)
        + shape("M-42-14C-32-4 32-4 42-14C34-22 24-16 0-16C-24-16-34-22-42-14Z", c, 3.4)
    )


def _boater(c: str) -> str:
    return (
        shape("M-25-14V-40H25V-14Z", c, 3.4)
        + path("M-25-27H25V-15H-25Z", BLUE, INK, 2.4)
        + shape("M-46-16C-20-22 20-22 46-16C20-6-20-6-46-16Z", c, 3.4)
    )


def _toque(c: str) -> str:
    return (
        shape("M-24-24C-48-34-40-66-20-60C-12-78 14-78 20-60C40-66 48-34 24-24Z", c, 3.4)
        + line("M-8-34V-52M9-34V-50", 2.6)
        + shape("M-27-12L-26-28C-12-32 12-32 26-28L27-12C14-20-14-20-27-12Z", c, 3.4)
    )


def _wreath(c: str) -> str:
    blooms = ((-25, -20), (-15, -31), (0, -36), (15, -31), (25, -20))
    return "".join(
        shape(ring(x, y, 7.5), c if i % 2 else PAPER, 2.6) for i, (x, y) in enumerate(blooms)
    ) + path("".join(ring(x, y, 2.4) for x, y in blooms), GOLD)


def _hood(c: str) -> str:
    return shape(
        "M-32 26C-44-12-34-42 4-48C34-46 44-12 32 26C28 30 24 30 22 28C30 4 26-18 14-24C4-28-4-28-14-24"
        "C-26-18-30 4-22 28C-24 30-28 30-32 26Z",
        c,
        3.4,
    )


def _none(c: str) -> str:
    return ""


HATS: Final[dict[str, Callable[[str], str]]] = {
    "felt": _felt,
    "straw": _straw,
    "cap": _cap,
    "scarf": _scarf,
    "top": _top,
    "tricorne": _tricorne,
    "bonnet": _bonnet,
    "plumed": _plumed,
    "bowler": _bowler,
    "boater": _boater,
    "toque": _toque,
    "wreath": _wreath,
    "hood": _hood,
    "none": _none,
}
