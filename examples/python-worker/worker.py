#!/usr/bin/env python3
"""A Fiducial worker in one file: claims runs, drives an instrument, reports what it measured.

Python 3.9 or newer, and nothing but its standard library. Copy this file, put your own instrument into `Instrument`
and your own flows into `FLOWS`. What keeps two workers from driving the same qubits is in `Run` and `Lease`: keep that.
docs/worker-protocol.md says what each call means.

    FIDUCIAL_TOKEN=... python3 worker.py --url http://127.0.0.1:3000/api --backend bench-1 --name bench-1
"""

from __future__ import annotations

import argparse
import base64
import csv
import http.client
import io
import json
import math
import os
import random
import signal
import sys
import threading
import time
import traceback
import urllib.error
import urllib.parse
import urllib.request
import uuid
from datetime import datetime, timezone
from typing import Any, Callable, Generator, Iterator, Optional

SOFTWARE = "Fiducial example worker 1.0"
BATCH_SIZE = 24  # most results and files of one call
LINE_BATCH_SIZE = 100  # most lines of one call
LINE_LENGTH = 4000
CLAIM_SECONDS = 10.0  # longest wait for the answer to a claim
UPLOAD_SECONDS = 60.0  # longest wait for one upload
ADDRESSES_DENIED = 3  # of one file in a row: one expires, but not all
FIRST_PAUSE_SECONDS = 0.25
LONGEST_PAUSE_SECONDS = 15.0


# --------------------------------------------------------------------------------------------------------------------
# Your hardware
# --------------------------------------------------------------------------------------------------------------------


class Instrument:
    """The place for a lab's own code. This one only pretends: it takes its time and makes up a decaying qubit."""

    def __init__(self, journal: Optional[str] = None, step_seconds: float = 0.05) -> None:
        self._journal = open(journal, "a", encoding="utf-8") if journal else None
        self._step_seconds = step_seconds
        self._lock = threading.Lock()

    def excited_population(self, qid: str, delay_us: float, shots: int) -> float:
        """One step: excites the qubit, waits, reads it out. Share of the shots in which it was still excited."""
        self._note("drive", qid)
        try:
            # Drive the instruments here.
            time.sleep(self._step_seconds)
            t1_us = 40.0 + 5.0 * (sum(map(ord, qid)) % 9)
            expected = math.exp(-delay_us / t1_us)
            noise = math.sqrt(max(expected * (1 - expected), 1e-6) / shots)
            return min(1.0, max(0.0, random.gauss(expected, noise)))
        finally:
            self._note("idle", qid)

    def stop(self) -> None:
        """Stops the hardware at once. Called from another thread than the measurement, maybe twice."""
        self._note("stop", "")

    def _note(self, event: str, qid: str) -> None:
        # Records when the hardware did what, for later analysis.
        if self._journal:
            with self._lock:
                self._journal.write(json.dumps({"at": time.time(), "event": event, "qid": qid}) + "\n")
                self._journal.flush()


def measure_t1(
    run: Run,
    instrument: Instrument,
    qids: list[str],
    shots: int = 1024,
    points: int = 21,
    retries: int = 0,
    min_r2: float = 0.0,
    **_: Any,
) -> Iterator[dict[str, Any]]:
    """A flow: measures T1 of some qubits, each again after a poor fit, and yields the results to report."""
    run.plan(len(qids))
    for qid in map(str, qids):
        for attempt in run.attempts_left("CheckT1", qid, retries):
            result = yield from measure_t1_once(run, instrument, qid, attempt, shots, points, min_r2)
            yield result
            if result["status"] == "completed":
                break


def measure_t1_once(
    run: Run, instrument: Instrument, qid: str, attempt: int, shots: int, points: int, min_r2: float
) -> Generator[dict[str, Any], None, dict[str, Any]]:
    """One attempt: yields that it runs, and returns its result. `run.guard()` before every step."""
    task = {"task": "CheckT1", "task_type": "qubit", "qid": qid, "attempt": attempt}
    started = utc_now()
    yield {**task, "status": "running", "start_at": started}
    delays = [200.0 * index / (points - 1) for index in range(points)]
    populations: list[float] = []
    try:
        for delay_us in delays:
            run.guard()
            populations.append(instrument.excited_population(qid, delay_us, shots))
    except Stopped:
        if not run.cancelled:
            raise
        # Half of a sweep is kept too.
        return half_of_sweep(run, task, started, delays, populations)
    t1_us, error_us, r2 = fit_decay(delays, populations)
    figure, table = run.upload(
        [
            {
                **task,
                "name": f"CheckT1_{file_name(qid)}.svg",
                "kind": "figure",
                "content_type": "image/svg+xml",
                "body": decay_figure(f"T1 of qubit {qid}", delays, populations, t1_us),
            },
            {
                **task,
                "name": f"CheckT1_{file_name(qid)}.csv",
                "kind": "raw",
                "content_type": "text/csv",
                "body": csv_table(("delay_us", "population"), zip(delays, populations)),
            },
        ]
    )
    run.log("info", f"T1 of qubit {qid}: {t1_us:.1f} us")
    return {
        **task,
        "status": "completed" if r2 >= min_r2 else "failed",
        "message": f"t1 {t1_us:.1f} ± {error_us:.1f} us, R² {r2:.3f}",
        "start_at": started,
        "run_parameters": {"shots": {"value": shots, "value_type": "int"}},
        "output_parameters": {"t1": {"value": t1_us, "error": error_us, "unit": "us", "description": "T1"}},
        "r2": r2,
        "figures": [figure],
        "raw_data": [table],
    }


def half_of_sweep(
    run: Run, task: dict[str, Any], started: str, delays: list[float], populations: list[float]
) -> dict[str, Any]:
    """What was measured of a qubit before the run was cancelled."""
    body = csv_table(("delay_us", "population"), zip(delays, populations))
    name = f"CheckT1_{file_name(task['qid'])}.csv"
    paths = run.upload([{**task, "name": name, "kind": "raw", "content_type": "text/csv", "body": body}])
    message = f"Cancelled after {len(populations)} of {len(delays)} points"
    return {**task, "status": "cancelled", "message": message, "start_at": started, "raw_data": paths}


# The functions of this worker, by the flow's entry function. Users who may edit flows choose among these.
FLOWS: dict[str, Callable[..., Iterator[dict[str, Any]]]] = {"measure_t1": measure_t1}


# --------------------------------------------------------------------------------------------------------------------
# The service
# --------------------------------------------------------------------------------------------------------------------


class Refused(Exception):
    """The service has answered that it will not do it; asking again changes nothing."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status


class Unanswered(Exception):
    """No answer, a late one, or one that says: not now. The same call may succeed later."""


class Stopped(Exception):
    """The hardware must stop."""


class Api:
    """Calls of the service with an API token."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url.rstrip("/")
        self._token = token

    def get(self, path: str, timeout: float) -> Any:
        return self._call("GET", path, None, timeout)

    def post(self, path: str, body: dict[str, Any], timeout: float) -> Any:
        return self._call("POST", path, body, timeout)

    def _call(self, method: str, path: str, body: Optional[dict[str, Any]], timeout: float) -> Any:
        headers = {"Accept": "application/json", "Authorization": f"Bearer {self._token}"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = None if body is None else encoded(body)
        status, text = send(method, self.url + path, headers, data, timeout)
        if is_passing(status):
            raise Unanswered(f"status {status}")
        try:
            answer = json.loads(text)
        except ValueError:
            raise Unanswered(f"status {status} with an answer that is no JSON") from None
        if status >= 300:
            raise Refused(status, refusal_of(status, answer))
        return answer

    def put(self, target: dict[str, Any], body: bytes) -> int:
        """Puts a file to the address that the service has named, without the token: the address itself is the right."""
        url = urllib.parse.urljoin(self.url + "/", target["url"])
        status, _ = send(target["method"], url, target["headers"], body, UPLOAD_SECONDS)
        return status


def encoded(value: Any) -> bytes:
    """JSON as the service takes it. Raises ValueError or TypeError for values that are not JSON, such as NaN."""
    # Half of a surrogate pair, as in a file name that is not UTF-8, cannot be encoded: a question mark is sent instead.
    return json.dumps(value, allow_nan=False, ensure_ascii=False).encode("utf-8", "replace")


def send(method: str, url: str, headers: dict[str, str], data: Optional[bytes], timeout: float) -> tuple[int, bytes]:
    """Status and body of an answer. Raises Unanswered."""
    request = urllib.request.Request(url, data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=timeout) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, read_or_nothing(error)
    except (OSError, http.client.HTTPException) as error:
        raise Unanswered(str(error) or type(error).__name__) from None


def refusal_of(status: int, answer: dict[str, Any]) -> str:
    """What a refusal says, with the first problem of a mistake."""
    detail = str(answer.get("detail") or answer.get("message") or f"status {status}")
    problems = [str(problem.get("message")) for problem in answer.get("errors") or []]
    return f"{detail}: {problems[0]}" if problems and problems[0] not in detail else detail


def read_or_nothing(error: urllib.error.HTTPError) -> bytes:
    try:
        return error.read()
    except (OSError, http.client.HTTPException):
        return b""


def is_passing(status: int) -> bool:
    """Whether a status says: not now."""
    return status in (408, 429) or status >= 500


def pause_seconds(attempt: int, longest: float = LONGEST_PAUSE_SECONDS) -> float:
    """Pause before a repeat: it doubles, and half of it is random, so that not all workers come back at once."""
    whole = min(longest, FIRST_PAUSE_SECONDS * 2 ** min(attempt, 20))
    return whole * (0.5 + random.random() / 2)


# --------------------------------------------------------------------------------------------------------------------
# A run
# --------------------------------------------------------------------------------------------------------------------


def boot_seconds() -> float:
    """A clock that only goes forward, also while this process is stopped or the machine sleeps."""
    try:
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    except (AttributeError, OSError):
        return time.monotonic()


class Lease:
    """How long this worker may drive the hardware: half a window since the last heartbeat that was answered."""

    def __init__(self, claimed_at: float, window_seconds: float) -> None:
        self._lock = threading.Lock()
        self._renewed_at = claimed_at
        self._window_seconds = window_seconds

    def renew(self, sent_at: float, window_seconds: float) -> None:
        """A heartbeat counts from when it was sent: the service cannot have heard it earlier."""
        with self._lock:
            self._renewed_at = max(self._renewed_at, sent_at)
            self._window_seconds = window_seconds

    def left(self, windows: float = 0.5) -> float:
        with self._lock:
            return self._renewed_at + windows * self._window_seconds - boot_seconds()


class Run:
    """A claimed run: its heartbeat, and all reports on it."""

    def __init__(
        self, api: Api, claim: dict[str, Any], claim_key: str, claimed_at: float, stop_hardware: Callable[[], None]
    ) -> None:
        self.claim = claim
        self._held = {"fence": claim["fence"], "claim_key": claim_key}  # sent with every report on the run
        self.stop_reason: Optional[str] = None
        self.superseded = False  # another process has taken the run over, under the name of this worker
        self._api = api
        self._path = f"/workers/runs/{claim['flow_run_id']}"
        self._lease = Lease(claimed_at, claim["window_seconds"])
        self._heartbeat_seconds = claim["heartbeat_seconds"]
        self._stop_hardware = stop_hardware
        self._planned: Optional[int] = None
        self._running: set[tuple[Any, ...]] = set()  # tasks that have begun and not ended
        self._told_running = False  # what the last heartbeat said of that
        self._ended: Optional[list[dict[str, Any]]] = None
        self._stopping = threading.Lock()
        self._hurry = threading.Event()  # the next heartbeat comes at once
        self._stop = threading.Event()  # the hardware must stop
        self._over = threading.Event()  # nothing more can be reported
        self._closed = threading.Event()  # everything has been reported
        self._refusal: Optional[str] = None
        self._results = Outbox(self._send_results, result_batch)
        self._lines = Outbox(self._send_lines, lambda waiting: waiting[:LINE_BATCH_SIZE])
        self._sequence = 0
        for work in (self._beat, self._watch, self._results.run, self._lines.run):
            threading.Thread(target=work, daemon=True).start()

    # What a flow uses

    def guard(self) -> None:
        """To be called before every step that drives the hardware. Raises Stopped when it must stop."""
        # A thread that watches may be late, after the process was paused above all: the clock is asked.
        if self._lease.left() <= 0:
            self.stop("silent")
        if self._stop.is_set():
            raise Stopped(self.stop_reason)

    @property
    def cancelled(self) -> bool:
        """Whether a user cancelled the run: measurements that were begun may still be reported."""
        return self.stop_reason == REASONS["cancelled"]

    def plan(self, tasks: int) -> None:
        """Declares how many tasks the run will have, for the display of progress."""
        self._planned = int(tasks)
        self._hurry.set()

    def log(self, level: str, text: str) -> None:
        """Writes a line of the run's log. Levels: debug, info, warning, error."""
        self._lines.put({"at": utc_now(), "level": level, "text": text[:LINE_LENGTH]})

    def attempts_left(self, task: str, qid: str = "", retries: int = 0, stage: int = 0) -> range:
        """The remaining attempts of a task: those before a restart count, and a failed one does not end the task."""
        made = {
            row["attempt"] or 0: row["status"]
            for row in self._ended_before()
            if (row["name"], row["qid"], row["stage"]) == (task, qid, stage)
        }
        if {"completed", "skipped"} & set(made.values()):
            return range(0)
        return range(max(made, default=-1) + 1, retries + 1)

    def _ended_before(self) -> list[dict[str, Any]]:
        """What had ended before this worker was restarted."""
        if not self.claim["resumed"]:
            return []
        if self._ended is None:
            execution = self._persist(lambda wait: self._api.get(f"/executions/{self.claim['execution_id']}", wait))
            over = ("completed", "failed", "skipped")
            self._ended = [row for row in execution["task"] if row["status"] in over]
        return self._ended

    def report(self, result: dict[str, Any]) -> None:
        """Reports the outcome of a task. Sent in batches by another thread, in order, until the service has it."""
        # After a cancellation, results of begun tasks are reported, and no task is begun.
        if not self.cancelled or result.get("status") in ("scheduled", "running"):
            self.guard()
        name = (result.get("task"), result.get("qid"), result.get("stage"), result.get("attempt"))
        if result.get("status") == "running":
            self._running.add(name)
            if not self._told_running:
                self._hurry.set()  # from now on the heartbeat is due every two seconds
        else:
            self._running.discard(name)
        try:
            # A copy, since the flow may change its own. A result that is not JSON is the flow's mistake, and raises
            # here.
            self._results.put(json.loads(encoded(result)))
        except (TypeError, ValueError) as error:
            about = f"'{result.get('task')}' on '{result.get('qid', '')}'"
            raise ValueError(f"The result of {about} cannot be sent: {error}") from None

    def upload(self, files: list[dict[str, Any]]) -> list[str]:
        """Keeps files of tasks; answers their paths, in the same order, for the results that name them."""
        paths = []
        for start in range(0, len(files), BATCH_SIZE):
            paths += self._upload_batch(files[start : start + BATCH_SIZE])
        return paths

    # What the worker uses

    def stop(self, reason: str, detail: str = "") -> None:
        """Stops the hardware; the first reason is kept."""
        with self._stopping:
            first = not self._stop.is_set()
            if first:
                self.stop_reason = detail or REASONS[reason]
                self._stop.set()
        if reason == "superseded":
            self.superseded = True
            self._give_up()
        if first:
            self._stop_hardware()

    def finish(self, status: str, message: str) -> bool:
        """Sends all remaining reports, and then the end of the run. Returns whether the service took it."""
        self._results.drain()
        self._lines.drain()
        if self._refusal and status == "completed":
            status, message = "failed", self._refusal
        body = {**self._held, "status": status, "message": message[:1000]}
        try:
            self._tell("/finish", body)
            return True
        except (Refused, Stopped) as error:
            # The service accepts the end from the holder of the lock, with any outcome; a conflict means that another
            # holds it.
            if isinstance(error, Refused) and error.status == 409:
                self.stop("superseded")
            return False

    def close(self) -> None:
        self._closed.set()
        self._give_up()
        self._results.close()
        self._lines.close()

    def _give_up(self) -> None:
        self._over.set()
        self._hurry.set()

    @property
    def refusal(self) -> Optional[str]:
        """Why the service has refused for good what was reported, if it did: a mistake of the flow."""
        return self._refusal

    # Threads

    def _beat(self) -> None:
        """Says every so often that the worker is alive, whatever its work does meanwhile."""
        failed = 0
        while not self._over.is_set():
            sent_at = boot_seconds()
            body: dict[str, Any] = dict(self._held)
            self._told_running = body["running"] = bool(self._running)
            if self._planned is not None:
                body["planned_tasks"] = self._planned
            try:
                answer = self._api.post(self._path + "/heartbeat", body, self._answer_seconds())
                self._lease.renew(sent_at, answer["window_seconds"])
                self._heartbeat_seconds = answer["heartbeat_seconds"]
                failed = 0
                if answer["stop"]:
                    self.stop(answer["reason"] or "ended")
                wait = self._heartbeat_seconds - (boot_seconds() - sent_at)
            except (Unanswered, Refused) as error:
                # Of a heartbeat 409 says only that others write at the same time.
                if isinstance(error, Refused) and error.status != 409:
                    self._refused(error)
                wait = pause_seconds(failed, self._heartbeat_seconds / 10)
                failed += 1
            self._hurry.wait(max(0.0, wait))
            self._hurry.clear()

    def _watch(self) -> None:
        """Stops when no heartbeat was answered for half a window, and gives up when none was for two."""
        while not self._closed.is_set() and self._lease.left(2) > 0:
            left = self._lease.left()
            if left <= 0:
                self.stop("silent")
            self._closed.wait(max(0.01, self._lease.left(2) if self._stop.is_set() else left))
        self._give_up()

    # Calls

    def _answer_seconds(self) -> float:
        """Longest wait for an answer: several tries have to fit into half a window."""
        return min(10.0, self.claim["window_seconds"] / 8)

    def _persist(self, call: Callable[[float], Any]) -> Any:
        """Calls until there is an answer. Raises Refused, and Stopped when nothing more can be reported."""
        attempt = 0
        while not self._over.is_set():
            try:
                return call(self._answer_seconds())
            except Unanswered:
                self._over.wait(pause_seconds(attempt))
                attempt += 1
        raise Stopped(self.stop_reason)

    def _tell(self, path: str, body: dict[str, Any]) -> Any:
        try:
            return self._persist(lambda wait: self._api.post(self._path + path, body, wait))
        except Refused as error:
            self._refused(error)
            raise

    def _refused(self, error: Refused) -> None:
        # 409: cancelled, ended or taken over. The heartbeat says which; the end must still be reported.
        if error.status == 409:
            self.stop("conflict", str(error))
        elif error.status == 404:
            self.stop("ended", str(error))
        else:
            self._refusal = str(error)
            self.stop("refused", str(error))

    def _send_results(self, batch: list[dict[str, Any]]) -> None:
        answer = self._tell("/task-results", {**self._held, "results": batch})
        for result in answer["results"]:
            for value in result.get("left_out", []):
                self.log("warning", f"Not taken: {value['reason']}")
            for value in result.get("warnings", []):
                self.log("warning", f"Taken: {value['reason']}")

    def _send_lines(self, batch: list[dict[str, Any]]) -> None:
        body = {**self._held, "sequence": self._sequence, "lines": batch}
        self._sequence = self._tell("/log", body)["next_sequence"]

    def _upload_batch(self, files: list[dict[str, Any]]) -> list[str]:
        paths = [""] * len(files)
        denials = [0] * len(files)
        left = list(range(len(files)))
        while left:
            self._may_tell()
            asked = []
            for n in left:
                about = {key: value for key, value in files[n].items() if key != "body"}
                asked.append({**about, "size_bytes": len(files[n]["body"])})
            targets = self._tell("/uploads", {**self._held, "files": asked})["uploads"]
            again = []
            for n, target in zip(left, targets):
                paths[n] = target["path"]
                status = self._put(target, files[n]["body"])
                if status is None:
                    continue
                denials[n] = 0 if is_passing(status) else denials[n] + 1
                if denials[n] >= ADDRESSES_DENIED:
                    raise Refused(status, f"File '{target['name']}' was refused with status {status}")
                again.append(n)
            left = again
        return paths

    def _may_tell(self) -> None:
        if not self.cancelled:
            self.guard()

    def _put(self, target: dict[str, Any], body: bytes) -> Optional[int]:
        """Puts one file. The status if a new address is needed; 503 if the store does not answer."""
        for attempt in range(4):
            self._may_tell()
            try:
                status = self._api.put(target, body)
            except Unanswered:
                status = 503
            # 412: an earlier try has arrived, though its answer was lost.
            if status < 300 or status == 412:
                return None
            if status in (401, 403, 404):
                return status
            if not is_passing(status) and status != 409:
                raise Refused(status, f"File '{target['name']}' was refused with status {status}")
            self._stop.wait(pause_seconds(attempt))
        return 503


REASONS = {
    "cancelled": "The run was cancelled",
    "ended": "The run has ended",
    "superseded": "Another process took over this run",
    "conflict": "The service accepts no more results of this run",
    "silent": "The service did not respond for half the worker window",
    "refused": "The service rejected a result",
    "shutdown": "The worker was shut down",
}


class Outbox:
    """Entries that are sent in order, the next batch only when the one before was acknowledged."""

    def __init__(self, send_batch: Callable[[list[Any]], None], batch_of: Callable[[list[Any]], list[Any]]) -> None:
        self._send = send_batch
        self._batch_of = batch_of
        self._waiting: list[Any] = []
        self._changed = threading.Condition()
        self._ended = False

    def put(self, entry: Any) -> None:
        with self._changed:
            if not self._ended:
                self._waiting.append(entry)
                self._changed.notify_all()

    def drain(self) -> None:
        """Returns when everything is acknowledged, or nothing more will be."""
        with self._changed:
            self._changed.wait_for(lambda: self._ended or not self._waiting)

    def close(self) -> None:
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._ended or self._waiting)
                if self._ended:
                    return
                batch = self._batch_of(self._waiting)
            try:
                self._send(batch)
            except (Refused, Stopped):
                return self.close()
            with self._changed:
                del self._waiting[: len(batch)]
                self._changed.notify_all()


def result_batch(waiting: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first results, each task once: a later report on a task goes into a later batch."""
    batch: list[dict[str, Any]] = []
    seen = set()
    for result in waiting[:BATCH_SIZE]:
        task = (result.get("task"), result.get("qid", ""), result.get("stage", 0), result.get("attempt", 0))
        if task in seen:
            break
        seen.add(task)
        batch.append(result)
    return batch


# --------------------------------------------------------------------------------------------------------------------
# The worker
# --------------------------------------------------------------------------------------------------------------------


class Worker:
    """Claims runs and works on them, one after the other."""

    def __init__(self, api: Api, instrument: Instrument, name: str, backends: list[str], run_code: bool) -> None:
        self._api = api
        self._instrument = instrument
        self._identity = {"worker": name, "backends": backends, "software": SOFTWARE}
        self._run_code = run_code
        self._shutdown = threading.Event()
        self._current: Optional[Run] = None

    def shut_down(self) -> None:
        self._shutdown.set()
        if self._current:
            self._current.stop("shutdown")

    def serve(self) -> None:
        """Until it is shut down. Raises Refused when this worker has to end, such as for its token or its name."""
        claim_key = str(uuid.uuid4())
        failed = 0
        while not self._shutdown.is_set():
            sent_at = boot_seconds()
            try:
                # The same key again is the same claim, if the answer was lost.
                answer = self._api.post("/workers/claims", {**self._identity, "claim_key": claim_key}, CLAIM_SECONDS)
            except Unanswered as error:
                say(f"The service does not answer: {error}")
                self._shutdown.wait(pause_seconds(failed))
                failed += 1
                continue
            failed = 0
            if answer["run"]:
                self._perform(answer["run"], claim_key, sent_at)
            else:
                self._shutdown.wait(answer["retry_after_seconds"] * (1 + random.random() / 4))
            claim_key = str(uuid.uuid4())

    def _perform(self, claim: dict[str, Any], claim_key: str, claimed_at: float) -> None:
        say(f"{claim['execution_id']}: {'resumed' if claim['resumed'] else 'claimed'}, flow {claim['flow_name']}")
        run = self._current = Run(self._api, claim, claim_key, claimed_at, self._instrument.stop)
        if self._shutdown.is_set():
            run.stop("shutdown")
        try:
            status, message = self._work(run)
            accepted = run.finish(status, message)
            say(f"{claim['execution_id']}: {status}{'' if accepted else ' (not accepted)'} {message}".rstrip())
        finally:
            run.close()
            self._current = None
        if run.superseded:
            # To claim again would take the run from that one.
            raise Refused(409, f"another process uses the worker name '{self._identity['worker']}'")

    def _work(self, run: Run) -> tuple[str, str]:
        """How the work of a run has ended."""
        try:
            flow = self._flow_of(run.claim)
            given = run.claim["parameters"].items()
            parameters = {key: value for key, value in given if key not in ("tags", "backend")}
            parameters = {**parameters, "chip_id": run.claim["chip_id"], "run": run, "instrument": self._instrument}
            started = utc_now()
            for result in flow(**parameters):
                now = utc_now()
                times = {"start_at": started}
                if result["status"] != "running":
                    times["end_at"] = now
                    started = now
                run.report({**times, **result})
            run.guard()
            return "completed", ""
        except Exception as error:  # a flow may fail with anything, and the service has to know
            # What a flow throws while it is stopped is most likely the stop itself.
            if run.refusal is None and run.stop_reason is not None:
                return "stopped", run.stop_reason
            run.log("error", traceback.format_exc())
            return "failed", run.refusal or f"{type(error).__name__}: {error}"
        finally:
            self._instrument.stop()

    def _flow_of(self, claim: dict[str, Any]) -> Callable[..., Iterator[dict[str, Any]]]:
        name = claim["flow_function_name"]
        if self._run_code:
            # Users who may edit flows can then run code on this machine.
            namespace: dict[str, Any] = {"__name__": claim["flow_name"]}
            exec(compile(claim["code"], f"{claim['flow_name']} v{claim['flow_version']}", "exec"), namespace)
            if callable(namespace.get(name)):
                return namespace[name]
        elif name in FLOWS:
            return FLOWS[name]
        raise LookupError(f"this worker has no flow '{name}'")


# --------------------------------------------------------------------------------------------------------------------
# Numbers and pictures
# --------------------------------------------------------------------------------------------------------------------


def utc_now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def fit_decay(delays: list[float], populations: list[float]) -> tuple[float, float, float]:
    """Decay time, its standard error, and R², from a straight line through the logarithms."""
    points = [(x, math.log(y)) for x, y in zip(delays, populations) if y > 0.05]
    if len(points) < 3:
        raise ValueError("the qubit has decayed before anything could be measured")
    n = len(points)
    mean_x = sum(x for x, _ in points) / n
    mean_y = sum(y for _, y in points) / n
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / spread
    if slope >= 0:
        raise ValueError("the qubit does not decay")
    left = sum((y - mean_y - slope * (x - mean_x)) ** 2 for x, y in points)
    total = sum((y - mean_y) ** 2 for _, y in points)
    slope_error = math.sqrt(left / (n - 2) / spread)
    return -1 / slope, slope_error / slope**2, 1 - left / total


def decay_figure(title: str, delays: list[float], populations: list[float], t1_us: float) -> bytes:
    """Points and fitted curve as SVG."""
    width, height, margin = 480.0, 300.0, 40.0
    longest = max(delays)

    def place(x: float, y: float) -> str:
        across = margin + (width - 2 * margin) * x / longest
        down = height - margin - (height - 2 * margin) * y
        return f"{across:.1f},{down:.1f}"

    curve = " ".join(place(longest * n / 100, math.exp(-longest * n / 100 / t1_us)) for n in range(101))
    dots = "".join(
        '<circle r="3" fill="#1f77b4" cx="{}" cy="{}"/>'.format(*place(x, y).split(","))
        for x, y in zip(delays, populations)
    )
    axes = f"{place(0, 1)} {place(0, 0)} {place(longest, 0)}"
    label = f"{title}: {t1_us:.1f} us".replace("&", "&amp;").replace("<", "&lt;")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif">'
        f'<text x="{margin}" y="24">{label}</text>'
        f'<polyline points="{axes}" fill="none" stroke="#555"/>'
        f'<polyline points="{curve}" fill="none" stroke="#d62728"/>{dots}'
        f'<text x="{width / 2:.0f}" y="{height - 10:.0f}" text-anchor="middle" font-size="12">delay (us)</text></svg>'
    ).encode()


def csv_table(head: tuple[str, ...], rows: Any) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue().encode()


def file_name(qid: str) -> str:
    """A qubit's id as part of a file's name; ids may hold what names may not."""
    if qid and all(letter.isascii() and (letter.isalnum() or letter in "._-") for letter in qid):
        return qid
    return base64.urlsafe_b64encode(qid.encode()).decode().rstrip("=")


def say(line: str) -> None:
    print(f"{utc_now()} {line}", file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="A Fiducial worker. The API token is read from FIDUCIAL_TOKEN.")
    parser.add_argument("--url", required=True, help="address of the API, such as https://fiducial.example/api")
    parser.add_argument("--name", required=True, help="name of this worker, the same after a restart")
    parser.add_argument("--backend", required=True, action="append", help="backend that it drives; may be repeated")
    parser.add_argument("--journal", help="file to which the instrument writes what it did and when")
    parser.add_argument("--step-seconds", type=float, default=0.05, help="how long one step of the instrument takes")
    parser.add_argument("--run-code", action="store_true", help="run the flows' own source instead of FLOWS")
    options = parser.parse_args()
    token = os.environ.get("FIDUCIAL_TOKEN")
    if not token:
        parser.error("FIDUCIAL_TOKEN is not set")
    instrument = Instrument(options.journal, options.step_seconds)
    worker = Worker(Api(options.url, token), instrument, options.name, options.backend, options.run_code)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: threading.Thread(target=worker.shut_down, daemon=True).start())
    try:
        worker.serve()
    except Refused as error:
        say(f"This worker ends: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
