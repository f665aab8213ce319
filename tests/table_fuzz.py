"""Random messages that no page sends: each gets an answer or ends the connection, and none changes
a table.

``scripts/fuzz-table`` sends as many as one likes.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter
from random import Random
from typing import Any

from table_browser import Browser, a_hub, full_table, stored_table

KINDS = (
    "hello",
    "move",
    "back",
    "hint",
    "next",
    "sit",
    "name",
    "invite",
    "free",
    "record",
    "same_deal",
)
TEXTS = ("", "pass", "bid solo", "play T-I", "second: pass", "x" * 90, "\u202e", "\ud800", "<b>", "0", "../../etc/passwd", "house:club", "anrufen:three", "'; drop table events; --", "play H-K\u0000", "take 1")  # fmt: skip
NUMBERS = (0, 1, -1, 3, 10**6, 10**30, 2**63, 1.5, True, None, "1", [], {})
SHAPES = {
    "hello": ("token", "lang"),
    "move": ("move", "at"),
    "back": ("at",),
    "hint": ("at",),
    "next": ("at",),
    "sit": ("name",),
    "name": ("name",),
    "invite": ("player",),
    "free": ("player",),
    "record": ("round",),
    "same_deal": ("round", "rules"),
}
_PART = 200
"""The messages between two checks of the table."""


def nonsense(chance: Random) -> str:
    """A frame: a message with wrong parts, a text that is no message, or a torn one."""
    what = chance.randrange(10)
    if what == 0:
        return "".join(chr(chance.randrange(32, 0x2FF)) for _ in range(chance.randrange(40)))
    if what == 1:
        return "[" * chance.randrange(1, 3000)
    if what == 2:
        return json.dumps(chance.choice([[], 1, None, "move", True, {"type": ["move"]}]))
    if what > 4:  # the shape of a message, with any values
        kind = chance.choice(tuple(SHAPES))
        numbers = (0, 1, 2, 3, 4, 5, 6, 9, 999, *NUMBERS[:6])
        values = {
            key: chance.choice(numbers if key in ("at", "player", "round") else TEXTS)
            for key in SHAPES[kind]
        }
        return json.dumps({"type": kind, "n": chance.randrange(1, 9), **values})
    message: dict[str, Any] = {"type": chance.choice((*KINDS, "state", "", None, 7))}
    if chance.random() < 0.8:
        message["n"] = chance.choice((1, *NUMBERS))
    for key in ("move", "at", "token", "lang", "name", "player", "round", "rules", "seat"):
        if chance.random() < 0.35:
            message[key] = chance.choice((*TEXTS, *NUMBERS))
    text = json.dumps(message)
    return text[: chance.randrange(len(text))] if what == 3 else text


def harmless(text: str, position: int) -> bool:
    """Whether a message asks for nothing that the table would do; random messages may be valid
    ones.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return True
    if not isinstance(data, dict):
        return True
    kind, now = data.get("type"), data.get("at") == position
    does = kind in ("invite", "free") or (kind == "name" and str(data.get("name")).strip())
    return not does and not (kind == "move" and now)


async def fuzz(count: int, seed: int, key: str = "zwanzigerrufen:directnet") -> Counter[str]:
    """Send so many messages to a table from all its seats and an onlooker, with a stranger
    connected; count the answers.

    AssertionError if one changes the table or gets no answer.
    """
    chance, became = Random(seed), Counter[str]()
    async with a_hub() as hub:
        id, seats = await full_table(hub, key)
        before = stored_table(hub, id)
        sent = 0
        while sent < count:
            stranger = Browser(hub, id, chance.choice(TEXTS[:5]))
            onlooker = Browser(hub, id)
            await onlooker.state()
            for browser in (*seats, onlooker):
                hub_side = next((c for c in hub._live[id].connections if c.socket is browser), None)
                assert hub_side is not None
                part = [nonsense(chance) for _ in range(_PART // 5)]
                part = [text for text in part if harmless(text, before.position)]
                for text in part:
                    hub_side.allowance._left = 1e9  # the limit of the rate has its own test
                    seen = sum(frame["type"] != "state" for frame in browser.frames)
                    browser.send_raw(text)
                    await browser.until(
                        lambda _, b=browser, seen=seen: (
                            sum(frame["type"] != "state" for frame in b.frames) > seen
                        )
                    )
                    last = [frame for frame in browser.frames if frame["type"] != "state"][-1]
                    became[str(last.get("code", last["type"]))] += 1
                    del browser.frames[:-3]
                sent += len(part)
            await onlooker.leave()
            if not stranger.task.done():
                await stranger.leave()
            after = stored_table(hub, id)
            assert after.round == before.round and after.chairs == before.chairs
            assert after.events == before.events
    return became


def main() -> None:
    """``python tests/table_fuzz.py COUNT [SEED]``"""
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    began = time.perf_counter()
    became = asyncio.run(fuzz(count, seed))
    print(f"{became.total()} messages in {time.perf_counter() - began:.0f} s changed nothing")
    for answer, times in became.most_common():
        print(f"  {times:8} {answer}")


if __name__ == "__main__":
    main()
