import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elapsedText } from '#shared/kernel/rules/calendar.ts';
import { executionIdOf, executionIdPattern, lastExecutionOf, nextExecution } from '#shared/runs/rules/ids.ts';
import { terminationReason } from '#shared/runs/rules/termination.ts';

const date = fc.constantFrom('20250228', '20250301', '20250302');

describe('execution ids', () => {
  test('execution ids strictly grow whatever the calendar says, keep their form, and are read back', () => {
    fc.assert(
      fc.property(fc.array(date, { minLength: 1, maxLength: 30 }), (days) => {
        let last: ReturnType<typeof lastExecutionOf> | undefined;
        for (const today of days) {
          const next = nextExecution(last, today);
          expect(executionIdOf(next)).toMatch(executionIdPattern);
          expect(lastExecutionOf(executionIdOf(next))).toEqual(next);
          const grows = !last || next.date > last.date || (next.date === last.date && next.index > last.index);
          expect(grows).toBe(true);
          if (!last || today > last.date) expect(next).toEqual({ date: today, index: 0 });
          last = next;
        }
      }),
    );
  });

  test.each([
    [0, '20250301-000'],
    [999, '20250301-999'],
    [1000, '20250301-1000'],
  ])('the execution id of number %i is %s', (index, id) => {
    expect(executionIdOf({ date: '20250301', index })).toBe(id);
  });
});

describe('a run', () => {
  test('a run lives while its state machine does, and for a minute without one', () => {
    expect(terminationReason({ status: 'running' }, 1e9)).toBeUndefined();
    expect(terminationReason(undefined, 59.9)).toBeUndefined();
    expect(terminationReason(undefined, 60)).toBe('The run is not known to the state machine');
    expect(terminationReason(undefined, 0, 0)).toBe('The run is not known to the state machine');
  });

  test.each([
    ['failed', 'The state machine failed'],
    ['timed_out', 'The state machine timed out'],
    ['aborted', 'The state machine was stopped'],
    ['succeeded', 'The state machine ended without ending the run'],
  ] as const)('a run whose state machine has %s is dead, at any age', (status, cause) => {
    expect(terminationReason({ status }, 0)).toBe(cause);
    expect(terminationReason({ status, reason: 'why' }, 0)).toBe(`${cause}: why`);
  });
});

test.each([
  [0, '0:00:00'],
  [59.9, '0:00:59'],
  [3661, '1:01:01'],
  [360_000, '100:00:00'],
])('a duration of %d seconds is told as %s', (seconds, text) => {
  expect(elapsedText(seconds)).toBe(text);
});
