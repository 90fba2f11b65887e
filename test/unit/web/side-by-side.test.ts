import { describe, expect, it } from 'vitest';
import { metricsConfig } from '#shared/values/contract/metrics-config.ts';
import type { ChipMetrics, MetricCell } from '../../../web/ui/lib/api/wire.ts';
import { scoreBetweenText, sideBySide, sideBySideCsv } from '../../../web/values/lib/metrics/side-by-side.ts';

const cell = (value: number | null, error: number | null, unit: string): MetricCell => ({
  ...{ value, error, stddev: error, unit, n: 1, spread: null, standard_error: null, luck: null, source: 'task' },
  ...{ task_id: null, execution_id: null, calibrated_at: '2026-01-01T00:00:00.000Z', age_seconds: 0 },
  state: value === null ? 'faulty' : 'fresh',
});

const metrics = {
  qubit_metrics: {
    t1: { 0: cell(100, 1, 'us'), 1: cell(0.8, 0.01, 'ms'), 2: cell(null, null, 'us') },
    qubit_frequency: { 0: cell(4.8, 3e-6, 'GHz'), 1: cell(4.80007, 4e-6, 'GHz') },
    rabi_offset: { 0: cell(0.5, null, ''), 1: cell(0.6, null, '') },
    t2_echo: { 7: cell(100, 1, 'us') },
  },
  coupling_metrics: {},
  qubit_coverage: {},
  coupling_coverage: {},
  held_values: [],
} as never as ChipMetrics;

const of = (reference: string, isScored = true) =>
  sideBySide(metrics, metricsConfig(), 'qubit', ['0', '1', '2', '3'], reference, isScored);
const words = (rows: ReturnType<typeof of>) =>
  rows.map(({ display, cells }) => [
    display.key,
    ...cells.map(({ difference, score }) => [difference, score ? scoreBetweenText(score, display) : ''].join('|')),
  ]);

describe('targets alongside each other', () => {
  it('every metric that one of them has is a row, each target against the reference, in any unit it is stored', () => {
    expect(words(of('0'))).toEqual([
      ['qubit_frequency', '|', '+70.0\u00a0kHz|+14.0\u00a0σ fit only', '|', '|'],
      ['t1', '|', '+700\u00a0%|+3.1\u00a0σ better', '|', '|'],
      ['rabi_offset', '|', '+0.1|', '|', '|'],
    ]);
    expect(words(of('1'))[1]).toEqual(['t1', '−88\u00a0%|−3.1\u00a0σ worse', '|', '|', '|']);
  });

  it('nothing differs from a reference that has no number', () => {
    expect(words(of('3')).flatMap(([, ...cells]) => cells)).toEqual(Array(12).fill('|'));
  });

  it('best and average values have no score', () => {
    expect(words(of('0', false))[1]).toEqual(['t1', '|', '+700\u00a0%|', '|', '|']);
  });

  it('the file has a row for each metric and target, with what it is held against', () => {
    const [heads, ...lines] = sideBySideCsv(of('0'), '0');
    expect(heads).toContain('sigma_basis');
    expect(lines).toHaveLength(12);
    expect(lines[1]?.slice(0, 6)).toEqual(['qubit_frequency', 'Qubit frequency', 'GHz', '1', 4.80007, 4e-6]);
    expect(lines[1]?.slice(8)).toEqual(['0', expect.closeTo(14, 5), 'fit']);
  });
});
