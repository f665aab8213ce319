"""What may not be parted, and is taller than a page: it may be parted after all.

WeasyPrint gives up (an AssertionError) where the rows of a table hold together by rule, one group
with the next, and all of them are taller than an empty page, as in a table of long sentences that
an author makes narrow. `rendered` has such a part laid out once more, with tables that may end a
page after any line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import weasyprint
from weasyprint.text.fonts import FontConfiguration

_PARTED = """.table, table, caption, thead, tbody, tfoot, tr {
  break-inside: auto !important; break-before: auto !important; break-after: auto !important;
}"""


def rendered(render: Callable[..., Any], fonts: FontConfiguration) -> Any:
    """What `render` lays out with no further style or, where that cannot be done, with one that
    parts tables.
    """
    try:
        return render()
    except AssertionError:
        return render(weasyprint.CSS(string=_PARTED, font_config=fonts))
