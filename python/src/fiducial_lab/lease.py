"""How long a worker may drive the hardware."""

from __future__ import annotations

import threading
import time


def boot_seconds() -> float:
    """Return a clock that only goes forward, also while this process is stopped or the machine sleeps.

    Processes of one machine read the same clock.
    """
    try:
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    except (AttributeError, OSError):
        return time.monotonic()


class Lease:
    """Half a window since the last heartbeat that was answered."""

    def __init__(self, claimed_at: float, window_seconds: float) -> None:
        self._lock = threading.Lock()
        self._renewed_at = claimed_at
        self._window_seconds = window_seconds

    def renew(self, sent_at: float, window_seconds: float) -> None:
        """Count a heartbeat from when it was sent: the service cannot have heard it earlier."""
        with self._lock:
            self._renewed_at = max(self._renewed_at, sent_at)
            self._window_seconds = window_seconds

    def ends_at(self, windows: float = 0.5) -> float:
        """Return when the lease ends, on the clock of `boot_seconds`."""
        with self._lock:
            return self._renewed_at + windows * self._window_seconds

    def left(self, windows: float = 0.5) -> float:
        """Return the seconds that are left."""
        return self.ends_at(windows) - boot_seconds()
