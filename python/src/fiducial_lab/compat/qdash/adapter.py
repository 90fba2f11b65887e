"""A task of QDash as a task of this package."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from ...acquire import Analysed
from ...chips import Coupling, Qubit, Target, WholeChip
from ...errors import DefinitionError, MissingValueError, TaskFailedError
from ...figures import FigureFile, figure_file
from ...outputs import Out
from ...tables import Table
from ...tasks import Task
from ...units import convert, convert_error, parse_unit
from .basetask import BaseBackend, BaseTask, FakeBackend, QubexBackend
from .inputs import metric_of, overridden, value_of, with_value
from .models import (
    VALUE_TYPES,
    ParameterModel,
    PostProcessResult,
    PreProcessResult,
    RunParameterModel,
    RunResult,
    TaskTypes,
)
from .outputs import DeclaredOutput, check_role, declared_output, out_of
from .raw_data import raw_columns
from .run_parameters import RunForm

MOST_FIGURES = 16
"""How many figures a result has at most."""

Reach = Literal["target", "mux", "batch"]
"""What one call measures: a target, the qubits of a mux from one of them, or all of a group."""
_KIND_OF = {
    TaskTypes.QUBIT: "qubit",
    TaskTypes.MUX: "qubit",
    TaskTypes.COUPLING: "coupling",
    TaskTypes.GLOBAL: "system",
    TaskTypes.SYSTEM: "system",
}


@dataclass(frozen=True)
class Call:
    """How a flow calls a task, beyond its targets.

    `settings` are run parameters by name, `inputs` values in place of those of the chip.
    """

    settings: Mapping[str, RunParameterModel] = field(default_factory=dict[str, RunParameterModel])
    inputs: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, "Mapping[str, Any]"])
    persist: bool = True
    config: Mapping[str, Any] = field(default_factory=dict[str, Any])
    group_of: Mapping[str, int] = field(default_factory=dict[str, int])
    execution_id: str = ""


@dataclass
class _Processed:
    """What an attempt gave for one target."""

    after: PostProcessResult | None = None
    run: RunResult | None = None
    error: Exception | None = None
    defaults: list[str] = field(default_factory=list[str])


class QDashTask(Task[Any]):
    """Runs a task of QDash: `preprocess`, `run`, `postprocess`, then the checks that QDash makes of a result."""

    def __init__(self, made: type[BaseTask], call: Call | None = None, reach: Reach | None = None) -> None:
        where = f"task '{made.name}'"
        self.made = made
        self.call = call or Call()
        self.reach: Reach = reach or ("mux" if made.is_mux_level or made.task_type == TaskTypes.MUX else "target")
        self._processed: dict[str, _Processed] = {}
        if made.task_type not in _KIND_OF:
            raise DefinitionError(f"{where}: task_type is {', '.join(_KIND_OF)}, not {made.task_type!r}")
        for name, held in made.input_parameters.items():
            check_role(held.qid_role if held else "", f"{where}: input '{name}'")
        for name, held in made.run_parameters.items():
            if held.value_type not in VALUE_TYPES:
                known = ", ".join(VALUE_TYPES)
                raise DefinitionError(
                    f"{where}: run parameter '{name}': value_type is {known}, not {held.value_type!r}"
                )
        super().__init__(
            made.name,
            _shape(_KIND_OF[made.task_type], self.reach),
            needs=(),
            gate=None,
            retries=0,
            timeout_s=float(made.timeout),
            batch=_batch(self.reach, self.call.group_of),
            persist=self.call.persist,
        )
        self.function = self._on_many if self.takes_many else self._on_one
        self.description = (made.__doc__ or "").strip()
        self.form = RunForm({**made.run_parameters, **self.call.settings}, where)
        self.needs = tuple(dict.fromkeys(self._needed()))
        declared = [(name, declared_output(name, output, where)) for name, output in made.output_parameters.items()]
        self.output = out_of(tuple(own for _, own in declared))
        for output in self.output.outputs.values():
            if output.role and self.kind != "coupling":
                raise DefinitionError(f"{where}: {output.name} has a role, and the task does not run on couplings")

    def analyse(self, target: Target, table: Table, parameters: dict[str, Any]) -> Analysed:
        """Judge what the attempt gave for a target."""
        processed = self._processed.pop(target.id, _Processed())
        analysed = Analysed(error=processed.error)
        notes = [f"'{name}' is not known; its default is used" for name in processed.defaults]
        if processed.after is not None:
            r2 = self._take_values(target, processed, analysed, notes)
            analysed.error = analysed.error or self._fault(r2, processed.after)
            self._take_figures(processed.after, analysed, notes)
        analysed.note = "; ".join(notes)
        return analysed

    # Acquisition

    def _on_one(self, target: Target, bench: Any, **settings: Any) -> dict[str, Any]:
        return self._measure([target], bench, settings)[target.id]

    def _on_many(self, targets: list[Target], bench: Any, **settings: Any) -> dict[str, dict[str, Any]]:
        return self._measure(targets, bench, settings)

    def _measure(self, targets: Sequence[Target], bench: Any, settings: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        made = self.made()
        for name, value in settings.items():
            held = self.call.settings.get(name) or made.run_parameters[name]
            made.run_parameters[name] = held.model_copy(update={"value": value})
        backend = self._backend(bench)
        defaults = self._set_inputs(made, targets[0])
        before: Any = made.preprocess(backend, targets[0].id)
        if isinstance(before, PreProcessResult):
            made.input_parameters.update(before.input_parameters)
            made.run_parameters.update(before.run_parameters)
        elif before is not None:
            raise TaskFailedError(f"preprocess returned {type(before).__name__}, not PreProcessResult")
        ids = [target.id for target in targets]
        run: Any = made.batch_run(backend, ids) if self.reach == "batch" else made.run(backend, ids[0])
        if not isinstance(run, RunResult):
            raise TaskFailedError(f"run returned {type(run).__name__}, not RunResult")
        run = run.model_copy(update={"r2": _r2_by_id(run.r2)})
        tables: dict[str, dict[str, Any]] = {}
        for target in targets:
            processed = _Processed(run=run, defaults=defaults)
            tables[target.id] = {}
            try:
                after: Any = made.postprocess(backend, self.call.execution_id, run, target.id)
                if not isinstance(after, PostProcessResult):
                    raise TaskFailedError(f"postprocess returned {type(after).__name__}, not PostProcessResult")
                for name, given in after.output_parameters.items():
                    if not isinstance(given, ParameterModel):  # pyright: ignore[reportUnnecessaryIsInstance]
                        raise TaskFailedError(f"postprocess gave {given!r} for '{name}', not a ParameterModel")
                # The next target is processed by the same object.
                copied = {name: given.model_copy() for name, given in after.output_parameters.items()}
                processed.after = after.model_copy(update={"output_parameters": copied})
                tables[target.id] = raw_columns(after.raw_data)
            except Exception as error:
                if len(targets) == 1:
                    raise
                processed.error = error
            self._processed[target.id] = processed
        return tables

    def _backend(self, bench: Any) -> BaseBackend:
        kind = FakeBackend if self.made.backend == "fake" else QubexBackend
        return kind({**self.call.config, "task_type": self.made.task_type}, bench)

    def _needed(self) -> list[str]:
        declared: Mapping[str, ParameterModel | None] = self.made.input_parameters
        wanted = [(name, held) for name, held in declared.items() if name not in self.call.inputs]
        return [metric_of(name, held) for name, held in wanted if held is None or held.value is None]

    def _set_inputs(self, made: BaseTask, target: Target) -> list[str]:
        """Set the inputs from the chip. Returns the names of those whose default is used."""
        defaults: list[str] = []
        for name, given in self.call.inputs.items():
            made.input_parameters[name] = overridden(made.input_parameters.get(name), given)
        for name, held in list(made.input_parameters.items()):
            if name in self.call.inputs:
                continue
            value = value_of(target, metric_of(name, held), held.qid_role if held else "")
            if value is not None:
                made.input_parameters[name] = with_value(held, value, f"{self.name}: the input '{name}'")
            elif held is None or held.value is None:
                raise MissingValueError(
                    f"{self.name} needs '{metric_of(name, held)}'"
                    f"{f' of the {held.qid_role}' if held and held.qid_role else ''} of {target.kind} {target.id}, "
                    "which has no current value"
                )
            else:
                defaults.append(name)
        return defaults

    # Judgement

    def _take_values(self, target: Target, processed: _Processed, analysed: Analysed, notes: list[str]) -> float | None:
        """Set the fit. Returns R²."""
        assert processed.after is not None
        run_r2 = processed.run.r2 if processed.run else None
        r2 = None if run_r2 is None else run_r2.get(target.id)
        given = {name: held for name, held in processed.after.output_parameters.items() if held.value is not None}
        unset = [name for name in processed.after.output_parameters if name not in given]
        if unset:
            notes.append(f"{', '.join(unset)}: no value was set")
        if run_r2 is not None and r2 is None:
            notes.append("the fit gave no R², so its values are left out")
            given = {}
        try:
            fit = self._fit(given, r2)
            analysed.fit = fit
            fit.check()
        except Exception as error:
            analysed.error = analysed.error or error
        return r2

    def _fit(self, given: Mapping[str, ParameterModel], r2: float | None) -> Out:
        where = f"task '{self.name}'"
        declared = {name: declared_output(name, held, where) for name, held in self.made.output_parameters.items()}
        fields: dict[str, DeclaredOutput] = {}
        numbers: dict[str, float] = {}
        errors: dict[str, float] = {}
        for name, held in given.items():
            own = fields.setdefault(name, declared.get(name) or declared_output(name, held, where))
            value, error = float(cast("float", held.value)), float(held.error or 0)
            unit = held.unit or own.unit
            if parse_unit(unit).name != parse_unit(own.unit).name:
                error = convert_error(error, value, unit, own.unit)
                value = convert(value, unit, own.unit)
            numbers[own.field] = value
            if error:
                errors[own.field] = error
        made = cast("Callable[..., Out]", out_of(tuple(fields.values())))
        return made(r2=r2, errors=errors, **numbers)

    def _fault(self, r2: float | None, after: PostProcessResult) -> Exception | None:
        """Return why a result fails: its own word, a poor fit, or a fidelity above 1."""
        if after.validation_error:
            return TaskFailedError(after.validation_error)
        if r2 is not None and self.made().r2_is_lower_than_threshold(r2):
            return TaskFailedError(f"{self.name} R² value too low: {r2:.4f}")
        for name, held in after.output_parameters.items():
            limit = 100.0 if held.unit == "%" else 1.0
            if "fidelity" in name and held.value is not None and held.value > limit:
                share = held.value / limit * 100
                return TaskFailedError(f"Fidelity exceeds 100% for {self.name}.{name}: {share:.2f}%")
        return None

    def _take_figures(self, after: PostProcessResult, analysed: Analysed, notes: list[str]) -> None:
        made: list[FigureFile] = []
        for figure in after.figures:
            try:
                made.append(figure_file(figure))
            except Exception as error:
                notes.append(f"no figure: {error}")
        if len(made) > MOST_FIGURES:
            notes.append(f"only the first {MOST_FIGURES} of {len(made)} figures are kept")
        if made:
            analysed.figure, analysed.more_figures = made[0], made[1:MOST_FIGURES]


class UnknownTask(Task[Any]):
    """A task whose code is not loaded: it can be planned, and not run."""

    def __init__(self, name: str, kind: str, reach: Reach, reason: str, group_of: Mapping[str, int]) -> None:
        def refuse(*_: Any) -> None:
            raise TaskFailedError(reason or f"{name} has no code here")

        reach = reach if kind == "qubit" else "target"
        super().__init__(
            name,
            _shape(kind, reach),
            needs=(),
            gate=None,
            retries=0,
            timeout_s=None,
            batch=_batch(reach, group_of),
            persist=True,
        )
        self.function = refuse
        self.reason = reason
        self.is_absent = not reason
        self.reach = reach


def _r2_by_id(r2: Any) -> dict[str, float | None] | None:
    """Return R² by the ids of targets. Raises TaskFailedError unless they are numbers by id."""
    if r2 is None:
        return None
    try:
        given: dict[Any, Any] = dict(r2)
        return {str(id): None if number is None else float(number) for id, number in given.items()}
    except (TypeError, ValueError):
        raise TaskFailedError(f"run gave {r2!r} as r2, not numbers by the id of the target") from None


def _batch(reach: Reach, group_of: Mapping[str, int]) -> Any:
    def group(target: Target) -> int:
        return group_of.get(target.id, 0)

    return group if reach == "batch" else reach


def _shape(kind: str, reach: Reach) -> Callable[..., Any]:
    """Return a function of the signature that a task of this kind has."""

    def on_qubit(target: Qubit, bench: Any) -> None: ...

    def on_qubits(targets: list[Qubit], bench: Any) -> None: ...

    def on_coupling(target: Coupling, bench: Any) -> None: ...

    def on_chip(target: WholeChip, bench: Any) -> None: ...

    shapes: dict[str, Callable[..., Any]] = {"coupling": on_coupling, "system": on_chip}
    return shapes.get(kind, on_qubit if reach == "target" else on_qubits)
