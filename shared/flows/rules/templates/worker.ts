import type { FlowTemplate } from './template.ts';

/** Flows to start from for a lab's worker: the service keeps them and never executes them (rule FLOW-2). */
export const workerTemplates: readonly FlowTemplate[] = [
  {
    id: 'python_worker',
    name: 'Python on a worker',
    description: 'A function that a worker near the hardware calls with the parameters of the run.',
    category: 'Worker',
    functionName: 'measure_t1',
    runner: 'worker',
    defaultParameters: { qids: ['0', '1'], shots: 1024 },
    code: `"""Measures T1 of chosen qubits. A worker near the hardware runs this; the service only keeps it."""


def measure_t1(chip_id, qids, shots=1024, **_):
    """Yields one task result a qubit, as the worker reports them."""
    for qid in qids:
        t1_us, error_us = measure(chip_id, qid, shots)
        yield {
            "task": "CheckT1",
            "task_type": "qubit",
            "qid": qid,
            "status": "completed",
            "output_parameters": {"t1": {"value": t1_us, "error": error_us, "unit": "us"}},
        }


def measure(chip_id, qid, shots):
    """Drive the instruments here; answers T1 and its error in microseconds."""
    raise NotImplementedError(f"connect qubit {qid} of {chip_id} to your instruments")
`,
  },
];
