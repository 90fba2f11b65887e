"""A stub of the service for tests of workers: it speaks the worker protocol, and fails any call out of order."""

from __future__ import annotations

import json
import threading
import urllib.parse
import uuid
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from ..chips import Chip
from ..records import ENDED

_CURRENT = {"state": "current", "reason": None}


class StubService:
    """One project with one chip, in this process, on a port of its own.

    A call that breaks the protocol is answered with 400 and kept in `mistakes`; leaving the context raises them.

    Args:
        chip: The chip of the project.
        window_seconds: The worker window.
        fail: Called with method and path before each call: a status that it returns is the answer instead.
    """

    token = "stub-token"

    def __init__(
        self,
        chip: Chip,
        *,
        window_seconds: float = 120.0,
        fail: Callable[[str, str], int | None] | None = None,
    ) -> None:
        self.chip = chip
        self.mistakes: list[str] = []
        self.results: dict[tuple[int, str, str, int], dict[str, Any]] = {}
        self.states: dict[str, dict[str, Any]] = {}
        """The decision on values, by metric; the others become current."""
        self.log: list[dict[str, Any]] = []
        self.traces: list[dict[str, Any]] = []
        self.beats: list[dict[str, Any]] = []
        self.persist = True
        """Whether a run is claimed as one whose values count at once."""
        self.files: dict[str, bytes] = {}
        self.finished: list[dict[str, Any]] = []
        self.announced: dict[str, Any] | None = None
        self.calls: list[tuple[str, str]] = []
        self._window = window_seconds
        self._fail = fail
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._run: dict[str, Any] | None = None
        self._claim: dict[str, Any] | None = None
        self._cancelled = False
        self._started = 0
        self._paths: dict[str, tuple[Any, ...]] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/api"

    def __enter__(self) -> StubService:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        if kind is None and self.mistakes:
            raise AssertionError("the worker broke the protocol: " + "; ".join(self.mistakes))

    # What a test does

    def start(self, flow: str, *, task_name: str | None = None, **parameters: Any) -> str:
        """Let a run wait for a worker; with `task_name` a quick run of this task. Returns its execution id."""
        with self._changed:
            if self._run is not None and not self.finished:
                raise AssertionError("a run is on")
            self._started += 1
            number = self._started
            self.finished.clear()
            self.results.clear()
            self._cancelled = False
            self._claim = None
            self._run = {
                "execution_id": f"20260101-{number:03d}",
                "flow_run_id": str(uuid.uuid4()),
                "flow_name": flow,
                "flow_function_name": flow,
                "task_name": task_name,
                "parameters": parameters,
            }
            return str(self._run["execution_id"])

    def cancel(self) -> None:
        """Cancel the run."""
        with self._changed:
            self._cancelled = True

    def wait(self, condition: Callable[[StubService], bool], seconds: float = 300.0) -> None:
        """Wait until something is so."""
        with self._changed:
            if not self._changed.wait_for(lambda: condition(self), seconds):
                raise AssertionError(f"it did not happen within {seconds:g} s")

    def wait_finished(self, seconds: float = 300.0) -> dict[str, Any]:
        """Wait for the end of the run. Returns how it ended."""
        self.wait(lambda stub: bool(stub.finished), seconds)
        return self.finished[-1]

    # What a worker calls

    def answer(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        """Answer a call."""
        with self._changed:
            self.calls.append((method, path))
            try:
                status, said = self._route(method, path, body)
            except _MistakeError as mistake:
                self.mistakes.append(f"{method} {path}: {mistake}")
                status, said = 400, {"detail": str(mistake)}
            self._changed.notify_all()
            return status, said

    def _route(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        forced = self._fail(method, path) if self._fail else None
        if forced is not None:
            return forced, {"detail": f"the test answers {forced}"}
        parts = path.strip("/").split("/")
        if method == "PUT" and parts[0] == "files":
            return self._put(urllib.parse.unquote("/".join(parts[1:])), body)
        if (method, path) == ("POST", "/workers/tasks"):
            self.announced = body
            return 200, {"worker": body["worker"], "tasks": len(body["tasks"]), "flows": len(body["flows"])}
        if (method, path) == ("POST", "/workers/claims"):
            return self._claims(body)
        if (method, path) == ("GET", "/metrics/config"):
            return 200, {"qubit_metrics": {}, "coupling_metrics": {}}
        if parts[:2] == ["workers", "runs"] and len(parts) == 4:
            return self._of_run(method, parts[2], parts[3], body)
        return 404, {"detail": f"no route {method} {path}"}

    def _claims(self, body: Mapping[str, Any]) -> tuple[int, Any]:
        _require(body, "worker", "backends", "claim_key")
        if self._run is None or self.finished:
            return 200, {"run": None, "retry_after_seconds": 0.05}
        held = self._claim
        if held is None or held["claim_key"] != body["claim_key"]:
            if held is not None and held["worker"] != body["worker"]:
                return 200, {"run": None, "retry_after_seconds": 0.05}
            fence = 1 if held is None else held["fence"] + 1
            self._claim = {**body, "fence": fence, "resumed": held is not None, "sequence": 0}
            self._paths.clear()
        claim = self._claim
        assert claim is not None
        run: dict[str, Any] = {
            **self._run,
            "fence": claim["fence"],
            "resumed": claim["resumed"],
            "flow_version": 1,
            "code": "",
            "tags": [],
            "chip_id": self.chip.id,
            "backend": body["backends"][0],
            "username": "stub",
            "cooldown_id": None,
            "persist": self.persist,
            "heartbeat_seconds": self._window / 4,
            "window_seconds": self._window,
            "created_at": "2026-01-01T00:00:00.000Z",
        }
        return 200, {"run": run, "retry_after_seconds": 0.05}

    def _of_run(self, method: str, run_id: str, verb: str, body: Any) -> tuple[int, Any]:
        if self._run is None or run_id != self._run["flow_run_id"] or self._claim is None:
            return 404, {"detail": "no such run"}
        if method == "GET" and verb == "context":
            return 200, self._context()
        _require(body, "fence", "claim_key")
        if body["claim_key"] != self._claim["claim_key"] or body["fence"] != self._claim["fence"]:
            stale = {
                "stop": True,
                "reason": "superseded",
                "heartbeat_seconds": 1,
                "window_seconds": self._window,
            }
            return (200, stale) if verb == "heartbeat" else (409, {"detail": "taken over", "code": "claim_superseded"})
        if self.finished and verb not in ("finish", "heartbeat"):
            raise _MistakeError(f"{verb} after finish")
        handlers = {
            "heartbeat": self._heartbeat,
            "task-results": self._take_results,
            "uploads": self._uploads,
            "log": self._take_log,
            "finish": self._finish,
        }
        if verb not in handlers:
            return 404, {"detail": f"no route {verb}"}
        is_start = verb == "task-results" and not any(row["status"] in ENDED for row in body["results"])
        if self._cancelled and is_start:
            return 409, {"detail": "The run was cancelled", "code": "run_cancelled"}
        return 200, handlers[verb](body)

    def _context(self) -> dict[str, Any]:
        chip = self.chip.to_json()
        ended = [row for row in self.results.values() if row["status"] in ENDED]
        return {
            "chip": {name: chip[name] for name in ("chip_id", "qubits", "couplings")},
            "task_parameters": {},
            "values": [{**row, "state": "current"} for row in chip["values"]],
            "results": [{"task_id": str(number), **row} for number, row in enumerate(ended)],
            "results_complete": True,
            "last_good": [],
            "next": None,
        }

    def _heartbeat(self, body: Mapping[str, Any]) -> dict[str, Any]:
        if "trace" in body:
            if len(json.dumps(body["trace"])) > 2048:
                raise _MistakeError("a trace of more than 2 KB")
            self.traces.append(body["trace"])
        self.beats.append(dict(body))
        pace = min(1.5, self._window / 4) if body.get("running") else self._window / 4
        reason = "cancelled" if self._cancelled else None
        return {
            "stop": self._cancelled,
            "reason": reason,
            "heartbeat_seconds": pace,
            "window_seconds": self._window,
        }

    def _take_results(self, body: Mapping[str, Any]) -> dict[str, Any]:
        rows: list[dict[str, Any]] = body["results"]
        if not 1 <= len(rows) <= 24:
            raise _MistakeError(f"{len(rows)} results in a request")
        keys = [_key(part) for row in rows for part in _parts(row)]
        if len(set(keys)) < len(keys):
            raise _MistakeError("a request names a task twice")
        answers: list[dict[str, Any]] = []
        for row in rows:
            by_qubit = {part["qid"]: self._answer_of(part) for part in _parts(row)}
            place = {name: row[name] for name in ("stage", "task", "attempt")}
            if row["task_type"] == "mux":
                answers.append({**place, "qid": "", "mux_id": row["mux_id"], "qubits": by_qubit, "values": {}})
            else:
                answers.append({**place, "qid": row["qid"], **by_qubit[row["qid"]]})
        return {"results": answers, "stop": self._cancelled}

    def _answer_of(self, row: Mapping[str, Any]) -> dict[str, Any]:
        key = _key(row)
        outcome = self._take_result(key, row)
        values = {name: self.states.get(name, _CURRENT) for name in row.get("output_parameters", {})}
        return {"task_id": str(key), "outcome": outcome, "values": values}

    def _take_result(self, key: tuple[int, str, str, int], row: Mapping[str, Any]) -> str:
        held = self.results.get(key)
        if held is not None and held["status"] in ENDED:
            if row["status"] in ENDED and row != held and row["status"] != held["status"]:
                raise _MistakeError(f"{key} ended as {held['status']}, and now as {row['status']}")
            return "repeated" if row["status"] in ENDED else "late"
        stage, task, qid, attempt = key
        if attempt and self.results.get((stage, task, qid, attempt - 1), {"status": ""})["status"] not in ENDED:
            raise _MistakeError(f"{key} comes before the attempt before it has ended")
        if row["status"] in ENDED:
            _require(row, "start_at", "end_at")
        for path in [*row.get("figures", ()), *row.get("raw_data", ())]:
            if self._paths.get(path) != _file_key(row):
                raise _MistakeError(f"{key} names '{path}', which was not given out for it under this fence")
            if path not in self.files:
                raise _MistakeError(f"{key} names '{path}' before it was uploaded")
        self.results[key] = dict(row)
        return "written"

    def _uploads(self, body: Mapping[str, Any]) -> dict[str, Any]:
        answers: list[dict[str, Any]] = []
        fence = self._claim["fence"] if self._claim else 0
        for file in body["files"]:
            key = _file_key(file)
            path = f"{fence}/{'/'.join(map(str, key))}/{file['name']}"
            self._paths[path] = key
            url = f"{self.url}/files/{urllib.parse.quote(path)}"
            answers.append(
                {
                    "name": file["name"],
                    "path": path,
                    "url": url,
                    "method": "PUT",
                    "headers": {},
                    "expires_at": "",
                }
            )
        return {"uploads": answers}

    def _put(self, path: str, body: Any) -> tuple[int, Any]:
        if path not in self._paths:
            return 403, {"detail": "no such address"}
        if path in self.files:
            return 412, {"detail": "it is there"}
        self.files[path] = body
        return 200, {}

    def _take_log(self, body: Mapping[str, Any]) -> dict[str, Any]:
        assert self._claim is not None
        if body["sequence"] > self._claim["sequence"]:
            raise _MistakeError("a line of the log is left out")
        new = body["lines"][self._claim["sequence"] - body["sequence"] :]
        self.log += new
        self._claim["sequence"] += len(new)
        return {"next_sequence": self._claim["sequence"]}

    def _finish(self, body: Mapping[str, Any]) -> dict[str, Any]:
        _require(body, "status")
        if not self.finished:
            self.finished.append({"status": body["status"], "message": body.get("message", "")})
        assert self._run is not None
        return {"execution_id": self._run["execution_id"], "status": self.finished[0]["status"]}

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        stub = self

        class Handler(BaseHTTPRequestHandler):
            def _serve(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                raw = self.rfile.read(length)
                path = urllib.parse.urlsplit(self.path).path.removeprefix("/api")
                is_file = path.startswith("/files/")
                if not is_file and self.headers.get("Authorization") != f"Bearer {stub.token}":
                    status, said = 401, {"detail": "the token is not valid"}
                else:
                    status, said = stub.answer(self.command, path, raw if is_file else json.loads(raw or b"null"))
                body = json.dumps(said).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_PUT = _serve  # noqa: N815

            def log_message(self, format: str, *args: Any) -> None:
                """Print nothing."""

        return Handler


def _parts(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a result for each target of one that was sent."""
    if row["task_type"] != "mux":
        return [dict(row)]
    common = {name: value for name, value in row.items() if name != "qubits"}
    return [{**common, "qid": qid, **part} for qid, part in row["qubits"].items()]


def _key(row: Mapping[str, Any]) -> tuple[int, str, str, int]:
    return (row["stage"], row["task"], row["qid"], row["attempt"])


def _file_key(named: Mapping[str, Any]) -> tuple[Any, ...]:
    target = f"mux {named['mux_id']}" if named["task_type"] == "mux" else named["qid"]
    return (named["stage"], named["task"], target, named["attempt"])


class _MistakeError(Exception):
    """A call that the protocol does not allow."""


def _require(body: Any, *names: str) -> None:
    for name in names:
        if not isinstance(body, Mapping) or name not in body:
            raise _MistakeError(f"'{name}' is missing")
