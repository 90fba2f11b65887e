"""Finding a flow and a bench: in a file, or in a module that is installed."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from .errors import LabError, did_you_mean
from .flows import Flow
from .quick import QuickRun
from .tasks import Task


def load_module(where: str, qdash: str | None = None) -> ModuleType:
    """Import a file (`flow.py`) or a module (`lab.flows`).

    Args:
        where: The file or the module.
        qdash: A folder of QDash tasks: the file has flows of QDash.
    """
    if qdash is not None:
        from .compat.qdash import QDash

        if not where.endswith(".py"):
            raise LabError(f"flows of QDash are loaded from a file such as flow.py, not from '{where}'")
        with _importable(Path(where).resolve().parent):
            return QDash(qdash).load(where)
    if not where.endswith(".py"):
        with _importable(Path.cwd()):
            try:
                return importlib.import_module(where)
            except ModuleNotFoundError as error:
                raise LabError(f"there is no module '{where}': {error}") from None
    path = Path(where).resolve()
    if not path.exists():
        raise LabError(f"there is no file '{where}'")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    with _importable(path.parent):
        try:
            spec.loader.exec_module(module)
        except ModuleNotFoundError as error:
            raise LabError(f"'{where}' imports '{error.name}', which {sys.executable} does not have") from error
    return module


def find_flow(module: ModuleType, name: str | None = None) -> Flow:
    """Return the flow of a name, or the only one."""
    flows = flows_of(module)
    if name is None and len(flows) == 1:
        return next(iter(flows.values()))
    if name in flows:
        return flows[name]
    known = ", ".join(flows) or "none; decorate a function with @flow"
    wanted = f"no flow '{name}'{did_you_mean(name, flows)}" if name else "several flows; choose one by --flow"
    if not flows:
        wanted = "no flow"
    raise LabError(f"'{module.__name__}' has {wanted} (it has: {known})")


def flow_of_job(module: ModuleType, flow: str, task: str | None) -> Flow:
    """Return the flow that a run asks for: one of the module, or one that only measures a task on chosen targets."""
    if task is None:
        flows = flows_of(module)
        if flow not in flows:
            raise LabError(f"this worker has no flow '{flow}'; it has {', '.join(flows)}")
        return flows[flow]
    tasks = tasks_of(module)
    if task not in tasks:
        raise LabError(f"this worker has no task '{task}'; it has {', '.join(tasks) or 'none'}")
    return QuickRun(tasks[task])


def flows_of(module: ModuleType) -> dict[str, Flow]:
    """Return the flows of a module by name."""
    return {found.name: found for found in vars(module).values() if isinstance(found, Flow)}


def tasks_of(module: ModuleType) -> dict[str, Task[Any]]:
    """Return the tasks of a module by name."""
    return {found.name: found for found in vars(module).values() if isinstance(found, Task)}


def find_bench(module: ModuleType, where: str | None) -> Callable[[], Any]:
    """Return what makes the bench: `package.module:name`, or `make_bench` of the flow's own module."""
    if where is None:
        maker = getattr(module, "make_bench", None)
        if not callable(maker):
            raise LabError(
                f"no bench: name one by --bench MODULE:NAME, or define make_bench() in '{module.__name__}'; "
                "--dry-run needs none, and --simulate takes the simulated bench"
            )
        return cast("Callable[[], Any]", maker)
    place, _, name = where.rpartition(":")
    if not place:
        raise LabError(f"--bench {where}: write it as MODULE:NAME")
    holder = load_module(place)
    maker = getattr(holder, name, None)
    if not callable(maker):
        raise LabError(f"--bench {where}: '{place}' has no function or class '{name}'{did_you_mean(name, dir(holder))}")
    return cast("Callable[[], Any]", maker)


@contextlib.contextmanager
def _importable(folder: Path) -> Generator[None]:
    """Let a file import modules from its own folder."""
    added = str(folder)
    is_new = added not in sys.path
    if is_new:
        sys.path.insert(0, added)
    try:
        yield
    finally:
        # What a flow imports later, inside a task, still has to be found.
        if is_new:
            sys.path.remove(added)
            sys.path.append(added)
