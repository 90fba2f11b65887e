"""A project on the service that FIDUCIAL_CLIENT_TEST describes."""

from __future__ import annotations

import functools
import json
import os
import time
import urllib.parse
import uuid

from conftest import HERE
from fiducial_lab import Client
from fiducial_lab.http import Service, send
from fiducial_lab.testing import FakeBench, run_flow
from lab_flows import morning
from lab_workers import LONG_SECONDS

DESCRIBED = os.environ.get("FIDUCIAL_CLIENT_TEST")


@functools.lru_cache(maxsize=1)
def access_token():
    described = json.loads(DESCRIBED or "{}")
    person = urllib.parse.urlencode({"username": described["username"], "password": described["password"]})
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    status, body = send("POST", f"{described['base_url']}/auth/login", headers, person.encode(), 30)
    assert status == 200, body
    return json.loads(body)["access_token"]


class Real:
    """A service with a project, a chip of its own, and a flow for a worker of its own."""

    def __init__(self):
        described = json.loads(DESCRIBED or "{}")
        admin = Service(described["base_url"], access_token())
        project = admin.post("/projects", {"name": f"lab {uuid.uuid4().hex[:8]}"}, 30)["project_id"]
        made = {"name": f"worker {uuid.uuid4().hex[:8]}", "project_id": project, "role": "editor"}
        self.token = admin.post("/auth/tokens", made, 30)["token"]
        self.url = described["base_url"]
        self.service = Service(self.url, self.token)
        self.client = Client(self.url, self.token)
        self.service.post("/chips", {"chip_id": "lab", "size": 8, "topology_id": "linear-8"}, 30)
        flow = {
            "name": "morning",
            "chip_id": "lab",
            "flow_function_name": "morning",
            "code": (HERE / "lab_flows.py").read_text(),
            "default_parameters": {"backend": "bench-1"},
            "runner": "worker",
        }
        self.service.post("/flows", flow, 30)

    def wait(self, condition, seconds=LONG_SECONDS):
        deadline = time.monotonic() + seconds
        while not (found := condition()):
            assert time.monotonic() < deadline, "it did not happen"
            time.sleep(0.05)
        return found

    def ended(self, execution_id):
        def over():
            run = self.client.run(execution_id)
            return run if run["status"] in ("completed", "failed", "cancelled") else None

        return self.wait(over)

    def rows(self, execution_id):
        """Return what the service has of a run, by stage, task, target and rank."""
        rows = []
        while True:
            query = {"include": "results", "skip": len(rows), "limit": 100}
            page = self.service.get(f"/executions/{execution_id}", 30, query)
            rows += page["task"]
            if len(rows) >= page["task_page"]["total"]:
                return rows

    def unlocked(self):
        self.wait(lambda: not self.service.get("/executions/lock-status", 30)["lock"])


def same_as_without(real, execution_id, **parameters):
    """Whether the service has exactly the results of a run that nothing disturbed."""
    chip = real.client.chip("lab")
    for qubit in chip.qubits:
        qubit._values.clear()
    report = run_flow(morning, chip, FakeBench(), **parameters)
    wanted = sorted(
        (r.stage, r.task, r.qid, r.status, json.dumps(values_of(r.output_parameters))) for r in report.results
    )
    found = sorted(
        (row["stage"], row["name"], row["qid"], row["status"], json.dumps(values_of(row["output_parameters"])))
        for row in real.rows(execution_id)
    )
    assert found == wanted


def values_of(outputs):
    """Return the value, error and unit of each output."""
    return {name: (output["value"], output["error"], output["unit"]) for name, output in outputs.items()}
