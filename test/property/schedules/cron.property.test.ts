import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cronProblem, firesAt, latestFiring, nextFirings } from '#shared/schedules/rules/cron.ts';
import { cronExpression } from '#shared/schedules/rules/scheduler-expression.ts';
import '#test/support/properties/property-seed.ts';
import { caseCount } from '#test/support/properties/case-count.ts';
import { awsFirings } from './aws-cron.ts';

/** A day before each of two changes of the clock: once forward and once back, the last of them by half an hour. */
const changes: [zone: string, before: string][] = [
  ['Europe/Berlin', '2026-03-28T00:00:00.000Z'],
  ['Europe/Berlin', '2026-10-24T00:00:00.000Z'],
  ['America/New_York', '2026-03-07T00:00:00.000Z'],
  ['America/New_York', '2026-10-31T00:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-02T12:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-03T12:00:00.000Z'],
  ['Asia/Tokyo', '2026-03-28T00:00:00.000Z'],
];

/** An item of a field in all of its forms. */
function itemOf(from: number, to: number, names: readonly string[] = []): fc.Arbitrary<string> {
  const value = fc.integer({ min: from, max: to });
  const range = fc.tuple(value, value).map((ends) => ends.toSorted((a, b) => a - b).join('-'));
  const step = fc.integer({ min: 1, max: Math.max(2, to - from) });
  return fc.oneof(
    value.map(String),
    range,
    step.map((by) => `*/${by}`),
    fc.tuple(range, step).map(([ends, by]) => `${ends}/${by}`),
    ...(names.length > 0 ? [fc.constantFrom(...names)] : []),
  );
}
const fieldOf = (...bounds: Parameters<typeof itemOf>) =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant('*') },
    {
      weight: 3,
      arbitrary: fc.array(itemOf(...bounds), { minLength: 1, maxLength: 3 }).map((items) => items.join(',')),
    },
  );

const days = fc.oneof(
  fieldOf(1, 31).map((field) => [field, '*'] as const),
  fieldOf(0, 7, ['SUN', 'mon', 'Fri']).map((field) => ['*', field] as const),
);
const cron = fc
  .tuple(fieldOf(0, 59), fieldOf(0, 23), days, fieldOf(1, 12, ['JAN', 'feb', 'Dec']))
  .map(([minute, hour, [day, weekday], month]) => `${minute} ${hour} ${day} ${month} ${weekday}`)
  .filter((text) => cronProblem(text) === undefined);

/** The tests look no further ahead, since the evaluator would be slow there. */
const horizonMs = 3 * 365 * 86_400_000;

describe('a cron expression', () => {
  it.each(changes)(
    'a cron expression fires the next 50 times as its translation on the scheduler, in %s from %s',
    (zone, before) => {
      fc.assert(
        fc.property(cron, (text) => {
          const after = Date.parse(before);
          const expected = awsFirings(cronExpression(text), zone, after, after + horizonMs, 50);
          const ours = nextFirings(text, zone, before, 50).filter((at) => Date.parse(at) <= after + horizonMs);
          expect(ours).toEqual(expected.map((at) => new Date(at).toISOString()));
        }),
        { numRuns: caseCount(40) },
      );
    },
  );

  it('a cron expression is never longer for the scheduler than the 256 characters that it takes', () => {
    fc.assert(
      fc.property(cron, (text) => {
        expect(cronExpression(text).length).toBeLessThanOrEqual(256);
      }),
    );
  });

  it('a cron expression fires at each of its next firings and at no minute between, looked at forwards and backwards', () => {
    fc.assert(
      fc.property(cron, fc.constantFrom(...changes), (text, [zone, before]) => {
        const firings = nextFirings(text, zone, before, 6);
        expect(firings.filter((at) => !firesAt(text, zone, at))).toEqual([]);
        const from = new Date(Date.parse(before) + 1).toISOString();
        for (const [index, at] of firings.entries()) {
          expect(latestFiring(text, zone, from, at)).toBe(at);
          const justBefore = new Date(Date.parse(at) - 1000).toISOString();
          expect(latestFiring(text, zone, from, justBefore)).toBe(firings[index - 1]);
        }
      }),
      { numRuns: caseCount(30) },
    );
  });
});
