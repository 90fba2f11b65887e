"""Fitting raw data again, with another range or another fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .acquire import Analysed, analyse
from .client import Client
from .errors import LabError, did_you_mean
from .forms import Form
from .jsons import fields
from .records import output_parameters
from .spans import Span
from .tables import Table
from .tasks import Task


@dataclass
class Refit:
    """What the fit of a task makes of the raw data of a result."""

    result: Mapping[str, Any]
    analysed: Analysed
    ranges: dict[str, tuple[float | None, float | None]]

    @property
    def source(self) -> str:
        """Say where the value comes from: it is the reason of the accepted value."""
        limits = [
            f"{low if low is not None else ''}..{high if high is not None else ''} in {name}"
            for name, (low, high) in self.ranges.items()
        ]
        return f"Refit of {self.result['task_name']} {self.result['task_id']}" + (
            f", {', '.join(limits)}" if limits else ""
        )


def parse_ranges(task: Task[Any], table: Table, options: Mapping[str, float]) -> dict[str, tuple[Any, Any]]:
    """Read `{"delay-max": 50}` as ranges of columns. Raises LabError for an unknown one."""
    ranges: dict[str, tuple[Any, Any]] = {}
    for option, number in options.items():
        name, _, side = option.rpartition("-")
        name = name.replace("-", "_")
        if side not in ("min", "max") or name not in table:
            known = [f"--{column}-{end}" for column in table for end in ("min", "max")]
            raise LabError(f"--{option} is unknown{did_you_mean(f'--{option}', known)} (known: {', '.join(known)})")
        low, high = ranges.get(name, (None, None))
        ranges[name] = (number, high) if side == "min" else (low, number)
    return ranges


def refit(task: Task[Any], result: Mapping[str, Any], table: Table, options: Mapping[str, float]) -> Refit:
    """Fit the raw data of a result again."""
    if task.fit_function is None:
        raise LabError(f"the task '{task.name}' has no fit")
    ranges = parse_ranges(task, table, options)
    for name, (low, high) in ranges.items():
        table = table.between(name, float("-inf") if low is None else low, float("inf") if high is None else high)
    return Refit(result, analyse(task, table, _parameters(task.form, result)), ranges)


def accept(client: Client, refitted: Refit) -> list[str]:
    """Write the values of a refit. Returns the metrics that became current."""
    return [value["metric"] for value in _values(client, refitted) if client.set_value(**value)]


def propose(client: Client, refitted: Refit) -> list[str]:
    """Propose the values of a refit, so that an editor accepts them. Returns the metrics."""
    proposed: list[str] = []
    for value in _values(client, refitted):
        client.propose_value(**value)
        proposed.append(value["metric"])
    return proposed


def _values(client: Client, refitted: Refit) -> list[dict[str, Any]]:
    """Return the values of a refit as `set_value` takes them; their reason names the result."""
    fit = refitted.analysed.fit
    if fit is None or refitted.analysed.error is not None:
        raise LabError(f"the refit failed, so that there is nothing to accept: {refitted.analysed.error}")
    result = refitted.result
    return [
        {
            "chip_id": result["chip_id"],
            "target": _holder(client, result, output.get("qid_role")),
            "metric": output.get("parameter_name") or name,
            "value": output["value"],
            "unit": output["unit"],
            "error": output["error"],
            "reason": refitted.source,
        }
        for name, output in output_parameters(fit).items()
    ]


def _holder(client: Client, result: Mapping[str, Any], role: str | None) -> str:
    """Return the id of the target that a value is of: a qubit of the coupling where it has a role."""
    if role is None:
        return str(result["qid"])
    coupling = client.chip(result["chip_id"]).couplings[str(result["qid"])]
    return (coupling.control if role == "control" else coupling.target).id


def _parameters(form: Form, result: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that the result was measured with; one that the task lost since is left out."""
    given = {name: fields(entry).get("value") for name, entry in fields(result.get("run_parameters")).items()}
    known = {name: value for name, value in given.items() if name in form.parameters}
    return form.check({name: _span(value) for name, value in known.items()})


def _span(value: Any) -> Any:
    return Span(**value) if set(fields(value)) == {"start", "stop", "points", "unit"} else value
