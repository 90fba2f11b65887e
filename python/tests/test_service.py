"""The package against a real service: skipped unless FIDUCIAL_CLIENT_TEST describes one."""

from __future__ import annotations

import random
import shutil
import sys
import threading

import pytest

from conftest import HERE
from fiducial_lab import Chip, Client, ServiceError, Value, answers
from fiducial_lab.cli import main
from fiducial_lab.worker import Worker, WorkerSettings
from lab_workers import LONG_SECONDS
from real_service import DESCRIBED, same_as_without
from test_answers_types import problems

pytestmark = pytest.mark.skipif(DESCRIBED is None, reason="no service; npm run test:python starts one")


def test_a_flow_of_qdash_runs_to_values_of_qubits_and_of_both_directions_of_a_coupling(real, tmp_path):
    pytest.importorskip("yaml")
    lab = tmp_path / "lab"
    shutil.copytree(HERE / "qdash_lab", lab)
    (lab / "wiring.yaml").write_text(
        "lab: [{mux: 0, ctrl: C1-0, read_out: R1-0}, {mux: 1, ctrl: C2-0, read_out: R2-0}]\n"
    )
    file = HERE / "qdash_flows" / "full_calibration.py"
    flow = {
        "name": "full_calibration",
        "chip_id": "lab",
        "flow_function_name": "full_calibration",
        "code": file.read_text(),
        "default_parameters": {"backend": "bench-1"},
        "runner": "worker",
    }
    real.service.post("/flows", flow, 30)
    for n in range(8):
        real.client.set_value("lab", str(n), "qubit_frequency", 8.0 + n / 100, unit="GHz", reason="for the test")
    worker = Worker(
        real.service,
        WorkerSettings(
            str(file), f"{lab / 'bench.py'}:make_bench", "bench-1", ["bench-1"], tmp_path / "spool", qdash=str(lab)
        ),
    )
    thread = threading.Thread(target=worker.serve)
    thread.start()
    try:
        for inverse in (False, True):
            execution_id = real.client.start("full_calibration", mux_ids=[0], inverse=inverse)
            run = real.ended(execution_id)
            assert (run["status"], run["message"]) == ("completed", "")
            rows = real.rows(execution_id)
            (system,) = [row for row in rows if row["task_type"] == "system"]
            assert (system["name"], system["status"]) == ("ConfigureAll", "completed")
            assert len([row for row in rows if row["name"] == "ZX90InterleavedRandomizedBenchmarking"]) == 3
            real.unlocked()
    finally:
        worker.shut_down()
        thread.join(LONG_SECONDS)
    values = {(row["target"], row["metric"]) for row in real.client.values("lab")}
    assert {("0", "t1"), ("3", "x90_gate_fidelity"), ("0-1", "zx90_gate_fidelity")} <= values
    assert ("0-1", "zx90_gate_fidelity@inverse") in values


def test_a_run_goes_from_the_start_to_values_raw_data_and_a_refit(real, start, tmp_path, capsys, monkeypatch):
    start()
    client = real.client
    execution_id = client.start("morning", min_t1=40)
    run = real.ended(execution_id)
    assert (run["status"], run["message"]) == ("completed", "")
    same_as_without(real, execution_id, min_t1=40)
    real.unlocked()

    values = client.values("lab", metrics=["t1"])
    assert {row["unit"] for row in values} == {"us"}
    assert {row["state"] for row in values} == {"fresh"}
    assert all(
        row["error"] == 0.5 and row["age_seconds"] >= 0 and row["execution_id"] == execution_id for row in values
    )
    frame = values.to_pandas()
    assert list(frame["target"]) == [row["target"] for row in values]
    assert str(frame["measured_at"].dtype).endswith("UTC]")
    assert values.to_polars().height == len(values)
    assert dict(values.to_xarray(["target"]).sizes) == {"target": len(values)}

    found = client.results(task="CheckT1", execution_id=execution_id)
    task_id = next(row["task_id"] for row in found if row["qid"] == "0")
    table = client.raw_data(task_id)
    assert (list(table), table.units["delay"], len(table["delay"])) == (["delay", "population"], "us", 11)
    assert list(table.to_xarray().data_vars) == ["delay", "population"] or "population" in table.to_xarray()
    assert client.figure(task_id).startswith(b"<svg")

    monkeypatch.setenv("FIDUCIAL_URL", real.url)
    monkeypatch.setenv("FIDUCIAL_TOKEN", real.token)
    flows = str(HERE / "lab_flows.py")
    assert main(["refit", flows, task_id, "--delay-maxx", "50"]) == 1
    assert "did you mean '--delay-max'?" in capsys.readouterr().err
    assert main(["refit", flows, task_id, "--delay-max", "50", "--figure", str(tmp_path / "t1.svg")]) == 0
    assert "Nothing is written" in capsys.readouterr().out
    assert (tmp_path / "t1.svg").read_bytes().startswith(b"<svg")
    before = client.values("lab", metrics=["t1"], targets=["0"])[0]["value"]
    assert main(["refit", flows, task_id, "--delay-max", "60", "--propose"]) == 0
    (row,) = client.proposals("lab")
    assert row["comment"] == f"Refit of CheckT1 {task_id}, ..60.0 in delay"
    assert client.reject([row])["decided"] == 1
    assert client.values("lab", metrics=["t1"], targets=["0"])[0]["value"] == before
    assert main(["refit", flows, task_id, "--delay-max", "50", "--accept"]) == 0
    (newest, *_) = client.history("lab", "0", "t1")
    assert newest["value"] != before
    assert newest["reason"] == f"Refit of CheckT1 {task_id}, ..50.0 in delay"


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.10 cannot evaluate NotRequired")
def test_answers_have_the_types_that_the_package_declares(real, start):
    start()
    client = real.client
    execution_id = client.start("morning", min_t1=40)
    run = real.ended(execution_id)
    real.unlocked()
    client.propose_value("lab", "0", "t1", 41, unit="us")
    task_id = client.results(task="CheckT1", execution_id=execution_id)[0]["task_id"]
    get = real.service.get
    held = get("/task-results/held-values", 30, {"chip_id": "lab"})
    found = {
        "ExecutionDetail": run,
        "TaskResultDetail": client.result(task_id),
        "Chip": get("/chips/lab", 30),
        "ChipMetrics": get("/metrics/chips/lab/metrics", 30),
        "MetricsConfig": get("/metrics/config", 30),
        "ListHeldMeasurementsAnswer": held,
        "ListExecutionsAnswer": get("/executions", 30),
        "ListTaskResultsAnswer": get("/task-results", 30, {"execution_id": execution_id}),
        "DecidedValues": client.accept(client.proposals("lab")),
    }
    assert held["measurements"]
    for name, answer in found.items():
        assert problems(answer, getattr(answers, name), name) == []


def test_a_cancelled_run_ends_and_half_a_sweep_is_not_lost(real, start, tmp_path):
    worker = start(LAB_STEP="0.02")
    execution_id = real.client.start("morning", points=2000)
    run = real.wait(lambda: (found := real.client.run(execution_id)) and found["task"] and found)
    real.service.post(f"/executions/{run['flow_run_id']}/cancel", {}, 30)
    assert real.ended(execution_id)["status"] == "cancelled"
    real.unlocked()
    worker.close()
    (row,) = real.rows(execution_id)
    assert (row["status"], row["qid"], row["attempt"]) == ("cancelled", "0", 0)
    table = real.client.raw_data(row["task_id"])
    assert 0 < len(table["delay"]) < 2000
    assert not any((tmp_path / "spool").iterdir())
    assert len(real.client.values("lab")) == 0


def save_flow(real, name, **more):
    real.service.post(
        "/flows",
        {
            "name": name,
            "chip_id": "lab",
            "flow_function_name": name,
            "code": (HERE / "lab_flows.py").read_text(),
            "default_parameters": {"backend": "bench-1"},
            "runner": "worker",
            **more,
        },
        30,
    )


def announced(real):
    real.wait(lambda: any(task["name"] == "Read" for task in real.service.get("/tasks", 30)["tasks"]))


def test_a_mux_is_read_in_one_shot_and_its_values_wait_to_be_accepted(real, start):
    save_flow(real, "read")
    start()
    execution_id = real.client.start("read", points=4)
    run = real.ended(execution_id)
    assert (run["status"], run["message"]) == ("completed", "")
    rows = real.rows(execution_id)
    assert sorted((row["task_type"], row["mux_id"], row["qid"]) for row in rows) == [
        *(("global", mux, "") for mux in (0, 1)),
        *(("qubit", qid // 4, str(qid)) for qid in range(8)),
    ]
    assert len(real.client.values("lab")) == 0
    held = real.service.get("/task-results/held-values", 30, {"chip_id": "lab"})["measurements"]
    assert sorted(one["qid"] for one in held) == [str(qid) for qid in range(8)]
    assert {value["because"] for one in held for value in one["values"]} == {"measured_only"}
    for row in rows:
        if row["qid"] == "2":
            assert len(real.client.raw_data(row["task_id"])["n"]) == 4


def test_a_start_that_does_not_fit_the_announced_form_is_refused(real, start):
    start()
    announced(real)
    with pytest.raises(ServiceError, match="shotts") as refused:
        real.client.start("morning", shotts=3)
    assert refused.value.status == 400
    with pytest.raises(ServiceError, match="points") as refused:
        real.client.start("morning", points="many")
    assert refused.value.status == 400
    assert len(real.client.runs()) == 0


def test_a_run_of_one_task_and_one_that_persists_nothing(real, start):
    start()
    announced(real)
    asked = {"task_name": "CheckT1", "chip_id": "lab", "backend": "bench-1"}
    body = {**asked, "parameters": {"qids": ["2", "5"], "shots": 77}}
    execution_id = real.service.post("/executions/queue", body, 30)["execution_id"]
    assert real.ended(execution_id)["status"] == "completed"
    assert sorted(row["qid"] for row in real.rows(execution_id)) == ["2", "5"]
    assert sorted(row["target"] for row in real.client.values("lab")) == ["2", "5"]
    real.unlocked()
    execution_id = real.client.start("morning", persist=False, count=2, min_t1=0)
    assert real.ended(execution_id)["status"] == "completed"
    assert sorted(row["target"] for row in real.client.values("lab")) == ["2", "5"]


def test_a_value_that_cannot_be_is_said_in_the_log_of_the_run(real, start, capfd):
    save_flow(real, "wrong")
    start()
    execution_id = real.client.start("wrong")
    run = real.ended(execution_id)
    assert run["status"] == "completed"
    lines = real.service.get(f"/executions/{execution_id}/log", 30)["lines"]
    said = [line["text"] for line in lines if line["level"] == "warning"]
    assert any("Wrong of 0: cz_gate_fidelity is" in text or "Wrong of 0: t1 is" in text for text in said)
    assert "Wrong of 0: t1 is" in capfd.readouterr().err


def test_refusals_are_raised_with_the_services_own_sentence(real):
    with pytest.raises(ServiceError, match="nowhere") as refused:
        real.client.values("nowhere")
    assert (refused.value.status, str(refused.value)) == (404, refused.value.detail)
    with pytest.raises(ServiceError):
        real.client.set_value("lab", "0", "t1", -3, unit="us")
    with pytest.raises(ServiceError):
        Client(real.url, "no token").chips()


def test_values_notes_and_lists_go_there_and_back(real):
    client = real.client
    assert client.set_value("lab", "0", "t1", 0.03, unit="ms", error=0.001, reason="by hand")
    (row,) = client.values("lab")
    assert (row["value"], row["unit"], row["error"], row["source"]) == (30, "us", 1, "manual")
    client.write_note("lab", "cold", "0")
    client.write_note("lab", "mounted")
    assert (client.note("lab", "0"), client.note("lab"), client.note("lab", "1")) == ("cold", "mounted", "")
    assert [row["chip_id"] for row in client.chips()] == ["lab"]
    chip = client.chip("lab")
    assert chip.qubits["0"].value("t1", "us") == 30
    assert len(chip.couplings) == 7
    assert {"t1", "cz_gate_fidelity"} <= {row["metric"] for row in client.metrics()}
    assert len(client.differences("lab", before="2026-01-01T00:00:00Z")) >= 0
    assert len(client.runs()) == 0
    assert client.series("lab", "t1", start="2020-01-01T00:00:00Z")[0]["value"] == 30


def test_a_history_of_several_pages_is_whole(real, monkeypatch):
    import fiducial_lab.client

    for number in range(7):
        measured = f"2026-01-0{number + 1}T00:00:00.000Z"
        real.client.set_value("lab", "1", "t1", 30 + number, unit="us", measured_at=measured)
    monkeypatch.setattr(fiducial_lab.client, "HISTORY_PAGE", 3)
    found = real.client.history("lab", "1", "t1", days=36500)
    assert [row["value"] for row in found] == [36, 35, 34, 33, 32, 31, 30]
    assert found.to_pandas()["measured_at"].is_monotonic_decreasing


def test_a_proposed_value_waits_until_it_is_accepted(real):
    client = real.client
    client.set_value("lab", "0", "t1", 30, unit="us", measured_at="2026-01-01T00:00:00.000Z")
    client.propose_value("lab", "0", "t1", 41, unit="us", reason="by hand")
    client.propose_value("lab", "0-1", "cz_gate_fidelity", 0.99)
    assert client.values("lab")[0]["value"] == 30
    waiting = client.proposals("lab")
    assert {row["because"] for row in waiting} == {"measured_only"}
    (of_t1,) = [row for row in waiting if row["metric"] == "t1"]
    assert (of_t1["target"], of_t1["kind"], of_t1["value"], of_t1["unit"]) == ("0", "qubit", 41, "us")
    assert (of_t1["comment"], of_t1["source"]) == ("by hand", "manual")
    assert len(waiting.to_pandas()) == 2
    assert client.accept([of_t1], "agreed")["decided"] == 1
    assert client.accept([of_t1])["unchanged"] == 1
    assert client.reject(client.proposals("lab"))["decided"] == 1
    assert {row["metric"]: row["value"] for row in client.values("lab")} == {"t1": 41}
    refused = client.reject([of_t1])
    assert (refused["refused"], "accepted" in refused["values"][0]["message"]) == (1, True)
    with pytest.raises(ServiceError):
        client.propose_value("lab", "0", "t1", -3, unit="us")


def test_a_series_of_more_values_than_an_answer_holds_is_whole(real):
    """On the chip 'wide', by calibrations of 256 qubits, of which an answer holds 39."""
    draw = random.Random(1)

    def t1(day, hour):
        date = f"2026-01-{day:02d}T{hour:02d}:00:00Z"
        return [{"date": date, "name": "T1", "unit": "us", "value": draw.uniform(60, 90)}]

    conf = {"backend_name": "wide", "n_qubits": 256, "coupling_map": [[0, 1]]}
    for number in range(41):
        properties = [t1(1 + number // 2, 12 * (number % 2)) for _ in range(256)]
        props = {"backend_name": "wide", "qubits": properties, "gates": []}
        documents = {"conf": conf, "props": props}
        real.service.post("/chips/import", {"format": "ibm", "chip_id": "wide", "documents": documents}, 120)
    found = real.client.series("wide", "t1", start="2026-01-01T00:00:00Z", end="2026-02-01T00:00:00Z")
    assert len(found) == 41 * 256
    assert len({(row["target"], row["measured_at"]) for row in found}) == len(found)
    assert found.to_pandas()["measured_at"].is_monotonic_increasing


def test_a_client_works_inside_a_running_event_loop(real):
    import asyncio

    async def cell():
        return len(real.client.chips())

    assert asyncio.run(cell()) == 1


def test_a_chip_of_the_service_is_what_a_dry_run_takes(real, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("FIDUCIAL_URL", real.url)
    monkeypatch.setenv("FIDUCIAL_TOKEN", real.token)
    assert main(["chip", "lab"]) == 0
    path = tmp_path / "chip.json"
    path.write_text(capsys.readouterr().out)
    chip = Chip.load(path)
    assert [qubit.id for qubit in chip.qubits] == [str(n) for n in range(8)]
    chip.qubits["0"].remember("t1", Value(1, unit="us"))
    assert main(["run", str(HERE / "lab_flows.py"), "--flow", "morning", "--dry-run", "--chip", str(path)]) == 0
