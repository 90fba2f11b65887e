"""Tasks and benches that the tests of flows share."""

from fiducial_lab import Out, Qubit, Span, out, task
from fiducial_lab.testing import FakeBench


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
