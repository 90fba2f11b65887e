"""The service from a notebook: values, histories, results, raw data, notes and runs."""

from __future__ import annotations

import functools
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any, cast

from .answer_rows import (
    DIFFERENCE_COLUMNS,
    HISTORY_COLUMNS,
    PROPOSAL_COLUMNS,
    RESULT_COLUMNS,
    RUN_COLUMNS,
    VALUE_COLUMNS,
    chip_json,
    difference_row,
    history_row,
    identity_of,
)
from .chips import Chip
from .errors import LabError, ServiceError
from .frames import Records
from .http import Service, quote
from .jsons import fields, rows
from .paging import ANSWER_SECONDS, Requests
from .tables import Table
from .values import epoch_seconds, utc_now, utc_text

if TYPE_CHECKING:
    from . import answers

HISTORY_PAGE = 1000
MOST_DECISIONS = 50
MORE_THAN_AN_ANSWER = "narrow it with 'start_at' and 'end_at'"
"""What the service says of a range of time with more values than an answer holds."""


class Client:
    """Reads and writes one project. The address is taken from FIDUCIAL_URL and the token from FIDUCIAL_TOKEN.

    Lists are paged and passing failures repeated by itself. A refusal is raised as `ServiceError` with the service's
    own sentence. It makes plain calls, and so works in a notebook whose event loop runs.
    """

    def __init__(self, url: str | None = None, token: str | None = None) -> None:
        self._service = Service.from_environment(url, token)
        self._requests = Requests(self._service)

    # Chips and values

    def chips(self) -> Records:
        """Return the chips of the project."""
        columns = (
            "chip_id",
            "size",
            "qubit_count",
            "coupling_count",
            "activity_status",
            "last_calibrated_at",
        )
        return Records(self._requests.pages("/chips", "chips"), columns, ["last_calibrated_at"])

    def chip(self, chip_id: str) -> Chip:
        """Return a chip with its topology and current values, as flows take it."""
        return Chip.from_json(chip_json(self._requests.get, chip_id))

    def metrics(self) -> Records:
        """Return the catalogue of metrics. Values are kept in `stored_unit`."""
        config = self._requests.get("/metrics/config")
        found_rows = [
            {"metric": key, **definition}
            for name in ("qubit_metrics", "coupling_metrics")
            for key, definition in config[name].items()
        ]
        return Records(found_rows, ("metric", "target", "title", "stored_unit", "description", "fresh_for_seconds"))

    def values(
        self,
        chip_id: str,
        *,
        metrics: Sequence[str] = (),
        targets: Sequence[str] = (),
        as_of: str | datetime | None = None,
        cooldown_id: str | None = None,
        mode: str = "latest",
    ) -> Records:
        """Return the values of a chip that count, a row each, with unit, error, age, state and source.

        Args:
            chip_id: The chip.
            metrics: These metrics alone.
            targets: These qubits and couplings alone.
            as_of: As the chip was known to be then.
            cooldown_id: Only what was measured in this cool-down.
            mode: `latest`, `best` or `average`.
        """
        query = {
            "metrics": list(metrics),
            "targets": list(targets),
            "as_of": _instant(as_of),
            "cooldown_id": cooldown_id,
            "selection_mode": mode,
        }
        found = self._requests.get(f"/metrics/chips/{quote(chip_id)}/metrics", query)
        found_rows = [
            {"kind": kind, "target": target, "metric": metric, "measured_at": cell["calibrated_at"], **cell}
            for kind, name in (("qubit", "qubit_metrics"), ("coupling", "coupling_metrics"))
            for metric, by_target in found[name].items()
            for target, cell in by_target.items()
        ]
        return Records(found_rows, VALUE_COLUMNS, ["measured_at"])

    def history(
        self, chip_id: str, target: str, metric: str, *, days: int = 30, as_of: str | datetime | None = None
    ) -> Records:
        """Return every value of a metric on a qubit or a coupling, newest first. Excluded ones say so."""
        kind = "coupling" if self._is_coupling(chip_id, target) else "qubit"
        place = f"/metrics/chips/{quote(chip_id)}/{kind}s/{quote(target)}/history"
        now = time.time()
        last = now if as_of is None else epoch_seconds(_instant(as_of) or "")
        first = last - days * 86_400
        found: dict[tuple[Any, ...], dict[str, Any]] = {}
        until = _instant(as_of)
        while True:
            # A page ends at `until`, and so begins with what the page before ended with.
            query = {"metric": metric, "within_days": days, "limit": HISTORY_PAGE, "as_of": until}
            page = rows(self._requests.get(place, query)["history"])
            new = {identity_of(row): row for row in page if identity_of(row) not in found}
            found |= {key: row for key, row in new.items() if epoch_seconds(row["calibrated_at"]) >= first}
            if len(page) < HISTORY_PAGE or not new:
                break
            until = page[-1]["calibrated_at"]
        several = [history_row(kind, target, metric, row, now) for row in found.values()]
        return Records(several, HISTORY_COLUMNS, ["measured_at"])

    def series(self, chip_id: str, metric: str, *, start: str | datetime, end: str | datetime | None = None) -> Records:
        """Return a metric of every qubit or coupling over a range of time, oldest first."""
        first, last = _instant(start) or "", _instant(end) or utc_now()
        found_rows = [
            {"target": target, "metric": metric, "measured_at": row["calibrated_at"], **row}
            for part in self._series_parts(chip_id, metric, first, last)
            for target, several in part.items()
            for row in several
        ]
        found_rows.sort(key=lambda row: str(row["measured_at"]))
        columns = (
            "target",
            "metric",
            "value",
            "error",
            "unit",
            "measured_at",
            "source",
            "execution_id",
            "task_id",
        )
        return Records(found_rows, columns, ["measured_at"])

    def _series_parts(self, chip_id: str, metric: str, start: str, end: str) -> Iterator[dict[str, Any]]:
        """Ask for a range of time, and for its halves where it has more values than an answer holds."""
        query = {"chip_id": chip_id, "parameter": metric, "start_at": start, "end_at": end}
        try:
            yield fields(self._requests.get("/task-results/timeseries", query)["data"])
        except ServiceError as error:
            first, last = epoch_seconds(start), epoch_seconds(end)
            if MORE_THAN_AN_ANSWER not in error.detail or last - first < 1:
                raise
            middle = datetime.fromtimestamp((first + last) / 2, timezone.utc)
            before, after = utc_text(middle), utc_text(middle + timedelta(milliseconds=1))
            yield from self._series_parts(chip_id, metric, start, before)
            yield from self._series_parts(chip_id, metric, after, end)

    def differences(self, chip_id: str, before: str | datetime, after: str | datetime | None = None) -> Records:
        """Return what differs between two instants, the most significant first."""
        place = f"/chips/{quote(chip_id)}/differences"
        query = {"as_of_before": _instant(before), "as_of_after": _instant(after)}
        found_rows = [difference_row(row) for row in self._requests.pages(place, "differences", query, 1000)]
        return Records(found_rows, DIFFERENCE_COLUMNS)

    # Runs and results

    def runs(self, *, chip_id: str | None = None, status: str | None = None, limit: int = 100) -> Records:
        """Return the latest runs, the newest first."""
        query = {"chip_id": chip_id, "status": status}
        found_rows = self._requests.pages("/executions", "executions", query, limit=limit)
        return Records(found_rows, RUN_COLUMNS, ["created_at", "start_at", "end_at"])

    def run(self, execution_id: str) -> answers.ExecutionDetail:
        """Return one run with its tasks."""
        return cast("answers.ExecutionDetail", self._requests.get(f"/executions/{quote(execution_id)}"))

    def start(
        self, flow: str, *, idempotency_key: str | None = None, persist: bool | None = None, **parameters: Any
    ) -> str:
        """Start a run of a flow. Returns its execution id.

        Args:
            flow: The name of the flow.
            idempotency_key: Repeated under the same key, it starts nothing twice.
            persist: False: its values become current only when a user accepts them; if absent, the flow decides.
            parameters: The flow's parameters.
        """
        body = {"parameters": parameters, **({} if persist is None else {"persist": persist})}
        started = self._requests.write("POST", f"/flows/{quote(flow)}/execute", body, idempotency_key)
        return str(started["execution_id"])

    def results(
        self,
        *,
        chip_id: str | None = None,
        task: str | None = None,
        target: str | None = None,
        execution_id: str | None = None,
        status: str | None = None,
        start: str | datetime | None = None,
        end: str | datetime | None = None,
        limit: int = 1000,
    ) -> Records:
        """Return task results, the latest start first."""
        query = {
            "chip_id": chip_id,
            "task_name": task,
            "qid": target,
            "execution_id": execution_id,
            "status": status,
            "start_from": _instant(start),
            "start_to": _instant(end),
        }
        found_rows = self._requests.pages("/task-results", "items", query, limit=limit)
        return Records(found_rows, RESULT_COLUMNS, ["start_at", "end_at"])

    def result(self, task_id: str) -> answers.TaskResultDetail:
        """Return everything about one result: parameters, files, messages."""
        return cast("answers.TaskResultDetail", self._requests.get(f"/tasks/{quote(task_id)}/result"))

    def raw_data(self, task_id: str) -> Table:
        """Return the raw data of a result: columns by name, with units. `.to_xarray()` makes a Dataset of it."""
        result = self.result(task_id)
        paths = [path for path in result["raw_data_path"] if path.endswith(".csv")]
        if not paths:
            raise LabError(
                f"the result '{task_id}' has no raw data as CSV (it has: {result['raw_data_path'] or 'none'})"
            )
        return Table.from_csv(self._requests.download("/files/raw-data", {"path": paths[0]}))

    def figure(self, task_id: str, index: int = 0) -> bytes:
        """Return a figure of a result."""
        result = self.result(task_id)
        paths = [*result["figure_path"], *result["json_figure_path"]]
        if not paths:
            raise LabError(f"the result '{task_id}' has no figure")
        return self._requests.download("/executions/figure", {"path": paths[index]})

    # Writing

    def set_value(
        self,
        chip_id: str,
        target: str,
        metric: str,
        value: float,
        *,
        unit: str | None = None,
        error: float | None = None,
        measured_at: str | datetime | None = None,
        reason: str = "",
    ) -> bool:
        """Set a value by hand. Returns whether it is the current one; False where a newer one is there."""
        given = {"value": value, "unit": unit, "error": error, "calibrated_at": _instant(measured_at)}
        return self._set(chip_id, target, metric, given, reason, persist=True)["current"][metric]

    # Proposals

    def propose_value(
        self,
        chip_id: str,
        target: str,
        metric: str,
        value: float,
        *,
        unit: str | None = None,
        error: float | None = None,
        measured_at: str | datetime | None = None,
        reason: str = "",
    ) -> None:
        """Propose a value. It waits among `proposals`, and becomes current only when an editor accepts it."""
        given = {"value": value, "unit": unit, "error": error, "calibrated_at": _instant(measured_at)}
        self._set(chip_id, target, metric, given, reason, persist=False)

    def proposals(self, chip_id: str) -> Records:
        """Return the values that wait to be accepted, the newest first.

        They were proposed, were measured with `persist=False`, or are held by the gate of the project: `because` and
        `reason` say which. `accept` and `reject` take these rows.
        """
        found_rows = [
            {**measurement, **value, "kind": measurement["target_type"], "target": measurement["qid"]}
            for measurement in self._requests.pages("/task-results/held-values", "measurements", {"chip_id": chip_id})
            for value in rows(measurement["values"])
        ]
        return Records(found_rows, PROPOSAL_COLUMNS, ["measured_at"])

    def accept(self, proposals: Iterable[Mapping[str, Any]], reason: str = "") -> answers.DecidedValues:
        """Accept rows of `proposals`. A value that was decided otherwise is `refused`, with the reason."""
        return self._decide("accept", proposals, reason)

    def reject(self, proposals: Iterable[Mapping[str, Any]], reason: str = "") -> answers.DecidedValues:
        """Reject rows of `proposals`: they stay in the history alone."""
        return self._decide("reject", proposals, reason)

    # Notes

    def note(self, chip_id: str, target: str | None = None) -> str:
        """Return the note of a chip, a qubit or a coupling; empty if there is none."""
        if target is None:
            return str(self._requests.get(f"/chips/{quote(chip_id)}/note")["content"])
        kind = "coupling" if self._is_coupling(chip_id, target) else "qubit"
        found = self._requests.get(f"/chips/{quote(chip_id)}/{kind}s/{quote(target)}")
        return str(fields(found["note"]).get("content") or "")

    def write_note(self, chip_id: str, content: str, target: str | None = None) -> None:
        """Write the note of a chip, a qubit or a coupling."""
        place = f"/chips/{quote(chip_id)}"
        if target is not None:
            kind = "coupling" if self._is_coupling(chip_id, target) else "qubit"
            place += f"/{kind}s/{quote(target)}"
        self._requests.write("PUT", f"{place}/note", {"content": content})

    # Requests

    def _set(
        self, chip_id: str, target: str, metric: str, given: Mapping[str, Any], reason: str, *, persist: bool
    ) -> answers.ParametersUpdated:
        body = {
            "chip_id": chip_id,
            "qid": target,
            "parameters": {metric: {name: part for name, part in given.items() if part is not None}},
            "reason": reason,
            # A service of an earlier version refuses what it does not know, so that no proposal becomes current there.
            **({} if persist else {"persist": False}),
        }
        return cast("answers.ParametersUpdated", self._requests.write("PATCH", "/calibrations/parameters", body))

    def _decide(self, decision: str, proposals: Iterable[Mapping[str, Any]], reason: str) -> answers.DecidedValues:
        by_chip: dict[str, list[dict[str, Any]]] = {}
        for row in proposals:
            by_chip.setdefault(row["chip_id"], []).append({"id": row["id"], "metric": row["metric"]})
        whole: answers.DecidedValues = {"decided": 0, "unchanged": 0, "refused": 0, "values": []}
        for chip_id, several in by_chip.items():
            for start in range(0, len(several), MOST_DECISIONS):
                values = several[start : start + MOST_DECISIONS]
                body = {"chip_id": chip_id, "decision": decision, "reason": reason, "values": values}
                told = self._requests.patient(functools.partial(self._post_decisions, body))
                whole["decided"] += told["decided"]
                whole["unchanged"] += told["unchanged"]
                whole["refused"] += told["refused"]
                whole["values"] += told["values"]
        return whole

    def _post_decisions(self, body: Mapping[str, Any]) -> Any:
        # What was decided so before is unchanged, so that a repeat does no harm.
        return self._service.call("POST", "/task-results/held-values/decisions", body, ANSWER_SECONDS)

    def _is_coupling(self, chip_id: str, target: str) -> bool:
        """Return whether a target is a coupling. An id with a hyphen may be a qubit's own: the service knows."""
        if "-" not in target:
            return False
        try:
            self._requests.get(f"/chips/{quote(chip_id)}/couplings/{quote(target)}")
        except ServiceError as error:
            if error.status != 404 and error.status != 400:
                raise
            return False
        return True


def _instant(given: str | datetime | None) -> str | None:
    return utc_text(given) if isinstance(given, datetime) else given
