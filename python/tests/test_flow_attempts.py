"""Attempts of a task: what fails one, what is kept of it, and when it is repeated."""

import pytest

from fiducial_lab import Chip, Out, ParameterError, Qubit, flow, out, task
from fiducial_lab.testing import FakeBench, make_chip, run_flow
from flow_parts import Level, failing_bench
from lab_flows import morning, t1


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


def test_an_attempt_ends_at_its_timeout():
    @task("Slow", timeout_s=0.05)
    def slow(q: Qubit, bench: FakeBench):
        n = 0
        while True:
            yield n, bench.t1_point(q.id, n, 10)
            n += 1

    outcome = slow(make_chip(1, 1).qubits["0"], FakeBench(step_seconds=0.01))
    assert (outcome.status, outcome.message) == ("failed", "it took longer than timeout_s = 0.05 s")
