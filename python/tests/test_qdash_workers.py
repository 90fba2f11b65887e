"""Workers that run flows of QDash."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from typing import Any

from fiducial_lab.http import Service
from fiducial_lab.testing import StubService, run_flow
from fiducial_lab.worker import Worker, WorkerSettings
from qdash_runs import FLOWS, LAB, ScriptedBench, chip, load


def test_a_worker_runs_a_flow_of_qdash(tmp_path, monkeypatch):
    # Qubit 1 is benchmarked badly, so its couplings are left out.
    poor = [["X90InterleavedRandomizedBenchmarking", "1", "x90_gate_fidelity", 0.5]]
    monkeypatch.setenv("QDASH_SCRIPT", json.dumps(poor))
    with StubService(chip()) as stub:
        settings = WorkerSettings(
            str(FLOWS / "full_calibration.py"),
            f"{LAB / 'bench.py'}:make_bench",
            "bench-1",
            ["bench-1"],
            tmp_path / "spool",
            qdash=str(LAB),
        )
        worker = Worker(Service(stub.url, stub.token), settings)
        stub.start("full_calibration", mux_ids=[0], project_id="p")
        thread = threading.Thread(target=worker.serve)
        thread.start()
        try:
            assert stub.wait_finished()["status"] == "completed", stub.log
        finally:
            worker.shut_down()
            thread.join(300)
        assert stub.announced is not None
        (form,) = [flow["form"] for flow in stub.announced["flows"]]
        assert form["properties"]["fidelity_threshold"] == {"type": "number", "default": 0.9}
        assert form["properties"]["username"]["deprecated"] is True
        assert "username" not in form.get("required", [])
        configure = next(task for task in stub.announced["tasks"] if task["name"] == "ConfigureAll")
        assert configure["task_type"] == "system"
        results = list(stub.results.values())
        assert {row["status"] for row in results} == {"completed"}
        assert {row["qid"] for row in results if row["task"] == "CheckZX90"} == {"2-3"}
        (system,) = [row for row in results if row["task"] == "ConfigureAll"]
        assert (system["task_type"], system["qid"]) == ("system", "")
        crossed = next(row for row in results if row["task"] == "CheckCrossResonance")["output_parameters"]
        assert crossed["cr_amplitude"]["qid_role"] == "control"
        assert crossed["cancel_amplitude"]["qid_role"] == "target"
        assert "qid_role" not in crossed["zx_rotation_rate"]


def test_a_worker_tells_the_flow_who_started_it(tmp_path):
    path = tmp_path / "asks.py"
    path.write_text(
        "from prefect import flow\n@flow(log_prints=True)\n"
        "def asks(username: str, chip_id: str, project_id: str | None = None):\n"
        "    print(f'{username} {chip_id} {project_id}')\n"
    )
    with StubService(chip()) as stub:
        settings = WorkerSettings(
            str(path), f"{LAB / 'bench.py'}:make_bench", "bench-1", ["bench-1"], tmp_path / "spool", qdash=str(LAB)
        )
        worker = Worker(Service(stub.url, stub.token), settings)
        thread = threading.Thread(target=worker.serve)
        thread.start()
        try:
            for given, seen in (({}, "stub lattice None"), ({"username": "ada"}, "ada lattice None")):
                stub.start("asks", **given)
                assert stub.wait_finished()["status"] == "completed", stub.log
                assert seen in [line["text"] for line in stub.log], stub.log
        finally:
            worker.shut_down()
            thread.join(300)


def test_a_killed_worker_measures_the_rest_of_a_flow_of_qdash(tmp_path):
    def keys(rows) -> set[tuple[Any, ...]]:
        return {(row["stage"], row["task"], row["qid"], row["attempt"], row["status"]) for row in rows}

    whole = run_flow(load("full_calibration"), chip(), ScriptedBench(), mux_ids=[0])
    with StubService(chip()) as stub:
        environment = {**os.environ, "FIDUCIAL_URL": stub.url, "FIDUCIAL_TOKEN": stub.token, "QDASH_BUSY": "0.01"}
        which = ["--qdash", str(LAB), "--bench", f"{LAB / 'bench.py'}:make_bench", "--name", "bench-1"]
        command = [sys.executable, "-m", "fiducial_lab", "worker", str(FLOWS / "full_calibration.py"), *which]
        command += ["--spool", str(tmp_path / "spool")]
        stub.start("full_calibration", mux_ids=[0])
        ended = 0
        for wanted in (20, 70, None):
            worker = subprocess.Popen(command, env=environment)
            try:
                if wanted is None:
                    assert stub.wait_finished()["status"] == "completed", stub.log
                else:
                    stub.wait(lambda stub, wanted=wanted: len(stub.results) >= wanted)
                    ended = len(stub.results)
            finally:
                worker.kill()
                worker.wait()
        assert 70 <= ended < len(whole.results)
        assert keys(stub.results.values()) == keys(result.to_json() for result in whole.results)
