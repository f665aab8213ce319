"""The press: from HTML to PDF.

`pdf` prints with WeasyPrint's public API. `patched_printer` prints better pages in less time by
replacing functions of WeasyPrint, in a version that it knows; `worker` does so in a process of its
own. `docs/weasyprint.md` describes each replacement.
"""

from __future__ import annotations

from zwanz_ssot.problems import NotInstalled

OLDEST = 70
"""The first WeasyPrint that knows all properties of the book's style sheets."""


def require() -> None:
    """Load WeasyPrint. NotInstalled if it is too old or misses a system library."""
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
