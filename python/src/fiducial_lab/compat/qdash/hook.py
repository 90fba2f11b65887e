"""The import hook: which modules a flow of QDash finds, and that none of them is left afterwards."""

from __future__ import annotations

import importlib.util
import sys
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from ...errors import LabError, did_you_mean
from .errors import UnsupportedError

CLIENT = "client"
"""The part of `qdash` that the hook leaves alone: the published client."""
TASKS = "qdash.workflow.calibtasks"
"""Modules below it that the hook does not know come from the lab's own folder of tasks."""

_installed: list[ImportHook] = []
_lock = threading.RLock()


def covers(name: str) -> bool:
    """Whether the hook answers for a module: all of Prefect, and all of QDash but its client."""
    first, *rest = name.split(".")
    return first == "prefect" or (first == "qdash" and bool(rest) and rest[0] != CLIENT)


class ImportHook(MetaPathFinder, Loader):
    """Answers imports of QDash's modules while it is installed.

    Args:
        table: The names of each module.
        folder: Where modules below `qdash.workflow.calibtasks` are looked for that the table does not have.
        begin: Called when the hook is installed.
        end: Called when it is taken out.
    """

    def __init__(
        self,
        table: Mapping[str, Mapping[str, Any]],
        folder: Path | None = None,
        begin: Callable[[], object] = lambda: None,
        end: Callable[[], object] = lambda: None,
    ) -> None:
        parents = {
            ".".join(parts[:end]) for name in table for parts in [name.split(".")] for end in range(1, len(parts))
        }
        self._table: dict[str, Mapping[str, Any]] = {**{name: {} for name in parents if covers(name)}, **table}
        self._folder = folder
        self._begin, self._end = begin, end
        self._depth = 0
        self._modules: dict[str, ModuleType] = {}
        self._set_aside: dict[str, ModuleType] = {}
        self._attributes: dict[str, Any] = {}

    @contextmanager
    def installed(self) -> Generator[None]:
        """Answer imports within this context. It may be entered again inside itself.

        Modules of an installed Prefect or QDash are set aside, and are back afterwards.

        Raises:
            LabError: Another hook is installed.
        """
        with _lock:
            if _installed and _installed[-1] is not self:
                raise LabError("another folder of QDash tasks is in use in this process; use one at a time")
            self._depth += 1
            if self._depth == 1:
                self._enter()
        try:
            yield
        finally:
            with _lock:
                self._depth -= 1
                if self._depth == 0:
                    self._leave()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module comes from; None for one that the hook leaves alone."""
        if fullname == "qdash":
            # The published client has this package too, and then it is left alone.
            is_there = PathFinder.find_spec("qdash") is not None
            return None if is_there else ModuleSpec(fullname, self, is_package=True)
        if not covers(fullname):
            return None
        if fullname in self._table:
            return ModuleSpec(fullname, self, is_package=True)
        if fullname.startswith(f"{TASKS}.") and self._folder is not None:
            place = self._folder.joinpath(*fullname.removeprefix(f"{TASKS}.").split("."))
            if place.is_dir():
                return ModuleSpec(fullname, self, is_package=True)
            if place.with_suffix(".py").is_file():
                return importlib.util.spec_from_file_location(fullname, place.with_suffix(".py"))
        raise UnsupportedError(
            f"the module '{fullname}' is not supported by fiducial_lab.compat.qdash"
            f"{did_you_mean(fullname, self._table)}"
        )

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Let Python make the module."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Give the module its names; any other name of it is an error that names it."""
        names = self._table.get(module.__name__, {})
        vars(module).update(names)
        vars(module)["__all__"] = list(names)
        vars(module)["__getattr__"] = _unknown_names(module.__name__, names)

    def _enter(self) -> None:
        self._set_aside = {name: module for name, module in sys.modules.items() if covers(name)}
        for name in self._set_aside:
            del sys.modules[name]
        package = sys.modules.get("qdash")
        self._attributes = {} if package is None else _below(package)
        for name in self._attributes:
            delattr(package, name)
        sys.modules.update(self._modules)
        for name, module in self._modules.items():
            parent, _, child = name.rpartition(".")
            if parent in sys.modules:
                setattr(sys.modules[parent], child, module)
        sys.meta_path.insert(0, self)
        _installed.append(self)
        self._begin()

    def _leave(self) -> None:
        self._end()
        _installed.remove(self)
        sys.meta_path.remove(self)
        package = sys.modules.get("qdash")
        is_own = package is not None and getattr(package.__spec__, "loader", None) is self
        self._modules = {
            name: module for name, module in sys.modules.items() if covers(name) or (is_own and name == "qdash")
        }
        for name in self._modules:
            del sys.modules[name]
        if package is not None and not is_own:
            for name in _below(package):
                delattr(package, name)
            for name, value in self._attributes.items():
                setattr(package, name, value)
        sys.modules.update(self._set_aside)
        self._set_aside, self._attributes = {}, {}


def _below(package: ModuleType) -> dict[str, Any]:
    """Return the attributes of `qdash` that are modules of the hook's."""
    held = vars(package).items()
    return {name: value for name, value in held if isinstance(value, ModuleType) and covers(f"qdash.{name}")}


def _unknown_names(module: str, names: Mapping[str, Any]) -> Any:
    def get(name: str) -> Any:
        if name.startswith("__"):
            # Python itself asks for such names.
            raise AttributeError(f"module '{module}' has no attribute '{name}'")
        known = ", ".join(names) or "none"
        raise UnsupportedError(
            f"'{name}' of '{module}' is not supported by fiducial_lab.compat.qdash"
            f"{did_you_mean(name, names)} (supported: {known})"
        )

    return get
