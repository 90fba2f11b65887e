"""The types of answers against what the service answers."""

from __future__ import annotations

import sys
import typing
from collections.abc import Mapping
from typing import Any

import pytest

from fiducial_lab import answers


def problems(value: Any, wanted: Any, where: str = "") -> list[str]:
    """Return where a value differs from a type, fields of a later service aside."""
    if wanted is Any:
        return []
    origin, arguments = typing.get_origin(wanted), typing.get_args(wanted)
    if origin is typing.Union:
        several = [problems(value, one, where) for one in arguments]
        return [] if [] in several else min(several, key=len)
    if origin is typing.Literal:
        return [] if value in arguments else [f"{where}: {value!r} is none of {arguments}"]
    if origin is list:
        if not isinstance(value, list):
            return [f"{where}: {value!r} is not a list"]
        return [line for n, one in enumerate(value) for line in problems(one, arguments[0], f"{where}[{n}]")]
    if origin is dict:
        if not isinstance(value, dict):
            return [f"{where}: {value!r} is not an object"]
        return [line for key, one in value.items() for line in problems(one, arguments[1], f"{where}.{key}")]
    if typing.is_typeddict(wanted):
        if not isinstance(value, Mapping):
            return [f"{where}: {value!r} is not an object"]
        hints = typing.get_type_hints(wanted, include_extras=True)
        optional = {name for name, hint in hints.items() if typing.get_origin(hint) is typing.NotRequired}
        missing = [f"{where}.{name} is missing" for name in hints if name not in value and name not in optional]
        return missing + [
            line
            for name, hint in hints.items()
            if name in value
            for line in problems(value[name], typing.get_args(hint)[0] if name in optional else hint, f"{where}.{name}")
        ]
    kinds = (int, float) if wanted is float else (type(None) if wanted in (None, type(None)) else wanted,)
    is_number = isinstance(value, bool) and wanted is not bool
    return [] if isinstance(value, kinds) and not is_number else [f"{where}: {value!r} is not {wanted}"]


def test_every_type_of_an_answer_can_be_imported():
    names = [name for name, found in vars(answers).items() if typing.is_typeddict(found)]
    assert {"ExecutionDetail", "TaskResultDetail", "HeldMeasurement"} <= set(names)
    assert len(names) > 200


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.10 cannot evaluate NotRequired")
def test_a_difference_is_found():
    good = {"metric": "t1", "outcome": "decided", "id": "a", "message": ""}
    whole = {"decided": 1, "unchanged": 0, "refused": 0, "values": [good]}
    assert problems(whole, answers.DecidedValues) == []
    assert problems({**whole, "decided": "1"}, answers.DecidedValues) == [".decided: '1' is not <class 'int'>"]
    assert problems({**whole, "values": [{**good, "outcome": "lost"}]}, answers.DecidedValues)[0].startswith(
        ".values[0].outcome: 'lost' is none of"
    )
    assert problems({"decided": 1, "unchanged": 0, "values": []}, answers.DecidedValues) == [".refused is missing"]
