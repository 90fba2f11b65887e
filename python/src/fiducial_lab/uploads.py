"""Figures and raw data of a run on their way to the service."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from .errors import ServiceError, UnansweredError
from .http import Service, is_passing, pause_seconds
from .records import FileRecord, Result, Shot

FILES_AT_ONCE = 24
ADDRESSES_DENIED = 3
UPLOADS_AT_ONCE = 4


class Uploads:
    """Uploads the files of results.

    Args:
        service: Where they go.
        folder: The folder of the run, which has them.
        ask: Asks for addresses of files.
        pause: Waits some seconds; what it raises ends the upload.
        warn: Told that files are left out.
    """

    def __init__(
        self,
        service: Service,
        folder: Path,
        ask: Callable[[Sequence[Mapping[str, Any]]], Sequence[Mapping[str, Any]]],
        pause: Callable[[float], object],
        warn: Callable[[str], object],
    ) -> None:
        self._service = service
        self._folder = folder
        self._ask = ask
        self._pause = pause
        self._warn = warn

    def send(self, batch: Sequence[Shot]) -> list[dict[tuple[str, str], str]]:
        """Keep the files of results at the service. Returns their paths for each shot."""
        files = [(n, result, file) for n, shot in enumerate(batch) for result in shot for file in result.files]
        paths: list[dict[tuple[str, str], str]] = [{} for _ in batch]
        for start in range(0, len(files), FILES_AT_ONCE):
            part = files[start : start + FILES_AT_ONCE]
            try:
                found = self._send_part([(result, file) for _, result, file in part])
            except ServiceError as error:
                if error.code != "limit_reached":
                    raise
                self._warn(f"Files are left out: {error.detail}")
                continue
            for (n, result, file), path in zip(part, found, strict=True):
                paths[n][result.qid, file.name] = path
        return paths

    def _send_part(self, files: Sequence[tuple[Result, FileRecord]]) -> list[str]:
        bodies = [(self._folder / file.path).read_bytes() for _, file in files]
        paths = [""] * len(files)
        denials = [0] * len(files)
        left = list(range(len(files)))
        while left:
            targets = self._ask([_upload_of(*files[n], len(bodies[n])) for n in left])
            with ThreadPoolExecutor(UPLOADS_AT_ONCE) as pool:
                statuses = list(pool.map(self._put, targets, [bodies[n] for n in left]))
            again: list[int] = []
            for n, target, status in zip(left, targets, statuses, strict=True):
                paths[n] = target["path"]
                if status is None:
                    continue
                denials[n] = 0 if is_passing(status) else denials[n] + 1
                if denials[n] >= ADDRESSES_DENIED:
                    raise ServiceError(status, f"File '{target['name']}' was refused with status {status}")
                again.append(n)
            left = again
        return paths

    def _put(self, target: Mapping[str, Any], body: bytes) -> int | None:
        """Put one file. Returns the status where a fresh address is needed."""
        for attempt in range(4):
            try:
                status = self._service.put_file(target, body)
            except UnansweredError:
                status = 503
            # 412: an earlier try has arrived, though its answer was lost.
            if status < 300 or status == 412:
                return None
            if status in (401, 403, 404):
                return status
            if not is_passing(status) and status != 409:
                raise ServiceError(status, f"File '{target['name']}' was refused with status {status}")
            self._pause(pause_seconds(attempt))
        return 503


def _upload_of(result: Result, file: FileRecord, size: int) -> dict[str, Any]:
    return {
        **result.place(),
        "name": file.name,
        "kind": file.kind,
        "content_type": file.content_type,
        "size_bytes": size,
    }
