import { expect, it } from 'vitest';
import { faultyInOrder } from '#shared/statistics/rules/overview/faulty-in-order.ts';

const marks = (metric: string, faulty: number, of: number) =>
  Array.from({ length: of }, (_, n) => ({
    ...{ metric, target: { kind: 'coupling' as const, id: `${n}-${n + 1}` } },
    isFaulty: n < faulty,
  }));

it('the faulty couplings of a gate in use come before those of a gate that every coupling reports as faulty', () => {
  const { faulty, faultyByMetric } = faultyInOrder([
    ...marks('rzz_gate_fidelity', 150, 150),
    ...marks('cz_gate_fidelity', 11, 150),
    ...marks('ecr_gate_fidelity', 0, 3),
  ]);
  expect(faulty.slice(0, 11).every(({ metric }) => metric === 'cz_gate_fidelity')).toBe(true);
  expect(faulty).toHaveLength(161);
  expect(faultyByMetric).toEqual([
    { kind: 'coupling', metric: 'cz_gate_fidelity', count: 11, of: 150 },
    { kind: 'coupling', metric: 'rzz_gate_fidelity', count: 150, of: 150 },
  ]);
});
