import { describe, expect, it } from 'vitest';
import { importFiducial } from '#shared/devices/rules/import/fiducial/import-fiducial.ts';

const at = '2026-01-01T00:00:00.000Z';
const document = {
  format: 'fiducial-chip',
  version: 1,
  chip: { id: 'two' },
  topology: { id: 'own-2', qubits: { 0: { row: 0, col: 0 }, 1: { row: 0, col: 1 } }, couplings: [[0, 1]] },
  qubits: { 0: { values: { t1: { value: 20, unit: 'us', calibrated_at: at } } } },
  couplings: {},
};
const problemsOf = (chip: unknown) => {
  const result = importFiducial({ chip });
  return result.ok ? [] : result.problems.map(({ path, message }) => `${path} ${message}`);
};
const planOf = (chip: unknown) => {
  const result = importFiducial({ chip });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.plan;
};

describe('importFiducial', () => {
  it('importFiducial has every target of the topology, with and without values', () => {
    expect(planOf(document).targets.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'qubit 0',
      'qubit 1',
      'coupling 0-1',
    ]);
  });

  it.each<[string, unknown, string]>([
    ['what is not a document', 'a: [', 'chip is neither YAML nor JSON'],
    ['a document of something else', { ...document, format: 'other' }, "chip.format must be 'fiducial-chip'"],
    ['a version to come', { ...document, version: 2 }, 'chip.version must be 1, not 2'],
    [
      'a coupling that is there twice',
      {
        ...document,
        topology: {
          ...document.topology,
          couplings: [
            [0, 1],
            ['1', '0'],
          ],
        },
      },
      'chip.topology.couplings[1] is there twice',
    ],
    [
      'a pair of strangers',
      { ...document, topology: { ...document.topology, couplings: [[0, 5]] } },
      'chip.topology.couplings[0] must be a pair of two qubits of the topology',
    ],
  ])('importFiducial refuses %s with its path', (_, chip, problem) => {
    expect(problemsOf(chip).join('\n')).toContain(problem);
  });

  const withValues = (values: object) => ({ ...document, qubits: { 0: { values } } });

  it.each<[string, unknown, string, string]>([
    ['a qubit beyond the topology', { ...document, qubits: { 7: {} } }, 'qubits.7', 'is not a qubit of the topology'],
    [
      'a coupling of unknown qubits',
      { ...document, couplings: { '0-9': {} } },
      'couplings.0-9',
      'is not a coupling of the topology',
    ],
    ['a value without a number', withValues({ t1: { value: 'x' } }), 'qubits.0.values.t1', 'has no number'],
    [
      'a value without an instant',
      withValues({ t1: { value: 1 } }),
      'qubits.0.values.t1',
      'has no ISO 8601 date and time',
    ],
    ['a field that is not known', { ...document, extra: 1 }, 'extra', 'is not read'],
  ])('importFiducial leaves out %s with its path', (_, chip, path, reason) => {
    expect(planOf(chip).leftOut).toEqual([{ path: `chip.${path}`, reason, count: 1 }]);
  });

  it('importFiducial finds a coupling under the reversed id', () => {
    const couplings = { '1-0': { values: { cz_gate_fidelity: { value: 0.99, calibrated_at: at } } } };
    expect(planOf({ ...document, couplings }).targets.at(-1)).toMatchObject({
      id: '0-1',
      values: { cz_gate_fidelity: { value: 0.99 } },
    });
  });

  it('importFiducial counts a number that its quantity cannot have as missing, and says so', () => {
    const qubits = { 0: { values: { t1: { value: -5, unit: 'us', calibrated_at: at } } } };
    expect(planOf({ ...document, qubits })).toMatchObject({
      missing: 1,
      leftOut: [{ path: 'chip.qubits.0.values.t1', reason: 'is not above 0', count: 1 }],
    });
  });
});
