"""Doubles for tests of a lab's own flows: a chip, and a run without the service."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..chips import Chip
from ..errors import StoppedError
from ..flows import Flow
from ..recorders import MemoryRecorder, RunReport
from ..session import BenchSession
from ..values import Value
from .bench import FakeBench


def make_chip(rows: int = 2, columns: int = 4, **values: tuple[float, str]) -> Chip:
    """Return a lattice whose qubits have current values.

    >>> make_chip(2, 2, qubit_frequency=(5.1, "GHz")).qubits["0"].value("qubit_frequency", "MHz")
    5100.0
    """
    chip = Chip.lattice(rows, columns)
    for qubit in chip.qubits:
        for metric, (value, unit) in values.items():
            qubit.remember(metric, Value(value, 0.0, unit, state="fresh", source="manual"))
    return chip


def run_flow(
    flow: Flow,
    chip: Chip | None = None,
    bench: Any = None,
    *,
    stored: Sequence[Mapping[str, Any]] = (),
    task_parameters: Mapping[str, Mapping[str, Any]] | None = None,
    stop_after: int | None = None,
    **parameters: Any,
) -> RunReport:
    """Run a flow in this process, and return what it measured.

    Args:
        flow: The flow.
        chip: A lattice of eight qubits with a frequency, unless it is given.
        bench: A `FakeBench`, unless it is given.
        stored: Results of before, as `Result.to_json` gives them: the run goes on behind them.
        task_parameters: The project's parameters, by task.
        stop_after: Stop, as a cancel does, once so many points were measured.
        parameters: Of the flow.
    """
    chip = chip or make_chip(qubit_frequency=(5.0, "GHz"))
    bench = FakeBench() if bench is None else bench
    recorder = _Counting(stored, stop_after)
    session = BenchSession(chip, bench, recorder, recorder.check, task_parameters)
    try:
        flow.execute(session, parameters)
    except StoppedError:
        if stop_after is None:
            raise
    finally:
        bench.stop()
    return recorder.report


class _Counting(MemoryRecorder):
    """Stops after so many points."""

    def __init__(self, stored: Sequence[Mapping[str, Any]], stop_after: int | None) -> None:
        super().__init__(stored)
        self._left = stop_after

    def point(self, key: Any, columns: Sequence[str], row: Sequence[Any]) -> None:
        if self._left is not None:
            self._left -= 1

    def check(self) -> None:
        if self._left is not None and self._left <= 0:
            raise StoppedError("The test stopped the run")
