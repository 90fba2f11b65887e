import { describe, expect, it } from 'vitest';
import { readTopologyBody } from '#shared/devices/rules/import/topology/read-topology-body.ts';

function accepted(body: Record<string, unknown>) {
  const read = readTopologyBody(body);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read;
}

function problemsOf(body: Record<string, unknown>): string[] {
  const read = readTopologyBody(body);
  return read.ok ? [] : read.problems.map(({ path, message }) => `${path} ${message}`);
}

const pair = { a: { row: 0, col: 0 }, b: { row: 0, col: 1 } };

describe('a topology that is posted', () => {
  it('a topology with named qubits, places, couplings and readout lines is taken as it is', () => {
    const { topology, leftOut, hasOwnId } = accepted({
      id: 'pair',
      name: 'A pair',
      qubits: { b: { row: 0, col: 1 }, a: { row: 0, col: 0 } },
      couplings: [['b', 'a']],
      readout_lines: [['b'], ['a']],
    });
    expect(topology).toMatchObject({
      ...{ topologyId: 'pair', name: 'A pair', numQubits: 2, gridSize: 2, directed: false, muxSize: null },
      ...{ couplings: [['a', 'b']], readoutLines: [['b'], ['a']] },
    });
    expect({ leftOut, hasOwnId }).toEqual({ leftOut: [], hasOwnId: true });
  });

  it('a list of edges alone gives the qubits, and a place to each', () => {
    const { topology, hasOwnId } = accepted({ couplings: ['0-1', '1-2', '10-2', '2-3'] });
    expect(Object.keys(topology.qubits)).toEqual(['0', '1', '2', '3', '10']);
    expect(topology.couplings).toEqual([
      ['0', '1'],
      ['1', '2'],
      ['2', '3'],
      ['2', '10'],
    ]);
    expect(new Set(Object.values(topology.qubits).map(({ row, col }) => `${row},${col}`)).size).toBe(5);
    expect(hasOwnId).toBe(false);
  });

  it('more couplings than a chip has are refused before each of them is read', () => {
    const couplings = Array.from({ length: 10_001 }, () => 'x');
    expect(problemsOf({ qubits: pair, couplings })).toEqual(['body.couplings must be at most 10000']);
    expect(problemsOf({ couplings })).toEqual(['body.couplings must be at most 10000']);
  });

  it('qubits without couplings are taken, and so is one qubit', () => {
    expect(accepted({ qubits: ['left', 'right'] }).topology).toMatchObject({ numQubits: 2, couplings: [] });
    expect(accepted({ qubits: { 0: { row: 0, col: 0 } } }).topology.numQubits).toBe(1);
  });

  it('a topology file of QDash has its blocks as muxes and its control and target by its rule', () => {
    const { topology, leftOut } = accepted({
      ...{ id: 'own-4', name: 'Two by two', description: 'A block', grid_size: 2, num_qubits: 4 },
      ...{ direction_convention: 'checkerboard_cr', mux: { enabled: true, size: 2 } },
      qubits: { 0: { row: 0, col: 0 }, 1: { row: 0, col: 1 }, 2: { row: 1, col: 0 }, 3: { row: 1, col: 1 } },
      couplings: [
        [0, 1],
        [0, 2],
        [3, 1],
        [3, 2],
      ],
      visualization: { show_mux_boundaries: true, region_size: 4 },
    });
    expect(topology).toMatchObject({ muxSize: 4, directed: false, directionConvention: 'checkerboard_cr' });
    expect(topology.couplings.map((one) => one.join('-'))).toEqual(['0-1', '0-2', '1-3', '2-3']);
    expect(leftOut).toEqual([{ path: 'body.visualization', reason: 'follows from the other fields', count: 1 }]);
    expect(accepted({ couplings: ['0-1'], mux: { enabled: false } }).topology.muxSize).toBeNull();
  });

  it('a device topology of OQTOPUS has its physical qubits where they are, each coupling from control to target', () => {
    const { topology, leftOut } = accepted({
      ...{ name: 'device', device_id: 'device', calibrated_at: '2025-01-01T00:00:00Z' },
      qubits: [
        { id: 0, physical_id: 4, position: { x: 0, y: 0.66 }, fidelity: 0.99 },
        { id: 1, physical_id: 6, position: { x: 0, y: 0 }, fidelity: 0.98 },
        { id: 2, physical_id: 7, position: { x: 0.6600000000001, y: 0 }, fidelity: 0.97 },
      ],
      couplings: [
        { control: 0, target: 1, fidelity: 0.9 },
        { control: 2, target: 1, fidelity: 0.9 },
      ],
    });
    expect(topology).toMatchObject({ topologyId: 'device', directed: true });
    expect(topology.qubits).toEqual({ 4: { row: 0, col: 0 }, 6: { row: 1, col: 0 }, 7: { row: 1, col: 1 } });
    expect(topology.couplings.map((one) => one.join('-'))).toEqual(['4-6', '7-6']);
    expect(leftOut.map(({ path, count }) => `${path} ${count}`)).toEqual([
      'body.calibrated_at 1',
      'body.couplings[0].fidelity 2',
      'body.qubits[0].fidelity 3',
    ]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no qubits', {}, "body must have 'qubits' or 'couplings'"],
    ['a shared place', { qubits: { a: pair.a, b: pair.a } }, "body.qubits.b is at row 0, col 0, where qubit 'a' is"],
    ['a name twice', { qubits: ['a', 'a'] }, "body.qubits[1] qubit 'a' is there twice"],
    [
      'an unknown qubit',
      { qubits: pair, couplings: [['a', 'c']] },
      'body.couplings[0] must be a pair of two qubits of the topology, not an array of others',
    ],
    [
      'a coupling to itself',
      { qubits: pair, couplings: ['a-a'] },
      'body.couplings[0] must be a pair of two qubits of the topology, not an array of others',
    ],
    ['a coupling twice', { qubits: pair, couplings: ['a-b', 'b-a'] }, 'body.couplings[1] is there twice'],
    ['no pair', { couplings: ['ab'] }, "body.couplings[0] 'ab' is not a pair of two qubits"],
    [
      'two readings',
      { couplings: ['a-b-c'] },
      "body.couplings[0] 'a-b-c' can be read as more than one pair; give it as a list of two",
    ],
    [
      'a qubit on two lines',
      { qubits: pair, readout_lines: [['a'], ['a']] },
      "body.readout_lines Qubit 'a' is in readout lines 0 and 1; it can be in one",
    ],
    [
      'a line of others',
      { qubits: pair, readout_lines: [['c']] },
      "body.readout_lines Readout line 0 has qubit 'c', which is not one of the qubits",
    ],
    [
      'no lists of lines',
      { qubits: pair, readout_lines: ['a'] },
      'body.readout_lines must be a list of lists of qubits',
    ],
    [
      'a number of qubits that is another',
      { qubits: pair, num_qubits: 3 },
      "body.num_qubits must be 2, the number of 'qubits'",
    ],
    [
      'a place of halves',
      { qubits: { a: { row: 0.5, col: 0 } } },
      'body.qubits.a must have a row and a col, whole numbers from 0',
    ],
    [
      'some places',
      { qubits: [{ id: 0, position: { x: 0, y: 0 } }, { id: 1 }] },
      'body.qubits must all have a position, or none; 1 of 2 have one',
    ],
    [
      'an unknown direction',
      { qubits: pair, direction_convention: 'up' },
      "body.direction_convention must be 'checkerboard_cr' or null",
    ],
    [
      'too many qubits',
      { qubits: Array.from({ length: 1025 }, (_, n) => n) },
      'body.qubits must be 1 to 1024 qubits, not 1025',
    ],
    ['no qubit', { qubits: {} }, 'body.qubits must be 1 to 1024 qubits, not 0'],
    ['an id that cannot be one', { id: 'a/b', qubits: pair }, 'body.id cannot be the id of a topology'],
  ])('a topology with %s is refused with its place', (_, body, problem) => {
    expect(problemsOf(body)).toEqual([problem]);
  });
});
