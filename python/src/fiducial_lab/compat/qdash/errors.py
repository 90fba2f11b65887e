"""The error of calls that QDash offers and this package does not."""

from __future__ import annotations

from ...errors import LabError


class UnsupportedError(LabError, NotImplementedError, ImportError):
    """A name, an argument or a module of QDash is used that is not supported here. The text names it."""


def refuse(what: str, why: str = "") -> UnsupportedError:
    """Return the error for something that a flow or a task uses."""
    return UnsupportedError(f"{what} is not supported by fiducial_lab.compat.qdash{f': {why}' if why else ''}")
