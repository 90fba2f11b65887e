"""Fixtures for pytest; the package registers them when it is installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ..chips import Chip
from . import doubles
from .bench import FakeBench
from .service import StubService


@pytest.fixture
def fake_bench() -> FakeBench:
    """A bench without instruments."""
    return FakeBench()


@pytest.fixture
def chip() -> Chip:
    """A lattice of eight qubits in two muxes; each qubit has a frequency."""
    return doubles.make_chip(qubit_frequency=(5.0, "GHz"))


@pytest.fixture
def run_flow() -> Callable[..., Any]:
    """`fiducial_lab.testing.run_flow`."""
    return doubles.run_flow


@pytest.fixture
def service(chip: Chip) -> Iterator[StubService]:
    """A stub of the service that fails the test for any call out of order."""
    with StubService(chip) as stub:
        yield stub
