"""Errors of the package. Each message names the thing and what to do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class LabError(Exception):
    """Base of all errors of this package."""


class DefinitionError(LabError, TypeError):
    """A task, an output or a flow is written wrongly; raised where it is defined."""


class UnitError(LabError, ValueError):
    """A unit is unknown, or of another dimension than its metric."""


class ParameterError(LabError, ValueError):
    """A parameter is unknown or has a value of the wrong type."""


class FilterError(LabError, ValueError):
    """A filter names something that the targets do not have."""


class MissingValueError(LabError, LookupError):
    """A target has no current value of a metric."""


class TaskFailedError(LabError):
    """An attempt of a task failed; another attempt may succeed."""


class GateError(TaskFailedError):
    """The fit does not meet the gate of its task."""


class TaskTimeoutError(TaskFailedError):
    """An attempt took longer than `timeout_s`."""


class GroupStoppedError(LabError):
    """A task failed in a group whose policy is to stop the flow."""


class StoppedError(LabError):
    """The bench must stop; nothing more may be driven."""


class ServiceError(LabError):
    """The service refused a request. The text is the service's own sentence."""

    def __init__(self, status: int, detail: str, code: str = "") -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.code = code


class UnansweredError(LabError):
    """No answer, a late one, or one that says: not now. The same request may succeed later.

    After 429 the service has done nothing; `retry_after_seconds` is the wait that it asks for, else 0.
    """

    def __init__(self, detail: str, status: int = 0, retry_after_seconds: float = 0.0) -> None:
        super().__init__(detail)
        self.status = status
        self.retry_after_seconds = retry_after_seconds


class MissingFeatureError(LabError):
    """The service is of a version without this feature."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?` for a near miss, else an empty text."""
    close = difflib.get_close_matches(name, list(known), 1, 0.6)
    return f"; did you mean '{close[0]}'?" if close else ""
