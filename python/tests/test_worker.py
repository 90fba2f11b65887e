"""The worker on a service that fails, against a stub that fails any call out of order."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conftest import HERE, journal
from fiducial_lab.driving import end_former_driver
from fiducial_lab.local import local_runs
from fiducial_lab.records import Result
from fiducial_lab.spool import Spool
from fiducial_lab.testing import FakeBench, StubService, make_chip, run_flow
from lab_flows import morning

KILLS = int(os.environ.get("LAB_KILLS", "3"))
PAUSES = int(os.environ.get("LAB_PAUSES", "1"))
CUTS = int(os.environ.get("LAB_CUTS", "2"))
LONG_SECONDS = 300
"""After this long a process hangs, however slow the machine is."""


def values_of(stub):
    return {key: row["output_parameters"] for key, row in stub.results.items()}


def expected(**parameters):
    report = run_flow(morning, make_chip(), FakeBench(), **parameters)
    return {tuple(result.key): result.output_parameters for result in report.results}


class WorkerProcess:
    """A worker as a process of its own."""

    def __init__(self, stub, spool, **environment):
        environment = {**os.environ, "FIDUCIAL_URL": stub.url, "FIDUCIAL_TOKEN": stub.token, **environment}
        arguments = ["worker", str(HERE / "lab_flows.py"), "--name", "bench-1", "--spool", str(spool)]
        self.process = subprocess.Popen([sys.executable, "-m", "fiducial_lab", *arguments], env=environment)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def close(self):
        self.process.terminate()
        self.process.wait(LONG_SECONDS)


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


def test_every_answer_that_is_lost_is_asked_for_again(start_worker):
    draw = random.Random(3)

    def fail(method, path):
        return draw.choice([503, 500, 429]) if path != "/workers/tasks" and draw.random() < 0.3 else None

    with StubService(make_chip(), fail=fail) as stub:
        start_worker(stub)
        stub.start("morning", min_t1=40, count=4)
        assert stub.wait_finished()["status"] == "completed"
        assert values_of(stub) == expected(min_t1=40, count=4)


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


def test_a_cancel_stops_between_points_and_keeps_half_a_sweep(start_worker, monkeypatch, tmp_path):
    monkeypatch.setenv("LAB_STEP", "0.02")
    monkeypatch.setenv("LAB_JOURNAL", str(tmp_path / "journal"))
    with StubService(make_chip()) as stub:
        start_worker(stub)
        stub.start("morning", points=2000)
        stub.wait(lambda stub: stub.traces)
        stub.cancel()
        assert stub.wait_finished() == {"status": "stopped", "message": "The run was cancelled"}
        ((key, row),) = stub.results.items()
        assert (key, row["status"]) == ((0, "CheckT1", "0", 0), "cancelled")
        rows = stub.files[row["raw_data"][0]].decode().splitlines()
        assert rows[0] == "delay [us],population"
        assert stub.beats[-1]["running"]
    drives = [entry for entry in journal(tmp_path / "journal") if entry["event"] == "drive"]
    assert len(rows) - 1 == len(drives) < 2000


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


@pytest.mark.parametrize("deaf", [False, True])
def test_a_driver_that_blocks_is_ended_by_stop_or_by_a_signal(deaf, start_worker, monkeypatch, tmp_path):
    monkeypatch.setenv("LAB_HANG_AT", "5")
    monkeypatch.setenv("LAB_JOURNAL", str(tmp_path / "journal"))
    if deaf:
        monkeypatch.setenv("LAB_DEAF", "1")
    with StubService(make_chip()) as stub:
        start_worker(stub)
        stub.start("morning", points=100)
        stub.wait(lambda stub: any(len(trace["points"]) == 4 for trace in stub.traces))
        stub.cancel()
        assert stub.wait_finished()["status"] == "stopped"
        ((_, row),) = stub.results.items()
        assert row["status"] == "cancelled"
        assert len(stub.files[row["raw_data"][0]].decode().splitlines()) == 5
    entries = journal(tmp_path / "journal")
    assert entries[-1]["event"] in ("stop", "idle")
    drivers = {entry["pid"] for entry in entries if entry["event"] == "drive"}
    if deaf:
        # The process that was deaf is gone, and a fresh one has stopped the bench.
        assert {entry["pid"] for entry in entries if entry["event"] == "stop"} - drivers
    for pid in drivers:
        assert not Path(f"/proc/{pid}/stat").exists() or " Z " in Path(f"/proc/{pid}/stat").read_text()


def test_an_attempt_that_hangs_past_its_timeout_fails_and_the_run_goes_on(start_worker, monkeypatch, tmp_path):
    monkeypatch.setenv("LAB_HANG_ONCE", str(tmp_path / "marker"))
    with StubService(make_chip()) as stub:
        start_worker(stub)
        stub.start("briefly")
        assert stub.wait_finished()["status"] == "completed"
        assert {key[1:3]: row["status"] for key, row in stub.results.items()} == {
            ("CheckBriefly", "0"): "failed",
            ("CheckCZ", "0-1"): "completed",
            ("CheckCZ", "0-4"): "completed",
        }
        assert "did not return within its timeout" in stub.results[0, "CheckBriefly", "0", 0]["message"]


def test_a_cancel_that_refuses_a_start_still_takes_what_has_ended(start_worker, monkeypatch):
    """The service knows of the cancel before the worker does: the start that it refuses ends no sending."""
    monkeypatch.setenv("LAB_STEP", "0.05")
    holder = []

    def fail(method, path):
        if path.endswith("/task-results") and not holder[0].results:
            holder[0].cancel()

    with StubService(make_chip(), fail=fail) as stub:
        holder.append(stub)
        start_worker(stub)
        stub.start("morning", points=500)
        assert stub.wait_finished()["status"] == "stopped"
        assert [(key[2], row["status"]) for key, row in stub.results.items()] == [("0", "cancelled")]


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


def test_killed_workers_lose_nothing_and_measure_nothing_twice(tmp_path):
    """Every point is acknowledged or on disk, no result comes twice, and filters decide as without kills."""
    draw = random.Random(11)
    steps = {"LAB_STEP": "0.004", "LAB_JOURNAL": str(tmp_path / "journal")}
    with StubService(make_chip()) as stub:
        worker = WorkerProcess(stub, tmp_path / "spool", **steps)
        kills = 0
        while kills < KILLS:
            stub.start("morning", min_t1=40)
            while not stub.finished and kills < KILLS:
                count = len(stub.calls)
                # At some call of the run, whichever it is.
                wanted = count + draw.randint(1, 12)
                stub.wait(lambda stub, wanted=wanted: len(stub.calls) >= wanted or bool(stub.finished))
                time.sleep(draw.random() * 0.1)
                worker.kill()
                kills += 1
                worker = WorkerProcess(stub, tmp_path / "spool", **steps)
            assert stub.wait_finished()["status"] == "completed"
            assert values_of(stub) == expected(min_t1=40)
        worker.close()
    assert not any((tmp_path / "spool").iterdir())


def test_a_paused_worker_drives_nothing_after_its_lease(tmp_path):
    """A process that paused for longer than half a window drives nothing when it goes on."""
    for number in range(PAUSES):
        journal_file = tmp_path / f"journal{number}"
        with StubService(make_chip(), window_seconds=20) as stub:
            worker = WorkerProcess(stub, tmp_path / "spool", LAB_STEP="0.02", LAB_JOURNAL=str(journal_file))
            stub.start("morning", points=5000)
            stub.wait(lambda stub: stub.traces)
            worker.process.send_signal(signal.SIGSTOP)
            driver = journal(journal_file)[-1]["pid"]
            # Its driver goes on until the lease ends, and not beyond.
            deadline = time.monotonic() + LONG_SECONDS
            while not any(entry["event"] == "stop" for entry in journal(journal_file)):
                assert time.monotonic() < deadline
                time.sleep(0.05)
            os.kill(driver, 0)
            count = sum(entry["event"] == "drive" for entry in journal(journal_file))
            worker.process.send_signal(signal.SIGCONT)
            assert stub.wait_finished()["status"] == "stopped"
            assert sum(entry["event"] == "drive" for entry in journal(journal_file)) == count
            worker.close()


def test_a_cut_of_the_network_within_half_a_window_is_not_noticed(start_worker, monkeypatch):
    monkeypatch.setenv("LAB_STEP", "0.002")
    state = {"cut": False}

    def fail(method, path):
        return 503 if state["cut"] else None

    draw = random.Random(5)
    with StubService(make_chip(), fail=fail) as stub:
        start_worker(stub)
        cuts = 0
        while cuts < CUTS:
            stub.start("morning", min_t1=40)
            while not stub.finished and cuts < CUTS:
                wanted = len(stub.calls) + draw.randint(2, 20)
                stub.wait(lambda stub, wanted=wanted: len(stub.calls) >= wanted or bool(stub.finished))
                state["cut"] = True
                time.sleep(draw.random() * 1.5)
                state["cut"] = False
                cuts += 1
            assert stub.wait_finished()["status"] == "completed"
            assert values_of(stub) == expected(min_t1=40)


def test_a_worker_cleans_up_after_one_that_was_killed_at_the_end_of_its_run(start_worker, spool_folder):
    for name, worker, has_more in (("over", "bench-1", False), ("kept", "bench-1", True), ("other", "bench-2", False)):
        spool = Spool(spool_folder / name)
        spool.create({"worker": worker, "execution_id": name})
        if has_more:
            spool.append([Result(0, "CheckT1", "qubit", "0", 0, "completed", "2026-01-01T00:00:00Z")])
    with StubService(make_chip()) as stub:
        start_worker(stub)
        stub.wait(lambda stub: stub.calls.count(("POST", "/workers/claims")) > 1)
    assert sorted(path.name for path in spool_folder.iterdir()) == ["kept", "other"]


@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="no such signal")
def test_a_worker_that_is_upgraded_ends_its_run_and_leaves_the_next_one_to_its_successor(tmp_path):
    with StubService(make_chip()) as stub:
        first = WorkerProcess(stub, tmp_path / "spool", LAB_STEP="0.2")
        stub.start("morning", points=20, count=2)
        stub.wait(lambda stub: stub.traces)
        first.process.send_signal(signal.SIGUSR1)
        assert stub.wait_finished() == {"status": "completed", "message": ""}
        assert first.process.wait(LONG_SECONDS) == 0
        claims = stub.calls.count(("POST", "/workers/claims"))
        stub.start("morning", points=20, count=1)
        second = WorkerProcess(stub, tmp_path / "spool")
        assert stub.wait_finished()["status"] == "completed"
        assert stub.calls.count(("POST", "/workers/claims")) > claims
        second.close()


@pytest.mark.parametrize("folder", ["two", "one"])
def test_a_worker_whose_name_is_taken_ends(tmp_path, folder):
    with StubService(make_chip()) as stub:
        first = WorkerProcess(stub, tmp_path / "one", LAB_STEP="0.02")
        stub.start("morning", points=300, count=1, min_t1=1000)
        stub.wait(lambda stub: stub.traces)
        second = WorkerProcess(stub, tmp_path / folder, LAB_STEP="0")
        assert first.process.wait(LONG_SECONDS) == 1
        assert stub.wait_finished()["status"] == "completed"
        second.close()


def test_a_worker_leaves_bench_and_folder_to_the_process_that_takes_its_run_over(
    start_worker, monkeypatch, tmp_path, spool_folder
):
    monkeypatch.setenv("LAB_STEP", "0.02")
    monkeypatch.setenv("LAB_JOURNAL", str(tmp_path / "journal"))
    with StubService(make_chip()) as stub:
        start_worker(stub)
        stub.start("morning", points=300, count=1)
        stub.wait(lambda stub: stub.traces)
        (spool,) = local_runs(spool_folder)
        spool.take(2)
        (spool.folder / "job-2.json").write_text("{}")
        end_former_driver(spool.folder / "driver.pid")
        assert stub.wait_finished()["message"] == "The process of the flow ended with code -9"
        # The worker is through with the run when it claims again.
        count = stub.calls.count(("POST", "/workers/claims"))
        stub.wait(lambda stub: stub.calls.count(("POST", "/workers/claims")) > count)
    assert (spool.folder / "job-2.json").exists()
    assert spool.ended() == []
    assert {entry["event"] for entry in journal(tmp_path / "journal")} <= {"drive", "idle"}


def test_a_run_that_the_service_took_away_is_kept_on_disk(start_worker, monkeypatch, spool_folder):
    monkeypatch.setenv("LAB_STEP", "0.01")
    state = {"taken": False}

    def fail(method, path):
        return 409 if state["taken"] and path.endswith(("/task-results", "/uploads")) else None

    with StubService(make_chip(), fail=fail) as stub:
        start_worker(stub)
        stub.start("morning", points=50)
        stub.wait(lambda stub: any(row["status"] == "completed" for row in stub.results.values()))
        state["taken"] = True
        assert stub.wait_finished()["status"] == "stopped"
        acknowledged = {key for key, row in stub.results.items() if row["status"] == "completed"}
        # The worker has told the end, and has cleaned up when it claims again.
        count = stub.calls.count(("POST", "/workers/claims"))
        stub.wait(lambda stub: stub.calls.count(("POST", "/workers/claims")) > count)
    spools = local_runs(spool_folder)
    kept = {tuple(result.key) for result in spools[0].ended()}
    assert kept > acknowledged
    assert json.loads((spools[0].folder / "run.json").read_text())["flow"] == "morning"
