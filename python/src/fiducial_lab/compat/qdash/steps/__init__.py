"""The steps of a QDash pipeline."""

from .base import CalibrationStep, Pipeline, Step, StepContext, TransformStep
from .filters import FilterByMetric, FilterByStatus
from .one_qubit import BringUp, CustomOneQubit, ExperimentalSimultaneousBringUp, OneQubitCheck, OneQubitFineTune
from .schedule import CRScheduler, CRScheduleResult, GenerateCRSchedule, SetCRSchedule, cr_groups
from .setup import CheckSkew, ConfigureAll
from .two_qubit import CustomTwoQubit, TwoQubitCalibration

__all__ = [
    "BringUp",
    "CRScheduleResult",
    "CRScheduler",
    "CalibrationStep",
    "CheckSkew",
    "ConfigureAll",
    "CustomOneQubit",
    "CustomTwoQubit",
    "ExperimentalSimultaneousBringUp",
    "FilterByMetric",
    "FilterByStatus",
    "GenerateCRSchedule",
    "OneQubitCheck",
    "OneQubitFineTune",
    "Pipeline",
    "SetCRSchedule",
    "Step",
    "StepContext",
    "TransformStep",
    "TwoQubitCalibration",
    "cr_groups",
]
