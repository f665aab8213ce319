"""The subjects of the commits: a line that `git log --oneline` shows whole.

    python3 scripts/commit_subjects.py    judges every commit after the first ones

Says nothing where there is no history to look at: in a downloaded archive, in a clone that was cut
short, on a machine without git. Only the standard library is used.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BEGINNING = "da00cf371c84616a6074631976474f94c832b9e0"
"""The last commit whose subject is not judged."""
LONGEST = 72


def faults(subject: str) -> list[str]:
    """The faults of a subject."""
    found = []
    if len(subject) > LONGEST:
        found.append(f"it has {len(subject)} characters, more than {LONGEST}")
    if not subject[:1].isupper():
        found.append("it does not begin with a capital letter")
    if subject.endswith("."):
        found.append("it ends with a period")
    return found


def subjects(repository: Path, since: str = BEGINNING) -> dict[str, str]:
    """The subjects of all commits after one, by short names; merges are left out.

    Empty if git does not know that commit, or is missing.
    """
    asked = ["git", "log", "--no-merges", "--format=%h %s", f"{since}..HEAD", "--"]
    try:
        done = subprocess.run(asked, cwd=repository, capture_output=True, text=True, check=False)
    except OSError:
        return {}
    lines = done.stdout.splitlines() if done.returncode == 0 else []
    parted = [line.partition(" ") for line in lines]
    return {name: subject for name, _, subject in parted}


def main() -> int:
    """Print all faults; return the exit code."""
    wrong = 0
    for name, subject in subjects(ROOT).items():
        for fault in faults(subject):
            print(f"{name} {subject!r}: {fault}")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
