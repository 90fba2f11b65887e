"""Units are converted, or refused where the task is defined."""

import math

import pytest

from fiducial_lab import Out, UnitError, out
from fiducial_lab.units import convert, parse_unit, same_dimension

# 40 spellings: what was written, a unit to convert into, and 1 of it there. None: it is refused.
SPELLINGS = [
    ("us", "us", 1),
    ("µs", "us", 1),
    ("μs", "us", 1),
    (" us ", "us", 1),
    ("mus", "us", None),
    ("usec", "us", None),
    ("microseconds", "us", None),
    ("ms", "us", 1000),
    ("ns", "us", 0.001),
    ("s", "us", 1e6),
    ("ps", "ns", 0.001),
    ("GHz", "GHz", 1),
    ("MHz", "GHz", 0.001),
    ("kHz", "GHz", 1e-6),
    ("Hz", "GHz", 1e-9),
    ("hz", "GHz", None),
    ("GHZ", "GHz", None),
    ("ghz", "GHz", None),
    ("THz", "GHz", 1000),
    ("%", "", 0.01),
    ("percent", "", 0.01),
    ("ppm", "", 1e-6),
    ("", "", 1),
    ("1", "", 1),
    ("a.u.", "", 1),
    ("au", "", None),
    ("deg", "rad", math.pi / 180),
    ("°", "rad", math.pi / 180),
    ("degrees", "rad", math.pi / 180),
    ("radians", "rad", 1),
    ("mrad", "rad", 0.001),
    ("mK", "K", 0.001),
    ("C", "K", None),
    ("Ω", "Ohm", 1),
    ("kohm", "Ohm", 1000),
    ("dBm", "mW", 10**0.1),
    ("mV", "V", 0.001),
    ("MHz/V", "GHz/V", 0.001),
    ("Φ0", "Phi0", 1),
    ("GHz/V/s", "GHz/V", None),
]


@pytest.mark.parametrize(("spelled", "unit", "expected"), SPELLINGS)
def test_a_spelling_is_converted_or_refused(spelled, unit, expected):
    if expected is None:
        with pytest.raises(UnitError, match="unknown unit"):
            parse_unit(spelled)
    else:
        assert convert(1.0, spelled, unit) == pytest.approx(expected, rel=1e-12)


def test_there_are_forty_spellings():
    assert len(SPELLINGS) == 40


def test_a_prefix_changes_no_digit():
    assert convert(0.08, "ms", "us") == 80.0
    assert convert(5.01, "GHz", "Hz") == 5.01e9


def test_other_dimensions_are_refused():
    assert not same_dimension("us", "GHz")
    with pytest.raises(UnitError, match=r"'us' \(time\) does not convert into 'GHz' \(frequency\)"):
        convert(1, "us", "GHz")


@pytest.mark.parametrize("unit", ["GHz", "mus", "", "%"])
def test_an_output_has_a_unit_of_its_metric(unit):
    with pytest.raises(UnitError, match="t1: "):
        type("Coherence", (Out,), {"__annotations__": {"t1": float}, "t1": out(unit)})


def test_an_output_takes_any_unit_of_the_dimension():
    class Coherence(Out):
        t1: float = out("µs")
        average_readout_fidelity: float = out("%")
        own_number: float = out("mV")

    assert [output.unit for output in Coherence.outputs.values()] == ["us", "%", "mV"]
