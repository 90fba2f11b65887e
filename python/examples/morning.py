"""A morning's calibration: T1, Ramsey, readout and CZ. Put your own bench in the place of FakeBench."""

import numpy as np
from scipy.optimize import curve_fit

from fiducial_lab import Chip, Coupling, Figure, Out, Qubit, Span, flow, out, svg_plot, task
from fiducial_lab.testing import FakeBench as Bench

make_bench = Bench


def fitted(model, x, y, start):
    best, covariance = curve_fit(model, x, y, start, maxfev=5000)
    return best, np.sqrt(np.diag(covariance)), 1 - np.var(y - model(x, *best)) / np.var(y)


class Coherence(Out):
    t1: float = out("us", good=(5, 500))  # unit checked against the catalogue of metrics


@task("CheckT1", retries=1, timeout_s=120, gate="r2 > 0.9")
def t1(q: Qubit, bench: Bench, *, shots: int = 1024, delay: Span = Span(0, 200, 41, "us")):
    for t in delay:  # each yield: may I go on? + live point + raw row
        yield t, bench.t1_point(q.id, t, shots)


@t1.fit  # pure; `refit` calls it alone
def _(delay, population) -> Coherence:
    (tau,), (error,), r2 = fitted(lambda t, tau: np.exp(-t / tau), delay, population, [40])
    return Coherence(t1=tau, r2=r2, errors={"t1": error})


@t1.plot  # also when the fit failed: then `fit` is None
def _(delay, population, fit) -> Figure:
    return svg_plot(delay, population, curve=fit and (delay, np.exp(-delay / fit.t1)), title="T1", xlabel="delay (us)")


class Dephasing(Out):
    t2_star: float = out("us", good=(1, 500))


@task("CheckRamsey", needs=["qubit_frequency"], gate="r2 > 0.8")  # absent: the task fails and names it
def ramsey(q: Qubit, bench: Bench, *, shots: int = 1024, delay: Span = Span(0, 30, 61, "us")):
    for t in delay:
        yield t, bench.ramsey_point(q.id, t, shots)


@ramsey.fit
def _(delay, population) -> Dephasing:
    fringe = lambda t, t2, f: 0.5 + 0.5 * np.exp(-t / t2) * np.cos(2 * np.pi * f * t)  # noqa: E731
    (t2, _), (error, _), r2 = fitted(fringe, delay, population, [20, 0.2])
    return Dephasing(t2_star=t2, r2=r2, errors={"t2_star": error})


class Readout(Out):
    average_readout_fidelity: float = out("%", good=(50, 100))


@task("ReadoutClassification", batch="mux")  # the qubits of a mux in one shot
def readout(qs: list[Qubit], bench: Bench, *, shots: int = 2048):
    return {q.id: {"g": bench.iq(q.id, 0, shots), "e": bench.iq(q.id, 1, shots)} for q in qs}


@readout.fit
def _(g, e) -> Readout:
    middle = (np.mean(g) + np.mean(e)).real / 2
    return Readout(average_readout_fidelity=50 * (np.mean(g.real < middle) + np.mean(e.real > middle)))


class Gate(Out):
    cz_gate_fidelity: float = out("", good=(0.5, 1))


@task("CheckCZ", gate="r2 > 0.8")
def cz(c: Coupling, bench: Bench, *, shots: int = 1024, phase: Span = Span(0, 6.28, 31, "rad")):
    for p in phase:
        yield p, bench.cz_point(c.id, p, shots)


@cz.fit
def _(phase, population) -> Gate:
    (f,), (error,), r2 = fitted(lambda p, f: 0.5 + (f - 0.5) * np.cos(p), phase, population, [0.9])
    return Gate(cz_gate_fidelity=f, r2=r2, errors={"cz_gate_fidelity": error})


@flow
def morning(chip: Chip, *, min_t1: float = 20, shots: int = 1024):  # the signature is the web's form
    good = t1.on(chip.qubits, parallel="mux", shots=shots).where(t1__gt=min_t1)
    ramsey.on(good, parallel="mux", shots=shots)
    good = readout.on(good).where(average_readout_fidelity__gt=90)
    cz.on(chip.couplings.within(good), parallel="disjoint", shots=shots)
