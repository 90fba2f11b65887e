"""Random flows of tasks with needs, gates, retries, filters and groups, against a model of a few lines."""

import os
import random
from contextlib import nullcontext

import pytest

from fiducial_lab import Chip, Flow, Out, Qubit, group, out, task
from fiducial_lab.testing import run_flow

GRAPHS = int(os.environ.get("LAB_GRAPHS", "100"))


class RandomBench:
    """Each call of a task on a qubit has a number of its own, and so always the same result."""

    def __init__(self, seed):
        self.seed = seed
        self.counts = {}

    def stop(self):
        pass

    def measure(self, number, qid):
        """Return a value and its r2. Raises OSError for some."""
        count = self.counts[number, qid] = self.counts.get((number, qid), 0) + 1
        draw = random.Random(f"{self.seed}/{number}/{qid}/{count}")
        if draw.random() < 0.15:
            raise OSError("no signal")
        return draw.random(), draw.random()


def make_task(number, needs, gate, retries):
    name = f"own_{number}"
    outputs = type("Found", (Out,), {"__annotations__": {name: float}, name: out("mV")})

    def acquire(q: Qubit, bench: RandomBench):
        yield 0, *bench.measure(number, q.id)

    def fit(x, y, quality) -> outputs:
        return outputs(**{name: float(y[0])}, r2=float(quality[0]))

    made = task(f"T{number}", needs=[f"own_{need}" for need in needs], gate=f"r2 > {gate}", retries=retries)(acquire)
    made.fit(fit)
    return made


def random_graph(draw):
    """Return tasks by number, and the stages: which task, on whose selection, with which filter, in a group or not."""
    tasks = [
        {
            "needs": draw.sample(range(number), draw.randint(0, min(2, number))),
            "gate": draw.choice([0.0, 0.2, 0.5]),
            "retries": draw.randint(0, 2),
        }
        for number in range(draw.randint(1, 6))
    ]
    stages = [
        {
            "task": draw.randrange(len(tasks)),
            "on": draw.choice([None, *range(place)]),
            "above": draw.choice([None, 0.3]),
            "grouped": draw.random() < 0.5,
        }
        for place in range(draw.randint(1, 8))
    ]
    return tasks, stages


def grouped(stages):
    """Return the stages that follow one another in a group, or outside of one."""
    runs = []
    for stage in stages:
        if runs and runs[-1][0]["grouped"] == stage["grouped"]:
            runs[-1].append(stage)
        else:
            runs.append([stage])
    return runs


def run_graph(tasks, stages, chip, bench, parallel):
    made = [make_task(number, **about) for number, about in enumerate(tasks)]

    def graph(chip: Chip):
        selections = []
        for several in grouped(stages):
            with group("some", on_failure="drop_target") if several[0]["grouped"] else nullcontext():
                for stage in several:
                    targets = chip.qubits if stage["on"] is None else selections[stage["on"]]
                    found = made[stage["task"]].on(targets, parallel=parallel)
                    above = stage["above"]
                    selections.append(found if above is None else found.where(**{f"own_{stage['task']}__gt": above}))

    report = run_flow(Flow(graph), chip, bench)
    return sorted((r.stage, r.task, r.qid, r.attempt, r.status) for r in report.results)


def model(tasks, stages, chip, bench):
    rows, selections, has = [], [], set()
    place = 0
    for several in grouped(stages):
        dropped = set()
        for stage in several:
            number = stage["task"]
            about = tasks[number]
            selected = []
            targets = [q.id for q in chip.qubits] if stage["on"] is None else selections[stage["on"]]
            for qid in [qid for qid in targets if qid not in dropped]:
                attempt, value = 0, None
                while value is None and attempt <= about["retries"]:
                    is_lacking = any((qid, need) not in has for need in about["needs"])
                    try:
                        measured, quality = (0, -1) if is_lacking else bench.measure(number, qid)
                    except OSError:
                        quality = -1
                    value = measured if quality > about["gate"] else None
                    rows.append((place, f"T{number}", qid, attempt, "failed" if value is None else "completed"))
                    attempt += 1
                    if is_lacking:
                        break
                if value is None:
                    dropped |= {qid} if stage["grouped"] else set()
                else:
                    has.add((qid, number))
                    if stage["above"] is None or value > stage["above"]:
                        selected.append(qid)
            selections.append(selected)
            place += 1
    return sorted(rows)


@pytest.mark.parametrize("parallel", [None, "mux"])
def test_random_flows_measure_what_a_model_of_them_measures(parallel):
    draw = random.Random(f"graphs {parallel}")
    measured = 0
    for seed in range(GRAPHS):
        tasks, stages = random_graph(draw)
        chip = Chip("random", [Qubit(str(n), n // 4) for n in range(draw.randint(1, 9))], [])
        expected = model(tasks, stages, chip, RandomBench(seed))
        assert run_graph(tasks, stages, chip, RandomBench(seed), parallel) == expected, (seed, tasks, stages)
        measured += len(expected)
    assert measured > GRAPHS * 5
