"""Runs that were made without the service are submitted, with their own times."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .claimed import has_ended, result_batch, value_notes
from .errors import LabError, MissingFeatureError, ServiceError, UnansweredError
from .http import Service, pause_after
from .jsons import rows
from .records import Shot, wire
from .spool import Spool
from .uploads import Uploads

REQUEST_SECONDS = 30.0
ATTEMPTS = 8
RUN_ENDED = frozenset({"completed", "failed", "cancelled"})


def push(service: Service, spool: Spool, backend: str, warn: Callable[[str], object] = str) -> int:
    """Report a run of a folder with its own times. A repeat writes nothing twice. Returns the number of results.

    Args:
        service: Where it goes.
        spool: A run that was kept by `run --local`, or what a worker's run left in its outbox.
        backend: What it was measured on.
        warn: Told which values the service did not take, and why.

    Raises:
        LabError: The run is simulated, goes on, or was cancelled at the service.
        MissingFeatureError: The service does not take runs of the past.
        ServiceError: The service refuses the run; it says why.
    """
    about = spool.about()
    name = spool.folder.name
    if about.get("simulated"):
        raise LabError(f"'{name}' is simulated; simulated values are not pushed")
    if about.get("status") == "running":
        raise LabError(f"'{name}' has not ended; run it with --resume, or wait")
    if "run_key" not in about:
        run = _persist(service, f"/executions/{about['execution_id']}?include=none", None)
        if run["status"] not in RUN_ENDED:
            # Its worker sends nothing more once it has ended.
            raise LabError(f"'{name}' belongs to run '{about['execution_id']}', which goes on; its worker submits it")
        about["persist"] = run["persist"]
    waiting = [one for one in spool.shots_after(spool.acknowledged) if has_ended(one[0])]
    head = _head(about, [shot for shot, _ in waiting], backend)
    if "run_key" not in about and not waiting:
        return 0
    try:
        begun = _persist(service, "/workers/past-runs", head)
    except ServiceError as error:
        if error.status not in (404, 405):
            raise
        raise MissingFeatureError(
            "this service does not take runs of the past yet; the run stays in its folder, and "
            "'fiducial-lab push' submits it once the service is upgraded"
        ) from None
    results = sum(len(shot) for shot, _ in waiting)
    status = _finish_status(about)
    if begun["status"] == "running":
        try:
            _hand_in(service, spool, begun, waiting, warn)
            end = {"fence": begun["fence"], "status": status, "message": str(about.get("message", ""))[:1000]}
            _persist(service, f"/workers/runs/{begun['flow_run_id']}/finish", end)
        except ServiceError as error:
            # Another push of the same folder may have been quicker.
            if error.code != "run_ended":
                raise
        begun = _persist(service, "/workers/past-runs", head)
    if begun["status"] == "cancelled" and status != "stopped":
        raise LabError(f"'{name}' was cancelled at the service as run '{begun['execution_id']}'; it takes nothing more")
    if "run_key" not in about:
        spool.acknowledge(waiting[-1][1])
    return results


def _head(about: Mapping[str, Any], shots: Sequence[Shot], backend: str) -> dict[str, Any]:
    """Return what the run is: the same for every push of the folder."""
    results = [result for shot in shots for result in shot]
    begun = [about.get("started_at"), *(result.start_at for result in results)]
    ended = [about.get("ended_at"), *(result.end_at for result in results)]
    starts, ends = [at for at in begun if at], [at for at in ended if at]
    return {
        # What a worker's run left over is a run of its own.
        "run_key": about.get("run_key") or str(uuid.uuid5(uuid.UUID(about["flow_run_id"]), "past")),
        "flow_name": about["flow"],
        "chip_id": about["chip"]["chip_id"],
        "backend": backend,
        "parameters": about["parameters"],
        "persist": about.get("persist", True),
        "start_at": min(starts, default=about.get("created_at")),
        "end_at": max(ends, default=about.get("created_at")),
    }


def _finish_status(about: Mapping[str, Any]) -> str:
    status = about.get("status")
    return str(status) if status in ("completed", "failed") else "stopped"


def _hand_in(
    service: Service,
    spool: Spool,
    begun: Mapping[str, Any],
    waiting: Sequence[tuple[Shot, int]],
    warn: Callable[[str], object],
) -> None:
    path = f"/workers/runs/{begun['flow_run_id']}"
    held = {"fence": begun["fence"]}

    def ask(files: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
        return rows(_persist(service, f"{path}/uploads", {**held, "files": files})["uploads"])

    uploads = Uploads(service, spool.folder, ask, time.sleep, warn)
    while waiting:
        batch, place = result_batch(waiting)
        paths = uploads.send(batch)
        body = {**held, "results": [wire(shot, of_shot) for shot, of_shot in zip(batch, paths, strict=True)]}
        answer = _persist(service, f"{path}/task-results", body)
        for shot, told in zip(batch, rows(answer["results"]), strict=True):
            for level, text in value_notes(shot, told):
                if level != "info":
                    warn(text)
        waiting = [one for one in waiting if one[1] > place]


def _persist(service: Service, path: str, body: Mapping[str, Any] | None) -> Any:
    """Ask until there is an answer, some times. Raises ServiceError and UnansweredError."""
    for attempt in range(ATTEMPTS):
        try:
            return service.get(path, REQUEST_SECONDS) if body is None else service.post(path, body, REQUEST_SECONDS)
        except (UnansweredError, ServiceError) as error:
            is_final = isinstance(error, ServiceError) and error.code != "concurrent_change"
            if is_final or attempt == ATTEMPTS - 1:
                raise
            pause = pause_after(error, attempt)
        time.sleep(pause)
    raise AssertionError("the last attempt returns or raises")
