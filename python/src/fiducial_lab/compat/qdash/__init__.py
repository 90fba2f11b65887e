"""Runs flows and tasks of QDash as they are: their imports of Prefect and QDash find modules of this package.

Importing this package installs nothing. `QDash(folder).load("flow.py")` imports a file of flows, and its modules are
gone afterwards; they are back while one of the flows is planned or runs.
"""

from .basetask import QubexBench
from .boxes import BoxMap
from .errors import UnsupportedError
from .lab import QDash

__all__ = ["BoxMap", "QDash", "QubexBench", "UnsupportedError"]
