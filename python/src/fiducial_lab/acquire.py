"""One attempt: acquire, fit, gate, plot."""

from __future__ import annotations

import inspect
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from .chips import Target, record_reads
from .errors import StoppedError, TaskFailedError, TaskTimeoutError
from .figures import FigureFile, figure_file
from .outputs import Out
from .selections import Outcome
from .spans import Span
from .tables import Table, column_of, number_of
from .tasks import Task, call_with_data
from .values import Value

T = TypeVar("T", bound=Target)

Reads = Mapping["tuple[str, str, str]", Value]


class Control:
    """Decides whether an attempt may go on, and receives its points. This one never stops."""

    def check(self) -> None:
        """Raise StoppedError if the bench must stop. Called before every step."""

    def point(self, target: Target, columns: Sequence[str], row: Sequence[Any]) -> None:
        """Take a point that was measured."""


@dataclass
class Acquired:
    """What an acquisition gave: a table for each target, perhaps of a part of the sweep, and how it ended."""

    tables: dict[str, Table]
    error: BaseException | None = None
    trace: str = ""
    reads: Reads = field(default_factory=dict["tuple[str, str, str]", Value])


@dataclass
class Analysed:
    """What fit and plot made of the data of one target."""

    fit: Out | None = None
    figure: FigureFile | None = None
    more_figures: list[FigureFile] = field(default_factory=list[FigureFile])
    error: Exception | None = None
    trace: str = ""
    note: str = ""


def acquire(
    task: Task[Any], batch: Sequence[Target], bench: Any, parameters: Mapping[str, Any], control: Control
) -> Acquired:
    """Call an acquisition and collect its data; an error is kept together with the data measured so far."""
    rows = _Rows(task, batch, control)
    deadline = None if task.timeout_s is None else time.monotonic() + task.timeout_s

    def may_go_on() -> None:
        control.check()
        if deadline is not None and time.monotonic() > deadline:
            raise TaskTimeoutError(f"it took longer than timeout_s = {task.timeout_s:g} s")

    with record_reads() as reads:
        try:
            may_go_on()
            argument = list(batch) if task.takes_many else batch[0]
            produced = task.function(argument, bench, **parameters)
            if inspect.isgenerator(produced):
                _drain(cast("Iterator[Any]", produced), rows, may_go_on)
            else:
                rows.take_whole(produced)
                may_go_on()
            error, trace = None, ""
        except BaseException as raised:
            error, trace = raised, traceback.format_exc()
            is_late = deadline is not None and time.monotonic() > deadline
            if is_late and isinstance(raised, Exception) and not isinstance(raised, (StoppedError, TaskTimeoutError)):
                # What was interrupted raises whatever its driver raises.
                error = TaskTimeoutError(f"it took longer than timeout_s = {task.timeout_s:g} s ({described(raised)})")
    return Acquired(rows.tables(), error, trace, dict(reads))


def analyse(task: Task[Any], table: Table, parameters: dict[str, Any]) -> Analysed:
    """Fit, check and plot the data of one target. The plot is made also where the fit failed."""
    analysed = Analysed()
    data = table.arrays()
    if task.fit_function is not None:
        try:
            fitted = call_with_data(task.fit_function, data, parameters, f"fit of task '{task.name}'")
            if task.output is None or not isinstance(fitted, task.output):
                expected = task.output.__name__ if task.output else "Out"
                raise TaskFailedError(f"the fit returned {type(fitted).__name__}, not {expected}")
            analysed.fit = fitted
            fitted.check()
            if task.gate is not None:
                task.gate.require(fitted.numbers())
        except Exception as error:
            analysed.error, analysed.trace = error, traceback.format_exc()
    if task.plot_function is not None:
        try:
            where = f"plot of task '{task.name}'"
            figure = call_with_data(task.plot_function, {**data, "fit": analysed.fit}, parameters, where)
            analysed.figure = None if figure is None else figure_file(figure)
        except Exception as error:
            # A figure that cannot be drawn takes no value away.
            analysed.note = f"no figure: {described(error)}"
    return analysed


def measure_alone(task: Task[Any], target: T, bench: Any, parameters: Mapping[str, Any]) -> Outcome[T]:
    """Measure one target outside a flow: what a call of the task does."""
    checked = task.form.check(parameters)
    require_needs(task, target)
    try:
        acquired = acquire(task, [target], bench, checked, Control())
    except BaseException:
        bench.stop()
        raise
    if acquired.error is not None:
        bench.stop()
        if not isinstance(acquired.error, Exception):
            raise acquired.error
        return Outcome(target, task.name, "failed", described(acquired.error), data=acquired.tables[target.id])
    table = acquired.tables[target.id]
    analysed = task.analyse(target, table, checked)
    status = "failed" if analysed.error else "completed"
    message = described(analysed.error) if analysed.error else ""
    numbers = {} if analysed.fit is None else analysed.fit.numbers()
    figure = analysed.figure
    return Outcome(target, task.name, status, message, 0, numbers, analysed.fit, table, figure and figure.body)


def missing_needs(task: Task[Any], target: Target) -> list[str]:
    """Return the metrics that a task needs and a target does not have. A coupling's qubits may have them."""
    holders = [target, *target.qubits] if target.kind == "coupling" else [target]
    return [metric for metric in task.needs if not any(holder.has(metric) for holder in holders)]


def require_needs(task: Task[Any], target: Target) -> None:
    """Raise TaskFailedError that names the missing requirements."""
    missing = missing_needs(task, target)
    if missing:
        raise TaskFailedError(needs_message(task, target, missing))


def needs_message(task: Task[Any], target: Target, missing: Sequence[str]) -> str:
    """Say what a task needs and a target does not have."""
    names = " and ".join(f"'{name}'" for name in missing)
    return f"{task.name} needs {names} of {target.kind} {target.id}, which has no current value"


def described(error: BaseException) -> str:
    """Return the text of an error, with its type if the text alone does not explain it."""
    if isinstance(error, (TaskFailedError, StoppedError)):
        return str(error)
    return f"{type(error).__name__}: {error}"


def _drain(produced: Iterator[Any], rows: _Rows, may_go_on: Callable[[], None]) -> None:
    try:
        while True:
            may_go_on()
            try:
                point = next(produced)
            except StopIteration as end:
                if end.value is not None:
                    raise TaskFailedError("yield the points or return the data, not both") from None
                return
            rows.take(point)
    finally:
        # `finally` of the task itself runs here, so that it can leave its instruments as they were.
        getattr(produced, "close", lambda: None)()


class _Rows:
    """The points of an acquisition by target."""

    def __init__(self, task: Task[Any], batch: Sequence[Target], control: Control) -> None:
        self._task = task
        self._batch = batch
        self._control = control
        self._axis = next((n for n, p in task.form.parameters.items() if isinstance(p.default, Span)), "x")
        self._columns: dict[str, dict[str, list[Any]]] = {target.id: {} for target in batch}
        self._names: tuple[str, ...] = ()
        self._is_swept = False

    def take(self, point: Any) -> None:
        """Add what was yielded: a row, or for many targets `x, {id: y}`."""
        self._is_swept = True
        if isinstance(point, Mapping):
            named = cast("Mapping[str, Any]", point)
            return self._add(self._batch[0], list(named), list(named.values()))
        if not isinstance(point, tuple):
            raise TaskFailedError(f"yield a point as a tuple, such as 'yield delay, population', not {point!r}")
        # mypy and pyright narrow a tuple of Any differently.
        row: list[Any] = list(cast("Sequence[Any]", point))
        if not self._task.takes_many:
            return self._add(self._batch[0], None, row)
        if len(row) != 2 or not isinstance(row[1], Mapping):
            raise TaskFailedError("a task on a list yields 'x, {id: y}'")
        by_id = cast("Mapping[str, Any]", row[1])
        self._require_ids(by_id)
        for target in self._batch:
            y = by_id[target.id]
            self._add(target, None, [row[0], *(cast("Sequence[Any]", y) if isinstance(y, tuple) else (y,))])
        return None

    def take_whole(self, returned: Any) -> None:
        """Take what was returned: columns by name, or for many targets by id and name."""
        if not isinstance(returned, Mapping):
            raise TaskFailedError(
                f"return the data by name, such as {{'delay': [...], 'population': [...]}}, not {returned!r:.80}"
            )
        found = cast("Mapping[str, Any]", returned)
        if not self._task.takes_many:
            found = {self._batch[0].id: found}
        self._require_ids(found)
        for target in self._batch:
            columns = found[target.id]
            if not isinstance(columns, Mapping):
                raise TaskFailedError(f"the data of {target.id} must be columns by name")
            for name, column in cast("Mapping[str, Any]", columns).items():
                self._columns[target.id][str(name)] = column_of(column, str(name))

    def tables(self) -> dict[str, Table]:
        """Return what was measured so far."""
        axes = self._names[:1] if self._is_swept else [self._axis]
        return {id: Table(columns, self._task.units, axes) for id, columns in self._columns.items()}

    def _require_ids(self, found: Mapping[str, Any]) -> None:
        ids = {target.id for target in self._batch}
        for id in ids - set(found):
            raise TaskFailedError(f"the data of '{id}' is missing")
        for id in set(found) - ids:
            raise TaskFailedError(f"the data names '{id}', which was not asked for")

    def _add(self, target: Target, names: list[str] | None, row: list[Any]) -> None:
        if not self._names:
            self._names = tuple(names or self._named(len(row)))
        if len(row) != len(self._names) or (names is not None and tuple(names) != self._names):
            raise TaskFailedError(f"a point has {len(row)} numbers, and the columns are {', '.join(self._names)}")
        numbers = [number_of(cell, name) for name, cell in zip(self._names, row, strict=True)]
        columns = self._columns[target.id]
        for name, number in zip(self._names, numbers, strict=True):
            columns.setdefault(name, []).append(number)
        self._control.point(target, self._names, numbers)

    def _named(self, count: int) -> list[str]:
        columns = self._task.columns
        if len(columns) >= count:
            return list(columns[:count])
        return [self._axis, "y", *(f"y{n}" for n in range(2, count))][:count]
