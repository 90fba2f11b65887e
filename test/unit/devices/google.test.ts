import { describe, expect, it } from 'vitest';
import { importGoogle } from '#shared/devices/rules/import/google/import-google.ts';
import type { ImportPlan } from '#shared/devices/rules/import/plan.ts';

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
  it('what is alongside a number of Google, and a time that is none, is named as left out', () => {
    const known = { ...metric('single_qubit_idle_t1_micros', ['3_2'], 71.5), unit: 'us' };
    const { targets, leftOut } = planOf({ metrics: [known], timestampMs: 'yesterday' });
    expect(targets[0]?.values.t1?.value).toBe(71.5);
    expect(leftOut.map(({ path, reason }) => [path, reason]).toSorted()).toEqual([
      ['calibration.metrics[0].unit', 'is not read'],
      ['calibration.timestampMs', 'is not an instant'],
    ]);
  });

  it("Google's qubits are on their grid, and a Pauli error becomes the average error that a fidelity is", () => {
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

  const good = metric('single_qubit_idle_t1_micros', ['0_0'], 5);

  it.each([
    [
      'a target that is not a qubit',
      metric('t', ['left'], 1),
      '[1].targets[0]',
      'is not a qubit of the grid, such as 3_2',
    ],
    ['a name that nothing can be kept under', metric('__proto__', ['0_0'], 1), '[1].name', 'cannot name a metric'],
    ['three targets', metric('t', ['0_0', '0_1', '0_2'], 1), '[1].targets', 'does not name one or two qubits'],
    ['a qubit twice', metric('t', ['0_0', '0_0'], 1), '[1].targets', 'names a qubit twice'],
    ['two values', { name: 't', targets: ['0_0'], values: [{}, {}] }, '[1].values', 'does not have one value'],
  ])('an entry of Google with %s is left out with its place', (_, entry, path, reason) => {
    const plan = planOf(calibrationOf(good, entry));
    expect(plan.leftOut).toEqual([{ path: `calibration.metrics.metrics${path}`, reason, count: 1 }]);
    expect({ ...plan, leftOut: [] }).toEqual(planOf(calibrationOf(good)));
  });

  it('a calibration of Google of which nothing can be read is refused, and says why', () => {
    expect(problemsOf(calibrationOf(metric('t', ['left'], 1)))).toEqual([
      'calibration has no number of any qubit',
      'calibration.metrics.metrics[0].targets[0] is not a qubit of the grid, such as 3_2',
    ]);
    expect(problemsOf(calibrationOf())).toEqual(['calibration has no number of any qubit']);
  });

  it('equal numbers of both orders of a pair are one, and two others are those of its two directions', () => {
    const angle = (targets: string[], value: number) => metric('cz_theta_err', targets, value);
    const equal = planOf(calibrationOf(angle(['2_3', '2_4'], -0.021), angle(['2_4', '2_3'], -0.021)));
    expect(equal.targets.at(-1)).toMatchObject({ id: '2_3-2_4', values: { cz_theta_err: { value: -0.021 } } });
    expect(equal.leftOut).toEqual([]);
    for (const entries of [
      [angle(['2_3', '2_4'], 0.1), angle(['2_4', '2_3'], 0.2)],
      [angle(['2_4', '2_3'], 0.2), angle(['2_3', '2_4'], 0.1)],
    ]) {
      const plan = planOf(calibrationOf(...entries));
      expect(plan.targets.at(-1)).toMatchObject({
        id: '2_3-2_4',
        values: { cz_theta_err: { value: 0.1 }, 'cz_theta_err@inverse': { value: 0.2 } },
      });
      expect(plan.leftOut).toEqual([]);
      expect(plan.warnings).toContain('cz_theta_err: the directions of 1 coupling differ; both are kept');
    }
  });

  it('of two numbers of one quantity of a target the first is kept, and the second is named', () => {
    const name = 'single_qubit_idle_t1_micros';
    const angle = 'cz_theta_err';
    const plan = planOf(
      calibrationOf(
        metric(name, ['0_0'], 20),
        metric(name, ['0_0'], 99),
        metric(angle, ['0_0', '0_1'], -0.02),
        metric(angle, ['0_0', '0_1'], -0.05),
      ),
    );
    const [qubit, , pair] = plan.targets;
    expect(qubit?.values.t1?.value).toBe(20);
    expect(pair?.values.cz_theta_err?.value).toBe(-0.02);
    const reason = 'another number of it is there';
    expect(plan.leftOut).toEqual([{ path: 'calibration.metrics.metrics[1]', reason, count: 2 }]);
  });

  it("Cirq's names since 2026 are the same metrics as those before", () => {
    const plan = planOf(
      calibrationOf(
        metric('zero_error', ['6_1'], 0.004),
        metric('one_error', ['6_1'], 0.014),
        metric('sq_rb_pauli_error', ['6_1'], 0.0006),
        metric('cz_inferred_gate_error_pauli', ['6_1', '6_2'], 0.005),
        metric('two_qubit_cz_gate_xeb_average_error_per_cycle', ['6_1', '6_2'], 0.02),
      ),
    );
    const [qubit] = plan.targets;
    expect(qubit?.values.readout_fidelity_0?.value).toBeCloseTo(0.996, 12);
    expect(qubit?.values.readout_fidelity_1?.value).toBeCloseTo(0.986, 12);
    expect(qubit?.values.average_readout_fidelity?.value).toBeCloseTo(0.991, 12);
    expect(qubit?.values.average_gate_fidelity?.value).toBeCloseTo(0.9996, 12);
    expect(plan.targets.at(-1)?.values.cz_gate_fidelity?.value).toBeCloseTo(0.996, 12);
    expect(plan.leftOut).toMatchObject([{ reason: 'a better measurement of it is there', count: 1 }]);
  });

  it('a long name of Google is kept by its beginning and a digest, which tells it from others', () => {
    const long = 'two_qubit_parallel_sqrt_iswap_gate_xeb_entangler_theta_error_per_cycle';
    const [first, second] = [long, `${long}_again`].map((name) => {
      const { values } = planOf(calibrationOf(metric(name, ['0_0', '0_1'], 0.1))).targets.at(-1) ?? { values: {} };
      return Object.entries(values);
    });
    expect(first).toEqual([
      [expect.stringMatching(/^two_qubit_parallel_sqrt_iswap.*_[0-9a-f]{8}$/), expect.anything()],
    ]);
    expect(first?.[0]?.[0]).toHaveLength(64);
    expect(first?.[0]?.[0]).not.toBe(second?.[0]?.[0]);
    expect(first?.[0]?.[1]).toMatchObject({ value: 0.1, unit: 'rad' });
  });
});
