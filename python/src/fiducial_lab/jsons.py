"""JSON that was read, with the types that it is used by."""

from __future__ import annotations

from typing import Any, cast


def fields(value: Any) -> dict[str, Any]:
    """Return an object; an empty one for null."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def rows(value: Any) -> list[dict[str, Any]]:
    """Return a list of objects; an empty one for null."""
    return cast("list[dict[str, Any]]", value) if isinstance(value, list) else []
