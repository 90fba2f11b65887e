"""Runs without the service are submitted to a real one: skipped unless FIDUCIAL_CLIENT_TEST describes one."""

import threading
import time
import uuid

import pytest

from fiducial_lab import Chip, LabError, ServiceError
from fiducial_lab.cli import main
from fiducial_lab.http import Service
from fiducial_lab.local import run_local
from fiducial_lab.push import push
from fiducial_lab.spool import Spool
from fiducial_lab.testing import FakeBench
from lab_flows import morning
from real_service import DESCRIBED

pytestmark = pytest.mark.skipif(DESCRIBED is None, reason="no service; npm run test:python starts one")


@pytest.fixture
def spool(real, tmp_path):
    """A run on the chip of the service, made without it."""
    return run_local(morning, real.client.chip("lab"), FakeBench(), {"min_t1": 40}, tmp_path / "runs")


class Dying(Service):
    """A service whose caller dies at one of its calls: before the call arrives, or before the answer does."""

    def __init__(self, real, at, arrives):
        super().__init__(real.url, real.token)
        self.calls = 0
        self._at = at
        self._arrives = arrives

    def call(self, *args, **kwargs):
        return self._or_die(lambda: Service.call(self, *args, **kwargs))

    def put_file(self, *args, **kwargs):
        return self._or_die(lambda: Service.put_file(self, *args, **kwargs))

    def _or_die(self, act):
        self.calls += 1
        if self.calls < self._at:
            return act()
        if self.calls == self._at and self._arrives:
            act()
        raise KeyboardInterrupt


def runs_of(real):
    return real.service.get("/executions", 30, {"chip_id": "lab"})["executions"]


def check(real, spool):
    """Check that the service has exactly the run of the folder, with its times and files."""
    (run,) = runs_of(real)
    about = spool.about()
    assert (run["recorded_later"], run["status"], run["flow_name"]) == (True, "completed", "morning")
    assert (run["start_at"], run["end_at"]) == (about["started_at"], about["ended_at"])
    rows = real.rows(run["execution_id"])
    found = sorted(
        (row["stage"], row["name"], row["qid"], row["attempt"], row["status"], row["end_at"]) for row in rows
    )
    kept = sorted((r.stage, r.task, r.qid, r.attempt, r.status, r.end_at) for r in spool.ended())
    assert found == kept
    for row in rows:
        if row["name"] == "CheckT1":
            assert len(row["figure_path"]) == 1
            assert len(row["raw_data_path"]) == 1
    return run


def test_a_pushed_run_has_its_own_times_and_files_and_a_second_push_writes_nothing(
    real, spool, tmp_path, capsys, monkeypatch
):
    monkeypatch.setenv("FIDUCIAL_URL", real.url)
    monkeypatch.setenv("FIDUCIAL_TOKEN", real.token)
    assert main(["push", str(tmp_path / "runs")]) == 0
    said = capsys.readouterr().out
    assert f"{spool.folder.name}: {len(spool.ended())} results" in said
    run = check(real, spool)
    assert not real.service.get("/executions/lock-status", 30)["lock"]
    values = real.client.values("lab", metrics=["t1"])
    measured = {r.qid: r.end_at for r in spool.ended() if r.task == "CheckT1" and r.status == "completed"}
    assert {row["target"]: row["execution_id"] for row in values} == dict.fromkeys(measured, run["execution_id"])
    task_id = next(row["task_id"] for row in real.rows(run["execution_id"]) if row["name"] == "CheckT1")
    assert list(real.client.raw_data(task_id)) == ["delay", "population"]
    before = real.rows(run["execution_id"])
    assert main(["push", str(tmp_path / "runs")]) == 0
    assert capsys.readouterr().out == said
    assert check(real, spool) == run
    assert real.rows(run["execution_id"]) == before


def test_a_run_that_is_refused_does_not_keep_the_others_of_the_folder(real, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("FIDUCIAL_URL", real.url)
    monkeypatch.setenv("FIDUCIAL_TOKEN", real.token)
    elsewhere = Chip.from_json({**real.client.chip("lab").to_json(), "chip_id": "elsewhere"})
    wrong = run_local(morning, elsewhere, FakeBench(), {"min_t1": 40}, tmp_path / "runs")
    good = run_local(morning, real.client.chip("lab"), FakeBench(), {"min_t1": 40}, tmp_path / "runs")
    wrong.folder.rename(tmp_path / "runs" / "0-first")
    assert main(["push", str(tmp_path / "runs"), "--backend", "bench-1"]) == 1
    said = capsys.readouterr()
    assert said.err.startswith("0-first: not pushed: Chip 'elsewhere' not found")
    assert said.out == f"{good.folder.name}: {len(good.ended())} results\n"
    assert len(runs_of(real)) == 1


@pytest.mark.parametrize("arrives", [False, True])
def test_a_push_that_is_killed_at_any_call_goes_on_and_writes_nothing_twice(real, spool, arrives):
    at = 0
    while True:
        # Each one comes further than the one before, and the last one through.
        at += 3
        try:
            push(Dying(real, at, arrives), spool, "bench-1")
            break
        except KeyboardInterrupt:
            pass
    assert at > 9
    check(real, spool)


def test_two_pushes_at_once_are_one_run(real, spool):
    failed = []

    def once():
        try:
            assert push(Service(real.url, real.token), spool, "bench-1") == len(spool.ended())
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=once) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    check(real, spool)


def test_a_run_that_was_interrupted_is_cancelled_at_the_service(real, tmp_path):
    class Impatient(FakeBench):
        def t1_point(self, *args):
            if args[0] == "2":
                raise KeyboardInterrupt
            return super().t1_point(*args)

    with pytest.raises(KeyboardInterrupt):
        run_local(morning, real.client.chip("lab"), Impatient(), {}, tmp_path / "runs")
    (folder,) = (tmp_path / "runs").iterdir()
    spool = Spool(folder)
    assert push(real.service, spool, "bench-1") == len(spool.ended()) > 0
    (run,) = runs_of(real)
    assert (run["status"], run["end_at"]) == ("cancelled", spool.about()["ended_at"])
    assert push(real.service, spool, "bench-1") == len(spool.ended())


def test_a_run_that_was_cancelled_at_the_service_takes_nothing_more(real, spool):
    with pytest.raises(KeyboardInterrupt):
        push(Dying(real, 2, False), spool, "bench-1")
    (run,) = runs_of(real)
    assert run["status"] == "running"
    real.service.post(f"/executions/{run['note']['flow_run_id']}/cancel", {}, 30)
    with pytest.raises(LabError, match="was cancelled at the service"):
        push(real.service, spool, "bench-1")
    assert real.rows(run["execution_id"]) == []


def test_other_content_under_the_key_of_a_run_is_refused_with_the_reason(real, spool):
    push(real.service, spool, "bench-1")
    with pytest.raises(ServiceError, match="was recorded with other content"):
        push(real.service, spool, "bench-2")
    check(real, spool)


@pytest.mark.parametrize("persist", [True, False])
def test_what_a_workers_run_left_over_is_a_run_of_its_own(real, spool, tmp_path, persist):
    real.client.start("morning", persist=persist)
    claim = {"worker": "gone", "backends": ["bench-1"], "claim_key": str(uuid.uuid4())}
    while not (claimed := real.service.post("/workers/claims", claim, 30)["run"]):
        time.sleep(0.2)
    about = spool.about()
    left = Spool(tmp_path / "outbox" / claimed["flow_run_id"])
    left.create(
        {
            **{name: claimed[name] for name in ("execution_id", "flow_run_id", "created_at", "parameters")},
            "flow": "morning",
            "chip": about["chip"],
        }
    )
    (left.folder / "results.jsonl").write_bytes((spool.folder / "results.jsonl").read_bytes())
    for file in (spool.folder / "files").iterdir():
        (left.folder / "files" / file.name).write_bytes(file.read_bytes())
    with pytest.raises(LabError, match="goes on; its worker submits it"):
        push(real.service, left, "bench-1")
    held = {"fence": claimed["fence"], "claim_key": claim["claim_key"]}
    real.service.post(f"/workers/runs/{claimed['flow_run_id']}/finish", {**held, "status": "failed"}, 30)
    real.ended(claimed["execution_id"])
    assert push(real.service, left, "bench-1") == len(left.ended())
    past, live = sorted(runs_of(real), key=lambda run: not run["recorded_later"])
    assert (past["status"], live["execution_id"]) == ("cancelled", claimed["execution_id"])
    assert len(real.rows(past["execution_id"])) == len(left.ended())
    assert real.client.run(past["execution_id"])["persist"] == persist
    assert left.is_delivered
    assert push(real.service, left, "bench-1") == 0
