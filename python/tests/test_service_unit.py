"""The unit of systemd for a worker."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

UNIT = Path(__file__).parent.parent / "service" / "fiducial-bench@.service"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze")
def test_systemd_accepts_the_unit(tmp_path):
    text = UNIT.read_text(encoding="utf-8")
    program = "/opt/fiducial/venv/bin/fiducial-lab"
    assert program in text
    installed = tmp_path / "fiducial-bench@bench-1.service"
    # Programs that a unit names must be there; the rest is as it is delivered.
    installed.write_text(text.replace(program, sys.executable), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", str(installed)], capture_output=True, text=True)
    said = [line for line in (done.stdout + done.stderr).splitlines() if "fiducial-bench" in line]
    assert (done.returncode, said) == (0, [])


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze")
def test_systemd_refuses_a_unit_with_an_unknown_setting(tmp_path):
    installed = tmp_path / "fiducial-bench@bench-1.service"
    text = UNIT.read_text(encoding="utf-8").replace("/opt/fiducial/venv/bin/fiducial-lab", sys.executable)
    installed.write_text(text.replace("KillMode=mixed", "KillMode=mixt"), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", str(installed)], capture_output=True, text=True)
    assert "kill mode" in done.stdout + done.stderr
