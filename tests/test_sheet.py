"""How high the columns of a paper have to be, worked out by hand."""

from __future__ import annotations

import pytest

pytest.importorskip("weasyprint")

from zwanz_renderer.book_parts import Piece, Tries, column_height
from zwanz_renderer.press.sheet import _heights


def stacked(*heights: float, head: float = 0) -> list[Piece]:
    """Pieces that stand below each other."""
    tops = [sum(heights[:number]) for number in range(len(heights))]
    return [Piece(top, top + height, head) for top, height in zip(tops, heights, strict=True)]


@pytest.mark.parametrize(
    ("heights", "columns", "least"),
    [
        ((10, 10, 10), 3, 10),
        ((10, 10, 10), 2, 20),
        ((10, 30, 10, 10), 2, 40),  # 10 + 30 | 10 + 10; no column ends in the 30
        ((40, 5, 5, 5), 3, 40),
    ],
)
def test_columns_are_as_high_as_their_pieces_ask(
    heights: tuple[float, ...], columns: int, least: float
) -> None:
    found = column_height(stacked(*heights), columns, 100)
    assert found is not None and least <= found < least + 1


def test_a_table_that_goes_on_in_a_new_column_repeats_its_head() -> None:
    found = column_height(stacked(20, 20, head=6), 2, 100)
    assert found is not None and 26 <= found < 27


def test_what_finds_no_room_has_no_height() -> None:
    assert column_height(stacked(20, 20, 20), 2, 39) is None
    assert column_height(stacked(50), 3, 49) is None


def test_columns_that_need_a_little_more_are_tried_a_little_higher() -> None:
    """Else a paper with room to spare would fill its first column and leave the last one empty."""
    assert list(_heights(380, 700)) == [392, 404, 428, 700]
    assert list(_heights(650, 680)) == [662, 674, 680]
    assert list(_heights(None, 680)) == [680]


def test_a_paper_is_set_in_one_way_at_least() -> None:
    with pytest.raises(ValueError, match="in no way"):
        Tries(0, str, str)
