"""What a run starts from: the chip with its current values, the project's parameters, and what has ended already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .claimed import ClaimedRun
from .jsons import fields, rows
from .records import Key, Result
from .values import epoch_seconds


@dataclass
class RunContext:
    """The state of the service when a run was claimed."""

    chip: dict[str, Any]
    task_parameters: dict[str, dict[str, Any]]
    results: list[dict[str, Any]]


def read_context(run: ClaimedRun) -> RunContext:
    """Read it page by page."""
    given = run.context()
    known = run.get("/metrics/config")
    values = [_with_age(row, known, run.claim["created_at"]) for row in rows(given["values"]) if row["state"] != "held"]
    parameters = _parameters_by_task(fields(given["task_parameters"]))
    return RunContext({**given["chip"], "values": values}, parameters, results_by_target(rows(given["results"])))


def results_by_target(told: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return results as they were measured: the values of the qubits of a coupling are again with the coupling's."""
    found = {row["task_id"]: {**row, "attempt": row["attempt"] or 0} for row in told if "qid_role" not in row}
    for row in told:
        coupling = found.get(row.get("upstream_id", ""))
        if "qid_role" not in row or coupling is None:
            continue
        outputs = {
            f"{metric}@{row['qid_role']}": {**fields(output), "qid_role": row["qid_role"], "parameter_name": metric}
            for metric, output in fields(row["output_parameters"]).items()
        }
        coupling["output_parameters"] = {**fields(coupling["output_parameters"]), **outputs}
    return list(found.values())


def merged(service: Sequence[Mapping[str, Any]], spool: Sequence[Result]) -> list[Mapping[str, Any]]:
    """Return what the service has and what only the folder of the run has; the folder knows more of each."""
    found = {Key(row["stage"], row["task"], row["qid"], row["attempt"]): row for row in service}
    for result in spool:
        found[result.key] = result.to_json()
    return list(found.values())


def _parameters_by_task(given: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the parameters by task; those of every task are under the empty name."""
    found: dict[str, dict[str, Any]] = {"": {}}
    for name, entry in given.items():
        if "value" in fields(entry) or not isinstance(entry, dict):
            found[""][name] = _value(entry)
        else:
            found[name] = {inner: _value(value) for inner, value in fields(entry).items()}
    return found


def _with_age(row: Mapping[str, Any], config: Mapping[str, Any], now: str) -> dict[str, Any]:
    """Return a value that is fresh or stale, as the public API tells it; the service's clock alone is asked."""
    if row["state"] != "current":
        return dict(row)
    metric = fields(fields(config[f"{row['kind']}_metrics"]).get(row["metric"]))
    fresh_for = metric.get("fresh_for_seconds")
    is_stale = fresh_for is not None and epoch_seconds(now) - epoch_seconds(row["measured_at"]) > fresh_for
    return {**row, "state": "stale" if is_stale else "fresh"}


def _value(entry: Any) -> Any:
    return fields(entry).get("value", entry)
