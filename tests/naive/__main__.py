"""``python -m tests.naive --write [GAME…]``: count positions and write them to tests/perft/."""

from __future__ import annotations

import sys

from zwanz_ssot.library import library, load

from .counting import FOLDER, file, write


def main(args: list[str]) -> int:
    """Write the counts of all rule sets, or of those of the games named."""
    if not args or args[0] != "--write":
        print(__doc__)
        return 2
    FOLDER.mkdir(exist_ok=True)
    for game, variant in library().rule_sets(*args[1:]):
        rules = load(game, variant)
        print(f"{file(rules).name}: {write(rules)} positions", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
