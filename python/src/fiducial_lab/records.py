"""Results in their stored and sent form: one for each attempt of a task on a target."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple, cast

from .chips import Target
from .forms import Form, to_json
from .jsons import fields
from .outputs import Out, Output
from .units import convert, convert_error
from .values import Value

ENDED = frozenset({"completed", "failed", "skipped", "cancelled"})
"""States of an attempt that is over."""
Paths = Mapping["tuple[str, str]", str]
"""The paths at the service of uploaded files, by the id of the target and the name of the file."""


class Key(NamedTuple):
    """What a result is known by within its run."""

    stage: int
    task: str
    qid: str
    attempt: int


@dataclass
class FileRecord:
    """A figure or raw data of a result; `path` is relative to the folder of the run."""

    name: str
    kind: str
    content_type: str
    path: str


@dataclass
class Result:
    """One attempt on one target. `mux_id` is set where the qubits of a mux were measured in one shot."""

    stage: int
    task: str
    task_type: str
    qid: str
    attempt: int
    status: str
    start_at: str
    end_at: str | None = None
    message: str = ""
    stack_trace: str = ""
    r2: float | None = None
    mux_id: int | None = None
    persist: bool = True
    input_parameters: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    run_parameters: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    output_parameters: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    files: list[FileRecord] = field(default_factory=list[FileRecord])

    @property
    def key(self) -> Key:
        """What it is known by."""
        return Key(self.stage, self.task, self.qid, self.attempt)

    def to_json(self) -> dict[str, Any]:
        """Return it as the folder of the run keeps it."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Result:
        """Read what `to_json` wrote."""
        files = [FileRecord(**file) for file in data.get("files", ())]
        return cls(**cast("dict[str, Any]", {**data, "files": files}))

    def place(self) -> dict[str, Any]:
        """Return what the service knows the task by, without its status."""
        target: dict[str, Any] = (
            {"task_type": self.task_type, "qid": self.qid}
            if self.mux_id is None
            else {"task_type": "mux", "mux_id": self.mux_id}
        )
        return {"task": self.task, **target, "stage": self.stage, "attempt": self.attempt}

    def measured(self, paths: Paths) -> dict[str, Any]:
        """Return what an attempt that has ended measured of its target."""
        body: dict[str, Any] = {
            "message": self.message[:2000],
            "input_parameters": self.input_parameters,
            "run_parameters": self.run_parameters,
            "output_parameters": self.output_parameters,
            "r2": self.r2,
        }
        for kind, name in (("figure", "figures"), ("raw", "raw_data")):
            named = [(self.qid, file.name) for file in self.files if file.kind == kind]
            found = [paths[place] for place in named if place in paths]
            if found:
                body[name] = found
        return body


Shot = Sequence[Result]
"""The results that are stored and sent together: that of one target, or those of the qubits of a mux."""


def wire(shot: Shot, paths: Paths | None = None) -> dict[str, Any]:
    """Return a shot as the service takes it, with the paths that its files were given."""
    first = shot[0]
    is_mux = first.mux_id is not None
    statuses = {result.status for result in shot}
    # Where its qubits differ, the mux itself was measured.
    status = statuses.pop() if len(statuses) == 1 else "completed"
    body = {**first.place(), "status": status, "start_at": first.start_at}
    if status not in ENDED:
        return {**body, "qubits": {result.qid: {} for result in shot}} if is_mux else body
    body["end_at"] = max(result.end_at or "" for result in shot)
    trace = next((result.stack_trace for result in shot if result.stack_trace), "")
    if trace:
        body["stack_trace"] = trace[-16_000:]
    if not first.persist:
        body["persist"] = False
    if not is_mux:
        return {**body, **first.measured(paths or {})}
    parts = {result.qid: {"status": result.status, **result.measured(paths or {})} for result in shot}
    return {**body, "qubits": parts}


def shots_of(results: Sequence[Result]) -> list[list[Result]]:
    """Group results that are kept and sent as one: the qubits of a mux, every other target alone."""
    shots: dict[Any, list[Result]] = {}
    for result in results:
        alone = result.qid if result.mux_id is None else None
        shots.setdefault((result.stage, result.task, result.attempt, result.mux_id, alone), []).append(result)
    return list(shots.values())


def output_parameters(fit: Out) -> dict[str, dict[str, Any]]:
    """Return the declared outputs of a fit as a result has them."""
    found: dict[str, dict[str, Any]] = {}
    for name, output in fit.outputs.items():
        found[name] = {
            "value": float(getattr(fit, name)),
            "error": float(fit.errors.get(name, 0.0)),
            "unit": output.unit,
            "description": output.description,
        }
        if output.role:
            found[name] |= {"qid_role": output.role, "parameter_name": output.metric}
    return found


def run_parameters(parameters: Mapping[str, Any], form: Form) -> dict[str, dict[str, Any]]:
    """Return the parameters of an attempt as a result has them, with the type and the unit that the form declares."""
    declared = form.parameters
    return {
        name: {
            "value": to_json(value),
            "value_type": getattr(declared.get(name), "value_type", "") or type(value).__name__,
            "unit": getattr(declared.get(name), "unit", "") or getattr(value, "unit", ""),
        }
        for name, value in parameters.items()
    }


def input_parameters(reads: Mapping[tuple[str, str, str], Value], target: Target) -> dict[str, dict[str, Any]]:
    """Return exactly the values that an attempt has read; those of other targets under `metric@id`."""
    found: dict[str, dict[str, Any]] = {}
    for (kind, id, metric), value in list(reads.items())[:64]:
        name = metric if (kind, id) == (target.kind, target.id) else f"{metric}@{id}"
        found[name] = {"value": value.value, "error": value.error or 0.0, "unit": value.unit}
    return found


def numbers_of(result: Mapping[str, Any], output: type[Out] | None) -> dict[str, float | None]:
    """Return what filters see of a stored result, in the units that the fit declares.

    A result that the service has stored answers as the fit did.
    """
    numbers: dict[str, float | None] = {"r2": result.get("r2")}
    declared: Mapping[str, Output] = {} if output is None else output.outputs
    by_metric = {(output.role, output.metric): name for name, output in declared.items()}
    for given, found in fields(result.get("output_parameters")).items():
        measured = fields(found)
        name = by_metric.get((measured.get("qid_role"), measured.get("parameter_name") or given))
        if name is None:
            continue
        unit, value = measured.get("unit") or "", measured["value"]
        error = measured.get("error") or 0.0
        numbers[name] = convert(value, unit, declared[name].unit)
        numbers[f"{name}_error"] = convert_error(error, value, unit, declared[name].unit)
    return numbers


def file_stem(key: Key) -> str:
    """Return a name for the files of an attempt that every file system takes."""
    attempt = f"_{key.attempt}" if key.attempt else ""
    return f"{_safe(key.task)}_{_safe(key.qid)}{attempt}"


def _safe(text: str) -> str:
    if text and all(letter.isascii() and (letter.isalnum() or letter in "._-") for letter in text):
        return text
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
