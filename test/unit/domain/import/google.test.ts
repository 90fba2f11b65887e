import { describe, expect, it } from 'vitest';
import { importGoogle } from '#shared/domain/import/google/import-google.ts';
import type { ImportPlan } from '#shared/domain/import/plan.ts';

const metric = (name: string, targets: string[], value: unknown) => ({ name, targets, values: [{ doubleVal: value }] });

const calibrationOf = (...metrics: object[]) => ({ cirq_type: 'Calibration', metrics: { metrics } });

const at = '2024-08-16T00:00:00.000Z';

function planOf(calibration: unknown, more: object = { measured_at: '2024-08-16' }): ImportPlan {
  const result = importGoogle({ calibration, ...more });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.plan;
}

const problemsOf = (calibration: unknown, more: object = { measured_at: '2024-08-16' }) => {
  const result = importGoogle({ calibration, ...more });
  return result.ok ? [] : result.problems.map(({ path, message }) => `${path} ${message}`);
};

describe("Google's calibrations", () => {
  it("Google's qubits stand on their grid, and a Pauli error becomes the average error that a fidelity is", () => {
    const plan = planOf(
      calibrationOf(
        metric('single_qubit_idle_t1_micros', ['3_2'], 71.5),
        metric('single_qubit_rb_pauli_error_per_gate', ['3_2'], 0.0015),
        metric('two_qubit_parallel_cz_gate_xeb_pauli_error_per_cycle', ['3_3', '3_2'], 0.005),
        metric('single_qubit_idle_t1_micros', ['q(3, 3)'], 60),
      ),
    );
    expect(plan.topology.qubits).toEqual({ '3_2': { row: 0, col: 0 }, '3_3': { row: 0, col: 1 } });
    expect(plan.topology.couplings).toEqual([['3_2', '3_3']]);
    const [first, , pair] = plan.targets;
    expect(first?.values.t1).toEqual({ value: 71.5, unit: 'us', calibratedAt: at });
    expect(first?.values.average_gate_fidelity?.value).toBeCloseTo(0.999, 12);
    expect(pair).toMatchObject({ kind: 'coupling', id: '3_2-3_3' });
    expect(pair?.values.cz_gate_fidelity?.value).toBeCloseTo(0.996, 12);
  });

  it('a stated average error of Google goes before a Pauli error, and an isolated measurement before a parallel one', () => {
    const plan = planOf(
      calibrationOf(
        metric('single_qubit_rb_pauli_error_per_gate', ['0_0'], 0.3),
        metric('single_qubit_rb_average_error_per_gate', ['0_0'], 0.002),
        metric('parallel_p00_error', ['0_0'], 0.4),
        metric('single_qubit_p00_error', ['0_0'], 0.01),
        metric('single_qubit_p11_error', ['0_0'], 0.03),
      ),
    );
    const values = plan.targets[0]?.values;
    expect(values?.average_gate_fidelity?.value).toBe(0.998);
    expect(values?.readout_fidelity_0?.value).toBe(0.99);
    expect(values?.average_readout_fidelity?.value).toBe(0.98);
  });

  it("an error of 1 is a faulty mark, and a fit's angle keeps its name and its sign", () => {
    const angle = 'two_qubit_parallel_cz_gate_xeb_entangler_phi_error_per_cycle';
    const plan = planOf(
      calibrationOf(
        metric('two_qubit_parallel_cz_gate_xeb_pauli_error_per_cycle', ['0_0', '0_1'], 1),
        metric(angle, ['0_0', '0_1'], -0.2),
        metric('single_qubit_idle_t1_micros', ['0_0'], 'NaN'),
      ),
    );
    const pair = plan.targets.find(({ kind }) => kind === 'coupling');
    expect(pair?.faulty).toEqual({ cz_gate_fidelity: at });
    expect(pair?.values[angle]).toEqual({ value: -0.2, unit: 'rad', calibratedAt: at });
    expect([plan.faulty, plan.missing]).toEqual([1, 2]);
  });

  it('a calibration of Google without a time needs one, and its own is taken where it has one', () => {
    const one = metric('single_qubit_idle_t1_micros', ['0_0'], 5);
    expect(problemsOf(calibrationOf(one), {})).toEqual([
      'measured_at is needed: the calibration does not say when it was made',
    ]);
    expect(planOf({ metrics: [one], timestampMs: '1723766400000' }, {}).newestAt).toBe(at);
    expect(problemsOf(calibrationOf(one), { measured_at: 'soon' })[0]).toMatch(
      /^measured_at 'soon' is not an ISO 8601/,
    );
  });

  it.each([
    [
      'a target that is no qubit',
      metric('t', ['left'], 1),
      'calibration.metrics.metrics[0].targets[0] must be a qubit',
    ],
    ['a name that nothing can be kept under', metric('__proto__', ['0_0'], 1), "'__proto__' cannot name a metric"],
    ['three targets', metric('t', ['0_0', '0_1', '0_2'], 1), 'targets names 3 qubits; one or two are read'],
    ['a qubit twice', metric('t', ['0_0', '0_0'], 1), 'targets names a qubit twice'],
    ['no number', { name: 't', targets: ['0_0'], values: [{ strVal: 'x' }] }, 'values[0] must have one of doubleVal'],
    ['two values', { name: 't', targets: ['0_0'], values: [{}, {}] }, 'must have one value, but has 2'],
  ])('an entry of Google with %s is refused with its place', (_, entry, message) => {
    expect(problemsOf(calibrationOf(entry)).join()).toContain(message);
  });

  it('a number that Google gives twice is refused', () => {
    const twice = metric('single_qubit_idle_t1_micros', ['0_0'], 5);
    expect(problemsOf(calibrationOf(twice, twice))).toEqual([
      'calibration gives single_qubit_idle_t1_micros of qubit 0_0 a second time',
    ]);
    expect(problemsOf(calibrationOf())).toEqual(['calibration has no number of any qubit']);
  });
});
