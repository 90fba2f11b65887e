import { describe, expect, it } from 'vitest';
import type { ChipMetrics, MetricCell } from '../../../web/lib/api/wire.ts';
import { measuredSince } from '../../../web/lib/cooldowns/cooldown-window.ts';

const cell = (calibrated_at: string): MetricCell => ({
  value: 1,
  unit: '',
  stddev: null,
  error: null,
  n: 1,
  spread: null,
  standard_error: null,
  luck: null,
  source: 'import',
  task_id: null,
  execution_id: null,
  calibrated_at,
  age_seconds: 0,
  state: 'fresh',
});

describe('the values of a cool-down', () => {
  it('the values of a cool-down are those measured from its start on, of qubits and couplings alike', () => {
    const before = cell('2025-02-28T23:59:59.999Z');
    const at = cell('2025-03-01T00:00:00.000Z');
    const metrics = {
      newest_at: '2025-03-01T00:00:00.000Z',
      qubit_metrics: { t1: { 0: before, 1: at } },
      coupling_metrics: { cz: { '0-1': before, '1-2': at } },
    } as unknown as ChipMetrics;
    expect(measuredSince(metrics, '2025-03-01T00:00:00.000Z')).toEqual({
      newest_at: '2025-03-01T00:00:00.000Z',
      qubit_metrics: { t1: { 1: at } },
      coupling_metrics: { cz: { '1-2': at } },
    });
    expect(measuredSince(metrics, '2025-03-01T00:00:00.001Z').newest_at).toBeNull();
    expect(measuredSince(metrics, undefined)).toBe(metrics);
  });
});
