"""Values in a flow: filters, needs, and the inputs that are recorded."""

import pytest

from fiducial_lab import Chip, FilterError, MissingValueError, Qubit, flow, task
from fiducial_lab.testing import FakeBench, make_chip, run_flow
from flow_parts import level_task
from lab_flows import morning, t1


def test_filters_take_the_declared_unit_and_values_are_read_later():
    report = run_flow(morning, min_t1=40)
    first = {r.qid: r.output_parameters["t1"]["value"] for r in report.results if r.stage == 0}
    assert {r.qid for r in report.results if r.stage == 1} == {qid for qid, value in first.items() if value > 40}
    assert all(r.status == "completed" for r in report.results)


def test_a_filter_that_names_nothing_is_an_error_also_in_a_plan(chip):
    made = level_task()

    @flow
    def wrong(chip: Chip):
        made.on(chip.qubits).where(levle__gt=3)

    for run in (lambda: run_flow(wrong), lambda: wrong.plan(chip)):
        with pytest.raises(FilterError, match=r"no 'levle'; did you mean 'level'\?"):
            run()


@pytest.mark.parametrize("condition", [{"level__about": 3}, {"__gt": 3}, {"a__b__gt": 3}])
def test_a_filter_that_is_written_wrongly_is_an_error(condition):
    made = level_task()

    @flow
    def wrong(chip: Chip):
        made.on(chip.qubits).where(**condition)

    with pytest.raises(FilterError, match="where"):
        run_flow(wrong)


def test_a_filter_compares_current_values_and_states_too(chip):
    made = level_task()
    chip.qubits["3"].remember("qubit_frequency", chip.qubits["3"].get("qubit_frequency").to("MHz"))
    kept = []

    @flow
    def by_state(chip: Chip):
        found = made.on(chip.qubits).where(qubit_frequency__lt=100, qubit_frequency__state="fresh")
        kept.extend(q.id for q in found)
        kept.extend(q.id for q in made.on(chip.qubits).where(qubit_frequency__state="stale"))

    run_flow(by_state, chip)
    assert kept == ["0", "1", "2", "4", "5", "6", "7"]


def test_a_missing_need_is_named_before_anything_is_driven():
    made = level_task(needs=["t1", "qubit_frequency"])

    @flow
    def needing(chip: Chip):
        made.on(chip.qubits[:2])

    chip = make_chip(1, 2, qubit_frequency=(5.0, "GHz"))
    assert needing.plan(chip).missing == ["Level needs 't1', which has no current value on 0, 1"]
    bench = FakeBench()
    report = run_flow(needing, chip, bench)
    assert bench.calls == []
    assert [r.message for r in report.results] == [
        f"Level needs 't1' of qubit {n}, which has no current value" for n in "01"
    ]


def test_what_an_earlier_stage_measures_is_no_missing_need():
    made = level_task(needs=["t1"])

    @flow
    def needing(chip: Chip):
        made.on(t1.on(chip.qubits[:2]))

    assert needing.plan(make_chip(1, 2)).missing == []
    assert [r.status for r in run_flow(needing, make_chip(1, 2)).results] == ["completed"] * 4


def test_recorded_inputs_are_exactly_those_that_were_read():
    @task("Reads", needs=["qubit_frequency", "t1"])
    def reads(q: Qubit, bench: FakeBench):
        q.value("qubit_frequency", "MHz")
        q.get("t2_echo")
        return {"y": [1]}

    @flow
    def reading(chip: Chip):
        reads.on(chip.qubits[:1])

    chip = make_chip(1, 1, qubit_frequency=(5.0, "GHz"), t1=(30.0, "us"))
    (result,) = run_flow(reading, chip).results
    assert result.input_parameters == {"qubit_frequency": {"value": 5.0, "error": 0.0, "unit": "GHz"}}


def test_reading_an_absent_value_fails_the_attempt_and_names_it():
    @task("Reads")
    def reads(q: Qubit, bench: FakeBench):
        return {"y": [q.value("t1")]}

    @flow
    def reading(chip: Chip):
        reads.on(chip.qubits[:1])

    (result,) = run_flow(reading, make_chip(1, 1)).results
    assert (result.status, result.message) == ("failed", "MissingValueError: qubit 0 has no current value of 't1'")
    with pytest.raises(MissingValueError):
        make_chip(1, 1).qubits["0"].value("t1")
