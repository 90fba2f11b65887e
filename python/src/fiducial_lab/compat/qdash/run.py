"""The run of a QDash flow: the session that measures, and what its parts share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...chips import Chip, Target
from ...errors import LabError
from ...parallel import Parallel
from ...plan import PlanSession
from ...selections import Selection
from ...session import Session
from ...tasks import Task
from .adapter import UnknownTask
from .boxes import BoxMap
from .lab import QDash

if TYPE_CHECKING:
    from .service import CalibService

BOX_MAP_NEEDED = "the box map: put wiring.yaml into '{folder}'; without it only qubits and muxes are kept apart"


@dataclass
class Run:
    """A flow of QDash that is planned or runs."""

    lab: QDash
    session: Session
    flow_name: str
    parameters: Mapping[str, Any]
    lacks: list[str] = field(default_factory=list[str])
    """What a real run needs and the lab does not have."""
    codeless: list[str] = field(default_factory=list[str])
    """The tasks that the flow names, and the lab has no file of."""
    failure: str | None = None
    """Why the flow says that it has failed."""
    service: CalibService | None = None
    said: set[str] = field(default_factory=set[str])
    defaults: dict[str, Any] = field(default_factory=dict[str, Any])
    """The `default_run_parameters` of the flow's sessions."""
    used_defaults: set[str] = field(default_factory=set[str])
    """Those that a task has taken."""

    @property
    def chip(self) -> Chip:
        """The chip."""
        return self.session.chip

    @property
    def is_plan(self) -> bool:
        """Whether nothing is measured."""
        return isinstance(self.session, PlanSession)

    @property
    def boxes(self) -> BoxMap | None:
        """The box map of the chip. Where there is none, a real run is refused before anything is driven."""
        boxes = self.lab.boxes(self.chip.id)
        if boxes is None:
            self.lack(BOX_MAP_NEEDED.format(folder=self.lab.folder))
        return boxes

    def stage(
        self, task: Task[Any], targets: Sequence[Target], parallel: Parallel, parameters: Mapping[str, Any]
    ) -> Selection[Any]:
        """Measure the targets as a stage of the run."""
        if isinstance(task, UnknownTask) and not task.is_absent:
            self.lack(task.reason)
        elif isinstance(task, UnknownTask) and task.name not in self.codeless:
            self.codeless.append(task.name)
        return self.session.stage(task, list(targets), parallel, parameters)

    def lack(self, what: str) -> None:
        """Note what a real run needs. Raises LabError in a real run."""
        if not self.is_plan:
            raise LabError(what)
        if what not in self.lacks:
            self.lacks.append(what)

    def needs(self) -> list[str]:
        """Return what a real run needs and the lab does not have."""
        if not self.codeless:
            return self.lacks
        place = self.lab.task_folder
        return [*self.lacks, f"no code for {', '.join(self.codeless)}: put the files of these tasks into '{place}'"]

    def unused_defaults(self) -> list[str]:
        """Return a line on the `default_run_parameters` that no task takes; none while the code of a task is absent."""
        unused = [f"'{name}'" for name in self.defaults if name not in self.used_defaults]
        if not unused or self.codeless or self.lacks:
            return []
        return [f"default_run_parameters: no task of the flow takes {', '.join(unused)}"]

    def say_once(self, level: str, text: str) -> None:
        """Write a line into the log, once in a run."""
        if text not in self.said:
            self.said.add(text)
            self.session.log(level, text)


_run: ContextVar[Run | None] = ContextVar("fiducial_lab.qdash.run", default=None)


def current_run(what: str) -> Run:
    """Return the run of the flow that calls."""
    run = _run.get()
    if run is None:
        raise LabError(f"{what} works inside a flow of QDash that fiducial_lab runs")
    return run


def run_or_none() -> Run | None:
    """Return the run of the flow that calls; None outside of one."""
    return _run.get()


def enter(run: Run) -> Any:
    """Make a run the current one. Returns what `leave` takes."""
    return _run.set(run)


def leave(token: Any) -> None:
    """Make the run before the current one again."""
    _run.reset(token)
