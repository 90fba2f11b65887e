"""A bench without instruments: simulated qubits, and faults on demand."""

from __future__ import annotations

import hashlib
import json
import math
import os
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path


class FakeBench:
    """Simulated qubits. The same call gives the same number, whatever was called before.

    Args:
        seed: Another seed gives other qubits.
        step_seconds: How long one point takes.
        fail: Called with the name of the method and the target before each point; what it raises is the driver's error.
        hang_at: From this point on a call blocks until `stop()`.
        ignores_stop: A call that hangs goes on after `stop()`, as some drivers do.
        journal: A file that says what was driven and when, a line of JSON each.
    """

    def __init__(
        self,
        seed: int = 1,
        *,
        step_seconds: float = 0.0,
        fail: Callable[[str, str], None] | None = None,
        hang_at: int | None = None,
        ignores_stop: bool = False,
        journal: str | Path | None = None,
    ) -> None:
        self.seed = seed
        self.step_seconds = step_seconds
        self.calls: list[tuple[str, str]] = []
        self.stops = 0
        self._fail = fail
        self._hang_at = hang_at
        self._ignores_stop = ignores_stop
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._journal = None if journal is None else Path(journal).open("a", encoding="utf-8")  # noqa: SIM115

    def stop(self) -> None:
        """Stop everything. May be called from another thread, and twice."""
        self.stops += 1
        self._stopped.set()
        self._note("stop", "")

    def t1(self, qid: str) -> float:
        """The true T1 in us."""
        return 25 + 40 * self._draw("t1", qid)

    def t1_point(self, qid: str, delay: float, shots: int) -> float:
        """Excited population after a delay in us."""
        return self._measure("t1_point", qid, delay, shots, math.exp(-delay / self.t1(qid)))

    def ramsey_point(self, qid: str, delay: float, shots: int) -> float:
        """Excited population after a Ramsey sequence of a delay in us, detuned by 0.2 MHz."""
        t2 = 15 + 15 * self._draw("t2", qid)
        expected = 0.5 + 0.5 * math.exp(-delay / t2) * math.cos(2 * math.pi * 0.2 * delay)
        return self._measure("ramsey_point", qid, delay, shots, expected)

    def cz_point(self, coupling_id: str, phase: float, shots: int) -> float:
        """Population of the target after a CZ and a rotation by a phase in rad."""
        fidelity = 0.97 + 0.02 * self._draw("cz", coupling_id)
        return self._measure("cz_point", coupling_id, phase, shots, 0.5 + (fidelity - 0.5) * math.cos(phase))

    def iq(self, qid: str, state: int, shots: int) -> list[complex]:
        """Readout of a qubit that was prepared in a state, shot by shot."""
        self._step("iq", qid)
        draw = random.Random(self._seed_of("iq", qid, state, shots))
        return [complex(draw.gauss(2.0 * state, 0.45), draw.gauss(0, 0.45)) for _ in range(shots)]

    def _measure(self, name: str, id: str, x: float, shots: int, expected: float) -> float:
        self._step(name, id)
        draw = random.Random(self._seed_of(name, id, x, shots))
        noise = math.sqrt(max(expected * (1 - expected), 1e-6) / shots)
        return min(1.0, max(0.0, draw.gauss(expected, noise)))

    def _step(self, name: str, id: str) -> None:
        if self._fail is not None:
            self._fail(name, id)
        with self._lock:
            self.calls.append((name, id))
            count = len(self.calls)
        self._note("drive", id)
        try:
            if self._hang_at is not None and count >= self._hang_at:
                self._hang()
            elif self.step_seconds:
                time.sleep(self.step_seconds)
        finally:
            self._note("idle", id)

    def _hang(self) -> None:
        self._stopped.clear()
        if self._ignores_stop:
            while True:
                time.sleep(0.05)
        self._stopped.wait()
        raise RuntimeError("the instrument was stopped")

    def _draw(self, *what: object) -> float:
        return random.Random(self._seed_of(*what)).random()

    def _seed_of(self, *what: object) -> int:
        text = json.dumps([self.seed, *map(repr, what)])
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

    def _note(self, event: str, id: str) -> None:
        if self._journal is not None:
            with self._lock:
                entry = {"at": time.time(), "event": event, "id": id, "pid": os.getpid()}
                self._journal.write(json.dumps(entry) + "\n")
                self._journal.flush()
