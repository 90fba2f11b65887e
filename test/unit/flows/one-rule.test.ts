import { describe, expect, it } from 'vitest';
import { type ImportDocuments, planImport } from '#shared/devices/rules/import/formats.ts';
import { prepareImport } from '#shared/flows/verbs/documents/prepare-import.ts';
import { gate, parameter } from '#test/support/devices/ibm-device.ts';

const at = '2026-01-01T00:00:00.000Z';

const ibm = (name: string, value: number, unit: string): ImportDocuments => ({
  format: 'ibm',
  documents: {
    conf: { backend_name: 'one', n_qubits: 2, coupling_map: [[0, 1]] },
    props: {
      qubits: [[parameter(name, value, unit)], [parameter('frequency', 5, 'GHz')]],
      gates: [gate('cz', [0, 1], 0.01, 60)],
    },
  },
});
const qubex = (name: string, value: number, unit: string): ImportDocuments => ({
  format: 'qubex',
  documents: {
    measured_at: at,
    files: [
      { name: `${name}.yaml`, content: JSON.stringify({ meta: { unit }, data: { Q0: value } }) },
      { name: 'qubit_frequency.yaml', content: '{"meta":{"unit":"GHz"},"data":{"Q1":5}}' },
    ],
  },
});
const fiducial = (name: string, value: number, unit: string): ImportDocuments => ({
  format: 'fiducial',
  documents: {
    chip: {
      ...{ format: 'fiducial-chip', version: 1, chip: { id: 'one' } },
      topology: { id: 'one', couplings: [], qubits: { 0: { row: 0, col: 0 }, 1: { row: 0, col: 1 } } },
      qubits: { 0: { values: { [name]: { value, unit, calibrated_at: at } } } },
    },
  },
});

const read = (given: ImportDocuments) => {
  const result = planImport(given);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const [first] = result.plan.targets;
  if (!first) throw new Error('nothing was read');
  const { values, faulty } = first;
  return { values, faulty, reasons: result.plan.leftOut.map(({ reason }) => reason) };
};

describe.each([
  ['IBM', (value: number, unit: string) => ibm('T1', value, unit)],
  ['qubex', (value: number, unit: string) => qubex('t1', value, unit)],
  ['Fiducial', (value: number, unit: string) => fiducial('t1', value, unit)],
])('one rule for values of %s', (format, t1) => {
  it.each([
    [41.5, 'GHz', "the unit 'GHz' cannot be converted into 'us'"],
    [41.5, 'sec', "the unit 'sec' cannot be converted into 'us'"],
    [-12, 'us', 'is not above 0'],
  ])(`a T1 of ${format} of %d %s is left out with the reason`, (value, unit, reason) => {
    const { values, reasons } = read(t1(value, unit));
    expect(values).toEqual({});
    expect(reasons).toContain(reason);
  });
});

describe('values in another unit of their kind', () => {
  it.each([
    [2, 'min', 120e6],
    [1, 'h', 3600e6],
    [1, 'd', 86_400e6],
    [0.08, 'ms', 80],
    [80_000, 'ns', 80],
  ])('a T1 of %d %s of IBM and qubex is converted', (value, unit, us) => {
    for (const given of [ibm('T1', value, unit), qubex('t1', value, unit)])
      expect(read(given).values.t1).toMatchObject({ value: us, unit: 'us' });
  });

  it('an error rate in per cent is a fraction before it becomes a fidelity, and broken from 100 % on', () => {
    expect(read(ibm('readout_error', 2, '%')).values.average_readout_fidelity).toMatchObject({ value: 0.98, unit: '' });
    expect(read(ibm('readout_error', 100, '%')).faulty).toHaveProperty('average_readout_fidelity');
    const { values, reasons } = read(ibm('readout_error', 2, 'GHz'));
    expect(values).toEqual({});
    expect(reasons).toContain("has the unit 'GHz', which no error rate has");
  });
});

describe('a document that is dated ahead of the clock', () => {
  const now = '2025-01-01T00:00:00.000Z';
  const calibration = (more: object) => ({
    metrics: [{ name: 'single_qubit_idle_t1_micros', targets: ['0_0'], values: [{ doubleVal: 50 }] }],
    ...more,
  });
  const device = (more: object) => ({ qubits: [{ id: 0, fidelity: 0.9 }], ...more });
  const versions = [now, at].map((calibrated_at) => ({
    ...{ calibrated_at, calibration: { single_qubits: { 0: { t1: Date.parse(calibrated_at) / 1e9 } } } },
  }));
  it.each<[string, ImportDocuments, string]>([
    [
      'QuAM',
      { format: 'quam', documents: { state: { qubits: { q1: { T1: 2e-5 } } }, measured_at: at } },
      'measured_at',
    ],
    ['qubex', qubex('t1', 50, 'us'), 'measured_at'],
    [
      'Google with its own date',
      { format: 'google', documents: { calibration: calibration({ timestampMs: String(Date.parse(at)) }) } },
      'calibration.timestampMs',
    ],
    ['Google', { format: 'google', documents: { calibration: calibration({}), measured_at: at } }, 'measured_at'],
    ['OQTOPUS', { format: 'oqtopus', documents: { device: device({}), measured_at: at } }, 'measured_at'],
    [
      'OQTOPUS with its own date',
      { format: 'oqtopus', documents: { device: device({ calibrated_at: at }) } },
      'device.calibrated_at',
    ],
    ['qibolab', { format: 'qibolab', documents: { calibrations: versions } }, 'calibrations[1].calibrated_at'],
  ])('the date of %s is refused where it is', (_, given, path) => {
    const prepared = prepareImport(given, { now, chip: undefined, packs: false });
    expect(prepared).toEqual({ ok: false, problems: [{ path, message: `${at} is in the future` }] });
  });
});
