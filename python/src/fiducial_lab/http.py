"""Requests to the service, with the standard library alone."""

from __future__ import annotations

import email.message
import http.client
import json
import os
import random
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterable, Mapping
from typing import Any, cast

from .errors import LabError, ServiceError, UnansweredError

FIRST_PAUSE_SECONDS = 0.25
LONGEST_PAUSE_SECONDS = 15.0
UPLOAD_SECONDS = 60.0

Query = Mapping[str, Any]


class Service:
    """The API under one address, as the user of one token."""

    def __init__(self, url: str, token: str) -> None:
        url = url.rstrip("/")
        if not urllib.parse.urlsplit(url).scheme.startswith("http"):
            raise LabError(f"'{url}' is not the address of a service, such as https://fiducial.example/api")
        self.url = url if url.endswith("/api") else f"{url}/api"
        self._token = token

    @classmethod
    def from_environment(cls, url: str | None = None, token: str | None = None) -> Service:
        """Take the address from FIDUCIAL_URL and the token from FIDUCIAL_TOKEN if they are not given."""
        url = url or os.environ.get("FIDUCIAL_URL")
        token = token or os.environ.get("FIDUCIAL_TOKEN")
        if not url:
            raise LabError("no address of a service: set FIDUCIAL_URL, or name it by --url (in Python url=)")
        if not token:
            raise LabError("no token: set FIDUCIAL_TOKEN; an API token is made on the page Settings")
        return cls(url, token)

    def get(self, path: str, timeout: float, query: Query | None = None) -> Any:
        """Ask once. Raises ServiceError and UnansweredError."""
        return self.call("GET", path + encode_query(query), None, timeout)

    def post(self, path: str, body: Mapping[str, Any], timeout: float) -> Any:
        """Ask once. Raises ServiceError and UnansweredError."""
        return self.call("POST", path, body, timeout)

    def call(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        timeout: float,
        more_headers: Mapping[str, str] | None = None,
    ) -> Any:
        """Send one request and return its JSON."""
        headers = {
            "Accept": "application/json",
            "Authorization": f"Bearer {self._token}",
            **(more_headers or {}),
        }
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = None if body is None else encode_json(body)
        status, text, answered = exchange(method, self.url + path, headers, data, timeout)
        if is_passing(status):
            raise unanswered(status, text, answered)
        try:
            answer = json.loads(text)
        except ValueError:
            raise UnansweredError(f"status {status} with an answer that is not JSON") from None
        if status >= 300:
            raise refusal_of(status, answer)
        return answer

    def download(self, path: str, timeout: float, query: Query | None = None) -> bytes:
        """Return a file. An address that the service redirects to is asked without the token."""
        headers = {"Authorization": f"Bearer {self._token}"}
        status, body, answered = exchange("GET", self.url + path + encode_query(query), headers, None, timeout)
        if is_passing(status):
            raise unanswered(status, body, answered)
        if status >= 300:
            try:
                raise refusal_of(status, json.loads(body))
            except ValueError:
                raise ServiceError(status, f"status {status}") from None
        return body

    def put_file(self, target: Mapping[str, Any], body: bytes) -> int:
        """Put a file to the address that the service named, without the token: the address itself is the right."""
        url = urllib.parse.urljoin(f"{self.url}/", target["url"])
        status, _ = send(target["method"], url, target["headers"], body, UPLOAD_SECONDS)
        return status


class _NoTokenElsewhere(urllib.request.HTTPRedirectHandler):
    """Follows redirects, and leaves the token behind: an object store refuses two rights at once."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        request = super().redirect_request(req, fp, code, msg, headers, newurl)
        if request is not None:
            request.headers.pop("Authorization", None)
        return request


_opener = urllib.request.build_opener(_NoTokenElsewhere())


def send(method: str, url: str, headers: Mapping[str, str], data: bytes | None, timeout: float) -> tuple[int, bytes]:
    """Return status and body of an answer. Raises UnansweredError."""
    status, body, _ = exchange(method, url, headers, data, timeout)
    return status, body


def _named(headers: email.message.Message) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def exchange(
    method: str, url: str, headers: Mapping[str, str], data: bytes | None, timeout: float
) -> tuple[int, bytes, Mapping[str, str]]:
    """Return status, body and headers of an answer, by lower-case name. Raises UnansweredError."""
    request = urllib.request.Request(url, data=data, headers=dict(headers), method=method)
    try:
        with _opener.open(request, timeout=timeout) as response:
            return response.status, response.read(), _named(response.headers)
    except urllib.error.HTTPError as error:
        with error:
            try:
                return error.code, error.read(), _named(error.headers)
            except (OSError, http.client.HTTPException):
                return error.code, b"", _named(error.headers)
    except (OSError, http.client.HTTPException) as error:
        raise UnansweredError(str(error) or type(error).__name__) from None


def encode_json(value: Any) -> bytes:
    """Return JSON as the service takes it. Raises ValueError or TypeError for what has no JSON, such as NaN."""
    # Half of a surrogate pair, as in a file's name that is not UTF-8, becomes a question mark.
    return json.dumps(value, allow_nan=False, ensure_ascii=False).encode("utf-8", "replace")


def encode_query(query: Query | None) -> str:
    """Return `?a=1&b=2`; None is left out, and each entry of a list is a parameter of its own."""
    pairs: list[tuple[str, str]] = []
    for name, value in (query or {}).items():
        if value is None:
            continue
        several = cast("Iterable[Any]", value) if isinstance(value, (list, tuple)) else [value]
        for one in several:
            pairs.append((name, str(one).lower() if isinstance(one, bool) else str(one)))
    return f"?{urllib.parse.urlencode(pairs)}" if pairs else ""


def quote(text: str) -> str:
    """Return a text as a part of a path."""
    return urllib.parse.quote(text, safe="")


def refusal_of(status: int, answer: Any) -> ServiceError:
    """Return what a refusal says, with the first problem of a mistake."""
    said = cast("dict[str, Any]", answer) if isinstance(answer, dict) else {}
    detail = str(said.get("detail") or said.get("message") or f"status {status}")
    problems: list[dict[str, Any]] = said.get("errors") or []
    first = str(problems[0].get("message")) if problems else ""
    return ServiceError(
        status, f"{detail}: {first}" if first and first not in detail else detail, str(said.get("code") or "")
    )


def is_passing(status: int) -> bool:
    """Whether a status says: not now."""
    return status in (408, 429) or status >= 500


def unanswered(status: int, body: bytes, headers: Mapping[str, str]) -> UnansweredError:
    """Return what a status means that says: not now. Of 429 the service's own sentence names the limit."""
    try:
        detail = refusal_of(status, json.loads(body)).detail if status == 429 else f"status {status}"
    except ValueError:
        detail = f"status {status}"
    text = headers.get("retry-after") or ""
    return UnansweredError(detail, status, float(text) if text.isdigit() else 0.0)


def pause_after(error: Exception, attempt: int, longest: float = LONGEST_PAUSE_SECONDS) -> float:
    """Return the pause before a repeat: what the service asks for, up to a quarter more, or `pause_seconds`."""
    asked = error.retry_after_seconds if isinstance(error, UnansweredError) else 0.0
    return max(asked * (1 + random.random() / 4), pause_seconds(attempt, longest))


def pause_seconds(attempt: int, longest: float = LONGEST_PAUSE_SECONDS) -> float:
    """Return the pause before a repeat: it doubles, and half of it is random, so that clients spread out."""
    whole = min(longest, FIRST_PAUSE_SECONDS * 2 ** min(attempt, 20))
    return float(whole * (0.5 + random.random() / 2))
