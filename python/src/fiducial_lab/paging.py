"""Requests that are repeated where they pass unanswered, and lists by page."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from .errors import UnansweredError
from .http import Service, pause_after
from .jsons import rows

R = TypeVar("R")
ATTEMPTS = 6
ANSWER_SECONDS = 60.0
PAGE = 100


class Requests:
    """Repeats what was not answered, and reads lists page by page."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def get(self, path: str, query: Mapping[str, Any] | None = None) -> Any:
        """Read until there is an answer."""
        return self.patient(lambda: self._service.get(path, ANSWER_SECONDS, query))

    def download(self, path: str, query: Mapping[str, Any]) -> bytes:
        """Read a file until it comes."""
        return self.patient(lambda: self._service.download(path, ANSWER_SECONDS, query))

    def write(self, method: str, path: str, body: Mapping[str, Any], idempotency_key: str | None = None) -> Any:
        """Write; a POST without a key is sent once."""
        headers = {"Idempotency-Key": idempotency_key} if idempotency_key else None

        def call() -> Any:
            return self._service.call(method, path, body, ANSWER_SECONDS, headers)

        # Without a key a start that was not answered may have been carried out: it is not repeated.
        return self.patient(call, is_repeatable=method != "POST" or idempotency_key is not None)

    def patient(self, call: Callable[[], R], is_repeatable: bool = True) -> R:
        """Call until there is an answer, a few times with pauses. After 429 any request may be repeated."""
        for attempt in range(ATTEMPTS):
            try:
                return call()
            except UnansweredError as error:
                if attempt == ATTEMPTS - 1 or not (is_repeatable or error.status == 429):
                    raise
                time.sleep(pause_after(error, attempt, 4))
        raise AssertionError("the last attempt returns or raises")

    def pages(
        self,
        path: str,
        name: str,
        query: Mapping[str, Any] | None = None,
        page: int = PAGE,
        limit: int | None = None,
    ) -> Iterator[dict[str, Any]]:
        """Yield the entries of a list, at most `limit`."""
        count = 0
        where: dict[str, Any] = {"skip": 0}
        while True:
            wanted = page if limit is None else min(page, limit - count)
            if wanted <= 0:
                return
            answer = self.get(path, {**(query or {}), **where, "limit": wanted})
            found = rows(answer[name])
            yield from found
            count += len(found)
            cursor = answer.get("next_cursor")
            if cursor:
                where = {"cursor": cursor}
            elif not found or "next_cursor" in answer or count >= (answer.get("total") or 0):
                return
            else:
                where = {"skip": count}
