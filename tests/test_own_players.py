"""Players of one's own, named as FILE.py:NAME: they play like others, and what they do wrong is
told in a sentence.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import loaded

import zwanz_ssot
from zwanz_ssot import WrongCall
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.players import named, seated

PLAYERS = '''\
import sys

from beside import last_of


class Last:
    """Takes the last legal move."""

    def choose(self, view):
        return last_of(view)


class Seeded:
    def __init__(self, seed):
        self.seed = seed

    def choose(self, view):
        return str(view.moves[self.seed % len(view.moves)])


class Throws:
    def choose(self, view):
        return {}["nothing"]


class Leaves:
    def choose(self, view):
        sys.exit("enough")


class NeedsTwo:
    def __init__(self, net, depth):
        pass


class Illegal:
    def choose(self, view):
        return "play T-Sk"


class Number:
    def choose(self, view):
        return float("nan")


class Mute:
    pass


nothing = 3
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "beside.py").write_text("def last_of(view):\n    return view.moves[-1]\n", "utf-8")
    made = tmp_path / "mine.py"
    made.write_text(PLAYERS, encoding="utf-8")
    return made


def call(*args: object) -> Result:
    return CliRunner().invoke(zwanz, list(map(str, args)))


def test_a_player_of_ones_own_plays_as_one_from_python(file: Path) -> None:
    game = loaded("zwanzigerrufen", "directnet")
    (own, *_) = seated(f"{file}:Last,simple,simple,simple", 4)
    round = zwanz_ssot.deal(game, seed=7)
    assert own.choose(round.view("forehand")) == round.moves()[-1]
    (seeded, *_) = seated(f"{file}:Seeded", 4, seed=1)
    assert seeded.choose(round.view("forehand")) == round.moves()[1]


def test_the_commands_take_it(file: Path, tmp_path: Path) -> None:
    who, rows = f"{file}:Last,simple,simple,{file}:Seeded", [tmp_path / f"{n}.csv" for n in (1, 2)]
    for jobs, out in enumerate(rows, start=1):
        asked = ("--rounds", 40, "--players", who, "--jobs", jobs)
        result = call("simulate", "directnet", *asked, "--out", out)
        assert result.exit_code == 0, result.output
    assert rows[0].read_bytes() == rows[1].read_bytes()
    assert call("balance", "directnet", "--rounds", 4, "--players", who).exit_code == 0
    same = call("contest", "directnet", "--deals", 2, "--json", "--player", f"{file}:Last")
    assert json.loads(same.stdout)["deals"] == 2
    auto = call("play", "directnet", "--auto", "--seed", 7, "--json", "--players", who)
    first = json.loads(auto.stdout)["rounds"][0]["record"]["moves"][0]
    start = zwanz_ssot.deal(loaded("zwanzigerrufen", "directnet"), seed=7)
    assert first == {"forehand": str(start.moves()[-1])}


WRONG = [
    ("mine.py:Throws", "mine.py:Throws failed: KeyError: 'nothing'; at mine.py, line 23"),
    ("mine.py:Leaves", "mine.py:Leaves failed: SystemExit: enough"),
    ("mine.py:NeedsTwo", "mine.py:NeedsTwo failed: TypeError"),
    ("mine.py:Illegal", "mine.py:Illegal chose 'play T-Sk' as forehand; legal are bid rufer"),
    ("mine.py:Number", "mine.py:Number chose nan as forehand"),
    ("mine.py:Mute", "mine.py:Mute makes no player; it needs a method choose(view)"),
    ("mine.py:nothing", "mine.py:nothing makes no player"),
    ("mine.py:Lats", "mine.py has no 'Lats'; did you mean 'Last'?"),
    ("mine.py", "mine.py: which player?; write mine.py:NAME"),
    ("mine.py:", "mine.py: which player?; write mine.py:NAME"),
    ("none.py:Last", "there is no file 'none.py'"),
    ("syntax.py:Last", "syntax.py failed: SyntaxError"),
    ("raises.py:Last", "raises.py failed: ModuleNotFoundError: No module named 'torhc'"),
]


@pytest.mark.parametrize(("who", "told"), WRONG)
def test_what_goes_wrong_in_it_is_a_sentence(
    who: str, told: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(file.parent)
    Path("syntax.py").write_text("class Last\n", encoding="utf-8")
    Path("raises.py").write_text("import torhc\n", encoding="utf-8")
    for jobs in (1, 2):
        out = ("--rounds", 1, "--jobs", jobs, "--seed", 7, "--out", "rows.csv")
        result = call("simulate", "directnet", "--players", who, *out)
        assert result.exit_code == 2 and told in result.output, result.output
        assert not Path("rows.csv.part").exists()
    result = call("contest", "directnet", "--deals", 2, "--player", who, "--seed", 7)
    assert result.exit_code == 2 and told in result.output, result.output


def test_a_cluster_does_not_get_it(file: Path, tmp_path: Path) -> None:
    cluster = ("--dask", "tcp://127.0.0.1:9")
    for asked in (
        ("simulate", "directnet", "--players", f"{file}:Last", "--out", tmp_path / "rows.csv"),
        ("contest", "directnet", "--player", f"{file}:Last"),
        ("balance", "directnet", "--players", f"simple,simple,simple,{file}:Last"),
    ):
        result = call(*asked, *cluster)
        assert result.exit_code == 2 and "leave --dask out" in result.output, result.output


def test_names_alone_run_no_file(file: Path) -> None:
    # `named` is asked by the server with what a browser sends.
    with pytest.raises(WrongCall, match="there is no player"):
        named(f"{file}:Last")
