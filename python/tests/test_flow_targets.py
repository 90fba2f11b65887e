"""Targets of a stage: batches, targets side by side, the whole chip, and both orders of a coupling."""

import pytest

from fiducial_lab import Chip, LabError, Qubit, WholeChip, flow, task
from fiducial_lab.testing import FakeBench, make_chip, run_flow
from fiducial_lab.values import Value
from flow_parts import Level
from lab_flows import t1


def test_a_mux_is_measured_in_one_call_and_each_qubit_has_its_result():
    calls = []

    @task("Readout", batch="mux", retries=1)
    def readout(qs: list[Qubit], bench: FakeBench):
        calls.append([q.id for q in qs])
        for x in (0, 1):
            yield x, {q.id: float(x) for q in qs}

    @readout.fit
    def _(x, y) -> Level:
        return Level(level=float(y[-1]), r2=1)

    @flow
    def both(chip: Chip):
        readout.on(chip.qubits)

    report = run_flow(both)
    assert calls == [["0", "1", "2", "3"], ["4", "5", "6", "7"]]
    assert [(r.qid, r.status) for r in report.results] == [(str(n), "completed") for n in range(8)]


def test_of_a_mux_only_what_failed_is_measured_again():
    calls = []

    @task("Readout", batch="mux", retries=1, gate="level > 0.5")
    def readout(qs: list[Qubit], bench: FakeBench):
        calls.append([q.id for q in qs])
        return {q.id: {"y": [0.0 if q.id == "2" and len(calls) == 1 else 1.0]} for q in qs}

    @readout.fit
    def _(y) -> Level:
        return Level(level=float(y[0]))

    @flow
    def one(chip: Chip):
        readout.on(chip.mux(0))

    report = run_flow(one)
    assert calls == [["0", "1", "2", "3"], ["2"]]
    assert [(r.attempt, r.status) for r in report.of("Readout", "2")] == [(0, "failed"), (1, "completed")]


def test_a_batch_that_forgets_or_invents_a_target_fails():
    @task("Readout", batch="all")
    def readout(qs: list[Qubit], bench: FakeBench):
        return {"0": {"y": [1]}, "9": {"y": [1]}}

    @flow
    def one(chip: Chip):
        readout.on(chip.qubits[:2])

    assert {r.message for r in run_flow(one).results} <= {
        "the data of '1' is missing",
        "the data names '9', which was not asked for",
    }


def test_a_task_of_another_kind_or_chip_is_refused(chip):
    @flow
    def wrong(chip: Chip):
        t1.on(chip.couplings)

    with pytest.raises(TypeError, match="takes qubits, and '0-1' is a coupling"):
        wrong.plan(chip)
    with pytest.raises(LabError, match="the chip has no qubit '99'"):
        chip.qubits["99"]
    with pytest.raises(LabError, match="works inside a flow"):
        t1.on(chip.qubits)


def test_parallel_targets_are_measured_at_the_same_time():
    import threading

    together = threading.Barrier(2, timeout=30)

    @task("Together")
    def together_task(q: Qubit, bench: FakeBench):
        together.wait()
        return {"y": [1]}

    @flow
    def pairs(chip: Chip):
        together_task.on(chip.qubits, parallel="mux")

    assert {r.status for r in run_flow(pairs).results} == {"completed"}


def test_a_task_of_the_whole_chip_is_a_stage_with_one_result():
    @task("Configure")
    def configure(chip: WholeChip, bench: FakeBench, *, level: int = 1):
        """Set the boxes up."""
        bench.calls.append(("configure", str(level)))
        return {}

    @flow
    def setting_up(chip: Chip):
        configure.on([chip.whole], level=2)

    assert str(setting_up.plan(make_chip())).endswith("Configure: 1 target in 1 round (level=2)\n       the chip")
    bench = FakeBench()
    (result,) = run_flow(setting_up, bench=bench).results
    assert bench.calls == [("configure", "2")]
    assert result.place() == {"task": "Configure", "task_type": "system", "qid": "", "stage": 0, "attempt": 0}
    assert run_flow(setting_up, stored=[result.to_json()]).results == []
    assert configure.describe()["task_type"] == "system"


def test_the_exchanged_order_of_a_coupling_is_a_target_with_the_values_of_that_direction(chip):
    chip.couplings["0-1"].remember("cz_gate_fidelity@inverse", Value(0.98, state="fresh"))
    exchanged = chip.directed("1", "0")
    assert (exchanged.id, exchanged.control.id, exchanged.target.id) == ("1-0", "1", "0")
    assert exchanged.value("cz_gate_fidelity") == 0.98
    assert not chip.couplings["0-1"].has("cz_gate_fidelity")
    assert chip.directed("0", "1") is chip.couplings["0-1"]
    assert chip.oriented("1-0") is exchanged is chip.find("coupling", "1-0")
    with pytest.raises(LabError, match="the chip has no coupling '0-7'"):
        chip.directed("0", "7")
