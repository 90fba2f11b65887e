import { expect, it } from 'vitest';
import type { Difference } from '../../../web/statistics/lib/differences/queries.ts';
import { heldReason, ratioText } from '../../../web/values/lib/metrics/held-words.ts';
import { displayOf } from '../../../web/values/lib/metrics/metric-display.ts';

const t1 = displayOf(undefined, 'qubit', 't1');
const change = (before: number | null, after: number, relative_change: number | null) =>
  ({
    before: before === null ? null : { value: before, unit: 'us' },
    after: { value: after, unit: 'us' },
    relative_change,
    change: after - (before ?? 0),
  }) as never as Difference;

it('a jump is held with how far the value is from the last one, and other reasons are said as they are', () => {
  const jump = { because: 'jump', reason: 'it is far' };
  expect(heldReason({ ...jump, change: change(52, 24, -0.54) }, t1)).toBe('54\u00a0% below the last value');
  expect(heldReason({ ...jump, change: change(20, 52, 1.6) }, t1)).toBe('160\u00a0% above the last value');
  expect(heldReason({ ...jump, change: null }, t1)).toBe('it is far');
  expect(heldReason({ because: 'poor_fit', reason: 'the fit is poor', change: change(52, 24, -0.54) }, t1)).toBe(
    'the fit is poor',
  );
});

it('the ratio of a held value to the one that counts is a multiple, and missing for what has no good end', () => {
  expect([ratioText(change(50, 10, -0.8), t1), ratioText(change(null, 10, null), t1), ratioText(null, t1)]).toEqual([
    '0.20 ×',
    '',
    '',
  ]);
  expect(ratioText(change(5, 5.1, null), displayOf(undefined, 'qubit', 'qubit_frequency'))).toBe('');
});
