"""Calibration tasks and flows in plain Python, on a lab's own bench, kept by Fiducial."""

from .chips import Chip, Coupling, Couplings, Qubit, Target, Targets, WholeChip
from .client import Client
from .errors import (
    DefinitionError,
    FilterError,
    GateError,
    GroupStoppedError,
    LabError,
    MissingFeatureError,
    MissingValueError,
    ParameterError,
    ServiceError,
    StoppedError,
    TaskFailedError,
    TaskTimeoutError,
    UnansweredError,
    UnitError,
)
from .figures import Figure, svg_plot
from .flows import Flow, flow, group
from .outputs import Out, out
from .selections import Outcome, Selection
from .spans import Span
from .tables import Table
from .tasks import Task, task
from .values import Value

__version__ = "0.1.0"

__all__ = [
    "Chip",
    "Client",
    "Coupling",
    "Couplings",
    "DefinitionError",
    "Figure",
    "FilterError",
    "Flow",
    "GateError",
    "GroupStoppedError",
    "LabError",
    "MissingFeatureError",
    "MissingValueError",
    "Out",
    "Outcome",
    "ParameterError",
    "Qubit",
    "Selection",
    "ServiceError",
    "Span",
    "StoppedError",
    "Table",
    "Target",
    "Targets",
    "Task",
    "TaskFailedError",
    "TaskTimeoutError",
    "UnansweredError",
    "UnitError",
    "Value",
    "WholeChip",
    "flow",
    "group",
    "out",
    "svg_plot",
    "task",
]
