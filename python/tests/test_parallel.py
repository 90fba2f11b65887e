"""Rounds share nothing, and every target is in one."""

import random

import pytest

from fiducial_lab import Chip, Coupling, DefinitionError, Qubit
from fiducial_lab.parallel import resources_of, rounds_of


def random_chip(draw):
    count = draw.randint(2, 24)
    qubits = [Qubit(str(n), draw.choice([None, *range(5)])) for n in range(count)]
    pairs = [(a, b) for a in range(count) for b in range(a + 1, count)]
    edges = draw.sample(pairs, draw.randint(1, min(len(pairs), 40)))
    return Chip("random", qubits, [Coupling(f"{a}-{b}", qubits[a], qubits[b]) for a, b in edges])


@pytest.mark.parametrize("kind", ["mux", "disjoint", "map", "function"])
def test_no_round_of_a_thousand_graphs_shares_a_qubit_a_mux_or_a_resource(kind):
    draw = random.Random(7)
    for _ in range(1000):
        chip = random_chip(draw)
        named = {q.id: draw.sample(["lo1", "lo2", "lo3", "switch"], draw.randint(0, 2)) for q in chip.qubits}
        by_function = lambda target: [name for q in target.qubits for name in named[q.id]]  # noqa: E731
        parallel = {"map": named, "function": by_function}.get(kind, kind)
        for targets in (list(chip.qubits), list(chip.couplings)):
            rounds = rounds_of(targets, resources_of(parallel, targets))
            assert sorted(t.id for members in rounds for t in members) == sorted(t.id for t in targets)
            for members in rounds:
                qubits = [q.id for t in members for q in t.qubits]
                assert len(qubits) == len(set(qubits))
                if kind == "mux":
                    muxes = [mux for t in members for mux in t.muxes]
                    assert len(muxes) == len(set(muxes))
                if kind in ("map", "function"):
                    taken = [name for t in members for name in set(by_function(t))]
                    assert len(taken) == len(set(taken))


def test_without_parallel_each_is_alone():
    chip = Chip.lattice(2, 2)
    assert [len(members) for members in rounds_of(chip.qubits, resources_of(None, chip.qubits))] == [1, 1, 1, 1]


def test_a_target_that_the_map_does_not_name_is_an_error():
    chip = Chip.lattice(1, 2)
    with pytest.raises(DefinitionError, match="does not name '1'"):
        resources_of({"0": ["lo"]}, chip.qubits)
    with pytest.raises(DefinitionError, match="did you mean 'mux'"):
        resources_of("muxx", chip.qubits)
