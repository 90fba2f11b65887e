"""Flows: plain Python functions that measure stage after stage."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Generator, Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Literal, overload

from .chips import Chip
from .errors import DefinitionError, GroupStoppedError, LabError
from .forms import Form, annotation_of
from .outputs import DESCRIPTION_LENGTH

if TYPE_CHECKING:
    from .plan import Plan
    from .recorders import RunReport
    from .session import Session

_current: ContextVar[Session | None] = ContextVar("fiducial_lab.session", default=None)

OnFailure = Literal["continue", "drop_target", "skip_group", "stop"]
_POLICIES = ("continue", "drop_target", "skip_group", "stop")


class Flow:
    """A flow: what `@flow` makes of a function of the chip and keyword parameters."""

    def __init__(self, function: Callable[..., Any], name: str | None = None, *, persist: bool = True) -> None:
        self.name = name or function.__name__
        self.persist = persist
        where = f"flow '{self.name}'"
        positional = [
            parameter.name
            for parameter in inspect.signature(function).parameters.values()
            if parameter.kind in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        ]
        if len(positional) != 1 or annotation_of(function, positional[0], where) is not Chip:
            raise DefinitionError(f"{where}: it takes 'chip: Chip', then '*' and its parameters")
        self.function = function
        self.description = inspect.getdoc(function) or ""
        self.form = Form(function, where)

    def __repr__(self) -> str:
        return f"<flow '{self.name}'>"

    def plan(self, chip: Chip, **parameters: Any) -> Plan:
        """Return the stages of a run, without bench and network. Filters let every target pass."""
        from .plan import plan_flow

        return plan_flow(self, chip, parameters)

    def run(self, chip: Chip, bench: Any, **parameters: Any) -> RunReport:
        """Run on a bench in this process, keeping nothing: for notebooks and tests.

        An interrupt stops the bench.
        """
        from .session import run_here

        return run_here(self, chip, bench, parameters)

    def execute(self, session: Session, parameters: Mapping[str, Any]) -> None:
        """Run the function within a session."""
        checked = self.form.check(parameters)
        token = _current.set(session)
        try:
            self.function(session.chip, **checked)
        finally:
            _current.reset(token)

    def describe(self) -> dict[str, Any]:
        """Return the description of the flow for the service."""
        description = self.description[:DESCRIPTION_LENGTH]
        return {"name": self.name, "description": description, "form": self.form.schema()}


@overload
def flow(function: Callable[..., Any], /) -> Flow: ...
@overload
def flow(*, persist: bool = True) -> Callable[[Callable[..., Any]], Flow]: ...
def flow(
    function: Callable[..., Any] | None = None, /, *, persist: bool = True
) -> Flow | Callable[[Callable[..., Any]], Flow]:
    """Make a flow of a function. Its keyword parameters are the form that starts it.

    With `@flow(persist=False)` the values of its runs become current only when a user accepts them.
    """
    return Flow(function) if function is not None else lambda function: Flow(function, persist=persist)


@contextlib.contextmanager
def group(name: str, *, on_failure: OnFailure = "continue") -> Generator[None]:
    """Group stages under a failure policy.

    Args:
        name: Used in the log and in the error of a flow that stops.
        on_failure: `continue`; `drop_target`: a target that failed is left out of the rest of the group;
            `skip_group`: the rest of the group is skipped; `stop`: the flow ends as failed.
    """
    if on_failure not in _POLICIES:
        raise DefinitionError(f"group '{name}': on_failure is one of {', '.join(_POLICIES)}, not {on_failure!r}")
    session = current_session(f"group '{name}'")
    entered = Group(name, on_failure)
    session.groups.append(entered)
    try:
        yield
    finally:
        session.groups.remove(entered)


class Group:
    """A group that the flow is in: which targets have failed in it."""

    def __init__(self, name: str, on_failure: OnFailure) -> None:
        self.name = name
        self.on_failure = on_failure
        self.failed: set[tuple[str, str]] = set()

    def take_failures(self, task: str, failed: list[tuple[str, str, str]]) -> None:
        """Take the targets on which a task failed: kind, id and message. Raises where the policy is to stop."""
        self.failed |= {(kind, id) for kind, id, _ in failed}
        if failed and self.on_failure == "stop":
            kind, id, message = failed[0]
            raise GroupStoppedError(f"group '{self.name}': {task} failed on {kind} {id}: {message}")

    def leaves_out(self, kind: str, id: str, qubits: set[str]) -> bool:
        """Whether a target is not measured any more in this group."""
        if self.on_failure == "skip_group":
            return bool(self.failed)
        if self.on_failure != "drop_target":
            return False
        return (kind, id) in self.failed or any(("qubit", qubit) in self.failed for qubit in qubits)


def current_session(what: str) -> Session:
    """Return the session of the flow that runs here."""
    session = _current.get()
    if session is None:
        raise LabError(f"{what} works inside a flow that runs; to measure one target now, call the task itself")
    return session
