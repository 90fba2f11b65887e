import { describe, expect, it } from 'vitest';
import { metricsConfig } from '#shared/values/contract/metrics-config.ts';
import { metricCatalogue } from '#shared/values/rules/catalogue.ts';
import { countMeetingThreshold } from '#shared/values/rules/cell/threshold.ts';
import type { ChipMetrics } from '../../../web/ui/lib/api/wire.ts';
import { mapCells } from '../../../web/values/lib/metrics/cells.ts';
import { metricOptions } from '../../../web/values/lib/metrics/metric-choice.ts';
import { displayOf } from '../../../web/values/lib/metrics/metric-display.ts';
import {
  changeScopeText,
  goalText,
  type MetricRow,
  medianChangeText,
  metricRows,
} from '../../../web/values/lib/metrics/metric-rows.ts';
import { triesText, triesWarning } from '../../../web/values/lib/metrics/tries.ts';
import { unknownMetric } from '../../../web/values/lib/metrics/unknown-metric.ts';

type Coverage = ChipMetrics['qubit_coverage'][string];

const coverage = (numbers: Partial<Coverage>): Coverage => ({
  ...{ total: 4, fresh: 2, stale: 1, faulty: 0, missing: 1, share: 0.75, median: null, min: null, max: null },
  ...{ tried_unequally: false, meets_threshold: null, fresh_for_seconds: 86400, freshness_basis: 'default' },
  ...{ unit: '', left_out: [] },
  ...numbers,
});

const metricsWith = (qubit: Record<string, Coverage>, coupling: Record<string, Coverage> = {}) =>
  ({
    qubit_metrics: {},
    coupling_metrics: {},
    qubit_coverage: qubit,
    coupling_coverage: coupling,
  }) as never as ChipMetrics;

const config = metricsConfig();
const none = coverage({ fresh: 0, stale: 0, missing: 4 });

describe('the rows of all metrics', () => {
  const now = metricsWith(
    {
      t1: coverage({ median: 90, min: 80, max: 110, meets_threshold: 1 }),
      qubit_frequency: coverage({ median: 5.0003, min: 4.9, max: 5.1 }),
      t2_echo: none,
      rabi_offset: coverage({ median: 0.5, min: 0.4, max: 0.6 }),
    },
    { cz_gate_fidelity: coverage({ median: 0.99, min: 0.98, max: 0.995, meets_threshold: 2 }) },
  );
  const compared = {
    ...now,
    median_changes: {
      qubit: {
        t1: { before: 60, after: 90, unit: 'us', n: 3 },
        qubit_frequency: { before: 5, after: 5.0003, unit: 'GHz', n: 1 },
        rabi_offset: { before: 0.4, after: 0.5, unit: '', n: 3 },
      },
      coupling: {},
    },
  };
  const rows = metricRows(now, compared, config);

  it('the rows of all metrics are those with a value, in drawn units, the ends of an error turned round', () => {
    expect(rows.map(({ display, median, min, max, present }) => [display.key, median, min, max, present])).toEqual([
      ['qubit_frequency', 5.0003, 4.9, 5.1, 3],
      ['t1', 90, 80, 110, 3],
      ['rabi_offset', 0.5, 0.4, 0.6, 3],
      ['cz_gate_fidelity', 1, 0.5, 2, 3],
    ]);
    expect(rows.filter(({ isSetting }) => isSetting).map(({ display }) => display.key)).toEqual(['rabi_offset']);
  });

  it('the rows of all metrics say which share reaches the goal, and nothing where no end is good', () => {
    expect(rows.map(goalText)).toEqual(['', '33 % reach 100\u00a0µs', '', '67 % reach 1\u00a0%']);
  });

  it('the rows of all metrics say how the median changed: in per cent, a frequency in kHz or MHz, another setting in its unit', () => {
    expect(rows.map(medianChangeText)).toEqual(['+300\u00a0kHz', '+50\u00a0%', '+0.1', '–']);
    expect(metricRows(now, undefined, config).map(medianChangeText)).toEqual(['–', '–', '–', '–']);
    const fromNothing = { ...rows[1], change: { before: 0, after: 1, n: 3 } } as MetricRow;
    expect(medianChangeText(fromNothing)).toBe('–');
  });

  it('the rows of all metrics say how many targets a change of the median is of', () => {
    expect(rows.map(changeScopeText)).toEqual([
      'over 1 qubit with a value then and now',
      'over 3 qubits with a value then and now',
      'over 3 qubits with a value then and now',
      '',
    ]);
  });
});

it('values that meet a threshold are counted in its unit, by the end that is good, and not at all where none is', () => {
  const metric = (key: string) => {
    const found = metricCatalogue.find((one) => one.key === key);
    if (!found) throw new Error(`no metric ${key}`);
    return found;
  };
  expect(countMeetingThreshold(metric('t1'), [100, 99.9, 200])).toBe(2);
  expect(countMeetingThreshold(metric('qubit_frequency'), [5])).toBeNull();
  expect(countMeetingThreshold(metric('readout_length'), [5])).toBeNull();
  for (const { key, target, ...rest } of metricCatalogue) {
    const one = { key, target, ...rest };
    const hasGoal = displayOf(undefined, target, key).goal !== undefined;
    expect(countMeetingThreshold(one, []) !== null, key).toBe(hasGoal);
  }
});

it('a metric of the address that does not exist is named, with the one that it may mean and the one that is shown', () => {
  const options = metricOptions(metricsWith({}), config, 'qubit');
  expect(unknownMetric(options, 'qubit', 'readout_error', 'T1')).toBe(
    "No qubit metric 'readout_error'; did you mean 'average_readout_fidelity'? Showing T1",
  );
  expect(unknownMetric(options, 'qubit', 't2_ecko', 'T1')).toContain("did you mean 't2_echo'?");
  expect(unknownMetric(options, 'qubit', 'nonsense', undefined)).toBe("No qubit metric 'nonsense'. Showing none");
  for (const known of ['t1', undefined]) expect(unknownMetric(options, 'qubit', known, 'T1')).toBe('');
  expect(unknownMetric(options, 'coupling', 'none', undefined)).toBe('');
});

it('cells that stand for differently many values are warned of, in best and average', () => {
  const cell = (n: number, luck: number | null) => ({
    ...{ value: 100, stddev: null, error: null, n, spread: null, standard_error: null, luck, unit: 'us' },
    ...{ source: 'import' as const, task_id: null, execution_id: null, calibrated_at: '2026-01-01T00:00:00.000Z' },
    ...{ age_seconds: 0, state: 'fresh' as const },
  });
  const t1 = displayOf(undefined, 'qubit', 't1');
  const unequal = mapCells(['0', '1', '2'], { 0: cell(20, 0.36), 1: cell(2, null) }, t1);
  expect(unequal.map(triesText)).toEqual(['of 20 values, lifted 36 % by luck', 'of 2 values', '']);
  expect(triesWarning(unequal, 'qubit', 'best')).toMatch(
    /^n differs: 2 to 20 values a qubit\. Best values .* compare\.$/,
  );
  expect(triesWarning(unequal, 'qubit', 'average')).toMatch(/^n differs: 2 to 20 values a qubit\. Means/);
  expect(triesWarning(unequal, 'qubit', 'latest')).toBe('');
  expect(triesWarning(unequal.slice(0, 1), 'qubit', 'best')).toBe('');
});
