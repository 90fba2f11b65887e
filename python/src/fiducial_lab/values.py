"""A measured value with its origin, and the time of day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timezone

from .units import convert, convert_error


@dataclass(frozen=True)
class Value:
    """A number with its standard error, its unit, and where it comes from.

    `state` is `fresh`, `stale` or `faulty` of a value that the service keeps, and `measured` of one of this run.
    """

    value: float
    error: float | None = None
    unit: str = ""
    measured_at: str | None = None
    state: str | None = None
    source: str | None = None
    execution_id: str | None = None

    def __float__(self) -> float:
        return self.value

    def to(self, unit: str) -> Value:
        """Return the same value in another unit of its dimension."""
        error = None if self.error is None else convert_error(self.error, self.value, self.unit, unit)
        return Value(
            convert(self.value, self.unit, unit),
            error,
            unit,
            self.measured_at,
            self.state,
            self.source,
            self.execution_id,
        )


def utc_now() -> str:
    """Return the time in UTC as the service writes it."""
    return utc_text(datetime.now(timezone.utc))


def utc_text(instant: datetime) -> str:
    """Return an instant as the service writes it. A datetime without a zone is local time."""
    return instant.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def epoch_seconds(instant: str) -> float:
    """Return an instant of the service in seconds since 1970."""
    return datetime.fromisoformat(instant.replace("Z", "+00:00")).timestamp()
