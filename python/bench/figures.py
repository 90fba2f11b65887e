"""The figures of `npm run bench:python`, each printed on a line: cancels, frames and rates.

FIDUCIAL_CLIENT_TEST describes the service, as for the tests, with the `pid` of its process.
"""

from __future__ import annotations

import argparse
import atexit
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from conftest import journal  # noqa: E402
from fiducial_lab.testing import StubService, make_chip  # noqa: E402
from lab_workers import WorkerProcess  # noqa: E402
from real_service import Real  # noqa: E402

QUBITS = 256
DAYS = 30
A_DAY = 2
ENDED = ("completed", "failed", "cancelled")


def load() -> str:
    return f"load {os.getloadavg()[0]:.1f}"


def spread(seconds: list[float]) -> str:
    return f"median {statistics.median(seconds):.2f} s, at most {max(seconds):.2f} s, of {len(seconds)}"


def wait(condition: Callable[[], object], seconds: float = 300, pause_seconds: float = 0.01) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise SystemExit("it did not happen")
        time.sleep(pause_seconds)


def cancel_once(folder: Path, draw: random.Random, **environment: str) -> tuple[float, float, float]:
    """Cancel a run once.

    Returns the seconds from the cancel to the last drive, and from the heartbeat that told of it to the last drive and
    to the end of the process that drove.
    """
    file = folder / "journal"
    heard: list[float] = []
    cancelled: list[float] = []

    def watch(method: str, path: str) -> None:
        if path.endswith("/heartbeat") and cancelled and not heard:
            heard.append(time.time())

    with StubService(make_chip(), fail=watch) as stub:
        worker = WorkerProcess(stub, folder / "spool", LAB_STEP="0.02", LAB_JOURNAL=str(file), **environment)
        stub.start("morning", points=100_000)
        stub.wait(lambda stub: bool(stub.traces))
        driver = journal(file)[0]["pid"]
        time.sleep(draw.random() * 2)
        cancelled.append(time.time())
        stub.cancel()
        wait(lambda: not alive(driver))
        gone = time.time()
        stub.wait_finished()
        worker.close()
    last = max(entry["at"] for entry in journal(file) if entry["event"] == "drive")
    return max(0.0, last - cancelled[0]), max(0.0, last - heard[0]), gone - heard[0]


def alive(pid: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def cancels(count: int, seed: int) -> None:
    draw = random.Random(seed)
    for name, environment in (
        ("between points", {}),
        ("a call that ends with stop()", {"LAB_HANG_AT": "60"}),
        ("a call that ends with a signal", {"LAB_HANG_AT": "60", "LAB_DEAF": "1"}),
    ):
        measured: list[tuple[float, float, float]] = []
        for _ in range(count):
            with tempfile.TemporaryDirectory() as folder:
                measured.append(cancel_once(Path(folder), draw, **environment))
        asked, told, ended = (list(column) for column in zip(*measured, strict=True))
        print(f"cancel, {name}: last drive after the cancel {spread(asked)} ({load()})")
        print(f"cancel, {name}: last drive after the worker heard {spread(told)}; its process ended {spread(ended)}")


def device(measured: datetime, draw: random.Random) -> dict[str, object]:
    date = measured.isoformat(timespec="seconds")
    pairs = [(n, n + 1) for n in range(QUBITS - 1)]

    def qubit() -> list[dict[str, object]]:
        t1 = draw.uniform(60, 120)
        numbers = (("T1", "us", t1), ("T2", "us", draw.uniform(0.5, 1.5) * t1), ("readout_error", "", 0.02))
        return [{"date": date, "name": name, "unit": unit, "value": value} for name, unit, value in numbers]

    return {
        "conf": {"backend_name": "frame", "n_qubits": QUBITS, "coupling_map": [list(pair) for pair in pairs]},
        "props": {"backend_name": "frame", "qubits": [qubit() for _ in range(QUBITS)], "gates": []},
    }


def frames(seed: int) -> None:
    real = Real()
    draw = random.Random(seed)
    now = datetime.now(timezone.utc).replace(microsecond=0)
    times = [now - timedelta(hours=24 * n / A_DAY) for n in range(DAYS * A_DAY)][::-1]
    for number, measured in enumerate(times):
        body = {"format": "ibm", "chip_id": "frame", "documents": device(measured, draw)}
        real.service.post("/chips/import", body, 120)
        if number % 30 == 29:
            print(f"  imported {number + 1} of {len(times)} calibrations", flush=True)
    start = now - timedelta(days=DAYS, hours=1)
    for name, call in (
        (f"values of {QUBITS} qubits", lambda: real.client.values("frame")),
        (f"{A_DAY} T1 a day of {QUBITS} qubits x {DAYS} days", lambda: real.client.series("frame", "t1", start=start)),
        (
            f"one T1 a day of {QUBITS} qubits x {DAYS} days",
            lambda: real.client.series("frame", "t1", start=now - timedelta(days=DAYS / A_DAY)),
        ),
    ):
        taken: list[float] = []
        worked: list[float] = []
        for _ in range(5):
            begun, before = time.monotonic(), processor_seconds()
            frame = call().to_pandas()
            taken.append(time.monotonic() - begun)
            worked.append(processor_seconds() - before)
        computing = f"{statistics.median(worked):.2f} s of processors in notebook and service"
        print(f"frame, {name}: {len(frame)} rows, {spread(taken)}; {computing} ({load()})")


def processor_seconds() -> float:
    """What this process, and those of the service, have computed."""
    service = json.loads(os.environ["FIDUCIAL_CLIENT_TEST"])["pid"]
    return time.process_time() + sum(computed(pid) for pid in [service, *children(service)])


def children(pid: int) -> list[int]:
    found: list[int] = []
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, tasks.read_text().split()):
            found += [child, *children(child)]
    return found


def computed(pid: int) -> float:
    try:
        parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def ended_children(pid: int) -> float:
    """What the processes have computed that a process has started and that have ended."""
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[13]) + int(parts[14])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> float:
    """Megabytes of a process; 0 if it has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


class Watch(threading.Thread):
    """Watches the memory of processes, a sample a second."""

    def __init__(self, **pids: Callable[[], int | None]) -> None:
        super().__init__(daemon=True)
        self.samples: dict[str, list[float]] = {name: [] for name in pids}
        self._pids = pids
        self._over = threading.Event()

    def run(self) -> None:
        while not self._over.wait(1):
            for name, find in self._pids.items():
                pid = find()
                if pid is not None and (megabytes := resident(pid)) > 0:
                    self.samples[name].append(megabytes)

    def end(self) -> str:
        self._over.set()
        self.join()
        parts = []
        for name, samples in self.samples.items():
            third = max(1, len(samples) // 3)
            first, last = statistics.median(samples[:third]), statistics.median(samples[-third:])
            parts.append(f"{name} {first:.0f} to {last:.0f} MB, at most {max(samples):.0f} MB")
        return "; ".join(parts)


def status_of(real: Real, execution_id: str) -> str:
    """Return the status of a run, without its results."""
    return str(real.service.get(f"/executions/{execution_id}", 30, {"include": "none"})["status"])


def rates(task: str, seconds: float, stages: int) -> None:
    real = Real()
    service_pid = json.loads(os.environ["FIDUCIAL_CLIENT_TEST"])["pid"]
    real.service.post("/chips", {"chip_id": "rate", "size": QUBITS}, 60)
    flow = {
        "name": "rate",
        "chip_id": "rate",
        "flow_function_name": "rate",
        "code": (HERE / "rate_flows.py").read_text(),
        "default_parameters": {"backend": "bench-1"},
        "runner": "worker",
    }
    real.service.post("/flows", flow, 30)
    with tempfile.TemporaryDirectory() as folder:
        spool = Path(folder) / "spool"
        environment = {**os.environ, "FIDUCIAL_URL": real.url, "FIDUCIAL_TOKEN": real.token}
        arguments = ["worker", str(HERE / "rate_flows.py"), "--name", "bench-1", "--spool", str(spool)]
        worker = subprocess.Popen([sys.executable, "-m", "fiducial_lab", *arguments], env=environment)

        def driver() -> int | None:
            files = list(spool.glob("*/driver.pid"))
            return int(files[0].read_text() or 0) if files else None

        atexit.register(worker.kill)
        watch = Watch(service=lambda: service_pid, worker=lambda: worker.pid, driver=driver)
        watch.start()
        count, working = 0, 0.0
        begun, before = time.monotonic(), processor_seconds()
        while time.monotonic() - begun < seconds:
            execution_id = real.client.start("rate", task=task, stages=stages)
            wait(lambda: status_of(real, execution_id) != "scheduled", 600, 0.2)  # noqa: B023
            started = time.monotonic()
            wait(lambda: status_of(real, execution_id) in ENDED, 3600, 0.2)  # noqa: B023
            working += time.monotonic() - started
            run = real.client.run(execution_id)
            if run["status"] != "completed":
                raise SystemExit(f"the run is {run['status']}: {run['message']}")
            count += QUBITS * stages
            real.unlocked()
        whole = time.monotonic() - begun
        of_service = (processor_seconds() - before) / count
        of_worker = (computed(worker.pid) + ended_children(worker.pid)) / count
        worker.terminate()
        worker.wait()
    print(
        f"rate, {task}: {count / working:.0f} results a second while runs were on, {count / whole:.0f} with their "
        f"starts, over {whole:.0f} s and {count} results; {of_service * 1000:.1f} ms of processors a result in the "
        f"service, {of_worker * 1000:.1f} ms in the worker; {watch.end()} ({load()})"
    )


def main() -> None:
    parts = argparse.ArgumentParser()
    parts.add_argument("parts", nargs="*", default=["cancels", "frames", "rates"])
    parts.add_argument("--count", type=int, default=10, help="how often each kind of a run is cancelled")
    parts.add_argument("--seconds", type=float, default=60, help="how long each rate is measured")
    parts.add_argument("--stages", type=int, default=8, help="how often a run measures each of the 256 qubits")
    parts.add_argument("--tasks", default="bare,small,wide")
    parts.add_argument("--seed", type=int, default=1)
    given = parts.parse_args()
    if "cancels" in given.parts:
        cancels(given.count, given.seed)
    if "frames" in given.parts:
        frames(given.seed)
    if "rates" in given.parts:
        for task in given.tasks.split(","):
            rates(task, given.seconds, given.stages)


main()
