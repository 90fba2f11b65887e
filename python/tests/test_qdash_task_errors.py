"""Tasks of QDash that give what does not count, or are written wrongly."""

from __future__ import annotations

import pytest

from fiducial_lab import DefinitionError
from qdash_own_tasks import SIMPLE, run, run_failed


@pytest.mark.parametrize(
    ("r2", "value", "wrong", "message"),
    [
        ("{qid: 0.6}", 0.9, None, "Mine R² value too low: 0.6000"),
        ("None", 1.02, None, "Fidelity exceeds 100% for Mine.x90_gate_fidelity: 102.00%"),
        ("None", 0.9, "the frequency is outside the band", "the frequency is outside the band"),
        ("None", "float('nan')", None, "x90_gate_fidelity is nan, not a finite number"),
    ],
)
def test_a_result_that_does_not_count_fails_and_keeps_its_figure(lab, r2, value, wrong, message):
    result, _ = run_failed(lab(mine=SIMPLE.format(r2=r2, value=value, wrong=wrong)))
    assert (result.status, result.message, result.output_parameters) == ("failed", message, {})
    assert [file.name for file in result.files] == ["Mine_0.svg"]


@pytest.mark.parametrize("r2", ["{qid: '?'}", "0.9", "{qid: [0.9]}"])
def test_an_r2_that_is_not_a_number_fails_the_attempt_and_not_the_run(lab, r2):
    result, _ = run_failed(lab(mine=SIMPLE.format(r2=r2, value=0.9, wrong=None)))
    assert result.status == "failed"
    assert "as r2, not numbers by the id of the target" in result.message


def test_without_the_r2_that_was_expected_no_value_is_kept(lab):
    result, report = run(lab(mine=SIMPLE.format(r2="{'9': 0.9}", value=0.9, wrong=None)))
    assert (result.status, result.output_parameters) == ("completed", {})
    assert ("warning", "Mine of 0: the fit gave no R², so its values are left out") in report.log


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("class A(BaseTask):\n    name = 'A'\n    task_type = 'pair'\n", "task_type is qubit, .*, not 'pair'"),
        (
            "class A(BaseTask):\n    name = 'A'\n    output_parameters = {'t1': ParameterModel(unit='mus2')}\n",
            "unknown unit 'mus2'",
        ),
        (
            "class A(BaseTask):\n    name = 'A'\n    output_parameters = {'t1': ParameterModel(qid_role='left')}\n",
            "output 't1': qid_role is control, target, coupling, self or empty, not 'left'",
        ),
        (
            "class A(BaseTask):\n    name = 'A'\n    task_type = 'coupling'\n"
            "    input_parameters = {'t1': ParameterModel(qid_role='left'), 't2': None}\n",
            "input 't1': qid_role is control, target, coupling, self or empty, not 'left'",
        ),
        (
            "class A(BaseTask):\n    name = 'A'\n"
            "    run_parameters = {'delays': RunParameterModel(value_type='np.geomspace', value=(1, 2, 3))}\n",
            "run parameter 'delays': value_type is int, float, .*, not 'np.geomspace'",
        ),
        (
            "class A(BaseTask):\n    name = 'A'\n    output_parameters = {'f': ParameterModel(qid_role='control')}\n",
            "f has a role, and the task does not run on couplings",
        ),
        (
            "class A(BaseTask):\n    name = 'A'\n    output_parameters = {'a b': ParameterModel()}\n",
            "'a b' cannot be the name of an output",
        ),
    ],
)
def test_a_task_that_is_written_wrongly_is_refused_where_it_is_loaded(lab, text, message):
    with pytest.raises(DefinitionError, match=message):
        lab(a=text)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("    def preprocess(self, backend, qid): raise OSError('no file')\n", "OSError: no file"),
        ("    def run(self, backend, qid): return 3\n", "run returned int, not RunResult"),
        ("    pass\n", "NotImplementedError: Mine has no run()"),
        (
            "    def run(self, backend, qid): return RunResult(None)\n"
            "    def postprocess(self, *_): return PostProcessResult({'t1': 44.0})\n",
            "postprocess gave 44.0 for 't1', not a ParameterModel",
        ),
        ("    def run(self, backend, qid): backend.save_note()\n", "save_note() of a backend is not supported"),
    ],
)
def test_what_a_task_does_wrongly_fails_it(lab, body, message):
    result, _ = run_failed(lab(mine=f"class Mine(BaseTask):\n    name = 'Mine'\n{body}"))
    assert message in result.message
