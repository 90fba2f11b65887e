"""Runs of a flow: groups, replay, stops, and the parameters of the project."""

import pytest

from fiducial_lab import Chip, GroupStoppedError, flow, group
from fiducial_lab.testing import FakeBench, run_flow
from flow_parts import failing_bench, level_task
from lab_flows import morning


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


def test_parameters_of_the_project_count_where_the_flow_gives_none():
    report = run_flow(morning, task_parameters={"CheckT1": {"shots": 64}, "CheckCZ": {"shots": 7, "old": 1}}, count=2)
    assert report.of("CheckT1")[0].run_parameters["shots"]["value"] == 1024
    assert all(r.run_parameters["shots"]["value"] == 7 for r in report.of("CheckCZ"))
    assert ("warning", "The project sets 'old' of CheckCZ, which has no such parameter") in report.log


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
