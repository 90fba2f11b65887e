"""A worker that is killed, paused, cut off or left without its run: nothing is lost, nothing is there twice."""

from __future__ import annotations

import json
import os
import random
import signal
import time

from conftest import journal
from fiducial_lab.local import local_runs
from fiducial_lab.spool import Spool
from fiducial_lab.testing import StubService, make_chip
from lab_workers import LONG_SECONDS, WorkerProcess, expected, values_of

KILLS = int(os.environ.get("LAB_KILLS", "3"))
PAUSES = int(os.environ.get("LAB_PAUSES", "1"))
CUTS = int(os.environ.get("LAB_CUTS", "2"))


def test_every_answer_that_is_lost_is_asked_for_again(start_worker):
    draw = random.Random(3)

    def fail(method, path):
        return draw.choice([503, 500, 429]) if path != "/workers/tasks" and draw.random() < 0.3 else None

    with StubService(make_chip(), fail=fail) as stub:
        start_worker(stub)
        stub.start("morning", min_t1=40, count=4)
        assert stub.wait_finished()["status"] == "completed"
        assert values_of(stub) == expected(min_t1=40, count=4)


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


def test_a_folder_whose_removal_is_cut_off_is_no_run_and_is_removed_after_the_next_claim(
    start_worker, monkeypatch, spool_folder
):
    spool = Spool(spool_folder / "a-run")
    spool.create({"flow": "morning"})
    with monkeypatch.context() as killed:
        killed.setattr("shutil.rmtree", lambda *_, **__: None)
        spool.remove()
    assert local_runs(spool_folder) == []
    assert any(spool_folder.iterdir())
    with StubService(make_chip()) as stub:
        start_worker(stub)
        stub.wait(lambda stub: stub.calls.count(("POST", "/workers/claims")) > 1)
    assert not any(spool_folder.iterdir())
