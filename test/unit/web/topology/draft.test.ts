import { describe, expect, it } from 'vitest';
import { pairText, readPairs, togglePair } from '../../../../web/chips/lib/topology/couplings.ts';
import {
  draftOf,
  draftOfTopology,
  hasProblem,
  layoutOfDraft,
  savedCouplings,
  withCouplings,
  withLineSize,
  withLines,
  withNames,
  withToggled,
} from '../../../../web/chips/lib/topology/draft.ts';
import { problemOfTopology } from '../../../../web/chips/lib/topology/problem-of-topology.ts';
import { type ShapeFields, shapeOf } from '../../../../web/chips/lib/topology/shapes.ts';

const fields: ShapeFields = { kind: 'grid', rows: '2', columns: '3', qubits: '5', size: '27', holes: '', pairs: '' };
const shape = (changed: Partial<ShapeFields>) => {
  const made = shapeOf({ ...fields, ...changed });
  if ('problems' in made) throw new Error(JSON.stringify(made.problems));
  return made.shape;
};
const edges = (changed: Partial<ShapeFields>) =>
  shape(changed)
    .couplings.map((pair) => pair.join('-'))
    .join(' ');
const problems = (changed: Partial<ShapeFields>) => {
  const made = shapeOf({ ...fields, ...changed });
  return 'problems' in made ? made.problems : undefined;
};

describe('shapes that a topology begins with', () => {
  it('a shape has the couplings of its kind', () => {
    expect(edges({})).toBe('0-1 0-3 1-2 1-4 2-5 3-4 4-5');
    expect(edges({ kind: 'chain', qubits: '3' })).toBe('0-1 1-2');
    expect(edges({ kind: 'ring', qubits: '4' })).toBe('0-1 1-2 2-3 0-3');
    expect(edges({ kind: 'star', qubits: '4' })).toBe('0-1 0-2 0-3');
    expect(edges({ kind: 'all-to-all', qubits: '4' })).toBe('0-1 0-2 0-3 1-2 1-3 2-3');
    expect(edges({ kind: 'alone', qubits: '3' })).toBe('');
    expect(shape({ kind: 'heavy-hex', size: '127' }).couplings).toHaveLength(144);
    expect(edges({ kind: 'pairs', pairs: 'a-b b-c' })).toBe('a-b b-c');
  });

  it('a hole takes its qubit and the couplings of it, and the others keep their places', () => {
    const whole = shape({});
    const holed = shape({ holes: '1' });
    expect(edges({ holes: '1' })).toBe('0-3 2-5 3-4 4-5');
    expect(holed.qubits).toEqual(Object.fromEntries(Object.entries(whole.qubits).filter(([qid]) => qid !== '1')));
  });

  it('what cannot be drawn is said at its field', () => {
    expect(problems({ rows: '0', columns: 'x' })).toEqual({
      rows: 'must be a whole number from 1 to 1024',
      columns: 'must be a whole number from 1 to 1024',
    });
    expect(problems({ rows: '40', columns: '40' })).toEqual({ columns: '40 × 40 are 1600 qubits; at most 1024' });
    expect(problems({ kind: 'ring', qubits: '2' })).toEqual({ qubits: 'must be a whole number from 3 to 1024' });
    expect(problems({ holes: '7' })).toEqual({ holes: "'7' is not a qubit of this shape" });
    expect(problems({ rows: '1', columns: '1', holes: '0' })).toEqual({ holes: 'leaves none of 1 qubit' });
    expect(problems({ kind: 'pairs', pairs: '' })).toEqual({ pairs: 'Type at least one coupling, such as 0-1' });
    expect(problems({ kind: 'pairs', pairs: '0-0' })).toEqual({ pairs: '0-0 couples a qubit with itself' });
  });
});

describe('couplings as people type them', () => {
  const known = new Set(['0', '1', '2', 'Q-1', 'Q', '1-2']);
  const read = (text: string, qids?: ReadonlySet<string>) => {
    const found = readPairs(text, qids);
    return 'pairs' in found ? found.pairs.map((pair) => pair.join(' ')) : found.problem;
  };

  it('couplings are read as pairs, as two qubits a line and as JSON, each smaller first and in order', () => {
    expect(read('2-1, 0-1; 0-2')).toEqual(['0 1', '0 2', '1 2']);
    expect(read('2 1\n0 1')).toEqual(['0 1', '1 2']);
    expect(read('[[2, 1], ["0", 1]]')).toEqual(['0 1', '1 2']);
    expect(read('')).toEqual([]);
  });

  it('a coupling that cannot be read is named with the reason', () => {
    expect(read('0')).toBe("'0' is not a pair such as 0-1");
    expect(read('0-1 0-1')).toBe('0-1 is there twice');
    expect(read('0-1 1-0')).toBe('1-0 is there twice');
    expect(read('0-9', known)).toBe("0-9: '9' is not a qubit of this topology");
    expect(read('[[0, 1, 2]]')).toBe('[0,1,2] is not a pair of two qubits');
    expect(read('[0-1]')).toBe('This is not JSON: a list of pairs such as [[0, 1], [1, 2]]');
    expect(read('a-b-c')).toMatch(/can be read as more than one pair/);
  });

  it('names with hyphens are told apart by the qubits that there are, or by a space', () => {
    expect(read('Q-1-0', known)).toEqual(['0 Q-1']);
    expect(read('Q-1-2', known)).toMatch(/more than one pair/);
    expect(read('Q-1 2', known)).toEqual(['2 Q-1']);
    expect(pairText([['2', 'Q-1']])).toBe('2 Q-1');
  });

  it('a coupling is added once and removed again, whichever of its qubits is first', () => {
    expect(togglePair([['0', '1']], '2', '1')).toEqual([
      ['0', '1'],
      ['1', '2'],
    ]);
    expect(togglePair([['0', '1']], '1', '0')).toEqual([]);
  });
});

describe('a topology that is being made', () => {
  const draft = draftOf(shape({}));

  it('couplings that are drawn are typed, and couplings that are typed are drawn', () => {
    expect(withToggled(draft, '0', '4').texts.couplings).toBe('0-1, 0-3, 0-4, 1-2, 1-4, 2-5, 3-4, 4-5');
    expect(withCouplings(draft, '0-5').couplings).toEqual([['0', '5']]);
  });

  it('couplings with a problem keep the last ones, and the problem goes when they are right', () => {
    const wrong = withCouplings(draft, '0-1, 0-');
    expect([wrong.problems.couplings, wrong.couplings, hasProblem(wrong)]).toEqual([
      "'0-' is not a pair such as 0-1",
      draft.couplings,
      true,
    ]);
    expect(hasProblem(withCouplings(wrong, '0-1'))).toBe(false);
  });

  it('other names go to couplings, readout lines and places', () => {
    const named = withNames(withLines(draft, '0 1\n2'), 'A B C D E F');
    expect(named.texts.couplings).toBe('A-B, A-D, B-C, B-E, C-F, D-E, E-F');
    expect(named.lines).toEqual([['A', 'B'], ['C']]);
    expect(layoutOfDraft(named, false).qubits.F).toEqual({ row: 1, col: 2 });
    expect(withNames(named, '').texts.couplings).toBe(draft.texts.couplings);
  });

  it('names that do not fit are said, and change nothing', () => {
    expect(withNames(draft, 'A B').problems.names).toBe('2 names for 6 qubits');
    expect(withNames(draft, 'A B C D E A').problems.names).toBe("'A' is there twice");
    expect(withNames(draft, 'A B C D E F/').problems.names).toBe("'F/' cannot be the name of a qubit");
    expect(withNames(draft, 'A B').names).toEqual(draft.names);
  });

  it('readout lines are typed, or filled with so many qubits each', () => {
    expect(withLineSize(draft, 4).lines).toEqual([
      ['0', '1', '2', '3'],
      ['4', '5'],
    ]);
    expect(withLines(draft, '0-2, 5\n\n4').lines).toEqual([['0', '1', '2', '5'], ['4']]);
    expect(withLines(draft, '0 9').problems.lines).toBe("Line 0: '9' is not a qubit of this topology");
    expect(withLines(draft, '0\n0').problems.lines).toBe("'0' is on line 0 and on line 1");
    expect(withLines(draft, '0 0').problems.lines).toBe("Line 0 has '0' twice");
  });

  it('the places are those of the shape, or those that the couplings suggest', () => {
    const cut = withCouplings(draft, '0-1 1-2 2-3 3-4 4-5');
    expect(layoutOfDraft(cut, false)).toEqual({ layoutType: 'free', qubits: draft.shape.qubits });
    expect(layoutOfDraft(cut, true).layoutType).toBe('linear');
    expect(layoutOfDraft(draftOf(shape({ kind: 'all-to-all', qubits: '6' })), false).layoutType).toBe('circle');
  });
});

describe('a topology that begins as another', () => {
  const topology = (changed: object = {}) => ({
    ...{ id: 'three', name: 'three', description: '', layout_type: 'linear', grid_size: 3, num_qubits: 3 },
    ...{ direction_convention: null, mux: { enabled: false, size: 4 }, deleted_at: null, directed: false },
    visualization: { show_mux_boundaries: false, region_size: 4 },
    qubits: { a: { row: 0, col: 0 }, b: { row: 0, col: 1 }, c: { row: 0, col: 2 } },
    couplings: [
      ['b', 'a'],
      ['b', 'c'],
    ],
    readout_lines: [['a', 'c'], ['b']],
    ...changed,
  });

  it('a draft of a topology has its qubits, places, couplings and readout lines', () => {
    const draft = draftOfTopology(topology());
    expect(draft.texts).toEqual({ names: '', couplings: 'a-b, b-c', lines: 'a c\nb' });
    expect(layoutOfDraft(draft, false)).toEqual({ layoutType: 'linear', qubits: topology().qubits });
    expect(hasProblem(draft)).toBe(false);
    expect(savedCouplings(draft)).toEqual([
      ['a', 'b'],
      ['b', 'c'],
    ]);
  });

  it('couplings keep their directions, whatever their qubits are named', () => {
    const draft = draftOfTopology(topology({ directed: true }));
    expect(savedCouplings(draft)).toEqual([
      ['b', 'a'],
      ['b', 'c'],
    ]);
    const named = withToggled(withNames(draft, 'x y z'), 'x', 'z');
    expect(savedCouplings(named)).toEqual([
      ['y', 'x'],
      ['x', 'z'],
      ['y', 'z'],
    ]);
  });

  it('a chip changes to a topology with its own qubits alone', () => {
    const others = topology({ qubits: { a: { row: 0, col: 0 }, b: { row: 1, col: 1 }, d: { row: 0, col: 2 } } });
    expect(problemOfTopology(topology(), topology({ id: 'same' }))).toBeUndefined();
    expect(problemOfTopology(topology(), others)).toBe("It has other qubits than the chip: none of its is 'c'");
  });
});
