import { describe, expect, it } from 'vitest';
import { metricsConfig } from '#shared/values/contract/metrics-config.ts';
import type { ChipMetrics, QubitHealth } from '../../../web/ui/lib/api/wire.ts';
import { HEALTH } from '../../../web/values/lib/metrics/gate-key.ts';
import { healthText, withHealth, withHealthMetric } from '../../../web/values/lib/metrics/health.ts';

const config = withHealthMetric(metricsConfig());

type Value = QubitHealth['values'][number];
const value = (metric: string, age_seconds: number, more: Partial<Value> = {}): Value => ({
  target: '0',
  metric,
  value: 1,
  share: 0.5,
  calibrated_at: `at ${age_seconds}`,
  age_seconds,
  state: 'fresh',
  source: 'task',
  execution_id: `run of ${metric}`,
  task_id: `task of ${metric}`,
  ...more,
});
const healthy: QubitHealth = {
  health: 0.63,
  limited_by: 'average_readout_fidelity',
  limiting_share: 0.437,
  known: 3,
  of: 4,
  missing: ['x90_gate_fidelity'],
  faulty: [],
  stale_share: 0.5,
  oldest_seconds: 90,
  calibrated_at: 'at 10',
  values: [value('average_readout_fidelity', 10), value('t1', 90, { state: 'stale' })],
};

describe('health as a choice of the map', () => {
  it('the health of a qubit names its limit, what it lacks and how much is stale', () => {
    expect(healthText(healthy, config)).toBe(
      'limited by Readout error, 44 % of its goal; 3 of 4 metrics, without X90 gate error, 1 stale',
    );
    const simulated = { ...healthy, values: [value('t1', 5, { source: 'simulator' })] };
    expect(healthText(simulated, config)).toMatch(/0 stale, 1 simulated$/);
    expect(healthText({ ...healthy, faulty: ['t1'] }, config)).toContain('faulty: T1;');
    expect(healthText({ ...healthy, limited_by: null, values: [], known: 0, missing: [] }, config)).toBe(
      'no values; 0 of 4 metrics, 0 stale',
    );
  });

  it('a cell of health is as old as its oldest value, and leads to the run of what limits it', () => {
    const metrics = { qubit_count: 3, qubit_metrics: { t1: {} }, qubit_coverage: {} } as unknown as ChipMetrics;
    const simulated = { ...healthy, values: [...healthy.values, value('t2_echo', 5, { source: 'simulator' })] };
    const qubits = {
      '0': healthy,
      '1': { ...healthy, faulty: ['t1'] },
      '2': { ...healthy, health: null },
      '3': simulated,
    };
    const { qubit_metrics, qubit_coverage } = withHealth(metrics, { qubits } as never);
    expect(Object.keys(qubit_metrics[HEALTH] ?? {})).toEqual(['0', '1', '3']);
    expect(['0', '3'].map((qid) => qubit_metrics[HEALTH]?.[qid]?.source)).toEqual(['task', 'simulator']);
    expect(qubit_metrics[HEALTH]?.['0']).toMatchObject({
      value: 0.63,
      state: 'stale',
      age_seconds: 90,
      calibrated_at: 'at 90',
      execution_id: 'run of average_readout_fidelity',
    });
    expect(qubit_metrics[HEALTH]?.['1']).toMatchObject({ value: null, state: 'faulty' });
    expect(qubit_coverage[HEALTH]?.total).toBe(3);
    expect(withHealth(metrics, undefined).qubit_metrics).toEqual({ t1: {} });
  });
});
