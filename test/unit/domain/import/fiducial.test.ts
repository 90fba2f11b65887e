import { describe, expect, it } from 'vitest';
import { importFiducial } from '#shared/domain/import/fiducial/import-fiducial.ts';

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
    ['what is no document', 'a: [', 'chip is neither YAML nor JSON'],
    ['a document of something else', { ...document, format: 'other' }, "chip.format must be 'fiducial-chip'"],
    ['a version to come', { ...document, version: 2 }, 'chip.version must be 1, not 2'],
    ['a qubit beyond the topology', { ...document, qubits: { 7: {} } }, "chip.qubits '7' is no qubit of the topology"],
    [
      'a coupling of unknown qubits',
      { ...document, couplings: { '0-9': {} } },
      "chip.couplings '0-9' is no coupling of the topology",
    ],
    [
      'a value without a number',
      { ...document, qubits: { 0: { values: { t1: { value: 'x', calibrated_at: at } } } } },
      'chip.qubits.0.values.t1.value must be a number, not text',
    ],
    [
      'a value without an instant',
      { ...document, qubits: { 0: { values: { t1: { value: 1 } } } } },
      'chip.qubits.0.values.t1.calibrated_at must be an ISO 8601 date and time',
    ],
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
      warnings: ['t1 of a qubit: -5 is not above 0: 1 value left out and counted as missing'],
    });
  });
});
