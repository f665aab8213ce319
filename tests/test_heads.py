"""The heads of cards, which stand in tables of tricks: the upper half in a frame of its own,
nothing cut off.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from test_faces import FIFTY_FOUR, PACKS

from zwanz_renderer.faces import size, svg
from zwanz_renderer.faces.indices import head
from zwanz_renderer.faces.pen import Pen, format_of
from zwanz_renderer.pictures import Pictures


@pytest.mark.parametrize("style", PACKS)
def test_all_heads_of_a_pack_differ_and_are_well_formed(style: str) -> None:
    drawn = [svg(card, detail="head", uid="t", style=style) for card in PACKS[style]]
    for text in drawn:
        ET.fromstring(text)
        ids, used = (
            re.findall(r' id="([^"]+)"', text),
            re.findall(r'(?:href="#|url\(#)([^")]+)', text),
        )
        assert len(ids) == len(set(ids)) and set(used) <= set(ids)
    assert len({re.sub(r"<title>.*?</title>", "", text) for text in drawn}) == len(drawn)


@pytest.mark.parametrize(("style", "height"), [("tarock", 599), ("french", 489), ("german", 489)])
def test_a_head_is_as_wide_as_its_card_and_little_more_than_half_as_high(
    style: str, height: int
) -> None:
    card = PACKS[style][0]
    width, whole = size(style)
    assert size(style, head=True) == (width, height)
    assert whole / 2 < height < 0.56 * whole
    assert f'viewBox="0 0 {width} {height}"' in svg(card, detail="head", style=style)


@pytest.mark.parametrize("style", ["tarock", "german"])
def test_all_signs_of_a_pip_card_are_on_its_head(style: str) -> None:
    card = format_of(style)
    for number in range(2, 11):
        drawing = head(number, "bells", str(number), Pen("t", "head", card))
        sign = r'<g transform="translate\(([\d.]+) ([\d.]+)\)(?: rotate\(180\))?(?: scale\(([\d.]+)\))?"><path'
        spots = re.findall(sign, drawing)[1:]
        assert len(spots) == number  # after the one in the index
        for x, y, k in spots:
            half = 50 * float(k or 1)
            assert float(y) - half > 36 and float(y) + half < card.head - 36, (number, y)
            assert float(x) + half < card.w - 30, (number, x)


def test_a_picture_of_a_head_knows_its_box_before_it_is_drawn() -> None:
    pictures = Pictures(FIFTY_FOUR)
    assert pictures.box("card:T-XX@head") == (0, 0, 610, 599)
    assert pictures.box("card:T-XX@book") == (0, 0, 610, 1130)
    assert 'viewBox="0 0 610 599"' in pictures.svg("card:T-XX@head")
