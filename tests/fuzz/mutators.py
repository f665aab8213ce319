"""Random mistakes in data, texts and chapters, as somebody may make them."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from .workspace import Workspace

ODD: tuple[Any, ...] = (
    *(0, 1, 2, 3, -1, 99, 10**9, 10**40, 0.5, float("inf"), float("nan")),
    *(True, False, None, [], {}, [[]], [{}], {"": ""}, [None], "", " ", "no", "x" * 3000),
    *("base", "custom", "__class__", "../../x", "a\nb: 1:1: forged", "\u202eab\u200b", "\x1b[31m"),
    *("T-I", "T-XX", "H-K", "trump", "any_card", "declarers", "game", "pass", "2026-11-23", "1e9"),
    *("²", "open.²", "play.follow.²", "9" * 5000, "1" * 18, 10**18 - 1, 1000),
    *("talon\n", "any_card\n", "T-I\n", "[rule at=contracts.solo.value]", "ſeven Kıngs", "ー"),
    *({"also": ["x"]}, {"en": "x\n"}, {"1": 2, "01": 3}, {"9" * 5000: 1}, "https://[x"),
)
"""Values that no rule file has, or not in this place."""
ODD_KEYS: tuple[Any, ...] = (
    *(1, None, "", "a.b", "a b", "a-b", "01", "007", "x\n", "9" * 5000),
    *("changes.99", "contracts.solo.0", "x.0", "x.ranks.7"),
)
_WORD = re.compile(r"[^\W\d][\w-]*")
_SIGNS = "ſıİー,:[]{}\"'#&*!|>%@`?~ \t-=\n\ufeff\u00a0\x0b\x7f"


def spoil(data: Any, workspace: Workspace, random: Random) -> Any:
    """The data with one to three mistakes."""
    data = deepcopy(data)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        spots = _spots(data)
        if not spots:
            return data
        random.choice(_MUTATORS)(*random.choice(spots), workspace, random)
    return data


def _spots(data: Any) -> list[tuple[Any, Any, str]]:
    """Every place in data: what holds it, its key or number there, and its name: the key, with
    ``[]`` in a list.
    """
    found: list[tuple[Any, Any, str]] = []
    waiting: list[tuple[Any, str]] = [(data, "")]
    while waiting:
        here, name = waiting.pop()
        if isinstance(here, dict):
            inside = [(key, value, str(key)) for key, value in here.items()]
        elif isinstance(here, list):
            inside = [(number, value, f"{name}[]") for number, value in enumerate(here)]
        else:
            continue
        for key, value, its in inside:
            found.append((here, key, its))
            waiting.append((value, its))
    return found


def _donated(around: Any, key: Any, name: str, workspace: Workspace, random: Random) -> None:
    """Replace a value by one that has the same name elsewhere."""
    if there := workspace.donors.get(name):
        around[key] = deepcopy(random.choice(there))


def _foreign(around: Any, key: Any, name: str, workspace: Workspace, random: Random) -> None:
    """Replace a value by one of any other name."""
    around[key] = deepcopy(random.choice(workspace.donors[random.choice(list(workspace.donors))]))


def _odd(around: Any, key: Any, name: str, workspace: Workspace, random: Random) -> None:
    around[key] = deepcopy(random.choice(ODD))


def _gone(around: Any, key: Any, name: str, workspace: Workspace, random: Random) -> None:
    del around[key]


def _doubled(around: Any, key: Any, name: str, workspace: Workspace, random: Random) -> None:
    """Repeat an entry of a list, or of a mapping under another name."""
    if isinstance(around, list):
        around.insert(random.randrange(len(around) + 1), deepcopy(around[key]))
    else:
        around[f"{key}_2"] = deepcopy(around[key])


def _many(around: Any, key: Any, name: str, workspace: Workspace, random: Random) -> None:
    """Repeat an entry again and again."""
    times = random.choice((5, 30, 150))
    if isinstance(around, list):
        around.extend(deepcopy(around[key]) for _ in range(times))
    else:
        around.update({f"{key}_{number}": deepcopy(around[key]) for number in range(times)})


def _renamed(around: Any, key: Any, name: str, workspace: Workspace, random: Random) -> None:
    if isinstance(around, dict):
        names = [each for each in workspace.donors if not each.endswith("[]")]
        around[random.choice([*names, *ODD_KEYS])] = around.pop(key)


def _brought(around: Any, key: Any, name: str, workspace: Workspace, random: Random) -> None:
    """Add an entry from elsewhere."""
    if isinstance(around, dict):
        new = random.choice([each for each in workspace.donors if not each.endswith("[]")])
        around[new] = deepcopy(random.choice(workspace.donors[new]))
    elif there := workspace.donors.get(name):
        around.insert(random.randrange(len(around) + 1), deepcopy(random.choice(there)))


def _wrapped(around: Any, key: Any, name: str, workspace: Workspace, random: Random) -> None:
    value = around[key]
    deep: Any = value
    for _ in range(random.choice((1, 1, 2, 40))):
        deep = (
            [deep] if random.random() < 0.5 else {random.choice(("all", "any", "not", "x")): deep}
        )
    around[key] = random.choice((deep, [value], {"not": value}, {"all": [value, value]}))


def _unwrapped(around: Any, key: Any, name: str, workspace: Workspace, random: Random) -> None:
    value = around[key]
    if isinstance(value, (list, dict)) and value:
        around[key] = random.choice(list(value.values()) if isinstance(value, dict) else value)


def _shuffled(around: Any, key: Any, name: str, workspace: Workspace, random: Random) -> None:
    value = around[key]
    if isinstance(value, list):
        random.shuffle(value)
    elif isinstance(value, dict):
        entries = list(value.items())
        random.shuffle(entries)
        value.clear()
        value.update(entries)


def _number(around: Any, key: Any, name: str, workspace: Workspace, random: Random) -> None:
    """Change a number a little."""
    value = around[key]
    if isinstance(value, int):
        around[key] = value + random.choice((-2, -1, 1, 2, 10))


def _exchanged(around: Any, key: Any, name: str, workspace: Workspace, random: Random) -> None:
    """Swap two entries."""
    other = random.choice(list(around) if isinstance(around, dict) else range(len(around)))
    around[key], around[other] = around[other], around[key]


_MUTATORS: tuple[Callable[[Any, Any, str, Workspace, Random], None], ...] = (
    *(_donated, _donated, _donated, _brought, _brought, _number, _number, _gone, _doubled),
    *(_odd, _odd, _many, _foreign, _renamed, _wrapped, _unwrapped, _shuffled, _exchanged),
)


def spoilt_text(text: str, words: list[str], random: Random) -> str:
    """The text with one to three mistakes: lines are lost, doubled, moved or indented; words,
    numbers and signs change.
    """
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        lines = text.splitlines() or [""]
        at, other = random.randrange(len(lines)), random.randrange(len(lines))
        there = _WORD.findall(lines[at])
        match random.randrange(8):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[other])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                number = str(random.choice((0, 1, 3, 11, 99, -1)))
                lines[at] = re.sub(r"\d+", number, lines[at], count=1)
            case 4:
                lines[at] = " " * random.randrange(1, 5) + lines[at]
            case 5:
                lines[at] = lines[at][random.randrange(1, 3) :]
            case 6 if there:
                lines[at] = lines[at].replace(random.choice(there), random.choice(words), 1)
            case _:
                place = random.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:place] + random.choice(_SIGNS) + lines[at][place + 1 :]
        text = "".join(f"{line}\n" for line in lines)
    return text


_CALL = re.compile(r"\[(/?)([a-z][a-z-]*)((?: [^\[\]]*)?)\]")
_GIVEN = re.compile(r"([a-z_]+)=(\"[^\"]*\"|[^\s\]\"]+)")
_INLINE = (
    "*",
    "**",
    "`",
    "[^1]",
    "[^1]: x",
    "[x](#y)",
    "> ",
    "# ",
    "| a | b |",
    "- ",
    "1. ",
    "<b>",
)


def spoilt_chapter(text: str, calls: list[str], paths: list[str], random: Random) -> str:
    """The chapter with mistakes in its shortcodes and its Markdown."""
    for _ in range(random.choice((1, 1, 2, 3))):
        found = list(_CALL.finditer(text))
        at = random.choice(found) if found else None
        lines = text.split("\n")
        line = random.randrange(len(lines))
        match random.randrange(9):
            case 0 if at:
                text = text[: at.start()] + text[at.end() :]
            case 1 if at:
                text = text[: at.start()] + random.choice(calls) + text[at.end() :]
            case 2 if at:
                values = [*paths, "", "99", "-1", "x y", "T-I", "T-I T-I", "declarers", "all"]

                def other(given: re.Match[str]) -> str:
                    return f'{given[1]}="{random.choice(values)}"'  # noqa: B023 - called at once

                spoilt = _GIVEN.sub(other, at[0], count=random.choice((1, 2)))
                text = text[: at.start()] + spoilt + text[at.end() :]
            case 3:
                of = random.choice(
                    ("[rules of={}]", "[rule at={}]", "[value at={}]", "[if has={}]")
                )
                lines.insert(line, of.format(random.choice(paths)))
                text = "\n".join(lines)
            case 4:
                lines.insert(line, random.choice(calls))
                text = "\n".join(lines)
            case 5:
                lines[line] = random.choice(_INLINE) + lines[line]
                text = "\n".join(lines)
            case 6:
                lines[line] = lines[line].replace(" ", random.choice((" *", "  ", "\t", " [")), 1)
                text = "\n".join(lines)
            case 7 if len(found) > 1 and at:
                name = random.choice(found)[2]
                text = f"{text[: at.start()]}[{at[1]}{name}{at[3]}]{text[at.end() :]}"
            case _:
                text = spoilt_text(text, _WORD.findall(text) or ["x"], random)
    return text


def calls_in(text: str) -> list[str]:
    """Every shortcode of a chapter, as it is written."""
    return [found[0] for found in _CALL.finditer(text)]
