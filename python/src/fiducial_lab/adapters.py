"""Routines of Qibocal, QUAlibrate, LabOne Q and Qiskit Experiments as what a task returns: columns by name.

Each function runs a routine, or reads its results, and imports none of these packages. Numbers that the routine has
fitted become columns of one cell, named like them; where its analysis failed they are `nan`, so that the fit of the
task fails and the data is kept.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, cast

from .chips import Target
from .errors import ParameterError, TaskFailedError, did_you_mean

Columns = dict[str, "list[Any]"]
"""Raw data by name, as a task returns it."""

_OF_EVERY_QIBOCAL_ROUTINE = ("nshots", "relaxation_time")


def qiskit_columns(
    experiment: Any, backend: Any, *, axis: str, results: Sequence[str] = (), outcome: str = "1", **run_options: Any
) -> Columns:
    """Run a Qiskit experiment. Columns: `axis`, `population`, and each of `results` with its `_error`.

    Args:
        experiment: The experiment.
        backend: The backend that runs it.
        axis: The name of what is swept; its values are the `xval` of the circuits, in their unit.
        results: Names of analysis results, such as `T1`.
        outcome: The bit string whose share is the population.
        run_options: Options of the run, such as `shots`.
    """
    data = experiment.run(backend, **run_options).block_for_results()
    rows: list[dict[str, Any]] = data.data()
    if not rows:
        raise TaskFailedError(f"{type(experiment).__name__}: {data.errors() or 'it has no data'}")
    if data.analysis_errors():
        warnings.warn(f"{type(experiment).__name__}: {data.analysis_errors()}", stacklevel=2)
    shares = [row["counts"].get(outcome, 0) / sum(row["counts"].values()) for row in rows]
    columns: Columns = {axis: [row["metadata"].get("xval", n) for n, row in enumerate(rows)], "population": shares}
    found = {row.name: row.value for row in data.analysis_results(dataframe=True).itertuples(index=False)}
    for name in results:
        columns |= _measured(name, found.get(name))
    return columns


def qibocal_columns(
    routine: Any, platform: Any, targets: Sequence[Target], results: Sequence[str] = (), **parameters: Any
) -> dict[str, Columns]:
    """Run a Qibocal routine on qubits of a platform. Columns of each: the fields of its data, and `results`.

    Raises:
        ParameterError: The routine does not have a parameter.
        TaskFailedError: The platform does not have a qubit.
    """
    known = [*routine.parameters_type.__dataclass_fields__, *_OF_EVERY_QIBOCAL_ROUTINE]
    _refuse_unknown(parameters, known, "the routine")
    own = {str(key): key for key in platform.qubits}
    missing = [target.id for target in targets if target.id not in own]
    if missing:
        raise TaskFailedError(f"the platform has no qubit '{missing[0]}' (it has: {', '.join(own)})")
    keys = {target.id: own[target.id] for target in targets}
    data, _ = routine.acquisition(routine.parameters_type.load(parameters), platform, list(keys.values()))
    fitted: Any = None
    try:
        fitted, _ = routine.fit(data)
    except Exception as error:
        warnings.warn(f"the fit of the routine failed: {error}", stacklevel=2)
    columns: dict[str, Columns] = {}
    for id, key in keys.items():
        values = data.data[key]
        columns[id] = {name: values[name].tolist() for name in values.dtype.names}
        for name in results:
            columns[id] |= _measured(name, getattr(fitted, name, {}).get(key))
    return columns


def qualibrate_columns(
    node: Any,
    targets: Sequence[Target],
    results: Sequence[str] = (),
    *,
    targets_name: str = "qubits",
    **parameters: Any,
) -> dict[str, Columns]:
    """Run a node of a QUAlibrate library. Columns of each target: `node.results[target]`.

    The numbers in `results` are `nan` where the outcome of the target is not successful.

    Raises:
        ParameterError: The node does not have a parameter.
    """
    _refuse_unknown({**parameters, targets_name: None}, [*node.parameters_class.model_fields], "the node")
    node.run(interactive=False, **{targets_name: [target.id for target in targets]}, **parameters)
    columns: dict[str, Columns] = {}
    for target in targets:
        outcome = node.outcomes.get(target.id)
        has_succeeded = getattr(outcome, "value", outcome) == "successful"
        found = cast("Mapping[str, Any]", node.results.get(target.id, {}))
        own = {name: _cells(value) for name, value in found.items() if name.removesuffix("_error") not in results}
        for name in results:
            pair = (found[name], found.get(f"{name}_error")) if has_succeeded and name in found else None
            own |= _measured(name, pair)
        columns[target.id] = own
    return columns


def laboneq_columns(results: Any, target: Target, *, axis: str, name: str = "signal") -> Columns:
    """Read what a LabOne Q task has acquired of a quantum element: `axis`, the complex `name`, and calibration traces.

    Args:
        results: What `run_experiment` returned.
        target: The qubit; its id is the uid of the quantum element.
        axis: The name of what is swept, in the unit of the experiment.
        name: The name of what is acquired.
    """
    if target.id not in results:
        raise TaskFailedError(f"LabOne Q has no results of '{target.id}'")
    of_target = results[target.id]
    acquired = of_target.result
    columns: Columns = {axis: _cells(acquired.axis[0]), name: _cells(acquired.data)}
    traces: Any = of_target.cal_trace if "cal_trace" in of_target else ()
    for state in traces:
        columns[f"{name}_{state}"] = _cells(traces[state].data)
    return columns


def _refuse_unknown(given: Mapping[str, Any], known: Sequence[str], holder: str) -> None:
    for name in given:
        if name not in known:
            raise ParameterError(
                f"{holder} has no parameter '{name}'{did_you_mean(name, known)} (it has: {', '.join(known)})"
            )


def _measured(name: str, value: Any) -> Columns:
    """Return a fitted number with its error: a plain one, a pair, or one that knows its deviation."""
    error: Any = None
    if hasattr(value, "nominal_value"):
        value, error = value.nominal_value, value.std_dev
    elif isinstance(value, (list, tuple)):
        value, error = [*cast("Sequence[Any]", value), None][:2]
    return {name: [_number(value)], f"{name}_error": [_number(error)]}


def _number(value: Any) -> float:
    return math.nan if value is None else float(value)


def _cells(values: Any) -> list[Any]:
    plain = values.tolist() if hasattr(values, "tolist") else values
    return [*cast("Sequence[Any]", plain)] if isinstance(plain, (list, tuple)) else [plain]
