"""Runs without the service, kept in a folder."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .chips import Chip
from .errors import LabError, StoppedError
from .flows import Flow
from .recorders import Files, attempts_of
from .records import Key, Shot
from .session import BenchSession
from .spool import Spool
from .values import utc_now


class FolderRecorder:
    """Keeps a run in its folder."""

    def __init__(self, spool: Spool, show: Callable[[str], object] | None = None) -> None:
        self._spool = spool
        self._stored: list[Mapping[str, Any]] = [result.to_json() for result in spool.ended()]
        self._show: Callable[[str], object] = show or str
        self._lock = threading.Lock()

    def stored(self, stage: int, task: str, qid: str) -> Sequence[Mapping[str, Any]]:
        """Return the attempts of a run that is taken up again."""
        return attempts_of(self._stored, stage, task, qid)

    def begin(self, shot: Shot, timeout_s: float | None) -> None:
        """Keep the start."""
        self._spool.append(shot)

    def point(self, key: Key, columns: Sequence[str], row: Sequence[Any]) -> None:
        """Keep the point."""
        self._spool.point(key, columns, row)

    def end(self, shot: Shot, files: Files) -> None:
        """Keep the results with their files."""
        self._spool.append(shot, files)
        with self._lock:
            for result in shot:
                again = f" (attempt {result.attempt + 1})" if result.attempt else ""
                self._show(f"{result.task} {result.qid}{again}: {result.status}  {result.message}")

    def log(self, level: str, text: str) -> None:
        """Show the line."""
        with self._lock:
            self._show(f"{level}: {text}")

    def plan(self, tasks: int) -> None:
        """Need no plan."""


def run_local(
    flow: Flow,
    chip: Chip,
    bench: Any,
    parameters: Mapping[str, Any],
    folder: Path,
    *,
    simulated: bool = False,
    resume: str | None = None,
    show: Callable[[str], object] | None = None,
) -> Spool:
    """Run a flow and keep it in a folder of its own below `folder`.

    Args:
        flow: The flow.
        chip: The chip that it runs on.
        bench: The bench; it is stopped afterwards, even if the run fails.
        parameters: The flow's parameters.
        folder: Where the runs are.
        simulated: Mark the run: its values are not measured.
        resume: The name of a run in `folder` to go on with.
        show: Called with a line for each result.
    """
    if resume is None:
        run_key = str(uuid.uuid4())
        name = f"{utc_now()[:19].replace(':', '').replace('-', '')}-{flow.name}-{run_key[:8]}"
        spool = Spool(folder / name)
        spool.create(
            {
                "run_key": run_key,
                "flow": flow.name,
                "chip": chip.to_json(),
                "parameters": dict(parameters),
                "simulated": simulated,
                "started_at": utc_now(),
                "status": "running",
            }
        )
    else:
        spool = Spool(folder / resume)
        about = spool.about()
        if about["flow"] != flow.name or about["simulated"] != simulated:
            kind = "a simulated run" if about["simulated"] else "a run"
            raise LabError(f"'{resume}' is {kind} of '{about['flow']}'")
        spool.create(about)
        spool.set_partial_sweeps_aside()
        chip, parameters = Chip.from_json(about["chip"]), about["parameters"]
    stop = threading.Event()

    def check() -> None:
        if stop.is_set():
            raise StoppedError("The run was interrupted")

    status, message = "completed", ""
    try:
        session = BenchSession(chip, bench, FolderRecorder(spool, show), check, persist=flow.persist)
        flow.execute(session, parameters)
    except BaseException as error:
        stop.set()
        is_stop = isinstance(error, (KeyboardInterrupt, StoppedError))
        status, message = ("cancelled" if is_stop else "failed"), f"{type(error).__name__}: {error}"
        raise
    finally:
        bench.stop()
        spool.note(status=status, message=message, ended_at=utc_now())
    return spool


def local_runs(folder: Path) -> list[Spool]:
    """Return the runs of a folder, the oldest first; the folder may be that of one run."""
    if (folder / "run.json").exists():
        return [Spool(folder)]
    if not folder.is_dir():
        raise LabError(f"there is no folder '{folder}'")
    return [Spool(path.parent) for path in sorted(folder.glob("*/run.json"))]
