import { expect, it } from 'vitest';
import { toMeasure } from '#shared/statistics/rules/overview/to-measure.ts';

const qubit = (id: string) => ({ kind: 'qubit', id }) as const;
const coupling = (id: string) => ({ kind: 'coupling', id }) as const;

it('what is to be measured is each target once, and the qubits of all of them as people count', () => {
  const targets = [coupling('9-10'), qubit('2'), qubit('10'), qubit('2'), coupling('9-10')];
  expect(toMeasure(targets, new Set(['2', '9', '10']))).toEqual({ targets: 3, qubits: ['2', '9', '10'] });
});

it('what is to be measured reads a coupling by the qubits of the chip, whose names may have dashes', () => {
  expect(toMeasure([coupling('a-b-c')], new Set(['a-b', 'c']))).toEqual({ targets: 1, qubits: ['a-b', 'c'] });
});

it('what is no longer on the chip is not to be measured', () => {
  const targets = [qubit('7'), coupling('0-7'), qubit('0')];
  expect(toMeasure(targets, new Set(['0']))).toEqual({ targets: 1, qubits: ['0'] });
});
