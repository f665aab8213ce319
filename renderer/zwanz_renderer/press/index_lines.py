"""The lines of an index on paper, where two places may be on one page."""

from __future__ import annotations

import re
from collections.abc import Mapping

_FURTHER = re.compile(r'<span class="further">(?:(?!</span>).)*?href="#([^"]+)".*?</a></span>')
_LINE = re.compile(r'<li><span class="entry">.*?</li>')
_PAGE = re.compile(r'<a class="page" href="#([^"]+)"')


def once_a_page(body: str, numbers: Mapping[str, int]) -> str:
    """A part of a printed book without the places of a line of its index that are on a page named
    before in it.

    `numbers` are the pages of the anchors that are known so far.
    """

    def line(found: re.Match[str]) -> str:
        seen = {numbers.get(anchor) for anchor in _PAGE.findall(found[0])[:1]}

        def further(place: re.Match[str]) -> str:
            page = numbers.get(place[1])
            again = page is not None and page in seen
            seen.add(page)
            return "" if again else place[0]

        return _FURTHER.sub(further, found[0])

    return _LINE.sub(line, body) if '<div class="index"' in body else body
