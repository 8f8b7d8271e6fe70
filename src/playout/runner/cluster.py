"""Workers of a Dask cluster: ``tcp://host:8786``, or ``local:4`` for processes of this machine."""

from __future__ import annotations

import logging
import re
import threading
import time
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any

from playout.engine.words.errors import PlayoutError, WorkersLost
from playout.engine.words.spelling import as_typed
from playout.runner.identity import VERSION, own_code
from playout.runner.remote import BatchLost, Remote, check_may_start, start_tracker

CONNECT_SECONDS = 5.0  # in which a scheduler must answer, or be restarted
START_SECONDS = 10.0  # in which workers must be there; four times as long if started here
IDLE_SECONDS = 600.0  # how long a run waits for workers when all have left
LOOK_SECONDS = 2.0  # between two counts of the workers
MOST_LOCAL = 1024
# Ctrl-C is not for workers, and what they print no part of an answer.
DEAF = "import os, signal; signal.signal(signal.SIGINT, signal.SIG_IGN); os.dup2(2, 1)"
LOGS = ("distributed", "distributed.client", "distributed.scheduler", "distributed.nanny")


@dataclass(frozen=True)
class _Link:
    """A connection to a scheduler."""

    client: Any
    stream: Any  # to the scheduler; a new object if the client loses it and connects again
    executor: Executor

    @staticmethod
    def to(where: Any, address: str) -> _Link:
        """Connect.  PlayoutError if no scheduler answers."""
        from distributed import Client

        class Quiet(Client):  # type: ignore[misc]
            """A client that is not closed if it was never connected, which would take a while."""

            def __del__(self) -> None:
                if self.status == "running":
                    super().__del__()

        reply: Future[Any] = Future()

        def connect() -> None:
            try:
                client = Quiet(where, timeout=CONNECT_SECONDS, set_as_default=False)
                reply.set_result(client)
            except BaseException as error:
                reply.set_exception(error)

        # In a thread, because Dask waits for ever if another program accepts and sends nothing.
        threading.Thread(target=connect, daemon=True).start()
        try:
            client = reply.result(2 * CONNECT_SECONDS)
        except Exception as error:  # of any kind: any program may have answered at that address
            reason = str(error).split("\n")[0][:200] or type(error).__name__
            raise PlayoutError(
                f"cluster {address}: no scheduler answers at this address ({reason})"
            ) from None
        return _Link(client, client.scheduler_comm, client.get_executor())

    def is_broken(self) -> bool:
        """Whether batches that were sent over it may never come back."""
        return self.client.status != "running" or self.client.scheduler_comm is not self.stream


class Cluster(Remote):
    """All workers of a Dask cluster, as many as there are at any time."""

    def __init__(self, address: str) -> None:
        """Connect.  PlayoutError, within seconds, if nobody answers or workers cannot play."""
        local = re.fullmatch(r"local:([0-9]{1,4})", address)
        if local is None and not re.fullmatch(r"(tcp|tls)://[^\s/]+:[0-9]{1,5}", address):
            raise PlayoutError(
                f"{as_typed('workers', address)}: must be the address of a Dask scheduler, such as "
                "tcp://host:8786, or local:4 for four processes on this machine"
            )
        number = int(local[1]) if local else 0
        if local and not 1 <= number <= MOST_LOCAL:
            raise PlayoutError(
                f"{as_typed('workers', address)}: must be from local:1 to local:{MOST_LOCAL}"
            )
        if local:
            check_may_start(as_typed("workers", address), number)
        missing = "Dask" if find_spec("distributed") is None else ""
        if local and not missing and find_spec("cryptography") is None:
            missing = "cryptography"
        if missing:
            raise PlayoutError(
                f"{as_typed('workers', address)} needs {missing}; install it with: pip install "
                '"playout[cluster]"'
            )
        import_module("distributed")  # now, because that sets the levels of its logs
        self.address, self._local, self._ended = address, None, threading.Event()
        self._levels = [(name, logging.getLogger(name).level) for name in LOGS]
        for name in LOGS:  # an error of Playout says what matters of their messages
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        try:
            if local:
                self._local = _local(number)
            self._link = _Link.to(self._local or address, address)
            super().__init__(self._link.executor, 0)
            self._check(number or 1)
        except BaseException:
            self.close()
            raise
        threading.Thread(target=self._watch, daemon=True).start()

    @property
    def client(self) -> Any:
        """The client of Dask."""
        return self._link.client

    def _count(self) -> int:
        """How many batches the workers can play at the same time."""
        client = self.client
        identity = client.sync(
            client.scheduler.identity, n_workers=0, callback_timeout=CONNECT_SECONDS
        )
        return int(identity.get("total_threads", 0))

    def _check(self, number: int) -> None:
        """Check that there are workers, and that they have the same Playout as this program.

        A worker that joins later is checked when it gets its first batch (runner/tasks.py); so is
        one that answers with an error.  If that is because it has died, its batches go to others.
        """
        try:
            seconds = START_SECONDS * (4 if self._local else 1)
            self.client.wait_for_workers(number, timeout=seconds)
        except TimeoutError:
            how = "" if self._local else f"; start some with: dask worker {self.address}"
            raise PlayoutError(f"cluster {self.address}: has no workers{how}") from None
        self.workers = self._count()
        for worker, theirs in self.client.run(version, "playout", on_error="return").items():
            if isinstance(theirs, PackageNotFoundError):
                raise PlayoutError(
                    f"cluster {self.address}: Playout is not installed on worker {worker}; install "
                    f"version {VERSION} there: pip install playout=={VERSION}"
                )
            if not isinstance(theirs, BaseException) and theirs != VERSION:
                raise PlayoutError(
                    f"cluster {self.address}: worker {worker} has Playout {theirs}, but this "
                    f"program has {VERSION}; install the same version there: pip install "
                    f"playout=={VERSION}"
                )
        for worker, theirs in self.client.run(own_code, on_error="return").items():
            if not isinstance(theirs, BaseException) and theirs != own_code():
                raise PlayoutError(
                    f"cluster {self.address}: the source of Playout {VERSION} on worker {worker} "
                    "differs from this program's; install the same there"
                )

    def _watch(self) -> None:
        """Count the workers from time to time; give up if there are none for IDLE_SECONDS."""
        last_seen = time.monotonic()
        while not self._ended.wait(LOOK_SECONDS):
            link = self._link
            with suppress(Exception):  # the scheduler may be away for a while
                count = self._count()
                if count:
                    last_seen, self.workers = time.monotonic(), count
            if link.is_broken():
                self.give_up(BatchLost(link.executor))
            elif time.monotonic() - last_seen > IDLE_SECONDS:
                self.give_up(WorkersLost(f"cluster {self.address}: all workers have left"))

    def explained(self, error: BaseException, executor: Executor | None = None) -> BaseException:
        """The error to raise instead of this one: BatchLost if the batch can be tried again."""
        from distributed import KilledWorker
        from distributed.comm import CommClosedError

        if isinstance(error, KilledWorker):
            return BatchLost(None)  # other workers are there
        if isinstance(error, CommClosedError):
            return BatchLost(executor or self._executor)
        return super().explained(error, executor)

    def renew(self, executor: Executor) -> None:
        """Connect to the scheduler once more: it may have been started again.

        With a new client, because one that connects again by itself may lose batches that were sent
        in between, which then never come back (seen with distributed 2026.8).
        """
        if executor is not self._executor:
            return
        threading.Thread(target=_close, args=(self.client,), daemon=True).start()
        try:
            with suppress(PlayoutError):
                if self._local is None:  # else it was a part of this program
                    self._link = _Link.to(self.address, self.address)
                    self._executor = self._link.executor
                    return
            raise WorkersLost(f"cluster {self.address}: the scheduler has gone away")
        finally:
            self.give_up(BatchLost(executor))

    def close(self) -> None:
        """Leave the cluster; end it if it was started here."""
        self._ended.set()
        if hasattr(self, "_link"):
            _close(self.client)
        if self._local is not None:
            with suppress(Exception):
                self._local.close(timeout=5)
        for name, level in self._levels:
            logging.getLogger(name).setLevel(level)


def _close(client: Any) -> None:
    with suppress(Exception):
        client.close(timeout=2)


def _local(number: int) -> Any:
    """A cluster of processes of this machine, which ends with this program.

    Other users of the machine can reach its ports.  A scheduler runs what it is sent, so all talk
    in TLS, by a certificate that is in the memory of these processes alone; and none has pages.
    """
    from distributed import LocalCluster, Security

    parts, no_pages = ("scheduler", "worker"), list[str]()
    start_tracker()
    try:
        with import_module("dask.config").set(
            {f"distributed.{part}.http.routes": no_pages for part in parts}
        ):
            return LocalCluster(
                n_workers=number,
                threads_per_worker=1,
                processes=True,
                security=Security.temporary(),
                dashboard_address=None,
                # Its scheduler serves HTTP all the same: at any free port, the usual one may be
                # taken.
                scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
                silence_logs=logging.CRITICAL,
                preload=[DEAF],
            )
    except Exception as error:
        raise PlayoutError(
            f"{as_typed('workers', f'local:{number}')}: cannot be started ({error}); a script "
            'needs if __name__ == "__main__": around its code'
        ) from None
