import { expect, it } from 'vitest';
import { axisText, linesOf } from '../../../../web/runs/lib/live-trace.ts';

it('a live trace has its lines in the order of their targets and names its axes with their units', () => {
  const lines = { '10': [], '2': [[1, 2]] };
  expect(linesOf({ lines })).toEqual([
    { target: '2', points: [{ x: 1, y: 2 }] },
    { target: '10', points: [] },
  ]);
  expect([axisText({ name: 'delay', unit: 'us' }, 'x'), axisText({ name: '', unit: '' }, 'y')]).toEqual([
    'delay (us)',
    'y',
  ]);
});
