import { describe, expect, it } from 'vitest';
import { controlTargetPairs } from '#shared/chips/rules/topology/direction.ts';
import { generateTopology, listGeneratedTopologies, topologyIdOfSize } from '#shared/chips/rules/topology/generate.ts';
import { readoutLinesOf, readoutOf, readoutOfTopology, readoutProblem } from '#shared/chips/rules/topology/muxes.ts';
import type { Topology } from '#shared/chips/rules/topology/types.ts';

const FALCON_EDGES =
  '0-1 1-2 1-4 2-3 3-5 4-7 5-8 6-7 7-10 8-9 8-11 10-12 11-14 12-13 12-15 13-14 14-16 15-18 16-19 17-18 18-21 19-20 ' +
  '19-22 21-23 22-25 23-24 24-25 25-26';

const CHECKERBOARD_16 =
  '0-1 0-2 4-1 3-1 3-2 8-2 3-6 3-9 4-5 4-6 7-5 7-6 12-6 7-13 8-9 8-10 12-9 11-9 11-10 11-14 12-13 12-14 15-13 15-14';

function generated(id: string): Topology {
  const topology = generateTopology(id);
  if (!topology) throw new Error(`no topology ${id}`);
  return topology;
}

const ids = (topology: Topology): string[] => topology.couplings.map((pair) => pair.join('-'));

describe('square lattices with muxes', () => {
  it.each([
    [16, 24, 4],
    [64, 112, 8],
    [144, 264, 12],
    [256, 480, 16],
    [1024, 1984, 32],
  ])('square lattices of %i qubits have %i edges in a grid of %i', (numQubits, edges, gridSize) => {
    const topology = generated(`square-lattice-mux-${numQubits}`);
    expect(Object.keys(topology.qubits)).toHaveLength(numQubits);
    expect(topology.couplings).toHaveLength(edges);
    expect(topology).toMatchObject({ numQubits, gridSize, layoutType: 'grid', muxSize: 4, directed: false });
  });

  it('square lattices number the qubits by mux, row by row, and inside a mux likewise', () => {
    const { qubits } = generated('square-lattice-mux-16');
    const places = ['0', '1', '2', '3', '4', '8', '15'].map((qid) => [qubits[qid]?.row, qubits[qid]?.col]);
    expect(places).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
      [0, 2],
      [2, 0],
      [3, 3],
    ]);
  });

  it('square lattices have the checkerboard control of each edge as a rule alongside the undirected edges', () => {
    const topology = generated('square-lattice-mux-16');
    expect(new Set(controlTargetPairs(topology).map((pair) => pair.join('-')))).toEqual(
      new Set(CHECKERBOARD_16.split(' ')),
    );
    expect(ids(topology)).toContain('1-4');
  });
});

describe('chains', () => {
  it('a chain couples each qubit to the next in one row', () => {
    const topology = generated('linear-5');
    expect(ids(topology)).toEqual(['0-1', '1-2', '2-3', '3-4']);
    expect(topology).toMatchObject({ layoutType: 'linear', gridSize: 5, muxSize: null, directed: false });
    expect(controlTargetPairs(topology)).toEqual(topology.couplings);
  });

  it('chains exist from 2 to 1024 qubits', () => {
    expect(generateTopology('linear-2')?.couplings).toHaveLength(1);
    expect(generateTopology('linear-1024')?.couplings).toHaveLength(1023);
    for (const id of ['linear-1', 'linear-0', 'linear-1025', 'linear-016', 'linear-9999']) {
      expect(generateTopology(id)).toBeUndefined();
    }
  });
});

describe('heavy hexagons', () => {
  it('the heavy hexagon of 27 qubits has the 28 edges of a Falcon', () => {
    const topology = generated('heavy-hex-27');
    expect(ids(topology)).toEqual(FALCON_EDGES.split(' '));
    expect(topology).toMatchObject({ gridSize: 11, layoutType: 'hex', directed: false });
    expect(generateTopology('linear-27')?.topologyId).toBe('linear-27');
  });

  it.each([
    [127, 144],
    [133, 150],
  ])('heavy hexagons of %i qubits have %i edges', (numQubits, edges) => {
    expect(generated(`heavy-hex-${numQubits}`).couplings).toHaveLength(edges);
  });

  it('every second set of bridges of a heavy hexagon is two columns further right', () => {
    const sites = Object.values(generated('heavy-hex-133').qubits);
    const bridges = (row: number) => sites.filter((site) => site.row === row).map(({ col }) => col);
    expect([1, 3, 5, 7].map(bridges)).toEqual([
      [0, 4, 8, 12],
      [2, 6, 10, 14],
      [0, 4, 8, 12],
      [2, 6, 10, 14],
    ]);
  });
});

describe('the list of topologies', () => {
  it('the list of topologies holds only what can be generated, each once', () => {
    const list = listGeneratedTopologies();
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
    for (const { id, name, numQubits } of list) {
      expect(generateTopology(id)).toMatchObject({ topologyId: id, name, numQubits });
    }
    expect(list.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['square-lattice-mux-64', 'linear-16', 'heavy-hex-27', 'heavy-hex-133']),
    );
  });

  it.each(['', 'square-lattice-mux-100', 'heavy-hex-65', 'ring-8', 'linear-16 ', 'xlinear-16'])(
    'the list of topologies has no %j',
    (id) => {
      expect(generateTopology(id)).toBeUndefined();
    },
  );
});

describe('muxes', () => {
  const fives = { qubits: { a: { row: 0, col: 0 }, b: { row: 0, col: 1 }, c: { row: 0, col: 2 } } };

  it('a chip without a readout of its own has the whole fours of 4k to 4k + 3, as it had before', () => {
    expect(readoutLinesOf({ size: 9 })).toEqual([
      ['0', '1', '2', '3'],
      ['4', '5', '6', '7'],
    ]);
    expect(readoutLinesOf({ size: 3 })).toEqual([]);
  });

  it('a chip with a size of its readout lines has all its qubits on lines, the last one short', () => {
    expect(readoutLinesOf({ size: 5, readout: 4 })).toEqual([['0', '1', '2', '3'], ['4']]);
    expect(readoutLinesOf({ size: 12, readout: 5 }).map((line) => line.length)).toEqual([5, 5, 2]);
    expect(readoutLinesOf({ size: 3, readout: 10 })).toEqual([['0', '1', '2']]);
  });

  it('a new chip has lines of its topology, else of four, named qubits too', () => {
    expect(readoutOfTopology(generated('square-lattice-mux-16'))).toBe(4);
    expect(readoutOfTopology(generated('linear-5'))).toBe(4);
    expect(readoutOfTopology({ ...generated('linear-3'), ...fives })).toEqual([['a', 'b', 'c']]);
    expect(readoutOfTopology({ ...generated('linear-5'), readoutLines: [['4', '0']] })).toEqual([['4', '0']]);
  });

  it('lines that follow from a number are kept as the number', () => {
    expect(readoutOf(['0', '1', '2'], { lines: [['0', '1'], ['2']] })).toBe(2);
    expect(readoutOf(['0', '1', '2'], { lines: [['1', '0'], ['2']] })).toEqual([['1', '0'], ['2']]);
    expect(readoutOf(['0', '1', '2'], { lines: [] })).toEqual([]);
  });

  it('lines name qubits of the chip, each in one line', () => {
    const qids = new Set(['0', '1', 'a']);
    expect(readoutProblem([['0'], ['a', '1']], qids)).toBeUndefined();
    expect(readoutProblem([['0'], []], qids)).toBe('Readout line 1 has no qubit');
    expect(readoutProblem([['7']], qids)).toBe("Readout line 0 has qubit '7', which is not one of the qubits");
    expect(readoutProblem([['0', '0']], qids)).toBe("Readout line 0 has qubit '0' twice");
    expect(readoutProblem([['0'], ['1', '0']], qids)).toBe("Qubit '0' is in readout lines 0 and 1; it can be in one");
    const long = Array.from({ length: 1024 }, (_, n) => `${'q'.repeat(60)}${n}`);
    expect(readoutProblem([long], new Set(long))).toMatch(/at most 64000 can be kept: use shorter names of qubits/);
  });
});

describe('grids of any size', () => {
  it.each([
    [1, 1, 1],
    [2, 1, 2],
    [3, 2, 2],
    [5, 2, 3],
    [9, 3, 3],
    [17, 4, 5],
    [23, 5, 5],
    [1024, 32, 32],
  ])('a grid of %i qubits has %i rows of at most %i', (size, rows, columns) => {
    const { qubits, numQubits } = generated(`grid-${size}-uncoupled`);
    const places = Object.values(qubits);
    expect([numQubits, places.length]).toEqual([size, size]);
    expect(Math.max(...places.map(({ row }) => row)) + 1).toBe(rows);
    expect(Math.max(...places.map(({ col }) => col)) + 1).toBe(columns);
  });

  it('a grid has no couplings, or one between each two neighbours, as its id says', () => {
    expect(generated('grid-9-uncoupled').couplings).toEqual([]);
    expect(ids(generated('grid-9-nearest-neighbour'))).toHaveLength(12);
    expect(ids(generated('grid-5-nearest-neighbour')).join(' ')).toBe('0-1 0-3 1-2 1-4 3-4');
  });

  it('a size alone is the square lattice of that size, else a grid without couplings', () => {
    expect(topologyIdOfSize(16)).toBe('square-lattice-mux-16');
    expect(topologyIdOfSize(17)).toBe('grid-17-uncoupled');
    expect(topologyIdOfSize(17, 'nearest_neighbour')).toBe('grid-17-nearest-neighbour');
    expect(topologyIdOfSize(16, 'nearest_neighbour')).toBe('square-lattice-mux-16');
    expect(topologyIdOfSize(16, 'none')).toBe('grid-16-uncoupled');
  });

  it.each(['grid-0-uncoupled', 'grid-1025-uncoupled', 'grid-9', 'grid-9-coupled', 'linear-5-uncoupled'])(
    '%s is the id of no grid',
    (id) => {
      expect(generateTopology(id)).toBeUndefined();
    },
  );
});
