"""What is sent and read back: shots, batches, live points, and results of a run that is taken up again."""

from __future__ import annotations

import json

import pytest

from fiducial_lab import DefinitionError, Out, out
from fiducial_lab.claimed import result_batch
from fiducial_lab.context import results_by_target
from fiducial_lab.records import Key, Result, numbers_of, output_parameters, shots_of, wire
from fiducial_lab.spool import Spool
from fiducial_lab.trace import MOST_BYTES, Trace


def result(qid="0", *, status="completed", mux_id=None, attempt=0, **more):
    return Result(
        0, "Read", "qubit", qid, attempt, status, "2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z", mux_id=mux_id, **more
    )


class Gate(Out):
    cz_gate_fidelity: float = out("")
    control_frequency: float = out("GHz", role="control", metric="qubit_frequency")
    target_frequency: float = out("GHz", role="target", metric="qubit_frequency")


def test_values_of_both_qubits_of_a_coupling_come_back_as_they_were_measured():
    fit = Gate(cz_gate_fidelity=0.99, control_frequency=5.0, target_frequency=4.9, errors={"target_frequency": 0.1})
    sent = output_parameters(fit)
    assert sent["control_frequency"]["qid_role"] == "control"
    assert sent["control_frequency"]["parameter_name"] == "qubit_frequency"
    common = {"task": "CheckCZ", "stage": 0, "attempt": None, "r2": None, "status": "completed"}
    told = [
        {**common, "task_id": "a", "qid": "0-1", "output_parameters": {"cz_gate_fidelity": {"value": 0.99}}},
        *(
            {
                **common,
                "task_id": role,
                "upstream_id": "a",
                "qid": qid,
                "qid_role": role,
                "output_parameters": {"qubit_frequency": {"value": value, "error": error, "unit": "GHz"}},
            }
            for role, qid, value, error in (("control", "0", 5.0, 0.0), ("target", "1", 4.9, 0.1))
        ),
    ]
    (row,) = results_by_target(told)
    assert row["attempt"] == 0
    assert numbers_of(row, Gate) == numbers_of({"output_parameters": sent}, Gate)


def test_a_metric_of_a_qubit_is_declared_once_and_only_with_a_role():
    with pytest.raises(DefinitionError, match="only a value with a role"):
        out("GHz", metric="qubit_frequency")
    with pytest.raises(DefinitionError, match="the same metric of the same qubit"):

        class Twice(Out):
            one: float = out("GHz", role="control", metric="qubit_frequency")
            two: float = out("GHz", role="control", metric="qubit_frequency")

        assert Twice


def test_the_qubits_of_a_mux_are_one_result_and_each_has_its_own_status():
    shot = [result("0", mux_id=3, persist=False), result("1", mux_id=3, status="failed", message="no fit")]
    assert shots_of([*shot, result("9")]) == [shot, [result("9")]]
    sent = wire(shot)
    assert (sent["task_type"], sent["mux_id"], sent["status"], sent["persist"]) == ("mux", 3, "completed", False)
    assert "qid" not in sent
    assert {qid: part["status"] for qid, part in sent["qubits"].items()} == {"0": "completed", "1": "failed"}
    begun = wire([result("0", mux_id=3, status="running"), result("1", mux_id=3, status="running")])
    assert begun["qubits"] == {"0": {}, "1": {}}


def test_a_batch_takes_at_most_24_targets_and_leaves_out_a_start_whose_end_waits():
    begun = [result("0", mux_id=0, status="running")]
    shots = [begun, *([result(str(n), mux_id=0)] for n in range(30))]
    batch, after = result_batch([(shot, place) for place, shot in enumerate(shots, 1)])
    assert [shot[0].qid for shot in batch] == [str(n) for n in range(24)]
    assert after == 25
    wide = [[result(str(n), mux_id=1) for n in range(40)], [result("99")]]
    assert result_batch([(shot, place) for place, shot in enumerate(wide, 1)]) == (wide[:1], 1)


def test_a_shot_that_is_half_written_does_not_count(tmp_path):
    spool = Spool(tmp_path / "run")
    spool.create({})
    spool.append([result("0", mux_id=0), result("1", mux_id=0)])
    file = spool.folder / "results.jsonl"
    file.write_bytes(file.read_bytes() + b'[{"stage": 1,')
    assert [found.qid for found in spool.results()] == ["0", "1"]
    spool.create({})
    assert file.read_bytes().endswith(b"]\n")


def test_live_points_fit_into_a_heartbeat_whatever_was_measured():
    trace = Trace()
    trace.begin([result(str(qid), mux_id=0, status="running") for qid in range(16)])
    for n in range(500):
        for qid in range(16):
            trace.add(Key(0, "Read", str(qid), 0), ["delay", "population"], ["us", ""], [n * 1.23456e-7, 0.123456])
    trace.add(Key(0, "Read", "0", 0), ["delay", "population"], ["us", ""], [1.0, float("nan")])
    trace.add(Key(0, "Read", "0", 0), ["delay", "population"], ["us", ""], [1.0, "overload"])
    sent = trace.latest()
    assert sent is not None
    assert len(json.dumps(sent, allow_nan=False)) <= MOST_BYTES
    assert list(sent["qubits"]) == [str(qid) for qid in range(16)]
    assert {points[-1][0] for points in sent["qubits"].values()} == {float(f"{499 * 1.23456e-7:.5g}")}
    assert trace.latest() is None


def test_a_batch_reads_a_bounded_part_of_what_waits(tmp_path):
    spool = Spool(tmp_path / "run")
    spool.create({})
    for number in range(5):
        spool.append([result(str(number))])
    some = spool.shots_after(0, 2)
    assert [shot[0].qid for shot, _ in some] == ["0", "1"]
    assert [shot[0].qid for shot, _ in spool.shots_after(some[-1][1], 9)] == ["2", "3", "4"]
