"""Work in chunks, shared by processes here or by the workers of a Dask cluster."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import signal
import zlib
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, suppress
from functools import partial
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from itertools import chain, islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.synchronize import Event
from pathlib import Path, PurePath
from tempfile import mkdtemp
from threading import Lock, Thread
from typing import Any, TypeVar

from . import places
from .problems import NotInstalled, WrongCall, ZwanzError, repeated

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")

_AHEAD = 3
"""The number of chunks submitted per worker, so that none is idle while results are used."""
_PATIENCE = 10.0
"""Timeout in seconds for a scheduler to answer."""
_PATIENCE_FOR_WORKERS = 30.0
"""Timeout in seconds for a cluster to have its first worker."""
_SILENCE = 1.0
"""Seconds to wait for a scheduler or a worker before it is told."""
_LOOK = 5.0
"""Seconds to wait for a result before the workers are counted."""
_PORTS = range(1, 2**16)
_SAFE = "PYTHONSAFEPATH"
_LOG = logging.getLogger(__name__)


def shared(
    task: Callable[[Chunk], Result],
    chunks: Iterable[Chunk],
    *,
    jobs: int | None = None,
    dask: str | None = None,
    brought: Iterable[PurePath] = (),
) -> Generator[Result, None, None]:
    """The result of ``task`` for each chunk, in the order of the chunks.

    ``jobs`` is the number of processes, by default one for each processor; with 1 all is done in
    this process. Task, chunks and results are pickled. Closing the iterator ends the work.

    ``dask`` is the address of a Dask scheduler, whose workers do the work instead. They get copies
    of ``brought``, folders of rules and rule files. Another worker does the chunks of a lost one.
    Where the cluster makes wait, a warning is logged, which Python prints on standard error.

    Raises `ZwanzError` where a process was killed, one chunk lost too many workers, or the cluster
    has gone; `WrongCall` where no cluster answers or it runs another version; `NotInstalled`
    without Dask.

    >>> list(shared(abs, [-1, 2, -3], jobs=1))
    [1, 2, 3]
    """
    if dask is not None:
        yield from _by_cluster(task, iter(chunks), dask, RuleFiles(brought))
        return
    left = iter(chunks)
    first = list(islice(left, jobs or os.cpu_count() or 1))
    if len(first) > 1:
        yield from _by_processes(task, chain(first, left), len(first))
        return
    for chunk in chain(first, left):
        yield task(chunk)


def stopping() -> bool:
    """Whether the work has been ended: a task may stop, because its result is not used."""
    return bool(_STOP) and _STOP[0].is_set()


@contextmanager
def no_code_from_here() -> Iterator[None]:
    """A context in which a new Python process imports nothing from the current folder, which may be
    a folder of rules from elsewhere.
    """
    before = os.environ.get(_SAFE)
    os.environ[_SAFE] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE]
        else:
            os.environ[_SAFE] = before


def _by_processes(
    task: Callable[[Chunk], Result], left: Iterator[Chunk], workers: int
) -> Generator[Result, None, None]:
    with no_code_from_here():  # it starts a process that cleans up
        stop = get_context().Event()
    pool = ProcessPoolExecutor(workers, initializer=_begin, initargs=(stop,))
    try:
        submit = partial(_submit, pool, task)
        yield from _in_order(submit, left, workers * _AHEAD, deque(), Future.result)
    except BrokenProcessPool:
        raise ZwanzError("one of the processes that work was killed") from None
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def _submit(pool: ProcessPoolExecutor, task: Callable[[Chunk], Result], chunk: Chunk) -> Any:
    """Submit a chunk to the pool. Ctrl-C is blocked meanwhile, so that a process started for it
    does not get one before `_begin` ignores it.
    """
    with no_code_from_here():
        if not hasattr(signal, "pthread_sigmask"):
            return pool.submit(task, chunk)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return pool.submit(task, chunk)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _in_order(
    submit: Callable[[Chunk], Any],
    left: Iterator[Chunk],
    ahead: int,
    waiting: deque[Any],
    wait_for: Callable[[Any], Any],
) -> Iterator[Any]:
    """The results of the chunks in their order; ``ahead`` chunks are submitted, to ``waiting``."""
    for chunk in islice(left, ahead):
        waiting.append(submit(chunk))
    while waiting:
        result = wait_for(waiting[0])
        waiting.popleft()
        for chunk in islice(left, 1):
            waiting.append(submit(chunk))
        yield result


def chunked(numbers: range, size: int) -> Iterator[range]:
    """The numbers, one after the other, in chunks of ``size``; the last one may be smaller.

    >>> list(chunked(range(1, 6), 2))
    [range(1, 3), range(3, 5), range(5, 6)]
    """
    firsts = range(numbers.start, numbers.stop, size)
    return (range(first, min(first + size, numbers.stop)) for first in firsts)


_STOP: list[Event] = []
"""In a worker process: the event that tells it to stop."""


def _begin(stop: Event) -> None:
    """Set up a worker process: it ignores Ctrl-C, and ends with its parent."""
    _STOP[:] = [stop]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def end_with_parent() -> None:
    """End this process when its parent ends, for whatever reason."""
    Thread(target=_wait_for_end, daemon=True).start()


def _wait_for_end() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _by_cluster(
    task: Callable[[Chunk], Result], left: Iterator[Chunk], address: str, files: RuleFiles
) -> Generator[Result, None, None]:
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        text = "for a cluster install Dask: pip install distributed"
        raise NotInstalled(text) from None
    _find_scheduler(distributed, address)
    client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    waiting: deque[Any] = deque()
    silent = import_module("distributed.utils").silence_logging_cmgr
    quiet = silent(logging.CRITICAL, "distributed.client")  # what goes wrong is told in a sentence
    with quiet, closing(client):
        _find_worker(client, address)
        try:
            _bring(client, address, files)
            submit = partial(client.submit, _one_at_a_time, task, pure=False)
            ahead = _AHEAD * max(1, sum(client.nthreads().values()))
            wait_for = partial(_wait_for_result, client, address)
            yield from _in_order(submit, left, ahead, waiting, wait_for)
        except distributed.KilledWorker:
            raise ZwanzError("workers of the cluster were lost with the same chunk") from None
        except (CancelledError, asyncio.CancelledError):
            raise ZwanzError(f"the Dask scheduler at {address} has gone") from None
        finally:
            with suppress(OSError, TimeoutError):  # the cluster may have gone, or stand still
                _answer(partial(client.cancel, list(waiting), force=True))
                _answer(partial(client.unregister_worker_plugin, files.name))


def _find_scheduler(distributed: Any, address: str) -> None:
    """Ask who listens at an address. Raises `WrongCall` where that is no Dask scheduler.

    A client would wait for any other server without end.
    """
    _check_address(address)

    async def ask() -> Any:
        secret = distributed.Security().get_connection_args("client")
        async with distributed.rpc(address, timeout=_PATIENCE, connection_args=secret) as there:
            return await asyncio.wait_for(there.identity(), _PATIENCE)

    async def asked() -> Any:
        answer = asyncio.ensure_future(ask())
        if not (await asyncio.wait([answer], timeout=_SILENCE))[0]:
            _LOG.warning("waiting for the Dask scheduler at %s", address)
        return await answer

    try:
        found = import_module("distributed.utils").LoopRunner().run_sync(asked)
    except (OSError, TimeoutError):
        found = None
    except (TypeError, ValueError, ImportError) as wrong:  # such as a missing certificate
        raise WrongCall(f"no way leads to {address}: {wrong}") from None
    if not isinstance(found, dict) or found.get("type") != "Scheduler":
        hint = "dask scheduler starts one, and prints its address"
        raise WrongCall(f"no Dask scheduler answers at {address}", hint)


def _check_address(address: str) -> None:
    """Raise `WrongCall` for a text that cannot be the address of a scheduler."""
    if address.startswith("inproc://"):  # a cluster within this process has no port
        return
    try:
        _, port = import_module("distributed.comm").get_address_host_port(address)
    except ValueError:
        port = None
    if port not in _PORTS:
        text = f"{repeated(address)!r} cannot be the address of a Dask scheduler"
        raise WrongCall(text, "write tcp://HOST:PORT")


def _find_worker(client: Any, address: str) -> None:
    """Wait for the first worker. Raises `WrongCall` where none comes."""
    try:
        client.wait_for_workers(1, timeout=_SILENCE)
        return
    except TimeoutError:
        _tell_no_workers(address)
    try:
        client.wait_for_workers(1, timeout=_PATIENCE_FOR_WORKERS)
    except TimeoutError:
        hint = f"dask worker {address} --nthreads 1 starts one"
        raise WrongCall(f"the Dask cluster at {address} has no worker", hint) from None


def _tell_no_workers(address: str) -> None:
    _LOG.warning("the Dask cluster at %s has no workers; waiting", address)


def _answer(ask: Callable[[], Result]) -> Result:
    """What a scheduler answers, within the time that it has. Raises TimeoutError without an answer:
    Dask itself waits for as long as the connection stands.
    """
    answer: Future[Result] = Future()

    def wait_for_it() -> None:
        try:
            answer.set_result(ask())
        except BaseException as error:
            answer.set_exception(error)

    Thread(target=wait_for_it, daemon=True).start()
    return answer.result(_PATIENCE)


def _wait_for_result(client: Any, address: str, submitted: Any) -> Any:
    """The result of a chunk. While there are no workers, that is told once."""
    told = False
    while True:
        try:
            return submitted.result(timeout=_LOOK)
        except TimeoutError:
            if submitted.status == "error":  # that of the task
                raise
        with suppress(OSError):  # the scheduler may have gone
            if told:
                continue
            try:
                told = not _answer(client.nthreads)
            except TimeoutError:
                _LOG.warning("the Dask scheduler at %s does not answer; waiting", address)
                told = True
            else:
                if told:
                    _tell_no_workers(address)


_LOCK = Lock()
"""Held while a Dask worker runs a task: the others of its threads would not make it faster, as all
of them share one interpreter, and each would take its memory.
"""


def _one_at_a_time(task: Callable[[Chunk], Result], chunk: Chunk) -> Result:
    with _LOCK:
        return task(chunk)


def _bring(client: Any, address: str, files: RuleFiles) -> None:
    """Copy the rules to all workers, also to those that join later."""
    plugin: Any = import_module("distributed").WorkerPlugin

    class Plugin(plugin):  # type: ignore[misc]
        """Runs on each worker before its first task."""

        name = files.name
        made: tuple[Path, ...] = ()

        def setup(self, worker: Any) -> None:
            """Unpack the rules."""
            self.made = files.unpack()

        def teardown(self, worker: Any) -> None:
            """Remove the rules."""
            for folder in self.made:
                shutil.rmtree(folder, ignore_errors=True)

    try:
        client.register_plugin(Plugin())
    except WrongCall as wrong:
        raise WrongCall(f"the cluster at {address} cannot work: {wrong.text}", wrong.hint) from None


class RuleFiles:
    """Folders of rules and single rule files, packed for another machine."""

    def __init__(self, brought: Iterable[PurePath]) -> None:
        self.version = version("zwanz-ssot")
        self.folders: dict[Path, dict[str, bytes]] = {}
        for each in brought:
            path = Path(each).absolute()
            if path.is_dir():
                self._pack(path, sorted(path.rglob("*.yaml")))
            else:
                self._pack(path.parent, [path])
        self.name = f"zwanz-{sha256(repr(self.folders).encode()).hexdigest()}"

    def _pack(self, folder: Path, files: Iterable[Path]) -> None:
        packed = self.folders.setdefault(folder, {})
        for file in files:
            packed[file.relative_to(folder).as_posix()] = zlib.compress(file.read_bytes())

    def unpack(self) -> tuple[Path, ...]:
        """Write the files to new folders of this machine, which `places.here` knows from then on.

        Raises `WrongCall` where this machine runs another version.
        """
        if (found := version("zwanz-ssot")) != self.version:
            text = f"a worker runs zwanz-ssot {found}, not {self.version}"
            raise WrongCall(text, "install the same version there")
        for folder, files in self.folders.items():
            here = Path(mkdtemp(prefix="zwanz-rules-"))
            for name, packed in files.items():
                file = here / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(zlib.decompress(packed))
            places.MOVED[folder] = here
        return tuple(places.MOVED[folder] for folder in self.folders)
