"""The import hook: what is found while it is on, and that nothing is left of it."""

from __future__ import annotations

import importlib
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from fiducial_lab import LabError
from fiducial_lab.compat.qdash import QDash, UnsupportedError, basetask, lab
from fiducial_lab.compat.qdash.names import TABLE
from fiducial_lab.errors import MissingFeatureError
from fiducial_lab.loading import flows_of, tasks_of
from fiducial_lab.testing import make_chip

HERE = Path(__file__).parent
LAB, FLOWS = HERE / "qdash_lab", HERE / "qdash_flows"
DOCS = HERE.parent.parent / "docs"


def state() -> tuple[object, ...]:
    """Return what a hook could leave behind."""
    roots = ("prefect", "qdash")
    modules = {name: id(module) for name, module in sys.modules.items() if name.split(".")[0] in roots}
    return (modules, list(sys.meta_path), list(sys.path), list(lab._active), basetask.found)


@pytest.fixture
def untouched():
    before = state()
    yield
    assert state() == before


@pytest.fixture
def installed_package(tmp_path, monkeypatch):
    """Put modules into a folder of installed packages. What was imported of them is forgotten at the end."""
    place = tmp_path / "site"
    place.mkdir()
    monkeypatch.syspath_prepend(str(place))

    def put(name: str, text: str) -> None:
        path = place.joinpath(*name.split(".")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        importlib.invalidate_caches()

    yield put
    for name in [name for name in sys.modules if name.split(".")[0] in ("prefect", "qdash")]:
        del sys.modules[name]


def test_importing_the_package_installs_nothing():
    code = (
        "import sys; before = list(sys.meta_path)\n"
        "import fiducial_lab, fiducial_lab.compat.qdash, fiducial_lab.compat.qdash.names\n"
        "assert sys.meta_path == before\n"
        "assert not [name for name in sys.modules if name.split('.')[0] in ('prefect', 'qdash')]\n"
        "import fiducial_lab.cli\n"
        "try: import qdash\n"
        "except ModuleNotFoundError: print('absent')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "absent\n"), done.stderr


def test_the_package_alone_does_not_import_the_way_in():
    code = "import sys, fiducial_lab, fiducial_lab.cli; print([n for n in sys.modules if 'compat' in n])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_nothing_is_left_after_loading_planning_and_errors(untouched, tmp_path):
    flow = flows_of(QDash(LAB).load(FLOWS / "simple.py"))["simple_calibration"]
    del sys.modules["simple"]
    flow.plan(make_chip(4, 4), qids=["0"])
    wrong = tmp_path / "wrong_flow.py"
    wrong.write_text("import prefect\nimport qdash.workflow.service\nraise OSError('no disk')\n")
    with pytest.raises(OSError, match="no disk"):
        QDash(LAB).load(wrong)
    assert "wrong_flow" not in sys.modules


def test_a_flow_may_import_while_it_runs(untouched, tmp_path):
    path = tmp_path / "late_flow.py"
    path.write_text(
        "from prefect import flow\n"
        "@flow\n"
        "def late(username: str, chip_id: str):\n"
        "    import qdash.workflow.service.targets\n"
        "    from qdash.workflow.service import MuxTargets\n"
        "    assert qdash.workflow.service.targets.MuxTargets is MuxTargets\n"
    )
    flow = flows_of(QDash(LAB).load(path))["late"]
    del sys.modules["late_flow"]
    for _ in range(2):
        flow.plan(make_chip())


def test_the_published_client_stays_what_it_is(installed_package, untouched):
    installed_package("qdash.client", "version = '1.9.20'\n")
    import qdash.client

    folder = QDash(LAB)
    with folder.installed():
        service = importlib.import_module("qdash.workflow.service")
        assert importlib.import_module("qdash.client") is qdash.client
        assert service.CalibService
    assert not hasattr(qdash, "workflow")
    with folder.installed():
        assert qdash.workflow.service is service
    assert qdash.client.version == "1.9.20"
    del sys.modules["qdash.client"], sys.modules["qdash"]


def test_the_client_can_be_imported_while_the_hook_is_on(installed_package):
    installed_package("qdash.client", "version = '1.9.20'\n")
    with QDash(LAB).installed():
        assert importlib.import_module("qdash.client").version == "1.9.20"
        assert importlib.import_module("qdash.workflow.service").CalibService


def test_an_installed_prefect_is_set_aside_and_comes_back(installed_package):
    installed_package("prefect.__init__", "real = True\nflow = None\n")
    installed_package("prefect.states", "")
    import prefect
    import prefect.states

    states = prefect.states
    with QDash(LAB).installed():
        stand_in = importlib.import_module("prefect")
        assert stand_in is not prefect and stand_in.flow
        with pytest.raises(UnsupportedError, match=r"'prefect.states'"):
            importlib.import_module("prefect.states")
    assert sys.modules["prefect"] is prefect and prefect.real
    assert sys.modules["prefect.states"] is states


def test_an_installed_qdash_is_set_aside_and_comes_back(installed_package):
    for name in ("qdash.__init__", "qdash.workflow.__init__", "qdash.workflow.service"):
        installed_package(name, "real = True\n")
    import qdash.workflow.service

    real = qdash.workflow
    with QDash(LAB).installed():
        assert "real" not in vars(importlib.import_module("qdash.workflow"))
        assert qdash.workflow is not real
    assert qdash.workflow is real and sys.modules["qdash.workflow.service"].real


def test_two_folders_are_not_in_use_at_once(untouched, tmp_path):
    wrong = pytest.raises(LabError, match="another folder of QDash tasks is in use")
    with QDash(LAB).installed(), wrong, QDash(tmp_path).installed():
        pass


def test_the_hook_may_be_entered_from_several_threads(untouched):
    folder = QDash(LAB)
    entered = threading.Barrier(4)
    errors: list[Exception] = []

    def use():
        try:
            with folder.installed():
                entered.wait(60)
                assert importlib.import_module("qdash.workflow.service").CalibService
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def test_every_name_of_the_table_can_be_imported_and_is_in_the_docs(untouched):
    page = (DOCS / "qdash-flows.md").read_text(encoding="utf-8")
    with QDash(LAB).installed():
        for module, names in TABLE.items():
            assert f"`{module}`" in page, module
            found = importlib.import_module(module)
            for name, value in names.items():
                assert getattr(found, name) is value
                assert f"`{name}`" in page, name
            with pytest.raises(UnsupportedError, match=f"'nothing' of '{module}' is not supported"):
                _ = found.nothing
            assert not hasattr(found, "__nothing__")


def test_the_labs_own_helpers_are_found_beside_its_tasks(tmp_path, untouched):
    tasks = tmp_path / "calibtasks" / "own"
    tasks.mkdir(parents=True)
    (tasks / "__init__.py").write_text("raise AssertionError('it is not run')\n")
    (tasks / "helper.py").write_text("UNIT = 'us'\n")
    (tasks / "task.py").write_text(
        "from qdash.workflow.calibtasks.base import BaseTask\n"
        "from qdash.workflow.calibtasks.own.helper import UNIT\n"
        "from qdash.datamodel.task import ParameterModel\n"
        "class Mine(BaseTask):\n"
        "    name = 'Mine'\n"
        "    output_parameters = {'t1': ParameterModel(unit=UNIT)}\n"
    )
    module = QDash(tmp_path).load(FLOWS / "simple.py")
    assert tasks_of(module)["Mine"].outputs["t1"].unit == "us"
    del sys.modules["simple"]


def test_a_folder_or_a_file_that_is_absent_is_named(tmp_path):
    with pytest.raises(LabError, match="there is no folder"):
        QDash(tmp_path / "none")
    with pytest.raises(LabError, match="there is no file"):
        QDash(tmp_path).load(tmp_path / "none.py")


def test_a_task_file_with_an_error_is_named(tmp_path, untouched):
    (tmp_path / "calibtasks").mkdir()
    (tmp_path / "calibtasks" / "broken.py").write_text("1 / 0\n")
    with pytest.raises(LabError, match=r"broken.py' cannot be loaded: ZeroDivisionError"):
        QDash(tmp_path).load(FLOWS / "simple.py")


def test_a_task_in_two_files_is_refused(tmp_path, untouched):
    (tmp_path / "calibtasks").mkdir()
    for name in ("one", "two"):
        (tmp_path / "calibtasks" / f"{name}.py").write_text(
            "from qdash.workflow.calibtasks.base import BaseTask\nclass Own(BaseTask):\n    name = 'Own'\n"
        )
    with pytest.raises(
        LabError, match=r"the task 'Own' of the backend 'qubex' is defined twice: in .*one and in .*two"
    ):
        QDash(tmp_path).load(FLOWS / "simple.py")


def test_a_task_file_that_hides_a_package_of_qdash_is_refused(tmp_path, untouched):
    (tmp_path / "calibtasks").mkdir()
    (tmp_path / "calibtasks" / "fake.py").write_text("")
    with pytest.raises(LabError, match=r"fake.py' has the name of a package of QDash"):
        QDash(tmp_path).load(FLOWS / "simple.py")


def test_a_box_map_without_pyyaml_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "yaml", None)
    (tmp_path / "wiring.yaml").write_text("lattice: []\n")
    with pytest.raises(MissingFeatureError, match=r"needs PyYAML, .* python -m pip install pyyaml"):
        QDash(tmp_path).boxes("lattice")
