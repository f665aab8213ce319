"""What the page of the package on an index says beside ``pyproject.toml``: its addresses, and a
README whose links and pictures lead there.

Where the repository lies, no file of it knows. A release knows it: ``ZWANZ_ADDRESS``, or what
GitHub sets in its workflows. Any other build leaves README as it is and names no address.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PLACES = {
    "Source": "",
    "Issues": "/issues",
    "Documentation": "/tree/{tag}/docs",
    "Changelog": "/blob/{tag}/CHANGELOG.md",
    "Security": "/security",
}
LINK = re.compile(r"(!?)\[([^]]*)\]\((?!\w+:|#)([^)]+)\)")
"""A link or a picture of Markdown whose target is a file of the repository."""


def address(environment: Mapping[str, str]) -> str:
    """The address of the repository, empty if it is not known.

    >>> address({"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "club/zwanz"})
    'https://github.com/club/zwanz'
    """
    given = environment.get("ZWANZ_ADDRESS", "")
    if not given and "GITHUB_REPOSITORY" in environment:
        given = f"{environment['GITHUB_SERVER_URL']}/{environment['GITHUB_REPOSITORY']}"
    return given.rstrip("/")


def led_to(text: str, there: str, tag: str) -> str:
    """Markdown whose links to files lead to the repository `there`, at a tag.

    >>> led_to("[all](docs/all.md) ![A deck](deck.png) [it](https://a.b)", "https://x.y/z", "v1")
    '[all](https://x.y/z/blob/v1/docs/all.md) ![A deck](https://x.y/z/raw/v1/deck.png) [it](https://a.b)'
    """
    return LINK.sub(
        lambda found: (
            f"{found[1]}[{found[2]}]({there}/{'raw' if found[1] else 'blob'}/{tag}/{found[3]})"
        ),
        text,
    )


class AddressHook(MetadataHookInterface):
    """Gives the package its README and its addresses."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Write ``readme`` and ``urls`` into the metadata of the project."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        if there := address(os.environ):
            tag = f"v{metadata['version']}"
            text = led_to(text, there, tag)
            metadata["urls"] = {
                name: there + place.format(tag=tag) for name, place in PLACES.items()
            }
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
