import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemsByField } from '../../../../web/flows/lib/parameters.ts';
import { qubitsOf, qubitsOfTargets, qubitText } from '../../../../web/runs/lib/qubit-list.ts';

describe('qubits as people type them', () => {
  it('qubits are typed one by one or as ranges, with or without their letter, each once', () => {
    expect(qubitsOf('0-3, q12 Q14-Q15;3')).toEqual(['0', '1', '2', '3', '12', '14', '15']);
    expect(qubitsOf('7 - 5, 0..1')).toEqual(['5', '6', '7', '0', '1']);
    expect(qubitsOf('  ')).toEqual([]);
  });

  it('what is not a qubit stays as it was typed, and so does a range that no one means', () => {
    expect(qubitsOf('abc, 0-x, 0-999999')).toEqual(['abc', '0-x', '0-999999']);
  });

  it('qubits are written as briefly as they can be, in their order', () => {
    expect(qubitText(['12', '1', '0', '2', '5', '4'])).toBe('0-2, 4, 5, 12');
    expect(qubitText([])).toBe('');
  });

  it('qubits that are written and read again are the same', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: 300 })), (ids) => {
        const sorted = ids.toSorted((a, b) => a - b).map(String);
        expect(qubitsOf(qubitText(ids.map(String)))).toEqual(sorted);
      }),
    );
  });

  it('targets are the qubits that they are or lie between', () => {
    expect(qubitsOfTargets(['10', '2', '1-2', ''])).toEqual(['1', '2', '10']);
  });
});

it('a problem with the parameters of a run is at the field that it names, the others by themselves', () => {
  const problems = [
    { path: 'parameters.qids.1', message: "Qubit '99' not found" },
    { path: 'parameters.qids.2', message: "Qubit '98' not found" },
    { path: 'parameters', message: 'no targets are left' },
  ];
  const { of, others } = problemsByField(problems, ['qids', 'shots']);
  expect(of('qids')).toBe("Qubit '99' not found. Qubit '98' not found");
  expect(of('shots')).toBeUndefined();
  expect(others).toEqual([problems[2]]);
});
