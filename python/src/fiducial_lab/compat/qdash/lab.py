"""A lab's folder of QDash: its flows, its tasks and its box map."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from ...errors import LabError
from ...tasks import Task
from . import basetask
from .adapter import Call, QDashTask, Reach, UnknownTask
from .basetask import BaseTask
from .boxes import BoxMap
from .errors import UnsupportedError
from .hook import TASKS, ImportHook
from .task_lists import BATCH_TASKS, FULL_2Q_TASKS, MUX_TASKS, SYSTEM_TASKS

TASK_FOLDER = "calibtasks"
DEFAULT_BACKEND = "qubex"

_active: list[QDash] = []


class QDash:
    """The folder that flows of QDash are loaded and run with.

    Args:
        folder: Has the lab's tasks in `calibtasks/`, and the box map in `wiring.yaml` or `CHIP/config/wiring.yaml`.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder).resolve()
        if not self.folder.is_dir():
            raise LabError(f"there is no folder '{folder}'")
        self.tasks: dict[tuple[str, str], type[BaseTask]] = {}
        """The tasks that are loaded, by backend and name."""
        self.reasons: dict[str, str] = {}
        """Why tasks could not be loaded, by name."""
        self._boxes: dict[str, BoxMap | None] = {}
        self._loaded: set[str] = set()
        from .names import TABLE

        self.task_folder = self.folder / TASK_FOLDER
        self._hook = ImportHook(TABLE, self.task_folder, self._begin, self._end)

    @contextmanager
    def installed(self) -> Generator[None]:
        """Let `prefect` and `qdash.workflow` be imported within this context."""
        with self._hook.installed():
            yield

    def load(self, path: str | Path) -> ModuleType:
        """Import a file of flows as it is, with the lab's tasks. Its module then has the tasks too."""
        place = Path(path).resolve()
        if not place.is_file():
            raise LabError(f"there is no file '{path}'")
        spec = importlib.util.spec_from_file_location(place.stem, place)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        before = sys.modules.get(place.stem)
        sys.modules[place.stem] = module
        try:
            with self.installed():
                self._load_tasks()
                spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[place.stem]
            if before is not None:
                sys.modules[place.stem] = before
            raise
        for name in dict.fromkeys(name for _, name in self.tasks):
            vars(module)[f"task {name}"] = QDashTask(self._find(name, None))
        return module

    def task(self, name: str, backend: str | None, call: Call, of_coupling: bool, in_batch: bool) -> Task[Any]:
        """Return a task by its name, as a flow calls it; one that can only be planned if there is no code for it.

        Args:
            name: The name that the flow uses.
            backend: The backend that the flow names; None: any that has the task, `qubex` before others.
            call: How it is called.
            of_coupling: Whether it is called on couplings.
            in_batch: Whether it measures its targets in one call.
        """
        reach: Reach | None = "batch" if in_batch else None
        if any(known == name and backend in (None, own) for own, known in self.tasks):
            return QDashTask(self._find(name, backend), call, reach)
        kind = "coupling" if of_coupling or name in FULL_2Q_TASKS else "system" if name in SYSTEM_TASKS else "qubit"
        reach = reach or ("mux" if name in MUX_TASKS else "target")
        return UnknownTask(name, kind, reach, self._why_absent(name, backend), call.group_of)

    def measures_batch(self, name: str, backend: str | None) -> bool:
        """Whether a task measures the qubits of a group in one call where it can."""
        if any(known == name for _, known in self.tasks):
            return self._find(name, backend).batch_run is not BaseTask.batch_run
        return name in BATCH_TASKS

    def boxes(self, chip_id: str) -> BoxMap | None:
        """Return the box map of a chip; None if the folder has none."""
        if chip_id not in self._boxes:
            places = [self.folder / "wiring.yaml", self.folder / chip_id / "config" / "wiring.yaml"]
            found = [place for place in places if place.is_file()]
            self._boxes[chip_id] = BoxMap.load(found[0], chip_id) if found else None
        return self._boxes[chip_id]

    def _begin(self) -> None:
        _active.append(self)
        basetask.found = self._take

    def _end(self) -> None:
        basetask.found = None
        _active.remove(self)

    def _take(self, made: type[BaseTask]) -> None:
        before = self.tasks.get((made.backend, made.name))
        if before is not None and before.__module__ != made.__module__:
            raise LabError(
                f"the task '{made.name}' of the backend '{made.backend}' is defined twice: in {before.__module__} "
                f"and in {made.__module__}"
            )
        self.tasks[made.backend, made.name] = made

    def _find(self, name: str, backend: str | None) -> type[BaseTask]:
        if backend is not None:
            return self.tasks[backend, name]
        backends = [own for own, known in self.tasks if known == name]
        return self.tasks[DEFAULT_BACKEND if DEFAULT_BACKEND in backends else backends[0], name]

    def _why_absent(self, name: str, backend: str | None) -> str:
        """Return why a task cannot run here; nothing if there is no file of it."""
        if name in self.reasons:
            return self.reasons[name]
        elsewhere = [own for own, known in self.tasks if known == name]
        if elsewhere:
            return f"{name} is a task of the backend '{elsewhere[0]}', and the flow names the backend '{backend}'"
        return ""

    def _load_tasks(self) -> None:
        folder = self.task_folder
        from .names import TABLE

        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            name = ".".join((TASKS, *parts))
            if parts[-1] == "__init__" or name in TABLE or name in self._loaded:
                continue
            if any(known.startswith(f"{name}.") for known in TABLE):
                raise LabError(f"'{path}' has the name of a package of QDash; give it another")
            self._loaded.add(name)
            try:
                importlib.import_module(name)
            except ModuleNotFoundError as error:
                # A module that this machine lacks leaves out the tasks that need it, and no other.
                for task in _names_in(path):
                    self.reasons[task] = f"{task} needs {(error.name or '').split('.')[0]}, which is not installed here"
            except UnsupportedError as error:
                for task in _names_in(path):
                    self.reasons[task] = f"{task} cannot be loaded: {error}"
            except LabError:
                raise
            except Exception as error:
                raise LabError(f"'{path}' cannot be loaded: {type(error).__name__}: {error}") from error


def active_lab(what: str) -> QDash:
    """Return the lab whose flow is loaded or runs."""
    if not _active:
        raise LabError(f"{what} works inside a flow of QDash that fiducial_lab runs")
    return _active[-1]


def _names_in(path: Path) -> list[str]:
    """Return the names of the tasks that a file defines, without running it."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ClassDef):
            continue
        for line in node.body:
            targets = line.targets if isinstance(line, ast.Assign) else [getattr(line, "target", None)]
            value = getattr(line, "value", None)
            is_name = any(isinstance(target, ast.Name) and target.id == "name" for target in targets)
            if is_name and isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
                names.append(value.value)
    return names
