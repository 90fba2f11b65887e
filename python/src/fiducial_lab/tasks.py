"""Tasks: acquire, fit and plot, each a function of its own."""

from __future__ import annotations

import collections.abc
import inspect
import math
import typing
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar, Union

from .chips import Coupling, Qubit, Target, WholeChip
from .errors import DefinitionError
from .forms import Form, annotation_of
from .gates import Gate
from .outputs import DESCRIPTION_LENGTH, Out, Output
from .parallel import Parallel
from .spans import Span

if typing.TYPE_CHECKING:
    from .acquire import Analysed
    from .selections import Outcome, Selection
    from .tables import Table

T = TypeVar("T", bound=Target)
F = TypeVar("F", bound=Callable[..., Any])

Batch = Union[str, Callable[..., Hashable]]
_KINDS: dict[Any, str] = {Qubit: "qubit", Coupling: "coupling", WholeChip: "system"}


class Task(Generic[T]):
    """A task: what `@task` makes of an acquisition."""

    def __init__(
        self,
        name: str,
        function: Callable[..., Any],
        *,
        needs: Iterable[str],
        gate: str | None,
        retries: int,
        timeout_s: float | None,
        batch: Batch,
        persist: bool,
    ) -> None:
        where = f"task '{name}'"
        if not name or len(name) > 100:
            raise DefinitionError(f"{where}: the name has 1 to 100 characters")
        if isinstance(needs, str):
            raise DefinitionError(f"{where}: needs is a list, such as ['{needs}']")
        if type(retries) is not int or not 0 <= retries <= 100:
            raise DefinitionError(f"{where}: retries is a number from 0 to 100, not {retries!r}")
        if timeout_s is not None and not (timeout_s > 0 and math.isfinite(timeout_s)):
            raise DefinitionError(f"{where}: timeout_s is a number of seconds above 0, not {timeout_s!r}")
        self.name = name
        self.function = function
        self.needs = tuple(needs)
        self.retries = retries
        self.timeout_s = timeout_s
        self.persist = persist
        self.description = inspect.getdoc(function) or ""
        self.form = Form(function, where)
        self.kind, self.takes_many = _first_argument(function, where)
        self.batch = _checked_batch(batch, self.kind, self.takes_many, where)
        self.gate = Gate(gate) if gate else None
        self.output: type[Out] | None = None
        self.fit_function: Callable[..., Any] | None = None
        self.plot_function: Callable[..., Any] | None = None

    def __repr__(self) -> str:
        return f"<task '{self.name}'>"

    @property
    def outputs(self) -> Mapping[str, Output]:
        """The outputs that the fit declares."""
        return {} if self.output is None else self.output.outputs

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of what the acquisition yields, in order: the arguments of the fit."""
        if self.fit_function is None:
            return ()
        return tuple(_positional(self.fit_function))

    @property
    def units(self) -> dict[str, str]:
        """The units of the columns that a span gives."""
        found = {name: parameter.default for name, parameter in self.form.parameters.items()}
        return {name: default.unit for name, default in found.items() if isinstance(default, Span)}

    def fit(self, function: F) -> F:
        """Register the fit. Its positional arguments name the columns; keyword ones are parameters of the task.

        It returns an `Out`, named by its annotation, and touches no instrument: `refit` calls it alone.
        """
        where = f"fit of task '{self.name}'"
        self._check_keywords(function, where)
        returned = inspect.signature(function).return_annotation
        if isinstance(returned, str):
            scope = getattr(function, "__globals__", {})
            returned = scope.get(returned, _local_class(returned))
        if not (isinstance(returned, type) and issubclass(returned, Out)):
            raise DefinitionError(f"{where}: say which Out it returns, such as 'def _(delay, y) -> Coherence'")
        if not _positional(function):
            raise DefinitionError(f"{where}: it takes no data; name what the task yields, such as (delay, population)")
        if self.gate:
            self.gate.require_known(returned.gate_names())
        for output in returned.outputs.values():
            if output.role and self.kind != "coupling":
                raise DefinitionError(f"{where}: {output.name} has a role, and the task does not run on couplings")
        self.output = returned
        self.fit_function = function
        return function

    def plot(self, function: F) -> F:
        """Register the plot. It takes the data by name, and `fit`, which is None if the fit failed."""
        self._check_keywords(function, f"plot of task '{self.name}'")
        self.plot_function = function
        return function

    def on(self, targets: Iterable[T], *, parallel: Parallel = None, **parameters: Any) -> Selection[T]:
        """Measure the targets, as a stage of the flow that runs. Returns those that completed."""
        from .flows import current_session

        return current_session(f"{self.name}.on()").stage(self, list(targets), parallel, parameters)

    def __call__(self, target: T, bench: Any, **parameters: Any) -> Outcome[T]:
        """Measure one target now, without a flow and without the service."""
        from .acquire import measure_alone

        return measure_alone(self, target, bench, parameters)

    def analyse(self, target: Target, table: Table, parameters: dict[str, Any]) -> Analysed:
        """Fit, check and plot what was measured of one target."""
        from .acquire import analyse

        return analyse(self, table, parameters)

    def describe(self) -> dict[str, Any]:
        """Return the description of the task for the service: its form, its outputs, its requirements."""
        return {
            "name": self.name,
            "task_type": "mux" if self.batch == "mux" and self.kind == "qubit" else self.kind,
            "description": self.description[:DESCRIPTION_LENGTH],
            "form": self.form.schema(),
            "outputs": {
                output.metric: {"unit": output.unit, "description": output.description}
                for output in self.outputs.values()
            },
            "needs": list(self.needs),
        }

    def mux_of(self, batch: Sequence[Target]) -> int | None:
        """Return the mux whose qubits a call measures in one shot; None if it is not such a call."""
        muxes = frozenset[int]().union(*(target.muxes for target in batch))
        if self.batch != "mux" or self.kind != "qubit" or len(muxes) != 1:
            return None
        return next(iter(muxes))

    def batches(self, targets: Iterable[T]) -> list[list[T]]:
        """Return the targets that are measured by one call each, in order."""
        if not self.takes_many:
            return [[target] for target in targets]
        groups: dict[Hashable, list[T]] = {}
        for target in targets:
            groups.setdefault(self._group_of(target), []).append(target)
        return list(groups.values())

    def _group_of(self, target: T) -> Hashable:
        if callable(self.batch):
            return self.batch(target)
        if self.batch == "mux":
            # A qubit without a readout line of its own is read alone.
            return tuple(sorted(target.muxes)) or target.id
        return self.batch

    def _check_keywords(self, function: Callable[..., Any], where: str) -> None:
        for name, parameter in inspect.signature(function).parameters.items():
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY and name not in self.form.parameters:
                raise DefinitionError(f"{where}: '{name}' is not a parameter of the task")


def task(
    name: str,
    *,
    needs: Iterable[str] = (),
    gate: str | None = None,
    retries: int = 0,
    timeout_s: float | None = None,
    batch: Batch = "target",
    persist: bool = True,
) -> Callable[[Callable[..., Any]], Task[Any]]:
    """Make a task of an acquisition.

    The function takes a target (`Qubit` or `Coupling`, or a list of them), the bench, and keyword parameters, which
    are the form. It yields points, `(x, y, ...)`, and may be stopped at each; or it returns columns by name. A task on
    a list yields `x, {id: y}` or returns columns by id.

    Args:
        name: The name under which the service keeps its results.
        needs: Metrics that the target must have. Where one is absent the task fails and names it.
        gate: A condition on the fit, such as `r2 > 0.9`.
        retries: How often a failed attempt is repeated.
        timeout_s: The longest time of an attempt.
        batch: `target`; `mux`, `all` or a function of the target, for tasks on a list.
        persist: False: its values become current only when a user accepts them.
    """
    return lambda function: Task(
        name, function, needs=needs, gate=gate, retries=retries, timeout_s=timeout_s, batch=batch, persist=persist
    )


def call_with_data(
    function: Callable[..., Any],
    data: collections.abc.Mapping[str, Any],
    parameters: dict[str, Any],
    where: str,
) -> Any:
    """Call a fit or a plot: positional arguments by column, keyword ones by parameter."""
    arguments: list[Any] = []
    for name in _positional(function):
        if name not in data:
            known = ", ".join(key for key in data if key != "fit")
            raise DefinitionError(f"{where} takes '{name}', and the data has: {known}")
        arguments.append(data[name])
    keywords = {
        name: parameters[name]
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    }
    return function(*arguments, **keywords)


def _positional(function: Callable[..., Any]) -> list[str]:
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [name for name, parameter in inspect.signature(function).parameters.items() if parameter.kind in kinds]


def _first_argument(function: Callable[..., Any], where: str) -> tuple[str, bool]:
    names = _positional(function)
    if len(names) != 2:
        raise DefinitionError(f"{where}: it takes a target and the bench, then '*' and its parameters")
    annotation = annotation_of(function, names[0], where)
    if annotation in _KINDS:
        return _KINDS[annotation], False
    inner = typing.get_args(annotation)
    if typing.get_origin(annotation) in (list, collections.abc.Sequence) and inner and inner[0] in _KINDS:
        return _KINDS[inner[0]], True
    raise DefinitionError(f"{where}: '{names[0]}' is a Qubit, a Coupling, list[Qubit] or list[Coupling]")


def _checked_batch(batch: Batch, kind: str, takes_many: bool, where: str) -> Batch:
    if callable(batch) or batch in ("mux", "all"):
        if not takes_many:
            raise DefinitionError(f"{where}: with batch={batch!r} it takes a list, such as list[Qubit]")
        return batch
    if batch == "coupling":
        if kind != "coupling" or takes_many:
            raise DefinitionError(f"{where}: with batch='coupling' it takes a Coupling")
        return batch
    if batch != "target":
        raise DefinitionError(f"{where}: batch is 'target', 'mux', 'coupling', 'all' or a function, not {batch!r}")
    if takes_many:
        raise DefinitionError(f"{where}: it takes a list; say batch='mux', batch='all' or a function of the target")
    return batch


def _local_class(name: str) -> Any:
    """Find a class by name in the frames that register a fit: the class may be local to a test or a notebook cell."""
    frame = inspect.currentframe()
    while frame is not None:
        if name in frame.f_locals:
            return frame.f_locals[name]
        frame = frame.f_back
    return None
