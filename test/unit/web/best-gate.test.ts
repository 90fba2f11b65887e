import { describe, expect, it } from 'vitest';
import type { ChipMetrics, MetricsConfig } from '../../../web/ui/lib/api/wire.ts';
import { bestGateDetails, withBestGate, withBestGateMetric } from '../../../web/values/lib/metrics/best-gate.ts';
import { withDirections } from '../../../web/values/lib/metrics/directions.ts';
import { BEST_GATE } from '../../../web/values/lib/metrics/gate-key.ts';
import {
  cellsOf,
  chooseMetric,
  gatesOfChip,
  metricOptions,
  metricsAsked,
  metricsLacking,
} from '../../../web/values/lib/metrics/metric-choice.ts';
import { displayOf } from '../../../web/values/lib/metrics/metric-display.ts';
import { metricRows } from '../../../web/values/lib/metrics/metric-rows.ts';

const config = { qubit_metrics: {}, coupling_metrics: {} } as unknown as MetricsConfig;
const cell = (value: number | null, state = value === null ? 'faulty' : 'fresh') => ({ value, state, unit: '' });
const table: Record<string, Record<string, ReturnType<typeof cell>>> = {
  ecr_gate_fidelity: { '0-1': cell(0.99), '1-2': cell(0.999, 'stale'), '2-3': cell(null) },
  'ecr_gate_fidelity@inverse': { '0-1': cell(0.995) },
  cx_gate_fidelity: { '1-2': cell(0.98), '3-4': cell(0.97) },
  bell_state_fidelity: { '0-1': cell(1) },
};
const viewOf = (cells: typeof table, asked = Object.keys(cells)) =>
  ({
    ...{ qubit_metrics: {}, qubit_coverage: {}, qubit_count: 6, coupling_count: 5 },
    coupling_metrics: Object.fromEntries(Object.entries(cells).filter(([metric]) => asked.includes(metric))),
    coupling_coverage: Object.fromEntries(
      Object.entries(cells).map(([metric, found]) => {
        const count = (state: string) => Object.values(found).filter((one) => one.state === state).length;
        const counts = { fresh: count('fresh'), stale: count('stale'), faulty: count('faulty') };
        return [metric, { ...counts, total: 5, missing: 5 - Object.keys(found).length, unit: '' }];
      }),
    ),
  }) as unknown as ChipMetrics;
const large = { qubit_count: 1024, coupling_count: 1984, topology_id: 'square-lattice-mux-1024' };

describe('the best gate of each coupling', () => {
  const mixed = withBestGate(viewOf(table));

  it('each coupling has its best fresh gate, with its name', () => {
    const values = Object.entries(cellsOf(mixed, 'coupling', BEST_GATE)).map(([id, { value }]) => [id, value]);
    expect(values.sort()).toEqual([
      ['0-1', 0.995],
      ['1-2', 0.98],
      ['2-3', null],
      ['3-4', 0.97],
    ]);
    expect(Object.fromEntries(bestGateDetails(mixed))).toEqual({
      '0-1': 'ECR gate, inverse',
      '1-2': 'CX gate',
      '2-3': 'ECR gate',
      '3-4': 'CX gate',
    });
    expect(mixed.coupling_coverage[BEST_GATE]).toMatchObject({
      ...{ fresh: 3, faulty: 1, missing: 1, total: 5 },
    });
  });

  it('a fidelity in per cent is compared as the number that it is', () => {
    const inPercent = { value: 98, state: 'fresh', unit: '%' };
    const both = viewOf({ cx_gate_fidelity: { '0-1': inPercent }, cz_gate_fidelity: { '0-1': cell(0.99) } });
    expect(Object.fromEntries(bestGateDetails(both))).toEqual({ '0-1': 'CZ gate' });
  });

  it('a chip with several gates shows the best one of each coupling unless another is asked for', () => {
    const options = metricOptions(mixed, withBestGateMetric(config), 'coupling');
    const [first] = options;
    expect(first?.display).toMatchObject({ key: BEST_GATE, title: 'Best gate error', isError: true, unit: '%' });
    expect(first?.display.goal).toBeCloseTo(1, 12);
    expect(chooseMetric(options, 'coupling', undefined)?.key).toBe(BEST_GATE);
    expect(chooseMetric(options, 'coupling', 'cx_gate_fidelity')?.key).toBe('cx_gate_fidelity');
  });

  it('a chip with one gate has no best one', () => {
    const single = viewOf({ cx_gate_fidelity: table.cx_gate_fidelity ?? {}, bell_state_fidelity: {} });
    expect(withBestGate(single)).toBe(single);
  });

  it('the best gate is made of all gates, also of those whose cells were not asked for', () => {
    expect(metricsAsked(large, { coupling: BEST_GATE })).not.toContain(BEST_GATE);
    const asked = withBestGate(viewOf(table, ['ecr_gate_fidelity']));
    expect(gatesOfChip(asked)).toEqual(['cx_gate_fidelity', 'ecr_gate_fidelity', 'ecr_gate_fidelity@inverse']);
    expect(metricsLacking(asked, config, {})).toEqual(['cx_gate_fidelity', 'ecr_gate_fidelity@inverse']);
    expect(metricsLacking(mixed, config, {})).toEqual([]);
  });

  it('the table of all metrics has the gates themselves, not what is made of them', () => {
    const keys = metricRows(mixed, undefined, config).map(({ display }) => display.key);
    expect(keys).toContain('ecr_gate_fidelity@inverse');
    expect(keys).not.toContain(BEST_GATE);
  });
});

describe('the directions of a coupling', () => {
  const titles = (coupling: string, ...keys: string[]) =>
    withDirections(
      keys.map((key) => displayOf(undefined, 'coupling', key)),
      coupling,
    ).map(({ title }) => title);

  it('numbers of two directions name the qubits in the order of each, and one without a direction does not', () => {
    expect(titles('0-1', 'ecr_gate_fidelity', 'ecr_gate_fidelity@inverse', 'cz_gate_fidelity')).toEqual([
      'ECR gate error, 0 → 1',
      'ECR gate error, 1 → 0',
      'CZ gate error',
    ]);
    expect(titles('0-1', 'ecr_gate_fidelity')).toEqual(['ECR gate error']);
  });

  it('an id that can be read in two ways names no qubits', () => {
    expect(titles('a-b-c', 'ecr_gate_fidelity@inverse')).toEqual(['ECR gate error, inverse']);
  });
});
