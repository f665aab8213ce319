"""Papers beside the book, in its style: one HTML page and one PDF each, with a page size of their
own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from zwanz_renderer import pages, press
from zwanz_renderer.pictures import Pictures
from zwanz_renderer.shortcodes import Context
from zwanz_renderer.templating import templates
from zwanz_renderer.text.markdown import ChapterWriter, Press, Shared
from zwanz_renderer.text.polish import closed_up
from zwanz_ssot import places
from zwanz_ssot.model import Game
from zwanz_ssot.problems import WrongCall

_HERE = 1
_OF_PDF = re.compile(r" ?@(?:top|bottom)-\w+ \{[^}]*\}| ?(?:bookmark-level|string-set): [^;]*;")
"""What browsers do not know."""


@dataclass(frozen=True, slots=True)
class Leaflet:
    """What was written; `pages` counts those of the PDF."""

    html: Path
    pdf: Path
    pages: int


def writer(game: Game, lang: str, name: str) -> ChapterWriter:
    """Who draws blocks for a paper; WrongCall for a language that there is no book in."""
    if lang not in pages.languages():
        raise WrongCall(
            f"there is no book in {lang!r}", f"known are {', '.join(pages.languages())}"
        )
    from zwanz_renderer import blocks  # registers them

    assert blocks
    return ChapterWriter(Press(lang), game, name, Shared())


def here(writer: ChapterWriter, block: str) -> Context:
    """A context in which functions of blocks can be asked for what they know."""
    return writer.ctx.at(_HERE, _HERE, block)


def write(
    game: Game,
    lang: str,
    out: Path,
    name: str,
    kind: str,
    title: str,
    *tries: Mapping[str, Any],
    pages_at_most: int = 0,
    one_column: float = 0,
) -> Leaflet:
    """Write ``<name>.html`` and ``<name>.pdf`` into the folder `out`.

    `kind` names the template (``templates/leaflets/<kind>.html.j2``) and its two style sheets,
    ``<kind>.css`` for paper, be it printed from a browser, and ``<kind>.screen.css`` for a screen.
    Of several `tries`, the values of the template, the first is kept that has `pages_at_most`, else
    the last. Where they get shorter from one to the next, `one_column` spares most of them: pages
    full of columns take long to lay out, so what is higher than that, in pt, when all stands in one
    column (the style sheet has a class ``one-column`` for it), is not tried. WrongCall when nothing
    can be written there.
    """
    press.require()
    from zwanz_renderer.press import pdf

    folder = places.data("templates")
    environment = templates(folder / "leaflets", folder)
    template = environment.get_template(f"{kind}.html.j2")

    paper, screen = (
        (folder / "leaflets" / f"{kind}{medium}.css").read_text(encoding="utf-8")
        for medium in ("", ".screen")
    )

    def page(style: str, body: str) -> str:
        shown = {"lang": lang, "title": title, "kind": kind, "style": Markup(style), "body": body}
        return environment.get_template("leaflet.html.j2").render(shown)

    def body_of(values: Mapping[str, Any]) -> str:
        return closed_up(template.render(title=title, **values))

    pictures = Pictures(game.deck.cards, game.deck.corners_in(lang))

    def is_low(values: Mapping[str, Any]) -> bool:
        alone = page(paper, body_of(values)).replace(
            'class="leaflet ', 'class="leaflet one-column ', 1
        )
        return pdf.height(pages.for_printing(alone), pictures, "parts") <= one_column

    first = bisect_left(tries, True, hi=len(tries) - 1, key=is_low) if one_column else 0
    for values in tries[first:]:
        body = body_of(values)
        printed = pdf.write_leaflet(pages.for_printing(page(paper, body)), pictures)
        if printed.pages <= pages_at_most:
            break
    html = pages.self_contained(
        page(f"{screen}@media print {{\n{_OF_PDF.sub('', paper)}}}\n", body), pictures
    ).encode()
    try:
        out.mkdir(parents=True, exist_ok=True)
        made = {out / f"{name}.html": html, out / f"{name}.pdf": printed.data}
        for path, data in made.items():
            aside = path.with_name(f".{path.name}.new")
            aside.write_bytes(data)
            aside.replace(path)
    except OSError as error:
        raise WrongCall(f"nothing can be written to {out}", error.strerror or "") from None
    return Leaflet(out / f"{name}.html", out / f"{name}.pdf", printed.pages)
