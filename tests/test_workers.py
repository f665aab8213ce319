"""Work that is shared: by processes here, and by a real Dask cluster of two workers."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from bounded import hear_interrupts
from click.testing import CliRunner

import zwanz_ssot
from zwanz_ssot import workers
from zwanz_ssot.analysis import contest
from zwanz_ssot.analysis.simulation import round_row, simulate
from zwanz_ssot.cli.framework import zwanz
from zwanz_ssot.engine import deal
from zwanz_ssot.game_names import resolve_game
from zwanz_ssot.mutation import Selection, mutate
from zwanz_ssot.mutation.bench import MutantTimeout, limited
from zwanz_ssot.perft import below, position_counts
from zwanz_ssot.problems import WrongCall, ZwanzError

MINI = Path(__file__).parent / "mutants"
HOUSE = """\
variant: dearer
of: zwanzigerrufen
name: {en: Dearer, de: Teurer}
changes:
  - {at: contracts.solo.value, was: 4, set: 8, source: wikipedia §Contracts}
"""


def call(*args: object) -> Any:
    return CliRunner().invoke(zwanz, [*map(str, args)])


def _killed_at(fatal: int, marker: Path, number: int) -> int:
    """Ten times the number; the process that meets the fatal one first is killed."""
    if number == fatal and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 10 * number


def test_a_process_that_is_killed_is_told_in_a_sentence(tmp_path: Path) -> None:
    task = partial(_killed_at, 3, tmp_path / "killed")
    with (
        pytest.raises(ZwanzError, match="killed"),
        closing(workers.shared(task, range(9), jobs=2)) as results,
    ):
        list(results)


def test_processes_import_nothing_from_the_current_folder(tmp_path: Path) -> None:
    """It may be a folder of rules from elsewhere."""
    marker, folder = tmp_path / "ran", tmp_path / "folder"
    for name in ("multiprocessing", "zwanz_ssot"):
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(f"open({str(marker)!r}, 'w')", encoding="utf-8")
    script = tmp_path / "elsewhere.py"
    script.write_text(
        "from multiprocessing import set_start_method\n"
        "from zwanz_ssot.workers import shared\n"
        "if __name__ == '__main__':\n"
        "    set_start_method('forkserver')\n"  # as Python does by itself from 3.14 on
        "    assert list(shared(abs, [-1, 2, -3], jobs=2)) == [1, 2, 3]\n",
        encoding="utf-8",
    )
    env = {**os.environ, "PYTHONPATH": str(Path(zwanz_ssot.__file__).parent.parent)}
    done = subprocess.run(
        [sys.executable, script], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert not marker.exists()


def test_results_come_in_the_order_of_the_chunks_and_chunks_are_asked_for_late() -> None:
    asked = []

    def chunks() -> Iterator[int]:
        for number in range(50):
            asked.append(number)
            yield number

    with closing(workers.shared(abs, chunks(), jobs=2)) as results:
        assert next(results) == 0
        assert len(asked) < 20
        assert [*results] == [*range(1, 50)]


@pytest.mark.parametrize("game", ["zwanzigerrufen:directnet", "rufmariasch"])
def test_perft_counts_the_same_in_processes(game: str) -> None:
    start = deal(resolve_game(game), seed=3)
    assert position_counts(start, 3, jobs=2) == position_counts(start, 3)
    assert sum(below(start, 3).values()) == sum(position_counts(start, 3, jobs=2)[-1].values())


def test_a_thread_without_signals_has_a_limit_of_time_too() -> None:
    ends = []

    def endless() -> None:
        try:
            with limited(0.2):
                while True:
                    pass
        except MutantTimeout:
            ends.append("timeout")
        with limited(60):
            ends.append("in time")

    thread = Thread(target=endless)
    thread.start()
    thread.join(60)
    assert ends == ["timeout", "in time"]


def test_a_cluster_that_is_not_there_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("distributed", reason="distributed is not installed")
    monkeypatch.setattr(workers, "_PATIENCE", 0.5)
    out = tmp_path / "rows.jsonl"
    result = call("simulate", "--rounds", 2, "--dask", "tcp://127.0.0.1:9", "--out", out)
    assert not any(tmp_path.iterdir())
    assert result.exit_code == 2
    assert "no Dask scheduler answers at tcp://127.0.0.1:9" in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    "address", ["nonsense", "tcp://127.0.0.1", "http://127.0.0.1:8786", "tcp://127.0.0.1:99999"]
)
def test_what_cannot_be_an_address_of_a_cluster_is_refused_before_anybody_is_asked(
    address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    distributed = pytest.importorskip("distributed", reason="distributed is not installed")
    monkeypatch.setattr(distributed, "Client", None)
    monkeypatch.setattr(distributed, "rpc", None)
    out = tmp_path / "rows.jsonl"
    result = call("simulate", "--rounds", 2, "--dask", address, "--out", out)
    assert result.exit_code == 2
    assert f"'{address}' cannot be the address of a Dask scheduler" in result.output
    assert "tcp://HOST:PORT" in result.output


def test_a_server_of_another_kind_is_no_cluster_and_the_wait_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pytest.importorskip("distributed", reason="distributed is not installed")
    monkeypatch.setattr(workers, "_PATIENCE", 0.5)
    monkeypatch.setattr(workers, "_SILENCE", 0.1)
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.server_port}"
        result = call("simulate", "--rounds", 2, "--dask", address, "--out", tmp_path / "rows.csv")
        server.shutdown()
    assert result.exit_code == 2
    assert f"no Dask scheduler answers at {address}" in result.output
    assert f"waiting for the Dask scheduler at {address}" in caplog.text


@pytest.mark.parametrize("turned", [False, True])
def test_processes_and_a_cluster_are_asked_for_apart_in_either_order(turned: bool) -> None:
    options = [["--jobs", "2"], ["--dask", "tcp://127.0.0.1:9"]]
    first, second = reversed(options) if turned else options
    both = call("perft", *first, *second)
    assert both.exit_code == 2 and "--jobs or --dask" in both.output


# a real cluster


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason="distributed is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as started:
        yield started


@pytest.mark.xdist_group("cluster")
def test_rows_are_the_same_though_a_worker_is_killed(cluster: Any, tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(HOUSE, encoding="utf-8")
    game = resolve_game(str(file))
    here = [round_row(game, number, seed=4, players="random") for number in range(1, 401)]
    first, *rest = (worker.pid for worker in cluster.workers.values())
    rows = []
    address = cluster.scheduler_address
    with closing(simulate(game, 400, seed=4, players="random", dask=address)) as played:
        for row in played:
            rows.append(row)
            if len(rows) == 30:
                os.kill(first, signal.SIGKILL)
    assert rows == here
    assert rest


@pytest.mark.xdist_group("cluster")
def test_a_cluster_simulates_mutates_and_counts_as_here(cluster: Any, tmp_path: Path) -> None:
    address = cluster.scheduler_address
    out = tmp_path / "rows.jsonl"
    args = ["simulate", "directnet", "--rounds", 30, "--dask", address, "--out", out]
    assert call(*args).exit_code == 0
    game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert rows == [*simulate(game, 30, jobs=1)]

    start = deal(game, seed=3)
    assert position_counts(start, 3, dask=address) == position_counts(start, 3)

    # The mutants of rules that only this machine has.
    some = Selection(sample=9)
    assert mutate(some, rules=MINI, dask=address) == mutate(some, rules=MINI, jobs=1)


@pytest.mark.xdist_group("cluster")
def test_a_cluster_of_another_version_is_refused(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "version", lambda name: "9.9")
    with pytest.raises(WrongCall, match=r"a worker runs zwanz-ssot .*, not 9\.9"):
        list(workers.shared(abs, [1], dask=cluster.scheduler_address))


@pytest.mark.xdist_group("cluster")
def test_a_cluster_without_workers_is_told_and_goes_on_with_the_next_one(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    distributed = pytest.importorskip("distributed", reason="distributed is not installed")
    monkeypatch.setattr(workers, "_SILENCE", 0.1)
    monkeypatch.setattr(workers, "_LOOK", 0.1)
    told = "has no workers; waiting"
    with (
        distributed.LocalCluster(
            n_workers=0, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as empty,
        closing(workers.shared(abs, range(40), dask=empty.scheduler_address)) as results,
    ):
        add = WhenTold(told, lambda: empty.scale(1))
        with add:
            assert next(results) == 0
        assert caplog.text.count(told) == 1
        empty.scale(0)
        with add:
            assert [*results] == [*range(1, 40)]


@pytest.mark.xdist_group("cluster")
@pytest.mark.skipif(os.name != "posix", reason="processes that stand still as POSIX has them")
def test_a_scheduler_that_stands_still_is_told_and_left(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As where a machine sleeps, or a network lets nothing through."""
    pytest.importorskip("distributed", reason="distributed is not installed")
    monkeypatch.setattr(workers, "_PATIENCE", 2)
    monkeypatch.setattr(workers, "_LOOK", 0.1)
    script = (
        "import distributed, sys, time\n"
        "own = dict(n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=50)\n"
        "if __name__ == '__main__':\n"
        "    print(distributed.LocalCluster(**own).scheduler_address, flush=True)\n"
        "    sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as cluster:
        assert cluster.stdin and cluster.stdout
        results = workers.shared(abs, range(10_000), dask=cluster.stdout.readline().strip())
        try:
            assert next(results) == 0
            cluster.send_signal(signal.SIGSTOP)
            told = "does not answer; waiting"
            with WhenTold(told, lambda: cluster.send_signal(signal.SIGCONT)):
                assert next(results) == 1
            assert caplog.text.count(told) == 1
            cluster.send_signal(signal.SIGSTOP)
            results.close()
        finally:
            cluster.send_signal(signal.SIGCONT)
            cluster.stdin.close()


@pytest.mark.xdist_group("cluster")
def test_a_scheduler_that_goes_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed", reason="distributed is not installed")
    monkeypatch.setattr(workers, "_PATIENCE", 5)
    monkeypatch.setattr(workers, "_LOOK", 0.1)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as brief:
        results = workers.shared(abs, range(40), dask=brief.scheduler_address)
        with closing(results), pytest.raises(ZwanzError, match="has gone"):
            for number in results:
                if number == 0:
                    brief.close()


class WhenTold(logging.Handler):
    """Does something as soon as a warning of the work that is shared has certain words."""

    def __init__(self, words: str, do: Callable[[], None]) -> None:
        super().__init__()
        self.words, self.do = words, do

    def emit(self, record: logging.LogRecord) -> None:
        if self.words in record.getMessage():
            self.do()

    def __enter__(self) -> None:
        logging.getLogger(workers.__name__).addHandler(self)

    def __exit__(self, *_: object) -> None:
        logging.getLogger(workers.__name__).removeHandler(self)


CUT = """\
import os, signal, time
from zwanz_ssot import workers
from zwanz_ssot.analysis import contest

begin = workers._begin

def slow(stop):
    time.sleep(0.5)
    begin(stop)

if __name__ == "__main__":
    workers._begin = slow
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    signal.signal(signal.SIGALRM, lambda *_: os.killpg(0, signal.SIGINT))
    try:
        list(workers.shared(abs, range(10**9), jobs=2))
    except KeyboardInterrupt:
        print("ended")
"""
"""Ctrl-C, which all processes of a terminal hear, while those that work are being begun."""


def test_an_interrupt_is_heard_by_the_first_process_alone_while_others_are_begun(
    tmp_path: Path,
) -> None:
    # A file, as from Python 3.14 on processes that work import what they run.
    file = tmp_path / "cut.py"
    file.write_text(CUT, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, file],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        start_new_session=True,
        preexec_fn=hear_interrupts,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "ended\n", "")


def test_a_deal_of_a_contest_ends_where_nobody_waits_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[None] = []
    monkeypatch.setattr(contest, "stopping", lambda: asked.append(None) or len(asked) > 5)
    game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    contest.play_deal(game, 1, "simple", "simple")
    assert len(asked) == 5 + 1 + game.table.players
