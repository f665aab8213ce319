"""House rules that change who gets what: the scores that their sentences tell, worked out by hand,
and rounds that both implementations settle alike.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest
from changed import changed, played_by_both

from zwanz_ssot.examples import as_text, run

OUTSIDE = Path(__file__).resolve().parent.parent / "docs" / "games"


def holds(folder: Path, example: str, of: str, *changes: str, rules: Path | None = None) -> None:
    """Assert that an example comes out under a rule set with these changes."""
    changed(folder, of, *changes, rules=rules)
    head = f"game: {of.partition(':')[0]}\nin: [changed.yaml]\n"
    if rules is not None:
        head += f"rules: {rules}\n"
    head += "examples:\n  - example: stated\n    title: {en: stated}\n    because: {en: by hand}\n"
    file = folder / "stated.yaml"
    file.write_text(head + indent(dedent(example).strip(), "    ") + "\n", "utf-8")
    (answer,) = run(file)
    assert answer.ok, as_text(answer)


# bonuses that replace each other

HUNDRED = (
    "hundred: {name: {en: Hundred}, goes_to: either_side, "
    "won: {points_at_least: {side: claimants, points: 100}}, "
    "value: {silent: 20, announced: 30}, replaces: [game], source: [custom]}"
)
ALL_TRICKS = (
    "all_tricks: {name: {en: All Tricks}, goes_to: either_side, "
    "won: {tricks_won: {side: claimants, all_of: every_trick}}, "
    "value: {silent: 20, announced: 30}, replaces: [hundred], source: [custom]}"
)


@pytest.mark.parametrize("bonuses", [(HUNDRED, ALL_TRICKS), (ALL_TRICKS, HUNDRED)])
def test_a_bonus_that_is_replaced_replaces_nothing(
    bonuses: tuple[str, str], tmp_path: Path
) -> None:
    """All tricks in place of the hundred, 20, and the game, which no bonus that counts replaces, 10,
    in whatever order the file has the bonuses.
    """
    change = f"at: bonuses, set: {{{', '.join(bonuses)}}}"
    example = """
        called: H-10
        contract: simple
        partner: third
        outcome: {declared: {declarers: 20}, points: {declarers: 110}, tricks: {forehand: 8}}
        expect: {scores: {forehand: 30, second: -30, third: 30, fourth: -30}, not_settled: [hundred]}
    """
    holds(tmp_path, example, "koenigrufen-russbach", change)
    game = changed(tmp_path, "koenigrufen-russbach", change)
    for seed in range(20):
        played_by_both(game, seed)
