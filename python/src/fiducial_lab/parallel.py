"""Rounds: which targets are measured at the same time."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar, Union

from .chips import Target
from .errors import DefinitionError, did_you_mean

T = TypeVar("T", bound=Target)

Parallel = Union[str, Mapping[str, Iterable[str]], Callable[..., Iterable[Hashable]], None]
"""How targets share a round.

None: each alone. `"disjoint"`: no round shares a qubit. `"mux"`: nor a readout line. A mapping from the id of a qubit
or a coupling to names of what it occupies (an oscillator, a switch), or a function of the target that returns them: no
round shares a qubit or one of these.
"""


def resources_of(parallel: Parallel, targets: Sequence[Target]) -> Callable[[Target], set[Hashable]]:
    """Return what each target occupies while it is measured."""
    if parallel is None:
        return lambda target: {"the bench"}
    if parallel == "disjoint":
        return _qubits
    if parallel == "mux":
        return lambda target: _qubits(target) | {("mux", mux) for mux in target.muxes}
    if isinstance(parallel, str):
        raise DefinitionError(
            f"parallel='{parallel}': known are 'mux' and 'disjoint'{did_you_mean(parallel, ('mux', 'disjoint'))}"
        )
    if isinstance(parallel, Mapping):
        named = _named(parallel)
        unnamed = [target.id for target in targets if not any(id in named for id in _ids(target))]
        if unnamed:
            raise DefinitionError(f"parallel: the resource map does not name '{unnamed[0]}'")
        return lambda target: (
            _qubits(target) | {("resource", name) for id in _ids(target) for name in named.get(id, ())}
        )
    function = parallel
    return lambda target: _qubits(target) | {("resource", name) for name in function(target)}


def rounds_of(items: Iterable[T], occupied: Callable[[T], set[Hashable]]) -> list[list[T]]:
    """Colour greedily: each item goes into the first round in which nothing that it occupies is taken."""
    rounds: list[tuple[list[T], set[Hashable]]] = []
    for item in items:
        needed = occupied(item)
        for members, taken in rounds:
            if taken.isdisjoint(needed):
                members.append(item)
                taken |= needed
                break
        else:
            rounds.append(([item], set(needed)))
    return [members for members, _ in rounds]


def _named(given: Any) -> dict[str, tuple[str, ...]]:
    return {str(id): tuple(names) for id, names in given.items()}


def _qubits(target: Target) -> set[Hashable]:
    return {("qubit", qubit.id) for qubit in target.qubits}


def _ids(target: Target) -> list[str]:
    return [target.id, *(qubit.id for qubit in target.qubits if qubit.id != target.id)]
