import { describe, expect, it } from 'vitest';
import type { ImportPlan } from '#shared/devices/rules/import/plan.ts';
import { importQibolab } from '#shared/devices/rules/import/qibolab/import-qibolab.ts';

const version = (calibrated_at: string, qubit: object, two_qubits: object = {}) => ({
  calibrated_at,
  calibration: { single_qubits: { 0: qubit, 1: {} }, two_qubits },
});

function planOf(...calibrations: object[]): ImportPlan {
  const result = importQibolab({ calibrations, device_name: 'iqm5q' });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.plan;
}

const valuesOf = (plan: ImportPlan) => plan.targets[0]?.values ?? {};

describe("qibolab's calibrations", () => {
  it("qibolab's nanoseconds and hertz become the units of the metrics, with the errors of their fits", () => {
    const values = valuesOf(
      planOf(
        version('2026-01-01T04:00:00+04:00', {
          t1: [30_294.25, 6_161.5],
          t2: [4_000, null],
          t2_spin_echo: 0,
          rb_fidelity: [0.9975, 0.0008],
          qubit: { frequency_01: 4_788_992_463, frequency_12: 4_558_268_326 },
          readout: { fidelity: 0.8 },
        }),
      ),
    );
    const calibratedAt = '2026-01-01T00:00:00.000Z';
    expect(values.t1).toEqual({ value: 30.29425, unit: 'us', calibratedAt, error: 6.1615 });
    expect(values.t2_star).toEqual({ value: 4, unit: 'us', calibratedAt });
    expect(values.t2_echo).toBeUndefined();
    expect(values.average_gate_fidelity).toEqual({ value: 0.9975, unit: '', calibratedAt, error: 0.0008 });
    expect(values.qubit_frequency).toEqual({ value: 4.788992463, unit: 'GHz', calibratedAt });
    expect(values.anharmonicity?.value).toBeCloseTo(-0.230724137, 12);
    expect(values.average_readout_fidelity?.value).toBe(0.9);
  });

  it('of a history of qibolab each change is kept with its time, and a number that was only copied keeps the older', () => {
    const plan = planOf(
      version('2026-01-03', { t1: [20_000, 100] }),
      version('2026-01-01', { t1: [10_000, 100] }),
      version('2026-01-02', { t1: [10_000, 100] }),
      version('2026-01-04', { t1: [20_000, 100] }),
      version('2026-01-05', { t1: 0 }),
    );
    expect(valuesOf(plan).t1).toEqual({ value: 20, unit: 'us', calibratedAt: '2026-01-03T00:00:00.000Z', error: 0.1 });
    expect(plan.targets[0]?.before).toEqual([
      { metric: 't1', value: 10, unit: 'us', at: '2026-01-01T00:00:00.000Z', error: 0.1 },
    ]);
    expect(plan.datedBy).toBe('document');
  });

  it("names of earlier versions of qibolab's file are read as those of today", () => {
    const values = valuesOf(
      planOf(
        version('2026-01-01', { coherence: { t1: 46_859, t2: 4_540 }, qubit: { omega_01: 4.7e9, omega_12: 4.5e9 } }),
      ),
    );
    expect([values.t1?.value, values.t2_star?.value, values.qubit_frequency?.value]).toEqual([46.859, 4.54, 4.7]);
    expect(values.anharmonicity?.value).toBeCloseTo(-0.2, 12);
  });

  it('a pair of qibolab in both directions is one coupling, and what is null in one of them comes from the other', () => {
    const plan = planOf(
      version('2026-01-01', { t1: 1 }, { '1-0': { cz_fidelity: [0.97, null] }, '0-1': { cz_fidelity: null } }),
    );
    expect(plan.topology.couplings).toEqual([['0', '1']]);
    expect(plan.targets.at(-1)?.values.cz_gate_fidelity?.value).toBe(0.97);
  });

  it('two numbers of the two directions of a pair of qibolab give the same in any order, with a warning', () => {
    const forward = { '0-1': { cz_fidelity: [0.92, 0.01] }, '1-0': { cz_fidelity: [0.96, 0.01] } };
    const backward = { '1-0': forward['1-0'], '0-1': forward['0-1'] };
    const [first, second] = [forward, backward].map((pairs) => planOf(version('2026-01-01', { t1: 1 }, pairs)));
    expect(first).toEqual(second);
    expect(first?.targets.at(-1)?.values).toMatchObject({
      cz_gate_fidelity: { value: 0.92 },
      'cz_gate_fidelity@inverse': { value: 0.96 },
    });
    expect(first?.warnings).toEqual(['cz_gate_fidelity: the directions of 1 coupling differ; both are kept']);
  });

  it('directions of qibolab that differed once keep their own histories, and those that never did are one', () => {
    const pairs = (forward: number, backward: number) => ({
      '0-1': { cz_fidelity: [forward, null] },
      '1-0': { cz_fidelity: [backward, null] },
    });
    const [once, never] = [0.97, 0.96].map((backward) =>
      planOf(
        version('2026-01-01', { t1: 1 }, pairs(0.9, 0.9)),
        version('2026-01-02', { t1: 1 }, pairs(0.96, backward)),
        version('2026-01-03', { t1: 1 }, pairs(0.95, 0.95)),
      ).targets.at(-1),
    );
    expect(once?.values['cz_gate_fidelity@inverse']?.value).toBe(0.95);
    expect(once?.before?.map(({ metric, value }) => [metric, value])).toEqual([
      ['cz_gate_fidelity', 0.9],
      ['cz_gate_fidelity', 0.96],
      ['cz_gate_fidelity@inverse', 0.9],
      ['cz_gate_fidelity@inverse', 0.97],
    ]);
    expect(Object.keys(never?.values ?? {})).toEqual(['cz_gate_fidelity']);
  });

  it('numbers of qibolab in quotes are read', () => {
    const plan = planOf(version('2026-01-01', { t1: ['14000', '200'], qubit: { frequency_01: '4.7e9' } }));
    expect(valuesOf(plan).t1).toMatchObject({ value: 14, error: 0.2 });
    expect(valuesOf(plan).qubit_frequency?.value).toBe(4.7);
  });

  it('a field of qibolab without a metric is named with how often it was left out', () => {
    const plan = planOf(version('2026-01-01', { readout: { ground_state: [0, 1] }, t1: 'long', flux: { a: 1 } }));
    const path = 'calibrations[0].calibration.single_qubits.0';
    expect(plan.leftOut).toEqual([
      { path: `${path}.flux.a`, reason: 'no metric is known for it', count: 1 },
      { path: `${path}.readout.ground_state`, reason: 'no metric is known for it', count: 1 },
      { path: `${path}.t1`, reason: 'is not a number', count: 1 },
    ]);
  });

  it('of versions of qibolab with one time the last one of the file counts', () => {
    const plan = planOf(version('2026-01-01', { t1: 1_000 }), version('2026-01-01T00:00:00Z', { t1: 2_000 }));
    expect(valuesOf(plan).t1?.value).toBe(2);
    const reason = 'a later version in the file has the same time';
    expect(plan.leftOut).toEqual([{ path: 'calibrations[0].calibration', reason, count: 1 }]);
  });

  it('a pair of qibolab with a qubit that is not listed is left out, and the rest is imported', () => {
    const plan = planOf(version('2026-01-01', { t1: 14_000 }, { '0-7': { cz_fidelity: [null, 0] } }));
    expect(valuesOf(plan).t1?.value).toBe(14);
    expect(plan.leftOut).toEqual([
      {
        path: 'calibrations[0].calibration.two_qubits.0-7',
        reason: 'is not a pair of two qubits of the same version',
        count: 1,
      },
    ]);
  });

  it('a runcard of qibolab 0.1 gives what it says of qubits, pairs and couplers', () => {
    const runcard = {
      nqubits: 2,
      qubits: [0, 1, 'c0'],
      topology: { 0: [0, 1] },
      settings: { nshots: 1024 },
      couplers: [0],
      characterization: {
        single_qubit: {
          0: { T1: 14_000, T2: '9_000', T2_spin_echo: 0, drive_frequency: '4_096_695_991', anharmonicity: -2e8 },
          1: { T1: [12_000, 100], assignment_fidelity: [0.93, 0.01], gate_fidelity: 0.99, anharmonicity: 2e8 },
          c0: { sweetspot: 0.2 },
        },
        two_qubit: { '1-0': { cz_fidelity: [0.9, 0.02], gate_fidelity: 0.8 } },
        coupler: { 0: { sweetspot: 0.2 }, 7: { sweetspot: 0 } },
      },
      native_gates: {
        single_qubit: { 0: { RX: { duration: 40, amplitude: 0.1 }, MZ: { duration: 2_000 } } },
        two_qubit: {
          '0-1': {
            CZ: [
              { type: 'qf', duration: 30, relative_start: 10, qubit: 1 },
              { type: 'vz', phase: 0.1, qubit: 0 },
              { type: 'cf', duration: 35, coupler: 0 },
            ],
            CNOT: [],
          },
        },
        coupler: { 0: { CP: { duration: 35, amplitude: 0.05 } } },
      },
    };
    const plan = planOf({ calibrated_at: '2026-01-01', runcard });
    expect(plan.topology).toMatchObject({ numQubits: 2, couplings: [['0', '1']] });
    expect(plan.targets.map(({ id, values }) => [id, values])).toMatchObject([
      [
        '0',
        {
          t1: { value: 14, unit: 'us' },
          t2_star: { value: 9 },
          qubit_frequency: { value: 4.096695991, unit: 'GHz' },
          anharmonicity: { value: -0.2 },
          x180_gate_time: { value: 40, unit: 'ns' },
          readout_length: { value: 2_000 },
        },
      ],
      [
        '1',
        {
          t1: { value: 12, error: 0.1 },
          average_readout_fidelity: { value: 0.93 },
          average_gate_fidelity: { value: 0.99 },
        },
      ],
      [
        '0-1',
        {
          cz_gate_fidelity: { value: 0.9, error: 0.02 },
          two_qubit_rb_fidelity: { value: 0.8 },
          cz_gate_time: { value: 40, unit: 'ns' },
        },
      ],
      ['0-1', { sweetspot: { value: 0.2 }, coupler_pulse_length: { value: 35, unit: 'ns' } }],
    ]);
    expect(plan.targets.map(({ kind }) => kind)).toEqual(['qubit', 'qubit', 'coupling', 'coupler']);
    const path = 'calibrations[0].runcard';
    expect(plan.leftOut.filter((row) => row.path.includes('coupler') || row.path.includes('c0'))).toEqual([
      {
        path: `${path}.characterization.coupler.7`,
        reason: 'is a tunable coupler whose pair of qubits is not stated',
        count: 1,
      },
      { path: `${path}.native_gates.coupler.0.CP.amplitude`, reason: 'no metric is known for it', count: 1 },
    ]);
    expect(plan.leftOut).toContainEqual({
      path: `${path}.characterization.single_qubit.1.anharmonicity`,
      reason: 'its sign is not stated',
      count: 1,
    });
  });

  it.each([
    [
      'a list of pairs',
      [
        [0, 2],
        [2, 1],
      ],
    ],
    ['pairs by their couplers', { a: [0, 2], b: [1, 2] }],
    [
      'a matrix',
      [
        [1, 0, 1],
        [0, 1, 1],
        [1, 1, 1],
      ],
    ],
  ])('the topology of a runcard of qibolab may be %s', (_, topology) => {
    const plan = planOf({ calibrated_at: '2026-01-01', runcard: { nqubits: 3, qubits: [0, 1, 2], topology } });
    expect(plan.topology.couplings).toEqual([
      ['0', '2'],
      ['1', '2'],
    ]);
    expect(plan.leftOut).toEqual([]);
  });

  it('parameters of qibolab 0.2 give the durations of gates, the frequencies of their channels and the couplers', () => {
    const pulse = (channel: string, duration: number) => [[channel, { kind: 'pulse', duration, amplitude: 0.1 }]];
    const readout = { kind: 'readout', acquisition: { duration: 2_000 }, probe: { duration: 1_900 } };
    const parameters = {
      settings: { nshots: 1024 },
      configs: {
        '0/drive': { kind: 'iq', frequency: 4e9 },
        '0/drive12': { kind: 'iq', frequency: 3.7e9 },
        '0/probe': { kind: 'iq', frequency: 5.2e9 },
        '0/flux': { kind: 'dc', offset: 0.1 },
        'coupler_0/flux': { kind: 'dc', offset: -0.05 },
      },
      native_gates: {
        single_qubit: {
          0: {
            RX: pulse('0/drive', 40),
            RX90: null,
            RX12: pulse('0/drive12', 40),
            MZ: [['0/acquisition', readout]],
            CP: null,
          },
          1: { RX: [...pulse('1/drive', 20), ...pulse('1/drive', 20)] },
        },
        two_qubit: {
          '0-1': {
            CZ: [
              ...pulse('0/flux', 30),
              ['1/drive', { kind: 'virtualz', phase: 0.1 }],
              ...pulse('coupler_0/flux', 32),
              ['0/flux', { kind: 'delay', duration: 4 }],
            ],
            CNOT: null,
            iSWAP: [['0/flux', { kind: 'align' }]],
          },
        },
        coupler: {
          0: { RX: null, CP: pulse('coupler_0/flux', 32) },
          1: { CP: pulse('coupler_1/flux', 32) },
          2: { CP: null },
        },
      },
    };
    const plan = planOf({ calibrated_at: '2026-01-01', parameters });
    expect(plan.topology.couplings).toEqual([['0', '1']]);
    expect(plan.targets[0]?.values).toMatchObject({
      qubit_frequency: { value: 4, unit: 'GHz' },
      readout_frequency: { value: 5.2, unit: 'GHz' },
      x180_gate_time: { value: 40, unit: 'ns' },
      readout_length: { value: 1_900, unit: 'ns' },
    });
    expect(plan.targets[0]?.values.anharmonicity?.value).toBeCloseTo(-0.3, 12);
    expect(plan.targets[1]?.values).toEqual({});
    expect(plan.targets[2]).toMatchObject({ kind: 'coupling', values: { cz_gate_time: { value: 34, unit: 'ns' } } });
    expect(plan.targets[3]).toMatchObject({
      kind: 'coupler',
      id: '0-1',
      values: { coupler_pulse_length: { value: 32, unit: 'ns' }, flux_offset: { value: -0.05 } },
    });
    expect(plan.targets).toHaveLength(4);
    const path = 'calibrations[0].parameters';
    expect(plan.leftOut).toContainEqual({ path: `${path}.configs.0/flux`, reason: 'is not read', count: 1 });
    expect(plan.leftOut.filter((row) => /coupler|iSWAP/.test(row.path))).toEqual([
      {
        path: `${path}.native_gates.coupler.1`,
        reason: 'is a tunable coupler whose pair of qubits is not stated',
        count: 1,
      },
      { path: `${path}.native_gates.coupler.2`, reason: 'has not one pulse on a channel', count: 1 },
      {
        path: `${path}.native_gates.two_qubit.0-1.iSWAP`,
        reason: 'has a step whose duration is not known',
        count: 1,
      },
    ]);
    expect(plan.leftOut).toContainEqual({
      path: `${path}.native_gates.single_qubit.1.RX`,
      reason: 'is not one pulse on a channel',
      count: 1,
    });
  });

  it('a calibration and the parameters of one time belong together, and the calibration comes first', () => {
    const parameters = {
      configs: { '0/drive': { frequency: 4.1e9 } },
      native_gates: { single_qubit: { 0: { RX: [['0/drive', { duration: 40 }]] }, 1: {} } },
    };
    const measured = version('2026-01-01', { qubit: { frequency_01: 4e9 } });
    for (const versions of [
      [measured, { calibrated_at: '2026-01-01', parameters }],
      [{ calibrated_at: '2026-01-01', parameters }, measured],
    ]) {
      const plan = planOf(...versions);
      expect(valuesOf(plan)).toMatchObject({ qubit_frequency: { value: 4 }, x180_gate_time: { value: 40 } });
      expect(plan.warnings).toEqual(['qubit_frequency: 1 target with two different numbers; the first was kept']);
    }
  });

  it('a number of qibolab with the error of its fit may be one text', () => {
    const plan = planOf(version('2026-01-01', { t1: '14000+/-200', t2: '9000.5+/-None' }));
    expect(valuesOf(plan)).toMatchObject({ t1: { value: 14, error: 0.2 }, t2_star: { value: 9.0005 } });
    expect(valuesOf(plan).t2_star?.error).toBeUndefined();
  });

  it.each([
    ['no version', [], 'calibrations are none'],
    ['no list', { a: 1 }, 'calibrations must be an array, not an object'],
    ['no time', [{ calibration: {} }], 'calibrations[0].calibrated_at is not an ISO 8601 date and time'],
    [
      'no qubit',
      [version('2026-01-01', {})].map((one) => ({ ...one, calibration: { single_qubits: {} } })),
      'no qubit',
    ],
  ])('a history of qibolab with %s is refused with its place', (_, calibrations, message) => {
    const result = importQibolab({ calibrations });
    expect(result.ok ? '' : result.problems.map((problem) => `${problem.path} ${problem.message}`).join()).toContain(
      message,
    );
  });
});
