"""What is written wrongly is refused where it is written, by name."""

from typing import Literal

import pytest

from fiducial_lab import (
    Chip,
    Coupling,
    DefinitionError,
    GateError,
    Out,
    ParameterError,
    Qubit,
    Span,
    flow,
    out,
    task,
)
from fiducial_lab.forms import Form
from fiducial_lab.gates import Gate
from fiducial_lab.testing import FakeBench


class Coherence(Out):
    t1: float = out("us", good=(5, 500))
    offset: float = 0.0


def acquire(q: Qubit, bench: FakeBench, *, shots: int = 100, delay: Span = Span(0, 10, 3, "us")):
    yield 0, 0


@pytest.mark.parametrize(
    "text",
    ["__import__('os')", "r2.real > 1", "(lambda: 1)()", "r2 if 1 else 2", "[r2]", "'a' < 'b'", "r2 > ", "abs(r2, 1)"],
)
def test_a_gate_is_an_expression_and_never_code(text):
    with pytest.raises(DefinitionError, match="gate"):
        Gate(text)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("r2 > 0.9", True),
        ("r2 > 0.99", False),
        ("0.9 < r2 < 1 and t1_error / t1 < 0.1", True),
        ("not r2 > 0.9 or abs(-t1) == 30", True),
        ("t1 / (r2 - r2) > 1", False),
        ("missing > 1", False),
    ],
)
def test_a_gate_holds_or_says_the_numbers(text, holds):
    numbers = {"r2": 0.95, "t1": 30.0, "t1_error": 1.0}
    if holds:
        Gate(text).require(numbers)
    else:
        with pytest.raises(GateError, match="not met"):
            Gate(text).require(numbers)


def test_a_gate_names_what_the_fit_does_not_have():
    made = task("CheckT1", gate="r_2 > 0.9")(acquire)
    with pytest.raises(DefinitionError, match=r"the fit has no 'r_2'; did you mean 'r2'\?"):

        @made.fit
        def _(delay, population) -> Coherence: ...


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"retries": -1}, "retries"),
        ({"timeout_s": 0}, "timeout_s"),
        ({"needs": "t1"}, "needs is a list"),
        ({"batch": "mux"}, "takes a list"),
        ({"batch": "muxes"}, "batch is"),
        ({"batch": "coupling"}, "takes a Coupling"),
    ],
)
def test_options_of_a_task_are_checked(options, message):
    with pytest.raises(DefinitionError, match=message):
        task("CheckT1", **options)(acquire)


def test_a_fit_says_what_it_returns_and_takes():
    made = task("CheckT1")(acquire)
    with pytest.raises(DefinitionError, match="which Out it returns"):
        made.fit(lambda delay, population: None)
    with pytest.raises(DefinitionError, match="'shot' is not a parameter"):

        @made.fit
        def _(delay, population, *, shot) -> Coherence: ...


def test_a_parameter_needs_a_type_that_a_form_can_show():
    with pytest.raises(DefinitionError, match="name each parameter"):
        task("A")(lambda q, bench, **more: None)

    def wrong(q: Qubit, bench: FakeBench, *, when: complex = 1j): ...

    with pytest.raises(DefinitionError, match="parameter 'when'"):
        task("A")(wrong)


def test_the_signature_is_the_form():
    def of(
        chip: Chip,
        *,
        shots: int,
        rate: float = 1,
        mode: Literal["fast", "slow"] = "fast",
        qids: list[str] | None = None,
        delay: Span = Span(0, 10, 3, "us"),
        deep: bool = False,
    ): ...

    form = Form(of, "flow 'of'")
    schema = form.schema()
    assert schema["required"] == ["shots"]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["rate"] == {"type": "number", "default": 1}
    assert schema["properties"]["mode"] == {"enum": ["fast", "slow"], "default": "fast"}
    assert schema["properties"]["delay"]["default"] == {"start": 0, "stop": 10, "points": 3, "unit": "us"}
    checked = form.check({"shots": 3.0, "qids": ["1"], "delay": {"stop": 0.02, "start": 0, "unit": "ms"}})
    assert checked["shots"] == 3
    assert list(checked["delay"]) == [0, 10, 20]
    for given, message in [
        ({}, "needs the parameter 'shots'"),
        ({"shots": 1.5}, "takes int, not 1.5"),
        ({"shots": True}, "takes int"),
        ({"shots": 1, "shot": 2}, r"has no parameter 'shot'; did you mean 'shots'\?"),
        ({"shots": 1, "mode": "slwo"}, "is one of 'fast', 'slow'"),
        ({"shots": 1, "rate": float("nan")}, "takes float"),
        ({"shots": 1, "delay": {"stop": 1, "unit": "GHz"}}, "does not convert"),
        ({"shots": 1, "delay": {"step": 1}}, "not 'step'"),
        ({"shots": 1, "qids": "12"}, "takes"),
    ]:
        with pytest.raises(ParameterError, match=message):
            form.check(given)


def test_a_flow_takes_a_chip():
    with pytest.raises(DefinitionError, match="it takes 'chip: Chip'"):
        flow(lambda qubits: None)


def test_a_role_is_of_a_qubit_of_a_coupling():
    class Frequencies(Out):
        qubit_frequency: float = out("GHz", role="control")

    made = task("A")(acquire)
    with pytest.raises(DefinitionError, match="does not run on couplings"):

        @made.fit
        def _(delay, population) -> Frequencies: ...

    def on_coupling(c: Coupling, bench: FakeBench): ...

    fit = task("B")(on_coupling).fit

    @fit
    def _(delay, population) -> Frequencies: ...
