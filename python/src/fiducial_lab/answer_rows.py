"""Answers of the service as rows of tables, and the columns that these have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .http import quote
from .jsons import fields
from .values import epoch_seconds

VALUE_COLUMNS = (
    "kind",
    "target",
    "metric",
    "value",
    "error",
    "unit",
    "measured_at",
    "age_seconds",
    "state",
    "source",
    "execution_id",
    "task_id",
)
PROPOSAL_COLUMNS = (
    "chip_id",
    "kind",
    "target",
    "metric",
    "value",
    "error",
    "unit",
    "measured_at",
    "because",
    "reason",
    "comment",
    "source",
    "execution_id",
    "task_id",
    "id",
)
HISTORY_COLUMNS = (*VALUE_COLUMNS, "excluded", "reason")
RESULT_COLUMNS = (
    "task_id",
    "task_name",
    "task_type",
    "qid",
    "status",
    "message",
    "execution_id",
    "start_at",
    "end_at",
    "elapsed_seconds",
    "excluded",
)
RUN_COLUMNS = (
    "execution_id",
    "flow_name",
    "chip_id",
    "status",
    "message",
    "username",
    "created_at",
    "start_at",
    "end_at",
    "elapsed_time",
    "tags",
)
DIFFERENCE_COLUMNS = (
    "kind",
    "target",
    "metric",
    "before",
    "after",
    "unit",
    "change",
    "relative_change",
    "direction",
    "score",
    "established",
    "not_scored",
)


def chip_json(get: Callable[[str], Any], chip_id: str) -> dict[str, Any]:
    """Return a chip as `Chip.from_json` takes it."""
    chip = get(f"/chips/{quote(chip_id)}")
    cells = get(f"/metrics/chips/{quote(chip_id)}/metrics")
    line_of = {qid: line for line, qids in enumerate(chip.get("readout_lines") or []) for qid in qids}
    values = [
        {
            "kind": kind,
            "target_id": id,
            "metric": metric,
            "value": cell["value"],
            "error": cell["error"],
            "unit": cell["unit"],
            "measured_at": cell["calibrated_at"],
            "state": cell["state"],
            "source": cell["source"],
            "execution_id": cell["execution_id"],
        }
        for kind, name in (("qubit", "qubit_metrics"), ("coupling", "coupling_metrics"))
        for metric, by_target in cells[name].items()
        for id, cell in by_target.items()
    ]
    return {
        "chip_id": chip["chip_id"],
        "qubits": [{"qid": qid, "mux_id": line_of.get(qid)} for qid in sorted(chip["qubits"], key=_natural)],
        "couplings": [{"coupling_id": id} for id in sorted(chip["couplings"], key=_natural)],
        "values": values,
    }


def _natural(id: str) -> tuple[Any, ...]:
    """Order ids as people count: 2 before 10."""
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in id.split("-"))


def history_row(kind: str, target: str, metric: str, row: Mapping[str, Any], now: float) -> dict[str, Any]:
    """Return a value of a history as a row."""
    measured = row["calibrated_at"]
    gate: Mapping[str, Any] = row.get("gate") or {}
    state = "faulty" if row["faulty"] else "excluded" if row["excluded"] else str(gate.get("state") or "counted")
    return {
        **row,
        "kind": kind,
        "target": target,
        "metric": metric,
        "measured_at": measured,
        "age_seconds": max(0.0, now - epoch_seconds(measured)),
        "state": state,
        "reason": row["excluded_reason"] or row["reason"],
    }


def difference_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a difference as a row."""
    before, after, score = fields(row["before"]), fields(row["after"]), fields(row["score"])
    return {
        **row,
        "target": row["target_id"],
        "before": before.get("value"),
        "after": after.get("value"),
        "unit": after.get("unit") or before.get("unit"),
        "score": score.get("z"),
        "established": score.get("established"),
    }


def identity_of(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what tells a value of a history from every other."""
    return (row["calibrated_at"], row["recorded_at"], row["execution_id"], row["task_id"], row["value"])
