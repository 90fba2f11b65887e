"""The folder of a run on disk: results that cannot be lost, their files, and the points of attempts that are going on.

`run.json` says what the run is, `results.jsonl` has a line for each shot in order, `files/` what they name,
`points/` the sweeps that have not ended, `acknowledged` the place up to which the service has the results.
"""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from .errors import LabError
from .jsons import fields
from .records import ENDED, FileRecord, Key, Result, Shot, file_stem, shots_of
from .tables import Table
from .values import utc_now

REMOVED = ".removed"
"""The place of folders that are being deleted, next to those of the runs."""


class Spool:
    """A run's folder. One process writes results; another one may read and acknowledge them."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self._lock = threading.Lock()
        self._points: dict[Key, IO[str]] = {}

    @property
    def _results_file(self) -> Path:
        return self.folder / "results.jsonl"

    def create(self, about: Mapping[str, Any]) -> None:
        """Create the folder. If it exists, the description of the run in it is kept."""
        (self.folder / "files").mkdir(parents=True, exist_ok=True)
        (self.folder / "points").mkdir(exist_ok=True)
        if not (self.folder / "run.json").exists():
            write_whole(self.folder / "run.json", json.dumps(dict(about), indent=1))
        self._mend()

    def about(self) -> dict[str, Any]:
        """Return the description of the run. Raises LabError if the folder does not contain a run."""
        try:
            return fields(json.loads((self.folder / "run.json").read_text(encoding="utf-8")))
        except OSError:
            raise LabError(f"'{self.folder}' is not the folder of a run: it has no run.json") from None

    def note(self, **more: Any) -> None:
        """Change the description of the run."""
        write_whole(self.folder / "run.json", json.dumps({**self.about(), **more}, indent=1))

    def take(self, fence: int) -> None:
        """Hold the folder for a claim of its run; a process that held it for an earlier claim now leaves it alone."""
        self.note(fence=fence)

    def is_held_by(self, fence: int) -> bool:
        """Whether no other process has taken the folder since it was taken for this claim."""
        try:
            return self.about().get("fence") == fence
        except LabError:
            return False

    def remove(self) -> None:
        """Delete the folder. If the process is killed meanwhile, the rest does not count as a run."""
        removed = self.folder.parent / REMOVED
        # A folder that cannot be moved now is deleted after the next claim.
        with suppress(OSError):
            removed.mkdir(exist_ok=True)
            self.folder.rename(removed / self.folder.name)
        finish_removals(self.folder.parent)

    # Results

    def append(self, shot: Shot, files: Sequence[tuple[FileRecord, bytes]] = ()) -> None:
        """Keep results and their files, all or none.

        Once this returns, no crash of a process or of the machine loses them.
        """
        for file, body in files:
            file.path = f"files/{shot[0].stage:03d}_{file.name}"
            _write_synced(self.folder / file.path, body)
        has_ended = shot[0].status in ENDED
        line = json.dumps([result.to_json() for result in shot], allow_nan=False, ensure_ascii=False)
        with self._lock, self._results_file.open("a", encoding="utf-8", errors="replace") as out:
            out.write(line + "\n")
            out.flush()
            if has_ended:
                os.fsync(out.fileno())
        if has_ended:
            for result in shot:
                self.drop_points(result.key)

    def results(self) -> list[Result]:
        """Return the results; a line that is half written does not count yet."""
        return [result for shot, _ in self.shots_after(0) for result in shot]

    def shots_after(self, place: int, most: int | None = None) -> list[tuple[Shot, int]]:
        """Return the shots behind a place of the file, each with the place behind it; the first `most` of them."""
        found: list[tuple[Shot, int]] = []
        try:
            with self._results_file.open("rb") as lines:
                lines.seek(place)
                for line in lines:
                    if not line.endswith(b"\n") or len(found) == most:
                        break
                    place += len(line)
                    found.append(([Result.from_json(result) for result in json.loads(line)], place))
        except FileNotFoundError:
            pass
        return found

    def ended(self) -> list[Result]:
        """Return the attempts that have ended."""
        return [result for result in self.results() if result.status in ENDED]

    @property
    def acknowledged(self) -> int:
        """The place in the file up to which the service has everything."""
        try:
            return int((self.folder / "acknowledged").read_text(encoding="ascii") or 0)
        except OSError:
            return 0

    def acknowledge(self, place: int) -> None:
        """Note that the service has everything up to a place."""
        write_whole(self.folder / "acknowledged", str(place))

    @property
    def is_delivered(self) -> bool:
        """Whether the service has everything."""
        return not self.shots_after(self.acknowledged, 1) and not any((self.folder / "points").glob("*.jsonl"))

    # Points of attempts that are going on

    def point(self, result_key: Key, columns: Sequence[str], row: Sequence[Any]) -> None:
        """Keep a point of an attempt. It survives the end of this process."""
        with self._lock:
            if result_key not in self._points:
                path = self.folder / "points" / f"{result_key.stage:03d}_{file_stem(result_key)}.jsonl"
                self._points[result_key] = path.open("w", encoding="utf-8")
                self._points[result_key].write(json.dumps([*result_key]) + "\n" + json.dumps([*columns]) + "\n")
            out = self._points[result_key]
            out.write(json.dumps([_plain(cell) for cell in row]) + "\n")
            out.flush()

    def drop_points(self, key: Key) -> None:
        """Forget the points of an attempt whose result is kept."""
        with self._lock:
            out = self._points.pop(key, None)
            if out is not None:
                out.close()
        with suppress(OSError):
            (self.folder / "points" / f"{key.stage:03d}_{file_stem(key)}.jsonl").unlink()

    def partial_sweeps(self) -> Iterator[tuple[Key, Table]]:
        """Return the sweeps of attempts that no process goes on with."""
        for path in sorted((self.folder / "points").glob("*.jsonl")):
            lines = [json.loads(line) for line in _whole_lines(path)]
            if len(lines) < 3:
                continue
            names: list[str] = lines[1]
            columns = {name: [_number(row[index]) for row in lines[2:]] for index, name in enumerate(names)}
            yield Key(*lines[0]), Table(columns, axes=names[:1])

    def close_partial_sweeps(self, begun: Mapping[Key, Result], status: str, message: str) -> None:
        """Keep what a process that is gone has measured of its attempts, as results that ended so."""
        sweeps = dict(self.partial_sweeps())
        ended = {result.key for result in self.ended()}
        for shot in shots_of([result for key, result in begun.items() if key not in ended]):
            files: list[tuple[FileRecord, bytes]] = []
            for result in shot:
                result.status, result.message, result.end_at = status, message, utc_now()
                if result.key in sweeps:
                    file = FileRecord(f"{file_stem(result.key)}_partial.csv", "raw", "text/csv", "")
                    result.files = [file]
                    files.append((file, sweeps[result.key].to_csv()))
            self.append(shot, files)

    def set_partial_sweeps_aside(self) -> None:
        """Keep the points of an interrupted attempt next to the attempt that measures them again."""
        for path in (self.folder / "points").glob("*.jsonl"):
            number = len(list(path.parent.glob(f"{path.stem}.interrupted*")))
            path.rename(path.with_name(f"{path.stem}.interrupted{number}"))

    def _mend(self) -> None:
        """Cut off a line that a crash has left half written."""
        if not self._results_file.exists():
            return
        body = self._results_file.read_bytes()
        whole = body.rfind(b"\n") + 1
        if whole < len(body):
            with self._results_file.open("r+b") as out:
                out.truncate(whole)


def finish_removals(folder: Path) -> None:
    """Delete what is left of runs whose folders were to be removed from this one."""
    shutil.rmtree(folder / REMOVED, ignore_errors=True)


def write_whole(path: Path, text: str) -> None:
    """Replace a file at once: a reader sees the old or the new text."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.new")
    _write_synced(temporary, text.encode())
    temporary.replace(path)


def _write_synced(path: Path, body: bytes) -> None:
    with path.open("wb") as out:
        out.write(body)
        out.flush()
        os.fsync(out.fileno())


def _whole_lines(path: Path) -> list[str]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError:
        return []
    return text.split("\n")[:-1]


def _plain(cell: Any) -> Any:
    return {"re": cell.real, "im": cell.imag} if isinstance(cell, complex) else cell


def _number(cell: Any) -> Any:
    return complex(parts["re"], parts["im"]) if (parts := fields(cell)) else cell
