"""Third-party notices of a release: each package that an installation brings, with its licence.

python scripts/third_party.py SBOM.json      prints Markdown
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

OWN = "zwanz-ssot"
BUNDLED = (
    ("Vollkorn", "OFL-1.1", "templates/fonts/vollkorn/OFL.txt"),
    ("EB Garamond", "OFL-1.1", "templates/fonts/ebgaramond/OFL.txt"),
    ("Noto Serif JP, as Book Mincho", "OFL-1.1", "templates/fonts/notoserifjp/OFL.txt"),
    ("CodeMirror, its client for language servers", "MIT", "templates/studio/editor.licences.txt"),
)
"""What the package itself contains of others: name, licence, and the place of its text."""


def notices(sbom: dict[str, Any]) -> str:
    """The notices as Markdown, for a software bill of materials in CycloneDX.

    >>> parts = [{"name": "b", "version": "1", "licenses": [{"license": {"id": "MIT"}}]}]
    >>> print(notices({"components": parts}).splitlines()[-1])
    | b | 1 | MIT |
    """
    lines = ["# Third-party notices", "", "In the package:", ""]
    lines += [f"* {name}: {licence} (`{file}`)" for name, licence, file in BUNDLED]
    lines += [
        "",
        "Installed beside it:",
        "",
        "| Package | Version | Licence |",
        "| --- | --- | --- |",
    ]
    parts = sorted(sbom["components"], key=lambda part: part["name"].lower())
    lines += [
        f"| {part['name']} | {part['version']} | {licences(part)} |"
        for part in parts
        if part["name"].lower().replace("_", "-") != OWN
    ]
    return "\n".join(lines)


def licences(part: dict[str, Any]) -> str:
    """The licences that a package declares."""
    found = []
    for each in part.get("licenses", ()):
        licence = each.get("license", {})
        found.append(each.get("expression") or licence.get("id") or licence.get("name", ""))
    return "; ".join(sorted({text.split("\n")[0] for text in found if text})) or "not declared"


if __name__ == "__main__":
    print(notices(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
