"""A flow at work: its stages on a bench, with retries, needs, groups, and results that are stored already."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, Protocol, TypeVar

from .acquire import Acquired, Analysed, Control, acquire, described, missing_needs, needs_message
from .attempts import TargetRun
from .chips import Chip, Target
from .errors import StoppedError
from .flows import Flow, Group
from .parallel import Parallel
from .recorders import MemoryRecorder, Recorder, RunReport
from .records import (
    FileRecord,
    Key,
    Result,
    file_stem,
    input_parameters,
    output_parameters,
    run_parameters,
    shots_of,
)
from .selections import Selection
from .stages import batch_rounds, check_targets, left_out, output_names
from .tables import Table
from .tasks import Task
from .values import utc_now

T = TypeVar("T", bound=Target)
MOST_AT_ONCE = 32


class Session(Protocol):
    """What `Task.on` and `group` work in."""

    chip: Chip
    groups: list[Group]

    def stage(
        self, task: Task[T], targets: Sequence[T], parallel: Parallel, parameters: Mapping[str, Any]
    ) -> Selection[T]:
        """Measure the targets."""
        ...

    def log(self, level: str, text: str) -> None:
        """Take a line for the log of the run."""
        ...


class BenchSession:
    """Measures on a bench."""

    def __init__(
        self,
        chip: Chip,
        bench: Any,
        recorder: Recorder,
        check: Callable[[], None],
        defaults: Mapping[str, Mapping[str, Any]] | None = None,
        *,
        persist: bool = True,
    ) -> None:
        self.chip = chip
        self.groups: list[Group] = []
        self._bench = bench
        self._recorder = recorder
        self._check = check
        self._defaults = defaults or {}
        self._persist = persist
        self._stage = -1
        self._planned = 0

    def stage(
        self, task: Task[T], targets: Sequence[T], parallel: Parallel, parameters: Mapping[str, Any]
    ) -> Selection[T]:
        """Measure the targets in rounds, and return those on which the task completed."""
        check_targets(task, targets, self.chip)
        checked = task.form.check({**self._project_defaults(task), **parameters})
        self._stage += 1
        measured = [target for target in targets if not left_out(self.groups, target)]
        for target in targets:
            if left_out(self.groups, target):
                self._recorder.log("info", f"{task.name} of {target.id} is left out: its group has failed")
        self._planned += len(measured)
        self._recorder.plan(self._planned)
        runs = {target.id: TargetRun(target) for target in measured}
        for members in batch_rounds(task, measured, parallel):
            self._round(task, [[runs[target.id] for target in batch] for batch in members], checked)
        outcomes = [runs[target.id].outcome(task) for target in measured]
        failed = [(o.target.kind, o.target.id, o.message) for o in outcomes if not o.is_completed]
        for entered in list(reversed(self.groups)):
            entered.take_failures(task.name, failed)
        return Selection(outcomes, output_names(task))

    def log(self, level: str, text: str) -> None:
        """Take a line for the log of the run."""
        self._recorder.log(level, text)

    def _project_defaults(self, task: Task[Any]) -> dict[str, Any]:
        """Return the project's parameters of a task; one that the task does not have is named in the log."""
        of_every_task = self._defaults.get("", {})
        given = {name: value for name, value in of_every_task.items() if name in task.form.parameters}
        for name, value in self._defaults.get(task.name, {}).items():
            if name in task.form.parameters:
                given[name] = value
            else:
                self._recorder.log("warning", f"The project sets '{name}' of {task.name}, which has no such parameter")
        return given

    def _round(self, task: Task[T], batches: list[list[TargetRun[T]]], parameters: dict[str, Any]) -> None:
        if len(batches) == 1:
            return self._batch(task, batches[0], parameters)
        with ThreadPoolExecutor(min(len(batches), MOST_AT_ONCE), "fiducial-lab") as pool:
            # A thread has the context of the flow: what asks for the current run finds it.
            running = [pool.submit(copy_context().run, self._batch, task, batch, parameters) for batch in batches]
        errors = [error for one in running if (error := one.exception()) is not None]
        for error in errors:
            if not isinstance(error, StoppedError):
                raise error
        if errors:
            raise errors[0]
        return None

    def _batch(self, task: Task[T], batch: list[TargetRun[T]], parameters: dict[str, Any]) -> None:
        """Measure a batch until each of its targets has completed or has no attempt left."""
        for run in batch:
            for stored in self._recorder.stored(self._stage, task.name, run.target.id):
                run.take_stored(stored, task)
        while True:
            self._check()
            pending = [run for run in batch if run.is_pending(task.retries)]
            if not pending:
                return
            lacking = [run for run in pending if self._fails_for_needs(task, run, parameters)]
            pending = [run for run in pending if run not in lacking]
            if pending:
                self._attempt(task, pending, parameters)

    def _fails_for_needs(self, task: Task[T], run: TargetRun[T], parameters: dict[str, Any]) -> bool:
        missing = missing_needs(task, run.target)
        if not missing:
            return False
        if run.attempt > 0:
            # Another attempt would find the same.
            run.is_final = True
            return True
        now = utc_now()
        result = self._result(task, run, now, parameters)
        result.status, result.end_at = "failed", now
        result.message = needs_message(task, run.target, missing)
        self._recorder.end([result], [])
        run.finish(result, {}, None, None)
        run.is_final = True
        return True

    def _attempt(self, task: Task[T], pending: list[TargetRun[T]], parameters: dict[str, Any]) -> None:
        started = utc_now()
        results = {run.target.id: self._result(task, run, started, parameters) for run in pending}
        if len({run.attempt for run in pending}) == 1:
            mux_id = task.mux_of([run.target for run in pending])
            for result in results.values():
                result.mux_id = mux_id
        shots = shots_of([*results.values()])
        for shot in shots:
            self._recorder.begin(shot, task.timeout_s)
        control = _AttemptControl(self._check, self._recorder, {id: result.key for id, result in results.items()})
        acquired = acquire(task, [run.target for run in pending], self._bench, parameters, control)
        if isinstance(acquired.error, Exception):
            try:
                self._check()
            except StoppedError as stop:
                # What a driver raises while its bench is stopped is most likely the stop itself.
                acquired.error = stop
        stopped = acquired.error is not None and _is_stop(acquired.error)
        if acquired.error is not None and not stopped:
            # What failed in the middle of a step may have left something on.
            self._bench.stop()
        ended = {
            run.target.id: self._analyse(task, run, results[run.target.id], acquired, parameters, stopped)
            for run in pending
        }
        for shot in shots:
            # A stage that is replayed finds all of a mux, or measures all of it again.
            self._recorder.end(shot, [file for result in shot for file in ended[result.qid][1]])
        for run in pending:
            analysed, _ = ended[run.target.id]
            run.finish(results[run.target.id], _numbers(analysed), acquired.tables[run.target.id], analysed)
        if stopped:
            assert acquired.error is not None
            raise acquired.error

    def _analyse(
        self,
        task: Task[T],
        run: TargetRun[T],
        result: Result,
        acquired: Acquired,
        parameters: dict[str, Any],
        stopped: bool,
    ) -> tuple[Analysed, list[tuple[FileRecord, bytes]]]:
        """Complete the result of a target. Returns the analysis, and the files of the result."""
        table = acquired.tables[run.target.id]
        analysed = Analysed()
        if not stopped and (acquired.error is None or any(table.values())):
            analysed = task.analyse(run.target, table, parameters)
        error = acquired.error or analysed.error
        result.end_at = utc_now()
        others = set(acquired.tables) - {run.target.id}
        reads = {key: value for key, value in acquired.reads.items() if key[0] != task.kind or key[1] not in others}
        result.input_parameters = input_parameters(reads, run.target)
        if stopped:
            result.status = "cancelled"
            result.message = f"Stopped after {max(map(len, table.values()), default=0)} points"
        elif error is not None:
            result.status, result.message = "failed", described(error)
            result.stack_trace = acquired.trace or analysed.trace
        else:
            result.status = "completed"
        if analysed.note:
            self._recorder.log("warning", f"{task.name} of {run.target.id}: {analysed.note}")
        if analysed.fit is not None:
            result.r2 = analysed.fit.r2 if error is None or _finite(analysed.fit.r2) else None
            if error is None:
                result.output_parameters = output_parameters(analysed.fit)
                result.message = _summary(result)
        files = _files_of(result, table, analysed)
        result.files = [file for file, _ in files]
        return analysed, files

    def _result(self, task: Task[Any], run: TargetRun[Any], started: str, parameters: Mapping[str, Any]) -> Result:
        return Result(
            self._stage,
            task.name,
            run.target.kind,
            run.target.id,
            run.attempt,
            "running",
            started,
            persist=self._persist and task.persist,
            run_parameters=run_parameters(parameters, task.form),
        )


class _AttemptControl(Control):
    """Checks the session before every step, and hands its points on."""

    def __init__(self, check: Callable[[], None], recorder: Recorder, keys: Mapping[str, Key]) -> None:
        self._check = check
        self._recorder = recorder
        self._keys = keys

    def check(self) -> None:
        self._check()

    def point(self, target: Target, columns: Sequence[str], row: Sequence[Any]) -> None:
        self._recorder.point(self._keys[target.id], columns, row)


def run_here(flow: Flow, chip: Chip, bench: Any, parameters: Mapping[str, Any]) -> RunReport:
    """Run a flow in this process; the bench is stopped afterwards, even if the run fails."""
    stop = threading.Event()

    def check() -> None:
        if stop.is_set():
            raise StoppedError("The run was interrupted")

    recorder = MemoryRecorder()
    session = BenchSession(chip, bench, recorder, check, persist=flow.persist)
    try:
        flow.execute(session, parameters)
    except BaseException:
        stop.set()
        raise
    finally:
        bench.stop()
    return recorder.report


def _files_of(result: Result, table: Table, analysed: Analysed) -> list[tuple[FileRecord, bytes]]:
    stem = file_stem(result.key)
    files: list[tuple[FileRecord, bytes]] = []
    figures = [figure for figure in (analysed.figure, *analysed.more_figures) if figure is not None]
    for number, figure in enumerate(figures):
        name = f"{stem}{f'.{number}' if number else ''}.{figure.suffix}"
        files.append((FileRecord(name, "figure", figure.content_type, ""), figure.body))
    if any(table.values()):
        files.append((FileRecord(f"{stem}.csv", "raw", "text/csv", ""), table.to_csv()))
    return files


def _summary(result: Result) -> str:
    parts = [f"{name} {part['value']:.4g} {part['unit']}".rstrip() for name, part in result.output_parameters.items()]
    return ", ".join([*parts, *([f"R² {result.r2:.3f}"] if result.r2 is not None else [])])


def _numbers(analysed: Analysed) -> dict[str, float | None]:
    return {} if analysed.fit is None else analysed.fit.numbers()


def _finite(number: float | None) -> bool:
    return number is not None and math.isfinite(number)


def _is_stop(error: BaseException) -> bool:
    return isinstance(error, StoppedError) or not isinstance(error, Exception)
