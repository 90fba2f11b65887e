"""Requests that a limit of the service refuses."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from fiducial_lab import paging
from fiducial_lab.errors import UnansweredError
from fiducial_lab.http import Service, pause_after
from fiducial_lab.paging import Requests


@contextmanager
def serving(answers: list[tuple[int, str]]) -> Iterator[tuple[Requests, list[str]]]:
    """Serve statuses with `Retry-After`, then 200; yields the requests and the methods that arrived."""
    methods: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            methods.append(self.command)
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            status, retry_after = answers.pop(0) if answers else (200, "")
            body = json.dumps({"detail": "Limit 'user-reads' of user 'ana'", "code": "too_many_requests"}).encode()
            self.send_response(status)
            if retry_after:
                self.send_header("Retry-After", retry_after)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = answer

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield Requests(Service(f"http://127.0.0.1:{server.server_port}", "token")), methods
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def pauses(monkeypatch):
    """The pauses that were made, without waiting."""
    made: list[float] = []
    monkeypatch.setattr(paging.time, "sleep", made.append)
    return made


def test_a_read_waits_as_long_as_the_service_asks(pauses):
    with serving([(429, "7"), (429, "30")]) as (requests, methods):
        requests.get("/chips")
    assert methods == ["GET"] * 3
    assert 7 <= pauses[0] <= 7 * 1.25
    assert 30 <= pauses[1] <= 30 * 1.25


def test_a_start_without_a_key_is_repeated_after_429_and_after_nothing_else(pauses):
    with serving([(429, "2")]) as (requests, methods):
        requests.write("POST", "/flows/f/execute", {})
    assert methods == ["POST"] * 2
    with serving([(503, "2")]) as (requests, methods), pytest.raises(UnansweredError):
        requests.write("POST", "/flows/f/execute", {})
    assert methods == ["POST"]


def test_the_error_names_the_limit_when_the_tries_are_used_up(pauses):
    reason = "Limit 'user-reads' of user 'ana'"
    with serving([(429, "1")] * 6) as (requests, _), pytest.raises(UnansweredError, match=reason):
        requests.get("/chips")


def test_a_pause_is_what_is_asked_for_or_the_pause_of_the_attempt():
    used = UnansweredError("used", 429, 4)
    assert 4 <= pause_after(used, 0) <= 5
    assert 7.5 <= pause_after(used, 10) <= 15
    assert pause_after(UnansweredError("late"), 0) <= 0.25
