"""What a worker takes, measures and reports, against a stub that fails any call out of order."""

from __future__ import annotations

from conftest import HERE
from fiducial_lab.testing import StubService, make_chip
from lab_workers import expected, values_of


def test_a_run_is_measured_with_its_files_log_and_trace(chip, start_worker, spool_folder):
    with StubService(chip) as stub:
        start_worker(stub)
        stub.start("morning", min_t1=40)
        assert stub.wait_finished() == {"status": "completed", "message": ""}
        assert values_of(stub) == expected(min_t1=40)
        for key, row in stub.results.items():
            assert len(row["raw_data"]) == 1
            assert len(row.get("figures", [])) == (key[1] == "CheckT1")
        assert stub.announced["flows"][0]["form"]["properties"]["min_t1"] == {"type": "number", "default": 30}
        assert [task["name"] for task in stub.announced["tasks"]] == [
            "CheckT1",
            "CheckBriefly",
            "CheckCZ",
            "Read",
            "Wrong",
        ]
        # It claims again once it has cleaned up.
        count = stub.calls.count(("POST", "/workers/claims"))
        stub.wait(lambda stub: stub.calls.count(("POST", "/workers/claims")) > count)
    assert not any(spool_folder.iterdir())


def test_a_flow_that_the_worker_lacks_and_a_wrong_parameter_fail_the_run_before_anything_is_driven(start_worker):
    with StubService(make_chip()) as stub:
        start_worker(stub)
        stub.start("mornnig")
        message = "this worker has no flow 'mornnig'; it has morning, briefly, read, wrong"
        assert stub.wait_finished()["message"] == message
        stub.start("morning", shotts=3)
        assert "has no parameter 'shotts'; did you mean 'shots'?" in stub.wait_finished()["message"]
        assert stub.results == {}


def test_a_quick_run_measures_one_task_on_chosen_targets(start_worker):
    with StubService(make_chip()) as stub:
        start_worker(stub)
        stub.start("CheckT1", task_name="CheckT1", qids=["2", "5"], shots=77)
        assert stub.wait_finished() == {"status": "completed", "message": ""}
        assert [(key[1], key[2]) for key in stub.results] == [("CheckT1", "2"), ("CheckT1", "5")]
        assert all(row["run_parameters"]["shots"]["value"] == 77 for row in stub.results.values())
        stub.start("CheckT1", task_name="CheckT1", mux_ids=[1], delay={"points": 4})
        assert stub.wait_finished()["status"] == "completed"
        assert [key[2] for key in stub.results] == ["4", "5", "6", "7"]
        stub.start("CheckT1", task_name="CheckT1", coupling_ids=["0-1"])
        assert "CheckT1 runs on qubits, and coupling_ids were given" in stub.wait_finished()["message"]
        stub.start("CheckT9", task_name="CheckT9")
        assert stub.wait_finished()["message"].startswith("this worker has no task 'CheckT9'; it has CheckT1")


def test_what_a_flow_raises_fails_the_run_and_the_log_says_where(start_worker, monkeypatch):
    monkeypatch.setenv("LAB_STEP", "not a number")
    with StubService(make_chip()) as stub:
        start_worker(stub)
        stub.start("morning")
        assert stub.wait_finished()["message"].startswith("ValueError: could not convert string to float")
        assert any("lab_flows.py" in line["text"] for line in stub.log)


def test_a_mux_is_reported_as_one_task_with_a_live_line_for_each_qubit(start_worker, monkeypatch):
    monkeypatch.setenv("LAB_STEP", "0.02")
    with StubService(make_chip()) as stub:
        start_worker(stub)
        stub.start("read", points=400)
        stub.wait(lambda stub: stub.traces)
        stub.cancel()
        assert stub.wait_finished()["status"] == "stopped"
        assert [(row["task_type"], row["mux_id"]) for row in stub.results.values()] == [("mux", 0)] * 4
        assert {key[2]: row["status"] for key, row in stub.results.items()} == dict.fromkeys("0123", "cancelled")
        assert all(len(row["raw_data"]) == 1 for row in stub.results.values())
        assert {(trace["mux_id"], *trace["qubits"]) for trace in stub.traces} == {(0, "0", "1", "2", "3")}
        stub.start("read")
        assert stub.wait_finished() == {"status": "completed", "message": ""}
        assert [row["mux_id"] for row in stub.results.values()] == [0] * 4 + [1] * 4
        assert all("average_readout_fidelity" in row["output_parameters"] for row in stub.results.values())
        assert {row["persist"] for row in stub.results.values()} == {False}
    (read,) = [task for task in stub.announced["tasks"] if task["name"] == "Read"]
    assert read["task_type"] == "mux"


def test_values_that_do_not_become_current_are_said_in_the_log_and_on_the_console(start_worker, capfd):
    with StubService(make_chip()) as stub:
        stub.states["t1"] = {"state": "refused", "reason": "it cannot be"}
        stub.states["average_readout_fidelity"] = {"state": "held", "reason": "it differs from the value before"}
        start_worker(stub)
        for flow in ("wrong", "read"):
            stub.start(flow)
            assert stub.wait_finished()["status"] == "completed"
        said = {(line["level"], line["text"]) for line in stub.log}
    assert ("warning", "Wrong of 0: t1 is refused: it cannot be") in said
    assert ("info", "Read of 7: average_readout_fidelity is held: it differs from the value before") in said
    shown = capfd.readouterr().err
    assert "Wrong of 0: t1 is refused: it cannot be" in shown
    assert "average_readout_fidelity" not in shown


def test_a_run_that_persists_nothing_says_so_and_takes_what_every_run_may_have(start_worker):
    with StubService(make_chip()) as stub:
        stub.persist = False
        start_worker(stub)
        stub.start("morning", count=1, username="ada", tags=["cold"], backend="bench-1")
        assert stub.wait_finished()["status"] == "completed"
        assert any("only once an editor accepts them" in line["text"] for line in stub.log)


class Slow(StubService):
    """Asks for no heartbeat while a task runs."""

    def _heartbeat(self, body):
        return {**super()._heartbeat(body), "heartbeat_seconds": 1000.0}


def test_heartbeats_keep_the_pace_that_the_service_told(start_worker, monkeypatch):
    monkeypatch.setenv("LAB_STEP", "0.05")
    with Slow(make_chip()) as stub:
        start_worker(stub)
        stub.start("morning", points=120, count=1, min_t1=1000)
        assert stub.wait_finished()["status"] == "completed"
        # The first, one for the start of the task, and one for each stage that is planned.
        assert len(stub.beats) <= 5


def test_a_retry_comes_under_its_own_attempt(start_worker, tmp_path):
    module = tmp_path / "flaky.py"
    module.write_text(
        "import sys\n"
        f"sys.path.insert(0, {str(HERE)!r})\n"
        "from pathlib import Path\n"
        "from fiducial_lab.testing import FakeBench\n"
        "from lab_flows import morning\n"
        "def fail(name, id):\n"
        f"    marker = Path({str(tmp_path)!r}) / f'failed-{{id}}'\n"
        "    if id == '1' and not marker.exists():\n"
        "        marker.touch()\n"
        "        raise OSError('no signal')\n"
        "def make_bench():\n"
        "    return FakeBench(fail=fail)\n"
    )
    with StubService(make_chip()) as stub:
        start_worker(stub, str(module))
        stub.start("morning", count=2)
        assert stub.wait_finished()["status"] == "completed"
        attempts = [stub.results[0, "CheckT1", "1", n]["status"] for n in (0, 1)]
        assert attempts == ["failed", "completed"]
