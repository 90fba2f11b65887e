import { describe, expect, it } from 'vitest';
import { changeText, differenceRows } from '../../../../web/runs/lib/comparison.ts';
import type { ParameterDiff } from '../../../../web/ui/lib/api/wire.ts';

const diff = (parameter_name: string, delta: number | null, delta_percent: number | null): ParameterDiff => ({
  parameter_name,
  qid: '0',
  value_before: 1,
  value_after: 2,
  delta,
  delta_percent,
  unit_before: 'us',
  unit_after: 'us',
  task_id_before: null,
  task_id_after: null,
});

describe('the rows of a comparison', () => {
  const rows = differenceRows({
    changed_parameters: [
      diff('small', 1, 2),
      diff('from zero', 1, null),
      diff('large', -1, -40),
      diff('unit', null, null),
    ],
    added_parameters: [diff('new', null, null)],
    removed_parameters: [diff('gone', null, null)],
  });

  it('a comparison begins with the largest relative change, whichever way, those without one above all', () => {
    expect(rows.map((row) => row.parameter_name)).toEqual(['from zero', 'unit', 'large', 'small', 'new', 'gone']);
  });

  it('a comparison says how much a value changed, or why that cannot be said', () => {
    expect(rows.map(changeText)).toEqual([
      'from 0',
      'another unit',
      '−40.0\u00a0%',
      '+2.00\u00a0%',
      'added',
      'removed',
    ]);
  });
});
