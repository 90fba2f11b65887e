"""Flows of QDash with the lab, the chip and the bench of their tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fiducial_lab import Chip
from fiducial_lab.compat.qdash import QDash
from fiducial_lab.loading import flows_of
from fiducial_lab.testing import make_chip

pytest.importorskip("yaml")

HERE = Path(__file__).parent
LAB, FLOWS = HERE / "qdash_lab", HERE / "qdash_flows"
sys.path.insert(0, str(LAB))

from bench import ScriptedBench as ScriptedBench  # noqa: E402


def chip() -> Chip:
    return make_chip(4, 4, qubit_frequency=(8.0, "GHz"), t1_average=(60.0, "us"), t2_echo_average=(70.0, "us"))


def load(name: str, lab: Path = LAB):
    module = QDash(lab).load(FLOWS / f"{name}.py")
    (flow,) = flows_of(module).values()
    return flow


def load_text(tmp_path: Path, text: str, lab: Path = LAB):
    path = tmp_path / "own_flow.py"
    path.write_text(
        "from typing import Any\n"
        "from prefect import flow, task, get_run_logger\n"
        "from qdash.workflow.service import *\n"
        "from qdash.workflow.service.steps import *\n"
        "from qdash.workflow.service.targets import *\n" + text
    )
    (flow,) = flows_of(QDash(lab).load(path)).values()
    return flow


def by_task(report) -> dict[str, int]:
    counted: dict[str, int] = {}
    for result in report.results:
        counted[result.task] = counted.get(result.task, 0) + 1
    return counted
