"""The tasks of a step on qubits and couplings, in groups that are measured side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...chips import Target
from ...errors import LabError, StoppedError, TaskFailedError
from ...parallel import rounds_of
from ...tasks import Task
from .boxes import Occupied, apart_from_neighbours, occupied_by, oriented, qubit_rounds
from .errors import refuse
from .run import current_run

if TYPE_CHECKING:
    from .service import CalibService

Raw = dict[str, dict[str, Any]]
"""By target: the outputs of each task, `status`, and for a target that failed `error`."""
MODES = ("synchronized", "scheduled", "serial")


def measure_qubits(service: CalibService, tasks: Sequence[str], qids: Sequence[str], mode: str) -> Raw:
    """Run tasks on qubits, in groups that are measured side by side; a qubit on which one fails is left out.

    Args:
        service: The session of the flow.
        tasks: Their names, in order.
        qids: The qubits.
        mode: `synchronized` (coupled qubits never together), `scheduled` (muxes and boxes alone), or `serial`.
    """
    if mode not in MODES:
        raise refuse(f"the mode {mode!r} of a step", f"supported are {', '.join(MODES)}")
    qubits = list(service.chip.qubits.only(*qids))
    occupied = occupied_by(None if mode == "serial" else current_run("a step").boxes)
    if mode == "synchronized":
        occupied = apart_from_neighbours(occupied, service.chip)
    rounds = [[qubit] for qubit in qubits] if mode == "serial" else qubit_rounds(qubits, occupied)
    raw: Raw = {}
    measured: set[tuple[int, int]] = set()
    for members in rounds:
        for place, name in enumerate(tasks):
            alive = [qubit for qubit in members if not _has_failed(raw, qubit.id)]
            task = service.make_task(name, None, of_coupling=False)
            if task.batch == "mux":
                # The first group that reaches a mux measures it for all of its qubits.
                new = {mux for qubit in alive for mux in qubit.muxes if (place, mux) not in measured}
                measured |= {(place, mux) for mux in new}
                alive = [qubit for qubit in qubits if qubit.muxes & new and not _has_failed(raw, qubit.id)]
            _stage_into(service, raw, name, task, alive, occupied)
    return _with_status(raw)


def measure_batches(service: CalibService, tasks: Sequence[str], qids: Sequence[str]) -> Raw:
    """Run tasks on qubits; those that can measure a group in one call do so."""
    qubits = list(service.chip.qubits.only(*qids))
    occupied = apart_from_neighbours(occupied_by(current_run("a step").boxes), service.chip)
    group_of = {qubit.id: number for number, members in enumerate(qubit_rounds(qubits, occupied)) for qubit in members}
    raw: Raw = {}
    for name in tasks:
        alive = [qubit for qubit in qubits if not _has_failed(raw, qubit.id)]
        batched = current_run("a step").lab.measures_batch(name, service.backend_name)
        task = service.make_task(name, None, of_coupling=False, group_of=group_of if batched else None)
        _stage_into(service, raw, name, task, alive, None if batched else occupied)
    return _with_status(raw)


def measure_couplings(service: CalibService, tasks: Sequence[str], groups: Sequence[Sequence[Any]]) -> Raw:
    """Run tasks on groups of couplings, group after group.

    Couplings of a group that share a qubit, a mux or a module of a box are not measured side by side. This holds
    for groups that a flow gives too.
    """
    occupied = occupied_by(current_run("a step").boxes)
    raw: Raw = {}
    for group in groups:
        couplings = [oriented(service.chip, pair) for pair in group]
        parts = rounds_of(couplings, occupied)
        if len(parts) > 1:
            current_run("a step").session.log(
                "warning",
                f"The group {' '.join(c.id for c in couplings)} shares qubits or modules, and is measured in "
                f"{len(parts)} parts",
            )
        for part in parts:
            for name in tasks:
                alive = [coupling for coupling in part if not _has_failed(raw, coupling.id)]
                _stage_into(service, raw, name, service.make_task(name, None, of_coupling=True), alive, occupied)
    return _with_status(raw)


def _stage_into(
    service: CalibService, raw: Raw, name: str, task: Task[Any], targets: Sequence[Target], occupied: Occupied | None
) -> None:
    if task.kind == "system":
        raise LabError(f"{name} is a task of the chip as a whole: use ConfigureAll or execute_task('{name}', '')")
    if not targets:
        return
    if any(target.kind != task.kind for target in targets):
        raise LabError(f"{name} is a task of {task.kind}s, and the step runs on {targets[0].kind}s")
    selection = service.run_stage(task, targets, occupied)
    for target in targets:
        found = raw.setdefault(target.id, {})
        try:
            found[name] = service.outputs_of(task, selection, target)
        except StoppedError:
            raise
        except TaskFailedError as error:
            found.update(status="failed", error=str(error))


def _has_failed(raw: Raw, id: str) -> bool:
    return raw.get(id, {}).get("status") == "failed"


def _with_status(raw: Raw) -> Raw:
    return {id: found if "status" in found else {**found, "status": "success"} for id, found in raw.items()}
