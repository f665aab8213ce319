"""Columns, page breaks, notes."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Annotated

from zwanz_renderer.shortcodes import Context, Html, Values, Whole, block

_COLUMN = Html('<div class="col">\n{}</div>\n')
_VOID = ("br", "img", "hr", "wbr", "col", "input")
_SAMPLE = "[columns count=2]\n[col]\nOn the left …\n[/col]\n[col]\n… and on the right.\n[/col]\n[/columns]"


@block("columns", body=True, sample=_SAMPLE)
def columns(ctx: Context, *, body: Html, count: Annotated[int, Whole(2, 4)] = 2) -> Values:
    """Columns of equal width, one [col] each."""
    inside = _Columns()
    inside.feed(body)
    if inside.found != count:
        there = f"there {'is' if inside.found == 1 else 'are'} {inside.found}"
        ctx.problem(
            f"{count} columns are asked for, and {there}", "give each column a [col] … [/col]"
        )
    if inside.stray:
        ctx.problem(
            "something stands between the columns",
            "put it into a [col] … [/col], or outside of [columns]",
        )
    return {"body": body, "count": count}


@block("col", body=True, plain=True, sample=_SAMPLE)
def col(ctx: Context, *, body: Html) -> Html:
    """One column inside of columns."""
    return _COLUMN.format(body)


@block("pagebreak", sample="[pagebreak]")
def pagebreak(ctx: Context) -> Values:
    """What follows begins on a new page of the printed book."""
    return {}


@block("note", body=True, sample='[note title="A hint"]\nCount the tarocks.\n[/note]')
def note(ctx: Context, *, body: Html, title: str = "") -> Values:
    """A remark apart from the text, with a title if you like."""
    return {"body": body, "title": ctx.written(title) if title else ""}


class _Columns(HTMLParser):
    """Counts the columns at the top of a text, and notices what is none."""

    def __init__(self) -> None:
        super().__init__()
        self.found, self.stray, self._depth = 0, False, 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._depth == 0:
            is_column = ("class", "col") in attrs
            self.found += is_column
            self.stray = self.stray or not is_column
        self._depth += tag not in _VOID

    def handle_endtag(self, tag: str) -> None:
        self._depth -= tag not in _VOID

    def handle_data(self, data: str) -> None:
        self.stray = self.stray or (self._depth == 0 and bool(data.strip()))
