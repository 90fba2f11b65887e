"""The worker: claims runs and has a process of its own drive the bench for each."""

from __future__ import annotations

import os
import random
import sys
import threading
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .claimed import ClaimedRun
from .context import merged, read_context
from .driving import Driving, end_former_driver
from .errors import LabError, ParameterError, ServiceError, StoppedError, UnansweredError
from .http import Service, pause_after
from .lease import boot_seconds
from .loading import find_bench, flow_of_job, flows_of, load_module, tasks_of
from .quick import TARGETS
from .spool import Spool, finish_removals
from .values import utc_now

CLAIM_SECONDS = 10.0
OF_EVERY_RUN = frozenset({"backend", "chip_id", "flow_name", "project_id", "tags", "username"})
"""Parameters that the service takes of every run, whatever the form of its flow."""
ANNOUNCE_SECONDS = 86_400.0


@dataclass
class WorkerSettings:
    """What a worker runs, and under which name."""

    module: str
    bench: str | None
    name: str
    backends: Sequence[str]
    spool: Path
    software: str = "fiducial-lab"
    qdash: str | None = None


class Worker:
    """Claims runs and works on them, one after the other."""

    def __init__(self, service: Service, settings: WorkerSettings) -> None:
        self._service = service
        self._settings = settings
        self._module = load_module(settings.module, settings.qdash)
        self._flows = flows_of(self._module)
        if not self._flows:
            raise LabError(f"'{settings.module}' has no flow; decorate a function with @flow")
        find_bench(self._module, settings.bench)
        self._identity = {
            "worker": settings.name,
            "backends": list(settings.backends),
            "software": settings.software,
        }
        self._shutdown = threading.Event()
        self._leaving = threading.Event()  # no other run is claimed
        self._current: ClaimedRun | None = None
        self._driving = Driving(say)

    def shut_down(self) -> None:
        """Stop the active run, and claim no other."""
        self._shutdown.set()
        self._leaving.set()
        if self._current is not None:
            self._current.stop("shutdown")

    def drain(self) -> None:
        """Work on the active run to its end, and claim no other: an upgrade begins so."""
        self._leaving.set()

    def announce(self) -> None:
        """Tell the service the tasks and flows. Raises ServiceError where it refuses one of them."""
        body = {
            **self._identity,
            "tasks": [task.describe() for task in tasks_of(self._module).values()],
            "flows": [flow.describe() for flow in self._flows.values()],
        }
        failed = 0
        while not self._leaving.is_set():
            try:
                self._service.post("/workers/tasks", body, CLAIM_SECONDS)
                return
            except UnansweredError as error:
                say(f"The service does not answer: {error}")
                self._leaving.wait(pause_after(error, failed))
                failed += 1

    def serve(self) -> None:
        """Claim runs until it is shut down. Raises ServiceError when it has to end, such as for its token or name."""
        announced_at = time.monotonic()
        self.announce()
        claim_key = str(uuid.uuid4())
        failed = 0
        has_swept = False
        while not self._leaving.is_set():
            if time.monotonic() - announced_at > ANNOUNCE_SECONDS:
                announced_at = time.monotonic()
                self.announce()
            sent_at = boot_seconds()
            try:
                # The same key again is the same claim, if the answer was lost.
                answer = self._service.post(
                    "/workers/claims", {**self._identity, "claim_key": claim_key}, CLAIM_SECONDS
                )
            except UnansweredError as error:
                say(f"The service does not answer: {error}")
                self._leaving.wait(pause_after(error, failed))
                failed += 1
                continue
            failed = 0
            if not has_swept:
                has_swept = True
                self._sweep(answer["run"] and answer["run"]["flow_run_id"])
            if answer["run"]:
                self._perform(answer["run"], claim_key, sent_at)
            else:
                self._leaving.wait(answer["retry_after_seconds"] * (1 + random.random() / 4))
            claim_key = str(uuid.uuid4())

    def _perform(self, claim: dict[str, Any], claim_key: str, claimed_at: float) -> None:
        execution = claim["execution_id"]
        say(f"{execution}: {'resumed' if claim['resumed'] else 'claimed'}, flow {claim['flow_name']}")
        run = ClaimedRun(
            self._service,
            claim,
            claim_key,
            claimed_at,
            on_stop=self._driving.stop,
            on_renewal=self._driving.renew,
            on_notice=lambda text: say(f"{execution}: {text}"),
        )
        self._current = run
        if self._shutdown.is_set():
            run.stop("shutdown")
        spool = Spool(self._settings.spool / claim["flow_run_id"])
        try:
            status, message = self._work(run, spool)
            is_accepted = run.finish(status, message)
            refused = "" if is_accepted else " (not accepted)"
            say(f"{execution}: {status}{refused} {message}".rstrip())
        finally:
            run.close()
            self._current = None
        if run.is_superseded:
            # To claim again would take the run from that one, which may be at work in this folder.
            raise ServiceError(409, f"another process uses the worker name '{self._settings.name}'")
        if spool.is_held_by(claim["fence"]):
            self._clean(spool, execution)

    def _sweep(self, claimed: str | None) -> None:
        """Clean up after a process that ended between the end of its run and its own cleaning.

        A run that this worker held is claimed before every other, so that those of the other folders are over.
        """
        finish_removals(self._settings.spool)
        for file in sorted(self._settings.spool.glob("*/run.json")):
            spool = Spool(file.parent)
            about = spool.about()
            if file.parent.name != claimed and about.get("worker") == self._settings.name:
                self._clean(spool, about["execution_id"])

    def _clean(self, spool: Spool, execution: str) -> None:
        if spool.is_delivered:
            spool.remove()
        else:
            say(f"{execution}: the service did not take everything; it is kept in {spool.folder}")

    def _work(self, run: ClaimedRun, spool: Spool) -> tuple[str, str]:
        """Return how the work of a run has ended."""
        try:
            job = self._prepare(run, spool)
            run.send_from(spool)
            while True:
                ended = self._driving.drive(run, spool, job)
                if ended.status != "stuck":
                    break
                run.log("warning", ended.message)
                job["stored"] = merged(job["stored"], spool.ended())
            # What ended the flow while it was stopped is most likely the stop itself.
            if run.refusal is None and run.stop_reason is not None:
                return "stopped", run.stop_reason
            return ended.status, run.refusal or ended.message
        except (StoppedError, ServiceError) as error:
            if run.stop_reason is not None and run.refusal is None:
                return "stopped", run.stop_reason
            return "failed", str(error)
        except LabError as error:
            run.log("error", str(error))
            return "failed", str(error)

    def _prepare(self, run: ClaimedRun, spool: Spool) -> dict[str, Any]:
        """Read the context of the run; reports and measurements from before a restart are kept."""
        claim = run.claim
        name, task = claim["flow_function_name"], claim.get("task_name")
        flow = flow_of_job(self._module, name, task)
        parameters = {
            key: value
            for key, value in claim["parameters"].items()
            if key not in OF_EVERY_RUN or key in flow.form.parameters
        }
        if (
            self._settings.qdash is not None
            and parameters.get("username") is None
            and "username" in flow.form.parameters
        ):
            parameters["username"] = claim["username"]
        try:
            flow.form.check({name: value for name, value in parameters.items() if not (task and name in TARGETS)})
        except ParameterError as error:
            raise LabError(str(error)) from None
        if not claim["persist"]:
            run.log("info", "The values of this run become current only once an editor accepts them")
        context = read_context(run)
        spool.create(
            {
                "worker": self._settings.name,
                "execution_id": claim["execution_id"],
                "flow_run_id": claim["flow_run_id"],
                "flow": name,
                "parameters": parameters,
                "chip": context.chip,
                "task_parameters": context.task_parameters,
                "created_at": claim["created_at"],
            }
        )
        spool.take(claim["fence"])
        end_former_driver(spool.folder / "driver.pid")
        spool.set_partial_sweeps_aside()
        about = spool.about()
        return {
            "folder": str(spool.folder),
            "module": self._settings.module,
            "qdash": self._settings.qdash,
            "bench": self._settings.bench,
            "flow": name,
            "task": task,
            "parameters": parameters,
            # Filters decide as before on the values that the run began with.
            "chip": about["chip"],
            "defaults": about["task_parameters"],
            "stored": merged(context.results, spool.ended()),
        }


def default_spool(name: str) -> Path:
    """Return the folder in which a worker keeps what the service does not have yet."""
    base = os.environ.get("FIDUCIAL_LAB_HOME")
    return (Path(base) if base else Path.home() / ".fiducial-lab") / "outbox" / name


def say(line: str) -> None:
    """Write a line to the terminal, or to the journal of a service."""
    print(f"{utc_now()} {line}", file=sys.stderr, flush=True)
