"""Stages, filters, needs, retries, groups, inputs and replay."""

import pytest

from fiducial_lab import (
    Chip,
    FilterError,
    GroupStoppedError,
    LabError,
    MissingValueError,
    Out,
    ParameterError,
    Qubit,
    Span,
    WholeChip,
    flow,
    group,
    out,
    task,
)
from fiducial_lab.testing import FakeBench, make_chip, run_flow
from fiducial_lab.values import Value
from lab_flows import morning, t1


class Level(Out):
    level: float = out("mV")


def level_task(name="Level", **options):
    @task(name, **options)
    def made(q: Qubit, bench: FakeBench, *, points: Span = Span(0, 2, 3, "us")):
        for t in points:
            yield t, bench.t1_point(q.id, t, 100)

    @made.fit
    def _(points, y) -> Level:
        return Level(level=float(y[0]) * 100, r2=0.95)

    return made


def failing_bench(*ids, times=99):
    left = dict.fromkeys(ids, times)

    def fail(_, id):
        if left.get(id, 0) > 0:
            left[id] -= 1
            raise OSError("the digitizer does not answer")

    return FakeBench(fail=fail)


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


def test_a_failed_attempt_is_repeated_and_each_attempt_is_kept():
    bench = failing_bench("1", times=1)
    report = run_flow(morning, bench=bench, count=3)
    assert [(r.attempt, r.status) for r in report.of("CheckT1", "1") if r.stage == 0] == [
        (0, "failed"),
        (1, "completed"),
    ]
    failed = report.of("CheckT1", "1")[0]
    assert failed.message == "OSError: the digitizer does not answer"
    assert "lab_flows.py" in failed.stack_trace


def test_a_task_that_fails_for_good_leaves_the_rest_alone():
    report = run_flow(morning, bench=failing_bench("1"), count=3)
    assert [r.status for r in report.of("CheckT1", "1")] == ["failed", "failed"]
    assert {r.qid for r in report.results if r.stage == 1} <= {"0", "2"}


@pytest.mark.parametrize(
    ("fit", "message"),
    [
        (lambda: Level(level=float("nan")), "level is nan, not a finite number"),
        (lambda: Level(level=1, errors={"level": -1}), "the error of level is -1; it must be finite and not negative"),
        (lambda: Level(level=1, errors={"t1": 1}), "errors: the fit has no output 't1'"),
        (lambda: None, "the fit returned NoneType, not Level"),
        (lambda: Level(level=1, r2=0.2), "gate 'r2 > 0.5' is not met: r2 = 0.2"),
        (lambda: 1 / 0, "ZeroDivisionError: division by zero"),
    ],
)
def test_a_fit_that_is_no_good_fails_and_its_plot_is_kept(fit, message):
    seen = []

    @task("Bad", gate="r2 > 0.5")
    def bad(q: Qubit, bench: FakeBench):
        yield 0, 1
        yield 1, 2

    @bad.fit
    def _(x, y) -> Level:
        return fit()

    @bad.plot
    def _(x, y, fit):
        seen.append(fit)
        return "<svg xmlns='http://www.w3.org/2000/svg'/>"

    @flow
    def one(chip: Chip):
        bad.on(chip.qubits[:1])

    report = run_flow(one)
    (result,) = report.results
    assert (result.status, result.message) == ("failed", message)
    assert result.output_parameters == {}
    assert [file.name for file in result.files] == ["Bad_0.svg", "Bad_0.csv"]
    assert len(seen) == 1


def test_a_value_outside_its_good_range_is_not_kept():
    @task("Far")
    def far(q: Qubit, bench: FakeBench):
        yield 0, 1

    class Coherence(Out):
        t1: float = out("us", good=(5, 500))

    @far.fit
    def _(x, y) -> Coherence:
        return Coherence(t1=900)

    outcome = far(make_chip(1, 1).qubits["0"], FakeBench())
    assert (outcome.status, outcome.message) == ("failed", "t1 = 900 us is outside its good range 5 to 500")


def test_a_task_can_be_called_alone():
    chip = make_chip(1, 1)
    outcome = t1(chip.qubits["0"], FakeBench(), delay={"start": 0, "stop": 50, "points": 6, "unit": "us"})
    assert outcome.is_completed
    assert outcome.data["delay"] == [0, 10, 20, 30, 40, 50]
    assert outcome.fit.t1 == outcome.numbers["t1"]
    with pytest.raises(ParameterError, match="has no parameter 'shot'"):
        t1(chip.qubits["0"], FakeBench(), shot=3)


@pytest.mark.parametrize(
    ("produced", "message"),
    [
        (lambda: [(0, 1), (1, 2, 3)], "a point has 3 numbers"),
        (lambda: [(0, "high")], "'high' is not a number"),
        (lambda: [3], "yield a point as a tuple"),
    ],
)
def test_points_that_are_no_data_fail_the_attempt(produced, message):
    @task("Odd")
    def odd(q: Qubit, bench: FakeBench):
        yield from produced()

    assert message in odd(make_chip(1, 1).qubits["0"], FakeBench()).message


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


@pytest.mark.parametrize(
    ("policy", "measured"),
    [
        ("continue", ["0", "1", "0", "1", "0", "1"]),
        ("drop_target", ["0", "1", "0", "0", "1"]),
        ("skip_group", ["0", "1", "0", "1"]),
        ("stop", ["0", "1"]),
    ],
)
def test_a_group_has_a_failure_policy(policy, measured):
    first, second, after = level_task("First"), level_task("Second"), level_task("After")

    @flow
    def grouped(chip: Chip):
        with group("setup", on_failure=policy):
            first.on(chip.qubits[:2])
            second.on(chip.qubits[:2])
        after.on(chip.qubits[:2])

    seen = []

    class Recording(FakeBench):
        def t1_point(self, qid, delay, shots):
            if delay == 0:
                seen.append(qid)
            if qid == "1" and len(seen) == 2:
                raise OSError("no signal")
            return super().t1_point(qid, delay, shots)

    if policy == "stop":
        with pytest.raises(GroupStoppedError, match="group 'setup': First failed on qubit 1: OSError: no signal"):
            run_flow(grouped, bench=Recording())
    else:
        run_flow(grouped, bench=Recording())
    assert seen == measured


def test_replay_measures_only_what_has_not_ended_and_decides_as_before():
    whole = run_flow(morning, min_t1=40)
    for cut in range(len(whole.results)):
        stored = [result.to_json() for result in whole.results[:cut]]
        bench = FakeBench()
        rest = run_flow(morning, bench=bench, stored=stored, min_t1=40)
        # Targets of a round end in any order.
        expected = {result.key: result.output_parameters for result in whole.results[cut:]}
        assert len(rest.results) == len(expected)
        assert {result.key: result.output_parameters for result in rest.results} == expected


def test_a_retry_that_was_begun_is_done_after_a_restart():
    whole = run_flow(morning, bench=failing_bench("1", times=1), count=2)
    stored = [r.to_json() for r in whole.results if r.qid != "1" or r.attempt == 0][:2]
    assert [(r["qid"], r["attempt"], r["status"]) for r in stored] == [("0", 0, "completed"), ("1", 0, "failed")]
    rest = run_flow(morning, stored=stored, count=2)
    assert rest.results[0].key == (0, "CheckT1", "1", 1)


def test_a_stop_keeps_half_a_sweep_as_cancelled():
    report = run_flow(morning, stop_after=15)
    assert [(r.qid, r.status, r.message) for r in report.results] == [
        ("0", "completed", report.results[0].message),
        ("1", "cancelled", "Stopped after 4 points"),
    ]
    assert report.files["CheckT1_1.csv"].count(b"\n") == 5


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


def test_parameters_of_the_project_count_where_the_flow_gives_none():
    report = run_flow(morning, task_parameters={"CheckT1": {"shots": 64}, "CheckCZ": {"shots": 7, "old": 1}}, count=2)
    assert report.of("CheckT1")[0].run_parameters["shots"]["value"] == 1024
    assert all(r.run_parameters["shots"]["value"] == 7 for r in report.of("CheckCZ"))
    assert ("warning", "The project sets 'old' of CheckCZ, which has no such parameter") in report.log


def test_an_attempt_ends_at_its_timeout():
    @task("Slow", timeout_s=0.05)
    def slow(q: Qubit, bench: FakeBench):
        n = 0
        while True:
            yield n, bench.t1_point(q.id, n, 10)
            n += 1

    outcome = slow(make_chip(1, 1).qubits["0"], FakeBench(step_seconds=0.01))
    assert (outcome.status, outcome.message) == ("failed", "it took longer than timeout_s = 0.05 s")


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


def test_a_flow_runs_inside_a_running_event_loop_and_an_interrupt_stops_the_bench(chip):
    import asyncio

    async def cell(bench):
        return morning.run(chip, bench, count=1)

    assert asyncio.run(cell(FakeBench())).results

    def interrupt(_, id):
        if id == "1":
            raise KeyboardInterrupt

    bench = FakeBench(fail=interrupt)
    with pytest.raises(KeyboardInterrupt):
        morning.run(chip, bench, count=2)
    assert bench.stops > 0
    assert ("t1_point", "1") not in bench.calls


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
