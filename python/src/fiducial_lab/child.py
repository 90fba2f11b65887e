"""The process that drives the bench: one for each run, with the flow and nothing of the service.

Its parent says on its standard input how long it may drive and when to stop; it answers what it does on its standard
output, a line of JSON each. Results are on disk before it goes on.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys
import threading
import traceback
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from .chips import Chip
from .errors import StoppedError
from .lease import boot_seconds
from .loading import find_bench, flow_of_job, load_module, tasks_of
from .recorders import Files, attempts_of
from .records import Key, Shot
from .session import BenchSession
from .spool import Spool
from .tasks import Task

ABANDONED_SECONDS = 4.0
"""How long a process whose parent is gone may take to end by itself."""


class _Driver:
    """Whether the bench may be driven, and how it is stopped."""

    def __init__(self, lease_ends_at: float) -> None:
        self.bench: Any = None
        self.is_abandoned = False
        self._lease_ends_at = lease_ends_at
        self._reason: str | None = None
        self._lock = threading.Lock()

    def obey(self, commands: IO[str]) -> None:
        """Read what the parent says, until it says no more."""
        for line in commands:
            said = json.loads(line)
            if "lease" in said:
                self._lease_ends_at = max(self._lease_ends_at, float(said["lease"]))
            if "interrupt" in said:
                # The attempt has timed out: the blocking call is ended, and the run goes on.
                self._stop_bench()
            if "stop" in said:
                self.stop(str(said["stop"]))
        self.is_abandoned = True
        # A call that ignores `bench.stop()` must not drive on unobserved.
        faulthandler.dump_traceback_later(ABANDONED_SECONDS, exit=True)
        self.stop("The worker's main process ended")

    def check(self) -> None:
        """Raise StoppedError if the bench must stop. Asks the clock: a timer of a paused process is late."""
        if self._reason is None and boot_seconds() > self._lease_ends_at:
            self.stop("The service did not respond for half the worker window")
        if self._reason is not None:
            raise StoppedError(self._reason)

    def stop(self, reason: str) -> None:
        """Stop the bench; the first reason is kept."""
        with self._lock:
            is_first = self._reason is None
            self._reason = self._reason or reason
        if is_first:
            self._stop_bench()

    def _stop_bench(self) -> None:
        if self.bench is not None:
            with suppress(Exception):
                self.bench.stop()

    def watch(self) -> None:
        """Stop the bench when the lease ends in the middle of a step."""
        ended = threading.Event()
        while self._reason is None:
            left = self._lease_ends_at - boot_seconds()
            if left <= 0:
                self.stop("The service did not respond for half the worker window")
            ended.wait(min(1.0, max(0.01, left)))


class _ChildRecorder:
    """Keeps results in the run's folder, and tells the parent."""

    def __init__(self, spool: Spool, events: IO[str], stored: Sequence[Mapping[str, Any]], driver: _Driver) -> None:
        self._spool = spool
        self._driver = driver
        self._units: dict[str, dict[str, str]] = {}
        self._events = events
        self._stored = stored
        self._lock = threading.Lock()

    def say(self, **event: Any) -> None:
        with self._lock, suppress(OSError):
            # A parent that is gone is noticed by the end of its commands.
            self._events.write(json.dumps(event, default=str) + "\n")
            self._events.flush()

    def know(self, tasks: Iterable[Task[Any]]) -> None:
        """Take the units of the columns of tasks."""
        self._units = {task.name: task.units for task in tasks}

    def stored(self, stage: int, task: str, qid: str) -> Sequence[Mapping[str, Any]]:
        return attempts_of(self._stored, stage, task, qid)

    def begin(self, shot: Shot, timeout_s: float | None) -> None:
        self._spool.append(shot)
        self.say(begin=[result.to_json() for result in shot], timeout_s=timeout_s)

    def point(self, key: Key, columns: Sequence[str], row: Sequence[Any]) -> None:
        self._spool.point(key, columns, row)
        numbers = [abs(cell) if isinstance(cell, complex) else cell for cell in row]
        units = self._units.get(key.task, {})
        self.say(point=list(key), columns=list(columns), units=[units.get(name, "") for name in columns], row=numbers)

    def end(self, shot: Shot, files: Files) -> None:
        if shot[0].status == "cancelled" and self._driver.is_abandoned:
            # The worker that takes the run up again measures this attempt again; its points stay on disk.
            return
        self._spool.append(shot, files)
        self.say(end=[list(result.key) for result in shot])

    def log(self, level: str, text: str) -> None:
        self.say(log=[level, text])

    def plan(self, tasks: int) -> None:
        self.say(plan=tasks)


def run_job(job: Mapping[str, Any], commands: IO[str], events: IO[str]) -> None:
    """Run a flow to its end, and say how it ended."""
    spool = Spool(job["folder"])
    driver = _Driver(float(job["lease"]))
    recorder = _ChildRecorder(spool, events, job["stored"], driver)
    threading.Thread(target=driver.obey, args=(commands,), daemon=True).start()
    threading.Thread(target=driver.watch, daemon=True).start()
    try:
        module = load_module(job["module"], job.get("qdash"))
        recorder.know(tasks_of(module).values())
        flow = flow_of_job(module, job["flow"], job["task"])
        make_bench = find_bench(module, job["bench"])
        chip = Chip.from_json(job["chip"])
        plan = flow.plan(chip, **job["parameters"])
        for line in plan.missing:
            recorder.log("warning", line)
        driver.check()
        driver.bench = make_bench()
        driver.check()
        session = BenchSession(chip, driver.bench, recorder, driver.check, job["defaults"], persist=flow.persist)
        flow.execute(session, job["parameters"])
        # A stop that came after the last point still counts.
        driver.check()
        ended = {"done": "completed", "message": ""}
    except StoppedError as stopped:
        ended = {"done": "stopped", "message": str(stopped)}
    except BaseException as error:
        recorder.log("error", traceback.format_exc())
        ended = {"done": "failed", "message": f"{type(error).__name__}: {error}"}
    finally:
        if driver.bench is not None:
            with suppress(Exception):
                driver.bench.stop()
    recorder.say(**ended)


def stop_bench(job: Mapping[str, Any]) -> None:
    """Stop the bench from a fresh process: the one that drove it did not respond."""
    module = load_module(job["module"], job.get("qdash"))
    find_bench(module, job["bench"])().stop()


def main(arguments: Sequence[str]) -> int:
    """Run the job of a file; with `--stop` only stop its bench."""
    events = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # What a flow prints goes to the worker's terminal, and never among the events.
    os.dup2(2, 1)
    job = json.loads(Path(arguments[-1]).read_text(encoding="utf-8"))
    if arguments[0] == "--stop":
        stop_bench(job)
        return 0
    run_job(job, sys.stdin, events)
    with suppress(OSError):
        # The parent may be gone.
        events.close()
    # Threads of drivers must not keep a process that has said how it ended.
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
