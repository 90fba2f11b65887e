"""Workers that are killed, paused and cut off, on the service of `npm start`, which `npm run test:python` starts.

After each run every value is right, none is lost and none is there twice. LAB_KILLS, LAB_PAUSES and LAB_CUTS say how
often.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import threading
import time
from collections import Counter

import pytest

from conftest import journal
from fiducial_lab.push import push
from fiducial_lab.spool import Spool
from fiducial_lab.testing import FakeBench, run_flow
from lab_flows import morning
from real_service import DESCRIBED, same_as_without, values_of

pytestmark = pytest.mark.skipif(DESCRIBED is None, reason="no service; npm run test:python starts one")
KILLS = int(os.environ.get("LAB_KILLS", "10"))
PAUSES = int(os.environ.get("LAB_PAUSES", "3"))
CUTS = int(os.environ.get("LAB_CUTS", "3"))
ENDED = ("completed", "failed", "cancelled")


@pytest.fixture
def say(capsys):
    """Print a figure at once."""

    def show(text):
        with capsys.disabled():
            print(f"\n{text}", flush=True)

    return show


def check_undisturbed(real, execution_id):
    """Check that a run has the results of one that nothing disturbed, and each value once in the histories."""
    assert real.ended(execution_id)["status"] == "completed"
    same_as_without(real, execution_id, min_t1=40)
    rows = real.rows(execution_id)
    measured = Counter(row["qid"] for row in rows if row["status"] == "completed" and "t1" in row["output_parameters"])
    for qid, count in measured.items():
        found = [row for row in real.client.history("lab", qid, "t1") if row["execution_id"] == execution_id]
        assert len(found) == len({row["task_id"] for row in found}) == count
    real.unlocked()
    return len(rows)


def test_killed_workers_lose_nothing_and_measure_nothing_twice(real, start, tmp_path, say):
    """Each kill takes the worker alone, or the process that drives as well, after a drawn number of points."""
    draw = random.Random(2)
    file = tmp_path / "journal"
    file.touch()
    steps = {"LAB_STEP": "0.01", "LAB_JOURNAL": str(file)}
    begun = time.monotonic()
    kills = runs = results = 0
    while kills < KILLS:
        execution_id = real.client.start("morning", min_t1=40)
        worker = start(**steps)
        while kills < KILLS:
            wanted = lines_of(file) + draw.choice([0, draw.randint(1, 60)])
            real.wait(lambda: lines_of(file) >= wanted or is_over(real, execution_id))
            time.sleep(draw.random() * 0.5)
            if is_over(real, execution_id):
                break
            worker.kill()
            if draw.random() < 0.5:
                kill_drivers(tmp_path / "spool")
            kills += 1
            worker = start(**steps)
        results += check_undisturbed(real, execution_id)
        runs += 1
        worker.close()
        if runs % 10 == 0:
            say(f"{kills} of {KILLS} kills")
    assert not any((tmp_path / "spool").iterdir())
    say(f"{kills} kills in {runs} runs with {results} results, {time.monotonic() - begun:.0f} s")


def lines_of(file):
    """Return how many lines a file has; a process that is killed may leave a part of one."""
    return file.read_bytes().count(b"\n")


def is_over(real, execution_id):
    """Whether a run has ended."""
    return real.client.run(execution_id)["status"] in ENDED


def kill_drivers(spool):
    """Kill the processes that drive, as a power cut does."""
    for file in spool.glob("*/driver.pid"):
        with contextlib.suppress(OSError, ValueError):
            os.kill(int(file.read_text()), signal.SIGKILL)


def test_workers_paused_for_longer_than_their_window_drive_nothing_more_and_lose_nothing(real, start, tmp_path, say):
    """The service gives the run up; what it does not have is in the outbox, and is pushed."""
    draw = random.Random(3)
    file = tmp_path / "journal"
    worker = start(LAB_STEP="0.02", LAB_JOURNAL=str(file))
    wanted = {tuple(result.key)[:3]: result for result in undisturbed(real)}
    begun = time.monotonic()
    pauses = pushed = results = 0
    while pauses < PAUSES:
        file.write_text("")
        execution_id = real.client.start("morning", min_t1=40, points=40)
        real.wait(lambda: journal(file))
        time.sleep(draw.random() * 8)
        driver = journal(file)[0]["pid"]
        # A machine that sleeps stops both processes.
        stopped = [worker.process.pid, *([driver] if draw.random() < 0.5 else [])]
        for pid in stopped:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        run = real.ended(execution_id)
        before = len(drives(file, driver))
        for pid in stopped:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        real.unlocked()
        # The worker takes another run once it has put this one away.
        real.wait(lambda: completes(real))
        if run["status"] == "completed":
            continue
        pauses += 1
        # A step that was begun before the pause may be driven after it.
        assert len(drives(file, driver)) - before <= (driver in stopped)
        rows = real.rows(execution_id)
        folder = tmp_path / "spool" / run["flow_run_id"]
        if folder.exists():
            known = {row["execution_id"] for row in real.client.runs()}
            pushed += push(real.service, Spool(folder), "bench-1")
            rows += [
                row
                for one in real.client.runs()
                if one["execution_id"] not in known
                for row in real.rows(one["execution_id"])
            ]
        completed = [row for row in rows if row["status"] == "completed"]
        by_key = {(row["stage"], row["name"], row["qid"]): row for row in completed}
        assert len(by_key) == len(completed)
        for key, row in by_key.items():
            assert values_of(row["output_parameters"]) == values_of(wanted[key].output_parameters)
        swept = [row["task_id"] for row in rows if row["name"] == "CheckT1" and row["raw_data_path"]]
        tables = map(real.client.raw_data, swept)
        assert sum(len(table["delay"]) for table in tables) == len(drives(file, driver))
        results += len(rows)
    worker.close()
    say(
        f"{pauses} pauses, {results} results, {pushed} of them pushed from the outbox, {time.monotonic() - begun:.0f} s"
    )


def completes(real):
    """Run the first qubit; a machine that is too busy for the window of the worker fails this."""
    status = real.ended(real.client.start("morning", count=1, min_t1=1000))["status"]
    real.unlocked()
    return status == "completed"


def undisturbed(real):
    """Return the results of the paused run as it is without a pause."""
    chip = real.client.chip("lab")
    return run_flow(morning, chip, FakeBench(), min_t1=40, points=40).results


def drives(file, driver):
    """Return the points of T1 that a process has driven."""
    return [one for one in journal(file) if one["pid"] == driver and one["event"] == "drive" and "-" not in one["id"]]


class Network:
    """A way to the service that can be cut: new connections are refused, and existing ones are broken off."""

    def __init__(self, url):
        self.target = ("127.0.0.1", int(url.split(":")[2].split("/")[0]))
        self.is_cut = False
        self._open = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/api"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self):
        self.is_cut = True
        for connection in list(self._open):
            connection.close()

    def restore(self):
        self.is_cut = False

    def close(self):
        self._listener.close()
        self.cut()

    def _accept(self):
        while True:
            try:
                near, _ = self._listener.accept()
                if self.is_cut:
                    near.close()
                    continue
                far = socket.create_connection(self.target)
            except OSError:
                if self._listener.fileno() < 0:
                    return
                continue
            self._open |= {near, far}
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pump, args=(one, other), daemon=True).start()

    def _pump(self, one, other):
        try:
            while data := one.recv(65536):
                other.sendall(data)
        except OSError:
            pass
        for connection in (one, other):
            self._open.discard(connection)
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()


def test_a_network_that_is_cut_loses_nothing(real, start, say):
    network = Network(real.url)
    draw = random.Random(4)
    begun = time.monotonic()
    cuts = results = 0
    worker = start(network.url, LAB_STEP="0.01")
    while cuts < CUTS:
        execution_id = real.client.start("morning", min_t1=40)
        while cuts < CUTS and not is_over(real, execution_id):
            time.sleep(0.3 + draw.random() * 1.5)
            network.cut()
            time.sleep(draw.random() * 3)
            network.restore()
            cuts += 1
        results += check_undisturbed(real, execution_id)
    worker.close()
    network.close()
    say(f"{cuts} cuts, {results} results, {time.monotonic() - begun:.0f} s")
