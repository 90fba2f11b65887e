"""A flow of QDash as a flow of this package."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Union, cast

from ...chips import Chip
from ...errors import DefinitionError, LabError, ParameterError, TaskFailedError
from ...flows import Flow
from ...forms import Form, Parameter, annotation_of
from ...plan import Plan, PlanSession
from ...session import Session
from .lab import QDash
from .prints import logged_prints
from .run import Run, enter, leave, run_or_none

GIVEN_BY_THE_RUN = ("username", "chip_id", "flow_name", "project_id", "tags")
"""Parameters of a flow that the run gives unless they are given."""


class QDashFlow(Flow):
    """A function that QDash's flow decorator marks. It keeps its own signature.

    Args:
        function: The flow.
        lab: What it runs with.
        description: Shown instead of the text of the function.
        log_prints: Whether its prints go into the log of the run.
    """

    def __init__(
        self, function: Callable[..., Any], lab: QDash, description: str | None = None, *, log_prints: bool = False
    ) -> None:
        def measure(chip: Chip) -> None:
            """Do nothing: the function of the flow has another signature."""

        super().__init__(measure, function.__name__)
        self.description = description or inspect.getdoc(function) or ""
        self.form = QDashForm(function, f"flow '{self.name}'")
        self.function = self._call
        self.fn = function
        self._lab = lab
        self._log_prints = log_prints

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Run as a part of the flow that calls it."""
        if run_or_none() is None:
            raise LabError(f"the flow '{self.name}' is run by 'fiducial-lab run' or by a worker, not by a call")
        with logged_prints(self._log_prints, self.fn):
            return self.fn(*given, **named)

    def plan(self, chip: Chip, **parameters: Any) -> Plan:
        """Return the stages of a run. A flow that needs measured values is planned as far as it goes without."""
        session = PlanSession(self.name, chip)
        try:
            self.execute(session, parameters)
        except LabError:
            raise
        except Exception as error:
            session.plan.warnings.append(_plan_ends(error))
        return session.plan

    def execute(self, session: Session, parameters: Mapping[str, Any]) -> None:
        """Run within a session.

        Raises:
            LabError: The run needs what the lab does not have. Nothing has been driven.
        """
        checked = self.form.check(parameters)
        run = Run(self._lab, session, self.name, checked)
        with self._lab.installed():
            if not run.is_plan:
                for line in self._require_all(session.chip, checked):
                    session.log("warning", line)
            token = enter(run)
            try:
                super().execute(session, checked)
                if isinstance(session, PlanSession):
                    session.plan.warnings += run.unused_defaults()
            finally:
                leave(token)
                if isinstance(session, PlanSession):
                    session.plan.notes += run.needs()
        if run.failure is not None and not run.is_plan:
            raise TaskFailedError(run.failure)

    def _require_all(self, chip: Chip, checked: Mapping[str, Any]) -> list[str]:
        """Plan the run, and refuse it if code or the box map is missing. Returns what to know before it."""
        session = PlanSession(self.name, chip)
        run = Run(self._lab, session, self.name, checked)
        token = enter(run)
        warnings: list[str] = []
        try:
            super().execute(session, checked)
            warnings = run.unused_defaults()
        except LabError:
            raise
        except Exception as error:
            warnings = [_plan_ends(error)]
        finally:
            leave(token)
        if run.needs():
            raise LabError(f"the flow '{self.name}' cannot run: {'; '.join(run.needs())}")
        return warnings

    def _call(self, chip: Chip, **parameters: Any) -> Any:
        known = {"username": "lab", "chip_id": chip.id, "flow_name": self.name, "project_id": None, "tags": None}
        for name, value in known.items():
            if name in parameters and parameters[name] is None:
                parameters[name] = value
        if parameters.get("chip_id", chip.id) != chip.id:
            raise ParameterError(f"the flow is given the chip '{parameters['chip_id']}', and the run is on '{chip.id}'")
        with logged_prints(self._log_prints, self.fn):
            return self.fn(**parameters)


def _plan_ends(error: Exception) -> str:
    return f"the plan ends here: the flow raises {type(error).__name__}: {error}"


class QDashForm(Form):
    """The parameters of a flow of QDash: all but those that the run gives are asked for."""

    def __init__(self, function: Callable[..., Any], where: str) -> None:
        self.where = where
        self.parameters: dict[str, Parameter] = {}
        for name, parameter in inspect.signature(function).parameters.items():
            if parameter.kind not in (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY):
                raise DefinitionError(f"{where}: '{name}' has to be a parameter that is given by its name")
            is_given = name in GIVEN_BY_THE_RUN
            is_required = parameter.default is inspect.Parameter.empty and not is_given
            default = None if parameter.default is inspect.Parameter.empty else parameter.default
            self.parameters[name] = _parameter(function, name, default, is_required, is_given, where)

    def check(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return every parameter with its value. The five that the run gives may be given where the flow lacks them."""
        extra = [name for name in GIVEN_BY_THE_RUN if name not in self.parameters]
        return super().check({name: value for name, value in given.items() if name not in extra})

    def schema(self) -> dict[str, Any]:
        """Return the form as JSON Schema. What the run gives is marked as deprecated: a form need not ask for it."""
        schema = super().schema()
        for name in GIVEN_BY_THE_RUN:
            schema["properties"].setdefault(name, {**_NULLABLE, "deprecated": True})
        return schema


_NULLABLE: dict[str, Any] = {"anyOf": [{"type": "string"}, {"type": "array"}, {"type": "null"}]}


@dataclass(frozen=True)
class _FreeParameter(Parameter):
    """A parameter of a type that no form can check, such as an object."""

    is_given: bool = False

    def schema(self) -> dict[str, Any]:
        described: dict[str, Any] = {**_NULLABLE, "deprecated": True} if self.is_given else {}
        if not self.is_required:
            try:
                described["default"] = json.loads(json.dumps(self.default))
            except (TypeError, ValueError):
                described["description"] = f"{self.default!r} if it is not given"[:500]
        return described

    def check(self, value: Any, where: str) -> Any:
        return value


def _parameter(
    function: Callable[..., Any], name: str, default: Any, is_required: bool, is_given: bool, where: str
) -> Parameter:
    if is_given:
        return _FreeParameter(name, Any, default, is_required, True)
    try:
        annotation = annotation_of(function, name, where)
        if annotation is inspect.Parameter.empty and default is not None:
            annotation = cast("Any", type(default))
        if default is None and not is_required:
            annotation = cast("Any", Union)[annotation, None]
        made = Parameter(name, annotation, default, is_required)
        made.schema()
        if not is_required:
            made.check(default, where)
    except (LabError, TypeError):
        return _FreeParameter(name, Any, default, is_required)
    return made
