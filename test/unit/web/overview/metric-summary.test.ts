import { expect, it } from 'vitest';
import { metricsConfig } from '#shared/values/contract/metrics-config.ts';
import { rankedMetrics, worstOf } from '../../../../web/statistics/lib/overview/metric-summary.ts';
import type { MapCell } from '../../../../web/values/lib/metrics/cells.ts';

it('the ranked metrics of an overview are those with a good end, of qubits and couplings', () => {
  const ranked = rankedMetrics(metricsConfig());
  expect(ranked).toEqual(expect.arrayContaining(['t1', 'average_readout_fidelity', 'zx90_gate_fidelity']));
  for (const setting of ['qubit_frequency', 'rabi_offset', 'zx90_gate_time']) expect(ranked).not.toContain(setting);
});

it('the worst target of a metric is the last by rank, the first of equals; none where nothing is ranked', () => {
  const cells = [2, 3, null, 3, 1].map((rank, n) => ({ target: String(n), rank })) as never as MapCell[];
  expect(worstOf(cells)?.target).toBe('1');
  expect(worstOf(cells.filter(({ rank }) => rank === null))).toBeUndefined();
  expect(worstOf([])).toBeUndefined();
});
