"""Outputs of tasks of QDash as fields of an `Out`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ...errors import DefinitionError, UnitError
from ...outputs import Out, out
from ...units import parse_unit
from .models import ParameterModel

ROLES = ("control", "target", "coupling", "self")


@dataclass(frozen=True)
class DeclaredOutput:
    """An output of QDash as a field of an `Out`."""

    field: str
    unit: str
    role: str
    metric: str
    description: str


def declared_output(name: str, output: ParameterModel, where: str) -> DeclaredOutput:
    """Return an output that a task declares or gives. Raises DefinitionError."""
    role = output.qid_role if output.qid_role in ("control", "target") else ""
    check_role(output.qid_role, f"{where}: output '{name}'")
    metric = output.parameter_name or name
    field_name = name if role else metric
    if not field_name.isidentifier() or field_name in ("r2", "errors"):
        raise DefinitionError(f"{where}: '{field_name}' cannot be the name of an output")
    return DeclaredOutput(field_name, known_unit(output.unit, where), role, metric, output.description[:500])


def check_role(role: str, where: str) -> None:
    """Refuse a role that QDash does not have."""
    if role and role not in ROLES:
        raise DefinitionError(f"{where}: qid_role is {', '.join(ROLES)} or empty, not {role!r}")


def known_unit(unit: str, where: str) -> str:
    """Return the name of a unit. Raises DefinitionError for one that is not known."""
    try:
        return parse_unit(unit).name
    except UnitError as error:
        raise DefinitionError(f"{where}: {error}") from None


@lru_cache(maxsize=512)
def out_of(declared: tuple[DeclaredOutput, ...]) -> type[Out]:
    """Return the `Out` with these outputs."""
    parts = {
        own.field: out(
            own.unit, role=own.role or None, metric=own.metric if own.role else None, description=own.description
        )
        for own in declared
    }
    return type("Outputs", (Out,), {"__annotations__": dict.fromkeys(parts, "float"), "__module__": __name__, **parts})
