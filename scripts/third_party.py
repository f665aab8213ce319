"""Third-party notices of a release: what the package contains of others, and each package that an
installation brings, with its licence.

python scripts/third_party.py SBOM.json      adds the first to the bill, and prints both as Markdown
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
OWN = "zwanz-ssot"
EDITOR = "templates/studio/editor.licences.txt"
BUNDLED = (
    ("Vollkorn", "OFL-1.1", "templates/fonts/vollkorn/OFL.txt"),
    ("EB Garamond", "OFL-1.1", "templates/fonts/ebgaramond/OFL.txt"),
    ("Noto Serif JP, as Book Mincho", "OFL-1.1", "templates/fonts/notoserifjp/OFL.txt"),
    ("mypyc's runtime (in the compiled wheel alone)", "MIT AND PSF-2.0", "mypy.LICENSE"),
)
"""What the package contains of others beside the editor: name, licence, the place of its text."""


def of_the_editor(texts: str) -> list[tuple[str, str, str]]:
    """The packages of npm in the studio's editor: name, version and licence, from the heads of
    their licences.

    >>> of_the_editor("@codemirror/view 6.43.15 (MIT)\\n\\nMIT License")
    [('@codemirror/view', '6.43.15', 'MIT')]
    """
    return re.findall(r"^(\S+) (\d\S+) \((.+)\)$", texts, re.MULTILINE)


def bundled(texts: str) -> list[dict[str, Any]]:
    """What the package contains of others, as components of CycloneDX."""
    found: list[dict[str, Any]] = [
        {"type": "data", "bom-ref": name, "name": name, "licenses": [{"expression": licence}]}
        for name, licence, _ in BUNDLED
    ]
    for name, version, licence in of_the_editor(texts):
        purl = f"pkg:npm/{name.replace('@', '%40')}@{version}"
        about = {"purl": purl, "licenses": [{"license": {"id": licence}}]}
        found.append(
            {"type": "library", "bom-ref": purl, "name": name, "version": version, **about}
        )
    return found


def notices(sbom: dict[str, Any], texts: str) -> str:
    """The notices as Markdown, for a software bill of materials in CycloneDX and the licences of
    the editor.

    >>> parts = [{"name": "b", "version": "1", "licenses": [{"license": {"id": "MIT"}}]}]
    >>> print(notices({"components": parts}, "").splitlines()[-1])
    | b | 1 | MIT |
    """
    lines = ["# Third-party notices", "", "In the package:", ""]
    lines += [f"* {name}: {licence} (`{file}`)" for name, licence, file in BUNDLED]
    lines += [
        f"* {name} {version}: {licence} (`{EDITOR}`)"
        for name, version, licence in of_the_editor(texts)
    ]
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
    bill = Path(sys.argv[1])
    read = json.loads(bill.read_text(encoding="utf-8"))
    editor = (ROOT / EDITOR).read_text(encoding="utf-8")
    print(notices(read, editor))
    read["components"] += bundled(editor)
    bill.write_text(json.dumps(read, indent=2) + "\n", encoding="utf-8")
