"""Prints HTML as PDF.

`pdf` uses WeasyPrint's public API. `patched_printer` prints better pages in less time by replacing
functions of WeasyPrint 70, as docs/weasyprint.md explains; `worker` runs it in a second process.
"""

from __future__ import annotations

from zwanz_ssot.problems import NotInstalled

OLDEST = 70
"""The oldest WeasyPrint that knows all properties of the book's style sheets."""


def require() -> None:
    """Load WeasyPrint. Raises NotInstalled if it is too old or lacks a system library."""
    try:
        import weasyprint
    except OSError as error:
        reason = str(error).partition("\n")[0]
        raise NotInstalled(
            "The Pango libraries are missing; "
            f"scripts/book of a checkout installs them or says how ({reason})"
        ) from None
    version = weasyprint.__version__
    if int(version.partition(".")[0]) < OLDEST:
        raise NotInstalled(
            f"WeasyPrint {version} is too old to print a book: {OLDEST}.0 or newer is needed; "
            "sh scripts/setup of a checkout installs it"
        )
