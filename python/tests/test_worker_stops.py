"""A cancel, a bench that blocks and an attempt that hangs: what a worker stops and keeps."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import journal
from fiducial_lab.testing import StubService, make_chip


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
