import { describe, expect, it } from 'vitest';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import type { MapLayer } from '../../../web/chips/lib/map/layers.ts';
import { toggled } from '../../../web/ui/lib/url/toggled.ts';
import { chosenMetrics, columnsThatFit, unknownColumns, withColumn } from '../../../web/values/lib/chosen-columns.ts';
import { columnAge, rowOrder, valuesTableCsv } from '../../../web/values/lib/columns.ts';

const layer = (key: string, drawn: (number | null)[], ages: (number | null)[] = []): MapLayer =>
  ({
    display: { key, unit: 'us' },
    cells: drawn.map((value, row) => ({
      drawn: value,
      spread: value === null ? null : 0.5,
      state: value === null ? 'missing' : 'fresh',
      calibratedAt: value === null ? null : '2026-01-01T00:00:00.000Z',
      ageSeconds: ages[row] ?? null,
    })),
  }) as unknown as MapLayer;

describe('the table of all values', () => {
  it('rows are ordered by a column from either end, what has no number last and equal ones as they were', () => {
    const layers = [layer('t1', [3, null, 1, 3])];
    expect(rowOrder(layers, 4, 't1')).toEqual([2, 0, 3, 1]);
    expect(rowOrder(layers, 4, '-t1')).toEqual([0, 3, 2, 1]);
    expect(rowOrder(layers, 4, '-target')).toEqual([3, 2, 1, 0]);
    for (const unknown of [undefined, 'target', 'nothing']) expect(rowOrder(layers, 4, unknown)).toEqual([0, 1, 2, 3]);
  });

  it('a column has the age of its middle, and none where nothing was measured', () => {
    expect(columnAge(layer('t1', [1, 2, 3], [60, 7200, 7300]))).toBe('2 h');
    expect(columnAge(layer('t1', [null]))).toBe('');
  });

  it('a file has a row for each target and five columns for each metric, its unit always filled', () => {
    expect(valuesTableCsv([layer('t1', [1.25, null])], ['0', '1'])).toEqual([
      ['target', 't1', 't1 error', 't1 unit', 't1 state', 't1 calibrated_at'],
      ['0', 1.25, 0.5, 'us', 'fresh', '2026-01-01T00:00:00.000Z'],
      ['1', null, null, 'us', 'missing', null],
    ]);
  });
});

describe('the chosen columns', () => {
  const metric = (key: string, better: MetricDisplay['better']) =>
    ({ key, kind: 'qubit', better }) as unknown as MetricDisplay;
  const all = [
    metric('qubit_frequency', 'neither'),
    metric('rabi_offset', 'neither'),
    metric('t1', 'higher'),
    metric('t2_echo', 'higher'),
  ];
  const keys = (cols: string | undefined, most = 2) => chosenMetrics(all, cols, most).map(({ key }) => key);

  it('what a target is judged by comes first, a setting last and by itself only where it is asked for', () => {
    expect(keys(undefined)).toEqual(['t1', 't2_echo']);
    expect(keys(undefined, 9)).toEqual(['t1', 't2_echo', 'qubit_frequency']);
    expect(keys('all')).toEqual(['t1', 't2_echo', 'qubit_frequency', 'rabi_offset']);
    expect(keys('rabi_offset,t1')).toEqual(['t1', 'rabi_offset']);
    expect(chosenMetrics(all.slice(1, 2), undefined, 2).map(({ key }) => key)).toEqual(['rabi_offset']);
  });

  it('what the address names and no one knows is said, and the usual ones are shown', () => {
    expect(keys('t3')).toEqual(['t1', 't2_echo']);
    expect(unknownColumns(all, 't1,t3')).toEqual([expect.stringMatching(/^No column 't3'/)]);
    expect(unknownColumns(all, 'all')).toEqual([]);
  });

  it('a column is taken in and left out, and the last one leaves the usual ones', () => {
    const shown = chosenMetrics(all, 't1', 2);
    expect(withColumn(all, shown, 'rabi_offset')).toBe('rabi_offset,t1');
    expect(withColumn(all, shown, 't1')).toBeUndefined();
    expect(withColumn(all, chosenMetrics(all, 'qubit_frequency,rabi_offset,t1', 2), 't2_echo')).toBe('all');
  });

  it('as many columns fit as there is room for, and never fewer than two', () => {
    expect([columnsThatFit(1192, 110), columnsThatFit(336, 110), columnsThatFit(0, 110)]).toEqual([10, 2, 2]);
  });

  it('one of a list in the address is taken in and left out', () => {
    expect([toggled(undefined, '7'), toggled('0,7', '7'), toggled('0', '7'), toggled('7', '7')]).toEqual([
      '7',
      '0',
      '0,7',
      undefined,
    ]);
  });
});
