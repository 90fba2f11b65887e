"""What a run starts from: the chip with its current values, the project's parameters, and what has ended already."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from .claimed import ClaimedRun
from .http import quote
from .jsons import fields, rows
from .records import ENDED, Key, Result

Get = Callable[..., Any]
PAGE = 100


@dataclass
class RunContext:
    """The state of the service when a run was claimed."""

    chip: dict[str, Any]
    task_parameters: dict[str, dict[str, Any]]
    results: list[dict[str, Any]]
    is_complete: bool
    """Whether the service told it by its own operation; else it was put together from the public API."""


def read_context(run: ClaimedRun) -> RunContext:
    """Read it. A service of before this operation is asked by the public API, without the project's parameters."""
    claim = run.claim
    given = run.context()
    if given is None:
        results = stored_results(run.get, claim["execution_id"]) if claim["resumed"] else []
        return RunContext(chip_of(run.get, claim["chip_id"]), {}, results, False)
    known = run.get("/metrics/config")
    values = [_with_age(row, known, claim["created_at"]) for row in rows(given["values"]) if row["state"] != "held"]
    chip = {**given["chip"], "values": values}
    results = rows(given["results"])
    if any("r2" not in row for row in results):
        # Filters on the fit need it.
        results = stored_results(run.get, claim["execution_id"])
    parameters = _parameters_by_task(fields(given.get("task_parameters")))
    return RunContext(chip, parameters, [_ended(row) for row in results], True)


def chip_of(get: Get, chip_id: str) -> dict[str, Any]:
    """Return a chip as `Chip.from_json` takes it, by the public API."""
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


def stored_results(get: Get, execution_id: str) -> list[dict[str, Any]]:
    """Return the ended attempts of an execution, by the public API.

    Where the service does not tell the attempt, the order in which they began does: attempts follow each other.
    """
    rows: list[dict[str, Any]] = []
    while True:
        query = {"include": "results", "skip": len(rows), "limit": PAGE}
        page = get(f"/executions/{quote(execution_id)}", query)
        rows += page["task"]
        if not page["task"] or len(rows) >= (page["task_page"] or {"total": 0})["total"]:
            break
    counts: dict[tuple[int, str, str], int] = {}
    found: list[dict[str, Any]] = []
    for row in sorted(rows, key=lambda row: row["start_at"] or ""):
        if row["status"] not in ENDED:
            continue
        place = (row.get("stage") or 0, row["name"], row["qid"])
        attempt = row.get("attempt")
        found.append(
            {
                "stage": place[0],
                "task": row["name"],
                "qid": row["qid"],
                "attempt": counts.get(place, 0) if attempt is None else attempt,
                "status": row["status"],
                "message": row.get("message") or "",
                "output_parameters": row.get("output_parameters") or {},
                "r2": row.get("r2"),
                "end_at": row.get("end_at"),
            }
        )
        counts[place] = counts.get(place, 0) + 1
    return found


def merged(service: Sequence[Mapping[str, Any]], spool: Sequence[Result]) -> list[Mapping[str, Any]]:
    """Return what the service has and what only the folder of the run has; the folder knows more of each."""
    found = {Key(row["stage"], row["task"], row["qid"], row["attempt"]): row for row in service}
    for result in spool:
        found[result.key] = result.to_json()
    return list(found.values())


def _ended(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **row,
        "attempt": row.get("attempt") or 0,
        "stage": row.get("stage") or 0,
        "qid": row.get("qid") or "",
    }


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
    is_stale = fresh_for is not None and _seconds(now) - _seconds(row["measured_at"]) > fresh_for
    return {**row, "state": "stale" if is_stale else "fresh"}


def _seconds(instant: str) -> float:
    return datetime.fromisoformat(instant.replace("Z", "+00:00")).timestamp()


def _value(entry: Any) -> Any:
    return fields(entry).get("value", entry)


def _natural(id: str) -> tuple[Any, ...]:
    """Order ids as people count: 2 before 10."""
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in id.split("-"))
