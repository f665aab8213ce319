"""Writes the paths of all rules into the schema of variants, for editors that complete from it.

python scripts/overlay_schema.py
"""

from __future__ import annotations

import json
from pathlib import Path

from zwanz_ssot import places
from zwanz_ssot.editor_schema import all_paths
from zwanz_ssot.files import write_file
from zwanz_ssot.library import library

FILE = places.data("schema") / "overlay.schema.json"


def written(file: Path = FILE) -> str:
    """The schema with the paths that the library has now."""
    schema = json.loads(file.read_text(encoding="utf-8"))
    at = schema["properties"]["changes"]["items"]["properties"]["at"]
    at["examples"] = all_paths(library())
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    write_file(FILE, [written().encode()])
