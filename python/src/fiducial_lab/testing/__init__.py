"""Doubles for tests of a lab's own tasks and flows: no instruments, no service."""

from .bench import FakeBench
from .doubles import make_chip, run_flow
from .service import StubService

__all__ = ["FakeBench", "StubService", "make_chip", "run_flow"]
