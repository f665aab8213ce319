"""A whole session in Neovim, without a screen: what its own client makes of ``zwanz lsp``."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

NVIM = shutil.which("nvim")
HOUSE = """\
variant: house
of: zwanzigerrufen:directnet
name: {en: Ours, de: Unsere}
changes:
  - {at: bonuses.four_kings.value.silent, was: 7, set: 2, source: custom}
"""


@pytest.mark.skipif(NVIM is None, reason="no nvim; apt-get install neovim")
def test_rules_are_written_in_neovim(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(HOUSE, encoding="utf-8")
    session = Path(__file__).with_name("neovim_session.lua")
    subprocess.run(
        [str(NVIM), "--headless", "-u", "NONE", "-c", f"luafile {session}"],
        env={**os.environ, "ZWANZ": sys.executable, "HOUSE": str(tmp_path)},
        check=True,
        timeout=600,
        capture_output=True,
    )
    lines = (tmp_path / "report.txt").read_text(encoding="utf-8").splitlines()
    found = {name: json.loads(value) for name, _, value in (line.partition("=") for line in lines)}

    ((line, message),) = found["problems"]
    assert line == 4 and "not 7" in message
    assert found["mended"] == 0 and found["modified"] is True
    assert (tmp_path / "house.yaml").read_text(encoding="utf-8") == HOUSE
    assert "Königstrull" in found["hover"] and "| wikipedia, house |" in found["hover"]
    assert found["definition"].endswith("rules/zwanzigerrufen/game.yaml")
    assert found["symbols"] == ["variant", "of", "name", "changes"]
    assert found["offered"] is True
    assert "late" not in found
