"""Schedules by the box map: nothing that shares a thing is measured side by side."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

from fiducial_lab import Chip, Coupling, LabError, Qubit
from fiducial_lab.compat.qdash.boxes import (
    BoxMap,
    apart_from_neighbours,
    coupling_rounds,
    occupied_by,
    pairs_of,
    qubit_rounds,
)


def random_lab(draw: random.Random) -> tuple[Chip, list[dict]]:
    """Return a chip and its wiring, as a file has it."""
    muxes = draw.randint(1, 6)
    qubits = [Qubit(str(n), draw.randrange(muxes)) for n in range(draw.randint(2, 20))]
    ends = list(itertools.combinations(qubits, 2))
    chosen = draw.sample(ends, draw.randint(1, min(len(ends), 25)))
    couplings = [Coupling(f"{a.id}-{b.id}", a, b) for a, b in (draw.sample(pair, 2) for pair in chosen)]
    wiring = []
    for mux in range(muxes):
        ctrl = [f"C{draw.randrange(8)}-{draw.randrange(4)}" for _ in range(draw.randint(0, 3))]
        read = draw.choice([None, f"R{draw.randrange(8)}-0", f"R{draw.randrange(8)}:0"])
        wiring.append({"mux": mux, "ctrl": ctrl, "read_out": read})
    return Chip("random", qubits, couplings), wiring


def share(one: Coupling, other: Coupling, wiring: list[dict]) -> bool:
    """Whether two couplings share a qubit, a mux, or a module of a box: asked of the wiring, pair by pair."""
    for a in (one.control, one.target):
        for b in (other.control, other.target):
            if a.id == b.id or a.mux == b.mux:
                return True
            first, second = wiring[a.mux], wiring[b.mux]
            if first["read_out"] and second["read_out"] and first["read_out"][:2] == second["read_out"][:2]:
                return True
            if any(x[:2] == y[:2] for x in first["ctrl"] for y in second["ctrl"]):
                return True
    return False


def box_map(wiring: list[dict], folder: Path) -> BoxMap:
    yaml = pytest.importorskip("yaml")
    (folder / "wiring.yaml").write_text(yaml.safe_dump({"random": wiring}))
    return BoxMap.load(folder / "wiring.yaml", "random")


def test_no_group_of_five_hundred_chips_shares_a_qubit_a_mux_or_a_module(tmp_path):
    draw = random.Random(40)
    parallel = 0
    for _ in range(500):
        chip, wiring = random_lab(draw)
        most = draw.choice([None, 1, 2, 3, 10])
        groups = coupling_rounds(chip.couplings, occupied_by(box_map(wiring, tmp_path)), most)
        assert sorted(c.id for group in groups for c in group) == sorted(c.id for c in chip.couplings)
        for group in groups:
            assert group and (most is None or len(group) <= most)
            for one, other in itertools.combinations(group, 2):
                assert not share(one, other, wiring)
                parallel += 1
        if most is None:
            # What is in a later group of the same kind has a reason not to be in an earlier one.
            for earlier, later in itertools.combinations(groups, 2):
                if len(earlier[0].muxes) == len(later[0].muxes):
                    assert all(any(share(one, other, wiring) for one in earlier) for other in later)
    assert parallel > 100


def test_a_schedule_is_never_longer_than_one_by_one_and_never_shorter_than_the_best(tmp_path):
    """On small chips, the fewest groups that there can be are found by trying all."""
    draw = random.Random(41)
    for _ in range(60):
        chip, wiring = random_lab(draw)
        couplings = list(chip.couplings)[:6]
        groups = coupling_rounds(couplings, occupied_by(box_map(wiring, tmp_path)))

        def fits(colours: tuple[int, ...], couplings=couplings, wiring=wiring) -> bool:
            pairs = itertools.combinations(range(len(couplings)), 2)
            return not any(colours[a] == colours[b] and share(couplings[a], couplings[b], wiring) for a, b in pairs)

        n = len(couplings)
        best = next(k for k in range(1, n + 1) if any(map(fits, itertools.product(range(k), repeat=n))))
        assert best <= len(groups) <= n


def test_couplings_within_a_mux_come_before_those_between_two():
    chip = Chip.lattice(4, 4)
    groups = coupling_rounds(chip.couplings, occupied_by(None))
    within = [len(coupling.muxes) == 1 for group in groups for coupling in group]
    assert within == sorted(within, reverse=True)


def test_qubits_of_a_mux_and_coupled_qubits_are_measured_apart(tmp_path):
    draw = random.Random(42)
    for _ in range(300):
        chip, wiring = random_lab(draw)
        occupied = apart_from_neighbours(occupied_by(box_map(wiring, tmp_path)), chip)
        rounds = qubit_rounds(chip.qubits, occupied)
        assert sorted(q.id for members in rounds for q in members) == sorted(q.id for q in chip.qubits)
        coupled = {frozenset((c.control.id, c.target.id)) for c in chip.couplings}
        for members in rounds:
            for one, other in itertools.combinations(members, 2):
                assert one.mux != other.mux
                assert frozenset((one.id, other.id)) not in coupled
                assert not share(Coupling("a", one, one), Coupling("b", other, other), wiring)


def test_the_inverse_direction_exchanges_control_and_target():
    chip = Chip.lattice(1, 3)
    assert [c.id for c in pairs_of(chip, ["0", "1", "2"])] == ["0-1", "1-2"]
    inverse = pairs_of(chip, ["0", "1"], inverse=True)
    assert [(c.id, c.control.id, c.target.id) for c in inverse] == [("1-0", "1", "0")]
    assert chip.find("coupling", "1-0") is inverse[0]
    assert chip.oriented("1-0") is inverse[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("other: []", r"has no chip 'lattice' \(it has: other\)"),
        ("lattice: [{ctrl: [A-1]}]", "an entry has no number 'mux', but None"),
        ("lattice: [{mux: 0, ctrl: [3]}]", "mux 0 has a port 3"),
        ("lattice: [", "cannot be read"),
        ("\N{LATIN SMALL LETTER E WITH ACUTE}", "cannot be read"),
        ("", "it is not a mapping from chips to lists of muxes"),
        ("[1, 2]", "it is not a mapping from chips to lists of muxes"),
        ("lattice: {mux: 0}", "the chip 'lattice' is not a list of entries"),
        ("lattice: [5]", "the chip 'lattice' is not a list of entries"),
        ("lattice: [{mux: 0, ctrl: [], read_out: A-1}, {mux: 0, ctrl: [], read_out: B-1}]", "names mux 0 twice"),
        ("lattice: [{mux: 0, ctrl: [], readout: A-1}]", "mux 0 has no 'read_out'"),
        ("lattice: [{mux: 0, ctl: [B-1], read_out: A-1}]", "mux 0 has no 'ctrl'"),
    ],
)
def test_a_wrong_box_map_is_named(text, message, tmp_path):
    pytest.importorskip("yaml")
    (tmp_path / "wiring.yaml").write_bytes(text.encode("latin-1"))
    with pytest.raises(LabError, match=message):
        BoxMap.load(tmp_path / "wiring.yaml", "lattice")


def test_a_mux_that_the_map_does_not_name_is_an_error():
    occupied = occupied_by(BoxMap({0: frozenset()}))
    with pytest.raises(LabError, match=r"the box map does not name mux 1 \(it names 0\)"):
        qubit_rounds(Chip.lattice(2, 4).qubits, occupied)
