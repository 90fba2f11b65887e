"""What the tests share."""

from __future__ import annotations

import functools
import json
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from fiducial_lab.http import Service
from fiducial_lab.testing import StubService
from fiducial_lab.worker import Worker, WorkerSettings

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))


@pytest.fixture
def start_worker(tmp_path: Path) -> Iterator[Callable[[StubService], Worker]]:
    """Start workers in threads of this process; the bench is driven by a process of its own all the same."""
    started: list[tuple[Worker, threading.Thread]] = []

    def start(stub: StubService, module: str = "lab_flows.py") -> Worker:
        settings = WorkerSettings(str(HERE / module), None, "bench-1", ["bench-1"], tmp_path / "spool")
        worker = Worker(Service(stub.url, stub.token), settings)
        thread = threading.Thread(target=worker.serve)
        thread.start()
        started.append((worker, thread))
        return worker

    yield start
    for worker, thread in started:
        worker.shut_down()
        thread.join(300)


@pytest.fixture
def real() -> Any:
    """Make a project of its own on the service that FIDUCIAL_CLIENT_TEST describes."""
    from real_service import Real

    return Real()


@pytest.fixture
def start(real: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Start workers of `real` as processes of their own."""
    from lab_workers import WorkerProcess

    started: list[Any] = []

    def begin(url: str | None = None, **environment: str) -> Any:
        at = SimpleNamespace(url=url or real.url, token=real.token)
        worker = WorkerProcess(at, tmp_path / "spool", **environment)
        started.append(worker)
        return worker

    yield begin
    for worker in started:
        worker.kill()


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Callable[..., ModuleType]]:
    """Load labs of task files of QDash: the module of their flow."""
    from qdash_own_tasks import load_lab

    yield functools.partial(load_lab, tmp_path)
    sys.modules.pop("task_flow", None)


@pytest.fixture
def spool_folder(tmp_path: Path) -> Path:
    return tmp_path / "spool"


def journal(path: Path) -> list[dict[str, Any]]:
    """Read what a bench did; a line that is half written does not count yet."""
    return [json.loads(line) for line in path.read_text().split("\n")[:-1]]
