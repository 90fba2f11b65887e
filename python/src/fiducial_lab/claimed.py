"""A claimed run: its heartbeat, its lease, and all reports on it. Keeps the rules of the worker protocol."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from .errors import ServiceError, StoppedError, UnansweredError
from .http import Service, pause_after
from .jsons import fields, rows
from .lease import Lease, boot_seconds
from .records import ENDED, Key, Shot, wire
from .spool import Spool
from .trace import Trace
from .uploads import Uploads
from .values import utc_now

BATCH_SIZE = 24
SHOTS_AHEAD = 256
"""How many shots are read for a batch: more may wait after a cut of the network."""
LINE_BATCH_SIZE = 100
LINE_LENGTH = 4000
CONTEXT_PAUSE_SECONDS = 1.0
TRACE_SECONDS = 1.0
"""Live points are sent this often at most."""

REASONS = {
    "cancelled": "The run was cancelled",
    "ended": "The run has ended",
    "superseded": "Another process took over this run",
    "conflict": "The service accepts no more results of this run",
    "silent": "The service did not respond for half the worker window",
    "refused": "The service rejected a result",
    "shutdown": "The worker was shut down",
}


class ClaimedRun:
    """A run that this worker holds. Its threads send until `close`."""

    def __init__(
        self,
        service: Service,
        claim: Mapping[str, Any],
        claim_key: str,
        claimed_at: float,
        *,
        on_stop: Callable[[str], None],
        on_renewal: Callable[[float], None],
        on_notice: Callable[[str], None],
    ) -> None:
        self.claim = claim
        self.stop_reason: str | None = None
        self.is_superseded = False
        self.refusal: str | None = None
        self.trace = Trace()
        self.is_busy = False
        self._held = {"fence": claim["fence"], "claim_key": claim_key}
        self._service = service
        self._path = f"/workers/runs/{claim['flow_run_id']}"
        self._lease = Lease(claimed_at, claim["window_seconds"])
        self._heartbeat_seconds: float = claim["heartbeat_seconds"]
        self._on_stop = on_stop
        self._on_renewal = on_renewal
        self._on_notice = on_notice
        self._planned: int | None = None
        self._spool: Spool | None = None
        self._stopping = threading.Lock()
        self._hurry = threading.Event()  # the next heartbeat comes at once
        self._stop = threading.Event()  # the hardware must stop
        self._over = threading.Event()  # nothing more can be told
        self._closed = threading.Event()  # everything has been told
        self._more = threading.Condition()
        self._complete: set[str] = set()
        self._lines: list[dict[str, Any]] = []
        self._sequence = 0
        self._senders: dict[str, threading.Thread] = {}
        for work in (self._beat, self._watch):
            threading.Thread(target=work, daemon=True).start()

    # What the worker uses

    @property
    def lease_ends_at(self) -> float:
        """When the hardware must stop unless a heartbeat is answered before."""
        return self._lease.ends_at()

    @property
    def is_stopped(self) -> bool:
        """Whether the hardware must stop."""
        return self._stop.is_set()

    def send_from(self, spool: Spool) -> None:
        """Begin to send the contents of the run's folder, and everything that is added."""
        self._spool = spool
        self._uploads = Uploads(
            self._service, spool.folder, self._upload_addresses, self._pause, lambda text: self.log("warning", text)
        )
        for what, work in (("results", self._send_results), ("lines", self._send_lines)):
            self._senders[what] = threading.Thread(target=work, daemon=True)
            self._senders[what].start()

    def has_more(self) -> None:
        """Say that the folder of the run has another result."""
        with self._more:
            self._more.notify_all()

    def plan(self, tasks: int) -> None:
        """Tell how many tasks the run will have."""
        self._planned = tasks
        self._hurry.set()

    def hurry(self) -> None:
        """Send the next heartbeat at once."""
        self._hurry.set()

    def log(self, level: str, text: str) -> None:
        """Write a line of the run's log."""
        with self._more:
            self._lines.append({"at": utc_now(), "level": level, "text": text[:LINE_LENGTH]})
            self._more.notify_all()

    def get(self, path: str, query: Mapping[str, Any] | None = None) -> Any:
        """Ask the API until it answers. Raises ServiceError, and StoppedError when nothing can be asked any more."""
        return self._persist(lambda wait: self._service.get(path, wait, query))

    def context(self) -> dict[str, Any]:
        """Return topology, values and stored results of the run."""
        whole: dict[str, Any] = {"values": [], "results": [], "last_good": []}
        cursor: str | None = None
        while True:
            page = self.get(f"{self._path}/context", {"fence": self._held["fence"], "cursor": cursor})
            for name in ("values", "results", "last_good"):
                whole[name] += page[name]
            for name in ("chip", "task_parameters"):
                whole[name] = page[name] or whole.get(name)
            cursor = page["next"]
            if page["results_complete"] is False:
                # An index lags behind what was acknowledged.
                whole, cursor = {"values": [], "results": [], "last_good": []}, None
                self._over.wait(CONTEXT_PAUSE_SECONDS)
            elif cursor is None:
                return whole

    def stop(self, reason: str, detail: str = "") -> None:
        """Stop the hardware; the first reason is kept."""
        with self._stopping:
            is_first = not self._stop.is_set()
            if is_first:
                self.stop_reason = detail or REASONS[reason]
                self._stop.set()
        if reason == "superseded":
            self.is_superseded = True
            self._give_up()
        if is_first:
            self._on_stop(self.stop_reason or reason)

    def finish(self, status: str, message: str) -> bool:
        """Tell all that is still to be told, and then how the run has ended. Returns whether the service took it."""
        # The log says whether the last results arrived.
        for what, thread in self._senders.items():
            with self._more:
                self._complete.add(what)
                self._more.notify_all()
            thread.join()
        if self.refusal and status == "completed":
            status, message = "failed", self.refusal
        try:
            self._tell("/finish", {**self._held, "status": status, "message": message[:1000]})
            return True
        except (ServiceError, StoppedError) as error:
            # The service accepts the end from the holder of the lock only.
            if isinstance(error, ServiceError) and error.status == 409:
                self.stop("superseded")
            return False

    def close(self) -> None:
        """End the threads."""
        self._closed.set()
        self._give_up()

    def _give_up(self) -> None:
        self._over.set()
        self._hurry.set()
        with self._more:
            self._more.notify_all()

    # Threads

    def _beat(self) -> None:
        """Say every so often that the worker is alive, whatever its work does meanwhile."""
        failed = 0
        traced_at = 0.0
        while not self._over.is_set():
            sent_at = boot_seconds()
            body: dict[str, Any] = dict(self._held)
            if self._planned is not None:
                body["planned_tasks"] = self._planned
            if self.is_busy:
                body["running"] = True
                traced = self.trace.latest() if sent_at - traced_at >= TRACE_SECONDS else None
                if traced is not None:
                    body["trace"], traced_at = traced, sent_at
            try:
                answer = self._service.post(
                    f"{self._path}/heartbeat", body, answer_seconds(self.claim["window_seconds"])
                )
                self._lease.renew(sent_at, answer["window_seconds"])
                self._on_renewal(self._lease.ends_at())
                self._heartbeat_seconds = answer["heartbeat_seconds"]
                failed = 0
                if answer["stop"]:
                    self.stop(answer["reason"] or "ended")
                wait = self._heartbeat_seconds - (boot_seconds() - sent_at)
            except (UnansweredError, ServiceError) as error:
                # Of a heartbeat 409 says only that others write at the same time.
                if isinstance(error, ServiceError) and error.status != 409:
                    self._take_refusal(error)
                # Never so long that the lease runs out meanwhile.
                wait = min(pause_after(error, failed, self._heartbeat_seconds / 10), max(0.1, self._lease.left() / 4))
                failed += 1
            self._hurry.wait(max(0.0, wait))
            self._hurry.clear()

    def _watch(self) -> None:
        """Stop when no heartbeat was answered for half a window, and give up when none was for two."""
        while not self._closed.is_set() and self._lease.left(2) > 0:
            left = self._lease.left()
            if left <= 0:
                self.stop("silent")
            self._closed.wait(max(0.01, self._lease.left(2) if self._stop.is_set() else left))
        self._give_up()

    def _send_results(self) -> None:
        """Send the results of the folder in order, the next batch when the one before was answered."""
        assert self._spool is not None
        place = self._spool.acknowledged
        while not self._over.is_set():
            waiting = self._spool.shots_after(place, SHOTS_AHEAD)
            if not waiting:
                with self._more:
                    if "results" in self._complete:
                        return
                    self._more.wait(1.0)
                continue
            batch, place_after = result_batch(waiting)
            if self.is_stopped:
                # After a cancel the service takes what has ended.
                batch = [shot for shot in batch if has_ended(shot)]
            try:
                self._send_batch(batch)
            except StoppedError:
                return
            except ServiceError as error:
                # A cancel refuses starts; what has ended may still be taken.
                if error.code != "run_cancelled" or any(map(has_ended, batch)):
                    return
            place = place_after
            self._spool.acknowledge(place)

    def _send_batch(self, batch: Sequence[Shot]) -> None:
        if not batch:
            return
        paths = self._uploads.send(batch)
        results = [wire(shot, of_shot) for shot, of_shot in zip(batch, paths, strict=True)]
        answer = self._tell("/task-results", {**self._held, "results": results})
        for shot, told in zip(batch, rows(answer["results"]), strict=True):
            for level, text in value_notes(shot, told):
                self.log("info" if level == "info" else "warning", text)
                if level == "notice":
                    self._on_notice(text)

    def _upload_addresses(self, files: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
        return rows(self._tell("/uploads", {**self._held, "files": files})["uploads"])

    def _pause(self, seconds: float) -> None:
        if self._over.wait(seconds):
            raise StoppedError(self.stop_reason or "The run is over")

    def _send_lines(self) -> None:
        while not self._over.is_set():
            with self._more:
                batch = self._lines[:LINE_BATCH_SIZE]
                if not batch:
                    if "lines" in self._complete:
                        return
                    self._more.wait(1.0)
                    continue
            body = {**self._held, "sequence": self._sequence, "lines": batch}
            try:
                self._sequence = self._tell("/log", body)["next_sequence"]
            except (ServiceError, StoppedError):
                return
            with self._more:
                del self._lines[: len(batch)]

    # Calls

    def _persist(self, call: Callable[[float], Any]) -> Any:
        """Call until there is an answer. Raises ServiceError, and StoppedError when nothing more can be told."""
        attempt = 0
        while not self._over.is_set():
            try:
                return call(answer_seconds(self.claim["window_seconds"]))
            except UnansweredError as error:
                pause = pause_after(error, attempt)
            except ServiceError as error:
                if error.code != "concurrent_change":
                    raise
                pause = pause_after(error, attempt)
            self._over.wait(pause)
            attempt += 1
        raise StoppedError(self.stop_reason or "The run is over")

    def _tell(self, path: str, body: Mapping[str, Any]) -> Any:
        try:
            answer = self._persist(lambda wait: self._service.post(self._path + path, body, wait))
        except ServiceError as error:
            if not (path == "/uploads" and error.code == "limit_reached"):
                self._take_refusal(error)
            raise
        if answer.get("stop"):
            self.stop("cancelled")
        return answer

    def _take_refusal(self, error: ServiceError) -> None:
        # 409: cancelled, ended or taken over. The heartbeat says which; the end is still to be told.
        if error.status == 409:
            self.stop("conflict", error.detail)
        elif error.status == 404:
            self.stop("ended", error.detail)
        else:
            self.refusal = error.detail
            self.stop("refused", error.detail)


def answer_seconds(window_seconds: float) -> float:
    """Return the longest wait for an answer: several tries have to fit into half a window.

    It does not follow the pace of heartbeats, which is 1.5 s while a task runs.
    """
    return min(10.0, window_seconds / 8)


def has_ended(shot: Shot) -> bool:
    """Whether an attempt is over."""
    return all(result.status in ENDED for result in shot)


def value_notes(shot: Shot, told: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what the answer says of values that did not become current, with its weight: notice, warning or info."""
    for result in shot:
        about = f"{result.task} of {result.qid}"
        answer = told if result.mux_id is None else told["qubits"][result.qid]
        if answer["outcome"] == "late" and result.status in ENDED:
            yield "notice", f"{about}: it has ended before; this result is not kept"
        for name, value in fields(answer["values"]).items():
            said = f"{about}: {name} is {value['state']}" + (f": {value['reason']}" if value["reason"] else "")
            if value["state"] in ("refused", "faulty"):
                yield "notice", said
            elif value["state"] != "current":
                yield "info", said
        for value in rows(answer.get("warnings")):
            yield "warning", f"{about}: {value['reason']}"


def result_batch(waiting: Sequence[tuple[Shot, int]]) -> tuple[list[Shot], int]:
    """Return the first shots that one request takes, and the place behind them.

    Each task comes once; a start whose end waits as well is left out. The qubits of a mux count each.
    """
    ended = {result.key for shot, _ in waiting if has_ended(shot) for result in shot}
    batch: list[Shot] = []
    seen: set[Key] = set()
    after = waiting[0][1]
    for shot, place in waiting:
        keys = {result.key for result in shot}
        if not has_ended(shot) and keys <= ended:
            after = place
            continue
        if keys & seen or (batch and len(seen) + len(keys) > BATCH_SIZE):
            break
        seen |= keys
        batch.append(shot)
        after = place
    return batch, after
