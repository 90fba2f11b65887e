import { describe, expect, it } from 'vitest';
import { type ImportDocuments, planImport } from '#shared/devices/rules/import/formats.ts';

const when = '2026-03-01';

/** The problems with documents, a line each: why they are refused, or which parts are left out. */
function remarksOf(given: ImportDocuments): string[] {
  const result = planImport(given);
  if (!result.ok) return result.problems.map(({ path, message }) => `${path} ${message}`);
  return result.plan.leftOut.map(({ path, reason }) => `${path} ${reason}`);
}

function planOf(given: ImportDocuments) {
  const result = planImport(given);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.plan;
}

const google = (calibration: unknown, more: object = {}): ImportDocuments => ({
  format: 'google',
  documents: { calibration, measured_at: when, ...more },
});
const ofGoogle = (entry: unknown) => google({ metrics: [entry] });
const qibolab = (calibrations: unknown, more: object = {}): ImportDocuments => ({
  format: 'qibolab',
  documents: { calibrations, ...more },
});
const version = (single_qubits: unknown, two_qubits?: unknown) => ({
  calibrated_at: when,
  calibration: { single_qubits, ...(two_qubits === undefined ? {} : { two_qubits }) },
});
const quam = (state: unknown, more: object = {}): ImportDocuments => ({
  format: 'quam',
  documents: { state, measured_at: when, ...more },
});
const qubex = (files: unknown, more: object = {}): ImportDocuments => ({
  format: 'qubex',
  documents: { files, measured_at: when, ...more },
});
const yaml = (content: unknown, name: unknown = 't1.yaml') => [{ name, content }];
const t1 = { name: 'single_qubit_idle_t1_micros', targets: ['0_0'], values: [{ doubleVal: 5 }] };

describe('a document that is broken', () => {
  it.each<[string, ImportDocuments, string]>([
    ['a text', google('x'), 'calibration must be an object, not text'],
    [
      'metrics that are not a list',
      google({ metrics: { metrics: 5 } }),
      'calibration.metrics.metrics must be an array',
    ],
    ['an entry that is none', ofGoogle(5), 'calibration.metrics[0] is not an object'],
    ['a nameless entry', ofGoogle({ ...t1, name: 5 }), 'calibration.metrics[0].name is not a text'],
    ['no targets', ofGoogle({ ...t1, targets: '0_0' }), 'calibration.metrics[0].targets is not a list'],
    ['an empty target list', ofGoogle({ ...t1, targets: [] }), 'targets does not name one or two qubits'],
    [
      'a value that is none',
      ofGoogle({ ...t1, values: [5] }),
      'calibration.metrics[0].values[0] has none of doubleVal',
    ],
    ['a number that is an object', ofGoogle({ ...t1, values: [{ doubleVal: {} }] }), 'doubleVal is not a number'],
    ['a device without a name', google({ metrics: [t1] }, { device_name: 5 }), "device_name must be the device's name"],
    [
      'more entries than any device has',
      google({ metrics: Array.from({ length: 100_001 }, () => t1) }),
      'calibration.metrics has more than 100000 entries',
    ],
  ])('a calibration of Google with %s is refused, or says what is left out', (_, given, message) => {
    expect(remarksOf(given).join('\n')).toContain(message);
  });

  it('numbers of Google may be texts and whole, and an empty one is none', () => {
    const of = (values: object[], target: string) => ({ ...t1, targets: [target], values });
    const plan = planOf(
      google(
        {
          metrics: [of([{ int64Val: '7' }], 'q0_0'), of([{ floatVal: '' }], '0_1'), of([{ int32Val: 3 }], '0_2')],
          timestamp_ms: 'never',
        },
        { device_name: ' Willow ' },
      ),
    );
    expect(plan.targets.map(({ values }) => values.t1?.value)).toEqual([7, undefined, 3]);
    expect([plan.deviceName, plan.topology.topologyId, plan.missing]).toEqual(['Willow', 'google-willow-3', 1]);
  });

  it('names of Google that no metric is known for keep their own, in the unit of their ending', () => {
    const of = (name: string, value: number) => ({ ...t1, name, values: [{ doubleVal: value }] });
    const values = planOf(
      google({
        metrics: [of('ramsey_t2_micros', 4), of('pulse_nanos', 25), of('parallel_p11_error', 0.1), of('odd', 1)],
      }),
    ).targets[0]?.values;
    expect(values).toMatchObject({
      ramsey_t2: { value: 4, unit: 'us' },
      pulse: { value: 25, unit: 'ns' },
      readout_fidelity_1: { value: 0.9 },
      odd: { value: 1, unit: '' },
    });
    expect(values?.average_readout_fidelity).toBeUndefined();
  });

  it('a readout of which one state is broken has no average', () => {
    const of = (name: string, value: number) => ({ ...t1, name, values: [{ doubleVal: value }] });
    const [target] = planOf(
      google({ metrics: [of('single_qubit_p00_error', 1), of('single_qubit_p11_error', 0.1)] }),
    ).targets;
    expect(Object.keys(target?.faulty ?? {})).toEqual(['average_readout_fidelity', 'readout_fidelity_0']);
  });

  it.each<[string, ImportDocuments, string]>([
    ['a version that is none', qibolab([5]), 'calibrations[0] is not an object'],
    ['a calibration that is none', qibolab([{ calibrated_at: when, calibration: 5 }]), 'calibration is not an object'],
    ['qubits that are not a map', qibolab([version([])]), 'single_qubits is not an object'],
    ['pairs that are not a map', qibolab([version({ 0: {} }, 5)]), 'two_qubits is not an object'],
    ['a qubit that is none', qibolab([version({ 0: 5 })]), 'single_qubits.0 is not an object'],
    ['a pair that is none', qibolab([version({ 0: {}, 1: {} }, { '0-1': 5 })]), 'two_qubits.0-1 is not an object'],
    [
      'a qubit coupled with itself',
      qibolab([version({ 0: {} }, { '0-0': {} })]),
      'two_qubits.0-0 is not a pair of two qubits',
    ],
    ['an impossible qid', qibolab([version({ 'a/b': {} })]), 'single_qubits.a/b cannot be the id of a qubit'],
    ['a device without a name', qibolab([version({ 0: {} })], { device_name: '' }), 'device_name must be'],
    [
      'a date that is none',
      qibolab([{ calibrated_at: 5, calibration: {} }]),
      'calibrated_at is not an ISO 8601 date and time',
    ],
    ['too many versions', qibolab(Array.from({ length: 2_001 }, () => 5)), 'calibrations are more than 2000'],
  ])('a history of qibolab that has %s is refused, or says what is left out', (_, given, message) => {
    expect(remarksOf(given).join('\n')).toContain(message);
  });

  it('a calibration of qibolab without pairs is one of lone qubits', () => {
    expect(planOf(qibolab([version({ a: { t1: [null, 1] }, b: {} })])).topology).toMatchObject({
      numQubits: 2,
      couplings: [],
      layoutType: 'free',
    });
  });

  it.each<[string, ImportDocuments, string]>([
    ['an impossible qid', quam({ qubits: { 'a/b': {} } }), 'state.qubits.a/b cannot be the id of a qubit'],
    ['a qubit that is none', quam({ qubits: { q1: 5 } }), 'state.qubits.q1 is not an object'],
    [
      'a pair that is none',
      quam({ qubits: { q1: {} }, qubit_pairs: { a: 5 } }),
      'state.qubit_pairs.a is not an object',
    ],
    [
      'a qubit coupled with itself',
      quam({ qubits: { q1: {} }, qubit_pairs: { a: { qubit_control: '#/qubits/q1', qubit_target: '#/qubits/q1' } } }),
      'state.qubit_pairs.a couples a qubit with itself',
    ],
    ['a device without a name', quam({ qubits: { q1: {} } }, { device_name: [] }), 'device_name must be'],
  ])('a state of QuAM with %s is refused, or says what is left out', (_, given, message) => {
    expect(remarksOf(given).join('\n')).toContain(message);
  });

  it('fields of QuAM that are not numbers are left out by name, and qubits at one place are laid out anew', () => {
    const pair = (fidelity: unknown) => ({
      qubit_control: '#/qubits/q1',
      qubit_target: '#/qubits/q2',
      macros: { cz: { fidelity }, cnot: { fidelity: 0.97 }, empty: { fidelity: null } },
    });
    const plan = planOf(
      quam(
        {
          qubits: {
            q1: { T1: 'long', grid_location: '0,0', resonator: { confusion_matrix: 5 } },
            q2: { grid_location: '(0, 0)', anharmonicity: 'small' },
          },
          qubit_pairs: { a: pair('good') },
        },
        { device_name: 'lab' },
      ),
    );
    expect(plan.leftOut).toEqual([
      { path: 'state.qubit_pairs.a.macros.cz.fidelity', reason: 'is not a number', count: 1 },
      { path: 'state.qubits.q1.T1', reason: 'is not a number', count: 1 },
      {
        path: 'state.qubits.q1.resonator.confusion_matrix',
        reason: 'is not a matrix of two rows of numbers',
        count: 1,
      },
      { path: 'state.qubits.q2.anharmonicity', reason: 'is not a number', count: 1 },
    ]);
    expect(plan.targets.at(-1)?.values).toMatchObject({ cnot_gate_fidelity: { value: 0.97 } });
    expect(
      Object.values(plan.topology.qubits)
        .map(({ col }) => col)
        .sort(),
    ).toEqual([0, 1]);
  });

  it('references of QuAM lead from the object around their own, and by dots', () => {
    const state = { qubits: { q1: { xy: { length: '#../T1' }, T1: 3e-5, T2echo: '#./xy/../xy/./echo' } } };
    expect(planOf(quam({ ...state, other: 1 })).targets[0]?.values.t1?.value).toBe(30);
  });

  it.each<[string, ImportDocuments, string]>([
    ['a file that is none', qubex([5]), 'files[0] must be an object'],
    ['a file without a name', qubex(yaml('a: 1', 5)), 'files[0].name must be text'],
    ['a file without text', qubex(yaml(5)), 'files[0].content must be text'],
    [
      'a file that is too long',
      qubex(yaml('x'.repeat(500_001))),
      'files[0].content is not YAML: the document has 500001 bytes',
    ],
    ['a file that is a list', qubex(yaml('- 1')), 'files[0].content is neither a parameter'],
    ['files that are not a list', qubex('x'), 'files must be an array'],
    ['too many files', qubex(Array.from({ length: 201 }, () => yaml('a: 1')[0])), 'files must be 1 to 200 files'],
    ['a chip that is none', qubex(yaml('64Q: 5')), 'files[0].content is neither a parameter'],
    ['a parameter of no name', qubex(yaml('data: {Q00: 1}', '.yaml')), 'files[0].content.data cannot name a metric'],
    ['no qubit at all', qubex(yaml('data: {}')), 'files name no qubit'],
    [
      'a qubit coupled with itself',
      qubex(yaml('data: {Q1-Q1: 1}')),
      'files[0].content.data.Q1-Q1 is not a pair of two qubits',
    ],
    ['a qubit beyond any chip', qubex(yaml('data: {Q4096: 1}')), 'files[0].content.data.Q4096 is neither a qubit'],
  ])('a configuration of qubex that has %s is refused, or says what is left out', (_, given, message) => {
    expect(remarksOf(given).join('\n')).toContain(message);
  });

  it('a chip of qubex on no square lattice is drawn by its pairs, and texts and nulls are not values', () => {
    const files = [
      ...yaml('x: {n_qubits: some, name: 5}\n', 'chip.yaml'),
      ...yaml('x: {n_qubits: 3, topology: {type: chain}}\n', 'params/chip.yaml'),
      ...yaml('meta: {unit: us}\ndata: {Q0: 20, Q1: soon, Q2: null}\n'),
      ...yaml('x: {qubit_anharmonicity: {Q0: -0.2}, note: good}\n', 'props.yaml'),
    ];
    const plan = planOf(qubex(files, { device_name: 'chain' }));
    expect(plan.topology).toMatchObject({ numQubits: 3, muxSize: null, couplings: [] });
    expect(plan.targets[0]?.values).toMatchObject({ t1: { value: 20 }, anharmonicity: { value: -0.2, unit: 'GHz' } });
    expect(plan.leftOut).toContainEqual({ path: 'files[2].content.data.Q1', reason: 'is not a number', count: 1 });
    expect(plan.leftOut).toContainEqual({ path: 'files[2].content.data.Q2', reason: 'has no value', count: 1 });
  });
});
