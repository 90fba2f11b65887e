"""Where a session keeps what it measures."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from .records import FileRecord, Key, Result, Shot

Files = Sequence["tuple[FileRecord, bytes]"]


class Recorder(Protocol):
    """Where a session keeps what it measures. `end` returns once the result cannot be lost any more."""

    def stored(self, stage: int, task: str, qid: str) -> Sequence[Mapping[str, Any]]:
        """Return the attempts that ended before, the first first."""
        ...

    def begin(self, shot: Shot, timeout_s: float | None) -> None:
        """Take the start of an attempt."""
        ...

    def point(self, key: Key, columns: Sequence[str], row: Sequence[Any]) -> None:
        """Take a point of an attempt."""
        ...

    def end(self, shot: Shot, files: Files) -> None:
        """Keep the end of an attempt: all of a mux, or nothing."""
        ...

    def log(self, level: str, text: str) -> None:
        """Take a line for the log."""
        ...

    def plan(self, tasks: int) -> None:
        """Take how many attempts are known to come."""
        ...


@dataclass
class RunReport:
    """What a run in this process has measured, in order."""

    results: list[Result] = field(default_factory=list[Result])
    log: list[tuple[str, str]] = field(default_factory=list["tuple[str, str]"])
    files: dict[str, bytes] = field(default_factory=dict[str, bytes])

    def of(self, task: str, qid: str | None = None) -> list[Result]:
        """Return the attempts of a task, of one target or of all."""
        return [result for result in self.results if result.task == task and qid in (None, result.qid)]


class MemoryRecorder:
    """Keeps a run in memory."""

    def __init__(self, stored: Sequence[Mapping[str, Any]] = ()) -> None:
        self.report = RunReport()
        self._stored = stored
        self._lock = threading.Lock()

    def stored(self, stage: int, task: str, qid: str) -> Sequence[Mapping[str, Any]]:
        """Return the attempts that were reported."""
        return attempts_of(self._stored, stage, task, qid)

    def begin(self, shot: Shot, timeout_s: float | None) -> None:
        """Require nothing before a start."""

    def point(self, key: Key, columns: Sequence[str], row: Sequence[Any]) -> None:
        """Require nothing of a point."""

    def end(self, shot: Shot, files: Files) -> None:
        """Keep the results."""
        with self._lock:
            self.report.results += shot
            self.report.files.update({file.name: body for file, body in files})

    def log(self, level: str, text: str) -> None:
        """Keep the line."""
        with self._lock:
            self.report.log.append((level, text))

    def plan(self, tasks: int) -> None:
        """Need no plan."""


def attempts_of(stored: Sequence[Mapping[str, Any]], stage: int, task: str, qid: str) -> list[Mapping[str, Any]]:
    """Return the ended attempts of a task on a target, in order. A cancelled one is measured again."""
    found = [
        row
        for row in stored
        if (row["stage"], row["task"], row["qid"]) == (stage, task, qid)
        and row["status"] in ("completed", "failed", "skipped")
    ]
    return sorted(found, key=lambda row: int(row["attempt"]))
