import { describe, expect, it } from 'vitest';
import type { MapLayer } from '../../../web/lib/map/layers.ts';
import { columnAge, rowOrder, valuesTableCsv } from '../../../web/lib/values/columns.ts';

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

  it('a file has a row for each target and four columns for each metric', () => {
    expect(valuesTableCsv([layer('t1', [1.25, null])], ['0', '1'])).toEqual([
      ['target', 't1 (us)', 't1 error', 't1 state', 't1 calibrated_at'],
      ['0', 1.25, 0.5, 'fresh', '2026-01-01T00:00:00.000Z'],
      ['1', null, null, 'missing', null],
    ]);
  });
});
