"""Runs without the service, the command line, and the tutorial."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import HERE
from fiducial_lab import Chip, LabError, Table
from fiducial_lab.cli import main
from fiducial_lab.frames import Records
from fiducial_lab.local import local_runs
from fiducial_lab.testing import StubService, make_chip

ROOT = HERE.parent.parent
TUTORIAL = HERE.parent / "examples" / "morning.py"
FLOWS = str(HERE / "lab_flows.py")


@pytest.fixture
def chip_file(tmp_path):
    path = tmp_path / "chip.json"
    path.write_text(json.dumps(make_chip(2, 4, qubit_frequency=(5.0, "GHz")).to_json()))
    return str(path)


def run(*arguments):
    return main([str(argument) for argument in arguments])


def test_a_dry_run_prints_the_stages_of_the_real_run(tmp_path, chip_file, capsys):
    pytest.importorskip("scipy")
    assert run("run", TUTORIAL, "--dry-run", "--chip", chip_file, "--set", "min_t1=0") == 0
    planned = re.findall(r"^ +\d+  (\w+): (\d+) target", capsys.readouterr().out, re.M)
    assert (
        run("run", TUTORIAL, "--local", tmp_path / "runs", "--chip", chip_file, "--set", "min_t1=0", "--simulate") == 0
    )
    (spool,) = local_runs(tmp_path / "runs")
    measured = {}
    for result in spool.ended():
        measured.setdefault((result.stage, result.task), set()).add(result.qid)
    assert [(task, str(len(ids))) for (_, task), ids in sorted(measured.items())] == planned
    assert {result.status for result in spool.ended()} == {"completed"}


def test_a_dry_run_names_a_missing_need_and_fails(tmp_path, capsys):
    pytest.importorskip("scipy")
    path = tmp_path / "chip.json"
    chip = make_chip(1, 3, qubit_frequency=(5.0, "GHz"))
    data = chip.to_json()
    data["values"] = [row for row in data["values"] if row["target_id"] != "2"]
    path.write_text(json.dumps(data))
    assert run("run", TUTORIAL, "--dry-run", "--chip", path) == 1
    assert "CheckRamsey needs 'qubit_frequency', which has no current value on 2" in capsys.readouterr().out


def test_a_dry_run_needs_no_bench_and_no_network(tmp_path, chip_file):
    """Not even the bench's module is asked for one."""
    module = tmp_path / "only_plan.py"
    module.write_text(
        "from fiducial_lab import *\n"
        "def make_bench(): raise AssertionError('the bench was made')\n"
        "@task('Ask')\n"
        "def ask(q: Qubit, bench: object):\n"
        "    raise AssertionError('driven')\n"
        "@flow\n"
        "def only(chip: Chip):\n"
        "    ask.on(chip.qubits)\n"
    )
    without = {name: value for name, value in os.environ.items() if not name.startswith("FIDUCIAL")}
    command = [sys.executable, "-m", "fiducial_lab", "run", str(module), "--dry-run", "--chip", chip_file]
    done = subprocess.run(command, env=without, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Ask: 8 targets in 8 rounds" in done.stdout


def test_the_tutorial_in_the_docs_is_the_file_that_runs():
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.S)
    assert TUTORIAL.read_text(encoding="utf-8") in blocks


def test_a_local_run_keeps_results_files_and_times(tmp_path, chip_file, capsys):
    assert run("run", FLOWS, "--flow", "morning", "--local", tmp_path / "runs", "--chip", chip_file) == 0
    (spool,) = local_runs(tmp_path / "runs")
    about = spool.about()
    assert (about["status"], about["simulated"], about["flow"]) == ("completed", False, "morning")
    first = spool.ended()[0]
    assert about["started_at"] <= first.start_at <= first.end_at <= about["ended_at"]
    raw = next(file for file in first.files if file.kind == "raw")
    table = Table.from_csv((spool.folder / raw.path).read_bytes())
    assert (list(table), table.units, len(table["delay"])) == (
        ["delay", "population"],
        {"delay": "us", "population": ""},
        11,
    )
    assert "CheckT1 0: completed" in capsys.readouterr().out


def test_a_local_run_is_taken_up_where_it_stopped(tmp_path, chip_file, monkeypatch):
    folder = tmp_path / "runs"
    interrupted = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "fiducial_lab",
            "run",
            FLOWS,
            "--flow",
            "morning",
            "--local",
            str(folder),
            "--chip",
            chip_file,
        ],
        env={**os.environ, "LAB_STEP": "0.05"},
        stdout=subprocess.PIPE,
        text=True,
    )
    interrupted.stdout.readline()
    interrupted.kill()
    interrupted.wait()
    (spool,) = local_runs(folder)
    kept = [(result.key, result.end_at) for result in spool.ended()]
    assert kept
    assert run("run", FLOWS, "--flow", "morning", "--local", folder, "--resume", spool.folder.name) == 0
    ended = spool.ended()
    assert [(result.key, result.end_at) for result in ended][: len(kept)] == kept
    assert len({result.key for result in ended}) == len(ended)
    assert spool.about()["status"] == "completed"


def test_simulated_values_are_marked_and_never_pushed(tmp_path, chip_file, capsys, monkeypatch):
    assert run("run", FLOWS, "--flow", "morning", "--local", tmp_path / "runs", "--chip", chip_file, "--simulate") == 0
    assert "(simulated)" in capsys.readouterr().out
    monkeypatch.setenv("FIDUCIAL_URL", "http://127.0.0.1:9/api")
    monkeypatch.setenv("FIDUCIAL_TOKEN", "none")
    assert run("push", tmp_path / "runs") == 1
    assert "is simulated; simulated values are not pushed" in capsys.readouterr().err


def test_a_service_of_before_refuses_a_push_plainly(tmp_path, chip_file, capsys, monkeypatch):
    assert run("run", FLOWS, "--flow", "morning", "--local", tmp_path / "runs", "--chip", chip_file) == 0
    with StubService(make_chip()) as stub:
        monkeypatch.setenv("FIDUCIAL_URL", stub.url)
        monkeypatch.setenv("FIDUCIAL_TOKEN", stub.token)
        assert run("push", tmp_path / "runs") == 1
    assert "this service does not take runs of the past yet; the run stays in its folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--dry-run"], "no chip: name a file by --chip"),
        (["--dry-run", "--lattice", "4"], "write it as ROWSxCOLUMNS"),
        (["--dry-run", "--lattice", "2x2", "--set", "shotts=3"], "has no parameter 'shotts'; did you mean 'shots'?"),
        (["--dry-run", "--lattice", "2x2", "--set", "shots"], "write it as NAME=VALUE"),
        (["--dry-run", "--lattice", "2x2", "--simulate"], "--simulate does not go with --dry-run"),
        (["--dry-run", "--lattice", "2x2", "--flow", "mornin"], "no flow 'mornin'; did you mean 'morning'?"),
        (["--local", "runs", "--lattice", "2x2", "--bench", "nowhere"], "write it as MODULE:NAME"),
        (["--dry-run", "--chip", "absent.json"], "--chip absent.json cannot be read"),
    ],
)
def test_a_wrong_argument_is_named(arguments, message, capsys):
    given = [] if "--flow" in arguments else ["--flow", "morning"]
    assert run("run", FLOWS, *given, *arguments) == 1
    assert message in capsys.readouterr().err


def test_a_file_that_is_absent_or_has_no_flow_is_named(tmp_path, capsys):
    (tmp_path / "empty.py").write_text("")
    assert run("run", tmp_path / "none.py", "--dry-run", "--lattice", "2x2") == 1
    assert run("run", tmp_path / "empty.py", "--dry-run", "--lattice", "2x2") == 1
    said = capsys.readouterr().err
    assert "there is no file" in said and "has no flow (it has: none; decorate a function with @flow)" in said


def test_a_file_that_imports_what_is_not_installed_names_it_and_the_python(tmp_path, capsys):
    (tmp_path / "needy.py").write_text("import a_driver_of_ours\n")
    assert run("run", tmp_path / "needy.py", "--dry-run", "--lattice", "2x2") == 1
    assert f"imports 'a_driver_of_ours', which {sys.executable} does not have" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["pandas", "polars", "xarray"])
def test_a_library_that_is_not_installed_is_named_with_the_command_that_installs_it(name, monkeypatch):
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(LabError, match=f"^{name} is not installed: python -m pip install {name}$"):
        getattr(Records([], ("a",)), f"to_{name}")()
    if name == "xarray":
        with pytest.raises(LabError, match="xarray is not installed"):
            Table({"x": [1.0]}).to_xarray()


def test_raw_data_keeps_numbers_complex_numbers_and_units():
    table = Table({"delay": [0.1, 1e-9], "iq": [1 + 2j, 0.5 - 1j], "n": [1, 2]}, {"delay": "us", "iq": "mV"}, ["delay"])
    again = Table.from_csv(table.to_csv(), ["delay"])
    assert dict(again) == {"delay": [0.1, 1e-9], "n": [1.0, 2.0], "iq": [1 + 2j, 0.5 - 1j]}
    assert again.units == {"delay": "us", "n": "", "iq": "mV"}
    assert Table({"long": [1.0, 2.5], "short": [3]}).to_csv() == b"long,short\n1.0,3\n2.5,\n"


def test_raw_data_opens_as_a_dataset():
    pytest.importorskip("xarray")
    table = Table({"delay": [0, 1], "population": [1.0, 0.5], "shots": [1.0, 2.0, 3.0]}, {"delay": "us"}, ["delay"])
    data = table.to_xarray()
    assert data.population.dims == ("delay",)
    assert data.delay.attrs == {"units": "us"}
    assert data.shots.shape == (3,)


def test_a_chip_comes_back_from_its_file(tmp_path):
    chip = make_chip(2, 2, t1=(30.0, "us"))
    again = Chip.from_json(json.loads(json.dumps(chip.to_json())))
    assert again.to_json() == chip.to_json()
    assert again.couplings["0-1"].control.value("t1") == 30.0


def test_the_package_has_no_dependency_and_one_version():
    text = (Path(__file__).parent.parent / "pyproject.toml").read_text()
    import fiducial_lab

    assert "dependencies = []" in text
    assert f'version = "{fiducial_lab.__version__}"' in text
