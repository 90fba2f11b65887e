"""The process that drives the bench for a run: started, followed, stopped, and ended where it does not listen."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .claimed import ClaimedRun
from .records import Key, Result
from .spool import Spool, write_whole

STOP_SECONDS = 3.0
"""How long `bench.stop()` has to end a blocking call before the process is ended by a signal."""
TERMINATE_SECONDS = 1.0
TIMEOUT_GRACE_SECONDS = 1.0
FRESH_STOP_SECONDS = 10.0


@dataclass
class Ended:
    """How the process of a run ended. `stuck`: an attempt did not end, and the run goes on in another process."""

    status: str
    message: str


@dataclass
class _Child:
    """The process that drives the bench, as its parent sees it."""

    process: subprocess.Popen[str]
    events: queue.Queue[dict[str, Any] | None] = field(default_factory=queue.Queue[Any])
    begun: dict[Key, Result] = field(default_factory=dict[Key, Result])
    deadlines: dict[Key, float] = field(default_factory=dict[Key, float])
    interrupted: set[Key] = field(default_factory=set[Key])
    lock: threading.Lock = field(default_factory=threading.Lock)

    def say(self, **command: Any) -> None:
        """Send it a message; a process that has ended receives nothing."""
        assert self.process.stdin is not None
        with self.lock, suppress(OSError, ValueError):
            self.process.stdin.write(json.dumps(command) + "\n")
            self.process.stdin.flush()

    def close(self) -> None:
        """Let go of it after its end."""
        assert self.process.stdin is not None
        with self.lock, suppress(OSError):
            self.process.stdin.close()

    def read(self) -> None:
        """Read its messages until it has ended."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with suppress(ValueError):
                self.events.put(json.loads(line))
        self.events.put(None)


class Driving:
    """Has a process of its own drive the bench, for one run at a time."""

    def __init__(self, warn: Callable[[str], object]) -> None:
        self._warn = warn
        self._child: _Child | None = None

    def drive(self, run: ClaimedRun, spool: Spool, job: dict[str, Any]) -> Ended:
        """Start the process, and follow it to its end."""
        job["lease"] = run.lease_ends_at
        # Not the file of the process that it took the run over from, which may still be there.
        job_file = spool.folder / f"job-{run.claim['fence']}.json"
        write_whole(job_file, json.dumps(job))
        if run.is_stopped:
            return Ended("stopped", run.stop_reason or "")
        child = _Child(
            subprocess.Popen(
                [sys.executable, "-m", "fiducial_lab.child", str(job_file)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                # Ctrl-C of a terminal reaches the parent, which stops the child in order.
                start_new_session=True,
            )
        )
        self._child = child
        (spool.folder / "driver.pid").write_text(str(child.process.pid), encoding="ascii")
        child.say(lease=run.lease_ends_at)
        threading.Thread(target=child.read, daemon=True).start()
        if run.is_stopped:
            child.say(stop=run.stop_reason)
        try:
            return self._follow(run, spool, child, job_file)
        finally:
            self._child = None
            run.is_busy = False
            child.close()
            with suppress(OSError):
                job_file.unlink()

    def _follow(self, run: ClaimedRun, spool: Spool, child: _Child, job_file: Path) -> Ended:
        """Take what the process says until it has ended; end it where it does not listen."""
        ended: Ended | None = None
        stopped_at: float | None = None
        while True:
            try:
                event = child.events.get(timeout=0.1)
            except queue.Empty:
                event = {}
            if event is None:
                break
            ended = self._take(run, child, event) or ended
            now = time.monotonic()
            if run.is_stopped and stopped_at is None:
                stopped_at = now
            if stopped_at is not None and now > stopped_at + STOP_SECONDS:
                self._end(child)
                message = "The bench did not stop; its process was ended"
                self._close(run, spool, child, job_file, "cancelled", message)
                return Ended("stopped", run.stop_reason or "")
            for key in [key for key, until in child.deadlines.items() if now > until] if stopped_at is None else []:
                if key not in child.interrupted:
                    child.interrupted.add(key)
                    child.say(interrupt=True)
            stuck = next((key for key, until in child.deadlines.items() if now > until + STOP_SECONDS), None)
            if stuck is not None and stopped_at is None:
                self._end(child)
                message = f"{stuck.task} of {stuck.qid} did not return within its timeout; its process was ended"
                self._close(run, spool, child, job_file, "failed", message)
                return Ended("stuck", message)
        code = child.process.wait()
        if ended is None:
            message = f"The process of the flow ended with code {code}"
            self._close(run, spool, child, job_file, "failed", message)
            ended = Ended("failed", message)
        run.has_more()
        return ended

    def _take(self, run: ClaimedRun, child: _Child, event: Mapping[str, Any]) -> Ended | None:
        if "point" in event:
            run.trace.add(Key(*event["point"]), event["columns"], event["units"], event["row"])
        elif "begin" in event:
            shot = [Result.from_json(result) for result in event["begin"]]
            run.trace.begin(shot)
            for result in shot:
                child.begun[result.key] = result
                if event["timeout_s"] is not None:
                    child.deadlines[result.key] = time.monotonic() + event["timeout_s"] + TIMEOUT_GRACE_SECONDS
            if not run.is_busy:
                run.is_busy = True
                run.hurry()
            run.has_more()
        elif "end" in event:
            for key in (Key(*ended) for ended in event["end"]):
                child.begun.pop(key, None)
                child.deadlines.pop(key, None)
                run.trace.end(key)
            run.has_more()
        elif "plan" in event:
            run.plan(event["plan"])
        elif "log" in event:
            run.log(*event["log"])
        elif "done" in event:
            return Ended(event["done"], event["message"])
        return None

    def _end(self, child: _Child) -> None:
        """End a process that did not respond."""
        child.say(stop="The process is ended")
        child.process.terminate()
        try:
            child.process.wait(TERMINATE_SECONDS)
        except subprocess.TimeoutExpired:
            child.process.kill()
            child.process.wait()

    def _close(self, run: ClaimedRun, spool: Spool, child: _Child, job_file: Path, status: str, message: str) -> None:
        """Stop the bench from a fresh process, and keep what the ended one has measured.

        Neither where another process has taken over the run: the bench and the folder are its own now.
        """
        if not spool.is_held_by(run.claim["fence"]):
            return
        self._stop_afresh(job_file)
        spool.close_partial_sweeps(child.begun, status, message)
        run.has_more()

    def _stop_afresh(self, job_file: Path) -> None:
        command = [sys.executable, "-m", "fiducial_lab.child", "--stop", str(job_file)]
        try:
            done = subprocess.run(command, timeout=FRESH_STOP_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            self._warn(f"The bench could not be stopped within {FRESH_STOP_SECONDS:g} s. Look at it.")
            return
        if done.returncode != 0:
            self._warn("The bench could not be stopped. Look at it.")

    def stop(self, reason: str) -> None:
        """Tell the process to stop the bench."""
        if self._child is not None:
            self._child.say(stop=reason)

    def renew(self, lease_ends_at: float) -> None:
        """Tell the process how long it may drive."""
        if self._child is not None:
            self._child.say(lease=lease_ends_at)


def end_former_driver(pid_file: Path) -> None:
    """End the process that drove this run for a worker that is gone, where it still lives."""
    try:
        pid = int(pid_file.read_text(encoding="ascii"))
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
    except (OSError, ValueError):
        return
    # The number may be another process's by now.
    if b"fiducial_lab.child" in command and os.fsencode(str(pid_file.parent)) in command:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)
