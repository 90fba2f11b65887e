"""Workers of one name after each other: what one leaves to the next."""

from __future__ import annotations

import signal

import pytest

from conftest import journal
from fiducial_lab.driving import end_former_driver
from fiducial_lab.local import local_runs
from fiducial_lab.records import Result
from fiducial_lab.spool import Spool
from fiducial_lab.testing import StubService, make_chip
from lab_workers import LONG_SECONDS, WorkerProcess


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
