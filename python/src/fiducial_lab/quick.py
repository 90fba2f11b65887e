"""A quick run: one task on chosen targets, without a flow of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .chips import Chip, Target
from .errors import ParameterError
from .flows import Flow
from .session import Session
from .tasks import Task

TARGETS = ("qids", "coupling_ids", "mux_ids")
"""Parameters of a quick run that choose its targets."""


class QuickRun(Flow):
    """Measures one task. Its parameters are `qids`, `coupling_ids` or `mux_ids`, and those of the task."""

    def __init__(self, task: Task[Any]) -> None:
        def measure(chip: Chip) -> None:
            """Stand in for the flow's function, which `execute` does not call."""

        super().__init__(measure, task.name)
        self.form = task.form
        self._task = task

    def execute(self, session: Session, parameters: Mapping[str, Any]) -> None:
        """Measure the targets that the parameters name."""
        given = dict(parameters)
        named = {name: [str(id) for id in given.pop(name)] for name in TARGETS if given.get(name)}
        wanted = "coupling_ids" if self._task.kind == "coupling" else "qids"
        unused = [name for name in named if name != wanted and not (name == "mux_ids" and wanted == "qids")]
        if unused:
            raise ParameterError(f"{self._task.name} runs on {self._task.kind}s, and {unused[0]} were given")
        for name in TARGETS:
            given.pop(name, None)
        chip = session.chip
        every: list[Target] = [*(chip.couplings if wanted == "coupling_ids" else chip.qubits)]
        ids = set(named.get(wanted, ()))
        muxes = {int(mux) for mux in named.get("mux_ids", ())}
        for id in ids:
            chip.find(self._task.kind, id)
        chosen = [target for target in every if not named or target.id in ids or target.muxes & muxes]
        session.stage(self._task, chosen, None, given)
