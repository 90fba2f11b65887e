"""What flows of QDash import from Prefect: flows, tasks, their futures, and the log."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from ...errors import DefinitionError, StoppedError
from .errors import refuse
from .flows import QDashFlow
from .lab import active_lab
from .prints import logged_prints
from .run import Run, current_run

R = TypeVar("R")


def on_flow_cancellation(flow: Any, flow_run: Any, state: Any) -> None:
    """Do nothing: the service itself ends a run that is cancelled."""


def on_flow_failure(flow: Any, flow_run: Any, state: Any) -> None:
    """Do nothing: the service itself ends a run that fails."""


def on_flow_crashed(flow: Any, flow_run: Any, state: Any) -> None:
    """Do nothing: the service itself ends a run whose worker is lost."""


_HOOKS = {
    "on_cancellation": on_flow_cancellation,
    "on_failure": on_flow_failure,
    "on_crashed": on_flow_crashed,
}


def flow(function: Callable[..., Any] | None = None, /, **options: Any) -> Any:
    """Make a flow of a function, as Prefect's decorator does.

    Supported options are `name`, `description`, `log_prints`, `task_runner`, and QDash's own hooks for
    `on_cancellation`, `on_failure` and `on_crashed`.
    """
    for name, given in options.items():
        if name in _HOOKS:
            for hook in given or ():
                if hook is not _HOOKS[name]:
                    raise refuse(f"@flow({name}=[{getattr(hook, '__name__', hook)}])", "only QDash's own hook is known")
        elif name == "task_runner":
            if given is not None and not isinstance(given, ThreadPoolTaskRunner):
                raise refuse(f"@flow(task_runner={type(given).__name__})")
        elif name not in ("name", "description", "log_prints"):
            raise refuse(f"@flow({name}=...)")

    def made(function: Callable[..., Any]) -> QDashFlow:
        _require_plain(function, "@flow")
        return QDashFlow(
            function, active_lab("@flow"), options.get("description"), log_prints=bool(options.get("log_prints"))
        )

    return made if function is None else made(function)


class ThreadPoolTaskRunner:
    """A task runner. Tasks that are submitted run one after the other, in the order of their submission."""

    def __init__(self, max_workers: int | None = None) -> None:
        self.max_workers = max_workers


class PrefectFuture(Generic[R]):
    """The outcome of a task that was submitted; it is there already."""

    def __init__(self, value: R | None, error: Exception | None) -> None:
        self._value = value
        self._error = error

    def result(self, timeout: float | None = None, raise_on_failure: bool = True) -> Any:
        """Return what the task returned. Raises what it raised, or returns it without `raise_on_failure`."""
        if self._error is not None and raise_on_failure:
            raise self._error
        return self._value if self._error is None else self._error

    def wait(self, timeout: float | None = None) -> None:
        """Wait for nothing."""


class PrefectTask(Generic[R]):
    """A function that a flow calls, submits or maps."""

    def __init__(self, function: Callable[..., R], retries: int, *, log_prints: bool = False) -> None:
        self.fn = function
        self.name = getattr(function, "__name__", "task")
        self.__doc__ = function.__doc__
        self._retries = retries
        self._log_prints = log_prints

    def __call__(self, *given: Any, **named: Any) -> R:
        """Call the function, again after an error as often as `retries` says."""
        with logged_prints(self._log_prints, self.fn):
            return self._repeated(*given, **named)

    def _repeated(self, *given: Any, **named: Any) -> R:
        for _ in range(self._retries):
            try:
                return self.fn(*given, **named)
            except StoppedError:
                raise
            except Exception as error:
                get_run_logger().warning("%s failed and is repeated: %s", self.name, error)
        return self.fn(*given, **named)

    def submit(self, *given: Any, wait_for: Any = None, **named: Any) -> PrefectFuture[R]:
        """Call the function now. An error is raised by `result()`."""
        given, named = tuple(map(_resolved, given)), {name: _resolved(value) for name, value in named.items()}
        try:
            return PrefectFuture(self(*given, **named), None)
        except StoppedError:
            raise
        except Exception as error:
            return PrefectFuture(None, error)

    def map(self, *given: Iterable[Any], **named: Any) -> list[PrefectFuture[R]]:
        """Submit the function for each of the items."""
        return [self.submit(*items, **named) for items in zip(*given, strict=True)]


def task(function: Callable[..., Any] | None = None, /, **options: Any) -> Any:
    """Make a task of a function, as Prefect's decorator does.

    Supported options are `name`, `description`, `tags`, `log_prints`, `task_run_name` and `retries`.
    """
    for name in options:
        if name not in ("name", "description", "tags", "log_prints", "task_run_name", "retries"):
            raise refuse(f"@task({name}=...)")
    retries = options.get("retries") or 0
    if type(retries) is not int or retries < 0:
        raise DefinitionError(f"@task(retries={retries!r}): it is a number from 0")

    def made(function: Callable[..., Any]) -> PrefectTask[Any]:
        _require_plain(function, "@task")
        return PrefectTask(function, retries, log_prints=bool(options.get("log_prints")))

    return made if function is None else made(function)


def wait(futures: Iterable[PrefectFuture[Any]], timeout: float | None = None) -> None:
    """Wait for nothing: what was submitted has run."""


class _RunLog(logging.Handler):
    """Writes into the log of a run."""

    def __init__(self, run: Run) -> None:
        super().__init__(logging.INFO)
        self._run = run

    def emit(self, record: logging.LogRecord) -> None:
        level = "error" if record.levelno >= logging.ERROR else "warning" if record.levelno >= 30 else "info"
        self._run.session.log(level, self.format(record))


def get_run_logger() -> logging.Logger:
    """Return a logger whose lines go into the log of the run."""
    logger = logging.Logger("prefect.flow_runs", logging.INFO)
    logger.addHandler(_RunLog(current_run("get_run_logger()")))
    return logger


def _require_plain(function: Callable[..., Any], decorator: str) -> None:
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        raise refuse(f"{decorator} of the async function '{function.__name__}'", "write it as a plain function")


def _resolved(value: Any) -> Any:
    return value.result() if isinstance(value, PrefectFuture) else value
