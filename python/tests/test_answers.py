"""How long a claimed run waits for answers."""

from __future__ import annotations

import queue
from collections.abc import Mapping
from typing import Any

from fiducial_lab.claimed import ClaimedRun
from fiducial_lab.http import Service
from fiducial_lab.lease import boot_seconds


class Listening(Service):
    """A service that asks for a heartbeat every two seconds, and keeps how long each call would wait."""

    def __init__(self) -> None:
        super().__init__("http://service.test", "secret")
        self.waits: queue.Queue[float] = queue.Queue()

    def post(self, path: str, body: Mapping[str, Any], timeout: float) -> Any:
        """Keep the wait, and answer."""
        self.waits.put(timeout)
        return {"stop": False, "reason": None, "heartbeat_seconds": 2, "window_seconds": 120, "status": "completed"}


def test_the_wait_for_an_answer_follows_the_window_and_not_the_pace():
    service = Listening()
    claim = {"fence": 1, "flow_run_id": "run", "heartbeat_seconds": 30, "window_seconds": 120}
    ignored = {name: lambda _told: None for name in ("on_stop", "on_renewal", "on_notice")}
    run = ClaimedRun(service, claim, "key", boot_seconds(), **ignored)
    try:
        waits = [service.waits.get(timeout=60)]
        # From here on the pace is two seconds.
        run.hurry()
        waits.append(service.waits.get(timeout=60))
        assert run.finish("completed", "")
        waits.append(service.waits.get(timeout=60))
    finally:
        run.close()
    assert waits == [10.0, 10.0, 10.0]
